/* balance_plot.h: the curve of win rates over a knob as a picture, by gnuplot. */
#ifndef MARSHAL_EVAL_BALANCE_BALANCE_PLOT_H
#define MARSHAL_EVAL_BALANCE_BALANCE_PLOT_H

#include "engine/err.h"
#include "engine/strbuf.h"
#include "eval/balance/balance.h"
#include "eval/balance/knob.h"

typedef struct BalancePlot {
    const Balance *balance;
    const BalanceResult *result;
    const Knob *knob;
    double target;
    const char *title;
} BalancePlot;

/* Draws an SVG file. False and err if that fails. */
bool balance_plot(const BalancePlot *plot, const char *file, Err *err);

#endif
