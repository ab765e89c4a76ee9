/* relocation.c: where the forces go when a power has been beaten (18.2.3; map 17.6). The victor's forces on
 * its land stay or go to the nearest fortress of their side, its former friends must go, its own forces
 * gather at its key zones, its fleets in its ports. Nothing is lost by crowding as long as its land has room.
 */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

enum { WHOLE_ALLOWANCE = 4, FAR = 250 }; /* cost of an edge that takes all points; no way */

/* ------------------------------------------------------------------ distances */

static unsigned edge_cost(const NaePlay *p, unsigned from, unsigned to)
{
    const unsigned cost = nae_step_cost(p->d, from, to, false);
    return cost == NAE_NONE ? WHOLE_ALLOWANCE : cost;
}

/* Movement points from a zone to every zone over land, whoever stands there. */
static void measure(const NaePlay *p, unsigned from, uint8_t cost[NAE_ZONES])
{
    NaeZones open = nae_zones_one(from);
    memset(cost, FAR, NAE_ZONES);
    cost[from] = 0;
    while (!nae_zones_empty(open)) {
        const unsigned zone = nae_zones_take(&open);
        for (unsigned i = 0; i < p->d->zone[zone].neighbors; i++) {
            const unsigned next = p->d->zone[zone].edge[i].zone;
            const unsigned through = cost[zone] + edge_cost(p, zone, next);
            if (through < cost[next]) {
                cost[next] = (uint8_t)through;
                nae_zones_add(&open, next);
            }
        }
    }
}

/* The nearest zones of a set by those costs. */
static NaeZones nearest(const NaePlay *p, unsigned from, NaeZones zones)
{
    uint8_t cost[NAE_ZONES];
    unsigned least = FAR;
    NaeZones out = nae_zones_none();
    measure(p, from, cost);
    NAE_EACH_ZONE(zone, zones)
    {
        if (cost[zone] < least) {
            least = cost[zone];
            out = nae_zones_none();
        }
        if (cost[zone] == least && least < FAR) {
            nae_zones_add(&out, zone);
        }
    }
    return out;
}

/* ------------------------------------------------------------------ forces that leave */

static bool is_land_of(const NaeState *s, unsigned zone, unsigned power)
{
    assert(zone < NAE_ZONES);
    const unsigned owner = nae_whole_of(s, s->owner[zone]);
    return owner == power ||
           (!nae_is_major(owner) && s->minor[owner - NAE_MAJORS].patron == power &&
            (nae_status(s, owner) == NAE_FORCED_PEACE || nae_status(s, owner) == NAE_FORCED_ALLIANCE));
}

/* Land pieces of a side in a zone that are nobody of the beaten power's. */
static NaePieces guests(const NaePlay *p, unsigned zone, unsigned side, unsigned power)
{
    assert(power < NAE_NATIONS);
    return nae_pieces_minus(nae_land(p->d, p->s, zone, side), p->d->nation[power].pieces);
}

static bool fits(const NaePlay *p, NaePieces force, unsigned zone, unsigned side)
{
    const NaePieces there = nae_field(p->d, p->s, zone, side);
    return nae_pieces_empty(nae_field(p->d, p->s, zone, nae_other(side))) &&
           (nae_pieces_empty(there) || nae_can_combine(p->d, p->s, force, there));
}

/* The French leave Britain by sea, wherever they stand: for any coastal fortress on the Channel, not for the
 * nearest by land [18.2.3]. */
static bool sails_home(unsigned side, unsigned power) { return power == NAE_BRITAIN && side == NAE_EMPIRE; }

/* Fortresses of the side outside the beaten land. */
static NaeZones refuges(const NaePlay *p, NaePieces force, unsigned side, unsigned power)
{
    const unsigned channel = nae_sea_by_id(p->d, "manche");
    NaeZones out = nae_zones_none();
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        const NaeZone *z = &p->d->zone[zone];
        const bool on_channel = z->seas[0] == channel || z->seas[1] == channel;
        if (!is_land_of(p->s, zone, power) && nae_fortress_side(p->d, p->s, zone) == side &&
            !nae_besieged(p->s, zone) && (!sails_home(side, power) || on_channel) &&
            fits(p, force, zone, side)) {
            nae_zones_add(&out, zone);
        }
    }
    return out;
}

