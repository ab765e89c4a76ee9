/* test_aon_hostile.c: boards and scenarios that are wrong are refused with a message that names the place,
 * and no file whatever makes the loader crash. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/aon/data.h"
#include "engine/dice.h"
#include "engine/game.h"
#include "engine/json.h"
#include "engine/rng.h"
#include "tests/aon/aon_files.h"
#include "tests/support/support.h"

/* ---- helpers ---- */

/* Expects that pair is refused at path with a message that contains each of the two texts. */
static void expect_refused(const Pair *pair, const char *file, const char *path, const char *message)
{
    Err err;
    AonData *data = pair_load(pair, &err);
    cr_expect_null(data, "%s: expected \"%s\"", path, message);
    cr_expect(err.set);
    cr_expect_str_eq(err.file, file);
    support_expect_error(&err, path, message);
    aon_data_release(data);
}

/* One value of the board, or of scenario 1805, spoilt. */
static void expect_bad_board(const char *path, const char *json, const char *where, const char *message)
{
    Pair pair = pair_open(aon_files_scenarios[0]);
    pair_set(&pair.board, path, json);
    expect_refused(&pair, AON_FILES_BOARD, where, message);
    pair_close(&pair);
}

static void expect_bad_setup(unsigned scenario, const char *path, const char *json, const char *where,
                             const char *message)
{
    Pair pair = pair_open(aon_files_scenarios[scenario]);
    pair_set(&pair.scenario, path, json);
    expect_refused(&pair, aon_files_scenarios[scenario], where, message);
    pair_close(&pair);
}

/* ---- boards that are wrong ---- */

Test(aon_hostile, wrong_areas)
{
    expect_bad_board("areas[1].id", "\"Flandres\"", "areas[1].id", "expected an id such as");
    expect_bad_board("areas[1].id", "\"ile_de_france\"", "areas[1].id", "a second time");
    expect_bad_board("areas[1].id", "\"an_id_that_is_far_too_long_for_anything\"", "areas[1].id",
                     "expected 1 to 31");
    expect_bad_board("areas[1].name", "\"\"", "areas[1].name", "0 bytes");
    expect_bad_board("areas[1].country_1805", "\"frence\"", "areas[1].country_1805",
                     "did you mean \"france\"?");
    expect_bad_board("areas[1].country_1805", "\"holland\"", "areas[1]", "does not list \"flandres\"");
    expect_bad_board("areas[tirol].country_1805", "\"tirol\"", "areas[31]", "before it is detached");
    expect_bad_board("areas[1].adjacent[0]", "\"ulm\"", "areas[1].adjacent[0]",
                     "found \"ulm\", expected the id of an area");
    expect_bad_board("areas[1].adjacent[0]", "\"flandres\"", "areas[1]",
                     "border of \"flandres\" with itself");
    expect_bad_board("areas[1].adjacent[0]", "\"holland\"", "areas[1].adjacent[1]", "twice");
    expect_bad_board("areas[1].adjacent", "[\"moscow\"]", "areas[0].adjacent",
                     "does not list \"ile_de_france\"");
    expect_bad_board("areas[britain].adjacent", "[\"flandres\"]", "areas[14].adjacent",
                     "found \"flandres\", but areas[1] (\"flandres\") does not list \"britain\"");
    expect_bad_board("areas[1].lat", "91", "areas[1].lat", "expected a number from -90 to 90");
    expect_bad_board("areas[1].baltic", "\"yes\"", "areas[1].baltic", "expected true or false");
    expect_bad_board("areas[bayern].baltic", "true", "areas[46]", "not coastal");
    expect_bad_board("areas[kherson].coastal", "true", "areas[45]", "both coastal and black_sea");
    expect_bad_board("areas[1].source", "\"hearsay\"", "areas[1].source",
                     "expected a source: one of rulebook");
    expect_bad_board("areas[boehmen].adjacent_given_by_text", "[\"moscow\"]",
                     "areas[24].adjacent_given_by_text", "in adjacent too");
    expect_bad_board("areas", "[]", "areas", "at least 2");
    expect_bad_board("areas[3]", "17", "areas[3]", "found 17, expected an object");
}

Test(aon_hostile, missing_and_unknown)
{
    Pair pair = pair_open(aon_files_scenarios[0]);
    cJSON_DeleteItemFromArray(pair_item(&pair.board, "areas"), 58);
    expect_refused(&pair, AON_FILES_BOARD, "areas[7].adjacent[5]",
                   "found \"wuerttemberg\", expected the id of an area");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_remove(&pair.board, "areas[moscow]", "barren");
    expect_refused(&pair, AON_FILES_BOARD, "areas[33]", "the key \"barren\" is missing");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_add(&pair.board, "areas[moscow]", "baren", "true");
    expect_refused(&pair, AON_FILES_BOARD, "areas[33].baren", "unknown key, expected one of id, name");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_remove(&pair.board, "", "tables");
    expect_refused(&pair, AON_FILES_BOARD, "", "the key \"tables\" is missing");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_add(&pair.scenario, "setup", "weather", "\"fine\"");
    expect_refused(&pair, aon_files_scenarios[0], "setup.weather", "unknown key");
    pair_close(&pair);
}

Test(aon_hostile, wrong_files)
{
    expect_bad_board("schema", "\"marshal/board/2\"", "schema",
                     "expected the format: one of marshal/board/1");
    expect_bad_board("game", "\"chess\"", "game", "one of aon");
    expect_bad_setup(0, "schema", "\"marshal/board/1\"", "schema", "marshal/scenario/1");
    expect_bad_setup(0, "title", "\"\"", "title", "0 bytes");
}

