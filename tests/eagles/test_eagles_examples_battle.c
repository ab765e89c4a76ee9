/* test_eagles_examples_battle.c: worked examples of the rulebook on battles, sieges, joins, leaders, points
 * and alliances, by their numbers (rulemap.md), fought with scripted dice; what the engine reckoned is read
 * from its journal. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_fight.h"

static Board b;
static Journal journal;

/* From clear ground into each, without a river where none is named. Areas 2 and 3, nobody's cities. */
enum ground { OPEN, RIVER, FOREST_BEHIND_RIVER, BRIDGE, LOW_MOUNTAIN, HIGH_MOUNTAIN, SWAMP, AUSTRIA };
static const char *const GROUND[][2] = {
    [OPEN] = {"1624", "1724"},   [RIVER] = {"1823", "1824"},        [FOREST_BEHIND_RIVER] = {"2223", "2224"},
    [BRIDGE] = {"2526", "2425"}, [LOW_MOUNTAIN] = {"3021", "3122"}, [HIGH_MOUNTAIN] = {"3725", "3825"},
    [SWAMP] = {"3815", "3915"},  [AUSTRIA] = {"3327", "3326"},
};

typedef struct Sp {
    const char *nation, *type;
    unsigned count;
} Sp;

/* Two forces, two dice, and what the engine makes of them. */
typedef struct Fight {
    const char *what;
    unsigned ground, month;
    Sp attack[3];
    const char *attack_leader;
    Sp defend[3];
    const char *defend_leader;
    bool trench;
    int dice[2];
    unsigned row;
    int modifier; /* for the larger force */
    bool attacker_larger;
    unsigned larger_cell, smaller_cell;
    unsigned attacker_lost, defender_lost;
} Fight;

enum { WINTER = 5, ANY = 99 };

#define FRENCH(n)                                                                                            \
    {                                                                                                        \
        {                                                                                                    \
            "france", "I", n                                                                                 \
        }                                                                                                    \
    }
#define AUSTRIAN(n)                                                                                          \
    {                                                                                                        \
        {                                                                                                    \
            "austria", "I", n                                                                                \
        }                                                                                                    \
    }
#define RUSSIAN(n)                                                                                           \
    {                                                                                                        \
        {                                                                                                    \
            "russia", "I", n                                                                                 \
        }                                                                                                    \
    }

/* French line has morale 2, Russians 2 on areas 1 to 3, Austrians 1. Leaders: Napoleon 3, Davout 2, Mack 0.
 */
