/* supply.c: sources, depots and paths by colour (map 6), and the distance of the retreat rule (map 8.8). */
#include <assert.h>

#include "engine/eagles/naval.h"
#include "engine/eagles/rowbits.h"

enum { REACH = 3 };

/* ------------------------------------------------------------------ sources */

/* Unbesieged SP of a colour in a hex. */
static bool has_colour(const Play *p, unsigned hex, unsigned colour)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_colour(p, eagles_row_unit(s, i)) == colour &&
            eagles_unit_side(p, eagles_row_unit(s, i)) <= EAGLES_COALITION &&
            ((eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) == 0 || eagles_hex_siege(p, hex) == 0)) {
            return true;
        }
    }
    return false;
}

static bool is_aligned(const Play *p, unsigned nation, unsigned colour)
{
    assert(nation < EAGLES_NATIONS_MAX);
    return p->s->nation[nation].side <= EAGLES_COALITION && p->s->nation[nation].colour == colour;
}

/* What its conqueror holds of a state that is neutral by conquest feeds all his colours (13.7). */
static bool is_of_conquered_state(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    return p->s->nation[nation].side == EAGLES_NEUTRAL &&
           (p->s->nation[nation].flags & EAGLES_NATION_NOW) != 0;
}

/* Whether the rule of the scenario names all cities of a nation for the colour. */
static bool is_owner_named(const Play *p, unsigned colour, unsigned owner)
{
    const EaglesSources *sources = &p->d->sources[colour];
    const EaglesNation *nation = &p->s->nation[owner];
    const bool country = (sources->countries >> owner & 1U) != 0;
    /* A nation that joined or changed sides: its cities are sources of its colour (map 4). */
    const bool joined = nation->side <= EAGLES_COALITION && nation->side != p->d->start_side[owner] &&
                        nation->colour == colour;
    switch ((enum eagles_source_rule)sources->rule) {
    case EAGLES_SOURCE_LIST:
    case EAGLES_SOURCE_NONE:
    case EAGLES_SOURCE_COASTAL:
        return joined;
    case EAGLES_SOURCE_COUNTRIES:
    case EAGLES_SOURCE_RED_1814:
        return country || joined;
    case EAGLES_SOURCE_ALIGNED:
        return is_aligned(p, owner, colour) || is_of_conquered_state(p, owner) ||
               (country && nation->side == EAGLES_COALITION);
    }
    return false;
}

/* Whether the rule of the scenario names the city for the colour, whoever holds it. */
static bool is_named(const Play *p, unsigned colour, unsigned city)
{
    const EaglesSources *sources = &p->d->sources[colour];
    const unsigned hex = p->d->city[city].hex;
    const unsigned owner = eagles_owner(p, hex);
    return eagles_bit(sources->listed, city) ||
           (sources->ports && p->d->city[city].port && has_colour(p, hex, colour)) ||
           (owner != EAGLES_NONE && is_owner_named(p, colour, owner)) ||
           (sources->rule == EAGLES_SOURCE_RED_1814 && p->d->hex[hex].coastal &&
            has_colour(p, hex, EAGLES_RED));
}

bool eagles_finds_enemies_in_line(const Play *p, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    const unsigned enemy = eagles_other(side);
    const bool siege = eagles_hex_siege(p, hex) > 0;
    for (unsigned i = eagles_first_row(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned shut_in = eagles_row_flags(s, i) & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE);
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == enemy && !(siege && shut_in != 0)) {
            return true;
        }
    }
    return false;
}

/* Side that a colour fights for; EAGLES_NEUTRAL if none. */
static unsigned side_of_colour(const Play *p, unsigned colour) { return p->s->colour_side[colour]; }

/* Most hexes have neither a city nor a coast that counts. */
static inline bool may_be_source(const Play *p, unsigned colour, unsigned hex)
{
    const EaglesHex *h = &p->d->hex[hex];
    return h->city != EAGLES_NONE || (h->coastal && p->d->sources[colour].rule == EAGLES_SOURCE_COASTAL);
}

