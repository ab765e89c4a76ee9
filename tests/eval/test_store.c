/* test_store.c: the results store by itself: what is kept when power, disk or process fail, and what is
 * refused. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/policy.h"
#include "engine/summary.h"
#include "eval/store/store.h"
#include "tests/support/disk.h"
#include "tests/support/support.h"

/* A folder, a name for a store in it, and something to play. */
typedef struct Bench {
    char folder[256];
    char file[300];
    Game game;
    Policy random, heuristic;
} Bench;

static void bench_init(Bench *bench, const char *name)
{
    support_folder(name, bench->folder);
    (void)snprintf(bench->file, sizeof bench->file, "%s/games.db", bench->folder);
    support_load(&bench->game, "toy/plain", NULL);
    cr_assert(policy_init(&bench->random, &bench->game, "random", NULL));
    cr_assert(policy_init(&bench->heuristic, &bench->game, "heuristic", NULL));
}

static void bench_release(Bench *bench)
{
    policy_release(&bench->random);
    policy_release(&bench->heuristic);
    game_release(&bench->game);
}

static Store *open_store(const char *file, enum store_access access)
{
    Err err;
    err_clear(&err);
    Store *store = store_open(file, access, &err);
    cr_assert_not_null(store, "%s: %s", err.file, err.message);
    return store;
}

static void close_store(Store *store)
{
    Err err;
    err_clear(&err);
    cr_expect(store_close(store, &err), "%s", err.message);
}

static int64_t experiment_of(const Bench *bench, Store *store, uint64_t seed)
{
    const StoreExperiment experiment = {
        .game = &bench->game, .policies = {&bench->random, &bench->heuristic}, .seed = seed};
    int64_t id = 0;
    Err err;
    err_clear(&err);
    cr_assert(store_experiment(store, &experiment, &id, &err), "%s", err.message);
    return id;
}

/* A game that is a function of its number, so that it is known when it comes back. */
static StoreGame make_game(uint64_t number)
{
    StoreGame game = {.number = number, .plies = (uint32_t)(number * 7 + 3)};
    GameSummary summary;
    game.outcome = (Outcome){(Seat)(number % 2), (enum outcome_grade)(OUTCOME_DECISIVE + number % 3),
                             1805 + (int)(number % 11)};
    if (number % 10 == 9) {
        game.outcome = (Outcome){SEAT_NONE, OUTCOME_DRAW, 1815};
    } else if (number % 10 == 8) {
        game.outcome.grade = OUTCOME_FORFEIT;
        (void)snprintf(game.reason, sizeof game.reason, "no answer in %lu s", (unsigned long)number);
    }
    memset(&summary, 0, sizeof summary);
    for (unsigned card = 0; card < number % 90; card += 5) {
        summary_card(&summary, SEAT_COALITION, card);
    }
    summary_fight(&summary, (unsigned)(number % 50));
    game.summary_bytes = number % 4 == 0 ? 0 : (uint16_t)summary_pack(&summary, game.summary);
    return game;
}

static void put(Store *store, int64_t experiment, uint64_t from, uint64_t to)
{
    for (uint64_t number = from; number < to; number++) {
        const StoreGame game = make_game(number);
        cr_assert(store_put(store, experiment, &game, NULL, 0));
    }
}

/* What comes back: that each game is as make_game made it, in order. */
typedef struct Reading {
    uint64_t next; /* lowest number that may come */
    uint64_t count;
    bool gaps, wrong;
} Reading;

static bool take(void *context, const StoreGame *game)
{
    Reading *reading = context;
    const StoreGame expected = make_game(game->number);
    reading->gaps = reading->gaps || game->number != reading->next;
    reading->wrong =
        reading->wrong || game->number < reading->next || game->plies != expected.plies ||
        game->outcome.winner != expected.outcome.winner || game->outcome.grade != expected.outcome.grade ||
        game->outcome.turn != expected.outcome.turn || strcmp(game->reason, expected.reason) != 0 ||
        game->summary_bytes != expected.summary_bytes ||
        memcmp(game->summary, expected.summary, expected.summary_bytes) != 0;
    reading->next = game->number + 1;
    reading->count++;
    return true;
}

static Reading read_all(Store *store, int64_t experiment)
{
    Reading reading = {0, 0, false, false};
    Err err;
    err_clear(&err);
    cr_expect(store_each(store, experiment, UINT64_MAX, take, &reading, &err), "%s", err.message);
    cr_expect_not(reading.wrong);
    return reading;
}

