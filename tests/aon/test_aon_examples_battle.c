/* test_aon_examples_battle.c: worked examples of the rulebook on battles, losses and retreats. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* A French army marches from Westfalen into Bayern and all corps of both sides fight; stops at the first
 * choice of losses or later. */
static void attack_bayern(const char *french, const char *coalition, const char *fallen)
{
    start_with("1805", AON_EXAMPLE_STRENGTHS);
    russia_invaded();
    corps("westfalen", french);
    corps("bayern", coalition);
    corps("moscow", "buxhowden"); /* who has a move to make afterwards */
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen)");
    play_each("corps_take");
    dice(fallen);
    play("area(bayern)");
    if (strcmp(aon_step_name(aon_s()->header.step), "withdraw_offer") == 0) {
        play("withdraw(no)");
    }
    play_each("corps_take");
}

static unsigned count_at(const char *place, Seat patrons)
{
    unsigned count = 0;
    for (unsigned i = 0; i < aon_d()->corps; i++) {
        const bool french = aon_d()->patron[i] == AON_FRANCE;
        count += french == (patrons == SEAT_FRENCH) && strcmp(place_of(aon_d()->corps_id[i]), place) == 0;
    }
    return count;
}

/* Where the losses of a side went. */
static void expect_losses(Seat seat, unsigned permanent, unsigned temporary, const char *box)
{
    cr_expect_eq(count_at("lost", seat), permanent, "line %d: %u permanent losses", aon_line,
                 count_at("lost", seat));
    if (strcmp(box, "prisoners") == 0) {
        cr_expect_eq(count_at(box, seat), temporary, "line %d: %u prisoners", aon_line, count_at(box, seat));
    } else {
        cr_expect_eq(count_at("prisoners", seat), 0, "line %d", aon_line);
    }
}

Test(aon_examples, e28_tie_13_3_6)
{
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "4 4 2 3");
    expect_fallen(4); /* 18 and 12 inflict one loss each; 2 + 3 against 3 + 2: the defender wins */
    expect_choices("loss", "napoleon davout lannes");
    play("loss(lannes); loss(konstantin)");
    expect_at("napoleon davout", "westfalen");
    expect_at("kutuzov bagration", "bayern");
    expect_at("lannes konstantin", "lost"); /* no extra loss, and E29: both are permanent */
    expect_spent("napoleon davout kutuzov bagration");
}

Test(aon_examples, e28_tie_broken_13_3_6)
{
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "4 4 3 3");
    expect_fallen(4); /* 6 to 5 */
    play("loss(lannes); loss(konstantin)");
    expect_at("lannes konstantin", "lost");
    expect_at("napoleon davout", "bayern");
    expect_step("retreat_area", SEAT_COALITION);
}

Test(aon_examples, e29_a_single_loss_13_4_1_1)
{
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "5 4");
    expect_fallen(2); /* two losses to one: no tie */
    play("loss(lannes)");
    expect_at("lannes", "reserve"); /* temporary: the French won outright */
    attack_bayern("davout lannes", "kutuzov bagration konstantin", "1 3");
    expect_fallen(2); /* none to one, and one more for the loser: a permanent and a temporary loss */
    play_each("loss");
    expect_at("davout", "lost");
    expect_at("lannes", "prisoners");
}

Test(aon_examples, e30_more_losses_than_corps_13_4_1_5)
{
    attack_bayern("napoleon davout lannes", "kutuzov bagration", "5 1");
    expect_choices("loss", "kutuzov bagration"); /* 2 + 1 losses, 2 corps */
    play_each("loss");
    expect_at("kutuzov", "lost");
    expect_at("bagration", "prisoners");
    expect_at("napoleon davout lannes", "bayern");
}

Test(aon_examples, e31_winner_may_vanish_13_4_1_4)
{
    attack_bayern("lannes", "kutuzov", "6 6 6 1");
    expect_fallen(4);
    expect_at("lannes kutuzov", "lost"); /* nobody is left */
    attack_bayern("lannes", "kutuzov essen", "6 6 6 1");
    play("loss(kutuzov)");
    expect_at("lannes", "lost"); /* the winner all the same: Essen has to leave Bayern */
    expect_step("retreat_area", SEAT_COALITION);
    play("retreat(boehmen)");
    expect_at("essen", "boehmen");
}

Test(aon_examples, e32_whose_temporary_losses_13_4_1_4)
{
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "5 6 6 1"); /* two each, a tie */
    play("loss(davout); loss(lannes); loss(kutuzov); loss(bagration)");
    expect_at("davout kutuzov", "lost");
    expect_at("lannes", "reserve");      /* the winner's */
    expect_at("bagration", "prisoners"); /* the loser's */
}

static void beat_charles_john(unsigned round, const char *sverige)
{
    start("1805");
    events("britannia");
    corps("hannover", "davout");
    corps("pommern", "charles_john");
    corps("sverige", sverige);
    at_part(SEAT_FRENCH, round);
    dice("1 1 6 1"); /* no losses, the French win the tie */
    play("area(hannover); area(pommern)");
    if (round >= 5) { /* Davout is spent */
        play("withdraw(no)");
    }
    expect_fallen(4);
}

