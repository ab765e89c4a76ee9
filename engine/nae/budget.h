/* budget.h: what the files of the budget share. */
#ifndef MARSHAL_ENGINE_NAE_BUDGET_H
#define MARSHAL_ENGINE_NAE_BUDGET_H

#include "engine/nae/rules.h"

/* What a frame of nae_place puts on the map, in its b. */
enum nae_placing { NAE_PLACE_FULL, NAE_PLACE_REDUCED, NAE_PLACE_FLIP_ARMY, NAE_PLACE_FLIP_ZONE };

/* The stack of a nation's side in a zone; of a nation at peace those who share it. */
NaePieces nae_stack(const NaeData *d, const NaeState *s, unsigned zone, unsigned nation);
/* The army, of two the one, or force without army that a unit stands with, the garrison if it is inside (then
 * not of a power at peace): an expedition (40F) stands with the Empire's. */
NaePieces nae_mates(const NaeData *d, const NaeState *s, unsigned unit);
/* The pieces of all such stacks of a nation, wherever they are: for who asks zone by zone. */
NaePieces nae_standers(const NaeData *d, const NaeState *s, unsigned nation);
/* Places for a unit with so many steps. */
NaeZones nae_places_for_unit(const NaePlay *p, unsigned unit, unsigned steps);
/* The reinforcement zones of a nation: without a stack of its side, where any corps may stand, and with one,
 * which must have room. */
typedef struct NaeGrounds {
    NaeZones bare;
    NaeZones held;
    NaePieces standers; /* of all stacks */
} NaeGrounds;
NaeGrounds nae_grounds(const NaePlay *p, unsigned nation);
/* Whether a unit has a place among those of its nation. */
bool nae_unit_has_place(const NaePlay *p, unsigned unit, unsigned steps, const NaeGrounds *grounds);
/* Those of a nation's generals who have a place. */
NaePieces nae_generals_with_place(const NaePlay *p, NaePieces generals, unsigned nation);
/* Half points that a purchase costs; 0 for other moves and what is free [4.3.6]. */
unsigned nae_price(const NaeData *d, Move move);
/* Where what a purchase brings may come to stand, for the power that spends; none for cards and the end. */
NaeZones nae_purchase_places(const NaePlay *p, Move move);
/* Whether an army marker's army stands in supply. */
bool nae_army_supplied(const NaePlay *p, unsigned army);
/* Armies in supply of a depot's nation that may get one more in this budget: two each [7.3.2]. */
NaePieces nae_armies_for_depot(const NaePlay *p, unsigned depot);

/* Reduced units on the map outside fortresses, and whether such a one may be restored, in an army of the
 * power or in a reinforcement zone. */
NaePieces nae_reduced_in_field(const NaePlay *p);
bool nae_may_flip(const NaePlay *p, unsigned power, unsigned unit, bool in_army);
/* Zones where a unit of the class of this one may be restored so. */
NaeZones nae_flip_zones(const NaePlay *p, unsigned power, unsigned unit, bool in_army);
/* A corps of a Poland that has lost its capital and all its fortresses is not restored, in armies neither
 * [8.3.5]. */
bool nae_may_not_recover(const NaePlay *p, unsigned unit);
/* 51C: the Empire restores no unit in Italy. */
bool nae_shut_out(const NaePlay *p, unsigned unit, unsigned zone);

/* Units of a minor, one of a class at a place, that a free step raises or restores: in a budget, by 38F, by
 * 26C [7.3.3]. */
NaePieces nae_minor_step_units(const NaePlay *p, unsigned minor);
/* A revolt counts as a minor while the Coalition controls a zone where it broke out, or its corps stands
 * there: only then is that restored, too [3, 7.3.3]. */
bool nae_revolt_goes_on(const NaePlay *p, unsigned nation);
/* Free steps of its minors' units that a side has in a budget [7.3.3]. */
unsigned nae_free_steps(const NaePlay *p, unsigned side);

#endif
