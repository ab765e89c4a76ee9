/* test_nae_terms.c: the inputs of the evaluation as players speak of them: groups, subjects, words. */
#include <criterion/criterion.h>

#include "tests/ai/terms_table.h"

Test(nae_terms, every_input_belongs_somewhere)
{
    terms_table_expect_order("nae/1815");
    terms_table_expect_order("nae/1805");
}

Test(nae_terms, words_name_what_they_are_about)
{
    static const Saying sayings[] = {
        {"strength.french.paris", 1.5, 0.5, "where the armies stand",
         "French steps' worth in Paris 9.0 instead of 3.0"},
        {"marker.coalition.paris", 0.8, 0.1, "zones and fortresses held",
         "Paris held by the Coalition in 80 % of cases instead of 10 %"},
        {"status.prusse.3", 1.0, 0.0, "nations and their sides", "Prusse under a forced peace"},
        {"card.1C", 0.0, 1.0, "cards and action points",
         "Admiralty in the Coalition's hand in 0 % of cases instead of 100 %"},
        {"saved.french.0", 1.0, 0.0, "cards and action points",
         "French action points in reserve 2.0 instead of 0.0"},
        {"level.3", 1.0, 0.0, "victory level and escalade", "victory level 1.0 instead of 0.0"},
        {"napoleon.vienne", 0.0, 1.0, "Napoléon", "Napoléon off the map"},
    };
    terms_table_expect_words("nae/1805", sayings, sizeof sayings / sizeof sayings[0]);
}
