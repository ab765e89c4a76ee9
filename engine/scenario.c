/* scenario.c: scenario files from name to patched documents. */
#include "engine/scenario.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/registry.h"

/* ---- folders ---- */

typedef struct Folders {
    size_t count;
    char path[SCENARIO_FOLDERS_MAX][SCENARIO_PATH_BYTES];
} Folders;

static void add_folder(Folders *folders, const char *path)
{
    const size_t size = sizeof folders->path[0];
    assert(folders->count < SCENARIO_FOLDERS_MAX);
    if ((size_t)snprintf(folders->path[folders->count], size, "%s", path) < size) {
        folders->count++;
    }
}

/* Adds folders as seen from that of the executable; nothing where the system cannot tell where that is. */
static void add_folders_of_executable(Folders *folders)
{
    static const char *const from_there[] = {"scenarios", "share/marshal/scenarios"};
    char executable[SCENARIO_PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length <= 0) {
        return;
    }
    executable[length] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(executable, '/');
        if (slash == NULL) {
            return;
        }
        *slash = '\0';
    }
    for (size_t i = 0; i < sizeof from_there / sizeof from_there[0]; i++) {
        char path[SCENARIO_PATH_BYTES];
        if ((size_t)snprintf(path, sizeof path, "%s/%s", executable, from_there[i]) < sizeof path) {
            add_folder(folders, path);
        }
    }
}

static void folders_init(Folders *folders)
{
    folders->count = 0;
    const char *given = getenv("MARSHAL_SCENARIOS");
    if (given != NULL && given[0] != '\0') {
        add_folder(folders, given);
    }
    add_folder(folders, "scenarios");
    add_folders_of_executable(folders);
}

size_t scenario_folders(char paths[SCENARIO_FOLDERS_MAX][SCENARIO_PATH_BYTES])
{
    Folders folders;
    folders_init(&folders);
    memcpy(paths, folders.path, sizeof folders.path);
    return folders.count;
}

/* ---- files ---- */

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t wanted = strlen(ending);
    return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

/* A relative path that stays inside its folder. */
static bool stays_inside(const char *path)
{
    return path[0] != '\0' && path[0] != '/' && strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0 &&
           strstr(path, "/../") == NULL && !ends_with(path, "/..");
}

/* Joins folder/file into path if the result fits and is a file. */
static bool try_file(const char *folder, const char *file, const char *ending, char path[SCENARIO_PATH_BYTES])
{
    const int length = snprintf(path, SCENARIO_PATH_BYTES, "%s/%s%s", folder, file, ending);
    return length > 0 && length < SCENARIO_PATH_BYTES && is_file(path);
}

static bool find_in_folders(const char *file, const char *ending, char path[SCENARIO_PATH_BYTES])
{
    Folders folders;
    folders_init(&folders);
    for (size_t i = 0; i < folders.count; i++) {
        if (try_file(folders.path[i], file, ending, path)) {
            return true;
        }
    }
    return false;
}

static bool not_found(const char *name, Err *err)
{
    char where[ERR_MESSAGE_BYTES] = "";
    size_t used = 0;
    Folders folders;
    folders_init(&folders);
    for (size_t i = 0; i < folders.count && used < sizeof where; i++) {
        used +=
            (size_t)snprintf(where + used, sizeof where - used, "%s%s", i > 0 ? ", " : "", folders.path[i]);
    }
    return err_set(err, NULL, NULL,
                   "no scenario \"%.128s\": expected a path to a JSON file, or game/name in %.256s", name,
                   where);
}

bool scenario_find(const char *name, char path[SCENARIO_PATH_BYTES], Err *err)
{
    assert(name != NULL);
    const int length = snprintf(path, SCENARIO_PATH_BYTES, "%s", name);
    if (length <= 0 || length >= SCENARIO_PATH_BYTES) {
        return err_set(err, NULL, NULL, "a scenario's name has from 1 to %d bytes, found %d",
                       SCENARIO_PATH_BYTES - 1, length);
    }
    if (is_file(path)) {
        return true;
    }
    if (stays_inside(name) && find_in_folders(name, ".json", path)) {
        return true;
    }
    return not_found(name, err);
}

