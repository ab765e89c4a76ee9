/* test_cli.c: the program as its users see it: output, JSON, exit codes, messages. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/version.h"
#include "eval/tune/positions.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

static const char *const COMMANDS[] = {"scenarios",   "validate", "show",   "match",   "duel",   "tournament",
                                       "balance",     "merge",    "export", "analyze", "review", "tune",
                                       "replay",      "engine",   "serve",  "fuzz",    "bench",  "report",
                                       "equilibrium", "openings", "puzzles"};

/* Runs and expects an exit code and a part of standard error ("" for any). */
static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: expected \"%s\" in \"%s\"", arguments,
              message, run.err.text);
    support_run_release(&run);
}

Test(cli, help)
{
    Run run;
    support_run(&run, "--help");
    cr_expect_eq(run.code, 0);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        cr_expect(strstr(run.out.text, COMMANDS[i]) != NULL, "%s", COMMANDS[i]);
    }
    support_run_release(&run);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char arguments[64];
        (void)snprintf(arguments, sizeof arguments, "%s --help", COMMANDS[i]);
        support_run(&run, arguments);
        cr_expect_eq(run.code, 0, "%s", arguments);
        cr_expect(strstr(run.out.text, "usage: marshal") != NULL && strstr(run.out.text, "--help") != NULL,
                  "%s", arguments);
        cr_expect_str_eq(run.err.text, "");
        support_run_release(&run);
    }
}

Test(cli, version)
{
    Run run;
    support_run(&run, "--version");
    cr_expect_eq(run.code, 0);
    /* and the folders, the one of the environment first, those that are not there marked */
    static const char beginning[] =
        "marshal " MARSHAL_VERSION "\nscenarios are looked for in tests/scenarios\n";
    cr_expect(strncmp(run.out.text, beginning, strlen(beginning)) == 0, "%s", run.out.text);
    cr_expect(strstr(run.out.text, "/share/marshal/scenarios (not there)\n") != NULL, "%s", run.out.text);
    cr_expect_str_eq(run.err.text, "");
    support_run_release(&run);
}

Test(cli, usage_errors)
{
    expect_run("", 2, "usage: marshal");
    expect_run("frobnicate", 2, "unknown command \"frobnicate\"");
    expect_run("match", 2, "found 0 operands, expected: SCENARIO");
    expect_run("match toy/plain toy/short", 2, "found 2 operands");
    expect_run("match toy/plain --frogs 3", 2, "unknown option --frogs");
    expect_run("match toy/plain -g 3", 2, "two dashes");
    expect_run("match toy/plain --games", 2, "--games: expected N after it");
    expect_run("match toy/plain --games zero", 2,
               "--games: found \"zero\", expected a whole number from 1 up");
    expect_run("match toy/plain --games 0", 2, "--games: found \"0\"");
    expect_run("match toy/plain --games -5", 2, "--games: found \"-5\"");
    expect_run("match toy/plain --seed 18446744073709551616", 2, "--seed");
    expect_run("match toy/plain --games 3 --games 4", 2, "--games: given twice");
    expect_run("match toy/plain --json=yes", 2, "--json: takes no value");
    expect_run("match toy/plain --french wizard", 2, "policy \"wizard\": expected one of random");
    expect_run("match toy/plain --french mcts", 2, "expected a limit: sims=N");
    expect_run("duel toy/plain --a mcts:sims=few --b random", 2, "policy option sims: found \"few\"");
    expect_run("duel toy/plain --a random --b level:11", 2, "expected a number from 1 to 4");
    expect_run("tune tests/none.pos", 2, "expected either --out FILE");
    expect_run("show toy/plain --seat british", 2, "expected french, coalition or both");
    expect_run("show toy/plain --ply 3", 2, "--ply is for records");
    expect_run("validate", 2, "FILE...");
}

Test(cli, run_time_errors)
{
    expect_run("match toy/none", 1, "no scenario \"toy/none\"");
    expect_run("match toy/plain --set tables.frogs=1", 1, "frogs");
    expect_run("match toy/plain --set tables.most_dice=9", 1, "tables.most_dice");
    expect_run("match tests/scenarios/toy/board.json", 1, "board");
    expect_run("replay tests/none.jsonl", 1, "cannot open");
    expect_run("replay tests/scenarios/toy/plain.json", 1, "plain.json");
    expect_run("match toy/plain --games 2 --records /proc/nowhere", 1, "/proc/nowhere");
    expect_run("match toy/plain --games 2 --positions /proc/nowhere", 1, "/proc/nowhere: cannot write");
    expect_run("match toy/plain --games 2 --positions tests", 1, "tests: cannot write");
    expect_run("match toy/plain --games 2 --positions /dev/full", 1, "cannot write");
    expect_run("match toy/plain --games 2000 --every 1 --positions /dev/full", 1, "cannot write");
}

