/* test_nae_readings.c: what the engine written from the rules alone and this one once answered differently,
 * settled by the rulebook; each case names its clause. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/budget.h"
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
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("trente"), NAE_NONE));
    marker("innsbruck", NAE_COALITION);
    nae_set_fort_state(ns(), zone_of("innsbruck"), NAE_FORT_OWNER);
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("trente"), NAE_NONE));
}

static bool chouans_supplied(const char *zone)
{
    const NaePieces corps = nae_pieces_one(piece_of("mi_chouans"));
    return nae_is_supplied(nd(), ns(), corps, zone_of(zone), NAE_NONE);
}

/* 1815: away from Poitou and Brittany the Chouans trace to a port of the Coalition with a fixed British
 * depot, and to nothing else: not to the fortresses of Flanders, which serve a minor's corps beside them. */
Test(nae_readings, chouans_of_1815_need_a_british_port)
{
    nae_start("1815", "");
    at("bruxelles", "mi_hesse");
    at("bruxelles", "mi_chouans");
    cr_expect(
        nae_is_supplied(nd(), ns(), nae_pieces_one(piece_of("mi_hesse")), zone_of("bruxelles"), NAE_NONE));
    cr_expect_not(chouans_supplied("bruxelles"));
    at("anvers", "gb_3 dp_grande_bretagne_1");
    cr_expect_not(chouans_supplied("bruxelles"), "a mobile one is no source");
    at("anvers", "dp_grande_bretagne_1=");
    cr_expect(chouans_supplied("bruxelles"));
    at("poitiers", "mi_chouans");
    at("londres", "dp_grande_bretagne_1");
    cr_expect(chouans_supplied("poitiers"));
    at("tours", "mi_chouans");
    cr_expect_not(chouans_supplied("tours"));
    at("nantes", "dp_grande_bretagne_1=");
    cr_expect_not(chouans_supplied("tours"), "the port is French");
    marker("nantes", NAE_COALITION);
    cr_expect(chouans_supplied("tours"));
    nae_start("1809", ""); /* the rule is of 1815 */
    at("londres", "mi_chouans");
    cr_expect(chouans_supplied("londres"));
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

/* Who has taken refuge before enemies that have laid no siege goes aboard like the besieged [17.2.8]. */
Test(nae_readings, a_garrison_goes_aboard_with_or_without_a_siege)
{
    for (unsigned siege = 0; siege < 2; siege++) {
        nae_start("1805", "");
        inside("lisbonne", "mi_portugal");
        at("lisbonne", "fr_1");
        nae_set_siege(ns(), zone_of("lisbonne"), siege != 0, 0);
        fleets("port:lisbonne", "fl_portugal");
        sail_from(NAE_COALITION, 1);
        expect_legal("sail(load,mi_portugal)", true);
        play("sail(load,mi_portugal)");
        cr_expect_eq(ns()->place[piece_of("mi_portugal")], NAE_ABOARD);
    }
}

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
    cr_assert(nae_pieces_in(nae_minor_step_units(np(), NAE_SWEDEN), piece_of("mi_suede")));
    for (unsigned i = 1;
         nae_steps(nd(), ns(), nae_land(nd(), ns(), zone_of("stettin"), NAE_COALITION)) < most; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "pr_%u", i);
        nae_put(ns(), piece_of(name), zone_of("stettin"), false);
        if (nae_steps(nd(), ns(), nae_land(nd(), ns(), zone_of("stettin"), NAE_COALITION)) > most) {
            nae_set_bit(ns(), piece_of(name), NAE_REDUCED);
        }
    }
    cr_expect(!nae_pieces_in(nae_minor_step_units(np(), NAE_SWEDEN), piece_of("mi_suede")));
}

/* ==== settled over whole campaigns ==== */

static void put_in_order(unsigned phase)
{
    ns()->phase = (uint8_t)phase;
    ns()->round = phase == NAE_PHASE_ROUNDS ? 3 : 0;
}

/* ---- supply [10.1, 10.6] ---- */

/* The capital of an allied minor that is a fortress is a source, the Duchy of Warsaw's too. */
Test(nae_readings, warsaw_supplies_the_french)
{
    nae_start("1809", "");
    at("varsovie", "fr_1");
    const NaePieces corps = nae_pieces_one(piece_of("fr_1"));
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("varsovie"), NAE_NONE));
    nae_set_fort_state(ns(), zone_of("varsovie"), NAE_FORT_DESTROYED);
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("varsovie"), NAE_NONE));
}

/* Who attacks traces through his zone of entry: the fortress of the battle zone does not serve him. */
Test(nae_readings, the_battle_zone_is_no_source)
{
    nae_start("1809", "");
    at("varsovie", "fr_1");
    const NaePieces corps = nae_pieces_one(piece_of("fr_1"));
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("varsovie"), NAE_NONE));
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("varsovie"), zone_of("bialystok")));
}

/* ---- hands [4.2.0, 4.2.2] ---- */

/* The Coalition draws first: three discards of it are shuffled by 1..3 and 1..2, two of the Empire by 1..2.
 */
Test(nae_readings, the_coalition_draws_first)
{
    nae_start("1805", "");
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        nae_put_card(ns(), card, NAE_CARD_REMOVED);
    }
    ns()->side[NAE_EMPIRE].pile = ns()->side[NAE_COALITION].pile = 0;
    nae_put_card(ns(), card_of("4C"), NAE_CARD_DISCARD);
    nae_put_card(ns(), card_of("5C"), NAE_CARD_DISCARD);
    nae_put_card(ns(), card_of("6C"), NAE_CARD_DISCARD);
    nae_put_card(ns(), card_of("5F"), NAE_CARD_DISCARD);
    nae_put_card(ns(), card_of("6F"), NAE_CARD_DISCARD);
    put_in_order(NAE_PHASE_HANDS);
    nae_push(np(), NAE_STEP_HANDS, SEAT_NONE);
    dice("3 2 2");
    nae_go();
    expect_fallen();
}

/* A key zone under a supplied siege fills no slot [17.1]. */
Test(nae_readings, a_besieged_key_zone_brings_no_card)
{
    nae_start("1805", "");
    const unsigned size = nae_open_slots(nd(), ns(), NAE_EMPIRE);
    at("mantoue", "charles au_4 au_5");
    nae_set_siege(ns(), zone_of("mantoue"), true, 0);
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), size - 1);
}

/* ---- the end of an action [13.5b] ---- */

