/* test_nae_cases_cards.c: what the events of the cards do on the map, to purses, hands and dice, each case
 * worked out by hand from the card's text (and chapters 6 to 8) before it was played; the sums stand in the
 * comments. When an event may be played is in test_nae_cards.c. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/force.h"
#include "engine/nae/nae.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* ------------------------------------------------------------------ helpers */

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

static void phase_is(unsigned phase)
{
    ns()->phase = (uint8_t)(phase == NAE_IN_BUDGET      ? NAE_PHASE_BUDGET
                            : phase == NAE_IN_DIPLOMACY ? NAE_PHASE_DIPLOMACY
                            : phase == NAE_IN_CONQUESTS ? NAE_PHASE_CONQUEST
                                                        : NAE_PHASE_ROUNDS);
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
}

static bool may(const char *id, unsigned phase)
{
    nae_hand(id);
    phase_is(phase);
    const NaePlay reader = nae_reader(nd(), ns());
    return nae_event_playable(&reader, card_of(id), phase);
}

/* Plays an event, which must be legal, up to its first decision. */
static void event(const char *id, unsigned phase)
{
    cr_assert(may(id, phase), "line %d: %s may not be played", nae_line, id);
    ns()->action.side = (uint8_t)nae_card_side(card_of(id));
    nae_play_event(np(), card_of(id), phase);
    nae_go();
}
#define event(id, phase) (NAE_LINE, event(id, phase))

/* Nothing is going on but the year. */
static void bare_year(unsigned next)
{
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = (uint8_t)next;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
}

/* The budget phase from its beginning to its first decision. */
static void budget(void)
{
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->round = 0;
    bare_year(NAE_PHASE_BUDGET + 1U);
    nae_push(np(), NAE_STEP_BUDGET, SEAT_NONE);
    nae_go();
}

static int points(unsigned power) { return ns()->major[power].resources / 2; }
static bool unsupplied(const char *unit) { return nae_bit(ns(), piece_of(unit), NAE_UNSUPPLIED); }

/* ------------------------------------------------------------------ cards that bind supply */

/* 48C on Davout at Nuremberg, two zones from the Russians at Munich: he is out of supply in the battle that
 * the Coalition brings to him and at the end of the phase, though his line to Bade is open, until he is
 * activated himself. */
Test(nae_cases_cards, c48_until_his_own_activation)
{
    for (unsigned raided = 0; raided < 2; raided++) {
        nae_start("1805", "");
        at("bade", "dp_france_1=");
        at("nuremberg", "davout fr_1 fr_2 dp_france_2");
        at("munich", "ru_3");
        if (raided != 0) {
            event("48C", NAE_IN_ACTIVATION); /* one force, one depot: no choice */
            expect_at("dp_france_2", "reserve");
        }
        const NaePieces force = nae_field(nd(), ns(), zone_of("nuremberg"), NAE_EMPIRE);
        (void)nae_check_supply(np(), force, force, zone_of("nuremberg"), NAE_NONE, nae_zones_none());
        cr_expect_eq(unsupplied("fr_1"), raided != 0);
        ns()->phase = NAE_PHASE_ROUNDS;
        ns()->round = 3;
        ns()->action.side = NAE_EMPIRE;
        ns()->action.ap = 1;
        bare_year(NAE_PHASE_ROUNDS + 1U);
        nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
        nae_go();
        play("spend(land); spend_force(whole)");
        cr_expect_not(unsupplied("fr_1"), "the check of his own activation");
        cr_expect_not(ns()->march.flags & NAE_MARCH_UNSUPPLIED);
    }
}

/* A garrison is a force too [9.1]: besieged in Genoa and in supply by sea, it is cut off and loses its depot.
 */
Test(nae_cases_cards, c48_on_a_garrison)
{
    nae_start("1805", "");
    at("genes", "bagration ru_3 ru_4");
    inside("genes", "ney fr_9 dp_france_1");
    nae_lay_siege(np(), zone_of("genes"));
    event("48C", NAE_IN_ACTIVATION);
    cr_expect(unsupplied("fr_9"));
    expect_at("dp_france_1", "reserve");
}

/* ... and a unit that was lost in between comes back like any other. */
Test(nae_cases_cards, c48_ends_with_the_unit)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("nuremberg", "fr_9");
    at("munich", "ru_3");
    event("48C", NAE_IN_ACTIVATION);
    cr_expect(unsupplied("fr_9"));
    nae_destroy(np(), piece_of("fr_9"));
    at("nuremberg", "fr_9");
    const NaePieces corps = nae_pieces_one(piece_of("fr_9"));
    (void)nae_check_supply(np(), corps, corps, zone_of("nuremberg"), NAE_NONE, nae_zones_none());
    cr_expect_not(unsupplied("fr_9"));
}

/* A zone with the id of a nation: target(hanovre) is one move, whether a power or 48C is meant, and hits who
 * stands there. */
Test(nae_cases_cards, c48_on_a_zone_with_the_name_of_a_nation)
{
    nae_start("1805", "");
    at("hanovre", "davout fr_1 fr_2");
    at("nuremberg", "fr_9");
    at("munich", "ru_3");
    at("amsterdam", "ru_4");
    event("48C", NAE_IN_ACTIVATION);
    expect_choices("target(hanovre); target(nuremberg)");
    play("target(hanovre)");
    cr_expect(unsupplied("fr_1"));
    cr_expect_not(unsupplied("fr_9"));
}

/* 41C: Davout's two French steps in Minsk, poor, in winter: 4 + 2 poor + 2 winter + 2 card - 2 all French =
 * 8, column 1-2: one step. The French in Vilna, not poor, are not tested. */
Test(nae_cases_cards, c41_a_test_in_poor_land_only)
{
    nae_start("1809", "");
    status(NAE_RUSSIA, NAE_COALITION_ALLY);
    at("minsk", "davout fr_1");
    at("vilna", "fr_9");
    ns()->round = 6;
    dice("4");
    event("41C", NAE_IN_ACTIVATION);
    expect_fallen();
    expect_steps("fr_1", 1);
    expect_steps("fr_9", 2);
}

/* ------------------------------------------------------------------ diplomacy by event */

/* 49C: Denmark, a protectorate: 4 + 3 - 1 = 6 joins, and the protectorate lost costs a point; 3 does not. */
Test(nae_cases_cards, c49_takes_a_protectorate)
{
    for (unsigned die = 3; die <= 4; die++) {
        nae_start("1809", "");
        const int level = ns()->level;
        event("49C", NAE_IN_DIPLOMACY);
        dice(die == 3 ? "3" : "4");
        play("target(danemark)");
        expect_fallen();
        cr_expect_eq(nae_status(ns(), NAE_DENMARK), die == 4 ? NAE_COALITION_ALLY : NAE_PROTECTORATE);
        cr_expect_eq(ns()->level, level - (die == 4 ? 1 : 0));
    }
}

/* 42F: Denmark 1 + 1 + 3 = 5 does not join, 2 + 1 + 3 = 6 does. Sweden, an ally of Britain, is no target. */
Test(nae_cases_cards, f42_the_northern_courts)
{
    for (unsigned die = 1; die <= 2; die++) {
        nae_start("1805", "");
        event("42F", NAE_IN_DIPLOMACY);
        expect_legal("target(suede)", false);
        dice(die == 1 ? "1" : "2");
        play("target(danemark)");
        cr_expect_eq(nae_status(ns(), NAE_DENMARK), die == 2 ? NAE_EMPIRE_ALLY : NAE_NEUTRAL);
    }
}

/* 17C: no bonus: Denmark 6 - 1 = 5 stays neutral, Egypt 6 + 0 joins Britain; the escalade rises whatever the
 * die says. */
