/* fuzz_knowledge.c: any bytes as a strategy, an evaluation or priors of a game: loaded or refused. The first
 * byte picks which, and for which scenario. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_as(unsigned kind, const GameAi *ai, const Game *game, const JsonNode *root)
{
    Err err;
    err_clear(&err);
    if (kind == 0 && ai->strategy_load != NULL) {
        void *strategy = ai->strategy_load(game, root, &err);
        if (strategy != NULL) {
            ai->strategy_release(strategy);
        }
    } else if (ai->knowledge_load != NULL) {
        void *knowledge = ai->knowledge_load(game, kind == 1 ? root : NULL, kind == 1 ? NULL : root, &err);
        if (knowledge != NULL) {
            ai->knowledge_release(knowledge);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    static Game game; /* one scenario a process */
    JsonDoc doc;
    if (size < 2) {
        return 0;
    }
    if (game.rules == NULL) {
        const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
        if (count == 0 || !game_load(&game, entries[data[0] / 3 % count].path, NULL, 0, NULL)) {
            return 0;
        }
    }
    const GameAi *ai = game_ai_find(game.rules->id);
    if (ai != NULL && json_parse(&doc, (const char *)data + 1, size - 1, "fuzz.json", NULL)) {
        const JsonNode root = json_root(&doc);
        try_as(data[0] % 3, ai, &game, &root);
        json_release(&doc);
    }
    return 0;
}
