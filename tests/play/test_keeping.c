/* test_keeping.c: matches and duels that keep their games, through the program: killed, interrupted, crashed,
 * out of disk, refused; and what the next run makes of it. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/rng.h"
#include "eval/run/runner.h"
#include "eval/store/store.h"
#include "tests/support/support.h"

/* A folder of one test, and the store in it. */
typedef struct Place {
    char folder[256];
    char file[300];
    char command[900]; /* the last one */
} Place;

static void place_init(Place *place, const char *name)
{
    support_folder(name, place->folder);
    (void)snprintf(place->file, sizeof place->file, "%s/games.db", place->folder);
}

/* "COMMAND --db FILE --json"; the format's arguments come first. */
static const char *with_store(Place *place, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *with_store(Place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(place->command, sizeof place->command, format, arguments);
    va_end(arguments);
    (void)snprintf(place->command + length, sizeof place->command - (size_t)length, " --db %s --json",
                   place->file);
    return place->command;
}

/* "COMMAND --json", without a store. */
static const char *without_store(Place *place, const char *command)
{
    (void)snprintf(place->command, sizeof place->command, "%s --json", command);
    return place->command;
}

static cJSON *parse(const Run *run)
{
    cJSON *json = cJSON_Parse(run->out.text);
    cr_assert_not_null(json, "found \"%s\", standard error \"%s\"", run->out.text, run->err.text);
    return json;
}

/* The result of a run as text, but for the time it took. The caller frees it. */
static char *result_of(const char *arguments, int code)
{
    Run run;
    support_run(&run, arguments);
    cr_assert_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    cJSON *json = parse(&run);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "elapsed_s");
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    support_run_release(&run);
    return text;
}

static void expect_result(const char *arguments, const char *expected)
{
    char *found = result_of(arguments, 0);
    cr_expect_str_eq(found, expected, "marshal %s", arguments);
    free(found);
}

/* Expects an exit code, a part of standard error, and that it came sooner than the five seconds SQLite waits
 * for a lock. */
static void expect_failure(const char *arguments, int code, const char *message)
{
    Run run;
    struct timespec before;
    struct timespec after;
    (void)clock_gettime(CLOCK_MONOTONIC, &before);
    support_run(&run, arguments);
    (void)clock_gettime(CLOCK_MONOTONIC, &after);
    cr_expect_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: expected \"%s\" in \"%s\"", arguments,
              message, run.err.text);
    cr_expect_str_eq(run.out.text, "");
    cr_expect_lt(after.tv_sec - before.tv_sec, 5);
    support_run_release(&run);
}

