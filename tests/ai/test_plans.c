/* test_plans.c: plans as values (ai/plans/plan.h), and the search over them: the same questions get the same
 * answers with any number of threads, limits are kept, nothing hidden is looked at, options are checked, it
 * beats the player whose plans it tries.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/plans/plan.h"
#include "ai/plans/search.h"
#include "ai/plans/setting.h"
#include "ai/weights.h"
#include "eval/run/runner.h"
#include "tests/ai/search_table.h"
#include "tests/support/support.h"

static PolicyReport report;
static PolicyReport other;

/* ---- plans ---- */

Test(plan, follows_its_style_but_for_its_exceptions)
{
    const Plan plan = plan_of_style(3);
    cr_expect_eq(plan.style, 3);
    cr_expect_null(plan_change_at(&plan, 0));
    const Plan changed = plan_with_first(&plan, 2);
    const PlanChange *change = plan_change_at(&changed, 0);
    cr_assert_not_null(change);
    cr_expect_eq(plan_place_of_change(change, NULL, 5), 2);
    cr_expect_eq(plan_place_of_change(change, NULL, 2), 0, "any draw is one of the moves");
    cr_expect_null(plan_change_at(&changed, 1));
    const Plan again = plan_with_first(&changed, 4);
    cr_expect_eq(again.count, 1, "one first move only");
    cr_expect_eq(plan_place_of_change(plan_change_at(&again, 0), NULL, 5), 4);
}

Test(plan, a_first_move_is_that_move_whatever_is_believed)
{
    static const float belief[] = {0.1F, 0.2F, 0.7F};
    const Plan style = plan_of_style(0);
    for (uint32_t place = 0; place < 3; place++) {
        const Plan plan = plan_with_first(&style, place);
        cr_expect_eq(plan_place_of_change(plan_change_at(&plan, 0), belief, 3), place);
    }
}

/* The favourite is what the style plays anyway. */
Test(plan, lots_fall_by_belief_but_not_on_the_favourite)
{
    static const float belief[] = {0.1F, 0.1F, 0.5F, 0.3F};
    enum { DRAWS = 65536 };
    unsigned fell[4] = {0};
    for (uint32_t draw = 0; draw < DRAWS; draw++) {
        const PlanChange change = {0, (uint16_t)draw, 0};
        fell[plan_place_of_change(&change, belief, 4)]++;
    }
    cr_expect_eq(fell[2], 0);
    cr_expect_float_eq((double)fell[0] / DRAWS, 0.2, 0.001);
    cr_expect_float_eq((double)fell[1] / DRAWS, 0.2, 0.001);
    cr_expect_float_eq((double)fell[3] / DRAWS, 0.6, 0.001);
    const PlanChange last = {0, UINT16_MAX, 0};
    cr_expect_eq(plan_place_of_change(&last, belief, 1), 0, "a single move");
    static const float one_sided[] = {1.0F, 1e-30F};
    cr_expect_eq(plan_place_of_change(&last, one_sided, 2), 1);
}

Test(plan, changes_stay_in_order_and_have_room)
{
    Rng rng = rng_derive(1, RNG_PURPOSE_FUZZ, 0);
    for (unsigned game = 0; game < 1000; game++) {
        Plan plan = plan_of_style(0);
        for (unsigned i = 0; i < 12; i++) {
            const uint32_t span = 2 + rng_bounded(&rng, 40);
            plan = rng_bounded(&rng, 4) == 0 ? plan_with_first(&plan, rng_bounded(&rng, 60))
                                             : plan_mutated(&plan, span, &rng);
            cr_assert_leq(plan.count, PLAN_CHANGES_MAX);
            for (unsigned k = 1; k < plan.count; k++) {
                cr_assert_lt(plan.change[k - 1].at, plan.change[k].at);
            }
        }
    }
}

