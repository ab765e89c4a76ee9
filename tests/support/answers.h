/* answers.h: what the program answers with --json, for suites that read it. A failed expectation ends the
 * test. */
#ifndef MARSHAL_TESTS_SUPPORT_ANSWERS_H
#define MARSHAL_TESTS_SUPPORT_ANSWERS_H

#include <cjson/cJSON.h>

/* Runs the program (support_run) with arguments, expects an exit code, and parses the one JSON object and
 * line feed that must be all of standard output. The caller deletes it. */
cJSON *answer_run(const char *arguments, int code);

/* What an object has under a name, which must be there; as a number or a text, which it must be; item `index`
 * of an array of numbers. All belong to the object. */
const cJSON *answer_key(const cJSON *json, const char *name);
double answer_number(const cJSON *json, const char *name);
const char *answer_text(const cJSON *json, const char *name);
double answer_element(const cJSON *json, const char *name, int index);

#endif
