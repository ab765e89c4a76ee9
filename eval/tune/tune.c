/* tune.c: the optimiser's run. The only file that knows libLBFGS (Naoaki Okazaki, MIT licence). */
#include "eval/tune/tune.h"

#include <lbfgs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

enum { LINEAR = MODEL_WIDTH - 1, LINE_SEARCH_MAX = 20, MEMORY = 12 };

/* Units begin small, so that the linear part settles first, and unlike each other, so that they learn
 * different things. */
#define START_WEIGHT 0.1F
#define START_OUTPUT 0.3F

typedef struct Run {
    const TunePlan *plan;
    TuneObjective *objective;
    TuneResult *result;
    TuneLoss loss; /* of the last evaluation: that of the iterate when the optimiser reports it */
    double *best;
    size_t size;
    bool stopped;  /* from outside */
    bool outlived; /* patience */
} Run;

/* ------------------------------------------------------------------ the start */

static float random_in(Rng *rng, float size)
{
    return size * (float)((double)rng_next(rng) / 2147483648.0 - 1.0);
}

/* Inputs that no fitted position has keep weights of zero. */
static void start_inputs(const TuneSample *sample, Rng *rng, Model *model)
{
    for (uint64_t i = 0; i < sample->count; i++) {
        const TunePosition *position = &sample->position[i];
        for (uint32_t k = 0; k < position->count && !position->held; k++) {
            model->weight[sample->index[position->first + k]][0] = 1.0F;
        }
    }
    for (size_t row = 0; row < sample->inputs; row++) {
        const bool used = model->weight[row][0] > 0.0F;
        for (size_t u = 0; u < MODEL_WIDTH; u++) {
            const float weight = random_in(rng, START_WEIGHT);
            model->weight[row][u] = used && u < LINEAR ? weight : 0.0F;
        }
    }
}

/* Fills a model of zeros. */
static void start_at_random(const TunePlan *plan, Model *model)
{
    Rng rng;
    rng_init(&rng, plan->seed, 1);
    start_inputs(plan->sample, &rng, model);
    for (size_t u = 0; u < LINEAR; u++) {
        model->output[u] = random_in(&rng, START_OUTPUT);
        for (size_t v = 0; v < MODEL_SECOND; v++) {
            model->second[u][v] = random_in(&rng, START_OUTPUT);
        }
    }
    for (size_t v = 0; v < MODEL_SECOND; v++) {
        model->second_output[v] = random_in(&rng, START_OUTPUT);
    }
}

/* ------------------------------------------------------------------ what the optimiser calls */

static lbfgsfloatval_t evaluate(void *instance, const lbfgsfloatval_t *x, lbfgsfloatval_t *g, int n,
                                lbfgsfloatval_t step)
{
    (void)n;
    (void)step;
    Run *run = instance;
    double value = 0.0;
    run->result->evaluations++;
    /* a line search cannot be left from here: it gets a value that ends it, and progress is not asked again
     */
    if (!run->stopped && !tune_objective_at(run->objective, x, &value, g, &run->loss)) {
        run->stopped = true;
        memset(g, 0, run->size * sizeof *g);
    }
    return value;
}

static double mean(double sum, uint64_t count) { return count > 0 ? sum / (double)count : 0.0; }

/* Takes note of an iterate; keeps it if it is the best on the hold-out. */
static void note(Run *run, const double *x, uint32_t iteration)
{
    TuneResult *result = run->result;
    const double fitted = mean(run->loss.fitted, run->loss.fitted_count);
    const double held = run->loss.held_count > 0 ? mean(run->loss.held, run->loss.held_count) : fitted;
    result->iterations = iteration;
    if (iteration == 0 || held < result->held) {
        result->best = iteration;
        result->fitted = fitted;
        result->held = held;
        memcpy(run->best, x, run->size * sizeof *x);
    }
    run->outlived = iteration - result->best >= run->plan->patience;
    if (run->plan->listener != NULL) {
        run->plan->listener(run->plan->context, iteration, fitted, held);
    }
}

static int progress(void *instance, const lbfgsfloatval_t *x, const lbfgsfloatval_t *g,
                    const lbfgsfloatval_t fx, const lbfgsfloatval_t xnorm, const lbfgsfloatval_t gnorm,
                    const lbfgsfloatval_t step, int n, int k, int ls)
{
    (void)g, (void)fx, (void)xnorm, (void)gnorm, (void)step, (void)n, (void)ls;
    Run *run = instance;
    if (run->stopped) {
        return 1;
    }
    note(run, x, (uint32_t)k);
    return run->outlived ? 1 : 0;
}

/* ------------------------------------------------------------------ the run */