Test(aon_hostile, wrong_countries)
{
    expect_bad_board("countries[0].id", "\"austria\"", "countries[0]", "the six major countries come first");
    expect_bad_board("countries[6].id", "\"spain\"", "countries[6].id", "a second time");
    expect_bad_board("countries[6].kind", "\"major\"", "countries[6]", "only for them");
    expect_bad_board("countries[5].kind", "\"minor\"", "countries[5]", "for the first six");
    expect_bad_board("countries[2].color", "\"blue\"", "countries[2]", "expected \"white\"");
    expect_bad_board("countries[2].capital_area", "\"moscow\"", "countries[2]", "one of the country's areas");
    expect_bad_board("countries[bayern].areas", "[\"bayern\",\"tirol\"]", "countries[6]",
                     "found 2 areas, expected one");
    expect_bad_board("countries[bayern].areas[0]", "\"tirol\"", "countries[6]", "found capital_area");
    expect_bad_board("countries[0].areas[1]", "\"holland\"", "countries[9]",
                     "found area \"holland\", which an earlier country lists");
    expect_bad_board("countries[1].areas", "[]", "countries[1]", "found capital_area");
    expect_bad_board("countries[0].area_count_given", "9", "countries[0].area_count_given", "lists 8 areas");
    expect_bad_board("countries[tirol].parent", "\"spain\"", "countries[19]", "an area of \"spain\"");
    expect_bad_board("countries[tirol].parent", "\"bayern\"", "countries[19].parent",
                     "a major country: one of france");
}

Test(aon_hostile, wrong_links_and_roles)
{
    expect_bad_board("special_links[0].b", "\"danmark\"", "special_links[0]", "without an ordinary border");
    expect_bad_board("special_links[0].b", "\"pommern\"", "special_links[0]", "without an ordinary border");
    expect_bad_board("special_links[0].kind", "\"ice\"", "special_links[0]", "expected \"strait\"");
    expect_bad_board("special_links[1].areas_counted", "0", "special_links[1].areas_counted", "from 1 to 4");
    expect_bad_board("special_links", "[]", "special_links", "at least 2");
    expect_bad_board("roles.winter_sea_exit", "\"tirol\"", "roles", "expected a Baltic area");
    expect_bad_board("roles.rises_with_austria", "\"polen\"", "roles", "detachable country of Austria");
    expect_bad_board("roles.no_cossacks[1]", "\"sweden\"", "roles.no_cossacks[1]", "id of a country");
}

Test(aon_hostile, wrong_corps)
{
    expect_bad_board("corps[0].fresh.br", "-1", "corps[0].fresh.br",
                     "found -1, expected a whole number from 0 to 20");
    expect_bad_board("corps[0].fresh.br", "1e300", "corps[0].fresh.br", "found 1e+300");
    expect_bad_board("corps[0].fresh.mr", "3.5", "corps[0].fresh.mr", "found 3.5, expected a whole number");
    expect_bad_board("corps[0].sr", "9", "corps[0].sr", "from 1 to 8");
    expect_bad_board("corps[0].sr", "0", "corps[0].sr", "from 1 to 8");
    expect_bad_board("corps[0].fresh", "[8,4]", "corps[0].fresh", "found an array, expected an object");
    expect_bad_board("corps[0].patron", "\"bayern\"", "corps[0].patron", "a major country");
    expect_bad_board("corps[0].country", "\"bayern\"", "corps[0]", "expected \"minor_ally\" if and only if");
    expect_bad_board("corps[lefebvre].country", "\"austria\"", "corps[22]", "minor or detachable country");
    expect_bad_board("corps[lefebvre].availability", "\"none\"", "corps[22]",
                     "expected \"minor_ally\" if and only if");
    expect_bad_board("corps[karl].availability", "\"stein\"", "corps[41]", "expected \"prussia\"");
    expect_bad_board("corps[1].id", "\"napoleon\"", "corps[1].id", "a second time");
    expect_bad_board("corps[0].leader", "false", "corps", "no corps with \"leader\"");
    expect_bad_board("corps[0].leader", "1", "corps[0].leader", "expected true or false");
    Pair pair = pair_open(aon_files_scenarios[0]);
    pair_add(&pair.board, "corps[karl]", "leader", "true");
    expect_refused(&pair, AON_FILES_BOARD, "corps[41].leader", "one French home corps");
    pair_close(&pair);
}

