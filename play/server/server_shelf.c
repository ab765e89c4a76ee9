/* server_shelf.c: records and keys of the web server's games on disk. */
#include "play/server/server_shelf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/memory.h"
#include "engine/record.h"

static const char SCHEMA[] = "marshal/shelf/1";
static const Seat SEATS[] = {SEAT_FRENCH, SEAT_COALITION, SEAT_BOTH};
enum { SEATS_COUNT = sizeof SEATS / sizeof SEATS[0], PATH_BYTES = 1024 };

static void path_of(const char *folder, const char *id, const char *ending, char path[PATH_BYTES])
{
    (void)snprintf(path, PATH_BYTES, "%.900s/%s%s", folder, id, ending);
}

bool server_shelf_open(const char *folder, Err *err)
{
    if (strlen(folder) > PATH_BYTES - 124) {
        return err_set(err, NULL, NULL, "the name of the folder is too long");
    }
    if (mkdir(folder, S_IRWXU) != 0 && errno != EEXIST) {
        return err_set(err, folder, NULL, "the folder cannot be made: %s", strerror(errno));
    }
    return access(folder, R_OK | W_OK | X_OK) == 0 ||
           err_set(err, folder, NULL, "games cannot be kept there: %s", strerror(errno));
}

/* What is written of a game. */
struct ServerShelfCopy {
    SessionCopy *session;
    char id[SERVER_KEY_BYTES];
    char keys[SEAT_BOTH + 1][SERVER_KEY_BYTES];
    bool bar, plans;
    uint32_t pace_ms;
};

ServerShelfCopy *server_shelf_copy(const ServerGame *game)
{
    ServerShelfCopy *copy = memory_zeroed(sizeof *copy);
    copy->session = session_copy(game->session);
    memcpy(copy->id, game->id, sizeof copy->id);
    memcpy(copy->keys, game->keys, sizeof copy->keys);
    copy->bar = game->bar;
    copy->plans = game->plans;
    copy->pace_ms = game->pace_ms;
    return copy;
}

static void write_shelved(const ServerShelfCopy *copy, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "schema", SCHEMA);
    for (int i = 0; i < SEATS_COUNT; i++) {
        jsonout_key_text(&json, seat_name(SEATS[i]), copy->keys[SEATS[i]]);
    }
    jsonout_key_bool(&json, "bar", copy->bar);
    jsonout_key_bool(&json, "plans", copy->plans);
    jsonout_key_u64(&json, "pace_ms", copy->pace_ms);
    jsonout_end(&json, '}');
    strbuf_add(out, "\n");
}

/* The record first: keys without a record would be of no use. */
bool server_shelf_write(const char *folder, ServerShelfCopy *copy, Err *err)
{
    char path[PATH_BYTES];
    StrBuf text;
    strbuf_init(&text);
    session_copy_record(copy->session, &text);
    path_of(folder, copy->id, ".jsonl", path);
    bool good = record_save(&text, path, err);
    strbuf_clear(&text);
    write_shelved(copy, &text);
    path_of(folder, copy->id, ".json", path);
    good = good && record_save(&text, path, err);
    strbuf_release(&text);
    session_copy_free(copy->session);
    memory_free(copy);
    return good;
}

static bool is_key(const char *text)
{
    return strlen(text) == SERVER_KEY_BYTES - 1 && strspn(text, "0123456789abcdef") == SERVER_KEY_BYTES - 1;
}

static bool read_keys(const JsonNode *root, ServerShelved *shelved, Err *err)
{
    for (int i = 0; i < SEATS_COUNT; i++) {
        const char *key = NULL;
        if (!json_get_string(root, seat_name(SEATS[i]), &key, err) || (key[0] != '\0' && !is_key(key))) {
            return false;
        }
        memcpy(shelved->keys[SEATS[i]], key, strlen(key) + 1);
    }
    return true;
}

static bool read_shelved(const char *path, ServerShelved *shelved)
{
    static const char *const keys[] = {"schema", "french", "coalition", "both",
                                       "bar",    "plans",  "pace_ms",   NULL};
    JsonDoc doc;
    const char *schema = NULL;
    Err err;
    err_clear(&err);
    if (!json_load(&doc, path, &err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    JsonNode bar;
    JsonNode plans;
    const bool good = json_only_keys(&root, keys, &err) && json_get_string(&root, "schema", &schema, &err) &&
                      strcmp(schema, SCHEMA) == 0 && read_keys(&root, shelved, &err) &&
                      json_get(&root, "bar", &bar, &err) && json_bool(&bar, &shelved->bar, &err) &&
                      json_get(&root, "plans", &plans, &err) && json_bool(&plans, &shelved->plans, &err) &&
                      json_get_int(&root, "pace_ms", 0, SERVER_PACE_MAX_MS, &shelved->pace_ms, &err);
    json_release(&doc);
    return good;
}

bool server_shelf_has(const char *folder, const char *id)
{
    char path[PATH_BYTES];
    if (!is_key(id)) {
        return false;
    }
    path_of(folder, id, ".json", path);
    return access(path, R_OK) == 0;
}

bool server_shelf_read(const char *folder, const char *id, ServerShelved *shelved, StrBuf *record)
{
    char path[PATH_BYTES];
    char chunk[16 * 1024];
    size_t count = 0;
    memset(shelved, 0, sizeof *shelved);
    if (!is_key(id)) {
        return false;
    }
    memcpy(shelved->id, id, SERVER_KEY_BYTES);
    path_of(folder, id, ".json", path);
    if (!read_shelved(path, shelved)) {
        return false;
    }
    path_of(folder, id, ".jsonl", path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    while (record->length < RECORD_FILE_BYTES_MAX && (count = fread(chunk, 1, sizeof chunk, file)) > 0) {
        strbuf_add_bytes(record, chunk, count);
    }
    (void)fclose(file);
    return true;
}

void server_shelf_retire(const char *folder, const char *id)
{
    char path[PATH_BYTES];
    path_of(folder, id, ".json", path);
    (void)remove(path);
}
