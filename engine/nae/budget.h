/* budget.h: what the files of the budget share. */
#ifndef MARSHAL_ENGINE_NAE_BUDGET_H
#define MARSHAL_ENGINE_NAE_BUDGET_H

#include "engine/nae/rules.h"

/* What a frame of nae_place puts on the map, in its b. */
enum nae_placing { NAE_PLACE_FULL, NAE_PLACE_REDUCED, NAE_PLACE_FLIP_ARMY, NAE_PLACE_FLIP_ZONE };

/* The stack of a nation's side in a zone; of a nation at peace its own pieces there. */
NaePieces nae_stack(const NaeData *d, const NaeState *s, unsigned zone, unsigned nation);
/* Places for a unit with so many steps. */
NaeZones nae_places_for_unit(const NaeData *d, const NaeState *s, unsigned unit, unsigned steps);
/* Whether it has a place among those reinforcement zones. */
bool nae_unit_has_place(const NaeData *d, const NaeState *s, unsigned unit, unsigned steps, NaeZones zones);
/* Zones with units where a general of a nation might go, and whether one fits into any of them. */
NaeZones nae_general_zones(const NaeData *d, const NaeState *s, unsigned nation);
bool nae_general_fits(const NaeData *d, const NaeState *s, unsigned general, NaeZones zones);
/* Zones where a unit of the class of this one (reduced) may be flipped, in an army or in its zone. */
NaeZones nae_flip_zones(const NaeData *d, const NaeState *s, unsigned power, unsigned unit, bool in_army);
/* Half points that a purchase costs; 0 for other moves and what is free [4.3.6]. */
unsigned nae_price(const NaeData *d, Move move);
/* Where what a purchase brings may come to stand, for the power that spends; none for cards and the end. */
NaeZones nae_purchase_places(const NaeData *d, const NaeState *s, Move move);

/* Whether an army marker's army stands in supply. */
bool nae_army_supplied(const NaeData *d, const NaeState *s, unsigned army);

/* The lowest unit of a class that may be restored so, NAE_NONE. */
unsigned nae_flip_first(const NaeData *d, const NaeState *s, unsigned power, unsigned unit, bool in_army);
/* 51C: the Empire restores no unit in Italy. */
bool nae_shut_out(const NaeData *d, const NaeState *s, unsigned unit, unsigned zone);

#endif
