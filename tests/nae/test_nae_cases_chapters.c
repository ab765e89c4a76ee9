/* test_nae_cases_chapters.c: sieges, landings, sea battles, diplomacy, conquests and peace computed by hand
 * from the rulebook (chapters 8, 15, 17, 18) before they were played; the sums stand in the comments. */
#include <criterion/criterion.h>

#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void sail_from(unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    nae_push_sailing(np(), side);
    nae_go();
}

/* ------------------------------------------------------------------ sieges (15) */

/* Mantua, marker 2: 5 + 1 Charles + 1 army + 2 - 2 citadel = 7: honours, the garrison comes back; 6: 8, a
 * breach. */
Test(nae_cases_chapters, a_citadel_under_an_army)
{
    for (unsigned breach = 0; breach < 2; breach++) {
        nae_start("1805", "");
        at("mantoue", "charles armee_allemagne au_4 au_5");
        inside("mantoue", "mi_italie_1");
        nae_lay_siege(np(), zone_of("mantoue"));
        nae_set_siege(ns(), zone_of("mantoue"), true, 2);
        dice(breach != 0 ? "6" : "5");
        siege("mantoue", NAE_COALITION, 0);
        expect_fallen();
        play("reactivate(no)");
        expect_at("mi_italie_1", breach != 0 ? "reserve" : "reinforcement");
        cr_expect_eq(nae_marker(ns(), zone_of("mantoue")), NAE_COALITION);
        cr_expect_eq(nae_fort_state(ns(), zone_of("mantoue")), NAE_FORT_DESTROYED);
    }
}

/* A garrison comes out of Salzbourg: out of supply, so first 4 steps test: 1 + 2 - 2 at home: nothing. 4 to
 * 4: 11 + 1 Hiller - 3 = 9: two; 4 + 1 Ney = 5: one. Ney's limit 4 + 1 - 1 = 4, die 5; pursuit 6 + 1: one
 * more. */
Test(nae_cases_chapters, a_sortie_lifts_a_siege)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("salzbourg", "ney fr_9 fr_10");
    inside("salzbourg", "hiller au_1 au_2");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_act_in(3, NAE_COALITION, 2);
    dice("1 6 5 2 2 5 6");
    play("spend(land); spend_force(in_whole); forced_march(0); evade(stand)");
    play("battle_loss(fr_9)");
    play("retreat(munich)");
    expect_fallen();
    cr_expect_eq(steps_at("munich", NAE_EMPIRE), 1);
    cr_expect_eq(steps_at("salzbourg", NAE_COALITION), 3);
    cr_expect(!nae_besieged(ns(), zone_of("salzbourg")));
}

/* Six steps before Salzbourg: two cover it (twice its level), four march on to Vienna; the covering corps
 * does not attack in this round, and the fortress bars nobody's supply any more. */
Test(nae_cases_chapters, a_covered_fortress_stops_nobody)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "soult fr_9 fr_10 fr_11");
    inside("salzbourg", "au_1");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(go,salzbourg)");
    expect_choices("fortress(stop); fortress(siege); fortress(cover)");
    play("fortress(cover)");
    cr_expect(nae_besieged(ns(), zone_of("salzbourg")));
    cr_expect_eq(nae_siege_marker(ns(), zone_of("salzbourg")), 0);
    expect_legal("move(siege)", true); /* the rest may */
    play("move(go,vienne)");
    cr_expect_eq(steps_at("vienne", NAE_EMPIRE), 4);
    cr_expect_eq(steps_at("salzbourg", NAE_EMPIRE), 2);
}

/* Part into the fortress, part away [12.5]: Jean's 2 is not lower than Soult's: 4 misses 5, and who failed
 * has lost the fortress; he fights outside alone, 2 against 6 (3:1, 2 + 2 = +4: 4 + 4 is one with the mark of
 * a minor battle, 2 + 1 nothing). */