bool eagles_is_source(const Play *p, unsigned colour, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned side = side_of_colour(p, colour);
    const unsigned city = p->d->hex[hex].city;
    const bool coastal = p->d->sources[colour].rule == EAGLES_SOURCE_COASTAL && p->d->hex[hex].coastal;
    if (city == EAGLES_NONE && !coastal) {
        return false;
    }
    const bool held = city != EAGLES_NONE && eagles_control(p->s, city) == side &&
                      eagles_siege_value(p->s, city) == 0 && is_named(p, colour, city);
    if (!held && !coastal) {
        return false;
    }
    if (side > EAGLES_COALITION || !eagles_enterable(p, hex, side) || eagles_is_line_cut(p, hex, side)) {
        return false;
    }
    return held || has_colour(p, hex, colour);
}

/* The source hexes of a colour; how many. */
static unsigned list_sources(const Play *p, unsigned colour, uint16_t *list)
{
    const EaglesState *s = p->s;
    const unsigned side = side_of_colour(p, colour);
    unsigned count = 0;
    if (side > EAGLES_COALITION) {
        return 0;
    }
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_control(s, city) == side && eagles_is_source(p, colour, p->d->city[city].hex)) {
            list[count++] = p->d->city[city].hex;
        }
    }
    if (p->d->sources[colour].rule != EAGLES_SOURCE_COASTAL) {
        return count;
    }
    unsigned last = EAGLES_NO_HEX;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex != last && eagles_unit_colour(p, eagles_row_unit(s, i)) == colour &&
            eagles_is_source(p, colour, hex)) {
            list[count++] = (uint16_t)hex;
            last = hex;
        }
    }
    return count;
}

/* ------------------------------------------------------------------ closure */

/* What floods need of each hex: closed, or a depot if reached. */
enum { CLOSED = 1, DEPOT = 2 };

static void mark_land(const Play *p, unsigned colour, unsigned side, uint8_t mark[EAGLES_HEXES_MAX])
{
    const EaglesState *s = p->s;
    memset(mark, 0, EAGLES_HEXES_MAX);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned owner = eagles_unit_side(p, unit);
        const unsigned shut_in = eagles_row_flags(s, i) & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE);
        if (shut_in != 0 && eagles_hex_siege(p, hex) > 0) {
            continue; /* the besieged neither block nor carry on */
        }
        if (owner == eagles_other(side)) {
            mark[hex] |= CLOSED;
        } else if (owner == side && eagles_unit_colour(p, unit) == colour) {
            mark[hex] |= DEPOT;
        }
    }
}

typedef struct Flood {
    uint16_t queue[REACH + 1][EAGLES_HEXES_MAX]; /* hexes by MP left */
    unsigned count[REACH + 1];
} Flood;

static void reach(EaglesSupply *supply, Flood *flood, const uint8_t *mark, unsigned hex, unsigned left)
{
    if ((mark[hex] & DEPOT) != 0) {
        left = REACH;
    }
    if (supply->left[hex] != EAGLES_IMPASSABLE && supply->left[hex] >= left) {
        return;
    }
    supply->left[hex] = (uint8_t)left;
    assert(flood->count[left] < EAGLES_HEXES_MAX);
    flood->queue[left][flood->count[left]++] = (uint16_t)hex;
}

/* Spreads from hexes with most MP left first; a depot starts anew with all of them, so a level may be visited
 * again. */
void eagles_supply(const Play *p, unsigned colour, EaglesSupply *supply)
{
    Flood flood;
    uint8_t mark[EAGLES_HEXES_MAX];
    uint16_t sources[EAGLES_HEXES_MAX];
    const unsigned side = side_of_colour(p, colour);
    const unsigned season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    memset(supply->left, EAGLES_IMPASSABLE, sizeof supply->left);
    if (side > EAGLES_COALITION) {
        return;
    }
    memset(flood.count, 0, sizeof flood.count);
    mark_land(p, colour, side, mark);
    const unsigned count = list_sources(p, colour, sources);
    for (unsigned i = 0; i < count; i++) {
        reach(supply, &flood, mark, sources[i], REACH);
    }
    for (unsigned left = REACH; left > 0;) {
        if (flood.count[left] == 0) {
            left--;
            continue;
        }
        const unsigned hex = flood.queue[left][--flood.count[left]];
        if (supply->left[hex] != left) {
            continue;
        }
        const EaglesHex *h = &p->d->hex[hex];
        for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
            const unsigned cost = h->cost[season][direction];
            const unsigned to = h->neighbour[direction];
            if (cost <= left && (mark[to] & CLOSED) == 0 && eagles_enterable(p, to, side)) {
                reach(supply, &flood, mark, to, left - cost);
            }
        }
        left = REACH;
    }
}

