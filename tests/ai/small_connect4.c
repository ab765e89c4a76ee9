/* small_connect4.c: see small_connect4.h. */
#include "tests/ai/small_connect4.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"

enum { COLUMN_BITS = 0x3F };

_Static_assert(sizeof(SmallConnect4State) == 24, "no hidden padding");

static const SmallConnect4State *board_const(const State *state)
{
    return (const SmallConnect4State *)(const void *)state;
}
static SmallConnect4State *board(State *state) { return (SmallConnect4State *)(void *)state; }

static uint64_t cell_bit(uint32_t column, uint32_t row)
{
    return UINT64_C(1) << (column * SMALL_CONNECT4_STRIDE + row);
}

static uint64_t taken(const SmallConnect4State *s)
{
    return s->board[SEAT_FRENCH] | s->board[SEAT_COALITION];
}

static bool has_room(const SmallConnect4State *s, uint32_t column)
{
    return (taken(s) & cell_bit(column, SMALL_CONNECT4_ROWS - 1)) == 0;
}

/* ---- set-up ---- */

/* No scenario files: a Game comes from small_connect4_game. */
static void *load(const JsonNode *scenario, const JsonNode *node, Err *err)
{
    (void)scenario;
    (void)node;
    (void)err_set(err, NULL, NULL, "connect4 has no scenarios");
    return NULL;
}

static void release(void *data) { (void)data; }

static void setup(const void *data, State *state, Dice *dice)
{
    (void)data;
    (void)dice;
    memset(state, 0, sizeof(SmallConnect4State));
    state->seat = SEAT_FRENCH;
}

/* ---- rules ---- */

bool small_connect4_has_four(uint64_t stones)
{
    static const unsigned steps[] = {1, SMALL_CONNECT4_STRIDE - 1, SMALL_CONNECT4_STRIDE,
                                     SMALL_CONNECT4_STRIDE + 1};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const uint64_t pairs = stones & (stones >> steps[i]);
        if ((pairs & (pairs >> (2 * steps[i]))) != 0) {
            return true;
        }
    }
    return false;
}

/* Drops a stone of the seat to act and sees whether that ends the game. */
static void drop(SmallConnect4State *s, Move column)
{
    const Seat seat = (Seat)s->header.seat;
    assert(column < SMALL_CONNECT4_COLUMNS && has_room(s, column) && !s->header.over);
    /* adding the bottom bit of a filled-up column carries to its first empty cell */
    s->board[seat] |= (taken(s) + cell_bit(column, 0)) & ~taken(s) &
                      ((uint64_t)COLUMN_BITS << (column * SMALL_CONNECT4_STRIDE));
    s->stones++;
    s->header.turn = s->stones / 2;
    s->header.seat = (uint8_t)seat_other(seat);
    if (small_connect4_has_four(s->board[seat])) {
        s->header.over = (uint8_t)(1 + seat);
    } else if (s->stones == SMALL_CONNECT4_CELLS) {
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
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS && !state->over; column++) {
        if (has_room(board_const(state), column)) {
            list->moves[list->count++] = column;
        }
    }
    return list->count;
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    MoveList list;
    (void)dice;
    drop(board(state), move);
    while (legal(data, state, &list) == 1) {
        drop(board(state), list.moves[0]);
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
    memmove(out, state, sizeof(SmallConnect4State));
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
    (void)snprintf(text, MOVE_TEXT_BYTES, "column(%u)", (unsigned)move + 1);
}

static bool move_parse(const void *data, const char *text, Move *move)
{
    for (Move column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        char known[MOVE_TEXT_BYTES];
        move_text(data, column, known);
        if (strcmp(text, known) == 0) {
            *move = column;
            return true;
        }
    }
    return false;
}

/* Owner of a cell: 0 nobody, else 1 + seat. */
static uint8_t owner_of(const SmallConnect4State *s, uint32_t column, uint32_t row)
{
    const uint64_t bit = cell_bit(column, row);
    return (s->board[SEAT_FRENCH] & bit) != 0 ? 1 : (s->board[SEAT_COALITION] & bit) != 0 ? 2 : 0;
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    (void)data;
    (void)seat;
    for (uint32_t row = SMALL_CONNECT4_ROWS; row-- > 0;) {
        for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
            strbuf_add_char(out, ".xo"[owner_of(board_const(state), column, row)]);
        }
        strbuf_add_char(out, '\n');
    }
}

