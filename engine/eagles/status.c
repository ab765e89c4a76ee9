/* status.c: who fights for whom, and who goes home when that changes (map 13.1, 13.2). */
#include <assert.h>

#include "engine/eagles/campaign.h"

/* ------------------------------------------------------------------ colours */

/* Side of a major's colour: France's or England's friend; while it is neutral its satellites are the
 * Coalition's. Blue is always France's, red and green always the Coalition's. */
static unsigned side_of_major(const Play *p, unsigned colour)
{
    for (unsigned n = 0; n < p->d->nations; n++) {
        if (p->d->nation[n].major && p->d->nation[n].colour[0] == colour) {
            return n == p->d->france || p->s->nation[n].side == EAGLES_FRANCE ? EAGLES_FRANCE
                                                                              : EAGLES_COALITION;
        }
    }
    return EAGLES_NEUTRAL;
}

void eagles_recolour(Play *p)
{
    EaglesState *s = p->s;
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        s->colour_side[colour] = (uint8_t)side_of_major(p, colour);
    }
    for (unsigned n = 0; n < p->d->nations; n++) {
        const EaglesNationData *data = &p->d->nation[n];
        if (data->major) {
            continue; /* its own, whomever it fights for */
        }
        unsigned colour = data->colour[s->nation[n].side == EAGLES_FRANCE ? 0 : 1];
        if (s->nation[n].side == EAGLES_COALITION && s->colour_side[colour] != EAGLES_COALITION) {
            colour = EAGLES_RED;
        }
        if (s->nation[n].colour != colour) {
            eagles_set_nation(p, n, s->nation[n].side, colour);
        }
    }
}

/* ------------------------------------------------------------------ going home */

bool eagles_is_of_side(const Play *p, uint32_t key, unsigned side)
{
    return eagles_unit_side(p, eagles_key_unit(key)) == side;
}
bool eagles_is_of_nation(const Play *p, uint32_t key, unsigned nation)
{
    return p->d->unit[eagles_key_unit(key)].nation == nation;
}
bool eagles_is_foreign(const Play *p, uint32_t key, unsigned nation)
{
    return p->d->unit[eagles_key_unit(key)].nation != nation;
}

void eagles_send_leader_home(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    p->s->leader_at[leader] = EAGLES_WAITING;
    p->s->leader_flag[leader] = 0;
}

static bool has_nation(const Play *p, unsigned place, unsigned nation)
{
    for (unsigned i = eagles_first_row(p->s, place); eagles_row_at(p->s, i, place); i++) {
        if (p->d->unit[eagles_row_unit(p->s, i)].nation == nation) {
            return true;
        }
    }
    return false;
}

void eagles_send_home(Play *p, unsigned hex, EaglesGoes goes, unsigned argument)
{
    EaglesState *s = p->s;
    uint32_t gone = 0; /* bits of nations */
    for (unsigned i = eagles_first_row(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (!goes(p, key, argument)) {
            i++;
            continue;
        }
        const unsigned unit = eagles_key_unit(key);
        gone |= 1U << p->d->unit[unit].nation;
        EAGLES_NOTE(p, EAGLES_EVENT_WENT_HOME, eagles_unit_side(p, unit), (int)hex, (int)unit,
                    s->row_count[i]);
        eagles_rows_change(s, key, eagles_key(EAGLES_ARRIVING, unit, 0), s->row_count[i]);
        i = eagles_first_row(s, hex);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned nation = p->d->leader[l].nation;
        if (s->leader_at[l] == hex && nation != EAGLES_NONE && (gone >> nation & 1U) != 0 &&
            !has_nation(p, hex, nation)) {
            eagles_send_leader_home(p, l);
        }
    }
}

void eagles_send_ship_home(Play *p, unsigned ship)
{
    EaglesState *s = p->s;
    const unsigned hold = EAGLES_ABOARD + ship;
    for (unsigned i = eagles_first_row(s, hold); eagles_row_at(s, i, hold); i = eagles_first_row(s, hold)) {
        const uint32_t key = s->row_key[i];
        eagles_rows_change(s, key, eagles_key(EAGLES_ARRIVING, eagles_key_unit(key), 0), s->row_count[i]);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == hold) {
            eagles_send_leader_home(p, l);
        }
    }
    s->ship_supply[ship] = 0;
    s->ship_points[ship] = 0;
    s->ship_flag[ship] &= EAGLES_SHIP_DAMAGED;
    s->ship_at[ship] = EAGLES_ARRIVING;
}