Test(cli, scenarios)
{
    cJSON *json = answer_run("scenarios --json", 0);
    const cJSON *list = answer_key(json, "scenarios");
    cr_assert_geq(cJSON_GetArraySize(list), 3);
    const cJSON *first = cJSON_GetArrayItem(list, 1);
    cr_expect_str_eq(answer_text(first, "id"), "toy/plain");
    cr_expect_str_eq(answer_text(first, "game"), "toy");
    cr_expect_str_eq(answer_text(first, "title"), "Toy: eight rounds");
    cr_expect_eq((int)answer_number(first, "turns"), 8);
    cJSON_Delete(json);
    expect_run("scenarios", 0, "");
}

Test(cli, validate)
{
    cJSON *json = answer_run("validate tests/scenarios/toy/plain.json tests/scenarios/toy/board.json "
                             "tests/scenarios/toy/strategy-bold.json toy/short --json",
                             0);
    const cJSON *file = NULL;
    cJSON_ArrayForEach(file, answer_key(json, "files"))
    {
        cr_expect(cJSON_IsTrue(answer_key(file, "valid")), "%s", answer_text(file, "file"));
        cr_expect_eq(cJSON_GetArraySize(answer_key(file, "errors")), 0);
    }
    cJSON_Delete(json);
    json = answer_run("validate Makefile tests/none.json toy/short --json", 1);
    const cJSON *files = answer_key(json, "files");
    cr_assert_eq(cJSON_GetArraySize(files), 3);
    for (int i = 0; i < 2; i++) {
        file = cJSON_GetArrayItem(files, i);
        cr_expect(cJSON_IsFalse(answer_key(file, "valid")));
        cr_assert_eq(cJSON_GetArraySize(answer_key(file, "errors")), 1);
        (void)answer_text(cJSON_GetArrayItem(answer_key(file, "errors"), 0), "message");
        (void)answer_text(cJSON_GetArrayItem(answer_key(file, "errors"), 0), "path");
    }
    cr_expect(cJSON_IsTrue(answer_key(cJSON_GetArrayItem(files, 2), "valid")));
    cJSON_Delete(json);
}

Test(cli, match)
{
    cJSON *json = answer_run(
        "match toy/plain --french heuristic:strategy=bold --coalition random --games 150 --seed 9 --json", 0);
    cr_expect_str_eq(answer_text(json, "scenario"), "toy/plain");
    cr_expect_eq((int)answer_number(json, "games"), 150);
    cr_expect_eq((int)answer_number(json, "completed"), 150);
    double wins = 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const cJSON *side = answer_key(json, seat_name((Seat)seat));
        wins += answer_number(side, "wins");
        cr_expect_eq(cJSON_GetArraySize(answer_key(side, "ci95")), 2);
        cr_expect_leq(cJSON_GetArrayItem(answer_key(side, "ci95"), 0)->valuedouble,
                      answer_number(side, "win_rate"));
        cr_expect_geq(cJSON_GetArrayItem(answer_key(side, "ci95"), 1)->valuedouble,
                      answer_number(side, "win_rate"));
    }
    cr_expect_str_eq(answer_text(answer_key(json, "french"), "policy"), "heuristic:strategy=bold");
    double outcomes = 0;
    const cJSON *outcome = NULL;
    cJSON_ArrayForEach(outcome, answer_key(json, "outcomes")) { outcomes += outcome->valuedouble; }
    cr_expect_eq((int)outcomes, 150);
    cr_expect_eq((int)wins + (int)answer_number(answer_key(json, "outcomes"), "draw"), 150);
    cr_expect_gt(answer_number(json, "decisions_per_game"), 15);
    cr_expect_geq(answer_number(json, "elapsed_s"), 0);
    cJSON_Delete(json);
}