/* ------------------------------------------------------------------ the same backwards */

/* Most questions are about the few hexes with SP, and most of these have a source at hand: each of them looks
 * at the cities nearby (EaglesData.near) and at the depots that are fed already; depots that are fed by
 * neither are asked again as long as others become fed. */

enum { LEVELS = EAGLES_NEAR_MAX + 1, LEVEL_MAX = 192 }; /* 169 hexes lie within 7 steps */

/* Hexes from which a hex can be reached, by MP. */
typedef struct Search {
    unsigned season;
    uint8_t best[EAGLES_HEXES_MAX]; /* MP from there, 255: not met */
    uint16_t queue[LEVELS][LEVEL_MAX];
    unsigned count[LEVELS];
} Search;

static void search_from(Search *search, unsigned hex)
{
    memset(search->best, 255, sizeof search->best);
    memset(search->count, 0, sizeof search->count);
    search->best[hex] = 0;
    search->queue[0][search->count[0]++] = (uint16_t)hex;
}

/* Goes on from a hex that was met for so many MP to those from which it can be entered, as far as `most` MP.
 * No branches, which could not be foretold: a hex that is no better is written behind the end of a queue. */
static void search_around(const Play *p, Search *search, unsigned side, unsigned hex, unsigned level,
                          unsigned most)
{
    const EaglesHex *h = &p->d->hex[hex];
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned sum = level + h->into[search->season][direction];
        const bool in_reach = sum <= most;
        const unsigned from = in_reach ? h->neighbour[direction] : hex;
        const unsigned mp = in_reach ? sum : level; /* the hex itself is no better than it is */
        const bool better = (mp < search->best[from]) & eagles_enterable(p, from, side);
        assert(search->count[mp] < LEVEL_MAX);
        search->best[from] = better ? (uint8_t)mp : search->best[from];
        search->queue[mp][search->count[mp]] = (uint16_t)from;
        search->count[mp] += better;
    }
}

static bool is_passable(const Play *p, unsigned hex, unsigned side)
{
    return eagles_enterable(p, hex, side) && !eagles_is_line_cut(p, hex, side);
}

/* The same of a hex behind a door, only that it may be passable though this says no: where others stand. */
static inline bool is_clear(const Play *p, unsigned hex, unsigned door, unsigned side)
{
    const EaglesState *s = p->s;
    assert(door == p->d->land[hex].door);
    return ((unsigned)s->open[door] >> side & ~eagles_may_stand(s, hex, side ^ 1U) & 1U) != 0;
}

enum { HELD_IN_PEACE = EAGLES_CITY_CONTROL | 7 << EAGLES_CITY_VALUE_SHIFT }; /* bits of EaglesState.city */

enum known { KNOWN_NOT_YET, KNOWN_NO, KNOWN_YES };

static void start_depots(const Play *p, unsigned colour, EaglesDepots *depots, EaglesFed *fed)
{
    depots->colour = colour;
    depots->side = side_of_colour(p, colour);
    depots->season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    depots->count = 0;
    depots->fed_count = 0;
    const EaglesSources *sources = &p->d->sources[colour];
    depots->asks_who =
        sources->ports || sources->rule == EAGLES_SOURCE_COASTAL || sources->rule == EAGLES_SOURCE_RED_1814;
    const uint8_t holder = (uint8_t)depots->side; /* as narrow as what it is compared with: many at a time */
    for (unsigned city = 0; city < EAGLES_CITIES_MAX; city++) {
        const bool held = (p->s->city[city] & (uint8_t)HELD_IN_PEACE) == holder; /* and not besieged */
        depots->source[city] = held ? KNOWN_NOT_YET : KNOWN_NO;
    }
    depots->source[EAGLES_NONE] = KNOWN_NO; /* asked for of a hex without a city */
    memset(depots->owners, KNOWN_NOT_YET, sizeof depots->owners);
    memset(fed->depot, 0, sizeof fed->depot);
}

/* A row of the colour makes its hex a depot; rows ascend by hex. */
static void note_depot(const Play *p, uint32_t key, EaglesDepots *depots)
{
    const unsigned hex = eagles_key_place(key);
    const unsigned shut_in = eagles_key_flags(key) & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE);
    const bool noted = depots->count > 0 && depots->hex[depots->count - 1] == hex;
    if (!noted && eagles_unit_side(p, eagles_key_unit(key)) == depots->side &&
        !(shut_in != 0 && eagles_hex_siege(p, hex) > 0)) {
        depots->hex[depots->count++] = (uint16_t)hex;
    }
}

