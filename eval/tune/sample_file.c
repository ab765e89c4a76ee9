/* sample_file.c: the header line of positions and searches files. */
#include "eval/tune/sample_file.h"

#include <errno.h>
#include <string.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/rng.h"
#include "engine/version.h"

void sample_file_write_header(StrBuf *out, const SampleKind *kind, const RecordInfo *info)
{
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "schema", kind->schema);
    jsonout_key_text(&json, "game", info->game->rules->id);
    jsonout_key_text(&json, "scenario", info->game->scenario);
    jsonout_key_text(&json, "scenario_sha256", info->game->sha256);
    jsonout_key(&json, "overrides");
    jsonout_texts(&json, info->overrides, info->override_count);
    jsonout_key_u64(&json, "seed", info->seed);
    jsonout_key_text(&json, "french", info->policies[SEAT_FRENCH]);
    jsonout_key_text(&json, "coalition", info->policies[SEAT_COALITION]);
    jsonout_key_text(&json, "version", MARSHAL_VERSION);
    jsonout_key_u64(&json, "state_bytes", info->game->rules->state_bytes);
    jsonout_key_u64(&json, "entry_bytes", kind->entry_bytes);
    jsonout_end(&json, '}');
    strbuf_add_char(out, '\n');
}

/* ------------------------------------------------------------------ reading */

static bool read_texts(SampleFile *file, const JsonNode *root, Err *err)
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

static bool read_overrides(SampleFile *file, const JsonNode *root, Err *err)
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

static bool read_layout(SampleFile *file, const SampleKind *kind, const JsonNode *root, Err *err)
{
    const long expected = (long)kind->entry_bytes;
    long state_bytes = 0;
    long entry_bytes = 0;
    const char *schema = "";
    if (!json_is_object(root, err) || !json_get_string(root, "schema", &schema, err)) {
        return false;
    }
    if (strcmp(schema, kind->schema) != 0) {
        return json_error(root, err,
                          "found schema \"%.64s\", expected \"%s\" (%s of another version have to be "
                          "kept anew by marshal match)",
                          schema, kind->schema, kind->noun);
    }
    if (!json_get_int(root, "state_bytes", 1, STATE_BYTES_MAX, &state_bytes, err) ||
        !json_get_int(root, "entry_bytes", expected, expected, &entry_bytes, err)) {
        return false;
    }
    file->state_bytes = (size_t)state_bytes;
    return true;
}

static bool read_header(SampleFile *file, const SampleKind *kind, Err *err)
{
    char line[SAMPLE_FILE_HEADER_BYTES];
    JsonDoc doc;
    if (fgets(line, sizeof line, file->file) == NULL || strchr(line, '\n') == NULL) {
        return err_set(err, file->name, NULL, "no %s file: its first line is no header", kind->noun);
    }
    if (!json_parse(&doc, line, strlen(line), file->name, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = read_layout(file, kind, &root, err) && read_texts(file, &root, err) &&
                      read_overrides(file, &root, err);
    json_release(&doc);
    return good;
}

bool sample_file_open(SampleFile *file, const SampleKind *kind, const char *name, Err *err)
{
    memset(file, 0, sizeof *file);
    (void)snprintf(file->name, sizeof file->name, "%s", name);
    file->file = fopen(name, "rb");
    if (file->file == NULL) {
        return err_set(err, name, NULL, "cannot open: %s", strerror(errno));
    }
    if (!read_header(file, kind, err)) {
        sample_file_close(file);
        return false;
    }
    return true;
}

void sample_file_close(SampleFile *file)
{
    (void)fclose(file->file);
    file->file = NULL;
}

bool sample_file_load_game(const SampleFile *file, Game *game, Err *err)
{
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    for (size_t i = 0; i < file->override_count; i++) {
        overrides[i] = file->overrides[i];
    }
    Err found;
    err_clear(&found);
    if (!game_load(game, file->scenario, overrides, file->override_count, &found)) {
        char text[ERR_MESSAGE_BYTES];
        err_text(&found, text, sizeof text);
        return err_set(err, file->name, "scenario", "%s", text);
    }
    if (strcmp(game->sha256, file->sha256) != 0) {
        err_set(err, file->name, "scenario_sha256",
                "the file was made with another %s (%.12s, now %.12s): play its games again", file->scenario,
                file->sha256, game->sha256);
    } else if (file->state_bytes != game->rules->state_bytes) {
        err_set(err, file->name, "state_bytes",
                "found %zu, expected %zu: made with another version of the program", file->state_bytes,
                game->rules->state_bytes);
    } else {
        return true;
    }
    game_release(game);
    return false;
}

bool sample_file_holds_out(const SampleFile *file, uint32_t game, double share)
{
    uint64_t scenario = 0;
    for (const char *c = file->sha256; *c != '\0'; c++) {
        scenario = rng_mix(scenario ^ (unsigned char)*c);
    }
    return (double)(rng_mix(scenario ^ rng_mix(game + 1ULL)) >> 11U) < share * 9007199254740992.0;
}