/* One number, through a connection of its own. */
static long long query(const char *file, const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *select = NULL;
    cr_assert_eq(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(database, sql, -1, &select, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(database));
    const long long value = sqlite3_step(select) == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    (void)sqlite3_finalize(select);
    (void)sqlite3_close(database);
    return value;
}

static void execute(const char *file, const char *sql)
{
    sqlite3 *database = NULL;
    cr_assert_eq(sqlite3_open(file, &database), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(database));
    (void)sqlite3_close(database);
}

/* Bytes of a file; the caller frees them. */
static unsigned char *read_bytes(const char *file, size_t *size)
{
    struct stat info;
    cr_assert_eq(stat(file, &info), 0, "%s", file);
    *size = (size_t)info.st_size;
    unsigned char *bytes = malloc(*size + 1);
    FILE *stream = fopen(file, "rb");
    cr_assert(bytes != NULL && stream != NULL);
    cr_assert_eq(fread(bytes, 1, *size, stream), *size);
    (void)fclose(stream);
    return bytes;
}

static void copy_file(const char *from, const char *to)
{
    size_t size = 0;
    unsigned char *bytes = read_bytes(from, &size);
    cr_assert(support_write(to, (const char *)bytes, size));
    free(bytes);
}

static int files_in(const char *folder)
{
    int count = 0;
    DIR *listing = opendir(folder);
    cr_assert_not_null(listing);
    for (const struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        count += entry->d_name[0] != '.';
    }
    (void)closedir(listing);
    return count;
}

/* ------------------------------------------------------------------ keeping */

Test(store, games_come_back_as_they_were)
{
    enum { GAMES = 3000 };
    Bench bench;
    Err err;
    err_clear(&err);
    bench_init(&bench, "store-games");
    Store *store = open_store(bench.file, STORE_WRITE);
    const int64_t one = experiment_of(&bench, store, 1);
    const int64_t two = experiment_of(&bench, store, UINT64_MAX);
    cr_expect_neq(one, two);
    put(store, one, 0, GAMES);
    put(store, two, 40, 50);
    cr_expect(store_flush(store, &err));
    cr_expect_eq(store_kept(store), GAMES + 10);
    cr_expect_eq(store_waiting(store), 0);
    put(store, one, 0, 100); /* again: nothing happens */
    close_store(store);
    cr_expect_eq(files_in(bench.folder), 1, "one file is left");

    store = open_store(bench.file, STORE_READ);
    const Reading reading = read_all(store, one);
    cr_expect(reading.count == GAMES && !reading.gaps);
    cr_expect_eq(read_all(store, two).count, 10);
    cr_expect_eq(read_all(store, 3).count, 0);
    Reading few = {0, 0, false, false};
    cr_expect(store_each(store, one, 17, take, &few, &err));
    cr_expect_eq(few.count, 17);
    uint64_t reach = 0;
    cr_expect(store_reach(store, two, &reach, &err));
    cr_expect_eq(reach, 50);
    cr_expect(store_reach(store, 3, &reach, &err));
    cr_expect_eq(reach, 0);
    close_store(store);
    cr_expect_eq(query(bench.file, "SELECT seed = '18446744073709551615' FROM experiment WHERE id = 2"), 1);
    cr_expect_eq(query(bench.file, "SELECT repeatable FROM experiment WHERE id = 1"), 1);
    bench_release(&bench);
}

Test(store, experiments_are_what_a_game_depends_on)
{
    static const char *const overrides[] = {"setup.start.french=4"};
    Bench bench;
    Game other;
    bench_init(&bench, "store-experiments");
    support_load(&other, "toy/plain", overrides[0]);
    const StoreExperiment experiments[] = {
        {.game = &bench.game, .policies = {&bench.random, &bench.heuristic}, .seed = 1},
        {.game = &bench.game, .policies = {&bench.heuristic, &bench.random}, .seed = 1},
        {.game = &bench.game, .policies = {&bench.random, &bench.random}, .seed = 1},
        {.game = &bench.game, .policies = {&bench.random, &bench.heuristic}, .seed = 2},
        {.game = &other,
         .policies = {&bench.random, &bench.heuristic},
         .seed = 1,
         .overrides = overrides,
         .override_count = 1},
    };
    enum { COUNT = sizeof experiments / sizeof experiments[0] };
    for (int run = 0; run < 2; run++) {
        Store *store = open_store(bench.file, STORE_WRITE);
        for (int i = 0; i < COUNT; i++) {
            int64_t id = 0;
            cr_expect(store_experiment(store, &experiments[i], &id, NULL));
            cr_expect_eq(id, i + 1);
        }
        close_store(store);
    }
    cr_expect_eq(query(bench.file, "SELECT count(*) FROM experiment"), COUNT);
    cr_expect_eq(
        query(bench.file, "SELECT overrides = '[\"setup.start.french=4\"]' FROM experiment WHERE id = 5"), 1);
    game_release(&other);
    bench_release(&bench);
}

typedef struct Hand {
    Store *store;
    int64_t experiment;
    uint64_t from, to, step;
} Hand;

static void *put_every_nth(void *context)
{
    const Hand *hand = context;
    for (uint64_t number = hand->from; number < hand->to; number += hand->step) {
        const StoreGame game = make_game(number);
        const uint8_t moves[3] = {(uint8_t)number, 2, 3};
        if (!store_put(hand->store, hand->experiment, &game, number % 2 == 0 ? moves : NULL, sizeof moves)) {
            return context;
        }
        if (number % 1000 < hand->step && !store_flush(hand->store, NULL)) {
            return context;
        }
    }
    return NULL;
}

Test(store, many_threads_put_at_once)
{
    enum { THREADS = 4, GAMES = 20000 };
    Bench bench;
    pthread_t threads[THREADS];
    Hand hands[THREADS];
    bench_init(&bench, "store-threads");
    Store *store = open_store(bench.file, STORE_WRITE);
    const int64_t id = experiment_of(&bench, store, 1);
    for (uint64_t i = 0; i < THREADS; i++) {
        hands[i] = (Hand){store, id, i, GAMES, THREADS};
        cr_assert_eq(pthread_create(&threads[i], NULL, put_every_nth, &hands[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        (void)pthread_join(threads[i], &failed);
        cr_expect_null(failed);
    }
    close_store(store);
    store = open_store(bench.file, STORE_READ);
    const Reading reading = read_all(store, id);
    cr_expect(reading.count == GAMES && !reading.gaps);
    close_store(store);
    cr_expect_eq(query(bench.file, "SELECT count(*) FROM moves WHERE length(moves) = 3 AND number % 2 = 0"),
                 GAMES / 2);
    bench_release(&bench);
}

/* What is counted as kept can be read by others at once; groups come without being asked for. */
Test(store, kept_means_on_disk_and_readable)
{
    const struct timespec pause = {0, 20000000L};
    Bench bench;
    bench_init(&bench, "store-kept");
    Store *store = open_store(bench.file, STORE_WRITE);
    Store *reader = NULL;
    const int64_t id = experiment_of(&bench, store, 1);
    for (uint64_t i = 0; i < 4; i++) {
        put(store, id, i * 10, i * 10 + 10);
        int waited = 0;
        while (store_waiting(store) > 0 && waited < 1000) { /* a disk may be slow */
            (void)nanosleep(&pause, NULL);
            waited++;
        }
        cr_expect_eq(store_kept(store), i * 10 + 10);
        reader = reader == NULL ? open_store(bench.file, STORE_READ) : reader;
        cr_expect_eq(read_all(reader, id).count, i * 10 + 10);
    }
    close_store(store);
    cr_expect_eq(read_all(reader, id).count, 40);
    close_store(reader);
    bench_release(&bench);
}

Test(store, names_that_are_odd)
{
    static const char *const names[] = {"with space.db", "100%25?x=1#y.db", "k\xc3\xb6nig.db", "it's.db",
                                        "noext"};
    Bench bench;
    bench_init(&bench, "store-names");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(bench.file, sizeof bench.file, "%s/%s", bench.folder, names[i]);
        Store *store = open_store(bench.file, STORE_WRITE);
        put(store, experiment_of(&bench, store, 1), 0, 5);
        close_store(store);
        store = open_store(bench.file, STORE_READ);
        cr_expect_eq(read_all(store, 1).count, 5);
        close_store(store);
        cr_expect_eq(access(bench.file, F_OK), 0);
    }
    cr_expect_eq(files_in(bench.folder), 5);
    cr_assert_eq(chdir(bench.folder), 0); /* names that SQLite would take for something else */
    static const char *const special[] = {":memory:", "file:x.db?mode=memory"};
    for (size_t i = 0; i < 2; i++) {
        Store *store = open_store(special[i], STORE_WRITE);
        put(store, experiment_of(&bench, store, 1), 0, 5);
        close_store(store);
        cr_expect_eq(access(special[i], F_OK), 0);
    }
    char longest[1100];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    cr_expect_null(store_open(longest, STORE_WRITE, NULL));
    bench_release(&bench);
}

/* ------------------------------------------------------------------ power and disk */

/* Cuts the power at many moments of a run that writes groups and copies its log into the file. */
Test(store, a_power_cut_takes_nothing_that_was_reported)
{
    enum { GROUPS = 420, GROUP = 3 };
    const int cuts = support_short() ? 60 : 400;
    static size_t moments[GROUPS + 1];
    Rng rng = rng_derive(1805, 1, 0);
    Bench bench;
    char copy[400];
    bench_init(&bench, "store-power");
    (void)snprintf(copy, sizeof copy, "%s/copy.db", bench.folder);
    close_store(open_store(bench.file, STORE_WRITE));
    Disk *disk = disk_new(bench.file);
    Store *store = open_store(bench.file, STORE_WRITE);
    const int64_t id = experiment_of(&bench, store, 1);
    const size_t start = disk_moment(disk);
    moments[0] = start;
    for (uint64_t i = 0; i < GROUPS; i++) {
        put(store, id, i * GROUP, i * GROUP + GROUP);
        cr_assert(store_flush(store, NULL));
        cr_assert_eq(store_kept(store), (i + 1) * GROUP);
        moments[i + 1] = disk_moment(disk);
    }
    close_store(store);
    const size_t end = disk_moment(disk);
    struct stat info;
    cr_assert(stat(bench.file, &info) == 0 && info.st_size > 0);
    int with_fewer = 0;
    for (int i = 0; i < cuts; i++) {
        const size_t moment = start + rng_bounded(&rng, (uint32_t)(end - start) + 1);
        uint64_t reported = 0;
        while (reported < GROUPS && moments[reported + 1] <= moment) {
            reported++;
        }
        disk_cut(disk, moment, &rng, copy);
        Store *left = open_store(copy, i % 2 == 0 ? STORE_READ : STORE_WRITE);
        const Reading reading = read_all(left, id);
        cr_expect_not(reading.gaps, "a prefix");
        cr_expect(reading.count >= reported * GROUP && reading.count <= reported * GROUP + GROUP,
                  "cut at %zu: %lu games were reported, %lu are there", moment,
                  (unsigned long)(reported * GROUP), (unsigned long)reading.count);
        cr_expect_eq(reading.count % GROUP, 0, "a group is whole or not there");
        with_fewer += reading.count < GROUPS * GROUP ? 1 : 0;
        close_store(left);
    }
    cr_expect_gt(with_fewer, cuts / 2, "or nothing was cut");
    disk_free(disk);
    bench_release(&bench);
}

/* The disk is full at the first write, the second, and so on: always told, and what was kept is there
 * afterwards. */
Test(store, a_disk_that_is_full_at_any_moment)
{
    enum { GROUPS = 6, GROUP = 50 };
    Bench bench;
    char message[ERR_MESSAGE_BYTES] = "";
    bench_init(&bench, "store-full");
    Disk *disk = disk_new(bench.file);
    bool failed = true;
    int failures = 0;
    for (long writes = 0; failed; writes++) {
        Err err;
        err_clear(&err);
        failed = false;
        (void)disk_fill_after(disk, writes);
        uint64_t kept = 0;
        Store *store = store_open(bench.file, STORE_WRITE, &err);
        if (store != NULL) {
            int64_t id = 0;
            const StoreExperiment experiment = {
                .game = &bench.game, .policies = {&bench.random, &bench.heuristic}, .seed = 1};
            failed = !store_experiment(store, &experiment, &id, &err);
            for (uint64_t i = 0; !failed && i < GROUPS; i++) {
                for (uint64_t number = i * GROUP; number < (i + 1) * GROUP && !failed; number++) {
                    const StoreGame game = make_game(number);
                    failed = !store_put(store, id, &game, NULL, 0);
                }
                failed = !store_flush(store, &err) || failed;
            }
            kept = store_kept(store);
            failed = !store_close(store, &err) || failed;
            cr_expect_eq(err.set, failed);
        } else {
            failed = true;
        }
        if (failed) {
            failures++;
            memcpy(message, err.message, sizeof message);
            cr_expect_not_null(strstr(err.message, "the disk is full"), "%s", err.message);
        }
        (void)disk_fill_after(disk, -1);
        store = open_store(bench.file, STORE_WRITE);
        const int64_t id = experiment_of(&bench, store, 1);
        const Reading reading = read_all(store, id);
        cr_expect(reading.count >= kept && !reading.gaps && reading.count % GROUP == 0, "%lu of %lu",
                  (unsigned long)reading.count, (unsigned long)kept);
        put(store, id, 0, (uint64_t)GROUPS * GROUP); /* resume */
        close_store(store);
        store = open_store(bench.file, STORE_READ);
        cr_expect_eq(read_all(store, id).count, (uint64_t)GROUPS * GROUP);
        close_store(store);
        cr_assert_eq(remove(bench.file), 0);
        cr_assert_lt(writes, 2000);
    }
    cr_expect_gt(failures, 15, "%d, the last: %s", failures, message);
    cr_expect_eq(files_in(bench.folder), 0);
    disk_free(disk);
    bench_release(&bench);
}

/* ------------------------------------------------------------------ refusals */

/* Expects that the file is refused for both ways of opening, with this in the message, and stays as it is. */
static void expect_refused(const Bench *bench, const char *message)
{
    size_t size = 0;
    size_t size_after = 0;
    const int files = files_in(bench->folder);
    unsigned char *before = read_bytes(bench->file, &size);
    for (int i = 0; i < 2; i++) {
        Err err;
        err_clear(&err);
        Store *store = store_open(bench->file, i == 0 ? STORE_WRITE : STORE_READ, &err);
        cr_expect_null(store, "expected \"%s\"", message);
        if (store != NULL) {
            close_store(store);
        }
        cr_expect_str_eq(err.file, bench->file);
        cr_expect(strstr(err.message, message) != NULL, "expected \"%s\" in \"%s\"", message, err.message);
        unsigned char *after = read_bytes(bench->file, &size_after);
        cr_expect(size == size_after && memcmp(before, after, size) == 0, "the file was touched: %s",
                  err.message);
        free(after);
        cr_expect_eq(files_in(bench->folder), files, "something was left beside it");
    }
    free(before);
}

Test(store, foreign_files_are_refused)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13,  10,  26, 10, 0, 0,
                                        0,    13,  'I', 'H', 'D', 'R', 0,  0,  0, 1};
    static const char fake[200] = "SQLite format 3";
    static unsigned char noise[50000];
    Rng rng = rng_derive(7, 7, 7);
    Bench bench;
    bench_init(&bench, "store-foreign");
    cr_assert(support_write(bench.file, "", 0));
    expect_refused(&bench, "found no store of results");
    cr_assert(support_write(bench.file, "to do: win\n", 11));
    expect_refused(&bench, "found no store of results");
    cr_assert(support_write(bench.file, (const char *)png, sizeof png));
    expect_refused(&bench, "found no store of results");
    cr_assert(support_write(bench.file, fake, sizeof fake));
    expect_refused(&bench, "found no store of results");
    for (size_t i = 0; i < sizeof noise; i++) {
        noise[i] = (unsigned char)rng_next(&rng);
    }
    cr_assert(support_write(bench.file, (const char *)noise, sizeof noise));
    expect_refused(&bench, "found no store of results");
    (void)remove(bench.file);
    execute(bench.file, "CREATE TABLE game (id INTEGER); INSERT INTO game VALUES (1)");
    expect_refused(&bench, "found no store of results");
    execute(bench.file,
            "PRAGMA application_id = 0x4D727368; PRAGMA user_version = 2"); /* ours by its header only */
    expect_refused(&bench, "no such table: experiment");
    bench_release(&bench);
}

Test(store, what_is_no_file_is_refused)
{
    Bench bench;
    bench_init(&bench, "store-no-file");
    for (int i = 0; i < 2; i++) {
        const enum store_access mode = i == 0 ? STORE_WRITE : STORE_READ;
        Err err;
        err_clear(&err);
        cr_expect_null(store_open(bench.folder, mode, &err));
        cr_expect(strstr(err.message, "found a folder") != NULL, "%s", err.message);
        cr_assert_eq(mkfifo(bench.file, 0666), 0); /* opening one waits for ever */
        err_clear(&err);
        cr_expect_null(store_open(bench.file, mode, &err));
        cr_expect(strstr(err.message, "found a device or pipe") != NULL, "%s", err.message);
        (void)remove(bench.file);
        err_clear(&err);
        char name[400];
        (void)snprintf(name, sizeof name, "%s/none/games.db", bench.folder);
        cr_expect_null(store_open(name, mode, &err));
        cr_expect(strstr(err.message, "No such file or directory") != NULL, "%s", err.message);
    }
    Err err;
    err_clear(&err);
    cr_expect_null(store_open(bench.file, STORE_READ, &err));
    cr_expect(strstr(err.message, "cannot open: No such file or directory") != NULL, "%s", err.message);
    cr_expect_eq(files_in(bench.folder), 0, "reading makes nothing");
    bench_release(&bench);
}

Test(store, another_schema_is_refused)
{
    Bench bench;
    bench_init(&bench, "store-schema");
    close_store(open_store(bench.file, STORE_WRITE));
    execute(bench.file, "PRAGMA user_version = 3");
    expect_refused(&bench,
                   "found a store of results with schema 3, expected 2: made by another version of marshal");
    execute(bench.file, "PRAGMA user_version = 1");
    expect_refused(&bench, "found a store of results with schema 1, expected 2");
    bench_release(&bench);
}

/* Damage at every page in turn, and cuts; only what SQLite cannot see (the values in a row) is left out. */
Test(store, damage_is_found_before_anything_is_written)
{
    Bench bench;
    char whole[400];
    size_t size = 0;
    Rng rng = rng_derive(9, 9, 9);
    bench_init(&bench, "store-damage");
    (void)snprintf(whole, sizeof whole, "%s/whole.db", bench.folder);
    Store *store = open_store(whole, STORE_WRITE);
    put(store, experiment_of(&bench, store, 1), 0, 4000);
    close_store(store);
    unsigned char *bytes = read_bytes(whole, &size);
    cr_assert_geq(size / 4096, 20);
    unsigned char *damaged = malloc(size);
    cr_assert_not_null(damaged);
    for (size_t page = 0; page < size / 4096; page++) {
        memcpy(damaged, bytes, size);
        for (size_t i = page == 0 ? 100 : 0; i < 4096; i++) { /* the header says that it is a store */
            damaged[page * 4096 + i] = (unsigned char)rng_next(&rng);
        }
        cr_assert(support_write(bench.file, (const char *)damaged, size));
        expect_refused(&bench, "damaged and was left as it is");
        memset(damaged + page * 4096 + (page == 0 ? 100 : 0), 0, page == 0 ? 3996 : 4096);
        cr_assert(support_write(bench.file, (const char *)damaged, size));
        expect_refused(&bench, page == 0 ? "cannot read" : "damaged and was left as it is");
    }
    for (size_t cut = 4096; cut < size; cut += size / 7) {
        cr_assert(support_write(bench.file, (const char *)bytes, cut));
        expect_refused(&bench, "damaged and was left as it is");
    }
    free(bytes);
    free(damaged);
    bench_release(&bench);
}

/* A store that somebody has edited by hand: nonsense is an error, never a crash. */
Test(store, rows_that_make_no_sense)
{
    static const char *const nonsense[] = {
        "INSERT INTO game VALUES (1, 5, 3, 1, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, -1, 1, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, 0, 0, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, 0, 99, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, 2, 1, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, 0, 4, 1805, 10, NULL)",
        "INSERT INTO game VALUES (1, 5, 0, 1, 1805, -10, NULL)",
        "INSERT INTO game VALUES (1, 5, 0, 1, 1805, 1 << 40, NULL)",
    };
    Bench bench;
    bench_init(&bench, "store-nonsense");
    Store *store = open_store(bench.file, STORE_WRITE);
    put(store, experiment_of(&bench, store, 1), 0, 5);
    close_store(store);
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        Reading reading = {0, 0, false, false};
        Err err;
        err_clear(&err);
        execute(bench.file, nonsense[i]);
        store = open_store(bench.file, STORE_READ);
        cr_expect_not(store_each(store, 1, 100, take, &reading, &err), "%s", nonsense[i]);
        cr_expect(strstr(err.message, "game 5 of experiment 1: found a result that makes no sense") != NULL,
                  "%s", err.message);
        close_store(store);
        execute(bench.file, "DELETE FROM game WHERE number = 5");
    }
    execute(bench.file,
            "INSERT INTO game VALUES (1, -3, 0, 1, 1805, 10, zeroblob(5000)), (1, 9223372036854775807, 0, 1, "
            "1805, 10, NULL);"
            "INSERT INTO reason VALUES (1, 3, char(27) || '[2J'); INSERT INTO crash VALUES (1, -5, 2)");
    store = open_store(bench.file, STORE_READ);
    Reading reading = {0, 0, false, false};
    cr_expect(store_each(store, 1, 100, take, &reading, NULL));
    cr_expect_eq(reading.count, 5, "numbers out of range are not there");
    close_store(store);
    bench_release(&bench);
}

