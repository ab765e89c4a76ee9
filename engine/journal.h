/* journal.h: what happened inside one apply, told by the rules as they go.
 *
 * A move is one decision; what follows it by itself (battle dice, losses, attrition, surrenders, the next
 * phase) leaves no trace in the position but its result. Whoever wants to tell it - a log, a page that shows
 * a battle step by step, a report - hangs a Journal on the Dice it hands to apply, and finds there
 * afterwards, in order, one entry for each thing that happened. Search and playouts hang none (Dice.journal
 * is NULL), and then nothing is noted.
 *
 *     Journal journal;
 *     journal_open(&journal, JOURNAL_ALL);
 *     dice.journal = &journal;
 *     for each move: journal_clear(&journal); game_apply(...); for each entry: rules->event_text(data, entry,
 * seat, &text);
 *
 * Kinds (below 64) and arguments are the game's own; GameRules.event_text and .event_json tell what they
 * mean. An argument may be secret: bit i of secret says that args[i] is for owner only, in games with hidden
 * cards or pieces. journal_seen_by gives the entry as a seat may see it; the game's functions above apply it
 * themselves.
 *
 * A Journal is plain bytes, about 12 KiB, and belongs to one thread. Entries beyond its room are dropped, and
 * overflow says so: more things happened than are told.
 */
#ifndef MARSHAL_ENGINE_JOURNAL_H
#define MARSHAL_ENGINE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JOURNAL_ENTRIES_MAX = 256,
    JOURNAL_ARGS_MAX = 20,
    JOURNAL_UNSEEN = INT16_MIN, /* stands for an argument the seat may not see; never a value */
};

#define JOURNAL_ALL (~0ULL) /* all kinds */

typedef struct JournalEntry {
    uint8_t kind;    /* the game's own, below 64 */
    uint8_t seat;    /* enum Seat: whose doing or fate it is, SEAT_NONE for neither */
    uint8_t owner;   /* enum Seat: who sees secret arguments */
    uint8_t count;   /* arguments used */
    uint32_t secret; /* bits of the arguments that only owner (and SEAT_BOTH) may see */
    int16_t args[JOURNAL_ARGS_MAX];
} JournalEntry;

typedef struct Journal {
    uint64_t wanted; /* bits of the kinds to be noted: others are not even worked out */
    uint32_t count;
    bool overflow; /* there was no room for an entry since journal_clear */
    JournalEntry entries[JOURNAL_ENTRIES_MAX];
} Journal;

/* Empty, with the kinds wanted as bits: JOURNAL_ALL, or GameRules.summary_kinds. */
void journal_open(Journal *journal, uint64_t wanted);

/* Forgets the entries; before each apply. */
static inline void journal_clear(Journal *journal)
{
    journal->count = 0;
    journal->overflow = false;
}

/* False also for no journal at all: the one question asked where something can be noted. */
static inline bool journal_wants(const Journal *journal, unsigned kind)
{
    return journal != NULL && ((journal->wanted >> kind) & 1U) != 0;
}

/* A new entry without arguments, to be filled with journal_arg; where there is no room left, the last one,
 * emptied, so that callers need not ask. */
JournalEntry *journal_add(Journal *journal, unsigned kind, unsigned seat);

/* Appends an argument; secret: for the entry's owner only. Arguments beyond JOURNAL_ARGS_MAX are a
 * programmer's error. */
void journal_arg(JournalEntry *entry, int value, bool secret);

/* The entry as seat (enum Seat; SEAT_BOTH: all) may see it: secret arguments replaced by JOURNAL_UNSEEN,
 * those at the end taken off, so that not even their number is told. */
JournalEntry journal_seen_by(const JournalEntry *entry, unsigned seat);

#endif
