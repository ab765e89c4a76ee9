/* store_merge.c: SQL over an attached store. */
#include "eval/store/store_merge.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "eval/store/store_internal.h"

static const char MERGE[] = "INSERT OR IGNORE INTO experiment (key, game, scenario, title, scenario_sha256, "
                            "overrides, french, coalition, seed, version,"
                            " repeatable, french_files, coalition_files) SELECT key, game, scenario, title, "
                            "scenario_sha256, overrides, french, coalition, seed,"
                            " version, repeatable, french_files, coalition_files"
                            " FROM source.experiment ORDER BY id;"
                            "CREATE TEMP TABLE same_experiment AS SELECT theirs.id AS theirs, ours.id AS ours"
                            " FROM source.experiment AS theirs JOIN experiment AS ours USING (key);";

/* Moves, reasons only of games that come with them: those of a game that stays stay too. */
static const char ADD[] =
    "INSERT INTO reason SELECT ours, reason.number, text FROM source.reason JOIN same_experiment ON theirs = "
    "experiment"
    " WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.experiment = ours AND game.number = reason.number);"
    "INSERT INTO moves SELECT ours, moves.number, moves FROM source.moves JOIN same_experiment ON theirs = "
    "experiment"
    " WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.experiment = ours AND game.number = moves.number);"
    "INSERT OR IGNORE INTO game SELECT ours, number, winner, grade, turn, plies, summary"
    " FROM source.game JOIN same_experiment ON theirs = experiment;"
    "INSERT INTO crash SELECT ours, number, times FROM source.crash JOIN same_experiment ON theirs = "
    "experiment WHERE true"
    " ON CONFLICT DO UPDATE SET times = max(times, excluded.times);"
    "DROP TABLE temp.same_experiment;";

static bool count(Store *store, const char *sql, uint64_t *number, Err *err)
{
    sqlite3_stmt *select = NULL;
    const bool good = sqlite3_prepare_v2(store->database, sql, -1, &select, NULL) == SQLITE_OK &&
                      sqlite3_step(select) == SQLITE_ROW;
    *number = good ? (uint64_t)sqlite3_column_int64(select, 0) : 0;
    (void)sqlite3_finalize(select);
    return good || store_error(store, "cannot read", err);
}

static bool merge_attached(Store *store, StoreMerge *merge, Err *err)
{
    static const char present[] =
        "SELECT count(*) FROM source.game AS theirs JOIN same_experiment ON theirs.experiment = "
        "same_experiment.theirs"
        " JOIN game AS mine ON mine.experiment = ours AND mine.number = theirs.number";
    static const char agreeing[] =
        "SELECT count(*) FROM source.game AS theirs JOIN same_experiment ON theirs.experiment = "
        "same_experiment.theirs"
        " JOIN game AS mine ON mine.experiment = ours AND mine.number = theirs.number"
        " AND mine.winner = theirs.winner AND mine.grade = theirs.grade AND mine.turn = theirs.turn"
        " AND mine.plies = theirs.plies";
    uint64_t there = 0;
    if (!store_execute(store, MERGE, "cannot merge", err) ||
        !count(store, "SELECT count(*) FROM source.experiment", &merge->experiments, err) ||
        !count(store, "SELECT count(*) FROM source.game", &merge->games, err) ||
        !count(store, present, &there, err) || !count(store, agreeing, &merge->same, err) ||
        !store_execute(store, ADD, "cannot merge", err)) {
        return false;
    }
    merge->different = there - merge->same;
    merge->added = merge->games - there;
    return true;
}

/* Whether the two names lead to the same file. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat first;
    struct stat second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_ino == second.st_ino &&
           first.st_dev == second.st_dev;
}

static bool attach(Store *store, const char *file, Err *err)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(store->database, "ATTACH ?1 AS source", -1, &statement, NULL) == SQLITE_OK;
    good = good && sqlite3_bind_text(statement, 1, file, -1, SQLITE_STATIC) == SQLITE_OK &&
           sqlite3_step(statement) == SQLITE_DONE;
    (void)sqlite3_finalize(statement);
    return good || err_set(err, file, NULL, "cannot read: %s", sqlite3_errmsg(store->database));
}

bool store_merge(Store *store, const char *file, StoreMerge *merge, Err *err)
{
    memset(merge, 0, sizeof *merge);
    if (is_same_file(store->file, file)) {
        return err_set(err, file, NULL, "is the store to merge into; expected another one");
    }
    Store *source = store_open(file, STORE_READ, err); /* is it one of ours, whole, of this schema? */
    if (source == NULL) {
        return false;
    }
    (void)store_close(source, err);
    if (!attach(store, file, err)) {
        return false;
    }
    const bool good = store_execute(store, "BEGIN IMMEDIATE", "cannot merge", err) &&
                      merge_attached(store, merge, err) &&
                      store_execute(store, "COMMIT", "cannot merge", err);
    if (!good) {
        (void)sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    }
    (void)sqlite3_exec(store->database, "DETACH source", NULL, NULL, NULL);
    return good;
}