Test(nae_readings, a_garrison_comes_out_at_the_end_of_the_action)
{
    nae_start("1805", "");
    inside("milan", "fr_9");
    at("milan", "charles au_4 au_5");
    nae_set_siege(ns(), zone_of("milan"), true, 0);
    act(NAE_COALITION, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(go,turin); fortress(stop)");
    cr_expect_not(nae_besieged(ns(), zone_of("milan")));
    cr_expect(nae_bit(ns(), piece_of("fr_9"), NAE_INSIDE), "the action is not over");
    dice("1");
    play("move(stop)");
    cr_expect_not(nae_bit(ns(), piece_of("fr_9"), NAE_INSIDE));
}

/* A garrison that is activated attacks its besiegers, who may evade like anybody [13.5, 9.5]. */
Test(nae_readings, a_sortie_attacks)
{
    nae_start("1805", "");
    inside("milan", "fr_9");
    at("milan", "charles au_4 au_5");
    nae_set_siege(ns(), zone_of("milan"), true, 0);
    act(NAE_EMPIRE, 1);
    play("spend(land); forced_march(0)");
    expect_step("evade", NAE_COALITION);
    expect_choices("evade(stand); evade(evade)");
}

/* When the fortress has fallen nothing holds the force before it any more [8.4]. */
Test(nae_readings, on_after_a_siege)
{
    nae_start("1805", "");
    at("munich", "mack armee_allemagne au_1 au_2");
    act(NAE_COALITION, 3);
    play("spend(land); spend_force(whole); forced_march(2); move(go,ulm); fortress(siege)");
    expect_legal("move(go,bade)", false);
    ns()->march.flags |= NAE_MARCH_SUPPLIED;
    dice("6");
    play("move(siege)");
    expect_fallen();
    play("reactivate(no)");
    expect_legal("move(go,bade)", true);
}

/* Mobile depots alone do not defend: no battle, so no marker and no siege for nothing [8.7]. */
Test(nae_readings, lone_mobile_depots_are_taken)
{
    nae_start("1815", "");
    at("metz", "schwarzenberg au_1");
    at("reims", "dp_france_1");
    act(NAE_COALITION, 3);
    play("spend(land); forced_march(0); move(go,reims)");
    expect_at("dp_france_1", "reserve");
    cr_expect_eq(nae_marker(ns(), zone_of("reims")), NAE_NOBODY);
}

/* Those alone where the enemy puts his marker are lost, too. */
Test(nae_readings, lone_depots_under_a_marker)
{
    nae_start("1815", "");
    at("reims", "dp_france_1 dp_france_2=");
    nae_mark_control(np(), zone_of("reims"), NAE_COALITION);
    expect_at("dp_france_1", "reserve");
    expect_at("dp_france_2", "reims");
}

/* ---- who serves whom [7.3, 7.6, 7.9] ---- */

Test(nae_readings, generals_of_minors_serve_without_their_men)
{
    unsigned commander = NAE_NONE;
    nae_start("1809", "");
    at("strasbourg", "napoleon grande_armee fr_1");
    at("bade", "poniatowski mi_wurtemberg");
    const NaePieces army = nae_standing(nd(), ns(), zone_of("strasbourg"), NAE_EMPIRE);
    const NaePieces guest = nae_standing(nd(), ns(), zone_of("bade"), NAE_EMPIRE);
    const NaePieces joint = nae_joint_force(nd(), ns(), army, guest, &commander);
    cr_expect_eq(commander, piece_of("napoleon"));
    cr_expect(nae_pieces_in(joint, piece_of("poniatowski")));
}

/* A fourth subordinate is one too many: his owner says who goes. */
Test(nae_readings, a_fourth_subordinate_is_a_choice)
{
    nae_start("1805", "");
    at("strasbourg", "napoleon grande_armee ney lannes soult fr_1 fr_2 fr_3");
    at("bade", "augereau mi_wurtemberg");
    act(NAE_EMPIRE, 3);
    play("spend(land); spend_zone(bade); forced_march(0); move(go,strasbourg); move(stop)");
    expect_step("excess", NAE_EMPIRE);
    expect_choices("excess(ney); excess(lannes); excess(soult); excess(augereau)");
}

/* Generals leave one after the other, and each is replaced at once [4.3.9b, 7.8]. */
Test(nae_readings, generals_leave_one_after_another)
{
    nae_start("1805", "");
    at("berlin", "brunswick armee_elbe pr_1 pr_2");
    at("breslau", "hohenlohe pr_3 pr_4");
    ns()->header.turn = (uint8_t)(1809 - nd()->setup.first_year);
    put_in_order(NAE_PHASE_BUDGET);
    nae_push(np(), NAE_STEP_BUDGET, SEAT_NONE);
    nae_go();
    expect_step("replace", nae_manager(nd(), ns(), NAE_PRUSSIA));
    expect_at("brunswick", "out");
    expect_at("hohenlohe", "breslau");
    expect_legal("replace(blucher)", true);
    play("replace(blucher)");
    expect_at("hohenlohe", "out");
}

static void removes(unsigned power)
{
    put_in_order(NAE_PHASE_BUDGET);
    ns()->budget.power = (uint8_t)power;
    ns()->budget.manager = (uint8_t)nae_manager(nd(), ns(), power);
    nae_push(np(), NAE_STEP_REMOVAL, ns()->budget.manager);
    nae_go();
}

/* An army commander dismissed in a budget: a general of the reserve comes into the zone, whoever is named,
 * and the highest there takes command [10.2]. Soult is 7, Napoleon 1, Lannes 9; naming Soult brings nobody.
 */
Test(nae_readings, who_follows_a_dismissed_commander)
{
    static const char *const named[3] = {"napoleon", "lannes", "soult"};
    for (unsigned i = 0; i < 3; i++) {
        char move[40];
        nae_start("1805", "");
        at("strasbourg", "davout grande_armee soult fr_1 fr_2");
        removes(NAE_FRANCE);
        play("removal(strasbourg); removal_piece(davout)");
        expect_step("replace", NAE_EMPIRE);
        expect_legal("replace(massena)", true);
        (void)snprintf(move, sizeof move, "replace(%s)", named[i]);
        play(move);
        expect_at("davout", "next_budget");
        expect_at("soult grande_armee", "strasbourg");
        for (unsigned k = 0; k < 2; k++) {
            expect_at(named[k], k == i ? "strasbourg" : "reserve");
            cr_expect_eq(nae_bit(ns(), piece_of(named[k]), NAE_COMMANDS), i == 0 && k == 0);
        }
        cr_expect_eq(nae_bit(ns(), piece_of("soult"), NAE_COMMANDS), i != 0);
    }
}

/* With nobody in the reserve the next in rank follows without a question; a power at peace is asked like
 * others. */
Test(nae_readings, the_next_in_rank_follows)
{
    nae_start("1805", "");
    at("vienne", "charles armee_allemagne jean au_1 au_2");
    NAE_EACH_PIECE(general, nae_of_nation(nd(), nae_pieces_and(nae_all_at(ns(), NAE_RESERVE), nd()->generals),
                                          NAE_AUSTRIA))
    {
        ns()->place[general] = NAE_LATER;
    }
    removes(NAE_AUSTRIA);
    play("removal(vienne); removal_piece(charles)");
    expect_step("removal", NAE_COALITION);
    cr_expect(nae_bit(ns(), piece_of("jean"), NAE_COMMANDS));
    nae_start("1805", "");
    at("berlin", "hohenlohe armee_elbe ruchel pr_1 pr_2");
    removes(NAE_PRUSSIA);
    play("removal(berlin); removal_piece(hohenlohe)");
    expect_choices("replace(brunswick); replace(kalckreuth); replace(ruchel)");
    play("replace(brunswick)");
    cr_expect(nae_bit(ns(), piece_of("brunswick"), NAE_COMMANDS));
}

/* Without its marker an army is a force under one general: he who has the most steps of his own, the two of
 * Poniatowski against one of Davout's, not he who led it [10.1]. */
Test(nae_readings, who_leads_what_was_an_army)
{
    nae_start("1809", "");
    at("varsovie", "davout armee_italie fr_1- poniatowski mi_pologne_1");
    removes(NAE_FRANCE);
    play("removal(varsovie); removal_piece(armee_italie)");
    expect_at("davout", "reserve");
    expect_at("poniatowski mi_pologne_1 fr_1", "varsovie");
    cr_expect(nae_bit(ns(), piece_of("poniatowski"), NAE_COMMANDS));
}

/* Control is traced by a power, wherever its corps are: the first of them in a fortress elsewhere does not
 * make the besiegers of another a garrison [4, 13.3]. */
Test(nae_readings, control_by_siege_is_the_powers)
{
    nae_start("1805", "");
    at("salzbourg", "davout fr_5 fr_6 dp_france_1=");
    at("munich", "dp_france_2=");
    nae_set_siege(ns(), zone_of("salzbourg"), true, 0);
    nae_set_status(np(), NAE_SPAIN, NAE_NEUTRAL);
    cr_assert(nae_controls(nd(), ns(), zone_of("salzbourg"), NAE_EMPIRE));
    const unsigned first = nae_pieces_first(nae_pieces_and(nd()->nation[NAE_FRANCE].pieces, nd()->units));
    inside("strasbourg", nd()->piece_id[first]);
    cr_expect(nae_controls(nd(), ns(), zone_of("salzbourg"), NAE_EMPIRE));
}

/* A state's capital takes generals onto its corps, whoever owns the land [4.3.9, 4.3.11]. */
Test(nae_readings, generals_to_the_confederation)
{
    nae_start("1809", "");
    at("erfurt", "mi_confederation");
    cr_assert_eq(nae_status(ns(), NAE_CONFEDERATION), NAE_PROTECTORATE);
    nae_put(ns(), piece_of("ney"), NAE_RESERVE, false);
    cr_expect(nae_zones_in(nae_places_for(np(), piece_of("ney")), zone_of("erfurt")));
}

/* The Confederation's symbol lies in Erfurt; while Thuringia fights for the Coalition that is no source of
 * its corps [10.1], nor is there another if enemies hold all around. */
Test(nae_readings, a_states_capital_on_enemy_land)
{
    for (unsigned ours = 0; ours < 2; ours++) {
        nae_start("1809", "");
        const unsigned erfurt = zone_of("erfurt");
        at("erfurt", "mi_confederation");
        for (unsigned i = 0; i < nd()->zone[erfurt].neighbors; i++) {
            marker(nd()->zone_id[nd()->zone[erfurt].edge[i].zone], NAE_COALITION);
        }
        nae_set_status(np(), ns()->owner[erfurt], ours != 0 ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY);
        const NaePieces corps = nae_pieces_one(piece_of("mi_confederation"));
        cr_expect_eq(nae_is_supplied(nd(), ns(), corps, erfurt, NAE_NONE), ours != 0);
    }
}

/* ---- walks [4.6] ---- */

/* A unit that has walked or stopped with one power is not taken along by another. */
Test(nae_readings, a_unit_walks_once_in_the_phase)
{
    nae_start("1805", "");
    at("cracovie", "au_4");
    at("lublin", "koutouzov premiere_armee ru_1 ru_2");
    put_in_order(NAE_PHASE_REDEPLOY);
    nae_walks_in(NAE_PHASE_REDEPLOY);
    play("walk_force(cracovie); walk(stop); walk_force(lublin); walk_what(whole); walk(go,cracovie)");
    expect_legal("walk(take,au_4)", false);
}

/* ---- attrition [11.2, 11.3] ---- */

/* A special unit is a step for the bonus of the French as for the column: with it half of two are French. */
Test(nae_readings, special_units_count_for_the_bonus)
{
    nae_start("1809", "");
    at("erfurt", "massena armee_italie sp_cavalerie_garde mi_saxe-");
    dice("5");
    nae_push_attrition(np(), NAE_EMPIRE, zone_of("erfurt"), NAE_STANDING, 0, 0);
    nae_go(); /* 5 - 1 = 4: without the bonus a star, and another die */
    expect_fallen();
}

/* ---- cards ---- */

/* 25F is the next event of a budget, too, while no French fleet is free [6.1]. */
Test(nae_readings, the_blockade_is_due_in_a_budget)
{
    nae_start("1805", "");
    hand("25F 10F");
    put_in_order(NAE_PHASE_BUDGET);
    cr_expect(nae_blockade_due(np(), NAE_IN_BUDGET));
    nae_push(np(), NAE_STEP_BUDGET_EVENT, NAE_EMPIRE);
    nae_go(); /* it alone may be played, so it is */
    cr_expect(nae_event_played(ns(), NAE_F(25)));
    expect_choices("budget_event(10F); budget_event(done)");
}

/* The minimum of a major holds where the card does not waive it: 14F has a value of 2 [16.1]. */
Test(nae_readings, minimum_values_of_diplomatic_events)
{
    nae_start("1805", "");
    const unsigned value = nae_card_value(nd(), ns(), NAE_F(14));
    ns()->minor[NAE_EGYPT - NAE_MAJORS].status = NAE_NEUTRAL;
    cr_expect_not(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_TURKEY, NAE_TARGET_14F, value));
    cr_expect(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_EGYPT, NAE_TARGET_14F, value));
}

