/* test_eagles_cases_calendar.c: what the calendar brings in the short scenarios, worked by hand from the
 * rulebook and the scenarios before it was played: points and rolls of alliance, what they bring about,
 * replacements, leaders who recover. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/eagles/eagles_position.h"

static Board b;

static const int *die_then_ones(int die)
{
    static int dice[BOARD_DICE_MAX];
    for (unsigned i = 0; i + 1 < BOARD_DICE_MAX; i++) {
        dice[i] = i == 0 ? die : 1;
    }
    dice[BOARD_DICE_MAX - 1] = 0;
    return dice;
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static unsigned side_of(const char *id) { return board_state(&b)->nation[nation(id)].side; }
static unsigned control_of(const char *city)
{
    return eagles_control(board_state(&b), eagles_find_city(board_data(&b), city));
}
static bool at_step(enum eagles_step step) { return b.buffer.header.step == step; }
static unsigned used(unsigned side) { return board_state(&b)->effects_used[side]; }

static void open(const char *scenario, unsigned month)
{
    board_open(&b, scenario, NULL);
    board_month(&b, month);
}
/* The roll of a side in its alliance step. */
static void roll(unsigned side, int die)
{
    board_dice(&b, die_then_ones(die));
    board_begin(&b, EAGLES_STEP_ALLIANCE, side);
}
static unsigned sp_of(const char *hex, const char *who, unsigned type)
{
    const EaglesState *s = board_state(&b);
    const unsigned place = board_hex(&b, hex);
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place); i++) {
        sp += eagles_row_unit(s, i) == board_data(&b)->nation[nation(who)].unit[type] ? s->row_count[i] : 0U;
    }
    return sp;
}
static unsigned sp_of_nation(const char *who)
{
    const EaglesState *s = board_state(&b);
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        sp += board_data(&b)->unit[eagles_row_unit(s, i)].nation == nation(who) ? s->row_count[i] : 0U;
    }
    return sp;
}
static void begin_reinforcement(unsigned month, unsigned side)
{
    board_month(&b, month);
    board_dice(&b, die_then_ones(1));
    board_begin(&b, EAGLES_STEP_REINFORCE, side);
}
/* Takes the first option of each decision of step 3; whether a move was ever offered. */
static bool play_step_3(const char *looked_for)
{
    bool offered = false;
    while (at_step(EAGLES_STEP_PLACE) || at_step(EAGLES_STEP_PLACE_ONE) || at_step(EAGLES_STEP_REPLACE_AT) ||
           at_step(EAGLES_STEP_REPLACE_AS) || at_step(EAGLES_STEP_SPLIT) || at_step(EAGLES_STEP_EVACUATE)) {
        MoveList list;
        offered = offered || (looked_for != NULL && board_offers(&b, looked_for));
        game_legal(&b.game, &b.buffer.header, &list);
        const unsigned choice = at_step(EAGLES_STEP_EVACUATE) ? list.count - 1 : 0;
        game_apply(&b.game, &b.buffer.header, list.moves[choice], &b.dice);
    }
    return offered;
}

/* ------------------------------------------------------------------ points of alliance */

/* 1805: the French hold two of Vienna, Prague, Venice, Innsbruck, the Coalition none of its four: -2. A
 * French 2 is 0, a 3 is not. */
Test(eagles_cases_calendar, two_cities_are_two_points)
{
    for (int die = 2; die <= 3; die++) {
        open("eagles/1805", 1);
        board_control(&b, "vienna", EAGLES_FRANCE);
        board_control(&b, "prague", EAGLES_FRANCE);
        roll(EAGLES_FRANCE, die);
        cr_expect_eq(used(EAGLES_FRANCE), die == 2 ? 1 : 0, "a %d", die);
        board_close(&b);
    }
}

/* Points beyond four do not count: 9 victory points of the Coalition are +4. A 3 is 7, a 2 is 6. Prussia
 * joins with Hesse, Brunswick and Saxony. */
