/* load.c: EaglesData from board and scenario, and the readers that the parts share. */
#include "engine/eagles/load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eagles/rules.h"

const char *const EAGLES_TYPE_IDS[EAGLES_TYPES] = {"I", "GI", "L",  "M",  "P", "K",
                                                   "C", "GC", "CC", "CT", "S", "T"};
const char *const EAGLES_COLOUR_IDS[EAGLES_COLOURS] = {"blue", "red", "white", "grey", "green", "yellow"};
const char *const EAGLES_DIRECTION_IDS[EAGLES_DIRECTIONS] = {"E", "NE", "NW", "W", "SW", "SE"};
const char *const EAGLES_TERRAIN_IDS[EAGLES_TERRAINS] = {"clear",         "forest", "swamp", "low_mountain",
                                                         "high_mountain", "desert", "sand",  "lake"};
const char *const EAGLES_SIDE_IDS[4] = {"france", "coalition", "neutral", "unformed"};

static unsigned find_word(const char *const *words, unsigned count, const char *id)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(words[i], id) == 0) {
            return i;
        }
    }
    return count;
}

unsigned eagles_find_type(const char *id) { return find_word(EAGLES_TYPE_IDS, EAGLES_TYPES, id); }
unsigned eagles_find_colour(const char *id) { return find_word(EAGLES_COLOUR_IDS, EAGLES_COLOURS, id); }

