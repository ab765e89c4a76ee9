/* test_tune.c: samples of positions, the fit of an evaluation, its report, and the command. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/rng.h"
#include "eval/run/match.h"
#include "eval/tune/positions.h"
#include "eval/tune/tune.h"
#include "eval/tune/tune_plot.h"
#include "eval/tune/tune_report.h"
#include "tests/support/support.h"

enum { INPUTS = 12, LINEAR = MODEL_WIDTH - 1, UNSEEN = INPUTS * MODEL_WIDTH + LINEAR };

/* ------------------------------------------------------------------ synthetic samples */

static double uniform(Rng *rng) { return (double)rng_next(rng) / 4294967296.0; }

static double logistic(double logit) { return 1.0 / (1.0 + exp(-logit)); }

/* Random sparse inputs; outcomes fall as a given logit says. Every tenth game is held out. */
static void make_sample(TuneSample *sample, uint32_t games, uint32_t plies,
                        double (*logit)(const ModelInputs *))
{
    Rng rng;
    rng_init(&rng, 7, 7);
    tune_sample_init(sample, INPUTS);
    sample->file_count = 1;
    sample->file = calloc(1, sizeof *sample->file);
    for (uint32_t game = 0; game < games; game++) {
        ModelInputs inputs = {.count = 0};
        for (unsigned i = 0; i < INPUTS; i++) {
            if (rng_bounded(&rng, 3) == 0) {
                model_add(&inputs, i, (float)(2.0 * uniform(&rng) - 0.5));
            }
        }
        const bool won = uniform(&rng) < logistic(logit(&inputs));
        for (uint32_t ply = 0; ply < plies; ply++) {
            const TunePosition position = {.outcome = won ? 1.0F : 0.0F,
                                           .target = won ? 1.0F : 0.0F,
                                           .material = inputs.count > 0 ? inputs.value[0] : 0.0F,
                                           .game = game,
                                           .stage = (uint8_t)(ply * TUNE_STAGE_COUNT / plies),
                                           .held = game % 10 == 9};
            cr_assert(tune_sample_add(sample, &position, &inputs, NULL));
            sample->file[0].positions++;
            sample->file[0].held += position.held ? 1U : 0U;
        }
    }
    sample->games = games;
}

static double linear_logit(const ModelInputs *inputs)
{
    double sum = 0.3;
    for (uint32_t i = 0; i < inputs->count; i++) {
        sum += (double)inputs->value[i] * ((double)(inputs->index[i] % 5) - 2.0);
    }
    return sum;
}

/* The first two inputs win only when both are large or both small: no linear model can see it. */
static double joint_logit(const ModelInputs *inputs)
{
    double value[2] = {-0.4, -0.4};
    for (uint32_t i = 0; i < inputs->count; i++) {
        if (inputs->index[i] < 2) {
            value[inputs->index[i]] += (double)inputs->value[i];
        }
    }
    return 8.0 * value[0] * value[1];
}

static void fit(const TuneSample *sample, double l2, uint32_t iterations, int threads, Model *model,
                TuneResult *result)
{
    const TunePlan plan = {
        .sample = sample, .l2 = l2, .iterations = iterations, .patience = 20, .seed = 1, .threads = threads};
    cr_assert(model_init(model, sample->inputs, NULL));
    cr_assert(tune_fit(&plan, model, result, NULL));
}

static double mean_loss(const TuneSample *sample, double (*logit)(const ModelInputs *))
{
    double sum = 0.0;
    uint64_t count = 0;
    for (uint64_t i = 0; i < sample->count; i++) {
        const TunePosition *position = &sample->position[i];
        ModelInputs inputs;
        tune_sample_inputs(sample, position, &inputs);
        if (position->held) {
            const double p = logistic(logit(&inputs));
            sum -= log(position->outcome > 0.5F ? p : 1.0 - p);
            count++;
        }
    }
    return sum / (double)count;
}

/* ------------------------------------------------------------------ the objective */

Test(tune, gradient_is_that_of_the_objective)
{
    TuneSample sample;
    TuneLoss loss;
    Model centre;
    Rng rng;
    const size_t size = tune_vector_size(INPUTS);
    const double step = 4e-3;
    double *x = calloc(size, sizeof *x);
    double *gradient = calloc(size, sizeof *gradient);
    double *unused = calloc(size, sizeof *unused);
    make_sample(&sample, 60, 2, linear_logit);
    cr_assert(model_init(&centre, INPUTS, NULL));
    centre.weight[3][4] = 0.7F;
    const TunePlan plan = {.sample = &sample, .l2 = 0.01, .threads = 1, .near = &centre};
    TuneObjective *objective = tune_objective_new(&plan, NULL);
    rng_init(&rng, 3, 3);
    for (size_t i = 0; i < size; i++) {
        x[i] = uniform(&rng) - 0.5;
    }
    x[UNSEEN] = 0.0; /* bias of the linear unit: not a parameter */
    double value = 0.0;
    cr_assert(tune_objective_at(objective, x, &value, gradient, &loss));
    cr_expect_eq(loss.fitted_count, 108);
    cr_expect_eq(loss.held_count, 12);
    for (size_t i = 0; i < size; i++) {
        double above = 0.0;
        double below = 0.0;
        const double at = x[i];
        if (i == UNSEEN) {
            cr_expect(fabs(gradient[i]) <= 0.0);
            continue;
        }
        x[i] = at + step;
        cr_assert(tune_objective_at(objective, x, &above, unused, &loss));
        x[i] = at - step;
        cr_assert(tune_objective_at(objective, x, &below, unused, &loss));
        x[i] = at;
        const double slope = (above - below) / (2.0 * step);
        cr_expect(fabs(slope - gradient[i]) < 1e-4, "parameter %zu: difference %.6f, gradient %.6f", i, slope,
                  gradient[i]);
    }
    tune_objective_free(objective);
    model_release(&centre);
    tune_sample_release(&sample);
    free(x);
    free(gradient);
    free(unused);
}

