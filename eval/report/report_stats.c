/* report_stats.c: differences between shares, and the t distribution. */
#include "eval/report/report_stats.h"

#include <math.h>

double report_t95(uint64_t freedom)
{
    static const double exact[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                   2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
    if (freedom == 0) {
        return HUGE_VAL;
    }
    if (freedom <= sizeof exact / sizeof exact[0]) {
        return exact[freedom - 1];
    }
    const double z = STATS_Z95;
    const double n = (double)freedom;
    const double first = (pow(z, 3) + z) / 4.0;
    const double second = (5.0 * pow(z, 5) + 16.0 * pow(z, 3) + 3.0 * z) / 96.0;
    const double third = (3.0 * pow(z, 7) + 19.0 * pow(z, 5) + 17.0 * pow(z, 3) - 15.0 * z) / 384.0;
    return z + first / n + second / (n * n) + third / (n * n * n);
}

static double weight(const ReportContrast *group)
{
    const double with = (double)group->with;
    const double without = (double)group->without;
    return with > 0.0 && without > 0.0 ? with * without / (with + without) : 0.0;
}

static double square(double x) { return x * x; }

ReportDifference report_difference(const ReportContrast *groups, size_t count)
{
    double weights = 0.0;
    double difference = 0.0;
    double below = 0.0; /* squares of the distances to the limits */
    double above = 0.0;
    for (size_t i = 0; i < count; i++) {
        weights += weight(&groups[i]);
    }
    if (!(weights > 0.0)) {
        return (ReportDifference){0.0, {-1.0, 1.0}};
    }
    for (size_t i = 0; i < count; i++) {
        const ReportContrast *group = &groups[i];
        const double w = weight(group) / weights;
        if (w > 0.0) {
            const double with = group->with_won / (double)group->with;
            const double without = group->without_won / (double)group->without;
            const Interval of_with = stats_wilson_score(group->with_won, group->with, STATS_Z95);
            const Interval of_without = stats_wilson_score(group->without_won, group->without, STATS_Z95);
            difference += w * (with - without);
            below += square(w * (with - of_with.low)) + square(w * (of_without.high - without));
            above += square(w * (of_with.high - with)) + square(w * (without - of_without.low));
        }
    }
    return (ReportDifference){difference,
                              {fmax(-1.0, difference - sqrt(below)), fmin(1.0, difference + sqrt(above))}};
}
