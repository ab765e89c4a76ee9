/* load_map.c: hexes, cities, hexsides, sea areas, and the neighbour and cost tables that follow from them. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/eagles/load.h"

/* Neighbours of (column, row) in the odd-r grid, E first and on against the clock (map 17). */
static void neighbour_of(int column, int row, unsigned direction, int *to_column, int *to_row)
{
    const int odd = row & 1;
    static const int ROW[EAGLES_DIRECTIONS] = {0, -1, -1, 0, 1, 1};
    const int columns[EAGLES_DIRECTIONS] = {1, odd, odd - 1, -1, odd - 1, odd};
    *to_column = column + columns[direction];
    *to_row = row + ROW[direction];
}

/* Hexes are numbered column by column, that is by ascending id; the file may list them in any order. */
static bool number_hexes(EaglesData *d, const JsonNode *hexes, Err *err)
{
    size_t count = 0;
    memset(d->hex_of, 0xFF, sizeof d->hex_of);
    if (!json_array(hexes, EAGLES_GRID * EAGLES_GRID, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(hexes); !json_is_end(&node); node = json_next(&node)) {
        long column = 0;
        long row = 0;
        const char *id = NULL;
        const char *type = NULL;
        if (!json_get_int(&node, "col", 0, EAGLES_GRID - 1, &column, err) ||
            !json_get_int(&node, "row", 0, EAGLES_GRID - 1, &row, err) ||
            !json_get_string(&node, "id", &id, err) || !json_get_string(&node, "type", &type, err)) {
            return false;
        }
        const bool named = strlen(id) == 4 && id[0] == '0' + column / 10 && id[1] == '0' + column % 10 &&
                           id[2] == '0' + row / 10 && id[3] == '0' + row % 10;
        if (!named) {
            return json_error(&node, err, "found id \"%.10s\" at column %ld, row %ld, expected CCRR", id,
                              column, row);
        }
        if (strcmp(type, "sea") != 0 && strcmp(type, "land") != 0 && strcmp(type, "coastal") != 0) {
            return json_error(&node, err, "found type \"%.20s\", expected sea, land or coastal", type);
        }
        if (d->hex_of[column][row] != EAGLES_NO_HEX) {
            return json_error(&node, err, "found hex %s a second time", id);
        }
        if (strcmp(type, "sea") != 0) {
            d->hex_of[column][row] = 0;
            d->hexes++;
        }
    }
    if (d->hexes == 0 || d->hexes > EAGLES_HEXES_MAX) {
        return json_error(hexes, err, "found %u land hexes, expected 1 to %d", d->hexes, EAGLES_HEXES_MAX);
    }
    unsigned next = 0;
    for (unsigned column = 0; column < EAGLES_GRID; column++) {
        d->column_first[column] = (uint16_t)next;
        for (unsigned row = 0; row < EAGLES_GRID; row++) {
            if (d->hex_of[column][row] == 0) {
                d->hex_of[column][row] = (uint16_t)next++;
            }
        }
    }
    d->column_first[EAGLES_GRID] = (uint16_t)next;
    assert(next == d->hexes);
    return true;
}

static unsigned find_region(const EaglesData *d, const char *id)
{
    for (unsigned i = 0; i < d->regions; i++) {
        if (strcmp(d->region_id[i], id) == 0) {
            return i;
        }
    }
    return EAGLES_NONE;
}

/* The region of a hex by name, numbered as first met. */
static bool read_region(EaglesData *d, const JsonNode *hex, unsigned *region, Err *err)
{
    JsonNode node;
    *region = EAGLES_NONE;
    if (!json_find(hex, "region", &node) || json_is_null(&node)) {
        return true;
    }
    char id[EAGLES_ID_BYTES];
    if (!eagles_get_name(hex, "region", id, sizeof id, err)) {
        return false;
    }
    *region = find_region(d, id);
    if (*region == EAGLES_NONE) {
        if (d->regions == 64) {
            return json_error(&node, err, "found more than 64 regions");
        }
        *region = d->regions++;
        memcpy(d->region_id[*region], id, sizeof id);
    }
    return true;
}

static bool province_of(EaglesData *d, const JsonNode *node, unsigned country, unsigned region, unsigned city,
                        uint8_t *province, Err *err)
{
    for (unsigned i = 0; i < d->provinces; i++) {
        const EaglesProvince *p = &d->province[i];
        if (p->country == country && p->region == region && p->city == city) {
            *province = (uint8_t)i;
            return true;
        }
    }
    if (d->provinces == EAGLES_PROVINCE_SHUT) {
        return json_error(node, err, "found more than %d provinces", EAGLES_PROVINCE_SHUT);
    }
    d->province[d->provinces] = (EaglesProvince){(uint8_t)country, (uint8_t)region, (uint8_t)city, false};
    *province = (uint8_t)d->provinces++;
    return true;
}

static bool read_terrain(const JsonNode *node, EaglesHex *hex, Err *err)
{
    const char *text = NULL;
    if (!json_get_string(node, "terrain", &text, err)) {
        return false;
    }
    for (unsigned i = 0; i < EAGLES_TERRAINS; i++) {
        if (strcmp(text, EAGLES_TERRAIN_IDS[i]) == 0) {
            hex->terrain = (uint8_t)i;
            return true;
        }
    }
    return json_error(node, err, "found terrain \"%.20s\", expected a terrain of tables.terrain", text);
}

static bool read_place(const JsonNode *node, EaglesHex *hex, long column, long row, Err *err)
{
    JsonNode entry;
    double latitude = 0;
    double longitude = 0;
    if (!json_get(node, "lat", &entry, err) || !json_double(&entry, -90, 90, &latitude, err) ||
        !json_get(node, "lon", &entry, err) || !json_double(&entry, -180, 180, &longitude, err)) {
        return false;
    }
    hex->latitude = (int16_t)lround(latitude * 100);
    hex->longitude = (int16_t)lround(longitude * 100);
    hex->column = (uint8_t)column;
    hex->row = (uint8_t)row;
    return true;
}

/* One hex of land, once all are numbered. */
static bool load_hex(EaglesData *d, const JsonNode *node, Err *err)
{
    long column = 0;
    long row = 0;
    long area = 0;
    const char *country = NULL;
    const char *type = NULL;
    if (!json_get_int(node, "col", 0, EAGLES_GRID - 1, &column, err) ||
        !json_get_int(node, "row", 0, EAGLES_GRID - 1, &row, err) ||
        !json_get_string(node, "type", &type, err)) {
        return false;
    }
    if (strcmp(type, "sea") == 0) {
        return true;
    }
    const unsigned number = d->hex_of[column][row];
    EaglesHex *hex = &d->hex[number];
    d->axial[number] = (EaglesAxial){(int8_t)(column - (row - (row & 1)) / 2), (int8_t)row};
    if (!read_place(node, hex, column, row, err) || !read_terrain(node, hex, err) ||
        !json_get_int(node, "area", 1, 4, &area, err) || !json_get_string(node, "country", &country, err)) {
        return false;
    }
    hex->area = (uint8_t)area;
    hex->city = EAGLES_NONE;
    d->city_of[number] = EAGLES_NONE;
    hex->coastal = strcmp(type, "coastal") == 0;
    hex->playable = true;
    if (!eagles_find_bool(node, "playable", &hex->playable, err)) {
        return false;
    }
    const unsigned nation = eagles_find_nation(d, country);
    if (nation == EAGLES_NONE && hex->playable) {
        return json_error(node, err, "found country \"%.30s\", expected a nation", country);
    }
    hex->country = (uint8_t)nation;
    hex->province = EAGLES_NONE;
    unsigned region = EAGLES_NONE;
    if (!read_region(d, node, &region, err)) {
        return false;
    }
    return nation == EAGLES_NONE || province_of(d, node, nation, region, EAGLES_NONE, &hex->province, err);
}

static bool read_level(const JsonNode *node, EaglesCity *city, Err *err)
{
    static const char *const LEVELS[] = {"minor", "major", "capital"};
    static const char *const MAKES[] = {"", "red", "landwehr", "naval"};
    const char *text = NULL;
    JsonNode production;
    if (!json_get_string(node, "level", &text, err) || !json_get(node, "production", &production, err)) {
        return false;
    }
    city->level = EAGLES_NONE;
    for (unsigned i = 0; i < 3; i++) {
        city->level = strcmp(text, LEVELS[i]) == 0 ? (uint8_t)i : city->level;
    }
    if (city->level == EAGLES_NONE) {
        return json_error(node, err, "found level \"%.20s\", expected minor, major or capital", text);
    }
    if (json_is_null(&production)) {
        return true;
    }
    if (!json_string(&production, &text, err)) {
        return false;
    }
    for (unsigned i = 1; i < 4; i++) {
        city->production = strcmp(text, MAKES[i]) == 0 ? (uint8_t)i : city->production;
    }
    return city->production != EAGLES_MAKES_NOTHING ||
           json_error(&production, err, "found \"%.20s\", expected red, landwehr, naval or null", text);
}

static bool load_city(EaglesData *d, const JsonNode *node, Err *err)
{
    EaglesCity *city = &d->city[d->cities];
    const char *hex_id = NULL;
    if (!eagles_get_name(node, "id", city->id, sizeof city->id, err) ||
        !eagles_get_name(node, "name", city->name, sizeof city->name, err) ||
        !json_get_string(node, "hex", &hex_id, err) || !read_level(node, city, err) ||
        !eagles_get_u8(node, "garrison_limit", 1, 20, &city->garrison, err) ||
        !json_get_bool(node, "port", &city->port, err)) {
        return false;
    }
    const unsigned hex = eagles_find_hex(d, hex_id);
    if (hex == EAGLES_NO_HEX) {
        return json_error(node, err, "found hex \"%.10s\" for city %s, expected a hex of land", hex_id,
                          city->id);
    }
    if (d->hex[hex].city != EAGLES_NONE) {
        return json_error(node, err, "found city %s in hex %s, where %s lies", city->id, hex_id,
                          d->city[d->hex[hex].city].id);
    }
    if (eagles_find_city(d, city->id) < d->cities) {
        return json_error(node, err, "found city %s a second time", city->id);
    }
    city->hex = (uint16_t)hex;
    d->city_hex[city - d->city] = (uint16_t)hex;
    d->city_of[hex] = d->hex[hex].city = (uint8_t)d->cities++;
    return true;
}

/* Cities that are ceded by themselves are provinces of one hex. */
static bool load_ceded_cities(EaglesData *d, const JsonNode *cities, Err *err)
{
    static const char *const CEDED[] = {"ansbach", "dantzig", "cracow", "genoa"};
    for (unsigned i = 0; i < sizeof CEDED / sizeof CEDED[0]; i++) {
        const unsigned city = eagles_find_city(d, CEDED[i]);
        if (city == EAGLES_NONE) {
            return json_error(cities, err, "expected a city \"%s\", which is ceded by itself", CEDED[i]);
        }
        EaglesHex *hex = &d->hex[d->city[city].hex];
        if (hex->province == EAGLES_NONE) {
            return json_error(cities, err, "found city %s outside the countries in play", CEDED[i]);
        }
        const EaglesProvince old = d->province[hex->province];
        if (!province_of(d, cities, old.country, old.region, city, &hex->province, err)) {
            return false;
        }
    }
    for (unsigned city = 0; city < d->cities; city++) {
        d->city_province[city] = d->hex[d->city_hex[city]].province;
    }
    return true;
}

static bool load_cities(EaglesData *d, const JsonNode *map, Err *err)
{
    JsonNode cities;
    size_t count = 0;
    if (!json_get(map, "cities", &cities, err) || !json_array(&cities, EAGLES_CITIES_MAX - 1, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&cities); !json_is_end(&node); node = json_next(&node)) {
        if (!load_city(d, &node, err)) {
            return false;
        }
    }
    return load_ceded_cities(d, &cities, err);
}

static bool load_capitals(EaglesData *d, const JsonNode *board, Err *err)
{
    JsonNode nations;
    unsigned nation = 0;
    if (!json_get(board, "nations", &nations, err)) {
        return false;
    }
    for (JsonNode node = json_first(&nations); !json_is_end(&node); node = json_next(&node), nation++) {
        EaglesNationData *n = &d->nation[nation];
        if (!eagles_get_refs(d, &node, "capitals", EAGLES_NOUN_CITY, n->capitals, 4, &n->capital_count,
                             err)) {
            return false;
        }
    }
    return true;
}

static bool load_hexside(EaglesData *d, const JsonNode *node, Err *err)
{
    static const char *const KINDS[] = {"river", "pass", "strait", "ferry"};
    static const uint8_t BITS[] = {EAGLES_RIVER, EAGLES_PASS, EAGLES_STRAIT, EAGLES_FERRY};
    const char *a = NULL;
    const char *b = NULL;
    const char *kind = NULL;
    if (!json_get_string(node, "a", &a, err) || !json_get_string(node, "b", &b, err) ||
        !json_get_string(node, "kind", &kind, err)) {
        return false;
    }
    const unsigned from = eagles_find_hex(d, a);
    const unsigned to = eagles_find_hex(d, b);
    if (from == EAGLES_NO_HEX || to == EAGLES_NO_HEX) {
        return json_error(node, err, "found a hexside between %.10s and %.10s, expected two hexes of land", a,
                          b);
    }
    const unsigned there = eagles_direction(d, from, to);
    const unsigned back = eagles_direction(d, to, from);
    if (there == EAGLES_DIRECTIONS || back == EAGLES_DIRECTIONS) {
        return json_error(node, err, "found a hexside between %s and %s, which are not neighbours", a, b);
    }
    uint8_t bits = 0;
    JsonNode bridge;
    for (unsigned i = 0; i < 4; i++) {
        bits = strcmp(kind, KINDS[i]) == 0 ? BITS[i] : bits;
    }
    if (bits == 0) {
        return json_error(node, err, "found kind \"%.20s\", expected river, pass, strait or ferry", kind);
    }
    if ((d->hex[from].side[there] & bits) != 0) {
        return json_error(node, err, "found a %s between %s and %s a second time", kind, a, b);
    }
    if (bits == EAGLES_RIVER && json_find(node, "bridge", &bridge)) {
        bits |= EAGLES_BRIDGE;
    }
    d->hex[from].side[there] |= bits;
    d->hex[to].side[back] |= bits;
    return true;
}

static void link_neighbours(EaglesData *d)
{
    for (unsigned h = 0; h < d->hexes; h++) {
        EaglesHex *hex = &d->hex[h];
        for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
            int column = 0;
            int row = 0;
            neighbour_of(hex->column, hex->row, direction, &column, &row);
            const bool inside = column >= 0 && row >= 0 && column < EAGLES_GRID && row < EAGLES_GRID;
            hex->neighbour[direction] = inside ? d->hex_of[column][row] : EAGLES_NO_HEX;
        }
    }
}