/* 22C: the militia first, then the corps of the reserve, each in a zone of its own. */
Test(nae_readings, the_militia_rises_first)
{
    nae_start("1805", "");
    for (unsigned unit = 0; unit < NAE_UNITS; unit++) {
        if (nd()->nation_of[unit] == NAE_SPAIN && ns()->place[unit] < NAE_ZONES) {
            nae_put(ns(), unit, NAE_OUT, false);
        }
    }
    nae_put(ns(), piece_of("es_1"), NAE_RESERVE, false);
    hand("22C");
    ns()->flags |= NAE_IBERIA_OPEN;
    put_in_order(NAE_PHASE_ROUNDS);
    nae_play_event(np(), NAE_C(22), NAE_IN_ACTIVATION);
    nae_go();
    play("deploy(es_milice_1,burgos)");
    expect_legal("deploy(es_milice_2,burgos)", false);
    play("deploy(es_milice_2,leon); deploy(es_milice_3,cadix); deploy(es_milice_4,badajoz)");
    expect_legal("deploy(es_1,cadix)", false);
    play("deploy(es_1,pampelune)");
    expect_steps("es_1", 1);
}

/* 12F: the force that is led passes through its friends [7.1]. */
Test(nae_readings, schulmeister_leads_past_friends)
{
    nae_start("1805", "");
    at("edimbourg", "clinton gb_4");
    at("liverpool", "moore gb_3");
    at("strasbourg", "napoleon grande_armee fr_1");
    hand("12F");
    act(NAE_EMPIRE, 0);
    nae_play_event(np(), NAE_F(12), NAE_IN_ACTIVATION);
    nae_go();
    play("move_enemy(edimbourg); move_enemy(liverpool)");
    expect_legal("move_enemy(bristol)", true);
    play("move_enemy(bristol); move_enemy(stop)");
    expect_at("clinton gb_4", "bristol");
    expect_at("moore gb_3", "liverpool");
}

