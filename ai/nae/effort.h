/* effort.h: how hard the program thinks about Napoleon against Europe. Internal to ai/nae. */
#ifndef MARSHAL_AI_NAE_EFFORT_H
#define MARSHAL_AI_NAE_EFFORT_H

#include "ai/game_ai.h"

extern const Effort NAE_EFFORT;

/* GameAi.plans_defaults. */
void nae_plans_defaults(const Game *game, PlansParams *params);
/* GameAi.search_defaults. */
void nae_search_defaults(const Game *game, MctsParams *params);

#endif
