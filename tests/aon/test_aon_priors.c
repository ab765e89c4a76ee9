/* test_aon_priors.c: the shipped learned priors of Age of Napoleon: sound and honest in random games. */
#include <criterion/criterion.h>

#include "tests/support/priors_play.h"
#include "tests/support/support.h"

Test(aon_priors, priors_of_random_games_are_sound_and_honest)
{
    static const char *const scenarios[] = {"aon/1805", "aon/1809", "aon/1813"};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        priors_play(scenarios[i], "scenarios/aon/priors.json", support_short() ? 1 : 20);
    }
}

Test(aon_priors, every_kind_of_decision_has_a_name_of_its_own) { priors_have_names("aon/1805"); }
