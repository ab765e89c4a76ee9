/* load_conversions.c: the changes of alignment that a card can bring about [7.2, 8.3]. */
#include "engine/aon/load.h"

/* In the order of enum aon_targets; a JSON list stands for AON_TARGETS_LIST. */
static const char *const targets[] = {
    "any", "minor", "coastal_minor_unoccupied", "coastal_unoccupied", "minor_unoccupied", "not_russia"};
static const AonWords target_words = {targets, 6, "the countries of a conversion"};

/* Six alignments, then the situations in the order of enum aon_from. */
static const char *const froms[] = {"FR",
                                    "CM",
                                    "IC",
                                    "NC",
                                    "FA",
                                    "FD",
                                    "NC_french_occupied",
                                    "NC_french_occupied_major",
                                    "just_surrendered_to_french"};
static const AonWords from_words = {froms, 9, "where a conversion starts"};

static bool load_targets(const AonData *data, const JsonNode *node, AonConversion *conversion, Err *err)
{
    const AonIds countries = aon_country_ids(data);
    JsonNode found;
    const char *text = NULL;
    unsigned target = 0;
    uint64_t list = 0;
    if (!json_get(node, "countries", &found, err)) {
        return false;
    }
    if (json_string(&found, &text, NULL)) {
        if (!aon_read_word(&found, &target_words, &target, err)) {
            return false;
        }
        conversion->targets = (uint8_t)target;
        return true;
    }
    if (!aon_get_refs(node, "countries", &countries, &list, err)) {
        return false;
    }
    conversion->targets = AON_TARGETS_LIST;
    conversion->list = (CountrySet)list;
    return list != 0 || json_error(&found, err, "found an empty list, expected countries");
}

/* Only an insurrection makes a country insurgent, and it makes nothing else [8.3]. */
static bool check_steps(const AonCard *card, unsigned seats, const JsonNode *node,
                        const AonConversion *conversion, Err *err)
{
    const bool insurrection = card->op == AON_OP_INSURRECTION;
    if (conversion->from_kind == AON_FROM_ALIGNMENT &&
        (conversion->from == conversion->to || conversion->from == AON_FR)) {
        return json_error(
            node, err, "found a conversion from \"%s\" to \"%s\", expected a change of a country but France",
            froms[conversion->from], aon_alignment_name(conversion->to));
    }
    if (conversion->to == AON_FR || insurrection != (conversion->to == AON_IC)) {
        return json_error(node, err, "found a conversion to \"%s\" on a card with the operation \"%s\"",
                          aon_alignment_name(conversion->to), aon_op_words.words[card->op]);
    }
    if ((seats >> conversion->seat & 1U) == 0) {
        return json_error(node, err, "found player \"%s\", who may not play the card",
                          aon_seat_words.words[conversion->seat]);
    }
    return true;
}

/* Reads the next conversion of a card that seats may play. */
static bool load_conversion(const AonData *data, AonCard *card, unsigned seats, const JsonNode *node,
                            Err *err)
{
    static const char *const keys[] = {"player", "from", "to", "countries", "ignores_occupation", NULL};
    AonConversion *conversion = &card->conversions[card->conversion_count];
    JsonNode flag;
    unsigned seat = 0;
    unsigned from = 0;
    unsigned to = 0;
    if (!json_only_keys(node, keys, err) || !aon_get_word(node, "player", &aon_seat_words, &seat, err) ||
        !aon_get_word(node, "from", &from_words, &from, err) ||
        !aon_get_word(node, "to", &aon_alignment_words, &to, err) ||
        !load_targets(data, node, conversion, err)) {
        return false;
    }
    if (json_find(node, "ignores_occupation", &flag) &&
        !json_bool(&flag, &conversion->ignores_occupation, err)) {
        return false;
    }
    conversion->seat = (uint8_t)seat;
    conversion->from_kind = (uint8_t)(from <= AON_FD ? AON_FROM_ALIGNMENT : from - AON_FD);
    conversion->from = (uint8_t)(from <= AON_FD ? from : AON_NC);
    conversion->to = (uint8_t)to;
    card->conversion_count++;
    return check_steps(card, seats, node, conversion, err);
}

bool aon_load_conversions(const AonData *data, AonCard *card, unsigned seats, const JsonNode *node, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_find(node, "conversions", &list)) {
        return true;
    }
    if (!aon_get_list(node, "conversions", 1, AON_CONVERSIONS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        if (!load_conversion(data, card, seats, &item, err)) {
            return false;
        }
    }
    return true;
}
