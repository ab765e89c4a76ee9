/* siege.c: shelter, the choice before a city, laying a siege, strength, surrender (map 9). */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/select.h"

/* Gibraltar is neither assaulted nor besieged while SP and a squadron of its side are there (9.8). */
bool eagles_is_unassailable(const Play *p, unsigned hex, unsigned garrison)
{
    return eagles_in_campaign(p) && p->d->hex[hex].city == p->d->campaign.gibraltar &&
           eagles_has(p, hex, garrison, EAGLES_ANY) && eagles_squadrons(p, garrison, hex, 0) > 0;
}

/* ------------------------------------------------------------------ shelter (9.1) */

/* SP that the city still takes in. */
static unsigned room_in(const Play *p, unsigned hex, unsigned side)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned limit = p->d->city[p->d->hex[hex].city].garrison;
    const unsigned inside = eagles_count(p, hex, side, EAGLES_INSIDE);
    return limit > inside ? limit - inside : 0;
}

/* Frame: a the battle. SP out of combat may shelter with the others. */
Seat eagles_shelter_options(const Play *p, MoveList *list)
{
    const EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    const unsigned side = eagles_other(b->attacker);
    const unsigned sp = eagles_count(p, b->defend, side, EAGLES_OUTSIDE);
    const unsigned room = room_in(p, b->defend, side);
    if (sp == 0 || room == 0) {
        return eagles_seat(side);
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_SHELTER, EAGLES_PART_NONE));
    if (sp <= room) {
        eagles_add(list, eagles_move(EAGLES_MOVE_SHELTER, EAGLES_PART_ALL));
    }
    if (sp > 1) {
        eagles_add(list, eagles_move(EAGLES_MOVE_SHELTER, EAGLES_PART_ROWS));
    }
    return eagles_seat(side);
}

static void go_inside(Play *p, unsigned hex, unsigned side, bool all)
{
    EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        const unsigned flags = eagles_key_flags(key);
        const bool goes = eagles_unit_side(p, eagles_key_unit(key)) == side &&
                          (flags & EAGLES_FLAG_INSIDE) == 0 && (all || (flags & EAGLES_FLAG_GROUP) != 0);
        if (goes) {
            sp += s->row_count[i];
            eagles_rows_change(s, key, (key & ~(uint32_t)EAGLES_FLAG_GROUP) | EAGLES_FLAG_INSIDE,
                               s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        const bool goes = all || (s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0;
        if (goes && eagles_leader_side(p, l) == side) {
            s->leader_flag[l] =
                (uint8_t)((s->leader_flag[l] & ~(unsigned)EAGLES_FLAG_GROUP) | EAGLES_FLAG_INSIDE);
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_SHELTER, side, p->d->hex[hex].city, (int)sp);
}

void eagles_shelter_choose(Play *p, Move move)
{
    const EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    const unsigned side = eagles_other(b->attacker);
    const unsigned hex = b->defend;
    eagles_pop(p);
    const unsigned part = move == EAGLES_NO_MOVE ? EAGLES_PART_NONE : eagles_move_argument(move);
    if (part == EAGLES_PART_ALL) {
        go_inside(p, hex, side, true);
    } else if (part == EAGLES_PART_ROWS) {
        const unsigned sp = eagles_count(p, hex, side, EAGLES_OUTSIDE);
        const unsigned room = room_in(p, hex, side);
        eagles_select(p, EAGLES_FOR_SHELTER, hex, side, 1, room < sp - 1 ? room : sp - 1);
    }
}

bool eagles_shelter_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    (void)p;
    (void)frame;
    return (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) == 0;
}

bool eagles_shelter_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    (void)frame;
    return (p->s->leader_flag[leader] & EAGLES_FLAG_INSIDE) == 0;
}

void eagles_shelter_done(Play *p, EaglesFrame frame) { go_inside(p, frame.x, frame.phase, false); }

/* ------------------------------------------------------------------ assault, besiege or decline (9.2, 9.5)
 */

/* SP of a row of the attackers that may enter a besieged city's hex: committed, supplied, able to stand
 * there. */
static bool besieges(const Play *p, unsigned battle, unsigned row)
{
    const EaglesBattle *b = &p->s->battle[battle];
    const uint32_t key = p->s->row_key[row];
    const unsigned type = p->d->unit[eagles_key_unit(key)].type;
    return (eagles_key_flags(key) & EAGLES_FLAG_UNSUPPLIED) == 0 && type != EAGLES_CT && type != EAGLES_P &&
           !eagles_row_barred(p, key, b->defend) && eagles_committed(p, battle, b->attacker, row);
}

/* SP of the force in a hex that could besiege. */
static unsigned besieging_from(const Play *p, unsigned battle, unsigned hex)
{
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        sp += besieges(p, battle, i) ? p->s->row_count[i] : 0U;
    }
    return sp;
}

