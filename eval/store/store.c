/* store.c: opening results, experiments, reading games. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/durable.h"
#include "engine/hash.h"
#include "engine/jsonout.h"
#include "engine/strbuf.h"
#include "engine/version.h"
#include "eval/store/store_internal.h"

/* ------------------------------------------------------------------ errors */

static const char *advice(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "; the disk is full: what was reported as done is kept, free some space and run the same "
               "command again";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return "; is its folder writable?";
    case SQLITE_IOERR:
        return "; the disk may be full or gone, or the file may not grow (ulimit -f): what was reported as "
               "done is kept";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "; it is damaged and was left as it is";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "; another program is using it";
    default:
        return "";
    }
}

/* Why the system refused, where SQLite only says "disk I/O error": " (File too large)". */
static void system_reason(sqlite3 *database, int code, char text[80])
{
    const int reason = sqlite3_system_errno(database);
    text[0] = '\0';
    if (reason != 0 && ((code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN)) {
        (void)snprintf(text, 80, " (%s)", strerror(reason));
    }
}

bool store_error(const Store *store, const char *doing, Err *err)
{
    const int code = sqlite3_extended_errcode(store->database);
    char reason[80];
    system_reason(store->database, code, reason);
    return err_set(err, store->file, NULL, "%s: %s%s%s", doing, sqlite3_errmsg(store->database), reason,
                   advice(code));
}

bool store_execute(Store *store, const char *sql, const char *doing, Err *err)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_error(store, doing, err);
}

/* ------------------------------------------------------------------ opening */

static const char SCHEMA[] =
    "CREATE TABLE experiment (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL, scenario "
    "TEXT NOT NULL,"
    " title TEXT NOT NULL, scenario_sha256 TEXT NOT NULL, overrides TEXT NOT NULL, french TEXT NOT NULL, "
    "coalition TEXT NOT NULL,"
    " seed TEXT NOT NULL, version TEXT NOT NULL, repeatable INTEGER NOT NULL, french_files TEXT NOT NULL, "
    "coalition_files TEXT NOT NULL) STRICT;"
    "CREATE TABLE game (experiment INTEGER NOT NULL REFERENCES experiment (id), number INTEGER NOT NULL, "
    "winner INTEGER NOT NULL,"
    " grade INTEGER NOT NULL, turn INTEGER NOT NULL, plies INTEGER NOT NULL, summary BLOB,"
    " PRIMARY KEY (experiment, number)) WITHOUT ROWID, STRICT;"
    "CREATE TABLE moves (experiment INTEGER NOT NULL, number INTEGER NOT NULL, moves BLOB NOT NULL,"
    " PRIMARY KEY (experiment, number)) WITHOUT ROWID, STRICT;"
    "CREATE TABLE reason (experiment INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (experiment, number)) WITHOUT ROWID, STRICT;"
    "CREATE TABLE crash (experiment INTEGER NOT NULL, number INTEGER NOT NULL, times INTEGER NOT NULL,"
    " PRIMARY KEY (experiment, number)) WITHOUT ROWID, STRICT;";

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24U | (uint32_t)bytes[1] << 16U | (uint32_t)bytes[2] << 8U | bytes[3];
}

/* Looks at the file's first bytes before SQLite may touch it (https://www.sqlite.org/fileformat.html, 1.3).
 */
static bool check_header(const char *file, Err *err)
{
    uint8_t header[100];
    struct stat info;
    if (stat(file, &info) == 0 && !S_ISREG(info.st_mode)) { /* opening a pipe would wait for ever */
        return err_set(err, file, NULL, "found a %s, expected a store of results",
                       S_ISDIR(info.st_mode) ? "folder" : "device or pipe");
    }
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        return err_set(err, file, NULL, "cannot open: %s", strerror(errno));
    }
    const size_t size = fread(header, 1, sizeof header, stream);
    (void)fclose(stream);
    if (size < sizeof header || memcmp(header, "SQLite format 3", 16) != 0 ||
        big_endian(header + 68) != (uint32_t)STORE_APPLICATION) {
        return err_set(err, file, NULL,
                       "found no store of results (marshal match --db makes one); it was left as it is");
    }
    if (big_endian(header + 60) != (uint32_t)STORE_SCHEMA) {
        return err_set(err, file, NULL,
                       "found a store of results with schema %u, expected %d: made by another version of "
                       "marshal; it was left as it is",
                       (unsigned)big_endian(header + 60), STORE_SCHEMA);
    }
    return true;
}