Test(plan, what_is_left_of_it)
{
    Plan plan = plan_of_style(1);
    plan.count = 2;
    plan.change[0] = (PlanChange){0, 7, 0};
    plan.change[1] = (PlanChange){3, 9, 1};
    const Plan rest = plan_rest(&plan);
    cr_expect_eq(rest.style, 1);
    cr_expect_eq(rest.count, 1, "the first decision is behind it");
    cr_assert_not_null(plan_change_at(&rest, 2));
    cr_expect_eq(plan_place_of_change(plan_change_at(&rest, 2), NULL, 100), 9);
    cr_expect_null(plan_change_at(&rest, 3));
}

/* ---- the search ---- */

static void play(const Game *game, const char *spec, uint64_t seed, Move *moves, uint32_t *count)
{
    SearchTable table;
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    search_table_open(&table, game, spec);
    memset(&state, 0, sizeof state);
    game_setup(game, &state.header, &dice);
    *count = 0;
    while (!state.header.over && *count < 64) {
        moves[*count] = search_table_ask(&table, &state.header, seed, *count + 1, &report);
        cr_assert(game_move_is_legal(game, &state.header, moves[*count]));
        game_apply(game, &state.header, moves[(*count)++], &dice);
    }
    search_table_close(&table);
}

Test(plans, any_number_of_threads_plays_alike)
{
    Game toy;
    Move one[64];
    Move three[64];
    uint32_t count = 0;
    uint32_t again = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 5; seed++) {
        play(&toy, "plans:sims=100", seed, one, &count);
        play(&toy, "plans:sims=100,threads=3", seed, three, &again);
        cr_assert_eq(count, again);
        cr_expect_eq(memcmp(one, three, count * sizeof one[0]), 0, "seed %llu", (unsigned long long)seed);
    }
    game_release(&toy);
}

Test(plans, reports_add_up)
{
    Game toy;
    StateBuffer state;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        MoveList legal;
        search_table_random_position(&toy, seed, (uint32_t)seed, &state);
        const Move move = search_table_ask_once(&toy, "plans:sims=200,minor=0", &state.header, seed, &report);
        (void)game_legal(&toy, &state.header, &legal);
        cr_assert(report.filled);
        cr_assert_eq(report.count, legal.count);
        cr_expect_eq(report.iterations, search_table_visits(&report));
        cr_expect_leq(report.iterations, 200U + 144U * 8U, "a batch more at most");
        for (uint32_t i = 0; i < report.count; i++) {
            cr_expect_eq(report.moves[i].move, legal.moves[i]);
            cr_expect(report.moves[i].win_probability >= 0 && report.moves[i].win_probability <= 1);
            cr_expect(report.moves[i].visits == 0 ||
                          (report.moves[i].line_count > 0 && report.moves[i].line[0] == report.moves[i].move),
                      "what is tried tells what should follow, itself first");
            cr_expect(report.moves[i].move != move ||
                      report.moves[i].win_probability == report.win_probability);
        }
    }
    game_release(&toy);
}

Test(plans, what_is_found_best_is_chosen_and_told_first)
{
    Game toy;
    StateBuffer state;
    unsigned others = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 60; seed++) {
        uint32_t best[MOVE_LIST_MAX];
        search_table_random_position(&toy, seed, (uint32_t)seed % 5, &state);
        const Move move = search_table_ask_once(&toy, "plans:sims=200,minor=0", &state.header, seed, &report);
        cr_expect_eq(report.moves[report.best].move, move);
        cr_expect_eq(policy_best(&report, MOVE_LIST_MAX, best), report.count);
        cr_expect_eq(best[0], report.best);
        bool most = true;
        for (uint32_t i = 1; i < report.count; i++) {
            cr_expect(i == 1 || report.moves[best[i]].visits <= report.moves[best[i - 1]].visits);
            most = most && report.moves[best[i]].visits <= report.moves[best[0]].visits;
        }
        others += most ? 0 : 1;
    }
    cr_expect_geq(others, 3, "%u: the plan at hand is tried most, even where another is found better",
                  others);
    game_release(&toy);
}