/* 12F: depots go along with a general only [1.1]; one that is left alone in enemy land is lost [8.7]. */
Test(nae_readings, schulmeister_leads_no_depot)
{
    for (unsigned led = 0; led < 2; led++) {
        for (unsigned abroad = 0; abroad < 2; abroad++) {
            nae_start("1805", "");
            at(abroad != 0 ? "munich" : "graz", led != 0 ? "mack au_1 dp_autriche_1" : "au_1 dp_autriche_1");
            at("strasbourg", "napoleon grande_armee fr_1");
            hand("12F");
            act(NAE_EMPIRE, 0);
            nae_play_event(np(), NAE_F(12), NAE_IN_ACTIVATION);
            nae_go();
            play(abroad != 0 ? "move_enemy(munich)" : "move_enemy(graz)");
            play("move_enemy(salzbourg); move_enemy(stop)");
            expect_at("au_1", "salzbourg");
            expect_at("dp_autriche_1", led != 0 ? "salzbourg" : abroad != 0 ? "reserve" : "graz");
        }
    }
}

/* 51C is of land forces: fleets are still built in Italy [5.9]. */
Test(nae_readings, fleets_after_the_revolt_of_italy)
{
    nae_start("1809", "");
    nae_add_modifier(np(), NAE_C(51), NAE_NONE, 0, 1);
    ns()->phase = NAE_PHASE_BUDGET;
    nae_put(ns(), piece_of("fl_emeriau"), NAE_RESERVE, false);
    cr_expect(nae_zones_in(nae_places_for(np(), piece_of("fl_emeriau")), zone_of("genes")));
    cr_expect_not(nae_zones_in(nae_reinforcement_zones(np(), NAE_FRANCE), zone_of("genes")));
}

/* ---- the sea ---- */

/* A fleet goes to the Corsairs alone and instead of sailing [17.2.10]. */
Test(nae_readings, a_single_fleet_joins_the_corsairs)
{
    nae_start("1809", "");
    ns()->flags |= NAE_CORSAIRS_RUN;
    fleets("port:portsmouth", "fl_keith fl_hood");
    sail_from(NAE_COALITION, 2);
    play("squadron(fl_keith,go); squadron(fl_hood,go)");
    expect_legal("sail(corsairs)", false);
    play("sail(leave,fl_hood)");
    expect_legal("sail(corsairs)", true);
    play("sail(sea,manche)");
    expect_legal("sail(corsairs)", false);
}

/* The Corsairs' box lies in nobody's own waters: Swedes and Neapolitans do not go there, of the Russians one
 * [17.2.4]; and in winter none goes from or comes to a port beyond the ice [16]. */
Test(nae_readings, who_hunts_the_corsairs)
{
    static const struct Hunter {
        const char *fleet, *port, *other; /* a Russian at sea or in the box already */
        unsigned round;
        bool goes;
    } hunters[] = {
        {"fl_keith", "port:portsmouth", NULL, 2, true},
        {"fl_keith", "port:portsmouth", NULL, 6, true},
        {"fl_suede", "port:stockholm", NULL, 2, false},
        {"fl_naples", "port:naples", NULL, 2, false},
        {"fl_seniavine", "port:saint_petersbourg", NULL, 2, true},
        {"fl_seniavine", "port:saint_petersbourg", NULL, 6, false},
        {"fl_seniavine", "port:saint_petersbourg", "sea:manche", 2, false},
        {"fl_seniavine", "port:saint_petersbourg", "corsaires", 2, false},
    };
    for (unsigned i = 0; i < sizeof hunters / sizeof hunters[0]; i++) {
        const struct Hunter *h = &hunters[i];
        nae_start("1805", "");
        nae_in_round(h->round, NAE_COALITION);
        ns()->flags |= NAE_CORSAIRS_RUN;
        fleets(h->port, h->fleet);
        if (h->other != NULL && strcmp(h->other, "corsaires") == 0) {
            nae_anchor(ns(), nae_fleet_bit(piece_of("fl_tchitchagov")), NAE_AT_SPECIAL, NAE_CORSAIRS);
        } else if (h->other != NULL) {
            fleets(h->other, "fl_tchitchagov");
        }
        nae_start_voyage(np(), NAE_COALITION, NAE_NONE, nae_fleet_bit(piece_of(h->fleet)), 1);
        nae_go();
        expect_legal("sail(corsairs)", h->goes);
    }
    for (unsigned winter = 0; winter < 2; winter++) {
        nae_start("1805", "");
        nae_in_round(winter != 0 ? 6 : 2, NAE_COALITION);
        ns()->flags |= NAE_CORSAIRS_RUN;
        nae_anchor(ns(), nae_fleet_bit(piece_of("fl_seniavine")), NAE_AT_SPECIAL, NAE_CORSAIRS);
        nae_start_voyage(np(), NAE_COALITION, NAE_NONE, nae_fleet_bit(piece_of("fl_seniavine")), 1);
        nae_go();
        expect_legal("sail(home,saint_petersbourg)", winter == 0);
        expect_legal("sail(home,odessa)", true);
    }
}

/* Fleets that lie in a port of the other side when their nation leaves it flee [14.10]. */
Test(nae_readings, fleets_leave_a_port_that_is_hostile_now)
{
    nae_start("1805", "");
    fleets("port:rochefort", "fl_hollande");
    nae_join_side(np(), NAE_HOLLAND, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    if (ns()->header.step == NAE_STEP_FLEE) {
        expect_legal("flee(rochefort)", false);
        return;
    }
    cr_expect_neq(ns()->place[piece_of("fl_hollande")], zone_of("rochefort"));
}

/* A fleet may be left where there is room for it alone [14.1]. */
Test(nae_readings, room_for_the_fleet_that_stays)
{
    nae_start("1805", "");
    fleets("sea:manche", "fl_keith fl_hood");
    fleets("port:portsmouth", "fl_ball fl_pellew");
    sail_from(NAE_COALITION, 2);
    play("squadron_at(port:portsmouth); squadron(fl_ball,go); squadron(fl_pellew,go); sail(sea,manche)");
    expect_legal("sail(leave,fl_ball)", true);
}

/* Points of movement are those of the squadron as it was activated: who leaves the slower Dutch behind gets
 * no others, neither before he sails nor after an attack on a port [17.2]. */
Test(nae_readings, a_fleet_left_behind_changes_no_points)
{
    nae_start("1805", "");
    ns()->minor[NAE_HOLLAND - NAE_MAJORS].status = NAE_COALITION_ALLY;
    fleets("port:portsmouth", "fl_hood fl_hollande");
    nae_recompute_owned(nd(), ns());
    sail_from(NAE_COALITION, 2);
    play("squadron(fl_hood,go); squadron(fl_hollande,go)");
    const unsigned points = ns()->voyage.mp;
    cr_assert_lt(points, nae_fleet(nd(), piece_of("fl_hood"))->movement);
    play("sail(leave,fl_hollande)");
    cr_expect_eq(ns()->voyage.mp, points);
}

/* ---- peace [17.4, 17.6] ---- */

/* The Coalition names a power for the resources only; markers elsewhere than on the land under the peace
 * stay. */
Test(nae_readings, the_coalition_names_who_is_paid)
{
    nae_start("1805", "");
    ns()->major[NAE_PRUSSIA].status = NAE_EMPIRE_ALLY;
    nae_recompute_owned(nd(), ns());
    marker("berlin", NAE_COALITION);
    marker("jutland", NAE_COALITION);
    put_in_order(NAE_PHASE_CONQUEST);
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_COALITION, false);
    nae_go();
    expect_step("victor_bonus", NAE_COALITION);
    cr_expect_eq(nae_marker(ns(), zone_of("berlin")), NAE_NOBODY);
    cr_expect_eq(nae_marker(ns(), zone_of("jutland")), NAE_COALITION);
    cr_expect_eq(nae_victor_side(ns(), NAE_PRUSSIA), NAE_COALITION);
    play("victor_bonus(resources)");
    expect_legal("target(autriche)", true);
    expect_legal("target(france)", false);
    play("target(autriche)");
    cr_expect_eq(ns()->major[NAE_AUSTRIA].correction, 4);
}

