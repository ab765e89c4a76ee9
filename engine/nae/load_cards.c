/* load_cards.c: the two decks, their events' operations and points (6; map 21). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/cards.h"
#include "engine/nae/load.h"

static const char *const OPERATION_WORDS[NAE_OP_COUNT] = {
#define NAE_OPERATION_WORD(constant, name) name,
    NAE_OPERATIONS(NAE_OPERATION_WORD)
#undef NAE_OPERATION_WORD
};
static const NaeWords OPERATIONS = {OPERATION_WORDS, NAE_OP_COUNT, "an operation"};

static const char *const PHASE_WORDS[] = {"budget", "diplomacy", "activation", "combat", "conquests"};
static const NaeWords PHASES = {PHASE_WORDS, 5, "a phase of cards"};

static const char *const TIMING_WORDS[NAE_TIMING_COUNT] = {"own_action",
                                                           "phase_play",
                                                           "battle",
                                                           "reaction",
                                                           "free_in_own_action",
                                                           "own_action_round_5",
                                                           "own_action_round_6",
                                                           "own_action_winter",
                                                           "start_of_diplomacy",
                                                           "conquests",
                                                           "own_action_or_reaction",
                                                           "battle_or_own_action"};
static const NaeWords TIMINGS = {TIMING_WORDS, NAE_TIMING_COUNT, "a timing"};

static const char *const PERIOD_WORDS[] = {"epic", "punishments"};
static const NaeWords PERIODS = {PERIOD_WORDS, 2, "a period"};

static const char *const SCORE_WORDS[] = {"play", "creation"};
static const NaeWords SCORES = {SCORE_WORDS, 2, "a moment of scoring"};

/* ------------------------------------------------------------------ operations */

/* The numbers an operation may have, in the order in which the first found counts. */
static const char *const FIRST_NUMBERS[] = {"value", "n",       "bonus", "steps",  "modifier",
                                            "level", "max",     "limit", "forces", "forced_march",
                                            "need",  "removed", "corps", "years",  NULL};
static const char *const SECOND_NUMBERS[] = {"value_major",      "generals", "fleets",
                                             "amphibious_steps", "corps",    "years",
                                             "outside_home",     "reserve",  NULL};

static bool read_number(const JsonNode *op, const char *const *keys, int8_t *out, Err *err)
{
    JsonNode node;
    size_t count = 0;
    for (size_t i = 0; keys[i] != NULL; i++) {
        /* A list under such a key names pieces ("generals" of deploy), it is no number. */
        if (json_find(op, keys[i], &node) && !json_array(&node, 20, &count, NULL)) {
            return nae_read_i8(op, keys[i], -99, 99, out, err);
        }
    }
    return true;
}