Test(cli, interrupt_reports_what_is_done)
{
    Run run;
    support_run_interrupted(&run, "match toy/plain --games 1000000000 --seed 9 --json", 700);
    cr_expect_eq(run.code, 130, "%d", run.code);
    cr_expect(strstr(run.err.text, "interrupted: the first") != NULL, "%s", run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json);
    const uint64_t completed = (uint64_t)answer_number(json, "completed");
    cr_expect(completed > 0 && completed < 1000000000);
    cJSON_Delete(json);
    support_run_release(&run);
    support_run_interrupted(&run, "fuzz toy/plain --games 1000000000", 500);
    cr_expect_eq(run.code, 130);
    cr_expect(strstr(run.err.text, "--first") != NULL, "%s", run.err.text);
    support_run_release(&run);
}

/* Started where no scenarios are found: told, and no page without a game is served. */
Test(cli, without_scenarios_there_is_nothing_to_serve)
{
    static const char *const commands[] = {"serve --port 0", "scenarios"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char command[600];
        const char *folder = getenv("MARSHAL_TEST_BUILD");
        (void)snprintf(command, sizeof command,
                       "alone=$(mktemp -d) && cp %s/marshal-toy $alone/ && cd $alone && mkdir none && "
                       "MARSHAL_SCENARIOS=none timeout 20 ./marshal-toy %s > out 2> err; code=$?; "
                       "[ ! -s out ] && grep -q 'no scenarios found; set MARSHAL_SCENARIOS' err || code=99; "
                       "cd / && rm -r $alone; exit $code",
                       folder != NULL ? folder : "build/debug", commands[i]);
        const int status = system(command);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1, "%s: %d", commands[i], WEXITSTATUS(status));
    }
}

Test(cli, output_that_cannot_be_written_is_a_failure)
{
    char command[400];
    const char *folder = getenv("MARSHAL_TEST_BUILD");
    (void)snprintf(command, sizeof command,
                   "MARSHAL_SCENARIOS=tests/scenarios %s/marshal-toy scenarios > /dev/full 2>/dev/null",
                   folder != NULL ? folder : "build/debug");
    const int status = system(command);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

Test(cli, match_is_the_same_for_every_number_of_jobs)
{
    static const char *const arguments[] = {"match toy/plain --games 300 --seed 9 --json --jobs 1",
                                            "match toy/plain --games=300 --seed=9 --json --jobs=2",
                                            "match toy/plain --games 300 --seed 9 --json --jobs 7"};
    char *first = NULL;
    for (int i = 0; i < 3; i++) {
        cJSON *json = answer_run(arguments[i], 0);
        cJSON_DeleteItemFromObjectCaseSensitive(json, "elapsed_s");
        char *printed = cJSON_PrintUnformatted(json);
        if (first == NULL) {
            first = printed;
        } else {
            cr_expect_str_eq(printed, first);
            free(printed);
        }
        cJSON_Delete(json);
    }
    free(first);
}

Test(cli, overrides_reach_the_game)
{
    cJSON *json = answer_run("show toy/plain --set setup.start.french=33 --set cards[0]=11 --json", 0);
    cr_expect_eq(cJSON_GetArrayItem(answer_key(answer_key(json, "position"), "points"), 0)->valueint, 33);
    cJSON_Delete(json);
}

Test(cli, show)
{
    cJSON *json = answer_run("show toy/plain --seed 4 --json", 0);
    cr_expect_str_eq(answer_text(json, "seat"), "french");
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "legal")), 5);
    const int hand = cJSON_GetArrayItem(answer_key(answer_key(json, "position"), "hand"), 1)->valueint;
    cr_expect_gt(hand, 0);
    cJSON_Delete(json);
    json = answer_run("show toy/plain --seed 4 --seat french --json", 0);
    cr_expect_eq(cJSON_GetArrayItem(answer_key(answer_key(json, "position"), "hand"), 1)->valueint, 0,
                 "hidden from the other seat");
    cJSON_Delete(json);
    json = answer_run("show toy/plain --seed 4 --seat coalition --json", 0);
    cr_expect(cJSON_IsNull(answer_key(json, "legal")), "what the other seat may choose could tell its cards");
    cJSON_Delete(json);
}

