/* report_board.c: names and places of a scenario's board. Reads what boards of all games have in common: "cards" and
 * "areas" as lists of objects with an "id"; "title" and "name" are for people, "lat", "lon" and "adjacent" for maps. */
#include "eval/report_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/json.h"
#include "engine/scenario.h"

enum { LIST_MAX = 1024 };

/* The member of a list of the board with this id. */
static bool find(const JsonNode *list, size_t count, const char *id, JsonNode *item)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = NULL;
        *item = json_at(list, i);
        if (json_get_string(item, "id", &text, NULL) && strcmp(text, id) == 0) {
            return true;
        }
    }
    return false;
}

/* A list of the board and its length; 0 if there is none. */
static size_t open_list(const JsonNode *root, const char *key, JsonNode *list)
{
    size_t count = 0;
    return json_find(root, key, list) && json_array(list, LIST_MAX, &count, NULL) ? count : 0;
}

/* The item's text under key, or else its id. */
static void copy_name(char name[REPORT_NAME_BYTES], const JsonNode *item, const char *key, const char *id)
{
    const char *text = NULL;
    if (item == NULL || !json_get_string(item, key, &text, NULL)) {
        text = id;
    }
    (void)snprintf(name, REPORT_NAME_BYTES, "%s", text);
    err_make_printable(name);
}

static void read_cards(ReportBoard *board, const Game *game, const JsonNode *root)
{
    JsonNode list;
    const size_t count = open_list(root, "cards", &list);
    for (uint32_t i = 0; i < board->card_count; i++) {
        const char *id = game->rules->card_id(game->data, i);
        JsonNode item;
        copy_name(board->cards[i], find(&list, count, id, &item) ? &item : NULL, "title", id);
    }
}

static void read_place(ReportArea *area, const JsonNode *item)
{
    JsonNode node;
    area->placed = json_find(item, "lat", &node) && json_double(&node, -90.0, 90.0, &area->latitude, NULL) &&
                   json_find(item, "lon", &node) && json_double(&node, -180.0, 180.0, &area->longitude, NULL);
}

static uint32_t area_of(const ReportBoard *board, const Game *game, const char *id)
{
    uint32_t i = 0;
    while (i < board->area_count && strcmp(game->rules->place_id(game->data, i), id) != 0) {
        i++;
    }
    return i;
}

static void read_neighbours(const ReportBoard *board, ReportArea *area, const Game *game, const JsonNode *item)
{
    JsonNode list;
    const size_t count = open_list(item, "adjacent", &list);
    for (size_t i = 0; i < count && area->neighbour_count < REPORT_NEIGHBOURS_MAX; i++) {
        const JsonNode node = json_at(&list, i);
        const char *id = NULL;
        const uint32_t other = json_string(&node, &id, NULL) ? area_of(board, game, id) : board->area_count;
        if (other < board->area_count) {
            area->neighbours[area->neighbour_count++] = (uint16_t)other;
        }
    }
}

static void read_areas(ReportBoard *board, const Game *game, const JsonNode *root)
{
    JsonNode list;
    const size_t count = open_list(root, "areas", &list);
    for (uint32_t i = 0; i < board->area_count; i++) {
        const char *id = game->rules->place_id(game->data, i);
        ReportArea *area = &board->areas[i];
        JsonNode item;
        const bool found = find(&list, count, id, &item);
        (void)snprintf(area->id, sizeof area->id, "%s", id);
        copy_name(area->name, found ? &item : NULL, "name", id);
        if (found) {
            read_place(area, &item);
            read_neighbours(board, area, game, &item);
        }
    }
}

static uint32_t cut(uint32_t count) { return count < LIST_MAX ? count : LIST_MAX; }

static bool read_names(ReportBoard *board, const Game *game, const Scenario *files)
{
    const GameRules *rules = game->rules;
    const JsonNode root = json_root(&files->board);
    const uint32_t cards = rules->card_count != NULL && rules->card_id != NULL ? cut(rules->card_count(game->data)) : 0;
    const uint32_t areas =
        rules->place_count != NULL && rules->place_id != NULL ? cut(rules->place_count(game->data)) : 0;
    board->cards = calloc(cards + 1U, sizeof *board->cards);
    board->areas = calloc(areas + 1U, sizeof *board->areas);
    if (board->cards == NULL || board->areas == NULL) {
        return false;
    }
    board->card_count = cards;
    board->area_count = areas;
    read_cards(board, game, &root);
    read_areas(board, game, &root);
    return true;
}

bool report_board_read(ReportBoard *board, const char *scenario, const char *const *overrides, size_t override_count,
                       const char *sha256)
{
    Game game;
    Scenario files;
    memset(board, 0, sizeof *board);
    if (!game_load(&game, scenario, overrides, override_count, &board->problem)) {
        return true;
    }
    if (!scenario_open(&files, scenario, overrides, override_count, &board->problem)) {
        game_release(&game);
        return true;
    }
    board->found = true;
    board->changed = strcmp(game.sha256, sha256) != 0;
    const bool good = read_names(board, &game, &files);
    scenario_release(&files);
    game_release(&game);
    return good;
}

void report_board_release(ReportBoard *board)
{
    free(board->cards);
    free(board->areas);
    memset(board, 0, sizeof *board);
}

const char *report_card_name(const ReportBoard *board, unsigned card, char room[REPORT_NAME_BYTES])
{
    if (card < board->card_count) {
        return board->cards[card];
    }
    (void)snprintf(room, REPORT_NAME_BYTES, "card %u", card);
    return room;
}

const char *report_area_name(const ReportBoard *board, unsigned area, char room[REPORT_NAME_BYTES])
{
    if (area < board->area_count) {
        return board->areas[area].name;
    }
    (void)snprintf(room, REPORT_NAME_BYTES, "area %u", area);
    return room;
}
