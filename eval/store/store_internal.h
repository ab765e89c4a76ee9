/* store_internal.h: what the files of the store share. Internal to eval/store*.c. */
#ifndef MARSHAL_EVAL_STORE_STORE_INTERNAL_H
#define MARSHAL_EVAL_STORE_STORE_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "eval/run/jobs.h"
#include "eval/store/store.h"

enum { STORE_NAME_BYTES = 1024, STORE_BESIDE_BYTES = STORE_NAME_BYTES + 16 };

/* One slot of FILE-flight, in a shared mapping, which the kernel keeps when the process dies. Atomic for the
 * sake of the signal handler, which reads what its own thread wrote, and of the thread that crashes where it
 * plays nothing. */
typedef struct StoreFlight {
    _Atomic int64_t experiment; /* 0: nothing */
    _Atomic uint64_t number;
    _Atomic int32_t thread_id;
    _Atomic int32_t crashed;
} StoreFlight;

/* A game that waits to be written; summary, reason and moves follow it in this order. */
typedef struct StoreWaiting {
    int64_t experiment;
    uint64_t number;
    Outcome outcome;
    uint32_t plies;
    uint32_t moves_bytes;
    uint16_t summary_bytes, reason_bytes;
    bool has_moves;
} StoreWaiting;

/* Games one behind the other, without gaps: so that each takes some ninety bytes of a processor's cache. */
typedef struct StoreQueue {
    uint8_t *bytes; /* owned */
    size_t length, size;
    uint64_t count; /* of games */
} StoreQueue;

struct Store {
    char file[STORE_NAME_BYTES];
    enum store_access access;
    sqlite3 *database;
    sqlite3_stmt *insert_games, *insert_game, *insert_moves,
        *insert_reason;  /* the first: STORE_ROWS at once */
    int lock;            /* file descriptor, -1: none */
    StoreFlight *flight; /* JOBS_THREADS_MAX slots, NULL: none */
    pthread_t writer;
    bool has_writer;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t filled; /* games wait, or closing */
    pthread_cond_t written;
    StoreQueue queue;
    bool closing, flushing, busy, failed;
    Err failure;
    atomic_ullong put, kept;
};

enum { STORE_ROWS = 32 };

/* store_lock.c: FILE-lock and FILE-flight. False and err if another run has the store. */
bool store_lock(Store *store, Err *err);
void store_unlock(Store *store);
/* Maps FILE-flight; counts the crashes of the last run. */
bool store_flight_open(Store *store, Err *err);
void store_flight_close(Store *store);
/* Removes FILE-flight, which a store of that name has left that is gone. */
void store_flight_forget(const Store *store);

/* FILE with a suffix. */
void store_beside(const char *file, const char *suffix, char name[STORE_BESIDE_BYTES]);

/* store_writer.c */
bool store_writer_start(Store *store, Err *err);
/* Writes what waits and ends the thread. */
void store_writer_stop(Store *store);

/* Runs statements without results. */
bool store_execute(Store *store, const char *sql, const char *doing, Err *err);

#endif
