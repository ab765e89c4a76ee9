/* land.c: owners, who may enter, costs, cities and sieges as data (map 0, 7.2, 7.6). */
#include <assert.h>

#include "engine/eagles/campaign.h"

/* The Liberation opens a neutral Prussia to both sides (13.2). */
static bool is_liberated(const Play *p, unsigned owner)
{
    return (p->d->special & EAGLES_CAMPAIGN) != 0 && owner == p->d->campaign.prussia &&
           (p->s->campaign.entry_flags & EAGLES_LIBERATION) != 0;
}

/* A country is open to both sides when it takes part, or is unformed, or its neutrality is waived
 * (7.2, 13.11). */
void eagles_open_land(Play *p)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < p->d->provinces; i++) {
        const unsigned owner = s->owner[i];
        const EaglesNation *n = &s->nation[owner];
        const bool closed = (n->flags & EAGLES_NATION_CLOSED) != 0 || n->side == EAGLES_NEUTRAL;
        const bool open = p->d->province[i].always_open || !closed || (n->flags & EAGLES_NATION_NOW) != 0 ||
                          is_liberated(p, owner);
        const bool french_only =
            !open && (n->flags & (EAGLES_NATION_GONE | EAGLES_NATION_CLOSED)) == EAGLES_NATION_GONE;
        s->open[i] = open ? 3 : french_only ? 1 : 0;
    }
}

bool eagles_is_home(const Play *p, unsigned unit, unsigned hex)
{
    assert(unit < EAGLES_UNITS_MAX);
    const unsigned nation = p->d->unit[unit].nation;
    const unsigned owner = eagles_owner(p, hex);
    if (owner == nation) {
        return true;
    }
    if ((p->d->special & EAGLES_TIROL) == 0 || p->d->unit[unit].type != EAGLES_P || owner == EAGLES_NONE) {
        return false;
    }
    /* 1809: the risings in Tirol and Westphalia count as home to the white partisans. */
    const EaglesProvince *province = &p->d->province[p->d->hex[hex].province];
    const bool tirol =
        province->region != EAGLES_NONE && strcmp(p->d->region_id[province->region], "tirol") == 0;
    return p->d->start_colour[nation] == EAGLES_WHITE &&
           (tirol || strcmp(p->d->nation[owner].id, "westphalia") == 0);
}

bool eagles_barred(const Play *p, unsigned unit, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    return eagles_colour_barred(p, eagles_unit_colour(p, unit), hex) ||
           (p->d->unit[unit].home_only && !eagles_is_home(p, unit, hex)) ||
           ((p->d->special & EAGLES_CAMPAIGN) != 0 && eagles_campaign_bars(p, unit, hex));
}

bool eagles_row_barred(const Play *p, uint32_t key, unsigned hex)
{
    const unsigned unit = eagles_key_unit(key);
    const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
    return eagles_barred(p, unit, hex) ||
           (eagles_in_campaign(p) && eagles_leaves_home_barred(p, unit, expedition, hex));
}

/* Enemy squadrons at sea in the Baltic, or in a hex that borders it, close the belts (7.2). */
bool eagles_is_belt_closed(const Play *p, unsigned side)
{
    const unsigned enemy = eagles_other(side);
    const unsigned sea = p->d->belt_sea;
    for (unsigned i = 0; i < p->d->ships && sea != EAGLES_NONE; i++) {
        if (eagles_is_squadron(p, i) && eagles_ship_is(p, i, enemy, EAGLES_ANYWHERE, 0) &&
            (eagles_seas_of(p, p->s->ship_at[i]) >> sea & 1U) != 0) {
            return true;
        }
    }
    return false;
}

void eagles_set_bit(uint8_t *bits, unsigned index, bool value)
{
    const uint8_t mask = (uint8_t)(1U << (index % 8));
    bits[index / 8] = (uint8_t)(value ? bits[index / 8] | mask : bits[index / 8] & ~mask);
}

/* ------------------------------------------------------------------ cities */

void eagles_set_control(Play *p, unsigned city, unsigned side)
{
    EaglesState *s = p->s;
    if (eagles_control(s, city) != side) {
        s->city[city] = (uint8_t)((s->city[city] & ~(unsigned)EAGLES_CITY_CONTROL) | side);
        EAGLES_NOTE(p, EAGLES_EVENT_CONTROL, side, (int)city, (int)side);
    }
}

