/* inputs.c: a position as the evaluation network sees it. */
#include "ai/eagles/inputs.h"
#include "engine/eagles/campaign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Scenarios that have inputs, by id; new ones at the end, so that fitted files keep their meaning. */
static const char *const SCENARIOS[EAGLES_INPUT_SCENARIOS] = {
    "1805", "1806", "1809", "1812", "1813", "1814", "1815", "1808-14", "1811-14", "1805-15"};

static const unsigned BANDS[EAGLES_INPUT_BANDS] = {0, 2, 5, 10, 20};
static const unsigned MARCHES[EAGLES_INPUT_MARCHES] = {2, 3, 4, 6, 8, 12};
static const unsigned CLOSE[EAGLES_INPUT_CLOSE] = {2, 4, 8};
static const unsigned COMMAND[1] = {4};

/* EAGLES_INPUT_SCENARIOS: none. */
static unsigned block_of(const EaglesData *d)
{
    unsigned i = 0;
    while (i < EAGLES_INPUT_SCENARIOS && strcmp(SCENARIOS[i], d->id) != 0) {
        i++;
    }
    return i;
}

/* ------------------------------------------------------------------ cities that decide */

typedef struct Cities {
    uint8_t list[EAGLES_INPUT_CITIES];
    unsigned count;
} Cities;

static void add_cities(Cities *cities, const EaglesClause *clause)
{
    for (unsigned i = 0; i < clause->city_count; i++) {
        const void *known = memchr(cities->list, clause->cities[i], cities->count);
        if (known == NULL && cities->count < EAGLES_INPUT_CITIES) {
            cities->list[cities->count++] = clause->cities[i];
        }
    }
}

static Cities cities_of(const EaglesData *d)
{
    Cities cities = {0};
    for (unsigned i = 0; i < d->checks; i++) {
        for (unsigned k = 0; k < d->check[i].all_count; k++) {
            add_cities(&cities, &d->check[i].all[k]);
        }
        for (unsigned k = 0; k < d->check[i].any_count; k++) {
            add_cities(&cities, &d->check[i].any[k]);
        }
    }
    return cities;
}

unsigned eagles_input_cities(const EaglesData *d, uint8_t cities[EAGLES_INPUT_CITIES])
{
    const Cities found = cities_of(d);
    memcpy(cities, found.list, found.count);
    return found.count;
}

/* ------------------------------------------------------------------ strength */

/* Sums over the SP and leaders on the map, gathered in one walk. */
typedef struct Sums {
    float near[2][EAGLES_INPUT_BANDS][EAGLES_INPUT_CITIES];
    float march[2][EAGLES_INPUT_MARCHES][EAGLES_INPUT_CITIES];
    float mass[2][EAGLES_INPUT_CLOSE][EAGLES_INPUT_CITIES];
    float fed[2][EAGLES_INPUT_CLOSE][EAGLES_INPUT_CITIES];
    float command[2][EAGLES_INPUT_CITIES];
    bool napoleon[EAGLES_INPUT_CLOSE][EAGLES_INPUT_CITIES];
    float total[2], unfed[2], moved[2];
    float nation[EAGLES_NATIONS_MAX];
} Sums;

/* MP of the march from a hex to a city by land, whoever stands in the way; more than all bands if it is
 * farther than a leader rides. */
static unsigned march_to(const Play *p, unsigned hex, unsigned city, unsigned distance)
{
    const unsigned season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    return distance <= EAGLES_RIDE_MAX ? eagles_ride_mp(p->d, season, hex, p->d->city[city].hex)
                                       : EAGLES_RIDE_MAX + 1U;
}

/* What a side has in a hex. */
typedef struct Stack {
    float strength, fed;
} Stack;

static void add_stack(Sums *sums, const Play *p, const Cities *cities, unsigned hex, unsigned side,
                      Stack stack)
{
    for (unsigned i = 0; i < cities->count; i++) {
        const unsigned distance = eagles_distance(p->d, hex, p->d->city[cities->list[i]].hex);
        const unsigned march = march_to(p, hex, cities->list[i], distance);
        for (unsigned band = EAGLES_INPUT_BANDS; band-- > 0 && distance <= BANDS[band];) {
            sums->near[side][band][i] += stack.strength;
        }
        for (unsigned band = EAGLES_INPUT_MARCHES; band-- > 0 && march <= MARCHES[band];) {
            sums->march[side][band][i] += stack.strength;
        }
        for (unsigned band = EAGLES_INPUT_CLOSE; band-- > 0 && march <= CLOSE[band];) {
            float *mass = &sums->mass[side][band][i];
            *mass = stack.strength > *mass ? stack.strength : *mass;
            sums->fed[side][band][i] += stack.fed;
        }
    }
}

