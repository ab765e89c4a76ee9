/* game_ai.c: the list of games that somebody has taught the program to play. */
#include "ai/game_ai.h"

#include <stddef.h>
#include <string.h>

#include "ai/games.h"

static const GameAi *const AIS[] = {AI_GAMES NULL}; /* NULL ends the list */

const GameAi *game_ai_find(const char *game_id)
{
    for (size_t i = 0; AIS[i] != NULL; i++) {
        if (strcmp(AIS[i]->game_id, game_id) == 0) {
            return AIS[i];
        }
    }
    return NULL;
}
