/* load_map.c: zones, edges, provinces, ports and seas. */
#include <string.h>

#include "engine/nae/load.h"
#include "engine/nae/sets.h"

static const char *const TERRAIN_WORDS[NAE_EDGE_COUNT] = {
    "none", "river_bridge", "river", "mountain_pass", "mountain", "strait", "full_movement"};
static const NaeWords TERRAINS = {TERRAIN_WORDS, NAE_EDGE_COUNT, "the terrain of an edge"};
static const char *const SYMBOL_WORDS[] = {"R", "W", "P"};
static const NaeWords SYMBOLS = {SYMBOL_WORDS, 3, "a symbol"};

/* ---- ids first: zones name nations and provinces and the other way round ---- */

static bool load_ids(const JsonNode *board, const char *key, unsigned min, unsigned max,
                     char (*ids)[NAE_ID_BYTES], const char *what, unsigned *count, Err *err)
{
    JsonNode list;
    size_t size = 0;
    *count = 0;
    if (!nae_read_list(board, key, min, max, &list, &size, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), *count += 1) {
        const NaeIds before = {(const char(*)[NAE_ID_BYTES])ids, *count, what};
        if (!nae_read_new_id(&entry, &before, ids[*count], err)) {
            return false;
        }
    }
    return true;
}

/* Nations stand in the order that the rules number them in. */
static bool check_nations(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const order[NAE_NATIONS] = {
        "france",     "grande_bretagne", "autriche", "russie",       "prusse",       "espagne",
        "turquie",    "hollande",        "italie",   "suisse",       "papaute",      "naples",
        "sicile",     "sardaigne",       "portugal", "suede",        "danemark",     "egypte",
        "saxe",       "hesse",           "baviere",  "wurtemberg",   "bade",         "francfort",
        "berg",       "hanovre",         "thuringe", "mecklembourg", "hanse",        "confederation_du_rhin",
        "westphalie", "pologne",         "chouans",  "serbie",       "tyrol_insurge"};
    unsigned majors = 0;
    unsigned minors = 0;
    if (!load_ids(board, "powers", NAE_MAJORS, NAE_MAJORS, d->nation_id, "a power", &majors, err) ||
        !load_ids(board, "minors", NAE_MINORS, NAE_MINORS, d->nation_id + NAE_MAJORS, "a minor", &minors,
                  err)) {
        return false;
    }
    for (unsigned i = 0; i < NAE_NATIONS; i++) {
        JsonNode list;
        if (strcmp(d->nation_id[i], order[i]) != 0) {
            return json_get(board, i < NAE_MAJORS ? "powers" : "minors", &list, err) &&
                   json_error(&list, err,
                              "found \"%s\" at entry %u, expected \"%s\": the rules name each nation",
                              d->nation_id[i], i < NAE_MAJORS ? i : i - NAE_MAJORS, order[i]);
        }
    }
    return true;
}

static bool load_all_ids(NaeData *d, const JsonNode *board, Err *err)
{
    unsigned seas = 0;
    const bool loaded =
        load_ids(board, "zones", 2, NAE_ZONES, d->zone_id, "a zone", &d->zones, err) &&
        load_ids(board, "provinces", 1, NAE_PROVINCES, d->province_id, "a province", &d->provinces, err) &&
        load_ids(board, "sea_zones", NAE_SEAS, NAE_SEAS, d->sea_id, "a sea zone", &seas, err) &&
        check_nations(d, board, err);
    for (unsigned nation = 0; nation < NAE_NATIONS && loaded; nation++) {
        d->namesake[nation] = (uint8_t)nae_zone_by_id(d, d->nation_id[nation]);
    }
    return loaded;
}

/* ---- zones ---- */

static bool read_symbols(const JsonNode *object, uint8_t *symbols, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(object, "symbols", 0, 3, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        uint8_t word = 0;
        if (!nae_word_of(&entry, &SYMBOLS, &word, err)) {
            return false;
        }
        *symbols = (uint8_t)(*symbols | 1U << word);
    }
    return true;
}

