/* store_lock.c: one writer at a time, and what it was playing when it died. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/store/store_internal.h"

static const size_t FLIGHT_BYTES = JOBS_THREADS_MAX * sizeof(StoreFlight);

void store_beside(const char *file, const char *suffix, char name[STORE_BESIDE_BYTES])
{
    (void)snprintf(name, STORE_BESIDE_BYTES, "%s%s", file, suffix);
}

/* Whether the file that is locked still has the name: the last run may have removed it in between. */
static bool is_current(int lock, const char *name)
{
    struct stat open_file;
    struct stat named;
    return fstat(lock, &open_file) == 0 && stat(name, &named) == 0 && open_file.st_ino == named.st_ino &&
           open_file.st_dev == named.st_dev;
}

bool store_lock(Store *store, Err *err)
{
    char name[STORE_BESIDE_BYTES];
    store_beside(store->file, "-lock", name);
    for (;;) {
        const int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock < 0) {
            return err_set(err, store->file, NULL, "cannot write into its folder: %s", strerror(errno));
        }
        if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
            const int reason = errno;
            (void)close(lock);
            return reason == EWOULDBLOCK
                       ? err_set(
                             err, store->file, NULL,
                             "another run is writing into it; wait until it has ended, or use another file")
                       : err_set(err, store->file, NULL, "cannot lock it: %s", strerror(reason));
        }
        if (is_current(lock, name)) {
            store->lock = lock;
            return true;
        }
        (void)close(lock);
    }
}

void store_unlock(Store *store)
{
    if (store->lock >= 0) {
        char name[STORE_BESIDE_BYTES];
        store_beside(store->file, "-lock", name);
        (void)unlink(name); /* while it is locked: whoever opened it meanwhile sees that it is gone */
        (void)close(store->lock);
        store->lock = -1;
    }
}

/* ------------------------------------------------------------------ games in flight */

static bool insert_crash(Store *store, const StoreFlight *slot)
{
    static const char sql[] = "INSERT INTO crash (experiment, number, times) VALUES (?1, ?2, 1)"
                              " ON CONFLICT DO UPDATE SET times = times + 1";
    sqlite3_stmt *insert = NULL;
    if (sqlite3_prepare_v2(store->database, sql, -1, &insert, NULL) != SQLITE_OK) {
        return false;
    }
    (void)sqlite3_bind_int64(insert, 1, slot->experiment);
    (void)sqlite3_bind_int64(insert, 2, (sqlite3_int64)slot->number);
    (void)sqlite3_step(insert);
    return sqlite3_finalize(insert) == SQLITE_OK;
}

static bool is_marked(const StoreFlight *slot) { return slot->experiment != 0 && slot->crashed != 0; }

/* Writes down the crashes that the last run left, then clears the slots. A crash is forgotten rather than
 * counted twice if the process is killed here: the slots are cleared before the count is final. */
static bool count_crashes(Store *store, Err *err)
{
    StoreFlight left[JOBS_THREADS_MAX];
    memcpy(left, store->flight, FLIGHT_BYTES);
    memset(store->flight, 0, FLIGHT_BYTES);
    bool any = false;
    for (int i = 0; i < JOBS_THREADS_MAX; i++) {
        any = any || is_marked(&left[i]);
    }
    if (!any) {
        return true;
    }
    bool good = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = 0; good && i < JOBS_THREADS_MAX; i++) {
        good = !is_marked(&left[i]) || insert_crash(store, &left[i]);
    }
    good = good && sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!good) {
        memcpy(store->flight, left, FLIGHT_BYTES);
        (void)store_error(store, "cannot note the games that crashed", err);
        (void)sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    }
    return good;
}

/* Opens FILE-flight with all its bytes on disk: a hole in it would be a SIGBUS on a full disk. Returns the
 * descriptor, or -1 and why. */
static int open_flight(const char *name, int *reason)
{
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    *reason = file < 0 ? errno : posix_fallocate(file, 0, (off_t)FLIGHT_BYTES);
    if (file >= 0 && *reason != 0) {
        (void)close(file);
        return -1;
    }
    return file;
}

bool store_flight_open(Store *store, Err *err)
{
    char name[STORE_BESIDE_BYTES];
    int reason = 0;
    store_beside(store->file, "-flight", name);
    const int file = open_flight(name, &reason);
    if (file < 0) {
        return err_set(err, name, NULL, "cannot write: %s", strerror(reason));
    }
    void *map = mmap(NULL, FLIGHT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    reason = errno;
    (void)close(file);
    if (map == MAP_FAILED) {
        return err_set(err, name, NULL, "cannot map: %s", strerror(reason));
    }
    store->flight = map;
    if (!count_crashes(store, err)) {
        (void)munmap(map, FLIGHT_BYTES); /* and the file stays for the next run */
        store->flight = NULL;
        return false;
    }
    return true;
}

void store_flight_close(Store *store)
{
    if (store->flight != NULL) {
        (void)munmap(store->flight, FLIGHT_BYTES);
        store->flight = NULL;
        store_flight_forget(store);
    }
}

void store_flight_forget(const Store *store)
{
    char name[STORE_BESIDE_BYTES];
    store_beside(store->file, "-flight", name);
    (void)unlink(name);
}

/* A number that no other thread of this process has meanwhile: where its own data lie, which are a page apart
 * from those of others. The number that the system gives it would take a system call for every game. */
static int32_t this_thread(void) { return (int32_t)((uintptr_t)pthread_self() >> 8U); }

void store_flying(Store *store, int thread, int64_t experiment, uint64_t number)
{
    StoreFlight *slot = &store->flight[thread];
    /* every time: the threads of one series need not be those of the next */
    atomic_store_explicit(&slot->thread_id, this_thread(), memory_order_relaxed);
    atomic_store_explicit(&slot->number, number, memory_order_relaxed);
    atomic_store_explicit(&slot->experiment, experiment, memory_order_release);
}

void store_landed(Store *store, int thread)
{
    atomic_store_explicit(&store->flight[thread].experiment, 0, memory_order_release);
}

/* The slot of the thread that crashed. One of the threads that a search has is none of ours: then it is the
 * only game under way, for searches have threads of their own only where games are played one at a time. */
static StoreFlight *find_crashed(Store *store)
{
    const int32_t self = this_thread();
    StoreFlight *flying = NULL;
    int count = 0;
    for (int i = 0; i < JOBS_THREADS_MAX; i++) {
        StoreFlight *slot = &store->flight[i];
        if (atomic_load_explicit(&slot->experiment, memory_order_acquire) != 0) {
            if (atomic_load_explicit(&slot->thread_id, memory_order_relaxed) == self) {
                return slot;
            }
            flying = slot;
            count++;
        }
    }
    return count == 1 ? flying : NULL;
}

bool store_note_crash(Store *store)
{
    StoreFlight *slot = NULL;
    if (store->flight != NULL && !pthread_equal(pthread_self(), store->writer)) {
        slot = find_crashed(store);
    }
    if (slot != NULL) {
        atomic_store_explicit(&slot->crashed, 1, memory_order_relaxed);
    }
    return slot != NULL;
}
