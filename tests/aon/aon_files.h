/* aon_files.h: board and scenario as parsed documents, to be spoilt and loaded; shared by the suites of AoN
 * data. Scenarios are found from the project folder. */
#ifndef MARSHAL_TESTS_AON_AON_FILES_H
#define MARSHAL_TESTS_AON_AON_FILES_H

#include "engine/aon/data.h"
#include "engine/json.h"

struct cJSON;

#define AON_FILES_BOARD "scenarios/aon/board.json"
enum { AON_FILES_SCENARIOS = 3 };
/* Paths of the shipped scenarios: 1805, 1809, 1813. */
extern const char *const aon_files_scenarios[AON_FILES_SCENARIOS];

typedef struct Pair {
    JsonDoc board;
    JsonDoc scenario;
} Pair;

/* Reads the shipped board and a scenario; a failure ends the test. */
Pair pair_open(const char *scenario);
void pair_close(Pair *pair);
/* The data, or NULL and err (cleared first). */
AonData *pair_load(const Pair *pair, Err *err);
/* The data of a shipped scenario; a failure ends the test. */
AonData *pair_load_file(const char *scenario);

/* The item at a path such as areas[tirol].adjacent[0]; NULL if there is none. */
struct cJSON *pair_item(const JsonDoc *doc, const char *path);
/* Replaces what stands at path by other content, keeping its key. */
void pair_set(const JsonDoc *doc, const char *path, const char *json);
void pair_remove(const JsonDoc *doc, const char *path, const char *key);
void pair_add(const JsonDoc *doc, const char *path, const char *key, const char *json);

#endif
