/* test_eagles_cases_sea.c: naval moves worked by hand from the rulebook before they were played: the whole
 * naval table, interception and orders, blockade, battle off a coast, damage, retreat, pursuit, stowing, the
 * Channel. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_sea.h"

enum { SUMMER = 1 };

static Board b;
static Journal journal;

static unsigned place_of(const char *text) { return sea_place(&b, text); }
static void launch(const char *place, const char *nation, unsigned type, unsigned count, unsigned damaged)
{
    sea_launch(&b, place, nation, type, count, damaged);
}
static unsigned ships(const char *place, unsigned side) { return sea_ships(&b, place, side); }
static void order(const char *place, unsigned side, unsigned band) { sea_order(&b, place, side, band); }
static void nelson_at(const char *place) { sea_nelson(&b, place); }
static void open_sea(void) { sea_open(&b, SUMMER); }
static void begin(enum eagles_step step, unsigned side, const int *dice, const char *const *moves)
{
    sea_begin(&b, &journal, step, side, dice, moves);
}
static unsigned noted(unsigned kind) { return sea_noted(&journal, kind); }
static const JournalEntry *entry_of(unsigned kind) { return sea_entry(&journal, kind); }
static unsigned fates(int fate) { return sea_fates(&journal, fate); }
static void play_last_while(enum eagles_step step) { sea_play_last_while(&b, step); }

/* ------------------------------------------------------------------ the whole naval table: cases 1 to 30 */

/* Typed from the rulebook: larger / smaller, columns -1 to 8. */
static const char *const TABLE[3][10] = {
    {"2K/0", "C/0", "K/0", "R/D", "R/D", "D/R", "D/R", "0/K", "0/C", "0/2K"},
    {"2C/0", "K/0", "R/0", "R/D", "D/R", "0/R", "0/K", "0/K", "0/C", "0/2C"},
    {"K/0", "R/0", "R/D", "D/R", "0/R", "0/K", "0/K", "0/C", "0/C", "0/2C"},
};
static const unsigned FLEETS[3][2] = {{3, 3}, {6, 4}, {6, 3}};

/* Sunk and damaged by one half of a cell for a fleet of so many squadrons, by the second table of the
 * rulebook. */
static void losses(const char *half, size_t length, unsigned squadrons, unsigned *sunk, unsigned *damaged)
{
    static const struct {
        const char *result;
        unsigned sunk, damaged[6];
    } RESULTS[] = {
        {"0", 0, {0, 0, 0, 0, 0, 0}},  {"D", 0, {1, 1, 1, 1, 2, 2}}, {"R", 0, {1, 1, 1, 1, 2, 2}},
        {"C", 1, {1, 1, 1, 1, 2, 2}},  {"K", 1, {0, 1, 2, 2, 3, 3}}, {"2C", 2, {0, 0, 1, 2, 2, 2}},
        {"2K", 2, {0, 0, 1, 1, 2, 2}},
    };
    for (size_t i = 0; i < sizeof RESULTS / sizeof RESULTS[0]; i++) {
        if (strlen(RESULTS[i].result) == length && strncmp(RESULTS[i].result, half, length) == 0) {
            *sunk += RESULTS[i].sunk;
            *damaged += RESULTS[i].damaged[squadrons - 1];
        }
    }
}

/* A die and what changes it: larger French against English (-1) with Nelson (-2), against Russians (0);
 * larger English against French (+1) with Nelson (+2). */
static const struct {
    int modifier, die;
} WAYS[10] = {{-2, 1}, {-2, 2}, {-1, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 5}, {1, 6}, {2, 6}};