bool scenario_find_strategy(const char *game, const char *name, char path[SCENARIO_PATH_BYTES], Err *err)
{
    char shipped[SCENARIO_PATH_BYTES];
    const int length = snprintf(path, SCENARIO_PATH_BYTES, "%s", name);
    if (length > 0 && length < SCENARIO_PATH_BYTES && is_file(path)) {
        return true;
    }
    const int shipped_length = snprintf(shipped, sizeof shipped, "%s/strategy-%s", game, name);
    if (shipped_length < SCENARIO_PATH_BYTES && stays_inside(shipped) &&
        find_in_folders(shipped, ".json", path)) {
        return true;
    }
    return err_set(err, NULL, NULL,
                   "no strategy \"%.128s\": expected a path, or NAME of a scenarios/%.32s/strategy-NAME.json",
                   name, game);
}

void scenario_bare_name(const char *scenario, char name[SCENARIO_NAME_BYTES])
{
    const char *slash = strrchr(scenario, '/');
    (void)snprintf(name, SCENARIO_NAME_BYTES, "%s", slash != NULL ? slash + 1 : scenario);
    char *dot = strrchr(name, '.');
    if (dot != NULL && strcmp(dot, ".json") == 0) {
        *dot = '\0';
    }
}

/* What is shipped for one scenario alone, if there is such a file; ending: "" or what follows the name. */
static bool find_fitted_for(const char *game, const char *what, const char *scenario, const char *ending,
                            char path[SCENARIO_PATH_BYTES])
{
    char name[SCENARIO_NAME_BYTES];
    char shipped[SCENARIO_PATH_BYTES];
    scenario_bare_name(scenario, name);
    const int length = snprintf(shipped, sizeof shipped, "%s/%s-%s%s", game, what, name, ending);
    return length < SCENARIO_PATH_BYTES && stays_inside(shipped) && find_in_folders(shipped, ".json", path);
}

bool scenario_find_own_strategy(const char *game, const char *seat, const char *scenario,
                                char path[SCENARIO_PATH_BYTES])
{
    char ending[32];
    const int length = snprintf(ending, sizeof ending, "-%s", seat);
    return length > 0 && (size_t)length < sizeof ending &&
           find_fitted_for(game, "strategy", scenario, ending, path);
}

/* What a command has fitted: the file named, or with NULL the shipped one. */
static bool find_fitted(const char *game, const char *what, const char *command, const char *name,
                        char path[SCENARIO_PATH_BYTES], Err *err)
{
    char shipped[SCENARIO_PATH_BYTES];
    if (name != NULL) {
        const int length = snprintf(path, SCENARIO_PATH_BYTES, "%s", name);
        return (length > 0 && length < SCENARIO_PATH_BYTES && is_file(path)) ||
               err_set(err, name, NULL, "no such file, expected one made by \"marshal %s\"", command);
    }
    const int length = snprintf(shipped, sizeof shipped, "%s/%s", game, what);
    return (length < SCENARIO_PATH_BYTES && find_in_folders(shipped, ".json", path)) ||
           err_set(err, NULL, NULL,
                   "scenarios/%.32s/%s.json is missing: \"marshal %s\" makes it (docs/tuning.md, \"The first "
                   "ones\")",
                   game, what, command);
}

bool scenario_find_evaluation(const char *game, const char *scenario, const char *name,
                              char path[SCENARIO_PATH_BYTES], Err *err)
{
    return (name == NULL && find_fitted_for(game, "evaluation", scenario, "", path)) ||
           find_fitted(game, "evaluation", "tune", name, path, err);
}

bool scenario_find_priors(const char *game, const char *scenario, const char *name,
                          char path[SCENARIO_PATH_BYTES], Err *err)
{
    return (name == NULL && find_fitted_for(game, "priors", scenario, "", path)) ||
           find_fitted(game, "priors", "tune-priors", name, path, err);
}

/* ---- boards ---- */

