/* report_stats.h: what a report needs beyond stats.h: differences of shares over several groups, the t
 * distribution. */
#ifndef MARSHAL_EVAL_REPORT_REPORT_STATS_H
#define MARSHAL_EVAL_REPORT_REPORT_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "eval/statistics/stats.h"

/* 97.5% point of Student's t distribution: the exact ones up to 10 degrees of freedom, beyond by the
 * expansion of R. A. Fisher and E. A. Cornish (Technometrics 2, 1960), which is right to 0.001 there. */
double report_t95(uint64_t freedom);

/* Successes, or points from 0 to 1, with and without something, in one group (of games between the same
 * policies). */
typedef struct ReportContrast {
    uint64_t with;
    double with_won;
    uint64_t without;
    double without_won;
} ReportContrast;

typedef struct ReportDifference {
    double difference; /* share with less share without; 0 if no group knows both */
    Interval interval; /* 95% */
} ReportDifference;

/* The difference between like and like: within each group, then averaged with the weights of N. Mantel and W.
 * Haenszel (with * without / both; J. Natl. Cancer Inst. 22, 1959), so that a strong player's liking for a
 * card is not taken for the card's merit. Interval: Wilson's limits of the shares, combined as in G. Y. Zou,
 * A. Donner, Statistics in Medicine 27, 2008; with one group that is method 10 of R. G. Newcombe, Statistics
 * in Medicine 17, 1998. Groups that know only one of the two say nothing; [-1, 1] if all are such. */
ReportDifference report_difference(const ReportContrast *groups, size_t count);

#endif
