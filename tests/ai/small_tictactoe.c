/* small_tictactoe.c: see small_tictactoe.h. */
#include "tests/ai/small_tictactoe.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"

enum { LINES = 8 };

_Static_assert(sizeof(SmallTictactoeState) == 16, "no hidden padding");

static const uint8_t LINE[LINES][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                       {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static const SmallTictactoeState *board_const(const State *state)
{
    return (const SmallTictactoeState *)(const void *)state;
}
static SmallTictactoeState *board(State *state) { return (SmallTictactoeState *)(void *)state; }

/* ---- set-up ---- */

/* No scenario files: a Game comes from small_tictactoe_game. */
static void *load(const JsonNode *scenario, const JsonNode *node, Err *err)
{
    (void)scenario;
    (void)node;
    (void)err_set(err, NULL, NULL, "tictactoe has no scenarios");
    return NULL;
}

static void release(void *data) { (void)data; }

static void setup(const void *data, State *state, Dice *dice)
{
    (void)data;
    (void)dice;
    memset(state, 0, sizeof(SmallTictactoeState));
    state->seat = SEAT_FRENCH;
}

/* ---- rules ---- */

static bool has_line(const SmallTictactoeState *s, uint8_t owner)
{
    for (int i = 0; i < LINES; i++) {
        if (s->cells[LINE[i][0]] == owner && s->cells[LINE[i][1]] == owner && s->cells[LINE[i][2]] == owner) {
            return true;
        }
    }
    return false;
}

/* Takes a cell for the seat to act and sees whether that ends the game. */
static void take(SmallTictactoeState *s, Move cell)
{
    const Seat seat = (Seat)s->header.seat;
    const uint8_t owner = (uint8_t)(1 + seat);
    assert(cell < SMALL_TICTACTOE_CELLS && s->cells[cell] == 0 && !s->header.over);
    s->cells[cell] = owner;
    s->stones++;
    s->header.turn = s->stones / 2;
    s->header.seat = (uint8_t)seat_other(seat);
    if (has_line(s, owner)) {
        s->header.over = owner;
    } else if (s->stones == SMALL_TICTACTOE_CELLS) {
        s->header.over = 1 + SEAT_NONE;
    }
    if (s->header.over) {
        s->header.seat = SEAT_NONE;
    }
}

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    (void)data;
    list->count = 0;
    for (uint32_t cell = 0; cell < SMALL_TICTACTOE_CELLS && !state->over; cell++) {
        if (board_const(state)->cells[cell] == 0) {
            list->moves[list->count++] = cell;
        }
    }
    return list->count;
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    MoveList list;
    (void)dice;
    take(board(state), move);
    if (legal(data, state, &list) == 1) {
        take(board(state), list.moves[0]);
    }
}

static Outcome outcome(const void *data, const State *state)
{
    (void)data;
    Outcome result = {SEAT_NONE, OUTCOME_NONE, state->turn + 1};
    if (state->over) {
        result.winner = (Seat)(state->over - 1);
        result.grade = result.winner == SEAT_NONE ? OUTCOME_DRAW : OUTCOME_DECISIVE;
    }
    return result;
}

/* Nothing is hidden. */
static void view(const void *data, const State *state, Seat seat, State *out)
{
    (void)data;
    (void)seat;
    memmove(out, state, sizeof(SmallTictactoeState));
}

static void determinize(const void *data, State *state, Seat seat, Rng *rng)
{
    (void)data;
    (void)state;
    (void)seat;
    (void)rng;
}

/* ---- texts ---- */

static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    (void)data;
    (void)snprintf(text, MOVE_TEXT_BYTES, "cell(%u)", (unsigned)move);
}

static bool move_parse(const void *data, const char *text, Move *move)
{
    for (Move cell = 0; cell < SMALL_TICTACTOE_CELLS; cell++) {
        char known[MOVE_TEXT_BYTES];
        move_text(data, cell, known);
        if (strcmp(text, known) == 0) {
            *move = cell;
            return true;
        }
    }
    return false;
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    (void)data;
    (void)seat;
    for (int cell = 0; cell < SMALL_TICTACTOE_CELLS; cell++) {
        strbuf_add_char(out, ".xo"[board_const(state)->cells[cell]]);
        if (cell % 3 == 2) {
            strbuf_add_char(out, '\n');
        }
    }
}

