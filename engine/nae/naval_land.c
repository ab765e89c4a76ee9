/* naval_land.c: troops aboard, landing in own ports and against the enemy's [17.2.8, 17.2.9], map 14.8, 14.9.
 */
#include <assert.h>

#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/naval.h"

enum { CARRIER = 3 /* bits of a piece aboard: place of its fleet in voyage.carrier */, LANDED = 1 };

NaePieces nae_cargo(const NaeState *s, const NaeData *d) { return nae_at(d, s, NAE_ABOARD); }

/* ---- loading ---- */

static unsigned load_of(const NaeData *d, const NaeState *s, unsigned piece)
{
    return nae_is_unit(piece) ? nae_unit_steps(d, s, piece) : nae_is_special(piece) ? 1U : 0U;
}

/* Pieces of the same kind (general, marker, depot) as one piece. */
static NaePieces kind_mask(const NaeData *d, unsigned piece)
{
    return nae_is_general(piece) ? d->generals
           : nae_is_army(piece)  ? d->armies
           : nae_is_depot(piece) ? d->depots
                                 : nae_pieces_none();
}

/* Steps aboard one fleet of the squadron, by its place in it. */
static unsigned steps_aboard(const NaePlay *p, unsigned place)
{
    unsigned steps = 0;
    NAE_EACH_PIECE(piece, nae_cargo(p->s, p->d))
    {
        steps += (p->s->bits[piece] & CARRIER) == place ? load_of(p->d, p->s, piece) : 0;
    }
    return steps;
}

/* Whether one fleet has a piece of that kind aboard already. */
static bool has_kind(const NaePlay *p, unsigned place, unsigned piece)
{
    NAE_EACH_PIECE(other, nae_pieces_and(nae_cargo(p->s, p->d), kind_mask(p->d, piece)))
    {
        if ((p->s->bits[other] & CARRIER) == place) {
            return true;
        }
    }
    return false;
}

/* A card that names the steps of the whole squadron has room for no more of them. */
static bool squadron_full(const NaePlay *p, unsigned load)
{
    unsigned steps = load;
    NAE_EACH_PIECE(piece, nae_cargo(p->s, p->d)) { steps += load_of(p->d, p->s, piece); }
    return load > 0 && steps > p->s->voyage.transport;
}

/* The first fleet with room for a piece: 2 steps, one depot, one general and one marker each; NAE_NONE: full.
 * Where a card names the steps of the squadron [9C] they are spread over its fleets. */
static unsigned carrier_for(const NaePlay *p, unsigned piece)
{
    enum { PLAIN = 255, PLAIN_STEPS = 2 };
    const unsigned load = load_of(p->d, p->s, piece);
    const bool spread = p->s->voyage.transport != PLAIN && load > 0;
    unsigned carrier = NAE_NONE;
    unsigned least = 0;
    if (squadron_full(p, load)) {
        return NAE_NONE;
    }
    for (unsigned i = 0; i < NAE_SQUADRON_MAX; i++) {
        const unsigned fleet = p->s->voyage.carrier[i];
        if (fleet == NAE_NONE || !nae_bit(p->s, fleet, NAE_SAILING) || has_kind(p, i, piece)) {
            continue;
        }
        const unsigned steps = steps_aboard(p, i);
        if (spread ? carrier == NAE_NONE || steps < least
                   : carrier == NAE_NONE && (load == 0 || steps + load <= PLAIN_STEPS)) {
            carrier = i;
            least = steps;
        }
    }
    return carrier;
}

/* What stands in the port and may go aboard: the force in the field, or a garrison under siege, or before
 * enemies who have laid none [17.2.8]. */
static NaePieces ashore(const NaePlay *p)
{
    const NaeVoyage *v = &p->s->voyage;
    const bool shut_in =
        nae_besieged(p->s, v->place) || nae_field_units(p->d, p->s, v->place, nae_other(v->side));
    return shut_in ? nae_garrison(p->d, p->s, v->place, v->side)
                   : nae_standing(p->d, p->s, v->place, v->side);
}

