/* counter_march.c: forces of adjacent zones that march to the sound of the guns [14.1], map 12.1. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"

/* What may leave a zone for the battle: its force in the field, standing and in order. */
static NaePieces ready(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_without(s, nae_standing(d, s, zone, side), NAE_DEMORALISED);
}

/* Mountains without a pass and straits stop a counter-march. */
static bool edge_open(const NaeData *d, unsigned from, unsigned to)
{
    const NaeEdge *edge = nae_edge(d, from, to);
    return edge != NULL && edge->terrain != NAE_EDGE_MOUNTAIN && edge->terrain != NAE_EDGE_STRAIT;
}

/* ---- which general tries ---- */

/* Generals of a side in a zone who could come to a battle in another one; tried: those who have tried. */
static NaePieces callers(const NaePlay *p, unsigned side, unsigned from, unsigned to, NaePieces tried)
{
    const NaePieces there = edge_open(p->d, from, to) ? ready(p->d, p->s, from, side) : nae_pieces_none();
    NaePieces able = nae_pieces_none();
    NAE_EACH_PIECE(general, nae_pieces_minus(nae_pieces_and(there, p->d->generals), tried))
    {
        if (nae_can_come(p, from, general, to)) {
            nae_pieces_add(&able, general);
        }
    }
    return able;
}

bool nae_can_counter_march(const NaePlay *p, unsigned role, MoveList *list)
{
    const NaeState *s = p->s;
    NAE_EACH_ZONE(from, p->d->adjacent[s->battle.zone])
    {
        NAE_EACH_PIECE(general, callers(p, nae_role_side(s, role), from, s->battle.zone, s->battle.tried))
        {
            nae_option(list, nae_move2(NAE_M_COUNTER_MARCH, from, general));
        }
    }
    return list->count > 0;
}

NaePieces nae_within_hearing(const NaePlay *p, unsigned side, unsigned from, unsigned zone)
{
    return callers(p, side, from, zone, nae_pieces_none());
}

bool nae_has_neighbours(const NaeData *d, const NaeState *s, unsigned role)
{
    NAE_EACH_ZONE(from, d->adjacent[s->battle.zone])
    {
        const NaePieces there = nae_standing(d, s, from, nae_role_side(s, role));
        if (nae_pieces_meet(there, d->generals) && edge_open(d, from, s->battle.zone)) {
            return true;
        }
    }
    return false;
}

void nae_counter_march_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (nae_can_counter_march(p, frame->a, list)) {
        nae_option(list, nae_move0(NAE_M_COUNTER_MARCH_NO));
    }
}

void nae_counter_march_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned role = frame->a;
    if (nae_move_kind(move) == NAE_M_COUNTER_MARCH_NO) {
        nae_pop(p);
        return;
    }
    nae_pieces_add(&p->s->battle.tried, nae_move_b(move));
    NaeFrame *roll = nae_push(p, NAE_STEP_COUNTER_ROLL, SEAT_NONE);
    roll->a = (uint8_t)role;
    roll->b = (uint8_t)nae_move_b(move);
    roll->c = (uint8_t)nae_move_a(move);
    p->s->reaction.modifier = 0;
    if (nae_role_side(p->s, role) == NAE_COALITION) {
        nae_push(p, NAE_STEP_REACTION, NAE_EMPIRE)->a = NAE_AT_ANNOUNCED_REACTION;
    }
}

/* ---- the die ---- */

/* His own value, or that of a general who commands an army of his side in the battle, the one over all or
 * not. */
static int best_value(const NaeData *d, const NaeState *s, unsigned role, unsigned general)
{
    const NaePieces set = nae_fighters(d, s, role);
    int value = nae_tactical(d, general, role);
    NAE_EACH_PIECE(army, nae_pieces_and(set, d->armies))
    {
        const NaePieces part = nae_army_part(s, set, s->bits[army] & NAE_SECOND_ARMY);
        const unsigned commander = nae_commander(d, s, part);
        const int lent = nae_tactical(d, commander, role);
        value = lent > value ? lent : value;
    }
    return value;
}

/* Cost of entry; an edge that takes the whole allowance counts 3. 36F serves the force of its activation
 * only. */
static unsigned entry_cost(const NaeData *d, unsigned from, unsigned to)
{
    const unsigned cost = nae_step_cost(d, from, to, false);
    return cost == NAE_NONE ? 3U : cost;
}

/* What is added to the die of a general who comes from a zone, cards against him apart. */
static int modifier_of(const NaeData *d, const NaeState *s, unsigned role, unsigned from, unsigned general)
{
    return best_value(d, s, role, general) + s->battle.counter_bonus[role] -
           (entry_cost(d, from, s->battle.zone) >= 2 ? 1 : 0);
}

