/* test_stats.c: intervals and tests against published values, and their coverage in simulated matches. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/rng.h"
#include "eval/statistics/stats.h"

static bool near(double found, double expected, double tolerance)
{
    return fabs(found - expected) <= tolerance;
}

enum { MATCHES = 1000 };

/* True with this chance. */
static bool chance(Rng *rng, double rate) { return rng_next(rng) < rate * 4294967296.0; }

/* Probability of k successes in n trials. */
static double binomial(int k, int n, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log(1.0 - p));
}

Test(intervals, beta_cdf)
{
    /* I_x(1, b) = 1 - (1 - x)^b, I_x(a, 1) = x^a, I_x(2, 2) = x^2 (3 - 2 x); a binomial tail by its sum */
    for (double x = 0.0; x <= 1.0; x += 0.05) {
        cr_expect(near(stats_beta_cdf(x, 1, 7.5), 1.0 - pow(1.0 - x, 7.5), 1e-13), "%g", x);
        cr_expect(near(stats_beta_cdf(x, 4.25, 1), pow(x, 4.25), 1e-13), "%g", x);
        cr_expect(near(stats_beta_cdf(x, 2, 2), x * x * (3.0 - 2.0 * x), 1e-13), "%g", x);
    }
    double tail = 0.0;
    for (int k = 37; k <= 100; k++) {
        tail += binomial(k, 100, 0.3);
    }
    cr_expect(near(stats_beta_cdf(0.3, 37, 64), tail, 1e-12));
    cr_expect(near(stats_beta_cdf(0.5, 50000, 50000), 0.5, 1e-10));
}

Test(intervals, clopper_pearson_published_values)
{
    /* R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
     * (1998), table I, the exact method */
    static const struct {
        uint64_t successes, count;
        double low, high;
    } rows[] = {
        {81, 263, 0.2527, 0.3676}, {15, 148, 0.0578, 0.1617}, {0, 20, 0.0, 0.1684}, {1, 29, 0.0009, 0.1776}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Interval found = stats_clopper_pearson(rows[i].successes, rows[i].count, STATS_Z95);
        cr_expect(near(found.low, rows[i].low, 5e-5) && near(found.high, rows[i].high, 5e-5), "%zu: %g %g", i,
                  found.low, found.high);
    }
    const Interval all = stats_clopper_pearson(20, 20, STATS_Z95);
    const Interval none = stats_clopper_pearson(0, 0, STATS_Z95);
    cr_expect(near(all.low, 1.0 - 0.1684, 5e-5) && near(all.high, 1.0, 0.0));
    cr_expect(near(none.low, 0.0, 0.0) && near(none.high, 1.0, 0.0));
}

Test(intervals, clopper_pearson_never_covers_less)
{
    static const double rates[] = {0.01, 0.2, 0.5, 0.93};
    enum { GAMES = 120 };
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        double coverage = 0;
        for (int wins = 0; wins <= GAMES; wins++) {
            const Interval interval = stats_clopper_pearson((uint64_t)wins, GAMES, STATS_Z95);
            coverage +=
                interval.low <= rates[i] && rates[i] <= interval.high ? binomial(wins, GAMES, rates[i]) : 0.0;
        }
        cr_expect(coverage >= 0.95 && coverage < 0.995, "rate %g: %g", rates[i], coverage);
    }
}

Test(intervals, newcombe_paired_published_values)
{
    /* M. W. Fagerland, S. Lydersen, P. Laake, "Recommended tests and confidence intervals for paired binomial
     * proportions", Statistics in Medicine 33 (2014), the airway data of Bentur and others: -0.507 to -0.026.
     * The others from Newcombe's formula in Python, independently. */
    static const struct {
        PairedCounts counts;
        double low, high;
        double tolerance;
    } rows[] = {
        {{1, 7, 1, 12}, -0.507, -0.026, 5e-4},
        {{59, 16, 6, 80}, -0.11862119563870992, -0.004625113933050047, 1e-12},
        {{20, 2, 12, 16}, 0.05615642484174824, 0.32920699540014053, 1e-12},
        {{14, 0, 5, 22}, 0.011483241383033305, 0.2264926843512112, 1e-12},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Interval found = stats_newcombe_paired(&rows[i].counts, STATS_Z95);
        cr_expect(near(found.low, rows[i].low, rows[i].tolerance) &&
                      near(found.high, rows[i].high, rows[i].tolerance),
                  "%zu: %.16g %.16g", i, found.low, found.high);
    }
    const Interval nothing = stats_newcombe_paired(&(PairedCounts){0, 0, 0, 0}, STATS_Z95);
    cr_expect(near(nothing.low, -1.0, 0.0) && near(nothing.high, 1.0, 0.0));
    /* swapping the conditions mirrors the interval */
    const Interval one = stats_newcombe_paired(&(PairedCounts){31, 7, 19, 40}, STATS_Z95);
    const Interval other = stats_newcombe_paired(&(PairedCounts){31, 19, 7, 40}, STATS_Z95);
    cr_expect(near(one.low, -other.high, 1e-15) && near(one.high, -other.low, 1e-15));
}

Test(intervals, mcnemar_known_values)
{
    /* 5 against 0: 2 / 2^5; 12 against 2: 2 (1 + 14 + 91) / 2^14; no difference: 1 */
    cr_expect(near(stats_mcnemar(&(PairedCounts){14, 5, 0, 22}), 0.0625, 1e-14));
    cr_expect(near(stats_mcnemar(&(PairedCounts){20, 12, 2, 16}), 212.0 / 16384.0, 1e-14));
    cr_expect(near(stats_mcnemar(&(PairedCounts){20, 2, 12, 16}), 212.0 / 16384.0, 1e-14));
    cr_expect(near(stats_mcnemar(&(PairedCounts){9, 4, 4, 9}), 1.0, 0.0));
    cr_expect(near(stats_mcnemar(&(PairedCounts){9, 0, 0, 9}), 1.0, 0.0));
}

