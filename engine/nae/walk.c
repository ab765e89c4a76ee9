/* walk.c: moves of powers at peace and strategic redeployment [7.5, 7.6, map 4.5, 4.6].
 *
 * Both are walks: a power's forces go one after the other, step by step, without meeting the enemy. The walk
 * uses s->march with NAE_MARCH_WALK; s->budget.power is the power, s->handled the pieces that have had their
 * turn. */
#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/naval.h"
#include "engine/nae/scratch.h"
#include "engine/nae/zonemap.h"

static bool neutral_phase(const NaeState *s) { return s->phase == NAE_PHASE_NEUTRALS; }

/* ---- the forces of a power ---- */

/* Whether a power walks the units of a nation: its own, and in I6 France and Britain the minors' of their
 * side (NAE_ANY_MINOR: those in general). */
static bool commands_nation(const NaeState *s, unsigned power, unsigned nation)
{
    if (nation == power) {
        return true;
    }
    const bool patron = power == NAE_FRANCE || power == NAE_BRITAIN;
    return !neutral_phase(s) && patron &&
           (nation == NAE_ANY_MINOR ||
            (!nae_is_major(nation) && nae_side_of(s, nation) == nae_side_of(s, power)));
}

static NaePieces stack_at(const NaePlay *p, unsigned zone)
{
    return nae_stack(p->d, p->s, zone, p->s->budget.power);
}

/* The part of a stack that the power commands: its own forces, those of minors as above; France has the
 * expeditionary corps (40F). */
static NaePieces part_of(const NaePlay *p, NaePieces stack, unsigned army)
{
    const NaePieces part = nae_army_part(p->s, stack, army);
    if (!nae_has_units(p->d, part)) {
        return nae_pieces_none();
    }
    const unsigned nation = nae_force_nation(p->d, p->s, part);
    const bool lent = nae_pieces_meet(nae_of_nation(p->d, part, nation), p->s->expeditionary);
    const bool own =
        lent ? p->s->budget.power == NAE_FRANCE : commands_nation(p->s, p->s->budget.power, nation);
    return own ? part : nae_pieces_none();
}

/* Whether a part may go as a whole: its commander has not, nor any unit of it; an army goes with those that
 * have joined it [11.1, 12.2.3]. */
static bool is_fresh(const NaePlay *p, NaePieces part)
{
    const unsigned commander = nae_commander(p->d, p->s, part);
    const bool gone = nae_pieces_meet(nae_pieces_and(part, p->d->units), p->s->handled);
    return nae_has_units(p->d, part) && (commander == NAE_NONE || !nae_pieces_in(p->s->handled, commander)) &&
           (!gone || nae_has_army(p->d, part));
}

static bool supplied_here(const NaePlay *p, NaePieces part, unsigned zone)
{
    if (neutral_phase(p->s)) {
        return true;
    }
    const unsigned nation = nae_force_nation(p->d, p->s, part);
    if (nation >= NAE_CHOUANS || nae_besieged(p->s, zone) || nae_pieces_meet(part, p->s->expeditionary)) {
        return nae_supplied(p, part, zone, NAE_NONE);
    }
    return nae_zones_in(nae_supplied_zones(p, nae_side_of(p->s, p->s->budget.power), nation), zone);
}

static bool may_split_off(const NaePlay *p, NaePieces part, unsigned unit)
{
    const NaePieces rest = nae_pieces_minus(part, nae_pieces_one(unit));
    return nae_pieces_count(nae_pieces_and(part, p->d->units)) > 1 && !nae_pieces_in(p->s->handled, unit) &&
           !p->d->unit[unit].army_only && nae_force_legal(p->d, p->s, rest);
}

/* Single corps of a part that may go. */
static NaePieces splitters(const NaePlay *p, NaePieces part)
{
    NaePieces single = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(part, p->d->units))
    {
        if (may_split_off(p, part, unit)) {
            nae_pieces_add(&single, unit);
        }
    }
    return single;
}

/* What may go from a zone: the force, its armies, single corps that have not gone; each in supply where it
 * stands.
 */
static void add_walkers(const NaePlay *p, unsigned zone, MoveList *list)
{
    static const uint8_t words[2] = {NAE_W_ARMY0, NAE_W_ARMY1};
    NaePieces single = nae_pieces_none();
    const NaePieces stack = stack_at(p, zone);
    const bool pair = nae_has_units(p->d, nae_army_part(p->s, stack, 0)) &&
                      nae_has_units(p->d, nae_army_part(p->s, stack, NAE_SECOND_ARMY));
    unsigned fresh = 0;
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = part_of(p, stack, army == 0 ? 0U : (unsigned)NAE_SECOND_ARMY);
        if (nae_pieces_empty(part) || !supplied_here(p, part, zone)) {
            continue;
        }
        if (is_fresh(p, part)) {
            fresh++;
            nae_option(list, nae_move1(NAE_M_WALK_WHAT, pair ? words[army] : (unsigned)NAE_W_WHOLE));
        }
        single = nae_pieces_or(single, splitters(p, part));
    }
    if (pair && fresh == 2) {
        nae_option(list, nae_move1(NAE_M_WALK_WHAT, NAE_W_WHOLE));
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, single))
    {
        nae_option(list, nae_move1(NAE_M_WALK_UNIT, unit));
    }
}

