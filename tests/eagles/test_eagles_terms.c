/* test_eagles_terms.c: the inputs of the evaluation as players speak of them: groups, subjects, words. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/evaluation.h"
#include "engine/scenario.h"
#include "tests/ai/terms_table.h"

Test(eagles_terms, every_input_belongs_somewhere)
{
    terms_table_expect_order("eagles/1805");
    terms_table_expect_order("eagles/1815");
    terms_table_expect_order("eagles/1805-15");
}

Test(eagles_terms, words_name_what_they_are_about)
{
    static const Saying sayings[] = {
        {"1805.near5.coalition.0", 0.5, 1.2, "strength near cities that decide",
         "Coalition SP by morale within 5 hexes of Vienna 5.0 instead of 12.0"},
        {"1805.control.french.0", 1.0, 0.0, "cities that decide", "Vienna French"},
        {"1805.siege.any.0", 0.6, 0.1, "cities that decide",
         "Vienna besieged in 60 % of cases instead of 10 %"},
        {"1805.strength.french", 10.0, 9.0, "size of the armies",
         "French SP by morale on the map 100.0 instead of 90.0"},
        {"campaign.nation_side.coalition.1", 0.0, 1.0, "states and their sides", "England on neither side"},
    };
    terms_table_expect_words("eagles/1805", sayings, sizeof sayings / sizeof sayings[0]);
}

/* The evaluation that a scenario is judged by: the name of its file. */
static const char *evaluation_of_scenario(const char *scenario, char path[SCENARIO_PATH_BYTES])
{
    Err err = {0};
    cr_assert(scenario_find_evaluation("eagles", scenario, NULL, path, &err), "%s", scenario);
    return strrchr(path, '/') + 1;
}

Test(eagles_terms, long_scenarios_have_evaluations_of_their_own)
{
    char path[SCENARIO_PATH_BYTES];
    cr_expect_str_eq(evaluation_of_scenario("eagles/1805", path), "evaluation.json");
    cr_expect_str_eq(evaluation_of_scenario("eagles/1805-15", path), "evaluation-1805-15.json");
    cr_expect_str_eq(evaluation_of_scenario("scenarios/eagles/1808-14.json", path),
                     "evaluation-1808-14.json");
    cr_expect_str_eq(evaluation_of_scenario("eagles/1811-14", path), "evaluation-1811-14.json");
}

/* ... which tell positions apart: at the beginning of the campaign, and without the armies of one side. */
Test(eagles_terms, the_campaign_is_judged_by_what_stands_on_the_map)
{
    Game game;
    Evaluation evaluation;
    Err err = {0};
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    memset(&state, 0, sizeof state);
    cr_assert(game_load(&game, "eagles/1805-15", NULL, 0, &err));
    cr_assert(evaluation_open(&evaluation, &game, NULL, &err));
    game_setup(&game, &state.header, &dice);
    const double before = evaluation_of(&evaluation, &state.header);
    for (unsigned ply = 0; ply < 3000 && !state.header.over; ply++) { /* some months at random */
        MoveList legal;
        (void)game_legal(&game, &state.header, &legal);
        game_apply(&game, &state.header, legal.moves[ply % legal.count], &dice);
    }
    const double after = evaluation_of(&evaluation, &state.header);
    cr_expect(before > 0.05 && before < 0.95, "%g", before);
    cr_expect(after != before, "%g before and after", after);
    evaluation_release(&evaluation);
    game_release(&game);
}
