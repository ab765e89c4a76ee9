/* checkpoint.c: see checkpoint.h. */
#include "eval/improve/checkpoint.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char CREATE[] =
    "CREATE TABLE IF NOT EXISTS batch (run TEXT NOT NULL, part TEXT NOT NULL, number INTEGER NOT NULL,"
    " result BLOB NOT NULL, PRIMARY KEY (run, part, number)) WITHOUT ROWID";

bool checkpoint_open(Checkpoint *checkpoint, Store *store, const char *run, Err *err)
{
    memset(checkpoint, 0, sizeof *checkpoint);
    checkpoint->store = store;
    (void)snprintf(checkpoint->run, sizeof checkpoint->run, "%s", run);
    return store == NULL || sqlite3_exec(store_database(store), CREATE, NULL, NULL, NULL) == SQLITE_OK ||
           store_error(store, "cannot make the table of batches", err);
}

/* A statement whose first three parameters are the batch's name; NULL and err if it cannot be made. */
static sqlite3_stmt *prepare(const Checkpoint *checkpoint, const char *sql, const char *part, uint64_t number,
                             Err *err)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store_database(checkpoint->store), sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_bind_text(statement, 1, checkpoint->run, -1, SQLITE_STATIC) != SQLITE_OK ||
        sqlite3_bind_text(statement, 2, part, -1, SQLITE_STATIC) != SQLITE_OK ||
        sqlite3_bind_int64(statement, 3, (sqlite3_int64)number) != SQLITE_OK) {
        (void)store_error(checkpoint->store, "cannot use batches", err);
        (void)sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

bool checkpoint_find(const Checkpoint *checkpoint, const char *part, uint64_t number, void *result,
                     size_t size, bool *found, Err *err)
{
    *found = false;
    if (checkpoint->store == NULL) {
        return true;
    }
    sqlite3_stmt *statement =
        prepare(checkpoint, "SELECT result FROM batch WHERE run = ?1 AND part = ?2 AND number = ?3", part,
                number, err);
    if (statement == NULL) {
        return false;
    }
    const int code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE;
    if (code == SQLITE_ROW) {
        *found = (size_t)sqlite3_column_bytes(statement, 0) == size;
        good = *found || err_set(err, store_file(checkpoint->store), NULL,
                                 "batch %.32s %llu: found %d bytes, expected %zu", part,
                                 (unsigned long long)number, sqlite3_column_bytes(statement, 0), size);
        if (*found) {
            memcpy(result, sqlite3_column_blob(statement, 0), size);
        }
    } else if (!good) {
        (void)store_error(checkpoint->store, "cannot read batches", err);
    }
    (void)sqlite3_finalize(statement);
    return good;
}

bool checkpoint_put(const Checkpoint *checkpoint, const char *part, uint64_t number, const void *result,
                    size_t size, Err *err)
{
    if (checkpoint->store == NULL) {
        return true;
    }
    sqlite3_stmt *statement =
        prepare(checkpoint, "INSERT OR REPLACE INTO batch VALUES (?1, ?2, ?3, ?4)", part, number, err);
    if (statement == NULL) {
        return false;
    }
    const bool good = sqlite3_bind_blob64(statement, 4, result, size, SQLITE_STATIC) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_DONE;
    if (!good) {
        (void)store_error(checkpoint->store, "cannot write a batch", err);
    }
    (void)sqlite3_finalize(statement);
    return good;
}