/* Whether the rule names the city whatever stands in it: by itself or with all of its owner. */
static inline bool is_named_anyway(const Play *p, EaglesDepots *depots, unsigned city)
{
    const unsigned owner = eagles_city_owner(p, city);
    if (eagles_bit(p->d->sources[depots->colour].listed, city) || owner == EAGLES_NONE) {
        return eagles_bit(p->d->sources[depots->colour].listed, city);
    }
    uint8_t *known = &depots->owners[owner];
    if (*known == KNOWN_NOT_YET) {
        *known = is_owner_named(p, depots->colour, owner) ? KNOWN_YES : KNOWN_NO;
    }
    return *known == KNOWN_YES;
}

/* Whether a city that is held and not besieged, and whose rule asks nothing of who stands there, is a source:
 * open, no enemy there. */
static inline bool is_held_source(const Play *p, EaglesDepots *depots, unsigned city)
{
    const unsigned hex = p->d->city_hex[city];
    return is_named_anyway(p, depots, city) &&
           (is_clear(p, hex, p->d->land[hex].door, depots->side) || is_passable(p, hex, depots->side));
}

static inline enum known find_city_source(const Play *p, EaglesDepots *depots, unsigned city)
{
    const bool source = depots->asks_who ? eagles_is_source(p, depots->colour, p->d->city_hex[city])
                                         : is_held_source(p, depots, city);
    assert(eagles_control(p->s, city) == depots->side);
    assert(source == eagles_is_source(p, depots->colour, p->d->city_hex[city]));
    return source ? KNOWN_YES : KNOWN_NO;
}

static inline bool is_city_source(const Play *p, EaglesDepots *depots, unsigned city)
{
    uint8_t *known = &depots->source[city];
    if (*known == KNOWN_NOT_YET) {
        *known = (uint8_t)find_city_source(p, depots, city);
    }
    return *known == KNOWN_YES;
}

/* Whether a depot lies in a source. */
static inline bool is_in_source(const Play *p, EaglesDepots *depots, unsigned hex)
{
    const unsigned city = p->d->city_of[hex];
    return p->d->sources[depots->colour].rule == EAGLES_SOURCE_COASTAL
               ? eagles_is_source(p, depots->colour, hex)
               : is_city_source(p, depots, city);
}

/* Whether supply with so many MP comes from a hex to another; both are open to it. */
static bool comes_from(const Play *p, const EaglesDepots *depots, unsigned from, unsigned hex, unsigned left)
{
    const EaglesHex *h = &p->d->hex[hex];
    const uint8_t *into = h->into[depots->season];
    unsigned further = 0; /* directions, as bits, from where it may come */
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (h->neighbour[direction] == from && into[direction] <= left) {
            return true;
        }
        further |= (unsigned)(into[direction] < left) << direction;
    }
    for (; further != 0; further &= further - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(further);
        const unsigned next = h->neighbour[direction];
        const unsigned mp = into[direction];
        if (eagles_distance(p->d, from, next) <= left - mp && is_passable(p, next, depots->side) &&
            comes_from(p, depots, from, next, left - mp)) {
            return true;
        }
    }
    return false;
}

/* Whether supply goes the cheapest way from a city, which is no farther than 3 MP. */
static bool is_way_open(const Play *p, const EaglesDepots *depots, const EaglesNear *near)
{
    const unsigned clear = (unsigned)is_clear(p, near->by[0], near->door[0], depots->side) &
                           (unsigned)is_clear(p, near->by[1], near->door[1], depots->side);
    return clear != 0 ||
           (is_passable(p, near->by[0], depots->side) && is_passable(p, near->by[1], depots->side));
}

/* Whether a fed depot lies so many MP from a hex, or fewer: one of those behind the first so many. by: as
 * below. */
static bool is_fed_by_depot(const Play *p, const EaglesDepots *depots, unsigned hex, unsigned mp,
                            unsigned first, uint16_t *by)
{
    for (unsigned i = first; i < depots->fed_count; i++) {
        if (eagles_distance(p->d, depots->fed[i], hex) <= mp &&
            comes_from(p, depots, depots->fed[i], hex, mp)) {
            if (by != NULL) {
                *by = (uint16_t)(EAGLES_FED_BY_DEPOT + depots->fed[i]);
            }
            return true;
        }
    }
    return false;
}

