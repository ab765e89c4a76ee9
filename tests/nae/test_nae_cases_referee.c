/* test_nae_cases_referee.c: rarer clauses of battle, sieges, the sea, conquest and peace, chapter by chapter,
 * worked out by hand from the rulebook before they were played; the sums stand in the comments. Order of
 * dice: interception, its attrition, the mover's attrition, attacker 2, defender 2, demoralisation, pursuit.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void french_line(void)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
}

/* ------------------------------------------------------------------ battle (14, 12.4, 13.3) */

/* Davout goes from Berg, where his depot lies, to Erfurt; Jean comes there from Frankfurt with all he has.
 * The way from Berg to Mayence leads through Frankfurt, which nobody holds now, but an enemy has come from
 * there: no line crosses it [13.3], the interceptor's half of that bar. 6 to 6: Davout 2 + a star - 3 out of
 * supply: 6 + 0 is one; Jean, out of supply too, 1 + 1 for the interception - 3: 8 - 1 = 7 is one: a tie,
 * which the attacker loses. In supply his 9 would have been two. Dice: 5 intercepts; 1 + 1 for the entry on
 * 3-5: nothing; 1 + 2 - 2 on 6-8: nothing. */
Test(nae_cases_referee, the_zone_an_interceptor_came_from_bars_the_attacker)
{
    nae_start("1805", "");
    marker("hanovre", NAE_COALITION); /* no line to Amsterdam */
    at("berg", "davout fr_1 fr_2 fr_3 dp_france_1=");
    at("erfurt", "au_1");
    at("francfort", "jean au_4 au_5");
    hand("10C");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("5 1 1 3 3 4 4");
    go("spend(land); spend_zone(berg); spend_force(whole); forced_march(0); move(go,erfurt)");
    play("intercept(francfort,jean); come(au_4,come); come(au_5,come)");
    play("spearhead(fr_1)");
    cr_expect(steps_at("francfort", NAE_COALITION) == 0);
    expect_fallen();
    expect_at("davout fr_1 fr_2 fr_3", "berg");
    expect_at("jean au_1 au_4 au_5", "erfurt");
    cr_expect(has_mark("fr_2", NAE_UNSUPPLIED));
}

/* Losses of a pursuit are units or depots, whichever the owner likes, also a fixed one that goes along
 * [14.9.2, 1.1]. 8 to 4: 1 + 3 + 1 cavalry (Murat) = +5: 9 is two; 2 + 2 Charles = 4: none. Limit 3 + 2 - 2 =
 * 3, die 4; pursuit 3 + 3 + 1 = 7: one. */
Test(nae_cases_referee, a_pursuit_takes_a_fixed_depot)
{
    french_line();
    at("salzbourg", "napoleon grande_armee murat fr_1 fr_2 fr_3 fr_4");
    at("salzbourg", "charles armee_allemagne au_1 au_2 dp_autriche_1 dp_autriche_2=");
    dice("1 3 1 1 4 3");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("spearhead(none); subordinate(none); battle_loss(au_1); retreat(vienne)");
    expect_choices("pursuit_loss(au_2); pursuit_loss(dp_autriche_1); pursuit_loss(dp_autriche_2)");
    play("pursuit_loss(dp_autriche_2)");
    expect_fallen();
    expect_at("charles au_2 dp_autriche_1", "vienne");
    expect_at("dp_autriche_2 au_1", "reserve");
    expect_steps("au_2", 2);
    cr_expect(has_mark("au_2", NAE_DEMORALISED));
}

/* River and marsh are of two kinds and both count [14.5.3]: 6 to 6 before Mantua: Massena 2 - 1 river: 11 is
 * two with the mark; Charles 2 + 1 marsh: 11 too: the attacker has lost; without either he would have won.
 * The way back over the river costs a step: limit 4 + 2 - 1 = 5, die 5. */
Test(nae_cases_referee, a_river_before_a_marsh)
{
    nae_start("1805", "");
    at("mantoue", "massena fr_9 fr_10 fr_11");
    at("mantoue", "charles au_1 au_2 au_3");
    inside("mantoue", "mi_italie_1");
    nae_lay_siege(np(), zone_of("mantoue"));
    dice("5 5 4 4 5");
    battle("mantoue", NAE_EMPIRE, "milan", 0);
    play("battle_loss(fr_9); battle_loss(au_1)"); /* the others are of one class each */
    expect_fallen();
    expect_at("massena fr_10 fr_11", "milan");
    cr_expect(!has_mark("fr_11", NAE_DEMORALISED));
    cr_expect_eq(steps_at("milan", NAE_EMPIRE), 3);
    cr_expect(nae_besieged(ns(), zone_of("mantoue")));
}

/* A demoralised force that stands and wins is in order again [14.9.4]. 4 to 4: 2 + 0 Ney: none; 8 + 1 Hiller
 * = 9: two. Ney's limit 4 - 2, die 3; pursuit 1 + 1. */
