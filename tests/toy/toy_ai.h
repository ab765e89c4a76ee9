/* toy_ai.h: how to play the toy game. */
#ifndef MARSHAL_TESTS_TOY_TOY_AI_H
#define MARSHAL_TESTS_TOY_TOY_AI_H

#include "ai/game_ai.h"

extern const GameAi TOY_AI;

#endif
