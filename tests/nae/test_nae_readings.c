/* test_nae_readings.c: what the engine written from the rules alone and this one once answered differently,
 * settled by the rulebook; each case names its clause. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* A side has points to spend. */
static void act(unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 3;
    nae_push(np(), NAE_STEP_SPEND, side);
    nae_go();
}

static void sail_from(unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    nae_push_sailing(np(), side);
    nae_go();
}

/* ---- depots [1.2, 13.4] ---- */

Test(nae_readings, depots_move_with_a_general_only)
{
    nae_start("1815", "");
    at("anvers", "gb_3 dp_grande_bretagne_1");
    act(NAE_COALITION, 1);
    play("spend(land); forced_march(0); move(go,bruxelles); move(stop)");
    expect_at("gb_3", "bruxelles");
    expect_at("dp_grande_bretagne_1", "anvers");
}

Test(nae_readings, fixed_depots_stay)
{
    nae_start("1815", "");
    at("metz", "ney fr_1 dp_france_1= dp_france_2");
    act(NAE_EMPIRE, 2);
    play("spend(land); forced_march(0); move(go,reims); move(stop)");
    expect_at("ney fr_1 dp_france_2", "reims");
    expect_at("dp_france_1", "metz");
}

Test(nae_readings, depots_sail_with_a_general)
{
    nae_start("1815", "");
    at("toulon", "suchet fr_13 dp_france_1");
    fleets("port:toulon", "fl_emeriau");
    sail_from(NAE_EMPIRE, 1);
    expect_legal("sail(load,dp_france_1)", false);
    play("sail(load,fr_13)"); /* with his last corps the general goes aboard [14.8 of the map] */
    expect_legal("sail(load,dp_france_1)", true);
}

/* ---- limits and ranks [9.2, 10.1, 12.2.2] ---- */

Test(nae_readings, excess_is_lost_by_steps)
{
    nae_start("1815", "");
    at("paris", "ney fr_1 fr_2 fr_3");
    nae_tidy_zone(np(), zone_of("paris"));
    nae_go(); /* 6 steps under 5 points of command: one step of the only class */
    expect_steps("fr_1", 1);
    expect_steps("fr_2", 2);
    expect_steps("fr_3", 2);
}

Test(nae_readings, a_lower_rank_may_not_stop_with_a_higher)
{
    nae_start("1805", "");
    at("innsbruck", "jean au_9");
    at("salzbourg", "mack armee_allemagne au_1 au_2");
    act(NAE_COALITION, 3);
    play("spend(land); spend_zone(salzbourg); spend_force(whole); forced_march(1); move(go,innsbruck)");
    expect_legal("move(take,au_9)", false);
    expect_legal("move(stop)", false);
    expect_legal("move(go,salzbourg)", true);
}

/* ---- sieges [15.3, 15.4] ---- */

/* Repulsed with four steps before the citadel of Mantua: three are too few, the siege is raised, they
 * withdraw. */
Test(nae_readings, a_force_that_acts_raises_its_siege)
{
    nae_start("1805", "");
    at("venise", "charles au_4 au_5");
    act(NAE_COALITION, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(go,mantoue); fortress(siege)");
    dice("1");
    play("move(siege)");
    expect_fallen();
    cr_expect_not(nae_besieged(ns(), zone_of("mantoue")));
    expect_step("withdraw", NAE_COALITION);
    play("retreat(venise)");
    expect_at("charles au_4 au_5", "venise");
}

/* 33F serves the free attack after a battle too, so it may be played before the fortress is reached. */
Test(nae_readings, siege_train_on_the_march)
{
    nae_start("1805", "");
    at("strasbourg", "ney fr_1");
    hand("33F");
    act(NAE_EMPIRE, 2);
    play("spend(land); forced_march(0)");
    expect_legal("move(card,33F)", true);
    play("move(card,33F)");
    expect_legal("move(card,33F)", false);
}

/* ---- control [4] ---- */

/* Whoever wins a battle puts his marker for nothing, the defender too. */
Test(nae_readings, a_defender_who_wins_marks)
{
    nae_start("1815", "");
    at("poitiers", "mi_chouans");
    at("poitiers", "fr_16-");
    dice("1 1 6 6");
    battle("poitiers", NAE_EMPIRE, "tours", 0);
    expect_fallen();
    cr_expect_eq(nae_marker(ns(), zone_of("poitiers")), NAE_COALITION);
}

/* ---- supply of revolts [18C, 23C, special rule of 1815] ---- */

Test(nae_readings, tyrol_has_a_source_at_innsbruck)
{
    nae_start("1809", "");
    at("trente", "mi_tyrol");
    const NaePieces corps = nae_pieces_one(piece_of("mi_tyrol"));
    marker("innsbruck", NAE_EMPIRE);
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("trente"), NAE_NONE, NAE_NONE));
    marker("innsbruck", NAE_COALITION);
    nae_set_fort_state(ns(), zone_of("innsbruck"), NAE_FORT_OWNER);
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("trente"), NAE_NONE, NAE_NONE));
}