Test(tune, loss_is_that_of_the_model_as_it_is_played)
{
    TuneSample sample;
    TuneResult result;
    TuneReport report;
    TuneFileReport file;
    Model model;
    make_sample(&sample, 2000, 1, joint_logit);
    fit(&sample, 1e-4, 30, 1, &model, &result);
    tune_report(&sample, &model, &report, &file);
    cr_expect_eq(report.positions, 200);
    /* model_logit adds in another order, weights are rounded, and model_probability is a quotient of
     * polynomials */
    cr_expect(fabs(report.score[TUNE_MODEL][TUNE_ALL].loss - result.held) < 2e-4, "%f and %f",
              report.score[TUNE_MODEL][TUNE_ALL].loss, result.held);
    model_release(&model);
    tune_sample_release(&sample);
}

/* ------------------------------------------------------------------ the fit */

Test(tune, a_planted_linear_model_is_found)
{
    TuneSample sample;
    TuneResult result;
    Model model;
    make_sample(&sample, 20000, 1, linear_logit);
    fit(&sample, 1e-3, 100, 2, &model, &result);
    const double best = mean_loss(&sample, linear_logit);
    cr_expect(result.held < best + 0.006, "loss %.5f, the planted model's %.5f", result.held, best);
    double squares = 0.0;
    for (uint64_t i = 0; i < sample.count; i++) {
        ModelInputs inputs;
        tune_sample_inputs(&sample, &sample.position[i], &inputs);
        const double error = logistic((double)model_logit(&model, &inputs)) - logistic(linear_logit(&inputs));
        squares += error * error;
    }
    const double error = sqrt(squares / (double)sample.count);
    cr_expect(error < 0.025, "chances differ by %.4f", error);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune, inputs_that_act_together_are_seen)
{
    TuneSample sample;
    TuneResult result;
    Model model;
    make_sample(&sample, 8000, 1, joint_logit);
    fit(&sample, 1e-4, 200, 2, &model, &result);
    const double best = mean_loss(&sample, joint_logit);
    cr_expect(result.held < best + 0.03, "loss %.5f, the planted model's %.5f", result.held, best);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune, threads_do_not_change_the_model)
{
    TuneSample sample;
    make_sample(&sample, 3000, 2, linear_logit);
    Model models[3];
    TuneResult results[3];
    for (int i = 0; i < 3; i++) {
        fit(&sample, 1e-4, 25, i + 1, &models[i], &results[i]);
        cr_expect_arr_eq(models[0].weight, models[i].weight, INPUTS * sizeof *models[0].weight);
        cr_expect_arr_eq(models[0].bias, models[i].bias, sizeof models[0].bias);
        cr_expect_arr_eq(models[0].output, models[i].output, sizeof models[0].output);
        cr_expect_eq(results[0].evaluations, results[i].evaluations);
    }
    for (int i = 0; i < 3; i++) {
        model_release(&models[i]);
    }
    tune_sample_release(&sample);
}

/* ------------------------------------------------------------------ by small batches */

static void ignore_pass(void *context, const double *vector, uint32_t epoch, const TuneLoss *loss)
{
    (void)context, (void)vector, (void)epoch, (void)loss;
}

static void descend(const TuneSample *sample, double decay, uint32_t epochs, int threads, Model *model,
                    TuneResult *result)
{
    const TunePlan plan = {.sample = sample,
                           .l2 = decay,
                           .patience = 20,
                           .epochs = epochs,
                           .rate = 0.02,
                           .seed = 1,
                           .threads = threads};
    cr_assert(model_init(model, sample->inputs, NULL));
    cr_assert(tune_fit(&plan, model, result, NULL));
}

Test(tune_adam, planted_models_are_found)
{
    static double (*const logits[])(const ModelInputs *) = {linear_logit, joint_logit};
    for (size_t i = 0; i < 2; i++) {
        TuneSample sample;
        TuneResult result;
        Model model;
        make_sample(&sample, 20000, 1, logits[i]);
        descend(&sample, 0.1, 20, 2, &model, &result);
        const double best = mean_loss(&sample, logits[i]);
        cr_expect(result.held < best + 0.01, "loss %.5f, the planted model's %.5f", result.held, best);
        cr_expect_eq(result.iterations, 20);
        model_release(&model);
        tune_sample_release(&sample);
    }
}

