/* load_campaign.c: what the grand campaign needs beside board and scenario: production cities, the nations,
 * cities and regions that its rules name, and the numbers of grand_campaign_rules (map 13). */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/load.h"

/* ------------------------------------------------------------------ production cities */

static bool load_choice(EaglesData *d, const JsonNode *production, EaglesNationData *n, Err *err)
{
    JsonNode choice;
    uint8_t cities[EAGLES_LIST_MAX];
    uint8_t count = 0;
    n->red_always = n->red_count;
    if (!json_find(production, "red_choice", &choice)) {
        return true;
    }
    if (!eagles_get_u8(&choice, "count", 0, 10, &n->red_choice, err) ||
        !eagles_get_refs(d, &choice, "from", EAGLES_NOUN_CITY, cities, sizeof n->red - n->red_count, &count,
                         err)) {
        return false;
    }
    memcpy(&n->red[n->red_count], cities, count);
    n->red_count = (uint8_t)(n->red_count + count);
    return true;
}

/* Of every nation, in the order of the board. */
static bool load_production(EaglesData *d, const JsonNode *board, Err *err)
{
    JsonNode nations;
    unsigned nation = 0;
    if (!json_get(board, "nations", &nations, err)) {
        return false;
    }
    for (JsonNode node = json_first(&nations); !json_is_end(&node); node = json_next(&node), nation++) {
        EaglesNationData *n = &d->nation[nation];
        JsonNode production;
        if (!json_get(&node, "production", &production, err) ||
            !eagles_get_refs(d, &production, "red", EAGLES_NOUN_CITY, n->red, sizeof n->red, &n->red_count,
                             err) ||
            !eagles_get_refs(d, &production, "landwehr", EAGLES_NOUN_CITY, n->landwehr, sizeof n->landwehr,
                             &n->landwehr_count, err) ||
            !eagles_get_refs(d, &production, "naval", EAGLES_NOUN_CITY, n->naval, sizeof n->naval,
                             &n->naval_count, err) ||
            !load_choice(d, &production, n, err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ names the rules know */

typedef struct Name {
    size_t offset; /* in EaglesCampaignData */
    const char *id;
} Name;

#define NAMED(member)                                                                                        \
    {                                                                                                        \
        offsetof(EaglesCampaignData, member), #member                                                        \
    }
#define CALLED(member, x)                                                                                    \
    {                                                                                                        \
        offsetof(EaglesCampaignData, member), x                                                              \
    }

static const Name NATIONS[] = {
    NAMED(england), NAMED(austria),  NAMED(prussia),           NAMED(russia),
    NAMED(spain),   NAMED(holland),  NAMED(portugal),          NAMED(northern_italy),
    NAMED(bavaria), NAMED(dalmatia), NAMED(brunswick),         NAMED(hanover),
    NAMED(hesse),   NAMED(saxony),   NAMED(westphalia),        NAMED(rhine_confederation),
    NAMED(baden),   NAMED(denmark),  NAMED(holy_roman_empire), NAMED(poland),
    NAMED(sweden),  NAMED(piedmont),
};
static const Name CITIES[] = {
    NAMED(paris),
    NAMED(london),
    NAMED(madrid),
    NAMED(lisbon),
    NAMED(gibraltar),
    NAMED(boulogne),
    NAMED(cassel),
    NAMED(amsterdam),
    NAMED(antwerp),
    NAMED(brussels),
    NAMED(stockholm),
    NAMED(trieste),
    NAMED(kiev),
    NAMED(grodno),
    NAMED(cracow),
    NAMED(dantzig),
    NAMED(genoa),
    NAMED(konigsberg),
    NAMED(frankfurt),
    CALLED(hanover_city, "hanover"),
    CALLED(brunswick_city, "brunswick"),
};
static const Name REGIONS[] = {
    NAMED(tirol),
    NAMED(venetia),
    NAMED(western_galicia),
    NAMED(eastern_galicia),
    NAMED(south_prussia),
    NAMED(magdeburg),
    NAMED(finland),
    NAMED(eastern_poland),
    NAMED(pomerania),
    NAMED(belgium),
    NAMED(rhineland),
    CALLED(dalmatia_region, "dalmatia"),
    CALLED(piedmont_region, "piedmont"),
};
static const Name SEAS[] = {NAMED(north_sea), CALLED(atlantic, "atlantic_ocean")};

static unsigned find_region(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->regions; i++) {
        if (strcmp(d->region_id[i], id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

static unsigned find_sea(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->seas; i++) {
        if (strcmp(d->sea[i].id, id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

static bool look_up(EaglesData *d, const JsonNode *board, const Name *names, size_t count, const char *noun,
                    unsigned (*find)(const EaglesData *d, const char *id), Err *err)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned index = find(d, names[i].id);
        if (index == EAGLES_NONE) {
            return json_error(board, err, "expected a %s \"%s\", which the rules of the grand campaign name",
                              noun, names[i].id);
        }
        ((uint8_t *)&d->campaign)[names[i].offset] = (uint8_t)index;
    }
    return true;
}

static bool load_names(EaglesData *d, const JsonNode *board, Err *err)
{
    return look_up(d, board, NATIONS, sizeof NATIONS / sizeof NATIONS[0], "nation", eagles_find_nation,
                   err) &&
           look_up(d, board, CITIES, sizeof CITIES / sizeof CITIES[0], "city", eagles_find_city, err) &&
           look_up(d, board, REGIONS, sizeof REGIONS / sizeof REGIONS[0], "region", find_region, err) &&
           look_up(d, board, SEAS, sizeof SEAS / sizeof SEAS[0], "sea area", find_sea, err);
}

/* ------------------------------------------------------------------ numbers of the rules */

static bool get_cities(const EaglesData *d, const JsonNode *object, const char *key, EaglesCitySet *set,
                       Err *err)
{
    uint8_t list[64];
    uint8_t count = 0;
    if (!eagles_get_refs(d, object, key, EAGLES_NOUN_CITY, list, sizeof list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        set->bits[list[i] / 8] |= (uint8_t)(1U << (list[i] % 8));
    }
    return true;
}

/* Counters by type; members that are no type (a source) are passed over. */
static bool get_counters(const JsonNode *object, uint8_t count[EAGLES_TYPES], Err *err)
{
    size_t length = 0;
    if (!json_object(object, EAGLES_TYPES + 1, &length, err)) {
        return false;
    }
    for (JsonNode node = json_first(object); !json_is_end(&node); node = json_next(&node)) {
        const unsigned type = eagles_find_type(node.key);
        long number = 0;
        if (type == EAGLES_TYPES) {
            continue;
        }
        if (!json_int(&node, 0, 60, &number, err)) {
            return false;
        }
        count[type] = (uint8_t)number;
    }
    return true;
}

/* "1809-12" as a month of the game from 0. */
static bool get_game_month(const EaglesData *d, const JsonNode *object, const char *key, uint8_t *out,
                           Err *err)
{
    unsigned month = 0;
    if (!eagles_get_month(object, key, &month, err)) {
        return false;
    }
    *out = month <= d->first_month ? 0 : (uint8_t)(month - d->first_month);
    return true;
}

static bool load_treaty(EaglesData *d, const JsonNode *rules, Err *err)
{
    static const char *const OPTIONS[3] = {"no_poland", "grand_duchy", "kingdom"};
    JsonNode poland;
    JsonNode options;
    if (!json_get(rules, "poland", &poland, err) || !json_get(&poland, "options", &options, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        JsonNode option;
        JsonNode pool;
        if (!json_get(&options, OPTIONS[i], &option, err) ||
            !eagles_get_u8(&option, "russia_neutral_months", 0, 60, &d->campaign.peace_months[i], err) ||
            !get_game_month(d, &option, "russia_no_english_points_until", &d->campaign.no_points[i], err) ||
            !json_get(&option, "force_pool", &pool, err) ||
            !get_counters(&pool, d->campaign.polish_pool[i], err)) {
            return false;
        }
    }
    return true;
}

static bool load_holland(EaglesData *d, const JsonNode *rules, Err *err)
{
    JsonNode holland;
    JsonNode annex;
    JsonNode pool;
    return json_get(rules, "holland", &holland, err) && json_get(&holland, "annex", &annex, err) &&
           get_game_month(d, &annex, "after", &d->campaign.annex_after, err) &&
           json_get(&annex, "adds_to_french_pool", &pool, err) &&
           get_counters(&pool, d->campaign.annexed_pool, err);
}

static bool load_spain(EaglesData *d, const JsonNode *rules, Err *err)
{
    JsonNode spain;
    JsonNode limit;
    JsonNode invaded;
    return json_get(rules, "spain", &spain, err) && json_get(&spain, "pro_french_limit", &limit, err) &&
           eagles_get_u8(&limit, "max_sp", 0, 100, &d->campaign.spanish_limit, err) &&
           eagles_get_u8(&limit, "row_of_madrid", 0, 63, &d->campaign.madrid_row, err) &&
           json_get(&spain, "invaded_when", &invaded, err) &&
           eagles_get_u8(&invaded, "pro_french_sp_min", 0, 100, &d->campaign.invaded_sp, err);
}

static bool load_invasion(EaglesData *d, const JsonNode *france, Err *err)
{
    EaglesCampaignData *c = &d->campaign;
    JsonNode invasion;
    JsonNode list;
    size_t count = 0;
    if (!json_get(france, "invasion_of_england", &invasion, err) ||
        !eagles_get_u8(&invasion, "max_sp", 1, 60, &c->crossing_sp, err) ||
        !json_get(&invasion, "to_hexes", &list, err) ||
        !json_array(&list, sizeof c->landing / sizeof c->landing[0], &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        unsigned hex = 0;
        if (!eagles_read_ref(d, &node, EAGLES_NOUN_HEX, &hex, err)) {
            return false;
        }
        if (!d->hex[hex].coastal) {
            return json_error(&node, err, "found hex %02u%02u inland, expected a coast to land on",
                              d->hex[hex].column, d->hex[hex].row);
        }
        c->landing[c->landings++] = (uint16_t)hex;
    }
    return true;
}

static bool load_france(EaglesData *d, const JsonNode *rules, Err *err)
{
    JsonNode france;
    JsonNode back;
    JsonNode recognition;
    return json_get(rules, "france", &france, err) && load_invasion(d, &france, err) &&
           json_get(&france, "return", &back, err) && json_get(&back, "recognition", &recognition, err) &&
           get_cities(d, &recognition, "cities", &d->campaign.recognition, err);
}

static bool load_conquest(EaglesData *d, const JsonNode *rules, Err *err)
{
    EaglesCampaignData *c = &d->campaign;
    JsonNode conquest;
    JsonNode minors;
    JsonNode prussia;
    JsonNode russia;
    JsonNode liberation;
    return json_get(rules, "conquest", &conquest, err) &&
           eagles_get_bits(d, &conquest, "all_cities", EAGLES_NOUN_NATION, &c->all_cities, err) &&
           json_get(&conquest, "minor_effects", &minors, err) &&
           eagles_get_bits(d, &minors, "loyal", EAGLES_NOUN_NATION, &c->loyal, err) &&
           eagles_get_bits(d, &minors, "revert", EAGLES_NOUN_NATION, &c->reverting, err) &&
           json_get(rules, "prussia", &prussia, err) &&
           eagles_get_bits(d, &prussia, "bloc", EAGLES_NOUN_NATION, &c->prussian_bloc, err) &&
           json_get(rules, "russia", &russia, err) && json_get(&russia, "liberation", &liberation, err) &&
           get_cities(d, &liberation, "initial_prussian_cities", &c->prussian_cities, err);
}

static bool load_war(EaglesData *d, const JsonNode *wars, unsigned war, Err *err)
{
    static const char *const WARS[EAGLES_WARS] = {"usa", "finnish", "turkish", "irish"};
    EaglesCampaignData *c = &d->campaign;
    JsonNode node;
    JsonNode units;
    unsigned nation = 0;
    c->war_nation[war][0] = c->war_nation[war][1] = EAGLES_NONE;
    if (!json_get(wars, WARS[war], &node, err) || !json_get(&node, "units", &units, err)) {
        return false;
    }
    if (war != EAGLES_WAR_FINNISH) {
        if (!eagles_get_ref(d, &node, "nation", EAGLES_NOUN_NATION, &nation, err)) {
            return false;
        }
        c->war_nation[war][0] = (uint8_t)nation;
        return get_counters(&units, c->war_units[war][0], err);
    }
    unsigned k = 0; /* of two nations, each with its own list */
    size_t count = 0;
    if (!json_object(&units, 2, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&units); !json_is_end(&entry); entry = json_next(&entry), k++) {
        nation = eagles_find_nation(d, entry.key);
        if (nation == EAGLES_NONE) {
            return json_error(&entry, err, "found \"%.30s\", expected the id of a nation", entry.key);
        }
        c->war_nation[war][k] = (uint8_t)nation;
        if (!get_counters(&entry, c->war_units[war][k], err)) {
            return false;
        }
    }
    return true;
}

static bool load_wars(EaglesData *d, const JsonNode *rules, Err *err)
{
    JsonNode wars;
    if (!json_get(rules, "foreign_wars", &wars, err)) {
        return false;
    }
    for (unsigned war = 0; war < EAGLES_WARS; war++) {
        if (!load_war(d, &wars, war, err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ what can be built */

/* Never more counters than the nation has beside its set-up. */
static bool load_pool(EaglesData *d, const JsonNode *node, unsigned nation, Err *err)
{
    uint8_t count[EAGLES_TYPES] = {0};
    if (!get_counters(node, count, err)) {
        return false;
    }
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        const unsigned unit = d->nation[nation].unit[type];
        unsigned placed = 0;
        for (unsigned i = 0; i < d->setups; i++) {
            placed += d->setup[i].nation == nation ? d->setup[i].count[type] : 0U;
        }
        if (count[type] > 0 && (unit == EAGLES_NONE || placed + count[type] > d->unit[unit].mix)) {
            return json_error(node, err,
                              "found %u of type %s beside %u in the set-up, expected at most the counters",
                              count[type], EAGLES_TYPE_IDS[type], placed);
        }
        if (unit != EAGLES_NONE) {
            d->campaign.pool[unit] = count[type];
        }
    }
    return true;
}

static bool load_pools(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode block;
    JsonNode pools;
    size_t count = 0;
    if (!json_get(scenario, "force_pool", &block, err) || !json_get(&block, "pool", &pools, err) ||
        !json_object(&pools, EAGLES_NATIONS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&pools); !json_is_end(&node); node = json_next(&node)) {
        const unsigned nation = eagles_find_nation(d, node.key);
        if (nation == EAGLES_NONE) {
            return json_error(&node, err, "found \"%.30s\", expected the id of a nation", node.key);
        }
        if (!load_pool(d, &node, nation, err)) {
            return false;
        }
    }
    return true;
}

/* The counters that come with an annexed Holland have slots of their own behind all ships. */
static bool add_annexed_ships(EaglesData *d, const JsonNode *board, Err *err)
{
    d->campaign.annexed_ship = (uint8_t)d->ships;
    for (unsigned type = EAGLES_S; type <= EAGLES_T; type++) {
        for (unsigned n = d->campaign.annexed_pool[type]; n > 0; n--) {
            const unsigned unit = d->nation[d->france].unit[type];
            if (d->ships == EAGLES_SHIPS_MAX || unit == EAGLES_NONE) {
                return json_error(board, err, "found more than %d ships", EAGLES_SHIPS_MAX);
            }
            d->ship_unit[d->ships++] = (uint8_t)unit;
        }
    }
    return true;
}

bool eagles_load_campaign(EaglesData *d, const JsonNode *scenario, const JsonNode *board, Err *err)
{
    JsonNode rules;
    if ((d->special & EAGLES_CAMPAIGN) == 0) {
        return true;
    }
    return json_get(board, "grand_campaign_rules", &rules, err) && load_production(d, board, err) &&
           load_names(d, board, err) && load_treaty(d, &rules, err) && load_holland(d, &rules, err) &&
           load_spain(d, &rules, err) && load_france(d, &rules, err) && load_conquest(d, &rules, err) &&
           load_wars(d, &rules, err) && load_pools(d, scenario, err) && add_annexed_ships(d, board, err);
}
