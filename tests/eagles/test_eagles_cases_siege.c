/* test_eagles_cases_siege.c: cities and supply worked by hand from the rulebook before they were played:
 * shelter, assault over several rounds, relief, sortie, besiegers without supply, Gibraltar; lines of supply
 * by cost, depot and colour. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/select.h"
#include "tests/eagles/eagles_fight.h"

static Board b;
static Journal journal;

#define expect_throw(...) fight_expect_throw(&journal, __VA_ARGS__)
#define expect_sp(...)    fight_expect_sp(&b, __VA_ARGS__)

static void open_board(const int *dice) { fight_open(&b, &journal, EAGLES_FRANCE, NULL, dice); }

static void combat(unsigned side, const char *const *moves)
{
    board_begin(&b, EAGLES_STEP_COMBAT, side);
    board_moves(&b, moves);
}

static unsigned inside(const char *hex, unsigned side)
{
    return eagles_count(&b.p, board_hex(&b, hex), side, EAGLES_INSIDE);
}

static unsigned control(const char *city)
{
    return eagles_control(board_state(&b), eagles_find_city(board_data(&b), city));
}

static void play_last(void)
{
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    game_apply(&b.game, &b.buffer.header, list.moves[list.count - 1], &b.dice);
}

/* 1. Twelve French assault four Austrians in Ulm (morale 2 against 1: +1). 12 to 8 is 3:2; 3 is column 4:
 * L/-: the French lose 1 (column 4-5). 11 to 8 is 1:1; 8 is column 9: -/L: three are left inside. 11 to 6 is
 * 3:2; 8 is column 9: L/D1: one each (column 1-3), and the morale inside is 0: two surrender at once. */
