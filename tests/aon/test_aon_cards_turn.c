/* test_aon_cards_turn.c: cards of the other phases of a turn (strategy, reinforcement, round start,
 * surrender, winter), Napoleonica, red titles, paying with any card. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* ---- Strategy Phase ---- */

static void strategy(Seat seat, const char *cards)
{
    start("1805");
    year(1807);
    hand(seat, cards);
}

Test(aon_cards, britannia)
{
    strategy(SEAT_COALITION, "britannia");
    at_strategy();
    expect_list("play_card(britannia); stop");
    play("play_card(britannia)");
    cr_expect_neq(aon_s()->events & AON_EVENT_BRITANNIA, 0);
    cr_expect_eq(copies_on_pile("britannia"), 1);
    strategy(SEAT_COALITION, "britannia");
    events("britannia");
    at_strategy(); /* once only, and only for discarding after it took effect by itself (A57) */
    cr_expect_neq(aon_s()->phase, AON_PHASE_STRATEGY);
}

Test(aon_cards, britannia_is_nothing_to_the_french)
{
    strategy(SEAT_FRENCH, "britannia");
    deck_top("mud");
    at_strategy();
    cr_expect_eq(aon_s()->events & AON_EVENT_BRITANNIA, 0);
    cr_expect_eq(copies_on_pile("britannia"), 1);
}

Test(aon_cards, radetzky)
{
    strategy(SEAT_COALITION, "radetzky");
    at_strategy();
    cr_expect_eq(aon_hand_size(aon_d(), aon_s(), SEAT_COALITION), 8);
    play("play_card(radetzky)");
    cr_expect_neq(aon_s()->events & AON_EVENT_RADETZKY, 0);
    cr_expect_eq(aon_s()->hand_count[SEAT_COALITION], 8,
                 "the reformed row of Österreich gives one card, too");
}

Test(aon_cards, stein)
{
    strategy(SEAT_COALITION, "stein");
    align("prussia=CM austria=NC");
    at_strategy();
    play("play_card(stein)");
    cr_expect_neq(aon_s()->events & AON_EVENT_STEIN, 0);
    cr_expect_eq(aon_s()->hand_count[SEAT_COALITION], 8, "4 + 3 + 1, no card for three minor countries");
    play_until("reinforcement_first");
    play("choose_first(other)");
    play_until("deploy_corps");
    expect_legal("corps_take(bluecher)", true);
}

/* 9.5: also right after drawing them. */
Test(aon_cards, newly_drawn_cards_may_be_played_9_5)
{
    strategy(SEAT_FRENCH, "");
    /* the French draw ten, then the Coalition */
    deck_top("mud mud depot depot pitt pursuit pursuit fog_of_war subsidies veterans radetzky");
    at_strategy();
    expect_step("strategy_drawn_cards", SEAT_COALITION);
    expect_legal("play_card(radetzky)", true);
    play("play_card(radetzky)");
    cr_expect_neq(aon_s()->events & AON_EVENT_RADETZKY, 0);
}

Test(aon_cards, discarding_and_drawing_9_1)
{
    strategy(SEAT_FRENCH, "mud talleyrand");
    hand(SEAT_COALITION, "pitt");
    deck_top("depot depot");
    at_strategy();
    expect_pile("pitt mud talleyrand"); /* in index order, French first */
    cr_expect_eq(copies_in_hand(SEAT_FRENCH, "depot"), 2);
    strategy(SEAT_FRENCH, "mud talleyrand");
    hand(SEAT_COALITION, "pitt");
    year(1811);
    at_strategy();
    expect_pile("mud talleyrand pitt"); /* Coalition first from 1811 on */
}

Test(aon_cards, an_empty_deck_is_made_anew_9_4)
{
    start("1805");
    year(1807);
    while (aon_s()->deck_count > 3) {
        aon_discarded(aon_d()->card[aon_s()->pile[0]].id);
    }
    dice_at_random();
    at_strategy();
    cr_expect_eq(aon_s()->hand_count[SEAT_FRENCH], 10);
    cr_expect_eq(aon_s()->hand_count[SEAT_COALITION], 8);
    cr_expect_eq(aon_s()->deck_count, 53 - 18);
    cr_expect_eq(aon_discard_count(aon_d(), aon_s()), 0);
}

/* 9.2: after the surrender of a major country everything is shuffled. */
Test(aon_cards, reshuffle_after_a_surrender_9_2)
{
    start("1805");
    year(1807);
    discarded("pitt mud talleyrand");
    aon_flag_set(aon_s(), AON_FLAG_MAJOR_SURRENDERED);
    dice_at_random();
    at_strategy();
    cr_expect_eq(aon_discard_count(aon_d(), aon_s()), 0);
    cr_expect_eq(aon_s()->deck_count, 53 - 18);
    cr_expect_not(aon_flag(aon_s(), AON_FLAG_MAJOR_SURRENDERED));
    start("1805");
    year(1807);
    discarded("pitt mud talleyrand");
    at_strategy(); /* no shuffle: no draw */
    cr_expect_eq(aon_discard_count(aon_d(), aon_s()), 3);
}