Test(eagles_cases_calendar, four_points_at_most)
{
    for (int die = 2; die <= 3; die++) {
        open("eagles/1805", 1);
        board_state(&b)->victory_points[EAGLES_COALITION] = 9;
        roll(EAGLES_COALITION, die);
        const unsigned side = die == 3 ? EAGLES_COALITION : EAGLES_NEUTRAL;
        cr_expect_eq(side_of("prussia"), side, "a %d", die);
        cr_expect_eq(side_of("saxony"), side);
        cr_expect_eq(control_of("dresden"), side);
        board_close(&b);
    }
}

/* The French have bought Prussia off: nothing is left for the Coalition to roll for. */
Test(eagles_cases_calendar, a_barred_prussia_does_not_join)
{
    open("eagles/1805", 1);
    board_state(&b)->victory_points[EAGLES_FRANCE] = 4;
    roll(EAGLES_FRANCE, 4);
    cr_assert_eq(used(EAGLES_FRANCE), 1);
    board_state(&b)->victory_points[EAGLES_COALITION] = 9;
    board_month(&b, 2);
    roll(EAGLES_COALITION, 6);
    cr_expect_eq(side_of("prussia"), EAGLES_NEUTRAL);
    board_close(&b);
}

/* 1813: three points for the French (Leipzig, Dresden, Hamburg), none for the Coalition; -2 in April and May,
 * +2 in June and July, +6 from August on. */
static void open_1813(unsigned month)
{
    static const char *const FRENCH[] = {"leipzig", "dresden", "hamburg", "magdeburg", "munich", "frankfurt"};
    open("eagles/1813", month);
    for (unsigned i = 0; i < 6; i++) {
        board_control(&b, FRENCH[i], EAGLES_FRANCE);
    }
    board_control(&b, "berlin", EAGLES_COALITION);
    board_control(&b, "breslau", EAGLES_COALITION);
}

Test(eagles_cases_calendar, modifiers_of_the_month)
{
    static const struct {
        unsigned month, side;
        int most; /* the French win with it, the Coalition with more */
    } ROLLS[] = {{1, EAGLES_FRANCE, 4},
                 {2, EAGLES_FRANCE, 1},
                 {3, EAGLES_FRANCE, 1},
                 {4, EAGLES_COALITION, 3},
                 {8, EAGLES_COALITION, 3}};
    for (unsigned i = 0; i < sizeof ROLLS / sizeof ROLLS[0]; i++) {
        for (int die = ROLLS[i].most; die <= ROLLS[i].most + 1; die++) {
            open_1813(ROLLS[i].month);
            roll(ROLLS[i].side, die);
            const bool wins = (die == ROLLS[i].most) == (ROLLS[i].side == EAGLES_FRANCE);
            cr_expect_eq(used(ROLLS[i].side), wins ? 1 : 0, "month %u, a %d", ROLLS[i].month, die);
            board_close(&b);
        }
    }
}

