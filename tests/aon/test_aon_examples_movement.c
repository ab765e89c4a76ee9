/* test_aon_examples_movement.c: worked examples of the rulebook on marching, march attrition, withdrawal and
 * interception. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

Test(aon_examples, e16_passing_a_senior_12_1_5)
{
    start("1805");
    corps("flandres", "lannes");
    corps("westfalen", "massena ney");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); area(westfalen)");
    expect_legal("pick(massena)", false);
    expect_legal("pick(ney)", true);
    expect_legal("area(bayern)", true);
    play("area(bayern); stop");
    expect_at("lannes", "bayern");
    expect_at("massena ney", "westfalen");
}

Test(aon_examples, e17_no_attack_penalty_12_2_2)
{
    start("1805");
    corps("flandres", "brune");
    corps("boehmen", "ferdinand");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); area(westfalen)");
    expect_legal("area(bayern)", true); /* the second and last step of MR 2 */
    play("area(bayern); intercept(boehmen)");
    dice("1 1 1 1"); /* ties go to the defender */
    play("attack");
    expect_fallen(4);
    expect_at("brune", "bayern");
    expect_at("ferdinand", "boehmen");
}

Test(aon_examples, e17_an_attack_needs_mr_3_12_2_2)
{
    start("1805");
    corps("flandres", "brune ney");
    corps("bayern", "ferdinand");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); corps_take(brune); corps_leave(ney); area(westfalen); intercept(no)");
    expect_legal("area(bayern)", false);
    expect_legal("area(hannover)", true);
    start("1805");
    corps("flandres", "brune ney");
    corps("bayern", "ferdinand");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); corps_take(ney); corps_leave(brune); area(westfalen); intercept(no)");
    expect_legal("area(bayern)", true);
}

/* One fresh and one spent corps march into a mountain area in winter with a Forced March. */
static void march_into_tirol(unsigned round, const char *dice_to_fall)
{
    start("1805");
    corps("bayern", "lannes ney*");
    hand(SEAT_FRENCH, "forced_march");
    at_part(SEAT_FRENCH, round);
    dice(dice_to_fall);
    play("area(bayern); corps_take(lannes); corps_take(ney); play_card(forced_march); area(tirol)");
}

Test(aon_examples, e18_three_causes_at_once_12_3_3)
{
    march_into_tirol(5, "6 6 6");
    expect_fallen(3);
    expect_at("lannes ney", "tirol");
    expect_spent("lannes ney");
    march_into_tirol(5, "2 3 3"); /* row 1: none at 2; row 2: none at 3 */
    expect_fallen(3);
    expect_at("lannes ney", "tirol");
    march_into_tirol(5, "6 2"); /* row 2 loses one at 2, row 1 does not */
    expect_choices("loss", "lannes ney");
    dice("2");
    play("loss(ney)");
    expect_at("lannes", "tirol");
    expect_at("ney", "lost");
    expect_fallen(1);
}

Test(aon_examples, e18_the_spent_corps_is_lost_at_once_12_3_3)
{
    march_into_tirol(5, "1 2 2"); /* both later dice on the row of one corps */
    expect_fallen(3);
    expect_at("ney", "lost");
    expect_at("lannes", "tirol");
    expect_spent("lannes");
}

Test(aon_examples, e19_permanent_or_temporary_12_3_4)
{
    march_into_tirol(2, "1 2"); /* mountain and Forced March */
    expect_fallen(2);
    expect_at("ney", "prisoners");
    march_into_tirol(5, "1 2 2");
    expect_at("ney", "lost");
}

/* A corps of MR 3 pursued as far as it goes; the pursuer's allowance is kept up by overrides, or nobody could
 * follow so far. Returns how often it may withdraw. */
static unsigned withdrawals(unsigned round)
{
    static const char *const way[] = {"vitebsk", "smolensk", "kaluga", "chernigov", "kiev"};
    start_with(
        "1805",
        "corps[soult].spent.mr=3 tables.movement_modifiers.attack=0 tables.movement_modifiers.winter=0 "
        "options.reaction_attrition_everywhere=false");
    corps("lithuania", "soult");
    corps("vitebsk", "bennigsen");
    at_part(SEAT_FRENCH, round);
    dice("6 6 6 6 6 6 6 6 6 6 6 6");
    play("area(lithuania)");
    unsigned count = 0;
    for (; count < 4; count++) {
        play(aon_text("area(%s)", way[count]));
        if (strcmp(aon_step_name(aon_s()->header.step), "withdraw_offer") != 0) {
            break;
        }
        play(aon_text("withdraw(yes); area(%s)", way[count + 1]));
        if (strcmp(aon_step_name(aon_s()->header.step), "move_step") != 0) {
            return count + 1;
        }
    }
    return count;
}

