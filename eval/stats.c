/* stats.c: intervals and averages. */
#include "eval/stats.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

Interval stats_wilson(uint64_t successes, uint64_t count, double z)
{
    assert(successes <= count);
    if (count == 0) {
        return (Interval){0.0, 1.0};
    }
    const double n = (double)count;
    const double p = (double)successes / n;
    const double shrink = 1.0 + z * z / n;
    const double centre = (p + z * z / (2.0 * n)) / shrink;
    const double half = z / shrink * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    /* at 0 and n successes the exact ends are 0 and 1: do not let rounding say otherwise */
    return (Interval){successes == 0 ? 0.0 : centre - half, successes == count ? 1.0 : centre + half};
}

double stats_rate(uint64_t successes, uint64_t count)
{
    return count > 0 ? (double)successes / (double)count : 0.0;
}

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

double stats_median(double *values, size_t count)
{
    assert(count > 0);
    qsort(values, count, sizeof values[0], compare_doubles);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2.0;
}