void eagles_settle_all(Play *p)
{
    const EaglesState *s = p->s;
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        const bool dug_in = eagles_bit(s->trench[0], hex) || eagles_bit(s->trench[1], hex);
        if (dug_in || p->d->hex[hex].city != EAGLES_NONE ||
            eagles_presence(s, hex) != EAGLES_PRESENT_NOBODY) {
            eagles_settle(p, hex);
        }
    }
}

void eagles_disband(Play *p, unsigned nation, bool abroad_only)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < s->rows;) {
        const uint32_t key = s->row_key[i];
        const unsigned place = eagles_key_place(key);
        const bool away = place >= EAGLES_OFF_MAP;
        const bool afloat = place >= EAGLES_ABOARD && place < EAGLES_COAST;
        const bool goes = away ? afloat : !(abroad_only && eagles_owner(p, place) == nation);
        if (p->d->unit[eagles_key_unit(key)].nation != nation || !goes) {
            i++;
            continue;
        }
        EAGLES_NOTE(p, EAGLES_EVENT_LOST, s->nation[nation].side, away ? EAGLES_NO_HEX : (int)place,
                    (int)eagles_key_unit(key), s->row_count[i], EAGLES_BY_RULE);
        eagles_eliminate(p, key, s->row_count[i]);
    }
}

/* ------------------------------------------------------------------ counting */

static bool is_counted(unsigned place)
{
    return place < EAGLES_OFF_MAP || place == EAGLES_ARRIVING ||
           (place >= EAGLES_ABOARD && place < EAGLES_COAST);
}

unsigned eagles_nation_sp(const Play *p, unsigned nation)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        if (p->d->unit[eagles_row_unit(s, i)].nation == nation &&
            is_counted(eagles_key_place(s->row_key[i]))) {
            sp += s->row_count[i];
        }
    }
    return sp;
}

unsigned eagles_sp_inside(const Play *p, unsigned nation, unsigned side, bool foreign_only)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(p, unit) == side && !(foreign_only && p->d->unit[unit].nation == nation) &&
            eagles_owner(p, eagles_key_place(s->row_key[i])) == nation) {
            sp += s->row_count[i];
        }
    }
    return sp;
}

unsigned eagles_in_pool(const Play *p, unsigned unit)
{
    unsigned ships = 0;
    if (unit < p->d->land_units || !eagles_in_campaign(p)) { /* no ships are in play outside the campaign */
        return p->s->pool[unit];
    }
    for (unsigned i = 0; i < p->d->ships; i++) {
        ships += p->d->ship_unit[i] == unit && p->s->ship_at[i] == EAGLES_SUNK ? 1U : 0U;
    }
    return ships;
}

unsigned eagles_pool_sp(const Play *p, unsigned nation)
{
    unsigned sp = 0;
    for (unsigned unit = 0; unit < p->d->land_units; unit++) {
        sp += p->d->unit[unit].nation == nation ? p->s->pool[unit] : 0U;
    }
    return sp;
}

/* ------------------------------------------------------------------ ships */

static bool lies_in_port_of(const Play *p, unsigned ship, unsigned nation)
{
    assert(ship < EAGLES_SHIPS_MAX);
    const unsigned at = p->s->ship_at[ship];
    return at < EAGLES_OFF_MAP && eagles_owner(p, at) == nation;
}

void eagles_put_strangers_off(Play *p, unsigned ship)
{
    assert(ship < EAGLES_SHIPS_MAX);
    EaglesState *s = p->s;
    const unsigned hold = EAGLES_ABOARD + ship;
    const unsigned side = eagles_ship_side(p, ship);
    const unsigned colour = eagles_unit_colour(p, p->d->ship_unit[ship]);
    for (unsigned i = eagles_first_row(s, hold); eagles_row_at(s, i, hold);) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_colour(p, unit) == colour && eagles_unit_side(p, unit) == side) {
            i++;
            continue;
        }
        eagles_rows_change(s, s->row_key[i], eagles_key(EAGLES_ARRIVING, unit, 0), s->row_count[i]);
        i = eagles_first_row(s, hold);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == hold && !p->d->leader[l].naval && /* Nelson commands, he is no cargo */
            (eagles_leader_colour(p, l) != colour || eagles_leader_side(p, l) != side)) {
            eagles_send_leader_home(p, l);
        }
    }
}