Test(tune_adam, threads_do_not_change_the_model)
{
    TuneSample sample;
    Model models[3];
    TuneResult results[3];
    make_sample(&sample, 3000, 2, linear_logit);
    for (int i = 0; i < 3; i++) {
        descend(&sample, 0.1, 3, 2 * i + 1, &models[i], &results[i]);
        cr_expect_arr_eq(models[0].weight, models[i].weight, INPUTS * sizeof *models[0].weight);
        cr_expect_arr_eq(models[0].second, models[i].second, sizeof models[0].second);
        cr_expect(fabs(results[0].held - results[i].held) <= 0.0);
    }
    for (int i = 0; i < 3; i++) {
        model_release(&models[i]);
    }
    tune_sample_release(&sample);
}

/* With nothing but decay, weights go to what they are to stay near to. */
Test(tune_adam, decay_draws_to_the_model_near)
{
    TuneSample sample;
    TuneResult result;
    Model first;
    Model second;
    double away[2] = {0.0, 0.0};
    make_sample(&sample, 3000, 1, linear_logit);
    descend(&sample, 0.0, 10, 2, &first, &result);
    for (uint64_t i = 0; i < sample.count; i++) {
        sample.position[i].target = 1.0F - sample.position[i].target;
    }
    for (int i = 0; i < 2; i++) {
        const TunePlan plan = {.sample = &sample,
                               .l2 = i == 1 ? 1.0 : 0.0,
                               .patience = 20,
                               .epochs = 20,
                               .rate = 0.05,
                               .seed = 1,
                               .threads = 2,
                               .from = &first,
                               .near = &first};
        double *moved = calloc(tune_vector_size(INPUTS), sizeof *moved);
        tune_vector_from(moved, &first);
        cr_assert(tune_adam(&plan, moved, ignore_pass, NULL, NULL));
        cr_assert(model_init(&second, INPUTS, NULL));
        tune_vector_to(moved, &second);
        for (unsigned input = 0; input < INPUTS; input++) {
            away[i] += fabs((double)(second.weight[input][LINEAR] - first.weight[input][LINEAR]));
        }
        model_release(&second);
        free(moved);
    }
    cr_expect(away[1] < 0.5 * away[0], "near: %f, free: %f", away[1], away[0]);
    model_release(&first);
    tune_sample_release(&sample);
}

Test(tune_adam, less_than_a_batch_is_refused)
{
    TuneSample sample;
    TuneResult result;
    Model model;
    Err err;
    make_sample(&sample, 100, 1, linear_logit);
    const TunePlan plan = {.sample = &sample, .epochs = 2, .rate = 0.002, .patience = 20, .threads = 1};
    cr_assert(model_init(&model, INPUTS, NULL));
    err_clear(&err);
    cr_expect_not(tune_fit(&plan, &model, &result, &err));
    cr_expect(strstr(err.message, "found 90 positions to fit") != NULL, "%s", err.message);
    model_release(&model);
    tune_sample_release(&sample);
}

/* ------------------------------------------------------------------ temporal differences */

/* Three decisions of one game that was won, two apart, and one of a game held out. */
Test(tune_sample, targets_become_what_the_model_thinks_later)
{
    TuneSample sample;
    Model model;
    ModelInputs inputs = {.count = 0};
    const double trust = 0.8;
    tune_sample_init(&sample, INPUTS);
    cr_assert(model_init(&model, INPUTS, NULL));
    for (unsigned i = 0; i < 4; i++) {
        const TunePosition position = {
            .outcome = 1.0F, .searched = 0.25F, .target = 1.0F, .game = i / 3, .wait = 2, .held = i == 3};
        inputs.count = 0;
        model_add(&inputs, i, 1.0F);
        cr_assert(tune_sample_add(&sample, &position, &inputs, NULL));
        model.weight[i][LINEAR] = (float)i - 1.0F; /* logits -1, 0, 1 */
    }
    tune_sample_retarget(&sample, &model, trust);
    const double heeded = trust * trust;
    const double second = heeded * 1.0 + (1.0 - heeded) * logistic(1.0);
    const double first = heeded * second + (1.0 - heeded) * logistic(0.0);
    cr_expect(fabs((double)sample.position[2].target - 1.0) < 1e-6);
    cr_expect(fabs((double)sample.position[1].target - second) < 1e-5, "%f",
              (double)sample.position[1].target);
    cr_expect(fabs((double)sample.position[0].target - first) < 1e-5, "%f",
              (double)sample.position[0].target);
    cr_expect(fabs((double)sample.position[3].target - 1.0) < 1e-6, "a position held out keeps its target");
    sample.heeds_searches = true;
    tune_sample_retarget(&sample, &model, trust);
    cr_expect(fabs((double)sample.position[0].target - 0.5 * (first + 0.25)) < 1e-5);
    model_release(&model);
    tune_sample_release(&sample);
}

