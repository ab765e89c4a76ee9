/* tune_calibrate.h: puts the chances of a model right in each scenario of a sample, without touching its
 * weights: two numbers a scenario, offset and slope of the logit (J. Platt, "Probabilistic outputs for
 * support vector machines", 1999).
 *
 * For a model that plays well and tells chances that lean to one side where players search, which a fit of
 * all its weights to such games would put right at the cost of its play.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_CALIBRATE_H
#define MARSHAL_EVAL_TUNE_TUNE_CALIBRATE_H

#include <stdbool.h>

#include "ai/model.h"
#include "engine/err.h"
#include "eval/tune/tune_sample.h"

/* Sets the model's calibration of each scenario that files of the sample are of, from all games of it that
 * are not held out, each of which counts once: few games move chances little. Rounded as model_write does;
 * those of other scenarios stay. False and err where the outcomes of a scenario run against the model's
 * chances, or too many scenarios are calibrated. */
bool tune_calibrate(const TuneSample *sample, Model *model, Err *err);

#endif
