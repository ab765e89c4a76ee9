/* test_eagles_terms.c: the inputs of the evaluation as players speak of them: groups, subjects, words. */
#include <criterion/criterion.h>

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
