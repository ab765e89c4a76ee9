/* test_nae_cases_battle.c: battles computed by hand from the rulebook (chapter 14) before they were played:
 * the sums stand in the comments, the dice are given. French supply runs from Strasbourg by a depot at Bade
 * to Ulm; Salzbourg is a fortress and a source of Austria. Dice: attacker 2, defender 2, wounds,
 * demoralisation, pursuit. */
#include <criterion/criterion.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void french_line(void)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
}

/* 4 against 2 is 2:1: +1; the river -1; Lannes 2: 7 + 2 = 9: one loss. Hiller 1: 8 + 1 = 9: one loss. A tie
 * without a mark is the attacker's defeat; no test in a skirmish; the way back over the river costs one step
 * more. */
Test(nae_cases_battle, a_tie_in_a_skirmish_over_a_river)
{
    french_line();
    at("salzbourg", "lannes fr_9 fr_10");
    at("salzbourg", "hiller au_1");
    at("ratisbonne", "dp_france_2="); /* the river alone takes both points of the line */
    dice("3 4 3 5");
    battle("salzbourg", NAE_EMPIRE, "ratisbonne", 0);
    cr_expect_eq(steps_at("salzbourg", NAE_COALITION), 1);
    expect_choices("retreat_loss(fr_9); retreat_loss(fr_10)");
    play("retreat_loss(fr_9)");
    expect_fallen();
    expect_at("fr_9", "reserve");
    expect_at("lannes fr_10", "ratisbonne");
    expect_steps("fr_10", 2);
    cr_expect_eq(ns()->battle_result, NAE_DEFENDER_WON);
}

/* An army benefits for crossing rivers without bridges in battles (rulebook 4, Army), besides in sieges. Four
 * to four over the river before Salzburg, 7 to 6: Massena 2 - 1: 8 is one with the mark; with the Army of
 * Italy 2: 9 is two; Hiller 1: 7 is one. His limit is 3 + 1, less one with the army; the die 3. */
Test(nae_cases_battle, an_army_bridges_rivers)
{
    for (unsigned army = 0; army < 2; army++) {
        french_line();
        at("salzbourg", army != 0 ? "massena armee_italie fr_9 fr_10" : "massena fr_9 fr_10");
        at("salzbourg", "hiller au_1 au_2");
        at("ratisbonne", "dp_france_2=");
        dice("3 4 3 3 3");
        battle("salzbourg", NAE_EMPIRE, "ratisbonne", 0);
        play(army != 0 ? "battle_loss(au_1); retreat(vienne)" : "retreat(vienne)");
        expect_fallen();
        cr_expect_eq(steps_at("vienne", NAE_COALITION), army != 0 ? 2 : 3);
    }
}

/* A step lost at the river leaves two of France and two of Spain, who must have fewer than the commander's
 * own nation [7.3]: one of hers goes at once [9.3], before the force comes to the corps at Ratisbon among
 * whom she could have stayed whole. 5 against 2 is 2:1. */
Test(nae_cases_battle, a_step_at_the_river_is_followed_by_the_excess)
{
    french_line();
    at("salzbourg", "davout fr_9 fr_10- es_1");
    at("salzbourg", "hiller au_1");
    at("ratisbonne", "fr_11 dp_france_2=");
    dice("1 1 2 2");
    battle("salzbourg", NAE_EMPIRE, "ratisbonne", 0);
    expect_choices("retreat_loss(fr_9); retreat_loss(fr_10); retreat_loss(es_1)");
    expect_steps("es_1", 2);
    play("retreat_loss(fr_9)");
    expect_fallen();
    expect_at("davout fr_9 fr_10 fr_11 es_1", "ratisbonne");
    expect_steps("fr_9", 1);
    expect_steps("fr_10", 1);
    expect_steps("es_1", 1);
    expect_steps("fr_11", 2);
}

/* Napoleon goes to intercept and leaves Davout with two corps beside Marmont's army: they are of it at once,
 * and Davout, who stands above Marmont, is in the reserve [10.1, 12.2.2]. A second time they are demoralised
 * with it [14.9.3]. */
