/* measure.h: how fast and how big a game's rules are, and a signature of what they do.
 *
 * Every figure is the median of several short repetitions, so that a neighbour on the machine disturbs it
 * little. All positions come from random games of fixed seeds. The signature is a 64-bit FNV-1a hash over the
 * moves and the state bytes of MEASURE_SIGNATURE_GAMES such games: it changes exactly when behaviour (or the
 * layout of the state) does, and must be the same for every compiler, optimisation level and thread count on
 * little-endian machines.
 */
#ifndef MARSHAL_BENCH_MEASURE_H
#define MARSHAL_BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum { MEASURE_SIGNATURE_GAMES = 64 };

typedef struct MeasurePlan {
    int repetitions; /* of each figure, at least 1 */
    double seconds;  /* of one repetition */
    int threads;     /* for the figure with all threads */
} MeasurePlan;

typedef struct Measures {
    double copy_ns;         /* copying one state */
    double view_ns;         /* making a seat's view */
    double determinize_ns;  /* copying a view and filling it with a random world */
    double decisions_per_s; /* random games on one thread: list, choice, apply, set-up included */
    double games_per_s;
    double games_per_s_all; /* on all threads */
    double branching_mean;  /* legal moves a decision, over the games played for the two above */
    uint32_t branching_max;
    double decisions_per_game;
} Measures;

/* Measures a game's rules; takes about 5 * repetitions * seconds. */
void measure_game(const Game *game, const MeasurePlan *plan, Measures *measures);

/* The signature of one game, added to hash (HASH_FNV1A_START at first), so that several can be chained. */
uint64_t measure_signature(const Game *game, uint64_t hash);

#endif
