/* budget_place.c: where new pieces may be put, and putting them there [7.3.3, map 4.3.7-4.3.9, 4.3.11]. */
#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/force.h"
#include "engine/nae/zonemap.h"

NaePieces nae_stack(const NaeData *d, const NaeState *s, unsigned zone, unsigned nation)
{
    const unsigned side = nae_side_of(s, nation);
    return side != NAE_NOBODY ? nae_standing(d, s, zone, side)
                              : nae_without(s, nae_peace_stack(d, s, zone, nation), NAE_INSIDE);
}

/* ---- reinforcement zones ---- */

/* Zones of a nation's own land joined to a capital by its own land [4.3.7]. */
static NaeZones joined(const NaeData *d, const NaeState *s, unsigned nation)
{
    const NaeZones land = nae_land_of(s, nation);
    NaeZones zones = nae_zones_none();
    for (unsigned i = 0; i < d->nation[nation].capitals; i++) {
        nae_zones_add(&zones, d->nation[nation].capital[i]);
    }
    zones = nae_zones_and(zones, land);
    for (NaeZones border = zones; !nae_zones_empty(border);) {
        NaeZones near = nae_zones_none();
        NAE_EACH_ZONE(zone, border) { near = nae_zones_or(near, d->adjacent[zone]); }
        border = nae_zones_minus(nae_zones_and(near, land), zones);
        zones = nae_zones_or(zones, border);
    }
    return zones;
}

static NaeZones capitals_of(const NaeData *d, unsigned nation)
{
    NaeZones zones = nae_zones_none();
    for (unsigned i = 0; i < d->nation[nation].capitals; i++) {
        nae_zones_add(&zones, d->nation[nation].capital[i]);
    }
    return zones;
}

/* What a side needs to know of the map: zones where pieces may be put, and fortresses in its hands or their
 * owners'. */
typedef struct Ground {
    NaeZones safe;
    NaeZones forts;
} Ground;

/* Neither an enemy marker nor enemy units nor a siege. */
static Ground ground_at_large(const NaeData *d, const NaeState *s, unsigned side)
{
    const unsigned seen_by = side == NAE_NOBODY ? NAE_EMPIRE : side;
    const NaeZoneMap map = nae_zone_map(d, s, seen_by);
    Ground ground = {nae_zones_minus(nae_zones_minus(d->all_zones, map.besieged), map.their_marker),
                     map.owner_fortress};
    if (side == NAE_NOBODY) {
        ground.safe = nae_zones_minus(ground.safe, map.our_marker);
        return ground;
    }
    ground.forts = nae_zones_or(ground.forts, map.our_fortress);
    NAE_EACH_PIECE(piece, nae_pieces_and(s->owned[nae_other(side)], d->land))
    {
        if (nae_on_map(s, piece)) {
            nae_zones_drop(&ground.safe, s->place[piece]);
        }
    }
    return ground;
}

/* For land forces: after 51C none in Italy. */
static Ground ground_of(const NaeData *d, const NaeState *s, unsigned side)
{
    Ground ground = ground_at_large(d, s, side);
    if (side == NAE_EMPIRE && nae_modifier_runs(s, NAE_C(51))) {
        NAE_EACH_ZONE(zone, ground.safe)
        {
            if (nae_is_italian(d, zone)) {
                nae_zones_drop(&ground.safe, zone);
            }
        }
    }
    return ground;
}

static NaeZones zones_on(const NaeData *d, const NaeState *s, const Ground *ground, unsigned nation)
{
    const NaeZones capitals = capitals_of(d, nation);
    const NaeZones land =
        nation < NAE_MAJORS ? joined(d, s, nation) : nae_zones_or(nae_land_of(s, nation), capitals);
    return nae_zones_and(nae_zones_and(land, ground->safe), nae_zones_or(ground->forts, capitals));
}

NaeZones nae_reinforcement_zones(const NaeData *d, const NaeState *s, unsigned nation)
{
    const Ground ground = ground_of(d, s, nae_side_of(s, nation));
    return zones_on(d, s, &ground, nation);
}

/* ---- armies ---- */

