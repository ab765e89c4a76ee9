/* test_equilibrium_command.c: `marshal equilibrium` through the program: the same for any number of jobs,
 * from a store, after kills; what it refuses. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "tests/support/support.h"

static const char CONFIG[] =
    "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":[\"random\",{\"name\":"
    "\"eager\",\"policy\":\"heuristic\"},\"flat:sims=8\"],\"pairs\":30,\"seed\":5}";

/* Writes a configuration into a new folder. */
static void prepare(const char *name, const char *text, char folder[256], char config[300])
{
    support_use_test_scenarios();
    support_folder(name, folder);
    (void)snprintf(config, 300, "%s/config.json", folder);
    cr_assert(support_write(config, text, strlen(text)));
}

/* Runs with an argument line made as by printf; the caller frees standard output, or error if it failed. */
__attribute__((format(printf, 2, 3))) static int run(char **out, const char *format, ...)
{
    char arguments[1200];
    Run program;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(arguments, sizeof arguments, format, values);
    va_end(values);
    support_run(&program, arguments);
    *out = strdup(program.code == 0 ? program.out.text : program.err.text);
    const int code = program.code;
    support_run_release(&program);
    return code;
}

static void expect_failure(int expected, const char *message, const char *arguments)
{
    char *out = NULL;
    const int code = run(&out, "%s", arguments);
    cr_expect_eq(code, expected, "%s: exit code %d: %s", arguments, code, out);
    cr_expect(strstr(out, message) != NULL, "%s: expected \"%s\" in: %s", arguments, message, out);
    free(out);
}

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(object, key);
    cr_assert(cJSON_IsNumber(item), "%s", key);
    return item->valuedouble;
}

/* The first table of a printed object; the caller deletes root. */
static const cJSON *first_table(const char *text, cJSON **root)
{
    *root = cJSON_Parse(text);
    cr_assert_not_null(*root, "%s", text);
    const cJSON *table = cJSON_GetArrayItem(cJSON_GetObjectItem(*root, "tables"), 0);
    cr_assert_not_null(table, "%s", text);
    return table;
}

Test(equilibrium_command, is_the_same_for_any_number_of_jobs_and_from_its_store)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *other = NULL;
    prepare("equilibrium-same", CONFIG, folder, config);
    cr_assert_eq(run(&one, "equilibrium %s --json --jobs 1", config), 0, "%s", one);
    cr_assert_eq(run(&other, "equilibrium %s --json --jobs 3 --db %s/a.db", config, folder), 0, "%s", other);
    cr_expect_str_eq(one, other);
    free(other);
    cr_assert_eq(run(&other, "equilibrium %s --json --db %s/a.db", config, folder), 0, "%s", other);
    cr_expect_str_eq(one, other, "nothing is left to play");
    free(other);
    cJSON *roots[2];
    const cJSON *played = first_table(one, &roots[0]);
    cr_assert_eq(run(&other, "equilibrium %s/a.db --json", folder), 0, "%s", other);
    const cJSON *stored = first_table(other, &roots[1]);
    cr_expect(fabs(number_of(played, "value") - number_of(stored, "value")) < 1e-12);
    cr_expect(number_of(played, "games") == 270 && number_of(stored, "games") == 270);
    cr_expect(cJSON_Compare(cJSON_GetObjectItem(played, "value_ci95"),
                            cJSON_GetObjectItem(stored, "value_ci95"), true));
    cJSON_Delete(roots[0]);
    cJSON_Delete(roots[1]);
    free(one);
    free(other);
}

