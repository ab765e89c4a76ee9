/* test_nae_cases_corners.c: positions in which clauses meet, worked out by hand from the rulebook before they
 * were played; the sums stand in the comments. Order of dice: as in test_nae_cases_battle.c. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "engine/nae/view.h"
#include "tests/nae/nae_position.h"

/* Charles besieges Ulm with four steps; Davout attacks Mack at Munich. */
static void besieger_called(void)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("nuremberg", "dp_france_2=");
    at("ulm", "charles au_1 au_2");
    inside("ulm", "fr_9");
    nae_lay_siege(np(), zone_of("ulm"));
    at("munich", "mack au_3");
    at("ratisbonne", "davout fr_1 fr_2 fr_3");
    nae_act_in(3, NAE_EMPIRE, 1);
}
Test(nae_cases_corners, part_of_the_besiegers_marches)
{
    besieger_called();
    dice("3 4 3 3 3 2 3 4");
    go("spend(land); spend_zone(ratisbonne); spend_force(whole); forced_march(0); move(go,munich); "
       "evade(stand)");
    play("counter_march(ulm,charles); come(au_1,come); come(au_2,stay)");
    play("spearhead(fr_1); battle_loss(au_1)");
    expect_choices("retreat(salzbourg); retreat(innsbruck)");
    play("retreat(salzbourg)");
    expect_fallen();
    expect_at("charles au_3", "salzbourg");
    expect_at("mack", "reserve");
    cr_expect(nae_besieged(ns(), zone_of("ulm")));
    cr_expect_eq(steps_at("ulm", NAE_COALITION), 2);
}
Test(nae_cases_corners, besiegers_who_march_raise_the_siege)
{
    besieger_called();
    dice("3 1 3 3 2 3 4");
    go("spend(land); spend_zone(ratisbonne); spend_force(whole); forced_march(0); move(go,munich); "
       "evade(stand)");
    play("counter_march(ulm,charles); come(au_1,come); come(au_2,come)");
    cr_expect(!nae_besieged(ns(), zone_of("ulm")));
    play("spearhead(fr_1)");
    play("battle_loss(au_1)");
    expect_choices("retreat(salzbourg); retreat(innsbruck)");
    play("retreat(salzbourg)");
    expect_fallen();
    play("move(stop)");
    cr_expect(!has_mark("fr_9", NAE_INSIDE));
    expect_at("mack", "reserve");
}

/* Six against four is 2:1: +1, Charles 1: 9 + 2 = 11: two; 4 + 1 = 5: one. The relieved join who relieved
 * them; Hiller may not be a subordinate without an army [15.3, 10.1]. */
Test(nae_cases_corners, the_garrison_joins_its_relief)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("salzbourg", "ney fr_9 fr_10");
    inside("salzbourg", "hiller au_3-");
    nae_lay_siege(np(), zone_of("salzbourg"));
    at("vienne", "charles au_1 au_2 au_4");
    nae_act_in(3, NAE_COALITION, 2);
    dice("5 4 2 2 4");
    go("spend(land); spend_zone(vienne); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "evade(stand)");
    play("battle_loss(fr_9)");
    expect_choices("retreat(munich); retreat(ratisbonne); retreat(villach); retreat(budweis)");
    play("retreat(munich)");
    expect_fallen();
    play("move(stop)");
    cr_expect(!nae_besieged(ns(), zone_of("salzbourg")));
    expect_at("hiller", "reserve");
    expect_at("charles au_3", "salzbourg");
    cr_expect(!has_mark("au_3", NAE_INSIDE));
}

/* A sortie enters no zone: nobody intercepts it [12.4]; marching to the guns is another thing [14.1]. */
Test(nae_cases_corners, nobody_intercepts_a_sortie)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("salzbourg", "ney fr_9 fr_10");
    at("munich", "davout fr_1");
    hand("9F");
    inside("salzbourg", "hiller au_1 au_2");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_act_in(3, NAE_COALITION, 2);
    dice("1");
    go("spend(land); spend_force(in_whole); forced_march(0)");
    play("evade(stand)");
    expect_step("counter_march", NAE_EMPIRE);
    expect_choices("counter_march(munich,davout); counter_march(no)");
}

