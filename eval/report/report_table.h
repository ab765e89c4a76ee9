/* report_table.h: the games of each scenario of a report as a table of strategies (eval/equilibrium/table.h).
 * Internal to eval/report/. */
#ifndef MARSHAL_EVAL_REPORT_REPORT_TABLE_H
#define MARSHAL_EVAL_REPORT_REPORT_TABLE_H

#include <stdbool.h>

#include "engine/err.h"
#include "eval/report/report.h"

/* Makes the tables from the cells, which are complete. False and err without memory. */
bool report_tables_make(Report *report, Err *err);

/* Adds a game of an experiment; nothing where there is no table. False and err without memory. */
bool report_tables_add(Report *report, const ReportExperiment *experiment, const StoreGame *game, Err *err);

/* Finds the equilibria, once all games are there. False and err as equilibrium_find. */
bool report_tables_solve(Report *report, Err *err);

void report_tables_release(ReportScenario *scenario);

#endif
