/* jobs.c: a counter, a ring of results and one lock. The lock is held for bookkeeping and emit only, so it is
 * free nearly always: a job takes tens of microseconds at least, the bookkeeping well below one. */
#include "eval/jobs.h"

#include <assert.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Ring {
    const JobsPlan *plan;
    omp_lock_t lock;         /* guards all below */
    uint64_t next;           /* first job nobody has taken */
    uint64_t emitted;        /* results handed over; also the oldest job still in the ring */
    bool closed;             /* no new jobs: one was given up, or emit has had enough */
    bool refused;            /* emit has had enough */
    bool ready[JOBS_WINDOW]; /* slot holds a result that waits */
    unsigned char *results;  /* JOBS_WINDOW slots of result_bytes */
} Ring;

enum take { TAKE_JOB, TAKE_WAIT, TAKE_NONE };

static unsigned char *slot_of(const Ring *ring, uint64_t index)
{
    return ring->results + (index % JOBS_WINDOW) * ring->plan->result_bytes;
}

static bool told_to_stop(const JobsPlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

static enum take take_job(Ring *ring, uint64_t *index)
{
    enum take taken = TAKE_NONE;
    omp_set_lock(&ring->lock);
    if (!ring->closed && !told_to_stop(ring->plan) && ring->next < ring->plan->count) {
        taken = ring->next - ring->emitted < JOBS_WINDOW ? TAKE_JOB : TAKE_WAIT;
    }
    if (taken == TAKE_JOB) {
        *index = ring->next++;
    }
    omp_unset_lock(&ring->lock);
    return taken;
}

/* Marks a result as ready and emits what can be emitted; the lock is held. */
static void hand_over(Ring *ring, uint64_t index)
{
    const JobsPlan *plan = ring->plan;
    ring->ready[index % JOBS_WINDOW] = true;
    while (!ring->refused && ring->ready[ring->emitted % JOBS_WINDOW]) {
        const uint64_t oldest = ring->emitted++;
        ring->ready[oldest % JOBS_WINDOW] = false;
        ring->refused = !plan->emit(plan->context, oldest, slot_of(ring, oldest));
    }
    ring->closed = ring->closed || ring->refused;
}

static void finish_job(Ring *ring, uint64_t index, bool done)
{
    omp_set_lock(&ring->lock);
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
        const enum take taken = take_job(ring, &index);
        if (taken == TAKE_NONE) {
            return;
        }
        if (taken == TAKE_WAIT) {
            pause_shortly();
            continue;
        }
        /* nobody else touches this slot before the job is handed over */
        finish_job(ring, index, ring->plan->run(ring->plan->context, thread, index, slot_of(ring, index)));
    }
}

bool jobs_run(const JobsPlan *plan, uint64_t *emitted, Err *err)
{
    assert(plan->threads >= 1 && plan->threads <= JOBS_THREADS_MAX && plan->result_bytes > 0);
    Ring ring;
    memset(&ring, 0, sizeof ring);
    ring.plan = plan;
    ring.results = calloc(JOBS_WINDOW, plan->result_bytes);
    if (ring.results == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    omp_init_lock(&ring.lock);
#pragma omp parallel num_threads(plan->threads) default(none) shared(ring)
    work(&ring, omp_get_thread_num());
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
