/* test_eagles_told.c: what people are told: counters and hexes by words, never by the codes of the notation;
 * what can be bought and for how much; what a die is for. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/journal.h"
#include "engine/eagles/ledger.h"
#include "engine/eagles/words.h"
#include "tests/eagles/eagles_position.h"
#include "tests/eagles/eagles_sea.h"

enum { JANUARY_1806 = 5 };

static Board b;

static unsigned unit(const char *nation, const char *type)
{
    return board_data(&b)->nation[board_nation(&b, nation)].unit[eagles_find_type(type)];
}

/* An entry of the log as both sides read it. */
static void expect_event(int line, enum eagles_event kind, const int *args, unsigned count, const char *text)
{
    JournalEntry entry = {.kind = (uint8_t)kind, .seat = SEAT_FRENCH};
    StrBuf out;
    for (unsigned i = 0; i < count; i++) {
        journal_arg(&entry, args[i], false);
    }
    strbuf_init(&out);
    eagles_event_text(board_data(&b), &entry, SEAT_BOTH, &out);
    cr_expect_str_eq(out.text, text, "line %d: \"%s\"", line, out.text);
    strbuf_release(&out);
}
#define event(kind, text, ...)                                                                               \
    expect_event(__LINE__, kind, (const int[]){__VA_ARGS__},                                                 \
                 sizeof((const int[]){__VA_ARGS__}) / sizeof(int), text)

Test(eagles_told, the_log_names_counters_in_words)
{
    board_open_campaign(&b, JANUARY_1806, (const int[]){0});
    const int paris = (int)eagles_find_city(board_data(&b), "paris");
    const int hex = (int)board_hex(&b, "2425");
    const int cavalry = (int)unit("france", "C");
    event(EAGLES_EVENT_BUILT, "1 French cavalry is built at Paris [13.3]", cavalry, paris);
    event(EAGLES_EVENT_BUILT, "1 English squadron is built at Paris [13.3]", (int)unit("england", "S"),
          paris);
    event(EAGLES_EVENT_LOST, "2 French cavalry lost to attrition west of Karlsruhe (2425) [15.3]", hex,
          cavalry, 2, EAGLES_BY_ATTRITION);
    event(EAGLES_EVENT_ARRIVED, "1 French cavalry arrives at Vienna [5]", (int)board_hex(&b, "3427"), cavalry,
          255, 1);
    event(EAGLES_EVENT_PRODUCTION,
          "production die 5: a state that makes 6 of it with its modifier gets double points [13.3]", 5);
    event(EAGLES_EVENT_ROLL,
          "battle west of Karlsruhe (2425): 12 SP attack 8 (3:2 for France), who throws 4 and 5, +1: France "
          "loses 1 SP, the Coalition 2 SP and a point of morale [8.6]",
          0, hex, 12, 8, 1, 4, 5, 1, EAGLES_FRANCE, EAGLES_CELL_ONE, EAGLES_CELL_D1, 1, 2);
    event(EAGLES_EVENT_ROLL,
          "battle west of Karlsruhe (2425): 9 SP attack 8 (1:1); France throws 4 and 5: France loses "
          "nothing, the Coalition 3 SP and 3 points of morale [8.6]",
          0, hex, 9, 8, 0, 4, 5, 0, EAGLES_FRANCE, EAGLES_CELL_DASH, EAGLES_CELL_D3, 0, 3);
    event(EAGLES_EVENT_JOIN,
          "the force west of Karlsruhe (2425) marches to the guns: die 3, leadership 2, it joins the battle "
          "[8.9]",
          hex, 0, 3, 2, 1);
    event(EAGLES_EVENT_JOIN,
          "the force west of Karlsruhe (2425) marches to the guns: die 3, leadership 1, it comes too late "
          "[8.9]",
          hex, 0, 3, 1, 0);
    event(EAGLES_EVENT_UNHURT, "Napoleon is unhurt [10]", (int)board_data(&b)->napoleon);
    event(EAGLES_EVENT_MARCH, "forced march west of Karlsruhe (2425) for 1 point: die 4, 1 gained [7.5]", hex,
          1, 4, 1, 0);
    event(EAGLES_EVENT_MARCH,
          "forced march west of Karlsruhe (2425) for 2 points: die 4, 1 gained, 1 SP lost [7.5]", hex, 2, 4,
          1, 1);
    event(EAGLES_EVENT_MOVED, "12 SP go from west of Karlsruhe (2425) to Paris [7]", hex,
          (int)board_hex(&b, "1924"), 12, 255);
    event(EAGLES_EVENT_SAILED, "1 ship sails from the port of Brest to the Atlantic Ocean [12]",
          (int)board_hex(&b, "1123"), EAGLES_SEA + 1, 1);
    board_close(&b);
}

