/* test_aon_examples_marches.c: clauses on movement and battle that no worked example covers. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* ---- armies (4, 12.1) ---- */

Test(aon_clauses, seniority_limits_an_army_12_1_4)
{
    start("1805");
    corps("bayern", "davout lannes ney suchet st_cyr marmont massena");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern)");
    expect_choices(
        "corps_take",
        "davout lannes massena ney suchet st_cyr marmont"); /* any may lead a detachment (12.1.3) */
    play("corps_take(davout); corps_take(lannes)");
    expect_choices("corps_take", "ney"); /* not Masséna, his senior */
    play("corps_take(ney); corps_take(suchet); corps_take(st_cyr)");
    expect_step("move_step", SEAT_FRENCH); /* five with Davout: Marmont stays */
    play("area(wuerttemberg); stop");
    expect_at("davout lannes ney suchet st_cyr", "wuerttemberg");
    expect_at("marmont massena", "bayern");
}

Test(aon_clauses, one_army_a_round_12_1_2)
{
    start("1805");
    corps("bayern", "davout");
    corps("lorraine", "ney");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "mud pitt");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(wuerttemberg); stop");
    expect_step("part_choice", SEAT_COALITION);
    play("stop");
    cr_expect_eq(aon_s()->round, 2);
    expect_step("part_choice", SEAT_FRENCH); /* 11.2.2: the same seat first */
}

Test(aon_clauses, picking_up_and_dropping_12_1_5)
{
    start("1805");
    corps("lorraine", "davout lannes");
    corps("westfalen", "ney suchet marmont st_cyr");
    corps("bayern", "augereau");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(lorraine); corps_take(davout); corps_take(lannes)");
    expect_choices("drop", ""); /* not in the area of departure */
    expect_choices("pick", "");
    play("area(westfalen)");
    expect_choices("drop", "lannes"); /* never the leader */
    expect_choices("pick", "ney suchet st_cyr marmont");
    play("drop(lannes)");
    expect_choices("pick", "ney suchet st_cyr marmont"); /* not Lannes again, who has moved (A79) */
    play("pick(ney); pick(suchet); pick(st_cyr); pick(marmont)");
    expect_choices("pick", "");
    play("area(bayern)");
    expect_choices("pick", ""); /* five corps are Davout's limit */
    play("stop");
    expect_at("davout ney suchet st_cyr marmont", "bayern");
    expect_at("lannes", "westfalen");
}

/* A19: corps picked up count their own areas. */
Test(aon_clauses, attrition_of_corps_picked_up_12_3_1)
{
    start("1805");
    corps("ile_de_france", "davout");
    corps("westfalen", "ney");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(ile_de_france); area(lorraine); area(westfalen); pick(ney); area(bayern)");
    expect_spent("davout"); /* his third area */
    expect_fresh("ney");
}

static void march_over_the_sund(const char *alignments, Seat seat)
{
    start("1805");
    align(alignments);
    corps(seat == SEAT_FRENCH ? "danmark" : "sverige", seat == SEAT_FRENCH ? "ney" : "bennigsen");
    at_part(seat, 1);
    play(seat == SEAT_FRENCH ? "area(danmark)" : "area(sverige)");
}

Test(aon_clauses, the_sund_12_2_4)
{
    march_over_the_sund("danmark=FA sverige=NC", SEAT_FRENCH);
    expect_legal("area(sverige)", true);
    march_over_the_sund("danmark=FA sverige=CM", SEAT_FRENCH);
    expect_legal("area(sverige)", false);
    march_over_the_sund("danmark=CM sverige=NC", SEAT_FRENCH);
    expect_legal("area(sverige)", false);
    march_over_the_sund("danmark=FA sverige=CM", SEAT_COALITION);
    expect_legal("area(danmark)", true);
}

Test(aon_clauses, the_ice_12_2_5)
{
    start("1805");
    corps("lithuania", "bagration bennigsen");
    at_part(SEAT_COALITION, 4);
    play("area(lithuania); corps_take(bagration)");
    expect_legal("area(sverige)", false); /* only in winter */
    start("1805");
    corps("lithuania", "bagration bennigsen");
    at_part(SEAT_COALITION, 5);
    play("area(lithuania); corps_take(bennigsen); corps_leave(bagration)");
    expect_legal("area(sverige)", false); /* spent, he could not get across (A62) */
    start("1805");
    corps("lithuania", "bagration bennigsen");
    corps("bayern", "davout");
    at_part(SEAT_COALITION, 5);
    play("area(lithuania); corps_take(bagration)");
    dice("6"); /* the Baltic Sea turns him spent, the far shore rolls */
    play("area(sverige)");
    expect_fallen(1);
    expect_at("bagration", "sverige");
    expect_step("part_choice", SEAT_FRENCH); /* two areas of two */
}