Test(nae_cases_chapters, a_split_that_fails)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "soult fr_9 fr_10 fr_11");
    at("salzbourg", "jean au_1 au_2");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(go,salzbourg)");
    dice("4 2 2 1 1 1");
    play("evade(split)"); /* one of two equal corps goes in */
    cr_expect(nae_bit(ns(), piece_of("au_1"), NAE_INSIDE));
    play("retreat(vienne)");
    expect_fallen(); /* limit 3 + 1 - 1 = 3, die 1 */
    expect_at("jean au_2", "vienne");
    expect_steps("au_2", 1);
    expect_at("au_1", "salzbourg");
}

/* "Some units" go in, not one [12.5]: beside Charles's garrison of two steps there is room in his command for
 * two of Jean's three corps; the third evades (5). */
Test(nae_cases_chapters, a_split_into_a_led_garrison)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "soult fr_9 fr_10 fr_11");
    at("salzbourg", "jean au_1 au_2 au_3");
    inside("salzbourg", "charles au_4");
    nae_act_in(3, NAE_EMPIRE, 2);
    play(
        "spend(land); spend_force(whole); forced_march(0); move(go,salzbourg); evade(split)"); /* the first of
                                                                                                  equal corps
                                                                                                  is in */
    expect_choices("split(done); split(au_2)");
    dice("5");
    play("split(au_2)");
    expect_fallen();
    play("evade_to(vienne)");
    expect_at("jean au_3", "vienne");
    cr_expect(nae_bit(ns(), piece_of("au_2"), NAE_INSIDE));
}

/* A foreign general may go aboard with the last step of his nation, or leaves the army that stays [9.4]. */
Test(nae_cases_chapters, a_guest_whose_corps_sails)
{
    nae_start("1805", "");
    at("portsmouth", "wellington armee_peninsule gb_1 gb_2 bagration ru_1");
    fleets("port:portsmouth", "fl_stirling");
    sail_from(NAE_COALITION, 1);
    play("sail(load,ru_1)");
    expect_legal("sail(load,bagration)", true);
    play("sail(sea,manche)");
    expect_at("bagration", "reserve");
    expect_at("wellington gb_1 gb_2", "portsmouth");
    cr_expect_eq(ns()->place[piece_of("ru_1")], NAE_ABOARD);
}

/* A destroyed fortress serves its conqueror at the end of the phase if its zone is supplied [15.5]; otherwise
 * not. */
Test(nae_cases_chapters, destroyed_fortresses_at_the_end_of_the_phase)
{
    for (unsigned supplied = 0; supplied < 2; supplied++) {
        nae_start("1805", "");
        if (supplied != 0) {
            at("bade", "dp_france_1=");
            at("munich", "dp_france_2=");
        }
        marker("salzbourg", NAE_EMPIRE);
        nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_DESTROYED);
        marker("ulm", supplied != 0 ? NAE_NOBODY : NAE_COALITION);
        ns()->phase = NAE_PHASE_END;
        nae_push(np(), NAE_STEP_END_PHASE, SEAT_NONE);
        dice("");
        nae_go();
        cr_expect_eq(nae_fort_state(ns(), zone_of("salzbourg")),
                     supplied != 0 ? NAE_FORT_EMPIRE : NAE_FORT_DESTROYED);
    }
}

/* ------------------------------------------------------------------ landings and the sea (17) */

/* Moore and two steps at Boulogne against one: 2:1 +1, -3, Moore 1, a star 1: 0; 8: nothing, with the mark. 6
 * is nothing without it: the French go to Lille, the zone is marked; with 8 as well they have won, and who
 * landed is lost. */
static void boulogne(const char *rolls)
{
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_calder");
    at("portsmouth", "moore gb_1");
    at("boulogne", "fr_9-");
    sail_from(NAE_COALITION, 1);
    play("sail(load,gb_1); sail(sea,manche); sail(box,boulogne)");
    dice(rolls);
    play("sail(assault,boulogne)");
    play("spearhead(gb_1)");
}
Test(nae_cases_chapters, a_landing_in_the_field)
{
    boulogne("4 4 3 3");
    play("retreat(lille)");
    expect_fallen();
    expect_at("moore gb_1", "boulogne");
    expect_at("fr_9", "lille");
    cr_expect_eq(nae_marker(ns(), zone_of("boulogne")), NAE_COALITION);
    boulogne("4 4 4 4");
    expect_fallen();
    expect_at("moore gb_1", "reserve");
    expect_at("fr_9", "boulogne");
}