Test(aon_examples, e33_sea_retreat_13_4_2_4)
{
    beat_charles_john(4, "");
    expect_list("sea_retreat(charles_john,sverige); sea_retreat(no)");
    play("sea_retreat(charles_john,sverige)");
    expect_at("charles_john", "sverige");
    expect_spent("charles_john");
    beat_charles_john(5, "");
    expect_step("retreat_area", SEAT_COALITION); /* by land, through neutral Preußen */
    beat_charles_john(4, "murat");
    expect_step("retreat_area", SEAT_COALITION);
}

Test(aon_examples, e34_interior_lines_13_2_1)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "lannes ney suchet st_cyr");
    corps("wuerttemberg", "mortier victor oudinot");
    corps("bayern", "kutuzov bagration");
    hand(SEAT_FRENCH, "major_campaign depot fog_of_war");
    hand(SEAT_COALITION, "interior_lines talleyrand");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(westfalen); corps_take(lannes)");
    play_each("corps_take");
    play("area(bayern)");
    play("area(wuerttemberg); corps_take(mortier)");
    play_each("corps_take");
    play("pay(depot); area(bayern)");
    expect_step("battle_interior", SEAT_COALITION);
    play("play_card(interior_lines)");
    expect_choices("corps_take", "lannes mortier"); /* an army by its top corps */
    play("corps_take(mortier); corps_take(mortier); corps_take(victor); corps_take(oudinot)");
    expect_step("battle_engage_defender", SEAT_COALITION); /* three at most */
    play_each("corps_take");
    dice("1 6");
    play("play_card(fog_of_war)"); /* does not cancel Interior Lines */
    play("loss(victor); loss(oudinot)");
    expect_fallen(2);
    expect_at("mortier", "wuerttemberg");
    expect_at("lannes ney suchet st_cyr", "bayern");
    expect_hand(SEAT_COALITION, "talleyrand"); /* no rally in between */
    expect_step("battle_engage_attacker", SEAT_FRENCH);
    expect_spent("kutuzov bagration");
    play("corps_take(lannes); corps_take(ney); corps_take(suchet); corps_take(st_cyr)");
    expect_step("battle_engage_defender", SEAT_COALITION); /* four in this battle */
    dice("1 6 1 6"); /* 17 loses and inflicts ... one each, 1 + 3 against 6 + 1 */
    play_each("corps_take");
    play_each("loss");
    expect_step("battle_rally", SEAT_COALITION); /* after the last one */
}

static void beat_davout_in_danmark(const char *pommern)
{
    start("1805");
    russia_invaded();
    align("danmark=FA hannover=CM");
    align(pommern);
    corps("danmark", "davout");
    corps("hannover", "bennigsen");
    at_part(SEAT_COALITION, 1);
    dice("1 1 6 1");
    play("area(hannover); area(danmark); withdraw(no)");
    expect_fallen(4);
}

Test(aon_examples, e35_prisoners_rather_than_a_violation_13_4_2_8)
{
    beat_davout_in_danmark("pommern=NC");
    expect_list("retreat(pommern); retreat(prisoners)");
    play("retreat(prisoners)");
    expect_at("davout", "prisoners");
    expect_aligned("pommern=NC");
    beat_davout_in_danmark("pommern=NC");
    play("retreat(pommern)");
    expect_aligned("pommern=CM");
    beat_davout_in_danmark("pommern=FA");
    expect_at("davout", "pommern"); /* no choice */
}

Test(aon_examples, e49_odd_and_even_losses_13_4_1_1)
{
    /* 18 against 12: 2 + 1 for the loser */
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "5 1");
    play_each("loss");
    expect_losses(SEAT_COALITION, 2, 1, "prisoners");
    /* 31 against 20: four to three; the winner's odd loss is temporary */
    attack_bayern("napoleon davout lannes massena soult ney",
                  "kutuzov bagration konstantin bennigsen dokhturov essen", "6 6");
    play("loss(davout)"); /* not Napoléon */
    play_each("loss");
    expect_fallen(2);
    expect_losses(SEAT_FRENCH, 1, 2, "reserve");
    cr_expect_eq(count_at("bayern", SEAT_FRENCH), 3);
    expect_losses(SEAT_COALITION, 3, 2, "prisoners");
    /* 27 against 20: three each; the winner of a tie-break loses two for good */
    attack_bayern("napoleon davout lannes massena soult",
                  "kutuzov bagration konstantin bennigsen dokhturov essen", "5 6 6 1");
    play("loss(davout)");
    play_each("loss");
    expect_fallen(4);
    expect_losses(SEAT_FRENCH, 2, 1, "reserve");
    cr_expect_eq(count_at("bayern", SEAT_FRENCH), 2);
    expect_losses(SEAT_COALITION, 2, 1, "prisoners");
    /* two each */
    attack_bayern("napoleon davout lannes", "kutuzov bagration konstantin", "5 6 6 1");
    play("loss(davout)");
    play_each("loss");
    expect_losses(SEAT_FRENCH, 1, 1, "reserve");
    cr_expect_eq(count_at("bayern", SEAT_FRENCH), 1);
    expect_losses(SEAT_COALITION, 1, 1, "prisoners");
}

