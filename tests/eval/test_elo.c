/* test_elo.c: Elo, its intervals, likelihood of superiority and the sequential test, against published values
 * and values computed independently (Python's decimal module, 50 digits, the fixed-mean equation of Van den
 * Bergh's proposition 1.1 solved by bisection; the third column of LOSSES also by brute force over all
 * distributions). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/statistics/elo.h"

static bool close_to(double found, double expected, double tolerance)
{
    return fabs(found - expected) <= tolerance;
}

Test(elo, score_and_back)
{
    /* the table of the logistic curve: 400 points are odds of ten to one */
    cr_expect(close_to(elo_to_score(0), 0.5, 1e-15));
    cr_expect(close_to(elo_to_score(400), 10.0 / 11.0, 1e-15));
    cr_expect(close_to(elo_to_score(-400), 1.0 / 11.0, 1e-15));
    cr_expect(close_to(elo_from_score(0.75), 190.848501887865, 1e-9));
    for (int elo = -1000; elo <= 1000; elo += 50) {
        cr_expect(close_to(elo_from_score(elo_to_score(elo)), elo, 1e-9), "%d", elo);
    }
    cr_expect(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
    cr_expect(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
}

/* fastchess, app/tests/elo_test.cpp: "EloPentanomial 1" to "3"; it takes +-1.96 standard errors for its
 * interval */
Test(elo, published_values)
{
    static const struct {
        uint64_t pairs[ELO_VALUES];
        double elo;
        double half_width;
        double normalized;
        double los;
    } rows[] = {
        {{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 0.99997},
        {{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 0.0505},
        {{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const EloScore score = elo_score(rows[i].pairs);
        const Interval elo = elo_interval(&score);
        cr_expect(close_to(elo_from_score(score.score), rows[i].elo, 0.006), "%zu", i);
        cr_expect(close_to((elo.high - elo.low) / 2, rows[i].half_width, 0.03), "%zu: %g", i,
                  (elo.high - elo.low) / 2);
        cr_expect(close_to(elo_normalized(&score), rows[i].normalized, 0.006), "%zu", i);
        cr_expect(close_to(elo_los(rows[i].pairs), rows[i].los, 0.00006), "%zu", i);
    }
}

Test(elo, intervals_computed_independently)
{
    static const struct {
        uint64_t pairs[ELO_VALUES];
        double score, error, low, high;
    } rows[] = {
        {{34, 54, 63, 64, 75}, 0.579310344828, 0.019748978230, 0.5402691842, 0.6176321654},
        {{332, 433, 498, 333, 334}, 0.487564766839, 0.007581013047, 0.4727278380, 0.5024430361},
        {{83, 0, 214, 0, 72}, 0.485094850949, 0.016851928606, 0.4520665659, 0.5181885083},
        {{0, 0, 2, 0, 98}, 0.99, 0.007, 0.9674706043, 0.9983231938},
        {{0, 0, 100, 0, 0}, 0.5, 0.0, 0.4904879953, 0.5095120047},
        {{0, 0, 0, 0, 10}, 1.0, 0.0, 0.8252466720, 1.0},
        {{0, 0, 0, 0, 0}, 0.5, 0.0, 0.0, 1.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const EloScore score = elo_score(rows[i].pairs);
        cr_expect(close_to(score.score, rows[i].score, 1e-11), "%zu", i);
        cr_expect(close_to(score.error, rows[i].error, 1e-11), "%zu", i);
        cr_expect(close_to(score.interval.low, rows[i].low, 1e-9), "%zu: %.12f", i, score.interval.low);
        cr_expect(close_to(score.interval.high, rows[i].high, 1e-9), "%zu: %.12f", i, score.interval.high);
    }
}

Test(elo, ends_of_the_scale)
{
    static const uint64_t all_won[ELO_VALUES] = {0, 0, 0, 0, 10};
    static const uint64_t all_lost[ELO_VALUES] = {10, 0, 0, 0, 0};
    EloScore score = elo_score(all_won);
    Interval elo = elo_interval(&score);
    /* n log s = -1.96^2 / 2 has the solution s = exp(-1.92 / n) */
    cr_expect(close_to(score.interval.low, exp(-STATS_Z95 * STATS_Z95 / 20.0), 1e-12));
    cr_expect(isfinite(elo.low) && isinf(elo.high) && isnan(elo_normalized(&score)));
    score = elo_score(all_lost);
    elo = elo_interval(&score);
    cr_expect(isinf(elo.low) && isfinite(elo.high));
}

static void mirror(const uint64_t pairs[ELO_VALUES], uint64_t mirrored[ELO_VALUES])
{
    for (int i = 0; i < ELO_VALUES; i++) {
        mirrored[i] = pairs[ELO_VALUES - 1 - i];
    }
}

Test(elo, loss)
{
    static const uint64_t won[ELO_VALUES] = {0, 0, 0, 0, 12};
    static const uint64_t level[ELO_VALUES] = {0, 0, 50, 0, 0};
    static const uint64_t mixed[ELO_VALUES] = {3, 10, 40, 20, 7};
    static const uint64_t none[ELO_VALUES] = {0, 0, 0, 0, 0};
    /* all pairs won: a mean of s allows the probability s; all level: a mean of s > 1/2 allows 2 (1 - s) */
    cr_expect(close_to(elo_loss(won, 0.6), -12.0 * log(0.6), 1e-12));
    cr_expect(close_to(elo_loss(level, 0.6), -50.0 * log(0.8), 1e-12));
    cr_expect(close_to(elo_loss(level, 0.4), -50.0 * log(0.8), 1e-12));
    cr_expect(close_to(elo_loss(mixed, elo_score(mixed).score), 0.0, 1e-12));
    cr_expect_eq(elo_loss(none, 0.3), 0.0);
    double before = (double)INFINITY;
    for (int i = 1; i < 1000; i++) {
        uint64_t mirrored[ELO_VALUES];
        const double mean = i / 1000.0;
        const double loss = elo_loss(mixed, mean);
        mirror(mixed, mirrored);
        cr_expect(close_to(loss, elo_loss(mirrored, 1.0 - mean), 1e-9 * (1.0 + loss)), "%d", i);
        cr_expect(isfinite(loss) && loss >= 0);
        cr_expect(mean < elo_score(mixed).score ? loss < before : true, "falls up to the score: %d", i);
        before = loss;
    }
}

Test(elo, likelihood_of_superiority)
{
    static const uint64_t none[ELO_VALUES] = {0, 0, 0, 0, 0};
    static const uint64_t level[ELO_VALUES] = {0, 0, 50, 0, 0};
    static const uint64_t balanced[ELO_VALUES] = {7, 1, 3, 1, 7};
    cr_expect_eq(elo_los(none), 0.5);
    cr_expect_eq(elo_los(level), 0.5);
    cr_expect_eq(elo_los(balanced), 0.5);
    double before = 0.5;
    for (uint64_t pairs = 1; pairs <= 40; pairs++) {
        /* variance 0: Phi(sqrt(2 n ln 2)), surer with every pair but not sure after one */
        const uint64_t won[ELO_VALUES] = {0, 0, 0, 0, pairs};
        const uint64_t lost[ELO_VALUES] = {pairs, 0, 0, 0, 0};
        const double los = elo_los(won);
        cr_expect(close_to(los, erfc(-sqrt((double)pairs * log(2.0))) / 2, 1e-12));
        cr_expect(los > before || los == 1.0);
        cr_expect(close_to(elo_los(lost), 1.0 - los, 1e-12));
        before = los;
    }
    cr_expect(before > 1.0 - 1e-9);
}

/* The exact number is a matter of chance, but of the same chance every time. */
static void draw_pairs(uint64_t pairs[ELO_VALUES], const uint32_t weights[ELO_VALUES], int count, Rng *rng)
{
    for (int n = 0; n < count; n++) {
        uint32_t draw = rng_bounded(rng, 1000);
        int i = 0;
        while (draw >= weights[i]) {
            draw -= weights[i++];
        }
        pairs[i]++;
    }
}

static double mean_of(const uint32_t weights[ELO_VALUES])
{
    double mean = 0;
    for (int i = 0; i < ELO_VALUES; i++) {
        mean += weights[i] / 1000.0 * i / (ELO_VALUES - 1);
    }
    return mean;
}

Test(elo, interval_covers)
{
    /* in the second and third case the interval score +- 1.96 error holds the truth in 87% and 26% of all
     * duels of 10 pairs */
    static const uint32_t weights[][ELO_VALUES] = {
        {250, 0, 500, 0, 250}, {20, 0, 180, 0, 800}, {0, 0, 30, 0, 970}, {50, 200, 500, 200, 50}};
    enum { DUELS = 1500 };
    for (size_t i = 0; i < sizeof weights / sizeof weights[0]; i++) {
        for (int pairs = 10; pairs <= 90; pairs *= 3) {
            Rng rng = rng_derive(11, RNG_PURPOSE_FUZZ, i);
            int held = 0;
            for (int duel = 0; duel < DUELS; duel++) {
                uint64_t seen[ELO_VALUES] = {0, 0, 0, 0, 0};
                draw_pairs(seen, weights[i], pairs, &rng);
                held += 2.0 * elo_loss(seen, mean_of(weights[i])) <= STATS_Z95 * STATS_Z95;
            }
            cr_expect(held > 0.88 * DUELS, "%zu: %d of %d duels of %d pairs", i, held, DUELS, pairs);
        }
    }
}

/* ---- sequential test ---- */

Test(sprt, published_values)
{
    /* fastchess, app/tests/sprt_test.cpp: "logistic pentanomial 1" and "2" */
    static const uint64_t one[ELO_VALUES] = {223, 9863, 20279 + 1000, 10037, 246};
    static const uint64_t two[ELO_VALUES] = {871, 26175, 55003 + 980, 26678, 821};
    const EloSprtResult first = elo_sprt(&(EloSprt){0.5, 2.5}, one);
    const EloSprtResult second = elo_sprt(&(EloSprt){0, 2}, two);
    cr_expect(close_to(first.llr, -3.07, 0.005) && first.state == ELO_SPRT_ACCEPT_H0, "%g", first.llr);
    cr_expect(close_to(second.llr, -4.98, 0.005) && second.state == ELO_SPRT_ACCEPT_H0, "%g", second.llr);
    cr_expect(close_to(first.lower, -2.944438979166, 1e-12));
    cr_expect(close_to(first.upper, 2.944438979166, 1e-12));
}

Test(sprt, values_computed_independently)
{
    static const struct {
        uint64_t pairs[ELO_VALUES];
        EloSprt test;
        double llr;
        enum elo_sprt_state state;
    } rows[] = {
        {{223, 9863, 21279, 10037, 246}, {0.5, 2.5}, -3.0741264396, ELO_SPRT_ACCEPT_H0},
        {{871, 26175, 55983, 26678, 821}, {0, 2}, -4.9786728634, ELO_SPRT_ACCEPT_H0},
        {{0, 0, 0, 0, 104}, {0, 5}, 1.4859112016, ELO_SPRT_RUNNING},
        {{0, 0, 203, 0, 0}, {0, 5}, -2.9424253088, ELO_SPRT_RUNNING},
        {{0, 0, 204, 0, 0}, {0, 5}, -2.9569200148, ELO_SPRT_ACCEPT_H0},
        {{0, 0, 2, 0, 98}, {0, 50}, 13.3591846262, ELO_SPRT_ACCEPT_H1},
        {{83, 0, 214, 0, 72}, {0, 20}, -2.9450544140, ELO_SPRT_ACCEPT_H0},
        {{3, 10, 40, 20, 7}, {0, 30}, 2.2105030935, ELO_SPRT_RUNNING},
        {{0, 5, 9, 0, 0}, {-10, 10}, -0.8059047825, ELO_SPRT_RUNNING}, /* the rest goes to a value not seen */
        {{1, 2, 3, 4, 90}, {0, 10}, 2.7724943105, ELO_SPRT_RUNNING},
        {{0, 0, 0, 0, 0}, {0, 10}, 0, ELO_SPRT_RUNNING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t mirrored[ELO_VALUES];
        const EloSprtResult result = elo_sprt(&rows[i].test, rows[i].pairs);
        cr_expect(close_to(result.llr, rows[i].llr, 1e-8), "%zu: %.10f", i, result.llr);
        cr_expect_eq(result.state, rows[i].state, "%zu", i);
        /* the other policy's view of the same test */
        mirror(rows[i].pairs, mirrored);
        const EloSprt other = {-rows[i].test.elo1, -rows[i].test.elo0};
        cr_expect(close_to(elo_sprt(&other, mirrored).llr, -result.llr, 1e-8), "%zu", i);
    }
    cr_expect_str_eq(elo_sprt_state_name(ELO_SPRT_RUNNING), "running");
    cr_expect_str_eq(elo_sprt_state_name(ELO_SPRT_ACCEPT_H0), "accept_h0");
    cr_expect_str_eq(elo_sprt_state_name(ELO_SPRT_ACCEPT_H1), "accept_h1");
}

/* Plays imaginary duels until they are decided; returns how many accepted H1. */
static int accepted_h1(const EloSprt *test, const uint32_t weights[ELO_VALUES], int duels)
{
    Rng rng = rng_derive(12, RNG_PURPOSE_FUZZ, 0);
    int accepted = 0;
    for (int duel = 0; duel < duels; duel++) {
        uint64_t pairs[ELO_VALUES] = {0, 0, 0, 0, 0};
        enum elo_sprt_state state = ELO_SPRT_RUNNING;
        while (state == ELO_SPRT_RUNNING) {
            draw_pairs(pairs, weights, 1, &rng);
            state = elo_sprt(test, pairs).state;
        }
        accepted += state == ELO_SPRT_ACCEPT_H1;
    }
    return accepted;
}

Test(sprt, errs_as_rarely_as_promised)
{
    static const uint32_t equal[ELO_VALUES] = {250, 0, 500, 0, 250};
    static const uint32_t better[ELO_VALUES] = {150, 50, 400, 50, 350};
    enum { DUELS = 400 };
    /* each hypothesis is the truth in turn; 5% of 400 is 20, three standard deviations are 13 */
    const EloSprt above = {0, elo_from_score(mean_of(better))};
    const int wrong = accepted_h1(&above, equal, DUELS);
    const int right = accepted_h1(&above, better, DUELS);
    cr_expect(wrong <= 33, "H1 accepted in %d of %d duels of equals", wrong, DUELS);
    cr_expect(right >= DUELS - 33, "H1 accepted in %d of %d duels in which it holds", right, DUELS);
}
