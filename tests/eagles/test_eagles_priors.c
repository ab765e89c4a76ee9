/* test_eagles_priors.c: the shipped learned priors of Napoleon's Eagles: sound and honest in random games;
 * what moves name. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/eagles/move_inputs.h"
#include "engine/scenario.h"
#include "tests/eagles/eagles_position.h"
#include "tests/support/priors_play.h"
#include "tests/support/support.h"

Test(eagles_priors, priors_of_random_games_are_sound_and_honest)
{
    static const char *const scenarios[] = {"eagles/1815", "eagles/1805", "eagles/1813"};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        priors_play(scenarios[i], "scenarios/eagles/priors.json", support_short() ? 1 : 10);
    }
}

Test(eagles_priors, every_kind_of_decision_has_a_name_of_its_own) { priors_have_names("eagles/1805"); }

/* What was learned from the short scenarios is for them. */
Test(eagles_priors, long_scenarios_have_their_own)
{
    char path[SCENARIO_PATH_BYTES];
    Err err;
    cr_assert(scenario_find_priors("eagles", "eagles/1809", NULL, path, &err));
    cr_expect_not_null(strstr(path, "eagles/priors.json"), "%s", path);
    cr_assert(scenario_find_priors("eagles", "eagles/1805-15", NULL, path, &err));
    cr_expect_not_null(strstr(path, "eagles/priors-1805-15.json"), "%s", path);
    priors_play("eagles/1811-14", path, 0);
}

static void expect_kind(const Board *b, const char *text, const char *expected)
{
    Move move = 0;
    char name[PRIOR_NAME_BYTES];
    cr_assert(eagles_move_parse(board_data(b), text, &move), "%s", text);
    eagles_prior_kind_name(eagles_prior_kind_of_move(move), name);
    cr_expect_str_eq(name, expected, "%s: %s", text, name);
}

Test(eagles_priors, a_move_tells_its_kind)
{
    Board b;
    board_open(&b, "eagles/1805", NULL);
    expect_kind(&b, "CONTINUE(no)", "CONTINUE(no)");
    expect_kind(&b, "CONTINUE(yes)", "CONTINUE(yes)");
    expect_kind(&b, "TAKE(ALL)", "TAKE(ALL)");
    expect_kind(&b, "STOP", "STOP");
    expect_kind(&b, "CROSS(no)", "CROSS(no)");
    expect_kind(&b, "CITY_CHOICE(besiege)", "CITY_CHOICE(besiege)");
    board_close(&b);
}