static unsigned first_piece(NaePieces force) { return nae_pieces_first(force); }

/* Pieces outside a fortress, in one force; the garrison of a fortress that is no longer theirs comes out. */
static void leave_fortress(NaePlay *p, NaePieces force) { nae_remark(p->s, force, NAE_INSIDE, 0); }

void nae_send_friends_off(NaePlay *p, unsigned zone, unsigned power, unsigned side)
{
    const NaePieces force = guests(p, zone, side, power);
    if (!nae_has_units(p->d, force)) { /* depots alone are no force: fixed ones stay, mobile ones are lost */
        nae_tidy_zone(p, zone);
        return;
    }
    leave_fortress(p, force);
    NaeFrame *guest = nae_push(p, NAE_STEP_RELOCATE_GUEST, side);
    guest->a = (uint8_t)zone;
    guest->b = (uint8_t)power;
}

/* A force comes to stand in a zone with what is there; its fixed depots come along as mobile ones (map 8.7).
 */
static void settle(NaePlay *p, NaePieces force, unsigned from, unsigned to, unsigned side)
{
    const NaePieces there = nae_standing(p->d, p->s, to, side);
    nae_remark(p->s, nae_pieces_and(force, p->d->depots), NAE_FIXED, 0);
    nae_move_pieces(p, force, to, NAE_STANDING);
    nae_join(p, force, there); /* two armies stay two */
    nae_settle_command(p, nae_standing(p->d, p->s, to, side));
    NAE_NOTE(p->dice, RELOCATED, (Seat)side, (int)first_piece(force), (int)from, (int)to);
    nae_tidy_zone(p, to);
    nae_tidy_zone(p, from);
    if (nae_besieged(p->s, from)) {
        nae_check_siege(p, from);
    }
}

/* a: zone, b: beaten power. The victor's force in a zone stays or goes. */
void nae_stay_or_go_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move2(NAE_M_STAY_OR_GO, frame->a, NAE_W_STAY));
    nae_option(list, nae_move2(NAE_M_STAY_OR_GO, frame->a, NAE_W_GO));
}

void nae_stay_or_go_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    const unsigned zone = frame->a;
    const unsigned power = frame->b;
    nae_pop(p);
    if (nae_move_b(move) == NAE_W_GO) {
        NaeFrame *guest = nae_push(p, NAE_STEP_RELOCATE_GUEST, side);
        guest->a = (uint8_t)zone;
        guest->b = (uint8_t)power;
    }
}

/* a: zone, b: beaten power. To a refuge. */
void nae_relocate_guest_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces force = guests(p, frame->a, frame->seat, frame->b);
    if (nae_pieces_empty(force)) {
        return;
    }
    const NaeZones all = refuges(p, force, frame->seat, frame->b);
    const NaeZones zones = sails_home(frame->seat, frame->b) ? all : nearest(p, frame->a, all);
    NAE_EACH_ZONE(zone, zones) { nae_option(list, nae_move2(NAE_M_RELOCATE, first_piece(force), zone)); }
}

void nae_relocate_guest_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->seat;
    const NaePieces force = guests(p, zone, side, frame->b);
    nae_pop(p);
    settle(p, force, zone, nae_move_b(move), side);
}

/* Former friends without a refuge are lost; a victor's force stays where it is, in neutral land nobody's. */
void nae_relocate_guest_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->seat;
    const unsigned power = frame->b;
    const NaePieces force = guests(p, zone, side, power);
    nae_pop(p);
    const bool stays = nae_victor_side(p->s, power) == side;
    if (!nae_pieces_empty(force) && !stays) {
        nae_destroy_all(p, force);
        nae_tidy_zone(p, zone);
    }
}

