/* effort.c: what duels have shown to suit Napoleon's Eagles (results/plans.md; levels: docs/play.md). */
#include "ai/eagles/effort.h"

/* Up to 5 the heuristic player, with and without blunders; from 8 on plans begin a tree: more of them alone
 * gain next to nothing there. */
static const EffortLevel LEVELS[] = {
    {1, 0.35, NULL}, {1, 0.2, NULL},  {1, 0.11, NULL},    {1, 0.05, NULL},     {1, 0.0, NULL},
    {12, 0.0, NULL}, {32, 0.0, NULL}, {400, 0.0, "mcts"}, {1600, 0.0, "mcts"}, {6400, 0.0, "mcts"},
};

const Effort EAGLES_EFFORT = {
    .kind = "plans",
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 5,
    /* who asks what to do is to be told, of a minor decision too: the plan's answer weighs nothing */
    .glance = "plans:sims=32,minor=0",
    .advice = "plans:sims=2000,time=4,minor=0",
    .analysis = "plans:sims=2000,minor=0",
    .review_sims = 60,
    .quick_sims = 24,
};

/* To the end of the player-turn, where the evaluation judges. */
void eagles_plans_defaults(const Game *game, PlansParams *params)
{
    (void)game;
    params->horizon = 1;
}

/* The heuristic player plays leaves on to the end of the player-turn: a tree reaches a few steps of a march,
 * and what it was worth shows there. Half of the iterations are whole plans, as in Napoleon against Europe.
 */
void eagles_search_defaults(const Game *game, MctsParams *params)
{
    enum { DECISIONS = 4000 };
    (void)game;
    params->minor = 2;
    params->playout = MCTS_PLAYOUT_HEAVY;
    params->horizon = DECISIONS;
    params->stretches = 1;
    params->plans = 0.5;
}
