/* move.c: where a force may go and what else it may do with its movement points [12, map 8]. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

/* ---- edges and entry ---- */

const NaeEdge *nae_edge(const NaeData *d, unsigned from, unsigned to)
{
    const NaeZone *zone = &d->zone[from];
    unsigned found =
        0; /* bits of the edges that lead there; a loop that stopped there would be foreseen less */
    for (unsigned i = 0; i < NAE_NEIGHBORS; i++) {
        found |= (unsigned)(zone->edge[i].zone == to) << i;
    }
    found &= (1U << zone->neighbors) - 1U;
    return found != 0 ? &zone->edge[__builtin_ctz(found)] : NULL;
}

unsigned nae_cost_by(const NaeData *d, const NaeEdge *edge, bool rivers_free)
{
    if (edge->terrain == NAE_EDGE_FULL) {
        return NAE_NONE;
    }
    const bool free_edge = rivers_free && edge->terrain == NAE_EDGE_RIVER;
    return (free_edge ? 0U : d->table.extra[edge->terrain]) + d->zone[edge->zone].entry;
}

unsigned nae_step_cost(const NaeData *d, unsigned from, unsigned to, bool rivers_free)
{
    const NaeEdge *edge = nae_edge(d, from, to);
    return edge != NULL ? nae_cost_by(d, edge, rivers_free) : (unsigned)NAE_NONE;
}

/* Enemy squadrons at sea in the zone of a strait close it [8.2]. */
static bool strait_closed(const NaeData *d, const NaeState *s, const NaeEdge *edge, unsigned side)
{
    return edge->terrain == NAE_EDGE_STRAIT && edge->open == 0 &&
           nae_fleets_at(s, d, nae_other(side), NAE_AT_SEA, edge->sea) != 0;
}

unsigned nae_iberia_load(const NaeData *d, const NaeState *s, NaePieces set, unsigned side)
{
    unsigned steps = 0;
    (void)side;
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        if (d->nation_of[unit] != NAE_SPAIN && d->nation_of[unit] != NAE_PORTUGAL) {
            steps += nae_unit_steps(d, s, unit);
        }
    }
    return steps;
}

/* 8.8: closed, open for a number of Empire steps a turn, or open. */
static bool iberia_admits(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                          unsigned to)
{
    const bool inside = from != NAE_NONE && nae_zones_in(d->iberia, from);
    const unsigned load = inside ? 0 : nae_iberia_load(d, s, set, side);
    const NaePieces units = nae_pieces_and(set, d->units);
    const NaePieces strangers = nae_pieces_minus(units, nae_of_nation(d, units, d->zone[to].owner));
    if (nae_pieces_empty(strangers) || (s->flags & (NAE_LIBERATION | NAE_PUNISHMENTS)) != 0) {
        return true;
    }
    if ((s->flags & (NAE_BLOCKADE | NAE_IBERIA_OPEN)) == 0) {
        return false;
    }
    const unsigned limit = (s->flags & NAE_IBERIA_OPEN) != 0 ? 8U : 4U;
    return side == NAE_COALITION || s->iberia_steps + load <= limit;
}

bool nae_may_land(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned zone)
{
    return nae_open_land(s, s->owner[zone], side) &&
           (!nae_zones_in(d->iberia, zone) || iberia_admits(d, s, set, side, NAE_NONE, zone));
}

void nae_note_crossing(NaePlay *p, NaePieces set, unsigned side, unsigned from, unsigned to)
{
    const bool inside = from != NAE_NONE && nae_zones_in(p->d->iberia, from);
    if (side == NAE_EMPIRE && nae_zones_in(p->d->iberia, to) && !inside) {
        p->s->iberia_steps = (uint8_t)(p->s->iberia_steps + nae_iberia_load(p->d, p->s, set, side));
    }
    if (nae_is_home(p->s, to, NAE_AUSTRIA) &&
        !nae_pieces_empty(nae_of_nation(p->d, nae_pieces_and(set, p->d->units), NAE_FRANCE))) {
        p->s->flags &= (uint16_t)~NAE_AUSTRIA_ONLY; /* 1805: in or across it, that is the end of it [20] */
    }
}