/* Whether anything may go from a zone. */
static bool has_walkers(const NaePlay *p, unsigned zone)
{
    const NaePieces stack = stack_at(p, zone);
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = part_of(p, stack, army == 0 ? 0U : (unsigned)NAE_SECOND_ARMY);
        if (!nae_pieces_empty(part) && (is_fresh(p, part) || !nae_pieces_empty(splitters(p, part))) &&
            supplied_here(p, part, zone)) {
            return true;
        }
    }
    return false;
}

/* ---- the phase; a: index in the order of budgets, b: next fleet ---- */

static bool walks(const NaePlay *p, unsigned power)
{
    const bool at_war = nae_side_of(p->s, power) != NAE_NOBODY;
    return at_war != neutral_phase(p->s);
}

/* 4.5: fleets of powers at peace shift inside home waters, one at a time. */
static bool next_fleet(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = p->s->budget.power;
    for (; neutral_phase(p->s) && frame->b < NAE_FLEETS; frame->b++) {
        const unsigned fleet = NAE_FIRST_FLEET + frame->b;
        const unsigned at = p->s->bits[fleet] & NAE_AT;
        if (p->d->nation_of[fleet] == power && (at == NAE_AT_PORT || at == NAE_AT_SEA)) {
            frame->b++;
            nae_push(p, NAE_STEP_NEUTRAL_FLEET, p->s->budget.manager)->a = (uint8_t)fleet;
            return true;
        }
    }
    return false;
}

void nae_walks_run(NaePlay *p, NaeFrame *frame)
{
    if (frame->c != 0) { /* the land forces of the power are done */
        if (next_fleet(p, frame)) {
            return;
        }
        frame->c = 0;
        frame->b = 0;
    }
    p->s->budget = (NaeBudget){0};
    p->s->walk = (NaeWalkSupply){0};
    if (frame->a == 0 || frame->a == NAE_MAJORS) { /* a unit walks once in the phase, with whomever */
        p->s->handled = nae_pieces_none();
    }
    if (frame->a == NAE_MAJORS) {
        nae_pop(p);
        return;
    }
    const unsigned power = p->d->budget_order[frame->a++];
    if (!walks(p, power)) {
        return;
    }
    p->s->budget.power = (uint8_t)power;
    p->s->budget.manager = (uint8_t)nae_manager(p->d, p->s, power);
    frame->c = 1;
    nae_push(p, NAE_STEP_WALK_FORCE, p->s->budget.manager);
}

/* Those who walk for the power whose budget it is: its side's, of a power at peace who share that peace. */
static NaePieces party(const NaePlay *p)
{
    const unsigned power = p->s->budget.power;
    const unsigned side = nae_side_of(p->s, power);
    return side == NAE_NOBODY ? nae_peace_party(p->d, p->s, power) : p->s->owned[side];
}

/* Pieces in the field that may be among those a power commands. */
static NaePieces walk_pieces(const NaePlay *p)
{
    return nae_pieces_and(nae_without(p->s, nae_pieces_and(party(p), p->d->land), NAE_INSIDE),
                          nae_pieces_on_map(p->s));
}

/* Zones of the corps without a general and of the generals who command among these pieces, in supply if they
 * draw it as that nation does. */
static NaeZones plain_zones_of(const NaePlay *p, NaePieces pieces, NaeZones led, unsigned nation)
{
    const NaePieces leaders = nae_with(p->s, nae_pieces_and(pieces, p->d->generals), NAE_COMMANDS);
    const NaePieces units = nae_pieces_and(pieces, p->d->units);
    const NaePieces plain =
        nae_pieces_or(leaders, nae_pieces_minus(units, nae_pieces_within(p->s, units, led)));
    if (nae_pieces_empty(plain)) {
        return nae_zones_none();
    }
    const NaeZones zones = nae_zones_of(p->s, plain);
    return neutral_phase(p->s)
               ? zones
               : nae_zones_and(zones, nae_supplied_zones(p, nae_side_of(p->s, p->s->budget.power), nation));
}

/* Zones of forces that have not gone at all, in supply: a corps without a general, or a force under a general
 * of a nation that the power commands. It is the plain case of has_walkers, for all zones at once; minors are
 * asked together. */