/* Naples: 4 to 4 is a tie and repeated, 6 to 1; the first attempt 2 is repulsed and costs a step, the second
 * 5 + 1 = 6 is honours: the garrison comes back in the next budget. */
Test(nae_cases_chapters, a_landing_takes_a_fortress)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_NAPLES, NAE_EMPIRE_ALLY);
    inside("naples", "mi_naples");
    at("gibraltar", "gb_1");
    fleets("port:gibraltar", "fl_calder");
    sail_from(NAE_COALITION, 1);
    play("sail(load,gb_1); sail(sea,mediterranee_occidentale); sail(sea,mediterranee_centrale)");
    play("sail(box,naples)");
    dice("4 4 6 1 2 5");
    play("sail(assault,naples)");
    expect_fallen();
    expect_choices("reactivate(no); reactivate(gb_1)");
    play("reactivate(no)");
    expect_steps("gb_1", 1);
    expect_at("gb_1", "naples");
    expect_at("mi_naples", "reinforcement");
    cr_expect_eq(nae_marker(ns(), zone_of("naples")), NAE_COALITION);
}

/* A whole expedition. Ball (+2) and Hood (+1) carry Moore with an elite corps to Rochefort, where a step
 * stands before its fortress. Allemand (+1) intercepts on 4 + 2; 3 + 3 to 6 is a tie, he stays, the British
 * again: 7 + 5 to 3, nine more, sink his one fleet. The fort alone has one die: 4 + 2 to 6 is a tie and goes
 * on [17.2.9], 5 + 4 to 2. The step stands: 2 to 1 is +1, Moore 1, a star 1, the landing -3: 8 is none with
 * the mark, 6 none: it must go, inland before its fortress [14.10]. No free attack besides the two of a
 * landing: 2 + 1 is nothing, 4 + 1 + 1 for the marker honours. A step puts the fortress to use, and the
 * squadron lies in its port. */
Test(nae_cases_chapters, an_expedition_to_rochefort)
{
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_ball fl_hood");
    at("portsmouth", "moore gb_1");
    fleets("sea:golfe_de_gascogne", "fl_allemand");
    at("rochefort", "fr_9-");
    nae_act_in(3, NAE_COALITION, 2);
    dice("4 1 2 5 5 4 2 2 1 6 3 3 2 4 4 3 3 2 4");
    go("spend(naval); squadron_at(port:portsmouth); squadron(fl_ball,go); squadron(fl_hood,go)");
    play("sail(load,gb_1); sail(sea,manche); sail(sea,golfe_de_gascogne)");
    play("sea_intercept(sea:golfe_de_gascogne,yes); sea_tie(stay); sea_tie(again)");
    expect_at("fl_allemand", "reserve");
    play("sail(box,rochefort); sail(assault,rochefort); evade(stand); spearhead(gb_1)");
    expect_choices("retreat(bordeaux); retreat(poitiers); retreat(nantes)");
    play("retreat(poitiers)");
    expect_fallen();
    play("reactivate(gb_1)");
    expect_at("moore gb_1", "rochefort");
    expect_steps("gb_1", 1);
    expect_at("fr_9", "poitiers");
    expect_at("fl_ball fl_hood", "port:rochefort");
    cr_expect_eq(nae_marker(ns(), zone_of("rochefort")), NAE_COALITION);
    expect_legal("sail(sea,golfe_de_gascogne)", true);
}

/* 1 + 1 against 2 + 2 + 2: four less, one fleet: the empty one; the corps aboard the other comes through
 * [17.2.8]. The French intercept with 4 + 2. */
Test(nae_cases_chapters, transports_are_lost_last)
{
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_stirling fl_calder");
    at("portsmouth", "gb_1");
    fleets("sea:manche", "fl_villeneuve fl_ganteaume fl_missiessy");
    sail_from(NAE_COALITION, 2);
    play("squadron(fl_stirling,go); squadron(fl_calder,go); sail(load,gb_1); sail(sea,manche)");
    dice("4 1 1 2 2 2");
    play("sea_intercept(sea:manche,yes)");
    play("sea_retreat(port:portsmouth); blockade(yes)");
    expect_fallen();
    expect_at("fl_calder", "reserve");
    expect_at("fl_stirling", "port:portsmouth");
    expect_at("gb_1", "portsmouth"); /* the activation ends in a port: it lands there */
    expect_steps("gb_1", 2);
}

