/* matrix_game.c: see matrix_game.h. */
#include "eval/equilibrium/matrix_game.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/equilibrium/linear.h"

enum { SIDE_MAX = MATRIX_STRATEGIES_MAX + 1 };

/* Room for one linear program: mixtures of a seat, and one number more. */
typedef struct Room {
    double *matrix; /* owned */
    double low[SIDE_MAX], high[SIDE_MAX], objective[SIDE_MAX];
    double x[SIDE_MAX], prices[SIDE_MAX];
    bool free[SIDE_MAX];
} Room;

static bool init_room(Room *room, const MatrixGame *game, Err *err)
{
    memset(room, 0, sizeof *room);
    room->matrix = calloc(((size_t)game->rows + 1) * (game->columns + 1), sizeof *room->matrix);
    return room->matrix != NULL || err_set(err, NULL, NULL, "out of memory");
}

/* Payoff to a seat. */
static double gain(const MatrixGame *game, Seat seat, uint32_t own, uint32_t other)
{
    return seat == SEAT_FRENCH ? game->payoffs[(size_t)own * game->columns + other]
                               : -game->payoffs[(size_t)other * game->columns + own];
}

/* Largest less smallest payoff. */
static double spread(const MatrixGame *game)
{
    double low = game->payoffs[0];
    double high = low;
    for (size_t i = 1; i < (size_t)game->rows * game->columns; i++) {
        low = fmin(low, game->payoffs[i]);
        high = fmax(high, game->payoffs[i]);
    }
    return high - low;
}

/* What the solver calls a mixture, without its rounding: none below 0, all together 1. */
static void tidy(double *mixture, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        mixture[i] = mixture[i] > 1e-12 ? mixture[i] : 0.0;
        sum += mixture[i];
    }
    for (uint32_t i = 0; i < count && sum > 0.0; i++) {
        mixture[i] /= sum;
    }
}

void matrix_answers(const MatrixGame *game, Seat seat, const double *against, double *payoffs)
{
    const uint32_t own = matrix_strategies(game, seat);
    const uint32_t other = matrix_strategies(game, seat_other(seat));
    const double sign = seat == SEAT_FRENCH ? 1.0 : -1.0;
    for (uint32_t i = 0; i < own; i++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < other; j++) {
            sum += against[j] * sign * gain(game, seat, i, j);
        }
        payoffs[i] = sum;
    }
}

uint32_t matrix_best(const MatrixGame *game, Seat seat, const double *payoffs)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < matrix_strategies(game, seat); i++) {
        if (seat == SEAT_FRENCH ? payoffs[i] > payoffs[best] : payoffs[i] < payoffs[best]) {
            best = i;
        }
    }
    return best;
}

/* ------------------------------------------------------------------ the value */

/* Rows: one for each column of the game, "what the mixture gets against it, less v, is at least 0"; the last
 * one: shares add up to 1. Columns: shares of the rows of the game, then v, which may be negative. */
static bool solve_french(const MatrixGame *game, Room *room, Err *err)
{
    const uint32_t width = game->rows + 1;
    for (uint32_t c = 0; c < game->columns; c++) {
        for (uint32_t r = 0; r < game->rows; r++) {
            room->matrix[c * width + r] = gain(game, SEAT_FRENCH, r, c);
        }
        room->matrix[c * width + game->rows] = -1.0;
        room->low[c] = 0.0;
        room->high[c] = (double)INFINITY;
    }
    for (uint32_t r = 0; r < game->rows; r++) {
        room->matrix[game->columns * width + r] = 1.0;
    }
    room->matrix[game->columns * width + game->rows] = 0.0;
    room->low[game->columns] = room->high[game->columns] = 1.0;
    room->objective[game->rows] = 1.0;
    room->free[game->rows] = true;
    const LinearProgram program = {game->columns + 1, width,           room->matrix, room->low,
                                   room->high,        room->objective, room->free};
    return linear_maximize(&program, room->x, room->prices, err);
}

static bool take_solution(const MatrixGame *game, const Room *room, MatrixSolution *solution, Err *err)
{
    double payoffs[MATRIX_STRATEGIES_MAX] = {0.0};
    double *french = solution->mixture[SEAT_FRENCH];
    double *coalition = solution->mixture[SEAT_COALITION];
    memcpy(french, room->x, game->rows * sizeof *french);
    for (uint32_t c = 0; c < game->columns; c++) {
        coalition[c] = fabs(room->prices[c]); /* the sign of a price is the solver's convention */
    }
    tidy(french, game->rows);
    tidy(coalition, game->columns);
    matrix_answers(game, SEAT_COALITION, french, payoffs);
    const double least = payoffs[matrix_best(game, SEAT_COALITION, payoffs)];
    matrix_answers(game, SEAT_FRENCH, coalition, payoffs);
    const double most = payoffs[matrix_best(game, SEAT_FRENCH, payoffs)];
    solution->value = (least + most) / 2.0;
    solution->gap = fmax(0.0, most - least);
    return solution->gap <= MATRIX_TOLERANCE * (1.0 + spread(game)) ||
           err_set(err, NULL, NULL, "the solver's mixtures are none: best answers miss the value by %g",
                   solution->gap);
}

