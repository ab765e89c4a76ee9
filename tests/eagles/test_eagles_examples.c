/* test_eagles_examples.c: worked examples of the rulebook on attrition, forced march, overruns, terrain,
 * leaders, morale, cities and the data of scenarios, by their numbers (rulemap.md). Tables are read by
 * driving the engine, not by looking into them. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/groups.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1, JANUARY_1806 = 5, JULY_1806 = 11, NOVEMBER_1812 = 6 };

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

static unsigned unit(const char *nation, const char *type)
{
    return board_data(&b)->nation[board_nation(&b, nation)].unit[eagles_find_type(type)];
}

static void bring(const char *hex, const char *nation, const char *type, unsigned sp, unsigned flags)
{
    cr_assert_eq(eagles_bring(&b.p, board_hex(&b, hex), unit(nation, type), sp, flags, true), sp);
}

/* What happens is noted from now on. */
static void watch(void)
{
    journal_open(&journal, JOURNAL_ALL);
    b.dice.journal = &journal;
}

/* The n-th entry of a kind, from 0; NULL if there are fewer. */
static const JournalEntry *noted(unsigned kind, unsigned n)
{
    for (uint32_t i = 0; i < journal.count; i++) {
        if (journal.entries[i].kind == kind && n-- == 0) {
            return &journal.entries[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ attrition (3): cases 1 to 15 */

/* SP of a nation in a hex, what is against them, and what a die takes: SP, and whether one must be cavalry.
 */
typedef struct Attrition {
    const char *what;
    const char *hex, *nation;
    unsigned sp;
    bool unsupplied;
    unsigned month, die, lost, cavalry;
} Attrition;

/* Austrians at Passau (3126): in supply, abroad, on area 3, in summer: no modifier. */
static const Attrition ATTRITION[] = {
    {"1: two SP are not tested", "3126", "austria", 2, false, SEPTEMBER_1805, 6, 0, 0},
    {"2: three SP, 5", "3126", "austria", 3, false, SEPTEMBER_1805, 5, 0, 0},
    {"3: three SP, 6", "3126", "austria", 3, false, SEPTEMBER_1805, 6, 1, 0},
    {"4: seven SP, 4", "3126", "austria", 7, false, SEPTEMBER_1805, 4, 1, 0},
    {"5: seven SP, 5", "3126", "austria", 7, false, SEPTEMBER_1805, 5, 2, 1},
    {"6: 21 SP, 6", "3126", "austria", 21, false, SEPTEMBER_1805, 6, 5, 1},
    {"7: 16 SP, 1", "3126", "austria", 16, false, SEPTEMBER_1805, 1, 1, 0},
    {"8: French abroad, -1", "2625", "france", 12, false, JULY_1806, 4, 1, 0},
    {"9: French at home, -2", "1924", "france", 12, false, JULY_1806, 4, 1, 0},
    {"10: Russians at home, unsupplied, area 4, winter: +2", "5215", "russia", 12, true, JANUARY_1806, 3, 2,
     1},
    {"11: no more than 6", "5215", "austria", 21, true, JANUARY_1806, 6, 5, 1},
    {"12: no less than 1", "1924", "france", 5, false, JULY_1806, 1, 0, 0},
    {"14: three SP in winter, 6", "3126", "austria", 3, false, JANUARY_1806, 6, 1, 0},
    {"14: six SP in winter, 6", "3126", "austria", 6, false, JANUARY_1806, 6, 2, 1},
    {"15: 15 SP, 1", "3126", "austria", 15, false, SEPTEMBER_1805, 1, 0, 0},
    {"15: 16 SP, 1", "3126", "austria", 16, false, SEPTEMBER_1805, 1, 1, 0},
    {"15: 11 SP unsupplied, 1", "3126", "austria", 11, true, SEPTEMBER_1805, 1, 1, 0},
};

Test(eagles_examples, attrition_1_to_15)
{
    for (size_t i = 0; i < sizeof ATTRITION / sizeof ATTRITION[0]; i++) {
        const Attrition *a = &ATTRITION[i];
        open_empty(a->month);
        bring(a->hex, a->nation, "I", a->sp, a->unsupplied ? EAGLES_FLAG_UNSUPPLIED : 0);
        board_state(&b)->active = board_state(&b)->nation[board_nation(&b, a->nation)].side;
        const EaglesLoss loss = eagles_attrition_of(&b.p, board_hex(&b, a->hex), a->die, a->sp, 0);
        cr_expect_eq(loss.left, a->lost, "%s: %u lost", a->what, loss.left);
        cr_expect_eq(loss.cavalry, a->cavalry, "%s: cavalry %u", a->what, loss.cavalry);
        board_close(&b);
    }
}

/* 13: six besieged SP, value 3, never in supply: +4. */
Test(eagles_examples, attrition_of_the_besieged_13)
{
    open_empty(SEPTEMBER_1805);
    board_put(&b, "2726", "france", "I", 8);
    board_besiege(&b, "2726", "austria", "I", 6, 3);
    board_dice(&b, (const int[]){1, 6, 6, 6, 6, 6, 6, 0});
    watch();
    board_begin(&b, EAGLES_STEP_ATTRITION, EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "2726", EAGLES_COALITION), 4, "as a 5: two");
    board_close(&b);
}

/* ------------------------------------------------------------------ attrition at sea (3): cases 16 to 18 */

static void fleet_in_a_storm(unsigned squadrons, int die, unsigned damaged)
{
    open_empty(SEPTEMBER_1805);
    const unsigned place = EAGLES_SEA + board_data(&b)->campaign.north_sea;
    for (unsigned i = 0; i < squadrons; i++) {
        cr_assert(eagles_launch(&b.p, unit("england", "S"), place));
    }
    board_dice(&b, (const int[]){6, die, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_ATTRITION, EAGLES_COALITION);
    unsigned hit = eagles_ships(&b.p, EAGLES_COALITION, place, EAGLES_SHIP_DAMAGED);
    while (b.buffer.header.step == EAGLES_STEP_NAVAL_LOSS && hit < squadrons) {
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        game_apply(&b.game, &b.buffer.header, list.moves[list.count - 1], &b.dice); /* undamaged ones */
        hit = eagles_ships(&b.p, EAGLES_COALITION, place, EAGLES_SHIP_DAMAGED);
    }
    const unsigned sunk = squadrons - eagles_ships(&b.p, EAGLES_COALITION, place, 0);
    cr_expect_eq(hit + sunk, damaged, "%u squadrons, %d: %u hit", squadrons, die, hit + sunk);
    board_close(&b);
}

Test(eagles_examples, attrition_at_sea_16_to_18)
{
    fleet_in_a_storm(4, 5, 2);
    fleet_in_a_storm(8, 6, 4);
    fleet_in_a_storm(8, 4, 0);
}

/* ------------------------------------------------------------------ forced march (7.5): cases 19 to 28, 142
 * to 145, 154 */

/* A group that stands in a hex with no MP left wants to go on eastward for so many clear hexes. */
typedef struct March {
    const char *what;
    const char *scenario, *hex, *nation, *type, *leader;
    unsigned month;
    bool unsupplied, modifiers; /* expected to be out of supply; French modifiers used */
    unsigned wanted;
    int die;
    unsigned extra, lost;
} March;

#define CAMPAIGN "eagles/1805-15"
static const March MARCHES[] = {
    {"19", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 3, 2, 3, 0},
    {"20", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 3, 3, 2, 1},
    {"21", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 3, 4, 1, 1},
    {"22", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 1, 5, 1, 0},
    {"23", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 2, 5, 0, 0},
    {"24: one", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 1, 6, 0, 0},
    {"24: three", CAMPAIGN, "4222", "austria", "I", "mack", SEPTEMBER_1805, false, false, 3, 6, 0, 0},
    {"25: French line", CAMPAIGN, "1325", "france", "I", "davout", SEPTEMBER_1805, false, true, 3, 4, 2, 1},
    {"25: without modifiers", CAMPAIGN, "1325", "france", "I", "davout", SEPTEMBER_1805, false, false, 3, 4,
     1, 1},
    {"26: Guard", CAMPAIGN, "1325", "france", "GI", "davout", SEPTEMBER_1805, false, true, 3, 4, 3, 0},
    {"27: French out of supply", CAMPAIGN, "4222", "france", "I", "davout", SEPTEMBER_1805, true, true, 1, 4,
     1, 0},
    {"28: winter on area 4", CAMPAIGN, "5120", "russia", "I", "kutuzov", JANUARY_1806, false, false, 1, 5, 0,
     0},
    {"154: Guard, winter, area 4", "eagles/1812", "4216", "france", "GI", "davout", NOVEMBER_1812, false,
     true, 3, 3, 2, 1},
};

static void open_march(const March *m)
{
    if (strcmp(m->scenario, CAMPAIGN) == 0) {
        open_empty(m->month);
    } else {
        board_open(&b, m->scenario, NULL);
        board_clear(&b);
        board_month(&b, m->month);
        board_control(&b, "vilna", EAGLES_FRANCE);
        board_put(&b, "4215", "france", "I", 1); /* a depot between Vilna and the group */
    }
    board_put(&b, m->hex, m->nation, m->type, 6);
    board_lead(&b, m->hex, m->leader);
    board_put(&b, "1924", "france", "I", 1);
    board_put(&b, "4602", "russia", "I", 1);
}

Test(eagles_examples, forced_march_19_to_28)
{
    for (size_t i = 0; i < sizeof MARCHES / sizeof MARCHES[0]; i++) {
        const March *m = &MARCHES[i];
        char pick[MOVE_TEXT_BYTES];
        const unsigned side = strcmp(m->nation, "france") == 0 ? EAGLES_FRANCE : EAGLES_COALITION;
        open_march(m);
        board_begin(&b, EAGLES_STEP_MOVEMENT, side);
        (void)snprintf(pick, sizeof pick, "PICK(%s)", m->hex);
        board_moves(&b, (const char *const[]){pick, "TAKE(ALL)", "STEP(E)", NULL});
        Body body;
        eagles_body_from_group(&b.p, &body);
        cr_expect_eq(body.row[0].unsupplied, m->unsupplied, "%s", m->what);
        board_state(&b)->group.spent = 3;
        const int dice[] = {m->die, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
        board_dice(&b, dice);
        watch();
        for (unsigned k = 0; k < m->wanted; k++) {
            board_play(&b, "FM_STEP(E)");
        }
        if (b.buffer.header.step == EAGLES_STEP_MARCH_PATH) {
            board_play(&b, "FM_GO");
        }
        if (b.buffer.header.step == EAGLES_STEP_MARCH_FRENCH) {
            board_play(&b, m->modifiers ? "FM_FRENCH(yes)" : "FM_FRENCH(no)");
        }
        const JournalEntry *march = noted(EAGLES_EVENT_MARCH, 0);
        cr_assert(march != NULL, "%s", m->what);
        cr_expect_eq(march->args[1], (int)m->wanted, "%s: column %d", m->what, march->args[1]);
        cr_expect_eq(march->args[3], (int)m->extra, "%s: %d extra", m->what, march->args[3]);
        cr_expect_eq(march->args[4], (int)m->lost, "%s: %d lost", m->what, march->args[4]);
        board_close(&b);
    }
}

/* 145: Guard, line and Bavarians together, a 5 with the French modifiers: 2 and one lost, 1 and one lost,
 * none. */
Test(eagles_examples, classes_part_on_a_forced_march_145)
{
    open_empty(SEPTEMBER_1805);
    board_put(&b, "1325", "france", "GI", 3);
    board_put(&b, "1325", "france", "I", 3);
    board_put(&b, "1325", "bavaria", "I", 3);
    board_lead(&b, "1325", "davout");
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(1325)", "TAKE(ALL)", "STEP(E)", NULL});
    board_state(&b)->group.spent = 3;
    board_moves(&b, (const char *const[]){"FM_STEP(E)", "FM_STEP(E)", "FM_STEP(E)", NULL});
    if (b.buffer.header.step == EAGLES_STEP_MARCH_PATH) {
        board_play(&b, "FM_GO");
    }
    board_dice(&b, (const int[]){5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_play(&b, "FM_FRENCH(yes)");
    cr_expect_eq(board_sp(&b, "1625", EAGLES_FRANCE), 2, "the Guard goes two hexes");
    cr_expect_eq(board_sp(&b, "1525", EAGLES_FRANCE), 2, "the line one");
    cr_expect_eq(board_sp(&b, "1425", EAGLES_FRANCE), 3, "the Bavarians none");
    cr_expect_eq(board_sp(&b, "1725", EAGLES_FRANCE), 0);
    board_close(&b);
}

/* 142: 1 MP left, four wanted (2 over a river, then 1 and 1): column 3. 144: none left: the fourth MP is not
 * offered. 143: 2 MP left, a forest behind a river costs 3: column 1, and a 2 pays it. */
static void stand(const char *hex, const char *step, unsigned spent)
{
    char pick[MOVE_TEXT_BYTES];
    open_empty(SEPTEMBER_1805);
    board_put(&b, hex, "france", "I", 6);
    board_lead(&b, hex, "davout");
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    (void)snprintf(pick, sizeof pick, "PICK(%s)", hex);
    board_moves(&b, (const char *const[]){pick, "TAKE(ALL)", step, NULL});
    board_state(&b)->group.spent = (uint8_t)spent;
}

static int march_column(void)
{
    board_dice(&b, (const int[]){2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    watch();
    if (b.buffer.header.step == EAGLES_STEP_MARCH_PATH) {
        board_play(&b, "FM_GO");
    }
    board_play(&b, "FM_FRENCH(no)");
    const JournalEntry *march = noted(EAGLES_EVENT_MARCH, 0);
    return march == NULL ? 0 : march->args[1];
}

Test(eagles_examples, columns_of_a_forced_march_142_to_144)
{
    stand("1922", "STEP(SW)", 2);
    cr_assert_eq(board_state(&b)->group.hex, board_hex(&b, "1823"));
    board_moves(&b, (const char *const[]){"FM_STEP(SW)", "FM_STEP(W)", "FM_STEP(W)", NULL});
    cr_expect_eq(march_column(), 3);
    board_close(&b);

    stand("1922", "STEP(SW)", 3);
    board_moves(&b, (const char *const[]){"FM_STEP(SW)", "FM_STEP(W)", NULL});
    cr_expect_neq(b.buffer.header.step, EAGLES_STEP_MARCH_PATH, "three MP are all there is");
    board_close(&b);

    stand("2222", "STEP(SE)", 1);
    cr_assert_eq(board_state(&b)->group.hex, board_hex(&b, "2223"));
    board_play(&b, "FM_STEP(SW)");
    cr_expect_eq(march_column(), 1);
    cr_expect_eq(board_sp(&b, "2224", EAGLES_FRANCE), 6, "a 2 pays it");
    board_close(&b);
}

/* ------------------------------------------------------------------ overruns (7.4): cases 29 to 42, 153 */

enum terrain_of_case { CLEAR, LOW, HIGH, FOREST, CITY };
/* From clear ground into each, no river or pass between, and the direction. */
static const char *const GROUND[][3] = {
    [CLEAR] = {"1624", "1724", "E"},   [LOW] = {"3021", "3122", "SE"}, [HIGH] = {"3725", "3825", "E"},
    [FOREST] = {"4114", "4115", "SE"}, [CITY] = {"2726", "2925", "E"},
};

typedef struct Overrun {
    const char *what;
    unsigned ground, foot, horse, enemy_foot, enemy_horse;
    bool trench, unsupplied, legal;
    unsigned extra;
} Overrun;

static const Overrun OVERRUNS[] = {
    {"29, 36: 8 against 2", CLEAR, 8, 0, 2, 0, false, false, true, 1},
    {"30: 7 against 2", CLEAR, 7, 0, 2, 0, false, false, false, 0},
    {"31: 11 against 3", CLEAR, 11, 0, 3, 0, false, false, false, 0},
    {"32: 8 against 2 in low mountains", LOW, 8, 0, 2, 0, false, false, false, 0},
    {"33: 10 against 2 in high mountains by cavalry", HIGH, 0, 10, 2, 0, false, false, true, 1},
    {"34: 4 against 1 entrenched", CLEAR, 4, 0, 1, 0, true, false, false, 0},
    {"35: 5 against 1 entrenched", CLEAR, 5, 0, 1, 0, true, false, true, 1},
    {"37: 12 against 2", CLEAR, 12, 0, 2, 0, false, false, true, 0},
    {"38: one cavalry against two", CLEAR, 7, 1, 0, 2, false, false, false, 0},
    {"39: two cavalry against two", CLEAR, 6, 2, 0, 2, false, false, true, 1},
    {"41: out of supply", CLEAR, 12, 0, 1, 0, false, true, false, 0},
    {"42: 4 against 1 in a forest", FOREST, 4, 0, 1, 0, false, false, true, 1},
    {"153: 12 against 2 in low mountains", LOW, 12, 0, 2, 0, false, false, true, 0},
};

/* Cost of a step of all French SP in a hex; 0: not allowed. */
static unsigned step_of_all(const char *hex, unsigned direction, bool *overrun)
{
    Body body;
    eagles_body_from_hex(&b.p, &body, board_hex(&b, hex), EAGLES_BLUE);
    for (unsigned i = 0; i < body.rows; i++) {
        body.row[i].open = false;
        body.row[i].going = body.row[i].have;
    }
    return eagles_body_step(&b.p, &body, direction, overrun);
}

Test(eagles_examples, overruns_29_to_42)
{
    for (size_t i = 0; i < sizeof OVERRUNS / sizeof OVERRUNS[0]; i++) {
        const Overrun *o = &OVERRUNS[i];
        open_empty(SEPTEMBER_1805);
        eagles_take_side(&b.p, board_nation(&b, "prussia"), EAGLES_COALITION);
        eagles_take_side(&b.p, board_nation(&b, "saxony"), EAGLES_COALITION);
        const char *const *ground = GROUND[o->ground];
        const unsigned flags = o->unsupplied ? EAGLES_FLAG_UNSUPPLIED : 0;
        bring(ground[0], "france", "I", o->foot, flags);
        bring(ground[0], "france", "C", o->horse, flags);
        bring(ground[1], "austria", "I", o->enemy_foot, 0);
        bring(ground[1], "austria", "C", o->enemy_horse, 0);
        eagles_set_bit(board_state(&b)->trench[EAGLES_COALITION], board_hex(&b, ground[1]), o->trench);
        const unsigned from = board_hex(&b, ground[0]);
        const unsigned direction = eagles_direction(board_data(&b), from, board_hex(&b, ground[1]));
        bool overrun = false;
        const unsigned cost = step_of_all(ground[0], direction, &overrun);
        const unsigned expected = o->legal ? eagles_cost(&b.p, from, direction, EAGLES_FRANCE) + o->extra : 0;
        cr_expect_eq(cost, expected, "%s: %u MP, not %u", o->what, cost, expected);
        cr_expect(overrun, "%s", o->what);
        board_close(&b);
    }
}

/* 40: nobody is overrun in a city. */
Test(eagles_examples, no_overrun_in_a_city_40)
{
    open_empty(SEPTEMBER_1805);
    bring("2725", "france", "I", 12, 0);
    bring("2726", "austria", "I", 1, 0);
    bool overrun = false;
    const unsigned way = eagles_direction(board_data(&b), board_hex(&b, "2725"), board_hex(&b, "2726"));
    cr_expect_eq(step_of_all("2725", way, &overrun), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ terrain (7.2): cases 82 to 84, 136, 155
 */

static unsigned entry(const char *from, const char *to, bool winter)
{
    const unsigned a = board_hex(&b, from);
    const unsigned way = eagles_direction(board_data(&b), a, board_hex(&b, to));
    cr_assert_lt(way, EAGLES_DIRECTIONS);
    return board_data(&b)->hex[a].cost[winter ? 1 : 0][way];
}

Test(eagles_examples, terrain_82_to_84_136_155)
{
    open_empty(SEPTEMBER_1805);
    cr_expect_eq(entry("2827", "2928", false), 1, "82: Innsbruck among the mountains");
    cr_expect_eq(entry("0837", "0838", false), 1, "83: low mountains by a pass");
    cr_expect_eq(entry("0533", "0633", false), 1, "83: high mountains by a pass");
    cr_expect_eq(entry("3021", "3122", false), 2, "low mountains without");
    cr_expect_eq(entry("3725", "3825", false), 3, "high mountains without");
    cr_expect_eq(entry("1823", "1824", false), 2, "84: a river without a bridge");
    cr_expect_eq(entry("2526", "2425", false), 1, "84: with one");
    cr_expect_eq(entry("4600", "4700", false), EAGLES_IMPASSABLE, "136: a lake");
    cr_expect_eq(entry("4600", "4700", true), 1, "155: the same frozen");
    cr_expect_eq(entry("3815", "3915", false), 2, "a swamp");
    cr_expect_eq(entry("3815", "3915", true), 1, "the same frozen");
    cr_expect_eq(entry("4114", "4115", false), 2, "a forest");
    cr_expect_eq(entry("2223", "2224", false), 3, "143: a forest behind a river");
    const EaglesHex *lake = &board_data(&b)->hex[board_hex(&b, "4700")];
    cr_expect_eq(lake->drm[1], 0, "155: frozen it helps nobody");
    cr_expect_eq(lake->drm[0], 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ leaders and cities: cases 78, 85, 86,
 * 137 */

static const EaglesCity *city_of(const char *id)
{
    const unsigned city = eagles_find_city(board_data(&b), id);
    cr_assert_neq(city, EAGLES_NONE, "no city %s", id);
    return &board_data(&b)->city[city];
}

Test(eagles_examples, leaders_and_cities_78_85_137)
{
    open_empty(SEPTEMBER_1805);
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        const EaglesLeader *leader = &board_data(&b)->leader[l];
        const char *id = board_data(&b)->leader_text[l].id;
        const bool great = leader->leadership == 3;
        cr_expect_eq(leader->capacity, leader->naval ? leader->capacity : great ? 12 : 10, "%s", id);
        cr_expect_eq(leader->move, leader->naval ? leader->move : great ? 12 : 10, "%s", id);
    }
    static const char *const GREAT[] = {"napoleon", "wellington"};
    for (unsigned i = 0; i < 2; i++) {
        cr_expect_eq(board_data(&b)->leader[eagles_find_leader(board_data(&b), GREAT[i])].capacity, 12);
    }
    for (unsigned i = 0; i < board_data(&b)->cities; i++) {
        const EaglesCity *city = &board_data(&b)->city[i];
        cr_expect_eq(city->garrison, city->level == EAGLES_MINOR ? 4 : 6, "%s", city->id);
    }
    cr_expect_eq(city_of("vienna")->garrison, 6);
    cr_expect_eq(city_of("ulm")->garrison, 4);
    cr_expect_eq(city_of("madrid")->level, EAGLES_CAPITAL, "137: nobody digs in there");
    board_close(&b);
}

Test(eagles_examples, three_sp_in_madrid_do_not_dig_in_137)
{
    open_empty(SEPTEMBER_1805);
    board_put(&b, "0839", "spain", "I", 3);
    board_put(&b, "1624", "france", "I", 3);
    board_begin(&b, EAGLES_STEP_MOVEMENT_END, EAGLES_FRANCE);
    cr_expect_eq(city_of("madrid")->hex, board_hex(&b, "0839"));
    cr_expect_not(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], board_hex(&b, "0839")));
    board_close(&b);
}

/* ------------------------------------------------------------------ morale (8.4): cases 75 to 77 */

Test(eagles_examples, morale_of_units_75_to_77)
{
    open_empty(SEPTEMBER_1805);
    const unsigned area4 = board_hex(&b, "5215");
    const unsigned area3 = board_hex(&b, "3427");
    cr_assert_eq(board_data(&b)->hex[area4].area, 4);
    cr_assert_eq(board_data(&b)->hex[area3].area, 3);
    static const char *const REGULAR[] = {"I", "GI", "C", "GC"};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(eagles_unit_morale(&b.p, unit("russia", REGULAR[i]), area4), 3, "75: %s", REGULAR[i]);
        cr_expect_eq(eagles_unit_morale(&b.p, unit("russia", REGULAR[i]), area3), 2, "75: %s", REGULAR[i]);
    }
    cr_expect_eq(eagles_unit_morale(&b.p, unit("russia", "M"), area4), 0, "76");
    cr_expect_eq(eagles_unit_morale(&b.p, unit("russia", "CC"), area4), 1, "76");
    cr_expect_eq(eagles_unit_morale(&b.p, unit("england", "K"), area3),
                 eagles_unit_morale(&b.p, unit("england", "I"), area3), "77");
    board_close(&b);
}

/* ------------------------------------------------------------------ the map: cases 135, 138, 141, 165 to 167
 */

/* Cheapest MP from a hex to every other by infantry; the last hex itself may be any. */
static void mp_from(unsigned from, uint16_t mp[EAGLES_HEXES_MAX])
{
    memset(mp, 0xFF, EAGLES_HEXES_MAX * sizeof mp[0]);
    mp[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned hex = 0; hex < board_data(&b)->hexes; hex++) {
            for (unsigned way = 0; mp[hex] != 0xFFFF && way < EAGLES_DIRECTIONS; way++) {
                const unsigned cost = board_data(&b)->hex[hex].cost[0][way];
                const unsigned to = board_data(&b)->hex[hex].neighbour[way];
                if (cost != EAGLES_IMPASSABLE && mp[hex] + cost < mp[to]) {
                    mp[to] = (uint16_t)(mp[hex] + cost);
                    changed = true;
                }
            }
        }
    }
}

/* Turns of so many MP from a city to another, hexes being whole: MP that do not pay the next hex are lost. */
static unsigned months(const char *from, const char *goal, unsigned allowance)
{
    static uint8_t best[EAGLES_HEXES_MAX]; /* turns needed */
    static uint8_t left[EAGLES_HEXES_MAX]; /* MP left in the last of them */
    memset(best, 255, sizeof best);
    best[city_of(from)->hex] = 1;
    left[city_of(from)->hex] = (uint8_t)allowance;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned hex = 0; hex < board_data(&b)->hexes; hex++) {
            for (unsigned way = 0; best[hex] != 255 && way < EAGLES_DIRECTIONS; way++) {
                const unsigned cost = board_data(&b)->hex[hex].cost[0][way];
                const unsigned to = board_data(&b)->hex[hex].neighbour[way];
                if (cost > allowance) {
                    continue;
                }
                const bool same = cost <= left[hex];
                const unsigned turns = best[hex] + (same ? 0U : 1U);
                const unsigned rest = (same ? left[hex] : allowance) - cost;
                if (turns < best[to] || (turns == best[to] && rest > left[to])) {
                    best[to] = (uint8_t)turns;
                    left[to] = (uint8_t)rest;
                    changed = true;
                }
            }
        }
    }
    return best[city_of(goal)->hex];
}

Test(eagles_examples, marches_across_europe_135_165_166)
{
    static uint16_t mp[EAGLES_HEXES_MAX];
    open_empty(SEPTEMBER_1805);
    static const char *const CORPS[] = {"strasbourg", "landau"};
    for (unsigned i = 0; i < 2; i++) {
        mp_from(city_of(CORPS[i])->hex, mp);
        unsigned nearest = UINT32_MAX;
        const EaglesHex *ulm = &board_data(&b)->hex[city_of("ulm")->hex];
        for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
            nearest = mp[ulm->neighbour[way]] < nearest ? mp[ulm->neighbour[way]] : nearest;
        }
        cr_expect_leq(nearest, 3, "135: from %s to a hex next to Ulm: %u MP", CORPS[i], nearest);
    }
    cr_expect_eq(months("ulm", "vienna", 3), 4, "165");
    cr_expect_eq(months("ulm", "vienna", 5), 3, "165 with forced marches");
    cr_expect_eq(months("vilna", "moscow", 3), 5, "166");
    cr_expect_eq(months("vilna", "moscow", 4), 4, "166 by cavalry");
    board_close(&b);
}

/* 139: a chain of SP three MP apart is in supply all along, one without its middle is not (140). 167: so many
 * depots. */
static bool feeds(const char *from, const char *to, unsigned depots)
{
    EaglesSupply supply;
    static uint16_t mp[EAGLES_HEXES_MAX];
    mp_from(city_of(from)->hex, mp);
    const unsigned last = city_of(to)->hex;
    unsigned at = city_of(from)->hex;
    for (unsigned i = 0; i <= depots;
         i++) { /* as far as supply comes, each time the hex nearest to the end */
        static uint16_t back[EAGLES_HEXES_MAX];
        mp_from(at, mp);
        if (mp[last] <= 3) {
            return true;
        }
        unsigned best = at;
        unsigned best_left = UINT32_MAX;
        for (unsigned hex = 0; hex < board_data(&b)->hexes; hex++) {
            if (mp[hex] <= 3 && hex != at) {
                mp_from(hex, back);
                if (back[last] < best_left) {
                    best = hex;
                    best_left = back[last];
                }
            }
        }
        at = best;
    }
    (void)supply;
    return false;
}

Test(eagles_examples, depots_167)
{
    open_empty(SEPTEMBER_1805);
    static const struct {
        const char *from, *to;
        unsigned depots;
    } CASES[] = {{"vilna", "moscow", 4}, {"munich", "paris", 5}, {"bayonne", "madrid", 3}};
    for (unsigned i = 0; i < 3; i++) {
        cr_expect(feeds(CASES[i].from, CASES[i].to, CASES[i].depots), "%s to %s", CASES[i].from, CASES[i].to);
        cr_expect_not(feeds(CASES[i].from, CASES[i].to, CASES[i].depots - 1), "%s to %s: one less",
                      CASES[i].from, CASES[i].to);
    }
    board_close(&b);
}

/* 138: Spain has 31 cities on this map, all of which must fall. 163, 164: what must fall elsewhere. */
static unsigned cities_that_must_fall(const char *nation)
{
    unsigned count = 0;
    const unsigned n = board_nation(&b, nation);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        const unsigned hex = board_data(&b)->city[city].hex;
        count += board_data(&b)->hex[hex].playable && eagles_owner(&b.p, hex) == n ? 1U : 0U;
    }
    return count;
}

Test(eagles_examples, cities_of_spain_138)
{
    open_empty(SEPTEMBER_1805);
    cr_expect_eq(cities_that_must_fall("spain"), 31);
    board_close(&b);
}

/* All listed cities fall, and the nation with them; without any one of them it stands. */
static bool falls(const char *nation, const char *const *cities, unsigned missing)
{
    open_empty(SEPTEMBER_1805);
    const unsigned n = board_nation(&b, nation);
    if (board_state(&b)->nation[n].side != EAGLES_COALITION) {
        eagles_take_side(&b.p, n, EAGLES_COALITION);
    }
    for (unsigned i = 0; cities[i] != NULL; i++) {
        if (i != missing) {
            eagles_bring(&b.p, city_of(cities[i])->hex, unit("france", "I"), 1, 0, true);
            board_control(&b, cities[i], EAGLES_FRANCE);
        }
    }
    board_dice(&b, (const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
    const bool conquered = board_state(&b)->nation[n].conquered > 0;
    board_close(&b);
    return conquered;
}

Test(eagles_examples, what_must_fall_163_164)
{
    static const char *const AUSTRIA[] = {"vienna", "budapest", "trieste", NULL};
    static const char *const PRUSSIA[] = {"berlin", "breslau", NULL};
    static const char *const RUSSIA[] = {"st_petersburg", "moscow", "kiev", "reval", NULL};
    static const struct {
        const char *nation;
        const char *const *cities;
        unsigned count;
    } CASES[] = {{"austria", AUSTRIA, 3}, {"prussia", PRUSSIA, 2}, {"russia", RUSSIA, 4}};
    for (unsigned i = 0; i < 3; i++) {
        cr_expect(falls(CASES[i].nation, CASES[i].cities, 99), "%s", CASES[i].nation);
        for (unsigned missing = 0; missing < CASES[i].count; missing++) {
            cr_expect_not(falls(CASES[i].nation, CASES[i].cities, missing), "%s without %s", CASES[i].nation,
                          CASES[i].cities[missing]);
        }
    }
}

/* 141: wherever one hex is attacked from another, three hexes are behind it, if the map has them. */
Test(eagles_examples, three_hexes_in_the_rear_141)
{
    open_empty(SEPTEMBER_1805);
    static const char *const PAIRS[][2] = {{"2525", "2425"}, {"2625", "2525"}, {"2726", "2725"}};
    for (unsigned i = 0; i < 3; i++) {
        const unsigned defend = board_hex(&b, PAIRS[i][0]);
        const unsigned attack = board_hex(&b, PAIRS[i][1]);
        cr_assert_eq(eagles_distance(board_data(&b), defend, attack), 1);
        unsigned rear = 0;
        for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
            const unsigned hex = board_data(&b)->hex[defend].neighbour[way];
            rear += hex != EAGLES_NO_HEX && eagles_distance(board_data(&b), hex, attack) > 1;
        }
        cr_expect_eq(rear, 3, "%s from %s", PAIRS[i][0], PAIRS[i][1]);
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ set-ups: cases 131 to 134, 168 */

typedef struct Setup {
    const char *scenario;
    unsigned months;
    unsigned french, allied, coalition; /* SP at the start: of France, of its friends, of its enemies */
    unsigned french_leaders, coalition_leaders, french_cities, coalition_cities;
} Setup;

static const Setup SETUPS[] = {
    {"1805", 5, 47, 17, 55, 13, 9, 83, 67},    {"1806", 10, 37, 11, 40, 11, 8, 99, 63},
    {"1809", 8, 28, 30, 67, 12, 8, 116, 37},   {"1812", 8, 42, 65, 53, 23, 7, 155, 35},
    {"1813", 9, 36, 19, 50, 12, 11, 120, 60},  {"1814", 5, 54, 5, 105, 14, 23, 59, 176},
    {"1815", 4, 45, 0, 69, 13, 10, 37, 159},   {"1808-14", 71, 32, 0, 32, 9, 6, 66, 41},
    {"1811-14", 36, 61, 0, 45, 10, 9, 80, 27}, {"1805-15", 125, 49, 33, 90, 15, 17, 114, 79},
};

static Setup set_up(const char *scenario)
{
    char path[64];
    (void)snprintf(path, sizeof path, "eagles/%s", scenario);
    board_open(&b, path, NULL);
    Setup found = {.scenario = scenario, .months = board_data(&b)->months};
    const EaglesState *s = board_state(&b);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned u = eagles_row_unit(s, i);
        const unsigned side = eagles_unit_side(&b.p, u);
        const bool french = board_data(&b)->unit[u].nation == board_data(&b)->france;
        *(side == EAGLES_COALITION ? &found.coalition
          : french                 ? &found.french
                                   : &found.allied) += side <= EAGLES_COALITION ? s->row_count[i] : 0U;
    }
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        const unsigned side = eagles_leader_side(&b.p, l);
        if (eagles_leader_on_map(s, l) && side <= EAGLES_COALITION) {
            *(side == EAGLES_FRANCE ? &found.french_leaders : &found.coalition_leaders) += 1;
        }
    }
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        const unsigned side = eagles_control(s, city);
        if (side <= EAGLES_COALITION && board_data(&b)->hex[board_data(&b)->city[city].hex].playable) {
            *(side == EAGLES_FRANCE ? &found.french_cities : &found.coalition_cities) += 1;
        }
    }
    board_close(&b);
    return found;
}

Test(eagles_examples, set_ups_of_ten_scenarios_131_132)
{
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++) {
        const Setup *want = &SETUPS[i];
        const Setup got = set_up(want->scenario);
        cr_expect_eq(got.months, want->months, "%s: %u months", want->scenario, got.months);
        cr_expect_eq(got.french, want->french, "%s: %u French SP", want->scenario, got.french);
        cr_expect_eq(got.allied, want->allied, "%s: %u SP of friends", want->scenario, got.allied);
        cr_expect_eq(got.coalition, want->coalition, "%s: %u SP of the Coalition", want->scenario,
                     got.coalition);
        cr_expect_eq(got.french_leaders, want->french_leaders, "%s: %u leaders", want->scenario,
                     got.french_leaders);
        cr_expect_eq(got.coalition_leaders, want->coalition_leaders, "%s: %u leaders", want->scenario,
                     got.coalition_leaders);
        cr_expect_eq(got.french_cities, want->french_cities, "%s: %u cities", want->scenario,
                     got.french_cities);
        cr_expect_eq(got.coalition_cities, want->coalition_cities, "%s: %u cities", want->scenario,
                     got.coalition_cities);
    }
}

/* 133: in July 1813 France receives 22 SP at Mainz, six of them Guard. */
Test(eagles_examples, july_1813_brings_22_sp_133)
{
    board_open(&b, "eagles/1813", NULL);
    const EaglesData *d = board_data(&b);
    unsigned sp = 0;
    unsigned guard = 0;
    for (unsigned i = 0; i < d->arrivals; i++) {
        const EaglesStackData *a = &d->arrival[i];
        const bool july = (d->first_month + a->month) % 12 == 6 && a->side == EAGLES_FRANCE;
        for (unsigned type = 0; july && a->hex == city_of("mainz")->hex && type <= EAGLES_CT; type++) {
            sp += a->count[type];
            guard += type == EAGLES_GI || type == EAGLES_GC ? a->count[type] : 0U;
        }
    }
    cr_expect_eq(sp, 22);
    cr_expect_eq(guard, 6);
    board_close(&b);
}

/* 134: 1814 is France's unless an unbesieged and supplied enemy stands in Paris when it ends. */
static unsigned winner_of_1814(bool coalition, bool depot)
{
    board_open(&b, "eagles/1814", NULL);
    board_clear(&b);
    board_put(&b, "1829", "france", "I", 1);
    if (coalition) {
        board_put(&b, "1924", "prussia", "I", 2);
        board_control(&b, "paris", EAGLES_COALITION);
    }
    if (depot) {
        EaglesState *s = board_state(&b);
        s->city[eagles_find_city(board_data(&b), "paris")] &= EAGLES_CITY_CONTROL;
        board_put(&b, "1924", "england", "I", 1);
        board_put(&b, "1823", "england", "I", 1);
        board_put(&b, "1722", "england", "I", 1);
        board_control(&b, "le_havre", EAGLES_COALITION);
    }
    eagles_check_victory(&b.p, true);
    const unsigned over = b.buffer.header.over;
    board_close(&b);
    return over;
}

Test(eagles_examples, paris_decides_1814_134)
{
    cr_expect_eq(winner_of_1814(false, false), 1 + EAGLES_WON_FRANCE);
    cr_expect_eq(winner_of_1814(true, false), 1 + EAGLES_WON_FRANCE, "they are out of supply");
    cr_expect_eq(winner_of_1814(true, true), 1 + EAGLES_WON_COALITION);
}

/* 168: a position fits the buffer of a state, with room to spare. */
Test(eagles_examples, size_of_a_state_168)
{
    cr_expect_leq(sizeof(EaglesState), STATE_BYTES_MAX);
    cr_expect_leq(sizeof(EaglesState), 8192);
}
