/* tune_adam.c: fits a model by small batches, by Adam (D. P. Kingma, J. Ba, "Adam: A Method for Stochastic
 * Optimization", 2015) with the penalty apart from the gradient (I. Loshchilov, F. Hutter, "Decoupled Weight
 * Decay Regularization", 2019) and the mean of the last weights as its result (B. Polyak, A. Juditsky, 1992).
 *
 * A batch is cut into SLICES pieces whose gradients are added in their order, so that the model does not
 * depend on the number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/tune/tune.h"
#include "eval/tune/tune_gradient.h"

enum { BATCH = 256, SLICES = 4, SLICE = BATCH / SLICES };

#define PI         3.14159265358979323846
#define MOMENTUM   0.9   /* beta 1 */
#define SPREAD     0.999 /* beta 2 */
#define MEAN       0.999 /* of the weights averaged, a step */
#define SPREAD_MIN 1e-8  /* epsilon */

typedef struct Adam {
    const TunePlan *plan;
    size_t size;
    float *weight, *centre, *momentum, *spread, *mean, *slices;
    uint32_t *order; /* positions to fit */
    uint32_t count;
    uint64_t steps;
    double loss[SLICES]; /* of the pass, before each step */
} Adam;

/* ------------------------------------------------------------------ memory */

static bool allocate(Adam *adam)
{
    float **arrays[] = {&adam->weight, &adam->centre, &adam->momentum, &adam->spread, &adam->mean};
    bool good = true;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = calloc(adam->size, sizeof **arrays[i]);
        good = good && *arrays[i] != NULL;
    }
    adam->slices = calloc(SLICES * adam->size, sizeof *adam->slices);
    adam->order = calloc(adam->plan->sample->count + 1, sizeof *adam->order);
    return good && adam->slices != NULL && adam->order != NULL;
}

static void release(Adam *adam)
{
    free(adam->weight);
    free(adam->centre);
    free(adam->momentum);
    free(adam->spread);
    free(adam->mean);
    free(adam->slices);
    free(adam->order);
}

static void fill(float *to, const double *vector, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        to[i] = (float)vector[i];
    }
}

/* ------------------------------------------------------------------ one batch */

static void add_gradients(Adam *adam, const uint32_t *batch)
{
    const TuneSample *sample = adam->plan->sample;
#pragma omp parallel for num_threads(adam->plan->threads < SLICES ? adam->plan->threads : SLICES)            \
    schedule(static, 1)
    for (int slice = 0; slice < SLICES; slice++) {
        float *gradient = adam->slices + (size_t)slice * adam->size;
        memset(gradient, 0, adam->size * sizeof *gradient);
        for (unsigned i = 0; i < SLICE; i++) {
            const TunePosition *position = &sample->position[batch[(unsigned)slice * SLICE + i]];
            adam->loss[slice] += tune_gradient_add(sample, position, adam->weight, gradient);
        }
    }
}

/* Whole ones of a pass; what is left over is in another place of the order next time. */
static uint32_t batches_of(const Adam *adam) { return adam->count / BATCH; }

/* How fast it learns falls along half a cosine from `rate` to nothing. */
static float rate_at(const Adam *adam, uint64_t step)
{
    const double all = (double)adam->plan->epochs * (double)batches_of(adam);
    const double share = all > 0.0 ? (double)step / all : 0.0;
    return (float)(adam->plan->rate * 0.5 * (1.0 + cos(PI * fmin(share, 1.0))));
}

