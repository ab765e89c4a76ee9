/* connect4_solver.c: see connect4_solver.h.
 *
 * Alpha-beta on bitboards with the published ideas of Allis, Tromp and Pons, written anew: moves that let the
 * other seat win at once are never tried; moves that make most threats come first; a table holds both bounds
 * of positions seen; and the score is found by halving its range with searches of a null window, since each
 * of those cuts nearly everything.
 */
#include "tests/ai/connect4_solver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SCORE_LIMIT = 21,
    BOUND_BITS = 6, /* score + SCORE_LIMIT fits */
    BOUND_MASK = (1 << BOUND_BITS) - 1,
};

#define BOTTOM UINT64_C(0x0000040810204081)
#define CELLS  (BOTTOM * 0x3F)

_Static_assert((BOTTOM >> (SMALL_CONNECT4_STRIDE * SMALL_CONNECT4_COLUMNS)) == 0, "seven columns");

/* The seat to act owns mine; every search is from its side. */
typedef struct Position {
    uint64_t mine;
    uint64_t all;
    int stones;
} Position;

struct Connect4Solver {
    uint64_t *table; /* key << 12 | upper bound << 6 | lower bound; 0: empty */
    unsigned table_bits;
    uint64_t nodes;
};

/* ---- positions ---- */

static int count_cells(uint64_t set) { return __builtin_popcountll(set); }

static uint64_t column_cells(uint32_t column) { return UINT64_C(0x3F) << (column * SMALL_CONNECT4_STRIDE); }

/* The lowest empty cell of every column with room. */
static uint64_t open_cells(const Position *p) { return (p->all + BOTTOM) & ~p->all & CELLS; }

/* Empty cells, open or not, that would complete four for the owner of stones. Each line through a cell is
 * three more stones at distances of -3 to 3 steps from it. */
static uint64_t winning_cells(uint64_t stones, uint64_t all)
{
    static const unsigned steps[] = {1, SMALL_CONNECT4_STRIDE - 1, SMALL_CONNECT4_STRIDE,
                                     SMALL_CONNECT4_STRIDE + 1};
    uint64_t found = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const unsigned step = steps[i];
        const uint64_t below = stones << step;
        const uint64_t above = stones >> step;
        const uint64_t two_below = below & (below << step);
        const uint64_t two_above = above & (above >> step);
        found |= two_below & ((stones << 3 * step) | above);
        found |= two_above & ((stones >> 3 * step) | below);
    }
    return found & CELLS & ~all;
}

static bool can_win_now(const Position *p) { return (winning_cells(p->mine, p->all) & open_cells(p)) != 0; }

/* Open cells after which the other seat cannot win at once. */
static uint64_t safe_cells(const Position *p)
{
    const uint64_t threats = winning_cells(p->all ^ p->mine, p->all);
    uint64_t open = open_cells(p);
    const uint64_t forced = open & threats;
    if (forced != 0) {
        if ((forced & (forced - 1)) != 0) {
            return 0;
        }
        open = forced;
    }
    return open & ~(threats >> 1);
}

/* A stone on cell; then the other seat is to act. */
static Position after(const Position *p, uint64_t cell)
{
    const Position next = {p->all ^ p->mine, p->all | cell, p->stones + 1};
    return next;
}

/* Score of winning with the next stone. */
static int win_now(int stones) { return (SMALL_CONNECT4_CELLS + 1 - stones) / 2; }

/* ---- table ---- */

/* The seat's stones with a mark on top of every column: tells positions apart, and is never 0. */
static uint64_t key_of(const Position *p) { return p->mine | ((p->all + BOTTOM) & ~p->all); }

static uint64_t *slot_of(const Connect4Solver *solver, uint64_t key)
{
    return &solver->table[(key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - solver->table_bits)];
}

/* Narrows lower and upper by what is known. */
static void recall(const Connect4Solver *solver, uint64_t key, int *lower, int *upper)
{
    const uint64_t entry = *slot_of(solver, key);
    if (entry >> (2 * BOUND_BITS) == key) {
        const int known_lower = (int)(entry & BOUND_MASK) - SCORE_LIMIT;
        const int known_upper = (int)((entry >> BOUND_BITS) & BOUND_MASK) - SCORE_LIMIT;
        *lower = known_lower > *lower ? known_lower : *lower;
        *upper = known_upper < *upper ? known_upper : *upper;
    }
}

static void remember(const Connect4Solver *solver, uint64_t key, int lower, int upper)
{
    *slot_of(solver, key) = key << (2 * BOUND_BITS) | (uint64_t)(upper + SCORE_LIMIT) << BOUND_BITS |
                            (uint64_t)(lower + SCORE_LIMIT);
}

/* ---- search ---- */

