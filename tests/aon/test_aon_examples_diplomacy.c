/* test_aon_examples_diplomacy.c: worked examples of the rulebook on countries, diplomacy, insurrections and
 * cards. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* Some corps of a list are available to a seat, or none of them is. */
static bool available(Seat seat, const char *id)
{
    return corps_in(aon_available(aon_d(), aon_s(), seat), corps_id(id));
}

Test(aon_examples, e01_home_areas_2_1_1_5)
{
    const char *const blue[] = {"napoleon", "davout", "brune"};
    const char *const others[] = {"lefebvre", "eugene", "wellington", "karl"};
    start("1805");
    const AreaSet france = aon_d()->country_areas[AON_FRANCE];
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_eq(aon_home_areas(aon_d(), aon_s(), corps_id(blue[i])), france, "%s", blue[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(aon_home_areas(aon_d(), aon_s(), corps_id(others[i])) & france, 0, "%s", others[i]);
    }
    const AreaSet bayern = area_bit(area_id("bayern"));
    cr_expect_eq(aon_home_areas(aon_d(), aon_s(), corps_id("lefebvre")), bayern);
    cr_expect_eq(aon_home_areas(aon_d(), aon_s(), corps_id("wrede")), bayern);
    cr_expect(available(SEAT_FRENCH, "lefebvre"));
    cr_expect_not(available(SEAT_COALITION, "wrede"));
    align("bayern=CM");
    cr_expect_not(available(SEAT_FRENCH, "lefebvre"));
    cr_expect(available(SEAT_COALITION, "wrede"));
    align("austria=NC");
    cr_expect_not(available(SEAT_COALITION, "wrede"));
    align("bayern=FD austria=FA");
    cr_expect(available(SEAT_FRENCH, "wrede"), "to the seat that controls both");
    cr_expect(available(SEAT_FRENCH, "lefebvre"));
}

Test(aon_examples, e02_adjacency_2_1_1_1)
{
    start("1805");
    cr_expect(area_in(aon_d()->adjacent[area_id("boehmen")], area_id("banat")));
    cr_expect(area_in(aon_d()->adjacent[area_id("banat")], area_id("boehmen")));
}

/* Charles-John in Sverige; the French make a country neutral. */
static void expect_charles_john_leaves(const char *country)
{
    start("1805");
    year(1807);
    corps("sverige", "charles_john*");
    corps("hannover", "bernadotte"); /* (c) both at once */
    hand(SEAT_FRENCH, "talleyrand");
    at_diplomacy(SEAT_FRENCH);
    play(aon_text("play_card(talleyrand); conversion(0); country(%s)", country));
    expect_at("charles_john", "reserve");
    expect_at("bernadotte", "hannover");
    cr_expect_not(is_spent("charles_john"));
}

Test(aon_examples, e03_minor_allied_corps_lost_2_2_1_7)
{
    expect_charles_john_leaves("sverige");
    expect_charles_john_leaves("russia");
}

Test(aon_examples, e04_reserve_not_deployment_2_2_1_8)
{
    const char *const radetzky[] = {"schwarzenberg", "klenau", "colloredo", "gyulai", "merveldt"};
    const char *const stein[] = {"bluecher", "yorck", "buelow", "kleist", "zieten", "tauentzien"};
    start("1805");
    year(1807);
    align("prussia=CM");
    hand(SEAT_COALITION, "radetzky stein");
    at_strategy();
    for (unsigned i = 0; i < 5; i++) {
        cr_expect_not(available(SEAT_COALITION, radetzky[i]), "%s", radetzky[i]);
    }
    play("play_card(radetzky)");
    for (unsigned i = 0; i < 5; i++) {
        cr_expect(available(SEAT_COALITION, radetzky[i]), "%s", radetzky[i]);
    }
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_not(available(SEAT_COALITION, stein[i]), "%s", stein[i]);
    }
    play("play_card(stein)");
    for (unsigned i = 0; i < 6; i++) {
        cr_expect(available(SEAT_COALITION, stein[i]), "%s", stein[i]);
    }
    cr_expect(corps_empty(aon_on_map(aon_s())));
}