/* ------------------------------------------------------------------ forces of the beaten power */

/* Fixed depots of its own land serve on where they are. */
static bool stays(const NaePlay *p, unsigned piece, unsigned power)
{
    return nae_is_depot(piece) && nae_bit(p->s, piece, NAE_FIXED) &&
           is_land_of(p->s, p->s->place[piece], power);
}

/* Pieces of the power on the map that have not been placed yet. */
static NaePieces unplaced(const NaePlay *p, unsigned power)
{
    assert(power < NAE_NATIONS);
    NaePieces out = nae_pieces_none();
    const NaePieces land = nae_pieces_and(p->d->nation[power].pieces, p->d->land);
    NAE_EACH_PIECE(piece, nae_pieces_minus(land, p->s->handled))
    {
        if (nae_on_map(p->s, piece) && !stays(p, piece, power)) {
            nae_pieces_add(&out, piece);
        }
    }
    return out;
}

/* Who stands together, in the order in which they are asked for: the zone, the army of two, the field before
 * the fortress. */
static unsigned stand_of(const NaePlay *p, unsigned piece)
{
    const unsigned bits = p->s->bits[piece];
    return p->s->place[piece] * 4U + ((bits & NAE_SECOND_ARMY) != 0 ? 2U : 0U) +
           ((bits & NAE_INSIDE) != 0 ? 1U : 0U);
}

/* The first stand with pieces of the power that have not been placed yet: an army, a force or a garrison goes
 * home as it stood, for merged with those beside it, it would lose what is too much for one command. They
 * come out of fortresses and out of the forces they stood in. */
static NaePieces next_stand(const NaePlay *p, unsigned power)
{
    const NaePieces waiting = unplaced(p, power);
    unsigned first = UINT_MAX;
    NaePieces stand = nae_pieces_none();
    NAE_EACH_PIECE(piece, waiting)
    {
        if (stand_of(p, piece) < first) {
            first = stand_of(p, piece);
            stand = nae_pieces_none();
        }
        if (stand_of(p, piece) == first) {
            nae_pieces_add(&stand, piece);
        }
    }
    return stand;
}

/* Whether pieces of the power may be one force: whoever led them where they stood, their senior general leads
 * now, in a total reorganisation [18.2.3]. */
static bool may_be_force(const NaePlay *p, NaePieces set)
{
    const unsigned senior = nae_senior(p->d, p->s, nae_pieces_and(set, p->d->generals));
    return nae_force_fault(p->d, p->s, set, senior) == NAE_FAULT_NONE;
}

/* The next part of a stand that is a force by itself: all of it, or its senior general with what he may lead,
 * or one corps. */
static NaePieces legal_part(const NaePlay *p, NaePieces stand)
{
    if (may_be_force(p, stand)) {
        return stand;
    }
    const unsigned general = nae_senior(p->d, p->s, nae_pieces_and(stand, p->d->generals));
    NaePieces part = nae_pieces_none();
    if (general != NAE_NONE) {
        nae_pieces_add(&part, general);
        const unsigned army = nae_pieces_first(nae_pieces_and(stand, p->d->armies));
        if (army != NAE_NONE) {
            nae_pieces_add(&part, army);
        }
    }
    NAE_EACH_PIECE(piece, nae_pieces_and(stand, nae_pieces_or(p->d->units, p->d->specials)))
    {
        NaePieces larger = part;
        nae_pieces_add(&larger, piece);
        if (may_be_force(p, larger)) {
            part = larger;
        }
        if (general == NAE_NONE && !nae_pieces_empty(part)) {
            break;
        }
    }
    if (general != NAE_NONE) {
        part = nae_pieces_or(part, nae_pieces_and(stand, p->d->depots)); /* they go with a general [10.10] */
    }
    return nae_has_units(p->d, part) ? part : nae_pieces_none();
}