/* ==== walks, peace and purchases; the free attack, splits, the peninsula ==== */

/* ---- attrition [11.3, 11.5] ---- */

/* A fixed and a mobile depot in the place of a test: which one is asked; a garrison has its own. */
Test(nae_readings, which_depot_eases_a_test)
{
    nae_start("1805", "");
    at("munich", "ney fr_1 fr_10 dp_france_1= dp_france_2");
    nae_push_attrition(np(), NAE_EMPIRE, zone_of("munich"), NAE_STANDING, NAE_TEST_UNSUPPLIED, 0);
    nae_go();
    play("attrition_depot(yes)");
    expect_choices("which_depot(dp_france_1); which_depot(dp_france_2)");
    dice("1");
    play("which_depot(dp_france_1)");
    expect_at("dp_france_1", "reserve");
    expect_at("dp_france_2", "munich");
}

/* The first loss falls on those who gave the bonus, their special unit among them. */
Test(nae_readings, a_special_unit_may_be_the_first_loss)
{
    nae_start("1809", "");
    at("erfurt", "massena armee_italie sp_cavalerie_garde fr_1 mi_saxe");
    dice("6 1");
    nae_push_attrition(np(), NAE_EMPIRE, zone_of("erfurt"), NAE_STANDING,
                       NAE_TEST_UNSUPPLIED | NAE_TEST_POOR | NAE_TEST_WINTER, 0);
    nae_go();
    expect_choices("attrition_loss(fr_1); attrition_loss(sp_cavalerie_garde)");
}

/* A unit is tested once at the end of the phase, even where it falls back to [15.3]. */
Test(nae_readings, one_test_at_the_end_of_the_phase)
{
    nae_start("1805", "");
    at("ulm", "au_9");
    nae_set_siege(ns(), zone_of("ulm"), true, 0);
    put_in_order(NAE_PHASE_END);
    nae_push(np(), NAE_STEP_END_PHASE, SEAT_NONE);
    dice("6");
    nae_go();
    expect_fallen();
    expect_steps("au_9", 1);
    cr_expect_not(nae_besieged(ns(), zone_of("ulm")));
    if (ns()->header.step == NAE_STEP_WITHDRAW) {
        play("retreat(innsbruck)"); /* no die more, or it would fail here */
    }
    cr_expect_neq(ns()->place[piece_of("au_9")], zone_of("ulm"));
}

/* ---- command [7.8] ---- */

/* Nobody of the reserve can command all that is left: the marker goes, and the stack is cut to one corps. */
Test(nae_readings, an_army_that_nobody_can_follow)
{
    nae_start("1805", "");
    at("constantinople", "grand_vizir armee_turque tu_janissaires tu_nizami tu_1 tu_2");
    for (unsigned general = NAE_FIRST_GENERAL; general < NAE_FIRST_SPECIAL; general++) {
        if (nd()->nation_of[general] == NAE_TURKEY) {
            nae_put(ns(), general, NAE_OUT, false);
        }
    }
    ns()->major[NAE_TURKEY].status = NAE_COALITION_ALLY;
    nae_recompute_owned(nd(), ns());
    nae_tidy_zone(np(), zone_of("constantinople"));
    nae_go();
    expect_at("armee_turque", "reserve");
    expect_step("excess", NAE_COALITION);
}

/* ---- fortresses and evasion [9.5, 12.12] ---- */

/* A march of the Austrians from a zone to another, where they meet somebody. */
static void austrians_march(const char *from, const char *to)
{
    char moves[120];
    act(NAE_COALITION, 3);
    (void)snprintf(moves, sizeof moves, "spend(land); spend_force(whole); forced_march(0); move(go,%s)", to);
    (void)from;
    play(moves);
}

/* The free attack follows the battle at once and lays the siege; failing, the force lies before the fortress.
 */
Test(nae_readings, the_free_attack_comes_before_the_fortress)
{
    nae_start("1805", "");
    at("venise", "charles au_4 au_5 au_6");
    at("mantoue", "dp_france_1=");
    austrians_march("venise", "mantoue");
    expect_step("free_siege", NAE_COALITION);
    dice("3");
    play("free_siege(yes)");
    expect_fallen();
    cr_expect_eq(nae_siege_marker(ns(), zone_of("mantoue")), 1);
    expect_legal("move(go,bologne)", false);
}

/* The siege that it lays counts for the Coalition of 1805: with Ulm besieged as well the rest is free, and
 * not before [20.1]. */
Test(nae_readings, a_free_attack_besieges_mantua)
{
    for (unsigned ulm = 0; ulm < 2; ulm++) {
        nae_start("1805", "");
        at("venise", "charles au_4 au_5 au_6");
        at("mantoue", "dp_france_1=");
        austrians_march("venise", "mantoue");
        if (ulm != 0) {
            at("ulm", "ferdinand au_1 au_2");
            nae_set_siege(ns(), zone_of("ulm"), true, 0);
        }
        ns()->flags |= NAE_AUSTRIA_ONLY;
        dice("3");
        play("free_siege(yes)");
        cr_expect(nae_besieged(ns(), zone_of("mantoue")));
        cr_expect_eq((ns()->flags & NAE_AUSTRIA_ONLY) == 0, ulm != 0);
    }
}

/* A split sends a corps inside at once; only the rest may fail. */
Test(nae_readings, a_split_goes_inside_before_the_die)
{
    nae_start("1805", "");
    at("venise", "charles au_4 au_5 au_6");
    at("mantoue", "ney fr_1 fr_10");
    austrians_march("venise", "mantoue");
    play("evade(split)");
    dice("1 1 1 1 1 1");
    play("split(fr_1)");
    cr_expect(nae_bit(ns(), piece_of("fr_1"), NAE_INSIDE));
}

