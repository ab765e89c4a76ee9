/* journal.c: entries, and what of them a seat may see. */
#include "engine/journal.h"

#include <assert.h>
#include <string.h>

/* Values of enum Seat of game.h, which includes this layer. */
enum { BOTH_SEATS = 3 };

void journal_open(Journal *journal, uint64_t wanted)
{
    journal->wanted = wanted;
    journal_clear(journal);
}

JournalEntry *journal_add(Journal *journal, unsigned kind, unsigned seat)
{
    assert(kind < 64);
    if (journal->count == JOURNAL_ENTRIES_MAX) {
        journal->overflow = true;
        journal->count--;
    }
    JournalEntry *entry = &journal->entries[journal->count++];
    memset(entry, 0, sizeof *entry);
    entry->kind = (uint8_t)kind;
    entry->seat = (uint8_t)seat;
    entry->owner = (uint8_t)seat;
    return entry;
}

void journal_arg(JournalEntry *entry, int value, bool secret)
{
    assert(entry->count < JOURNAL_ARGS_MAX && value > INT16_MIN && value <= INT16_MAX);
    entry->secret |= (secret ? 1U : 0U) << entry->count;
    entry->args[entry->count++] = (int16_t)value;
}

JournalEntry journal_seen_by(const JournalEntry *entry, unsigned seat)
{
    JournalEntry seen = *entry;
    if (seat == BOTH_SEATS || seat == entry->owner) {
        return seen;
    }
    for (unsigned i = 0; i < seen.count; i++) {
        if (((seen.secret >> i) & 1U) != 0) {
            seen.args[i] = JOURNAL_UNSEEN;
        }
    }
    while (seen.count > 0 && seen.args[seen.count - 1] == JOURNAL_UNSEEN) {
        seen.args[--seen.count] = 0;
    }
    seen.secret = 0; /* nor where they were */
    return seen;
}