/* clang-format off */
static const Fight FIGHTS[] = {
    {"43: 11:6", OPEN, SUMMER, FRENCH(11), NULL, RUSSIAN(6), NULL, false, {3, 4}, ROW_3_2, 0, true, L, L, 1, 1},
    {"44: 9:6", OPEN, SUMMER, FRENCH(9), NULL, RUSSIAN(6), NULL, false, {3, 4}, ROW_3_2, 0, true, L, L, 1, 1},
    {"45, 57: 8:6", OPEN, SUMMER, FRENCH(8), NULL, RUSSIAN(6), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 1, 1},
    {"46, 57, 68: 18:6, -/L takes one", OPEN, SUMMER, FRENCH(18), NULL, RUSSIAN(6), NULL, false, {3, 4}, ROW_2_1, 0, true, DASH, L, 0, 1},
    {"47: 24:6", OPEN, SUMMER, FRENCH(24), NULL, RUSSIAN(6), NULL, false, {3, 4}, ROW_4_1, 0, true, ONE, D3, 1, 3},
    {"47: 60:6", OPEN, SUMMER, FRENCH(60), NULL, RUSSIAN(6), NULL, false, {6, 6}, ROW_4_1, 0, true, ONE, D3, 1, 3},
    {"48: seven out of supply against three", OPEN, SUMMER, RUSSIAN(7), NULL, FRENCH(3), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 1, 1},
    {"50: +5 is +4", OPEN, SUMMER, {{"france", "GI", 6}}, "napoleon", AUSTRIAN(6), "mack", false, {2, 1}, ROW_1_1, 4, true, L, L, 1, 1},
    {"51: a river, -2", RIVER, SUMMER, FRENCH(20), NULL, RUSSIAN(12), NULL, false, {4, 5}, ROW_3_2, -2, true, L, L, 2, 2},
    {"52: forest, river, entrenchment: -3", FOREST_BEHIND_RIVER, SUMMER, FRENCH(20), NULL, RUSSIAN(12), NULL, true, {4, 5}, ROW_3_2, -3, true, L, L, 2, 2},
    {"53: a bridge helps nobody: -2", BRIDGE, SUMMER, FRENCH(20), NULL, RUSSIAN(12), NULL, false, {4, 5}, ROW_3_2, -2, true, L, L, 2, 2},
    {"54: low mountains, -2", LOW_MOUNTAIN, SUMMER, FRENCH(20), NULL, RUSSIAN(12), NULL, false, {4, 5}, ROW_3_2, -2, true, L, L, 2, 2},
    {"54: high mountains, -2", HIGH_MOUNTAIN, SUMMER, RUSSIAN(20), NULL, FRENCH(12), NULL, false, {4, 5}, ROW_3_2, -2, true, L, L, 2, 2},
    {"55: a swamp, -1", SWAMP, SUMMER, FRENCH(24), NULL, RUSSIAN(12), NULL, false, {3, 5}, ROW_1_1, -1, true, L, L, 2, 2},
    {"55: frozen", SWAMP, WINTER, FRENCH(24), NULL, RUSSIAN(12), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 2, 2},
    {"56: 11 and +4 is column 12", OPEN, SUMMER, {{"france", "GI", 6}}, "napoleon", AUSTRIAN(6), "mack", false, {5, 6}, ROW_1_1, 4, true, L, D3, 1, 3},
    {"58: 2, 1:1", OPEN, SUMMER, FRENCH(8), NULL, RUSSIAN(8), NULL, false, {1, 1}, ROW_1_1, 0, true, D3, L, 3, 1},
    {"59: 10, 2:1", OPEN, SUMMER, FRENCH(16), NULL, RUSSIAN(8), NULL, false, {4, 6}, ROW_2_1, 0, true, L, D3, 1, 3},
    {"62: L, five", OPEN, SUMMER, FRENCH(5), NULL, RUSSIAN(5), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 1, 1},
    {"63: L, eleven", OPEN, SUMMER, FRENCH(11), NULL, RUSSIAN(11), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 2, 2},
    {"63: L, 21", OPEN, SUMMER, FRENCH(21), NULL, RUSSIAN(21), NULL, false, {3, 4}, ROW_1_1, 0, true, L, L, 3, 3},
    {"64: D1, eight", OPEN, SUMMER, FRENCH(8), NULL, RUSSIAN(8), NULL, false, {4, 6}, ROW_1_1, 0, true, L, D1, 1, 2},
    {"65: D3, three", OPEN, SUMMER, FRENCH(3), NULL, RUSSIAN(3), NULL, false, {6, 6}, ROW_1_1, 0, true, L, D3, 1, 1},
    {"65: D3, four", OPEN, SUMMER, FRENCH(4), NULL, RUSSIAN(4), NULL, false, {6, 6}, ROW_1_1, 0, true, L, D3, 1, 2},
    {"65: D3, 25", OPEN, SUMMER, FRENCH(25), NULL, RUSSIAN(25), NULL, false, {6, 6}, ROW_1_1, 0, true, L, D3, 3, 9},
    {"66: D2, one", OPEN, SUMMER, FRENCH(1), NULL, RUSSIAN(1), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 1, 1},
    {"66: D2, four", OPEN, SUMMER, FRENCH(4), NULL, RUSSIAN(4), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 1, 2},
    {"66: D2, six", OPEN, SUMMER, FRENCH(6), NULL, RUSSIAN(6), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 1, 3},
    {"66: D2, eleven", OPEN, SUMMER, FRENCH(11), NULL, RUSSIAN(11), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 2, 5},
    {"66: D2, 16", OPEN, SUMMER, FRENCH(16), NULL, RUSSIAN(16), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 2, 6},
    {"66: D2, 21", OPEN, SUMMER, FRENCH(21), NULL, RUSSIAN(21), NULL, false, {5, 6}, ROW_1_1, 0, true, L, D2, 3, 9},
    {"67: -/L, eleven: two and one", OPEN, SUMMER, FRENCH(22), NULL, RUSSIAN(11), NULL, false, {3, 4}, ROW_2_1, 0, true, DASH, L, 1, 2},
    {"69: Napoleon, 20 French, 12 Austrians", OPEN, SUMMER, FRENCH(20), "napoleon", AUSTRIAN(12), NULL, false, {3, 4}, ROW_3_2, 4, true, L, D3, 2, 5},
    {"70: the same behind a river", RIVER, SUMMER, FRENCH(20), "napoleon", AUSTRIAN(12), NULL, false, {3, 4}, ROW_3_2, 2, true, L, D1, 2, 3},
    {"149: ten out of supply and four in supply against six", AUSTRIA, SUMMER, {{"england", "I", 10}, {"austria", "I", 4}}, NULL, FRENCH(6), NULL, false, {3, 4}, ROW_3_2, ANY, true, ANY, ANY, ANY, ANY},
};
/* clang-format on */