Test(nae_cases_referee, who_wins_demoralised_is_in_order)
{
    french_line();
    at("salzbourg", "ney fr_9 fr_10");
    at("salzbourg", "hiller au_1 au_2");
    nae_set_bit(ns(), piece_of("au_1"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("au_2"), NAE_DEMORALISED);
    dice("1 1 4 4 3 1");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    play("battle_loss(fr_9)");
    expect_fallen();
    cr_expect(!has_mark("au_1", NAE_DEMORALISED) && !has_mark("au_2", NAE_DEMORALISED));
    cr_expect(has_mark("fr_10", NAE_DEMORALISED));
    expect_at("ney fr_10", "munich");
}

/* An interceptor who wins stays, and stacking applies again [12.4]: Charles (7, without an army) came with
 * seven steps to a corps of two; one is lost in the battle and one is too much afterwards. 6 to 9 is 1:2: -1
 * + 2 Davout: 5 is one; 9 + 2 + 1 = 12 is three. Davout: 4 + 2 - 2 = 4, die 4. Dice: 5; 1 + 1 on 6-8:
 * nothing. */
Test(nae_cases_referee, an_interceptor_who_wins_stays_within_his_command)
{
    french_line();
    at("ulm", "davout fr_9 fr_10 fr_11");
    at("munich", "au_9");
    at("salzbourg", "charles au_1 au_2 au_3 au_4-");
    hand("10C");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("5 1 2 2 5 4 4");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich)");
    play("intercept(salzbourg,charles); come(au_1,come); come(au_2,come); come(au_3,come); come(au_4,come)");
    play("battle_loss(fr_9); battle_loss(au_4)");
    expect_fallen();
    expect_at("charles au_1 au_2 au_3 au_9", "munich");
    expect_at("davout fr_10 fr_11", "ulm");
    cr_expect_eq(steps_at("munich", NAE_COALITION), 7);
    cr_expect_eq(steps_at("ulm", NAE_EMPIRE), 3);
    cr_expect_eq(nae_marker(ns(), zone_of("munich")), NAE_COALITION);
}

/* An interceptor who is beaten goes back over the river that he came by and loses a step there, which counts
 * in his test [12.4, 14.9.1, 14.10]. 6 - 1 for the river intercepts; 1 + 2 on 3-5: nothing. 6 to 4 is 2:1: 1
 * + 2 Davout + 1: 10 is two; 2 + 1 Hiller + 1 = 4: none. Limit 3 + 1 - (2 + 1) = 1, die 2; pursuit 1 + 2. */
Test(nae_cases_referee, an_interceptor_beaten_pays_at_his_river)
{
    nae_start("1805", "");
    at("nuremberg", "davout fr_1 fr_2 fr_3");
    at("salzbourg", "hiller au_1 au_2");
    hand("10C");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("6 1 3 3 1 1 2 1");
    go("spend(land); spend_zone(nuremberg); spend_force(whole); forced_march(0); move(go,ratisbonne)");
    play("intercept(salzbourg,hiller); come(au_1,come); come(au_2,come)");
    play("spearhead(fr_1); battle_loss(au_1)");
    expect_fallen();
    expect_at("hiller au_2", "salzbourg");
    expect_steps("au_2", 1);
    cr_expect(has_mark("au_2", NAE_DEMORALISED));
    expect_at("davout", "ratisbonne");
}

/* ------------------------------------------------------------------ sieges (15) */

/* A besieger who goes is not intercepted by those he shut in, even deeper into their land; the fortress is
 * besieged no more [15.3]. */
Test(nae_cases_referee, who_was_shut_in_does_not_intercept)
{
    nae_start("1805", "");
    marker("munich", NAE_COALITION); /* a line to Salzburg */
    at("ulm", "charles au_1 au_2 au_3");
    inside("ulm", "massena fr_9 fr_10");
    nae_lay_siege(np(), zone_of("ulm"));
    hand("1F");
    nae_act_in(3, NAE_COALITION, 2);
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,stuttgart)");
    expect_step("move", NAE_COALITION);
    cr_expect(!nae_besieged(ns(), zone_of("ulm")));
    play("move(stop)");
    cr_expect(!has_mark("fr_9", NAE_INSIDE));
}

/* Who takes the besiegers along has their marker: 2 + 2 Davout + 2 = 6: honours [15.4]. */
Test(nae_cases_referee, who_absorbs_besiegers_has_their_marker)
{
    french_line();
    at("munich", "davout fr_1 fr_2");
    at("salzbourg", "fr_9");
    inside("salzbourg", "au_1-");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_set_siege(ns(), zone_of("salzbourg"), true, 2);
    nae_act_in(3, NAE_EMPIRE, 1);
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg)");
    play("move(take,fr_9)");
    cr_expect(nae_besieged(ns(), zone_of("salzbourg")));
    cr_expect_eq(nae_siege_marker(ns(), zone_of("salzbourg")), 2);
    dice("2");
    play("move(siege)");
    expect_fallen();
    expect_at("au_1", "reinforcement");
}

/* A citadel takes four steps to cover, two corps, which need a general; without a subordinate the army lays
 * siege whole or stops [15.1, 9.1]. */