static void step(Adam *adam, const uint32_t *batch)
{
    const float rate = rate_at(adam, adam->steps);
    const double steps = (double)++adam->steps;
    const float scale = (float)((double)rate * sqrt(1.0 - pow(SPREAD, steps)) / (1.0 - pow(MOMENTUM, steps)));
    const float decay = rate * (float)adam->plan->l2;
    const float share = (float)(1.0 - MEAN);
    const size_t size = adam->size;
    add_gradients(adam, batch);
    float *restrict weight = adam->weight;
    float *restrict momentum = adam->momentum;
    float *restrict spread = adam->spread;
    float *restrict mean = adam->mean;
    const float *restrict centre = adam->centre;
    const float *restrict slices = adam->slices;
    for (size_t i = 0; i < size; i++) {
        const float sum = slices[i] + slices[size + i] + slices[2 * size + i] + slices[3 * size + i];
        const float gradient = sum / (float)BATCH;
        momentum[i] += (1.0F - (float)MOMENTUM) * (gradient - momentum[i]);
        spread[i] += (1.0F - (float)SPREAD) * (gradient * gradient - spread[i]);
        weight[i] -=
            scale * momentum[i] / (sqrtf(spread[i]) + (float)SPREAD_MIN) + decay * (weight[i] - centre[i]);
        mean[i] += share * (weight[i] - mean[i]);
    }
}

/* ------------------------------------------------------------------ passes */

/* The mean began at zero: what that took away is given back. */
static void mean_weights(const Adam *adam, double *vector)
{
    const double whole = 1.0 - pow(MEAN, (double)adam->steps);
    for (size_t i = 0; i < adam->size; i++) {
        vector[i] = adam->steps > 0 ? (double)adam->mean[i] / whole : (double)adam->weight[i];
    }
}

/* Losses of a pass: of the positions fitted as it went, of those held out with the weights that it came to.
 */
static TuneLoss loss_of(const Adam *adam, float *weight, const double *vector)
{
    const TuneSample *sample = adam->plan->sample;
    TuneLoss loss = {.fitted_count = (uint64_t)batches_of(adam) * BATCH};
    fill(weight, vector, adam->size);
    for (unsigned slice = 0; slice < SLICES; slice++) {
        loss.fitted += adam->loss[slice];
    }
    for (uint64_t i = 0; i < sample->count; i++) {
        if (sample->position[i].held) {
            loss.held_count++;
            loss.held += tune_gradient_loss(sample, &sample->position[i], weight);
        }
    }
    return loss;
}

static bool is_told_to_stop(const TunePlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

static void pass(Adam *adam, Rng *rng)
{
    for (uint32_t i = adam->count; i > 1; i--) {
        const uint32_t other = rng_bounded(rng, i);
        const uint32_t moved = adam->order[i - 1];
        adam->order[i - 1] = adam->order[other];
        adam->order[other] = moved;
    }
    memset(adam->loss, 0, sizeof adam->loss);
    for (uint32_t at = 0; at + BATCH <= adam->count && !is_told_to_stop(adam->plan); at += BATCH) {
        step(adam, adam->order + at);
    }
}

static bool begin(Adam *adam, const double *start, Err *err)
{
    const TuneSample *sample = adam->plan->sample;
    if (!allocate(adam)) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    fill(adam->weight, start, adam->size);
    if (adam->plan->near != NULL) {
        double *centre = calloc(adam->size, sizeof *centre);
        if (centre == NULL) {
            return err_set(err, NULL, NULL, "out of memory");
        }
        tune_vector_from(centre, adam->plan->near);
        fill(adam->centre, centre, adam->size);
        free(centre);
    }
    for (uint64_t i = 0; i < sample->count; i++) {
        if (!sample->position[i].held) {
            adam->order[adam->count++] = (uint32_t)i;
        }
    }
    return adam->count >= BATCH ||
           err_set(err, NULL, NULL, "found %u positions to fit, expected at least a batch of %d", adam->count,
                   BATCH);
}

bool tune_adam(const TunePlan *plan, double *vector, TunePass listener, void *context, Err *err)
{
    Adam adam = {.plan = plan, .size = tune_vector_size(plan->sample->inputs)};
    const bool good = begin(&adam, vector, err);
    Rng rng;
    rng_init(&rng, plan->seed, 2);
    for (uint32_t epoch = 1; good && epoch <= plan->epochs && !is_told_to_stop(plan); epoch++) {
        pass(&adam, &rng);
        if (!is_told_to_stop(plan)) { /* of less than a pass nothing can be said */
            mean_weights(&adam, vector);
            const TuneLoss loss = loss_of(&adam, adam.slices, vector);
            listener(context, vector, epoch, &loss);
        }
    }
    release(&adam);
    return good;
}
