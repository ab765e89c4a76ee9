/* test_eagles_cases_voyages.c: voyages worked by hand from the rulebook before they were played: points and
 * detachments, who tries to intercept first and how often, running into and out of blockades, retreats,
 * captured ports, cargo and landings, repair, attrition at sea. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_sea.h"

enum { SUMMER = 1 };

static Board b;
static Journal journal;

#define DICE(...) ((const int[]){__VA_ARGS__, 0})

static const char *const NO_MOVES[] = {NULL};

static void naval(unsigned side, const int *dice, const char *const *moves)
{
    sea_begin(&b, &journal, EAGLES_STEP_NAVAL, side, dice, moves);
}
static bool at_step(enum eagles_step step) { return b.buffer.header.step == step; }
static unsigned tries(void) { return sea_noted(&journal, EAGLES_EVENT_INTERCEPTION); }

/* The nth attempt to intercept came from a place. */
static unsigned who_tried(unsigned n)
{
    for (uint32_t i = 0; i < journal.count; i++) {
        if (journal.entries[i].kind == EAGLES_EVENT_INTERCEPTION && n-- == 0) {
            return (unsigned)journal.entries[i].args[0];
        }
    }
    return EAGLES_NO_HEX;
}

/* ------------------------------------------------------------------ points and detachments */

/* Three seas and a port are four points: Toulon, western Mediterranean, Ionian, Adriatic, Ancona. */
Test(eagles_cases_voyages, toulon_to_ancona)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "2236", "france", EAGLES_S, 1, 0);
    naval(EAGLES_FRANCE, DICE(1),
          MOVES("SAIL(2236)", "TO(sea:western_mediterranean)", "TO(sea:ionian_sea)", "TO(sea:adriatic_sea)"));
    cr_expect(board_offers(&b, "STOP"));
    board_moves(&b, MOVES("TO_PORT", "TO(3136)"));
    cr_expect_eq(sea_ships(&b, "3136", EAGLES_FRANCE), 1);
    board_close(&b);
}

/* What is detached on the way does not move again this turn: nobody can take it along. */
Test(eagles_cases_voyages, detached_ships_stay)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 0);
    sea_launch(&b, "1920", "france", EAGLES_S, 1, 0);
    naval(EAGLES_FRANCE, DICE(1),
          MOVES("SAIL(1123)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)", "DROP", "STOP", "SAIL(1920)",
                "TO(sea:north_sea)"));
    cr_assert(at_step(EAGLES_STEP_COURSE));
    cr_expect_not(board_offers(&b, "PICK_UP"));
    board_close(&b);
}

/* A transport may call at a port on its way and load there; four points bring it to another port, where the
 * troops are ashore at the end of the step. */
Test(eagles_cases_voyages, loading_on_the_way)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_T, 1, 0);
    board_put(&b, "1920", "france", "I", 3);
    naval(EAGLES_FRANCE, DICE(1),
          MOVES("SAIL(1123)", "LOAD(no)", "TO(sea:north_sea)", "TO_PORT", "TO(1920)", "LOAD(yes)",
                "LOAD(france,I,2)", "LOAD(supply,0)", "TO(sea:north_sea)", "TO(2020)"));
    if (at_step(EAGLES_STEP_LOAD)) {
        board_play(&b, "LOAD(no)");
    }
    sea_play_last_while(&b, EAGLES_STEP_SAIL);
    cr_expect_eq(board_sp(&b, "2020", EAGLES_FRANCE), 2);
    cr_expect_eq(board_sp(&b, "1920", EAGLES_FRANCE), 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ who intercepts */

/* Plymouth lies on two seas, but a fleet intercepts once a player-turn: 4 in the North Sea, then no die in
 * the Atlantic. */
Test(eagles_cases_voyages, a_port_on_two_seas_tries_once)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_S, 1, 0);
    sea_launch(&b, "1219", "england", EAGLES_S, 2, 0);
    naval(EAGLES_FRANCE, DICE(4), MOVES("SAIL(1920)", "TO(sea:north_sea)", "TO(sea:atlantic_ocean)"));
    cr_expect_eq(tries(), 1);
    cr_expect_eq(who_tried(0), board_hex(&b, "1219"));
    board_expect_dice(&b);
    board_close(&b);
}

