/* test_matrix_game.c: linear programs and matrix games against values known from elsewhere, and against a
 * second way of solving them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/equilibrium/linear.h"
#include "eval/equilibrium/matrix_game.h"

static bool near(double found, double expected, double tolerance)
{
    return fabs(found - expected) <= tolerance;
}

/* From 0 to 1. */
static double uniform(Rng *rng) { return rng_next(rng) / 4294967296.0; }

static MatrixSolution solve(const MatrixGame *game)
{
    MatrixSolution solution;
    Err err;
    err_clear(&err);
    cr_assert(matrix_solve(game, &solution, &err), "%s", err.message);
    return solution;
}

static MatrixDominance dominance_of(const MatrixGame *game, Seat seat, uint32_t strategy)
{
    MatrixDominance dominance;
    Err err;
    err_clear(&err);
    cr_assert(matrix_dominated(game, seat, strategy, &dominance, &err), "%s", err.message);
    return dominance;
}

/* ------------------------------------------------------------------ linear programs */

Test(linear, solves_a_program_and_prices_its_rows)
{
    /* V. Chvatal, Linear Programming (1983), chapter 1: 5x + 4y + 3z is 13 at (2, 0, 1), prices 1, 0, 1 */
    const double matrix[] = {2, 3, 1, 4, 1, 2, 3, 4, 2};
    const double low[] = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    const double high[] = {5, 11, 8};
    const double objective[] = {5, 4, 3};
    const LinearProgram program = {3, 3, matrix, low, high, objective, NULL};
    double x[3];
    double prices[3];
    Err err;
    err_clear(&err);
    cr_assert(linear_maximize(&program, x, prices, &err), "%s", err.message);
    cr_expect(near(x[0], 2, 1e-9) && near(x[1], 0, 1e-9) && near(x[2], 1, 1e-9));
    cr_expect(near(fabs(prices[0]), 1, 1e-9) && near(prices[1], 0, 1e-9) && near(fabs(prices[2]), 1, 1e-9));
}

Test(linear, says_why_there_is_no_optimum)
{
    const double matrix[] = {1, 1};
    const double one[] = {1};
    const double none[] = {(double)INFINITY};
    const double below[] = {-1};
    const double under[] = {-(double)INFINITY};
    const double objective[] = {1, 0};
    double x[2];
    Err err;
    err_clear(&err);
    const LinearProgram endless = {1, 2, matrix, one, none, objective, NULL};
    cr_expect_not(linear_maximize(&endless, x, NULL, &err));
    cr_expect(strstr(err.message, "no limit") != NULL, "%s", err.message);
    err_clear(&err);
    const LinearProgram impossible = {1, 2, matrix, under, below, objective, NULL};
    cr_expect_not(linear_maximize(&impossible, x, NULL, &err));
    cr_expect(strstr(err.message, "contradict") != NULL, "%s", err.message);
}

/* ------------------------------------------------------------------ games with known values */

Test(matrix_game, rock_paper_scissors)
{
    const double payoffs[] = {0.5, 0, 1, 1, 0.5, 0, 0, 1, 0.5};
    const MatrixSolution solution = solve(&(MatrixGame){3, 3, payoffs});
    cr_expect(near(solution.value, 0.5, 1e-9));
    for (int i = 0; i < 3; i++) {
        cr_expect(near(solution.mixture[SEAT_FRENCH][i], 1.0 / 3.0, 1e-9));
        cr_expect(near(solution.mixture[SEAT_COALITION][i], 1.0 / 3.0, 1e-9));
    }
}

Test(matrix_game, matching_pennies_with_unequal_stakes)
{
    /* heads heads pays 3, tails tails 1, else -1: both show heads in a third of all cases, the value is 1/3
     */
    const double payoffs[] = {3, -1, -1, 1};
    const MatrixSolution solution = solve(&(MatrixGame){2, 2, payoffs});
    cr_expect(near(solution.value, 1.0 / 3.0, 1e-9), "%g", solution.value);
    cr_expect(near(solution.mixture[SEAT_FRENCH][0], 1.0 / 3.0, 1e-9));
    cr_expect(near(solution.mixture[SEAT_COALITION][0], 1.0 / 3.0, 1e-9));
}