static NaeZones plain_zones(const NaePlay *p, NaePieces pieces)
{
    const unsigned power = p->s->budget.power;
    const NaeZones led = nae_zones_of(p->s, nae_pieces_and(pieces, p->d->generals));
    NaeZones plain = plain_zones_of(p, nae_of_nation(p->d, pieces, power), led, power);
    if (commands_nation(p->s, power, NAE_ANY_MINOR)) {
        NaePieces minors = nae_pieces_minus(pieces, p->d->of_majors);
        for (unsigned revolt = NAE_CHOUANS; revolt < NAE_NATIONS; revolt++) {
            minors = nae_pieces_minus(minors, p->d->nation[revolt].pieces);
        }
        plain = nae_zones_or(plain, plain_zones_of(p, minors, led, NAE_ANY_MINOR));
    }
    const NaePieces gone = nae_pieces_or(p->s->handled, p->s->expeditionary);
    const NaeZones calm = nae_zones_and(plain, nae_zones_marked(p->s, NAE_SIEGE, 0));
    return nae_pieces_empty(gone) ? calm : nae_zones_minus(calm, nae_zones_of(p->s, gone));
}

/* Asked by assertions only. */
__attribute__((unused)) static bool all_have_walkers(const NaePlay *p, NaeZones zones)
{
    bool all = true;
    NAE_EACH_ZONE(zone, zones) { all = all && has_walkers(p, zone); }
    return all;
}

/* Pieces whose nation can make a force one that the power commands (part_of). */
static NaePieces masters(const NaePlay *p)
{
    const unsigned power = p->s->budget.power;
    NaePieces set = p->d->nation[power].pieces;
    if (commands_nation(p->s, power, NAE_ANY_MINOR)) {
        set = nae_pieces_or(set, nae_pieces_minus(p->d->land, p->d->of_majors));
    }
    return power == NAE_FRANCE ? nae_pieces_or(set, p->s->expeditionary) : set;
}

/* Zones from where something may go: where all corps and generals have gone, nothing. */
static NaeZones walk_zones_anew(const NaePlay *p)
{
    const NaePieces pieces = walk_pieces(p);
    const NaePieces corps = nae_pieces_and(pieces, nae_pieces_or(p->d->units, p->d->generals));
    const NaeZones plain = plain_zones(p, pieces);
    const NaePieces others = nae_pieces_minus(corps, nae_pieces_within(p->s, corps, plain));
    NaePieces led = nae_pieces_and(others, masters(p));
    if (nae_pieces_meet(others, p->s->handled)) {
        const NaeZones fresh = nae_zones_of(p->s, nae_pieces_minus(others, p->s->handled));
        led = nae_pieces_within(p->s, led, fresh);
    }
    NaeZones zones = plain;
    assert(all_have_walkers(p, plain));
    NAE_EACH_ZONE(zone, nae_zones_of(p->s, led))
    {
        if (has_walkers(p, zone)) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

/* Pieces whose place or marks differ from those kept. */
static NaePieces pieces_unlike(const NaeState *s, const NaeWalkZones *w)
{
    const uint8_t *marks = (const uint8_t *)s + offsetof(NaeState, bits);
    NaePieces unlike = nae_pieces_none();
    for (unsigned word = 0; word < 4; word++) {
        unlike.w[word] = nae_sweep_unlike(s->place + 64 * word, w->place + 64 * word) |
                         nae_sweep_unlike(marks + 64 * word, w->bits + 64 * word);
    }
    return unlike;
}

/* What the answer depends on beyond those who walk is as it was: nothing of the map, for a power at war. */
static bool same_walks(const NaePlay *p, const NaeWalkZones *w, uint64_t fill)
{
    const unsigned power = p->s->budget.power;
    return w->power == power + 1 && w->side == nae_side_of(p->s, power) && w->fill == fill &&
           nae_pieces_equal(w->party, party(p)) && nae_pieces_equal(w->expeditionary, p->s->expeditionary);
}

/* Where somebody who walks came, went, or has changed. */
static NaeZones zones_touched(const NaePlay *p, const NaeWalkZones *w)
{
    const NaePieces turned = {w->handled.w ^ p->s->handled.w};
    const NaePieces changed = nae_pieces_or(pieces_unlike(p->s, w), turned);
    const NaePieces walking = nae_pieces_and(changed, nae_pieces_and(w->party, p->d->land));
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(piece, walking)
    {
        nae_zones_add(&zones, w->place[piece]);
        nae_zones_add(&zones, p->s->place[piece]);
    }
    zones.w[3] &= NAE_LAST_ZONES; /* those off the map are in no zone */
    return zones;
}

static void keep_walks(const NaePlay *p, NaeWalkZones *w, uint64_t fill, NaeZones zones)
{
    memcpy(w->place, p->s->place, sizeof w->place);
    memcpy(w->bits, (const uint8_t *)p->s + offsetof(NaeState, bits), sizeof w->bits);
    w->party = party(p);
    w->handled = p->s->handled;
    w->expeditionary = p->s->expeditionary;
    w->fill = fill;
    w->zones = zones;
    w->power = (uint8_t)(p->s->budget.power + 1U);
    w->side = (uint8_t)nae_side_of(p->s, p->s->budget.power);
}

/* The same, remembered where there is a scratch: from one force to the next only what walked has changed. */
static NaeZones walk_zones(const NaePlay *p)
{
    if (p->scratch == NULL) {
        return walk_zones_anew(p);
    }
    NaeWalkZones *w = &p->scratch->walk;
    const uint64_t fill =
        neutral_phase(p->s) ? 0 : nae_outlook(p, nae_side_of(p->s, p->s->budget.power))->fill;
    NaeZones zones;
    if (same_walks(p, w, fill)) {
        const NaeZones touched = zones_touched(p, w);
        zones = nae_zones_minus(w->zones, touched);
        NAE_EACH_ZONE(zone, touched)
        {
            if (has_walkers(p, zone)) {
                nae_zones_add(&zones, zone);
            }
        }
    } else {
        zones = walk_zones_anew(p);
    }
    assert(nae_zones_equal(zones, walk_zones_anew(p)));
    keep_walks(p, w, fill, zones);
    return zones;
}

void nae_walk_force_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    NAE_EACH_ZONE(zone, walk_zones(p)) { nae_option(list, nae_move1(NAE_M_WALK_FORCE, zone)); }
    nae_option(list, nae_move1(NAE_M_WALK_FORCE, NAE_NONE));
}

void nae_walk_force_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    nae_push(p, NAE_STEP_WALK_WHAT, seat)->a = (uint8_t)nae_move_a(move);
}

