/* test_series.c: series of games on a store: what is played again and what is not, in every order. */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/run/series.h"
#include "tests/support/support.h"

enum { ROUNDS = 60, CELLS_MAX = 3 };

/* Plays any move, and gives up where its stream says so. */
static Move quit_now_and_then(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    const uint32_t luck = rng_bounded(&query->rng, 100);
    return luck == 0 ? policy_give_up(query, "tired at ply %u", query->ply)
                     : query->legal->moves[luck % query->legal->count];
}

static const PolicyKind QUITTER = {.name = "quitter", .choose = quit_now_and_then};

/* A store, three policies, cells of them, and what was handed over. */
typedef struct Bench {
    char folder[256];
    char file[300];
    Game game;
    Policy random, heuristic, quitter;
    SeriesCell cells[CELLS_MAX];
    uint32_t played[CELLS_MAX], known[CELLS_MAX], quarantined; /* games handed over */
    uint64_t next[CELLS_MAX];                                  /* round that has to come */
    uint64_t rounds;                                           /* in the order in which they came */
    uint64_t sum;                                              /* over all results, in that order */
    uint64_t stop_after;                                       /* rounds; 0: never */
    uint64_t cell_end; /* rounds of a cell until it has had enough; 0: never */
    uint32_t forfeits;
    char first_reason[POLICY_FORFEIT_BYTES];
    SeriesShard shard;
} Bench;

static void bench_init(Bench *bench, const char *name)
{
    memset(bench, 0, sizeof *bench);
    support_folder(name, bench->folder);
    (void)snprintf(bench->file, sizeof bench->file, "%s/games.db", bench->folder);
    support_load(&bench->game, "toy/plain", NULL);
    cr_assert(policy_init(&bench->random, &bench->game, "random", NULL));
    cr_assert(policy_init(&bench->heuristic, &bench->game, "heuristic:strategy=bold", NULL));
    bench->quitter = (Policy){.kind = &QUITTER, .game = &bench->game, .spec = "quitter", .threads = 1};
    const Policy *pairs[CELLS_MAX][2] = {{&bench->random, &bench->heuristic},
                                         {&bench->heuristic, &bench->quitter},
                                         {&bench->quitter, &bench->random}};
    for (int i = 0; i < CELLS_MAX; i++) {
        bench->cells[i] =
            (SeriesCell){.game = &bench->game, .policies = {pairs[i][0], pairs[i][1]}, .seed = 5};
    }
}

static void bench_release(Bench *bench)
{
    policy_release(&bench->random);
    policy_release(&bench->heuristic);
    game_release(&bench->game);
}

static void count(Bench *bench, uint32_t cell, const GameJob *job)
{
    const GameResult *result = &job->result;
    cr_expect(job->state == GAME_JOB_PLAYED || job->state == GAME_JOB_KNOWN);
    (job->state == GAME_JOB_PLAYED ? bench->played : bench->known)[cell]++;
    bench->sum = rng_mix(bench->sum ^ (result->seed + result->plies * 64U + result->outcome.winner * 8U +
                                       result->outcome.grade));
    bench->sum = rng_mix(bench->sum + (uint64_t)result->outcome.turn + (uint64_t)result->status * 65536U);
    if (result->status == RUNNER_FORFEIT) {
        cr_expect_eq(result->offender, seat_other(result->outcome.winner));
        if (bench->forfeits++ == 0) {
            memcpy(bench->first_reason, result->forfeit, sizeof bench->first_reason);
        }
    }
}

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Bench *bench = context;
    SeriesQuarantine quarantine = {0};
    bench->rounds++;
    const bool sharded = bench->shard.of > 1;
    cr_expect(sharded ? round->number % bench->shard.of == bench->shard.index
                      : round->number == bench->next[round->cell]);
    cr_expect_geq(round->number, bench->next[round->cell], "in order");
    bench->next[round->cell] = round->number + 1;
    if (series_count_quarantine(&quarantine, round)) {
        bench->quarantined += (uint32_t)quarantine.games;
        return SERIES_GO_ON;
    }
    for (int i = 0; i < SERIES_GAMES_MAX && round->games[i] != NULL; i++) {
        count(bench, round->cell, round->games[i]);
    }
    return bench->stop_after > 0 && bench->rounds >= bench->stop_after   ? SERIES_STOP
           : bench->cell_end > 0 && round->number + 1 >= bench->cell_end ? SERIES_CELL_DONE
                                                                         : SERIES_GO_ON;
}