Test(aon_hostile, wrong_cards)
{
    expect_bad_board("cards[0].copies", "0", "cards[0].copies", "from 1 to 55");
    expect_bad_board("cards[0].copies", "2", "cards", "more than 55 cards");
    expect_bad_board("cards[0].op", "\"conver\"", "cards[0].op", "an operation: one of convert");
    expect_bad_board("cards[0].op", "\"detach\"", "cards[0].conversions", "has no use for it");
    expect_bad_board("cards[0].windows[0]", "\"battle_cards\"", "cards[0].windows[0]", "cannot be played");
    expect_bad_board("cards[0].windows", "[]", "cards[0].windows", "at least 1");
    expect_bad_board("cards[0].diplomacy_card", "false", "cards[0].windows", "7.2.1");
    expect_bad_board("cards[0].players", "\"coalition\"", "cards[0].conversions[0]", "may not play the card");
    expect_bad_board("cards[0].phases[0]", "\"tea\"", "cards[0].phases[0]", "a phase: one of");
    expect_bad_board("cards[0].effect", "7", "cards[0].effect", "expected a string");
    expect_bad_board("cards[0].once_only", "true", "cards[0]", "if and only if the card has an event");
    expect_bad_board("cards[stein].event", "\"radetzky\"", "cards[10].event", "brings already");
    expect_bad_board("cards[stein].event", "\"waterloo\"", "cards[10].event", "an event: one of britannia");
    expect_bad_board("cards[0].conversions[0].from", "\"XX\"", "cards[0].conversions[0].from",
                     "one of FR, CM");
    expect_bad_board("cards[0].conversions[0].to", "\"CM\"", "cards[0].conversions[0]", "expected a change");
    expect_bad_board("cards[0].conversions[0].to", "\"IC\"", "cards[0].conversions[0]",
                     "conversion to \"IC\"");
    expect_bad_board("cards[0].conversions[0].countries", "\"all\"", "cards[0].conversions[0].countries",
                     "one of any");
    expect_bad_board("cards[0].conversions[0].countries", "[\"ulm\"]", "cards[0].conversions[0].countries[0]",
                     "id of a country");
    expect_bad_board("cards[0].conversions[0].countries", "[]", "cards[0].conversions[0].countries",
                     "empty list");
    expect_bad_board("cards[forced_march].movement_modifier", "9", "cards[27].movement_modifier",
                     "from -3 to 3");
    expect_bad_board("cards[major_campaign].armies", "0", "cards[26].armies", "from 1 to 6");
    expect_bad_board("cards[grand_battery].battle_modifier.kind", "\"cancel\"", "cards[31].battle_modifier",
                     "does not go with");
    expect_bad_board("cards[grand_battery].battle_modifier.colors[0]", "\"pink\"",
                     "cards[31].battle_modifier.colors[0]", "a colour");
    expect_bad_board("cards[imperial_guard].battle_modifier.requires_corps", "\"ney_\"",
                     "cards[32].battle_modifier.requires_corps", "did you mean \"ney\"?");
    expect_bad_board("cards[russo_ottoman_war].removes_corps.country", "\"sverige\"",
                     "cards[19].removes_corps.country", "a major country");
    Pair pair = pair_open(aon_files_scenarios[0]);
    pair_remove(&pair.board, "cards[depot]", "winter_die_modifier");
    expect_refused(&pair, AON_FILES_BOARD, "cards[39]",
                   "the key \"winter_die_modifier\" is missing, which the operation");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_set(&pair.board, "cards[major_campaign].op", "\"movement_bonus\"");
    pair_remove(&pair.board, "cards[major_campaign]", "armies");
    pair_add(&pair.board, "cards[major_campaign]", "movement_modifier", "1");
    pair_set(&pair.board, "cards[major_campaign].windows", "[\"own_move\"]");
    expect_refused(&pair, AON_FILES_BOARD, "cards[27]",
                   "a second title with the operation \"movement_bonus\"");
    pair_close(&pair);
}

Test(aon_hostile, wrong_tables)
{
    expect_bad_board("tables.sequence.campaign_rounds", "0", "tables.sequence.campaign_rounds",
                     "from 1 to 7");
    expect_bad_board("tables.sequence.winter_from_round", "8", "tables.sequence.winter_from_round",
                     "from 1 to 7");
    expect_bad_board("tables.battle.columns[0].strength_min", "2", "tables.battle.columns[0].strength_min",
                     "from 1 to 1");
    expect_bad_board("tables.battle.columns[1].strength_max", "9", "tables.battle.columns[2].strength_min",
                     "from 10 to 10");
    expect_bad_board("tables.battle.columns[1].strength_max", "null", "tables.battle.columns[1].strength_max",
                     "only the last row");
    expect_bad_board("tables.battle.columns[7].strength_max", "99", "tables.battle.columns[7].strength_max",
                     "must be open-ended");
    expect_bad_board("tables.battle.columns[0].losses_by_die_1_to_6", "[0,0,0,0,0]",
                     "tables.battle.columns[0].losses_by_die_1_to_6", "at least 6");
    expect_bad_board("tables.battle.columns[0].losses_by_die_1_to_6[2]", "-1",
                     "tables.battle.columns[0].losses_by_die_1_to_6[2]", "from 0 to 60");
    expect_bad_board("tables.battle.tbm[0]", "true", "tables.battle.tbm[0]",
                     "found true, expected a whole number");
    expect_bad_board("tables.march_attrition.rows[1].spent_corps", "3",
                     "tables.march_attrition.rows[1].spent_corps", "from 2 to 2");
    expect_bad_board("tables.march_attrition.rows[0].losses_by_die_1_to_6[0]", "2",
                     "tables.march_attrition.rows[0].losses_by_die_1_to_6[0]", "from 0 to 1");
    expect_bad_board("tables.winter_attrition.rows[0].corps_min", "4",
                     "tables.winter_attrition.rows[0].corps_min", "from 1 to 3");
    expect_bad_board("tables.winter_attrition.rows[6].corps_min", "10",
                     "tables.winter_attrition.rows[6].corps_min", "from 9 to 9");
    expect_bad_board("tables.winter_attrition.rows[0].losses", "[1,1]",
                     "tables.winter_attrition.rows[0].losses", "at least 8");
    expect_bad_board("tables.winter_attrition.die_max", "-2", "tables.winter_attrition.die_max",
                     "from -1 to 14");
    expect_bad_board("tables.winter_attrition.modifiers[0].id", "\"depot\"",
                     "tables.winter_attrition.modifiers[0].id", "capital_area");
    expect_bad_board("tables.strategy_chart.maximum", "5", "tables.strategy_chart.maximum", "from 6 to 20");
    expect_bad_board("tables.strategy_chart.minor_countries_per_card", "0",
                     "tables.strategy_chart.minor_countries_per_card", "from 1");
    expect_bad_board("tables.strategy_chart.rows[2].country", "\"britain\"", "tables.strategy_chart.rows[2]",
                     "a second row");
    expect_bad_board("tables.strategy_chart.rows[2].controller", "\"french\"",
                     "tables.strategy_chart.rows[8]", "a second row");
    expect_bad_board("tables.strategy_chart.rows[3].state", "\"insurgent\"", "tables.strategy_chart.rows[3]",
                     "any, normal or reformed");
    expect_bad_board("tables.strategy_chart.rows[2].state", "\"reformed\"", "tables.strategy_chart.rows[2]",
                     "austria and prussia only");
    expect_bad_board("tables.reinforcement_chart.rows[1].mobilization_per_controlled_minors", "0",
                     "tables.reinforcement_chart.rows[1].mobilization_per_controlled_minors", "from 1 to 99");
    expect_bad_board("tables.reinforcement_chart.rows[0].controller", "\"coalition\"",
                     "tables.reinforcement_chart.rows[0]", "never controls");
    expect_bad_board("tables.surrender_order.order[0]", "\"spain\"", "tables.surrender_order.order[1]",
                     "a second time");
    expect_bad_board("tables.surrender_order.order[0]", "\"britain\"", "tables.surrender_order.order[0]",
                     "who surrenders");
    Pair pair = pair_open(aon_files_scenarios[0]);
    cJSON_DeleteItemFromArray(pair_item(&pair.board, "tables.strategy_chart.rows"), 11);
    expect_refused(&pair, AON_FILES_BOARD, "tables.strategy_chart.rows",
                   "no row for country \"spain\" under \"french\"");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    cJSON_DeleteItemFromArray(pair_item(&pair.board, "tables.reinforcement_chart.rows"), 4);
    expect_refused(&pair, AON_FILES_BOARD, "tables.reinforcement_chart.rows",
                   "no row for group \"austria\" under \"coalition\"");
    pair_close(&pair);
}