Test(matrix_game, saddle_points_and_tables_of_one_strategy)
{
    const double saddle[] = {4, 2, 5, 1, 0, 3}; /* row 0, column 1 */
    MatrixSolution solution = solve(&(MatrixGame){2, 3, saddle});
    cr_expect(near(solution.value, 2, 1e-9) && near(solution.mixture[SEAT_FRENCH][0], 1, 1e-9) &&
              near(solution.mixture[SEAT_COALITION][1], 1, 1e-9));
    const double one[] = {0.25};
    solution = solve(&(MatrixGame){1, 1, one});
    cr_expect(near(solution.value, 0.25, 1e-12) && near(solution.mixture[SEAT_COALITION][0], 1, 1e-12));
    const double row[] = {0.5, 0.25, 0.75};
    cr_expect(near(solve(&(MatrixGame){1, 3, row}).value, 0.25, 1e-9));
    cr_expect(near(solve(&(MatrixGame){3, 1, row}).value, 0.75, 1e-9));
    const double same[] = {0, 0, 0, 0};
    cr_expect(near(solve(&(MatrixGame){2, 2, same}).value, 0, 1e-9));
}

/* H. W. Kuhn, "A Simplified Two-Person Poker" (1950): cards 0 to 2, one each, an ante of 1, bets of 1. For
 * each card the first player bets, or checks and then folds or calls a bet; the second answers a bet by a
 * fold or a call, a check by a check or a bet. */
enum { FIRST_CHECK_FOLD, FIRST_CHECK_CALL, FIRST_BET, FIRST_PLANS };
enum { SECOND_CALLS = 1, SECOND_BETS = 2, SECOND_PLANS = 4 };
enum { FIRST_STRATEGIES = 27, SECOND_STRATEGIES = 64 };

static int plan_for(int strategy, int plans, int card)
{
    for (; card > 0; card--) {
        strategy /= plans;
    }
    return strategy % plans;
}

/* To the first player. */
static int kuhn_hand(int first, int second, int first_plan, int second_plan)
{
    const int showdown = first > second ? 1 : -1;
    if (first_plan == FIRST_BET) {
        return (second_plan & SECOND_CALLS) != 0 ? 2 * showdown : 1;
    }
    if ((second_plan & SECOND_BETS) == 0) {
        return showdown;
    }
    return first_plan == FIRST_CHECK_CALL ? 2 * showdown : -1;
}

static void kuhn_table(double payoffs[FIRST_STRATEGIES * SECOND_STRATEGIES])
{
    for (int f = 0; f < FIRST_STRATEGIES; f++) {
        for (int s = 0; s < SECOND_STRATEGIES; s++) {
            int sum = 0;
            for (int deal = 0; deal < 9; deal++) {
                const int a = deal / 3;
                const int b = deal % 3;
                sum +=
                    a != b ? kuhn_hand(a, b, plan_for(f, FIRST_PLANS, a), plan_for(s, SECOND_PLANS, b)) : 0;
            }
            payoffs[f * SECOND_STRATEGIES + s] = sum / 6.0;
        }
    }
}

Test(matrix_game, kuhn_poker)
{
    static double payoffs[FIRST_STRATEGIES * SECOND_STRATEGIES];
    kuhn_table(payoffs);
    const MatrixGame game = {FIRST_STRATEGIES, SECOND_STRATEGIES, payoffs};
    const MatrixSolution solution = solve(&game);
    cr_expect(near(solution.value, -1.0 / 18.0, 1e-9), "%.12f", solution.value);
    /* in every equilibrium the second player, who has then one of its own, calls with the middle card in a
     * third of all cases, and bluffs with the lowest in a third */
    double calls = 0.0;
    double bluffs = 0.0;
    for (int s = 0; s < SECOND_STRATEGIES; s++) {
        const double share = solution.mixture[SEAT_COALITION][s];
        calls += (plan_for(s, SECOND_PLANS, 1) & SECOND_CALLS) != 0 ? share : 0.0;
        bluffs += (plan_for(s, SECOND_PLANS, 0) & SECOND_BETS) != 0 ? share : 0.0;
    }
    cr_expect(near(calls, 1.0 / 3.0, 1e-6) && near(bluffs, 1.0 / 3.0, 1e-6), "%g %g", calls, bluffs);
}