Test(eagles_cases_siege, an_assault_of_three_rounds)
{
    open_board((const int[]){1, 2, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2725", "france", "I", 12);
    board_put(&b, "2726", "austria", "I", 4);
    board_control(&b, "ulm", EAGLES_COALITION);
    combat(EAGLES_FRANCE, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(0, EAGLES_FRANCE, ROW_3_2, 1, L, DASH);
    expect_sp("2725", 11, 0);
    expect_sp("2726", 0, 4);
    board_moves(&b, MOVES("WITHDRAW(2725,stay)", "CITY_CHOICE(assault)"));
    expect_throw(1, EAGLES_FRANCE, ROW_1_1, 1, DASH, L);
    expect_sp("2726", 0, 3);
    board_moves(&b, MOVES("WITHDRAW(2725,stay)", "CITY_CHOICE(assault)"));
    expect_throw(2, EAGLES_FRANCE, ROW_3_2, 1, L, D1);
    expect_sp("2726", 0, 0);
    cr_expect_eq(control("ulm"), EAGLES_FRANCE);
    board_close(&b);
}

/* 2. No terrain in an assault: eight in Augsburg behind the river on four in Ulm: 8 to 8, the attacker counts
 * as larger, +1 for morale alone; 5 is column 6: L/L, one each by the column of the four inside. */
Test(eagles_cases_siege, the_river_does_not_help_a_garrison)
{
    open_board((const int[]){2, 3, 0});
    board_put(&b, "2826", "france", "I", 8);
    board_put(&b, "2726", "austria", "I", 4);
    board_control(&b, "ulm", EAGLES_COALITION);
    combat(EAGLES_FRANCE, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 1, L, L);
    expect_sp("2826", 7, 0);
    expect_sp("2726", 0, 3);
    board_close(&b);
}

/* 2b. Ulm and Augsburg fight until each side has nobody but one in its own city: nobody can go on. Two
 * Austrians out of supply count one on the one outside Augsburg: 1:1, 1 for morale and 2 for the river are
 * -3; 8 is column 5: L/-. The counter-attack finds the other in Ulm, who counts two: 2:1, -1; 8 is column 7:
 * -/L, the assault is beaten. */
Test(eagles_cases_siege, two_cities_that_shelter_have_no_battle)
{
    open_board((const int[]){4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2826", "france", "I", 2);
    board_put(&b, "2726", "austria", "I", 2);
    board_control(&b, "ulm", EAGLES_COALITION);
    board_control(&b, "augsburg", EAGLES_FRANCE);
    combat(EAGLES_COALITION, MOVES("TARGET(2826)", "SHELTER(rows)"));
    expect_throw(0, EAGLES_COALITION, ROW_1_1, -3, L, DASH);
    expect_sp("2726", 0, 1);
    board_moves(&b, MOVES("WITHDRAW(2726,stay)", "WITHDRAW(2826,stay)", "SHELTER(none)", "CONTINUE(no)",
                          "COUNTER(yes)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(1, EAGLES_COALITION, ROW_2_1, -1, DASH, L);
    expect_sp("2826", 1, 0);
    cr_expect_not(board_offers(&b, "CITY_CHOICE(assault)"), "who is inside cannot assault");
    cr_expect_eq(board_state(&b)->battles, 0, "the battle is over");
    cr_expect_eq(inside("2826", EAGLES_FRANCE), 0);
    cr_expect_eq(inside("2726", EAGLES_COALITION), 0);
    board_close(&b);
}

/* 3. Vienna takes six of eight. The two outside are fought first: 12 on 2 is 4:1, 1/D3: one each and a broken
 * one, who must go; then the six inside defend the city. */
Test(eagles_cases_siege, those_outside_are_fought_first)
{
    open_board((const int[]){3, 4, 1, 1, 1, 0});
    board_put(&b, "3527", "france", "I", 12);
    board_put(&b, "3427", "austria", "I", 8);
    combat(EAGLES_FRANCE, MOVES("TARGET(3427)"));
    cr_expect_not(board_offers(&b, "SHELTER(all)"));
    board_play(&b, "SHELTER(rows)");
    cr_expect_not(board_offers(&b, "ROWS(austria,I,7)"), "a capital takes six");
    board_play(&b, "ROWS(austria,I,6)");
    /* out of supply twelve count six: 3:1 is 2:1, +1; 7 is column 8: L/D1: one each, and the morale is 0 */
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, 1, L, D1);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    play_last();
    expect_sp("3527", 11, 0);
    expect_sp("3427", 0, 6);
    board_play(&b, "WITHDRAW(3527,stay)");
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"));
    cr_expect_not(board_offers(&b, "CITY_CHOICE(besiege)"), "out of supply none can hold a siege of six");
    board_close(&b);
}

/* 4. Five French besiege three Austrians in Vienna; ten come from Pressburg: 2:1, 1 - 2 is -1; 11 is column
 * 10: L/D3: by the column 4-5 one and two, the French are broken and go, the siege is lifted. */
Test(eagles_cases_siege, a_relief_drives_the_besiegers_away)
{
    open_board((const int[]){5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "3427", "france", "I", 5);
    board_besiege(&b, "3427", "austria", "I", 3, 2);
    board_put(&b, "3527", "austria", "I", 10);
    combat(EAGLES_COALITION, MOVES("TARGET(3427)", "FROM(3527)"));
    expect_throw(0, EAGLES_COALITION, ROW_2_1, -1, L, D3);
    cr_expect_eq(board_sp(&b, "3427", EAGLES_FRANCE), 3);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    play_last();
    expect_sp("3427", 0, 3);
    cr_expect_eq(inside("3427", EAGLES_COALITION), 0, "they are outside again");
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "3427")), 0);
    cr_expect_eq(control("vienna"), EAGLES_COALITION);
    board_close(&b);
}

/* 5. Three besieged attack four besiegers: besieged are out of supply, 1.5 to 4 is 2:1 for the French, +1; 6
 * is column 7: -/L. Two go back inside, the siege keeps its value; the month's end adds one. */
Test(eagles_cases_siege, a_sortie_in_vain)
{
    open_board((const int[]){2, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2726", "france", "I", 4);
    board_besiege(&b, "2726", "austria", "I", 3, 2);
    combat(EAGLES_COALITION, MOVES("TARGET(2726)", "SORTIE_WITH(all)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, 1, DASH, L);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 2);
    board_moves(&b, MOVES("WITHDRAW(2726,stay)", "WITHDRAW(2726,stay)", "CONTINUE(no)"));
    expect_sp("2726", 4, 2);
    cr_expect_eq(inside("2726", EAGLES_COALITION), 2);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 3);
    board_close(&b);
}

/* 6. Six French without supply cannot go on besieging three in Vienna. */
Test(eagles_cases_siege, besiegers_out_of_supply_go)
{
    open_board((const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "3427", "france", "I", 6);
    board_besiege(&b, "3427", "austria", "I", 3, 4);
    board_begin(&b, EAGLES_STEP_MOVEMENT_END, EAGLES_FRANCE);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    play_last();
    expect_sp("3427", 0, 3);
    cr_expect_eq(inside("3427", EAGLES_COALITION), 0);
    board_close(&b);
}

/* 7. A garrison of Gibraltar with an English squadron in port is neither assaulted nor besieged. */
static void gibraltar(unsigned squadrons)
{
    open_board((const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    const unsigned squadron = board_data(&b)->nation[board_nation(&b, "england")].unit[EAGLES_S];
    for (unsigned i = 0; i < squadrons; i++) {
        cr_assert(eagles_launch(&b.p, squadron, board_hex(&b, "0546")));
    }
    board_put(&b, "0446", "france", "I", 6);
    board_put(&b, "0546", "england", "I", 2);
    combat(EAGLES_FRANCE, MOVES("TARGET(0546)", "SHELTER(all)"));
    cr_expect_eq(board_offers(&b, "CITY_CHOICE(assault)"), squadrons == 0, "%u squadrons", squadrons);
    board_close(&b);
}

Test(eagles_cases_siege, gibraltar_and_its_fleet)
{
    gibraltar(0);
    gibraltar(1);
}

/* 8. A siege is laid by supplied SP at least as many as stand inside; the city falls to a 1 in the same
 * phase, its garrison are prisoners and its leader is taken. */
Test(eagles_cases_siege, a_city_besieged_today_falls_to_a_one)
{
    open_board((const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2725", "france", "I", 5);
    board_put(&b, "2726", "austria", "I", 3);
    board_lead(&b, "2726", "mack");
    board_control(&b, "ulm", EAGLES_COALITION);
    combat(EAGLES_FRANCE,
           MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(besiege)", "BESIEGE_WITH(2725,rows)"));
    cr_expect_not(board_offers(&b, "ROWS(france,I,2)"), "two do not hold three");
    board_play(&b, "ROWS(france,I,3)");
    expect_sp("2726", 3, 0);
    expect_sp("2725", 2, 0);
    cr_expect_eq(control("ulm"), EAGLES_FRANCE);
    cr_expect_eq(board_leader_at(&b, "mack"), EAGLES_CAPTURED);
    const EaglesState *s = board_state(&b);
    unsigned prisoners = 0;
    for (unsigned i = eagles_first_row(s, EAGLES_PRISONER); eagles_row_at(s, i, EAGLES_PRISONER); i++) {
        prisoners += s->row_count[i];
    }
    cr_expect_eq(prisoners, 3);
    board_close(&b);
}

/* 8a. Those who come to a city in retreat stand outside it, out of combat: when its garrison gives up, they
 * do not. 26 unsupplied French count 13 against six doubled: 1:1, 2 - 1 is +1; 4 is column 5: L/-. At
 * Pressburg twelve count 6 against Charles with four: 3:2, 2 - 1 - 2 is -1; 10 is column 9: L/D1: two are
 * left, broken, and go to Vienna with him, as near to a source. Then 12.5 to 12: 9 is column 10: L/D1: of the
 * six two are lost, four surrender. */
Test(eagles_cases_siege, who_fled_to_a_city_does_not_surrender_with_it)
{
    open_board((const int[]){2, 2, 4, 6, 4, 5, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "3327", "france", "I", 26);
    board_put(&b, "3427", "austria", "I", 6);
    board_put(&b, "3628", "france", "I", 12);
    board_put(&b, "3527", "austria", "I", 4);
    board_lead(&b, "3527", "charles");
    combat(EAGLES_FRANCE,
           MOVES("TARGET(3427)", "TARGET(3527)", "SHELTER(all)", "CITY_CHOICE(assault)", "SHELTER(none)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 1, L, DASH);
    expect_throw(1, EAGLES_FRANCE, ROW_3_2, -1, L, D1);
    board_moves(&b, MOVES("WITHDRAW(3327,stay)", "CITY_CHOICE(assault)"));
    expect_throw(2, EAGLES_FRANCE, ROW_1_1, 1, L, D1);
    expect_sp("3427", 0, 2);
    cr_expect_eq(inside("3427", EAGLES_COALITION), 0);
    cr_expect_eq(board_leader_at(&b, "charles"), board_hex(&b, "3427"), "he was outside too");
    cr_expect_eq(control("vienna"), EAGLES_COALITION, "when the phase is over");
    board_close(&b);
}

/* 8b. A sortie that wins. Four besieged with Charles count 2 against six Italians: 3:1 is 2:1, 1 - 1 - 2 is
 * -2; 3 is column 2: D1/L: by the column 4-5 two and one, and the Italians have no morale left: they go, the
 * siege is lifted, Ulm is held. Of the hex, where six had stood, there is no point: nobody enters it. */
Test(eagles_cases_siege, a_sortie_that_wins_lifts_the_siege)
{
    open_board((const int[]){1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2726", "northern_italy", "I", 6);
    board_besiege(&b, "2726", "austria", "I", 4, 2);
    board_lead(&b, "2726", "charles");
    board_state(&b)->leader_flag[eagles_find_leader(board_data(&b), "charles")] = EAGLES_FLAG_INSIDE;
    combat(EAGLES_COALITION, MOVES("TARGET(2726)", "SORTIE_WITH(all)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, -2, D1, L);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_TO);
    play_last();
    expect_sp("2726", 0, 3);
    cr_expect_eq(inside("2726", EAGLES_COALITION), 0);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 0);
    cr_expect_eq(control("ulm"), EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->victory_points[EAGLES_COALITION], 0,
                 "who was there has entered nothing (4)");
    board_close(&b);
}

/* 8c. Two of four come out: 1 to 6 is 4:1: 1/D3, one each. The other goes back inside to those who stayed,
 * and loses nobody for want of cavalry; the siege goes on. */
Test(eagles_cases_siege, a_part_comes_out_and_goes_back)
{
    open_board((const int[]){3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2726", "france", "I", 5);
    board_put(&b, "2726", "france", "C", 1);
    board_besiege(&b, "2726", "austria", "I", 2, 2);
    board_besiege(&b, "2726", "austria", "L", 2, 2);
    combat(EAGLES_COALITION, MOVES("TARGET(2726)", "SORTIE_WITH(rows)", "ROWS(austria,I,2)",
                                   "ROWS(austria,L,0)", "LOSS(2726,france,I)"));
    expect_throw(0, EAGLES_FRANCE, ROW_4_1, 1, ONE, D3);
    expect_sp("2726", 5, 3);
    cr_expect_eq(inside("2726", EAGLES_COALITION), 3);
    cr_expect_gt(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 0);
    board_close(&b);
}

/* 8c'. Charles loses his last SP beside Ulm (1 to 4 is 4:1: 1/D3) while the garrison fights outside: 2 to 6
 * is 3:1, 2:1 for the French, +1; 6 is column 7: -/L. He flees to it, and is inside with it when the sortie
 * is given up: besieged are all of his side (0). */
Test(eagles_cases_siege, who_fled_to_a_sortie_goes_back_inside_with_it)
{
    open_board((const int[]){3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2726", "france", "I", 6);
    board_besiege(&b, "2726", "austria", "I", 4, 2);
    board_put(&b, "2826", "austria", "I", 1);
    board_lead(&b, "2826", "charles");
    board_put(&b, "2827", "france", "I", 4);
    combat(EAGLES_COALITION,
           MOVES("TARGET(2726)", "FROM(2726)", "SORTIE_WITH(all)", "TARGET(2827)", "ADVANCE(2827,2826,none)",
                 "WITHDRAW(2726,stay)", "WITHDRAW(2726,stay)", "CONTINUE(no)"));
    expect_sp("2726", 6, 3);
    cr_expect_eq(board_leader_at(&b, "charles"), board_hex(&b, "2726"));
    const unsigned charles = eagles_find_leader(board_data(&b), "charles");
    cr_expect(board_state(&b)->leader_flag[charles] & EAGLES_FLAG_INSIDE);
    board_close(&b);
}

/* 8c''. Two Austrians shelter in Vienna while two Russians fight outside against six French out of supply: 3
 * to 2 is 3:2, 2 - 2 is 0; 4 is column 4: L/-. Charles, whose last SP dies next to them, flees to the
 * Austrians; as some of his side stand outside, so does he (0). */
Test(eagles_cases_siege, who_flees_to_a_city_is_outside_with_whoever_is)
{
    open_board((const int[]){1, 3, 1, 1, 0});
    board_put(&b, "3327", "france", "I", 6);
    board_put(&b, "3427", "austria", "I", 2);
    board_put(&b, "3427", "russia", "I", 2);
    board_put(&b, "3528", "austria", "I", 1);
    board_lead(&b, "3528", "charles");
    board_put(&b, "3628", "france", "I", 4);
    combat(EAGLES_FRANCE,
           MOVES("TARGET(3427)", "TARGET(3528)", "SHELTER(rows)", "ROWS(austria,I,2)", "ROWS(russia,I,0)"));
    expect_throw(0, EAGLES_FRANCE, ROW_3_2, 0, L, DASH);
    cr_expect_eq(inside("3427", EAGLES_COALITION), 2);
    expect_sp("3427", 0, 4);
    cr_expect_eq(board_leader_at(&b, "charles"), board_hex(&b, "3427"));
    const unsigned charles = eagles_find_leader(board_data(&b), "charles");
    cr_expect_not(board_state(&b)->leader_flag[charles] & EAGLES_FLAG_INSIDE);
    board_close(&b);
}

/* 8d. A garrison joins those who come to relieve it. Four from Pressburg against five: 1:1 for the French,
 * +1; 7 is column 8: L/L. A 5 brings the three inside: three and half of three are more than four, -1; 7 is
 * column 6: L/L. */
Test(eagles_cases_siege, a_garrison_joins_its_relief)
{
    open_board((const int[]){3, 4, 5, 3, 4, 1, 1, 1, 1, 1, 0});
    board_put(&b, "3427", "france", "I", 5);
    board_besiege(&b, "3427", "austria", "I", 3, 2);
    board_put(&b, "3527", "austria", "I", 4);
    combat(EAGLES_COALITION, MOVES("TARGET(3427)", "FROM(3527)", "WITHDRAW(3527,stay)", "WITHDRAW(3427,stay)",
                                   "JOIN(3427,1)", "CONTINUE(yes)"));
    expect_throw(0, EAGLES_FRANCE, ROW_1_1, 1, L, L);
    expect_throw(1, EAGLES_COALITION, ROW_1_1, -1, L, L);
    cr_expect(board_offers(&b, "LOSS(3427,austria,I)") && board_offers(&b, "LOSS(3527,austria,I)"));
    board_close(&b);
}

/* 8e. Who assaults and is broken does not withdraw, but assaults no more: ten Italians and two French on four
 * with Charles: 12 to 8 is 3:2, 1 - 1 - 2 is -2; 3 is column 2: D2/L: two and one. */
Test(eagles_cases_siege, broken_attackers_assault_no_more)
{
    open_board((const int[]){1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "2725", "northern_italy", "I", 10);
    board_put(&b, "2725", "france", "I", 2);
    board_put(&b, "2726", "austria", "I", 4);
    board_lead(&b, "2726", "charles");
    board_control(&b, "ulm", EAGLES_COALITION);
    combat(EAGLES_FRANCE, MOVES("TARGET(2726)", "SHELTER(all)", "CITY_CHOICE(assault)"));
    expect_throw(0, EAGLES_FRANCE, ROW_3_2, -2, D2, L);
    board_moves(&b, MOVES("LOSS(2725,northern_italy,I)", "WITHDRAW(2725,stay)"));
    expect_sp("2725", 10, 0);
    cr_expect_not(board_offers(&b, "CITY_CHOICE(assault)"));
    cr_expect(board_offers(&b, "CITY_CHOICE(besiege)") && board_offers(&b, "CITY_CHOICE(decline)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ supply */

/* Vienna alone feeds the white. */
static void vienna_alone(void)
{
    open_board((const int[]){1, 1, 1, 1, 0});
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        eagles_set_control(&b.p, city, EAGLES_NEUTRAL);
    }
    board_control(&b, "vienna", EAGLES_COALITION);
}

/* MP that are left of three when supply of a colour comes to a hex; -1 where none comes. */
static int left_at(const char *hex, unsigned colour)
{
    EaglesSupply supply;
    eagles_supply(&b.p, colour, &supply);
    const unsigned left = supply.left[board_hex(&b, hex)];
    return left == EAGLES_IMPASSABLE ? -1 : (int)left;
}

/* 9. From Vienna: the plain 1; behind the Danube 1 + 1, by the bridge 1; low mountains by the pass 1, without
 * one 2; a city 1. So 3227 is reached by 1 and 2, 3328 by 1 and 2, and what lies a hex behind 3227 is out of
 * reach. */
Test(eagles_cases_siege, three_points_of_supply)
{
    static const struct {
        const char *hex;
        int left;
    } CASES[] = {{"3427", 3}, {"3327", 2}, {"3426", 1}, {"3526", 2}, {"3428", 2},  {"3329", 1},
                 {"3328", 0}, {"3227", 0}, {"3326", 0}, {"3527", 2}, {"3127", -1}, {"3226", -1}};
    vienna_alone();
    for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cr_expect_eq(left_at(CASES[i].hex, EAGLES_WHITE), CASES[i].left, "%s: %d", CASES[i].hex,
                     left_at(CASES[i].hex, EAGLES_WHITE));
    }
    board_close(&b);
}

/* 10. An Austrian SP in 3227 is supplied and so a depot; a French one there is none for them, and none for
 * himself. */
Test(eagles_cases_siege, an_sp_in_supply_is_a_depot)
{
    vienna_alone();
    board_put(&b, "3227", "austria", "I", 1);
    cr_expect_eq(left_at("3127", EAGLES_WHITE), 2);
    cr_expect_eq(left_at("3226", EAGLES_WHITE), 2, "Linz by the bridge");
    cr_expect_eq(left_at("3127", EAGLES_BLUE), -1);
    board_close(&b);

    vienna_alone(); /* one that is itself out of supply is none */
    board_put(&b, "3127", "austria", "I", 1);
    cr_expect_eq(left_at("3127", EAGLES_WHITE), -1);
    cr_expect_eq(left_at("3226", EAGLES_WHITE), -1);
    board_close(&b);
}

/* 11. An unbesieged enemy SP cuts the line, an enemy leader alone and a besieged garrison do not. Graz (3329)
 * is reached by the pass of 3428 alone within three points. */
Test(eagles_cases_siege, what_cuts_a_line)
{
    vienna_alone();
    board_put(&b, "3428", "france", "I", 1);
    cr_expect_eq(left_at("3428", EAGLES_WHITE), -1);
    cr_expect_eq(left_at("3329", EAGLES_WHITE), -1);
    board_close(&b);

    vienna_alone();
    board_lead(&b, "3428", "ney");
    cr_expect_eq(left_at("3329", EAGLES_WHITE), 1);
    board_close(&b);

    vienna_alone();
    board_put(&b, "3527", "austria", "I", 1);
    board_besiege(&b, "3527", "france", "I", 1, 1);
    cr_expect_eq(left_at("3527", EAGLES_WHITE), 3, "the besieger is in supply and a depot");
    board_close(&b);

    vienna_alone(); /* a source under siege feeds nobody */
    board_besiege(&b, "3427", "austria", "I", 1, 1);
    board_put(&b, "3427", "france", "I", 1);
    cr_expect_eq(left_at("3327", EAGLES_WHITE), -1);
    board_close(&b);
}

/* 12. Supply goes by colour: Austria's city feeds the white and, while she is of the Coalition, the green,
 * not the red. */
Test(eagles_cases_siege, supply_goes_by_colour)
{
    vienna_alone();
    cr_expect_eq(left_at("3327", EAGLES_WHITE), 2);
    cr_expect_eq(left_at("3327", EAGLES_GREEN), 2);
    cr_expect_eq(left_at("3327", EAGLES_RED), -1);
    cr_expect_eq(left_at("3327", EAGLES_BLUE), -1);
    board_close(&b);
}

/* 13. When the last SP outside a city has died, leaders outside go in to those who sheltered, at once. Twelve
 * French out of supply against three with Charles: 2:1, 2 - 1 - 2 is -1; 8 is column 7: -/L. Seven come with
 * a 5, the cavalry goes inside. 8 to 6: 1:1, 1 - 2 is -1; 7 is column 6: L/L, two each by the column 11-15.
 */
Test(eagles_cases_siege, leaders_go_in_when_nobody_is_left_outside)
{
    open_board((const int[]){4, 4, 5, 3, 4, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "3327", "france", "I", 10);
    board_put(&b, "3327", "france", "GI", 2);
    board_put(&b, "3427", "austria", "C", 1);
    board_put(&b, "3427", "austria", "I", 2);
    board_lead(&b, "3427", "charles");
    board_put(&b, "3426", "austria", "I", 4);
    board_put(&b, "3426", "austria", "L", 3);
    combat(EAGLES_FRANCE,
           MOVES("TARGET(3427)", "SHELTER(none)", "LOSS(3427,austria,I)", "WITHDRAW(3327,stay)",
                 "WITHDRAW(3427,stay)", "JOIN(3426,1)", "SHELTER(rows)", "ROWS(austria,C,1)",
                 "WITH(charles,no)", "CONTINUE(yes)", "LOSS(3427,austria,I)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, -1, DASH, L);
    expect_throw(1, EAGLES_COALITION, ROW_1_1, -1, L, L);
    cr_expect(board_offers(&b, "LOSS(3327,france,GI)"), "the French choose only now");
    const unsigned charles = eagles_find_leader(board_data(&b), "charles");
    cr_expect(board_state(&b)->leader_flag[charles] & EAGLES_FLAG_INSIDE);
    board_close(&b);
}

/* A leader who is hit in an assaulted city is replaced where he was: inside. 8 to 2 x 2 is 2:1, 2 against 2
 * and Bagration's 2 is -2: 8 is column 6: L/L, one each. Then 12 and 3: three months. A 6 does not open
 * Rouen.
 */
Test(eagles_cases_siege, who_replaces_a_besieged_leader_is_besieged)
{
    open_board((const int[]){3, 5, 6, 6, 3, 6, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "1723", "france", "I", 8);
    board_besiege(&b, "1723", "russia", "I", 2, 1);
    board_lead(&b, "1723", "bagration");
    const unsigned bagration = eagles_find_leader(board_data(&b), "bagration");
    board_state(&b)->leader_flag[bagration] |= EAGLES_FLAG_INSIDE;
    combat(EAGLES_FRANCE, MOVES("TARGET(1723)", "WITHDRAW(1723,stay)", "CITY_CHOICE(decline)"));
    expect_throw(0, EAGLES_FRANCE, ROW_2_1, -2, L, L);
    expect_sp("1723", 7, 1);
    cr_expect_eq(board_state(&b)->leader_at[bagration], EAGLES_INJURED);
    const unsigned next = eagles_find_leader(board_data(&b), "russia_a");
    cr_expect_eq(board_state(&b)->leader_at[next], board_hex(&b, "1723"));
    cr_expect_neq(board_state(&b)->leader_flag[next] & EAGLES_FLAG_INSIDE, 0);
    board_close(&b);
}

/* 1809: red SP on a coast have their supply there. Besieged SP cut no line, those neither who sally: the
 * besiegers stay supplied (6, 9.6). */
Test(eagles_cases_siege, a_sortie_does_not_cut_off_besiegers_on_a_coast)
{
    board_open(&b, "eagles/1809", NULL);
    board_clear(&b);
    board_besiege(&b, "2217", "france", "I", 2, 2); /* Amsterdam */
    board_put(&b, "2217", "england", "I", 4);
    const unsigned amsterdam = board_hex(&b, "2217");
    cr_expect(eagles_is_source(&b.p, EAGLES_RED, amsterdam));
    eagles_come_out(&b.p, amsterdam, EAGLES_FRANCE, true);
    cr_expect(eagles_is_source(&b.p, EAGLES_RED, amsterdam), "they are besieged all the same");
    board_close(&b);
}

/* Nelson, back from a wound while every English squadron is at sea, is ashore in London: he has no effect on
 * battles on land and goes nowhere by land. He stays when the others advance, and two sixes after the battle,
 * which would be his, are the next month's. */
Test(eagles_cases_siege, nelson_ashore_fights_no_battle)
{
    open_board((const int[]){6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_put(&b, "1719", "england", "I", 6);
    board_lead(&b, "1719", "nelson");
    board_put(&b, "1619", "france", "I", 1);
    combat(EAGLES_COALITION, MOVES("TARGET(1619)", "ADVANCE(1719,1619,all)"));
    cr_expect_eq(board_sp(&b, "1619", EAGLES_COALITION), 6 - 1);
    cr_expect_eq(board_leader_at(&b, "nelson"), board_hex(&b, "1719"));
    board_close(&b);
}
