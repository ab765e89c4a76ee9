/* parallel.c: threads and limits. */
#include "ai/mcts/parallel.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "ai/clock.h"

enum { LOOK_EVERY = 32 };                 /* iterations between two looks at clock and flags */
static const double LEAST_SECONDS = 1e-9; /* 0 would mean no limit */

/* What the threads of one tree share. */
typedef struct Share {
    const MctsRun *run;
    MctsTree *tree;
    uint64_t first; /* number of this tree's first iteration */
    uint64_t limit; /* iterations for this tree; UINT64_MAX: none */
    double start;   /* clock_seconds when its turn came */
    double seconds; /* limit for this tree; 0: none */
    /* for each tree of the decision: its leading move and one, once that cannot be caught any more; else 0 */
    _Atomic uint64_t *settled;
    atomic_bool over; /* the choice is settled, or time is up */
    /* iterations handed out; on a cache line of its own, for each of them writes it */
    _Alignas(CACHE_LINE_BYTES) _Atomic uint64_t next;
} Share;

/* Threads at each tree. */
static int threads_of(const MctsRun *run)
{
    const MctsParams *params = &run->root->setting->params;
    return params->parallel == MCTS_PARALLEL_SHARED && params->threads > 1 ? (int)params->threads : 1;
}

static bool time_is_up(const Share *share)
{
    const atomic_bool *stop = share->run->stop;
    return (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) ||
           (share->seconds > 0.0 && clock_seconds() - share->start >= share->seconds);
}

/* The most visited move of the root, and one, if it is further ahead than there are iterations left; else 0.
 */
static uint64_t settled_move(const Share *share, uint64_t left)
{
    uint64_t most = 0;
    uint64_t second = 0;
    uint64_t leader = 0;
    uint32_t index =
        atomic_load_explicit(&mcts_node(share->tree, share->tree->root)->first, memory_order_acquire);
    while (index != 0) {
        MctsBlock *block = mcts_block(share->tree, index);
        const MctsEdge *edges = mcts_edges(block);
        for (uint32_t e = 0; e < block->count; e++) {
            const uint64_t visits = mcts_edge_visits(&edges[e]);
            second = visits > most ? most : visits > second ? visits : second;
            leader = visits > most ? (uint64_t)edges[e].move + 1U : leader;
            most = visits > most ? visits : most;
        }
        index = atomic_load_explicit(&block->next, memory_order_acquire);
    }
    return most > second + left ? leader : 0;
}

/* Iterations that may still come, as far as the clock lets one tell. */
static uint64_t iterations_left(const Share *share, uint64_t done)
{
    uint64_t left = share->limit - done;
    if (share->seconds > 0.0) {
        const double spent = clock_seconds() - share->start;
        const double more =
            spent > 0.0 ? (share->seconds - spent) / spent * (double)done * 1.25 : (double)left;
        left = more < (double)left ? (uint64_t)(more > 0.0 ? more : 0.0) : left;
    }
    return left;
}

/* Iterations begun; those that came too late for the limit took a number but did nothing. */
static uint64_t iterations_of(const Share *share)
{
    const uint64_t next = atomic_load_explicit(&share->next, memory_order_relaxed);
    return next < share->limit ? next : share->limit;
}

/* No further iteration can change what is chosen: each tree is settled, all of them on the same move. */
static bool is_settled(const Share *share)
{
    const MctsRun *run = share->run;
    const uint64_t done = iterations_of(share);
    const uint64_t begun = (uint64_t)threads_of(run) - 1; /* by other threads */
    const uint64_t leader = done > 0 ? settled_move(share, iterations_left(share, done) + begun) : 0;
    bool same = leader != 0;
    atomic_store_explicit(&share->settled[share->tree - run->trees], leader, memory_order_relaxed);
    for (uint32_t i = 0; same && i < run->tree_count; i++) {
        same = atomic_load_explicit(&share->settled[i], memory_order_relaxed) == leader;
    }
    return same;
}

/* Whether the search ends when the choice is settled. How far one tree is when another settles is a matter of
 * time, so several trees do so only where time is the limit anyway. */
static bool ends_early(const MctsRun *run)
{
    const MctsParams *params = &run->root->setting->params;
    return params->early != 0 && !params->flat && params->noise <= 0.0 &&
           (run->tree_count == 1 || run->sims == 0);
}

static bool should_stop(const Share *share)
{
    return time_is_up(share) || (ends_early(share->run) && is_settled(share));
}