/* MP of terrain; winter turns swamp and lake into clear land (map 0, 7.2). */
static unsigned terrain_cost(const EaglesHex *hex, bool winter)
{
    static const uint8_t MP[EAGLES_TERRAINS] = {1, 2, 2, 2, 3, 2, 2, EAGLES_IMPASSABLE};
    const bool frozen = winter && (hex->terrain == EAGLES_SWAMP || hex->terrain == EAGLES_LAKE);
    return hex->city != EAGLES_NONE || frozen ? 1 : MP[hex->terrain];
}

static unsigned side_cost(const EaglesHex *to, unsigned side, bool winter)
{
    unsigned cost = terrain_cost(to, winter);
    const bool mountain = to->terrain == EAGLES_LOW_MOUNTAIN || to->terrain == EAGLES_HIGH_MOUNTAIN;
    if ((side & EAGLES_STRAIT) != 0 || cost == EAGLES_IMPASSABLE || !to->playable) {
        return EAGLES_IMPASSABLE;
    }
    if ((side & EAGLES_PASS) != 0 && mountain) {
        cost = 1;
    }
    const bool bare_river = (side & EAGLES_RIVER) != 0 && (side & EAGLES_BRIDGE) == 0;
    return cost + (bare_river ? 1U : 0U) + ((side & EAGLES_FERRY) != 0 ? 2U : 0U);
}

