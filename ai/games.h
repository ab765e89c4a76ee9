/* games.h: the games that somebody has taught the program to play, for the program's list (game_ai.c) and
 * that of the test programs. A new game is a line in each half. */
#ifndef MARSHAL_AI_GAMES_H
#define MARSHAL_AI_GAMES_H

#include "ai/aon/aon_ai.h"
#include "ai/eagles/eagles_ai.h"
#include "ai/nae/nae_ai.h"

#define AI_GAMES &AON_AI, &NAE_AI, &EAGLES_AI,

#endif
