/* tree.c: the arena of the search tree. */
#include "ai/mcts/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_UNITS = 1024 };

bool mcts_tree_init(MctsTree *tree, uint64_t bytes)
{
    uint64_t units = bytes / MCTS_UNIT_BYTES;
    units = units > UINT32_MAX / 2 ? UINT32_MAX / 2 : units < LEAST_UNITS ? LEAST_UNITS : units;
    tree->memory = NULL;
    /* calloc of a large block is a promise of zero pages: only those that are used cost memory */
    while (tree->memory == NULL && units >= LEAST_UNITS) {
        tree->memory = calloc(units * MCTS_UNIT_BYTES + CACHE_LINE_BYTES - 1, 1);
        tree->size = (uint32_t)units;
        units /= 2;
    }
    if (tree->memory == NULL) {
        return false;
    }
    /* no edge may lie on two lines: large blocks begin 16 bytes behind a page */
    const uintptr_t past_line = (uintptr_t)tree->memory % CACHE_LINE_BYTES;
    tree->units = (unsigned char *)tree->memory + (past_line > 0 ? CACHE_LINE_BYTES - past_line : 0);
    atomic_init(&tree->used, 1U);
    atomic_init(&tree->nodes, 0U);
    atomic_init(&tree->blocks, 0U);
    atomic_init(&tree->full, 0U);
    tree->root = 0;
    return true;
}

void mcts_tree_release(MctsTree *tree)
{
    free(tree->memory);
    tree->memory = NULL;
    tree->units = NULL;
}

uint32_t mcts_tree_units(const MctsTree *tree)
{
    return atomic_load_explicit(&tree->used, memory_order_relaxed);
}

/* Units in a row, zeroed; 0 if there are not so many left. The count never runs over what there is: to add
 * first and take back afterwards would let two threads that fail at once hand out the same unit twice. */
static uint32_t take(MctsTree *tree, uint32_t count)
{
    assert(count > 0 && tree->units != NULL);
    uint32_t at = atomic_load_explicit(&tree->used, memory_order_relaxed);
    while (count <= tree->size - at) {
        if (atomic_compare_exchange_weak_explicit(&tree->used, &at, at + count, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            return at;
        }
    }
    atomic_store_explicit(&tree->full, 1U, memory_order_relaxed);
    return 0;
}

static uint32_t new_node(MctsTree *tree, uint32_t key)
{
    const uint32_t index = take(tree, 1);
    if (index != 0) {
        mcts_node(tree, index)->key = key;
        (void)atomic_fetch_add_explicit(&tree->nodes, 1U, memory_order_relaxed);
    }
    return index;
}

void mcts_tree_clear(MctsTree *tree, uint32_t key)
{
    assert(tree->units != NULL);
    memset(tree->units, 0, (size_t)mcts_tree_units(tree) * MCTS_UNIT_BYTES);
    atomic_store_explicit(&tree->used, 1U, memory_order_relaxed);
    atomic_store_explicit(&tree->nodes, 0U, memory_order_relaxed);
    atomic_store_explicit(&tree->blocks, 0U, memory_order_relaxed);
    atomic_store_explicit(&tree->full, 0U, memory_order_relaxed);
    tree->root = new_node(tree, key);
}

static uint32_t find_from(const MctsTree *tree, uint32_t index, uint32_t key)
{
    while (index != 0 && mcts_node(tree, index)->key != key) {
        index = atomic_load_explicit(&mcts_node(tree, index)->next, memory_order_acquire);
    }
    return index;
}

uint32_t mcts_tree_find_child(const MctsTree *tree, const MctsEdge *edge, uint32_t key)
{
    return find_from(tree, atomic_load_explicit(&edge->child, memory_order_acquire), key);
}

uint32_t mcts_tree_child(MctsTree *tree, MctsEdge *edge, uint32_t key)
{
    uint32_t head = atomic_load_explicit(&edge->child, memory_order_acquire);
    uint32_t found = find_from(tree, head, key);
    if (found != 0) {
        return found;
    }
    const uint32_t fresh = new_node(tree, key);
    if (fresh == 0) {
        return 0;
    }
    for (;;) {
        atomic_store_explicit(&mcts_node(tree, fresh)->next, head, memory_order_relaxed);
        if (atomic_compare_exchange_weak_explicit(&edge->child, &head, fresh, memory_order_acq_rel,
                                                  memory_order_acquire)) {
            return fresh;
        }
        found = find_from(tree, head, key); /* another thread was first: the fresh node is left unused */
        if (found != 0) {
            return found;
        }
    }
}

/* order[r] is the place of the r-th best in priors; equals stay as they are. Lists are short, and mostly
 * short of twenty. */
static void rank(const float *priors, uint32_t count, uint8_t *order)
{
    assert(count <= MOVE_LIST_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        while (at > 0 && priors[order[at - 1]] < priors[i]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (uint8_t)i;
    }
}

uint32_t mcts_tree_new_block(MctsTree *tree, uint32_t count, const Move *moves, const float *priors,
                             uint32_t absent)
{
    assert(count > 0 && count <= MOVE_LIST_MAX);
    uint8_t order[MOVE_LIST_MAX];
    const uint32_t index = take(tree, mcts_head_units(count) + count);
    if (index == 0) {
        return 0;
    }
    MctsBlock *block = mcts_block(tree, index);
    (void)atomic_fetch_add_explicit(&tree->blocks, 1U, memory_order_relaxed);
    block->count = count;
    memcpy(mcts_moves(block), moves, count * sizeof *moves);
    rank(priors, count, order);
    MctsEdge *edges = mcts_edges(block);
    for (uint32_t r = 0; r < count; r++) {
        mcts_ranks(block)[order[r]] = (uint8_t)r;
        edges[r].move = moves[order[r]];
        edges[r].prior = priors[order[r]];
        atomic_store_explicit(&edges[r].absent, absent, memory_order_relaxed);
    }
    return index;
}

void mcts_tree_seed(MctsTree *tree, Move move, uint32_t visits, int64_t value)
{
    MctsNode *root = mcts_node(tree, tree->root);
    for (uint32_t index = atomic_load_explicit(&root->first, memory_order_relaxed); index != 0;
         index = atomic_load_explicit(&mcts_block(tree, index)->next, memory_order_relaxed)) {
        MctsBlock *block = mcts_block(tree, index);
        for (uint32_t e = 0; e < block->count; e++) {
            MctsEdge *edge = &mcts_edges(block)[e];
            if (edge->move == move) {
                mcts_add_tries(&edge->tries, visits * MCTS_VISIT, true);
                mcts_add_value(&edge->value, value, true);
                mcts_add_value(&root->value, value, true);
                atomic_fetch_add_explicit(&root->visits, visits, memory_order_relaxed);
                return;
            }
        }
    }
}
