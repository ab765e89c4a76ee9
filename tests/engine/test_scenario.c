/* test_scenario.c: finding scenario files, overrides, fingerprints, listing, and games loaded from them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/game.h"
#include "engine/registry.h"
#include "engine/scenario.h"
#include "tests/support/support.h"

/* The error of opening a scenario with one override, "" if there is none. */
static const char *open_error(const char *name, const char *override, char text[1100])
{
    Scenario scenario;
    Err err;
    err_clear(&err);
    text[0] = '\0';
    support_use_test_scenarios();
    if (scenario_open(&scenario, name, &override, override != NULL ? 1 : 0, &err)) {
        scenario_release(&scenario);
    } else {
        err_text(&err, text, 1100);
        cr_expect(err.set);
    }
    return text;
}

static void expect_open_error(const char *name, const char *override, const char *message)
{
    char text[1100];
    cr_expect(strstr(open_error(name, override, text), message) != NULL, "%s: expected \"%s\" in \"%s\"",
              name, message, text);
}

Test(scenario, found_by_name_and_by_path)
{
    char path[SCENARIO_PATH_BYTES];
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_expect(scenario_find("toy/plain", path, &err));
    cr_expect_str_eq(path, "tests/scenarios/toy/plain.json");
    cr_expect(scenario_find("tests/scenarios/toy/short.json", path, &err));
    cr_expect_str_eq(path, "tests/scenarios/toy/short.json");
    cr_expect_not(err.set);
}

Test(scenario, the_shipped_folder_is_searched_as_well)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    char path[SCENARIO_PATH_BYTES];
    Err err;
    unsigned shipped = 0;
    err_clear(&err);
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(entries[i].path, "scenarios/", 10) == 0) {
            cr_expect(scenario_find(entries[i].id, path, &err), "%s: %s", entries[i].id, err.message);
            cr_expect_str_eq(path, entries[i].path);
            shipped++;
        }
    }
    cr_expect_gt(shipped, 0);
}

Test(scenario, not_found_says_where_it_looked)
{
    expect_open_error("toy/none", NULL, "tests/scenarios");
    expect_open_error("toy/none", NULL, "no scenario \"toy/none\"");
    expect_open_error("", NULL, "name has from 1 to");
    expect_open_error("../../README", NULL, "no scenario");
    expect_open_error("toy/../../support", NULL, "no scenario");
    expect_open_error("toy", NULL, "no scenario");
}

Test(scenario, overrides_go_to_scenario_or_board)
{
    static const char *const overrides[] = {"setup.start.french=7", "tables.hand_weight=0", "cards[1]=9"};
    Scenario scenario;
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(scenario_open(&scenario, "toy/plain", overrides, 3, &err), "%s", err.message);
    StrBuf text;
    strbuf_init(&text);
    const JsonNode root = json_root(&scenario.scenario);
    const JsonNode board = json_root(&scenario.board);
    json_write(&root, &text);
    cr_expect(strstr(text.text, "\"french\":7") != NULL, "%s", text.text);
    strbuf_clear(&text);
    json_write(&board, &text);
    cr_expect(strstr(text.text, "\"hand_weight\":0") != NULL);
    cr_expect(strstr(text.text, "[1,9,3,4") != NULL);
    strbuf_release(&text);
    scenario_release(&scenario);
}

Test(scenario, who_only_reads_needs_no_fingerprint)
{
    static const char *const overrides[] = {"setup.start.french=7"};
    Scenario scenario;
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(scenario_read(&scenario, "toy/plain", overrides, 1, &err), "%s", err.message);
    cr_expect_str_eq(scenario.sha256, "");
    StrBuf text;
    strbuf_init(&text);
    const JsonNode root = json_root(&scenario.scenario);
    json_write(&root, &text);
    cr_expect(strstr(text.text, "\"french\":7") != NULL, "%s", text.text);
    strbuf_release(&text);
    scenario_release(&scenario);
}

Test(scenario, bad_overrides_are_told)
{
    expect_open_error("toy/plain", "nonsense", "expected path=value");
    expect_open_error("toy/plain", "=3", "expected path=value");
    expect_open_error("toy/plain", "frogs.green=3", "neither");
    expect_open_error("toy/plain", "setup.nothing=3", "setup");
    expect_open_error("toy/plain", "cards[99]=3", "cards");
}

Test(scenario, too_many_overrides_are_refused)
{
    const char *overrides[SCENARIO_OVERRIDES_MAX + 1];
    Scenario scenario;
    Err err;
    err_clear(&err);
    for (int i = 0; i <= SCENARIO_OVERRIDES_MAX; i++) {
        overrides[i] = "setup.start.french=7";
    }
    support_use_test_scenarios();
    cr_expect_not(scenario_open(&scenario, "toy/plain", overrides, SCENARIO_OVERRIDES_MAX + 1, &err));
    cr_expect(strstr(err.message, "overrides") != NULL);
}