/* ------------------------------------------------------------------ beside the file */

Test(store, one_writer_at_a_time)
{
    Bench bench;
    Err err;
    err_clear(&err);
    bench_init(&bench, "store-lock");
    Store *store = open_store(bench.file, STORE_WRITE);
    cr_expect_null(store_open(bench.file, STORE_WRITE, &err));
    cr_expect(strstr(err.message, "another run is writing into it") != NULL, "%s", err.message);
    put(store, experiment_of(&bench, store, 1), 0, 5);
    close_store(store);
    close_store(open_store(bench.file, STORE_WRITE));
    char name[400]; /* a lock that a killed run has left locks nothing */
    (void)snprintf(name, sizeof name, "%s-lock", bench.file);
    cr_assert(support_write(name, "", 0));
    close_store(open_store(bench.file, STORE_WRITE));
    cr_expect_eq(files_in(bench.folder), 1);
    bench_release(&bench);
}

Test(store, remains_of_other_stores_do_no_harm)
{
    Bench bench;
    char name[400];
    bench_init(&bench, "store-remains");
    Store *store =
        open_store(bench.file, STORE_WRITE); /* a store that is deleted while it is open: its log stays */
    put(store, experiment_of(&bench, store, 1), 0, 500);
    cr_assert(store_flush(store, NULL));
    (void)snprintf(name, sizeof name, "%s-wal", bench.file);
    char kept[400];
    (void)snprintf(kept, sizeof kept, "%s/wal", bench.folder);
    copy_file(name, kept);
    close_store(store);
    cr_assert_eq(remove(bench.file), 0);
    copy_file(kept, name);
    Err err;
    err_clear(&err);
    cr_expect_null(store_open(bench.file, STORE_WRITE, &err));
    cr_expect(strstr(err.message, "put the store back beside it, or delete it") != NULL, "%s", err.message);
    cr_expect_eq(access(name, F_OK), 0, "it is left");
    cr_assert_eq(remove(name), 0);

    (void)snprintf(name, sizeof name, "%s-new", bench.file); /* a run that died while it made a store */
    cr_assert(support_write(name, "half", 4));
    (void)snprintf(name, sizeof name, "%s-new-journal", bench.file);
    cr_assert(support_write(name, "half", 4));
    store = open_store(bench.file, STORE_WRITE);
    put(store, experiment_of(&bench, store, 1), 0, 5);
    close_store(store);
    cr_expect_eq(files_in(bench.folder), 2, "the store, and the log that was put aside");
    bench_release(&bench);
}

