/* test_eagles_combat.c: battles, sieges and what follows from them, with scripted dice (worked examples
 * 57-97, 103, 148, 169-175 and more). The open ground is Brittany: 1624 and its neighbours are clear, without
 * rivers or cities. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "tests/eagles/eagles_position.h"

static Board b;

static void open_field(const char *override)
{
    board_open(&b, "eagles/1805", override);
    board_clear(&b);
}

/* 20 French with Napoleon at 1624 against 12 Austrians. */
static void napoleon_attacks(const char *defend)
{
    board_put(&b, "1624", "france", "I", 20);
    board_lead(&b, "1624", "napoleon");
    board_put(&b, defend, "austria", "I", 12);
}

Test(eagles_combat, napoleon_breaks_twelve_austrians_in_the_open)
{
    open_field(NULL);
    napoleon_attacks("1724");
    board_dice(&b, (const int[]){3, 4, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    /* 2 + 3 against 1: +4, 3:2, column 11: L/D3, losses by the 12 of the smaller force: 2 and 5; morale 0,
     * they go. */
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 18);
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 7);
    cr_expect(board_offers(&b, "RETREAT(1824,all)") || b.buffer.header.seat == SEAT_COALITION);
    board_close(&b);
}

Test(eagles_combat, leaders_and_terrain_make_the_modifier)
{
    open_field(NULL);
    /* Behind the river between Ulm and 2725 there is none: 2725 to 2726 is open, 2726 to 2625 is the Danube.
     */
    board_put(&b, "2625", "france", "I", 20);
    board_lead(&b, "2625", "napoleon");
    board_put(&b, "2726", "austria", "I", 12);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    board_play(&b, "SHELTER(none)");
    /* +4 less 2 for the river: column 9, L/D1: 2 and 3, Austrian morale 0. */
    cr_expect_eq(board_sp(&b, "2625", EAGLES_FRANCE), 18);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 9);
    cr_expect_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], 1);
    board_close(&b);
}

Test(eagles_combat, an_unsupplied_attack_counts_half)
{
    open_field(NULL);
    /* Russians in Brittany are out of supply: 8 against 6 is 4 against 6, the defender is the larger force at
     * 3:2. */
    board_put(&b, "1624", "russia", "I", 8);
    board_put(&b, "1724", "france", "I", 6);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_play(&b, "TARGET(1724)");
    /* Morale 2 each, no leaders: column 7 of 3:2 is L/L, both lose by the column of 8 SP: 1. */
    cr_expect_eq(board_sp(&b, "1624", EAGLES_COALITION), 7);
    cr_expect_eq(board_sp(&b, "1724", EAGLES_FRANCE), 5);
    board_close(&b);
}

Test(eagles_combat, fewer_cavalry_cost_one_sp_in_a_retreat)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 20);
    board_put(&b, "1624", "france", "C", 2);
    board_lead(&b, "1624", "napoleon");
    board_put(&b, "1724", "austria", "I", 10);
    board_put(&b, "1724", "austria", "C", 1);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    /* Two are lost, so one was cavalry; the other is the owner's choice. */
    cr_expect(board_offers(&b, "LOSS(1624,france,C)"));
    board_play(&b, "LOSS(1624,france,I)");
    /* D3 against 11 SP: 5, the only C among them; then 1 more for 0 cavalry against 1. */
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 5);
    board_close(&b);
}

Test(eagles_combat, the_loser_of_all_his_sp_opens_the_hex_and_his_leader_flees)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 12);
    board_lead(&b, "1624", "davout");
    board_put(&b, "1724", "austria", "I", 2);
    board_lead(&b, "1724", "charles");
    board_put(&b, "3427", "austria", "I", 3);
    board_dice(&b, (const int[]){1, 1, 6, 5, 6, 5, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    /* 4:1: 1/D3, by 2 SP: 1. The second Austrian is broken and must go. */
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 11);
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 1);
    board_close(&b);
}

Test(eagles_combat, a_sheltered_garrison_can_be_left_alone)
{
    open_field(NULL);
    board_put(&b, "2625", "france", "I", 6);
    board_put(&b, "2726", "austria", "I", 2);
    board_dice(&b, (const int[]){1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    board_play(&b, "SHELTER(all)");
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"));
    cr_expect(board_offers(&b, "CITY_CHOICE(besiege)"));
    board_play(&b, "CITY_CHOICE(decline)");
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 2);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_INSIDE), 0);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 0);
    board_close(&b);
}