/* Whether a source or a fed depot lies so many MP from a hex, or fewer. by: where it is noted which; NULL:
 * nowhere. */
static bool is_fed(const Play *p, EaglesDepots *depots, unsigned hex, unsigned mp, uint16_t *by)
{
    const EaglesData *d = p->d;
    const unsigned season = depots->season;
    const unsigned first = d->near_first[season][hex];
    const unsigned end = d->near_first[season][hex + 1];
    for (unsigned i = first; i < end; i++) {
        const EaglesNear *near = &d->near[season][i];
        if (!is_city_source(p, depots, near->city)) {
            continue;
        }
        if (mp == REACH && is_way_open(p, depots, near)) {
            if (by != NULL) {
                *by = (uint16_t)(1U + i + season * EAGLES_FED_IN_WINTER);
            }
            return true;
        }
        if (eagles_distance(d, d->city_hex[near->city], hex) <= mp &&
            comes_from(p, depots, d->city_hex[near->city], hex, mp)) {
            return true; /* by a way of its own */
        }
    }
    return is_fed_by_depot(p, depots, hex, mp, 0, by);
}

static void note_fed(EaglesDepots *depots, EaglesFed *fed, unsigned hex)
{
    fed->depot[hex / 8] |= (uint8_t)(1U << hex % 8);
    depots->fed[depots->fed_count++] = (uint16_t)hex;
}

/* Whether supply comes from where it came last, as a scratch has it; most often so. */
static bool is_fed_as_before(const Play *p, EaglesDepots *depots, const EaglesFed *fed, unsigned hex)
{
    const EaglesData *d = p->d;
    const unsigned by = p->scratch->fed_by[hex];
    if (by >= EAGLES_FED_BY_DEPOT) {
        const unsigned from = by - EAGLES_FED_BY_DEPOT;
        return eagles_bit(fed->depot, from) && eagles_distance(d, from, hex) <= REACH &&
               comes_from(p, depots, from, hex, REACH);
    }
    if (by == 0 || (by & EAGLES_FED_IN_WINTER) != depots->season * EAGLES_FED_IN_WINTER) {
        return false;
    }
    const unsigned at = (by & (EAGLES_FED_IN_WINTER - 1U)) - 1U;
    const EaglesNear *near = &d->near[depots->season][at];
    assert(at >= d->near_first[depots->season][hex] && at < d->near_first[depots->season][hex + 1]);
    return is_city_source(p, depots, near->city) && is_way_open(p, depots, near);
}

/* Whether a depot is fed, with all MP. */
static bool is_depot_fed(const Play *p, EaglesDepots *depots, const EaglesFed *fed, unsigned hex)
{
    if (p->scratch == NULL) {
        return is_fed(p, depots, hex, REACH, NULL);
    }
    return is_fed_as_before(p, depots, fed, hex) || is_fed(p, depots, hex, REACH, &p->scratch->fed_by[hex]);
}

static void feed_depots(const Play *p, EaglesDepots *depots, EaglesFed *fed)
{
    uint16_t *list = depots->hex;
    uint16_t seen[EAGLES_ROWS_MAX]; /* fed depots that one of them was asked about */
    unsigned open = 0;              /* depots that may still be fed */
    for (unsigned i = 0; i < depots->count; i++) {
        if (is_in_source(p, depots, list[i])) {
            note_fed(depots, fed, list[i]);
        } else if (is_clear(p, list[i], p->d->land[list[i]].door, depots->side) ||
                   is_passable(p, list[i], depots->side)) {
            list[open++] = list[i];
        }
    }
    for (bool first = true, again = true; again; first = false) {
        const unsigned asked = open;
        open = 0;
        for (unsigned i = 0; i < asked; i++) {
            const uint16_t hex = list[i];
            uint16_t *by = p->scratch != NULL ? &p->scratch->fed_by[hex] : NULL;
            if (first ? is_depot_fed(p, depots, fed, hex)
                      : is_fed_by_depot(p, depots, hex, REACH, seen[i], by)) {
                note_fed(depots, fed, hex);
            } else {
                seen[open] = (uint16_t)depots->fed_count;
                list[open++] = hex;
            }
        }
        again = open > 0 && open < asked;
    }
}