/* Stops the fit once so many passes or iterations have been told of. */
typedef struct Stopper {
    atomic_bool stop;
    uint32_t left;
} Stopper;

static void count_down(void *context, uint32_t iteration, double fitted, double held)
{
    (void)iteration, (void)fitted, (void)held;
    Stopper *stopper = context;
    stopper->left--;
    if (stopper->left == 0) {
        atomic_store(&stopper->stop, true);
    }
}

/* Told of: the start and three passes of each fit. Whenever it is stopped, the fits before count. */
Test(tune_rounds, what_is_done_when_it_is_stopped_is_kept)
{
    for (uint32_t told = 1; told <= 12; told++) {
        TuneSample sample;
        TuneResult result;
        Model model;
        Stopper stopper = {.left = told};
        make_sample(&sample, 600, 2, linear_logit);
        cr_assert(model_init(&model, INPUTS, NULL));
        const TunePlan plan = {.sample = &sample,
                               .l2 = 0.1,
                               .epochs = 3,
                               .rate = 0.02,
                               .patience = 20,
                               .seed = 1,
                               .threads = 2,
                               .stop = &stopper.stop,
                               .listener = count_down,
                               .context = &stopper};
        const TuneRounds rounds = {&sample, 2, 0.9};
        Err err;
        err_clear(&err);
        cr_expect(tune_fit_rounds(&plan, &rounds, &model, &result, &err), "%u: %s", told, err.message);
        cr_expect_not(err.set);
        const bool whole = told == 12;
        cr_expect_eq(strcmp(result.ended, "interrupted") == 0, !whole, "%u: %s", told, result.ended);
        cr_expect(fabs(result.held - log(2.0)) > 1e-3, "%u: a model of zeros", told);
        model_release(&model);
        tune_sample_release(&sample);
    }
}

/* ------------------------------------------------------------------ going on */

Test(tune, a_fit_goes_on_from_a_model)
{
    TuneSample sample;
    Model first;
    Model second;
    TuneResult before;
    TuneResult after;
    make_sample(&sample, 4000, 1, linear_logit);
    fit(&sample, 1e-3, 60, 2, &first, &before);
    const TunePlan plan = {.sample = &sample,
                           .l2 = 1e-3,
                           .iterations = 3,
                           .patience = 20,
                           .seed = 1,
                           .threads = 2,
                           .from = &first};
    cr_assert(model_init(&second, INPUTS, NULL));
    cr_assert(tune_fit(&plan, &second, &after, NULL));
    cr_expect(after.held <= before.held + 1e-4, "%f after %f", after.held, before.held);
    model_release(&first);
    model_release(&second);
    tune_sample_release(&sample);
}

/* Games that say the opposite move a model little if it is to stay near. */
Test(tune, a_model_stays_near_to_another)
{
    TuneSample sample;
    Model first;
    Model second;
    TuneResult result;
    make_sample(&sample, 3000, 1, linear_logit);
    fit(&sample, 1e-3, 60, 2, &first, &result);
    for (uint64_t i = 0; i < sample.count; i++) {
        sample.position[i].target = 1.0F - sample.position[i].target;
    }
    TunePlan plan = {.sample = &sample, .iterations = 40, .patience = 40, .threads = 2, .from = &first};
    double away[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        plan.near = i == 1 ? &first : NULL;
        plan.l2 = i == 1 ? 1.0 : 1e-3;
        cr_assert(model_init(&second, INPUTS, NULL));
        cr_assert(tune_fit(&plan, &second, &result, NULL));
        for (unsigned input = 0; input < INPUTS; input++) {
            away[i] += fabs((double)(second.weight[input][LINEAR] - first.weight[input][LINEAR]));
        }
        model_release(&second);
    }
    cr_expect(away[1] < 0.5 * away[0], "near: %f, free: %f", away[1], away[0]);
    model_release(&first);
    tune_sample_release(&sample);
}

Test(tune, stops_when_told_and_when_there_is_nothing_to_fit)
{
    TuneSample sample;
    Model model;
    TuneResult result;
    Err err;
    atomic_bool stop = true;
    make_sample(&sample, 200, 1, linear_logit);
    TunePlan plan = {.sample = &sample, .iterations = 10, .patience = 5, .threads = 1, .stop = &stop};
    cr_assert(model_init(&model, INPUTS, NULL));
    err_clear(&err);
    cr_expect_not(tune_fit(&plan, &model, &result, &err));
    cr_expect(strstr(err.message, "interrupted") != NULL, "%s", err.message);
    for (uint64_t i = 0; i < sample.count; i++) {
        sample.position[i].held = true;
    }
    plan.stop = NULL;
    err_clear(&err);
    cr_expect_not(tune_fit(&plan, &model, &result, &err));
    cr_expect(strstr(err.message, "nothing to fit") != NULL, "%s", err.message);
    model_release(&model);
    tune_sample_release(&sample);
}

