/* policy_heuristic.c: plays by a game's written-down good sense (ai/<game>/), weighted by a strategy file.
 *
 * strategy=FILE is a path, or the name of a shipped strategy: NAME stands for
 * scenarios/<game>/strategy-NAME.json. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "engine/json.h"
#include "engine/scenario.h"

typedef struct Heuristic {
    const GameAi *ai;
    void *strategy; /* owned */
    uint32_t noise; /* of 1000 decisions that are left to chance */
} Heuristic;

/* Loads the named strategy, or the default one if file is NULL. */
static void *load_strategy(const GameAi *ai, Policy *policy, const char *file, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    JsonDoc doc;
    if (file == NULL) {
        return ai->strategy_load(policy->game, NULL, err);
    }
    if (!scenario_find_strategy(ai->game_id, file, path, err) || !json_load(&doc, path, err)) {
        return NULL;
    }
    const JsonNode root = json_root(&doc);
    void *strategy = ai->strategy_load(policy->game, &root, err);
    policy_note_source(policy, &doc);
    json_release(&doc);
    /* cppcheck-suppress returnDanglingLifetime ; a strategy holds no part of the file it was made from */
    return strategy;
}

/* noise=SHARE: from 0 to 1, as thousandths. */
static bool read_noise(const PolicyOptions *options, uint32_t *noise, Err *err)
{
    double share = 0.0;
    if (!policy_option_double(options, "noise", 0.0, 1.0, &share, err)) {
        return false;
    }
    *noise = (uint32_t)(share * 1000.0 + 0.5);
    return true;
}

static bool init(Policy *policy, const PolicyOptions *options, Err *err)
{
    const GameAi *ai = game_ai_find(policy->game->rules->id);
    if (ai == NULL) {
        return err_set(err, NULL, NULL, "policy heuristic: there is none for game \"%s\" yet",
                       policy->game->rules->id);
    }
    uint32_t noise = 0;
    if (!read_noise(options, &noise, err)) {
        return false;
    }
    void *strategy = load_strategy(ai, policy, policy_option(options, "strategy"), err);
    if (strategy == NULL) {
        return false;
    }
    Heuristic *heuristic = malloc(sizeof *heuristic);
    if (heuristic == NULL) {
        ai->strategy_release(strategy);
        return err_set(err, NULL, NULL, "out of memory");
    }
    *heuristic = (Heuristic){ai, strategy, noise};
    policy->data = heuristic;
    return true;
}

bool policy_init_strategy(Policy *policy, const Game *game, const char *spec, const JsonDoc *file, Err *err)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    assert(ai != NULL && strlen(spec) < sizeof policy->spec);
    *policy = (Policy){.kind = &POLICY_HEURISTIC, .game = game, .threads = 1};
    memcpy(policy->spec, spec, strlen(spec) + 1);
    const JsonNode root = json_root(file);
    void *strategy = ai->strategy_load(game, &root, err);
    Heuristic *heuristic = strategy != NULL ? malloc(sizeof *heuristic) : NULL;
    if (heuristic == NULL) {
        if (strategy != NULL) {
            ai->strategy_release(strategy);
        }
        return err_set(err, NULL, NULL, "out of memory");
    }
    *heuristic = (Heuristic){ai, strategy, 0};
    policy->data = heuristic;
    policy_note_source(policy, file);
    return true;
}

const void *policy_strategy(const Policy *policy)
{
    const Heuristic *heuristic = policy->kind == &POLICY_HEURISTIC ? policy->data : NULL;
    return heuristic != NULL && heuristic->noise == 0 ? heuristic->strategy : NULL;
}

static void release(Policy *policy)
{
    Heuristic *heuristic = policy->data;
    heuristic->ai->strategy_release(heuristic->strategy);
    free(heuristic);
}

/* The memory of the strategy; NULL: it has none, or does without. */
static void *session_new(const Policy *policy, Seat seat)
{
    (void)seat;
    const Heuristic *heuristic = policy->data;
    return heuristic->ai->memory_bytes > 0 ? calloc(1, heuristic->ai->memory_bytes) : NULL;
}

static void session_free(const Policy *policy, void *session)
{
    (void)policy;
    free(session);
}

static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    assert(query->legal->count > 0);
    query->memory = session;
    const Heuristic *heuristic = policy->data;
    if (heuristic->noise > 0 && rng_bounded(&query->rng, 1000) < heuristic->noise) {
        return query->legal->moves[rng_bounded(&query->rng, query->legal->count)];
    }
    return heuristic->ai->strategy_choose(policy->game, heuristic->strategy, query);
}

static const char *const KEYS[] = {"strategy", "noise", NULL};

const PolicyKind POLICY_HEURISTIC = {
    .name = "heuristic",
    .usage = "heuristic[:strategy=FILE,noise=SHARE]",
    .help = "a player's good sense, weighted by a strategy file",
    .keys = KEYS,
    .needs_view = true,
    .init = init,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .choose = choose,
};