bool nae_may_enter(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                   unsigned to)
{
    const NaeEdge *edge = nae_edge(d, from, to);
    return edge != NULL && nae_may_enter_by(d, s, set, side, from, edge);
}

bool nae_may_enter_by(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                      const NaeEdge *edge)
{
    const unsigned to = edge->zone;
    if (!nae_open_land(s, s->owner[to], side) || strait_closed(d, s, edge, side)) {
        return false;
    }
    if (nae_zones_in(d->iberia, to) && !iberia_admits(d, s, set, side, from, to)) {
        return false;
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->home_only))
    {
        if (!nae_is_home(s, to, d->nation_of[unit])) {
            return false; /* 7.10 */
        }
    }
    return true;
}

/* ---- going on [8.1, 8.2, 7.11] ---- */

/* Points a step takes of those left, NAE_NONE if it cannot be made: the whole allowance only as the sole
 * move. */
static unsigned step_points(const NaePlay *p, const NaeEdge *edge, unsigned mp)
{
    const NaeMarch *m = &p->s->march;
    if (edge->terrain == NAE_EDGE_FULL) {
        return (m->flags & NAE_MARCH_MOVED) == 0 && mp == m->allowance && mp > 0 && m->forced == 0 &&
                       mp >= m->speed
                   ? mp
                   : NAE_NONE;
    }
    const unsigned cost = nae_cost_by(p->d, edge, p->s->action.rivers != 0);
    return cost <= mp ? cost : NAE_NONE;
}

/* The friends that stand in a zone. */
static NaePieces friends(const NaePlay *p, unsigned zone)
{
    return nae_standing(p->d, p->s, zone, p->s->march.side);
}

/* In most zones there is nobody to fit in with. */
static bool may_rest(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned zone)
{
    const NaePieces there = nae_pieces_minus(nae_standing(d, s, zone, side), set);
    return !nae_has_units(d, there) || nae_can_combine(d, s, set, there);
}

bool nae_may_pass(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned zone,
                  unsigned mp)
{
    if (may_rest(d, s, set, side, zone)) {
        return true;
    }
    const NaeZone *z = &d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const NaeEdge *edge = &z->edge[i];
        if (nae_cost_by(d, edge, s->action.rivers != 0) <= mp &&
            nae_may_enter_by(d, s, set, side, zone, edge) && may_rest(d, s, set, side, edge->zone)) {
            return true;
        }
    }
    return false;
}

/* ---- the dearer activation of a lone corps [9.1, option single_corps_surcharge] ---- */

/* It pays for land that its side does not hold, and for a fight that it seeks. */
bool nae_corps_pays(const NaePlay *p, unsigned to)
{
    const NaeMarch *m = &p->s->march;
    return m->surcharge > 0 &&
           (nae_holder(p->s, to) != m->side || !nae_pieces_empty(nae_field(p->d, p->s, to, nae_foe(p->s))));
}

bool nae_can_pay_corps(const NaePlay *p, unsigned to)
{
    return !nae_corps_pays(p, to) || p->s->action.ap >= p->s->march.surcharge;
}

void nae_pay_corps(NaePlay *p)
{
    assert(p->s->action.ap >= p->s->march.surcharge);
    p->s->action.ap = (uint8_t)(p->s->action.ap - p->s->march.surcharge);
    p->s->march.surcharge = 0;
}

static bool may_go(const NaePlay *p, NaePieces set, const NaeEdge *edge)
{
    const NaeMarch *m = &p->s->march;
    const unsigned to = edge->zone;
    const unsigned cost = step_points(p, edge, m->mp);
    return cost != NAE_NONE && nae_may_enter_by(p->d, p->s, set, m->side, m->zone, edge) &&
           nae_campaign_allows(p, to) && nae_can_pay_corps(p, to) &&
           nae_may_pass(p->d, p->s, set, m->side, to, m->mp - cost);
}

/* ---- control, sieges, rallying ---- */

/* Some unit of the force bears a mark. */
static bool bears(const NaePlay *p, NaePieces force, unsigned bit)
{
    return !nae_pieces_empty(nae_with(p->s, nae_pieces_and(force, p->d->units), bit));
}