/* ------------------------------------------------------------------ the report */

/* Positions of one game are one draw: ten copies of each must not make errors smaller. */
Test(tune_report, errors_count_games)
{
    double errors[2];
    Model model;
    cr_assert(model_init(&model, INPUTS, NULL));
    for (int i = 0; i < 2; i++) {
        TuneSample sample;
        TuneReport report;
        TuneFileReport file;
        make_sample(&sample, 5000, i == 0 ? 1 : 10, linear_logit);
        tune_report(&sample, &model, &report, &file);
        cr_expect_eq(report.games, 500);
        const TuneBin *bin = &report.bin[TUNE_BINS / 2]; /* a model of zeros always says 0.5 */
        cr_expect_eq(bin->games, 500);
        cr_expect_eq(bin->positions, i == 0 ? 500 : 5000);
        cr_expect(fabs(bin->prediction - 0.5) < 1e-6);
        const double binomial = sqrt(bin->outcome * (1.0 - bin->outcome) / 499.0);
        cr_expect(fabs(bin->error - binomial) < 1e-9, "%f, expected %f", bin->error, binomial);
        cr_expect(fabs(report.score[TUNE_MODEL][TUNE_ALL].brier - 0.25) < 1e-6);
        cr_expect(fabs(report.score[TUNE_MODEL][TUNE_ALL].loss - log(2.0)) < 1e-6);
        errors[i] = report.score[TUNE_BASE][TUNE_ALL].error;
        tune_sample_release(&sample);
    }
    cr_expect(fabs(errors[0] - errors[1]) < 1e-9);
    model_release(&model);
}

static double material_logit(const ModelInputs *inputs)
{
    return inputs->count > 0 ? 2.0 * (double)inputs->value[0] - 0.5 : -0.5;
}

Test(tune_report, yardsticks_are_fitted_on_the_games_not_held_out)
{
    TuneSample sample;
    TuneReport report;
    TuneFileReport file;
    Model model;
    make_sample(&sample, 30000, 1, material_logit);
    for (uint64_t i = 0; i < sample.count; i++) { /* were they looked at, this would show */
        sample.position[i].outcome = sample.position[i].held ? 0.0F : sample.position[i].outcome;
    }
    cr_assert(model_init(&model, INPUTS, NULL));
    tune_report(&sample, &model, &report, &file);
    cr_expect(fabs(file.material.slope - 2.0) < 0.1, "slope %f", file.material.slope);
    cr_expect(fabs(file.material.offset + 0.5) < 0.06, "offset %f", file.material.offset);
    cr_expect(file.base > 0.4 && file.base < 0.6, "base rate %f", file.base);
    cr_expect(fabs(report.score[TUNE_BASE][TUNE_ALL].brier - file.base * file.base) < 1e-9);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune_report, a_plot_quotes_names)
{
    TuneReport report;
    StrBuf script;
    memset(&report, 0, sizeof report);
    strbuf_init(&script);
    tune_plot_script(&report, "it's", "a'; system 'b.svg", &script);
    cr_expect(strstr(script.text, "set title 'it''s'") != NULL);
    cr_expect(strstr(script.text, "set output 'a''; system ''b.svg'") != NULL);
    strbuf_clear(&script);
    tune_plot_script(&report, "'t is", "'a'.svg", &script);
    cr_expect(strstr(script.text, "set title \"'\" . 't is'") != NULL, "%s", script.text);
    cr_expect(strstr(script.text, "set output \"'\" . 'a''.svg'") != NULL);
    cr_expect_not(tune_plot_ready("a\nb.svg", NULL));
    cr_expect_not(tune_plot_ready("", NULL));
    strbuf_release(&script);
}

/* ------------------------------------------------------------------ files */

/* Plays random games into a positions file. */
static void make_positions(const char *path, const char *scenario, const char *override, uint64_t games,
                           uint32_t every)
{
    Game game;
    Policy random;
    MatchTally tally;
    StrBuf header;
    support_load(&game, scenario, override);
    cr_assert(policy_init(&random, &game, "random", NULL));
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    const RecordInfo info = {.game = &game,
                             .overrides = &override,
                             .override_count = override != NULL ? 1 : 0,
                             .policies = {random.spec, random.spec}};
    strbuf_init(&header);
    positions_write_header(&header, &info);
    cr_assert_eq(fwrite(header.text, 1, header.length, file), header.length);
    strbuf_release(&header);
    const MatchPlan plan = {.game = &game,
                            .policies = {&random, &random},
                            .games = games,
                            .seed = 5,
                            .threads = 1,
                            .positions = file,
                            .positions_every = every};
    cr_assert(match_run(&plan, &tally, NULL));
    cr_assert_eq(fclose(file), 0);
    policy_release(&random);
    game_release(&game);
}

