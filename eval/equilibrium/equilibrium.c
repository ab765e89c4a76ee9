/* equilibrium.c: see equilibrium.h. */
#include "eval/equilibrium/equilibrium.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Everything of the samples; numbers of one kind stand together, so that each kind can be sorted. */
typedef struct Samples {
    uint32_t count;
    double *payoffs;                                 /* of the sample at hand */
    double *values;                                  /* by sample */
    double *shares[SEAT_COUNT], *scores[SEAT_COUNT]; /* [strategy * count + sample] */
} Samples;

static bool out_of_memory(Err *err) { return err_set(err, NULL, NULL, "out of memory"); }

static void release_samples(Samples *samples)
{
    free(samples->payoffs);
    free(samples->values);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        free(samples->shares[seat]);
        free(samples->scores[seat]);
    }
}

static bool init_samples(Samples *samples, const Table *table, uint32_t count)
{
    *samples = (Samples){
        .count = count,
        .payoffs = calloc(table_cell_count(table), sizeof *samples->payoffs),
        .values = calloc(count, sizeof *samples->values),
    };
    bool good = samples->payoffs != NULL && samples->values != NULL;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const size_t numbers = (size_t)table->strategies[seat] * count;
        samples->shares[seat] = calloc(numbers, sizeof(double));
        samples->scores[seat] = calloc(numbers, sizeof(double));
        good = good && samples->shares[seat] != NULL && samples->scores[seat] != NULL;
    }
    return good;
}

void equilibrium_release(Equilibrium *equilibrium)
{
    free(equilibrium->payoffs);
    free(equilibrium->weight);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        free(equilibrium->of[seat]);
    }
    memset(equilibrium, 0, sizeof *equilibrium);
}

static bool allocate(Equilibrium *equilibrium, const Table *table)
{
    memset(equilibrium, 0, sizeof *equilibrium);
    equilibrium->payoffs = calloc(table_cell_count(table), sizeof(double));
    equilibrium->weight = calloc(table_cell_count(table), sizeof(double));
    bool good = equilibrium->payoffs != NULL && equilibrium->weight != NULL;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        equilibrium->strategies[seat] = table->strategies[seat];
        equilibrium->of[seat] = calloc(table->strategies[seat], sizeof *equilibrium->of[seat]);
        good = good && equilibrium->of[seat] != NULL;
    }
    return good;
}

/* ------------------------------------------------------------------ the estimate */

/* The value with this score in all cells without games. */
static bool value_with(const Table *table, double score, double *value, Err *err)
{
    MatrixSolution solution;
    double *payoffs = calloc(table_cell_count(table), sizeof *payoffs);
    if (payoffs == NULL) {
        return out_of_memory(err);
    }
    const MatrixGame game = table_game(table, payoffs);
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        payoffs[i] = table->cells[i].games == 0 ? score : payoffs[i];
    }
    const bool good = matrix_solve(&game, &solution, err);
    *value = solution.value;
    free(payoffs);
    return good;
}

static bool find_bounds(const Table *table, Equilibrium *equilibrium, Err *err)
{
    equilibrium->bounds = (Interval){equilibrium->solution.value, equilibrium->solution.value};
    return table_missing(table) == 0 || (value_with(table, 0.0, &equilibrium->bounds.low, err) &&
                                         value_with(table, 1.0, &equilibrium->bounds.high, err));
}

