/* small_connect4.h: Connect Four, 7 columns by 6 rows, behind engine/game.h, for tests only. Far too large
 * for a test to be searched out by brute force, but connect4_solver.h knows the right answers.
 *
 * SEAT_FRENCH moves first. A move is a column, 0 to 6; in texts columns count from 1. When only one column is
 * left, apply plays it. A line of four is OUTCOME_DECISIVE, a full board a draw.
 *
 * A board is 64 bits: bit 7 * column + row, rows from the bottom; row 6 is always empty, which keeps shifted
 * lines from running from one column into the next.
 */
#ifndef MARSHAL_TESTS_AI_SMALL_CONNECT4_H
#define MARSHAL_TESTS_AI_SMALL_CONNECT4_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    SMALL_CONNECT4_COLUMNS = 7,
    SMALL_CONNECT4_ROWS = 6,
    SMALL_CONNECT4_CELLS = 42,
    SMALL_CONNECT4_STRIDE = 7, /* bits of a column */
};

typedef struct SmallConnect4State {
    State header;     /* over: 1 + winner as enum Seat (SEAT_NONE: draw); turn: stones / 2; step: 0 */
    uint8_t stones;   /* on the board */
    uint8_t spare[3]; /* 0 */
    uint64_t board[SEAT_COUNT]; /* stones of each seat */
} SmallConnect4State;

extern const GameRules SMALL_CONNECT4_RULES;

/* A Game without data; it needs no release. */
Game small_connect4_game(void);

/* The position after these columns ("4453", digits 1 to 7: Pascal Pons' notation), exactly, with no forced
 * column played; so it may have a single choice. False if a digit is none, a column is full or the game was
 * over before; state is then undefined. */
bool small_connect4_from_moves(SmallConnect4State *state, const char *columns);

/* True if these stones hold four in a line. */
bool small_connect4_has_four(uint64_t stones);

#endif