/* A set would be a legal force, each army of it, or has no units left: generals and markers alone go along or
 * to the reserve. */
static bool holds(const NaePlay *p, NaePieces set)
{
    if (!nae_has_units(p->d, set)) {
        return true;
    }
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, set, army);
        const unsigned now = nae_commander(p->d, p->s, part);
        const unsigned leader = now != NAE_NONE ? now : nae_senior(p->d, p->s, part);
        if (nae_has_units(p->d, part) && nae_force_fault(p->d, p->s, part, leader) != NAE_FAULT_NONE) {
            return false;
        }
    }
    return true;
}

/* Cargo is one force under its only or senior general. */
static bool cargo_holds(const NaePlay *p, NaePieces set)
{
    return nae_force_fault(p->d, p->s, nae_pieces_minus(set, p->d->depots), nae_senior(p->d, p->s, set)) ==
           NAE_FAULT_NONE;
}

static bool can_load_unit(const NaePlay *p, unsigned unit, NaePieces shore)
{
    const NaeUnit *u = nae_unit(p->d, unit);
    NaePieces rest = shore;
    nae_pieces_drop(&rest, unit);
    return !u->home_only && carrier_for(p, unit) != NAE_NONE && holds(p, rest);
}

/* A general joins units aboard; with the last unit of his force he boards anyway (14.8). */
static bool can_load_general(const NaePlay *p, unsigned general, NaePieces cargo, NaePieces shore)
{
    NaePieces with = cargo;
    NaePieces rest = shore;
    nae_pieces_add(&with, general);
    nae_pieces_drop(&rest, general);
    return carrier_for(p, general) != NAE_NONE && nae_has_units(p->d, cargo) && cargo_holds(p, with) &&
           holds(p, rest);
}

/* A marker follows a general of its nation with units; a special unit its marker. */
static bool can_load_other(const NaePlay *p, unsigned piece, NaePieces cargo, NaePieces shore)
{
    assert(piece < NAE_PIECES);
    NaePieces with = cargo;
    NaePieces rest = shore;
    nae_pieces_add(&with, piece);
    nae_pieces_drop(&rest, piece);
    const NaePieces generals =
        nae_of_nation(p->d, nae_pieces_and(cargo, p->d->generals), p->d->nation_of[piece]);
    if (nae_is_depot(piece)) {
        return !nae_bit(p->s, piece, NAE_FIXED) && nae_pieces_meet(cargo, p->d->generals) &&
               carrier_for(p, piece) != NAE_NONE; /* depots move with a general only [1.2] */
    }
    const bool led = nae_is_army(piece) ? !nae_pieces_empty(generals) : nae_has_army(p->d, cargo);
    return led && nae_has_units(p->d, cargo) && cargo_holds(p, with) && holds(p, rest) &&
           carrier_for(p, piece) != NAE_NONE;
}

void nae_load_options(const NaePlay *p, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const NaePieces cargo = nae_cargo(p->s, p->d);
    const NaePieces shore = ashore(p);
    if (!nae_friendly_port(p->d, p->s, v->place, v->side) ||
        !nae_has_units(p->d, nae_pieces_or(shore, cargo))) {
        return;
    }
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, nae_without(p->s, shore, NAE_ACTIVATED)))
    {
        const bool can = nae_is_unit(piece)      ? can_load_unit(p, piece, shore)
                         : nae_is_general(piece) ? can_load_general(p, piece, cargo, shore)
                                                 : can_load_other(p, piece, cargo, shore);
        if (can) {
            nae_option(list, nae_move1(NAE_M_SAIL_LOAD, piece));
        }
    }
}