/* One hex, one name: in the log, in the position, among the choices and in the answers to why-not. */
Test(eagles_told, a_hex_has_one_name)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    strbuf_init(&out);
    board_open(&b, "eagles/1805", NULL);
    eagles_position_text(board_data(&b), board_state(&b), SEAT_FRENCH, &out);
    cr_expect_not_null(strstr(out.text, "August 1805"), "%s", out.text);
    cr_expect_not_null(
        strstr(out.text, "  west of Karlsruhe (2425): Soult, 1 French cavalry, 6 French infantry"), "%s",
        out.text);
    strbuf_clear(&out);
    Move move = 0;
    cr_assert(eagles_move_parse(board_data(&b), "PICK(2425)", &move));
    EAGLES_WORDS.choice(board_data(&b), &b.buffer.header, move, &out);
    cr_expect_not_null(strstr(out.text, "west of Karlsruhe (2425)"), "%s", out.text);
    board_clear(&b);
    board_put(&b, "2524", "france", "I", 4);
    board_put(&b, "2525", "austria", "I", 3);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    strbuf_clear(&out);
    EAGLES_WORDS.why_not(board_data(&b), &b.buffer.header, SEAT_FRENCH, "TARGET(2425)", &out, clause);
    cr_expect_not_null(strstr(out.text, "west of Karlsruhe (2425)"), "%s", out.text);
    strbuf_release(&out);
    board_close(&b);
}

Test(eagles_told, the_builder_sees_points_and_prices)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    Move move = 0;
    strbuf_init(&out);
    board_open_campaign(&b, JANUARY_1806, (const int[]){4, 0});
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_FRANCE);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_BUILD);
    EAGLES_WORDS.question(board_data(&b), &b.buffer.header, &out, clause);
    cr_expect_str_eq(out.text, "What does France build next?");
    strbuf_clear(&out);
    EAGLES_WORDS.setting(board_data(&b), &b.buffer.header, &out);
    cr_expect_not_null(strstr(out.text, "Production points left: "), "%s", out.text);
    cr_expect_not_null(strstr(out.text, " for anything"), "%s", out.text);
    cr_expect_str_eq(EAGLES_WORDS.help_now(board_data(&b), &b.buffer.header), "production");
    strbuf_clear(&out);
    cr_assert(eagles_move_parse(board_data(&b), "BUILD(france,GC)", &move));
    EAGLES_WORDS.remark(board_data(&b), &b.buffer.header, move, &out);
    cr_expect_str_eq(out.text, "costs 3");
    board_play(&b, "BUILD(france,GC)");
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_BUILD_AT);
    strbuf_clear(&out);
    EAGLES_WORDS.question(board_data(&b), &b.buffer.header, &out, clause);
    cr_expect_str_eq(out.text, "In which city does the French Guard cavalry arrive?");
    strbuf_release(&out);
    board_close(&b);
}

static void expect_question(int line, const char *text)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    strbuf_init(&out);
    EAGLES_WORDS.question(board_data(&b), &b.buffer.header, &out, clause);
    cr_expect_str_eq(out.text, text, "line %d: \"%s\"", line, out.text);
    strbuf_release(&out);
}
#define asks(text) expect_question(__LINE__, text)

static void expect_setting(int line, const char *text)
{
    StrBuf out;
    strbuf_init(&out);
    EAGLES_WORDS.setting(board_data(&b), &b.buffer.header, &out);
    cr_expect_str_eq(out.text, text, "line %d: \"%s\"", line, out.text);
    strbuf_release(&out);
}
#define tells(text) expect_setting(__LINE__, text)

