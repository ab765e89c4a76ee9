/* parallel.h: runs the iterations of one decision on one or more threads. The only place in ai/ that knows
 * OpenMP.
 *
 * Shared tree (parallel=shared): threads take iteration numbers from one counter and work on one tree without
 * locks. Root-parallel (parallel=root): tree t gets the t-th part of the iterations, each tree is searched by
 * one thread at a time, and threads only decide when; so the result is the same for any number of them. Where
 * time is the limit and there are fewer threads than trees, trees have turns of equal length.
 */
#ifndef MARSHAL_AI_MCTS_PARALLEL_H
#define MARSHAL_AI_MCTS_PARALLEL_H

#include "ai/mcts/worker.h"

/* What a move of the root begins with. */
typedef struct MctsSeed {
    uint32_t visits;
    double value; /* mean of their utilities for SEAT_FRENCH, -1 to 1 */
} MctsSeed;

typedef struct MctsRun {
    const MctsRoot *root;
    MctsTree *trees;
    uint32_t tree_count;
    MctsWorker *workers;     /* one a thread */
    const atomic_bool *stop; /* or NULL */
    double start;            /* clock_seconds when the decision was asked for */
    double seconds;          /* limit; 0: none */
    uint64_t sims;           /* limit; 0: none */
    bool idle;               /* no iterations at all: the seeds are all that the trees are to hold */
    const MctsSeed *seeds;   /* visits to begin with, for each of the root's moves; NULL: none */
    /* called often by the first thread, while others go on; NULL: not called */
    void (*look)(void *context);
    void *look_context;
} MctsRun;

/* Runs until a limit is reached, the choice is settled (params.early), or *stop; without any limit one
 * iteration a move; nothing if the run is idle. Returns how many iterations were run. */
uint64_t mcts_run(const MctsRun *run);

#endif
