/* endings.h: where a game of Age of Napoleon comes to its end: fills slots of GameAi (ai/game_ai.h). Internal
 * to ai/aon. */
#ifndef MARSHAL_AI_AON_ENDINGS_H
#define MARSHAL_AI_AON_ENDINGS_H

#include "ai/game_ai.h"

bool aon_is_ending(const Game *game, const State *state);
bool aon_settled(const Game *game, const State *state, double *chance);

#endif
