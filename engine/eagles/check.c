/* check.c: every invariant of a full position, recomputed from scratch. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine/eagles/campaign.h"

typedef struct Check {
    Play p;
    char *message;
} Check;

__attribute__((format(printf, 2, 3))) static bool wrong(const Check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->message, GAME_CHECK_BYTES, format, args);
    va_end(args);
    return false;
}

static unsigned hex_id(const Play *p, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    return p->d->hex[hex].column * 100U + p->d->hex[hex].row;
}

/* Rows ascend, hold somebody, and leave nothing behind the last. */
static bool check_rows(const Check *c)
{
    const EaglesState *s = c->p.s;
    if (s->rows > c->p.d->rows_max) {
        return wrong(c, "%u rows, where a game of this scenario has at most %u", s->rows, c->p.d->rows_max);
    }
    for (unsigned i = 0; i < c->p.d->rows_max; i++) {
        if (i >= s->rows) {
            if (s->row_key[i] != 0 || s->row_count[i] != 0) {
                return wrong(c, "row %u behind the last is not empty", i);
            }
            continue;
        }
        if (s->row_count[i] == 0 || (i > 0 && s->row_key[i] <= s->row_key[i - 1])) {
            return wrong(c, "row %u is empty or out of order", i);
        }
        const unsigned place = eagles_key_place(s->row_key[i]);
        if (eagles_row_unit(s, i) >= c->p.d->land_units ||
            (place < EAGLES_OFF_MAP && place >= c->p.d->hexes)) {
            return wrong(c, "row %u names no unit or no hex", i);
        }
    }
    return true;
}

/* No counter is made: on the map and in the pool there are at most as many as the nation has (some may be
 * gone for good). */
static bool check_counters(const Check *c)
{
    const EaglesState *s = c->p.s;
    unsigned used[EAGLES_UNITS_MAX] = {0};
    for (unsigned i = 0; i < s->rows; i++) {
        used[eagles_row_unit(s, i)] += s->row_count[i];
    }
    for (unsigned unit = 0; unit < c->p.d->land_units; unit++) {
        const unsigned type = c->p.d->unit[unit].type;
        const bool grown = s->campaign.annexed > 0 && c->p.d->unit[unit].nation == c->p.d->france;
        const unsigned more = grown ? c->p.d->campaign.annexed_pool[type] : 0U;
        if (used[unit] + s->pool[unit] > c->p.d->unit[unit].mix + more) {
            return wrong(c, "%u of unit %s,%s on the map and %u in the pool, of %u counters", used[unit],
                         c->p.d->nation[c->p.d->unit[unit].nation].id,
                         EAGLES_TYPE_IDS[c->p.d->unit[unit].type], s->pool[unit], c->p.d->unit[unit].mix);
        }
    }
    return true;
}

/* Enemies share a hex only in a siege; a siege has both, besiegers outside and a garrison inside. */
static bool check_hex(const Check *c, unsigned hex)
{
    const Play *p = &c->p;
    const bool combat = p->s->round > 0;
    const unsigned siege = eagles_hex_siege(p, hex);
    const bool both =
        eagles_has(p, hex, EAGLES_FRANCE, EAGLES_ANY) && eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY);
    if (both && siege == 0 && !combat) {
        return wrong(c, "both sides stand in %04u without a siege", hex_id(p, hex));
    }
    if (!both && siege > 0) {
        return wrong(c, "a siege in %04u without two sides", hex_id(p, hex));
    }
    if (siege > 0) {
        const unsigned besieger = eagles_besieger(p->s, p->d->hex[hex].city);
        if (eagles_has(p, hex, besieger, EAGLES_INSIDE) || !eagles_has(p, hex, besieger, EAGLES_OUTSIDE) ||
            (!combat && p->s->battles == 0 && eagles_has(p, hex, eagles_other(besieger), EAGLES_OUTSIDE))) {
            return wrong(c, "the siege in %04u has somebody on the wrong side of the wall", hex_id(p, hex));
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        if (siege == 0 && !combat && eagles_has(p, hex, side, EAGLES_INSIDE)) {
            return wrong(c, "SP inside a city in %04u without siege or battle", hex_id(p, hex));
        }
        if (eagles_bit(p->s->trench[side], hex) && !eagles_has(p, hex, side, EAGLES_ANY)) {
            return wrong(c, "an entrenchment in %04u without SP", hex_id(p, hex));
        }
    }
    return true;
}