Test(nae_cases_cards, c17_copenhagen)
{
    nae_start("1805", "");
    event("17C", NAE_IN_DIPLOMACY);
    dice("6");
    play("target(danemark)");
    cr_expect_eq(nae_status(ns(), NAE_DENMARK), NAE_NEUTRAL);
    cr_expect_eq(ns()->escalade, 1);
    cr_expect_eq(nae_card_place(ns(), card_of("17C")), (unsigned)NAE_CARD_REMOVED);
    nae_start("1805", "");
    event("17C", NAE_IN_DIPLOMACY);
    dice("6");
    play("target(egypte)");
    cr_expect_eq(nae_status(ns(), NAE_EGYPT), NAE_COALITION_ALLY);
}

/* 11F on Turkey takes the one power of the turn; on a minor it does not. */
Test(nae_cases_cards, f11_counts_as_the_power_of_the_turn)
{
    nae_start("1805", "");
    event("11F", NAE_IN_DIPLOMACY);
    dice("1");
    play("target(turquie)");
    cr_expect_eq(ns()->side[NAE_EMPIRE].majors_targeted, 1);
    cr_expect_not(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_PRUSSIA, NAE_TARGET_ANY, 3));
    cr_expect(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_DENMARK, NAE_TARGET_ANY, 3));
}

/* 17F forbids the power itself, by 19C and 20C too, not its minors. */
Test(nae_cases_cards, f17_haugwitz)
{
    nae_start("1805", "");
    event("17F", NAE_IN_DIPLOMACY);
    event("20C", NAE_IN_DIPLOMACY);
    expect_choices("target(saxe); target(hesse)");
    dice("5");
    play("target(saxe)"); /* 5 + 0 + 1 = 6 */
    cr_expect_eq(nae_status(ns(), NAE_SAXONY), NAE_COALITION_ALLY);
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_PRUSSIA, NAE_TARGET_ANY, NAE_NO_MINIMUM));
}

/* 34F: to the end of next year nobody declares war on Austria, no free action of the Coalition reaches it,
 * and 47C waits; then it is open again. */
Test(nae_cases_cards, f34_for_two_years)
{
    nae_start("1805", "");
    status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = 1;
    event("34F", NAE_IN_DIPLOMACY);
    ns()->side[NAE_COALITION].free_actions = 1;
    bare_year(NAE_PHASE_DIPLOMACY + 1U);
    nae_push(np(), NAE_STEP_DIPLOMACY_PHASE, SEAT_NONE);
    nae_go();
    expect_legal("free_diplomacy(autriche)", false);
    for (unsigned year = 0; year < 2; year++) {
        cr_expect_not(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_AUSTRIA), "year %u", year);
        cr_expect_not(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_AUSTRIA));
        cr_expect_not(may("47C", NAE_IN_DIPLOMACY));
        bare_year(NAE_PHASE_COUNT); /* the year ends */
        NaeFrame *turn = &ns()->frame[0];
        nae_turn_run(np(), turn);
    }
    cr_expect_eq(ns()->header.turn, 2);
    cr_expect(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_AUSTRIA));
    cr_expect(may("47C", NAE_IN_DIPLOMACY));
}

/* 38C on a neutral Sweden: it joins, its corps deploys, and Bernadotte goes where the corps is. */
Test(nae_cases_cards, c38_bernadotte_goes_with_the_corps)
{
    nae_start("1805", "");
    status(NAE_SWEDEN, NAE_NEUTRAL);
    ns()->minor[NAE_SWEDEN - NAE_MAJORS].flags = 0;
    event("38C", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_status(ns(), NAE_SWEDEN), NAE_COALITION_ALLY);
    play("deploy(mi_suede,goteborg)");
    expect_at("mi_suede bernadotte_suede", "goteborg");
    cr_expect(nae_bit(ns(), piece_of("bernadotte_suede"), NAE_COMMANDS));
    expect_at("bernadotte", "out");
    /* without the corps on the map he waits with it */
    nae_start("1805", "");
    event("38C", NAE_IN_DIPLOMACY);
    expect_at("bernadotte_suede", "reserve");
}

/* He joins the corps wherever it stands: before a fortress of the enemy, or shut in inside its own. */
Test(nae_cases_cards, c38_enemies_around_the_corps_keep_nobody_away)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_SWEDEN, NAE_COALITION_ALLY);
    at("magdebourg", "mi_suede");
    event("38C", NAE_IN_DIPLOMACY);
    expect_at("mi_suede bernadotte_suede", "magdebourg");
    nae_start("1809", "");
    nae_set_status(np(), NAE_SWEDEN, NAE_COALITION_ALLY);
    inside("stralsund", "mi_suede");
    at("stralsund", "davout fr_1");
    nae_set_siege(ns(), zone_of("stralsund"), true, 1);
    event("38C", NAE_IN_DIPLOMACY);
    expect_at("bernadotte_suede", "stralsund");
    cr_expect(nae_bit(ns(), piece_of("bernadotte_suede"), NAE_INSIDE));
    cr_expect(nae_bit(ns(), piece_of("bernadotte_suede"), NAE_COMMANDS));
}

/* 50C: Bavaria may be named though it is a member of the Confederation; its marker of the Kingdom brings no
 * card any more. */
Test(nae_cases_cards, c50_a_member_of_the_confederation)
{
    nae_start("1809", "");
    cr_assert(nae_is_member(nd(), ns(), NAE_BAVARIA));
    cr_assert(ns()->flags & NAE_BAVARIAN_KINGDOM);
    const unsigned size = nae_open_slots(nd(), ns(), NAE_EMPIRE);
    event("50C", NAE_IN_DIPLOMACY);
    dice("3");
    play("target(baviere)");
    cr_expect_eq(nae_status(ns(), NAE_BAVARIA), NAE_COALITION_ALLY);
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), size - 1);
    cr_expect_eq(ns()->level, 14);
    expect_at("mi_baviere", "reserve");
}

/* ------------------------------------------------------------------ money */

/* Income of 1805: France 14, Britain 6, Austria 12. 10F +4; 6C +6; 7C +4 to Austria; 13C +6. */
Test(nae_cases_cards, gifts_of_a_budget)
{
    nae_start("1805", "");
    hand("10F 6C 7C 13C");
    budget();
    play("budget_event(6C)");
    play("budget_event(7C); target(autriche)");
    play("budget_event(13C); choice(resources_6)");
    play("budget_event(10F)"); /* after the Coalition's last card the Empire's turn has come */
    cr_expect_eq(points(NAE_FRANCE), 14 + 4);
    cr_expect_eq(points(NAE_BRITAIN), 6 + 6 + 6);
    cr_expect_eq(points(NAE_AUSTRIA), 12 + 4);
}

/* 6C: an ally may get eight points this turn instead of four. */
Test(nae_cases_cards, c6_eight_points_to_an_ally)
{
    for (unsigned gold = 0; gold < 2; gold++) {
        nae_start("1805", "");
        if (gold != 0) {
            hand("6C");
        }
        budget();
        if (gold != 0) {
            play("budget_event(6C)");
        }
        for (unsigned i = 0; i < (gold != 0 ? 8U : 4U); i++) {
            play("transfer(russie,autriche)");
        }
        expect_legal("transfer(russie,autriche)", false);
        expect_legal("transfer(grande_bretagne,autriche)", false);
        cr_expect_eq(points(NAE_AUSTRIA), 12 + (gold != 0 ? 8 : 4));
    }
}

/* 7F, the first way: four points of Spain for France though 24F and 25F have not been played. */
Test(nae_cases_cards, f7_spanish_money_for_france)
{
    for (unsigned godoy = 0; godoy < 2; godoy++) {
        nae_start("1805", "");
        if (godoy != 0) {
            hand("7F");
        }
        budget();
        if (godoy != 0) {
            play("budget_event(7F); choice(transfer)");
        }
        play("transfer(done)"); /* the Coalition's */
        expect_legal("transfer(espagne,france)", godoy != 0);
        for (unsigned i = 0; i < 4 && godoy != 0; i++) {
            play("transfer(espagne,france)");
        }
        if (godoy != 0) {
            expect_legal("transfer(espagne,france)", false);
        }
    }
}

