/* tournament.c: cells of a series, a tally for each, ratings over all. */
#include "eval/run/tournament.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ opening */

/* A strategy plays the defaults in a seat that it was not made for. */
static bool check_seat(const TournamentConfig *config, uint32_t policy, Seat made_for, Err *err)
{
    char path[32];
    if (!seat_plays(made_for) || !config->policies[policy].barred[made_for]) {
        return true;
    }
    (void)snprintf(path, sizeof path, "policies[%" PRIu32 "].seat", policy);
    return err_set(err, config->doc.file, path,
                   "found \"%s\", expected \"%s\", the seat that its strategy file names",
                   seat_name(seat_other(made_for)), seat_name(made_for));
}

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
        if (!check_seat(config, p, tournament->policies[s][p].seat, err)) {
            return false;
        }
    }
    return true;
}

static bool can_meet(const TournamentConfig *config, uint32_t french, uint32_t coalition)
{
    return !config->policies[french].barred[SEAT_FRENCH] &&
           !config->policies[coalition].barred[SEAT_COALITION];
}

/* The cell of two policies, if they meet. */
static void add_cell(Tournament *tournament, uint32_t scenario, uint32_t a, uint32_t b)
{
    const bool there = can_meet(tournament->config, a, b);
    const bool back = can_meet(tournament->config, b, a);
    if (there || back) {
        TournamentCell *cell = &tournament->cells[tournament->cell_count++];
        cell->scenario = scenario;
        cell->a = there ? a : b;
        cell->b = there ? b : a;
        cell->one_seat = !there || !back;
        cell->results = (RatingCell){.a = cell->a, .b = cell->b, .scenario = scenario};
    }
}

static bool make_cells(Tournament *tournament, Err *err)
{
    const TournamentConfig *config = tournament->config;
    const uint32_t players = config->policy_count;
    const uint32_t meetings = config->only_first ? players - 1 : players * (players - 1) / 2; /* at most */
    tournament->cells = calloc((size_t)config->scenario_count * meetings, sizeof *tournament->cells);
    if (tournament->cells == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t s = 0; s < config->scenario_count; s++) {
        for (uint32_t a = 0; a < (config->only_first ? 1 : players); a++) {
            for (uint32_t b = a + 1; b < players; b++) {
                add_cell(tournament, s, a, b);
            }
        }
    }
    assert(tournament->cell_count > 0); /* as the configuration was read */
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

uint32_t tournament_place(const TournamentConfig *config, Seat seat, uint32_t policy)
{
    uint32_t place = 0;
    for (uint32_t p = 0; p < policy; p++) {
        place += config->policies[p].barred[seat] ? 0U : 1U;
    }
    return place;
}

/* Games of a round. */
static uint64_t games_of(const TournamentCell *cell) { return cell->one_seat ? 1 : 2; }

/* A test is about a difference in strength; with fixed seats it would find that of the seats. */
static bool is_tested(const TournamentConfig *config, const TournamentCell *cell)
{
    return config->testing && !cell->one_seat;
}

uint64_t tournament_games(const Tournament *tournament, const SeriesShard *shard)
{
    uint64_t games = 0;
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        games += games_of(&tournament->cells[i]) * series_share(shard, tournament->config->pairs);
    }
    return games;
}

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
            for (Seat seat = SEAT_FRENCH; good && seat <= SEAT_COALITION; seat++) {
                good = config->policies[p].barred[seat] ||
                       table_add_strategy(&tables[s], seat, config->policies[p].name, err);
            }
        }
        good = good && table_make_cells(&tables[s], err);
        for (uint32_t cell = 0; good && cell < table_cell_count(&tables[s]); cell++) {
            uint32_t run = 0; /* of the same number as its cell */
            good = table_run(&tables[s], cell, config->seed, &run, err);
        }
    }
    return good;
}

/* The run of the table in which one policy meets another. */
static uint32_t run_of(const TournamentConfig *config, uint32_t french, uint32_t coalition)
{
    return tournament_place(config, SEAT_FRENCH, french) *
               tournament_place(config, SEAT_COALITION, config->policy_count) +
           tournament_place(config, SEAT_COALITION, coalition);
}

/* The games of a round, each in the cell of its seats. */
static bool add_round(const Tournament *tournament, Table *table, const TournamentCell *cell,
                      const SeriesRound *round, Err *err)
{
    const TournamentConfig *config = tournament->config;
    return table_add_game(table, run_of(config, cell->a, cell->b), round->number,
                          &round->games[0]->result.outcome, err) &&
           (cell->one_seat || table_add_game(table, run_of(config, cell->b, cell->a), round->number,
                                             &round->games[1]->result.outcome, err));
}

static void count_result(TournamentCell *cell, const SeriesRound *round)
{
    const int first = result_of(&round->games[0]->result);
    if (cell->one_seat) {
        cell->results.single[0][first]++;
    } else {
        cell->results.pairs[first][result_of(&round->games[1]->result)]++;
    }
}

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Run *run = context;
    const TournamentPlan *plan = run->plan;
    const TournamentConfig *config = run->tournament->config;
    TournamentCell *cell = &run->tournament->cells[round->cell];
    run->tournament->games_done += games_of(cell);
    if (series_count_quarantine(&cell->tally.quarantine, round)) {
        return is_spent(run->tournament) ? SERIES_STOP : SERIES_GO_ON;
    }
    duel_count_round(&cell->tally, round);
    if (plan->tables != NULL &&
        !add_round(run->tournament, &plan->tables[cell->scenario], cell, round, &run->failure)) {
        return SERIES_STOP;
    }
    count_result(cell, round);
    const bool tested = is_tested(config, cell);
    if (tested) {
        cell->sprt = elo_sprt(&config->sprt, cell->tally.pentanomial);
    }
    const bool more = plan->listener == NULL || plan->listener(plan->context, run->tournament, round->cell);
    const bool decided = tested && cell->sprt.state != ELO_SPRT_RUNNING;
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
        cells[i].in_order = is_tested(config, cell) || config->games > 0;
        cells[i].one_seat = cell->one_seat;
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
    tournament->games_share = tournament_games(tournament, &plan->keep.shard);
    if (config->games > 0 && config->games < tournament->games_share) {
        tournament->games_share = config->games;
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
        const bool decided = is_tested(config, cell) && cell->sprt.state != ELO_SPRT_RUNNING;
        complete =
            complete && (decided || cell->tally.pairs + cell->tally.quarantine.rounds >= config->pairs);
    }
    return complete;
}