Test(equilibrium_command, mixtures_add_up_and_hold_against_every_cell)
{
    char folder[256];
    char config[300];
    char *out = NULL;
    prepare("equilibrium-sums", CONFIG, folder, config);
    cr_assert_eq(run(&out, "equilibrium %s --json", config), 0, "%s", out);
    cJSON *root = NULL;
    const cJSON *table = first_table(out, &root);
    const double value = number_of(table, "value");
    static const char *const seats[] = {"french", "coalition"};
    for (int seat = 0; seat < 2; seat++) {
        double sum = 0.0;
        double mean = 0.0;
        const cJSON *strategy = NULL;
        cJSON_ArrayForEach(strategy, cJSON_GetObjectItem(table, seats[seat]))
        {
            const double score = number_of(strategy, "score");
            sum += number_of(strategy, "share");
            mean += number_of(strategy, "share") * score;
            cr_expect(seat == 0 ? score <= value + 1e-6 : score >= value - 1e-6, "%g, value %g", score,
                      value);
        }
        cr_expect(fabs(sum - 1.0) < 1e-9 && fabs(mean - value) < 1e-6, "%g %g", sum, mean);
    }
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(table, "cells")), 9);
    cJSON_Delete(root);
    free(out);
}

/* Rows are those that may play the first seat, columns those that may play the second; a store alone knows
 * them by what was played. */
Test(equilibrium_command, strategies_of_one_seat_are_in_no_other)
{
    static const char text[] =
        "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":[\"random\","
        "{\"name\":\"first\",\"policy\":\"heuristic\",\"seat\":\"french\"},"
        "{\"name\":\"second\",\"policy\":\"flat:sims=4\",\"seat\":\"coalition\"}],\"pairs\":20,\"seed\":5}";
    char folder[256];
    char config[300];
    char *out = NULL;
    prepare("equilibrium-seats", text, folder, config);
    for (int stored = 0; stored < 2; stored++) {
        cr_assert_eq(stored ? run(&out, "equilibrium %s/s.db --json", folder)
                            : run(&out, "equilibrium %s --json --db %s/s.db", config, folder),
                     0, "%s", out);
        cJSON *root = NULL;
        const cJSON *table = first_table(out, &root);
        cr_expect(number_of(table, "games") == 80 && number_of(table, "cells_without_games") == 0);
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(table, "french")), 2);
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(table, "coalition")), 2);
        cr_expect(strstr(out, stored ? "\"flat:sims=4\"" : "\"second\"") != NULL);
        cJSON_Delete(root);
        free(out);
    }
    char arguments[400];
    (void)snprintf(arguments, sizeof arguments, "equilibrium %s --french second", config);
    expect_failure(1, "found none with the name \"second\" for the seat french", arguments);
}

Test(equilibrium_command, games_of_a_tournament_are_not_played_again)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *other = NULL;
    prepare("equilibrium-tournament", CONFIG, folder, config);
    cr_assert_eq(run(&other, "tournament %s --json --db %s/t.db", config, folder), 0, "%s", other);
    cr_assert_eq(run(&one, "equilibrium %s/t.db --json", folder), 0, "%s", one);
    cJSON *roots[2] = {NULL, cJSON_Parse(other)};
    const cJSON *table = first_table(one, &roots[0]);
    cr_expect(number_of(table, "cells_without_games") == 3, "no strategy met itself");
    const cJSON *told = cJSON_GetArrayItem(cJSON_GetObjectItem(roots[1], "equilibria"), 0);
    cr_expect(fabs(number_of(table, "value") - number_of(told, "value")) < 1e-9);
    cr_expect(number_of(told, "games") == 180);
    cJSON_Delete(roots[0]);
    cJSON_Delete(roots[1]);
    free(other);
    free(one);
    cr_assert_eq(run(&one, "equilibrium %s --json", config), 0, "%s", one);
    cr_assert_eq(run(&other, "equilibrium %s --json --db %s/t.db", config, folder), 0, "%s", other);
    cr_expect_str_eq(one, other);
    free(one);
    cr_assert_eq(run(&one, "export %s/t.db --csv", folder), 0, "%s", one);
    int lines = 0;
    for (const char *c = one; *c != '\0'; c++) {
        lines += *c == '\n' ? 1 : 0;
    }
    cr_expect_eq(lines, 1 + 270, "180 of the tournament, 90 more: %d lines", lines);
    free(one);
    free(other);
}