static bool read_files(TuneSample *sample, const char *first, const char *second, uint64_t limit, Err *err)
{
    const char *names[] = {first, second};
    const TuneRead plan = {
        .names = names, .count = second != NULL ? 2 : 1, .lambda = 1.0, .holdout = 0.25, .limit = limit};
    err_clear(err);
    return tune_sample_read(sample, &plan, err);
}

Test(tune_sample, games_are_kept_together_and_split_the_same_way_each_time)
{
    char folder[256];
    char a[512];
    char b[512];
    Err err;
    TuneSample ab;
    TuneSample ba;
    support_folder("tune", folder);
    (void)snprintf(a, sizeof a, "%s/a.pos", folder);
    (void)snprintf(b, sizeof b, "%s/b.pos", folder);
    make_positions(a, "toy/wide", "options.both_lose=0", 40, 8);
    make_positions(b, "toy/plain", "setup.start.french=3", 60, 2);
    cr_assert(read_files(&ab, a, b, 0, &err), "%s", err.message);
    cr_assert(read_files(&ba, b, a, 0, &err), "%s", err.message);
    cr_expect_eq(ab.count, ba.count);
    cr_expect_eq(ab.file[0].positions, ba.file[1].positions);
    cr_expect_eq(ab.file[0].held, ba.file[1].held);
    cr_expect_eq(ab.file[1].held_games, ba.file[0].held_games);
    cr_expect(ab.file[0].held_games > 0 && ab.file[0].held_games < ab.file[0].games);
    cr_expect_eq(ab.games, ab.file[0].games + ab.file[1].games);
    cr_expect_eq(ab.position[ab.count - 1].game, ab.games - 1);
    for (uint64_t i = 1; i < ab.count; i++) {
        const TunePosition *one = &ab.position[i];
        if (one->game == one[-1].game) {
            cr_expect_eq(one->held, one[-1].held);
            cr_expect(one->stage >= one[-1].stage && one->stage < TUNE_STAGE_COUNT);
            cr_expect(fabsf(one->outcome - one[-1].outcome) <= 0.0F);
        } else {
            cr_expect_eq(one->game, one[-1].game + 1);
            const bool alone =
                i == 1 || one[-2].game != one[-1].game; /* may be the first decision, which is not late */
            cr_expect(alone || one[-1].stage == TUNE_LATE);
        }
    }
    tune_sample_release(&ba);
    cr_assert(read_files(&ba, a, b, 100, &err));
    cr_expect_eq(ba.count, 100);
    cr_expect(ba.file[0].positions > 0 && ba.file[1].positions > 0);
    tune_sample_release(&ab);
    tune_sample_release(&ba);
}

Test(tune_sample, targets_look_ahead_to_later_searches)
{
    char folder[256];
    char path[512];
    support_folder("tune-lambda", folder);
    (void)snprintf(path, sizeof path, "%s/a.pos", folder);
    make_positions(path, "toy/plain", NULL, 4, 1);
    StrBuf bytes;
    PositionsFile file;
    PositionEntry entry;
    StateBuffer state;
    strbuf_init(&bytes);
    cr_assert(positions_open(&file, path, NULL));
    const float values[] = {0.25F, -1.0F, NAN,
                            2.0F,  1.0F,  -1.0F}; /* only the first and the fifth are chances */
    double plies[6];
    FILE *copy = fopen(path, "r+b");
    cr_assert_not_null(copy);
    cr_assert_eq(fseek(copy, ftell(file.file), SEEK_SET), 0);
    for (size_t i = 0; i < 6; i++) {
        cr_assert(positions_next(&file, &entry, &state, NULL));
        entry.value = values[i];
        plies[i] = entry.ply;
        strbuf_add_bytes(&bytes, &entry, sizeof entry);
        strbuf_add_bytes(&bytes, &state, file.state_bytes);
    }
    cr_assert_eq(fwrite(bytes.text, 1, bytes.length, copy), bytes.length);
    cr_assert_eq(fclose(copy), 0);
    positions_close(&file);
    strbuf_release(&bytes);
    TuneSample sample;
    const char *names[] = {path};
    const TuneRead plan = {.names = names, .count = 1, .lambda = 0.9};
    cr_assert(tune_sample_read(&sample, &plan, NULL));
    cr_assert(sample.position[5].game == sample.position[0].game);
    const double outcome = (double)sample.position[0].outcome;
    const double late = pow(0.9, plies[5] - plies[4]);
    const double early = pow(0.9, plies[1] - plies[0]);
    const double fifth = late * outcome + (1.0 - late) * 1.0;
    const double expected[] = {early * fifth + (1.0 - early) * 0.25, fifth, fifth, fifth, fifth, outcome};
    for (size_t i = 0; i < 6; i++) {
        cr_expect(fabs((double)sample.position[i].target - expected[i]) < 1e-6, "position %zu: %f, not %f", i,
                  (double)sample.position[i].target, expected[i]);
    }
    cr_expect(fabs(expected[0] - outcome) > 0.01, "the case says something");
    tune_sample_release(&sample);
}