Test(nae_cases_battle, who_stays_beside_another_army_serves_its_general)
{
    for (unsigned shaken = 0; shaken < 2; shaken++) {
        french_line();
        at("munich", "marmont armee_italie suchet bernadotte victor fr_9");
        second_army("munich", NAE_EMPIRE, "napoleon grande_armee davout fr_1 fr_2 fr_3", "napoleon");
        if (shaken != 0) {
            nae_set_bit(ns(), piece_of("fr_9"), NAE_DEMORALISED);
        }
        nae_push_come(np(), zone_of("munich"), piece_of("napoleon"), zone_of("ratisbonne"), NAE_STANDING);
        nae_go();
        play("come(fr_1,come); come(fr_2,stay)");
        play("come(fr_3,stay)");
        expect_at("napoleon grande_armee fr_1", "ratisbonne");
        expect_at("marmont suchet bernadotte victor fr_2 fr_3 fr_9", "munich");
        expect_at("davout", "reserve");
        cr_expect(has_mark("marmont", NAE_COMMANDS));
        cr_expect_eq(has_mark("fr_2", NAE_DEMORALISED), shaken != 0);
    }
}

/* Who marches to a depot of his and is lost to the test of a forced march when he is intercepted leaves it
 * alone to the interceptors, and it is overrun [1.1, 9.2, 14.2]. */
Test(nae_cases_battle, a_depot_left_to_the_interceptors)
{
    french_line();
    at("salzbourg", "hiller au_1-");
    at("munich", "dp_autriche_1=");
    at("ulm", "ney fr_9 fr_10");
    hand("3F");
    nae_act_in(3, NAE_COALITION, 3);
    dice("6 1 6 1");
    go("spend(land); spend_zone(salzbourg); spend_force(whole); forced_march(3); move(go,munich)");
    play("intercept(ulm,ney); come(fr_9,come); come(fr_10,come); attrition_depot(no)");
    expect_fallen();
    expect_at("au_1 hiller dp_autriche_1", "reserve");
    expect_at("ney fr_9 fr_10", "munich");
}

/* Besiegers who fall back over a river, too [15.3]: the step leaves one of France and one of Spain, who goes
 * before they come to the corps at Ratisbon [7.3, 9.3]. */
Test(nae_cases_battle, a_step_of_besiegers_who_fall_back_is_followed_by_the_excess)
{
    french_line();
    at("salzbourg", "davout fr_9 es_1-");
    at("ratisbonne", "fr_11 dp_france_2=");
    nae_push_retreat(np(), zone_of("salzbourg"), NAE_EMPIRE, false);
    nae_go();
    play("retreat(ratisbonne); retreat_loss(fr_9)");
    expect_at("davout fr_9 fr_11", "ratisbonne");
    expect_at("es_1", "reserve");
    expect_steps("fr_9", 1);
    expect_steps("fr_11", 2);
}

/* The same with one step of Austrians, which is lost: they have won, and Hiller, who commands nobody, is in
 * the reserve before the beaten are asked for a card [1.2]. Four to one is as much more for the attacker as
 * his dice are less. */
Test(nae_cases_battle, who_wins_with_his_last_step_is_in_the_reserve_at_once)
{
    french_line();
    at("salzbourg", "lannes fr_9 fr_10");
    at("salzbourg", "hiller au_1-");
    at("ratisbonne", "dp_france_2=");
    hand("51F");
    dice("2 3 3 5");
    battle("salzbourg", NAE_EMPIRE, "ratisbonne", 0);
    expect_step("battle_card", NAE_EMPIRE);
    expect_at("au_1 hiller", "reserve");
    play("combat_card(pass); retreat_loss(fr_9)");
    expect_fallen();
    cr_expect_eq(ns()->battle_result, NAE_DEFENDER_WON);
}

/* Twelve against twelve is a major battle. French: 3 + 1 cavalry (2 steps and Murat to 2 steps) + 2 Garde + 2
 * Davout = +8; 5 + 8 = 13: 4 with the mark. Austrians 2 + 1 Jean = +3; 8 + 3 = 11: 4 without: the mark
 * decides. */
