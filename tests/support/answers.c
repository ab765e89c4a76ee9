/* answers.c: what the program answers with --json. */
#include "tests/support/answers.h"

#include <criterion/criterion.h>

#include "tests/support/support.h"

cJSON *answer_run(const char *arguments, int code)
{
    Run run;
    support_run(&run, arguments);
    cr_assert_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    const char *end = NULL;
    cJSON *json = cJSON_ParseWithOpts(run.out.text, &end, false);
    cr_assert(cJSON_IsObject(json), "marshal %s: %s", arguments, run.out.text);
    cr_expect_str_eq(end, "\n", "marshal %s: exactly one object and a line feed", arguments);
    support_run_release(&run);
    return json;
}

const cJSON *answer_key(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    cr_assert_not_null(item, "key \"%s\" is missing", name);
    return item;
}

double answer_number(const cJSON *json, const char *name)
{
    const cJSON *item = answer_key(json, name);
    cr_assert(cJSON_IsNumber(item), "%s is no number", name);
    return item->valuedouble;
}

const char *answer_text(const cJSON *json, const char *name)
{
    const cJSON *item = answer_key(json, name);
    cr_assert(cJSON_IsString(item), "%s is no text", name);
    return item->valuestring;
}

double answer_element(const cJSON *json, const char *name, int index)
{
    const cJSON *item = cJSON_GetArrayItem(answer_key(json, name), index);
    cr_assert(cJSON_IsNumber(item), "%s[%d] is no number", name, index);
    return item->valuedouble;
}