/* Off a coast enemies fight as soon as one of them comes: they do not lie there together. */
static bool lies_among_enemies(const Play *p, unsigned ship)
{
    assert(ship < EAGLES_SHIPS_MAX);
    const unsigned at = p->s->ship_at[ship];
    const unsigned side = eagles_ship_side(p, ship);
    return at >= EAGLES_COAST && at < EAGLES_SEA && side <= EAGLES_COALITION &&
           eagles_ships(p, eagles_other(side), at, 0) > 0;
}

/* Ships of a nation that changed lie in its own ports, or sail on for the conqueror of a minor; nobody else's
 * lie there if it is neutral; cargo and ship belong together. */
static void tidy_ships(Play *p, unsigned nation, bool sail_on)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesState *s = p->s;
    const bool neutral = s->nation[nation].side > EAGLES_COALITION;
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (s->ship_at[i] >= EAGLES_SUNK || s->ship_at[i] == EAGLES_ARRIVING ||
            (s->ship_at[i] >= EAGLES_WAR && s->ship_at[i] < EAGLES_ABOARD)) {
            continue;
        }
        const bool own = p->d->unit[p->d->ship_unit[i]].nation == nation;
        const bool at_home = lies_in_port_of(p, i, nation);
        const bool stays = at_home || (sail_on && !lies_among_enemies(p, i));
        if (own ? !stays : neutral && at_home) {
            eagles_send_ship_home(p, i);
        } else {
            eagles_put_strangers_off(p, i);
        }
    }
}

/* ------------------------------------------------------------------ changes of side */

/* SP of a nation inside a city come out among those who besieged it and are friends now. */
static void come_out(Play *p, unsigned hex, unsigned nation)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_first_row(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (eagles_is_of_nation(p, key, nation) && (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) != 0) {
            eagles_rows_change(s, key, key & ~(uint32_t)EAGLES_FLAG_INSIDE, s->row_count[i]);
            i = eagles_first_row(s, hex);
        } else {
            i++;
        }
    }
}

/* One hex with SP of a nation that has just changed sides. */
static void part(Play *p, unsigned hex, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    const unsigned side = s->nation[nation].side;
    const unsigned enemy = eagles_other(side);
    if (eagles_has(p, hex, enemy, EAGLES_ANY)) {
        if (eagles_owner(p, hex) != nation) {
            eagles_send_home(p, hex, eagles_is_of_nation, nation);
        } else { /* at home those go with whom it besieged or held a city, too */
            eagles_send_home(p, hex, eagles_is_of_side, enemy);
        }
    }
    if (eagles_hex_siege(p, hex) > 0 && eagles_besieger(s, p->d->hex[hex].city) == side) {
        come_out(p, hex, nation);
    }
}

static void part_company(Play *p, unsigned nation)
{
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (has_nation(p, hex, nation)) {
            part(p, hex, nation);
        }
    }
}

/* Orders of the friends who lie where a ship of a nation does; where none do, as at the start. */
static uint8_t order_beside(const Play *p, unsigned ship, unsigned nation)
{
    assert(ship < EAGLES_SHIPS_MAX);
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (p->d->unit[p->d->ship_unit[i]].nation != nation &&
            eagles_ship_is(p, i, eagles_ship_side(p, ship), p->s->ship_at[ship], 0)) {
            return p->s->ship_order[i];
        }
    }
    return EAGLES_ORDER_R1;
}

/* New masters give new orders; what the fleets had is nobody's business. */
static void reset_orders(Play *p, unsigned nation)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (p->d->unit[p->d->ship_unit[i]].nation == nation && p->s->ship_at[i] < EAGLES_SUNK) {
            p->s->ship_order[i] = order_beside(p, i, nation);
        }
    }
}