bool nae_may_mark(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_zone_is(d, zone, NAE_ZONE_CONTROLLABLE) && nae_holder(s, zone) == nae_other(side) &&
           nae_fortress_side(d, s, zone) != nae_other(side) && !nae_field_units(d, s, zone, nae_other(side));
}

static bool may_lay(const NaePlay *p)
{
    const NaeMarch *m = &p->s->march;
    return nae_enemy_fortress(p->d, p->s, m->zone, m->side) && nae_can_besiege(p->d, p->s, m->zone, m->side);
}

static bool may_attack(const NaePlay *p)
{
    const NaeMarch *m = &p->s->march;
    return nae_besieged(p->s, m->zone) && m->mp >= p->d->table.siege_cost &&
           nae_can_attack_siege(p->d, p->s, m->zone, m->side);
}

/* ---- exchanging with friends of the zone [8.3, 7.5] ---- */

static bool may_drop_unit(const NaePlay *p, NaePieces set, NaePieces stander, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const NaeData *d = p->d;
    const NaePieces one = nae_pieces_one(unit);
    const NaePieces rest =
        nae_pieces_minus(nae_army_part(p->s, set, p->s->bits[unit] & NAE_SECOND_ARMY), one);
    if (!nae_has_units(d, rest) || nae_pieces_in(p->s->march.touched, unit) ||
        !nae_force_legal(d, p->s, rest)) {
        return false;
    }
    return nae_has_units(d, stander)
               ? nae_commander(d, p->s, stander) != NAE_NONE && nae_can_combine(d, p->s, one, stander)
               : !d->unit[unit].army_only;
}

/* Whether a force that stands there, or one of two armies, takes a general in with his unit: friends without
 * a general, or an army that he may serve in. */
static bool takes_in(const NaePlay *p, NaePieces pair, NaePieces force, unsigned general)
{
    unsigned commander = NAE_NONE;
    const NaePieces joint = nae_joint_force(p->d, p->s, pair, force, &commander);
    return nae_can_combine(p->d, p->s, pair, force) && nae_pieces_in(joint, general) &&
           nae_pieces_count(nae_pieces_and(joint, p->d->generals)) <= 4 &&
           (nae_has_army(p->d, force) || nae_commander(p->d, p->s, force) == NAE_NONE);
}

/* Who takes a general in with his unit: those who stand there, of two armies one that has room for both, his
 * nation's first, then the first on the board [9.2, 12.2.1]; nobody if none can. */
static NaePieces takers(const NaePlay *p, NaePieces pair, NaePieces stander, unsigned general)
{
    const NaePieces armies = nae_pieces_and(stander, p->d->armies);
    if (nae_pieces_count(armies) < 2) {
        return takes_in(p, pair, stander, general) ? stander : nae_pieces_none();
    }
    const NaePieces own = nae_of_nation(p->d, armies, p->d->nation_of[general]);
    const NaePieces order[] = {own, nae_pieces_minus(armies, own)};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        NAE_EACH_PIECE(army, order[i])
        {
            const NaePieces force = nae_army_part(p->s, stander, p->s->bits[army] & NAE_SECOND_ARMY);
            if (takes_in(p, pair, force, general)) {
                return force;
            }
        }
    }
    return nae_pieces_none();
}

/* Whether a general and his unit find a place in the zone: as a force of their own if nobody is there, or
 * with who takes them in. */
static bool takes_general(const NaePlay *p, NaePieces pair, NaePieces stander, unsigned general)
{
    return nae_has_units(p->d, stander) ? !nae_pieces_empty(takers(p, pair, stander, general))
                                        : nae_force_fault(p->d, p->s, pair, general) == NAE_FAULT_NONE;
}

static bool may_drop_with(const NaePlay *p, NaePieces set, NaePieces stander, unsigned general, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const NaeData *d = p->d;
    const NaePieces pair = nae_pieces_or(nae_pieces_one(general), nae_pieces_one(unit));
    const NaePieces rest =
        nae_pieces_minus(nae_army_part(p->s, set, p->s->bits[unit] & NAE_SECOND_ARMY), pair);
    return !nae_pieces_in(p->s->march.touched, unit) &&
           ((p->s->bits[general] ^ p->s->bits[unit]) & NAE_SECOND_ARMY) == 0 && nae_has_units(d, rest) &&
           nae_force_legal(d, p->s, rest) && takes_general(p, pair, stander, general);
}

