/* load_corps.c: the corps, their sides and who calls them up [2.2.1]. */
#include "engine/aon/load.h"

static const char *const availabilities[] = {"none",  "minor_ally",   "radetzky",
                                             "stein", "insurrection", "invasion"};
static const AonWords availability_words = {availabilities, 6, "an availability"};

/* Each key word stands on the pieces of one colour only [2.2.1.6]. */
static bool check_availability(const AonData *data, const JsonNode *node, unsigned corps, Err *err)
{
    static const uint8_t patron_of[] = {
        [AON_AVAILABLE] = AON_NONE, [AON_MINOR_ALLY] = AON_NONE,    [AON_RADETZKY] = AON_AUSTRIA,
        [AON_STEIN] = AON_PRUSSIA,  [AON_INSURRECTION] = AON_SPAIN, [AON_INVASION] = AON_RUSSIA};
    const unsigned availability = data->availability[corps];
    const unsigned expected = patron_of[availability];
    if (expected != AON_NONE && data->patron[corps] != expected) {
        return json_error(node, err, "found availability \"%s\" on a corps of \"%s\", expected \"%s\"",
                          availabilities[availability], data->country_id[data->patron[corps]],
                          data->country_id[expected]);
    }
    const bool foreign = data->country[corps] != data->patron[corps];
    if (foreign != (availability == AON_MINOR_ALLY)) {
        return json_error(
            node, err,
            "found availability \"%s\", expected \"minor_ally\" if and only if country and patron differ",
            availabilities[availability]);
    }
    if (foreign && data->kind[data->country[corps]] == AON_KIND_MAJOR) {
        return json_error(node, err,
                          "found country \"%s\", expected the patron itself or a minor or detachable country",
                          data->country_id[data->country[corps]]);
    }
    return true;
}

/* Bounds are wider than any printed rating, so that balancing has room. */
static bool load_side(const JsonNode *object, const char *key, uint8_t *br, uint8_t *mr, Err *err)
{
    static const char *const keys[] = {"br", "mr", NULL};
    JsonNode side;
    return json_get(object, key, &side, err) && json_only_keys(&side, keys, err) &&
           aon_read_u8(&side, "br", 0, 20, br, err) && aon_read_u8(&side, "mr", 0, 9, mr, err);
}

/* The one corps marked as leader is Napoleon [6.2.2]; *leaders counts them. */
static bool load_leader(AonData *data, const JsonNode *node, unsigned corps, unsigned *leaders, Err *err)
{
    JsonNode mark;
    bool leader = false;
    if (!json_find(node, "leader", &mark)) {
        return true;
    }
    if (!json_bool(&mark, &leader, err)) {
        return false;
    }
    if (leader &&
        (data->country[corps] != AON_FRANCE || data->availability[corps] != AON_AVAILABLE || *leaders > 0)) {
        return json_error(
            &mark, err, "found a leader mark, expected it on one French home corps that is always available");
    }
    if (leader) {
        data->napoleon = (CorpsId)corps;
        (*leaders)++;
    }
    return true;
}

static bool load_one(AonData *data, const JsonNode *node, unsigned corps, unsigned *leaders, Err *err)
{
    static const char *const keys[] = {
        "id",    "name",   "patron", "country",     "availability",         "sr", "fresh",
        "spent", "leader", "source", "source_note", "reconstructed_fields", NULL};
    const AonIds before = aon_corps_ids(data);
    const AonIds countries = aon_country_ids(data);
    unsigned patron = 0;
    unsigned country = 0;
    unsigned availability = 0;
    if (!json_only_keys(node, keys, err) || !aon_read_new_id(node, &before, data->corps_id[corps], err) ||
        !aon_check_source(node, err) ||
        !aon_read_name(node, "name", data->corps_name[corps], AON_NAME_BYTES, err) ||
        !aon_get_word(node, "patron", &aon_major_words, &patron, err) ||
        !aon_get_ref(node, "country", &countries, &country, err) ||
        !aon_get_word(node, "availability", &availability_words, &availability, err) ||
        !aon_read_u8(node, "sr", 1, AON_SR_MAX, &data->sr[corps], err) ||
        !load_side(node, "fresh", &data->br[0][corps], &data->mr[0][corps], err) ||
        !load_side(node, "spent", &data->br[1][corps], &data->mr[1][corps], err)) {
        return false;
    }
    data->patron[corps] = (CountryId)patron;
    data->country[corps] = (CountryId)country;
    data->availability[corps] = (uint8_t)availability;
    return check_availability(data, node, corps, err) && load_leader(data, node, corps, leaders, err);
}

bool aon_load_corps(AonData *data, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    unsigned leaders = 0;
    if (!aon_get_list(board, "corps", 1, AON_CORPS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&list, i);
        if (!load_one(data, &node, (unsigned)i, &leaders, err)) {
            return false;
        }
        data->corps++;
    }
    return leaders == 1 ||
           json_error(&list, err, "found no corps with \"leader\": true, expected one (Napoleon)");
}
