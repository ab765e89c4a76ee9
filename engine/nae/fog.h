/* fog.h: fog of war [option fog_of_war, 9.2]: what of the enemy's stacks and fleets a seat sees, and worlds
 * that fit it.
 *
 * The reading (scenarios/nae/README.md). A stack shows the general who commands it and how many counters lie
 * under him; under him covered are corps, subordinates, army markers, special units and mobile depots. A
 * single counter, fixed depots, stacks without a commander or without a corps, and troops at sea lie open,
 * and so do powers at peace. Fleets lie face down: their flag and number show. A battle uncovers all who
 * fight in it; afterwards a stack stays known until it takes in or gives off a counter (NaeState.known),
 * fleets are covered again. Reserves, losses and the condition of each corps are open: it is known which
 * counters are under the enemy's generals, not under which.
 *
 * So a view keeps every place where a counter lies and all marks on it, and deals the covered counters over
 * the covered places in one order that depends on nothing hidden; a world deals them at random into legal
 * forces. Whatever a decision offers is read off the view of who decides (nae_list), so that no list tells
 * what lies covered. The one order of the view is no truth: where it could withhold what is of use, a
 * decision asks for what shows alone (42C, 12F), or the stacks in question lie open for it (12F, 46F). */
#ifndef MARSHAL_ENGINE_NAE_FOG_H
#define MARSHAL_ENGINE_NAE_FOG_H

#include "engine/nae/rules.h"

/* Counters of the other side that seat does not see; none without the option. The same set for a position and
 * the view made of it. */
NaePieces nae_covered(const NaeData *d, const NaeState *s, unsigned seat);
/* Deals them in the order of the view. */
void nae_cover(const NaeData *d, NaeState *s, unsigned seat);
/* Deals them at random, so that every force is legal if that can be found; s: a view of seat. */
void nae_uncover(const NaeData *d, NaeState *s, unsigned seat, Rng *rng);
/* The next step of the agenda: battles uncover who fights in them. */
void nae_fog_watch(NaePlay *p, const NaeFrame *frame);
/* After a move: stacks that have changed are covered again. before: the position before it. */
void nae_fog_settle(const NaeData *d, const NaeState *before, NaeState *s);

#endif
