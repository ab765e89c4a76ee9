/* report_plot.h: the charts of a report, drawn by gnuplot as SVG: all of them in one run of the program.
 *
 * Charts are added one after the other to a script; report_plots_draw runs gnuplot (script on its standard
 * input, pictures from its standard output; no files, no shell) and hands out the pictures, ready to stand
 * inside a page: without names, links or addresses of their own. Texts may be hostile: what is not a plain
 * character becomes a blank before gnuplot sees it.
 *
 * Charts are REPORT_PLOT_WIDTH wide with text of 13 units, so that they can be read on a phone; long labels
 * stand above their lines for the same reason.
 */
#ifndef MARSHAL_EVAL_REPORT_REPORT_PLOT_H
#define MARSHAL_EVAL_REPORT_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/strbuf.h"

enum { REPORT_PLOT_WIDTH = 460, REPORT_PARTS_MAX = 12, REPORT_SERIES_MAX = 2 };

typedef struct ReportPlots {
    StrBuf script;
    uint32_t count; /* charts */
    StrBuf *drawn;  /* owned, after report_plots_draw */
    uint32_t drawn_count;
} ReportPlots;

void report_plots_init(ReportPlots *plots);
void report_plots_release(ReportPlots *plots);

typedef struct ReportAxis {
    const char *label;
    double low, high;
    double mark; /* a line to compare with; NAN: none */
    bool beside; /* labels are short, and stand to the left of their lines: charts half as high */
} ReportAxis;

/* A line with a point and its interval for each series; NAN: no point. Ends may be infinite. */
typedef struct ReportLine {
    const char *label; /* borrowed */
    double value[REPORT_SERIES_MAX], low[REPORT_SERIES_MAX], high[REPORT_SERIES_MAX];
} ReportLine;

/* Points with intervals, a line each; the series in these colours ("#0072B2"). */
void report_plot_intervals(ReportPlots *plots, const ReportAxis *axis, const ReportLine *lines, size_t count,
                           const char *const *colours, unsigned series);

/* Parts of a whole, by colour. */
typedef struct ReportBar {
    const char *label; /* borrowed */
    double parts[REPORT_PARTS_MAX];
} ReportBar;

/* Horizontal bars of shares that add up to 100. */
void report_plot_shares(ReportPlots *plots, const char *label, const ReportBar *bars, size_t count,
                        const char *const *colours, unsigned parts);

/* Upright columns, their parts on top of each other; every so many labelled. */
void report_plot_columns(ReportPlots *plots, const char *x_label, const char *y_label, const ReportBar *bars,
                         size_t count, const char *const *colours, unsigned parts);

/* Draws. False and err if gnuplot is missing or fails. */
bool report_plots_draw(ReportPlots *plots, Err *err);

/* Whether gnuplot is there; to be asked before long work. file: for the message. */
bool report_plots_ready(const char *file, Err *err);

#endif
