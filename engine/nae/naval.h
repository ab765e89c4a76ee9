/* naval.h: what the files of the naval chapter share. Internal to the chapter.
 *
 * One squadron is under way at a time (NaeState.voyage): the fleets with NAE_SAILING, of the side
 * voyage.side. Sets of fleets are masks of 32 bits, bit = piece - NAE_FIRST_FLEET. In a battle voyage.ours
 * and voyage.foe fight: ours of the voyage's side (role 0), foe of the other (role 1). */
#ifndef MARSHAL_ENGINE_NAE_NAVAL_H
#define MARSHAL_ENGINE_NAE_NAVAL_H

#include "engine/nae/rules.h"

/* Sea zones that the passage of the Bosphorus joins, in the order of the board [17.2.3]. */
enum { NAE_AEGEAN = 14, NAE_BLACK_SEA = 16 };
/* Whether the Bosphorus does not bar a side (NAE_NOBODY: a power at peace) from one sea zone to the next:
 * while Turkey takes part, who holds Constantinople and his allies alone pass it [17.2.3]. */
bool nae_passage_open(const NaeData *d, const NaeState *s, unsigned side, unsigned from, unsigned to);
/* Whether fleets that lie in the blockade box of a port on both sides of it may go from there to a sea zone:
 * for whom it is shut, back to the side that they came from alone; true of all others [17.2.3]. */
bool nae_box_open(const NaeData *d, const NaeState *s, uint32_t fleets, unsigned to);
/* Whether a squadron that comes from a sea zone may join those of its side in a blockade box: one squadron
 * lies on one side of a Bosphorus that is shut to it. */
bool nae_box_takes(const NaeData *d, const NaeState *s, unsigned side, unsigned port, unsigned from);
enum { NAE_SQUADRON_MAX = 3, NAE_NELSON = NAE_FIRST_FLEET };

enum nae_voyage_flag {
    NAE_VOYAGE_THROUGH = 1,  /* 15F: blockaders do not fight its leaving */
    NAE_VOYAGE_FLEEING = 2,  /* from a port taken by the enemy */
    NAE_VOYAGE_DEFEATED = 4, /* the activation is over */
    NAE_VOYAGE_MOVED = 8,
    NAE_VOYAGE_LOADED = 16, /* has loaded in the port where it lies */
    NAE_VOYAGE_NAPLES = 32  /* 24C: landings in the Kingdom of Naples only */
};

/* What a battle at sea is about: voyage.enemy_at. voyage.enemy_place is the sea zone, voyage.port the port.
 */
enum nae_sea_kind {
    NAE_SEA_OPEN,    /* in a sea zone, or against a squadron in a box attacked from it */
    NAE_SEA_FOR_BOX, /* the squadron of the port fights for its box */
    NAE_SEA_SORTIE,  /* out of a blockaded port, or into one */
    NAE_SEA_IN_PORT, /* attack in a port */
    NAE_SEA_FORTRESS /* against a fortress without fleets, before a landing [17.2.9] */
};

_Static_assert(NAE_FIRST_FLEET / 64 == (NAE_PIECES - 1) / 64, "fleets lie in one word of a set");

/* The mask of a set of pieces, and back. */
static inline uint32_t nae_mask(NaePieces set)
{
    return (uint32_t)(set.w[NAE_FIRST_FLEET / 64] >> (NAE_FIRST_FLEET % 64)) & ((1U << NAE_FLEETS) - 1U);
}
static inline unsigned nae_mask_count(uint32_t mask) { return (unsigned)__builtin_popcount(mask); }
/* Takes the lowest fleet out of a mask: its piece; NAE_NONE when empty. */
static inline unsigned nae_mask_take(uint32_t *mask)
{
    if (*mask == 0) {
        return NAE_NONE;
    }
    const unsigned bit = (unsigned)__builtin_ctz(*mask);
    *mask &= *mask - 1;
    return NAE_FIRST_FLEET + bit;
}
static inline uint32_t nae_fleet_bit(unsigned fleet) { return 1U << (fleet - NAE_FIRST_FLEET); }

