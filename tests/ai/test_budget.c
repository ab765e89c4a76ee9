/* test_budget.c: the time for a game lasts to its end, whatever its length (ai/mcts/budget.h). */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/mcts/budget.h"
#include "tests/support/support.h"

static uint32_t turns; /* of the game being timed */
static uint32_t count_turns(const void *data)
{
    (void)data;
    return turns;
}

/* Plays through a game that uses each share to the last bit; returns what the first and last turn got. */
static Budget play_through(uint32_t decisions_a_turn, double seconds, double spent[2])
{
    const GameRules rules = {.turn_count = turns > 0 ? count_turns : NULL};
    const Game game = {.rules = &rules};
    Budget budget = budget_open(&game, seconds);
    const uint32_t most = turns > 0 ? turns : 1;
    spent[0] = spent[1] = 0.0;
    for (uint32_t turn = 0; turn < most; turn++) {
        for (uint32_t i = 0; i < decisions_a_turn; i++) {
            const State view = {.seat = SEAT_FRENCH, .turn = (uint8_t)turn};
            const double share = budget_share(&budget, &view);
            cr_assert_gt(share, 0.0);
            budget_spend(&budget, share);
            spent[0] += turn == 0 ? share : 0.0;
            spent[1] += turn + 1 == most ? share : 0.0;
        }
    }
    return budget;
}

Test(budget, lasts_to_the_last_turn)
{
    static const uint32_t lengths[] = {3, 11, 40, 250};
    static const uint32_t widths[] = {12, 40, 200};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t k = 0; k < sizeof widths / sizeof widths[0]; k++) {
            double spent[2];
            turns = lengths[i];
            const Budget budget = play_through(widths[k], 100.0, spent);
            cr_expect_geq(budget.left, 0.0);
            cr_expect_lt(budget.left, 40.0, "%u turns of %u: %g of 100 left", turns, widths[k], budget.left);
            /* the last turn is not starved, even if turns are other than was reckoned at first */
            cr_expect_gt(spent[1] * turns, 15.0, "%u turns of %u: the last had %g", turns, widths[k],
                         spent[1]);
        }
    }
}

Test(budget, of_a_game_that_counts_no_turns)
{
    double spent[2];
    turns = 0;
    const Budget budget = play_through(60, 60.0, spent);
    cr_expect_float_eq(budget.left, 60.0 * 0.364794, 1e-3); /* (59/60)^60 */
}

Test(budget, used_up_is_not_without_limit)
{
    turns = 5;
    const GameRules rules = {.turn_count = count_turns};
    const Game game = {.rules = &rules};
    Budget budget = budget_open(&game, 1.0);
    const State view = {.seat = SEAT_FRENCH};
    budget_spend(&budget, 3.0);
    const double share = budget_share(&budget, &view);
    cr_expect(share > 0.0 && share < 1e-6);
}
