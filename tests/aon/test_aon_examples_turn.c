/* test_aon_examples_turn.c: worked examples of the rulebook on set-up, surrender, winter attrition and
 * victory. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

static void surrender_sachsen(const char *prussia)
{
    start("1809");
    align("russia=CM sachsen=FD!");
    align(prussia);
    corps("sachsen", "kutuzov");
    at_surrender();
}

Test(aon_examples, e36_reattachment_14_1_3)
{
    surrender_sachsen("prussia=CM");
    expect_aligned("sachsen=- prussia=CM");
    expect_at("kutuzov", "sachsen");
    cr_expect_eq(aon_owner(aon_d(), aon_s(), area_id("sachsen")), AON_PRUSSIA);
    cr_expect_not(aon_was_insurgent(aon_s(), country_id("sachsen")), "8.3.3: the marker is removed");
    const char *const others[] = {"prussia=NC", "prussia=IC", "prussia=FA", "prussia=FD"};
    for (unsigned i = 0; i < 4; i++) {
        surrender_sachsen(others[i]);
        expect_aligned("sachsen=CM");
        expect_aligned(others[i]);
        expect_at("kutuzov", "sachsen");
    }
}

static void winter_in_moscow(const char *french_hand, const char *coalition_hand, const char *fallen)
{
    start("1805");
    align("russia=NC");
    corps("moscow", "napoleon davout lannes massena soult ney* murat* suchet*");
    corps("boehmen", "karl");
    hand(SEAT_FRENCH, french_hand);
    hand(SEAT_COALITION, coalition_hand);
    dice(fallen);
    at_winter(SEAT_FRENCH);
}

/* Losses taken until the step is over. */
static unsigned winter_losses(void)
{
    unsigned count = 0;
    for (; strcmp(aon_step_name(aon_s()->header.step), "winter_loss") == 0; count++) {
        play(count == 0 ? "loss(davout)" : "loss(lannes)");
        if (count == 1) {
            play_each("loss");
        }
    }
    return (unsigned)corps_count(aon_corps_at(aon_s(), AON_PLACE_LOST));
}

Test(aon_examples, e37_winter_in_moscow_15_2)
{
    winter_in_moscow("", "", "4");
    expect_step("winter_loss", SEAT_FRENCH);
    expect_choices("loss",
                   "napoleon davout lannes massena soult ney murat"); /* his choice; a second one follows */
    play("loss(massena); loss(suchet)");
    expect_at("massena suchet", "lost");
    cr_expect_eq(corps_count(aon_corps_at(aon_s(), area_id("moscow"))), 6);
    expect_aligned("russia=NC");
}

Test(aon_examples, e38_depot_twice_15)
{
    winter_in_moscow("depot napoleonica", "", "1");
    play("play_card(depot); play_card(napoleonica); play_card(depot)");
    expect_fallen(1);
    cr_expect_eq(winter_losses(), 1); /* 1 + 1 - 2 + 4 */
    winter_in_moscow("depot", "", "1");
    play("play_card(depot)");
    cr_expect_eq(winter_losses(), 2); /* 1 + 1 - 2 + 2 */
    winter_in_moscow("", "", "1");
    cr_expect_eq(winter_losses(), 4);
}

Test(aon_examples, e38_scorched_earth_twice_15)
{
    winter_in_moscow("", "scorched_earth napoleonica", "6");
    play("play_card(scorched_earth); play_card(napoleonica); play_card(scorched_earth)");
    cr_expect_eq(winter_losses(), 3); /* 6 + 1 - 2 - 4 */
    winter_in_moscow("", "", "6");
    cr_expect_eq(winter_losses(), 1); /* 6 + 1 - 2 */
}

Test(aon_examples, e40_automatic_britannia_2_3_13)
{
    start("1805");
    align("russia=NC");
    corps("niederoesterreich", "davout lannes");
    hand(SEAT_FRENCH, "britannia no_surrender");
    cr_expect_eq(aon_s()->events & AON_EVENT_BRITANNIA, 0);
    at_surrender();
    expect_aligned("austria=NC");
    cr_expect_neq(aon_s()->events & AON_EVENT_BRITANNIA, 0);
}

static void expect_corps_in(const char *area, const char *list, unsigned count)
{
    expect_at(list, area);
    cr_expect_eq(corps_count(aon_corps_at(aon_s(), area_id(area))), count, "%s", area);
}

