/* test_aon_cards_campaign.c: cards played with moves, interceptions and battles. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* ---- moves ---- */

Test(aon_cards, major_campaign)
{
    start("1805");
    corps("bayern", "davout");
    corps("lorraine", "ney");
    corps("holland", "soult");
    corps("italia", "massena");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "major_campaign mud depot pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign)");
    expect_pile("major_campaign");
    play("area(bayern); area(wuerttemberg); stop");    /* free */
    expect_choices("area", "lorraine italia holland"); /* Davout has moved */
    play("area(lorraine); pay(mud); area(westfalen); stop");
    play("area(holland); pay(pitt); area(flandres); stop");
    expect_step("part_choice", SEAT_COALITION); /* three armies, no more */
    expect_hand(SEAT_FRENCH, "depot");
    expect_at("massena", "italia");
}

Test(aon_cards, major_campaign_before_any_move_12_1_2)
{
    start("1805");
    corps("bayern", "davout");
    corps("lorraine", "ney");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "major_campaign mud");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(wuerttemberg); stop");
    expect_step("part_choice", SEAT_COALITION);
    expect_hand(SEAT_FRENCH, "major_campaign mud");
}

Test(aon_cards, forced_march_of_a_move)
{
    start("1805");
    corps("flandres", "brune");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "forced_march mud");
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 1);
    play("area(flandres)");
    expect_list("play_card(forced_march); pay(forced_march); pay(mud)");
    play("play_card(forced_march)");
    expect_hand(SEAT_FRENCH, "mud"); /* in place of a discard */
    expect_pile("forced_march");
    play("area(westfalen)"); /* 2 + 1 becomes 1 + 1 */
    expect_spent("brune");
    dice("6");
    play("area(bayern)");
    expect_fallen(1);
    expect_step("part_choice", SEAT_COALITION);
}

/* As a discard it gives nothing. */
Test(aon_cards, forced_march_as_payment)
{
    start("1805");
    corps("flandres", "brune");
    hand(SEAT_FRENCH, "forced_march");
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); pay(forced_march); area(westfalen)");
    expect_fresh("brune");
    expect_fallen(0);
}

Test(aon_cards, forced_march_of_a_withdrawal)
{
    start("1805");
    corps("westfalen", "davout");
    corps("bayern", "ferdinand");
    hand(SEAT_COALITION, "forced_march mud");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); pass; area(bayern)");
    expect_step("withdraw_offer", SEAT_COALITION); /* 3 + 1 against 4 */
    play("withdraw(yes); area(boehmen)");
    expect_pile("forced_march");
    expect_at("ferdinand", "boehmen");
    expect_spent("ferdinand");          /* A16 */
    expect_hand(SEAT_COALITION, "mud"); /* no discard besides */
}

Test(aon_cards, mud)
{
    start("1805");
    corps("flandres", "ney");
    corps("moscow", "kutuzov");
    hand(SEAT_COALITION, "mud mud pitt");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres)");
    expect_list("play_card(mud); pass");
    play("play_card(mud); play_card(mud)");
    expect_pile("mud mud");
    expect_legal("area(westfalen)", true); /* 3 - 2 */
    play("area(westfalen)");
    expect_step("part_choice", SEAT_COALITION);
}

Test(aon_cards, mud_may_leave_no_step_a119)
{
    start("1805");
    corps("flandres", "brune");
    corps("moscow", "kutuzov");
    hand(SEAT_COALITION, "mud mud");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); play_card(mud); play_card(mud)");
    expect_at("brune", "flandres");
    expect_step("part_choice", SEAT_COALITION); /* the move is made */
    cr_expect_not(aon_free_left(aon_s(), SEAT_FRENCH));
}

Test(aon_cards, mud_not_at_sea)
{
    start("1805");
    events("britannia");
    corps("britain", "wellington");
    hand(SEAT_FRENCH, "mud depot");
    at_part(SEAT_COALITION, 1);
    play("area(britain)"); /* by sea, there is no other way */
    expect_step("move_sea", SEAT_COALITION);
    play("area(pommern)");
    expect_at("wellington", "pommern");
}

