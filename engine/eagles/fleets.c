/* fleets.c: ships in their places, and the order of the naval step (map 12). */
#include <assert.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/chosen.h"

/* Lists ships; those that the scenario does not have are none. */
static void list_ships(const Play *p, EaglesChosen chosen, EaglesShips *ships)
{
    ships->count =
        eagles_list_chosen(eagles_chosen_both(chosen, eagles_chosen_first(p->d->ships)), ships->ship);
}

static EaglesChosen ships_within(const EaglesState *s, unsigned first, unsigned places)
{
    return eagles_choose_within(s->ship_at, EAGLES_SHIPS_MAX, (uint16_t)first, (uint16_t)places);
}

static EaglesChosen ships_flagged(const EaglesState *s, unsigned with, unsigned without)
{
    return eagles_choose_flagged(s->ship_flag, EAGLES_SHIPS_MAX, (uint8_t)(with | without), (uint8_t)with);
}

/* In a port, off a coast or in a sea area. */
static EaglesChosen ships_afloat(const EaglesState *s)
{
    return eagles_chosen_either(ships_within(s, 0, EAGLES_OFF_MAP),
                                ships_within(s, EAGLES_COAST, EAGLES_SUNK - EAGLES_COAST));
}

void eagles_list_ships(const Play *p, unsigned place, unsigned flags, EaglesShips *ships)
{
    const EaglesState *s = p->s;
    ships->count = 0;
    if (p->d->ships == 0) { /* no state has them then */
        return;
    }
    const EaglesChosen there = place == EAGLES_ANYWHERE ? ships_afloat(s) : ships_within(s, place, 1);
    list_ships(p, eagles_chosen_both(there, ships_flagged(s, flags, 0)), ships);
}

unsigned eagles_ships(const Play *p, unsigned side, unsigned place, unsigned flags)
{
    EaglesShips ships;
    unsigned count = 0;
    eagles_list_ships(p, place, flags, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        count += eagles_ship_side(p, ships.ship[k]) == side;
    }
    return count;
}

unsigned eagles_squadrons(const Play *p, unsigned side, unsigned place, unsigned flags)
{
    EaglesShips ships;
    unsigned count = 0;
    eagles_list_ships(p, place, flags, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        const bool own = eagles_ship_side(p, ships.ship[k]) == side;
        count += eagles_is_squadron(p, ships.ship[k]) && own;
    }
    return count;
}

static void add_fleet(EaglesFleets *fleets, unsigned rank)
{
    unsigned at = fleets->count;
    while (at > 0 && fleets->rank[at - 1] > rank) {
        at--;
    }
    if (at > 0 && fleets->rank[at - 1] == rank) {
        return;
    }
    memmove(&fleets->rank[at + 1], &fleets->rank[at], (fleets->count - at) * sizeof fleets->rank[0]);
    fleets->rank[at] = (uint16_t)rank;
    fleets->count++;
}

/* Ships afloat that carry none of some flags. */
static void list_without(const Play *p, unsigned flags, EaglesShips *ships)
{
    ships->count = 0;
    if (p->d->ships > 0) {
        list_ships(p, eagles_chosen_both(ships_afloat(p->s), ships_flagged(p->s, 0, flags)), ships);
    }
}

void eagles_list_fleets(const Play *p, unsigned side, unsigned rank, unsigned without, EaglesFleets *fleets)
{
    EaglesShips ships;
    unsigned last = EAGLES_NO_HEX; /* ships of a nation often lie together */
    list_without(p, without, &ships);
    fleets->count = 0;
    for (unsigned k = 0; k < ships.count; k++) {
        const unsigned place = p->s->ship_at[ships.ship[k]];
        if (place != last && eagles_ship_side(p, ships.ship[k]) == side && eagles_place_rank(place) >= rank) {
            last = place;
            add_fleet(fleets, eagles_place_rank(place));
        }
    }
}

unsigned eagles_next_fleet(const Play *p, unsigned side, unsigned rank, unsigned without)
{
    EaglesShips ships;
    unsigned next = EAGLES_NO_FLEET;
    list_without(p, without, &ships);
    for (unsigned k = 0; k < ships.count; k++) { /* no branch, which could not be foretold */
        const unsigned its = eagles_place_rank(p->s->ship_at[ships.ship[k]]);
        const bool sooner = (eagles_ship_side(p, ships.ship[k]) == side) & (its >= rank) & (its < next);
        next = sooner ? its : next;
    }
    return next;
}

