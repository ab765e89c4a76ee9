/* response.c: see response.h. Matrices are symmetric or lower triangular, rows of RESPONSE_VALUES_MAX. */
#include "eval/balance/response.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

enum { SETTINGS = 6, NEWTON_STEPS_MAX = 60, HALVINGS_MAX = 20 };

/* Prior of the log odds: constant and slope (over the whole range) with these standard deviations ... */
static const double CONSTANT_DEVIATION = 2.0;
static const double SLOPE_DEVIATION = 4.0;
/* ... and a rough part with these deviations and reaches, as shares of the range. */
static const double ROUGH_DEVIATION[SETTINGS] = {0.4, 1.2, 3.0, 0.4, 1.2, 3.0};
static const double ROUGH_REACH[SETTINGS] = {0.2, 0.2, 0.2, 0.7, 0.7, 0.7};

static const double NEWTON_TOLERANCE = 1e-9;
static const double ESTABLISHED_BENT = 0.995;

/* The crossing's interval leaves out this share of draws at each end. Less than the 2.5% for a posterior that
 * is looked at once: a search that ends when its interval is narrow meets the narrow ones more often. With
 * this, simulated searches hold the truth in 95% (tests/eval/test_balance.c). */
static const double CROSSING_TAIL = 0.015;

typedef double Vector[RESPONSE_VALUES_MAX];
typedef Vector Matrix[RESPONSE_VALUES_MAX];

/* The posterior under one setting: normal. */
typedef struct Fit {
    Vector mean;
    Matrix covariance;
    Matrix root; /* lower, root * root' = covariance */
    double evidence;
    double weight;
} Fit;

struct Response {
    ResponseData data;
    Fit fits[SETTINGS];
    Vector mean; /* of all settings, weighed */
    Matrix covariance;
    Vector draws[RESPONSE_DRAWS]; /* log odds */
    bool seeded;
    uint64_t normal_seed;
    double normals[RESPONSE_DRAWS][RESPONSE_VALUES_MAX + 1]; /* standard normal numbers of that seed */
    /* work space of a fit */
    Matrix prior, work, factor;
};

Response *response_new(void) { return calloc(1, sizeof(Response)); }

void response_free(Response *response) { free(response); }

static double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }

static double log_odds(double rate) { return log(rate / (1.0 - rate)); }

/* ---- linear algebra ---- */

/* Cholesky factor of a into l, with jitter added to the diagonal. */
static void factorize(uint32_t n, const Matrix a, double jitter, Matrix l)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            double sum = a[i][j] + (i == j ? jitter : 0.0);
            for (uint32_t k = 0; k < j; k++) {
                sum -= l[i][k] * l[j][k];
            }
            l[i][j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / l[j][j];
        }
    }
}

/* Solves l x = b in place. */
static void solve_lower(uint32_t n, const Matrix l, double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            x[i] -= l[i][k] * x[k];
        }
        x[i] /= l[i][i];
    }
}

/* Solves l' x = b in place. */
static void solve_upper(uint32_t n, const Matrix l, double *x)
{
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t k = i + 1; k < n; k++) {
            x[i] -= l[k][i] * x[k];
        }
        x[i] /= l[i][i];
    }
}

static void multiply(uint32_t n, const Matrix a, const double *x, double *out)
{
    for (uint32_t i = 0; i < n; i++) {
        out[i] = 0.0;
        for (uint32_t k = 0; k < n; k++) {
            out[i] += a[i][k] * x[k];
        }
    }
}

/* ---- one fit ---- */

static void fill_prior(uint32_t n, uint32_t setting, Matrix prior)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            const double a = (double)i / (n - 1) - 0.5;
            const double b = (double)j / (n - 1) - 0.5;
            const double reach = sqrt(3.0) * fabs(a - b) / ROUGH_REACH[setting];
            prior[i][j] = CONSTANT_DEVIATION * CONSTANT_DEVIATION +
                          SLOPE_DEVIATION * SLOPE_DEVIATION * a * b +
                          ROUGH_DEVIATION[setting] * ROUGH_DEVIATION[setting] * (1.0 + reach) * exp(-reach);
        }
    }
}

