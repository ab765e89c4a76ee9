/* policy_search.c: the policies that search a tree: mcts and flat Monte Carlo. */
#include <assert.h>
#include <stdlib.h>

#include "ai/game_ai.h"
#include "ai/knowledge_files.h"
#include "ai/mcts/search.h"
#include "ai/plans/setting.h"
#include "ai/policy.h"

typedef struct Searcher {
    MctsSetting setting;
    void *knowledge;    /* owned; NULL without */
    PlansSetting plans; /* where setting.plans points, if plans are tried first */
} Searcher;

/* ------------------------------------------------------------------ knowledge */

/* options may name the files. */
static bool load_knowledge(Searcher *searcher, Policy *policy, const PolicyOptions *options, Err *err)
{
    const MctsSetting *setting = &searcher->setting;
    if (setting->ai == NULL || setting->ai->knowledge_load == NULL) {
        return true;
    }
    const KnowledgeFiles files = {
        .evaluates = setting->evaluates,
        .learned = setting->params.priors == MCTS_PRIORS_LEARNED && !setting->params.flat,
        .tuned = setting->params.tuned != 0,
        .evaluation = policy_option(options, "evaluation"),
        .priors = policy_option(options, "priors_file"),
    };
    searcher->knowledge = knowledge_files_load(setting->ai, policy->game, &files, policy, err);
    return searcher->knowledge != NULL;
}

/* Whose plans are tried first: as the policy plans does by its defaults, judged by the evaluation of the
 * tree. */
static bool load_plans(Searcher *searcher, Policy *policy, Err *err)
{
    MctsSetting *setting = &searcher->setting;
    PlansParams params = plans_params_default();
    if (setting->params.plans <= 0.0) {
        return true;
    }
    if (setting->ai == NULL || setting->ai->strategy_load == NULL) {
        return err_set(err, NULL, NULL,
                       "policy option plans: game \"%s\" has no heuristic player whose plans could be tried, "
                       "so expected plans=0",
                       policy->game->rules->id);
    }
    if (setting->ai->plans_defaults != NULL) {
        setting->ai->plans_defaults(policy->game, &params);
    }
    params.threads = setting->params.threads;
    params.tuned = setting->params.tuned;
    params.minor = setting->params.minor == 2 ? 1U : 0U;
    if (!setting->evaluates) {
        params.horizon = 0;
    } else if (setting->params.stretches > 0) {
        params.horizon = setting->params.stretches; /* or leaves of plans and tree are not alike */
    }
    setting->plans = &searcher->plans;
    if (!plans_setting_open(&searcher->plans, setting->ai, &params, policy, err)) {
        return false;
    }
    searcher->plans.knowledge = searcher->knowledge;
    searcher->plans.evaluates = params.horizon > 0;
    return true;
}

static void release_searcher(Searcher *searcher)
{
    if (searcher->setting.plans != NULL) {
        plans_setting_close(&searcher->plans);
    }
    if (searcher->knowledge != NULL) {
        searcher->setting.ai->knowledge_release(searcher->knowledge);
    }
    free(searcher);
}

static bool make(Policy *policy, const MctsParams *params, const PolicyOptions *options, Err *err)
{
    assert(params->threads >= 1 && params->threads <= MCTS_THREADS_MAX);
    assert(params->sims > 0 || params->time > 0.0 || params->budget > 0.0); /* else it would never end */
    Searcher *searcher = calloc(1, sizeof *searcher);
    if (searcher == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const GameAi *ai = game_ai_find(policy->game->rules->id);
    searcher->setting.game = policy->game;
    searcher->setting.ai = ai;
    searcher->setting.params = *params;
    searcher->setting.evaluates = ai != NULL && ai->evaluate != NULL && params->horizon < MCTS_HORIZON_FULL;
    if (!load_knowledge(searcher, policy, options, err) || !load_plans(searcher, policy, err)) {
        release_searcher(searcher);
        return false;
    }
    searcher->setting.knowledge = searcher->knowledge;
    policy->data = searcher;
    policy->threads = (unsigned)params->threads;
    return true;
}

static void release(Policy *policy) { release_searcher(policy->data); }

static bool repeatable(const Policy *policy)
{
    const MctsParams *params = &((const Searcher *)policy->data)->setting.params;
    return params->sims > 0 && params->time <= 0.0 && params->budget <= 0.0 &&
           (params->threads == 1 || params->parallel == MCTS_PARALLEL_ROOT);
}

static void *session_new(const Policy *policy, Seat seat)
{
    (void)seat;
    const Searcher *searcher = policy->data;
    return mcts_search_new(&searcher->setting);
}

static void session_free(const Policy *policy, void *session)
{
    (void)policy;
    mcts_search_free(session);
}

/* Without memory for a search any legal move has to do. */
static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    assert(session != NULL && query->legal->count > 0);
    (void)policy;
    return session != NULL ? mcts_search_choose(session, query)
                           : query->legal->moves[rng_bounded(&query->rng, query->legal->count)];
}

/* The defaults for a game. */
static MctsParams defaults_for(const Game *game)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    MctsParams params = mcts_params_default();
    if (ai != NULL && ai->search_defaults != NULL) {
        ai->search_defaults(game, &params);
    }
    return params;
}

/* ------------------------------------------------------------------ mcts */

static bool init_mcts(Policy *policy, const PolicyOptions *options, Err *err)
{
    MctsParams params = defaults_for(policy->game);
    if (!mcts_params_read(&params, options, err)) {
        return false;
    }
    if (params.sims == 0 && params.time <= 0.0 && params.budget <= 0.0) {
        return err_set(err, NULL, NULL,
                       "policy mcts: expected a limit: sims=N, time=SECONDS or budget=SECONDS");
    }
    return make(policy, &params, options, err);
}

const PolicyKind POLICY_MCTS = {
    .name = "mcts",
    .usage = "mcts:sims=N|time=SECONDS[,...]",
    .help = "information-set Monte Carlo tree search",
    .keys = MCTS_PARAM_KEYS,
    .needs_view = true,
    .searches = true,
    .init = init_mcts,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .repeatable = repeatable,
    .choose = choose,
};

/* ------------------------------------------------------------------ flat Monte Carlo */

static bool init_flat(Policy *policy, const PolicyOptions *options, Err *err)
{
    MctsParams params = defaults_for(policy->game);
    params.flat = true;
    params.plans = 0.0;
    params.parallel =
        MCTS_PARALLEL_SHARED; /* there is no tree to speak of, and moves are to get the same share each */
    params.memory = 1;
    params.reuse = 0;
    params.horizon = MCTS_HORIZON_FULL;
    params.playout = MCTS_PLAYOUT_RANDOM;
    if (!mcts_params_read(&params, options, err)) {
        return false;
    }
    if (params.sims == 0) {
        return err_set(err, NULL, NULL, "policy flat: expected sims=N, the playouts a decision");
    }
    return make(policy, &params, options, err);
}

static const char *const FLAT_KEYS[] = {"sims", "horizon", "playout", "evaluation", "threads", NULL};

const PolicyKind POLICY_FLAT = {
    .name = "flat",
    .usage = "flat:sims=N[,horizon=N]",
    .help = "flat Monte Carlo: as many playouts for each move, the best average",
    .keys = FLAT_KEYS,
    .needs_view = true,
    .searches = true,
    .init = init_flat,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .repeatable = repeatable,
    .choose = choose,
};