/* Removes a database that is not finished, with what SQLite may have left beside it. */
static void discard(const char *file)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[STORE_BESIDE_BYTES];
        store_beside(file, suffixes[i], name);
        (void)unlink(name);
    }
}

/* A write-ahead log without its database holds games of a store that was moved or deleted: SQLite would write
 * them into the new one. */
static bool check_remains(const Store *store, Err *err)
{
    char name[STORE_BESIDE_BYTES];
    struct stat info;
    store_beside(store->file, "-wal", name);
    return stat(name, &info) != 0 || info.st_size == 0 ||
           err_set(err, store->file, NULL,
                   "not found, but %s is there, with the last games of a store of that name; put the store "
                   "back beside it, or delete it",
                   name);
}

static bool fill_new(Store *fresh, Err *err)
{
    char pragmas[160];
    (void)snprintf(pragmas, sizeof pragmas, "BEGIN; PRAGMA application_id = %d; PRAGMA user_version = %d",
                   STORE_APPLICATION, STORE_SCHEMA);
    /* the log comes last: so the tables are in the file itself, and no run has to change its kind */
    return (sqlite3_open_v2(fresh->file, &fresh->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                            NULL) == SQLITE_OK ||
            store_error(fresh, "cannot make it", err)) &&
           store_execute(fresh, pragmas, "cannot make it", err) &&
           store_execute(fresh, SCHEMA, "cannot make it", err) &&
           store_execute(fresh, "COMMIT; PRAGMA journal_mode = WAL", "cannot make it", err);
}

/* Makes an empty store under a name beside it and renames it when it is complete. */
static bool create(const Store *store, Err *err)
{
    Store fresh = {.lock = -1};
    const int length = snprintf(fresh.file, sizeof fresh.file, "%s-new", store->file);
    if (length < 0 || (size_t)length >= sizeof fresh.file) {
        return err_set(err, store->file, NULL, "the name is too long");
    }
    if (!check_remains(store, err)) {
        return false;
    }
    discard(fresh.file); /* left by a run that died here */
    store_flight_forget(store);
    bool good = fill_new(&fresh, err);
    (void)sqlite3_close(fresh.database);
    if (good && (rename(fresh.file, store->file) != 0 || !durable_name(store->file))) {
        good = err_set(err, store->file, NULL, "cannot make it: %s", strerror(errno));
    }
    discard(fresh.file);
    return good;
}

static bool prepare(Store *store, const char *sql, sqlite3_stmt **statement, Err *err)
{
    return sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
               SQLITE_OK ||
           store_error(store, "cannot use it", err);
}

/* Opens a store that nobody writes and that SQLite cannot open otherwise, for its folder is read-only. */
static bool open_immutable(Store *store)
{
    char wal[STORE_BESIDE_BYTES];
    struct stat info;
    store_beside(store->file, "-wal", wal);
    if (store->access != STORE_READ || (stat(wal, &info) == 0 && info.st_size > 0)) {
        return false;
    }
    StrBuf uri;
    strbuf_init(&uri);
    strbuf_add(&uri, "file:");
    for (const char *c = store->file; *c != '\0'; c++) {
        if (strchr("%?#", *c) != NULL) {
            strbuf_addf(&uri, "%%%02x", (unsigned)*c);
        } else {
            strbuf_add_char(&uri, *c);
        }
    }
    strbuf_add(&uri, "?immutable=1");
    (void)sqlite3_close(store->database);
    store->database = NULL;
    const bool opened = sqlite3_open_v2(uri.text, &store->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                                        NULL) == SQLITE_OK;
    strbuf_release(&uri);
    return opened && sqlite3_exec(store->database, "SELECT 1 FROM experiment", NULL, NULL, NULL) == SQLITE_OK;
}