/* ---- set-ups that are wrong ---- */

Test(aon_hostile, wrong_alignments)
{
    expect_bad_setup(0, "setup.alignments.france", "\"CM\"", "setup.alignments.france",
                     "found \"CM\", expected \"FR\"");
    expect_bad_setup(0, "setup.alignments.britain", "\"NC\"", "setup.alignments.britain", "expected \"CM\"");
    expect_bad_setup(0, "setup.alignments.spain", "\"FR\"", "setup.alignments.spain",
                     "one of CM, IC, NC, FA, FD");
    expect_bad_setup(0, "setup.alignments.spain", "\"IC\"", "setup.formerly_insurgent",
                     "expected \"spain\" here");
    expect_bad_setup(0, "setup.alignments.spain", "3", "setup.alignments.spain",
                     "found 3, expected a string");
    expect_bad_setup(0, "setup.detached", "[\"bayern\"]", "setup.detached", "expected detachable countries");
    expect_bad_setup(0, "setup.detached", "[\"tirol\"]", "setup.alignments",
                     "the country \"tirol\" is missing");
    expect_bad_setup(1, "setup.detached", "[\"dalmatien\",\"polen\",\"sachsen\"]", "setup.alignments",
                     "found \"tirol\"");
    expect_bad_setup(0, "setup.formerly_insurgent", "[\"tirol\"]", "setup.formerly_insurgent",
                     "that exist and can rise");
    expect_bad_setup(0, "setup.formerly_insurgent", "[\"france\"]", "setup.formerly_insurgent",
                     "that exist and can rise");
    Pair pair = pair_open(aon_files_scenarios[0]);
    pair_add(&pair.scenario, "setup.alignments", "ulm", "\"FA\"");
    expect_refused(&pair, aon_files_scenarios[0], "setup.alignments.ulm", "id of a country");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_remove(&pair.scenario, "setup.alignments", "bayern");
    expect_refused(&pair, aon_files_scenarios[0], "setup.alignments", "the country \"bayern\" is missing");
    pair_close(&pair);
}

Test(aon_hostile, wrong_calendar_and_events)
{
    expect_bad_setup(0, "setup.first_year", "1804", "setup.first_year", "from 1805 to 1815");
    expect_bad_setup(0, "setup.first_round", "7", "setup.first_round", "from 1 to 6");
    expect_bad_setup(1, "setup.last_year", "1808", "setup.last_year", "from 1809 to 1815");
    expect_bad_setup(0, "setup.events_in_effect", "[\"mud\"]", "setup.events_in_effect[0]",
                     "an event: one of");
    expect_bad_setup(0, "setup.events_in_effect", "[\"stein\",\"stein\"]", "setup.events_in_effect[1]",
                     "a second time");
    expect_bad_setup(0, "setup.french_invaded_russia_year", "1805", "setup.french_invaded_russia_year",
                     "expected null");
    expect_bad_setup(2, "setup.french_invaded_russia_year", "1814", "setup.french_invaded_russia_year",
                     "to 1813");
    expect_bad_setup(2, "setup.invasion_corps_released", "[]", "setup.invasion_corps_released",
                     "expected all 9");
    expect_bad_setup(0, "setup.invasion_corps_released", "[\"kutuzov\"]", "setup.invasion_corps_released[0]",
                     "availability invasion");
    expect_bad_setup(0, "setup.russia_invaded", "0", "setup.russia_invaded", "expected true or false");
}

Test(aon_hostile, wrong_placements)
{
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"napoleon\"", "setup.corps_on_map[1].corps",
                     "a second time");
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"blucher\"", "setup.corps_on_map[0].corps",
                     "did you mean \"bluecher\"?");
    expect_bad_setup(0, "setup.corps_on_map[0].area", "\"paris\"", "setup.corps_on_map[0].area",
                     "id of an area");
    expect_bad_setup(0, "setup.corps_on_map[0].side", "\"coalition\"", "setup.corps_on_map[0]",
                     "serves who controls \"france\", which is FR");
    expect_bad_setup(0, "setup.corps_on_map[0].side", "\"blue\"", "setup.corps_on_map[0].side",
                     "a seat: one of french, coalition");
    expect_bad_setup(0, "setup.corps_on_map[8].area", "\"flandres\"", "setup.corps_on_map[8]",
                     "both sides in \"flandres\"");
    expect_bad_setup(0, "setup.corps_on_map[8].corps", "\"klenau\"", "setup.corps_on_map[8]",
                     "not available");
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"hessen\"", "setup.corps_on_map[0]",
                     "not available to the french");
    expect_bad_setup(0, "setup.corps_on_map[0].spent", "null", "setup.corps_on_map[0].spent",
                     "expected true or false");
    expect_bad_setup(1, "setup.corps_out_of_game[0].corps", "\"davout\"", "setup.corps_out_of_game[0].corps",
                     "a second time");
    expect_bad_setup(1, "setup.corps_out_of_game[0].corps", "\"ney_\"", "setup.corps_out_of_game[0].corps",
                     "id of a corps");
}

