/* iberia.c: Spain and Portugal at war on their own soil build by their own table (map 13.3): no die, nothing
 * stored. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { NATIONS = 2, CITY_LIMIT = 4, BUILDS = 7, CONVERSION = 4 };

/* Types in the order they are built in: militia and partisans first, since the last of them opens the way to
 * infantry in the same step; CT stands for a conversion of CT into C too. Ships are built in the grand
 * campaign alone. */
static const uint8_t BUILD_ORDER[BUILDS] = {EAGLES_M, EAGLES_P, EAGLES_I, EAGLES_C, [CONVERSION] = EAGLES_CT,
                                            EAGLES_S, EAGLES_T};

/* Frames: a the nation, b the least place in BUILD_ORDER, x points left in halves, y the city (IBERIA_HEX).
 */
static unsigned nation_at(const Play *p, unsigned index)
{
    static const char *const IDS[NATIONS] = {"spain", "portugal"};
    return eagles_find_nation(p->d, IDS[index]);
}

/* Controlled, not besieged, and no enemy in it: a besieger who retreats into it after the cities have changed
 * hands leaves it its flag until the next movement (map 10). */
static bool holds(const Play *p, unsigned city)
{
    return eagles_control(p->s, city) == EAGLES_COALITION && eagles_siege_value(p->s, city) == 0 &&
           !eagles_has(p, p->d->city[city].hex, EAGLES_FRANCE, EAGLES_ANY);
}

/* 6 for Madrid, 2 for a major city or another capital, 1 for a minor one, if controlled or free of enemy SP;
 * in halves. */
static unsigned points_of(const Play *p, unsigned nation)
{
    unsigned points = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const EaglesCity *c = &p->d->city[city];
        if (eagles_owner(p, c->hex) == nation && p->d->hex[c->hex].playable &&
            (eagles_control(p->s, city) == EAGLES_COALITION ||
             !eagles_has(p, c->hex, EAGLES_FRANCE, EAGLES_ANY))) {
            points += strcmp(c->id, "madrid") == 0 ? 6U : c->level == EAGLES_MINOR ? 1U : 2U;
        }
    }
    return points * 2;
}

static unsigned built_in(const EaglesState *s, unsigned city)
{
    return s->campaign.built[city / 2] >> (city % 2 * 4) & 15U;
}

static void note_built(EaglesState *s, unsigned city)
{
    s->campaign.built[city / 2] = (uint8_t)(s->campaign.built[city / 2] + (1U << (city % 2 * 4)));
}

void eagles_iberia_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    memset(p->s->campaign.built, 0, sizeof p->s->campaign.built);
    if (frame->phase == NATIONS) {
        eagles_pop(p);
        return;
    }
    const unsigned nation = nation_at(p, frame->phase++);
    if (nation != EAGLES_NONE && p->s->nation[nation].side == EAGLES_COALITION) {
        EaglesFrame *build = eagles_push(p, EAGLES_STEP_IBERIA_BUILD);
        build->a = (uint8_t)nation;
        build->x = (uint16_t)points_of(p, nation);
    }
}

/* In the grand campaign: cities that took SP in this step keep their limit; points England has sent count as
 * in any production (13.3). */
void eagles_build_in_iberia(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesFrame *build = eagles_push(p, EAGLES_STEP_IBERIA_BUILD);
    build->a = (uint8_t)nation;
    build->x = (uint16_t)(points_of(p, nation) + 2U * p->s->campaign.points_sent[nation]);
}

/* ------------------------------------------------------------------ BUILD */

static unsigned unit_of(const Play *p, unsigned nation, unsigned type)
{
    assert(nation < EAGLES_NATIONS_MAX);
    return p->d->nation[nation].unit[type];
}

static bool is_ship(unsigned type) { return type == EAGLES_S || type == EAGLES_T; }

static unsigned pool_of(const Play *p, unsigned nation, unsigned type)
{
    const unsigned unit = unit_of(p, nation, type);
    unsigned ships = 0;
    if (unit == EAGLES_NONE || !is_ship(type)) {
        return unit == EAGLES_NONE ? 0 : p->s->pool[unit];
    }
    for (unsigned i = 0; eagles_in_campaign(p) && i < p->d->ships; i++) {
        ships += p->d->ship_unit[i] == unit && p->s->ship_at[i] == EAGLES_SUNK ? 1U : 0U;
    }
    return ships;
}

/* A city for new SP: the nation's own, held, with room in this phase; no partisan may be in the way. */
static bool takes(const Play *p, unsigned nation, unsigned city)
{
    assert(city < EAGLES_CITIES_MAX);
    const unsigned hex = p->d->city[city].hex;
    return eagles_owner(p, hex) == nation && p->d->hex[hex].playable &&
           eagles_enterable(p, hex, EAGLES_COALITION) && holds(p, city) && built_in(p->s, city) < CITY_LIMIT;
}

/* A hex of home for a partisan: empty. */
static bool hides(const Play *p, unsigned nation, unsigned hex)
{
    return hex != EAGLES_NO_HEX && eagles_owner(p, hex) == nation &&
           eagles_enterable(p, hex, EAGLES_COALITION) && eagles_is_empty(p, hex, EAGLES_COALITION) &&
           p->d->hex[hex].terrain != EAGLES_LAKE;
}

