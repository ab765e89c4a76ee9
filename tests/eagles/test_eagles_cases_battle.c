/* test_eagles_cases_battle.c: battles worked by hand from the rulebook before they were played: rounds,
 * ratios, morale, leaders, Cossacks, joins, counter-attacks, withdrawals and advances. The reckoning stands
 * beside each case; the throws are read from the journal. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "tests/eagles/eagles_fight.h"

static Board b;
static Journal journal;

#define expect_throw(...) fight_expect_throw(&journal, __VA_ARGS__)
#define expect_sp(...)    fight_expect_sp(&b, __VA_ARGS__)

/* French line has morale 2, Guard 3; Russians 2 (3 on area 4), Cossacks 1; Austrians 1, their Landwehr 0.
 * 1624, 1724, 1625, 1725 and 1824 are open ground in supply of Paris, where Russians and Austrians are in
 * none. */
static void field(unsigned side, const char *override, const int *dice)
{
    fight_open(&b, &journal, side, override, dice);
}

static void begin(const char *const *moves) { fight_begin(&b, moves); }

static unsigned throws(void)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < journal.count; i++) {
        count += journal.entries[i].kind == EAGLES_EVENT_ROLL;
    }
    return count;
}

/* 1. Ten on ten in the open. 6 and 4 are 10 of 1:1: L/D1; by the column 6-10 the larger (the attacker) loses
 * 1, the smaller 2 and a morale. Nine on eight is 1:1; 2 against 2 - 1 is +1, 4 and 4 make 9: -/L: 8 lose 1,
 * and as that is not more than 1 the French lose none. */
Test(eagles_cases_battle, morale_lost_in_a_round_counts_in_the_next)
{
    field(EAGLES_FRANCE, NULL, (const int[]){6, 4, 4, 4, 0});
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 10);
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, D1);
    expect_throw(1, EAGLES_FRANCE, ROW_1_1, 1, DASH, L);
    expect_sp("1624", 9, 0);
    expect_sp("1724", 0, 7);
    board_expect_dice(&b);
    board_close(&b);
}

/* 2. Napoleon with 12 I and 2 C on nine Austrians: 14:9 is 3:2, 2 + 3 - 1 is +4; 3 and 2 make column 9: L/D1.
 * By the column 6-10 the French lose 1, the Austrians 2 and their only morale: they must go, and as they have
 * fewer cavalry (0 against 2) one more dies. The French are in supply and may follow. */
Test(eagles_cases_battle, the_broken_go_and_lose_one_for_want_of_cavalry)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "1624", "france", "I", 12);
    board_put(&b, "1624", "france", "C", 2);
    board_lead(&b, "1624", "napoleon");
    board_put(&b, "1724", "austria", "I", 9);
    begin(MOVES("TARGET(1724)", "LOSS(1624,france,I)"));
    expect_throw(0, EAGLES_FRANCE, ROW_3_2, 4, L, D1);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    expect_sp("1724", 0, 6);
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    cr_expect(board_offers(&b, "ADVANCE(1624,1724,none)"));
    board_play(&b, "ADVANCE(1624,1724,cavalry)");
    board_play(&b, "WITH(napoleon,no)");
    cr_expect_eq(board_sp(&b, "1724", EAGLES_FRANCE), 2);
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 11);
    board_close(&b);
}

/* Two besiegers of Ulm assault its two French: 4 on 2 is 2:1, 2 - 1 is +1, 3 and 2 are column 6: L/L, one
 * each. Charles joins with four (3 + 2): 5 on 2 is 2:1, 3 - 2 is +1, column 6 again. The Austrians lose the
 * one in the hex of the city, and the last of the garrison dies all the same. */