void nae_walk_what_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    add_walkers(p, frame->a, list);
}

/* The pieces that walk: those of the power's side, or of the power at peace, in the moving slot. */
static NaePieces walkers(const NaePlay *p)
{
    const NaePieces land = nae_at(p->d, p->s, p->s->march.zone);
    return nae_in_slot(p->s, nae_pieces_and(land, party(p)), NAE_MOVING);
}

/* Where forces of the walking force's nation are in supply: nothing but a depot taken up or a siege lifted
 * changes it while one power walks. */
static void prepare_supply(NaePlay *p, NaePieces set)
{
    NaeWalkSupply *w = &p->s->walk;
    const unsigned nation = nae_force_nation(p->d, p->s, set);
    if (!neutral_phase(p->s) && w->nation != nation + 1) {
        w->zones = nae_supplied_zones(p, nae_side_of(p->s, p->s->budget.power), nation);
        w->nation = (uint8_t)(nation + 1);
    }
}

void nae_walk_supply_anew(NaePlay *p)
{
    if (p->s->phase != NAE_PHASE_REDEPLOY) {
        return; /* the place is a campaign's */
    }
    p->s->walk.nation = 0;
    if ((p->s->march.flags & NAE_MARCH_WALK) != 0 && nae_has_units(p->d, walkers(p))) {
        prepare_supply(p, walkers(p));
    }
}

static void start_walk(NaePlay *p, NaePieces set, unsigned zone, unsigned seat)
{
    NaeMarch *m = &p->s->march;
    const unsigned speed = nae_speed(p->d, p->s, set);
    const bool led = nae_commander(p->d, p->s, set) != NAE_NONE;
    nae_clear_march(p->s);
    prepare_supply(p, set);
    m->side = (uint8_t)nae_side_of(p->s, p->s->budget.power);
    m->zone = (uint8_t)zone;
    m->start = (uint8_t)zone;
    m->from = NAE_NONE;
    m->drop_general = NAE_NONE;
    m->flags = NAE_MARCH_WALK;
    m->speed = (uint8_t)speed;
    m->mp = (uint8_t)(led && !neutral_phase(p->s) ? 2 * speed : speed);
    m->allowance = m->mp;
    nae_set_slot(p->s, set, NAE_MOVING);
    p->s->handled = nae_pieces_or(p->s->handled, set);
    nae_push(p, NAE_STEP_WALK_END, SEAT_NONE);
    nae_push(p, NAE_STEP_WALK, seat);
    const NaePieces fixed = nae_with(p->s, nae_pieces_and(stack_at(p, zone), p->d->depots), NAE_FIXED);
    for (unsigned depot = NAE_FIRST_FLEET; depot-- > NAE_FIRST_DEPOT;) { /* the last pushed is asked first */
        if (led && nae_pieces_in(fixed, depot) && p->d->nation_of[depot] == p->s->budget.power) {
            nae_push(p, NAE_STEP_DEPOT_MOBILE, seat)->a = (uint8_t)depot;
        }
    }
}

void nae_walk_what_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned seat = frame->seat;
    const unsigned a = nae_move_a(move);
    const NaePieces stack = stack_at(p, zone);
    NaePieces set = nae_pieces_none();
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_WALK_UNIT) {
        set = nae_pieces_one(a);
    } else if (a != NAE_W_WHOLE) {
        set = part_of(p, stack, a == NAE_W_ARMY0 ? 0U : (unsigned)NAE_SECOND_ARMY);
    } else {
        set = nae_pieces_or(part_of(p, stack, 0), part_of(p, stack, NAE_SECOND_ARMY));
    }
    set = nae_movable(p->d, p->s, set);
    if (nae_pieces_empty(nae_pieces_and(nae_army_part(p->s, set, 0), p->d->units))) {
        nae_remark(p->s, set, NAE_SECOND_ARMY, 0);
    }
    start_walk(p, set, zone, seat);
}

