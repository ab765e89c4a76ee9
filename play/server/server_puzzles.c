/* server_puzzles.c: see server_puzzles.h. */
#include "play/server/server_puzzles.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/registry.h"
#include "engine/scenario.h"
#include "play/server/server_http.h"
#include "play/server/server_view.h"

/* ---- files beside scenarios ---- */

/* Calls take for every folder that holds scenarios, once each; false from take ends it. */
static void each_folder(bool (*take)(void *context, const char *game, const char *folder), void *context)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    char last[SCENARIO_PATH_BYTES] = "";
    bool more = true;
    for (size_t i = 0; i < count && more; i++) {
        char *slash = strrchr(entries[i].path, '/');
        char *id = strchr(entries[i].id, '/');
        if (slash == NULL || id == NULL) {
            continue;
        }
        *slash = '\0';
        *id = '\0';
        if (strcmp(last, entries[i].path) != 0) {
            (void)snprintf(last, sizeof last, "%s", entries[i].path);
            more = take(context, entries[i].id, entries[i].path);
        }
    }
    free(entries);
}

static int is_json_name(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && length - 5 < SERVER_PUZZLE_SET_BYTES &&
           strcmp(entry->d_name + length - 5, ".json") == 0;
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

/* ---- the list ---- */

static void add_set(JsonOut *out, const char *game, const char *name, const char *path)
{
    PuzzleSet set;
    Err err;
    err_clear(&err);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "game", game);
    jsonout_key_text(out, "set", name);
    if (!puzzle_set_read(&set, path, &err)) {
        char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
        err_text(&err, text, sizeof text);
        jsonout_key_text(out, "error", text);
        jsonout_end(out, '}');
        return;
    }
    jsonout_key_text(out, "scenario", set.scenario);
    jsonout_key_text(out, "title", set.title);
    jsonout_key(out, "puzzles");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < set.count; i++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "seat", seat_name(set.puzzles[i].seat));
        jsonout_key_text(out, "place", set.puzzles[i].place);
        jsonout_key_u64(out, "level", set.puzzles[i].level);
        jsonout_key_bool(out, "heuristic", set.puzzles[i].heuristic);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
    puzzle_set_release(&set);
}

static bool list_folder(void *context, const char *game, const char *folder)
{
    JsonOut *out = context;
    char path[SCENARIO_PATH_BYTES];
    struct dirent **names = NULL;
    const bool fits = (size_t)snprintf(path, sizeof path, "%s/puzzles", folder) < sizeof path;
    const int count = fits ? scandir(path, &names, is_json_name, by_name) : -1;
    for (int i = 0; i < count; i++) {
        char file[SCENARIO_PATH_BYTES + 300];
        char set[SERVER_PUZZLE_SET_BYTES];
        (void)snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        (void)snprintf(set, sizeof set, "%.*s", (int)strlen(names[i]->d_name) - 5, names[i]->d_name);
        add_set(out, game, set, file);
        free(names[i]);
    }
    free(names);
    return true;
}

void server_get_puzzles(Call *call)
{
    JsonOut out = jsonout_on(&call->out);
    jsonout_begin(&out, '{');
    jsonout_key(&out, "sets");
    jsonout_begin(&out, '[');
    each_folder(list_folder, &out);
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
}

/* ---- opening one ---- */

typedef struct Wanted {
    const char *game, *set;
    char path[SCENARIO_PATH_BYTES + 300]; /* "": there is no such set */
} Wanted;

/* Sets are chosen from the list: a name must not lead to other files. */
static bool find_set(void *context, const char *game, const char *folder)
{
    Wanted *wanted = context;
    char path[SCENARIO_PATH_BYTES];
    struct dirent **names = NULL;
    if (strcmp(game, wanted->game) != 0 ||
        (size_t)snprintf(path, sizeof path, "%s/puzzles", folder) >= sizeof path) {
        return true;
    }
    const int count = scandir(path, &names, is_json_name, by_name);
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(names[i]->d_name) - 5;
        if (strlen(wanted->set) == length && strncmp(names[i]->d_name, wanted->set, length) == 0) {
            (void)snprintf(wanted->path, sizeof wanted->path, "%s/%s", path, names[i]->d_name);
        }
        free(names[i]);
    }
    free(names);
    return wanted->path[0] == '\0';
}

