/* transport.c: land units aboard ships (map 12). They stand in rows and places EAGLES_ABOARD + ship. */
#include <assert.h>

#include "engine/eagles/campaign.h"

/* Cargo points of one SP; 0: never goes aboard. */
static unsigned cost_of(const Play *p, unsigned unit)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesUnit *u = &p->d->unit[unit];
    return u->home_only || u->type == EAGLES_CT ? 0U : u->cavalry ? 2U : 1U;
}

unsigned eagles_cargo(const Play *p, unsigned ship)
{
    const unsigned hold = EAGLES_ABOARD + ship;
    unsigned points = (unsigned)p->s->ship_supply[ship] + p->s->ship_points[ship];
    for (unsigned i = eagles_rows_in(p->s, hold); eagles_row_at(p->s, i, hold); i++) {
        points += p->s->row_count[i] * cost_of(p, eagles_row_unit(p->s, i));
    }
    return points;
}

bool eagles_ship_carries(const Play *p, unsigned ship)
{
    const unsigned hold = EAGLES_ABOARD + ship;
    if (p->s->ship_supply[ship] > 0 || eagles_row_at(p->s, eagles_first_row(p->s, hold), hold)) {
        return true;
    }
    EaglesLeaders here;
    eagles_leaders_in(p->s, hold, &here);
    for (unsigned k = 0; k < here.count; k++) {
        if (!p->d->leader[here.leader[k]].naval) {
            return true;
        }
    }
    return false;
}

bool eagles_ship_laden(const Play *p, unsigned ship)
{
    return p->s->ship_points[ship] > 0 || eagles_ship_carries(p, ship);
}

/* Ships of the moving fleet in a colour: transports by damage (map 12: undamaged first), then counters. */
static bool carries(const Play *p, unsigned ship, unsigned colour, bool squadron)
{
    return eagles_ship_is(p, ship, p->s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) &&
           eagles_is_squadron(p, ship) == squadron && eagles_unit_colour(p, p->d->ship_unit[ship]) == colour;
}

bool eagles_fleet_laden(const Play *p)
{
    EaglesShips ships;
    eagles_list_ships(p, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        if (eagles_ship_side(p, ships.ship[k]) == p->s->active && eagles_ship_laden(p, ships.ship[k])) {
            return true;
        }
    }
    return false;
}

/* SP of a cost that still find room, each in one ship. */
static unsigned room_for(const Play *p, unsigned colour, unsigned cost)
{
    EaglesShips ships;
    unsigned sp = 0;
    eagles_list_ships(p, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        const unsigned i = ships.ship[k];
        sp += carries(p, i, colour, false) ? (EAGLES_CARGO - eagles_cargo(p, i)) / cost : 0U;
    }
    return sp;
}

/* SP of a row in a hex that may go aboard: not those of a half-hearted ally, who stay at home (13.5). */
static unsigned loadable(const Play *p, unsigned i)
{
    const EaglesState *s = p->s;
    const unsigned unit = eagles_row_unit(s, i);
    const unsigned cost = cost_of(p, unit);
    const unsigned never = EAGLES_FLAG_INSIDE | EAGLES_FLAG_EXPEDITION | EAGLES_FLAG_LANDED;
    if (cost == 0 || eagles_unit_side(p, unit) != s->active || (eagles_row_flags(s, i) & never) != 0 ||
        (eagles_in_campaign(p) && eagles_is_half_hearted(p, p->d->unit[unit].nation))) {
        return 0;
    }
    const unsigned room = room_for(p, eagles_unit_colour(p, unit), cost);
    return room < s->row_count[i] ? room : s->row_count[i];
}

/* The ship a leader boards: of his colour with cargo, else a squadron, else a transport, of such ones an
 * undamaged one (map 12). */
