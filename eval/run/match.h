/* match.h: many games between two policies with fixed sides.
 *
 * Game i of a match has the seed runner_game_seed(seed, i), so that results are the same for every number of
 * threads and any game can be played again alone. Memory does not depend on the number of games: only counts
 * are kept.
 */
#ifndef MARSHAL_EVAL_RUN_MATCH_H
#define MARSHAL_EVAL_RUN_MATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "eval/run/runner.h"
#include "eval/run/series.h"
#include "eval/statistics/stats.h"

/* Counts over finished games; integers, so that their order does not matter. */
typedef struct MatchTally {
    uint64_t games;
    uint64_t wins[SEAT_COUNT];
    uint64_t grades[SEAT_COUNT][OUTCOME_GRADE_COUNT]; /* wins by grade */
    uint64_t draws;
    uint64_t both_lost;                             /* games that both lost (worth.h) */
    uint64_t forfeits[SEAT_COUNT];                  /* games given up by this seat, which the other one won */
    char forfeit[SEAT_COUNT][POLICY_FORFEIT_BYTES]; /* why, for the first of them */
    uint64_t decisions;
    SeriesQuarantine quarantine; /* not among games */
} MatchTally;

/* Told after every game, in game order, from one thread at a time; false stops the match. */
typedef bool (*MatchListener)(void *context, const MatchTally *tally, const GameResult *result);

typedef struct MatchPlan {
    const Game *game;
    const Policy *policies[SEAT_COUNT];
    uint64_t games;
    uint64_t seed;
    int threads;
    const atomic_bool *stop;  /* NULL: never */
    const char *records;      /* folder for a record of each game, NNNNNNNN.jsonl; NULL: none */
    const RecordInfo *info;   /* header of records; NULL without records */
    FILE *positions;          /* where sampled positions are appended, in game order; NULL: none */
    uint32_t positions_every; /* one position in so many */
    bool positions_of_turns;  /* runner.h */
    FILE *searches;           /* where sampled searches are appended, in game order; NULL: none */
    uint32_t searches_every;  /* one search in so many */
    uint32_t opening;         /* decisions explored at most (runner.h) */
    SeriesKeep keep;          /* where games are kept, if anywhere */
    MatchListener listener;   /* NULL: none */
    void *context;            /* for the listener */
} MatchPlan;

/* Plays the match. The tally covers the first tally->games games, all of them unless it was stopped. False
 * and err if a policy or the rules misbehaved or a record could not be written; the tally then covers the
 * games before that. */
bool match_run(const MatchPlan *plan, MatchTally *tally, Err *err);

#endif
