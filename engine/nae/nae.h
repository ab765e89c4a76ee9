/* nae.h: Napoleon against Europe as a game of the registry, and what ai/nae may know of it.
 *
 * NAE_RULES is the module (see engine/game.h for each function). Positions are NaeState (state.h), moves are
 * coded as in moves.h, immutable data is NaeData (data.h). */
#ifndef MARSHAL_ENGINE_NAE_NAE_H
#define MARSHAL_ENGINE_NAE_NAE_H

#include "engine/game.h"
#include "engine/nae/state.h"

struct NaeData;

extern const GameRules NAE_RULES;

/* Sets up a game (setup.c). */
void nae_setup(const struct NaeData *d, NaeState *s, Dice *dice);
/* Name of a step ("BATTLE_LOSS" as "battle_loss"), for messages and positions; never NULL. */
const char *nae_step_name(unsigned step);
/* "war_declarations" to "victory". */
const char *nae_phase_name(unsigned phase);

#endif