static bool check_leaders(const Check *c)
{
    const Play *p = &c->p;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned hex = p->s->leader_at[l];
        if (hex >= EAGLES_OFF_MAP) {
            continue;
        }
        const unsigned side = eagles_leader_side(p, l);
        const unsigned nation = p->d->leader[l].nation;
        const bool home = nation != EAGLES_NONE && side == EAGLES_NEUTRAL && eagles_in_campaign(p) &&
                          hex < p->d->hexes && eagles_owner(p, hex) == nation;
        if (hex >= p->d->hexes || (side > EAGLES_COALITION && !home)) {
            return wrong(c, "leader %s stands nowhere or for nobody", p->d->leader_text[l].id);
        }
        if (home) {
            continue;
        }
        if (eagles_has(p, hex, eagles_other(side), EAGLES_ANY) && !eagles_has(p, hex, side, EAGLES_ANY)) {
            return wrong(c, "leader %s is alone with enemies in %04u", p->d->leader_text[l].id,
                         hex_id(p, hex));
        }
    }
    return true;
}

/* Ships lie in a port, off a coast or in an open sea; what is aboard is aboard a ship afloat, of its colour,
 * and fits. */
static bool check_ships(const Check *c)
{
    const Play *p = &c->p;
    const EaglesState *s = p->s;
    for (unsigned i = 0; c->p.d->ships > 0 && i < EAGLES_SHIPS_MAX; i++) {
        const unsigned at = s->ship_at[i];
        const unsigned hex = eagles_sea_hex(p, at);
        const bool gone = at == EAGLES_SUNK || at == EAGLES_ARRIVING || at == EAGLES_UNUSED ||
                          (at >= EAGLES_WAR && at < EAGLES_WAR + EAGLES_WARS);
        const bool sea = at >= EAGLES_SEA && at < EAGLES_SEA + p->d->seas;
        const bool coast = hex < p->d->hexes && p->d->hex[hex].coastal;
        if ((i >= p->d->ships && at != EAGLES_SUNK) || (!gone && !sea && !coast) ||
            s->ship_order[i] >= EAGLES_ORDERS) {
            return wrong(c, "ship %u lies nowhere or has no order", i);
        }
        if (at < EAGLES_OFF_MAP &&
            (p->d->hex[hex].city == EAGLES_NONE || !p->d->city[p->d->hex[hex].city].port)) {
            return wrong(c, "ship %u lies in %04u, where there is no port", i, hex_id(p, hex));
        }
        if (s->ship_supply[i] + s->ship_points[i] > (gone ? 0U : EAGLES_CARGO)) {
            return wrong(c, "ship %u carries %u supply points", i, s->ship_supply[i]);
        }
        if (gone && (s->ship_flag[i] & ~(unsigned)EAGLES_SHIP_DAMAGED) != 0) {
            return wrong(c, "ship %u is sunk and has flags", i);
        }
    }
    for (unsigned i = 0; i < s->rows; i++) {
        const unsigned place = eagles_key_place(s->row_key[i]);
        if (place < EAGLES_ABOARD || place >= EAGLES_COAST) {
            continue;
        }
        const unsigned ship = place - EAGLES_ABOARD;
        const unsigned unit = eagles_row_unit(s, i);
        if (ship >= p->d->ships || s->ship_at[ship] >= EAGLES_SUNK || eagles_is_squadron(p, ship) ||
            eagles_unit_colour(p, unit) != eagles_unit_colour(p, p->d->ship_unit[ship])) {
            return wrong(c, "SP aboard ship %u, which cannot carry them", ship);
        }
        if (eagles_cargo(p, ship) > EAGLES_CARGO) {
            return wrong(c, "ship %u is overloaded", ship);
        }
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned place = s->leader_at[l];
        if (place >= EAGLES_ABOARD && place < EAGLES_COAST &&
            (place - EAGLES_ABOARD >= p->d->ships || s->ship_at[place - EAGLES_ABOARD] >= EAGLES_SUNK)) {
            return wrong(c, "leader %s is aboard no ship", p->d->leader_text[l].id);
        }
    }
    return s->campaign.attempts[0] < 4 && s->campaign.attempts[1] < 4
               ? true
               : wrong(c, "more or fewer than one to four interceptions");
}