/* A demoralised force may stand and fight, and a fortress takes in what makes one force with its garrison. */
Test(nae_readings, what_the_attacked_may_do)
{
    nae_start("1805", "");
    at("venise", "charles au_4 au_5 au_6");
    at("mantoue", "ney fr_1");
    inside("mantoue", "fr_10");
    NAE_EACH_PIECE(piece, nae_standing(nd(), ns(), zone_of("mantoue"), NAE_EMPIRE))
    {
        nae_set_bit(ns(), piece, NAE_DEMORALISED);
    }
    austrians_march("venise", "mantoue");
    expect_legal("evade(stand)", true);
    expect_legal("evade(fort)", true);
}

/* ---- the peninsula [8.8] ---- */

/* While it is closed even Spaniards stay out of Portugal; 25F and 24F let them in. */
Test(nae_readings, peninsular_troops_stay_in_their_land)
{
    nae_start("1805", "");
    at("badajoz", "es_1");
    const NaePieces corps = nae_pieces_one(piece_of("es_1"));
    cr_expect_not(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, zone_of("badajoz"), zone_of("elvas")));
    cr_expect(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, zone_of("badajoz"), zone_of("seville")));
    ns()->flags |= NAE_IBERIA_OPEN;
    cr_expect(nae_may_enter(nd(), ns(), corps, NAE_EMPIRE, zone_of("badajoz"), zone_of("elvas")));
}

/* ---- the sea in winter [17.1.2] ---- */

Test(nae_readings, nothing_moves_in_the_ice)
{
    nae_start("1805", "");
    fleets("sea:golfe_de_bothnie", "fl_keith");
    put_in_order(NAE_PHASE_ROUNDS);
    ns()->round = 6;
    sail_from(NAE_COALITION, 1);
    expect_at("fl_keith", "sea:golfe_de_bothnie");
    cr_expect_neq(ns()->header.step, NAE_STEP_SAIL, "there is nothing to ask");
}

/* ---- nations [8.3, 18.1] ---- */

/* Land that a power has annexed is of its side, also when it changes sides. */
Test(nae_readings, annexed_land_follows_its_power)
{
    nae_start("1805", "");
    NaeMinor *saxony = &ns()->minor[NAE_SAXONY - NAE_MAJORS];
    ns()->major[NAE_PRUSSIA].status = NAE_COALITION_ALLY;
    saxony->status = NAE_ANNEXED_COALITION;
    saxony->patron = NAE_PRUSSIA;
    nae_set_status(np(), NAE_PRUSSIA, NAE_EMPIRE_ALLY);
    cr_expect_eq(saxony->status, NAE_ANNEXED_EMPIRE);
}

/* Corps of a conquered minor are rebuildable at once; steps of it in a foreign war are owed [18.1]. */
Test(nae_readings, corps_of_a_conquered_minor)
{
    nae_start("1805", "");
    at("stralsund", "mi_suede");
    ns()->minor[NAE_SWEDEN - NAE_MAJORS].status = NAE_COALITION_ALLY;
    nae_recompute_owned(nd(), ns());
    NAE_EACH_ZONE(zone, nd()->nation[NAE_SWEDEN].home) { marker(nd()->zone_id[zone], NAE_EMPIRE); }
    at("stockholm", "ney fr_1");
    at("sveaborg", "fr_10");
    nae_put(ns(), piece_of("mi_suede"), NAE_FOREIGN_WAR, true);
    ns()->bits[piece_of("mi_suede")] = 0;
    nae_owe_for(np(), piece_of("mi_suede"));
    cr_expect_eq(ns()->war[0].owed_steps, 2);
}

/* A capital counts as lost in supply or not [18.2.1]: here the markers of Berlin and Koenigsberg have none.
 */
Test(nae_readings, a_capital_lost_without_supply)
{
    nae_start("1809", "");
    ns()->major[NAE_PRUSSIA].status = NAE_COALITION_ALLY;
    nae_recompute_owned(nd(), ns());
    for (unsigned i = 0; i < nd()->nation[NAE_PRUSSIA].keys; i++) {
        marker(nd()->zone_id[nd()->nation[NAE_PRUSSIA].key[i]], NAE_EMPIRE);
    }
    cr_expect_eq(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE), true);
    nae_set_marker(ns(), zone_of("berlin"), NAE_NOBODY);
    cr_expect_eq(nae_is_beaten(nd(), ns(), NAE_PRUSSIA, NAE_EMPIRE), false);
}

/* ---- budgets [7.3.2] ---- */

/* The lowest unit of a class that can be restored stands for it. */
Test(nae_readings, the_lowest_that_can_be_restored)
{
    nae_start("1805", "");
    at("vienne", "fr_1-");
    at("metz", "fr_2-");
    ns()->major[NAE_FRANCE].resources = 40;
    put_in_order(NAE_PHASE_BUDGET);
    ns()->budget.power = NAE_FRANCE;
    ns()->budget.manager = NAE_EMPIRE;
    nae_push(np(), NAE_STEP_PURCHASE, NAE_EMPIRE);
    nae_go();
    expect_legal("purchase(flip_zone,fr_1)", false);
    expect_legal("purchase(flip_zone,fr_2)", true);
}

/* Levies of 27F and 39F come reduced: room for one step is enough. */
Test(nae_readings, room_for_one_step_is_enough_for_a_levy)
{
    nae_start("1805", "");
    at("metz", "augereau fr_1 fr_2-");
    const unsigned command = nae_general(nd(), piece_of("augereau"))->command;
    nae_put(ns(), piece_of("fr_3"), NAE_RESERVE, false);
    const NaePieces force = nae_standing(nd(), ns(), zone_of("metz"), NAE_EMPIRE);
    cr_assert_eq(nae_steps(nd(), ns(), force) + 1, command, "the general has %u", command);
    cr_expect(nae_zones_in(nae_card_places(np(), NAE_F(39), piece_of("fr_3")), zone_of("metz")));
    cr_expect_not(nae_zones_in(nae_places_for(np(), piece_of("fr_3")), zone_of("metz")));
}

/* The corps of a revolt may stand in the zone of an empty fortress of the enemy [25C]. */
Test(nae_readings, chouans_before_an_empty_fortress)
{
    nae_start("1809", "");
    ns()->place[piece_of("mi_chouans")] = NAE_LATER;
    cr_expect(nae_zones_in(nae_card_places(np(), NAE_C(25), piece_of("mi_chouans")), zone_of("brest")));
    at("brest", "fr_1");
    cr_expect_not(nae_zones_in(nae_card_places(np(), NAE_C(25), piece_of("mi_chouans")), zone_of("brest")));
}

/* 22F: the Polish general comes free to a force at Warsaw. */
Test(nae_readings, poniatowski_comes_to_warsaw)
{
    nae_start("1809", "");
    at("varsovie", "mi_pologne_1");
    nae_put(ns(), piece_of("poniatowski"), NAE_REINFORCEMENT, false);
    put_in_order(NAE_PHASE_BUDGET);
    nae_push(np(), NAE_STEP_BUDGET, SEAT_NONE);
    nae_go();
    expect_at("poniatowski", "varsovie");
}

/* ---- walks [4.6] ---- */