Test(store, a_file_that_is_moved_away_is_noticed)
{
    Bench bench;
    char name[400];
    Err err;
    err_clear(&err);
    bench_init(&bench, "store-moved");
    Store *store = open_store(bench.file, STORE_WRITE);
    const int64_t id = experiment_of(&bench, store, 1);
    put(store, id, 0, 5);
    cr_assert(store_flush(store, NULL));
    (void)snprintf(name, sizeof name, "%s/away.db", bench.folder);
    cr_assert_eq(rename(bench.file, name), 0);
    put(store, id, 5, 10);
    cr_expect_not(store_flush(store, &err));
    cr_expect(strstr(err.message, "was removed, renamed or replaced") != NULL, "%s", err.message);
    const StoreGame game = make_game(10);
    cr_expect_not(store_put(store, id, &game, NULL, 0), "nothing more is taken");
    cr_expect_eq(store_kept(store), 5);
    cr_expect_not(store_close(store, NULL));
    bench_release(&bench);
}

/* ------------------------------------------------------------------ crashes */

static void take_number(void *context, uint64_t number)
{
    uint64_t *numbers = context;
    numbers[++numbers[0]] = number;
}

/* A process that opens the store, plays these games on threads 0, 1, ..., and dies in the last one. */
static void die_playing(const Bench *bench, const uint64_t *games, int count, bool noted)
{
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        Store *store = store_open(bench->file, STORE_WRITE, NULL);
        for (int i = 0; store != NULL && i < count; i++) {
            store_flying(store, i, 1, games[i]);
            if (i + 1 < count) {
                store_landed(store, i);
            }
        }
        if (store != NULL && noted) {
            _exit(store_note_crash(store) ? 0 : 1);
        }
        (void)kill(getpid(), SIGKILL);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    cr_expect(noted ? WIFEXITED(status) && WEXITSTATUS(status) == 0 : WIFSIGNALED(status));
}