/* ---- the sea (12.4) ---- */

Test(aon_clauses, sea_movement_12_4_1)
{
    start("1805");
    align("portugal=CM");
    corps("britain", "wellington moore");
    at_part(SEAT_COALITION, 1);
    expect_step("diplomacy_first", SEAT_FRENCH); /* no Britannia: they cannot move at all */
    start("1805");
    align("portugal=CM");
    events("britannia");
    corps("britain", "wellington moore");
    corps("bayern", "davout");
    hand(SEAT_COALITION, "major_campaign depot pitt");
    at_part(SEAT_COALITION, 1);
    play("play_card(major_campaign); area(britain); corps_take(wellington); area(portugal)");
    expect_at("wellington", "portugal");
    expect_at("moore", "britain");        /* one corps */
    expect_legal("area(britain)", false); /* a round */
}

Test(aon_clauses, no_french_corps_at_sea_12_4_4)
{
    start("1805");
    events("britannia");
    corps("danmark", "davout");
    align("danmark=FA");
    at_part(SEAT_FRENCH, 1);
    play("area(danmark)");
    expect_step("move_step", SEAT_FRENCH); /* nobody asked whether by land or sea */
    expect_choices("area", "hannover pommern");
}

static void land_in_hannover(const char *from, const char *fallen)
{
    start("1805");
    align("holland=CM");
    events("britannia");
    corps(from, "wellington");
    corps("hannover", "brune");
    corps("bayern", "davout");
    at_part(SEAT_COALITION, 1);
    dice(fallen);
    play(aon_text("area(%s)", from));
    if (strcmp(from, "holland") == 0) {
        play("land");
    }
    play("area(hannover)");
}

Test(aon_clauses, attacking_from_the_sea_13_3_2)
{
    land_in_hannover("britain", "4 1 6 1"); /* 6 - 2 inflicts none at 4 */
    expect_fallen(4);
    land_in_hannover("holland", "4 1"); /* 6 inflicts one */
    expect_fallen(2);
    expect_at("brune", "lost");
}

static void fight_karl(const char *area, const char *from)
{
    start("1805");
    corps(from, "lannes");
    corps(area, "karl");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    dice("1 4 6 1");
    play(aon_text("area(%s); area(%s)", from, area));
}

Test(aon_clauses, fighting_at_home_13_3_2)
{
    fight_karl("boehmen", "sachsen"); /* 4 + 1 inflicts one at 4 */
    expect_fallen(2);
    fight_karl("bayern", "sachsen"); /* 4 does not */
    expect_fallen(4);
}

/* ---- withdrawal (12.5) ---- */

static void threaten_bayern(const char *defenders)
{
    start("1805");
    corps("westfalen", "ney");
    corps("sachsen", "soult");
    corps("bayern", defenders);
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
}

Test(aon_clauses, where_to_withdraw_12_5_1)
{
    threaten_bayern("ferdinand");
    play("withdraw(yes)");
    expect_choices("area", "niederoesterreich boehmen tirol wuerttemberg"); /* not Westfalen, not Sachsen */
    play("area(wuerttemberg)");
    expect_at("ferdinand", "wuerttemberg");
}

Test(aon_clauses, withdrawal_by_rating_12_5_2)
{
    threaten_bayern("hiller mack"); /* 2 against 3 */
    expect_step("battle_engage_defender", SEAT_COALITION);
}

/* The rating of the junior does not help his senior. */
Test(aon_clauses, the_army_leaders_rating_counts_12_5_2)
{
    start("1805");
    corps("westfalen", "ney");
    corps("bayern", "ferdinand mack");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "withdraw_offer");
}

Test(aon_clauses, withdrawal_by_sea_12_5_3)
{
    start("1805");
    events("britannia");
    align("danmark=FA");
    corps("danmark", "soult");
    corps("pommern", "charles_john bennigsen");
    at_part(SEAT_FRENCH, 1);
    play("area(danmark); area(pommern); withdraw(yes)");
    expect_list("sea_retreat(bennigsen,lithuania); sea_retreat(bennigsen,livonia); "
                "sea_retreat(charles_john,sverige); "
                "sea_retreat(no)");
    play("sea_retreat(charles_john,sverige)");
    expect_at("charles_john", "sverige");
    play("corps_take(bennigsen); area(hinterpommern)");
    expect_at("bennigsen", "hinterpommern"); /* by land */
}