/* Only markers bar the way, not enemy land; a corps without a general takes no depots along. */
Test(nae_readings, walks_past_enemy_land)
{
    nae_start("1805", "");
    at("venise", "au_4 dp_autriche_1");
    put_in_order(NAE_PHASE_REDEPLOY);
    nae_walks_in(NAE_PHASE_REDEPLOY);
    play("walk_force(venise); walk(go,trieste)");
    expect_at("dp_autriche_1", "venise");
}

/* ---- places and supply ---- */

/* A port where enemies stand before its fortress takes no new fleet [7.3.4]. */
Test(nae_readings, no_fleet_where_enemies_stand)
{
    nae_start("1805", "");
    at("brest", "gb_1");
    const NaeZones ports = nae_places_for(np(), piece_of("fl_emeriau"));
    cr_expect_not(nae_zones_in(ports, zone_of("brest")));
    cr_expect(nae_zones_in(ports, zone_of("toulon")));
}

/* The capital of a state lies on a member's land: lost with the member it takes no corps [8.3.2]. */
Test(nae_readings, westphalia_without_kassel)
{
    nae_start("1809", "");
    const unsigned corps = piece_of("mi_westphalie");
    nae_set_status(np(), nae_nation_by_id(nd(), "westphalie"), NAE_PROTECTORATE);
    cr_expect(nae_zones_in(nae_places_for_unit(np(), corps, 1), zone_of("kassel")));
    nae_set_status(np(), nae_nation_by_id(nd(), "hesse"), NAE_COALITION_ALLY);
    cr_expect(nae_zones_empty(nae_places_for_unit(np(), corps, 1)));
}

/* A fortress under siege bars the besiegers' lines no more [13.3]: Salamanca is supplied through Ciudad
 * Rodrigo. */
Test(nae_readings, supply_past_a_fortress_under_siege)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_SPAIN, NAE_EMPIRE_ALLY);
    at("ciudad_rodrigo", "mi_portugal");
    at("salamanque", "gb_3");
    const NaePieces corps = nae_pieces_one(piece_of("gb_3"));
    at("almeida", "dp_grande_bretagne_1=");
    nae_set_siege(ns(), zone_of("ciudad_rodrigo"), true, 2);
    cr_expect(nae_is_supplied(nd(), ns(), corps, zone_of("salamanque"), NAE_NONE));
    nae_set_siege(ns(), zone_of("ciudad_rodrigo"), false, 0);
    cr_expect_not(nae_is_supplied(nd(), ns(), corps, zone_of("salamanque"), NAE_NONE));
}

/* Who stays on the land of a minor that was conquered stands on enemy land without a marker [18.2.3]. */
Test(nae_readings, conquered_land_has_no_markers)
{
    nae_start("1809", "");
    const unsigned hanse = nae_nation_by_id(nd(), "hanse");
    nae_set_status(np(), hanse, NAE_COALITION_ALLY);
    at("hambourg", "davout fr_1 fr_2");
    at("breme", "mi_suede");
    marker("hambourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("hambourg"), NAE_FORT_EMPIRE);
    ns()->phase = NAE_PHASE_CONQUEST;
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    nae_run(np());
    play("minor_fate(hanse,ally)");
    expect_at("mi_suede", "breme");
    cr_expect_eq(nae_side_of(ns(), hanse), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("breme")), NAE_NOBODY);
}

/* ---- landings [17.2.8, 17.2.9] ---- */

/* The peninsula is closed by sea too; steps that land count [12.1, 8.8 of the map]. */
Test(nae_readings, no_landing_in_a_closed_peninsula)
{
    nae_start("1805", "");
    at("brest", "fr_7");
    fleets("port:brest", "fl_ganteaume");
    sail_from(NAE_EMPIRE, 1);
    play("sail(load,fr_7); sail(sea,golfe_de_gascogne); sail(port,oviedo)");
    expect_legal("sail(unload,oviedo)", false);
    ns()->flags |= NAE_BLOCKADE;
    ns()->iberia_steps = 3;
    expect_legal("sail(unload,oviedo)", false);
    ns()->iberia_steps = 2;
    play("sail(unload,oviedo)");
    cr_expect_eq(ns()->iberia_steps, 4);
}

/* Against nobody all may land, or some [14.9 of the map]; a general goes with what he may lead. */
Test(nae_readings, a_landing_against_nobody)
{
    nae_start("1805", "");
    at("portsmouth", "moore gb_1 gb_3");
    fleets("port:portsmouth", "fl_stirling fl_calder");
    sail_from(NAE_COALITION, 2);
    play("squadron(fl_stirling,go); squadron(fl_calder,go); sail(load,gb_1); sail(load,gb_3)");
    play("sail(sea,manche); sail(box,le_havre); sail(assault,le_havre)");
    expect_choices("assault(gb_1); assault(gb_3)");
    play("assault(gb_3)");
    expect_choices("assault(gb_1); assault(done)");
    play("assault(done)");
    expect_at("gb_3 moore", "le_havre");
    expect_at("fl_stirling fl_calder", "port:le_havre");
    cr_expect_eq(ns()->place[piece_of("gb_1")], NAE_ABOARD);
    cr_expect_eq(nae_marker(ns(), zone_of("le_havre")), NAE_COALITION);
}

/* The defender may take refuge or evade from a landing as from any attack [12.5]; the guns come first. */
static void land_at_cherbourg(const char *falls)
{
    nae_start("1805", "");
    at("portsmouth", "gb_1");
    at("cherbourg", "ney fr_11");
    fleets("port:portsmouth", "fl_stirling");
    sail_from(NAE_COALITION, 1);
    play("sail(load,gb_1); sail(sea,manche); sail(box,cherbourg)");
    dice(falls);
    play("sail(assault,cherbourg)");
    expect_choices("evade(stand); evade(evade); evade(fort)");
}

Test(nae_readings, a_defender_evades_from_a_landing)
{
    land_at_cherbourg("5 2 3 4");
    play("evade(fort)"); /* 3 + 0 and 4 + 1: the fortress holds */
    expect_fallen();
    expect_at("gb_1", "reserve");
    expect_at("ney fr_11", "cherbourg");
    cr_expect_not(nae_besieged(ns(), zone_of("cherbourg")));
    land_at_cherbourg("5 2 5 6");
    play("evade(evade)"); /* 5, of a general against none: away; then 6: the empty fortress gives up */
    play("evade_to(le_havre)");
    expect_fallen();
    expect_at("ney fr_11", "le_havre");
    expect_at("gb_1", "cherbourg");
    cr_expect_eq(nae_marker(ns(), zone_of("cherbourg")), NAE_COALITION);
}

/* Beaten in a port, a squadron that blockaded it before its activation goes on blockading [17.3.3]. */
Test(nae_readings, back_to_the_blockade)
{
    nae_start("1805", "");
    fleets("box:brest", "fl_stirling");
    fleets("port:brest", "fl_villeneuve");
    sail_from(NAE_COALITION, 1);
    play("sail(sea,golfe_de_gascogne); sail(box,brest)");
    play("sea_intercept(port:brest,no)");
    dice("2 4 1");
    play("sail(port_attack,brest)"); /* 2 + 0 against 4 + 1 */
    expect_fallen();
    expect_at("fl_stirling", "box:brest");
}

