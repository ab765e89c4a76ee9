/* store_merge.h: joining stores, such as those of shards or of several machines. */
#ifndef MARSHAL_EVAL_STORE_STORE_MERGE_H
#define MARSHAL_EVAL_STORE_STORE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/store/store.h"

typedef struct StoreMerge {
    uint64_t experiments; /* of the source */
    uint64_t games;       /* of the source */
    uint64_t added;
    uint64_t same;      /* were there already, with the same result */
    uint64_t different; /* were there with another result, which stays: games that cannot be repeated, or a
                           fault */
} StoreMerge;

/* Adds what a store file holds to a store that is open for writing, in one transaction; the file is only
 * read. Doing it twice changes nothing. False and err: the store is as it was. */
bool store_merge(Store *store, const char *file, StoreMerge *merge, Err *err);

#endif
