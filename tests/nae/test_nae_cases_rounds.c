/* test_nae_cases_rounds.c: the rounds of a year: what an action costs, the reserve of action points, cards
 * for points, events and diplomacy, rounds that are skipped or added, each case worked out by hand from the
 * rulebook (chapters 5.2, 6 and 11 of the revised edition) before it was played; the sums stand in the
 * comments. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/cards.h"
#include "engine/nae/nae.h"
#include "tests/nae/nae_position.h"

/* ------------------------------------------------------------------ helpers */

/* Nothing is going on but the year, in which a side's action of a round is next. */
static void round_of(unsigned round, unsigned side)
{
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = NAE_PHASE_ROUNDS + 1U;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = (uint8_t)round;
    nae_recompute_owned(nd(), ns());
    nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = side == NAE_EMPIRE ? 0 : 2;
    nae_go();
}

static void nae_expect_reserve(unsigned side, unsigned points)
{
    cr_expect_eq(ns()->side[side].reserve_ap, points, "line %d: %u points in reserve", nae_line,
                 ns()->side[side].reserve_ap);
}
#define expect_reserve(side, points) (NAE_LINE, nae_expect_reserve(side, points))

static void nae_expect_round(unsigned round, unsigned side)
{
    expect_step("action", side);
    cr_expect_eq(ns()->round, round, "line %d: round %u", nae_line, ns()->round);
}
#define expect_round(round, side) (NAE_LINE, nae_expect_round(round, side))

/* A corps of each side, far apart, so that both may act. */
static void two_corps(void)
{
    at("mayence", "fr_9");
    at("londres", "gb_3");
}

/* ------------------------------------------------------------------ the reserve (11.2) */

/* The rulebook's example, for the Empire. Round 3: a card of 3, one point spent: 2 in reserve. Round 4: a
 * card of 3 and the 2: Soult 2 and Ney 2: 1 left. Round 5: 25F gives 2 and takes the 1: a fleet 1: 2 left.
 * Round 6: one point without a card and the 2: Soult 2: 1 left, lost with the year. */
Test(nae_cases_rounds, the_example_of_the_reserve)
{
    nae_start("1805", "");
    hand("2F 9F 25F");
    two_corps();
    at("ulm", "soult fr_1");
    at("munich", "ney fr_2");
    fleets("port:brest", "fl_ganteaume");
    round_of(3, NAE_EMPIRE);
    play("action(2F); use(ap); spend(land); spend_zone(mayence); forced_march(0); move(stop); spend(stop)");
    expect_reserve(NAE_EMPIRE, 2);
    play("action(pass)");
    play("action(9F); use(ap)");
    cr_expect_eq(ns()->action.ap, 3 + 2);
    play("spend(land); spend_zone(ulm); forced_march(0); move(stop)");
    play("spend(land); spend_zone(munich); forced_march(0); move(stop)");
    play("spend(stop)");
    expect_reserve(NAE_EMPIRE, 1);
    play("action(pass)");
    play("action(25F)"); /* worth no points: it has but one use */
    cr_expect_eq(ns()->action.ap, 2 + 1);
    play("spend(naval)");
    play("sail(stop); spend(stop)");
    expect_reserve(NAE_EMPIRE, 2);
    play("action(pass)");
    expect_round(6, NAE_EMPIRE);
    play("action(one_ap); spend(land); spend_zone(ulm); forced_march(0); move(stop)");
    play("spend(stop)");
    expect_reserve(NAE_EMPIRE, 1);
    play("action(pass)");
    cr_expect_eq(ns()->header.turn, 1, "the year is over");
    expect_reserve(NAE_EMPIRE, 0);
}

/* An event that activates a force itself takes no points of the reserve: 29F with 2 in reserve moves one
 * force, and the action is over; the 2 stay. */
Test(nae_cases_rounds, events_that_activate_take_no_points)
{
    nae_start("1805", "");
    hand("29F");
    two_corps();
    at("ulm", "soult fr_1 fr_2");
    ns()->side[NAE_EMPIRE].reserve_ap = 2;
    round_of(3, NAE_EMPIRE);
    play("action(29F); use(event)");
    play("spend_zone(mayence); move(stop)"); /* its march of two points is declared by the card */
    expect_round(3, NAE_COALITION);
    expect_reserve(NAE_EMPIRE, 2);
}