/* Placed pieces of the power in a zone. */
static NaePieces placed(const NaePlay *p, unsigned zone, unsigned power)
{
    assert(power < NAE_NATIONS);
    return nae_pieces_and(nae_pieces_and(nae_at(p->d, p->s, zone), p->d->nation[power].pieces),
                          p->s->handled);
}

/* Whom a part would stand with there: placed pieces, and corps of minors that share the peace, which stay
 * where they are [8.1.3, 9.2]. */
static NaePieces company(const NaePlay *p, unsigned zone, unsigned power)
{
    assert(power < NAE_NATIONS);
    const NaePieces field = nae_without(p->s, nae_peace_stack(p->d, p->s, zone, power), NAE_INSIDE);
    return nae_pieces_or(placed(p, zone, power), nae_pieces_minus(field, p->d->nation[power].pieces));
}

static bool has_room(const NaePlay *p, NaePieces part, unsigned zone, unsigned power)
{
    return may_be_force(p, nae_pieces_or(part, company(p, zone, power)));
}

static NaeZones rooms(const NaePlay *p, NaePieces part, unsigned power, bool keys)
{
    NaeZones out = nae_zones_none();
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        const bool key = nae_zones_in(p->d->keys, zone);
        const bool other = p->d->zone[zone].fortress > 0 || nae_zone_is(p->d, zone, NAE_ZONE_MAJOR_CAPITAL);
        if (p->s->owner[zone] == power && (keys ? key : other && !key) && has_room(p, part, zone, power)) {
            nae_zones_add(&out, zone);
        }
    }
    return out;
}

/* a: power. One part of its forces to a key zone, or to the nearest fortress or capital of its land that has
 * room. */
void nae_relocate_force_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces stand = next_stand(p, frame->a);
    const NaePieces part = legal_part(p, stand);
    if (!nae_has_units(p->d, part)) {
        return;
    }
    NaeZones zones = rooms(p, part, frame->a, true);
    if (nae_zones_empty(zones)) {
        zones = nearest(p, p->s->place[first_piece(part)], rooms(p, part, frame->a, false));
    }
    NAE_EACH_ZONE(zone, zones) { nae_option(list, nae_move2(NAE_M_RELOCATE, first_piece(part), zone)); }
}

static void place_part(NaePlay *p, NaePieces part, unsigned zone, unsigned power)
{
    NAE_EACH_PIECE(piece, part)
    {
        p->s->place[piece] = (uint8_t)zone;
        p->s->bits[piece] &= NAE_REDUCED | NAE_DEMORALISED | NAE_UNSUPPLIED; /* until the next check [10.7] */
        if (nae_is_depot(piece)) {
            nae_clear_bit(p->s, piece, NAE_FIXED); /* one from abroad comes home with them */
        }
        nae_pieces_add(&p->s->handled, piece);
    }
    const NaePieces force = company(p, zone, power);
    nae_settle_command(p, force);
    nae_spread_demoralisation(p, nae_pieces_minus(force, p->d->depots));
    NAE_NOTE(p->dice, PLACED, SEAT_NONE, (int)first_piece(part), (int)zone);
}

void nae_relocate_force_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    place_part(p, legal_part(p, next_stand(p, frame->a)), nae_move_b(move), frame->a);
}

/* The power's friends, abroad or in its peace, are forces without its pieces now; the lowest zone is asked
 * about first. */
static void tidy_forsaken(NaePlay *p)
{
    for (unsigned zone = p->d->zones; zone-- > 0;) {
        nae_tidy_neutral(p, zone);
        nae_tidy_zone(p, zone);
    }
}

/* Nothing that can be a force is left in this stand: its depots, markers and generals go to the reserve; a
 * force without any room in its land too. */