/* 54F: eight points, and a hand two cards smaller next time, that time only. */
Test(nae_cases_cards, f54_two_cards_less)
{
    nae_start("1805", "");
    const unsigned size = nae_hand_size(nd(), ns(), NAE_EMPIRE);
    event("54F", NAE_IN_BUDGET);
    const unsigned smaller = size - 2 < 6 ? 6 : size - 2;
    cr_expect_eq(ns()->major[NAE_FRANCE].correction, 8);
    cr_expect_eq(nae_hand_size(nd(), ns(), NAE_EMPIRE), smaller);
    dice("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
    bare_year(NAE_PHASE_HANDS + 1U);
    ns()->phase = NAE_PHASE_HANDS;
    nae_push(np(), NAE_STEP_HANDS, SEAT_NONE);
    NaeFrame *hands = &ns()->frame[ns()->frames - 1];
    hands->a = 5; /* the draws */
    hands->c = (uint8_t)nae_hand_size(nd(), ns(), NAE_EMPIRE);
    hands->d = (uint8_t)nae_hand_size(nd(), ns(), NAE_COALITION);
    nae_hands_run(np(), hands);
    cr_expect_eq(nae_hand_count(ns(), NAE_EMPIRE), smaller);
    cr_expect_eq(ns()->side[NAE_EMPIRE].hand_modifier, 0);
}

/* 49F: three points, and a blockade that is complete brings no point in this budget. */
static void all_ports_closed(void)
{
    ns()->flags |= NAE_BLOCKADE;
    NAE_EACH_ZONE(zone, nd()->ports)
    {
        if (nd()->zone[zone].blockade != 0) {
            ns()->owner[zone] = NAE_FRANCE;
            nae_set_marker(ns(), zone, NAE_NOBODY);
            nae_set_fort_state(ns(), zone, NAE_FORT_OWNER);
        }
    }
}

Test(nae_cases_cards, f49_licences)
{
    for (unsigned licences = 0; licences < 2; licences++) {
        nae_start("1809", "");
        all_ports_closed();
        cr_assert(nae_blockade_complete(nd(), ns()));
        const int level = ns()->level;
        if (licences != 0) {
            hand("49F");
        }
        budget();
        if (licences != 0) {
            play("budget_event(49F)");
        }
        cr_expect_eq(ns()->level, level + (licences != 0 ? 0 : 1));
        cr_expect_eq(points(NAE_FRANCE), 14 + (licences != 0 ? 3 : 0));
    }
}

/* A port of the Coalition that the Empire besieges in supply is under its control [4]: Zara, with a line by
 * the depot at Laybach to Trieste; without the depot it is out of supply and open. */
Test(nae_cases_cards, a_port_under_siege_is_closed)
{
    for (unsigned line = 0; line < 2; line++) {
        nae_start("1809", "");
        all_ports_closed();
        ns()->owner[zone_of("zara")] = NAE_AUSTRIA;
        cr_expect_not(nae_blockade_complete(nd(), ns()));
        at("zara", "marmont fr_9 fr_10");
        inside("zara", "au_1");
        nae_lay_siege(np(), zone_of("zara"));
        marker("laybach", NAE_EMPIRE);
        if (line != 0) {
            at("laybach", "fr_11 dp_france_1=");
        }
        cr_expect_eq(nae_blockade_complete(nd(), ns()), line != 0);
    }
}

/* A port of France that the Coalition controls is open, in supply only [4: what counts for victory]: Boulogne
 * under its marker, with a British depot to which ships have a line, or with nobody there; Anvers under a
 * British siege with a line by Amsterdam, which is British already. */
Test(nae_cases_cards, a_port_of_the_empire_that_is_lost)
{
    nae_start("1809", "");
    all_ports_closed();
    marker("boulogne", NAE_COALITION);
    cr_expect(nae_blockade_complete(nd(), ns()), "no line");
    at("boulogne", "dp_grande_bretagne_1=");
    cr_expect_not(nae_blockade_complete(nd(), ns()));
    nae_start("1809", "");
    all_ports_closed();
    marker("amsterdam", NAE_COALITION);
    nae_set_fort_state(ns(), zone_of("amsterdam"), NAE_FORT_COALITION);
    at("anvers", "wellington gb_1 gb_2");
    inside("anvers", "fr_11");
    NaeZones open = nae_open_ports(np());
    cr_expect(nae_zones_in(open, zone_of("amsterdam")));
    cr_expect_not(nae_zones_in(open, zone_of("anvers")));
    nae_lay_siege(np(), zone_of("anvers"));
    open = nae_open_ports(np());
    cr_expect(nae_zones_in(open, zone_of("anvers")));
}

/* The War of Liberation leaves out the ports of the peninsula while France controls the fortresses of the
 * border: Gerona counts under a French siege, too, Bayonne no more under a British one [4]. */
Test(nae_cases_cards, fortresses_of_the_border_under_siege)
{
    nae_start("1809", "");
    all_ports_closed();
    ns()->owner[zone_of("cadix")] = NAE_SPAIN;
    cr_expect(nae_blockade_complete(nd(), ns()));
    nae_set_marker(ns(), zone_of("gerone"), NAE_NOBODY);
    nae_set_fort_state(ns(), zone_of("gerone"), NAE_FORT_OWNER);
    cr_expect_not(nae_blockade_complete(nd(), ns()));
    at("gerone", "suchet fr_9 fr_10");
    inside("gerone", "es_1");
    nae_lay_siege(np(), zone_of("gerone"));
    cr_expect(nae_blockade_complete(nd(), ns()));
    at("bayonne", "wellington gb_1 gb_2");
    inside("bayonne", "fr_11");
    nae_lay_siege(np(), zone_of("bayonne"));
    cr_expect_not(nae_blockade_complete(nd(), ns()));
}

/* 8C: 4 for Britain and -4 for Spain in the budget that is being held; Spain's 6 become 2. */
Test(nae_cases_cards, c8_galleons)
{
    nae_start("1805", "");
    const int spain = nd()->nation[NAE_SPAIN].resources / 2;
    hand("8C");
    budget();
    play("budget_event(8C)");
    cr_expect_eq(points(NAE_BRITAIN), 6 + 4);
    cr_expect_eq(points(NAE_SPAIN), spain < 4 ? 0 : spain - 4);
}

/* 55C: 3 to each power of the Coalition at war, not to neutral Prussia. */
Test(nae_cases_cards, c55_for_all_at_war)
{
    nae_start("1805", "");
    hand("55C");
    budget();
    const int prussia = nd()->nation[NAE_PRUSSIA].resources / 2;
    play("budget_event(55C)");
    if (strcmp(nae_step_name(ns()->header.step), "budget_event") == 0) {
        play("budget_event(done)"); /* the card drawn may be one of this phase */
    }
    cr_expect_eq(points(NAE_BRITAIN), 6 + 3);
    cr_expect_eq(points(NAE_AUSTRIA), 12 + 3);
    cr_expect_eq(points(NAE_RUSSIA), 12 + 3);
    cr_expect_eq(points(NAE_PRUSSIA), prussia);
}

/* 3C in a round: Austria has 12 + 6 in the next budget. */
Test(nae_cases_cards, c3_six_points_later)
{
    nae_start("1805", "");
    event("3C", NAE_IN_ACTIVATION);
    budget();
    cr_expect_eq(points(NAE_AUSTRIA), 12 + 6);
}

/* 3C(a): at war with Turkey three corps of the reserve stand where reinforcements may, at full strength. */
Test(nae_cases_cards, c3_three_corps)
{
    nae_start("1805", "");
    status(NAE_TURKEY, NAE_EMPIRE_ALLY);
    at("belgrade", "tu_1");
    event("3C", NAE_IN_ACTIVATION);
    expect_choices("choice(deploy); choice(resources)");
    play("choice(deploy)");
    play("place(vienne); place(prague); place(temesvar)"); /* all are alike: au_1, au_2, au_3 */
    expect_at("au_3", "temesvar");
    expect_steps("au_3", 2);
    cr_expect_neq(ns()->header.step, NAE_STEP_PLACE_UNIT, "three, no more");
}

/* ------------------------------------------------------------------ pieces that come */

/* 2C: the two militias, XI and XII corps and Tchitchagov come to Russian reinforcement zones, units first;
 * then a Russian force acts at no cost. */
Test(nae_cases_cards, c2_holy_russia_to_its_end)
{
    nae_start("1805", "");
    at("vilna", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    at("riga", "fr_9");
    at("kiev", "tormassov ru_3");
    event("2C", NAE_IN_ACTIVATION);
    expect_legal("place(vilna)", false); /* the French stand there */
    play("place(brest_litovsk)");        /* the militia */
    play("place(revel)");
    play("place(kiev)");   /* XI corps, under Tormassov */
    play("place(moscou)"); /* XII corps */
    expect_at("ru_milice_2", "brest_litovsk");
    expect_at("ru_11", "kiev");
    expect_at("ru_12", "moscou");
    play("place(moscou)"); /* the general, on a corps */
    expect_at("tchitchagov", "moscou");
    cr_expect(nae_bit(ns(), piece_of("tchitchagov"), NAE_COMMANDS));
    expect_legal("spend_zone(moscou)", true);
    expect_legal("spend_zone(kiev)", true);
    cr_expect_eq(nae_card_place(ns(), card_of("2C")), (unsigned)NAE_CARD_ASIDE);
    cr_expect_not(may("2C", NAE_IN_ACTIVATION), "once a game");
}

/* 27F: two corps, reduced, both to one zone: Paris, where Davout can lead them; not to an army abroad. */
Test(nae_cases_cards, f27_two_corps_to_one_zone)
{
    nae_start("1805", "");
    at("paris", "davout fr_1");
    at("munich", "napoleon grande_armee fr_2 fr_3");
    event("27F", NAE_IN_ACTIVATION);
    play("place_unit(fr_9)");
    expect_legal("place(munich)", false);
    expect_legal("place(soissons)", false);
    play("place(paris)");
    play("place_unit(fr_10)"); /* no question of the zone any more */
    expect_at("fr_9 fr_10", "paris");
    expect_steps("fr_9", 1);
    expect_steps("fr_10", 1);
    cr_expect_eq(nae_card_place(ns(), card_of("27F")), (unsigned)NAE_CARD_DISCARD);
}

static bool fits_at(const char *zone, unsigned army, unsigned steps)
{
    const NaePieces stack = nae_standing(nd(), ns(), zone_of(zone), NAE_EMPIRE);
    return nae_unit_fits(nd(), ns(), nae_army_part(ns(), stack, army), piece_of("fr_9"), steps);
}

/* 27F: of two armies the one with room for one step takes a corps that comes reduced [7.3]. */
Test(nae_cases_cards, f27_into_the_army_with_room)
{
    nae_start("1805", "");
    at("paris", "davout grande_armee fr_2 fr_3 fr_4 fr_5 fr_6 fr_12-");
    second_army("paris", NAE_EMPIRE, "massena armee_italie fr_7 fr_8 fr_11 fr_13 fr_14 fr_15", "massena");
    cr_assert(fits_at("paris", 0, 1) && !fits_at("paris", 0, 2) && !fits_at("paris", NAE_SECOND_ARMY, 1));
    event("27F", NAE_IN_ACTIVATION);
    play("place_unit(fr_9)");
    play("place(paris)");
    expect_at("fr_9", "paris");
    expect_steps("fr_9", 1);
    cr_expect(!nae_bit(ns(), piece_of("fr_9"), NAE_SECOND_ARMY));
}

/* 39F: three corps, reduced, each where it likes among the reinforcement zones. */
Test(nae_cases_cards, f39_three_corps)
{
    nae_start("1805", "");
    hand("39F");
    budget();
    play("budget_event(39F)");
    play("place_unit(fr_9); place(lille); place_unit(fr_10); place(metz); place_unit(fr_11); place(paris)");
    expect_at("fr_11", "paris");
    expect_steps("fr_10", 1);
    cr_expect_eq(points(NAE_FRANCE), 14, "at no cost");
    cr_expect_eq(nae_card_place(ns(), card_of("39F")), (unsigned)NAE_CARD_REMOVED);
}

/* 18F: in a budget with any French army in supply, in a round with Napoleon's alone. */
Test(nae_cases_cards, f18_whose_army)
{
    nae_start("1805", "");
    at("milan", "massena armee_italie fr_1 fr_2");
    at("paris", "napoleon fr_3");
    cr_expect_not(may("18F", NAE_IN_ACTIVATION), "Napoleon has no army");
    event("18F", NAE_IN_BUDGET);
    expect_at("sp_cavalerie_garde", "milan");
    /* of two armies together his own */
    nae_start("1805", "");
    at("strasbourg", "massena armee_italie fr_1 fr_2");
    second_army("strasbourg", NAE_EMPIRE, "napoleon grande_armee fr_3 fr_4", "napoleon");
    event("18F", NAE_IN_ACTIVATION);
    cr_expect(nae_bit(ns(), piece_of("sp_cavalerie_garde"), NAE_SECOND_ARMY));
}

/* 22C: Spain rises. The militias and the corps of the reserve, reduced, one a zone, fortresses before cities,
 * none where the French stand or hold; Madrid free: a card. Without the capital no money is lost. */
Test(nae_cases_cards, c22_spain_rises)
{
    nae_start("1805", "");
    ns()->card[card_of("24F")] |= NAE_EVENT_PLAYED;
    at("burgos", "fr_9");
    event("22C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_marker(ns(), zone_of("burgos")), NAE_EMPIRE);
    static const char *const deployed[] = {
        "deploy(es_milice_1,cadix)",  "deploy(es_milice_2,badajoz)", "deploy(es_milice_3,barcelone)",
        "deploy(es_milice_4,gerone)", "deploy(es_1,saragosse)",      "deploy(es_2,pampelune)",
        "deploy(es_3,leon)",          "deploy(es_4,ciudad_rodrigo)"};
    for (size_t i = 0; i < sizeof deployed / sizeof *deployed; i++) {
        expect_legal(i < 4 ? "deploy(es_milice_1,burgos)" : "deploy(es_1,burgos)", false);
        play(deployed[i]);
    }
    expect_steps("es_1", 1);
    expect_steps("es_milice_4", 1);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 1, "Madrid");
    at("madrid", "fr_10");
    marker("madrid", NAE_EMPIRE);
    at("toulouse", "dp_france_1=");
    budget();
    cr_expect_eq(points(NAE_SPAIN), nd()->nation[NAE_SPAIN].resources / 2);
}

/* 34C: three guerrillas in zones without any unit, each in another. */
Test(nae_cases_cards, c34_three_guerrillas)
{
    nae_start("1809", "");
    at("madrid", "fr_9");
    at("cadix", "es_1");
    event("34C", NAE_IN_ACTIVATION);
    expect_legal("deploy(es_guerilla_1,madrid)", false);
    expect_legal("deploy(es_guerilla_1,cadix)", false);
    expect_legal("deploy(es_guerilla_1,lisbonne)", false);
    play("deploy(es_guerilla_1,tolede)");
    expect_legal("deploy(es_guerilla_2,tolede)", false);
    play("deploy(es_guerilla_2,cuenca); deploy(es_guerilla_3,oviedo)");
    expect_at("es_guerilla_3", "oviedo");
    cr_expect_not(may("34C", NAE_IN_ACTIVATION), "once a game");
    nae_destroy(np(), piece_of("es_guerilla_1"));
    expect_at("es_guerilla_1", "reserve");
}

/* The War of Liberation is Spain's against the Empire: none is fought by a Spain that has been beaten, or
 * that is the Empire's ally again because war was declared on it in its peace [8.1.3, 3]. */
Test(nae_cases_cards, c34_needs_a_spain_that_fights)
{
    nae_start("1809", "");
    cr_expect(may("34C", NAE_IN_ACTIVATION));
    status(NAE_SPAIN, NAE_FORCED_PEACE);
    cr_expect_not(may("34C", NAE_IN_ACTIVATION));
    status(NAE_SPAIN, NAE_EMPIRE_ALLY);
    cr_expect_not(may("34C", NAE_IN_ACTIVATION));
}

/* 26C: the Swedish corps of the reserve comes to Stockholm with one step, and marches at once, in a budget as
 * in a round: an event has its effect when it is played [6.3]. */
Test(nae_cases_cards, c26_a_corps_is_raised_and_marches)
{
    static const unsigned phases[2] = {NAE_IN_ACTIVATION, NAE_IN_BUDGET};
    for (unsigned i = 0; i < 2; i++) {
        nae_start("1805", "");
        ns()->phase = i == 0 ? NAE_PHASE_ROUNDS : NAE_PHASE_BUDGET;
        event("26C", phases[i]);
        play("minor_step(mi_suede)");
        if (strcmp(nae_step_name(ns()->header.step), "card_place") == 0) {
            play("place(stockholm)");
        }
        expect_at("mi_suede", "stockholm");
        expect_steps("mi_suede", 1);
        expect_step("forced_march", NAE_COALITION);
        play("forced_march(0); move(go,malmo); move(stop)");
        expect_at("mi_suede", "malmo");
        nae_start("1805", "");
        ns()->phase = i == 0 ? NAE_PHASE_ROUNDS : NAE_PHASE_BUDGET;
        event("26C", phases[i]);
        play("minor_step(done)");
        expect_at("mi_suede", "reserve"); /* and nobody acts */
    }
}

/* 26C: whoever acted in the last round of a year may act in the budget of the next. */
Test(nae_cases_cards, c26_the_last_round_is_over)
{
    nae_start("1805", "");
    at("stockholm", "mi_suede");
    nae_set_bit(ns(), piece_of("mi_suede"), NAE_ACTIVATED);
    cr_expect_not(may("26C", NAE_IN_BUDGET));
    bare_year(NAE_PHASE_COUNT); /* the year ends */
    nae_turn_run(np(), &ns()->frame[0]);
    cr_expect(may("26C", NAE_IN_BUDGET));
}

/* 25C: no zone of the Vendee in which an Empire unit stands. */
Test(nae_cases_cards, c25_not_beside_the_french)
{
    nae_start("1805", "");
    at("poitiers", "fr_9");
    event("25C", NAE_IN_DIPLOMACY);
    expect_choices("place(nantes); place(brest); place(rennes)");
    play("place(rennes)");
    expect_steps("mi_chouans", 2);
    cr_expect(nae_supplied(np(), nae_pieces_one(piece_of("mi_chouans")), zone_of("rennes"), NAE_NONE));
    cr_expect_not(may("25C", NAE_IN_DIPLOMACY), "once a game");
}

/* 18C: the corps at Trente; the card gives the Coalition the corps, no town: Innsbruck stays Bavarian, and
 * the Kingdom's card with it, until somebody marks it. The escalade rises. */
Test(nae_cases_cards, c18_the_tyrol)
{
    nae_start("1805", "");
    ns()->flags |= NAE_BAVARIAN_KINGDOM;
    ns()->owner[zone_of("innsbruck")] = ns()->owner[zone_of("trente")] = NAE_BAVARIA;
    const unsigned size = nae_open_slots(nd(), ns(), NAE_EMPIRE);
    at("salzbourg", "au_1");
    event("18C", NAE_IN_DIPLOMACY);
    expect_choices("place(innsbruck); place(trente)");
    play("place(trente)");
    expect_at("mi_tyrol", "trente");
    cr_expect_eq(nae_marker(ns(), zone_of("innsbruck")), NAE_NOBODY);
    cr_expect_eq(ns()->escalade, 1);
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), size);
    nae_mark_control(np(), zone_of("innsbruck"), NAE_COALITION);
    cr_expect(nae_controls(nd(), ns(), zone_of("innsbruck"), NAE_COALITION), "Salzburg is next door");
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), size - 1);
}