Test(aon_clauses, once_engaged_nobody_withdraws_12_5_4)
{
    start("1805");
    corps("westfalen", "ney");
    corps("sachsen", "soult");
    corps("bayern", "ferdinand");
    hand(SEAT_FRENCH, "major_campaign mud");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); area(bayern); withdraw(no); area(sachsen); "
         "area(bayern)");
    expect_at("ney soult ferdinand", "bayern");
    expect_step("battle_engage_attacker", SEAT_FRENCH); /* Soult and Ney as one army */
    expect_fallen(0);
}

Test(aon_clauses, a_rearguard_stops_the_army_12_5_5)
{
    threaten_bayern("ferdinand liechtenstein");
    play("withdraw(yes); corps_take(ferdinand); corps_leave(liechtenstein)");
    dice("1 1 6 1");
    play("area(boehmen)");
    expect_fallen(4); /* a battle against Liechtenstein alone */
    expect_at("ferdinand", "boehmen");
    expect_fresh("ferdinand");
    expect_at("ney", "bayern");
    expect_spent("ney");
}

Test(aon_clauses, withdrawal_into_the_mountains_12_5_7)
{
    threaten_bayern("ferdinand liechtenstein*");
    play("withdraw(yes); corps_take(ferdinand); corps_take(liechtenstein)");
    dice("1"); /* the spent corps */
    play("area(tirol)");
    expect_fallen(1);
    expect_at("liechtenstein", "prisoners");
    expect_spent("ferdinand");
    expect_at("ferdinand", "tirol");
}

Test(aon_clauses, insurgents_withdraw_one_area_10_3_1)
{
    start("1813");
    corps("westgalizien", "yorck");
    corps("ungarn", "ney");
    at_part(SEAT_FRENCH, 3);
    play("area(ungarn); area(westgalizien); withdraw(yes)");
    expect_choices("area", "schlesien polen boehmen"); /* not Ostgalizien, nor Volhynia */
}

/* ---- interception (12.6) ---- */

Test(aon_clauses, several_interceptors_12_6_5)
{
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "bagration");
    corps("niederoesterreich", "ferdinand");
    hand(SEAT_COALITION, "depot");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen)");
    expect_list("intercept(niederoesterreich); intercept(no)");
    play("intercept(niederoesterreich)"); /* for the only card */
    expect_pile("depot");
    expect_at("bagration ferdinand ney", "bayern");
    expect_list("attack; defend"); /* one choice for both */
    dice("1 1 6 1");
    play("attack; corps_take(ferdinand); corps_take(bagration)");
    expect_fallen(4);
    expect_at("ferdinand bagration", "bayern");
}

/* The interceptor's leader limits his group as in a move, whoever leads the army it comes from. */
Test(aon_clauses, several_corps_intercept_12_6_1)
{
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "kutuzov bagration konstantin dokhturov essen hiller");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen)");
    play("corps_take(bagration); corps_take(hiller); corps_leave(konstantin); corps_take(dokhturov)");
    expect_list("corps_take(essen); corps_leave(essen)");
    play("corps_take(essen)");
    expect_at("bagration hiller dokhturov essen", "bayern");
    expect_at("kutuzov konstantin", "boehmen");
    start("1805");
    corps("westfalen", "ney");
    corps("boehmen", "kutuzov konstantin dokhturov essen hiller");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen); corps_take(essen); corps_take(hiller)");
    expect_list(
        "corps_take(dokhturov); corps_leave(dokhturov)"); /* three by Essen's seniority, not Konstantin */
    play("corps_take(dokhturov)");
    expect_at("essen hiller dokhturov", "bayern");
}

/* 10.3.1: an insurgent does not intercept two areas from home. */
Test(aon_clauses, insurgents_intercept_near_home_10_3_1)
{
    for (unsigned insurgent = 0; insurgent < 2; insurgent++) {
        start("1813");
        corps("westgalizien", insurgent ? "yorck" : "bennigsen");
        corps("banat", "ney");
        at_part(SEAT_FRENCH, 3);
        play("area(banat); area(ungarn)");
        expect_step(insurgent ? "move_step" : "intercept_offer", insurgent ? SEAT_FRENCH : SEAT_COALITION);
    }
}

