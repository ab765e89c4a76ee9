/* journal.c: entries, and what of them a seat may see. */
#include "engine/journal.h"

#include <string.h>

#include "engine/game.h"
#include "engine/jsonout.h"

void journal_open(Journal *journal, JournalKinds wanted)
{
    journal->wanted = wanted;
    journal_clear(journal);
}

JournalEntry *journal_add(Journal *journal, unsigned kind, unsigned seat)
{
    assert(kind < JOURNAL_KINDS_MAX);
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
    assert(entry->count < JOURNAL_ARGS_MAX && value != JOURNAL_UNSEEN);
    entry->secret |= (secret ? 1U : 0U) << entry->count;
    entry->args[entry->count++] = value;
}

void journal_dice(Journal *journal, unsigned seat, int purpose, int place, unsigned sides,
                  const uint8_t *faces, unsigned count)
{
    if (!journal_wants(journal, JOURNAL_DICE)) {
        return;
    }
    assert(count >= 1 && count <= JOURNAL_FACES_MAX && sides >= 2 && sides <= UINT8_MAX);
    JournalEntry *entry = journal_add(journal, JOURNAL_DICE, seat);
    journal_arg(entry, purpose, false);
    journal_arg(entry, place, false);
    journal_arg(entry, (int)sides, false);
    for (unsigned i = 0; i < count; i++) {
        assert(faces[i] >= 1 && faces[i] <= sides);
        journal_arg(entry, faces[i], false);
    }
}

void journal_dice_json(const JournalEntry *entry, const char *clause, const char *purpose, const char *place,
                       StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "kind", "dice");
    jsonout_key_text(&json, "seat", seat_name((Seat)entry->seat));
    jsonout_key_text(&json, "clause", clause);
    jsonout_key_text(&json, "purpose", purpose);
    jsonout_key_text(&json, "place", place);
    jsonout_key_i64(&json, "sides", entry->args[JOURNAL_DICE_SIDES]);
    jsonout_key(&json, "faces");
    jsonout_begin(&json, '[');
    for (unsigned i = 0; i < journal_dice_count(entry); i++) {
        jsonout_u64(&json, journal_dice_face(entry, i));
    }
    jsonout_end(&json, ']');
    jsonout_end(&json, '}');
}

JournalEntry journal_seen_by(const JournalEntry *entry, unsigned seat)
{
    JournalEntry seen = *entry;
    if (seat == SEAT_BOTH || seat == entry->owner) {
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