static bool read_capital(const JsonNode *object, uint8_t *flags, Err *err)
{
    static const char *const words[] = {"major", "minor"};
    static const NaeWords kinds = {words, 2, "null or a kind of capital"};
    JsonNode node;
    uint8_t word = 0;
    if (!json_get(object, "capital", &node, err)) {
        return false;
    }
    if (json_is_null(&node)) {
        return true;
    }
    if (!nae_word_of(&node, &kinds, &word, err)) {
        return false;
    }
    *flags = (uint8_t)(*flags | (word == 0 ? NAE_ZONE_MAJOR_CAPITAL : NAE_ZONE_MINOR_CAPITAL));
    return true;
}

static bool load_zone(NaeData *d, unsigned z, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"id",      "name",         "owner",  "owner_kind", "province",
                                       "lat",     "lon",          "city",   "capital",    "fortress",
                                       "key",     "port",         "poor",   "terrain",    "entry_cost",
                                       "symbols", "controllable", "source", "attested",   NULL};
    static const char *const grounds[] = {"normal", "marsh", "desert"};
    static const NaeWords ground_words = {grounds, 3, "the ground of a zone"};
    NaeZone *zone = &d->zone[z];
    const NaeIds nations = nae_nation_ids(d);
    const NaeIds provinces = nae_province_ids(d);
    uint8_t ground = 0;
    JsonNode lat;
    JsonNode lon;
    zone->seas[0] = zone->seas[1] = NAE_NONE;
    if (!json_only_keys(entry, keys, err) ||
        !nae_read_name(entry, "name", d->zone_name[z], NAE_NAME_BYTES, err) ||
        !nae_read_ref(entry, "owner", &nations, &zone->owner, err) ||
        !nae_read_ref_or_null(entry, "province", &provinces, &zone->province, err) ||
        !nae_read_u8(entry, "fortress", 0, 2, &zone->fortress, err) ||
        !nae_read_u8(entry, "entry_cost", 1, 3, &zone->entry, err) ||
        !nae_read_word(entry, "terrain", &ground_words, &ground, err) || !json_get(entry, "lat", &lat, err) ||
        !json_double(&lat, -90.0, 90.0, &d->lat[z], err) || !json_get(entry, "lon", &lon, err) ||
        !json_double(&lon, -180.0, 180.0, &d->lon[z], err)) {
        return false;
    }
    zone->flags = ground != 0 ? NAE_ZONE_ROUGH : 0;
    return nae_read_flag(entry, "city", NAE_ZONE_CITY, &zone->flags, err) &&
           nae_read_flag(entry, "controllable", NAE_ZONE_CONTROLLABLE, &zone->flags, err) &&
           nae_read_flag(entry, "poor", NAE_ZONE_POOR, &zone->flags, err) &&
           nae_read_flag(entry, "key", NAE_ZONE_KEY, &zone->flags, err) &&
           nae_read_flag(entry, "port", NAE_ZONE_PORT, &zone->flags, err) &&
           read_capital(entry, &zone->flags, err) && read_symbols(entry, &zone->symbols, err) &&
           nae_check_source(entry, err);
}

static bool load_zones(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    unsigned z = 0;
    if (!json_get(board, "zones", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), z++) {
        if (!load_zone(d, z, &entry, err)) {
            return false;
        }
        nae_zones_add(&d->all_zones, z);
        nae_zones_add(&d->nation[d->zone[z].owner].home, z);
        if ((d->zone[z].flags & NAE_ZONE_KEY) != 0) {
            nae_zones_add(&d->keys, z);
        }
        if (d->zone[z].fortress > 0) {
            nae_zones_add(&d->forts, z);
        }
        if ((d->zone[z].flags & NAE_ZONE_CONTROLLABLE) != 0) {
            nae_zones_add(&d->controllable, z);
        }
        if (d->zone[z].owner == NAE_SPAIN || d->zone[z].owner == NAE_PORTUGAL) {
            nae_zones_add(&d->iberia, z);
        }
    }
    return true;
}

/* ---- edges ---- */

