/* test_tournament.c: tournaments, merging and exporting through the program; hostile configurations. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/support.h"

static const char CONFIG[] = "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
                             "plain\",{\"scenario\":\"toy/plain\",\"set\":[\"tables.hand_weight=3\"]}],"
                             "\"policies\":[\"random\",{\"name\":\"eager\",\"policy\":\"heuristic\"},\"flat:"
                             "sims=8\"],\"pairs\":9,\"seed\":5}";

/* Writes a configuration into a new folder; config and folder are filled. */
static void prepare(const char *name, const char *text, char folder[256], char config[300])
{
    support_use_test_scenarios();
    support_folder(name, folder);
    (void)snprintf(config, 300, "%s/config.json", folder);
    cr_assert(support_write(config, text, strlen(text)));
}

/* Runs with one argument line made as by printf; standard output without the time it took. */
__attribute__((format(printf, 2, 3))) static int run(char **out, const char *format, ...)
{
    char arguments[1200];
    Run program;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(arguments, sizeof arguments, format, values);
    va_end(values);
    support_run(&program, arguments);
    char *elapsed = strstr(program.out.text, ",\"elapsed_s\"");
    if (elapsed != NULL) {
        *elapsed = '\0';
    }
    *out = strdup(program.code == 0 ? program.out.text : program.err.text);
    const int code = program.code;
    support_run_release(&program);
    return code;
}

static void expect_lines(const char *text, size_t expected)
{
    size_t lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n' ? 1 : 0;
    }
    cr_expect_eq(lines, expected, "%zu lines, expected %zu", lines, expected);
}

/* Two outputs are the same, and are freed. */
static void expect_alike(char *one, char *two)
{
    cr_assert_str_eq(one, two);
    free(one);
    free(two);
}

Test(tournament, gives_the_same_table_for_any_number_of_jobs_with_a_store_and_from_merged_shards)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *other = NULL;
    prepare("tournament-same", CONFIG, folder, config);
    cr_assert_eq(run(&one, "tournament %s --json --jobs 1", config), 0, "%s", one);
    cr_assert_neq(strstr(one, "\"standings\":[{\"name\":"), NULL);
    cr_assert_neq(strstr(one, "\"cells\":[{"), NULL);
    cr_assert_neq(strstr(one, "\"complete\":true"), NULL);
    cr_assert_eq(run(&other, "tournament %s --json --jobs 2 --db %s/all.db", config, folder), 0, "%s", other);
    char *kinds = NULL;
    cr_assert_eq(run(&kinds, "validate %s %s/all.db", config, folder), 0, "%s", kinds);
    free(kinds);
    cr_assert_str_eq(one, other);
    free(other);
    for (int shard = 1; shard <= 4; shard++) {
        char part[16];
        (void)snprintf(part, sizeof part, "%d", shard);
        cr_assert_eq(run(&other, "tournament %s --json --db %s/part.db --shard %s/4", config, folder, part),
                     0, "%s", other);
        cr_assert_neq(strstr(other, "\"complete\":false"), NULL);
        free(other);
        char from[400];
        char to[400];
        (void)snprintf(from, sizeof from, "%s/part.db", folder);
        (void)snprintf(to, sizeof to, "%s/shard%d.db", folder, shard);
        cr_assert_eq(rename(from, to), 0);
    }
    for (int again = 0; again < 2; again++) { /* the second time nothing is added */
        cr_assert_eq(run(&other, "merge %s/m.db %s/shard1.db %s/shard2.db", folder, folder, folder), 0, "%s",
                     other);
        cr_assert(again == 0 || strstr(other, " 0 added") != NULL, "%s", other);
        free(other);
        cr_assert_eq(run(&other, "merge %s/m.db %s/shard3.db %s/shard4.db", folder, folder, folder), 0, "%s",
                     other);
        free(other);
    }
    cr_assert_eq(run(&other, "tournament %s --json --db %s/m.db --resume", config, folder), 0, "%s", other);
    cr_assert_str_eq(one, other);
    free(other);
    /* and everything was there: a store that is only read would do */
    cr_assert_eq(run(&other, "export %s/m.db --csv", folder), 0, "%s", other);
    expect_lines(other, 1U + 2U * 3U * 9U * 2U); /* header; scenarios, meetings, pairs, games */
    free(other);
    free(one);
}