Test(eagles_cases_battle, the_last_besieger_does_not_save_the_garrison)
{
    field(EAGLES_COALITION, NULL, (const int[]){3, 2, 3, 3, 2, 1, 1, 1, 1, 0});
    board_put(&b, "2726", "austria", "I", 2);
    board_besiege(&b, "2726", "france", "I", 2, 2);
    board_put(&b, "2826", "austria", "I", 4);
    board_lead(&b, "2826", "charles");
    begin(MOVES("TARGET(2726)", "WITHDRAW(2726,stay)", "JOIN(2826,1)", "CITY_CHOICE(assault)",
                "LOSS(2726,austria,I)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, 1, L, L);
    expect_throw(1, EAGLES_COALITION, ROW_2_1, 1, L, L);
    expect_sp("2726", 0, 0);
    board_close(&b);
}

/* 3. Charles leads Austrians. Among six Russians and four Austrians the colour of most SP is the Russian: he
 * does not count, and the morale is the Russian 2: 0. Among four Russians and six Austrians he does (+2) and
 * the morale is 1: 2 - (1 + 2) is -1. */
Test(eagles_cases_battle, a_leader_is_of_the_colour_of_most_sp)
{
    for (unsigned russians = 4; russians <= 6; russians += 2) {
        field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 1, 1, 1, 0});
        board_put(&b, "1624", "france", "I", 10);
        board_put(&b, "1724", "russia", "I", russians);
        board_put(&b, "1724", "austria", "I", 10 - russians);
        board_lead(&b, "1724", "charles");
        begin(MOVES("TARGET(1724)"));
        expect_throw(0, EAGLES_FRANCE, ROW_1_1, russians == 6 ? 0 : -1, L, L);
        board_close(&b);
    }
}

/* 4. A leader in a smaller force of his side does not count. Eight attack eight: 7 is L/L, 7 and 7 are left.
 * Four with Napoleon join (1 + 3 is not 5, 2 + 3 is): 11 on 7 is 3:2 with 0, for the seven without a leader
 * are most.
 */
Test(eagles_cases_battle, a_leader_is_with_most_of_his_side)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 2, 3, 4, 6, 5, 0});
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1625", "france", "I", 4);
    board_lead(&b, "1625", "napoleon");
    board_put(&b, "1724", "russia", "I", 8);
    begin(MOVES("TARGET(1724)", "FROM(1624)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1625,1)",
                "CONTINUE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, L);
    expect_throw(1, EAGLES_FRANCE, ROW_3_2, 0, L, L);
    board_close(&b);
}

/* 5. Cossacks may leave at the start of any round unless the enemy has more cavalry than their side. Eleven I
 * and five C on seven I, one C and three CC: five are more than four, they must stay. 16:11 is 1:1, 7 is L/L:
 * two each by the column 11-15, one of them cavalry. The Russians lose the C and an I; three CC are left. If
 * the French lose two C, three face three and the Cossacks may leave; if they lose one, four face three. */
static void cossacks_next_round(const char *second_loss, bool may)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 11);
    board_put(&b, "1624", "france", "C", 5);
    board_put(&b, "1724", "russia", "I", 7);
    board_put(&b, "1724", "russia", "C", 1);
    board_put(&b, "1724", "russia", "CC", 3);
    /* the first C dies without a question */
    begin(MOVES("TARGET(1724)", second_loss, "LOSS(1724,russia,C)", "LOSS(1724,russia,I)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, L);
    board_moves(&b, MOVES("WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(yes)"));
    cr_expect_eq(b.buffer.header.step == EAGLES_STEP_EVADE, may, "%s", second_loss);
    board_close(&b);
}

Test(eagles_cases_battle, cossacks_leave_when_the_cavalry_is_no_longer_more)
{
    cossacks_next_round("LOSS(1624,france,C)", true);
    cossacks_next_round("LOSS(1624,france,I)", false);
}

/* The hexes they may go to are offered ascending, "stay" first (map 15.5): by column, not round the hex. */
Test(eagles_cases_battle, ways_to_evade_are_offered_by_hex)
{
    field(EAGLES_FRANCE, NULL, (const int[]){0});
    board_put(&b, "1624", "france", "I", 4);
    board_put(&b, "1724", "russia", "CC", 2);
    begin(MOVES("TARGET(1724)"));
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_EVADE);
    MoveList list;
    game_legal(&b.game, &b.buffer.header, &list);
    cr_expect_geq(list.count, 4);
    char before[MOVE_TEXT_BYTES] = "";
    for (unsigned i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_BYTES];
        eagles_move_text(board_data(&b), list.moves[i], text);
        if (i == 0) {
            cr_expect_str_eq(text, "EVADE(1724,russia,CC,stay)");
        } else {
            cr_expect_lt(strcmp(before, text), 0, "%s comes before %s", before, text);
            memcpy(before, text, sizeof before);
        }
    }
    board_close(&b);
}

