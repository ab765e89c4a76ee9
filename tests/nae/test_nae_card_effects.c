/* test_nae_card_effects.c: cards of Napoleon against Europe played to their end: what happens on the map and
 * to the dice, where test_nae_cards.c asks when they are open (map 21; the cards' own texts). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/cards.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* Whether a card may be played as its event now. */
static bool may_be_played(unsigned card, unsigned phase)
{
    const NaePlay play = nae_reader(nd(), ns());
    return nae_event_playable(&play, card, phase);
}

/* Reinforcement zones of a nation. */
static NaeZones zones_for(unsigned nation)
{
    const NaePlay play = nae_reader(nd(), ns());
    return nae_reinforcement_zones(&play, nation);
}

static const char *step_name(void) { return NAE_STEPS[ns()->header.step].name; }

static void event(const char *id, unsigned phase)
{
    nae_hand(id);
    cr_assert(may_be_played(card_of(id), phase), "line %d: %s may not be played", nae_line, id);
    nae_play_event(np(), card_of(id), phase);
    nae_run(np());
}
#define event(id, phase) (NAE_LINE, event(id, phase))

/* ------------------------------------------------------------------ the calendar */

/* 13F as the Empire's action of round 5: after the Coalition's action the activations end. */
Test(nae_card_effects, f13_no_winter_round)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    at("vienne", "au_1");
    ns()->round = 5;
    hand("13F");
    nae_go();
    play("action(13F); use(event)");
    cr_assert_str_eq(step_name(), "action");
    cr_assert_eq(ns()->header.seat, SEAT_COALITION, "the Coalition still acts in round 5");
    play("action(pass)");
    cr_expect_neq(ns()->phase, NAE_PHASE_ROUNDS, "round 6 is not played");
    nae_start("1805", "");
    at("paris", "fr_1");
    at("vienne", "au_1");
    ns()->round = 5;
    nae_go();
    play("action(pass); action(pass)");
    cr_expect_eq(ns()->round, 6, "without it round 6 follows");
}

/* 48F: the next round is skipped for both. */
Test(nae_card_effects, f48_a_round_is_skipped)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    at("vienne", "au_1");
    ns()->round = 2;
    hand("48F");
    nae_go();
    play("action(48F); use(event)");
    cr_expect_eq(ns()->round, 4, "round 2 ends, round 3 is not played");
    cr_expect_eq(ns()->header.seat, SEAT_FRENCH);
}

/* 16C: a seventh round, which is winter. */
Test(nae_card_effects, c16_a_seventh_round)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    at("vienne", "au_1");
    ns()->round = 6;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    hand("16C");
    nae_go();
    play("action(pass); action(16C); use(event); spend(stop)");
    cr_expect_eq(ns()->round, 7);
    cr_expect(nae_winter(ns()));
}

/* ------------------------------------------------------------------ at sea */

/* 15F: the blockaders do not fight the squadron that leaves; they try to intercept it. */
Test(nae_card_effects, f15_out_of_a_blockade)
{
    nae_start("1805", "");
    fleets("port:brest", "fl_villeneuve fl_ganteaume");
    fleets("box:brest", "fl_stirling");
    nae_in_round(2, NAE_EMPIRE);
    event("15F", NAE_IN_ACTIVATION);
    if (strcmp(step_name(), "squadron") == 0) {
        play("squadron(fl_villeneuve,go); squadron(fl_ganteaume,go)");
    }
    play("sail(sea,golfe_de_gascogne)");
    cr_assert_str_eq(step_name(), "sea_order", "%s", step_name());
    cr_expect_eq(ns()->header.seat, SEAT_COALITION, "they may intercept, and need not");
    play("sea_order(none)");
    expect_at("fl_villeneuve fl_ganteaume", "sea:golfe_de_gascogne");
    /* by points of action the blockade is fought first */
    nae_start("1805", "");
    fleets("port:brest", "fl_villeneuve");
    fleets("box:brest", "fl_stirling");
    nae_in_round(2, NAE_EMPIRE);
    ns()->action.ap = 1;
    nae_push_sailing(np(), NAE_EMPIRE);
    nae_go();
    dice("6 1");
    play("sail(sea,golfe_de_gascogne)");
    expect_fallen();
}

