/* effort.c: the effort of a game, and plain numbers for games without. */
#include "ai/effort.h"

#include <assert.h>

#include "ai/game_ai.h"

static const EffortLevel LEVELS[] = {{32, 6.0, NULL},  {64, 3.0, NULL},  {64, 1.5, NULL},
                                     {100, 0.7, NULL}, {200, 0.0, NULL}, {2000, 0.0, NULL}};

static const Effort PLAIN = {
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 3,
    .glance = "mcts:sims=200,memory=16",
    .advice = "mcts:sims=4000,time=3,memory=64",
    .analysis = "mcts:sims=10000",
    .review_sims = 1000,
    .quick_sims = 100,
};

const Effort *effort_of(const char *game_id)
{
    const GameAi *ai = game_ai_find(game_id);
    const Effort *effort = ai != NULL && ai->effort != NULL ? ai->effort : &PLAIN;
    assert(effort->usual_level >= 1 && effort->usual_level <= effort->level_count);
    return effort;
}