static bool may_drop_general(const NaePlay *p, NaePieces set, NaePieces stander, unsigned general)
{
    if (nae_bit(p->s, general, NAE_COMMANDS)) {
        return false;
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        if (may_drop_with(p, set, stander, general, unit)) {
            return true;
        }
    }
    return false;
}

static bool may_take(const NaePlay *p, NaePieces set, NaePieces stander, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const NaeData *d = p->d;
    const NaePieces one = nae_pieces_one(unit);
    const NaePieces rest = nae_pieces_minus(stander, one);
    if (nae_bit(p->s, unit, NAE_ACTIVATED) || nae_pieces_in(p->s->march.touched, unit) ||
        (nae_has_units(d, rest) ? !nae_force_legal(d, p->s, rest) : nae_has_army(d, rest))) {
        return false;
    }
    return nae_army_with_room(p->d, p->s, set, unit) != NAE_NONE;
}

/* A move of a kind with each piece of a set, or one that stands for its class (P2). */
static void add_each(const NaePlay *p, enum nae_kind kind, NaePieces set, MoveList *list)
{
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, set)) { nae_option(list, nae_move1(kind, piece)); }
}

static void add_exchanges(const NaePlay *p, NaePieces set, MoveList *list)
{
    const NaeData *d = p->d;
    NaePieces drops = nae_pieces_none();
    NaePieces takes[2] = {nae_pieces_none(), nae_pieces_none()};
    const NaePieces stander = friends(p, p->s->march.zone);
    if (nae_commander(d, p->s, set) == NAE_NONE) {
        return; /* a single corps neither drops nor absorbs */
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        if (may_drop_unit(p, set, stander, unit)) {
            nae_pieces_add(&drops, unit);
        }
    }
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, stander, army);
        if (!nae_has_units(d, part) || !nae_may_absorb(p->d, p->s, set, part)) {
            continue;
        }
        NAE_EACH_PIECE(unit, nae_pieces_and(part, d->units))
        {
            if (may_take(p, set, part, unit)) {
                nae_pieces_add(&takes[army], unit);
            }
        }
    }
    NaePieces dismissed = nae_pieces_none();
    NAE_EACH_PIECE(general, nae_pieces_minus(nae_pieces_and(set, d->generals), p->s->march.touched))
    {
        if (may_drop_general(p, set, stander, general)) {
            nae_pieces_add(&drops, general);
        }
        if (!nae_bit(p->s, general, NAE_COMMANDS)) {
            nae_pieces_add(&dismissed, general);
        }
    }
    /* Mobile depots may be left, or taken along [8.3]; any may be turned once in a zone. */
    const NaePieces depots = nae_pieces_and(nae_pieces_or(set, stander), d->depots);
    const NaePieces mobile = nae_without(p->s, nae_pieces_minus(depots, p->s->march.touched), NAE_FIXED);
    NaePieces turnable = nae_pieces_none();
    NAE_EACH_PIECE(depot, depots)
    {
        if ((p->s->march.turned >> (depot - NAE_FIRST_DEPOT) & 1U) == 0) {
            nae_pieces_add(&turnable, depot);
        }
    }
    add_each(p, NAE_M_DROP, nae_pieces_or(drops, nae_pieces_and(mobile, set)), list);
    add_each(p, NAE_M_TAKE, takes[0], list); /* which of two armies gives up a corps is a choice */
    add_each(p, NAE_M_TAKE, takes[1], list);
    add_each(p, NAE_M_TAKE, nae_pieces_and(mobile, stander), list);
    add_each(p, NAE_M_TURN_DEPOT, turnable, list);
    NAE_EACH_PIECE(general, dismissed) { nae_option(list, nae_move1(NAE_M_DISMISS, general)); }
}

/* ---- the loop [8.1] ---- */

