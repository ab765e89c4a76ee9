/* store_writer.c: the thread that writes games in groups. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eval/store/store_internal.h"

enum { QUEUE_BYTES = 64 << 20 }; /* what may wait: some 700,000 games without moves */

/* ------------------------------------------------------------------ writing */

enum { COLUMNS = 7 };

/* One waiting game, taken from a queue. */
typedef struct Taken {
    StoreWaiting game;
    const uint8_t *summary, *reason, *moves; /* borrowed from the queue */
} Taken;

/* Takes the game at *offset, and moves that on to the next. */
static Taken take(const StoreQueue *queue, size_t *offset)
{
    Taken taken;
    memcpy(&taken.game, queue->bytes + *offset, sizeof taken.game);
    taken.summary = queue->bytes + *offset + sizeof taken.game;
    taken.reason = taken.summary + taken.game.summary_bytes;
    taken.moves = taken.reason + taken.game.reason_bytes;
    *offset +=
        sizeof taken.game + taken.game.summary_bytes + taken.game.reason_bytes + taken.game.moves_bytes;
    return taken;
}

/* Binds a game to row `row` of an INSERT. */
static bool bind_game(sqlite3_stmt *insert, int row, const Taken *taken)
{
    const StoreWaiting *game = &taken->game;
    const int first = row * COLUMNS;
    (void)sqlite3_bind_int64(insert, first + 1, game->experiment);
    (void)sqlite3_bind_int64(insert, first + 2, (sqlite3_int64)game->number);
    (void)sqlite3_bind_int(insert, first + 3, (int)game->outcome.winner);
    (void)sqlite3_bind_int(insert, first + 4, (int)game->outcome.grade);
    (void)sqlite3_bind_int(insert, first + 5, game->outcome.turn);
    (void)sqlite3_bind_int64(insert, first + 6, game->plies);
    return game->summary_bytes > 0 ? sqlite3_bind_blob(insert, first + 7, taken->summary, game->summary_bytes,
                                                       SQLITE_STATIC) == SQLITE_OK
                                   : sqlite3_bind_null(insert, first + 7) == SQLITE_OK;
}

static bool run_once(sqlite3_stmt *statement)
{
    const bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

static bool write_moves(const Store *store, const Taken *taken)
{
    (void)sqlite3_bind_int64(store->insert_moves, 1, taken->game.experiment);
    (void)sqlite3_bind_int64(store->insert_moves, 2, (sqlite3_int64)taken->game.number);
    (void)sqlite3_bind_blob(store->insert_moves, 3, taken->moves, (int)taken->game.moves_bytes,
                            SQLITE_STATIC);
    return run_once(store->insert_moves);
}

static bool write_reason(const Store *store, const Taken *taken)
{
    (void)sqlite3_bind_int64(store->insert_reason, 1, taken->game.experiment);
    (void)sqlite3_bind_int64(store->insert_reason, 2, (sqlite3_int64)taken->game.number);
    (void)sqlite3_bind_text(store->insert_reason, 3, (const char *)taken->reason, taken->game.reason_bytes,
                            SQLITE_STATIC);
    return run_once(store->insert_reason);
}

/* What not every game has. */
static bool write_extras(const Store *store, const Taken *taken)
{
    return (!taken->game.has_moves || write_moves(store, taken)) &&
           (taken->game.reason_bytes == 0 || write_reason(store, taken));
}

/* Writes the next games of a queue with one INSERT of so many rows. */
static bool write_rows(const Store *store, const StoreQueue *group, size_t *offset, sqlite3_stmt *insert,
                       int rows)
{
    bool good = true;
    for (int row = 0; good && row < rows; row++) {
        const Taken taken = take(group, offset);
        good = bind_game(insert, row, &taken) && write_extras(store, &taken);
    }
    return good && run_once(insert);
}

static bool write_games(const Store *store, const StoreQueue *group)
{
    size_t offset = 0;
    bool good = true;
    for (uint64_t left = group->count; good && left > 0;) {
        const bool many = left >= STORE_ROWS;
        good = write_rows(store, group, &offset, many ? store->insert_games : store->insert_game,
                          many ? STORE_ROWS : 1);
        left -= many ? STORE_ROWS : 1;
    }
    return good;
}

/* Whether somebody has removed or renamed the file, or put another one in its place: games would go nowhere.
 */
static bool has_moved(const Store *store)
{
    int moved = 0;
    return sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
           moved != 0;
}

/* One transaction: all of them or none. */
static bool write_group(Store *store, const StoreQueue *group, Err *err)
{
    if (has_moved(store)) {
        return err_set(err, store->file, NULL,
                       "was removed, renamed or replaced while games were being written into it");
    }
    bool good = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    good = good && write_games(store, group) &&
           sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!good) {
        (void)store_error(store, "cannot keep games", err);
        (void)sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    }
    return good;
}

