/* test_mcts_plans.c: the tree that begins with what whole plans were worth (option plans of mcts). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/ai/search_table.h"
#include "tests/support/support.h"

static PolicyReport report, other;

enum { DECISIONS = 48 };

static uint32_t play(const Game *game, const char *spec, uint64_t seed, Move *moves)
{
    SearchTable table;
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    uint32_t count = 0;
    search_table_open(&table, game, spec);
    memset(&state, 0, sizeof state);
    game_setup(game, &state.header, &dice);
    while (!state.header.over && count < DECISIONS) {
        moves[count] = search_table_ask(&table, &state.header, seed, count + 1, &report);
        cr_assert(game_move_is_legal(game, &state.header, moves[count]));
        game_apply(game, &state.header, moves[count++], &dice);
    }
    search_table_close(&table);
    return count;
}

static void expect_same_game(const Game *game, const char *one, const char *two, uint64_t seed)
{
    Move first[DECISIONS];
    Move second[DECISIONS];
    const uint32_t count = play(game, one, seed, first);
    cr_assert_eq(play(game, two, seed, second), count);
    cr_expect_arr_eq(first, second, count * sizeof first[0], "%s and %s, seed %llu", one, two,
                     (unsigned long long)seed);
}

/* Plans alone decide as the policy that has nothing else, and go on with the plan at hand as it does: the
 * same game. */
Test(mcts_plans, plans_alone_are_the_policy_plans)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 10; seed++) {
        expect_same_game(&toy, "plans:sims=60,minor=0", "mcts:sims=60,plans=1,memory=1", seed);
        expect_same_game(&toy, "plans:sims=60", "mcts:sims=60,plans=1,minor=2,memory=1", seed);
        expect_same_game(&toy, "plans:sims=60,horizon=2", "mcts:sims=60,plans=1,minor=2,stretches=2,memory=1",
                         seed); /* as far as leaves of the tree */
    }
    game_release(&toy);
}

Test(mcts_plans, any_number_of_threads_plays_alike)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 5; seed++) {
        expect_same_game(&toy, "mcts:sims=100,plans=0.5,trees=3,memory=3",
                         "mcts:sims=100,plans=0.5,trees=3,memory=3,threads=3", seed);
    }
    game_release(&toy);
}

static double chance_of(Move move)
{
    for (uint32_t i = 0; i < report.count; i++) {
        if (report.moves[i].move == move) {
            return report.moves[i].win_probability;
        }
    }
    return -1.0;
}

/* Playouts of plans are iterations, and what a plan was tried is among the visits of its first move. */
Test(mcts_plans, reports_count_plans_and_tree)
{
    Game toy;
    uint32_t mixed = 0;
    uint32_t agreed = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 30; seed++) {
        StateBuffer state;
        search_table_random_position(&toy, seed, (uint32_t)seed % 12, &state);
        (void)search_table_ask_once(&toy, "mcts:sims=400,plans=1,minor=0,memory=1", &state.header, seed,
                                    &report);
        const uint64_t of_plans = search_table_visits(&report);
        const bool alike = report.iterations < 400; /* plans end where they all come to the same */
        const Move move = search_table_ask_once(&toy, "mcts:sims=800,plans=0.5,minor=0,early=0,memory=1",
                                                &state.header, seed, &other);
        cr_expect_leq(of_plans, report.iterations);
        report = other;
        if (report.count < 2) {
            continue;
        }
        cr_expect_eq(report.iterations, 800, "the tree goes on, where plans end early, too");
        agreed += alike ? 1 : 0;
        if (alike) {
            continue;
        }
        mixed++;
        cr_expect_geq(search_table_visits(&report), of_plans + 800 - 400 - 144, "%llu of plans",
                      (unsigned long long)of_plans);
        cr_expect_eq(chance_of(move), report.win_probability);
        for (uint32_t i = 0; i < report.count; i++) {
            cr_expect(report.moves[i].win_probability >= 0 && report.moves[i].win_probability <= 1);
            cr_expect(report.moves[i].standard_error >= 0 && report.moves[i].standard_error <= 0.5);
        }
    }
    cr_expect_gt(mixed, 5, "%u decisions were more than plans", mixed);
    cr_expect_gt(agreed, 0, "plans came to the same somewhere");
    game_release(&toy);
}

Test(mcts_plans, hidden_things_do_not_matter)
{
    Game toy;
    const char *spec = "mcts:sims=80,plans=0.5,memory=1";
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 30; seed++) {
        StateBuffer state;
        StateBuffer world;
        search_table_random_position(&toy, seed, (uint32_t)seed % 12, &state);
        const Seat seat = (Seat)state.header.seat;
        const Move move = search_table_ask_once(&toy, spec, &state.header, seed, &report);
        for (uint64_t deal = 0; deal < 5; deal++) {
            Rng rng = rng_derive(deal, RNG_PURPOSE_FUZZ, seed);
            world = state;
            toy.rules->view(toy.data, &state.header, seat, &world.header);
            toy.rules->determinize(toy.data, &world.header, seat, &rng);
            cr_expect_eq(search_table_ask_once(&toy, spec, &world.header, seed, &other), move);
            report.seconds = other.seconds; /* of the clock */
            cr_expect_eq(memcmp(&report, &other, sizeof report), 0);
        }
    }
    game_release(&toy);
}

/* Half of the time for plans, half for the tree. */
Test(mcts_plans, time_is_kept, .timeout = 60)
{
    Game toy;
    StateBuffer state;
    support_load(&toy, "toy/plain", NULL);
    search_table_random_position(&toy, 3, 4, &state);
    (void)search_table_ask_once(&toy, "mcts:time=2,plans=0.5,memory=4", &state.header, 3, &report);
    cr_expect(report.filled);
    cr_expect_gt(report.iterations, 0);
    game_release(&toy);
}

Test(mcts_plans, a_game_without_a_player_is_told)
{
    Game bare;
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&bare, "bare/plain", NULL);
    cr_expect_not(policy_init(&policy, &bare, "mcts:sims=10,plans=0.5", &err));
    cr_expect(strstr(err.message, "expected plans=0") != NULL, "%s", err.message);
    game_release(&bare);
}
