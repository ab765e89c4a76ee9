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

typedef struct MctsRun {
    const MctsRoot *root;
    MctsTree *trees;
    uint32_t tree_count;
    MctsWorker *workers;     /* one a thread */
    const atomic_bool *stop; /* or NULL */
    double start;            /* clock_seconds when the decision was asked for */
    double seconds;          /* limit; 0: none */
    uint64_t sims;           /* limit; 0: none */
    /* called often by the first thread, while others go on; NULL: not called */
    void (*look)(void *context);
    void *look_context;
} MctsRun;

/* Runs until a limit is reached, the choice is settled (params.early), or *stop; without any limit one
 * iteration a move. Returns how many iterations were run. */
uint64_t mcts_run(const MctsRun *run);

#endif