Test(aon_cards, indecision_against_a_move)
{
    start("1805");
    corps("flandres", "davout ney");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "mud major_campaign");
    hand(SEAT_COALITION, "indecision pitt");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); corps_take(davout); corps_take(ney)");
    expect_list("play_card(indecision); pass");
    play("play_card(indecision)");
    expect_at("davout ney", "flandres");
    expect_pile("indecision");
    expect_step("part_choice",
                SEAT_COALITION); /* it was the French move, and no Major Campaign after it (A106) */
    cr_expect_not(aon_free_left(aon_s(), SEAT_FRENCH));
    start("1805");
    corps("flandres", "napoleon");
    hand(SEAT_COALITION, "indecision");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres)");
    expect_step("move_step", SEAT_FRENCH); /* never against Napoléon */
}

Test(aon_cards, indecision_stops_the_corps_for_the_part)
{
    start("1805");
    corps("flandres", "davout ney");
    hand(SEAT_FRENCH, "mud major_campaign depot");
    hand(SEAT_COALITION, "indecision");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(flandres); corps_take(davout); corps_leave(ney); "
         "play_card(indecision)");
    play("area(flandres)"); /* Ney is the only one left to lead */
    expect_step("move_pay", SEAT_FRENCH);
    play("pay(depot); area(westfalen); stop");
    expect_at("ney", "westfalen");
    expect_at("davout", "flandres");
}

Test(aon_cards, indecision_against_an_interception)
{
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "bagration konstantin");
    hand(SEAT_FRENCH, "indecision depot");
    hand(SEAT_COALITION, "talleyrand pitt");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen); corps_take(bagration); corps_leave(konstantin)");
    expect_step("intercept_declared", SEAT_FRENCH);
    play("play_card(indecision)");
    expect_at("bagration konstantin", "boehmen");
    cr_expect_not(aon_free_left(aon_s(), SEAT_COALITION));
    expect_list("intercept(boehmen); intercept(no)"); /* Konstantin, for a card */
    play("intercept(boehmen)");
    expect_list("pay(talleyrand); pay(pitt)");
}

/* Davout and some others march from Polen into Lithuania, whose corps are none. */
static void march_into_lithuania(const char *russia, const char *cards)
{
    start("1805");
    align(russia);
    corps("polen", "davout ney*");
    hand(SEAT_COALITION, cards);
    at_part(SEAT_FRENCH, 1);
    play("area(polen); corps_take(davout); corps_take(ney); area(lithuania)");
}

Test(aon_cards, cossacks)
{
    march_into_lithuania("russia=CM", "cossacks pitt");
    expect_step("enter_cossacks", SEAT_COALITION);
    dice("2"); /* one spent corps: none at 2 */
    play("play_card(cossacks)");
    expect_fallen(1);
    expect_spent("davout ney");
    expect_pile("cossacks");
    play("area(livonia)"); /* they do not follow */
    expect_fallen(1);
    expect_at("davout ney", "livonia");
    march_into_lithuania("russia=CM", "pitt");
    expect_fresh("davout");
    march_into_lithuania("russia=NC", "cossacks");
    expect_step("move_step", SEAT_FRENCH); /* only while Russia is a Coalition member */
}

Test(aon_cards, cossacks_do_not_ride_everywhere)
{
    start("1805");
    corps("navarra", "davout");
    hand(SEAT_COALITION, "cossacks");
    at_part(SEAT_FRENCH, 1);
    play("area(navarra); area(castilla)"); /* barren, but Spain */
    expect_step("move_step", SEAT_FRENCH);
    start("1805");
    corps("bayern", "davout");
    hand(SEAT_COALITION, "cossacks");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(boehmen)"); /* not barren */
    expect_step("move_step", SEAT_FRENCH);
    start("1805");
    corps("boehmen", "davout");
    hand(SEAT_COALITION, "cossacks");
    at_part(SEAT_FRENCH, 1);
    play("area(boehmen); area(ungarn)");
    expect_step("enter_cossacks", SEAT_COALITION);
}

