/* knowledge_files.c: see knowledge_files.h. */
#include "ai/knowledge_files.h"

#include <assert.h>

#include "engine/json.h"
#include "engine/scenario.h"

/* A file open while the knowledge is made from it. */
typedef struct Source {
    bool open;
    JsonDoc doc;
    JsonNode root;
} Source;

static bool source_open(Source *source, Policy *policy, const char *path, Err *err)
{
    source->open = json_load(&source->doc, path, err);
    if (source->open) {
        source->root = json_root(&source->doc);
    }
    if (source->open && policy != NULL) {
        policy_note_source(policy, &source->doc);
    }
    return source->open;
}

static const JsonNode *source_root(const Source *source) { return source->open ? &source->root : NULL; }

static void source_close(Source *source)
{
    if (source->open) {
        json_release(&source->doc);
    }
}

static bool open_sources(const GameAi *ai, const Game *game, const KnowledgeFiles *files, Policy *policy,
                         Source *evaluation, Source *priors, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    const bool learned = files->learned && ai->prior_names != NULL;
    return (!files->evaluates ||
            (scenario_find_evaluation(ai->game_id, game->scenario, files->evaluation, path, err) &&
             source_open(evaluation, policy, path, err))) &&
           (!learned || (scenario_find_priors(ai->game_id, game->scenario, files->priors, path, err) &&
                         source_open(priors, policy, path, err)));
}

/* Has each seat play by the strategy that is shipped for it in the scenario, if there is one. */
static bool load_strategies(const GameAi *ai, const Game *game, void *knowledge, Policy *policy, Err *err)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        char path[SCENARIO_PATH_BYTES];
        Source source = {0};
        if (!scenario_find_own_strategy(ai->game_id, seat_name((Seat)seat), game->scenario, path)) {
            continue;
        }
        if (!source_open(&source, policy, path, err)) {
            return false;
        }
        void *strategy = ai->strategy_load(game, &source.root, err);
        source_close(&source);
        if (strategy == NULL) {
            return false;
        }
        ai->knowledge_play_by(knowledge, (Seat)seat, strategy);
        ai->strategy_release(strategy);
    }
    return true;
}

void *knowledge_files_load(const GameAi *ai, const Game *game, const KnowledgeFiles *files, Policy *policy,
                           Err *err)
{
    Source evaluation = {0};
    Source priors = {0};
    void *knowledge = NULL;
    assert(ai->knowledge_load != NULL && ai->knowledge_release != NULL);
    assert(!files->evaluates || ai->evaluate != NULL);
    if (open_sources(ai, game, files, policy, &evaluation, &priors, err)) {
        knowledge = ai->knowledge_load(game, source_root(&evaluation), source_root(&priors), err);
    }
    if (knowledge != NULL && files->tuned && ai->knowledge_play_by != NULL &&
        !load_strategies(ai, game, knowledge, policy, err)) {
        ai->knowledge_release(knowledge);
        knowledge = NULL;
    }
    source_close(&evaluation);
    source_close(&priors);
    return knowledge;
}