/* Ulm takes four: 14 SP cannot all go inside. */
Test(eagles_combat, shelter_has_a_limit)
{
    open_field(NULL);
    board_put(&b, "2625", "france", "I", 20);
    board_put(&b, "2726", "austria", "I", 14);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    cr_expect_not(board_offers(&b, "SHELTER(all)"));
    board_play(&b, "SHELTER(rows)");
    cr_expect_not(board_offers(&b, "ROWS(austria,I,5)"));
    cr_expect_not(board_offers(&b, "ROWS(austria,I,0)"));
    board_play(&b, "ROWS(austria,I,4)");
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_INSIDE), 4);
    board_close(&b);
}

/* A siege laid this phase is rolled for at its end: value 1, so only a 1 takes the city. */
static void lay_siege(int die)
{
    open_field(NULL);
    board_put(&b, "2625", "france", "I", 6);
    board_lead(&b, "2625", "davout");
    board_put(&b, "2726", "austria", "I", 2);
    board_lead(&b, "2726", "mack");
    board_dice(&b, (const int[]){die, 1, 1, 1, 1, 1, 1, 1, 1, 0}); /* then attrition of the next month */
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(besiege)", NULL});
    cr_expect_not(board_offers(&b, "BESIEGE_WITH(2625,none)"));
    board_moves(&b, (const char *const[]){"BESIEGE_WITH(2625,rows)", NULL});
    cr_expect_not(board_offers(&b, "ROWS(france,I,1)"), "two must stand against two");
}

Test(eagles_combat, a_city_falls_to_a_one)
{
    lay_siege(1);
    board_moves(&b, (const char *const[]){"ROWS(france,I,2)", "WITH(davout,yes)", NULL});
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 0);
    cr_expect_eq(board_leader_at(&b, "mack"), EAGLES_CAPTURED);
    cr_expect_eq(eagles_control(board_state(&b), eagles_find_city(board_data(&b), "ulm")), EAGLES_FRANCE);
    board_close(&b);
}

Test(eagles_combat, a_city_holds_against_a_two)
{
    lay_siege(2);
    board_moves(&b, (const char *const[]){"ROWS(france,I,3)", "WITH(davout,no)", NULL});
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 2);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_FRANCE), 3);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 1);
    board_close(&b);
}

Test(eagles_combat, besiegers_too_weak_go_away)
{
    open_field(NULL);
    board_put(&b, "2726", "france", "I", 2);
    board_besiege(&b, "2726", "austria", "I", 3, 3);
    board_dice(&b, (const int[]){6, 0}); /* the siege roll comes before the check */
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "END");
    cr_expect_eq(b.buffer.header.seat, SEAT_FRENCH); /* where to */
    cr_expect(board_offers(&b, "RETREAT(2625,all)"));
    board_play(&b, "RETREAT(2625,all)");
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 0);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_INSIDE), 0);
    board_close(&b);
}

/* The garrison counts double and needs no more than morale 1: 5 assault 3, row 1:1, the garrison is the
 * larger force. */
Test(eagles_combat, an_assault_doubles_the_garrison)
{
    open_field(NULL);
    board_put(&b, "2726", "france", "I", 5);
    board_besiege(&b, "2726", "austria", "I", 3, 2);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    /* Morale 1 against 2: -1, column 6: L/L by the 5 SP of the smaller force: 1 each. */
    cr_expect_eq(board_sp(&b, "2726", EAGLES_FRANCE), 4);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 2);
    cr_expect(board_offers(&b, "WITHDRAW(2726,go)"));
    board_play(&b, "WITHDRAW(2726,stay)");
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"));
    cr_expect_not(board_offers(&b, "CITY_CHOICE(besiege)"));
    board_close(&b);
}

