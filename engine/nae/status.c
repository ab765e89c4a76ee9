/* status.c: what nations are to each other (8.1, 8.2.3; map 16): sides of pieces, joining a side, deployment,
 * what becomes of units that stand together when a nation changes sides. */
#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"
#include "engine/nae/zonemap.h"

/* ------------------------------------------------------------------ sides */

void nae_recompute_owned(const NaeData *d, NaeState *s)
{
    s->owned[0] = nae_pieces_none();
    s->owned[1] = nae_pieces_none();
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        const unsigned side = nae_side_of(s, nation);
        if (side < 2) {
            s->owned[side] = nae_pieces_or(s->owned[side], d->nation[nation].pieces);
        }
    }
    s->owned[NAE_EMPIRE] = nae_pieces_or(s->owned[NAE_EMPIRE], s->expeditionary);
    s->owned[NAE_COALITION] = nae_pieces_minus(s->owned[NAE_COALITION], s->expeditionary);
}

static int told_status(unsigned status)
{
    static const int told[NAE_STATUS_COUNT] = {
        [NAE_NEUTRAL] = NAE_TOLD_NEUTRAL,
        [NAE_EMPIRE_ALLY] = NAE_TOLD_EMPIRE_ALLY,
        [NAE_COALITION_ALLY] = NAE_TOLD_COALITION_ALLY,
        [NAE_FORCED_PEACE] = NAE_TOLD_FORCED_PEACE,
        [NAE_FORCED_ALLIANCE] = NAE_TOLD_FORCED_ALLIANCE,
        [NAE_PROTECTORATE] = NAE_TOLD_PROTECTORATE,
        [NAE_ANNEXED_EMPIRE] = NAE_TOLD_TERRITORY,
        [NAE_ANNEXED_COALITION] = NAE_TOLD_TERRITORY,
        [NAE_PART_OF_NAPLES] = NAE_TOLD_NEUTRAL,
        [NAE_NOT_CREATED] = NAE_TOLD_NEUTRAL,
        [NAE_DISSOLVED] = NAE_TOLD_DISSOLVED,
    };
    assert(status < NAE_STATUS_COUNT);
    return told[status];
}

/* A power that is no longer in forced alliance takes its expeditionary corps back (16.4). */
static void end_expedition(NaePlay *p, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    p->s->expeditionary = nae_pieces_minus(p->s->expeditionary, p->d->nation[nation].pieces);
}

/* Land that a power has annexed is its own, whatever side it is on (18.1). */
static void annexed_follow(NaeState *s, unsigned power)
{
    const unsigned side = nae_side_of(s, power);
    for (unsigned i = 0; i < NAE_MINORS && side < 2; i++) {
        NaeMinor *minor = &s->minor[i];
        if ((minor->status == NAE_ANNEXED_EMPIRE || minor->status == NAE_ANNEXED_COALITION) &&
            minor->patron == power) {
            minor->status = side == NAE_EMPIRE ? NAE_ANNEXED_EMPIRE : NAE_ANNEXED_COALITION;
        }
    }
}

void nae_set_status(NaePlay *p, unsigned nation, enum nae_status status)
{
    NaeState *s = p->s;
    if (nae_is_major(nation)) {
        s->major[nation].status = (uint8_t)status;
        annexed_follow(s, nation);
        if (status != NAE_FORCED_ALLIANCE) {
            end_expedition(p, nation);
        }
        if (status != NAE_FORCED_ALLIANCE && status != NAE_FORCED_PEACE) {
            s->major[nation].victor = NAE_NONE;
            s->major[nation].years = 0;
        }
    } else {
        s->minor[nation - NAE_MAJORS].status = (uint8_t)status;
    }
    nae_recompute_owned(p->d, s);
    NAE_NOTE(p->dice, STATUS, (Seat)nae_side_of(s, nation), (int)nation, told_status(status));
}

/* ------------------------------------------------------------------ deployment (7.1, 8.2.3; map 4.1.2, 16.2)
 */

/* Any zone of the unit's land without enemies where its force stays legal. */
void nae_deploy_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeState *s = p->s;
    const unsigned unit = frame->a;
    const unsigned nation = p->d->nation_of[unit];
    const unsigned side = nae_side_of(s, nation);
    if (side == NAE_NOBODY) {
        return;
    }
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (s->owner[zone] == nation && nae_can_stand(p->d, s, unit, zone, side)) {
            nae_option(list, nae_move2(NAE_M_DEPLOY, unit, zone));
        }
    }
}

void nae_deploy_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_place_piece(p, nae_move_a(move), nae_move_b(move));
    NAE_NOTE(p->dice, PLACED, (Seat)nae_side_of_piece(p->s, nae_move_a(move)), (int)nae_move_a(move),
             (int)nae_move_b(move));
}

bool nae_can_stand(const NaeData *d, const NaeState *s, unsigned piece, unsigned zone, unsigned side)
{
    if (!nae_pieces_empty(nae_field(d, s, zone, nae_other(side))) || nae_enemy_fortress(d, s, zone, side)) {
        return false;
    }
    NaePieces force = nae_standing(d, s, zone, side);
    if (nae_is_unit(piece) && nae_bit(s, piece, NAE_SECOND_ARMY) && nae_has_units(d, force)) {
        return nae_army_with_room(d, s, force, piece) != NAE_NONE; /* whichever army it leaves */
    }
    nae_pieces_add(&force, piece);
    return nae_force_legal(d, s, force);
}

