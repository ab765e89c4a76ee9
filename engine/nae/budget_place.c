/* budget_place.c: where new pieces may be put, and putting them there [7.3.3, map 4.3.7-4.3.9, 4.3.11]. */
#include <assert.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/force.h"
#include "engine/nae/scratch.h"
#include "engine/nae/zonemap.h"

NaePieces nae_stack(const NaeData *d, const NaeState *s, unsigned zone, unsigned nation)
{
    const unsigned side = nae_side_of(s, nation);
    return side != NAE_NOBODY ? nae_standing(d, s, zone, side)
                              : nae_without(s, nae_peace_stack(d, s, zone, nation), NAE_INSIDE);
}

NaePieces nae_mates(const NaeData *d, const NaeState *s, unsigned unit)
{
    const unsigned zone = s->place[unit];
    const NaePieces stack =
        nae_bit(s, unit, NAE_INSIDE)            ? nae_garrison(d, s, zone, nae_side_of_piece(s, unit))
        : nae_pieces_in(s->expeditionary, unit) ? nae_standing(d, s, zone, NAE_EMPIRE)
                                                : nae_stack(d, s, zone, d->nation_of[unit]);
    return nae_army_part(s, stack, s->bits[unit] & NAE_SECOND_ARMY);
}

NaePieces nae_standers(const NaeData *d, const NaeState *s, unsigned nation)
{
    const unsigned side = nae_side_of(s, nation);
    return side != NAE_NOBODY
               ? nae_marked(s, nae_pieces_and(s->owned[side], d->land), NAE_INSIDE | NAE_GROUP, NAE_STANDING)
               : nae_without(s, nae_pieces_and(nae_peace_party(d, s, nation), d->land), NAE_INSIDE);
}

