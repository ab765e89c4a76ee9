/* effort.c: what duels and ratings have shown to suit Age of Napoleon (results/search-ablation.md, levels:
 * docs/play.md). */
#include "ai/aon/effort.h"

static const EffortLevel LEVELS[] = {
    {64, 8.0, NULL}, {64, 3.5, NULL}, {64, 2.3, NULL},  {64, 1.7, NULL},   {64, 1.3, NULL},
    {64, 1.0, NULL}, {80, 0.7, NULL}, {110, 0.0, NULL}, {1000, 0.0, NULL}, {80000, 0.0, NULL},
};

const Effort AON_EFFORT = {
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 5,
    .glance = "mcts:sims=400,memory=16",
    .advice = "mcts:sims=8000,time=3,memory=64",
    .analysis = "mcts:sims=20000",
    .review_sims = 2000,
    .quick_sims = 200,
};

void aon_search_defaults(const Game *game, MctsParams *params)
{
    (void)game;
    params->c = 0.35;
    params->fpu = 0.07;
    params->priors = MCTS_PRIORS_LEARNED;
    params->horizon = 48;
    params->quiet = 1;
    params->split = 0;
    params->minor = 1;
    params->common = 1;
    params->playout = MCTS_PLAYOUT_PRIORS;
    params->parallel = MCTS_PARALLEL_ROOT;
}