void nae_depot_mobile_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move2(NAE_M_DEPOT_MOBILE, frame->a, NAE_W_YES));
    nae_option(list, nae_move2(NAE_M_DEPOT_MOBILE, frame->a, NAE_W_NO));
}

void nae_depot_mobile_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned depot = frame->a;
    nae_pop(p);
    if (nae_move_b(move) == NAE_W_YES) {
        nae_clear_bit(p->s, depot, NAE_FIXED);
        p->s->walk.nation = 0;
        prepare_supply(p, nae_pieces_or(walkers(p), nae_pieces_one(depot)));
        nae_set_slot(p->s, nae_pieces_one(depot), NAE_MOVING);
    }
}

/* ---- the walk ---- */

static NaePieces friends(const NaePlay *p, unsigned zone)
{
    const NaePieces stack = stack_at(p, zone);
    return nae_pieces_empty(stack) ? stack : nae_in_slot(p->s, stack, NAE_STANDING);
}

/* The same wherever they are. */
static NaePieces all_friends(const NaePlay *p)
{
    const unsigned power = p->s->budget.power;
    const NaePieces standers = nae_standers(p->d, p->s, power);
    return nae_side_of(p->s, power) != NAE_NOBODY ? standers /* in that slot only */
                                                  : nae_in_slot(p->s, standers, NAE_STANDING);
}

/* A walk while its options are listed. */
typedef struct Walk {
    NaePieces set;
    NaePieces standers; /* friends, wherever they are */
    NaeZones land;      /* where it may go, friends and the way there apart */
    bool bound;         /* some of its units do not leave home */
} Walk;

static NaePieces standers_in(const NaePlay *p, const Walk *walk, unsigned zone)
{
    const NaePieces there = nae_pieces_and(nae_all_at(p->s, zone), walk->standers);
    assert(nae_pieces_equal(there, friends(p, zone)));
    return there;
}

static bool may_rest(const NaePlay *p, const Walk *walk, unsigned zone)
{
    const NaePieces there = standers_in(p, walk, zone);
    return !nae_has_units(p->d, there) || nae_can_combine(p->d, p->s, walk->set, there);
}

/* Where walks may go, friends and the way there apart: in I6 on land that is open to them, in supply and
 * clear of the enemy; who stands on a power's land under a forced peace is no enemy. */
static NaeZones walk_land(const NaePlay *p)
{
    const NaeState *s = p->s;
    if (neutral_phase(s)) {
        return nae_land_of(s, s->budget.power);
    }
    const NaeOutlook *o = nae_outlook(p, s->march.side);
    NaeSight sight;
    if (o == NULL) {
        sight = nae_sight(p->d, s, s->march.side);
    }
    const NaeSight *seen = o != NULL ? &o->sight : &sight;
    const NaeZones forts = nae_zones_minus(seen->map.their_fortress, seen->map.besieged);
    return nae_zones_minus(nae_zones_and(s->walk.zones, seen->map.open),
                           nae_zones_or(nae_zones_or(seen->foes, seen->map.their_marker), forts));
}

/* Whether more is asked of a step onto open land: across a strait, into Iberia, by those who do not leave
 * home.
 */
static bool asks_more(const NaePlay *p, const Walk *walk, const NaeEdge *edge)
{
    return walk->bound || edge->terrain == NAE_EDGE_STRAIT || nae_zones_in(p->d->iberia, edge->zone);
}

/* Where the walk may go at all, friends apart. */
static bool may_walk(const NaePlay *p, const Walk *walk, unsigned from, const NaeEdge *edge)
{
    if (!nae_zones_in(walk->land, edge->zone) || neutral_phase(p->s)) {
        return nae_zones_in(walk->land, edge->zone);
    }
    const bool enters =
        !asks_more(p, walk, edge) || nae_may_enter_by(p->d, p->s, walk->set, p->s->march.side, from, edge);
    assert(enters == nae_may_enter_by(p->d, p->s, walk->set, p->s->march.side, from, edge));
    return enters;
}

static bool may_pass(const NaePlay *p, const Walk *walk, unsigned zone, unsigned mp)
{
    if (may_rest(p, walk, zone)) {
        return true;
    }
    const NaeZone *z = &p->d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const NaeEdge *edge = &z->edge[i];
        if (nae_cost_by(p->d, edge, false) <= mp && may_walk(p, walk, zone, edge) &&
            may_rest(p, walk, edge->zone)) {
            return true;
        }
    }
    return false;
}

/* Adds the units of a stander, one army or force, that the walking force may absorb on the way: none that
 * has gone [7.5]. */