Test(cli, records_replay_and_show)
{
    char folder[256];
    char arguments[700];
    support_folder("cli", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --games 3 --seed 2 --set setup.start.french=4 --records %s/games",
                   folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "replay %s/games/00000002.jsonl --check --json", folder);
    cJSON *json = answer_run(arguments, 0);
    cr_expect(cJSON_IsTrue(answer_key(json, "valid")));
    const int plies = (int)answer_number(json, "plies");
    cr_expect_gt(plies, 15);
    (void)answer_text(answer_key(json, "outcome"), "winner");
    cJSON_Delete(json);

    Run run;
    (void)snprintf(arguments, sizeof arguments, "replay %s/games/00000002.jsonl --positions", folder);
    support_run(&run, arguments);
    int lines = 0;
    for (char *line = run.out.text; *line != '\0'; lines++) {
        char *end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        cJSON *position = cJSON_Parse(line);
        cr_assert_not_null(position);
        cr_expect_eq((int)answer_number(position, "ply"), lines + 1);
        (void)answer_key(position, "position");
        cJSON_Delete(position);
        line = end + 1;
    }
    cr_expect_eq(lines, plies + 1);
    support_run_release(&run);

    (void)snprintf(arguments, sizeof arguments, "show %s/games/00000002.jsonl --ply 5 --json", folder);
    json = answer_run(arguments, 0);
    cr_expect_eq((int)answer_number(json, "plies"), 5);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "show %s/games/00000002.jsonl", folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "show %s/games/00000002.jsonl --ply 500", folder);
    expect_run(arguments, 1, "--ply asks for 500");
    (void)snprintf(arguments, sizeof arguments, "validate %s/games/00000001.jsonl %s/games/00000003.jsonl",
                   folder, folder);
    expect_run(arguments, 0, "");
}

Test(cli, fuzz)
{
    cJSON *json = answer_run("fuzz toy/plain --games 200 --seed 3 --json", 0);
    cr_expect_eq((int)answer_number(json, "games"), 200);
    cr_expect_eq((int)answer_number(json, "violations"), 0);
    cr_expect_gt(answer_number(json, "decisions"), 2000);
    cJSON_Delete(json);
    json = answer_run("fuzz toy/plain --games 50 --thorough --set options.fault=peeking --json", 1);
    cr_expect_eq((int)answer_number(json, "violations"), 10);
    const cJSON *found = cJSON_GetArrayItem(answer_key(json, "found"), 0);
    cr_expect_str_eq(answer_text(found, "law"), "json");
    cr_expect_eq((int)answer_number(found, "game"), 1);
    (void)answer_text(found, "seed");
    cJSON_Delete(json);
}

static void expect_numbers(const cJSON *json, const char *const *names)
{
    for (; *names != NULL; names++) {
        cr_expect_gt(answer_number(json, *names), 0, "%s", *names);
    }
}

/* All figures of a scenario: above zero, and the tree's shares below one. */
static void expect_figures(const cJSON *json)
{
    static const char *const figures[] = {"state_bytes",
                                          "copy_ns",
                                          "view_ns",
                                          "determinize_ns",
                                          "playout_games_per_s",
                                          "playout_games_per_s_all_threads",
                                          "playout_thread_efficiency",
                                          "playout_decisions_per_s",
                                          "branching_mean",
                                          "branching_max",
                                          "decisions_per_game",
                                          "thread_efficiency",
                                          "thread_efficiency_horizon_32",
                                          "bytes_per_node",
                                          "first_move_s",
                                          NULL};
    static const char *const speeds[] = {"threads_1", "threads_all", NULL};
    expect_numbers(json, figures);
    expect_numbers(answer_key(json, "search_iterations_per_s"), speeds);
    expect_numbers(answer_key(json, "search_horizon_32_iterations_per_s"), speeds);
    cr_expect_lt(answer_number(json, "tree_share_horizon_32"), 1);
}

static void expect_bench(const char *scenario)
{
    char arguments[64];
    (void)snprintf(arguments, sizeof arguments, "bench %s --quick --json", scenario);
    cJSON *json = answer_run(arguments, 0);
    const cJSON *rows = answer_key(json, "scenarios");
    const cJSON *row = cJSON_GetArrayItem(rows, 0);
    cr_assert_eq(cJSON_GetArraySize(rows), 1);
    expect_figures(json);
    expect_figures(row);
    cr_expect_str_eq(answer_text(row, "scenario"), scenario);
    cr_expect_geq(answer_number(json, "threads"), 1);
    cr_expect_eq(strlen(answer_text(json, "signature")), 16);
    cr_expect_eq(strlen(answer_text(row, "signature")), 16);
    cr_expect_eq(strlen(answer_text(row, "search_signature")), 16);
    cJSON_Delete(json);
}