/* 4F: four steps land instead of two. 9C: six, and without the -3. */
Test(nae_card_effects, f4_c9_landings)
{
    nae_start("1805", "");
    fleets("port:brest", "fl_villeneuve");
    nae_in_round(2, NAE_EMPIRE);
    event("4F", NAE_IN_ACTIVATION);
    play("squadron_at(port:brest)");
    cr_expect_eq(ns()->voyage.land_steps, 4);
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_keith");
    nae_in_round(2, NAE_COALITION);
    event("9C", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->voyage.land_steps, 6);
    cr_expect_eq(ns()->voyage.land_modifier, 0);
    cr_expect_eq(ns()->voyage.assaults, 1);
}

/* 9C: six steps for the whole squadron: two fleets carry three corps, and no fourth. */
Test(nae_card_effects, c9_carries_six_steps)
{
    nae_start("1809", "");
    fleets("port:portsmouth", "fl_keith fl_saumarez");
    at("portsmouth", "wellington armee_peninsule gb_1 gb_2 gb_3 gb_4");
    nae_in_round(2, NAE_COALITION);
    event("9C", NAE_IN_ACTIVATION);
    play("squadron(fl_keith,go); squadron(fl_saumarez,go)");
    play("sail(load,gb_1); sail(load,gb_2)");
    expect_legal("sail(load,gb_3)", true);
    play("sail(load,gb_3)");
    expect_legal("sail(load,gb_4)", false);
}

/* ------------------------------------------------------------------ Poland, Italy, Spain, money */

/* 22F: Warsaw held in supply when the conquests are settled founds Poland; lost, nothing. */
static void warsaw(bool held)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    ns()->card[NAE_F(22)] |= NAE_EVENT_PLAYED;
    nae_add_modifier(np(), NAE_F(22), NAE_POLAND, 0, 1);
    at("varsovie", held ? "davout fr_1 dp_france_1=" : "fr_1");
    if (held) {
        marker("varsovie", NAE_EMPIRE);
        nae_set_fort_state(ns(), zone_of("varsovie"), NAE_FORT_EMPIRE);
        ns()->owner[zone_of("varsovie")] = NAE_PRUSSIA;
        NAE_EACH_ZONE(zone, nd()->adjacent[zone_of("varsovie")]) { ns()->owner[zone] = NAE_FRANCE; }
        ns()->owner[zone_of("posen")] = NAE_FRANCE;
        nae_set_fort_state(ns(), zone_of("posen"), NAE_FORT_OWNER);
    }
    ns()->phase = NAE_PHASE_CONQUEST;
    ns()->frames = 0;
    memset(ns()->frame, 0, sizeof ns()->frame);
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    for (unsigned i = 0; i < 3; i++) {
        NaeFrame *frame = &ns()->frame[ns()->frames - 1];
        nae_conquest_phase_run(np(), frame);
    }
}

Test(nae_card_effects, f22_founds_poland)
{
    warsaw(false);
    cr_expect_eq(nae_status(ns(), NAE_POLAND), NAE_NOT_CREATED);
    warsaw(true);
    cr_assert(nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE),
              "the position is one that founds it");
    cr_expect_eq(nae_status(ns(), NAE_POLAND), NAE_PROTECTORATE);
    cr_expect_eq(ns()->owner[zone_of("varsovie")], NAE_POLAND);
    cr_expect_eq(ns()->level, 6, "one point of victory");
    expect_at("poniatowski", "reinforcement"); /* comes free with the corps in the next budget */
    expect_at("mi_pologne_1", "reinforcement");
}

/* 51C: no corps of the Empire is placed in Italy in the next budget. */
Test(nae_card_effects, c51_nothing_is_placed_in_italy)
{
    nae_start("1805", "");
    nae_in_round(2, NAE_COALITION);
    const unsigned milan = zone_of("milan");
    cr_expect(nae_zones_in(zones_for(NAE_ITALY), milan));
    event("51C", NAE_IN_ACTIVATION);
    cr_expect(nae_zones_in(zones_for(NAE_ITALY), milan), "budgets alone");
    ns()->phase = NAE_PHASE_BUDGET;
    cr_expect_not(nae_zones_in(zones_for(NAE_ITALY), milan));
    cr_expect(nae_zones_in(zones_for(NAE_FRANCE), zone_of("paris")), "France is not Italy");
    unsigned until = 0;
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        until = ns()->modifier[i].card == NAE_C(51) ? ns()->modifier[i].until : until;
    }
    cr_expect_eq(until, ns()->header.turn + 1U, "the next budget too");
}