/* A sortie that is beaten goes back inside and the siege keeps its value (173). */
Test(eagles_combat, a_beaten_sortie_goes_back_inside)
{
    open_field(NULL);
    board_put(&b, "2726", "france", "I", 8);
    board_lead(&b, "2726", "davout");
    board_besiege(&b, "2726", "austria", "I", 4, 3);
    board_dice(&b, (const int[]){6, 5, 1, 1, 2, 2, 2, 2, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_play(&b, "TARGET(2726)");
    cr_expect(board_offers(&b, "SORTIE_WITH(rows)"));
    board_play(&b, "SORTIE_WITH(all)");
    cr_expect_gt(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_INSIDE), 0);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 4); /* 3, and the month is over */
    cr_expect_eq(board_sp(&b, "2726", EAGLES_FRANCE), 7);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 2); /* D3 against four */
    board_close(&b);
}

/* Five or more enemy SP in the hex when combat began: one point for the first unit in (146, 147 with
 * Napoleon). */
static void coalition_follows(unsigned french, unsigned points)
{
    open_field(NULL);
    board_put(&b, "1724", "austria", "I", 40);
    board_lead(&b, "1724", "charles");
    board_put(&b, "1624", "france", "I", french);
    board_lead(&b, "1624", "napoleon");
    board_control(&b, "nantes", EAGLES_COALITION);
    board_dice(&b, (const int[]){6, 6, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    EaglesState *s = board_state(&b);
    for (unsigned i = 0; i < s->rows; i++) { /* as if they had been supplied when combat began */
        s->row_key[i] &= ~(uint32_t)EAGLES_FLAG_UNSUPPLIED;
    }
    cr_expect_eq(s->napoleon_hex, board_hex(&b, "1624"));
    cr_expect_eq(eagles_is_large(s, EAGLES_FRANCE, board_hex(&b, "1624")), french >= 5);
    (void)points;
    board_close(&b);
}

/* Marked in any order, each once; what is out of order is no position. */
Test(eagles_combat, large_hexes_are_kept_in_order)
{
    char message[GAME_CHECK_BYTES];
    open_field(NULL);
    EaglesState *s = board_state(&b);
    const unsigned low = board_hex(&b, "1624");
    const unsigned high = board_hex(&b, "1724");
    cr_assert_lt(low, high);
    eagles_mark_large(s, EAGLES_FRANCE, high);
    eagles_mark_large(s, EAGLES_COALITION, low);
    eagles_mark_large(s, EAGLES_FRANCE, low);
    eagles_mark_large(s, EAGLES_FRANCE, high);
    cr_expect_eq(s->larges, 3);
    cr_expect(eagles_is_large(s, EAGLES_FRANCE, low) && eagles_is_large(s, EAGLES_COALITION, low));
    cr_expect(eagles_is_large(s, EAGLES_FRANCE, high) && !eagles_is_large(s, EAGLES_COALITION, high));
    cr_expect(eagles_check_view(board_data(&b), s, SEAT_FRENCH, message), "%s", message);
    eagles_unmark_large(s, EAGLES_COALITION, high);
    eagles_unmark_large(s, EAGLES_FRANCE, low);
    cr_expect_eq(s->larges, 2);
    cr_expect(!eagles_is_large(s, EAGLES_FRANCE, low) && eagles_is_large(s, EAGLES_FRANCE, high));
    cr_expect_eq(s->large[2], 0);
    const uint16_t first = s->large[0];
    s->large[0] = s->large[1];
    s->large[1] = first;
    cr_expect_not(eagles_check_view(board_data(&b), s, SEAT_FRENCH, message));
    s->larges = EAGLES_LARGE_MAX + 1;
    cr_expect_not(eagles_check_view(board_data(&b), s, SEAT_FRENCH, message));
    eagles_unmark_all_large(s);
    board_close(&b);
}

Test(eagles_combat, napoleons_hex_is_noted_when_combat_begins)
{
    coalition_follows(7, 3);
    coalition_follows(4, 0);
}

Test(eagles_combat, twelve_and_then_four_puts_a_leader_out_for_four_months)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 20);
    board_lead(&b, "1624", "davout");
    board_put(&b, "1724", "russia", "I", 20);
    board_dice(&b, (const int[]){3, 4, 6, 6, 4, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    while (b.buffer.header.step == EAGLES_STEP_WITHDRAW) {
        board_play(&b, b.buffer.header.seat == SEAT_FRENCH ? "WITHDRAW(1624,stay)" : "WITHDRAW(1724,stay)");
    }
    board_play(&b, "CONTINUE(no)");
    board_play(&b, "COUNTER(no)");
    cr_expect_eq(board_leader_at(&b, "davout"), EAGLES_INJURED);
    cr_expect_eq(board_state(&b)->leader_months[eagles_find_leader(board_data(&b), "davout")], 4);
    board_close(&b);
}

Test(eagles_combat, an_equal_battle_takes_one_sp_of_each)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 10);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 9);
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 9);
    cr_expect(board_offers(&b, "WITHDRAW(1624,go)"));
    board_close(&b);
}

