/* tune_objective.c: the loss of a model on a whole sample and its gradient, with sums over pieces in double.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/run/jobs.h"
#include "eval/tune/tune.h"
#include "eval/tune/tune_gradient.h"

enum { LINEAR = MODEL_WIDTH - 1 };

struct TuneObjective {
    const TuneSample *sample;
    double l2;
    int threads;
    const atomic_bool *stop;
    size_t size;     /* of a vector */
    float *vector;   /* the one being looked at */
    float *gradient; /* of each chunk in turn */
    double *centre;  /* the vector that the penalty draws to */
    double *sum;     /* of the gradients so far */
    TuneLoss *loss;  /* of all chunks so far */
};

/* ------------------------------------------------------------------ vectors */

void tune_vector_from(double *vector, const Model *model)
{
    TuneTail tail;
    float number[TUNE_TAIL] = {0};
    const size_t weights = (size_t)model->inputs * MODEL_WIDTH;
    for (size_t i = 0; i < weights; i++) {
        vector[i] = (double)model->weight[i / MODEL_WIDTH][i % MODEL_WIDTH];
    }
    memcpy(tail.bias, model->bias, sizeof tail.bias);
    memcpy(tail.output, model->output, sizeof tail.output);
    memcpy(tail.second, model->second, sizeof tail.second);
    memcpy(tail.second_output, model->second_output, sizeof tail.second_output);
    memcpy(tail.second_bias, model->second_bias, sizeof tail.second_bias);
    tail.output[LINEAR] = model->output_bias + model->bias[LINEAR];
    tail.bias[LINEAR] = 0.0F;
    memcpy(number, &tail, sizeof tail);
    for (size_t i = 0; i < TUNE_TAIL; i++) {
        vector[weights + i] = (double)number[i];
    }
}

void tune_vector_to(const double *vector, Model *model)
{
    TuneTail tail;
    float number[TUNE_TAIL] = {0};
    const size_t weights = (size_t)model->inputs * MODEL_WIDTH;
    for (size_t i = 0; i < weights; i++) {
        model->weight[i / MODEL_WIDTH][i % MODEL_WIDTH] = (float)vector[i];
    }
    for (size_t i = 0; i < TUNE_TAIL; i++) {
        number[i] = (float)vector[weights + i];
    }
    memcpy(&tail, number, sizeof tail);
    memcpy(model->bias, tail.bias, sizeof tail.bias);
    memcpy(model->output, tail.output, sizeof tail.output);
    memcpy(model->second, tail.second, sizeof tail.second);
    memcpy(model->second_output, tail.second_output, sizeof tail.second_output);
    memcpy(model->second_bias, tail.second_bias, sizeof tail.second_bias);
    model->output_bias = tail.output[LINEAR];
    model->bias[LINEAR] = 0.0F;
    model->output[LINEAR] = 1.0F;
}

/* ------------------------------------------------------------------ chunks */

static bool run_chunk(void *context, int thread, uint64_t chunk, void *result)
{
    (void)thread;
    const TuneObjective *objective = context;
    const TuneSample *sample = objective->sample;
    float *gradient = objective->gradient + chunk * objective->size;
    TuneLoss loss = {0};
    memset(gradient, 0, objective->size * sizeof *gradient);
    const uint64_t end = sample->count * (chunk + 1) / TUNE_CHUNKS;
    for (uint64_t i = sample->count * chunk / TUNE_CHUNKS; i < end; i++) {
        const TunePosition *position = &sample->position[i];
        if (position->held) {
            loss.held_count++;
            loss.held += tune_gradient_loss(sample, position, objective->vector);
        } else {
            loss.fitted_count++;
            loss.fitted += tune_gradient_add(sample, position, objective->vector, gradient);
        }
    }
    memcpy(result, &loss, sizeof loss);
    return true;
}

static bool add_chunk(void *context, uint64_t chunk, const void *result)
{
    const TuneObjective *objective = context;
    const float *gradient = objective->gradient + chunk * objective->size;
    const TuneLoss *loss = result;
    for (size_t i = 0; i < objective->size; i++) {
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
        objective->size = tune_vector_size(plan->sample->inputs);
        objective->vector = calloc(objective->size, sizeof *objective->vector);
        objective->gradient = calloc(TUNE_CHUNKS * objective->size, sizeof *objective->gradient);
        objective->centre = calloc(objective->size, sizeof *objective->centre);
    }
    if (objective == NULL || objective->vector == NULL || objective->gradient == NULL ||
        objective->centre == NULL) {
        tune_objective_free(objective);
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    if (plan->near != NULL) {
        tune_vector_from(objective->centre, plan->near);
    }
    return objective;
}

void tune_objective_free(TuneObjective *objective)
{
    if (objective != NULL) {
        free(objective->vector);
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
    const size_t bias = (size_t)objective->sample->inputs * MODEL_WIDTH;
    const size_t offset = bias + offsetof(TuneTail, output) / sizeof(float) + LINEAR;
    const size_t second_bias = bias + offsetof(TuneTail, second_bias) / sizeof(float);
    double squares = 0.0;
    for (size_t i = 0; i < objective->size; i++) {
        const bool free_one = (i >= bias && i < bias + MODEL_WIDTH) || i == offset || i >= second_bias;
        const double decay = free_one ? 0.0 : objective->l2;
        const double away = vector[i] - objective->centre[i];
        gradient[i] = gradient[i] * share + decay * away;
        squares += decay * away * away;
    }
    gradient[bias + LINEAR] = 0.0;
    return objective->loss->fitted * share + 0.5 * squares;
}

bool tune_objective_at(TuneObjective *objective, const double *vector, double *value, double *gradient,
                       TuneLoss *loss)
{
    for (size_t i = 0; i < objective->size; i++) {
        objective->vector[i] = (float)vector[i];
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