Test(aon_hostile, wrong_stacks_and_insurgents)
{
    Pair pair = pair_open(aon_files_scenarios[1]);
    pair_set(&pair.scenario, "setup.corps_on_map[28].area", "\"flandres\""); /* cuesta, insurgent */
    expect_refused(&pair, aon_files_scenarios[1], "setup.corps_on_map[28]",
                   "at most one area from \"spain\"");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[0]);
    pair_set(&pair.scenario, "setup.corps_on_map[1].corps",
             "\"gerard\""); /* without Napoleon the senior is of 6 */
    for (int i = 0; i < 8; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "setup.corps_on_map[%d].area", i);
        pair_set(&pair.scenario, path, "\"bretagne\"");
    }
    expect_refused(&pair, aon_files_scenarios[0], "setup.corps_on_map",
                   "found 8 corps in \"bretagne\", expected at most 6");
    pair_close(&pair);
    pair = pair_open(aon_files_scenarios[1]);
    pair_set(&pair.scenario, "setup.corps_on_map[0].corps", "\"ney\"");
    pair_set(&pair.scenario, "setup.corps_out_of_game[0].corps", "\"napoleon\"");
    expect_refused(&pair, aon_files_scenarios[1], "setup.corps_out_of_game[0].corps", "without whom");
    pair_close(&pair);
}

Test(aon_hostile, wrong_setup_cards)
{
    expect_bad_setup(0, "setup.cards_set_aside[0].card", "\"gold\"", "setup.cards_set_aside[0].card",
                     "id of a card");
    expect_bad_setup(0, "setup.cards_set_aside[0].copies", "2", "setup.cards_set_aside[0].copies",
                     "from 1 to 1");
    expect_bad_setup(0, "setup.cards_set_aside[0].copies", "-1", "setup.cards_set_aside[0].copies",
                     "found -1");
    expect_bad_setup(0, "setup.cards_discarded", "[{\"card\":\"english_gold\",\"copies\":1}]",
                     "setup.cards_discarded[0]", "no copy is left");
    expect_bad_setup(0, "setup.random_discards", "54", "setup.random_discards", "from 0 to 53");
    expect_bad_setup(0, "setup.random_discards", "50", "setup.hand",
                     "found hands of 16 cards in all, expected at most the 3");
    expect_bad_setup(0, "setup.hand.french", "0", "setup.hand.french", "from 1 to 20");
    expect_bad_setup(0, "setup.hand.french", "21", "setup.hand.french", "from 1 to 20");
    expect_bad_setup(0, "setup.hand", "8", "setup.hand", "expected an object");
    expect_bad_setup(0, "setup.free_move_available.french", "1", "setup.free_move_available.french",
                     "expected true or false");
    expect_bad_setup(0, "options.hidden_stacks", "\"no\"", "options.hidden_stacks", "expected true or false");
    Pair pair = pair_open(aon_files_scenarios[0]);
    pair_add(&pair.scenario, "options", "easy_mode", "true");
    expect_refused(&pair, aon_files_scenarios[0], "options.easy_mode",
                   "unknown key, expected one of hidden_stacks");
    pair_close(&pair);
}

/* ---- wrong types, everywhere ---- */

/* Content of an item put aside while something else stands in its place. */
typedef struct Content {
    cJSON *child;
    char *valuestring;
    double valuedouble;
    int type;
} Content;

static Content swap_content(cJSON *item, Content content)
{
    const Content old = {item->child, item->valuestring, item->valuedouble, item->type};
    item->child = content.child;
    item->valuestring = content.valuestring;
    item->valuedouble = content.valuedouble;
    item->type = content.type;
    return old;
}