/* Who is beaten as he leaves a blockaded port has not left it: his troops go ashore again [17.2.7, 17.2.8]. 1
 * + 0 against 2 + 2: three less. */
Test(nae_cases_chapters, troops_of_a_beaten_sortie)
{
    nae_start("1805", "");
    at("toulon", "fr_13");
    fleets("port:toulon", "fl_emeriau");
    fleets("box:toulon", "fl_ball");
    sail_from(NAE_EMPIRE, 1);
    play("sail(load,fr_13)");
    dice("1 2");
    play("sail(sea,golfe_du_lion)");
    expect_fallen();
    expect_at("fl_emeriau", "port:toulon");
    expect_at("fr_13", "toulon");
}

/* 6 + 3 Nelson, 6 + 1, 6 + 2 against 1 + 0, 1 + 0: 24 to 2: all of them. */
Test(nae_cases_chapters, a_difference_of_twelve_sinks_all)
{
    nae_start("1805", "");
    fleets("sea:golfe_de_gascogne", "fl_nelson fl_collingwood fl_saumarez");
    fleets("sea:golfe_de_gascogne", "fl_villeneuve fl_ganteaume");
    sail_from(NAE_COALITION, 3);
    play("squadron(fl_nelson,go); squadron(fl_collingwood,go); squadron(fl_saumarez,go)");
    play("sail(attack,sea:golfe_de_gascogne)");
    dice("6 6 6 1 1");
    play("sea_evade(stand)");
    expect_fallen();
    expect_at("fl_villeneuve fl_ganteaume", "reserve");
    expect_at("fl_nelson fl_collingwood fl_saumarez", "sea:golfe_de_gascogne");
}

/* ------------------------------------------------------------------ diplomacy (8.2) */

static enum nae_status prussia_after(unsigned side, unsigned beaten_by, const char *die)
{
    nae_start("1805", "");
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    if (beaten_by <= 1) {
        ns()->major[NAE_PRUSSIA].defeats[beaten_by] = 1;
    }
    dice(die);
    nae_push_diplomacy(np(), side, NAE_TARGET_ANY, 3, 0);
    nae_run(np());
    play("target(prusse)");
    return nae_status(ns(), NAE_PRUSSIA);
}

/* Influence in Prussia: the Coalition 2, the Empire none. 4 + 2 joins, 3 + 2 does not; beaten by the Empire 2
 * + 2 + 2 does, and for the Empire 6 - 1 does not; beaten by the Coalition 4 + 2 - 1 does not, and 4 + 2 for
 * the Empire does. */
Test(nae_cases_chapters, the_die_of_diplomacy)
{
    cr_expect_eq(prussia_after(NAE_COALITION, NAE_NOBODY, "3"), NAE_NEUTRAL);
    cr_expect_eq(prussia_after(NAE_COALITION, NAE_EMPIRE, "1"), NAE_NEUTRAL);
    cr_expect_eq(prussia_after(NAE_COALITION, NAE_COALITION, "4"), NAE_NEUTRAL);
    cr_expect_eq(prussia_after(NAE_EMPIRE, NAE_EMPIRE, "6"), NAE_NEUTRAL);
    cr_expect_eq(prussia_after(NAE_EMPIRE, NAE_COALITION, "4"), NAE_EMPIRE_ALLY);
}

/* In the epic period an ally of the Empire is a target as long as no step of the Empire or its allies is on
 * its land, its own corps neither; in the Punishments always; a protectorate never [8.2.2]. */
