/* load_setup.c: the scenario: who is on whose side, where everything stands (17), and the switches. */
#include <stddef.h>

#include "engine/aon/load.h"

/* ---- switches ---- */

/* In the order of option_places. */
static const char *const option_ids[] = {"hidden_stacks",
                                         "napoleon_returns",
                                         "reaction_attrition_everywhere",
                                         "danmark_winter_sea_both_ways",
                                         "red_title_pickup_after_event",
                                         "sea_move_is_extra",
                                         "fought_corps_frozen_all_year",
                                         "counter_after_pass",
                                         "unengaged_corps_frozen",
                                         "counter_must_match"};
static const size_t option_places[] = {offsetof(AonOptions, hidden_stacks),
                                       offsetof(AonOptions, napoleon_returns),
                                       offsetof(AonOptions, reaction_attrition_everywhere),
                                       offsetof(AonOptions, danmark_winter_sea_both_ways),
                                       offsetof(AonOptions, red_title_pickup_after_event),
                                       offsetof(AonOptions, sea_move_is_extra),
                                       offsetof(AonOptions, fought_corps_frozen_all_year),
                                       offsetof(AonOptions, counter_after_pass),
                                       offsetof(AonOptions, unengaged_corps_frozen),
                                       offsetof(AonOptions, counter_must_match)};
enum { OPTION_COUNT = sizeof option_ids / sizeof option_ids[0] };
static const AonWords option_words = {option_ids, OPTION_COUNT, "a switch"};
_Static_assert(sizeof(AonOptions) == OPTION_COUNT * sizeof(bool), "an entry for each switch");

static bool read_option(AonData *data, const JsonNode *object, const char *key, unsigned option, Err *err)
{
    bool *place = (bool *)((char *)&data->options + option_places[option]);
    return json_get_bool(object, key, place, err);
}

bool aon_load_option_definitions(AonData *data, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {
        "id", "name", "default", "clause", "note", "source", "source_note", "reconstructed_fields", NULL};
    JsonNode list;
    size_t count = 0;
    unsigned seen = 0;
    if (!aon_get_list(board, "option_definitions", OPTION_COUNT, OPTION_COUNT, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        const char *name = NULL;
        unsigned option = 0;
        if (!json_only_keys(&item, keys, err) || !aon_get_word(&item, "id", &option_words, &option, err) ||
            !json_get_string(&item, "name", &name, err) || !aon_check_note(&item, "clause", err) ||
            !aon_check_note(&item, "note", err) || !aon_check_source(&item, err) ||
            !read_option(data, &item, "default", option, err)) {
            return false;
        }
        if ((seen >> option & 1U) != 0) {
            return json_error(&item, err, "found the switch \"%s\" a second time", option_ids[option]);
        }
        seen |= 1U << option;
    }
    return true;
}

/* Switches that a scenario does not name keep the board's default. */
bool aon_load_options(AonData *data, const JsonNode *scenario, Err *err)
{
    JsonNode options;
    if (!json_find(scenario, "options", &options)) {
        return true;
    }
    const char *keys[OPTION_COUNT + 1] = {NULL};
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        keys[i] = option_ids[i];
    }
    if (!json_only_keys(&options, keys, err)) {
        return false;
    }
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        JsonNode found;
        if (json_find(&options, option_ids[i], &found) &&
            !read_option(data, &options, option_ids[i], i, err)) {
            return false;
        }
    }
    return true;
}

/* ---- alignments [3.2.2] ---- */

enum { NOBODY = 2 };

/* The seat that controls a country of this alignment [3.2.1]. */
static unsigned controller(unsigned alignment)
{
    switch ((enum aon_alignment)alignment) {
    case AON_FR:
    case AON_FA:
    case AON_FD:
        return 0;
    case AON_CM:
    case AON_IC:
        return 1;
    case AON_NC:
    case AON_UNALIGNED:
    case AON_ALIGNMENT_COUNT:
        break;
    }
    return NOBODY;
}

static bool load_countries_list(const AonData *data, const JsonNode *node, const char *key, CountrySet *set,
                                Err *err)
{
    const AonIds countries = aon_country_ids(data);
    uint64_t found = 0;
    if (!aon_get_refs(node, key, &countries, &found, err)) {
        return false;
    }
    *set = (CountrySet)found;
    return true;
}

static bool has(CountrySet set, unsigned country) { return (set >> country & 1U) != 0; }