static void work(Share *share, MctsWorker *worker)
{
    worker->alone = threads_of(share->run) == 1;
    /* each tree has averages of its own, or what one tree finds would depend on how far another has come */
    MctsAverage *averages = share->run->root->averages;
    worker->averages = averages != NULL ? averages + (share->tree - share->run->trees) * MCTS_AVERAGES : NULL;
    for (uint64_t mine = 0; !atomic_load_explicit(&share->over, memory_order_relaxed); mine++) {
        if (mine % LOOK_EVERY == LOOK_EVERY - 1) {
            if (should_stop(share)) {
                atomic_store_explicit(&share->over, true, memory_order_relaxed);
                return;
            }
            if (share->run->look != NULL && worker == share->run->workers) {
                share->run->look(share->run->look_context);
            }
        }
        const uint64_t number = atomic_fetch_add_explicit(&share->next, 1U, memory_order_relaxed);
        if (number >= share->limit) {
            return;
        }
        mcts_iterate(worker, share->run->root, share->tree, share->first + number);
    }
}

/* Time left for a tree whose turn has come, where so many have not had theirs and so many threads see to
 * them. */
static double seconds_of_turn(const MctsRun *run, double now, int trees_left, int threads)
{
    const int turns = (trees_left + threads - 1) / threads;
    return run->seconds > 0.0 ? fmax((run->start + run->seconds - now) / turns, LEAST_SECONDS) : 0.0;
}

/* threads: how many see to all trees. */
static void open_share(Share *share, const MctsRun *run, uint32_t tree, int threads,
                       _Atomic uint64_t *settled)
{
    assert(tree < run->tree_count);
    const MctsParams *params = &run->root->setting->params;
    uint64_t limit = run->sims > 0 ? run->sims : UINT64_MAX;
    if (run->sims == 0 && params->time <= 0.0 && params->budget <= 0.0) {
        limit = run->root->legal->count;
    }
    if (run->idle) {
        limit = 0;
    } else if (run->tree_count > 1 && limit != UINT64_MAX) {
        limit = limit / run->tree_count + (tree < limit % run->tree_count ? 1U : 0U);
    }
    share->run = run;
    share->tree = &run->trees[tree];
    share->settled = settled;
    share->first = (uint64_t)tree << MCTS_SERIES_SHIFT;
    share->limit = limit;
    share->start = clock_seconds();
    share->seconds = seconds_of_turn(run, share->start, (int)(run->tree_count - tree), threads);
    atomic_init(&share->next, 0U);
    atomic_init(&share->over, false);
}

static uint64_t run_shared(const MctsRun *run)
{
    Share share;
    const int threads = threads_of(run);
    _Atomic uint64_t settled = 0;
    open_share(&share, run, 0, threads, &settled);
    if (threads == 1) {
        work(&share, &run->workers[0]);
    } else {
#pragma omp parallel num_threads(threads)
        work(&share, &run->workers[omp_get_thread_num()]);
    }
    return iterations_of(&share);
}

static uint64_t run_trees(const MctsRun *run)
{
    const int trees = (int)run->tree_count;
    uint64_t done = 0;
    _Atomic uint64_t settled[MCTS_TREES_MAX] = {0};
#pragma omp parallel for num_threads((int)run->root->setting->params.threads) schedule(dynamic, 1) reduction(+ : done)
    for (int tree = 0; tree < trees; tree++) {
        Share share;
        open_share(&share, run, (uint32_t)tree, omp_get_num_threads(), settled);
        work(&share, &run->workers[omp_get_thread_num()]);
        done += iterations_of(&share);
    }
    return done;
}

/* Shares the seeds out among the trees. */
static void seed_tree(const MctsRun *run, uint32_t tree)
{
    const MoveList *legal = run->root->legal;
    for (uint32_t i = 0; i < legal->count; i++) {
        const uint32_t visits = run->seeds[i].visits / run->tree_count +
                                (tree < run->seeds[i].visits % run->tree_count ? 1U : 0U);
        if (visits > 0) {
            mcts_tree_seed(&run->trees[tree], legal->moves[i], visits,
                           (int64_t)(run->seeds[i].value * visits * MCTS_VALUE_ONE));
        }
    }
}

uint64_t mcts_run(const MctsRun *run)
{
    assert(run->tree_count > 0 && run->tree_count <= MCTS_TREES_MAX);
    for (uint64_t i = 0; i < run->root->setting->params.threads; i++) {
        run->workers[i].depth_sum = 0;
        run->workers[i].depth_max = 0;
        memset(&run->workers[i].totals, 0, sizeof run->workers[i].totals);
    }
    for (uint32_t i = 0; i < run->tree_count; i++) {
        (void)mcts_open_root(&run->workers[0], run->root, &run->trees[i]);
        if (run->seeds != NULL) {
            seed_tree(run, i);
        }
    }
    return run->tree_count > 1 ? run_trees(run) : run_shared(run);
}
