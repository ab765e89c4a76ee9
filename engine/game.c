/* game.c: names of the interface's closed sets, and loading a game through its scenario. */
#include "engine/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "engine/scenario.h"
#include "engine/words.h"

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

bool seat_parse(const char *name, Seat *seat)
{
    for (Seat s = SEAT_FRENCH; s <= SEAT_BOTH; s++) {
        if (strcmp(name, seat_name(s)) == 0) {
            *seat = s;
            return true;
        }
    }
    return false;
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
    case OUTCOME_BOTH_LOSE:
        return "both_lose";
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

/* The first slot that a game must fill in and does not, NULL if all are there. A group of slots is filled in
 * as a whole or not at all. */
static const char *slot_left_out(const GameRules *rules)
{
    const GameWords *words = rules->words;
    const bool events = rules->event_text != NULL;
    const struct {
        const char *slot;
        bool filled;
    } slots[] = {
        {"title", rules->title != NULL},
        {"state_bytes", rules->state_bytes >= sizeof(State)},
        {"max_moves", rules->max_moves > 0},
        {"max_plies", rules->max_plies > 0},
        {"load", rules->load != NULL},
        {"release", rules->release != NULL},
        {"setup", rules->setup != NULL},
        {"legal", rules->legal != NULL},
        {"apply", rules->apply != NULL},
        {"outcome", rules->outcome != NULL},
        {"view", rules->view != NULL},
        {"determinize", rules->determinize != NULL},
        {"move_text", rules->move_text != NULL},
        {"move_parse", rules->move_parse != NULL},
        {"position_text", rules->position_text != NULL},
        {"position_json", rules->position_json != NULL},
        {"check", rules->check != NULL},
        {"event_json (event_text is there)", (rules->event_json != NULL) == events},
        {"event_text (summarize is there)", events || rules->summarize == NULL},
        {"card_name, or card_count", (rules->card_name != NULL) == (rules->card_count != NULL)},
        {"place_name, or place_count", (rules->place_name != NULL) == (rules->place_count != NULL)},
        {"place_name (place_adjacent is there)", rules->place_name != NULL || rules->place_adjacent == NULL},
        {"words.turn_text", words == NULL || words->turn_text != NULL},
        {"words.stand_text", words == NULL || words->stand_text != NULL},
        {"words.choice_target", words == NULL || words->choice_target != NULL},
        {"words.question", words == NULL || words->question != NULL},
        {"words.choice", words == NULL || words->choice != NULL},
        {"words.is_die", words == NULL || words->is_die != NULL},
        {"words.help_now (help is there)", words == NULL || words->help == NULL || words->help_now != NULL},
    };
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        if (!slots[i].filled) {
            return slots[i].slot;
        }
    }
    return NULL;
}

bool game_rules_whole(const GameRules *rules, Err *err)
{
    assert(rules != NULL && rules->id != NULL);
    const char *slot = slot_left_out(rules);
    return slot == NULL ||
           err_set(err, NULL, NULL, "game %s: its GameRules leaves out %s (see engine/game.h)", rules->id,
                   slot);
}

/* The rules as this scenario has them: with its own size of states. */
static bool take_size(Game *game, Err *err)
{
    const GameRules *rules = game->rules;
    if (rules->state_size == NULL) {
        return true;
    }
    game->sized = malloc(sizeof *game->sized);
    if (game->sized == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    *game->sized = *rules;
    game->sized->state_bytes = rules->state_size(game->data);
    assert(game->sized->state_bytes >= sizeof(State) && game->sized->state_bytes <= rules->state_bytes);
    game->rules = game->sized;
    return true;
}

static bool load_from(Game *game, const Scenario *files, Err *err)
{
    const JsonNode scenario = json_root(&files->scenario);
    const JsonNode board = json_root(&files->board);
    const GameRules *rules = rules_of(&scenario, err);
    const char *title = "";
    if (rules == NULL || !game_rules_whole(rules, err) || !json_get_string(&scenario, "title", &title, err)) {
        return false;
    }
    assert(rules->state_bytes <= STATE_BYTES_MAX && rules->max_moves <= MOVE_LIST_MAX);
    assert(rules->max_plies <= GAME_PLIES_MAX);
    void *data = rules->load(&scenario, &board, err);
    if (data == NULL) {
        return false;
    }
    memset(game, 0, sizeof *game);
    game->rules = rules;
    game->data = data;
    if (!take_size(game, err)) {
        game_release(game);
        return false;
    }
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

bool game_load_on(Game *game, const char *name, const char *board_path, Err *err)
{
    Scenario files;
    if (!scenario_open_on(&files, name, board_path, err)) {
        return false;
    }
    const bool good = load_from(game, &files, err);
    scenario_release(&files);
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
    free(game->sized);
    memset(game, 0, sizeof *game);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* How many bytes at text an argument takes, 0 if there is none. */
static size_t argument_length(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]) || is_digit(text[length]) ||
           (text[length] != '\0' && strchr("_-+.:/", text[length]) != NULL)) {
        length++;
    }
    return length;
}

bool game_is_argument(const char *text)
{
    assert(text != NULL);
    const size_t length = argument_length(text);
    return length > 0 && text[length] == '\0';
}

bool game_is_notation(const char *text, bool outline)
{
    assert(text != NULL);
    if (!is_letter(*text) || strlen(text) >= MOVE_TEXT_BYTES) {
        return false;
    }
    while (is_letter(*text) || is_digit(*text) || *text == '_') {
        text++;
    }
    if (*text != '(') {
        return *text == '\0';
    }
    for (char before = '('; *text == before; before = ',') {
        const size_t length = outline && text[1] == '?' ? 1 : argument_length(text + 1);
        if (length == 0) {
            return false;
        }
        text += 1 + length;
    }
    return text[0] == ')' && text[1] == '\0';
}

bool game_move_is_legal(const Game *game, const State *state, Move move)
{
    assert(!state->over);
    MoveList list;
    (void)game_legal(game, state, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.moves[i] == move) {
            return true;
        }
    }
    return false;
}