/* 44F: in supply for the activation, and a lone guerrilla or militia on its way is gone without a battle. */
Test(nae_card_effects, f44_guerrillas_are_swept_away)
{
    nae_start("1809", "");
    at("madrid", "soult fr_1 fr_2");
    at("tolede", "es_milice_1");
    nae_in_round(2, NAE_EMPIRE);
    event("44F", NAE_IN_ACTIVATION);
    if (strcmp(step_name(), "spend_force") == 0) {
        play("spend_force(whole)");
    }
    play("forced_march(0)");
    cr_expect(ns()->march.flags & NAE_MARCH_SUPPLIED);
    play("move(go,tolede)");
    expect_at("es_milice_1", "reserve");
    cr_expect_eq(ns()->battle.attacker, SEAT_NONE, "no battle");
    cr_expect_eq(ns()->march.zone, zone_of("tolede"));
}

/* 55C: 3 resources to each Coalition major at war, and a card. */
Test(nae_card_effects, c55_subsidies)
{
    nae_start("1805", "");
    ns()->phase = NAE_PHASE_BUDGET;
    const int16_t before = ns()->major[NAE_PRUSSIA].resources;
    const int8_t later = ns()->major[NAE_PRUSSIA].correction;
    event("55C", NAE_IN_BUDGET);
    const unsigned majors[] = {NAE_BRITAIN, NAE_AUSTRIA, NAE_RUSSIA};
    for (unsigned i = 0; i < 3; i++) {
        const NaeMajor *m = &ns()->major[majors[i]];
        cr_expect_eq(m->correction + m->resources / 2, 3, "%s", nd()->nation_id[majors[i]]);
    }
    cr_expect_eq(ns()->major[NAE_PRUSSIA].resources, before, "Prussia is neutral");
    cr_expect_eq(ns()->major[NAE_PRUSSIA].correction, later);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 1);
}

/* ------------------------------------------------------------------ campaigns */

/* 43C: the forces of the campaign evade Napoleon without a die until the Coalition acts again. */
Test(nae_card_effects, c43_evades_napoleon)
{
    nae_start("1805", "");
    at("munich", "charles au_1 au_2");
    at("stuttgart", "napoleon fr_1 fr_2 fr_3 fr_4");
    nae_in_round(2, NAE_COALITION);
    event("43C", NAE_IN_ACTIVATION);
    cr_assert_str_eq(step_name(), "campaign_next", "%s", step_name());
    cr_expect_not(nae_is_nimble(ns(), piece_of("charles")), "not before he acts");
    play("spend(land)");
    if (strcmp(step_name(), "spend_force") == 0) {
        play("spend_force(whole)");
    }
    play("forced_march(0)");
    cr_assert_str_eq(step_name(), "move", "%s", step_name());
    cr_expect(nae_is_nimble(ns(), piece_of("charles")), "he is one of the campaign");
    /* Napoleon comes: no die falls for the evasion */
    nae_clear_march(ns());
    ns()->campaign.on = 0;
    ns()->frames = 0;
    memset(ns()->frame, 0, sizeof ns()->frame);
    nae_set_slot(ns(), nae_land(nd(), ns(), zone_of("munich"), NAE_COALITION), NAE_STANDING);
    nae_in_round(3, NAE_EMPIRE);
    nae_march_from("stuttgart", NAE_EMPIRE);
    dice("");
    play("move(go,ulm); move(go,munich)");
    expect_step("evade", NAE_COALITION);
    play("evade(evade)");
    expect_fallen();
    cr_expect(strcmp(step_name(), "evade_to") == 0 || ns()->place[piece_of("charles")] != zone_of("munich"),
              "%s", step_name());
}

/* ------------------------------------------------------------------ cards of a battle's end */

