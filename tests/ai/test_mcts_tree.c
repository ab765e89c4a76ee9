/* test_mcts_tree.c: the arena of the search tree: what it hands out belongs to one taker, also when threads
 * take at once and when it runs full.
 */
#include <criterion/criterion.h>
#include <omp.h>
#include <stdlib.h>

#include "ai/mcts/tree.h"
#include "engine/rng.h"
#include "tests/support/support.h"

enum { THREADS = 4, BLOCKS_MAX = 40000, EDGES_MAX = MOVE_LIST_MAX, REFUSALS = 10000, KEYS = 13 };

static MctsTree *new_tree(uint64_t bytes)
{
    MctsTree *tree = calloc(1, sizeof *tree);
    cr_assert(tree != NULL && mcts_tree_init(tree, bytes));
    mcts_tree_clear(tree, 7);
    return tree;
}

static void free_tree(MctsTree *tree)
{
    mcts_tree_release(tree);
    free(tree);
}

Test(mcts_tree, starts_with_a_root)
{
    MctsTree *tree = new_tree(1);
    cr_expect_neq(tree->root, 0);
    cr_expect_eq(mcts_node(tree, tree->root)->key, 7);
    cr_expect_eq(mcts_tree_units(tree), 2);
    cr_expect_not(mcts_tree_full(tree));
    free_tree(tree);
}

Test(mcts_tree, children_are_found_by_key)
{
    const Move moves[] = {3, 5};
    const float priors[] = {0.25F, 0.75F};
    MctsTree *tree = new_tree(1 << 16);
    const uint32_t block = mcts_tree_new_block(tree, 2, moves, priors, 9);
    MctsEdge *edge = mcts_edge_of(mcts_block(tree, block), 1);
    cr_expect(edge->move == 5 && edge->prior == 0.75F && edge->absent == 9);
    cr_expect_eq(mcts_tree_find_child(tree, edge, 1), 0);
    const uint32_t child = mcts_tree_child(tree, edge, 1);
    const uint32_t second = mcts_tree_child(tree, edge, 2);
    cr_expect(child != 0 && second != 0 && child != second);
    cr_expect_eq(mcts_tree_child(tree, edge, 1), child);
    cr_expect_eq(mcts_tree_find_child(tree, edge, 2), second);
    mcts_tree_clear(tree, 8);
    cr_expect_eq(mcts_tree_units(tree), 2);
    cr_expect_eq(mcts_tree_new_block(tree, 2, moves, priors, 0), block, "the same place, empty again");
    cr_expect_eq(edge->child, 0);
    free_tree(tree);
}

Test(mcts_tree, edges_are_ranked_by_prior)
{
    const Move moves[] = {2, 3, 5, 7, 11};
    const float priors[] = {0.125F, 0.25F, 0.125F, 0.5F, 0.0F};
    const Move ranked[] = {7, 3, 2, 5, 11}; /* of equals the lower move */
    MctsTree *tree = new_tree(1 << 16);
    MctsBlock *block = mcts_block(tree, mcts_tree_new_block(tree, 5, moves, priors, 0));
    for (uint32_t i = 0; i < 5; i++) {
        cr_expect_eq(mcts_moves(block)[i], moves[i]);
        cr_expect_eq(mcts_edge_of(block, i)->move, moves[i]);
        cr_expect_eq(mcts_edge_of(block, i)->prior, priors[i]);
        cr_expect_eq(mcts_edges(block)[i].move, ranked[i]);
    }
    free_tree(tree);
}

/* What is taken: blocks of count edges. */
typedef struct Taken {
    uint32_t index;
    uint32_t count;
    Move mark;
} Taken;

/* Takes blocks until far more has been refused than given, and marks each as its taker's. Large ones among
 * small ones: while the arena is nearly full, a small request that fits meets large ones that fail. */
static uint32_t take_all(MctsTree *tree, uint32_t taker, Taken *taken)
{
    static const Move moves[EDGES_MAX];
    static const float priors[EDGES_MAX];
    Rng rng = rng_derive(taker, RNG_PURPOSE_FUZZ, 0);
    uint32_t found = 0;
    for (uint32_t refused = 0; refused < REFUSALS && found < BLOCKS_MAX;) {
        const uint32_t count = rng_bounded(&rng, 2) == 0 ? 1 : EDGES_MAX;
        const Move mark = taker * BLOCKS_MAX + found;
        const uint32_t index = mcts_tree_new_block(tree, count, moves, priors, 0);
        refused += index == 0;
        for (uint32_t i = 0; index != 0 && i < count; i++) {
            mcts_edges(mcts_block(tree, index))[i].move = mark;
        }
        if (index != 0) {
            taken[found++] = (Taken){index, count, mark};
        }
    }
    return found;
}

/* Returns the units taken. */
static uint64_t expect_marks(const MctsTree *tree, const Taken *taken, uint32_t count)
{
    uint64_t units = 0;
    for (uint32_t i = 0; i < count; i++) {
        MctsBlock *block = mcts_block(tree, taken[i].index);
        const uint32_t size = mcts_head_units(taken[i].count) + taken[i].count;
        cr_assert_leq((uint64_t)taken[i].index + size, tree->size);
        cr_assert_eq(block->count, taken[i].count, "a block's header was given away twice");
        for (uint32_t e = 0; e < block->count; e++) {
            cr_assert_eq(mcts_edges(block)[e].move, taken[i].mark, "an edge was given away twice");
        }
        units += size;
    }
    return units;
}

Test(mcts_tree, full_arena_gives_no_unit_twice, .timeout = 120)
{
    const int rounds = support_short() ? 20 : 400;
    Taken *taken = calloc((size_t)THREADS * BLOCKS_MAX, sizeof *taken);
    MctsTree *tree = new_tree(1 << 21);
    cr_assert(taken != NULL);
    for (int round = 0; round < rounds; round++) {
        uint32_t found[THREADS] = {0};
        uint64_t units = 2;
        mcts_tree_clear(tree, 7);
#pragma omp parallel num_threads(THREADS)
        found[omp_get_thread_num()] =
            take_all(tree, (uint32_t)omp_get_thread_num(), taken + (size_t)omp_get_thread_num() * BLOCKS_MAX);
        for (size_t t = 0; t < THREADS; t++) {
            units += expect_marks(tree, taken + t * BLOCKS_MAX, found[t]);
        }
        cr_assert_eq(units, mcts_tree_units(tree));
        cr_assert(mcts_tree_full(tree));
        cr_assert_eq(mcts_node(tree, tree->root)->key, 7);
    }
    free_tree(tree);
    free(taken);
}

Test(mcts_tree, threads_agree_on_children)
{
    const int rounds = support_short() ? 50 : 200;
    const Move move = 1;
    const float prior = 1;
    MctsTree *tree = new_tree(1 << 17);
    for (int round = 0; round < rounds; round++) {
        uint32_t children[THREADS][KEYS] = {{0}};
        mcts_tree_clear(tree, 7);
        MctsEdge *edge = mcts_edges(mcts_block(tree, mcts_tree_new_block(tree, 1, &move, &prior, 0)));
#pragma omp parallel num_threads(THREADS)
        for (uint32_t key = 0; key < KEYS; key++) {
            children[omp_get_thread_num()][key] = mcts_tree_child(tree, edge, key);
        }
        for (int i = 0; i < THREADS * KEYS; i++) {
            cr_assert_neq(children[i / KEYS][i % KEYS], 0);
            cr_assert_eq(children[i / KEYS][i % KEYS], children[0][i % KEYS], "two children with one key");
        }
    }
    free_tree(tree);
}