/* 38C in the order of its text: Sweden joins, her Bernadotte comes, then who follows the French one in his
 * army is asked, his subordinates among them. */
Test(nae_cases_cards, c38_who_follows_bernadotte)
{
    nae_start("1809", "");
    at("strasbourg", "bernadotte grande_armee mortier augereau fr_1 fr_2");
    nae_set_status(np(), NAE_SWEDEN, NAE_NEUTRAL);
    ns()->minor[NAE_SWEDEN - NAE_MAJORS].flags = 0;
    event("38C", NAE_IN_DIPLOMACY);
    expect_step("deploy", NAE_COALITION);
    play("deploy(mi_suede,stockholm)");
    expect_step("replace", NAE_EMPIRE);
    expect_at("bernadotte_suede", "stockholm");
    expect_legal("replace(mortier)", true);
    expect_legal("replace(augereau)", false); /* Mortier stands above him */
    play("replace(massena)");
    cr_expect(nae_bit(ns(), piece_of("massena"), NAE_COMMANDS));
    cr_expect_not(nae_bit(ns(), piece_of("mortier"), NAE_COMMANDS));
    expect_at("massena mortier augereau grande_armee", "strasbourg");
}

/* 2C asks for enemies in Russia: those who stand there in a peace that she has to bear are none. */
Test(nae_cases_cards, c2_not_in_a_peace)
{
    nae_start("1805", "");
    at("vilna", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    at("riga", "davout fr_6");
    nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
    cr_expect(may("2C", NAE_IN_DIPLOMACY), "ten steps of the enemy");
    nae_set_status(np(), NAE_RUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_RUSSIA].victor = NAE_FRANCE;
    cr_expect_not(may("2C", NAE_IN_DIPLOMACY), "ten steps of guests");
}

/* 33C: Lisbon is a fortress of level 2 now: two steps before it are too few, four are not; who defends there
 * or at Coimbra for the Coalition has +1. */
Test(nae_cases_cards, c33_the_lines)
{
    for (unsigned corps = 1; corps <= 2; corps++) {
        nae_start("1809", "");
        inside("lisbonne", "gb_3");
        at("lisbonne", corps == 1 ? "soult fr_9" : "soult fr_9 fr_10");
        nae_lay_siege(np(), zone_of("lisbonne"));
        event("33C", NAE_IN_ACTIVATION);
        cr_expect_eq(nae_besieged(ns(), zone_of("lisbonne")), corps == 2, "%u corps", corps);
        if (corps == 2) {
            cr_expect_eq(nae_fortress_level(nd(), ns(), zone_of("lisbonne")), 2);
        }
    }
}

/* 46F: the Empire removes one irregular outside a besieged fortress, of a class one in each zone. */
Test(nae_cases_cards, f46_which_irregular)
{
    nae_start("1809", "");
    at("seville", "es_milice_1");
    at("tolede", "es_guerilla_1");
    inside("cadix", "es_milice_2");
    at("cadix", "soult fr_9 fr_10");
    nae_lay_siege(np(), zone_of("cadix"));
    event("46F", NAE_IN_ACTIVATION);
    expect_choices("target(es_milice_1); target(es_guerilla_1)");
    play("target(es_guerilla_1)");
    expect_at("es_guerilla_1", "reserve");
}

/* 40F: up to two corps of one power and a general of its reserve; they leave their land and go with Davout.
 */
Test(nae_cases_cards, f40_two_corps_and_a_general)
{
    nae_start("1805", "");
    at("vienne", "au_1");
    at("prague", "au_2");
    at("budapest", "au_3");
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    nae_set_bit(ns(), piece_of("au_1"), NAE_UNSUPPLIED);
    event("40F", NAE_IN_DIPLOMACY);
    play("take_corps(vienne); take_corps(prague)");
    expect_step("take_general", NAE_EMPIRE);
    play("take_general(jean)");
    expect_at("jean", "vienne");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("au_2")), NAE_EMPIRE);
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("jean")), NAE_EMPIRE);
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("au_3")), NAE_NOBODY);
    cr_expect(nae_bit(ns(), piece_of("jean"), NAE_COMMANDS));
    cr_expect(nae_bit(ns(), piece_of("au_1"), NAE_UNSUPPLIED), "until the next check (13.1)");
}