static void board(NaePlay *p, unsigned piece)
{
    const unsigned carrier = carrier_for(p, piece);
    const unsigned keep =
        nae_is_unit(piece) ? p->s->bits[piece] & (NAE_REDUCED | NAE_UNSUPPLIED | NAE_DEMORALISED) : 0U;
    if (carrier == NAE_NONE) {
        nae_put(p->s, piece, NAE_RESERVE, false);
        return;
    }
    p->s->place[piece] = NAE_ABOARD;
    p->s->bits[piece] = (uint8_t)(keep | carrier);
}

/* The senior general leads what is aboard. */
static void settle_cargo(NaePlay *p)
{
    const NaePieces cargo = nae_cargo(p->s, p->d);
    const unsigned chief = nae_senior(p->d, p->s, cargo);
    NAE_EACH_PIECE(general, nae_pieces_and(cargo, p->d->generals))
    {
        if (general == chief) {
            nae_set_bit(p->s, general, NAE_COMMANDS);
        } else {
            nae_clear_bit(p->s, general, NAE_COMMANDS);
        }
    }
}

/* With the last unit of a force its general and marker go aboard, or to the reserve if there is no room. */
void nae_load(NaePlay *p, unsigned piece)
{
    const unsigned zone = p->s->voyage.place;
    board(p, piece);
    p->s->voyage.flags |= NAE_VOYAGE_LOADED;
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, ashore(p), army);
        if (!nae_has_units(p->d, part)) {
            NAE_EACH_PIECE(other, nae_pieces_minus(part, p->d->depots)) { board(p, other); }
        }
    }
    settle_cargo(p);
    if (nae_has_units(p->d, ashore(p))) {
        nae_settle_command(p, ashore(p));
    }
    nae_check_siege(p, zone);
}

bool nae_cargo_waits(const NaePlay *p)
{
    const NaePieces cargo = nae_cargo(p->s, p->d);
    return !nae_pieces_empty(cargo) && !nae_has_units(p->d, cargo);
}

/* ---- unloading in an own port ---- */

bool nae_can_unload(const NaePlay *p, unsigned zone)
{
    const NaePieces cargo = nae_cargo(p->s, p->d);
    const NaePieces there = ashore(p);
    return nae_has_units(p->d, cargo) && nae_friendly_port(p->d, p->s, zone, p->s->voyage.side) &&
           nae_may_land(p->d, p->s, cargo, p->s->voyage.side, zone) &&
           (nae_has_units(p->d, there) ? nae_can_combine(p->d, p->s, cargo, there) : cargo_holds(p, cargo)) &&
           !(nae_field_units(p->d, p->s, zone, nae_other(p->s->voyage.side)) && !nae_besieged(p->s, zone));
}

/* Puts pieces ashore: standing, moved for this round. */
static void put_ashore(NaePlay *p, NaePieces set, unsigned zone, bool inside)
{
    nae_note_crossing(p, set, p->s->voyage.side, NAE_NONE, zone);
    NAE_EACH_PIECE(piece, set)
    {
        const unsigned keep =
            nae_is_unit(piece) ? p->s->bits[piece] & (NAE_REDUCED | NAE_UNSUPPLIED | NAE_DEMORALISED) : 0U;
        p->s->place[piece] = (uint8_t)zone;
        p->s->bits[piece] = (uint8_t)(keep | NAE_STANDING | NAE_ACTIVATED | (inside ? NAE_INSIDE : 0U));
    }
    nae_settle_command(p, set);
}

void nae_unload(NaePlay *p, unsigned zone)
{
    const NaePieces cargo = nae_cargo(p->s, p->d);
    const NaePieces there = ashore(p);
    const bool inside = nae_besieged(p->s, zone);
    put_ashore(p, cargo, zone, inside);
    if (!nae_pieces_empty(there)) {
        nae_join(p, cargo, there);
    }
    NAE_NOTE(p->dice, LANDING, (Seat)p->s->voyage.side, (int)zone, (int)nae_steps(p->d, p->s, cargo));
    nae_tidy_zone(p, zone);
}

