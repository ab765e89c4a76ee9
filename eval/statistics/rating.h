/* rating.h: strength of several policies at once, from all games between them.
 *
 * Model (R. A. Bradley, M. E. Terry, Biometrika 39, 1952, with a home advantage as in A. Agresti, Categorical
 * Data Analysis, section 11.6): the French seat's expected score in a game of scenario s between policies f
 * (French) and c (Coalition) is 1 / (1 + 10^(-(rating_f - rating_c + advantage_s) / 400)), draws counted as
 * half. Ratings and advantages have the largest likelihood, under a normal prior of RATING_PRIOR Elo on each
 * rating, which changes nothing that games tell and keeps those finite who have won or lost them all. Ratings
 * have the mean 0.
 *
 * Intervals: the two games of a pair share their luck, so pairs, not games, are independent: errors come from
 * the sandwich estimator over pairs (P. J. Huber 1967; K.-Y. Liang, S. L. Zeger, Biometrika 73, 1986). A
 * policy whose pairs were all won or all lost has residuals that know nothing; it gets the error of the
 * likelihood's curvature instead, if that is larger.
 */
#ifndef MARSHAL_EVAL_STATISTICS_RATING_H
#define MARSHAL_EVAL_STATISTICS_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/statistics/stats.h"

enum { RATING_POLICIES_MAX = 128, RATING_SCENARIOS_MAX = 64 };
#define RATING_PRIOR 1000.0

/* Results of one game, or of one of a pair, for its French seat. */
enum { RATING_LOST, RATING_DRAWN, RATING_WON, RATING_RESULTS };

/* Games between two policies on one scenario. */
typedef struct RatingCell {
    uint32_t a, b; /* policies; the same one twice tells only of the seats */
    uint32_t scenario;
    uint64_t pairs[RATING_RESULTS]
                  [RATING_RESULTS];     /* [result of the French a][result of the French b], seats swapped */
    uint64_t single[2][RATING_RESULTS]; /* games without a partner: a French, b French */
} RatingCell;

typedef struct RatingEstimate {
    double elo;
    double error;      /* standard error */
    Interval interval; /* 95% */
} RatingEstimate;

typedef struct RatingResult {
    RatingEstimate policies[RATING_POLICIES_MAX];
    RatingEstimate scenarios[RATING_SCENARIOS_MAX]; /* advantage of the French seat */
    bool connected; /* false: there are groups that never met, whose ratings cannot be compared */
} RatingResult;

/* Fits. Policies and scenarios without games get 0 with an infinite interval. False and err only without
 * memory. */
bool rating_fit(const RatingCell *cells, size_t cell_count, uint32_t policies, uint32_t scenarios,
                RatingResult *result, Err *err);

#endif
