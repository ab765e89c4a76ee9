/* tree.h: the search tree: nodes and edges in one arena that is sized once.
 *
 * An information-set tree with open-loop chance (Cowling, Powley, Whitehouse 2012): a node means a sequence
 * of decisions, whatever the dice and the hidden cards were, so one node is met in many worlds.
 *
 *     MctsNode --first--> MctsBlock, count edges --next--> MctsBlock ...      blocks: moves found legal in
 * later worlds MctsEdge: move, prior, statistics --child--> MctsNode --next--> MctsNode ...
 *
 * A block lists its moves twice: ascending, to be compared with the legal moves of a world, and as edges
 * ranked by prior, so that selection can stop at the first of those that nobody has tried.
 *
 * The dice may lead from one move to different points of the sequence of play. So an edge has one child for
 * each key: who decides where (and, if asked for, which kind of outcome).
 *
 * Availability: a move is not always legal. Instead of counting how often each edge was available, an edge
 * counts how often it was absent, which is rarer; edges that came later begin with the visits missed. So
 * availability = the node's visits - absent.
 *
 * Units: value is the sum of utilities for SEAT_FRENCH in MCTS_VALUE_ONE: exact integers, in any order the
 * same. Memory: units of 32 bytes addressed by 32-bit index, 0 = none. A full arena is no error:
 * mcts_tree_take returns 0 and the search goes on without growing. Threads: take, child and expand may run
 * concurrently. Statistics are relaxed atomics: each is a count of its own, and nothing is derived from the
 * order in which two of them change. An index is published with release and read with acquire, so that
 * whoever sees it sees what it points to. All else needs the tree for itself.
 */
#ifndef MARSHAL_AI_MCTS_TREE_H
#define MARSHAL_AI_MCTS_TREE_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/cache_line.h"
#include "engine/game.h"

enum { MCTS_UNIT_BYTES = 32, MCTS_VALUE_ONE = 65536 };

enum mcts_node_status { MCTS_NODE_LEAF, MCTS_NODE_EXPANDING, MCTS_NODE_EXPANDED };

typedef struct MctsNode {
    _Atomic int64_t value; /* sum over visits */
    _Atomic uint32_t visits;
    _Atomic uint32_t first;  /* first block of edges, 0 until expanded */
    _Atomic uint32_t next;   /* next child of the same edge */
    uint32_t key;            /* which point of the sequence of play; constant once published */
    _Atomic uint32_t status; /* enum mcts_node_status, only moves forward */
    uint32_t spare;
} MctsNode;

/* A header; behind it, in whole units: Move moves[count], ascending; uint8_t ranks[count], where the edge of
 * each of them stands; MctsEdge edges[count], in descending order of their priors. */
typedef struct MctsBlock {
    _Atomic uint32_t next; /* further moves, 0: none */
    uint32_t count;        /* at most MOVE_LIST_MAX */
} MctsBlock;

typedef struct MctsEdge {
    _Atomic int64_t value; /* sum over visits */
    _Atomic uint64_t
        tries; /* visits below, visits under way above: one addition ends one of these and counts it */
    _Atomic uint32_t absent; /* visits of the node in which the move was not legal */
    _Atomic uint32_t child;  /* first child */
    Move move;
    float prior;
} MctsEdge;

/* In tries. */
#define MCTS_VISIT     UINT64_C(1)
#define MCTS_UNDER_WAY (UINT64_C(1) << 32U)

_Static_assert(sizeof(MctsNode) == MCTS_UNIT_BYTES, "a node is one unit");
_Static_assert(sizeof(MctsEdge) == MCTS_UNIT_BYTES, "an edge is one unit");

typedef struct MctsTree {
    void *memory;         /* owned; units begin with the first whole cache line in it */
    unsigned char *units; /* size of them */
    uint32_t size;
    uint32_t root;
    /* A cache line of their own: they change with each new node, what stands above is read at each step of
     * each thread. */
    _Alignas(CACHE_LINE_BYTES) _Atomic uint32_t used; /* units taken, unit 0 among them */
    _Atomic uint32_t nodes;
    _Atomic uint32_t blocks; /* lists of moves made: nodes expanded, and additions to them */
    _Atomic uint32_t full;   /* 1 once something did not fit */
    _Atomic uint32_t
        tried[MOVE_LIST_MAX]; /* iterations of this decision that began with each move of the root's list */
} MctsTree;