static bool add_edge(NaeData *d, unsigned from, unsigned to, const NaeEdge *edge, const JsonNode *entry,
                     Err *err)
{
    NaeZone *zone = &d->zone[from];
    if (nae_zones_in(d->adjacent[from], to)) {
        return json_error(entry, err, "found an edge from \"%s\" to \"%s\" a second time, expected one",
                          d->zone_id[from], d->zone_id[to]);
    }
    if (zone->neighbors == NAE_NEIGHBORS) {
        return json_error(entry, err, "found more than %d edges at \"%s\"", NAE_NEIGHBORS, d->zone_id[from]);
    }
    unsigned at = zone->neighbors;
    for (; at > 0 && zone->edge[zone->by_zone[at - 1]].zone > to; at--) {
        zone->by_zone[at] = zone->by_zone[at - 1];
    }
    zone->by_zone[at] = zone->neighbors;
    zone->edge[zone->neighbors] = *edge;
    zone->edge[zone->neighbors].zone = (uint8_t)to;
    zone->neighbors++;
    nae_zones_add(&d->adjacent[from], to);
    return true;
}

static bool load_edge(NaeData *d, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"a", "b", "terrain", "sea_zone", "always_passable", "source", NULL};
    const NaeIds zones = nae_zone_ids(d);
    const NaeIds seas = nae_sea_ids(d);
    NaeEdge edge = {0, 0, NAE_NONE, 0};
    uint8_t a = 0;
    uint8_t b = 0;
    JsonNode node;
    bool open = false;
    if (!json_only_keys(entry, keys, err) || !nae_read_ref(entry, "a", &zones, &a, err) ||
        !nae_read_ref(entry, "b", &zones, &b, err) ||
        !nae_read_word(entry, "terrain", &TERRAINS, &edge.terrain, err) ||
        !nae_read_ref_or_null(entry, "sea_zone", &seas, &edge.sea, err) || !nae_check_source(entry, err) ||
        (json_find(entry, "always_passable", &node) && !json_bool(&node, &open, err))) {
        return false;
    }
    if (a == b || (edge.terrain == NAE_EDGE_STRAIT) != (edge.sea != NAE_NONE)) {
        return json_error(entry, err,
                          a == b
                              ? "found an edge from a zone to itself, expected two zones"
                              : "found terrain and sea_zone at odds, expected a sea zone for straits only");
    }
    edge.open = open ? 1 : 0;
    return add_edge(d, a, b, &edge, entry, err) && add_edge(d, b, a, &edge, entry, err);
}

static bool load_edges(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    JsonNode zones;
    size_t count = 0;
    if (!nae_read_list(board, "edges", 1, 1000, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!load_edge(d, &entry, err)) {
            return false;
        }
    }
    for (unsigned z = 0; z < d->zones; z++) {
        /* An island needs no edge, but then it must have a port. */
        if (d->zone[z].neighbors == 0 && (d->zone[z].flags & NAE_ZONE_PORT) == 0) {
            return json_get(board, "zones", &zones, err) &&
                   json_error(&zones, err,
                              "found zone \"%s\" without an edge or a port, expected a way to it",
                              d->zone_id[z]);
        }
    }
    return true;
}

/* ---- provinces, seas, ports ---- */

static bool load_province(NaeData *d, unsigned i, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"id",        "owner",   "zones",  "has_key",
                                       "annexable", "symbols", "source", NULL};
    const NaeIds zones = nae_zone_ids(d);
    const NaeIds nations = nae_nation_ids(d);
    NaeProvince *province = &d->province[i];
    if (!json_only_keys(entry, keys, err) || !nae_read_ref(entry, "owner", &nations, &province->owner, err) ||
        !nae_read_refs(entry, "zones", &zones, 8, province->zone, &province->zones, err) ||
        !nae_read_flag(entry, "has_key", 1, &province->has_key, err) ||
        !nae_read_flag(entry, "annexable", 1, &province->annexable, err) ||
        !read_symbols(entry, &province->symbols, err) || !nae_check_source(entry, err)) {
        return false;
    }
    for (unsigned z = 0; z < province->zones; z++) {
        if (d->zone[province->zone[z]].province != i) {
            return json_error(entry, err, "found zone \"%s\", expected zones that name this province",
                              d->zone_id[province->zone[z]]);
        }
    }
    return true;
}

