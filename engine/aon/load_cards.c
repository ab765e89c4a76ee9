/* load_cards.c: the cards. One table says for each operation which windows it may stand in and which fields
 * it needs; a field on a card whose operation has no use for it is refused, because turning it would do
 * nothing. */
#include <stdlib.h>
#include <string.h>

#include "engine/aon/load.h"

/* ---- words ---- */

static const char *const players[] = {"french", "coalition", "both"};
static const AonWords player_words = {players, 3, "the players of a card"};

static const char *const windows[] = {"diplomacy_turn",
                                      "diplomacy_counter",
                                      "new_insurrection",
                                      "strategy_step",
                                      "reinforcement_cards",
                                      "round_start",
                                      "part_start",
                                      "own_move",
                                      "enemy_move_declared",
                                      "enemy_entered_area",
                                      "own_withdrawal",
                                      "own_interception",
                                      "enemy_interception_declared",
                                      "before_engagement",
                                      "battle_cards",
                                      "after_loss_count",
                                      "after_victory",
                                      "before_own_surrender",
                                      "after_surrender_to_french",
                                      "winter_start",
                                      "winter_own_area",
                                      "winter_enemy_area",
                                      "anytime"};
static const AonWords window_words = {windows, AON_WINDOW_COUNT, "a window"};
_Static_assert(sizeof windows / sizeof windows[0] == AON_WINDOW_COUNT, "a word for each window");

static const char *const phases[] = {"diplomacy",     "insurrection",     "strategy",
                                     "reinforcement", "campaign",         "battle",
                                     "surrender",     "winter_attrition", "anytime"};
static const AonWords phase_words = {phases, 9, "a phase"};

static const char *const ops[] = {"convert",
                                  "set_event",
                                  "release_set_aside_then_convert",
                                  "detach",
                                  "insurrection",
                                  "recover_card",
                                  "prevent_surrender",
                                  "diplomacy_then_skip_rounds",
                                  "skip_rounds",
                                  "return_corps_and_bar_deployment",
                                  "restore_lost_corps",
                                  "swap_french_corps",
                                  "swap_enemy_corps_at_random",
                                  "deployment_bonus",
                                  "several_armies",
                                  "movement_bonus",
                                  "movement_penalty",
                                  "cancel_action",
                                  "extra_attrition",
                                  "battle_modifier",
                                  "cancel_battle_cards",
                                  "split_battle",
                                  "choose_enemy_loss",
                                  "extra_loss",
                                  "winter_modifier"};
const AonWords aon_op_words = {ops, AON_OP_COUNT, "an operation"};
_Static_assert(sizeof ops / sizeof ops[0] == AON_OP_COUNT, "a word for each operation");

/* ---- what an operation needs ---- */

enum field {
    FIELD_CONVERSIONS = 1,
    FIELD_EVENT = 2,
    FIELD_BATTLE = 4,
    FIELD_MOVEMENT = 8,
    FIELD_WINTER = 16,
    FIELD_REMOVES = 32,
    FIELD_ROUNDS = 64,
    FIELD_ARMIES = 128,
    FIELD_BONUS = 256,
    FIELD_CAUSES = 512
};

static const struct {
    const char *key;
    unsigned field;
} fields[] = {{"conversions", FIELD_CONVERSIONS},    {"event", FIELD_EVENT},
              {"battle_modifier", FIELD_BATTLE},     {"movement_modifier", FIELD_MOVEMENT},
              {"winter_die_modifier", FIELD_WINTER}, {"removes_corps", FIELD_REMOVES},
              {"rounds_skipped", FIELD_ROUNDS},      {"armies", FIELD_ARMIES},
              {"deployment_bonus", FIELD_BONUS},     {"march_attrition_causes", FIELD_CAUSES}};

#define WINDOW(name) (1U << AON_WINDOW_##name)

