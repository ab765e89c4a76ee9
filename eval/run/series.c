/* series.c: game_job.h over jobs.h: a job is a game. */
#include "eval/run/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/run/cluster.h"
#include "eval/run/jobs.h"
#include "eval/tune/positions.h"
#include "eval/tune/searches.h"

typedef struct Series {
    const SeriesPlan *plan;
    uint32_t games; /* of a round */
    uint32_t cells_done;
    Err failure;
    RecordInfo info[SERIES_GAMES_MAX];
    StrBuf records[JOBS_THREADS_MAX]; /* one buffer a thread */
    /* Positions and searches kept from a game, until it is handed over: job i has buffer i % JOBS_WINDOW,
     * which is free again by the time that jobs.h lets job i + JOBS_WINDOW begin. */
    StrBuf positions[JOBS_WINDOW];
    StrBuf searches[JOBS_WINDOW];
    /* Last job, counted from 1, that wrote a record in this slot of the ring: what a stop leaves behind. */
    uint64_t written[JOBS_WINDOW];
} Series;

/* Which game of which round a job is. */
typedef struct Place {
    uint32_t cell;
    uint32_t game;
    uint64_t round;
} Place;

static Place place_of(const Series *series, uint64_t index)
{
    const SeriesPlan *plan = series->plan;
    const uint64_t game = index % series->games;
    const uint64_t row = index / series->games;
    const uint32_t cell = (uint32_t)(row % plan->cell_count);
    return (Place){cell, (uint32_t)game, plan->cells[cell].from + row / plan->cell_count};
}

/* Whether a cell is to have this round. */
static bool is_wanted(const SeriesCell *cell, uint64_t round)
{
    return cell->most == 0 || round - cell->from < cell->most;
}

static bool in_shard(const SeriesPlan *plan, uint64_t round)
{
    return plan->shard.of <= 1 || round % plan->shard.of == plan->shard.index;
}

/* Games of a round of this cell. */
static uint32_t games_of(const Series *series, const SeriesCell *cell)
{
    return cell->one_seat ? 1 : series->games;
}

/* Number of a game in its folder of records. */
static uint64_t record_number(const Series *series, const Place *place)
{
    return place->round * series->games + place->game;
}

/* A job's buffer, NULL if there is nothing to sample. */
static StrBuf *buffer_of(StrBuf buffers[JOBS_WINDOW], uint32_t every, uint64_t index)
{
    return every > 0 ? &buffers[index % JOBS_WINDOW] : NULL;
}

static StrBuf *positions_of(Series *series, uint64_t index)
{
    return buffer_of(series->positions, series->plan->positions_every, index);
}

static StrBuf *searches_of(Series *series, uint64_t index)
{
    return buffer_of(series->searches, series->plan->searches_every, index);
}

/* ------------------------------------------------------------------ jobs */

static bool know(void *context, uint64_t index, void *result)
{
    const Series *series = context;
    const Place place = place_of(series, index);
    const SeriesCell *cell = &series->plan->cells[place.cell];
    GameJob *job = result;
    if (place.game >= games_of(series, cell) || !in_shard(series->plan, place.round) ||
        !is_wanted(cell, place.round) || atomic_load_explicit(&cell->done, memory_order_relaxed)) {
        game_job_clear(job);
        job->state = GAME_JOB_SKIPPED;
        return true;
    }
    return ledger_known(&cell->ledgers[place.game], place.round, job);
}

static void clear_samples(const GamePlan *game)
{
    if (game->positions != NULL) {
        strbuf_clear(game->positions);
    }
    if (game->searches != NULL) {
        strbuf_clear(game->searches);
    }
}

/* Who won a game that was given up says nothing about its positions: they are dropped, and its searches with
 * them. */
static void finish_samples(const GamePlan *game, uint64_t number, const GameResult *result)
{
    if (result->status == RUNNER_FORFEIT) {
        clear_samples(game);
    }
    if (game->positions != NULL) {
        positions_finish(game->positions, game->game, (uint32_t)number, result->outcome.winner);
    }
    if (game->searches != NULL) {
        searches_finish(game->searches, game->game, (uint32_t)number);
    }
}