/* Reads a file that must be refused with a part of a message. */
static void expect_refused(const char *path, const char *text, size_t length, const char *message)
{
    TuneSample sample;
    Err err;
    char told[1024];
    cr_assert(support_write(path, text, length));
    cr_expect_not(read_files(&sample, path, NULL, 0, &err), "expected: %s", message);
    err_text(&err, told, sizeof told);
    cr_expect(strstr(told, message) != NULL, "expected \"%s\" in \"%s\"", message, told);
    cr_expect(strstr(told, path) != NULL, "expected the file's name in \"%s\"", told);
}

/* The file as bytes. */
static char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    char *bytes = malloc(*length + 1);
    cr_assert_eq(fseek(file, 0, SEEK_SET), 0);
    cr_assert_eq(fread(bytes, 1, *length, file), *length);
    bytes[*length] = '\0';
    (void)fclose(file);
    return bytes;
}

/* Changes a word of the header, keeping its length. */
static void spoil(char *bytes, const char *from, const char *to)
{
    char *at = strstr(bytes, from);
    cr_assert_not_null(at);
    cr_assert_eq(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
}

Test(tune_sample, hostile_files_are_refused)
{
    char folder[256];
    char good[512];
    char bad[512];
    size_t length = 0;
    support_folder("tune-hostile", folder);
    (void)snprintf(good, sizeof good, "%s/good.pos", folder);
    (void)snprintf(bad, sizeof bad, "%s/bad.pos", folder);
    make_positions(good, "toy/plain", NULL, 3, 8);
    char *bytes = slurp(good, &length);
    const size_t header = (size_t)(strchr(bytes, '\n') - bytes) + 1;
    expect_refused(bad, bytes, 0, "no positions file");
    expect_refused(bad, bytes, header - 5, "no positions file");
    expect_refused(bad, bytes, header, "holds no positions");
    expect_refused(bad, bytes, length - 7, "cut short");
    spoil(bytes, "marshal/positions/2", "marshal/positions/9");
    expect_refused(bad, bytes, length, "marshal/positions/2");
    spoil(bytes, "marshal/positions/9", "marshal/positions/2");
    spoil(bytes, "toy/plain", "toy/short");
    expect_refused(bad, bytes, length, "scenario_sha256");
    spoil(bytes, "toy/short", "toy/shirt");
    expect_refused(bad, bytes, length, "toy/shirt");
    spoil(bytes, "toy/shirt", "toy/plain");
    bytes[header + offsetof(PositionEntry, winner)] = 9;
    expect_refused(bad, bytes, length, "winner");
    bytes[header + offsetof(PositionEntry, winner)] = SEAT_FRENCH;
    memset(bytes + header + sizeof(PositionEntry), 0xff, 512);
    expect_refused(bad, bytes, length, "entry 0 is no position of toy/plain");
    free(bytes);
}

/* ------------------------------------------------------------------ the command */

static const cJSON *at(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    cr_assert_not_null(item, "key \"%s\" is missing", key);
    return item;
}

static cJSON *run_json(const char *arguments)
{
    Run run;
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "marshal %s: %s", arguments, run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json, "%s", run.out.text);
    support_run_release(&run);
    return json;
}

static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: exit code %d, %s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: expected \"%s\" in \"%s\"", arguments,
              message, run.err.text);
    support_run_release(&run);
}

Test(tune_command, fits_writes_and_judges)
{
    char folder[256];
    char arguments[2048];
    StrBuf first;
    StrBuf second;
    support_folder("tune-command", folder);
    (void)snprintf(
        arguments, sizeof arguments,
        "match toy/wide --set options.both_lose=0 --games 120 --every 6 --positions %s/a.pos --json", folder);
    cJSON_Delete(run_json(arguments));
    (void)snprintf(arguments, sizeof arguments,
                   "tune %s/a.pos --out %s/1.json --iterations 5 --jobs 1 --json", folder, folder);
    cJSON *json = run_json(arguments);
    const cJSON *report = at(json, "report");
    cr_expect_eq(cJSON_GetArraySize(at(at(report, "holdout"), "reliability")), TUNE_BINS);
    cr_expect(at(at(at(report, "holdout"), "model"), "brier_mid_game")->valuedouble > 0.0);
    cr_expect(at(report, "iterations")->valueint <= 5);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "tune %s/a.pos --out %s/2.json --iterations 5 --jobs 2",
                   folder, folder);
    expect_run(arguments, 0, "");
    strbuf_init(&first);
    strbuf_init(&second);
    (void)snprintf(arguments, sizeof arguments, "%s/1.json", folder);
    cr_assert(support_read(arguments, &first));
    (void)snprintf(arguments, sizeof arguments, "%s/2.json", folder);
    cr_assert(support_read(arguments, &second));
    cr_expect_str_eq(first.text, second.text, "the file depends on the number of threads");
    strbuf_release(&first);
    strbuf_release(&second);
    (void)snprintf(arguments, sizeof arguments, "tune %s/a.pos --evaluate %s/1.json --json", folder, folder);
    json = run_json(arguments);
    report = at(json, "report");
    cr_expect_eq(at(at(report, "judged"), "positions")->valueint, at(report, "positions")->valueint);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments,
                   "tune %s/a.pos --from %s/1.json --out %s/3.json --iterations 2", folder, folder, folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments,
                   "tune %s/a.pos --out %s/4.json --epochs 2 --rounds 2 --trust 0.5 --l2 0.1 --json", folder,
                   folder);
    json = run_json(arguments);
    report = at(json, "report");
    cr_expect_str_eq(at(report, "optimiser")->valuestring, "Adam");
    cr_expect_eq(at(at(report, "options"), "rounds")->valueint, 2);
    cJSON_Delete(json);
}