Test(scenario, fingerprint_is_of_content_not_of_names)
{
    Game by_name;
    Game by_path;
    Game changed;
    Game same;
    support_load(&by_name, "toy/plain", NULL);
    support_load(&by_path, "tests/scenarios/toy/plain.json", NULL);
    support_load(&changed, "toy/plain", "setup.start.french=1");
    support_load(&same, "toy/plain", "setup.start.french=0");
    cr_expect_eq(strlen(by_name.sha256), 64);
    cr_expect_str_eq(by_name.sha256, by_path.sha256);
    cr_expect_str_eq(by_name.sha256, same.sha256);
    cr_expect_str_neq(by_name.sha256, changed.sha256);
    cr_expect_str_eq(by_name.scenario, "toy/plain");
    cr_expect_str_eq(by_name.title, "Toy: eight rounds");
    game_release(&by_name);
    game_release(&by_path);
    game_release(&changed);
    game_release(&same);
}

/* Writes a scenario into a folder of its own and returns the error of opening it. */
static void expect_file_error(const char *content, const char *message)
{
    char folder[256];
    char path[300];
    char text[1100];
    support_folder("scenario", folder);
    (void)snprintf(path, sizeof path, "%s/s.json", folder);
    cr_assert(support_write(path, content, strlen(content)));
    cr_expect(strstr(open_error(path, NULL, text), message) != NULL, "expected \"%s\" in \"%s\"", message,
              text);
}

Test(scenario, hostile_files)
{
    expect_file_error("", "s.json");
    expect_file_error("[]", "s.json");
    expect_file_error("{}", "game");
    expect_file_error("{\"game\":\"toy\"}", "board");
    expect_file_error("{\"game\":3,\"board\":\"board.json\"}", "game");
    expect_file_error("{\"game\":\"toy\",\"board\":\"../../../etc/passwd\"}", "inside the scenario's folder");
    expect_file_error("{\"game\":\"toy\",\"board\":\"/etc/passwd\"}", "inside the scenario's folder");
    expect_file_error("{\"game\":\"toy\",\"board\":\"..\"}", "inside the scenario's folder");
    expect_file_error("{\"game\":\"toy\",\"board\":\"\"}", "inside the scenario's folder");
    expect_file_error("{\"game\":\"toy\",\"board\":\"missing.json\"}", "no such file");
    expect_file_error("{\"game\":\"../toy\",\"board\":\"board.json\"}", "no such file");
}

Test(scenario, a_file_elsewhere_may_use_a_shipped_board)
{
    static const char content[] =
        "{\"schema\":\"marshal/scenario/1\",\"game\":\"toy\",\"title\":\"mine\",\"board\":\"board.json\","
        "\"setup\":{\"first_year\":1,\"last_year\":2,\"start\":{\"french\":0,\"coalition\":0}},"
        "\"options\":{\"fault\":\"none\"}}";
    char folder[256];
    char path[300];
    Game game;
    support_folder("mine", folder);
    (void)snprintf(path, sizeof path, "%s/mine.json", folder);
    cr_assert(support_write(path, content, strlen(content)));
    support_load(&game, path, NULL);
    cr_expect_str_eq(game.title, "mine");
    game_release(&game);
}

Test(scenario, unknown_game_and_failing_module)
{
    char folder[256];
    char path[300];
    static const char unknown[] = "{\"game\":\"chess\",\"board\":\"b.json\"}";
    Game game;
    Err err;
    err_clear(&err);
    support_folder("unknown", folder);
    (void)snprintf(path, sizeof path, "%s/b.json", folder);
    cr_assert(support_write(path, "{}", 2));
    (void)snprintf(path, sizeof path, "%s/s.json", folder);
    cr_assert(support_write(path, unknown, strlen(unknown)));
    cr_expect_not(game_load(&game, path, NULL, 0, &err));
    cr_expect(strstr(err.message, "no game of this program") != NULL);
    err_clear(&err);
    const char *override = "cards[0]=99";
    support_use_test_scenarios();
    cr_expect_not(game_load(&game, "toy/plain", &override, 1, &err));
    cr_expect_str_eq(err.path, "cards[0]");
}

Test(scenario, listing)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    cr_assert_geq(count, 3);
    cr_expect_str_eq(entries[0].id, "toy/long");
    cr_expect_str_eq(entries[1].id, "toy/plain");
    cr_expect_str_eq(entries[2].id, "toy/short");
    for (size_t i = 0; i < count; i++) {
        cr_expect(strstr(entries[i].id, "board") == NULL && strstr(entries[i].id, "strategy") == NULL);
    }
    cr_expect_eq(scenario_list(entries, 1), 1);
}