/* What is told of the move chosen by a search with this option, and that move. */
static double told_with(const Game *game, const char *option, const State *state, uint64_t seed, Move *move)
{
    char spec[128];
    (void)snprintf(spec, sizeof spec, "plans:sims=24,minor=0,horizon=1,%s", option);
    *move = search_table_ask_once(game, spec, state, seed, &report);
    return report.win_probability;
}

Test(plans, the_evaluation_of_the_position_grounds_what_is_told_and_changes_no_choice)
{
    Game toy;
    unsigned between = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 40; seed++) {
        StateBuffer state;
        Move free_move = 0;
        Move move = 0;
        search_table_random_position(&toy, seed, (uint32_t)seed % 4, &state);
        const double free = told_with(&toy, "ground=0", &state.header, seed, &free_move);
        double differences[MOVE_LIST_MAX];
        for (uint32_t i = 0; i < report.count; i++) {
            differences[i] = report.moves[i].win_probability - free;
        }
        const double bound = told_with(&toy, "ground=1000", &state.header, seed, &move);
        cr_expect_eq(move, free_move);
        const double usual = told_with(&toy, "ground=64", &state.header, seed, &move);
        cr_expect_eq(move, free_move);
        for (uint32_t i = 0; i < report.count; i++) {
            const double right = usual + differences[i];
            cr_expect(report.moves[i].visits == 0 || right < 0 || right > 1 ||
                          fabs(report.moves[i].win_probability - right) < 1e-9,
                      "all moves are put right alike");
        }
        /* the more it counts, the nearer to it */
        cr_expect((free <= usual + 1e-9 && usual <= bound + 1e-9) ||
                      (free >= usual - 1e-9 && usual >= bound - 1e-9),
                  "%f, %f, %f", free, usual, bound);
        between += fabs(free - bound) > 0.02 && fabs(usual - free) > 0.005 ? 1 : 0;
    }
    cr_expect(between >= 5, "%u cases say something", between);
    game_release(&toy);
}

Test(plans, whoever_plays_no_game_on_is_told_what_the_evaluation_says)
{
    Game toy;
    Move move = 0;
    unsigned told = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&toy, seed, 0, &state);
        (void)told_with(&toy, "ground=64", &state.header, seed, &move);
        move = search_table_ask_once(&toy, "plans:sims=1,horizon=1", &state.header, seed, &report);
        cr_expect(report.win_probability >= 0 && report.win_probability <= 1);
        told += fabs(report.win_probability - 0.5) > 1e-6 ? 1 : 0;
    }
    cr_expect(told >= 15, "%u", told);
    game_release(&toy);
}

Test(plans, hidden_things_do_not_matter)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 30; seed++) {
        StateBuffer state;
        StateBuffer world;
        search_table_random_position(&toy, seed, (uint32_t)seed % 12, &state);
        const Seat seat = (Seat)state.header.seat;
        const Move move = search_table_ask_once(&toy, "plans:sims=60", &state.header, seed, &report);
        for (uint64_t deal = 0; deal < 5; deal++) {
            Rng rng = rng_derive(deal, RNG_PURPOSE_FUZZ, seed);
            world = state;
            toy.rules->view(toy.data, &state.header, seat, &world.header);
            toy.rules->determinize(toy.data, &world.header, seat, &rng);
            cr_expect_eq(search_table_ask_once(&toy, "plans:sims=60", &world.header, seed, &other), move);
            report.seconds = other.seconds; /* of the clock */
            cr_expect_eq(memcmp(&report, &other, sizeof report), 0);
        }
    }
    game_release(&toy);
}