/* Interceptors and those who withdraw are harried too. */
Test(aon_cards, cossacks_against_reactions)
{
    for (unsigned played = 0; played < 2; played++) {
        start("1805");
        corps("livonia", "bennigsen");
        corps("polen", "ney");
        hand(SEAT_COALITION, "cossacks");
        at_part(SEAT_COALITION, 1);
        play("area(livonia); area(lithuania); intercept(polen)");
        expect_step("intercept_cossacks", SEAT_COALITION);
        play(played ? "play_card(cossacks)" : "pass");
        expect_spent(played ? "ney" : "");
        expect_fresh(played ? "" : "ney");
        expect_hand(SEAT_COALITION, played ? "" : "cossacks");
        start("1805");
        corps("livonia", "bennigsen");
        corps("lithuania", "ney");
        hand(SEAT_COALITION, "cossacks");
        align("prussia=FA");
        at_part(SEAT_COALITION, 1);
        play("area(livonia); area(lithuania); withdraw(yes); area(ostpreussen)");
        expect_step("withdraw_cossacks", SEAT_COALITION);
        play(played ? "play_card(cossacks)" : "pass");
        expect_spent(played ? "ney" : "");
        expect_fresh(played ? "" : "ney");
        expect_hand(SEAT_COALITION, played ? "" : "cossacks");
    }
    start("1805");
    align("prussia=FA");
    corps("sachsen", "bennigsen");
    corps("brandenburg", "ney");
    hand(SEAT_COALITION, "cossacks");
    at_part(SEAT_COALITION, 1);
    play("area(sachsen); area(brandenburg); withdraw(yes); area(magdeburg)"); /* not barren */
    expect_fresh("ney");
    expect_step("move_step", SEAT_COALITION);
}

/* ---- battles ---- */

/* A French army marches from Westfalen into Bayern; all fight; stops at the first battle card. */
static void battle(const char *french, const char *french_cards, const char *coalition,
                   const char *coalition_cards)
{
    start("1805");
    russia_invaded();
    corps("westfalen", french);
    corps("bayern", coalition);
    corps("moscow", "buxhowden");
    hand(SEAT_FRENCH, french_cards);
    hand(SEAT_COALITION, coalition_cards);
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen)");
    play_each("corps_take");
    play("area(bayern)");
    if (strcmp(aon_step_name(aon_s()->header.step), "withdraw_offer") == 0) {
        play("withdraw(no)");
    }
    play_each("corps_take");
}

Test(aon_cards, grand_battery)
{
    battle("davout lannes grouchy", "grand_battery", "karl johann", "");
    expect_step("battle_cards_attacker", SEAT_FRENCH);
    dice("2 1"); /* 12 inflicts none at 2, 15 one */
    play("play_card(grand_battery)");
    expect_fallen(2);
    expect_pile("grand_battery");
    cr_expect_eq(corps_count(corps_and(aon_choice_corps(aon_s()), aon_d()->of_patron[AON_AUSTRIA])), 2);
    expect_choices("loss", "karl johann");
    battle("davout mortier grouchy junot dupont", "grand_battery", "karl johann", "");
    dice("1 1 6 1"); /* 14 + 4 inflicts none at 1, 19 would inflict one: four at most */
    play("play_card(grand_battery)");
    expect_fallen(4);
}

Test(aon_cards, grand_battery_needs_blue_or_green)
{
    battle("davout ney", "", "kutuzov karl", "grand_battery");
    expect_list("play_card(grand_battery); pass");
    battle("davout ney", "cavalry_charge", "hiller karl", "grand_battery");
    dice("1 1 1 6"); /* no losses; 1 + 2 against 6 + 1 */
    play("pass");    /* the Coalition is not asked */
    expect_fallen(4);
    expect_hand(SEAT_COALITION, "grand_battery");
}

Test(aon_cards, imperial_guard)
{
    battle("napoleon ney", "imperial_guard", "karl johann", "");
    dice("5 1"); /* 12 inflicts one at 5, 16 two */
    play("play_card(imperial_guard)");
    expect_pile("imperial_guard");
    play_each("loss");
    expect_at("karl", "lost"); /* 2 + 1 losses, two corps */
    expect_at("johann", "prisoners");
}