/* 6. Landwehr fights with morale 0 and must go after the round, whatever was thrown. Six on four: 3:2, +2; 5
 * is column 7: L/L, one each by the column 4-5. No cavalry anywhere: three L go. */
Test(eagles_cases_battle, landwehr_goes_after_one_round)
{
    field(EAGLES_FRANCE, NULL, (const int[]){1, 4, 0});
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1724", "austria", "L", 4);
    begin(MOVES("TARGET(1724)"));
    expect_throw(0, EAGLES_FRANCE, ROW_3_2, 2, L, L);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    expect_sp("1624", 5, 0);
    expect_sp("1724", 0, 3);
    board_close(&b);
}

/* Eight Landwehr without supply count four and attack four French under Charles: 0 + 2 - 2 is 0; 12 of 1:1 is
 * L/D3. By the column 4-5 the larger loses 1, the French 2 and all their morale. The Landwehr of morale 0
 * goes first, and the French must go too, so they do not follow instead. */
Test(eagles_cases_battle, where_both_must_go_nobody_follows)
{
    field(EAGLES_COALITION, NULL, (const int[]){6, 6, 0});
    board_put(&b, "1624", "france", "I", 4);
    board_put(&b, "1724", "austria", "L", 8);
    board_lead(&b, "1724", "charles");
    begin(MOVES("TARGET(1624)"));
    expect_throw(0, EAGLES_COALITION, ROW_1_1, 0, L, D3);
    expect_sp("1624", 2, 0);
    expect_sp("1724", 0, 7);
    for (unsigned side = 0; side < 2; side++) {
        cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO, "the second goes as the first did");
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
        expect_sp("1724", 0, 0);
    }
    expect_sp("1624", 0, 0);
    board_close(&b);
}

/* Six Dutch (morale 1, in supply) on six Austrians; 7 is L/L: five on five. One Austrian with Charles
 * joins (3 + 2). Six on five is 1:1, 0; 6 and 4 make 10: L/D1. The Austrian who joined dies and leaves 1625,
 * next to the Dutch, who have lost their morale: with the battle going on they must go back and do not
 * follow. */
Test(eagles_cases_battle, the_broken_do_not_follow_while_the_battle_goes_on)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 3, 6, 4, 0});
    board_put(&b, "1624", "holland", "I", 6);
    board_put(&b, "1724", "austria", "I", 6);
    board_put(&b, "1625", "austria", "I", 1);
    board_lead(&b, "1625", "charles");
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1625,1)", "CONTINUE(yes)",
                "LOSS(1625,austria,I)"));
    expect_throw(1, EAGLES_COALITION, ROW_1_1, 0, L, D1);
    expect_sp("1625", 0, 0);
    expect_sp("1624", 3, 0);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    board_close(&b);
}

/* Austrians attack from 2725 to 2724 and from 2826 to Ulm (2726), which is next to 2725. All on all, 7: L/L,
 * of the six in Ulm two have sheltered. Those outside join the first battle by a 6 and stay where they are:
 * their hex is of that battle now, the one for Ulm is over, and its garrison comes out. */