int nae_counter_march_needs(const NaePlay *p, unsigned role, unsigned from, unsigned general)
{
    return p->d->table.counter_march - modifier_of(p->d, p->s, role, from, general);
}

/* a: role, b: general, c: zone he comes from. */
void nae_counter_roll_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    const NaeFrame f = *frame;
    const unsigned zone = s->battle.zone;
    const int modifier = modifier_of(p->d, s, f.a, f.c, f.b) - (int)s->reaction.modifier;
    const int die = (int)nae_d6(p);
    const bool success = die + modifier >= p->d->table.counter_march;
    s->reaction.modifier = 0;
    NAE_NOTE(p->dice, COUNTER_MARCH, (Seat)nae_role_side(s, f.a), (int)zone, f.b, die, modifier,
             success ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    if (!success) {
        nae_pop(p);
        return;
    }
    NaeFrame *test = nae_become(p, NAE_STEP_COUNTER_TEST, SEAT_NONE);
    test->a = f.a;
    test->b = f.c;
    test->c = (uint8_t)entry_cost(p->d, f.c, zone);
    nae_push_come(p, f.c, f.b, zone, NAE_INTERCEPTING);
}

/* Whether who has come to the battle is tested: with 6F or 12C he is not [13.6.1]. */
static bool is_tested(const NaeState *s, unsigned role) { return s->battle.counter_bonus[role] == 0; }

/* What that test is subject to. */
static unsigned test_flags(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned zone = s->battle.zone;
    return (nae_zone_is(d, zone, NAE_ZONE_POOR) ? NAE_TEST_POOR : 0U) |
           (nae_winter(s) ? NAE_TEST_WINTER : 0U) |
           (nae_is_home(s, zone, nae_force_nation(d, s, set)) ? NAE_TEST_NATIONAL : 0U);
}

double nae_counter_march_risk(const NaePlay *p, unsigned role, unsigned from, NaePieces units, double *losses)
{
    *losses = 0.0;
    return is_tested(p->s, role) ? nae_attrition_risk(p, units, test_flags(p->d, p->s, units),
                                                      (int)entry_cost(p->d, from, p->s->battle.zone), losses)
                                 : 0.0;
}

/* Who came is tested at once [13.6.1], but with 6F or 12C. a: role, b: zone they left, c: cost of entry. */
void nae_counter_test_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    const NaeFrame f = *frame;
    const unsigned zone = s->battle.zone;
    const unsigned side = nae_role_side(s, f.a);
    const NaePieces set = nae_in_slot(s, nae_field(p->d, s, zone, side), NAE_INTERCEPTING);
    if (!nae_has_units(p->d, set)) {
        nae_pop(p);
        return;
    }
    nae_become(p, NAE_STEP_COUNTER_JOIN, SEAT_NONE)->a = f.a;
    if (is_tested(s, f.a)) {
        nae_push_attrition(p, side, zone, NAE_INTERCEPTING, test_flags(p->d, s, set), f.c);
    }
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = f.b; /* first, the siege that they leave [13.5] */
}

/* Who joins the force that acts slows it down as the slower units do that it takes along [12.3]. */
static void slow_down(NaePlay *p, NaePieces arrivals)
{
    NaeMarch *m = &p->s->march;
    const unsigned speed = nae_speed(p->d, p->s, arrivals);
    if (speed < m->speed) {
        const unsigned less = m->speed - speed;
        m->mp = (uint8_t)(m->mp > less ? m->mp - less : 0);
        m->speed = (uint8_t)speed;
    }
}

/* The arrivals stand with the others [14.1]; those of the attacker have moved in this round. */
void nae_counter_join(NaePlay *p, unsigned role)
{
    NaeState *s = p->s;
    const NaePieces field = nae_fighters(p->d, s, role); /* who waits under interior lines is no part of it */
    const NaePieces arrivals = nae_in_slot(s, field, NAE_INTERCEPTING);
    const bool attacks = role == NAE_ATTACKER;
    const bool marching = attacks && (s->battle.flags & NAE_BATTLE_MARCH) != 0;
    if (attacks) {
        nae_remark(s, arrivals, 0, NAE_ACTIVATED);
    }
    if (marching && nae_has_units(p->d, arrivals)) {
        slow_down(p, arrivals);
    }
    if (nae_has_units(p->d, arrivals)) {
        /* friends, or a depot, that stood there before the force that acts came are no part of it */
        const NaePieces joined =
            marching ? nae_in_slot(s, field, NAE_MOVING) : nae_pieces_minus(field, arrivals);
        nae_unite(p, arrivals, joined, marching ? NAE_MOVING : NAE_STANDING);
    }
}

/* a: role. */
void nae_counter_join_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned role = frame->a;
    nae_pop(p);
    nae_counter_join(p, role);
}
