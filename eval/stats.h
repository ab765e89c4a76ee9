/* stats.h: what a number of games says about a policy, and how surely.
 *
 * Pure functions on counts. Counts are integers, so that a result does not depend on the order in which games
 * ended.
 */
#ifndef MARSHAL_EVAL_STATS_H
#define MARSHAL_EVAL_STATS_H

#include <stddef.h>
#include <stdint.h>

/* 97.5% point of the normal distribution: two-sided 95% intervals. */
#define STATS_Z95 1.959963984540054

typedef struct Interval {
    double low;
    double high;
} Interval;

/* Interval of a proportion, E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", JASA 22 (1927): stays inside [0, 1] and keeps its coverage near 0 and 1, where the textbook p
 * +- z sqrt(p(1-p)/n) fails (L. D. Brown, T. T. Cai, A. DasGupta, Statistical Science 16, 2001). count = 0
 * gives [0, 1]. */
Interval stats_wilson(uint64_t successes, uint64_t count, double z);

/* successes / count, or 0 if count is 0. */
double stats_rate(uint64_t successes, uint64_t count);

/* The median; sorts values in place. count at least 1; of an even number, the mean of the middle two. */
double stats_median(double *values, size_t count);

#endif