/* One point without a card may be put by at once; a round passed leaves the reserve as it is. */
Test(nae_cases_rounds, a_point_put_by)
{
    nae_start("1805", "");
    two_corps();
    round_of(2, NAE_EMPIRE);
    play("action(one_ap); spend(stop); action(pass)");
    expect_reserve(NAE_EMPIRE, 1);
    expect_reserve(NAE_COALITION, 0);
    play("action(pass); action(one_ap); spend(stop)");
    expect_reserve(NAE_EMPIRE, 1);
    expect_reserve(NAE_COALITION, 1);
    play("action(one_ap)");
    cr_expect_eq(ns()->action.ap, 2);
    expect_reserve(NAE_EMPIRE, 0);
}

/* ------------------------------------------------------------------ costs (11.1) */

/* Two armies together under Napoléon (1): 2 points; with one point each alone. Under Joseph (3): no more than
 * 3. */
Test(nae_cases_rounds, two_armies_cost_a_point_more)
{
    for (unsigned points = 1; points <= 2; points++) {
        nae_start("1805", "");
        two_corps();
        at("metz", "napoleon grande_armee fr_1 fr_2");
        second_army("metz", NAE_EMPIRE, "massena armee_italie fr_3 fr_4", "massena");
        ns()->side[NAE_EMPIRE].reserve_ap = (uint8_t)(points - 1);
        round_of(3, NAE_EMPIRE);
        play("action(one_ap); spend(land); spend_zone(metz)");
        expect_legal("spend_force(both)", points == 2);
        expect_legal("spend_force(army0)", true);
        expect_legal("spend_force(army1)", true);
    }
    nae_start("1809", "");
    two_corps();
    at("metz", "joseph grande_armee fr_1 fr_2");
    second_army("metz", NAE_EMPIRE, "massena armee_italie fr_3 fr_4", "massena");
    ns()->side[NAE_EMPIRE].reserve_ap = 2;
    round_of(3, NAE_EMPIRE);
    play("action(one_ap); spend(land); spend_zone(metz)");
    expect_legal("spend_force(both)", true);
    play("spend_force(both)");
    cr_expect_eq(ns()->action.ap, 0);
}

/* A force other than an army acts again with the army that it has joined; an army moves once in a round,
 * whoever it stands with [12.2.3, revised]. */
Test(nae_cases_rounds, an_army_that_has_moved_goes_with_nobody)
{
    for (unsigned army = 0; army < 2; army++) {
        nae_start("1805", "");
        at("metz", "napoleon grande_armee fr_1 fr_2");
        at("strasbourg", army != 0 ? "massena armee_italie fr_3 fr_4" : "massena fr_3 fr_4");
        nae_act_in(3, NAE_EMPIRE, 6);
        go("spend(land); spend_zone(strasbourg); spend_force(whole); forced_march(0); move(go,metz)");
        play("move(stop); spend(land)");
        expect_legal("spend_force(both)", false);
        expect_legal(army != 0 ? "spend_force(army0)" : "spend_force(whole)", true);
        expect_legal("spend_force(army1)", false);
    }
}

/* A corps may leave its general for one point, but not the last one: Soult (2) with two corps and one point
 * sends either, with one corps nobody. */
Test(nae_cases_rounds, the_last_corps_stays_with_its_general)
{
    nae_start("1805", "");
    at("ulm", "soult fr_1 fr_9");
    at("londres", "gb_3");
    round_of(3, NAE_EMPIRE);
    play("action(one_ap); spend(land)");
    expect_choices("spend_force(fr_1); spend_force(fr_9)");
    nae_start("1805", "");
    at("ulm", "soult fr_1");
    at("londres", "gb_3");
    round_of(3, NAE_EMPIRE);
    play("action(one_ap)"); /* nothing to spend it on: it goes to the reserve */
    expect_round(3, NAE_COALITION);
    expect_reserve(NAE_EMPIRE, 1);
}

/* Units move once in a round; who has joined an army may act again with it, who has joined a general without
 * one may not: Davout cannot act with the corps, his other corps can. */