Test(nae_cases_referee, a_citadel_is_covered_by_four)
{
    for (unsigned subordinate = 0; subordinate < 2; subordinate++) {
        nae_start("1805", "");
        inside("mantoue", "mi_italie_1");
        at("venise", subordinate != 0 ? "charles armee_allemagne jean au_1 au_2 au_3 au_4 au_5"
                                      : "charles armee_allemagne au_1 au_2 au_3 au_4 au_5");
        nae_act_in(3, NAE_COALITION, 2);
        go("spend(land); spend_zone(venise); spend_force(whole); forced_march(0); move(go,mantoue)");
        expect_legal("fortress(siege)", true);
        expect_legal("fortress(cover)", subordinate != 0);
        if (subordinate != 0) {
            play("fortress(cover)");
            play("move(go,bologne)");
            cr_expect_eq(steps_at("mantoue", NAE_COALITION), 4);
            expect_at("jean", "mantoue");
            cr_expect_eq(steps_at("bologne", NAE_COALITION), 6);
            cr_expect_eq(nae_siege_marker(ns(), zone_of("mantoue")), 0);
        }
    }
}

/* A sortie that fails goes back inside, and the siege stands at the marker that it had [15.3]. Four steps out
 * of supply: 1 + 2 - 2: nothing; 4 to 6 is 1:2: 1 - 1 - 3: 6 - 3 is none; 4 + 3 Davout + 1 = 8 is one. Limit
 * 3 + 1 - 1 = 3, die 4; pursuit 1 + 3. */
Test(nae_cases_referee, a_sortie_beaten_goes_back_inside)
{
    french_line();
    at("salzbourg", "davout fr_1 fr_2 fr_3");
    inside("salzbourg", "hiller au_1 au_2");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_set_siege(ns(), zone_of("salzbourg"), true, 2);
    nae_act_in(3, NAE_COALITION, 2);
    dice("1 3 3 2 2 4 1");
    go("spend(land); spend_zone(salzbourg); spend_force(in_whole); forced_march(0); evade(stand)");
    play("spearhead(fr_1)");
    expect_fallen();
    cr_expect(has_mark("au_1", NAE_INSIDE) && has_mark("au_2", NAE_INSIDE) && has_mark("hiller", NAE_INSIDE));
    cr_expect(has_mark("au_2", NAE_DEMORALISED));
    cr_expect(nae_besieged(ns(), zone_of("salzbourg")));
    cr_expect_eq(nae_siege_marker(ns(), zone_of("salzbourg")), 2);
    expect_at("davout fr_1 fr_2 fr_3", "salzbourg");
}

/* Besiegers who are too few go where they can be supplied [15.3]: a repulse (2 + 0 Ney) leaves one step of
 * two before Salzburg; Villach and Budweis are open, too, but no line leads there past the fortress. */
Test(nae_cases_referee, besiegers_who_leave_go_into_supply)
{
    french_line();
    at("salzbourg", "ney fr_9- fr_10-");
    inside("salzbourg", "au_1");
    nae_lay_siege(np(), zone_of("salzbourg"));
    dice("2");
    siege("salzbourg", NAE_EMPIRE, 0);
    expect_fallen();
    expect_choices("retreat(munich); retreat(ratisbonne)");
    play("retreat(munich)");
    expect_at("ney", "munich");
    cr_expect(!nae_besieged(ns(), zone_of("salzbourg")));
}

/* Whoever comes to a fortress that friends besiege need not stop [12.1, 15.1]. */
Test(nae_cases_referee, a_fortress_under_siege_stops_nobody)
{
    french_line();
    at("munich", "davout fr_1 fr_2");
    at("salzbourg", "fr_9");
    inside("salzbourg", "au_1-");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_act_in(3, NAE_EMPIRE, 1);
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg)");
    play("move(go,vienne)");
    expect_at("davout fr_1 fr_2", "vienne");
}

/* A garrison of a port in supply by sea comes out without a test and without -3 [13.3, 15.3]: 4 to 4: 5 + 1
 * Hiller = 6 is one; Ney, cut off, 3 + 1 - 3: none; he holds at 4 + 1 - 1 = 4 or less, die 5; pursuit 1 + 1.
 * With Trieste blockaded 1 + 2 - 2 is tested first, and 6 - 3 is none: a tie, Hiller goes back inside in bad
 * order: limit 3 + 1, die 5. */
Test(nae_cases_referee, a_sortie_in_supply_by_sea)
{
    for (unsigned blockade = 0; blockade < 2; blockade++) {
        nae_start("1805", "");
        at("trieste", "ney fr_9 fr_10");
        inside("trieste", "hiller au_1 au_2");
        nae_lay_siege(np(), zone_of("trieste"));
        if (blockade != 0) {
            fleets("box:trieste", "fl_emeriau");
        }
        nae_act_in(3, NAE_COALITION, 2);
        dice(blockade != 0 ? "1 3 2 2 1 5 1" : "3 2 2 1 5 1");
        go("spend(land); spend_zone(trieste); spend_force(in_whole); forced_march(0); evade(stand)");
        expect_fallen();
        cr_expect_eq(has_mark("au_1", NAE_DEMORALISED), blockade != 0);
        cr_expect_eq(has_mark("fr_9", NAE_DEMORALISED), blockade == 0);
        cr_expect_eq(nae_besieged(ns(), zone_of("trieste")), blockade != 0);
        cr_expect_eq(steps_at("trieste", NAE_EMPIRE), blockade != 0 ? 4 : 0);
    }
}

/* ------------------------------------------------------------------ the sea (17) */

/* A port is attacked once a round, whoever attacks it [17.3.3]: 3 against 1 and 2 of the fortress is a tie,
 * the attacker is beaten; the next squadron may only relieve the blockade. */
