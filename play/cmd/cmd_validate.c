/* cmd_validate.c: `marshal validate`: are these files what they should be?
 *
 * What a file is, is told by its content: a record begins with a record's header; of JSON the schema tells,
 * or, where that is wrong, a scenario's "board" key. A board is judged through the scenarios beside it that
 * use it; where there are none, through those of its game in the scenario folders, with it in the place of
 * theirs. Every file is loaded by the code that would use it, so that "valid" means "works". */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/replay.h"
#include "engine/scenario.h"
#include "eval/run/tournament.h"
#include "eval/store/store.h"
#include "play/cmd/command.h"

enum kind {
    KIND_SCENARIO,
    KIND_BOARD,
    KIND_STRATEGY,
    KIND_EVALUATION,
    KIND_PRIORS,
    KIND_TOURNAMENT,
    KIND_STORE,
    KIND_RECORD,
    KIND_UNKNOWN,
    KIND_COUNT
};

static const char *kind_name(enum kind kind)
{
    static const char *const names[KIND_COUNT] = {"scenario",   "board",          "strategy",
                                                  "evaluation", "learned priors", "tournament",
                                                  "store",      "record",         "unknown"};
    return names[kind];
}

/* ---- one file of each kind ---- */

static bool record_is_valid(const char *path, Err *err)
{
    Replay replay;
    if (!replay_open(&replay, path, NULL, true, err)) {
        return false;
    }
    enum replay_status status = REPLAY_DECISION;
    while ((status = replay_next(&replay, err)) == REPLAY_DECISION) {
        if (!replay_apply(&replay, err)) {
            status = REPLAY_ERROR;
            break;
        }
    }
    replay_release(&replay);
    return status == REPLAY_END;
}

static bool scenario_is_valid(const char *path, Err *err)
{
    Game game;
    if (!game_load(&game, path, NULL, 0, err)) {
        return false;
    }
    game_release(&game);
    return true;
}

