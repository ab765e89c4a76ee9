/* load_scenario.c: calendar, politics, territory, set-up, arrivals, replacements, supply, special rules. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/load.h"

/* ------------------------------------------------------------------ calendar and options */

static bool load_calendar(EaglesData *d, const JsonNode *scenario, Err *err)
{
    unsigned start = 0;
    unsigned end = 0;
    long turns = 0;
    if (!eagles_get_name(scenario, "id", d->id, sizeof d->id, err) ||
        !eagles_get_name(scenario, "title", d->title, sizeof d->title, err) ||
        !eagles_get_month(scenario, "start", &start, err) || !eagles_get_month(scenario, "end", &end, err) ||
        !json_get_int(scenario, "turns", 1, EAGLES_MONTHS_MAX, &turns, err)) {
        return false;
    }
    if (end < start) {
        JsonNode node;
        return json_get(scenario, "end", &node, err) &&
               json_error(&node, err, "found an end before the start, expected the last month of play");
    }
    if (end + 1 != start + (unsigned)turns) {
        return json_error(scenario, err, "found %ld turns, expected %u from start and end", turns,
                          end + 1 - start);
    }
    d->first_month = start;
    d->months = (unsigned)turns;
    for (unsigned month = 0; month < sizeof d->winter / sizeof d->winter[0]; month++) {
        const unsigned calendar = (start + month) % 12;
        d->winter[month] = calendar >= 10 || calendar <= 1;
    }
    return true;
}

/* A month of the scenario; before its start counts as its first, after its end as EAGLES_NONE. */
static bool get_month(const EaglesData *d, const JsonNode *object, const char *key, uint8_t *out, Err *err)
{
    unsigned month = 0;
    if (!eagles_get_month(object, key, &month, err)) {
        return false;
    }
    *out = month <= d->first_month               ? 0
           : month >= d->first_month + d->months ? EAGLES_NONE
                                                 : (uint8_t)(month - d->first_month);
    return true;
}

static bool load_options(EaglesData *d, const JsonNode *scenario, Err *err)
{
    static const char *const KEYS[] = {"local_attrition", "rear_maneuver",    "cavalry_charge",
                                       "imperial_guard",  "open_information", NULL};
    JsonNode options;
    if (!json_get(scenario, "options", &options, err) || !json_only_keys(&options, KEYS, err)) {
        return false;
    }
    for (unsigned i = 0; KEYS[i] != NULL; i++) {
        bool on = false;
        if (!json_get_bool(&options, KEYS[i], &on, err)) {
            return false;
        }
        d->options |= (uint8_t)(on ? 1U << i : 0U);
    }
    return true;
}

static bool load_areas(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode areas;
    size_t count = 0;
    unsigned bits = 0;
    if (!json_get(scenario, "areas", &areas, err) || !json_array(&areas, 4, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&areas); !json_is_end(&node); node = json_next(&node)) {
        long area = 0;
        if (!json_int(&node, 1, 4, &area, err)) {
            return false;
        }
        bits |= 1U << area;
    }
    for (unsigned h = 0; h < d->hexes; h++) {
        EaglesHex *hex = &d->hex[h];
        hex->in_theatre = (bits >> hex->area & 1U) != 0;
        const bool shut = !hex->playable || !hex->in_theatre || hex->province == EAGLES_NONE;
        d->land[h].door = shut ? EAGLES_PROVINCE_SHUT : hex->province;
    }
    return true;
}

/* ------------------------------------------------------------------ politics and territory */

