/* test_tune_calibrate.c: chances of a shared evaluation put right in each scenario: the fit, the file, the
 * command. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/model.h"
#include "engine/json.h"
#include "engine/rng.h"
#include "eval/tune/tune_calibrate.h"
#include "eval/tune/tune_report.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

enum { LINEAR = MODEL_WIDTH - 1, GAMES = 20000 };

static double uniform(Rng *rng) { return (double)rng_next(rng) / 4294967296.0; }

/* Games of one position each with one input x, three of four in the file of "toy/plain", the others in that
 * of "toy/wide"; the French win plain by logit offset + slope * x, wide by x. */
static void make_sample(TuneSample *sample, double offset, double slope)
{
    Rng rng;
    rng_init(&rng, 9, 9);
    tune_sample_init(sample, 1);
    sample->file_count = 2;
    sample->file = calloc(2, sizeof *sample->file);
    (void)snprintf(sample->file[0].header.scenario, sizeof sample->file[0].header.scenario, "toy/plain");
    (void)snprintf(sample->file[1].header.scenario, sizeof sample->file[1].header.scenario, "my/wide.json");
    for (uint32_t game = 0; game < GAMES; game++) {
        const uint16_t file = game < GAMES * 3 / 4 ? 0 : 1;
        const double x = 4.0 * uniform(&rng) - 2.0;
        const double logit = file == 0 ? offset + slope * x : x;
        const TunePosition position = {.outcome = uniform(&rng) < tune_logistic(logit) ? 1.0F : 0.0F,
                                       .game = game,
                                       .file = file,
                                       .held = game % 10 == 9};
        ModelInputs inputs = {.count = 0};
        model_add(&inputs, 0, (float)x);
        cr_assert(tune_sample_add(sample, &position, &inputs, NULL));
        sample->file[file].positions++;
        sample->file[file].held += position.held ? 1U : 0U;
    }
    sample->games = GAMES;
}

/* Its logit is the input. */
static void make_model(Model *model)
{
    cr_assert(model_init(model, 1, NULL));
    model->weight[0][LINEAR] = 1.0F;
}

/* The logit that it tells where the input is x. */
static double logit_of(const Model *model, float x)
{
    const double chance = model_told(model, tune_logistic((double)x));
    return log(chance / (1.0 - chance));
}

Test(tune_calibrate, planted_offsets_and_slopes_are_found_and_told)
{
    TuneSample sample;
    TuneReport before;
    TuneReport after;
    TuneFileReport files[2];
    Model model;
    make_sample(&sample, -0.8, 0.5);
    make_model(&model);
    tune_report(&sample, &model, &before, files);
    cr_assert(tune_calibrate(&sample, &model, NULL));
    cr_assert_eq(model.calibration_count, 2);
    cr_expect_str_eq(model.calibration[0].scenario, "plain");
    cr_expect_float_eq((double)model.calibration[0].offset, -0.8, 0.1);
    cr_expect_float_eq((double)model.calibration[0].slope, 0.5, 0.1);
    cr_expect_str_eq(model.calibration[1].scenario, "wide");
    cr_expect_float_eq((double)model.calibration[1].offset, 0.0, 0.12);
    cr_expect_float_eq((double)model.calibration[1].slope, 1.0, 0.12);
    tune_report(&sample, &model, &after, files);
    cr_expect(after.score[TUNE_MODEL][TUNE_ALL].brier < before.score[TUNE_MODEL][TUNE_ALL].brier - 0.01);
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const TuneBin *bin = &after.bin[i];
        cr_expect(bin->positions < 100 || fabs(bin->prediction - bin->outcome) < 4.0 * bin->error,
                  "%u: %f, %f", i, bin->prediction, bin->outcome);
    }
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune_calibrate, a_model_tells_of_the_scenario_that_it_is_told)
{
    Model model;
    make_model(&model);
    model.calibration[0] = (ModelCalibration){"plain", -1.0F, 0.5F};
    model.calibration_count = 1;
    cr_expect_float_eq(logit_of(&model, 1.5F), 1.5, 1e-6);
    model_tells_of(&model, "toy/plain");
    cr_expect_float_eq(logit_of(&model, 1.5F), -0.25, 1e-6);
    model_tells_of(&model, "toy/wide");
    cr_expect_float_eq(logit_of(&model, 1.5F), 1.5, 1e-6);
    model_tells_of(&model, "here/plain.json");
    cr_expect_float_eq(logit_of(&model, 1.5F), -0.25, 1e-6);
    cr_expect_eq(model_told(&model, 0.0), 0.0);
    cr_expect_eq(model_told(&model, 1.0), 1.0);
    ModelInputs inputs = {.count = 0};
    model_add(&inputs, 0, 1.5F);
    cr_expect_float_eq((double)model_logit(&model, &inputs), 1.5, 1e-6, "searches go by the network");
    model_tells_of(&model, NULL);
    cr_expect_float_eq(logit_of(&model, 1.5F), 1.5, 1e-6);
    model_release(&model);
}

