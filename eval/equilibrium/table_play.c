/* table_play.c: batches of a series, a cell each. */
#include "eval/equilibrium/table_play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Playing {
    const TablePlay *play;
    TablePlayed *played;
    uint32_t policies[SEAT_COUNT][TOURNAMENT_POLICIES_MAX]; /* of the strategies */
    uint64_t *asked, *more;                                 /* owned; by cell */
    SeriesCell *cells;                                      /* owned; those that get games in a batch */
    uint32_t *cell_of;                                      /* owned; of these */
    uint32_t *runs;                                         /* owned; by cell of the table */
    Err failure;
} Playing;

void table_played_release(TablePlayed *played)
{
    table_release(&played->table);
    equilibrium_release(&played->found);
}

static bool add_strategies(Playing *playing, Seat seat, Err *err)
{
    const TablePlay *play = playing->play;
    const TournamentConfig *config = play->tournament->config;
    Table *table = &playing->played->table;
    for (uint32_t i = 0; i < config->policy_count; i++) {
        const char *name = config->policies[i].name;
        if (!config->policies[i].barred[seat] && table_wants(&play->filter, seat, name)) {
            playing->policies[seat][table->strategies[seat]] = i;
            if (!table_add_strategy(table, seat, name, err)) {
                return false;
            }
        }
    }
    return table->strategies[seat] > 0 || err_set(err, config->doc.file, "policies",
                                                  "found none of the names asked for, expected one at least");
}

static bool make_table(Playing *playing, Err *err)
{
    Table *table = &playing->played->table;
    table_init(table);
    if (!add_strategies(playing, SEAT_FRENCH, err) || !add_strategies(playing, SEAT_COALITION, err) ||
        !table_make_cells(table, err)) {
        return false;
    }
    const uint32_t cells = table_cell_count(table);
    playing->asked = calloc(cells, sizeof *playing->asked);
    playing->more = calloc(cells, sizeof *playing->more);
    playing->cells = calloc(cells, sizeof *playing->cells);
    playing->cell_of = calloc(cells, sizeof *playing->cell_of);
    playing->runs = calloc(cells, sizeof *playing->runs);
    if (playing->asked == NULL || playing->more == NULL || playing->cells == NULL ||
        playing->cell_of == NULL || playing->runs == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = true;
    for (uint32_t i = 0; good && i < cells; i++) {
        good = table_run(table, i, playing->play->tournament->config->seed, &playing->runs[i], err);
    }
    return good;
}

/* ------------------------------------------------------------------ a batch */

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Playing *playing = context;
    const TablePlay *play = playing->play;
    TablePlayed *played = playing->played;
    const uint32_t cell = playing->cell_of[round->cell];
    playing->asked[cell]++;
    if (series_count_quarantine(&played->quarantine, round)) {
        return SERIES_GO_ON;
    }
    const bool added = table_add_game(&played->table, playing->runs[cell], round->number,
                                      &round->games[0]->result.outcome, &playing->failure);
    if (added && play->listener != NULL) {
        play->listener(play->context, &played->table, &played->found);
    }
    return added ? SERIES_GO_ON : SERIES_STOP;
}

static void fill_cell(const Playing *playing, uint32_t index, SeriesCell *cell)
{
    const TablePlay *play = playing->play;
    const Tournament *tournament = play->tournament;
    const uint32_t columns = playing->played->table.strategies[SEAT_COALITION];
    const TournamentScenario *scenario = &tournament->config->scenarios[play->scenario];
    const Policy *policies = tournament->policies[play->scenario];
    memset(cell, 0, sizeof *cell);
    cell->game = &tournament->games[play->scenario];
    cell->policies[0] = &policies[playing->policies[SEAT_FRENCH][index / columns]];
    cell->policies[1] = &policies[playing->policies[SEAT_COALITION][index % columns]];
    cell->overrides = scenario->overrides;
    cell->override_count = scenario->override_count;
    cell->seed = tournament->config->seed;
    cell->from = playing->asked[index];
    cell->most = playing->more[index];
}

/* Cells of the batch; the most rounds that one of them gets. */
static uint64_t fill_cells(Playing *playing, uint32_t *count)
{
    uint64_t rounds = 0;
    *count = 0;
    for (uint32_t i = 0; i < table_cell_count(&playing->played->table); i++) {
        if (playing->more[i] > 0) {
            fill_cell(playing, i, &playing->cells[*count]);
            playing->cell_of[(*count)++] = i;
            rounds = playing->more[i] > rounds ? playing->more[i] : rounds;
        }
    }
    return rounds;
}

static bool play_batch(Playing *playing, Err *err)
{
    const TablePlay *play = playing->play;
    uint32_t count = 0;
    const uint64_t rounds = fill_cells(playing, &count);
    assert(count > 0);
    const SeriesPlan series = {
        .cells = playing->cells,
        .cell_count = count,
        .rounds = rounds,
        .threads = play->threads,
        .stop = play->stop,
        .store = play->keep.store,
        .keeps_moves = play->keep.moves,
        .take = take,
        .context = playing,
    };
    return series_run(&series, err) &&
           (!playing->failure.set || err_set(err, NULL, NULL, "%s", playing->failure.message));
}

static bool is_stopped(const TablePlay *play)
{
    return play->stop != NULL && atomic_load_explicit(play->stop, memory_order_relaxed);
}

/* What there is to say of a table that was stopped in the middle of a batch. */
static bool conclude(Playing *playing, Err *err)
{
    const AdaptivePlan *plan = &playing->play->plan;
    TablePlayed *played = playing->played;
    equilibrium_release(&played->found);
    return equilibrium_find(&played->table, plan->samples, plan->seed, &played->found, err);
}

static bool play_all(Playing *playing, Err *err)
{
    TablePlayed *played = playing->played;
    for (;;) {
        Equilibrium found;
        if (!adaptive_next(&playing->play->plan, &played->table, playing->asked, playing->more,
                           &played->state, &found, err)) {
            return false;
        }
        equilibrium_release(&played->found);
        played->found = found;
        if (played->state != ADAPTIVE_PLAYING) {
            return true;
        }
        if (is_stopped(playing->play)) {
            return conclude(playing, err);
        }
        if (!play_batch(playing, err)) {
            return false;
        }
    }
}

bool table_play(const TablePlay *play, TablePlayed *played, Err *err)
{
    Playing playing = {.play = play, .played = played};
    memset(played, 0, sizeof *played);
    err_clear(&playing.failure);
    const bool good = make_table(&playing, err) && play_all(&playing, err);
    free(playing.asked);
    free(playing.more);
    free(playing.cells);
    free(playing.cell_of);
    free(playing.runs);
    return good;
}