/* Wins of plans in as many games of either seat. */
static unsigned wins_of(const Game *game, const char *spec, const char *against, unsigned games)
{
    Policy policies[2];
    unsigned wins = 0;
    cr_assert(policy_init(&policies[0], game, spec, NULL));
    cr_assert(policy_init(&policies[1], game, against, NULL));
    for (unsigned i = 0; i < 2 * games; i++) {
        const unsigned seat = i % 2;
        const GamePlan plan = {
            .game = game, .policies = {&policies[seat], &policies[1 - seat]}, .seed = 50 + i};
        const GameResult result = runner_play(&plan);
        cr_assert_eq(result.status, RUNNER_DONE);
        wins += result.outcome.winner == (Seat)seat ? 1U : 0U;
    }
    policy_release(&policies[0]);
    policy_release(&policies[1]);
    return wins;
}

/* Of 400 games between equals, 230 or more are won once in 500 times; the short test only sees that it plays.
 */
Test(plans, beats_the_player_whose_plans_it_tries)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    const unsigned pairs = support_short() ? 20 : 200;
    const unsigned wins = wins_of(&toy, "plans:sims=400", "heuristic", pairs);
    cr_expect_geq(wins, pairs * 23 / 20, "%u of %u", wins, 2 * pairs);
    game_release(&toy);
}

/* The first weight of a style, which a toy strategy file may set. */
static double weight_of(const PlansSetting *setting, Seat seat, uint32_t style)
{
    const void *weights = setting->ai->strategy_weights(setting->style[seat][style], seat);
    return weights_get(setting->ai->weights, 0, weights);
}

Test(plans, a_seat_plays_by_its_strategy_for_the_scenario)
{
    static const char *const NAMES[] = {"toy/plain", "toy/short"};
    for (unsigned i = 0; i < 4; i++) {
        Game toy;
        PlansSetting setting;
        PlansParams params = plans_params_default();
        support_load(&toy, NAMES[i / 2], NULL);
        Policy policy = {.game = &toy};
        params.tuned = i % 2;
        cr_assert(plans_setting_open(&setting, game_ai_find("toy"), &params, &policy, NULL));
        const bool tuned = i == 3;
        const double usual = weight_of(&setting, SEAT_COALITION, 0);
        cr_expect_eq(weight_of(&setting, SEAT_FRENCH, 0) == 3, tuned, "%s, tuned=%u", NAMES[i / 2], i % 2);
        cr_expect_neq(usual, 3);
        cr_expect_eq(setting.style_count[SEAT_FRENCH], setting.style_count[SEAT_COALITION] + (tuned ? 1 : 0));
        cr_expect(!tuned || weight_of(&setting, SEAT_FRENCH, 1) == usual, "the usual one is a style then");
        cr_expect_eq(policy.sources[0] != '\0', tuned, "its file is told");
        plans_setting_close(&setting);
        game_release(&toy);
    }
}

Test(plans, options_are_checked)
{
    static const struct {
        const char *spec, *named;
    } bad[] = {
        {"plans", "expected a limit"},
        {"plans:sims=0", "expected a limit"},
        {"plans:sims=x", "option sims"},
        {"plans:sims=10,threads=0", "option threads"},
        {"plans:sims=10,moves=65", "option moves"},
        {"plans:sims=10,c=1", "unknown option \"c\""},
        {"plans:sims=10,noise=2", "option noise"},
    };
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Policy policy;
        Err err;
        err_clear(&err);
        cr_expect_not(policy_init(&policy, &toy, bad[i].spec, &err), "%s", bad[i].spec);
        cr_expect(strstr(err.message, bad[i].named) != NULL, "%s: %s", bad[i].spec, err.message);
    }
    game_release(&toy);
}

Test(plans, a_game_without_a_player_is_told)
{
    Game bare;
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&bare, "bare/plain", NULL);
    cr_expect_not(policy_init(&policy, &bare, "plans:sims=10", &err));
    cr_expect(strstr(err.message, "no heuristic player") != NULL, "%s", err.message);
    game_release(&bare);
}