/* The Empire has lost a minor battle at Salzburg by failing its test; the stage decides what comes. */
static void lost_battle(unsigned loser_side, unsigned stage, const char *cards)
{
    nae_start("1805", "");
    hand(cards);
    at("munich", "dp_france_1=");
    at("salzbourg", "napoleon murat grande_armee fr_1 fr_2 fr_garde fr_res_cav");
    at("salzbourg", "charles");
    at("salzbourg", "armee_allemagne au_1 au_2 au_3 au_res_cav");
    NaeBattle *b = &ns()->battle;
    memset(b, 0, sizeof *b);
    b->zone = (uint8_t)zone_of("salzbourg");
    b->attacker = NAE_EMPIRE;
    b->entry = (uint8_t)zone_of("munich");
    b->interceptor_entry = NAE_NONE;
    b->level = 1;
    b->spearhead[0] = b->spearhead[1] = b->second_spearhead = NAE_NONE;
    b->subordinate[0] = b->subordinate[1] = NAE_NONE;
    b->retreat = b->retreat_second = NAE_NONE;
    b->winner = loser_side == NAE_EMPIRE ? NAE_DEFENDER : NAE_ATTACKER;
    b->morale[0] = 3;
    b->morale[1] = 3;
    b->losses[!b->winner] = 2;
    b->losses[b->winner] = 1;
    b->stage = (uint8_t)stage;
    b->chief[NAE_ATTACKER] = (uint8_t)piece_of("napoleon");
    b->chief[NAE_DEFENDER] = (uint8_t)piece_of("charles");
    nae_push(np(), NAE_STEP_BATTLE, SEAT_NONE);
}

/* 50F and 32C: the test of demoralisation passes without a die. */
Test(nae_card_effects, f50_c32_tests_that_pass)
{
    lost_battle(NAE_EMPIRE, NAE_STAGE_TEST_CARD, "50F");
    ns()->battle.losses[0] = 4; /* limit 3 + 3 - 3 = 3 */
    dice("");
    nae_go();
    expect_step("battle_card", NAE_EMPIRE);
    play("combat_card(50F)");
    expect_fallen();
    cr_expect(!nae_bit(ns(), piece_of("fr_1"), NAE_DEMORALISED));
    lost_battle(NAE_COALITION, NAE_STAGE_TEST_CARD, "32C");
    dice("");
    nae_go();
    expect_step("battle_card", NAE_COALITION);
    play("combat_card(32C)");
    cr_expect(!nae_bit(ns(), piece_of("au_1"), NAE_DEMORALISED));
    expect_fallen();
}

/* 47F: the beaten commander is gone until the budget after the next, and another takes over. */
Test(nae_card_effects, f47_a_commander_falls_into_disgrace)
{
    lost_battle(NAE_COALITION, NAE_STAGE_FAILED_CARD, "47F");
    ns()->battle.failed = 1;
    dice("1");
    nae_go();
    expect_step("battle_card", NAE_EMPIRE);
    play("combat_card(47F)");
    expect_at("charles", "year_after");
}

/* 8F: two more on the pursuit. 55F: no pursuit; a step of the best corps instead. */
Test(nae_card_effects, f8_f55_pursuits)
{
    lost_battle(NAE_COALITION, NAE_STAGE_PURSUIT_WINNER_CARD, "8F");
    ns()->battle.failed = 1;
    ns()->battle.retreat = (uint8_t)zone_of("vienne");
    dice("1");
    nae_go();
    expect_step("battle_card", NAE_EMPIRE);
    play("combat_card(8F)"); /* 1 + 3 + 2 steps of horse + Murat + 2 = 9: three more losses */
    expect_fallen();
    expect_step("pursuit_loss", NAE_COALITION);
    cr_expect_eq(ns()->battle.pursuit, 3);
    lost_battle(NAE_EMPIRE, NAE_STAGE_PURSUIT_LOSER_CARD, "55F");
    ns()->battle.failed = 1;
    dice("");
    nae_go();
    expect_step("battle_card", NAE_EMPIRE);
    play("combat_card(55F)");
    expect_fallen(); /* no die of pursuit */
    expect_step("pursuit_loss", NAE_EMPIRE);
    cr_expect_eq(ns()->battle.pursuit, 1);
    expect_legal("pursuit_loss(fr_garde)", true);
    ns()->battle.spearhead[0] = NAE_NONE;
    expect_legal("pursuit_loss(dp_france_1)", false);
}