/* The port of a nation that a fleet of it comes into: of its capital, else the first, with room [9.1]. */
static unsigned home_port(const NaePlay *p, unsigned nation)
{
    const NaeState *s = p->s;
    const unsigned side = nae_side_of(s, nation);
    const unsigned capital = p->d->nation[nation].capital[0];
    unsigned port = NAE_NONE;
    NAE_EACH_ZONE(zone, p->d->ports)
    {
        if (s->owner[zone] == nation && nae_holder(s, zone) == side &&
            (port == NAE_NONE || zone == capital) &&
            nae_mask_count(nae_fleets_at(s, p->d, side, NAE_AT_PORT, zone)) < NAE_SQUADRON_MAX) {
            port = zone;
        }
    }
    return port;
}

/* Fleets of a minor that joins a side [8.2.3]. */
static void deploy_fleets(NaePlay *p, unsigned minor)
{
    assert(minor < NAE_NATIONS);
    NAE_EACH_PIECE(fleet,
                   nae_of_nation(p->d, nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->fleets), minor))
    {
        const unsigned port = home_port(p, minor);
        if (port != NAE_NONE) {
            nae_anchor(p->s, nae_fleet_bit(fleet), NAE_AT_PORT, port);
        }
    }
}

/* The uncoded corps of a minor that have never been on the map come at once, one decision each, lowest first.
 */
static void push_deployment(NaePlay *p, unsigned minor)
{
    NaeState *s = p->s;
    NaeMinor *m = &s->minor[minor - NAE_MAJORS];
    if ((m->flags & NAE_DEPLOYED) != 0) {
        return;
    }
    m->flags |= NAE_DEPLOYED;
    deploy_fleets(p, minor);
    for (unsigned unit = NAE_UNITS; unit-- > 0;) {
        if (p->d->nation_of[unit] == minor && s->place[unit] == NAE_RESERVE &&
            p->d->unit[unit].code == NAE_CODE_NONE && p->d->unit[unit].event == NAE_NONE) {
            nae_push(p, NAE_STEP_DEPLOY, nae_side_of(s, minor))->a = (uint8_t)unit;
        }
    }
}

/* ------------------------------------------------------------------ joining a side */

static enum nae_status ally_of(unsigned side)
{
    return side == NAE_EMPIRE ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY;
}

/* Markers of the side a nation now belongs to mean nothing on its land any more; fortresses held for it are
 * its own. */
static void clear_own_markers(NaePlay *p, unsigned nation, unsigned side)
{
    NaeState *s = p->s;
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (nae_whole_of(s, s->owner[zone]) != nation) {
            continue;
        }
        if (nae_marker(s, zone) == side) {
            nae_set_marker(s, zone, NAE_NOBODY);
        }
        if (nae_fort_state(s, zone) == (side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION)) {
            nae_set_fort_state(s, zone, NAE_FORT_OWNER);
        }
    }
}

bool nae_goes_along(const NaeState *s, unsigned minor, unsigned power)
{
    if (nae_is_major(minor) || !nae_is_major(power)) {
        return false;
    }
    const NaeMinor *m = &s->minor[minor - NAE_MAJORS];
    return m->patron == power &&
           (m->status == NAE_NEUTRAL || m->status == NAE_FORCED_PEACE || m->status == NAE_FORCED_ALLIANCE);
}

/* Minors that follow a power into war keep it as their patron (16.3). */
static void take_minors_along(NaePlay *p, unsigned power, unsigned side)
{
    for (unsigned minor = NAE_NATIONS; minor-- > NAE_MAJORS;) {
        if (nae_goes_along(p->s, minor, power)) {
            nae_set_status(p, minor, ally_of(side));
            clear_own_markers(p, minor, side);
            push_deployment(p, minor);
        }
    }
}

void nae_join_side(NaePlay *p, unsigned nation, unsigned side, enum nae_joining how)
{
    NaeState *s = p->s;
    const unsigned before = nae_side_of(s, nation);
    nae_set_status(p, nation, ally_of(side));
    clear_own_markers(p, nation, side);
    if (how == NAE_JOIN_WON) { /* comes last [8.2.3] */
        NaeFrame *gained = nae_push(p, NAE_STEP_GAINED_CARDS, SEAT_NONE);
        gained->a = (uint8_t)side;
        gained->b = (uint8_t)nation;
    }
    if (nae_is_major(nation)) {
        take_minors_along(p, nation, side);
    } else {
        NaeMinor *m = &s->minor[nation - NAE_MAJORS];
        m->patron = NAE_NONE;
        m->flags |= how == NAE_JOIN_WON ? NAE_WON_OVER : 0;
        push_deployment(p, nation);
    }
    if (before != side) {
        nae_push_sharing(p, nation, how != NAE_JOIN_CONQUERED);
    }
    nae_check_states(p);
}

/* a: side, b: nation that it won over: a card for each key slot gained (8.2.3; map 16.2); c: the cards that
 * 46C and 47C name instead. */
void nae_gained_cards_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned side = frame->a;
    const unsigned nation = frame->b;
    const unsigned named = frame->c;
    nae_pop(p);
    if (named > 0) {
        nae_rejoined(p, nation, named);
    } else {
        nae_draw(p, side, nae_slots_gained(p->d, p->s, side, nation));
    }
}

/* ------------------------------------------------------------------ declarations of war (7.1; map 4.1) */

