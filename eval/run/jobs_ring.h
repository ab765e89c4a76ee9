/* jobs_ring.h: the ring of results that waits to be handed over in order. Internal to eval/jobs*.c. */
#ifndef MARSHAL_EVAL_RUN_JOBS_RING_H
#define MARSHAL_EVAL_RUN_JOBS_RING_H

#include <omp.h>

#include "eval/run/jobs.h"

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

static inline unsigned char *ring_slot(const Ring *ring, uint64_t index)
{
    return ring->results + (index % JOBS_WINDOW) * ring->plan->result_bytes;
}

/* The next job that has to be run; what is known on the way there is handed over. TAKE_WAIT: none until an
 * older result has come. */
enum take ring_take(Ring *ring, uint64_t *index);

/* The result of a job stands in its slot, or (done = false) it was given up. */
void ring_finish(Ring *ring, uint64_t index, bool done);

/* jobs_mpi.c: rank 0 serves jobs to the others, which work for it. Only with two ranks or more. */
void jobs_serve(Ring *ring);
void jobs_work_for_rank_0(const JobsPlan *plan, void *result);

#endif