static void add_takable(const NaePlay *p, NaePieces set, NaePieces stander, NaePieces *able)
{
    const NaeData *d = p->d;
    NAE_EACH_PIECE(unit, nae_pieces_minus(nae_pieces_and(stander, d->units), p->s->handled))
    {
        const NaePieces rest = nae_pieces_minus(stander, nae_pieces_one(unit));
        if ((nae_has_units(d, rest) ? nae_force_legal(d, p->s, rest) : !nae_has_army(d, rest)) &&
            nae_army_with_room(d, p->s, set, unit) != NAE_NONE) {
            nae_pieces_add(able, unit);
        }
    }
}

/* Units that the walking force may absorb where it is, of each army or force whose general stands below its
 * own. */
static NaePieces takable(const NaePlay *p, NaePieces set, NaePieces stander)
{
    static const uint8_t armies[] = {0, NAE_SECOND_ARMY};
    NaePieces able = nae_pieces_none();
    for (unsigned i = 0; i < sizeof armies && nae_has_units(p->d, stander); i++) {
        const NaePieces part = nae_army_part(p->s, stander, armies[i]);
        if (nae_has_units(p->d, part) && nae_may_absorb(p->d, p->s, set, part)) {
            add_takable(p, set, part, &able);
        }
    }
    return able;
}

/* Points of a step for a walk with so many left; an edge that takes the whole allowance only as the sole
 * move. */
static unsigned cost_with(const NaePlay *p, const NaeEdge *edge, unsigned mp)
{
    if (edge->terrain == NAE_EDGE_FULL) {
        return mp == p->s->march.allowance && mp > 0 ? mp : (unsigned)NAE_NONE;
    }
    return (unsigned)p->d->table.extra[edge->terrain] + p->d->zone[edge->zone].entry;
}

static unsigned cost_by(const NaePlay *p, const NaeEdge *edge) { return cost_with(p, edge, p->s->march.mp); }

static unsigned walk_cost(const NaePlay *p, unsigned to)
{
    const NaeEdge *edge = nae_edge(p->d, p->s->march.zone, to);
    return edge != NULL ? cost_by(p, edge) : (unsigned)NAE_NONE;
}

static Walk walk_of(const NaePlay *p, NaePieces set)
{
    return (Walk){set, all_friends(p), walk_land(p), nae_pieces_meet(set, p->d->home_only)};
}

/* Steps of a walk from a zone with so many points left (left: what is left + 1 in each zone, 0: not reached).
 */
static void widen_walk(const NaePlay *p, const Walk *walk, unsigned zone, unsigned mp,
                       uint8_t left[NAE_ZONES], uint8_t before[NAE_ZONES])
{
    const NaeZone *z = &p->d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const NaeEdge *edge = &z->edge[i];
        const unsigned cost = cost_with(p, edge, mp);
        if (cost <= mp && left[edge->zone] < mp - cost + 1 && may_walk(p, walk, zone, edge) &&
            may_pass(p, walk, edge->zone, mp - cost)) {
            left[edge->zone] = (uint8_t)(mp - cost + 1);
            before[edge->zone] = (uint8_t)zone;
        }
    }
}

NaeZones nae_walk_reach(const NaePlay *p, uint8_t before[NAE_ZONES])
{
    const NaeMarch *m = &p->s->march;
    const NaePieces set = walkers(p);
    uint8_t left[NAE_ZONES] = {0};
    NaeZones found = nae_zones_none();
    if (!nae_has_units(p->d, set)) {
        return found;
    }
    const Walk walk = walk_of(p, set);
    left[m->zone] = (uint8_t)(m->mp + 1);
    for (unsigned now = m->mp + 1U; now > 1; now--) { /* those with most left first: each is final then */
        for (unsigned zone = 0; zone < p->d->zones; zone++) {
            if (left[zone] == now) {
                widen_walk(p, &walk, zone, now - 1, left, before);
            }
        }
    }
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (left[zone] != 0 && zone != m->zone) {
            nae_zones_add(&found, zone);
        }
    }
    return found;
}

void nae_walk_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeMarch *m = &p->s->march;
    const NaePieces set = walkers(p);
    bool leaves = false;
    (void)frame;
    if (!nae_has_units(p->d, set)) {
        return;
    }
    const Walk walk = walk_of(p, set);
    const NaeZone *z = &p->d->zone[m->zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const NaeEdge *edge = &z->edge[z->by_zone[i]];
        const unsigned cost = cost_by(p, edge);
        if (cost <= m->mp && may_walk(p, &walk, m->zone, edge) &&
            may_pass(p, &walk, edge->zone, m->mp - cost)) {
            leaves = true;
            nae_option(list, nae_move1(NAE_M_WALK_GO, edge->zone));
        }
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, takable(p, set, standers_in(p, &walk, m->zone))))
    {
        nae_option(list, nae_move1(NAE_M_WALK_TAKE, unit));
    }
    if (!leaves || may_rest(p, &walk, m->zone)) {
        nae_option(list, nae_move0(NAE_M_WALK_STOP));
    }
}

