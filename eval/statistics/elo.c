/* elo.c: everything follows from one function, the profile likelihood of the mean (elo_loss). */
#include "eval/statistics/elo.h"

#include <assert.h>
#include <math.h>

static const double LN10 = 2.302585092994045684;

/* Steps of bisection: for a mean below the spacing of doubles near 1; for theta, whose range may be wide and
 * whose value may be next to 0, more (the loss is flat there, so half its digits would do). */
enum { MEAN_STEPS = 60, THETA_STEPS = 120 };

static double value_of(int i) { return (double)i / (ELO_VALUES - 1); }

static uint64_t count_of(const uint64_t pairs[ELO_VALUES])
{
    uint64_t count = 0;
    for (int i = 0; i < ELO_VALUES; i++) {
        count += pairs[i];
    }
    return count;
}

double elo_from_score(double score)
{
    assert(score >= 0 && score <= 1);
    if (score <= 0) {
        return -(double)INFINITY;
    }
    return score >= 1 ? (double)INFINITY : 400.0 * log10(score / (1.0 - score));
}

double elo_to_score(double elo) { return 1.0 / (1.0 + pow(10.0, -elo / 400.0)); }

/* Sum of f_i d_i / (1 + theta d_i), d_i = i/4 - mean: falls as theta rises. Positive: the tilted
 * distribution's mean is too high still. */
static double excess(const uint64_t pairs[ELO_VALUES], double count, double mean, double theta)
{
    double sum = 0;
    for (int i = 0; i < ELO_VALUES; i++) {
        if (pairs[i] > 0) {
            const double distance = value_of(i) - mean;
            sum += (double)pairs[i] / count * distance / (1.0 + theta * distance);
        }
    }
    return sum;
}

/* The theta of elo.h. It lies where all 1 + theta d_i >= f_i, since a probability is at most 1; if excess has
 * no zero there, the end nearest to one is right, and the rest of the probability goes to the lowest or the
 * highest value, which was never seen then. */
static double tilt(const uint64_t pairs[ELO_VALUES], double count, double mean)
{
    double low = -(1.0 - (double)pairs[ELO_VALUES - 1] / count) / (1.0 - mean);
    double high = (1.0 - (double)pairs[0] / count) / mean;
    for (int i = 0; i < THETA_STEPS; i++) {
        const double middle = low + (high - low) / 2.0;
        if (excess(pairs, count, mean, middle) > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + (high - low) / 2.0;
}

double elo_loss(const uint64_t pairs[ELO_VALUES], double mean)
{
    assert(mean > 0 && mean < 1);
    const uint64_t count = count_of(pairs);
    if (count == 0) {
        return 0.0;
    }
    const double theta = tilt(pairs, (double)count, mean);
    double loss = 0;
    for (int i = 0; i < ELO_VALUES; i++) {
        if (pairs[i] > 0) {
            loss += (double)pairs[i] * log1p(theta * (value_of(i) - mean));
        }
    }
    return loss > 0 ? loss : 0.0; /* rounding */
}

/* The mean between score and end (0 or 1) at which 2 * elo_loss is z squared; end itself if score lies there.
 */
static double interval_end(const uint64_t pairs[ELO_VALUES], double score, double end)
{
    double inside = score;
    double outside = end;
    for (int i = 0; i < MEAN_STEPS; i++) {
        const double middle = (inside + outside) / 2.0;
        if (middle <= 0 || middle >= 1) {
            return end;
        }
        if (2.0 * elo_loss(pairs, middle) <= STATS_Z95 * STATS_Z95) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside;
}

EloScore elo_score(const uint64_t pairs[ELO_VALUES])
{
    const uint64_t count = count_of(pairs);
    EloScore result = {0.5, 0.0, 0.0, {0.0, 1.0}};
    if (count == 0) {
        return result;
    }
    uint64_t halves = 0; /* half points in all */
    for (int i = 0; i < ELO_VALUES; i++) {
        halves += pairs[i] * (uint64_t)i;
    }
    result.score = (double)halves / ((double)count * (ELO_VALUES - 1));
    for (int i = 0; i < ELO_VALUES; i++) {
        const double distance = value_of(i) - result.score;
        result.variance += (double)pairs[i] / (double)count * distance * distance;
    }
    result.error = sqrt(result.variance / (double)count);
    result.interval.low = interval_end(pairs, result.score, 0.0);
    result.interval.high = interval_end(pairs, result.score, 1.0);
    return result;
}

Interval elo_interval(const EloScore *score)
{
    return (Interval){elo_from_score(score->interval.low), elo_from_score(score->interval.high)};
}

double elo_normalized(const EloScore *score)
{
    return score->variance > 0 ? (score->score - 0.5) / sqrt(2.0 * score->variance) * 800.0 / LN10
                               : (double)NAN;
}

/* Phi, the distribution function of the normal distribution. */
static double normal(double x) { return erfc(-x / sqrt(2.0)) / 2.0; }

double elo_los(const uint64_t pairs[ELO_VALUES])
{
    const EloScore score = elo_score(pairs);
    if (score.error > 0) {
        return normal((score.score - 0.5) / score.error);
    }
    const double root = sqrt(2.0 * elo_loss(pairs, 0.5));
    return normal(score.score < 0.5 ? -root : root);
}

const char *elo_sprt_state_name(enum elo_sprt_state state)
{
    static const char *const names[] = {"running", "accept_h0", "accept_h1"};
    return names[state];
}

EloSprtResult elo_sprt(const EloSprt *test, const uint64_t pairs[ELO_VALUES])
{
    assert(-ELO_SPRT_MOST <= test->elo0 && test->elo0 < test->elo1 && test->elo1 <= ELO_SPRT_MOST);
    EloSprtResult result;
    result.llr = elo_loss(pairs, elo_to_score(test->elo0)) - elo_loss(pairs, elo_to_score(test->elo1));
    result.lower = log(ELO_SPRT_BETA / (1.0 - ELO_SPRT_ALPHA));
    result.upper = log((1.0 - ELO_SPRT_BETA) / ELO_SPRT_ALPHA);
    result.state = ELO_SPRT_RUNNING;
    if (result.llr >= result.upper) {
        result.state = ELO_SPRT_ACCEPT_H1;
    } else if (result.llr <= result.lower) {
        result.state = ELO_SPRT_ACCEPT_H0;
    }
    return result;
}