Test(eagles_cases_battle, who_joins_from_where_he_stands_takes_his_hex_along)
{
    field(EAGLES_COALITION, NULL, (const int[]){3, 4, 3, 4, 6, 0});
    board_put(&b, "2724", "france", "I", 6);
    board_put(&b, "2726", "france", "I", 6);
    board_put(&b, "2725", "austria", "I", 6);
    board_put(&b, "2826", "austria", "I", 6);
    begin(MOVES("TARGET(2724)", "TARGET(2726)", "SHELTER(rows)", "ROWS(france,I,2)", "WITHDRAW(2725,stay)",
                "WITHDRAW(2724,stay)", "WITHDRAW(2826,stay)", "WITHDRAW(2726,join,1)"));
    cr_expect(board_offers(&b, "CONTINUE(no)"), "the first battle goes on");
    cr_expect_eq(board_state(&b)->battle[1].flags & EAGLES_BATTLE_OVER, EAGLES_BATTLE_OVER);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_FRANCE, EAGLES_INSIDE), 0);
    cr_expect_eq(eagles_battle_count(&b.p, 0, EAGLES_FRANCE, false),
                 board_sp(&b, "2724", EAGLES_FRANCE) + board_sp(&b, "2726", EAGLES_FRANCE));
    board_close(&b);
}