/* Of two armies in a port the last corps of one may sail: its general and marker go aboard with it [17.2.8].
 */
Test(nae_readings, the_last_corps_of_an_army_sails)
{
    nae_start("1809", "");
    at("toulon", "massena armee_italie fr_14-");
    at("toulon", "davout grande_armee fr_1 fr_2");
    const char *second[] = {"davout", "grande_armee", "fr_1", "fr_2"};
    for (unsigned i = 0; i < 4; i++) {
        nae_set_bit(ns(), piece_of(second[i]), NAE_SECOND_ARMY);
    }
    fleets("port:toulon", "fl_emeriau");
    sail_from(NAE_EMPIRE, 1);
    play("sail(load,fr_14)");
    cr_expect_eq(ns()->place[piece_of("massena")], NAE_ABOARD);
    cr_expect_eq(ns()->place[piece_of("armee_italie")], NAE_ABOARD);
    expect_at("davout grande_armee fr_1 fr_2", "toulon");
}

/* Who may come home from the Corsairs' box may stay there, however many lie in it [17.2.10]. */
Test(nae_readings, the_corsairs_box_has_room)
{
    nae_start("1805", "");
    const char *ships[] = {"fl_stirling", "fl_calder", "fl_keith", "fl_duckworth"};
    for (unsigned i = 0; i < 4; i++) {
        nae_anchor(ns(), nae_fleet_bit(piece_of(ships[i])), NAE_AT_SPECIAL, NAE_CORSAIRS);
    }
    ns()->flags |= NAE_CORSAIRS_RUN;
    nae_start_voyage(np(), NAE_COALITION, NAE_NONE, nae_fleet_bit(piece_of("fl_keith")), 1);
    nae_go();
    expect_legal("sail(home,cork)", true);
    expect_legal("sail(stop)", true);
}

/* 8.2.3: at home a step of the old side goes for each step of the minor, one after the other. */
Test(nae_readings, step_for_step)
{
    nae_start("1805", "");
    at("munich", "davout fr_1 fr_9 mi_baviere");
    nae_join_side(np(), NAE_BAVARIA, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    expect_step("defection_loss", NAE_EMPIRE);
    play("defection_loss(fr_9)");
    expect_steps("mi_baviere", 1);
    expect_step("defection_loss", NAE_EMPIRE);
    play("defection_loss(fr_1)");
    expect_at("mi_baviere", "reserve");
    expect_steps("fr_1", 1);
    expect_steps("fr_9", 1);
}

/* A subordinate is left with one unit where a friend stands: what counts is the force they make there, so it
 * may be a unit of an ally [8.1.2, 12.2.1]. */
Test(nae_readings, a_subordinate_stays_with_an_allied_unit)
{
    nae_start("1815", "");
    at("liege", "blucher armee_elbe yorck pr_4 pr_5 pr_6 pr_landwehr_1 gb_3-");
    act(NAE_COALITION, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(drop,pr_landwehr_1); move(drop,yorck)");
    expect_choices("drop_with(pr_4); drop_with(gb_3)");
    play("drop_with(gb_3); move(stop)");
}

/* An army that won beside another goes on as one army: it takes several units of the other [12.2.2]. */
Test(nae_readings, an_army_that_fought_beside_another_goes_on)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1 gb_2 mi_hollande mi_hesse");
    at("liege", "blucher armee_elbe pr_4 pr_5 pr_6 pr_landwehr_1 pr_landwehr_2");
    at("lille", "ney fr_1");
    hand("2F");
    act(NAE_COALITION, 2);
    play("spend(land); spend_power(prusse); spend_force(whole)");
    dice("6 1"); /* Ney comes, and loses nothing on the way */
    play("forced_march(0); move(go,bruxelles); intercept(lille,ney)");
    expect_fallen();
    expect_legal("move(take,gb_1)", true);
    play("move(take,mi_hollande)");
    expect_legal("move(take,mi_hesse)", true);
    expect_legal("move(take,gb_1)", true);
}

/* A port under siege is no link by sea, with a depot of the besiegers before it or not [13.3]; nor is a town
 * of the enemy without a marker, even with friends in it. */
Test(nae_readings, no_supply_by_sea_through_a_port_under_siege)
{
    nae_start("1805", "");
    at("zara", "massena fr_9 fr_11 dp_france_3=");
    NaePieces force = nae_pieces_one(piece_of("fr_9"));
    nae_set_siege(ns(), zone_of("zara"), true, 1);
    cr_expect_not(nae_is_supplied(nd(), ns(), force, zone_of("zara"), NAE_NONE));
    nae_set_siege(ns(), zone_of("zara"), false, 0);
    marker("zara", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("zara"), NAE_FORT_EMPIRE);
    cr_expect(nae_is_supplied(nd(), ns(), force, zone_of("zara"), NAE_NONE), "once taken it is");
}

/* No line by sea crosses a port with the enemy in its field, though its own garrison may trace from there
 * [13.3]. */
Test(nae_readings, no_supply_by_sea_across_a_port_with_the_enemy_before_it)
{
    nae_start("1805", "");
    marker("stockholm", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("stockholm"), NAE_FORT_EMPIRE);
    fleets("sea:detroits", "fl_ganteaume");
    fleets("sea:golfe_de_finlande", "fl_missiessy"); /* Riga is the only way home */
    inside("stralsund", "ru_1");
    const NaePieces abroad = nae_pieces_one(piece_of("ru_1"));
    cr_expect(nae_is_supplied(nd(), ns(), abroad, zone_of("stralsund"), NAE_NONE));
    at("riga", "fr_1");
    cr_expect_not(nae_is_supplied(nd(), ns(), abroad, zone_of("stralsund"), NAE_NONE));
    at("stralsund", "fr_1");
    cr_expect(nae_is_supplied(nd(), ns(), abroad, zone_of("stralsund"), NAE_NONE));
}

/* 1805: Frenchmen who cross Austria free the Coalition, wherever they stop [special rule of the campaign]. */
Test(nae_readings, crossing_austria_frees_the_coalition)
{
    nae_start("1805", "");
    at("zurich", "ney fr_1");
    act(NAE_EMPIRE, 2);
    cr_expect(ns()->flags & NAE_AUSTRIA_ONLY);
    play("spend(land); forced_march(0); move(go,innsbruck); move(go,ulm); move(stop)");
    expect_at("ney fr_1", "ulm");
    cr_expect_not(ns()->flags & NAE_AUSTRIA_ONLY);
}

/* A demoralised force evades without a die [12.5]. */
Test(nae_readings, a_demoralised_force_always_evades)
{
    nae_start("1815", "");
    at("bruxelles", "pr_4");
    at("lille", "ney fr_1");
    nae_set_bit(ns(), piece_of("pr_4"), NAE_DEMORALISED);
    act(NAE_EMPIRE, 2);
    dice("");
    play("spend(land); forced_march(0); move(go,bruxelles); evade(evade)"); /* any die would fail the test */
    expect_step("evade_to", NAE_COALITION);
}