/* The stack in a zone, of the standers of a nation. */
static NaePieces stack_in(const NaePlay *p, unsigned zone, NaePieces standers, unsigned nation)
{
    const NaePieces stack = nae_pieces_and(nae_all_at(p->s, zone), standers);
    assert(nae_pieces_equal(stack, nae_stack(p->d, p->s, zone, nation)));
    (void)nation; /* asked by the assertion only */
    return stack;
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

/* Zones where a side may put pieces, and fortresses in its hands or their owners'. */
typedef struct Ground {
    NaeZones safe;
    NaeZones forts;
} Ground;

/* Neither an enemy marker nor a siege; the map of powers at peace is the Empire's. */
static Ground ground_of(const NaeData *d, const NaeZoneMap *map, unsigned side)
{
    Ground ground = {nae_zones_minus(nae_zones_minus(d->all_zones, map->besieged), map->their_marker),
                     map->owner_fortress};
    if (side == NAE_NOBODY) {
        ground.safe = nae_zones_minus(ground.safe, map->our_marker);
        return ground;
    }
    ground.forts = nae_zones_or(ground.forts, map->our_fortress);
    return ground;
}

/* Its capitals; that of a state lies on a member's land and serves it only while its side holds it [8.3]. */
static NaeZones seats_of(const NaeData *d, const NaeState *s, unsigned nation)
{
    NaeZones zones = capitals_of(d, nation);
    NAE_EACH_ZONE(zone, zones)
    {
        if (s->owner[zone] != nation && nae_holder(s, zone) != nae_side_of(s, nation)) {
            nae_zones_drop(&zones, zone);
        }
    }
    return zones;
}

static NaeZones zones_on(const NaeData *d, const NaeState *s, const Ground *ground, unsigned nation)
{
    const NaeZones capitals = nation < NAE_MAJORS ? capitals_of(d, nation) : seats_of(d, s, nation);
    const NaeZones land =
        nation < NAE_MAJORS ? joined(d, s, nation) : nae_zones_or(nae_land_of(s, nation), capitals);
    return nae_zones_and(nae_zones_and(land, ground->safe), nae_zones_or(ground->forts, capitals));
}

/* The side whose outlook shows a nation's ground. */
static unsigned seen_by(unsigned side) { return side == NAE_NOBODY ? NAE_EMPIRE : side; }

static NaeZones worked_out(const NaePlay *p, unsigned nation)
{
    const unsigned side = nae_side_of(p->s, nation);
    const NaeZoneMap map = nae_zone_map(p->d, p->s, seen_by(side));
    const Ground ground = ground_of(p->d, &map, side);
    return zones_on(p->d, p->s, &ground, nation);
}

/* The zones but for enemies and 51C, remembered where there is a scratch. */
static NaeZones remembered(const NaePlay *p, unsigned nation)
{
    const unsigned side = nae_side_of(p->s, nation);
    NaeOutlook *o = nae_outlook(p, seen_by(side));
    if (o == NULL) {
        return worked_out(p, nation);
    }
    if ((o->grounds >> nation & 1U) == 0) {
        const Ground ground = ground_of(p->d, &o->sight.map, side);
        o->grounds |= 1ULL << nation;
        o->ground[nation] = zones_on(p->d, p->s, &ground, nation);
    }
    assert(nae_zones_equal(o->ground[nation], worked_out(p, nation)));
    return o->ground[nation];
}

/* 51C: nothing for the Empire in Italy, in a budget. */
static NaeZones barred_by_card(const NaePlay *p, unsigned side)
{
    return side == NAE_EMPIRE && p->s->phase == NAE_PHASE_BUDGET && nae_modifier_runs(p->s, NAE_C(51))
               ? p->d->italian
               : nae_zones_none();
}

/* Where enemies are a side puts nothing. */
static NaeZones enemies_of(const NaePlay *p, unsigned side)
{
    if (side == NAE_NOBODY) {
        return nae_zones_none();
    }
    const NaeOutlook *o = nae_outlook(p, side);
    const NaePieces enemies = nae_pieces_and(p->s->owned[nae_other(side)], p->d->land);
    return o != NULL ? o->sight.enemies : nae_zones_of(p->s, enemies);
}

/* ... nor where a card bars it. */
static NaeZones closed_to(const NaePlay *p, unsigned side)
{
    return nae_zones_or(enemies_of(p, side), barred_by_card(p, side));
}

NaeZones nae_reinforcement_zones(const NaePlay *p, unsigned nation)
{
    return nae_zones_minus(remembered(p, nation), closed_to(p, nae_side_of(p->s, nation)));
}

/* ---- armies ---- */

bool nae_army_supplied(const NaePlay *p, unsigned army)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    if (!nae_on_map(s, army) || nae_bit(s, army, NAE_INSIDE)) {
        return false;
    }
    const unsigned nation = d->nation_of[army];
    if (nae_side_of(s, nation) == NAE_NOBODY) {
        return true; /* powers at peace count as supplied */
    }
    const NaePieces stack =
        nae_army_part(s, nae_stack(d, s, s->place[army], nation), s->bits[army] & NAE_SECOND_ARMY);
    return nae_has_units(d, stack) && nae_supplied(p, stack, s->place[army], NAE_NONE);
}

/* The army that a marker leads. */
static NaePieces army_of(const NaeData *d, const NaeState *s, unsigned army)
{
    return nae_army_part(s, nae_stack(d, s, s->place[army], d->nation_of[army]),
                         s->bits[army] & NAE_SECOND_ARMY);
}

/* ---- units ---- */

/* Those of some zones where units of a nation's stacks stand. */
static NaeZones stacks_in(const NaePlay *p, NaeZones zones, NaePieces standers)
{
    return nae_zones_of(p->s, nae_pieces_within(p->s, nae_pieces_and(standers, p->d->units), zones));
}

/* A stack of its side that takes it. */
static bool unit_joins(const NaePlay *p, unsigned unit, unsigned steps, unsigned zone, NaePieces standers)
{
    assert(unit < NAE_PIECES);
    const NaePieces stack = stack_in(p, zone, standers, p->d->nation_of[unit]);
    const NaePieces second = nae_army_part(p->s, stack, NAE_SECOND_ARMY);
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = army == 0 ? nae_pieces_minus(stack, second) : second;
        if (nae_has_units(p->d, part) && nae_commander(p->d, p->s, part) != NAE_NONE &&
            nae_unit_fits(p->d, p->s, part, unit, steps)) {
            return true;
        }
    }
    return false;
}