/* 7. Twelve on twelve, 5: L/-. The larger loses two by the column 11-15, so the other one loses one. */
Test(eagles_cases_battle, a_dash_takes_one_when_the_other_lost_two)
{
    field(EAGLES_FRANCE, NULL, (const int[]){1, 4, 0});
    board_put(&b, "1624", "france", "I", 12);
    board_put(&b, "1724", "russia", "I", 12);
    begin(MOVES("TARGET(1724)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, DASH);
    expect_sp("1624", 10, 0);
    expect_sp("1724", 0, 11);
    board_close(&b);
}

/* 8. Eight attack eight behind a river: -2; 8 is column 6: L/L, seven each. The attacker declines, the
 * defender attacks over the river in his turn; out of supply he is 3.5 against 7: 2:1 for the French, who
 * have +2 now; 4 is column 6: L/L, one each by the column of seven SP. */
Test(eagles_cases_battle, a_counter_attack_turns_the_river_round)
{
    field(EAGLES_FRANCE, NULL, (const int[]){4, 4, 2, 2, 0});
    board_put(&b, "1823", "france", "I", 8);
    board_put(&b, "1824", "russia", "I", 8);
    begin(
        MOVES("TARGET(1824)", "WITHDRAW(1823,stay)", "WITHDRAW(1824,stay)", "CONTINUE(no)", "COUNTER(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, -2, L, L);
    expect_throw(1, EAGLES_FRANCE, ROW_2_1, 2, L, L);
    expect_sp("1823", 6, 0);
    expect_sp("1824", 0, 6);
    board_close(&b);
}

/* 9. Neither attacks any more: the battle is over, no further dice. */
Test(eagles_cases_battle, nobody_attacks_any_more)
{
    field(EAGLES_FRANCE, NULL,
          (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0}); /* 1s: the next turn's attrition */
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1724", "russia", "I", 8);
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(no)", "COUNTER(no)"));
    cr_expect_eq(throws(), 1);
    expect_sp("1624", 7, 0);
    expect_sp("1724", 0, 7);
    board_close(&b);
}

/* 10. A hex is attacked once, and a hex attacks once: 1724 was attacked from 1624, so 1625 may only attack
 * 1725. */
Test(eagles_cases_battle, one_attack_on_a_hex_and_one_from_a_hex)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1625", "france", "I", 6);
    board_put(&b, "1724", "russia", "I", 6);
    board_put(&b, "1725", "russia", "I", 6);
    begin(MOVES("TARGET(1724)", "FROM(1625)"));
    cr_expect_not(board_offers(&b, "TARGET(1724)"), "it is attacked already");
    cr_expect_not(board_offers(&b, "TARGET(1725)"), "1625, the only hex next to it, attacks already");
    board_close(&b);

    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1625", "france", "I", 6);
    board_put(&b, "1724", "russia", "I", 6);
    board_put(&b, "1725", "russia", "I", 6);
    begin(MOVES("TARGET(1724)", "FROM(1624)"));
    cr_expect(board_offers(&b, "TARGET(1725)"));
    board_close(&b);
}

/* 11. A force that fights elsewhere may leave its battle for another one next to it, with a 5. Soult's six in
 * 1625 attack 1725, six in 1624 attack 1724; both throws are 7: one each at 1724, and with Soult's +2 (column
 * 9, -/L) one Russian at 1725. Soult tries the battle of 1724 (next to 1625): 2 + 2 fails, he stays; 3 + 2
 * does it, and the battle of 1725 is over without a further throw. Then 11 on 5 is 2:1, and Soult is with
 * most of them: 7 is column 9, L/D2. */
static void leaves_for_another(int die, bool success)
{
    const int dice[] = {3, 4, 3, 4, die, 3, 4, 3, 4, 3, 4, 6, 5, 0};
    field(EAGLES_FRANCE, NULL, dice);
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1625", "france", "I", 6);
    board_lead(&b, "1625", "soult");
    board_put(&b, "1724", "russia", "I", 6);
    board_put(&b, "1725", "russia", "I", 6);
    begin(MOVES("TARGET(1724)", "FROM(1624)", "TARGET(1725)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)",
                "WITHDRAW(1625,join,1)"));
    const EaglesState *s = board_state(&b);
    cr_expect_eq((s->battle[1].flags & EAGLES_BATTLE_OVER) != 0, success, "die %d", die);
    expect_sp("1625", 6, 0);
    expect_sp("1725", 0, 5);
    if (success) {
        board_play(&b, "CONTINUE(yes)");
        expect_throw(2, EAGLES_FRANCE, ROW_2_1, 2, L, D2);
    }
    board_close(&b);
}

Test(eagles_cases_battle, from_one_battle_to_another)
{
    leaves_for_another(2, false);
    leaves_for_another(3, true);
}

/* 12. Who is next to a friend in a battle but to no enemy in it moves to where he is: 1524 touches 1624
 * alone. */
Test(eagles_cases_battle, who_joins_moves_up_to_the_enemy)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 5, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1524", "france", "I", 3);
    board_put(&b, "1724", "russia", "I", 8);
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1524,1)"));
    expect_sp("1624", 10, 0);
    expect_sp("1524", 0, 0);
    board_close(&b);
}

/* 13. Who is out of supply does not follow. Twenty Russians with Kutuzov count 10 against three: 2:1, 2 + 2 -
 * 2 is +2; 8 is column 10: L/D3; by the column 1-3 one each. Two broken French go, and no Russian is asked.
 */
Test(eagles_cases_battle, nobody_follows_out_of_supply)
{
    field(EAGLES_COALITION, NULL, (const int[]){4, 4, 1, 1, 1, 0});
    board_put(&b, "1724", "russia", "I", 20);
    board_lead(&b, "1724", "kutuzov");
    board_put(&b, "1624", "france", "I", 3);
    begin(MOVES("TARGET(1624)"));
    expect_throw(0, EAGLES_COALITION, ROW_2_1, 2, L, D3);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    expect_sp("1624", 2, 0);
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    cr_expect_neq(b.buffer.header.step, EAGLES_STEP_ADVANCE);
    expect_sp("1624", 0, 0);
    expect_sp("1724", 0, 19);
    board_close(&b);
}

/* 14. Both charge: +1 against +1 is 0, and the first loss of each is cavalry. 8 on 8, 7: L/L, one each. */
Test(eagles_cases_battle, two_charges_meet)
{
    field(EAGLES_FRANCE, "options.cavalry_charge=true", (const int[]){3, 4, 0});
    board_put(&b, "1624", "france", "I", 7);
    board_put(&b, "1624", "france", "C", 1);
    board_put(&b, "1724", "russia", "I", 6);
    board_put(&b, "1724", "russia", "C", 2);
    begin(MOVES("TARGET(1724)", "CHARGE(yes)", "CHARGE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, L);
    cr_expect_eq(board_state(&b)->pool[board_data(&b)->nation[board_nation(&b, "france")].unit[EAGLES_C]],
                 18);
    cr_expect_eq(board_state(&b)->pool[board_data(&b)->nation[board_nation(&b, "russia")].unit[EAGLES_C]],
                 13);
    board_close(&b);
}

/* 15. On map area 4 Russian infantry has morale 3: six French on six Russians are 2 against 3. Cossacks
 * keep 1. */
Test(eagles_cases_battle, russians_at_home_stand_firmer)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 0});
    board_put(&b, "5016", "france", "I", 12);
    board_put(&b, "5015", "russia", "I", 6);
    begin(MOVES("TARGET(5015)"));
    /* out of supply twelve count six: equal, the attacker is the larger */
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, -1, L, L);
    board_close(&b);

    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 0});
    board_put(&b, "5016", "france", "I", 4);
    board_put(&b, "5016", "france", "C", 8);
    board_put(&b, "5015", "russia", "CC", 6);
    begin(MOVES("TARGET(5015)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 1, L, L);
    board_close(&b);
}

/* 16. 14 on 6 is 2.33: 2:1; two lost make 12 on 6, still 2:1; 12 on 5 falls short of 4:1 as 12 on 3 does not.
 */
Test(eagles_cases_battle, four_to_one_takes_one_and_three)
{
    field(EAGLES_FRANCE, NULL, (const int[]){6, 6, 0});
    board_put(&b, "1624", "france", "I", 16);
    board_put(&b, "1724", "russia", "I", 4);
    begin(MOVES("TARGET(1724)"));
    /* 4:1 whatever is thrown: 1/D3; by the column 4-5 two, and two morale of two: they must go. */
    expect_throw(0, EAGLES_FRANCE, ROW_4_1, 0, ONE, D3);
    expect_sp("1624", 15, 0);
    expect_sp("1724", 0, 2);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    board_close(&b);

    field(EAGLES_FRANCE, NULL, (const int[]){6, 6, 0});
    board_put(&b, "1624", "france", "I", 15);
    board_put(&b, "1724", "russia", "I", 4);
    begin(MOVES("TARGET(1724)")); /* 15:4 is rounded down: 2:1; column 12: L/D3 */
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, 0, L, D3);
    board_close(&b);
}

