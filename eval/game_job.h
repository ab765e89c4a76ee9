/* game_job.h: one game among many (a match, a duel): plays it, keeps its record, says in words what went
 * wrong. */
#ifndef MARSHAL_EVAL_GAME_JOB_H
#define MARSHAL_EVAL_GAME_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/runner.h"

/* What a job hands over: the result, or why there is none. */
typedef struct GameJob {
    GameResult result;
    Err err;
} GameJob;

/* Plays the game with this number (from 0). If plan->record is there, it is cleared, and what is written into
 * it is saved in the folder records as NNNNNNNN.jsonl, number + 1. False if the plan's stop flag was seen:
 * there is no result then. */
bool game_job_play(const GamePlan *plan, uint64_t number, const char *records, GameJob *job);

/* File of a game's record. False and err if the folder's name is too long. */
bool game_job_record_path(char *path, size_t size, const char *records, uint64_t number, Err *err);

#endif
