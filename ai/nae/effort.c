/* effort.c: what duels have shown to suit Napoleon against Europe (results/plans.md; levels:
 * docs/games/nae.md). */
#include "ai/nae/effort.h"

static const EffortLevel LEVELS[] = {
    {1, 0.5},  {1, 0.25},  {1, 0.1},   {1, 0.0},   {24, 0.0},
    {48, 0.0}, {100, 0.0}, {200, 0.0}, {500, 0.0}, {1500, 0.0},
};

const Effort NAE_EFFORT = {
    .kind = "plans",
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 5,
    .glance = "plans:sims=32",
    .advice = "plans:sims=2000,time=4",
    .analysis = "plans:sims=2000",
    .review_sims = 100,
    .quick_sims = 30,
};

/* The evaluation judges after these, which tells more by the second than playing a year to its end
 * (results/nae-search.md). */
enum { ACTIONS = 2 };

void nae_plans_defaults(const Game *game, PlansParams *params)
{
    (void)game;
    params->horizon = ACTIONS;
}

/* The heuristic player plays leaves on, as far as plans are: a tree reaches a few decisions of an action, and
 * what they were worth shows at its end. */
void nae_search_defaults(const Game *game, MctsParams *params)
{
    enum { DECISIONS = 4000 };
    (void)game;
    params->minor = 2;
    params->playout = MCTS_PLAYOUT_HEAVY;
    params->horizon = DECISIONS;
    params->stretches = ACTIONS;
}