/* One number from the store, -1 if there is none. */
static long long query(const Place *place, const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *select = NULL;
    cr_assert_eq(sqlite3_open_v2(place->file, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    (void)sqlite3_busy_timeout(database, 5000);
    cr_assert_eq(sqlite3_prepare_v2(database, sql, -1, &select, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(database));
    const long long value = sqlite3_step(select) == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    (void)sqlite3_finalize(select);
    (void)sqlite3_close(database);
    return value;
}

/* Every game 0 .. games - 1 of the one experiment once, in a sound database. */
static void expect_games(const Place *place, long long games)
{
    cr_expect_eq(query(place, "SELECT count(*) FROM game"), games);
    cr_expect_eq(query(place, "SELECT count(DISTINCT number) FROM game"), games);
    cr_expect_eq(query(place, "SELECT max(number) + 1 FROM game"), games);
    cr_expect_eq(query(place, "SELECT min(number) FROM game"), 0);
    cr_expect_eq(query(place, "SELECT count(*) FROM experiment"), 1);
    cr_expect_eq(query(place, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
    cr_expect_eq(query(place, "SELECT count(*) FROM crash"), 0, "nothing crashed");
}

/* A run that ended leaves one file. */
static void expect_one_file(const Place *place)
{
    DIR *folder = opendir(place->folder);
    cr_assert_not_null(folder);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        cr_expect(entry->d_name[0] == '.' || strcmp(entry->d_name, "games.db") == 0, "%s is left",
                  entry->d_name);
    }
    (void)closedir(folder);
}

/* Waits until the program has its store, however slow the machine is, and then until it has worked so long;
 * true if it is still there. */
static bool let_run(const Child *child, const Place *place, long milliseconds)
{
    for (int i = 0; access(place->file, F_OK) != 0 && i < 2000; i++) {
        if (!support_wait(child, 5)) {
            return false;
        }
    }
    return support_let_work(child, milliseconds);
}

/* ------------------------------------------------------------------ killed and resumed */

/* Waits until the first group of games is in the store, however slow machine and disk are; true if the
 * program is still there. */
static bool let_keep(const Child *child, const Place *place)
{
    for (int i = 0; i < 600; i++) {
        if (!let_run(child, place, 50)) {
            return false;
        }
        if (query(place, "SELECT EXISTS (SELECT * FROM game)") == 1) {
            return true;
        }
    }
    return true;
}

/* A run without end, so that every kill falls into the middle: soon after the start, or after some groups of
 * games. */
Test(keeping, killed_again_and_again_and_resumed)
{
    static const char match[] = "match toy/plain --french mcts:sims=10,memory=1 --seed 77 --jobs 2";
    enum { KILLS = 10, LATE = 4, MORE = 500 };
    Place place;
    Rng rng = rng_derive(20261121, 1, 0);
    place_init(&place, "killed");
    (void)with_store(&place, "%s --games 1000000000", match);
    long long kept = 0;
    for (int i = 0; i < KILLS; i++) {
        const Child child = support_start(place.command, 0);
        if (i >= KILLS - LATE) {
            cr_expect(let_keep(&child, &place));
        }
        cr_expect(let_run(&child, &place, 5 + (long)rng_bounded(&rng, 120)));
        (void)kill((pid_t)child.pid, SIGKILL);
        Run run;
        support_finish(&child, &run);
        cr_expect_eq(run.code, 128 + SIGKILL, "%d", run.code);
        support_run_release(&run);
        const long long now = query(&place, "SELECT count(*) FROM game");
        cr_expect_geq(now, kept, "games were lost");
        kept = now;
    }
    cr_expect_gt(kept, 0, "or the test shows little");
    char command[200];
    (void)snprintf(command, sizeof command, "%s --games %lld --json", match, kept + MORE);
    char *expected = result_of(command, 0);
    expect_result(with_store(&place, "%s --games %lld", match, kept + MORE), expected);
    expect_games(&place, kept + MORE);
    expect_one_file(&place);
    expect_result(place.command, expected); /* nothing to play */
    free(expected);
}

/* What was shown as done is in the store when the process is killed. */
Test(keeping, what_an_interrupted_run_reports_is_kept)
{
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        Place place;
        Run run;
        place_init(&place, "interrupted");
        const Child child =
            support_start(with_store(&place, "match toy/plain --games 1000000000 --seed 5 --jobs 2"), 0);
        cr_expect(let_run(&child, &place, 600));
        (void)kill((pid_t)child.pid, signals[i]);
        support_finish(&child, &run);
        cr_expect_eq(run.code, 130, "%d", run.code);
        cr_expect_not_null(strstr(run.err.text, "interrupted: the first "), "%s", run.err.text);
        cr_expect_not_null(strstr(run.err.text, "the same command goes on from there"), "%s", run.err.text);
        cJSON *json = parse(&run);
        const long long completed = (long long)cJSON_GetObjectItem(json, "completed")->valuedouble;
        cJSON_Delete(json);
        support_run_release(&run);
        cr_expect_gt(completed, 0);
        char numbers[100];
        (void)snprintf(numbers, sizeof numbers, "SELECT count(*) FROM game WHERE number < %lld", completed);
        cr_expect_eq(query(&place, numbers), completed);
        expect_one_file(&place);

        const long long games = completed + 500; /* resume */
        char command[200];
        (void)snprintf(command, sizeof command, "match toy/plain --games %lld --seed 5 --json", games);
        char *expected = result_of(command, 0);
        expect_result(with_store(&place, "match toy/plain --games %lld --seed 5", games), expected);
        free(expected);
    }
}

Test(keeping, time_is_up_and_the_next_run_goes_on)
{
    Place place;
    Run run;
    place_init(&place, "until");
    support_run(&run, with_store(&place, "match toy/plain --games 1000000000 --seed 6 --jobs 2 --until 3s"));
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect_not_null(strstr(run.err.text, "time is up: the first "), "%s", run.err.text);
    support_run_release(&run);
    const long long kept = query(&place, "SELECT count(*) FROM game");
    cr_expect_gt(kept, 0);
    char command[200];
    (void)snprintf(command, sizeof command, "match toy/plain --games %lld --seed 6 --json", kept + 100);
    char *expected = result_of(command, 0);
    expect_result(with_store(&place, "match toy/plain --games %lld --seed 6", kept + 100), expected);
    free(expected);
    expect_failure("match toy/plain --until 25:00", 2, "--until: found \"25:00\", expected a time of day");
    expect_failure("match toy/plain --until -3s", 2, "--until");
    expect_failure("match toy/plain --until 3", 2, "--until");
    expect_failure("match toy/plain --until nans", 2, "--until");
}

/* The copy of a store and its log at a random moment: a first part of the games, whole. */
Test(keeping, a_copy_of_the_files_holds_a_consistent_prefix)
{
    Place place;
    Rng rng = rng_derive(4711, 1, 0);
    place_init(&place, "copied");
    const Child child =
        support_start(with_store(&place, "match toy/plain --games 1000000000 --seed 8 --jobs 1"), 0);
    long long before = 0;
    for (int i = 0; i < 8 || (before == 0 && i < 200); i++) {
        Place copy = place;
        char command[1400];
        (void)snprintf(copy.file, sizeof copy.file, "%s/copy-%d.db", place.folder, i);
        cr_assert(let_run(&child, &place, 60 + (long)rng_bounded(&rng, 250)));
        cr_assert_eq(kill((pid_t)child.pid, SIGSTOP), 0);
        (void)snprintf(command, sizeof command, "cp %s %s; cp %s-wal %s-wal 2>/dev/null || true", place.file,
                       copy.file, place.file, copy.file);
        cr_assert_eq(system(command), 0);
        (void)kill((pid_t)child.pid, SIGCONT);
        const long long games = query(&copy, "SELECT count(*) FROM game");
        cr_expect_geq(games, before);
        cr_expect_eq(query(&copy, "SELECT coalesce(max(number) + 1, 0) FROM game"), games,
                     "a game is missing before the last");
        cr_expect_eq(query(&copy, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
        before = games;
    }
    cr_expect_gt(before, 0);
    Run run;
    (void)kill((pid_t)child.pid, SIGTERM);
    support_finish(&child, &run);
    cr_expect_eq(run.code, 130);
    support_run_release(&run);
}

/* ------------------------------------------------------------------ games that crash */

/* Runs until it ends well, at most so often; returns how often it crashed. */
static int run_through(const char *command, int signal_expected, Run *last)
{
    for (int crashes = 0;; crashes++) {
        support_run(last, command);
        if (last->code == 0 || crashes == 40) {
            return crashes;
        }
        cr_expect_eq(last->code, 128 + signal_expected, "%d", last->code);
        cr_expect_not_null(strstr(last->err.text, "the program crashed in a game, which the store has noted"),
                           "%s", last->err.text);
        if (last->code != 128 + signal_expected) {
            return crashes;
        }
        cr_expect_str_eq(last->out.text, "");
        support_run_release(last);
    }
}

/* Games are told from the others by playing them alone, so this knows better than the store which ones crash.
 */
static int count_games_that_crash(const char *fault, uint64_t seed, int games, long long *first)
{
    Game game;
    Policy policy;
    char override[64];
    int found = 0;
    (void)snprintf(override, sizeof override, "options.fault=%s", fault);
    support_load(&game, "toy/plain", override);
    cr_assert(policy_init(&policy, &game, "random", NULL));
    for (int i = 0; i < games; i++) {
        const GamePlan plan = {
            .game = &game, .policies = {&policy, &policy}, .seed = runner_game_seed(seed, (uint64_t)i)};
        int status = 0;
        const pid_t child = fork();
        if (child == 0) {
            (void)freopen("/dev/null", "w", stderr);
            (void)signal(SIGABRT, SIG_DFL); /* the test runner has its own */
            (void)signal(SIGSEGV, SIG_DFL);
            _exit(runner_play(&plan).status == RUNNER_DONE ? 0 : 1);
        }
        (void)waitpid(child, &status, 0);
        if (status != 0) {
            *first = found++ == 0 ? i : *first;
        }
    }
    policy_release(&policy);
    game_release(&game);
    return found;
}

static void expect_quarantine(const char *fault, int number, int jobs)
{
    enum { GAMES = 60, SEED = 3 };
    Place place;
    Run run;
    long long first = -1;
    const int bad = count_games_that_crash(fault, SEED, GAMES, &first);
    cr_assert(bad > 0 && bad < 10, "or the test shows nothing: %d", bad);
    place_init(&place, "crash");
    (void)with_store(&place, "match toy/plain --games %d --seed %d --jobs %d --set options.fault=%s", GAMES,
                     SEED, jobs, fault);
    const int crashes = run_through(place.command, number, &run);
    cr_expect(crashes >= bad && crashes <= 2 * bad, "%d crashes of %d games (two may crash at once)", crashes,
              bad);
    char told[200];
    (void)snprintf(told, sizeof told, "number %lld (from 0), seed %llu\n", first,
                   (unsigned long long)runner_game_seed(SEED, (uint64_t)first));
    cr_expect_not_null(strstr(run.err.text, told), "expected \"%s\" in \"%s\"", told, run.err.text);
    cJSON *json = parse(&run);
    cr_expect_eq((int)cJSON_GetObjectItem(json, "completed")->valuedouble, GAMES - bad);
    cr_expect_eq((int)cJSON_GetObjectItem(json, "quarantined")->valuedouble, bad);
    cJSON_Delete(json);
    support_run_release(&run);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), GAMES - bad, "all other games are played");
    cr_expect_eq(query(&place, "SELECT count(*) FROM crash WHERE times = 2"), bad);
    cr_expect_eq(query(&place, "SELECT min(number) FROM crash"), first);
    expect_one_file(&place);
}

Test(keeping, a_game_that_aborts_twice_is_left_out) { expect_quarantine("abort", SIGABRT, 2); }
Test(keeping, a_game_that_faults_twice_is_left_out) { expect_quarantine("segfault", SIGSEGV, 1); }
Test(keeping, a_game_that_fills_the_stack_twice_is_left_out) { expect_quarantine("overflow", SIGSEGV, 2); }

/* A search looks ahead on threads of its own: what they crash of is the one game under way. */
Test(keeping, a_crash_in_a_thread_of_a_search_counts)
{
    Place place;
    Run run;
    place_init(&place, "crash-search");
    (void)with_store(&place, "match toy/plain --games 2 --jobs 1 --french "
                             "mcts:sims=20000,early=0,threads=3,memory=4 --set options.fault=abort");
    cr_expect_eq(run_through(place.command, SIGABRT, &run), 4);
    cr_expect_not_null(strstr(run.err.text, "2 games took the program down twice each"), "%s", run.err.text);
    support_run_release(&run);
}

Test(keeping, a_pair_with_a_game_that_crashes_does_not_count)
{
    Place place;
    Run run;
    place_init(&place, "crash-pair");
    (void)with_store(&place, "duel toy/plain --a heuristic:strategy=bold --b random --pairs 30 --seed 3 "
                             "--jobs 2 --set options.fault=segfault");
    const int crashes = run_through(place.command, SIGSEGV, &run);
    cr_expect(crashes > 0 && crashes < 40, "%d", crashes);
    cJSON *json = parse(&run);
    const int pairs = (int)cJSON_GetObjectItem(json, "completed")->valuedouble;
    cJSON_Delete(json);
    support_run_release(&run);
    cr_expect_eq(
        query(&place, "SELECT count(*) FROM (SELECT number FROM game GROUP BY number HAVING count(*) = 2)"),
        pairs);
    const long long bad = query(&place, "SELECT count(*) FROM crash WHERE times = 2");
    cr_expect(bad > 0 && crashes >= bad && crashes <= 2 * bad, "%d %lld", crashes, bad);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 60 - bad);
}

/* Waits until the program catches signals, which on a busy machine takes it a while; true if it does. */
static bool let_guard(const Child *child)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/status", (long)child->pid);
    for (int i = 0; i < 600; i++) {
        char line[200];
        unsigned long long caught = 0;
        FILE *file = fopen(path, "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            (void)sscanf(line, "SigCgt: %llx", &caught);
        }
        if (file != NULL) {
            (void)fclose(file);
        }
        if ((caught >> (SIGABRT - 1) & 1U) != 0) {
            return true;
        }
        if (!support_wait(child, 50)) {
            return false;
        }
    }
    return false;
}

/* Neither a kill nor a signal from outside says anything against the game that was being played. */
Test(keeping, signals_from_outside_do_not_count)
{
    static const int signals[] = {SIGKILL, SIGABRT, SIGSEGV, SIGKILL, SIGABRT};
    Place place;
    Run run;
    place_init(&place, "outside");
    (void)with_store(&place, "match toy/plain --games 1 --jobs 1 --french mcts:time=60,early=0,memory=4");
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        const Child child = support_start(place.command, 0);
        cr_expect(let_guard(&child) && let_run(&child, &place, 150));
        (void)kill((pid_t)child.pid, signals[i]);
        support_finish(&child, &run);
        cr_expect_eq(run.code, 128 + signals[i]);
        support_run_release(&run);
    }
    support_run_interrupted(&run, place.command, 500);
    cr_expect_eq(run.code, 130);
    support_run_release(&run);
    cr_expect_eq(query(&place, "SELECT count(*) FROM crash"), 0);
}

