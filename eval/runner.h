/* runner.h: plays one game between two policies, from set-up to the end.
 *
 * All luck of a game comes from its seed: dice are rng_derive(seed, RNG_PURPOSE_DICE, 0), a seat's thinking
 * at ply n is rng_derive(seed, its purpose, n). So a game is the same on every machine and thread. Policies
 * get views only. The runner trusts no policy: a move that is not legal ends the game as broken, with the
 * reason in words.
 */
#ifndef MARSHAL_EVAL_RUNNER_H
#define MARSHAL_EVAL_RUNNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"

typedef struct GamePlan {
    const Game *game;
    const Policy *policies[SEAT_COUNT];
    uint64_t seed;
    const atomic_bool *stop; /* looked at before every decision; NULL: never stops */
    StrBuf *record;          /* where the record's lines go, or NULL */
    const RecordInfo *info;  /* header of the record, its seed replaced by this game's; NULL without record */
    StrBuf *positions;       /* where some of the game's positions go (positions.h), or NULL */
    uint32_t positions_every; /* each position is kept with a chance of one in this */
} GamePlan;

enum runner_status {
    RUNNER_DONE,
    RUNNER_STOPPED, /* the stop flag was seen */
    RUNNER_ILLEGAL, /* a policy answered with a move that is not legal: see offender */
    RUNNER_ENDLESS, /* more than max_plies decisions: a fault in the rules */
};

typedef struct GameResult {
    uint64_t seed;
    uint32_t plies; /* decisions made */
    enum runner_status status;
    Seat offender;   /* for RUNNER_ILLEGAL */
    Outcome outcome; /* for RUNNER_DONE */
} GameResult;

/* Seed of game number index under a master seed. */
uint64_t runner_game_seed(uint64_t master, uint64_t index);

/* Plays the game; thread-safe, allocates only in the record's buffer and through policies. */
GameResult runner_play(const GamePlan *plan);

#endif
