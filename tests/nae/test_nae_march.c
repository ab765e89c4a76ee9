/* test_nae_march.c: marches, forces, supply and attrition of Napoleon against Europe, after the example of
 * play and the small examples of the rules, with dice given. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "tests/nae/nae_play.h"

/* Reinforcement zones of a nation. */
static NaeZones zones_for(unsigned nation)
{
    const NaePlay play = nae_reader(nae_d(), nae_s());
    return nae_reinforcement_zones(&play, nation);
}

static unsigned steps_at(const char *zone, unsigned side)
{
    return nae_steps(nae_d(), nae_s(), nae_land(nae_d(), nae_s(), nae_zone(zone), side));
}

/* Begins an activation by a card of the hand for its points. */
static void activate(const char *card, const char *power, const char *zone)
{
    char text[MOVE_TEXT_BYTES];
    nae_give(card);
    (void)snprintf(text, sizeof text, "action(%s)", card);
    nae_make(text);
    if (nae_may("use(ap)")) {
        nae_make("use(ap)");
    }
    nae_make("spend(land)");
    (void)snprintf(text, sizeof text, "spend_power(%s)", power);
    if (nae_may(text)) {
        nae_make(text);
    }
    (void)snprintf(text, sizeof text, "spend_zone(%s)", zone);
    if (nae_may(text)) {
        nae_make(text);
    }
    if (nae_may("spend_force(whole)")) {
        nae_make("spend_force(whole)");
    }
}

/* Example of play, round 2: Marmont marches 5 of 6 points, marks Erfurt and loses a French step. */
Test(nae_march, marmont_1805)
{
    nae_open("1805", NULL);
    nae_lay_aside("21F"); /* it would waive the test */
    activate("9F", "france", "amsterdam");
    nae_make("forced_march(3)");
    cr_expect_eq(nae_s()->march.mp, 6, "a Dutch corps sets the pace: 3 and 3 forced");
    nae_make("move(go,hanovre)");
    nae_make("move(take,fr_6)");
    nae_make("move(go,berg)");
    cr_expect_not(nae_may("move(go,kassel)"), "Hesse is neutral");
    nae_make("move(go,erfurt)");
    nae_make("move(mark)");
    cr_expect_eq(nae_marker(nae_s(), nae_zone("erfurt")), NAE_EMPIRE);
    nae_make("move(go,wurtzburg)");
    cr_expect_eq(nae_s()->march.mp, 1);
    nae_fall("53"); /* 5 + 3 - 1 = 7: 1*, and the star die is low */
    nae_make("move(stop)");
    cr_expect_str_eq(nae_asks(), "attrition_loss");
    cr_expect_not(nae_may("attrition_loss(mi_hollande)"), "the first loss is French");
    nae_make("attrition_loss(fr_6)");
    cr_expect_eq(nae_dice_left(), 0);
    cr_expect_eq(nae_s()->side[NAE_EMPIRE].reserve_ap + nae_s()->action.ap, 1, "3 points, 2 spent");
}

/* Example, round 3: Saint-Cyr besieges Rome twice; the depot reactivates it. */
Test(nae_march, saint_cyr_takes_rome)
{
    nae_open("1805", NULL);
    activate("9F", "france", "florence");
    nae_make("forced_march(0)");
    cr_expect_eq(nae_s()->march.mp, 4);
    nae_make("move(go,perouse)");
    nae_make("move(go,rome)");
    nae_make("fortress(siege)");
    nae_fall("2");
    nae_make("move(siege)");
    cr_expect_eq(nae_siege_marker(nae_s(), nae_zone("rome")), 1, "2 + 2: stable");
    nae_fall("3");
    nae_make("move(siege)");
    cr_expect_eq(nae_marker(nae_s(), nae_zone("rome")), NAE_EMPIRE, "3 + 2 + 1: honours");
    nae_make("reactivate(depot)");
    cr_expect_eq(nae_fortress_side(nae_d(), nae_s(), nae_zone("rome")), NAE_EMPIRE);
    cr_expect_eq(nae_s()->place[nae_piece("dp_france_4")], NAE_RESERVE);
}