/* Path of a board named in the scenario file at scenario_path. */
static bool find_board(const char *scenario_path, const char *game, const char *board,
                       char path[SCENARIO_PATH_BYTES])
{
    char folder[SCENARIO_PATH_BYTES];
    (void)snprintf(folder, sizeof folder, "%s", scenario_path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    if (try_file(slash != NULL ? folder : ".", board, "", path)) {
        return true;
    }
    char inside[SCENARIO_PATH_BYTES];
    const int length = snprintf(inside, sizeof inside, "%s/%s", game, board);
    return length < SCENARIO_PATH_BYTES && stays_inside(inside) && find_in_folders(inside, "", path);
}

/* The board that the scenario file at path names. */
static bool load_board(Scenario *scenario, const char *path, Err *err)
{
    const JsonNode root = json_root(&scenario->scenario);
    const char *game = NULL;
    const char *board = NULL;
    if (!json_get_string(&root, "game", &game, err) || !json_get_string(&root, "board", &board, err)) {
        return false;
    }
    JsonNode node;
    char board_path[SCENARIO_PATH_BYTES];
    if (!json_get(&root, "board", &node, err)) {
        return false;
    }
    if (!stays_inside(board)) {
        return json_error(&node, err, "found \"%.128s\": expected a file name inside the scenario's folder",
                          board);
    }
    if (!find_board(path, game, board, board_path)) {
        return json_error(&node, err,
                          "found \"%.128s\": no such file beside the scenario or in the scenario folders",
                          board);
    }
    return json_load(&scenario->board, board_path, err);
}

/* ---- overrides and fingerprint ---- */

static bool apply_override(Scenario *scenario, const char *text, Err *err)
{
    char path[ERR_PATH_BYTES];
    const char *equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof path) {
        return err_set(err, NULL, NULL, "override \"%.128s\": expected path=value, as in setup.hand.french=6",
                       text);
    }
    memcpy(path, text, length);
    path[length] = '\0';
    if (json_has_root_key(&scenario->scenario, path)) {
        return json_override(&scenario->scenario, path, equals + 1, err);
    }
    if (json_has_root_key(&scenario->board, path)) {
        return json_override(&scenario->board, path, equals + 1, err);
    }
    return err_set(err, NULL, NULL, "override \"%.128s\": neither %.128s nor %.128s begins with such a key",
                   text, scenario->scenario.file, scenario->board.file);
}

