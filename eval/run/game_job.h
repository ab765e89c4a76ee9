/* game_job.h: one game among many (a match, a duel): plays it, keeps its record, says in words what went
 * wrong. */
#ifndef MARSHAL_EVAL_RUN_GAME_JOB_H
#define MARSHAL_EVAL_RUN_GAME_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/summary.h"
#include "eval/run/runner.h"

enum game_job_state {
    GAME_JOB_PLAYED,
    GAME_JOB_KNOWN,       /* from a store: result only */
    GAME_JOB_QUARANTINED, /* took the process down twice: there is no result */
    GAME_JOB_SKIPPED,     /* another shard's, or nobody wants it any more */
};

/* What a job hands over: the result, or why there is none. Plain bytes; copies need only the first
 * game_job_bytes of them. */
typedef struct GameJob {
    GameResult result;
    Err err;
    enum game_job_state state;
    bool keeps_moves;       /* moves are filled */
    uint16_t summary_bytes; /* 0: none */
    uint8_t summary[SUMMARY_PACKED_MAX];
    GameMoves moves;
} GameJob;

/* No result yet. */
void game_job_clear(GameJob *job);

/* How many bytes of a job say something: moves beyond the last one do not. For JobsPlan.used_bytes. */
size_t game_job_bytes(const void *job);

/* What to note of a game besides its result. */
typedef struct GameJobNotes {
    bool summary;
    bool moves;
} GameJobNotes;

/* Plays the game with this number (from 0) and notes what is asked for. If plan->record is there, it is
 * cleared, and what is written into it is saved in the folder records as NNNNNNNN.jsonl, number + 1. False if
 * the plan's stop flag was seen: there is no result then. */
bool game_job_play(const GamePlan *plan, uint64_t number, const char *records, GameJobNotes notes,
                   GameJob *job);

/* File of a game's record. False and err if the folder's name is too long. */
bool game_job_record_path(char *path, size_t size, const char *records, uint64_t number, Err *err);

#endif