Test(tournament, games_of_a_store_can_be_played_again_to_the_same_end)
{
    char folder[256];
    char config[300];
    char *out = NULL;
    prepare("tournament-records", CONFIG, folder, config);
    cr_assert_eq(run(&out, "tournament %s --db %s/r.db", config, folder), 0, "%s", out);
    free(out);
    cr_assert_eq(run(&out, "export %s/r.db --records %s/records", folder, folder), 0, "%s", out);
    free(out);
    cr_assert_eq(run(&out, "replay %s/records/1-00000003.jsonl --check", folder), 0, "%s", out);
    free(out);
    /* from kept moves, without asking the policies again */
    cr_assert_eq(
        run(&out, "match toy/plain --french random --coalition heuristic --games 20 --moves --db %s/moves.db",
            folder),
        0, "%s", out);
    free(out);
    cr_assert_eq(run(&out, "export %s/moves.db --records %s/records2", folder, folder), 0, "%s", out);
    free(out);
    cr_assert_eq(run(&out, "replay %s/records2/1-00000019.jsonl --check", folder), 0, "%s", out);
    free(out);
    cr_assert_eq(run(&out, "export %s/moves.db --jsonl", folder), 0, "%s", out);
    cr_assert_neq(strstr(out, "\"number\":19"), NULL);
    free(out);
}

static void write_strategy(const char *folder, int dice)
{
    char path[320];
    char text[160];
    (void)snprintf(path, sizeof path, "%s/mine.json", folder);
    (void)snprintf(text, sizeof text,
                   "{\"schema\":\"marshal/strategy/1\",\"game\":\"toy\",\"title\":\"mine\",\"seat\":\"both\","
                   "\"weights\":{\"dice\":%d}}",
                   dice);
    cr_assert(support_write(path, text, strlen(text)));
}

/* Of two experiments that differ in what their strategy's file held, the first cannot be played again with
 * the second's. */
Test(tournament, games_are_played_again_only_with_the_files_that_made_them)
{
    char folder[256];
    char arguments[1200];
    char *out = NULL;
    Run export;
    support_folder("tournament-files", folder);
    for (int dice = 1; dice <= 2; dice++) {
        write_strategy(folder, dice);
        cr_assert_eq(run(&out,
                         "match toy/plain --french heuristic:strategy=%s/mine.json --coalition random "
                         "--games 5 --db %s/f.db",
                         folder, folder),
                     0, "%s", out);
        free(out);
    }
    (void)snprintf(arguments, sizeof arguments, "export %s/f.db --records %s/records", folder, folder);
    support_run(&export, arguments);
    cr_assert_eq(export.code, 0, "%s", export.err.text);
    cr_expect(strstr(export.err.text, "5 records written") != NULL, "%s", export.err.text);
    cr_expect(strstr(export.err.text, "5 games cannot be played again") != NULL, "%s", export.err.text);
    support_run_release(&export);
    cr_assert_eq(run(&out, "replay %s/records/2-00000004.jsonl --check", folder), 0, "%s", out);
    free(out);
}

Test(tournament, a_test_ends_cells_early_and_keeps_only_what_counts)
{
    static const char text[] = "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
                               "plain\"],\"policies\":[\"random\",\"heuristic\"],"
                               "\"pairs\":5000,\"sprt\":[-50,0]}";
    char folder[256];
    char config[300];
    char *one = NULL;
    char *two = NULL;
    prepare("tournament-sprt", text, folder, config);
    cr_assert_eq(run(&one, "tournament %s --json --jobs 1 --db %s/one.db", config, folder), 0, "%s", one);
    cr_assert_neq(strstr(one, "accept_h"), NULL, "%s", one);
    cr_assert_eq(run(&two, "tournament %s --json --jobs 3 --db %s/two.db", config, folder), 0, "%s", two);
    expect_alike(one, two);
    cr_assert_eq(run(&one, "export %s/one.db --csv", folder), 0);
    cr_assert_eq(run(&two, "export %s/two.db --csv", folder), 0);
    expect_alike(one, two);
}

/* So many games in all, whoever plays them, and none more in the store; the next run goes on. */
Test(tournament, a_run_ends_after_its_games)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *two = NULL;
    prepare("tournament-games", CONFIG, folder, config);
    cr_assert_eq(run(&one, "tournament %s --json --games 25 --jobs 1 --db %s/one.db", config, folder), 0,
                 "%s", one);
    cr_assert_eq(run(&two, "tournament %s --json --games 25 --jobs 3 --db %s/two.db", config, folder), 0,
                 "%s", two);
    cr_assert_neq(strstr(one, "\"complete\":false"), NULL, "%s", one);
    expect_alike(one, two);
    cr_assert_eq(run(&one, "export %s/one.db --csv", folder), 0);
    cr_assert_eq(run(&two, "export %s/two.db --csv", folder), 0);
    cr_assert_str_eq(one, two);
    expect_lines(one, 1 + 26); /* header; pairs are played to their end */
    free(one);
    free(two);
    cr_assert_eq(run(&one, "tournament %s --json --db %s/one.db", config, folder), 0, "%s", one);
    cr_assert_eq(run(&two, "tournament %s --json", config), 0, "%s", two);
    expect_alike(one, two);
    cr_assert_eq(run(&one, "tournament %s --games 25 --db %s/one.db --shard 1/2", config, folder), 2);
    cr_assert_neq(strstr(one, "it excludes --shard"), NULL, "%s", one);
    free(one);
}