/* True if the file at path is a scenario whose board is called name. */
static bool uses_board(const char *path, const char *name)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    if (!json_load(&doc, path, &err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const char *board = "";
    const bool uses = json_get_string(&root, "board", &board, &err) && strcmp(board, name) == 0;
    json_release(&doc);
    return uses;
}

/* Loads every scenario in folder that uses the board; counts them. */
static bool users_are_valid(DIR *dir, const char *folder, const char *name, size_t *users, Err *err)
{
    for (const struct dirent *file = readdir(dir); file != NULL; file = readdir(dir)) {
        char path[SCENARIO_PATH_BYTES];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        const char *dot = strrchr(file->d_name, '.');
        if (length >= SCENARIO_PATH_BYTES || dot == NULL || strcmp(dot, ".json") != 0 ||
            !uses_board(path, name)) {
            continue;
        }
        *users += 1;
        if (!scenario_is_valid(path, err)) {
            return false;
        }
    }
    return true;
}

/* Loads every scenario beside the board that uses it; counts them. */
static bool neighbours_are_valid(const char *path, size_t *users, Err *err)
{
    char folder[SCENARIO_PATH_BYTES];
    (void)snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    const char *name = slash != NULL ? path + (slash - folder) + 1 : path;
    if (slash != NULL) {
        *slash = '\0';
    }
    DIR *dir = opendir(slash != NULL ? folder : ".");
    if (dir == NULL) {
        return err_set(err, path, NULL, "cannot look for scenarios beside this file");
    }
    const bool valid = users_are_valid(dir, slash != NULL ? folder : ".", name, users, err);
    (void)closedir(dir);
    return valid;
}

static bool is_of_game(const ScenarioEntry *entry, const char *game_id)
{
    const size_t length = strlen(game_id);
    return strncmp(entry->id, game_id, length) == 0 && entry->id[length] == '/';
}

static bool fits_scenario(const char *path, const ScenarioEntry *entry, Err *err)
{
    Game game;
    if (!game_load_on(&game, entry->path, path, err)) {
        return false;
    }
    game_release(&game);
    return true;
}

/* Tries the board under every scenario of its game that is listed. */
static bool fits_scenarios(const char *path, const JsonNode *root, Err *err)
{
    JsonNode id;
    const char *game_id = "";
    if (!json_get(root, "game", &id, NULL)) {
        return json_error(
            root, err,
            "found neither \"game\" nor a scenario beside it, expected one of them to tell whose "
            "board it is");
    }
    if (!json_string(&id, &game_id, err)) {
        return false;
    }
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    size_t tried = 0;
    bool valid = true;
    for (size_t i = 0; i < count && valid; i++) {
        if (is_of_game(&entries[i], game_id)) {
            tried++;
            valid = fits_scenario(path, &entries[i], err);
        }
    }
    free(entries);
    return valid &&
           (tried > 0 || json_error(&id, err,
                                    "found \"%.64s\", expected a game that has scenarios, beside the "
                                    "board or in the scenario folders",
                                    game_id));
}

static bool board_is_valid(const char *path, Err *err)
{
    size_t users = 0;
    if (!neighbours_are_valid(path, &users, err)) {
        return false;
    }
    JsonDoc doc;
    if (users > 0) {
        return true;
    }
    if (!json_load(&doc, path, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool valid = fits_scenarios(path, &root, err);
    json_release(&doc);
    return valid;
}

/* Loads the first scenario of a game there is: strategies and evaluations name places and the like. */
static bool load_any_scenario(const char *game_id, Game *game, Err *err)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    bool loaded = false;
    for (size_t i = 0; i < count && !loaded; i++) {
        if (is_of_game(&entries[i], game_id)) {
            loaded = game_load(game, entries[i].path, NULL, 0, NULL);
        }
    }
    free(entries);
    return loaded ||
           err_set(err, NULL, NULL, "found no scenario of game \"%.64s\" to try the file on", game_id);
}

/* Loads the file as what it is for the game: part of the knowledge that a search has, or the heuristic
 * player's strategy. */
static bool loads_as(enum kind kind, const GameAi *ai, const Game *game, const JsonNode *root, Err *err)
{
    const bool knowledge = kind != KIND_STRATEGY;
    void *loaded = kind == KIND_EVALUATION ? ai->knowledge_load(game, root, NULL, err)
                   : kind == KIND_PRIORS   ? ai->knowledge_load(game, NULL, root, err)
                                           : ai->strategy_load(game, root, err);
    if (loaded == NULL) {
        return false;
    }
    if (knowledge) {
        ai->knowledge_release(loaded);
    } else {
        ai->strategy_release(loaded);
    }
    return true;
}

static bool has_such_files(enum kind kind, const GameAi *ai)
{
    return kind == KIND_EVALUATION ? ai->knowledge_load != NULL && ai->evaluate != NULL
           : kind == KIND_PRIORS   ? ai->prior_names != NULL
                                   : ai->strategy_load != NULL;
}

static bool fits_its_game(enum kind kind, const JsonNode *root, Err *err)
{
    JsonNode id;
    const char *game_id = "";
    if (!json_get(root, "game", &id, err) || !json_string(&id, &game_id, err)) {
        return false;
    }
    const GameAi *ai = game_ai_find(game_id);
    if (ai == NULL || !has_such_files(kind, ai)) {
        return json_error(&id, err, "found \"%.64s\", expected a game that has %s", game_id,
                          kind == KIND_EVALUATION ? "evaluations"
                          : kind == KIND_PRIORS   ? "learned priors"
                                                  : "strategies");
    }
    Game game;
    if (!load_any_scenario(game_id, &game, err)) {
        return false;
    }
    const bool valid = loads_as(kind, ai, &game, root, err);
    game_release(&game);
    return valid;
}

static bool knowledge_is_valid(enum kind kind, const char *path, Err *err)
{
    JsonDoc doc;
    if (!json_load(&doc, path, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool valid = fits_its_game(kind, &root, err);
    json_release(&doc);
    return valid;
}

/* Scenarios and policies, too, are what the configuration says. */
static bool tournament_is_valid(const char *path, Err *err)
{
    TournamentConfig *config = malloc(sizeof *config);
    Tournament *tournament = malloc(sizeof *tournament);
    bool good = (config != NULL && tournament != NULL) || err_set(err, NULL, NULL, "out of memory");
    if (good && (good = tournament_read(config, path, err))) {
        good = tournament_open(tournament, config, err);
        tournament_release(tournament);
        tournament_config_release(config);
    }
    free(config);
    free(tournament);
    return good;
}

static bool store_is_valid(const char *path, Err *err)
{
    Store *store = store_open(path, STORE_READ, err); /* looks at every page */
    return store != NULL && store_close(store, err);
}

/* ---- any file ---- */

static enum kind kind_of_document(const JsonDoc *doc)
{
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = {
        {"/strategy/", KIND_STRATEGY},     {"/evaluation/", KIND_EVALUATION}, {"/priors/", KIND_PRIORS},
        {"/tournament/", KIND_TOURNAMENT}, {"/scenario/", KIND_SCENARIO},     {"/board/", KIND_BOARD},
    };
    const JsonNode root = json_root(doc);
    const char *schema = "";
    (void)json_get_string(&root, "schema", &schema, NULL);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(schema, words[i].word) != NULL) {
            return words[i].kind;
        }
    }
    return json_has_root_key(doc, "board") ? KIND_SCENARIO : KIND_UNKNOWN;
}

/* Fills err: nothing tells what the file is. Returns false. */
static bool unknown_kind(const char *path, Err *err)
{
    JsonDoc doc;
    JsonNode node;
    const char *schema = "";
    if (!json_load(&doc, path, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    if (json_get(&root, "schema", &node, err) && json_string(&node, &schema, err)) {
        (void)json_error(
            &node, err,
            "found \"%.64s\", expected marshal/KIND/1 with scenario, board, strategy, evaluation, "
            "priors or tournament for KIND",
            schema);
    }
    json_release(&doc);
    return false;
}

/* Tells what kind of file it is; false and err if it cannot even be read. */
static bool find_kind(const char *path, enum kind *kind, Err *err)
{
    JsonDoc doc;
    *kind = KIND_UNKNOWN;
    if (record_looks_like_one(path)) {
        *kind = KIND_RECORD;
        return true;
    }
    if (store_looks_like_one(path)) {
        *kind = KIND_STORE;
        return true;
    }
    if (!json_load(&doc, path, err)) {
        return false;
    }
    *kind = kind_of_document(&doc);
    json_release(&doc);
    return true;
}

static bool file_is_valid(const char *path, enum kind *kind, Err *err)
{
    if (!find_kind(path, kind, err)) {
        return false;
    }
    switch (*kind) {
    case KIND_SCENARIO:
        return scenario_is_valid(path, err);
    case KIND_BOARD:
        return board_is_valid(path, err);
    case KIND_STRATEGY:
    case KIND_EVALUATION:
    case KIND_PRIORS:
        return knowledge_is_valid(*kind, path, err);
    case KIND_TOURNAMENT:
        return tournament_is_valid(path, err);
    case KIND_STORE:
        return store_is_valid(path, err);
    case KIND_RECORD:
        return record_is_valid(path, err);
    case KIND_UNKNOWN:
    case KIND_COUNT:
        break;
    }
    return unknown_kind(path, err);
}

/* The operand may also be a scenario's name. */
static bool operand_is_valid(const char *operand, enum kind *kind, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    Err unused;
    err_clear(&unused);
    return file_is_valid(scenario_find(operand, path, &unused) ? path : operand, kind, err);
}

/* ---- output ---- */

static void add_json(JsonOut *out, const char *operand, enum kind kind, bool valid, const Err *err)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "file", operand);
    jsonout_key_text(out, "kind", kind_name(kind));
    jsonout_key_bool(out, "valid", valid);
    jsonout_key(out, "errors");
    jsonout_begin(out, '[');
    if (!valid) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "file", err->file);
        jsonout_key_text(out, "path", err->path);
        jsonout_key_text(out, "message", err->message);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

static void print_text(const char *operand, enum kind kind, bool valid, const Err *err)
{
    if (valid) {
        printf("%s: valid %s\n", operand, kind_name(kind));
        return;
    }
    char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
    err_text(err, text, sizeof text);
    printf("%s: NOT valid: %s\n", operand, text);
}

static int run(const Options *options)
{
    const bool json = options_flag(options, "json");
    bool all_valid = true;
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key(&out, "files");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i < options->operand_count; i++) {
        enum kind kind = KIND_UNKNOWN;
        Err err;
        err_clear(&err);
        const bool valid = operand_is_valid(options->operands[i], &kind, &err);
        all_valid = all_valid && valid;
        if (json) {
            add_json(&out, options->operands[i], kind, valid, &err);
        } else {
            print_text(options->operands[i], kind, valid, &err);
        }
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    if (json) {
        command_print(&text);
    }
    strbuf_release(&text);
    return all_valid ? EXIT_GOOD : EXIT_FAILED;
}

static const OptionSpec OPTIONS[] = {OPTION_ROW_JSON, OPTION_ROW_HELP, OPTION_ROW_END};

const Command COMMAND_VALIDATE = {
    .name = "validate",
    .operands = "FILE...",
    .least = 1,
    .most = OPERANDS_MAX,
    .summary =
        "checks scenario, board, strategy, evaluation, learned priors, tournament, store and record files",
    .details = "Says where in the file the first fault is, what was found and what was expected.",
    .options = OPTIONS,
    .run = run,
};