static void expect_remark(int line, const char *move_text, const char *text)
{
    StrBuf out;
    Move move = 0;
    strbuf_init(&out);
    cr_assert(eagles_move_parse(board_data(&b), move_text, &move));
    EAGLES_WORDS.remark(board_data(&b), &b.buffer.header, move, &out);
    cr_expect_str_eq(out.text, text, "line %d: \"%s\"", line, out.text);
    strbuf_release(&out);
}

/* Who keeps production points is told what is lost, who chooses a city of a group for whom it builds, and who
 * places a leader whom he leads and who stands where he may come (13.3, 13.4). */
Test(eagles_told, choices_of_reinforcement_tell_what_they_bring)
{
    board_open_campaign(&b, JANUARY_1806, (const int[]){4, 0});
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_FRANCE);
    while (board_state(&b)->header.step == EAGLES_STEP_BUILD) {
        board_play(&b, "DONE");
    }
    cr_assert_eq(board_state(&b)->header.step, EAGLES_STEP_STORE);
    const EaglesProduction *books = &board_state(&b)->campaign.production;
    char lost[24];
    (void)snprintf(lost, sizeof lost, "%u lost", (books->red + books->naval) / 2U - 1U);
    expect_remark(__LINE__, "STORE(france,1)", lost);
    expect_remark(__LINE__, "CITY_OF_GROUP(GERMAN,munich)", "for Bavaria");
    board_clear(&b);
    board_put(&b, "1924", "france", "I", 3);
    expect_remark(__LINE__, "PLACE(1924)", "there: 3 SP");
    expect_remark(__LINE__, "PLACE(1123)", "");
    EaglesState *state = board_state(&b);
    state->depth = 1;
    state->stack[0] = (EaglesFrame){.step = EAGLES_STEP_ENTER, .a = 0};
    state->header.step = EAGLES_STEP_ENTER;
    const EaglesLeader *l = &board_data(&b)->leader[0];
    char told[80];
    (void)snprintf(told, sizeof told, "%s: leadership %u, leads %u SP.\n",
                   board_data(&b)->leader_text[0].name, l->leadership, l->capacity);
    tells(told);
    board_close(&b);
}

/* A step of a march tells its points, and whether supply comes there (6, 7.3). */
Test(eagles_told, steps_tell_points_and_supply)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2526", "france", "C", 2);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(2526)");
    board_play(&b, "TAKE(ALL)");
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_STEP);
    expect_remark(__LINE__, "STEP(SW)", "1 point");
    board_clear(&b);
    board_put(&b, "3730", "france", "C", 2); /* where no French supply comes */
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(3730)");
    board_play(&b, "TAKE(ALL)");
    expect_remark(__LINE__, "STEP(E)", "2 points, out of supply");
    board_close(&b);
}

/* Moves in a row, as hints and reviews tell them (words.h: brief). */
Test(eagles_told, moves_are_told_in_short)
{
    static const char *const told[][2] = {{"PICK(2526)", "Strasbourg"},
                                          {"STEP(NE)", "north-east"},
                                          {"FM_STEP(SE)", "by force south-east"},
                                          {"TAKE(ALL)", "all of them"},
                                          {"TARGET(2626)", "attack west of Ulm (2626)"},
                                          {"LEADER(napoleon)", "Napoleon"},
                                          {"STOP", "stop here"},
                                          {"END", "end"}};
    StrBuf out;
    strbuf_init(&out);
    board_open(&b, "eagles/1805", NULL);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        Move move = 0;
        strbuf_clear(&out);
        cr_assert(eagles_move_parse(board_data(&b), told[i][0], &move), "%s", told[i][0]);
        EAGLES_WORDS.brief(board_data(&b), move, false, &out);
        cr_expect_str_eq(out.text, told[i][1]);
    }
    strbuf_release(&out);
    board_close(&b);
}

/* Who declares war is told what comes over to the enemy (13.6), who tries an alliance what the die must show
 * (13.2). */