/* 51F: no step for the river of the retreat. */
Test(nae_card_effects, f51_a_safe_retreat)
{
    lost_battle(NAE_EMPIRE, NAE_STAGE_RETREAT_CARD, "51F");
    dice("1");
    nae_go();
    expect_step("battle_card", NAE_EMPIRE);
    NaeFrame *top = &ns()->frame[ns()->frames - 1];
    NAE_STEPS[top->step].choose(np(), top, nae_move1(NAE_M_COMBAT_CARD, NAE_F(51)));
    cr_expect(ns()->battle.flags & NAE_BATTLE_SAFE_RETREAT);
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        cr_expect_eq(nae_edge_loss(nd(), ns(), NAE_EMPIRE, ns()->battle.zone, zone), 0);
    }
    cr_expect_eq(nae_edge_loss(nd(), ns(), NAE_EMPIRE, zone_of("reggio"), zone_of("messine")), 1,
                 "a strait is none of the rivers and mountains that it names");
}

/* 4C: in place of the wound die of a subordinate who lent his skill: 5 removes him from the game. */
Test(nae_card_effects, c4_a_wound)
{
    lost_battle(NAE_EMPIRE, NAE_STAGE_WOUND_CARD, "4C");
    ns()->battle.subordinate[0] = (uint8_t)piece_of("murat");
    dice("5");
    nae_go();
    expect_step("battle_card", NAE_COALITION);
    NaeFrame *top = &ns()->frame[ns()->frames - 1];
    NAE_STEPS[top->step].choose(np(), top, nae_move1(NAE_M_COMBAT_CARD, NAE_C(4)));
    expect_fallen();
    expect_at("murat", "out");
}

/* 31C: one more on the roll and on the morale of a force with two Prussian steps. */
Test(nae_card_effects, c31_prussian_fury)
{
    lost_battle(NAE_COALITION, NAE_STAGE_TEST_CARD, "");
    const int limit = nae_demoralisation_limit(nd(), ns());
    ns()->battle.played[NAE_COALITION] |= 1ULL << 30U;
    cr_expect_eq(nae_demoralisation_limit(nd(), ns()), limit + 1);
}

/* 6F and 12C: counter-marches at +2 without a test of attrition; 42C bars them, and subordinates. */
static void guns_of_ulm(const char *cards)
{
    nae_start("1805", "");
    hand(cards);
    at("ulm", "mack armee_allemagne au_1 au_2 au_3");
    at("innsbruck", "jean au_9");
    at("ulm", "napoleon grande_armee soult fr_1 fr_2 fr_3");
    at("stuttgart", "davout fr_5 fr_6");
    at("bade", "dp_france_1=");
    marker("ulm", NAE_COALITION);
    marker("munich", NAE_COALITION);
}

Test(nae_card_effects, f6_c12_c42_counter_marches)
{
    guns_of_ulm("12C");
    dice("2");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_step("battle_card", NAE_COALITION);
    play("combat_card(12C); counter_march(no); counter_march(innsbruck,jean)");
    expect_fallen(); /* 2 + 1 + 2 = 5: he comes, and no die of attrition falls */
    expect_at("au_9", "ulm");
    guns_of_ulm("6F");
    dice("1");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_step("battle_card", NAE_EMPIRE);
    play("combat_card(6F); counter_march(stuttgart,davout)");
    cr_expect_eq(ns()->battle.counter_bonus[0], 2);
    guns_of_ulm("42C");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_step("battle_card", NAE_COALITION);
    play("combat_card(42C)");
    expect_legal("counter_march(stuttgart,davout)", false);
    expect_legal("counter_march(innsbruck,jean)", true);
    cr_expect(ns()->battle.flags & NAE_BATTLE_NO_SUBORDINATE_E);
}

/* 21C: three more at sea. */
Test(nae_card_effects, c21_rockets)
{
    nae_start("1805", "");
    hand("21C");
    fleets("sea:manche", "fl_stirling");
    fleets("sea:manche", "fl_villeneuve");
    ns()->action.side = NAE_COALITION;
    ns()->action.ap = 1;
    nae_push_sailing(np(), NAE_COALITION);
    nae_go();
    play("sail(attack,sea:manche)");
    dice("3 3");
    play("sea_evade(stand)");
    expect_step("sea_card", NAE_COALITION);
    play("sea_card(21C)"); /* 3 + 3 against 3 */
    expect_fallen();
    cr_expect_eq(nae_card_place(ns(), NAE_C(21)), NAE_CARD_REMOVED, "a gold star");
    expect_step("sea_retreat", NAE_EMPIRE);
}

