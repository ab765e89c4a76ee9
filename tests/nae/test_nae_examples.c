/* test_nae_examples.c: the small examples of the rulebook (part B of the worked examples) that no other suite
 * replays, each worked out by hand from its clause. `tests/nae/rulemap.md` says which is where. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/budget.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

/* A side has points to spend in a round. */
static void act_in(unsigned round, unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = (uint8_t)round;
    nae_push(np(), NAE_STEP_SPEND, side);
    nae_go();
}
static void act(unsigned side, unsigned points) { act_in(3, side, points); }

static void sail_from(unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    nae_push_sailing(np(), side);
    nae_go();
}

static void conquests(void)
{
    ns()->frame[0].a = NAE_PHASE_VICTORY;
    ns()->phase = NAE_PHASE_CONQUEST;
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    nae_run(np());
}

/* A fortress in the hands of a side that does not own it. */
static void captured(const char *zone, unsigned side)
{
    nae_marker_at(zone, side);
    nae_set_fort_state(ns(), zone_of(zone), side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
}

/* Prussia fights for the Coalition, its minors with it. */
static void prussia_at_war(void)
{
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    status(NAE_SAXONY, NAE_COALITION_ALLY);
    status(nae_nation_by_id(nd(), "hesse"), NAE_COALITION_ALLY);
}

static unsigned slots(unsigned side) { return nae_open_slots(nd(), ns(), side); }

/* ------------------------------------------------------------------ control and hands (4, 6.2, 7.2) */

/* B1: an own unit in a marked zone leaves the marker until the conquests. */
Test(nae_examples, b1_marker_on_berlin)
{
    nae_start("1815", "");
    marker("berlin", NAE_EMPIRE);
    at("kustrin", "ru_3");
    act(NAE_COALITION, 1);
    play("spend(land); forced_march(0); move(go,berlin); move(stop)");
    cr_expect_eq(nae_marker(ns(), zone_of("berlin")), NAE_EMPIRE);
    conquests();
    cr_expect_eq(nae_marker(ns(), zone_of("berlin")), NAE_NOBODY);
}

/* B2: no permanent card of a forced ally, none of a capital in enemy hands. */
Test(nae_examples, b2_permanent_cards)
{
    nae_start("1805", "");
    cr_expect(nae_permanent_due(nd(), ns(), card_of("3C")));
    cr_expect(nae_permanent_due(nd(), ns(), card_of("2C")));
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    marker("moscou", NAE_EMPIRE);
    cr_expect_not(nae_permanent_due(nd(), ns(), card_of("3C")));
    cr_expect_not(nae_permanent_due(nd(), ns(), card_of("2C")));
    cr_expect(nae_permanent_due(nd(), ns(), card_of("1C")));
}

/* A capital under siege is the enemy's [3.2]: its slot is lost, and its card with it (map 4.2.3). */
Test(nae_examples, a_besieged_capital_sends_no_permanent_card)
{
    nae_start("1805", "");
    inside("vienne", "au_1");
    at("vienne", "napoleon grande_armee fr_1 fr_2");
    cr_expect(nae_permanent_due(nd(), ns(), card_of("3C")));
    nae_set_siege(ns(), zone_of("vienne"), true, 0);
    cr_expect_not(nae_permanent_due(nd(), ns(), card_of("3C")));
}

/* B3: London, Lisbon, Gibraltar and Malta, the Two Sicilies: four slots, six cards all the same. */
Test(nae_examples, b3_the_smallest_hand)
{
    nae_start("1805", "");
    status(NAE_AUSTRIA, NAE_NEUTRAL);
    status(NAE_RUSSIA, NAE_NEUTRAL);
    cr_expect_eq(slots(NAE_COALITION), 4);
    cr_expect_eq(nae_hand_size(nd(), ns(), NAE_COALITION), 6);
    marker("palerme", NAE_EMPIRE); /* half of the Two Sicilies, without supply: it still counts */
    cr_expect_eq(slots(NAE_COALITION), 4);
}

/* B4: war on Prussia brings the Coalition two more cards: Berlin with Koenigsberg, and Warsaw. */
Test(nae_examples, b4_war_on_prussia)
{
    nae_start("1805", "");
    const unsigned before = slots(NAE_COALITION);
    nae_declare_war(np(), NAE_EMPIRE, NAE_PRUSSIA);
    cr_expect_eq(slots(NAE_COALITION), before + 2);
    cr_expect_eq(ns()->escalade, 1, "the first declaration on a neutral major");
}

/* B5: Mantua in supply takes a card from the Empire and gives one to the Coalition. */
Test(nae_examples, b5_mantua)
{
    nae_start("1805", "");
    const unsigned empire = slots(NAE_EMPIRE);
    const unsigned coalition = slots(NAE_COALITION);
    captured("mantoue", NAE_COALITION);
    at("mantoue", "charles au_4 au_5");
    cr_expect_eq(slots(NAE_EMPIRE), empire - 1);
    cr_expect_eq(slots(NAE_COALITION), coalition + 1);
}

/* B48: Prussia won over: a card for each of its two slots; the card played is gone. */
Test(nae_examples, b48_cards_for_prussia)
{
    nae_start("1805", "");
    nae_go();
    cr_expect_eq(nae_slots_gained(nd(), ns(), NAE_COALITION, NAE_PRUSSIA), 0, "not before it has joined");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    cr_expect_eq(nae_slots_gained(nd(), ns(), NAE_COALITION, NAE_PRUSSIA), 2);
}

/* B74: the Kingdom of Bavaria gives no card while Innsbruck (or Munich) is the Coalition's. */
Test(nae_examples, b74_kingdom_of_bavaria)
{
    nae_start("1805", "");
    for (unsigned i = 0; i < 2; i++) {
        const unsigned tyrol[] = {zone_of("innsbruck"), zone_of("trente")};
        ns()->owner[tyrol[i]] = NAE_BAVARIA;
    }
    ns()->flags |= NAE_BAVARIAN_KINGDOM;
    nae_recompute_owned(nd(), ns());
    const unsigned with = slots(NAE_EMPIRE);
    captured("salzbourg", NAE_COALITION); /* its own land: nothing changes */
    marker("innsbruck", NAE_COALITION);
    at("innsbruck", "au_1");
    cr_expect_eq(slots(NAE_EMPIRE), with - 1);
}

/* B75: five majors against France in the Punishments: each card of the Coalition but a combat card counts one
 * more. */
Test(nae_examples, b75_grand_coalition)
{
    nae_start("1815", "");
    cr_expect(nae_grand_coalition(nd(), ns()));
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("26C")), nd()->card[card_of("26C")].value + 1U);
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("31C")), nd()->card[card_of("31C")].value);
    status(NAE_SPAIN, NAE_NEUTRAL);
    status(NAE_TURKEY, NAE_NEUTRAL);
    cr_expect_not(nae_grand_coalition(nd(), ns()), "four are too few");
}

