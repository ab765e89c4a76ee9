/* eagles_ai.h: how the program plays Napoleon's Eagles. */
#ifndef MARSHAL_AI_EAGLES_EAGLES_AI_H
#define MARSHAL_AI_EAGLES_EAGLES_AI_H

#include "ai/game_ai.h"

extern const GameAi EAGLES_AI;

#endif
