/* matrix_game.h: two players, each chooses a strategy, neither knows the other's; a table says what the first
 * one gets. What one gets the other pays (a score of 1/2 each is as good as 0 each: only differences count).
 *
 * The row player (seat french) mixes rows so that the worst column gives as much as possible, the column
 * player (seat coalition) mixes columns so that the best row gives as little as possible; both get the value
 * (J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928). As a linear
 * program: G. B. Dantzig, "A Proof of the Equivalence of the Programming Problem and the Game Problem", 1951.
 *
 * Pure functions on the table; no clock, no luck. There may be several pairs of mixtures with the same value;
 * the one given is a corner of the set, the same each time.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_MATRIX_GAME_H
#define MARSHAL_EVAL_EQUILIBRIUM_MATRIX_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"

enum { MATRIX_STRATEGIES_MAX = 128 }; /* of a seat */

/* Differences of payoffs smaller than this are none: rounding of doubles and of the solver. */
#define MATRIX_TOLERANCE 1e-7

typedef struct MatrixGame {
    uint32_t rows, columns; /* 1 to MATRIX_STRATEGIES_MAX: strategies of the seats french and coalition */
    const double *payoffs;  /* [row * columns + column], to the seat french; finite */
} MatrixGame;

typedef struct MatrixSolution {
    double value;                                      /* what both can make sure of, to the seat french */
    double mixture[SEAT_COUNT][MATRIX_STRATEGIES_MAX]; /* at least 0, each seat's add up to 1 */
    /* By how much the best answers to both mixtures miss the value together: 0 but for rounding. Proof that
     * the solution is one, whoever found it. */
    double gap;
} MatrixSolution;

static inline uint32_t matrix_strategies(const MatrixGame *game, Seat seat)
{
    return seat == SEAT_FRENCH ? game->rows : game->columns;
}

/* Solves. False and err if the solver fails or its answer is none (gap above MATRIX_TOLERANCE times the
 * spread of payoffs). */
bool matrix_solve(const MatrixGame *game, MatrixSolution *solution, Err *err);

/* What each strategy of a seat gets, as payoffs to the seat french, against a mixture of the other seat. */
void matrix_answers(const MatrixGame *game, Seat seat, const double *against, double *payoffs);

/* The best of them for the seat: the first of equals. */
uint32_t matrix_best(const MatrixGame *game, Seat seat, const double *payoffs);

enum matrix_dominance {
    MATRIX_NOT_DOMINATED,
    MATRIX_WEAKLY,   /* a mixture of the others is never worse, and better against something */
    MATRIX_STRICTLY, /* better against everything */
};

typedef struct MatrixDominance {
    enum matrix_dominance kind;
    double margin; /* strictly: better by so much at least; weakly: by so much in all columns together */
    double mixture[MATRIX_STRATEGIES_MAX]; /* of the same seat's others, where kind says that there is one */
} MatrixDominance;

/* Whether a strategy of a seat is dominated by another or by a mixture of others. Twins, with the same row of
 * payoffs, do not dominate each other. False and err as matrix_solve. */
bool matrix_dominated(const MatrixGame *game, Seat seat, uint32_t strategy, MatrixDominance *dominance,
                      Err *err);

/* The first strategy of the seat with the same payoffs in the whole table, itself if there is none before it:
 * twins, between which a mixture may be split in any way. */
uint32_t matrix_twin(const MatrixGame *game, Seat seat, uint32_t strategy);

#endif
