/* test_worth.c: games that nobody wins: what they count, and what they are worth to each side. */
#include <criterion/criterion.h>

#include "eval/statistics/worth.h"

static void expect_worth(const char *text, double first, double second)
{
    Worth worth;
    cr_assert(worth_parse(text, &worth), "%s", text != NULL ? text : "nothing");
    cr_expect_float_eq(worth.both_lose[0], first, 1e-15);
    cr_expect_float_eq(worth.both_lose[1], second, 1e-15);
}

Test(worth, is_read_from_one_number_or_two)
{
    expect_worth(NULL, 0.5, 0.5);
    expect_worth("0.25", 0.25, 0.25);
    expect_worth("1,0", 1.0, 0.0);
    expect_worth(".5,.125", 0.5, 0.125);
}

Test(worth, nothing_else_is_taken_for_one)
{
    static const char *const wrong[] = {"",    ",",   "0.5,", ",1", "1.01",        "-0",   "nan",
                                        "inf", "0x1", "1e-1", " 1", "0.5,0.5,0.5", "half", "1;0"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Worth worth;
        cr_expect_not(worth_parse(wrong[i], &worth), "%s", wrong[i]);
    }
}

/* By hand: (6 + 1 + 0.1 * 5) / 20 and the variance of these twenty values. */
Test(worth, is_the_mean_over_all_games)
{
    const WorthCounts counts = {.wins = 6, .draws = 2, .both_lost = 5, .losses = 7};
    const WorthMean mean = worth_mean(&counts, 0.1);
    cr_expect_float_eq(mean.mean, 0.375, 1e-12);
    const double variance = (6.0 + 2.0 * 0.25 + 5.0 * 0.01) / 20.0 - 0.375 * 0.375;
    cr_expect_float_eq(mean.interval.high - mean.mean, 1.959963984540054 * __builtin_sqrt(variance / 20.0),
                       1e-12);
    cr_expect_float_eq(worth_mean(&counts, 0.5).mean, (6.0 + 3.5) / 20.0, 1e-12);
}

Test(worth, stays_within_bounds)
{
    const WorthCounts won = {.wins = 3};
    const WorthCounts none = {0};
    cr_expect_eq(worth_mean(&won, 0.0).interval.high, 1.0);
    cr_expect_eq(worth_mean(&none, 0.0).mean, 0.5);
    cr_expect_eq(worth_mean(&none, 0.0).interval.low, 0.0);
}

Test(worth, only_what_players_hold_apart_moves_a_balance)
{
    cr_expect_eq(worth_balance(&(Worth){{0.5, 0.5}}), 0.5);
    cr_expect_eq(worth_balance(&(Worth){{0.0, 0.0}}), 0.5);
    cr_expect_eq(worth_balance(&(Worth){{1.0, 0.0}}), 1.0);
    cr_expect_float_eq(worth_balance(&(Worth){{0.0, 0.5}}), 0.25, 1e-15);
}