/* With one attempt allowed the larger fleet makes it; of two alike that at sea, which is first in order. */
static unsigned first_to_try(unsigned in_london, unsigned at_sea)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_S, 1, 0);
    sea_launch(&b, "1719", "england", EAGLES_S, in_london, 0);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, at_sea, 0);
    board_state(&b)->campaign.attempts[EAGLES_COALITION] = 3; /* less than four */
    naval(EAGLES_FRANCE, DICE(4), MOVES("SAIL(1920)", "TO(sea:north_sea)"));
    cr_expect_eq(tries(), 1);
    const unsigned place = who_tried(0);
    board_close(&b);
    return place;
}

Test(eagles_cases_voyages, the_larger_fleet_tries_first)
{
    cr_expect_lt(first_to_try(3, 2), (unsigned)EAGLES_SEA, "three in London");
    cr_expect_geq(first_to_try(2, 2), (unsigned)EAGLES_SEA);
    cr_expect_geq(first_to_try(2, 3), (unsigned)EAGLES_SEA);
}

/* Four attempts at most against one fleet, though five fleets would try. */
Test(eagles_cases_voyages, four_attempts_at_most)
{
    static const char *const PLACES[] = {"1719", "1519", "1917", "1219", "sea:north_sea"};
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_S, 1, 0);
    for (unsigned i = 0; i < 5; i++) {
        sea_launch(&b, PLACES[i], "england", EAGLES_S, 1, 0);
    }
    naval(EAGLES_FRANCE, DICE(4, 4, 4, 4), MOVES("SAIL(1920)", "TO(sea:north_sea)"));
    cr_expect_eq(tries(), 4);
    board_expect_dice(&b);
    board_close(&b);
}

/* One squadron ordered to meet only half its number: transports without squadrons are fewer than any ratio.
 * Met on a 5 they lose one and flee, without a naval die. */
Test(eagles_cases_voyages, transports_are_outnumbered_by_any_squadron)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_T, 2, 0);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 1, 0);
    sea_order(&b, "sea:north_sea", EAGLES_COALITION, EAGLES_ORDER_R2);
    naval(EAGLES_FRANCE, DICE(5), MOVES("SAIL(1920)", "SHIPS(france,T,u,2)"));
    if (at_step(EAGLES_STEP_LOAD)) {
        board_play(&b, "LOAD(no)");
    }
    board_play(&b, "TO(sea:north_sea)");
    cr_expect_eq(tries(), 1);
    cr_expect_eq(sea_noted(&journal, EAGLES_EVENT_SEA_ROLL), 0);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 1);
    sea_play_last_while(&b, EAGLES_STEP_RETREAT_PORT);
    cr_expect_eq(sea_ships(&b, "sea:north_sea", EAGLES_FRANCE), 0, "they fled");
    board_close(&b);
}

/* Lying in the same sea they may try before the moves with +1, Nelson +1 more: 3 is enough with him, 2 not;
 * without him 3 is not. A fleet that tried in vain may sail. */
static bool meets(int die, bool nelson)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 3, 0);
    sea_launch(&b, "sea:north_sea", "france", EAGLES_S, 3, 0);
    if (nelson) {
        sea_nelson(&b, "sea:north_sea");
    }
    naval(EAGLES_COALITION, DICE(die, 3, 1, 1, 1), MOVES("INTERCEPT(sea:north_sea,yes)"));
    const bool met = sea_entry(&journal, EAGLES_EVENT_INTERCEPTION)->args[3] != 0;
    cr_expect_eq(at_step(EAGLES_STEP_SAIL) && board_offers(&b, "SAIL(sea:north_sea)"), !met, "%d", die);
    board_close(&b);
    return met;
}

