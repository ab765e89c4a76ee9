/* test_aon_bot.c: the example bot, a program of its own that speaks the text protocol. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/policy.h"
#include "eval/run/match.h"
#include "tests/support/support.h"

Test(aon_bot, beats_random_play)
{
    Game game;
    Policy bot;
    Policy random;
    MatchTally tally;
    Err err;
    err_clear(&err);
    cr_assert(game_load(&game, "aon/1805", NULL, 0, &err), "%s", err.message);
    cr_assert(policy_init(&bot, &game, "exec:exec python3 ai/aon/example_bot.py", &err), "%s", err.message);
    cr_assert(policy_init(&random, &game, "random", &err));
    uint64_t wins = 0;
    const uint64_t games = support_short() ? 3 : 6;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        MatchPlan plan = {
            .game = &game, .policies = {&random, &random}, .games = games, .seed = 7, .threads = 2};
        plan.policies[seat] = &bot;
        cr_assert(match_run(&plan, &tally, NULL));
        cr_expect_eq(tally.games, games);
        cr_expect_eq(tally.forfeits[seat], 0, "%s", tally.forfeit[seat]);
        wins += tally.wins[seat];
    }
    cr_expect_geq(wins, games * 4 / 3, "%u of %u", (unsigned)wins, (unsigned)(2 * games));
    policy_release(&bot);
    policy_release(&random);
    game_release(&game);
}
