/* join.c: forces that join a battle (map 8.9), and the rear manoeuvre (map 11). */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/rowbits.h"
#include "engine/eagles/select.h"

/* ------------------------------------------------------------------ who can join what */

static bool is_next_to(const Play *p, unsigned a, unsigned b)
{
    return eagles_direction(p->d, a, b) != EAGLES_DIRECTIONS;
}

/* Whether a hex is next to one of the forces that fight in a battle: of any side, or of one. */
static bool is_near(const Play *p, unsigned hex, unsigned battle, unsigned side)
{
    const EaglesState *s = p->s;
    for (unsigned i = 0; i < s->forces; i++) {
        const EaglesForce *force = &s->force[i];
        if (force->battle == battle && (side == EAGLES_NEUTRAL || force->side == side) &&
            is_next_to(p, hex, force->hex) && eagles_force_count(p, force, false) > 0) {
            return true;
        }
    }
    return false;
}

/* The garrison besieged by those who are attacked from outside may come out where it is (8.9). */
static bool is_relief(const Play *p, unsigned hex, unsigned side, unsigned battle)
{
    const EaglesBattle *b = &p->s->battle[battle];
    return b->defend == hex && b->attacker == side && eagles_is_besieged(p, hex, side) &&
           (b->flags & (EAGLES_BATTLE_SORTIE | EAGLES_BATTLE_SIEGE)) == 0;
}

/* P, CT and besiegers do not leave their hex to join. */
static bool is_fixed(const Play *p, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned type = p->d->unit[eagles_row_unit(s, i)].type;
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && (type == EAGLES_P || type == EAGLES_CT)) {
            return true;
        }
    }
    return eagles_hex_siege(p, hex) > 0;
}

static bool all_may_enter(const Play *p, unsigned hex, unsigned side, unsigned to)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && eagles_row_barred(p, s->row_key[i], to)) {
            return false;
        }
    }
    return true;
}

/* Whether all SP of a side in a hex fight in a battle (also if there are none). */
static bool all_fight(const Play *p, unsigned hex, unsigned side, unsigned battle)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_first_row(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && !eagles_committed(p, battle, side, i)) {
            return false;
        }
    }
    return true;
}

/* A hex to shift to: next to an enemy of the battle, free of enemies, and of own SP but such as fight there.
 */
static bool can_shift(const Play *p, unsigned hex, unsigned direction, unsigned side, unsigned battle)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned to = p->d->hex[hex].neighbour[direction];
    if (eagles_cost(p, hex, direction, side) == EAGLES_IMPASSABLE || !eagles_enterable(p, to, side) ||
        eagles_has(p, to, eagles_other(side), EAGLES_ANY) || eagles_has_partisan(p, to, side) ||
        (eagles_in_campaign(p) && eagles_is_shut(p, to))) {
        return false;
    }
    return all_may_enter(p, hex, side, to) && is_near(p, to, battle, eagles_other(side)) &&
           all_fight(p, to, side, battle);
}

static bool in_place(const Play *p, unsigned hex, unsigned side, unsigned battle)
{
    return is_relief(p, hex, side, battle) || is_near(p, hex, battle, eagles_other(side));
}