static bool free_card(const NaePlay *p, unsigned card)
{
    return p->s->march.side == NAE_EMPIRE && nae_in_hand(p->s, card) &&
           (card == NAE_F(33) ? p->s->action.free_siege : p->s->action.rivers) == 0;
}

static void add_actions(const NaePlay *p, NaePieces set, MoveList *list)
{
    const NaeMarch *m = &p->s->march;
    const bool supplied =
        !nae_mostly_unsupplied(p->d, p->s, set); /* half its steps make a force unsupplied [10.9] */
    if (supplied && m->mp >= p->d->table.mark_cost && nae_may_mark(p->d, p->s, m->zone, m->side)) {
        nae_option(list, nae_move1(NAE_M_MOVE, NAE_W_MARK));
    }
    if (may_attack(p)) {
        nae_option(list, nae_move1(NAE_M_MOVE, NAE_W_SIEGE));
    }
    if (supplied && m->mp >= p->d->table.rally_cost && bears(p, set, NAE_DEMORALISED) &&
        nae_commander(p->d, p->s, set) != NAE_NONE) { /* not by a corps without a general [14.9.4, B64] */
        nae_option(list, nae_move1(NAE_M_MOVE, NAE_W_RALLY));
    }
    if (may_lay(p)) {
        nae_option(list, nae_move1(NAE_M_MOVE, NAE_W_LAY));
    }
}

static void add_cards(const NaePlay *p, MoveList *list)
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned card = i == 0 ? NAE_F(33) : NAE_F(36);
        if (free_card(p, card)) {
            nae_option(list, nae_move1(NAE_M_MOVE_CARD, card));
        }
    }
}

/* A garrison is activated to attack its besiegers, or enemies who lie there without a siege, and does
 * [13.5, A-47]. */
static bool must_sortie(const NaePlay *p)
{
    const unsigned first = nae_pieces_first(nae_marchers(p->s));
    return first != NAE_NONE && nae_bit(p->s, first, NAE_INSIDE) &&
           nae_field_units(p->d, p->s, p->s->march.zone, nae_foe(p->s));
}

void nae_move_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeMarch *m = &p->s->march;
    const NaePieces set = nae_marchers(p->s);
    (void)frame;
    if (nae_march_gone(p) || (m->stage & NAE_STAGE_OVER) != 0) {
        return;
    }
    if (must_sortie(p)) {
        const bool attacks = (m->flags & NAE_MARCH_ENDED) == 0 && nae_can_pay_corps(p, m->zone);
        nae_option(list, attacks ? nae_move1(NAE_M_GO, m->zone) : nae_move1(NAE_M_MOVE, NAE_W_STOP));
        return;
    }
    const bool rests = may_rest(p->d, p->s, set, m->side, m->zone);
    bool leaves = false;
    const NaeZone *z = &p->d->zone[m->zone];
    for (unsigned i = 0; i < z->neighbors && (m->flags & NAE_MARCH_ENDED) == 0; i++) {
        const NaeEdge *edge = &z->edge[z->by_zone[i]];
        if (may_go(p, set, edge)) {
            leaves = true;
            nae_option(list, nae_move1(NAE_M_GO, edge->zone));
        }
    }
    if (rests || !leaves) {
        nae_option(list, nae_move1(NAE_M_MOVE, NAE_W_STOP));
    }
    add_actions(p, set, list);
    add_exchanges(p, set, list);
    add_cards(p, list);
}

void nae_move_none(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p);
}

bool nae_march_gone(const NaePlay *p) { return !nae_has_units(p->d, nae_marchers(p->s)); }

unsigned nae_rally_limit(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned commander = nae_commander(d, s, set);
    unsigned limit = nae_force_morale(d, s, set);
    if (commander != NAE_NONE) {
        const NaeGeneral *g = nae_general(d, commander);
        limit += g->attack > g->defence ? g->attack : g->defence;
    }
    return limit;
}

static void rally_army(NaePlay *p, NaePieces set)
{
    const unsigned limit = nae_rally_limit(p->d, p->s, set);
    const unsigned die = nae_d6(p);
    NAE_NOTE(p->dice, RALLY, (Seat)p->s->march.side, p->s->march.zone, (int)die, (int)limit,
             die <= limit ? NAE_TOLD_IN_ORDER : NAE_TOLD_DEMORALISED);
    if (die <= limit) {
        nae_remark(p->s, set, NAE_DEMORALISED, 0);
    }
}