/* Takes a puzzle out of its set, after trying whether it still fits the rules; NULL and err if not. */
static ServerPuzzle *take_puzzle(const Wanted *wanted, uint64_t number, Err *err)
{
    PuzzleSet set;
    if (!puzzle_set_read(&set, wanted->path, err)) {
        return NULL;
    }
    ServerPuzzle *taken = NULL;
    Replay *replay = memory_zeroed(sizeof *replay);
    if (number == 0 || number > set.count) {
        (void)err_set(err, NULL, "number", "found %llu, expected 1 to %u", (unsigned long long)number,
                      (unsigned)set.count);
    } else if (puzzle_open(&set, (uint32_t)number - 1U, replay, err)) {
        replay_release(replay);
        taken = memory_zeroed(sizeof *taken);
        (void)snprintf(taken->set, sizeof taken->set, "%s", wanted->set);
        taken->number = (uint32_t)number;
        taken->count = set.count;
        taken->puzzle = set.puzzles[number - 1];
        memset(&set.puzzles[number - 1], 0, sizeof set.puzzles[0]); /* it is the game's from now on */
    }
    memory_free(replay);
    puzzle_set_release(&set);
    return taken;
}

void server_puzzle_free(ServerPuzzle *puzzle)
{
    if (puzzle != NULL) {
        puzzle_release(&puzzle->puzzle);
        memory_free(puzzle);
    }
}

