/* searches.c: writing and reading searches files. */
#include "eval/tune/searches.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

_Static_assert(sizeof(SearchEntry) == 16, "no padding, whose bytes would be left to chance");

static const SampleKind KIND = {"marshal/searches/2", "searches", sizeof(SearchEntry)};

void searches_add(StrBuf *out, const Game *game, const State *state, const SearchEntry *entry,
                  const uint32_t *visits)
{
    assert(entry->count >= 2 && entry->count <= MOVE_LIST_MAX);
    strbuf_add_bytes(out, entry, sizeof *entry);
    strbuf_add_bytes(out, state, game->rules->state_bytes);
    strbuf_add_bytes(out, visits, entry->count * sizeof *visits);
}

void searches_finish(StrBuf *entries, const Game *game, uint32_t number)
{
    size_t at = 0;
    while (at < entries->length) {
        SearchEntry entry;
        memcpy(&entry, entries->text + at, sizeof entry);
        entry.game = number;
        memcpy(entries->text + at, &entry, sizeof entry);
        at += sizeof entry + game->rules->state_bytes + entry.count * sizeof(uint32_t);
    }
}

void searches_write_header(StrBuf *out, const RecordInfo *info)
{
    sample_file_write_header(out, &KIND, info);
}

/* ------------------------------------------------------------------ reading */

bool searches_open(SearchesFile *file, const char *name, Err *err)
{
    return sample_file_open(file, &KIND, name, err);
}

void searches_close(SearchesFile *file) { sample_file_close(file); }

static bool cut_short(const SearchesFile *file, Err *err)
{
    return ferror(file->file) != 0 ? err_set(err, file->name, NULL, "cannot read: %s", strerror(errno))
                                   : err_set(err, file->name, NULL, "an entry is cut short");
}

/* Whether the numbers of an entry are such as searches_add writes. */
static bool check_entry(const SearchesFile *file, const SearchEntry *entry, Err *err)
{
    if (entry->seat >= SEAT_COUNT) {
        return err_set(err, file->name, NULL, "found seat %u, expected 0 or 1", entry->seat);
    }
    if (entry->count < 2 || entry->count > MOVE_LIST_MAX) {
        return err_set(err, file->name, NULL, "found %lu legal moves, expected 2 to %d",
                       (unsigned long)entry->count, MOVE_LIST_MAX);
    }
    return true;
}

static bool check_visits(const SearchesFile *file, const SearchEntry *entry, const uint32_t *visits, Err *err)
{
    for (uint32_t i = 0; i < entry->count; i++) {
        if (visits[i] > 0) {
            return true;
        }
    }
    return err_set(err, file->name, NULL, "found a decision without visits");
}

bool searches_next(SearchesFile *file, SearchEntry *entry, StateBuffer *state, uint32_t visits[MOVE_LIST_MAX],
                   Err *err)
{
    const size_t got = fread(entry, 1, sizeof *entry, file->file);
    if (got == 0 && ferror(file->file) == 0) {
        return false;
    }
    if (got != sizeof *entry) {
        return cut_short(file, err);
    }
    if (!check_entry(file, entry, err)) {
        return false;
    }
    if (fread(state->bytes, file->state_bytes, 1, file->file) != 1 ||
        fread(visits, sizeof *visits, entry->count, file->file) != entry->count) {
        return cut_short(file, err);
    }
    return check_visits(file, entry, visits, err);
}
