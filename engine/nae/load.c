/* load.c: the loader's frame: headers, ids, words, and the small readers. */
#include "engine/nae/load.h"
#include "engine/nae/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/sets.h"

static const char *const SIDE_WORDS[] = {"empire", "coalition"};
const NaeWords nae_side_words = {SIDE_WORDS, 2, "a side"};

static const char *const STATUS_WORDS[NAE_STATUS_COUNT] = {
    "neutral",         "empire_ally",  "coalition_ally",   "forced_peace",
    "forced_alliance", "protectorate", "empire_territory", "coalition_territory",
    "part_of_naples",  "not_created",  "dissolved"};
const NaeWords nae_status_words = {STATUS_WORDS, NAE_STATUS_COUNT, "a status"};

const char *nae_status_name(unsigned status)
{
    return status < NAE_STATUS_COUNT ? STATUS_WORDS[status] : "?";
}

NaeIds nae_zone_ids(const NaeData *d) { return (NaeIds){d->zone_id, d->zones, "a zone"}; }
NaeIds nae_piece_ids(const NaeData *d) { return (NaeIds){d->piece_id, NAE_PIECES, "a piece"}; }
NaeIds nae_card_ids(const NaeData *d) { return (NaeIds){d->card_id, NAE_CARDS, "a card"}; }
NaeIds nae_nation_ids(const NaeData *d) { return (NaeIds){d->nation_id, NAE_NATIONS, "a power or minor"}; }
NaeIds nae_major_ids(const NaeData *d) { return (NaeIds){d->nation_id, NAE_MAJORS, "a major power"}; }
NaeIds nae_province_ids(const NaeData *d) { return (NaeIds){d->province_id, d->provinces, "a province"}; }
NaeIds nae_sea_ids(const NaeData *d) { return (NaeIds){d->sea_id, NAE_SEAS, "a sea zone"}; }

unsigned nae_find_id(const NaeIds *ids, const char *id)
{
    for (unsigned i = 0; i < ids->count; i++) {
        if (strcmp(ids->id[i], id) == 0) {
            return i;
        }
    }
    return NAE_NONE;
}

static unsigned by_id(NaeIds ids, const char *id) { return nae_find_id(&ids, id); }
unsigned nae_zone_by_id(const NaeData *d, const char *id) { return by_id(nae_zone_ids(d), id); }
unsigned nae_piece_by_id(const NaeData *d, const char *id) { return by_id(nae_piece_ids(d), id); }
unsigned nae_card_by_id(const NaeData *d, const char *id) { return by_id(nae_card_ids(d), id); }
unsigned nae_nation_by_id(const NaeData *d, const char *id) { return by_id(nae_nation_ids(d), id); }
unsigned nae_sea_by_id(const NaeData *d, const char *id) { return by_id(nae_sea_ids(d), id); }

/* ---- readers ---- */

bool nae_read_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (uint8_t)value;
    return true;
}

bool nae_read_i8(const JsonNode *object, const char *key, long min, long max, int8_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (int8_t)value;
    return true;
}

bool nae_read_u16(const JsonNode *object, const char *key, long min, long max, uint16_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (uint16_t)value;
    return true;
}

bool nae_read_half(const JsonNode *object, const char *key, double max, uint8_t *out, Err *err)
{
    JsonNode node;
    double value = 0.0;
    if (!json_get(object, key, &node, err) || !json_double(&node, 0.0, max, &value, err)) {
        return false;
    }
    *out = (uint8_t)(value * 2.0 + 0.25);
    return (double)*out == value * 2.0 ||
           json_error(&node, err, "found %g, expected a multiple of 0.5", value);
}

bool nae_read_flag(const JsonNode *object, const char *key, uint8_t bit, uint8_t *flags, Err *err)
{
    bool value = false;
    if (!json_get_bool(object, key, &value, err)) {
        return false;
    }
    *flags = (uint8_t)(*flags | (value ? bit : 0));
    return true;
}