static void salzbourg_major(void)
{
    french_line();
    at("salzbourg", "napoleon grande_armee davout murat fr_1 fr_2 fr_3 fr_4 fr_garde fr_res_cav");
    at("salzbourg", "charles armee_allemagne jean au_1 au_2 au_3 au_4 au_5 au_res_cav");
}
Test(nae_cases_battle, the_mark_decides_a_major_battle)
{
    salzbourg_major();
    dice("2 3 4 4 6 1 6 1");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(fr_garde); subordinate(davout); subordinate(jean)");
    expect_steps("fr_garde", 1);
    play("battle_loss(fr_1); battle_loss(fr_1); battle_loss(fr_2)");
    play("battle_loss(au_1); battle_loss(au_1); battle_loss(au_2); battle_loss(au_2)");
    expect_at("davout", "next_budget"); /* his die was 6 */
    expect_at("jean", "salzbourg");
    play("retreat(vienne)");
    /* limit 3 + 2 - 0 = 5, die 6; pursuit 1 + 3 + 2 + 1 = 7: one step */
    play("pursuit_loss(au_3)");
    expect_fallen();
    cr_expect_eq(steps_at("vienne", NAE_COALITION), 12 - 4 - 1);
    cr_expect(nae_bit(ns(), piece_of("au_4"), NAE_DEMORALISED));
}

/* The same battle with 5C: no superiority, 12 is 4 without the mark: the attacker has lost. His limit is 5 +
 * 3 - 0: 6 and more needs no die. */
Test(nae_cases_battle, without_cavalry_the_same_battle_is_lost)
{
    salzbourg_major();
    hand("5C");
    dice("2 3 4 4 5 5");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(fr_garde); subordinate(davout); subordinate(jean); combat_card(5C)");
    play("battle_loss(fr_1); battle_loss(fr_1); battle_loss(fr_2)");
    play("battle_loss(au_1); battle_loss(au_1); battle_loss(au_2); battle_loss(au_2)");
    expect_fallen();
    expect_at("napoleon davout murat fr_3", "munich");
    cr_expect(!nae_bit(ns(), piece_of("fr_3"), NAE_DEMORALISED));
    cr_expect_eq(steps_at("salzbourg", NAE_COALITION), 8);
}

/* Six against six: 10 + 2 = 12: three; 6 + 1 = 7: one. The limit is 3 + 1 - (3 - 1) = 2 on the road to
 * Vienna, and 3 + 1 - (4 - 1) = 1 over the river to Budweis: the step lost there counts [14.9.1]. The die
 * is 2. */
static void jean_beaten(const char *rolls, const char *to)
{
    french_line();
    at("salzbourg", "soult fr_9 fr_10 fr_11");
    at("salzbourg", "jean au_1 au_2 au_3");
    dice(rolls);
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("battle_loss(au_1)"); /* the first and the third of the steps are of one class */
    play(to);
}
Test(nae_cases_battle, the_river_counts_for_the_test)
{
    jean_beaten("5 5 3 3 2", "retreat(vienne)");
    expect_fallen();
    cr_expect_eq(steps_at("vienne", NAE_COALITION), 3);
    cr_expect(!nae_bit(ns(), piece_of("au_3"), NAE_DEMORALISED));
    jean_beaten("5 5 3 3 2 3", "retreat(budweis); retreat_loss(au_2)"); /* pursuit 3 + 2: nothing */
    expect_fallen();
    cr_expect_eq(steps_at("budweis", NAE_COALITION), 2);
    cr_expect(nae_bit(ns(), piece_of("au_3"), NAE_DEMORALISED));
}

/* Munich is cut off: Salzbourg's fortress is French, Innsbruck and Ratisbonne are held, Ulm is the way in. 8
 * against 7 is 1:1; 6 + 3 + 1 = 10: two; 6 + 2 - 3 out of supply = 5: one. Five steps are left: they overrun
 * one step (5:1), not two (2.5 is 3:1) and are destroyed then. */