Test(nae_cases_referee, a_port_is_attacked_once_a_round)
{
    nae_start("1805", "");
    fleets("box:brest", "fl_stirling");
    fleets("sea:golfe_de_gascogne", "fl_calder");
    fleets("port:brest", "fl_villeneuve");
    nae_act_in(3, NAE_COALITION, 2);
    dice("3 1 2");
    go("spend(naval); squadron_at(box:brest); sail(port_attack,brest)");
    expect_fallen();
    expect_at("fl_stirling", "box:brest");
    go("spend(naval); squadron_at(sea:golfe_de_gascogne); sail(box,brest)");
    expect_legal("sail(port_attack,brest)", false);
}

/* Who was not in the box before is back at sea after an attack on the port that failed [17.3.3]. */
Test(nae_cases_referee, an_attack_from_the_sea_goes_back_to_sea)
{
    nae_start("1805", "");
    fleets("sea:golfe_de_gascogne", "fl_calder");
    fleets("port:brest", "fl_villeneuve");
    nae_act_in(3, NAE_COALITION, 1);
    dice("3 1 2");
    go("spend(naval); squadron_at(sea:golfe_de_gascogne); sail(box,brest); sea_intercept(port:brest,no)");
    play("sail(port_attack,brest)");
    expect_fallen();
    expect_at("fl_calder", "sea:golfe_de_gascogne");
}

/* It follows the rules of retreat [17.3.3]: a port of the zone will do as well, where the fleets of the port
 * may follow it [17.3.2]. What it has aboard lands there. 1 + 2 against 3 + 0 and 2. */
Test(nae_cases_referee, an_attack_from_the_sea_goes_to_a_port_near_by)
{
    for (unsigned follow = 0; follow < 2; follow++) {
        nae_start("1805", "");
        marker("ajaccio", NAE_COALITION);
        fleets("port:ajaccio", "fl_ball");
        at("ajaccio", "gb_1");
        fleets("port:toulon", "fl_emeriau");
        nae_act_in(3, NAE_COALITION, 1);
        dice("1 3 2");
        go("spend(naval); squadron_at(port:ajaccio); sail(load,gb_1); sail(sea,golfe_du_lion); "
           "sail(box,toulon)");
        play("sea_intercept(port:toulon,no); sail(port_attack,toulon)");
        expect_choices("sea_retreat(port:ajaccio); sea_retreat(sea:golfe_du_lion)");
        play("sea_retreat(port:ajaccio)");
        play(follow != 0 ? "blockade(yes)" : "blockade(no)");
        expect_fallen();
        expect_at("fl_ball", "port:ajaccio");
        expect_at("gb_1", "ajaccio");
        expect_at("fl_emeriau", follow != 0 ? "box:ajaccio" : "port:toulon");
    }
}

/* Beaten in the blockade box a squadron is placed in the sea zone before it, not in a port of its own nearby
 * [17.2.7]: 1 + 2 against 3 + 0 and 2 + 1: three less. */
Test(nae_cases_referee, beaten_before_a_port_is_back_at_sea)
{
    nae_start("1805", "");
    marker("ajaccio", NAE_COALITION);
    fleets("sea:golfe_du_lion", "fl_ball");
    fleets("port:toulon", "fl_emeriau fl_allemand");
    nae_act_in(3, NAE_COALITION, 1);
    dice("1 3 2");
    go("spend(naval); squadron_at(sea:golfe_du_lion); sail(box,toulon); sea_intercept(port:toulon,yes)");
    expect_fallen();
    expect_at("fl_ball", "sea:golfe_du_lion");
    expect_at("fl_emeriau fl_allemand", "port:toulon");
}

/* Who evades to the next sea zone may be intercepted there [17.2.6]: 5 + 1 evades; 4 + 2 Ball intercepts; 1 +
 * 0 against 2 + 2: three less. The attacker sails on. */
Test(nae_cases_referee, who_evades_may_be_intercepted)
{
    nae_start("1805", "");
    fleets("sea:mediterranee_occidentale", "fl_calder");
    fleets("sea:mediterranee_centrale", "fl_ball");
    fleets("sea:golfe_du_lion", "fl_emeriau");
    nae_act_in(3, NAE_COALITION, 1);
    go("spend(naval); squadron_at(sea:mediterranee_occidentale); sail(sea,golfe_du_lion)");
    play("sea_intercept(sea:golfe_du_lion,no); sail(attack,sea:golfe_du_lion)");
    dice("5 4 1 2");
    play("sea_evade(evade)");
    expect_legal("sea_retreat(sea:mediterranee_occidentale)", false);
    play("sea_retreat(sea:mediterranee_centrale)");
    expect_step("sea_intercept", NAE_COALITION);
    play("sea_intercept(sea:mediterranee_centrale,yes)");
    expect_fallen();
}

/* A tie: the inactive side stays, the active one goes and has lost [17.3.1]: back to where it came from, and
 * its activation is over. */