static const struct {
    unsigned windows, required, optional;
} needs[AON_OP_COUNT] = {
    [AON_OP_CONVERT] = {WINDOW(DIPLOMACY_TURN) | WINDOW(DIPLOMACY_COUNTER) |
                            WINDOW(AFTER_SURRENDER_TO_FRENCH),
                        FIELD_CONVERSIONS, FIELD_EVENT},
    [AON_OP_SET_EVENT] = {WINDOW(STRATEGY_STEP), FIELD_EVENT, 0},
    [AON_OP_CONTINENTAL_SYSTEM] = {WINDOW(DIPLOMACY_TURN), FIELD_CONVERSIONS | FIELD_EVENT, 0},
    [AON_OP_DETACH] = {WINDOW(DIPLOMACY_TURN) | WINDOW(AFTER_SURRENDER_TO_FRENCH), 0, 0},
    [AON_OP_INSURRECTION] = {WINDOW(NEW_INSURRECTION), FIELD_CONVERSIONS, 0},
    [AON_OP_RECOVER_CARD] = {WINDOW(ANYTIME), 0, 0},
    [AON_OP_PREVENT_SURRENDER] = {WINDOW(BEFORE_OWN_SURRENDER), 0, 0},
    [AON_OP_PEACE_TALKS] = {WINDOW(ROUND_START), FIELD_ROUNDS, 0},
    [AON_OP_WINTER_QUARTERS] = {WINDOW(ROUND_START), 0, 0},
    [AON_OP_RETURN_CORPS] = {WINDOW(STRATEGY_STEP), FIELD_REMOVES, 0},
    [AON_OP_RESTORE_LOST_CORPS] = {WINDOW(REINFORCEMENT_CARDS), 0, 0},
    [AON_OP_SWAP_FRENCH] = {WINDOW(REINFORCEMENT_CARDS), 0, 0},
    [AON_OP_SWAP_ENEMY] = {WINDOW(REINFORCEMENT_CARDS), 0, 0},
    [AON_OP_DEPLOYMENT_BONUS] = {WINDOW(REINFORCEMENT_CARDS), FIELD_BONUS, 0},
    [AON_OP_MAJOR_CAMPAIGN] = {WINDOW(PART_START), FIELD_ARMIES, 0},
    [AON_OP_FORCED_MARCH] = {WINDOW(OWN_MOVE) | WINDOW(OWN_INTERCEPTION) | WINDOW(OWN_WITHDRAWAL),
                             FIELD_MOVEMENT, 0},
    [AON_OP_MUD] = {WINDOW(ENEMY_MOVE_DECLARED), FIELD_MOVEMENT, 0},
    [AON_OP_INDECISION] = {WINDOW(ENEMY_MOVE_DECLARED) | WINDOW(ENEMY_INTERCEPTION_DECLARED), 0, 0},
    [AON_OP_COSSACKS] = {WINDOW(ENEMY_ENTERED_AREA), FIELD_CAUSES, 0},
    [AON_OP_BATTLE_MODIFIER] = {WINDOW(BATTLE_CARDS), FIELD_BATTLE, 0},
    [AON_OP_FOG_OF_WAR] = {WINDOW(BATTLE_CARDS), FIELD_BATTLE, 0},
    [AON_OP_INTERIOR_LINES] = {WINDOW(BEFORE_ENGAGEMENT), FIELD_BATTLE, 0},
    [AON_OP_HEROS_DEATH] = {WINDOW(AFTER_LOSS_COUNT), FIELD_BATTLE, 0},
    [AON_OP_PURSUIT] = {WINDOW(AFTER_VICTORY), FIELD_BATTLE, 0},
    [AON_OP_WINTER_MODIFIER] = {WINDOW(WINTER_START) | WINDOW(WINTER_OWN_AREA) | WINDOW(WINTER_ENEMY_AREA),
                                FIELD_WINTER, 0},
};

/* A card while it is read: what its parts must agree with. */
typedef struct Reading {
    AonData *data;
    AonCard *card;
    unsigned index;   /* of the title */
    unsigned seats;   /* bits of the seats that may play it */
    unsigned windows; /* bits of enum aon_window */
} Reading;