/* ---- events that activate [9.1] ---- */

/* A subordinate or a corps that leaves its stack is a force like any other. */
Test(nae_readings, events_activate_parts_too)
{
    nae_start("1805", "");
    at("strasbourg", "napoleon grande_armee ney fr_1 fr_10");
    at("mayence", "mi_hollande");
    ns()->phase = NAE_PHASE_ROUNDS;
    nae_push_event_activation(np(), NAE_EMPIRE, NAE_PICK_NATION, NAE_FRANCE,
                              NAE_MARCH_EVENT | NAE_MARCH_FREE_FORCED, 2);
    nae_go();
    expect_choices("spend_force(whole); spend_force(ney); spend_force(fr_1); spend_force(fr_10)");
    play("spend_force(ney)");
    expect_step("split", NAE_EMPIRE);
    play("split(fr_10); move(go,bade); move(stop)");
    expect_at("ney fr_10", "bade");
}

/* ---- the sea [17.2] ---- */

Test(nae_readings, relief_of_a_blockade_costs_a_point)
{
    nae_start("1805", "");
    fleets("box:toulon", "fl_pellew");
    fleets("sea:golfe_du_lion", "fl_ball");
    sail_from(NAE_COALITION, 1);
    if (ns()->header.step == NAE_STEP_SQUADRON_AT) {
        play("squadron_at(sea:golfe_du_lion)");
    }
    expect_legal("sail(box,toulon)", true);
    ns()->voyage.mp = 0;
    expect_legal("sail(box,toulon)", false);
}

Test(nae_readings, cargo_aboard_at_the_end_is_lost)
{
    nae_start("1805", "");
    at("toulon", "fr_13");
    fleets("port:toulon", "fl_emeriau");
    sail_from(NAE_EMPIRE, 1);
    play("sail(load,fr_13); sail(stop)");
    expect_at("fr_13", "reserve");
}

/* Forces of a minor that joins a side are its fleets too [8.2.3, 9.1]. */
Test(nae_readings, fleets_of_a_minor_come_with_it)
{
    nae_start("1805", "");
    ns()->place[piece_of("fl_danemark")] = NAE_RESERVE;
    nae_join_side(np(), NAE_DENMARK, NAE_EMPIRE, NAE_JOIN_ATTACKED);
    nae_go();
    expect_at("fl_danemark", "port:copenhague");
}

/* An own port with enemies in the field may be landed in [17.2.9]. */
Test(nae_readings, landing_in_an_own_port)
{
    nae_start("1805", "");
    at("naples", "fr_13");
    cr_expect(nae_invaded_port(nd(), ns(), zone_of("naples"), NAE_COALITION));
    cr_expect_not(nae_invaded_port(nd(), ns(), zone_of("naples"), NAE_EMPIRE));
    cr_expect_not(nae_invaded_port(nd(), ns(), zone_of("tarente"), NAE_COALITION));
}

/* ---- cards of the budget ---- */

static void transfers_of(unsigned side)
{
    ns()->phase = NAE_PHASE_BUDGET;
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        ns()->major[n].resources = 10;
        ns()->major[n].received = 4;
    }
    nae_push(np(), NAE_STEP_TRANSFER, side);
    nae_go();
}

/* 6C: an ally may receive up to 8 resources this turn, whichever it is. */
Test(nae_readings, spanish_galleons_and_subsidies)
{
    nae_start("1805", "");
    nae_add_modifier(np(), NAE_C(6), NAE_NONE, 8, 1);
    transfers_of(NAE_COALITION);
    expect_legal("transfer(grande_bretagne,autriche)", true);
    expect_legal("transfer(russie,autriche)", true);
}

/* 7F: Spanish resources for France before 24F and 25F. */
Test(nae_readings, godoy_pays)
{
    nae_start("1805", "");
    nae_add_modifier(np(), NAE_F(7), NAE_NONE, 4, 1);
    ns()->major[NAE_FRANCE].received = 0;
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->major[NAE_SPAIN].resources = 10;
    nae_push(np(), NAE_STEP_TRANSFER, NAE_EMPIRE);
    nae_go();
    expect_legal("transfer(espagne,france)", true);
}

