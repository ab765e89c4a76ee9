/* scenario.h: finding, reading and patching scenario files, before a game module sees them.
 *
 * A scenario is one JSON file that names its board, a second one beside it. A name is either a path (it ends
 * in ".json", or is a file) or "game/name", looked up as game/name.json in these folders, first hit wins:
 *     $MARSHAL_SCENARIOS       if set
 *     ./scenarios              so that the program works from the project folder
 *     ../scenarios             beside the folder of the executable: of a build in the source tree
 *     ../share/marshal/scenarios   the same of an installed one, wherever its prefix was moved to
 * A board that does not lie beside its scenario is looked up in the same folders under the scenario's game,
 * so that a scenario of one's own may use a shipped board. Board names never leave those folders ("..",
 * absolute paths).
 *
 * Overrides are texts "path=value" (json_override has the path's grammar). One whose first key exists in the
 * scenario's root goes there, any other to the board: "setup.hand.french=6", "tables.losses[2]=1". They
 * apply in order.
 *
 * The fingerprint is the SHA-256 of the canonical JSON of scenario and board after overrides, joined by a
 * line feed; two games with the same fingerprint have the same rules, tables and set-up, whatever the files
 * were called.
 */
#ifndef MARSHAL_ENGINE_SCENARIO_H
#define MARSHAL_ENGINE_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/err.h"
#include "engine/hash.h"
#include "engine/json.h"

enum {
    SCENARIO_NAME_BYTES = 128,
    SCENARIO_PATH_BYTES = 1024,
    SCENARIO_LIST_MAX = 256,
    SCENARIO_FOLDERS_MAX = 4,
    SCENARIO_OVERRIDES_MAX = 64
};

typedef struct Scenario {
    JsonDoc scenario;
    JsonDoc board;
    char name[SCENARIO_NAME_BYTES]; /* as asked for */
    char sha256[HASH_SHA256_HEX_BYTES];
} Scenario;

/* Reads scenario and board and applies overrides. On failure nothing needs releasing. */
bool scenario_open(Scenario *scenario, const char *name, const char *const *overrides, size_t override_count,
                   Err *err);
/* The same without the fingerprint (sha256 is empty), which of a large board takes as long as the reading. */
bool scenario_read(Scenario *scenario, const char *name, const char *const *overrides, size_t override_count,
                   Err *err);
/* Reads the scenario with the board of the file board_path in the place of its own, whatever that is called:
 * so a board can be tried that no scenario uses yet. */
bool scenario_open_on(Scenario *scenario, const char *name, const char *board_path, Err *err);
void scenario_release(Scenario *scenario);

/* The folders above as they are for this process, in order, whether they are there or not; returns how many.
 */
size_t scenario_folders(char paths[SCENARIO_FOLDERS_MAX][SCENARIO_PATH_BYTES]);

/* The path of the file a name stands for; false and err (with the folders searched) if there is none. */
bool scenario_find(const char *name, char path[SCENARIO_PATH_BYTES], Err *err);

/* The path of a strategy file: itself if it is a file, else <game>/strategy-<name>.json in the same folders.
 */
bool scenario_find_strategy(const char *game, const char *name, char path[SCENARIO_PATH_BYTES], Err *err);
/* Path of the strategy that is shipped for a seat ("french", "coalition") in a scenario (as asked for:
 * "game/name" or a path), <game>/strategy-<name>-<seat>.json in the same folders. False: there is none. */
bool scenario_find_own_strategy(const char *game, const char *seat, const char *scenario,
                                char path[SCENARIO_PATH_BYTES]);
/* The name of a scenario as asked for, without folder and ending: "name" of "game/name" or "my/name.json". */
void scenario_bare_name(const char *scenario, char name[SCENARIO_NAME_BYTES]);
/* Path of an evaluation file: that named, or with NULL the shipped one: for a scenario (as asked for:
 * "game/name" or a path) that has one of its own scenarios/<game>/evaluation-<name>.json, else
 * scenarios/<game>/evaluation.json. False and err if there is none. */
bool scenario_find_evaluation(const char *game, const char *scenario, const char *name,
                              char path[SCENARIO_PATH_BYTES], Err *err);
/* The same of a file of learned priors, scenarios/<game>/priors-<name>.json or scenarios/<game>/priors.json.
 */
bool scenario_find_priors(const char *game, const char *scenario, const char *name,
                          char path[SCENARIO_PATH_BYTES], Err *err);

typedef struct ScenarioEntry {
    char id[SCENARIO_NAME_BYTES]; /* "game/name" */
    char path[SCENARIO_PATH_BYTES];
} ScenarioEntry;

/* All scenarios of all games in the folders above, in the order games are registered, then by name; a name
 * found twice counts in the first folder only. Files that hold no scenario are passed over, unread if they
 * begin with a "schema" that says so (boards, evaluations, strategies) or are called *.schema.json; one that
 * cannot be read as JSON is listed, so that opening it tells why. Returns how many, at most max. */
size_t scenario_list(ScenarioEntry *entries, size_t max);

/* All strategies of a game in the folders above, by name, as in strategy-NAME.json; id is NAME alone. The
 * same rules as for scenarios, but that files are not opened. */
size_t scenario_list_strategies(const char *game, ScenarioEntry *entries, size_t max);

#endif
