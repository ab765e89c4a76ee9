/* test_eagles_cases_mixed.c: several forces and nations in one battle, worked by hand from the rulebook
 * before they were played: whose leader counts, who pays for a withdrawal, small forces before large
 * garrisons, a relief that comes and goes, Cossacks who attack, a convoy that is met at sea. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "tests/eagles/eagles_fight.h"
#include "tests/eagles/eagles_sea.h"

static Board b;
static Journal journal;

#define expect_throw(...) fight_expect_throw(&journal, __VA_ARGS__)
#define expect_sp(...)    fight_expect_sp(&b, __VA_ARGS__)
#define DICE(...)         ((const int[]){__VA_ARGS__, 0})

/* The grand campaign in summer, nobody on the map; ones behind the dice that matter. 1624, 1625, 1724 and
 * 1824 are open ground in supply of Paris; Ulm (2726) has a river towards Augsburg (2826), none towards
 * 2725. */
static void field(unsigned side, const int *dice) { fight_open(&b, &journal, side, NULL, dice); }

static unsigned inside(const char *hex)
{
    return eagles_count(&b.p, board_hex(&b, hex), EAGLES_COALITION, EAGLES_INSIDE);
}

/* ------------------------------------------------------------------ leaders and nations */

/* The leader must be with most SP of his side (rulebook, Land Combat). Four on four with Napoleon: 2 + 3 - 2
 * is +3; 4 is column 7: L/L. Five without a leader join: eight on three is 2:1, most of them are not
 * Napoleon's, and his 3 is gone: 7 is -/L. */
