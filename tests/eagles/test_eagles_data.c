/* test_eagles_data.c: the shipped scenarios are what they say, moves read back as written, and boards or
 * scenarios that are wrong are refused with a message that names the place. */
#include <criterion/criterion.h>

#include "engine/json.h"
#include "engine/strbuf.h"
#include "tests/eagles/eagles_position.h"
#include "tests/support/support.h"

static const char *const SCENARIOS[] = {"eagles/1805",    "eagles/1806",   "eagles/1809", "eagles/1812",
                                        "eagles/1813",    "eagles/1814",   "eagles/1815", "eagles/1808-14",
                                        "eagles/1811-14", "eagles/1805-15"};

static unsigned side_sp(const Board *b, unsigned side, bool french)
{
    const EaglesState *s = eagles_state_const(&b->buffer.header);
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const bool own = board_data(b)->unit[unit].nation == board_data(b)->france;
        sp += eagles_unit_side(&b->p, unit) == side && own == french ? s->row_count[i] : 0U;
    }
    return sp;
}

Test(eagles_data, every_scenario_sets_up_and_keeps_its_laws)
{
    for (size_t i = 0; i < sizeof SCENARIOS / sizeof SCENARIOS[0]; i++) {
        Board b;
        char message[GAME_CHECK_BYTES] = "";
        board_open(&b, SCENARIOS[i], NULL);
        cr_expect(eagles_check(board_data(&b), board_state(&b), message), "%s: %s", SCENARIOS[i], message);
        cr_expect_eq(b.buffer.header.over, 0);
        board_close(&b);
    }
}

Test(eagles_data, the_grand_army_of_1812)
{
    Board b;
    board_open(&b, "eagles/1812", NULL);
    cr_expect_eq(side_sp(&b, EAGLES_FRANCE, true), 42);
    cr_expect_eq(side_sp(&b, EAGLES_FRANCE, false), 65);
    board_close(&b);
}

Test(eagles_data, sieges_of_1813_start_with_value_two)
{
    Board b;
    unsigned sieges = 0;
    board_open(&b, "eagles/1813", NULL);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        const unsigned value = eagles_siege_value(board_state(&b), city);
        sieges += value > 0;
        cr_expect(value == 0 || value == 2);
    }
    cr_expect_eq(sieges, 4);
    board_close(&b);
}

Test(eagles_data, neighbours_are_mutual_and_distances_are_steps)
{
    Board b;
    board_open(&b, "eagles/1805", NULL);
    const EaglesData *d = board_data(&b);
    for (unsigned h = 0; h < d->hexes; h++) {
        for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
            const unsigned to = d->hex[h].neighbour[direction];
            if (to != EAGLES_NO_HEX) {
                cr_assert_eq(d->hex[to].neighbour[(direction + 3) % EAGLES_DIRECTIONS], h);
                cr_assert_eq(d->hex[to].side[(direction + 3) % EAGLES_DIRECTIONS], d->hex[h].side[direction]);
                cr_assert_eq(eagles_distance(d, h, to), 1);
            }
        }
    }
    cr_expect_eq(eagles_distance(d, board_hex(&b, "1624"), board_hex(&b, "1924")), 3);
    board_close(&b);
}

