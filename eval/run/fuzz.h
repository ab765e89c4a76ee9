/* fuzz.h: many random games with every law checked, on several threads.
 *
 * Game i has the seed runner_game_seed(seed, i), as in a match. Breaches are kept in game order; after
 * FUZZ_BREACHES_MAX of them the run stops.
 */
#ifndef MARSHAL_EVAL_RUN_FUZZ_H
#define MARSHAL_EVAL_RUN_FUZZ_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "eval/run/laws.h"

enum { FUZZ_BREACHES_MAX = 10 };

typedef struct FuzzBreach {
    uint64_t game; /* number of the game, from 1 */
    uint64_t seed; /* its seed */
    LawBreach breach;
} FuzzBreach;

typedef struct FuzzTally {
    uint64_t games;
    uint64_t decisions;
    uint64_t thorough;   /* decisions on which all laws were checked */
    uint64_t moves;      /* sum of the lengths of all lists */
    uint32_t most_moves; /* longest list */
    uint32_t longest;    /* decisions of the longest game */
    uint32_t breaches;
    FuzzBreach breach[FUZZ_BREACHES_MAX];
} FuzzTally;

/* Told after every game, in game order, from one thread at a time; false stops the run. */
typedef bool (*FuzzListener)(void *context, const FuzzTally *tally);

typedef struct FuzzPlan {
    const Game *game;
    uint64_t games;     /* at most */
    uint64_t decisions; /* ends with the game that reaches so many, 0: all games are played */
    uint64_t seed;
    uint64_t first; /* number of the first game, from 0: game first + i has seed runner_game_seed(seed, first
                       + i) */
    int threads;
    bool thorough;
    const Policy *policy;    /* of both seats; NULL: moves at random */
    const atomic_bool *stop; /* NULL: never */
    FuzzListener listener;   /* NULL: none */
    void *context;
} FuzzPlan;

/* Runs the plan. False and err only if memory ran out; breaches are in the tally. */
bool fuzz_run(const FuzzPlan *plan, FuzzTally *tally, Err *err);

#endif
