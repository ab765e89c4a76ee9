/* stats.c: intervals and averages. */
#include "eval/statistics/stats.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/rng.h"

void stats_key_interval(JsonOut *out, const char *key, Interval interval)
{
    jsonout_key(out, key);
    jsonout_begin(out, '[');
    jsonout_double(out, interval.low);
    jsonout_double(out, interval.high);
    jsonout_end(out, ']');
}

Interval stats_wilson(uint64_t successes, uint64_t count, double z)
{
    assert(successes <= count);
    return stats_wilson_score((double)successes, count, z);
}

Interval stats_wilson_score(double sum, uint64_t count, double z)
{
    const double n = (double)count;
    assert(sum >= 0.0 && sum <= n);
    if (count == 0) {
        return (Interval){0.0, 1.0};
    }
    const double p = sum / n;
    const double shrink = 1.0 + z * z / n;
    const double centre = (p + z * z / (2.0 * n)) / shrink;
    const double half = z / shrink * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    /* at 0 and n successes the exact ends are 0 and 1: do not let rounding say otherwise */
    return (Interval){sum <= 0.0 ? 0.0 : centre - half, sum >= n ? 1.0 : centre + half};
}

/* The continued fraction of the incomplete beta function by Lentz's method (W. J. Lentz, Applied Optics 15,
 * 1976); it converges fast where x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1.0;
    double d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m < 10000; m++) {
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 + even * d;
        c = 1.0 + even / c;
        d = 1.0 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        value *= c * d;
        d = 1.0 + odd * d;
        c = 1.0 + odd / c;
        d = 1.0 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        value *= c * d;
        if (fabs(c * d - 1.0) < 1e-15) {
            break;
        }
    }
    return value;
}

double stats_beta_cdf(double x, double a, double b)
{
    assert(a > 0.0 && b > 0.0);
    if (x <= 0.0 || x >= 1.0) {
        return x <= 0.0 ? 0.0 : 1.0;
    }
    /* lgamma also writes its sign into a global; nobody here reads it */
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(x, a, b) / a
                                         : 1.0 - front * beta_fraction(1.0 - x, b, a) / b;
}

/* The x at which a beta variable's chance to be at most x is this. */
static double beta_quantile(double chance, double a, double b)
{
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < 200 && high - low > 1e-16 * high; i++) {
        const double middle = (low + high) / 2.0;
        if (stats_beta_cdf(middle, a, b) < chance) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2.0;
}

Interval stats_clopper_pearson(uint64_t successes, uint64_t count, double z)
{
    assert(successes <= count);
    const double tail = 0.5 * erfc(z / sqrt(2.0));
    const double x = (double)successes;
    const double n = (double)count;
    return (Interval){successes == 0 ? 0.0 : beta_quantile(tail, x, n - x + 1.0),
                      successes == count ? 1.0 : beta_quantile(1.0 - tail, x + 1.0, n - x)};
}

/* The correlation of method 10. */
static double paired_correlation(double both, double first, double second, double neither)
{
    const double product = (both + first) * (second + neither) * (both + second) * (first + neither);
    const double half = (both + first + second + neither) / 2.0;
    const double excess = both * neither - first * second;
    if (product <= 0.0 || (excess >= 0.0 && excess <= half)) {
        return 0.0;
    }
    return (excess > half ? excess - half : excess) / sqrt(product);
}

Interval stats_newcombe_paired(const PairedCounts *counts, double z)
{
    const uint64_t count = counts->both + counts->first + counts->second + counts->neither;
    if (count == 0) {
        return (Interval){-1.0, 1.0};
    }
    const double n = (double)count;
    const double first = (double)(counts->both + counts->first) / n;
    const double second = (double)(counts->both + counts->second) / n;
    const Interval a = stats_wilson(counts->both + counts->first, count, z);
    const Interval b = stats_wilson(counts->both + counts->second, count, z);
    const double phi = paired_correlation((double)counts->both, (double)counts->first, (double)counts->second,
                                          (double)counts->neither);
    const double below[2] = {second - b.low, a.high - first};
    const double above[2] = {b.high - second, first - a.low};
    const double down = below[0] * below[0] - 2.0 * phi * below[0] * below[1] + below[1] * below[1];
    const double up = above[0] * above[0] - 2.0 * phi * above[0] * above[1] + above[1] * above[1];
    return (Interval){second - first - sqrt(fmax(down, 0.0)), second - first + sqrt(fmax(up, 0.0))};
}

double stats_mcnemar(const PairedCounts *counts)
{
    const uint64_t few = counts->first < counts->second ? counts->first : counts->second;
    const uint64_t all = counts->first + counts->second;
    if (2 * few == all) {
        return 1.0;
    }
    /* the chance of at most `few` heads in `all` throws is that a beta variable exceeds one half */
    return fmin(1.0, 2.0 * (1.0 - stats_beta_cdf(0.5, (double)few + 1.0, (double)(all - few))));
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

/* Quantile of sorted values, straight between neighbours. */
static double quantile(const double *sorted, size_t count, double share)
{
    const double at = share * (double)(count - 1);
    const size_t below = (size_t)at;
    const double rest = at - (double)below;
    return below + 1 < count ? sorted[below] * (1.0 - rest) + sorted[below + 1] * rest : sorted[count - 1];
}

Interval stats_bootstrap(const Bootstrap *bootstrap)
{
    assert(bootstrap->count > 0 && bootstrap->count <= UINT32_MAX && bootstrap->samples > 0);
    double *sample = bootstrap->work;
    double *found = bootstrap->work + bootstrap->count;
    for (uint32_t s = 0; s < bootstrap->samples; s++) {
        Rng rng = rng_derive(bootstrap->seed, RNG_PURPOSE_BOOTSTRAP, s);
        for (size_t i = 0; i < bootstrap->count; i++) {
            sample[i] = bootstrap->values[rng_bounded(&rng, (uint32_t)bootstrap->count)];
        }
        found[s] = bootstrap->statistic(bootstrap->context, sample, bootstrap->count);
    }
    qsort(found, bootstrap->samples, sizeof found[0], compare_doubles);
    const double tail = (1.0 - bootstrap->level) / 2.0;
    return (Interval){quantile(found, bootstrap->samples, tail),
                      quantile(found, bootstrap->samples, 1.0 - tail)};
}