static bool describe(const MatrixGame *game, Seat seat, Equilibrium *equilibrium, Err *err)
{
    double scores[MATRIX_STRATEGIES_MAX] = {0.0};
    matrix_answers(game, seat, equilibrium->solution.mixture[seat_other(seat)], scores);
    for (uint32_t i = 0; i < matrix_strategies(game, seat); i++) {
        EquilibriumStrategy *strategy = &equilibrium->of[seat][i];
        strategy->share = equilibrium->solution.mixture[seat][i];
        strategy->score = scores[i];
        strategy->twin = matrix_twin(game, seat, i);
        if (!matrix_dominated(game, seat, i, &strategy->dominance, err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ samples */

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The middle of the samples, which are sorted, and the estimate. */
static Interval middle(double *values, uint32_t count, double estimate)
{
    assert(values != NULL && count > 0);
    const double tail = (1.0 - EQUILIBRIUM_LEVEL) / 2.0 * (double)(count - 1);
    qsort(values, count, sizeof values[0], compare_doubles);
    const double low = values[(uint32_t)floor(tail)];
    const double high = values[count - 1 - (uint32_t)floor(tail)];
    return (Interval){fmin(low, estimate), fmax(high, estimate)};
}

static void add_weights(Equilibrium *equilibrium, const MatrixSolution *solution)
{
    const uint32_t columns = equilibrium->strategies[SEAT_COALITION];
    for (uint32_t r = 0; r < equilibrium->strategies[SEAT_FRENCH]; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            const double met = solution->mixture[SEAT_FRENCH][r] * solution->mixture[SEAT_COALITION][c];
            equilibrium->weight[r * columns + c] += met * met;
        }
    }
}

static bool add_seat(const MatrixGame *game, Seat seat, const MatrixSolution *solution, uint32_t sample,
                     Equilibrium *equilibrium, Samples *samples, Err *err)
{
    double scores[MATRIX_STRATEGIES_MAX] = {0.0};
    matrix_answers(game, seat, equilibrium->solution.mixture[seat_other(seat)], scores);
    for (uint32_t i = 0; i < matrix_strategies(game, seat); i++) {
        EquilibriumStrategy *strategy = &equilibrium->of[seat][i];
        const size_t at = (size_t)i * samples->count + sample;
        samples->shares[seat][at] = solution->mixture[seat][i];
        samples->scores[seat][at] = scores[i];
        if (strategy->dominance.kind != MATRIX_NOT_DOMINATED && sample < EQUILIBRIUM_DOMINANCE_SAMPLES) {
            MatrixDominance dominance;
            if (!matrix_dominated(game, seat, i, &dominance, err)) {
                return false;
            }
            strategy->dominated_samples += dominance.kind != MATRIX_NOT_DOMINATED ? 1.0 : 0.0;
        }
    }
    return true;
}

static bool add_sample(Resampler *resampler, uint32_t sample, Equilibrium *equilibrium, Samples *samples,
                       Err *err)
{
    MatrixSolution solution;
    const Table *table = resampler->table;
    const MatrixGame game = {table->strategies[SEAT_FRENCH], table->strategies[SEAT_COALITION],
                             samples->payoffs};
    resampler_draw(resampler, sample, samples->payoffs);
    if (!matrix_solve(&game, &solution, err)) {
        return false;
    }
    samples->values[sample] = solution.value;
    add_weights(equilibrium, &solution);
    return add_seat(&game, SEAT_FRENCH, &solution, sample, equilibrium, samples, err) &&
           add_seat(&game, SEAT_COALITION, &solution, sample, equilibrium, samples, err);
}

static void summarize(Equilibrium *equilibrium, Samples *samples)
{
    const uint32_t count = samples->count;
    double sum = 0.0;
    double squares = 0.0;
    for (uint32_t s = 0; s < count; s++) {
        sum += samples->values[s];
        squares += samples->values[s] * samples->values[s];
    }
    equilibrium->error = sqrt(fmax(0.0, squares / count - sum / count * (sum / count)));
    equilibrium->value = middle(samples->values, count, equilibrium->solution.value);
    const uint32_t cells = equilibrium->strategies[SEAT_FRENCH] * equilibrium->strategies[SEAT_COALITION];
    for (uint32_t i = 0; i < cells; i++) {
        equilibrium->weight[i] = sqrt(equilibrium->weight[i] / count);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (uint32_t i = 0; i < equilibrium->strategies[seat]; i++) {
            EquilibriumStrategy *strategy = &equilibrium->of[seat][i];
            const size_t at = (size_t)i * count;
            strategy->dominated_samples /=
                count < EQUILIBRIUM_DOMINANCE_SAMPLES ? count : EQUILIBRIUM_DOMINANCE_SAMPLES;
            strategy->share_interval = middle(&samples->shares[seat][at], count, strategy->share);
            strategy->score_interval = middle(&samples->scores[seat][at], count, strategy->score);
        }
    }
}

static bool resample(const Table *table, uint64_t seed, Equilibrium *equilibrium, Samples *samples, Err *err)
{
    Resampler resampler;
    if (!resampler_init(&resampler, table, seed, err)) {
        return false;
    }
    bool good = true;
    for (uint32_t s = 0; good && s < samples->count; s++) {
        good = add_sample(&resampler, s, equilibrium, samples, err);
    }
    resampler_release(&resampler);
    if (good) {
        summarize(equilibrium, samples);
    }
    return good;
}

bool equilibrium_find(const Table *table, uint32_t count, uint64_t seed, Equilibrium *equilibrium, Err *err)
{
    assert(count >= 1 && count <= EQUILIBRIUM_SAMPLES_MAX);
    Samples samples;
    const bool has_room = allocate(equilibrium, table);
    bool good = (init_samples(&samples, table, count) && has_room) || out_of_memory(err);
    if (good) {
        const MatrixGame game = table_game(table, equilibrium->payoffs);
        good = matrix_solve(&game, &equilibrium->solution, err) && find_bounds(table, equilibrium, err) &&
               describe(&game, SEAT_FRENCH, equilibrium, err) &&
               describe(&game, SEAT_COALITION, equilibrium, err) &&
               resample(table, seed, equilibrium, &samples, err);
    }
    release_samples(&samples);
    if (!good) {
        equilibrium_release(equilibrium);
    }
    return good;
}

/* ------------------------------------------------------------------ answers */

static void add_answers(const MatrixGame *game, Seat seat, const double *against, uint32_t sample,
                        uint32_t samples, EquilibriumAnswers *answers, double *values)
{
    double scores[MATRIX_STRATEGIES_MAX] = {0.0};
    matrix_answers(game, seat, against, scores);
    for (uint32_t i = 0; i < answers->count; i++) {
        values[(size_t)i * samples + sample] = scores[i];
    }
    answers->best_samples[matrix_best(game, seat, scores)] += 1.0 / samples;
}

bool equilibrium_answers(const Table *table, Seat seat, const double *against, uint32_t samples,
                         uint64_t seed, EquilibriumAnswers *answers, Err *err)
{
    memset(answers, 0, sizeof *answers);
    answers->count = table->strategies[seat];
    Resampler resampler;
    double *payoffs = calloc(table_cell_count(table), sizeof *payoffs);
    double *values = calloc((size_t)answers->count * samples, sizeof *values);
    bool good = (payoffs != NULL && values != NULL) || out_of_memory(err);
    if (good && resampler_init(&resampler, table, seed, err)) {
        const MatrixGame game = table_game(table, payoffs);
        matrix_answers(&game, seat, against, answers->scores);
        answers->best = matrix_best(&game, seat, answers->scores);
        for (uint32_t s = 0; s < samples; s++) {
            resampler_draw(&resampler, s, payoffs);
            add_answers(&game, seat, against, s, samples, answers, values);
        }
        for (uint32_t i = 0; i < answers->count; i++) {
            answers->intervals[i] = middle(&values[(size_t)i * samples], samples, answers->scores[i]);
        }
        resampler_release(&resampler);
    } else {
        good = false;
    }
    free(payoffs);
    free(values);
    return good;
}

/* The strategy whose name begins the text and ends before "=", "," or its end; the longest of them. */
static bool find_name(const Table *table, Seat seat, const char *text, uint32_t *index, size_t *length)
{
    *length = 0;
    for (uint32_t i = 0; i < table->strategies[seat]; i++) {
        const char *name = table->names[seat][i];
        const size_t size = strlen(name);
        const bool fits =
            size > *length && strncmp(text, name, size) == 0 && strchr("=,", text[size]) != NULL;
        if (fits) {
            *index = i;
            *length = size;
        }
    }
    return *length > 0;
}

/* "=SHARE" at text, or nothing, which means all of it. */
static bool read_share(const char **text, double *share, Err *err)
{
    *share = 1.0;
    if (**text != '=') {
        return true;
    }
    char *end = NULL;
    const char *number = *text + 1;
    const size_t digits = strspn(number, ".0123456789");
    *share = strtod(number, &end);
    if (digits == 0 || end != number + digits || *share > 1.0) {
        return err_set(err, NULL, NULL, "found the share \"%.32s\", expected a number from 0 to 1", number);
    }
    *text = end;
    return true;
}

bool equilibrium_read_mixture(const Table *table, Seat seat, const char *text, double *mixture, Err *err)
{
    bool given[MATRIX_STRATEGIES_MAX] = {false};
    double sum = 0.0;
    memset(mixture, 0, MATRIX_STRATEGIES_MAX * sizeof *mixture);
    for (bool more = true; more;) {
        uint32_t index = 0;
        size_t length = 0;
        if (!find_name(table, seat, text, &index, &length)) {
            return err_set(err, NULL, NULL, "found \"%.64s\", expected the name of a strategy of that seat",
                           text);
        }
        if (given[index]) {
            return err_set(err, NULL, NULL, "found %.64s twice", table->names[seat][index]);
        }
        text += length;
        given[index] = true;
        if (!read_share(&text, &mixture[index], err)) {
            return false;
        }
        sum += mixture[index];
        more = *text == ',';
        if (*text != '\0' && !more) {
            return err_set(err, NULL, NULL, "found \"%.32s\" behind a share, expected a comma", text);
        }
        text += more ? 1 : 0;
    }
    return fabs(sum - 1.0) <= 1e-6 ||
           err_set(err, NULL, NULL, "found shares that add up to %g, expected 1", sum);
}

/* ------------------------------------------------------------------ what to play next */

/* Variance of a game's score, as if it had been won once and lost once more: never 0. */
static double variance(const TableCell *cell)
{
    const double games = (double)cell->games;
    const double even = (double)(cell->draws + cell->both_lost);
    const double won = ((double)cell->halves - even) / 2.0;
    const double mean = (won + even / 2.0 + 1.0) / (games + 2.0);
    const double square = (won + even / 4.0 + 1.0) / (games + 2.0);
    return square - mean * mean;
}

void equilibrium_allocate(const Table *table, const Equilibrium *equilibrium, uint64_t games, uint64_t *more)
{
    const uint32_t cells = table_cell_count(table);
    const uint64_t step = games < 100 ? 1 : games / 100;
    memset(more, 0, cells * sizeof *more);
    for (uint64_t left = games; left > 0;) {
        const uint64_t few = step < left ? step : left;
        double most = -1.0;
        uint32_t best = 0;
        for (uint32_t i = 0; i < cells; i++) {
            const double n = (double)(table->cells[i].games + more[i]);
            const double spread =
                equilibrium->weight[i] * equilibrium->weight[i] * variance(&table->cells[i]);
            const double gain = n > 0.0 ? spread * (1.0 / n - 1.0 / (n + (double)few)) : (double)INFINITY;
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        more[best] += few;
        left -= few;
    }
}