Test(aon_examples, e41_1805_set_up_17_1)
{
    aon_load("1805", "");
    cr_expect_eq(aon_s()->header.turn, 0);
    cr_expect_eq(aon_s()->round, 3);
    expect_step("campaign_first", SEAT_FRENCH);
    cr_expect_eq(corps_count(corps_and(aon_on_map(aon_s()), aon_side(aon_d(), aon_s(), SEAT_FRENCH))), 8);
    cr_expect_eq(corps_count(corps_and(aon_on_map(aon_s()), aon_side(aon_d(), aon_s(), SEAT_COALITION))), 8);
    expect_corps_in("ile_de_france", "brune", 1);
    expect_corps_in("flandres", "napoleon murat davout soult", 4);
    expect_corps_in("hannover", "bernadotte", 1);
    expect_corps_in("italia", "massena", 1);
    expect_corps_in("chiesa", "st_cyr", 1);
    expect_corps_in("tirol", "karl johann hiller", 3);
    expect_corps_in("bayern", "ferdinand mack", 2);
    expect_corps_in("minsk", "bennigsen", 1);
    expect_corps_in("volhynia", "buxhowden", 1);
    expect_corps_in("westgalizien", "kutuzov", 1);
    cr_expect_eq(aon_s()->hand_count[SEAT_FRENCH], 8);
    cr_expect_eq(aon_s()->hand_count[SEAT_COALITION], 8);
    cr_expect_eq(aon_s()->deck_count, 37);
    cr_expect_eq(aon_discard_count(aon_d(), aon_s()), 0);
    expect_aligned(
        "austria=CM prussia=NC russia=CM spain=FA bayern=FA italia=FD portugal=NC tirol=- sachsen=-");
}

Test(aon_examples, e41_cards_set_aside_17_1)
{
    start("1805");
    cr_expect_eq(aon_s()->deck_count, 53);
    year(1806);
    hand(SEAT_FRENCH, "continental_system napoleon_i");
    at_diplomacy(SEAT_FRENCH);
    cr_expect_eq(copies_on_pile("english_gold") + copies_on_pile("insurrection"), 0);
    play("play_card(continental_system); pass");
    cr_expect_eq(copies_on_pile("english_gold"), 1);
    cr_expect_eq(copies_on_pile("insurrection"), 1);
    cr_expect_eq(copies_on_pile("continental_system"), 1);
}

/* France and what it needs for a marginal victory: its six neighbours, and Österreich held, Russia out of it.
 */
static void set_up_marginal_victory(int in)
{
    start("1809");
    year(in);
    align("spain=FD italia=FD schweiz=FA wuerttemberg=FA westfalen=FD holland=FD russia=NC austria=NC "
          "tirol=FD");
    corps("niederoesterreich", "davout");
    aon_s()->invaded_year = 0;
}

Test(aon_examples, e42_a_marginal_victory_is_not_remembered_16_2)
{
    set_up_marginal_victory(1811);
    at_victory();
    expect_list("end_game; go_on");
    play("go_on");
    cr_expect_eq(aon_s()->header.turn, 7, "the game went on");
    corps("reserve", "davout");
    at_victory();
    cr_expect_eq(aon_s()->header.over, 0);
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_french");
    set_up_marginal_victory(1811);
    at_victory();
    play("end_game");
    expect_over(SEAT_FRENCH, OUTCOME_MARGINAL);
}

Test(aon_examples, e42_the_end_of_1815_6_3)
{
    start("1809");
    year(1815);
    at_victory();
    expect_over(SEAT_FRENCH, OUTCOME_TIE_BREAK);
}

Test(aon_examples, e42_a_decisive_victory_6_1_2)
{
    set_up_marginal_victory(1808);
    align("portugal=FA sverige=NC prussia=FA");
    corps("moscow", "ney");
    at_victory();
    expect_over(SEAT_FRENCH, OUTCOME_DECISIVE);
    set_up_marginal_victory(1808);
    align("portugal=CM sverige=NC prussia=FA");
    corps("moscow", "ney");
    at_victory();
    cr_expect_eq(aon_s()->header.over, 0, "Portugal is a Coalition member");
}

/* Without one of the three great powers there is no decisive victory. */
Test(aon_examples, e42_all_three_powers_6_1_2)
{
    const char *const missing[] = {"russia=NC", "austria=NC", "prussia=NC", "italia=NC", "sverige=IC"};
    for (unsigned i = 0; i < 5; i++) {
        start("1809");
        year(1808);
        align("spain=FD italia=FD schweiz=FA wuerttemberg=FA westfalen=FD holland=FD portugal=FA tirol=FD");
        align("russia=FA austria=FA prussia=FA sverige=NC");
        align(missing[i]);
        at_victory();
        cr_expect_eq(aon_s()->header.over, 0, "%s", missing[i]);
    }
    start("1809");
    year(1808);
    align("spain=FD italia=FD schweiz=FA wuerttemberg=FA westfalen=FD holland=FD portugal=FA tirol=FD");
    align("russia=FA austria=FA prussia=FA sverige=NC");
    at_victory();
    expect_over(SEAT_FRENCH, OUTCOME_DECISIVE);
}

