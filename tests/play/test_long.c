/* test_long.c: games of 50,000 to 200,000 decisions, with states of 8 KiB: what a session of them holds, how
 * long it takes to be opened from its save, and to go back anywhere; such a game played, stored, exported,
 * replayed and reviewed. Times are those of the processor, so that a busy machine does not matter. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/hash.h"
#include "engine/rng.h"
#include "play/session/session.h"
#include "tests/support/answers.h"
#include "tests/support/sitting.h"
#include "tests/support/support.h"

enum {
    DECISIONS = 50000,
    MOST = 200000,
    MEMORY_MAX = 32 * 1024 * 1024, /* bytes of a session of so many */
    PROBES = 40,
    FIRST_BYTES = 8, /* of a hash: enough to tell positions apart */
};

#ifdef __SANITIZE_ADDRESS__
static const bool KEEPS_WHAT_IS_FREED = true;
#else
static const bool KEEPS_WHAT_IS_FREED = false;
#endif

/* Makes toy/long a game of more than MOST decisions. */
static const char *const LONGER[] = {"setup.last_year=1949", "setup.actions=405"};

static const double LOAD_SECONDS = 2.0;
static const double BACK_SECONDS = 0.05;

/* Of the processor. */
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* ---- a long game ---- */

/* One that has so many decisions at least. */
static Session *open_long(uint64_t seed, uint32_t decisions)
{
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    const SessionSetup setup = {"toy/long", LONGER, decisions > 60000 ? 2 : 0, {SESSION_HUMAN, SESSION_HUMAN},
                                true,       seed};
    Session *session = session_open(&setup, &err);
    cr_assert_not_null(session, "%s", err.message);
    cr_assert_eq(session->game.rules->state_bytes, STATE_BYTES_MAX);
    return session;
}

static uint64_t state_hash(const Session *session, const State *state)
{
    uint64_t first = 0;
    char hex[HASH_SHA256_HEX_BYTES];
    hash_sha256(state, session->game.rules->state_bytes, hex);
    for (unsigned i = 0; i < 2 * FIRST_BYTES; i++) {
        first = first << 4U | (uint64_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    }
    return first;
}

/* Plays so many decisions; keeps a hash of every position at some_every-th of them. */
static void play_on(Session *session, uint64_t seed, uint32_t decisions, uint64_t *hashes, uint32_t every)
{
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    while (session_plies(session) < decisions) {
        cr_assert_not(session_is_over(session), "the game is over after %u decisions",
                      session_plies(session));
        if (session_plies(session) % every == 0) {
            hashes[session_plies(session) / every] = state_hash(session, &session->state.header);
        }
        sitting_play_random(session, &rng);
    }
}

/* Memory of this process that is in use, in bytes. */
static size_t resident(void)
{
    unsigned long pages = 0;
    unsigned long in_use = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "%lu %lu", &pages, &in_use), 2);
    (void)fclose(file);
    return in_use * (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- what it costs ---- */

Test(long, a_session_is_small_and_goes_back_anywhere_at_once)
{
    enum { EVERY = 97 };
    static uint64_t hashes[DECISIONS / EVERY + 1];
    const size_t before = resident();
    Session *session = open_long(3, DECISIONS);
    play_on(session, 1, DECISIONS, hashes, EVERY);
    const size_t grown = resident() - before;
    const size_t held = sizeof *session + history_bytes(&session->history);
    cr_expect_leq(held, MEMORY_MAX, "%zu bytes for %d decisions", held, DECISIONS);
    /* AddressSanitizer keeps what was freed, so there only what is held is counted */
    cr_expect(KEEPS_WHAT_IS_FREED || grown <= MEMORY_MAX, "%zu bytes for %d decisions", grown, DECISIONS);
    cr_expect_leq(session->history.mark_count, HISTORY_MARKS_MAX);

    HistoryWalk *walk = malloc(sizeof *walk);
    Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, 1);
    double longest = 0.0;
    for (unsigned i = 0; i < PROBES; i++) {
        const uint32_t at = rng_bounded(&rng, DECISIONS / EVERY);
        const double begun = seconds();
        history_walk(walk, &session->history, at * EVERY);
        const double taken = seconds() - begun;
        longest = taken > longest ? taken : longest;
        cr_expect_eq(state_hash(session, &walk->state.header), hashes[at], "position after %u", at * EVERY);
    }
    free(walk);
    cr_expect_lt(longest, BACK_SECONDS, "%.4f s to a position", longest);
    (void)fprintf(stderr, "%d decisions: %.1f MB, %.1f ms to a position\n", DECISIONS, (double)grown * 1e-6,
                  longest * 1e3);
    session_close(session);
}

