/* homecoming.c: who comes back in step 3 of the grand campaign (map 5, 13.2, 13.4): SP, ships and leaders
 * that went home, leaders who enter and leave the war. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum phase { LEAVE, IRELAND, TROOPS, SHIPS, WAITING, ENTER, DONE };

/* The active side's own; neutral nations' come in the Coalition's step. */
static bool is_his_turn(const Play *p, unsigned side)
{
    return side == p->s->active || (side > EAGLES_COALITION && p->s->active == EAGLES_COALITION);
}

static void bring_leader(Play *p, unsigned leader, unsigned hex)
{
    assert(leader < EAGLES_LEADERS_MAX);
    p->s->leader_at[leader] = (uint16_t)hex;
    p->s->leader_flag[leader] = 0;
    EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, eagles_leader_side(p, leader), (int)hex, 255, (int)leader, 0);
}

/* ------------------------------------------------------------------ leaders who leave for good */

static void withdraw_leaders(Play *p)
{
    EaglesState *s = p->s;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const EaglesLeader *leader = &p->d->leader[l];
        const unsigned at = s->leader_at[l];
        const unsigned side = eagles_leader_side(p, l);
        const bool here =
            at < EAGLES_OFF_MAP && !(side <= EAGLES_COALITION && eagles_is_besieged(p, at, side));
        const bool away = at == EAGLES_WAITING || at == EAGLES_INJURED || at == EAGLES_UNUSED ||
                          (at >= EAGLES_ABOARD && at < EAGLES_COAST);
        if (leader->leaves <= eagles_calendar(p) && (here || away) && is_his_turn(p, side)) {
            s->leader_at[l] = EAGLES_WITHDRAWN;
            s->leader_flag[l] = 0;
            s->leader_months[l] = 0;
            EAGLES_NOTE(p, EAGLES_EVENT_WITHDRAWN, side, (int)l);
        }
    }
}

/* ------------------------------------------------------------------ SP: frame a the nation */

static void list_homes(const Play *p, unsigned nation, MoveList *list)
{
    uint8_t cities[EAGLES_LIST_MAX];
    const unsigned count = eagles_home_cities(p, nation, cities);
    for (unsigned i = 0; i < count; i++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, p->d->city[cities[i]].hex));
    }
}

Seat eagles_home_options(const Play *p, MoveList *list)
{
    list_homes(p, eagles_top(p)->a, list);
    return eagles_seat(p->s->active);
}

void eagles_home_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    const unsigned nation = eagles_top(p)->a;
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE) {
        return; /* they wait a month */
    }
    const unsigned hex = eagles_move_argument(move);
    for (unsigned i = eagles_first_row(s, EAGLES_ARRIVING); eagles_row_at(s, i, EAGLES_ARRIVING);) {
        const uint32_t key = s->row_key[i];
        const unsigned unit = eagles_key_unit(key);
        if (p->d->unit[unit].nation != nation) {
            i++;
            continue;
        }
        EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, s->nation[nation].side, (int)hex, (int)unit, 255,
                    s->row_count[i]);
        eagles_rows_change(s, key, eagles_key(hex, unit, 0), s->row_count[i]);
        i = eagles_first_row(s, EAGLES_ARRIVING);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == EAGLES_WAITING && p->d->leader[l].nation == nation && !p->d->leader[l].naval) {
            bring_leader(p, l, hex);
        }
    }
    eagles_settle(p, hex);
}

static bool next_troops(Play *p, EaglesFrame *frame)
{
    const EaglesState *s = p->s;
    for (; frame->x < p->d->nations; frame->x++) {
        if (!is_his_turn(p, s->nation[frame->x].side)) {
            continue;
        }
        for (unsigned i = eagles_first_row(s, EAGLES_ARRIVING); eagles_row_at(s, i, EAGLES_ARRIVING); i++) {
            if (p->d->unit[eagles_row_unit(s, i)].nation == frame->x) {
                const unsigned nation = frame->x++;
                eagles_push(p, EAGLES_STEP_HOME)->a = (uint8_t)nation;
                return true;
            }
        }
    }
    return false;
}