/* ---- coverage: of 1,000 simulated matches 93-97% hold the truth ---- */

Test(coverage, win_rates)
{
    static const double rates[] = {0.08, 0.35, 0.5, 0.72};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, i);
        int wilson = 0;
        int exact = 0;
        for (int match = 0; match < MATCHES; match++) {
            uint64_t wins = 0;
            for (int game = 0; game < 250; game++) {
                wins += chance(&rng, rates[i]) ? 1 : 0;
            }
            const Interval a = stats_wilson(wins, 250, STATS_Z95);
            const Interval b = stats_clopper_pearson(wins, 250, STATS_Z95);
            wilson += a.low <= rates[i] && rates[i] <= a.high;
            exact += b.low <= rates[i] && rates[i] <= b.high;
        }
        cr_expect(wilson >= 930 && wilson <= 970, "rate %g: Wilson %d", rates[i], wilson);
        cr_expect(exact >= 940 && exact <= 985, "rate %g: Clopper-Pearson %d", rates[i], exact);
    }
}

Test(coverage, paired_differences)
{
    /* chances of: both, only the first, only the second, neither */
    static const double cells[][4] = {
        {0.35, 0.15, 0.15, 0.35}, {0.2, 0.1, 0.25, 0.45}, {0.25, 0.25, 0.25, 0.25}, {0.6, 0.02, 0.1, 0.28}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        Rng rng = rng_derive(6, RNG_PURPOSE_FUZZ, i);
        const double truth = cells[i][2] - cells[i][1];
        int held = 0;
        for (int match = 0; match < MATCHES; match++) {
            uint64_t counts[4] = {0, 0, 0, 0};
            for (int game = 0; game < 200; game++) {
                double left = (rng_next(&rng) + 0.5) / 4294967296.0;
                int cell = 0;
                while (cell < 3 && left >= cells[i][cell]) {
                    left -= cells[i][cell++];
                }
                counts[cell]++;
            }
            const Interval found =
                stats_newcombe_paired(&(PairedCounts){counts[0], counts[1], counts[2], counts[3]}, STATS_Z95);
            held += found.low <= truth && truth <= found.high;
        }
        cr_expect(held >= 930 && held <= 975, "%zu: %d", i, held);
    }
}

static double mean(void *context, double *values, size_t count)
{
    (void)context;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum / (double)count;
}

static double median(void *context, double *values, size_t count)
{
    (void)context;
    return stats_median(values, count);
}

enum { LENGTHS = 150, SAMPLES = 300 };

/* Lengths of games, sort of: the sum of three exponential times; mean 3. */
static void draw_lengths(Rng *rng, double *values)
{
    for (int i = 0; i < LENGTHS; i++) {
        values[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            values[i] -= log((rng_next(rng) + 0.5) / 4294967296.0);
        }
    }
}

static int bootstrap_coverage(StatsStatistic statistic, double truth)
{
    double values[LENGTHS];
    double work[LENGTHS + SAMPLES];
    int held = 0;
    for (int match = 0; match < MATCHES; match++) {
        Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, (uint64_t)match);
        draw_lengths(&rng, values);
        const Bootstrap plan = {values, LENGTHS, statistic, NULL, SAMPLES, 0.95, (uint64_t)match, work};
        const Interval found = stats_bootstrap(&plan);
        held += found.low <= truth && truth <= found.high;
    }
    return held;
}

Test(coverage, bootstrap)
{
    const int means = bootstrap_coverage(mean, 3.0);
    const int medians =
        bootstrap_coverage(median, 2.6740603137235603); /* of the gamma distribution of shape 3 */
    cr_expect(means >= 930 && means <= 970, "%d", means);
    cr_expect(medians >= 930 && medians <= 970, "%d", medians);
}

Test(intervals, bootstrap_is_repeatable)
{
    double values[LENGTHS];
    double work[LENGTHS + SAMPLES];
    Rng rng = rng_derive(8, RNG_PURPOSE_FUZZ, 0);
    draw_lengths(&rng, values);
    Bootstrap plan = {values, LENGTHS, mean, NULL, SAMPLES, 0.95, 1, work};
    const Interval first = stats_bootstrap(&plan);
    const Interval again = stats_bootstrap(&plan);
    plan.seed = 2;
    const Interval other = stats_bootstrap(&plan);
    cr_expect(first.low == again.low && first.high == again.high);
    cr_expect(first.low != other.low || first.high != other.high);
    /* the textbook's interval, mean +- 1.96 standard errors, is near by */
    const double centre = mean(NULL, values, LENGTHS);
    double square = 0.0;
    for (int i = 0; i < LENGTHS; i++) {
        square += (values[i] - centre) * (values[i] - centre);
    }
    const double error = sqrt(square / LENGTHS / LENGTHS);
    cr_expect(near(first.low, centre - 1.96 * error, 0.4 * error) &&
              near(first.high, centre + 1.96 * error, 0.4 * error));
    /* all alike: no width */
    const double same[4] = {2, 2, 2, 2};
    const Bootstrap flat = {same, 4, mean, NULL, SAMPLES, 0.95, 1, work};
    const Interval none = stats_bootstrap(&flat);
    cr_expect(none.low == 2.0 && none.high == 2.0);
}