unsigned eagles_fleet_morale(const Play *p, unsigned side, unsigned flags)
{
    unsigned count[8] = {0};
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (!eagles_is_squadron(p, i) || !eagles_ship_is(p, i, side, EAGLES_ANYWHERE, flags)) {
            continue;
        }
        const unsigned base = p->d->nation[p->d->unit[p->d->ship_unit[i]].nation].morale[EAGLES_S];
        const unsigned damage = (p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0 ? 1U : 0U;
        count[base > damage ? (base - damage) & 7U : 0U]++;
    }
    unsigned best = 0;
    for (unsigned morale = 1; morale < 8; morale++) {
        best = count[morale] > count[best] ? morale : best;
    }
    return best;
}

void eagles_flag_ships(Play *p, unsigned side, unsigned place, unsigned flags, unsigned clear, unsigned set)
{
    EaglesShips ships;
    eagles_list_ships(p, place, flags, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        uint8_t *flag = &p->s->ship_flag[ships.ship[k]];
        *flag = eagles_ship_side(p, ships.ship[k]) == side ? (uint8_t)((*flag & ~clear) | set) : *flag;
    }
}

/* ------------------------------------------------------------------ Nelson */

static bool nelson_aboard(const Play *p, unsigned ship)
{
    return p->d->nelson != EAGLES_NONE && p->s->leader_at[p->d->nelson] == EAGLES_ABOARD + ship;
}

bool eagles_has_nelson(const Play *p, unsigned side, unsigned place, unsigned flags)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (nelson_aboard(p, i) && eagles_ship_is(p, i, side, place, flags)) {
            return true;
        }
    }
    return false;
}

/* Another ship of the place for Nelson: of those that fight rather than of others, of these a squadron;
 * EAGLES_SHIPS_MAX: none. */
static unsigned other_flagship(const Play *p, unsigned ship)
{
    enum { WORST = 4 };
    const unsigned side = eagles_ship_side(p, ship);
    unsigned best = EAGLES_SHIPS_MAX;
    unsigned best_class = WORST;
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned class =
            ((p->s->ship_flag[i] & EAGLES_SHIP_BATTLE) != 0 ? 0U : 2U) + (eagles_is_squadron(p, i) ? 0U : 1U);
        if (i != ship && eagles_ship_is(p, i, side, p->s->ship_at[ship], 0) && class < best_class) {
            best = i;
            best_class = class;
        }
    }
    return best;
}

/* His ship goes down: he takes another one of the same fleet, else he is out like one who was hit. */
static void save_nelson(Play *p, unsigned ship)
{
    assert(ship < EAGLES_SHIPS_MAX);
    EaglesState *s = p->s;
    const unsigned side = eagles_ship_side(p, ship);
    const unsigned other = other_flagship(p, ship);
    if (other < EAGLES_SHIPS_MAX) {
        s->leader_at[p->d->nelson] = (uint16_t)(EAGLES_ABOARD + other);
        return;
    }
    s->leader_at[p->d->nelson] = EAGLES_INJURED;
    s->leader_months[p->d->nelson] = (uint8_t)eagles_die(p, EAGLES_DIE_NELSON, side, EAGLES_NO_HEX);
    EAGLES_NOTE(p, EAGLES_EVENT_CASUALTY, side, p->d->nelson, s->leader_months[p->d->nelson]);
}

/* Nelson ashore in a port (at the start, or back from a wound) goes aboard a squadron of his nation: of that
 * port, else of any port. */
static void embark_nelson(Play *p)
{
    EaglesState *s = p->s;
    const unsigned nelson = p->d->nelson;
    if (nelson == EAGLES_NONE || !eagles_leader_on_map(s, nelson)) {
        return;
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < p->d->ships; i++) {
            const unsigned at = s->ship_at[i];
            if (p->d->unit[p->d->ship_unit[i]].nation == p->d->leader[nelson].nation &&
                eagles_is_squadron(p, i) && (pass == 0 ? at == s->leader_at[nelson] : at < EAGLES_OFF_MAP)) {
                s->leader_at[nelson] = (uint16_t)(EAGLES_ABOARD + i);
                return;
            }
        }
    }
}

/* ------------------------------------------------------------------ one ship */

/* What is aboard goes down with the ship (12). Napoleon is never killed in the campaign, but hurt for six
 * months instead (10). */