/* 17. Davout is hit (12, then 4): four months; an unnamed French leader takes his place, not one on the map
 * already. Unnamed ones throw no dice. Ten on ten, 7: one each. */
Test(eagles_cases_battle, an_unnamed_leader_takes_his_place)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 6, 6, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "1624", "france", "I", 10);
    board_lead(&b, "1624", "davout");
    board_put(&b, "1924", "france", "I", 1);
    board_lead(&b, "1924", "france_a");
    board_put(&b, "1724", "russia", "I", 10);
    board_lead(&b, "1724", "russia_a");
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(no)", "COUNTER(no)"));
    /* 2 + 2 - 2 is +2: 7 is column 9: -/L. */
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 2, DASH, L);
    cr_expect_eq(board_leader_at(&b, "davout"), EAGLES_INJURED);
    cr_expect_eq(board_leader_at(&b, "france_b"), board_hex(&b, "1624"));
    cr_expect_eq(board_leader_at(&b, "france_a"), board_hex(&b, "1924"));
    cr_expect_eq(board_leader_at(&b, "russia_a"), board_hex(&b, "1724"), "the 1s behind were not his");
    board_close(&b);
}

/* 18. A shaken side is whole again when as many SP join it as it has. 8 on 8, 10: L/D1, the Russians are six
 * with a morale of 1 left; six join with a 5: 12 against 7, and the French have no more than 2 - 2. */
