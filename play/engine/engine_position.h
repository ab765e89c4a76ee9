/* engine_position.h: what an engine knows: a game and a position of it, set by the lines scenario, override,
 * position.
 *
 * All text comes from outside: everything is checked before it is used, as far as that is possible (engine.h
 * says where it is not), and a line that is refused changes nothing.
 */
#ifndef MARSHAL_PLAY_ENGINE_ENGINE_POSITION_H
#define MARSHAL_PLAY_ENGINE_ENGINE_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"

typedef struct EnginePosition {
    bool loaded; /* there is a game */
    Game game;
    bool set; /* there is a position */
    StateBuffer state;
    uint32_t plies;
    Seat viewer; /* whose view state is; SEAT_BOTH: a full state */
} EnginePosition;

void engine_position_init(EnginePosition *position);
void engine_position_release(EnginePosition *position);

/* Loads a scenario without overrides; the position is forgotten. */
bool engine_position_scenario(EnginePosition *position, const char *name, Err *err);
/* Loads the same scenario with one more "path=value". */
bool engine_position_override(EnginePosition *position, const char *override, Err *err);

/* Sets the position from what follows the word "position"; cuts text into words. */
bool engine_position_set(EnginePosition *position, char *text, Err *err);

#endif
