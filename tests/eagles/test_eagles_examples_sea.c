/* test_eagles_examples_sea.c: worked examples of the rulebook on fleets, production and single situations, by
 * their numbers (rulemap.md), with scripted dice; what the engine reckoned is read from its journal. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_position.h"

enum { SUMMER = 1, WINTER = 5 };

static Board b;
static Journal journal;

static void open_empty(unsigned month)
{
    board_open_campaign(&b, month, (const int[]){0});
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
}

static unsigned unit(const char *nation, unsigned type)
{
    return board_data(&b)->nation[board_nation(&b, nation)].unit[type];
}

static unsigned place_of(const char *text)
{
    for (unsigned i = 0; strncmp(text, "sea:", 4) == 0 && i < board_data(&b)->seas; i++) {
        if (strcmp(board_data(&b)->sea[i].id, text + 4) == 0) {
            return EAGLES_SEA + i;
        }
    }
    return strncmp(text, "coast:", 6) == 0 ? EAGLES_COAST + board_hex(&b, text + 6) : board_hex(&b, text);
}

static void launch(const char *place, const char *nation, unsigned type, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        cr_assert(eagles_launch(&b.p, unit(nation, type), place_of(place)), "no %s ship left", nation);
    }
}

static void nelson_sails_with(const char *place)
{
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_COALITION, place_of(place), 0)) {
            board_state(&b)->leader_at[board_data(&b)->nelson] = (uint16_t)(EAGLES_ABOARD + i);
        }
    }
}

static void watch(void)
{
    journal_open(&journal, JOURNAL_ALL);
    b.dice.journal = &journal;
}

/* The first entry of a kind; a test that finds none fails. */
static const JournalEntry *noted(unsigned kind)
{
    static const JournalEntry NONE = {.count = 0};
    for (uint32_t i = 0; i < journal.count; i++) {
        if (journal.entries[i].kind == kind) {
            return &journal.entries[i];
        }
    }
    cr_expect(false, "nothing of kind %u was noted", kind);
    return &NONE;
}

static unsigned fates(int fate)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < journal.count; i++) {
        count += journal.entries[i].kind == EAGLES_EVENT_SHIP && journal.entries[i].args[1] == fate;
    }
    return count;
}

static void play_first(void)
{
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    game_apply(&b.game, &b.buffer.header, list.moves[list.count - 1], &b.dice);
}

/* ------------------------------------------------------------------ naval battles (12): cases 112 to 118,
 * 157 */

typedef struct SeaFight {
    const char *what;
    unsigned french;
    const char *enemy;
    unsigned enemies;
    bool french_attack, nelson;
    int die;
    unsigned row;
    int modifier;
    unsigned larger, smaller; /* cells */
    unsigned sunk, damaged;   /* of both together */
} SeaFight;

/* clang-format off */
static const SeaFight SEA_FIGHTS[] = {
    {"112: 4 against 3", 4, "russia", 3, true, false, 3, 0, 0, EAGLES_NAVAL_R, EAGLES_NAVAL_D, 0, 2},
    {"113: 5 against 3", 5, "russia", 3, true, false, 3, 1, 0, EAGLES_NAVAL_D, EAGLES_NAVAL_R, 0, 3},
    {"113: 9 against 3", 9, "russia", 3, true, false, 3, 2, 0, EAGLES_NAVAL_0, EAGLES_NAVAL_R, 0, 1},
    {"114: 6, morale and Nelson: column 8", 3, "england", 3, false, true, 6, 0, 2, EAGLES_NAVAL_0, EAGLES_NAVAL_2K, 2, 1},
    {"115: 1 against both: column -1", 3, "england", 3, true, true, 1, 0, -2, EAGLES_NAVAL_2K, EAGLES_NAVAL_0, 2, 1},
    {"117: K against one", 1, "england", 1, true, false, 2, 0, -1, EAGLES_NAVAL_K, EAGLES_NAVAL_0, 1, 0},
    {"117: K against three", 3, "england", 3, true, false, 2, 0, -1, EAGLES_NAVAL_K, EAGLES_NAVAL_0, 1, 2},
    {"117: K against six", 6, "england", 6, true, false, 2, 0, -1, EAGLES_NAVAL_K, EAGLES_NAVAL_0, 1, 3},
    {"118: R against five", 5, "england", 5, true, false, 3, 0, -1, EAGLES_NAVAL_R, EAGLES_NAVAL_D, 0, 4},
};
/* clang-format on */

