/* test_eagles_terms.c: the inputs of the evaluation as players speak of them: groups, subjects, words. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/eagles/inputs.h"
#include "ai/evaluation.h"
#include "engine/scenario.h"
#include "tests/ai/terms_table.h"
#include "tests/eagles/eagles_position.h"

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
        {"1805.march4.french.0", 1.0, 0.0, "strength near cities that decide",
         "French SP by morale within 4 MP of Vienna 10.0 instead of 0.0"},
        {"1805.mass2.coalition.0", 0.4, 1.4, "strength near cities that decide",
         "Coalition SP by morale in one stack within 2 MP of Vienna 4.0 instead of 14.0"},
        {"1805.napoleon4.any.0", 1.0, 0.0, "strength near cities that decide",
         "Napoleon within 4 MP of Vienna"},
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

Test(eagles_terms, some_scenarios_have_evaluations_of_their_own)
{
    char path[SCENARIO_PATH_BYTES];
    cr_expect_str_eq(evaluation_of_scenario("eagles/1805", path), "evaluation.json");
    cr_expect_str_eq(evaluation_of_scenario("eagles/1806", path), "evaluation-1806.json");
    cr_expect_str_eq(evaluation_of_scenario("eagles/1809", path), "evaluation-1809.json");
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

/* Value of an input of a board's position, by name. */
static float input_of(Board *b, const char *wanted)
{
    ModelInputs inputs;
    float sum = 0.0F;
    eagles_inputs(board_data(b), board_state(b), &inputs);
    for (uint32_t i = 0; i < inputs.count; i++) {
        char name[MODEL_NAME_BYTES];
        eagles_input_name(b->game.data, inputs.index[i], name);
        sum += strcmp(name, wanted) == 0 ? inputs.value[i] : 0.0F;
    }
    return sum;
}

static void expect_input(Board *b, const char *name, float value)
{
    const float found = input_of(b, name);
    cr_expect_float_eq(found, value, 1e-5, "%s: %g, expected %g", name, (double)found, (double)value);
}

/* French infantry has morale 2, so an SP of it is worth 1.0 in units of ten; Vienna (city 0 that decides) is
 * 3427. Where leaders ride far, the way from a hex away costs what its hexside says. */
Test(eagles_terms, inputs_tell_what_can_march_where)
{
    Board b;
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "3427", "france", "I", 4);
    board_put(&b, "3428", "france", "I", 6);
    board_lead(&b, "3428", "davout");
    board_lead(&b, "3427", "napoleon");
    const unsigned vienna = board_hex(&b, "3427");
    const unsigned away = board_hex(&b, "3428");
    const EaglesData *d = board_data(&b);
    const unsigned mp = d->hex[away].cost[0][eagles_direction(d, away, vienna)];
    cr_assert(mp > 0 && mp <= 2, "%u", mp);
    expect_input(&b, "1805.near0.french.0", 0.4F);
    expect_input(&b, "1805.march2.french.0", 1.0F);
    expect_input(&b, "1805.march12.french.0", 1.0F);
    expect_input(&b, "1805.march12.coalition.0", 0.0F);
    expect_input(&b, "1805.mass2.french.0", 0.6F);
    expect_input(&b, "1805.fed4.french.0", 1.0F);
    expect_input(&b, "1805.unfed.french", 0.0F);
    expect_input(&b, "1805.moved.french", 0.0F);
    expect_input(&b, "1805.napoleon2.any.0", 1.0F);
    const float leadership =
        (float)(d->leader[d->napoleon].leadership + d->leader[eagles_find_leader(d, "davout")].leadership);
    expect_input(&b, "1805.command.french.0", leadership / 10.0F);
    /* six out of supply, done moving */
    EaglesState *s = board_state(&b);
    for (unsigned i = 0; i < s->rows; i++) {
        if (eagles_row_at(s, i, away)) {
            s->row_key[i] |= EAGLES_FLAG_UNSUPPLIED | EAGLES_FLAG_FINISHED;
        }
    }
    expect_input(&b, "1805.fed4.french.0", 0.4F);
    expect_input(&b, "1805.unfed.french", 0.6F);
    expect_input(&b, "1805.moved.french", 0.6F);
    board_close(&b);
}