/* ------------------------------------------------------------------ the thread */

static struct timespec after(double seconds)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    const long nanoseconds = time.tv_nsec + (long)(seconds * 1e9);
    time.tv_sec += nanoseconds / 1000000000L;
    time.tv_nsec = nanoseconds % 1000000000L;
    return time;
}

/* Waits for games, then a little longer, so that they come in groups. The mutex is held. */
static void wait_for_group(Store *store)
{
    while (store->queue.count == 0 && !store->closing) {
        (void)pthread_cond_wait(&store->filled, &store->mutex);
    }
    const struct timespec until =
        after(atomic_load(&store->kept) > 0 ? STORE_GROUP_SECONDS : STORE_FIRST_SECONDS);
    while (!store->closing && !store->flushing && store->queue.length < QUEUE_BYTES / 2 &&
           pthread_cond_timedwait(&store->filled, &store->mutex, &until) == 0) {
    }
}

static void *write_on(void *context)
{
    Store *store = context;
    StoreQueue group = {NULL, 0, 0, 0};
    (void)pthread_mutex_lock(&store->mutex);
    while (!store->closing || store->queue.count > 0) {
        wait_for_group(store);
        const StoreQueue waiting = store->queue;
        store->queue = group;
        group = waiting;
        store->busy = true;
        (void)pthread_mutex_unlock(&store->mutex);
        Err err;
        err_clear(&err);
        const bool good = store->failed || group.count == 0 || write_group(store, &group, &err);
        (void)pthread_mutex_lock(&store->mutex);
        if (!good) {
            store->failure = err;
            store->failed = true;
        } else if (!store->failed) {
            atomic_fetch_add(&store->kept, group.count);
        }
        group.length = 0;
        group.count = 0;
        store->busy = false;
        (void)pthread_cond_broadcast(&store->written);
    }
    (void)pthread_mutex_unlock(&store->mutex);
    free(group.bytes);
    return NULL;
}

/* Starts the thread; signals that ask the program to stop are for others, so that they cannot interrupt the
 * disk. */
static bool start_thread(Store *store)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGALRM};
    sigset_t blocked;
    sigset_t before;
    (void)sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        (void)sigaddset(&blocked, signals[i]);
    }
    (void)pthread_sigmask(SIG_BLOCK, &blocked, &before);
    const bool started = pthread_create(&store->writer, NULL, write_on, store) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool store_writer_start(Store *store, Err *err)
{
    pthread_condattr_t monotonic; /* the wall clock may jump */
    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&store->mutex, NULL);
    (void)pthread_cond_init(&store->filled, &monotonic);
    (void)pthread_cond_init(&store->written, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    store->has_writer = start_thread(store);
    return store->has_writer || err_set(err, store->file, NULL, "cannot start the thread that writes");
}