Test(eagles_cases_voyages, stationary_interception)
{
    cr_expect(meets(3, true));
    cr_expect_not(meets(2, true));
    cr_expect_not(meets(3, false));
    cr_expect(meets(4, false));
}

/* Four English of Plymouth meet a Frenchman in the Atlantic: 2:1, +1 for morale; 6 is column 7: 0/C. They
 * are in Plymouth again. */
Test(eagles_cases_voyages, who_intercepts_from_a_port_goes_back)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1429", "france", EAGLES_S, 1, 0);
    sea_launch(&b, "1219", "england", EAGLES_S, 4, 0);
    naval(EAGLES_FRANCE, DICE(5, 6, 1), MOVES("SAIL(1429)", "TO(sea:atlantic_ocean)"));
    const JournalEntry *roll = sea_entry(&journal, EAGLES_EVENT_SEA_ROLL);
    cr_expect_eq(roll->args[3], 2);
    cr_expect_eq(roll->args[5], 1);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(sea_ships(&b, "1219", EAGLES_COALITION), 4);
    board_close(&b);
}

/* Two English of Plymouth meet four French: 2:1 for the French, -1; 4 is column 3: 0/R: one damaged; not
 * pursued they retreat to the nearest port from the Atlantic, one point: Plymouth, Bristol, Liverpool or
 * Gibraltar, not London. The French sail on with the three points left. */
Test(eagles_cases_voyages, a_beaten_interceptor_retreats_from_the_sea)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1429", "france", EAGLES_S, 4, 0);
    sea_launch(&b, "1219", "england", EAGLES_S, 2, 0);
    sea_order(&b, "1219", EAGLES_COALITION, EAGLES_ORDER_ALWAYS);
    naval(EAGLES_FRANCE, DICE(5, 4), MOVES("SAIL(1429)", "SHIPS(france,S,u,4)", "TO(sea:atlantic_ocean)"));
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    board_play(&b, "PURSUE(no)");
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect_eq(b.buffer.header.seat, SEAT_COALITION);
    static const char *const PORTS[] = {"RETREAT_PORT(1219)", "RETREAT_PORT(1418)", "RETREAT_PORT(1514)",
                                        "RETREAT_PORT(0546)"};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect(board_offers(&b, PORTS[i]), "%s", PORTS[i]);
    }
    cr_expect_not(board_offers(&b, "RETREAT_PORT(1719)"));
    board_play(&b, "RETREAT_PORT(0546)");
    cr_expect_eq(sea_damaged(&b, "0546", EAGLES_COALITION), 1);
    cr_expect_eq(sea_ships(&b, "0546", EAGLES_COALITION), 2);
    cr_expect(board_offers(&b, "TO(sea:western_mediterranean)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ battle */

/* Of four English two are damaged: 2 and 1 are as many, the lower counts: 1. Of three French one is damaged:
 * 1. So nothing on the die: 4:3 is 1:1, 4 is D/R. The English owner chooses who is hit: a damaged one sinks.
 */
static void even_battle(const char *hit, unsigned sunk)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 4, 2);
    sea_launch(&b, "sea:north_sea", "france", EAGLES_S, 3, 1);
    naval(EAGLES_COALITION, DICE(6, 4), MOVES("INTERCEPT(sea:north_sea,yes)", hit));
    const JournalEntry *roll = sea_entry(&journal, EAGLES_EVENT_SEA_ROLL);
    cr_expect_eq(roll->args[3], 0);
    cr_expect_eq(roll->args[5], 0);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), sunk, "%s", hit);
    board_close(&b);
}

Test(eagles_cases_voyages, the_lower_morale_of_a_tie)
{
    even_battle("NAVAL_LOSS(damaged,england,S,u)", 0);
    even_battle("NAVAL_LOSS(damaged,england,S,d)", 1);
}