/* ------------------------------------------------------------------ French from Ireland */

Seat eagles_from_ireland_options(const Play *p, MoveList *list)
{
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (p->d->city[city].port && eagles_owner(p, hex) == p->d->france &&
            eagles_control(p->s, city) == p->s->active && eagles_siege_value(p->s, city) == 0 &&
            !eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY) && !eagles_has_partisan(p, hex, p->s->active)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, hex));
        }
    }
    return SEAT_FRENCH;
}

void eagles_from_ireland_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    const unsigned away = EAGLES_FROM_IRELAND;
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE) {
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    for (unsigned i = eagles_first_row(s, away); eagles_row_at(s, i, away); i = eagles_first_row(s, away)) {
        const unsigned unit = eagles_row_unit(s, i);
        EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, EAGLES_FRANCE, (int)hex, (int)unit, 255, s->row_count[i]);
        eagles_rows_change(s, s->row_key[i], eagles_key(hex, unit, 0), s->row_count[i]);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == away) {
            bring_leader(p, l, hex);
        }
    }
    eagles_settle(p, hex);
}

static bool from_ireland(Play *p, EaglesFrame *frame)
{
    const EaglesState *s = p->s;
    const unsigned i = eagles_first_row(s, EAGLES_FROM_IRELAND);
    if (frame->x > 0 || s->active != EAGLES_FRANCE || s->nation[p->d->france].side != EAGLES_FRANCE ||
        !eagles_row_at(s, i, EAGLES_FROM_IRELAND)) {
        return false;
    }
    frame->x = 1;
    eagles_push(p, EAGLES_STEP_FROM_IRELAND);
    return true;
}

/* ------------------------------------------------------------------ ships: frame a the nation */

/* Where ships can come: a port its side holds and nobody besieges (5). */
static bool is_home_port(const Play *p, unsigned city, unsigned side)
{
    return p->d->city[city].port && eagles_control(p->s, city) == side && eagles_siege_value(p->s, city) == 0;
}

static bool is_offered(const MoveList *list, Move move)
{
    uint32_t i = 0;
    while (i < list->count && list->moves[i] != move) {
        i++;
    }
    return i < list->count;
}

/* Naval and red ports of the nation (Antwerp may be both), or else its first four other ports. */
Seat eagles_home_port_options(const Play *p, MoveList *list)
{
    enum { OTHERS = 4 };
    static const uint8_t KINDS[] = {EAGLES_KIND_NAVAL, EAGLES_KIND_RED};
    const unsigned nation = eagles_top(p)->a;
    const unsigned side = p->s->nation[nation].side;
    uint8_t cities[12];
    for (unsigned k = 0; k < 2; k++) {
        const unsigned count = eagles_production_cities(p, nation, KINDS[k], cities);
        for (unsigned i = 0; i < count; i++) {
            const Move place = eagles_move(EAGLES_MOVE_PLACE, p->d->city[cities[i]].hex);
            if (is_home_port(p, cities[i], side) && !is_offered(list, place)) {
                eagles_add(list, place);
            }
        }
    }
    const bool none = list->count == 0;
    for (unsigned city = 0; none && city < p->d->cities && list->count < OTHERS; city++) {
        if (is_home_port(p, city, side) && eagles_city_owner(p, city) == nation) {
            eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, p->d->city[city].hex));
        }
    }
    return eagles_seat(p->s->active);
}

void eagles_home_port_choose(Play *p, Move move)
{
    const unsigned nation = eagles_top(p)->a;
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE) {
        return; /* they wait a month */
    }
    const unsigned hex = eagles_move_argument(move);
    const unsigned order = eagles_order_there(p, p->s->nation[nation].side, hex);
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (p->s->ship_at[i] == EAGLES_ARRIVING && p->d->unit[p->d->ship_unit[i]].nation == nation) {
            p->s->ship_at[i] = (uint16_t)hex;
            p->s->ship_order[i] = (uint8_t)order;
        }
    }
}

