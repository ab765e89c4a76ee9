/* test_nae_naval.c: fleets of the worked examples and of chapter 17 of the rulebook. */
#include <criterion/criterion.h>

#include "engine/nae/naval.h"
#include "tests/nae/nae_position.h"

/* A side has points to spend at sea and picks the fleets of a place; all of them go. */
static void sail_from(unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    nae_push_sailing(np(), side);
    nae_go();
}

/* A12: Ball enters the blockade of Toulon; Emeriau fights: 3 + 2 against 2 + 0, beaten, not sunk, blockaded.
 */
Test(nae_naval, a12_toulon)
{
    nae_start("1805", "");
    fleets("sea:golfe_du_lion", "fl_ball");
    fleets("port:toulon", "fl_emeriau");
    sail_from(NAE_COALITION, 1);
    play("sail(box,toulon)");
    expect_step("box_fight", NAE_EMPIRE);
    dice("3 2");
    play("sea_intercept(port:toulon,yes)");
    expect_fallen();
    expect_at("fl_ball", "box:toulon");
    expect_at("fl_emeriau", "port:toulon");
    cr_expect(nae_port_blockaded(nd(), ns(), zone_of("toulon"), NAE_EMPIRE));
    cr_expect_eq(ns()->action.ap, 0);
}

/* A friend who has changed sides in the same box blockades the port like any enemy: nobody enters from there
 * [17.2.7]. */
Test(nae_naval, yesterdays_friend_in_the_box)
{
    nae_start("1809", "");
    nae_mark_control(np(), zone_of("porto"), NAE_EMPIRE);
    fleets("box:porto", "fl_villeneuve");
    fleets("box:porto", "fl_gravina");
    cr_assert_eq(nae_side_of(ns(), NAE_SPAIN), NAE_COALITION);
    sail_from(NAE_EMPIRE, 1);
    expect_legal("sail(sea,atlantique_sud)", true);
    expect_legal("sail(port,porto)", false);
}

/* B39: 0 and +1 roll 2 and 6, the French 0 rolls 5: 9 against 5, one fleet is sunk. */
Test(nae_naval, b39_a_fleet_is_sunk)
{
    nae_start("1805", "");
    fleets("sea:manche", "fl_stirling fl_keith");
    fleets("sea:manche", "fl_villeneuve");
    sail_from(NAE_COALITION, 2);
    if (ns()->header.step == NAE_STEP_SQUADRON) {
        play("squadron(fl_keith,go); squadron(fl_stirling,go)");
    }
    play("sail(attack,sea:manche)");
    dice("6 2 5");
    play("sea_evade(stand)");
    expect_fallen();
    expect_at("fl_villeneuve", "reserve");
    expect_at("fl_stirling fl_keith", "sea:manche");
}

/* B68, B85: an attack on two fleets in a fortified port: difference 5: none, 9: one, 12: all; a tie beats the
 * attacker. */
static void attack_brest(const char *falls)
{
    nae_start("1805", "");
    fleets("box:brest", "fl_stirling fl_calder fl_duckworth");
    fleets("port:brest", "fl_villeneuve fl_ganteaume");
    sail_from(NAE_COALITION, 3);
    play("squadron(fl_stirling,go); squadron(fl_calder,go); squadron(fl_duckworth,go)");
    dice(falls);
    play("sail(port_attack,brest)");
}

Test(nae_naval, b68_attack_in_port)
{
    attack_brest("6 6 2 3 3 3"); /* 14 to 9 */
    expect_fallen();
    expect_at("fl_villeneuve fl_ganteaume", "port:brest");
    attack_brest("6 6 3 2 2 2"); /* 15 to 6 */
    expect_step("fleet_loss", NAE_EMPIRE);
    play("fleet_loss(fl_ganteaume)");
    expect_at("fl_ganteaume", "reserve");
    expect_at("fl_villeneuve", "port:brest");
    expect_at("fl_stirling fl_calder fl_duckworth", "box:brest");
    expect_legal("sail(port_attack,brest)", false); /* once a round */
    attack_brest("6 6 6 2 2 1");                    /* 18 to 5 */
    expect_at("fl_villeneuve fl_ganteaume", "reserve");
}