Test(matrix_game, kuhn_poker_names_plans_that_are_never_good)
{
    static double payoffs[FIRST_STRATEGIES * SECOND_STRATEGIES];
    kuhn_table(payoffs);
    const MatrixGame game = {FIRST_STRATEGIES, SECOND_STRATEGIES, payoffs};
    int good = 0;
    for (int s = 0; s < SECOND_STRATEGIES; s++) {
        /* to call with the lowest card, to fold or to check with the highest is never good */
        const bool silly = (plan_for(s, SECOND_PLANS, 0) & SECOND_CALLS) != 0 ||
                           plan_for(s, SECOND_PLANS, 2) != (SECOND_CALLS | SECOND_BETS);
        const MatrixDominance dominance = dominance_of(&game, SEAT_COALITION, (uint32_t)s);
        good += dominance.kind == MATRIX_NOT_DOMINATED ? 1 : 0;
        cr_expect(!silly || dominance.kind != MATRIX_NOT_DOMINATED, "strategy %d", s);
    }
    cr_expect(good > 0);
}

/* ------------------------------------------------------------------ a second solver */

enum { SMALL = 5, GAMES = 300 };

/* Solves a system of n equations in n unknowns by elimination; false if it has no single solution. */
static bool eliminate(double a[SMALL + 1][SMALL + 2], int n)
{
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int i = column; i < n; i++) {
            pivot = fabs(a[i][column]) > fabs(a[pivot][column]) ? i : pivot;
        }
        if (fabs(a[pivot][column]) < 1e-12) {
            return false;
        }
        for (int j = 0; j <= n; j++) {
            const double swapped = a[pivot][j];
            a[pivot][j] = a[column][j];
            a[column][j] = swapped;
        }
        for (int i = 0; i < n; i++) {
            const double factor = i == column ? 0.0 : a[i][column] / a[column][column];
            for (int j = 0; j <= n; j++) {
                a[i][j] -= factor * a[column][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        a[i][n] /= a[i][i];
    }
    return true;
}

/* The mixture over these strategies of a seat that makes these of the other seat alike, and what they get. */
static bool alike(const MatrixGame *game, Seat seat, unsigned own, unsigned other, double mixture[SMALL],
                  double *value)
{
    int mine[SMALL];
    int theirs[SMALL];
    int size = 0;
    int count = 0;
    for (int i = 0; i < SMALL; i++) {
        if ((own >> i & 1U) != 0) {
            mine[size++] = i;
        }
        if ((other >> i & 1U) != 0) {
            theirs[count++] = i;
        }
    }
    if (size != count) { /* else there were entries to read that nobody has set */
        return false;
    }
    double a[SMALL + 1][SMALL + 2];
    memset(a, 0, sizeof a);
    for (int j = 0; j < size; j++) {
        for (int i = 0; i < size; i++) {
            const int row = seat == SEAT_FRENCH ? mine[i] : theirs[j];
            const int column = seat == SEAT_FRENCH ? theirs[j] : mine[i];
            a[j][i] = game->payoffs[(uint32_t)row * game->columns + (uint32_t)column];
        }
        a[j][size] = -1.0;
        a[size][j] = 1.0;
    }
    a[size][size + 1] = 1.0;
    if (!eliminate(a, size + 1)) {
        return false;
    }
    memset(mixture, 0, SMALL * sizeof *mixture);
    bool fair = true;
    for (int i = 0; i < size; i++) {
        mixture[mine[i]] = a[i][size + 1];
        fair = fair && a[i][size + 1] >= -1e-9;
    }
    *value = a[size][size + 1];
    return fair;
}

/* The value by trying all pairs of supports of one size (every game has an equilibrium of that kind: L. S.
 * Shapley, R. N. Snow, "Basic Solutions of Discrete Games", 1950). */
static bool by_supports(const MatrixGame *game, double *value)
{
    for (unsigned own = 1; own < 1U << game->rows; own++) {
        for (unsigned other = 1; other < 1U << game->columns; other++) {
            double french[SMALL];
            double coalition[SMALL];
            double payoffs[SMALL];
            double second = 0.0;
            if (alike(game, SEAT_FRENCH, own, other, french, value) &&
                alike(game, SEAT_COALITION, other, own, coalition, &second)) {
                matrix_answers(game, SEAT_COALITION, french, payoffs);
                const double least = payoffs[matrix_best(game, SEAT_COALITION, payoffs)];
                matrix_answers(game, SEAT_FRENCH, coalition, payoffs);
                const double most = payoffs[matrix_best(game, SEAT_FRENCH, payoffs)];
                if (most - least < 1e-9) {
                    return true;
                }
            }
        }
    }
    return false;
}

Test(matrix_game, agrees_with_trying_all_supports)
{
    Rng rng = rng_derive(28, RNG_PURPOSE_FUZZ, 0);
    for (int g = 0; g < GAMES; g++) {
        double payoffs[SMALL * SMALL];
        const MatrixGame game = {1 + rng_bounded(&rng, SMALL), 1 + rng_bounded(&rng, SMALL), payoffs};
        const bool coarse = g % 3 == 0; /* wins, draws and losses only: many ties */
        for (uint32_t i = 0; i < game.rows * game.columns; i++) {
            payoffs[i] = coarse ? 0.5 * rng_bounded(&rng, 3) : 2.0 * uniform(&rng) - 1.0;
        }
        double value = 0.0;
        cr_assert(by_supports(&game, &value), "game %d", g);
        const MatrixSolution solution = solve(&game);
        cr_expect(near(solution.value, value, 1e-8), "game %d: %.12f, by supports %.12f", g, solution.value,
                  value);
    }
}

/* Fictitious play (G. W. Brown 1951; J. Robinson 1951): both answer what the other has done so far. Best
 * answers to the averages enclose the value at every moment. */
Test(matrix_game, large_games_lie_between_the_bounds_of_fictitious_play)
{
    enum { ROWS = 60, COLUMNS = 90, STEPS = 40000 };
    static double payoffs[ROWS * COLUMNS];
    static double rows[ROWS];       /* what each row would have got so far */
    static double columns[COLUMNS]; /* what each column would have paid */
    Rng rng = rng_derive(28, RNG_PURPOSE_FUZZ, 1);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        payoffs[i] = uniform(&rng);
    }
    const MatrixGame game = {ROWS, COLUMNS, payoffs};
    double low = 0.0;
    double high = 1.0;
    for (int step = 1; step <= STEPS; step++) {
        const uint32_t row = matrix_best(&game, SEAT_FRENCH, rows);
        const uint32_t column = matrix_best(&game, SEAT_COALITION, columns);
        for (uint32_t i = 0; i < ROWS; i++) {
            rows[i] += payoffs[i * COLUMNS + column];
        }
        for (uint32_t j = 0; j < COLUMNS; j++) {
            columns[j] += payoffs[row * COLUMNS + j];
        }
        low = fmax(low, columns[matrix_best(&game, SEAT_COALITION, columns)] / step);
        high = fmin(high, rows[matrix_best(&game, SEAT_FRENCH, rows)] / step);
    }
    const MatrixSolution solution = solve(&game);
    cr_expect(high - low < 0.02, "%g", high - low); /* else this says little */
    cr_expect(solution.value >= low - 1e-9 && solution.value <= high + 1e-9, "%g in [%g, %g]", solution.value,
              low, high);
}

