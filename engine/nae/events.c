/* events.c: the entries of a journal as JSON and in words, and the counts taken from them. Both follow from
 * the table NAE_NOTES of events.h. */
#include "engine/nae/events.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/nae/data.h"
#include "engine/nae/rules.h"
#include "engine/nae/words.h"
#include "engine/summary.h"

typedef struct Row {
    const char *name;
    const char *clause;
    const char *arguments; /* "z:zone i:die" */
    const char *sentence;
} Row;

static const Row ROWS[NAE_NOTE_COUNT] = {
#define NAE_NOTE_ROW(kind, name, clause, arguments, sentence) {name, clause, arguments, sentence},
    NAE_NOTES(NAE_NOTE_ROW)
#undef NAE_NOTE_ROW
};

typedef struct Word {
    const char *id;
    const char *english;
} Word;

static const Word WORDS[NAE_TOLD_COUNT] = {
#define NAE_TOLD_ROW(word, id, english) {id, english},
    NAE_NOTE_WORDS(NAE_TOLD_ROW)
#undef NAE_TOLD_ROW
};

/* An argument of a row: what it is, its name, and where it stands. */
typedef struct Argument {
    char letter;
    const char *name;
    size_t length;
    unsigned index;
} Argument;

const char *nae_note_name(unsigned kind) { return kind < NAE_NOTE_COUNT ? ROWS[kind].name : "?"; }

/* Reads the next argument from *text; false at the end. */
static bool next_argument(const char **text, Argument *argument)
{
    const char *from = *text + strspn(*text, " ");
    if (*from == '\0') {
        return false;
    }
    assert(from[1] == ':');
    argument->letter = from[0];
    argument->name = from + 2;
    argument->length = strcspn(argument->name, " ");
    *text = argument->name + argument->length;
    return true;
}