Test(tune_calibrate, what_was_found_before_for_other_scenarios_stays_and_for_these_goes)
{
    TuneSample sample;
    Model model;
    make_sample(&sample, 0.7, 1.0);
    make_model(&model);
    model.calibration[0] = (ModelCalibration){"elsewhere", 2.0F, 3.0F};
    model.calibration[1] = (ModelCalibration){"plain", 5.0F, 0.1F};
    model.calibration_count = 2;
    model_tells_of(&model, "plain"); /* which must not be heeded */
    cr_assert(tune_calibrate(&sample, &model, NULL));
    cr_assert_eq(model.calibration_count, 3);
    cr_expect_float_eq((double)model.calibration[0].offset, 2.0, 1e-6);
    cr_expect_float_eq((double)model.calibration[1].offset, 0.7, 0.1);
    cr_expect_float_eq((double)model.calibration[1].slope, 1.0, 0.1);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune_calibrate, a_game_counts_once_and_few_games_move_little)
{
    TuneSample sample;
    Model model;
    tune_sample_init(&sample, 1);
    sample.file_count = 1;
    sample.file = calloc(1, sizeof *sample.file);
    (void)snprintf(sample.file[0].header.scenario, sizeof sample.file[0].header.scenario, "toy/plain");
    for (uint32_t game = 0; game < 2; game++) { /* two games that the French won, of even positions */
        for (unsigned ply = 0; ply < 1000; ply++) {
            const TunePosition position = {.outcome = 1.0F, .game = game};
            const ModelInputs none = {.count = 0};
            cr_assert(tune_sample_add(&sample, &position, &none, NULL));
        }
    }
    make_model(&model);
    cr_assert(tune_calibrate(&sample, &model, NULL));
    /* where x^2 / 2 - 2 log logistic(x) is least: x = 2 (1 - logistic(x)) */
    const double offset = (double)model.calibration[0].offset;
    cr_expect_float_eq(offset, 2.0 * (1.0 - tune_logistic(offset)), 0.001, "%f", offset);
    cr_expect_float_eq((double)model.calibration[0].slope, 1.0, 1e-4);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune_calibrate, outcomes_that_run_against_the_chances_are_refused)
{
    TuneSample sample;
    Model model;
    Err err;
    char told[512];
    make_sample(&sample, 0.0, -0.5);
    make_model(&model);
    err_clear(&err);
    cr_expect_not(tune_calibrate(&sample, &model, &err));
    err_text(&err, told, sizeof told);
    cr_expect(strstr(told, "scenario plain: found a slope of -0.") != NULL, "%s", told);
    model_release(&model);
    tune_sample_release(&sample);
}