Test(aon_examples, e20_repeated_withdrawal_12_5_6)
{
    cr_expect_eq(withdrawals(2), 3);
    cr_expect_eq(withdrawals(5), 2);
}

/* Davout marches into Lithuania past Livonia. */
static void march_past_livonia(const char *livonia, const char *moscow, const char *coalition_hand)
{
    start("1805");
    corps("polen", "davout");
    corps("livonia", livonia);
    corps("moscow", moscow);
    hand(SEAT_COALITION, coalition_hand);
    at_part(SEAT_FRENCH, 1);
    play("area(polen); area(lithuania)");
}

Test(aon_examples, e21_whose_mr_counts_12_6_2)
{
    march_past_livonia("kutuzov bagration", "", "depot");
    expect_step("move_step", SEAT_FRENCH);
    march_past_livonia("bagration", "kutuzov", "");
    expect_list("intercept(livonia); intercept(no)");
    march_past_livonia("kutuzov bagration", "", "forced_march");
    play("intercept(livonia)");
    expect_choices("corps_take", "kutuzov bagration");
    play("corps_take(bagration)"); /* alone, and the Forced March has to be played */
    expect_pile("forced_march");
    expect_at("bagration", "lithuania");
}

static void set_up_counter_interception(const char *polen)
{
    start("1805");
    corps("ostpreussen", "soult");
    corps("livonia", "bagration");
    corps("polen", polen);
    hand(SEAT_FRENCH, "mud");
    at_part(SEAT_FRENCH, 1);
    play("area(ostpreussen); area(lithuania); intercept(livonia)");
}

Test(aon_examples, e22_counter_interception_12_6_6)
{
    set_up_counter_interception("davout");
    expect_step("intercept_offer", SEAT_FRENCH);
    play("intercept(polen)"); /* paid with the only card */
    expect_pile("mud");
    expect_at("davout soult bagration", "lithuania");
    expect_step("intercept_role", SEAT_COALITION);
    expect_list("attack; defend");
    set_up_counter_interception("ney"); /* 3 is less than 4 */
    expect_step("intercept_role", SEAT_COALITION);
}

Test(aon_examples, e23_marmont_and_johann_12_6_8)
{
    start("1805");
    align("dalmatien=FD");
    corps("niederoesterreich", "johann");
    corps("dalmatien", "marmont");
    at_part(SEAT_COALITION, 1);
    play("area(niederoesterreich); area(tirol)");
    expect_list("intercept(dalmatien); intercept(no)");
    play("intercept(dalmatien)");
    expect_step("intercept_role", SEAT_FRENCH);
    expect_at("marmont", "tirol");
    expect_spent("marmont");
}

/* Johann keeps MR 3 on his spent side here, as the rulebook's example has him. */
Test(aon_examples, e23_a_spent_marmont_is_too_slow_12_6_2)
{
    for (unsigned spent = 0; spent < 2; spent++) {
        start_with("1805", "corps[johann].spent.mr=3");
        align("dalmatien=FD");
        corps("niederoesterreich", "johann hiller");
        corps("dalmatien", spent ? "marmont*" : "marmont");
        at_part(SEAT_COALITION, 1);
        play("area(niederoesterreich); corps_take(johann); corps_leave(hiller); area(tirol)");
        expect_step(spent ? "move_step" : "intercept_offer", spent ? SEAT_COALITION : SEAT_FRENCH);
    }
}

Test(aon_examples, e24_occupied_neutral_12_7_1)
{
    start("1805");
    corps("brandenburg", "ney");
    corps("minsk", "napoleon");
    corps("vitebsk", "kutuzov");
    hand(SEAT_COALITION, "mud depot");
    at_part(SEAT_COALITION, 1);
    dice("1 1 6 1"); /* no losses; Kutuzov, spent by the marsh, wins the tie */
    play("area(vitebsk); area(minsk); withdraw(no); rally(no)");
    expect_fallen(4);
    expect_at("napoleon", "polen"); /* the only way towards Paris */
    expect_aligned("prussia=NC");
    aon_play_until("part_choice"); /* the French part */
    play("stop; area(minsk); pay(mud); area(polen); withdraw(no); intercept(no)");
    expect_aligned("prussia=FA");
    expect_step("deploy_corps", SEAT_FRENCH);
    expect_choices("corps_take", "braunschweig hohenlohe ruechel kalckreuth lestocq sachsen_weimar");
}