/* Austria is left alone by both while 34F runs. */
static bool is_protected(const NaeState *s, unsigned nation)
{
    return nation == NAE_AUSTRIA && nae_modifier_runs(s, NAE_F(34));
}

bool nae_can_declare(const NaeData *d, const NaeState *s, unsigned side, unsigned nation)
{
    (void)d;
    const unsigned status = nae_status(s, nation);
    if (is_protected(s, nation) || nation == NAE_BRITAIN) { /* never neutral, never France's ally [8.1.2] */
        return false;
    }
    if (!nae_is_major(nation)) {
        return status == NAE_NEUTRAL && s->minor[nation - NAE_MAJORS].patron == NAE_NONE;
    }
    if (status == NAE_FORCED_PEACE || status == NAE_FORCED_ALLIANCE) {
        return nae_victor_side(s, nation) == nae_other(side);
    }
    return status == NAE_NEUTRAL;
}

bool nae_is_first_war(const NaeState *s, unsigned nation)
{
    return nae_is_major(nation) && s->major[nation].status == NAE_NEUTRAL &&
           (s->major[nation].flags & NAE_DECLARED) == 0;
}

void nae_declare_war(NaePlay *p, unsigned side, unsigned nation)
{
    NaeState *s = p->s;
    assert(nae_can_declare(p->d, s, side, nation));
    NAE_NOTE(p->dice, WAR_DECLARED, (Seat)side, (int)nation);
    if (nae_is_major(nation)) {
        NaeMajor *m = &s->major[nation];
        if (nae_is_first_war(s, nation)) {
            m->flags |= NAE_DECLARED;
            nae_score(p, NAE_SCORE_FIRST_WAR);
        }
        if (m->defeats[side] > 0) { /* 4.1.4 */
            m->flags |= NAE_DOUBLED;
            s->side[nae_other(side)].free_actions =
                (uint8_t)(s->side[nae_other(side)].free_actions + NAE_DOUBLED_ACTIONS);
            nae_open_punishments(p);
        }
    }
    nae_join_side(p, nation, nae_other(side), NAE_JOIN_ATTACKED);
}

/* ------------------------------------------------------------------ units that stand together (8.2.3;
 * map 16.3, 16.4) */

/* A nation, what is a part of it, or a minor that follows the power it is into war. */
static bool goes_with(const NaeState *s, unsigned follower, unsigned nation)
{
    const unsigned other = nae_whole_of(s, follower);
    return other == nation ||
           (nae_is_major(nation) && !nae_is_major(other) && s->minor[other - NAE_MAJORS].patron == nation &&
            nae_side_of(s, other) == nae_side_of(s, nation));
}

/* Of those pieces the ones of a nation and of who goes with it. */
static NaePieces of_followers(const NaePlay *p, NaePieces set, unsigned nation)
{
    NaePieces out = nae_of_nation(p->d, set, nation);
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS && nae_is_major(nation); minor++) {
        if (goes_with(p->s, minor, nation)) {
            out = nae_pieces_or(out, nae_of_nation(p->d, set, minor));
        }
    }
    return out;
}

/* Units of a nation stand with units of the other side, all in the field or all in the fortress. */
static bool is_shared(const NaePlay *p, unsigned zone, unsigned nation, unsigned side)
{
    const NaePieces own =
        of_followers(p, nae_pieces_and(nae_land(p->d, p->s, zone, side), p->d->units), nation);
    const NaePieces foe = nae_pieces_and(nae_land(p->d, p->s, zone, nae_other(side)), p->d->units);
    const NaePieces own_inside = nae_with(p->s, own, NAE_INSIDE);
    const NaePieces foe_inside = nae_with(p->s, foe, NAE_INSIDE);
    return (!nae_pieces_empty(own_inside) && !nae_pieces_empty(foe_inside)) ||
           (!nae_pieces_empty(nae_pieces_minus(own, own_inside)) &&
            !nae_pieces_empty(nae_pieces_minus(foe, foe_inside)));
}