static void open_field(unsigned month, const char *override)
{
    board_open_bare(&b, override, month);
    static const char *const ENEMIES[] = {"prussia", "saxony"};
    for (unsigned i = 0; i < 2; i++) { /* so that their land is open */
        eagles_take_side(&b.p, board_nation(&b, ENEMIES[i]), EAGLES_COALITION);
    }
}

static void watch(void)
{
    journal_open(&journal, JOURNAL_ALL);
    b.dice.journal = &journal;
}

static const JournalEntry *noted(unsigned kind)
{
    for (uint32_t i = 0; i < journal.count; i++) {
        if (journal.entries[i].kind == kind) {
            return &journal.entries[i];
        }
    }
    return NULL;
}

/* The first throw of a battle; a test that finds none fails. */
static const JournalEntry *first_roll(void)
{
    static const JournalEntry NONE = {.count = 0};
    const JournalEntry *roll = noted(EAGLES_EVENT_ROLL);
    cr_expect(roll != NULL, "no dice fell");
    return roll == NULL ? &NONE : roll;
}

/* SP a side lost by the first throw. */
static unsigned lost_in_battle(unsigned side)
{
    unsigned sp = 0;
    unsigned throws = 0;
    for (uint32_t i = 0; i < journal.count && throws < 2; i++) {
        const JournalEntry *entry = &journal.entries[i];
        throws += entry->kind == EAGLES_EVENT_ROLL;
        const bool his = entry->kind == EAGLES_EVENT_LOST && entry->args[3] == EAGLES_BY_COMBAT &&
                         eagles_unit_side(&b.p, (unsigned)entry->args[1]) == side;
        sp += throws == 1 && his ? (unsigned)entry->args[2] : 0U;
    }
    return sp;
}

static void put_all(const char *hex, const Sp *sp)
{
    for (unsigned i = 0; i < 3 && sp[i].nation != NULL; i++) {
        board_put(&b, hex, sp[i].nation, sp[i].type, sp[i].count);
    }
}

static void play_if_offered(const char *move)
{
    if (board_offers(&b, move)) {
        board_play(&b, move);
    }
}

static void fight(const Fight *f)
{
    char target[MOVE_TEXT_BYTES];
    char from[MOVE_TEXT_BYTES];
    const char *const *ground = GROUND[f->ground];
    open_field(f->month, NULL);
    put_all(ground[0], f->attack);
    put_all(ground[1], f->defend);
    if (f->attack_leader != NULL) {
        board_lead(&b, ground[0], f->attack_leader);
    }
    if (f->defend_leader != NULL) {
        board_lead(&b, ground[1], f->defend_leader);
    }
    const unsigned attacker = board_state(&b)->nation[board_nation(&b, f->attack[0].nation)].side;
    eagles_set_bit(board_state(&b)->trench[eagles_other(attacker)], board_hex(&b, ground[1]), f->trench);
    const int dice[] = {f->dice[0], f->dice[1], 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, attacker);
    (void)snprintf(target, sizeof target, "TARGET(%s)", ground[1]);
    (void)snprintf(from, sizeof from, "FROM(%s)", ground[0]);
    board_play(&b, target);
    play_if_offered(from);
}

