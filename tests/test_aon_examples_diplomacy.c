/* test_aon_examples_diplomacy.c: worked examples of the rulebook on countries, diplomacy, insurrections and cards. */
#include <criterion/criterion.h>

#include "tests/aon_position.h"

Test(aon_examples, e02_adjacency_2_1_1_1)
{
    start("1805");
    cr_expect(area_in(aon_d()->adjacent[area_id("boehmen")], area_id("banat")));
    cr_expect(area_in(aon_d()->adjacent[area_id("banat")], area_id("boehmen")));
}

/* F plays Talleyrand: one CM to NC or one NC to FA, by him alone. */
Test(aon_examples, e06_who_follows_a_card_2_3_8)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "talleyrand");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(talleyrand)");
    expect_list("conversion(0); conversion(1)");
    expect_step("diplomacy_conversion", SEAT_FRENCH);
    play("conversion(0); country(russia)");
    expect_aligned("russia=NC");
    expect_pile("talleyrand");
}