Test(eagles_combat, a_counter_attack_swaps_the_roles)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 10);
    board_dice(&b, (const int[]){3, 4, 3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)",
                                          "CONTINUE(no)", "COUNTER(yes)", NULL});
    cr_expect_eq(board_state(&b)->battle[0].attacker, EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->battle[0].defend, board_hex(&b, "1624"));
    /* The Russians are out of supply: as attackers 9 count as 4 1/2, 2:1 against them, column 7: -/L. */
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 9);
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 8);
    board_close(&b);
}

/* Join: die 3 with a leader of 2 succeeds, die 4 without a leader fails (91, 92). */
static void third_force_joins(int die, bool leader, bool success)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 10);
    board_put(&b, "1725", "france", "I", 3);
    if (leader) {
        board_lead(&b, "1725", "davout");
    }
    board_dice(&b, (const int[]){3, 4, die, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1724)", "FROM(1624)", NULL});
    if (b.buffer.header.step == EAGLES_STEP_TARGET) {
        board_play(&b, "END");
    }
    board_moves(&b,
                (const char *const[]){"WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1725,1)", NULL});
    board_expect_dice(&b);
    cr_expect_eq(eagles_find_force(&b.p, board_hex(&b, "1725"), EAGLES_FRANCE) >= 0, success);
    board_close(&b);
}

Test(eagles_combat, a_force_nearby_joins_by_a_die)
{
    third_force_joins(3, true, true);
    third_force_joins(4, false, false);
}

/* The Guard fights with morale 3 and loses the first SP itself. */
Test(eagles_combat, the_guard_option)
{
    open_field("options.imperial_guard=true");
    board_put(&b, "1624", "france", "I", 9);
    board_put(&b, "1624", "france", "GI", 1);
    board_put(&b, "1724", "russia", "I", 10);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    board_play(&b, "GUARD(yes)");
    /* 3 against 2: +1, column 8 of 1:1: L/L; the one French SP lost is the Guard. */
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 9);
    cr_expect_eq(b.p.s->pool[board_data(&b)->nation[board_data(&b)->france].unit[EAGLES_GI]],
                 board_data(&b)->unit[board_data(&b)->nation[board_data(&b)->france].unit[EAGLES_GI]].mix);
    board_close(&b);
}

Test(eagles_combat, a_charge_adds_one_and_pays_in_cavalry)
{
    open_field("options.cavalry_charge=true");
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1624", "france", "C", 2);
    board_put(&b, "1724", "russia", "I", 10);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    board_play(&b, "CHARGE(yes)");
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "1624"), EAGLES_FRANCE, EAGLES_CAVALRY), 1);
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 9);
    board_close(&b);
}

/* Two Cossacks may leave two enemy cavalry SP, not three (151). */
static void cossacks(unsigned enemy, bool may)
{
    open_field(NULL);
    /* East of Lemberg, whence supply comes: the way back is open. */
    board_put(&b, "4423", "russia", "CC", 2);
    board_put(&b, "4423", "russia", "I", 5);
    board_put(&b, "4523", "france", "C", enemy);
    board_put(&b, "4523", "france", "I", 5);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(4423)");
    cr_expect_eq(b.buffer.header.step == EAGLES_STEP_EVADE, may);
    board_close(&b);
}

Test(eagles_combat, cossacks_leave_unless_outnumbered_in_cavalry)
{
    cossacks(2, true);
    cossacks(3, false);
}

/* ------------------------------------------------------------------ what a second engine of the rules found
 */