/* Who has lost, is pursued and wins does not withdraw; the pursuers have lost then, and do. Four French meet
 * four English: the mover is the larger, -1 for morale; 4 is column 3: R/D, one damaged each, most keep their
 * morale. Pursued on a 5: 6 is column 5: D/R. Each sinks the ship that was damaged (two damaged of four would
 * leave the French with morale 0). The English go home, the French sail on. */
Test(eagles_cases_voyages, a_pursuit_that_turns)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1429", "france", EAGLES_S, 4, 0);
    sea_launch(&b, "sea:atlantic_ocean", "england", EAGLES_S, 4, 0);
    naval(EAGLES_FRANCE, DICE(5, 4, 5, 6),
          MOVES("SAIL(1429)", "SHIPS(france,S,u,4)", "TO(sea:atlantic_ocean)", "PURSUE(yes)"));
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(sea_noted(&journal, EAGLES_EVENT_SEA_ROLL), 2);
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect_eq(b.buffer.header.seat, SEAT_COALITION);
    sea_play_last_while(&b, EAGLES_STEP_RETREAT_PORT);
    cr_expect_eq(sea_ships(&b, "sea:atlantic_ocean", EAGLES_COALITION), 0);
    cr_expect_eq(sea_ships(&b, "sea:atlantic_ocean", EAGLES_FRANCE), 3);
    cr_assert(at_step(EAGLES_STEP_COURSE));
    cr_expect(board_offers(&b, "TO(sea:western_mediterranean)"));
    board_expect_dice(&b);
    board_close(&b);
}

/* Retreat to the nearest port: in the Tyrrhenian only Bastia is French here, at one point. With a squadron
 * off it the western Mediterranean is nearest, two points: Toulon or Bastia's like, never Ancona. */
static void flee_from_naples(bool bastia_closed)
{
    static const char *const LOST[] = {"messina", "palermo", "reggio", "naples", "leghorn"};
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:tyrrhenian_sea", "france", EAGLES_S, 2, 0);
    sea_launch(&b, "sea:tyrrhenian_sea", "england", EAGLES_S, 4, 0);
    for (unsigned i = 0; i < 5; i++) {
        board_control(&b, LOST[i], EAGLES_COALITION);
    }
    if (bastia_closed) {
        sea_launch(&b, "coast:2637", "england", EAGLES_S, 1, 0);
    }
    /* 4:2 is 2:1, +1; 1 is column 2: D/R: one of four damaged, one of two */
    naval(EAGLES_COALITION, DICE(6, 1), MOVES("INTERCEPT(sea:tyrrhenian_sea,yes)"));
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    if (at_step(EAGLES_STEP_PURSUE)) {
        board_play(&b, "PURSUE(no)");
    }
    if (bastia_closed) {
        cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
        cr_expect(board_offers(&b, "RETREAT_PORT(2236)"), "Toulon");
        cr_expect(board_offers(&b, "RETREAT_PORT(1639)"), "Barcelona, an ally's");
        cr_expect_not(board_offers(&b, "RETREAT_PORT(2637)"));
        cr_expect_not(board_offers(&b, "RETREAT_PORT(3136)"));
        cr_expect_not(board_offers(&b, "RETREAT_PORT(1123)"));
    } else {
        cr_expect_not(at_step(EAGLES_STEP_RETREAT_PORT));
        cr_expect_eq(sea_ships(&b, "2637", EAGLES_FRANCE), 2);
    }
    board_close(&b);
}

Test(eagles_cases_voyages, the_nearest_port_that_is_open)
{
    flee_from_naples(false);
    flee_from_naples(true);
}

/* ------------------------------------------------------------------ blockade */

/* Entry is prohibited as well as exit, unless by a run: two French come to Brest off which four English lie:
 * 5 - 1 is not 6. 4:2 is 2:1, +1; 3 is column 4: 0/K: one sunk, and one damaged of a fleet of two. One round,
 * no pursuit; the beaten go to another port. */