static void expect_quarantined(const Bench *bench, uint64_t count, uint64_t first)
{
    uint64_t numbers[100] = {0};
    Store *store = open_store(bench->file, STORE_WRITE);
    cr_expect(store_each_quarantined(store, 1, take_number, numbers, NULL));
    cr_expect_eq(numbers[0], count, "%lu", (unsigned long)numbers[0]);
    cr_expect(count == 0 || numbers[1] == first);
    close_store(store);
}

Test(store, a_game_is_quarantined_when_it_has_crashed_twice)
{
    static const uint64_t games[] = {4, 5, 6, 7};
    Bench bench;
    bench_init(&bench, "store-crash");
    Store *store = open_store(bench.file, STORE_WRITE);
    (void)experiment_of(&bench, store, 1);
    close_store(store);
    for (int i = 0; i < 5; i++) {
        die_playing(&bench, games, 4, false); /* kills say nothing */
        expect_quarantined(&bench, 0, 0);
    }
    die_playing(&bench, games, 4, true);
    die_playing(&bench, games, 3, false);
    expect_quarantined(&bench, 0, 0);
    cr_expect_eq(query(bench.file, "SELECT times FROM crash WHERE number = 7"), 1);
    die_playing(&bench, games, 4, true);
    expect_quarantined(&bench, 1, 7);
    cr_expect_eq(query(bench.file, "SELECT count(*) FROM crash"), 1, "games that had ended are not blamed");
    cr_expect_eq(files_in(bench.folder), 1);
    bench_release(&bench);
}

