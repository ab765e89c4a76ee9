/* cluster.h: several processes at one command, under MPI (`make mpi`); in other builds there is one, of rank
 * 0.
 *
 * Rank 0 owns store, tallies and output and hands out jobs (jobs.h); the others run the same command with the
 * same arguments, so they have the same games and policies, but only play: they run jobs until there are
 * none. A result is plain bytes. So what comes out is the same for every number of ranks.
 *
 * MPI 3 ends all ranks when one dies; what the store holds stays, and the same command goes on from there. A
 * rank that gives its job up (its stop flag was set) has it handed to nobody else: the run is being stopped.
 */
#ifndef MARSHAL_EVAL_RUN_CLUSTER_H
#define MARSHAL_EVAL_RUN_CLUSTER_H

#include <stdbool.h>

/* Before and after everything else; nothing in other builds. */
void cluster_begin(int *argc, char ***argv);
void cluster_end(void);

/* Number of this process, and how many there are. */
int cluster_rank(void);
int cluster_size(void);

static inline bool cluster_is_worker(void) { return cluster_rank() > 0; }

#endif