/* ------------------------------------------------------------------ out of disk */

Test(keeping, a_file_that_may_not_grow)
{
    Place place;
    Run run;
    const int games = support_short() ? 5000 : 20000;
    place_init(&place, "limit");
    (void)with_store(&place, "match toy/plain --games %d --seed 9 --jobs 2", games);
    const Child child = support_start(place.command, 60000);
    support_finish(&child, &run);
    cr_expect_eq(run.code, 1, "%d %s", run.code, run.err.text);
    cr_expect_not_null(strstr(run.err.text, "cannot keep games: disk I/O error; the disk may be full or "
                                            "gone, or the file may not grow (ulimit -f)"),
                       "%s", run.err.text);
    cr_expect_not_null(strstr(run.err.text, "what was reported as done is kept"), "%s", run.err.text);
    support_run_release(&run);
    cr_expect_lt(query(&place, "SELECT count(*) FROM game"), games);
    char *expected = result_of(with_store(&place, "match toy/plain --games %d --seed 9", games), 0);
    expect_games(&place, games);
    expect_result(place.command, expected);
    free(expected);
}

/* Leaves so much room on a small file system of the test's own. */
static bool leave_room(const Place *place, unsigned long bytes)
{
    struct statvfs disk;
    char size[40];
    if (statvfs(place->folder, &disk) != 0) {
        return false;
    }
    (void)snprintf(size, sizeof size, "size=%lu",
                   (unsigned long)(disk.f_blocks - disk.f_bfree) * disk.f_frsize + bytes);
    return mount("none", place->folder, "tmpfs", MS_REMOUNT, size) == 0;
}