static void walk_to(NaePlay *p, unsigned to)
{
    NaeMarch *m = &p->s->march;
    const NaePieces set = walkers(p);
    const unsigned from = m->zone;
    m->mp = (uint8_t)(m->mp - walk_cost(p, to));
    nae_note_crossing(p, set, m->side, from, to);
    nae_move_pieces(p, set, to, NAE_MOVING);
    m->from = (uint8_t)from;
    m->zone = (uint8_t)to;
    m->flags |= (uint16_t)(NAE_MARCH_MOVED | (nae_zone_is(p->d, to, NAE_ZONE_POOR) ? NAE_MARCH_POOR : 0) |
                           (nae_is_home(p->s, to, nae_force_nation(p->d, p->s, set)) ? 0 : NAE_MARCH_ABROAD));
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = (uint8_t)from;
}

static void walk_take(NaePlay *p, unsigned unit)
{
    NaeMarch *m = &p->s->march;
    const NaePieces stander = friends(p, m->zone);
    const unsigned speed = nae_unit_speed(p->d, p->s, unit);
    NaePieces taken = nae_pieces_one(unit);
    const NaePieces left = nae_pieces_minus(stander, taken);
    if (speed < m->speed) {
        const unsigned less = (m->speed - speed) * (neutral_phase(p->s) ? 1U : 2U);
        const unsigned spent = (unsigned)m->allowance - m->mp;
        m->mp = (uint8_t)(m->mp > less ? m->mp - less : 0);
        m->allowance = (uint8_t)(m->mp + spent);
        m->speed = (uint8_t)speed;
    }
    if (!nae_has_units(p->d, left)) {
        taken = nae_pieces_or(taken, nae_without(p->s, nae_pieces_and(left, p->d->depots), NAE_FIXED));
        taken = nae_pieces_or(taken, nae_pieces_and(left, p->d->generals));
    }
    const NaePieces set = walkers(p);
    const NaePieces army = nae_army_part(p->s, set, nae_army_with_room(p->d, p->s, set, unit));
    nae_set_slot(p->s, taken, NAE_MOVING);
    p->s->handled = nae_pieces_or(p->s->handled, taken);
    nae_take_up(p, taken, army);
}

void nae_walk_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    switch ((unsigned)nae_move_kind(move)) {
    case NAE_M_WALK_GO:
        walk_to(p, nae_move_a(move));
        break;
    case NAE_M_WALK_TAKE:
        walk_take(p, nae_move_a(move));
        break;
    default:
        nae_pop(p);
        break;
    }
}

/* As for marches (enter.c): a corps may have left a covered stack. */
static void note_walked(const NaePlay *p, NaePieces set)
{
    const NaeMarch *m = &p->s->march;
    const unsigned general = nae_commander(p->d, p->s, set);
    if (nae_has_units(p->d, set) && m->zone != m->start &&
        (general != NAE_NONE || !p->d->option.fog_of_war)) {
        const int who =
            (int)(general != NAE_NONE ? general : nae_pieces_first(nae_pieces_and(set, p->d->units)));
        if (neutral_phase(p->s)) {
            NAE_NOTE(p->dice, WALKED, (Seat)m->side, who, (int)m->start, (int)m->zone);
        } else {
            NAE_NOTE(p->dice, REDEPLOYED, (Seat)m->side, who, (int)m->start, (int)m->zone);
        }
    }
}

/* The test of those who went farther than one march, then the force stands [7.6]; a: stage. */
void nae_walk_end_run(NaePlay *p, NaeFrame *frame)
{
    NaeMarch *m = &p->s->march;
    const NaePieces set = walkers(p);
    if (frame->a++ == 0) {
        if (NAE_NOTES_WANTED(p->dice, WALKED) || NAE_NOTES_WANTED(p->dice, REDEPLOYED)) {
            note_walked(p, set);
        }
        const bool far = !neutral_phase(p->s) && m->allowance - m->mp > m->speed;
        if (far && nae_has_units(p->d, set)) {
            const bool home = (m->flags & NAE_MARCH_ABROAD) == 0 &&
                              nae_is_home(p->s, m->zone, nae_force_nation(p->d, p->s, set));
            const bool shaken =
                !nae_pieces_empty(nae_with(p->s, nae_pieces_and(set, p->d->units), NAE_DEMORALISED));
            const unsigned flags = ((m->flags & NAE_MARCH_POOR) != 0 ? NAE_TEST_POOR : 0U) |
                                   (home ? NAE_TEST_NATIONAL : 0U) | (shaken ? NAE_TEST_DEMORALISED : 0U);
            nae_push_attrition(p, m->side, m->zone, NAE_MOVING, flags, 0);
            p->s->walk.nation = 0; /* a fixed depot may be spent, and a line with it */
        }
        return;
    }
    const unsigned zone = m->zone;
    const unsigned start = m->start;
    if (!nae_pieces_empty(set)) {
        nae_join(p, set, friends(p, zone));
    }
    nae_clear_march(p->s);
    nae_pop(p);
    nae_tidy_zone(p, start); /* who stays behind */
    nae_tidy_zone(p, zone);
    nae_tidy_neutral(p, zone);
    nae_tidy_neutral(p, start);
    nae_check_siege(p, start);
}

