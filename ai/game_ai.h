/* game_ai.h: what the program knows about playing one game, as opposed to its rules.
 *
 * A game's knowledge lives in ai/<game>/ and is offered to the rest of ai/ through one constant GameAi,
 * listed in game_ai.c. Only ai/<game>/ may include that game's state.h; everything else goes through these
 * slots.
 *
 * A strategy is a set of weights: immutable, made from a JSON file (or the game's built-in default), shared
 * by threads.
 */
#ifndef MARSHAL_AI_GAME_AI_H
#define MARSHAL_AI_GAME_AI_H

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

typedef struct GameAi {
    const char *game_id; /* as GameRules.id */

    /* Makes a strategy from a parsed file; NULL stands for the default one. Returns NULL and fills err on a
     * bad file. */
    void *(*strategy_load)(const Game *game, const JsonNode *file, Err *err);
    void (*strategy_release)(void *strategy);
    /* Chooses one of query->legal from query->view alone; ties are broken with query->rng. */
    Move (*strategy_choose)(const Game *game, const void *strategy, PolicyQuery *query);
} GameAi;

/* The knowledge for a game; NULL if there is none. */
const GameAi *game_ai_find(const char *game_id);

#endif