/* ------------------------------------------------------------------ budgets (7.3) */

static unsigned minor_steps_of(unsigned side, const char *list[], unsigned count)
{
    nae_start("1809", "");
    for (unsigned n = NAE_MAJORS; n < NAE_NATIONS; n++) {
        status(n, NAE_NEUTRAL);
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned nation = nae_nation_by_id(nd(), list[i]);
        cr_assert_neq(nation, NAE_NONE, "%s", list[i]);
        status(nation, side == NAE_EMPIRE ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY);
    }
    return nae_free_steps(np(), side);
}

/* B6 to B8: one free step for every two minors with units; the new states count with their members. */
Test(nae_examples, b6_b7_b8_free_steps)
{
    const char *three[] = {"suede", "portugal", "naples"};
    cr_expect_eq(minor_steps_of(NAE_COALITION, three, 3), 1);
    const char *nine[] = {"confederation_du_rhin",
                          "westphalie",
                          "hesse",
                          "suisse",
                          "italie",
                          "bade",
                          "wurtemberg",
                          "hollande",
                          "baviere"};
    cr_expect_eq(minor_steps_of(NAE_EMPIRE, nine, 9), 4);
    const char *five[] = {"suede", "portugal", "naples", "saxe", "hesse"};
    cr_expect_eq(minor_steps_of(NAE_COALITION, five, 5), 2);
}