Test(nae_cases_chapters, minors_that_are_targets)
{
    nae_start("1805", "");
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    cr_expect(nae_is_target(nd(), ns(), NAE_COALITION, NAE_BAVARIA, NAE_TARGET_ANY, 2));
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_BAVARIA, NAE_TARGET_ANY, 1), "it has units");
    at("munich", "mi_baviere");
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_BAVARIA, NAE_TARGET_ANY, 2));
    ns()->flags |= NAE_PUNISHMENTS;
    cr_expect(nae_is_target(nd(), ns(), NAE_COALITION, NAE_BAVARIA, NAE_TARGET_ANY, 2));
    const unsigned swiss = nd()->nation_of[piece_of("mi_suisse")];
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, swiss, NAE_TARGET_ANY, 3), "a protectorate");
}

/* Bavaria leaves: at Ulm two French steps to two Bavarian ones, all are lost; at Nuremberg three to none of
 * its own: the French keep the zone and its marker; Munich, empty, is the Coalition's [8.2.3]. */
Test(nae_cases_chapters, bavaria_changes_sides)
{
    nae_start("1805", "");
    at("ulm", "fr_9 mi_baviere");
    at("nuremberg", "ney fr_1 fr_2-");
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    expect_at("fr_9 mi_baviere", "reserve");
    cr_expect_eq(nae_marker(ns(), zone_of("nuremberg")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("ulm")), NAE_NOBODY);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("ulm")), NAE_COALITION);
    cr_expect_eq(nae_side_of_zone(ns(), zone_of("munich")), NAE_COALITION);
}

/* The fleet of a Holland that joins the Coalition lies where three of Britain's are: a squadron has three,
 * and it goes home; with two of Britain's it stays with them [17.2.2]. */
Test(nae_cases_chapters, holland_changes_sides_at_sea)
{
    for (unsigned british = 2; british <= 3; british++) {
        nae_start("1805", "");
        fleets("sea:mer_du_nord", british == 2 ? "fl_keith fl_stirling" : "fl_keith fl_stirling fl_gambier");
        fleets("sea:mer_du_nord", "fl_hollande");
        ns()->minor[NAE_HOLLAND - NAE_MAJORS].flags |= NAE_DEPLOYED;
        nae_join_side(np(), NAE_HOLLAND, NAE_COALITION, NAE_JOIN_WON);
        nae_go();
        expect_at("fl_hollande", british == 2 ? "sea:mer_du_nord" : "port:amsterdam");
        expect_at("fl_keith fl_stirling", "sea:mer_du_nord");
    }
}

/* The same with three French steps at Ulm: one is left, and keeps the fortress. */
Test(nae_cases_chapters, who_is_left_keeps_ulm)
{
    nae_start("1805", "");
    at("ulm", "ney fr_9 fr_10- mi_baviere");
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    play("defection_loss(fr_10)"); /* then each a step of what is left */
    expect_steps("fr_9", 1);
    expect_at("mi_baviere", "reserve");
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("ulm")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("ulm")), NAE_EMPIRE);
}

