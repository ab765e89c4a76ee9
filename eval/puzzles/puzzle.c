/* puzzle.c: the file format of puzzles, and the way to their positions. */
#include "eval/puzzles/puzzle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/record.h"

enum { RECORD_LINES_MAX = 20000 };

/* ------------------------------------------------------------------ life */

void puzzle_release(Puzzle *puzzle)
{
    free(puzzle->moves);
    strbuf_release(&puzzle->record);
    puzzle->moves = NULL;
    puzzle->move_count = 0;
}

void puzzle_set_release(PuzzleSet *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        puzzle_release(&set->puzzles[i]);
    }
    free(set->puzzles);
    set->puzzles = NULL;
    set->count = 0;
}

bool puzzle_set_add(PuzzleSet *set, const Puzzle *puzzle)
{
    Puzzle *grown = realloc(set->puzzles, (set->count + 1U) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    set->puzzles = grown;
    set->puzzles[set->count++] = *puzzle;
    return true;
}

const PuzzleMove *puzzle_move(const Puzzle *puzzle, const char *move)
{
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        if (strcmp(puzzle->moves[i].move, move) == 0) {
            return &puzzle->moves[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ writing */

static void write_moves(const Puzzle *puzzle, JsonOut *out)
{
    jsonout_key(out, "moves");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const PuzzleMove *move = &puzzle->moves[i];
        jsonout_begin(out, '{');
        jsonout_key_text(out, "move", move->move);
        jsonout_key_double(out, "win_probability", move->win);
        jsonout_key_double(out, "standard_error", move->error);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

/* The lines of the record as items of an array, one a line. */
static void write_record(const Puzzle *puzzle, JsonOut *out)
{
    const char *line = puzzle->record.text;
    jsonout_key(out, "record");
    jsonout_begin(out, '[');
    for (size_t length = 0; line != NULL && *line != '\0'; line += length + (line[length] == '\n')) {
        StrBuf item;
        length = strcspn(line, "\n");
        strbuf_init(&item);
        strbuf_add(&item, "\n    ");
        strbuf_add_bytes(&item, line, length);
        if (length > 0) {
            jsonout_raw(out, item.text);
        }
        strbuf_release(&item);
    }
    jsonout_end(out, ']');
}

static void write_puzzle(const Puzzle *puzzle, JsonOut *out)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", seat_name(puzzle->seat));
    jsonout_key_u64(out, "plies", puzzle->plies);
    jsonout_key_text(out, "place", puzzle->place);
    jsonout_key_text(out, "source", puzzle->source);
    jsonout_key_text(out, "solution", puzzle->solution);
    jsonout_key_double(out, "margin", puzzle->margin);
    jsonout_key_double(out, "margin_error", puzzle->margin_error);
    jsonout_key(out, "difficulty");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "level", puzzle->level);
    jsonout_key_u64(out, "sims", puzzle->sims);
    jsonout_key_bool(out, "heuristic", puzzle->heuristic);
    jsonout_end(out, '}');
    write_moves(puzzle, out);
    jsonout_key(out, "why");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < puzzle->sentences; i++) {
        jsonout_text(out, puzzle->why[i]);
    }
    jsonout_end(out, ']');
    write_record(puzzle, out);
    jsonout_end(out, '}');
}

void puzzle_set_write(const PuzzleSet *set, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "schema", PUZZLES_SCHEMA);
    jsonout_key_text(&json, "game", set->game);
    jsonout_key_text(&json, "scenario", set->scenario);
    jsonout_key_text(&json, "title", set->title);
    jsonout_key_text(&json, "scenario_sha256", set->sha256);
    jsonout_key_text(&json, "made_by", set->made_by);
    jsonout_key_u64(&json, "search_sims", set->search_sims);
    jsonout_key(&json, "puzzles");
    jsonout_begin(&json, '[');
    for (uint32_t i = 0; i < set->count; i++) {
        strbuf_add(out, i == 0 ? "\n" : "");
        write_puzzle(&set->puzzles[i], &json);
    }
    jsonout_end(&json, ']');
    jsonout_end(&json, '}');
    strbuf_add_char(out, '\n');
}

/* ------------------------------------------------------------------ reading */

/* A text member that fits; false and err otherwise. */
static bool read_text(const JsonNode *object, const char *key, char *text, size_t size, Err *err)
{
    const char *value = NULL;
    JsonNode node;
    if (!json_get(object, key, &node, err) || !json_string(&node, &value, err)) {
        return false;
    }
    if (strlen(value) >= size) {
        return json_error(&node, err, "found %zu bytes, expected less than %zu", strlen(value), size);
    }
    (void)snprintf(text, size, "%s", value);
    return true;
}

static bool read_double(const JsonNode *object, const char *key, double least, double most, double *value,
                        Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && json_double(&node, least, most, value, err);
}

static bool read_seat(const JsonNode *object, Seat *seat, Err *err)
{
    char name[16];
    JsonNode node;
    if (!json_get(object, "seat", &node, err) || !read_text(object, "seat", name, sizeof name, err)) {
        return false;
    }
    return (seat_parse(name, seat) && seat_plays(*seat)) ||
           json_error(&node, err, "found \"%s\", expected \"french\" or \"coalition\"", name);
}

static bool read_move(const JsonNode *item, PuzzleMove *move, Err *err)
{
    static const char *const keys[] = {"move", "win_probability", "standard_error", NULL};
    return json_only_keys(item, keys, err) && read_text(item, "move", move->move, sizeof move->move, err) &&
           read_double(item, "win_probability", 0.0, 1.0, &move->win, err) &&
           read_double(item, "standard_error", 0.0, 1.0, &move->error, err);
}

static bool read_moves(const JsonNode *object, Puzzle *puzzle, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(object, "moves", &list, err) || !json_array(&list, MOVE_LIST_MAX, &count, err)) {
        return false;
    }
    if (count < 2) {
        return json_error(&list, err, "found %zu moves, expected two or more", count);
    }
    puzzle->moves = calloc(count, sizeof *puzzle->moves);
    if (puzzle->moves == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (JsonNode item = json_first(&list); !json_is_end(&item); item = json_next(&item)) {
        if (!read_move(&item, &puzzle->moves[puzzle->move_count], err)) {
            return false;
        }
        puzzle->move_count++;
    }
    JsonNode solution;
    return json_get(object, "solution", &solution, err) &&
           (puzzle_move(puzzle, puzzle->solution) != NULL ||
            json_error(&solution, err, "found \"%.64s\", expected one of \"moves\"", puzzle->solution));
}

static bool read_why(const JsonNode *object, Puzzle *puzzle, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(object, "why", &list, err) || !json_array(&list, WHY_SENTENCES, &count, err)) {
        return false;
    }
    for (JsonNode item = json_first(&list); !json_is_end(&item); item = json_next(&item)) {
        const char *text = NULL;
        if (!json_string(&item, &text, err)) {
            return false;
        }
        (void)snprintf(puzzle->why[puzzle->sentences++], WHY_SENTENCE_BYTES, "%s", text);
    }
    return true;
}

