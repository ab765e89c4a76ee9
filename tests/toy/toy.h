/* toy.h: the toy game behind the interface of engine/game.h: all of it that anybody else may include. */
#ifndef MARSHAL_TESTS_TOY_TOY_H
#define MARSHAL_TESTS_TOY_TOY_H

#include "engine/game.h"

extern const GameRules TOY_RULES;
/* The same rules with nothing but what a game must fill in ("bare"). */
extern const GameRules TOY_BARE_RULES;

#endif