/* The side that stands alone in a zone of a nation that left it keeps the zone and its fortress. */
static void keep_zone(NaePlay *p, unsigned zone, unsigned side)
{
    NaeState *s = p->s;
    if (nae_zone_is(p->d, zone, NAE_ZONE_CONTROLLABLE)) {
        nae_set_marker(s, zone, side);
    }
    if (p->d->zone[zone].fortress > 0 && nae_fort_state(s, zone) != NAE_FORT_DESTROYED) {
        nae_set_fort_state(s, zone, side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
    }
}

/* A garrison of the old side under siege by the new one leaves with honours (17.2); the Empire's troops that
 * stand alone keep their zone [8.2.3], but not when the nation was conquered: they stand on enemy land then
 * [18.2.3]. The Coalition's have no such right: they mark what they stand in like any enemy land. */
static void settle_zone(NaePlay *p, unsigned nation, unsigned zone, bool keep)
{
    NaeState *s = p->s;
    const unsigned now = nae_side_of(s, nation);
    const unsigned old = nae_other(now);
    if (!goes_with(s, s->owner[zone], nation)) {
        if (nae_besieged(s, zone)) {
            nae_check_siege(p, zone);
        }
        return;
    }
    if (nae_besieged(s, zone)) {
        nae_set_siege(s, zone, false, 0);
        nae_fortress_to(p, zone, now);
    } else if (keep && old == NAE_EMPIRE && nae_has_units(p->d, nae_land(p->d, s, zone, old)) &&
               !nae_has_units(p->d, nae_land(p->d, s, zone, now))) {
        keep_zone(p, zone, old);
    } else if (nae_has_units(p->d, nae_garrison(p->d, s, zone, old))) {
        nae_fortress_to(p, zone, now); /* it was shut in until the peace lifted the siege */
    }
}

/* Units of a nation that stand with those of its new side make one force with them; what is too much for one
 * command is asked for [11.2]. */
static void unite(NaePlay *p, unsigned nation, unsigned zone, unsigned side)
{
    const NaePieces land = nae_land(p->d, p->s, zone, side);
    const NaePieces inside = nae_with(p->s, land, NAE_INSIDE);
    const NaePieces places[2] = {nae_in_slot(p->s, nae_pieces_minus(land, inside), NAE_STANDING), inside};
    bool met = false;
    for (unsigned i = 0; i < 2; i++) {
        const NaePieces own = nae_of_nation(p->d, places[i], nation);
        const NaePieces others = nae_pieces_minus(places[i], own);
        if (nae_has_units(p->d, own) && nae_has_units(p->d, others)) {
            nae_join(p, own, others);
            met = true;
        }
    }
    if (met) {
        nae_tidy_zone(p, zone);
    }
}

void nae_push_sharing(NaePlay *p, unsigned nation, bool keep)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_SHARING, SEAT_NONE);
    frame->a = (uint8_t)nation;
    frame->b = 0; /* next zone */
    frame->c = 0; /* next zone to look over at the end */
    frame->d = keep ? 1 : 0;
}

/* Two commanders in one stack, where a nation takes back an expeditionary corps beside the rest of it; or
 * none, where subordinates stay behind alone. */
static bool is_ill_led(const NaePlay *p, NaePieces set)
{
    if (!nae_pieces_meet(set, p->d->generals)) {
        return false;
    }
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_pieces_and(nae_army_part(p->s, set, army), p->d->generals);
        if (!nae_pieces_empty(part) && nae_pieces_count(nae_with(p->s, part, NAE_COMMANDS)) != 1) {
            return true;
        }
    }
    return false;
}

/* A stack that is no legal force any more, or generals, markers and special units that were left alone. */
static bool is_broken(const NaePlay *p, NaePieces set)
{
    return nae_has_units(p->d, set) ? !nae_force_legal(p->d, p->s, set)
                                    : !nae_pieces_empty(nae_pieces_minus(set, p->d->depots));
}

/* The stacks of a zone lost their commander or the weight of their nation when the nation left them. */
static bool is_broken_up(NaePlay *p, unsigned zone)
{
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces all = nae_land(p->d, p->s, zone, side);
        if (nae_pieces_empty(all)) {
            continue;
        }
        const NaePieces land = nae_in_slot(p->s, all, NAE_STANDING);
        const NaePieces inside = nae_with(p->s, land, NAE_INSIDE);
        const NaePieces field = nae_pieces_minus(land, inside);
        if (is_ill_led(p, field)) {
            nae_settle_command(p, field);
            return true;
        }
        if (is_broken(p, field) || is_broken(p, inside)) {
            return true;
        }
    }
    return false;
}

/* Zones where the change of sides may matter: sieges, the nation's units, and its land with units of the side
 * that it left. */
static NaeZones zones_concerned(const NaePlay *p, unsigned nation, unsigned side)
{
    assert(side < SEAT_COUNT);
    const NaeZones sieges = nae_zones_minus(p->d->all_zones, nae_zones_marked(p->s, NAE_SIEGE, 0));
    const NaePieces own = of_followers(p, nae_pieces_and(p->s->owned[side], p->d->units), nation);
    const NaePieces left = nae_pieces_and(p->s->owned[nae_other(side)], p->d->units);
    NaeZones land = nae_land_of(p->s, nation);
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (goes_with(p->s, minor, nation)) {
            land = nae_zones_or(land, nae_land_of(p->s, minor));
        }
    }
    return nae_zones_or(nae_zones_or(sieges, nae_zones_of(p->s, own)),
                        nae_zones_and(land, nae_zones_of(p->s, left)));
}

/* Zones with more of a side than depots and a corps that may stand alone. */
static NaeZones zones_of_stacks(const NaePlay *p)
{
    const NaePieces ours = nae_pieces_or(p->s->owned[0], p->s->owned[1]);
    const NaePieces alone = nae_pieces_minus(p->d->units, nae_army_only(p->d));
    const NaePieces others = nae_pieces_minus(nae_pieces_minus(p->d->land, p->d->depots), alone);
    return nae_zones_or(nae_zones_of(p->s, nae_pieces_and(ours, others)),
                        nae_zones_shared(p->s, nae_pieces_and(ours, alone)));
}

/* A squadron has three fleets at most, and a side one of them in a place [17.2.2]: fleets of the nation that
 * would be more than that with those of their new side go home. */
static void part_squadrons(NaePlay *p, unsigned nation, unsigned side)
{
    NAE_EACH_PIECE(fleet, of_followers(p, nae_pieces_and(p->s->owned[side], p->d->fleets), nation))
    {
        const unsigned at = p->s->bits[fleet] & NAE_AT;
        if ((at != NAE_AT_SEA && at != NAE_AT_BOX) ||
            nae_mask_count(nae_fleets_at(p->s, p->d, side, at, p->s->place[fleet])) <= NAE_SQUADRON_MAX) {
            continue;
        }
        const unsigned port = home_port(p, p->d->nation_of[fleet]);
        if (port == NAE_NONE) {
            nae_put(p->s, fleet, NAE_RESERVE, false);
        } else {
            nae_anchor(p->s, nae_fleet_bit(fleet), NAE_AT_PORT, port);
        }
    }
}

