/* test_completion.c: what the program says of itself to shells and to man, from its own tables. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/strbuf.h"
#include "tests/support/support.h"

/* The answer for the words of a line, the last of them being typed. */
static void complete(const char *words, StrBuf *answer)
{
    Run run;
    StrBuf arguments;
    strbuf_init(&arguments);
    strbuf_add(&arguments, "help --complete -- ");
    strbuf_add(&arguments, words);
    support_run(&run, arguments.text);
    cr_expect_eq(run.code, 0, "%s: %s", words, run.err.text);
    cr_expect_str_eq(run.err.text, "");
    strbuf_clear(answer);
    strbuf_add(answer, run.out.text);
    strbuf_release(&arguments);
    support_run_release(&run);
}

static void expect_answer(const char *words, const char *expected)
{
    StrBuf answer;
    strbuf_init(&answer);
    complete(words, &answer);
    cr_expect_str_eq(answer.text, expected, "%s: found \"%s\", expected \"%s\"", words, answer.text,
                     expected);
    strbuf_release(&answer);
}

static bool has_line(const char *text, const char *line)
{
    const size_t length = strlen(line);
    for (const char *at = strstr(text, line); at != NULL; at = strstr(at + 1, line)) {
        if ((at == text || at[-1] == '\n') && (at[length] == '\n' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static void expect_lines(const char *words, const char *const *lines, bool there)
{
    StrBuf answer;
    strbuf_init(&answer);
    complete(words, &answer);
    for (; *lines != NULL; lines++) {
        cr_expect_eq(has_line(answer.text, *lines), there, "%s: \"%s\" in \"%s\"", words, *lines,
                     answer.text);
    }
    strbuf_release(&answer);
}

Test(completion, commands_and_options)
{
    expect_answer("mat", "words\nmatch\n");
    expect_answer("tune", "words\ntune\ntune-priors\n");
    expect_answer("--v", "words\n--version\n");
    expect_answer("frobnicate --", "words\n");
    expect_answer("match --fr", "words\n--french\n");
    expect_answer("match toy/plain --games 3 --ga", "words\n"); /* given already, and once is enough */
    expect_answer("match toy/plain --set a=1 --se", "words\n--seed\n--searches\n--set\n"); /* a list */
    expect_answer("match -- --ga", "files\n");                                             /* only operands */
    expect_answer("match --games 1", "words\n");
    expect_answer("help tune-", "words\ntune-priors\n");
    expect_answer("help --completion b", "words\nbash\n");
}

Test(completion, values)
{
    expect_answer("match toy/p", "files\ntoy/plain\n");
    expect_answer("bench toy/sh", "files\ntoy/short\n");
    expect_answer("show toy/plain --seat c", "words\ncoalition\n");
    expect_answer("play --dice t", "words\ntyped\n");
    expect_answer("play --side n", "words\nnone\n");
    expect_answer("export a.db --records x", "folders\n");
    expect_answer("merge x", "files\n");
    expect_answer("match --db=x", "files\n");
    expect_answer("replay r.jsonl --scenario toy/w", "files\ntoy/wide\n");
    expect_answer("balance toy/wi", "files\ntoy/wide\n");
}

Test(completion, policies)
{
    expect_answer("match --french he", "words\nheuristic\nheuristic:\n");
    expect_answer("match --french ra", "words\nrandom\n"); /* which has no options */
    expect_answer("match --french=he", "words\n--french=heuristic\n--french=heuristic:\n");
    expect_answer("match toy/plain --french heuristic:st", "words\nheuristic:strategy=\n");
    expect_answer("match toy/plain --french heuristic:strategy=",
                  "words\nheuristic:strategy=bold\nheuristic:strategy=short-french\n");
    expect_answer("match toy/plain --french heuristic:noise=0.1,strategy=b",
                  "words\nheuristic:noise=0.1,strategy=bold\n");
    expect_answer("match --french nobody:", "words\n");
    expect_lines("traps toy/plain --policy mcts:sims=9,e",
                 (const char *const[]){"mcts:sims=9,evaluation=", NULL}, true);
}

/* Every command of --help is offered, has its part of the manual page, and so has each of its options. */
Test(completion, nothing_is_left_out)
{
    Run usage;
    Run manual;
    support_run(&usage, "--help");
    support_run(&manual, "help --man");
    cr_assert_eq(manual.code, 0);
    size_t commands = 0;
    for (char *line = strtok(usage.out.text, "\n"); line != NULL && strncmp(line, "policies", 8) != 0;
         line = strtok(NULL, "\n")) {
        char name[32];
        char words[64];
        char part[64];
        if (sscanf(line, "  %31s", name) != 1 || strncmp(line, "  ", 2) != 0) {
            continue;
        }
        commands++;
        expect_lines(name, (const char *const[]){name, NULL}, true);
        (void)snprintf(part, sizeof part, "\\fBmarshal %s", name);
        char *dash = strchr(part, '-');
        if (dash != NULL) { /* a hyphen is escaped there */
            (void)snprintf(part, sizeof part, "\\fBmarshal %.*s\\-%s", (int)(strchr(name, '-') - name), name,
                           strchr(name, '-') + 1);
        }
        cr_expect(strstr(manual.out.text, part) != NULL, "%s", part);
        (void)snprintf(words, sizeof words, "%s --", name);
        expect_lines(words, (const char *const[]){"--help", NULL}, true);
    }
    cr_expect_geq(commands, 20);
    cr_expect(strstr(manual.out.text, ".SH EXIT STATUS\n") != NULL);
    cr_expect(strstr(manual.out.text, "\\fBMARSHAL_SCENARIOS\\fP") != NULL);
    cr_expect(strstr(manual.out.text, "\\fB\\-\\-until\\-width\\fP \\fIPOINTS\\fP") != NULL);
    cr_expect(strstr(manual.out.text, "marshal match toy/") != NULL,
              "an example with a scenario that is there");
    support_run_release(&usage);
    support_run_release(&manual);
}

Test(completion, script)
{
    Run run;
    support_run(&run, "help --completion bash");
    cr_expect_eq(run.code, 0);
    cr_expect(strstr(run.out.text, "complete -F _marshal marshal\n") != NULL);
    support_run_release(&run);
    support_run(&run, "help --completion tcsh");
    cr_expect_eq(run.code, 2);
    cr_expect(strstr(run.err.text, "expected bash") != NULL, "%s", run.err.text);
    support_run_release(&run);
    support_run(&run, "help match");
    cr_expect_eq(run.code, 0);
    cr_expect(strstr(run.out.text, "usage: marshal match SCENARIO") != NULL);
    support_run_release(&run);
    support_run(&run, "help frobnicate");
    cr_expect_eq(run.code, 2);
    support_run_release(&run);
}
