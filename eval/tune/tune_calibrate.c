/* tune_calibrate.c: offset and slope of the logit, a scenario. */
#include "eval/tune/tune_calibrate.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/tune/tune_regression.h"

static bool is_of(const TuneFile *file, const char *name)
{
    char own[SCENARIO_NAME_BYTES];
    scenario_bare_name(file->header.scenario, own);
    return strcmp(own, name) == 0;
}

/* Positions of one scenario that may be fitted, as the model sees them. */
typedef struct Points {
    uint64_t count;
    TuneRegressionPoint *point;
} Points;

static bool point_at(const void *context, uint64_t i, TuneRegressionPoint *point)
{
    *point = ((const Points *)context)->point[i];
    return true;
}

/* The logit of a position's chance. */
static double logit_of(const TuneSample *sample, const Model *model, const TunePosition *position)
{
    ModelInputs inputs;
    tune_sample_inputs(sample, position, &inputs);
    return (double)model_logit(model, &inputs);
}

/* Each game counts as one observation, however many positions it has: they share its outcome. */
static void gather(const TuneSample *sample, const Model *model, const char *name, Points *points)
{
    points->count = 0;
    for (uint64_t i = 0; i < sample->count;) {
        const TunePosition *first = &sample->position[i];
        const bool wanted = !first->held && is_of(&sample->file[first->file], name);
        uint64_t end = i;
        while (end < sample->count && sample->position[end].game == first->game) {
            end++;
        }
        for (const uint64_t begin = i; i < end; i++) {
            if (wanted) {
                const TunePosition *position = &sample->position[i];
                points->point[points->count++] =
                    (TuneRegressionPoint){logit_of(sample, model, position), (double)position->outcome,
                                          1.0 / (double)(end - begin)};
            }
        }
    }
}

/* The place of a scenario's calibration in the model, made if need be; NULL: there is no room. */
static ModelCalibration *place_of(Model *model, const char *name)
{
    for (uint32_t i = 0; i < model->calibration_count; i++) {
        if (strcmp(model->calibration[i].scenario, name) == 0) {
            return &model->calibration[i];
        }
    }
    if (model->calibration_count == MODEL_SCENARIOS_MAX) {
        return NULL;
    }
    ModelCalibration *place = &model->calibration[model->calibration_count++];
    (void)snprintf(place->scenario, sizeof place->scenario, "%s", name);
    return place;
}

/* To the decimals of model_write. */
static float rounded(double number) { return (float)(round(number * 1e4) / 1e4); }

static bool calibrate(const Points *points, Model *model, const char *name, Err *err)
{
    /* As good as right before: offsets are mostly below 1, slopes within a quarter of 1. */
    static const TuneRegressionPrior prior = {{0.0, 1.0}, {1.0, 16.0}};
    const TuneRegression found = tune_regression_fit(points->count, point_at, points, &prior);
    if (!(found.slope >= MODEL_SLOPE_MIN)) {
        return err_set(err, NULL, NULL,
                       "scenario %s: found a slope of %.4f, expected at least %.2f: what became of these "
                       "games runs against the model's chances",
                       name, found.slope, MODEL_SLOPE_MIN);
    }
    ModelCalibration *place = place_of(model, name);
    if (place == NULL) {
        return err_set(err, NULL, NULL, "expected calibrations of at most %d scenarios", MODEL_SCENARIOS_MAX);
    }
    place->offset = rounded(found.offset);
    place->slope = rounded(found.slope);
    return true;
}

bool tune_calibrate(const TuneSample *sample, Model *model, Err *err)
{
    Points points = {0, calloc(sample->count + 1, sizeof *points.point)};
    if (points.point == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = true;
    for (size_t file = 0; good && file < sample->file_count; file++) {
        char name[SCENARIO_NAME_BYTES];
        bool seen = false;
        scenario_bare_name(sample->file[file].header.scenario, name);
        for (size_t before = 0; before < file && !seen; before++) {
            seen = is_of(&sample->file[before], name);
        }
        if (!seen) {
            gather(sample, model, name, &points);
            good = calibrate(&points, model, name, err);
        }
    }
    free(points.point);
    return good;
}
