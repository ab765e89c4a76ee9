/* rating.c: Newton's method on the penalized likelihood; in natural units (400 / ln 10 Elo) within this file.
 */
#include "eval/statistics/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 100 };
static const double ELO_UNIT = 173.71779276130073; /* 400 / ln 10 */

/* Unknowns: ratings, then advantages. Matrices by rows. */
typedef struct Fit {
    const RatingCell *cells;
    size_t cell_count;
    uint32_t policies, scenarios;
    size_t size;   /* policies + scenarios */
    double *value; /* unknowns */
    double *gradient;
    double *hessian; /* negative: positive definite */
    double *inverse;
    double *meat; /* sum of squared scores of pairs */
    double *work;
} Fit;

static double score_of(int result) { return result == RATING_WON ? 1.0 : result == RATING_DRAWN ? 0.5 : 0.0; }

static double expected(const Fit *fit, uint32_t french, uint32_t coalition, uint32_t scenario)
{
    return 1.0 /
           (1.0 + exp(-(fit->value[french] - fit->value[coalition] + fit->value[fit->policies + scenario])));
}

/* Adds weight * v v' for v = sum of what two games say: x for the first (a French), y for the second. */
static void add_square(const Fit *fit, double *matrix, const RatingCell *cell, double x, double y,
                       double weight)
{
    const size_t at[3] = {cell->a, cell->b, fit->policies + cell->scenario};
    const double v[3] = {x - y, y - x, x + y};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            matrix[at[i] * fit->size + at[j]] += weight * v[i] * v[j];
        }
    }
}

static void add_gradient(const Fit *fit, const RatingCell *cell, double x, double y, double weight)
{
    fit->gradient[cell->a] += weight * (x - y);
    fit->gradient[cell->b] += weight * (y - x);
    fit->gradient[fit->policies + cell->scenario] += weight * (x + y);
}

/* Games of a cell with a French (first) or b French (second). */
static double games_of(const RatingCell *cell, int second)
{
    double sum = 0.0;
    for (int i = 0; i < RATING_RESULTS; i++) {
        sum += (double)cell->single[second][i];
        for (int j = 0; j < RATING_RESULTS; j++) {
            sum += (double)cell->pairs[i][j];
        }
    }
    return sum;
}

static void add_cell(const Fit *fit, const RatingCell *cell)
{
    const double p = expected(fit, cell->a, cell->b, cell->scenario);
    const double q = expected(fit, cell->b, cell->a, cell->scenario);
    for (int i = 0; i < RATING_RESULTS; i++) {
        const double x = score_of(i) - p;
        const double only = score_of(i) - q;
        add_gradient(fit, cell, x, 0.0, (double)cell->single[0][i]);
        add_square(fit, fit->meat, cell, x, 0.0, (double)cell->single[0][i]);
        add_gradient(fit, cell, 0.0, only, (double)cell->single[1][i]);
        add_square(fit, fit->meat, cell, 0.0, only, (double)cell->single[1][i]);
        for (int j = 0; j < RATING_RESULTS; j++) {
            add_gradient(fit, cell, x, score_of(j) - q, (double)cell->pairs[i][j]);
            add_square(fit, fit->meat, cell, x, score_of(j) - q, (double)cell->pairs[i][j]);
        }
    }
    add_square(fit, fit->hessian, cell, 1.0, 0.0, games_of(cell, 0) * p * (1.0 - p));
    add_square(fit, fit->hessian, cell, 0.0, 1.0, games_of(cell, 1) * q * (1.0 - q));
}

/* Gradient, curvature and squared scores at the present values. */
static void evaluate(const Fit *fit)
{
    const double precision = (ELO_UNIT / RATING_PRIOR) * (ELO_UNIT / RATING_PRIOR);
    memset(fit->gradient, 0, fit->size * sizeof(double));
    memset(fit->hessian, 0, fit->size * fit->size * sizeof(double));
    memset(fit->meat, 0, fit->size * fit->size * sizeof(double));
    for (size_t i = 0; i < fit->cell_count; i++) {
        add_cell(fit, &fit->cells[i]);
    }
    for (size_t i = 0; i < fit->size; i++) {
        fit->gradient[i] -= precision * fit->value[i];
        fit->hessian[i * fit->size + i] += precision;
    }
}

/* Inverts the curvature, which is positive definite, by Gauss and Jordan. */
static void invert(const Fit *fit)
{
    const size_t n = fit->size;
    double *a = fit->work;
    double *b = fit->inverse;
    memcpy(a, fit->hessian, n * n * sizeof(double));
    memset(b, 0, n * n * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        b[i * n + i] = 1.0;
    }
    for (size_t k = 0; k < n; k++) {
        const double pivot = 1.0 / a[k * n + k];
        for (size_t j = 0; j < n; j++) {
            a[k * n + j] *= pivot;
            b[k * n + j] *= pivot;
        }
        for (size_t i = 0; i < n; i++) {
            const double factor = i == k ? 0.0 : a[i * n + k];
            for (size_t j = 0; factor != 0.0 && j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
                b[i * n + j] -= factor * b[k * n + j];
            }
        }
    }
}

/* One step towards the maximum; returns its length. Steps are kept below 2, so that far-off starts do not
 * overshoot. */
static double step(const Fit *fit)
{
    double longest = 0.0;
    for (size_t i = 0; i < fit->size; i++) {
        double change = 0.0;
        for (size_t j = 0; j < fit->size; j++) {
            change += fit->inverse[i * fit->size + j] * fit->gradient[j];
        }
        fit->work[i] = change;
        longest = fmax(longest, fabs(change));
    }
    const double scale = longest > 2.0 ? 2.0 / longest : 1.0;
    for (size_t i = 0; i < fit->size; i++) {
        fit->value[i] += scale * fit->work[i];
    }
    return longest;
}