/* ---- amphibious assault ----
 * LANDING: a port, b stage. */

enum stage { FORT, DUEL_WON, CHOICE, ASHORE, BATTLE, AFTER_BATTLE, SECOND_SIEGE, OUTCOME, OVER };

void nae_begin_landing(NaePlay *p, unsigned port)
{
    p->s->voyage.assaults--;
    nae_push(p, NAE_STEP_LANDING, SEAT_NONE)->a = (uint8_t)port;
}

static bool fortress_holds(const NaePlay *p, unsigned port)
{
    return nae_fortress_side(p->d, p->s, port) == nae_other(p->s->voyage.side);
}

/* A naval battle of the squadron against one die of the fortress [17.2.9]. */
static void fight_fort(NaePlay *p, unsigned port)
{
    p->s->voyage.ours = nae_sailing(p->s);
    p->s->voyage.foe = 0;
    nae_begin_sea_battle(p, NAE_SEA_FORTRESS, p->d->zone[port].seas[0], port, false);
}

/* The squadron has beaten the fortress and has troops left: Nelson may have gone down with his [10C]. */
static bool may_go_ashore(const NaePlay *p)
{
    return p->s->voyage.dice[0] > p->s->voyage.dice[1] && nae_has_units(p->d, nae_cargo(p->s, p->d));
}

/* beaten: by the fortress, else the landing has failed. */
static void push_stand_off(NaePlay *p, unsigned port, bool beaten)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_STAND_OFF, p->s->voyage.side);
    frame->a = (uint8_t)port;
    frame->b = beaten ? 1 : 0;
}

/* Who is beaten by the fortress of a port on two seas goes back to that which he came from [17.2.9]. */
static bool may_stand_off_at(const NaePlay *p, const NaeFrame *frame, unsigned sea)
{
    const NaeVoyage *v = &p->s->voyage;
    const bool back = frame->b != 0 && v->from_at == NAE_AT_SEA && nae_port_of(p->d, frame->a, v->from_place);
    return sea != NAE_NONE && (!back || sea == v->from_place) &&
           nae_box_open(p->d, p->s, nae_sailing(p->s), sea) &&
           nae_room(p->s, p->d, v->side, NAE_AT_SEA, sea, nae_sailing(p->s));
}

void nae_stand_off_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const uint32_t fleets = nae_sailing(p->s);
    if (fleets == 0) {
        return;
    }
    if (nae_room(p->s, p->d, v->side, NAE_AT_BOX, frame->a, fleets)) {
        nae_option(list, nae_move2(NAE_M_STAND_OFF, NAE_P_BOX, frame->a));
    }
    for (unsigned i = 0; i < 2; i++) {
        const unsigned sea = p->d->zone[frame->a].seas[i];
        if (may_stand_off_at(p, frame, sea)) {
            nae_option(list, nae_move2(NAE_M_STAND_OFF, NAE_P_SEA, sea));
        }
    }
}

void nae_stand_off_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const enum nae_at at = nae_move_a(move) == NAE_P_SEA ? NAE_AT_SEA : NAE_AT_BOX;
    (void)frame;
    nae_pop(p);
    v->at = (uint8_t)at;
    v->place = (uint8_t)nae_move_b(move);
    nae_anchor(p->s, nae_sailing(p->s), at, v->place);
}

/* ---- who lands ---- */

/* A fortress, units, or a fixed depot that defends alone [17.2.9, 8.7]. */
static bool opposed(const NaePlay *p, unsigned port)
{
    const NaePieces enemies = nae_land(p->d, p->s, port, nae_other(p->s->voyage.side));
    return fortress_holds(p, port) || nae_has_units(p->d, enemies) ||
           !nae_pieces_empty(nae_with(p->s, nae_pieces_and(enemies, p->d->depots), NAE_FIXED));
}

