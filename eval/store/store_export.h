/* store_export.h: what a store holds, for other programs: CSV, JSON Lines, records.
 *
 * CSV has a header line and a line a game: experiment, game, scenario, scenario_sha256, overrides, french,
 * french_files, coalition, coalition_files, seed (master), version, number, game_seed, winner, grade, turn,
 * plies, french_lost, coalition_lost, reason; fields are quoted as in RFC 4180. JSON Lines has the same as an
 * object a line, and the cards played and places fought over by name where the scenario is still the one that
 * was played.
 */
#ifndef MARSHAL_EVAL_STORE_STORE_EXPORT_H
#define MARSHAL_EVAL_STORE_STORE_EXPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/err.h"
#include "engine/scenario.h"
#include "engine/strbuf.h"
#include "eval/store/store.h"

enum store_format { STORE_CSV, STORE_JSON_LINES };

/* Writes all games, by experiment and number. False and err on a database error or if out cannot be written.
 */
bool store_export(Store *store, enum store_format format, FILE *out, uint64_t *games, Err *err);

/* What an experiment was made from, read back. */
typedef struct StoreSource {
    int64_t id;
    char game[32];
    char scenario[128];
    char title[128];
    char scenario_sha256[65];
    char policies[SEAT_COUNT][POLICY_SPEC_BYTES];
    char files[SEAT_COUNT][65]; /* SHA-256 over what the policies were made of; "" without */
    char version[32];
    uint64_t seed;
    bool repeatable;
    size_t override_count;
    char *overrides[SCENARIO_OVERRIDES_MAX]; /* owned */
    StrBuf overrides_json;                   /* owned */
} StoreSource;

/* Calls take for every experiment in order of id; the source is the callback's to read, not to keep. False
 * from take ends it. False and err on a database error, or content that makes no sense. */
bool store_each_experiment(Store *store, bool (*take)(void *context, const StoreSource *source),
                           void *context, Err *err);

/* Makes the players of an experiment, seat by seat, for a game that is the one it was played on. False if
 * they cannot be asked again: they do not repeat themselves, or files they were made of have gone or changed.
 */
bool store_source_policies(const StoreSource *source, const Game *game, Policy policies[SEAT_COUNT]);

/* The moves that a store kept, game by game. One thread. */
typedef struct StoreMoves {
    struct sqlite3_stmt *select; /* owned */
} StoreMoves;
bool store_moves_open(StoreMoves *moves, Store *store, Err *err);
void store_moves_close(StoreMoves *moves);
/* Each move's place in the list of legal moves; good until the next call. NULL: none were kept. */
const uint8_t *store_moves_of(StoreMoves *moves, int64_t experiment, uint64_t number, size_t *count);

/* Between these a store that is open for reading shows one moment, whatever another process writes. */
bool store_view_begin(Store *store, Err *err);
void store_view_end(Store *store);

/* What to make records of. */
typedef struct StoreRecords {
    const char *folder; /* must be there; files are named EXPERIMENT-NNNNNNNN.jsonl, number from 0 */
    int64_t experiment; /* 0: all */
    bool one;           /* only game `number` */
    uint64_t number;
    uint64_t written;    /* filled: records written, each checked to end as the store says */
    uint64_t impossible; /* filled: games that cannot be played again: no moves kept, policies not repeatable
                          * or made of files that have gone or changed */
} StoreRecords;

/* Plays stored games again, from their moves where those are kept, else by asking their policies, and writes
 * a record of each. False and err if a scenario has changed since, a game ends otherwise than the store says,
 * or a file cannot be written. */
bool store_export_records(Store *store, StoreRecords *records, Err *err);

#endif