/* The count waits in FILE-flight: one of another store, or none at all, is not counted. */
Test(store, crashes_of_a_store_that_is_gone_are_forgotten)
{
    static const uint64_t games[] = {7};
    Bench bench;
    bench_init(&bench, "store-crash-gone");
    Store *store = open_store(bench.file, STORE_WRITE);
    (void)experiment_of(&bench, store, 1);
    close_store(store);
    die_playing(&bench, games, 1, true);
    char command[800];
    (void)snprintf(command, sizeof command, "rm %s %s-wal", bench.file, bench.file);
    (void)system(command);
    store = open_store(bench.file, STORE_WRITE);
    (void)experiment_of(&bench, store, 1);
    close_store(store);
    cr_expect_eq(query(bench.file, "SELECT count(*) FROM crash"), 0);
    bench_release(&bench);
}

Test(store, note_crash_without_a_game)
{
    Bench bench;
    bench_init(&bench, "store-note");
    Store *store = open_store(bench.file, STORE_WRITE);
    cr_expect_not(store_note_crash(store));
    store_flying(store, 0, 1, 3);
    store_landed(store, 0);
    cr_expect_not(store_note_crash(store));
    close_store(store);
    store = open_store(bench.file, STORE_READ);
    cr_expect_not(store_note_crash(store));
    close_store(store);
    bench_release(&bench);
}

