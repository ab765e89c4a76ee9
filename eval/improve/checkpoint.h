/* checkpoint.h: results of batches of games in a store, so that an improvement that was killed goes on where
 * it was: one that finds all its batches plays nothing and comes to the same end.
 *
 * A batch belongs to a run, which a key tells from all others (the SHA-256 of everything that its results
 * hang on), to a part of it, and has a number. Its result is a row of bytes. They lie in a table of their
 * own, `batch (run, part, number, result)`, made when it is first needed; merge and export leave it alone. A
 * batch is on disk when checkpoint_put returns. */
#ifndef MARSHAL_EVAL_IMPROVE_CHECKPOINT_H
#define MARSHAL_EVAL_IMPROVE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/hash.h"
#include "eval/store/store.h"

typedef struct Checkpoint {
    Store *store; /* borrowed; NULL: nothing is known, nothing is kept */
    char run[HASH_SHA256_HEX_BYTES];
} Checkpoint;

/* Makes the table if there is none. run: the key, copied. False and err on a database error. */
bool checkpoint_open(Checkpoint *checkpoint, Store *store, const char *run, Err *err);

/* Fills size bytes and *found if the batch is there. False and err on a database error, or if its result has
 * another size. */
bool checkpoint_find(const Checkpoint *checkpoint, const char *part, uint64_t number, void *result,
                     size_t size, bool *found, Err *err);

/* Keeps a batch. No games may be waiting in the store (store_flush). */
bool checkpoint_put(const Checkpoint *checkpoint, const char *part, uint64_t number, const void *result,
                    size_t size, Err *err);

#endif