Test(eagles_cases_mixed, a_larger_friend_without_a_leader_costs_napoleons_bonus)
{
    field(EAGLES_FRANCE, DICE(2, 2, 5, 3, 4, 1, 1, 1, 1));
    board_put(&b, "1624", "france", "I", 4);
    board_lead(&b, "1624", "napoleon");
    board_put(&b, "1625", "france", "I", 5);
    board_put(&b, "1724", "russia", "I", 4);
    fight_begin(&b, MOVES("TARGET(1724)", "FROM(1624)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)",
                          "JOIN(1625,1)", "CONTINUE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 3, L, L);
    expect_throw(1, EAGLES_FRANCE, ROW_2_1, 0, DASH, L);
    board_close(&b);
}

/* Three Austrians (morale 1) with Charles (2) and three Russians (2): on a tie the lower morale, and a leader
 * of either colour: 2 - 1 - 2 is -1. A fourth Russian makes the morale 2 and Charles one of the fewer: 0. */
Test(eagles_cases_mixed, two_nations_defend_one_hex)
{
    for (unsigned russians = 3; russians <= 4; russians++) {
        field(EAGLES_FRANCE, DICE(3, 4, 1, 1, 1, 1));
        board_put(&b, "1624", "france", "I", 7);
        board_put(&b, "1724", "austria", "I", 3);
        board_put(&b, "1724", "russia", "I", russians);
        board_lead(&b, "1724", "charles");
        board_lead(&b, "1724", "russia_a");
        fight_begin(&b, MOVES("TARGET(1724)"));
        expect_throw(0, EAGLES_FRANCE, ROW_1_1, russians == 3 ? -1 : 0, L, L);
        board_close(&b);
    }
}

/* Wrede, a Bavarian (blue, as in August 1805), is killed (12, then 6): the first unnamed leader of the blue
 * satellites stands in for him, not one of the French. */
Test(eagles_cases_mixed, a_satellites_leader_is_replaced_by_colour)
{
    field(EAGLES_FRANCE, DICE(3, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1));
    board_put(&b, "1624", "bavaria", "I", 6);
    board_lead(&b, "1624", "wrede");
    board_put(&b, "1724", "austria", "I", 6);
    fight_begin(&b, MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(no)",
                          "COUNTER(no)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 1, L, L);
    cr_expect_eq(board_leader_at(&b, "wrede"), EAGLES_DEAD);
    cr_expect_eq(board_leader_at(&b, "sat_blue_a"), board_hex(&b, "1624"));
    board_close(&b);
}

/* ------------------------------------------------------------------ withdrawals */

/* Who withdraws of his own will is compared by his own cavalry with all that faces him (rulebook, Retreat).
 * Six on seven (7, L/L), then nine on six, 3:2 (7, L/L). The four who joined have no horse against one: one
 * of them is lost on the way; those who stay have theirs. */
Test(eagles_cases_mixed, who_joined_pays_for_his_own_want_of_cavalry)
{
    field(EAGLES_FRANCE, DICE(3, 4, 5, 3, 4, 1, 1, 1, 1));
    board_put(&b, "1624", "france", "I", 5);
    board_put(&b, "1624", "france", "C", 1);
    board_put(&b, "1625", "france", "I", 4);
    board_put(&b, "1724", "russia", "I", 6);
    board_put(&b, "1724", "russia", "C", 1);
    fight_begin(&b, MOVES("TARGET(1724)", "FROM(1624)", "LOSS(1724,russia,I)", "LOSS(1624,france,I)",
                          "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1625,1)", "CONTINUE(yes)",
                          "LOSS(1624,france,I)", "LOSS(1724,russia,I)", "WITHDRAW(1624,stay)",
                          "WITHDRAW(1625,go)"));
    expect_throw(0, EAGLES_COALITION, ROW_1_1, 0, L, L);
    expect_throw(1, EAGLES_FRANCE, ROW_3_2, 0, L, L);
    expect_sp("1625", 3, 0);
    expect_sp("1624", 4, 0);
    board_close(&b);
}

/* Cossacks may slip away at the start of a round, those who attack too: nobody is left to throw dice for, and
 * the French in supply may follow. */
Test(eagles_cases_mixed, attacking_cossacks_slip_away_before_the_dice)
{
    field(EAGLES_COALITION, DICE(1, 1, 1, 1));
    board_put(&b, "1724", "russia", "CC", 2);
    board_put(&b, "1624", "france", "I", 3);
    fight_begin(&b, MOVES("TARGET(1624)", "EVADE(1724,russia,CC,1824)"));
    cr_expect(board_offers(&b, "ADVANCE(1624,1724,all)"));
    board_play(&b, "ADVANCE(1624,1724,none)");
    cr_expect_eq(board_state(&b)->battles, 0);
    expect_sp("1624", 3, 0);
    expect_sp("1824", 0, 2);
    board_close(&b);
}

/* ------------------------------------------------------------------ cities */

/* Four inside count eight and are the larger force against three; the column is that of the three. 1 - 2 is
 * -1: 7 is column 6 of 2:1: L/L. */
Test(eagles_cases_mixed, a_garrison_larger_than_who_assaults_it)
{
    field(EAGLES_FRANCE, DICE(3, 4, 1, 1, 1, 1));
    board_put(&b, "2725", "france", "I", 3);
    board_put(&b, "2726", "austria", "I", 4);
    board_control(&b, "ulm", EAGLES_COALITION);
    fight_begin(&b, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(0, EAGLES_COALITION, ROW_2_1, -1, L, L);
    expect_sp("2725", 2, 0);
    expect_sp("2726", 0, 3);
    board_close(&b);
}

/* Landwehr inside has morale 1, and Charles is inside with it: eight to four doubled, 2 - 1 - 2 is -1. */
Test(eagles_cases_mixed, landwehr_stands_on_the_walls)
{
    field(EAGLES_FRANCE, DICE(4, 4, 1, 1, 1, 1));
    board_put(&b, "2725", "france", "I", 8);
    board_put(&b, "2726", "austria", "L", 4);
    board_lead(&b, "2726", "charles");
    board_control(&b, "ulm", EAGLES_COALITION);
    fight_begin(&b, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, -1, L, L);
    expect_sp("2726", 0, 3);
    board_close(&b);
}

/* A garrison of two nations: as many as both must besiege. */
Test(eagles_cases_mixed, besiegers_match_a_garrison_of_two_nations)
{
    field(EAGLES_FRANCE, DICE(2, 1, 1, 1, 1));
    board_put(&b, "2725", "france", "I", 6);
    board_put(&b, "2726", "austria", "I", 2);
    board_put(&b, "2726", "russia", "I", 2);
    board_control(&b, "ulm", EAGLES_COALITION);
    fight_begin(&b, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(besiege)", "BESIEGE_WITH(2725,rows)"));
    cr_expect_not(board_offers(&b, "ROWS(france,I,3)"));
    board_play(&b, "ROWS(france,I,4)");
    expect_sp("2726", 4, 4);
    cr_expect_eq(inside("2726"), 4);
    board_close(&b);
}

/* Ten Austrians with Charles, fed from Innsbruck (1 to 2827, 1 + 1 over the Lech), come from Augsburg over
 * the river to relieve four in Ulm from six French: 3:2, 1 + 2 - 2 - 2 is -1; 7 is column 6: L/L, one each.
 * The garrison comes out with a 5. */
static void relieve_ulm(void)
{
    field(EAGLES_COALITION, DICE(3, 4, 5, 3, 4, 1, 1, 1, 1, 1, 1));
    board_put(&b, "2726", "france", "I", 6);
    board_besiege(&b, "2726", "austria", "I", 4, 2);
    board_put(&b, "2826", "austria", "I", 10);
    board_lead(&b, "2826", "charles");
    board_control(&b, "ulm", EAGLES_COALITION);
    board_control(&b, "augsburg", EAGLES_COALITION);
    fight_begin(&b, MOVES("TARGET(2726)", "FROM(2826)", "WITHDRAW(2826,stay)", "WITHDRAW(2726,stay)",
                          "JOIN(2726,1)"));
    expect_throw(0, EAGLES_COALITION, ROW_3_2, -1, L, L);
    expect_sp("2726", 5, 4);
    cr_expect_eq(inside("2726"), 0);
}

/* Nine and the four, who are never supplied, count 11 to 5: 2:1, again -1; 7 is column 6: L/L. The relief
 * goes away again: those who came out go back inside, and the siege keeps its value until the month ends. */
Test(eagles_cases_mixed, a_relief_that_goes_leaves_the_garrison_inside)
{
    relieve_ulm();
    board_moves(&b, MOVES("CONTINUE(yes)", "LOSS(2826,austria,I)", "WITHDRAW(2726,stay)", "WITHDRAW(2826,go)",
                          "RETREAT(2926,all)", "ADVANCE(2726,2826,none)"));
    expect_throw(1, EAGLES_COALITION, ROW_2_1, -1, L, L);
    cr_expect_eq(inside("2726"), 4);
    expect_sp("2726", 4, 4);
    expect_sp("2926", 0, 8);
    board_close(&b);
}

/* The besiegers counter-attack: now the river favours Augsburg, whoever came out of Ulm fights with it, and
 * nobody on the defence is halved: 13 to 5 is 2:1, 1 + 2 + 2 - 2 is +3; 7 is column 10: L/D3. */
Test(eagles_cases_mixed, besiegers_counter_attack_the_relief)
{
    relieve_ulm();
    board_moves(&b, MOVES("CONTINUE(no)", "COUNTER(yes)"));
    cr_expect_not(board_offers(&b, "SHELTER(all)"), "nine do not fit into a minor city");
    board_play(&b, "SHELTER(none)");
    expect_throw(1, EAGLES_COALITION, ROW_2_1, 3, L, D3);
    board_close(&b);
}

/* ------------------------------------------------------------------ a convoy */

/* A squadron and a transport with ten infantry and Ney leave Brest and are met (5) by three English in the
 * North Sea: 2:1, +1 for morale; 3 is column 4: 0/K: the only squadron is sunk. */
static void meet_a_convoy(const int *dice)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_S, 1, 0);
    sea_launch(&b, "1123", "france", EAGLES_T, 1, 0);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 3, 0);
    board_put(&b, "1123", "france", "I", 10);
    board_lead(&b, "1123", "ney");
    sea_begin(&b, &journal, EAGLES_STEP_NAVAL, EAGLES_FRANCE, dice,
              MOVES("SAIL(1123)", "SHIPS(france,S,u,1)", "SHIPS(france,T,u,1)", "LOAD(yes)",
                    "LOAD(france,I,10)", "WITH(ney,yes)", "TO(sea:north_sea)"));
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 1);
}

/* Caught by a 5 the transport is lost with all that it carries. */
Test(eagles_cases_mixed, a_convoy_that_is_pursued_goes_down)
{
    meet_a_convoy(DICE(5, 3, 5, 1, 1, 1, 1, 1));
    board_play(&b, "PURSUE(yes)");
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 2);
    cr_expect_eq(board_leader_at(&b, "ney"), EAGLES_DEAD);
    cr_expect_eq(board_state(&b)->pool[board_data(&b)->nation[board_nation(&b, "france")].unit[EAGLES_I]],
                 72);
    board_close(&b);
}

/* Not pursued it flees to the nearest port, back to Brest, and lands there at the end of the step. */
Test(eagles_cases_mixed, a_convoy_that_escapes_lands_where_it_fled)
{
    meet_a_convoy(DICE(5, 3, 1, 1, 1, 1, 1, 1));
    board_moves(&b, MOVES("PURSUE(no)", "RETREAT_PORT(1123)"));
    cr_expect_eq(sea_ships(&b, "1123", EAGLES_FRANCE), 1);
    cr_expect_eq(board_sp(&b, "1123", EAGLES_FRANCE), 10);
    cr_expect_eq(board_leader_at(&b, "ney"), board_hex(&b, "1123"));
    board_close(&b);
}
