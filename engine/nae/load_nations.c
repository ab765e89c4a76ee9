/* load_nations.c: powers, minors, states and the slots of the hands. */
#include <string.h>

#include "engine/nae/load.h"
#include "engine/nae/sets.h"

static const char *const PROTECTORATE_WORDS[] = {"never", "eligible", "from_start", "on_creation"};
static const NaeWords PROTECTORATES = {PROTECTORATE_WORDS, 4, "a kind of protectorate"};

/* Influence on the diplomacy of a nation: an object or null. */
static bool read_influence(const JsonNode *entry, int8_t influence[2], Err *err)
{
    JsonNode node;
    if (!json_get(entry, "influence", &node, err)) {
        return false;
    }
    return json_is_null(&node) || (nae_read_i8(&node, "empire", -5, 5, &influence[NAE_EMPIRE], err) &&
                                   nae_read_i8(&node, "coalition", -5, 5, &influence[NAE_COALITION], err));
}

static bool read_managers(const JsonNode *entry, uint8_t manager[3], Err *err)
{
    static const char *const keys[] = {"neutral", "defeated_by_empire", "defeated_by_coalition", NULL};
    JsonNode node;
    if (!json_get(entry, "production_manager", &node, err) || !json_only_keys(&node, keys, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!nae_read_word(&node, keys[i], &nae_side_words, &manager[i], err)) {
            return false;
        }
    }
    return true;
}

static bool load_power(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"id",
                                       "name",
                                       "side",
                                       "capitals",
                                       "key_zones",
                                       "resources",
                                       "resource_loss_per_lost_key",
                                       "influence",
                                       "influence_source",
                                       "has_military_reform",
                                       "production_manager",
                                       "setup_order",
                                       "conquest_key_zones",
                                       "max_transfer_received",
                                       "source",
                                       "attested",
                                       NULL};
    NaeNation *nation = &d->nation[n];
    const NaeIds zones = nae_zone_ids(d);
    return json_only_keys(entry, keys, err) &&
           nae_read_name(entry, "name", d->nation_name[n], NAE_NAME_BYTES, err) &&
           nae_read_word(entry, "side", &nae_side_words, &nation->side, err) &&
           nae_read_refs(entry, "capitals", &zones, 2, nation->capital, &nation->capitals, err) &&
           nae_read_refs(entry, "key_zones", &zones, NAE_KEY_ZONES, nation->key, &nation->keys, err) &&
           nae_read_refs(entry, "conquest_key_zones", &zones, NAE_KEY_ZONES, nation->conquest_key,
                         &nation->conquest_keys, err) &&
           nae_read_half(entry, "resources", 60.0, &nation->resources, err) &&
           nae_read_half(entry, "resource_loss_per_lost_key", 30.0, &nation->loss_per_key, err) &&
           nae_read_half(entry, "max_transfer_received", 30.0, &nation->max_transfer, err) &&
           nae_read_flag(entry, "has_military_reform", 1, &nation->reform, err) &&
           nae_read_u8(entry, "setup_order", 0, NAE_MAJORS - 1, &nation->order, err) &&
           read_influence(entry, nation->influence, err) && read_managers(entry, nation->manager, err) &&
           nae_check_source(entry, err);
}

/* Budgets go in the order of set-up, each place once [4.3.1]. */
static bool load_powers(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    unsigned n = 0;
    unsigned seen = 0;
    if (!json_get(board, "powers", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), n++) {
        if (!load_power(d, n, &entry, err)) {
            return false;
        }
        const NaeNation *nation = &d->nation[n];
        if (nation->capitals == 0 || nation->keys == 0 || (seen >> nation->order & 1U) != 0) {
            return json_error(
                &entry, err,
                "found no capital, no key zone or a setup_order used before, expected one of each");
        }
        seen |= 1U << nation->order;
        d->budget_order[nation->order] = (uint8_t)n;
    }
    return true;
}

