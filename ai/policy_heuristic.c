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

/* In a stretch of play that the player lapses in, one decision in so many is left to chance. */
enum { LAPSE = 2, THOUSAND = 1000 };

typedef struct Heuristic {
    const GameAi *ai;
    void *strategy;  /* owned */
    uint32_t noise;  /* of 1000 decisions that are left to chance */
    uint32_t lapses; /* of 1000 stretches of play (a player's turn, an action) that it lapses in */
} Heuristic;

/* What a player remembers of its game. */
typedef struct Session {
    void *memory;     /* of the strategy; NULL: it has none, or does without */
    bool begun;       /* ... the stretch below */
    bool lapsed;      /* it is one to lapse in */
    uint32_t stretch; /* the last it was asked in */
} Session;

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

/* KEY=SHARE: from 0 to 1, as thousandths. */
static bool read_share(const PolicyOptions *options, const char *key, uint32_t *thousandths, Err *err)
{
    double share = 0.0;
    if (!policy_option_double(options, key, 0.0, 1.0, &share, err)) {
        return false;
    }
    *thousandths = (uint32_t)(share * THOUSAND + 0.5);
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
    uint32_t lapses = 0;
    if (!read_share(options, "noise", &noise, err) || !read_share(options, "lapses", &lapses, err)) {
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
    *heuristic = (Heuristic){ai, strategy, noise, lapses};
    policy->data = heuristic;
    return true;
}

bool policy_init_strategy(Policy *policy, const Game *game, const char *spec, const JsonDoc *file, Err *err)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    assert(ai != NULL && strlen(spec) < sizeof policy->spec);
    *policy = (Policy){.kind = &POLICY_HEURISTIC, .game = game, .threads = 1, .seat = SEAT_BOTH};
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
    *heuristic = (Heuristic){ai, strategy, 0, 0};
    policy->data = heuristic;
    policy_note_source(policy, file);
    return true;
}

const void *policy_strategy(const Policy *policy)
{
    const Heuristic *heuristic = policy->kind == &POLICY_HEURISTIC ? policy->data : NULL;
    return heuristic != NULL && heuristic->noise + heuristic->lapses == 0 ? heuristic->strategy : NULL;
}

static void release(Policy *policy)
{
    Heuristic *heuristic = policy->data;
    heuristic->ai->strategy_release(heuristic->strategy);
    free(heuristic);
}

static void *session_new(const Policy *policy, Seat seat)
{
    (void)seat;
    const Heuristic *heuristic = policy->data;
    const size_t bytes = heuristic->ai->memory_bytes;
    Session *session = calloc(1, sizeof *session);
    if (session != NULL && bytes > 0) {
        session->memory = calloc(1, bytes);
    }
    return session;
}

static void session_free(const Policy *policy, void *data)
{
    (void)policy;
    Session *session = data;
    if (session != NULL) {
        free(session->memory);
        free(session);
    }
}

/* Whether the player lapses in the stretch of play at hand; drawn when it is first asked in it. */
static bool lapses_now(const Policy *policy, Session *session, const PolicyQuery *query, Rng *luck)
{
    const Heuristic *heuristic = policy->data;
    if (heuristic->lapses == 0 || session == NULL) {
        return false;
    }
    const GameAi *ai = heuristic->ai;
    const uint32_t stretch = ai->stretch != NULL ? ai->stretch(policy->game, query->view) : query->view->turn;
    if (!session->begun || stretch != session->stretch) {
        session->begun = true;
        session->stretch = stretch;
        session->lapsed = rng_bounded(luck, THOUSAND) < heuristic->lapses;
    }
    return session->lapsed;
}

static Move any_move(const MoveList *legal, Rng *rng) { return legal->moves[rng_bounded(rng, legal->count)]; }

static Move choose(const Policy *policy, void *data, PolicyQuery *query)
{
    assert(query->legal->count > 0);
    Session *session = data;
    const Heuristic *heuristic = policy->data;
    query->memory = session != NULL ? session->memory : NULL;
    if (heuristic->noise > 0 && rng_bounded(&query->rng, THOUSAND) < heuristic->noise) {
        return any_move(query->legal, &query->rng);
    }
    /* beside the strategy's own luck: where the player does not lapse it plays as without lapses */
    Rng luck = query->rng;
    if (lapses_now(policy, session, query, &luck) && rng_bounded(&luck, LAPSE) == 0) {
        return any_move(query->legal, &luck);
    }
    return heuristic->ai->strategy_choose(policy->game, heuristic->strategy, query);
}

static const char *const KEYS[] = {"strategy", "noise", "lapses", NULL};

const PolicyKind POLICY_HEURISTIC = {
    .name = "heuristic",
    .usage = "heuristic[:strategy=FILE,noise=SHARE,lapses=SHARE]",
    .help = "a player's good sense, weighted by a strategy file",
    .keys = KEYS,
    .needs_view = true,
    .init = init,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .choose = choose,
};