/* The besieger evades a relief: the siege is over; he goes anywhere that holds no enemy [12.5]. */
Test(nae_cases_corners, a_besieger_evades_a_relief)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("salzbourg", "ney fr_9 fr_10");
    inside("salzbourg", "hiller au_3");
    nae_lay_siege(np(), zone_of("salzbourg"));
    at("vienne", "charles au_1 au_2 au_4");
    nae_act_in(3, NAE_COALITION, 2);
    go("spend(land); spend_zone(vienne); spend_force(whole); forced_march(0); move(go,salzbourg)");
    expect_choices("evade(stand); evade(evade)");
    dice("5");
    play("evade(evade)");
    expect_choices(
        "evade_to(munich); evade_to(ratisbonne); evade_to(innsbruck); evade_to(graz); evade_to(villach); "
        "evade_to(budweis)");
    play("evade_to(munich)");
    expect_fallen();
    cr_expect(!nae_besieged(ns(), zone_of("salzbourg")));
}

/* Soult is intercepted where a friend stands [12.4]: 4 to 6 is 1:2: 6 - 1 + 2 = 7: one; 8 + 2 + 1 = 11: two
 * with the mark. His own corps is lost, and he is in the reserve at once [12.2]; the friend goes back to
 * Ulm. */
Test(nae_cases_corners, intercepted_beside_a_friend)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("ulm", "soult fr_9");
    at("munich", "fr_10");
    at("salzbourg", "charles au_1 au_2 au_3");
    hand("8C");
    nae_act_in(3, NAE_EMPIRE, 2);
    dice("5 1 3 3 4 4 5");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich)");
    play("intercept(salzbourg,charles); come(au_1,come); come(au_2,come); come(au_3,come)");
    play("battle_loss(fr_9)");
    expect_fallen();
    expect_at("soult", "reserve");
    expect_at("fr_10", "ulm");
    expect_at("charles au_1 au_2 au_3", "munich");
    cr_expect_eq(nae_marker(ns(), zone_of("munich")), NAE_COALITION);
}

/* A garrison is a force of its own: it is asked for under the nation of its own commander, whoever stands
 * before the town [6.2]. */
Test(nae_cases_corners, a_garrison_is_asked_for_under_its_nation)
{
    nae_start("1805", "");
    at("ulm", "soult fr_9");
    inside("ulm", "mi_baviere");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land)");
    expect_choices("spend_power(france); spend_power(baviere)");
    play("spend_power(baviere)");
    expect_step("forced_march", NAE_EMPIRE);
}

/* A general of an ally whose steps stay behind leaves the army that intercepts at once [9.4]. */
Test(nae_cases_corners, an_ally_without_steps_does_not_intercept)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("ulm", "soult fr_9 fr_10 fr_1");
    at("salzbourg", "charles armee_allemagne hohenlohe au_1 au_2 au_3 pr_1-");
    hand("8C");
    nae_act_in(3, NAE_EMPIRE, 2);
    dice("5 1 3 3 4 4 1 1 1 1");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich)");
    play("intercept(salzbourg,charles); come(au_1,come); come(au_2,come); come(au_3,come); come(pr_1,stay)");
    expect_at("charles armee_allemagne", "munich");
    expect_at("hohenlohe", "reserve");
    expect_at("pr_1", "salzbourg");
}

/* Mantua, out of supply: 10 to 4 is 3:1: 6 + 2 + 1 = 9: two; 8 + 2 + 1 marsh - 3 = 8: one. As long as Bologna
 * is free the beaten go there and not into their citadel [14.10]; it falls to the free attack: 6 + 1 + 1 - 2
 * = 6. */
Test(nae_cases_corners, a_citadel_is_the_last_resort)
{
    for (unsigned bologne = 0; bologne < 2; bologne++) {
        nae_start("1805", "");
        at("mantoue", "massena fr_9 mi_italie_1");
        at("milan", "au_7");
        nae_lay_siege(np(), zone_of("milan"));
        if (bologne != 0) {
            at("bologne", "au_6");
        }
        at("venise", "charles armee_allemagne au_1 au_2 au_3 au_4 au_5");
        nae_act_in(3, NAE_COALITION, 2);
        dice("3 3 4 4 4");
        go("spend(land); spend_zone(venise); spend_force(whole); forced_march(0); move(go,mantoue); "
           "evade(stand)");
        play("morale(3); battle_loss(mi_italie_1); battle_loss(mi_italie_1)");
        expect_fallen();
        expect_at("massena fr_9", bologne != 0 ? "mantoue" : "bologne");
        cr_expect_eq(has_mark("fr_9", NAE_INSIDE), bologne != 0);
        dice("6");
        play("free_siege(yes)");
        expect_fallen();
        expect_step("reactivate", NAE_COALITION);
        play("reactivate(no)");
        expect_at("massena fr_9", bologne != 0 ? "reinforcement" : "bologne");
        cr_expect_eq(nae_marker(ns(), zone_of("mantoue")), NAE_COALITION);
    }
}

