/* test_eagles_forecast.c: the chances told before a battle are those that play then has: every roll of two
 * dice is played. The open ground is that of test_eagles_combat.c. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/forecast.h"
#include "engine/eagles/outlook.h"
#include "engine/eagles/words.h"
#include "tests/eagles/eagles_position.h"

static Board b;

typedef struct Case {
    unsigned french, austrians;
    const char *leader; /* French, NULL: none */
    const char *attack, *defend;
} Case;

static void set_up(const Case *c)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, c->attack, "france", "I", c->french);
    if (c->leader != NULL) {
        board_lead(&b, c->attack, c->leader);
    }
    board_put(&b, c->defend, "austria", "I", c->austrians);
}

/* Declares the attack with two dice to come and plays until they have fallen. */
static void fight(const Case *c, int first, int second)
{
    char target[32];
    (void)snprintf(target, sizeof target, "TARGET(%s)", c->defend);
    set_up(c);
    board_dice(&b, (const int[]){first, second, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, target);
    if (board_offers(&b, "SHELTER(none)")) {
        board_play(&b, "SHELTER(none)");
    }
}

static void compare(const Case *c)
{
    EaglesForecast f;
    set_up(c);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_assert(eagles_attack_forecast(&b.p, board_hex(&b, c->attack), board_hex(&b, c->defend), &f));
    board_close(&b);
    for (int first = 1; first <= 6; first++) {
        for (int second = 1; second <= 6; second++) {
            const EaglesRoll *roll = &f.roll[first + second - 2];
            fight(c, first, second);
            const unsigned morale = board_state(&b)->battle[0].lost[EAGLES_COALITION];
            cr_expect_eq(c->french - board_sp(&b, c->attack, EAGLES_FRANCE), roll->lost[0],
                         "%d and %d: the attacker loses %u", first, second, roll->lost[0]);
            cr_expect_eq(morale, roll->morale[1], "%d and %d: morale of the defender", first, second);
            if (morale == 0) { /* nobody has gone yet */
                cr_expect_eq(c->austrians - board_sp(&b, c->defend, EAGLES_COALITION), roll->lost[1],
                             "%d and %d: the defender loses %u", first, second, roll->lost[1]);
            }
            board_close(&b);
        }
    }
}

Test(eagles_forecast, every_roll_of_an_attack_in_the_open_is_told)
{
    compare(&(Case){20, 12, "napoleon", "1624", "1724"});
    compare(&(Case){8, 9, NULL, "1624", "1724"});
}

Test(eagles_forecast, every_roll_across_a_river_is_told)
{
    compare(&(Case){20, 12, "napoleon", "2625", "2726"});
}

/* 20 with Napoleon against 12 in the open: +4 at 3:2. From a sum of 5 on the column is 9 or more: D1 and
 * worse for Austrians of morale 1, who are broken at once: 30 of 36. */
Test(eagles_forecast, chances_of_the_first_round_are_counted_over_36_rolls)
{
    EaglesForecast f;
    set_up(&(Case){20, 12, "napoleon", "1624", "1724"});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_assert(eagles_attack_forecast(&b.p, board_hex(&b, "1624"), board_hex(&b, "1724"), &f));
    cr_expect_eq(f.modifier, 4);
    cr_expect_eq(f.row, 1);
    double broken = 0;
    unsigned ways = 0;
    for (unsigned k = 0; k < EAGLES_SUMS; k++) {
        ways += f.roll[k].ways;
        broken += f.roll[k].morale[1] >= 1 ? f.roll[k].ways / 36.0 : 0.0;
    }
    cr_expect_eq(ways, 36);
    cr_expect_float_eq(f.after[0].defender_broken, broken, 1e-12);
    cr_expect_float_eq(broken, 30.0 / 36.0, 1e-12);
    for (unsigned n = 1; n < EAGLES_FORECAST_ROUNDS; n++) {
        cr_expect_geq(f.after[n].defender_broken, f.after[n - 1].defender_broken);
        cr_expect_leq(f.after[n].attacker_broken + f.after[n].defender_broken + f.after[n].both_broken,
                      1.0 + 1e-12);
    }
    board_close(&b);
}

/* Who is asked whether he counter-attacks is told the chances of that, over the river that covered him: the
 * roll of 3 and 4 that follows does what they say (8.2). */
Test(eagles_forecast, a_counter_attack_is_told_the_other_way_round)
{
    EaglesForecast f;
    StrBuf text;
    strbuf_init(&text);
    set_up(&(Case){8, 8, NULL, "1823", "1824"});
    board_dice(&b, (const int[]){4, 4, 3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1824)", "WITHDRAW(1823,stay)", "WITHDRAW(1824,stay)",
                                          "CONTINUE(no)", NULL});
    cr_assert_eq(board_state(&b)->header.step, EAGLES_STEP_COUNTER);
    EaglesBattle as;
    cr_assert(eagles_asked_forecast(&b.p, 0, &as, &f));
    eagles_position_json(board_data(&b), board_state(&b), SEAT_COALITION, &text);
    cr_expect_not_null(strstr(text.text, "{\"number\":1,\"from\":\"1824\",\"target\":\"1823\""), "%s",
                       text.text);
    const unsigned french = board_sp(&b, "1823", EAGLES_FRANCE);
    const unsigned austrians = board_sp(&b, "1824", EAGLES_COALITION);
    cr_expect_eq(f.attacker, EAGLES_COALITION);
    board_play(&b, "COUNTER(yes)");
    cr_expect_eq(austrians - board_sp(&b, "1824", EAGLES_COALITION), f.roll[7 - 2].lost[0]);
    cr_expect_eq(french - board_sp(&b, "1823", EAGLES_FRANCE), f.roll[7 - 2].lost[1]);
    cr_expect_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], f.roll[7 - 2].morale[0]);
    strbuf_release(&text);
    board_close(&b);
}