Test(nae_cases_referee, who_breaks_off_has_lost)
{
    nae_start("1805", "");
    fleets("sea:atlantique_sud", "fl_calder");
    fleets("sea:golfe_de_gascogne", "fl_missiessy");
    nae_act_in(3, NAE_COALITION, 2);
    go("spend(naval); squadron_at(sea:atlantique_sud); sail(sea,golfe_de_gascogne)");
    play("sea_intercept(sea:golfe_de_gascogne,no); sail(attack,sea:golfe_de_gascogne)");
    dice("4 4");
    play("sea_evade(stand)");
    expect_step("sea_tie", NAE_EMPIRE);
    play("sea_tie(stay)");
    expect_step("sea_tie", NAE_COALITION);
    play("sea_tie(retreat)");
    expect_fallen();
    expect_at("fl_calder", "sea:atlantique_sud");
    expect_at("fl_missiessy", "sea:golfe_de_gascogne");
    expect_legal("spend(naval)", false);
}

/* A zone with three fleets of its side is passed, not stopped in [17.2.2]. */
Test(nae_cases_referee, a_full_sea_is_passed)
{
    nae_start("1805", "");
    fleets("sea:golfe_de_gascogne", "fl_stirling fl_duckworth fl_gambier");
    fleets("sea:manche", "fl_calder");
    nae_act_in(3, NAE_COALITION, 1);
    go("spend(naval); squadron_at(sea:manche); sail(sea,golfe_de_gascogne)");
    expect_legal("sail(stop)", false);
    play("sail(sea,atlantique_sud)");
    expect_legal("sail(stop)", true);
}

/* Turkey fights for the Empire, whose Constantinople is: no squadron of the Coalition passes the Bosphorus
 * [17.2.3], by the blockade box before that port, which lies on both seas, as little as from sea to sea. Ball
 * came from the Aegean and goes back there, in the same round and in the next; Seniavine does not join him
 * from the Black Sea, whose squadron alone intercepts there (1 + 2 does not). Attacked from there, 6 to 1 +
 * 2, Ball is back in the Aegean. */
Test(nae_cases_referee, no_way_round_the_bosphorus)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_TURKEY, NAE_EMPIRE_ALLY);
    fleets("sea:mer_egee", "fl_ball");
    fleets("sea:mer_noire", "fl_seniavine");
    nae_act_in(3, NAE_COALITION, 2);
    go("spend(naval); squadron_at(sea:mer_egee); sail(box,constantinople)");
    expect_choices("sail(sea,mer_egee); sail(stop)");
    play("sail(stop)");
    go("spend(naval); squadron_at(sea:mer_noire)");
    expect_choices("sail(box,varna); sail(port,odessa); sail(port,sebastopol); sail(stop)");
    play("sail(stop)");

    fleets("port:varna", "fl_turquie");
    nae_act_in(4, NAE_EMPIRE, 1);
    dice("1 6 1");
    go("spend(naval); squadron_at(port:varna); sail(sea,mer_noire)");
    expect_choices("sea_intercept(sea:mer_noire,yes); sea_intercept(sea:mer_noire,no)");
    play("sea_intercept(sea:mer_noire,yes); sail(attack,box:constantinople)");
    expect_fallen();
    expect_at("fl_ball", "sea:mer_egee");
    expect_at("fl_turquie", "sea:mer_noire");
}

/* The same from the other side: Seniavine before Constantinople goes back to the Black Sea in a later round,
 * and it is he who intercepts there, not in the Aegean. */
Test(nae_cases_referee, before_constantinople_from_the_black_sea)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_TURKEY, NAE_EMPIRE_ALLY);
    fleets("sea:mer_noire", "fl_seniavine");
    nae_act_in(3, NAE_COALITION, 1);
    go("spend(naval); squadron_at(sea:mer_noire); sail(box,constantinople); sail(stop)");
    fleets("sea:mediterranee_centrale", "fl_emeriau");
    fleets("port:varna", "fl_turquie");
    nae_act_in(3, NAE_EMPIRE, 2);
    go("spend(naval); squadron_at(sea:mediterranee_centrale); sail(sea,mer_egee)");
    expect_step("sail", NAE_EMPIRE);
    play("sail(stop)");
    go("spend(naval); squadron_at(port:varna); sail(sea,mer_noire)");
    expect_choices("sea_order(box:constantinople); sea_order(none)");
    play("sea_order(none); sail(stop)");
    nae_clear_bit(ns(), piece_of("fl_seniavine"), NAE_ACTIVATED); /* a new round */
    nae_act_in(4, NAE_COALITION, 1);
    go("spend(naval); squadron_at(box:constantinople)");
    expect_choices("sail(sea,mer_noire); sail(stop)");
}

/* The guns of a citadel are two dice [17.3.3]: 13 against 2 + 2 + 2: seven, the one fleet lost is spared;
 * with one die it were nine, and two. */
Test(nae_cases_referee, a_citadel_has_two_dice)
{
    nae_start("1805", "");
    fleets("box:gibraltar", "fl_villeneuve fl_ganteaume fl_missiessy");
    fleets("port:gibraltar", "fl_calder");
    nae_act_in(3, NAE_EMPIRE, 3);
    go("spend(naval); squadron_at(box:gibraltar); squadron(fl_villeneuve,go); squadron(fl_ganteaume,go)");
    play("squadron(fl_missiessy,go)");
    dice("5 4 4 2 2 2");
    play("sail(port_attack,gibraltar)");
    expect_fallen();
    expect_at("fl_calder", "port:gibraltar");
    expect_at("fl_villeneuve fl_ganteaume fl_missiessy", "box:gibraltar");
}

