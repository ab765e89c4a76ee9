/* tune_plot.h: the reliability of a model as a picture: what it predicted against what came true, by gnuplot.
 *
 * gnuplot (Debian gnuplot-nox) runs as a program of its own, so it is needed for plots only.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_PLOT_H
#define MARSHAL_EVAL_TUNE_TUNE_PLOT_H

#include <stdbool.h>

#include "engine/err.h"
#include "engine/strbuf.h"
#include "eval/tune/tune_report.h"

/* Whether gnuplot is there and the file name will do; to be asked before long work. */
bool tune_plot_ready(const char *file, Err *err);

/* What gnuplot is told to draw the plot into a file. */
void tune_plot_script(const TuneReport *report, const char *title, const char *file, StrBuf *out);

/* Draws an SVG file, by way of FILE.part. False and err if that fails. */
bool tune_plot(const TuneReport *report, const char *title, const char *file, Err *err);

#endif