static unsigned ship_for_leader(const Play *p, unsigned leader)
{
    const unsigned colour = eagles_leader_colour(p, leader);
    unsigned best = EAGLES_SHIPS_MAX;
    unsigned best_class = 6;
    EaglesShips ships;
    eagles_list_ships(p, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        const unsigned i = ships.ship[k];
        const bool squadron = eagles_is_squadron(p, i);
        if (carries(p, i, colour, squadron)) {
            const unsigned class = (eagles_ship_laden(p, i) ? 0U
                                    : squadron              ? 2U
                                                            : 4U) +
                                   ((p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0 ? 1U : 0U);
            best = class < best_class ? i : best;
            best_class = class < best_class ? class : best_class;
        }
    }
    return best;
}

static bool can_board(const Play *p, unsigned leader, unsigned hex)
{
    assert(leader < EAGLES_LEADERS_MAX);
    return p->s->leader_at[leader] == hex && !p->d->leader[leader].naval &&
           (p->s->leader_flag[leader] & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_FINISHED)) == 0 &&
           eagles_leader_side(p, leader) == p->s->active && ship_for_leader(p, leader) < EAGLES_SHIPS_MAX;
}

bool eagles_can_load(const Play *p, unsigned hex)
{
    for (unsigned i = eagles_rows_in(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        if (loadable(p, i) > 0) {
            return true;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(p->s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        if (can_board(p, here.leader[k], hex)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ loading */

Seat eagles_load_options(const Play *p, MoveList *list)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    const unsigned hex = eagles_sea_hex(p, fleet->at);
    if (hex < p->d->hexes && (fleet->flags & EAGLES_FLEET_LOADED) == 0 &&
        (eagles_can_load(p, hex) || eagles_can_load_supply(p) || eagles_can_load_points(p))) {
        eagles_add(list, eagles_move(EAGLES_MOVE_LOAD, 0));
        eagles_add(list, eagles_move(EAGLES_MOVE_LOAD, 1));
    }
    return eagles_seat(p->s->active);
}

void eagles_load_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE) {
        return;
    }
    p->s->campaign.fleet.flags |= EAGLES_FLEET_LOADED;
    if (eagles_move_argument(move) == 1) {
        eagles_push(p, EAGLES_STEP_LOAD_POINTS);
        eagles_push(p, EAGLES_STEP_LOAD_SUPPLY);
        eagles_push(p, EAGLES_STEP_LOAD_LEADERS);
        eagles_push(p, EAGLES_STEP_LOAD_ROWS);
    }
}

/* Frame: x the first unit still to be asked for. */
static unsigned next_row(const Play *p)
{
    const unsigned hex = eagles_sea_hex(p, p->s->campaign.fleet.at);
    for (unsigned i = eagles_rows_in(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        if (eagles_row_unit(p->s, i) >= eagles_top(p)->x && loadable(p, i) > 0) {
            return i;
        }
    }
    return EAGLES_ROWS_MAX;
}

Seat eagles_load_rows_options(const Play *p, MoveList *list)
{
    const unsigned i = next_row(p);
    for (unsigned n = 0; i < EAGLES_ROWS_MAX && n <= loadable(p, i); n++) {
        eagles_add(list, eagles_move_row(EAGLES_MOVE_LOAD_ROW,
                                         eagles_row_argument(eagles_row_unit(p->s, i), false), n));
    }
    return eagles_seat(p->s->active);
}

/* One SP into the first ship with room, undamaged ones first. */
static void stow(Play *p, uint32_t key)
{
    const unsigned unit = eagles_key_unit(key);
    const unsigned colour = eagles_unit_colour(p, unit);
    for (unsigned damaged = 0; damaged < 2; damaged++) {
        for (unsigned i = 0; i < p->d->ships; i++) {
            if (((p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0) == (damaged == 1) &&
                carries(p, i, colour, false) && eagles_cargo(p, i) + cost_of(p, unit) <= EAGLES_CARGO) {
                eagles_rows_change(p->s, key, eagles_key(EAGLES_ABOARD + i, unit, 0), 1);
                return;
            }
        }
    }
    assert(false);
}

void eagles_load_rows_choose(Play *p, Move move)
{
    const unsigned hex = eagles_sea_hex(p, p->s->campaign.fleet.at);
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        eagles_settle(p, hex);
        return;
    }
    const uint32_t key = p->s->row_key[next_row(p)];
    for (unsigned n = eagles_move_argument(move) & 255U; n > 0; n--) {
        stow(p, key);
    }
    eagles_top(p)->x = (uint16_t)(eagles_key_unit(key) + 1U);
}

/* Frame: x the first leader still to be asked for. */
static unsigned next_leader(const Play *p)
{
    const unsigned hex = eagles_sea_hex(p, p->s->campaign.fleet.at);
    unsigned l = eagles_top(p)->x;
    while (l < p->d->leaders && !can_board(p, l, hex)) {
        l++;
    }
    return l;
}

Seat eagles_load_leaders_options(const Play *p, MoveList *list)
{
    const unsigned l = next_leader(p);
    if (l < p->d->leaders) {
        eagles_add(list, eagles_move_with(l, false));
        eagles_add(list, eagles_move_with(l, true));
    }
    return eagles_seat(p->s->active);
}

void eagles_load_leaders_choose(Play *p, Move move)
{
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned l = eagles_move_argument(move) >> 1U;
    if ((eagles_move_argument(move) & 1U) != 0) {
        p->s->leader_at[l] = (uint16_t)(EAGLES_ABOARD + ship_for_leader(p, l));
        p->s->leader_flag[l] = 0;
    }
    eagles_top(p)->x = (uint16_t)(l + 1);
}

/* ------------------------------------------------------------------ going ashore */

/* Land that is open to a side, free of enemy SP and leaders and of neutral SP, and not the capital of a
 * conquered state, which nobody enters from the sea either (13.7). */
static bool is_open_shore(const Play *p, unsigned hex, unsigned side)
{
    const unsigned enemy = eagles_other(side);
    if (!eagles_enterable(p, hex, side) || eagles_has(p, hex, enemy, EAGLES_ANY) || eagles_is_shut(p, hex)) {
        return false;
    }
    EaglesLeaders here;
    eagles_leaders_in(p->s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_side(p, l) == enemy) {
            return false;
        }
    }
    return true;
}

bool eagles_can_land(const Play *p, unsigned hex, unsigned side)
{
    return !eagles_has_partisan(p, hex, side) && is_open_shore(p, hex, side);
}

bool eagles_can_land_points(const Play *p, unsigned hex)
{
    const unsigned owner = eagles_owner(p, hex);
    return owner != EAGLES_NONE && p->s->nation[owner].side == EAGLES_COALITION &&
           is_open_shore(p, hex, EAGLES_COALITION);
}

static void land(Play *p, unsigned ship, unsigned hex)
{
    EaglesState *s = p->s;
    const unsigned hold = EAGLES_ABOARD + ship;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hold); eagles_row_at(s, i, hold); i = eagles_first_row(s, hold)) {
        const uint32_t key = s->row_key[i];
        const unsigned count = s->row_count[i];
        sp += count;
        eagles_rows_change(s, key, eagles_key(hex, eagles_key_unit(key), EAGLES_FLAG_LANDED), count);
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hold, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (!p->d->leader[l].naval) {
            s->leader_at[l] = (uint16_t)hex;
            s->leader_flag[l] = EAGLES_FLAG_FINISHED;
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_LANDED, s->active, (int)hex, (int)sp);
}

void eagles_unload(Play *p)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned place = p->s->ship_at[i];
        const unsigned hex = place >= EAGLES_SEA ? (unsigned)EAGLES_NO_HEX : eagles_sea_hex(p, place);
        if (hex >= p->d->hexes || eagles_ship_side(p, i) != p->s->active) {
            continue;
        }
        if (eagles_ship_carries(p, i) && eagles_can_land(p, hex, p->s->active)) {
            land(p, i, hex);
            eagles_land_supply(p, i, hex);
        }
        if (p->s->ship_points[i] > 0 && eagles_can_land_points(p, hex)) {
            eagles_land_points(p, i, hex);
        }
    }
}
