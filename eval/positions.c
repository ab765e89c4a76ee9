/* positions.c: writing and reading positions files. */
#include "eval/positions.h"

#include <errno.h>
#include <string.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/registry.h"
#include "engine/version.h"

#define POSITIONS_SCHEMA "marshal/positions/1"

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
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "schema", POSITIONS_SCHEMA);
    jsonout_key_text(&json, "game", info->game->rules->id);
    jsonout_key_text(&json, "scenario", info->game->scenario);
    jsonout_key_text(&json, "scenario_sha256", info->game->sha256);
    jsonout_key(&json, "overrides");
    jsonout_begin(&json, '[');
    for (size_t i = 0; i < info->override_count; i++) {
        jsonout_text(&json, info->overrides[i]);
    }
    jsonout_end(&json, ']');
    jsonout_key_u64(&json, "seed", info->seed);
    jsonout_key_text(&json, "french", info->policies[SEAT_FRENCH]);
    jsonout_key_text(&json, "coalition", info->policies[SEAT_COALITION]);
    jsonout_key_text(&json, "version", MARSHAL_VERSION);
    jsonout_key_u64(&json, "state_bytes", info->game->rules->state_bytes);
    jsonout_key_u64(&json, "entry_bytes", sizeof(PositionEntry));
    jsonout_end(&json, '}');
    strbuf_add_char(out, '\n');
}

/* ------------------------------------------------------------------ reading */

static bool read_texts(PositionsFile *file, const JsonNode *root, Err *err)
{
    static const char *const keys[SEAT_COUNT] = {"french", "coalition"};
    const char *text = "";
    if (!json_get_string(root, "scenario", &text, err)) {
        return false;
    }
    (void)snprintf(file->scenario, sizeof file->scenario, "%s", text);
    if (!json_get_string(root, "scenario_sha256", &text, err)) {
        return false;
    }
    (void)snprintf(file->sha256, sizeof file->sha256, "%s", text);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!json_get_string(root, keys[seat], &text, err)) {
            return false;
        }
        (void)snprintf(file->policies[seat], sizeof file->policies[seat], "%s", text);
    }
    return true;
}

static bool read_overrides(PositionsFile *file, const JsonNode *root, Err *err)
{
    JsonNode list;
    if (!json_get(root, "overrides", &list, err) ||
        !json_array(&list, SCENARIO_OVERRIDES_MAX, &file->override_count, err)) {
        return false;
    }
    for (size_t i = 0; i < file->override_count; i++) {
        const JsonNode item = json_at(&list, i);
        const char *text = "";
        if (!json_string(&item, &text, err)) {
            return false;
        }
        (void)snprintf(file->overrides[i], sizeof file->overrides[i], "%s", text);
    }
    return true;
}

static bool read_layout(PositionsFile *file, const JsonNode *root, Err *err)
{
    long state_bytes = 0;
    long entry_bytes = 0;
    const char *schema = "";
    if (!json_is_object(root, err) || !json_get_string(root, "schema", &schema, err)) {
        return false;
    }
    if (strcmp(schema, POSITIONS_SCHEMA) != 0) {
        return json_error(root, err, "found schema \"%.64s\", expected \"%s\"", schema, POSITIONS_SCHEMA);
    }
    if (!json_get_int(root, "state_bytes", 1, STATE_BYTES_MAX, &state_bytes, err) ||
        !json_get_int(root, "entry_bytes", (long)sizeof(PositionEntry), (long)sizeof(PositionEntry), &entry_bytes, err)) {
        return false;
    }
    file->state_bytes = (size_t)state_bytes;
    return true;
}

/* Counts the entries that follow the header of the given length. */
static bool count_entries(PositionsFile *file, long header, Err *err)
{
    const long entry = (long)(sizeof(PositionEntry) + file->state_bytes);
    const bool found = fseek(file->file, 0, SEEK_END) == 0;
    const long end = found ? ftell(file->file) : -1;
    if (end < header || fseek(file->file, header, SEEK_SET) != 0) {
        return err_set(err, file->name, NULL, "cannot read: %s", strerror(errno));
    }
    if ((end - header) % entry != 0) {
        return err_set(err, file->name, NULL, "found %ld bytes after the header, expected a multiple of %ld: cut short?",
                       end - header, entry);
    }
    file->count = (uint64_t)((end - header) / entry);
    return true;
}

static bool read_header(PositionsFile *file, Err *err)
{
    char line[POSITIONS_HEADER_BYTES];
    JsonDoc doc;
    if (fgets(line, sizeof line, file->file) == NULL || strchr(line, '\n') == NULL) {
        return err_set(err, file->name, NULL, "no positions file: its first line is no header");
    }
    const size_t length = strlen(line);
    if (!json_parse(&doc, line, length, file->name, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = read_layout(file, &root, err) && read_texts(file, &root, err) && read_overrides(file, &root, err);
    json_release(&doc);
    return good && count_entries(file, (long)length, err);
}

bool positions_open(PositionsFile *file, const char *name, Err *err)
{
    memset(file, 0, sizeof *file);
    (void)snprintf(file->name, sizeof file->name, "%s", name);
    file->file = fopen(name, "rb");
    if (file->file == NULL) {
        return err_set(err, name, NULL, "cannot open: %s", strerror(errno));
    }
    if (!read_header(file, err)) {
        positions_close(file);
        return false;
    }
    return true;
}

void positions_close(PositionsFile *file)
{
    (void)fclose(file->file);
    file->file = NULL;
}

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