static unsigned invasion_corps_available(void)
{
    return corps_count(corps_and(aon_available(aon_d(), aon_s(), SEAT_COALITION), aon_d()->invasion));
}

Test(aon_examples, e05_invasion_corps_2_2_1_8)
{
    start("1805");
    corps("moscow", "kutuzov bagration dokhturov");
    cr_expect_eq(invasion_corps_available(), 0);
    dice("1"); /* capital +1, barren -2: 0, one loss */
    at_winter(SEAT_FRENCH);
    expect_step("winter_loss", SEAT_COALITION);
    play("loss(dokhturov)");
    expect_at("dokhturov", "lost");
    expect_choices("release_invasion",
                   "barclay miloradovich raevsky wittgenstein tormasov chichagov langeron sacken platov");
    play("release_invasion(platov)");
    cr_expect_eq(invasion_corps_available(), 1);
    cr_expect(available(SEAT_COALITION, "platov"));
    corps("polen", "davout");
    at_part(SEAT_FRENCH, 1);
    play("area(polen)");
    cr_expect_eq(invasion_corps_available(), 1);
    play("area(lithuania)");
    cr_expect_eq(invasion_corps_available(), 9, "the other eight at once");
}

/* Talleyrand played by the French: one CM to NC or one NC to FA, chosen by them alone. */
Test(aon_examples, e06_who_follows_a_card_2_3_8)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "talleyrand");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(talleyrand)");
    expect_list("conversion(0); conversion(1)");
    expect_step("diplomacy_conversion", SEAT_FRENCH);
    play("conversion(1)");
    expect_choices("country", "danmark portugal"); /* Preußen only under French guns */
    play("country(danmark)");
    expect_aligned("danmark=FA portugal=NC russia=CM");
    expect_pile("talleyrand");
}

Test(aon_examples, e07_countered_diplomacy_7_2_4_3)
{
    start("1805");
    year(1807);
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "napoleon_i");
    hand(SEAT_COALITION, "pitt");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0); country(russia)");
    expect_step("diplomacy_counter", SEAT_COALITION);
    expect_list("counter(pitt); counter(none)");
    play("counter(pitt)");
    expect_aligned("russia=CM");
    expect_at("kutuzov", "moscow");
    cr_expect_eq(copies_on_pile("napoleon_i") + copies_on_pile("pitt"), 2);
}

Test(aon_examples, e07_foreign_corps_protect_a_country_a73)
{
    start("1805");
    year(1807);
    corps("moscow", "karl");
    hand(SEAT_FRENCH, "napoleon_i");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0)");
    expect_choices("country", "austria napoli pommern sverige");
}

Test(aon_examples, e08_four_insurrections_8_3_2)
{
    start("1805");
    year(1807);
    events("continental_system");
    align("italia=FD holland=FD napoli=FD westfalen=FD");
    hand(SEAT_COALITION, "insurrection insurrection napoleonica napoleonica");
    at_insurrection();
    expect_list("play_card(insurrection); stop"); /* nothing on the pile for Napoleonica yet */
    play("play_card(insurrection); country(italia); play_card(insurrection); country(holland)");
    play("play_card(napoleonica)"); /* takes Insurrection, the only card there */
    play("play_card(insurrection); country(napoli); play_card(napoleonica)");
    expect_list("play_card(insurrection); stop");
    play("play_card(insurrection)"); /* the last dominion */
    expect_aligned("italia=IC holland=IC napoli=IC westfalen=IC");
    cr_expect_eq(copies_on_pile("insurrection"), 2);
    cr_expect_eq(copies_on_pile("napoleonica"), 2);
}

Test(aon_examples, e09_target_after_a_failure_8_3_1)
{
    start("1805");
    year(1807);
    align("italia=IC holland=FD");
    corps("italia", "davout");
    hand(SEAT_COALITION, "insurrection");
    at_insurrection();
    expect_aligned("italia=FD");
    play("play_card(insurrection)");
    expect_choices("country", "holland italia");
    play("country(italia)");
    expect_aligned("italia=IC");
}

static void expect_cards_drawn(unsigned french, unsigned coalition)
{
    at_strategy();
    cr_expect_eq(aon_s()->hand_count[SEAT_FRENCH], french, "line %d: %u", aon_line,
                 aon_s()->hand_count[SEAT_FRENCH]);
    cr_expect_eq(aon_s()->hand_count[SEAT_COALITION], coalition, "line %d: %u", aon_line,
                 aon_s()->hand_count[SEAT_COALITION]);
}