/* Two armies rally apart [14.9.4]. */
static void rally(NaePlay *p)
{
    p->s->march.mp = (uint8_t)(p->s->march.mp - p->d->table.rally_cost);
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, nae_marchers(p->s), army);
        if (!nae_pieces_empty(nae_with(p->s, nae_pieces_and(part, p->d->units), NAE_DEMORALISED))) {
            rally_army(p, part);
        }
    }
}

static void act(NaePlay *p, unsigned word)
{
    NaeMarch *m = &p->s->march;
    switch (word) {
    case NAE_W_MARK:
        m->mp = (uint8_t)(m->mp - p->d->table.mark_cost);
        nae_mark_control(p, m->zone, m->side);
        break;
    case NAE_W_SIEGE:
        m->mp = (uint8_t)(m->mp - p->d->table.siege_cost);
        nae_push_siege_attack(p, m->zone, m->side, p->s->action.free_siege);
        break;
    case NAE_W_LAY:
        nae_lay_siege(p, m->zone);
        break;
    case NAE_W_RALLY:
        rally(p);
        break;
    default:
        nae_pop(p);
        break;
    }
}

/* A unit leaves the force for the zone; it has been activated. */
static void drop_unit(NaePlay *p, unsigned unit)
{
    const NaePieces stander = friends(p, p->s->march.zone);
    nae_pieces_add(&p->s->march.touched, unit);
    nae_set_bit(p->s, unit, NAE_ACTIVATED);
    nae_set_slot(p->s, nae_pieces_one(unit), NAE_STANDING);
    if (nae_has_units(p->d, stander)) {
        nae_join(p, nae_pieces_one(unit), stander);
    } else {
        nae_clear_bit(p->s, unit, NAE_SECOND_ARMY);
    }
}

static void take_unit(NaePlay *p, unsigned unit)
{
    NaeMarch *m = &p->s->march;
    const NaePieces stander = friends(p, m->zone);
    const unsigned speed = nae_unit_speed(p->d, p->s, unit);
    nae_pieces_add(&m->touched, unit);
    nae_owe_test(p, nae_pieces_one(unit));
    if (speed < m->speed) {
        const unsigned less = m->speed - speed;
        m->mp = (uint8_t)(m->mp > less ? m->mp - less : 0);
        m->speed = (uint8_t)speed;
    }
    NaePieces taken = nae_pieces_one(unit);
    const NaePieces left = nae_pieces_minus(stander, taken);
    if (!nae_has_units(p->d, left)) { /* with the last unit come depots, and the general if he may */
        taken = nae_pieces_or(taken, nae_without(p->s, nae_pieces_and(left, p->d->depots), NAE_FIXED));
        taken = nae_pieces_or(taken, nae_pieces_and(left, p->d->generals));
    }
    const NaePieces marchers = nae_marchers(p->s);
    const NaePieces army = nae_army_part(p->s, marchers, nae_army_with_room(p->d, p->s, marchers, unit));
    nae_set_slot(p->s, taken, NAE_MOVING);
    nae_remark(p->s, taken, 0, NAE_ACTIVATED);
    nae_take_up(p, taken, army);
    nae_tidy_zone(p, m->zone); /* a foreign general without steps of his nation goes at once [9.4] */
}

/* A depot goes with those who stand or march: with the first army, or with the second where that is alone. */
static void depot_with(NaePlay *p, unsigned depot, unsigned slot)
{
    const NaePieces with = slot == NAE_STANDING ? friends(p, p->s->march.zone) : nae_marchers(p->s);
    const NaePieces units = nae_pieces_and(with, p->d->units);
    nae_set_slot(p->s, nae_pieces_one(depot), slot);
    nae_clear_bit(p->s, depot, NAE_SECOND_ARMY);
    if (!nae_pieces_empty(units) && nae_pieces_empty(nae_without(p->s, units, NAE_SECOND_ARMY))) {
        nae_set_bit(p->s, depot, NAE_SECOND_ARMY);
    }
}