/* Log likelihood of log odds f. */
static double log_likelihood(const ResponseData *data, const double *f)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < data->count; i++) {
        const double above = f[i] > 0.0 ? f[i] : 0.0; /* log(1 + e^f) without overflow */
        sum += data->wins[i] * f[i] - data->games[i] * (above + log1p(exp(-fabs(f[i]))));
    }
    return sum / data->effect;
}

/* Factor of I + W^1/2 K W^1/2 at the fit's mean, W the curvature of the likelihood; root is W^1/2. */
static void factor_curvature(Response *response, const double *f, double *root)
{
    const uint32_t n = response->data.count;
    for (uint32_t i = 0; i < n; i++) {
        const double p = logistic(f[i]);
        root[i] = sqrt(response->data.games[i] * p * (1.0 - p) / response->data.effect);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            response->work[i][j] = root[i] * response->prior[i][j] * root[j] + (i == j ? 1.0 : 0.0);
        }
    }
    factorize(n, (const Vector *)response->work, 0.0, response->factor);
}

/* One step of Newton's method for the mode: weights a with f = prior * a. */
static void newton_step(Response *response, const double *f, double *a)
{
    const ResponseData *data = &response->data;
    const uint32_t n = data->count;
    Vector root;
    Vector b;
    Vector t;
    factor_curvature(response, f, root);
    for (uint32_t i = 0; i < n; i++) {
        b[i] = root[i] * root[i] * f[i] + (data->wins[i] - data->games[i] * logistic(f[i])) / data->effect;
    }
    multiply(n, (const Vector *)response->prior, b, t);
    for (uint32_t i = 0; i < n; i++) {
        t[i] *= root[i];
    }
    solve_lower(n, (const Vector *)response->factor, t);
    solve_upper(n, (const Vector *)response->factor, t);
    for (uint32_t i = 0; i < n; i++) {
        a[i] = b[i] - root[i] * t[i];
    }
}

static double objective(const ResponseData *data, const double *f, const double *a)
{
    double square = 0.0;
    for (uint32_t i = 0; i < data->count; i++) {
        square += f[i] * a[i];
    }
    return log_likelihood(data, f) - 0.5 * square;
}

/* Finds the mode; returns the objective there. Steps that overshoot are halved. */
static double find_mode(Response *response, double *f)
{
    const ResponseData *data = &response->data;
    Vector a = {0};
    memset(f, 0, sizeof(Vector));
    double best = objective(data, f, a);
    for (int step = 0; step < NEWTON_STEPS_MAX; step++) {
        Vector goal;
        newton_step(response, f, goal);
        double gained = 0.0;
        double share = 1.0;
        for (int halving = 0; halving < HALVINGS_MAX && gained <= 0.0; halving++) {
            Vector next_a;
            Vector next_f;
            for (uint32_t i = 0; i < data->count; i++) {
                next_a[i] = a[i] + share * (goal[i] - a[i]);
            }
            multiply(data->count, (const Vector *)response->prior, next_a, next_f);
            gained = objective(data, next_f, next_a) - best;
            share /= 2.0;
            if (gained > 0.0) {
                memcpy(a, next_a, sizeof a);
                memcpy(f, next_f, sizeof(Vector));
            }
        }
        if (gained <= NEWTON_TOLERANCE) {
            break;
        }
        best += gained;
    }
    return best;
}

/* Covariance K - K W^1/2 B^-1 W^1/2 K, B as factored. */
static void fill_covariance(Response *response, Fit *fit, const double *root)
{
    const uint32_t n = response->data.count;
    for (uint32_t j = 0; j < n; j++) {
        Vector column;
        for (uint32_t i = 0; i < n; i++) {
            column[i] = root[i] * response->prior[i][j];
        }
        solve_lower(n, (const Vector *)response->factor, column);
        memcpy(response->work[j], column, sizeof column);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            double sum = response->prior[i][j];
            for (uint32_t k = 0; k < n; k++) {
                sum -= response->work[i][k] * response->work[j][k];
            }
            fit->covariance[i][j] = sum;
        }
    }
}