static bool play(void *context, int thread, uint64_t index, void *result)
{
    Series *series = context;
    const SeriesPlan *plan = series->plan;
    const Place place = place_of(series, index);
    const SeriesCell *cell = &plan->cells[place.cell];
    const Ledger *ledger = &cell->ledgers[place.game];
    GameJob *job = result;
    const GamePlan game = {
        .game = cell->game,
        .policies = {cell->policies[place.game], cell->policies[1 - place.game]},
        .seed = runner_game_seed(cell->seed, place.round),
        .stop = plan->stop,
        .record = plan->records != NULL ? &series->records[thread] : NULL,
        .info = &series->info[place.game],
        .positions = positions_of(series, index),
        .positions_every = plan->positions_every,
        .positions_of_turns = plan->positions_of_turns,
        .searches = searches_of(series, index),
        .searches_every = plan->searches_every,
        .opening = plan->opening,
    };
    const bool keeps = plan->store != NULL || cluster_is_worker(); /* rank 0 has the store */
    const GameJobNotes notes = {.summary = keeps, .moves = keeps && plan->keeps_moves};
    clear_samples(&game);
    if (plan->records != NULL) {
        series->written[index % JOBS_WINDOW] = index + 1;
    }
    ledger_flying(ledger, thread, place.round);
    const bool played = game_job_play(&game, record_number(series, &place), plan->records, notes, job);
    ledger_landed(ledger, thread);
    if (played) {
        finish_samples(&game, place.round, &job->result);
    }
    return played;
}

/* Keeps a game in the store. */
static bool keep(Series *series, const Place *place, const GameJob *job)
{
    SeriesCell *cell = &series->plan->cells[place->cell];
    return ledger_put(&cell->ledgers[place->game], place->round, job);
}

static bool arrive(void *context, uint64_t index, const void *result)
{
    Series *series = context;
    const Place place = place_of(series, index);
    return series->plan->cells[place.cell].in_order || keep(series, &place, result);
}

/* Hands a round over, with job number index, its last one. */
static bool hand_over(Series *series, uint64_t index, const GameJob *last)
{
    const SeriesPlan *plan = series->plan;
    const Place place = place_of(series, index);
    SeriesCell *cell = &plan->cells[place.cell];
    const uint32_t games = games_of(series, cell);
    const GameJob *first = games > 1 ? cell->first : last;
    const SeriesRound round = {.cell = place.cell,
                               .number = place.round,
                               .games = {first, games > 1 ? last : NULL},
                               .positions = positions_of(series, index),
                               .searches = searches_of(series, index)};
    if (last->state == GAME_JOB_SKIPPED || first->state == GAME_JOB_SKIPPED || atomic_load(&cell->done)) {
        return true;
    }
    for (uint32_t i = 0; cell->in_order && i < games; i++) {
        const Place game = {place.cell, i, place.round};
        if (!keep(series, &game, round.games[i])) {
            return false;
        }
    }
    cell->rounds = place.round + 1;
    const enum series_verdict verdict = plan->take(plan->context, &round);
    if (verdict == SERIES_CELL_DONE) {
        atomic_store(&cell->done, true);
        series->cells_done++;
    }
    return verdict != SERIES_STOP && series->cells_done < plan->cell_count;
}

static bool emit(void *context, uint64_t index, const void *result)
{
    Series *series = context;
    const Place place = place_of(series, index);
    const GameJob *job = result;
    if (job->err.set) {
        series->failure = job->err;
        return false;
    }
    SeriesCell *cell = &series->plan->cells[place.cell];
    const uint32_t games = games_of(series, cell);
    if (place.game + 1 < games) {
        /* moves are needed only if the game is still to be kept */
        memcpy(cell->first, job, cell->in_order ? game_job_bytes(job) : offsetof(GameJob, moves));
        return true;
    }
    return place.game >= games || hand_over(series, index, job);
}

/* ------------------------------------------------------------------ the run */

static void init_buffers(Series *series)
{
    for (int i = 0; i < series->plan->threads; i++) {
        strbuf_init(&series->records[i]);
    }
    for (int i = 0; i < JOBS_WINDOW; i++) {
        strbuf_init(&series->positions[i]);
        strbuf_init(&series->searches[i]);
    }
}

static void release_buffers(Series *series)
{
    for (int i = 0; i < series->plan->threads; i++) {
        strbuf_release(&series->records[i]);
    }
    for (int i = 0; i < JOBS_WINDOW; i++) {
        strbuf_release(&series->positions[i]);
        strbuf_release(&series->searches[i]);
    }
}