Test(aon_examples, e10_hand_size_9_3)
{
    start("1805"); /* Napoli, Pommern and Sverige are members: three minor countries */
    align("austria=NC spain=IC portugal=CM");
    expect_cards_drawn(8, 9); /* French: 6 and eight minor countries */
    start("1805");
    align("austria=NC russia=NC");
    events("britannia");
    expect_cards_drawn(10, 6); /* never under 6: only Britain and three minor countries */
    start("1805");
    align("prussia=CM spain=CM portugal=CM danmark=CM hannover=CM bayern=CM chiesa=CM");
    events("radetzky stein");
    expect_cards_drawn(7, 10); /* never over 10 */
}

Test(aon_examples, e39_tirol_follows_austria_3_1_3_3)
{
    start("1805");
    year(1807);
    align("austria=NC tirol=FD");
    hand(SEAT_COALITION, "metternich");
    at_diplomacy(SEAT_COALITION);
    play("play_card(metternich)"); /* NC to CM, the only choice */
    expect_aligned("austria=CM tirol=IC");
    cr_expect(aon_was_insurgent(aon_s(), country_id("tirol")));
}

Test(aon_examples, e39_tirol_follows_an_insurrection_8_3_3)
{
    start("1805");
    year(1807);
    align("austria=FD tirol=FD dalmatien=FD");
    hand(SEAT_COALITION, "insurrection");
    at_insurrection();
    play("play_card(insurrection); country(austria)");
    expect_aligned("austria=IC tirol=IC dalmatien=FD");
}

Test(aon_examples, e45_same_seat_same_country_7_2_4_3)
{
    start("1805");
    year(1807);
    align("spain=CM");
    hand(SEAT_FRENCH, "talleyrand napoleon_i");
    hand(SEAT_COALITION, "pitt continental_system");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(talleyrand); conversion(0); country(spain); counter(none)");
    expect_aligned("spain=NC");
    play("play_card(pitt); conversion(1)");
    expect_choices("country", "prussia danmark portugal"); /* not Spain */
    play("country(danmark); counter(none)");
    play("play_card(napoleon_i); conversion(1); country(spain)");
    expect_aligned("spain=FA");
    play("stop; play_card(continental_system); conversion(1)"); /* nothing is deployed */
    expect_choices("country", "hannover holland chiesa");       /* coastal French allies, but not Spain */
}

Test(aon_examples, e46_passing_is_final_7_1_2)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i talleyrand");
    hand(SEAT_COALITION, "pitt");
    at_diplomacy(SEAT_COALITION);
    play("pass");
    expect_step("diplomacy_turn", SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0); country(russia)");
    expect_aligned("russia=NC");
    expect_step("diplomacy_turn", SEAT_FRENCH);
    expect_hand(SEAT_COALITION, "pitt");
}

Test(aon_examples, e47_a_countered_country_stays_open_7_2_4_3)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i talleyrand");
    hand(SEAT_COALITION, "pitt alexander_i");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0); country(russia); counter(pitt)");
    expect_step("diplomacy_turn", SEAT_FRENCH); /* Alexander I has no target: the Coalition has passed */
    play("play_card(talleyrand); conversion(0)");
    expect_legal("country(russia)", true);
    play("country(russia)");
    expect_aligned("russia=NC");
}

/* The French about to pay a move with Radetzky. */
static void set_up_payment(const char *coalition_hand)
{
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "radetzky mud");
    hand(SEAT_COALITION, coalition_hand);
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); pay(radetzky)");
}

Test(aon_examples, e48a_picking_up_a_red_title_2_3_12)
{
    set_up_payment("depot pitt");
    expect_step("card_pick_up", SEAT_COALITION);
    expect_list("pick_up(pitt); pick_up(depot); pick_up(no)");
    play("pick_up(depot)");
    expect_hand(SEAT_COALITION, "pitt radetzky");
    expect_pile("depot");
    expect_step("move_step", SEAT_FRENCH);
}