/* Room for about so many bytes, less if memory is short; at least a root fits, or false. */
bool mcts_tree_init(MctsTree *tree, uint64_t bytes);
void mcts_tree_release(MctsTree *tree);
/* Forgets everything and makes a new root with this key. */
void mcts_tree_clear(MctsTree *tree, uint32_t key);

static inline uint32_t mcts_edge_visits(const MctsEdge *edge)
{
    return (uint32_t)atomic_load_explicit(&edge->tries, memory_order_relaxed);
}

/* Adds to a statistic. A locked addition takes as long as several plain ones, so a thread that has the tree
 * for itself (alone) does without. */
static inline void mcts_add_value(_Atomic int64_t *sum, int64_t value, bool alone)
{
    if (alone) {
        atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + value,
                              memory_order_relaxed);
    } else {
        (void)atomic_fetch_add_explicit(sum, value, memory_order_relaxed);
    }
}
static inline void mcts_add_tries(_Atomic uint64_t *tries, uint64_t more, bool alone)
{
    if (alone) {
        atomic_store_explicit(tries, atomic_load_explicit(tries, memory_order_relaxed) + more,
                              memory_order_relaxed);
    } else {
        (void)atomic_fetch_add_explicit(tries, more, memory_order_relaxed);
    }
}
static inline void mcts_add_one(_Atomic uint32_t *count, bool alone)
{
    if (alone) {
        atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1U,
                              memory_order_relaxed);
    } else {
        (void)atomic_fetch_add_explicit(count, 1U, memory_order_relaxed);
    }
}

static inline MctsNode *mcts_node(const MctsTree *tree, uint32_t index)
{
    assert(index < tree->size);
    return (MctsNode *)(void *)(tree->units + (size_t)index * MCTS_UNIT_BYTES);
}
static inline MctsBlock *mcts_block(const MctsTree *tree, uint32_t index)
{
    assert(index < tree->size);
    return (MctsBlock *)(void *)(tree->units + (size_t)index * MCTS_UNIT_BYTES);
}
static inline Move *mcts_moves(MctsBlock *block) { return (Move *)(void *)(block + 1); }
static inline uint8_t *mcts_ranks(MctsBlock *block) { return (uint8_t *)(mcts_moves(block) + block->count); }
/* Units before the edges of a block with so many of them. */
static inline uint32_t mcts_head_units(uint32_t count)
{
    const size_t bytes = sizeof(MctsBlock) + count * (sizeof(Move) + sizeof(uint8_t));
    return (uint32_t)((bytes + MCTS_UNIT_BYTES - 1) / MCTS_UNIT_BYTES);
}
static inline MctsEdge *mcts_edges(MctsBlock *block)
{
    return (MctsEdge *)(void *)((unsigned char *)block +
                                (size_t)mcts_head_units(block->count) * MCTS_UNIT_BYTES);
}
/* The edge of the n-th move in ascending order. */
static inline MctsEdge *mcts_edge_of(MctsBlock *block, uint32_t n)
{
    assert(n < block->count);
    return &mcts_edges(block)[mcts_ranks(block)[n]];
}

static inline bool mcts_tree_full(const MctsTree *tree)
{
    return atomic_load_explicit(&tree->full, memory_order_relaxed) != 0;
}
/* Units in use. */
uint32_t mcts_tree_units(const MctsTree *tree);

/* The child of an edge with this key, made if there is none; 0 if the arena is full. */
uint32_t mcts_tree_child(MctsTree *tree, MctsEdge *edge, uint32_t key);
/* The child with this key, 0 if there is none. */
uint32_t mcts_tree_find_child(const MctsTree *tree, const MctsEdge *edge, uint32_t key);

/* Adds visits of sum value to an edge of the root, as if iterations had begun with its move; nothing if the
 * root has no such edge. Needs the tree for itself. */
void mcts_tree_seed(MctsTree *tree, Move move, uint32_t visits, int64_t value);

/* A new block for these moves (ascending, at most MOVE_LIST_MAX), unpublished; absent is what each edge
 * begins with. 0 if the arena is full. */
uint32_t mcts_tree_new_block(MctsTree *tree, uint32_t count, const Move *moves, const float *priors,
                             uint32_t absent);

#endif
