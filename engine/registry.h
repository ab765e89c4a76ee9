/* registry.h: the list of games. A new game is a folder under engine/, one under scenarios/ and a line in
 * games.h.
 *
 * The list is constant; entries are compiled in. Test programs link a registry of their own, with games of
 * their own besides.
 */
#ifndef MARSHAL_ENGINE_REGISTRY_H
#define MARSHAL_ENGINE_REGISTRY_H

#include <stddef.h>

#include "engine/game.h"

/* Number of games and the game at an index below it. */
size_t registry_count(void);
const GameRules *registry_at(size_t index);

/* The game with this id, NULL if there is none. */
const GameRules *registry_find(const char *id);

#endif