/* Keeps what a killed run has left in the log from being written into a damaged file when that is closed. */
static void leave_log(const Store *store)
{
    char wal[STORE_BESIDE_BYTES];
    struct stat info;
    store_beside(store->file, "-wal", wal);
    if (stat(wal, &info) == 0 && info.st_size > 0) {
        (void)sqlite3_db_config(store->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    }
}

/* Readers too may write, as far as SQLite is concerned: who closes last tidies up what is beside the file. */
static bool open_database(Store *store, Err *err)
{
    if (sqlite3_open_v2(store->file, &store->database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        return store_error(store, "cannot open", err);
    }
    (void)sqlite3_busy_timeout(store->database, 5000); /* readers, checkpoints */
    if (sqlite3_exec(store->database, "SELECT 1 FROM experiment", NULL, NULL, NULL) != SQLITE_OK) {
        const int code = sqlite3_errcode(store->database);
        if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || !open_immutable(store)) {
            leave_log(store);
            return store_error(store, "cannot read", err);
        }
    }
    if (store->access == STORE_READ) {
        return store_execute(store, "PRAGMA query_only = ON", "cannot read", err);
    }
    return sqlite3_db_readonly(store->database, "main") == 0 ||
           err_set(err, store->file, NULL, "cannot write: the file is read-only");
}

/* Looks at every page: half a second a million games, so that damage is found before anything is added to it
 * or told. */
static bool is_sound(Store *store, Err *err)
{
    sqlite3_stmt *check = NULL;
    if (!prepare(store, "PRAGMA quick_check(1)", &check, err)) {
        return false;
    }
    const int step = sqlite3_step(check);
    const char *found = step == SQLITE_ROW ? (const char *)sqlite3_column_text(check, 0) : NULL;
    const bool sound = found != NULL && strcmp(found, "ok") == 0;
    if (!sound && found != NULL) {
        const char *first = strchr(found, '\n'); /* after "*** in database main ***" */
        (void)err_set(err, store->file, NULL, "it is damaged and was left as it is (%.200s)",
                      first != NULL ? first + 1 : found);
    } else if (!sound) {
        (void)store_error(store, "cannot read", err);
    }
    (void)sqlite3_finalize(check);
    if (!sound) {
        leave_log(store);
    }
    return sound;
}

static bool open_for_writing(Store *store, Err *err)
{
#define ROW          "(?, ?, ?, ?, ?, ?, ?)"
#define FOUR_ROWS    ROW ", " ROW ", " ROW ", " ROW
#define SIXTEEN_ROWS FOUR_ROWS ", " FOUR_ROWS ", " FOUR_ROWS ", " FOUR_ROWS
    static const char insert_game[] = "INSERT OR IGNORE INTO game VALUES " ROW;
    static const char insert_games[] =
        "INSERT OR IGNORE INTO game VALUES " SIXTEEN_ROWS ", " SIXTEEN_ROWS; /* STORE_ROWS */
    static const char insert_moves[] = "INSERT OR IGNORE INTO moves VALUES (?1, ?2, ?3)";
    static const char insert_reason[] = "INSERT OR IGNORE INTO reason VALUES (?1, ?2, ?3)";
    /* foreign keys stay unchecked: the number of an experiment comes from this file, and looking it up for
     * each game takes a fifth of the time that storing one does */
    return store_execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", "cannot write",
                         err) &&
           prepare(store, insert_games, &store->insert_games, err) &&
           prepare(store, insert_game, &store->insert_game, err) &&
           prepare(store, insert_moves, &store->insert_moves, err) &&
           prepare(store, insert_reason, &store->insert_reason, err) && store_flight_open(store, err) &&
           store_writer_start(store, err);
}

static void dispose(Store *store)
{
    store_flight_close(store);
    (void)sqlite3_finalize(store->insert_games);
    (void)sqlite3_finalize(store->insert_game);
    (void)sqlite3_finalize(store->insert_moves);
    (void)sqlite3_finalize(store->insert_reason);
    (void)sqlite3_close(store->database);
    store_unlock(store);
    free(store);
}

Store *store_open(const char *file, enum store_access mode, Err *err)
{
    Store *store = calloc(1, sizeof *store);
    if (store == NULL || strlen(file) >= sizeof store->file - 16) {
        free(store);
        (void)err_set(err, file, NULL, store == NULL ? "out of memory" : "the name is too long");
        return NULL;
    }
    /* SQLite gives names that begin so a meaning of its own */
    const bool special = file[0] == ':' || strncmp(file, "file:", 5) == 0;
    (void)snprintf(store->file, sizeof store->file, "%s%s", special ? "./" : "", file);
    store->access = mode;
    store->lock = -1;
    const bool writes = mode == STORE_WRITE;
    const bool good = (!writes || store_lock(store, err)) &&
                      (!writes || access(store->file, F_OK) == 0 || create(store, err)) &&
                      check_header(store->file, err) && open_database(store, err) && is_sound(store, err) &&
                      (!writes || open_for_writing(store, err));
    if (!good) {
        dispose(store);
        return NULL;
    }
    return store;
}

