/* load_map.c: areas, borders, special links, countries and the areas and countries that rules name. */
#include <string.h>

#include "engine/aon/load.h"

/* ---- areas ---- */

/* Ids come first: everything else refers to them. */
static bool load_area_ids(AonData *data, const JsonNode *list, size_t count, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(list, i);
        const AonIds before = aon_area_ids(data);
        if (!json_is_object(&node, err) || !aon_read_new_id(&node, &before, data->area_id[i], err)) {
            return false;
        }
        data->areas++;
    }
    return true;
}

static bool load_flag(const JsonNode *object, const char *key, unsigned area, AreaSet *set, Err *err)
{
    bool value = false;
    if (!json_get_bool(object, key, &value, err)) {
        return false;
    }
    *set |= value ? area_bit(area) : 0;
    return true;
}

static bool load_coordinate(const JsonNode *object, const char *key, double limit, float *out, Err *err)
{
    JsonNode node;
    double value = 0;
    if (!json_get(object, key, &node, err) || !json_double(&node, -limit, limit, &value, err)) {
        return false;
    }
    *out = (float)value;
    return true;
}

/* [2.1.1.2] to [2.1.1.4] */
static bool load_area_flags(AonData *data, const JsonNode *node, unsigned area, Err *err)
{
    AreaSet black_sea = 0;
    if (!load_flag(node, "coastal", area, &data->coastal, err) ||
        !load_flag(node, "baltic", area, &data->baltic, err) ||
        !load_flag(node, "black_sea", area, &black_sea, err) ||
        !load_flag(node, "mountain", area, &data->terrain, err) ||
        !load_flag(node, "marsh", area, &data->terrain, err) ||
        !load_flag(node, "barren", area, &data->barren, err)) {
        return false;
    }
    if (area_in(data->baltic, area) && !area_in(data->coastal, area)) {
        return json_error(node, err, "found a Baltic area that is not coastal, expected both flags");
    }
    if (black_sea != 0 && area_in(data->coastal, area)) {
        return json_error(node, err,
                          "found both coastal and black_sea, expected one: a Black Sea coast is not coastal");
    }
    return true;
}

/* Where a text of the rules names a border, it stands in adjacent_given_by_text too, as a note of its source.
 */
static bool load_borders(AonData *data, const JsonNode *node, unsigned area, Err *err)
{
    const AonIds areas = aon_area_ids(data);
    JsonNode given;
    AreaSet by_text = 0;
    if (!aon_get_refs(node, "adjacent", &areas, &data->adjacent[area], err)) {
        return false;
    }
    if (area_in(data->adjacent[area], area)) {
        return json_error(node, err, "found a border of \"%s\" with itself", data->area_id[area]);
    }
    if (!json_find(node, "adjacent_given_by_text", &given)) {
        return true;
    }
    if (!aon_get_refs(node, "adjacent_given_by_text", &areas, &by_text, err)) {
        return false;
    }
    return (by_text & ~data->adjacent[area]) == 0 ||
           json_error(&given, err, "expected only areas that stand in adjacent too");
}