static void make_prussia_neutral(const char *brandenburg)
{
    start("1805");
    year(1807);
    align("prussia=FA");
    corps("magdeburg", "davout");
    corps("brandenburg", brandenburg);
    corps("boehmen", "karl");
    hand(SEAT_COALITION, "pitt");
    /* so that nobody draws what asks questions about moves */
    discarded("indecision indecision mud mud forced_march forced_march forced_march forced_march");
    at_diplomacy(SEAT_COALITION);
    play("play_card(pitt); conversion(0); country(prussia)");
    expect_aligned("prussia=NC");
}

Test(aon_examples, e25a_standing_corps_12_7_1)
{
    make_prussia_neutral("");
    expect_at("davout", "magdeburg");
    cr_expect_not(aon_occupies(aon_d(), aon_s(), SEAT_FRENCH, AON_PRUSSIA, corps_none()));
    make_prussia_neutral("ney");
    expect_at("davout", "magdeburg");
    cr_expect(aon_occupies(aon_d(), aon_s(), SEAT_FRENCH, AON_PRUSSIA, corps_none()), "an occupied neutral");
}

Test(aon_examples, e25b_moving_out_12_7_1)
{
    make_prussia_neutral("");
    at_part(SEAT_FRENCH, 1);
    play("area(magdeburg); area(hannover); stop");
    expect_at("davout", "hannover");
    expect_aligned("prussia=NC");
}

Test(aon_examples, e25c_attacking_corps_in_a_neutral_country_12_7_1)
{
    make_prussia_neutral("");
    aon_corps("hannover", "bennigsen"); /* left there by other events */
    at_part(SEAT_COALITION, 1);
    play("area(hannover); area(magdeburg); withdraw(no)");
    expect_aligned("prussia=FA");
    expect_step("deploy_corps", SEAT_FRENCH);
}

static void end_a_move_in_portugal(const char *damas, const char *wallmoden)
{
    start("1805");
    align("hannover=CM");
    corps("castilla", "lannes");
    corps("napoli", damas);
    corps("hannover", wallmoden);
    at_part(SEAT_FRENCH, 1);
    play("area(castilla); area(portugal); stop");
    expect_aligned("portugal=CM");
}

Test(aon_examples, e26_violating_portugal_12_7_3)
{
    end_a_move_in_portugal("damas", "");
    expect_step("deploy_corps", SEAT_COALITION);
    expect_list("corps_take(beresford); stop");
    play("corps_take(beresford)");
    expect_at("beresford lannes", "portugal");
    expect_list("attack; defend"); /* as an interceptor */
    cr_expect_eq(aon_s()->header.seat, SEAT_COALITION);
    dice("1 1 6 1"); /* at once: Beresford attacks, is at home, and wins the tie */
    play("attack");
    expect_fallen(4);
    expect_at("beresford", "portugal");
    end_a_move_in_portugal("damas", "wallmoden"); /* two British minor allied corps are the limit */
    expect_at("beresford", "reserve");
    expect_step("part_choice", SEAT_COALITION);
}

Test(aon_examples, e27_dropping_in_a_neutral_12_7_2)
{
    start("1805");
    corps("castilla", "davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(castilla); corps_take(davout); corps_take(ney); area(portugal); drop(ney)");
    expect_aligned("portugal=CM");
    expect_step("move_step", SEAT_FRENCH); /* nothing deploys before the next step */
    play("area(galicia)");
    expect_step("deploy_corps", SEAT_COALITION);
    play("corps_take(beresford)");
    expect_at("ney beresford", "portugal");
}

Test(aon_examples, e43_longest_march_12_3_1)
{
    start("1805");
    corps("ile_de_france", "napoleon");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(ile_de_france); area(lorraine); area(westfalen)");
    expect_fresh("napoleon");
    play("area(bayern)");
    expect_spent("napoleon");
    expect_fallen(0);
    expect_step("part_choice", SEAT_COALITION);
    expect_at("napoleon", "bayern");
}

