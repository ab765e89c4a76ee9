/* test_traps.c: `marshal traps`: what it finds is in the games it keeps, and nothing depends on threads. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/strbuf.h"
#include "tests/support/support.h"

static cJSON *traps_of(const char *arguments)
{
    Run run;
    char line[700];
    (void)snprintf(line, sizeof line, "traps toy/plain --games 3 --seed 5 --json %s", arguments);
    support_run(&run, line);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    cJSON *found = cJSON_Parse(run.out.text);
    cr_assert_not_null(found, "%s", run.out.text);
    support_run_release(&run);
    return found;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    cr_assert(cJSON_IsNumber(item), "%s", key);
    return item->valuedouble;
}

/* Whether the line of a record that is decision `ply` holds this text. */
static bool line_has(const char *file, int ply, const char *wanted)
{
    StrBuf text;
    char key[32];
    strbuf_init(&text);
    cr_assert(support_read(file, &text), "%s", file);
    (void)snprintf(key, sizeof key, "{\"ply\":%d,", ply);
    const char *line = strstr(text.text, key);
    cr_assert_not_null(line);
    const char *at = strstr(line, wanted);
    const bool has = at != NULL && at < strchr(line, '\n');
    strbuf_release(&text);
    return has;
}

Test(traps, random_play_walks_into_them_and_records_show_where)
{
    char folder[256];
    char arguments[400];
    support_folder("traps-random", folder);
    (void)snprintf(arguments, sizeof arguments, "--policy random --sims 400 --least 10 --records %s/r",
                   folder);
    cJSON *all = traps_of(arguments);
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(all, "found");
    cr_expect_eq(number(all, "games"), 3.0);
    cr_expect_eq(number(all, "traps"), (double)cJSON_GetArraySize(found));
    cr_expect_gt(number(all, "traps"), 0.0);
    cr_expect_gt(number(all, "loss_per_decision"), 0.0);
    const cJSON *trap = NULL;
    cJSON_ArrayForEach(trap, found)
    {
        char file[400];
        char move[128];
        cr_expect_geq(number(trap, "loss"), 0.1);
        cr_expect_float_eq(number(trap, "loss"),
                           number(trap, "best_probability") - number(trap, "played_probability"), 1e-5);
        (void)snprintf(file, sizeof file, "%s/r/%08d.jsonl", folder, (int)number(trap, "game"));
        (void)snprintf(move, sizeof move, "\"move\":\"%s\"",
                       cJSON_GetObjectItemCaseSensitive(trap, "played")->valuestring);
        cr_expect(line_has(file, (int)number(trap, "ply"), move));
    }
    cJSON_Delete(all);
}

Test(traps, the_same_for_every_number_of_threads)
{
    cJSON *one = traps_of("--policy random --sims 60 --least 5 --jobs 1");
    cJSON *two = traps_of("--policy random --sims 60 --least 5 --jobs 2");
    cr_expect_gt(number(one, "decisions"), 0.0);
    cr_expect(cJSON_Compare(one, two, true));
    cJSON_Delete(one);
    cJSON_Delete(two);
}

Test(traps, a_share_beyond_all_is_refused)
{
    Run run;
    support_run(&run, "traps toy/plain --games 1 --least 101");
    cr_expect_neq(run.code, 0);
    cr_expect(strstr(run.err.text, "--least") != NULL, "%s", run.err.text);
    support_run_release(&run);
}