Test(eagles_told, diplomacy_is_told_with_what_it_brings)
{
    board_open_campaign(&b, JANUARY_1806, (const int[]){0});
    board_clear(&b);
    board_put(&b, "2720", "hesse", "I", 2);
    board_put(&b, "3118", "prussia", "I", 7);
    board_put(&b, "3121", "saxony", "I", 4);
    board_state(&b)->active = EAGLES_FRANCE;
    expect_remark(__LINE__, "WAR(none)", "");
    expect_remark(__LINE__, "WAR(portugal)", "sides with the Coalition, 0 SP more");
    expect_remark(__LINE__, "WAR(hesse)", "sides with the Coalition, 13 SP more"); /* the Prussian bloc */
    board_state(&b)->campaign.napoleon_points = 2;
    board_state(&b)->active = EAGLES_COALITION;
    const unsigned m = (unsigned)eagles_alliance_modifier(&b.p, eagles_find_nation(board_data(&b), "sweden"),
                                                          EAGLES_COALITION);
    cr_assert(m >= 1 && m <= 4);
    char words[40];
    (void)snprintf(words, sizeof words, "comes about on %u of 6", m);
    expect_remark(__LINE__, "ALLY(sweden)", words);
    board_close(&b);
}

/* Questions call what they are about by its name, and who picks a stack sees how many he skips. */
Test(eagles_told, a_group_is_asked_by_name)
{
    board_open(&b, "eagles/1805", NULL);
    expect_remark(__LINE__, "PICK(1123)", "");
    expect_remark(__LINE__, "PICK(2526)", "skips 6");
    board_play(&b, "PICK(2526)");
    board_play(&b, "LEADER(napoleon)");
    board_play(&b, "ENOUGH");
    board_play(&b, "TAKE(ROWS)");
    asks("How many French cavalry go?");
    board_close(&b);
}

/* Who is chosen from a force row by row and leader by leader is asked for with what he is to do (15.3). */
Test(eagles_told, a_part_is_asked_with_what_it_does)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "3527", "france", "I", 12);
    board_put(&b, "3427", "austria", "I", 8);
    board_lead(&b, "3427", "mack");
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(3427)");
    board_play(&b, "SHELTER(rows)");
    asks("How many Austrian infantry shelter in the city?");
    board_play(&b, "ROWS(austria,I,6)");
    asks("Does Mack shelter in the city?");
    board_close(&b);
}

/* Whoever gambles sees the chance before the die: of a forced march by its path, with and without the French
 * modifiers (7.5), and of a force that marches to the guns (8.9). */
Test(eagles_told, a_gamble_is_told_with_its_chance)
{
    board_open(&b, "eagles/1805", NULL);
    expect_remark(__LINE__, "JOIN(2526,no)", "");
    expect_remark(__LINE__, "JOIN(2526,1)", "comes on a die of 2 or more"); /* Napoleon is there */
    board_play(&b, "PICK(2425)");
    board_play(&b, "LEADER(soult)");
    board_play(&b, "TAKE(ALL)");
    board_play(&b, "STEP(E)");
    tells("Under way: Soult and 7 SP, Karlsruhe; 1 of 3 movement points left.\n");
    board_play(&b, "STEP(E)");
    expect_remark(__LINE__, "FM_STEP(SW)", "arrives for certain");
    expect_remark(__LINE__, "FM_STEP(E)", "arrives on 4 of 6, 1 SP lost on 1"); /* two points */
    board_play(&b, "FM_STEP(E)");
    expect_remark(__LINE__, "FM_GO", "arrives on 4 of 6, 1 SP lost on 1");
    expect_remark(__LINE__, "FM_STEP(NE)", "arrives on 3 of 6, 1 SP lost on 2"); /* three */
    board_play(&b, "FM_GO");
    expect_remark(__LINE__, "FM_FRENCH(no)", "arrives on 3 of 6, 1 SP lost on 1");
    expect_remark(__LINE__, "FM_FRENCH(yes)", "arrives on 4 of 6, 1 SP lost on 1");
    tells("Under way: Soult and 7 SP, Stuttgart; 0 of 3 movement points left.\n"
          "With them the die counts 2 less for the Guard and 1 less for other French; the group may part on "
          "the "
          "way.\n");
    board_close(&b);
}