static bool apply_overrides(Scenario *scenario, const char *const *overrides, size_t count, Err *err)
{
    if (count > SCENARIO_OVERRIDES_MAX) {
        return err_set(err, NULL, NULL, "found %zu overrides, expected at most %d", count,
                       SCENARIO_OVERRIDES_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        if (!apply_override(scenario, overrides[i], err)) {
            return false;
        }
    }
    return true;
}

static void fingerprint(Scenario *scenario)
{
    StrBuf text;
    strbuf_init(&text);
    const JsonNode root = json_root(&scenario->scenario);
    const JsonNode board = json_root(&scenario->board);
    json_write(&root, &text);
    strbuf_add_char(&text, '\n');
    json_write(&board, &text);
    hash_sha256(text.text, text.length, scenario->sha256);
    strbuf_release(&text);
}

bool scenario_read(Scenario *scenario, const char *name, const char *const *overrides, size_t override_count,
                   Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    if (!scenario_find(name, path, err) || !json_load(&scenario->scenario, path, err)) {
        return false;
    }
    (void)snprintf(scenario->name, sizeof scenario->name, "%s", name);
    if (!load_board(scenario, path, err)) {
        json_release(&scenario->scenario);
        return false;
    }
    if (!apply_overrides(scenario, overrides, override_count, err)) {
        scenario_release(scenario);
        return false;
    }
    scenario->sha256[0] = '\0';
    return true;
}

bool scenario_open(Scenario *scenario, const char *name, const char *const *overrides, size_t override_count,
                   Err *err)
{
    if (!scenario_read(scenario, name, overrides, override_count, err)) {
        return false;
    }
    fingerprint(scenario);
    return true;
}

bool scenario_open_on(Scenario *scenario, const char *name, const char *board_path, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    if (!scenario_find(name, path, err) || !json_load(&scenario->scenario, path, err)) {
        return false;
    }
    if (!json_load(&scenario->board, board_path, err)) {
        json_release(&scenario->scenario);
        return false;
    }
    (void)snprintf(scenario->name, sizeof scenario->name, "%s", name);
    fingerprint(scenario);
    return true;
}

void scenario_release(Scenario *scenario)
{
    json_release(&scenario->scenario);
    json_release(&scenario->board);
}

/* ---- listing ---- */

enum { KIND_BYTES = 32, HEAD_BYTES = 256 };

/* The kind that a file gives itself in its first members, "board" of "schema": "marshal/board/1"; false if it
 * does not say so there. Evaluations and boards are large, and a list is asked for often. */
static bool read_kind(const char *path, char kind[KIND_BYTES])
{
    char head[HEAD_BYTES];
    FILE *file = fopen(path, "rb");
    const size_t length = file != NULL ? fread(head, 1, sizeof head - 1, file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    head[length] = '\0';
    return sscanf(head, " { \"schema\" : \"marshal/%31[^/\"]", kind) == 1 ||
           sscanf(head, " { \"$schema\" : \"%*[^\"]\" , \"schema\" : \"marshal/%31[^/\"]", kind) == 1;
}

/* True unless the file is JSON that is not a scenario. */
static bool may_be_scenario(const char *path)
{
    char kind[KIND_BYTES];
    if (ends_with(path, ".schema.json")) {
        return false;
    }
    if (read_kind(path, kind)) {
        return strcmp(kind, "scenario") == 0;
    }
    JsonDoc doc;
    Err err;
    err_clear(&err);
    if (!json_load(&doc, path, &err)) {
        return true;
    }
    const bool scenario = json_has_root_key(&doc, "game") && json_has_root_key(&doc, "board");
    json_release(&doc);
    return scenario;
}

static bool has_entry(const ScenarioEntry *entries, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(entries[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* Which files of a game's folder are listed. */
enum listed { LISTED_SCENARIOS, LISTED_STRATEGIES };

static const char STRATEGY[] = "strategy-";

/* Fills entry for one file of a game's folder; false if it is to be passed over. */
static bool entry_of(const char *folder, const char *game, const char *file, enum listed what,
                     ScenarioEntry *entry)
{
    const bool strategy = strncmp(file, STRATEGY, strlen(STRATEGY)) == 0;
    if (!ends_with(file, ".json") || file[0] == '.' || (what == LISTED_STRATEGIES && !strategy)) {
        return false;
    }
    const int stem = (int)(strlen(file) - strlen(".json"));
    const int shared = (int)strlen(STRATEGY);
    const int id = what == LISTED_STRATEGIES
                       ? snprintf(entry->id, sizeof entry->id, "%.*s", stem - shared, file + shared)
                       : snprintf(entry->id, sizeof entry->id, "%s/%.*s", game, stem, file);
    const int path = snprintf(entry->path, sizeof entry->path, "%s/%s/%s", folder, game, file);
    return id > 0 && id < SCENARIO_NAME_BYTES && path < SCENARIO_PATH_BYTES && is_file(entry->path);
}

static int compare_entries(const void *a, const void *b)
{
    const ScenarioEntry *left = a;
    const ScenarioEntry *right = b;
    return strcmp(left->id, right->id);
}

static size_t list_folder(const char *folder, const char *game, enum listed what, ScenarioEntry *entries,
                          size_t count, size_t max)
{
    char path[SCENARIO_PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, game);
    DIR *dir = length < SCENARIO_PATH_BYTES ? opendir(path) : NULL;
    if (dir == NULL) {
        return count;
    }
    for (const struct dirent *file = readdir(dir); file != NULL && count < max; file = readdir(dir)) {
        ScenarioEntry *entry = &entries[count];
        if (entry_of(folder, game, file->d_name, what, entry) && !has_entry(entries, count, entry->id) &&
            (what == LISTED_STRATEGIES || may_be_scenario(entry->path))) {
            count++;
        }
    }
    (void)closedir(dir);
    return count;
}

/* Appends what all folders hold of one game, by name; returns the new count. */
static size_t list_game(const char *game, enum listed what, ScenarioEntry *entries, size_t count, size_t max)
{
    Folders folders;
    folders_init(&folders);
    const size_t first = count;
    for (size_t i = 0; i < folders.count; i++) {
        count = list_folder(folders.path[i], game, what, entries, count, max);
    }
    qsort(entries + first, count - first, sizeof entries[0], compare_entries);
    return count;
}

size_t scenario_list(ScenarioEntry *entries, size_t max)
{
    assert(entries != NULL || max == 0);
    size_t count = 0;
    for (size_t game = 0; game < registry_count(); game++) {
        count = list_game(registry_at(game)->id, LISTED_SCENARIOS, entries, count, max);
    }
    return count;
}

size_t scenario_list_strategies(const char *game, ScenarioEntry *entries, size_t max)
{
    assert(entries != NULL || max == 0);
    return list_game(game, LISTED_STRATEGIES, entries, 0, max);
}