Test(eagles_cases_voyages, a_run_into_port_that_fails)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "france", EAGLES_S, 2, 0);
    sea_launch(&b, "coast:1123", "england", EAGLES_S, 4, 0);
    naval(EAGLES_FRANCE, DICE(5, 3),
          MOVES("SAIL(sea:north_sea)", "SHIPS(france,S,u,2)", "TO_PORT", "TO(1123)"));
    cr_expect_eq(sea_entry(&journal, EAGLES_EVENT_BLOCKADE_RUN)->args[2], -1);
    const JournalEntry *roll = sea_entry(&journal, EAGLES_EVENT_SEA_ROLL);
    cr_expect_eq(roll->args[3], 2);
    cr_expect_eq(roll->args[5], 1);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_HURT), 1);
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect_not(board_offers(&b, "RETREAT_PORT(1123)"));
    board_play(&b, "RETREAT_PORT(1920)");
    cr_expect_eq(sea_damaged(&b, "1920", EAGLES_FRANCE), 1);
    cr_expect_eq(sea_ships(&b, "coast:1123", EAGLES_COALITION), 4);
    board_expect_dice(&b);
    board_close(&b);
}

/* Four French run from Brest past two English: 1 + 1 fails. 2:1, -1; 4 is column 3: 0/R. The blockade is
 * beaten and goes to a port of its own, nobody is pursued, and the French sail, four points as before. */
Test(eagles_cases_voyages, a_beaten_blockade_goes_home)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_S, 4, 0);
    sea_launch(&b, "coast:1123", "england", EAGLES_S, 2, 0);
    naval(EAGLES_FRANCE, DICE(1, 4), MOVES("SAIL(1123)", "SHIPS(france,S,u,4)", "RUN(yes)"));
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(sea_noted(&journal, EAGLES_EVENT_PURSUIT), 0);
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect_eq(b.buffer.header.seat, SEAT_COALITION);
    board_play(&b, "RETREAT_PORT(1219)");
    cr_expect_eq(sea_damaged(&b, "1219", EAGLES_COALITION), 1);
    sea_order(&b, "1219", EAGLES_COALITION, EAGLES_ORDER_NEVER);
    board_moves(&b, MOVES("TO(sea:atlantic_ocean)", "TO(sea:western_mediterranean)", "TO(sea:ionian_sea)",
                          "TO(sea:adriatic_sea)"));
    cr_expect_eq(sea_ships(&b, "sea:adriatic_sea", EAGLES_FRANCE), 4);
    board_close(&b);
}

/* Transports alone may run out: any squadron is twice as many as none: 6 - 1 fails, and one is lost without
 * a naval die; with +1 in winter the 6 is enough. */
static bool transports_run(unsigned month)
{
    sea_open(&b, month);
    sea_launch(&b, "1123", "france", EAGLES_T, 2, 0);
    sea_launch(&b, "coast:1123", "england", EAGLES_S, 1, 0);
    naval(EAGLES_FRANCE, DICE(6, 1, 1), MOVES("SAIL(1123)", "SHIPS(france,T,u,2)"));
    if (at_step(EAGLES_STEP_LOAD)) {
        board_play(&b, "LOAD(no)");
    }
    board_play(&b, "RUN(yes)");
    const JournalEntry *run = sea_entry(&journal, EAGLES_EVENT_BLOCKADE_RUN);
    const bool out = run->args[3] != 0;
    cr_expect_eq(run->args[2], out ? 0 : -1);
    cr_expect_eq(sea_noted(&journal, EAGLES_EVENT_SEA_ROLL), 0);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), out ? 0 : 1);
    cr_expect_eq(sea_ships(&b, "1123", EAGLES_FRANCE), out ? 2 : 1, "still in port, or back");
    board_close(&b);
    return out;
}

Test(eagles_cases_voyages, transports_run_a_blockade)
{
    cr_expect_not(transports_run(SUMMER));
    cr_expect(transports_run(5), "January");
}