static void munich_cut_off(const char *ratisbonne, const char *rolls)
{
    french_line();
    marker("munich", NAE_COALITION);
    marker("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
    at("innsbruck", "fr_12");
    at("ratisbonne", ratisbonne);
    at("munich", "napoleon fr_1 fr_2 fr_3 fr_4");
    at("munich", "charles au_1 au_2 au_3 au_4-");
    dice(rolls);
    battle("munich", NAE_EMPIRE, "ulm", 0);
    play("spearhead(fr_1); battle_loss(au_4)"); /* the other step is one of three full corps' */
}
Test(nae_cases_battle, a_retreat_overruns_the_weak)
{
    munich_cut_off("mi_bade", "3 3 3 3 1");
    expect_fallen();
    expect_at("mi_bade", "reserve");
    expect_at("charles au_1 au_2 au_3", "ratisbonne");
    expect_steps("fr_1", 1);
}
Test(nae_cases_battle, who_cannot_retreat_is_destroyed)
{
    munich_cut_off("fr_9", "3 3 3 3 1");
    expect_fallen();
    expect_at("charles au_1 au_2 au_3 au_4", "reserve");
    expect_at("fr_9", "ratisbonne");
}

/* 9 to 2 is 4.5, rounded up to 5:1: the weaker side is destroyed, the attacker too [14.2]; 8 to 2 is fought:
 * at -3. */
Test(nae_cases_battle, odds_of_four_and_a_half)
{
    french_line();
    at("munich", "napoleon fr_1 fr_2 fr_3 fr_4 fr_9-");
    at("munich", "au_1");
    dice("");
    battle("munich", NAE_COALITION, "salzbourg", 0);
    expect_at("au_1", "reserve");
    cr_expect_eq(ns()->battle_result, NAE_DEFENDER_WON);
    french_line();
    at("munich", "napoleon fr_1 fr_2 fr_3 fr_4");
    at("munich", "au_1");
    dice("6 6 1 1"); /* 12 - 3 = 9: two; 2 + 3 + 1 = 6: one of a minor battle */
    battle("munich", NAE_COALITION, "salzbourg", 0);
    play("spearhead(fr_1); battle_loss(fr_1); retreat(ulm)"); /* 5 + 3 - 1 is safe */
    expect_fallen();
    cr_expect_eq(ns()->battle_result, NAE_ATTACKER_WON);
    cr_expect_eq(steps_at("ulm", NAE_EMPIRE), 6);
}

/* Two steps of morale 3, two of 2: Jean's choice. 8 + 1 odds + 2 = 11: two losses; 4 + 1 = 5: one. With 3 one
 * of the two is an Austrian's, and the limit is 3 + 1 - 1 = 3; with 2 anybody's, and 2. The die is 3. */
static void tie_of_morale(const char *rolls)
{
    french_line();
    nae_set_status(np(), NAE_NAPLES, NAE_COALITION_ALLY);
    at("salzbourg", "soult fr_9 fr_10 fr_11");
    at("salzbourg", "jean au_1 mi_naples");
    dice(rolls);
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    expect_choices("morale(2); morale(3)");
}
Test(nae_cases_battle, a_tie_of_morale_is_a_choice)
{
    tie_of_morale("4 4 2 2 3");
    play("morale(3)");
    expect_choices("battle_loss(au_1); battle_loss(mi_naples)");
    play("battle_loss(mi_naples)"); /* the other is the Austrians' */
    expect_steps("au_1", 1);
    play("retreat(vienne)");
    expect_fallen();
    cr_expect(!nae_bit(ns(), piece_of("au_1"), NAE_DEMORALISED));
    tie_of_morale("4 4 2 2 3 1");
    play("morale(2); battle_loss(mi_naples)");
    play("battle_loss(mi_naples); retreat(vienne)");
    expect_fallen(); /* pursuit 1 + 2 */
    expect_steps("au_1", 2);
    cr_expect(nae_bit(ns(), piece_of("au_1"), NAE_DEMORALISED));
}

/* The cavalry leads and pays; the step of `C` is paid with that [12.8 of the map]. 2 + 3 + 1 + 1 = 7: one; 12
 * + 2 + 1 Jean = 15: 4C. Limit 5 + 3 - 3 = 5, die 6; the pursuit of the Austrians: 6 + 2 = 8: two. */
Test(nae_cases_battle, a_spearhead_of_cavalry)
{
    french_line();
    at("salzbourg", "napoleon grande_armee fr_1 fr_2 fr_3 fr_res_cav");
    at("salzbourg", "charles armee_allemagne jean au_1 au_2 au_3 au_4");
    dice("1 1 6 6 2 6 6");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(fr_res_cav); subordinate(jean)");
    expect_steps("fr_res_cav", 1);
    expect_choices("battle_loss(fr_1); battle_loss(fr_res_cav)");
    play("battle_loss(fr_1); battle_loss(fr_1); battle_loss(fr_2)");
    play("pursuit_loss(fr_2); pursuit_loss(fr_3)");
    expect_fallen();
    cr_expect_eq(steps_at("munich", NAE_EMPIRE), 2);
    cr_expect(nae_bit(ns(), piece_of("fr_3"), NAE_DEMORALISED));
}

/* Two armies: one morale (5 of six steps to 4 of four), one commander, a subordinate of either, but not the
 * other commander [14.5.6]. 2 + 3 + 1 star + 1 Suchet = 7: one; 10 + 2 = 12: three, of which two by morale 5.
 * Limit 6: safe. */
Test(nae_cases_battle, two_armies_fight_as_one)
{
    french_line();
    at("salzbourg", "napoleon grande_armee soult fr_1 fr_2 fr_3");
    second_army("salzbourg", NAE_EMPIRE, "massena armee_italie suchet fr_9 fr_10", "massena");
    at("salzbourg", "charles armee_allemagne au_1 au_2 au_3 au_4");
    dice("1 1 5 5 6");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(fr_1)");
    expect_choices("subordinate(soult); subordinate(suchet); subordinate(none)");
    play("subordinate(suchet); battle_loss(fr_9)");
    expect_choices("battle_loss(fr_1); battle_loss(fr_2)"); /* one more of morale 5 */
    play("battle_loss(fr_2)");
    expect_fallen();
    expect_at("suchet", "next_budget");
    expect_at("napoleon massena fr_1 fr_9", "munich");
}

/* Losses of special units are no part of the half [14.8]: Napoleon leads with the Garde and uses the Guard
 * cavalry; of three losses one is the Garde's, one the cavalry's, and the third may be anybody's: 1 of 2 was
 * good. */
Test(nae_cases_battle, special_units_are_no_part_of_the_half)
{
    french_line();
    at("salzbourg", "napoleon grande_armee fr_1 fr_2 fr_garde fr_9 fr_10 sp_cavalerie_garde");
    at("salzbourg", "charles armee_allemagne au_1 au_2 au_3 au_4 au_5");
    dice("1 1 5 5"); /* 2 + 3 + 1 + 2 + 2 = 10: two; 10 + 2 = 12: three; 5 + 3 - 1 is safe */
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(fr_garde); special(sp_cavalerie_garde,yes)");
    expect_choices("battle_loss(fr_1); battle_loss(fr_9); battle_loss(fr_garde)");
    play("battle_loss(fr_9); battle_loss(au_1)");
    expect_fallen();
    expect_at("sp_cavalerie_garde", "reserve");
    expect_steps("fr_garde", 1);
    expect_at("napoleon fr_9", "munich");
}

/* ---- counter-marches [14.1] ---- */

/* Davout with a Bavarian corps (pace 3) comes over a pass to Napoleon's army (pace 4, one point spent) with
 * Napoleon's value of 3 (his own is 2, and the pass takes one): of three points left one is lost with the
 * pace [12.3], and he has moved in this round. */
Test(nae_cases_battle, counter_marchers_slow_the_force)
{
    french_line();
    at("ulm", "napoleon grande_armee fr_1 fr_2 fr_3");
    at("innsbruck", "davout mi_baviere");
    marker("innsbruck", NAE_EMPIRE);
    marker("munich", NAE_COALITION);
    at("munich", "charles au_1 au_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_zone(ulm); spend_force(whole); gather(innsbruck,stay); forced_march(0)");
    dice("3 2"); /* 3 + 3 - 1 (pass) = 5 arrives; 2 steps, 2 + 2 cost: nothing */
    play("move(go,munich)");
    expect_step("evade", NAE_COALITION);
    play("evade(stand)");
    play("counter_march(innsbruck,davout)");
    expect_fallen();
    cr_expect_eq(ns()->march.mp, 2);
    cr_expect(nae_bit(ns(), piece_of("mi_baviere"), NAE_ACTIVATED));
    cr_expect(nae_bit(ns(), piece_of("davout"), NAE_ACTIVATED));
}

/* Davout's only step is lost on the way (two steps or less, 2 + 2 of entry and a six: 10): his depot has come
 * and lies where the battle is, no part of the force that acts until that takes it along [8.3, 1.1]. */
Test(nae_cases_battle, the_depot_of_a_counter_marcher)
{
    french_line();
    at("ulm", "napoleon grande_armee fr_1 fr_2 fr_3");
    at("innsbruck", "davout mi_bade dp_france_2");
    marker("innsbruck", NAE_EMPIRE);
    marker("munich", NAE_COALITION);
    at("munich", "charles au_1 au_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_zone(ulm); spend_force(whole); gather(innsbruck,stay); forced_march(0)");
    dice("3 6");
    play("move(go,munich)");
    play("evade(stand)");
    play("counter_march(innsbruck,davout)");
    play("attrition_depot(no)");
    expect_fallen();
    expect_at("mi_bade davout", "reserve");
    expect_at("dp_france_2", "munich");
    cr_expect_eq(ns()->bits[piece_of("dp_france_2")] & NAE_SLOT, (unsigned)NAE_STANDING);
}

/* Nor does whoever comes after him make it a part of that: he joins the force that acts, not what stands
 * there [12.1 of the map]. Soult comes with 6 + 3 (-1 over the river), and loses nothing with a one. */
Test(nae_cases_battle, who_comes_later_leaves_that_depot_where_it_lies)
{
    french_line();
    at("ulm", "napoleon grande_armee fr_1 fr_2 fr_3");
    at("innsbruck", "davout mi_bade dp_france_2");
    at("ratisbonne", "soult fr_4 fr_5");
    marker("innsbruck", NAE_EMPIRE);
    marker("munich", NAE_COALITION);
    at("munich", "charles au_1 au_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_zone(ulm); spend_force(whole); gather(innsbruck,stay); forced_march(0)");
    dice("3 6 6 1");
    play("move(go,munich); evade(stand); counter_march(innsbruck,davout); attrition_depot(no)");
    play("counter_march(ratisbonne,soult)");
    play("come(fr_4,come); come(fr_5,come); attrition_depot(no)");
    expect_fallen();
    expect_at("fr_4 fr_5 dp_france_2", "munich");
    cr_expect_eq(ns()->bits[piece_of("fr_4")] & NAE_SLOT, (unsigned)NAE_MOVING);
    cr_expect_eq(ns()->bits[piece_of("dp_france_2")] & NAE_SLOT, (unsigned)NAE_STANDING);
}

/* Wellington's 3 helps Yorck though Bluecher, with more points, is over both: 2 + 3 = 5. He stands with the
 * army of his nation then. */
Test(nae_cases_battle, either_army_lends_its_value)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1 gb_2");
    second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5 pr_6", "blucher");
    at("bruxelles", "napoleon grande_armee fr_1 fr_2 fr_3");
    at("liege", "yorck pr_7");
    dice("2 1"); /* and 1 + 1 of attrition: nothing */
    battle("bruxelles", NAE_EMPIRE, "soissons", 0);
    cr_expect_eq(nae_force_nation(nd(), ns(), nae_field(nd(), ns(), zone_of("bruxelles"), NAE_COALITION)),
                 NAE_PRUSSIA);
    play("counter_march(liege,yorck)");
    expect_fallen();
    expect_at("yorck pr_7", "bruxelles");
    cr_expect_eq(nae_bit(ns(), piece_of("pr_7"), NAE_SECOND_ARMY),
                 nae_bit(ns(), piece_of("blucher"), NAE_SECOND_ARMY));
    cr_expect_neq(nae_bit(ns(), piece_of("pr_7"), NAE_SECOND_ARMY),
                  nae_bit(ns(), piece_of("wellington"), NAE_SECOND_ARMY));
}

