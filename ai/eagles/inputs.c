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

/* Sums over the SP on the map, gathered in one walk. */
typedef struct Sums {
    float near[2][EAGLES_INPUT_BANDS][EAGLES_INPUT_CITIES];
    float total[2];
    float nation[EAGLES_NATIONS_MAX];
} Sums;

static void add_row(Sums *sums, const EaglesData *d, const Cities *cities, unsigned hex, unsigned side,
                    float strength)
{
    sums->total[side] += strength;
    for (unsigned i = 0; i < cities->count; i++) {
        const unsigned distance = eagles_distance(d, hex, d->city[cities->list[i]].hex);
        for (unsigned band = EAGLES_INPUT_BANDS; band-- > 0 && distance <= BANDS[band];) {
            sums->near[side][band][i] += strength;
        }
    }
}

static void gather(const EaglesData *d, const EaglesState *s, const Cities *cities, Sums *sums)
{
    const Play p = {d, (EaglesState *)(uintptr_t)s, NULL, 0, NULL};
    memset(sums, 0, sizeof *sums);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned side = eagles_unit_side(&p, unit);
        if (side <= EAGLES_COALITION) {
            const float worth = 0.7F + 0.15F * d->nation[d->unit[unit].nation].morale[d->unit[unit].type];
            const float strength = (float)s->row_count[i] * worth / EAGLES_STRENGTH_UNIT;
            add_row(sums, d, cities, eagles_key_place(s->row_key[i]), side, strength);
            sums->nation[d->unit[unit].nation] += strength;
        }
    }
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

static void add_strength(ModelInputs *inputs, unsigned block, const Sums *sums, unsigned cities)
{
    for (unsigned side = 0; side < 2; side++) {
        add_value(inputs, block + EAGLES_INPUT_STRENGTH + side, sums->total[side] / EAGLES_STRENGTH_UNIT);
        for (unsigned band = 0; band < EAGLES_INPUT_BANDS; band++) {
            const unsigned run =
                block + EAGLES_INPUT_NEAR + (side * EAGLES_INPUT_BANDS + band) * EAGLES_INPUT_CITIES;
            for (unsigned i = 0; i < cities; i++) {
                add_value(inputs, run + i, sums->near[side][band][i]);
            }
        }
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

static bool is_of_cities(unsigned first)
{
    return first == EAGLES_INPUT_CONTROL || first == EAGLES_INPUT_CONTROL_LATE ||
           first == EAGLES_INPUT_SIEGE || first == EAGLES_INPUT_NEAR;
}

/* Cities by number: a file is read with any scenario, and only the one at hand has its cities known here. */
static void write_city_input(unsigned scenario, Family family, unsigned at, char name[MODEL_NAME_BYTES])
{
    const unsigned city = at % EAGLES_INPUT_CITIES;
    const unsigned run = at / EAGLES_INPUT_CITIES;
    const unsigned bands = family.first == EAGLES_INPUT_NEAR ? EAGLES_INPUT_BANDS : 1;
    const char *seat = family.first == EAGLES_INPUT_SIEGE ? "any" : seat_name((Seat)(run / bands));
    if (bands > 1) {
        (void)snprintf(name, MODEL_NAME_BYTES, "%s.%s%u.%s.%u", SCENARIOS[scenario], family.name,
                       BANDS[run % bands], seat, city);
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