bool nae_read_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    if (!json_get(object, key, &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    if (text[0] == '\0' || strlen(text) >= size) {
        return json_error(&node, err, "found a text of %zu bytes, expected 1 to %zu", strlen(text), size - 1);
    }
    (void)snprintf(out, size, "%s", text);
    return true;
}

bool nae_read_new_id(const JsonNode *object, const NaeIds *before, char out[NAE_ID_BYTES], Err *err)
{
    char text[NAE_ID_BYTES];
    JsonNode node;
    if (!json_get(object, "id", &node, err) || !nae_read_name(object, "id", text, sizeof text, err)) {
        return false;
    }
    if (strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_FC") != strlen(text)) {
        return json_error(&node, err,
                          "found \"%s\", expected an id of lower-case letters, digits and underscores", text);
    }
    if (nae_find_id(before, text) != NAE_NONE) {
        return json_error(&node, err, "found \"%s\" a second time, expected the id of %s not yet listed",
                          text, before->what);
    }
    (void)snprintf(out, NAE_ID_BYTES, "%s", text);
    return true;
}

bool nae_word_of(const JsonNode *node, const NaeWords *words, uint8_t *out, Err *err)
{
    const char *text = NULL;
    char all[200] = "";
    if (!json_string(node, &text, err)) {
        return false;
    }
    size_t used = 0;
    for (unsigned i = 0; i < words->count; i++) {
        if (strcmp(text, words->words[i]) == 0) {
            *out = (uint8_t)i;
            return true;
        }
        if (used < sizeof all) {
            used +=
                (size_t)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ", words->words[i]);
        }
    }
    return json_error(node, err, "found \"%.60s\", expected %s: %s", text, words->what, all);
}

bool nae_read_word(const JsonNode *object, const char *key, const NaeWords *words, uint8_t *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && nae_word_of(&node, words, out, err);
}

bool nae_ref_of(const JsonNode *node, const NaeIds *ids, uint8_t *out, Err *err)
{
    const char *text = NULL;
    if (!json_string(node, &text, err)) {
        return false;
    }
    const unsigned found = nae_find_id(ids, text);
    *out = (uint8_t)found;
    return found != NAE_NONE ||
           json_error(node, err, "found \"%.60s\", expected the id of %s of the board", text, ids->what);
}

bool nae_read_ref(const JsonNode *object, const char *key, const NaeIds *ids, uint8_t *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && nae_ref_of(&node, ids, out, err);
}

bool nae_read_ref_or_null(const JsonNode *object, const char *key, const NaeIds *ids, uint8_t *out, Err *err)
{
    JsonNode node;
    if (!json_get(object, key, &node, err)) {
        return false;
    }
    if (json_is_null(&node)) {
        *out = NAE_NONE;
        return true;
    }
    return nae_ref_of(&node, ids, out, err);
}

bool nae_read_list(const JsonNode *object, const char *key, size_t min, size_t max, JsonNode *list,
                   size_t *count, Err *err)
{
    return json_get(object, key, list, err) && json_array(list, max, count, err) &&
           (*count >= min || json_error(list, err, "found %zu entries, expected at least %zu", *count, min));
}

bool nae_read_refs(const JsonNode *object, const char *key, const NaeIds *ids, unsigned max, uint8_t *out,
                   uint8_t *count, Err *err)
{
    JsonNode list;
    size_t size = 0;
    *count = 0;
    if (!nae_read_list(object, key, 0, max, &list, &size, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!nae_ref_of(&entry, ids, &out[*count], err)) {
            return false;
        }
        if (memchr(out, out[*count], *count) != NULL) {
            return json_error(&entry, err, "found \"%s\" a second time, expected each id once",
                              ids->id[out[*count]]);
        }
        *count = (uint8_t)(*count + 1);
    }
    return true;
}

bool nae_check_source(const JsonNode *object, Err *err)
{
    static const char *const words[] = {"rules", "revised_rules", "example", "reconstructed"};
    static const NaeWords sources = {words, 4, "a source"};
    uint8_t word = 0;
    return nae_read_word(object, "source", &sources, &word, err);
}

/* ---- the whole ---- */

static bool check_header(const JsonNode *root, const char *schema, Err *err)
{
    const char *text = NULL;
    JsonNode node;
    if (!json_is_object(root, err) || !json_get(root, "schema", &node, err) ||
        !json_string(&node, &text, err)) {
        return false;
    }
    if (strcmp(text, schema) != 0) {
        return json_error(&node, err, "found \"%.60s\", expected \"%s\"", text, schema);
    }
    if (!json_get(root, "game", &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    return strcmp(text, "nae") == 0 || json_error(&node, err, "found \"%.60s\", expected \"nae\"", text);
}

/* Ids of the cards, 1F to 55F and 1C to 55C: other entries refer to them before they are read. */
bool nae_load_card_ids(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(board, "cards", NAE_CARDS, NAE_CARDS, &list, &count, err)) {
        return false;
    }
    unsigned card = 0;
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), card++) {
        NaeIds before = nae_card_ids(d);
        before.count = card;
        char expected[NAE_ID_BYTES];
        (void)snprintf(expected, sizeof expected, "%u%c", card % NAE_DECK + 1U, card < NAE_DECK ? 'F' : 'C');
        if (!nae_read_new_id(&entry, &before, d->card_id[card], err)) {
            return false;
        }
        if (strcmp(d->card_id[card], expected) != 0) {
            return json_error(&entry, err, "found card \"%s\", expected \"%s\" here", d->card_id[card],
                              expected);
        }
    }
    return true;
}

static bool check_meta(const JsonNode *board, Err *err)
{
    JsonNode meta;
    return json_get(board, "meta", &meta, err) && json_is_object(&meta, err) && nae_check_source(&meta, err);
}

