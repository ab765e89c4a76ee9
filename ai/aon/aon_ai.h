/* aon_ai.h: how to play Age of Napoleon, for ai/game_ai.c. */
#ifndef MARSHAL_AI_AON_AON_AI_H
#define MARSHAL_AI_AON_AON_AI_H

#include "ai/game_ai.h"

extern const GameAi AON_AI;

#endif