/* Every human decision on the way back from the end, near and far. */
Test(long, taking_back_is_quick_and_right)
{
    enum { EVERY = 89 };
    static uint64_t hashes[DECISIONS / EVERY + 1];
    static const uint32_t targets[] = {49999, 49990, 49800, 40000, 39999, 20000, 1024, 1023, 5, 1};
    Session *session = open_long(4, DECISIONS);
    uint32_t again = 0;
    Err err;
    err_clear(&err);
    play_on(session, 2, DECISIONS, hashes, EVERY);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const HistoryStep *steps = session->history.steps;
        const uint32_t ply = targets[i];
        const uint32_t before = session_plies(session);
        const Seat seat = (Seat)steps[ply - 1].seat;
        for (uint32_t k = ply; k < before; k++) { /* the others were not this human's */
            session->history.steps[k].by_human = false;
        }
        const double begun = seconds();
        cr_assert(session_take_back(session, seat, &err), "%s", err.message);
        const double taken = seconds() - begun;
        cr_expect_lt(taken, BACK_SECONDS, "%.4f s back to %u", taken, ply);
        cr_expect_eq(session_plies(session), ply - 1);
        cr_expect_eq(session_actor(session), seat);
        while (session_plies(session) % EVERY != 0 && session_plies(session) < before) {
            /* the same moves, which still stand in the memory of the history, lead to the same luck */
            const Move move = session->history.steps[session_plies(session)].move;
            cr_assert(session_play(session, session_actor(session), move, &err), "%s", err.message);
            again++;
        }
        if (session_plies(session) % EVERY == 0) {
            cr_expect_eq(state_hash(session, &session->state.header), hashes[session_plies(session) / EVERY],
                         "after %u again", session_plies(session));
        }
    }
    cr_expect_gt(again, 100);
    session_close(session);
}

static void expect_same(const Session *session, const Session *loaded)
{
    StrBuf a;
    StrBuf b;
    cr_expect_arr_eq(&session->state, &loaded->state, session->game.rules->state_bytes);
    cr_expect_arr_eq(&session->fallen, &loaded->fallen, sizeof session->fallen);
    cr_expect_eq(session->rng.state, loaded->rng.state);
    cr_expect_eq(session->told, loaded->told);
    strbuf_init(&a);
    strbuf_init(&b);
    session_record(session, &a);
    SessionCopy *copy = session_copy(loaded);
    session_copy_record(copy, &b);
    session_copy_free(copy);
    cr_expect(a.length == b.length && memcmp(a.text, b.text, a.length) == 0, "the same record again");
    strbuf_release(&a);
    strbuf_release(&b);
}

/* Saves a game after so many decisions; returns what opening it takes. */
static double time_of_opening(uint32_t decisions)
{
    uint64_t hashes[1];
    char folder[256];
    char path[512];
    struct stat file;
    Err err;
    err_clear(&err);
    support_folder("long", folder);
    (void)snprintf(path, sizeof path, "%s/long.jsonl", folder);
    Session *session = open_long(6, decisions);
    play_on(session, 3, decisions, hashes, decisions);
    cr_assert(session_save(session, path, &err), "%s", err.message);
    cr_assert_eq(stat(path, &file), 0);
    const double begun = seconds();
    Session *loaded = session_load(path, NULL, &err);
    const double taken = seconds() - begun;
    cr_assert_not_null(loaded, "%s: %s", err.file, err.message);
    (void)fprintf(stderr, "a save of %u decisions and %.1f MB is opened in %.2f s\n", (unsigned)decisions,
                  (double)file.st_size * 1e-6, taken);
    cr_expect_eq(session_plies(loaded), decisions);
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
    return taken;
}

Test(long, a_save_is_opened_in_two_seconds)
{
    const double taken = time_of_opening(DECISIONS);
    cr_expect_lt(taken, LOAD_SECONDS, "%.2f s", taken);
}

