/* toy_load.c: board and scenario of the toy game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/toy/toy_game.h"

const char *toy_fault_name(enum toy_fault fault)
{
    static const char *const names[TOY_FAULT_COUNT] = {
        "none",   "unsorted", "dead_end",  "endless",   "leaky_view", "view_moves", "bad_world", "notation",
        "impure", "peeking",  "bad_json",  "lost_card", "setup",      "seat",       "outcome",   "check",
        "spaces", "script",   "turn_back", "twins",     "mute",       "telltale",   "noisy",     "gossip",
        "ghost",  "dark",     "stale",     "lonely",    "abort",      "segfault",   "overflow",
    };
    return names[fault];
}

uint32_t toy_card_index(const ToyData *data, unsigned number)
{
    uint32_t i = 0;
    while (i < data->card_count && data->cards[i] != number) {
        i++;
    }
    return i;
}

int toy_site(const ToyData *data, unsigned turn)
{
    return data->site_count > 0 ? (int)(turn % data->site_count) : -1;
}

/* A number that may be left out. */
static bool get_optional(const JsonNode *parent, const char *key, long least, long most, long *value,
                         Err *err)
{
    JsonNode node;
    return !json_find(parent, key, &node) || json_int(&node, least, most, value, err);
}

/* ---- the board ---- */

static bool load_cards(ToyData *data, const JsonNode *board, Err *err)
{
    JsonNode cards;
    size_t count = 0;
    if (!json_get(board, "cards", &cards, err) || !json_array(&cards, TOY_CARDS_MAX, &count, err)) {
        return false;
    }
    if (count < 2) {
        return json_error(&cards, err, "found %zu cards, expected at least 2", count);
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&cards, i);
        long value = 0;
        if (!json_int(&node, 1, 50, &value, err)) {
            return false;
        }
        if (toy_card_index(data, (unsigned)value) < data->card_count) {
            return json_error(&node, err, "found %ld for the second time, expected numbers that differ",
                              value);
        }
        data->cards[i] = (uint8_t)value;
        data->card_count = (uint8_t)(i + 1);
        (void)snprintf(data->card_id[i], TOY_NAME_BYTES, "n%ld", value);
        (void)snprintf(data->card_name[i], TOY_NAME_BYTES, "number %ld", value);
    }
    return true;
}

static bool load_name(const JsonNode *node, const char *key, char name[TOY_NAME_BYTES], Err *err)
{
    const char *text = NULL;
    if (!json_get_string(node, key, &text, err)) {
        return false;
    }
    if (text[0] == '\0' || strlen(text) >= TOY_NAME_BYTES) {
        return json_error(node, err, "%s: found %zu bytes, expected 1 to %d", key, strlen(text),
                          TOY_NAME_BYTES - 1);
    }
    memcpy(name, text, strlen(text) + 1);
    return true;
}

static bool load_site(ToyData *data, const JsonNode *node, Err *err)
{
    const unsigned i = data->site_count;
    JsonNode x;
    JsonNode y;
    double at_x = 0.0;
    double at_y = 0.0;
    if (!load_name(node, "id", data->site_id[i], err) || !load_name(node, "name", data->site_name[i], err) ||
        !json_get(node, "x", &x, err) || !json_double(&x, -1000.0, 1000.0, &at_x, err) ||
        !json_get(node, "y", &y, err) || !json_double(&y, -1000.0, 1000.0, &at_y, err)) {
        return false;
    }
    if (!game_is_argument(data->site_id[i])) {
        return json_error(node, err, "id: found \"%s\", expected letters, digits and underscores",
                          data->site_id[i]);
    }
    data->site_x[i] = (float)at_x;
    data->site_y[i] = (float)at_y;
    data->site_count++;
    return true;
}

/* Boards without stalls hold their fairs nowhere in particular. */
static bool load_sites(ToyData *data, const JsonNode *board, Err *err)
{
    JsonNode sites;
    size_t count = 0;
    if (!json_find(board, "sites", &sites)) {
        return true;
    }
    bool good = json_array(&sites, TOY_SITES_MAX, &count, err);
    for (size_t i = 0; i < count && good; i++) {
        const JsonNode node = json_at(&sites, i);
        good = load_site(data, &node, err);
    }
    if (good && data->fault == TOY_FAULT_TWINS && count > 1) {
        memcpy(data->site_id[1], data->site_id[0], sizeof data->site_id[0]);
    }
    return good;
}

static bool load_tables(ToyData *data, const JsonNode *board, Err *err)
{
    JsonNode tables;
    long most_dice = 0;
    long hand_weight = 0;
    if (!json_get(board, "tables", &tables, err) ||
        !json_get_int(&tables, "most_dice", 1, 3, &most_dice, err) ||
        !json_get_int(&tables, "hand_weight", 0, 3, &hand_weight, err)) {
        return false;
    }
    data->most_dice = (uint8_t)most_dice;
    data->hand_weight = (uint8_t)hand_weight;
    return true;
}

/* ---- the scenario ---- */

/* What makes a game long and its states full. */
static bool load_size(ToyData *data, const JsonNode *setup, Err *err)
{
    long actions = 1;
    long book = 0;
    if (!get_optional(setup, "actions", 1, 4000, &actions, err) ||
        !get_optional(setup, "book_bytes", 0, TOY_BOOK_MAX, &book, err)) {
        return false;
    }
    data->actions = (uint16_t)actions;
    data->book_bytes = (uint16_t)book;
    const long plies = (long)data->rounds * SEAT_COUNT * (actions + 1); /* a throw may end later by one */
    return plies <= TOY_PLIES_MAX ||
           json_error(setup, err, "found a game of up to %ld decisions, expected %d at most", plies,
                      TOY_PLIES_MAX);
}

static bool load_setup(ToyData *data, const JsonNode *scenario, Err *err)
{
    JsonNode setup;
    JsonNode start;
    long first = 0;
    long last = 0;
    if (!json_get(scenario, "setup", &setup, err) ||
        !json_get_int(&setup, "first_year", 1, 2000, &first, err) ||
        !json_get_int(&setup, "last_year", first, first + 249, &last, err) ||
        !json_get(&setup, "start", &start, err)) {
        return false;
    }
    data->first_year = (int)first;
    data->rounds = (uint8_t)(last - first + 1);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        long points = 0;
        if (!json_get_int(&start, seat_name((Seat)seat), 0, 50, &points, err)) {
            return false;
        }
        data->start[seat] = (uint8_t)points;
    }
    return load_size(data, &setup, err);
}

static bool load_options(ToyData *data, const JsonNode *scenario, Err *err)
{
    JsonNode options;
    const char *name = NULL;
    long both_lose = 0;
    if (!json_get(scenario, "options", &options, err) || !json_get_string(&options, "fault", &name, err) ||
        !get_optional(&options, "both_lose", 0, 60000, &both_lose, err)) {
        return false;
    }
    data->both_lose = (uint16_t)both_lose;
    for (int fault = 0; fault < TOY_FAULT_COUNT; fault++) {
        if (strcmp(name, toy_fault_name((enum toy_fault)fault)) == 0) {
            data->fault = (enum toy_fault)fault;
            return true;
        }
    }
    return json_error(&options, err, "fault: found \"%s\", expected one of toy_game.h", name);
}

void *toy_load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    ToyData *data = calloc(1, sizeof *data);
    if (data == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    if (load_cards(data, board, err) && load_tables(data, board, err) && load_setup(data, scenario, err) &&
        load_options(data, scenario, err) && load_sites(data, board, err)) {
        return data;
    }
    free(data);
    return NULL;
}