static void battle(unsigned row, unsigned column)
{
    const int modifier = WAYS[column].modifier;
    const int dice[] = {6, WAYS[column].die, 1, 1, 1, 1, 1, 1, 0};
    const bool english = modifier > 0;
    open_sea();
    launch("sea:north_sea", english ? "england" : "france", EAGLES_S, FLEETS[row][0], 0);
    launch("sea:north_sea",
           english        ? "france"
           : modifier < 0 ? "england"
                          : "russia",
           EAGLES_S, FLEETS[row][1], 0);
    if (modifier == -2 || modifier == 2) {
        nelson_at("sea:north_sea");
    }
    begin(EAGLES_STEP_NAVAL, english ? EAGLES_COALITION : EAGLES_FRANCE, dice,
          MOVES("INTERCEPT(sea:north_sea,yes)"));
    play_last_while(EAGLES_STEP_NAVAL_LOSS);
    const JournalEntry *roll = entry_of(EAGLES_EVENT_SEA_ROLL);
    const char *cell = TABLE[row][column];
    const char *slash = strchr(cell, '/');
    unsigned sunk = 0;
    unsigned damaged = 0;
    losses(cell, (size_t)(slash - cell), FLEETS[row][0], &sunk, &damaged);
    losses(slash + 1, strlen(slash + 1), FLEETS[row][1], &sunk, &damaged);
    cr_expect_eq((unsigned)roll->args[3], row, "row %u", row);
    cr_expect_eq(roll->args[5], modifier, "row %u, column %d: modifier %d", row, (int)column - 1,
                 roll->args[5]);
    cr_expect_eq(fates(EAGLES_SHIP_SUNK), sunk, "%s: %u sunk", cell, fates(EAGLES_SHIP_SUNK));
    cr_expect_eq(fates(EAGLES_SHIP_HURT), damaged, "%s: %u damaged", cell, fates(EAGLES_SHIP_HURT));
    board_close(&b);
}

Test(eagles_cases_sea, every_cell_of_the_naval_table)
{
    for (unsigned row = 0; row < 3; row++) {
        for (unsigned column = 0; column < 10; column++) {
            battle(row, column);
        }
    }
}

/* ------------------------------------------------------------------ coasts */

/* A fleet may go to any hex that borders its sea (rulebook, Naval Movement): off an enemy port without ships
 * it waits for those that are built there, off an own one it keeps the enemy away; not to a bare coast, where
 * there is nothing to do. Transports alone may, too. */
Test(eagles_cases_sea, a_fleet_goes_off_an_empty_port)
{
    static const unsigned TYPES[] = {EAGLES_S, EAGLES_T};
    for (unsigned i = 0; i < 2; i++) {
        open_sea();
        launch("sea:western_mediterranean", "england", TYPES[i], 2, 0);
        begin(EAGLES_STEP_NAVAL, EAGLES_COALITION, (const int[]){1, 1, 1, 0},
              MOVES("SAIL(sea:western_mediterranean)"));
        board_moves(&b, i == 0 ? MOVES("SHIPS(england,S,u,2)", "TO_COAST")
                               : MOVES("SHIPS(england,T,u,2)", "TO_COAST"));
        cr_expect(board_offers(&b, "TO(coast:0546)"), "Gibraltar, English");
        cr_expect_not(board_offers(&b, "TO(coast:2235)"), "no port between Toulon and Marseille");
        board_play(&b, "TO(coast:2236)");
        cr_assert(eagles_launch(&b.p, board_data(&b)->nation[board_nation(&b, "france")].unit[EAGLES_S],
                                board_hex(&b, "2236")));
        cr_expect_eq(eagles_is_blockaded(&b.p, board_hex(&b, "2236"), EAGLES_FRANCE), i == 0);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ interception: cases 31 to 34 */

/* A fleet may intercept once a player-turn: the second French fleet passes without a die. */
Test(eagles_cases_sea, a_fleet_intercepts_once)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2, 0);
    launch("1920", "france", EAGLES_S, 2, 0);
    launch("sea:north_sea", "england", EAGLES_S, 4, 0);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){4, 0},
          MOVES("SAIL(1123)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)"));
    cr_expect_eq(noted(EAGLES_EVENT_INTERCEPTION), 1, "4 is not 5");
    board_moves(&b, MOVES("STOP", "SAIL(1920)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)"));
    cr_expect_eq(noted(EAGLES_EVENT_INTERCEPTION), 1, "they have tried this turn");
    board_expect_dice(&b);
    board_close(&b);
}

/* Orders by ratio: four meet two at 2:1 and more, three only at 3:2. */
static unsigned attempts(unsigned english, unsigned band)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2, 0);
    launch("sea:north_sea", "england", EAGLES_S, english, 0);
    order("sea:north_sea", EAGLES_COALITION, band);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){4, 0},
          MOVES("SAIL(1123)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)"));
    const unsigned count = noted(EAGLES_EVENT_INTERCEPTION);
    board_close(&b);
    return count;
}