void nae_relocate_force_none(NaePlay *p, NaeFrame *frame)
{
    const NaePieces stand = next_stand(p, frame->a);
    if (nae_pieces_empty(stand)) {
        nae_pop(p);
        tidy_forsaken(p);
        return;
    }
    if (!nae_has_units(p->d, stand) && is_land_of(p->s, p->s->place[first_piece(stand)], frame->a)) {
        p->s->handled =
            nae_pieces_or(p->s->handled, nae_pieces_and(stand, p->d->depots)); /* lie where they are */
        NAE_EACH_PIECE(piece, nae_pieces_minus(stand, p->d->depots))
        {
            nae_put(p->s, piece, NAE_RESERVE, false);
        }
        return;
    }
    const NaePieces part = legal_part(p, stand);
    const NaePieces leaving = nae_has_units(p->d, part) ? part : stand;
    NAE_EACH_PIECE(piece, leaving) { nae_put(p->s, piece, NAE_RESERVE, false); }
}

/* ------------------------------------------------------------------ fleets of the beaten power */

static bool in_home_port(const NaeState *s, unsigned fleet, unsigned power)
{
    return (s->bits[fleet] & NAE_AT) == NAE_AT_PORT && s->owner[s->place[fleet]] == power;
}

static unsigned next_fleet(const NaePlay *p, unsigned power)
{
    assert(power < NAE_NATIONS);
    NAE_EACH_PIECE(fleet, nae_pieces_and(p->d->nation[power].pieces, p->d->fleets))
    {
        if ((p->s->bits[fleet] & NAE_AT) != NAE_AT_SPECIAL && !in_home_port(p->s, fleet, power)) {
            return fleet;
        }
    }
    return NAE_NONE;
}

static unsigned fleets_in_port(const NaePlay *p, unsigned zone)
{
    unsigned count = 0;
    NAE_EACH_PIECE(fleet, p->d->fleets)
    {
        count += p->s->place[fleet] == zone && (p->s->bits[fleet] & NAE_AT) == NAE_AT_PORT;
    }
    return count;
}

/* a: power. Its next fleet to a port of its land with room. */
void nae_relocate_fleet_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned fleet = next_fleet(p, frame->a);
    if (fleet == NAE_NONE) {
        return;
    }
    NAE_EACH_ZONE(zone, p->d->ports)
    {
        if (p->s->owner[zone] == frame->a && fleets_in_port(p, zone) < p->d->zone[zone].fleets) {
            nae_option(list, nae_move2(NAE_M_RELOCATE_FLEET, fleet, zone));
        }
    }
}

void nae_relocate_fleet_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    p->s->place[nae_move_a(move)] = (uint8_t)nae_move_b(move);
    p->s->bits[nae_move_a(move)] = NAE_AT_PORT;
}

/* All in port; what finds none waits in the reserve. */
void nae_relocate_fleet_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned fleet = next_fleet(p, frame->a);
    if (fleet == NAE_NONE) {
        nae_pop(p);
    } else {
        nae_put(p->s, fleet, NAE_RESERVE, false);
    }
}

/* ------------------------------------------------------------------ in order */

enum stage { VICTORS, FRIENDS, OWN, FLEETS, STRANGERS, TAKEN, SIEGES, DONE };

/* The next zone of the beaten land with guests of a side; NAE_NONE when there is none left. */
static unsigned next_guests(NaePlay *p, NaeFrame *frame, unsigned side)
{
    for (; frame->d < p->d->zones; frame->d++) {
        const unsigned zone = frame->d;
        if (is_land_of(p->s, zone, frame->a) && !nae_pieces_empty(guests(p, zone, side, frame->a))) {
            frame->d++;
            return zone;
        }
    }
    return NAE_NONE;
}

static void next_stage(NaeFrame *frame)
{
    frame->c++;
    frame->d = 0;
}

static void ask_guests(NaePlay *p, NaeFrame *frame, unsigned side, enum nae_step step)
{
    const unsigned zone = next_guests(p, frame, side);
    const unsigned power = frame->a;
    if (zone == NAE_NONE) {
        next_stage(frame);
        return;
    }
    const NaePieces force = guests(p, zone, side, power);
    leave_fortress(p, force);
    if (!nae_has_units(p->d, force)) {
        return; /* units go [18.2.3]; depots alone lie where they are */
    }
    NaeFrame *asked = nae_push(p, step, side);
    asked->a = (uint8_t)zone;
    asked->b = (uint8_t)power;
}