void eagles_set_siege(Play *p, unsigned city, unsigned besieger, unsigned value)
{
    assert(city < EAGLES_CITIES_MAX);
    assert(value <= 5);
    EaglesState *s = p->s;
    const unsigned side = value > 0 && besieger == EAGLES_COALITION ? (unsigned)EAGLES_CITY_BESIEGER : 0U;
    s->city[city] =
        (uint8_t)((s->city[city] & EAGLES_CITY_CONTROL) | side | value << EAGLES_CITY_VALUE_SHIFT);
    EAGLES_NOTE(p, EAGLES_EVENT_SIEGE, besieger, (int)city, (int)value);
}

bool eagles_any_siege(const Play *p)
{
    unsigned bits = 0;
    for (unsigned city = 0; city < EAGLES_CITIES_MAX; city++) {
        bits |= p->s->city[city];
    }
    return bits >> EAGLES_CITY_VALUE_SHIFT != 0;
}

/* In a state neutral by conquest its conqueror wins cities (13.7), and his enemies those that he holds, as
 * anywhere (rulebook: Control). */
static bool may_control(const Play *p, unsigned city, unsigned side)
{
    assert(city < EAGLES_CITIES_MAX);
    const unsigned owner = eagles_city_owner(p, city);
    return (p->d->special & EAGLES_CAMPAIGN) == 0 || owner == EAGLES_NONE || is_liberated(p, owner) ||
           p->s->nation[owner].side != EAGLES_NEUTRAL ||
           (p->s->nation[owner].flags & EAGLES_NATION_NOW) == 0 ||
           p->s->campaign.conqueror[owner] == side + 1U || eagles_control(p->s, city) == eagles_other(side);
}

/* The side that alone has SP in a hex; EAGLES_NEUTRAL: neither or both. */
static unsigned sole_side(const Play *p, unsigned hex)
{
    const enum eagles_presence presence = eagles_presence(p->s, hex);
    if (presence != EAGLES_PRESENT_MIXED) {
        return presence == EAGLES_PRESENT_FRANCE      ? EAGLES_FRANCE
               : presence == EAGLES_PRESENT_COALITION ? EAGLES_COALITION
                                                      : EAGLES_NEUTRAL;
    }
    const bool french = eagles_has(p, hex, EAGLES_FRANCE, EAGLES_ANY);
    const bool allied = eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY);
    return french == allied ? EAGLES_NEUTRAL : french ? EAGLES_FRANCE : EAGLES_COALITION;
}

/* Cities where SP stand who may have to win it, as bits: SP of both sides, or of one that does not control
 * it. */
enum { CITY_WORDS = EAGLES_CITIES_MAX / 64 };
static void mark_to_check(const Play *p, uint64_t cities[CITY_WORDS])
{
    const EaglesState *s = p->s;
    const unsigned end = eagles_rows_on_map(s);
    uint8_t list[EAGLES_ROWS_MAX]; /* few: bits set in each turn would wait for each other */
    unsigned count = 0;
    for (unsigned i = 0; i < end; i++) { /* no branch, which could not be foretold */
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned city = p->d->city_of[hex];
        const unsigned presence = s->presence[hex / 4] >> (hex % 4 * 2U) & 3U;
        const bool check = (presence == EAGLES_PRESENT_MIXED) |
                           (presence != eagles_control(s, city) + 1U); /* 2 + 1 is mixed */
        list[count] = (uint8_t)city;
        count += (city != EAGLES_NONE) & check;
    }
    memset(cities, 0, CITY_WORDS * sizeof cities[0]);
    for (unsigned i = 0; i < count; i++) {
        cities[list[i] / 64] |= 1ULL << list[i] % 64;
    }
}

void eagles_control_check(Play *p)
{
    const EaglesState *s = p->s;
    uint64_t cities[CITY_WORDS];
    mark_to_check(p, cities);
    for (unsigned word = 0; word < CITY_WORDS; word++) {
        for (; cities[word] != 0; cities[word] &= cities[word] - 1) {
            const unsigned city = word * 64 + (unsigned)__builtin_ctzll(cities[word]);
            const unsigned side = sole_side(p, p->d->city_hex[city]);
            if (side != EAGLES_NEUTRAL && eagles_control(s, city) != side &&
                eagles_siege_value(s, city) == 0 && may_control(p, city, side)) {
                eagles_set_control(p, city, side);
            }
        }
    }
}