Test(aon_cards, russo_ottoman_war)
{
    strategy(SEAT_FRENCH, "russo_ottoman_war");
    corps("kiev", "kutuzov bagration essen");
    corps("sverige", "charles_john");
    corps("boehmen", "karl");
    at_strategy();
    play("play_card(russo_ottoman_war)");
    expect_step("strategy_return_corps", SEAT_COALITION);
    expect_choices("corps_take", "kutuzov bagration"); /* two of three, home corps only */
    play("corps_take(bagration)");
    expect_at("bagration essen", "reserve");
    expect_at("charles_john", "sverige");
    cr_expect_eq(copies_on_pile("russo_ottoman_war"), 1);
    play_until("reinforcement_first");
    play("choose_first(other)");
    play_until("deploy_corps");
    expect_legal("corps_take(johann)", true);
    expect_legal("corps_take(bagration)", false); /* Russia deploys nothing this year */
    strategy(SEAT_FRENCH, "russo_ottoman_war");
    align("russia=NC");
    at_strategy(); /* only while Russia is a Coalition member */
    cr_expect_neq(aon_s()->phase, AON_PHASE_STRATEGY);
}

Test(aon_cards, american_war)
{
    strategy(SEAT_FRENCH, "american_war");
    corps("britain", "wellington moore");
    at_strategy();
    play("play_card(american_war)");
    expect_choices("corps_take", "wellington moore");
    play("corps_take(moore)");
    expect_at("moore", "reserve");
    expect_at("wellington", "britain");
    play_until("reinforcement_first");
    play("choose_first(other)");
    play_until("deploy_corps");
    expect_legal("corps_take(moore)", false);
    expect_legal("corps_take(hill)", false);
    expect_legal("corps_take(damas)", true); /* a minor allied corps */
    strategy(SEAT_FRENCH, "american_war");
    at_strategy();
    play("play_card(american_war)"); /* nobody there to be sent away */
    cr_expect_eq(copies_on_pile("american_war"), 1);
}

/* ---- Reinforcement Phase ---- */

static void reinforcement(Seat seat, const char *cards)
{
    start("1805");
    year(1807);
    hand(seat, cards);
}

Test(aon_cards, veterans_to_the_reserve)
{
    reinforcement(SEAT_FRENCH, "veterans");
    corps("lost", "davout ney kutuzov");
    corps("lorraine", "lannes*");
    at_reinforcement(SEAT_FRENCH);
    play("play_card(veterans)");
    expect_choices("corps_take", "davout ney");
    play("corps_take(davout)");
    expect_list("corps_take(lannes); stop");
    play("stop");
    expect_at("davout", "reserve");
    expect_at("ney", "lost");
    expect_pile("veterans");
}

Test(aon_cards, veterans_in_place_of_a_corps)
{
    reinforcement(SEAT_COALITION, "veterans");
    corps("lost", "bagration");
    corps("kiev", "kutuzov* essen*");
    corps("boehmen", "karl");
    at_reinforcement(SEAT_COALITION);
    play("play_card(veterans)");
    expect_list("corps_take(kutuzov); corps_take(essen); stop"); /* of the same country */
    play("corps_take(essen)");
    expect_at("bagration", "kiev");
    expect_spent("bagration");
    expect_at("essen", "reserve");
    reinforcement(SEAT_COALITION, "veterans");
    corps("lost", "davout");
    at_reinforcement(SEAT_COALITION);
    expect_step("deploy_corps", SEAT_COALITION); /* nobody to bring back */
}

Test(aon_cards, republicans_royalists)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        reinforcement((Seat)seat, "republicans_royalists");
        corps("lorraine", "napoleon davout*");
        corps("bayern", "lefebvre");
        at_reinforcement((Seat)seat);
        play("play_card(republicans_royalists)"); /* Davout is the only home corps but Napoléon */
        expect_step("royalists_reserve", (Seat)seat);
        expect_legal("corps_take(brune)", true);
        expect_legal("corps_take(eugene)", false);
        play("corps_take(brune)");
        expect_at("brune", "lorraine");
        expect_spent("brune");
        expect_at("davout", "reserve");
        expect_pile("republicans_royalists");
    }
    reinforcement(SEAT_FRENCH, "republicans_royalists");
    corps("lorraine", "napoleon");
    at_reinforcement(SEAT_FRENCH);
    expect_step("deploy_corps", SEAT_FRENCH);
}