/* The general and what follows him land with all units, or if they are legal with him. */
static NaePieces landing_force(const NaePlay *p, NaePieces units)
{
    const NaePieces cargo = nae_cargo(p->s, p->d);
    const NaePieces led =
        nae_pieces_or(units, nae_pieces_minus(cargo, nae_pieces_or(p->d->units, p->d->depots)));
    if (nae_pieces_equal(units, nae_pieces_and(cargo, p->d->units))) {
        return cargo;
    }
    return nae_force_fault(p->d, p->s, led, nae_senior(p->d, p->s, led)) == NAE_FAULT_NONE ? led : units;
}

/* Units that land together: no more than may, where they may, a legal force; against nobody without limit. */
static bool lands_together(const NaePlay *p, unsigned port, NaePieces units)
{
    const NaeVoyage *v = &p->s->voyage;
    return (!opposed(p, port) || nae_steps(p->d, p->s, units) <= v->land_steps) &&
           nae_may_land(p->d, p->s, units, v->side, port) && cargo_holds(p, landing_force(p, units));
}

/* Classes of units that may land with those of a set. */
static NaePieces may_join_landing(const NaePlay *p, unsigned port, NaePieces chosen)
{
    const NaePieces left = nae_pieces_minus(nae_pieces_and(nae_cargo(p->s, p->d), p->d->units), chosen);
    NaePieces able = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, left))
    {
        if (lands_together(p, port, nae_pieces_or(chosen, nae_pieces_one(unit)))) {
            nae_pieces_add(&able, unit);
        }
    }
    return able;
}

/* NaeState.handled holds the units chosen. */
void nae_assault_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NAE_EACH_PIECE(unit, may_join_landing(p, frame->a, p->s->handled))
    {
        nae_option(list, nae_move1(NAE_M_ASSAULT, unit));
    }
    if (list->count > 0 && !nae_pieces_empty(p->s->handled)) {
        nae_option(list, nae_move1(NAE_M_ASSAULT, NAE_NONE));
    }
}

void nae_assault_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    nae_pieces_add(&p->s->handled, nae_move_a(move));
}

bool nae_can_assault(const NaePlay *p, unsigned port)
{
    const NaeVoyage *v = &p->s->voyage;
    const unsigned enemy = nae_other(v->side);
    const bool naples =
        (v->flags & NAE_VOYAGE_NAPLES) == 0 || nae_zones_in(p->d->nation[NAE_NAPLES].home, port);
    return v->assaults > 0 && naples && !nae_winter(p->s) && nae_has_units(p->d, nae_cargo(p->s, p->d)) &&
           (nae_hostile_port(p->d, p->s, port, v->side) || nae_invaded_port(p->d, p->s, port, v->side)) &&
           nae_fleets_at(p->s, p->d, enemy, NAE_AT_PORT, port) == 0 &&
           !nae_has_units(p->d, nae_land(p->d, p->s, port, v->side)) &&
           !nae_pieces_empty(may_join_landing(p, port, nae_pieces_none()));
}

static void land(NaePlay *p, unsigned port)
{
    const NaePieces set = landing_force(p, p->s->handled);
    p->s->handled = nae_pieces_none();
    put_ashore(p, set, port, false);
    NAE_NOTE(p->dice, LANDING, (Seat)p->s->voyage.side, (int)port, (int)nae_steps(p->d, p->s, set));
    nae_tidy_zone(p, port);
}

/* ---- the course ---- */

/* A defender in the field may evade, or take refuge in his fortress, as from any attack [12.5]: the landed
 * force moves in as long as he is asked. */
static void ask_defender(NaePlay *p, unsigned port)
{
    const unsigned side = p->s->voyage.side;
    if (!nae_field_units(p->d, p->s, port, nae_other(side))) {
        return;
    }
    nae_clear_march(p->s);
    p->s->march.side = (uint8_t)side;
    p->s->march.zone = (uint8_t)port;
    p->s->march.from = NAE_NONE;
    nae_set_slot(p->s, nae_field(p->d, p->s, port, side), NAE_MOVING);
    nae_push_evasion(p);
}

