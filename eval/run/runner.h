/* runner.h: plays one game between two policies, from set-up to the end.
 *
 * All luck of a game comes from its seed: dice are rng_derive(seed, RNG_PURPOSE_DICE, 0), a seat's thinking
 * at ply n is rng_derive(seed, its purpose, n). So a game is the same on every machine and thread. Policies
 * get views only. The runner trusts no policy: a move that is not legal ends the game as broken. A policy
 * that gives up (policy.h) loses the game to the other seat, with the reason in words in result and record.
 */
#ifndef MARSHAL_EVAL_RUN_RUNNER_H
#define MARSHAL_EVAL_RUN_RUNNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"

/* The moves of a game, each as its place in the list of legal moves: with the seed the whole game. */
typedef struct GameMoves {
    uint32_t count; /* moves made */
    uint8_t list[GAME_PLIES_MAX];
} GameMoves;

typedef struct GamePlan {
    const Game *game;
    const Policy *policies[SEAT_COUNT];
    uint64_t seed;
    const atomic_bool *stop; /* looked at before every decision; NULL: never stops */
    StrBuf *record;          /* where the record's lines go, or NULL */
    const RecordInfo *info;  /* header of the record, its seed replaced by this game's; NULL without record */
    StrBuf *positions;       /* where some of the game's positions go (positions.h), or NULL */
    uint32_t positions_every; /* each position is kept with a chance of one in this */
    bool positions_of_turns;  /* only the first quiet position of each stretch of play (GameAi.stretch), where
                               * searches that play on judge; else every quiet position */
    StrBuf *searches;         /* where some of the decisions go that a search made (searches.h), or NULL */
    uint32_t searches_every;  /* each of them is kept with a chance of one in this */
    uint32_t opening; /* the first decisions, a number drawn from 0 to this, are explored (PolicyQuery) and
                       * give no positions and no searches */
    GameSummary
        *summary; /* counts of the game, all zero before it; NULL, or a game without summarize: not filled */
    GameMoves *moves; /* NULL: nobody wants them */
    /* The game begins in this position instead of the set-up, after so many decisions; without record. NULL:
     * with the set-up. Its dice and thoughts are those of the seed all the same. */
    const State *start;
    uint32_t start_plies;
    /* Told of every decision, with the full positions before and after it; false ends the game there as
     * RUNNER_STOPPED. NULL: nobody looks. */
    bool (*watch)(void *context, const State *before, Move move, const State *after);
    void *context; /* of watch */
} GamePlan;

enum runner_status {
    RUNNER_DONE,
    RUNNER_STOPPED, /* the stop flag was seen, or whoever watched has seen enough */
    RUNNER_ILLEGAL, /* a policy answered with a move that is not legal: see offender */
    RUNNER_FORFEIT, /* a policy gave up: see offender, forfeit; outcome has the grade OUTCOME_FORFEIT */
    RUNNER_ENDLESS, /* more than max_plies decisions: a fault in the rules */
};

typedef struct GameResult {
    uint64_t seed;
    uint32_t plies; /* decisions made */
    enum runner_status status;
    Seat offender;                      /* for RUNNER_ILLEGAL and RUNNER_FORFEIT */
    Outcome outcome;                    /* for RUNNER_DONE and RUNNER_FORFEIT */
    char forfeit[POLICY_FORFEIT_BYTES]; /* for RUNNER_FORFEIT: why */
} GameResult;

/* Seed of game number index under a master seed. */
uint64_t runner_game_seed(uint64_t master, uint64_t index);

/* Whether a game counts: it was played to its end or given up. */
static inline bool runner_has_outcome(const GameResult *result)
{
    return result->status == RUNNER_DONE || result->status == RUNNER_FORFEIT;
}

/* Plays the game; thread-safe, allocates only in the record's buffer and through policies. */
GameResult runner_play(const GamePlan *plan);

#endif