Test(nae_naval, b85_tie_in_port)
{
    attack_brest("4 4 1 3 3 3"); /* 9 to 9 */
    expect_fallen();
    expect_at("fl_villeneuve fl_ganteaume", "port:brest");
    expect_at("fl_stirling fl_calder fl_duckworth", "box:brest");
    expect_step("action", NAE_EMPIRE);
}

/* B37: two at sea and one blockader make three; the other blockader cannot join. One success is enough. */
Test(nae_naval, b37_interception_in_the_channel)
{
    nae_start("1805", "");
    fleets("port:brest", "fl_villeneuve fl_ganteaume fl_missiessy");
    fleets("sea:manche", "fl_stirling fl_calder");
    fleets("box:boulogne", "fl_duckworth");
    fleets("box:le_havre", "fl_gambier");
    sail_from(NAE_EMPIRE, 3);
    play("squadron(fl_villeneuve,go); squadron(fl_ganteaume,go); squadron(fl_missiessy,go)");
    play("sail(sea,golfe_de_gascogne); sail(sea,manche)");
    expect_step("sea_intercept", NAE_COALITION);
    dice("1 6 1 1 1 2 2 2");
    play("sea_intercept(sea:manche,yes)"); /* 1 + 2: fails */
    expect_choices("sea_order(box:boulogne); sea_order(box:le_havre); sea_order(none)");
    play("sea_order(box:boulogne)"); /* 6 + 2: all three fight; the second blockader makes four */
    expect_fallen();
    expect_at("fl_duckworth", "sea:manche");
    expect_at("fl_gambier", "box:le_havre");
}

/* Leaving a blockaded port means battle; beaten, the squadron stays in it. */
Test(nae_naval, blockaded_port)
{
    nae_start("1805", "");
    fleets("port:toulon", "fl_emeriau");
    fleets("box:toulon", "fl_saumarez");
    sail_from(NAE_EMPIRE, 1);
    dice("1 3");
    play("sail(sea,golfe_du_lion)"); /* 1 + 0 against 3 + 2: one fleet lost */
    expect_fallen();
    expect_at("fl_emeriau", "reserve");
    expect_at("fl_saumarez", "box:toulon");
}

/* 17.2.8: two steps a fleet, with general and depot; ashore the activation of the troops is over. */
Test(nae_naval, transport)
{
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_calder");
    at("portsmouth", "moore gb_1 dp_grande_bretagne_1");
    sail_from(NAE_COALITION, 1);
    expect_legal("sail(load,gb_1)", true);
    play("sail(load,gb_1)");
    cr_expect_eq(ns()->place[piece_of("moore")], NAE_ABOARD, "a general without a corps goes aboard with it");
    play("sail(sea,manche); sail(sea,golfe_de_gascogne); sail(sea,atlantique_sud)");
    play("sail(port,gibraltar); sail(unload,gibraltar); sail(stop)");
    expect_at("gb_1 moore", "gibraltar");
    cr_expect(nae_bit(ns(), piece_of("gb_1"), NAE_ACTIVATED));
    expect_at("fl_calder", "port:gibraltar");
}

/* An army that goes aboard whole lands where a corps stands [17.2.8]. */
Test(nae_naval, an_army_lands_among_friends)
{
    nae_start("1805", "");
    fleets("port:florence", "fl_allemand");
    at("florence", "eugene grande_armee fr_16");
    at("genes", "fr_9-");
    sail_from(NAE_EMPIRE, 1);
    play("sail(load,fr_16); sail(sea,golfe_du_lion); sail(port,genes)");
    expect_legal("sail(unload,genes)", true);
    play("sail(unload,genes)");
    expect_at("fr_16 fr_9 eugene grande_armee", "genes");
}