/* A mobile depot is left to the zone, or comes along. */
static void shift_depot(NaePlay *p, unsigned depot, unsigned slot)
{
    nae_pieces_add(&p->s->march.touched, depot);
    depot_with(p, depot, slot);
}

static void turn_depot(NaePlay *p, unsigned depot)
{
    p->s->march.turned |= 1U << (depot - NAE_FIRST_DEPOT);
    p->s->bits[depot] ^= NAE_FIXED;
    depot_with(p, depot, nae_bit(p->s, depot, NAE_FIXED) ? NAE_STANDING : NAE_MOVING);
}

static void free_event(NaePlay *p, unsigned card)
{
    assert(card < NAE_CARDS);
    const int value = p->d->card[card].op[0].value;
    if (card == NAE_F(33)) {
        p->s->action.free_siege = (uint8_t)value;
    } else {
        p->s->action.rivers = 1;
    }
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)nae_card_side(card), (int)card, NAE_TOLD_AS_EVENT);
    nae_card_used(p, card, true);
}

/* A step; a fortress taken there whose reactivation was put off is asked for first (map 11.1). */
static void go_on(NaePlay *p, unsigned to)
{
    if (p->s->siege.later == p->s->march.zone + 1U) {
        nae_push(p, NAE_STEP_MOVE_ON, SEAT_NONE)->a = (uint8_t)to;
        nae_push_later_reactivation(p);
        return;
    }
    nae_march_to(p, to);
}

void nae_move_on_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned to = frame->a;
    nae_pop(p);
    if (nae_has_units(p->d, nae_marchers(p->s))) { /* the step for the fortress may have been its last */
        nae_march_to(p, to);
    }
}

void nae_move_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_GO:
        if (nae_corps_pays(p, a)) {
            nae_pay_corps(p);
        }
        go_on(p, a);
        break;
    case NAE_M_DROP:
        if (nae_is_depot(a)) {
            shift_depot(p, a, NAE_STANDING);
        } else if (nae_is_general(a)) {
            nae_push(p, NAE_STEP_DROP_WITH, frame->seat)->a = (uint8_t)a;
        } else {
            drop_unit(p, a);
            nae_tidy_zone(p, p->s->march.zone); /* a foreign general without steps of his nation goes [9.4] */
        }
        break;
    case NAE_M_TAKE:
        if (nae_is_depot(a)) {
            shift_depot(p, a, NAE_MOVING);
        } else {
            take_unit(p, a);
        }
        break;
    case NAE_M_TURN_DEPOT:
        turn_depot(p, a);
        break;
    case NAE_M_DISMISS:
        nae_put(p->s, a, NAE_RESERVE, false);
        break;
    case NAE_M_MOVE_CARD:
        free_event(p, a);
        break;
    default:
        act(p, a);
        break;
    }
}

/* ---- a subordinate is left with a unit; a: general ---- */

void nae_drop_with_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_marchers(p->s);
    NaePieces able = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        if (may_drop_with(p, set, friends(p, p->s->march.zone), frame->a, unit)) {
            nae_pieces_add(&able, unit);
        }
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, able))
    {
        nae_option(list, nae_move1(NAE_M_DROP_WITH, unit));
    }
}

void nae_drop_with_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned general = frame->a;
    const NaePieces pair = nae_pieces_or(nae_pieces_one(general), nae_pieces_one(nae_move_a(move)));
    const NaePieces stander = takers(p, pair, friends(p, p->s->march.zone), general);
    nae_pop(p);
    p->s->march.touched = nae_pieces_or(p->s->march.touched, pair);
    NAE_EACH_PIECE(piece, pair)
    {
        nae_set_bit(p->s, piece, NAE_ACTIVATED);
        nae_clear_bit(p->s, piece, NAE_SECOND_ARMY);
    }
    nae_set_slot(p->s, pair, NAE_STANDING);
    nae_set_bit(p->s, general, NAE_COMMANDS);
    if (nae_has_units(p->d, stander)) {
        nae_absorb(p, pair, stander);
    }
    nae_tidy_zone(p, p->s->march.zone);
}