static void feed_colour(const Play *p, unsigned colour, EaglesDepots *depots, EaglesFed *fed)
{
    const EaglesState *s = p->s;
    start_depots(p, colour, depots, fed);
    if (depots->side > EAGLES_COALITION) {
        return;
    }
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        if (eagles_unit_colour(p, eagles_row_unit(s, i)) == colour) {
            note_depot(p, s->row_key[i], depots);
        }
    }
    feed_depots(p, depots, fed);
}

void eagles_feed(const Play *p, unsigned colour, EaglesFed *fed)
{
    EaglesDepots depots;
    feed_colour(p, colour, &depots, fed);
}

void eagles_lines_find(const Play *p, unsigned colour, EaglesLines *lines)
{
    feed_colour(p, colour, &lines->depots, &lines->fed);
}

unsigned eagles_lines_left(const Play *p, EaglesLines *lines, unsigned hex)
{
    EaglesDepots *depots = &lines->depots;
    if (depots->side > EAGLES_COALITION) {
        return EAGLES_IMPASSABLE;
    }
    if (eagles_bit(lines->fed.depot, hex) || is_in_source(p, depots, hex)) {
        return REACH;
    }
    if (!is_passable(p, hex, depots->side)) {
        return EAGLES_IMPASSABLE;
    }
    for (unsigned mp = 1; mp <= REACH; mp++) {
        if (is_fed(p, depots, hex, mp, NULL)) {
            return REACH - mp;
        }
    }
    return EAGLES_IMPASSABLE;
}

/* Looks for the nearest source around a hex, which is none. */
static unsigned search_source(const Play *p, unsigned colour, unsigned side, unsigned hex, unsigned most)
{
    Search search;
    search.season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    search_from(&search, hex);
    for (unsigned level = 0; level <= most; level++) {
        for (unsigned i = 0; i < search.count[level]; i++) {
            const unsigned at = search.queue[level][i];
            if (search.best[at] != level) {
                continue;
            }
            if (may_be_source(p, colour, at) && eagles_is_source(p, colour, at)) {
                return level;
            }
            search_around(p, &search, side, at, level, most);
        }
    }
    return EAGLES_FAR;
}

/* The same told by the cities around (EaglesData.home), where only cities are sources: none is nearer than
 * where all land is open, and the first that is a source is so near, if the way to it is open to the side. */
enum { UNSURE = EAGLES_FAR + 1 };
static unsigned way_home(const Play *p, unsigned colour, unsigned side, unsigned hex, unsigned most)
{
    const EaglesData *d = p->d;
    const unsigned season = eagles_winter(d, p->s->header.turn) ? 1 : 0;
    const unsigned end = d->home_first[season][hex + 1];
    for (unsigned i = d->home_first[season][hex]; i < end && d->home[season][i].mp <= most; i++) {
        const EaglesHome *home = &d->home[season][i];
        if (eagles_control(p->s, home->city) != side ||
            !eagles_is_source(p, colour, d->city_hex[home->city])) {
            continue;
        }
        unsigned open = 3;
        for (unsigned k = 0; k < EAGLES_HOME_DOORS; k++) {
            open &= p->s->open[home->door[k]];
        }
        return (open >> side & 1U) != 0 ? home->mp : (unsigned)UNSURE;
    }
    return EAGLES_FAR;
}

unsigned eagles_source_near(const Play *p, unsigned colour, unsigned hex, unsigned most)
{
    const unsigned side = side_of_colour(p, colour);
    assert(most <= EAGLES_NEAR_MAX);
    if (side > EAGLES_COALITION) {
        return EAGLES_FAR;
    }
    if (eagles_is_source(p, colour, hex)) {
        return 0;
    }
    if (!eagles_enterable(p, hex, side)) {
        return EAGLES_FAR;
    }
    const unsigned home = p->d->sources[colour].rule == EAGLES_SOURCE_COASTAL
                              ? (unsigned)UNSURE
                              : way_home(p, colour, side, hex, most);
    assert(home == UNSURE || home == search_source(p, colour, side, hex, most));
    return home == UNSURE ? search_source(p, colour, side, hex, most) : home;
}

/* ------------------------------------------------------------------ flags */

