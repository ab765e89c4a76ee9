/* traps.h: decisions that a policy gets badly wrong, looked for in games it plays against itself.
 *
 * A search by priors spends next to nothing on moves that its priors think little of; where such a move is
 * the only good one, it walks into a trap, at every number of iterations that is not enough to get past the
 * prior. No duel shows it, for a trap is rare. So games are played and reviewed (review.h), where each move
 * is searched alone: a decision whose loss is established and at least plan->least is a trap.
 *
 * Reproducible: game i has the seed runner_game_seed(plan->seed, i), its review the same seed as every other;
 * the same plan finds the same traps for any number of threads, if the policy is repeatable.
 *
 * Ownership: a TrapGame and its list belong to the caller of traps_play_game: traps_game_release.
 */
#ifndef MARSHAL_EVAL_REVIEW_TRAPS_H
#define MARSHAL_EVAL_REVIEW_TRAPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "eval/review/review.h"

typedef struct TrapsPlan {
    const Game *game;
    const Policy *policy;   /* plays both seats */
    const RecordInfo *info; /* header of records */
    uint64_t seed;
    uint64_t sims; /* iterations of the review; 0: what suits the game */
    double least;  /* the least loss, in win probability, that is called a trap; 0 to 1 */
    int threads;
    const atomic_bool *stop; /* NULL: never */
} TrapsPlan;

/* One game played and reviewed. */
typedef struct TrapGame {
    StrBuf record;         /* its lines */
    uint64_t seed;         /* of the game */
    uint64_t decisions;    /* with a choice, judged */
    double loss;           /* over all of them, mistakes only */
    ReviewDecision *traps; /* count of them, in the order of the game */
    size_t count;
    bool stopped; /* told to stop: nothing here covers a whole game */
} TrapGame;

/* Plays game number `index` and fills game. False and err if it could not be played or reviewed; then there
 * is nothing to release. */
bool traps_play_game(const TrapsPlan *plan, uint64_t index, TrapGame *game, Err *err);
void traps_game_release(TrapGame *game);

#endif
