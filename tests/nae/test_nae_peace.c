/* test_nae_peace.c: conquests, terms of peace, relocation, statuses and victory (7.1, 8, 18, 19; worked
 * examples B40 to B55). */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

/* The phase of conquests begins, up to its first decision. */
static void conquests(void)
{
    ns()->phase = NAE_PHASE_CONQUEST;
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    nae_run(np());
}

/* France holds Vienna with a chain of depots behind. */
static void take_vienna(void)
{
    at("vienne", "davout fr_1 fr_2 dp_france_1=");
    marker("vienne", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("vienne"), NAE_FORT_EMPIRE);
    marker("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
    at("munich", "dp_france_2=");
}

static void hold(const char *zone, bool held)
{
    cr_expect_eq(nae_controls(nd(), ns(), zone_of(zone), NAE_EMPIRE), held, "%s", zone);
}

/* B40: Vienna held, the Austrian army demoralised, Prague free: Austria is conquered. */
Test(nae_peace, austria_without_prague_b40)
{
    nae_start("1805", "");
    take_vienna();
    hold("vienne", true);
    at("prague", "charles armee_allemagne au_1");
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE), "an army stands");
    nae_set_bit(ns(), piece_of("armee_allemagne"), NAE_DEMORALISED);
    cr_expect(nae_is_beaten(nd(), ns(), NAE_AUSTRIA, NAE_EMPIRE));
}

/* 18.2.2: points, a card or resources, three provinces of which Tyrol makes the Kingdom of Bavaria. */
Test(nae_peace, terms_18_2_2)
{
    nae_start("1805", "");
    take_vienna();
    at("budweis", "dp_france_2="); /* no unit: nobody is asked about it */
    conquests();
    expect_choices("victor_bonus(card); victor_bonus(resources)");
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_FORCED_PEACE);
    cr_expect_eq(ns()->major[NAE_AUSTRIA].victor, NAE_FRANCE);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 1);
    play("victor_bonus(card)");
    cr_expect_eq(ns()->side[NAE_EMPIRE].conquest_cards, 1);
    expect_legal("annex(province,basse_autriche)", false);
    expect_legal("annex(province,frioul)", false); /* nobody's neighbour yet */
    play("annex(province,tyrol)");
    play("beneficiary(baviere)");
    cr_expect(ns()->flags & NAE_BAVARIAN_KINGDOM);
    play("annex(province,venetie)");
    play("beneficiary(italie)");
    expect_at("mi_italie_2", "reserve");
    play("annex(province,frioul)");
    play("beneficiary(france)");
    cr_expect_eq(ns()->owner[zone_of("trieste")], NAE_FRANCE);
    expect_choices("stay_or_go(vienne,stay); stay_or_go(vienne,go)");
    play("stay_or_go(vienne,go)"); /* B42: Ulm, or Trieste which is as near and French now */
    play("relocate(fr_1,ulm)");
    expect_at("fr_1 fr_2", "ulm");
    expect_at("dp_france_2", "budweis");
    cr_expect_neq(ns()->header.step, (unsigned)NAE_STEP_STAY_OR_GO);
}

/* B42: the beaten power's friends go to the nearest fortress of their own side, its own forces to its key
 * zones. */
Test(nae_peace, russians_leave_b42)
{
    nae_start("1805", "");
    take_vienna();
    at("brunn", "bagration ru_1");
    at("budapest", "jean au_1");
    conquests();
    play("victor_bonus(resources)");
    cr_expect_eq(ns()->major[NAE_FRANCE].correction, 4);
    play("annex(none)");
    play("annex(none)");
    play("annex(none)");
    play("stay_or_go(vienne,go)");
    expect_at("ru_1 bagration", "brest_litovsk");
    expect_choices("relocate(au_1,vienne); relocate(au_1,prague)");
    play("relocate(au_1,prague)");
    expect_at("au_1 jean", "prague");
}

