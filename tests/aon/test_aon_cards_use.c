/* test_aon_cards_use.c: what any card is good for besides its event (2.3.3), red titles (2.3.12), Napoleonica
 * (9.1). */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

static bool is_red(unsigned title) { return ((aon_d()->red >> title) & 1U) != 0; }

/* Each of the 42 titles pays for a move; a red one is offered to a seat with a card to give for it. */
Test(aon_cards, any_card_pays_for_a_move_12_1_7)
{
    start("1805");
    const unsigned titles = aon_d()->cards;
    cr_assert_eq(titles, 42);
    for (unsigned title = 0; title < titles; title++) {
        start("1805");
        events("continental_system");
        const char *id = aon_d()->card[title].id;
        corps("bayern", "davout");
        hand(SEAT_FRENCH, id);
        hand(SEAT_COALITION, strcmp(id, "depot") == 0 ? "pursuit" : "depot");
        free_move_used(SEAT_FRENCH);
        at_part(SEAT_FRENCH, 1);
        play("area(bayern)");
        if (strcmp(id, "forced_march") == 0 || strcmp(id, "major_campaign") == 0 ||
            strcmp(id, "napoleonica") == 0) {
            play_each("pay"); /* it might have been played here */
        }
        cr_expect_eq(aon_s()->hand_count[SEAT_FRENCH], 0, "%s", id);
        cr_expect_eq(copies_on_pile(id), 1, "%s", id);
        cr_expect_eq(strcmp(aon_step_name(aon_s()->header.step), "card_pick_up") == 0, is_red(title), "%s",
                     id);
        if (is_red(title)) {
            play("pick_up(depot)");
            cr_expect_eq(copies_in_hand(SEAT_COALITION, id), 1, "%s", id);
            expect_pile("depot");
        }
        expect_step("move_step", SEAT_FRENCH);
    }
}

/* The six red titles by name. */
Test(aon_cards, red_titles_2_3_12)
{
    const char *const red[] = {"britannia", "continental_system",     "napoleonic_dynasty", "radetzky",
                               "stein",     "territorial_concessions"};
    start("1805");
    CardSet expected = 0;
    for (unsigned i = 0; i < 6; i++) {
        expected |= 1ULL << card_id(red[i]);
    }
    cr_expect_eq(aon_d()->red, expected);
}

Test(aon_cards, any_card_pays_for_an_interception_12_6_3)
{
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "bagration");
    hand(SEAT_COALITION, "stein severe_winter");
    hand(SEAT_FRENCH, "depot");
    free_move_used(SEAT_COALITION);
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen)");
    expect_list("pay(stein); pay(severe_winter)");
    play("pay(stein)");
    expect_step("card_pick_up", SEAT_FRENCH); /* before the interception is carried out */
    expect_at("bagration", "boehmen");
    play("pick_up(depot)");
    expect_hand(SEAT_FRENCH, "stein");
    expect_at("bagration", "bayern");
    expect_step("intercept_role", SEAT_COALITION);
}

Test(aon_cards, nobody_moves_or_intercepts_without_paying_12_1_7)
{
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "bagration");
    free_move_used(SEAT_COALITION);
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    expect_step("move_step", SEAT_FRENCH); /* no interception */
    play("stop");
    cr_expect_eq(aon_s()->round, 0, "nobody can pay for anything any more: the year is over");
}

Test(aon_cards, any_card_rallies_an_army_10_5)
{
    start("1805");
    year(1807);
    corps("lorraine", "davout* ney*");
    corps("bayern", "soult*");
    corps("flandres", "lannes");
    hand(SEAT_FRENCH, "radetzky mud");
    at_reinforcement(SEAT_FRENCH);
    play("stop");
    expect_list("rally(lorraine); rally(bayern); rally(no)"); /* not where all are fresh */
    play("rally(lorraine); discard(radetzky)");
    expect_fresh("davout ney"); /* a card an army, whatever its size */
    expect_spent("soult");
    expect_list("rally(bayern); rally(no)");
    play("rally(bayern)"); /* with the only card left */
    expect_fresh("soult");
    expect_pile("mud radetzky");
}