static void without_napoleon(bool engaged)
{
    start("1805");
    corps("westfalen", "napoleon ney");
    corps("bayern", "karl");
    hand(SEAT_FRENCH, "imperial_guard fog_of_war");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(napoleon); corps_take(ney); area(bayern)");
    play(engaged ? "corps_take(napoleon); corps_leave(ney)" : "corps_leave(napoleon)");
    expect_legal("play_card(imperial_guard)", engaged);
    expect_legal("play_card(fog_of_war)", true);
}

Test(aon_cards, imperial_guard_needs_napoleon_engaged)
{
    without_napoleon(true);
    without_napoleon(false);
}

Test(aon_cards, thin_red_line)
{
    battle("davout ney", "", "wellington hill", "thin_red_line fog_of_war");
    expect_step("battle_cards_defender", SEAT_COALITION);
    dice("1 2"); /* 10 inflicts none at 2, 14 one */
    play("play_card(thin_red_line); pass");
    expect_pile("thin_red_line");
    expect_choices("loss", "davout ney");
    battle("davout ney", "", "karl hiller", "thin_red_line fog_of_war");
    expect_list("play_card(fog_of_war); pass"); /* nobody in red */
    start("1805");
    corps("hannover", "wellington");
    align("hannover=CM");
    corps("westfalen", "davout");
    hand(SEAT_COALITION, "thin_red_line fog_of_war");
    at_part(SEAT_COALITION, 1);
    play("area(hannover); area(westfalen); withdraw(no)");
    expect_list("play_card(fog_of_war); pass"); /* not for the attacker */
}

Test(aon_cards, cavalry_charge)
{
    battle("lannes ney", "cavalry_charge cavalry_charge", "karl johann", "");
    expect_list("play_card(cavalry_charge); pass");
    dice("2 1");                       /* 9 inflicts none at 2, one at 3 */
    play("play_card(cavalry_charge)"); /* the second one is identical and may not be played (13.3.3) */
    expect_fallen(2);
    expect_hand(SEAT_FRENCH, "cavalry_charge");
    expect_choices("loss", "karl johann");
    battle("lannes", "cavalry_charge", "karl johann", "");
    dice("2 1 3 3"); /* 5 and 6 inflict none; the tie: 3 + 1 against 3 + 1, no cavalry in it */
    play("play_card(cavalry_charge)");
    expect_fallen(4);
    expect_at("lannes", "westfalen");
}

Test(aon_cards, cavalry_charge_six_at_most)
{
    battle("lannes", "cavalry_charge", "karl", "");
    dice("6 1");
    play("play_card(cavalry_charge)");
    expect_at("karl", "lost");
    expect_fallen(2);
}

Test(aon_cards, fog_of_war_of_the_defender)
{
    battle("davout lannes grouchy", "grand_battery", "karl johann", "fog_of_war");
    play("play_card(grand_battery)");
    dice("2 1 6 1"); /* 12 inflicts none at 2 */
    play("play_card(fog_of_war)");
    expect_fallen(4);
    expect_pile("fog_of_war grand_battery");
}

Test(aon_cards, fog_of_war_of_the_attacker)
{
    battle("davout lannes", "fog_of_war pitt", "kutuzov bagration", "grand_battery cavalry_charge depot");
    dice("1 3 6 1");               /* 10 and 8 inflict none; with Cavalry Charge 8 would inflict one at 3 */
    play("play_card(fog_of_war)"); /* none may be played afterwards */
    expect_fallen(4);
    expect_hand(SEAT_COALITION, "grand_battery cavalry_charge depot");
}

Test(aon_cards, heros_death)
{
    battle("napoleon davout lannes", "cavalry_charge", "kutuzov bagration konstantin", "heros_death pitt");
    dice("4 4 2 3"); /* one permanent loss each; the French lose */
    play("pass");
    expect_step("battle_hero_defender", SEAT_COALITION);
    play("play_card(heros_death)");
    expect_choices("hero", "davout lannes"); /* never Napoléon (A26) */
    play("hero(davout)");
    expect_at("davout", "lost");
    expect_pile("heros_death");
    expect_choices("loss", "kutuzov bagration konstantin"); /* the French have no other loss */
}

