/* effort.h: how hard the program thinks about Napoleon's Eagles. Internal to ai/eagles. */
#ifndef MARSHAL_AI_EAGLES_EFFORT_H
#define MARSHAL_AI_EAGLES_EFFORT_H

#include "ai/game_ai.h"

extern const Effort EAGLES_EFFORT;

/* GameAi.plans_defaults. */
void eagles_plans_defaults(const Game *game, PlansParams *params);
/* GameAi.search_defaults. */
void eagles_search_defaults(const Game *game, MctsParams *params);

#endif