static bool load_area(AonData *data, const JsonNode *node, unsigned area, Err *err)
{
    static const char *const keys[] = {"id",
                                       "name",
                                       "country_1805",
                                       "lat",
                                       "lon",
                                       "coastal",
                                       "baltic",
                                       "black_sea",
                                       "mountain",
                                       "marsh",
                                       "barren",
                                       "adjacent",
                                       "adjacent_given_by_text",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    const AonIds countries = aon_country_ids(data);
    unsigned owner = 0;
    if (!json_only_keys(node, keys, err) || !aon_check_source(node, err) ||
        !aon_read_name(node, "name", data->area_name[area], AON_NAME_BYTES, err) ||
        !aon_get_ref(node, "country_1805", &countries, &owner, err) ||
        !load_coordinate(node, "lat", 90, &data->area_latitude[area], err) ||
        !load_coordinate(node, "lon", 180, &data->area_longitude[area], err) ||
        !load_area_flags(data, node, area, err) || !load_borders(data, node, area, err)) {
        return false;
    }
    data->owner_1805[area] = (CountryId)owner;
    data->detachable_of[area] = AON_NONE;
    data->all_areas |= area_bit(area);
    return true;
}

/* A border stands with both areas, so that a slip shows. */
static bool check_borders_of(const AonData *data, const JsonNode *node, unsigned area, Err *err)
{
    for (AreaSet rest = data->adjacent[area]; rest != 0;) {
        const unsigned other = bits_take(&rest);
        JsonNode list;
        if (!area_in(data->adjacent[other], area) && json_get(node, "adjacent", &list, err)) {
            return json_error(
                &list, err,
                "found \"%s\", but areas[%u] (\"%s\") does not list \"%s\": expected borders both ways",
                data->area_id[other], other, data->area_id[other], data->area_id[area]);
        }
    }
    return true;
}

static bool load_areas(AonData *data, const JsonNode *list, Err *err)
{
    for (unsigned i = 0; i < data->areas; i++) {
        const JsonNode node = json_at(list, i);
        if (!load_area(data, &node, i, err)) {
            return false;
        }
    }
    for (unsigned i = 0; i < data->areas; i++) {
        const JsonNode node = json_at(list, i);
        if (!check_borders_of(data, &node, i, err)) {
            return false;
        }
    }
    return true;
}

/* ---- countries ---- */

static const char *const kinds[] = {"major", "minor", "detachable"};
static const AonWords kind_words = {kinds, 3, "a kind of country"};

static bool load_country_ids(AonData *data, const JsonNode *list, size_t count, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(list, i);
        const AonIds before = aon_country_ids(data);
        if (!json_is_object(&node, err) || !aon_read_new_id(&node, &before, data->country_id[i], err)) {
            return false;
        }
        data->countries++;
        if (i < AON_MAJORS && strcmp(data->country_id[i], aon_major_words.words[i]) != 0) {
            return json_error(
                &node, err,
                "found country \"%s\", expected \"%s\": the six major countries come first, in the "
                "order France, Britain, Austria, Prussia, Russia, Spain",
                data->country_id[i], aon_major_words.words[i]);
        }
    }
    return true;
}

static bool load_kind(AonData *data, const JsonNode *node, unsigned country, Err *err)
{
    unsigned kind = 0;
    if (!aon_get_word(node, "kind", &kind_words, &kind, err)) {
        return false;
    }
    if ((kind == AON_KIND_MAJOR) != (country < AON_MAJORS)) {
        return json_error(
            node, err, "found kind \"%s\", expected \"major\" for the first six countries and only for them",
            kinds[kind]);
    }
    data->kind[country] = (uint8_t)kind;
    return true;
}

/* Colours are those of the pieces [2.2.1.2]; cards name them. */
static bool check_color(const JsonNode *node, unsigned country, Err *err)
{
    JsonNode found;
    unsigned color = 0;
    if (country >= AON_MAJORS) {
        return !json_find(node, "color", &found) ||
               json_error(&found, err, "expected no colour: only major countries have one");
    }
    if (!aon_get_word(node, "color", &aon_color_words, &color, err)) {
        return false;
    }
    return color == country || json_error(node, err, "found color \"%s\", expected \"%s\"",
                                          aon_color_words.words[color], aon_color_words.words[country]);
}

/* [3.1.3] */
static bool load_parent(AonData *data, const JsonNode *node, unsigned country, Err *err)
{
    JsonNode found;
    unsigned parent = AON_NONE;
    data->parent[country] = AON_NONE;
    if (data->kind[country] != AON_KIND_DETACHABLE) {
        return !json_find(node, "parent", &found) ||
               json_error(&found, err, "expected no parent: only detachable countries have one");
    }
    if (!aon_get_word(node, "parent", &aon_major_words, &parent, err)) {
        return false;
    }
    data->parent[country] = (CountryId)parent;
    return true;
}