/* Who evades leaves a fixed depot; six steps overrun it [12.5, 1.1]. */
Test(nae_cases_corners, who_evades_leaves_a_fixed_depot)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("ulm", "soult fr_9 fr_10 fr_11");
    at("munich", "mack au_1 dp_autriche_1= dp_autriche_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    dice("6");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich); evade(evade)");
    play("evade_to(salzbourg)");
    expect_at("mack au_1 dp_autriche_2", "salzbourg");
    expect_at("dp_autriche_1", "reserve");
    play("move(stop)");
}

/* A corps without a general leaves a mobile depot as well [1.1]: it evades for it is demoralised, and the
 * French take the depot. So does one that an army gathers: the depot stays at home, and is lost in enemy land
 * [8.7]. */
Test(nae_cases_corners, a_corps_alone_leaves_its_depots)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("ulm", "soult fr_9 fr_10 fr_11");
    at("munich", "au_1 dp_autriche_2");
    nae_set_bit(ns(), piece_of("au_1"), NAE_DEMORALISED);
    nae_act_in(3, NAE_EMPIRE, 2);
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich); evade(evade)");
    play("evade_to(salzbourg)");
    expect_at("au_1", "salzbourg");
    expect_at("dp_autriche_2", "reserve");
    for (unsigned abroad = 0; abroad < 2; abroad++) {
        nae_start("1805", "");
        at("salzbourg", "charles armee_allemagne au_1 au_2");
        at(abroad != 0 ? "munich" : "vienne", "au_3 dp_autriche_1");
        nae_act_in(3, NAE_COALITION, 3);
        ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
        go("spend(land); spend_zone(salzbourg); spend_force(whole)");
        play(abroad != 0 ? "gather(munich,join)" : "gather(vienne,join)");
        expect_at("au_3", "salzbourg");
        expect_at("dp_autriche_1", abroad != 0 ? "reserve" : "vienne");
    }
}

/* One step before six would be overrun; but first Jean marches: 5 + 1 - 1 [14.1, 14.2]. His test: 2 + 2:
 * nothing. 6 to 3: 6 + 1 + 2 = 9: two; 11 + 1 = 12: three. Mack goes, Jean stands above him. */
Test(nae_cases_corners, a_counter_march_saves_from_an_overrun)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("ulm", "soult fr_9 fr_10 fr_11");
    at("munich", "mack au_1-");
    at("innsbruck", "jean au_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    /* 5 + 1 - 1; test 2 steps: 2 + 2; 3 3 against 6 5: 6 + 1 + 2 = 9: two, 11 + 1 = 12: three */
    dice("5 2 3 3 6 5 4");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich); evade(stand)");
    play("counter_march(innsbruck,jean)");
    play("battle_loss(fr_9)");
    play("battle_loss(au_1)");
    expect_at("mack", "reserve");
    expect_at("jean au_2", "munich");
    expect_at("soult fr_10 fr_11", "ulm");
}

/* A subordinate fetches a corps; then the army acts with both in the same round [12.2.3]. */
Test(nae_cases_corners, fetched_first_then_marched)
{
    nae_start("1805", "");
    at("strasbourg", "napoleon grande_armee soult fr_1 fr_2 fr_3");
    at("metz", "fr_9");
    nae_act_in(3, NAE_EMPIRE, 3);
    go("spend(land); spend_zone(strasbourg); spend_force(soult); split(done); forced_march(0)");
    play("move(go,metz); move(take,fr_9); move(go,strasbourg); move(stop)");
    expect_at("soult fr_1 fr_9", "strasbourg");
    go("spend(land); spend_force(whole); forced_march(0); move(go,besancon); move(stop)");
    expect_at("napoleon soult fr_1 fr_2 fr_3 fr_9", "besancon");
}

