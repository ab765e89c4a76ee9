/* connect4_solver.h: exact Connect Four, for tests only: what a search should find.
 *
 * Scores are for the seat to act and count how early the game is decided with best play, as Pascal Pons does
 * (blog.gamesolver.org): positive if it wins, and then 22 minus the number of its own stones when it does, so
 * 1 is a win with its last stone; negative if it loses, in the same way; 0 a draw.
 *
 * A solver owns a table of 8 << table_bits bytes, filled by everything it solves; one solver is used by one
 * thread. From 14 stones on a position with all its columns takes far less than a second, with few stones
 * minutes.
 */
#ifndef MARSHAL_TESTS_AI_CONNECT4_SOLVER_H
#define MARSHAL_TESTS_AI_CONNECT4_SOLVER_H

#include <stdint.h>

#include "tests/ai/small_connect4.h"

enum { CONNECT4_NO_MOVE = -100, CONNECT4_TABLE_BITS = 22 };

typedef struct Connect4Solver Connect4Solver;

/* Never NULL (out of memory ends the program). table_bits: CONNECT4_TABLE_BITS is enough for any test. */
Connect4Solver *connect4_solver_new(unsigned table_bits);
void connect4_solver_free(Connect4Solver *solver);

/* Positions searched since the solver was made. */
uint64_t connect4_solver_nodes(const Connect4Solver *solver);

/* Score of a position that is not over. */
int connect4_solver_score(Connect4Solver *solver, const SmallConnect4State *state);

typedef struct Connect4Answer {
    int score;                           /* of the position: the best of columns */
    int columns[SMALL_CONNECT4_COLUMNS]; /* after a stone there, for the same seat; CONNECT4_NO_MOVE if full
                                          */
    uint32_t best;                       /* columns with exactly that score, bits 1 << column (1 << Move) */
    uint32_t keeping; /* columns that win if the position is won, draw if drawn, all if lost */
} Connect4Answer;

void connect4_solver_answer(Connect4Solver *solver, const SmallConnect4State *state, Connect4Answer *answer);

/* The same from scores of columns that are known already, such as those of connect4_positions.h. */
void connect4_answer_from_columns(Connect4Answer *answer, const int8_t columns[SMALL_CONNECT4_COLUMNS]);

#endif
