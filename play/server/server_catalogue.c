/* server_catalogue.c: the games and scenarios there are, as JSON for the page. */
#include "play/server/server_catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/registry.h"
#include "engine/scenario.h"
#include "engine/version.h"
#include "engine/words.h"
#include "play/server/web_files.h"

/* ---- games ---- */

enum { MODULE_PATH_BYTES = 64 };

static bool file_is_served(const char *path)
{
    size_t count = 0;
    const WebFile *files = web_files(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

/* The path of a game's own module, whether there is one or not. */
static void module_path(const char *game, char path[MODULE_PATH_BYTES])
{
    (void)snprintf(path, MODULE_PATH_BYTES, "/%s/module.js", game);
}

bool server_catalogue_has_module(const char *game)
{
    char path[MODULE_PATH_BYTES];
    module_path(game, path);
    return file_is_served(path);
}

static void add_help(JsonOut *out, const struct GameWords *words)
{
    jsonout_key(out, "help");
    jsonout_begin(out, '[');
    for (const WordsHelp *part = words != NULL ? words->help : NULL; part != NULL && part->name != NULL;
         part++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "name", part->name);
        jsonout_key_text(out, "title", part->title);
        jsonout_key_text(out, "text", part->text);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_key(out, "clauses");
    jsonout_begin(out, '{');
    for (const WordsClause *one = words != NULL ? words->clauses : NULL; one != NULL && one->clause != NULL;
         one++) {
        jsonout_key_text(out, one->clause, one->text);
    }
    jsonout_end(out, '}');
}

static void add_game(JsonOut *out, const GameRules *rules)
{
    char path[MODULE_PATH_BYTES];
    module_path(rules->id, path);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", rules->id);
    jsonout_key_text(out, "title", rules->title);
    jsonout_key_text(out, "module", file_is_served(path) ? path : "/shell/plain.js");
    jsonout_key(out, "seats");
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key_text(out, seat_name((Seat)seat), words_seat(rules, (Seat)seat));
    }
    jsonout_end(out, '}');
    jsonout_key_text(out, "turn", words_turn_noun(rules));
    jsonout_key_text(out, "place", words_place(rules, false));
    jsonout_key_text(out, "places", words_place(rules, true));
    add_help(out, rules->words);
    jsonout_end(out, '}');
}

/* ---- scenarios ---- */

/* A member of an object, taken over as it stands; nothing if there is none. */
static void add_member(JsonOut *out, const JsonNode *object, const char *key)
{
    JsonNode part;
    StrBuf text;
    strbuf_init(&text);
    if (json_find(object, key, &part)) {
        json_write(&part, &text);
        jsonout_key_raw(out, key, text.text);
    }
    strbuf_release(&text);
}

/* The options that a board defines, as JSON text, kept from one scenario to the next: most have the same
 * board, and a board is long. */
typedef struct BoardOptions {
    char board[SCENARIO_PATH_BYTES]; /* folder of the scenario and name of its board; "" at first */
    StrBuf text;                     /* "" if it defines none */
} BoardOptions;

/* Reads them anew if the scenario has another board than the one before; false if its files cannot be opened.
 */
static bool read_options(BoardOptions *options, const ScenarioEntry *entry, const char *board)
{
    char key[SCENARIO_PATH_BYTES];
    const char *slash = strrchr(entry->path, '/');
    const int folder = slash != NULL ? (int)(slash - entry->path) : 0;
    (void)snprintf(key, sizeof key, "%.*s/%s", folder, entry->path, board);
    if (strcmp(key, options->board) == 0) {
        return true;
    }
    Scenario scenario;
    JsonNode part;
    Err err;
    err_clear(&err);
    if (!scenario_read(&scenario, entry->path, NULL, 0, &err)) {
        return false;
    }
    memcpy(options->board, key, sizeof key);
    strbuf_clear(&options->text);
    const JsonNode root = json_root(&scenario.board);
    if (json_find(&root, "option_definitions", &part)) {
        json_write(&part, &options->text);
    }
    scenario_release(&scenario);
    return true;
}

static void add_scenario(JsonOut *out, const ScenarioEntry *entry, BoardOptions *options)
{
    static const char *const kept[] = {"game", "title", "setup", "options"};
    JsonDoc doc;
    const char *board = NULL;
    Err err;
    err_clear(&err);
    if (!json_load(&doc, entry->path, &err)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    if (json_get_string(&root, "board", &board, &err) && read_options(options, entry, board)) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "id", entry->id);
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
            add_member(out, &root, kept[i]);
        }
        if (options->text.length > 0) {
            jsonout_key_raw(out, "option_definitions", options->text.text);
        }
        jsonout_end(out, '}');
    }
    json_release(&doc);
}

static void add_scenarios(JsonOut *out)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    BoardOptions options = {.board = ""};
    strbuf_init(&options.text);
    jsonout_key(out, "scenarios");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < count; i++) {
        add_scenario(out, &entries[i], &options);
    }
    jsonout_end(out, ']');
    strbuf_release(&options.text);
    free(entries);
}

void server_catalogue_write(StrBuf *buf)
{
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "version", MARSHAL_VERSION);
    jsonout_key_u64(&out, "record_bytes", RECORD_FILE_BYTES_MAX);
    jsonout_key(&out, "games");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i < registry_count(); i++) {
        add_game(&out, registry_at(i));
    }
    jsonout_end(&out, ']');
    add_scenarios(&out);
    jsonout_end(&out, '}');
}