Test(eagles_examples_battle, one_round_43_to_70)
{
    for (size_t i = 0; i < sizeof FIGHTS / sizeof FIGHTS[0]; i++) {
        const Fight *f = &FIGHTS[i];
        fight(f);
        const JournalEntry *roll = first_roll();
        cr_assert(roll != NULL, "%s", f->what);
        const unsigned attacker = board_state(&b)->nation[board_nation(&b, f->attack[0].nation)].side;
        cr_expect_eq((unsigned)roll->args[4], f->row, "%s: row %d", f->what, roll->args[4]);
        cr_expect_eq((unsigned)roll->args[8] == attacker, f->attacker_larger, "%s: who is larger", f->what);
        if (f->modifier != ANY) {
            cr_expect_eq(roll->args[7], f->modifier, "%s: modifier %d", f->what, roll->args[7]);
            cr_expect_eq((unsigned)roll->args[9], f->larger_cell, "%s: cell %d", f->what, roll->args[9]);
            cr_expect_eq((unsigned)roll->args[10], f->smaller_cell, "%s: cell %d", f->what, roll->args[10]);
            cr_expect_eq(lost_in_battle(attacker), f->attacker_lost, "%s: attacker %u", f->what,
                         lost_in_battle(attacker));
            cr_expect_eq(lost_in_battle(eagles_other(attacker)), f->defender_lost, "%s: defender %u", f->what,
                         lost_in_battle(eagles_other(attacker)));
        }
        board_close(&b);
    }
}

/* 60, 61: at 4:1 every throw is 1/D3; the 1:1 row mirrors itself. */
Test(eagles_examples_battle, every_throw_60_61)
{
    for (int first = 1; first <= 6; first++) {
        for (int second = first; second <= 6; second++) {
            Fight f = {"60",    OPEN, SUMMER, FRENCH(24), NULL, RUSSIAN(6), NULL, false, {first, second},
                       ROW_4_1, 0,    true,   ONE,        D3,   1,          3};
            fight(&f);
            cr_expect_eq(first_roll()->args[9], ONE);
            cr_expect_eq(first_roll()->args[10], D3);
            board_close(&b);
        }
    }
    for (int sum = 2; sum <= 12; sum++) {
        int cells[2][2];
        for (unsigned mirror = 0; mirror < 2; mirror++) {
            const int wanted = mirror == 0 ? sum : 14 - sum;
            const int first = wanted / 2;
            Fight f = {"61", OPEN, SUMMER, FRENCH(8), NULL, RUSSIAN(8), NULL, false, {first, wanted - first},
                       0,    0,    true,   0,         0,    0,          0};
            fight(&f);
            cells[mirror][0] = first_roll()->args[9];
            cells[mirror][1] = first_roll()->args[10];
            board_close(&b);
        }
        cr_expect_eq(cells[0][0], cells[1][1], "61: %d", sum);
        cr_expect_eq(cells[0][1], cells[1][0], "61: %d", sum);
    }
}