static bool load_country_areas(AonData *data, const JsonNode *node, unsigned country, Err *err)
{
    const AonIds areas = aon_area_ids(data);
    AreaSet set = 0;
    unsigned capital = 0;
    JsonNode given;
    long count = 0;
    if (!aon_get_refs(node, "areas", &areas, &set, err) ||
        !aon_get_ref(node, "capital_area", &areas, &capital, err)) {
        return false;
    }
    if (!area_in(set, capital)) {
        return json_error(node, err, "found capital_area \"%s\", expected one of the country's areas",
                          data->area_id[capital]);
    }
    if (data->kind[country] != AON_KIND_MAJOR && bits_count(set) != 1) {
        return json_error(node, err, "found %u areas, expected one: only major countries have more",
                          bits_count(set));
    }
    if (json_find(node, "area_count_given", &given)) {
        if (!json_int(&given, 1, AON_AREAS_MAX, &count, err)) {
            return false;
        }
        if ((unsigned)count != bits_count(set)) {
            return json_error(&given, err, "found %ld, but the country lists %u areas", count,
                              bits_count(set));
        }
    }
    data->country_areas[country] = set;
    data->capital[country] = (AreaId)capital;
    return true;
}

static bool load_country(AonData *data, const JsonNode *node, unsigned country, Err *err)
{
    static const char *const keys[] = {
        "id",     "name",         "kind",        "nationality",          "color",
        "parent", "capital_area", "areas",       "area_count_given",     "area_count_source",
        "note",   "source",       "source_note", "reconstructed_fields", NULL};
    return json_only_keys(node, keys, err) && aon_check_source(node, err) &&
           aon_check_note(node, "nationality", err) && aon_check_note(node, "note", err) &&
           aon_check_note(node, "area_count_source", err) &&
           aon_read_name(node, "name", data->country_name[country], AON_NAME_BYTES, err) &&
           load_kind(data, node, country, err) && check_color(node, country, err) &&
           load_parent(data, node, country, err) && load_country_areas(data, node, country, err);
}

/* A detachable area belongs to the lists of its parent and of the country it can become. */
static bool check_detachable(AonData *data, const JsonNode *node, unsigned country, Err *err)
{
    const unsigned area = data->capital[country];
    const unsigned parent = data->parent[country];
    if (!area_in(data->country_areas[parent], area) || area == data->capital[parent]) {
        return json_error(node, err,
                          "found area \"%s\", expected an area of \"%s\" other than its capital area",
                          data->area_id[area], data->country_id[parent]);
    }
    if (data->detachable_of[area] != AON_NONE) {
        return json_error(node, err, "found area \"%s\", which is already detachable as \"%s\"",
                          data->area_id[area], data->country_id[data->detachable_of[area]]);
    }
    data->detachable_of[area] = (CountryId)country;
    return true;
}

static bool load_countries(AonData *data, const JsonNode *list, Err *err)
{
    AreaSet taken = 0;
    for (unsigned i = 0; i < data->countries; i++) {
        const JsonNode node = json_at(list, i);
        if (!load_country(data, &node, i, err)) {
            return false;
        }
        if (data->kind[i] == AON_KIND_DETACHABLE) {
            if (!check_detachable(data, &node, i, err)) {
                return false;
            }
            continue;
        }
        const AreaSet twice = taken & data->country_areas[i];
        if (twice != 0) {
            return json_error(&node, err, "found area \"%s\", which an earlier country lists too",
                              data->area_id[bits_first(twice)]);
        }
        taken |= data->country_areas[i];
    }
    return true;
}

/* Both files of ownership, the areas' and the countries', must agree. */
static bool check_ownership(const AonData *data, const JsonNode *areas, Err *err)
{
    for (unsigned i = 0; i < data->areas; i++) {
        const unsigned owner = data->owner_1805[i];
        const JsonNode node = json_at(areas, i);
        if (data->kind[owner] == AON_KIND_DETACHABLE) {
            return json_error(
                &node, err,
                "found country_1805 \"%s\", expected the country it belongs to before it is detached",
                data->country_id[owner]);
        }
        if (!area_in(data->country_areas[owner], i)) {
            return json_error(
                &node, err,
                "found country_1805 \"%s\", but that country does not list \"%s\" among its areas",
                data->country_id[owner], data->area_id[i]);
        }
    }
    return true;
}

/* ---- special links [12.2.4, 12.2.5] ---- */

