/* effort.h: how the program searches Age of Napoleon and how hard it thinks (ai/effort.h). */
#ifndef MARSHAL_AI_AON_EFFORT_H
#define MARSHAL_AI_AON_EFFORT_H

#include "ai/effort.h"
#include "ai/mcts/params.h"

extern const Effort AON_EFFORT;

/* GameAi.search_defaults. */
void aon_search_defaults(const Game *game, MctsParams *params);

#endif