/* Nelson's card is for the dice of his squadron [10C]; the two of the citadel that covers it stand: 13
 * against 1 + 3
 * + 2 + 2 = 8, then 6 + 3 + 4 = 13: a tie beats who attacks a port. His own die: 4, no fleet sunk. */
Test(nae_cases_referee, nelson_in_a_port_under_guns)
{
    nae_start("1805", "");
    fleets("box:gibraltar", "fl_villeneuve fl_ganteaume fl_missiessy");
    fleets("port:gibraltar", "fl_nelson");
    hand("10C");
    nae_act_in(3, NAE_EMPIRE, 3);
    go("spend(naval); squadron_at(box:gibraltar); squadron(fl_villeneuve,go); squadron(fl_ganteaume,go)");
    play("squadron(fl_missiessy,go)");
    dice("5 4 4 1 2 2 6 4");
    play("sail(port_attack,gibraltar); sea_card(10C)");
    expect_fallen();
    expect_at("fl_nelson", "port:gibraltar");
    expect_at("fl_villeneuve fl_ganteaume fl_missiessy", "box:gibraltar");
    expect_legal("sail(sea,mediterranee_occidentale)", false);
}

/* Each attack lets the defender try again, and the attacker may follow with the points that are left [12.5]:
 * Jean is gone with a 5 and stays with a 4. 4 to 2 is 2:1: 6 + 2 Davout + 1 = 9 of a skirmish is one; 2 + 1:
 * none. He goes over the pass to Erfurt: Ulm is a fortress of the enemy, where Davout came from is barred. */
Test(nae_cases_referee, who_evades_is_followed)
{
    french_line();
    at("munich", "davout fr_9 fr_10 dp_france_2="); /* his line, through Ratisbon */
    at("ratisbonne", "jean au_1");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("5 4 3 3 1 1");
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,ratisbonne)");
    play("evade(evade)");
    expect_choices("evade_to(budweis); evade_to(nuremberg); evade_to(salzbourg)");
    play("evade_to(nuremberg); move(go,nuremberg); evade(evade)");
    expect_fallen();
    expect_at("jean au_1", "erfurt");
    expect_steps("au_1", 1);
    expect_at("davout fr_9 fr_10", "nuremberg");
    cr_expect(!has_mark("au_1", NAE_DEMORALISED));
}

/* Odds of 5:1 against the attacker destroy him [14.2]: one step against six. The defender has won the battle:
 * in supply by Salzburg he marks Ratisbon for nothing [4]. */
Test(nae_cases_referee, who_attacks_five_times_his_number_is_lost)
{
    french_line();
    at("munich", "fr_9-");
    at("ratisbonne", "charles au_1 au_2 au_3");
    nae_act_in(3, NAE_EMPIRE, 1);
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,ratisbonne)");
    play("evade(stand)");
    expect_at("fr_9", "reserve");
    expect_at("charles au_1 au_2 au_3", "ratisbonne");
    cr_expect_eq(nae_marker(ns(), zone_of("ratisbonne")), NAE_COALITION);
}

/* Who has failed to intercept may still march to the sound of the guns [14.1]: a 2 fails, 3 + 2 Charles
 * arrives; his test is 1 + 1 for the entry. 6 to 6: 7 + 2 Davout = 9: two, 4 + 2 = 6: one. Charles's limit 3
 * + 2 - 1, die 4. */
Test(nae_cases_referee, a_failed_interceptor_counter_marches)
{
    french_line();
    at("ulm", "davout fr_9 fr_10 fr_11");
    at("munich", "au_9");
    at("salzbourg", "charles au_1 au_2");
    hand("10C");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("2 3 1 3 4 2 2 4");
    go("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich)");
    play("intercept(salzbourg,charles); counter_march(salzbourg,charles); come(au_1,come); come(au_2,come)");
    play("battle_loss(au_1); retreat(salzbourg)"); /* the first step of each is one of a class */
    expect_fallen();
    expect_at("charles au_2 au_9", "salzbourg");
    expect_at("au_1", "reserve");
    expect_at("davout fr_9 fr_10 fr_11", "munich");
    cr_expect(!has_mark("au_2", NAE_DEMORALISED));
}

/* A lone corps besieges with no value to add [15.4]: 5 is stable, 4 + 1 for the marker too, 6 + 2 a breach;
 * of three points each attack takes one. */
Test(nae_cases_referee, a_corps_besieges_alone)
{
    french_line();
    at("munich", "fr_9");
    inside("salzbourg", "au_1-");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("5 4 6");
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "fortress(siege)");
    play("move(siege); move(siege); move(siege)");
    expect_fallen();
    expect_at("au_1", "reserve");
    cr_expect_eq(nae_marker(ns(), zone_of("salzbourg")), NAE_EMPIRE);
    cr_expect_eq(nae_fort_state(ns(), zone_of("salzbourg")), NAE_FORT_DESTROYED);
    expect_choices("reactivate(no); reactivate(fr_9)");
}

/* A repulse costs the corps its second step: one is too few, the siege is raised, and it falls back to where
 * it is in supply [15.3, 15.4]. */