Test(eagles_data, moves_read_back_as_written)
{
    static const char *const TEXTS[] = {"PICK(2526)",
                                        "END",
                                        "TAKE(LEAVE_ONE,france,GI)",
                                        "ROWS(austria,I,12)",
                                        "WITH(davout,yes)",
                                        "STEP(SW)",
                                        "FM_FRENCH(no)",
                                        "EVADE(4423,russia,CC,stay)",
                                        "EVADE(4423,russia,CC,4323)",
                                        "WITHDRAW(1624,join,2)",
                                        "WITHDRAW(1624,stay)",
                                        "JOIN(1624,no)",
                                        "JOIN(1624,3)",
                                        "RETREAT(1624,part)",
                                        "ADVANCE(1624,1724,all_but_one)",
                                        "SEA_FROM(no)",
                                        "REPLACE_AS(vienna,L)",
                                        "LOSS(1624,france,C)",
                                        "SAIL(sea:north_sea)",
                                        "TO(coast:1719)",
                                        "SHIPS(england,S,u,3)"};
    static const char *const WRONG[] = {"",
                                        "PICK",
                                        "PICK()",
                                        "PICK(9999)",
                                        "PICK(2526",
                                        "PICK(2526)x",
                                        "pick(2526)",
                                        "ROWS(france,XX,1)",
                                        "WITH(nobody,yes)",
                                        "STEP(N)",
                                        "JOIN(1624,0)",
                                        "ADVANCE(1624,3427,all)",
                                        "ROWS(france,I,999)",
                                        "TAKE(ALL,1)"};
    Board b;
    board_open(&b, "eagles/1805", NULL);
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Move move = 0;
        char text[MOVE_TEXT_BYTES];
        cr_assert(eagles_move_parse(board_data(&b), TEXTS[i], &move), "%s", TEXTS[i]);
        eagles_move_text(board_data(&b), move, text);
        cr_expect_str_eq(text, TEXTS[i]);
    }
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        Move move = 0;
        cr_expect_not(eagles_move_parse(board_data(&b), WRONG[i], &move), "\"%s\" was taken for a move",
                      WRONG[i]);
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ hostile files */

static void expect_refused_in(const char *scenario, const char *override, const char *message)
{
    Game game;
    Err err;
    err_clear(&err);
    const bool loaded = game_load(&game, scenario, &override, 1, &err);
    cr_expect_not(loaded, "%s was taken", override);
    if (loaded) {
        game_release(&game);
        return;
    }
    cr_expect_neq(strstr(err.message, message), NULL, "%s: \"%s\" does not say \"%s\"", override, err.message,
                  message);
    cr_expect_gt(strlen(err.file), 0);
}

static void expect_refused(const char *override, const char *message)
{
    expect_refused_in("eagles/1805", override, message);
}

/* The grand campaign with one text of its board, or of its own file, replaced: refused at path. */
static void expect_text_refused(bool board, const char *old, const char *fresh, const char *path,
                                const char *message)
{
    static const char *const NAMES[2] = {"scenarios/eagles/1805-15.json", "scenarios/eagles/board.json"};
    JsonDoc docs[2];
    Err err;
    err_clear(&err);
    for (unsigned i = 0; i < 2; i++) {
        StrBuf text;
        StrBuf changed;
        strbuf_init(&text);
        strbuf_init(&changed);
        cr_assert(support_read(NAMES[i], &text));
        if ((i == 1) == board) {
            support_replace(text.text, old, fresh, &changed);
        }
        const StrBuf *used = (i == 1) == board ? &changed : &text;
        cr_assert(json_parse(&docs[i], used->text, used->length, NAMES[i], &err));
        strbuf_release(&text);
        strbuf_release(&changed);
    }
    const JsonNode scenario_root = json_root(&docs[0]);
    const JsonNode board_root = json_root(&docs[1]);
    EaglesData *data = eagles_data_load(&scenario_root, &board_root, &err);
    cr_expect_null(data, "%s was taken", fresh);
    cr_expect_str_eq(err.file, NAMES[board ? 1 : 0]);
    support_expect_error(&err, path, message);
    if (data != NULL) {
        eagles_data_release(data);
    }
    json_release(&docs[0]);
    json_release(&docs[1]);
}

Test(eagles_data, wrong_maps_are_refused)
{
    expect_refused("map.cities[3].hex=0000", "expected a hex of land");
    expect_refused("map.cities[3].hex=1924", "where");
    expect_refused("map.cities[3].level=village", "expected minor, major or capital");
    expect_refused("map.cities[3].id=paris", "a second time");
    expect_refused("map.hexes[7].col=12", "expected CCRR");
    expect_refused("map.hexes[7].type=swamp", "expected sea, land or coastal");
    expect_refused("map.hexsides[0].a=0140", "not neighbours");
    expect_refused("map.hexsides[0].a=0000", "expected two hexes of land");
    expect_refused("map.hexsides[0].kind=wall", "expected river, pass, strait or ferry");
    expect_refused("map.sea_areas[0].adjacent[0]=dead_sea", "expected one of sea_areas");
}