NaeGrounds nae_grounds(const NaePlay *p, unsigned nation)
{
    const NaeZones zones = nae_reinforcement_zones(p, nation);
    const NaePieces standers = nae_standers(p->d, p->s, nation);
    const NaeZones held = stacks_in(p, zones, standers);
    return (NaeGrounds){nae_zones_minus(zones, held), held, standers};
}

bool nae_unit_has_place(const NaePlay *p, unsigned unit, unsigned steps, const NaeGrounds *grounds)
{
    if (!p->d->unit[unit].army_only && !nae_zones_empty(grounds->bare)) {
        return true;
    }
    NAE_EACH_ZONE(zone, grounds->held)
    {
        if (unit_joins(p, unit, steps, zone, grounds->standers)) {
            return true;
        }
    }
    return false;
}

NaeZones nae_places_for_unit(const NaePlay *p, unsigned unit, unsigned steps)
{
    assert(unit < NAE_PIECES);
    const NaeGrounds grounds = nae_grounds(p, p->d->nation_of[unit]);
    NaeZones out = p->d->unit[unit].army_only ? nae_zones_none() : grounds.bare;
    NAE_EACH_ZONE(zone, grounds.held)
    {
        if (unit_joins(p, unit, steps, zone, grounds.standers)) {
            nae_zones_add(&out, zone);
        }
    }
    return out;
}

/* ---- generals: onto a unit in a reinforcement zone of the nation or of an allied minor, or into a supplied
 * army [4.3.9] ---- */

/* What is asked of every zone where generals of a nation may go. */
typedef struct Hosts {
    NaePieces standers; /* forces of the side */
    NaePieces second;   /* of those, second armies */
    NaeZones in;        /* where forces without army take generals too */
    NaeZones lent;      /* ground of allied minors, who lend it to units of theirs */
} Hosts;

/* A major's general goes onto an allied minor's unit in that minor's capital or fortress [4.3.9]. */
static bool with_own_minor(const NaePlay *p, const Hosts *hosts, NaePieces part, unsigned zone)
{
    if (!nae_zones_in(hosts->lent, zone)) {
        return false;
    }
    NAE_EACH_PIECE(unit, nae_pieces_minus(nae_pieces_and(part, p->d->units), p->d->of_majors))
    {
        if (nae_zones_in(nae_reinforcement_zones(p, p->d->nation_of[unit]), zone)) {
            return true; /* a state's capital is its own, whoever owns the land */
        }
    }
    return false;
}

/* Whether a general of a nation may serve in an army: its own, or one with steps of his, if he is a major's
 * [7.3]. */
static bool may_serve(const NaePlay *p, unsigned nation, NaePieces army)
{
    const unsigned marker = nae_pieces_first(nae_pieces_and(army, p->d->armies));
    return !nae_is_major(nation) || p->d->nation_of[marker] == nation ||
           nae_steps(p->d, p->s, nae_of_nation(p->d, army, nation)) > 0;
}

/* Into an army as a subordinate, or onto a force without army in place of its general [10.2]. */
static bool general_joins(const NaePlay *p, unsigned general, NaePieces part, unsigned zone,
                          const Hosts *hosts)
{
    assert(general < NAE_PIECES);
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned nation = d->nation_of[general];
    const bool in_zone = nae_zones_in(hosts->in, zone) || with_own_minor(p, hosts, part, zone);
    const NaePieces army = nae_pieces_and(part, d->armies);
    const NaePieces one = nae_pieces_one(general);
    if (nae_pieces_empty(army)) {
        const NaePieces units = nae_pieces_minus(part, d->generals);
        return in_zone && nae_force_fault(d, s, nae_pieces_or(units, one), general) == NAE_FAULT_NONE;
    }
    return may_serve(p, nation, part) &&
           nae_force_fault(d, s, nae_pieces_or(part, one), nae_commander(d, s, part)) == NAE_FAULT_NONE &&
           (in_zone || nae_army_supplied(p, nae_pieces_first(army)));
}

