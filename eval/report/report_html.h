/* report_html.h: a report as one page of HTML that needs nothing else: no network, no scripts, no other
 * files. */
#ifndef MARSHAL_EVAL_REPORT_REPORT_HTML_H
#define MARSHAL_EVAL_REPORT_REPORT_HTML_H

#include "engine/err.h"
#include "engine/strbuf.h"
#include "eval/report/report.h"
#include "eval/report/report_shapes.h"
#include "eval/statistics/worth.h"

typedef struct ReportPlan {
    const char *title;          /* may be anything */
    const char *store;          /* its file */
    const ReportShapes *shapes; /* of places, for maps: of shape_count games, at most REPORT_SHAPE_GAMES */
    uint32_t shape_count;
    Worth worth; /* by seat: own worth of a game that both lose */
} ReportPlan;

/* Appends the page. False and err if the charts cannot be drawn. */
bool report_html(const Report *report, const ReportPlan *plan, StrBuf *out, Err *err);

/* Appends the same numbers as one JSON object (report_json.c). out_file: where the page is, NULL: nowhere. */
void report_json(const Report *report, const char *store, const char *out_file, StrBuf *text);

#endif