/* A run that is told about a full disk; what it said goes into message. */
static bool is_told_of_a_full_disk(const char *command, const char *how, char message[600])
{
    Run run;
    support_run(&run, command);
    const bool told = run.code == 1 && strstr(run.err.text, how) != NULL;
    (void)snprintf(message, 600, "%d %s", run.code, run.err.text);
    support_run_release(&run);
    return told;
}

/* The first games fit, the rest of them never does, in however many groups they are written. */
Test(keeping, a_full_disk)
{
    enum { FIRST = 200, ROOM = 80 * 1024 }; /* the files beside the store take half of it */
    static const char match[] = "match toy/plain --seed 9 --french mcts:sims=20,memory=1";
    Place place;
    char command[800];
    char first[600];
    char second[600];
    const int games = support_short() ? 1600 : 4000;
    place_init(&place, "full");
    if (mount("none", place.folder, "tmpfs", 0, "size=50m") != 0) {
        cr_skip_test("may not mount a file system");
    }
    free(result_of(with_store(&place, "%s --moves --games %d", match, FIRST), 0));
    const bool small = leave_room(&place, ROOM);
    (void)with_store(&place, "%s --moves --games %d --jobs 1", match, games);
    const bool clear = is_told_of_a_full_disk(
        place.command, "the disk is full: what was reported as done is kept, free some space", first);
    const bool again = is_told_of_a_full_disk(place.command, "full", second); /* and loses nothing */
    const int grown = mount("none", place.folder, "tmpfs", MS_REMOUNT, "size=50m");
    const long long kept = query(&place, "SELECT count(*) FROM game");
    char *found = result_of(place.command, 0);
    const long long all = query(&place, "SELECT count(*) FROM game");
    (void)snprintf(command, sizeof command, "%s --games %d --json", match, games);
    char *expected = result_of(command, 0);
    (void)umount(place.folder);
    cr_expect(small);
    cr_expect(clear, "%s", first);
    cr_expect(again, "%s", second);
    cr_expect_eq(grown, 0);
    cr_expect(kept >= FIRST && kept < all, "%lld of %lld", kept, all);
    cr_expect_eq(all, games);
    cr_expect_str_eq(found, expected);
    free(found);
    free(expected);
}