Test(aon_cards, heros_death_needs_a_permanent_loss)
{
    battle("napoleon davout lannes", "cavalry_charge", "kutuzov bagration konstantin", "heros_death");
    dice("5 4"); /* the winner's only loss is temporary */
    play("pass");
    expect_step("battle_loss_attacker", SEAT_FRENCH);
}

Test(aon_cards, interior_lines_needs_two_armies)
{
    battle("davout ney", "cavalry_charge", "kutuzov bagration", "interior_lines");
    expect_step("battle_cards_attacker", SEAT_FRENCH); /* it was not offered */
    expect_hand(SEAT_COALITION, "interior_lines");
}

/* The defender loses the first battle: there is no second one. */
Test(aon_cards, interior_lines_until_defeated)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "lannes ney");
    corps("wuerttemberg", "mortier victor");
    corps("bayern", "kutuzov bagration");
    corps("moscow", "buxhowden");
    hand(SEAT_FRENCH, "major_campaign pitt");
    hand(SEAT_COALITION, "interior_lines");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); corps_take(lannes); corps_take(ney); area(bayern)");
    play("area(wuerttemberg); corps_take(mortier); corps_take(victor); area(bayern)");
    play("play_card(interior_lines); corps_take(lannes)");
    dice("3 1 6 1"); /* 9 inflicts one at 3 */
    play("corps_take(lannes); corps_take(ney); corps_take(kutuzov); corps_take(bagration)");
    play("loss(kutuzov)");
    expect_fallen(2); /* 1 + 1 losses: nobody is left to fight */
    expect_at("bagration", "prisoners");
    expect_at("lannes ney mortier victor", "bayern");
    expect_fresh("mortier victor");
}

/* A120: a beaten army looks at its own way in; one that was deployed on the spot came from nowhere and
 * retreats as a defender would, whatever ways other armies of its side came by. */
Test(aon_cards, interior_lines_beaten_deployed_army)
{
    start("1805");
    russia_invaded();
    corps("magdeburg", "ney");
    corps("sachsen", "bennigsen");
    hand(SEAT_FRENCH, "interior_lines");
    at_part(SEAT_FRENCH, 1);
    play("area(magdeburg); area(brandenburg); intercept(sachsen); attack");
    expect_aligned("prussia=CM");
    play("corps_take(hohenlohe); area(brandenburg); corps_take(ruechel); area(brandenburg); stop");
    dice("1 5 1 5"); /* beaten, with a loss */
    play("play_card(interior_lines); corps_take(hohenlohe); corps_take(hohenlohe); corps_take(ruechel)");
    expect_step("retreat_area", SEAT_COALITION);
    expect_legal("retreat(schlesien)", true);
    expect_legal("retreat(magdeburg)", false); /* the French came from there (13.4.2.2) */
}

Test(aon_cards, pursuit)
{
    battle("napoleon davout lannes", "pursuit cavalry_charge", "kutuzov bagration konstantin bennigsen", "");
    dice("4 1"); /* one loss and one more: two corps are left */
    play("pass; loss(kutuzov); loss(bagration)");
    expect_step("battle_pursuit", SEAT_FRENCH);
    play("play_card(pursuit)");
    expect_step("battle_pursuit_loss", SEAT_COALITION);
    expect_choices("loss", "bennigsen konstantin");
    play("loss(konstantin)");
    expect_at("konstantin", "prisoners");
    expect_pile("pursuit");
    expect_step("retreat_area", SEAT_COALITION);
}

/* Nobody is left to pursue, or to be pursued. */
Test(aon_cards, pursuit_needs_corps_on_both_sides)
{
    battle("lannes", "pursuit cavalry_charge", "kutuzov essen", "");
    dice("6 6 6 1");
    play("pass; loss(kutuzov)");
    expect_at("lannes", "lost");
    expect_step("retreat_area", SEAT_COALITION);
    expect_hand(SEAT_FRENCH, "cavalry_charge pursuit");
    battle("lannes ney", "pursuit cavalry_charge", "kutuzov", "");
    dice("6 1");
    play("pass");
    expect_at("kutuzov", "lost");
    expect_step("battle_rally", SEAT_FRENCH);
}