Test(eagles_cases_battle, help_of_the_same_size_restores_morale)
{
    field(EAGLES_FRANCE, NULL, (const int[]){6, 4, 5, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1724", "russia", "I", 8);
    board_put(&b, "1725", "russia", "I", 6);
    begin(MOVES("TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1725,1)",
                "JOIN_HEX(1625)", "CONTINUE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 0, L, D1);
    expect_throw(1, EAGLES_COALITION, ROW_3_2, 0, L, L);
    board_close(&b);
}

/* 19. Of SP alike those out of supply are lost first: Soult comes with one from behind Gerona, where no line
 * leads, to two at Perpignan. 2 and a half to 1 is 2:1, 2 + 2 + 1 - 2 - 2 is +1; 11 is L/D3: one each. Two in
 * supply are left and may both advance. */
Test(eagles_cases_battle, the_unsupplied_of_a_row_are_lost_first)
{
    field(EAGLES_FRANCE, "options.rear_maneuver=true", (const int[]){6, 5, 5, 1, 1, 1, 1, 0});
    board_put(&b, "1836", "france", "I", 2);
    board_put(&b, "1738", "france", "I", 1);
    board_lead(&b, "1738", "soult");
    board_put(&b, "1737", "russia", "I", 1);
    begin(MOVES("TARGET(1737)", "FROM(1836)", "SHELTER(none)", "REAR(1738)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, 1, L, D3);
    expect_sp("1836", 2, 0);
    cr_expect(board_offers(&b, "ADVANCE(1836,1737,all_but_one)"), "both are in supply");
    board_play(&b, "ADVANCE(1836,1737,all)");
    expect_sp("1737", 2, 0);
    board_close(&b);
}

/* Ten kill a single Russian (4:1); eight beside them, who fight elsewhere, are not asked to follow into his
 * hex but go on with their own battle. */
Test(eagles_cases_battle, who_fights_elsewhere_does_not_advance)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 1);
    board_put(&b, "1625", "france", "I", 8);
    board_put(&b, "1725", "russia", "I", 8);
    begin(MOVES("TARGET(1724)", "FROM(1624)", "TARGET(1725)", "ADVANCE(1624,1724,none)"));
    expect_throw(1, EAGLES_FRANCE, ROW_1_1, 0, L, L);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_WITHDRAW);
    board_close(&b);
}

/* Who advances with all he has vacates nothing (8.10, reading 77): his hex is none that the enemy may follow
 * into, now or at the next losses. Eight on eight, 7: L/L; four French in 1723 join, a Russian in 1623 does;
 * 7 again: he is lost, and the four advance to 1623. In the third round, 7, nobody is asked about 1723. */
Test(eagles_cases_battle, who_advances_vacates_nothing)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 5, 5, 3, 4, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1723", "france", "I", 4);
    board_put(&b, "1724", "russia", "I", 8);
    board_put(&b, "1623", "russia", "I", 1);
    begin(MOVES("TARGET(1724)", "FROM(1624)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1723,1)",
                "JOIN(1623,1)", "CONTINUE(yes)", "LOSS(1624,france,I)", "LOSS(1623,russia,I)",
                "ADVANCE(1624,1623,none)", "ADVANCE(1723,1623,all)"));
    cr_expect_lt(eagles_find_force(&b.p, board_hex(&b, "1723"), EAGLES_FRANCE), 0);
    expect_sp("1623", 4, 0);
    board_moves(&b, MOVES("WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "CONTINUE(yes)"));
    cr_expect_neq(b.buffer.header.step, EAGLES_STEP_ADVANCE);
    cr_expect_eq(throws(), 3);
    board_close(&b);
}

/* The end of a battle by withdrawal (8.2, reading 128). Eight on eight, 7: L/L; four French in 1723 join with
 * a 5. 11 on 7 is 3:2, 7 again: L/L, one each. The French of 1624, who began the battle, withdraw: it is
 * over, and neither who joined nor the Russians are asked whether they withdraw too. They stay where they
 * are. */
Test(eagles_cases_battle, who_began_a_battle_ends_it_when_he_withdraws)
{
    field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 5, 3, 4, 0});
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1723", "france", "I", 4);
    board_put(&b, "1724", "russia", "I", 8);
    begin(MOVES("TARGET(1724)", "FROM(1624)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", "JOIN(1723,1)",
                "CONTINUE(yes)", "LOSS(1624,france,I)", "WITHDRAW(1624,go)"));
    expect_throw(1, EAGLES_FRANCE, ROW_3_2, 0, L, L);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    expect_sp("1724", 0, 6);
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    cr_expect_eq(board_state(&b)->battles, 0, "the phase is over");
    expect_sp("1624", 0, 0);
    expect_sp("1723", 4, 0);
    board_close(&b);
}

/* A Guard that was fresh and is shaken once: 5 to 4 is 1:1, 3 - 1 is +2; 2 is column 4: D1/L. Two go by the
 * column 4-5, the first of the Guard, and all morale is lost, not one point of it: they must withdraw. */
Test(eagles_cases_battle, a_fresh_guard_that_is_shaken_has_no_morale_left)
{
    field(EAGLES_FRANCE, "options.imperial_guard=true", (const int[]){1, 1, 0});
    board_put(&b, "1624", "france", "I", 4);
    board_put(&b, "1624", "france", "GI", 1);
    board_put(&b, "1724", "austria", "I", 4);
    begin(MOVES("TARGET(1724)", "GUARD(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 2, D1, L);
    expect_sp("1624", 3, 0);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    board_close(&b);
}

/* Who charges does not commit the Guard too: asked is he who does not. Two cavalry and two of the Guard share
 * 2 and 3: the lower counts, 2 - 1 + 1 is +2; 7 is column 9: -/L. */
Test(eagles_cases_battle, a_charge_leaves_the_guard_where_it_is)
{
    for (unsigned charge = 0; charge < 2; charge++) {
        field(EAGLES_FRANCE, NULL, (const int[]){3, 4, 0});
        board_state(&b)->options |= EAGLES_CAVALRY_CHARGE | EAGLES_IMPERIAL_GUARD;
        board_put(&b, "1624", "france", "C", 2);
        board_put(&b, "1624", "france", "GI", 2);
        board_put(&b, "1724", "austria", "I", 3);
        begin(MOVES("TARGET(1724)", charge == 1 ? "CHARGE(yes)" : "CHARGE(no)"));
        cr_expect_eq(throws(), charge);
        cr_expect_eq(board_offers(&b, "GUARD(yes)"), charge == 0);
        if (charge == 1) {
            expect_throw(0, EAGLES_FRANCE, ROW_1_1, 2, DASH, L);
        }
        board_close(&b);
    }
}

/* Five Russians behind the Seine beat two French off (5 to 2 is 2:1, +2; 5 is column 7: -/L, one French) and
 * go, though French stand in each hex around them and around these: each of the two hexes passed costs one
 * SP. */
Test(eagles_cases_battle, a_way_through_two_rings_of_enemies)
{
    field(EAGLES_FRANCE, NULL, (const int[]){2, 3, 0});
    const EaglesData *d = board_data(&b);
    const unsigned middle = board_hex(&b, "2026");
    const unsigned infantry = d->nation[eagles_find_nation(d, "france")].unit[EAGLES_I];
    for (unsigned hex = 0; hex < d->hexes; hex++) {
        const unsigned distance = eagles_distance(d, middle, hex);
        if (distance == 1 || distance == 2) {
            cr_assert_eq(eagles_bring(&b.p, hex, infantry, 1, 0, true), 1);
        }
    }
    board_put(&b, "2126", "france", "I", 1);
    board_put(&b, "2026", "russia", "I", 5);
    begin(MOVES("TARGET(2026)", "FROM(2126)", "WITHDRAW(2126,stay)", "WITHDRAW(2026,go)"));
    expect_throw(0, EAGLES_COALITION, ROW_2_1, 2, DASH, L);
    for (unsigned entered = 0; entered < 2; entered++) {
        cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
        MoveList list;
        game_legal(&b.game, &b.buffer.header, &list);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
        expect_sp("2026", 0, 4 - entered);
    }
    MoveList list;
    game_legal(&b.game, &b.buffer.header, &list);
    const unsigned out = eagles_move_argument(list.moves[0]) >> 3U;
    game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    cr_expect_eq(eagles_count(&b.p, out, EAGLES_COALITION, EAGLES_ANY), 3);
    cr_expect_eq(eagles_distance(d, middle, out), 3);
    board_close(&b);
}