/* 33F: two more on each siege die of the activation. 36F: rivers cost nothing. */
Test(nae_card_effects, f33_f36_help_a_march)
{
    nae_start("1805", "");
    hand("33F 36F");
    at("munich", "davout fr_1 fr_2");
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("munich", NAE_EMPIRE);
    unsigned dearer = 0;
    for (unsigned from = 0; from < nd()->zones; from++) {
        for (unsigned i = 0; i < nd()->zone[from].neighbors; i++) {
            const NaeEdge *edge = &nd()->zone[from].edge[i];
            const unsigned plain = nae_step_cost(nd(), from, edge->zone, false);
            const unsigned bridged = nae_step_cost(nd(), from, edge->zone, true);
            cr_expect_eq(plain != bridged,
                         edge->terrain == NAE_EDGE_RIVER && nd()->table.extra[NAE_EDGE_RIVER] > 0);
            dearer += plain != bridged ? 1U : 0U;
        }
    }
    cr_expect_gt(dearer, 0);
    play("move(card,36F)");
    cr_expect_eq(ns()->action.rivers, 1);
    cr_expect_eq(nae_card_place(ns(), NAE_F(36)), NAE_CARD_DISCARD);
}

/* 19F and 32F before an evasion: less on its die. */
Test(nae_card_effects, f19_f32_against_an_evasion)
{
    nae_start("1805", "");
    hand("19F");
    at("munich", "charles au_1 au_2");
    at("ulm", "davout fr_1 fr_2 fr_3");
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("ulm", NAE_EMPIRE);
    play("move(go,munich); evade(evade)");
    expect_step("reaction", NAE_EMPIRE);
    dice("6");
    play("reaction(19F)"); /* 6 and what he has, less 3: not 5 */
    cr_expect_eq(nae_card_place(ns(), NAE_F(19)), NAE_CARD_DISCARD);
    cr_expect_neq(ns()->header.step, NAE_STEP_EVADE_TO);
}

/* 21F: a test of attrition is waived. */
Test(nae_card_effects, f21_no_attrition)
{
    nae_start("1805", "");
    hand("21F");
    at("munich", "davout fr_1 fr_2");
    nae_in_round(2, NAE_EMPIRE);
    nae_push_attrition(np(), NAE_EMPIRE, zone_of("munich"), NAE_STANDING, 0, 3);
    dice("");
    nae_go();
    expect_step("reaction", NAE_EMPIRE);
    NaeFrame *top = &ns()->frame[ns()->frames - 1];
    NAE_STEPS[top->step].choose(np(), top, nae_move1(NAE_M_REACTION, NAE_F(21)));
    nae_run(np());
    expect_fallen();
    expect_steps("fr_1", 2);
    cr_expect_eq(nae_card_place(ns(), NAE_F(21)), NAE_CARD_DISCARD);
}

/* ------------------------------------------------------------------ major campaigns and reactions */

/* 15C: the forces of a major campaign that wait together are fought one after another in the order that their
 * owner says; between two battles the defender may go (9.7). */
Test(nae_card_effects, c15_interior_lines)
{
    nae_start("1809", "");
    at("vienne", "charles au_1 au_2 au_3 au_4");
    at("graz", "ney fr_1 fr_2");
    at("salzbourg", "oudinot fr_3 fr_10");
    hand("15C");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_zone(graz); spend_force(whole); forced_march(0); move(go,vienne); evade(stand)");
    expect_step("reaction", NAE_COALITION);
    dice("1 1"); /* both march out of supply */
    play("reaction(15C); campaign(wait)");
    play("spend(land); spend_force(whole); forced_march(0); move(go,vienne)");
    if (ns()->header.step == NAE_STEP_CAMPAIGN_NEXT) {
        play("spend(stop)");
    }
    expect_step("campaign_order", NAE_EMPIRE);
    expect_choices("order(1); order(2)");
    dice("3 3 3 3 3 3 3 3 3 3");
    play("order(2)");
    cr_expect(nae_pieces_in(nae_fighters(nd(), ns(), NAE_ATTACKER), piece_of("oudinot")));
    cr_expect_not(nae_pieces_in(nae_fighters(nd(), ns(), NAE_ATTACKER), piece_of("ney")));
}

