/* effort.c: what duels have shown to suit Napoleon against Europe (results/plans.md; levels:
 * docs/games/nae.md). */
#include "ai/nae/effort.h"

#include "ai/nae/sense.h"

/* Up to 4 the heuristic player, with and without blunders. */
static const EffortLevel LEVELS[] = {
    {1, 0.6, NULL},  {1, 0.27, NULL},  {1, 0.14, NULL},  {1, 0.0, NULL},    {12, 0.0, NULL},
    {36, 0.0, NULL}, {120, 0.0, NULL}, {400, 0.0, NULL}, {1500, 0.0, NULL}, {5000, 0.0, NULL},
};

const Effort NAE_EFFORT = {
    .kind = "plans",
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 5,
    /* who asks what to do is to be told, of a minor decision too: the plan's answer weighs nothing */
    .glance = "plans:sims=32,minor=0",
    .advice = "plans:sims=2000,time=4,minor=0",
    .analysis = "plans:sims=2000,minor=0",
    .review_sims = 100,
    .quick_sims = 30,
};

/* In a campaign and its first year the evaluation judges after these, which tells more by the second than
 * playing a year to its end. The Hundred Days are short and hang on one man's fall, which no sum over the
 * board foretells: they are played to their end (results/nae-search.md). */
enum { ACTIONS = 2, TO_THE_END = 0 };

static uint64_t stretches_of(const Game *game)
{
    return nae_is_hundred_days(game->data) ? TO_THE_END : ACTIONS;
}

void nae_plans_defaults(const Game *game, PlansParams *params) { params->horizon = stretches_of(game); }

/* The heuristic player plays leaves on, as far as plans are: a tree reaches a few decisions of an action, and
 * what they were worth shows at its end. Half of the iterations are whole plans: a tree alone puts off what
 * it could as well do later. */
void nae_search_defaults(const Game *game, MctsParams *params)
{
    enum { DECISIONS = 4000 };
    params->minor = 2;
    params->playout = MCTS_PLAYOUT_HEAVY;
    params->horizon = nae_is_hundred_days(game->data) ? MCTS_HORIZON_FULL : DECISIONS;
    params->stretches = stretches_of(game);
    params->plans = 0.5;
}