static void drown(Play *p, unsigned ship)
{
    enum { SPARED_MONTHS = 6 };
    EaglesState *s = p->s;
    const unsigned hold = EAGLES_ABOARD + ship;
    const unsigned side = eagles_ship_side(p, ship);
    for (unsigned i = eagles_rows_in(s, hold); eagles_row_at(s, i, hold); i = eagles_first_row(s, hold)) {
        EAGLES_NOTE(p, EAGLES_EVENT_LOST, side, EAGLES_NO_HEX, (int)eagles_row_unit(s, i), s->row_count[i],
                    EAGLES_BY_SEA);
        eagles_eliminate(p, s->row_key[i], s->row_count[i]);
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hold, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (l != p->d->nelson) {
            eagles_strike_leader(p, l, eagles_is_spared(p, l) ? SPARED_MONTHS : 0);
        }
    }
}

void eagles_move_ship(Play *p, unsigned ship, unsigned place)
{
    EaglesState *s = p->s;
    if (place == EAGLES_SUNK) {
        if (nelson_aboard(p, ship)) {
            save_nelson(p, ship);
        }
        if (eagles_in_campaign(p) && eagles_is_squadron(p, ship) &&
            p->d->unit[p->d->ship_unit[ship]].nation == p->d->campaign.spain) {
            eagles_change_spanish_level(p, -1);
        }
        drown(p, ship);
        s->ship_supply[ship] = 0;
        s->ship_points[ship] = 0;
        s->ship_flag[ship] = 0;
        s->ship_order[ship] = 0;
    }
    s->ship_at[ship] = (uint16_t)place;
}

unsigned eagles_order_there(const Play *p, unsigned side, unsigned place)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, side, place, 0)) {
            return p->s->ship_order[i];
        }
    }
    return EAGLES_ORDER_R1;
}

bool eagles_launch(Play *p, unsigned unit, unsigned place)
{
    EaglesState *s = p->s;
    const unsigned order = eagles_order_there(p, eagles_unit_side(p, unit), place);
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (p->d->ship_unit[i] == unit && s->ship_at[i] == EAGLES_SUNK) {
            s->ship_at[i] = (uint16_t)place;
            s->ship_flag[i] = 0;
            s->ship_order[i] = (uint8_t)order;
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ ports and seas */

bool eagles_is_haven(const Play *p, unsigned hex, unsigned side)
{
    const unsigned city = hex < p->d->hexes ? p->d->hex[hex].city : EAGLES_NONE;
    return city != EAGLES_NONE && p->d->city[city].port && eagles_control(p->s, city) == side;
}

bool eagles_is_blockaded(const Play *p, unsigned hex, unsigned side)
{
    return eagles_squadrons(p, eagles_other(side), EAGLES_COAST + hex, 0) > 0;
}

unsigned eagles_seas_of(const Play *p, unsigned place)
{
    const unsigned hex = eagles_sea_hex(p, place);
    return place >= EAGLES_SEA ? 1U << (place - EAGLES_SEA) : hex < p->d->hexes ? p->d->hex[hex].seas : 0U;
}

/* ------------------------------------------------------------------ the step */

/* Ships in a port that is the enemy's leave it (12). Frame: x the first ship still to be looked at. */
void eagles_evict_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    for (unsigned i = frame->x; i < p->d->ships; i++) {
        const unsigned hex = s->ship_at[i];
        const unsigned side = eagles_ship_side(p, i);
        const unsigned city = hex < p->d->hexes ? p->d->hex[hex].city : EAGLES_NONE;
        if (city != EAGLES_NONE && side <= EAGLES_COALITION &&
            eagles_control(s, city) == eagles_other(side)) {
            frame->x = (uint16_t)i;
            eagles_flag_ships(p, side, hex, 0, 0, EAGLES_SHIP_BATTLE);
            eagles_retreat_ships(p, side, hex);
            return;
        }
    }
    eagles_pop(p);
}

/* Of a pro-French Austria the French move no unit but the expeditionary force, and nothing else leaves home:
 * its ships stay in port (rulebook, Austria; 13.5). */
static bool stays_in_port(const Play *p, unsigned ship)
{
    return eagles_in_campaign(p) && p->s->ship_at[ship] < EAGLES_OFF_MAP &&
           eagles_is_half_hearted(p, p->d->unit[p->d->ship_unit[ship]].nation);
}

static void repair(Play *p, unsigned side)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned hex = s->ship_at[i];
        const unsigned idle = EAGLES_SHIP_FOUGHT | (stays_in_port(p, i) ? 0U : (unsigned)EAGLES_SHIP_MOVED);
        if ((s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0 && (s->ship_flag[i] & idle) == 0 &&
            eagles_ship_side(p, i) == side && eagles_is_haven(p, hex, side) &&
            !eagles_is_blockaded(p, hex, side)) {
            s->ship_flag[i] = (uint8_t)(s->ship_flag[i] & ~(unsigned)EAGLES_SHIP_DAMAGED);
            EAGLES_NOTE(p, EAGLES_EVENT_SHIP, side, p->d->ship_unit[i], EAGLES_SHIP_REPAIRED, (int)hex);
        }
    }
}