/* Hexes that were large when combat began ascend and leave nothing behind the last. */
static bool check_larges(const Check *c)
{
    const EaglesState *s = c->p.s;
    if (s->larges > EAGLES_LARGE_MAX) {
        return wrong(c, "%u hexes with five SP, of at most %u", s->larges, (unsigned)EAGLES_LARGE_MAX);
    }
    for (unsigned i = 0; i < EAGLES_LARGE_MAX; i++) {
        const bool good = i >= s->larges
                              ? s->large[i] == 0
                              : s->large[i] < 2 * c->p.d->hexes && (i == 0 || s->large[i] > s->large[i - 1]);
        if (!good) {
            return wrong(c, "hex %u of those with five SP is out of order", i);
        }
    }
    return true;
}

static bool check_flow(const Check *c)
{
    const EaglesState *s = c->p.s;
    const bool over = s->header.over != 0;
    if (over != (s->header.seat == SEAT_NONE) || (!over && s->depth == 0) || s->depth > EAGLES_STACK_MAX) {
        return wrong(c, "seat %u, depth %u, over %u do not go together", s->header.seat, s->depth,
                     s->header.over);
    }
    if (s->header.turn >= eagles_months_most(c->p.d) || s->battles > EAGLES_BATTLES_MAX ||
        s->forces > EAGLES_FORCES_MAX) {
        return wrong(c, "month %u, %u battles, %u forces", s->header.turn, s->battles, s->forces);
    }
    for (unsigned i = 0; i < s->forces; i++) {
        if (s->force[i].battle >= s->battles || s->force[i].hex >= c->p.d->hexes) {
            return wrong(c, "force %u belongs to no battle", i);
        }
    }
    for (unsigned city = 0; city < c->p.d->cities; city++) {
        if (eagles_control(s, city) > EAGLES_NEUTRAL || eagles_siege_value(s, city) > 5) {
            return wrong(c, "city %s has control %u and siege value %u", c->p.d->city[city].id,
                         eagles_control(s, city), eagles_siege_value(s, city));
        }
    }
    return true;
}

/* Foreign SP are leaving the land of a state that has just fallen, one force after the other (13.7). */
static bool is_being_left(const EaglesState *s, unsigned nation)
{
    bool left = false;
    for (unsigned i = 0; i < s->depth && i < EAGLES_STACK_MAX; i++) {
        left = left || (s->stack[i].step == EAGLES_STEP_LEAVE && s->stack[i].a == nation);
    }
    return left;
}

/* The grand campaign: colours follow from sides, falls to France are among all falls, SP of neutral nations
 * are at home and alone, those of unformed ones nowhere; no guest is left behind. */
