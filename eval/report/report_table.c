/* report_table.c: see report_table.h. */
#include "eval/report/report_table.h"

#include <stdlib.h>

/* Tables drawn for intervals: as many as asked in small stores, fewer where each takes long, since many games
 * make intervals narrow anyhow. */
enum { SAMPLES = 500, SAMPLES_LEAST = 100 };
#define SAMPLED_GAMES 1e8

/* The strategy of a seat that a policy is in its scenario's table; new if it is none yet. */
static bool find_strategy(Report *report, const ReportCell *cell, Seat seat, uint32_t *index, Err *err)
{
    ReportScenario *scenario = &report->scenarios[cell->scenario];
    const uint32_t policy = cell->policies[seat];
    const uint32_t count = scenario->table.strategies[seat];
    for (*index = 0; *index < count; (*index)++) {
        if (scenario->players[seat][*index] == policy) {
            return true;
        }
    }
    uint32_t *players = realloc(scenario->players[seat], (count + 1) * sizeof *players);
    if (players == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    scenario->players[seat] = players;
    players[count] = policy;
    return table_add_strategy(&scenario->table, seat, report->policies[policy].spec, err);
}

/* Policies that had this seat in a scenario. */
static uint32_t count_players(const Report *report, uint32_t scenario, Seat seat)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->cell_count; i++) {
        bool first = report->cells[i].scenario == scenario;
        for (uint32_t j = 0; first && j < i; j++) {
            first = report->cells[j].scenario != scenario ||
                    report->cells[j].policies[seat] != report->cells[i].policies[seat];
        }
        count += first ? 1U : 0U;
    }
    return count;
}

static bool makes_a_game(const Report *report, uint32_t scenario)
{
    const uint32_t french = count_players(report, scenario, SEAT_FRENCH);
    const uint32_t coalition = count_players(report, scenario, SEAT_COALITION);
    return french * coalition > 1 && french <= MATRIX_STRATEGIES_MAX && coalition <= MATRIX_STRATEGIES_MAX;
}

static bool make_table(Report *report, uint32_t index, Err *err)
{
    Table *table = &report->scenarios[index].table;
    uint32_t at[SEAT_COUNT] = {0, 0};
    for (int pass = 0; pass < 2; pass++) { /* strategies first: cells are numbered when all are known */
        for (uint32_t i = 0; i < report->cell_count; i++) {
            ReportCell *cell = &report->cells[i];
            if (cell->scenario == index &&
                (!find_strategy(report, cell, SEAT_FRENCH, &at[SEAT_FRENCH], err) ||
                 !find_strategy(report, cell, SEAT_COALITION, &at[SEAT_COALITION], err))) {
                return false;
            }
            if (cell->scenario == index) {
                cell->table_cell = at[SEAT_FRENCH] * table->strategies[SEAT_COALITION] + at[SEAT_COALITION];
            }
        }
    }
    return table_make_cells(table, err);
}

bool report_tables_make(Report *report, Err *err)
{
    bool good = true;
    for (uint32_t i = 0; good && i < report->scenario_count; i++) {
        good = !makes_a_game(report, i) || make_table(report, i, err);
    }
    return good;
}

bool report_tables_add(Report *report, const ReportExperiment *experiment, const StoreGame *game, Err *err)
{
    const ReportCell *cell = &report->cells[experiment->cell];
    Table *table = &report->scenarios[cell->scenario].table;
    uint32_t run = table->run_count - 1; /* games come by experiments: mostly it is the last one */
    if (table->cells == NULL || game->number >= TABLE_NUMBER_MAX) {
        return true;
    }
    if ((table->run_count == 0 || table->runs[run].cell != cell->table_cell ||
         table->runs[run].seed != experiment->seed) &&
        !table_run(table, cell->table_cell, experiment->seed, &run, err)) {
        return false;
    }
    return table_add_game(table, run, game->number, &game->outcome, err);
}

bool report_tables_solve(Report *report, Err *err)
{
    bool good = true;
    for (uint32_t i = 0; good && i < report->scenario_count; i++) {
        ReportScenario *scenario = &report->scenarios[i];
        if (scenario->table.games > 0) {
            const double samples = SAMPLED_GAMES / (double)scenario->table.games;
            scenario->samples = samples > SAMPLES         ? SAMPLES
                                : samples < SAMPLES_LEAST ? SAMPLES_LEAST
                                                          : (uint32_t)samples;
            good = equilibrium_find(&scenario->table, scenario->samples, 1, &scenario->equilibrium, err);
        }
    }
    return good;
}

void report_tables_release(ReportScenario *scenario)
{
    table_release(&scenario->table);
    equilibrium_release(&scenario->equilibrium);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        free(scenario->players[seat]);
    }
}
