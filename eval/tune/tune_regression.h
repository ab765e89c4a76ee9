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
    double weight;  /* above 0: so many observations */
} TuneRegressionPoint;

/* What is believed before any point was seen: a normal distribution of either number. */
typedef struct TuneRegressionPrior {
    TuneRegression mean;
    TuneRegression precision; /* 1 / variance; above 0 */
} TuneRegressionPrior;

/* Hardly any belief: keeps both numbers finite where every outcome is the same. */
extern const TuneRegressionPrior TUNE_REGRESSION_FLAT;

/* Fills point number i; false: there is none to be fitted. */
typedef bool (*TuneRegressionAt)(const void *context, uint64_t i, TuneRegressionPoint *point);

/* The most probable numbers after those of the points 0 .. count - 1 that `at` gives; of none: the prior's
 * means. */
TuneRegression tune_regression_fit(uint64_t count, TuneRegressionAt at, const void *context,
                                   const TuneRegressionPrior *prior);

/* 1 / (1 + exp(-logit)) */
double tune_logistic(double logit);

#endif