#ifndef NDEBUG
/* Both ways to work out supply find the same depots fed. */
static bool is_agreed(const Play *p, const EaglesDepots *depots, const EaglesFed *fed)
{
    EaglesSupply supply;
    uint8_t mark[EAGLES_HEXES_MAX];
    eagles_supply(p, depots->colour, &supply);
    mark_land(p, depots->colour, depots->side, mark);
    for (unsigned hex = 0; hex < EAGLES_HEXES_MAX; hex++) {
        const bool reached = supply.left[hex] != EAGLES_IMPASSABLE;
        if ((mark[hex] & DEPOT) != 0 ? eagles_bit(fed->depot, hex) != reached : eagles_bit(fed->depot, hex)) {
            return false;
        }
    }
    return true;
}
#endif

/* Besieged SP are never supplied, partisans at home always (6). */
static bool is_supplied(const Play *p, const EaglesFed *fed, uint32_t key)
{
    const unsigned hex = eagles_key_place(key);
    const unsigned unit = eagles_key_unit(key);
    const bool inside = (eagles_key_flags(key) & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE)) != 0;
    if (inside && eagles_is_besieged(p, hex, eagles_unit_side(p, unit))) {
        return false;
    }
    return eagles_bit(fed->depot, hex) || (p->d->unit[unit].type == EAGLES_P && eagles_is_home(p, unit, hex));
}

/* Rows as bits. */
typedef struct RowSet {
    uint64_t word[EAGLES_ROW_WORDS];
} RowSet;

/* Makes depots of the rows of a colour, of those that are looked at. Whether none of them is shut in. */
static bool note_depots(const Play *p, const RowSet *rows, unsigned words, EaglesDepots *depots)
{
    const EaglesState *s = p->s;
    unsigned last = EAGLES_NO_HEX;
    unsigned count = 0;
    unsigned any = 0;
    for (unsigned word = 0; word < words; word++) {
        for (uint64_t bits = rows->word[word]; bits != 0; bits &= bits - 1) {
            const uint32_t key = s->row_key[word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(bits)];
            const unsigned hex = eagles_key_place(key);
            const unsigned shut_in = eagles_key_flags(key) & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE);
            any |= shut_in;
            if (shut_in != 0 && eagles_hex_siege(p, hex) > 0) {
                continue;
            }
            depots->hex[count] = (uint16_t)hex;
            count += hex != last; /* no branch: rows ascend by hex, but nobody foretells how many there are */
            last = hex;
        }
    }
    depots->count = count;
    return any == 0;
}

/* Takes out of a set those of some rows that are supplied. */
static void take_supplied(const Play *p, const EaglesFed *fed, const RowSet *rows, unsigned words,
                          RowSet *from)
{
    for (unsigned word = 0; word < words; word++) {
        for (uint64_t bits = rows->word[word]; bits != 0; bits &= bits - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(bits);
            const uint32_t key = p->s->row_key[word * EAGLES_ROW_WORD + bit];
            from->word[word] &= ~((uint64_t)is_supplied(p, fed, key) << bit);
        }
    }
}

/* Feeds a colour and takes those of its rows that are supplied out of a set of rows without supply; rows that
 * fight for another side than their colour stay in `others`. False: there are no rows of it, fed is not
 * touched. */
static bool supply_colour(const Play *p, unsigned colour, unsigned words, RowSet *others, RowSet *unsupplied,
                          EaglesFed *fed)
{
    EaglesDepots depots;
    RowSet rows;
    uint64_t any = 0;
    const EaglesRowLike like = eagles_like_colour(p->s->colour_side[colour], colour);
    for (unsigned word = 0; word < words; word++) {
        rows.word[word] = eagles_row_word(p->s, word, like) & others->word[word];
        others->word[word] &= ~rows.word[word];
        any |= rows.word[word];
    }
    if (any == 0) {
        return false;
    }
    start_depots(p, colour, &depots, fed);
    const bool outside = note_depots(p, &rows, words, &depots);
    const unsigned count = depots.count;
    feed_depots(p, &depots, fed);
    assert(is_agreed(p, &depots, fed));
    if (outside && depots.fed_count == count) { /* most often so */
        for (unsigned word = 0; word < words; word++) {
            unsupplied->word[word] &= ~rows.word[word];
        }
    } else {
        take_supplied(p, fed, &rows, words, unsupplied);
    }
    return true;
}