Test(tune_calibrate, only_so_many_scenarios_find_room)
{
    TuneSample sample;
    Model model;
    Err err;
    char told[512];
    make_sample(&sample, 0.0, 1.0);
    make_model(&model);
    for (uint32_t i = 0; i < MODEL_SCENARIOS_MAX; i++) {
        (void)snprintf(model.calibration[i].scenario, sizeof model.calibration[i].scenario, "s%u", i);
    }
    model.calibration_count = MODEL_SCENARIOS_MAX;
    err_clear(&err);
    cr_expect_not(tune_calibrate(&sample, &model, &err));
    err_text(&err, told, sizeof told);
    cr_expect(strstr(told, "at most 32 scenarios") != NULL, "%s", told);
    model_release(&model);
    tune_sample_release(&sample);
}

/* ------------------------------------------------------------------ files */

static void input_name(const void *context, uint32_t input, char name[MODEL_NAME_BYTES])
{
    (void)context;
    (void)snprintf(name, MODEL_NAME_BYTES, "x%u", input);
}

static bool load(Model *model, const char *text, size_t length, Err *err)
{
    JsonDoc doc;
    err_clear(err);
    cr_assert(json_parse(&doc, text, length, "model.json", err));
    const JsonNode root = json_root(&doc);
    const bool good = model_load(model, &root, "toy", NULL, 1, input_name, NULL, err);
    json_release(&doc);
    return good;
}

Test(tune_calibrate, files_keep_calibrations)
{
    Model model;
    Model again;
    Err err;
    StrBuf text;
    strbuf_init(&text);
    make_model(&model);
    model.calibration[0] = (ModelCalibration){"first-year", -0.875F, 0.75F};
    model.calibration[1] = (ModelCalibration){"a \"name\"", 1.0F, 2.0F};
    model.calibration_count = 2;
    model_write(&model, "toy", input_name, NULL, NULL, &text);
    cr_assert(load(&again, text.text, text.length, &err), "%s", err.message);
    cr_assert_eq(again.calibration_count, 2);
    cr_expect_float_eq(logit_of(&again, 2.0F), 2.0, 1e-6, "it tells of none yet");
    model_tells_of(&again, "toy/first-year");
    cr_expect_float_eq(logit_of(&again, 2.0F), 0.625, 1e-6);
    cr_expect_str_eq(again.calibration[1].scenario, "a \"name\"");
    model_release(&again);
    model_release(&model);
    strbuf_release(&text);
}

Test(tune_calibrate, hostile_calibrations_are_refused)
{
    static const struct {
        const char *good, *bad, *path, *message;
    } cases[] = {
        {"\"slope\": 0.7500", "\"slope\": 0.0000", "scenarios.plain.slope", "expected"},
        {"\"slope\": 0.7500", "\"slope\": -1.000", "scenarios.plain.slope", "expected"},
        {"\"slope\": 0.7500", "\"slope\": \"fat\" ", "scenarios.plain.slope", "expected"},
        {"\"offset\": -0.8750", "\"offzet\": -0.8750", "scenarios.plain", "offzet"},
        {"{\"offset\": -0.8750, \"slope\": 0.7500}", "12                                  ",
         "scenarios.plain", "expected"},
    };
    StrBuf text;
    Model model;
    Err err;
    char told[512];
    strbuf_init(&text);
    make_model(&model);
    model.calibration[0] = (ModelCalibration){"plain", -0.875F, 0.75F};
    model.calibration_count = 1;
    model_write(&model, "toy", input_name, NULL, NULL, &text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Model loaded;
        char *copy = strdup(text.text);
        char *at = strstr(copy, cases[i].good);
        cr_assert_not_null(at, "%s in %s", cases[i].good, copy);
        cr_assert_eq(strlen(cases[i].good), strlen(cases[i].bad), "%zu", i);
        memcpy(at, cases[i].bad, strlen(cases[i].bad));
        cr_expect_not(load(&loaded, copy, text.length, &err), "%zu", i);
        err_text(&err, told, sizeof told);
        cr_expect(strstr(told, cases[i].path) != NULL && strstr(told, cases[i].message) != NULL, "%s", told);
        free(copy);
    }
    model_release(&model);
    strbuf_release(&text);
}