/* Every country is aligned, a detachable one if and only if it is detached [3.1.3]. */
static bool check_named(const AonData *data, const JsonNode *alignments, CountrySet detached, Err *err)
{
    for (unsigned i = 0; i < data->countries; i++) {
        const bool exists = !has(data->detachable, i) || has(detached, i);
        if (exists && data->setup.alignment[i] == AON_UNALIGNED) {
            return json_error(alignments, err, "the country \"%s\" is missing", data->country_id[i]);
        }
        if (!exists && data->setup.alignment[i] != AON_UNALIGNED) {
            return json_error(alignments, err,
                              "found \"%s\", expected only countries and what is in \"detached\"",
                              data->country_id[i]);
        }
    }
    return true;
}

/* [3.8, 3.9]: France is French, Britain a Coalition member, for good; nobody else is "FR". */
static bool check_alignment(const JsonNode *node, unsigned country, unsigned alignment, Err *err)
{
    const unsigned fixed = country == AON_FRANCE ? AON_FR : AON_CM;
    if (country <= AON_BRITAIN ? alignment != fixed : alignment == AON_FR) {
        return json_error(node, err, "found \"%s\", expected %s", aon_alignment_name(alignment),
                          country == AON_FRANCE    ? "\"FR\""
                          : country == AON_BRITAIN ? "\"CM\""
                                                   : "one of CM, IC, NC, FA, FD");
    }
    return true;
}