/* 32F: two less on the die of an interception: a six is a four. */
static void intercepted(bool card, const char *rolls)
{
    nae_start("1805", "");
    at("strasbourg", "fr_1");
    at("ulm", "charles au_1");
    hand("32F 8C");
    nae_in_round(3, NAE_EMPIRE);
    ns()->action.ap = 1;
    nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
    nae_go();
    play("spend(land); forced_march(0); move(go,bade)");
    dice(rolls);
    play("intercept(ulm,charles)");
    play(card ? "reaction(32F)" : "reaction(none)");
}

Test(nae_card_effects, f32_against_an_interception)
{
    intercepted(true, "6");
    expect_fallen();
    expect_at("charles au_1", "ulm");
    intercepted(false, "5 1 1 1 1 1 6 6 6 6");
    expect_at("charles", "bade");
}

/* 40C: a test at +3 at the end of a march in Russia; its destroyed fortress stays destroyed for the Empire.
 */
Test(nae_card_effects, c40_scorched_earth)
{
    nae_start("1805", "");
    at("vilna", "ney fr_1 fr_2");
    ns()->card[NAE_C(2)] |= NAE_EVENT_PLAYED;
    nae_set_fort_state(ns(), zone_of("smolensk"), NAE_FORT_DESTROYED);
    hand("40C");
    nae_in_round(3, NAE_EMPIRE);
    ns()->action.ap = 2;
    nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
    nae_go();
    play("spend(land); spend_force(whole); forced_march(0); move(go,minsk)");
    ns()->march.flags &= (uint16_t)~NAE_MARCH_UNSUPPLIED; /* no other test than that of the card */
    play("move(stop)");
    expect_step("reaction", NAE_COALITION);
    /* Four French steps, column 3-5: 6 + 3 - 2 = 7, and 2 more in poor land: a star at 7, two steps at 9. */
    const bool poor = nae_zone_is(nd(), zone_of("minsk"), NAE_ZONE_POOR);
    dice(poor ? "6" : "6 1");
    play("reaction(40C)");
    expect_fallen();
    expect_step("attrition_loss", NAE_EMPIRE);
}

/* A force that has waited in Russia has entered it: 40C is asked when it stops after the joint battle. It has
 * spent its depot on the test of its forced march, so the second one is not asked for [13.4]: five French
 * steps, 6 + 3 + 2 - 2 = 9 or less. 43F: it is still one of the two abroad. */
Test(nae_card_effects, c40_after_a_joint_battle)
{
    nae_start("1805", "");
    at("vilna", "napoleon grande_armee fr_1 fr_2 fr_3 dp_france_1 dp_france_2");
    at("minsk", "ru_1");
    ns()->card[NAE_C(2)] |= NAE_EVENT_PLAYED;
    hand("40C");
    nae_campaign(NAE_EMPIRE, NAE_F(43), 1);
    dice("1 6 6 1 1 1 1 1 1");
    play("spend(land); spend_force(whole); forced_march(1); move(go,minsk); campaign(wait); "
         "attrition_depot(yes)");
    play("spearhead(fr_1); spearhead(none)");
    expect_legal("move(go,mohilev)", true);
    dice("");
    play("move(stop)");
    expect_step("reaction", NAE_COALITION);
    dice("1 1");
    play("reaction(40C)");
    cr_expect_neq(ns()->header.step, (unsigned)NAE_STEP_ATTRITION_DEPOT);
    expect_at("dp_france_2", "minsk");
}

/* 40C on a march that ends at a fortress, destroyed or not. */
static unsigned burn_at_a_fortress(unsigned state)
{
    nae_start("1805", "");
    at("vilna", "ney fr_1 fr_2");
    ns()->card[NAE_C(2)] |= NAE_EVENT_PLAYED;
    unsigned fortress = NAE_NONE;
    NAE_EACH_ZONE(zone, nd()->adjacent[zone_of("vilna")])
    {
        fortress = nae_is_home(ns(), zone, NAE_RUSSIA) && nd()->zone[zone].fortress > 0 ? zone : fortress;
    }
    cr_assert_neq(fortress, (unsigned)NAE_NONE);
    nae_set_fort_state(ns(), fortress, state);
    hand("40C");
    nae_in_round(3, NAE_EMPIRE);
    ns()->action.ap = 2;
    nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
    nae_go();
    char moves[96];
    (void)snprintf(moves, sizeof moves, "spend(land); spend_force(whole); forced_march(0); move(go,%s)",
                   nd()->zone_id[fortress]);
    play(moves);
    if (state != NAE_FORT_DESTROYED) {
        play("fortress(siege)");
    }
    ns()->march.flags &= (uint16_t)~NAE_MARCH_UNSUPPLIED;
    play("move(stop)");
    dice("1 1");
    play("reaction(40C)");
    return fortress;
}