/* Fleets that flee, beat the blockaders and follow them into the box of their port stay there [17.2.1,
 * 17.3.2]. */
Test(nae_naval, who_follows_the_blockaders_flees_no_farther)
{
    nae_start("1809", "");
    fleets("port:anvers", "fl_allemand");
    fleets("box:anvers", "fl_stirling");
    nae_push_flee(np(), zone_of("anvers"), NAE_EMPIRE);
    dice("4 2");
    nae_go();
    if (ns()->header.step == NAE_STEP_FLEE) {
        play("flee(le_havre)");
    }
    expect_fallen();
    play("sea_retreat(port:plymouth); blockade(yes)");
    expect_at("fl_allemand", "box:plymouth");
}

/* A fortress that goes on serving the Empire when the marker has fallen keeps its port [18.1, 17.2.1]. */
Test(nae_naval, the_port_is_whose_the_fortress_is)
{
    nae_start("1809", "");
    inside("barcelone", "fr_5");
    at("barcelone", "es_milice_1");
    nae_set_marker(ns(), zone_of("barcelone"), NAE_NOBODY);
    nae_set_fort_state(ns(), zone_of("barcelone"), NAE_FORT_EMPIRE);
    fleets("sea:golfe_du_lion", "fl_allemand");
    sail_from(NAE_EMPIRE, 1);
    expect_legal("sail(port,barcelone)", true);
    cr_expect_not(nae_friendly_port(nd(), ns(), zone_of("barcelone"), NAE_COALITION));
}

/* B38: two steps land at Naples; one die against the guns, two sieges fail: the force is lost, the fleets
 * stand off. */
Test(nae_naval, b38_landing_at_naples)
{
    nae_start("1805", "");
    fleets("box:naples", "fl_ball");
    fleets("port:palerme", "");
    nae_set_status(np(), NAE_NAPLES, NAE_EMPIRE_ALLY);
    ns()->place[piece_of("gb_1")] = (uint8_t)zone_of("gibraltar");
    fleets("port:gibraltar", "fl_calder");
    sail_from(NAE_COALITION, 1);
    play("squadron_at(port:gibraltar); sail(load,gb_1)");
    play("sail(sea,mediterranee_occidentale); sail(sea,mediterranee_centrale)");
    play("sail(box,naples)");
    expect_legal("sail(assault,naples)", true);
    dice("5 2 3 3");
    play("sail(assault,naples)");
    expect_fallen(); /* 5 against 2; 3 + 0 stable, 3 + 1 stable */
    expect_at("gb_1", "reserve");
    expect_step("stand_off", NAE_COALITION);
    play("stand_off(sea:mediterranee_centrale)");
    expect_at("fl_calder", "sea:mediterranee_centrale");
}

/* B70: no landing in winter, and the ice closes the gulfs of the Baltic. */
Test(nae_naval, b70_winter)
{
    nae_start("1805", "");
    fleets("sea:baltique", "fl_suede");
    const uint32_t swedes = nae_fleet_bit(piece_of("fl_suede"));
    const unsigned baltic = nae_sea_by_id(nd(), "baltique");
    const unsigned gulf = nae_sea_by_id(nd(), "golfe_de_finlande");
    cr_expect(nae_sea_open(nd(), ns(), swedes, baltic, gulf));
    ns()->round = 6;
    cr_expect(!nae_sea_open(nd(), ns(), swedes, baltic, gulf));
}