/* Among generals of a nation the one whom a part takes before any other: who commands most if he is to
 * command it, the most junior if he is to serve in it. */
static unsigned likeliest(const NaeData *d, NaePieces generals, bool army)
{
    unsigned best = NAE_NONE;
    NAE_EACH_PIECE(general, generals)
    {
        const NaeGeneral *g = nae_general(d, general);
        if (best == NAE_NONE ||
            (army ? g->rank > nae_general(d, best)->rank : g->command > nae_general(d, best)->command)) {
            best = general;
        }
    }
    return best;
}

/* Those of a nation's generals who may join a part. All that differs among them is what each can command and
 * whom he outranks, so the likeliest is asked for all. */
static NaePieces joiners(const NaePlay *p, NaePieces generals, NaePieces part, unsigned zone,
                         const Hosts *hosts)
{
    const NaeData *d = p->d;
    const bool army = nae_has_army(d, part);
    const unsigned likely = likeliest(d, generals, army);
    NaePieces able = nae_pieces_none();
    if (likely == NAE_NONE || !general_joins(p, likely, part, zone, hosts)) {
        return able;
    }
    if (nae_pieces_count(generals) == 1) {
        return generals;
    }
    const unsigned commander = nae_commander(d, p->s, part);
    const unsigned load = nae_force_info(d, p->s, nae_pieces_minus(part, d->generals)).load;
    NAE_EACH_PIECE(general, generals)
    {
        const NaeGeneral *g = nae_general(d, general);
        const bool serves = army && (d->nation_of[commander] != d->nation_of[general] ||
                                     g->rank >= nae_general(d, commander)->rank);
        if (army ? serves : g->command >= load) {
            nae_pieces_add(&able, general);
        }
        assert(nae_pieces_in(able, general) == general_joins(p, general, part, zone, hosts));
    }
    return able;
}

/* Those of a nation's generals who may join the force in a zone. */
static NaePieces welcome(const NaePlay *p, NaePieces generals, unsigned zone, const Hosts *hosts)
{
    const NaePieces stack = nae_pieces_and(nae_all_at(p->s, zone), hosts->standers);
    const NaePieces second = nae_pieces_and(stack, hosts->second);
    NaePieces able = nae_pieces_none();
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = army == 0 ? nae_pieces_minus(stack, second) : second;
        if (nae_has_units(p->d, part)) {
            able = nae_pieces_or(able, joiners(p, nae_pieces_minus(generals, able), part, zone, hosts));
        }
    }
    return able;
}

static NaeZones minors_worked_out(const NaePlay *p, unsigned side)
{
    NaeZones zones = nae_zones_none();
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (nae_side_of(p->s, minor) == side && p->d->nation[minor].has_units != 0) {
            zones = nae_zones_or(zones, remembered(p, minor));
        }
    }
    return zones;
}

/* Reinforcement zones of all minors of a side that have units. */
static NaeZones ground_of_minors(const NaePlay *p, unsigned side)
{
    NaeOutlook *o = nae_outlook(p, side);
    if (o != NULL && o->lent == 0) {
        o->lent = 1;
        o->ground_of_minors = minors_worked_out(p, side);
    }
    const NaeZones zones = o != NULL ? o->ground_of_minors : minors_worked_out(p, side);
    assert(nae_zones_equal(zones, minors_worked_out(p, side)));
    return nae_zones_minus(zones, closed_to(p, side));
}

static Hosts hosts_of(const NaePlay *p, unsigned nation)
{
    const unsigned side = nae_side_of(p->s, nation);
    const NaePieces standers = nae_standers(p->d, p->s, nation);
    return (Hosts){standers, nae_army_part(p->s, standers, NAE_SECOND_ARMY),
                   nae_reinforcement_zones(p, nation),
                   nae_is_major(nation) && side != NAE_NOBODY ? ground_of_minors(p, side) : nae_zones_none()};
}

/* Zones where a force might take a general of a nation: with units, and an army or ground of the nation or of
 * an allied minor. */