/* 6.4: a general may go to a foreign war unless what he leaves is no legal force. */
Test(nae_readings, generals_for_a_foreign_war)
{
    nae_start("1805", "");
    at("saint_petersbourg", "bagration ru_7");
    at("kiev", "tormassov ru_8 ru_3-");
    for (unsigned piece = NAE_FIRST_GENERAL; piece < NAE_FIRST_GENERAL + NAE_GENERALS; piece++) {
        if (nd()->nation_of[piece] == NAE_RUSSIA && ns()->place[piece] == NAE_RESERVE &&
            piece != piece_of("dokhtourov")) {
            ns()->place[piece] = NAE_LATER;
        }
    }
    hand("9F");
    nae_push_foreign_war(np(), NAE_F(9));
    nae_go();
    play("foreign_war_zone(saint_petersbourg)");
    /* He stays behind without a corps and goes to the reserve, whence he may go too. */
    expect_legal("foreign_war(tormassov)", false);
    expect_legal("foreign_war(dokhtourov)", true);
}

/* 7.6b: what a stack at peace cannot hold is asked of its manager. */
Test(nae_readings, excess_of_a_power_at_peace)
{
    nae_start("1805", "");
    at("constantinople", "tu_janissaires tu_1");
    nae_tidy_neutral(np(), zone_of("constantinople"));
    nae_go();
    expect_step("excess", nae_manager(nd(), ns(), NAE_TURKEY));
    expect_choices("excess(tu_janissaires); excess(tu_1)");
}

/* A depot whose interceptors are lost stands in the zone like any other. */
Test(nae_readings, depot_of_lost_interceptors)
{
    nae_start("1805", "");
    at("lille", "ney fr_1 dp_france_1");
    NAE_EACH_PIECE(piece, nae_at(nd(), ns(), zone_of("lille"))) { ns()->bits[piece] |= NAE_INTERCEPTING; }
    nae_put(ns(), piece_of("fr_1"), NAE_RESERVE, false);
    nae_tidy_zone(np(), zone_of("lille"));
    expect_at("ney", "reserve");
    expect_at("dp_france_1", "lille");
    cr_expect_eq(ns()->bits[piece_of("dp_france_1")] & NAE_SLOT, 0);
}

/* Friends of a power that has left the war are a force of their own: who is too many under no general goes
 * (18.2.3, 7.2). */
Test(nae_readings, friends_of_a_beaten_power_stand_alone)
{
    nae_start("1805", "");
    at("stuttgart", "charles au_1 ru_1 ru_2");
    at("vienne", "au_3");
    nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    NaeFrame *frame = nae_push(np(), NAE_STEP_RELOCATE_FORCE, NAE_COALITION);
    frame->a = NAE_AUSTRIA;
    nae_go();
    while (strncmp(nae_step_name(ns()->header.step), "relocate", 8) == 0) {
        MoveList legal = {0};
        char text[MOVE_TEXT_BYTES];
        cr_assert(nae_list(np(), &legal) > 0);
        nae_move_text(nd(), legal.moves[0], text);
        play(text);
    }
    expect_step("excess", NAE_COALITION);
    expect_at("ru_1 ru_2", "stuttgart");
}

/* Who takes corps of a power in forced alliance leaves no general alone (40F, 7.6). */
Test(nae_readings, no_general_stays_behind_alone)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    at("berlin", "hohenlohe pr_1");
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_1"));
    nae_recompute_owned(nd(), ns());
    nae_tidy_neutral(np(), zone_of("berlin"));
    expect_at("hohenlohe", "reserve");
    expect_at("pr_1", "berlin");
}

/* A free step is for a corps that its force has room for (26C, 7.2). */
Test(nae_readings, free_steps_need_room)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    nae_set_status(np(), NAE_SWEDEN, NAE_COALITION_ALLY);
    const unsigned most = nae_general(nd(), piece_of("kalckreuth"))->command;
    at("stettin", "kalckreuth mi_suede-");
    cr_assert(nae_pieces_in(nae_step_units(np(), NAE_SWEDEN), piece_of("mi_suede")));
    for (unsigned i = 1;
         nae_steps(nd(), ns(), nae_land(nd(), ns(), zone_of("stettin"), NAE_COALITION)) < most; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "pr_%u", i);
        nae_put(ns(), piece_of(name), zone_of("stettin"), false);
        if (nae_steps(nd(), ns(), nae_land(nd(), ns(), zone_of("stettin"), NAE_COALITION)) > most) {
            nae_set_bit(ns(), piece_of(name), NAE_REDUCED);
        }
    }
    cr_expect(!nae_pieces_in(nae_step_units(np(), NAE_SWEDEN), piece_of("mi_suede")));
}