/* Fleets in ports that are the other side's now flee as from a captured port [14.10]; true if some do. A port
 * whose fortress serves their side is theirs, whatever marker lies there [17.1]: none flees from where it may
 * flee to. */
static bool fleets_leave(NaePlay *p)
{
    const NaePieces moored = nae_marked(p->s, p->d->fleets, NAE_AT, NAE_AT_PORT);
    NAE_EACH_ZONE(port, nae_zones_and(nae_zones_of(p->s, moored), p->d->ports))
    {
        for (unsigned side = 0; side < 2; side++) {
            if (nae_hostile_port(p->d, p->s, port, side) &&
                nae_fleets_at(p->s, p->d, side, NAE_AT_PORT, port) != 0) {
                nae_push_flee(p, port, side);
                return true;
            }
        }
    }
    return false;
}

/* Mobile depots that a nation has left alone in zones of the enemy are lost at once [8.7]. */
static void lose_lone_depots(NaePlay *p)
{
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces depots = nae_pieces_and(p->s->owned[side], p->d->depots);
        NAE_EACH_PIECE(depot, nae_without(p->s, depots, NAE_FIXED | NAE_INSIDE))
        {
            const unsigned zone = p->s->place[depot];
            if (zone < p->d->zones && !nae_field_units(p->d, p->s, zone, side) &&
                nae_enemy_controls(p->d, p->s, zone, side)) {
                nae_destroy(p, depot);
            }
        }
    }
}

/* What stands together in a zone parts: with a power the Empire chooses, a minor's corps goes or is lost. */
static void part(NaePlay *p, unsigned nation, unsigned zone, unsigned side)
{
    if (nae_is_major(nation)) {
        nae_push(p, NAE_STEP_SHARED, NAE_EMPIRE)->a = (uint8_t)zone;
        return;
    }
    NaeFrame *leaving = nae_push(p,
                                 goes_with(p->s, p->s->owner[zone], nation) ? NAE_STEP_DEFECTION_AT_HOME
                                                                            : NAE_STEP_DEFECTION_ABROAD,
                                 side);
    leaving->a = (uint8_t)zone;
    leaving->b = (uint8_t)nation;
}

/* Troops of the nation that are shut in. A fortress stays that of who holds it: they come out to the field,
 * where their new friends besiege; where it is their own, others who are shut in with a power's leave as a
 * garrison does whose fortress changes hands [15.2, 8.2.3]. A minor's corps that are not alone there part
 * otherwise. */
static void part_garrison(NaePlay *p, unsigned nation, unsigned zone, unsigned side)
{
    const NaePieces own = nae_garrison(p->d, p->s, zone, side);
    const bool alone = !nae_has_units(p->d, nae_garrison(p->d, p->s, zone, nae_other(side)));
    const unsigned holder = nae_fortress_side(p->d, p->s, zone);
    if (!nae_has_units(p->d, of_followers(p, own, nation)) || (!alone && !nae_is_major(nation))) {
        return;
    }
    if (holder == side && !alone) {
        nae_fortress_to(p, zone, side);
    } else if (holder == nae_other(side)) {
        const NaePieces field = nae_standing(p->d, p->s, zone, side);
        nae_remark(p->s, own, NAE_INSIDE, 0);
        nae_settle_command(p, own);
        nae_join(p, own, field);
        nae_tidy_zone(p, zone);
    }
}

/* Land under the peace whose terms are being settled. */
static bool is_under_terms(const NaeState *s, unsigned zone)
{
    const unsigned owner = nae_whole_of(s, s->owner[zone]);
    const unsigned head = nae_peace_head(s, owner);
    for (unsigned i = 0; i < s->frames; i++) {
        if (s->frame[i].step == NAE_STEP_TERMS && s->frame[i].a == head) {
            return nae_side_of(s, owner) == NAE_NOBODY;
        }
    }
    return false;
}

/* One zone of the nation after the other changes hands (e: 0), then one after the other is parted (e: 1);
 * true if something must be settled first. */
static bool share_next(NaePlay *p, NaeFrame *frame, unsigned side)
{
    const unsigned nation = frame->a;
    const unsigned frames = p->s->frames;
    for (unsigned zone; (zone = nae_zones_from(zones_concerned(p, nation, side), frame->b)) != NAE_NONE;) {
        frame->b = (uint8_t)(zone + 1U);
        if (frame->e == 0) {
            part_garrison(p, nation, zone, side);
        }
        const bool shared = is_shared(p, zone, nation, side);
        /* on the land under a peace all find their places when its terms are settled [18.2.3] */
        const bool waits = frame->d == 0 && is_under_terms(p->s, zone);
        if (shared && frame->e != 0 && !waits) {
            part(p, nation, zone, side);
        } else if (!shared && frame->e == 0) {
            settle_zone(p, nation, zone, frame->d != 0);
            unite(p, nation, zone, side);
        }
        if (p->s->frames != frames) {
            return true;
        }
    }
    return false;
}

/* a: nation that changed sides, b: next zone, c: next zone to look over, e: pass over its zones. Its own
 * zones first change hands, then what stands together parts. */