/* A run without a store says what has to come out; the other is killed at moments of all kinds. */
Test(equilibrium_command, killed_again_and_again_and_resumed)
{
    enum { KILLS = 6 };
    static const char slow[] =
        "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],"
        "\"policies\":[\"random\",\"heuristic\",\"mcts:sims=20,memory=1\"],\"pairs\":30,"
        "\"seed\":5}";
    char folder[256];
    char config[300];
    char line[900];
    char *expected = NULL;
    char *found = NULL;
    int killed = 0;
    prepare("equilibrium-killed", slow, folder, config);
    static const char how[] = "--until-width 4 --first 20 --samples 200 --games 4000 --json";
    cr_assert_eq(run(&expected, "equilibrium %s %s --jobs 2", config, how), 0, "%s", expected);
    (void)snprintf(line, sizeof line, "equilibrium %s %s --jobs 2 --db %s/k.db", config, how, folder);
    for (int i = 0; i < KILLS; i++) {
        const Child child = support_start(line, 0);
        Run dead;
        if (support_wait(&child, 60 + 60L * i)) {
            (void)kill((pid_t)child.pid, SIGKILL);
        }
        support_finish(&child, &dead);
        killed += dead.code == 128 + SIGKILL ? 1 : 0;
        support_run_release(&dead);
    }
    cr_expect_gt(killed, 0, "or the test shows nothing");
    cr_assert_eq(run(&found, "%s", line), 0, "%s", found);
    cr_expect_str_eq(found, expected);
    free(found);
    cr_assert_eq(run(&found, "equilibrium %s %s --jobs 1 --db %s/k.db", config, how, folder), 0, "%s", found);
    cr_expect_str_eq(found, expected);
    cJSON *root = NULL;
    const cJSON *table = first_table(expected, &root);
    const cJSON *interval = cJSON_GetObjectItem(table, "value_ci95");
    const double width =
        cJSON_GetArrayItem(interval, 1)->valuedouble - cJSON_GetArrayItem(interval, 0)->valuedouble;
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(table, "state")),
                     width <= 0.04 ? "narrow" : "spent");
    cr_expect(width <= 0.04 || number_of(table, "games") == 4000);
    cJSON_Delete(root);
    free(found);
    free(expected);
}

Test(equilibrium_command, answers_and_filters)
{
    char folder[256];
    char config[300];
    char *out = NULL;
    prepare("equilibrium-answers", CONFIG, folder, config);
    cr_assert_eq(run(&out,
                     "equilibrium %s --french eager --coalition random --coalition eager --against eager "
                     "--against random=0.5,eager=0.5",
                     config),
                 0, "%s", out);
    cr_expect(strstr(out, "1 strategies against 2, 60 games") != NULL, "%s", out);
    cr_expect(strstr(out, "answers of the seat french to eager") != NULL, "%s", out);
    cr_expect(strstr(out, "answers of the seat coalition to eager") != NULL, "%s", out);
    cr_expect(strstr(out, "answers of the seat french to random=0.5,eager=0.5") != NULL, "%s", out);
    cr_expect(strstr(out, "answers of the seat coalition to random=0.5,eager=0.5") == NULL, "%s", out);
    free(out);
}