bool matrix_solve(const MatrixGame *game, MatrixSolution *solution, Err *err)
{
    assert(game->rows >= 1 && game->rows <= MATRIX_STRATEGIES_MAX && game->columns >= 1 &&
           game->columns <= MATRIX_STRATEGIES_MAX);
    memset(solution, 0, sizeof *solution);
    Room room;
    const bool good = init_room(&room, game, err) && solve_french(game, &room, err) &&
                      take_solution(game, &room, solution, err);
    free(room.matrix);
    return good;
}

/* ------------------------------------------------------------------ dominance */

/* "The mixture of the others gets at least what the strategy gets, and e more", for each strategy of the
 * other seat; the strategy itself has no share. */
static LinearProgram others(const MatrixGame *game, Seat seat, uint32_t strategy, Room *room)
{
    const uint32_t own = matrix_strategies(game, seat);
    const uint32_t other = matrix_strategies(game, seat_other(seat));
    const uint32_t width = own + 1;
    for (uint32_t j = 0; j < other; j++) {
        for (uint32_t i = 0; i < own; i++) {
            room->matrix[j * width + i] = i == strategy ? 0.0 : gain(game, seat, i, j);
        }
        room->matrix[j * width + own] = -1.0;
        room->low[j] = gain(game, seat, strategy, j);
        room->high[j] = (double)INFINITY;
    }
    for (uint32_t i = 0; i < own; i++) {
        room->matrix[other * width + i] = i == strategy ? 0.0 : 1.0;
    }
    room->matrix[other * width + own] = 0.0;
    room->low[other] = room->high[other] = 1.0;
    room->objective[own] = 1.0;
    room->free[own] = true;
    return (LinearProgram){other + 1,  width,           room->matrix, room->low,
                           room->high, room->objective, room->free};
}

/* Of the mixtures that are never worse (e is then 0) the one that is better by most, all columns together. */
static bool find_weak(const MatrixGame *game, Seat seat, uint32_t strategy, Room *room, double *margin,
                      Err *err)
{
    const uint32_t own = matrix_strategies(game, seat);
    const uint32_t other = matrix_strategies(game, seat_other(seat));
    const LinearProgram program = others(game, seat, strategy, room);
    double base = 0.0;
    memset(room->objective, 0, sizeof room->objective);
    for (uint32_t j = 0; j < other; j++) {
        base += gain(game, seat, strategy, j);
        room->matrix[j * (own + 1) + own] = 0.0;
        room->low[j] -= 1e-10; /* so that what is equal but for rounding can be fulfilled */
        for (uint32_t i = 0; i < own; i++) {
            room->objective[i] += i == strategy ? 0.0 : gain(game, seat, i, j);
        }
    }
    if (!linear_maximize(&program, room->x, NULL, err)) {
        return false;
    }
    *margin = -base;
    for (uint32_t i = 0; i < own; i++) {
        *margin += room->objective[i] * room->x[i];
    }
    return true;
}

static bool find_dominance(const MatrixGame *game, Seat seat, uint32_t strategy, Room *room,
                           MatrixDominance *dominance, Err *err)
{
    const uint32_t own = matrix_strategies(game, seat);
    const double least = MATRIX_TOLERANCE * (1.0 + spread(game));
    const LinearProgram program = others(game, seat, strategy, room);
    if (!linear_maximize(&program, room->x, NULL, err)) {
        return false;
    }
    dominance->margin = room->x[own];
    dominance->kind = dominance->margin > least ? MATRIX_STRICTLY : MATRIX_NOT_DOMINATED;
    if (fabs(dominance->margin) <= least && dominance->margin >= -1e-10) {
        if (!find_weak(game, seat, strategy, room, &dominance->margin, err)) {
            return false;
        }
        dominance->kind = dominance->margin > least ? MATRIX_WEAKLY : MATRIX_NOT_DOMINATED;
    }
    memcpy(dominance->mixture, room->x, own * sizeof room->x[0]);
    dominance->mixture[strategy] = 0.0;
    tidy(dominance->mixture, own);
    return true;
}

bool matrix_dominated(const MatrixGame *game, Seat seat, uint32_t strategy, MatrixDominance *dominance,
                      Err *err)
{
    assert(strategy < matrix_strategies(game, seat) &&
           matrix_strategies(game, seat) <= MATRIX_STRATEGIES_MAX);
    memset(dominance, 0, sizeof *dominance);
    if (matrix_strategies(game, seat) == 1) {
        return true;
    }
    Room room;
    const bool good =
        init_room(&room, game, err) && find_dominance(game, seat, strategy, &room, dominance, err);
    free(room.matrix);
    return good;
}

/* ------------------------------------------------------------------ twins */

static bool are_twins(const MatrixGame *game, Seat seat, uint32_t a, uint32_t b)
{
    bool same = true;
    for (uint32_t j = 0; same && j < matrix_strategies(game, seat_other(seat)); j++) {
        same = fabs(gain(game, seat, a, j) - gain(game, seat, b, j)) <= 1e-12;
    }
    return same;
}

uint32_t matrix_twin(const MatrixGame *game, Seat seat, uint32_t strategy)
{
    uint32_t twin = 0;
    while (twin < strategy && !are_twins(game, seat, twin, strategy)) {
        twin++;
    }
    return twin;
}