static void engage_four_of_six(const char *fallen)
{
    start("1805");
    russia_invaded();
    corps("westfalen", "napoleon davout lannes massena soult ney");
    corps("bayern", "kutuzov bagration bennigsen konstantin dokhturov essen");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen)");
    play_each("corps_take");
    play("area(bayern); corps_take(napoleon); corps_take(davout); corps_take(lannes); corps_take(massena); "
         "corps_take(soult); corps_take(ney)");
    dice(fallen);
    play("corps_take(kutuzov); corps_take(bagration); corps_take(bennigsen); corps_take(konstantin); "
         "corps_leave(dokhturov); corps_leave(essen)");
}

Test(aon_examples, e50_who_is_lost_13_4_1_3)
{
    engage_four_of_six("6 1"); /* 4 + 1 */
    expect_choices("loss", "kutuzov bagration");
    play("loss(kutuzov); loss(bagration); loss(bennigsen)"); /* permanent, engaged */
    expect_choices("loss", "dokhturov essen");               /* Konstantin was the last engaged one */
    expect_at("konstantin", "prisoners");
    play("loss(essen)");
    expect_at("kutuzov bagration bennigsen", "lost");
    expect_at("essen", "prisoners");
    expect_fresh("dokhturov");
}

Test(aon_examples, e50_engaged_survivors_turn_spent_13_4_1_6)
{
    engage_four_of_six("1 1"); /* 1 + 1 */
    play("loss(kutuzov)");
    expect_choices("loss", "bagration bennigsen konstantin");
    play("loss(bagration)");
    expect_spent("bennigsen konstantin");
    expect_fresh("dokhturov essen");
}

Test(aon_examples, e52_nowhere_to_go_13_4_2_7)
{
    start("1805");
    russia_invaded();
    corps("chiesa", "lannes");
    corps("napoli", "damas wellington");
    at_part(SEAT_FRENCH, 1);
    play("area(chiesa); area(napoli)");
    dice("1 1 6 1");
    play("corps_take(wellington); corps_take(damas)");
    expect_at("wellington damas", "prisoners");
    expect_at("lannes", "napoli");
}

static void attack_boehmen_from_bayern(bool second_army)
{
    start("1805");
    russia_invaded();
    corps("bayern", "lannes");
    corps("boehmen", "kutuzov");
    corps("niederoesterreich", second_army ? "karl" : "");
    corps("westfalen", "ney");
    hand(SEAT_FRENCH, "major_campaign pitt mud");
    at_part(SEAT_FRENCH, 1);
    play("play_card(major_campaign); area(bayern); area(boehmen)");
    if (second_army) {
        play("area(westfalen); pay(pitt); area(bayern); intercept(niederoesterreich); attack");
    }
    dice("1 1 1 6 1 1 6 1"); /* Lannes loses the tie and goes back; Karl wins in Bayern */
    play(second_army ? "battle_order(boehmen)" : "stop");
}

Test(aon_examples, e53_attackers_go_back_13_4_2_3)
{
    attack_boehmen_from_bayern(false);
    expect_at("lannes", "bayern");
    attack_boehmen_from_bayern(true);
    expect_at("lannes", "prisoners"); /* Karl is in Bayern meanwhile */
}

Test(aon_examples, e65_no_rally_with_pursuit_13_4_3_2)
{
    for (unsigned pursuit = 0; pursuit < 2; pursuit++) {
        start("1805");
        russia_invaded();
        russia_invaded();
        corps("westfalen", "napoleon davout lannes ney*");
        corps("bayern", "kutuzov bagration konstantin");
        corps("moscow", "buxhowden");
        hand(SEAT_FRENCH, "pursuit mud");
        at_part(SEAT_FRENCH, 1);
        play("area(westfalen)");
        play_each("corps_take");
        play("area(bayern); corps_take(napoleon); corps_take(davout); corps_take(lannes); corps_leave(ney)");
        dice("4 1"); /* one loss to none */
        play("corps_take(kutuzov); corps_take(bagration); corps_take(konstantin)");
        play("loss(kutuzov); loss(bagration)");
        expect_step("battle_pursuit", SEAT_FRENCH);
        if (pursuit == 1) {
            play("play_card(pursuit)"); /* Konstantin, the last one */
            expect_at("konstantin", "prisoners");
            expect_step("part_choice", SEAT_COALITION);
            expect_spent("napoleon davout lannes ney");
        } else {
            play("pass; rally(bayern); discard(mud)");
            expect_fresh("napoleon davout lannes ney");
            expect_at("napoleon ney", "bayern");
        }
    }
}