/* Who has an army in the area already defends. */
Test(aon_clauses, intercepting_to_help_a_friend_12_6_4)
{
    start("1805");
    corps("westfalen", "ney");
    corps("bayern", "mack");
    corps("boehmen", "bagration");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    expect_list("intercept(boehmen); intercept(no)");
    play("intercept(boehmen)"); /* and nothing to choose */
    expect_at("bagration mack", "bayern");
    expect_step("battle_engage_defender", SEAT_COALITION); /* Ney attacks, alone */
}

Test(aon_clauses, intercepted_armies_do_not_withdraw_12_6_7)
{
    start("1805");
    corps("westfalen", "davout");
    corps("boehmen", "bagration");
    corps("sachsen", "lannes");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); intercept(boehmen)");
    dice("1 1 6 1");
    /* neither Davout nor, after the choice, Bagration */
    expect_step("intercept_role", SEAT_COALITION);
    play("attack");
    expect_fallen(4);
}

/* The enemy beside them keeps corps from riding to the rescue elsewhere (A64). */
Test(aon_clauses, interception_from_a_battle_area_a64)
{
    start("1805");
    corps("westfalen", "ney");
    corps("lorraine", "soult");
    corps("bayern", "mack ferdinand");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); area(bayern); area(lorraine); area(wuerttemberg)");
    expect_step("move_step", SEAT_FRENCH); /* nobody asked the Coalition */
}

/* ---- battle (13) ---- */

Test(aon_clauses, battles_after_all_moves_13_1_2)
{
    start("1805");
    corps("westfalen", "ney");
    corps("italia", "soult");
    corps("bayern", "mack");
    corps("dalmatien", "hiller");
    hand(SEAT_FRENCH, "major_campaign pitt mud");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); area(bayern)");
    expect_step("part_choice", SEAT_FRENCH); /* no battle yet */
    play("area(italia); pay(mud); area(dalmatien)");
    expect_step("battle_order", SEAT_FRENCH); /* A22 */
    expect_list("battle_order(dalmatien); battle_order(bayern)");
}

Test(aon_clauses, corps_that_fought_sit_still_13_1_3)
{
    start("1805");
    corps("westfalen", "davout lannes");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    corps("schlesien", "bennigsen");
    hand(SEAT_FRENCH, "depot pitt");
    align("prussia=CM");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 6 1");
    play("area(westfalen); corps_take(davout); corps_take(lannes); area(bayern); corps_take(davout); "
         "corps_leave(lannes)");
    expect_fallen(4);
    play("rally(no)");
    expect_at("karl", "niederoesterreich");
    expect_list("area(schlesien); area(moscow); stop"); /* Karl was driven back */
    play("area(schlesien); area(boehmen)");
    expect_list("intercept(bayern); intercept(no)"); /* Davout fought, but Lannes did not */
    play("intercept(bayern); pay(depot)");
    expect_step("intercept_role", SEAT_FRENCH);
    expect_at("davout", "bayern");
    expect_at("lannes", "boehmen");
}

Test(aon_clauses, corps_that_fought_do_not_withdraw_13_1_3)
{
    start("1805");
    corps("westfalen", "davout");
    corps("bayern", "karl");
    corps("boehmen", "bennigsen");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 6 1 1 1 6 1");
    play("area(westfalen); area(bayern)");
    expect_at("davout", "bayern");
    play("area(boehmen); area(bayern)"); /* at once to battle */
    expect_fallen(8);
}

Test(aon_clauses, limits_of_engagement_13_2)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "davout lannes ney");
    corps("sachsen", "suchet st_cyr marmont");
    corps("bayern", "kutuzov bagration");
    corps("moscow", "buxhowden");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); corps_take(davout); corps_take(lannes); "
         "corps_take(ney); area(bayern)");
    play("area(sachsen); corps_take(suchet); corps_take(st_cyr); corps_take(marmont); area(bayern)");
    expect_step("battle_engage_attacker", SEAT_FRENCH); /* he declares first (13.2.2) */
    play("corps_leave(davout); corps_take(lannes); corps_take(ney); corps_take(suchet); corps_take(st_cyr)");
    expect_list("corps_take(marmont); corps_leave(marmont)"); /* five by Davout's seniority, who does not
                                                                 fight himself */
    play("corps_take(marmont)");
    expect_list("corps_take(kutuzov); corps_leave(kutuzov)");
    dice("1 1");                  /* 20 inflicts one and one more */
    play("corps_leave(kutuzov)"); /* Bagration has to: one at least (13.2.4) */
    expect_fallen(2);
    expect_at("bagration", "lost"); /* the engaged corps first (13.4.1.3) */
    expect_at("kutuzov", "prisoners");
}

