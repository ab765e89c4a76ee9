/* position_war.h: parts of a position's JSON about forces and battles. Internal to position.c. */
#ifndef MARSHAL_ENGINE_NAE_POSITION_WAR_H
#define MARSHAL_ENGINE_NAE_POSITION_WAR_H

#include "engine/jsonout.h"
#include "engine/nae/data.h"

/* "forces": every force in the field that the reader sees: where, whose, its line of supply, its movement
 * points of this round and the zones that they reach. covered: pieces the reader does not see. */
void nae_put_forces(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out);
/* "walk": the force that walks at peace or in redeployment: where it is, its points, and what it reaches. */
void nae_put_walk(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out);
/* "battle": the running battle: who, with what modifiers and chances before the dice, what they said after.
 */
void nae_put_battle(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out);

#endif