Test(aon_examples, e43_longest_forced_march_12_3_3)
{
    start("1805");
    corps("ile_de_france", "napoleon");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "forced_march");
    at_part(SEAT_FRENCH, 1);
    dice("6 6 6 6 6");
    play("area(ile_de_france); play_card(forced_march); area(flandres)");
    expect_spent("napoleon");
    expect_fallen(0);
    play("area(westfalen)");
    expect_fallen(1);
    play("area(bayern)");
    expect_fallen(3);
    play("area(wuerttemberg)");
    expect_fallen(5);
    expect_at("napoleon", "wuerttemberg");
    expect_step("part_choice", SEAT_COALITION);
}

static unsigned rating(const char *id) { return aon_br(aon_d(), aon_s(), corps_id(id)); }

Test(aon_examples, e44_attack_reach_13_1_1)
{
    start("1805");
    corps("flandres", "napoleon murat davout soult");
    corps("bayern", "ferdinand mack");
    hand(SEAT_COALITION, "forced_march");
    at_part(SEAT_FRENCH, 3);
    play("area(flandres); corps_take(napoleon); corps_take(davout); corps_take(soult); corps_take(murat)");
    play("area(westfalen)");
    expect_legal("area(bayern)", true);
    cr_expect_eq(rating("napoleon") + rating("murat") + rating("davout") + rating("soult"), 21);
    cr_expect_eq(rating("ferdinand") + rating("mack"), 3);
    play("area(bayern)");
    expect_step("battle_engage_attacker",
                SEAT_FRENCH); /* Mack is too slow to withdraw, even with a Forced March */
    expect_fresh("napoleon murat davout soult");
    expect_fallen(0);
    play("corps_take(napoleon); corps_take(davout); corps_take(soult); corps_take(murat)");
    dice("1 6 1 4"); /* 21 loses one at a 1 and has +4, 3 loses one at a 6 and has +0: 5 to 4 */
    play("corps_take(ferdinand); corps_take(mack)");
    play("loss(soult); loss(mack)");
    expect_fallen(4);
    expect_at("napoleon murat davout", "bayern");
}

Test(aon_examples, e51_fresh_corps_in_a_marsh_12_3_3)
{
    start("1805");
    corps("polen", "davout lannes ney");
    at_part(SEAT_FRENCH, 2);
    play("area(polen); corps_take(davout); corps_take(lannes); corps_take(ney); area(minsk)");
    expect_fallen(0);
    expect_spent("davout lannes ney");
    start("1805");
    align("prussia=FA");
    corps("magdeburg", "davout lannes ney");
    at_part(SEAT_FRENCH, 2);
    play("area(magdeburg); corps_take(davout); corps_take(lannes); corps_take(ney); area(brandenburg); "
         "area(polen)");
    expect_fresh("davout lannes ney");
    dice("3"); /* one loss on the row of three, none on that of two */
    play("area(minsk)");
    expect_fallen(1);
    expect_choices("loss", "davout lannes ney");
    play("loss(ney)");
    expect_at("davout lannes", "minsk");
    expect_spent("davout lannes");
    expect_at("ney", "prisoners");
}

Test(aon_examples, e54_one_free_activation_12_1_7)
{
    start("1805");
    corps("flandres", "ney");
    corps("boehmen", "bagration");
    corps("moscow", "kutuzov");
    hand(SEAT_COALITION, "pitt depot");
    at_part(SEAT_FRENCH, 1);
    dice("1 1 1 1");
    play("area(flandres); area(westfalen); area(bayern); intercept(boehmen)");
    expect_hand(SEAT_COALITION, "pitt depot"); /* free */
    play("defend; rally(no)");
    expect_step("part_choice", SEAT_COALITION);
    play("area(moscow)");
    expect_list("pay(pitt); pay(depot)");
}

Test(aon_examples, e54_an_interception_after_a_move_costs_a_card_12_6_3)
{
    start("1805");
    corps("flandres", "ney");
    corps("boehmen", "bagration");
    corps("moscow", "kutuzov");
    hand(SEAT_COALITION, "depot pitt");
    at_part(SEAT_COALITION, 1);
    play("area(moscow); area(smolensk); stop");
    expect_hand(SEAT_COALITION, "pitt depot"); /* free */
    play("area(flandres); area(westfalen); area(bayern); intercept(boehmen)");
    expect_list("pay(pitt); pay(depot)");
}