/* "Exit is prohibited, unless by attempting to run the blockade": a squadron that ran out of Brest by a 6
 * takes nobody along who did not run with it. Where nobody blockades it changes its mind and takes the other.
 */
static bool takes_the_other_along(bool blockade)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 0);
    if (blockade) {
        sea_launch(&b, "coast:1123", "england", EAGLES_S, 1, 0);
    }
    naval(EAGLES_FRANCE, DICE(6), MOVES("SAIL(1123)", "SHIPS(france,S,u,1)"));
    if (blockade) {
        board_play(&b, "RUN(yes)");
    }
    cr_assert(at_step(EAGLES_STEP_COURSE));
    cr_expect(board_offers(&b, "TO(sea:north_sea)"));
    const bool offered = board_offers(&b, "PICK_UP");
    board_close(&b);
    return offered;
}

Test(eagles_cases_voyages, who_did_not_run_stays_in_port)
{
    cr_expect_not(takes_the_other_along(true));
    cr_expect(takes_the_other_along(false));
}

/* Ships in a port that the enemy takes leave it like a beaten fleet. */
Test(eagles_cases_voyages, a_captured_port_is_left)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_S, 2, 0);
    board_put(&b, "1920", "england", "I", 3);
    board_control(&b, "boulogne", EAGLES_COALITION);
    naval(EAGLES_FRANCE, DICE(1), NO_MOVES);
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect(board_offers(&b, "RETREAT_PORT(2020)"));
    cr_expect_not(board_offers(&b, "RETREAT_PORT(1429)"), "one sea farther");
    board_play(&b, "RETREAT_PORT(2020)");
    cr_expect_eq(sea_ships(&b, "2020", EAGLES_FRANCE), 2);
    cr_expect_eq(sea_damaged(&b, "2020", EAGLES_FRANCE), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ cargo and landings */

/* Troops go on ships of their own colour: Dutch are blue, Spaniards yellow. */
Test(eagles_cases_voyages, ships_carry_their_own_colour)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_T, 1, 0);
    board_put(&b, "1123", "holland", "I", 1);
    board_put(&b, "1123", "spain", "I", 1);
    naval(EAGLES_FRANCE, DICE(1), MOVES("SAIL(1123)", "LOAD(yes)", "LOAD(holland,I,1)"));
    cr_expect_not(at_step(EAGLES_STEP_LOAD_ROWS), "nobody else is asked for");
    board_close(&b);
}

/* Who has cargo ends on a coast: with his last point he is offered ports alone, not to stop at sea. */
static void last_point(bool laden)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1429", "france", EAGLES_T, 1, 0);
    board_put(&b, "1429", "france", "I", 2);
    naval(EAGLES_FRANCE, DICE(1), MOVES("SAIL(1429)", laden ? "LOAD(yes)" : "LOAD(no)"));
    if (laden) {
        board_moves(&b, MOVES("LOAD(france,I,2)", "LOAD(supply,0)"));
    }
    board_moves(&b,
                MOVES("TO(sea:atlantic_ocean)", "TO(sea:western_mediterranean)", "TO(sea:tyrrhenian_sea)"));
    cr_expect_eq(at_step(EAGLES_STEP_COURSE) && board_offers(&b, "STOP"), !laden);
    cr_expect_eq(at_step(EAGLES_STEP_COURSE) && board_offers(&b, "TO(sea:ionian_sea)"), !laden);
    cr_expect(at_step(EAGLES_STEP_HAVEN) || board_offers(&b, "TO_PORT"));
    board_close(&b);
}

Test(eagles_cases_voyages, cargo_must_come_to_a_coast)
{
    last_point(false);
    last_point(true);
}

/* Two French with Ney come from Boulogne off an English port, four points of one, one and two. They stay
 * aboard where an enemy leader stands alone. Where squadrons lie in the port the transport comes with an
 * escort only, which need not fight: a fleet in port cannot be attacked. */