Test(aon_cards, prisoners_come_home_10_6)
{
    start("1805");
    year(1807);
    corps("prisoners", "davout kutuzov");
    at_reinforcement(SEAT_FRENCH);
    expect_legal("corps_take(davout)", false); /* a temporary loss costs a year */
    play("stop");
    expect_at("davout kutuzov", "prisoners");
    play("stop");
    expect_at("davout kutuzov", "reserve");
}

/* ---- red titles and the Strategy Phase ---- */

Test(aon_cards, discards_of_the_strategy_phase_are_offered_2_3_12)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleonic_dynasty stein");
    hand(SEAT_COALITION, "mud");
    at_strategy();
    expect_step("card_pick_up", SEAT_COALITION); /* Napoleonic Dynasty, the first by index */
    play("pick_up(no)");
    expect_step("card_pick_up", SEAT_COALITION); /* Stein */
    play("pick_up(mud)");
    expect_step("strategy_cards", SEAT_COALITION); /* it may be played now */
    expect_list("play_card(stein); stop");
    play("play_card(stein)");
    cr_expect_neq(aon_s()->events & AON_EVENT_STEIN, 0);
}

/* Whoever empties his hand is offered nothing: not the price of a pick-up either (A47). */
Test(aon_cards, nobody_picks_up_while_he_discards_a47)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "radetzky mud");
    hand(SEAT_COALITION, "britannia");
    at_strategy();
    play("pick_up(britannia)"); /* Radetzky for Britannia */
    expect_step("strategy_cards", SEAT_COALITION);
    expect_hand(SEAT_COALITION, "radetzky");
    cr_expect_eq(copies_on_pile("britannia"), 1);
}

/* ---- Napoleonica ---- */

Test(aon_cards, napoleonica_takes_any_card_from_the_pile)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleonica");
    discarded("mud napoleonica napoleon_i");
    at_diplomacy(SEAT_FRENCH);
    expect_list("play_card(napoleonica); pass");
    play("play_card(napoleonica)");
    expect_list("pick_up(napoleon_i); pick_up(mud)"); /* not another Napoleonica */
    play("pick_up(napoleon_i)");
    expect_hand(SEAT_FRENCH, "napoleon_i");
    expect_list("play_card(napoleon_i); pass"); /* the same decision again */
}

Test(aon_cards, napoleonica_needs_something_to_take)
{
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "napoleonica");
    discarded("napoleonica");
    at_part(SEAT_FRENCH, 1);
    expect_list("area(bayern); stop");
}

/* In any window of cards, but not for a counter, a payment or a pick-up. */
Test(aon_cards, napoleonica_at_any_time_9_1)
{
    start("1805");
    corps("bayern", "davout");
    corps("boehmen", "ferdinand");
    hand(SEAT_FRENCH, "napoleonica");
    hand(SEAT_COALITION, "napoleonica");
    discarded("mud");
    at_part(SEAT_FRENCH, 1);
    expect_list("play_card(napoleonica); area(bayern); stop");
    play("area(bayern)");
    expect_step("move_declared", SEAT_COALITION);
    play("play_card(napoleonica); play_card(mud)"); /* Mud is fetched and played at once */
    cr_expect_eq(aon_allowance(aon_d(), aon_s()), 3);
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i");
    hand(SEAT_COALITION, "napoleonica pitt");
    discarded("mud talleyrand");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0); country(napoli)");
    expect_list("counter(pitt); counter(none)");
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "stein");
    hand(SEAT_COALITION, "napoleonica");
    discarded("mud");
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 1);
    play("area(bayern)");
    expect_list("pick_up(napoleonica); pick_up(no)");
}

