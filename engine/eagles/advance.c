/* advance.c: advance into a hex that the enemy has left, and its victory points (map 4, 8.10). */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/select.h"

/* In the grand campaign only Napoleon's hex counts for alliances; after his return every such advance counts
 * for the recognition (13.2, 13.10). */
static void count_advance(Play *p, unsigned side, int points)
{
    EaglesCampaign *c = &p->s->campaign;
    const int change = side == EAGLES_COALITION ? points : -points;
    if (points > 1 && c->napoleon_points < 100) {
        c->napoleon_points = (uint8_t)(c->napoleon_points + points - 1);
    }
    if ((c->exile_flags & EAGLES_RETURNED) != 0 && c->recognition + change > -100 &&
        c->recognition + change < 100) {
        c->recognition = (int8_t)(c->recognition + change);
    }
}

/* Books the points of the first unit that enters a hex by advance (4). */
static int score(Play *p, unsigned hex, unsigned side)
{
    EaglesState *s = p->s;
    if (!eagles_is_large(s, eagles_other(side), hex)) {
        return 0;
    }
    eagles_unmark_large(s, eagles_other(side), hex);
    const int points = side == EAGLES_COALITION && s->napoleon_hex == hex ? 3 : 1;
    if (eagles_in_campaign(p)) {
        count_advance(p, side, points);
    }
    s->victory_points[side] = (uint8_t)(s->victory_points[side] + points);
    return points;
}

void eagles_vacate(Play *p, unsigned hex, unsigned gone, unsigned battle)
{
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_VACATED);
    frame->a = (uint8_t)battle;
    frame->b = (uint8_t)eagles_other(gone);
    frame->x = (uint16_t)hex;
}

/* Whether a force that stands in the hex already counts as entering it: who assaulted its city, or else, as
 * in any advance, SP that were supplied (4, 8.10). A garrison that drives besiegers off never was. */
static bool takes_in_place(const Play *p, const EaglesForce *force)
{
    const EaglesBattle *b = &p->s->battle[force->battle];
    const bool assaulted = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && b->attacker == force->side;
    for (unsigned i = eagles_rows_in(p->s, force->hex); eagles_row_at(p->s, i, force->hex); i++) {
        const bool supplied = (eagles_row_flags(p->s, i) & EAGLES_FLAG_UNSUPPLIED) == 0;
        if ((supplied || assaulted) && eagles_row_fights(p, force, i)) {
            return true;
        }
    }
    return false;
}

/* A force that stands in the hex already scores without a move (4). */
static void score_in_place(Play *p, const EaglesFrame *frame)
{
    const int force = eagles_find_force(p, frame->x, frame->b);
    if (force < 0 || p->s->force[force].battle != frame->a || !takes_in_place(p, &p->s->force[force])) {
        return;
    }
    const int points = score(p, frame->x, frame->b);
    if (points > 0) {
        EAGLES_NOTE(p, EAGLES_EVENT_ADVANCE, frame->b, frame->x, frame->x, 0, points);
    }
}

/* Whether a partisan may go there: alone, into a hex without SP (7.3). */
static bool partisan_fits(const Play *p, unsigned unit, unsigned hex, unsigned side)
{
    assert(unit < EAGLES_UNITS_MAX);
    return p->d->unit[unit].type != EAGLES_P || eagles_is_empty(p, hex, side);
}

/* SP of a row that may advance into a hex: committed (an assaulted garrison is), supplied, able to leave and
 * to stand there. */
static bool advances(const Play *p, unsigned battle, unsigned side, unsigned row, unsigned to)
{
    const uint32_t key = p->s->row_key[row];
    const unsigned unit = eagles_key_unit(key);
    return (eagles_key_flags(key) & EAGLES_FLAG_UNSUPPLIED) == 0 && p->d->unit[unit].type != EAGLES_CT &&
           !eagles_row_barred(p, key, to) && partisan_fits(p, unit, to, side) &&
           eagles_committed(p, battle, side, row);
}