/* Example, round 2, Coalition: only Austrians act; Charles besieges Mantua. */
Test(nae_march, charles_besieges_mantua)
{
    nae_open("1805", NULL);
    nae_make("action(pass)");
    nae_give("18C");
    nae_make("action(18C)");
    if (nae_may("use(ap)")) {
        cr_expect_not(nae_may("use(event)"), "only Austrian activations");
        nae_make("use(ap)");
    }
    cr_expect_not(nae_may("spend(naval)"));
    nae_make("spend(land)");
    cr_expect_not(nae_may("spend_power(russie)"));
    nae_make("spend_zone(venise)");
    if (nae_may("spend_force(whole)")) {
        nae_make("spend_force(whole)");
    }
    nae_make("forced_march(0)");
    nae_make("move(go,mantoue)");
    if (nae_may("intercept(none)")) {
        nae_make("intercept(none)");
    }
    cr_expect_eq(nae_s()->march.mp, 1, "a marsh takes 2");
    nae_make("fortress(siege)");
    nae_fall("6");
    nae_make("move(siege)");
    cr_expect_eq(nae_siege_marker(nae_s(), nae_zone("mantoue")), 1, "6 + 1 - 2: stable");
}

/* 9.1: Soult leaves the Grande Armee with 3 steps for 2 points and acts as a force of his own. */
Test(nae_march, subordinate_leaves)
{
    nae_open("1805", NULL);
    nae_give("9F");
    nae_make("action(9F)");
    if (nae_may("use(ap)")) {
        nae_make("use(ap)");
    }
    nae_make("spend(land)");
    if (nae_may("spend_power(france)")) {
        nae_make("spend_power(france)");
    }
    nae_make("spend_zone(lille)");
    nae_make("spend_force(soult)");
    cr_expect_eq(nae_s()->action.ap, 1);
    nae_make("split(fr_garde)");
    nae_make("split(fr_1)");
    nae_make("split(done)");
    nae_make("forced_march(0)");
    nae_make("move(go,soissons)");
    nae_make("move(stop)");
    cr_expect_eq(steps_at("soissons", NAE_EMPIRE), 3);
    cr_expect(nae_bit(nae_s(), nae_piece("soult"), NAE_ACTIVATED));
    cr_expect_not(nae_bit(nae_s(), nae_piece("napoleon"), NAE_ACTIVATED), "the army has not been activated");
}

/* 12.1: costs of the map; the slowest sets the pace; Milan and Bologna only touch. */
Test(nae_march, costs)
{
    nae_open("1805", NULL);
    cr_expect_null(nae_edge(nae_d(), nae_zone("milan"), nae_zone("bologne")));
    cr_expect_eq(nae_step_cost(nae_d(), nae_zone("venise"), nae_zone("mantoue"), false), 2);
    cr_expect_eq(nae_step_cost(nae_d(), nae_zone("alexandrette"), nae_zone("acre"), false), NAE_NONE,
                 "the whole allowance");
    NaePieces set = nae_pieces_one(nae_piece("fr_1"));
    nae_pieces_add(&set, nae_piece("mi_baviere"));
    cr_expect_eq(nae_speed(nae_d(), nae_s(), set), 3);
}

/* 8.1.2, 10.1: allied majors: fewer steps each than the commander's nation, and half at most (B56). */
Test(nae_march, allied_steps)
{
    nae_open("1815", NULL);
    const unsigned russian = nae_piece("barclay");
    nae_stand("barclay", "kiev", NAE_COMMANDS);
    nae_stand("ru_3", "kiev", 0);
    nae_stand("ru_4", "kiev", NAE_REDUCED);
    nae_stand("pr_2", "kiev", 0);
    nae_stand("pr_3", "kiev", NAE_REDUCED);
    const NaePieces set = nae_land(nae_d(), nae_s(), nae_zone("kiev"), NAE_COALITION);
    cr_expect_eq(nae_force_fault(nae_d(), nae_s(), set, russian), NAE_FAULT_ALLIES, "3 and 3");
    nae_clear_bit(nae_s(), nae_piece("ru_4"), NAE_REDUCED);
    cr_expect_eq(nae_force_fault(nae_d(), nae_s(), set, russian), NAE_FAULT_NONE, "4 and 3");
}

