/* tune_regression.c: Newton's method on two parameters. */
#include "eval/tune/tune_regression.h"

#include <math.h>

double tune_logistic(double logit) { return 1.0 / (1.0 + exp(-logit)); }

const TuneRegressionPrior TUNE_REGRESSION_FLAT = {{0.0, 0.0}, {1e-3, 1e-3}};

/* Gradient and Hessian of the loss, the prior's included. */
typedef struct Newton {
    double offset, slope;
    double offset2, cross, slope2;
} Newton;

static Newton sum_newton(uint64_t count, TuneRegressionAt at, const void *context,
                         const TuneRegressionPrior *prior, TuneRegression now)
{
    const TuneRegression *precision = &prior->precision;
    Newton sum = {precision->offset * (now.offset - prior->mean.offset),
                  precision->slope * (now.slope - prior->mean.slope), precision->offset, 0.0,
                  precision->slope};
    for (uint64_t i = 0; i < count; i++) {
        TuneRegressionPoint point;
        if (at(context, i, &point)) {
            const double p = tune_logistic(now.offset + now.slope * point.x);
            const double error = point.weight * (p - point.outcome);
            const double weight = point.weight * p * (1.0 - p);
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
TuneRegression tune_regression_fit(uint64_t count, TuneRegressionAt at, const void *context,
                                   const TuneRegressionPrior *prior)
{
    enum { STEPS = 20 };
    TuneRegression now = prior->mean;
    for (int step = 0; step < STEPS; step++) {
        const Newton n = sum_newton(count, at, context, prior, now);
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