/* 4 against 7 is 1:2: -1; 3 + 2 + 1 - 1 = 5: one; 2 + 3 + 1 = 6: one: the defender has won. But three British
 * do not command three Prussians: one of these goes at once [9.3], before the beaten have left. */
Test(nae_cases_battle, a_command_is_put_right_at_once)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1 gb_2 pr_5 pr_6-");
    at("bruxelles", "davout fr_1 fr_2");
    dice("1 2 1 1");
    battle("bruxelles", NAE_EMPIRE, "soissons", 0);
    play("spearhead(fr_1); spearhead(gb_1)");
    expect_choices("excess(pr_5); excess(pr_6)");
    expect_at("davout", "bruxelles");
    play("excess(pr_6)");
    expect_fallen();
    expect_at("davout fr_1 fr_2", "soissons");
    cr_expect_eq(steps_at("bruxelles", NAE_COALITION), 5);
}

/* ---- who keeps a zone of a nation that changes sides [8.2.3] ---- */

static int marker_after_prussia_joins(const char *corps, unsigned side)
{
    nae_start("1805", "");
    nae_set_status(np(), nd()->nation_of[piece_of("mi_hollande")], NAE_COALITION_ALLY);
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    at("munster", corps);
    nae_join_side(np(), NAE_PRUSSIA, side, NAE_JOIN_ATTACKED);
    nae_go();
    return (int)nae_marker(ns(), zone_of("munster"));
}
Test(nae_cases_battle, only_the_empire_keeps_what_it_stands_in)
{
    cr_expect_eq(marker_after_prussia_joins("fr_9", NAE_COALITION), NAE_EMPIRE);
    cr_expect_eq(marker_after_prussia_joins("mi_hollande", NAE_EMPIRE), NAE_NOBODY);
}