bool eagles_can_join(const Play *p, unsigned hex, unsigned side, unsigned battle)
{
    const EaglesState *s = p->s;
    const EaglesBattle *b = &s->battle[battle];
    const bool assaulted = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && side != b->attacker;
    if (!eagles_battle_on(s, battle) || assaulted || s->forces == EAGLES_FORCES_MAX) {
        return false;
    }
    if (is_relief(p, hex, side, battle)) {
        return true;
    }
    if (eagles_is_besieged(p, hex, side) || !is_near(p, hex, battle, EAGLES_NEUTRAL)) {
        return false;
    }
    if (in_place(p, hex, side, battle)) {
        return true;
    }
    for (unsigned direction = 0; !is_fixed(p, hex, side) && direction < EAGLES_DIRECTIONS; direction++) {
        if (can_shift(p, hex, direction, side, battle)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ the attempt */

/* SP that join: outside and not out of combat, or the garrison of a relief battle. */
static unsigned joining_sp(const Play *p, unsigned hex, unsigned side)
{
    const unsigned where = eagles_is_besieged(p, hex, side) ? EAGLES_ANY : EAGLES_OUTSIDE;
    return eagles_count(p, hex, side, where | EAGLES_NOT_OUT);
}

/* They come to the battle's side of the field; the whole hex goes if it must shift. */
static void come(Play *p, unsigned from, unsigned to, unsigned side, unsigned battle)
{
    EaglesState *s = p->s;
    if (eagles_is_besieged(p, from, side)) {
        eagles_come_out(p, from, side, true);
    }
    if (from != to) {
        eagles_mark_flight(p, from, side, false);
        eagles_move_flagged(p, from, to, EAGLES_FLAG_FLIGHT, EAGLES_FLAG_FLIGHT, 0);
        const int old = eagles_find_force(p, from, side);
        if (old >= 0 && !eagles_has(p, from, side, EAGLES_INSIDE)) { /* a garrison fights on (9.1) */
            eagles_uncommit(p, (unsigned)old);
        }
    }
    const int there = eagles_find_force(p, to, side);
    if (there < 0 || s->force[there].battle != battle) {
        eagles_commit(p, to, side, battle, EAGLES_FORCE_JOINED | EAGLES_FORCE_NEW);
    }
}

enum { JOIN_NEEDS = 5 };

unsigned eagles_join_needs(const Play *p, unsigned hex, unsigned side)
{
    const unsigned absent =
        eagles_is_besieged(p, hex, side) ? EAGLES_FLAG_OUT : EAGLES_FLAG_OUT | EAGLES_FLAG_INSIDE;
    const int leadership = eagles_best_leader(p, hex, side, absent, 0);
    return JOIN_NEEDS - (leadership > 0 ? (unsigned)leadership : 0U);
}

static void roll(Play *p, unsigned from, unsigned to, unsigned side, unsigned battle, bool use1)
{
    EaglesState *s = p->s;
    EaglesBattle *b = &s->battle[battle];
    const int force = eagles_find_force(p, from, side);
    const unsigned old_battle = force >= 0 ? s->force[force].battle : EAGLES_NONE;
    const unsigned needed = eagles_join_needs(p, from, side);
    const unsigned die = eagles_die(p, EAGLES_DIE_JOIN, side, from);
    const bool success = die >= needed;
    EAGLES_NOTE(p, EAGLES_EVENT_JOIN, side, (int)from, (int)battle, (int)die, (int)(JOIN_NEEDS - needed),
                success);
    if (!success) {
        if (force >= 0) {
            s->force[force].flags |= EAGLES_FORCE_TRIED;
        }
        return;
    }
    const unsigned before = eagles_battle_count(p, battle, side, false);
    if (b->lost[side] > 0 && joining_sp(p, from, side) >= before) {
        b->lost[side] = 0; /* fresh troops restore the side (8.9) */
    }
    come(p, from, to, side, battle);
    if (use1 && from != to && !eagles_has(p, from, side, EAGLES_ANY)) {
        eagles_vacate(p, from, side, old_battle);
    }
    eagles_settle(p, from);
    eagles_settle(p, to);
}

void eagles_try_join(Play *p, unsigned hex, unsigned side, unsigned battle, bool use1)
{
    if (in_place(p, hex, side, battle)) {
        roll(p, hex, hex, side, battle, use1);
        return;
    }
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_JOIN_HEX);
    frame->a = (uint8_t)battle;
    frame->b = (uint8_t)side;
    frame->x = (uint16_t)hex;
    frame->y = use1;
}

/* Frame: a battle, b side, x the force's hex, y use 1. */
Seat eagles_join_hex_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (can_shift(p, frame->x, direction, frame->b, frame->a)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_JOIN_HEX, p->d->hex[frame->x].neighbour[direction]));
        }
    }
    assert(list->count > 0);
    return eagles_seat(frame->b);
}

void eagles_join_hex_choose(Play *p, Move move)
{
    const EaglesFrame frame = *eagles_top(p);
    eagles_pop(p);
    roll(p, frame.x, eagles_move_argument(move), frame.b, frame.a, frame.y != 0);
}

/* ------------------------------------------------------------------ j: uncommitted forces */

static bool can_join_any(const Play *p, unsigned hex, unsigned side)
{
    for (unsigned battle = 0; battle < p->s->battles; battle++) {
        if (eagles_can_join(p, hex, side, battle)) {
            return true;
        }
    }
    return false;
}

/* Hexes from which somebody may join at all, as bits: next to a force, or where a battle is that is on and he
 * is relieved. False: no battle is on. */
static bool mark_joiners(const Play *p, uint8_t near[EAGLES_HEXES_MAX / 8])
{
    const EaglesState *s = p->s;
    bool any = false;
    memset(near, 0, EAGLES_HEXES_MAX / 8);
    for (unsigned i = 0; i < s->battles; i++) {
        if (eagles_battle_on(s, i)) {
            any = true;
            eagles_set_bit(near, s->battle[i].defend, true);
        }
    }
    for (unsigned i = 0; any && i < s->forces; i++) {
        const unsigned hex = s->force[i].hex;
        for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
            const unsigned next = p->d->hex[hex].neighbour[direction];
            if (next != EAGLES_NO_HEX) {
                eagles_set_bit(near, next, true);
            }
        }
    }
    return any;
}