static void expect_same_signature(const char *scenario)
{
    Run runs[2];
    for (int i = 0; i < 2; i++) {
        char arguments[64];
        (void)snprintf(arguments, sizeof arguments, "bench %s --signature --jobs %d", scenario, i + 1);
        support_run(&runs[i], arguments);
        cr_expect_eq(runs[i].code, 0, "%s", runs[i].err.text);
        cr_expect_eq(strlen(runs[i].out.text), 17, "%s", runs[i].out.text);
    }
    cr_expect_str_eq(runs[0].out.text, runs[1].out.text);
    support_run_release(&runs[0]);
    support_run_release(&runs[1]);
}

Test(cli, bench)
{
    expect_bench("toy/plain");
    expect_same_signature("toy/plain");
}

/* Plays with --positions, and reads what was kept; returns how many games the file tells of. */
static uint32_t games_kept(const char *path)
{
    PositionsFile file;
    PositionEntry entry;
    StateBuffer state;
    Err err;
    err_clear(&err);
    cr_assert(positions_open(&file, path, &err), "%s", err.message);
    cr_expect_str_eq(file.scenario, "toy/plain");
    cr_expect_str_eq(file.policies[SEAT_FRENCH], "heuristic");
    cr_expect_eq(file.override_count, 1);
    cr_expect_str_eq(file.overrides[0], "setup.start.french=4");
    uint64_t count = 0;
    uint32_t games = 0;
    while (positions_next(&file, &entry, &state, &err)) {
        cr_expect(entry.winner <= SEAT_NONE && entry.seat == state.header.seat && state.header.over == 0);
        games = entry.game + 1 > games ? entry.game + 1 : games;
        count++;
    }
    cr_expect_not(err.set, "%s", err.message);
    cr_expect(count > 0 && count == file.count);
    positions_close(&file);
    return games;
}

Test(cli, match_keeps_positions)
{
    char folder[256];
    char path[300];
    char arguments[700];
    support_folder("cli-positions", folder);
    (void)snprintf(path, sizeof path, "%s/match.pos", folder);
    (void)snprintf(
        arguments, sizeof arguments,
        "match toy/plain --french heuristic --games 30 --set setup.start.french=4 --every 4 --positions %s",
        path);
    expect_run(arguments, 0, "");
    cr_expect_eq(games_kept(path), 30);
    expect_run(arguments, 1, "match.pos: found a file with something in it, expected a new name");
    cr_expect_eq(games_kept(path), 30, "the earlier run's are still there");
    cr_assert_eq(remove(path), 0);

    expect_run("match toy/plain --games 2 --every 4294967296 --positions /dev/null", 0, "");

    Run run; /* stopped: the file is whole, and holds the games that were reported */
    (void)snprintf(
        arguments, sizeof arguments,
        "match toy/plain --french heuristic --games 1000000000 --set setup.start.french=4 --every 4"
        " --positions %s --json",
        path);
    support_run_interrupted(&run, arguments, 500);
    cr_expect_eq(run.code, 130, "%d", run.code);
    cr_expect(strstr(run.err.text, "interrupted: the first") != NULL, "%s", run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json);
    const uint32_t games = games_kept(path);
    cr_expect(games > 0 && games <= (uint32_t)answer_number(json, "completed"));
    cr_expect_geq(games + 10, (uint32_t)answer_number(json, "completed"),
                  "one position in four of every game but few");
    cJSON_Delete(json);
    support_run_release(&run);
}

/* What a file is, and whose, is told by keys: where one is wrong, the message names it. */
Test(cli, validate_tells_what_is_wrong)
{
    static const struct {
        const char *content, *path, *message;
    } cases[] = {
        {"{\"schema\":\"marshal/scenario/1\",\"game\":\"toy\",\"bord\":\"b\"}", "", "\"board\" is missing"},
        {"{\"schema\":\"marshal/bored/1\"}", "schema", "found \"marshal/bored/1\", expected marshal/KIND/1"},
        {"{\"schema\":3}", "schema", "found 3, expected a string"},
        {"{\"game\":\"toy\"}", "", "\"schema\" is missing"},
        {"[1]", "", "found an array, expected an object"},
        {"{\"schema\":\"marshal/board/1\",\"game\":\"toy\",\"cards\":3}", "cards",
         "found 3, expected an array"},
        {"{\"schema\":\"marshal/board/1\",\"game\":\"chess\"}", "game", "found \"chess\", expected a game"},
        {"{\"schema\":\"marshal/board/1\"}", "", "found neither \"game\" nor a scenario beside it"},
    };
    char folder[256];
    char path[300];
    char arguments[400];
    support_folder("cli-validate", folder);
    (void)snprintf(path, sizeof path, "%s/x.json", folder);
    (void)snprintf(arguments, sizeof arguments, "validate %s --json", path);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_assert(support_write(path, cases[i].content, strlen(cases[i].content)));
        cJSON *json = answer_run(arguments, 1);
        const cJSON *file = cJSON_GetArrayItem(answer_key(json, "files"), 0);
        const cJSON *error = cJSON_GetArrayItem(answer_key(file, "errors"), 0);
        cr_expect_str_eq(answer_text(error, "file"), path);
        cr_expect_str_eq(answer_text(error, "path"), cases[i].path);
        cr_expect(strstr(answer_text(error, "message"), cases[i].message) != NULL, "case %zu: %s", i,
                  answer_text(error, "message"));
        cJSON_Delete(json);
    }
}

