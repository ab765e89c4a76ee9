/* tune_objective.c: the loss of a model on a sample and its gradient.
 *
 * Arithmetic is in float, whose rounding (1e-7) is far below the noise of the sample, with sums over pieces
 * in double. The time goes to two loops over MODEL_WIDTH floats for every input of every position, which
 * compilers turn into a few vector instructions. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/jobs.h"
#include "eval/tune.h"

enum { LINEAR = MODEL_WIDTH - 1 };

typedef float Row[MODEL_WIDTH];

struct TuneObjective {
    const TuneSample *sample;
    double l2;
    int threads;
    const atomic_bool *stop;
    size_t rows;    /* inputs, biases, outputs */
    Row *weight;    /* the vector being looked at */
    Row *gradient;  /* rows of each chunk in turn */
    double *centre; /* the vector that the penalty draws to */
    double *sum;    /* of the gradients so far */
    TuneLoss *loss; /* of all chunks so far */
};

/* ------------------------------------------------------------------ vectors */

void tune_vector_from(double *vector, const Model *model)
{
    for (uint32_t i = 0; i < model->inputs; i++) {
        for (size_t u = 0; u < MODEL_WIDTH; u++) {
            vector[i * (size_t)MODEL_WIDTH + u] = (double)model->weight[i][u];
        }
    }
    double *bias = vector + (size_t)model->inputs * MODEL_WIDTH;
    double *output = bias + MODEL_WIDTH;
    for (size_t u = 0; u < MODEL_WIDTH; u++) {
        bias[u] = (double)model->bias[u];
        output[u] = (double)model->output[u];
    }
    output[LINEAR] = (double)model->output_bias + bias[LINEAR];
    bias[LINEAR] = 0.0;
}

void tune_vector_to(const double *vector, Model *model)
{
    for (uint32_t i = 0; i < model->inputs; i++) {
        for (size_t u = 0; u < MODEL_WIDTH; u++) {
            model->weight[i][u] = (float)vector[i * (size_t)MODEL_WIDTH + u];
        }
    }
    const double *bias = vector + (size_t)model->inputs * MODEL_WIDTH;
    const double *output = bias + MODEL_WIDTH;
    for (size_t u = 0; u < MODEL_WIDTH; u++) {
        model->bias[u] = (float)bias[u];
        model->output[u] = (float)output[u];
    }
    model->bias[LINEAR] = 0.0F;
    model->output[LINEAR] = 1.0F;
    model->output_bias = (float)output[LINEAR];
}

/* ------------------------------------------------------------------ one position */

typedef struct Pass {
    const Row *weight;
    const float *bias;
    const float *output;
    Row *gradient; /* rows as those of weight */
    size_t inputs;
} Pass;

/* Sixteen units at once, as in ai/model.c: left to itself, the compiler gathers weights one by one. */
typedef float Lanes __attribute__((vector_size(64)));
enum { LANES = 16 };
_Static_assert(MODEL_WIDTH == 2 * LANES, "two runs of lanes make a row");

/* A row of weights or slopes. Handed over by address: not every target can return a vector. */
typedef struct LaneRow {
    Lanes low;
    Lanes high;
} LaneRow;

static inline void load_row(LaneRow *lanes, const float *row)
{
    memcpy(&lanes->low, row, sizeof lanes->low);
    memcpy(&lanes->high, row + LANES, sizeof lanes->high);
}

static inline void store_row(const LaneRow *lanes, float *row)
{
    memcpy(row, &lanes->low, sizeof lanes->low);
    memcpy(row + LANES, &lanes->high, sizeof lanes->high);
}

static void sum_inputs(const Pass *pass, const uint16_t *index, const float *value, unsigned count,
                       float *unit)
{
    LaneRow sum;
    LaneRow row;
    load_row(&sum, pass->bias);
    for (unsigned i = 0; i < count; i++) {
        load_row(&row, pass->weight[index[i]]);
        sum.low += value[i] * row.low;
        sum.high += value[i] * row.high;
    }
    store_row(&sum, unit);
}

static float logit_of(const Pass *pass, const float *restrict unit, float *restrict softsign)
{
    Row term;
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        softsign[u] = unit[u] / (1.0F + fabsf(unit[u]));
        term[u] = pass->output[u] * softsign[u];
    }
    term[LINEAR] = unit[LINEAR];
    for (unsigned half = MODEL_WIDTH / 2; half > 0; half /= 2) {
        for (unsigned u = 0; u < half; u++) {
            term[u] += term[u + half];
        }
    }
    return pass->output[LINEAR] + term[0];
}

/* Cross-entropy of the logistic of a logit, in a form that neither overflows nor takes the logarithm of 0. */
static double cross_entropy(double logit, double target)
{
    return fmax(logit, 0.0) - logit * target + log1p(exp(-fabs(logit)));
}

static void add_outer(const Pass *pass, const uint16_t *index, const float *value, unsigned count,
                      const float *slope)
{
    LaneRow step;
    LaneRow row;
    load_row(&step, slope);
    for (unsigned i = 0; i < count; i++) {
        load_row(&row, pass->gradient[index[i]]);
        row.low += value[i] * step.low;
        row.high += value[i] * step.high;
        store_row(&row, pass->gradient[index[i]]);
    }
}

