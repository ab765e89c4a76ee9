/* nae_ai.h: how to play Napoleon against Europe, for ai/game_ai.c. */
#ifndef MARSHAL_AI_NAE_NAE_AI_H
#define MARSHAL_AI_NAE_NAE_AI_H

#include "ai/game_ai.h"

extern const GameAi NAE_AI;

#endif