Test(aon_examples, e55_a_friendly_army_shields_12_6_1)
{
    start("1805");
    corps("flandres", "ney");
    corps("boehmen", "bagration");
    corps("bayern", "soult");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); area(westfalen); area(bayern)");
    expect_step("move_step", SEAT_FRENCH);
    start("1805");
    corps("flandres", "ney");
    corps("boehmen", "bagration");
    at_part(SEAT_FRENCH, 1);
    play("area(flandres); area(westfalen); area(bayern)");
    expect_step("intercept_offer", SEAT_COALITION);
}

static void set_up_slow_attack(unsigned round)
{
    start("1805");
    corps("westfalen", "brune");
    corps("bayern", "mack");
    hand(SEAT_FRENCH, "forced_march mud");
    at_part(SEAT_FRENCH, round);
    play("area(westfalen)");
}

Test(aon_examples, e56_too_slow_to_attack_13_1_1)
{
    set_up_slow_attack(5);
    play("free");
    expect_legal("area(bayern)", false);
    expect_legal("area(hannover)", true);
    set_up_slow_attack(5);
    play("play_card(forced_march)");
    expect_legal("area(bayern)", true);
    set_up_slow_attack(2);
    play("free");
    expect_legal("area(bayern)", true);
}

Test(aon_examples, e57_attack_penalty_once_12_5_5)
{
    start("1805");
    corps("westfalen", "ney");
    corps("bayern", "ferdinand");
    at_part(SEAT_FRENCH, 2);
    play("area(westfalen); area(bayern); withdraw(yes); area(boehmen)");
    expect_step("move_step", SEAT_FRENCH);
    expect_legal("area(boehmen)", true);
    play("area(boehmen); withdraw(yes); area(ungarn)");
    expect_at("ney", "boehmen");
    expect_step("part_choice", SEAT_COALITION); /* two areas entered, allowance two */
}

Test(aon_examples, e63_neutral_ground_12_7_1)
{
    start("1805");
    align("pommern=FA");
    corps("hannover", "ney");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); area(danmark)");
    expect_aligned("danmark=NC");
    play("area(pommern); stop");
    expect_aligned("danmark=NC");
    start("1805");
    corps("hannover", "davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); corps_take(davout); corps_take(ney); area(magdeburg)");
    expect_aligned("prussia=NC");
    play("area(westfalen); stop");
    expect_aligned("prussia=NC");
}

Test(aon_examples, e63_violations_12_7_1)
{
    start("1805");
    corps("hannover", "davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); corps_take(davout); corps_take(ney); area(magdeburg); area(brandenburg)");
    expect_aligned("prussia=CM");
    expect_step("deploy_corps", SEAT_COALITION);
    start("1805");
    corps("hannover", "davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); corps_take(davout); corps_take(ney); area(magdeburg); drop(ney)");
    expect_aligned("prussia=CM");
    start("1805");
    corps("hannover", "davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); corps_take(davout); corps_take(ney); area(magdeburg); stop");
    expect_aligned("prussia=CM");
}

static void march_into(const char *area)
{
    start("1805");
    corps("hannover", "ney");
    corps("sachsen", "bennigsen"); /* there since Preußen was at war */
    at_part(SEAT_FRENCH, 1);
    play("area(hannover); area(magdeburg)");
    if (strcmp(area, "magdeburg") != 0) {
        play(aon_text("intercept(no); area(%s)", area));
    }
    play("intercept(sachsen)");
    expect_step("intercept_role", SEAT_COALITION);
    expect_aligned("prussia=NC");
}

Test(aon_examples, e64_intercepting_in_a_neutral_capital_12_6_9)
{
    march_into("brandenburg");
    play("attack");
    expect_aligned("prussia=CM");
    expect_step("deploy_corps", SEAT_COALITION);
    march_into("brandenburg");
    play("defend");
    expect_aligned("prussia=FA");
    expect_step("deploy_corps", SEAT_FRENCH);
}

Test(aon_examples, e64_intercepting_elsewhere_in_a_neutral_12_6_9)
{
    march_into("magdeburg");
    play("attack");
    expect_aligned("prussia=FA");
    march_into("magdeburg");
    play("defend");
    expect_aligned("prussia=FA");
}