/* An expeditionary force is one as long as its country does not align with the Coalition (rulebook,
 * Expeditionary Forces; 13.2): then its SP are like any others. */
static void dissolve_expedition(Play *p, unsigned nation)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < s->rows;) {
        const uint32_t key = s->row_key[i];
        if ((eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) == 0 || !eagles_is_of_nation(p, key, nation)) {
            i++;
            continue;
        }
        eagles_rows_change(s, key, key & ~(uint32_t)EAGLES_FLAG_EXPEDITION, s->row_count[i]);
        i = 0;
    }
}

static void take_side(Play *p, unsigned nation, unsigned side, bool ships_sail_on)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    EaglesNation *n = &s->nation[nation];
    assert(side <= EAGLES_COALITION);
    if (n->side == side) {
        return;
    }
    EAGLES_NOTE(p, EAGLES_EVENT_STATUS, side, (int)nation, (int)side);
    eagles_set_nation(p, nation, side, n->colour);
    if (side == EAGLES_COALITION) {
        dissolve_expedition(p, nation);
    }
    n->flags =
        (uint8_t)((n->flags & ~(unsigned)(EAGLES_NATION_NOW | EAGLES_NATION_CLOSED)) | EAGLES_NATION_AT_WAR);
    if (s->campaign.home_side[nation] == 0) {
        s->campaign.home_side[nation] = (uint8_t)(side + 1);
    }
    eagles_recolour(p);
    eagles_open_land(p);
    part_company(p, nation);
    tidy_ships(p, nation, ships_sail_on);
    eagles_settle_all(p);
    eagles_align(p, nation, side, n->colour);
    eagles_open_land(p);
    reset_orders(p, nation);
    if (nation == p->d->campaign.sweden && side == EAGLES_FRANCE) {
        eagles_begin_war(p, EAGLES_WAR_FINNISH);
    }
}

void eagles_take_side(Play *p, unsigned nation, unsigned side) { take_side(p, nation, side, false); }

void eagles_fall_to(Play *p, unsigned nation, unsigned side) { take_side(p, nation, side, true); }

/* A leader of another nation may not stay in a country that is neutral now. */
static void evict_leaders(Play *p, unsigned nation)
{
    const EaglesState *s = p->s;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned hex = s->leader_at[l];
        if (hex >= EAGLES_OFF_MAP) {
            continue;
        }
        const bool inside = eagles_owner(p, hex) == nation;
        const bool own = p->d->leader[l].nation == nation;
        if (inside != own) {
            eagles_send_leader_home(p, l);
        }
    }
}

void eagles_turn_neutral(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    EaglesNation *n = &s->nation[nation];
    EAGLES_NOTE(p, EAGLES_EVENT_STATUS, EAGLES_NEUTRAL, (int)nation, EAGLES_NEUTRAL);
    eagles_set_nation(p, nation, EAGLES_NEUTRAL, n->colour);
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) != nation) {
            eagles_send_home(p, hex, eagles_is_of_nation, nation);
        } else { /* from land that is open to all, too (13.2) */
            eagles_send_home(p, hex, eagles_is_foreign, nation);
            eagles_open_gates(p, hex, EAGLES_NEUTRAL);
        }
    }
    evict_leaders(p, nation);
    eagles_recolour(p);
    eagles_open_land(p);
    tidy_ships(p, nation, false);
    reset_orders(p, nation);
    eagles_settle_all(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_city_owner(p, city) == nation) {
            eagles_set_control(p, city, EAGLES_NEUTRAL);
        }
    }
}

/* ------------------------------------------------------------------ land that changes hands */

/* SP and leaders of states that take no part leave a hex. */
static void clear_of_neutrals(Play *p, unsigned hex)
{
    eagles_send_home(p, hex, eagles_is_of_side, EAGLES_NEUTRAL);
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (p->s->leader_at[l] == hex && eagles_leader_side(p, l) == EAGLES_NEUTRAL) {
            eagles_send_leader_home(p, l);
        }
    }
}

void eagles_clear_neutrals(Play *p, unsigned nation)
{
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) == nation) {
            clear_of_neutrals(p, hex);
        }
    }
}

void eagles_cede_region(Play *p, unsigned region, unsigned to)
{
    for (unsigned i = 0; i < p->d->provinces; i++) {
        if (p->d->province[i].region == region) {
            p->s->owner[i] = (uint8_t)to;
        }
    }
}