static bool load_provinces(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    unsigned i = 0;
    if (!json_get(board, "provinces", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        if (!load_province(d, i, &entry, err)) {
            return false;
        }
    }
    return true;
}

static bool load_seas(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"id", "name", "adjacent", "ice", "source", NULL};
    const NaeIds seas = nae_sea_ids(d);
    JsonNode list;
    unsigned i = 0;
    if (!json_get(board, "sea_zones", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        uint8_t near[NAE_SEAS];
        uint8_t count = 0;
        if (!json_only_keys(&entry, keys, err) ||
            !nae_read_name(&entry, "name", d->sea_name[i], NAE_NAME_BYTES, err) ||
            !nae_read_refs(&entry, "adjacent", &seas, NAE_SEAS, near, &count, err) ||
            !nae_read_flag(&entry, "ice", 1, &d->sea[i].ice, err) || !nae_check_source(&entry, err)) {
            return false;
        }
        for (unsigned k = 0; k < count; k++) {
            d->sea[i].adjacent |= 1U << near[k];
        }
    }
    for (unsigned a = 0; a < NAE_SEAS; a++) {
        for (unsigned b = 0; b < NAE_SEAS; b++) {
            if ((d->sea[a].adjacent >> b & 1U) != (d->sea[b].adjacent >> a & 1U)) {
                return json_error(&list, err, "found \"%s\" next to \"%s\" but not the other way round",
                                  d->sea_id[a], d->sea_id[b]);
            }
        }
    }
    return true;
}

static bool load_port(NaeData *d, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"zone",     "sea_zones",  "blockade_box",
                                       "fortress", "max_fleets", "continental_blockade",
                                       "source",   NULL};
    const NaeIds zones = nae_zone_ids(d);
    const NaeIds seas = nae_sea_ids(d);
    uint8_t z = 0;
    uint8_t count = 0;
    uint8_t fortress = 0;
    uint8_t near[2] = {NAE_NONE, NAE_NONE};
    if (!json_only_keys(entry, keys, err) || !nae_read_ref(entry, "zone", &zones, &z, err) ||
        !nae_read_refs(entry, "sea_zones", &seas, 2, near, &count, err) ||
        !nae_read_u8(entry, "fortress", 0, 2, &fortress, err) ||
        !nae_read_u8(entry, "max_fleets", 1, 3, &d->zone[z].fleets, err) ||
        !nae_read_flag(entry, "continental_blockade", 1, &d->zone[z].blockade, err) ||
        !nae_check_source(entry, err)) {
        return false;
    }
    if (count == 0 || fortress != d->zone[z].fortress || (d->zone[z].flags & NAE_ZONE_PORT) == 0) {
        return json_error(
            entry, err,
            "found a port at odds with zone \"%s\": expected a sea zone, its fortress level and its port",
            d->zone_id[z]);
    }
    d->zone[z].seas[0] = near[0];
    d->zone[z].seas[1] = count > 1 ? near[1] : NAE_NONE;
    nae_zones_add(&d->ports, z);
    return true;
}

static bool load_ports(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(board, "ports", 1, NAE_ZONES, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!load_port(d, &entry, err)) {
            return false;
        }
    }
    for (unsigned z = 0; z < d->zones; z++) {
        if ((d->zone[z].flags & NAE_ZONE_PORT) != 0 && !nae_zones_in(d->ports, z)) {
            return json_error(&list, err, "found no entry for the port of zone \"%s\"", d->zone_id[z]);
        }
    }
    return true;
}

bool nae_load_map(NaeData *d, const JsonNode *board, Err *err)
{
    return load_all_ids(d, board, err) && load_zones(d, board, err) && load_edges(d, board, err) &&
           load_provinces(d, board, err) && load_seas(d, board, err) && load_ports(d, board, err);
}