Test(eagles_cases_sea, orders_by_ratio)
{
    cr_expect_eq(attempts(4, EAGLES_ORDER_R2), 1);
    cr_expect_eq(attempts(3, EAGLES_ORDER_R2), 0);
    cr_expect_eq(attempts(3, EAGLES_ORDER_R32), 1);
    cr_expect_eq(attempts(1, EAGLES_ORDER_R1), 0);
    cr_expect_eq(attempts(1, EAGLES_ORDER_ALWAYS), 1);
    cr_expect_eq(attempts(4, EAGLES_ORDER_NEVER), 0);
}

/* Who enforces a blockade does not intercept: English off Brest, a French ship in it or none. */
static unsigned attempts_off_brest(unsigned inside)
{
    open_sea();
    launch("1123", "france", EAGLES_T, inside, 0);
    launch("1920", "france", EAGLES_S, 2, 0);
    launch("coast:1123", "england", EAGLES_S, 4, 0);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){4, 0},
          MOVES("SAIL(1920)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)"));
    const unsigned count = noted(EAGLES_EVENT_INTERCEPTION);
    board_close(&b);
    return count;
}

Test(eagles_cases_sea, a_blockading_fleet_does_not_intercept)
{
    cr_expect_eq(attempts_off_brest(0), 1);
    cr_expect_eq(attempts_off_brest(1), 0);
}

/* Two French lie in Brest behind an English squadron; as many as `leave` run out on a 6 (in winter, one
 * against one or two, a 6 is enough in any case) and enter the Atlantic. Attempts of the fleet they ran past.
 */
static unsigned attempts_behind(const char *leave)
{
    open_sea();
    board_month(&b, 5);
    launch("1123", "france", EAGLES_S, 2, 0);
    launch("coast:1123", "england", EAGLES_S, 1, 0);
    order("coast:1123", EAGLES_COALITION, EAGLES_ORDER_ALWAYS);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){6, 4, 0},
          MOVES("SAIL(1123)", leave, "RUN(yes)", "TO(sea:atlantic_ocean)"));
    const unsigned count = noted(EAGLES_EVENT_INTERCEPTION);
    board_close(&b);
    return count;
}

/* Behind those who leave the port empty there is nobody to blockade. */
Test(eagles_cases_sea, a_port_left_empty_is_not_blockaded)
{
    cr_expect_eq(attempts_behind("SHIPS(france,S,u,2)"), 1);
    cr_expect_eq(attempts_behind("SHIPS(france,S,u,1)"), 0);
}

/* ------------------------------------------------------------------ blockade and battle: cases 35 to 40 */

/* Three French run from Brest past a Russian squadron: twice as many, so a 5 would do; 1 fails. 3:1 is 2:1;
 * with all three damaged their morale is 0: 6 - 1 is column 5: 0/K: they win and must go back. With one
 * damaged it is 1: 5 is column 5 as well, and they sail on. */
static void runner(unsigned damaged, int die)
{
    const int dice[] = {1, die, 0};
    open_sea();
    launch("1123", "france", EAGLES_S, 3, damaged);
    launch("coast:1123", "russia", EAGLES_S, 1, 0);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, dice, MOVES("SAIL(1123)"));
    if (damaged > 0 && damaged < 3) {
        board_moves(&b, MOVES("SHIPS(france,S,u,2)", "SHIPS(france,S,d,1)"));
    } else {
        board_play(&b, "SHIPS(france,S,d,3)");
    }
    board_play(&b, "RUN(yes)");
    const JournalEntry *run = entry_of(EAGLES_EVENT_BLOCKADE_RUN);
    cr_expect_eq(run->args[2], 1, "+1 for twice as many, not winter");
    cr_expect_eq(entry_of(EAGLES_EVENT_SEA_ROLL)->args[5], damaged == 3 ? -1 : 0);
    cr_expect_eq(ships("coast:1123", EAGLES_COALITION), 0, "the only one is sunk");
    cr_expect_eq(b.buffer.header.step == EAGLES_STEP_COURSE, damaged < 3, "%u damaged", damaged);
    if (damaged == 3) {
        cr_expect_eq(ships("1123", EAGLES_FRANCE), 3);
    }
    board_close(&b);
}