static bool city_takes(const Play *p, unsigned nation, unsigned city, unsigned type)
{
    if (is_ship(type)) { /* a port that makes ships, or everything */
        const EaglesCity *c = &p->d->city[city];
        return eagles_owner(p, c->hex) == nation && holds(p, city) && c->port &&
               (c->production == EAGLES_MAKES_ALL || c->production == EAGLES_MAKES_SHIPS);
    }
    if (!takes(p, nation, city)) {
        return false;
    }
    const EaglesHex *h = &p->d->hex[p->d->city[city].hex];
    if (type != EAGLES_P) {
        return !eagles_has_partisan(p, p->d->city[city].hex, EAGLES_COALITION);
    }
    bool room = hides(p, nation, p->d->city[city].hex);
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        room = room || hides(p, nation, h->neighbour[direction]);
    }
    return room;
}

/* I, C and CT only when no P and no M of the nation is left in its pool. */
static bool can_build(const Play *p, unsigned nation, unsigned type, unsigned points)
{
    const bool regular = type == EAGLES_I || type == EAGLES_C || type == EAGLES_CT;
    const bool irregulars_left = pool_of(p, nation, EAGLES_P) + pool_of(p, nation, EAGLES_M) > 0;
    const unsigned cost = p->d->tables.cost_iberia[type];
    if (pool_of(p, nation, type) == 0 || cost == 0 || cost > points || (regular && irregulars_left)) {
        return false;
    }
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (city_takes(p, nation, city, type)) {
            return true;
        }
    }
    return false;
}

/* Hexes where a CT of the nation can be made into C for the rest of the price. */
static void add_conversions(const Play *p, unsigned nation, unsigned points, MoveList *list)
{
    const EaglesState *s = p->s;
    const unsigned unit = unit_of(p, nation, EAGLES_CT);
    const bool irregulars_left = pool_of(p, nation, EAGLES_P) + pool_of(p, nation, EAGLES_M) > 0;
    if (unit == EAGLES_NONE || irregulars_left || pool_of(p, nation, EAGLES_C) == 0 ||
        p->d->tables.cost_iberia[EAGLES_CT] > points) {
        return;
    }
    unsigned last = EAGLES_NO_HEX;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (eagles_row_unit(s, i) == unit && hex != last) { /* besieged ones too (13.3) */
            eagles_add(list, eagles_move(EAGLES_MOVE_CONVERT, nation << 11U | hex));
            last = hex;
        }
    }
}

Seat eagles_iberia_build_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    for (unsigned i = frame->b; i < BUILDS; i++) {
        if (can_build(p, frame->a, BUILD_ORDER[i], frame->x)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_BUILD, (unsigned)frame->a << 4U | BUILD_ORDER[i]));
        }
        if (i == CONVERSION) {
            add_conversions(p, frame->a, frame->x, list);
        }
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_DONE, 0));
    return SEAT_COALITION;
}

static void convert(Play *p, unsigned nation, unsigned hex)
{
    EaglesState *s = p->s;
    const unsigned from = unit_of(p, nation, EAGLES_CT);
    const unsigned to = unit_of(p, nation, EAGLES_C);
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_row_unit(s, i) == from) {
            eagles_rows_change(s, s->row_key[i], eagles_key(hex, to, eagles_row_flags(s, i)), 1);
            s->pool[from]++;
            s->pool[to]--;
            return;
        }
    }
}

void eagles_iberia_build_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned argument = eagles_move_argument(move);
    if (eagles_move_kind(move) == EAGLES_MOVE_DONE) {
        eagles_pop(p);
        return;
    }
    if (eagles_move_kind(move) == EAGLES_MOVE_CONVERT) {
        frame->x = (uint16_t)(frame->x - p->d->tables.cost_iberia[EAGLES_CT]);
        frame->b = CONVERSION;
        convert(p, frame->a, argument & 0x7FFU);
        return;
    }
    const unsigned type = argument & 15U;
    while (BUILD_ORDER[frame->b] != type) {
        frame->b++;
    }
    frame->x = (uint16_t)(frame->x - p->d->tables.cost_iberia[type]);
    const uint8_t nation = frame->a;
    EaglesFrame *at = eagles_push(p, EAGLES_STEP_IBERIA_AT);
    at->a = nation;
    at->b = (uint8_t)type;
}

/* ------------------------------------------------------------------ BUILD_AT, BUILD_HEX: frame a nation, b
 * type */

Seat eagles_iberia_at_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (city_takes(p, frame->a, city, frame->b)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_BUILD_AT, city));
        }
    }
    assert(list->count > 0);
    return SEAT_COALITION;
}

void eagles_iberia_at_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned city = eagles_move_argument(move);
    const unsigned hex = p->d->city[city].hex;
    if (is_ship(frame->b)) {
        const bool launched = eagles_launch(p, unit_of(p, frame->a, frame->b), hex);
        assert(launched);
        (void)launched;
        eagles_pop(p);
        return;
    }
    note_built(p->s, city);
    if (frame->b == EAGLES_P) {
        frame->step = EAGLES_STEP_IBERIA_HEX;
        frame->y = (uint16_t)hex;
        return;
    }
    eagles_bring(p, hex, unit_of(p, frame->a, frame->b), 1, 0, true);
    eagles_pop(p);
    eagles_settle(p, hex);
}

Seat eagles_iberia_hex_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    for (unsigned i = 0; i <= EAGLES_DIRECTIONS; i++) {
        const unsigned hex = i == EAGLES_DIRECTIONS ? frame->y : p->d->hex[frame->y].neighbour[i];
        if (hides(p, frame->a, hex)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_BUILD_HEX, hex));
        }
    }
    assert(list->count > 0);
    return SEAT_COALITION;
}

void eagles_iberia_hex_choose(Play *p, Move move)
{
    const EaglesFrame frame = *eagles_top(p);
    const unsigned hex = eagles_move_argument(move);
    eagles_pop(p);
    eagles_bring(p, hex, unit_of(p, frame.a, EAGLES_P), 1, 0, true);
    eagles_settle(p, hex);
}
