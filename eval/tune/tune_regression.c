/* tune_regression.c: Newton's method on two parameters. */
#include "eval/tune/tune_regression.h"

#include <math.h>

double tune_logistic(double logit) { return 1.0 / (1.0 + exp(-logit)); }

/* Gradient and Hessian of the loss, with L2. */
typedef struct Newton {
    double offset, slope;
    double offset2, cross, slope2;
} Newton;

static Newton sum_newton(uint64_t count, TuneRegressionAt at, const void *context, TuneRegression now)
{
    const double ridge = 1e-3;
    Newton sum = {ridge * now.offset, ridge * now.slope, ridge, 0.0, ridge};
    for (uint64_t i = 0; i < count; i++) {
        TuneRegressionPoint point;
        if (at(context, i, &point)) {
            const double p = tune_logistic(now.offset + now.slope * point.x);
            const double error = p - point.outcome;
            const double weight = p * (1.0 - p);
            sum.offset += error;
            sum.slope += error * point.x;
            sum.offset2 += weight;
            sum.cross += weight * point.x;
            sum.slope2 += weight * point.x * point.x;
        }
    }
    return sum;
}

static double clamp(double x, double size) { return fmin(fmax(x, -size), size); }

/* Two parameters on a convex loss need a handful of steps. */
TuneRegression tune_regression_fit(uint64_t count, TuneRegressionAt at, const void *context)
{
    enum { STEPS = 20 };
    TuneRegression now = {0.0, 0.0};
    for (int step = 0; step < STEPS; step++) {
        const Newton n = sum_newton(count, at, context, now);
        const double determinant = n.offset2 * n.slope2 - n.cross * n.cross;
        if (determinant <= 0.0) {
            break;
        }
        const double offset = (n.slope2 * n.offset - n.cross * n.slope) / determinant;
        const double slope = (n.offset2 * n.slope - n.cross * n.offset) / determinant;
        now.offset -= clamp(offset, 4.0);
        now.slope -= clamp(slope, 4.0);
        if (fabs(offset) + fabs(slope) < 1e-9) {
            break;
        }
    }
    return now;
}