static bool land_at(const char *hex, const char *coast, bool escort, const char *leader, bool squadron)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1920", "france", EAGLES_T, 1, 0);
    sea_launch(&b, "1920", "france", EAGLES_S, escort ? 1 : 0, 0);
    board_put(&b, "1920", "france", "I", 2);
    board_lead(&b, "1920", "ney");
    if (leader != NULL) {
        board_lead(&b, hex, leader);
    }
    sea_launch(&b, hex, "england", EAGLES_S, squadron ? 1 : 0, 0);
    sea_order(&b, hex, EAGLES_COALITION, EAGLES_ORDER_NEVER);
    naval(EAGLES_FRANCE, DICE(1, 1, 1), MOVES("SAIL(1920)"));
    if (escort) {
        board_moves(&b, MOVES("SHIPS(france,S,u,1)", "SHIPS(france,T,u,1)"));
    }
    board_moves(
        &b, MOVES("LOAD(yes)", "LOAD(france,I,2)", "WITH(ney,yes)", "LOAD(supply,0)", "TO(sea:north_sea)"));
    const bool coasts = board_offers(&b, "TO_COAST");
    if (!coasts) {
        board_close(&b);
        return false;
    }
    board_play(&b, "TO_COAST");
    if (at_step(EAGLES_STEP_HAVEN) && board_offers(&b, "COAST_OF(england)")) {
        board_play(&b, "COAST_OF(england)");
    }
    bool landed = false;
    if (board_offers(&b, coast)) {
        board_play(&b, coast);
        sea_play_last_while(&b, EAGLES_STEP_SAIL);
        sea_play_last_while(&b, EAGLES_STEP_ORDERS);
        cr_expect_eq(sea_noted(&journal, EAGLES_EVENT_SEA_ROLL), 0);
        landed = board_sp(&b, hex, EAGLES_FRANCE) == 2;
        board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
        char pick[32];
        snprintf(pick, sizeof pick, "PICK(%s)", hex);
        cr_expect_not(at_step(EAGLES_STEP_PICK) && board_offers(&b, pick), "landed today");
    }
    board_close(&b);
    return landed;
}

Test(eagles_cases_voyages, landings_in_england)
{
    cr_expect(land_at("1819", "TO(coast:1819)", false, NULL, false));
    cr_expect_not(land_at("1819", "TO(coast:1819)", false, "moore", false), "a leader alone");
    cr_expect_not(land_at("1519", "TO(coast:1519)", false, NULL, true), "no escort");
    cr_expect(land_at("1519", "TO(coast:1519)", true, NULL, true));
}

/* A side's player-turn goes on from a phase. */
static void turn_from(unsigned side, unsigned phase)
{
    EaglesState *s = board_state(&b);
    s->active = (uint8_t)side;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_PLAYER_TURN)->phase = (uint8_t)phase;
    eagles_run(board_data(&b), s, &b.dice);
}

/* Points landed feed SP for the rest of that player-turn (rulebook, Overseas Supply). Moore brings five and
 * five points to Flushing; three in Antwerp beside it go inside and are besieged, as five are in supply; 2 is
 * more than the value of 1. In the French turn nothing feeds him, nobody red is in the port of Flushing any
 * more, and after movement he has to leave (rulebook, Siege): he may go back there. */