static bool find_argument(const Row *row, const char *name, size_t length, Argument *argument)
{
    const char *text = row->arguments;
    for (argument->index = 0; next_argument(&text, argument); argument->index++) {
        if (argument->length == length && strncmp(argument->name, name, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_secret(const Argument *argument) { return isupper((unsigned char)argument->name[0]) != 0; }

void nae_note(Journal *journal, enum nae_note kind, Seat seat, const int *values, unsigned count)
{
    assert(kind < NAE_NOTE_COUNT);
    JournalEntry *entry = journal_add(journal, kind, seat);
    const char *text = ROWS[kind].arguments;
    Argument argument;
    entry->owner = (uint8_t)seat;
    for (unsigned i = 0; i < count && next_argument(&text, &argument); i++) {
        journal_arg(entry, values[i], is_secret(&argument));
    }
}

/* ------------------------------------------------------------------ values */

static const char *side_name(unsigned seat)
{
    return seat == SEAT_FRENCH ? "the Empire" : seat == SEAT_COALITION ? "the Coalition" : "nobody";
}

static const char *in_list(const char *list, size_t width, unsigned count, int value)
{
    return value >= 0 && (unsigned)value < count ? list + (size_t)value * width : "?";
}

/* A place of a fleet as one number: enum nae_place_kind << 8, then the zone or sea zone. */
static void add_place(const NaeData *d, int value, bool for_people, StrBuf *out)
{
    const unsigned kind = (unsigned)value >> 8U;
    const unsigned place = (unsigned)value & 255U;
    if (for_people) {
        nae_place_words(d, kind, place, out);
    } else if (kind == NAE_P_SEA && place < NAE_SEAS) {
        strbuf_addf(out, "sea:%s", d->sea_id[place]);
    } else if ((kind == NAE_P_PORT || kind == NAE_P_BOX) && place < d->zones) {
        strbuf_addf(out, "%s:%s", kind == NAE_P_PORT ? "port" : "box", d->zone_id[place]);
    } else {
        strbuf_add(out, "corsairs");
    }
}

/* Name or id of what a letter of the table stands for. */
static const char *name_of(const NaeData *d, char letter, int value, bool for_people)
{
    switch (letter) {
    case 'z':
        return for_people ? in_list(d->zone_name[0], NAE_NAME_BYTES, d->zones, value)
                          : in_list(d->zone_id[0], NAE_ID_BYTES, d->zones, value);
    case 'c':
        return for_people ? in_list(d->card_title[0], NAE_NAME_BYTES, NAE_CARDS, value)
                          : in_list(d->card_id[0], NAE_ID_BYTES, NAE_CARDS, value);
    case 'p':
    case 'n':
    case 'm':
        return for_people ? in_list(d->nation_name[0], NAE_NAME_BYTES, NAE_NATIONS, value)
                          : in_list(d->nation_id[0], NAE_ID_BYTES, NAE_NATIONS, value);
    case 'v':
        return in_list(d->province_id[0], NAE_ID_BYTES, d->provinces, value);
    default: /* u, g, f, x: pieces */
        return for_people ? in_list(d->piece_name[0], NAE_NAME_BYTES, NAE_PIECES, value)
                          : in_list(d->piece_id[0], NAE_ID_BYTES, NAE_PIECES, value);
    }
}

/* Text of a value: its id for machines, its name for people. A piece or place without a name is "?". */
static void add_value(const NaeData *d, char letter, int value, bool for_people, StrBuf *out)
{
    if (letter == 'w') {
        assert(value >= 0 && value < NAE_TOLD_COUNT);
        strbuf_add(out, for_people ? WORDS[value].english : WORDS[value].id);
    } else if (letter == 's') {
        strbuf_add(out, for_people ? side_name((unsigned)value) : seat_name((Seat)value));
    } else if (letter == 'l') {
        add_place(d, value, for_people, out);
    } else {
        strbuf_add(out, name_of(d, letter, value, for_people));
    }
}

/* ------------------------------------------------------------------ words */

/* one: whether the last number was, for the plural behind it. */
static void add_named(const NaeData *d, const Row *row, const JournalEntry *seen, const char *name,
                      size_t length, bool *one, StrBuf *out)
{
    Argument argument = {0};
    if (length == 4 && strncmp(name, "side", 4) == 0) {
        strbuf_add(out, side_name(seen->seat));
    } else if (!find_argument(row, name, length, &argument) || argument.index >= seen->count) {
        strbuf_add(out, argument.letter == 'c' ? "a card" : "something unseen");
    } else if (seen->args[argument.index] == JOURNAL_UNSEEN) {
        strbuf_add(out, argument.letter == 'c'   ? "a card"
                        : argument.letter == 'f' ? "a squadron"
                                                 : "something unseen");
    } else if (argument.letter == 'i') {
        strbuf_addf(out, "%d", (int)seen->args[argument.index]);
        *one = seen->args[argument.index] == 1;
    } else if (argument.letter == 'h') {
        const int halves = seen->args[argument.index];
        strbuf_addf(out, halves % 2 != 0 ? "%d.5" : "%d", halves / 2);
        *one = halves == 2;
    } else if (argument.letter == 'x' && !nae_is_general((unsigned)seen->args[argument.index])) {
        nae_piece_words(d, NULL, (unsigned)seen->args[argument.index], out); /* every nation has a I corps */
    } else {
        add_value(d, argument.letter, seen->args[argument.index], true, out);
    }
}

void nae_event_text(const NaeData *d, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const JournalEntry seen = journal_seen_by(entry, seat);
    assert(seen.kind < NAE_NOTE_COUNT);
    const Row *row = &ROWS[seen.kind];
    const size_t start = out->length;
    bool one = false;
    if (seen.kind == NAE_NOTE_CARD_DRAWN && seen.count == 0) {
        return; /* the size of a hand is open anyway */
    }
    for (const char *at = row->sentence; *at != '\0';) {
        if (*at == '~') {
            strbuf_add(out, one ? "" : "s");
            at++;
            continue;
        }
        if (*at != '$') {
            strbuf_add_char(out, *at++);
            continue;
        }
        size_t length = 0;
        for (at++; isalpha((unsigned char)at[length]) != 0; length++) {
        }
        add_named(d, row, &seen, at, length, &one, out);
        at += length;
    }
    out->text[start] = (char)toupper((unsigned char)out->text[start]);
    strbuf_addf(out, ". [%s]", row->clause);
}

/* ------------------------------------------------------------------ JSON */

static void add_json_value(const NaeData *d, char letter, int value, JsonOut *json)
{
    if (value == JOURNAL_UNSEEN) {
        jsonout_null(json);
    } else if (letter == 'i' || letter == 'h') {
        jsonout_i64(json, value);
    } else {
        StrBuf text;
        strbuf_init(&text);
        add_value(d, letter, value, false, &text);
        jsonout_text(json, text.text);
        strbuf_release(&text);
    }
}

/* Name of an argument as a key: in small letters. */
static void add_key(const Argument *argument, JsonOut *json)
{
    char key[32];
    assert(argument->length < sizeof key);
    for (size_t i = 0; i < argument->length; i++) {
        key[i] = (char)tolower((unsigned char)argument->name[i]);
    }
    key[argument->length] = '\0';
    jsonout_key(json, key);
}

void nae_event_json(const NaeData *d, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const JournalEntry seen = journal_seen_by(entry, seat);
    assert(seen.kind < NAE_NOTE_COUNT);
    JsonOut json = jsonout_on(out);
    const char *text = ROWS[seen.kind].arguments;
    Argument argument;
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "kind", ROWS[seen.kind].name);
    jsonout_key_text(&json, "seat", seat_name((Seat)seen.seat));
    jsonout_key_text(&json, "clause", ROWS[seen.kind].clause);
    for (unsigned i = 0; next_argument(&text, &argument); i++) {
        add_key(&argument, &json);
        add_json_value(d, argument.letter, i < seen.count ? seen.args[i] : JOURNAL_UNSEEN, &json);
    }
    jsonout_end(&json, '}');
}

/* ------------------------------------------------------------------ counts */

void nae_summarize(const NaeData *d, const Journal *journal, GameSummary *summary)
{
    (void)d;
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalEntry *entry = &journal->entries[i];
        if (entry->kind == NAE_NOTE_CARD_PLAYED) {
            summary_card(summary, (Seat)entry->seat, (unsigned)entry->args[0]);
        } else if (entry->kind == NAE_NOTE_BATTLE) {
            summary_fight(summary, (unsigned)entry->args[0]);
        } else if (entry->kind == NAE_NOTE_ELIMINATED && entry->seat < SEAT_COUNT) {
            summary_loss(summary, (Seat)entry->seat, 1);
        }
    }
}