/* B9: the French reserve cavalry costs 3 for a step and 2 for the next; only an army in a reinforcement zone
 * takes it. */
Test(nae_examples, b9_reserve_cavalry)
{
    nae_start("1805", "");
    ns()->budget.power = NAE_FRANCE;
    const unsigned cavalry = piece_of("fr_res_cav");
    const Move full = nae_move2(NAE_M_PURCHASE_UNIT, NAE_W_FULL, cavalry);
    cr_expect_eq(nae_price(nd(), full), 10, "five resources, in halves");
    cr_expect(nae_zones_empty(nae_places_for_unit(np(), cavalry, 2)));
    at("ulm", "napoleon grande_armee fr_1 fr_2");
    cr_expect(nae_zones_empty(nae_places_for_unit(np(), cavalry, 2)), "Ulm is no reinforcement zone");
    at("strasbourg", "napoleon grande_armee fr_1 fr_2");
    const NaeZones zones = nae_places_for_unit(np(), cavalry, 2);
    cr_expect_eq(nae_zones_count(zones), 1);
    cr_expect(nae_zones_in(zones, zone_of("strasbourg")));
}

/* B10, B51: Trieste annexed without a link by land: a source, but no reinforcements. */
Test(nae_examples, b10_b51_trieste)
{
    nae_start("1805", "");
    at("trieste", "fr_1");
    const NaePieces corps = nae_pieces_one(piece_of("fr_1"));
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("trieste"), NAE_NONE));
    ns()->owner[zone_of("trieste")] = NAE_FRANCE;
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("trieste"), NAE_NONE));
    cr_expect_not(nae_zones_in(nae_reinforcement_zones(np(), NAE_FRANCE), zone_of("trieste")));
}

/* B72: with Warsaw the Coalition's Polish units are neither rebuilt nor restored; Poland lives on. */
Test(nae_examples, b72_warsaw_lost)
{
    nae_start("1809", "");
    status(NAE_POLAND, NAE_PROTECTORATE);
    at("thorn", "mi_pologne_1-");
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->side[NAE_EMPIRE].minor_steps = 2;
    nae_push(np(), NAE_STEP_MINOR_STEP, NAE_EMPIRE);
    nae_go();
    expect_legal("minor_step(mi_pologne_1)", true);
    captured("varsovie", NAE_COALITION);
    expect_legal("minor_step(mi_pologne_1)", false);
    const int level = ns()->level;
    ns()->frames--;
    conquests();
    cr_expect_eq(nae_status(ns(), NAE_POLAND), NAE_PROTECTORATE);
    cr_expect_eq(ns()->level, level);
}

/* ------------------------------------------------------------------ points (9.1, 9.2) */

/* B12: three points: three forces of initiative 1, or one of 2 and a fleet, or one of 3. */
Test(nae_examples, b12_three_points)
{
    nae_start("1805", "");
    at("paris", "davout fr_1");
    at("lyon", "lannes fr_2");
    at("metz", "murat fr_3");
    at("lille", "bernadotte fr_4");
    at("nantes", "soult fr_5");
    fleets("port:toulon", "fl_emeriau");
    act(NAE_EMPIRE, 3);
    play("spend(land); spend_zone(paris); forced_march(0); move(stop)");
    cr_expect_eq(ns()->action.ap, 2);
    play("spend(land)");
    expect_legal("spend_zone(lille)", false); /* three are too many now */
    play("spend_zone(nantes); forced_march(0); move(stop)");
    cr_expect_eq(ns()->action.ap, 0);
    nae_start("1805", "");
    at("lille", "bernadotte fr_4");
    act(NAE_EMPIRE, 3);
    play("spend(land); forced_march(0); move(stop)");
    cr_expect_eq(ns()->action.ap, 0);
}

/* B79: a point moves either corps of a stack under a general, never both. */
Test(nae_examples, b79_one_corps_of_two)
{
    nae_start("1805", "");
    at("paris", "davout fr_1 fr_9");
    act(NAE_EMPIRE, 2);
    play("spend(land)");
    expect_choices("spend_force(whole); spend_force(fr_1); spend_force(fr_9)");
    play("spend_force(fr_1); forced_march(0); move(go,soissons); move(stop); spend(land)");
    expect_legal("spend_force(fr_9)", false); /* the general's last */
}