static void fight_ashore(NaePlay *p, unsigned port)
{
    nae_set_slot(p->s, nae_field(p->d, p->s, port, p->s->voyage.side), NAE_STANDING);
    nae_clear_march(p->s);
    const NaeVoyage *v = &p->s->voyage;
    const unsigned enemy = nae_other(v->side);
    const unsigned free = v->land_modifier == 0 ? NAE_BATTLE_LANDING_FREE : 0U;
    if (nae_defends(p->d, p->s, port, enemy)) { /* not gone, not inside */
        nae_begin_battle(p, port, v->side, NAE_NONE, NAE_BATTLE_LANDING | free);
    } else {
        nae_destroy_all(p, nae_field(p->d, p->s, port, enemy)); /* mobile depots alone */
    }
}

static void attempt(NaePlay *p, unsigned port)
{
    if (!fortress_holds(p, port) || !nae_field_units(p->d, p->s, port, p->s->voyage.side) ||
        nae_field_units(p->d, p->s, port, nae_other(p->s->voyage.side))) {
        return;
    }
    p->s->siege.zone = (uint8_t)port;
    p->s->siege.flags = LANDED;
    if (!nae_besieged(p->s, port)) {
        nae_lay_siege(p, port);
    }
    nae_push_siege_attack(p, port, p->s->voyage.side, 0);
}

/* The zone is won or the force is lost [17.2.9]. */
static void outcome(NaePlay *p, unsigned port)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned side = v->side;
    const NaePieces ours = nae_field(p->d, p->s, port, side);
    const bool won = nae_has_units(p->d, ours) && !fortress_holds(p, port) &&
                     !nae_field_units(p->d, p->s, port, nae_other(side));
    p->s->siege.zone = 0;
    p->s->siege.flags = 0;
    if (!won) {
        if (nae_besieged(p->s, port)) {
            nae_set_siege(p->s, port, false, 0);
        }
        nae_destroy_all(p, ours);
        push_stand_off(p, port, false);
        return;
    }
    if (nae_zone_is(p->d, port, NAE_ZONE_CONTROLLABLE) && nae_holder(p->s, port) != side) {
        nae_mark_control(p, port, side);
    }
    const uint32_t fleets = nae_sailing(p->s);
    if (nae_room(p->s, p->d, side, NAE_AT_PORT, port, fleets)) {
        v->from_at = v->at;
        v->from_place = v->place;
        v->at = NAE_AT_PORT;
        v->place = (uint8_t)port;
        v->flags |= NAE_VOYAGE_MOVED;
        nae_anchor(p->s, fleets, NAE_AT_PORT, port);
    } else {
        push_stand_off(p, port, false);
    }
}

void nae_landing_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned port = frame->a;
    switch ((enum stage)frame->b++) {
    case FORT:
        if (!fortress_holds(p, port)) {
            frame->b = CHOICE;
        } else {
            fight_fort(p, port);
        }
        break;
    case DUEL_WON:
        if (!may_go_ashore(p)) {
            frame->b = OVER;
            push_stand_off(p, port, true);
        }
        break;
    case CHOICE:
        p->s->handled = nae_pieces_none();
        nae_push(p, NAE_STEP_ASSAULT, p->s->voyage.side)->a = (uint8_t)port;
        break;
    case ASHORE:
        land(p, port);
        ask_defender(p, port);
        break;
    case BATTLE:
        fight_ashore(p, port);
        break;
    case AFTER_BATTLE:
        attempt(p, port);
        break;
    case SECOND_SIEGE:
        attempt(p, port);
        break;
    case OUTCOME:
        outcome(p, port);
        break;
    case OVER:
        nae_pop(p);
        break;
    }
}