static bool read_record(const JsonNode *object, Puzzle *puzzle, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(object, "record", &list, err) || !json_array(&list, RECORD_LINES_MAX, &count, err)) {
        return false;
    }
    if (count != puzzle->plies + (size_t)1) {
        return json_error(&list, err,
                          "found %zu lines, expected %" PRIu32 ": a header and the decisions made", count,
                          puzzle->plies + 1U);
    }
    for (JsonNode item = json_first(&list); !json_is_end(&item); item = json_next(&item)) {
        if (!json_is_object(&item, err)) {
            return false;
        }
        json_write(&item, &puzzle->record);
        strbuf_add_char(&puzzle->record, '\n');
    }
    return true;
}

static bool read_difficulty(const JsonNode *object, Puzzle *puzzle, Err *err)
{
    static const char *const keys[] = {"level", "sims", "heuristic", NULL};
    JsonNode node;
    long level = 0;
    long sims = 0;
    if (!json_get(object, "difficulty", &node, err) || !json_only_keys(&node, keys, err) ||
        !json_get_int(&node, "level", 1, 20, &level, err) ||
        !json_get_int(&node, "sims", 1, 1000000000, &sims, err) ||
        !json_get_bool(&node, "heuristic", &puzzle->heuristic, err)) {
        return false;
    }
    puzzle->level = (uint32_t)level;
    puzzle->sims = (uint64_t)sims;
    return true;
}

static bool read_puzzle(const JsonNode *object, Puzzle *puzzle, Err *err)
{
    static const char *const keys[] = {"seat",         "plies",      "place", "source", "solution", "margin",
                                       "margin_error", "difficulty", "moves", "why",    "record",   NULL};
    long plies = 0;
    if (!json_only_keys(object, keys, err) || !read_seat(object, &puzzle->seat, err) ||
        !json_get_int(object, "plies", 0, RECORD_LINES_MAX - 1, &plies, err)) {
        return false;
    }
    puzzle->plies = (uint32_t)plies;
    return read_text(object, "place", puzzle->place, sizeof puzzle->place, err) &&
           read_text(object, "source", puzzle->source, sizeof puzzle->source, err) &&
           read_text(object, "solution", puzzle->solution, sizeof puzzle->solution, err) &&
           read_double(object, "margin", -1.0, 1.0, &puzzle->margin, err) &&
           read_double(object, "margin_error", 0.0, 1.0, &puzzle->margin_error, err) &&
           read_difficulty(object, puzzle, err) && read_moves(object, puzzle, err) &&
           read_why(object, puzzle, err) && read_record(object, puzzle, err);
}

