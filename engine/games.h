/* games.h: the games there are, for the two lists that are made of them: the program's (registry.c) and that
 * of the test programs, which have the toy besides. A new game is a line in each half. */
#ifndef MARSHAL_ENGINE_GAMES_H
#define MARSHAL_ENGINE_GAMES_H

#include "engine/aon/aon.h"
#include "engine/eagles/eagles.h"
#include "engine/nae/nae.h"

#define ENGINE_GAMES &AON_RULES, &NAE_RULES, &EAGLES_RULES,

#endif
