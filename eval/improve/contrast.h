/* contrast.h: several players of one seat against the same opponents with the same luck, and what it says
 * about two of them.
 *
 * Game n of every player has the same seed and the same opponent, so what the luck of a game and the strength
 * of an opponent give falls out of differences.
 */
#ifndef MARSHAL_EVAL_IMPROVE_CONTRAST_H
#define MARSHAL_EVAL_IMPROVE_CONTRAST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "eval/improve/checkpoint.h"
#include "eval/improve/field.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/stats.h"

enum { CONTRAST_PLAYERS_MAX = 64, CONTRAST_GAMES_MAX = 4096 };

/* One batch. */
typedef struct ContrastPlan {
    const Game *game;
    Seat seat;
    const Policy *players[CONTRAST_PLAYERS_MAX];
    uint32_t player_count;
    const Field *field;
    uint64_t seed;
    uint32_t games; /* of each player, at most CONTRAST_GAMES_MAX */
    int threads;
    const atomic_bool *stop;      /* NULL: never */
    const Checkpoint *checkpoint; /* where the result is looked up and kept */
    const char *part;             /* the batch's name there, with number */
    uint64_t number;
} ContrastPlan;

/* Plays the next games of a deal, which is moved on, or takes them from the checkpoint. halves: half points
 * (0 to 2) of player p in game g at [p * games + g]. *played is false if it was stopped: then nothing is kept
 * and the deal stays where it was. False and err as series_run. */
bool contrast_play(const ContrastPlan *plan, FieldDeal *deal, uint8_t *halves, bool *played, Err *err);

/* Pairs of games, one of each of two players. */
typedef struct ContrastTally {
    uint64_t pairs[3][3]; /* by half points of the first, then of the second */
} ContrastTally;

/* Adds the games of players 0 and 1 of a batch. */
void contrast_count(ContrastTally *tally, const uint8_t *halves, uint32_t games);

typedef struct ContrastScore {
    uint64_t pairs;
    double scores[2]; /* mean of each player, 0 to 1 */
    Interval intervals[2];
    double gain; /* of the first over the second, in scores */
    Interval gain_interval;
    double elo;            /* the same as a difference of Elo against the field */
    Interval elo_interval; /* ends may be infinite */
    uint64_t
        pentanomial[ELO_VALUES]; /* as a duel's: pairs by half points of the first and what the second lost */
} ContrastScore;

/* 95% intervals: of scores by Wilson, of the gain by the likelihood of pairs (elo_score), of Elo by the delta
 * method: by how much errors of both scores, which are correlated, move the difference of their logits. */
ContrastScore contrast_score(const ContrastTally *tally);

#endif
