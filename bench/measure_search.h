/* measure_search.h: how fast the search is on one game, what its tree costs, and a signature of what it
 * chooses.
 *
 * All figures are for the first decision of a game from a fixed seed, medians over repetitions. Kept subtrees
 * and early stops are off, so that every search does the whole of its work. The signature hashes visits and
 * choices of searches of fixed work on fixed positions, with one tree and with several merged ones: it
 * changes exactly when the search, the knowledge or the evaluation does, and is the same for every compiler
 * and thread count.
 */
#ifndef MARSHAL_BENCH_MEASURE_SEARCH_H
#define MARSHAL_BENCH_MEASURE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/measure.h"
#include "engine/err.h"
#include "engine/game.h"

enum { MEASURE_SEARCH_HORIZON = 32 };

/* Figures of one setting of the search. */
typedef struct SearchSpeed {
    double iterations_per_s;     /* one thread */
    double iterations_per_s_all; /* all threads, a tree each by default */
    double efficiency;           /* median over pairs of runs of all / one / threads */
    double tree_share; /* part of the time of one thread that is not worlds, rules, priors and evaluation,
                          reckoned by doing that work without a tree; only for random playouts, else 0 */
} SearchSpeed;

typedef struct SearchMeasures {
    SearchSpeed standard; /* the default settings */
    SearchSpeed horizon;  /* light playouts of MEASURE_SEARCH_HORIZON decisions */
    double bytes_per_node;
    double first_move_s; /* from nothing to the answer of mcts:sims=400 to the first decision */
} SearchMeasures;

/* False and err if the search cannot be made (no evaluation for this game). */
bool measure_search(const Game *game, const MeasurePlan *plan, SearchMeasures *measures, Err *err);

/* The search's signature on one game, added to hash. */
bool measure_search_signature(const Game *game, uint64_t *hash, Err *err);

#endif
