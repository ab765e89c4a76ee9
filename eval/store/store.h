/* store.h: results on disk: every game of every experiment in one SQLite file.
 *
 * An experiment is all that a game is a function of besides its number: scenario with its overrides (as a
 * SHA-256), the two policies by seat (with what their files hold), the master seed, the version of the
 * program. Its key is the SHA-256 of these. A game is known by experiment and number, so playing on where a
 * run stopped is exact, doubles cannot happen and stores of several machines can be merged.
 *
 * Schema (version STORE_SCHEMA, in SQLite's user_version; application_id STORE_APPLICATION):
 *     experiment  id, key, game, scenario, title, scenario_sha256, overrides (JSON list), french, coalition
 * (policies), seed (decimal text: JSON and SQLite have no unsigned 64 bits), version, repeatable (0: a game
 * cannot be played again from its seed, for a policy looks at a clock, at threads or at another program),
 * french_files, coalition_files (SHA-256 over the files a policy was made of, '' without: Policy.sources)
 *     game        experiment, number (from 0), winner (0 French, 1 Coalition, 2 none), grade (enum
 * outcome_grade), turn (Outcome.turn), plies, summary (blob, engine/summary.h) moves       experiment,
 * number, moves (blob: index in the list of legal moves, a byte a decision): if asked for reason experiment,
 * number, text: why a game was forfeited crash       experiment, number, times: games that took the process
 * down with them; two times: quarantined
 *
 * Durability: games are handed to a thread that writes them in groups, every STORE_GROUP_SECONDS at the
 * latest, in one transaction each (WAL, synchronous=FULL: on disk when SQLite says so). The last group is
 * also what a run waits for at its end, with idle processors, so groups are small. store_kept tells how many
 * games are on disk; only those may be reported. A new store appears under its name complete or not at all.
 *
 * One process writes at a time: it holds a lock on FILE-lock. Readers need none. FILE-flight, which the
 * writer maps, tells what each thread was playing: the signal handler of a crash marks it there, and the next
 * run counts it (a kill or a power cut leaves no mark: they say nothing against a game).
 *
 * Functions may be called from any thread unless they say otherwise.
 */
#ifndef MARSHAL_EVAL_STORE_STORE_H
#define MARSHAL_EVAL_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/summary.h"

struct sqlite3;

enum { STORE_SCHEMA = 2, STORE_APPLICATION = 0x4D727368 };
enum { STORE_CRASHES_MAX = 2 };
#define STORE_GROUP_SECONDS 0.25
#define STORE_FIRST_SECONDS                                                                                  \
    0.05 /* for the first group of a process, so that there is something to show at once */

typedef struct Store Store;

enum store_access {
    STORE_READ,  /* it must be there; nothing is added */
    STORE_WRITE, /* made if there is none */
};

/* Opens a store. NULL and err if the file is none of ours, of another schema, damaged, not writable, or in
 * use by another run; it is then untouched. */
Store *store_open(const char *file, enum store_access mode, Err *err);

/* Writes what is still waiting and closes. False and err if that failed: then games that store_kept did not
 * count are lost. */
bool store_close(Store *store, Err *err);

/* True if the file begins like a SQLite database, for telling files apart. */
bool store_looks_like_one(const char *file);

const char *store_file(const Store *store);

/* The database itself, for queries (report, export, merge). Only while no games are being put. */
struct sqlite3 *store_database(Store *store);

/* Fills err with SQLite's message in words that say what to do (disk full, read-only, damaged ...); returns
 * false. */
bool store_error(const Store *store, const char *doing, Err *err);

/* ---- experiments ---- */

typedef struct StoreExperiment {
    const Game *game;
    const Policy *policies[SEAT_COUNT];
    const char *const *overrides;
    size_t override_count;
    uint64_t seed;
} StoreExperiment;

/* The number of an experiment in this store; added if it is new. False and err if the store cannot be
 * written. */
bool store_experiment(Store *store, const StoreExperiment *experiment, int64_t *id, Err *err);

/* ---- games ---- */

typedef struct StoreGame {
    uint64_t number;
    Outcome outcome;
    uint32_t plies;
    char reason[POLICY_FORFEIT_BYTES]; /* why, of a forfeit; "" without */
    uint16_t summary_bytes;            /* 0: none */
    uint8_t summary[SUMMARY_PACKED_MAX];
} StoreGame;

/* Queues a game for writing; moves may be NULL. False if the store has failed: then the run should stop,
 * store_close tells why. Waits if the disk is far behind. */
bool store_put(Store *store, int64_t experiment, const StoreGame *game, const uint8_t *moves,
               size_t moves_bytes);

/* Waits until everything put so far is on disk. False and err if it cannot be. */
bool store_flush(Store *store, Err *err);

/* Games of this process that are on disk, and those that wait for it. */
uint64_t store_kept(const Store *store);
uint64_t store_waiting(const Store *store);

/* Calls take for every game of an experiment in order of number below `most`; false from take ends it. False
 * and err on a database error only. */
bool store_each(Store *store, int64_t experiment, uint64_t most,
                bool (*take)(void *context, const StoreGame *game), void *context, Err *err);

/* One more than the highest number of a game of the experiment, or of one that crashed; 0: there is none. */
bool store_reach(Store *store, int64_t experiment, uint64_t *reach, Err *err);

/* ---- games that take the process down ---- */

/* Calls take for each game of the experiment that crashed STORE_CRASHES_MAX times. */
bool store_each_quarantined(Store *store, int64_t experiment, void (*take)(void *context, uint64_t number),
                            void *context, Err *err);

/* Says what a thread (0 .. JOBS_THREADS_MAX - 1) is playing from now on, until store_landed. */
void store_flying(Store *store, int thread, int64_t experiment, uint64_t number);
void store_landed(Store *store, int thread);

/* For the signal handler of a crash: marks what the calling thread is playing, or a search on its behalf;
 * false if that is nothing. Async-signal-safe. */
bool store_note_crash(Store *store);

#endif