/* At the most that is asked for: still within the memory of a quarter as many, and back at once. */
Test(long, two_hundred_thousand_decisions)
{
    enum { EVERY = 991 };
    static uint64_t hashes[MOST / EVERY + 1];
    Err err;
    err_clear(&err);
    Session *session = open_long(7, MOST);
    play_on(session, 5, MOST, hashes, EVERY);
    const size_t held = sizeof *session + history_bytes(&session->history);
    cr_expect_leq(held, MEMORY_MAX, "%zu bytes", held);
    cr_expect_leq(session->history.mark_count, HISTORY_MARKS_MAX);
    cr_expect_leq(session->history.interval, 256, "decisions that are played again at most");
    HistoryWalk *walk = malloc(sizeof *walk);
    history_walk(walk, &session->history, 0);
    for (uint32_t i = 0; i * EVERY < MOST; i += 7) {
        history_seek(walk, i * EVERY);
        cr_expect_eq(state_hash(session, &walk->state.header), hashes[i], "position after %u", i * EVERY);
    }
    free(walk);
    const Seat seat = (Seat)session_last(session)->seat;
    const double begun = seconds();
    cr_assert(session_take_back(session, seat, &err), "%s", err.message);
    cr_expect_lt(seconds() - begun, BACK_SECONDS);
    cr_expect_eq(session_plies(session), MOST - 1);
    session_close(session);
    (void)fprintf(stderr, "%d decisions: %.1f MB\n", MOST, (double)held * 1e-6);
    (void)time_of_opening(MOST);
}

/* ---- from the laboratory's side ---- */

static void expect_good(const char *arguments)
{
    Run run;
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s: %s", arguments, run.err.text);
    support_run_release(&run);
}

/* Plays a game into a store, writes its record from there, and replays that with its dice; its decisions. */
static uint32_t store_and_export(const char *folder, const char *overrides)
{
    char arguments[1024];
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/long%s --french random --coalition random --games 1 --db %s/g.db --moves",
                   overrides, folder);
    expect_good(arguments);
    (void)snprintf(arguments, sizeof arguments, "export %s/g.db --records %s", folder, folder);
    expect_good(arguments);
    (void)snprintf(arguments, sizeof arguments, "replay %s/1-00000000.jsonl --check --json", folder);
    cJSON *json = answer_run(arguments, 0);
    const uint32_t plies = (uint32_t)answer_number(json, "plies");
    cr_expect(cJSON_IsTrue(answer_key(json, "finished")) && cJSON_IsTrue(answer_key(json, "dice_checked")));
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "export %s/g.db --jsonl", folder);
    json = answer_run(arguments, 0);
    cr_expect_eq((uint32_t)answer_number(json, "plies"), plies, "the store says so, too");
    cJSON_Delete(json);
    return plies;
}

/* The most memory that a program run here has had, in bytes. */
static size_t most_memory(void)
{
    struct rusage usage;
    cr_assert_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return (size_t)usage.ru_maxrss * 1024;
}

Test(long, played_stored_exported_and_reviewed, .timeout = 600)
{
    enum { REVIEW_MEMORY_MAX = 256 * 1024 * 1024 }; /* half of what all positions take */
    char folder[256];
    char arguments[1024];
    support_folder("long-store", folder);
    const uint32_t plies = store_and_export(folder, "");
    cr_expect_geq(plies, 60000);
    (void)snprintf(arguments, sizeof arguments, "review %s/1-00000000.jsonl --sims 1 --most %u --json",
                   folder, (unsigned)plies);
    cJSON *json = answer_run(arguments, 0);
    cr_expect_eq((uint32_t)answer_number(json, "judged"), plies);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "review %s/1-00000000.jsonl --sims 1 --json", folder);
    json = answer_run(arguments, 0);
    const uint32_t skipped = (uint32_t)answer_number(json, "skipped");
    cr_expect_eq((uint32_t)answer_number(json, "judged") + skipped, plies);
    cr_expect_gt(skipped, plies / 2, "%u of %u: a long record is judged where its chances moved",
                 (unsigned)skipped, (unsigned)plies);
    cJSON_Delete(json);
    cr_expect(KEEPS_WHAT_IS_FREED || most_memory() <= REVIEW_MEMORY_MAX, "%zu bytes", most_memory());
    (void)fprintf(stderr, "%u decisions reviewed with %.0f MB\n", (unsigned)plies,
                  (double)most_memory() * 1e-6);
}

Test(long, two_hundred_thousand_stored_and_exported)
{
    char folder[256];
    support_folder("long-most", folder);
    cr_expect_geq(store_and_export(folder, " --set setup.last_year=1949 --set setup.actions=405"), MOST);
}