static NaeZones general_zones(const NaePlay *p, const Hosts *hosts)
{
    const NaeZones armies = nae_zones_of_few(p->s, nae_pieces_and(hosts->standers, p->d->armies));
    return stacks_in(p, nae_zones_or(nae_zones_or(hosts->in, hosts->lent), armies), hosts->standers);
}

/* The zone to ask first: where the last one found a place there is often room for another. */
static unsigned likely_host(const NaePlay *p, unsigned nation)
{
    const unsigned zone = p->scratch != NULL ? p->scratch->host[nation] : (unsigned)NAE_NONE;
    return zone < p->d->zones ? zone : (unsigned)NAE_NONE;
}

NaePieces nae_generals_with_place(const NaePlay *p, NaePieces generals, unsigned nation)
{
    const Hosts hosts = hosts_of(p, nation);
    const unsigned likely = likely_host(p, nation);
    NaePieces able = likely != NAE_NONE ? welcome(p, generals, likely, &hosts) : nae_pieces_none();
    if (nae_pieces_equal(able, generals)) {
        return able;
    }
    NAE_EACH_ZONE(zone, general_zones(p, &hosts))
    {
        const NaePieces left = nae_pieces_minus(generals, able);
        if (nae_pieces_empty(left)) {
            break;
        }
        const NaePieces here = welcome(p, left, zone, &hosts);
        if (p->scratch != NULL && !nae_pieces_empty(here)) {
            p->scratch->host[nation] = (uint8_t)zone;
        }
        able = nae_pieces_or(able, here);
    }
    return able;
}

static NaeZones places_for_general(const NaePlay *p, unsigned general)
{
    assert(general < NAE_PIECES);
    const Hosts hosts = hosts_of(p, p->d->nation_of[general]);
    const NaePieces one = nae_pieces_one(general);
    NaeZones zones = nae_zones_none();
    NAE_EACH_ZONE(zone, general_zones(p, &hosts))
    {
        if (!nae_pieces_empty(welcome(p, one, zone, &hosts))) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

/* ---- other pieces ---- */

static NaeZones marker_zones(const NaePlay *p, unsigned army)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
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
            (nae_side_of(s, nation) == NAE_NOBODY || nae_supplied(p, part, s->place[general], NAE_NONE))) {
            nae_zones_add(&zones, s->place[general]);
        }
    }
    return zones;
}

static NaeZones special_zones(const NaePlay *p, unsigned special)
{
    const NaeData *d = p->d;
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(army, nae_of_nation(d, d->armies, d->nation_of[special]))
    {
        if (!nae_army_supplied(p, army) || nae_shut_out(p, special, p->s->place[army])) {
            continue;
        }
        const NaePieces part = nae_pieces_or(army_of(d, p->s, army), nae_pieces_one(special));
        if (nae_force_fault(d, p->s, part, nae_commander(d, p->s, part)) == NAE_FAULT_NONE) {
            nae_zones_add(&zones, p->s->place[army]);
        }
    }
    return zones;
}

NaePieces nae_armies_for_depot(const NaePlay *p, unsigned depot)
{
    enum { IN_A_BUDGET = 2 };
    NaePieces armies = nae_pieces_none();
    NAE_EACH_PIECE(army, nae_of_nation(p->d, p->d->armies, p->d->nation_of[depot]))
    {
        if (p->s->budget.army_depots[army - NAE_FIRST_ARMY] < IN_A_BUDGET && nae_army_supplied(p, army)) {
            nae_pieces_add(&armies, army);
        }
    }
    return armies;
}

static NaeZones depot_zones(const NaePlay *p, unsigned depot)
{
    NaeZones zones = nae_reinforcement_zones(p, p->d->nation_of[depot]);
    NAE_EACH_PIECE(army, nae_armies_for_depot(p, depot)) { nae_zones_add(&zones, p->s->place[army]); }
    return zones;
}