Test(eagles_cases_sea, a_victorious_runner_needs_morale)
{
    runner(3, 6);
    runner(1, 5);
}

/* Damaged twice is sunk. Three damaged French meet three Russians: 0 - 1; 5 is column 4: D/R: one French hit
 * sinks, one Russian is damaged. The French have won, but with morale 0 they withdraw too. */
Test(eagles_cases_sea, a_second_damage_sinks)
{
    open_sea();
    launch("sea:north_sea", "france", EAGLES_S, 3, 3);
    launch("sea:north_sea", "russia", EAGLES_S, 3, 0);
    board_control(&b, "london", EAGLES_COALITION);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){6, 5, 0}, MOVES("INTERCEPT(sea:north_sea,yes)"));
    play_last_while(EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(entry_of(EAGLES_EVENT_SEA_ROLL)->args[5], -1);
    cr_expect_eq(fates(EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(fates(EAGLES_SHIP_HURT), 1);
    cr_expect_neq(b.buffer.header.step, EAGLES_STEP_PURSUE, "who must withdraw himself pursues nobody");
    play_last_while(EAGLES_STEP_RETREAT_PORT);
    cr_expect_eq(ships("sea:north_sea", EAGLES_FRANCE), 0);
    cr_expect_eq(ships("sea:north_sea", EAGLES_COALITION), 0);
    board_close(&b);
}

/* Who enters a coastal hex with an enemy fleet outside the port fights at once; no interception die. 4:2 is
 * 2:1, morale 1 against 2: 6 - 1 is column 5: 0/K: one English sunk and one damaged. */
Test(eagles_cases_sea, a_battle_off_a_coast)
{
    open_sea();
    launch("1920", "france", EAGLES_S, 4, 0);
    launch("coast:1123", "england", EAGLES_S, 2, 0);
    order("coast:1123", EAGLES_COALITION, EAGLES_ORDER_NEVER);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){6, 1, 1, 1, 0},
          MOVES("SAIL(1920)", "SHIPS(france,S,u,4)", "TO(sea:north_sea)", "TO_COAST", "TO(coast:1123)"));
    const JournalEntry *roll = entry_of(EAGLES_EVENT_SEA_ROLL);
    cr_expect_eq(noted(EAGLES_EVENT_INTERCEPTION), 0);
    cr_expect_eq(roll->args[3], 2, "2:1");
    cr_expect_eq(roll->args[5], -1);
    cr_expect_eq(fates(EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(fates(EAGLES_SHIP_HURT), 1);
    board_close(&b);
}

/* Transports alone do not go where enemy squadrons lie; with an escort they may. */
static bool transports_may_go(unsigned escorts)
{
    open_sea();
    launch("1920", "france", EAGLES_T, 1, 0);
    launch("1920", "france", EAGLES_S, escorts, 0);
    launch("coast:1123", "england", EAGLES_S, 1, 0);
    order("coast:1123", EAGLES_COALITION, EAGLES_ORDER_NEVER);
    board_put(&b, "1920", "france", "I", 2);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){1, 1, 1, 0}, MOVES("SAIL(1920)"));
    if (escorts > 0) {
        board_moves(&b, MOVES("SHIPS(france,S,u,1)", "SHIPS(france,T,u,1)"));
    }
    board_moves(&b,
                MOVES("LOAD(yes)", "LOAD(france,I,2)", "LOAD(supply,0)", "TO(sea:north_sea)", "TO_COAST"));
    const bool may = board_offers(&b, "TO(coast:1123)");
    board_close(&b);
    return may;
}

Test(eagles_cases_sea, transports_need_an_escort)
{
    cr_expect_not(transports_may_go(0));
    cr_expect(transports_may_go(1));
}

/* Nelson adds one to the die of a pursuit: 4 catches them. 4 English and 3 French: 1:1, 2 - 1 + 1 is +2; 3 is
 * column 5: D/R. In the second round 6 + 2 is column 8: 0/2K. */
