/* registry.c: the lists of games and their knowledge for test programs: the real ones, the toy, and the toy
 * with nothing but what a game must fill in. Linked instead of engine/registry.c and ai/game_ai.c. */
#include "engine/registry.h"

#include <string.h>

#include "ai/game_ai.h"
#include "tests/toy/toy.h"
#include "tests/toy/toy_ai.h"
#ifndef MARSHAL_ONLY_TOY
#include "ai/games.h"
#include "engine/games.h"
#endif

static const GameRules *const GAMES[] = {&TOY_RULES, &TOY_BARE_RULES,
#ifndef MARSHAL_ONLY_TOY
                                         ENGINE_GAMES
#endif
};

static const GameAi *const AIS[] = {&TOY_AI,
#ifndef MARSHAL_ONLY_TOY
                                    AI_GAMES
#endif
};

size_t registry_count(void) { return sizeof GAMES / sizeof GAMES[0]; }

const GameRules *registry_at(size_t index) { return GAMES[index]; }

const GameRules *registry_find(const char *id)
{
    for (size_t i = 0; i < registry_count(); i++) {
        if (strcmp(registry_at(i)->id, id) == 0) {
            return registry_at(i);
        }
    }
    return NULL;
}

const GameAi *game_ai_find(const char *game_id)
{
    for (size_t i = 0; i < sizeof AIS / sizeof AIS[0]; i++) {
        if (strcmp(AIS[i]->game_id, game_id) == 0) {
            return AIS[i];
        }
    }
    return NULL;
}