static void derive_costs(EaglesData *d)
{
    static const uint8_t DRM[EAGLES_TERRAINS] = {0, 1, 1, 2, 2, 0, 1, 1};
    for (unsigned h = 0; h < d->hexes; h++) {
        EaglesHex *hex = &d->hex[h];
        const bool frozen = hex->terrain == EAGLES_SWAMP || hex->terrain == EAGLES_LAKE;
        hex->drm[0] = DRM[hex->terrain];
        hex->drm[1] = frozen ? 0 : DRM[hex->terrain];
        for (unsigned i = 0; i < 2 * EAGLES_DIRECTIONS; i++) {
            const unsigned direction = i % EAGLES_DIRECTIONS;
            const unsigned season = i / EAGLES_DIRECTIONS;
            const unsigned to = hex->neighbour[direction];
            hex->cost[season][direction] =
                to == EAGLES_NO_HEX ? EAGLES_IMPASSABLE
                                    : (uint8_t)side_cost(&d->hex[to], hex->side[direction], season == 1);
            hex->into[season][direction] = EAGLES_IMPASSABLE;
        }
    }
}

/* The same costs seen from where they lead to. */
static void derive_ways_in(EaglesData *d)
{
    enum { HALF = EAGLES_DIRECTIONS / 2 };
    for (unsigned h = 0; h < d->hexes; h++) {
        const EaglesHex *hex = &d->hex[h];
        for (unsigned i = 0; i < 2 * EAGLES_DIRECTIONS; i++) {
            const unsigned direction = i % EAGLES_DIRECTIONS;
            const unsigned season = i / EAGLES_DIRECTIONS;
            if (hex->neighbour[direction] != EAGLES_NO_HEX) {
                EaglesHex *to = &d->hex[hex->neighbour[direction]];
                to->into[season][(direction + HALF) % EAGLES_DIRECTIONS] = hex->cost[season][direction];
            }
        }
    }
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

static bool load_sea_links(EaglesData *d, const JsonNode *node, unsigned sea, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(node, "adjacent", &list, err) || !json_array(&list, EAGLES_SEAS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        const char *id = NULL;
        if (!json_string(&entry, &id, err)) {
            return false;
        }
        const unsigned other = find_sea(d, id);
        if (other == EAGLES_NONE) {
            return json_error(&entry, err, "found sea area \"%.30s\", expected one of sea_areas", id);
        }
        d->sea[sea].adjacent |= (uint8_t)(1U << other);
    }
    if (!json_get(node, "coastal_hexes", &list, err) || !json_array(&list, EAGLES_HEXES_MAX, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        unsigned hex = 0;
        if (!eagles_read_ref(d, &entry, EAGLES_NOUN_HEX, &hex, err)) {
            return false;
        }
        if (!d->hex[hex].coastal) {
            return json_error(&entry, err, "found hex %02u%02u inland, expected a coastal hex",
                              d->hex[hex].column, d->hex[hex].row);
        }
        d->hex[hex].seas |= (uint8_t)(1U << sea);
    }
    return true;
}

/* Sea areas are neighbours of each other, and a port lies on one of them. */
static bool check_seas(const EaglesData *d, const JsonNode *map, Err *err)
{
    JsonNode list;
    for (unsigned sea = 0; sea < d->seas; sea++) {
        for (unsigned other = 0; other < d->seas; other++) {
            const bool there = (d->sea[sea].adjacent >> other & 1U) != 0;
            const bool back = (d->sea[other].adjacent >> sea & 1U) != 0;
            if (there != back || (there && sea == other)) {
                return json_get(map, "sea_areas", &list, err) &&
                       json_error(&list, err,
                                  "found %s next to %s, expected two areas, each next to the other",
                                  d->sea[there ? sea : other].id, d->sea[there ? other : sea].id);
            }
        }
    }
    for (unsigned city = 0; city < d->cities; city++) {
        if (d->city[city].port && d->hex[d->city[city].hex].seas == 0) {
            return json_get(map, "cities", &list, err) &&
                   json_error(&list, err, "found a port %s, expected its hex on the coast of a sea area",
                              d->city[city].id);
        }
    }
    return true;
}

static void list_coasts(EaglesData *d)
{
    for (unsigned sea = 0; sea < d->seas; sea++) {
        for (unsigned hex = 0; hex < d->hexes; hex++) {
            if (d->hex[hex].coastal && (d->hex[hex].seas >> sea & 1U) != 0) {
                d->sea[sea].coast[d->sea[sea].coasts++] = (uint16_t)hex;
            }
        }
    }
}

static bool load_seas(EaglesData *d, const JsonNode *map, Err *err)
{
    JsonNode seas;
    size_t count = 0;
    if (!json_get(map, "sea_areas", &seas, err) || !json_array(&seas, EAGLES_SEAS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&seas); !json_is_end(&node); node = json_next(&node)) {
        EaglesSea *sea = &d->sea[d->seas++];
        if (!eagles_get_name(&node, "id", sea->id, sizeof sea->id, err)) {
            return false;
        }
    }
    unsigned index = 0;
    for (JsonNode node = json_first(&seas); !json_is_end(&node); node = json_next(&node)) {
        if (!load_sea_links(d, &node, index++, err)) {
            return false;
        }
    }
    const unsigned baltic = find_sea(d, "baltic_sea");
    d->belt_sea = baltic < d->seas ? (uint8_t)baltic : EAGLES_NONE;
    return true;
}

bool eagles_load_map(EaglesData *d, const JsonNode *board, Err *err)
{
    JsonNode map;
    JsonNode hexes;
    JsonNode sides;
    size_t count = 0;
    if (!json_get(board, "map", &map, err) || !json_get(&map, "hexes", &hexes, err) ||
        !number_hexes(d, &hexes, err)) {
        return false;
    }
    for (JsonNode node = json_first(&hexes); !json_is_end(&node); node = json_next(&node)) {
        if (!load_hex(d, &node, err)) {
            return false;
        }
    }
    if (!load_cities(d, &map, err) || !load_capitals(d, board, err)) {
        return false;
    }
    link_neighbours(d);
    if (!json_get(&map, "hexsides", &sides, err) || !json_array(&sides, 4 * EAGLES_HEXES_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&sides); !json_is_end(&node); node = json_next(&node)) {
        if (!load_hexside(d, &node, err)) {
            return false;
        }
    }
    derive_costs(d);
    derive_ways_in(d);
    if (!load_seas(d, &map, err) || !check_seas(d, &map, err)) {
        return false;
    }
    list_coasts(d);
    return true;
}