void nae_sharing_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    const unsigned nation = frame->a;
    const unsigned side = nae_side_of(s, nation);
    if (side == NAE_NOBODY) {
        nae_pop(p);
        return;
    }
    const bool terms_follow = frame->d == 0;
    for (; frame->e < 2; frame->e++, frame->b = 0) {
        if (share_next(p, frame, side)) {
            return;
        }
        if (frame->e == 0 && (!terms_follow || !nae_is_major(nation))) { /* a minor has no terms [18.1] */
            lose_lone_depots(p);
        }
    }
    frame->b = (uint8_t)p->d->zones; /* what a peace has broken up is put in order after relocation */
    const NaeZones besieged = nae_zones_minus(p->d->all_zones, nae_zones_marked(s, NAE_SIEGE, 0));
    const NaePieces own = nae_pieces_and(p->d->nation[nation].pieces, p->d->units);
    const NaeZones stacks = nae_zones_or(nae_zones_or(zones_of_stacks(p), besieged),
                                         nae_zones_of(p->s, own)); /* tidying one zone changes no other */
    for (unsigned zone; (zone = nae_zones_from(stacks, frame->c)) != NAE_NONE;) {
        frame->c = (uint8_t)(zone + 1U);
        const unsigned frames = s->frames;
        if (!terms_follow && is_broken_up(p, zone)) {
            nae_tidy_zone(p, zone);
        }
        if (nae_zones_in(nae_zones_of(s, own), zone)) {
            nae_tidy_neutral(p, zone); /* whom a minor has left whose peace it shared */
        }
        nae_check_siege(p, zone); /* the besiegers may serve the other side now */
        if (s->frames != frames) {
            return;
        }
    }
    part_squadrons(p, nation, side);
    if (!fleets_leave(p)) {
        nae_pop(p);
    }
}

/* ---- a minor at home: one step for one (8.2.3) */

/* a: zone, b: nation, c: losses to place per side + 1 once counted, d: losses of the other side still to
 * place. */
void nae_defection_at_home_run(NaePlay *p, NaeFrame *frame)
{
    const NaeState *s = p->s;
    const unsigned zone = frame->a;
    const unsigned side = nae_side_of(s, frame->b);
    const NaePieces leaving = nae_of_nation(p->d, nae_land(p->d, s, zone, side), frame->b);
    const unsigned own = nae_steps(p->d, s, leaving);
    const unsigned foe = nae_steps(p->d, s, nae_land(p->d, s, zone, nae_other(side)));
    const unsigned losses = own < foe ? own : foe;
    const unsigned nation = frame->b;
    nae_become(p, NAE_STEP_DEFECTION_DONE, SEAT_NONE)->a = (uint8_t)zone;
    p->s->frame[p->s->frames - 1].b = (uint8_t)nation;
    for (unsigned i = 0; i < 2; i++) { /* a step of the old side, one of the new: the first is pushed last */
        NaeFrame *loss = nae_push(p, NAE_STEP_DEFECTION_LOSS, i == 0 ? side : nae_other(side));
        loss->a = (uint8_t)zone;
        loss->b = (uint8_t)nation;
        loss->c = losses > 0;
        loss->d = i == 0 && losses > 0 ? (uint8_t)(losses - 1U) : 0;
    }
}

/* a: zone, b: the nation that leaves, c: 1 as long as the seat has not lost its step, d: pairs of steps that
 * follow. */
void nae_defection_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->c == 0) {
        return;
    }
    NaePieces units = nae_pieces_and(nae_land(p->d, p->s, frame->a, frame->seat), p->d->units);
    if (nae_side_of(p->s, frame->b) == frame->seat) {
        units = nae_of_nation(p->d, units, frame->b);
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, units))
    {
        nae_option(list, nae_move1(NAE_M_DEFECTION_LOSS, unit));
    }
}

void nae_defection_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    frame->c--;
    nae_lose_step(p, nae_move_a(move));
}

/* Both have lost a step; the next pair. */
void nae_defection_loss_none(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    nae_pop(p);
    for (unsigned i = 0; i < 2 && f.d > 0; i++) {
        NaeFrame *loss = nae_push(p, NAE_STEP_DEFECTION_LOSS, i == 0 ? f.seat : nae_other(f.seat));
        loss->a = f.a;
        loss->b = f.b;
        loss->c = 1;
        loss->d = i == 0 ? (uint8_t)(f.d - 1U) : 0;
    }
}

/* a: zone, b: nation. What is left of one side stays in the field; the fortress goes by who stands there. */
void nae_defection_done_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->a;
    const unsigned nation = frame->b;
    const unsigned side = nae_side_of(p->s, nation);
    nae_pop(p);
    if (nae_has_units(p->d, nae_land(p->d, p->s, zone, nae_other(side)))) {
        keep_zone(p, zone, nae_other(side));
    }
    nae_tidy_zone(p, zone);
}

/* ---- a minor abroad: to the nearest zone of its new side within its movement, or lost */

/* Least movement points from a zone to every other one for a unit of a side, by land that it may enter and
 * past no enemies, depots included [1.1]; NAE_NONE: out of reach. */