/* The next force of the attackers next to the city at or behind a hex; EAGLES_NO_HEX. */
static unsigned next_besieger(const Play *p, unsigned battle, unsigned from)
{
    const EaglesState *s = p->s;
    const EaglesBattle *b = &s->battle[battle];
    for (unsigned i = 0; i < s->forces; i++) {
        const EaglesForce *force = &s->force[i];
        if (force->battle == battle && force->side == b->attacker && force->hex >= from &&
            force->hex != b->defend && eagles_attack_adjacent(p, force->hex, b->defend) &&
            besieging_from(p, battle, force->hex) > 0) {
            return force->hex;
        }
    }
    return EAGLES_NO_HEX;
}

static unsigned besieging_behind(const Play *p, unsigned battle, unsigned from)
{
    unsigned sp = 0;
    for (unsigned hex = next_besieger(p, battle, from); hex != EAGLES_NO_HEX;
         hex = next_besieger(p, battle, hex + 1)) {
        sp += besieging_from(p, battle, hex);
    }
    return sp;
}

static unsigned garrison_of(const Play *p, unsigned hex, unsigned side)
{
    return eagles_count(p, hex, side, EAGLES_INSIDE);
}

/* Frame: a the battle. */
Seat eagles_city_choice_options(const Play *p, MoveList *list)
{
    const unsigned battle = eagles_top(p)->a;
    const EaglesBattle *b = &p->s->battle[battle];
    const unsigned defender = eagles_other(b->attacker);
    const bool unassailable = eagles_is_unassailable(p, b->defend, defender);
    if ((b->flags & EAGLES_BATTLE_NO_ASSAULT) == 0 && !unassailable) {
        eagles_add(list, eagles_move(EAGLES_MOVE_CITY_CHOICE, EAGLES_CHOOSE_ASSAULT));
    }
    if ((b->flags & EAGLES_BATTLE_SIEGE) == 0 && !unassailable &&
        eagles_enterable(p, b->defend, b->attacker) && !eagles_has(p, b->defend, defender, EAGLES_OUTSIDE) &&
        besieging_behind(p, battle, 0) >= garrison_of(p, b->defend, defender)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_CITY_CHOICE, EAGLES_CHOOSE_BESIEGE));
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_CITY_CHOICE, EAGLES_CHOOSE_DECLINE));
    return eagles_seat(b->attacker);
}

void eagles_city_choice_choose(Play *p, Move move)
{
    const unsigned battle = eagles_top(p)->a;
    EaglesBattle *b = &p->s->battle[battle];
    eagles_pop(p);
    switch ((enum eagles_city_choice)eagles_move_argument(move)) {
    case EAGLES_CHOOSE_ASSAULT:
        b->flags |= EAGLES_BATTLE_ASSAULT;
        break;
    case EAGLES_CHOOSE_BESIEGE:
        eagles_push(p, EAGLES_STEP_BESIEGE)->a = (uint8_t)battle;
        break;
    case EAGLES_CHOOSE_DECLINE:
        eagles_end_battle(p, battle); /* counts as no attack (8.2) */
        break;
    }
}

/* Frame: a the battle, x least hex of the next force, y SP that besiege so far. */
Seat eagles_besiege_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const EaglesBattle *b = &p->s->battle[frame->a];
    const unsigned hex = next_besieger(p, frame->a, frame->x);
    if (hex == EAGLES_NO_HEX) {
        return eagles_seat(b->attacker);
    }
    const unsigned need = garrison_of(p, b->defend, eagles_other(b->attacker));
    const unsigned behind = besieging_behind(p, frame->a, hex + 1);
    const unsigned sp = besieging_from(p, frame->a, hex);
    if (frame->y + behind >= need) {
        eagles_add(list, eagles_move_part(EAGLES_MOVE_BESIEGE_WITH, hex, EAGLES_PART_NONE));
    }
    eagles_add(list, eagles_move_part(EAGLES_MOVE_BESIEGE_WITH, hex, EAGLES_PART_ALL));
    if (sp > 1 && frame->y + behind + sp - 1 >= need) {
        eagles_add(list, eagles_move_part(EAGLES_MOVE_BESIEGE_WITH, hex, EAGLES_PART_ROWS));
    }
    return eagles_seat(b->attacker);
}

static void enter_siege(Play *p, unsigned battle, unsigned hex)
{
    const unsigned to = p->s->battle[battle].defend;
    eagles_move_flagged(p, hex, to, EAGLES_FLAG_GROUP, EAGLES_FLAG_GROUP, EAGLES_FLAG_OUT);
    eagles_settle(p, hex);
}

/* All forces were asked: the siege begins with value 1 and the battle is over. */
static void lay_siege(Play *p, unsigned battle)
{
    const EaglesBattle *b = &p->s->battle[battle];
    eagles_set_siege(p, p->d->hex[b->defend].city, b->attacker, 1);
    eagles_end_battle(p, battle);
    eagles_settle(p, b->defend);
}

