/* toy_events.c: what happened in the toy game, told as text, as JSON, and counted. */
#include <stdio.h>

#include "engine/jsonout.h"
#include "engine/summary.h"
#include "tests/toy/toy_game.h"

/* How a kind is told: %n stands for the first argument, %m for the second. */
typedef struct Telling {
    const char *name;
    const char *clause;
    const char *text;   /* what the seat did */
    const char *hidden; /* where the second argument, or the only one, is unseen; NULL: never */
} Telling;

static const Telling TELLINGS[TOY_NOTE_COUNT] = {
    [TOY_NOTE_DEAL] = {"deal", "1", "are dealt the number %n", "are dealt a number"},
    [TOY_NOTE_PASSED] = {"passed", "2", "pass", NULL},
    [TOY_NOTE_SWAPPED] = {"swapped", "4", "show the number %n and draw %m",
                          "show the number %n and draw another"},
    [TOY_NOTE_GAINED] = {"gained", "3", "take %n coins", NULL},
    [TOY_NOTE_ONE] = {"one", "3", "have thrown a one: %n coins are at stake", NULL},
    [TOY_NOTE_KEPT] = {"kept", "3.1", "keep %n coins", NULL},
    [TOY_NOTE_LOST] = {"lost", "3.2", "lose %n coins", NULL},
    [TOY_NOTE_FAIR] = {"fair", "2", NULL, NULL},
    [TOY_NOTE_OVER] = {"over", "5", NULL, NULL},
};

static const char *const PURPOSES[] = {"throw", "push"};

static const char *title(unsigned seat) { return words_seat(&TOY_RULES, (Seat)seat); }

/* The entry as seat may know it; the fault tells a number that was drawn. */
static JournalEntry seen(const ToyData *data, const JournalEntry *entry, Seat seat)
{
    const bool gossip = data->fault == TOY_FAULT_GOSSIP && entry->kind == TOY_NOTE_SWAPPED;
    return gossip ? *entry : journal_seen_by(entry, seat);
}

static void add_text(const char *text, const JournalEntry *entry, StrBuf *out)
{
    for (const char *at = text; *at != '\0'; at++) {
        const bool number = *at == '%' && (at[1] == 'n' || at[1] == 'm');
        if (number) {
            at++;
            strbuf_addf(out, "%d", (int)entry->args[*at == 'n' ? 0 : 1]);
        } else {
            strbuf_add_char(out, *at);
        }
    }
}

static void tell_dice(const JournalEntry *entry, StrBuf *out)
{
    const int purpose = entry->args[JOURNAL_DICE_PURPOSE];
    strbuf_addf(out, "The %s %s:", title(entry->seat), purpose == TOY_PURPOSE_PUSH ? "push" : "throw");
    for (unsigned i = 0; i < journal_dice_count(entry); i++) {
        strbuf_addf(out, " %u", journal_dice_face(entry, i));
    }
    strbuf_add(out, purpose == TOY_PURPOSE_PUSH ? ". [3.2]" : ". [3]");
}

static void tell_fair(const ToyData *data, const JournalEntry *entry, StrBuf *out)
{
    const int site = entry->args[1];
    strbuf_addf(out, "The fair of %d begins", (int)entry->args[0]);
    if (site >= 0 && site < data->site_count) {
        strbuf_addf(out, " at the %s", data->site_name[site]);
    }
    strbuf_add(out, ". [2]");
}

static void tell_end(const JournalEntry *entry, StrBuf *out)
{
    const Seat winner = (Seat)entry->args[0];
    if (winner < SEAT_NONE) {
        strbuf_addf(out, "The %s have won. [5]", title(winner));
    } else {
        strbuf_add(out, entry->args[1] == OUTCOME_BOTH_LOSE ? "Both guilds have lost. [5]"
                                                            : "Nobody has won. [5]");
    }
}

void toy_event_text(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const JournalEntry told = seen(data, entry, seat);
    if (told.kind == JOURNAL_DICE) {
        tell_dice(&told, out);
    } else if (told.kind == TOY_NOTE_FAIR) {
        tell_fair(data, &told, out);
    } else if (told.kind == TOY_NOTE_OVER) {
        tell_end(&told, out);
    } else if (told.kind < TOY_NOTE_COUNT) {
        const Telling *telling = &TELLINGS[told.kind];
        const bool hidden = telling->hidden != NULL && told.count < (told.kind == TOY_NOTE_SWAPPED ? 2 : 1);
        strbuf_addf(out, "The %s ", title(told.seat));
        add_text(hidden ? telling->hidden : telling->text, &told, out);
        strbuf_addf(out, ". [%s]", telling->clause);
    }
}

/* ---- as JSON ---- */

static void add_dice(const ToyData *data, const JournalEntry *entry, StrBuf *out)
{
    const int site = entry->args[JOURNAL_DICE_PLACE];
    journal_dice_json(entry, "3", PURPOSES[entry->args[JOURNAL_DICE_PURPOSE] & 1],
                      site < 0 || site >= data->site_count ? NULL : data->site_id[site], out);
}

void toy_event_json(const void *opaque, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const ToyData *data = opaque;
    const JournalEntry told = seen(data, entry, seat);
    if (told.kind == JOURNAL_DICE) {
        add_dice(data, &told, out);
        return;
    }
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "kind", TELLINGS[told.kind].name);
    jsonout_key_text(&json, "seat", seat_name((Seat)told.seat));
    jsonout_key_text(&json, "clause", TELLINGS[told.kind].clause);
    jsonout_key(&json, "numbers");
    jsonout_begin(&json, '[');
    for (unsigned i = 0; i < told.count; i++) {
        jsonout_i64(&json, told.args[i]);
    }
    jsonout_end(&json, ']');
    jsonout_end(&json, '}');
}

/* ---- counts ---- */

/* Cards played are numbers shown, losses coins lost by pushing, battles ones that have fallen. */
void toy_summarize(const void *opaque, const Journal *journal, GameSummary *summary)
{
    const ToyData *data = opaque;
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalEntry *entry = &journal->entries[i];
        if (entry->kind == TOY_NOTE_SWAPPED) {
            const uint32_t card = toy_card_index(data, (unsigned)entry->args[0]);
            summary_card(summary, (Seat)entry->seat,
                         data->fault == TOY_FAULT_GHOST ? data->card_count : card);
        } else if (entry->kind == TOY_NOTE_LOST) {
            summary_loss(summary, (Seat)entry->seat, (unsigned)entry->args[0]);
        } else if (entry->kind == TOY_NOTE_ONE && entry->args[1] >= 0) {
            summary_fight(summary, (unsigned)entry->args[1]);
        }
    }
}