static void gather_stacks(const Play *p, const Cities *cities, Sums *sums)
{
    const EaglesData *d = p->d;
    const EaglesState *s = p->s;
    unsigned i = 0;
    while (i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        Stack stack[2] = {{0.0F, 0.0F}, {0.0F, 0.0F}};
        for (; eagles_row_at(s, i, hex); i++) {
            const unsigned unit = eagles_row_unit(s, i);
            const unsigned side = eagles_unit_side(p, unit);
            if (side > EAGLES_COALITION) {
                continue;
            }
            const unsigned flags = eagles_row_flags(s, i);
            const float worth = 0.7F + 0.15F * d->nation[d->unit[unit].nation].morale[d->unit[unit].type];
            const float strength = (float)s->row_count[i] * worth / EAGLES_STRENGTH_UNIT;
            stack[side].strength += strength;
            stack[side].fed += (flags & EAGLES_FLAG_UNSUPPLIED) == 0 ? strength : 0.0F;
            sums->moved[side] += (flags & EAGLES_FLAG_FINISHED) != 0 ? strength : 0.0F;
            sums->nation[d->unit[unit].nation] += strength;
        }
        for (unsigned side = 0; side < 2; side++) {
            if (stack[side].strength > 0.0F) {
                sums->total[side] += stack[side].strength;
                sums->unfed[side] += stack[side].strength - stack[side].fed;
                add_stack(sums, p, cities, hex, side, stack[side]);
            }
        }
    }
}

static void gather_leaders(const Play *p, const Cities *cities, Sums *sums)
{
    enum { LEADERSHIP_UNIT = 10 };
    const EaglesData *d = p->d;
    for (unsigned leader = 0; leader < d->leaders; leader++) {
        const unsigned hex = p->s->leader_at[leader];
        const unsigned side = hex < EAGLES_OFF_MAP ? eagles_leader_side(p, leader) : EAGLES_NEUTRAL;
        for (unsigned i = 0; i < cities->count && side <= EAGLES_COALITION; i++) {
            const unsigned distance = eagles_distance(d, hex, d->city[cities->list[i]].hex);
            const unsigned march = march_to(p, hex, cities->list[i], distance);
            if (march <= COMMAND[0]) {
                sums->command[side][i] += (float)d->leader[leader].leadership / LEADERSHIP_UNIT;
            }
            for (unsigned band = 0; band < EAGLES_INPUT_CLOSE && leader == d->napoleon; band++) {
                sums->napoleon[band][i] = march <= CLOSE[band];
            }
        }
    }
}

static void gather(const EaglesData *d, const EaglesState *s, const Cities *cities, Sums *sums)
{
    const Play p = {d, (EaglesState *)(uintptr_t)s, NULL, 0, NULL};
    memset(sums, 0, sizeof *sums);
    gather_stacks(&p, cities, sums);
    gather_leaders(&p, cities, sums);
}

/* ------------------------------------------------------------------ the inputs */

static void add_value(ModelInputs *inputs, unsigned index, float value)
{
    if (value > 0.0F || value < 0.0F) {
        model_add(inputs, index, value);
    }
}

static void add_city(ModelInputs *inputs, unsigned block, const EaglesState *s, unsigned i, unsigned city,
                     float share)
{
    const unsigned side = eagles_control(s, city);
    if (side <= EAGLES_COALITION) {
        model_add(inputs, block + EAGLES_INPUT_CONTROL + side * EAGLES_INPUT_CITIES + i, 1.0F);
        add_value(inputs, block + EAGLES_INPUT_CONTROL_LATE + side * EAGLES_INPUT_CITIES + i, share);
        model_add(inputs, block + EAGLES_INPUT_GOALS + side, 0.25F);
    }
    if (eagles_siege_value(s, city) > 0) {
        model_add(inputs, block + EAGLES_INPUT_SIEGE + i, 1.0F);
    }
}

/* A family of a number for each side, band and city. */
static void add_bands(ModelInputs *inputs, unsigned first, unsigned bands,
                      const float (*sums)[EAGLES_INPUT_CITIES], unsigned cities)
{
    for (unsigned run = 0; run < 2 * bands; run++) {
        for (unsigned i = 0; i < cities; i++) {
            add_value(inputs, first + run * EAGLES_INPUT_CITIES + i, sums[run][i]);
        }
    }
}

