/* positions.c: writing and reading positions files. */
#include "eval/tune/positions.h"

#include <errno.h>
#include <string.h>

static const SampleKind KIND = {"marshal/positions/2", "positions", sizeof(PositionEntry)};

void positions_add(StrBuf *out, const Game *game, const State *state, const PositionEntry *entry)
{
    strbuf_add_bytes(out, entry, sizeof *entry);
    strbuf_add_bytes(out, state, game->rules->state_bytes);
}

void positions_finish(StrBuf *entries, const Game *game, uint32_t number, Seat winner)
{
    const size_t size = sizeof(PositionEntry) + game->rules->state_bytes;
    for (size_t at = 0; at + size <= entries->length; at += size) {
        PositionEntry entry;
        memcpy(&entry, entries->text + at, sizeof entry);
        entry.game = number;
        entry.winner = (uint8_t)winner;
        memcpy(entries->text + at, &entry, sizeof entry);
    }
}

void positions_write_header(StrBuf *out, const RecordInfo *info)
{
    sample_file_write_header(out, &KIND, info);
}

/* ------------------------------------------------------------------ reading */

/* Counts the entries that follow the header, and comes back to the first. */
static bool count_entries(PositionsFile *file, Err *err)
{
    const long entry = (long)(sizeof(PositionEntry) + file->state_bytes);
    const long header = ftell(file->file);
    const bool found = fseek(file->file, 0, SEEK_END) == 0;
    const long end = found ? ftell(file->file) : -1;
    if (header < 0 || end < header || fseek(file->file, header, SEEK_SET) != 0) {
        return err_set(err, file->name, NULL, "cannot read: %s", strerror(errno));
    }
    if ((end - header) % entry != 0) {
        return err_set(err, file->name, NULL,
                       "found %ld bytes after the header, expected a multiple of %ld: cut short?",
                       end - header, entry);
    }
    file->count = (uint64_t)((end - header) / entry);
    return true;
}

bool positions_open(PositionsFile *file, const char *name, Err *err)
{
    if (!sample_file_open(file, &KIND, name, err)) {
        return false;
    }
    if (!count_entries(file, err)) {
        positions_close(file);
        return false;
    }
    return true;
}

void positions_close(PositionsFile *file) { sample_file_close(file); }

bool positions_next(PositionsFile *file, PositionEntry *entry, StateBuffer *state, Err *err)
{
    if (fread(entry, sizeof *entry, 1, file->file) != 1) {
        return false;
    }
    if (fread(state->bytes, file->state_bytes, 1, file->file) != 1) {
        return err_set(err, file->name, NULL, "an entry is cut short");
    }
    if (entry->winner > SEAT_NONE || entry->seat > SEAT_NONE) {
        return err_set(err, file->name, NULL, "found winner %u, expected 0 to 2", entry->winner);
    }
    return true;
}