/* Fleets of the running squadron. */
uint32_t nae_sailing(const NaeState *s);
static inline bool nae_under_way(const NaeState *s) { return s->voyage.side < 2; }
/* Puts fleets at a place: from a sea zone into a blockade box they come by it (NAE_FROM_BLACK_SEA). */
void nae_anchor(NaeState *s, uint32_t fleets, enum nae_at at, unsigned place);
/* A port where a side's fleets may lie: held by it, its fortress not the enemy's. */
bool nae_friendly_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* A port held by the enemy. */
bool nae_hostile_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* An own port with enemy units in the field, its fortress, if any, not besieged: a landing may drive them out
 * [17.2.9]. */
bool nae_invaded_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* Whether n more fleets of a side find room at a place beside those there (fleets apart are not counted). */
bool nae_room(const NaeState *s, const NaeData *d, unsigned side, enum nae_at at, unsigned place,
              uint32_t fleets);
/* Whether all of the fleets may go from a sea zone (NAE_NONE: a port) to another [17.2.3, 17.2.4, 16]. */
bool nae_sea_open(const NaeData *d, const NaeState *s, uint32_t fleets, unsigned from, unsigned to);
/* Whether a fleet may go to the Corsairs' box, which lies in no waters that anybody is bound to [17.2.4,
 * 17.2.10]. */
bool nae_may_hunt(const NaeData *d, const NaeState *s, unsigned fleet);
/* In winter nothing moves beyond the ice: a port that lies on no other sea, or that sea [16]. */
bool nae_frozen_in(const NaePlay *p, enum nae_at at, unsigned place);
/* Port of a sea zone. */
bool nae_port_of(const NaeData *d, unsigned zone, unsigned sea);
/* Slowest movement and best initiative of fleets. */
unsigned nae_fleet_speed(const NaeData *d, uint32_t fleets);
unsigned nae_fleet_initiative(const NaeData *d, uint32_t fleets);
/* A die and the best initiative against a need; noted. */
bool nae_sea_reaction(NaePlay *p, unsigned side, uint32_t fleets, enum nae_at at, unsigned place,
                      unsigned need);
/* nae_place_kind of an enum nae_at. */
unsigned nae_place_kind(unsigned at);

/* ---- naval_move.c ---- */
/* The squadron enters a sea zone: interceptions are pushed. */
void nae_enter_sea(NaePlay *p, unsigned sea);
/* Begins a battle of voyage.ours and voyage.foe. nested: not the squadron itself but friends that intercept
 * evaders. */
void nae_begin_sea_battle(NaePlay *p, enum nae_sea_kind kind, unsigned sea, unsigned port, bool nested);
/* Ends the voyage, cargo ashore or lost; voyage cleared. */
void nae_end_voyage(NaePlay *p);
/* Starts a voyage of the fleets, all at one place, with the terms of a card or NAE_NONE. */
void nae_start_voyage(NaePlay *p, unsigned side, unsigned card, uint32_t fleets, unsigned assaults);
/* A fleet is sunk: off the map, with its cargo. */
void nae_sink(NaePlay *p, unsigned fleet);

/* ---- naval_land.c ---- */
NaePieces nae_cargo(const NaeState *s, const NaeData *d);
void nae_load_options(const NaePlay *p, MoveList *list);
void nae_load(NaePlay *p, unsigned piece);
/* A general or marker waits aboard for his first unit: nothing but loading is offered. */
bool nae_cargo_waits(const NaePlay *p);
bool nae_can_unload(const NaePlay *p, unsigned zone);
void nae_unload(NaePlay *p, unsigned zone);
bool nae_can_assault(const NaePlay *p, unsigned port);
void nae_begin_landing(NaePlay *p, unsigned port);

#endif