/* Attacks are declared in the order of hexes, like stacks that are picked (15.2). */
Test(eagles_told, an_attack_tells_what_it_gives_up)
{
    StrBuf out;
    Move move = 0;
    strbuf_init(&out);
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2524", "france", "I", 4);
    board_put(&b, "2425", "austria", "I", 1);
    board_put(&b, "2525", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_TARGET);
    cr_assert(eagles_move_parse(board_data(&b), "TARGET(2525)", &move));
    EAGLES_WORDS.remark(board_data(&b), &b.buffer.header, move, &out);
    cr_expect_not_null(strstr(out.text, "; skips 1"), "%s", out.text);
    strbuf_clear(&out);
    EAGLES_WORDS.setting(board_data(&b), &b.buffer.header, &out);
    cr_expect_not_null(strstr(out.text, "in the order of this list"), "%s", out.text);
    strbuf_release(&out);
    board_clear(&b);
    board_put(&b, "2524", "france", "I", 4);
    board_put(&b, "2525", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_TARGET);
    tells(""); /* a single one gives up nothing */
    board_close(&b);
}

/* Who fights through a battle is told who meets whom, how much morale is gone, and which force may leave (8).
 */
Test(eagles_told, a_battle_is_told_while_it_is_fought)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2524", "france", "I", 10);
    board_put(&b, "2525", "austria", "I", 10);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_dice(&b, (const int[]){6, 4, 0});
    board_play(&b, "TARGET(2525)");
    asks("Who shelters in Karlsruhe, which takes 6 SP at most?");
    tells("Battle at Karlsruhe: France with 10 SP against the Coalition with 10 SP.\n");
    board_play(&b, "SHELTER(none)");
    asks("Does the force stay in the battle?");
    tells("Battle at Karlsruhe: France with 10 SP against the Coalition with 9 SP.\nThe force: 10 SP at "
          "Landau.\n");
    board_close(&b);
}

/* A line of moves that are expected is told without its positions, and never in the notation. */
Test(eagles_told, every_move_has_a_few_words)
{
    static const char *const scenarios[] = {"eagles/1805", "eagles/1815", "eagles/1805-15"};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        StrBuf brief;
        Rng rng = rng_derive(9, RNG_PURPOSE_FUZZ, i);
        Dice dice = dice_from_stream(rng_derive(9, RNG_PURPOSE_DICE, i));
        strbuf_init(&brief);
        board_open(&b, scenarios[i], NULL);
        game_setup(&b.game, &b.buffer.header, &dice);
        for (unsigned n = 0; n < 6000 && b.buffer.header.over == 0; n++) {
            MoveList legal;
            char text[MOVE_TEXT_BYTES];
            (void)game_legal(&b.game, &b.buffer.header, &legal);
            const Move move = legal.moves[rng_bounded(&rng, legal.count)];
            b.game.rules->move_text(b.game.data, move, text);
            strbuf_clear(&brief);
            EAGLES_WORDS.brief(b.game.data, move, false, &brief);
            cr_expect(brief.length > 0 && strcmp(brief.text, text) != 0, "%s: \"%s\"", text, brief.text);
            game_apply(&b.game, &b.buffer.header, move, &dice);
        }
        strbuf_release(&brief);
        board_close(&b);
    }
}

/* Where a group came is in the journal: from where it stood, and from where it left some of it. */
Test(eagles_told, the_log_tells_where_troops_march)
{
    Journal journal;
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2526", "france", "C", 3);
    board_put(&b, "2823", "france", "C", 1); /* whose turn comes then */
    sea_begin(&b, &journal, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE, (const int[]){0},
              (const char *const[]){"PICK(2526)", "TAKE(ALL)", "STEP(E)", "DROP", "ROWS(france,C,1)",
                                    "STEP(NE)", "STEP(NW)", "STOP", NULL});
    cr_assert_eq(sea_noted(&journal, EAGLES_EVENT_MOVED), 2);
    const JournalEntry *entry = sea_entry(&journal, EAGLES_EVENT_MOVED);
    event(EAGLES_EVENT_MOVED, "3 SP go from Strasbourg to west of Ulm (2626) [7]", entry->args[0],
          entry->args[1], entry->args[2], entry->args[3]);
    board_close(&b);
}

