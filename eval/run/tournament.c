/* tournament.c: cells of a series, a tally for each, ratings over all. */
#include "eval/run/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ opening */

static bool open_scenario(Tournament *tournament, uint32_t s, Err *err)
{
    const TournamentConfig *config = tournament->config;
    const TournamentScenario *scenario = &config->scenarios[s];
    if (!game_load(&tournament->games[s], scenario->name, scenario->overrides, scenario->override_count,
                   err)) {
        return false;
    }
    tournament->games_open = s + 1;
    for (uint32_t p = 0; p < config->policy_count; p++) {
        if (!policy_init(&tournament->policies[s][p], &tournament->games[s], config->policies[p].spec, err)) {
            return false;
        }
        tournament->policies_open[s] = p + 1;
    }
    return true;
}

static bool make_cells(Tournament *tournament, Err *err)
{
    const TournamentConfig *config = tournament->config;
    const uint32_t players = config->policy_count;
    const uint32_t meetings = config->only_first ? players - 1 : players * (players - 1) / 2;
    assert(config->scenario_count > 0 && meetings > 0); /* as the configuration was read */
    tournament->cells = calloc((size_t)config->scenario_count * meetings, sizeof *tournament->cells);
    if (tournament->cells == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t s = 0; s < config->scenario_count; s++) {
        for (uint32_t a = 0; a < (config->only_first ? 1 : players); a++) {
            for (uint32_t b = a + 1; b < players; b++) {
                TournamentCell *cell = &tournament->cells[tournament->cell_count++];
                cell->scenario = s;
                cell->a = a;
                cell->b = b;
                cell->results = (RatingCell){.a = a, .b = b, .scenario = s};
            }
        }
    }
    return true;
}

bool tournament_open(Tournament *tournament, const TournamentConfig *config, Err *err)
{
    memset(tournament, 0, sizeof *tournament);
    tournament->config = config;
    for (uint32_t s = 0; s < config->scenario_count; s++) {
        if (!open_scenario(tournament, s, err)) {
            return false;
        }
    }
    return make_cells(tournament, err);
}

void tournament_release(Tournament *tournament)
{
    for (uint32_t s = 0; s < tournament->games_open; s++) {
        for (uint32_t p = 0; p < tournament->policies_open[s]; p++) {
            policy_release(&tournament->policies[s][p]);
        }
        game_release(&tournament->games[s]);
    }
    free(tournament->cells);
    tournament->cells = NULL;
}

bool tournament_is_repeatable(const Tournament *tournament)
{
    bool all = true;
    for (uint32_t p = 0; p < tournament->policies_open[0]; p++) {
        all = all && policy_is_repeatable(&tournament->policies[0][p]);
    }
    return all;
}

/* ------------------------------------------------------------------ playing */

/* Whether the games of the whole run are used up: a pair is played to its end. */
static bool is_spent(const Tournament *tournament)
{
    return tournament->config->games > 0 && tournament->games_done >= tournament->config->games;
}

typedef struct Run {
    Tournament *tournament;
    const TournamentPlan *plan;
    Err failure;
} Run;

static int result_of(const GameResult *game)
{
    return game->outcome.winner == SEAT_FRENCH      ? RATING_WON
           : game->outcome.winner == SEAT_COALITION ? RATING_LOST
                                                    : RATING_DRAWN;
}

bool tournament_tables(const TournamentConfig *config, Table *tables, Err *err)
{
    bool good = true;
    for (uint32_t s = 0; s < config->scenario_count; s++) {
        table_init(&tables[s]);
    }
    for (uint32_t s = 0; good && s < config->scenario_count; s++) {
        for (uint32_t p = 0; good && p < config->policy_count; p++) {
            good = table_add_strategy(&tables[s], SEAT_FRENCH, config->policies[p].name, err) &&
                   table_add_strategy(&tables[s], SEAT_COALITION, config->policies[p].name, err);
        }
        good = good && table_make_cells(&tables[s], err);
        for (uint32_t cell = 0; good && cell < table_cell_count(&tables[s]); cell++) {
            uint32_t run = 0; /* of the same number as its cell */
            good = table_run(&tables[s], cell, config->seed, &run, err);
        }
    }
    return good;
}