/* Splits a set of cells into a list, most threats made first, then the middle first; returns their number. */
static int order_cells(const Position *p, uint64_t set, uint64_t cells[SMALL_CONNECT4_COLUMNS])
{
    static const uint8_t from_the_middle[SMALL_CONNECT4_COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    int threats[SMALL_CONNECT4_COLUMNS];
    int count = 0;
    for (int i = 0; i < SMALL_CONNECT4_COLUMNS; i++) {
        const uint64_t cell = set & column_cells(from_the_middle[i]);
        if (cell == 0) {
            continue;
        }
        const int made = count_cells(winning_cells(p->mine | cell, p->all | cell));
        int at = count++;
        for (; at > 0 && threats[at - 1] < made; at--) {
            threats[at] = threats[at - 1];
            cells[at] = cells[at - 1];
        }
        threats[at] = made;
        cells[at] = cell;
    }
    return count;
}

/* True if the score is more than bound. The seat to act must have no win at once. */
static bool is_above(Connect4Solver *solver, const Position *p, int bound)
{
    uint64_t cells[SMALL_CONNECT4_COLUMNS];
    const uint64_t safe = safe_cells(p);
    const uint64_t key = key_of(p);
    /* neither seat wins with its next stone, so these are the quickest loss and win left */
    int lower = -(SMALL_CONNECT4_CELLS - 2 - p->stones) / 2;
    int upper = win_now(p->stones + 2);
    solver->nodes++;
    if (safe == 0) {
        return -win_now(p->stones + 1) > bound;
    }
    if (p->stones >= SMALL_CONNECT4_CELLS - 2) {
        return 0 > bound;
    }
    recall(solver, key, &lower, &upper);
    if (bound < lower || bound >= upper) {
        return bound < lower;
    }
    const int count = order_cells(p, safe, cells);
    bool above = false;
    for (int i = 0; i < count && !above; i++) {
        const Position next = after(p, cells[i]);
        /* more than bound for us: not more than -bound - 1 for them */
        above = !is_above(solver, &next, -bound - 1);
    }
    remember(solver, key, above ? bound + 1 : lower, above ? upper : bound);
    return above;
}

static int solve(Connect4Solver *solver, const Position *p)
{
    if (can_win_now(p)) {
        return win_now(p->stones);
    }
    int lower = -win_now(p->stones + 1);
    int upper = win_now(p->stones + 2);
    while (lower < upper) {
        int bound = lower + (upper - lower) / 2;
        /* quick ends are rare and slow to exclude: ask near 0 first */
        if (bound <= 0 && lower / 2 < bound) {
            bound = lower / 2;
        } else if (bound >= 0 && upper / 2 > bound) {
            bound = upper / 2;
        }
        bound = bound < lower ? lower : bound >= upper ? upper - 1 : bound;
        if (is_above(solver, p, bound)) {
            lower = bound + 1;
        } else {
            upper = bound;
        }
    }
    return lower;
}

/* ---- interface ---- */

Connect4Solver *connect4_solver_new(unsigned table_bits)
{
    Connect4Solver *solver = malloc(sizeof *solver);
    assert(table_bits >= 1 && table_bits <= 30);
    if (solver != NULL) {
        solver->table = calloc((size_t)1 << table_bits, sizeof solver->table[0]);
        solver->table_bits = table_bits;
        solver->nodes = 0;
    }
    if (solver == NULL || solver->table == NULL) {
        perror("connect4_solver_new");
        abort();
    }
    return solver;
}

void connect4_solver_free(Connect4Solver *solver)
{
    free(solver->table);
    free(solver);
}

uint64_t connect4_solver_nodes(const Connect4Solver *solver) { return solver->nodes; }

static Position position_of(const SmallConnect4State *state)
{
    const uint64_t all = state->board[SEAT_FRENCH] | state->board[SEAT_COALITION];
    assert(!state->header.over);
    const Position p = {state->board[state->header.seat], all, state->stones};
    return p;
}

int connect4_solver_score(Connect4Solver *solver, const SmallConnect4State *state)
{
    const Position p = position_of(state);
    return solve(solver, &p);
}

/* Score for the seat to act at p of a stone on cell. */
static int score_of_cell(Connect4Solver *solver, const Position *p, uint64_t cell)
{
    const Position next = after(p, cell);
    if (small_connect4_has_four(p->mine | cell)) {
        return win_now(p->stones);
    }
    return next.stones == SMALL_CONNECT4_CELLS ? 0 : -solve(solver, &next);
}

static int sign_of(int score) { return (score > 0) - (score < 0); }

void connect4_answer_from_columns(Connect4Answer *answer, const int8_t columns[SMALL_CONNECT4_COLUMNS])
{
    answer->score = CONNECT4_NO_MOVE;
    answer->best = 0;
    answer->keeping = 0;
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        const int score = columns[column];
        answer->columns[column] = score;
        answer->score = score > answer->score ? score : answer->score;
    }
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        const int score = columns[column];
        const bool keeps = score != CONNECT4_NO_MOVE && sign_of(score) == sign_of(answer->score);
        answer->best |= score == answer->score ? UINT32_C(1) << column : 0;
        answer->keeping |= keeps ? UINT32_C(1) << column : 0;
    }
}

void connect4_solver_answer(Connect4Solver *solver, const SmallConnect4State *state, Connect4Answer *answer)
{
    const Position p = position_of(state);
    int8_t columns[SMALL_CONNECT4_COLUMNS];
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        const uint64_t cell = open_cells(&p) & column_cells(column);
        columns[column] = (int8_t)(cell != 0 ? score_of_cell(solver, &p, cell) : CONNECT4_NO_MOVE);
    }
    connect4_answer_from_columns(answer, columns);
}
