/* tune_gradient.h: the network's loss at one position of a sample, and its slopes. Internal to tune. */
#ifndef MARSHAL_EVAL_TUNE_GRADIENT_H
#define MARSHAL_EVAL_TUNE_GRADIENT_H

#include "eval/tune.h"

/* Cross-entropy of the target and the chance that the vector's model gives. Adds its slopes to a gradient of the vector's
 * size, unless the position is held out; then gradient may be NULL. */
double tune_gradient_add(const TuneSample *sample, const TunePosition *position, const float *vector, float *gradient);

#endif