/* A besieged port traces by sea, unless only the enemy is at sea there [13.3]. */
Test(nae_cases_corners, a_besieged_port_in_supply)
{
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        at("genes", "charles au_1 au_2");
        inside("genes", "ney fr_9 fr_10");
        nae_lay_siege(np(), zone_of("genes"));
        if (i > 0) {
            fleets("sea:golfe_du_lion", "fl_ball");
        }
        if (i > 1) {
            fleets("sea:golfe_du_lion", "fl_emeriau");
        }
        nae_act_in(3, NAE_EMPIRE, 2);
        go("spend(land); spend_force(in_whole); forced_march(0)");
        cr_expect_eq(has_mark("fr_9", NAE_UNSUPPLIED), i == 1, "%u", i);
    }
}

/* Five to two is 3:1: 12 + 2 + 2 = 16: two; 11 + 1 = 12: one, Blucher's last. Wellington takes the depot of
 * the lost army along [14.10]. */
Test(nae_cases_corners, the_depots_of_a_lost_army_go_on)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_3 gb_4");
    second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_1- dp_prusse_1", "blucher");
    at("soissons", "ney fr_9");
    nae_act_in(3, NAE_COALITION, 3);
    dice("6 6 6 5");
    go("spend(land); spend_force(both)");
    while (ns()->header.step == NAE_STEP_SWAP) {
        play("swap(done)");
    }
    play("forced_march(0); move(go,soissons); evade(stand)");
    play("spearhead(none); battle_loss(pr_1)");
    expect_fallen();
    expect_at("blucher armee_elbe pr_1", "reserve");
    expect_legal("move(drop,dp_prusse_1)", true);
    play("move(go,reims)");
    expect_at("wellington gb_3 gb_4 dp_prusse_1", "reims");
}

/* The battle with a fortress alone is a naval battle [17.2.9]: cards for one may be played [6.5]. 21C: the
 * fortress has no die. 10C: 1 + 3 against 6; again: 5 + 3; then Nelson's die: 4 spares him, 5 sinks him with
 * the corps aboard. The two siege attempts: 3, and 5 + 1. */
static void before_naples(const char *fleet, const char *card)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_NAPLES, NAE_EMPIRE_ALLY);
    at("gibraltar", "gb_1");
    fleets("port:gibraltar", fleet);
    hand(card);
    nae_in_round(3, NAE_COALITION);
    ns()->action.ap = 1;
    nae_push_sailing(np(), NAE_COALITION);
    nae_go();
    play("sail(load,gb_1); sail(sea,mediterranee_occidentale); sail(sea,mediterranee_centrale)");
    play("sail(box,naples)");
}
Test(nae_cases_corners, rockets_silence_a_fortress)
{
    before_naples("fl_calder", "21C");
    dice("1 3 5");
    play("sail(assault,naples); sea_card(21C)");
    expect_fallen();
    expect_at("gb_1", "naples");
    before_naples("fl_calder", "21C");
    dice("3 3 4 6");
    play("sail(assault,naples); sea_card(pass)");
    expect_fallen();
    expect_step("stand_off", NAE_COALITION);
}
/* Gibraltar lies on two seas: who is beaten by its guns goes back to that which he came from [17.2.9]. */
Test(nae_cases_corners, beaten_by_a_fortress_on_two_seas)
{
    nae_start("1805", "");
    at("cadix", "fr_9");
    fleets("port:cadix", "fl_villeneuve");
    nae_in_round(3, NAE_EMPIRE);
    ns()->action.ap = 1;
    nae_push_sailing(np(), NAE_EMPIRE);
    nae_go();
    play("sail(load,fr_9); sail(sea,atlantique_sud); sail(box,gibraltar)");
    dice("1 2");
    play("sail(assault,gibraltar)");
    expect_fallen();
    expect_choices("stand_off(box:gibraltar); stand_off(sea:atlantique_sud)");
}

Test(nae_cases_corners, nelson_before_a_fortress)
{
    for (unsigned falls = 0; falls < 2; falls++) {
        before_naples("fl_nelson", "10C");
        dice(falls != 0 ? "1 6 5 5" : "1 6 5 4 3 5");
        play("sail(assault,naples); sea_card(10C)");
        expect_fallen();
        if (falls == 0) {
            play("reactivate(no)");
        }
        expect_at("gb_1", falls != 0 ? "reserve" : "naples");
        expect_at("fl_nelson", falls != 0 ? "out" : "port:naples");
    }
}

