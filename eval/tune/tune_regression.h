/* tune_regression.h: logistic regression on one number: chance = logistic(offset + slope * x), fitted to
 * outcomes by Newton's method.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_REGRESSION_H
#define MARSHAL_EVAL_TUNE_TUNE_REGRESSION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct TuneRegression {
    double offset;
    double slope;
} TuneRegression;

typedef struct TuneRegressionPoint {
    double x;
    double outcome; /* 0 to 1 */
} TuneRegressionPoint;

/* Fills point number i; false: there is none to be fitted. */
typedef bool (*TuneRegressionAt)(const void *context, uint64_t i, TuneRegressionPoint *point);

/* Fitted to those of the points 0 .. count - 1 that `at` gives; of none: offset and slope 0. A whisper of L2
 * keeps both finite where every outcome is the same. */
TuneRegression tune_regression_fit(uint64_t count, TuneRegressionAt at, const void *context);

/* 1 / (1 + exp(-logit)) */
double tune_logistic(double logit);

#endif