Test(aon_cards, out_of_favor)
{
    reinforcement(SEAT_FRENCH, "out_of_favor");
    align("prussia=CM");
    corps("kiev", "bagration*");
    corps("boehmen", "karl");
    corps("sverige", "charles_john");
    corps("lost", "johann ferdinand hiller mack bellegarde liechtenstein"); /* Karl has no replacement */
    corps("lost", "konstantin dokhturov essen");
    at_reinforcement(SEAT_FRENCH);
    dice("3"); /* of Kutuzov, Bennigsen and Buxhowden */
    play("play_card(out_of_favor)");
    expect_fallen(1);
    expect_at("buxhowden", "kiev");
    expect_spent("buxhowden");
    expect_at("bagration", "reserve");
    expect_pile("out_of_favor");
    reinforcement(SEAT_COALITION, "out_of_favor");
    corps("lorraine", "davout");
    corps("bayern", "lefebvre");
    at_reinforcement(SEAT_COALITION);
    expect_step("deploy_corps", SEAT_COALITION); /* French corps are no target, nor are minor allied ones */
}

Test(aon_cards, levee_en_masse)
{
    reinforcement(SEAT_FRENCH, "levee_en_masse napoleon_i");
    align("spain=NC bayern=NC hannover=NC holland=NC chiesa=NC schweiz=NC westfalen=NC wuerttemberg=NC");
    corps("reserve", "");
    at_reinforcement(SEAT_FRENCH);
    play("play_card(levee_en_masse)");
    expect_pile("levee_en_masse");
    /* 5 + 3 of the French, no allies (one minor country) */
    for (unsigned i = 0; i < 8; i++) {
        expect_step("deploy_corps", SEAT_FRENCH);
        play(aon_text("corps_take(%s); area(lorraine)", aon_d()->corps_id[i]));
    }
    expect_step("deploy_corps", SEAT_COALITION);
    reinforcement(SEAT_FRENCH, "levee_en_masse");
    align("spain=NC bayern=NC hannover=NC holland=NC chiesa=NC schweiz=NC westfalen=NC wuerttemberg=NC");
    corps("flandres", "ney murat suchet st_cyr");
    at_reinforcement(SEAT_FRENCH);
    play("play_card(levee_en_masse)");
    play("corps_take(napoleon); area(lorraine); corps_take(davout); area(lorraine); corps_take(lannes); "
         "area(lorraine); "
         "corps_take(massena); area(lorraine); corps_take(soult); area(lorraine); corps_take(marmont); "
         "area(lorraine)");
    expect_step("deploy_corps", SEAT_COALITION); /* ten on the map: mobilization is unchanged */
}

Test(aon_cards, subsidies)
{
    reinforcement(SEAT_COALITION, "subsidies");
    align("austria=NC spain=IC napoli=NC pommern=NC sverige=NC");
    corps("britain", "wellington moore hill"); /* Britain is fully mobilized */
    at_reinforcement(SEAT_COALITION);
    play("play_card(subsidies)");
    expect_choices("country", "britain russia spain");
    play("country(russia)");
    expect_pile("subsidies");
    const char *const russians[] = {"kutuzov", "bagration", "bennigsen", "buxhowden", "konstantin"};
    for (unsigned i = 0; i < 5; i++) { /* 3 + 2 */
        play(aon_text("corps_take(%s); area(kiev)", russians[i]));
    }
    expect_legal("corps_take(dokhturov)", false);
    expect_legal("corps_take(castanos)", true);
}

/* ---- beginning of a round ---- */

Test(aon_cards, peace_talks)
{
    start("1805");
    year(1807);
    corps("bayern", "davout");
    corps("moscow", "kutuzov");
    hand(SEAT_COALITION, "peace_talks pitt");
    at_round(SEAT_FRENCH, 2);
    expect_step("round_window", SEAT_COALITION);
    play("play_card(peace_talks)");
    expect_step("diplomacy_first", SEAT_FRENCH);
    play("choose_first(self)"); /* who has nothing to play */
    play("play_card(pitt); conversion(0); country(holland)");
    expect_aligned("holland=NC");
    cr_expect_eq(aon_s()->round, 4, "rounds 2 and 3 are skipped");
    expect_step("part_choice", SEAT_FRENCH);
    cr_expect_eq(copies_on_pile("peace_talks"), 1);
}

Test(aon_cards, peace_talks_at_the_end_of_a_year_11_3)
{
    start("1805");
    year(1807);
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "peace_talks");
    at_round(SEAT_FRENCH, 6);
    play("play_card(peace_talks); choose_first(self)");
    cr_expect_eq(aon_s()->header.turn, 3, "the next year begins");
    expect_step("diplomacy_first", SEAT_FRENCH);
}