/* Forgets what was handed over, then plays: with the store if there is one. */
static void play(Bench *bench, Store *store, uint32_t cells, bool pairs, int threads)
{
    Err err;
    err_clear(&err);
    memset(bench->played, 0, sizeof bench->played);
    memset(bench->known, 0, sizeof bench->known);
    memset(bench->next, 0, sizeof bench->next);
    bench->quarantined = bench->forfeits = 0;
    bench->rounds = bench->sum = 0;
    bench->first_reason[0] = '\0';
    const SeriesPlan plan = {.cells = bench->cells,
                             .cell_count = cells,
                             .rounds = ROUNDS,
                             .pairs = pairs,
                             .shard = bench->shard,
                             .threads = threads,
                             .store = store,
                             .keeps_moves = true,
                             .take = take,
                             .context = bench};
    cr_assert(series_run(&plan, &err), "%s", err.message);
}

static Store *open_store(const Bench *bench)
{
    Err err;
    err_clear(&err);
    Store *store = store_open(bench->file, STORE_WRITE, &err);
    cr_assert_not_null(store, "%s", err.message);
    return store;
}

static void close_store(Store *store) { cr_expect(store_close(store, NULL)); }

/* Runs statements on the file while nobody else has it. */
static void execute(const Bench *bench, const char *sql)
{
    sqlite3 *database = NULL;
    cr_assert_eq(sqlite3_open(bench->file, &database), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(database));
    (void)sqlite3_close(database);
}

static long long query(const Bench *bench, const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *select = NULL;
    cr_assert_eq(sqlite3_open(bench->file, &database), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(database, sql, -1, &select, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(database));
    const long long value = sqlite3_step(select) == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    (void)sqlite3_finalize(select);
    (void)sqlite3_close(database);
    return value;
}

static uint32_t total(const uint32_t counts[CELLS_MAX]) { return counts[0] + counts[1] + counts[2]; }

/* The sum of a run without a store, on one thread: what all others must come to. */
static uint64_t expected_sum(Bench *bench, uint32_t cells, bool pairs)
{
    play(bench, NULL, cells, pairs, 1);
    cr_expect_eq(bench->rounds, (uint64_t)cells * ROUNDS);
    return bench->sum;
}

Test(series, a_store_changes_nothing)
{
    Bench bench;
    bench_init(&bench, "series");
    for (int pairs = 0; pairs < 2; pairs++) {
        const uint64_t sum = expected_sum(&bench, CELLS_MAX, pairs != 0);
        for (int threads = 1; threads <= 4; threads++) {
            (void)remove(bench.file);
            Store *store = open_store(&bench);
            play(&bench, NULL, CELLS_MAX, pairs != 0, threads);
            cr_expect_eq(bench.sum, sum);
            play(&bench, store, CELLS_MAX, pairs != 0, threads);
            cr_expect_eq(bench.sum, sum);
            cr_expect_eq(total(bench.known), 0);
            play(&bench, store, CELLS_MAX, pairs != 0, threads); /* in the same process */
            cr_expect_eq(bench.sum, sum);
            cr_expect_eq(total(bench.played), 0);
            close_store(store);
            store = open_store(&bench); /* and in the next */
            play(&bench, store, CELLS_MAX, pairs != 0, threads);
            cr_expect_eq(bench.sum, sum);
            cr_expect_eq(total(bench.played), 0);
            close_store(store);
        }
    }
    bench_release(&bench);
}

/* Any games may be missing: those are played, the others are not, and it all comes to the same. */
Test(series, whatever_is_missing_is_played)
{
    static const char *const losses[] = {
        "DELETE FROM game WHERE number >= 30",
        "DELETE FROM game WHERE number < 30",
        "DELETE FROM game WHERE number % 3 = 1",
        "DELETE FROM game WHERE experiment % 2 = 0 AND number % 5 < 3",
        "DELETE FROM game WHERE experiment = 2",
        "DELETE FROM game",
        "DELETE FROM experiment WHERE id IN (1, 3); DELETE FROM game WHERE experiment IN (1, 3)",
    };
    Bench bench;
    bench_init(&bench, "series-missing");
    const uint64_t sum = expected_sum(&bench, CELLS_MAX, true);
    Store *store = open_store(&bench);
    play(&bench, store, CELLS_MAX, true, 2);
    close_store(store);
    const long long games = 2LL * CELLS_MAX * ROUNDS;
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        execute(&bench, losses[i]);
        const long long left = query(&bench, "SELECT count(*) FROM game");
        store = open_store(&bench);
        play(&bench, store, CELLS_MAX, true, 2);
        close_store(store);
        cr_expect_eq(bench.sum, sum, "%s", losses[i]);
        cr_expect_eq((long long)total(bench.known), left, "%s: %u known", losses[i], total(bench.known));
        cr_expect_eq((long long)total(bench.played), games - left);
        cr_expect_eq(query(&bench, "SELECT count(*) FROM game"), games);
    }
    bench_release(&bench);
}

