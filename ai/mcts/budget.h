/* budget.h: how the time for a whole game is shared out over its decisions.
 *
 * What is left is divided by the decisions that are still to come: those of the turns that remain, as many in
 * each as this seat has had in the turns behind it. So a game of three turns and one of ten spend
 * their time evenly, instead of by a fixed share that would leave nothing for the end of a long game. The
 * last few decisions are never reckoned to be the last: there is always something left.
 *
 * A Budget is a value; it belongs to the search of one seat in one game.
 */
#ifndef MARSHAL_AI_MCTS_BUDGET_H
#define MARSHAL_AI_MCTS_BUDGET_H

#include <stdint.h>

#include "engine/game.h"

typedef struct Budget {
    double left;       /* seconds; below 0 once it is used up */
    uint32_t turns;    /* of the scenario (GameRules.turn_count), 0: nobody knows */
    uint32_t turn;     /* of the decision asked for last */
    uint32_t past;     /* turns behind that in which this seat decided something */
    uint32_t earlier;  /* decisions of those turns */
    uint32_t this_one; /* decisions of the current turn so far, the open one included */
} Budget;

/* For a game, with so many seconds. */
Budget budget_open(const Game *game, double seconds);

/* Seconds for the decision of a view that is about to be thought over, above 0. Counts the decision. */
double budget_share(Budget *budget, const State *view);

/* Takes off what a decision has used. */
void budget_spend(Budget *budget, double seconds);

#endif