static bool load_status(EaglesData *d, const JsonNode *political, const char *key, unsigned side, Err *err)
{
    JsonNode list;
    uint8_t nations[EAGLES_NATIONS_MAX];
    uint8_t count = 0;
    if (!json_find(political, key, &list)) {
        return true;
    }
    if (!eagles_get_refs(d, political, key, EAGLES_NOUN_NATION, nations, sizeof nations, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        d->start_side[nations[i]] = (uint8_t)side;
        d->start_closed[nations[i]] = false;
    }
    return true;
}

/* Neutral countries that both sides may enter: nations, or regions as "region:<id>". */
static bool load_open_neutrals(EaglesData *d, const JsonNode *political, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(political, "open_neutrals", &list, err) || !json_array(&list, 16, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        const char *text = NULL;
        if (!json_string(&node, &text, err)) {
            return false;
        }
        const bool region = strncmp(text, "region:", 7) == 0;
        const unsigned nation = region ? EAGLES_NONE : eagles_find_nation(d, text);
        bool found = false;
        for (unsigned i = 0; i < d->provinces; i++) {
            const EaglesProvince *p = &d->province[i];
            const bool same_region =
                region && p->region != EAGLES_NONE && strcmp(d->region_id[p->region], text + 7) == 0;
            if (same_region || (!region && p->country == nation)) {
                d->province[i].always_open = true;
                found = true;
            }
        }
        if (!found) {
            return json_error(&node, err, "found \"%.30s\", expected a nation or \"region:\" and a region",
                              text);
        }
    }
    return true;
}

static bool load_political(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode political;
    JsonNode closed;
    uint8_t nations[EAGLES_NATIONS_MAX];
    uint8_t count = 0;
    if (!json_get(scenario, "political", &political, err)) {
        return false;
    }
    for (unsigned i = 0; i < d->nations; i++) {
        d->start_side[i] = EAGLES_NEUTRAL; /* in no list: neutral and closed (map 17) */
        d->start_closed[i] = true;
    }
    if (!load_status(d, &political, "neutral", EAGLES_NEUTRAL, err) ||
        !load_status(d, &political, "unformed", EAGLES_UNFORMED, err) ||
        !load_status(d, &political, "france", EAGLES_FRANCE, err) ||
        !load_status(d, &political, "coalition", EAGLES_COALITION, err)) {
        return false;
    }
    if (json_find(&political, "closed", &closed)) {
        if (!eagles_get_refs(d, &political, "closed", EAGLES_NOUN_NATION, nations, sizeof nations, &count,
                             err)) {
            return false;
        }
        for (unsigned i = 0; i < count; i++) {
            d->start_closed[nations[i]] = true;
        }
    }
    for (unsigned i = 0; i < d->nations; i++) {
        d->start_colour[i] = d->nation[i].colour[d->start_side[i] == EAGLES_FRANCE ? 0 : 1];
    }
    return load_open_neutrals(d, &political, err);
}

/* city: before region: before country: before the map (map 17). */
static unsigned territory_rank(const EaglesData *d, const char *key, const EaglesProvince *p)
{
    if (strncmp(key, "city:", 5) == 0) {
        return p->city != EAGLES_NONE && strcmp(d->city[p->city].id, key + 5) == 0 ? 3 : 0;
    }
    if (strncmp(key, "region:", 7) == 0) {
        return p->region != EAGLES_NONE && strcmp(d->region_id[p->region], key + 7) == 0 ? 2 : 0;
    }
    if (strncmp(key, "country:", 8) == 0) {
        return p->country != EAGLES_NONE && strcmp(d->nation[p->country].id, key + 8) == 0 ? 1 : 0;
    }
    return 0;
}

static bool load_territory(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode territory;
    size_t count = 0;
    uint8_t best[EAGLES_PROVINCES_MAX] = {0};
    if (!json_get(scenario, "territory", &territory, err) ||
        !json_object(&territory, EAGLES_PROVINCES_MAX, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < d->provinces; i++) {
        d->start_owner[i] = d->province[i].country;
    }
    for (JsonNode node = json_first(&territory); !json_is_end(&node); node = json_next(&node)) {
        unsigned nation = 0;
        bool found = false;
        if (!eagles_read_ref(d, &node, EAGLES_NOUN_NATION, &nation, err)) {
            return false;
        }
        for (unsigned i = 0; i < d->provinces; i++) {
            const unsigned rank = territory_rank(d, node.key, &d->province[i]);
            found = found || rank > 0;
            if (rank > best[i]) {
                best[i] = (uint8_t)rank;
                d->start_owner[i] = (uint8_t)nation;
            }
        }
        if (!found) {
            return json_error(&node, err, "found \"%.40s\", expected country:, region: or city: and an id",
                              node.key);
        }
    }
    return true;
}

static bool load_control(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode control;
    memset(d->start_control, EAGLES_NONE, sizeof d->start_control);
    if (!json_find(scenario, "control_at_start", &control)) {
        return true;
    }
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        JsonNode list;
        uint8_t cities[EAGLES_CITIES_MAX];
        uint8_t count = 0;
        if (!json_find(&control, EAGLES_SIDE_IDS[side], &list)) {
            continue;
        }
        if (!eagles_get_refs(d, &control, EAGLES_SIDE_IDS[side], EAGLES_NOUN_CITY, cities, 255, &count,
                             err)) {
            return false;
        }
        for (unsigned i = 0; i < count; i++) {
            d->start_control[cities[i]] = (uint8_t)side;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ stacks */

static bool load_stack_units(const EaglesData *d, const JsonNode *node, EaglesStackData *stack, Err *err)
{
    JsonNode units;
    size_t count = 0;
    if (!json_get(node, "units", &units, err) || !json_object(&units, EAGLES_TYPES, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&units); !json_is_end(&entry); entry = json_next(&entry)) {
        const unsigned type = eagles_find_type(entry.key);
        long number = 0;
        if (type == EAGLES_TYPES || d->nation[stack->nation].unit[type] == EAGLES_NONE) {
            return json_error(&entry, err, "found type \"%.20s\", expected a type that %s has counters of",
                              entry.key, d->nation[stack->nation].name);
        }
        if (!json_int(&entry, 0, 99, &number, err)) {
            return false;
        }
        stack->count[type] = (uint8_t)number;
    }
    return true;
}

static bool load_flags(const JsonNode *node, EaglesStackData *stack, Err *err)
{
    return eagles_find_bool(node, "besieged", &stack->besieged, err) &&
           eagles_find_bool(node, "besieging", &stack->besieging, err) &&
           eagles_find_bool(node, "landing", &stack->landing, err) &&
           eagles_find_bool(node, "one_per_hex", &stack->one_per_hex, err) &&
           eagles_find_bool(node, "blockading", &stack->blockading, err);
}

static bool read_hex(const EaglesData *d, const JsonNode *node, uint16_t *out, Err *err)
{
    unsigned hex = 0;
    if (!eagles_get_ref(d, node, "hex", EAGLES_NOUN_HEX, &hex, err)) {
        return false;
    }
    *out = (uint16_t)hex;
    return d->hex[hex].playable || json_error(node, err, "found a hex that takes no part in play");
}

/* A set-up entry stands in "hex", an arrival names alternatives in "at". */
static bool load_places(const EaglesData *d, const JsonNode *node, EaglesStackData *stack, Err *err)
{
    JsonNode at;
    size_t count = 0;
    if (!json_find(node, "at", &at)) {
        stack->at_count = 1;
        return read_hex(d, node, &stack->at[0], err);
    }
    if (!json_array(&at, EAGLES_AT_MAX, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&at); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!read_hex(d, &entry, &stack->at[stack->at_count++], err)) {
            return false;
        }
    }
    return stack->at_count > 0 || json_error(&at, err, "found no place, expected at least one");
}

bool eagles_load_stack(const EaglesData *d, const JsonNode *node, EaglesStackData *stack, Err *err)
{
    unsigned nation = 0;
    unsigned colour = 0;
    unsigned side = 0;
    memset(stack, 0, sizeof *stack);
    if (!eagles_get_ref(d, node, "nation", EAGLES_NOUN_NATION, &nation, err) ||
        !eagles_get_ref(d, node, "colour", EAGLES_NOUN_COLOUR, &colour, err) ||
        !eagles_get_ref(d, node, "side", EAGLES_NOUN_SIDE, &side, err) || !load_places(d, node, stack, err) ||
        !eagles_get_refs(d, node, "leaders", EAGLES_NOUN_LEADER, stack->leaders, 6, &stack->leader_count,
                         err) ||
        !load_flags(node, stack, err)) {
        return false;
    }
    stack->nation = (uint8_t)nation;
    stack->colour = (uint8_t)colour;
    stack->side = (uint8_t)side;
    stack->hex = stack->at[0];
    return load_stack_units(d, node, stack, err);
}

/* A list of stacks; the colours of their nations are those of the scenario. */
static bool load_stacks(EaglesData *d, const JsonNode *scenario, const char *key, bool dated,
                        EaglesStackData *out, unsigned max, unsigned *count, Err *err)
{
    JsonNode list;
    size_t length = 0;
    if (!json_get(scenario, key, &list, err) || !json_array(&list, max, &length, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        EaglesStackData *stack = &out[(*count)++];
        if (!eagles_load_stack(d, &node, stack, err) ||
            (dated && !get_month(d, &node, "month", &stack->month, err))) {
            return false;
        }
        if (stack->side == EAGLES_UNFORMED || (dated && stack->side == EAGLES_NEUTRAL)) {
            return json_error(&node, err, "found side \"%s\", expected france or coalition",
                              EAGLES_SIDE_IDS[stack->side]);
        }
        const unsigned before = d->start_side[stack->nation];
        if (before <= EAGLES_COALITION && before != stack->side) {
            return json_error(&node, err, "found %s on the side \"%s\", expected \"%s\" as named before",
                              d->nation[stack->nation].name, EAGLES_SIDE_IDS[stack->side],
                              EAGLES_SIDE_IDS[before]);
        }
        d->start_side[stack->nation] = stack->side;
        d->start_colour[stack->nation] = stack->colour;
    }
    return true;
}

static bool load_withdrawals(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode list;
    size_t length = 0;
    if (!json_find(scenario, "withdrawals", &list)) {
        return true;
    }
    if (!json_array(&list, EAGLES_ARRIVALS_MAX, &length, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        EaglesStackData *stack = &d->withdrawal[d->withdrawals++];
        unsigned nation = 0;
        if (!eagles_get_ref(d, &node, "nation", EAGLES_NOUN_NATION, &nation, err) ||
            !get_month(d, &node, "month", &stack->month, err) ||
            !eagles_get_refs(d, &node, "leaders", EAGLES_NOUN_LEADER, stack->leaders, 6, &stack->leader_count,
                             err)) {
            return false;
        }
        stack->nation = (uint8_t)nation;
        stack->side = d->start_side[nation];
        stack->waits_city = EAGLES_NONE;
        JsonNode waits;
        if (json_find(&node, "waits_for", &waits)) {
            unsigned city = 0;
            if (!eagles_get_ref(d, &waits, "control", EAGLES_NOUN_CITY, &city, err) ||
                !get_month(d, &waits, "until", &stack->waits_until, err)) {
                return false;
            }
            stack->waits_city = (uint8_t)city;
        }
        if (!load_stack_units(d, &node, stack, err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ replacements, supply, special rules */

static bool load_replacement(EaglesData *d, const JsonNode *node, Err *err)
{
    static const char *const KINDS[] = {"fixed", "one_city", "any_split", "each_city"};
    EaglesReplacement *r = &d->replacement[d->replacements++];
    unsigned nation = 0;
    unsigned type = 0;
    const char *kind = NULL;
    bool landwehr = false;
    r->every = 1;
    if (!eagles_get_ref(d, node, "nation", EAGLES_NOUN_NATION, &nation, err) ||
        !eagles_get_ref(d, node, "unit", EAGLES_NOUN_TYPE, &type, err) ||
        !eagles_get_u8(node, "per_turn", 1, 20, &r->per_turn, err) ||
        !eagles_get_refs(d, node, "at", EAGLES_NOUN_CITY, r->at, EAGLES_AT_MAX, &r->at_count, err) ||
        !get_month(d, node, "first", &r->first, err) || !json_get_string(node, "kind", &kind, err) ||
        !eagles_find_u8(node, "every", 1, 12, &r->every, err) ||
        !eagles_find_bool(node, "landwehr", &landwehr, err) ||
        !eagles_find_bool(node, "if_at_war", &r->if_at_war, err)) {
        return false;
    }
    r->rule = EAGLES_NONE;
    for (unsigned i = 0; i < 4; i++) {
        r->rule = strcmp(kind, KINDS[i]) == 0 ? (uint8_t)i : r->rule;
    }
    if (r->rule == EAGLES_NONE) {
        return json_error(node, err, "found kind \"%.20s\", expected fixed, one_city, any_split or each_city",
                          kind);
    }
    r->nation = (uint8_t)nation;
    r->unit = d->nation[nation].unit[type];
    r->landwehr = landwehr ? d->nation[nation].unit[EAGLES_L] : EAGLES_NONE;
    if (r->unit == EAGLES_NONE || (landwehr && r->landwehr == EAGLES_NONE) || r->at_count == 0) {
        return json_error(node, err, "found a replacement without counters or without a city");
    }
    if (r->unit >= d->land_units) {
        return json_error(node, err, "found a replacement of ships, expected a type of land SP");
    }
    return true;
}

static bool load_replacements(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(scenario, "replacements", &list, err) ||
        !json_array(&list, EAGLES_REPLACEMENTS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        if (!load_replacement(d, &node, err)) {
            return false;
        }
    }
    return true;
}

static bool load_source(EaglesData *d, const JsonNode *node, EaglesSources *sources, Err *err)
{
    static const char *const RULES[] = {"",        "list",     "any_city_in",
                                        "coastal", "red_1814", "any_city_in_aligned"};
    const char *rule = NULL;
    JsonNode member;
    if (!json_get_string(node, "rule", &rule, err)) {
        return false;
    }
    for (unsigned i = 1; i < sizeof RULES / sizeof RULES[0]; i++) {
        sources->rule = strcmp(rule, RULES[i]) == 0 ? (uint8_t)i : sources->rule;
    }
    if (sources->rule == EAGLES_SOURCE_NONE) {
        return json_error(node, err, "found rule \"%.30s\", expected a rule of supply", rule);
    }
    const char *const list = sources->rule == EAGLES_SOURCE_LIST ? "cities" : "also";
    if (json_find(node, list, &member) && !eagles_get_refs(d, node, list, EAGLES_NOUN_CITY, sources->cities,
                                                           EAGLES_LIST_MAX, &sources->city_count, err)) {
        return false;
    }
    for (unsigned i = 0; i < sources->city_count; i++) {
        sources->listed[sources->cities[i] / 8] |= (uint8_t)(1U << sources->cities[i] % 8);
    }
    return eagles_find_bool(node, "ports", &sources->ports, err) &&
           (!json_find(node, "countries", &member) ||
            eagles_get_bits(d, node, "countries", EAGLES_NOUN_NATION, &sources->countries, err));
}

static bool load_supply(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode supply;
    JsonNode sources;
    size_t count = 0;
    if (!json_get(scenario, "supply", &supply, err) || !json_get(&supply, "sources", &sources, err) ||
        !json_object(&sources, EAGLES_COLOURS, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&sources); !json_is_end(&node); node = json_next(&node)) {
        const unsigned colour = eagles_find_colour(node.key);
        if (colour == EAGLES_COLOURS) {
            return json_error(&node, err, "found \"%.20s\", expected a colour", node.key);
        }
        if (!load_source(d, &node, &d->sources[colour], err)) {
            return false;
        }
    }
    return true;
}

/* Bounds of latitude and longitude for one colour, as a bit in each hex beyond them. */
static bool load_bounds(EaglesData *d, const JsonNode *node, Err *err)
{
    static const char *const KEYS[] = {"min_latitude", "max_latitude", "min_longitude", "max_longitude"};
    double bound[4] = {-200, 200, -200, 200};
    unsigned colour = 0;
    if (!eagles_get_ref(d, node, "colour", EAGLES_NOUN_COLOUR, &colour, err)) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        JsonNode value;
        if (json_find(node, KEYS[i], &value) && !json_double(&value, -180, 180, &bound[i], err)) {
            return false;
        }
    }
    for (unsigned h = 0; h < d->hexes; h++) {
        const double latitude = d->hex[h].latitude / 100.0;
        const double longitude = d->hex[h].longitude / 100.0;
        if (latitude < bound[0] || latitude > bound[1] || longitude < bound[2] || longitude > bound[3]) {
            d->land[h].barred |= (uint8_t)(1U << colour);
        }
    }
    return true;
}

static bool load_delay(EaglesData *d, const JsonNode *node, Err *err)
{
    uint32_t colours = 0;
    unsigned country = 0;
    if (!eagles_get_bits(d, node, "colours", EAGLES_NOUN_COLOUR, &colours, err) ||
        !eagles_get_ref(d, node, "country", EAGLES_NOUN_NATION, &country, err) ||
        !get_month(d, node, "month", &d->delay_month, err)) {
        return false;
    }
    d->delay_colours = (uint8_t)colours;
    d->delay_country = (uint8_t)country;
    return true;
}

static bool load_sea_move(EaglesData *d, const JsonNode *node, Err *err)
{
    JsonNode countries;
    if (!eagles_get_u8(node, "max_sp", 1, 30, &d->sea_move_sp, err)) {
        return false;
    }
    return !json_find(node, "countries", &countries) ||
           eagles_get_bits(d, node, "countries", EAGLES_NOUN_NATION, &d->sea_move_nations, err);
}

static bool load_saxon_corps(EaglesData *d, const JsonNode *node, Err *err)
{
    JsonNode stack;
    return json_get(node, "stack", &stack, err) && eagles_load_stack(d, &stack, &d->saxon_corps, err);
}

static bool load_special_rule(EaglesData *d, const JsonNode *node, Err *err)
{
    static const struct {
        const char *id;
        unsigned bit; /* 0: other data carry the rule */
        bool (*load)(EaglesData *d, const JsonNode *node, Err *err);
    } RULES[] = {
        {"ulm_trap", 0, NULL},
        {"saxony_falls", EAGLES_SAXONY_FALLS, load_saxon_corps},
        {"hesse_falls", EAGLES_HESSE_FALLS, NULL},
        {"walcheren", EAGLES_WALCHEREN, NULL},
        {"tirol", EAGLES_TIROL, NULL},
        {"area4_morale", 0, NULL},
        {"austrian_corps", 0, load_bounds},
        {"prussian_corps", 0, load_bounds},
        {"sieges_at_start", 0, NULL},
        {"polish_neutrality", 0, NULL},
        {"english_sea_movement", EAGLES_SEA_MOVE, load_sea_move},
        {"red_sea_movement", EAGLES_SEA_MOVE, load_sea_move},
        {"austro_russian_delay", EAGLES_FIRST_MONTH_DELAY, load_delay},
        {"iberian_production", EAGLES_IBERIAN, NULL},
        {"partisan_moves", 0, NULL},
        {"spanish_home", 0, NULL},
        {"theatre", 0, NULL},
        {"control_at_start", EAGLES_SPANISH_CONTROL, NULL},
        {"see_grand_campaign_rules", EAGLES_CAMPAIGN, NULL},
    };
    const char *id = NULL;
    if (!json_get_string(node, "id", &id, err)) {
        return false;
    }
    for (unsigned i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        if (strcmp(id, RULES[i].id) == 0) {
            d->special |= RULES[i].bit;
            return RULES[i].load == NULL || RULES[i].load(d, node, err);
        }
    }
    return json_error(node, err, "found special rule \"%.40s\", expected one the rules know", id);
}

static bool load_special(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(scenario, "special_rules", &list, err) || !json_array(&list, 16, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        if (!load_special_rule(d, &node, err)) {
            return false;
        }
    }
    return true;
}

bool eagles_load_scenario(EaglesData *d, const JsonNode *scenario, Err *err)
{
    return load_calendar(d, scenario, err) && load_options(d, scenario, err) &&
           load_areas(d, scenario, err) && load_political(d, scenario, err) &&
           load_territory(d, scenario, err) && load_control(d, scenario, err) &&
           load_stacks(d, scenario, "setup", false, d->setup, EAGLES_STACKS_MAX, &d->setups, err) &&
           eagles_check_setup(d, scenario, err) &&
           load_stacks(d, scenario, "reinforcements", true, d->arrival, EAGLES_ARRIVALS_MAX, &d->arrivals,
                       err) &&
           load_withdrawals(d, scenario, err) && load_replacements(d, scenario, err) &&
           load_supply(d, scenario, err) && load_special(d, scenario, err) &&
           eagles_load_alliance(d, scenario, err) && eagles_load_victory(d, scenario, err);
}