Test(series, a_run_that_is_stopped_goes_on)
{
    Bench bench;
    bench_init(&bench, "series-stop");
    const uint64_t sum = expected_sum(&bench, CELLS_MAX, true);
    uint32_t known = 0;
    for (uint64_t stop = 7; stop < CELLS_MAX * ROUNDS; stop += 31) {
        Store *store = open_store(&bench);
        bench.stop_after = stop;
        play(&bench, store, CELLS_MAX, true, 2);
        cr_expect_eq(bench.rounds, stop);
        cr_expect_geq(total(bench.known), known, "all that was handed over last time is known");
        known = total(bench.known) + total(bench.played);
        close_store(store);
    }
    bench.stop_after = 0;
    Store *store = open_store(&bench);
    play(&bench, store, CELLS_MAX, true, 2);
    cr_expect_eq(bench.sum, sum);
    cr_expect_geq(total(bench.known), known);
    close_store(store);
    bench_release(&bench);
}

Test(series, shards_together_are_the_whole)
{
    Bench bench;
    bench_init(&bench, "series-shards");
    const uint64_t sum = expected_sum(&bench, CELLS_MAX, true);
    static const uint64_t shards[] = {1, 2, 4, 7, 61};
    for (size_t i = 0; i < sizeof shards / sizeof shards[0]; i++) {
        uint64_t rounds = 0;
        (void)remove(bench.file);
        for (uint64_t index = 0; index < shards[i]; index++) {
            bench.shard = (SeriesShard){index, shards[i]};
            Store *store = open_store(&bench);
            play(&bench, store, CELLS_MAX, true, 2);
            close_store(store);
            cr_expect_eq(total(bench.known), 0, "shards do not share games");
            cr_expect_eq(bench.rounds, CELLS_MAX * series_share(&bench.shard, ROUNDS));
            rounds += bench.rounds;
        }
        cr_expect_eq(rounds, CELLS_MAX * ROUNDS);
        bench.shard = (SeriesShard){0, 0};
        Store *store = open_store(&bench);
        play(&bench, store, CELLS_MAX, true, 2);
        close_store(store);
        cr_expect_eq(bench.sum, sum);
        cr_expect_eq(total(bench.played), 0);
    }
    bench_release(&bench);
}

/* Cells that end early keep what was handed over and no more, on any number of threads. */
Test(series, cells_in_order_keep_what_counts)
{
    Bench bench;
    bench_init(&bench, "series-order");
    for (int threads = 1; threads <= 4; threads++) {
        uint64_t sum = 0;
        (void)remove(bench.file);
        bench.cell_end = 23;
        for (int i = 0; i < CELLS_MAX; i++) {
            bench.cells[i].in_order = true;
        }
        for (int run = 0; run < 3; run++) {
            Store *store = open_store(&bench);
            play(&bench, store, CELLS_MAX, true, threads);
            close_store(store);
            cr_expect(run == 0 || bench.sum == sum);
            sum = bench.sum;
            cr_expect_eq(total(run == 0 ? bench.played : bench.known), 23 * 2 * CELLS_MAX);
            cr_expect_eq(query(&bench, "SELECT count(*) FROM game"), 23 * 2 * CELLS_MAX);
            cr_expect_eq(query(&bench, "SELECT max(number) FROM game"), 22);
            cr_expect_eq(query(&bench, "SELECT count(*) FROM moves"), 23 * 2 * CELLS_MAX);
        }
    }
    bench_release(&bench);
}

/* Who gave up and why comes back from the store. */
Test(series, forfeits_come_back)
{
    Bench bench;
    char reason[POLICY_FORFEIT_BYTES];
    bench_init(&bench, "series-forfeits");
    Store *store = open_store(&bench);
    play(&bench, store, CELLS_MAX, false, 2);
    const uint32_t forfeits = bench.forfeits;
    const uint64_t sum = bench.sum;
    memcpy(reason, bench.first_reason, sizeof reason);
    cr_assert_gt(forfeits, 3);
    cr_expect_eq(strncmp(reason, "tired at ply ", 13), 0);
    close_store(store);
    cr_expect_eq(query(&bench, "SELECT count(*) FROM reason WHERE text LIKE 'tired at ply %'"), forfeits);
    cr_expect_eq(query(&bench, "SELECT count(*) FROM game WHERE grade = 5"), forfeits);
    store = open_store(&bench);
    play(&bench, store, CELLS_MAX, false, 2);
    close_store(store);
    cr_expect_eq(total(bench.played), 0);
    cr_expect_eq(bench.sum, sum);
    cr_expect_eq(bench.forfeits, forfeits);
    cr_expect_str_eq(bench.first_reason, reason);
    bench_release(&bench);
}

/* Quarantined games are left out, whether they are in the middle or behind all others; one that was played
 * after all is not lost. */