/* Variance of v'x, where v is the unknown `index`, for ratings less their mean: by the curvature alone, or
 * the sandwich. */
static double variance(const Fit *fit, size_t index, bool sandwich)
{
    const size_t n = fit->size;
    double *left = fit->work; /* v' inverse */
    for (size_t j = 0; j < n; j++) {
        double mean = 0.0;
        for (size_t i = 0; index < fit->policies && i < fit->policies; i++) {
            mean += fit->inverse[i * n + j] / fit->policies;
        }
        left[j] = fit->inverse[index * n + j] - mean;
    }
    if (!sandwich) {
        double mean = 0.0;
        for (size_t j = 0; index < fit->policies && j < fit->policies; j++) {
            mean += left[j] / fit->policies;
        }
        return left[index] - mean;
    }
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            sum += left[i] * fit->meat[i * n + j] * left[j];
        }
    }
    return sum;
}

/* Whether a policy won all its games, or lost them all; games tells how many it has. */
static bool is_extreme(const Fit *fit, uint32_t policy, double *games)
{
    double points = 0.0;
    *games = 0.0;
    for (size_t c = 0; c < fit->cell_count; c++) {
        const RatingCell *cell = &fit->cells[c];
        if (cell->a != policy && cell->b != policy) {
            continue;
        }
        *games += games_of(cell, 0) + games_of(cell, 1);
        double as_a = 0.0;
        for (int i = 0; i < RATING_RESULTS; i++) {
            as_a +=
                (double)cell->single[0][i] * score_of(i) + (double)cell->single[1][i] * (1.0 - score_of(i));
            for (int j = 0; j < RATING_RESULTS; j++) {
                as_a += (double)cell->pairs[i][j] * (score_of(i) + 1.0 - score_of(j));
            }
        }
        points += cell->a == policy ? as_a : games_of(cell, 0) + games_of(cell, 1) - as_a;
    }
    return points <= 0.0 || points >= *games;
}

static RatingEstimate estimate(const Fit *fit, size_t index, bool known, bool extreme)
{
    if (!known) {
        return (RatingEstimate){0.0, (double)INFINITY, {-(double)INFINITY, (double)INFINITY}};
    }
    double spread = variance(fit, index, true);
    if (extreme) {
        spread = fmax(spread, variance(fit, index, false));
    }
    const double elo = ELO_UNIT * fit->value[index];
    const double error = ELO_UNIT * sqrt(fmax(spread, 0.0));
    return (RatingEstimate){elo, error, {elo - STATS_Z95 * error, elo + STATS_Z95 * error}};
}

/* Whether every policy that has played has met every other one by way of others. */
static bool is_connected(const Fit *fit)
{
    uint32_t group[RATING_POLICIES_MAX];
    bool plays[RATING_POLICIES_MAX] = {false};
    for (uint32_t i = 0; i < fit->policies; i++) {
        group[i] = i;
    }
    for (size_t c = 0; c < fit->cell_count; c++) {
        const RatingCell *cell = &fit->cells[c];
        if (games_of(cell, 0) + games_of(cell, 1) <= 0.0) {
            continue;
        }
        plays[cell->a] = true;
        plays[cell->b] = true;
        const uint32_t from = group[cell->b];
        for (uint32_t i = 0; i < fit->policies; i++) {
            group[i] = group[i] == from ? group[cell->a] : group[i];
        }
    }
    uint32_t first = fit->policies;
    bool connected = true;
    for (uint32_t i = 0; i < fit->policies; i++) {
        first = plays[i] && first == fit->policies ? i : first;
        connected = connected && (!plays[i] || group[i] == group[first]);
    }
    return connected;
}

static void report(const Fit *fit, RatingResult *result)
{
    for (uint32_t i = 0; i < fit->policies; i++) {
        double games = 0.0;
        const bool extreme = is_extreme(fit, i, &games);
        result->policies[i] = estimate(fit, i, games > 0.0, extreme);
    }
    for (uint32_t s = 0; s < fit->scenarios; s++) {
        double games = 0.0;
        for (size_t c = 0; c < fit->cell_count; c++) {
            games +=
                fit->cells[c].scenario == s ? games_of(&fit->cells[c], 0) + games_of(&fit->cells[c], 1) : 0.0;
        }
        result->scenarios[s] = estimate(fit, fit->policies + s, games > 0.0, false);
    }
    result->connected = is_connected(fit);
}

bool rating_fit(const RatingCell *cells, size_t cell_count, uint32_t policies, uint32_t scenarios,
                RatingResult *result, Err *err)
{
    const size_t n = (size_t)policies + scenarios;
    memset(result, 0, sizeof *result);
    if (n == 0) {
        return true;
    }
    double *memory = calloc(2 * n + 4 * n * n, sizeof *memory);
    if (memory == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const Fit fit = {cells,
                     cell_count,
                     policies,
                     scenarios,
                     n,
                     memory,
                     memory + n,
                     memory + 2 * n,
                     memory + 2 * n + n * n,
                     memory + 2 * n + 2 * n * n,
                     memory + 2 * n + 3 * n * n};
    double length = 1.0;
    for (int i = 0; i < STEPS_MAX && length > 1e-10; i++) {
        evaluate(&fit);
        invert(&fit);
        length = step(&fit);
    }
    evaluate(&fit);
    invert(&fit);
    report(&fit, result);
    free(memory);
    return true;
}