/* Two fleets in the North Sea; one of them meets the other with a 6. */
static const JournalEntry *fight(const SeaFight *f)
{
    open_empty(SUMMER);
    launch("sea:north_sea", "france", EAGLES_S, f->french);
    launch("sea:north_sea", f->enemy, EAGLES_S, f->enemies);
    if (f->nelson) {
        nelson_sails_with("sea:north_sea");
    }
    const int dice[] = {6, f->die, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_NAVAL, f->french_attack ? EAGLES_FRANCE : EAGLES_COALITION);
    board_play(&b, "INTERCEPT(sea:north_sea,yes)");
    while (b.buffer.header.step == EAGLES_STEP_NAVAL_LOSS) {
        play_first(); /* undamaged ones */
    }
    return noted(EAGLES_EVENT_SEA_ROLL);
}

Test(eagles_examples_sea, naval_battles_112_to_118)
{
    for (size_t i = 0; i < sizeof SEA_FIGHTS / sizeof SEA_FIGHTS[0]; i++) {
        const SeaFight *f = &SEA_FIGHTS[i];
        const JournalEntry *roll = fight(f);
        const bool french_larger = f->french > f->enemies || (f->french == f->enemies && f->french_attack);
        cr_expect_eq(roll->args[6], french_larger ? EAGLES_FRANCE : EAGLES_COALITION, "%s: larger", f->what);
        cr_expect_eq((unsigned)roll->args[3], f->row, "%s: row %d", f->what, roll->args[3]);
        cr_expect_eq(roll->args[5], f->modifier, "%s: modifier %d", f->what, roll->args[5]);
        cr_expect_eq((unsigned)roll->args[7], f->larger, "%s: cell %d", f->what, roll->args[7]);
        cr_expect_eq((unsigned)roll->args[8], f->smaller, "%s: cell %d", f->what, roll->args[8]);
        cr_expect_eq(fates(EAGLES_SHIP_SUNK), f->sunk, "%s: %u sunk", f->what, fates(EAGLES_SHIP_SUNK));
        cr_expect_eq(fates(EAGLES_SHIP_HURT), f->damaged, "%s: %u damaged", f->what, fates(EAGLES_SHIP_HURT));
        board_close(&b);
    }
}

/* 116: at 1:1 a die and its complement change the sides. 157: one of the two results is 0 or D, for the
 * winner. */