void store_writer_stop(Store *store)
{
    if (!store->has_writer) {
        return;
    }
    (void)pthread_mutex_lock(&store->mutex);
    store->closing = true;
    (void)pthread_cond_broadcast(&store->filled);
    (void)pthread_mutex_unlock(&store->mutex);
    (void)pthread_join(store->writer, NULL);
    (void)pthread_mutex_destroy(&store->mutex);
    (void)pthread_cond_destroy(&store->filled);
    (void)pthread_cond_destroy(&store->written);
    free(store->queue.bytes);
    store->queue = (StoreQueue){NULL, 0, 0, 0};
    store->has_writer = false;
}

/* ------------------------------------------------------------------ for the players */

/* Room for so many more bytes; false if memory is short. */
static bool grow(StoreQueue *queue, size_t bytes)
{
    size_t size = queue->size == 0 ? 65536 : queue->size;
    while (size - queue->length < bytes) {
        size *= 2;
    }
    uint8_t *grown = size > queue->size ? realloc(queue->bytes, size) : queue->bytes;
    if (grown == NULL) {
        return false;
    }
    queue->bytes = grown;
    queue->size = size;
    return true;
}

static void append(StoreQueue *queue, const void *bytes, size_t count)
{
    if (count > 0) {
        memcpy(queue->bytes + queue->length, bytes, count);
        queue->length += count;
    }
}

/* Appends a game; false if memory is short. */
static bool enqueue(StoreQueue *queue, const StoreWaiting *waiting, const StoreGame *game,
                    const uint8_t *moves)
{
    if (!grow(queue,
              sizeof *waiting + waiting->summary_bytes + waiting->reason_bytes + waiting->moves_bytes)) {
        return false;
    }
    append(queue, waiting, sizeof *waiting);
    append(queue, game->summary, waiting->summary_bytes);
    append(queue, game->reason, waiting->reason_bytes);
    append(queue, moves, waiting->moves_bytes);
    queue->count++;
    return true;
}

bool store_put(Store *store, int64_t experiment, const StoreGame *game, const uint8_t *moves,
               size_t moves_bytes)
{
    const StoreWaiting waiting = {
        .experiment = experiment,
        .number = game->number,
        .outcome = game->outcome,
        .plies = game->plies,
        .moves_bytes = moves != NULL ? (uint32_t)moves_bytes : 0,
        .summary_bytes = game->summary_bytes,
        .reason_bytes = (uint16_t)strlen(game->reason),
        .has_moves = moves != NULL,
    };
    (void)pthread_mutex_lock(&store->mutex);
    while (store->queue.length >= QUEUE_BYTES && !store->failed) {
        (void)pthread_cond_wait(&store->written, &store->mutex);
    }
    const size_t before = store->queue.length;
    const bool good = !store->failed && enqueue(&store->queue, &waiting, game, moves);
    if (good) {
        atomic_fetch_add(&store->put, 1U);
        if (before == 0 || (before < QUEUE_BYTES / 2 && store->queue.length >= QUEUE_BYTES / 2)) {
            (void)pthread_cond_signal(&store->filled);
        }
    }
    (void)pthread_mutex_unlock(&store->mutex);
    return good;
}

bool store_flush(Store *store, Err *err)
{
    (void)pthread_mutex_lock(&store->mutex);
    store->flushing = true;
    (void)pthread_cond_broadcast(&store->filled);
    while ((store->queue.count > 0 || store->busy) && !store->failed) {
        (void)pthread_cond_wait(&store->written, &store->mutex);
    }
    store->flushing = false;
    const bool good = !store->failed;
    if (!good) {
        (void)err_set(err, store->failure.file, NULL, "%s", store->failure.message);
    }
    (void)pthread_mutex_unlock(&store->mutex);
    return good;
}

uint64_t store_kept(const Store *store) { return atomic_load(&store->kept); }

uint64_t store_waiting(const Store *store)
{
    const uint64_t kept = atomic_load(&store->kept); /* first: it never overtakes the other */
    return atomic_load(&store->put) - kept;
}