Test(keeping, a_disk_that_was_full_before)
{
    Place place;
    Run run;
    place_init(&place, "full-before");
    if (mount("none", place.folder, "tmpfs", 0, "size=16k") != 0) {
        cr_skip_test("may not mount a file system");
    }
    char name[300];
    (void)snprintf(name, sizeof name, "%s/ballast", place.folder);
    char ballast[20000];
    memset(ballast, 7, sizeof ballast);
    (void)support_write(name, ballast, sizeof ballast);
    support_run(&run, with_store(&place, "match toy/plain --games 10"));
    const int code = run.code;
    char message[600];
    (void)snprintf(message, sizeof message, "%s", run.err.text);
    support_run_release(&run);
    const bool made = access(place.file, F_OK) == 0;
    (void)umount(place.folder);
    cr_expect_eq(code, 1, "%d", code);
    cr_expect_not_null(strstr(message, "the disk is full"), "%s", message);
    cr_expect_not(made, "nothing half made");
}

/* ------------------------------------------------------------------ two runs at once */

Test(keeping, a_second_run_is_refused_at_once)
{
    Place place;
    Run run;
    place_init(&place, "two");
    (void)with_store(&place, "match toy/plain --games 1000000000 --seed 5 --jobs 1");
    const Child child = support_start(place.command, 0);
    cr_expect(let_run(&child, &place, 400));
    expect_failure(place.command, 1, "another run is writing into it");
    const long long games = query(&place, "SELECT count(*) FROM game"); /* reading meanwhile */
    for (int i = 0; i < 300 && query(&place, "SELECT count(*) FROM game") <= games; i++) {
        cr_expect(support_wait(&child, 100));
    }
    cr_expect_gt(query(&place, "SELECT count(*) FROM game"), games);
    (void)kill((pid_t)child.pid, SIGINT);
    support_finish(&child, &run);
    cr_expect_eq(run.code, 130, "the first run goes on unharmed: %s", run.err.text);
    support_run_release(&run);
    expect_one_file(&place);
}