Test(cli, validate_evaluations)
{
    char folder[256];
    char path[300];
    char arguments[700];
    static const char format[] = "{\"schema\":\"marshal/evaluation/2\",\"game\":\"%s\",\"offset\":1e9}";
    static const char *const games[] = {"toy", "bare", "chess"};
    static const char *const messages[] = {"from -1000 to 1000", "expected a game that has evaluations",
                                           "expected a game that has evaluations"};
    cJSON *json = answer_run("validate tests/scenarios/toy/evaluation.json --json", 0);
    const cJSON *file = cJSON_GetArrayItem(answer_key(json, "files"), 0);
    cr_expect_str_eq(answer_text(file, "kind"), "evaluation");
    cr_expect(cJSON_IsTrue(answer_key(file, "valid")));
    cJSON_Delete(json);
    support_folder("cli-evaluation", folder);
    (void)snprintf(path, sizeof path, "%s/e.json", folder);
    (void)snprintf(arguments, sizeof arguments, "validate %s --json", path);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char content[200];
        const int length = snprintf(content, sizeof content, format, games[i]);
        cr_assert(support_write(path, content, (size_t)length));
        json = answer_run(arguments, 1);
        file = cJSON_GetArrayItem(answer_key(json, "files"), 0);
        cr_expect_str_eq(answer_text(file, "kind"), "evaluation");
        const cJSON *error = cJSON_GetArrayItem(answer_key(file, "errors"), 0);
        cr_expect_str_eq(answer_text(error, "path"), i == 0 ? "offset" : "game");
        cr_expect(strstr(answer_text(error, "message"), messages[i]) != NULL, "%s",
                  answer_text(error, "message"));
        cJSON_Delete(json);
    }
}

/* What the program makes of a scenario, with records in a folder: played, recorded, replayed, shown, fuzzed.
 */
static void expect_whole(const char *id, const char *folder)
{
    char arguments[700];
    (void)snprintf(arguments, sizeof arguments, "match %s --games 2 --seed 5 --records %s --json", id,
                   folder);
    cJSON *json = answer_run(arguments, 0);
    cr_expect_eq((int)answer_number(json, "completed"), 2);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "replay %s/00000002.jsonl --check --json", folder);
    json = answer_run(arguments, 0);
    cr_expect(cJSON_IsTrue(answer_key(json, "valid")) && cJSON_IsTrue(answer_key(json, "dice_checked")));
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "show %s --json --seat coalition", id);
    json = answer_run(arguments, 0);
    cr_expect(cJSON_IsObject(answer_key(json, "position")));
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "fuzz %s --decisions 2000 --json", id);
    json = answer_run(arguments, 0);
    cr_expect_eq((int)answer_number(json, "violations"), 0);
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "validate %s", id);
    expect_run(arguments, 0, "");
}

/* The first scenario of every game, from the names people type to a verified record. */
Test(cli, every_game_plays_records_and_replays)
{
    char folder[256];
    char of_game[320];
    char before[64] = "";
    unsigned games = 0;
    support_folder("shipped", folder);
    cJSON *list = answer_run("scenarios --json", 0);
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, answer_key(list, "scenarios"))
    {
        if (strcmp(answer_text(row, "game"), before) != 0) {
            (void)snprintf(before, sizeof before, "%s", answer_text(row, "game"));
            (void)snprintf(of_game, sizeof of_game, "%s/%.60s", folder, before);
            expect_whole(answer_text(row, "id"), of_game);
            games++;
        }
    }
    cr_expect_geq(games, 2, "the toy, and what is shipped");
    cJSON_Delete(list);
}