/* In the windows of the other phases: the card is fetched, then the same decision is asked again. */
Test(aon_cards, napoleonica_in_every_phase_9_1)
{
    start("1805");
    corps("niederoesterreich", "davout");
    hand(SEAT_FRENCH, "napoleonica");
    hand(SEAT_COALITION, "napoleonica");
    discarded("no_surrender territorial_concessions");
    at_surrender();
    expect_step("surrender_check", SEAT_COALITION);
    play("pass");
    expect_step("surrender_window", SEAT_FRENCH);
    play("play_card(napoleonica); pick_up(territorial_concessions); play_card(territorial_concessions)");
    play("country(dalmatien)");
    expect_aligned("austria=NC dalmatien=FD");
    start("1805");
    corps("niederoesterreich", "davout");
    hand(SEAT_COALITION, "napoleonica");
    discarded("no_surrender mud");
    at_surrender();
    play("play_card(napoleonica); pick_up(no_surrender); play_card(no_surrender)");
    expect_aligned("austria=CM");
    start("1805");
    year(1807);
    corps("lost", "davout");
    hand(SEAT_FRENCH, "napoleonica");
    discarded("veterans mud");
    at_reinforcement(SEAT_FRENCH);
    play("play_card(napoleonica); pick_up(veterans); play_card(veterans); stop");
    expect_at("davout", "reserve");
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "napoleonica");
    discarded("winter_quarters mud");
    at_round(SEAT_FRENCH, 5);
    play("play_card(napoleonica); pick_up(winter_quarters); play_card(winter_quarters)");
    cr_expect_eq(aon_s()->header.turn, 1);
    start("1805");
    corps("westfalen", "davout ney");
    corps("bayern", "karl");
    hand(SEAT_FRENCH, "napoleonica");
    discarded("grand_battery mud");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(davout); corps_take(ney); area(bayern); corps_take(davout); "
         "corps_take(ney)");
    play("play_card(napoleonica); pick_up(grand_battery)");
    expect_step("battle_cards_attacker", SEAT_FRENCH);
    expect_list("play_card(grand_battery); pass");
}

/* Not after an army has moved (9.1). */
Test(aon_cards, napoleonica_before_the_first_army)
{
    start("1805");
    corps("bayern", "davout");
    corps("lorraine", "ney");
    hand(SEAT_FRENCH, "major_campaign napoleonica pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign)");
    expect_legal("play_card(napoleonica)", true);
    play("area(bayern); area(wuerttemberg); stop");
    expect_legal("play_card(napoleonica)", false);
}

/* What it took is known to the opponent until it leaves the hand. */
Test(aon_cards, napoleonica_shows_what_it_takes)
{
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "napoleonica mud");
    discarded("pitt depot");
    at_part(SEAT_FRENCH, 1);
    play("play_card(napoleonica); pick_up(depot)");
    AonState view = *aon_s();
    aon_view(aon_d(), &view, SEAT_COALITION);
    cr_expect_eq(view.hand[SEAT_FRENCH], 1ULL << card_id("depot"));
    cr_expect_eq(view.hand_count[SEAT_FRENCH], 2);
}

/* ---- events that happen once (2.3.10) ---- */

Test(aon_cards, once_only_cards_2_3_10)
{
    const char *const once[] = {"britannia", "continental_system", "radetzky", "stein", "joseph"};
    start("1805");
    CardSet expected = 0;
    for (unsigned i = 0; i < 5; i++) {
        expected |= 1ULL << card_id(once[i]);
    }
    cr_expect_eq(aon_d()->once, expected);
    for (unsigned i = 2; i < 4; i++) { /* Radetzky and Stein; the others are in their own tests */
        start("1805");
        year(1807);
        events(once[i]);
        hand(SEAT_COALITION, once[i]);
        at_strategy();
        cr_expect_neq(aon_s()->phase, AON_PHASE_STRATEGY, "%s", once[i]);
        cr_expect_eq(copies_on_pile(once[i]), 1, "still good for discarding");
    }
}