void eagles_besiege_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned battle = frame->a;
    const EaglesBattle *b = &s->battle[battle];
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        lay_siege(p, battle);
        return;
    }
    const unsigned hex = eagles_move_argument(move) >> 3U;
    const unsigned part = eagles_move_argument(move) & 7U;
    const unsigned sp = besieging_from(p, battle, hex);
    const unsigned need = garrison_of(p, b->defend, eagles_other(b->attacker));
    const unsigned others = frame->y + besieging_behind(p, battle, hex + 1);
    frame->x = (uint16_t)(hex + 1);
    if (part == EAGLES_PART_ROWS) {
        const unsigned least = need > others ? need - others : 1;
        EaglesFrame *choice = eagles_select(p, EAGLES_FOR_BESIEGE, hex, b->attacker, least, sp - 1);
        choice->z = (uint16_t)battle;
        return;
    }
    if (part == EAGLES_PART_NONE) {
        return;
    }
    frame->y = (uint16_t)(frame->y + sp);
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if ((eagles_key_flags(key) & EAGLES_FLAG_GROUP) == 0 && besieges(p, battle, i)) {
            eagles_rows_change(s, key, key | EAGLES_FLAG_GROUP, s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_committed(p, battle, b->attacker, l)) {
            s->leader_flag[l] |= EAGLES_FLAG_GROUP;
        }
    }
    enter_siege(p, battle, hex);
}

/* Selection: z the battle. */
bool eagles_besiege_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    for (unsigned i = eagles_rows_in(p->s, frame->x); eagles_row_at(p->s, i, frame->x); i++) {
        if (p->s->row_key[i] == key) {
            return besieges(p, frame->z, i);
        }
    }
    return false;
}

bool eagles_besiege_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    return eagles_leader_committed(p, frame->z, frame->phase, leader);
}

void eagles_besiege_done(Play *p, EaglesFrame frame)
{
    EaglesFrame *besiege = eagles_top(p);
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(p->s, frame.x); eagles_row_at(p->s, i, frame.x); i++) {
        sp += (eagles_row_flags(p->s, i) & EAGLES_FLAG_GROUP) != 0 ? p->s->row_count[i] : 0U;
    }
    besiege->y = (uint16_t)(besiege->y + sp);
    enter_siege(p, frame.z, frame.x);
}

/* ------------------------------------------------------------------ surrender and strength (9.4, 9.7) */

/* Who stands outside, out of combat (8.1), is no part of the garrison. */
void eagles_surrender(Play *p, unsigned hex, unsigned garrison)
{
    const unsigned of_garrison = EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE;
    EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == garrison &&
            (eagles_row_flags(s, i) & of_garrison) != 0) {
            sp += s->row_count[i];
            eagles_capture_sp(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
    eagles_capture_leaders(p, hex, garrison, EAGLES_FLAG_INSIDE, EAGLES_FLAG_INSIDE);
    eagles_capture_leaders(p, hex, garrison, EAGLES_FLAG_SORTIE, EAGLES_FLAG_SORTIE);
    const unsigned city = p->d->hex[hex].city;
    EAGLES_NOTE(p, EAGLES_EVENT_SURRENDER, garrison, (int)hex, (int)sp);
    if (eagles_siege_value(s, city) > 0) {
        eagles_set_siege(p, city, eagles_other(garrison), 0);
    }
    eagles_set_control(p, city, eagles_other(garrison));
    eagles_settle(p, hex);
}

void eagles_check_sieges(Play *p) { eagles_push(p, EAGLES_STEP_SIEGE_CHECK); }

/* Besiegers hold out with as many supplied SP as the garrison has; not before Gibraltar and its squadrons. */
static bool can_hold_siege(const Play *p, unsigned hex, unsigned besieger)
{
    return eagles_count(p, hex, besieger, EAGLES_OUTSIDE | EAGLES_SUPPLIED) >=
               eagles_count(p, hex, eagles_other(besieger), EAGLES_ANY) &&
           !eagles_is_unassailable(p, hex, eagles_other(besieger));
}

/* Frame: x least hex. Besiegers too weak retreat, which ends the siege. */
void eagles_siege_check_run(Play *p)
{
    const EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    for (unsigned i = eagles_first_row(s, frame->x); i < s->rows; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex >= EAGLES_OFF_MAP) {
            break;
        }
        if (hex < frame->x || eagles_hex_siege(p, hex) == 0) {
            continue;
        }
        frame->x = (uint16_t)(hex + 1);
        const unsigned besieger = eagles_besieger(s, p->d->hex[hex].city);
        if (!can_hold_siege(p, hex, besieger)) {
            eagles_mark_flight(p, hex, besieger, true);
            eagles_retreat(p, hex, besieger);
            return;
        }
    }
    eagles_pop(p);
}