/* Nelson is hit on 11 or 12 if he fought in this step, whoever's step it is. */
static void check_nelson(Play *p)
{
    EaglesState *s = p->s;
    const unsigned nelson = p->d->nelson;
    if (nelson == EAGLES_NONE || (s->leader_flag[nelson] & EAGLES_LEADER_FOUGHT) == 0) {
        return;
    }
    s->leader_flag[nelson] = (uint8_t)(s->leader_flag[nelson] & ~(unsigned)EAGLES_LEADER_FOUGHT);
    if (s->leader_at[nelson] == EAGLES_INJURED) {
        return; /* his ship was sunk */
    }
    uint8_t dice[2];
    eagles_two_dice(p, EAGLES_DIE_NELSON, EAGLES_COALITION, EAGLES_NO_HEX, dice);
    if (dice[0] + dice[1] >= 11) {
        s->leader_at[nelson] = EAGLES_INJURED;
        s->leader_months[nelson] = (uint8_t)eagles_die(p, EAGLES_DIE_NELSON, EAGLES_COALITION, EAGLES_NO_HEX);
        EAGLES_NOTE(p, EAGLES_EVENT_CASUALTY, EAGLES_COALITION, (int)nelson, s->leader_months[nelson]);
    }
}

enum naval_phase { BEGIN, WAIT, FLEETS, HARBOUR, DONE };

void eagles_naval_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    switch ((enum naval_phase)frame->phase++) {
    case BEGIN:
        for (unsigned i = 0; i < p->d->ships; i++) {
            s->ship_flag[i] = (uint8_t)((s->ship_flag[i] & EAGLES_SHIP_DAMAGED) |
                                        (stays_in_port(p, i) ? (unsigned)EAGLES_SHIP_MOVED : 0U));
        }
        s->campaign.fleet = (EaglesFleet){.at = EAGLES_NO_HEX};
        s->campaign.fight = (EaglesFight){.place = EAGLES_NO_HEX};
        embark_nelson(p);
        eagles_push(p, EAGLES_STEP_EVICT);
        return;
    case WAIT:
        eagles_push(p, EAGLES_STEP_STATIONARY);
        return;
    case FLEETS:
        eagles_push(p, EAGLES_STEP_SAIL);
        return;
    case HARBOUR:
        eagles_unload(p);
        repair(p, s->active);
        check_nelson(p);
        eagles_push(p, EAGLES_STEP_ORDERS);
        return;
    case DONE:
        for (unsigned i = 0; i < p->d->ships; i++) {
            s->ship_flag[i] &= EAGLES_SHIP_DAMAGED;
        }
        s->campaign.fleet = (EaglesFleet){0};
        s->campaign.fight = (EaglesFight){0};
        eagles_pop(p);
        return;
    }
}

/* ------------------------------------------------------------------ attrition at sea (3) */

/* Frame: x the rank of the first place still to be looked at. Every fleet outside a port has a die. */
void eagles_sea_attrition_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    eagles_flag_ships(p, s->active, EAGLES_ANYWHERE, 0, EAGLES_SHIP_BATTLE | EAGLES_SHIP_HIT, 0);
    for (unsigned rank = eagles_next_fleet(p, s->active, frame->x, 0); rank < EAGLES_NO_FLEET;
         rank = eagles_next_fleet(p, s->active, frame->x, 0)) {
        const unsigned place = eagles_place_of_rank(rank);
        const unsigned ships = eagles_ships(p, s->active, place, 0);
        frame->x = (uint16_t)(rank + 1);
        if (place < EAGLES_COAST) {
            continue; /* safe in port */
        }
        if (eagles_die(p, EAGLES_DIE_SEA_ATTRITION, s->active, eagles_sea_hex(p, place)) >= 5) {
            eagles_flag_ships(p, s->active, place, 0, 0, EAGLES_SHIP_BATTLE);
            eagles_lose_ships(p, s->active, 0, p->d->tables.sea_damage[ships > 6 ? 5U : ships - 1]);
            return;
        }
    }
    eagles_pop(p);
}