/* B15: what is left of three points, one, is saved. */
Test(nae_examples, b15_points_in_reserve)
{
    nae_start("1805", "");
    at("paris", "soult fr_1");
    at("vienne", "au_1");
    ns()->round = 3;
    ns()->phase = NAE_PHASE_ROUNDS;
    nae_grant_points(np(), NAE_EMPIRE, 3, true);
    nae_go();
    play("spend(land); forced_march(0); move(stop)");
    cr_expect_eq(ns()->side[NAE_EMPIRE].reserve_ap + ns()->action.ap, 1);
}

/* B14, B78: only who could reach the army for a point is gathered, and the army has one less: Marmont from
 * Stuttgart, not Ney from beyond the Danube. */
Test(nae_examples, b14_b78_gathering)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee fr_1 fr_2");
    at("stuttgart", "marmont fr_3");
    at("nuremberg", "ney fr_4");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole)");
    expect_choices("gather(stuttgart,join); gather(stuttgart,stay)");
    play("gather(stuttgart,join); forced_march(0)");
    cr_expect_eq(ns()->march.mp, 3, "4 - 1");
    expect_at("marmont fr_3", "ulm");
}

/* Depots are no force: one that who has acted left at Stuttgart in this round bars nobody there from being
 * gathered [6.5 of the map]. */
Test(nae_examples, a_depot_left_bars_no_gathering)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee fr_1 fr_2");
    at("stuttgart", "marmont fr_3 dp_france_1=");
    nae_set_bit(ns(), piece_of("dp_france_1"), NAE_ACTIVATED);
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole)");
    expect_choices("gather(stuttgart,join); gather(stuttgart,stay)");
    play("gather(stuttgart,join); forced_march(0)");
    expect_at("marmont fr_3", "ulm");
    expect_at("dp_france_1", "stuttgart");
}

/* ------------------------------------------------------------------ marches (12.1 to 12.3) */

/* B16: the slowest corps sets the pace. B17: two points do not cross a mountain without a pass. */
Test(nae_examples, b16_b17_pace_and_mountains)
{
    nae_start("1805", "");
    at("milan", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 mi_italie_1");
    act_in(5, NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole); forced_march(0)");
    cr_expect_eq(ns()->march.mp, 2, "3 of the Italians, 1 less in bad weather");
    expect_legal("move(go,trente)", false); /* 1 and 2 for the mountain */
}

/* B19: Massena leaves 2 of his 4 steps and takes Oudinot's 2: that general goes to the reserve, or stays
 * under an army. */
static void massena_takes_oudinot(const char *force)
{
    nae_start("1809", "");
    at("milan", force);
    at("turin", "oudinot fr_11");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole)");
    if (strcmp(nae_step_name(ns()->header.step), "gather") == 0) {
        play("gather(turin,stay)");
    }
    play("forced_march(0); move(drop,fr_9); move(go,turin); move(take,fr_11)");
}
Test(nae_examples, b19_massena_and_oudinot)
{
    massena_takes_oudinot("massena fr_9 fr_10");
    expect_at("oudinot", "reserve");
    expect_at("massena fr_10 fr_11", "turin");
    expect_at("fr_9", "milan");
    massena_takes_oudinot("massena armee_italie fr_9 fr_10");
    expect_at("oudinot massena fr_11", "turin");
}

/* B21: 4 + 3 points, two spent, then a corps of 3 is taken up: four are left. */
Test(nae_examples, b21_a_slower_corps)
{
    nae_start("1805", "");
    at("strasbourg", "napoleon grande_armee fr_1 fr_2");
    at("ulm", "mi_bade");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_power(france); spend_force(whole); forced_march(3)");
    cr_expect_eq(ns()->march.mp, 7);
    play("move(go,bade)"); /* 1, and 1 for the Rhine */
    cr_expect_eq(ns()->march.mp, 5);
    at("bade", "mi_bade");
    play("move(take,mi_bade)");
    cr_expect_eq(ns()->march.mp, 4);
}

/* B50: an enemy squadron at sea in the Straits closes Copenhagen-Malmo, never Copenhagen-Jutland; ships in
 * port or box close nothing. */
