/* report_table.c: see report_table.h. */
#include "eval/report/report_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- strategies that met all others ---- */

static const TableCell *cell_of(const Table *table, Seat seat, uint32_t strategy, uint32_t other)
{
    const uint32_t row = seat == SEAT_FRENCH ? strategy : other;
    const uint32_t column = seat == SEAT_FRENCH ? other : strategy;
    return &table->cells[row * table->strategies[SEAT_COALITION] + column];
}

/* What speaks for keeping a strategy: its mean score, as its own seat sees it, less the share of its cells
 * that have no games. Infinite if it has them all. */
static double merit(const Table *table, Seat seat, uint32_t strategy)
{
    const uint32_t others = table->strategies[seat_other(seat)];
    double score = 0.0;
    uint32_t played = 0;
    for (uint32_t i = 0; i < others; i++) {
        const TableCell *cell = cell_of(table, seat, strategy, i);
        if (cell->games > 0) {
            const double payoff = table_payoff(cell);
            score += seat == SEAT_FRENCH ? payoff : 1.0 - payoff;
            played++;
        }
    }
    return played == others ? HUGE_VAL
                            : score / (played > 0 ? played : 1U) - (double)(others - played) / others;
}

/* The same, less the mean of its seat: a seat that loses mostly is not one of bad strategies. */
static double merit_in_seat(const Table *table, Seat seat, uint32_t strategy)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        mean += table_payoff(&table->cells[i]) / table_cell_count(table);
    }
    return merit(table, seat, strategy) - (seat == SEAT_FRENCH ? mean : 1.0 - mean);
}

/* Takes the strategy out for which least speaks; its policy goes to the end of the players. */
static void leave_one_out(ReportScenario *scenario)
{
    Table *table = &scenario->table;
    Seat seat = SEAT_FRENCH;
    uint32_t worst = 0;
    double least = HUGE_VAL;
    for (Seat side = SEAT_FRENCH; side <= SEAT_COALITION; side++) {
        for (uint32_t i = 0; i < table->strategies[side] && table->strategies[side] > 1; i++) {
            const double value = merit_in_seat(table, side, i);
            if (value < least) {
                least = value;
                worst = i;
                seat = side;
            }
        }
    }
    uint32_t *players = scenario->players[seat];
    const uint32_t all = table->strategies[seat] + scenario->left_out[seat];
    const uint32_t policy = players[worst];
    memmove(&players[worst], &players[worst + 1], (all - worst - 1) * sizeof *players);
    players[all - 1] = policy;
    scenario->left_out[seat]++;
    table_drop_strategy(table, seat, worst);
}

/* A cell without games would count as one half, and the answer rest on it: strategies are left out until all
 * that stay have met. */
static void leave_out(ReportScenario *scenario)
{
    scenario->unplayed = table_missing(&scenario->table);
    while (table_missing(&scenario->table) > 0 && table_cell_count(&scenario->table) > 1) {
        leave_one_out(scenario);
    }
}

bool report_tables_solve(Report *report, Err *err)
{
    bool good = true;
    for (uint32_t i = 0; good && i < report->scenario_count; i++) {
        ReportScenario *scenario = &report->scenarios[i];
        if (scenario->table.games > 0) {
            leave_out(scenario);
        }
        if (scenario->table.games > 0 && table_cell_count(&scenario->table) > 1) {
            const double samples = SAMPLED_GAMES / (double)scenario->table.games;
            scenario->samples = samples > SAMPLES         ? SAMPLES
                                : samples < SAMPLES_LEAST ? SAMPLES_LEAST
                                                          : (uint32_t)samples;
            good = equilibrium_find(&scenario->table, scenario->samples, 1, &scenario->equilibrium, err);
        }
    }
    return good;
}

/* ---- whether the answer hangs on games that were not played ---- */

/* What a strategy may score more than the value before that is taken for a better answer: luck. */
static const double TOLERATED = 0.02;