/* 40F: the corps at Vienna is of Davout's force at once, and in disorder like it [14.9.3]. */
Test(nae_cases_cards, f40_joins_who_stands_there)
{
    nae_start("1805", "");
    at("vienne", "davout fr_1 fr_2");
    at("vienne", "au_1");
    nae_remark(ns(), nae_of_nation(nd(), nae_at(nd(), ns(), zone_of("vienne")), NAE_FRANCE), 0,
               NAE_DEMORALISED);
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    event("40F", NAE_IN_DIPLOMACY);
    play("take_general(none)");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("au_1")), NAE_EMPIRE);
    cr_expect(has_mark("au_1", NAE_DEMORALISED));
    cr_expect(has_mark("davout", NAE_COMMANDS));
}

/* 40F: a corps in whose zone troops of the Coalition stand is not taken: it would be their enemy there. */
Test(nae_cases_cards, f40_not_beside_the_enemy)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    at("berlin", "pr_2");
    cr_expect(nae_pieces_in(nae_expeditionary_corps(nd(), ns(), NAE_PRUSSIA), piece_of("pr_2")));
    at("berlin", "mi_portugal");
    cr_expect_not(nae_pieces_in(nae_expeditionary_corps(nd(), ns(), NAE_PRUSSIA), piece_of("pr_2")));
}