Test(eagles_cases_sea, nelson_pursues)
{
    open_sea();
    launch("sea:north_sea", "england", EAGLES_S, 4, 0);
    launch("sea:north_sea", "france", EAGLES_S, 3, 0);
    nelson_at("sea:north_sea");
    begin(EAGLES_STEP_NAVAL, EAGLES_COALITION, (const int[]){6, 3, 4, 6, 1, 1, 1, 1, 0},
          MOVES("INTERCEPT(sea:north_sea,yes)", "PURSUE(yes)"));
    play_last_while(EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(entry_of(EAGLES_EVENT_PURSUIT)->args[1], 1, "4 + 1");
    cr_expect_eq(noted(EAGLES_EVENT_SEA_ROLL), 2);
    cr_expect_eq(fates(EAGLES_SHIP_SUNK), 2);
    board_close(&b);
}

/* The first ship of a nation, as the one Nelson is aboard. */
static unsigned first_ship(const char *nation, unsigned type)
{
    const unsigned unit = board_data(&b)->nation[board_nation(&b, nation)].unit[type];
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (board_data(&b)->ship_unit[i] == unit && board_state(&b)->ship_at[i] != EAGLES_SUNK) {
            return i;
        }
    }
    cr_assert_fail("no %s ship", nation);
    return 0;
}

static unsigned ship_of_nelson(void)
{
    return board_state(&b)->leader_at[board_data(&b)->nelson] - (unsigned)EAGLES_ABOARD;
}

/* The transport under Nelson is sunk: he takes the other one that was met, not the squadron that lay there.
 */
Test(eagles_cases_sea, nelson_changes_to_a_ship_that_fights)
{
    open_sea();
    launch("sea:north_sea", "england", EAGLES_S, 1, 0);
    launch("1519", "russia", EAGLES_T, 2, 0);
    launch("1123", "france", EAGLES_S, 4, 0);
    order("1123", EAGLES_FRANCE, EAGLES_ORDER_ALWAYS);
    const unsigned first = first_ship("russia", EAGLES_T);
    board_state(&b)->leader_at[board_data(&b)->nelson] = (uint16_t)(EAGLES_ABOARD + first);
    begin(EAGLES_STEP_NAVAL, EAGLES_COALITION, (const int[]){6, 1, 1, 1, 1, 0},
          MOVES("SAIL(1519)", "SHIPS(russia,T,u,2)", "TO(sea:north_sea)"));
    cr_expect_eq(fates(EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(board_state(&b)->ship_at[first], EAGLES_SUNK);
    cr_expect_eq(ship_of_nelson(), first_ship("russia", EAGLES_T));
    board_close(&b);
}

/* Nelson goes along on a squadron of those who sail, not on a transport. */
Test(eagles_cases_sea, nelson_boards_a_squadron)
{
    open_sea();
    launch("1519", "england", EAGLES_S, 1, 0);
    launch("1519", "england", EAGLES_T, 1, 0);
    launch("1519", "russia", EAGLES_S, 1, 0);
    board_state(&b)->leader_at[board_data(&b)->nelson] =
        (uint16_t)(EAGLES_ABOARD + first_ship("england", EAGLES_S));
    begin(EAGLES_STEP_NAVAL, EAGLES_COALITION, (const int[]){1, 0},
          MOVES("SAIL(1519)", "SHIPS(england,S,u,0)", "SHIPS(england,T,u,1)", "SHIPS(russia,S,u,1)",
                "WITH(nelson,yes)"));
    cr_expect_eq(ship_of_nelson(), first_ship("russia", EAGLES_S));
    board_close(&b);
}

/* Orders persist: a ship that comes home to a fleet takes them. */
Test(eagles_cases_sea, who_comes_home_takes_the_orders_of_the_fleet)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 3, 0);
    order("1123", EAGLES_FRANCE, EAGLES_ORDER_ALWAYS);
    const unsigned first = first_ship("france", EAGLES_S);
    board_state(&b)->ship_at[first] = EAGLES_ARRIVING;
    board_state(&b)->ship_order[first] = EAGLES_ORDER_R1;
    begin(EAGLES_STEP_HOMECOMING, EAGLES_FRANCE, (const int[]){1, 0}, MOVES("PLACE(1123)"));
    cr_expect_eq(ships("1123", EAGLES_FRANCE), 3);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        cr_expect(!eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1123"), 0) ||
                  board_state(&b)->ship_order[i] == EAGLES_ORDER_ALWAYS);
    }
    board_close(&b);
}