/* Coasts without sea, seas that are neighbours one way. */
Test(eagles_data, wrong_seas_are_refused)
{
    expect_refused("map.sea_areas[0].coastal_hexes[0]=1924", "expected a coastal hex");
    expect_refused("map.sea_areas[0].adjacent[0]=north_sea", "each next to the other");
    expect_refused("map.cities[167].port=true", "expected its hex on the coast");
    expect_refused_in("eagles/1805-15", "grand_campaign_rules.france.invasion_of_england.to_hexes[0]=1924",
                      "expected a coast to land on");
}

/* Lists where the rules expect members by name, and more groups than there is room for. */
Test(eagles_data, wrong_shapes_are_refused)
{
    static const char FINNISH[] = "{\"russia\": {\"I\": 5, \"C\": 1}, \"sweden\": {\"I\": 3}}";
    expect_text_refused(true, FINNISH, "[1]", "grand_campaign_rules.foreign_wars.finnish.units",
                        "expected an object");
    expect_text_refused(true, FINNISH, "7", "grand_campaign_rules.foreign_wars.finnish.units",
                        "expected an object");
    expect_text_refused(true, FINNISH, "{\"sweden\": {}, \"russia\": {}, \"denmark\": {}}",
                        "grand_campaign_rules.foreign_wars.finnish.units", "expected at most 2");
    expect_text_refused(true, "\"minor_groups\": {",
                        "\"minor_groups\": {\"A\": [], \"B\": [], \"C\": [], \"D\": [],", "minor_groups",
                        "expected at most 8");
    expect_text_refused(false, "\"replacements\": [",
                        "\"replacements\": [{\"nation\": \"france\", \"unit\": \"S\", \"per_turn\": 1, "
                        "\"at\": [\"brest\"], \"first\": \"1805-09\", \"kind\": \"fixed\"}",
                        "replacements[0]", "expected a type of land SP");
}

/* Troops where play cannot begin: among enemies, besieged by nobody, outside the areas in play, ships inland.
 */
Test(eagles_data, wrong_set_ups_are_refused)
{
    expect_refused("setup[0].hex=2726", "found troops of both sides");
    expect_refused("setup[0].hex=0140", "expected one of the scenario's areas");
    expect_refused("setup[3].side=coalition", "as named before");
    expect_refused("reinforcements[2].side=coalition", "as named before");
    expect_refused("setup[0].leaders[0]=nelson", "breaks a law");
    expect_refused("end=1805-07", "before the start");
    expect_refused_in("eagles/1813", "setup[9].besieged=false", "found troops of both sides");
    expect_refused_in("eagles/1813", "setup[26].besieging=false", "found a besieged stack");
    expect_refused_in("eagles/1813", "setup[9].hex=3516", "found a besieged stack");
    expect_refused_in("eagles/1805-15", "setup[26].hex=1924", "expected a port");
}

Test(eagles_data, wrong_tables_are_refused)
{
    expect_refused("tables.land_combat.rows.1:1[0]=D9/L", "expected two results");
    expect_refused("tables.attrition.loss.1[0]=99", "expected");
    expect_refused("leaders[0].nation=atlantis", "expected the id of a nation");
    expect_refused("nations.france.counter_mix.I=100", "expected");
}

Test(eagles_data, wrong_scenarios_are_refused)
{
    expect_refused("turns=6", "expected 5 from start and end");
    expect_refused("setup[0].nation=gaul", "expected the id of a nation");
    expect_refused("setup[0].hex=0000", "expected the id of a land hex");
    expect_refused("setup[0].leaders[0]=napoleon", "a second time");
    expect_refused("setup[0].units.I=99", "counters");
    expect_refused("replacements[0].kind=many", "expected fixed");
    expect_refused("supply.sources.blue.rule=magic", "expected a rule of supply");
    expect_refused("victory.checks[0].winner=nobody", "expected france");
    expect_refused("special_rules[0].id=see_grand_campaign_rules", "force_pool");
}