static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    (void)data;
    (void)seat;
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "seat", seat_name((Seat)state->seat));
    jsonout_key(&json, "cells");
    jsonout_bytes(&json, board_const(state)->cells, SMALL_TICTACTOE_CELLS);
    jsonout_end(&json, '}');
}

/* ---- invariants ---- */

static bool fails(char message[GAME_CHECK_BYTES], const char *what)
{
    (void)snprintf(message, GAME_CHECK_BYTES, "%s", what);
    return false;
}

static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    const SmallTictactoeState *s = board_const(state);
    unsigned count[1 + SEAT_COUNT] = {0};
    (void)data;
    for (int cell = 0; cell < SMALL_TICTACTOE_CELLS; cell++) {
        if (s->cells[cell] > SEAT_COUNT) {
            return fails(message, "a cell belongs to nobody");
        }
        count[s->cells[cell]]++;
    }
    const unsigned stones = count[1] + count[2];
    const Seat next = stones % 2 == 0 ? SEAT_FRENCH : SEAT_COALITION;
    if (count[1] != (stones + 1) / 2 || s->stones != stones || state->turn != stones / 2) {
        return fails(message, "wrong number of stones");
    }
    const int over = has_line(s, 1)                    ? 1
                     : has_line(s, 2)                  ? 2
                     : stones == SMALL_TICTACTOE_CELLS ? 1 + SEAT_NONE
                                                       : 0;
    if ((has_line(s, 1) && has_line(s, 2)) || state->over != over) {
        return fails(message, "over does not fit the lines");
    }
    if (state->seat != (over ? SEAT_NONE : next) || state->step != 0 || s->spare[0] != 0 ||
        s->spare[1] != 0) {
        return fails(message, "wrong seat, or a byte that should be 0 is not");
    }
    return true;
}

const GameRules SMALL_TICTACTOE_RULES = {
    .id = "tictactoe",
    .title = "Noughts and crosses",
    .state_bytes = sizeof(SmallTictactoeState),
    .max_moves = SMALL_TICTACTOE_CELLS,
    .max_plies = SMALL_TICTACTOE_CELLS,
    .load = load,
    .release = release,
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .view = view,
    .determinize = determinize,
    .move_text = move_text,
    .move_parse = move_parse,
    .position_text = position_text,
    .position_json = position_json,
    .check = check,
};

/* ---- for tests ---- */

Game small_tictactoe_game(void)
{
    const Game game = {
        .rules = &SMALL_TICTACTOE_RULES, .scenario = "tictactoe", .title = "Noughts and crosses"};
    return game;
}

bool small_tictactoe_from_moves(SmallTictactoeState *state, const char *cells)
{
    setup(NULL, &state->header, NULL);
    for (const char *c = cells; *c != '\0'; c++) {
        if (*c < '0' || *c > '8' || state->header.over || state->cells[*c - '0'] != 0) {
            return false;
        }
        take(state, (Move)(*c - '0'));
    }
    return true;
}

int small_tictactoe_value(const SmallTictactoeState *state)
{
    if (state->header.over) {
        return state->header.over == 1 + SEAT_FRENCH ? 1 : state->header.over == 1 + SEAT_COALITION ? -1 : 0;
    }
    const int sign = state->header.seat == SEAT_FRENCH ? 1 : -1;
    int best = -1;
    for (Move cell = 0; cell < SMALL_TICTACTOE_CELLS; cell++) {
        if (state->cells[cell] == 0) {
            SmallTictactoeState next = *state;
            take(&next, cell);
            const int value = sign * small_tictactoe_value(&next);
            best = value > best ? value : best;
        }
    }
    return sign * best;
}

uint32_t small_tictactoe_best(const SmallTictactoeState *state)
{
    const int value = small_tictactoe_value(state);
    uint32_t best = 0;
    for (Move cell = 0; cell < SMALL_TICTACTOE_CELLS && !state->header.over; cell++) {
        SmallTictactoeState next = *state;
        if (state->cells[cell] == 0) {
            take(&next, cell);
            best |= small_tictactoe_value(&next) == value ? UINT32_C(1) << cell : 0;
        }
    }
    return best;
}