static bool check_fields(const JsonNode *node, unsigned op, Err *err)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        JsonNode member;
        const bool there = json_find(node, fields[i].key, &member);
        if (!there && (needs[op].required & fields[i].field) != 0) {
            return json_error(node, err, "the key \"%s\" is missing, which the operation \"%s\" needs",
                              fields[i].key, ops[op]);
        }
        if (there && ((needs[op].required | needs[op].optional) & fields[i].field) == 0) {
            return json_error(&member, err, "expected no such key: the operation \"%s\" has no use for it",
                              ops[op]);
        }
    }
    return true;
}

/* ---- numbers of single cards ---- */

static bool load_removed_corps(const Reading *reading, const JsonNode *node, Err *err)
{
    static const char *const keys[] = {"country", "count", NULL};
    JsonNode removes;
    unsigned country = 0;
    if (!json_find(node, "removes_corps", &removes)) {
        return true;
    }
    if (!json_only_keys(&removes, keys, err) ||
        !aon_get_word(&removes, "country", &aon_major_words, &country, err) ||
        !aon_read_u8(&removes, "count", 0, 20, &reading->card->returns, err)) {
        return false;
    }
    reading->card->country = (uint8_t)country;
    return true;
}

static bool load_number(const JsonNode *node, const char *key, long min, long max, uint8_t *out, Err *err)
{
    JsonNode member;
    return !json_find(node, key, &member) || aon_read_u8(node, key, min, max, out, err);
}

static bool load_modifier(const JsonNode *node, const char *key, long min, long max, int8_t *out, Err *err)
{
    JsonNode member;
    return !json_find(node, key, &member) || aon_read_i8(node, key, min, max, out, err);
}

static bool load_numbers(AonCard *card, const JsonNode *node, Err *err)
{
    return load_number(node, "rounds_skipped", 1, 6, &card->rounds_skipped, err) &&
           load_number(node, "armies", 1, 6, &card->armies, err) &&
           load_number(node, "deployment_bonus", 0, 20, &card->bonus, err) &&
           load_number(node, "march_attrition_causes", 0, 1, &card->attrition_causes, err) &&
           load_modifier(node, "movement_modifier", -3, 3, &card->movement_modifier, err) &&
           load_modifier(node, "winter_die_modifier", -9, 9, &card->winter_modifier, err);
}

/* ---- events, windows, phases ---- */

/* An event happens once in a game [2.3.10]; no two cards bring the same one. */
static bool load_event(const Reading *reading, const JsonNode *node, Err *err)
{
    JsonNode member;
    unsigned event = 0;
    AonCard *card = reading->card;
    const bool there = json_find(node, "event", &member);
    if (there != card->once_only) {
        return json_error(node, err, "found once_only %s, expected true if and only if the card has an event",
                          card->once_only ? "true" : "false");
    }
    if (!there) {
        return true;
    }
    if (!aon_read_word(&member, &aon_event_words, &event, err)) {
        return false;
    }
    card->event = (uint8_t)(1U << event);
    for (unsigned i = 0; i < reading->index; i++) {
        if (reading->data->card[i].event == card->event) {
            return json_error(&member, err, "found \"%s\", which cards[%u] brings already",
                              aon_event_words.words[event], i);
        }
    }
    return true;
}

