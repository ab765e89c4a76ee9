/* laws_words.c: the laws on names, words, events and summaries. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/json.h"
#include "engine/summary.h"
#include "engine/words.h"
#include "eval/run/laws_internal.h"

/* ---- laws on names ---- */

typedef GameName (*NameOf)(const void *data, uint32_t index);

/* A list of cards or places: each name is there, and no id twice. */
static bool names_are_sound(Trial *trial, const char *what, uint32_t count, NameOf name_of)
{
    if (count > UINT16_MAX + 1U || name_of(trial->data, count).id[0] != '\0') {
        return laws_broken(trial, LAW_NAMES, "%" PRIu32 " %s, and beyond the last \"%s\"", count, what,
                           name_of(trial->data, count).id);
    }
    for (uint32_t i = 0; i < count; i++) {
        const GameName name = name_of(trial->data, i);
        if (!game_is_argument(name.id) || name.name[0] == '\0' ||
            (name.placed && !(isfinite(name.x) && isfinite(name.y)))) {
            return laws_broken(trial, LAW_NAMES, "%s %" PRIu32 " is \"%s\", \"%s\"", what, i, name.id,
                               name.name);
        }
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(name_of(trial->data, j).id, name.id) == 0) {
                return laws_broken(trial, LAW_NAMES, "%s %" PRIu32 " and %" PRIu32 " are both \"%s\"", what,
                                   j, i, name.id);
            }
        }
    }
    return true;
}

static bool neighbours_are_mutual(Trial *trial, uint32_t count)
{
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            if (trial->rules->place_adjacent(trial->data, a, b) !=
                trial->rules->place_adjacent(trial->data, b, a)) {
                return laws_broken(trial, LAW_NAMES,
                                   "places %" PRIu32 " and %" PRIu32 " are neighbours one way", a, b);
            }
        }
    }
    return true;
}

bool laws_names(Trial *trial)
{
    const GameRules *rules = trial->rules;
    const uint32_t places = rules->place_count != NULL ? rules->place_count(trial->data) : 0;
    return (rules->card_count == NULL ||
            names_are_sound(trial, "cards", rules->card_count(trial->data), rules->card_name)) &&
           (rules->place_count == NULL || names_are_sound(trial, "places", places, rules->place_name)) &&
           (rules->place_adjacent == NULL || neighbours_are_mutual(trial, places));
}

/* ---- laws on words and events ---- */

enum { STAND_BYTES = 100 };

static bool is_one_line(const StrBuf *text)
{
    return text->length > 0 && strlen(text->text) == text->length && strchr(text->text, '\n') == NULL;
}

static bool is_place(const Trial *trial, const char *id)
{
    const GameRules *rules = trial->rules;
    bool found = id[0] == '\0';
    for (uint32_t i = 0; !found && rules->place_count != NULL && i < rules->place_count(trial->data); i++) {
        found = strcmp(rules->place_name(trial->data, i).id, id) == 0;
    }
    return found;
}

/* What the seat to act is told of a choice; scratch[0] is its view. */
static bool choice_is_told(Trial *trial, Move move, StrBuf *text)
{
    const GameWords *words = trial->rules->words;
    const State *view = &trial->scratch[0].header;
    strbuf_clear(text);
    words->choice(trial->data, view, move, text);
    if (!is_one_line(text)) {
        return laws_broken(trial, LAW_WORDS, "the choice %08" PRIx32 " is told as \"%s\"", move, text->text);
    }
    if (words->choice_target != NULL) {
        WordsTarget target = {NULL, NULL, NULL};
        words->choice_target(trial->data, view, move, &target);
        if (target.place == NULL || target.thing == NULL || target.group == NULL ||
            !is_place(trial, target.place)) {
            return laws_broken(trial, LAW_WORDS, "the choice \"%s\" points at \"%s\", which is no place",
                               text->text, target.place != NULL ? target.place : "nothing");
        }
    }
    return true;
}

/* Where play stands, told alike from the full position and from both views. */
static bool stand_is_told(Trial *trial, StrBuf *text)
{
    const GameWords *words = trial->rules->words;
    StrBuf other;
    bool good = true;
    strbuf_init(&other);
    strbuf_clear(text);
    words->stand_text(trial->data, &trial->state.header, text);
    for (int seat = 0; seat < SEAT_COUNT && good; seat++) {
        view_of(trial, &trial->state, (Seat)seat, &trial->scratch[0]);
        strbuf_clear(&other);
        words->stand_text(trial->data, &trial->scratch[0].header, &other);
        good = is_one_line(text) && text->length <= STAND_BYTES && strcmp(text->text, other.text) == 0;
    }
    if (!good) {
        (void)laws_broken(trial, LAW_WORDS, "where play stands is told as \"%.120s\" and as \"%.120s\"",
                          text->text, other.text);
    }
    strbuf_release(&other);
    return good;
}

static bool words_are_told(Trial *trial, StrBuf *text)
{
    const GameWords *words = trial->rules->words;
    char clause[WORDS_CLAUSE_BYTES];
    if (words->turn_text != NULL) {
        words->turn_text(trial->data, game_outcome(trial->game, &trial->state.header).turn, text);
        if (!is_one_line(text)) {
            return laws_broken(trial, LAW_WORDS, "the turn is told as \"%s\"", text->text);
        }
    }
    if (words->stand_text != NULL && !stand_is_told(trial, text)) {
        return false;
    }
    view_of(trial, &trial->state, (Seat)trial->state.header.seat, &trial->scratch[0]);
    strbuf_clear(text);
    words->question(trial->data, &trial->scratch[0].header, text, clause);
    if (!is_one_line(text)) {
        return laws_broken(trial, LAW_WORDS, "the question is \"%s\"", text->text);
    }
    bool good = true;
    for (uint32_t i = 0; i < trial->legal.count && good; i++) {
        good = choice_is_told(trial, trial->legal.moves[i], text);
    }
    return good;
}

