/* tune.h: fits the evaluation network of ai/model.h to a sample of positions (tune_sample.h).
 *
 * Minimised is the mean cross-entropy between targets and the logistic of the model's logit, plus
 *     l2 / 2 * (sum of squares of all weights but biases and offset)
 * or, to fit an earlier model to new games without forgetting the old, of the weights' distances from that
 * model, by L-BFGS (D. C. Liu, J. Nocedal, "On the Limited Memory BFGS Method for Large Scale Optimization",
 * 1989) as implemented by libLBFGS: the whole sample at each step, gradients by hand; or, where that needs
 * more steps than anyone will wait for, by small batches (tune_adam.c): no packaged library for C does those.
 * The games held out are never fitted; the model kept is that of the iteration with the least loss on them.
 *
 * The sample is cut into TUNE_CHUNKS pieces of fixed size, whose gradients are computed by any number of
 * threads and added in the order of pieces: a fit gives the same model for every number of threads.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_H
#define MARSHAL_EVAL_TUNE_TUNE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/model.h"
#include "engine/err.h"
#include "eval/tune/tune_sample.h"

enum { TUNE_CHUNKS = 64 };

/* A model as one vector: MODEL_WIDTH weights an input, then this. The bias of the linear unit stays 0, since
 * the offset does its work, which has the place of that unit's output weight; the second layer does not see
 * that unit. */
typedef struct TuneTail {
    float bias[MODEL_WIDTH];
    float output[MODEL_WIDTH];
    float second[MODEL_WIDTH][MODEL_SECOND];
    float second_output[MODEL_SECOND];
    float second_bias[MODEL_SECOND];
} TuneTail;

enum { TUNE_TAIL = sizeof(TuneTail) / sizeof(float) };

static inline size_t tune_vector_size(uint32_t inputs) { return (size_t)inputs * MODEL_WIDTH + TUNE_TAIL; }
void tune_vector_from(double *vector, const Model *model);
void tune_vector_to(const double *vector, Model *model);

/* Sums over positions. */
typedef struct TuneLoss {
    uint64_t fitted_count; /* positions not held out */
    uint64_t held_count;
    double fitted; /* cross-entropy, summed */
    double held;
} TuneLoss;

typedef struct TuneObjective TuneObjective;

typedef struct TunePlan {
    const TuneSample *sample;
    double l2;
    uint32_t iterations; /* of L-BFGS, at most */
    uint32_t patience;   /* iterations without a better hold-out loss after which it stops */
    uint32_t epochs;     /* not 0: so many passes of Adam over the sample instead of L-BFGS, ... */
    double rate; /* ... its greatest step for a weight; l2 then draws weights by rate * l2 of their size each
                    step */
    uint64_t seed;
    int threads;
    const Model *from;       /* start here; NULL: at random */
    const Model *near;       /* l2 weighs the distance from this one; NULL: from zero */
    const atomic_bool *stop; /* stops early with the best so far; may be NULL */
    /* Told after each iteration; may be NULL. */
    void (*listener)(void *context, uint32_t iteration, double fitted, double held);
    void *context;
} TunePlan;

/* Borrows the sample; looks at l2, near, threads and stop. NULL and err if memory runs out. */
TuneObjective *tune_objective_new(const TunePlan *plan, Err *err);
void tune_objective_free(TuneObjective *objective);
/* What is minimised at a vector, with its gradient and the losses it is made of. False if stopped. */
bool tune_objective_at(TuneObjective *objective, const double *vector, double *value, double *gradient,
                       TuneLoss *loss);

/* Told of the weights and losses after each pass. */
typedef void (*TunePass)(void *context, const double *vector, uint32_t epoch, const TuneLoss *loss);

/* Goes from a vector on by Adam, plan->epochs passes; what it came to is left in vector. False and err if
 * memory runs out or there is no batch to fit. The same for every number of threads. */
bool tune_adam(const TunePlan *plan, double *vector, TunePass listener, void *context, Err *err);

typedef struct TuneResult {
    uint32_t iterations;  /* done; or epochs */
    uint32_t best;        /* the one kept */
    uint32_t evaluations; /* of the objective */
    double fitted;        /* mean losses of the one kept */
    double held;          /* without a hold-out: as fitted */
    const char *ended;    /* why it stopped */
} TuneResult;

/* Fills an initialised model of sample->inputs inputs, rounded as model_write does. False and err if memory
 * runs out or the optimiser fails. */
bool tune_fit(const TunePlan *plan, Model *model, TuneResult *result, Err *err);

/* Rounds of temporal differences (tune_sample_retarget). */
typedef struct TuneRounds {
    TuneSample *sample; /* the plan's, whose targets change */
    uint32_t count;
    double trust;
} TuneRounds;

/* As tune_fit, and then rounds->count fits more, each from the model before and to what that thinks of the
 * positions that followed; with plan->from and rounds, only those. The result is that of the last fit.
 * Stopped once a fit is whole, it keeps what it has. */
bool tune_fit_rounds(const TunePlan *plan, const TuneRounds *rounds, Model *model, TuneResult *result,
                     Err *err);

#endif