Test(eagles_examples_sea, the_naval_table_116_157)
{
    int cells[7][2];
    for (int die = 1; die <= 6; die++) {
        const SeaFight f = {"116", 3, "russia", 3, true, false, die, 0, 0, 0, 0, 0, 0};
        const JournalEntry *roll = fight(&f);
        cells[die][0] = roll->args[7];
        cells[die][1] = roll->args[8];
        board_close(&b);
    }
    for (int die = 1; die <= 6; die++) {
        cr_expect_eq(cells[die][0], cells[7 - die][1], "%d", die);
    }
    open_empty(SUMMER);
    for (unsigned row = 0; row < 3; row++) {
        for (unsigned column = 0; column < 10; column++) {
            const uint8_t *cell = board_data(&b)->tables.naval[row][column];
            cr_expect_neq(cell[0] <= EAGLES_NAVAL_D, cell[1] <= EAGLES_NAVAL_D, "row %u, column %u", row,
                          column);
        }
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ interception, blockade: cases 119 to
 * 123, 158 */

Test(eagles_examples_sea, interceptions_119_120)
{
    for (unsigned nelson = 0; nelson < 2; nelson++) {
        open_empty(SUMMER);
        launch("1219", "england", EAGLES_S, 4);
        launch("1123", "france", EAGLES_S, 3);
        if (nelson == 1) {
            nelson_sails_with("1219");
        }
        board_dice(&b, (const int[]){4, 4, 1, 1, 1, 1, 1, 1, 0});
        watch();
        board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
        board_moves(&b,
                    (const char *const[]){"SAIL(1123)", "SHIPS(france,S,u,3)", "TO(sea:north_sea)", NULL});
        cr_expect_eq(noted(EAGLES_EVENT_INTERCEPTION)->args[3], (int)nelson, "119");
        board_close(&b);
    }
    for (int die = 3; die <= 4; die++) {
        open_empty(SUMMER);
        launch("sea:north_sea", "england", EAGLES_S, 4);
        launch("sea:north_sea", "france", EAGLES_S, 3);
        const int dice[] = {die, 4, 1, 1, 1, 1, 1, 1, 0};
        board_dice(&b, dice);
        watch();
        board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
        board_play(&b, "INTERCEPT(sea:north_sea,yes)");
        cr_expect_eq(noted(EAGLES_EVENT_INTERCEPTION)->args[3], die == 4, "120");
        board_close(&b);
    }
}

/* French ships (squadrons, else two transports) leave Brest past so many English squadrons. */
static bool runs(int die, unsigned own, unsigned watchers, unsigned month)
{
    char ships[MOVE_TEXT_BYTES];
    open_empty(month);
    launch("1123", "france", own > 0 ? EAGLES_S : EAGLES_T, own > 0 ? own : 2);
    launch("coast:1123", "england", EAGLES_S, watchers);
    const int dice[] = {die, 3, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    watch();
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    (void)snprintf(ships, sizeof ships, "SHIPS(france,%s,u,%u)", own > 0 ? "S" : "T", own > 0 ? own : 2);
    board_moves(&b, (const char *const[]){"SAIL(1123)", ships, NULL});
    if (board_offers(&b, "LOAD(no)")) {
        board_play(&b, "LOAD(no)");
    }
    board_play(&b, "RUN(yes)");
    const bool through = noted(EAGLES_EVENT_BLOCKADE_RUN)->args[3] != 0;
    board_close(&b);
    return through;
}

Test(eagles_examples_sea, blockades_121_to_123_158)
{
    cr_expect(runs(5, 3, 3, WINTER), "121: 5 in winter");
    cr_expect_not(runs(5, 3, 3, SUMMER));
    cr_expect_not(runs(6, 2, 4, SUMMER), "122: twice as many watch");
    cr_expect(runs(6, 3, 4, SUMMER));
    cr_expect(runs(5, 4, 2, SUMMER), "123: twice as many run");
    cr_expect_not(runs(6, 0, 1, SUMMER), "158: transports alone");
    cr_expect(runs(6, 0, 1, WINTER), "158: in winter");
}

/* ------------------------------------------------------------------ moves at sea: cases 124 to 129 */

Test(eagles_examples_sea, voyages_124_to_126)
{
    open_empty(SUMMER);
    launch("1719", "england", EAGLES_S, 1);
    eagles_take_side(&b.p, board_nation(&b, "portugal"), EAGLES_COALITION);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"SAIL(1719)", "TO(sea:north_sea)", "TO(sea:atlantic_ocean)",
                                          "TO_PORT", "TO(0140)", NULL});
    cr_expect_eq(eagles_ships(&b.p, EAGLES_COALITION, board_hex(&b, "0140"), 0), 1);
    cr_expect_eq(board_state(&b)->campaign.fleet.left, 1, "124: three of four points");
    board_close(&b);

    open_empty(SUMMER);
    launch("1719", "england", EAGLES_T, 1);
    board_put(&b, "1719", "england", "I", 3);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"SAIL(1719)", "LOAD(yes)", "LOAD(england,I,3)", NULL});
    while (b.buffer.header.step != EAGLES_STEP_COURSE) { /* no supply points */
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
    board_moves(&b, (const char *const[]){"TO(sea:north_sea)", "TO(sea:atlantic_ocean)", NULL});
    cr_expect_eq(board_state(&b)->campaign.fleet.left, 2);
    cr_expect(board_offers(&b, "TO_COAST"), "125: a coast costs the other two");
    board_close(&b);

    open_empty(SUMMER);
    launch("1519", "england", EAGLES_S, 1);
    board_control(&b, "naples", EAGLES_COALITION);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"SAIL(1519)", "TO(sea:north_sea)", "TO(sea:atlantic_ocean)",
                                          "TO(sea:western_mediterranean)", "TO(sea:tyrrhenian_sea)", NULL});
    cr_expect_eq(b.buffer.header.step == EAGLES_STEP_COURSE && board_offers(&b, "TO_PORT"), false,
                 "126: Naples takes a fifth point");
    board_close(&b);
}

