/* test_improve_command.c: `marshal improve` through the program: the file it writes, kills, what it refuses.
 */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "tests/support/support.h"

static const char TIMID[] = "{\"schema\":\"marshal/strategy/1\",\"game\":\"toy\",\"title\":\"Timid\","
                            "\"seat\":\"coalition\",\"weights\":{\"dice\":1,\"push\":2}}";

/* A new folder with a strategy that can be improved. */
static void prepare(const char *name, char folder[256])
{
    char path[300];
    support_use_test_scenarios();
    support_folder(name, folder);
    (void)snprintf(path, sizeof path, "%s/timid.json", folder);
    cr_assert(support_write(path, TIMID, strlen(TIMID)));
}

/* Runs with an argument line made as by printf; the caller frees standard output, or error if it failed. */
__attribute__((format(printf, 2, 3))) static int run(char **out, const char *format, ...)
{
    char arguments[2000];
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

static void read_file(const char *folder, const char *name, StrBuf *text)
{
    char path[320];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    strbuf_init(text);
    cr_assert(support_read(path, text), "%s", path);
}

#define ASKED "--games 3000 --verify 400 --seed 5"

Test(improve_command, writes_a_strategy_that_scores_what_it_says)
{
    char folder[256];
    char *out = NULL;
    char *duel = NULL;
    prepare("improve-writes", folder);
    cr_assert_eq(
        run(&out, "improve toy/plain --strategy %s/timid.json --out %s/a.json %s", folder, folder, ASKED), 0,
        "%s", out);
    cr_expect(strstr(out, "seat coalition: spent after 3008 games") != NULL, "the file's seat: %s", out);
    cr_expect(strstr(out, "more: dice that are thrown") != NULL, "%s", out);
    cr_expect(strstr(out, "written to ") != NULL, "%s", out);
    cr_assert_eq(run(&duel,
                     "duel toy/plain --a heuristic:strategy=%s/a.json --b heuristic:strategy=%s/timid.json "
                     "--pairs 300 --seed 77 --sprt 0,20 --json",
                     folder, folder),
                 0, "%s", duel);
    cr_expect(strstr(duel, "\"state\":\"accept_h1\"") != NULL, "%s", duel);
    free(out);
    free(duel);
}

/* Starts a command again and again, killed after twice as long each time, until it comes to its end, however
 * slow the machine; returns what it then said (to be freed). It is killed at least once. */
static char *run_through_kills(const char *line)
{
    enum { FIRST_MS = 20, TRIES = 16 };
    char *said = NULL;
    int killed = 0;
    for (int i = 0; i < TRIES && said == NULL; i++) {
        Run dead;
        const Child child = support_start(line, 0);
        if (support_wait(&child, (long)FIRST_MS << i)) {
            (void)kill((pid_t)child.pid, SIGKILL);
        }
        support_finish(&child, &dead);
        cr_assert(dead.code == 0 || dead.code == 128 + SIGKILL, "%d: %s", dead.code, dead.err.text);
        killed += dead.code != 0 ? 1 : 0;
        said = dead.code == 0 ? strdup(dead.out.text) : NULL;
        support_run_release(&dead);
    }
    cr_assert_not_null(said);
    cr_expect_geq(killed, 1);
    return said;
}

Test(improve_command, goes_on_after_kills_to_the_same_file)
{
    char folder[256];
    char line[1600];
    char *out = NULL;
    StrBuf whole;
    StrBuf found;
    prepare("improve-kills", folder);
    cr_assert_eq(run(&out, "improve toy/plain --strategy %s/timid.json --out %s/whole.json --jobs 1 %s",
                     folder, folder, ASKED),
                 0, "%s", out);
    free(out);
    (void)snprintf(line, sizeof line,
                   "improve toy/plain --strategy %s/timid.json --out %s/found.json --jobs 3 --db %s/a.db %s",
                   folder, folder, folder, ASKED);
    free(run_through_kills(line));
    read_file(folder, "whole.json", &whole);
    read_file(folder, "found.json", &found);
    cr_expect_str_eq(whole.text, found.text);
    strbuf_release(&whole);
    strbuf_release(&found);
}

Test(improve_command, takes_the_mixture_of_an_equilibrium)
{
    static const char config[] =
        "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/plain\"],\"policies\":"
        "[\"random\",\"heuristic\",\"heuristic:strategy=bold\"],\"pairs\":60}";
    char folder[256];
    char path[300];
    char *mixture = NULL;
    char *out = NULL;
    prepare("improve-mixture", folder);
    (void)snprintf(path, sizeof path, "%s/config.json", folder);
    cr_assert(support_write(path, config, strlen(config)));
    cr_assert_eq(run(&mixture, "equilibrium %s --json", path), 0, "%s", mixture);
    (void)snprintf(path, sizeof path, "%s/mixture.json", folder);
    cr_assert(support_write(path, mixture, strlen(mixture)));
    cr_assert_eq(run(&out,
                     "improve toy/plain --strategy %s/timid.json --mixture %s --out %s/a.json --json %s",
                     folder, path, folder, ASKED),
                 0, "%s", out);
    cr_expect(strstr(out, "\"field\":[{\"policy\":\"heuristic") != NULL, "%s", out);
    cr_expect(strstr(out, "\"policy\":\"random\"") == NULL, "random has no share: %s", out);
    free(mixture);
    free(out);
}

/* A second run from nothing, into the same folder, finds the same files or fails. */
Test(improve_command, double_oracle_answers_until_nothing_gains_and_after_kills)
{
    static const char how[] = "--games 1500 --verify 300 --table 60 --rounds 4 --margin 3 --seed 5 --json";
    char folder[256];
    char line[1600];
    char *again = NULL;
    char *found = NULL;
    prepare("improve-oracle", folder);
    (void)snprintf(
        line, sizeof line,
        "improve toy/plain --double-oracle --french random --french heuristic:strategy=%s/timid.json "
        "--coalition heuristic:strategy=%s/timid.json --out %s/found %s --jobs 3 --db %s/a.db",
        folder, folder, folder, how, folder);
    found = run_through_kills(line);
    line[strlen(line) - strlen("a.db")] = 'b';
    cr_assert_eq(run(&again, "%s", line), 0, "%s", again);
    cr_expect_str_eq(found, again);
    cr_expect(strstr(found, "/found/coalition-1.json\"") != NULL, "timid is answered: %s", found);
    cr_expect(strstr(found, "\"end\":\"closed\"") != NULL || strstr(found, "\"end\":\"rounds\"") != NULL);
    free(found);
    free(again);
}

Test(improve_command, double_oracle_leaves_files_of_others_alone)
{
    char folder[256];
    char path[300];
    char line[1600];
    StrBuf text;
    prepare("improve-taken", folder);
    (void)snprintf(path, sizeof path, "%s/coalition-1.json", folder);
    cr_assert(support_write(path, TIMID, strlen(TIMID)));
    (void)snprintf(
        line, sizeof line,
        "improve toy/plain --double-oracle --coalition heuristic:strategy=%s/timid.json --out %s --db "
        "%s/a.db --games 1500 --verify 300 --table 60 --seed 5",
        folder, folder, folder);
    expect_failure(1, "coalition-1.json: found a file, which is left alone", line);
    read_file(folder, "coalition-1.json", &text);
    cr_expect_str_eq(text.text, TIMID);
    strbuf_release(&text);
}

Test(improve_command, refuses_what_makes_no_sense)
{
    static const struct {
        const char *arguments; /* @: the folder */
        int code;
        const char *message;
    } rows[] = {
        {"improve toy/plain --seat french", 2, "--out"},
        {"improve toy/plain --out @/new.json", 2, "--seat: found \"\", expected french or coalition"},
        {"improve toy/plain --seat baker --out @/new.json", 2, "--seat: found \"baker\""},
        {"improve toy/plain --seat french --out @/timid.json", 2, "found a file, which is left alone"},
        {"improve toy/plain --seat french --out @/none/new.json", 2, "none/new.json: cannot write: No such"},
        {"improve toy/plain --seat french --out @/new.json --strategy none", 2, "none"},
        {"improve toy/plain --seat french --out @/new.json --strategy @/timid.json", 2,
         "found a strategy of coalition, expected one of french"},
        {"improve toy/plain --seat french --out @/new.json --against 0*random", 2, "SHARE*POLICY"},
        {"improve toy/plain --seat french --out @/new.json --against wizard", 2, "wizard"},
        {"improve toy/plain --seat french --out @/new.json --against mcts:time=1", 2,
         "plays the same each time"},
        {"improve toy/plain --seat french --out @/new.json --mixture @/none.json", 2, "none.json"},
        {"improve toy/plain --seat french --out @/new.json --mixture @/timid.json", 2, "tables"},
        {"improve toy/plain --seat french --out @/new.json --sprt 5,1", 2, "--sprt: found \"5,1\""},
        {"improve toy/plain --seat french --out @/new.json --wander 0", 2, "--wander: found 0"},
        {"improve toy/plain --seat french --out @/new.json --perturbation 2", 2,
         "--perturbation: found \"2\""},
        {"improve toy/plain --seat french --out @/new.json --games 0", 2, "--games"},
        {"improve toy/plain --seat french --out @/new.json --rounds 3", 2,
         "--rounds goes with --double-oracle"},
        {"improve toy/plain --double-oracle --out @/new --db @/a.db --seat french", 2, "--seat"},
        {"improve toy/plain --double-oracle --out @/new", 2, "found no --db"},
        {"improve toy/plain --double-oracle --out @/timid.json --db @/a.db", 2,
         "timid.json: found a file, expected --out to name a folder"},
        {"improve toy/plain --double-oracle --out @/none/new --db @/a.db", 2, "cannot make the folder"},
        {"improve toy/plain --double-oracle --out @/new --db @/a.db --rounds 99", 2, "at most 30"},
        {"improve toy/plain --double-oracle --out @/new --db @/a.db --margin x", 2, "--margin"},
        {"improve toy/plain --double-oracle --out @/new --db @/a.db --french random", 1, "can be improved"},
        {"improve toy/plain --double-oracle --out @/new --db @/a.db --french heuristic --french heuristic", 1,
         "twice"},
        {"improve toy/nowhere --double-oracle --out @/new --db @/a.db", 1, "toy/nowhere"},
        {"improve toy/nowhere --seat french --out @/new.json", 1, "toy/nowhere"},
    };
    char folder[256];
    prepare("improve-refused", folder);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        StrBuf line;
        strbuf_init(&line);
        for (const char *at = rows[i].arguments; *at != '\0'; at++) {
            if (*at == '@') {
                strbuf_add(&line, folder);
            } else {
                strbuf_add_char(&line, *at);
            }
        }
        expect_failure(rows[i].code, rows[i].message, line.text);
        strbuf_release(&line);
    }
    char path[300];
    StrBuf text;
    (void)snprintf(path, sizeof path, "%s/new.json", folder);
    cr_expect(access(path, F_OK) != 0);
    read_file(folder, "timid.json", &text);
    cr_expect_str_eq(text.text, TIMID);
    strbuf_release(&text);
}