static void open_puzzle(Call *call, const Wanted *wanted, uint64_t number)
{
    bool full = false;
    Err err;
    err_clear(&err);
    ServerPuzzle *puzzle = take_puzzle(wanted, number, &err);
    if (puzzle == NULL) {
        call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        return;
    }
    const Seat seat = puzzle->puzzle.seat;
    const bool withheld[SEAT_COUNT] = {seat != SEAT_FRENCH, seat != SEAT_COALITION};
    ServerGame *game = server_game_puzzle(puzzle, &err);
    if (game == NULL || !server_game_enter(&call->server->games, game, &full, &err)) {
        call_fail_err(call, full ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        return;
    }
    call->status = MHD_HTTP_CREATED;
    server_view_keys(game, withheld, &call->out);
}

void server_post_puzzles(Call *call)
{
    static const char *const keys[] = {"game", "set", "number", NULL};
    JsonDoc doc;
    Wanted wanted = {"", "", ""};
    long number = 0;
    Err err;
    err_clear(&err);
    if (!call_body(call, &doc)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    if (!json_only_keys(&root, keys, &err) || !json_get_string(&root, "game", &wanted.game, &err) ||
        !json_get_string(&root, "set", &wanted.set, &err) ||
        !json_get_int(&root, "number", 1, PUZZLES_MAX, &number, &err)) {
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
    } else {
        each_folder(find_set, &wanted);
        if (wanted.path[0] == '\0') {
            call_fail(call, MHD_HTTP_NOT_FOUND, "there are no puzzles of that name");
        } else {
            open_puzzle(call, &wanted, (uint64_t)number);
        }
    }
    json_release(&doc);
}

/* ---- trying ---- */

void server_puzzle_try(ServerGame *game, const char *move)
{
    (void)snprintf(game->puzzle->answer, sizeof game->puzzle->answer, "%s", move);
    game->session->version++;
}

static void add_words(JsonOut *out, const char *key, const ServerGame *game, const char *text)
{
    Move move = 0;
    StrBuf words;
    strbuf_init(&words);
    if (game->session->game.rules->move_parse(game->session->game.data, text, &move)) {
        session_choice(game->session, move, &words);
    }
    jsonout_key_text(out, key, words.text);
    strbuf_release(&words);
}

static void add_answer(JsonOut *out, const ServerGame *game)
{
    const Puzzle *puzzle = &game->puzzle->puzzle;
    const PuzzleMove *tried = puzzle_move(puzzle, game->puzzle->answer);
    const PuzzleMove *best = puzzle_move(puzzle, puzzle->solution);
    jsonout_key(out, "answer");
    if (tried == NULL || best == NULL) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    jsonout_key_text(out, "move", tried->move);
    add_words(out, "words", game, tried->move);
    jsonout_key_bool(out, "right", tried == best);
    jsonout_key_double(out, "win", tried->win);
    jsonout_key_text(out, "best", best->move);
    add_words(out, "best_words", game, best->move);
    jsonout_key_double(out, "best_win", best->win);
    jsonout_key_double(out, "margin", puzzle->margin);
    jsonout_key(out, "why");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < puzzle->sentences; i++) {
        jsonout_text(out, puzzle->why[i]);
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

void server_puzzle_add(JsonOut *out, const ServerGame *game)
{
    const ServerPuzzle *puzzle = game->puzzle;
    jsonout_key(out, "puzzle");
    if (puzzle == NULL) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    jsonout_key_text(out, "set", puzzle->set);
    jsonout_key_u64(out, "number", puzzle->number);
    jsonout_key_u64(out, "count", puzzle->count);
    jsonout_key_u64(out, "level", puzzle->puzzle.level);
    jsonout_key_u64(out, "sims", puzzle->puzzle.sims);
    jsonout_key_bool(out, "heuristic", puzzle->puzzle.heuristic);
    jsonout_key_u64(out, "moves", puzzle->puzzle.move_count);
    add_answer(out, game);
    jsonout_end(out, '}');
}

/* ---- openings ---- */

typedef struct OpeningsFile {
    const Game *game;
    StrBuf *out;
    bool found;
    const char *reason;
} OpeningsFile;

/* Whether a file is about this very scenario. */
static bool is_about(const JsonNode *root, const Game *game)
{
    const char *schema = NULL;
    const char *sha256 = NULL;
    return json_get_string(root, "schema", &schema, NULL) && strcmp(schema, "marshal/openings/1") == 0 &&
           json_get_string(root, "scenario_sha256", &sha256, NULL) && strcmp(sha256, game->sha256) == 0;
}

static bool find_openings(void *context, const char *game, const char *folder)
{
    OpeningsFile *file = context;
    const char *slash = strrchr(file->game->scenario, '/');
    char path[SCENARIO_PATH_BYTES];
    JsonDoc doc;
    if (strcmp(game, file->game->rules->id) != 0 || slash == NULL ||
        (size_t)snprintf(path, sizeof path, "%s/openings/%s.json", folder, slash + 1) >= sizeof path) {
        return true;
    }
    if (!json_load(&doc, path, NULL)) {
        return true;
    }
    const JsonNode root = json_root(&doc);
    if (is_about(&root, file->game)) {
        json_write(&root, file->out);
        file->found = true;
    } else {
        file->reason = "The numbers at hand were made with other rules or another set-up than this game has.";
    }
    json_release(&doc);
    return !file->found;
}

void server_openings_write(const Game *game, StrBuf *out)
{
    OpeningsFile file = {game, out, false, "Nobody has looked at the openings of this scenario."};
    each_folder(find_openings, &file);
    if (!file.found) {
        JsonOut json = jsonout_on(out);
        jsonout_begin(&json, '{');
        jsonout_key(&json, "seats");
        jsonout_begin(&json, '[');
        jsonout_end(&json, ']');
        jsonout_key_text(&json, "reason", file.reason);
        jsonout_end(&json, '}');
    }
}
