/* test_both_lose.c: games that both sides lose, through every command that counts games. The scenario
 * toy/wide has many of them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/answers.h"
#include "tests/support/support.h"

static void init(void) { support_use_test_scenarios(); }

static double seat_number(const cJSON *json, const char *seat, const char *name)
{
    return answer_number(answer_key(json, seat), name);
}

Test(both_lose, match, .init = init)
{
    cJSON *json = answer_run("match toy/wide --games 100 --french heuristic --both-lose 0.25,0 --json", 0);
    const cJSON *shared = answer_key(json, "shared");
    const double lost = answer_number(shared, "both_lose");
    const double draws = answer_number(shared, "draws");
    const double french = seat_number(json, "french", "wins");
    const double coalition = seat_number(json, "coalition", "wins");
    cr_expect_gt(lost, 10);
    cr_expect_eq(answer_number(answer_key(json, "outcomes"), "both_lose"), lost);
    cr_expect_eq(french + coalition + draws + lost, 100);
    cr_expect_float_eq(seat_number(json, "french", "score"), (french + 0.5 * (draws + lost)) / 100.0, 1e-9);
    cr_expect_float_eq(seat_number(json, "french", "score") + seat_number(json, "coalition", "score"), 1.0,
                       1e-9);
    cr_expect_float_eq(answer_element(shared, "worth", 0), (french + 0.5 * draws + 0.25 * lost) / 100.0,
                       1e-9);
    cr_expect_float_eq(answer_element(shared, "worth", 1), (coalition + 0.5 * draws) / 100.0, 1e-9);
    cJSON_Delete(json);
}

Test(both_lose, duel, .init = init)
{
    cJSON *json = answer_run("duel toy/wide --a heuristic --b random --pairs 50 --both-lose 0.2,1 --json", 0);
    const cJSON *a = answer_key(json, "a");
    const cJSON *shared = answer_key(json, "shared");
    const double lost = answer_number(a, "both_lose");
    cr_expect_gt(lost, 5);
    cr_expect_eq(answer_number(answer_key(json, "b"), "both_lose"), lost);
    cr_expect_eq(answer_number(a, "wins") + answer_number(a, "draws") + lost + answer_number(a, "losses"),
                 100);
    cr_expect_float_eq(answer_number(a, "score"),
                       (answer_number(a, "wins") + 0.5 * (answer_number(a, "draws") + lost)) / 100.0, 1e-9);
    cr_expect_float_eq(answer_element(shared, "worth", 0), answer_number(a, "score") - 0.3 * lost / 100.0,
                       1e-9);
    cr_expect_float_eq(answer_element(shared, "worth", 1),
                       answer_number(answer_key(json, "b"), "score") + 0.5 * lost / 100.0, 1e-9);
    cJSON_Delete(json);
}

Test(both_lose, a_wrong_worth_is_told, .init = init)
{
    Run run;
    support_run(&run, "match toy/wide --both-lose 2");
    cr_expect_eq(run.code, 2);
    cr_expect(strstr(run.err.text, "--both-lose: found \"2\"") != NULL, "%s", run.err.text);
    support_run_release(&run);
}

Test(both_lose, balance_counts_what_the_sides_hold_apart, .init = init)
{
    cJSON *half =
        answer_run("balance toy/wide --knob setup.start.french=0..40 --policy random --games 100 --json", 0);
    cJSON *all = answer_run("balance toy/wide --knob setup.start.french=0..40 --policy random --games 100 "
                            "--both-lose 1,0 --json",
                            0);
    cr_expect_gt(answer_number(answer_key(half, "shared"), "both_lose"), 50);
    cr_expect_eq(answer_number(answer_key(half, "shared"), "both_lose_counts"), 0.5);
    cr_expect_eq(answer_number(answer_key(all, "shared"), "both_lose_counts"), 1.0);
    cr_expect_lt(answer_number(half, "win_rate"), 0.7);
    cr_expect_gt(answer_number(all, "win_rate"), 0.8, "as good as won for one side");
    cJSON_Delete(half);
    cJSON_Delete(all);
}

/* A tournament, kept in a store; then its export, its records, and the report. */
Test(both_lose, tournament_store_and_report, .init = init)
{
    char folder[256];
    char path[300];
    char line[900];
    Run run;
    static const char config[] =
        "{\"schema\":\"marshal/tournament/1\",\"scenarios\":[\"toy/wide\"],\"pairs\":20,"
        "\"policies\":[{\"policy\":\"heuristic\",\"both_lose\":0},\"random\"]}";
    support_folder("both-lose", folder);
    (void)snprintf(path, sizeof path, "%s/t.json", folder);
    cr_assert(support_write(path, config, sizeof config - 1));
    (void)snprintf(line, sizeof line, "tournament %s --db %s/g.db --json", path, folder);
    cJSON *json = answer_run(line, 0);
    const cJSON *first = cJSON_GetArrayItem(answer_key(json, "standings"), 0);
    const double lost = answer_number(first, "both_lose");
    cr_expect_str_eq(answer_text(first, "policy"), "heuristic");
    cr_expect_gt(lost, 2);
    cr_expect_float_eq(answer_number(first, "worth"), answer_number(first, "score") - 0.5 * lost / 40.0,
                       1e-9);
    cJSON_Delete(json);
    (void)snprintf(line, sizeof line, "report %s/g.db --json", folder);
    json = answer_run(line, 0);
    const cJSON *scenario = cJSON_GetArrayItem(answer_key(json, "scenarios"), 0);
    cr_expect_eq(answer_number(scenario, "both_lose"), lost);
    cJSON_Delete(json);
    (void)snprintf(line, sizeof line, "export %s/g.db --csv", folder);
    support_run(&run, line);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect(strstr(run.out.text, ",both_lose,both_lose,") != NULL, "%.600s", run.out.text);
    support_run_release(&run);
}

Test(both_lose, a_record_ends_so_and_is_replayed, .init = init)
{
    char folder[256];
    char line[900];
    support_folder("both-lose-record", folder);
    (void)snprintf(line, sizeof line, "match toy/wide --games 1 --records %s --json", folder);
    cJSON *json = answer_run(line, 0);
    cr_expect_eq(answer_number(answer_key(json, "shared"), "both_lose"), 1);
    cJSON_Delete(json);
    (void)snprintf(line, sizeof line, "replay %s/00000001.jsonl --check --json", folder);
    json = answer_run(line, 0);
    cr_expect_str_eq(answer_text(answer_key(json, "outcome"), "grade"), "both_lose");
    cr_expect_str_eq(answer_text(answer_key(json, "outcome"), "winner"), "none");
    cJSON_Delete(json);
}
