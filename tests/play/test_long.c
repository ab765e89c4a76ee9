/* test_long.c: games of 50,000 decisions and more, with states of 8 KiB: what a session of them holds, how
 * long it takes to be opened from its save, and to go back anywhere. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ai/clock.h"
#include "engine/hash.h"
#include "engine/rng.h"
#include "play/session/session.h"
#include "tests/support/support.h"

enum {
    DECISIONS = 50000,
    MEMORY_MAX = 32 * 1024 * 1024, /* bytes of a session of so many */
    PROBES = 40,
    FIRST_BYTES = 8, /* of a hash: enough to tell positions apart */
};

#ifdef __SANITIZE_ADDRESS__
static const bool KEEPS_WHAT_IS_FREED = true;
#else
static const bool KEEPS_WHAT_IS_FREED = false;
#endif

static const double LOAD_SECONDS = 2.0;
static const double BACK_SECONDS = 0.05;

/* ---- a long game ---- */

static Session *open_long(uint64_t seed)
{
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    const SessionSetup setup = {"toy/long", NULL, 0, {SESSION_HUMAN, SESSION_HUMAN}, true, seed};
    Session *session = session_open(&setup, &err);
    cr_assert_not_null(session, "%s", err.message);
    cr_assert_eq(session->game.rules->state_bytes, STATE_BYTES_MAX);
    return session;
}

static void play_random(Session *session, Rng *rng)
{
    MoveList list;
    Err err;
    err_clear(&err);
    const uint32_t count = session_legal(session, &list);
    cr_assert_gt(count, 0);
    cr_assert(session_play(session, session_actor(session), list.moves[rng_bounded(rng, count)], &err), "%s",
              err.message);
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
        play_random(session, &rng);
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
    Session *session = open_long(3);
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
        const double begun = clock_seconds();
        history_walk(walk, &session->history, at * EVERY);
        const double taken = clock_seconds() - begun;
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
    Session *session = open_long(4);
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
        const double begun = clock_seconds();
        cr_assert(session_take_back(session, seat, &err), "%s", err.message);
        const double taken = clock_seconds() - begun;
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

Test(long, a_save_is_opened_in_two_seconds)
{
    enum { EVERY = DECISIONS };
    static uint64_t hashes[2];
    char folder[256];
    char path[512];
    struct stat file;
    StrBuf a;
    StrBuf b;
    Err err;
    err_clear(&err);
    support_folder("long", folder);
    (void)snprintf(path, sizeof path, "%s/long.jsonl", folder);
    Session *session = open_long(6);
    play_on(session, 3, DECISIONS, hashes, EVERY);
    cr_assert(session_save(session, path, &err), "%s", err.message);
    cr_assert_eq(stat(path, &file), 0);
    const double begun = clock_seconds();
    Session *loaded = session_load(path, NULL, &err);
    const double taken = clock_seconds() - begun;
    cr_assert_not_null(loaded, "%s: %s", err.file, err.message);
    cr_expect_lt(taken, LOAD_SECONDS, "%.2f s", taken);
    (void)fprintf(stderr, "a save of %.1f MB is opened in %.2f s\n", (double)file.st_size * 1e-6, taken);
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
    session_close(loaded);
    session_close(session);
}