/* 40F: who may not leave its land is no expedition, guerrillas as little as militia [1.1]. */
Test(nae_cases_cards, f40_no_irregulars)
{
    nae_start("1809", "");
    at("madrid", "es_1");
    at("tolede", "es_guerilla_1");
    at("seville", "es_milice_1");
    status(NAE_SPAIN, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_SPAIN].victor = NAE_FRANCE;
    event("40F", NAE_IN_DIPLOMACY);
    expect_at("es_guerilla_1", "tolede");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("es_1")), NAE_EMPIRE);
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("es_guerilla_1")), NAE_NOBODY);
}

/* 40F: two corps of Blücher's army in Berlin, and Kalckreuth who serves there: a general goes with them
 * before anything is too much. */
Test(nae_cases_cards, f40_a_subordinate_goes_along)
{
    nae_start("1805", "");
    at("berlin", "brunswick armee_elbe kalckreuth hohenlohe pr_1 pr_2 pr_3");
    status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    status(NAE_SAXONY, NAE_FORCED_ALLIANCE);
    status(NAE_HESSE, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    event("40F", NAE_IN_DIPLOMACY);
    play("take_corps(pr_1); take_corps(berlin)"); /* one of equal corps */
    expect_step("take_general", NAE_EMPIRE);
    expect_legal("take_general(kalckreuth)", true);
    expect_legal("take_general(brunswick)", false);
    play("take_general(kalckreuth)");
    expect_at("pr_1 pr_2 kalckreuth", "berlin");
    cr_expect(nae_bit(ns(), piece_of("kalckreuth"), NAE_COMMANDS));
}

/* ------------------------------------------------------------------ hands */

/* 53C: 1F leaves the game wherever it is, set aside too, and never comes back with a new year. */
Test(nae_cases_cards, c53_the_genius_is_gone)
{
    nae_start("1805", "");
    hand("1F");
    nae_put_card(ns(), card_of("1F"), NAE_CARD_ASIDE);
    event("53C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_card_place(ns(), card_of("1F")), (unsigned)NAE_CARD_REMOVED);
    dice("1 1 1 1 1 1 1 1 1 1 1 1");
    bare_year(NAE_PHASE_HANDS + 1U);
    ns()->phase = NAE_PHASE_HANDS;
    nae_push(np(), NAE_STEP_HANDS, SEAT_NONE);
    for (unsigned i = 0; i < 8 && ns()->frames > 1; i++) {
        nae_hands_run(np(), &ns()->frame[ns()->frames - 1]);
    }
    cr_expect_eq(nae_card_place(ns(), card_of("1F")), (unsigned)NAE_CARD_REMOVED);
}

/* 35F: one card less for the Coalition as long as no fleet of it hunts the Corsairs. */
Test(nae_cases_cards, f35_a_hunter)
{
    nae_start("1805", "");
    const unsigned size = nae_hand_size(nd(), ns(), NAE_COALITION);
    event("35F", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_hand_size(nd(), ns(), NAE_COALITION), size - 1);
    nae_put(ns(), piece_of("fl_keith"), NAE_CORSAIRS, false);
    cr_expect_eq(nae_hand_size(nd(), ns(), NAE_COALITION), size);
    cr_expect_not(may("35F", NAE_IN_DIPLOMACY), "once a game");
}

/* 46C, 47C ask for a forced peace or alliance, or a neutral power after a defeat; they do not say whose work
 * it was. */
Test(nae_cases_cards, c46_c47_whoever_won)
{
    for (unsigned side = 0; side < 2; side++) {
        nae_start("1805", "");
        status(NAE_PRUSSIA, NAE_NEUTRAL);
        status(NAE_AUSTRIA, NAE_NEUTRAL);
        cr_expect_not(may("46C", NAE_IN_DIPLOMACY));
        cr_expect_not(may("47C", NAE_IN_DIPLOMACY));
        ns()->major[NAE_PRUSSIA].defeats[side] = 1;
        ns()->major[NAE_AUSTRIA].defeats[side] = 1;
        cr_expect(may("46C", NAE_IN_DIPLOMACY), "side %u", side);
        cr_expect(may("47C", NAE_IN_DIPLOMACY), "side %u", side);
        status(NAE_PRUSSIA, NAE_FORCED_PEACE);
        ns()->major[NAE_PRUSSIA].victor = side == NAE_EMPIRE ? NAE_FRANCE : NAE_BRITAIN;
        cr_expect(may("46C", NAE_IN_DIPLOMACY), "side %u", side);
    }
}

/* 47C: Austria and the Pope with it; a card, and 3C unless Vienna is in the Empire's hands. The reform comes
 * with it. */
Test(nae_cases_cards, c47_austria_fights_again)
{
    for (unsigned held = 0; held < 2; held++) {
        nae_start("1805", "");
        status(NAE_PAPACY, NAE_FORCED_PEACE);
        ns()->minor[NAE_PAPACY - NAE_MAJORS].patron = NAE_AUSTRIA;
        status(NAE_AUSTRIA, NAE_FORCED_PEACE);
        ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
        ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = 1;
        hand("3C");
        nae_put_card(ns(), card_of("3C"), NAE_CARD_ASIDE);
        if (held != 0) {
            at("vienne", "davout fr_1 fr_2"); /* alone on the land of who leaves: they keep it [8.2.3] */
        }
        event("47C", NAE_IN_ACTIVATION);
        cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_COALITION_ALLY);
        cr_expect_eq(nae_status(ns(), NAE_PAPACY), NAE_COALITION_ALLY);
        expect_at("au_grenadiers au_landwehr_2", "reserve");
        cr_expect_eq(nae_in_hand(ns(), card_of("3C")), held == 0, "%u", held);
        cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), held == 0 ? 2 : 1);
    }
}