bool nae_army_supplied(const NaeData *d, const NaeState *s, unsigned army)
{
    if (!nae_on_map(s, army) || nae_bit(s, army, NAE_INSIDE)) {
        return false;
    }
    const unsigned nation = d->nation_of[army];
    if (nae_side_of(s, nation) == NAE_NOBODY) {
        return true; /* powers at peace count as supplied */
    }
    const NaePieces stack =
        nae_army_part(s, nae_stack(d, s, s->place[army], nation), s->bits[army] & NAE_SECOND_ARMY);
    return nae_has_units(d, stack) && nae_is_supplied(d, s, stack, s->place[army], NAE_NONE, NAE_NONE);
}

/* The army that a marker leads. */
static NaePieces army_of(const NaeData *d, const NaeState *s, unsigned army)
{
    return nae_army_part(s, nae_stack(d, s, s->place[army], d->nation_of[army]),
                         s->bits[army] & NAE_SECOND_ARMY);
}

/* Zones with a supplied army of a nation or its allies. */
static NaeZones army_zones(const NaeData *d, const NaeState *s, unsigned nation)
{
    NaeZones zones = nae_zones_none();
    const unsigned side = nae_side_of(s, nation);
    NAE_EACH_PIECE(army, side == NAE_NOBODY ? nae_of_nation(d, d->armies, nation)
                                            : nae_pieces_and(s->owned[side], d->armies))
    {
        if (nae_army_supplied(d, s, army)) {
            nae_zones_add(&zones, s->place[army]);
        }
    }
    return zones;
}

/* ---- places ---- */

static bool unit_joins(const NaeData *d, const NaeState *s, unsigned unit, unsigned steps, unsigned zone)
{
    const NaePieces stack = nae_stack(d, s, zone, d->nation_of[unit]);
    if (!nae_has_units(d, stack)) {
        return !d->unit[unit].army_only;
    }
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(s, stack, army);
        if (nae_has_units(d, part) && nae_commander(d, s, part) != NAE_NONE &&
            nae_unit_fits(d, s, part, unit, steps)) {
            return true;
        }
    }
    return false;
}

bool nae_unit_has_place(const NaeData *d, const NaeState *s, unsigned unit, unsigned steps, NaeZones zones)
{
    NAE_EACH_ZONE(zone, zones)
    {
        if (unit_joins(d, s, unit, steps, zone)) {
            return true;
        }
    }
    return false;
}

NaeZones nae_places_for_unit(const NaeData *d, const NaeState *s, unsigned unit, unsigned steps)
{
    NaeZones out = nae_zones_none();
    const NaeZones zones = nae_reinforcement_zones(d, s, d->nation_of[unit]);
    NAE_EACH_ZONE(zone, zones)
    {
        if (unit_joins(d, s, unit, steps, zone)) {
            nae_zones_add(&out, zone);
        }
    }
    return out;
}

/* A general goes onto a unit in a reinforcement zone of its nation or of an allied minor, or into a supplied
 * army [4.3.9]. */
/* A major's general goes onto an allied minor's unit in that minor's capital or fortress [4.3.9]. */
static bool with_own_minor(const NaeData *d, const NaeState *s, unsigned nation, NaePieces part,
                           unsigned zone)
{
    if (!nae_is_major(nation) || nae_side_of(s, nation) == NAE_NOBODY) {
        return false;
    }
    NAE_EACH_PIECE(unit, nae_pieces_minus(nae_pieces_and(part, d->units), d->of_majors))
    {
        if (nae_zones_in(nae_reinforcement_zones(d, s, d->nation_of[unit]), zone)) {
            return true; /* a state's capital is its own, whoever owns the land */
        }
    }
    return false;
}

/* Into an army as a subordinate with steps of his nation, or onto a force without army in place of its
 * general [10.2]. */
static bool general_joins_part(const NaeData *d, const NaeState *s, unsigned general, NaePieces part,
                               unsigned zone, NaeZones in)
{
    const unsigned nation = d->nation_of[general];
    const bool in_zone = nae_zones_in(in, zone) || with_own_minor(d, s, nation, part, zone);
    const NaePieces army = nae_pieces_and(part, d->armies);
    const NaePieces one = nae_pieces_one(general);
    if (nae_pieces_empty(army)) {
        const NaePieces units = nae_pieces_minus(part, d->generals);
        return in_zone && nae_force_fault(d, s, nae_pieces_or(units, one), general) == NAE_FAULT_NONE;
    }
    const unsigned marker = nae_pieces_first(army);
    const bool own = !nae_is_major(nation) || d->nation_of[marker] == nation ||
                     nae_steps(d, s, nae_of_nation(d, part, nation)) > 0;
    return own && (in_zone || nae_army_supplied(d, s, marker)) &&
           nae_force_fault(d, s, nae_pieces_or(part, one), nae_commander(d, s, part)) == NAE_FAULT_NONE;
}