bool report_met(const Report *report, uint32_t scenario, uint32_t french, uint32_t coalition, double *score)
{
    for (uint32_t i = 0; i < report->cell_count; i++) {
        const ReportCell *cell = &report->cells[i];
        if (cell->scenario == scenario && cell->policies[SEAT_FRENCH] == french &&
            cell->policies[SEAT_COALITION] == coalition && cell->tally.games > 0) {
            *score = ((double)cell->tally.wins[SEAT_FRENCH] + 0.5 * (double)cell->tally.wins[SEAT_NONE]) /
                     (double)cell->tally.games;
            return true;
        }
    }
    return false;
}

static bool have_met(const Report *report, uint32_t scenario, Seat seat, uint32_t policy, uint32_t other,
                     double *score)
{
    return seat == SEAT_FRENCH ? report_met(report, scenario, policy, other, score)
                               : report_met(report, scenario, other, policy, score);
}

/* Whether a policy that was left out would do better against the other side's mixture than the value, if it
 * won all that it has not played. */
static bool could_do_better(const Report *report, uint32_t index, Seat seat, uint32_t policy)
{
    const ReportScenario *scenario = &report->scenarios[index];
    const Seat other = seat_other(seat);
    const double value = scenario->equilibrium.solution.value;
    double total = 0.0;
    for (uint32_t i = 0; i < scenario->table.strategies[other]; i++) {
        double score = seat == SEAT_FRENCH ? 1.0 : 0.0;
        (void)have_met(report, index, seat, policy, scenario->players[other][i], &score);
        total += scenario->equilibrium.of[other][i].share * score;
    }
    return seat == SEAT_FRENCH ? total > value + TOLERATED : total < value - TOLERATED;
}

bool report_stands(const Report *report, uint32_t index)
{
    const ReportScenario *scenario = &report->scenarios[index];
    bool stands = scenario->equilibrium.payoffs != NULL;
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (uint32_t i = 0; stands && i < scenario->left_out[seat]; i++) {
            const uint32_t policy = scenario->players[seat][scenario->table.strategies[seat] + i];
            stands = !could_do_better(report, index, seat, policy);
        }
    }
    return stands;
}

bool report_is_undecided(const EquilibriumStrategy *strategy)
{
    return strategy->share_interval.high - strategy->share_interval.low > 0.5;
}

uint32_t report_player_count(const ReportScenario *scenario, Seat seat)
{
    return scenario->table.strategies[seat] + scenario->left_out[seat];
}

double report_share(const ReportScenario *scenario, Seat seat, uint32_t policy)
{
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        if (scenario->players[seat][i] == policy) {
            return scenario->equilibrium.of[seat][i].share;
        }
    }
    return 0.0;
}

static bool is_left_out(const ReportScenario *scenario, Seat seat, uint32_t policy)
{
    for (uint32_t i = 0; i < scenario->left_out[seat]; i++) {
        if (scenario->players[seat][scenario->table.strategies[seat] + i] == policy) {
            return true;
        }
    }
    return false;
}

bool report_hangs_on(const Report *report, uint32_t index, uint32_t french, uint32_t coalition)
{
    const ReportScenario *scenario = &report->scenarios[index];
    double score = 0.0;
    return scenario->equilibrium.payoffs != NULL && !report_met(report, index, french, coalition, &score) &&
           ((is_left_out(scenario, SEAT_FRENCH, french) &&
             report_share(scenario, SEAT_COALITION, coalition) > 0.0 &&
             could_do_better(report, index, SEAT_FRENCH, french)) ||
            (is_left_out(scenario, SEAT_COALITION, coalition) &&
             report_share(scenario, SEAT_FRENCH, french) > 0.0 &&
             could_do_better(report, index, SEAT_COALITION, coalition)));
}

void report_tables_release(ReportScenario *scenario)
{
    table_release(&scenario->table);
    equilibrium_release(&scenario->equilibrium);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        free(scenario->players[seat]);
    }
}