static bool check_campaign(const Check *c)
{
    const Play *p = &c->p;
    EaglesState copy;
    eagles_copy(p->d, &copy, p->s);
    Play fresh = {p->d, &copy, NULL, 0, NULL};
    if (!eagles_in_campaign(p)) {
        return true;
    }
    eagles_recolour(&fresh);
    for (unsigned n = 0; n < p->d->nations; n++) {
        if (copy.nation[n].colour != p->s->nation[n].colour) {
            return wrong(c, "the colour of %s is out of date", p->d->nation[n].id);
        }
        if (copy.nation[n].by_france > copy.nation[n].conquered) {
            return wrong(c, "%s fell to France more often than it fell", p->d->nation[n].id);
        }
    }
    if (memcmp(copy.colour_side, p->s->colour_side, sizeof copy.colour_side) != 0) {
        return wrong(c, "the sides of colours are out of date");
    }
    for (unsigned i = 0; i < p->s->rows; i++) {
        const unsigned place = eagles_key_place(p->s->row_key[i]);
        const unsigned nation = p->d->unit[eagles_row_unit(p->s, i)].nation;
        const unsigned side = p->s->nation[nation].side;
        if (place >= EAGLES_OFF_MAP || side <= EAGLES_COALITION) {
            continue;
        }
        const bool strangers = eagles_has(p, place, EAGLES_FRANCE, EAGLES_ANY) ||
                               eagles_has(p, place, EAGLES_COALITION, EAGLES_ANY);
        if (side == EAGLES_UNFORMED || eagles_owner(p, place) != nation ||
            (strangers && !is_being_left(p->s, nation))) {
            return wrong(c, "SP of %s, which takes no part, stand in %04u", p->d->nation[nation].id,
                         hex_id(p, place));
        }
    }
    return true;
}

/* What only repeats rows and nations is what it should be. */
static bool check_stock(const Check *c)
{
    EaglesState copy;
    eagles_copy(c->p.d, &copy, c->p.s);
    eagles_take_stock(c->p.d, &copy);
    return (copy.partisans == c->p.s->partisans &&
            memcmp(copy.allegiance, c->p.s->allegiance, sizeof copy.allegiance) == 0 &&
            memcmp(copy.presence, c->p.s->presence, sizeof copy.presence) == 0) ||
           wrong(c, "whose units are, or who stands in a hex, is out of date");
}

/* What follows from owners and nations is what it should be. */
static bool check_open(const Check *c)
{
    EaglesState copy;
    eagles_copy(c->p.d, &copy, c->p.s);
    Play p = {c->p.d, &copy, NULL, 0, NULL};
    eagles_open_land(&p);
    return memcmp(copy.open, c->p.s->open, sizeof copy.open) == 0 ||
           wrong(c, "which provinces are open is out of date");
}

bool eagles_check(const EaglesData *d, const EaglesState *s, char message[GAME_CHECK_BYTES])
{
    EaglesState copy;
    eagles_copy(d, &copy, s);
    const Check c = {{d, &copy, NULL, 0, NULL}, message};
    if (!check_flow(&c) || !check_larges(&c) || !check_rows(&c) || !check_stock(&c) || !check_counters(&c) ||
        !check_leaders(&c) || !check_ships(&c) || !check_open(&c) || !check_campaign(&c)) {
        return false;
    }
    EaglesOccupied o;
    eagles_occupied(&c.p, &o);
    for (unsigned hex = 0; hex < d->hexes; hex++) {
        const bool bare = o.by[hex] == 0 && !eagles_bit(s->trench[0], hex) &&
                          !eagles_bit(s->trench[1], hex) && eagles_hex_siege(&c.p, hex) == 0;
        if (!bare && !check_hex(&c, hex)) {
            return false;
        }
    }
    return true;
}

/* Bytes from outside: ranges only, so that the rest may be looked at. */
bool eagles_check_view(const EaglesData *d, const EaglesState *s, Seat seat, char message[GAME_CHECK_BYTES])
{
    (void)seat;
    EaglesState copy;
    eagles_copy(d, &copy, s);
    const Check c = {{d, &copy, NULL, 0, NULL}, message};
    for (unsigned i = 0; i < d->nations; i++) {
        if (s->nation[i].side > EAGLES_UNFORMED ||
            (s->nation[i].colour >= EAGLES_COLOURS && s->nation[i].colour != d->start_colour[i])) {
            return wrong(&c, "nation %u has no side or colour", i);
        }
    }
    for (unsigned i = 0; i < s->depth && i < EAGLES_STACK_MAX; i++) {
        if (s->stack[i].step >= EAGLES_STEP_COUNT) {
            return wrong(&c, "frame %u names no step", i);
        }
    }
    return check_flow(&c) && check_larges(&c) && check_rows(&c) && check_stock(&c);
}