/* "A total reorganisation" (18.2.3): Ferdinand, who served Koutouzov in Odessa, leads what he brings home and
 * the corps that stands in Prague. */
Test(nae_peace, a_subordinate_comes_home)
{
    nae_start("1805", "");
    take_vienna();
    at("prague", "au_1");
    at("odessa", "koutouzov premiere_armee ferdinand ru_1 ru_2 au_2");
    conquests();
    play("victor_bonus(resources); annex(none); annex(none); annex(none); stay_or_go(vienne,stay)");
    play("relocate(au_1,prague)");
    expect_choices("relocate(au_2,vienne); relocate(au_2,prague)");
    play("relocate(au_2,prague)");
    expect_at("au_1 au_2 ferdinand", "prague");
}

/* Who is gathered with demoralised troops is demoralised with them [14.9.3]; out of supply they do not rally
 * this year [14.9.4]. */
Test(nae_peace, the_beaten_who_gather_share_their_disorder)
{
    nae_start("1805", "");
    take_vienna();
    at("prague", "charles armee_allemagne au_1");
    nae_remark(ns(), nae_at(nd(), ns(), zone_of("prague")), 0, NAE_DEMORALISED | NAE_UNSUPPLIED);
    at("zara", "au_2");
    conquests();
    play("victor_bonus(resources); annex(none); annex(none); annex(none); stay_or_go(vienne,stay)");
    play("relocate(au_2,prague); relocate(au_1,prague)");
    expect_at("au_1 au_2", "prague");
    cr_expect(has_mark("au_2", NAE_DEMORALISED));
}

/* B44: no end below 5 in the first year, 4 + 1 in the second. */
Test(nae_peace, length_b44)
{
    nae_start("1805", "");
    status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    for (unsigned year = 1; year <= 2; year++) {
        dice("4");
        ns()->frame[0].a = NAE_PHASE_VICTORY;
        conquests();
        expect_fallen();
        cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), year == 1 ? NAE_FORCED_PEACE : NAE_NEUTRAL);
    }
}

/* B46: a protectorate gives a point, its conquest by the Coalition takes it back. */
Test(nae_peace, protectorate_b46)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    cr_expect(nae_may_be_protectorate(nd(), ns(), NAE_NAPLES));
    nae_make_protectorate(np(), NAE_NAPLES);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 1);
    nae_lose_protectorate(np(), NAE_NAPLES);
    cr_expect_eq(ns()->level, 5);
    status(NAE_BAVARIA, NAE_EMPIRE_ALLY);
    cr_expect_not(nae_may_be_protectorate(nd(), ns(), NAE_BAVARIA));
}

/* B71: Naples taken: its fleet is lost, Sicily fights on with the Coalition. */
Test(nae_peace, naples_b71)
{
    nae_start("1805", "");
    fleets("port:naples", "fl_naples");
    at("naples", "davout fr_1 dp_france_1=");
    marker("naples", NAE_EMPIRE);
    at("rome", "dp_france_2=");
    marker("rome", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("rome"), NAE_FORT_EMPIRE);
    nae_set_fort_state(ns(), zone_of("naples"),
                       nd()->zone[zone_of("naples")].fortress > 0 ? NAE_FORT_EMPIRE : NAE_FORT_OWNER);
    hold("naples", true);
    ns()->frame[0].a = NAE_PHASE_VICTORY;
    conquests();
    if (strcmp(nae_step_name(ns()->header.step), "minor_fate") == 0) {
        play("minor_fate(papaute,territory)");
    }
    cr_expect_eq(nae_status(ns(), NAE_NAPLES), NAE_EMPIRE_ALLY);
    cr_expect_eq(nae_status(ns(), NAE_SICILY), NAE_COALITION_ALLY);
    expect_at("fl_naples", "out");
}

/* B54: the Coalition declares war on a power in forced peace with France: it becomes the Empire's ally;
 * France itself may not. */