static double add_position(const Pass *pass, const TuneSample *sample, const TunePosition *position)
{
    const uint16_t *index = sample->index + position->first;
    const float *value = sample->value + position->first;
    Row unit;
    Row softsign;
    Row slope;
    sum_inputs(pass, index, value, position->count, unit);
    const float logit = logit_of(pass, unit, softsign);
    if (position->held) {
        return cross_entropy((double)logit, (double)position->target);
    }
    const float error = (float)(1.0 / (1.0 + exp(-(double)logit))) - position->target;
    float *restrict bias = pass->gradient[pass->inputs];
    float *restrict output = pass->gradient[pass->inputs + 1];
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        const float size = 1.0F + fabsf(unit[u]);
        slope[u] = error * pass->output[u] / (size * size);
        bias[u] += slope[u];
        output[u] += error * softsign[u];
    }
    output[LINEAR] +=
        error - error * softsign[LINEAR]; /* the offset has the place of the linear unit's weight */
    slope[LINEAR] = error;
    add_outer(pass, index, value, position->count, slope);
    return cross_entropy((double)logit, (double)position->target);
}

/* ------------------------------------------------------------------ chunks */

static bool run_chunk(void *context, int thread, uint64_t chunk, void *result)
{
    (void)thread;
    const TuneObjective *objective = context;
    const TuneSample *sample = objective->sample;
    const Row *weight = (const Row *)objective->weight;
    const Pass pass = {
        .weight = weight,
        .bias = weight[sample->inputs],
        .output = weight[sample->inputs + 1],
        .gradient = objective->gradient + chunk * objective->rows,
        .inputs = sample->inputs,
    };
    TuneLoss loss = {0};
    memset(pass.gradient, 0, objective->rows * sizeof(Row));
    const uint64_t end = sample->count * (chunk + 1) / TUNE_CHUNKS;
    for (uint64_t i = sample->count * chunk / TUNE_CHUNKS; i < end; i++) {
        const double one = add_position(&pass, sample, &sample->position[i]);
        if (sample->position[i].held) {
            loss.held_count++;
            loss.held += one;
        } else {
            loss.fitted_count++;
            loss.fitted += one;
        }
    }
    memcpy(result, &loss, sizeof loss);
    return true;
}

static bool add_chunk(void *context, uint64_t chunk, const void *result)
{
    const TuneObjective *objective = context;
    const float *gradient = objective->gradient[chunk * objective->rows];
    const TuneLoss *loss = result;
    for (size_t i = 0; i < objective->rows * MODEL_WIDTH; i++) {
        objective->sum[i] += (double)gradient[i];
    }
    objective->loss->fitted_count += loss->fitted_count;
    objective->loss->held_count += loss->held_count;
    objective->loss->fitted += loss->fitted;
    objective->loss->held += loss->held;
    return true;
}

/* ------------------------------------------------------------------ the objective */

TuneObjective *tune_objective_new(const TunePlan *plan, Err *err)
{
    TuneObjective *objective = calloc(1, sizeof *objective);
    if (objective != NULL) {
        objective->sample = plan->sample;
        objective->l2 = plan->l2;
        objective->threads = plan->threads;
        objective->stop = plan->stop;
        objective->rows = (size_t)plan->sample->inputs + 2;
        objective->weight = aligned_alloc(64, objective->rows * sizeof(Row));
        objective->gradient = aligned_alloc(64, TUNE_CHUNKS * objective->rows * sizeof(Row));
        objective->centre = calloc(objective->rows, MODEL_WIDTH * sizeof *objective->centre);
    }
    if (objective == NULL || objective->weight == NULL || objective->gradient == NULL ||
        objective->centre == NULL) {
        tune_objective_free(objective);
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    if (plan->near && plan->from != NULL) {
        tune_vector_from(objective->centre, plan->from);
    }
    return objective;
}

void tune_objective_free(TuneObjective *objective)
{
    if (objective != NULL) {
        free(objective->weight);
        free(objective->gradient);
        free(objective->centre);
        free(objective);
    }
}

/* Turns sums over positions into the mean with its penalty; biases and the offset go free. */
static double add_penalty(const TuneObjective *objective, const double *vector, double *gradient)
{
    const double share =
        1.0 / (double)(objective->loss->fitted_count > 0 ? objective->loss->fitted_count : 1);
    const size_t weights = (size_t)objective->sample->inputs * MODEL_WIDTH;
    const size_t all = objective->rows * MODEL_WIDTH;
    double squares = 0.0;
    for (size_t i = 0; i < all; i++) {
        const bool free_one = (i >= weights && i < weights + MODEL_WIDTH) || i == all - 1;
        const double decay = free_one ? 0.0 : objective->l2;
        const double away = vector[i] - objective->centre[i];
        gradient[i] = gradient[i] * share + decay * away;
        squares += decay * away * away;
    }
    gradient[weights + LINEAR] = 0.0;
    return objective->loss->fitted * share + 0.5 * squares;
}

bool tune_objective_at(TuneObjective *objective, const double *vector, double *value, double *gradient,
                       TuneLoss *loss)
{
    const size_t all = objective->rows * MODEL_WIDTH;
    float *weight = objective->weight[0];
    for (size_t i = 0; i < all; i++) {
        weight[i] = (float)vector[i];
        gradient[i] = 0.0;
    }
    memset(loss, 0, sizeof *loss);
    objective->sum = gradient;
    objective->loss = loss;
    const JobsPlan plan = {
        .count = TUNE_CHUNKS,
        .threads = objective->threads,
        .result_bytes = sizeof(TuneLoss),
        .context = objective,
        .stop = objective->stop,
        .run = run_chunk,
        .emit = add_chunk,
    };
    uint64_t done = 0;
    if (!jobs_run(&plan, &done, NULL) || done < TUNE_CHUNKS) {
        return false;
    }
    *value = add_penalty(objective, vector, gradient);
    return true;
}
