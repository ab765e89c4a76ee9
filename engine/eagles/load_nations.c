/* load_nations.c: nations, the pairs of nation and type (units), leaders. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/load.h"

static bool read_colour(const JsonNode *node, const char *key, uint8_t *out, Err *err)
{
    const char *text = NULL;
    if (!json_get_string(node, key, &text, err)) {
        return false;
    }
    const unsigned colour = eagles_find_colour(text);
    *out = colour == EAGLES_COLOURS ? EAGLES_NONE : (uint8_t)colour; /* Turkey's orange never plays */
    return true;
}

static bool load_colours(EaglesNationData *n, const JsonNode *node, Err *err)
{
    if (n->major) {
        const bool ok = read_colour(node, "colour", &n->colour[0], err);
        n->colour[1] = n->colour[0];
        return ok;
    }
    return read_colour(node, "colour_if_france", &n->colour[0], err) &&
           read_colour(node, "colour_if_coalition", &n->colour[1], err);
}

/* Morale by type; Russians are better on area 4 (map 8.4). */
static bool load_morale(EaglesNationData *n, const JsonNode *node, Err *err)
{
    JsonNode morale;
    size_t count = 0;
    if (!json_get(node, "morale", &morale, err) || !json_object(&morale, EAGLES_TYPES, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&morale); !json_is_end(&entry); entry = json_next(&entry)) {
        const unsigned type = eagles_find_type(entry.key);
        long value = 0;
        if (type == EAGLES_TYPES) {
            return json_error(&entry, err, "found type \"%.20s\", expected a unit type", entry.key);
        }
        if (!json_int(&entry, 0, 3, &value, err)) {
            return false;
        }
        n->morale[type] = (uint8_t)value;
    }
    memcpy(n->area4_morale, n->morale, sizeof n->morale);
    JsonNode better;
    uint8_t value = 0;
    uint8_t types[EAGLES_TYPES];
    uint8_t type_count = 0;
    if (!json_find(node, "area4_morale", &better)) {
        return true;
    }
    if (!eagles_get_u8(&better, "value", 0, 3, &value, err) ||
        !eagles_get_refs(NULL, &better, "types", EAGLES_NOUN_TYPE, types, EAGLES_TYPES, &type_count, err)) {
        return false;
    }
    for (unsigned i = 0; i < type_count; i++) {
        n->area4_morale[types[i]] = value;
    }
    return true;
}

static bool load_nation(EaglesData *d, const JsonNode *node, const JsonNode *groups, Err *err)
{
    EaglesNationData *n = &d->nation[d->nations];
    const char *kind = NULL;
    const char *group = NULL;
    JsonNode group_node;
    if (!eagles_get_name(node, "id", n->id, sizeof n->id, err) ||
        !eagles_get_name(node, "name", n->name, sizeof n->name, err) ||
        !eagles_get_name(node, "adjective", n->adjective, sizeof n->adjective, err) ||
        !json_get_string(node, "kind", &kind, err) || !json_get(node, "group", &group_node, err)) {
        return false;
    }
    n->major = strcmp(kind, "major") == 0;
    n->group = EAGLES_NONE;
    if (!json_is_null(&group_node)) {
        if (!json_string(&group_node, &group, err)) {
            return false;
        }
        unsigned index = 0;
        for (JsonNode entry = json_first(groups); !json_is_end(&entry); entry = json_next(&entry), index++) {
            if (strcmp(entry.key, group) == 0) {
                n->group = (uint8_t)index;
            }
        }
        if (n->group == EAGLES_NONE) {
            return json_error(&group_node, err, "found \"%.20s\", expected a group of minor_groups", group);
        }
    }
    memset(n->unit, EAGLES_NONE, sizeof n->unit);
    if (!load_colours(n, node, err) || !load_morale(n, node, err)) {
        return false;
    }
    d->nations++;
    return true;
}

static bool is_scenario_only(const JsonNode *node, const char *type)
{
    JsonNode list;
    if (!json_find(node, "scenario_counters", &list)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        const char *text = NULL;
        if (json_string(&entry, &text, NULL) && strcmp(text, type) == 0) {
            return true;
        }
    }
    return false;
}

/* The units of one nation whose types are in the set of bits. */
static bool load_units(EaglesData *d, const JsonNode *node, unsigned nation, unsigned types, Err *err)
{
    JsonNode mix;
    size_t count = 0;
    if (!json_get(node, "counter_mix", &mix, err) || !json_object(&mix, EAGLES_TYPES, &count, err)) {
        return false;
    }
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        JsonNode entry;
        long number = 0;
        if ((types >> type & 1U) == 0 || !json_find(&mix, EAGLES_TYPE_IDS[type], &entry)) {
            continue;
        }
        if (!json_int(&entry, 0, 99, &number, err)) {
            return false;
        }
        if (d->units == EAGLES_UNITS_MAX) {
            return json_error(&entry, err, "found more than %d pairs of nation and type", EAGLES_UNITS_MAX);
        }
        const bool infantry =
            type == EAGLES_I || type == EAGLES_GI || type == EAGLES_L || type == EAGLES_M || type == EAGLES_K;
        d->nation[nation].unit[type] = (uint8_t)d->units;
        d->unled[d->units] = !infantry && type != EAGLES_CT;
        d->unit[d->units++] = (EaglesUnit){
            .nation = (uint8_t)nation,
            .type = (uint8_t)type,
            .mix = (uint8_t)number,
            .scenario_only = is_scenario_only(node, EAGLES_TYPE_IDS[type]),
            .cavalry = type == EAGLES_C || type == EAGLES_GC || type == EAGLES_CC,
            .infantry = infantry,
            .home_only = type == EAGLES_M || type == EAGLES_P,
        };
    }
    return true;
}