static void init_info(Series *series)
{
    const RecordInfo *info = series->plan->info;
    if (info != NULL) {
        series->info[0] = *info;
        series->info[1] = *info;
        series->info[1].policies[0] = info->policies[1];
        series->info[1].policies[1] = info->policies[0];
    }
}

static bool open_cell(const Series *series, SeriesCell *cell, Err *err)
{
    atomic_init(&cell->done, false);
    cell->rounds = 0;
    memset(cell->ledgers, 0, sizeof cell->ledgers);
    cell->first = calloc(1, sizeof *cell->first);
    if (cell->first == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < games_of(series, cell); i++) {
        const StoreExperiment experiment = {
            .game = cell->game,
            .policies = {cell->policies[i], cell->policies[1 - i]},
            .overrides = cell->overrides,
            .override_count = cell->override_count,
            .seed = cell->seed,
        };
        if (!ledger_open(&cell->ledgers[i], series->plan->store, &experiment,
                         cell->from + series->plan->rounds, err)) {
            return false;
        }
    }
    return true;
}

static void close_cell(SeriesCell *cell)
{
    for (int i = 0; i < SERIES_GAMES_MAX; i++) {
        ledger_release(&cell->ledgers[i]);
    }
    free(cell->first);
    cell->first = NULL;
}

/* Removes records of games that were played ahead of a stop, so that the folder too is the same for every
 * number of threads. */
static void remove_unused_records(const Series *series)
{
    for (int slot = 0; slot < JOBS_WINDOW; slot++) {
        if (series->written[slot] > 0) {
            const Place place = place_of(series, series->written[slot] - 1);
            char path[SCENARIO_PATH_BYTES];
            if (place.round >= series->plan->cells[place.cell].rounds &&
                game_job_record_path(path, sizeof path, series->plan->records, record_number(series, &place),
                                     NULL)) {
                (void)remove(path); /* may not have been written */
            }
        }
    }
}

bool series_count_quarantine(SeriesQuarantine *quarantine, const SeriesRound *round)
{
    bool any = false;
    for (int i = 0; i < SERIES_GAMES_MAX && round->games[i] != NULL; i++) {
        const GameJob *job = round->games[i];
        if (job->state == GAME_JOB_QUARANTINED) {
            if (quarantine->games++ == 0) {
                quarantine->first_number = round->number;
                quarantine->first_seed = job->result.seed;
            }
            any = true;
        }
    }
    quarantine->rounds += any ? 1U : 0U;
    return any;
}

uint64_t series_share(const SeriesShard *shard, uint64_t rounds)
{
    return shard->of <= 1 ? rounds : rounds / shard->of + (rounds % shard->of > shard->index ? 1U : 0U);
}

static bool run_jobs(Series *series, Err *err)
{
    const SeriesPlan *plan = series->plan;
    const JobsPlan jobs = {
        .count = plan->rounds * plan->cell_count * series->games,
        .threads = plan->threads,
        .result_bytes = sizeof(GameJob),
        .used_bytes = game_job_bytes,
        .context = series,
        .stop = plan->stop,
        .run = play,
        .known = know,
        .arrive = plan->store != NULL ? arrive : NULL,
        .emit = emit,
    };
    uint64_t emitted = 0;
    init_buffers(series);
    bool good = jobs_run(&jobs, &emitted, err);
    if (series->failure.set) {
        good = err_set(err, series->failure.file, series->failure.path, "%s", series->failure.message);
    }
    remove_unused_records(series);
    release_buffers(series);
    /* even after a failure: what was played well is kept */
    return (plan->store == NULL || store_flush(plan->store, err)) && good;
}

bool series_run(const SeriesPlan *plan, Err *err)
{
    Series *series = calloc(1, sizeof *series);
    if (series == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    series->plan = plan;
    series->games = plan->pairs ? 2 : 1;
    init_info(series);
    bool good = true;
    uint32_t opened = 0;
    for (; good && opened < plan->cell_count; opened++) {
        good = open_cell(series, &plan->cells[opened], err);
    }
    good = good && run_jobs(series, err);
    for (uint32_t i = 0; i < opened; i++) {
        close_cell(&plan->cells[i]);
    }
    free(series);
    return good;
}