Test(eagles_cases_voyages, a_siege_fed_by_points_ends_with_the_turn)
{
    sea_open(&b, SUMMER);
    board_disarm(&b);
    board_put(&b, "2119", "france", "I", 3);
    board_control(&b, "antwerp", EAGLES_FRANCE);
    sea_launch(&b, "1719", "england", EAGLES_T, 1, 0);
    board_put(&b, "1719", "england", "I", 5);
    board_lead(&b, "1719", "moore");
    board_dice(&b, DICE(2, 2));
    turn_from(EAGLES_COALITION, EAGLES_PHASE_NAVAL);
    board_moves(&b, MOVES("SAIL(1719)", "LOAD(yes)", "LOAD(england,I,5)", "WITH(moore,yes)", "LOAD(supply,5)",
                          "TO(sea:north_sea)", "TO_COAST", "TO(coast:2019)", "TARGET(2119)", "SHELTER(all)",
                          "CITY_CHOICE(besiege)", "BESIEGE_WITH(2019,all)"));
    board_expect_dice(&b); /* of the siege, and the attrition of the month that begins */
    cr_expect_eq(board_sp(&b, "2119", EAGLES_COALITION), 5);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2119")), 2, "the month is over");
    turn_from(EAGLES_FRANCE, EAGLES_PHASE_MOVEMENT);
    cr_assert(at_step(EAGLES_STEP_RETREAT_TO));
    board_play(&b, "RETREAT(2019,all)");
    cr_expect_eq(board_sp(&b, "2019", EAGLES_COALITION), 5);
    cr_expect_eq(board_leader_at(&b, "moore"), board_hex(&b, "2019"));
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2119")), 0);
    cr_expect_eq(board_controller(&b, "antwerp"), EAGLES_FRANCE);
    board_close(&b);
}

/* "All foreign units ... may not move into it again while the country remains neutral": not from the sea
 * either. The coast next to it is open to both sides. */
Test(eagles_cases_voyages, nobody_lands_in_the_capital_of_a_conquered_state)
{
    sea_open(&b, SUMMER);
    const unsigned russia = board_nation(&b, "russia");
    const unsigned petersburg = board_hex(&b, "4602");
    const unsigned riga = board_hex(&b, "4109");
    cr_assert(eagles_can_land(&b.p, petersburg, EAGLES_COALITION));
    eagles_turn_neutral(&b.p, russia);
    board_state(&b)->nation[russia].conquered = 1;
    board_state(&b)->nation[russia].flags |= EAGLES_NATION_NOW;
    board_state(&b)->campaign.conqueror[russia] = EAGLES_FRANCE + 1;
    eagles_open_land(&b.p);
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        cr_expect_not(eagles_can_land(&b.p, petersburg, side));
        cr_expect(eagles_can_land(&b.p, riga, side));
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ repair and attrition */

/* A damaged ship that rests in the open port of an ally is repaired; one that came there today is not. */
Test(eagles_cases_voyages, repair_in_the_port_of_an_ally)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "0345", "france", EAGLES_S, 1, 1);
    naval(EAGLES_FRANCE, DICE(1), MOVES("END"));
    cr_expect_eq(sea_damaged(&b, "0345", EAGLES_FRANCE), 0);
    board_close(&b);

    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:atlantic_ocean", "france", EAGLES_S, 1, 1);
    naval(EAGLES_FRANCE, DICE(1), MOVES("SAIL(sea:atlantic_ocean)", "TO_PORT", "TO(0345)"));
    sea_play_last_while(&b, EAGLES_STEP_SAIL);
    cr_expect_eq(sea_damaged(&b, "0345", EAGLES_FRANCE), 1);
    board_close(&b);
}

/* On a natural 6 each fleet at sea throws: three at sea and three off Brest, which is not in port, but not
 * the two in Plymouth. 5: two of three are damaged; 4: none. */
Test(eagles_cases_voyages, blockaders_wear_out)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 3, 0);
    sea_launch(&b, "coast:1123", "england", EAGLES_S, 3, 0);
    sea_launch(&b, "1219", "england", EAGLES_S, 2, 0);
    sea_begin(&b, &journal, EAGLES_STEP_ATTRITION, EAGLES_COALITION, DICE(6, 4, 5, 1, 1, 1), NO_MOVES);
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(sea_damaged(&b, "sea:north_sea", EAGLES_COALITION), 0);
    cr_expect_eq(sea_damaged(&b, "coast:1123", EAGLES_COALITION), 2);
    cr_expect_eq(sea_damaged(&b, "1219", EAGLES_COALITION), 0);
    board_close(&b);
}
