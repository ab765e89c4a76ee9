/* jobs.h: many small independent jobs on several threads, their results handed over in order. But for the
 * batches of tune_adam.c, too short for it, the only place of eval/ that knows OpenMP.
 *
 * Workers take job numbers 0, 1, 2, ... and run them concurrently; a finished result waits in a ring of
 * JOBS_WINDOW slots until all before it are done, then goes to `emit`, one at a time, in order. So totals,
 * files and progress are the same for every number of threads, and memory does not grow with the number of
 * jobs. A worker that runs JOBS_WINDOW jobs ahead of the slowest one waits: job i + JOBS_WINDOW begins after
 * emit has returned from result i, so a context may keep what goes with a result at i % JOBS_WINDOW.
 *
 * Each worker has a second stack for signal handlers (sigaltstack) while it works, so that a handler can tell
 * of an overflow of the first.
 *
 * A job may have threads of its own (a search on several): teams of OpenMP within a job run in parallel, too.
 *
 * Stopping: when *stop becomes true, or emit returns false, no new job begins, and jobs that look at the flag
 * themselves may give up (run returns false). What was emitted is then the first so many results, as if fewer
 * had been asked for. Results behind them are dropped: a result must own nothing.
 */
#ifndef MARSHAL_EVAL_RUN_JOBS_H
#define MARSHAL_EVAL_RUN_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"

enum { JOBS_THREADS_MAX = 256, JOBS_WINDOW = 512 };

typedef struct JobsPlan {
    uint64_t count;      /* jobs 0 .. count - 1 */
    int threads;         /* 1 .. JOBS_THREADS_MAX */
    size_t result_bytes; /* size of one result */
    /* How many of its first bytes a result needs when it travels to another process; NULL: all. */
    size_t (*used_bytes)(const void *result);
    void *context;           /* handed to run and emit */
    const atomic_bool *stop; /* set from outside to stop early; NULL: never */
    /* Runs job `index` on thread `thread` (0 .. threads - 1) and fills result; concurrent. False: given up.
     */
    bool (*run)(void *context, int thread, uint64_t index, void *result);
    /* Fills result if it is there already (from a store, or because nobody wants it): then run is not called.
     * Never concurrent with itself or emit, in order of index. NULL: nothing is known. */
    bool (*known)(void *context, uint64_t index, void *result);
    /* Sees each result of run as soon as it is there, in any order; never concurrent with known, arrive or
     * emit. False stops the rest. NULL: nobody looks. */
    bool (*arrive)(void *context, uint64_t index, const void *result);
    /* Takes one result; never concurrent, in order of index. False stops the rest. */
    bool (*emit)(void *context, uint64_t index, const void *result);
} JobsPlan;

/* Runs the plan; *emitted is how many results were handed over (fewer than count when stopped). False and err
 * only if memory ran out. */
bool jobs_run(const JobsPlan *plan, uint64_t *emitted, Err *err);

/* Processors this process may use. */
int jobs_processors(void);

#endif