/* 46C: Prussia with Saxony and Hesse, its reform, two cards and no others. */
Test(nae_cases_cards, c46_prussia_fights_again)
{
    nae_start("1805", "");
    status(NAE_SAXONY, NAE_FORCED_PEACE);
    status(NAE_HESSE, NAE_FORCED_PEACE);
    status(NAE_PRUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE] = 1;
    event("46C", NAE_IN_ACTIVATION);
    play("deploy(mi_saxe,dresde)");
    cr_expect_eq(nae_status(ns(), NAE_HESSE), NAE_COALITION_ALLY);
    expect_at("pr_landwehr_1 pr_landwehr_2 pr_landwehr_3", "reserve");
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 2);
    cr_expect_eq(ns()->escalade, 0);
}

/* 47F: Charles beaten in 1805 is not back in the budget of 1806 but in that of 1807. */
Test(nae_cases_cards, f47_back_the_year_after_next)
{
    nae_start("1805", "");
    nae_put(ns(), piece_of("charles"), NAE_YEAR_AFTER, false);
    ns()->header.turn = 1;
    budget();
    expect_at("charles", "next_budget");
    ns()->header.turn = 2;
    budget();
    expect_at("charles", "reserve");
}

/* 54C: Lyon, without units: the marker stands, but Lyon counts for the Empire's hand as long as the Coalition
 * cannot trace to it. */
Test(nae_cases_cards, c54_a_rising_without_supply)
{
    nae_start("1805", "");
    at("bordeaux", "fr_9");
    const unsigned size = nae_open_slots(nd(), ns(), NAE_EMPIRE);
    event("54C", NAE_IN_ACTIVATION);
    expect_legal("target(bordeaux)", false);
    expect_legal("target(paris)", false);
    expect_legal("target(lille)", false);  /* a fortress */
    expect_legal("target(troyes)", false); /* no city */
    play("target(lyon)");
    cr_expect_eq(nae_marker(ns(), zone_of("lyon")), NAE_COALITION);
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), size);
}

/* 51C: in the next budget nothing is placed or restored in Italy, not even the cavalry of the Guard with an
 * army there (18F); the year after it may again. */
Test(nae_cases_cards, c51_the_next_budget)
{
    nae_start("1805", "");
    at("milan", "massena armee_italie fr_1 fr_9-");
    at("paris", "fr_10");
    event("51C", NAE_IN_DIPLOMACY);
    play("lose_step(fr_1)");
    ns()->header.turn = 1;
    phase_is(NAE_IN_BUDGET);
    ns()->budget.power = NAE_FRANCE;
    cr_expect_not(nae_may_flip(np(), NAE_FRANCE, piece_of("fr_9"), true));
    cr_expect_not(may("18F", NAE_IN_BUDGET));
}

/* ------------------------------------------------------------------ marches by event */

/* The Empire's or the Coalition's action of a round. */
static void act(unsigned side, unsigned round)
{
    bare_year(NAE_PHASE_ROUNDS + 1U);
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = (uint8_t)round;
    nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = side == NAE_EMPIRE ? 0 : 2;
    nae_go();
}

/* 29F: Davout goes six points without a test: Strasbourg to Bade 2 (a river), Ulm 1, Munich 1, Salzburg 1;
 * the Austrians' 29C likewise. */
Test(nae_cases_cards, f29_six_points_without_a_die)
{
    nae_start("1805", "");
    hand("29F");
    at("strasbourg", "davout fr_1 fr_2");
    act(NAE_EMPIRE, 3);
    dice("");
    play("action(29F); use(event); spend_force(whole)");
    cr_expect_eq(ns()->march.mp, 6);
    play("move(go,bade); move(go,ulm); move(go,munich); move(go,ratisbonne)");
    cr_expect_eq(ns()->march.mp, 1);
    play("move(stop)");
    expect_at("davout fr_1 fr_2", "ratisbonne");
    expect_steps("fr_1", 2);
    nae_start("1805", "");
    hand("29C");
    at("vienne", "au_1");
    act(NAE_COALITION, 3);
    dice("");
    play("action(29C); use(event)");
    cr_expect_eq(ns()->march.mp, 5);
}

/* 1F: Napoleon with three points more and no test; out of supply there is one for that. */
Test(nae_cases_cards, f1_three_points_without_a_die)
{
    nae_start("1805", "");
    hand("1F");
    at("strasbourg", "napoleon fr_1 fr_2");
    at("paris", "davout fr_3");
    act(NAE_EMPIRE, 3);
    dice("");
    play("action(1F); use(event); forced_march(3)"); /* nobody but he is asked about */
    cr_expect_eq(ns()->march.mp, 7);
    play("move(go,bade); move(go,stuttgart); move(stop)");
    expect_at("napoleon fr_1 fr_2", "stuttgart");
    expect_steps("fr_2", 2);
}

/* 12F: Mack, led from Munich into Ulm, covers the fortress with his four steps (twice its level is two) and
 * stays; he may not be led where the French stand, nor out of supply; in round 5 he has two points only. Then
 * Napoleon acts. */
Test(nae_cases_cards, f12_mack_covers_ulm)
{
    nae_start("1805", "");
    hand("12F");
    at("munich", "mack au_1 au_2");
    at("innsbruck", "dp_autriche_1=");
    at("ratisbonne", "fr_9");
    at("strasbourg", "napoleon fr_1");
    act(NAE_EMPIRE, 5);
    play("action(12F); use(event); move_enemy(munich)");
    expect_legal("move_enemy(ratisbonne)", false);
    expect_legal("move_enemy(ulm)", true);
    expect_legal("move_enemy(innsbruck)", true); /* 1 + 1, all that he has in bad weather */
    play("move_enemy(ulm)");
    expect_at("mack au_1 au_2", "ulm");
    cr_expect(nae_besieged(ns(), zone_of("ulm")));
    cr_expect_eq(nae_siege_marker(ns(), zone_of("ulm")), 0);
    cr_expect_eq(nae_card_place(ns(), card_of("12F")), (unsigned)NAE_CARD_REMOVED);
    expect_step("forced_march", NAE_EMPIRE); /* Napoleon's, the only force that may act */
    cr_expect_eq(ns()->march.zone, zone_of("strasbourg"));
}

/* 44F: Soult in Spain is in supply for the activation, without any line: no test, and he may attack a
 * fortress. */
Test(nae_cases_cards, f44_in_supply_by_card)
{
    nae_start("1809", "");
    hand("44F");
    NAE_EACH_ZONE(zone, nd()->iberia)
    {
        nae_set_marker(ns(), zone, NAE_NOBODY);
        nae_set_fort_state(ns(), zone, NAE_FORT_OWNER);
    }
    at("seville", "soult fr_9 fr_10");
    inside("cadix", "es_1");
    act(NAE_EMPIRE, 3);
    dice("2");
    play("action(44F); use(event); spend_force(whole); forced_march(0); move(go,cadix); fortress(siege)");
    play("move(siege)"); /* 2 + 2 Soult = 4: no result */
    expect_fallen();
    expect_steps("fr_9", 2);
}

/* 43F: three forces, of which two may be abroad: with two gone to Bade and Ulm the third stays in France. */
Test(nae_cases_cards, f43_two_abroad)
{
    nae_start("1805", "");
    hand("43F");
    at("strasbourg", "fr_9");
    at("mayence", "fr_10");
    at("metz", "fr_11");
    act(NAE_EMPIRE, 3);
    play("action(43F); use(event)");
    play("spend(land); spend_zone(strasbourg); forced_march(0); move(go,bade); move(stop)");
    play("spend(land); spend_zone(mayence); forced_march(0); move(go,francfort); move(stop)");
    play("spend(land); forced_march(0)");
    expect_legal("move(go,mayence)", true);
    play("move(go,mayence)");
    expect_legal("move(go,francfort)", false);
    expect_legal("move(go,cologne)", true);
}