Test(eagles_told, a_fleet_is_told_with_what_lies_off_its_port)
{
    Journal journal;
    sea_open(&b, 0);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 0);
    sea_launch(&b, "1123", "france", EAGLES_T, 1, 0);
    sea_launch(&b, "coast:1123", "england", EAGLES_S, 3, 0);
    sea_begin(&b, &journal, EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){0},
              (const char *const[]){"SAIL(1123)", NULL});
    asks("How many French squadrons?");
    tells("There: 2 squadrons, 1 transport, the port of Brest, 4 movement points left.\n"
          "Off the port: 3 squadrons of the enemy.\n");
    board_play(&b, "SHIPS(france,S,u,1)");
    board_play(&b, "SHIPS(france,T,u,0)");
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_RUN);
    tells("Under way: 1 squadron, the port of Brest, 4 movement points left.\n"
          "Off the port: 3 squadrons of the enemy.\n"
          "No die gets it through: there is a battle.\n");
    board_close(&b);
}

/* What the position says of a seat's fleets. */
static void expect_ledger(const char *text)
{
    StrBuf out;
    strbuf_init(&out);
    JsonOut json = jsonout_on(&out);
    jsonout_begin(&json, '{');
    eagles_ledger_json(&b.p, SEAT_FRENCH, &json);
    jsonout_end(&json, '}');
    cr_expect_not_null(strstr(out.text, text), "%s lacks %s", out.text, text);
    strbuf_release(&out);
}

/* 12: who gives orders reads what they are for and what they are; the number of attempts is one of his side.
 */
Test(eagles_told, orders_to_fleets_are_explained)
{
#define WHAT_FOR                                                                                             \
    "Orders hold in the enemy's turn, when you are not asked: a fleet of his that enters a sea "             \
    "beside yours is met by a die of 5 or more, 4 with Nelson, and has to fight. Squadrons are "             \
    "compared, not transports. He does not see the orders."
    Journal journal;
    sea_open(&b, 0);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 0);
    sea_launch(&b, "1429", "france", EAGLES_T, 1, 0);
    sea_begin(&b, &journal, EAGLES_STEP_NAVAL, EAGLES_FRANCE, (const int[]){0},
              (const char *const[]){"END", NULL});
    tells(WHAT_FOR " Now: the port of Brest intercepts a fleet no larger than itself; 4 attempts at most "
                   "against one fleet.\n");
    board_play(&b, "ORDERS(change)");
    asks("Which fleets of the enemy does it intercept?");
    tells(WHAT_FOR "\n");
    expect_remark(__LINE__, "ORDER(1123,r1)", "as now");
    expect_remark(__LINE__, "ORDER(1123,r32)", "");
    board_play(&b, "ORDER(1123,r32)");
    asks("How many attempts to intercept one and the same fleet?");
    tells("While one fleet of the enemy sails, each of yours whose orders allow it throws a die to meet "
          "it, the largest first. This is how many may do so: with few, small fleets do not try where "
          "large ones have failed. Now: 4.\n");
    expect_ledger("\"orders\":\"r32\",\"attempts\":4");
    board_state(&b)->campaign.attempts[EAGLES_FRANCE] = 2;
    expect_ledger("\"orders\":\"r32\",\"attempts\":2");
    board_close(&b);
#undef WHAT_FOR
}

Test(eagles_told, a_die_has_a_purpose)
{
    StrBuf out;
    strbuf_init(&out);
    board_open(&b, "eagles/1805", NULL);
    EaglesState *s = board_state(&b);
    s->stack[s->depth++] = (EaglesFrame){.step = EAGLES_STEP_PRODUCTION};
    EAGLES_WORDS.die(board_data(&b), &s->header, 0, &out);
    cr_expect_str_eq(out.text,
                     "France, production: a state that makes 6 of it with its modifier gets double points");
    strbuf_clear(&out);
    s->stack[s->depth - 1] = (EaglesFrame){.step = EAGLES_STEP_ROLL};
    s->battles = 1;
    s->battle[0] = (EaglesBattle){.defend = (uint16_t)board_hex(&b, "2726")};
    EAGLES_WORDS.die(board_data(&b), &s->header, 1, &out);
    cr_expect_str_eq(out.text, "France, battle at Ulm, second die");
    strbuf_release(&out);
    board_close(&b);
}
