/* eagles.h: Napoleon's Eagles as a game module (game.h). */
#ifndef MARSHAL_ENGINE_EAGLES_EAGLES_H
#define MARSHAL_ENGINE_EAGLES_EAGLES_H

#include "engine/game.h"

extern const GameRules EAGLES_RULES;

#endif