/* 7.2, 7.4: capacity, ranks, and who may serve. */
Test(nae_march, command)
{
    nae_open("1805", NULL);
    const NaePieces army = nae_land(nae_d(), nae_s(), nae_zone("lille"), NAE_EMPIRE);
    cr_expect(nae_force_legal(nae_d(), nae_s(), army));
    cr_expect_eq(nae_senior(nae_d(), nae_s(), army), nae_piece("napoleon"));
    cr_expect_eq(nae_capacity(nae_d(), nae_piece("napoleon"), true), 18);
    cr_expect_eq(nae_force_fault(nae_d(), nae_s(), army, nae_piece("davout")), NAE_FAULT_RANK,
                 "Napoleon never serves");
    NaePieces pair = nae_pieces_one(nae_piece("fr_1"));
    nae_pieces_add(&pair, nae_piece("fr_2"));
    cr_expect_eq(nae_force_fault(nae_d(), nae_s(), pair, NAE_NONE), NAE_FAULT_NO_GENERAL);
}

/* 13: sources and chains; the capital, own fortresses, and what an enemy in the way cuts. */
Test(nae_march, supply)
{
    nae_open("1805", NULL);
    const NaePieces army = nae_land(nae_d(), nae_s(), nae_zone("lille"), NAE_EMPIRE);
    cr_expect(nae_is_supplied(nae_d(), nae_s(), army, nae_zone("lille"), NAE_NONE), "its own fortress");
    cr_expect(nae_is_supplied(nae_d(), nae_s(), army, nae_zone("ulm"), NAE_NONE),
              "by the fortresses of Bavaria");
    cr_expect_not(nae_is_supplied(nae_d(), nae_s(), army, nae_zone("vienne"), NAE_NONE),
                  "Vienna is the enemy's");
    const NaePlay play = nae_reader(nae_d(), nae_s());
    const NaeZones zones = nae_supplied_zones(&play, NAE_EMPIRE, NAE_FRANCE);
    for (unsigned z = 0; z < nae_d()->zones; z++) {
        if (nae_pieces_empty(nae_at(nae_d(), nae_s(), z))) {
            cr_expect_eq(nae_zones_in(zones, z), nae_is_supplied(nae_d(), nae_s(), army, z, NAE_NONE), "%s",
                         nae_d()->zone_id[z]);
        }
    }
}

/* 7.3.4: reinforcement zones are joined by own land (B10, B51). */
Test(nae_march, reinforcement_zones)
{
    nae_open("1805", NULL);
    NaeZones zones = zones_for(NAE_FRANCE);
    cr_expect(nae_zones_in(zones, nae_zone("paris")));
    cr_expect(nae_zones_in(zones, nae_zone("lille")));
    cr_expect_not(nae_zones_in(zones_for(NAE_BRITAIN), nae_zone("gibraltar")));
    cr_expect_not(nae_zones_in(zones_for(NAE_BRITAIN), nae_zone("malte")));
    nae_s()->owner[nae_zone("rome")] = NAE_FRANCE;
    nae_s()->owner[nae_zone("perouse")] = NAE_FRANCE;
    nae_s()->owner[nae_zone("trieste")] = NAE_FRANCE;
    zones = zones_for(NAE_FRANCE);
    cr_expect(nae_zones_in(zones, nae_zone("rome")));
    cr_expect_not(nae_zones_in(zones, nae_zone("trieste")), "no link by land of its own");
}

/* 13.6: the cells of the table, the French lose first, a depot is asked for (B26 in small). */
Test(nae_march, attrition)
{
    nae_open("1805", NULL);
    const NaeData *d = nae_d();
    cr_expect_eq(d->table.attrition[1][7 + 2].losses, 1);
    cr_expect_eq(d->table.attrition[1][7 + 2].star, 1);
    cr_expect_eq(d->table.attrition[2][8 + 2].losses, 2, "6-8 steps, 8");
}