static void play_first(const char *kind)
{
    MoveList list;
    char text[MOVE_TEXT_BYTES];
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    eagles_move_text(board_data(&b), list.moves[0], text);
    cr_assert_eq(strncmp(text, kind, strlen(kind)), 0, "%s where %s was expected", text, kind);
    board_play(&b, text);
}

/* Those outside withdraw, the garrison is the defender of the next round (9.1). */
Test(eagles_combat, the_garrison_goes_on_when_those_outside_withdrew)
{
    open_field(NULL);
    board_put(&b, "2625", "france", "I", 20);
    board_lead(&b, "2625", "napoleon");
    board_put(&b, "2726", "austria", "I", 14);
    board_dice(&b, (const int[]){6, 6, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(rows)", "ROWS(austria,I,4)", NULL});
    play_first("RETREAT");
    board_play(&b, "WITHDRAW(2625,stay)");
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 4);
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"));
    board_close(&b);
}

/* An assaulted garrison is a committed force: it may enter the hex of an attacker who died (8.10). */
Test(eagles_combat, a_garrison_may_advance)
{
    open_field(NULL);
    board_put(&b, "2625", "austria", "I", 1);
    board_put(&b, "2726", "france", "I", 3);
    board_dice(&b, (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)", NULL});
    cr_expect_eq(board_sp(&b, "2625", EAGLES_COALITION), 0);
    board_play(&b, "ADVANCE(2726,2625,all_but_one)");
    cr_expect_eq(board_sp(&b, "2625", EAGLES_FRANCE), 1);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2625"), EAGLES_FRANCE, EAGLES_INSIDE), 0);
    board_close(&b);
}

/* Nobody shifts into a hex with SP that do not fight in the battle: those sheltered at Stuttgart (8.9). */
Test(eagles_combat, a_joiner_shifts_only_among_those_who_fight)
{
    open_field(NULL);
    board_put(&b, "2525", "france", "I", 5);
    board_put(&b, "2625", "austria", "I", 7);
    board_put(&b, "2726", "austria", "I", 3);
    board_dice(&b, (const int[]){3, 4, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b,
                (const char *const[]){"TARGET(2625)", "SHELTER(rows)", "ROWS(austria,I,4)",
                                      "WITHDRAW(2525,stay)", "WITHDRAW(2625,stay)", "JOIN(2726,1)", NULL});
    board_expect_dice(&b); /* 2626 is the only hex left to shift to */
    board_close(&b);
}

/* A part that goes to a source of supply does not close the ways of the rest (8.8). */
Test(eagles_combat, the_ways_of_a_retreat_are_settled_when_it_begins)
{
    board_open(&b, "eagles/1809", NULL);
    board_clear(&b);
    board_put(&b, "2119", "england", "I", 5);
    board_put(&b, "2218", "france", "I", 4);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b,
                (const char *const[]){"TARGET(2119)", "SHELTER(none)", "WITHDRAW(2218,stay)",
                                      "WITHDRAW(2119,go)", "RETREAT(2019,part)", "ROWS(england,I,2)", NULL});
    cr_expect_eq(board_sp(&b, "2019", EAGLES_COALITION), 2);
    cr_expect_eq(board_sp(&b, "2119", EAGLES_COALITION), 2);
    play_first("RETREAT(2120,all)");
    cr_expect_eq(board_sp(&b, "2120", EAGLES_COALITION), 2);
    board_close(&b);
}

/* Through enemies no hex is entered twice, the one left included (8.8). */
Test(eagles_combat, a_way_through_enemies_does_not_lead_back)
{
    open_field(NULL);
    board_put(&b, "1624", "france", "I", 5);
    board_put(&b, "1724", "austria", "I", 6);
    static const char *const around[] = {"1523", "1524", "1525", "1623", "1625"};
    for (unsigned i = 0; i < sizeof around / sizeof around[0]; i++) {
        board_put(&b, around[i], "austria", "I", 1);
    }
    board_dice(&b, (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"TARGET(1624)", "FROM(1724)", "WITHDRAW(1724,stay)",
                                          "WITHDRAW(1624,go)", "RETREAT(1623,all)", NULL});
    cr_expect_not(board_offers(&b, "RETREAT(1624,all)"));
    play_first("RETREAT");
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 0);
    board_close(&b);
}
