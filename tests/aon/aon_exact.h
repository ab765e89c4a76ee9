/* aon_exact.h: small endings of Age of Napoleon and their exact values.
 *
 * The solver is expectimax on full positions: the French seat maximises its chance to win, the Coalition
 * minimises it, and dice are averaged over all their outcomes (dice_enumerate_first / _next). Nothing is
 * sampled, and nothing left out but moves that cannot matter since another one wins for certain: a position
 * is solved, or reported as too big. The solver knows games by the interface of game.h alone.
 *
 * An ending is a position of the last round of 1815 with a few corps on the map. Nothing in it is hidden:
 * stacks lie open (options.hidden_stacks=false), each seat knows the other's cards, and no card is drawn any
 * more. So a search that is given a view can be held against the exact values. Endings are made from a number
 * alone, by setting up the map and playing on by legal moves chosen at random; nobody looks at their values
 * in making them.
 */
#ifndef MARSHAL_TESTS_AON_AON_EXACT_H
#define MARSHAL_TESTS_AON_AON_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/aon/aon.h"
#include "engine/game.h"

/* ---- solver ---- */

typedef struct AonExact AonExact;

/* A solver with room for 2^bits positions in its table; NULL without memory. Borrows game. */
AonExact *aon_exact_new(const Game *game, unsigned bits);
void aon_exact_free(AonExact *exact);

/* The legal moves of a position with the French chance to win after each, and before the choice. */
typedef struct AonExactMoves {
    MoveList legal;
    double value[MOVE_LIST_MAX];
    double best; /* of them: the greatest or, if the Coalition decides, the least */
    Seat seat;   /* who decides */
} AonExactMoves;

/* Solves a position that is not over. False if it is too big: more than `budget` applies, more positions than
 * the table holds, or an apply with more draws than can be enumerated. */
bool aon_exact_solve(AonExact *exact, const State *state, uint64_t budget, AonExactMoves *moves);

/* Applies of the last call. */
uint64_t aon_exact_applies(const AonExact *exact);

/* What a move loses against the best one for the seat that decides, 0 or more; of a move that is not
 * legal, 1. */
double aon_exact_loss(const AonExactMoves *moves, Move move);

/* What the worst move loses: how much hangs on the decision. */
double aon_exact_spread(const AonExactMoves *moves);

/* ---- endings ---- */

enum aon_ending {
    AON_ENDING_BATTLE, /* a battle under way in the last part: who fights, cards, losses, pursuit, retreat */
    AON_ENDING_ROUND,  /* marches, withdrawals and interceptions of the last part or the last two */
    AON_ENDING_COUNT
};

/* Loads the scenario the endings are made from; once, before the first. */
void aon_ending_load(void);

/* Makes ending number `number` of a family in aon_s(); it passes aon_check and has two or more legal moves.
 * False: this number gives none (the game ended, or no battle came about, on the way). */
bool aon_ending_make(enum aon_ending family, uint64_t number);

#endif