/* ---- fleets of powers at peace; a: fleet ---- */

static uint32_t home_seas(const NaePlay *p, unsigned nation)
{
    uint32_t seas = 0;
    NAE_EACH_ZONE(port, p->d->ports)
    {
        if (p->s->owner[port] == nation) {
            seas |= 1U << p->d->zone[port].seas[0];
            seas |= p->d->zone[port].seas[1] != NAE_NONE ? 1U << p->d->zone[port].seas[1] : 0U;
        }
    }
    return seas;
}

/* Sea zones next to a zone that are open to a power at peace: the Bosphorus may not be [17.2.3]. */
static uint32_t seas_next_to(const NaePlay *p, unsigned sea)
{
    uint32_t next = p->d->sea[sea].adjacent;
    for (unsigned to = 0; to < NAE_SEAS; to++) {
        if (!nae_passage_open(p->d, p->s, NAE_NOBODY, sea, to)) {
            next &= ~(1U << to);
        }
    }
    return next;
}

/* Sea zones a fleet can be in after so many points, from each number of points spent. */
static uint32_t seas_within(const NaePlay *p, unsigned fleet, unsigned points, uint32_t start)
{
    uint32_t seas = start;
    for (; points > 0; points--) {
        const uint32_t before = seas;
        for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
            seas |= (before >> sea & 1U) != 0 ? seas_next_to(p, sea) : 0U;
        }
        seas &= nae_fleet(p->d, fleet)->seas;
    }
    return seas;
}

/* Whether a fleet may end at sea in a zone: with fleets of its own party it makes a squadron; other powers at
 * peace are no company for it [9.1, 17.2.2]. */
static bool may_lie_at_sea(const NaePlay *p, unsigned fleet, unsigned sea)
{
    const NaePieces party = nae_peace_party(p->d, p->s, p->d->nation_of[fleet]);
    unsigned squadron = 1;
    NAE_EACH_PIECE(other, p->d->fleets)
    {
        if (other == fleet || (p->s->bits[other] & NAE_AT) != NAE_AT_SEA || p->s->place[other] != sea ||
            nae_side_of_piece(p->s, other) != NAE_NOBODY) {
            continue;
        }
        if (!nae_pieces_in(party, other)) {
            return false;
        }
        squadron++;
    }
    return squadron <= NAE_SQUADRON_MAX;
}

void nae_neutral_fleet_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned fleet = frame->a;
    const bool port = (p->s->bits[fleet] & NAE_AT) == NAE_AT_PORT;
    const unsigned place = p->s->place[fleet];
    const unsigned mp = nae_fleet(p->d, fleet)->movement;
    uint32_t start = 0;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned sea = port ? p->d->zone[place].seas[i] : place;
        start |= sea != NAE_NONE ? 1U << sea : 0U;
    }
    nae_option(list, nae_move3(NAE_M_NEUTRAL_FLEET, fleet, port ? NAE_P_PORT : NAE_P_SEA, place));
    const unsigned left = port ? mp - 1U : mp; /* leaving a port takes a point */
    const uint32_t seas = seas_within(p, fleet, left, start);
    const uint32_t near = left > 0 ? seas_within(p, fleet, left - 1U, start) : 0U; /* entering one, too */
    for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
        if ((seas & home_seas(p, p->d->nation_of[fleet])) >> sea & 1U && may_lie_at_sea(p, fleet, sea)) {
            nae_option(list, nae_move3(NAE_M_NEUTRAL_FLEET, fleet, NAE_P_SEA, sea));
        }
    }
    NAE_EACH_ZONE(zone, p->d->ports)
    {
        unsigned there = 0;
        NAE_EACH_PIECE(other, nae_pieces_and(nae_all_at(p->s, zone), p->d->fleets))
        {
            there += other != fleet && (p->s->bits[other] & NAE_AT) == NAE_AT_PORT ? 1U : 0U;
        }
        const uint32_t shore = 1U << p->d->zone[zone].seas[0] |
                               (p->d->zone[zone].seas[1] != NAE_NONE ? 1U << p->d->zone[zone].seas[1] : 0U);
        if (p->s->owner[zone] == p->d->nation_of[fleet] && (near & shore) != 0 &&
            there < p->d->zone[zone].fleets) {
            nae_option(list, nae_move3(NAE_M_NEUTRAL_FLEET, fleet, NAE_P_PORT, zone));
        }
    }
}

void nae_neutral_fleet_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned fleet = frame->a;
    nae_pop(p);
    p->s->bits[fleet] = nae_move_b(move) == NAE_P_SEA ? NAE_AT_SEA : NAE_AT_PORT;
    p->s->place[fleet] = (uint8_t)nae_move_c(move);
}