Test(nae_cases_rounds, who_joins_an_army_acts_again)
{
    for (unsigned army = 0; army < 2; army++) {
        nae_start("1805", "");
        hand("2F");
        at("ulm", "fr_garde");
        at("munich", army != 0 ? "napoleon grande_armee fr_1 fr_9" : "davout fr_1 fr_9");
        at("londres", "gb_3");
        round_of(3, NAE_EMPIRE);
        play("action(2F); use(ap); spend(land); spend_zone(ulm); forced_march(0); move(go,munich); "
             "move(stop); spend(land)");
        expect_legal("spend_force(fr_1)", true);
        expect_legal("spend_force(fr_9)", true);
        expect_legal("spend_force(fr_garde)", false);
        expect_legal("spend_force(whole)", army != 0);
        if (army != 0) {
            play("spend_force(whole); forced_march(0); move(go,ratisbonne); move(stop)");
            expect_at("fr_1 fr_9 fr_garde", "ratisbonne");
            expect_reserve(NAE_EMPIRE, 3 - 1 - 1); /* nobody is left to act */
        }
    }
}

/* A squadron costs a point for each fleet: with two points two of the three in the Channel sail. */
Test(nae_cases_rounds, a_squadron_costs_a_point_a_fleet)
{
    nae_start("1805", "");
    two_corps();
    fleets("sea:manche", "fl_ball fl_keith fl_hood");
    ns()->side[NAE_COALITION].reserve_ap = 1;
    round_of(3, NAE_COALITION);
    play("action(one_ap); spend(naval)");
    play("squadron(fl_ball,go); squadron(fl_keith,go)"); /* no point is left for Hood */
    expect_step("sail", NAE_COALITION);
    cr_expect_eq(ns()->action.ap, 0);
    cr_expect_not(ns()->bits[piece_of("fl_hood")] & NAE_SAILING);
}

/* ------------------------------------------------------------------ cards (5.2, 6) */

/* Diplomacy on minors in two rounds of a year: a third is not offered; the powers are no targets in rounds.
 * The Hanse 1, Mecklenburg 2: both fail (6 is needed). */
Test(nae_cases_rounds, diplomacy_in_two_rounds)
{
    nae_start("1805", "");
    hand("2F 9F 43F");
    two_corps();
    round_of(2, NAE_EMPIRE);
    play("action(2F); use(diplomacy)");
    expect_legal("target(prusse)", false);
    expect_legal("target(turquie)", false);
    expect_legal("target(egypte)", true);
    dice("1");
    play("target(hanse)");
    expect_fallen();
    play("action(pass); action(9F); use(diplomacy)");
    dice("2");
    play("target(mecklembourg); action(pass); action(43F)");
    expect_legal("use(diplomacy)", false);
    expect_legal("use(ap)", true);
}

/* One new foreign war a year: after Persia in round 3 Finland is worth its points only. */
Test(nae_cases_rounds, one_foreign_war_a_year)
{
    nae_start("1805", "");
    hand("9F 16F");
    two_corps();
    at("vilna", "ru_3");
    at("riga", "ru_4");
    round_of(3, NAE_EMPIRE);
    play("action(9F)");
    expect_legal("use(event)", true);
    play("use(event)");
    play("foreign_war_zone(vilna); foreign_war(bagration)");
    cr_expect_eq(ns()->place[piece_of("ru_3")], NAE_FOREIGN_WAR);
    cr_expect_eq(ns()->place[piece_of("bagration")], NAE_FOREIGN_WAR);
    play("action(pass); action(16F)");
    expect_legal("use(event)", false);
    expect_legal("use(ap)", true);
}

/* 16C in the sixth round gives a point, to which the one in reserve is added: Charles (2) acts. Then comes a
 * seventh round. */
Test(nae_cases_rounds, the_seventh_round)
{
    nae_start("1805", "");
    hand("16C 15C");
    at("mayence", "fr_9");
    at("vienne", "charles au_1");
    ns()->side[NAE_COALITION].reserve_ap = 1;
    round_of(5, NAE_COALITION);
    play("action(16C)");
    expect_legal("use(event)", false); /* of the sixth round only */
    play("use(ap); spend(stop); action(pass)");
    expect_reserve(NAE_COALITION, 4);
    nae_start("1805", "");
    hand("16C 15C");
    at("mayence", "fr_9");
    at("vienne", "charles au_1");
    ns()->side[NAE_COALITION].reserve_ap = 1;
    round_of(6, NAE_COALITION);
    play("action(16C); use(event)");
    cr_expect_eq(ns()->action.ap, 1 + 1);
    play("spend(land)"); /* Charles alone can act */
    expect_step("forced_march", NAE_COALITION);
    play("forced_march(0); move(stop)");
    expect_round(7, NAE_EMPIRE);
    play("action(pass)");
    expect_round(7, NAE_COALITION);
    play("action(pass)");
    cr_expect_eq(ns()->header.turn, 1);
}