Test(nae_peace, war_on_a_power_in_peace_b54)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_PRUSSIA));
    cr_expect(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_PRUSSIA));
    nae_declare_war(np(), NAE_COALITION, NAE_PRUSSIA);
    cr_expect_eq(nae_status(ns(), NAE_PRUSSIA), NAE_EMPIRE_ALLY);
    cr_expect_eq(ns()->escalade, 0, "no first declaration");
}

/* 8.1.3: war on a power beaten before opens the Punishments, doubles its resources, gives three free actions.
 */
Test(nae_peace, renewed_war_8_1_3)
{
    nae_start("1805", "");
    status(NAE_AUSTRIA, NAE_NEUTRAL);
    ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    nae_declare_war(np(), NAE_EMPIRE, NAE_AUSTRIA);
    cr_expect(ns()->flags & NAE_PUNISHMENTS);
    cr_expect(ns()->major[NAE_AUSTRIA].flags & NAE_DOUBLED);
    cr_expect_eq(ns()->side[NAE_COALITION].free_actions, 3);
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_COALITION_ALLY);
    cr_expect_eq(ns()->escalade, 1, "the first declaration on it");
}

/* A minor with a neutral patron is not attacked alone (4.1.1). */
Test(nae_peace, patrons_4_1_1)
{
    nae_start("1805", "");
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_SAXONY));
    cr_expect(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_DENMARK));
    nae_declare_war(np(), NAE_EMPIRE, NAE_PRUSSIA);
    cr_expect_eq(nae_status(ns(), NAE_SAXONY), NAE_COALITION_ALLY);
    cr_expect_eq(ns()->minor[NAE_SAXONY - NAE_MAJORS].patron, NAE_PRUSSIA, "it keeps its patron");
}

/* B55, B77: no card, no forced alliance; a power never beaten leaves the blockade open. */
Test(nae_peace, blockade_and_alliance)
{
    nae_start("1805", "");
    ns()->flags |= NAE_BLOCKADE;
    cr_expect_not(nae_blockade_complete(nd(), ns()));
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nation != NAE_BRITAIN && nation != NAE_RUSSIA && nae_status(ns(), nation) != NAE_NOT_CREATED) {
            status(nation, NAE_EMPIRE_ALLY);
        }
    }
    status(NAE_RUSSIA, NAE_NEUTRAL);
    cr_expect_not(nae_blockade_complete(nd(), ns()), "Russia was never beaten");
    const NaePlay play = nae_reader(nd(), ns());
    NaeZones open = nae_open_ports(&play);
    cr_expect(nae_zones_in(open, nae_zone_by_id(nd(), "riga")));
    NAE_EACH_ZONE(port, open) { cr_expect_eq(ns()->owner[port], NAE_RUSSIA, "%s", nd()->zone_id[port]); }
    ns()->major[NAE_RUSSIA].defeats[0] = 1;
    cr_expect(nae_blockade_complete(nd(), ns()));
    cr_expect(nae_zones_empty(nae_open_ports(&play)));
    ns()->flags |= NAE_BLOCKADE_INCOMPLETE;
    cr_expect_not(nae_blockade_complete(nd(), ns()));
}

/* 19: both ends of the level, at once. */
Test(nae_peace, automatic_victories_19)
{
    nae_start("1805", "");
    ns()->level = 19;
    nae_change_level(np(), 1);
    cr_expect_eq(ns()->header.over & 15, NAE_EMPIRE);
    nae_start("1805", "");
    ns()->level = 1;
    nae_change_level(np(), -1);
    cr_expect_eq(ns()->header.over & 15, NAE_COALITION);
}

/* 5.7: fifteen points open the Punishments, and nobody counts any more. */
Test(nae_peace, escalade_5_7)
{
    nae_start("1805", "");
    ns()->escalade = 14;
    nae_change_escalade(np(), 1);
    cr_expect(ns()->flags & NAE_PUNISHMENTS);
    nae_change_escalade(np(), 3);
    cr_expect_eq(ns()->escalade, 15);
}