static bool read_operations(const JsonNode *entry, NaeCard *card, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(entry, "ops", 0, NAE_OPS, &list, &count, err)) {
        return false;
    }
    for (JsonNode op = json_first(&list); !json_is_end(&op); op = json_next(&op)) {
        NaeOp *out = &card->op[card->ops++];
        if (!json_is_object(&op, err) || !nae_read_word(&op, "op", &OPERATIONS, &out->op, err) ||
            !read_number(&op, FIRST_NUMBERS, &out->value, err) ||
            !read_number(&op, SECOND_NUMBERS, &out->second, err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ one card */

static bool read_flags(const JsonNode *entry, NaeCard *card, Err *err)
{
    uint8_t period = 0;
    uint8_t score = 0;
    if (!nae_read_flag(entry, "combat_card", NAE_COMBAT_CARD, &card->flags, err) ||
        !nae_read_flag(entry, "foreign_war", NAE_FOREIGN_WAR_CARD, &card->flags, err) ||
        !nae_read_flag(entry, "gold_star", NAE_GOLD_STAR, &card->flags, err) ||
        !nae_read_flag(entry, "silver_star", NAE_SILVER_STAR, &card->flags, err) ||
        !nae_read_flag(entry, "not_discardable", NAE_NOT_DISCARDABLE, &card->flags, err) ||
        !nae_read_word(entry, "period", &PERIODS, &period, err) ||
        !nae_read_word(entry, "score_when", &SCORES, &score, err)) {
        return false;
    }
    card->flags = (uint8_t)(card->flags | (period == 1 ? NAE_PUNISHMENTS_CARD : 0) |
                            (score == 1 ? NAE_SCORES_LATER : 0));
    return true;
}

static bool read_phases(const JsonNode *entry, NaeCard *card, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(entry, "phases", 1, 5, &list, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        uint8_t phase = 0;
        if (!nae_word_of(&node, &PHASES, &phase, err)) {
            return false;
        }
        card->phases = (uint8_t)(card->phases | 1U << phase);
    }
    return true;
}

static bool read_numbers(const NaeData *d, const JsonNode *entry, NaeCard *card, Err *err)
{
    const NaeIds majors = nae_major_ids(d);
    return nae_read_u8(entry, "value", 0, 3, &card->value, err) &&
           nae_read_i8(entry, "escalade", 0, 5, &card->escalade, err) &&
           nae_read_i8(entry, "vp", -5, 5, &card->level, err) &&
           nae_read_ref_or_null(entry, "permanent", &majors, &card->permanent, err) &&
           nae_read_word(entry, "timing", &TIMINGS, &card->timing, err);
}

static bool read_effect(NaeData *d, const JsonNode *entry, unsigned card, Err *err)
{
    const char *effect = "";
    if (!json_get_string(entry, "effect", &effect, err)) {
        return false;
    }
    const size_t size = strlen(effect) + 1;
    d->card_effect[card] = malloc(size);
    if (d->card_effect[card] == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    memcpy(d->card_effect[card], effect, size);
    return true;
}

static bool read_card(NaeData *d, const JsonNode *entry, unsigned index, Err *err)
{
    static const char *const keys[] = {"id",
                                       "number",
                                       "side",
                                       "period",
                                       "value",
                                       "title",
                                       "combat_card",
                                       "foreign_war",
                                       "permanent",
                                       "gold_star",
                                       "silver_star",
                                       "not_discardable",
                                       "removed_1809",
                                       "in_1815_deck",
                                       "phases",
                                       "timing",
                                       "requires",
                                       "escalade",
                                       "vp",
                                       "score_when",
                                       "effect",
                                       "ops",
                                       "source",
                                       "attested",
                                       NULL};
    NaeCard *card = &d->card[index];
    card->side = index < NAE_DECK ? NAE_EMPIRE : NAE_COALITION;
    card->number = (uint8_t)(index % NAE_DECK + 1);
    return json_only_keys(entry, keys, err) &&
           nae_read_name(entry, "title", d->card_title[index], NAE_NAME_BYTES, err) &&
           read_numbers(d, entry, card, err) && read_flags(entry, card, err) &&
           read_phases(entry, card, err) && read_operations(entry, card, err) &&
           read_effect(d, entry, index, err) && nae_check_source(entry, err);
}

/* ------------------------------------------------------------------ all cards */

/* Foreign wars are numbered by their cards, and their first operation says who leaves (map 5.6). */
static bool number_wars(NaeData *d, const JsonNode *board, Err *err)
{
    unsigned wars = 0;
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        d->card[card].war = NAE_NONE;
        if ((d->card[card].flags & NAE_FOREIGN_WAR_CARD) == 0) {
            continue;
        }
        if (wars == NAE_WARS || d->card[card].ops == 0 || d->card[card].op[0].op != NAE_OP_FOREIGN_WAR) {
            return json_error(
                board, err,
                "found %s as a foreign war, expected %d of them with the operation foreign_war first",
                d->card_id[card], NAE_WARS);
        }
        d->card[card].war = (uint8_t)wars++;
    }
    return true;
}

bool nae_load_cards(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    unsigned index = 0;
    if (!nae_read_list(board, "cards", NAE_CARDS, NAE_CARDS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!json_is_object(&entry, err) || !read_card(d, &entry, index++, err)) {
            return false;
        }
    }
    return number_wars(d, &list, err);
}
