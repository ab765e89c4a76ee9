/* budget.c: the time for a game, shared out over the decisions that are still to come. */
#include "ai/mcts/budget.h"

#include <assert.h>

enum {
    PRIOR_DECISIONS = 40, /* of a seat in a turn, as long as nothing is known: weighs as one turn */
    LEAST_DECISIONS = 6,  /* so many are always reckoned to come */
    UNKNOWN_LEFT = 60,    /* decisions to come in a game that does not say how many turns it has */
};
/* A turn that has more decisions than turns had so far goes on for a while, and later ones may be like it. */
static const double LIVELY = 1.2;
static const double LEAST_SECONDS = 1e-9; /* once the budget is gone, 0 would mean no limit */

Budget budget_open(const Game *game, double seconds)
{
    const uint32_t turns = game->rules->turn_count != NULL ? game->rules->turn_count(game->data) : 0;
    return (Budget){.left = seconds, .turns = turns};
}

static void count(Budget *budget, uint32_t turn)
{
    if (turn != budget->turn) {
        budget->past += budget->this_one > 0 ? 1U : 0U;
        budget->earlier += budget->this_one;
        budget->this_one = 0;
        budget->turn = turn;
    }
    budget->this_one++;
}

/* Decisions still to come, the open one included. */
static double to_come(const Budget *budget)
{
    if (budget->turns == 0) {
        return UNKNOWN_LEFT;
    }
    const double made = (double)budget->this_one - 1.0;
    const double average = (double)(budget->earlier + PRIOR_DECISIONS) / (double)(budget->past + 1U);
    const double a_turn = average > made * LIVELY ? average : made * LIVELY;
    const double here = a_turn - made > 1.0 ? a_turn - made : 1.0;
    const double later =
        budget->turn + 1U < budget->turns ? (double)(budget->turns - budget->turn - 1U) : 0.0;
    const double all = here + later * a_turn;
    return all > LEAST_DECISIONS ? all : LEAST_DECISIONS;
}

double budget_share(Budget *budget, const State *view)
{
    assert(view != NULL && !view->over);
    assert(view->over == 0);
    count(budget, view->turn);
    const double share = budget->left / to_come(budget);
    return share > LEAST_SECONDS ? share : LEAST_SECONDS;
}

void budget_spend(Budget *budget, double seconds)
{
    assert(seconds >= 0.0);
    assert(seconds >= 0.0);
    budget->left -= seconds;
}
