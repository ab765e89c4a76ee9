/* tune_gradient.h: the network's loss at one position of a sample, and its slopes. Internal to tune. */
#ifndef MARSHAL_EVAL_TUNE_TUNE_GRADIENT_H
#define MARSHAL_EVAL_TUNE_TUNE_GRADIENT_H

#include "eval/tune/tune.h"

/* Cross-entropy of a position's target and the chance that the vector's model gives; the second adds its
 * slopes to a gradient of the vector's size. */
double tune_gradient_loss(const TuneSample *sample, const TunePosition *position, const float *vector);
double tune_gradient_add(const TuneSample *sample, const TunePosition *position, const float *vector,
                         float *gradient);

#endif
