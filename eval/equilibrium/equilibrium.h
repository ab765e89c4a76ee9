/* equilibrium.h: what a table of games says about the strategies in it: the value of the scenario, the
 * mixtures that nobody can exploit, who is dominated, what answers best, and how surely.
 *
 * The point estimate solves the table of mean scores exactly (matrix_game.h). Intervals solve it again for
 * each of `samples` tables as they might have been (table.h) and take the middle 95%, widened to the estimate
 * where that lies outside. The same table and seed give the same bytes.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_EQUILIBRIUM_H
#define MARSHAL_EVAL_EQUILIBRIUM_EQUILIBRIUM_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/jsonout.h"
#include "eval/equilibrium/matrix_game.h"
#include "eval/equilibrium/table.h"
#include "eval/statistics/stats.h"

enum { EQUILIBRIUM_SAMPLES = 1000, EQUILIBRIUM_SAMPLES_MAX = 100000, EQUILIBRIUM_DOMINANCE_SAMPLES = 200 };
#define EQUILIBRIUM_LEVEL 0.95

typedef struct EquilibriumStrategy {
    double share; /* of its seat's mixture */
    Interval share_interval;
    double score;            /* of the seat french when this is played against the other seat's mixture */
    Interval score_interval; /* of the same against the same mixture */
    uint32_t twin;           /* matrix_twin: the first strategy that scores the same in every cell */
    MatrixDominance dominance;
    double dominated_samples; /* share of the samples (the first EQUILIBRIUM_DOMINANCE_SAMPLES) in which it is
                               * dominated; 0 where it is not in the estimate (not asked there) */
} EquilibriumStrategy;

typedef struct Equilibrium {
    uint32_t strategies[SEAT_COUNT];
    double *payoffs; /* owned: the table of mean scores */
    MatrixSolution solution;
    Interval value;  /* of the seat french */
    double error;    /* standard deviation of the value over the samples */
    Interval bounds; /* the value if cells without games were all lost, or all won; one number if there are
                      * none */
    EquilibriumStrategy *of[SEAT_COUNT]; /* owned */
    /* Of each cell, owned: root mean square over the samples of the chance that it is met when both play
     * their mixture of the sample: how much the value hangs on it. */
    double *weight;
} Equilibrium;

/* Analyses. False and err without memory or if the solver fails; nothing needs releasing then. samples from 1
 * to EQUILIBRIUM_SAMPLES_MAX. */
bool equilibrium_find(const Table *table, uint32_t samples, uint64_t seed, Equilibrium *equilibrium,
                      Err *err);
void equilibrium_release(Equilibrium *equilibrium);

/* Members of an object that is open: games, value, value_ci95, value_error, value_bounds, gap, both seats'
 * strategies, cells. */
void equilibrium_json(const Table *table, const Equilibrium *found, JsonOut *out);

/* What each strategy of a seat scores against a mixture of the other seat. */
typedef struct EquilibriumAnswers {
    uint32_t count;
    double scores[MATRIX_STRATEGIES_MAX]; /* of the seat french */
    Interval intervals[MATRIX_STRATEGIES_MAX];
    double best_samples[MATRIX_STRATEGIES_MAX]; /* share of the samples in which it is the best answer */
    uint32_t best;
} EquilibriumAnswers;
bool equilibrium_answers(const Table *table, Seat seat, const double *against, uint32_t samples,
                         uint64_t seed, EquilibriumAnswers *answers, Err *err);

/* Reads "NAME=SHARE,NAME=SHARE" or "NAME", which is all of it: a mixture of this seat's strategies. Names may
 * hold commas and signs of equality: the longest that fits counts. False and err if a name is none of the
 * seat's, given twice, or shares are not from 0 to 1, 1 in all. */
bool equilibrium_read_mixture(const Table *table, Seat seat, const char *text, double *mixture, Err *err);

/* How to spend `games` more games so that the value gets surer: to each cell so many (more has room for
 * table_cell_count). A cell adds weight^2 * variance / games to the variance of the value, so games go, a few
 * at a time, to the cell where they take off most (J. Neyman, "On the Two Different Aspects of the
 * Representative Method", 1934). Variances count one win and one loss more than there are. */
void equilibrium_allocate(const Table *table, const Equilibrium *equilibrium, uint64_t games, uint64_t *more);

#endif