/* Two forces of a campaign meet before Salzburg, each tracing through the zone that it came from [14.5.4]:
 * Davout's four steps from Munich in supply, Ney's over the pass from Villach not. Four of eight without: all
 * fight at -3 [13.5], two of six: they do not. The odds are 1:1, the pass -1, Davout 2: 8 - 2 = 6: one, or 8
 * + 1 = 9: two. Ney's test: 1 + 2 - 2. */
static unsigned joint_attack(const char *second)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "davout armee_italie fr_9 fr_10");
    at("villach", second);
    at("salzbourg", "charles au_1 au_2 au_3");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1 4 4 2 2");
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "evade(stand)");
    go("campaign(wait); spend(land); spend_zone(villach); spend_force(whole); forced_march(0); "
       "move(go,salzbourg)");
    play("subordinate(none)");
    expect_fallen();
    return ns()->battle.losses[1];
}
Test(nae_cases_corners, each_of_a_joint_attack_traces_its_own_way)
{
    cr_expect_eq(joint_attack("ney fr_11 fr_12"), 1);
    cr_expect_eq(joint_attack("ney fr_11"), 2);
}

/* 47F takes Charles, and nobody is left who leads more than eight steps: Kienmayer takes over all the same
 * [10.2], and what is too much for him goes [9.2]. 14 to 14: 10 + 3 = 13 is four with the mark, 9 + 2 = 11
 * four without. The limit is 3 + 2 - 0 = 5, the die 6. */
Test(nae_cases_corners, a_lesser_general_takes_over)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_6 fr_7");
    at("salzbourg", "charles armee_allemagne kienmayer au_1 au_2 au_3 au_4 au_5 au_6 au_7");
    hand("47F");
    NAE_EACH_PIECE(general, nae_of_nation(nd(), nae_pieces_and(nae_all_at(ns(), NAE_RESERVE), nd()->generals),
                                          NAE_AUSTRIA))
    {
        ns()->place[general] = NAE_LATER;
    }
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("5 5 5 4 6 1"); /* pursuit: 1 + 3 */
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "evade(stand)");
    play("spearhead(none); subordinate(none)");
    play("battle_loss(fr_1); battle_loss(fr_2); battle_loss(au_1); battle_loss(au_2); retreat(vienne)");
    play("combat_card(47F); excess(au_3)");
    expect_at("charles", "year_after");
    expect_at("armee_allemagne", "vienne");
    cr_expect(has_mark("kienmayer", NAE_COMMANDS));
    cr_expect_eq(steps_at("vienne", NAE_COALITION), 8);
}

/* Besiegers of Lille are beaten: 9 + 3 = 12 is three; two Prussian steps less and the British are too many
 * [8.1.2], so that one step is left, too little for the siege. They retreat as the beaten do, with their test
 * (3 + 1 - 3: the die 6 fails; pursuit 1 + 3), not before it as besiegers [15.3]. */