/* Interior lines may be played at any entry before the first battle [12.6.1]: the first force waits before a
 * lone corps, which gives no occasion; the second comes to Charles. A garrison's general is no defender in
 * the field. */
Test(nae_cases_battle, interior_lines_until_the_first_battle)
{
    nae_start("1809", "");
    hand("15C");
    at("graz", "au_2");
    at("vienne", "charles au_1");
    at("laybach", "ney fr_1 fr_2");
    at("salzbourg", "davout fr_4");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1");
    play("spend(land); spend_zone(laybach); spend_force(whole); forced_march(0); move(go,graz); "
         "intercept(none); campaign(wait)");
    play("spend(land); forced_march(0); move(go,vienne); evade(stand)");
    expect_choices("reaction(15C); reaction(none)");
}

/* A force that waits goes on with the same activation after the joint battle: the corps it took along at Graz
 * is not dropped in it [12.2], map 24.2; 33F serves it still. */
Test(nae_cases_battle, who_waits_goes_on_with_the_same_activation)
{
    nae_start("1809", "");
    hand("33F");
    at("vienne", "au_1");
    at("laybach", "davout fr_1 fr_2");
    at("graz", "fr_10");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1 6 6 1 1 1 1 1 1");
    play("spend(land); spend_zone(laybach); spend_force(whole); forced_march(0); move(go,graz); "
         "move(take,fr_10); "
         "move(card,33F); move(go,vienne); evade(stand); campaign(wait)");
    play("spearhead(fr_1)");
    expect_at("au_1", "reserve");
    play("fortress(siege)");
    expect_legal("move(drop,fr_2)", true);
    expect_legal("move(drop,fr_10)", false);
    cr_expect_eq(ns()->action.free_siege, 2);
}

