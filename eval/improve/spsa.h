/* spsa.h: climbing a hill that can only be looked at through noise: simultaneous perturbation stochastic
 * approximation (J. C. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation
 * Gradient Approximation", IEEE Transactions on Automatic Control 37, 1992), which chess programs tune
 * themselves by.
 *
 * However many dimensions there are, an iteration looks at two points for each direction: `at` plus and minus
 * c_k times a direction of random signs, and needs only the difference of the two, so luck that both share
 * falls out. Several directions an iteration are averaged (the same paper, section III). Points outside of
 * [low, high] are moved to its edge, for looking and for going on (projected SPSA: P. Sadegh, Automatica 33,
 * 1997).
 *
 * Gains as J. C. Spall recommends ("Implementation of the Simultaneous Perturbation Algorithm", IEEE
 * Transactions on Aerospace and Electronic Systems 34, 1998): c_k = c / (k + 1)^0.101, a_k = a / (A + k +
 * 1)^0.602, A a tenth of the iterations. a needs no guessing: it is the one with which noise alone, without
 * any hill, moves each coordinate by `wander` (a standard deviation) over the whole run. How large the noise
 * is shows in the differences themselves: `noise` is only a first guess, worth SPSA_GUESS of them.
 *
 * What is found is the mean of the points of the last half of the iterations (B. T. Polyak, A. B. Juditsky,
 * SIAM Journal on Control and Optimization 30, 1992), which is steadier than the last one.
 *
 * A pure function of the plan and of the differences it is told: no clock, no threads.
 */
#ifndef MARSHAL_EVAL_IMPROVE_SPSA_H
#define MARSHAL_EVAL_IMPROVE_SPSA_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"

enum { SPSA_GUESS = 64 };

typedef struct SpsaPlan {
    uint32_t dimensions;      /* at least 1 */
    uint32_t iterations;      /* at least 1 */
    uint32_t directions;      /* of an iteration, at least 1 */
    double c;                 /* size of the first perturbation, above 0 */
    double wander;            /* see above, above 0 */
    double noise;             /* standard deviation of the difference of a direction, above 0 */
    uint64_t seed;            /* of the directions */
    const double *low, *high; /* by dimension, borrowed */
} SpsaPlan;

typedef struct Spsa {
    SpsaPlan plan;
    double a;
    double squares;     /* of all differences so far, and of the guess */
    uint32_t iteration; /* done */
    double *at;         /* owned; where the next perturbations start from */
    double *sum;        /* owned; of the points of the last half */
    uint32_t summed;
} Spsa;

/* Starts at a point within the bounds. False and err without memory; release in any case. */
bool spsa_init(Spsa *spsa, const SpsaPlan *plan, const double *start, Err *err);
void spsa_release(Spsa *spsa);

/* The two points to look at in a direction (below directions) of the iteration at hand. */
void spsa_probe(const Spsa *spsa, uint32_t direction, double *plus, double *minus);

/* Ends the iteration: how much better plus was than minus, by direction; what is sought is as much as
 * possible. */
void spsa_step(Spsa *spsa, const double *differences);

/* What was found so far. */
void spsa_found(const Spsa *spsa, double *found);

#endif