Test(nae_cases_referee, a_corps_repulsed_falls_back)
{
    french_line();
    at("munich", "fr_9");
    inside("salzbourg", "au_1-");
    nae_act_in(3, NAE_EMPIRE, 1);
    dice("2");
    go("spend(land); spend_zone(munich); spend_force(whole); forced_march(0); move(go,salzbourg); "
       "fortress(siege)");
    play("move(siege)");
    expect_choices("retreat(munich); retreat(ratisbonne)");
    play("retreat(munich)");
    expect_fallen();
    expect_at("fr_9", "munich");
    expect_steps("fr_9", 1);
    cr_expect(!nae_besieged(ns(), zone_of("salzbourg")));
    cr_expect_eq(steps_at("salzbourg", NAE_EMPIRE), 0);
}

/* ------------------------------------------------------------------ conquest (18) */

static void french_in_russia(const char *first, const char *second, const char *third)
{
    const char *const keys[3] = {first, second, third};
    nae_start("1805", "");
    for (unsigned zone = 0; zone < nd()->zones; zone++) { /* sources of France all around */
        if (ns()->owner[zone] == NAE_RUSSIA && zone != zone_of("moscou") && zone != zone_of("odessa") &&
            zone != zone_of("kiev") && zone != zone_of("saint_petersbourg")) {
            ns()->owner[zone] = NAE_FRANCE;
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        marker(keys[i], NAE_EMPIRE);
        if (nd()->zone[zone_of(keys[i])].fortress > 0) {
            nae_set_fort_state(ns(), zone_of(keys[i]), NAE_FORT_EMPIRE);
        }
    }
}

/* All key zones but one: for Russia both capitals must be among those lost, and no army of good order may
 * stand on its land [18.2.1]. */
Test(nae_cases_referee, russia_without_its_capitals)
{
    french_in_russia("moscou", "saint_petersbourg", "kiev");
    cr_expect(nae_is_beaten(nd(), ns(), NAE_RUSSIA, NAE_EMPIRE), "Odessa alone");
    at("odessa", "koutouzov premiere_armee ru_1");
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_RUSSIA, NAE_EMPIRE), "an army at Odessa");
    french_in_russia("moscou", "odessa", "kiev");
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_RUSSIA, NAE_EMPIRE), "Saint Petersburg");
}

/* The army that keeps a power in the war stands on its own land, in a fortress as well; abroad it does not
 * count, nor does a general without a marker [18.2.1]. */
Test(nae_cases_referee, an_army_abroad_does_not_help)
{
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        at("vienne", "davout fr_1 fr_2 dp_france_1=");
        at("munich", "dp_france_2=");
        marker("vienne", NAE_EMPIRE);
        nae_set_fort_state(ns(), zone_of("vienne"), NAE_FORT_EMPIRE);
        marker("salzbourg", NAE_EMPIRE);
        nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
        if (i == 0) {
            inside("prague", "charles armee_allemagne au_1");
        } else {
            at(i == 1 ? "ratisbonne" : "prague", i == 1 ? "charles armee_allemagne au_1" : "charles au_1");
        }
        cr_expect_eq(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE), i > 0, "case %u", i);
    }
}

/* ------------------------------------------------------------------ diplomacy and peace (8, 18) */

static void phase(unsigned number, enum nae_step step)
{
    ns()->phase = (uint8_t)number;
    ns()->round = 0;
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = (uint8_t)(number + 1U);
    nae_push(np(), step, SEAT_NONE);
    nae_go();
}

static void take(const char *zone, unsigned side)
{
    nae_marker_at(zone, side);
    if (nd()->zone[zone_of(zone)].fortress > 0) {
        nae_set_fort_state(ns(), zone_of(zone), side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
    }
}

/* A siege in supply is control [4]: with Vienna besieged its army inside keeps Austria in the war,
 * demoralised it does not, though nobody has come near Prague [18.2.1]. Without the line there is no control.
 */
Test(nae_cases_referee, a_capital_under_siege_is_controlled)
{
    nae_start("1805", "");
    take("salzbourg", NAE_EMPIRE);
    at("munich", "dp_france_2=");
    at("vienne", "davout fr_1 fr_2 dp_france_1=");
    inside("vienne", "charles armee_allemagne au_1");
    nae_lay_siege(np(), zone_of("vienne"));
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE), "an army in Vienna");
    nae_set_bit(ns(), piece_of("armee_allemagne"), NAE_DEMORALISED);
    cr_expect(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE));
    at("salzbourg", "au_2");
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE), "no line past Salzburg");
}

/* With its own land a beaten power loses the markers that it has put outside of it [4, 5.3]: Ulm is Bavaria's
 * again, and so is Wurzburg, whose fortress it held without one; what others of the Coalition stand in, or
 * trace to, stays theirs. */
Test(nae_cases_referee, markers_of_the_beaten_abroad)
{
    nae_start("1805", "");
    take("vienne", NAE_EMPIRE);
    take("salzbourg", NAE_EMPIRE);
    at("vienne", "davout fr_1 fr_2 dp_france_1=");
    at("munich", "dp_france_2=");
    at("nuremberg", "dp_france_3=");
    at("bade", "dp_france_4=");
    take("ulm", NAE_COALITION);
    nae_set_fort_state(ns(), zone_of("wurtzburg"), NAE_FORT_COALITION);
    take("hanovre", NAE_COALITION);
    at("hanovre", "ru_1");
    take("boulogne", NAE_COALITION);
    at("boulogne", "dp_grande_bretagne_1=");
    phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE);
    expect_step("victor_bonus", NAE_EMPIRE);
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_FORCED_PEACE);
    cr_expect_eq(nae_marker(ns(), zone_of("ulm")), NAE_NOBODY);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("ulm")), NAE_EMPIRE);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("wurtzburg")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("hanovre")), NAE_COALITION);
    cr_expect_eq(nae_marker(ns(), zone_of("boulogne")), NAE_COALITION);
}