static void reach(const NaePlay *p, unsigned unit, unsigned from, unsigned side, uint8_t cost[NAE_ZONES])
{
    const unsigned most = nae_unit_speed(p->d, p->s, unit);
    memset(cost, NAE_NONE, NAE_ZONES);
    cost[from] = 0;
    for (bool better = true; better;) {
        better = false;
        for (unsigned zone = 0; zone < p->d->zones; zone++) {
            for (unsigned i = 0; cost[zone] != NAE_NONE && i < p->d->zone[zone].neighbors; i++) {
                const unsigned next = p->d->zone[zone].edge[i].zone;
                const unsigned step = nae_step_cost(p->d, zone, next, false);
                const bool barred = !nae_pieces_empty(nae_in_the_way(p->d, p->s, next, side)) ||
                                    nae_enemy_fortress(p->d, p->s, next, side) ||
                                    !nae_may_enter(p->d, p->s, nae_pieces_one(unit), side, zone, next);
                if (!barred && step != NAE_NONE && cost[zone] + step <= most &&
                    cost[zone] + step < cost[next]) {
                    cost[next] = (uint8_t)(cost[zone] + step);
                    better = true;
                }
            }
        }
    }
}

/* a: zone, b: nation. The corps of the nation there go one after the other. */
void nae_defection_abroad_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned side = nae_side_of(p->s, frame->b);
    const unsigned unit = nae_pieces_first(
        nae_pieces_and(nae_of_nation(p->d, nae_land(p->d, p->s, frame->a, side), frame->b), p->d->units));
    uint8_t cost[NAE_ZONES];
    unsigned nearest = NAE_NONE;
    if (unit == NAE_NONE) {
        return;
    }
    reach(p, unit, frame->a, side, cost);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned zone = 0; zone < p->d->zones; zone++) {
            if (zone == frame->a || cost[zone] == NAE_NONE || nae_holder(p->s, zone) != side ||
                !nae_can_stand(p->d, p->s, unit, zone, side)) {
                continue;
            }
            if (pass == 0) {
                nearest = cost[zone] < nearest ? cost[zone] : nearest;
            } else if (cost[zone] == nearest) {
                nae_option(list, nae_move1(NAE_M_DEFECTION_TO, zone));
            }
        }
    }
}

void nae_defection_abroad_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = nae_side_of(p->s, frame->b);
    const unsigned unit = nae_pieces_first(
        nae_pieces_and(nae_of_nation(p->d, nae_land(p->d, p->s, frame->a, side), frame->b), p->d->units));
    assert(unit != NAE_NONE);
    const unsigned from = frame->a;
    const unsigned to = nae_move_a(move);
    const NaePieces friends = nae_standing(p->d, p->s, to, side);
    nae_move_pieces(p, nae_pieces_one(unit), to, NAE_STANDING);
    nae_number_army(p->s, nae_pieces_one(unit), 0);
    nae_join(p, nae_pieces_one(unit), friends); /* demoralised with them, if they are [14.9.3] */
    nae_tidy_zone(p, from);
    nae_tidy_zone(p, to);
}

/* No zone in reach: the corps are lost. */
void nae_defection_abroad_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->a;
    const unsigned side = nae_side_of(p->s, frame->b);
    const NaePieces lost = nae_of_nation(p->d, nae_land(p->d, p->s, zone, side), frame->b);
    nae_pop(p);
    nae_destroy_all(p, lost);
    nae_tidy_zone(p, zone);
}

/* ---- a major: the Empire decides zone by zone (16.4) */

static bool may_shut_in(const NaePlay *p, unsigned zone)
{
    const NaePieces force = nae_field(p->d, p->s, zone, NAE_EMPIRE);
    const NaePieces inside = nae_garrison(p->d, p->s, zone, NAE_EMPIRE);
    return nae_fortress_side(p->d, p->s, zone) == NAE_EMPIRE &&
           nae_force_legal(p->d, p->s, nae_pieces_or(force, inside));
}

/* a: zone. */
void nae_shared_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned zone = frame->a;
    const NaePieces force = nae_field(p->d, p->s, zone, NAE_EMPIRE);
    if (!nae_has_units(p->d, force) || !nae_field_units(p->d, p->s, zone, NAE_COALITION)) {
        return;
    }
    if (may_shut_in(p, zone)) {
        nae_option(list, nae_move1(NAE_M_SHARED, NAE_W_FORT));
    }
    for (unsigned i = 0; i < p->d->zone[zone].neighbors; i++) {
        const unsigned to = p->d->zone[zone].edge[i].zone;
        const NaePieces there = nae_standing(p->d, p->s, to, NAE_EMPIRE);
        if (nae_may_enter(p->d, p->s, force, NAE_EMPIRE, zone, to) && nae_holder(p->s, to) != NAE_COALITION &&
            nae_pieces_empty(nae_field(p->d, p->s, to, NAE_COALITION)) &&
            !nae_enemy_fortress(p->d, p->s, to, NAE_EMPIRE) &&
            (nae_pieces_empty(there) || nae_can_combine(p->d, p->s, force, there))) {
            nae_option(list, nae_move1(NAE_M_SHARED_GO, to));
        }
    }
    nae_option(list, nae_move1(NAE_M_SHARED, NAE_W_FIGHT));
}