Test(nae_examples, b50_straits)
{
    nae_start("1805", "");
    status(NAE_DENMARK, NAE_EMPIRE_ALLY);
    at("copenhague", "fr_1");
    const NaePieces corps = nae_pieces_one(piece_of("fr_1"));
    const unsigned from = zone_of("copenhague");
    cr_expect(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, from, zone_of("malmo")));
    fleets("box:copenhague", "fl_calder");
    cr_expect(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, from, zone_of("malmo")));
    fleets("sea:detroits", "fl_calder");
    fleets("sea:detroits", "fl_danemark");
    cr_expect_not(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, from, zone_of("malmo")));
    cr_expect(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, from, zone_of("jutland")));
}

/* B20, B80: the test of a forced march comes before its first battle, at the points declared, used or not;
 * and what is left is marched on with after a victory. */
Test(nae_examples, b20_test_before_the_battle)
{
    nae_start("1805", "");
    at("salzbourg", "charles au_1 au_2 au_3");
    at("munich", "mi_baviere");
    act(NAE_COALITION, 2);
    dice("1 6 6 1 1"); /* 6 steps, 1 + 3 = 4: one; then 5 to 2, a skirmish: 12 + 2 + 1 = 15, two */
    play("spend(land); spend_force(whole); forced_march(3)");
    cr_expect_eq(ns()->march.mp, 6);
    play("move(go,munich)");
    expect_fallen();
    cr_expect_eq(ns()->march.mp, 5);
    expect_steps("au_1", 1);
    expect_at("mi_baviere", "reserve");
}

/* ------------------------------------------------------------------ interception, evasion (12.4, 12.5) */

/* B22: Blucher tries Davout with a card of 1 or more: + 1 cavalry, no better initiative: a 4 is enough. Part
 * of his force may stay. B52: one attempt for a zone entered, whoever could. */
Test(nae_examples, b22_b52_blucher_intercepts)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("dantzig", "davout fr_1 fr_2");
    captured("dantzig", NAE_EMPIRE);
    at("koenigsberg", "blucher pr_1 pr_2");
    at("masurie", "yorck pr_3");
    hand("5C 19C");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole); forced_march(0); move(go,elbing)");
    expect_step("intercept", NAE_COALITION);
    expect_choices("intercept(koenigsberg,blucher); intercept(none)"); /* no card of 2 for Yorck */
    play("intercept(koenigsberg,blucher)");
    dice("3");
    play("intercept_card(5C)");
    expect_fallen(); /* 3 + 1: fails, and nobody else may try */
    expect_step("move", NAE_EMPIRE);
    expect_at("blucher pr_1 pr_2", "koenigsberg");
}

/* B23: nine Prussian steps stand at Elbing against five; beaten, all go back to Koenigsberg, where seven may
 * stand under Blucher. B53: the interceptors go back where they came from with everyone. */
Test(nae_examples, b23_b53_elbing)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("dantzig", "davout fr_1 fr_2 fr_9-");
    captured("dantzig", NAE_EMPIRE);
    at("elbing", "kalckreuth pr_5");
    at("koenigsberg", "blucher pr_1 pr_2 pr_3 pr_4-");
    hand("4C");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole); forced_march(0); move(go,elbing)");
    /* 4 + 1; attrition of 7 steps: 1 + 1 - 2 at home = 0: none */
    dice("4 1 6 6 1 1 6");
    play(
        "intercept(koenigsberg,blucher); come(pr_1,come); come(pr_2,come); come(pr_3,come); come(pr_4,come)");
    play("spearhead(fr_1); spearhead(none)");
    /* 5 to 9: 1:2, -1; the Vistula -1; E 12 - 1 - 1 + 2 + 1 = 13, minor: 3; K 2 + 1 + 1 + 1 (superior
     * cavalry: Blucher) = 5: 1 */
    cr_expect_eq(ns()->battle.losses[0], 1);
    cr_expect_eq(ns()->battle.losses[1], 3);
    cr_expect_eq(ns()->battle.winner, 0);
}

