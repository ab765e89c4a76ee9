/* spsa.c: see spsa.h. */
#include "eval/improve/spsa.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

#define ALPHA 0.602
#define GAMMA 0.101

static double perturbation(const SpsaPlan *plan, uint32_t iteration)
{
    return plan->c / pow(iteration + 1.0, GAMMA);
}

/* a_k / a */
static double decay(const SpsaPlan *plan, uint32_t iteration)
{
    return pow(0.1 * plan->iterations + iteration + 1.0, -ALPHA);
}

/* Noise of differences moves a coordinate by a_k / (2 c_k) times the mean of `directions` of them, up or down
 * by lot: the squares of these steps add up to wander^2. */
static double find_a(const SpsaPlan *plan)
{
    double squares = 0.0;
    for (uint32_t k = 0; k < plan->iterations; k++) {
        const double step = decay(plan, k) / (2.0 * perturbation(plan, k));
        squares += step * step * plan->noise * plan->noise / plan->directions;
    }
    return plan->wander / sqrt(squares);
}

bool spsa_init(Spsa *spsa, const SpsaPlan *plan, const double *start, Err *err)
{
    assert(plan->dimensions > 0 && plan->iterations > 0 && plan->directions > 0);
    assert(plan->c > 0.0 && plan->wander > 0.0 && plan->noise > 0.0);
    *spsa = (Spsa){.plan = *plan,
                   .a = find_a(plan),
                   .squares = SPSA_GUESS * plan->noise * plan->noise,
                   .at = malloc(plan->dimensions * sizeof *spsa->at),
                   .sum = calloc(plan->dimensions, sizeof *spsa->sum)};
    if (spsa->at == NULL || spsa->sum == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    memcpy(spsa->at, start, plan->dimensions * sizeof *start);
    return true;
}

void spsa_release(Spsa *spsa)
{
    free(spsa->at);
    free(spsa->sum);
    spsa->at = NULL;
    spsa->sum = NULL;
}

static Rng stream(const Spsa *spsa, uint32_t direction)
{
    return rng_derive(spsa->plan.seed, RNG_PURPOSE_SPSA, ((uint64_t)spsa->iteration << 32U) | direction);
}

static double next_sign(Rng *rng) { return rng_bounded(rng, 2) == 0 ? -1.0 : 1.0; }

static double clip(const SpsaPlan *plan, uint32_t i, double value)
{
    return fmin(fmax(value, plan->low[i]), plan->high[i]);
}

void spsa_probe(const Spsa *spsa, uint32_t direction, double *plus, double *minus)
{
    const SpsaPlan *plan = &spsa->plan;
    Rng rng = stream(spsa, direction);
    const double c = perturbation(plan, spsa->iteration);
    assert(direction < plan->directions);
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        const double step = c * next_sign(&rng);
        plus[i] = clip(plan, i, spsa->at[i] + step);
        minus[i] = clip(plan, i, spsa->at[i] - step);
    }
}

/* How much smaller the noise is than was guessed: the inverse, for a. */
static double correction(const Spsa *spsa)
{
    const double seen = (double)spsa->iteration * spsa->plan.directions + SPSA_GUESS;
    return spsa->plan.noise / sqrt(spsa->squares / seen);
}

void spsa_step(Spsa *spsa, const double *differences)
{
    const SpsaPlan *plan = &spsa->plan;
    const double rate = correction(spsa) * spsa->a * decay(plan, spsa->iteration) /
                        (2.0 * perturbation(plan, spsa->iteration) * plan->directions);
    for (uint32_t direction = 0; direction < plan->directions; direction++) {
        Rng rng = stream(spsa, direction);
        for (uint32_t i = 0; i < plan->dimensions; i++) {
            spsa->at[i] += rate * differences[direction] * next_sign(&rng);
        }
        spsa->squares += differences[direction] * differences[direction];
    }
    spsa->iteration++;
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        spsa->at[i] = clip(plan, i, spsa->at[i]);
    }
    if (2 * spsa->iteration > plan->iterations) {
        for (uint32_t i = 0; i < plan->dimensions; i++) {
            spsa->sum[i] += spsa->at[i];
        }
        spsa->summed++;
    }
}

void spsa_found(const Spsa *spsa, double *found)
{
    for (uint32_t i = 0; i < spsa->plan.dimensions; i++) {
        found[i] = spsa->summed > 0 ? spsa->sum[i] / spsa->summed : spsa->at[i];
    }
}