static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    (void)data;
    (void)seat;
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "seat", seat_name((Seat)state->seat));
    jsonout_key(&json, "columns");
    jsonout_begin(&json, '[');
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        uint8_t cells[SMALL_CONNECT4_ROWS];
        for (uint32_t row = 0; row < SMALL_CONNECT4_ROWS; row++) {
            cells[row] = owner_of(board_const(state), column, row);
        }
        jsonout_bytes(&json, cells, SMALL_CONNECT4_ROWS);
    }
    jsonout_end(&json, ']');
    jsonout_end(&json, '}');
}

/* ---- invariants ---- */

static bool fails(char message[GAME_CHECK_BYTES], const char *what)
{
    (void)snprintf(message, GAME_CHECK_BYTES, "%s", what);
    return false;
}

/* No stone floats, none stands above the top row or on another. */
static bool stones_stand(const SmallConnect4State *s)
{
    const uint64_t all = taken(s);
    for (uint32_t column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        const uint64_t bits = (all >> (column * SMALL_CONNECT4_STRIDE)) & 0x7F;
        if (bits > COLUMN_BITS || (bits & (bits + 1)) != 0) {
            return false;
        }
    }
    return (s->board[SEAT_FRENCH] & s->board[SEAT_COALITION]) == 0 &&
           all >> (SMALL_CONNECT4_COLUMNS * SMALL_CONNECT4_STRIDE) == 0;
}

static unsigned count_cells(uint64_t stones)
{
    unsigned count = 0;
    for (; stones != 0; stones &= stones - 1) {
        count++;
    }
    return count;
}

static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    const SmallConnect4State *s = board_const(state);
    const unsigned stones = count_cells(taken(s));
    const Seat next = stones % 2 == 0 ? SEAT_FRENCH : SEAT_COALITION;
    const bool french = small_connect4_has_four(s->board[SEAT_FRENCH]);
    const bool coalition = small_connect4_has_four(s->board[SEAT_COALITION]);
    const int over = french ? 1 : coalition ? 2 : stones == SMALL_CONNECT4_CELLS ? 1 + SEAT_NONE : 0;
    (void)data;
    if (!stones_stand(s)) {
        return fails(message, "a stone floats, or two are in one cell");
    }
    if (count_cells(s->board[SEAT_FRENCH]) != (stones + 1) / 2 || s->stones != stones ||
        state->turn != stones / 2) {
        return fails(message, "wrong number of stones");
    }
    if ((french && coalition) || state->over != over || state->seat != (over ? SEAT_NONE : next)) {
        return fails(message, "over or seat does not fit the board");
    }
    if (state->step != 0 || s->spare[0] != 0 || s->spare[1] != 0 || s->spare[2] != 0) {
        return fails(message, "a byte that should be 0 is not");
    }
    return true;
}

const GameRules SMALL_CONNECT4_RULES = {
    .id = "connect4",
    .title = "Connect Four",
    .state_bytes = sizeof(SmallConnect4State),
    .max_moves = SMALL_CONNECT4_COLUMNS,
    .max_plies = SMALL_CONNECT4_CELLS,
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

Game small_connect4_game(void)
{
    const Game game = {.rules = &SMALL_CONNECT4_RULES, .scenario = "connect4", .title = "Connect Four"};
    return game;
}

bool small_connect4_from_moves(SmallConnect4State *state, const char *columns)
{
    setup(NULL, &state->header, NULL);
    for (const char *c = columns; *c != '\0'; c++) {
        if (*c < '1' || *c > '7' || state->header.over || !has_room(state, (uint32_t)(*c - '1'))) {
            return false;
        }
        drop(state, (Move)(*c - '1'));
    }
    return true;
}