static void fit_setting(Response *response, uint32_t setting)
{
    Fit *fit = &response->fits[setting];
    const uint32_t n = response->data.count;
    Vector root;
    fill_prior(n, setting, response->prior);
    fit->evidence = find_mode(response, fit->mean);
    factor_curvature(response, fit->mean, root);
    for (uint32_t i = 0; i < n; i++) {
        fit->evidence -= log(response->factor[i][i]);
    }
    fill_covariance(response, fit, root);
    factorize(n, (const Vector *)fit->covariance, 1e-9, fit->root);
}

static void weigh_settings(Response *response)
{
    double best = response->fits[0].evidence;
    double sum = 0.0;
    for (uint32_t h = 0; h < SETTINGS; h++) {
        best = fmax(best, response->fits[h].evidence);
    }
    for (uint32_t h = 0; h < SETTINGS; h++) {
        response->fits[h].weight = exp(response->fits[h].evidence - best);
        sum += response->fits[h].weight;
    }
    for (uint32_t h = 0; h < SETTINGS; h++) {
        response->fits[h].weight /= sum;
    }
}

/* Mean and covariance of the mixture of all settings. */
static void mix_settings(Response *response)
{
    const uint32_t n = response->data.count;
    memset(response->mean, 0, sizeof response->mean);
    memset(response->covariance, 0, sizeof response->covariance);
    for (uint32_t h = 0; h < SETTINGS; h++) {
        for (uint32_t i = 0; i < n; i++) {
            response->mean[i] += response->fits[h].weight * response->fits[h].mean[i];
        }
    }
    for (uint32_t h = 0; h < SETTINGS; h++) {
        const Fit *fit = &response->fits[h];
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = 0; j < n; j++) {
                response->covariance[i][j] +=
                    fit->weight * (fit->covariance[i][j] +
                                   (fit->mean[i] - response->mean[i]) * (fit->mean[j] - response->mean[j]));
            }
        }
    }
}

/* ---- draws ---- */

/* Two standard normal numbers (G. E. P. Box, M. E. Muller, 1958). */
static void normal_pair(Rng *rng, double *first, double *second)
{
    const double u = (rng_next(rng) + 0.5) / 4294967296.0;
    const double v = (rng_next(rng) + 0.5) / 4294967296.0;
    const double radius = sqrt(-2.0 * log(u));
    *first = radius * cos(6.283185307179586 * v);
    *second = radius * sin(6.283185307179586 * v);
}

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Draws the numbers that curves are made of, the same ones for every fit, so that fits differ by their games
 * alone. */
static void draw_normals(Response *response)
{
    if (response->seeded && response->normal_seed == response->data.seed) {
        return;
    }
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        Rng rng = rng_derive(response->data.seed, RNG_PURPOSE_POSTERIOR, d);
        for (uint32_t i = 0; i < RESPONSE_VALUES_MAX; i += 2) {
            normal_pair(&rng, &response->normals[d][i], &response->normals[d][i + 1]);
        }
    }
    response->seeded = true;
    response->normal_seed = response->data.seed;
}

static void draw_curve(const Fit *fit, uint32_t n, const double *normal, double *out)
{
    for (uint32_t i = 0; i < n; i++) {
        out[i] = fit->mean[i];
        for (uint32_t k = 0; k <= i; k++) {
            out[i] += fit->root[i][k] * normal[k];
        }
    }
}

/* Draws curves; settings get draws by their weights, as evenly as can be. */
static void draw_curves(Response *response)
{
    const uint32_t n = response->data.count;
    uint32_t setting = 0;
    double share = response->fits[0].weight;
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        while (setting + 1 < SETTINGS && (d + 0.5) / RESPONSE_DRAWS > share) {
            setting++;
            share += response->fits[setting].weight;
        }
        draw_curve(&response->fits[setting], n, response->normals[d], response->draws[d]);
    }
}

/* The nearest monotone curve in the sense of least squares, rising or (sign -1) falling: pool adjacent
 * violators (M. Ayer, H. D. Brunk, G. M. Ewing, W. T. Reid, E. Silverman, 1955). */