static bool load_board(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"$schema",
                                       "schema",
                                       "game",
                                       "title",
                                       "meta",
                                       "zones",
                                       "edges",
                                       "non_edges",
                                       "ports",
                                       "provinces",
                                       "sea_zones",
                                       "sea_passages",
                                       "powers",
                                       "minors",
                                       "card_slots",
                                       "fleet_restrictions",
                                       "states",
                                       "units",
                                       "special_units",
                                       "generals",
                                       "armies",
                                       "depots",
                                       "fleets",
                                       "cards",
                                       "tables",
                                       "option_definitions",
                                       NULL};
    return check_header(board, "marshal/board/1", err) && json_only_keys(board, keys, err) &&
           check_meta(board, err) && nae_load_map(d, board, err) && nae_load_nations(d, board, err) &&
           nae_load_card_ids(d, board, err) && nae_load_pieces(d, board, err) &&
           nae_load_cards(d, board, err) && nae_load_slots(d, board, err) && nae_load_tables(d, board, err);
}

static bool load_options(NaeData *d, const JsonNode *scenario, Err *err)
{
    static const char *const keys[] = {
        "peace_length_r1",        "spain_exposed",    "fog_of_war",    "cavalry_pursuit_defence",
        "single_corps_surcharge", "grenadiers_on_3c", "random_fleets", NULL};
    bool *const targets[] = {&d->option.peace_length_r1,
                             &d->option.spain_exposed,
                             &d->option.fog_of_war,
                             &d->option.cavalry_pursuit_defence,
                             &d->option.single_corps_surcharge,
                             &d->option.grenadiers_on_3c,
                             &d->option.random_fleets};
    JsonNode options;
    if (!json_get(scenario, "options", &options, err) || !json_only_keys(&options, keys, err)) {
        return false;
    }
    for (unsigned i = 0; keys[i] != NULL; i++) {
        JsonNode node;
        if (json_find(&options, keys[i], &node) && !json_bool(&node, targets[i], err)) {
            return false;
        }
    }
    return true;
}

static bool load_scenario(NaeData *d, const JsonNode *scenario, Err *err)
{
    static const char *const keys[] = {"$schema", "schema", "game",    "id", "title",
                                       "board",   "setup",  "options", NULL};
    return check_header(scenario, "marshal/scenario/1", err) && json_only_keys(scenario, keys, err) &&
           nae_read_name(scenario, "title", d->title, sizeof d->title, err) &&
           nae_load_setup(d, scenario, err) && load_options(d, scenario, err);
}

/* Zones that rules name, and the land of the provinces where revolts break out. */
static void name_places(NaeData *d)
{
    static const char *const lands[][2] = {{"poitou", "bretagne"}, {"serbie", "serbie"}, {"tyrol", "tyrol"}};
    d->napoleon = (uint8_t)nae_piece_by_id(d, "napoleon");
    d->place.innsbruck = (uint8_t)nae_zone_by_id(d, "innsbruck");
    d->place.belgrade = (uint8_t)nae_zone_by_id(d, "belgrade");
    d->place.mantoue = (uint8_t)nae_zone_by_id(d, "mantoue");
    d->place.ulm = (uint8_t)nae_zone_by_id(d, "ulm");
    d->place.venise = (uint8_t)nae_zone_by_id(d, "venise");
    for (unsigned zone = 0; zone < d->zones; zone++) {
        const unsigned province = d->zone[zone].province;
        for (unsigned i = 0; i < sizeof lands / sizeof lands[0] && province != NAE_NONE; i++) {
            if (strcmp(d->province_id[province], lands[i][0]) == 0 ||
                strcmp(d->province_id[province], lands[i][1]) == 0) {
                nae_zones_add(&d->revolt[i], zone);
            }
        }
    }
}

/* The waters of ports, both ways. */
static void join_waters(NaeData *d)
{
    NAE_EACH_ZONE(port, d->ports)
    {
        for (unsigned i = 0; i < 2; i++) {
            const unsigned sea = d->zone[port].seas[i];
            if (sea != NAE_NONE) {
                d->waters[port] |= 1U << sea;
                nae_zones_add(&d->ports_on[sea], port);
            }
        }
    }
}

NaeData *nae_data_load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    NaeData *data = calloc(1, sizeof *data);
    if (data == NULL) {
        (void)err_set(err, scenario->file, NULL, "not enough memory");
        return NULL;
    }
    if (!load_board(data, board, err) || !load_scenario(data, scenario, err)) {
        nae_data_release(data);
        return NULL;
    }
    name_places(data);
    join_waters(data);
    nae_prepare_supply(data);
    nae_prepare_cards(data);
    return data;
}

void nae_data_release(NaeData *data)
{
    if (data == NULL) {
        return;
    }
    for (unsigned i = 0; i < NAE_CARDS; i++) {
        free(data->card_effect[i]);
    }
    free(data);
}
