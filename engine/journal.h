/* journal.h: what happened inside one apply, told by the rules as they go. It is the one narration: terminal,
 * page, replay and review tell an entry by GameRules.event_text, and nothing is told otherwise.
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
 * Kinds (below JOURNAL_DICE) and arguments are the game's own; GameRules.event_text and .event_json tell what
 * they mean. An argument may be secret: bit i of secret says that args[i] is for owner only, in games with
 * hidden cards or pieces. journal_seen_by gives the entry as a seat may see it; the game's functions above
 * apply it themselves. event_text appends nothing for a reader who may know nothing of an entry, or where
 * another entry tells the same (as that of a battle tells its dice): then there is no line to be shown.
 *
 * One kind belongs to the frame: JOURNAL_DICE, dice that people would roll on the table, open to both
 * (shuffles and random picks are no dice). Its entry's seat is whose roll it is (SEAT_NONE: nobody's, such as
 * the weather), its arguments stand at JOURNAL_DICE_PURPOSE and after; so that tables of luck need no guess
 * about who rolled what. Games tell it by event_text and event_json as any other; the latter writes
 * {"kind":"dice","seat":...,"clause":...,"purpose":"battle","place":"mill" or
 * null,"sides":6,"faces":[4,2]}.
 *
 * A Journal is plain bytes, about 70 KiB, and belongs to one thread. Entries beyond its room are dropped, and
 * overflow says so: more things happened than are told.
 */
#ifndef MARSHAL_ENGINE_JOURNAL_H
#define MARSHAL_ENGINE_JOURNAL_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/strbuf.h"

enum {
    JOURNAL_ENTRIES_MAX = 512,
    JOURNAL_ARGS_MAX = 32,
    JOURNAL_KINDS_MAX = 128,
    JOURNAL_DICE = JOURNAL_KINDS_MAX - 1, /* the frame's kind, see above */
    JOURNAL_UNSEEN = INT32_MIN,           /* stands for an argument the seat may not see; never a value */
};

/* Arguments of a JOURNAL_DICE entry. */
enum {
    JOURNAL_DICE_PURPOSE, /* the game's own code, told by its event_text */
    JOURNAL_DICE_PLACE,   /* index of GameRules.place_name, -1: nowhere */
    JOURNAL_DICE_SIDES,   /* of each die, 2 to 255 */
    JOURNAL_DICE_FACES    /* and after: what each die shows, 1 to sides, in the order they fell */
};
enum { JOURNAL_FACES_MAX = JOURNAL_ARGS_MAX - JOURNAL_DICE_FACES }; /* more dice: several entries */

/* A set of kinds, one bit each: {{1ULL << A | 1ULL << B, 0}} for kinds below 64, the second word for those
 * from 64. */
typedef struct JournalKinds {
    uint64_t bits[JOURNAL_KINDS_MAX / 64];
} JournalKinds;

#define JOURNAL_ALL ((JournalKinds){{~0ULL, ~0ULL}}) /* all kinds */

typedef struct JournalEntry {
    uint8_t kind;    /* the game's own, or JOURNAL_DICE */
    uint8_t seat;    /* enum Seat: whose doing or fate it is, SEAT_NONE for neither */
    uint8_t owner;   /* enum Seat: who sees secret arguments */
    uint8_t count;   /* arguments used, at most JOURNAL_ARGS_MAX */
    uint32_t secret; /* bits of the arguments that only owner (and SEAT_BOTH) may see */
    int32_t args[JOURNAL_ARGS_MAX];
} JournalEntry;

typedef struct Journal {
    JournalKinds wanted; /* kinds to be noted: others are not even worked out */
    uint32_t count;      /* entries used */
    bool overflow;       /* there was no room for an entry since journal_clear */
    uint8_t revealed;    /* bits by seat: who has learned something hidden since then (journal_reveal) */
    JournalEntry entries[JOURNAL_ENTRIES_MAX];
} Journal;

/* Empty, with the kinds wanted: JOURNAL_ALL, or GameRules.summary_kinds. */
void journal_open(Journal *journal, JournalKinds wanted);

/* Forgets the entries; before each apply. */
static inline void journal_clear(Journal *journal)
{
    journal->count = 0;
    journal->overflow = false;
    journal->revealed = 0;
}

/* Something that the rules hide from a seat came to light for it: a card or piece of the other side, or by
 * what it was asked or spared, what it holds. Whoever made a decision that told him such a thing cannot undo
 * it; so a game says it wherever what a seat sees after a move depends on what it did not know before,
 * numbers drawn apart, and rather too often than not. No entry is made of it. journal NULL: nobody asks. */
static inline void journal_reveal(Journal *journal, unsigned seat)
{
    assert(seat < 2);
    if (journal != NULL) {
        journal->revealed |= (uint8_t)(1U << seat);
    }
}

/* Whether something came to light for a seat. */
static inline bool journal_reveals(const Journal *journal, unsigned seat)
{
    return ((journal->revealed >> seat) & 1U) != 0;
}

/* False also for no journal at all: the one question asked where something can be noted. kind: below
 * JOURNAL_KINDS_MAX. */
static inline bool journal_wants(const Journal *journal, unsigned kind)
{
    assert(kind < JOURNAL_KINDS_MAX);
    return journal != NULL && ((journal->wanted.bits[kind / 64] >> (kind % 64)) & 1U) != 0;
}

/* A new entry without arguments, to be filled with journal_arg; where there is no room left, the last one,
 * emptied, so that callers need not ask. */
JournalEntry *journal_add(Journal *journal, unsigned kind, unsigned seat);

/* Appends an argument (any int but INT32_MIN); secret: for the entry's owner only. Arguments beyond
 * JOURNAL_ARGS_MAX are a programmer's error. */
void journal_arg(JournalEntry *entry, int value, bool secret);

/* Notes dice that fell on the table: whose, for what, where (-1: nowhere), their sides and count faces (at
 * most JOURNAL_FACES_MAX). Nothing where the journal (NULL: none) does not want JOURNAL_DICE. */
void journal_dice(Journal *journal, unsigned seat, int purpose, int place, unsigned sides,
                  const uint8_t *faces, unsigned count);

/* Appends what event_json owes of a JOURNAL_DICE entry (see above); place: an id, or NULL for none. */
void journal_dice_json(const JournalEntry *entry, const char *clause, const char *purpose, const char *place,
                       StrBuf *out);

/* The dice of a JOURNAL_DICE entry: how many there are, and the face of one of them. */
static inline unsigned journal_dice_count(const JournalEntry *entry)
{
    assert(entry->kind == JOURNAL_DICE && entry->count >= JOURNAL_DICE_FACES);
    return entry->count - (unsigned)JOURNAL_DICE_FACES;
}
static inline unsigned journal_dice_face(const JournalEntry *entry, unsigned index)
{
    assert(index < journal_dice_count(entry));
    return (unsigned)entry->args[JOURNAL_DICE_FACES + index];
}

/* The entry as seat (enum Seat; SEAT_BOTH: all) may see it: secret arguments replaced by JOURNAL_UNSEEN,
 * those at the end taken off, so that not even their number is told. */
JournalEntry journal_seen_by(const JournalEntry *entry, unsigned seat);

#endif