static void project(uint32_t n, double sign, const double *curve, double *out)
{
    Vector level;
    uint32_t length[RESPONSE_VALUES_MAX];
    uint32_t blocks = 0;
    assert(n >= 2);
    for (uint32_t i = 0; i < n; i++) {
        level[blocks] = sign * curve[i];
        length[blocks] = 1;
        blocks++;
        while (blocks > 1 && level[blocks - 2] > level[blocks - 1]) {
            const double a = length[blocks - 2];
            const double b = length[blocks - 1];
            level[blocks - 2] = (a * level[blocks - 2] + b * level[blocks - 1]) / (a + b);
            length[blocks - 2] += length[blocks - 1];
            blocks--;
        }
    }
    uint32_t at = 0;
    for (uint32_t block = 0; block < blocks; block++) {
        for (uint32_t k = 0; k < length[block]; k++) {
            out[at++] = sign * level[block];
        }
    }
}

enum cross_kind { CROSS_INSIDE, CROSS_ABOVE, CROSS_BELOW };

/* Where a monotone curve crosses a level, in steps; at an end if it does not, and *kind tells why. */
static double cross(uint32_t n, const double *curve, double level, enum cross_kind *kind)
{
    assert(n >= 2);
    const bool rising = curve[n - 1] >= curve[0];
    *kind = CROSS_INSIDE;
    if (curve[0] > level && curve[n - 1] > level) {
        *kind = CROSS_ABOVE;
        return rising ? 0.0 : n - 1.0;
    }
    if (curve[0] < level && curve[n - 1] < level) {
        *kind = CROSS_BELOW;
        return rising ? n - 1.0 : 0.0;
    }
    for (uint32_t i = 0; i + 1 < n; i++) {
        const double a = curve[i] - level;
        const double b = curve[i + 1] - level;
        if ((a <= 0.0) != (b <= 0.0)) {
            return i + a / (a - b);
        }
    }
    return curve[0] == level ? 0.0 : n - 1.0;
}

/* A monotone version of a draw. */
static void monotone_draw(const Response *response, uint32_t d, double *out)
{
    const uint32_t n = response->data.count;
    const double *draw = response->draws[d];
    project(n, draw[n - 1] >= draw[0] ? 1.0 : -1.0, draw, out);
}

/* ---- answers ---- */

void response_fit(Response *response, const ResponseData *data)
{
    assert(data->count >= 2 && data->count <= RESPONSE_VALUES_MAX && data->effect >= 1.0);
    assert(data->target > 0.0 && data->target < 1.0);
    response->data = *data;
    for (uint32_t h = 0; h < SETTINGS; h++) {
        fit_setting(response, h);
    }
    weigh_settings(response);
    mix_settings(response);
    draw_normals(response);
    draw_curves(response);
}

/* Quantile of sorted draws. */
static double quantile(const double *sorted, uint32_t count, double share)
{
    const double at = share * (count - 1);
    const uint32_t below = (uint32_t)at;
    const double rest = at - below;
    return below + 1 < count ? sorted[below] * (1.0 - rest) + sorted[below + 1] * rest : sorted[count - 1];
}

double response_rate(const Response *response, uint32_t value) { return response_rate_at(response, value); }

Interval response_rate_interval(const Response *response, uint32_t value)
{
    return response_rate_interval_at(response, value);
}

/* Win rate of a draw between values. */
static double draw_rate(const Response *response, uint32_t d, double position)
{
    const uint32_t last = response->data.count - 1;
    const uint32_t below = position >= last ? last - 1 : (uint32_t)position;
    const double rest = position - below;
    const double *draw = response->draws[d];
    return logistic(draw[below] * (1.0 - rest) + draw[below + 1] * rest);
}

double response_rate_at(const Response *response, double position)
{
    double sum = 0.0;
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        sum += draw_rate(response, d, position);
    }
    return sum / RESPONSE_DRAWS;
}