/* ------------------------------------------------------------------ the peninsula */

/* 25F lets four steps of the Empire cross into Spain in a year, 24F eight with those. */
Test(nae_cases_cards, f24_f25_steps_into_spain)
{
    for (unsigned bayonne = 0; bayonne < 2; bayonne++) {
        nae_start("1805", "");
        ns()->flags |= NAE_BLOCKADE | (bayonne != 0 ? NAE_IBERIA_OPEN : 0U);
        at("bayonne", "soult fr_9 fr_10");
        at("perpignan", "fr_11");
        act(NAE_EMPIRE, 3);
        ns()->side[NAE_EMPIRE].reserve_ap = 3;
        play("action(one_ap); spend(land); spend_zone(bayonne); spend_force(whole); forced_march(0)");
        play("move(go,pampelune); move(stop)");
        cr_expect_eq(ns()->iberia_steps, 4);
        play("spend(land); forced_march(0)");
        expect_legal("move(go,gerone)", bayonne != 0);
    }
}

/* ------------------------------------------------------------------ states */

/* 20F: a card more in every hand. 45F: Westphalia counts among the minors with units: 23 free steps have to
 * be counted in halves. */
Test(nae_cases_cards, f20_a_card_more)
{
    nae_start("1805", "");
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    ns()->major[NAE_PRUSSIA].defeats[0] = ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    const unsigned slots = nae_open_slots(nd(), ns(), NAE_EMPIRE);
    const unsigned steps = nae_free_steps(np(), NAE_EMPIRE);
    unsigned minors = 0;
    for (unsigned n = NAE_MAJORS; n < NAE_CHOUANS; n++) {
        minors += nae_side_of(ns(), n) == NAE_EMPIRE && nd()->nation[n].has_units != 0;
    }
    cr_expect_eq(steps, minors / 2);
    event("20F", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_open_slots(nd(), ns(), NAE_EMPIRE), slots + 1);
    cr_expect_eq(nae_free_steps(np(), NAE_EMPIRE), (minors + 1) / 2, "it counts itself");
}

/* 20F asks whether Prussia and Austria have been defeated, not by whom (8.3.1). */
Test(nae_cases_cards, f20_whoever_beat_them)
{
    for (unsigned side = 0; side < 3; side++) { /* 2: Austria never was */
        nae_start("1805", "");
        status(NAE_SAXONY, NAE_EMPIRE_ALLY);
        ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE] = 1;
        if (side < 2) {
            ns()->major[NAE_AUSTRIA].defeats[side] = 1;
        }
        cr_expect_eq(may("20F", NAE_IN_ACTIVATION), side < 2, "side %u", side);
    }
}

/* 23C: the Serbs count among the Coalition's minors: Portugal, Naples, Sweden and they make two steps. */
Test(nae_cases_cards, c23_serbs_count)
{
    nae_start("1805", "");
    cr_expect_eq(nae_free_steps(np(), NAE_COALITION), 1, "Portugal, Naples, Sweden");
    event("23C", NAE_IN_DIPLOMACY);
    play("place(belgrade)");
    cr_expect_eq(nae_free_steps(np(), NAE_COALITION), 2);
    cr_expect(nae_supplied(np(), nae_pieces_one(piece_of("mi_serbes")), zone_of("belgrade"), NAE_NONE));
}

/* 45C: the Coalition chooses Austria, never beaten: its four corps with an E wait; the other may not reform
 * by this card any more, for it is gone. */
Test(nae_cases_cards, c45_landwehr)
{
    nae_start("1805", "");
    event("45C", NAE_IN_ACTIVATION);
    play("target(autriche)");
    expect_at("au_reserve au_grenadiers au_landwehr_1 au_landwehr_2", "reserve");
    expect_at("pr_landwehr_1", "later");
    cr_expect_eq(nae_card_place(ns(), card_of("45C")), (unsigned)NAE_CARD_REMOVED);
}

/* ------------------------------------------------------------------ cards in battle */

/* Napoleon (3) with the Garde (two stars) against Charles (2) at Salzburg, four steps to four, odds 1:1: fr_1
 * leads (+1), 28F adds the Garde's two stars: 3 + 3 + 3 + 1 + 2 = 12: 3 losses of a minor battle; 3 + 3 + 2 =
 * 8: one with the mark: the spearhead takes it, so the Garde loses none. */
Test(nae_cases_cards, f28_the_garde_leads_too)
{
    nae_start("1805", "");
    hand("28F");
    at("munich", "dp_france_1=");
    at("ulm", "dp_france_2=");
    at("salzbourg", "napoleon fr_1 fr_garde");
    at("salzbourg", "charles au_1 au_2");
    ns()->bits[piece_of("charles")] |= NAE_COMMANDS;
    dice("3 3 3 3 1 1 1 1");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    while (strcmp(nae_step_name(ns()->header.step), "battle_card") != 0) {
        play(strcmp(nae_step_name(ns()->header.step), "spearhead") == 0 ? "spearhead(fr_1)" : "morale(5)");
    }
    play("combat_card(28F)");
    cr_expect_eq(ns()->battle.losses[1], 3);
    cr_expect_eq(ns()->battle.losses[0], 1);
    expect_steps("fr_1", 1);
    expect_steps("fr_garde", 2);
}

/* 22C with the French alone in Madrid: they keep it, but it takes the Coalition's card away in supply only
 * (3.2, 7.2). */
Test(nae_cases_cards, c22_madrid_without_supply)
{
    for (unsigned supplied = 0; supplied < 2; supplied++) {
        nae_start("1805", "");
        ns()->card[card_of("24F")] |= NAE_EVENT_PLAYED;
        at("madrid", "fr_10");
        if (supplied != 0) {
            at("saragosse", "fr_11 dp_france_1=");
            at("pampelune", "fr_12");
            at("burgos", "fr_13 dp_france_2=");
            at("valladolid", "fr_14 dp_france_3=");
            at("bilbao", "fr_15");
        }
        event("22C", NAE_IN_ACTIVATION);
        while (strcmp(nae_step_name(ns()->header.step), "card_deploy") == 0) {
            MoveList list = {0};
            char text[MOVE_TEXT_BYTES];
            const NaeFrame *top = &ns()->frame[ns()->frames - 1];
            nae_card_deploy_options(np(), top, &list);
            nae_move_text(nd(), list.moves[0], text);
            play(text);
        }
        cr_expect_eq(nae_marker(ns(), zone_of("madrid")), NAE_EMPIRE);
        cr_assert_eq(nae_controls(nd(), ns(), zone_of("madrid"), NAE_EMPIRE), supplied != 0);
        cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), supplied != 0 ? 0 : 1);
    }
}

/* 20C is for Prussia and its minor allies: Saxony, won over by the Empire before, is none of them any more,
 * though it is open to any other action as long as it holds no troops. */
Test(nae_cases_cards, c20_who_has_left_prussia)
{
    nae_start("1805", "");
    nae_join_side(np(), NAE_SAXONY, NAE_EMPIRE, NAE_JOIN_WON);
    nae_go();
    play("deploy(mi_saxe,dresde)");
    nae_put(ns(), piece_of("mi_saxe"), NAE_RESERVE, false);
    cr_assert(nae_is_target(nd(), ns(), NAE_COALITION, NAE_SAXONY, NAE_TARGET_ANY, 2));
    event("20C", NAE_IN_DIPLOMACY);
    expect_choices("target(prusse); target(hesse)");
}