/* A step inside the land of an ally of the Empire keeps the Coalition's talk away, behind walls too; its own
 * corps abroad and a depot do not [8.2.2]. */
Test(nae_cases_referee, who_keeps_bavaria_loyal)
{
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
        if (i == 0) {
            inside("ulm", "fr_9");
        } else {
            at(i == 1 ? "stuttgart" : "munich", i == 1 ? "mi_baviere" : "dp_france_1=");
        }
        cr_expect_eq(nae_is_target(nd(), ns(), NAE_COALITION, NAE_BAVARIA, NAE_TARGET_ANY, 2), i > 0,
                     "case %u", i);
    }
}

/* The free actions of a renewed war come before all cards, those of the start as well, and like all of the
 * phase the Coalition's first [5.1.4, 8.1.3]. */
Test(nae_cases_referee, free_actions_in_the_order_of_the_phase)
{
    nae_start("1805", "");
    hand("17F");
    ns()->side[NAE_EMPIRE].free_actions = 1;
    ns()->side[NAE_COALITION].free_actions = 1;
    phase(NAE_PHASE_DIPLOMACY, NAE_STEP_DIPLOMACY_PHASE);
    expect_step("free_diplomacy", NAE_COALITION);
    play("free_diplomacy(decline)");
    expect_step("free_diplomacy", NAE_EMPIRE);
    play("free_diplomacy(decline)");
    expect_step("start_card", NAE_EMPIRE);
}

/* The rulebook's own three of Austria, each next to what has just been won: Venetia, Friuli, Illyria
 * [18.2.2]. */
Test(nae_cases_referee, venetia_friuli_illyria)
{
    nae_start("1805", "");
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card)");
    expect_legal("annex(province,illyrie)", false);
    play("annex(province,venetie); beneficiary(france)");
    expect_legal("annex(province,illyrie)", false);
    play("annex(province,frioul)");
    if (ns()->header.step == NAE_STEP_BENEFICIARY) {
        play("beneficiary(france)");
    }
    play("annex(province,illyrie)");
    if (ns()->header.step == NAE_STEP_BENEFICIARY) {
        play("beneficiary(france)");
    }
    cr_expect_eq(ns()->owner[zone_of("laybach")], NAE_FRANCE);
    cr_expect_eq(ns()->owner[zone_of("zara")], NAE_FRANCE);
    cr_expect_eq(ns()->major[NAE_AUSTRIA].correction, 0);
}

/* Russia of 1805 has no land next to the Empire and no minors: three provinces that are not there cost it
 * twelve resources [18.2.2]. */
Test(nae_cases_referee, provinces_that_are_not_there)
{
    nae_start("1805", "");
    nae_push_conquest(np(), NAE_RUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card)");
    cr_expect_eq(ns()->major[NAE_RUSSIA].correction, -12);
    cr_expect_eq(nae_status(ns(), NAE_RUSSIA), NAE_FORCED_PEACE);
}

/* Bavaria, which has a corps, becomes an ally of who conquers it, without a question; the corps is gone from
 * wherever it was and may be raised for its new side [18.1]. */
Test(nae_cases_referee, bavaria_conquered)
{
    nae_start("1805", "");
    take("munich", NAE_COALITION);
    take("ulm", NAE_COALITION);
    take("nuremberg", NAE_COALITION);
    take("ratisbonne", NAE_COALITION);
    take("wurtzburg", NAE_COALITION);
    at("nuremberg", "au_1 dp_autriche_1=");
    at("stuttgart", "mi_baviere");
    phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE);
    cr_expect_eq(nae_status(ns(), NAE_BAVARIA), NAE_COALITION_ALLY);
    expect_at("mi_baviere", "reserve");
    expect_at("au_1", "nuremberg");
}
/* Saxony falls to Prussia: a mobile depot of France that lies alone in Leipzig is in enemy land now and
 * lost, a fixed one lies there [8.7]. Murat is shut in at Wittemberg with the Saxon corps: it is gone with
 * its land, and he, who commands nobody, is in the reserve [1.2], whoever stands outside. */
Test(nae_cases_referee, saxony_conquered)
{
    nae_start("1805", "");
    const unsigned saxony = nae_nation_by_id(nd(), "saxe");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    nae_set_status(np(), nae_nation_by_id(nd(), "hesse"), NAE_COALITION_ALLY);
    nae_set_status(np(), saxony, NAE_EMPIRE_ALLY);
    take("dresde", NAE_COALITION);
    inside("wittemberg", "murat mi_saxe");
    at("wittemberg", "hohenlohe pr_1 pr_2");
    nae_set_siege(ns(), zone_of("wittemberg"), true, 0);
    at("leipzig", "dp_france_1 dp_france_2=");
    phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE);
    cr_expect_eq(nae_status(ns(), saxony), NAE_COALITION_ALLY);
    expect_at("mi_saxe murat dp_france_1", "reserve");
    expect_at("dp_france_2", "leipzig");
}