Interval response_rate_interval_at(const Response *response, double position)
{
    double rates[RESPONSE_DRAWS];
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        rates[d] = draw_rate(response, d, position);
    }
    qsort(rates, RESPONSE_DRAWS, sizeof rates[0], compare_doubles);
    return (Interval){quantile(rates, RESPONSE_DRAWS, 0.025), quantile(rates, RESPONSE_DRAWS, 0.975)};
}

/* All crossings of a curve that is not monotone: the first into *low, the last into *high. False: none. */
static bool cross_all(uint32_t n, const double *curve, double level, double *low, double *high)
{
    bool found = false;
    for (uint32_t i = 0; i + 1 < n; i++) {
        const double a = curve[i] - level;
        const double b = curve[i + 1] - level;
        if ((a <= 0.0) != (b <= 0.0)) {
            *high = i + a / (a - b);
            *low = found ? *low : *high;
            found = true;
        }
    }
    return found;
}

/* Crossings of a curve known not to be monotone: the interval holds the first and the last of most draws. */
static ResponseCrossing bent_crossing(const Response *response)
{
    const uint32_t n = response->data.count;
    const double level = log_odds(response->data.target);
    double low[RESPONSE_DRAWS];
    double high[RESPONSE_DRAWS];
    uint32_t inside = 0;
    ResponseCrossing crossing = {.interval = {0.0, n - 1.0}, .middle = response_nearest(response)};
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        if (cross_all(n, response->draws[d], level, &low[inside], &high[inside])) {
            inside++;
        } else {
            crossing.above += response->draws[d][0] > level ? 1.0 / RESPONSE_DRAWS : 0.0;
            crossing.below += response->draws[d][0] > level ? 0.0 : 1.0 / RESPONSE_DRAWS;
        }
    }
    crossing.inside = (double)inside / RESPONSE_DRAWS;
    if (inside > 0) {
        qsort(low, inside, sizeof low[0], compare_doubles);
        qsort(high, inside, sizeof high[0], compare_doubles);
        crossing.interval =
            (Interval){quantile(low, inside, CROSSING_TAIL), quantile(high, inside, 1.0 - CROSSING_TAIL)};
    }
    return crossing;
}

ResponseCrossing response_crossing(const Response *response)
{
    if (response_is_bent(response)) {
        return bent_crossing(response);
    }
    const double level = log_odds(response->data.target);
    double places[RESPONSE_DRAWS];
    uint32_t kinds[3] = {0};
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        Vector curve;
        enum cross_kind kind;
        monotone_draw(response, d, curve);
        places[d] = cross(response->data.count, curve, level, &kind);
        kinds[kind]++;
    }
    qsort(places, RESPONSE_DRAWS, sizeof places[0], compare_doubles);
    return (ResponseCrossing){
        .interval = {quantile(places, RESPONSE_DRAWS, CROSSING_TAIL),
                     quantile(places, RESPONSE_DRAWS, 1.0 - CROSSING_TAIL)},
        .middle = quantile(places, RESPONSE_DRAWS, 0.5),
        .inside = (double)kinds[CROSS_INSIDE] / RESPONSE_DRAWS,
        .above = (double)kinds[CROSS_ABOVE] / RESPONSE_DRAWS,
        .below = (double)kinds[CROSS_BELOW] / RESPONSE_DRAWS,
    };
}

uint32_t response_nearest(const Response *response)
{
    uint32_t best = 0;
    double least = RESPONSE_DRAWS; /* more than any sum of distances */
    for (uint32_t i = 0; i < response->data.count; i++) {
        double sum = 0.0;
        for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
            sum += fabs(logistic(response->draws[d][i]) - response->data.target);
        }
        if (sum < least) {
            least = sum;
            best = i;
        }
    }
    return best;
}

double response_rises(const Response *response)
{
    uint32_t rising = 0;
    for (uint32_t d = 0; d < RESPONSE_DRAWS; d++) {
        rising += response->draws[d][response->data.count - 1] > response->draws[d][0] ? 1 : 0;
    }
    return (double)rising / RESPONSE_DRAWS;
}