Test(nae_cases_corners, beaten_besiegers_retreat_once)
{
    nae_start("1815", "");
    at("boulogne", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    inside("lille", "fr_15");
    at("lille", "blucher pr_5 pr_6 gb_3");
    nae_lay_siege(np(), zone_of("lille"));
    nae_act_in(3, NAE_EMPIRE, 1);
    go("spend(land); spend_zone(boulogne); spend_force(whole)");
    while (ns()->header.step == NAE_STEP_REPLACEMENTS) {
        play("replacements(none)");
    }
    dice("6 3 1 1 6 1");
    play("forced_march(0); move(go,lille); evade(stand); spearhead(none)");
    play("battle_loss(pr_5); battle_loss(pr_5); battle_loss(pr_6)");
    expect_step("retreat", NAE_COALITION);
    play("retreat(bruxelles)");
    expect_fallen();
    expect_at("blucher", "bruxelles");
    cr_expect(!nae_besieged(ns(), zone_of("lille")));
}

/* Missiessy flees from Bayonne to Brest, which is blockaded: a die with the best initiative, 3, first
 * [17.2.1, 17.2.5]: 2 + 3 misses 6, with 3 + 3 they fight: 1 against 6 + 1 costs the fleet. */
Test(nae_cases_corners, blockaders_intercept_a_flight_by_a_die)
{
    for (unsigned met = 0; met < 2; met++) {
        nae_start("1805", "");
        fleets("port:bayonne", "fl_missiessy");
        fleets("box:brest", "fl_cornwallis");
        nae_mark_control(np(), zone_of("bayonne"), NAE_COALITION);
        nae_push_flee(np(), zone_of("bayonne"), NAE_EMPIRE); /* as if the fortress had fallen, too */
        nae_go();
        dice(met != 0 ? "1 3 1 6" : "1 2"); /* the first in the Gulf */
        play("flee(brest)");
        play("sea_order(box:brest); sea_intercept(box:brest,yes)");
        expect_fallen();
        expect_at("fl_missiessy", met != 0 ? "reserve" : "port:brest");
    }
}

/* The last Prussians before Besancon are lost in a test (3 + 6: two): the British corps is too much for
 * Blucher at once [9.3], and nobody is left to retreat from the siege. */
Test(nae_cases_corners, surplus_goes_before_the_siege_is_looked_at)
{
    nae_start("1815", "");
    at("besancon", "blucher armee_elbe pr_5- pr_6- gb_3");
    inside("besancon", "fr_9");
    nae_lay_siege(np(), zone_of("besancon"));
    nae_in_round(3, NAE_COALITION);
    dice("3");
    nae_push_attrition(np(), NAE_COALITION, zone_of("besancon"), NAE_STANDING, 0, 6);
    nae_go();
    play("attrition_loss(pr_5); attrition_loss(pr_6)");
    expect_fallen();
    expect_at("gb_3 blucher", "reserve");
    cr_expect(!nae_besieged(ns(), zone_of("besancon")));
}

/* ---- two armies go back two ways [14.10] ---- */

/* Napoleon attacks two armies at Antwerp with twelve steps and 12 on his dice, they have 2: three losses to
 * none. With a river on one of their ways their limit is 3 + 1 - 4 = 0: they are demoralised; his pursuit is
 * a die + 3 + 2. */
static void two_ways_from_antwerp(const char *british, const char *dies)
{
    nae_start("1815", "");
    at("soissons", "dp_france_1=");
    at("anvers", british);
    second_army("anvers", NAE_COALITION, "blucher armee_elbe pr_5 pr_6", "blucher");
    at("bruxelles", "napoleon fr_1 fr_2 fr_3 fr_4 fr_5 fr_res_cav grande_armee");
    nae_act_in(3, NAE_EMPIRE, 3);
    go("spend(land); spend_zone(bruxelles); spend_force(whole)");
    while (ns()->header.step == NAE_STEP_REPLACEMENTS) {
        play("replacements(none)");
    }
    dice(dies);
    play("forced_march(0); move(go,anvers); evade(stand); spearhead(none)");
}

/* The river to Amsterdam is paid for by who crosses it, though the other has gone before him. */
Test(nae_cases_corners, the_second_army_pays_at_its_river)
{
    two_ways_from_antwerp("wellington armee_peninsule gb_3 gb_4-", "6 6 1 1 1");
    play("battle_loss(gb_3); battle_loss(pr_5); battle_loss(pr_6)");
    play("retreat(liege); retreat(amsterdam)");
    expect_fallen();
    expect_at("pr_5", "reserve"); /* of two that are the same */
    expect_at("blucher pr_6", "amsterdam");
    expect_at("wellington gb_3 gb_4", "liege");
}

/* The first army is lost in the pursuit: the other goes its own way all the same. */
Test(nae_cases_corners, the_second_army_keeps_its_way)
{
    two_ways_from_antwerp("wellington armee_peninsule gb_3-", "6 6 1 1 2");
    play("battle_loss(pr_5); battle_loss(pr_5); battle_loss(pr_6)");
    play("retreat(amsterdam); retreat(liege); pursuit_loss(gb_3)");
    expect_fallen();
    expect_at("wellington", "reserve");
    expect_at("blucher pr_6", "liege");
}

/* Besiegers who have marched off in the midst of a campaign leave a garrison that comes out when it is
 * activated [15.3, map 13.5b]. */
Test(nae_cases_corners, a_garrison_left_acts_in_the_campaign)
{
    nae_start("1815", "");
    inside("lille", "ney fr_15");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land)");
    cr_expect(!has_mark("fr_15", NAE_INSIDE) && !has_mark("ney", NAE_INSIDE));
    play("forced_march(0); move(go,soissons); move(stop)");
    expect_at("ney fr_15", "soissons");
}