static bool next_ships(Play *p, EaglesFrame *frame)
{
    for (; frame->x < p->d->nations; frame->x++) {
        if (!is_his_turn(p, p->s->nation[frame->x].side)) {
            continue;
        }
        for (unsigned i = 0; i < p->d->ships; i++) {
            if (p->s->ship_at[i] == EAGLES_ARRIVING && p->d->unit[p->d->ship_unit[i]].nation == frame->x) {
                const unsigned nation = frame->x++;
                eagles_push(p, EAGLES_STEP_HOME_PORT)->a = (uint8_t)nation;
                return true;
            }
        }
    }
    return false;
}

/* ------------------------------------------------------------------ leaders who wait */

/* Nation at whose first home city a leader comes back: his own, or for satellites the first minor of the
 * colour; EAGLES_NONE if there is none. */
static unsigned home_nation(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesLeader *l = &p->d->leader[leader];
    uint8_t cities[EAGLES_LIST_MAX];
    if (l->nation != EAGLES_NONE) {
        return eagles_home_cities(p, l->nation, cities) > 0 ? l->nation : (unsigned)EAGLES_NONE;
    }
    for (unsigned n = 0; n < p->d->nations; n++) {
        if (!p->d->nation[n].major && p->s->nation[n].side == p->s->active &&
            p->s->nation[n].colour == l->colour && eagles_home_cities(p, n, cities) > 0) {
            return n;
        }
    }
    return EAGLES_NONE;
}

static void bring_waiting(Play *p)
{
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (p->s->leader_at[l] != EAGLES_WAITING || !is_his_turn(p, eagles_leader_side(p, l))) {
            continue;
        }
        const unsigned nation = home_nation(p, l);
        uint8_t cities[EAGLES_LIST_MAX];
        if (nation != EAGLES_NONE && eagles_home_cities(p, nation, cities) > 0) {
            bring_leader(p, l, p->d->city[cities[0]].hex);
        }
    }
}

/* ------------------------------------------------------------------ leaders who enter: frame a the leader */

Seat eagles_enter_options(const Play *p, MoveList *list)
{
    list_homes(p, p->d->leader[eagles_top(p)->a].nation, list);
    return eagles_seat(p->s->active);
}

void eagles_enter_choose(Play *p, Move move)
{
    const unsigned leader = eagles_top(p)->a;
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE) {
        bring_leader(p, leader, eagles_move_argument(move));
    }
}

static bool next_leader(Play *p, EaglesFrame *frame)
{
    for (; frame->x < p->d->leaders; frame->x++) {
        const EaglesLeader *l = &p->d->leader[frame->x];
        if (p->s->leader_at[frame->x] == EAGLES_UNUSED && l->named && l->nation != EAGLES_NONE &&
            l->enters <= eagles_calendar(p) && p->s->nation[l->nation].side == p->s->active) {
            const unsigned leader = frame->x++;
            eagles_push(p, EAGLES_STEP_ENTER)->a = (uint8_t)leader;
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ the step */

/* Frame: phase, x the next nation or leader. */
void eagles_homecoming_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    bool covered = false;
    switch ((enum phase)frame->phase) {
    case LEAVE:
        withdraw_leaders(p);
        break;
    case IRELAND:
        covered = from_ireland(p, frame);
        break;
    case TROOPS:
        covered = next_troops(p, frame);
        break;
    case SHIPS:
        covered = next_ships(p, frame);
        break;
    case WAITING:
        bring_waiting(p);
        break;
    case ENTER:
        covered = next_leader(p, frame);
        break;
    case DONE:
        eagles_pop(p);
        return;
    }
    if (!covered) {
        frame->phase++;
        frame->x = 0;
    }
}