void nae_shared_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const NaePieces force = nae_field(p->d, p->s, zone, NAE_EMPIRE);
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_SHARED_GO) {
        const NaePieces there = nae_standing(p->d, p->s, nae_move_a(move), NAE_EMPIRE);
        nae_remark(p->s, nae_pieces_and(force, p->d->depots), NAE_FIXED, 0);
        nae_move_pieces(p, force, nae_move_a(move), NAE_STANDING);
        nae_join(p, force, there); /* two armies stay two */
        nae_settle_command(p, nae_standing(p->d, p->s, nae_move_a(move), NAE_EMPIRE));
        nae_tidy_zone(p, nae_move_a(move));
        nae_tidy_zone(p, zone);
    } else if (nae_move_a(move) == NAE_W_FORT) {
        NAE_EACH_PIECE(piece, force)
        {
            nae_set_bit(p->s, piece, NAE_INSIDE);
        } /* no siege is laid by itself */
    } else {
        nae_begin_battle(p, zone, NAE_COALITION, NAE_NONE, NAE_BATTLE_SHARED);
    }
}

/* ------------------------------------------------------------------ protectorates and new states
 * (8.1.5, 8.3; map 16.5-16.8) */

void nae_make_protectorate(NaePlay *p, unsigned minor)
{
    nae_set_status(p, minor, NAE_PROTECTORATE);
    nae_score(p, NAE_SCORE_PROTECTORATE);
}

bool nae_may_be_protectorate(const NaeData *d, const NaeState *s, unsigned minor)
{
    assert(minor < NAE_NATIONS);
    const NaeMinor *m = &s->minor[minor - NAE_MAJORS];
    const unsigned kind = d->nation[minor].protectorate;
    return m->status == NAE_EMPIRE_ALLY &&
           (kind == NAE_ELIGIBLE || (kind == NAE_FROM_START && (m->flags & NAE_WAS_PROTECTORATE) != 0));
}

/* A protectorate fallen to the Coalition costs its point (16.5). */
void nae_lose_protectorate(NaePlay *p, unsigned minor)
{
    p->s->minor[minor - NAE_MAJORS].flags |= NAE_WAS_PROTECTORATE;
    nae_score(p, NAE_SCORE_PROTECTORATE_LOST);
}

/* Corps of a state without a way back to the map. */
static void dissolve(NaePlay *p, unsigned state, enum nae_score score)
{
    const NaePieces pieces = nae_pieces_and(p->d->nation[state].pieces, p->d->land);
    NAE_EACH_PIECE(piece, pieces)
    {
        const unsigned zone = p->s->place[piece];
        nae_put(p->s, piece, NAE_OUT, false);
        if (zone < p->d->zones) {
            nae_tidy_zone(p, zone);
        }
    }
    nae_set_status(p, state, NAE_DISSOLVED);
    NAE_NOTE(p->dice, STATE_ENDED, SEAT_FRENCH, (int)state);
    nae_score(p, score);
}

static bool is_lost_member(const NaeState *s, unsigned minor) { return nae_side_of(s, minor) != NAE_EMPIRE; }

/* The Confederation and Westphalia end for good when every member is conquered or with the Coalition
 * (8.3.1, 8.3.2). */
void nae_check_states(NaePlay *p)
{
    const NaeState *s = p->s;
    bool confederates = false;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        confederates = confederates || (p->d->nation[minor].confederate && !is_lost_member(s, minor));
    }
    if (nae_status(s, NAE_CONFEDERATION) == NAE_PROTECTORATE && !confederates) {
        dissolve(p, NAE_CONFEDERATION, NAE_SCORE_CONFEDERATION_DISSOLVED);
    }
    if (nae_status(s, NAE_WESTPHALIA) == NAE_PROTECTORATE && nae_westphalian_parts(p->d, s) == 0) {
        dissolve(p, NAE_WESTPHALIA, NAE_SCORE_WESTPHALIA_DISSOLVED);
    }
}

/* Provinces with a W that the Empire holds as allies or territory (8.3.2). */
unsigned nae_westphalian_parts(const NaeData *d, const NaeState *s)
{
    unsigned parts = 0;
    for (unsigned province = 0; province < d->provinces; province++) {
        parts += (d->province[province].symbols & NAE_SYMBOL_W) != 0 &&
                 nae_side_of_zone(s, d->province[province].zone[0]) == NAE_EMPIRE;
    }
    return parts;
}

/* A member of a state is no target of diplomacy (16.1). */
bool nae_is_member(const NaeData *d, const NaeState *s, unsigned minor)
{
    assert(minor < NAE_NATIONS);
    const unsigned capital = d->nation[minor].capital[0];
    if (nae_status(s, NAE_CONFEDERATION) == NAE_PROTECTORATE && d->nation[minor].confederate) {
        return true;
    }
    return nae_status(s, NAE_WESTPHALIA) == NAE_PROTECTORATE && d->nation[minor].capitals > 0 &&
           (d->zone[capital].symbols & NAE_SYMBOL_W) != 0;
}

/* Units and generals of a state that waited for it enter the reserve. */
void nae_free_pieces(NaePlay *p, unsigned nation, bool third_province)
{
    assert(nation < NAE_NATIONS);
    NAE_EACH_PIECE(piece, nae_pieces_and(p->d->nation[nation].pieces, p->d->land))
    {
        const bool second = nae_is_unit(piece) && p->d->unit[piece].code == NAE_CODE_2P;
        if (p->s->place[piece] == NAE_LATER && second == third_province) {
            nae_put(p->s, piece, NAE_RESERVE, false);
        }
    }
}

void nae_create_state(NaePlay *p, unsigned state)
{
    NAE_NOTE(p->dice, STATE_CREATED, SEAT_FRENCH, (int)state);
    nae_set_status(p, state, NAE_PROTECTORATE);
    if (state != NAE_POLAND) {
        nae_free_pieces(p, state, false);
    }
}