Test(aon_clauses, six_corps_of_a_leader_of_five_13_2_1)
{
    start("1805");
    corps("westfalen", "davout lannes ney");
    corps("sachsen", "suchet st_cyr marmont");
    corps("bayern", "kutuzov bagration");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); corps_take(davout); corps_take(lannes); "
         "corps_take(ney); area(bayern)");
    play("area(sachsen); corps_take(suchet); corps_take(st_cyr); corps_take(marmont); area(bayern)");
    play("corps_take(davout); corps_take(lannes); corps_take(ney); corps_take(suchet); corps_take(st_cyr)");
    expect_step("battle_engage_defender", SEAT_COALITION);
    cr_expect_not(aon_set_has(aon_s(), AON_SET_ARMY, corps_id("marmont")));
}

/* The battle cards of the attacker come first. */
Test(aon_clauses, order_of_battle_cards_13_3_3)
{
    start("1805");
    corps("westfalen", "davout");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "cavalry_charge");
    hand(SEAT_COALITION, "fog_of_war cavalry_charge");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    expect_step("battle_cards_attacker", SEAT_FRENCH);
    play("pass");
    expect_step("battle_cards_defender", SEAT_COALITION);
    expect_list("play_card(cavalry_charge); play_card(fog_of_war); pass");
}

static void beat_in_bayern(const char *defenders)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "napoleon");
    corps("bayern", defenders);
    corps("moscow", "buxhowden");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 6 1"); /* none each, the French win the tie */
    play("area(westfalen); area(bayern)");
    play_each("corps_take");
    expect_fallen(4);
}

Test(aon_clauses, retreat_towards_the_capital_13_4_2_1)
{
    beat_in_bayern("essen dokhturov karl"); /* Russians mostly: six areas to Moscow */
    expect_choices("retreat", "sachsen boehmen");
    beat_in_bayern("karl hiller essen"); /* Austrians */
    expect_at("karl hiller essen", "niederoesterreich");
    beat_in_bayern("karl essen"); /* the loser's choice between both */
    expect_choices("retreat", "sachsen niederoesterreich boehmen");
    beat_in_bayern("charles_john essen karl"); /* the Swede is a Russian by colour (A28) */
    expect_choices("retreat", "sachsen boehmen");
}

/* Never where the attacker came from. */
Test(aon_clauses, retreat_of_a_defender_13_4_2_2)
{
    start("1805");
    corps("niederoesterreich", "davout");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 6 1");
    play("area(niederoesterreich); area(bayern)");
    /* nothing else is nearer to Vienna */
    expect_choices("retreat", "sachsen boehmen tirol westfalen wuerttemberg");
}

static void retreat_to_tirol(unsigned round, const char *fallen)
{
    start("1805");
    corps("boehmen", "davout");
    corps("bayern", "karl hiller*");
    corps("sachsen", "ney");
    corps("westfalen", "soult");
    corps("wuerttemberg", "massena");
    corps("niederoesterreich", "murat");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, round);
    play("area(boehmen); area(bayern)");
    if (strcmp(aon_step_name(aon_s()->header.step), "withdraw_offer") == 0) {
        play("withdraw(no)");
    }
    dice(fallen);
    play("corps_take(karl); corps_leave(hiller)");
}

Test(aon_clauses, attrition_on_retreat_13_4_2_5)
{
    retreat_to_tirol(1, "1 1 6 1 3"); /* both spent: a die for the mountain, one lost up to 2 */
    expect_fallen(5);
    expect_at("karl hiller", "tirol");
    retreat_to_tirol(1, "1 1 6 1 2");
    play("loss(karl)");
    expect_at("karl", "prisoners");
    expect_at("hiller", "tirol");
    retreat_to_tirol(5, "1 1 6 1 2 2"); /* mountain and winter: one of two lost, then a die for the other */
    play("loss(karl)");
    expect_fallen(6);
    expect_at("karl", "lost");
    expect_at("hiller", "tirol");
}

Test(aon_clauses, the_winner_stays_13_4_3_1)
{
    beat_in_bayern("karl");
    expect_at("napoleon", "bayern");
    expect_spent("napoleon");
}

/* ---- neutrality (12.7) ---- */