static bool read_puzzles(const JsonNode *root, PuzzleSet *set, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(root, "puzzles", &list, err) || !json_array(&list, PUZZLES_MAX, &count, err)) {
        return false;
    }
    for (JsonNode item = json_first(&list); !json_is_end(&item); item = json_next(&item)) {
        Puzzle puzzle;
        memset(&puzzle, 0, sizeof puzzle);
        strbuf_init(&puzzle.record);
        if (!read_puzzle(&item, &puzzle, err) ||
            (!puzzle_set_add(set, &puzzle) && !err_set(err, NULL, NULL, "out of memory"))) {
            puzzle_release(&puzzle);
            return false;
        }
    }
    return true;
}

static bool read_set(const JsonNode *root, PuzzleSet *set, Err *err)
{
    static const char *const keys[] = {"schema",  "game",        "scenario", "title", "scenario_sha256",
                                       "made_by", "search_sims", "puzzles",  NULL};
    char schema[32];
    long sims = 0;
    JsonNode node;
    if (!json_get(root, "schema", &node, err) || !read_text(root, "schema", schema, sizeof schema, err)) {
        return false;
    }
    if (strcmp(schema, PUZZLES_SCHEMA) != 0) {
        return json_error(&node, err, "found \"%s\", expected \"%s\"", schema, PUZZLES_SCHEMA);
    }
    if (!json_only_keys(root, keys, err) || !read_text(root, "game", set->game, sizeof set->game, err) ||
        !read_text(root, "scenario", set->scenario, sizeof set->scenario, err) ||
        !read_text(root, "title", set->title, sizeof set->title, err) ||
        !read_text(root, "scenario_sha256", set->sha256, sizeof set->sha256, err) ||
        !read_text(root, "made_by", set->made_by, sizeof set->made_by, err) ||
        !json_get_int(root, "search_sims", 1, 1000000000, &sims, err)) {
        return false;
    }
    set->search_sims = (uint64_t)sims;
    return read_puzzles(root, set, err);
}

bool puzzle_set_read(PuzzleSet *set, const char *file, Err *err)
{
    JsonDoc doc;
    memset(set, 0, sizeof *set);
    if (!json_load(&doc, file, err)) {
        return false;
    }
    (void)snprintf(set->file, sizeof set->file, "%s", file);
    const JsonNode root = json_root(&doc);
    const bool good = read_set(&root, set, err);
    json_release(&doc);
    if (!good) {
        puzzle_set_release(set);
    }
    return good;
}

bool puzzle_file_looks_like_one(const char *file)
{
    char head[512];
    FILE *in = fopen(file, "rb");
    if (in == NULL) {
        return false;
    }
    const size_t length = fread(head, 1, sizeof head - 1, in);
    (void)fclose(in);
    head[length] = '\0';
    return strstr(head, "\"" PUZZLES_SCHEMA "\"") != NULL;
}

/* ------------------------------------------------------------------ the position */

static bool unfit(const PuzzleSet *set, uint32_t index, const char *why, Err *err)
{
    char path[32];
    (void)snprintf(path, sizeof path, "puzzles[%" PRIu32 "]", index);
    return err_set(err, set->file, path, "the puzzle no longer fits the rules: %s", why);
}

/* Whether the position is what the puzzle says of it. */
static bool fits(const PuzzleSet *set, uint32_t index, const Replay *replay, Err *err)
{
    const Puzzle *puzzle = &set->puzzles[index];
    const Game *game = &replay->game;
    MoveList legal;
    char text[ERR_MESSAGE_BYTES / 2];
    if (strcmp(game->sha256, set->sha256) != 0) {
        return unfit(set, index, "the scenario or its board has changed", err);
    }
    if (replay->state.header.over || replay->state.header.seat != (uint8_t)puzzle->seat) {
        (void)snprintf(text, sizeof text, "found a decision of %s, expected one of %s",
                       seat_name((Seat)replay->state.header.seat), seat_name(puzzle->seat));
        return unfit(set, index, text, err);
    }
    (void)game_legal(game, &replay->state.header, &legal);
    bool same = legal.count == puzzle->move_count;
    for (uint32_t i = 0; same && i < legal.count; i++) {
        char move[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, legal.moves[i], move);
        same = puzzle_move(puzzle, move) != NULL;
    }
    return same || unfit(set, index, "found other moves to choose from, expected those of \"moves\"", err);
}

bool puzzle_open(const PuzzleSet *set, uint32_t index, Replay *replay, Err *err)
{
    const Puzzle *puzzle = &set->puzzles[index];
    char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES + 8];
    Err inner;
    err_clear(&inner);
    if (!replay_open_text(replay, "its record", puzzle->record.text, puzzle->record.length, false, &inner)) {
        err_text(&inner, text, sizeof text);
        return unfit(set, index, text, err);
    }
    bool good = replay_advance(replay, puzzle->plies, &inner);
    if (!good) {
        err_text(&inner, text, sizeof text);
        (void)unfit(set, index, text, err);
    }
    good = good && fits(set, index, replay, err);
    if (!good) {
        replay_release(replay);
    }
    return good;
}