/* What run left of a printed object. */
static cJSON *parse(const char *text)
{
    StrBuf whole;
    strbuf_init(&whole);
    strbuf_addf(&whole, "%s}", text);
    cJSON *json = cJSON_Parse(whole.text);
    strbuf_release(&whole);
    return json;
}

static const char SEATS[] =
    "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":[\"random\","
    "{\"name\":\"first 1\",\"policy\":\"heuristic\",\"seat\":\"french\"},"
    "{\"name\":\"first 2\",\"policy\":\"flat:sims=2\",\"seat\":\"french\"},"
    "{\"name\":\"second\",\"policy\":\"flat:sims=4\",\"seat\":\"coalition\"},\"flat:sims=8\"],"
    "\"pairs\":6,\"seed\":5}";

/* Policies of both seats: one pair of six times two games. Of one seat: two of the first against three, two
 * of both against the second, six games each; those of the first never meet. */
Test(tournament, policies_of_one_seat_play_no_other)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *other = NULL;
    prepare("tournament-seats", SEATS, folder, config);
    cr_assert_eq(run(&one, "tournament %s --json --jobs 1 --db %s/s.db", config, folder), 0, "%s", one);
    cr_assert_eq(run(&other, "tournament %s --json --jobs 3", config), 0, "%s", other);
    cr_expect_str_eq(one, other);
    free(other);
    cJSON *json = parse(one);
    cr_assert_not_null(json, "%s", one);
    cr_expect(cJSON_IsTrue(cJSON_GetObjectItem(json, "complete")));
    cr_expect(cJSON_IsTrue(cJSON_GetObjectItem(json, "connected")));
    int games = 0;
    const cJSON *standing = NULL;
    cJSON_ArrayForEach(standing, cJSON_GetObjectItem(json, "standings"))
    {
        const char *name = cJSON_GetObjectItem(standing, "name")->valuestring;
        const bool first = strncmp(name, "first", 5) == 0;
        const bool second = strcmp(name, "second") == 0;
        const int played = cJSON_GetObjectItem(standing, "games")->valueint;
        cr_expect_eq(played, first ? 18 : second ? 24 : 12 + 12 + 6, "%s: %d", name, played);
        cr_expect_eq(cJSON_IsNull(cJSON_GetObjectItem(standing, "win_rate_as_coalition")), first, "%s", name);
        cr_expect_eq(cJSON_IsNull(cJSON_GetObjectItem(standing, "win_rate_as_french")), second, "%s", name);
        games += played;
    }
    cr_expect_eq(games, 2 * 60);
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "cells")), 1 + 6 + 2);
    const cJSON *table = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "equilibria"), 0);
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(table, "french")), 4);
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(table, "coalition")), 3);
    cr_expect_eq(cJSON_GetObjectItem(table, "games")->valueint, 60);
    cJSON_Delete(json);
    free(one);
    cr_assert_eq(run(&one, "export %s/s.db --csv", folder), 0, "%s", one);
    expect_lines(one, 1 + 60);
    cr_expect(strstr(one, ",random,heuristic,") == NULL && strstr(one, ",flat:sims=4,random,") == NULL);
    free(one);
}

Test(tournament, policies_of_one_seat_in_shards_with_limits_and_tests)
{
    char folder[256];
    char config[300];
    char *one = NULL;
    char *other = NULL;
    prepare("tournament-seats-cut", SEATS, folder, config);
    for (int shard = 1; shard <= 2; shard++) {
        cr_assert_eq(
            run(&one, "tournament %s --json --db %s/%d.db --shard %d/2", config, folder, shard, shard), 0,
            "%s", one);
        free(one);
    }
    cr_assert_eq(run(&one, "merge %s/m.db %s/1.db %s/2.db", folder, folder, folder), 0, "%s", one);
    free(one);
    cr_assert_eq(run(&one, "export %s/m.db --csv", folder), 0, "%s", one);
    expect_lines(one, 1 + 60);
    free(one);
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        cr_assert_eq(
            run(&one, "tournament %s --games 17 --db %s/g%d.db --jobs %d", config, folder, jobs, jobs), 0,
            "%s", one);
        free(one);
        cr_assert_eq(run(&one, "export %s/g%d.db --csv", folder, jobs), 0, "%s", one);
        expect_lines(one, 1 + 17); /* a pair of two, eight of one; a pair of two, five of one */
        free(one);
    }
    static const char tested[] =
        "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":[\"random\","
        "{\"policy\":\"heuristic\",\"seat\":\"french\"}],\"pairs\":300,\"sprt\":[-50,0]}";
    cr_assert(support_write(config, tested, sizeof tested - 1));
    cr_assert_eq(run(&other, "tournament %s --json", config), 0, "%s", other);
    cr_expect(strstr(other, "\"games\":300,") != NULL && strstr(other, "\"sprt\":null") != NULL, "%s", other);
    free(other);
}