/* The path of item, found from the root; items are few enough. */
static bool find_path(const cJSON *root, const cJSON *item, char path[ERR_PATH_BYTES], size_t used, int depth)
{
    int index = 0;
    path[used] = '\0';
    if (root == item) {
        return true;
    }
    for (const cJSON *child = root->child; child != NULL && depth < 10; child = child->next, index++) {
        size_t length = used;
        if (child->string != NULL) {
            length += (size_t)snprintf(path + used, ERR_PATH_BYTES - used, "%s%s", used > 0 ? "." : "",
                                       child->string);
        } else {
            length += (size_t)snprintf(path + used, ERR_PATH_BYTES - used, "[%d]", index);
        }
        if (find_path(child, item, path, length, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Every item of a tree, in file order. */
static size_t list_items(cJSON *root, cJSON **items, size_t max)
{
    size_t count = 0;
    items[count++] = root;
    for (size_t i = 0; i < count; i++) {
        for (cJSON *child = items[i]->child; child != NULL && count < max; child = child->next) {
            items[count++] = child;
        }
    }
    return count;
}

/* Given cells are for people and for test_aon_data: their inside is not read. */
static bool is_read(const char *path) { return strstr(path, "given_cells[") == NULL; }

/* Puts a value of a wrong type at one item of doc and expects an error exactly there. */
static void expect_type_checked(const Pair *pair, const JsonDoc *doc, cJSON *item)
{
    char word[] = "x";
    char path[ERR_PATH_BYTES];
    Err err;
    cr_assert(find_path(doc->root, item, path, 0, 0));
    if (!is_read(path)) {
        return;
    }
    const bool text = cJSON_IsNumber(item) || cJSON_IsBool(item) || cJSON_IsNull(item);
    const int wrong = text                   ? cJSON_String
                      : cJSON_IsArray(item)  ? cJSON_Object
                      : cJSON_IsObject(item) ? cJSON_Array
                                             : cJSON_Number;
    const Content old = swap_content(item, (Content){NULL, text ? word : NULL, 7, wrong});
    AonData *data = pair_load(pair, &err);
    cr_expect_null(data, "%s: a wrong type was accepted", path);
    cr_expect_str_eq(err.file, doc->file);
    cr_expect_str_eq(err.path, path, "expected the error at %s, found it at %s: %s", path, err.path,
                     err.message);
    cr_expect_neq(err.message[0], '\0');
    (void)swap_content(item, old);
    aon_data_release(data);
}

enum { ITEMS_MAX = 16384 };

static void check_types(bool board, size_t step)
{
    Pair pair = pair_open(aon_files_scenarios[2]);
    const JsonDoc *doc = board ? &pair.board : &pair.scenario;
    cJSON **items = calloc(ITEMS_MAX, sizeof(cJSON *));
    cr_assert_not_null(items);
    const size_t count = list_items(doc->root, items, ITEMS_MAX);
    cr_expect_gt(count, board ? 3000 : 300);
    for (size_t i = 0; i < count; i += step) {
        expect_type_checked(&pair, doc, items[i]);
    }
    free(items);
    pair_close(&pair);
}

Test(aon_hostile, wrong_types_all_over_the_board)
{
    check_types(true, 7); /* 7 divides no list's row, so every kind of member gets its turn */
}

Test(aon_hostile, wrong_types_all_over_the_scenario) { check_types(false, 1); }

/* ---- noise ---- */

/* Takes one item out, copies one over another, or turns a number; loading must not mind. */
static void mutate(Rng *rng, cJSON **items, size_t count)
{
    cJSON *item = items[1 + rng_bounded(rng, (uint32_t)count - 1)];
    const cJSON *other = items[1 + rng_bounded(rng, (uint32_t)count - 1)];
    static const double numbers[] = {0,  -1, 1,  2,   3,   4,    5,    6,   7,    8,     20, 55,
                                     60, 91, 99, 255, 256, 1805, 1815, 1e9, -1e9, 1e300, 0.5};
    if (cJSON_IsNumber(item)) {
        item->valuedouble = numbers[rng_bounded(rng, sizeof numbers / sizeof numbers[0])];
    } else if (cJSON_IsBool(item)) {
        item->type = cJSON_IsTrue(item) ? cJSON_False : cJSON_True;
    } else if (cJSON_IsString(item) && cJSON_IsString(other)) {
        char *copy = malloc(strlen(other->valuestring) + 1);
        cr_assert_not_null(copy);
        strcpy(copy, other->valuestring);
        cJSON_free(item->valuestring);
        item->valuestring = copy;
    } else if ((cJSON_IsArray(item) || cJSON_IsObject(item)) && item->child != NULL) {
        cJSON_Delete(
            cJSON_DetachItemViaPointer(item, rng_bounded(rng, 2) == 0 ? item->child : item->child->prev));
    }
}

/* Loading succeeds, or fails with a message; returns whether it succeeded. */
static bool survives(const Pair *pair)
{
    Err err;
    AonData *data = pair_load(pair, &err);
    cr_assert(data != NULL || (err.set && err.message[0] != '\0'));
    cr_assert(data == NULL || !err.set);
    aon_data_release(data);
    return data != NULL;
}

Test(aon_hostile, random_changes_of_values)
{
    cJSON **items = calloc(ITEMS_MAX, sizeof(cJSON *));
    cr_assert_not_null(items);
    Rng rng;
    unsigned loaded = 0;
    rng_init(&rng, 1805, 1);
    Pair original = pair_open(aon_files_scenarios[2]);
    for (unsigned i = 0; i < 1200; i++) {
        const bool board = i % 4 == 0;
        Pair pair = original;
        JsonDoc *doc = board ? &pair.board : &pair.scenario;
        doc->root = cJSON_Duplicate(doc->root, true);
        for (uint32_t n = 1 + rng_bounded(&rng, 3); n > 0; n--) {
            mutate(&rng, items, list_items(doc->root, items, ITEMS_MAX));
        }
        loaded += survives(&pair) ? 1 : 0;
        json_release(doc);
    }
    cr_expect_gt(loaded, 10); /* some changes are harmless, most are not */
    cr_expect_lt(loaded, 1000);
    pair_close(&original);
    free(items);
}

static char *read_text(const char *file, size_t *length)
{
    FILE *stream = fopen(file, "rb");
    cr_assert_not_null(stream, "%s", file);
    char *text = malloc(200000);
    cr_assert_not_null(text);
    *length = fread(text, 1, 200000, stream);
    cr_assert_lt(*length, (size_t)200000);
    fclose(stream);
    return text;
}

/* Parses spoilt text in place of board or scenario and loads the pair. */
static bool survives_text(const Pair *original, bool board, const char *text, size_t length)
{
    Pair pair = *original;
    JsonDoc *doc = board ? &pair.board : &pair.scenario;
    Err err;
    err_clear(&err);
    if (!json_parse(doc, text, length, "spoilt.json", &err)) {
        cr_assert(err.set && err.message[0] != '\0');
        return false;
    }
    const bool loaded = survives(&pair);
    json_release(doc);
    return loaded;
}

Test(aon_hostile, random_changes_of_bytes)
{
    static const char bytes[] = "{}[],:\"\\0123456789-.eE \n\ttruefalsn\x01\x7f\x80\xc3\xff_abc";
    Pair original = pair_open(aon_files_scenarios[0]);
    Rng rng;
    rng_init(&rng, 1809, 2);
    for (unsigned board = 0; board < 2; board++) {
        size_t length = 0;
        char *text = read_text(board != 0 ? AON_FILES_BOARD : aon_files_scenarios[0], &length);
        for (unsigned i = 0; i < (board != 0 ? 400U : 2500U); i++) {
            const size_t at = rng_bounded(&rng, (uint32_t)length);
            const char old = text[at];
            text[at] = bytes[rng_bounded(&rng, sizeof bytes - 1)];
            (void)survives_text(&original, board != 0, text, length);
            text[at] = old;
        }
        free(text);
    }
    pair_close(&original);
}

Test(aon_hostile, truncated_files)
{
    Pair original = pair_open(aon_files_scenarios[0]);
    for (unsigned board = 0; board < 2; board++) {
        size_t length = 0;
        char *text = read_text(board != 0 ? AON_FILES_BOARD : aon_files_scenarios[0], &length);
        while (text[length - 1] == '\n') {
            length--;
        }
        const size_t step = board != 0 ? 1009 : 13;
        for (size_t cut = 0; cut < length; cut += step) {
            cr_expect_not(survives_text(&original, board != 0, text, cut), "cut at %zu", cut);
        }
        free(text);
    }
    pair_close(&original);
}

/* Deep but allowed nesting where something flat belongs. */
Test(aon_hostile, nested_nonsense)
{
    char text[200] = "";
    for (unsigned i = 0; i < 60; i++) {
        strcat(text, "[");
    }
    for (unsigned i = 0; i < 60; i++) {
        strcat(text, "]");
    }
    expect_bad_board("areas", text, "areas", "at least 2");
    expect_bad_board("areas[0].adjacent", text, "areas[0].adjacent[0]", "found an array, expected a string");
    expect_bad_board("tables", text, "tables", "found an array, expected an object");
    expect_bad_setup(0, "setup", text, "setup", "found an array, expected an object");
    expect_bad_setup(0, "setup.corps_on_map", text, "setup.corps_on_map[0]",
                     "found an array, expected an object");
}

/* ---- evaluations ---- */

/* "[0,0,0]" */
static void zeros(char *text, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = i > 0 ? ',' : '[';
        text[2 * i + 1] = '0';
    }
    text[2 * count] = ']';
    text[2 * count + 1] = '\0';
}

/* A small evaluation with some inputs of every kind of name, to be spoilt. */
static void small_evaluation(StrBuf *out)
{
    static const char *const names[] = {"strength.french.bayern", "alignment.austria.CM",
                                        "card.coalition.depot",   "step.part_choice",
                                        "years_left.3",           "of_no_board"};
    char zero[2 * MODEL_WIDTH + 2];
    char few[2 * MODEL_SECOND + 2];
    zeros(zero, MODEL_WIDTH);
    zeros(few, MODEL_SECOND);
    strbuf_addf(
        out,
        "{\"schema\":\"marshal/evaluation/2\",\"game\":\"aon\",\"offset\":0.25,\"bias\":%s,\"output\":%s,",
        zero, zero);
    strbuf_addf(out, "\"second\":{\"bias\":%s,\"output\":%s,\"weights\":[", few, few);
    for (unsigned u = 0; u < MODEL_WIDTH - 1; u++) {
        strbuf_addf(out, "%s%s", u > 0 ? "," : "", few);
    }
    strbuf_addf(out, "]},\"inputs\":{");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        strbuf_addf(out, "%s\"%s\":%s", i > 0 ? "," : "", names[i], zero);
    }
    strbuf_addf(out, "}}");
}

/* Loads text as an evaluation, as the search does; true if it was taken, else there is a message. */
static bool takes_evaluation(const Game *game, const char *text, size_t length, Err *err)
{
    const GameAi *ai = game_ai_find("aon");
    JsonDoc doc;
    err_clear(err);
    if (!json_parse(&doc, text, length, "evaluation.json", err)) {
        cr_assert(err->set && err->message[0] != '\0');
        return false;
    }
    const JsonNode root = json_root(&doc);
    void *knowledge = ai->knowledge_load(game, &root, NULL, err);
    cr_assert((knowledge != NULL) != err->set, "%s", err->message);
    if (knowledge != NULL) {
        ai->knowledge_release(knowledge);
    }
    json_release(&doc);
    return knowledge != NULL;
}

/* The small evaluation with one text in place of another; expects a message that names the path. */
static void expect_bad_evaluation(const Game *game, const char *old, const char *fresh, const char *path,
                                  const char *message)
{
    StrBuf good;
    StrBuf bad;
    Err err;
    strbuf_init(&good);
    small_evaluation(&good);
    support_replace(good.text, old, fresh, &bad);
    cr_expect_not(takes_evaluation(game, bad.text, bad.length, &err), "%s", fresh);
    support_expect_error(&err, path, message);
    strbuf_release(&good);
    strbuf_release(&bad);
}

Test(aon_hostile, wrong_evaluations)
{
    Game game;
    Err err;
    StrBuf text;
    err_clear(&err);
    cr_assert(game_load(&game, aon_files_scenarios[0], NULL, 0, &err), "%s", err.message);
    strbuf_init(&text);
    small_evaluation(&text);
    cr_expect(takes_evaluation(&game, text.text, text.length, &err), "%s", err.message);
    strbuf_release(&text);
    expect_bad_evaluation(&game, "evaluation/2", "evaluation/1", "schema",
                          "expected \"marshal/evaluation/2\"");
    expect_bad_evaluation(&game, "\"aon\"", "\"chess\"", "game", "found \"chess\", expected \"aon\"");
    expect_bad_evaluation(&game, "\"offset\"", "\"ofset\"", "ofset", "unknown key");
    expect_bad_evaluation(&game, "\"offset\":0.25,", "", "", "\"offset\" is missing");
    expect_bad_evaluation(&game, "0.25", "null", "offset", "expected a number");
    expect_bad_evaluation(&game, "0.25", "1001", "offset", "from -1000 to 1000");
    expect_bad_evaluation(&game, "0.25", "1e999", "offset", "");
    expect_bad_evaluation(&game, "0.25", "NaN", "line 1, column 56", "expected a value");
    expect_bad_evaluation(&game, "[0,0,", "[0,", "bias", "found 63 numbers, expected 64");
    expect_bad_evaluation(&game, "[0,0,", "[0,0,0,", "bias", "at most 64");
    expect_bad_evaluation(&game, "[0,0,", "[0,\"x\",", "bias[1]", "expected a number");
    expect_bad_evaluation(&game, "\"second\"", "\"third\"", "third", "unknown key");
    expect_bad_evaluation(&game, "\"second\":{\"bias\":[0,0,", "\"second\":{\"bias\":[0,", "second.bias",
                          "found 15 numbers, expected 16");
    expect_bad_evaluation(&game, "\"weights\":[[0,", "\"weights\":[[", "second.weights[0]",
                          "found 15 numbers, expected 16");
    expect_bad_evaluation(&game, "\"weights\":[", "\"weights\":[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],",
                          "second.weights", "found 64 rows, expected 63");
    expect_bad_evaluation(&game, "years_left.3", "step.part_choice", "inputs", "twice");
    expect_bad_evaluation(&game, "\"of_no_board\":[0,0,", "\"of_no_board\":[0,", "inputs.of_no_board",
                          "63 numbers");
    game_release(&game);
}

Test(aon_hostile, random_changes_of_an_evaluation)
{
    static const char bytes[] = "{}[],:\"\\0123456789-.eE \n\ttruefalsn\x01\x7f\x80\xc3\xff_abc";
    Game game;
    Err err;
    StrBuf text;
    Rng rng;
    unsigned taken = 0;
    const unsigned rounds = 3000;
    err_clear(&err);
    cr_assert(game_load(&game, aon_files_scenarios[0], NULL, 0, &err), "%s", err.message);
    strbuf_init(&text);
    small_evaluation(&text);
    rng_init(&rng, 1813, 3);
    for (unsigned i = 0; i < rounds; i++) {
        const size_t at = rng_bounded(&rng, (uint32_t)text.length);
        const char old = text.text[at];
        text.text[at] = bytes[rng_bounded(&rng, sizeof bytes - 1)];
        taken += takes_evaluation(&game, text.text, text.length, &err) ? 1U : 0U;
        text.text[at] = old;
    }
    cr_expect(taken > 0 && taken < rounds, "%u", taken);
    for (size_t cut = 0; cut < text.length; cut += 7) {
        cr_expect_not(takes_evaluation(&game, text.text, cut, &err), "cut at %zu", cut);
    }
    strbuf_release(&text);
    game_release(&game);
}

/* ---- states ---- */

/* Real positions to be spoilt: every few decisions of random games of a scenario. */
enum { SEEDS_MAX = 400 };

static unsigned real_states(const Game *game, StateBuffer *states, unsigned max, Rng *rng)
{
    StateBuffer state;
    MoveList legal;
    unsigned count = 0;
    for (uint64_t number = 0; count < max; number++) {
        Dice dice = dice_from_stream(rng_derive(1805, RNG_PURPOSE_DICE, number));
        game_setup(game, &state.header, &dice);
        while (!state.header.over && count < max) {
            if (rng_bounded(rng, 20) == 0) {
                memcpy(states[count++].bytes, state.bytes, game->rules->state_bytes);
            }
            const uint32_t moves = game_legal(game, &state.header, &legal);
            game_apply(game, &state.header, legal.moves[rng_bounded(rng, moves)], &dice);
        }
    }
    return count;
}

/* Some bytes, from one to all, become something else: any value, one that means "none" somewhere, or that of
 * a neighbour. */
static void spoil(StateBuffer *state, size_t size, Rng *rng)
{
    static const uint8_t values[] = {0,  1,  2,  3,  7,  8,  23,  41,  42,  60, 61,
                                     63, 64, 66, 67, 91, 92, 127, 128, 254, 255};
    const uint32_t kind = rng_bounded(rng, 4);
    uint32_t changes = kind == 0 ? (uint32_t)size : 1 + rng_bounded(rng, kind == 1 ? 2 : 12);
    for (; changes > 0; changes--) {
        const size_t at = rng_bounded(rng, (uint32_t)size);
        const uint32_t how = rng_bounded(rng, 3);
        state->bytes[at] = how == 0   ? (uint8_t)rng_next(rng)
                           : how == 1 ? values[rng_bounded(rng, sizeof values)]
                                      : (uint8_t)(state->bytes[at] ^ 1U << rng_bounded(rng, 8));
    }
}

/* A file of positions may hold any bytes: check looks at them without harm, and what it lets pass can be
 * described. */
Test(aon_hostile, any_bytes_as_a_state)
{
    const GameAi *ai = game_ai_find("aon");
    StateBuffer *states = calloc(SEEDS_MAX, sizeof *states);
    cr_assert_not_null(states);
    unsigned passed = 0;
    Rng rng;
    rng_init(&rng, 1815, 4);
    for (unsigned scenario = 0; scenario < AON_FILES_SCENARIOS; scenario++) {
        Game game;
        Err err;
        err_clear(&err);
        cr_assert(game_load(&game, aon_files_scenarios[scenario], NULL, 0, &err), "%s", err.message);
        const size_t size = game.rules->state_bytes;
        const unsigned count = real_states(&game, states, SEEDS_MAX, &rng);
        for (unsigned i = 0; i < 70000; i++) {
            StateBuffer state;
            ModelInputs inputs;
            char message[GAME_CHECK_BYTES];
            memcpy(state.bytes, states[rng_bounded(&rng, count)].bytes, size);
            spoil(&state, size, &rng);
            if (!game.rules->check(game.data, &state.header, message)) {
                cr_assert_neq(message[0], '\0');
                continue;
            }
            passed++;
            ai->inputs(&game, &state.header, &inputs);
            (void)ai->material(&game, &state.header);
            for (uint32_t k = 0; k < inputs.count; k++) {
                cr_assert_lt(inputs.index[k], ai->input_count);
            }
        }
        game_release(&game);
    }
    cr_expect(passed > 100 && passed < 150000, "%u", passed); /* some changes make no difference */
    free(states);
}