Test(keeping, a_store_that_vanishes_is_noticed)
{
    Place place;
    Run run;
    place_init(&place, "gone");
    const Child child = support_start(with_store(&place, "match toy/plain --games 1000000000 --jobs 1"), 0);
    cr_expect(let_run(&child, &place, 400));
    cr_expect_eq(remove(place.file), 0);
    cr_expect_not(support_wait(&child, 30000));
    (void)kill((pid_t)child.pid, SIGKILL);
    support_finish(&child, &run);
    cr_expect_eq(run.code, 1, "%d", run.code);
    cr_expect_not_null(
        strstr(run.err.text, "was removed, renamed or replaced while games were being written"), "%s",
        run.err.text);
    support_run_release(&run);
}

/* ------------------------------------------------------------------ refusals */

Test(keeping, bad_stores_are_refused)
{
    Place place;
    place_init(&place, "bad");
    char command[600];
    expect_failure("match toy/plain --db tests/scenarios/toy/plain.json", 1,
                   "plain.json: found no store of results");
    expect_failure("match toy/plain --db tests", 1, "tests: found a folder, expected a store of results");
    expect_failure("match toy/plain --db /dev/null", 1, "/dev/null: found a device or pipe");
    expect_failure("match toy/plain --db /proc/games.db", 1, "/proc/games.db: cannot write into its folder");
    (void)snprintf(command, sizeof command, "match toy/plain --db %s/none/games.db", place.folder);
    expect_failure(command, 1, "cannot write into its folder: No such file or directory");
    expect_failure("match toy/plain --shard 1/2", 2, "need a store: --db FILE");
    expect_failure("match toy/plain --moves", 2, "need a store: --db FILE");
    static const char *const shards[] = {"0/4", "5/4", "1", "1/", "/2", "1/4x", "-1/4", "1/200000", "a/b"};
    for (size_t i = 0; i < sizeof shards / sizeof shards[0]; i++) {
        expect_failure(with_store(&place, "match toy/plain --shard %s", shards[i]), 2, "expected K/N");
    }
    expect_failure(with_store(&place, "match toy/plain --records %s/records", place.folder), 2,
                   "exclude each other");
    expect_failure(with_store(&place, "match toy/plain --positions %s/p", place.folder), 2,
                   "exclude each other");
    expect_failure(with_store(&place, "duel toy/plain --a random --b random --sprt 0,5 --shard 1/2"), 2,
                   "exclude each other");
    cr_expect_neq(access(place.file, F_OK), 0, "nothing was made");
}