bool laws_words(Trial *trial)
{
    StrBuf text;
    if (trial->rules->words == NULL) {
        return true;
    }
    strbuf_init(&text);
    const bool good = words_are_told(trial, &text);
    strbuf_release(&text);
    return good;
}

/* Whether a teller says the same of an entry and of what seat may know of it; text gets it. */
static bool tells_the_same(const Trial *trial,
                           void (*teller)(const void *, const JournalEntry *, Seat, StrBuf *),
                           const JournalEntry *entry, Seat seat, StrBuf *text)
{
    StrBuf other;
    const JournalEntry seen = journal_seen_by(entry, seat);
    strbuf_init(&other);
    strbuf_clear(text);
    teller(trial->data, entry, seat, text);
    teller(trial->data, &seen, seat, &other);
    const bool same = strcmp(text->text, other.text) == 0;
    strbuf_release(&other);
    return same;
}

static bool event_is_json(const char *text, size_t length)
{
    static const char *const keys[] = {"kind", "seat", "clause"};
    JsonDoc doc;
    if (!json_parse(&doc, text, length, "event", NULL)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    bool good = json_is_object(&root, NULL);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && good; i++) {
        JsonNode node;
        good = json_find(&root, keys[i], &node);
    }
    json_release(&doc);
    return good;
}

/* An event is told to everybody in a line, to a seat in a line or not at all; dice may be told by what they
 * were rolled for. */
static bool event_is_told(Trial *trial, const JournalEntry *entry, Seat seat, StrBuf *text)
{
    if (!tells_the_same(trial, trial->rules->event_text, entry, seat, text)) {
        return laws_broken(trial, LAW_EVENTS, "an event of kind %u tells %s what is secret: \"%.200s\"",
                           entry->kind, seat_name(seat), text->text);
    }
    const bool silent =
        text->length == 0 && (entry->kind == JOURNAL_DICE || (seat != SEAT_BOTH && entry->secret != 0));
    if (!silent && !is_one_line(text)) {
        return laws_broken(trial, LAW_EVENTS, "an event of kind %u is told to %s as \"%.200s\"", entry->kind,
                           seat_name(seat), text->text);
    }
    if (!tells_the_same(trial, trial->rules->event_json, entry, seat, text) ||
        !event_is_json(text->text, text->length)) {
        return laws_broken(trial, LAW_EVENTS, "an event of kind %u is \"%.200s\" to %s", entry->kind,
                           text->text, seat_name(seat));
    }
    return true;
}

static bool dice_are_real(Trial *trial, const JournalEntry *entry)
{
    if (entry->kind != JOURNAL_DICE) {
        return true;
    }
    const bool counted = entry->count > JOURNAL_DICE_FACES;
    const int32_t sides = counted ? entry->args[JOURNAL_DICE_SIDES] : 0;
    bool good = counted && entry->secret == 0 && sides >= 2 && sides <= UINT8_MAX;
    for (unsigned i = JOURNAL_DICE_FACES; good && i < entry->count; i++) {
        good = entry->args[i] >= 1 && entry->args[i] <= sides;
    }
    return good ||
           laws_broken(trial, LAW_EVENTS, "dice of %d sides are noted that cannot fall so", (int)sides);
}

static bool events_are_told(Trial *trial)
{
    StrBuf text;
    bool good = true;
    strbuf_init(&text);
    for (uint32_t i = 0; i < trial->journal.count && good; i++) {
        const JournalEntry *entry = &trial->journal.entries[i];
        good = entry->kind < JOURNAL_KINDS_MAX && entry->count <= JOURNAL_ARGS_MAX &&
               dice_are_real(trial, entry);
        for (int seat = 0; seat <= SEAT_BOTH && good; seat++) {
            good = seat == SEAT_NONE || event_is_told(trial, entry, (Seat)seat, &text);
        }
    }
    strbuf_release(&text);
    return good &&
           (!trial->journal.overflow ||
            laws_broken(trial, LAW_EVENTS, "one decision noted more than %d events", JOURNAL_ENTRIES_MAX));
}

static bool law_summary(Trial *trial)
{
    const GameRules *rules = trial->rules;
    GameSummary summary;
    if (rules->summarize == NULL) {
        return true;
    }
    const uint32_t cards = rules->card_count != NULL ? rules->card_count(trial->data) : 0;
    const uint32_t places = rules->place_count != NULL ? rules->place_count(trial->data) : 0;
    memset(&summary, 0, sizeof summary);
    rules->summarize(trial->data, &trial->journal, &summary);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (uint32_t card = cards; card < SUMMARY_CARDS_MAX; card++) {
            if (summary_has_card(&summary, (Seat)seat, card)) {
                return laws_broken(trial, LAW_SUMMARY, "card %" PRIu32 " was played, which does not exist",
                                   card);
            }
        }
    }
    for (unsigned i = 0; i < summary.place_count; i++) {
        if (summary.places[i].place >= places) {
            return laws_broken(trial, LAW_SUMMARY, "there was a battle at place %u, which does not exist",
                               summary.places[i].place);
        }
    }
    return true;
}

bool laws_events(Trial *trial) { return events_are_told(trial) && law_summary(trial); }
