/* report_board.c: names and places of a scenario, asked of its game. */
#include "eval/report/report_board.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "engine/words.h"

enum { LIST_MAX = 1024 }; /* names of one kind that are looked up; what lies beyond is "card 1024" */

static void copy_name(char name[REPORT_NAME_BYTES], const char *text)
{
    (void)snprintf(name, REPORT_NAME_BYTES, "%s", text);
    err_make_printable(name);
}

static uint32_t cut(uint32_t count) { return count < LIST_MAX ? count : LIST_MAX; }

static bool read_cards(ReportBoard *board, const Game *game)
{
    const GameRules *rules = game->rules;
    const uint32_t count = rules->card_count != NULL ? cut(rules->card_count(game->data)) : 0;
    board->cards = calloc(count + 1U, sizeof *board->cards);
    for (uint32_t i = 0; i < count && board->cards != NULL; i++) {
        copy_name(board->cards[i], rules->card_name(game->data, i).name);
        board->card_count = i + 1;
    }
    return board->cards != NULL;
}

static bool read_sites(ReportBoard *board, const Game *game)
{
    const GameRules *rules = game->rules;
    const uint32_t count = rules->place_count != NULL ? cut(rules->place_count(game->data)) : 0;
    board->sites = calloc(count + 1U, sizeof *board->sites);
    for (uint32_t i = 0; i < count && board->sites != NULL; i++) {
        const GameName name = rules->place_name(game->data, i);
        ReportSite *site = &board->sites[i];
        (void)snprintf(site->id, sizeof site->id, "%s", name.id);
        copy_name(site->name, name.name);
        site->placed = name.placed;
        site->x = (double)name.x;
        site->y = (double)name.y;
        board->site_count = i + 1;
    }
    return board->sites != NULL;
}

/* Lines between places that are neighbours on the map; fills roads if it is not NULL. Returns how many. */
static uint32_t list_roads(const ReportBoard *board, const Game *game, ReportRoad *roads)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < board->site_count; a++) {
        for (uint32_t b = a + 1; b < board->site_count; b++) {
            const bool joined = board->sites[a].placed && board->sites[b].placed &&
                                game->rules->place_adjacent(game->data, a, b);
            if (joined && roads != NULL) {
                roads[count] = (ReportRoad){(uint16_t)a, (uint16_t)b};
            }
            count += joined;
        }
    }
    return count;
}

static bool read_roads(ReportBoard *board, const Game *game)
{
    if (game->rules->place_adjacent == NULL) {
        return true;
    }
    board->roads = calloc(list_roads(board, game, NULL) + 1U, sizeof *board->roads);
    if (board->roads == NULL) {
        return false;
    }
    board->road_count = list_roads(board, game, board->roads);
    return true;
}

bool report_board_read(ReportBoard *board, const char *game_id, const char *scenario,
                       const char *const *overrides, size_t override_count, const char *sha256)
{
    const Game *game = &board->game;
    memset(board, 0, sizeof *board);
    board->rules = registry_find(game_id);
    if (!game_load(&board->game, scenario, overrides, override_count, &board->problem)) {
        return true;
    }
    board->found = true;
    board->changed = strcmp(game->sha256, sha256) != 0;
    return read_cards(board, game) && read_sites(board, game) && read_roads(board, game);
}

void report_board_release(ReportBoard *board)
{
    free(board->cards);
    free(board->sites);
    free(board->roads);
    if (board->found) {
        game_release(&board->game);
    }
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

const char *report_place_name(const ReportBoard *board, unsigned place, char room[REPORT_NAME_BYTES])
{
    if (place < board->site_count) {
        return board->sites[place].name;
    }
    (void)snprintf(room, REPORT_NAME_BYTES, "%s %u", words_place(board->rules, false), place);
    return room;
}

const char *report_turn_name(const ReportBoard *board, int turn, char room[REPORT_NAME_BYTES])
{
    StrBuf text;
    strbuf_init(&text);
    words_turn(board->found ? &board->game : NULL, turn, &text);
    copy_name(room, text.text);
    strbuf_release(&text);
    return room;
}