Test(equilibrium_command, refuses_what_makes_no_sense)
{
    static const struct {
        const char *old, *fresh; /* in the configuration */
        const char *arguments;
        int code;
        const char *message;
    } rows[] = {
        {"\"seed\":5", "\"seed\":5,\"sprt\":[0,10]", "", 1, "sprt: found a test, expected none"},
        {"\"seed\":5", "\"seed\":5,\"pairing\":\"first\"", "", 1, "pairing: found \"first\""},
        {"\"pairs\":30", "\"pairs\":0", "", 1, "pairs"},
        {"\"random\"", "\"wizard\"", "", 1, "wizard"},
        {"toy/plain", "toy/none", "", 1, "toy/none"},
        {"marshal/tournament/1", "marshal/tournament/2", "", 1, "schema"},
        {"\"seed\":5", "\"seed\":5", "--until-width 0", 1, "found 0, expected 0.01 at least"},
        {"\"seed\":5", "\"seed\":5", "--until-width wide", 1, "--until-width: found \"wide\""},
        {"\"seed\":5", "\"seed\":5", "--until-width nan", 1, "--until-width: found \"nan\""},
        {"\"seed\":5", "\"seed\":5", "--first 9", 1, "--first goes with --until-width"},
        {"\"seed\":5", "\"seed\":5", "--samples 3", 2, "--samples: found 3"},
        {"\"seed\":5", "\"seed\":5", "--french wizard", 1, "none with the name \"wizard\""},
        {"\"seed\":5", "\"seed\":5", "--against wizard", 1, "--against wizard: as french: found \"wizard\""},
        {"\"seed\":5", "\"seed\":5", "--against eager=0.5", 1, "add up to 0.5"},
    };
    char folder[256];
    char config[300];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        StrBuf text;
        char line[600];
        strbuf_init(&text);
        support_replace(CONFIG, rows[i].old, rows[i].fresh, &text);
        prepare("equilibrium-refused", text.text, folder, config);
        (void)snprintf(line, sizeof line, "equilibrium %s%s%s", config,
                       rows[i].arguments[0] != '\0' ? " " : "", rows[i].arguments);
        expect_failure(rows[i].code, rows[i].message, line);
        strbuf_release(&text);
    }
    expect_failure(2, "found 0 operands", "equilibrium");
    expect_failure(1, "none.json", "equilibrium none.json");
}

Test(equilibrium_command, a_store_is_only_read)
{
    char folder[256];
    char config[300];
    char line[600];
    char *out = NULL;
    prepare("equilibrium-read", CONFIG, folder, config);
    cr_assert_eq(run(&out, "equilibrium %s --db %s/a.db", config, folder), 0, "%s", out);
    free(out);
    (void)snprintf(line, sizeof line, "equilibrium %s/a.db --until-width 3", folder);
    expect_failure(2, "a store is only read", line);
    (void)snprintf(line, sizeof line, "equilibrium %s/a.db --french wizard", folder);
    expect_failure(1, "no games between the strategies asked for", line);
}

Test(equilibrium_command, reports_hold_the_same_value_and_draw_it)
{
    char folder[256];
    char config[300];
    char *out = NULL;
    char *report = NULL;
    StrBuf page;
    prepare("equilibrium-report", CONFIG, folder, config);
    cr_assert_eq(run(&out, "equilibrium %s --json --db %s/a.db", config, folder), 0, "%s", out);
    cr_assert_eq(run(&report, "report %s/a.db --json --out %s/a.html", folder, folder), 0, "%s", report);
    cJSON *roots[2] = {NULL, cJSON_Parse(report)};
    const cJSON *table = first_table(out, &roots[0]);
    const cJSON *scenario = cJSON_GetArrayItem(cJSON_GetObjectItem(roots[1], "scenarios"), 0);
    const cJSON *equilibrium = cJSON_GetObjectItem(scenario, "equilibrium");
    cr_assert(cJSON_IsObject(equilibrium));
    cr_expect(fabs(number_of(table, "value") - number_of(equilibrium, "value")) < 1e-9);
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(equilibrium, "cells")), 9);
    char value[64];
    (void)snprintf(value, sizeof value, "scores %.1f%% (95%% interval", 100.0 * number_of(table, "value"));
    char path[300];
    (void)snprintf(path, sizeof path, "%s/a.html", folder);
    strbuf_init(&page);
    cr_assert(support_read(path, &page));
    cr_expect(strstr(page.text, value) != NULL, "%s", value);
    cr_expect(strstr(page.text, "<td class=\"n heat") != NULL && strstr(page.text, "class=\"bar\"") != NULL);
    strbuf_release(&page);
    cJSON_Delete(roots[0]);
    cJSON_Delete(roots[1]);
    free(out);
    free(report);
}