void eagles_cede_city(Play *p, unsigned city, unsigned to)
{
    assert(city < EAGLES_CITIES_MAX);
    const unsigned province = p->d->hex[p->d->city[city].hex].province;
    assert(p->d->province[province].city == city);
    p->s->owner[province] = (uint8_t)to;
}

void eagles_cede_country(Play *p, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < p->d->provinces; i++) {
        if (p->s->owner[i] == from) {
            p->s->owner[i] = (uint8_t)to;
        }
    }
}

void eagles_settle_owner(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    const unsigned side = s->nation[nation].side;
    eagles_open_land(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (eagles_owner(p, hex) != nation || eagles_siege_value(s, city) > 0) {
            continue;
        }
        if (side > EAGLES_COALITION || !eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            eagles_set_control(p, city, side > EAGLES_COALITION ? (unsigned)EAGLES_NEUTRAL : side);
        }
    }
}

void eagles_leave_ceded_land(Play *p, unsigned region)
{
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        const unsigned province = p->d->hex[hex].province;
        if (province != EAGLES_NONE && p->d->province[province].region == region) {
            clear_of_neutrals(p, hex);
        }
    }
}

EaglesOwners eagles_owners(const Play *p)
{
    EaglesOwners owners;
    memcpy(owners.of, p->s->owner, sizeof owners.of);
    return owners;
}

/* A ceded city whose control does not fit its owner's side, without SP of the other side in it, changes; one
 * ceded to a neutral nation is nobody's unless SP of a side stand in it (rulebook: Control). */
void eagles_reclaim(Play *p, const EaglesOwners *before)
{
    const EaglesState *s = p->s;
    eagles_open_land(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        const unsigned province = p->d->hex[hex].province;
        if (province == EAGLES_NONE || before->of[province] == s->owner[province]) {
            continue;
        }
        const unsigned owner = eagles_owner(p, hex);
        const unsigned side = owner == EAGLES_NONE ? (unsigned)EAGLES_UNFORMED : s->nation[owner].side;
        if (side <= EAGLES_COALITION && eagles_control(s, city) != side && eagles_siege_value(s, city) == 0 &&
            !eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            eagles_set_control(p, city, side);
        } else if (side == EAGLES_NEUTRAL && eagles_siege_value(s, city) == 0 &&
                   !eagles_has(p, hex, EAGLES_FRANCE, EAGLES_ANY) &&
                   !eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY)) {
            eagles_set_control(p, city, EAGLES_NEUTRAL);
        }
    }
}

/* ------------------------------------------------------------------ neutral SP in the way */

static bool is_conquered_capital(const Play *p, unsigned hex)
{
    const unsigned owner = eagles_owner(p, hex);
    if (owner == EAGLES_NONE || p->s->nation[owner].side != EAGLES_NEUTRAL ||
        (p->s->nation[owner].flags & EAGLES_NATION_NOW) == 0) {
        return false;
    }
    const EaglesNationData *n = &p->d->nation[owner];
    for (unsigned i = 0; i < n->capital_count; i++) {
        if (p->d->city[n->capitals[i]].hex == hex) {
            return true;
        }
    }
    return false;
}

bool eagles_is_shut(const Play *p, unsigned hex)
{
    return eagles_has(p, hex, EAGLES_NEUTRAL, EAGLES_ANY) || is_conquered_capital(p, hex);
}

bool eagles_may_occupy(const Play *p, unsigned hex, unsigned side)
{
    const unsigned owner = eagles_owner(p, hex);
    if (p->d->hex[hex].city == EAGLES_NONE || owner == EAGLES_NONE ||
        p->s->nation[owner].side != EAGLES_NEUTRAL || (p->s->nation[owner].flags & EAGLES_NATION_NOW) == 0 ||
        p->s->campaign.conqueror[owner] != side + 1U || is_conquered_capital(p, hex) ||
        eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
        return false;
    }
    for (unsigned i = eagles_first_row(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(p->s, i);
        if (eagles_unit_side(p, unit) != side && p->d->unit[unit].nation != owner) {
            return false;
        }
    }
    return true;
}