/* A strategy of one seat plays the defaults in the other. */
Test(tournament, a_seat_that_the_strategy_file_contradicts_is_an_error)
{
    char folder[256];
    char config[300];
    char text[900];
    char *out = NULL;
    prepare("tournament-seat-file", "{}", folder, config);
    for (int wrong = 0; wrong < 2; wrong++) {
        static const char strategy[] =
            "{\"schema\":\"marshal/strategy/1\",\"game\":\"toy\",\"title\":\"mine\","
            "\"seat\":\"coalition\",\"weights\":{\"dice\":3}}";
        (void)snprintf(text, sizeof text, "%s/mine.json", folder);
        cr_assert(support_write(text, strategy, sizeof strategy - 1));
        (void)snprintf(text, sizeof text,
                       "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":["
                       "\"random\",{\"policy\":\"heuristic:strategy=%s/mine.json\",\"seat\":\"%s\"}],"
                       "\"pairs\":1}",
                       folder, wrong ? "french" : "coalition");
        cr_assert(support_write(config, text, strlen(text)));
        cr_assert_eq(run(&out, "tournament %s", config), wrong, "%s", out);
        cr_expect(!wrong || (strstr(out, "policies[1].seat") != NULL &&
                             strstr(out, "found \"french\", expected \"coalition\"") != NULL),
                  "%s", out);
        free(out);
    }
}

Test(tournament, says_what_is_wrong_with_a_configuration)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "config.json"},
        {"[]", "expected"},
        {"{\"schema\":\"marshal/scenario/1\"}", "marshal/tournament/1"},
        {"{\"schema\":\"marshal/tournament/"
         "1\",\"scenarios\":[],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1}",
         "scenarios"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\"],\"pairs\":1}",
         "policies"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"random\"],\"pairs\":1}",
         "policies[1]"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"nonsense\"],\"pairs\":1}",
         "nonsense"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "none\"],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1}",
         "toy/none"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"heuristic\"],\"pairs\":0}",
         "pairs"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1,\"sprt\":[5,5]}",
         "sprt"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1,\"pairing\":\"swiss\"}",
         "pairing"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/"
         "plain\"],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1,\"paris\":2}",
         "paris"},
        {"{\"schema\":\"marshal/tournament/"
         "1\",\"scenarios\":[{\"set\":[]}],\"policies\":[\"random\",\"heuristic\"],\"pairs\":1}",
         "scenario"},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":[\"random\","
         "{\"policy\":\"heuristic\",\"seat\":\"both\"}],\"pairs\":1}",
         "policies[1].seat: found \"both\", expected \"french\" or \"coalition\""},
        {"{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":["
         "{\"policy\":\"random\",\"seat\":\"french\"},{\"policy\":\"heuristic\",\"seat\":\"french\"}],"
         "\"pairs\":1}",
         "found no policy for the seat coalition"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char folder[256];
        char config[300];
        char *out = NULL;
        prepare("tournament-wrong", cases[i].text, folder, config);
        cr_assert_neq(run(&out, "tournament %s", config), 0, "case %zu", i);
        cr_assert_neq(strstr(out, cases[i].message), NULL, "case %zu: %s", i, out);
        free(out);
    }
}

Test(tournament, merge_refuses_what_is_no_store_and_leaves_the_target_alone)
{
    char folder[256];
    char config[300];
    char *out = NULL;
    prepare("tournament-merge", CONFIG, folder, config);
    cr_assert_eq(run(&out, "match toy/plain --games 10 --db %s/a.db", folder), 0);
    free(out);
    cr_assert_neq(run(&out, "merge %s/a.db %s/config.json", folder, folder), 0);
    cr_assert_neq(strstr(out, "no store of results"), NULL, "%s", out);
    free(out);
    cr_assert_neq(run(&out, "merge %s/a.db %s/a.db", folder, folder), 0);
    free(out);
    cr_assert_neq(run(&out, "merge %s/a.db %s/missing.db", folder, folder), 0);
    free(out);
    cr_assert_eq(run(&out, "export %s/a.db --csv", folder), 0);
    cr_assert_neq(strstr(out, "\n1,toy,toy/plain,"), NULL);
    free(out);
}