/* Rows come cavalry first (map 0), so units are numbered in three passes over the nations; then a slot for
 * each ship. */
static bool load_all_units(EaglesData *d, const JsonNode *nations, Err *err)
{
    const unsigned cavalry = 1U << EAGLES_C | 1U << EAGLES_GC | 1U << EAGLES_CC;
    const unsigned naval = 1U << EAGLES_S | 1U << EAGLES_T;
    const unsigned passes[3] = {cavalry, (1U << EAGLES_TYPES) - 1U - cavalry - naval, naval};
    unsigned counters = 0;
    for (unsigned pass = 0; pass < 3; pass++) {
        unsigned nation = 0;
        for (JsonNode node = json_first(nations); !json_is_end(&node); node = json_next(&node), nation++) {
            if (!load_units(d, &node, nation, passes[pass], err)) {
                return false;
            }
        }
        d->land_units = pass == 1 ? d->units : d->land_units;
    }
    for (unsigned unit = 0; unit < d->land_units; unit++) {
        counters += d->unit[unit].mix;
    }
    if (counters > EAGLES_ROWS_MAX) {
        return json_error(nations, err, "found %u land counters, expected at most %d", counters,
                          EAGLES_ROWS_MAX);
    }
    for (unsigned unit = d->land_units; unit < d->units; unit++) {
        for (unsigned i = 0; i < d->unit[unit].mix; i++) {
            if (d->ships == EAGLES_SHIPS_MAX) {
                return json_error(nations, err, "found more than %d ships", EAGLES_SHIPS_MAX);
            }
            d->ship_unit[d->ships++] = (uint8_t)unit;
        }
    }
    return true;
}

/* A month since January 1800; EAGLES_NONE if there is none. */
static bool find_month(const JsonNode *node, const char *key, uint8_t *out, Err *err)
{
    JsonNode member;
    unsigned month = EAGLES_NONE;
    if (json_find(node, key, &member) && !eagles_get_month(node, key, &month, err)) {
        return false;
    }
    *out = month > EAGLES_NONE ? EAGLES_NONE : (uint8_t)month;
    return true;
}

static bool load_leader(EaglesData *d, const JsonNode *node, Err *err)
{
    EaglesLeader *l = &d->leader[d->leaders];
    EaglesLeaderText *text = &d->leader_text[d->leaders];
    const char *nation = NULL;
    if (!eagles_get_name(node, "id", text->id, sizeof text->id, err) ||
        !eagles_get_name(node, "name", text->name, sizeof text->name, err) ||
        !json_get_string(node, "nation", &nation, err) ||
        !eagles_get_u8(node, "leadership", 0, 3, &l->leadership, err) ||
        !eagles_get_u8(node, "capacity", 0, 20, &l->capacity, err) ||
        !eagles_get_u8(node, "move", 0, EAGLES_RIDE_MAX, &l->move, err) ||
        !json_get_bool(node, "named", &l->named, err) || !eagles_find_bool(node, "naval", &l->naval, err)) {
        return false;
    }
    l->nation = EAGLES_NONE;
    if (!find_month(node, "enters", &l->enters, err) || !find_month(node, "leaves", &l->leaves, err)) {
        return false;
    }
    unsigned index = 0;
    if (strcmp(nation, "satellite") == 0) {
        if (!eagles_get_ref(d, node, "colour", EAGLES_NOUN_COLOUR, &index, err)) {
            return false;
        }
        l->colour = (uint8_t)index;
    } else {
        if (!eagles_get_ref(d, node, "nation", EAGLES_NOUN_NATION, &index, err)) {
            return false;
        }
        l->nation = (uint8_t)index;
    }
    d->leaders++;
    return true;
}

static bool load_leaders(EaglesData *d, const JsonNode *board, Err *err)
{
    JsonNode leaders;
    size_t count = 0;
    if (!json_get(board, "leaders", &leaders, err)) {
        return false;
    }
    if (!json_array(&leaders, EAGLES_LEADERS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&leaders); !json_is_end(&node); node = json_next(&node)) {
        if (!load_leader(d, &node, err)) {
            return false;
        }
    }
    d->napoleon = (uint8_t)eagles_find_leader(d, "napoleon");
    d->wellington = (uint8_t)eagles_find_leader(d, "wellington");
    d->nelson = (uint8_t)eagles_find_leader(d, "nelson");
    if (d->napoleon == EAGLES_NONE || d->wellington == EAGLES_NONE || d->nelson == EAGLES_NONE) {
        return json_error(&leaders, err, "expected leaders \"napoleon\", \"wellington\" and \"nelson\"");
    }
    return true;
}

bool eagles_load_nations(EaglesData *d, const JsonNode *board, Err *err)
{
    JsonNode nations;
    JsonNode groups;
    size_t count = 0;
    if (!json_get(board, "nations", &nations, err) ||
        !json_object(&nations, EAGLES_NATIONS_MAX, &count, err) ||
        !json_get(board, "minor_groups", &groups, err) ||
        !json_object(&groups, sizeof d->group_id / sizeof d->group_id[0], &count, err)) {
        return false;
    }
    unsigned group = 0;
    for (JsonNode node = json_first(&groups); !json_is_end(&node); node = json_next(&node), group++) {
        snprintf(d->group_id[group], sizeof d->group_id[group], "%.31s", node.key);
    }
    for (JsonNode node = json_first(&nations); !json_is_end(&node); node = json_next(&node)) {
        if (!load_nation(d, &node, &groups, err)) {
            return false;
        }
    }
    d->france = (uint8_t)eagles_find_nation(d, "france");
    if (d->france == EAGLES_NONE) {
        return json_error(&nations, err, "expected a nation \"france\"");
    }
    return load_all_units(d, &nations, err) && load_leaders(d, board, err);
}