bool store_close(Store *store, Err *err)
{
    const bool written = !store->has_writer || store_flush(store, err);
    store_writer_stop(store);
    dispose(store);
    return written;
}

bool store_looks_like_one(const char *file)
{
    static const char magic[16] = "SQLite format 3";
    char start[sizeof magic];
    FILE *stream = fopen(file, "rb");
    const size_t size = stream != NULL ? fread(start, 1, sizeof start, stream) : 0;
    if (stream != NULL) {
        (void)fclose(stream);
    }
    return size == sizeof start && memcmp(start, magic, sizeof magic) == 0;
}

const char *store_file(const Store *store) { return store->file; }

sqlite3 *store_database(Store *store) { return store->database; }

/* ------------------------------------------------------------------ experiments */

static void make_key(const StoreExperiment *experiment, char key[HASH_SHA256_HEX_BYTES])
{
    StrBuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "marshal/experiment/%d\n%s\n%s\n", STORE_SCHEMA, experiment->game->rules->id,
                experiment->game->sha256);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const Policy *policy = experiment->policies[seat];
        strbuf_addf(&text, "%s\n%s\n", policy->spec, policy->sources);
    }
    strbuf_addf(&text, "%" PRIu64 "\n%s\n", experiment->seed, MARSHAL_VERSION);
    hash_sha256(text.text, text.length, key);
    strbuf_release(&text);
}

static bool find(Store *store, const char *key, int64_t *id, Err *err)
{
    sqlite3_stmt *select = NULL;
    if (!prepare(store, "SELECT id FROM experiment WHERE key = ?1", &select, err)) {
        return false;
    }
    (void)sqlite3_bind_text(select, 1, key, -1, SQLITE_STATIC);
    const int step = sqlite3_step(select);
    *id = step == SQLITE_ROW ? sqlite3_column_int64(select, 0) : 0;
    (void)sqlite3_finalize(select);
    return step == SQLITE_ROW || step == SQLITE_DONE || store_error(store, "cannot read", err);
}

static void list_overrides(const StoreExperiment *experiment, StrBuf *text)
{
    JsonOut out = jsonout_on(text);
    jsonout_texts(&out, experiment->overrides, experiment->override_count);
}

static bool add(Store *store, const StoreExperiment *experiment, const char *key, Err *err)
{
    static const char sql[] = "INSERT INTO experiment (key, game, scenario, title, scenario_sha256, "
                              "overrides, french, coalition, seed,"
                              " version, french_files, coalition_files, repeatable) VALUES (?1, ?2, ?3, ?4, "
                              "?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    sqlite3_stmt *insert = NULL;
    char seed[32];
    StrBuf overrides;
    if (!prepare(store, sql, &insert, err)) {
        return false;
    }
    strbuf_init(&overrides);
    list_overrides(experiment, &overrides);
    (void)snprintf(seed, sizeof seed, "%" PRIu64, experiment->seed);
    const Game *game = experiment->game;
    const Policy *french = experiment->policies[SEAT_FRENCH];
    const Policy *coalition = experiment->policies[SEAT_COALITION];
    const char *texts[] = {key,          game->rules->id, game->scenario,  game->title,
                           game->sha256, overrides.text,  french->spec,    coalition->spec,
                           seed,         MARSHAL_VERSION, french->sources, coalition->sources};
    const int count = (int)(sizeof texts / sizeof texts[0]);
    for (int i = 0; i < count; i++) {
        (void)sqlite3_bind_text(insert, i + 1, texts[i], -1, SQLITE_STATIC);
    }
    (void)sqlite3_bind_int(insert, count + 1,
                           policy_is_repeatable(french) && policy_is_repeatable(coalition) ? 1 : 0);
    const bool good =
        sqlite3_step(insert) == SQLITE_DONE || store_error(store, "cannot add an experiment", err);
    (void)sqlite3_finalize(insert);
    strbuf_release(&overrides);
    return good;
}

bool store_experiment(Store *store, const StoreExperiment *experiment, int64_t *id, Err *err)
{
    char key[HASH_SHA256_HEX_BYTES];
    make_key(experiment, key);
    return find(store, key, id, err) &&
           (*id != 0 || (add(store, experiment, key, err) && find(store, key, id, err)));
}

/* ------------------------------------------------------------------ reading games */