Test(series, quarantined_games_are_left_out)
{
    Bench bench;
    bench_init(&bench, "series-quarantine");
    Store *store = open_store(&bench);
    play(&bench, store, 1, true, 2);
    close_store(store);
    execute(&bench,
            "DELETE FROM game WHERE number IN (3, 4) OR number >= 50;"
            "INSERT INTO crash VALUES (1, 3, 2), (2, 4, 7), (1, 59, 2), (2, 59, 2), (1, 5, 2), (1, 55, 1)");
    store = open_store(&bench);
    play(&bench, store, 1, true, 2);
    close_store(store);
    cr_expect_eq(bench.quarantined, 4, "%u", bench.quarantined);
    cr_expect_eq(bench.rounds, ROUNDS);
    cr_expect_eq(bench.played[0] + bench.known[0], 2 * (ROUNDS - 3));
    cr_expect_eq(query(&bench, "SELECT count(*) FROM game"), 2 * ROUNDS - 4, "their partners are played");
    bench_release(&bench);
}

/* The moves that are kept are the game: with its seed they lead to the same end. */
Test(series, moves_and_seed_are_the_game)
{
    Bench bench;
    bench_init(&bench, "series-moves");
    Store *store = open_store(&bench);
    play(&bench, store, 1, false, 2);
    close_store(store);
    sqlite3 *database = NULL;
    sqlite3_stmt *select = NULL;
    cr_assert_eq(sqlite3_open(bench.file, &database), SQLITE_OK);
    cr_assert_eq(
        sqlite3_prepare_v2(
            database,
            "SELECT number, moves, winner, grade, plies FROM game JOIN moves USING (experiment, number)", -1,
            &select, NULL),
        SQLITE_OK);
    int games = 0;
    for (; sqlite3_step(select) == SQLITE_ROW; games++) {
        StateBuffer state;
        MoveList list;
        const GameRules *rules = bench.game.rules;
        const uint8_t *moves = sqlite3_column_blob(select, 1);
        const int bytes = sqlite3_column_bytes(select, 1);
        Dice dice = dice_from_stream(
            rng_derive(runner_game_seed(5, (uint64_t)sqlite3_column_int64(select, 0)), RNG_PURPOSE_DICE, 0));
        memset(&state, 0, sizeof state);
        rules->setup(bench.game.data, &state.header, &dice);
        uint32_t plies = 0;
        for (int i = 0; i < bytes; i++) {
            (void)rules->legal(bench.game.data, &state.header, &list);
            cr_assert_lt(moves[i], list.count);
            rules->apply(bench.game.data, &state.header, list.moves[moves[i]], &dice);
            plies++;
        }
        cr_expect(state.header.over);
        const Outcome outcome = rules->outcome(bench.game.data, &state.header);
        cr_expect_eq((int)outcome.winner, sqlite3_column_int(select, 2));
        cr_expect_eq((int)outcome.grade, sqlite3_column_int(select, 3));
        cr_expect_eq((int)plies, sqlite3_column_int(select, 4));
    }
    cr_expect_eq(games, ROUNDS);
    (void)sqlite3_finalize(select);
    (void)sqlite3_close(database);
    bench_release(&bench);
}

/* As many games as there is time for: memory is for those that are known, not for those that are asked for.
 */
Test(series, billions_of_games_may_be_asked_for)
{
    Bench bench;
    bench_init(&bench, "series-billions");
    Store *store = open_store(&bench);
    bench.stop_after = 25;
    for (int run = 0; run < 2; run++) {
        bench.next[0] = bench.rounds = 0;
        const SeriesPlan plan = {.cells = bench.cells,
                                 .cell_count = 1,
                                 .rounds = 1ULL << 60,
                                 .threads = 1,
                                 .store = store,
                                 .take = take,
                                 .context = &bench};
        cr_assert(series_run(&plan, NULL));
        cr_expect_eq(bench.rounds, 25);
    }
    cr_expect(bench.played[0] == 25 && bench.known[0] == 25);
    close_store(store);
    bench_release(&bench);
}

/* A store that fails ends the series with its error, and what was kept before is there. */
Test(series, a_store_that_fails_ends_the_series)
{
    Bench bench;
    Err err;
    err_clear(&err);
    bench_init(&bench, "series-fails");
    Store *store = open_store(&bench);
    cr_assert_eq(remove(bench.file), 0);
    const SeriesPlan plan = {.cells = bench.cells,
                             .cell_count = 1,
                             .rounds = 1ULL << 60,
                             .threads = 2,
                             .store = store,
                             .take = take,
                             .context = &bench};
    cr_expect_not(series_run(&plan, &err));
    cr_expect(strstr(err.message, "was removed, renamed or replaced") != NULL, "%s", err.message);
    cr_expect_not(store_close(store, NULL));
    bench_release(&bench);
}