/* A fortress that lies destroyed there the Empire does not raise this year. One that still stands may fall to
 * it, and be raised, all the same. */
Test(nae_card_effects, c40_bars_a_fortress)
{
    const unsigned destroyed = burn_at_a_fortress(NAE_FORT_DESTROYED);
    cr_expect_neq(ns()->zone_bits[destroyed] & NAE_NO_REBUILD, 0);
    const unsigned stands = burn_at_a_fortress(NAE_FORT_OWNER);
    cr_expect_eq(ns()->zone_bits[stands] & NAE_NO_REBUILD, 0);
}

/* ------------------------------------------------------------------ fleets by event */

/* 1C: the British fleets one squadron after the other, each once, with one landing in all. */
Test(nae_card_effects, c1_admiralty)
{
    nae_start("1805", "");
    fleets("port:portsmouth", "fl_keith");
    fleets("port:malte", "fl_ball");
    nae_in_round(3, NAE_COALITION);
    event("1C", NAE_IN_ACTIVATION);
    expect_choices("squadron_at(port:portsmouth); squadron_at(port:malte); squadron_at(done)");
    play("squadron_at(port:malte)");
    cr_expect_eq(ns()->voyage.assaults, 1);
    play("sail(sea,mediterranee_centrale); sail(stop)");
    expect_at("fl_ball", "sea:mediterranee_centrale");
    expect_legal("squadron_at(sea:mediterranee_centrale)", false);
    play("squadron_at(port:portsmouth); sail(sea,manche); sail(stop)");
    expect_at("fl_keith", "sea:manche");
    cr_expect_eq(nae_card_place(ns(), NAE_C(1)), (unsigned)NAE_CARD_ASIDE);
}

/* 1C moves many squadrons: who took refuge from the landing of one stands in the field again when that has
 * ended, before the next sails [13.5]. The dice are for the fortress, which holds. */
Test(nae_card_effects, c1_each_voyage_frees_the_garrisons)
{
    nae_start("1809", "");
    at("portsmouth", "gb_1");
    at("cherbourg", "fr_11");
    fleets("port:portsmouth", "fl_stirling");
    fleets("port:plymouth", "fl_calder");
    nae_in_round(3, NAE_COALITION);
    event("1C", NAE_IN_ACTIVATION);
    play("squadron_at(port:portsmouth); sail(load,gb_1); sail(sea,manche); sail(box,cherbourg)");
    dice("5 2 3 4");
    play("sail(assault,cherbourg); evade(fort)");
    expect_fallen();
    play("stand_off(sea:manche); sail(stop)");
    expect_choices("squadron_at(port:plymouth); squadron_at(done)");
    cr_expect_not(nae_bit(ns(), piece_of("fr_11"), NAE_INSIDE));
}

/* 24C: a landing in the Kingdom of Naples without the -3, nowhere else. */
Test(nae_card_effects, c24_maida)
{
    nae_start("1809", "");
    at("palerme", "gb_1");
    fleets("port:palerme", "fl_ball");
    nae_in_round(3, NAE_COALITION);
    event("24C", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->voyage.land_modifier, 0);
    cr_expect_eq(ns()->voyage.assaults, 1);
    ns()->voyage.land_steps = 2;
    play("sail(load,gb_1); sail(sea,mediterranee_centrale); sail(box,naples)");
    expect_legal("sail(assault,naples)", true);
    play("sail(sea,mediterranee_centrale)");
    if (nae_hostile_port(nd(), ns(), zone_of("rome"), NAE_COALITION)) {
        play("sail(box,rome)");
        expect_legal("sail(assault,rome)", false);
    }
}