static bool load_minor(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {
        "id",    "name",      "capital",          "protectorate", "has_units", "confederation_symbol",
        "zones", "influence", "influence_source", "source",       NULL};
    NaeNation *nation = &d->nation[n];
    const NaeIds zones = nae_zone_ids(d);
    uint8_t land[16];
    uint8_t count = 0;
    nation->side = NAE_NOBODY;
    if (!json_only_keys(entry, keys, err) ||
        !nae_read_name(entry, "name", d->nation_name[n], NAE_NAME_BYTES, err) ||
        !nae_read_ref_or_null(entry, "capital", &zones, &nation->capital[0], err) ||
        !nae_read_word(entry, "protectorate", &PROTECTORATES, &nation->protectorate, err) ||
        !nae_read_flag(entry, "has_units", 1, &nation->has_units, err) ||
        !nae_read_flag(entry, "confederation_symbol", 1, &nation->confederate, err) ||
        !nae_read_refs(entry, "zones", &zones, sizeof land, land, &count, err) ||
        !read_influence(entry, nation->influence, err) || !nae_check_source(entry, err)) {
        return false;
    }
    nation->capitals = nation->capital[0] == NAE_NONE ? 0 : 1;
    for (unsigned i = 0; i < count; i++) {
        if (d->zone[land[i]].owner != n) {
            return json_error(entry, err, "found zone \"%s\", expected zones whose owner is this minor",
                              d->zone_id[land[i]]);
        }
    }
    return true;
}

static bool load_minors(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    unsigned n = NAE_MAJORS;
    if (!json_get(board, "minors", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), n++) {
        if (!load_minor(d, n, &entry, err)) {
            return false;
        }
    }
    return true;
}

/* States stand in the order in which status.c names them; what they need and bring is written there. */
static bool check_states(const JsonNode *board, Err *err)
{
    static const char *const order[] = {"confederation_du_rhin", "westphalie", "royaume_de_baviere",
                                        "royaume_d_italie", "pologne"};
    JsonNode list;
    size_t count = 0;
    unsigned i = 0;
    if (!nae_read_list(board, "states", 5, 5, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        char id[NAE_ID_BYTES];
        if (!nae_read_name(&entry, "id", id, sizeof id, err) || !nae_check_source(&entry, err)) {
            return false;
        }
        if (strcmp(id, order[i]) != 0) {
            return json_error(&entry, err, "found state \"%s\", expected \"%s\" here", id, order[i]);
        }
    }
    return true;
}

bool nae_load_nations(NaeData *d, const JsonNode *board, Err *err)
{
    return load_powers(d, board, err) && load_minors(d, board, err) && check_states(board, err);
}

/* ---- slots of the hands ---- */

static bool load_slot(NaeData *d, NaeHandSlot *slot, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"id",           "zones", "benefit", "permanent_card",
                                       "captor_gains", "cards", "source",  NULL};
    static const char *const words[] = {"empire", "coalition", "both"};
    static const NaeWords benefits = {words, 3, "who benefits"};
    const NaeIds zones = nae_zone_ids(d);
    const NaeIds cards = nae_card_ids(d);
    JsonNode captor;
    if (!json_only_keys(entry, keys, err) ||
        !nae_read_refs(entry, "zones", &zones, NAE_SLOT_ZONES, slot->zone, &slot->zones, err) ||
        !nae_read_word(entry, "benefit", &benefits, &slot->benefit, err) ||
        !nae_read_ref_or_null(entry, "permanent_card", &cards, &slot->card, err) ||
        !nae_read_u8(entry, "cards", 1, 3, &slot->cards, err) ||
        !json_get(entry, "captor_gains", &captor, err)) {
        return false;
    }
    slot->captor = NAE_NOBODY;
    return (json_is_null(&captor) || nae_word_of(&captor, &nae_side_words, &slot->captor, err)) &&
           nae_check_source(entry, err);
}

bool nae_load_slots(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const last[] = {"royaume_de_baviere", "confederation_du_rhin", "conquest_bonus"};
    JsonNode list;
    size_t count = 0;
    unsigned i = 0;
    if (!nae_read_list(board, "card_slots", NAE_SLOTS, NAE_SLOTS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        char id[NAE_ID_BYTES];
        if (!nae_read_name(&entry, "id", id, sizeof id, err) || !load_slot(d, &d->slot[i], &entry, err)) {
            return false;
        }
        if ((i >= NAE_SLOT_BAVARIA) != (d->slot[i].zones == 0) ||
            (i >= NAE_SLOT_BAVARIA && strcmp(id, last[i - NAE_SLOT_BAVARIA]) != 0)) {
            return json_error(&entry, err,
                              "found slot \"%s\", expected those of zones first, then %s, %s, %s", id,
                              last[0], last[1], last[2]);
        }
    }
    return true;
}
