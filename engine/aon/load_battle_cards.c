/* load_battle_cards.c: what battle cards do to strength, dice and losses [13.3.3]. */
#include "engine/aon/load.h"

enum battle_word {
    BATTLE_STRENGTH,
    BATTLE_PER_CORPS,
    BATTLE_DIE,
    BATTLE_CANCEL,
    BATTLE_SPLIT,
    BATTLE_CHOOSE_LOSS,
    BATTLE_EXTRA_LOSS
};
static const char *const battle_kinds[] = {"strength", "strength_per_corps", "die",       "cancel",
                                           "split",    "choose_loss",        "extra_loss"};
static const AonWords battle_kind_words = {battle_kinds, 7, "a kind of battle modifier"};

static bool load_battle_colors(AonCard *card, const JsonNode *modifier, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(modifier, "colors", 1, AON_MAJORS, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned color = 0;
        if (!aon_read_word(&item, &aon_color_words, &color, err)) {
            return false;
        }
        card->battle_colors |= (uint8_t)(1U << color);
    }
    return true;
}

/* A flat bonus may ask for a corps, for a colour, and for the defender's role. */
static bool load_battle_strength(const AonData *data, AonCard *card, const JsonNode *modifier, Err *err)
{
    static const char *const keys[] = {"kind",           "value",         "requires_corps",
                                       "requires_color", "requires_role", NULL};
    static const char *const roles[] = {"defender"};
    static const AonWords role_words = {roles, 1, "a role"};
    const AonIds corps = aon_corps_ids(data);
    JsonNode member;
    unsigned found = 0;
    card->battle_kind = AON_BATTLE_STRENGTH;
    if (!json_only_keys(modifier, keys, err) ||
        !aon_read_i8(modifier, "value", -20, 20, &card->battle_value, err)) {
        return false;
    }
    if (json_find(modifier, "requires_corps", &member)) {
        if (!aon_read_ref(&member, &corps, &found, err)) {
            return false;
        }
        card->battle_corps = (uint8_t)found;
    }
    if (json_find(modifier, "requires_color", &member)) {
        if (!aon_read_word(&member, &aon_color_words, &found, err)) {
            return false;
        }
        card->battle_colors = (uint8_t)(1U << found);
    }
    if (json_find(modifier, "requires_role", &member)) {
        card->battle_defender_only = true;
        return aon_read_word(&member, &role_words, &found, err);
    }
    return true;
}

static bool load_battle_per_corps(AonCard *card, const JsonNode *modifier, Err *err)
{
    static const char *const keys[] = {"kind", "colors", "value", "max", NULL};
    card->battle_kind = AON_BATTLE_STRENGTH_PER_CORPS;
    return json_only_keys(modifier, keys, err) &&
           aon_read_i8(modifier, "value", -20, 20, &card->battle_value, err) &&
           aon_read_i8(modifier, "max", 0, 60, &card->battle_max, err) &&
           load_battle_colors(card, modifier, err);
}

static bool load_battle_die(AonCard *card, const JsonNode *modifier, Err *err)
{
    static const char *const keys[] = {"kind", "value", "max_face", NULL};
    card->battle_kind = AON_BATTLE_DIE;
    return json_only_keys(modifier, keys, err) &&
           aon_read_i8(modifier, "value", -5, 5, &card->battle_value, err) &&
           aon_read_i8(modifier, "max_face", 1, 6, &card->battle_max, err);
}

/* The kinds that go with an operation, as bits of enum battle_word. */
static unsigned kinds_of(unsigned op)
{
    switch (op) {
    case AON_OP_BATTLE_MODIFIER:
        return 1U << BATTLE_STRENGTH | 1U << BATTLE_PER_CORPS | 1U << BATTLE_DIE;
    case AON_OP_FOG_OF_WAR:
        return 1U << BATTLE_CANCEL;
    case AON_OP_INTERIOR_LINES:
        return 1U << BATTLE_SPLIT;
    case AON_OP_HEROS_DEATH:
        return 1U << BATTLE_CHOOSE_LOSS;
    case AON_OP_PURSUIT:
        return 1U << BATTLE_EXTRA_LOSS;
    default:
        return 0;
    }
}

bool aon_load_battle_modifier(const AonData *data, AonCard *card, const JsonNode *node, Err *err)
{
    static const char *const bare_keys[] = {"kind", NULL};
    static const char *const loss_keys[] = {"kind", "value", NULL};
    JsonNode modifier;
    unsigned kind = 0;
    if (!json_find(node, "battle_modifier", &modifier)) {
        return true;
    }
    if (!aon_get_word(&modifier, "kind", &battle_kind_words, &kind, err)) {
        return false;
    }
    if ((kinds_of(card->op) >> kind & 1U) == 0) {
        return json_error(&modifier, err, "found kind \"%s\", which does not go with the operation \"%s\"",
                          battle_kinds[kind], aon_op_words.words[card->op]);
    }
    switch ((enum battle_word)kind) {
    case BATTLE_STRENGTH:
        return load_battle_strength(data, card, &modifier, err);
    case BATTLE_PER_CORPS:
        return load_battle_per_corps(card, &modifier, err);
    case BATTLE_DIE:
        return load_battle_die(card, &modifier, err);
    case BATTLE_EXTRA_LOSS: /* the rule knows one loss only */
        return json_only_keys(&modifier, loss_keys, err) &&
               aon_read_i8(&modifier, "value", 1, 1, &card->battle_value, err);
    case BATTLE_CANCEL:
    case BATTLE_SPLIT:
    case BATTLE_CHOOSE_LOSS:
        return json_only_keys(&modifier, bare_keys, err);
    }
    return false;
}