/* Two forces of a campaign that come to Vienna from two sides and fight there together. */
static void attack_vienna(const char *defenders, const char *rolls)
{
    nae_start("1809", "");
    at("vienne", defenders);
    at("laybach", "ney fr_1 fr_2");
    at("salzbourg", "davout grande_armee fr_4 fr_5");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_zone(laybach); spend_force(whole); forced_march(0); move(go,graz); "
         "move(go,vienne); evade(stand)");
    dice(rolls);
    play("campaign(wait); spend(land); spend_force(whole); forced_march(0); move(go,vienne)");
}

/* Beaten together they go back to one of the zones that they came from, as they like; where an enemy stands
 * nobody goes [14.10, 12.6]. */
Test(nae_cases_battle, a_joint_attack_goes_back_to_either_zone)
{
    attack_vienna("charles armee_allemagne au_1 au_2 au_3 au_4", "1 1 1 1 6 6 1 1 1 1 1 1");
    play("spearhead(none); subordinate(none)");
    expect_choices("retreat(salzbourg); retreat(graz)");
    play("retreat(graz)");
    expect_at("davout ney grande_armee", "graz");
}

/* Beaten by them the defender goes to neither. */
Test(nae_cases_battle, a_joint_attack_bars_both_zones)
{
    attack_vienna("charles armee_allemagne au_1 au_2 au_3 au_4", "6 6 1 1 1 1 1 1 1 1 1");
    play("spearhead(none); subordinate(none)");
    while (ns()->header.step == NAE_STEP_BATTLE_LOSS) {
        play(nae_bit(ns(), piece_of("au_1"), NAE_REDUCED) ? "battle_loss(au_2)" : "battle_loss(au_1)");
    }
    expect_choices("retreat(budweis); retreat(brunn); retreat(leopoldstadt)");
}

/* Turks at Jassy, in supply through Bucarest from Ismail: the French have come from Czernowitz and from
 * Bucarest, and no line of the Turks crosses either zone [13.3]. */
Test(nae_cases_battle, a_joint_attack_bars_both_zones_to_supply)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_TURKEY, NAE_COALITION_ALLY);
    at("jassy", "ali_pacha tu_1 tu_2");
    at("czernowitz", "ney fr_1 fr_2");
    cr_expect(nae_is_supplied(nd(), ns(), nae_pieces_one(piece_of("tu_1")), zone_of("jassy"), NAE_NONE));
    at("bucarest", "davout grande_armee fr_4 fr_5");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1 1");
    play("spend(land); spend_zone(czernowitz); spend_force(whole); forced_march(0); move(go,jassy); "
         "evade(stand)");
    play("campaign(wait); spend(land); spend_force(whole); forced_march(0); move(go,jassy)");
    expect_step("spearhead", NAE_EMPIRE);
    cr_expect(nae_bit(ns(), piece_of("tu_1"), NAE_UNSUPPLIED));
}