Test(tune_command, calibrates_and_keeps_where_the_weights_come_from)
{
    char folder[256];
    char arguments[2048];
    char path[512];
    JsonDoc doc;
    JsonNode fitted;
    JsonNode node;
    StrBuf weights[2];
    support_folder("tune-calibrate", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --games 300 --every 2 --positions %s/a.pos --json", folder);
    cJSON_Delete(run_json(arguments));
    (void)snprintf(arguments, sizeof arguments, "tune %s/a.pos --out %s/1.json --iterations 30 --json",
                   folder, folder);
    cJSON_Delete(run_json(arguments));
    for (unsigned i = 1; i <= 2; i++) { /* the second time over what the first wrote */
        (void)snprintf(arguments, sizeof arguments,
                       "tune %s/a.pos --from %s/%u.json --calibrate --out %s/%u.json", folder, folder, i,
                       folder, i + 1);
        expect_run(arguments, 0, "");
        (void)snprintf(path, sizeof path, "%s/%u.json", folder, i + 1);
        cr_assert(json_load(&doc, path, NULL));
        const JsonNode root = json_root(&doc);
        cr_assert(json_get(&root, "fitted", &fitted, NULL) && json_get(&fitted, "weights", &node, NULL));
        strbuf_init(&weights[i - 1]);
        json_write(&node, &weights[i - 1]);
        cr_assert(json_get(&root, "scenarios", &node, NULL) && json_get(&node, "plain", &node, NULL));
        json_release(&doc);
    }
    cr_expect_str_eq(weights[0].text, weights[1].text);
    cr_expect(strstr(weights[0].text, "\"iterations\":30") != NULL, "%s", weights[0].text);
    strbuf_release(&weights[0]);
    strbuf_release(&weights[1]);
    (void)snprintf(arguments, sizeof arguments,
                   "tune %s/a.pos --from %s/2.json --out %s/4.json --iterations 2", folder, folder, folder);
    expect_run(arguments, 0, "");
    (void)snprintf(path, sizeof path, "%s/4.json", folder);
    cr_assert(json_load(&doc, path, NULL));
    const JsonNode root = json_root(&doc);
    cr_expect_not(json_find(&root, "scenarios", &node), "new weights are not put right by what others were");
    json_release(&doc);
}

Test(tune_command, plots)
{
    char folder[256];
    char arguments[2048];
    StrBuf svg;
    support_folder("tune-plot", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --games 20 --every 4 --positions %s/a.pos --json", folder);
    cJSON_Delete(run_json(arguments));
    (void)snprintf(arguments, sizeof arguments,
                   "tune %s/a.pos --out %s/1.json --iterations 2 --plot %s/a.svg", folder, folder, folder);
    if (!tune_plot_ready("a.svg", NULL)) {
        expect_run(arguments, 1, "gnuplot is not installed");
        return;
    }
    expect_run(arguments, 0, "");
    strbuf_init(&svg);
    (void)snprintf(arguments, sizeof arguments, "%s/a.svg", folder);
    cr_assert(support_read(arguments, &svg));
    cr_expect(strstr(svg.text, "<svg") != NULL);
    strbuf_release(&svg);
}

Test(tune_command, tells_what_is_wrong)
{
    expect_run("tune", 2, "POSITIONS");
    expect_run("tune a.pos", 2, "--out");
    expect_run("tune a.pos --out b.json --evaluate c.json", 2, "--evaluate");
    expect_run("tune a.pos --out b.json --near", 2, "--from");
    expect_run("tune a.pos --out b.json --l2 much", 2, "--l2");
    expect_run("tune a.pos --out b.json --epochs 3 --iterations 3", 2, "either --epochs N");
    expect_run("tune a.pos --out b.json --rate 0.1", 2, "--epochs");
    expect_run("tune a.pos --out b.json --trust 0.5", 2, "--rounds");
    expect_run("tune a.pos --out b.json --lambda 1.5", 2, "--lambda");
    expect_run("tune a.pos --out b.json --holdout nan", 2, "--holdout");
    expect_run("tune a.pos --out b.json --calibrate", 2, "--calibrate: expected --from FILE");
    expect_run("tune a.pos --evaluate b.json --from c.json --calibrate", 2, "--out FILE");
    expect_run("tune none.pos --out b.json", 1, "none.pos");
}