/* Ports of the nation's land: its own, uncaptured, free of enemies on land, with room [4.3.7]. */
static NaeZones fleet_zones(const NaePlay *p, unsigned fleet)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned nation = d->nation_of[fleet];
    const unsigned side = nae_side_of(s, nation);
    const NaeOutlook *o = nae_outlook(p, seen_by(side));
    const NaeZoneMap map = o != NULL ? o->sight.map : nae_zone_map(d, s, seen_by(side));
    const Ground ground = ground_of(d, &map, side);
    /* 51C is of land forces [5.9]. */
    const NaeZones safe = nae_zones_minus(ground.safe, enemies_of(p, side));
    const NaeZones ports = nae_zones_and(nae_zones_and(d->ports, safe), nae_land_of(s, nation));
    const NaeZones used = nae_zones_of(s, nae_marked(s, d->fleets, NAE_AT, NAE_AT_PORT));
    NaeZones zones = nae_zones_minus(ports, used);
    NAE_EACH_ZONE(port, nae_zones_and(ports, used))
    {
        unsigned there = 0;
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

NaeZones nae_places_for(const NaePlay *p, unsigned piece)
{
    return nae_is_unit(piece)      ? nae_places_for_unit(p, piece, nae_unit_steps(p->d, p->s, piece))
           : nae_is_general(piece) ? places_for_general(p, piece)
           : nae_is_army(piece)    ? marker_zones(p, piece)
           : nae_is_special(piece) ? special_zones(p, piece)
           : nae_is_depot(piece)   ? depot_zones(p, piece)
                                   : fleet_zones(p, piece);
}

/* ---- putting ---- */

/* Whether an army stays legal with a piece that is no unit. */
static bool has_place(const NaePlay *p, NaePieces army, unsigned piece)
{
    return nae_force_fault(p->d, p->s, nae_pieces_or(army, nae_pieces_one(piece)),
                           nae_commander(p->d, p->s, army)) == NAE_FAULT_NONE;
}

/* The same of a piece that may be a general. */
static bool takes(const NaePlay *p, NaePieces army, unsigned piece)
{
    return has_place(p, army, piece) &&
           (!nae_is_general(piece) || may_serve(p, p->d->nation_of[piece], army));
}

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
    /* of those that may have him that of his nation, else the first [9.2] */
    const bool own = nae_force_nation(p->d, p->s, second) == p->d->nation_of[piece] &&
                     nae_force_nation(p->d, p->s, first) != p->d->nation_of[piece];
    return nae_has_units(p->d, first) && takes(p, first, piece) && !(own && takes(p, second, piece))
               ? 0U
               : NAE_SECOND_ARMY;
}

/* A general who comes to a force leads it, but for an army, which has its commander. */
static void take_command(NaePlay *p, unsigned general, NaePieces force)
{
    const unsigned old = nae_commander(p->d, p->s, force);
    if (old == NAE_NONE || !nae_has_army(p->d, force)) {
        nae_set_bit(p->s, general, NAE_COMMANDS);
        if (old != NAE_NONE) {
            nae_put(p->s, old, NAE_RESERVE, false); /* 4.3.13 */
        }
    }
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
        take_command(p, piece, nae_army_part(s, stack, army));
    }
}

/* Units, generals, markers under one command with a piece. */
static NaePieces led_with(const NaePlay *p, unsigned piece)
{
    enum { SAME = NAE_INSIDE | NAE_SLOT };
    const NaePieces land = nae_land(p->d, p->s, p->s->place[piece], nae_side_of_piece(p->s, piece));
    return nae_marked(p->s, nae_pieces_minus(land, p->d->depots), SAME, p->s->bits[piece] & (unsigned)SAME);
}

bool nae_may_join_piece(const NaePlay *p, unsigned guest, unsigned host)
{
    return nae_on_map(p->s, host) && has_place(p, led_with(p, host), guest);
}

void nae_join_piece(NaePlay *p, unsigned guest, unsigned host)
{
    enum { SHARED = NAE_INSIDE | NAE_SLOT | NAE_DEMORALISED };
    const NaePieces force = led_with(p, host);
    const unsigned unit = nae_pieces_first(nae_pieces_and(force, p->d->units));
    assert(unit != NAE_NONE);
    p->s->place[guest] = p->s->place[unit];
    p->s->bits[guest] = (uint8_t)(p->s->bits[unit] & SHARED);
    if (nae_is_general(guest)) {
        take_command(p, guest, force);
    }
}