/* 17.2.3, 17.2.4: the Bosphorus, the waters of Sweden, and one Russian fleet at most abroad. */
Test(nae_naval, waters)
{
    nae_start("1805", "");
    cr_assert_str_eq(nd()->sea_id[NAE_AEGEAN], "mer_egee");
    cr_assert_str_eq(nd()->sea_id[NAE_BLACK_SEA], "mer_noire");
    const uint32_t swedes = nae_fleet_bit(piece_of("fl_suede"));
    const unsigned north = nae_sea_by_id(nd(), "mer_du_nord");
    const unsigned straits = nae_sea_by_id(nd(), "detroits");
    cr_expect(!nae_sea_open(nd(), ns(), swedes, straits, north));
    fleets("sea:mer_du_nord", "fl_seniavine");
    fleets("sea:detroits", "fl_tchitchagov");
    const uint32_t second = nae_fleet_bit(piece_of("fl_tchitchagov"));
    cr_expect(!nae_sea_open(nd(), ns(), second, straits, north));
    fleets("port:saint_petersbourg", "fl_seniavine");
    cr_expect(nae_sea_open(nd(), ns(), second, straits, north));
    const uint32_t french = nae_fleet_bit(piece_of("fl_emeriau"));
    cr_expect(nae_sea_open(nd(), ns(), french, NAE_AEGEAN, NAE_BLACK_SEA), "Turkey is neutral");
    nae_set_status(np(), NAE_TURKEY, NAE_FORCED_PEACE);
    cr_expect(nae_sea_open(nd(), ns(), french, NAE_AEGEAN, NAE_BLACK_SEA), "no side has Constantinople");
    nae_set_status(np(), NAE_TURKEY, NAE_COALITION_ALLY);
    cr_expect(!nae_sea_open(nd(), ns(), french, NAE_AEGEAN, NAE_BLACK_SEA));
}

/* A squadron that is attacked at sea and has neither a port of its own nor another sea zone to go to is not
 * asked whether it evades [17.2.6]: the Adriatic has one way out, by which the enemy has come. */
Test(nae_naval, nowhere_to_evade_to)
{
    nae_start("1805", "");
    fleets("sea:mediterranee_centrale", "fl_ball");
    fleets("sea:adriatique", "fl_emeriau");
    sail_from(NAE_COALITION, 1);
    play("sail(sea,adriatique); sea_intercept(sea:adriatique,no)");
    dice("6 1");
    play("sail(attack,sea:adriatique)");
    expect_fallen();
}

/* 14.10 of the map: the fleets of a port that falls make for the nearest port of theirs. */
Test(nae_naval, flight)
{
    nae_start("1805", "");
    fleets("port:toulon", "fl_emeriau");
    nae_mark_control(np(), zone_of("toulon"), NAE_COALITION);
    nae_push_flee(np(), zone_of("toulon"), NAE_EMPIRE); /* as if the fortress had fallen, too */
    nae_go();
    while (ns()->header.step == NAE_STEP_FLEE) {
        expect_step("flee", NAE_EMPIRE);
        MoveList list = {0};
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        NAE_STEPS[top->step].options(np(), top, &list);
        cr_assert_gt(list.count, 1);
        char text[MOVE_TEXT_BYTES];
        nae_move_text(nd(), list.moves[0], text);
        play(text);
    }
    cr_expect_eq(ns()->bits[piece_of("fl_emeriau")] & NAE_AT, NAE_AT_PORT);
    cr_expect_neq(ns()->place[piece_of("fl_emeriau")], zone_of("toulon"));
    cr_expect_eq(ns()->voyage.side, SEAT_NONE);
}

/* 10C: Nelson's squadron rolls again; on 5 or more with the fleets destroyed he falls. */
Test(nae_naval, nelson)
{
    nae_start("1805", "");
    hand("10C");
    fleets("sea:golfe_de_gascogne", "fl_nelson");
    fleets("sea:golfe_de_gascogne", "fl_villeneuve");
    sail_from(NAE_COALITION, 1);
    play("sail(attack,sea:golfe_de_gascogne)");
    dice("1 6 6 4");
    play("sea_evade(stand)");
    expect_step("sea_card", NAE_COALITION);
    play("sea_card(10C)"); /* 9 against 6: beaten, nothing sunk; the die of Nelson: 4 */
    expect_fallen();
    expect_step("sea_retreat", NAE_EMPIRE);
    expect_at("fl_nelson", "sea:golfe_de_gascogne");
    cr_expect_eq(nae_card_place(ns(), NAE_C(10)), NAE_CARD_DISCARD);
}