/* Hiller takes refuge in Salzburg; the fixed depot stays outside and is overrun [8.7]. */
Test(nae_cases_corners, a_fixed_depot_does_not_take_refuge)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("ulm", "dp_france_2=");
    at("munich", "ney fr_9 fr_10");
    at("salzbourg", "hiller au_3 dp_autriche_1=");
    nae_act_in(3, NAE_EMPIRE, 2);
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "evade(fort)");
    expect_at("hiller au_3", "salzbourg");
    expect_at("dp_autriche_1", "reserve");
}

/* Beaten at Toulon, with enemies in Nice and Marseille, the corps goes into the fortress and takes the depot
 * along, which is a mobile one then [8.7, 14.10]. */
Test(nae_cases_corners, a_fixed_depot_retreats_into_the_fortress)
{
    nae_start("1805", "");
    at("toulon", "fr_9 dp_france_1=");
    at("nice", "au_5");
    at("toulon", "gb_3-");
    dice("6 6 1 1"); /* one loss, for he has one step */
    battle("toulon", NAE_COALITION, "marseille", 0);
    expect_fallen();
    cr_expect(has_mark("fr_9", NAE_INSIDE) && has_mark("dp_france_1", NAE_INSIDE) &&
              !has_mark("dp_france_1", NAE_FIXED));
}

/* Yorck serves under Wellington as long as there are Prussians in the army, and no longer [9.4]: also when
 * it drops the last of them. */
Test(nae_cases_corners, a_foreign_general_stays_with_his_last_step)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule yorck gb_1 gb_2 pr_4");
    nae_act_in(3, NAE_COALITION, 3);
    go("spend(land); spend_power(grande_bretagne); spend_zone(bruxelles); spend_force(whole); "
       "forced_march(0)");
    play("move(go,liege); move(drop,pr_4)");
    expect_at("yorck", "reserve");
    expect_at("pr_4 wellington", "liege");
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule yorck gb_1 gb_2 pr_4"); /* or it leaves by itself */
    nae_act_in(3, NAE_COALITION, 3);
    go("spend(land); spend_power(grande_bretagne); spend_zone(bruxelles); spend_force(pr_4)");
    expect_at("yorck", "reserve");
}

/* A subordinate takes units of his own army along, not of the other of the zone [9.1, map 6.4]. */
Test(nae_cases_corners, a_subordinate_takes_of_his_own_army)
{
    nae_start("1815", "");
    at("liege", "blucher armee_elbe clinton pr_4 pr_5 pr_6 gb_1 gb_2");
    second_army("liege", NAE_COALITION, "wellington armee_peninsule gb_3 gb_4", "wellington");
    nae_act_in(3, NAE_COALITION, 3);
    go("spend(land); spend_power(prusse); spend_zone(liege); spend_force(clinton)");
    expect_choices("split(gb_2); split(done)"); /* one of the two corps has to come, the first */
}

/* Davout and Masséna wait before Munich for Napoleon, who comes last: they become one force all at once, in
 * which both serve under him [12.2.3, 12.6]. */
Test(nae_cases_corners, generals_who_wait_serve_in_the_army_that_comes)
{
    nae_start("1809", "");
    at("munich", "au_1 au_2 au_3 charles");
    at("ratisbonne", "davout fr_3");
    at("innsbruck", "massena fr_1");
    at("ulm", "napoleon grande_armee fr_10 fr_11");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    go("spend(land); spend_zone(ratisbonne); spend_force(whole); forced_march(0); move(go,munich); "
       "evade(stand); campaign(wait)");
    go("spend(land); spend_zone(innsbruck); spend_force(whole); forced_march(0); move(go,munich)");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich)");
    expect_at("napoleon davout massena", "munich");
    cr_expect(has_mark("napoleon", NAE_COMMANDS) && !has_mark("davout", NAE_COMMANDS) &&
              !has_mark("massena", NAE_COMMANDS));
}

/* Beaten before Ciudad Rodrigo, a force with militia may go to Portugal all the same: what is bound to its
 * land is lost there (map A-24). */