static bool borders(const char *city, const char *sea)
{
    const unsigned hex = board_data(&b)->city[eagles_find_city(board_data(&b), city)].hex;
    return (board_data(&b)->hex[hex].seas >> (place_of(sea) - EAGLES_SEA) & 1U) != 0;
}

Test(eagles_examples_sea, coasts_127_128)
{
    open_empty(SUMMER);
    cr_expect(borders("london", "sea:north_sea"));
    cr_expect(borders("boulogne", "sea:north_sea"));
    cr_expect(borders("gibraltar", "sea:atlantic_ocean"));
    cr_expect(borders("gibraltar", "sea:western_mediterranean"));
    cr_expect_not(borders("gibraltar", "sea:north_sea"));
    board_close(&b);
}

/* 129: one transport takes ten infantry or five cavalry. */
static bool loads(const char *type, unsigned sp)
{
    char move[MOVE_TEXT_BYTES];
    open_empty(SUMMER);
    launch("1123", "france", EAGLES_T, 1);
    board_put(&b, "1123", "france", type, 12);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"SAIL(1123)", "LOAD(yes)", NULL});
    (void)snprintf(move, sizeof move, "LOAD(france,%s,%u)", type, sp);
    const bool offered = board_offers(&b, move);
    board_close(&b);
    return offered;
}

Test(eagles_examples_sea, cargo_129)
{
    cr_expect(loads("I", 10));
    cr_expect_not(loads("I", 11));
    cr_expect(loads("C", 5));
    cr_expect_not(loads("C", 6));
}