/* By what a file begins with, or else by what it holds. */
Test(scenario, listing_passes_over_what_is_no_scenario)
{
    static const struct {
        const char *name;
        const char *content;
        bool listed;
    } files[] = {
        {"said", "{\n  \"schema\": \"marshal/scenario/1\", \"game\": \"toy\", \"board\": \"b.json\"}", true},
        {"unsaid", "{\"game\":\"toy\",\"board\":\"b.json\"}", true},
        {"late", "{\"game\":\"toy\",\"board\":\"b.json\",\"schema\":\"marshal/scenario/1\"}", true},
        {"damaged", "{\"schema\":\"marshal/scenario/1\",", true},
        {"empty", "", true},
        {"other", "{\"title\":\"nothing of ours\"}", false},
        {"b", "{\"schema\":\"marshal/board/1\", and is not read on", false},
        {"bold", "{\"$schema\":\"strategy.schema.json\",\n\"schema\":\"marshal/strategy/1\"}", false},
        {"scenario.schema", "{\"properties\":{}}", false},
    };
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    char folder[256];
    char path[300];
    char id[64];
    support_folder("listing", folder);
    (void)snprintf(path, sizeof path, "%s/toy", folder);
    cr_assert_eq(mkdir(path, 0777), 0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/toy/%s.json", folder, files[i].name);
        cr_assert(support_write(path, files[i].content, strlen(files[i].content)));
    }
    cr_assert_eq(setenv("MARSHAL_SCENARIOS", folder, 1), 0);
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        bool listed = false;
        (void)snprintf(id, sizeof id, "toy/%s", files[i].name);
        for (size_t k = 0; k < count; k++) {
            listed = listed || strcmp(entries[k].id, id) == 0;
        }
        cr_expect_eq(listed, files[i].listed, "%s", id);
    }
}

Test(scenario, strategies_by_name_and_path)
{
    char path[SCENARIO_PATH_BYTES];
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_expect(scenario_find_strategy("toy", "bold", path, &err));
    cr_expect_str_eq(path, "tests/scenarios/toy/strategy-bold.json");
    cr_expect(scenario_find_strategy("toy", "tests/scenarios/toy/strategy-bold.json", path, &err));
    cr_expect_not(scenario_find_strategy("toy", "timid", path, &err));
    cr_expect(strstr(err.message, "strategy-NAME") != NULL, "%s", err.message);
}

Test(scenario, strategies_of_a_seat_in_a_scenario)
{
    char path[SCENARIO_PATH_BYTES];
    support_use_test_scenarios();
    cr_expect(scenario_find_own_strategy("toy", "french", "toy/short", path));
    cr_expect_str_eq(path, "tests/scenarios/toy/strategy-short-french.json");
    cr_expect(scenario_find_own_strategy("toy", "french", "elsewhere/short.json", path), "by its bare name");
    cr_expect_not(scenario_find_own_strategy("toy", "coalition", "toy/short", path));
    cr_expect_not(scenario_find_own_strategy("toy", "french", "toy/plain", path));
    cr_expect_not(scenario_find_own_strategy("toy", "../toy", "toy/short", path));
}

Test(game, names)
{
    cr_expect_str_eq(seat_name(SEAT_FRENCH), "french");
    cr_expect_str_eq(seat_name(SEAT_COALITION), "coalition");
    cr_expect_str_eq(seat_name(SEAT_NONE), "none");
    cr_expect_str_eq(seat_name(SEAT_BOTH), "both");
    cr_expect_str_eq(outcome_grade_name(OUTCOME_NONE), "none");
    cr_expect_str_eq(outcome_grade_name(OUTCOME_DECISIVE), "decisive");
    cr_expect_str_eq(outcome_grade_name(OUTCOME_MARGINAL), "marginal");
    cr_expect_str_eq(outcome_grade_name(OUTCOME_TIE_BREAK), "tie_break");
    cr_expect_str_eq(outcome_grade_name(OUTCOME_DRAW), "draw");
}

Test(game, registry)
{
    cr_assert_geq(registry_count(), 1);
    for (size_t i = 0; i < registry_count(); i++) {
        const GameRules *rules = registry_at(i);
        cr_expect_eq(registry_find(rules->id), rules);
        cr_expect_leq(rules->state_bytes, STATE_BYTES_MAX);
        cr_expect_leq(rules->max_moves, MOVE_LIST_MAX);
    }
    cr_expect_null(registry_find("nothing"));
    cr_expect_null(registry_find(""));
}

Test(game, legality_of_a_move)
{
    Game game;
    StateBuffer state;
    support_load(&game, "toy/plain", NULL);
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &dice);
    cr_expect(game_move_is_legal(&game, &state.header, 0x20));
    cr_expect_not(game_move_is_legal(&game, &state.header, 0x31));
    game_release(&game);
}