static void occupy_vienna(const char *capital, const char *elsewhere, const char *coalition)
{
    start("1805");
    corps("niederoesterreich", capital);
    corps("grenzregion", elsewhere);
    corps("boehmen", coalition);
    dice_at_random(); /* winter attrition follows */
    at_surrender();
}

Test(aon_examples, e58_surrender_arithmetic_14_2_1)
{
    occupy_vienna("davout", "ney soult", "karl kutuzov bagration");
    expect_aligned("austria=CM");
    occupy_vienna("davout", "ney soult", "bennigsen kutuzov bagration");
    expect_aligned("austria=NC");
    occupy_vienna("davout", "ney soult lannes", "karl kutuzov bagration");
    expect_aligned("austria=NC");
    expect_at("karl", "reserve");
    expect_at("kutuzov bagration", "volhynia");
    occupy_vienna(
        "",
        "napoleon davout lannes massena soult ney murat suchet st_cyr marmont macdonald bernadotte augereau "
        "mortier victor oudinot bessieres gerard grouchy junot",
        "karl");
    expect_aligned("austria=CM");
}

static void occupy_spain(const char *fourth)
{
    start("1809");
    align("spain=CM!");
    corps("castilla", "davout");
    corps("navarra", "ney");
    corps("valencia", "soult");
    corps("galicia", fourth);
    at_surrender();
}

Test(aon_examples, e59_a_formerly_insurgent_major_14_2_1)
{
    occupy_spain("");
    expect_aligned("spain=CM");
    occupy_spain("lannes");
    expect_aligned("spain=FD");
}

Test(aon_examples, e60_order_of_surrender_14_0)
{
    start("1805");
    align("tirol=CM");
    corps("tirol", "ney");
    corps("niederoesterreich", "davout");
    hand(SEAT_COALITION, "no_surrender");
    at_surrender();
    expect_step("surrender_check", SEAT_COALITION);
    expect_aligned("tirol=CM austria=CM");
    play("pass");
    expect_step("surrender_check", SEAT_COALITION);
    expect_aligned("tirol=FA austria=CM");
    play("play_card(no_surrender)");
    expect_aligned("tirol=FA austria=CM");
}

static void check_coalition_victory(const char *alignments)
{
    start("1805");
    align("bayern=NC hannover=NC holland=NC italia=NC chiesa=NC schweiz=NC westfalen=NC wuerttemberg=NC "
          "spain=NC");
    align(alignments);
    at_victory();
}

Test(aon_examples, e61_the_coalitions_marginal_victory_6_2_1)
{
    check_coalition_victory("bayern=FA holland=FD italia=FA");
    expect_step("victory_coalition", SEAT_COALITION);
    expect_list("end_game; go_on");
    play("end_game");
    expect_over(SEAT_COALITION, OUTCOME_MARGINAL);
    check_coalition_victory("spain=FA bayern=FA holland=FD");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_coalition");
    check_coalition_victory("bayern=FA holland=FD italia=FA schweiz=FA");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_coalition");
}

static void check_french_victory(int in, int invaded, const char *russia)
{
    set_up_marginal_victory(in);
    align(russia);
    aon_s()->invaded_year = (uint8_t)(invaded == 0 ? 0 : invaded - 1800);
    at_victory();
}

Test(aon_examples, e62_the_french_marginal_victory_6_1_1)
{
    check_french_victory(1811, 0, "");
    expect_step("victory_french", SEAT_FRENCH);
    check_french_victory(1810, 0, "");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_french");
    check_french_victory(1810, 1809, "");
    expect_step("victory_french", SEAT_FRENCH);
    check_french_victory(1810, 1810, "");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_french");
    check_french_victory(1811, 0, "russia=CM");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_french");
}

/* Each of the six neighbours counts. */
Test(aon_examples, e62_neighbours_of_france_6_1_1)
{
    const char *const lost[] = {"spain=NC",        "italia=CM",    "schweiz=NC",
                                "wuerttemberg=NC", "westfalen=CM", "holland=NC"};
    for (unsigned i = 0; i < 6; i++) {
        check_french_victory(1811, 0, lost[i]);
        cr_expect_str_neq(aon_step_name(aon_s()->header.step), "victory_french", "%s", lost[i]);
    }
}