/* Before Salzburg Ney has crossed the Danube by 36F, Davout the pass from Innsbruck: with the rivers out, the
 * pass is what counts against both [12.6, map A-12]. */
Test(nae_cases_battle, the_worst_edge_without_rivers)
{
    nae_start("1809", "");
    hand("36F");
    at("salzbourg", "charles au_1 au_2");
    at("ratisbonne", "ney fr_1 fr_2");
    at("innsbruck", "davout grande_armee fr_4 fr_5");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_zone(ratisbonne); spend_force(whole); forced_march(0); move(card,36F); "
         "move(go,salzbourg); evade(stand)");
    play("campaign(wait); spend(land); spend_force(whole); forced_march(0); move(go,salzbourg)");
    expect_step("spearhead", NAE_EMPIRE);
    cr_expect_eq(ns()->battle.terrain, NAE_EDGE_PASS);
}

/* Two armies beaten over the river go back as one force [14.10]: 1 + 1 + 3 + 1 - 1 = 5 (river): one, and 12 +
 * 2 = 14: three with the mark. One step more at the edge, not two: ten less four. Limit 5 + 3 - (4 - 1) = 5,
 * die 5. */
Test(nae_cases_battle, two_armies_lose_one_step_at_the_edge)
{
    french_line();
    at("ratisbonne", "dp_france_2=");
    at("salzbourg", "napoleon grande_armee fr_1 fr_2 fr_3");
    second_army("salzbourg", NAE_EMPIRE, "massena armee_italie fr_9 fr_10", "massena");
    at("salzbourg", "charles armee_allemagne au_1 au_2 au_3 au_4");
    dice("1 1 6 6 5");
    battle("salzbourg", NAE_EMPIRE, "ratisbonne", 0);
    play("spearhead(fr_1); battle_loss(fr_9); battle_loss(fr_2); retreat_loss(fr_9)");
    expect_fallen();
    expect_at("napoleon massena grande_armee armee_italie", "ratisbonne");
    cr_expect_eq(steps_at("ratisbonne", NAE_EMPIRE), 6);
    cr_expect(!nae_bit(ns(), piece_of("fr_2"), NAE_DEMORALISED));
}

/* The attacker's wound comes first: Jean's die is 6; then 4C is asked in the place of Davout's. */
Test(nae_cases_battle, wounds_in_order)
{
    french_line();
    hand("4C");
    at("munich", "napoleon grande_armee davout fr_1 fr_2");
    at("munich", "charles armee_allemagne jean au_1 au_2");
    dice("1 1 1 1 6");
    battle("munich", NAE_COALITION, "salzbourg", 0);
    play("spearhead(none); subordinate(jean); subordinate(davout)");
    expect_fallen();
    expect_at("jean", "next_budget");
    expect_choices("combat_card(4C); combat_card(pass)");
}

/* Kleist marches to Wellington's side and both are intercepted and beaten: 2 + 2 + 1 = 5: one; 6 + 3 + 1 + 1
 * = 11: two. They retreat as one force under the commander of the army; three British steps lead two Prussian
 * ones. */
Test(nae_cases_battle, who_fought_together_retreats_as_one)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1 gb_2 mi_hollande");
    at("bruxelles", "kleist pr_2");
    at("bruxelles", "napoleon grande_armee fr_1 fr_2 fr_3");
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of("bruxelles"), NAE_EMPIRE))
    {
        ns()->bits[piece] |= NAE_INTERCEPTING;
    }
    ns()->reaction.entry = (uint8_t)zone_of("soissons");
    dice("1 1 3 3");
    battle("bruxelles", NAE_COALITION, "liege", NAE_BATTLE_INTERCEPTION);
    play("morale(5); spearhead(gb_1); spearhead(fr_1); battle_loss(mi_hollande)");
    expect_fallen();
    expect_at("wellington kleist gb_1 gb_2 pr_2", "liege");
    cr_expect(nae_bit(ns(), piece_of("wellington"), NAE_COMMANDS));
    cr_expect_not(nae_bit(ns(), piece_of("kleist"), NAE_COMMANDS));
}