/* ------------------------------------------------------------------ the same results in every way */

Test(keeping, results_are_the_same_for_every_number_of_jobs)
{
    static const char *const commands[] = {
        "match toy/plain --french heuristic --games 400 --seed 12",
        "duel toy/plain --a heuristic:strategy=bold --b random --pairs 200 --seed 12",
    };
    for (int i = 0; i < 2; i++) {
        Place place;
        char command[300];
        (void)snprintf(command, sizeof command, "%s --jobs 1 --json", commands[i]);
        char *expected = result_of(command, 0);
        for (int jobs = 1; jobs <= 3; jobs++) {
            place_init(&place, "jobs");
            expect_result(with_store(&place, "%s --jobs %d", commands[i], jobs), expected);
            expect_result(place.command, expected); /* from the store */
        }
        free(expected);
    }
}

Test(keeping, shards_add_up)
{
    static const char *const commands[] = {
        "match toy/plain --french heuristic --games 403 --seed 12",
        "duel toy/plain --a heuristic:strategy=bold --b random --pairs 203 --seed 12",
    };
    for (int i = 0; i < 2; i++) {
        Place place;
        Run run;
        char command[300];
        place_init(&place, "shards");
        long long before = 0;
        for (int shard = 1; shard <= 4; shard++) {
            support_run(&run, with_store(&place, "%s --shard %d/4", commands[i], shard));
            cr_expect_eq(run.code, 0, "%s", run.err.text);
            cr_expect_str_eq(run.err.text, "");
            cJSON *json = parse(&run);
            const cJSON *done = cJSON_GetObjectItem(json, "completed");
            const long long games = query(&place, "SELECT count(*) FROM game");
            cr_expect_eq((i + 1) * (long long)done->valuedouble, games - before);
            before = games;
            cJSON_Delete(json);
            support_run_release(&run);
        }
        (void)snprintf(command, sizeof command, "%s --json", commands[i]);
        char *expected = result_of(command, 0);
        cr_expect_eq(before, i == 0 ? 403 : 406);
        expect_result(with_store(&place, "%s", commands[i]), expected);
        cr_expect_eq(query(&place, "SELECT count(*) FROM game"), before, "nothing was left to play");
        free(expected);
    }
}

/* A test keeps exactly the pairs that count, whatever ran ahead; and resumes to the same decision. */
Test(keeping, a_test_keeps_the_pairs_that_count)
{
    Place place;
    place_init(&place, "sprt");
    static const char command[] =
        "duel toy/plain --a heuristic:strategy=bold --b heuristic --pairs 3000 --sprt 350,450 --seed 2";
    char plain[300];
    (void)snprintf(plain, sizeof plain, "%s --jobs 1 --json", command);
    char *expected = result_of(plain, 0);
    cJSON *json = cJSON_Parse(expected);
    const long long pairs = (long long)cJSON_GetObjectItem(json, "completed")->valuedouble;
    cJSON_Delete(json);
    cr_assert(pairs > 10 && pairs < 3000, "%lld", pairs);

    const Child child =
        support_start(with_store(&place, "%s --jobs 2", command), 0); /* cut short, if it is slow enough */
    Run run;
    (void)support_wait(&child, 30);
    (void)kill((pid_t)child.pid, SIGKILL);
    support_finish(&child, &run);
    support_run_release(&run);
    expect_result(place.command, expected);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 2 * pairs);
    cr_expect_eq(query(&place, "SELECT max(number) + 1 FROM game"), pairs);
    expect_result(place.command, expected);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 2 * pairs);
    free(expected);
}