/* Those that fight for another side than their colour: with its supply, if they stand where it feeds. fed: of
 * the colours that are known. */
static void supply_others(const Play *p, const RowSet *others, unsigned words, unsigned known,
                          const EaglesFed fed[EAGLES_COLOURS], RowSet *unsupplied)
{
    static const EaglesFed NOWHERE;
    for (unsigned word = 0; word < words; word++) {
        for (uint64_t bits = others->word[word]; bits != 0; bits &= bits - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(bits);
            const uint32_t key = p->s->row_key[word * EAGLES_ROW_WORD + bit];
            const unsigned colour = eagles_unit_colour(p, eagles_key_unit(key));
            const bool supplied = is_supplied(p, (known >> colour & 1U) != 0 ? &fed[colour] : &NOWHERE, key);
            unsupplied->word[word] &= ~((uint64_t)supplied << bit);
        }
    }
}

void eagles_flag_supply(Play *p, unsigned side)
{
    EaglesState *s = p->s;
    const unsigned end = eagles_rows_on_map(s);
    const unsigned words = eagles_row_words(end);
    const EaglesRowLike flagged = {.with = EAGLES_FLAG_UNSUPPLIED, .flags = EAGLES_FLAG_UNSUPPLIED};
    RowSet all;
    RowSet others;
    RowSet unsupplied;
    EaglesFed fed[EAGLES_COLOURS];
    unsigned known = 0; /* colours, as bits */
    uint64_t changed = 0;
    for (unsigned word = 0; word < words; word++) {
        all.word[word] = eagles_row_word(s, word, eagles_like_side(side)) & eagles_row_range(word, 0, end);
        others.word[word] = unsupplied.word[word] = all.word[word];
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        const bool asked = side == EAGLES_NEUTRAL || s->colour_side[colour] == side;
        if (asked && s->colour_side[colour] <= EAGLES_COALITION &&
            supply_colour(p, colour, words, &others, &unsupplied, &fed[colour])) {
            known |= 1U << colour;
        }
    }
    supply_others(p, &others, words, known, fed, &unsupplied);
    for (unsigned word = 0; word < words; word++) {
        uint64_t bits = (eagles_row_word(s, word, flagged) & all.word[word]) ^ unsupplied.word[word];
        changed |= bits;
        for (; bits != 0; bits &= bits - 1) {
            s->row_key[word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(bits)] ^=
                (uint32_t)EAGLES_FLAG_UNSUPPLIED;
        }
    }
    if (changed != 0) { /* rows of one unit and place may have become equal, or changed their order */
        eagles_rows_clear_flags(s, 0);
    }
    eagles_supply_overseas(p, side);
}

/* ------------------------------------------------------------------ distance to a source (8.8) */

void eagles_source_distance(const Play *p, unsigned colour, uint8_t distance[EAGLES_HEXES_MAX])
{
    enum { RING = 8 }; /* more than the dearest step */
    uint16_t ring[RING][EAGLES_HEXES_MAX];
    unsigned count[RING] = {0};
    uint16_t sources[EAGLES_HEXES_MAX];
    const unsigned side = side_of_colour(p, colour);
    const unsigned season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    memset(distance, 255, EAGLES_HEXES_MAX);
    const unsigned found = list_sources(p, colour, sources);
    for (unsigned i = 0; i < found; i++) {
        distance[sources[i]] = 0;
        ring[0][count[0]++] = sources[i];
    }
    unsigned empty = 0;
    for (unsigned now = 0; empty < RING && now < 250; now++) {
        const unsigned slot = now % RING;
        empty = count[slot] == 0 ? empty + 1 : 0;
        for (unsigned i = 0; i < count[slot]; i++) {
            const unsigned hex = ring[slot][i];
            if (distance[hex] != now) {
                continue;
            }
            const EaglesHex *h = &p->d->hex[hex];
            for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
                const unsigned cost = h->cost[season][direction];
                const unsigned to = h->neighbour[direction];
                if (cost < RING && eagles_enterable(p, to, side) && now + cost < distance[to]) {
                    distance[to] = (uint8_t)(now + cost);
                    const unsigned next = (now + cost) % RING;
                    if (count[next] < EAGLES_HEXES_MAX) {
                        ring[next][count[next]++] = (uint16_t)to;
                    }
                }
            }
        }
        count[slot] = 0;
    }
}