double response_reversal(const Response *response, uint32_t *from, uint32_t *to)
{
    const uint32_t n = response->data.count;
    const double sign = response->mean[n - 1] >= response->mean[0] ? 1.0 : -1.0;
    double worst = -1e300;
    *from = 0;
    *to = 1;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++) {
            const double variance =
                response->covariance[i][i] + response->covariance[j][j] - 2.0 * response->covariance[i][j];
            const double z = sign * (response->mean[i] - response->mean[j]) / sqrt(fmax(variance, 1e-12));
            if (z > worst) {
                worst = z;
                *from = i;
                *to = j;
            }
        }
    }
    return 0.5 * erfc(-worst / sqrt(2.0));
}

bool response_is_bent(const Response *response)
{
    uint32_t from = 0;
    uint32_t to = 0;
    return response->data.count > 2 && response_reversal(response, &from, &to) > ESTABLISHED_BENT;
}

/* ---- where to play next ---- */

enum { PLAN_DRAWS = 256 };

/* Where draws cross, and how much a unit of error in the log odds there moves the crossing. */
typedef struct PlanPoint {
    uint32_t below; /* between values below and below + 1 */
    double rest;
    double weight; /* square of steps a unit of log odds */
} PlanPoint;

static void plan_points(const Response *response, PlanPoint points[PLAN_DRAWS])
{
    const uint32_t n = response->data.count;
    const double level = log_odds(response->data.target);
    const double usual = fabs(response->mean[n - 1] - response->mean[0]) / (n - 1);
    const double least = fmax(0.25 * usual, 0.2 / n); /* a flat piece does not take all games */
    for (uint32_t p = 0; p < PLAN_DRAWS; p++) {
        Vector curve;
        enum cross_kind kind;
        monotone_draw(response, p * (RESPONSE_DRAWS / PLAN_DRAWS), curve);
        const double place = cross(n, curve, level, &kind);
        const uint32_t below = place >= n - 1.0 ? n - 2 : (uint32_t)place;
        const double slope = kind == CROSS_INSIDE ? fabs(curve[below + 1] - curve[below]) : usual;
        points[p] = (PlanPoint){below, place - below, 1.0 / pow(fmax(slope, least), 2.0)};
    }
}

/* By how much `size` games at value i lower the expected variance of the crossing. */
static double plan_gain(const Response *response, const Matrix covariance, const PlanPoint points[PLAN_DRAWS],
                        uint32_t i, double size)
{
    const double p = logistic(response->mean[i]);
    const double noise = response->data.effect / (size * fmax(p * (1.0 - p), 1e-6));
    double sum = 0.0;
    for (uint32_t k = 0; k < PLAN_DRAWS; k++) {
        const double c = (1.0 - points[k].rest) * covariance[points[k].below][i] +
                         points[k].rest * covariance[points[k].below + 1][i];
        sum += c * c * points[k].weight;
    }
    return sum / (noise + covariance[i][i]);
}

/* The covariance once `size` games at value i are known. */
static void plan_update(const Response *response, Matrix covariance, uint32_t i, double size)
{
    const uint32_t n = response->data.count;
    const double p = logistic(response->mean[i]);
    const double noise = response->data.effect / (size * fmax(p * (1.0 - p), 1e-6));
    Vector column;
    for (uint32_t k = 0; k < n; k++) {
        column[k] = covariance[k][i];
    }
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = 0; b < n; b++) {
            covariance[a][b] -= column[a] * column[b] / (noise + column[i]);
        }
    }
}

void response_plan(const Response *response, uint32_t parts, uint32_t size,
                   uint32_t games[RESPONSE_VALUES_MAX])
{
    PlanPoint points[PLAN_DRAWS];
    Matrix covariance;
    memcpy(covariance, response->covariance, sizeof covariance);
    memset(games, 0, RESPONSE_VALUES_MAX * sizeof games[0]);
    plan_points(response, points);
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t best = 0;
        double most = -1.0;
        for (uint32_t i = 0; i < response->data.count; i++) {
            const double gain = plan_gain(response, (const Vector *)covariance, points, i, size);
            if (gain > most * (1.0 + 1e-9)) { /* of equals the first, whatever the last digits say */
                most = gain;
                best = i;
            }
        }
        games[best] += size;
        plan_update(response, covariance, best, size);
    }
}
