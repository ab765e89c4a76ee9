/* plot.h: pictures by gnuplot, which runs as a program of its own (Debian gnuplot-nox), so it is needed for
 * plots only. */
#ifndef MARSHAL_EVAL_REPORT_PLOT_H
#define MARSHAL_EVAL_REPORT_PLOT_H

#include <stdbool.h>

#include "engine/err.h"
#include "engine/strbuf.h"

/* Whether gnuplot is there and the file name will do; to be asked before long work. */
bool plot_ready(const char *file, Err *err);

/* Appends a text as gnuplot wants it, within single quotes. */
void plot_quote(StrBuf *out, const char *text);

/* Appends to a script what it needs to draw the plot into a file: by way of FILE.part. */
typedef void (*PlotScript)(const void *context, const char *file, StrBuf *out);

/* Draws a file; nobody sees half a picture. False and err if that fails. */
bool plot_draw(PlotScript script, const void *context, const char *file, Err *err);

#endif