/* A whole number of 64 bits as one of 32, those that do not fit as the largest. */
static uint32_t narrow(sqlite3_int64 number)
{
    return number >= 0 && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static void read_game(sqlite3_stmt *select, StoreGame *game)
{
    memset(game, 0, sizeof *game);
    game->number = (uint64_t)sqlite3_column_int64(select, 0);
    game->outcome.winner = (Seat)narrow(sqlite3_column_int64(select, 1));
    game->outcome.grade = (enum outcome_grade)narrow(sqlite3_column_int64(select, 2));
    game->outcome.turn = sqlite3_column_int(select, 3);
    game->plies = narrow(sqlite3_column_int64(select, 4));
    const int bytes = sqlite3_column_bytes(select, 5);
    if (bytes > 0 && bytes <= SUMMARY_PACKED_MAX) {
        memcpy(game->summary, sqlite3_column_blob(select, 5), (size_t)bytes);
        game->summary_bytes = (uint16_t)bytes;
    }
    const unsigned char *reason = sqlite3_column_text(select, 6);
    (void)snprintf(game->reason, sizeof game->reason, "%s", reason != NULL ? (const char *)reason : "");
    err_make_printable(game->reason);
}

static bool makes_sense(const StoreGame *game)
{
    return game->plies < UINT32_MAX && game->outcome.turn >= INT16_MIN && game->outcome.turn <= INT16_MAX &&
           game->outcome.winner <= SEAT_NONE && game->outcome.grade > OUTCOME_NONE &&
           game->outcome.grade < OUTCOME_GRADE_COUNT &&
           (game->outcome.winner == SEAT_NONE) == outcome_is_shared(game->outcome.grade);
}

bool store_each(Store *store, int64_t experiment, uint64_t most,
                bool (*take)(void *context, const StoreGame *game), void *context, Err *err)
{
    static const char sql[] = "SELECT number, winner, grade, turn, plies, summary, reason.text FROM game"
                              " LEFT JOIN reason USING (experiment, number) WHERE experiment = ?1 AND number "
                              "BETWEEN 0 AND ?2 - 1 ORDER BY number";
    sqlite3_stmt *select = NULL;
    if (!prepare(store, sql, &select, err)) {
        return false;
    }
    (void)sqlite3_bind_int64(select, 1, experiment);
    (void)sqlite3_bind_int64(select, 2, most > INT64_MAX ? INT64_MAX : (sqlite3_int64)most);
    int step = sqlite3_step(select);
    bool good = true;
    for (bool more = true; step == SQLITE_ROW && more && good;
         step = more && good ? sqlite3_step(select) : SQLITE_DONE) {
        StoreGame game;
        read_game(select, &game);
        good = makes_sense(&game) || err_set(err, store->file, NULL,
                                             "game %" PRIu64 " of experiment %" PRId64
                                             ": found a result that makes no sense; the store is damaged",
                                             game.number, experiment);
        more = good && take(context, &game);
    }
    good = good && (step == SQLITE_DONE || store_error(store, "cannot read", err));
    (void)sqlite3_finalize(select);
    return good;
}

bool store_reach(Store *store, int64_t experiment, uint64_t *reach, Err *err)
{
    static const char sql[] = "SELECT max(coalesce((SELECT max(number) FROM game WHERE experiment = ?1), -1),"
                              " coalesce((SELECT max(number) FROM crash WHERE experiment = ?1), -1))";
    sqlite3_stmt *select = NULL;
    if (!prepare(store, sql, &select, err)) {
        return false;
    }
    (void)sqlite3_bind_int64(select, 1, experiment);
    const int step = sqlite3_step(select);
    const int64_t last = step == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    *reach = last < 0 ? 0 : (uint64_t)last + 1;
    (void)sqlite3_finalize(select);
    return step == SQLITE_ROW || store_error(store, "cannot read", err);
}

bool store_each_quarantined(Store *store, int64_t experiment, void (*take)(void *context, uint64_t number),
                            void *context, Err *err)
{
    sqlite3_stmt *select = NULL;
    if (!prepare(
            store,
            "SELECT number FROM crash WHERE experiment = ?1 AND number >= 0 AND times >= ?2 ORDER BY number",
            &select, err)) {
        return false;
    }
    (void)sqlite3_bind_int64(select, 1, experiment);
    (void)sqlite3_bind_int(select, 2, STORE_CRASHES_MAX);
    int step = sqlite3_step(select);
    for (; step == SQLITE_ROW; step = sqlite3_step(select)) {
        take(context, (uint64_t)sqlite3_column_int64(select, 0));
    }
    (void)sqlite3_finalize(select);
    return step == SQLITE_DONE || store_error(store, "cannot read", err);
}
