/* stats.h: what a number of games says about a policy, and how surely.
 *
 * Pure functions on counts, and how their intervals are written. Counts are integers, so that a result does
 * not depend on the order in which games ended.
 */
#ifndef MARSHAL_EVAL_STATISTICS_STATS_H
#define MARSHAL_EVAL_STATISTICS_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/jsonout.h"

/* 97.5% point of the normal distribution: two-sided 95% intervals. */
#define STATS_Z95 1.959963984540054

typedef struct Interval {
    double low;
    double high;
} Interval;

/* A member of a JSON object: [low, high]; an end without bound is null. */
void stats_key_interval(JsonOut *out, const char *key, Interval interval);

/* Interval of a proportion, E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", JASA 22 (1927): stays inside [0, 1] and keeps its coverage near 0 and 1, where the textbook p
 * +- z sqrt(p(1-p)/n) fails (L. D. Brown, T. T. Cai, A. DasGupta, Statistical Science 16, 2001). count = 0
 * gives [0, 1]. */
Interval stats_wilson(uint64_t successes, uint64_t count, double z);
/* The same of a sum of scores from 0 to 1, such as games with draws as half: too wide rather than too narrow,
 * since such scores spread less than successes. */
Interval stats_wilson_score(double sum, uint64_t count, double z);

/* Exact interval of a proportion, C. J. Clopper, E. S. Pearson, "The Use of Confidence or Fiducial Limits
 * Illustrated in the Case of the Binomial", Biometrika 26 (1934): covers the truth in at least 95% of cases
 * whatever it is, at the price of being wide. z as above: the two-sided level it stands for. count = 0 gives
 * [0, 1]. */
Interval stats_clopper_pearson(uint64_t successes, uint64_t count, double z);

/* The regularized incomplete beta function I_x(a, b), a and b above 0, x in [0, 1]: the chance that a beta
 * variable is at most x. By its continued fraction, NIST Digital Library of Mathematical Functions 8.17.22.
 */
double stats_beta_cdf(double x, double a, double b);

/* Outcomes of the same trials under two conditions: how often both succeeded, only one, none. */
typedef struct PairedCounts {
    uint64_t both;
    uint64_t first;  /* only under the first */
    uint64_t second; /* only under the second */
    uint64_t neither;
} PairedCounts;

/* Interval of the difference of two proportions from the same trials, second less first: R. G. Newcombe,
 * "Improved confidence intervals for the difference between binomial proportions based on paired data",
 * Statistics in Medicine 17 (1998), 2635-2650, method 10: Wilson's intervals of both, squared and added, with
 * a correlation corrected for continuity. No trials give [-1, 1]. */
Interval stats_newcombe_paired(const PairedCounts *counts, double z);

/* Chance of a split of the trials that differ at least as uneven as this one if both proportions were equal
 * (exact, two sides; Q. McNemar, Psychometrika 12, 1947). */
double stats_mcnemar(const PairedCounts *counts);

/* A number computed from values; may reorder them. */
typedef double (*StatsStatistic)(void *context, double *values, size_t count);

/* Percentile interval of a statistic by resampling (B. Efron, "Bootstrap Methods: Another Look at the
 * Jackknife", Annals of Statistics 7, 1979; B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap",
 * 1993, chapter 13): the middle `level` of the statistic over `samples` samples of count values drawn with
 * replacement. The same seed gives the same interval. work has room for count + samples numbers. count and
 * samples at least 1. */
typedef struct Bootstrap {
    const double *values;
    size_t count;
    StatsStatistic statistic;
    void *context; /* for the statistic */
    uint32_t samples;
    double level;
    uint64_t seed;
    double *work;
} Bootstrap;

Interval stats_bootstrap(const Bootstrap *bootstrap);

/* successes / count, or 0 if count is 0. */
double stats_rate(uint64_t successes, uint64_t count);

/* The median; sorts values in place. count at least 1; of an even number, the mean of the middle two. */
double stats_median(double *values, size_t count);

#endif