Test(nae_cases_corners, militia_that_retreats_abroad_is_lost)
{
    nae_start("1809", "");
    marker("salamanque", NAE_EMPIRE);
    at("ciudad_rodrigo", "la_romana es_1 es_milice_1");
    at("ciudad_rodrigo", "ney fr_1 fr_2 fr_3");
    dice("3 3 2 2 1");
    battle("ciudad_rodrigo", NAE_EMPIRE, "salamanque", 0);
    play("spearhead(fr_1); battle_loss(es_1)");
    expect_choices("retreat(almeida); retreat(badajoz)");
    play("retreat(almeida)");
    expect_at("la_romana es_1", "almeida");
    expect_at("es_milice_1", "reserve");
}

/* Ney leads a corps of the National Guard, which is lost on the way into Switzerland: without a unit he is in
 * the reserve before he comes to Berne, whoever stands there [1.2]. */
Test(nae_cases_corners, who_led_militia_abroad_does_not_arrive)
{
    nae_start("1809", "");
    at("besancon", "ney fr_gn_1 dp_france_1");
    at("berne", "fr_10");
    at("besancon", "jean au_3");
    dice("6 6 1 1");
    battle("besancon", NAE_COALITION, "strasbourg", 0);
    expect_legal("retreat(berne)", true);
    play("retreat(berne)");
    expect_at("ney fr_gn_1 dp_france_1", "reserve");
    expect_at("fr_10", "berne");
}

/* Charles may not evade a second force of a campaign before the battle, but when it has been fought he may
 * again [12.6]: Ney, four against eight, attacks at once and is beaten, Davout comes after him. */
Test(nae_cases_corners, evasion_is_open_again_after_a_battle_of_a_campaign)
{
    nae_start("1809", "");
    at("vienne", "charles armee_allemagne au_1 au_2 au_3 au_4");
    at("laybach", "ney fr_1 fr_2");
    at("salzbourg", "davout fr_4 fr_5");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_zone(laybach); spend_force(whole); forced_march(0); move(go,graz); "
         "move(go,vienne); evade(stand)");
    dice("1 1 2 2 6 1");
    play("campaign(fight); counter_march(no); spearhead(none)");
    expect_at("ney", "graz");
    play("spend(land); spend_force(whole); forced_march(0); move(go,vienne)");
    expect_legal("evade(evade)", true);
}

/* Beaten at Abo the Russians, ten steps that are left, overrun the corps before Sveaborg, their only way
 * [14.10]: the siege is lifted with its besiegers [15.3]. */
Test(nae_cases_corners, besiegers_overrun_by_a_retreat_besiege_no_more)
{
    nae_start("1805", "");
    at("sveaborg", "fr_10");
    inside("sveaborg", "mi_suede");
    nae_lay_siege(np(), zone_of("sveaborg"));
    at("abo", "koutouzov premiere_armee ru_1 ru_2 ru_3 ru_4 ru_6 ru_7 ru_8");
    at("abo", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_6");
    dice("6 6 1 1 1");
    battle("abo", NAE_EMPIRE, "umea", 0);
    play("spearhead(none); spearhead(none); battle_loss(ru_1); battle_loss(ru_1); battle_loss(ru_2); "
         "battle_loss(ru_2)");
    expect_at("koutouzov ru_8", "sveaborg");
    expect_at("fr_10", "reserve");
    cr_expect(!nae_besieged(ns(), zone_of("sveaborg")));
}

/* The corps at Bayonne that the army at Bilbao gathers crosses into the peninsula like any other: with it the
 * four steps of the year are there [6.5, 12.1], and no more may follow. */
Test(nae_cases_corners, who_is_gathered_crosses_into_the_peninsula)
{
    nae_start("1805", "");
    ns()->flags |= NAE_BLOCKADE;
    ns()->iberia_steps = 2;
    at("bilbao", "massena armee_italie fr_1");
    at("bayonne", "fr_10");
    nae_march_from("bilbao", NAE_EMPIRE);
    play("gather(bayonne,join)");
    expect_at("fr_10", "bilbao");
    cr_expect_eq(ns()->iberia_steps, 4);
    cr_expect_not(nae_may_enter(nd(), ns(), nae_pieces_one(piece_of("fr_9")), NAE_EMPIRE, zone_of("bayonne"),
                                zone_of("bilbao")));
}