/* in: zones where forces without army take generals too. */
static bool general_joins(const NaeData *d, const NaeState *s, unsigned general, unsigned zone, NaeZones in)
{
    const NaePieces stack = nae_stack(d, s, zone, d->nation_of[general]);
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(s, stack, army);
        if (nae_has_units(d, part) && general_joins_part(d, s, general, part, zone, in)) {
            return true;
        }
    }
    return false;
}

NaeZones nae_general_zones(const NaeData *d, const NaeState *s, unsigned nation)
{
    const unsigned side = nae_side_of(s, nation);
    const Ground ground = ground_of(d, s, side);
    NaeZones zones = nae_zones_or(zones_on(d, s, &ground, nation), army_zones(d, s, nation));
    NaeZones held = nae_zones_none();
    for (unsigned minor = NAE_MAJORS; nae_is_major(nation) && side != NAE_NOBODY && minor < NAE_NATIONS;
         minor++) {
        if (nae_side_of(s, minor) == side && d->nation[minor].has_units != 0) {
            zones = nae_zones_or(zones, zones_on(d, s, &ground, minor));
        }
    }
    /* Only where a unit stands. */
    const NaePieces ours = side == NAE_NOBODY ? d->nation[nation].pieces : s->owned[side];
    NAE_EACH_PIECE(unit, nae_pieces_and(ours, d->units))
    {
        if (nae_on_map(s, unit)) {
            nae_zones_add(&held, s->place[unit]);
        }
    }
    return nae_zones_and(zones, held);
}

bool nae_general_fits(const NaeData *d, const NaeState *s, unsigned general, NaeZones zones)
{
    const NaeZones in = nae_reinforcement_zones(d, s, d->nation_of[general]);
    NAE_EACH_ZONE(zone, zones)
    {
        if (general_joins(d, s, general, zone, in)) {
            return true;
        }
    }
    return false;
}

static NaeZones marker_zones(const NaeData *d, const NaeState *s, unsigned army)
{
    const unsigned nation = d->nation_of[army];
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(general, nae_of_nation(d, d->generals, nation))
    {
        if (!nae_on_map(s, general) || !nae_bit(s, general, NAE_COMMANDS) ||
            nae_bit(s, general, NAE_INSIDE)) {
            continue;
        }
        const NaePieces stack = nae_stack(d, s, s->place[general], nation);
        const NaePieces part = nae_army_part(s, stack, s->bits[general] & NAE_SECOND_ARMY);
        if (!nae_has_army(d, part) && nae_steps(d, s, part) >= 2 &&
            (nae_side_of(s, nation) == NAE_NOBODY ||
             nae_is_supplied(d, s, part, s->place[general], NAE_NONE, NAE_NONE))) {
            nae_zones_add(&zones, s->place[general]);
        }
    }
    return zones;
}

static NaeZones special_zones(const NaeData *d, const NaeState *s, unsigned special)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(army, nae_of_nation(d, d->armies, d->nation_of[special]))
    {
        if (!nae_army_supplied(d, s, army)) {
            continue;
        }
        const NaePieces part = nae_pieces_or(army_of(d, s, army), nae_pieces_one(special));
        if (nae_force_fault(d, s, part, nae_commander(d, s, part)) == NAE_FAULT_NONE) {
            nae_zones_add(&zones, s->place[army]);
        }
    }
    return zones;
}

static NaeZones depot_zones(const NaeData *d, const NaeState *s, unsigned depot)
{
    NaeZones zones = nae_reinforcement_zones(d, s, d->nation_of[depot]);
    NAE_EACH_PIECE(army, nae_of_nation(d, d->armies, d->nation_of[depot]))
    {
        if (s->budget.army_depots[army - NAE_FIRST_ARMY] < 2 && nae_army_supplied(d, s, army)) {
            nae_zones_add(&zones, s->place[army]);
        }
    }
    return zones;
}

