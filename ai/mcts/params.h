/* params.h: the knobs of the search, as one table that feeds options, help and the struct. */
#ifndef MARSHAL_AI_MCTS_PARAMS_H
#define MARSHAL_AI_MCTS_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"

/* How a leaf is played on before it is evaluated: at random, by the game's quick or heuristic player, or by
 * the move that priors like best (where a search goes without priors: by the heuristic player). */
enum mcts_playout {
    MCTS_PLAYOUT_RANDOM,
    MCTS_PLAYOUT_LIGHT,
    MCTS_PLAYOUT_HEAVY,
    MCTS_PLAYOUT_PRIORS,
    MCTS_PLAYOUT_COUNT
};
/* One tree for all threads, or several whose counts are added up at the end. */
enum mcts_parallel { MCTS_PARALLEL_SHARED, MCTS_PARALLEL_ROOT, MCTS_PARALLEL_COUNT };

enum { MCTS_HORIZON_FULL = 1000000, MCTS_THREADS_MAX = 64, MCTS_TREES_MAX = 64, MCTS_TREE_LEAST_SIMS = 500 };

/* X(name, type, default, least, most, help): numbers; whole ones have type uint64_t. */
#define MCTS_PARAMS(X)                                                                                       \
    X(sims, uint64_t, 0, 0, 4000000000, "iterations a decision (0: no limit)")                               \
    X(time, double, 0, 0, 86400, "seconds a decision (0: no limit)")                                         \
    X(budget, double, 0, 0, 864000, "seconds for all decisions of a game (0: no limit)")                     \
    X(threads, uint64_t, 1, 1, MCTS_THREADS_MAX, "threads")                                                  \
    X(trees, uint64_t, 0, 0, MCTS_TREES_MAX,                                                                 \
      "trees that are merged, with parallel=root (0: one a thread, with 500 sims each at least)")            \
    X(memory, uint64_t, 256, 1, 65536, "megabytes for the tree; when they are full it stops growing")        \
    X(c, double, 0.35, 0, 100, "exploration: weight of priors against values (values run from -1 to 1)")     \
    X(fpu, double, 0.07, -2, 2, "moves not tried yet count as their parent's value less this")               \
    X(priors, uint64_t, 2, 0, 2, "2: learned priors; 1: the heuristic player's belief; 0: all moves alike")  \
    X(horizon, uint64_t, 48, 0, MCTS_HORIZON_FULL, "decisions a leaf is played on before it is evaluated")   \
    X(quiet, uint64_t, 1, 0, 1, "1: a leaf is played on only until nothing is half done")                    \
    X(stretches, uint64_t, 0, 0, 1000,                                                                       \
      "stretches of play (turns of a player, rounds) that a leaf is played on for, to their end, before it " \
      "is evaluated; 0: see quiet")                                                                          \
    X(plans, double, 0, 0, 1,                                                                                \
      "share of the iterations or of the time that tries whole plans first, as the policy plans does; the "  \
      "tree begins with what they were worth; 1: they decide alone")                                         \
    X(tuned, uint64_t, 1, 0, 1,                                                                              \
      "1: playouts, plans and the belief go by the strategies that were found for this scenario, if there "  \
      "are any")                                                                                             \
    X(floor, uint64_t, 32, 0, 1000000,                                                                       \
      "tries that each of the moves to choose from gets in searches of more than some thousand iterations")  \
    X(vloss, double, 0, 0, 100,                                                                              \
      "virtual loss: losses a visit under way counts as, beside being counted as a visit")                   \
    X(split, uint64_t, 0, 0, 2,                                                                              \
      "1: nodes split by the outcome of battles; 2: by all that the searcher sees")                          \
    X(minor, uint64_t, 1, 0, 2,                                                                              \
      "1: below the move to choose, minor decisions are taken as their priors say, without a node; 2: the "  \
      "one to choose too")                                                                                   \
    X(mast, double, 0, 0, 1, "weight of move averages over the whole tree in the value of untried moves")    \
    X(common, uint64_t, 1, 0, 1,                                                                             \
      "1: the moves to choose from are tried in the same worlds with the same dice")                         \
    X(reuse, uint64_t, 1, 0, 1, "1: keeps the subtree between decisions with no chance between them")        \
    X(marginal, double, 1, 0, 1, "worth of winning marginally, a decisive victory being 1")                  \
    X(tie_break, double, 1, 0, 1, "worth of winning by tie-break, a decisive victory being 1")               \
    X(endings, uint64_t, 250, 0, 1000000,                                                                    \
      "moves that may be tried for each iteration to solve what is left of a game exactly, where the game "  \
      "says that little is left; 0: never")                                                                  \
    X(early, uint64_t, 1, 0, 1, "1: stops when the leading move cannot be caught any more")                  \
    X(noise, double, 0, 0, 10, "0: plays the most visited move; else draws one with weight visits^(1/noise)")

/* Values of priors. */
enum { MCTS_PRIORS_NONE, MCTS_PRIORS_BELIEF, MCTS_PRIORS_LEARNED };

typedef struct MctsParams {
#define MCTS_PARAM_FIELD(name, type, initial, least, most, help) type name;
    MCTS_PARAMS(MCTS_PARAM_FIELD)
#undef MCTS_PARAM_FIELD
    enum mcts_playout playout;   /* playout=random|light|heavy|priors */
    enum mcts_parallel parallel; /* parallel=shared|root */
    bool flat;                   /* flat Monte Carlo: all root moves alike, no tree below them */
} MctsParams;

/* The defaults of the table; a game may have others (GameAi.search_defaults). */
MctsParams mcts_params_default(void);

/* Names of all options, NULL-terminated: those of the table, then playout, parallel, evaluation, priors_file.
 */
extern const char *const MCTS_PARAM_KEYS[];

/* Takes over the options that are given. False and err on a wrong value. */
bool mcts_params_read(MctsParams *params, const PolicyOptions *options, Err *err);

#endif