static bool load_windows(Reading *reading, const JsonNode *node, Err *err)
{
    JsonNode list;
    size_t count = 0;
    const unsigned op = reading->card->op;
    if (!aon_get_list(node, "windows", 1, AON_WINDOW_COUNT, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned window = 0;
        if (!aon_read_word(&item, &window_words, &window, err)) {
            return false;
        }
        if ((needs[op].windows >> window & 1U) == 0) {
            return json_error(&item, err, "found \"%s\", in which the operation \"%s\" cannot be played",
                              windows[window], ops[op]);
        }
        reading->windows |= 1U << window;
    }
    const bool counter = (reading->windows >> AON_WINDOW_DIPLOMACY_COUNTER & 1U) != 0;
    return counter == reading->card->diplomacy_card ||
           json_error(&list, err,
                      "expected \"diplomacy_counter\" here if and only if diplomacy_card is true [7.2.1]");
}

/* For people: the decisions are in windows. */
static bool check_phases(const JsonNode *node, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(node, "phases", 1, phase_words.count, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned phase = 0;
        if (!aon_read_word(&item, &phase_words, &phase, err)) {
            return false;
        }
    }
    return true;
}

/* True if seat has a conversion on the card that can happen right after a surrender, or at another time. */
static bool has_conversion(const AonCard *card, unsigned seat, bool after_surrender)
{
    for (unsigned i = 0; i < card->conversion_count; i++) {
        const AonConversion *conversion = &card->conversions[i];
        if (conversion->seat == seat &&
            (conversion->from_kind == AON_FROM_JUST_SURRENDERED) == after_surrender) {
            return true;
        }
    }
    return false;
}

/* Napoleonic Dynasty, for one, is the Coalition's to play after a surrender only: no conversion of its own
 * fits elsewhere. As a counter any card of the kind will do (A5). */
static bool seat_uses(const AonCard *card, unsigned seat, unsigned window)
{
    if (card->op != AON_OP_CONVERT || window == AON_WINDOW_DIPLOMACY_COUNTER) {
        return true;
    }
    return has_conversion(card, seat, window == AON_WINDOW_AFTER_SURRENDER_TO_FRENCH);
}

static void enter_windows(const Reading *reading)
{
    for (unsigned window = 0; window < AON_WINDOW_COUNT; window++) {
        for (unsigned seat = 0; seat < 2; seat++) {
            const bool may = (reading->windows >> window & 1U) != 0 && (reading->seats >> seat & 1U) != 0;
            if (may && seat_uses(reading->card, seat, window)) {
                reading->data->window[seat][window] |= area_bit(reading->index);
            }
        }
    }
}

/* ---- a card, and all ---- */

static bool load_effect(AonCard *card, const JsonNode *node, Err *err)
{
    const char *text = NULL;
    if (!aon_check_note(node, "timing", err) || !json_get_string(node, "effect", &text, err)) {
        return false;
    }
    const size_t size = strlen(text) + 1;
    card->effect = malloc(size);
    if (card->effect == NULL) {
        return json_error(node, err, "not enough memory");
    }
    memcpy(card->effect, text, size);
    return true;
}

static bool load_head(Reading *reading, const JsonNode *node, Err *err)
{
    static const char *const keys[] = {"id",
                                       "title",
                                       "copies",
                                       "players",
                                       "op",
                                       "event",
                                       "windows",
                                       "red_title",
                                       "once_only",
                                       "diplomacy_card",
                                       "cancelled_by_fog_of_war",
                                       "conversions",
                                       "battle_modifier",
                                       "movement_modifier",
                                       "winter_die_modifier",
                                       "removes_corps",
                                       "rounds_skipped",
                                       "armies",
                                       "deployment_bonus",
                                       "march_attrition_causes",
                                       "phases",
                                       "timing",
                                       "effect",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    const AonIds before = aon_card_ids(reading->data);
    AonCard *card = reading->card;
    unsigned player = 0;
    unsigned op = 0;
    if (!json_only_keys(node, keys, err) || !aon_read_new_id(node, &before, card->id, err) ||
        !aon_check_source(node, err) || !aon_read_name(node, "title", card->title, sizeof card->title, err) ||
        !aon_read_u8(node, "copies", 1, AON_COPIES_MAX, &card->copies, err) ||
        !aon_get_word(node, "players", &player_words, &player, err) ||
        !aon_get_word(node, "op", &aon_op_words, &op, err) ||
        !json_get_bool(node, "red_title", &card->red_title, err) ||
        !json_get_bool(node, "once_only", &card->once_only, err) ||
        !json_get_bool(node, "diplomacy_card", &card->diplomacy_card, err) ||
        !json_get_bool(node, "cancelled_by_fog_of_war", &card->fog_cancels, err)) {
        return false;
    }
    card->op = (uint8_t)op;
    card->country = AON_NONE;
    card->battle_corps = AON_NONE;
    reading->seats = player == 2 ? 3U : 1U << player;
    return true;
}

static bool load_card(AonData *data, const JsonNode *node, unsigned index, Err *err)
{
    Reading reading = {data, &data->card[index], index, 0, 0};
    if (!load_head(&reading, node, err) || !load_effect(reading.card, node, err)) {
        return false;
    }
    if (!check_fields(node, reading.card->op, err) || !load_windows(&reading, node, err) ||
        !check_phases(node, err) || !load_event(&reading, node, err) ||
        !aon_load_conversions(data, reading.card, reading.seats, node, err) ||
        !aon_load_battle_modifier(data, reading.card, node, err) ||
        !load_removed_corps(&reading, node, err) || !load_numbers(reading.card, node, err)) {
        return false;
    }
    enter_windows(&reading);
    return true;
}

/* Rules ask for these by name, so there may be one title of each. */
static bool enter_single(const JsonNode *node, CardId *place, unsigned index, const char *op, Err *err)
{
    if (*place != AON_NONE) {
        return json_error(node, err,
                          "found a second title with the operation \"%s\", expected one with several copies",
                          op);
    }
    *place = (CardId)index;
    return true;
}

static bool enter_title(AonData *data, const JsonNode *node, unsigned index, Err *err)
{
    const AonCard *card = &data->card[index];
    const CardSet bit = area_bit(index);
    data->titles |= bit;
    data->red |= card->red_title ? bit : 0;
    data->diplomacy |= card->diplomacy_card ? bit : 0;
    data->once |= card->once_only ? bit : 0;
    data->op_cards[card->op] |= bit;
    if (card->op == AON_OP_RECOVER_CARD) {
        return enter_single(node, &data->napoleonica, index, ops[card->op], err);
    }
    if (card->op == AON_OP_FORCED_MARCH) {
        return enter_single(node, &data->forced_march, index, ops[card->op], err);
    }
    if (card->op == AON_OP_INTERIOR_LINES) {
        return enter_single(node, &data->interior_lines, index, ops[card->op], err);
    }
    return true;
}

/* A hand is a set of bits: first copies in title order, then the further copies in the same order. */
static bool number_copies(AonData *data, const JsonNode *list, Err *err)
{
    unsigned next = data->cards;
    unsigned total = 0;
    for (unsigned i = 0; i < data->cards; i++) {
        AonCard *card = &data->card[i];
        total += card->copies;
        if (total > AON_COPIES_MAX) {
            return json_error(list, err,
                              "found more than %d cards in all (sum of copies), expected at most so many",
                              AON_COPIES_MAX);
        }
        data->extra_of[i] = (CardId)i;
        card->first_extra = (uint8_t)next;
        for (unsigned copy = 1; copy < card->copies; copy++) {
            data->extra_of[next++] = (CardId)i;
        }
    }
    data->copies = (uint8_t)total;
    return true;
}

/* What the rules ask of single cards again and again. */
static bool sum_up(AonData *data, const JsonNode *list, Err *err)
{
    data->all_copies = (1ULL << data->copies) - 1U;
    data->campaign_armies = 1;
    for (unsigned i = 0; i < data->cards; i++) {
        const AonCard *card = &data->card[i];
        if (card->op == AON_OP_MAJOR_CAMPAIGN) {
            data->campaign_armies = card->armies;
        } else if (card->op == AON_OP_MUD) {
            data->mud_modifier = card->movement_modifier;
        } else if (card->op == AON_OP_BATTLE_MODIFIER || card->op == AON_OP_FOG_OF_WAR ||
                   card->op == AON_OP_HEROS_DEATH || card->op == AON_OP_PURSUIT) {
            data->battle_cards |= area_bit(i);
        }
    }
    if (bits_count(data->battle_cards) > 8) {
        return json_error(list, err, "found %u titles played in battles, expected at most 8",
                          bits_count(data->battle_cards));
    }
    return true;
}

bool aon_load_cards(AonData *data, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    data->napoleonica = AON_NONE;
    data->forced_march = AON_NONE;
    data->interior_lines = AON_NONE;
    if (!aon_get_list(board, "cards", 1, AON_CARDS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&list, i);
        if (!load_card(data, &node, (unsigned)i, err)) {
            return false;
        }
        data->cards++;
        if (!enter_title(data, &node, (unsigned)i, err)) {
            return false;
        }
    }
    return number_copies(data, &list, err) && sum_up(data, &list, err);
}