/* Ports of the nation's land: its own, uncaptured, with room [4.3.7]. */
static NaeZones fleet_zones(const NaeData *d, const NaeState *s, unsigned fleet)
{
    const unsigned nation = d->nation_of[fleet];
    const Ground ground = ground_at_large(d, s, nae_side_of(s, nation)); /* events are of land forces [5.9] */
    NaeZones zones = nae_zones_none();
    NAE_EACH_ZONE(port, d->ports)
    {
        unsigned there = 0;
        if (s->owner[port] != nation || !nae_zones_in(ground.safe, port)) {
            continue;
        }
        NAE_EACH_PIECE(other, nae_pieces_and(nae_all_at(s, port), d->fleets))
        {
            there += (s->bits[other] & NAE_AT) == NAE_AT_PORT ? 1U : 0U;
        }
        if (there < d->zone[port].fleets) {
            nae_zones_add(&zones, port);
        }
    }
    return zones;
}

NaeZones nae_places_for(const NaeData *d, const NaeState *s, unsigned piece)
{
    NaeZones zones = nae_zones_none();
    if (nae_is_unit(piece)) {
        return nae_places_for_unit(d, s, piece, nae_unit_steps(d, s, piece));
    }
    if (nae_is_general(piece)) {
        const NaeZones in = nae_reinforcement_zones(d, s, d->nation_of[piece]);
        NAE_EACH_ZONE(zone, nae_general_zones(d, s, d->nation_of[piece]))
        {
            if (general_joins(d, s, piece, zone, in)) {
                nae_zones_add(&zones, zone);
            }
        }
        return zones;
    }
    return nae_is_army(piece)      ? marker_zones(d, s, piece)
           : nae_is_special(piece) ? special_zones(d, s, piece)
           : nae_is_depot(piece)   ? depot_zones(d, s, piece)
                                   : fleet_zones(d, s, piece);
}

bool nae_can_place(const NaeData *d, const NaeState *s, unsigned piece, unsigned zone)
{
    return nae_zones_in(nae_places_for(d, s, piece), zone);
}

/* ---- putting ---- */

/* The army (0 or NAE_SECOND_ARMY) of a stack that a piece joins. */
static unsigned army_to_join(const NaePlay *p, NaePieces stack, unsigned piece)
{
    const NaePieces second = nae_army_part(p->s, stack, NAE_SECOND_ARMY);
    const NaePieces first = nae_army_part(p->s, stack, 0);
    if (!nae_has_units(p->d, second)) {
        return 0;
    }
    if (nae_is_unit(piece)) {
        return nae_has_units(p->d, first) &&
                       nae_unit_fits(p->d, p->s, first, piece, nae_unit_steps(p->d, p->s, piece))
                   ? 0U
                   : NAE_SECOND_ARMY;
    }
    const bool own = nae_force_nation(p->d, p->s, first) == p->d->nation_of[piece];
    const NaePieces with = nae_pieces_or(first, nae_pieces_one(piece));
    return own && nae_force_fault(p->d, p->s, with, nae_commander(p->d, p->s, first)) == NAE_FAULT_NONE
               ? 0U
               : NAE_SECOND_ARMY;
}

void nae_place_piece(NaePlay *p, unsigned piece, unsigned zone)
{
    NaeState *s = p->s;
    if (nae_pieces_in(s->expeditionary, piece)) { /* raised anew, it is its nation's again */
        nae_pieces_drop(&s->expeditionary, piece);
        nae_recompute_owned(p->d, s);
    }
    const NaePieces stack = nae_stack(p->d, s, zone, p->d->nation_of[piece]);
    const unsigned reduced = nae_is_unit(piece) ? s->bits[piece] & NAE_REDUCED : 0U;
    if (nae_is_fleet(piece)) {
        s->place[piece] = (uint8_t)zone;
        s->bits[piece] = NAE_AT_PORT;
        return;
    }
    const unsigned army = nae_is_depot(piece) ? 0U : army_to_join(p, stack, piece);
    const unsigned first = nae_pieces_first(nae_pieces_and(nae_army_part(s, stack, army), p->d->units));
    const unsigned marks =
        first == NAE_NONE ? 0U : (unsigned)s->bits[first] & NAE_DEMORALISED; /* what stops with it is, too */
    s->place[piece] = (uint8_t)zone;
    s->bits[piece] = (uint8_t)(reduced | army | (nae_is_depot(piece) ? 0U : marks));
    if (nae_is_general(piece)) {
        const NaePieces part = nae_army_part(s, stack, army);
        const unsigned old = nae_commander(p->d, s, part);
        if (old == NAE_NONE || !nae_has_army(p->d, part)) {
            nae_set_bit(s, piece, NAE_COMMANDS);
            if (old != NAE_NONE) {
                nae_put(s, old, NAE_RESERVE, false); /* 4.3.13 */
            }
        }
    }
}