/* Abroad the corps joins who stands where it goes, and is demoralised with them [14.9.3]. */
Test(nae_cases_chapters, a_corps_that_leaves_joins_its_new_friends)
{
    nae_start("1805", "");
    at("brunn", "ney fr_9 mi_baviere");
    at("budweis", "charles armee_allemagne au_1 au_2");
    at("vienne", "au_3");
    nae_set_bit(ns(), piece_of("au_1"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("au_2"), NAE_DEMORALISED);
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    play("defection_to(budweis)");
    expect_at("mi_baviere", "budweis");
    cr_expect(nae_bit(ns(), piece_of("mi_baviere"), NAE_DEMORALISED));
}

/* From the second of two armies as from the first: the lone corps at Vienna cannot have it [7.1]. */
Test(nae_cases_chapters, a_corps_that_leaves_the_second_army)
{
    nae_start("1805", "");
    at("brunn", "napoleon grande_armee fr_9");
    second_army("brunn", NAE_EMPIRE, "massena armee_italie fr_10 mi_baviere", "massena");
    at("budweis", "charles armee_allemagne au_1 au_2");
    at("vienne", "au_3");
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    expect_legal("defection_to(budweis)", true);
    expect_legal("defection_to(vienne)", false);
}

/* It does not go through neutral land [8.2]: from Hanover it finds no way to Erfurt but through Cassel, and
 * is lost. */
Test(nae_cases_chapters, a_corps_that_leaves_enters_no_neutral_land)
{
    nae_start("1805", "");
    at("hanovre", "ney fr_9 mi_baviere");
    at("berg", "fr_1");
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    expect_at("mi_baviere", "reserve");
}

/* A depot of its old friends that lies alone is an enemy too [1.1, 8.7]: with one at Bade the corps at Ulm
 * does not go through there to Frankfort, two points away, and is lost with Tyrol and Munich closed. */
Test(nae_cases_chapters, a_corps_that_leaves_passes_no_enemy_depot)
{
    for (unsigned depot = 0; depot < 2; depot++) {
        nae_start("1805", "");
        at("ulm", "ney fr_9 mi_wurtemberg");
        at("munich", "fr_2");
        at("innsbruck", "fr_3");
        at("stuttgart", "fr_1");
        if (depot != 0) {
            at("bade", "dp_france_1=");
        }
        nae_set_status(np(), NAE_FRANKFURT, NAE_COALITION_ALLY);
        nae_join_side(np(), NAE_WURTTEMBERG, NAE_COALITION, NAE_JOIN_WON);
        nae_go();
        expect_at("mi_wurtemberg", depot == 0 ? "francfort" : "reserve");
    }
}

/* ------------------------------------------------------------------ conquests and peace (18) */

static void conquests(void)
{
    ns()->phase = NAE_PHASE_CONQUEST;
    ns()->frame[0].a = NAE_PHASE_VICTORY;
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    nae_run(np());
}

static void take(const char *zone)
{
    marker(zone, NAE_EMPIRE);
    if (nd()->zone[zone_of(zone)].fortress > 0) {
        nae_set_fort_state(ns(), zone_of(zone), NAE_FORT_EMPIRE);
    }
}

/* Munich gets the mark of the corps that stands there in supply, but not beside an enemy's depot that is
 * fixed and defends alone [1.1, 4]; a mobile one bars nothing. */
Test(nae_cases_chapters, a_fixed_depot_bars_the_mark)
{
    static const char *const depot[] = {"", "dp_france_1", "dp_france_1="};
    for (size_t i = 0; i < sizeof depot / sizeof *depot; i++) {
        nae_start("1805", "");
        at("munich", "hiller au_1");
        at("munich", depot[i]);
        conquests();
        cr_expect_eq(nae_marker(ns(), zone_of("munich")), i == 2 ? NAE_NOBODY : NAE_COALITION, "with \"%s\"",
                     depot[i]);
    }
}

/* Rome counts only with a line of supply: from Florence two points, and without that none [4, 18.1]. A minor
 * without units is an ally or land of the conqueror. */
Test(nae_cases_chapters, a_minor_falls_in_supply_only)
{
    for (unsigned supplied = 0; supplied < 2; supplied++) {
        nae_start("1805", "");
        nae_set_status(np(), NAE_PAPACY, NAE_COALITION_ALLY);
        take("rome");
        if (supplied == 0) {
            marker("perouse", NAE_COALITION);
            marker("florence", NAE_COALITION);
        }
        conquests();
        if (supplied == 0) {
            cr_expect_eq(nae_status(ns(), NAE_PAPACY), NAE_COALITION_ALLY);
            continue;
        }
        expect_choices("minor_fate(papaute,ally); minor_fate(papaute,territory)");
        play("minor_fate(papaute,territory)");
        cr_expect_eq(ns()->owner[zone_of("rome")], NAE_FRANCE);
    }
}

/* Prussia: Berlin and Warsaw of its three key zones. An army in order saves it, a demoralised one does not,
 * nor does an army abroad; with Königsberg for Berlin the capital is free, and it fights on [18.2.1]. */
Test(nae_cases_chapters, prussia_without_its_third_key)
{
    static const char *const line[] = {"magdebourg", "glogau", "kustrin", "posen"};
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    nae_set_status(np(), NAE_SAXONY, NAE_EMPIRE_ALLY);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        take(line[i]);
    }
    take("berlin");
    take("varsovie");
    at("wittemberg", "dp_france_1=");
    at("posen", "dp_france_2=");
    at("varsovie", "dp_france_3=");
    at("berlin", "dp_france_4=");
    cr_assert(nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE));
    cr_assert(nae_controls(nd(), ns(), zone_of("berlin"), NAE_EMPIRE));
    cr_expect(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
    at("koenigsberg", "hohenlohe armee_elbe pr_1");
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
    nae_set_bit(ns(), piece_of("armee_elbe"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("pr_1"), NAE_DEMORALISED);
    cr_expect(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
    nae_marker_at("berlin", NAE_NOBODY);
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
}

/* A second defeat by the same side: the peace has no end, no die falls for it; a die of 6 would end a first
 * one [8.1.3]. */
Test(nae_cases_chapters, a_second_peace_has_no_end)
{
    for (unsigned times = 1; times <= 2; times++) {
        nae_start("1805", "");
        nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
        ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
        ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = (uint8_t)times;
        dice(times == 1 ? "6" : "");
        conquests();
        expect_fallen();
        cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), times == 1 ? NAE_NEUTRAL : NAE_FORCED_PEACE);
    }
}

