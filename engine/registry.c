/* registry.c: the list of games. */
#include "engine/registry.h"

#include <assert.h>
#include <string.h>

#include "engine/games.h"

static const GameRules *const GAMES[] = {ENGINE_GAMES};

size_t registry_count(void) { return sizeof GAMES / sizeof GAMES[0]; }

const GameRules *registry_at(size_t index) { return GAMES[index]; }

const GameRules *registry_find(const char *id)
{
    assert(id != NULL);
    for (size_t i = 0; i < registry_count(); i++) {
        if (strcmp(registry_at(i)->id, id) == 0) {
            return registry_at(i);
        }
    }
    return NULL;
}