/* Two French successes leave -1 each for good, then the list is exhausted: in August +6 - 3 - 2 is +1. */
Test(eagles_cases_calendar, lasting_modifiers)
{
    for (int die = 5; die <= 6; die++) {
        open_1813(1);
        roll(EAGLES_FRANCE, 1);
        board_month(&b, 1);
        roll(EAGLES_FRANCE, 1);
        cr_assert_eq(used(EAGLES_FRANCE), 2);
        board_month(&b, 1);
        roll(EAGLES_FRANCE, 1);
        cr_expect_eq(used(EAGLES_FRANCE), 2);
        board_month(&b, 4);
        roll(EAGLES_COALITION, die);
        cr_expect_eq(side_of("austria"), die == 6 ? EAGLES_COALITION : EAGLES_NEUTRAL, "a %d", die);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ what alliances bring */

/* 1806: the second French success ends the Russian replacements. */
Test(eagles_cases_calendar, no_more_russian_replacements)
{
    for (unsigned successes = 1; successes <= 2; successes++) {
        open("eagles/1806", 1);
        static const char *const CITIES[] = {"berlin", "leipzig", "dresden"};
        for (unsigned i = 0; i < 3; i++) {
            board_control(&b, CITIES[i], EAGLES_FRANCE);
        }
        for (unsigned i = 0; i < successes; i++) {
            board_month(&b, 1);
            roll(EAGLES_FRANCE, 1);
        }
        cr_assert_eq(used(EAGLES_FRANCE), successes);
        begin_reinforcement(2, EAGLES_COALITION);
        cr_expect_eq(play_step_3("REPLACE_AT(grodno)"), successes == 1);
        board_close(&b);
    }
}

/* 1812: the first French success keeps the Army of the Danube away, the second the corps from Finland. */
Test(eagles_cases_calendar, chichagov_never_comes)
{
    for (unsigned successes = 0; successes <= 2; successes++) {
        open("eagles/1812", 1);
        board_state(&b)->victory_points[EAGLES_FRANCE] = 6;
        for (unsigned i = 0; i < successes; i++) {
            board_month(&b, 1);
            roll(EAGLES_FRANCE, 1);
        }
        cr_assert_eq(used(EAGLES_FRANCE), successes);
        begin_reinforcement(4, EAGLES_COALITION);
        play_step_3(NULL);
        const EaglesData *d = board_data(&b);
        cr_expect_eq(board_leader_at(&b, "chichagov") < d->hexes, successes < 1, "%u", successes);
        cr_expect_eq(board_leader_at(&b, "russia_c") < d->hexes, successes < 2, "%u", successes);
        board_close(&b);
    }
}

/* 1812: Prussia's men and Yorck go; her country stays open to France, her cities French. Then Austria's. */
Test(eagles_cases_calendar, the_contingents_leave)
{
    open("eagles/1812", 1);
    board_state(&b)->victory_points[EAGLES_COALITION] = 6;
    cr_assert_gt(sp_of_nation("prussia"), 0);
    cr_assert_gt(sp_of_nation("austria"), 0);
    roll(EAGLES_COALITION, 6);
    cr_expect_eq(sp_of_nation("prussia"), 0);
    cr_expect_gt(sp_of_nation("austria"), 0);
    cr_expect_geq(board_leader_at(&b, "yorck"), board_data(&b)->hexes);
    cr_expect_eq(control_of("konigsberg"), EAGLES_FRANCE);
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3914"), EAGLES_FRANCE));
    board_month(&b, 2);
    roll(EAGLES_COALITION, 6);
    cr_expect_eq(sp_of_nation("austria"), 0);
    cr_expect_geq(board_leader_at(&b, "schwarzenberg"), board_data(&b)->hexes);
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "4323"), EAGLES_FRANCE), "Lemberg is closed");
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "4323"), EAGLES_COALITION));
    board_close(&b);
}

/* 1809: four Russian I and a C come to Lublin on the French side; with an Austrian there to the nearest
 * Polish city, Warsaw at two hexes. */
Test(eagles_cases_calendar, russians_at_lublin)
{
    for (unsigned austrians = 0; austrians < 2; austrians++) {
        open("eagles/1809", 1);
        board_clear(&b);
        board_put(&b, "3427", "austria", "I", 1);
        board_put(&b, "1924", "france", "I", 1);
        if (austrians > 0) {
            board_put(&b, "4120", "austria", "I", 1);
        }
        board_state(&b)->victory_points[EAGLES_FRANCE] = 4;
        roll(EAGLES_FRANCE, 1);
        const char *const hex = austrians > 0 ? "3919" : "4120";
        cr_expect_eq(side_of("russia"), EAGLES_FRANCE);
        cr_expect_eq(sp_of(hex, "russia", EAGLES_I), 4, "%s", hex);
        cr_expect_eq(sp_of(hex, "russia", EAGLES_C), 1, "%s", hex);
        cr_expect_eq(board_leader_at(&b, "russia_a"), board_hex(&b, hex));
        board_close(&b);
    }
}

