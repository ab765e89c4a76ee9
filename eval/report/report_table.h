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

/* Whether a pair of policies of a scenario has games, and the share of points that the seat french scored. */
bool report_met(const Report *report, uint32_t scenario, uint32_t french, uint32_t coalition, double *score);
/* Whether the value and the mixtures of a scenario may be told: no strategy that was left out of the table
 * could do better against them, whatever the games hold that were not played. */
bool report_stands(const Report *report, uint32_t scenario);
/* The same of one pair: a policy that was left out against one of the other side's mixture, without games.
 */
bool report_hangs_on(const Report *report, uint32_t scenario, uint32_t french, uint32_t coalition);
/* The share of a policy in the mixture of its seat; 0 where it was left out. */
double report_share(const ReportScenario *scenario, Seat seat, uint32_t policy);
/* Whether the share of a strategy in its mixture is hardly known: an interval wider than one half. */
bool report_is_undecided(const EquilibriumStrategy *strategy);
/* How many policies played a seat: ReportScenario.players has those of the table, then those left out of it.
 */
uint32_t report_player_count(const ReportScenario *scenario, Seat seat);

void report_tables_release(ReportScenario *scenario);

#endif
