/* jobs.c: a counter, a ring of results and one lock. The lock is held for bookkeeping and emit only, so it is
 * free nearly always: a job takes tens of microseconds at least, the bookkeeping well below one. */
#define _XOPEN_SOURCE 700 /* sigaltstack */

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eval/run/cluster.h"
#include "eval/run/jobs_ring.h"

/* Jobs side by side, and the threads of a search within one: OpenMP runs inner teams alone unless told. */
enum { JOBS_ACTIVE_LEVELS = 2 };

enum { HANDLER_STACK_BYTES = 65536 }; /* a signal's frame takes up to 12 KB where registers are large */

static bool told_to_stop(const JobsPlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

/* Marks a result as ready and emits what can be emitted; the lock is held. */
static void hand_over(Ring *ring, uint64_t index)
{
    const JobsPlan *plan = ring->plan;
    ring->ready[index % JOBS_WINDOW] = true;
    while (!ring->refused && ring->ready[ring->emitted % JOBS_WINDOW]) {
        const uint64_t oldest = ring->emitted++;
        ring->ready[oldest % JOBS_WINDOW] = false;
        ring->refused = !plan->emit(plan->context, oldest, ring_slot(ring, oldest));
    }
    ring->closed = ring->closed || ring->refused;
}

static enum take look_for_job(const Ring *ring)
{
    if (ring->closed || told_to_stop(ring->plan) || ring->next >= ring->plan->count) {
        return TAKE_NONE;
    }
    return ring->next - ring->emitted < JOBS_WINDOW ? TAKE_JOB : TAKE_WAIT;
}

/* The next job that has to be run. Known results on the way there are handed over at once. */
enum take ring_take(Ring *ring, uint64_t *index)
{
    const JobsPlan *plan = ring->plan;
    omp_set_lock(&ring->lock);
    enum take taken = look_for_job(ring);
    while (taken == TAKE_JOB) {
        *index = ring->next++;
        if (plan->known == NULL || !plan->known(plan->context, *index, ring_slot(ring, *index))) {
            break;
        }
        hand_over(ring, *index);
        taken = look_for_job(ring);
    }
    omp_unset_lock(&ring->lock);
    return taken;
}

void ring_finish(Ring *ring, uint64_t index, bool done)
{
    omp_set_lock(&ring->lock);
    const JobsPlan *plan = ring->plan;
    if (done && plan->arrive != NULL && !plan->arrive(plan->context, index, ring_slot(ring, index))) {
        done = false;
    }
    if (done) {
        hand_over(ring, index);
    } else {
        ring->closed = true; /* jobs before this one may still end and be emitted */
    }
    omp_unset_lock(&ring->lock);
}

/* Waits a moment for a slow job elsewhere; rare, so a short sleep is good enough. */
static void pause_shortly(void)
{
    const struct timespec pause = {0, 200000L};
    (void)nanosleep(&pause, NULL);
}

static void work(Ring *ring, int thread)
{
    for (;;) {
        uint64_t index = 0;
        const enum take taken = ring_take(ring, &index);
        if (taken == TAKE_NONE) {
            return;
        }
        if (taken == TAKE_WAIT) {
            pause_shortly();
            continue;
        }
        /* nobody else touches this slot before the job is handed over */
        ring_finish(ring, index, ring->plan->run(ring->plan->context, thread, index, ring_slot(ring, index)));
    }
}

/* The stack for signal handlers lies at the bottom of the worker's own: an overflow is at the other end. */
static void work_guarded(Ring *ring, int thread)
{
    unsigned char stack[HANDLER_STACK_BYTES];
    stack_t before;
    const stack_t handlers = {.ss_sp = stack, .ss_size = sizeof stack};
    const bool guarded = sigaltstack(&handlers, &before) == 0;
    work(ring, thread);
    if (guarded) {
        (void)sigaltstack(&before, NULL);
    }
}

bool jobs_run(const JobsPlan *plan, uint64_t *emitted, Err *err)
{
    assert(plan->threads >= 1 && plan->threads <= JOBS_THREADS_MAX && plan->result_bytes > 0);
    Ring ring;
    memset(&ring, 0, sizeof ring);
    ring.plan = plan;
    ring.results = calloc(cluster_is_worker() ? 1 : JOBS_WINDOW, plan->result_bytes);
    if (ring.results == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    omp_init_lock(&ring.lock);
    if (cluster_is_worker()) {
        jobs_work_for_rank_0(plan, ring.results);
    } else if (cluster_size() > 1) {
        jobs_serve(&ring);
    } else {
        omp_set_max_active_levels(JOBS_ACTIVE_LEVELS);
#pragma omp parallel num_threads(plan->threads) default(none) shared(ring)
        work_guarded(&ring, omp_get_thread_num());
    }
    omp_destroy_lock(&ring.lock);
    free(ring.results);
    *emitted = ring.emitted;
    return true;
}

int jobs_processors(void)
{
    const int processors = omp_get_num_procs();
    return processors < JOBS_THREADS_MAX ? processors : JOBS_THREADS_MAX;
}