static bool load_link(AonData *data, const JsonNode *node, const char *kind, AreaId *a, AreaId *b,
                      uint8_t *cost, Err *err)
{
    static const char *const keys[] = {"id",
                                       "a",
                                       "b",
                                       "kind",
                                       "areas_counted",
                                       "transit_area_name",
                                       "french_condition",
                                       "coalition_condition",
                                       "clause",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    const AonIds areas = aon_area_ids(data);
    const char *found = NULL;
    unsigned from = 0;
    unsigned to = 0;
    if (!json_only_keys(node, keys, err) || !aon_check_source(node, err) ||
        !aon_check_note(node, "transit_area_name", err) || !aon_check_note(node, "french_condition", err) ||
        !aon_check_note(node, "coalition_condition", err) || !aon_check_note(node, "clause", err) ||
        !json_get_string(node, "kind", &found, err) || !aon_get_ref(node, "a", &areas, &from, err) ||
        !aon_get_ref(node, "b", &areas, &to, err) ||
        !aon_read_u8(node, "areas_counted", 1, strcmp(kind, "ice") == 0 ? 4 : 1, cost, err)) {
        return false;
    }
    if (strcmp(found, kind) != 0) {
        return json_error(node, err, "found kind \"%.40s\", expected \"%s\"", found, kind);
    }
    if (from == to || area_in(data->adjacent[from], to)) {
        return json_error(node, err,
                          "found a link from \"%s\" to \"%s\", expected two areas without an ordinary border",
                          data->area_id[from], data->area_id[to]);
    }
    *a = (AreaId)from;
    *b = (AreaId)to;
    return true;
}

static bool load_links(AonData *data, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    uint8_t strait_cost = 1;
    if (!aon_get_list(board, "special_links", 2, 2, &list, &count, err)) {
        return false;
    }
    const JsonNode sund = json_at(&list, 0);
    const JsonNode ice = json_at(&list, 1);
    return load_link(data, &sund, "strait", &data->sund_a, &data->sund_b, &strait_cost, err) &&
           load_link(data, &ice, "ice", &data->ice_a, &data->ice_b, &data->ice_cost, err);
}

/* ---- areas and countries that rules name ---- */

static bool load_roles(AonData *data, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"winter_sea_exit", "rises_with_austria",   "no_cossacks", "source",
                                       "source_note",     "reconstructed_fields", NULL};
    const AonIds areas = aon_area_ids(data);
    const AonIds countries = aon_country_ids(data);
    JsonNode roles;
    unsigned exit_area = 0;
    unsigned tirol = 0;
    uint64_t spared = 0;
    if (!json_get(board, "roles", &roles, err) || !json_only_keys(&roles, keys, err) ||
        !aon_check_source(&roles, err) || !aon_get_ref(&roles, "winter_sea_exit", &areas, &exit_area, err) ||
        !aon_get_ref(&roles, "rises_with_austria", &countries, &tirol, err) ||
        !aon_get_refs(&roles, "no_cossacks", &countries, &spared, err)) {
        return false;
    }
    if (!area_in(data->baltic, exit_area)) {
        return json_error(&roles, err, "found winter_sea_exit \"%s\", expected a Baltic area",
                          data->area_id[exit_area]);
    }
    if (data->parent[tirol] != AON_AUSTRIA) {
        return json_error(&roles, err,
                          "found rises_with_austria \"%s\", expected a detachable country of Austria",
                          data->country_id[tirol]);
    }
    data->danmark = (AreaId)exit_area;
    data->tirol = (CountryId)tirol;
    data->cossack_areas = data->barren;
    while (spared != 0) {
        data->cossack_areas &= ~data->country_areas[bits_take(&spared)];
    }
    return true;
}

bool aon_load_map(AonData *data, const JsonNode *board, Err *err)
{
    JsonNode areas;
    JsonNode countries;
    size_t area_count = 0;
    size_t country_count = 0;
    return aon_get_list(board, "areas", 2, AON_AREAS_MAX, &areas, &area_count, err) &&
           aon_get_list(board, "countries", AON_MAJORS, AON_COUNTRIES_MAX, &countries, &country_count, err) &&
           load_area_ids(data, &areas, area_count, err) &&
           load_country_ids(data, &countries, country_count, err) && load_areas(data, &areas, err) &&
           load_countries(data, &countries, err) && check_ownership(data, &areas, err) &&
           load_links(data, board, err) && load_roles(data, board, err);
}