unsigned eagles_find_city(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->cities; i++) {
        if (strcmp(d->city[i].id, id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

unsigned eagles_find_nation(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->nations; i++) {
        if (strcmp(d->nation[i].id, id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

unsigned eagles_find_leader(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->leaders; i++) {
        if (strcmp(d->leader_text[i].id, id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

unsigned eagles_find_hex(const EaglesData *d, const char *id)
{
    if (strlen(id) != 4 || strspn(id, "0123456789") != 4) {
        return EAGLES_NO_HEX;
    }
    const unsigned column = (unsigned)(id[0] - '0') * 10U + (unsigned)(id[1] - '0');
    const unsigned row = (unsigned)(id[2] - '0') * 10U + (unsigned)(id[3] - '0');
    return column < EAGLES_GRID && row < EAGLES_GRID ? d->hex_of[column][row] : EAGLES_NO_HEX;
}

unsigned eagles_direction(const EaglesData *d, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < EAGLES_DIRECTIONS; i++) {
        if (d->hex[a].neighbour[i] == b) {
            return i;
        }
    }
    return EAGLES_DIRECTIONS;
}

unsigned eagles_neighbour_rank(const EaglesData *d, unsigned hex, unsigned to)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < EAGLES_DIRECTIONS; i++) {
        rank += d->hex[hex].neighbour[i] < to;
    }
    return eagles_direction(d, hex, to) == EAGLES_DIRECTIONS ? (unsigned)EAGLES_DIRECTIONS : rank;
}

unsigned eagles_ranked_neighbour(const EaglesData *d, unsigned hex, unsigned rank)
{
    for (unsigned i = 0; i < EAGLES_DIRECTIONS; i++) {
        const unsigned to = d->hex[hex].neighbour[i];
        if (to != EAGLES_NO_HEX && eagles_neighbour_rank(d, hex, to) == rank) {
            return to;
        }
    }
    return EAGLES_NO_HEX;
}

/* ------------------------------------------------------------------ readers */

static unsigned look_up(const EaglesData *d, enum eagles_noun noun, const char *id, unsigned *none)
{
    *none = EAGLES_NONE;
    switch (noun) {
    case EAGLES_NOUN_CITY:
        return eagles_find_city(d, id);
    case EAGLES_NOUN_NATION:
        return eagles_find_nation(d, id);
    case EAGLES_NOUN_LEADER:
        return eagles_find_leader(d, id);
    case EAGLES_NOUN_TYPE:
        *none = EAGLES_TYPES;
        return eagles_find_type(id);
    case EAGLES_NOUN_COLOUR:
        *none = EAGLES_COLOURS;
        return eagles_find_colour(id);
    case EAGLES_NOUN_HEX:
        *none = EAGLES_NO_HEX;
        return eagles_find_hex(d, id);
    case EAGLES_NOUN_SIDE:
        *none = 4;
        return find_word(EAGLES_SIDE_IDS, 4, id);
    }
    return EAGLES_NONE;
}

bool eagles_read_ref(const EaglesData *d, const JsonNode *node, enum eagles_noun noun, unsigned *out,
                     Err *err)
{
    static const char *const NOUNS[] = {"city",   "nation",   "leader", "unit type",
                                        "colour", "land hex", "side"};
    const char *text = NULL;
    if (!json_string(node, &text, err)) {
        return false;
    }
    unsigned none = 0;
    *out = look_up(d, noun, text, &none);
    return *out != none || json_error(node, err, "found \"%s\", expected the id of a %s", text, NOUNS[noun]);
}

bool eagles_get_ref(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                    unsigned *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && eagles_read_ref(d, &node, noun, out, err);
}

bool eagles_get_refs(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                     uint8_t *out, size_t max, uint8_t *count, Err *err)
{
    JsonNode list;
    size_t length = 0;
    *count = 0;
    if (!json_get(object, key, &list, err) || !json_array(&list, max, &length, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        unsigned index = 0;
        if (!eagles_read_ref(d, &node, noun, &index, err)) {
            return false;
        }
        out[(*count)++] = (uint8_t)index;
    }
    return true;
}

bool eagles_get_bits(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                     uint32_t *bits, Err *err)
{
    uint8_t list[32];
    uint8_t count = 0;
    *bits = 0;
    if (!eagles_get_refs(d, object, key, noun, list, sizeof list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        *bits |= 1U << list[i];
    }
    return true;
}

bool eagles_get_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err)
{
    long value = 0;
    assert(min >= 0 && max <= 255);
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (uint8_t)value;
    return true;
}

bool eagles_find_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err)
{
    JsonNode node;
    return !json_find(object, key, &node) || eagles_get_u8(object, key, min, max, out, err);
}

bool eagles_find_bool(const JsonNode *object, const char *key, bool *out, Err *err)
{
    JsonNode node;
    return !json_find(object, key, &node) || json_bool(&node, out, err);
}

bool eagles_get_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    if (!json_get(object, key, &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    const size_t length = strlen(text);
    if (length == 0 || length >= size) {
        return json_error(&node, err, "found %zu bytes of text, expected 1 to %zu", length, size - 1);
    }
    memcpy(out, text, length + 1);
    return true;
}

bool eagles_get_month(const JsonNode *object, const char *key, unsigned *out, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    if (!json_get(object, key, &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    const bool shape = strlen(text) == 7 && text[4] == '-' && strspn(text, "0123456789") == 4 &&
                       strspn(text + 5, "0123456789") == 2;
    const long year = shape ? strtol(text, NULL, 10) : 0;
    const long month = shape ? strtol(text + 5, NULL, 10) : 0;
    if (year < 1800 || year > 1820 || month < 1 || month > 12) {
        return json_error(&node, err, "found \"%.20s\", expected a month such as \"1805-08\"", text);
    }
    *out = (unsigned)((year - 1800) * 12 + month - 1);
    return true;
}

/* ------------------------------------------------------------------ the whole */

EaglesData *eagles_data_load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    EaglesData *d = calloc(1, sizeof *d);
    if (d == NULL) {
        err_set(err, NULL, NULL, "no memory for the data of a scenario");
        return NULL;
    }
    if (!eagles_load_nations(d, board, err) || !eagles_load_tables(d, board, err) ||
        !eagles_load_map(d, board, err) || !eagles_load_scenario(d, scenario, err) ||
        !eagles_load_campaign(d, scenario, board, err)) {
        eagles_data_release(d);
        return NULL;
    }
    eagles_find_near_cities(d);
    eagles_find_rides(d);
    eagles_size_state(d);
    eagles_lay_out(d, &d->start, NULL);
    d->laid_out = true;
    if (!eagles_try_setup(d, scenario, err)) {
        eagles_data_release(d);
        return NULL;
    }
    return d;
}

void eagles_data_release(EaglesData *d) { free(d); }