/* 48F ends the round at once, before the Coalition's action, and the next is skipped for both; in the fifth
 * round that is the end of the activations. It costs a point of the level. */
Test(nae_cases_rounds, an_armistice)
{
    nae_start("1809", "");
    hand("48F");
    two_corps();
    const int level = ns()->level;
    round_of(3, NAE_EMPIRE);
    play("action(48F); use(event)");
    cr_expect_eq(ns()->level, level - 1);
    expect_round(5, NAE_EMPIRE);
    nae_start("1809", "");
    hand("48F 16C");
    two_corps();
    round_of(5, NAE_EMPIRE);
    play("action(48F); use(event)");
    cr_expect_eq(ns()->header.turn, 5, "1810");
}

/* 25F is due as soon as no French fleet is free: blockaded at Brest it is played of itself, escalade + 3, and
 * its two points are to be spent; with a fleet at sea, or one in an open port, the Empire is free. */
Test(nae_cases_rounds, the_blockade_is_due)
{
    static const char *const place[3] = {"port:brest", "port:toulon", "sea:golfe_du_lion"};
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        hand("25F 2F");
        two_corps();
        fleets(place[i], "fl_emeriau");
        fleets("box:brest", "fl_keith");
        round_of(3, NAE_EMPIRE);
        if (i > 0) {
            expect_choices("action(pass); action(one_ap); action(2F); action(25F)");
            continue;
        }
        expect_step("spend", NAE_EMPIRE);
        cr_expect_eq(ns()->action.ap, 2);
        cr_expect_eq(ns()->escalade, 3);
        cr_expect(ns()->flags & NAE_BLOCKADE);
    }
}

/* The Grand Coalition in the Punishments (Britain, Austria, Spain and, won over, Russia and Prussia): 51C is
 * worth 2 in points (Charles 2) and towards the minimum of a minor with units; with four powers 1. */
static void four_or_five_powers(bool grand)
{
    nae_start("1809", "");
    hand("51C");
    at("mayence", "fr_9");
    at("vienne", "charles au_1");
    nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
    nae_set_status(np(), NAE_PRUSSIA, grand ? NAE_COALITION_ALLY : NAE_NEUTRAL);
    round_of(3, NAE_COALITION);
}

Test(nae_cases_rounds, a_card_of_the_grand_coalition)
{
    for (unsigned grand = 0; grand < 2; grand++) {
        four_or_five_powers(grand != 0);
        play("action(51C); use(diplomacy)");
        expect_legal("target(hanse)", true);
        expect_legal("target(egypte)", grand != 0);
        four_or_five_powers(grand != 0);
        play("action(51C); use(ap)");
        if (grand == 0) {
            expect_round(4, NAE_EMPIRE); /* one point moves nobody */
            expect_reserve(NAE_COALITION, 1);
            continue;
        }
        cr_expect_eq(ns()->action.ap, 2);
        play("spend(land)");
        expect_step("forced_march", NAE_COALITION);
        cr_expect_eq(ns()->action.ap, 0);
    }
}

/* ------------------------------------------------------------------ movement of a round (12, 16) */

/* Round 5: a point less. Militia of 1 does not move without a forced march; a corps of 3 with one of two: 4
 * points. */
Test(nae_cases_rounds, bad_weather)
{
    nae_start("1805", "");
    at("odessa", "ru_milice_1");
    at("mayence", "fr_9");
    round_of(5, NAE_COALITION);
    play("action(one_ap); spend(land); forced_march(0)");
    expect_round(6, NAE_EMPIRE);
    nae_start("1805", "");
    at("vienne", "au_1");
    at("mayence", "fr_9");
    round_of(5, NAE_COALITION);
    play("action(one_ap); spend(land); forced_march(2)");
    cr_expect_eq(ns()->march.mp, 3 - 1 + 2);
}