/* 71 to 73: the morale that most SP share, the lower one on a tie. */
Test(eagles_examples_battle, base_morale_71_to_73)
{
    static const struct {
        Sp sp[3];
        int base;
    } CASES[] = {
        {{{"france", "I", 5}, {"bavaria", "I", 4}}, 2},
        {{{"france", "I", 4}, {"bavaria", "I", 4}}, 1},
        {{{"france", "GI", 3}, {"france", "I", 3}, {"bavaria", "I", 5}}, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        open_field(SUMMER, NULL);
        put_all("1624", CASES[i].sp);
        board_state(&b)->battles = 1;
        board_state(&b)->battle[0] = (EaglesBattle){.attack = (uint16_t)board_hex(&b, "1624"),
                                                    .defend = (uint16_t)board_hex(&b, "1724"),
                                                    .attacker = EAGLES_FRANCE};
        eagles_commit(&b.p, board_hex(&b, "1624"), EAGLES_FRANCE, 0, EAGLES_FORCE_INITIATED);
        cr_expect_eq(eagles_base_morale(&b.p, 0, EAGLES_FRANCE), CASES[i].base, "case %zu", 71 + i);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ cities (9): cases 49, 74, 87 to 90, 148
 */

/* So many French with Davout next to Ulm or in it, a garrison inside, an assault at once. */
static const JournalEntry *assault(const char *from, unsigned sp, const char *nation, const char *type,
                                   unsigned garrison, const int *dice)
{
    open_field(SUMMER, NULL);
    board_put(&b, from, "france", "I", sp);
    if (strcmp(from, "2726") == 0) {
        board_besiege(&b, "2726", nation, type, garrison, 2);
    } else {
        board_put(&b, "2726", nation, type, garrison);
    }
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    play_if_offered("SHELTER(all)");
    play_if_offered("CITY_CHOICE(assault)");
    return first_roll();
}

static const int SEVEN[] = {3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};

Test(eagles_examples_battle, assaults_49_74_148)
{
    const JournalEntry *roll = assault("2725", 12, "austria", "I", 4, SEVEN);
    cr_expect_eq(roll->args[4], ROW_3_2, "49: 12 against 8");
    cr_expect_eq(roll->args[8], EAGLES_FRANCE);
    board_close(&b);

    roll = assault("2726", 5, "austria", "I", 3, SEVEN);
    cr_expect_eq(roll->args[4], ROW_1_1, "148: 5 against 6");
    cr_expect_eq(roll->args[8], EAGLES_COALITION, "the garrison is larger");
    cr_expect_eq(lost_in_battle(EAGLES_FRANCE), 1, "the column of five");
    board_close(&b);

    static const int FOUR[] = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    roll = assault("2726", 5, "austria", "I", 3, FOUR);
    /* 3 less 1 is 2: D3/L for the larger garrison; D3 by the five of the smaller force: 2. */
    cr_expect_eq(roll->args[9], D3);
    cr_expect_eq(lost_in_battle(EAGLES_COALITION), 2, "148: two");
    board_close(&b);

    roll = assault("2726", 6, "austria", "L", 3, SEVEN);
    cr_expect_eq(roll->args[7], 2 - 1,
                 "74: Landwehr of morale 0 counts as 1: the attacker, larger on a tie, has +1");
    board_close(&b);
}

/* 87, 88: a die of the value or less takes a city. */
static bool city_falls(unsigned value, int die)
{
    open_field(SUMMER, NULL);
    board_put(&b, "2726", "france", "I", 6);
    board_besiege(&b, "2726", "austria", "I", 3, value);
    const int dice[] = {die, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "END");
    const bool fell = board_sp(&b, "2726", EAGLES_COALITION) == 0;
    board_close(&b);
    return fell;
}

Test(eagles_examples_battle, siege_rolls_87_88)
{
    for (unsigned value = 1; value <= 5; value++) {
        for (int die = 1; die <= 6; die++) {
            cr_expect_eq(city_falls(value, die), die <= (int)value, "value %u, die %d", value, die);
        }
    }
}

/* 89: a siege laid with 1 stands at 5 after four month ends, and stays there. */
Test(eagles_examples_battle, a_siege_grows_to_five_89)
{
    open_field(SUMMER, NULL);
    board_put(&b, "2726", "france", "I", 6);
    board_besiege(&b, "2726", "austria", "I", 3, 1);
    for (unsigned month = 1; month <= 9; month++) {
        board_dice(&b, (const int[]){6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 0});
        board_state(&b)->header.turn = SUMMER;
        board_state(&b)->depth = 0;
        memset(board_state(&b)->stack, 0, sizeof board_state(&b)->stack);
        b.p.dice = &b.dice;
        eagles_push(&b.p, EAGLES_STEP_MONTH_END);
        eagles_month_end_run(&b.p);
        cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), month < 4 ? 1 + month : 5, "month %u",
                     month);
    }
    board_close(&b);
}

/* 90: three supplied besiegers do not hold four. */
Test(eagles_examples_battle, three_cannot_besiege_four_90)
{
    for (unsigned besiegers = 3; besiegers <= 4; besiegers++) {
        open_field(SUMMER, NULL);
        board_put(&b, "2726", "france", "I", besiegers);
        board_besiege(&b, "2726", "austria", "I", 4, 1);
        board_begin(&b, EAGLES_STEP_MOVEMENT_END, EAGLES_FRANCE);
        if (b.buffer.header.step == EAGLES_STEP_RETREAT_TO) {
            MoveList list;
            cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
            board_dice(&b, (const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
            game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
        }
        cr_expect_eq(board_sp(&b, "2726", EAGLES_FRANCE), besiegers == 3 ? 0 : 4);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ joins and manoeuvres (8.9, 11): cases 91
 * to 94, 162 */

static bool rear(int die, const char *leader, bool wellington)
{
    open_field(SUMMER, "options.rear_maneuver=true");
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1824", "france", "I", 4);
    board_lead(&b, "1824", leader);
    board_put(&b, "1724", "england", "I", 8);
    if (wellington) {
        board_lead(&b, "1724", "wellington");
    }
    const int dice[] = {die, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    play_if_offered("FROM(1624)");
    play_if_offered("END");
    board_play(&b, "REAR(1824)");
    const JournalEntry *entry = noted(EAGLES_EVENT_REAR);
    const JournalEntry *roll = first_roll();
    cr_assert(entry != NULL && roll != NULL);
    const bool success = entry->args[4] != 0;
    if (success) { /* 10 against 8, the leader's bonus and one more in the first round */
        cr_expect_eq(roll->args[2], 10);
        cr_expect_eq(roll->args[7], wellington ? ANY : 2 + 1, "modifier %d", roll->args[7]);
    }
    board_close(&b);
    return success;
}

Test(eagles_examples_battle, rear_manoeuvres_93_94)
{
    cr_expect(rear(3, "davout", false), "93: 3 + 2");
    cr_expect_not(rear(2, "davout", false));
    cr_expect_not(rear(5, "soult", true), "94: 5 + 2 - 3");
}

/* 91, 92 and 162: a die with the leader's help; as many SP as the side has restore its morale, fewer do not.
 */
static void joined(unsigned joiners, const char *leader, int die, bool success, unsigned lost_after)
{
    open_field(SUMMER, NULL);
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1724", "russia", "I", 8);
    board_put(&b, "1625", "russia", "I", joiners);
    if (leader != NULL) {
        board_lead(&b, "1625", leader);
    }
    const int dice[] = {4, 6, die, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b,
                (const char *const[]){"TARGET(1724)", "WITHDRAW(1624,stay)", "WITHDRAW(1724,stay)", NULL});
    cr_assert_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], 1, "L/D1 leaves six of eight");
    board_play(&b, "JOIN(1625,1)");
    const JournalEntry *entry = noted(EAGLES_EVENT_JOIN);
    cr_assert(entry != NULL);
    cr_expect_eq(entry->args[4] != 0, success, "die %d", die);
    cr_expect_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], lost_after, "%u joiners", joiners);
    board_close(&b);
}

Test(eagles_examples_battle, joins_91_92_162)
{
    joined(6, "bagration", 3, true, 0); /* 91 and 162: six for six */
    joined(5, "bagration", 3, true, 1); /* 162: five for six */
    joined(6, NULL, 4, false, 1);       /* 92 */
    joined(6, NULL, 5, true, 0);
}

/* ------------------------------------------------------------------ leaders (10): cases 95 to 98 */

static const int TWELVE_FOUR[] = {6, 6, 4, 0};
static const int TWELVE_SIX[] = {6, 6, 6, 0};
static const int ELEVEN[] = {5, 6, 0};

/* A leader of the French attackers rolls; the place he is in afterwards, the months he is out. */
static unsigned casualty(const char *scenario, const char *leader, const int *dice, unsigned *months)
{
    board_open(&b, scenario, NULL);
    board_clear(&b);
    board_put(&b, "1624", "france", "I", 5);
    board_lead(&b, "1624", leader);
    const unsigned l = eagles_find_leader(board_data(&b), leader);
    board_state(&b)->leader_flag[l] = EAGLES_LEADER_FOUGHT;
    EaglesState *s = board_state(&b);
    board_dice(&b, dice);
    b.p.dice = &b.dice;
    s->active = EAGLES_FRANCE;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_COMBAT_END);
    eagles_combat_end_run(&b.p);
    board_expect_dice(&b);
    *months = s->leader_months[l];
    const unsigned at = s->leader_at[l];
    board_close(&b);
    return at;
}

Test(eagles_examples_battle, leader_casualties_95_to_98)
{
    unsigned months = 0;
    cr_expect_eq(casualty("eagles/1805", "davout", TWELVE_FOUR, &months), EAGLES_INJURED);
    cr_expect_eq(months, 4, "95");
    cr_expect_eq(casualty("eagles/1805", "davout", TWELVE_SIX, &months), EAGLES_DEAD, "96");
    cr_expect_eq(casualty("eagles/1805-15", "napoleon", TWELVE_SIX, &months), EAGLES_INJURED, "97");
    cr_expect_eq(months, 6);
    cr_expect_eq(casualty("eagles/1805", "napoleon", TWELVE_SIX, &months), EAGLES_DEAD,
                 "97: elsewhere he dies");
    cr_expect_lt(casualty("eagles/1805", "davout", ELEVEN, &months), EAGLES_OFF_MAP, "98");
}

/* ------------------------------------------------------------------ alliances (4): cases 99 to 102 */

/* Points of both sides, a die of the active one; whether it had success. A side that cannot succeed does not
 * roll. */
static bool alliance(unsigned side, unsigned french, unsigned allied, int die)
{
    board_open(&b, "eagles/1805", NULL);
    EaglesState *s = board_state(&b);
    board_month(&b, 1);
    for (unsigned k = 0; k < 2; k++) { /* the cities that count are nobody's */
        for (unsigned i = 0; i < board_data(&b)->points_city_count[k]; i++) {
            eagles_set_control(&b.p, board_data(&b)->points_city[k][i], EAGLES_NEUTRAL);
        }
    }
    s->victory_points[EAGLES_FRANCE] = (uint8_t)french;
    s->victory_points[EAGLES_COALITION] = (uint8_t)allied;
    const int dice[] = {die, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    b.p.dice = &b.dice;
    s->active = (uint8_t)side;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_ALLIANCE);
    eagles_alliance_run(&b.p);
    const JournalEntry *entry = noted(EAGLES_EVENT_ALLIANCE);
    const bool success = entry != NULL && entry->args[2] != 0;
    board_close(&b);
    return success;
}

Test(eagles_examples_battle, alliances_99_to_102)
{
    cr_expect(alliance(EAGLES_FRANCE, 4, 0, 4), "99: four up, 4");
    cr_expect_not(alliance(EAGLES_FRANCE, 4, 0, 5));
    cr_expect(alliance(EAGLES_COALITION, 0, 6, 3), "100: six count as four, 3");
    cr_expect_not(alliance(EAGLES_COALITION, 0, 6, 2));
    cr_expect_not(alliance(EAGLES_COALITION, 3, 3, 6), "101: level, 6");
    cr_expect(alliance(EAGLES_COALITION, 3, 4, 6), "102: one up, 6");
    cr_expect_not(alliance(EAGLES_COALITION, 3, 4, 5));
}

/* ------------------------------------------------------------------ points (4, 8.10): cases 146, 147 */

/* Napoleon and so many French are driven out of 1624; the Coalition follows. */
static unsigned points_for_napoleons_hex(unsigned french)
{
    board_open(&b, "eagles/1813", NULL);
    board_clear(&b);
    board_put(&b, "3118", "prussia", "I", 30); /* Berlin */
    board_put(&b, "3117", "france", "I", french);
    board_lead(&b, "3117", "napoleon");
    board_control(&b, "berlin", EAGLES_COALITION);
    const int dice[] = {6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_play(&b, "TARGET(3117)");
    for (unsigned i = 0; i < 12;
         i++) { /* losses and the retreat, the first of each; then everybody follows */
        if (board_offers(&b, "ADVANCE(3118,3117,all)")) {
            board_play(&b, "ADVANCE(3118,3117,all)");
            break;
        }
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
    cr_expect_gt(board_sp(&b, "3117", EAGLES_COALITION), 0, "they followed");
    const unsigned points = board_state(&b)->victory_points[EAGLES_COALITION];
    board_close(&b);
    return points;
}

Test(eagles_examples_battle, points_for_napoleons_hex_146_147)
{
    cr_expect_eq(points_for_napoleons_hex(7), 3, "146");
    cr_expect_eq(points_for_napoleons_hex(4), 0, "147");
}

/* ------------------------------------------------------------------ withdrawals (8.7, 8.8): cases 103, 150,
 * 152 */

/* 150: 14 SP that attacked are whole when they are counter-attacked: 14:7 is 2:1 and they are the larger. */
Test(eagles_examples_battle, no_halving_for_a_defender_150)
{
    open_field(SUMMER, NULL);
    board_put(&b, "1724", "russia", "I", 15); /* out of supply in Brittany */
    board_put(&b, "1624", "france", "I", 8);
    board_dice(&b, (const int[]){3, 4, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_play(&b, "TARGET(1624)");
    /* 15 halved is 7.5 against 8: the French are the larger, 1:1; 7: one each. */
    cr_expect_eq(first_roll()->args[8], EAGLES_FRANCE);
    board_moves(&b,
                (const char *const[]){"WITHDRAW(1724,stay)", "WITHDRAW(1624,stay)", "CONTINUE(no)", NULL});
    watch();
    board_play(&b, "COUNTER(yes)");
    const JournalEntry *roll = first_roll();
    cr_assert(roll != NULL);
    cr_expect_eq(roll->args[8], EAGLES_COALITION);
    cr_expect_eq(roll->args[4], ROW_2_1, "14:7");
    board_close(&b);
}

/* 152: a partisan leaves unless he is attacked by cavalry in the open. */
static bool partisan_may_leave(const char *from, const char *hex, const char *type)
{
    char target[MOVE_TEXT_BYTES];
    open_field(SUMMER, NULL);
    eagles_take_side(&b.p, board_nation(&b, "spain"), EAGLES_COALITION);
    board_put(&b, hex, "spain", "P", 1);
    board_put(&b, from, "france", type, 3);
    board_control(&b, "madrid", EAGLES_COALITION);
    board_dice(&b, (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    (void)snprintf(target, sizeof target, "TARGET(%s)", hex);
    board_play(&b, target);
    const bool may = b.buffer.header.step == EAGLES_STEP_EVADE;
    board_close(&b);
    return may;
}

Test(eagles_examples_battle, partisans_152)
{
    cr_expect_not(partisan_may_leave("0738", "0739", "C"), "in the open, cavalry");
    cr_expect(partisan_may_leave("0738", "0739", "I"), "in the open, infantry");
    cr_expect(partisan_may_leave("0737", "0738", "C"), "among mountains, cavalry");
}

/* ------------------------------------------------------------------ options (11): cases 160, 161 */

/* Two to one against a France of morale 2 that has lost a point: the Guard makes it 3, and nothing if it is
 * shaken again. */
static void guard_goes_in(int first, int second, bool broken)
{
    open_field(SUMMER, "options.imperial_guard=true");
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1624", "france", "GI", 2);
    board_put(&b, "1724", "russia", "I", 10);
    const int dice[] = {first, second, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    board_state(&b)->battle[0].lost[EAGLES_FRANCE] = 1;
    board_play(&b, "GUARD(yes)");
    const JournalEntry *roll = first_roll();
    cr_assert(roll != NULL);
    cr_expect_eq(roll->args[7], 3 - 2, "160: morale 3 against 2");
    cr_expect_eq((board_state(&b)->battle[0].broken & 1U) != 0 ||
                     b.buffer.header.step == EAGLES_STEP_RETREAT_TO ||
                     board_sp(&b, "1624", EAGLES_FRANCE) == 0,
                 broken, "161");
    board_close(&b);
}

Test(eagles_examples_battle, the_guard_160_161)
{
    guard_goes_in(3, 4, false); /* 8: L/L */
    guard_goes_in(2, 1, true);  /* 3 + 1 is 4: D1/L: they must withdraw */
}