Test(aon_cards, winter_quarters)
{
    start("1805");
    year(1807);
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "winter_quarters depot");
    hand(SEAT_COALITION, "mud");
    at_round(SEAT_FRENCH, 4); /* not before round 5 */
    expect_step("part_choice", SEAT_FRENCH);
    at_round(SEAT_FRENCH, 5);
    expect_list("play_card(winter_quarters); pass");
    play("play_card(winter_quarters)");
    cr_expect_eq(aon_s()->header.turn, 3, "no round 5, no round 6");
    expect_hand(SEAT_FRENCH, "depot");
    start("1805");
    year(1807);
    corps("bayern", "davout");
    hand(SEAT_COALITION, "winter_quarters");
    at_round(SEAT_FRENCH, 6);
    play("play_card(winter_quarters)");
    cr_expect_eq(aon_s()->header.turn, 3);
}

/* ---- Surrender Phase ---- */

Test(aon_cards, no_surrender)
{
    start("1805");
    corps("niederoesterreich", "davout");
    corps("napoli", "ney");
    hand(SEAT_COALITION, "no_surrender");
    at_surrender();
    play("play_card(no_surrender)"); /* for a minor country too (A95) */
    expect_aligned("napoli=CM austria=NC");
    cr_expect_eq(copies_on_pile("no_surrender"), 1);
    start("1805");
    year(1815);
    corps("niederoesterreich", "davout");
    hand(SEAT_COALITION, "no_surrender");
    at_surrender(); /* not in 1815 */
    expect_aligned("austria=NC");
    start("1805");
    corps("ile_de_france", "kutuzov");
    corps("bayern", "davout");
    hand(SEAT_FRENCH, "no_surrender");
    at_surrender(); /* for France too */
    play("play_card(no_surrender)");
    cr_expect_eq(aon_s()->header.over, 0);
}

Test(aon_cards, france_surrenders_6_2_2)
{
    start("1805");
    corps("ile_de_france", "kutuzov");
    corps("bayern", "davout");
    at_surrender();
    expect_over(SEAT_COALITION, OUTCOME_DECISIVE);
}

/* ---- Winter Attrition Phase ---- */

static void winter(const char *french, const char *coalition, const char *fallen)
{
    start("1805");
    corps("lorraine", "davout lannes massena soult ney murat suchet st_cyr");
    corps("boehmen", "kutuzov bagration bennigsen konstantin");
    corps("niederoesterreich", "karl johann");
    hand(SEAT_FRENCH, french);
    hand(SEAT_COALITION, coalition);
    dice(fallen);
    at_winter(SEAT_FRENCH);
}

static unsigned lost(void)
{
    play_each("loss");
    play_each("release_invasion");
    play_each("loss");
    return corps_count(aon_corps_at(aon_s(), AON_PLACE_LOST));
}

Test(aon_cards, depot)
{
    winter("depot", "", "3 6"); /* eight corps: two are lost at 3, one at 5 */
    expect_step("winter_depot", SEAT_FRENCH);
    play("play_card(depot)");
    cr_expect_eq(lost(), 1);
    cr_expect_eq(copies_on_pile("depot"), 1);
    winter("", "", "3 6");
    cr_expect_eq(lost(), 2);
    winter("", "depot", "6 2"); /* for the own area: four corps lose one at 2, none at 4 */
    expect_step("winter_depot", SEAT_COALITION);
    play("play_card(depot)");
    cr_expect_eq(lost(), 0);
}

Test(aon_cards, scorched_earth)
{
    winter("scorched_earth", "", "6 4");
    expect_step("winter_scorched", SEAT_FRENCH); /* Böhmen is no home area of Russians */
    play("play_card(scorched_earth)");
    cr_expect_eq(lost(), 1, "4 - 2: one of four");
    cr_expect_eq(copies_on_pile("scorched_earth"), 1);
    winter("", "", "6 4");
    cr_expect_eq(lost(), 0);
    start("1805");
    corps("boehmen", "kutuzov bagration karl");
    hand(SEAT_FRENCH, "scorched_earth");
    dice("6");
    at_winter(SEAT_FRENCH); /* Karl is at home */
    cr_expect_neq(aon_s()->phase, AON_PHASE_WINTER_ATTRITION);
}

Test(aon_cards, severe_winter)
{
    winter("severe_winter", "", "6 4");
    expect_step("winter_severe", SEAT_FRENCH);
    play("play_card(severe_winter)");
    cr_expect_eq(lost(), 2, "one of eight at 5, one of four at 3");
    cr_expect_eq(copies_on_pile("severe_winter"), 1);
    winter("", "", "6 4");
    cr_expect_eq(lost(), 0);
    winter("", "severe_winter", "6 4"); /* the Coalition's too, with the same effect on both */
    play("play_card(severe_winter)");
    cr_expect_eq(lost(), 2);
}