/* SP of a force that may advance; cavalry among them; the last row's argument. */
static unsigned count_advancing(const Play *p, const EaglesFrame *frame, unsigned from, unsigned *cavalry,
                                unsigned *last)
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    *cavalry = 0;
    *last = EAGLES_NONE;
    for (unsigned i = eagles_rows_in(s, from); eagles_row_at(s, i, from); i++) {
        if (advances(p, frame->a, frame->b, i, frame->x)) {
            const uint32_t key = s->row_key[i];
            count += s->row_count[i];
            *cavalry += p->d->unit[eagles_key_unit(key)].cavalry ? s->row_count[i] : 0U;
            *last = eagles_row_argument(eagles_key_unit(key),
                                        (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0);
        }
    }
    return count;
}

/* Whether a force may follow into a hex: a neighbour by land, or over belts that are open (7.2, 8.10: straits
 * alone are in the way). */
static bool can_follow(const Play *p, unsigned side, unsigned from, unsigned to)
{
    const unsigned direction = eagles_direction(p->d, from, to);
    return eagles_attack_adjacent(p, from, to) ||
           (direction != EAGLES_DIRECTIONS && eagles_cost(p, from, direction, side) != EAGLES_IMPASSABLE);
}

/* A side of morale 0 whose turn to withdraw is still to come goes back, not forward: in that step, where both
 * must go, the second follows nobody; at the losses before it nobody follows while the battle goes on
 * (8.8, 8.10). */
static bool must_withdraw(const Play *p, unsigned battle, unsigned side)
{
    const EaglesState *s = p->s;
    if ((s->battle[battle].broken >> side & 1U) == 0) {
        return false;
    }
    for (unsigned i = 0; i < s->depth; i++) {
        if (s->stack[i].step == EAGLES_STEP_COMPULSORY && s->stack[i].a == battle) {
            return true;
        }
    }
    return eagles_battle_holds(p, battle);
}

/* Frame: a battle, b the side that may advance, x the hex, y least hex of the next force. */
void eagles_vacated_run(Play *p)
{
    const EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const bool open = !must_withdraw(p, frame->a, frame->b) && eagles_enterable(p, frame->x, frame->b) &&
                      !eagles_has_partisan(p, frame->x, frame->b) &&
                      !eagles_has(p, frame->x, eagles_other(frame->b), EAGLES_ANY);
    if (open && frame->phase == 0) {
        frame->phase = 1;
        score_in_place(p, frame);
    }
    for (unsigned i = 0; open && i < s->forces; i++) {
        const EaglesForce *force = &s->force[i];
        if (force->battle != frame->a || force->side != frame->b || force->hex < frame->y ||
            force->hex == frame->x || !can_follow(p, frame->b, force->hex, frame->x)) {
            continue;
        }
        frame->y = (uint16_t)(force->hex + 1);
        EaglesFrame *decision = eagles_push(p, EAGLES_STEP_ADVANCE);
        decision->a = frame->a;
        decision->b = frame->b;
        decision->x = frame->x;
        decision->y = force->hex;
        return;
    }
    eagles_pop(p);
}

/* Frame: a battle, b side, x the hex entered, y the force's hex. */
Seat eagles_advance_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned cavalry = 0;
    unsigned last = 0;
    const unsigned sp = count_advancing(p, frame, frame->y, &cavalry, &last);
    if (sp == 0) {
        return eagles_seat(frame->b);
    }
    const unsigned way = eagles_direction(p->d, frame->y, frame->x);
    eagles_add(list, eagles_move_advance(frame->y, way, EAGLES_PART_NONE));
    eagles_add(list, eagles_move_advance(frame->y, way, EAGLES_PART_ALL));
    if (cavalry > 0 && cavalry < sp) {
        eagles_add(list, eagles_move_advance(frame->y, way, EAGLES_PART_CAVALRY));
    }
    if (sp > 1) {
        eagles_add(list, eagles_move_advance(frame->y, way, EAGLES_PART_ALL_BUT_ONE));
        eagles_add(list, eagles_move_advance(frame->y, way, EAGLES_PART_ROWS));
    }
    return eagles_seat(frame->b);
}