static const char *why(const Run *run, int code)
{
    if (run->stopped) {
        return "interrupted";
    }
    if (run->outlived) {
        return "the hold-out's loss has not fallen for a while";
    }
    if (code == LBFGSERR_MAXIMUMITERATION) {
        return "the iterations asked for are done";
    }
    if (code == LBFGS_SUCCESS || code == LBFGS_ALREADY_MINIMIZED || code == LBFGS_STOP) {
        return "converged";
    }
    /* near the minimum single precision leaves no direction in which the loss still falls measurably */
    return code == LBFGSERR_OUTOFMEMORY ? NULL : "no further progress within the precision of the arithmetic";
}

/* The loss at the start, which is the first to be beaten. */
static bool begin(Run *run, const double *x, Err *err)
{
    double value = 0.0;
    double *gradient = lbfgs_malloc((int)run->size);
    if (gradient == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const bool begun = tune_objective_at(run->objective, x, &value, gradient, &run->loss);
    lbfgs_free(gradient);
    if (!begun) {
        return err_set(err, NULL, NULL, "interrupted before the first iteration");
    }
    if (run->loss.fitted_count == 0) {
        return err_set(err, NULL, NULL, "all games fell into the hold-out: nothing to fit");
    }
    note(run, x, 0);
    return true;
}

static bool optimise(Run *run, double *x, Err *err)
{
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.m = MEMORY;
    parameters.max_iterations = (int)run->plan->iterations;
    parameters.max_linesearch = LINE_SEARCH_MAX;
    parameters.epsilon = 1e-6;
    double value = 0.0;
    const int code = lbfgs((int)run->size, x, &value, evaluate, progress, run, &parameters);
    run->result->ended = why(run, code);
    return run->result->ended != NULL || err_set(err, NULL, NULL, "out of memory");
}

static void note_pass(void *context, const double *vector, uint32_t epoch, const TuneLoss *loss)
{
    Run *run = context;
    run->loss = *loss;
    note(run, vector, epoch);
}

static bool descend(Run *run, double *x, Err *err)
{
    if (!tune_adam(run->plan, x, note_pass, run, err)) {
        return false;
    }
    run->result->ended =
        run->result->iterations < run->plan->epochs ? "interrupted" : "the epochs asked for are done";
    return true;
}

/* To the decimals that model_write keeps, so that the model in memory is the one that a reader of its file
 * gets. */
static void round_weights(double *x, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        x[i] = round(x[i] * 1e4) / 1e4;
    }
}

/* The model to fill serves as the start, too. */
static bool fit_from(Run *run, Model *model, double *x, Err *err)
{
    if (run->plan->from != NULL) {
        tune_vector_from(x, run->plan->from);
    } else {
        start_at_random(run->plan, model);
        tune_vector_from(x, model);
    }
    if (!begin(run, x, err) || !(run->plan->epochs > 0 ? descend(run, x, err) : optimise(run, x, err))) {
        return false;
    }
    round_weights(run->best, run->size);
    return true;
}

bool tune_fit(const TunePlan *plan, Model *model, TuneResult *result, Err *err)
{
    Run run = {.plan = plan, .result = result, .size = tune_vector_size(plan->sample->inputs)};
    bool good = false;
    memset(result, 0, sizeof *result);
    double *x = lbfgs_malloc((int)run.size);
    run.best = lbfgs_malloc((int)run.size);
    run.objective = tune_objective_new(plan, err);
    if (x == NULL || run.best == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
    } else if (run.objective != NULL && fit_from(&run, model, x, err)) {
        tune_vector_to(run.best, model);
        good = true;
    }
    tune_objective_free(run.objective);
    lbfgs_free(x);
    lbfgs_free(run.best);
    return good;
}

static bool is_told_to_stop(const TunePlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

static void forget(Err *err)
{
    if (err != NULL) {
        err_clear(err);
    }
}

bool tune_fit_rounds(const TunePlan *plan, const TuneRounds *rounds, Model *model, TuneResult *result,
                     Err *err)
{
    const bool begins_plainly = rounds->count == 0 || plan->from == NULL;
    if (begins_plainly && !tune_fit(plan, model, result, err)) {
        return false;
    }
    const Model *before = begins_plainly ? model : plan->from;
    for (uint32_t round = 0; round < rounds->count; round++) {
        TunePlan next = *plan;
        TuneResult found = {0};
        next.from = before;
        tune_sample_retarget(rounds->sample, before, rounds->trust);
        if (tune_fit(&next, model, &found, err)) {
            *result = found;
            before = model;
        } else if (before == model && is_told_to_stop(plan)) {
            result->ended = "interrupted"; /* before the first iteration of this round */
            forget(err);
            return true;
        } else {
            return false;
        }
    }
    return true;
}
