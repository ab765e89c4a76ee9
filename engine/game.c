/* game.c: names of the interface's closed sets, and loading a game through its scenario. */
#include "engine/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "engine/scenario.h"

const char *seat_name(Seat seat)
{
    switch (seat) {
    case SEAT_FRENCH:
        return "french";
    case SEAT_COALITION:
        return "coalition";
    case SEAT_NONE:
        return "none";
    case SEAT_BOTH:
        return "both";
    }
    assert(false);
    return "none";
}

const char *outcome_grade_name(enum outcome_grade grade)
{
    switch (grade) {
    case OUTCOME_NONE:
        return "none";
    case OUTCOME_DECISIVE:
        return "decisive";
    case OUTCOME_MARGINAL:
        return "marginal";
    case OUTCOME_TIE_BREAK:
        return "tie_break";
    case OUTCOME_DRAW:
        return "draw";
    case OUTCOME_FORFEIT:
        return "forfeit";
    case OUTCOME_GRADE_COUNT:
        break;
    }
    assert(false);
    return "none";
}

/* The rules a scenario asks for with its "game" key. */
static const GameRules *rules_of(const JsonNode *scenario, Err *err)
{
    const char *id = NULL;
    if (!json_get_string(scenario, "game", &id, err)) {
        return NULL;
    }
    const GameRules *rules = registry_find(id);
    if (rules == NULL) {
        (void)json_error(scenario, err, "game: found \"%s\", which is no game of this program", id);
    }
    return rules;
}

static bool load_from(Game *game, const Scenario *files, Err *err)
{
    const JsonNode scenario = json_root(&files->scenario);
    const JsonNode board = json_root(&files->board);
    const GameRules *rules = rules_of(&scenario, err);
    const char *title = "";
    if (rules == NULL || !json_get_string(&scenario, "title", &title, err)) {
        return false;
    }
    assert(rules->state_bytes <= STATE_BYTES_MAX && rules->max_moves <= MOVE_LIST_MAX);
    void *data = rules->load(&scenario, &board, err);
    if (data == NULL) {
        return false;
    }
    memset(game, 0, sizeof *game);
    game->rules = rules;
    game->data = data;
    (void)snprintf(game->scenario, sizeof game->scenario, "%s", files->name);
    (void)snprintf(game->title, sizeof game->title, "%s", title);
    memcpy(game->sha256, files->sha256, sizeof game->sha256);
    return true;
}

/* Keeps the overrides, so that another program can be told what exactly is played. */
static bool keep_overrides(Game *game, const char *const *overrides, size_t count, Err *err)
{
    game->overrides = count > 0 ? calloc(count, sizeof *game->overrides) : NULL;
    bool good = count == 0 || game->overrides != NULL;
    for (size_t i = 0; i < count && good; i++) {
        game->overrides[i] = strdup(overrides[i]);
        game->override_count = i + 1;
        good = game->overrides[i] != NULL;
    }
    return good || err_set(err, NULL, NULL, "out of memory");
}

bool game_load(Game *game, const char *name, const char *const *overrides, size_t override_count, Err *err)
{
    Scenario files;
    if (!scenario_open(&files, name, overrides, override_count, err)) {
        return false;
    }
    Game loaded;
    bool good = load_from(&loaded, &files, err);
    scenario_release(&files);
    if (good && !keep_overrides(&loaded, overrides, override_count, err)) {
        game_release(&loaded);
        good = false;
    }
    if (good) {
        *game = loaded;
    }
    return good;
}

void game_release(Game *game)
{
    if (game->data != NULL) {
        game->rules->release(game->data);
    }
    for (size_t i = 0; i < game->override_count; i++) {
        free(game->overrides[i]);
    }
    free(game->overrides);
    memset(game, 0, sizeof *game);
}

bool game_move_is_legal(const Game *game, const State *state, Move move)
{
    MoveList list;
    (void)game_legal(game, state, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.moves[i] == move) {
            return true;
        }
    }
    return false;
}