/* ------------------------------------------------------------------ events (21) */

/* Permanent cards are known and stay: 39C and 41F need another card in the other hand. */
Test(nae_cases_chapters, nothing_to_discard)
{
    nae_start("1805", "");
    const NaePlay play = nae_reader(nd(), ns());
    hand("39C 41F 1F 1C 2C");
    ns()->flags |= NAE_PUNISHMENTS;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    cr_expect(nae_event_playable(&play, card_of("41F"), NAE_IN_ACTIVATION), "39C is there");
    nae_put_card(ns(), card_of("41F"), NAE_CARD_DISCARD);
    cr_expect_not(nae_event_playable(&play, card_of("39C"), NAE_IN_ACTIVATION), "1F alone");
    hand("3F");
    cr_expect(nae_event_playable(&play, card_of("39C"), NAE_IN_ACTIVATION));
}

/* In 1809 Poland has Mazovie and Posnanie: its second province has been counted before; the third brings the
 * second corps and no point [8.3.5]. */
Test(nae_cases_chapters, polands_second_province_counts_once)
{
    nae_start("1809", "");
    const int level = ns()->level;
    nae_extend_poland(np());
    cr_expect_eq(ns()->level, level);
    cr_expect_neq(ns()->place[piece_of("mi_pologne_2")], NAE_RESERVE);
    ns()->owner[zone_of("bialystok")] = NAE_POLAND;
    nae_extend_poland(np());
    cr_expect_eq(ns()->level, level);
    expect_at("mi_pologne_2", "reserve");
}

/* Prussia is in a forced alliance with France: her second corps may go on an expedition (40F). */
static unsigned corps_of_forced_ally(void)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    return piece_of("pr_2");
}

/* A corps of an expedition (40F) serves the Empire like a minor's; its nation's budget restores others
 * [8.1.4]. */
Test(nae_cases_chapters, an_expedition_is_not_restored_at_home)
{
    const unsigned corps = corps_of_forced_ally();
    at("berlin", "pr_2-");
    cr_expect(nae_may_flip(np(), NAE_PRUSSIA, corps, false));
    nae_pieces_add(&ns()->expeditionary, corps);
    cr_expect_not(nae_may_flip(np(), NAE_PRUSSIA, corps, false));
}

/* In a supplied army of the Empire it is, like any ally's corps [7.3.2]. */
Test(nae_cases_chapters, an_expedition_is_restored_in_an_army)
{
    const unsigned corps = corps_of_forced_ally();
    at("strasbourg", "napoleon grande_armee fr_1 fr_2 pr_2-");
    nae_pieces_add(&ns()->expeditionary, corps);
    nae_recompute_owned(nd(), ns());
    cr_expect(nae_may_flip(np(), NAE_FRANCE, corps, true));
    MoveList list = {0};
    ns()->budget.power = NAE_FRANCE;
    ns()->major[NAE_FRANCE].resources = 10;
    nae_purchase_options(np(), &ns()->frame[0], &list);
    bool offered = false;
    for (uint32_t i = 0; i < list.count; i++) {
        offered |= list.moves[i] == nae_move2(NAE_M_PURCHASE_UNIT, NAE_W_FLIP_ARMY, corps);
    }
    cr_expect(offered);
}