/* Before a garrison is stormed the chances are those of an assault: four in Ulm count eight against twelve,
 * and the river does not help them (9.5). */
Test(eagles_forecast, an_assault_is_told_before_it_is_chosen)
{
    char clause[WORDS_CLAUSE_BYTES];
    EaglesForecast f;
    EaglesBattle as;
    StrBuf text;
    strbuf_init(&text);
    set_up(&(Case){12, 4, NULL, "2626", "2726"});
    board_control(&b, "ulm", EAGLES_COALITION);
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(all)", NULL});
    cr_assert_eq(board_state(&b)->header.step, EAGLES_STEP_CITY_CHOICE);
    EAGLES_WORDS.question(board_data(&b), &b.buffer.header, &text, clause);
    cr_expect_str_eq(text.text, "Is Ulm assaulted, besieged or left?");
    strbuf_clear(&text);
    EAGLES_WORDS.setting(board_data(&b), &b.buffer.header, &text);
    cr_expect_not_null(strstr(text.text, "Inside: 4 SP"), "%s", text.text);
    cr_assert(eagles_asked_forecast(&b.p, 0, &as, &f));
    cr_expect_neq(as.flags & EAGLES_BATTLE_ASSAULT, 0);
    cr_expect_eq(f.odds.quarters[EAGLES_COALITION], 4 * 8);
    cr_expect_eq(f.row, 1, "12 against 8: 3:2");
    board_play(&b, "CITY_CHOICE(assault)");
    cr_expect_eq(12 - board_sp(&b, "2626", EAGLES_FRANCE), f.roll[7 - 2].lost[0]);
    strbuf_release(&text);
    board_close(&b);
}

/* The set-up of 1805 as the French see it: the hexes their stacks reach are those they can march to. */
Test(eagles_forecast, the_reach_of_a_group_is_where_its_steps_lead)
{
    StrBuf text;
    strbuf_init(&text);
    board_open(&b, "eagles/1805", NULL);
    board_moves(&b, (const char *const[]){"PICK(2524)", "TAKE(ALL)", NULL});
    eagles_position_json(board_data(&b), board_state(&b), SEAT_FRENCH, &text);
    const char *group = strstr(text.text, "\"group\":{");
    cr_assert_not_null(group);
    cr_expect_not_null(strstr(group, "\"allowance\":3"));
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        char move[32];
        char hex[32];
        (void)snprintf(move, sizeof move, "STEP(%s)", EAGLES_DIRECTION_IDS[direction]);
        const EaglesHex *h =
            &board_data(&b)->hex[board_data(&b)->hex[board_hex(&b, "2524")].neighbour[direction]];
        (void)snprintf(hex, sizeof hex, "{\"hex\":\"%02u%02u\",\"from\":\"2524\"", h->column, h->row);
        cr_expect_eq(board_offers(&b, move), strstr(group, hex) != NULL, "%s", move);
    }
    strbuf_release(&text);
    board_close(&b);
}