/* ---- flipping ---- */

bool nae_shut_out(const NaePlay *p, unsigned unit, unsigned zone)
{
    return nae_side_of_piece(p->s, unit) == NAE_EMPIRE && nae_zones_in(barred_by_card(p, NAE_EMPIRE), zone);
}

bool nae_may_not_recover(const NaePlay *p, unsigned unit)
{
    assert(unit < NAE_PIECES);
    if (p->d->nation_of[unit] != NAE_POLAND) {
        return false;
    }
    NaeZones held = nae_zones_and(nae_land_of(p->s, NAE_POLAND), p->d->forts);
    nae_zones_add(&held, p->d->nation[NAE_POLAND].capital[0]);
    NAE_EACH_ZONE(zone, held)
    {
        if (nae_marker(p->s, zone) != NAE_COALITION) {
            return false;
        }
    }
    return true;
}

NaePieces nae_reduced_in_field(const NaePlay *p)
{
    return nae_pieces_and(nae_marked(p->s, p->d->units, NAE_REDUCED | NAE_INSIDE, NAE_REDUCED),
                          nae_pieces_on_map(p->s));
}

bool nae_may_flip(const NaePlay *p, unsigned power, unsigned unit, bool in_army)
{
    assert(unit < NAE_PIECES);
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned zone = s->place[unit];
    if (in_army ? !nae_pieces_meet(nae_all_at(s, zone), nae_of_nation(d, d->armies, power))
                : !nae_zones_in(nae_reinforcement_zones(p, d->nation_of[unit]), zone)) {
        return false;
    }
    if (nae_may_not_recover(p, unit)) {
        return false;
    }
    if (!in_army && nae_pieces_in(s->expeditionary, unit)) {
        return false; /* it serves as a minor's: its nation's budget does not restore it [8.1.4] */
    }
    const NaePieces part = nae_mates(d, s, unit);
    const unsigned army = nae_pieces_first(nae_pieces_and(part, d->armies));
    if (in_army && (army == NAE_NONE || d->nation_of[army] != power ||
                    s->budget.army_flips[army - NAE_FIRST_ARMY] >= 2)) {
        return false;
    }
    return nae_unit_can_grow(d, s, part, unit) &&
           (!in_army || (nae_army_supplied(p, army) && !nae_shut_out(p, unit, zone)));
}

NaeZones nae_flip_zones(const NaePlay *p, unsigned power, unsigned unit, bool in_army)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(other, nae_reduced_in_field(p))
    {
        if (p->d->unit[other].kind == p->d->unit[unit].kind && nae_may_flip(p, power, other, in_army)) {
            nae_zones_add(&zones, p->s->place[other]);
        }
    }
    return zones;
}

/* The depot that the power would get next. */
static unsigned next_depot(const NaePlay *p)
{
    return nae_pieces_first(
        nae_of_nation(p->d, nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->depots), p->s->budget.power));
}

NaeZones nae_purchase_places(const NaePlay *p, Move move)
{
    const unsigned a = nae_move_a(move);
    const unsigned b = nae_move_b(move);
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT:
        return a == NAE_W_FULL      ? nae_places_for_unit(p, b, nae_unit(p->d, b)->steps)
               : a == NAE_W_REDUCED ? nae_places_for_unit(p, b, 1)
                                    : nae_flip_zones(p, p->s->budget.power, b, a == NAE_W_FLIP_ARMY);
    case NAE_M_PURCHASE_MARKER:
    case NAE_M_PURCHASE_SPECIAL:
        return nae_places_for(p, a);
    case NAE_M_PURCHASE_FLEET:
        return nae_places_for(p, b);
    default:
        return a == NAE_W_DEPOT && next_depot(p) != NAE_NONE ? nae_places_for(p, next_depot(p))
                                                             : nae_zones_none();
    }
}
