/* tune_gradient.c: the network's loss at one position, and its slopes.
 *
 * Arithmetic is in float, whose rounding (1e-7) is far below the noise of the sample. The time goes to two
 * loops over MODEL_WIDTH floats for every input, in runs as wide as a register. */
#include "eval/tune/tune_gradient.h"

#include <math.h>
#include <string.h>

#include "ai/lanes.h"

enum { LINEAR = MODEL_WIDTH - 1, ROW_RUNS = MODEL_WIDTH / LANES, SECOND_RUNS = MODEL_SECOND / LANES };

typedef float Row[MODEL_WIDTH];

typedef struct Pass {
    const float *weight; /* rows of MODEL_WIDTH */
    const TuneTail *tail;
    float *gradient; /* as weight */
    TuneTail *tail_gradient;
} Pass;

/* The network's units at one position. */
typedef struct Units {
    Row unit; /* before they are bent */
    Row bent; /* that of the linear unit: 0, so that nothing else sees it */
    float second[MODEL_SECOND];
    float second_bent[MODEL_SECOND];
} Units;

static inline void lanes_store(float *to, Lanes lanes) { memcpy(to, &lanes, sizeof lanes); }

static void sum_inputs(const Pass *pass, const uint16_t *index, const float *value, unsigned count,
                       float *unit)
{
    Lanes sum[ROW_RUNS];
    memcpy(sum, pass->tail->bias, sizeof sum);
    for (unsigned i = 0; i < count; i++) {
        const float *row = pass->weight + (size_t)index[i] * MODEL_WIDTH;
        for (unsigned run = 0; run < ROW_RUNS; run++) {
            sum[run] += value[i] * lanes_load(row + (size_t)LANES * run);
        }
    }
    memcpy(unit, sum, sizeof sum);
}

static void sum_first(const TuneTail *tail, const float *bent, float *second)
{
    Lanes sum[SECOND_RUNS];
    memcpy(sum, tail->second_bias, sizeof sum);
    for (unsigned u = 0; u < LINEAR; u++) {
        for (unsigned run = 0; run < SECOND_RUNS; run++) {
            sum[run] += bent[u] * lanes_load(tail->second[u] + (size_t)LANES * run);
        }
    }
    memcpy(second, sum, sizeof sum);
}

static float logit_of(const TuneTail *tail, Units *units)
{
    float sum = tail->output[LINEAR] + units->unit[LINEAR];
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        units->bent[u] = units->unit[u] / (1.0F + fabsf(units->unit[u]));
    }
    units->bent[LINEAR] = 0.0F;
    sum_first(tail, units->bent, units->second);
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        sum += tail->output[u] * units->bent[u];
    }
    for (unsigned v = 0; v < MODEL_SECOND; v++) {
        units->second_bent[v] = units->second[v] / (1.0F + fabsf(units->second[v]));
        sum += tail->second_output[v] * units->second_bent[v];
    }
    return sum;
}

/* Cross-entropy of the logistic of a logit, in a form that neither overflows nor takes the logarithm of 0. */
static double cross_entropy(double logit, double target)
{
    return fmax(logit, 0.0) - logit * target + log1p(exp(-fabs(logit)));
}

/* How much a bent unit rises with the unit. */
static float steepness(float unit)
{
    const float size = 1.0F + fabsf(unit);
    return 1.0F / (size * size);
}

/* The second layer's slopes, and what reaches the first layer through it. */
static void slope_second(const Pass *pass, const Units *units, float error, float *slope)
{
    const TuneTail *tail = pass->tail;
    TuneTail *gradient = pass->tail_gradient;
    float second[MODEL_SECOND];
    for (unsigned v = 0; v < MODEL_SECOND; v++) {
        second[v] = error * tail->second_output[v] * steepness(units->second[v]);
        gradient->second_output[v] += error * units->second_bent[v];
        gradient->second_bias[v] += second[v];
    }
    for (unsigned u = 0; u < LINEAR; u++) {
        Lanes through = {0};
        for (unsigned run = 0; run < SECOND_RUNS; run++) {
            float *sum = gradient->second[u] + (size_t)LANES * run;
            const Lanes step = lanes_load(second + (size_t)LANES * run);
            through += step * lanes_load(tail->second[u] + (size_t)LANES * run);
            lanes_store(sum, lanes_load(sum) + units->bent[u] * step);
        }
        for (unsigned lane = 0; lane < LANES; lane++) {
            slope[u] += through[lane];
        }
    }
}

static void slope_first(const Pass *pass, const Units *units, float error, float *slope)
{
    TuneTail *gradient = pass->tail_gradient;
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        slope[u] = error * pass->tail->output[u];
        gradient->output[u] += error * units->bent[u];
    }
    slope_second(pass, units, error, slope);
    for (unsigned u = 0; u < LINEAR; u++) {
        slope[u] *= steepness(units->unit[u]);
        gradient->bias[u] += slope[u];
    }
    slope[LINEAR] = error;
    gradient->output[LINEAR] += error; /* the offset has the place of the linear unit's weight */
}

static void add_outer(const Pass *pass, const uint16_t *index, const float *value, unsigned count,
                      const float *slope)
{
    Lanes step[ROW_RUNS];
    memcpy(step, slope, sizeof step);
    for (unsigned i = 0; i < count; i++) {
        float *row = pass->gradient + (size_t)index[i] * MODEL_WIDTH;
        for (unsigned run = 0; run < ROW_RUNS; run++) {
            lanes_store(row + (size_t)LANES * run,
                        lanes_load(row + (size_t)LANES * run) + value[i] * step[run]);
        }
    }
}

static double run_units(const Pass *pass, const TuneSample *sample, const TunePosition *position,
                        Units *units)
{
    sum_inputs(pass, sample->index + position->first, sample->value + position->first, position->count,
               units->unit);
    return (double)logit_of(pass->tail, units);
}

double tune_gradient_loss(const TuneSample *sample, const TunePosition *position, const float *vector)
{
    const Pass pass = {.weight = vector,
                       .tail = (const TuneTail *)(vector + (size_t)sample->inputs * MODEL_WIDTH)};
    Units units;
    memset(&units, 0, sizeof units);
    return cross_entropy(run_units(&pass, sample, position, &units), (double)position->target);
}

double tune_gradient_add(const TuneSample *sample, const TunePosition *position, const float *vector,
                         float *gradient)
{
    const size_t weights = (size_t)sample->inputs * MODEL_WIDTH;
    Pass pass = {.weight = vector, .tail = (const TuneTail *)(vector + weights)};
    pass.gradient = gradient;
    pass.tail_gradient = (TuneTail *)(gradient + weights);
    Units units;
    Row slope;
    memset(&units, 0, sizeof units);
    const double logit = run_units(&pass, sample, position, &units);
    slope_first(&pass, &units, (float)(1.0 / (1.0 + exp(-logit))) - position->target, slope);
    add_outer(&pass, sample->index + position->first, sample->value + position->first, position->count,
              slope);
    return cross_entropy(logit, (double)position->target);
}