/* 1809: three partisans rise in empty hexes of Westphalia, one a hex, named in ascending order. */
Test(eagles_cases_calendar, the_germans_rise)
{
    open("eagles/1809", 1);
    board_state(&b)->victory_points[EAGLES_COALITION] = 9;
    roll(EAGLES_COALITION, 6);
    unsigned last = 0;
    for (unsigned i = 0; i < 3; i++) {
        MoveList list;
        cr_assert_eq(b.buffer.header.seat, SEAT_COALITION);
        game_legal(&b.game, &b.buffer.header, &list);
        cr_assert_eq(eagles_move_kind(list.moves[0]), EAGLES_MOVE_PLACE);
        const unsigned hex = eagles_move_argument(list.moves[0]);
        cr_expect(i == 0 || hex > last);
        cr_expect_eq(eagles_owner(&b.p, hex), nation("westphalia"));
        cr_expect_not(eagles_has(&b.p, hex, EAGLES_FRANCE, EAGLES_ANY));
        last = hex;
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
        cr_expect_eq(eagles_count(&b.p, hex, EAGLES_COALITION, EAGLES_ANY), 1);
    }
    cr_expect_not(eagles_move_kind(0) == EAGLES_MOVE_PLACE && at_step(EAGLES_STEP_RISING), "three, no more");
    board_close(&b);
}

/* ------------------------------------------------------------------ replacements */

/* 1805: two French I a month from September on, both in one of Strasbourg, Mainz and Lyon that is French and
 * not besieged; one Italian in Milan without a question. */
Test(eagles_cases_calendar, french_replacements_of_1805)
{
    open("eagles/1805", 0);
    begin_reinforcement(0, EAGLES_FRANCE);
    cr_expect_not(at_step(EAGLES_STEP_REPLACE_AT), "not in August");
    board_close(&b);

    open("eagles/1805", 1);
    board_clear(&b);
    board_put(&b, "2526", "france", "I", 3);
    board_put(&b, "2930", "austria", "I", 3);
    begin_reinforcement(1, EAGLES_FRANCE);
    cr_expect(board_offers(&b, "REPLACE_AT(mainz)"));
    cr_expect(board_offers(&b, "REPLACE_AT(lyon)"));
    const unsigned italians = sp_of("2632", "northern_italy", EAGLES_I);
    board_play(&b, "REPLACE_AT(strasbourg)");
    cr_expect_eq(sp_of("2526", "france", EAGLES_I), 3 + 3 + 2, "three of them are the arrival of September");
    cr_expect_eq(sp_of("2632", "northern_italy", EAGLES_I), italians + 1);
    board_close(&b);

    open("eagles/1805", 1); /* Mainz is taken, Strasbourg besieged: Lyon is left */
    board_clear(&b);
    board_put(&b, "2523", "austria", "I", 1);
    board_control(&b, "mainz", EAGLES_COALITION);
    board_put(&b, "2526", "austria", "I", 2);
    board_besiege(&b, "2526", "france", "I", 1, 1);
    begin_reinforcement(1, EAGLES_FRANCE);
    cr_expect_not(at_step(EAGLES_STEP_REPLACE_AT) && b.buffer.header.seat == SEAT_FRENCH);
    cr_expect_eq(sp_of("2130", "france", EAGLES_I), 2);
    board_close(&b);
}

/* 1809: an Austrian I in each of Vienna, Budapest, Prague and Brunn that is held and not besieged; half of
 * them, rounded up, may take two L instead. */