/* B24: Jean enters Milan over the river (2 points) against Massena: + 1, + 1: a 3 is enough. */
Test(nae_examples, b24_massena_evades)
{
    for (unsigned die = 2; die <= 3; die++) {
        nae_start("1805", "");
        at("mantoue", "jean au_1 au_2 au_3");
        captured("mantoue", NAE_COALITION);
        at("milan", "massena fr_9");
        act(NAE_COALITION, 2);
        play("spend(land); spend_force(whole); forced_march(0); move(go,milan)");
        expect_step("evade", NAE_EMPIRE);
        dice(die == 3 ? "3" : "2 6 6 1 1 1");
        play("evade(evade)");
        if (die == 3) {
            expect_step("evade_to", NAE_EMPIRE);
            expect_legal("evade_to(mantoue)", false);
            expect_legal("evade_to(turin)", true);
        } else {
            cr_expect_str_neq(nae_step_name(ns()->header.step), "evade_to");
        }
    }
}

/* ------------------------------------------------------------------ supply (13) */

/* B32: Lannes in Blucher's zone beyond the marsh: 2 + 1 points to Thorn are too many. */
Test(nae_examples, b32_lannes_without_supply)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    captured("thorn", NAE_EMPIRE);
    at("varsovie", "dp_france_1=");
    captured("varsovie", NAE_EMPIRE);
    at("koenigsberg", "lannes fr_1 fr_2");
    const NaePieces lannes = nae_field(nd(), ns(), zone_of("koenigsberg"), NAE_EMPIRE);
    cr_expect_not(nae_is_supplied(nd(), ns(), lannes, zone_of("koenigsberg"), zone_of("masurie")));
}

/* B35: Strasbourg is a source by itself, until it is besieged. */
Test(nae_examples, b35_strasbourg)
{
    nae_start("1805", "");
    inside("strasbourg", "fr_1");
    const NaePieces corps = nae_pieces_one(piece_of("fr_1"));
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("strasbourg"), NAE_NONE));
    at("strasbourg", "au_1");
    nae_set_siege(ns(), zone_of("strasbourg"), true, 0);
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("strasbourg"), NAE_NONE));
}

/* B26: 7 steps, 4 of them French, march 3, poor: 4 - 1 + 2 + 3 = 8: two, the first French. */
Test(nae_examples, b26_two_losses)
{
    nae_start("1805", "");
    at("lublin", "napoleon grande_armee fr_1 fr_2 mi_baviere mi_hollande-");
    nae_push_attrition(np(), NAE_EMPIRE, zone_of("lublin"), NAE_STANDING, NAE_TEST_POOR, 3);
    dice("4");
    nae_go();
    expect_fallen();
    expect_step("attrition_loss", NAE_EMPIRE);
    expect_steps("fr_1", 1); /* of one class: nobody is asked */
    expect_choices("attrition_loss(fr_1); attrition_loss(fr_2); attrition_loss(mi_baviere); "
                   "attrition_loss(mi_hollande)");
}

/* B27: who joins a corps that stands there is tested without it. */
Test(nae_examples, b27_only_who_moved_is_tested)
{
    nae_start("1805", "");
    at("munich", "davout fr_1");
    at("stuttgart", "fr_2");
    act(NAE_EMPIRE, 1);
    play("spend(land); spend_zone(munich); forced_march(2)"); /* 2 steps: 6 + 2 - 2 = 6: the star alone */
    play("move(go,ulm); move(go,stuttgart)");
    const NaeAttritionCell *cell = &nd()->table.attrition[0][6 + 2];
    cr_expect_eq(cell->losses, 0);
    cr_expect_eq(cell->star, 1);
    dice("6 3");
    play("move(stop)");
    expect_fallen();
    expect_steps("fr_1", 2);
    expect_steps("fr_2", 2);
}

/* ------------------------------------------------------------------ battle (14) */

static int odds_of(const char *french, const char *austrian)
{
    nae_start("1805", "");
    at("munich", french);
    at("munich", austrian);
    at("ulm", "dp_france_1=");
    battle("munich", NAE_EMPIRE, "ulm", 0);
    return ns()->battle.odds;
}