/* ------------------------------------------------------------------ dominance */

Test(matrix_game, dominated_strategies)
{
    /* row 2 is worse than half row 0 and half row 1, though than neither alone; row 3 is never better than
     * row 0 and once worse; row 4 is row 0's twin */
    const double payoffs[] = {1, 0, 0.5, 0, 1, 0.5, 0.3, 0.3, 0.4, 1, 0, 0.25, 1, 0, 0.5};
    const MatrixGame game = {5, 3, payoffs};
    const MatrixDominance mixed = dominance_of(&game, SEAT_FRENCH, 2);
    cr_expect_eq(mixed.kind, MATRIX_STRICTLY);
    cr_expect(near(mixed.margin, 0.1, 1e-9), "%g", mixed.margin);
    double against[3] = {0, 0, 0};
    for (uint32_t i = 0; i < 5; i++) {
        for (int c = 0; c < 3; c++) {
            against[c] += mixed.mixture[i] * payoffs[i * 3 + (uint32_t)c];
        }
    }
    cr_expect(against[0] > 0.39 && against[1] > 0.39 && against[2] > 0.49);
    cr_expect(near(mixed.mixture[2], 0, 0));
    const MatrixDominance weak = dominance_of(&game, SEAT_FRENCH, 3);
    cr_expect_eq(weak.kind, MATRIX_WEAKLY);
    cr_expect(near(weak.margin, 0.25, 1e-8), "%g", weak.margin);
    cr_expect_eq(dominance_of(&game, SEAT_FRENCH, 0).kind, MATRIX_NOT_DOMINATED);
    cr_expect_eq(dominance_of(&game, SEAT_FRENCH, 1).kind, MATRIX_NOT_DOMINATED);
    cr_expect_eq(dominance_of(&game, SEAT_FRENCH, 4).kind, MATRIX_NOT_DOMINATED);
    cr_expect_eq(matrix_twin(&game, SEAT_FRENCH, 4), 0);
    cr_expect_eq(matrix_twin(&game, SEAT_FRENCH, 3), 3);
    cr_expect_eq(matrix_twin(&game, SEAT_COALITION, 2), 2);
    /* the column player wants little: column 2 is no better than the mean of the others, against row 2 worse
     */
    cr_expect_eq(dominance_of(&game, SEAT_COALITION, 0).kind, MATRIX_NOT_DOMINATED);
}

