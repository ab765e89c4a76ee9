/* worker.h: one iteration of the search: determinize, descend, play out, back up. Internal to ai/mcts.
 *
 * A MctsWorker is what one thread needs, made once a session; nothing allocates after that. Several workers
 * may run iterations on one tree at a time.
 */
#ifndef MARSHAL_AI_MCTS_WORKER_H
#define MARSHAL_AI_MCTS_WORKER_H

#include "ai/mcts/search.h"
#include "ai/mcts/tree.h"

enum { MCTS_PATH_MAX = 512 };

/* Averages over all visits of a move anywhere in the tree, by the seat that made it (MAST, Finnsson and
 * Bjornsson 2008): what a move is worth where nobody has tried it yet. Moves that share a row mix. */
enum { MCTS_AVERAGES = 8192 };
typedef struct MctsAverage {
    _Atomic int64_t value; /* sum of utilities for SEAT_FRENCH in MCTS_VALUE_ONE */
    _Atomic uint32_t visits;
} MctsAverage;

static inline uint32_t mcts_average_row(Seat seat, Move move)
{
    return (uint32_t)(rng_mix((uint64_t)move << 1U | (uint64_t)seat) % MCTS_AVERAGES);
}

/* The decision being searched; constant while iterations run. */
typedef struct MctsRoot {
    const MctsSetting *setting;
    const State *view;
    const MoveList *legal;
    Seat seat;
    RngFamily streams;     /* member i is for iteration i */
    MctsAverage *averages; /* MCTS_AVERAGES rows a tree; NULL without (params.mast = 0) */
} MctsRoot;

/* Sums over the iterations of one decision that a worker ran, by move of the root's list: its own, so that
 * threads do not wait for each other's cache lines. */
typedef struct MctsTotals {
    uint64_t squares[MOVE_LIST_MAX]; /* of values, in MCTS_VALUE_ONE */
    uint64_t visits[MOVE_LIST_MAX];  /* of this decision alone, without what was kept from before */
    int64_t value[MOVE_LIST_MAX];
} MctsTotals;

typedef struct MctsStep {
    uint32_t node;
    Seat seat;
    MctsEdge *edge;
} MctsStep;

typedef struct MctsWorker {
    _Alignas(CACHE_LINE_BYTES) StateBuffer state; /* the world of this iteration */
    StateBuffer view;                             /* for mcts_key */
    Rng rng;                                      /* of this iteration, for everything but dice */
    Dice dice;
    void *memory; /* owned by the search: of the heuristic player (GameAi.memory_bytes); NULL: none */
    _Alignas(CACHE_LINE_BYTES) GameScratch scratch; /* what the rules keep from decision to decision, in any
                                                       world */
    MoveList legal;                                 /* of the state; empty: not listed yet */
    float priors[MOVE_LIST_MAX];
    /* edges of the node at hand that are legal in this world: open_count in a row, ranked by prior, or
     * pointers to them */
    MctsEdge *ranked; /* NULL if they are in open */
    MctsEdge *open[MOVE_LIST_MAX];
    uint32_t open_count;
    MctsAverage *averages; /* of the tree at hand; NULL without */
    bool alone;            /* no other thread works on the tree at hand */
    uint32_t first;        /* where the first move of this iteration stands in the root's list */
    uint32_t depth;
    MctsStep path[MCTS_PATH_MAX];
    uint64_t depth_sum; /* over iterations */
    uint32_t depth_max;
    MctsTotals totals;
} MctsWorker;

/* Which node a state belongs to after a move: as params.split says, by the point of the sequence of play,
 * also by the kind of outcome, or by all that the searching seat sees (view is room for that). */
uint32_t mcts_key(const MctsSetting *setting, const State *state, Seat seat, State *view);

/* The upper bits of an iteration's number tell its series: iterations of one tree are one series. */
enum { MCTS_SERIES_SHIFT = 40 };

/* Runs iteration `number`, after mcts_open_root. */
void mcts_iterate(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, uint64_t number);

/* Makes a tree ready for the iterations of a decision: the root gets edges for the moves asked about, and
 * counts none of them as tried. False if memory is short; the iterations can be run all the same. */
bool mcts_open_root(MctsWorker *worker, const MctsRoot *root, MctsTree *tree);

#endif