/* B28: 9 to 6 are 2:1, 8 to 10 and 11 to 8 are 1:1, 5 to 2 are 3:1. */
Test(nae_examples, b28_odds)
{
    cr_expect_eq(odds_of("napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_garde-", "charles au_1 au_2 au_3"), 1);
    cr_expect_eq(odds_of("napoleon fr_1 fr_2 fr_3 fr_4", "charles armee_allemagne au_1 au_2 au_3 au_4 au_5"),
                 0);
    cr_expect_eq(odds_of("napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_garde-",
                         "charles armee_allemagne au_1 au_2 au_3 au_4"),
                 0);
    cr_expect_eq(odds_of("davout fr_1 fr_2 fr_9-", "au_1"), 2);
}

/* B33, B34: morale 3, defence 2, three more losses: a 3 demoralises. Pursuit: 4 + 3 + 2 + 1 = 10: four more.
 */
Test(nae_examples, b33_b34_demoralised_and_pursued)
{
    nae_start("1805", "");
    at("munich", "napoleon grande_armee murat fr_1 fr_2 fr_3 fr_res_cav");
    at("bade", "dp_france_1=");
    at("munich", "charles armee_allemagne au_1 au_2 au_3 au_4 au_5");
    /* 8 to 10 are 1:1, a minor battle: E 9 + 3 + 1 cavalry + 1 = 14: three; K 2 + 2 = 4: none */
    dice("4 5 1 1 3 4");
    battle("munich", NAE_EMPIRE, "ulm", 0);
    play("spearhead(fr_1); subordinate(none)");
    cr_expect_eq(ns()->battle.losses[0], 0);
    play("battle_loss(au_1)"); /* the others are nobody's choice: all of one class */
    /* limit 3 + 2 - 3 = 2, a 3 fails; 4 + 3 + 2 + 1 = 10: four more */
    play("retreat(salzbourg); pursuit_loss(au_2); pursuit_loss(au_3)");
    expect_fallen();
    expect_at("charles armee_allemagne au_4 au_5", "salzbourg");
    expect_steps("au_4", 1);
    cr_expect(nae_bit(ns(), piece_of("au_5"), NAE_DEMORALISED));
}

/* B41: Warsaw and Berlin held, the army gone: Prussia falls without Koenigsberg; with an army it does not. */
Test(nae_examples, b41_prussia_without_koenigsberg)
{
    nae_start("1805", "");
    prussia_at_war();
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    at("berlin", "davout fr_1 dp_france_1=");
    marker("berlin", NAE_EMPIRE);
    captured("varsovie", NAE_EMPIRE);
    captured("glogau", NAE_EMPIRE);
    captured("posen", NAE_EMPIRE);
    captured("kustrin", NAE_EMPIRE);
    captured("magdebourg", NAE_EMPIRE);
    at("varsovie", "dp_france_2=");
    at("posen", "dp_france_3=");
    at("wittemberg", "dp_france_4=");
    at("koenigsberg", "brunswick armee_elbe pr_1");
    const bool berlin = nae_controls(nd(), ns(), zone_of("berlin"), NAE_EMPIRE);
    const bool warsaw = nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE);
    cr_assert(berlin && warsaw, "Berlin %d, Warsaw %d", berlin, warsaw);
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
    ns()->place[piece_of("armee_elbe")] = NAE_RESERVE;
    cr_expect(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE));
}

/* B43: the length of the first edition is half a die, rounded up. */
Test(nae_examples, b43_half_a_die)
{
    nae_start("1805", "options.peace_length_r1=true");
    at("vienne", "davout fr_1 fr_2 dp_france_1=");
    captured("vienne", NAE_EMPIRE);
    captured("salzbourg", NAE_EMPIRE);
    at("munich", "dp_france_2=");
    dice("3");
    conquests();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
    if (strcmp(nae_step_name(ns()->header.step), "stay_or_go") == 0) {
        play("stay_or_go(vienne,stay)");
    }
    expect_fallen();
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_FORCED_PEACE);
}