/* Both games of a pair, each in the cell of its seats. */
static bool add_pair(const Tournament *tournament, Table *table, const TournamentCell *cell,
                     const SeriesRound *round, Err *err)
{
    const uint32_t players = tournament->config->policy_count;
    return table_add_game(table, cell->a * players + cell->b, round->number, &round->games[0]->result.outcome,
                          err) &&
           table_add_game(table, cell->b * players + cell->a, round->number, &round->games[1]->result.outcome,
                          err);
}

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Run *run = context;
    const TournamentPlan *plan = run->plan;
    const TournamentConfig *config = run->tournament->config;
    TournamentCell *cell = &run->tournament->cells[round->cell];
    run->tournament->games_done += 2;
    if (series_count_quarantine(&cell->tally.quarantine, round)) {
        return is_spent(run->tournament) ? SERIES_STOP : SERIES_GO_ON;
    }
    duel_count_pair(&cell->tally, round);
    if (plan->tables != NULL &&
        !add_pair(run->tournament, &plan->tables[cell->scenario], cell, round, &run->failure)) {
        return SERIES_STOP;
    }
    cell->results.pairs[result_of(&round->games[0]->result)][result_of(&round->games[1]->result)]++;
    if (config->testing) {
        cell->sprt = elo_sprt(&config->sprt, cell->tally.pentanomial);
    }
    const bool more = plan->listener == NULL || plan->listener(plan->context, run->tournament, round->cell);
    const bool decided = config->testing && cell->sprt.state != ELO_SPRT_RUNNING;
    return !more || is_spent(run->tournament) ? SERIES_STOP : decided ? SERIES_CELL_DONE : SERIES_GO_ON;
}

bool tournament_run(Tournament *tournament, const TournamentPlan *plan, Err *err)
{
    const TournamentConfig *config = tournament->config;
    Run run = {.tournament = tournament, .plan = plan};
    err_clear(&run.failure);
    SeriesCell *cells = calloc(tournament->cell_count, sizeof *cells);
    if (cells == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        const TournamentCell *cell = &tournament->cells[i];
        const TournamentScenario *scenario = &config->scenarios[cell->scenario];
        cells[i].game = &tournament->games[cell->scenario];
        cells[i].policies[0] = &tournament->policies[cell->scenario][cell->a];
        cells[i].policies[1] = &tournament->policies[cell->scenario][cell->b];
        cells[i].overrides = scenario->overrides;
        cells[i].override_count = scenario->override_count;
        cells[i].seed = config->seed;
        cells[i].in_order = config->testing || config->games > 0;
    }
    const SeriesPlan series = {
        .cells = cells,
        .cell_count = tournament->cell_count,
        .rounds = config->pairs,
        .pairs = true,
        .shard = plan->keep.shard,
        .threads = plan->threads,
        .stop = plan->stop,
        .store = plan->keep.store,
        .keeps_moves = plan->keep.moves,
        .take = take,
        .context = &run,
    };
    tournament->games_share = 2ULL * tournament->cell_count * series_share(&plan->keep.shard, config->pairs);
    if (config->games > 0 && config->games < tournament->games_share) {
        tournament->games_share = config->games + config->games % 2;
    }
    const bool good = series_run(&series, err);
    free(cells);
    return good && (!run.failure.set || err_set(err, NULL, NULL, "%s", run.failure.message));
}

bool tournament_rate(const Tournament *tournament, RatingResult *result, Err *err)
{
    RatingCell *cells = calloc(tournament->cell_count, sizeof *cells);
    if (cells == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        cells[i] = tournament->cells[i].results;
    }
    const TournamentConfig *config = tournament->config;
    const bool good =
        rating_fit(cells, tournament->cell_count, config->policy_count, config->scenario_count, result, err);
    free(cells);
    return good;
}

bool tournament_is_complete(const Tournament *tournament)
{
    const TournamentConfig *config = tournament->config;
    bool complete = true;
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        const TournamentCell *cell = &tournament->cells[i];
        const bool decided = config->testing && cell->sprt.state != ELO_SPRT_RUNNING;
        complete =
            complete && (decided || cell->tally.pairs + cell->tally.quarantine.rounds >= config->pairs);
    }
    return complete;
}