/* ------------------------------------------------------------------ rights */

/* Runs a test as somebody to whom rights apply, who owns the folder: root may do anything. The child's
 * answer. */
static bool as_somebody(const Bench *bench, bool (*test)(const Bench *bench))
{
    enum { SOMEBODY = 65534 };
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        _exit((getuid() != 0 || setuid(SOMEBODY) == 0) && test(bench) ? 0 : 1);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool says(const char *file, enum store_access mode, const char *message)
{
    Err err;
    err_clear(&err);
    Store *store = store_open(file, mode, &err);
    if (store != NULL || strstr(err.message, message) == NULL) {
        (void)fprintf(stderr, "found \"%s\", expected \"%s\"\n", store != NULL ? "no error" : err.message,
                      message);
        return false;
    }
    return true;
}

static bool reads_but_does_not_write(const Bench *bench)
{
    if (access(bench->file, R_OK) != 0) {
        return true; /* the folders above are closed to others: nothing to see here */
    }
    Store *store = store_open(bench->file, STORE_READ, NULL);
    if (store == NULL || read_all(store, 1).count != 5 || !store_close(store, NULL)) {
        return false;
    }
    return says(bench->file, STORE_WRITE, "Permission denied");
}

static bool finds_it_read_only(const Bench *bench)
{
    return access(bench->file, R_OK) != 0 || says(bench->file, STORE_WRITE, "the file is read-only");
}

static bool is_refused(const Bench *bench)
{
    return access(bench->folder, R_OK) != 0 ||
           says(bench->file, STORE_READ, "cannot open: Permission denied");
}

Test(store, read_only_folders_and_files)
{
    Bench bench;
    bench_init(&bench, "store-rights");
    Store *store = open_store(bench.file, STORE_WRITE);
    put(store, experiment_of(&bench, store, 1), 0, 5);
    close_store(store);
    cr_assert(chmod(bench.file, 0444) == 0 && chmod(bench.folder, 0555) == 0);
    cr_expect(as_somebody(&bench, reads_but_does_not_write), "a folder that is read-only");
    cr_assert_eq(chmod(bench.folder, 0777), 0);
    cr_expect(as_somebody(&bench, finds_it_read_only), "a file that is read-only");
    cr_assert_eq(chmod(bench.file, 0000), 0);
    cr_expect(as_somebody(&bench, is_refused), "a file that may not be read");
    cr_assert_eq(chmod(bench.file, 0666), 0);
    bench_release(&bench);
}