Test(aon_examples, e48b_an_empty_hand_picks_nothing_up_2_3_12)
{
    set_up_payment("");
    expect_step("move_step", SEAT_FRENCH);
    expect_pile("radetzky");
}

Test(aon_examples, e48c_a_red_price_is_offered_in_turn_2_3_12)
{
    set_up_payment("stein");
    play("pick_up(stein)");
    expect_step("card_pick_up", SEAT_FRENCH);
    expect_list("pick_up(mud); pick_up(no)");
    play("pick_up(mud)");
    expect_hand(SEAT_FRENCH, "stein");
    expect_hand(SEAT_COALITION, "radetzky");
    expect_pile("mud");
}

/* Both hold nothing but red titles: each title is picked up once at most, then the chain ends (A47). */
Test(aon_examples, e48_a_chain_ends_a47)
{
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "radetzky britannia continental_system");
    hand(SEAT_COALITION, "stein napoleonic_dynasty territorial_concessions");
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); pay(radetzky)");
    play("pick_up(stein); pick_up(britannia); pick_up(napoleonic_dynasty); pick_up(continental_system)");
    play("pick_up(territorial_concessions)");
    expect_step("card_pick_up", SEAT_FRENCH);
    expect_list("pick_up(napoleonic_dynasty); pick_up(stein); pick_up(no)");
    play("pick_up(stein)"); /* Stein was picked up before */
    expect_step("move_step", SEAT_FRENCH);
    expect_hand(SEAT_FRENCH, "napoleonic_dynasty territorial_concessions");
    expect_hand(SEAT_COALITION, "britannia continental_system radetzky");
    expect_pile("stein");
}

Test(aon_examples, e48d_a_red_event_is_not_offered_a3)
{
    start("1805");
    year(1807);
    hand(SEAT_COALITION, "radetzky");
    hand(SEAT_FRENCH, "britannia mud");
    at_strategy(); /* the French hand is discarded first: Britannia is offered */
    expect_step("card_pick_up", SEAT_COALITION);
    play("pick_up(no); play_card(radetzky)");
    cr_expect((aon_s()->events & AON_EVENT_RADETZKY) != 0);
    cr_expect_eq(copies_on_pile("radetzky"), 1);
    expect_step("reinforcement_first", SEAT_FRENCH);
}

static void expect_playable(bool occupied, Seat seat, const char *card, bool legal)
{
    start("1805");
    year(1807);
    /* nobody else can be the target of any of the cards */
    align("austria=NC prussia=CM russia=CM! spain=FD bayern=FD danmark=FD hannover=FD holland=FD italia=FD "
          "chiesa=FD");
    align("napoli=CM! pommern=CM! portugal=CM! schweiz=FD sverige=CM! westfalen=FD wuerttemberg=FD "
          "prussia=CM!");
    corps(occupied ? "niederoesterreich" : "bayern", "davout");
    hand(seat, card);
    at_diplomacy(seat);
    if (!legal) {
        cr_expect_str_neq(aon_step_name(aon_s()->header.step), "diplomacy_turn", "%s", card);
    } else {
        expect_step("diplomacy_turn", seat);
        expect_legal(aon_text("play_card(%s)", card), true);
    }
}

Test(aon_examples, e66_diplomacy_immunity_7_2_2)
{
    expect_playable(true, SEAT_COALITION, "pitt", false);
    expect_playable(true, SEAT_COALITION, "metternich", true);
    play("play_card(metternich)");
    expect_aligned("austria=CM");
    expect_playable(true, SEAT_FRENCH, "napoleon_i", true);
    play("play_card(napoleon_i)");
    expect_aligned("austria=FA");
    expect_playable(false, SEAT_COALITION, "pitt", true);
    expect_playable(false, SEAT_FRENCH, "napoleon_i", false);
}

Test(aon_examples, e66_an_occupied_neutral_may_rise_8_3_1)
{
    start("1805");
    year(1807);
    align("austria=NC");
    hand(SEAT_COALITION, "insurrection");
    corps("bayern", "davout");
    corps("niederoesterreich", "ney");
    at_insurrection();
    play("play_card(insurrection)");
    expect_choices("country", "austria italia");
    play("country(austria)");
    expect_aligned("austria=IC");
}
