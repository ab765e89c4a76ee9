/* engine_position.c: see engine_position.h. */
#include "play/engine/engine_position.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ai/protocol.h"
#include "engine/dice.h"
#include "engine/json.h"
#include "engine/replay.h"
#include "engine/rng.h"
#include "engine/scenario.h"

void engine_position_init(EnginePosition *position) { memset(position, 0, sizeof *position); }

void engine_position_release(EnginePosition *position)
{
    if (position->loaded) {
        game_release(&position->game);
    }
    engine_position_init(position);
}

/* ------------------------------------------------------------------ the game */

static void take_game(EnginePosition *position, const Game *game)
{
    engine_position_release(position);
    position->game = *game;
    position->loaded = true;
}

bool engine_position_scenario(EnginePosition *position, const char *name, Err *err)
{
    Game game;
    if (!game_load(&game, name, NULL, 0, err)) {
        return false;
    }
    take_game(position, &game);
    return true;
}

bool engine_position_override(EnginePosition *position, const char *override, Err *err)
{
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    Game game;
    if (!position->loaded) {
        return err_set(err, NULL, NULL, "no scenario is loaded that could be changed");
    }
    const size_t count = position->game.override_count;
    if (count >= SCENARIO_OVERRIDES_MAX) {
        return err_set(err, NULL, NULL, "more than %d overrides", SCENARIO_OVERRIDES_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        overrides[i] = position->game.overrides[i];
    }
    overrides[count] = override;
    if (!game_load(&game, position->game.scenario, overrides, count + 1, err)) {
        return false;
    }
    take_game(position, &game);
    return true;
}

/* ------------------------------------------------------------------ by moves */

/* A position while it is built. */
typedef struct Draft {
    const Game *game;
    bool seeded; /* dice come from the stream, else they are given */
    Dice stream;
    StateBuffer state;
    uint32_t plies;
} Draft;

/* Reads "4,6,1" into dice; NULL or "" are none. */
static bool read_dice(const char *text, uint8_t dice[DICE_LOG_MAX], size_t *count, Err *err)
{
    *count = 0;
    while (text != NULL && *text != '\0') {
        char *end = NULL;
        const unsigned long value = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (value < 1 || value > UINT8_MAX || (*end != ',' && *end != '\0') || *count >= DICE_LOG_MAX) {
            return err_set(
                err, NULL, NULL,
                "dice: found \"%.32s\", expected at most %d numbers from 1 to 255 with commas between", text,
                DICE_LOG_MAX);
        }
        dice[(*count)++] = (uint8_t)value;
        text = end + (*end == ',' ? 1 : 0);
    }
    return true;
}

/* Whether the dice given were just those the rules asked for. */
static bool were_right(const Draft *draft, const Dice *dice, Err *err)
{
    if (!draft->seeded && (dice->failed || dice->script_used != dice->script_count)) {
        return err_set(
            err, NULL, NULL, "decision %" PRIu32 ": %s (%zu are given; 0 is the set-up)", draft->plies,
            dice->failed ? "a number drawn is missing or not on its die" : "more numbers than the rules draw",
            dice->script_count);
    }
    return true;
}

static bool draft_setup(Draft *draft, const char *dice_text, Err *err)
{
    uint8_t numbers[DICE_LOG_MAX];
    size_t count = 0;
    if (!draft->seeded && !read_dice(dice_text, numbers, &count, err)) {
        return false;
    }
    Dice dice = draft->seeded ? draft->stream : dice_from_script(numbers, count);
    game_setup(draft->game, &draft->state.header, &dice);
    draft->stream = dice;
    return were_right(draft, &dice, err);
}

static bool draft_move(Draft *draft, char *word, Err *err)
{
    const Game *game = draft->game;
    uint8_t numbers[DICE_LOG_MAX];
    size_t count = 0;
    Move move = 0;
    char *slash = draft->seeded ? NULL : strchr(word, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    draft->plies++;
    if (draft->state.header.over != 0) {
        return err_set(err, NULL, NULL, "move %" PRIu32 ", \"%.64s\": the game is over", draft->plies, word);
    }
    if (!game->rules->move_parse(game->data, word, &move) ||
        !game_move_is_legal(game, &draft->state.header, move)) {
        return err_set(err, NULL, NULL, "move %" PRIu32 ", \"%.64s\", is not legal", draft->plies, word);
    }
    if (!read_dice(slash != NULL ? slash + 1 : NULL, numbers, &count, err)) {
        return false;
    }
    Dice dice = draft->seeded ? draft->stream : dice_from_script(numbers, count);
    game_apply(game, &draft->state.header, move, &dice);
    draft->stream = dice;
    return were_right(draft, &dice, err);
}

/* The rest of the line: nothing, or "moves" and moves. */
static bool draft_moves(Draft *draft, char *text, Err *err)
{
    char *word = protocol_word(&text);
    if (word != NULL && strcmp(word, "moves") != 0) {
        return err_set(err, NULL, NULL, "found \"%.64s\", expected moves", word);
    }
    while (word != NULL && (word = protocol_word(&text)) != NULL) {
        if (!draft_move(draft, word, err)) {
            return false;
        }
    }
    return true;
}

static bool finish(EnginePosition *position, Draft *draft, const char *dice, char *text, Err *err)
{
    draft->game = &position->game;
    if (!draft_setup(draft, dice, err) || !draft_moves(draft, text, err)) {
        return false;
    }
    position->state = draft->state;
    position->plies = draft->plies;
    position->viewer = SEAT_BOTH;
    position->set = true;
    return true;
}

/* position start [seed K] [moves ...] */
static bool set_start(EnginePosition *position, char *text, Err *err)
{
    Draft draft = {.seeded = true};
    uint64_t seed = 1;
    char *rest = protocol_after(text, "seed");
    if (rest != NULL) {
        char *end = NULL;
        const char *word = protocol_word(&rest);
        errno = 0;
        seed = word != NULL && word[0] >= '0' && word[0] <= '9' ? strtoull(word, &end, 10) : 0;
        if (end == NULL || *end != '\0' || errno != 0) {
            return err_set(err, NULL, NULL, "seed: found \"%.32s\", expected a whole number",
                           word != NULL ? word : "");
        }
        text = rest;
    }
    draft.stream = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    return finish(position, &draft, NULL, text, err);
}

/* position dice D,D,... [moves MOVE/D,D ...] */
static bool set_dice(EnginePosition *position, char *text, Err *err)
{
    Draft draft = {.seeded = false};
    const char *dice = protocol_after(text, "moves") == NULL ? protocol_word(&text) : NULL;
    return finish(position, &draft, dice, text, err);
}

/* ------------------------------------------------------------------ from a record */

/* Cuts " ply N" off the end of a file name; *ply stays as it is if there is none. */
static bool cut_ply(char *text, uint32_t *ply, Err *err)
{
    char *last = NULL;
    for (char *at = strstr(text, " ply "); at != NULL; at = strstr(at + 1, " ply ")) {
        last = at;
    }
    if (last == NULL) {
        return true;
    }
    char *end = NULL;
    const char *number = last + strlen(" ply ");
    const unsigned long value = *number >= '0' && *number <= '9' ? strtoul(number, &end, 10) : 0;
    if (end == NULL || *end != '\0' || value > INT32_MAX) {
        return err_set(err, NULL, NULL, "ply: found \"%.32s\", expected a whole number", number);
    }
    *last = '\0';
    *ply = (uint32_t)value;
    return true;
}

static bool advance(Replay *replay, uint32_t ply, Err *err)
{
    enum replay_status status = REPLAY_DECISION;
    while (replay->plies < ply && (status = replay_next(replay, err)) == REPLAY_DECISION) {
        if (!replay_apply(replay, err)) {
            return false;
        }
    }
    if (status == REPLAY_ERROR) {
        return false;
    }
    return ply == UINT32_MAX || replay->plies == ply ||
           err_set(err, replay->record.file, NULL, "the record has only %" PRIu32 " decisions",
                   replay->plies);
}

/* position record FILE [ply N]: brings its scenario along. */
static bool set_record(EnginePosition *position, char *text, Err *err)
{
    uint32_t ply = UINT32_MAX;
    Replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = cut_ply(text, &ply, err) && replay_open(replay, text, NULL, false, err);
    if (good) {
        good = advance(replay, ply, err);
        if (good) {
            take_game(position, &replay->game);
            memset(&replay->game, 0, sizeof replay->game); /* it is ours now */
            position->state = replay->state;
            position->plies = replay->plies;
            position->viewer = SEAT_BOTH;
            position->set = true;
        }
        replay_release(replay);
    }
    free(replay);
    return good;
}

/* ------------------------------------------------------------------ from a view */

/* Whether bytes are what viewer may know of some position in which he decides. A random world that fits them
 * must be in order, and be seen by him as just these bytes. That is all that can be checked: not that the
 * position was ever reached by play. */
static bool is_view(const Game *game, const StateBuffer *view, Seat viewer, Err *err)
{
    StateBuffer world = *view;
    char message[GAME_CHECK_BYTES];
    MoveList legal;
    Rng rng = rng_derive(0, RNG_PURPOSE_SEARCH, 0);
    if (view->header.over != 0 || view->header.seat != (uint8_t)viewer) {
        return err_set(err, NULL, "bytes", "the viewer is not the seat that decides");
    }
    if (game->rules->check_view != NULL &&
        !game->rules->check_view(game->data, &view->header, viewer, message)) {
        return err_set(err, NULL, "bytes", "no view: %s", message);
    }
    game->rules->determinize(game->data, &world.header, viewer, &rng);
    if (!game->rules->check(game->data, &world.header, message)) {
        return err_set(err, NULL, "bytes", "no view of a position: %s", message);
    }
    game->rules->view(game->data, &world.header, viewer, &world.header);
    if (memcmp(world.bytes, view->bytes, game->rules->state_bytes) != 0) {
        return err_set(err, NULL, "bytes", "no view: it shows what the viewer cannot know");
    }
    return game_legal(game, &view->header, &legal) > 0 ||
           err_set(err, NULL, "bytes", "no view: there is no legal move");
}

static bool read_viewer(const JsonNode *root, Seat *viewer, Err *err)
{
    const char *name = NULL;
    if (!json_get_string(root, "viewer", &name, err)) {
        return false;
    }
    return (seat_parse(name, viewer) && seat_plays(*viewer)) ||
           json_error(root, err, "viewer: found \"%.32s\", expected french or coalition", name);
}

static bool read_view(const EnginePosition *position, const JsonNode *root, StateBuffer *view, Seat *viewer,
                      long *plies, Err *err)
{
    const Game *game = &position->game;
    const char *sha256 = NULL;
    const char *bytes = NULL;
    if (!json_is_object(root, err) || !json_get_string(root, "scenario_sha256", &sha256, err) ||
        !json_get_string(root, "bytes", &bytes, err) ||
        !json_get_int(root, "plies", 0, INT32_MAX, plies, err) || !read_viewer(root, viewer, err)) {
        return false;
    }
    if (strcmp(sha256, game->sha256) != 0) {
        return json_error(root, err, "scenario_sha256: found \"%.64s\", but scenario %s has %s", sha256,
                          game->scenario, game->sha256);
    }
    return protocol_read_hex(bytes, view->bytes, game->rules->state_bytes) ||
           json_error(root, err, "bytes: expected %zu bytes as hexadecimal digits", game->rules->state_bytes);
}

/* position view JSON */
static bool set_view(EnginePosition *position, const char *text, Err *err)
{
    JsonDoc doc;
    StateBuffer view;
    Seat viewer = SEAT_NONE;
    long plies = 0;
    memset(&view, 0, sizeof view);
    if (!json_parse(&doc, text, strlen(text), "view", err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = read_view(position, &root, &view, &viewer, &plies, err) &&
                      is_view(&position->game, &view, viewer, err);
    json_release(&doc);
    if (good) {
        position->state = view;
        position->plies = (uint32_t)plies;
        position->viewer = viewer;
        position->set = true;
    }
    return good;
}

bool engine_position_set(EnginePosition *position, char *text, Err *err)
{
    static const struct {
        const char *word;
        bool (*set)(EnginePosition *position, char *text, Err *err);
    } by_moves[] = {{"start", set_start}, {"dice", set_dice}};
    char *rest = protocol_after(text, "record");
    if (rest != NULL) {
        return set_record(position, rest, err);
    }
    if (!position->loaded) {
        return err_set(err, NULL, NULL, "no scenario is loaded: scenario NAME comes first");
    }
    for (size_t i = 0; i < sizeof by_moves / sizeof by_moves[0]; i++) {
        rest = protocol_after(text, by_moves[i].word);
        if (rest != NULL) {
            return by_moves[i].set(position, rest, err);
        }
    }
    rest = protocol_after(text, "view");
    return rest != NULL ? set_view(position, rest, err)
                        : err_set(err, NULL, NULL,
                                  "position: found \"%.32s\", expected start, dice, record or view", text);
}
