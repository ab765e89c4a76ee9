/* small_tictactoe.h: noughts and crosses behind engine/game.h, for tests only: small enough to be searched to
 * the end, so that the right answer is known everywhere.
 *
 * SEAT_FRENCH moves first. A move is the number of a cell, 0 to 8, row by row. The last cell is never a
 * decision: apply fills it. A line is OUTCOME_DECISIVE. There is no scenario file: small_tictactoe_game makes
 * the Game, which needs no release.
 */
#ifndef MARSHAL_TESTS_AI_SMALL_TICTACTOE_H
#define MARSHAL_TESTS_AI_SMALL_TICTACTOE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum { SMALL_TICTACTOE_CELLS = 9 };

typedef struct SmallTictactoeState {
    State header; /* over: 1 + winner as enum Seat (SEAT_NONE: draw); turn: stones / 2; step: 0 */
    uint8_t cells[SMALL_TICTACTOE_CELLS]; /* 0 empty, 1 + enum Seat of the owner */
    uint8_t stones;                       /* cells that are not empty */
    uint8_t spare[2];                     /* 0 */
} SmallTictactoeState;

extern const GameRules SMALL_TICTACTOE_RULES;

Game small_tictactoe_game(void);

/* The position after these cells ("048": cells 0, 4, 8), exactly, with no forced cell filled; false if a cell
 * is no cell or taken, or the game was over before; state is then undefined. */
bool small_tictactoe_from_moves(SmallTictactoeState *state, const char *cells);

/* Value with best play for SEAT_FRENCH: 1 it wins, 0 draw, -1 it loses. */
int small_tictactoe_value(const SmallTictactoeState *state);

/* The cells that keep that value for the seat to act, as a set of bits 1 << cell. */
uint32_t small_tictactoe_best(const SmallTictactoeState *state);

#endif