static void landwehr(bool vienna_lost)
{
    open("eagles/1809", 1);
    board_clear(&b);
    board_put(&b, "2928", "austria", "I", 1);
    board_put(&b, "1924", "france", "I", 1);
    if (vienna_lost) {
        board_control(&b, "vienna", EAGLES_FRANCE);
        board_put(&b, "3427", "france", "I", 1);
    }
    begin_reinforcement(1, EAGLES_COALITION);
    while (!at_step(EAGLES_STEP_REPLACE_AS)) {
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        game_apply(&b.game, &b.buffer.header, list.moves[list.count - 1], &b.dice);
    }
    if (!vienna_lost) {
        board_play(&b, "REPLACE_AS(vienna,L)");
        board_play(&b, "REPLACE_AS(budapest,L)");
    } else {
        board_play(&b, "REPLACE_AS(budapest,L)");
        board_play(&b, "REPLACE_AS(prague,L)");
    }
    cr_expect_not(at_step(EAGLES_STEP_REPLACE_AS), "half of them have taken L");
    cr_expect_eq(sp_of("3427", "austria", EAGLES_L), vienna_lost ? 0 : 2);
    cr_expect_eq(sp_of("3828", "austria", EAGLES_L), 2);
    cr_expect_eq(sp_of("3223", "austria", EAGLES_L), vienna_lost ? 2 : 0);
    cr_expect_eq(sp_of("3223", "austria", EAGLES_I), vienna_lost ? 0 : 1);
    cr_expect_eq(sp_of("3425", "austria", EAGLES_I), 1);
    board_close(&b);
}

Test(eagles_cases_calendar, half_of_the_cities_take_landwehr)
{
    landwehr(false); /* two of four */
    landwehr(true);  /* two of three */
}