/* A longer run takes the games of a shorter one; another seed, policy or override does not. */
Test(keeping, experiments_do_not_mix)
{
    static const char *const others[] = {"--seed 2", "--french heuristic", "--set setup.start.french=4",
                                         "--coalition heuristic"};
    Place place;
    place_init(&place, "experiments");
    char *first = result_of(with_store(&place, "match toy/plain --games 50 --seed 1"), 0);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char command[200];
        (void)snprintf(command, sizeof command, "match toy/plain --games 50 %s --json", others[i]);
        char *expected = result_of(command, 0);
        expect_result(with_store(&place, "match toy/plain --games 50 %s", others[i]), expected);
        cr_expect_eq(query(&place, "SELECT count(*) FROM experiment"), (long long)i + 2);
        free(expected);
    }
    expect_result(with_store(&place, "match toy/plain --games 50 --seed 1"), first);
    char *longer = result_of("match toy/plain --games 80 --seed 1 --json", 0);
    expect_result(with_store(&place, "match toy/plain --games 80 --seed 1"), longer);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 5 * 50 + 30);
    expect_result(with_store(&place, "match toy/plain --games 50 --seed 1"), first);
    free(first);
    free(longer);
}

/* ------------------------------------------------------------------ size */

/* A search for balance goes on with the games that the store holds, whatever is missing, and asks the store
 * for no others than `match --set` would. */
Test(keeping, a_search_for_balance_goes_on_where_it_stopped)
{
    static const char search[] =
        "balance toy/plain --knob setup.start.french=0..8 --policy random --games 600 --seed 5";
    Place place;
    place_init(&place, "keeping-balance");
    char *expected = result_of(without_store(&place, search), 0);
    expect_result(with_store(&place, "%s --jobs 2", search), expected);
    const long long games = query(&place, "SELECT count(*) FROM game");
    cr_expect_gt(games, 100);
    cr_expect_lt(query(&place, "SELECT max(number) FROM game"), games,
                 "games are counted from 0 at each value");
    (void)query(&place, "DELETE FROM game WHERE number % 3 = 1 OR experiment > 5");
    expect_result(with_store(&place, "%s --jobs 1", search), expected);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), games);
    char *match =
        result_of(with_store(&place, "match toy/plain --set setup.start.french=0 --seed 5 --games 2"), 0);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), games,
                 "the games of a value are those of a match");
    free(match);
    (void)query(&place, "UPDATE game SET winner = 0, grade = 1");
    char *other = result_of(with_store(&place, "%s", search), 0);
    cr_expect_str_neq(other, expected, "results are taken from the store");
    free(other);
    free(expected);
}

Test(keeping, a_comparison_goes_on_where_it_stopped)
{
    static const char compare[] =
        "balance toy/plain --compare --change setup.start.french=6 --policy random --games 300 --seed 5";
    Place place;
    place_init(&place, "keeping-compare");
    char *expected = result_of(without_store(&place, compare), 0);
    expect_result(with_store(&place, "%s --jobs 2", compare), expected);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 300);
    (void)query(&place, "DELETE FROM game WHERE number % 3 = 1");
    expect_result(with_store(&place, "%s --jobs 1", compare), expected);
    cr_expect_eq(query(&place, "SELECT count(*) FROM game"), 300);
    free(expected);
}

Test(keeping, a_game_takes_less_than_200_bytes)
{
    Place place;
    struct stat info;
    const long games = support_short() ? 300 : 2000;
    place_init(&place, "size");
    char *result = result_of(
        with_store(&place, "match toy/plain --french random --coalition random --games %ld", games), 0);
    free(result);
    cr_assert_eq(stat(place.file, &info), 0);
    cr_expect_lt((double)(info.st_size - 8 * 4096) / (double)games, 200.0, "%ld bytes for %ld games",
                 (long)info.st_size, games);
    cr_expect_gt(query(&place, "SELECT min(length(summary)) FROM game"), 0);
}