/* ---- flipping ---- */

bool nae_shut_out(const NaeData *d, const NaeState *s, unsigned unit, unsigned zone)
{
    return nae_side_of_piece(s, unit) == NAE_EMPIRE && nae_modifier_runs(s, NAE_C(51)) &&
           nae_is_italian(d, zone);
}

/* Units of the class that may be restored so. */
static NaePieces flippable(const NaeData *d, const NaeState *s, unsigned power, unsigned unit, bool in_army)
{
    NaePieces able = nae_pieces_none();
    const NaeZones near = in_army ? nae_zones_none() : nae_reinforcement_zones(d, s, d->nation_of[unit]);
    NAE_EACH_PIECE(other, d->units)
    {
        if (d->unit[other].kind != d->unit[unit].kind || !nae_on_map(s, other) ||
            !nae_bit(s, other, NAE_REDUCED) || nae_bit(s, other, NAE_INSIDE)) {
            continue;
        }
        const unsigned zone = s->place[other];
        const NaePieces part =
            nae_army_part(s, nae_stack(d, s, zone, d->nation_of[other]), s->bits[other] & NAE_SECOND_ARMY);
        const unsigned army = nae_pieces_first(nae_pieces_and(part, d->armies));
        const bool room = nae_unit_can_grow(d, s, part, other);
        const bool right = in_army ? army != NAE_NONE && d->nation_of[army] == power &&
                                         s->budget.army_flips[army - NAE_FIRST_ARMY] < 2 &&
                                         nae_army_supplied(d, s, army) && !nae_shut_out(d, s, other, zone)
                                   : nae_zones_in(near, zone);
        if (room && right) {
            nae_pieces_add(&able, other);
        }
    }
    return able;
}

NaeZones nae_flip_zones(const NaeData *d, const NaeState *s, unsigned power, unsigned unit, bool in_army)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(other, flippable(d, s, power, unit, in_army)) { nae_zones_add(&zones, s->place[other]); }
    return zones;
}

unsigned nae_flip_first(const NaeData *d, const NaeState *s, unsigned power, unsigned unit, bool in_army)
{
    return nae_pieces_first(flippable(d, s, power, unit, in_army));
}

/* The depot that the power would get next. */
static unsigned next_depot(const NaeData *d, const NaeState *s)
{
    return nae_pieces_first(
        nae_of_nation(d, nae_pieces_and(nae_all_at(s, NAE_RESERVE), d->depots), s->budget.power));
}

NaeZones nae_purchase_places(const NaeData *d, const NaeState *s, Move move)
{
    const unsigned a = nae_move_a(move);
    const unsigned b = nae_move_b(move);
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT:
        return a == NAE_W_FULL      ? nae_places_for_unit(d, s, b, nae_unit(d, b)->steps)
               : a == NAE_W_REDUCED ? nae_places_for_unit(d, s, b, 1)
                                    : nae_flip_zones(d, s, s->budget.power, b, a == NAE_W_FLIP_ARMY);
    case NAE_M_PURCHASE_MARKER:
    case NAE_M_PURCHASE_SPECIAL:
        return nae_places_for(d, s, a);
    case NAE_M_PURCHASE_FLEET:
        return nae_places_for(d, s, b);
    default:
        return a == NAE_W_DEPOT && next_depot(d, s) != NAE_NONE ? nae_places_for(d, s, next_depot(d, s))
                                                                : nae_zones_none();
    }
}