static void add_strength(ModelInputs *inputs, unsigned block, const Sums *sums, unsigned cities)
{
    add_bands(inputs, block + EAGLES_INPUT_NEAR, EAGLES_INPUT_BANDS, sums->near[0], cities);
    add_bands(inputs, block + EAGLES_INPUT_MARCH, EAGLES_INPUT_MARCHES, sums->march[0], cities);
    add_bands(inputs, block + EAGLES_INPUT_MASS, EAGLES_INPUT_CLOSE, sums->mass[0], cities);
    add_bands(inputs, block + EAGLES_INPUT_FED, EAGLES_INPUT_CLOSE, sums->fed[0], cities);
    add_bands(inputs, block + EAGLES_INPUT_COMMAND, 1, sums->command, cities);
    for (unsigned run = 0; run < EAGLES_INPUT_CLOSE; run++) {
        for (unsigned i = 0; i < cities; i++) {
            add_value(inputs, block + EAGLES_INPUT_NAPOLEON + run * EAGLES_INPUT_CITIES + i,
                      sums->napoleon[run][i] ? 1.0F : 0.0F);
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        add_value(inputs, block + EAGLES_INPUT_STRENGTH + side, sums->total[side] / EAGLES_STRENGTH_UNIT);
        add_value(inputs, block + EAGLES_INPUT_UNFED + side, sums->unfed[side]);
        add_value(inputs, block + EAGLES_INPUT_MOVED + side,
                  sums->moved[side] / (sums->total[side] > 0.0F ? sums->total[side] : 1.0F));
    }
}

static void add_nation(ModelInputs *inputs, const Play *p, const Sums *sums, unsigned nation)
{
    const EaglesNation *n = &p->s->nation[nation];
    if (n->side <= EAGLES_COALITION) {
        model_add(inputs, EAGLES_CAMPAIGN_INPUT_NATION_SIDE + (unsigned)n->side * EAGLES_NATIONS_MAX + nation,
                  1.0F);
    }
    add_value(inputs, EAGLES_CAMPAIGN_INPUT_CONQUERED + nation, (float)n->conquered);
    add_value(inputs, EAGLES_CAMPAIGN_INPUT_FALLEN + nation,
              (n->flags & EAGLES_NATION_NOW) != 0 ? 1.0F : 0.0F);
    add_value(inputs, EAGLES_CAMPAIGN_INPUT_NATION_STRENGTH + nation, sums->nation[nation]);
    add_value(inputs, EAGLES_CAMPAIGN_INPUT_NATION_POOL + nation,
              (float)eagles_pool_sp(p, nation) / EAGLES_STRENGTH_UNIT);
}

static void add_campaign(ModelInputs *inputs, const EaglesData *d, const EaglesState *s, const Sums *sums,
                         float share)
{
    const Play p = {d, (EaglesState *)(uintptr_t)s, NULL, 0, NULL};
    for (unsigned nation = 0; nation < d->nations; nation++) {
        add_nation(inputs, &p, sums, nation);
    }
    for (unsigned side = 0; side < 2; side++) {
        const float cities = (float)eagles_held_production_cities(&p, side) / 8.0F;
        add_value(inputs, EAGLES_CAMPAIGN_INPUT_PRODUCTION + side, cities);
        add_value(inputs, EAGLES_CAMPAIGN_INPUT_PRODUCTION_LATE + side, cities * share);
    }
    if ((s->campaign.exile_flags & EAGLES_EXILED) != 0) {
        add_value(inputs, EAGLES_CAMPAIGN_INPUT_EXILE, 0.25F + (float)s->campaign.exile_months / 12.0F);
    }
    add_value(inputs, EAGLES_CAMPAIGN_INPUT_TIME, share);
}

void eagles_inputs(const EaglesData *d, const EaglesState *s, ModelInputs *inputs)
{
    const unsigned scenario = block_of(d);
    inputs->count = 0;
    if (scenario == EAGLES_INPUT_SCENARIOS) {
        return;
    }
    Sums sums;
    const unsigned block = scenario * EAGLES_INPUT_BLOCK;
    const Cities cities = cities_of(d);
    const float share = (float)s->header.turn / (float)d->months;
    gather(d, s, &cities, &sums);
    for (unsigned i = 0; i < cities.count; i++) {
        add_city(inputs, block, s, i, cities.list[i], share);
    }
    add_strength(inputs, block, &sums, cities.count);
    model_add_steps(inputs, block + EAGLES_INPUT_MONTHS_LEFT, EAGLES_INPUT_MONTHS,
                    (int)d->months - 1 - s->header.turn);
    model_add(inputs, block + EAGLES_INPUT_ACTIVE + (s->active == EAGLES_COALITION ? 1U : 0U), 1.0F);
    for (unsigned side = 0; side < 2; side++) {
        add_value(inputs, block + EAGLES_INPUT_POINTS + side, (float)s->victory_points[side] / 4.0F);
    }
    add_value(inputs, block + EAGLES_INPUT_ALLIANCE, (float)s->alliance_modifier / 2.0F);
    model_add(inputs, block + EAGLES_INPUT_ALWAYS, 1.0F);
    if ((d->special & EAGLES_CAMPAIGN) != 0) {
        add_campaign(inputs, d, s, &sums, share);
    }
}

/* ------------------------------------------------------------------ names */

typedef struct Family {
    const char *name;
    uint16_t first, count;
} Family;

static const Family FAMILIES[] = {
#define EAGLES_INPUT_ROW(name, count) {#name, EAGLES_INPUT_##name, count},
    EAGLES_INPUT_FAMILIES(EAGLES_INPUT_ROW)
#undef EAGLES_INPUT_ROW
};

static const Family CAMPAIGN_FAMILIES[] = {
#define EAGLES_INPUT_ROW(name, count) {#name, EAGLES_CAMPAIGN_INPUT_##name, count},
    EAGLES_CAMPAIGN_FAMILIES(EAGLES_INPUT_ROW)
#undef EAGLES_INPUT_ROW
};

/* The family of an input, of a list that begins before it and ends behind it. */
static Family family_of(const Family *list, unsigned index)
{
    assert(index >= list->first);
    while (index >= (unsigned)list->first + list->count) {
        list++;
    }
    return *list;
}

/* Families of cities come first. */
static bool is_of_cities(unsigned first) { return first <= EAGLES_INPUT_NAPOLEON; }

const unsigned *eagles_input_bands(uint32_t family, unsigned *count)
{
    const bool close =
        family == EAGLES_INPUT_MASS || family == EAGLES_INPUT_FED || family == EAGLES_INPUT_NAPOLEON;
    if (family == EAGLES_INPUT_NEAR || family == EAGLES_INPUT_MARCH) {
        *count = family == EAGLES_INPUT_NEAR ? EAGLES_INPUT_BANDS : EAGLES_INPUT_MARCHES;
        return family == EAGLES_INPUT_NEAR ? BANDS : MARCHES;
    }
    *count = close ? EAGLES_INPUT_CLOSE : 1;
    return close ? CLOSE : COMMAND;
}

/* Cities by number: a file is read with any scenario, and only the one at hand has its cities known here. */
static void write_city_input(unsigned scenario, Family family, unsigned at, char name[MODEL_NAME_BYTES])
{
    const unsigned city = at % EAGLES_INPUT_CITIES;
    const unsigned run = at / EAGLES_INPUT_CITIES;
    unsigned bands;
    const unsigned *distance = eagles_input_bands(family.first, &bands);
    const bool of_none = family.first == EAGLES_INPUT_SIEGE || family.first == EAGLES_INPUT_NAPOLEON;
    const char *seat = of_none ? "any" : seat_name((Seat)(run / bands));
    if (bands > 1) {
        (void)snprintf(name, MODEL_NAME_BYTES, "%s.%s%u.%s.%u", SCENARIOS[scenario], family.name,
                       distance[run % bands], seat, city);
    } else {
        (void)snprintf(name, MODEL_NAME_BYTES, "%s.%s.%s.%u", SCENARIOS[scenario], family.name, seat, city);
    }
}

/* Nations by number, too. */
static void write_campaign_input(unsigned input, char name[MODEL_NAME_BYTES])
{
    const Family family = family_of(CAMPAIGN_FAMILIES, input);
    const unsigned at = input - family.first;
    if (family.count == 2 * EAGLES_NATIONS_MAX) {
        (void)snprintf(name, MODEL_NAME_BYTES, "campaign.%s.%s.%u", family.name,
                       seat_name((Seat)(at / EAGLES_NATIONS_MAX)), at % EAGLES_NATIONS_MAX);
    } else if (family.count == 2) {
        (void)snprintf(name, MODEL_NAME_BYTES, "campaign.%s.%s", family.name, seat_name((Seat)at));
    } else {
        (void)snprintf(name, MODEL_NAME_BYTES, "campaign.%s.%u", family.name, at);
    }
}

static void write_scenario_input(unsigned input, char name[MODEL_NAME_BYTES])
{
    const unsigned scenario = input / EAGLES_INPUT_BLOCK;
    const unsigned index = input % EAGLES_INPUT_BLOCK;
    const Family family = family_of(FAMILIES, index);
    const unsigned at = index - family.first;
    if (is_of_cities(family.first)) {
        write_city_input(scenario, family, at, name);
    } else if (family.count == 2) {
        (void)snprintf(name, MODEL_NAME_BYTES, "%s.%s.%s", SCENARIOS[scenario], family.name,
                       seat_name((Seat)at));
    } else {
        (void)snprintf(name, MODEL_NAME_BYTES, "%s.%s.%u", SCENARIOS[scenario], family.name, at);
    }
}

void eagles_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES])
{
    assert(input < EAGLES_INPUT_COUNT);
    (void)data;
    if (input > (uint32_t)EAGLES_CAMPAIGN_INPUTS) {
        write_campaign_input(input, name);
    } else {
        write_scenario_input(input, name);
    }
    for (char *c = name; *c != '\0'; c++) { /* as ids are written */
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
}