static bool load_alignments(AonData *data, const JsonNode *setup, CountrySet detached, Err *err)
{
    const AonIds countries = aon_country_ids(data);
    JsonNode map;
    size_t count = 0;
    for (unsigned i = 0; i < AON_COUNTRIES_MAX; i++) {
        data->setup.alignment[i] = AON_UNALIGNED;
    }
    if (!json_get(setup, "alignments", &map, err) || !json_object(&map, data->countries, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(&map, i);
        const unsigned country = aon_find_id(&countries, member.key);
        unsigned alignment = 0;
        if (country == AON_NONE) {
            return json_error(&member, err, "expected the id of a country of the board as key");
        }
        if (!aon_read_word(&member, &aon_alignment_words, &alignment, err) ||
            !check_alignment(&member, country, alignment, err)) {
            return false;
        }
        data->setup.alignment[country] = (uint8_t)alignment;
    }
    return check_named(data, &map, detached, err);
}

static bool load_detached(const AonData *data, const JsonNode *setup, CountrySet *detached, Err *err)
{
    JsonNode list;
    if (!load_countries_list(data, setup, "detached", detached, err) ||
        !json_get(setup, "detached", &list, err)) {
        return false;
    }
    const CountrySet wrong = *detached & ~data->detachable;
    return wrong == 0 || json_error(&list, err, "found \"%s\", expected detachable countries",
                                    data->country_id[bits_first(wrong)]);
}

/* An insurgent country carries the marker from its first day [8.3.8]. */
static bool load_insurgents(AonData *data, const JsonNode *setup, Err *err)
{
    JsonNode list;
    CountrySet *set = &data->setup.formerly_insurgent;
    if (!load_countries_list(data, setup, "formerly_insurgent", set, err) ||
        !json_get(setup, "formerly_insurgent", &list, err)) {
        return false;
    }
    for (unsigned i = 0; i < data->countries; i++) {
        const unsigned alignment = data->setup.alignment[i];
        if (has(*set, i) && (i <= AON_BRITAIN || alignment == AON_UNALIGNED)) {
            return json_error(&list, err, "found \"%s\", expected countries that exist and can rise",
                              data->country_id[i]);
        }
        if (alignment == AON_IC && !has(*set, i)) {
            return json_error(&list, err, "expected \"%s\" here, which is insurgent by its alignment",
                              data->country_id[i]);
        }
    }
    return true;
}

/* ---- years, events, invasion ---- */

static bool load_calendar(AonData *data, const JsonNode *setup, Err *err)
{
    AonSetup *out = &data->setup;
    return aon_read_year(setup, "first_year", 1805, 1815, &out->first_year, err) &&
           aon_read_u8(setup, "first_round", 1, data->rounds, &out->first_round, err) &&
           aon_read_year(setup, "last_year", 1800L + out->first_year, 1815, &out->last_year, err);
}

static bool load_events(AonData *data, const JsonNode *setup, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(setup, "events_in_effect", 0, aon_event_words.count, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned event = 0;
        if (!aon_read_word(&item, &aon_event_words, &event, err)) {
            return false;
        }
        if (((unsigned)data->setup.events >> event & 1U) != 0) {
            return json_error(&item, err, "found \"%s\" a second time", aon_event_words.words[event]);
        }
        data->setup.events |= (uint8_t)(1U << event);
    }
    return true;
}

/* Reads a corps into *corps and marks it in *seen; each corps may come once. */
static bool read_corps(const AonData *data, const JsonNode *node, CorpsSet *seen, unsigned *corps, Err *err)
{
    const AonIds ids = aon_corps_ids(data);
    if (!aon_read_ref(node, &ids, corps, err)) {
        return false;
    }
    if (corps_in(*seen, *corps)) {
        return json_error(node, err, "found \"%s\" a second time, expected each corps in one place",
                          data->corps_id[*corps]);
    }
    *seen = corps_with(*seen, *corps);
    return true;
}

static bool load_released(AonData *data, const JsonNode *setup, Err *err)
{
    JsonNode list;
    size_t count = 0;
    AonSetup *out = &data->setup;
    if (!aon_get_list(setup, "invasion_corps_released", 0, AON_CORPS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned corps = 0;
        if (!read_corps(data, &item, &out->released, &corps, err)) {
            return false;
        }
        if (data->availability[corps] != AON_INVASION) {
            return json_error(&item, err, "found \"%s\", expected a corps with the availability invasion",
                              data->corps_id[corps]);
        }
    }
    /* An invasion of Russia releases all of them [2.2.1.8]. */
    return !out->russia_invaded || corps_equal(out->released, data->invasion) ||
           json_error(&list, err, "found %u corps, expected all %u: russia_invaded is true",
                      corps_count(out->released), corps_count(data->invasion));
}

static bool load_invasion(AonData *data, const JsonNode *setup, Err *err)
{
    JsonNode year;
    AonSetup *out = &data->setup;
    if (!json_get_bool(setup, "russia_invaded", &out->russia_invaded, err) ||
        !json_get(setup, "french_invaded_russia_year", &year, err) || !load_released(data, setup, err)) {
        return false;
    }
    if (json_is_null(&year)) {
        return true;
    }
    if (!out->russia_invaded) {
        return json_error(&year, err, "expected null: russia_invaded is false");
    }
    return aon_read_year(setup, "french_invaded_russia_year", 1805, 1800L + out->first_year,
                         &out->french_invaded_russia_year, err);
}

/* ---- corps ---- */

/* A minor ally needs its minor too: controlled, or for a country not detached controlled through its owner
 * (A44). */
static bool minor_controlled(const AonData *data, unsigned corps, unsigned seat)
{
    const unsigned country = data->country[corps];
    const unsigned alignment = data->setup.alignment[country];
    return alignment == AON_UNALIGNED ? data->parent[country] == data->patron[corps]
                                      : controller(alignment) == seat;
}

/* [2.2.1.6] */
static bool is_available(const AonData *data, unsigned corps, unsigned seat)
{
    switch ((enum aon_availability)data->availability[corps]) {
    case AON_AVAILABLE:
        return true;
    case AON_MINOR_ALLY:
        return minor_controlled(data, corps, seat);
    case AON_RADETZKY:
        return (data->setup.events & AON_EVENT_RADETZKY) != 0;
    case AON_STEIN:
        return (data->setup.events & AON_EVENT_STEIN) != 0;
    case AON_INSURRECTION:
        return has(data->setup.formerly_insurgent, AON_SPAIN);
    case AON_INVASION:
        return corps_in(data->setup.released, corps);
    }
    return false;
}

static bool check_placement(const AonData *data, const JsonNode *node, unsigned corps, unsigned area,
                            unsigned seat, Err *err)
{
    const unsigned country = data->country[corps];
    if (controller(data->setup.alignment[data->patron[corps]]) != seat) {
        return json_error(node, err, "found side \"%s\", but \"%s\" serves who controls \"%s\", which is %s",
                          aon_seat_words.words[seat], data->corps_id[corps],
                          data->country_id[data->patron[corps]],
                          aon_alignment_name(data->setup.alignment[data->patron[corps]]));
    }
    if (!is_available(data, corps, seat)) {
        return json_error(node, err, "found \"%s\", which is not available to the %s side in this set-up",
                          data->corps_id[corps], aon_seat_words.words[seat]);
    }
    if (data->setup.alignment[country] == AON_IC && !area_in(data->insurgent_range[country], area)) {
        return json_error(node, err,
                          "found insurgent \"%s\" in \"%s\", expected at most one area from \"%s\" [10.3.1]",
                          data->corps_id[corps], data->area_id[area], data->country_id[country]);
    }
    return true;
}

static bool load_placement(AonData *data, const JsonNode *node, CorpsSet *placed,
                           unsigned sides[AON_AREAS_MAX], Err *err)
{
    static const char *const keys[] = {
        "corps", "area", "side", "spent", "source", "source_note", "reconstructed_fields", NULL};
    const AonIds areas = aon_area_ids(data);
    JsonNode item;
    unsigned corps = 0;
    unsigned area = 0;
    unsigned seat = 0;
    bool spent = false;
    if (!json_only_keys(node, keys, err) || !json_get(node, "corps", &item, err) ||
        !read_corps(data, &item, placed, &corps, err) || !aon_get_ref(node, "area", &areas, &area, err) ||
        !aon_get_word(node, "side", &aon_seat_words, &seat, err) ||
        !json_get_bool(node, "spent", &spent, err) || !aon_check_source(node, err) ||
        !check_placement(data, node, corps, area, seat, err)) {
        return false;
    }
    if (sides[area] == 1 - seat) {
        return json_error(node, err, "found both sides in \"%s\", expected one side in an area",
                          data->area_id[area]);
    }
    sides[area] = seat;
    data->setup.placements[data->setup.placement_count++] =
        (AonPlacement){(CorpsId)corps, (AreaId)area, spent};
    return true;
}

/* More corps in an area than its senior corps could lead would be a slip of the pen (4.2, 12.1.3). */
static bool check_stacks(const AonData *data, const JsonNode *list, Err *err)
{
    unsigned height[AON_AREAS_MAX] = {0};
    unsigned best[AON_AREAS_MAX] = {0};
    for (unsigned i = 0; i < data->setup.placement_count; i++) {
        const AonPlacement *placement = &data->setup.placements[i];
        const unsigned sr = data->sr[placement->corps];
        height[placement->area]++;
        best[placement->area] = sr > best[placement->area] ? sr : best[placement->area];
    }
    for (unsigned area = 0; area < data->areas; area++) {
        if (height[area] > best[area]) {
            return json_error(list, err,
                              "found %u corps in \"%s\", expected at most %u: the seniority of their leader",
                              height[area], data->area_id[area], best[area]);
        }
    }
    return true;
}

static bool load_corps_on_map(AonData *data, const JsonNode *setup, CorpsSet *placed, Err *err)
{
    unsigned sides[AON_AREAS_MAX];
    JsonNode list;
    size_t count = 0;
    for (unsigned i = 0; i < AON_AREAS_MAX; i++) {
        sides[i] = NOBODY;
    }
    if (!aon_get_list(setup, "corps_on_map", 0, data->corps, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        if (!load_placement(data, &item, placed, sides, err)) {
            return false;
        }
    }
    return check_stacks(data, &list, err);
}

static bool load_lost_corps(AonData *data, const JsonNode *setup, CorpsSet *placed, Err *err)
{
    static const char *const keys[] = {"corps", "source", "source_note", "reconstructed_fields", NULL};
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(setup, "corps_out_of_game", 0, data->corps, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        JsonNode name;
        unsigned corps = 0;
        if (!json_only_keys(&item, keys, err) || !aon_check_source(&item, err) ||
            !json_get(&item, "corps", &name, err) || !read_corps(data, &name, placed, &corps, err)) {
            return false;
        }
        if (corps == data->napoleon) {
            return json_error(&name, err, "found \"%s\", without whom there is no game [6.2.2]",
                              data->corps_id[corps]);
        }
        data->setup.lost = corps_with(data->setup.lost, corps);
    }
    return true;
}

/* ---- cards ---- */

/* One entry of a list of cards; taken counts the copies that are out of the deck already. */
static bool read_cards(const AonData *data, const JsonNode *node, uint8_t taken[AON_CARDS_MAX],
                       unsigned *card, uint8_t *copies, Err *err)
{
    static const char *const keys[] = {"card", "copies", "source", "source_note", "reconstructed_fields",
                                       NULL};
    const AonIds ids = aon_card_ids(data);
    JsonNode source;
    if (!json_only_keys(node, keys, err) ||
        (json_find(node, "source", &source) && !aon_check_source(node, err)) ||
        !aon_get_ref(node, "card", &ids, card, err)) {
        return false;
    }
    const unsigned left = (unsigned)(data->card[*card].copies - taken[*card]);
    if (left == 0) {
        return json_error(node, err, "found \"%s\", of which no copy is left", data->card[*card].id);
    }
    if (!aon_read_u8(node, "copies", 1, (long)left, copies, err)) {
        return false;
    }
    taken[*card] = (uint8_t)(taken[*card] + *copies);
    return true;
}

static bool load_set_aside(AonData *data, const JsonNode *setup, uint8_t taken[AON_CARDS_MAX], Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(setup, "cards_set_aside", 0, AON_COPIES_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned card = 0;
        uint8_t copies = 0;
        if (!read_cards(data, &item, taken, &card, &copies, err)) {
            return false;
        }
        data->setup.set_aside[card] = (uint8_t)(data->setup.set_aside[card] + copies);
        data->set_aside_count = (uint8_t)(data->set_aside_count + copies);
    }
    return true;
}

static bool load_discarded(AonData *data, const JsonNode *setup, uint8_t taken[AON_CARDS_MAX], Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(setup, "cards_discarded", 0, AON_COPIES_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned card = 0;
        uint8_t copies = 0;
        if (!read_cards(data, &item, taken, &card, &copies, err)) {
            return false;
        }
        for (; copies > 0; copies--) {
            data->setup.discarded[data->setup.discard_count++] = (CardId)card;
        }
    }
    return true;
}

static bool load_hands(AonData *data, const JsonNode *setup, unsigned deck, Err *err)
{
    static const char *const keys[] = {"french", "coalition", NULL};
    JsonNode hand;
    AonSetup *out = &data->setup;
    if (!aon_read_u8(setup, "random_discards", 0, (long)deck, &out->random_discards, err) ||
        !json_get(setup, "hand", &hand, err) || !json_only_keys(&hand, keys, err) ||
        !aon_read_u8(&hand, "french", 1, 20, &out->hand[0], err) ||
        !aon_read_u8(&hand, "coalition", 1, 20, &out->hand[1], err)) {
        return false;
    }
    const unsigned left = deck - out->random_discards;
    const unsigned dealt = (unsigned)out->hand[0] + out->hand[1];
    return dealt <= left ||
           json_error(&hand, err, "found hands of %u cards in all, expected at most the %u in the deck",
                      dealt, left);
}

static bool load_setup_cards(AonData *data, const JsonNode *setup, Err *err)
{
    uint8_t taken[AON_CARDS_MAX] = {0};
    unsigned deck = 0;
    if (!load_set_aside(data, setup, taken, err) || !load_discarded(data, setup, taken, err)) {
        return false;
    }
    for (unsigned i = 0; i < data->cards; i++) {
        deck += (unsigned)(data->card[i].copies - taken[i]);
    }
    return load_hands(data, setup, deck, err);
}

static bool load_free_moves(AonData *data, const JsonNode *setup, Err *err)
{
    static const char *const keys[] = {"french", "coalition", NULL};
    JsonNode free_move;
    return json_get(setup, "free_move_available", &free_move, err) && json_only_keys(&free_move, keys, err) &&
           json_get_bool(&free_move, "french", &data->setup.free_move[0], err) &&
           json_get_bool(&free_move, "coalition", &data->setup.free_move[1], err);
}

bool aon_load_setup(AonData *data, const JsonNode *scenario, Err *err)
{
    static const char *const keys[] = {"first_year",
                                       "first_round",
                                       "last_year",
                                       "alignments",
                                       "detached",
                                       "formerly_insurgent",
                                       "events_in_effect",
                                       "russia_invaded",
                                       "french_invaded_russia_year",
                                       "invasion_corps_released",
                                       "corps_on_map",
                                       "corps_out_of_game",
                                       "cards_set_aside",
                                       "cards_discarded",
                                       "random_discards",
                                       "hand",
                                       "free_move_available",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    JsonNode setup;
    CountrySet detached = 0;
    CorpsSet placed = corps_none();
    return json_get(scenario, "setup", &setup, err) && json_only_keys(&setup, keys, err) &&
           aon_check_source(&setup, err) && load_calendar(data, &setup, err) &&
           load_detached(data, &setup, &detached, err) && load_alignments(data, &setup, detached, err) &&
           load_insurgents(data, &setup, err) && load_events(data, &setup, err) &&
           load_invasion(data, &setup, err) && load_corps_on_map(data, &setup, &placed, err) &&
           load_lost_corps(data, &setup, &placed, err) && load_setup_cards(data, &setup, err) &&
           load_free_moves(data, &setup, err);
}