/* An army attacks the occupant of a neutral capital: the violation comes first, with all it brings. */
Test(aon_clauses, attacking_the_occupant_of_a_capital_12_7_1)
{
    for (unsigned deployed = 0; deployed < 2; deployed++) {
        start("1805");
        corps("brandenburg", "davout");
        corps("pommern", "bennigsen");
        at_part(SEAT_COALITION, 1);
        play("area(pommern); area(brandenburg)");
        expect_aligned("prussia=FA");
        expect_step("deploy_corps", SEAT_FRENCH);
        if (deployed) {
            play("corps_take(lestocq); area(brandenburg)");
            expect_step("battle_engage_defender", SEAT_FRENCH); /* nobody withdraws; Bennigsen attacks */
        } else {
            play("corps_take(lestocq); area(schlesien)");
            expect_step("withdraw_offer", SEAT_FRENCH);
        }
    }
}

/* Russia is invaded by the violation itself, before it deploys (A9). */
Test(aon_clauses, violating_russia_2_2_1_8)
{
    start("1805");
    align("russia=NC");
    corps("polen", "davout");
    at_part(SEAT_FRENCH, 1);
    play("area(polen); area(lithuania); stop");
    expect_aligned("russia=CM");
    expect_step("deploy_corps", SEAT_COALITION);
    expect_legal("corps_take(barclay)", true);
    play("corps_take(barclay)");
    expect_legal("area(lithuania)", true); /* 10.4.1 exception 1 */
    expect_legal("area(moscow)", true);
}

/* A101: who joins a rearguard in a neutral country violates before the mover does. */
Test(aon_clauses, joining_a_rearguard_in_a_neutral_a101)
{
    start("1805");
    corps("hannover", "ney");
    corps("magdeburg", "hiller");
    corps("pommern", "bennigsen");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); area(magdeburg); intercept(pommern)");
    expect_aligned("prussia=FA");
    expect_step("deploy_corps", SEAT_FRENCH);
    play("stop");
    expect_aligned("prussia=FA");
    start("1805");
    align("hannover=FA");
    corps("hannover", "ney");
    corps("danmark", "hiller"); /* Danmark is occupied: no violation of theirs, but of the mover */
    corps("pommern", "bennigsen");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); area(danmark); intercept(pommern)");
    expect_aligned("danmark=CM");
}

Test(aon_clauses, withdrawing_into_a_neutral_12_7_1)
{
    start("1805");
    corps("westfalen", "ney");
    corps("bayern", "ferdinand");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); withdraw(yes); area(sachsen)");
    expect_aligned("prussia=FA"); /* violated by the Coalition */
    expect_step("deploy_corps", SEAT_FRENCH);
}

/* B1: a move declared in a neutral country and ended at once is a move all the same; one stopped by
 * Indecision is none. */
Test(aon_clauses, stopping_where_one_stands_b1)
{
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        start("1805");
        corps("magdeburg", "davout");
        corps("moscow", "kutuzov");
        hand(SEAT_COALITION, "indecision");
        at_part(SEAT_FRENCH, 1);
        play("area(magdeburg)");
        play(stopped ? "play_card(indecision)" : "pass; stop");
        expect_aligned(stopped ? "prussia=NC" : "prussia=CM");
    }
}

/* B1 and the exception of 12.7.1: an army that occupies the country by its own presence violates nothing as
 * long as it has not left the capital. */
Test(aon_clauses, an_occupant_that_stays_violates_nothing_12_7_1)
{
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        start("1805");
        corps("brandenburg", "davout");
        corps("moscow", "kutuzov");
        at_part(SEAT_FRENCH, 1);
        play("area(brandenburg)");
        play(leaves ? "area(magdeburg); stop" : "stop");
        expect_aligned(leaves ? "prussia=CM" : "prussia=NC");
    }
}

/* 12.7.1: corps that come to help against interceptors complete an interception in the capital themselves,
 * and are no occupants that would excuse the army they help. */
Test(aon_clauses, helpers_are_no_occupants_12_7_1)
{
    start("1805");
    corps("magdeburg", "ney");
    corps("hannover", "davout");
    corps("sachsen", "bennigsen");
    corps("pommern", "soult");
    hand(SEAT_FRENCH, "pitt depot");
    at_part(SEAT_FRENCH, 1);
    play("area(magdeburg); area(brandenburg); intercept(sachsen)");
    play("intercept(pommern); pay(pitt)"); /* Soult comes in, too */
    expect_at("soult", "brandenburg");
    expect_step("intercept_role", SEAT_COALITION);
    play("attack"); /* 12.6.9: in a capital the mover violates if the interceptors attack */
    expect_aligned("prussia=CM");
}