Test(matrix_game, dominated_strategies_get_no_share)
{
    Rng rng = rng_derive(28, RNG_PURPOSE_FUZZ, 2);
    int dominated = 0;
    for (int g = 0; g < 100; g++) {
        double payoffs[6 * 4];
        for (int i = 0; i < 24; i++) {
            payoffs[i] = uniform(&rng);
        }
        const MatrixGame game = {6, 4, payoffs};
        const MatrixSolution solution = solve(&game);
        for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
            for (uint32_t i = 0; i < matrix_strategies(&game, seat); i++) {
                if (dominance_of(&game, seat, i).kind == MATRIX_STRICTLY) {
                    dominated++;
                    cr_expect(near(solution.mixture[seat][i], 0, 1e-9), "game %d", g);
                }
            }
        }
    }
    cr_expect(dominated > 50, "%d", dominated);
}

Test(matrix_game, answers_to_a_mixture)
{
    const double payoffs[] = {0.5, 0, 1, 1, 0.5, 0, 0, 1, 0.5};
    const MatrixGame game = {3, 3, payoffs};
    const double mostly_rock[] = {0.5, 0.25, 0.25};
    double found[3];
    matrix_answers(&game, SEAT_COALITION, mostly_rock, found);
    cr_expect(near(found[0], 0.5, 1e-12) && near(found[1], 0.375, 1e-12) && near(found[2], 0.625, 1e-12));
    cr_expect_eq(matrix_best(&game, SEAT_COALITION, found), 1); /* paper */
    matrix_answers(&game, SEAT_FRENCH, mostly_rock, found);
    cr_expect_eq(matrix_best(&game, SEAT_FRENCH, found), 1);
    cr_expect(near(found[1], 0.625, 1e-12));
}