/* Marks what goes: everything that may, cavalry, or all but one SP of the last row. */
static void mark_advance(Play *p, const EaglesFrame *frame, unsigned part)
{
    EaglesState *s = p->s;
    const unsigned from = frame->y;
    unsigned cavalry = 0;
    unsigned last = 0;
    count_advancing(p, frame, from, &cavalry, &last);
    bool keep_one = part == EAGLES_PART_ALL_BUT_ONE;
    for (unsigned i = eagles_rows_in(s, from); eagles_row_at(s, i, from);) {
        const uint32_t key = s->row_key[i];
        const bool mounted = p->d->unit[eagles_key_unit(key)].cavalry;
        if ((eagles_key_flags(key) & EAGLES_FLAG_GROUP) != 0 ||
            !advances(p, frame->a, frame->b, i, frame->x) || (part == EAGLES_PART_CAVALRY && !mounted)) {
            i++;
            continue;
        }
        const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
        const bool one_less = keep_one && eagles_row_argument(eagles_key_unit(key), expedition) == last;
        const unsigned count = s->row_count[i] - (one_less ? 1U : 0U);
        keep_one = keep_one && !one_less;
        eagles_rows_change(s, key, key | EAGLES_FLAG_GROUP, count);
        i = one_less ? i + 1 : eagles_first_row(s, from);
    }
}

/* What carries the flag goes, and is out of combat (8.1). */
static void go(Play *p, const EaglesFrame *frame)
{
    const unsigned from = frame->y;
    const unsigned to = frame->x;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(p->s, from); eagles_row_at(p->s, i, from); i++) {
        sp += (eagles_row_flags(p->s, i) & EAGLES_FLAG_GROUP) != 0 ? p->s->row_count[i] : 0U;
    }
    if (sp == 0) {
        return;
    }
    eagles_move_flagged(p, from, to, EAGLES_FLAG_GROUP, EAGLES_FLAG_GROUP | EAGLES_FLAG_INSIDE,
                        EAGLES_FLAG_OUT);
    const int points = score(p, to, frame->b);
    EAGLES_NOTE(p, EAGLES_EVENT_ADVANCE, frame->b, (int)from, (int)to, (int)sp, points);
    const int force = eagles_find_force(p, from, frame->b);
    if (force >= 0 && !eagles_has(p, from, frame->b, EAGLES_ANY)) {
        eagles_uncommit(p, (unsigned)force); /* who advanced vacates nothing, at the next losses neither */
    }
    eagles_settle(p, from);
    eagles_settle(p, to);
}

void eagles_advance_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    const EaglesFrame frame = *eagles_top(p);
    eagles_pop(p);
    const unsigned part = move == EAGLES_NO_MOVE ? EAGLES_PART_NONE : eagles_move_argument(move) & 7U;
    if (part == EAGLES_PART_NONE) {
        return;
    }
    unsigned cavalry = 0;
    unsigned last = 0;
    const unsigned sp = count_advancing(p, &frame, frame.y, &cavalry, &last);
    if (part == EAGLES_PART_ROWS || part == EAGLES_PART_CAVALRY) {
        const unsigned most = part == EAGLES_PART_ROWS ? sp - 1 : 0;
        EaglesFrame *choice = eagles_select(p, EAGLES_FOR_ADVANCE, frame.y, frame.b, most > 0 ? 1 : 0, most);
        choice->z = frame.x;
        choice->w = frame.a;
        if (part == EAGLES_PART_CAVALRY) {
            mark_advance(p, &frame, part);
        }
        return;
    }
    mark_advance(p, &frame, part);
    EaglesLeaders here;
    eagles_leaders_in(s, frame.y, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_committed(p, frame.a, frame.b, l)) {
            s->leader_flag[l] |= EAGLES_FLAG_GROUP;
        }
    }
    go(p, &frame);
}

/* Selection: z the hex entered, w the battle. */
bool eagles_advance_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, frame->x); eagles_row_at(s, i, frame->x); i++) {
        if (s->row_key[i] == key) {
            return advances(p, frame->w, frame->phase, i, frame->z);
        }
    }
    return false;
}

bool eagles_advance_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    return eagles_leader_committed(p, frame->w, frame->phase, leader);
}

void eagles_advance_done(Play *p, EaglesFrame frame)
{
    const EaglesFrame order = {.a = (uint8_t)frame.w, .b = frame.phase, .x = frame.z, .y = frame.x};
    go(p, &order);
}