/* B2: corps that deployed away from the violator are defenders like any others. */
Test(aon_clauses, deployed_corps_may_withdraw_b2)
{
    start("1805");
    corps("hannover", "ney");
    corps("sachsen", "soult");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(hannover); area(magdeburg); stop");
    expect_aligned("prussia=CM");
    play("corps_take(hohenlohe); area(schlesien); stop; area(sachsen); area(schlesien)");
    expect_step("withdraw_offer", SEAT_COALITION);
    play("withdraw(yes); area(polen)");
    expect_at("hohenlohe", "polen");
}

/* 12.7.3: roles are chosen when corps deploy, once; a second violation of the part asks about its own corps.
 */
Test(aon_clauses, roles_are_asked_once_12_7_3)
{
    start("1805");
    corps("westfalen", "ney");
    corps("hannover", "soult");
    hand(SEAT_FRENCH, "major_campaign pitt depot");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); area(magdeburg); stop");
    expect_aligned("prussia=CM");
    play("corps_take(hohenlohe); area(magdeburg); stop");
    expect_step("violation_role", SEAT_COALITION);
    play("defend");
    dice("6 1 6 1");
    play("area(hannover); pay(pitt); area(danmark); stop"); /* nobody comes on */
    expect_aligned("danmark=CM");
    expect_step("battle_rally", SEAT_FRENCH); /* the battle began at once, with the roles chosen before */
}

/* ---- losses on the march ---- */

Test(aon_clauses, the_leader_is_lost_on_the_march_a20)
{
    start("1805");
    corps("bayern", "davout* ney");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    dice("1");
    play("area(bayern); corps_take(davout); corps_take(ney); area(tirol)");
    expect_at("davout", "prisoners");
    expect_at("ney", "tirol");
    expect_step("part_choice", SEAT_COALITION); /* the move ends there */
}

Test(aon_clauses, interceptors_lost_on_the_way_a80)
{
    start("1805");
    align("dalmatien=FD");
    corps("niederoesterreich", "johann");
    corps("dalmatien", "marmont*");
    at_part(SEAT_COALITION, 1);
    dice("1");
    play("area(niederoesterreich); area(tirol); intercept(dalmatien)");
    expect_at("marmont", "prisoners");
    expect_step("move_step", SEAT_COALITION); /* no battle, and Johann goes on */
    expect_legal("area(bayern)", true);
}

/* 12.3.3: the allowance shrinks at once. */
Test(aon_clauses, turning_spent_reduces_the_allowance_12_3_3)
{
    start("1805");
    corps("bayern", "ney");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(tirol); area(niederoesterreich)");
    expect_step("part_choice", SEAT_COALITION); /* 2, not 3 */
    expect_at("ney", "niederoesterreich");
}

/* ---- leaders ---- */

/* 4.2.2, A112: of equals in seniority the owner takes the faster one. */
Test(aon_clauses, equal_seniority_4_2_2)
{
    start("1805");
    corps("westfalen", "davout");
    corps("bayern", "bagration konstantin");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    expect_step("withdraw_offer", SEAT_COALITION);
    expect_legal("withdraw(yes)", true);
}

Test(aon_clauses, a_forced_march_uses_the_free_move_a72)
{
    start("1805");
    corps("bayern", "davout");
    corps("westfalen", "ney");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "forced_march major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(bayern)");
    expect_list("play_card(forced_march); free");
    play("play_card(forced_march); area(wuerttemberg); stop; area(westfalen); area(hannover); stop");
    expect_hand(SEAT_FRENCH, ""); /* Ney's move was paid for */
}

/* ---- landing ---- */

Test(aon_clauses, landings_meet_interception_a63)
{
    start("1805");
    align("hannover=CM");
    events("britannia");
    corps("britain", "wellington");
    corps("westfalen", "ney");
    at_part(SEAT_COALITION, 1);
    play("area(britain); area(hannover)");
    expect_step("intercept_offer", SEAT_FRENCH);
    play("intercept(westfalen)");
    expect_list("attack; defend");
    dice("1 1 6 1"); /* Ney attacks: no losses; he wins the tie */
    play("attack; sea_retreat(wellington,britain)");
    expect_at("wellington", "britain");
    expect_at("ney", "hannover");
}

/* 13.4.2.4, A30: who came by sea goes back by sea or nowhere. */
Test(aon_clauses, beaten_landings_13_4_2_4)
{
    for (unsigned sea = 0; sea < 2; sea++) {
        start("1805");
        align("hannover=CM");
        events("britannia");
        corps("britain", "wellington");
        corps("hannover", "davout");
        align("hannover=FA");
        corps("bayern", "ney");
        at_part(SEAT_COALITION, 1);
        dice("1 1 1 6");
        play("area(britain); area(hannover); withdraw(no)");
        expect_fallen(4);
        expect_step("retreat_sea", SEAT_COALITION);
        play(sea == 1 ? "sea_retreat(wellington,britain)" : "sea_retreat(no)");
        expect_at("wellington", sea == 1 ? "britain" : "prisoners");
    }
}