/* 159: the French land between Plymouth and Yarmouth. */
Test(eagles_examples_sea, landing_in_england_159)
{
    static const struct {
        const char *city;
        bool open;
    } CITIES[] = {{"plymouth", true}, {"portsmouth", true}, {"dover", true},
                  {"yarmouth", true}, {"bristol", false},   {"hull", false}};
    open_empty(SUMMER);
    board_put(&b, "1920", "france", "I", 3);
    launch("1920", "france", EAGLES_T, 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    for (size_t i = 0; i < sizeof CITIES / sizeof CITIES[0]; i++) {
        char move[MOVE_TEXT_BYTES];
        char id[8];
        const unsigned hex = board_data(&b)->city[eagles_find_city(board_data(&b), CITIES[i].city)].hex;
        (void)snprintf(id, sizeof id, "%02u%02u", board_data(&b)->hex[hex].column,
                       board_data(&b)->hex[hex].row);
        (void)snprintf(move, sizeof move, "CROSS(%s)", id);
        cr_expect_eq(board_offers(&b, move), CITIES[i].open, "%s", CITIES[i].city);
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ production (13.3): cases 104 to 110, 156
 */

/* What a nation of the Coalition has to spend, red and naval points together, for a die. */
static unsigned points_of(const char *nation, int die)
{
    const int dice[] = {die, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    for (unsigned i = 0; i < 20; i++) {
        const EaglesFrame *top = eagles_top(&b.p);
        if (top->step == EAGLES_STEP_BUILD && top->a == board_nation(&b, nation)) {
            return (unsigned)(board_state(&b)->campaign.production.red +
                              board_state(&b)->campaign.production.naval) /
                   2U;
        }
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        const bool build = top->step == EAGLES_STEP_BUILD;
        game_apply(&b.game, &b.buffer.header, list.moves[build ? list.count - 1 : 0],
                   &b.dice); /* DONE; store nothing */
    }
    cr_expect_fail("%s builds nothing", nation);
    return 0;
}

Test(eagles_examples_sea, production_104_106_156)
{
    open_empty(SUMMER);
    for (unsigned i = 0; i < 3; i++) { /* three cities of six */
        static const char *const NAVAL[] = {"portsmouth", "plymouth", "yarmouth"};
        board_control(&b, NAVAL[i], EAGLES_FRANCE);
    }
    cr_expect_eq(points_of("england", 5), 3, "104");
    cr_expect_eq(points_of("england", 6), 6, "104");
    board_close(&b);

    open_empty(SUMMER);
    board_control(&b, "lisbon", EAGLES_FRANCE);
    cr_expect_eq(points_of("england", 6), 6, "106: 6 less 1");
    board_control(&b, "lisbon", EAGLES_NEUTRAL);
    cr_expect_eq(points_of("england", 6), 12);
    board_close(&b);

    open_empty(SUMMER);
    board_put(&b, "5215", "france", "I", 20);
    board_control(&b, "reval", EAGLES_FRANCE);
    cr_expect_eq(points_of("russia", 5), 6, "156: three cities, 5 and 1");
    board_close(&b);
}

/* 105: France in January, Napoleon in Paris, 3 + 3, four cities. */
Test(eagles_examples_sea, january_in_paris_105)
{
    open_empty(WINTER);
    board_lead(&b, "1924", "napoleon");
    board_dice(&b, (const int[]){3, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_FRANCE);
    cr_expect_eq(board_state(&b)->campaign.production.red, 2 * 8);
    board_close(&b);
}

/* 107, 108, 109: prices in halves of a point. */
Test(eagles_examples_sea, prices_107_to_109)
{
    static const struct {
        unsigned type, cost, iberian;
    } PRICES[] = {{EAGLES_L, 1, 0},   {EAGLES_M, 1, 8},  {EAGLES_I, 2, 12}, {EAGLES_CC, 2, 0},
                  {EAGLES_GI, 4, 0},  {EAGLES_C, 4, 24}, {EAGLES_GC, 6, 0}, {EAGLES_S, 10, 60},
                  {EAGLES_T, 10, 60}, {EAGLES_P, 0, 12}, {EAGLES_CT, 0, 12}};
    open_empty(SUMMER);
    const EaglesTables *t = &board_data(&b)->tables;
    for (size_t i = 0; i < sizeof PRICES / sizeof PRICES[0]; i++) {
        cr_expect_eq(t->cost[PRICES[i].type], PRICES[i].cost, "%s: %u", EAGLES_TYPE_IDS[PRICES[i].type],
                     t->cost[PRICES[i].type]);
        cr_expect_eq(t->cost_iberia[PRICES[i].type], PRICES[i].iberian, "%s: %u",
                     EAGLES_TYPE_IDS[PRICES[i].type], t->cost_iberia[PRICES[i].type]);
    }
    cr_expect_eq(2 * t->cost_iberia[EAGLES_CT], t->cost_iberia[EAGLES_C], "109");
    board_close(&b);
}

/* 110: Madrid, another major city and two minor ones are free of the French. */
Test(eagles_examples_sea, points_of_invaded_spain_110)
{
    open_empty(SUMMER);
    const EaglesData *d = board_data(&b);
    eagles_take_side(&b.p, board_nation(&b, "spain"), EAGLES_COALITION);
    unsigned majors = 0;
    unsigned minors = 0;
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned hex = d->city[city].hex;
        if (eagles_owner(&b.p, hex) != board_nation(&b, "spain") || !d->hex[hex].playable ||
            city == d->campaign.madrid) {
            continue;
        }
        unsigned *count = d->city[city].level == EAGLES_MINOR ? &minors : &majors;
        if (++*count > (d->city[city].level == EAGLES_MINOR ? 2U : 1U)) {
            eagles_bring(&b.p, hex, unit("france", EAGLES_I), 1, 0, true);
            eagles_set_control(&b.p, city, EAGLES_FRANCE);
        }
    }
    EaglesState *s = board_state(&b);
    s->active = EAGLES_COALITION;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_build_in_iberia(&b.p, board_nation(&b, "spain"));
    cr_expect_eq(eagles_top(&b.p)->x, 2 * 10);
    board_close(&b);
}

/* 130: months of Russia's peace by the option of the treaty. */
Test(eagles_examples_sea, peace_of_tilsit_130)
{
    static const unsigned MONTHS[] = {18, 12, 6};
    for (unsigned option = 0; option < 3; option++) {
        open_empty(SUMMER);
        eagles_make_treaty(&b.p, option);
        cr_expect_eq(board_state(&b)->campaign.peace_months, MONTHS[option]);
        cr_expect_eq(board_state(&b)->nation[board_nation(&b, "russia")].side, EAGLES_NEUTRAL);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ situations: cases 80, 170 to 172, 174,
 * 176, 178, 179 */

static void open_field(void)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
}

/* 80: infantry whose leader came in this step stays. */
Test(eagles_examples_sea, a_leader_of_today_leads_nobody_80)
{
    open_field();
    board_put(&b, "1624", "france", "I", 3);
    board_put(&b, "1724", "france", "I", 3);
    board_lead(&b, "1624", "davout");
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PICK(1724)"));
    board_moves(&b, (const char *const[]){"PICK(1624)", "TAKE(NONE)", NULL});
    if (board_offers(&b, "LEADER_TO(1724)")) {
        board_play(&b, "LEADER_TO(1724)");
    }
    cr_expect_eq(board_leader_at(&b, "davout"), board_hex(&b, "1724"));
    cr_expect(b.buffer.header.step != EAGLES_STEP_PICK || !board_offers(&b, "PICK(1724)"));
    board_close(&b);
}

/* 170: all dice of the round fall before those who are broken withdraw. */
Test(eagles_examples_sea, dice_before_withdrawals_170)
{
    open_field();
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1724", "austria", "I", 6);
    board_put(&b, "3326", "austria", "I", 6);
    board_put(&b, "3327", "france", "I", 6);
    board_dice(&b, (const int[]){4, 6, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    watch();
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1724)", "TARGET(3326)", NULL});
    unsigned rolls = 0;
    for (uint32_t i = 0; i < journal.count; i++) {
        if (journal.entries[i].kind == EAGLES_EVENT_RETREAT) {
            cr_expect_eq(rolls, 2, "somebody retreated after %u throws", rolls);
        }
        rolls += journal.entries[i].kind == EAGLES_EVENT_ROLL;
    }
    cr_expect_eq(rolls, 2, "%u throws", rolls);
    cr_expect_neq(board_state(&b)->battle[0].broken & 2U, 0, "the Austrians of the first battle are broken");
    board_close(&b);
}

/* 171: the attackers' hex is emptied by losses: the battle is over, the defender may advance. */
Test(eagles_examples_sea, an_emptied_attack_hex_171)
{
    open_field();
    board_put(&b, "1724", "austria", "I", 1);
    board_put(&b, "1624", "france", "I", 3);
    board_dice(&b, (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_play(&b, "TARGET(1624)");
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 0);
    cr_expect(board_offers(&b, "ADVANCE(1624,1724,all)"));
    board_play(&b, "ADVANCE(1624,1724,all)");
    cr_expect_gt(board_sp(&b, "1724", EAGLES_FRANCE), 0);
    cr_expect_eq(board_state(&b)->battles, 0, "the phase is over");
    board_close(&b);
}

/* 172: who was in supply when the round began may advance in it, whatever is cut meanwhile. */
Test(eagles_examples_sea, supply_of_the_round_172)
{
    open_field();
    board_put(&b, "1624", "france", "I", 12);
    board_put(&b, "1724", "austria", "I", 1);
    board_put(&b, "3427", "austria", "I", 1);
    board_dice(&b, (const int[]){3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    cr_assert(board_offers(&b, "ADVANCE(1624,1724,all)"));
    for (unsigned city = 0; city < board_data(&b)->cities; city++) { /* every source is gone */
        eagles_set_control(&b.p, city, EAGLES_COALITION);
    }
    cr_expect(board_offers(&b, "ADVANCE(1624,1724,all)"));
    board_close(&b);
}

/* 174: Bavaria goes over in 1813 while the French stand in Munich. */
Test(eagles_examples_sea, bavaria_changes_sides_174)
{
    board_open(&b, "eagles/1813", NULL);
    const EaglesData *d = board_data(&b);
    board_clear(&b);
    board_put(&b, "2927", "france", "I", 2);
    board_put(&b, "3118", "prussia", "I", 2);
    unsigned effect = 0;
    while (effect < d->effects[EAGLES_COALITION] &&
           !(d->effect[EAGLES_COALITION][effect].kind == EAGLES_CHANGES_SIDE &&
             d->effect[EAGLES_COALITION][effect].nation == board_nation(&b, "bavaria"))) {
        effect++;
    }
    cr_assert_lt(effect, d->effects[EAGLES_COALITION], "no such effect");
    EaglesState *s = board_state(&b);
    board_month(&b, 2);
    s->effects_used[EAGLES_COALITION] = (uint8_t)effect;
    s->victory_points[EAGLES_COALITION] = 100;
    const int dice[] = {6, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    b.p.dice = &b.dice;
    s->active = EAGLES_COALITION;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_ALLIANCE);
    eagles_alliance_run(&b.p);
    const EaglesNation *bavaria = &s->nation[board_nation(&b, "bavaria")];
    cr_expect_eq(bavaria->side, EAGLES_COALITION);
    cr_expect_eq(bavaria->colour, EAGLES_WHITE);
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned hex = d->city[city].hex;
        if (eagles_owner(&b.p, hex) == board_nation(&b, "bavaria")) {
            const bool munich = hex == board_hex(&b, "2927");
            cr_expect_eq(eagles_control(s, city), munich ? EAGLES_FRANCE : EAGLES_COALITION, "%s",
                         d->city[city].id);
            cr_expect_eq(eagles_is_source(&b.p, EAGLES_WHITE, hex), !munich, "%s", d->city[city].id);
        }
    }
    board_close(&b);
}

/* 176: every city of Spain and Portugal is French, one of them without an SP. */
Test(eagles_examples_sea, an_empty_city_is_not_occupied_176)
{
    board_open(&b, "eagles/1808-14", NULL);
    const EaglesData *d = board_data(&b);
    board_clear(&b);
    const unsigned nations[] = {board_nation(&b, "spain"), board_nation(&b, "portugal")};
    unsigned last = EAGLES_NO_HEX;
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned hex = d->city[city].hex;
        const unsigned owner = eagles_owner(&b.p, hex);
        if ((owner == nations[0] || owner == nations[1]) && d->hex[hex].playable) {
            eagles_bring(&b.p, hex, unit("france", EAGLES_I), 1, 0, true);
            eagles_set_control(&b.p, city, EAGLES_FRANCE);
            last = owner == nations[0] ? hex : last;
        }
    }
    cr_expect(eagles_is_conquered(&b.p, nations[0], EAGLES_FRANCE));
    cr_expect(eagles_is_conquered(&b.p, nations[1], EAGLES_FRANCE));
    eagles_eliminate(&b.p, eagles_key(last, unit("france", EAGLES_I), 0), 1);
    cr_expect_not(eagles_is_conquered(&b.p, nations[0], EAGLES_FRANCE));
    board_close(&b);
}

/* 178: the English land at Flushing though it is French, but not where an SP stands. */
static unsigned landed_at_flushing(unsigned defenders)
{
    board_open(&b, "eagles/1809", NULL);
    const EaglesData *d = board_data(&b);
    board_clear(&b);
    unsigned landing = EAGLES_ARRIVALS_MAX;
    for (unsigned i = 0; i < d->arrivals; i++) {
        board_state(&b)->arrival[i] = d->arrival[i].landing ? EAGLES_DUE : EAGLES_PLACED;
        landing = d->arrival[i].landing ? i : landing;
    }
    cr_assert_lt(landing, EAGLES_ARRIVALS_MAX, "nobody lands");
    const unsigned hex = d->city[eagles_find_city(d, "flushing")].hex;
    cr_assert_eq(d->arrival[landing].hex, hex);
    board_control(&b, "flushing", EAGLES_FRANCE);
    if (defenders > 0) {
        eagles_bring(&b.p, hex, unit("france", EAGLES_I), defenders, 0, true);
    }
    board_put(&b, "3427", "austria", "I", 1);
    board_month(&b, d->arrival[landing].month);
    board_dice(&b, (const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_COALITION);
    for (unsigned i = 0;
         i < 12 && b.buffer.header.step != EAGLES_STEP_PICK && b.buffer.header.over == 0 &&
         board_state(&b)->arrival[landing] == EAGLES_DUE && b.buffer.header.seat == SEAT_COALITION;
         i++) {
        MoveList list;
        if (game_legal(&b.game, &b.buffer.header, &list) == 0) {
            break;
        }
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
    const unsigned sp = eagles_count(&b.p, hex, EAGLES_COALITION, EAGLES_ANY);
    board_close(&b);
    return sp;
}

Test(eagles_examples_sea, walcheren_178)
{
    cr_expect_gt(landed_at_flushing(0), 0);
    cr_expect_eq(landed_at_flushing(1), 0);
}

/* 179: four shelter in Ulm, the last one outside counter-attacks and dies: the garrison is the defender of
 * the next round. */
Test(eagles_examples_sea, the_garrison_of_a_dead_counter_attacker_179)
{
    open_field();
    board_put(&b, "2725", "france", "I", 3);
    board_put(&b, "2726", "austria", "I", 6);
    board_dice(&b, (const int[]){3, 4, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(rows)", "ROWS(austria,I,4)", NULL});
    /* 3:2, morale +1, column 8: -/L. */
    cr_assert_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_OUTSIDE), 1);
    board_moves(&b, (const char *const[]){"WITHDRAW(2725,stay)", "WITHDRAW(2726,stay)", "CONTINUE(no)",
                                          "COUNTER(yes)", NULL});
    /* 3:1 for the French, column 10: L/D1. */
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_OUTSIDE), 0);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 4);
    if (board_offers(&b, "WITHDRAW(2725,stay)")) {
        board_play(&b, "WITHDRAW(2725,stay)");
    }
    cr_expect_eq(b.buffer.header.seat, SEAT_FRENCH);
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"), "the garrison defends");
    board_close(&b);
}