/* Fleets of others leave the ports of the beaten land, and of what has been annexed by their enemies, as they
 * leave a captured one, by ascending port, the Empire's first [18.2.3, 17.2.1]; true if some do. Each port is
 * left once: their nearest may be another of that land. */
static bool strangers_leave(NaePlay *p, NaeFrame *frame)
{
    const unsigned frames = p->s->frames;
    NAE_EACH_ZONE(port, p->d->ports)
    {
        if (port < frame->d) {
            continue;
        }
        for (unsigned side = 2; side-- > 0;) { /* pushed first, leaves last */
            if (is_land_of(p->s, port, frame->a) || nae_hostile_port(p->d, p->s, port, side)) {
                nae_push_flee(p, port, side);
            }
        }
        if (p->s->frames != frames) {
            frame->d = (uint8_t)(port + 1U);
            return true;
        }
    }
    return false;
}

/* A corps of a minor that the victor has taken may stand with yesterday's friends on land that he took after
 * it, where nobody was sent home: it leaves them like one abroad [8.2.3]; true if there is one. */
static bool taken_leave(NaePlay *p, unsigned victor)
{
    const NaePieces minors =
        nae_pieces_minus(nae_pieces_and(p->s->owned[victor], p->d->units), p->d->of_majors);
    NAE_EACH_PIECE(unit, nae_pieces_and(nae_without(p->s, minors, NAE_INSIDE), nae_pieces_on_map(p->s)))
    {
        if (nae_field_units(p->d, p->s, p->s->place[unit], nae_other(victor))) {
            NaeFrame *leaving = nae_push(p, NAE_STEP_DEFECTION_ABROAD, victor);
            leaving->a = p->s->place[unit];
            leaving->b = p->d->nation_of[unit];
            return true;
        }
    }
    return false;
}

static void check_sieges(NaePlay *p)
{
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (nae_besieged(p->s, zone)) {
            nae_check_siege(p, zone);
        }
    }
}

/* Sieges that only those kept up who have made peace are over before anybody looks for a refuge [13.5]. */
static void lift_sieges(NaePlay *p)
{
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        const unsigned defender = nae_besieged(p->s, zone) ? nae_fortress_side(p->d, p->s, zone) : NAE_NOBODY;
        if (defender < 2 && !nae_field_units(p->d, p->s, zone, nae_other(defender))) {
            nae_check_siege(p, zone);
        }
    }
}

/* a: beaten power, b: side of the victor (the other one decides for the power), c: stage, d: next zone, e: 1
 * if it has become neutral, which nobody's force may stay in. */
void nae_relocation_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = frame->a;
    const unsigned victor = frame->b;
    switch ((enum stage)frame->c) {
    case VICTORS:
        if (frame->d == 0) {
            lift_sieges(p);
        }
        ask_guests(p, frame, victor, frame->e != 0 ? NAE_STEP_RELOCATE_GUEST : NAE_STEP_STAY_OR_GO);
        break;
    case FRIENDS:
        ask_guests(p, frame, nae_other(victor), NAE_STEP_RELOCATE_GUEST);
        break;
    case OWN:
        next_stage(frame);
        p->s->handled = nae_pieces_none();
        nae_push(p, NAE_STEP_RELOCATE_FORCE, nae_other(victor))->a = (uint8_t)power;
        break;
    case FLEETS:
        next_stage(frame);
        p->s->handled = nae_pieces_none();
        nae_push(p, NAE_STEP_RELOCATE_FLEET, nae_other(victor))->a = (uint8_t)power;
        break;
    case STRANGERS:
        if (!strangers_leave(p, frame)) {
            next_stage(frame);
        }
        break;
    case TAKEN:
        if (!taken_leave(p, victor)) {
            next_stage(frame);
        }
        break;
    case SIEGES:
        next_stage(frame);
        check_sieges(p);
        break;
    case DONE:
        nae_pop(p);
        break;
    }
}