/* 1813: Austria has replacements only once she is at war. */
Test(eagles_cases_calendar, a_neutral_austria_is_not_replaced)
{
    for (unsigned war = 0; war < 2; war++) {
        open("eagles/1813", 5);
        if (war > 0) {
            board_state(&b)->victory_points[EAGLES_COALITION] = 9;
            roll(EAGLES_COALITION, 6);
            cr_assert_eq(side_of("austria"), EAGLES_COALITION);
        }
        const unsigned before = sp_of("3427", "austria", EAGLES_I);
        begin_reinforcement(5, EAGLES_COALITION);
        play_step_3(NULL);
        cr_expect_eq(sp_of("3427", "austria", EAGLES_I), before + war);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ leaders who recover */

/* A wound of one month is over at the end of the month: he is back in the next month's step 3, at Vienna; one
 * of two months a month later. With Vienna lost he comes to Pressburg, the next own city. */
static void wounded(unsigned months, bool vienna_lost, const char *hex)
{
    open("eagles/1805", 1);
    board_clear(&b);
    board_put(&b, "2526", "france", "I", 1);
    board_put(&b, "3828", "austria", "I", 1);
    board_control(&b, "vienna", vienna_lost ? EAGLES_FRANCE : EAGLES_COALITION);
    const unsigned charles = eagles_find_leader(board_data(&b), "charles");
    board_state(&b)->leader_at[charles] = EAGLES_INJURED;
    board_state(&b)->leader_months[charles] = (uint8_t)months;
    board_dice(&b, die_then_ones(1));
    board_begin(&b, EAGLES_STEP_MONTH_END, EAGLES_FRANCE);
    play_step_3(NULL);
    cr_expect_eq(board_state(&b)->header.turn, 2);
    cr_expect_eq(board_leader_at(&b, "charles"), hex == NULL ? (unsigned)EAGLES_INJURED : board_hex(&b, hex),
                 "%u months", months);
    board_close(&b);
}

Test(eagles_cases_calendar, the_wounded_come_back)
{
    wounded(1, false, "3427");
    wounded(2, false, NULL);
    wounded(1, true, "3527");
}

/* ------------------------------------------------------------------ rules of one scenario */

/* A cavalry SP of a nation in a hex, its move begun; whether it may step in a direction. */
static bool may_step(const char *scenario, unsigned month, const char *who, const char *hex, const char *step)
{
    open(scenario, month);
    board_clear(&b);
    board_put(&b, hex, who, "C", 1);
    const unsigned side = side_of(who);
    board_dice(&b, die_then_ones(1));
    board_begin(&b, EAGLES_STEP_MOVEMENT, side);
    if (at_step(EAGLES_STEP_SEA_FROM)) {
        board_play(&b, "SEA_FROM(no)");
    }
    char pick[32];
    snprintf(pick, sizeof pick, "PICK(%s)", hex);
    bool may = board_offers(&b, pick); /* not where it can go nowhere */
    if (may) {
        board_play(&b, pick);
        may = board_offers(&b, step);
    }
    board_close(&b);
    return may;
}

/* 1812: the Austrian corps stays south of 54 degrees and west of 31: not from 4814 to 4813 (54.21 N) or 4713
 * (54.32 N), nor from 4815 to 4915 (31.02 E). The Prussians stay north of 54 and west of 29: not from 4613
 * to 4614 (53.98 N), nor from 4610 to 4710 (29.42 E). A French SP goes there. */
Test(eagles_cases_calendar, the_corps_of_1812_stay_on_the_wings)
{
    static const struct {
        const char *hex, *step;
        bool white, grey;
    } STEPS[] = {{"4814", "STEP(W)", true, false},   {"4814", "STEP(NE)", false, false},
                 {"4814", "STEP(NW)", false, false}, {"4815", "STEP(E)", false, false},
                 {"4815", "STEP(NE)", true, false},  {"4613", "STEP(SW)", true, false},
                 {"4610", "STEP(E)", false, false},  {"4610", "STEP(NW)", false, true}};
    for (unsigned i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        cr_expect_eq(may_step("eagles/1812", 1, "austria", STEPS[i].hex, STEPS[i].step), STEPS[i].white,
                     "white %s %s", STEPS[i].hex, STEPS[i].step);
        cr_expect_eq(may_step("eagles/1812", 1, "prussia", STEPS[i].hex, STEPS[i].step), STEPS[i].grey,
                     "grey %s %s", STEPS[i].hex, STEPS[i].step);
        cr_expect(may_step("eagles/1812", 1, "france", STEPS[i].hex, STEPS[i].step), "blue %s %s",
                  STEPS[i].hex, STEPS[i].step);
    }
}

/* 1815: Austrians and Russians do not enter France in June; Prussians do, and in July everybody. */
Test(eagles_cases_calendar, the_eastern_armies_wait_in_june)
{
    /* from 2626 over the Rhine into Strasbourg */
    cr_expect_not(may_step("eagles/1815", 0, "austria", "2626", "STEP(W)"));
    cr_expect_not(may_step("eagles/1815", 0, "russia", "2626", "STEP(W)"));
    cr_expect(may_step("eagles/1815", 0, "prussia", "2626", "STEP(W)"));
    cr_expect(may_step("eagles/1815", 1, "austria", "2626", "STEP(W)"));
}

/* 1814: six red SP at most go from a port they hold to one free of enemy SP, with leaders, and move no more;
 * Prussians do not. */
Test(eagles_cases_calendar, the_english_sail_in_1814)
{
    open("eagles/1814", 1);
    board_clear(&b);
    board_put(&b, "1334", "england", "I", 8);
    board_lead(&b, "1334", "wellington");
    board_put(&b, "1428", "france", "I", 1); /* La Rochelle */
    board_put(&b, "1522", "prussia", "I", 2);
    board_control(&b, "bayonne", EAGLES_COALITION);
    board_dice(&b, die_then_ones(1));
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
    cr_expect_not(board_offers(&b, "SEA_FROM(1522)"), "grey");
    board_play(&b, "SEA_FROM(1334)");
    if (at_step(EAGLES_STEP_SEA_TO) && board_offers(&b, "SEA_COUNTRY(france)")) {
        board_play(&b, "SEA_COUNTRY(france)");
    }
    cr_expect_not(board_offers(&b, "SEA_TO(1428)"));
    board_play(&b, "SEA_TO(1431)");
    cr_expect_not(board_offers(&b, "ROWS(england,I,7)"));
    board_moves(&b, (const char *const[]){"ROWS(england,I,6)", "WITH(wellington,yes)", NULL});
    cr_expect_eq(board_sp(&b, "1431", EAGLES_COALITION), 6);
    cr_expect_eq(board_leader_at(&b, "wellington"), board_hex(&b, "1431"));
    cr_expect_not(at_step(EAGLES_STEP_SEA_FROM), "once a turn");
    cr_expect_not(at_step(EAGLES_STEP_PICK) && board_offers(&b, "PICK(1431)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ the end of the short scenarios */

static unsigned ends(void)
{
    EaglesState *s = board_state(&b);
    board_month(&b, board_data(&b)->months - 1U);
    s->depth = 0;
    s->active = EAGLES_COALITION;
    memset(s->stack, 0, sizeof s->stack);
    board_dice(&b, die_then_ones(1));
    b.p.dice = &b.dice;
    eagles_push(&b.p, EAGLES_STEP_MONTH_END);
    eagles_run(board_data(&b), s, &b.dice);
    return s->header.over;
}

/* The cities of one side, those of the other. */
static void expect_end(const char *scenario, const char *const *french, const char *const *allied,
                       unsigned result)
{
    open(scenario, 0);
    board_clear(&b);
    for (; *french != NULL; french++) {
        board_control(&b, *french, EAGLES_FRANCE);
    }
    for (; *allied != NULL; allied++) {
        board_control(&b, *allied, EAGLES_COALITION);
    }
    cr_expect_eq(ends(), 1 + result, "%s", scenario);
    board_close(&b);
}

#define CITIES(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(eagles_cases_calendar, who_has_won)
{
    expect_end("eagles/1805", CITIES("vienna"), CITIES("munich"), EAGLES_WON_FRANCE);
    expect_end("eagles/1805", CITIES("munich"), CITIES("vienna"), EAGLES_WON_COALITION);
    /* all six for France; Warsaw or Konigsberg for the Coalition; nobody's Konigsberg: a draw */
    expect_end("eagles/1806", CITIES("berlin", "breslau", "magdeburg", "dantzig", "konigsberg", "warsaw"),
               CITIES("dresden"), EAGLES_WON_FRANCE);
    expect_end("eagles/1806", CITIES("berlin", "breslau", "magdeburg", "dantzig", "warsaw"),
               CITIES("konigsberg"), EAGLES_WON_COALITION);
    expect_end("eagles/1806", CITIES("berlin", "breslau", "magdeburg", "konigsberg", "warsaw"),
               CITIES("dantzig"), EAGLES_DRAWN);
    /* Vienna, Munich and Milan, whoever has Pressburg */
    expect_end("eagles/1809", CITIES("vienna", "munich", "milan"), CITIES("pressburg"), EAGLES_WON_FRANCE);
    expect_end("eagles/1809", CITIES("vienna", "munich"), CITIES("milan"), EAGLES_WON_COALITION);
    expect_end("eagles/1809", CITIES("vienna", "milan"), CITIES("munich"), EAGLES_WON_COALITION);
    expect_end("eagles/1809", CITIES("munich", "milan"), CITIES("vienna"), EAGLES_WON_COALITION);
    /* Warsaw and Smolensk and one of the two capitals; neither side's conditions: a draw */
    expect_end("eagles/1812", CITIES("warsaw", "smolensk", "st_petersburg"), CITIES("moscow"),
               EAGLES_WON_FRANCE);
    expect_end("eagles/1812", CITIES("warsaw", "smolensk"), CITIES("moscow", "st_petersburg"), EAGLES_DRAWN);
    expect_end("eagles/1812", CITIES("smolensk", "moscow"), CITIES("warsaw", "konigsberg"),
               EAGLES_WON_COALITION);
    expect_end("eagles/1812", CITIES("smolensk", "moscow", "konigsberg"), CITIES("warsaw"), EAGLES_DRAWN);
    expect_end("eagles/1812", CITIES("warsaw"), CITIES("smolensk", "moscow", "st_petersburg", "vilna"),
               EAGLES_WON_COALITION);
    expect_end("eagles/1812", CITIES("warsaw", "vilna"), CITIES("smolensk", "moscow", "st_petersburg"),
               EAGLES_DRAWN);
    expect_end("eagles/1813", CITIES("leipzig", "dresden"), CITIES("hamburg", "munich"), EAGLES_WON_FRANCE);
    expect_end("eagles/1813", CITIES("dresden", "hamburg"), CITIES("leipzig", "munich"),
               EAGLES_WON_COALITION);
    expect_end("eagles/1813", CITIES("leipzig"), CITIES("dresden", "hamburg"), EAGLES_DRAWN);
}

/* 1805: a Vienna in French hands that is besieged is not held. 1814 and 1815: an SP of the Coalition in Paris
 * must be supplied: reds in Paris are by way of a red SP in Le Havre, which makes that port a source. */
Test(eagles_cases_calendar, besieged_or_unsupplied_is_not_won)
{
    open("eagles/1805", 0);
    board_clear(&b);
    board_control(&b, "vienna", EAGLES_FRANCE);
    board_put(&b, "3427", "austria", "I", 3);
    board_besiege(&b, "3427", "france", "I", 2, 1);
    cr_expect_eq(ends(), 1 + EAGLES_WON_COALITION);
    board_close(&b);

    for (unsigned landed = 0; landed < 2; landed++) {
        open("eagles/1814", 0);
        board_clear(&b);
        board_put(&b, "1924", "england", "I", 2);
        board_control(&b, "paris", EAGLES_COALITION);
        if (landed > 0) {
            board_put(&b, "1722", "england", "I", 1);
            board_control(&b, "le_havre", EAGLES_COALITION);
            board_put(&b, "1823", "england", "I", 1); /* on the way */
        }
        cr_expect_eq(ends(), 1 + (landed > 0 ? EAGLES_WON_COALITION : EAGLES_WON_FRANCE), "%u", landed);
        board_close(&b);
    }
}

/* The first so many French cities of the peninsula; all others there are the Coalition's, Madrid among them
 * unless French. */
static unsigned ends_in_spain(unsigned french, unsigned madrid)
{
    static const char *const CITY[] = {"burgos", "vitoria", "pamplona", "barcelona", "gerona"};
    open("eagles/1811-14", 0);
    board_clear(&b);
    const EaglesData *d = board_data(&b);
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned owner = eagles_city_owner(&b.p, city);
        if (owner == board_nation(&b, "spain") || owner == board_nation(&b, "portugal")) {
            board_control(&b, d->city[city].id, EAGLES_COALITION);
        }
    }
    for (unsigned i = 0; i < french; i++) {
        board_control(&b, CITY[i], EAGLES_FRANCE);
    }
    board_control(&b, "madrid", madrid);
    const unsigned result = ends();
    board_close(&b);
    return result;
}

/* Madrid, and how much of the peninsula is still French. */
Test(eagles_cases_calendar, who_has_won_in_spain)
{
    cr_expect_eq(ends_in_spain(0, EAGLES_COALITION), 1 + EAGLES_WON_COALITION);
    cr_expect_eq(ends_in_spain(1, EAGLES_COALITION), 1 + EAGLES_DRAWN);
    cr_expect_eq(ends_in_spain(4, EAGLES_COALITION), 1 + EAGLES_DRAWN);
    cr_expect_eq(ends_in_spain(5, EAGLES_COALITION), 1 + EAGLES_WON_FRANCE);
    cr_expect_eq(ends_in_spain(0, EAGLES_FRANCE), 1 + EAGLES_WON_FRANCE);
}