/* A76: residents make a side a defender, whoever else came to help. */
Test(aon_clauses, retreat_of_residents_and_interceptors_a76)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "ney lannes");
    corps("bayern", "mack");
    corps("boehmen", "bagration");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(lannes); corps_take(ney); area(bayern); intercept(boehmen)");
    dice("1 1 6 1");
    play("corps_take(lannes); corps_take(ney); corps_take(mack); corps_take(bagration)");
    expect_fallen(4);
    expect_choices("retreat",
                   "sachsen niederoesterreich boehmen"); /* towards Vienna or Moscow, one of each */
    start("1805");
    russia_invaded();
    corps("westfalen", "ney lannes");
    corps("niederoesterreich", "bagration");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(ney); corps_take(lannes); area(bayern); intercept(niederoesterreich); "
         "defend");
    dice("1 1 6 1");
    play("corps_take(lannes); corps_take(ney)");
    expect_at("bagration", "niederoesterreich"); /* back, though not towards Moscow */
}

/* An army that marched in from another area than its comrade may go back to either (13.4.2.3). */
Test(aon_clauses, beaten_attackers_of_two_armies_13_4_2_3)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "lannes");
    corps("tirol", "ney");
    corps("bayern", "kutuzov bagration");
    corps("moscow", "buxhowden");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); area(bayern); area(tirol); area(bayern)");
    play("corps_take(lannes); corps_take(ney)");
    dice("1 1 1 6");
    play("corps_take(kutuzov); corps_take(bagration)");
    expect_fallen(4);
    expect_at("lannes ney", "westfalen"); /* all to one area: the one nearer to Paris */
}

/* Withdrawals are counted in one enemy move; who has withdrawn stands where he came to like any other. */
Test(aon_clauses, withdrawals_from_two_armies_12_5_6)
{
    start("1805");
    corps("westfalen", "ney");
    corps("grenzregion", "soult");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "major_campaign pitt mud");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen)");
    play("area(bayern); withdraw(yes); area(boehmen); area(boehmen); withdraw(yes); area(ungarn)");
    play("area(grenzregion); pay(mud); area(ungarn); withdraw(yes); area(westgalizien); area(westgalizien)");
    expect_step("withdraw_offer", SEAT_COALITION); /* the fourth time, the second from Soult */
    expect_legal("withdraw(yes)", true);
}

Test(aon_clauses, who_has_withdrawn_is_a_resident_13_4_2_2)
{
    start("1805");
    corps("westfalen", "ney");
    corps("sachsen", "soult");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "major_campaign pitt");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 6 1");
    play("play_card(major_campaign); area(westfalen); area(bayern); withdraw(yes); area(boehmen); stop");
    play("area(sachsen); area(boehmen); withdraw(no)");
    expect_fallen(4);
    expect_at("karl", "niederoesterreich"); /* not back to Bayern, where he had been */
    expect_at("soult", "boehmen");
}

/* ---- what a battle shows (4.1.2) ---- */

Test(aon_clauses, engaged_corps_are_shown_4_1_2)
{
    start("1805");
    corps("westfalen", "napoleon davout lannes ney soult");
    corps("bayern", "karl hiller");
    corps("lorraine", "massena murat brune");
    corps("moscow", "kutuzov");
    aon_hide("davout lannes ney soult murat brune");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(napoleon); corps_take(davout); corps_take(lannes); corps_take(soult); "
         "corps_take(ney)");
    play("area(bayern)");
    expect_step("battle_engage_attacker", SEAT_FRENCH);
    cr_expect_eq(corps_count(aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION)), 6);
    play("corps_leave(napoleon); corps_take(davout); corps_take(lannes); corps_leave(soult); "
         "corps_leave(ney)");
    dice("1 1 6 1");
    play("corps_take(karl); corps_take(hiller)");
    const CorpsSet hidden = aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION);
    cr_expect_not(corps_in(hidden, corps_id("davout")) || corps_in(hidden, corps_id("lannes")));
    cr_expect(corps_in(hidden, corps_id("soult")) && corps_in(hidden, corps_id("ney")), "A98");
    cr_expect(corps_in(hidden, corps_id("murat")) && corps_in(hidden, corps_id("brune")));
}