/* The beaten go to the nearest port that is not blockaded: Brest and Boulogne are as near; with a Russian off
 * Boulogne only Brest is left. */
Test(eagles_cases_sea, no_retreat_into_a_blockaded_port)
{
    open_sea();
    launch("sea:north_sea", "france", EAGLES_S, 3, 0);
    launch("sea:north_sea", "england", EAGLES_S, 3, 0);
    launch("coast:1920", "russia", EAGLES_S, 1, 0);
    board_control(&b, "amsterdam", EAGLES_COALITION);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){6, 3, 0}, MOVES("INTERCEPT(sea:north_sea,yes)"));
    play_last_while(EAGLES_STEP_NAVAL_LOSS); /* 3 - 1 is column 2: R/D */
    if (b.buffer.header.step == EAGLES_STEP_PURSUE) {
        board_play(&b, "PURSUE(no)");
    }
    cr_expect_not(b.buffer.header.step == EAGLES_STEP_RETREAT_PORT && board_offers(&b, "RETREAT_PORT(1920)"));
    play_last_while(EAGLES_STEP_RETREAT_PORT);
    cr_expect_eq(ships("1920", EAGLES_FRANCE), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ cargo: cases 41, 42 */

/* A leader boards an undamaged squadron before a damaged one, and supply points are asked for in the same
 * order. */
Test(eagles_cases_sea, undamaged_ships_are_stowed_first)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2, 1);
    board_lead(&b, "1123", "ney");
    board_put(&b, "1123", "france", "I", 1);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){0},
          MOVES("SAIL(1123)", "SHIPS(france,S,u,1)", "SHIPS(france,S,d,1)", "LOAD(yes)", "WITH(ney,yes)"));
    const unsigned at = board_leader_at(&b, "ney");
    cr_assert(at >= EAGLES_ABOARD && at < EAGLES_ABOARD + board_data(&b)->ships);
    cr_expect_eq(board_state(&b)->ship_flag[at - EAGLES_ABOARD] & EAGLES_SHIP_DAMAGED, 0);
    board_close(&b);

    open_sea();
    launch("1123", "france", EAGLES_T, 2, 1);
    board_put(&b, "1123", "france", "I", 1);
    begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){0},
          MOVES("SAIL(1123)", "SHIPS(france,T,u,1)", "SHIPS(france,T,d,1)", "LOAD(yes)", "LOAD(france,I,0)",
                "LOAD(supply,7)", "LOAD(supply,2)"));
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1123"), 0)) {
            const bool damaged = (board_state(&b)->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0;
            cr_expect_eq(board_state(&b)->ship_supply[i], damaged ? 2 : 7);
        }
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ the Channel: cases 43 to 46 */

/* Naval forces blockaded in a port are ignored: English ones in London, the French transport in Boulogne. */
static bool crosses(const char *english, const char *blockader, const char *of)
{
    open_sea();
    launch("1920", "france", EAGLES_T, 1, 0);
    board_put(&b, "1920", "france", "I", 5);
    if (english != NULL) {
        launch(english, "england", EAGLES_S, 1, 0);
    }
    if (blockader != NULL) {
        launch(blockader, of, EAGLES_S, 1, 0);
    }
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE, (const int[]){1, 1, 1, 0}, (const char *const[]){NULL});
    const bool may = board_offers(&b, "CROSS(no)");
    board_close(&b);
    return may;
}

Test(eagles_cases_sea, who_may_cross_the_channel)
{
    cr_expect(crosses(NULL, NULL, NULL));
    cr_expect_not(crosses("1719", NULL, NULL), "a squadron in London");
    cr_expect(crosses("1719", "coast:1719", "france"), "it is blockaded there");
    cr_expect_not(crosses("sea:north_sea", NULL, NULL));
    cr_expect_not(crosses(NULL, "coast:1920", "russia"), "the transport is blockaded");
}