/* B64: no rally for a corps without general, none out of supply. */
Test(nae_examples, b64_rally)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    nae_set_bit(ns(), piece_of("fr_1"), NAE_DEMORALISED);
    act(NAE_EMPIRE, 1);
    play("spend(land)");
    if (strcmp(nae_step_name(ns()->header.step), "forced_march") == 0) {
        play("forced_march(0)");
    }
    expect_legal("move(rally)", false);
    nae_start("1805", "");
    at("paris", "davout fr_1");
    nae_set_bit(ns(), piece_of("fr_1"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("davout"), NAE_DEMORALISED);
    act(NAE_EMPIRE, 1);
    play("spend(land)");
    if (strcmp(nae_step_name(ns()->header.step), "spend_force") == 0) {
        play("spend_force(whole)");
    }
    expect_legal("move(rally)", true); /* no forced march to ask about */
    dice("6");
    play("move(rally)"); /* 5 and 3 (his best value): 6 is under 8 */
    expect_fallen();
    cr_expect_not(nae_bit(ns(), piece_of("fr_1"), NAE_DEMORALISED));
    cr_expect_eq(ns()->march.mp, 2);
}

/* ------------------------------------------------------------------ the sea (17) */

/* B36: a fleet joins two others by points; the next round 1C moves all three. */
Test(nae_examples, b36_a_fleet_joins)
{
    nae_start("1805", "");
    fleets("port:lisbonne", "fl_portugal");
    fleets("port:gibraltar", "fl_calder fl_stirling");
    sail_from(NAE_COALITION, 1);
    play("squadron_at(port:lisbonne); sail(sea,atlantique_sud); sail(port,gibraltar); sail(stop)");
    expect_at("fl_portugal", "port:gibraltar");
    cr_expect(nae_bit(ns(), piece_of("fl_portugal"), NAE_ACTIVATED));
}

/* B67: three points in the sea zone of an enemy port are box, port and landing. */
Test(nae_examples, b67_three_points_for_a_landing)
{
    for (unsigned points = 2; points <= 3; points++) {
        nae_start("1805", "");
        at("portsmouth", "gb_1");
        fleets("port:portsmouth", "fl_stirling");
        sail_from(NAE_COALITION, 1);
        play("sail(load,gb_1); sail(sea,manche)");
        ns()->voyage.mp = (uint8_t)points;
        play("sail(box,cherbourg)");
        expect_legal("sail(assault,cherbourg)", points == 3);
    }
}

/* B69: the squadron's dice against one of the fortress; a tie is rolled again; beaten ships keep their
 * points. */
Test(nae_examples, b69_guns_of_the_fortress)
{
    nae_start("1805", "");
    at("portsmouth", "gb_1");
    fleets("port:portsmouth", "fl_stirling");
    sail_from(NAE_COALITION, 1);
    play("sail(load,gb_1); sail(sea,manche); sail(box,cherbourg)");
    const unsigned left = ns()->voyage.mp;
    dice("4 4 2 3");
    play("sail(assault,cherbourg)"); /* 4 to 4, then 2 to 3 */
    expect_fallen();
    expect_choices("stand_off(box:cherbourg); stand_off(sea:manche)");
    play("stand_off(sea:manche)");
    cr_expect_eq(ns()->voyage.mp, left - 2);
    cr_expect_eq(ns()->place[piece_of("gb_1")], NAE_ABOARD);
    play("sail(port,portsmouth); sail(unload,portsmouth)");
    expect_at("gb_1", "portsmouth");
}

/* B82: of two fleets the one without cargo is lost first. */
Test(nae_examples, b82_the_empty_fleet_first)
{
    nae_start("1805", "");
    at("portsmouth", "gb_1");
    fleets("port:portsmouth", "fl_stirling fl_calder");
    fleets("sea:manche", "fl_villeneuve fl_ganteaume");
    sail_from(NAE_COALITION, 2);
    play("squadron(fl_stirling,go); squadron(fl_calder,go); sail(load,gb_1); sail(sea,manche)");
    play("sea_intercept(sea:manche,no); sail(attack,sea:manche)");
    const unsigned carrier = ns()->voyage.carrier[ns()->bits[piece_of("gb_1")] & 3U];
    const char *empty = carrier == piece_of("fl_stirling") ? "fl_calder" : "fl_stirling";
    dice("1 2 4 4");
    play("sea_evade(stand)"); /* 3 and their values to 8: the difference is between 4 and 7 */
    expect_fallen();
    expect_at(empty, "reserve");
    cr_expect_eq(ns()->place[piece_of("gb_1")], NAE_ABOARD);
}
