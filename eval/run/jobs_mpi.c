/* jobs_mpi.c: jobs over MPI (the MPI Forum's standard 3.1). Empty in other builds.
 *
 * A worker sends what it has (at first nothing) and gets the number of a job, or END. A message to rank 0 is
 * a Note and then the bytes of the result, if there is one.
 */
#include "eval/run/cluster.h"
#include "eval/run/jobs_ring.h"

#ifdef MARSHAL_MPI

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_NOTE = 1, TAG_RESULT, TAG_JOB };
static const uint64_t END = UINT64_MAX;

enum note { NOTE_HELLO, NOTE_DONE, NOTE_GIVEN_UP };
typedef struct Note {
    uint64_t kind;
    uint64_t index;
} Note;

void cluster_begin(int *argc, char ***argv)
{
    int provided = 0;
    (void)MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
}

void cluster_end(void) { (void)MPI_Finalize(); }

int cluster_rank(void)
{
    int rank = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int cluster_size(void)
{
    int size = 1;
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static void send_job(int rank, uint64_t index)
{
    (void)MPI_Send(&index, 1, MPI_UINT64_T, rank, TAG_JOB, MPI_COMM_WORLD);
}

/* Takes what a worker has to say; returns its rank. */
static int receive(Ring *ring)
{
    Note note;
    MPI_Status status;
    (void)MPI_Recv(&note, (int)sizeof note, MPI_BYTE, MPI_ANY_SOURCE, TAG_NOTE, MPI_COMM_WORLD, &status);
    if (note.kind == NOTE_DONE) {
        (void)MPI_Recv(ring_slot(ring, note.index), (int)ring->plan->result_bytes, MPI_BYTE,
                       status.MPI_SOURCE, TAG_RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (note.kind != NOTE_HELLO) {
        ring_finish(ring, note.index, note.kind == NOTE_DONE);
    }
    return status.MPI_SOURCE;
}

/* Gives jobs to those who wait, as far as there are any; returns how many workers were sent home. */
static int serve_waiting(Ring *ring, bool *waiting, int size)
{
    int gone = 0;
    for (int rank = 1; rank < size; rank++) {
        uint64_t index = END;
        const enum take taken = waiting[rank] ? ring_take(ring, &index) : TAKE_WAIT;
        if (taken != TAKE_WAIT) {
            send_job(rank, taken == TAKE_JOB ? index : END);
            waiting[rank] = false;
            gone += taken == TAKE_NONE ? 1 : 0;
        }
    }
    return gone;
}

void jobs_serve(Ring *ring)
{
    const int size = cluster_size();
    bool *waiting = calloc((size_t)size, sizeof *waiting);
    if (waiting == NULL) {
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
        return;
    }
    for (int gone = 0; gone < size - 1;) {
        waiting[receive(ring)] = true;
        gone += serve_waiting(ring, waiting, size);
    }
    free(waiting);
}

void jobs_work_for_rank_0(const JobsPlan *plan, void *result)
{
    Note note = {NOTE_HELLO, 0};
    for (;;) {
        (void)MPI_Send(&note, (int)sizeof note, MPI_BYTE, 0, TAG_NOTE, MPI_COMM_WORLD);
        if (note.kind == NOTE_DONE) {
            const size_t used = plan->used_bytes != NULL ? plan->used_bytes(result) : plan->result_bytes;
            (void)MPI_Send(result, (int)used, MPI_BYTE, 0, TAG_RESULT, MPI_COMM_WORLD);
        }
        (void)MPI_Recv(&note.index, 1, MPI_UINT64_T, 0, TAG_JOB, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (note.index == END) {
            return;
        }
        note.kind = plan->run(plan->context, 0, note.index, result) ? NOTE_DONE : NOTE_GIVEN_UP;
    }
}

#else

void cluster_begin(int *argc,
                   char ***argv) /* NOLINT(readability-non-const-parameter): MPI_Init changes them */
{
    (void)argc;
    (void)argv;
}

void cluster_end(void) {}

int cluster_rank(void) { return 0; }

int cluster_size(void) { return 1; }

void jobs_serve(Ring *ring) { (void)ring; }

void jobs_work_for_rank_0(const JobsPlan *plan, void *result)
{
    (void)plan;
    (void)result;
}

#endif