/* The first hex at or behind `from` with SP of a side that may join a battle; EAGLES_NO_HEX: none. */
static unsigned next_to_join(const Play *p, unsigned from, unsigned side)
{
    const EaglesState *s = p->s;
    uint8_t near[EAGLES_HEXES_MAX / 8];
    if (!mark_joiners(p, near)) {
        return EAGLES_NO_HEX;
    }
    unsigned asked = EAGLES_NO_HEX; /* the last hex: its other rows would be told the same */
    const unsigned first = eagles_first_row(s, from);
    const unsigned end = eagles_rows_on_map(s);
    EaglesRowLike like = eagles_like_side(side);
    like.with = EAGLES_FLAG_OUT;
    for (unsigned word = first / EAGLES_ROW_WORD; word * EAGLES_ROW_WORD < end; word++) {
        uint64_t rows = eagles_row_word(s, word, like) & eagles_row_range(word, first, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const unsigned hex = eagles_key_place(s->row_key[row]);
            if (hex != asked && eagles_bit(near, hex) && eagles_find_force(p, hex, side) < 0 &&
                can_join_any(p, hex, side)) {
                return hex;
            }
            asked = hex;
        }
    }
    return EAGLES_NO_HEX;
}

/* Frame: a side, x least hex. */
void eagles_joins_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    eagles_refresh_battles(p);
    const unsigned hex = next_to_join(p, frame->x, frame->a);
    if (hex == EAGLES_NO_HEX) {
        eagles_pop(p);
        return;
    }
    frame->x = (uint16_t)(hex + 1);
    EaglesFrame *decision = eagles_push(p, EAGLES_STEP_JOIN);
    decision->b = frame->a;
    decision->x = (uint16_t)hex;
}

Seat eagles_join_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    eagles_add(list, eagles_move_battle(EAGLES_MOVE_JOIN, frame->x, 0));
    for (unsigned battle = 0; battle < p->s->battles; battle++) {
        if (eagles_can_join(p, frame->x, frame->b, battle)) {
            eagles_add(list, eagles_move_battle(EAGLES_MOVE_JOIN, frame->x, 2 + battle));
        }
    }
    return eagles_seat(frame->b);
}

void eagles_join_choose(Play *p, Move move)
{
    const EaglesFrame frame = *eagles_top(p);
    const unsigned choice = eagles_move_argument(move) & 63U;
    eagles_pop(p);
    if (choice >= 2) {
        eagles_try_join(p, frame.x, frame.b, choice - 2, false);
    }
}

/* ------------------------------------------------------------------ rear manoeuvre (11) */

static bool can_manoeuvre(const Play *p, unsigned battle, unsigned hex)
{
    const EaglesBattle *b = &p->s->battle[battle];
    return hex != EAGLES_NO_HEX && hex != b->attack && !is_next_to(p, hex, b->attack) &&
           eagles_find_force(p, hex, EAGLES_FRANCE) < 0 &&
           eagles_has(p, hex, EAGLES_FRANCE, EAGLES_OUTSIDE | EAGLES_NOT_OUT) &&
           !is_fixed(p, hex, EAGLES_FRANCE) && all_may_enter(p, hex, EAGLES_FRANCE, b->attack) &&
           eagles_best_leader(p, hex, EAGLES_FRANCE, EAGLES_FLAG_OUT | EAGLES_FLAG_INSIDE, 0) >= 0;
}

/* Frame: a the battle. */
Seat eagles_rear_options(const Play *p, MoveList *list)
{
    const unsigned battle = eagles_top(p)->a;
    const EaglesHex *h = &p->d->hex[p->s->battle[battle].defend];
    eagles_add(list, eagles_move(EAGLES_MOVE_REAR, 0));
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (can_manoeuvre(p, battle, h->neighbour[direction])) {
            eagles_add(list, eagles_move(EAGLES_MOVE_REAR, h->neighbour[direction] + 1U));
        }
    }
    return SEAT_FRENCH;
}

void eagles_rear_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    const unsigned battle = eagles_top(p)->a;
    EaglesBattle *b = &s->battle[battle];
    eagles_pop(p);
    if (eagles_move_argument(move) == 0) {
        return;
    }
    const unsigned hex = eagles_move_argument(move) - 1;
    const int leadership = eagles_best_leader(p, hex, EAGLES_FRANCE, EAGLES_FLAG_OUT | EAGLES_FLAG_INSIDE, 0);
    const bool wellington = eagles_leader_committed(p, battle, eagles_other(b->attacker), p->d->wellington);
    const int die = (int)eagles_die(p, EAGLES_DIE_REAR, EAGLES_FRANCE, hex);
    const bool success = die + leadership - (wellington ? 3 : 0) >= 5;
    s->rear_tried = 1;
    EAGLES_NOTE(p, EAGLES_EVENT_REAR, EAGLES_FRANCE, (int)hex, (int)battle, die, leadership, success);
    if (success) {
        eagles_mark_flight(p, hex, EAGLES_FRANCE, false);
        eagles_move_flagged(p, hex, b->attack, EAGLES_FLAG_FLIGHT, EAGLES_FLAG_FLIGHT, 0);
        b->bonus[EAGLES_FRANCE]++;
        eagles_settle(p, hex);
        eagles_settle(p, b->attack);
    }
}
