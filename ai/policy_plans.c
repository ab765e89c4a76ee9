/* policy_plans.c: the policy that tries whole plans against each other (ai/plans/). */
#include <assert.h>
#include <stdlib.h>

#include "ai/game_ai.h"
#include "ai/knowledge_files.h"
#include "ai/plans/search.h"
#include "ai/plans/setting.h"
#include "ai/policy.h"

typedef struct Planner {
    PlansSetting setting;
    void *knowledge; /* owned; NULL without */
} Planner;

/* ------------------------------------------------------------------ life */

static void release_planner(Planner *planner)
{
    plans_setting_close(&planner->setting);
    if (planner->knowledge != NULL) {
        planner->setting.ai->knowledge_release(planner->knowledge);
    }
    free(planner);
}

static void release(Policy *policy) { release_planner(policy->data); }

/* The game's beliefs, and its evaluation where there is a horizon. */
static bool load_knowledge(Planner *planner, Policy *policy, const PolicyOptions *options, Err *err)
{
    PlansSetting *setting = &planner->setting;
    const bool evaluates = setting->params.horizon > 0;
    if (evaluates && setting->ai->evaluate == NULL) {
        return err_set(err, NULL, NULL,
                       "policy plans: there is no evaluation for game \"%s\", so expected horizon=0",
                       setting->ai->game_id);
    }
    if (setting->ai->knowledge_load == NULL) {
        return true;
    }
    const KnowledgeFiles files = {
        .evaluates = evaluates,
        .learned = setting->params.priors == MCTS_PRIORS_LEARNED,
        .tuned = setting->params.tuned != 0,
        .evaluation = policy_option(options, "evaluation"),
        .priors = policy_option(options, "priors_file"),
    };
    planner->knowledge = knowledge_files_load(setting->ai, policy->game, &files, policy, err);
    setting->knowledge = planner->knowledge;
    setting->evaluates = evaluates;
    return planner->knowledge != NULL;
}

static bool init(Policy *policy, const PolicyOptions *options, Err *err)
{
    PlansParams params = plans_params_default();
    const GameAi *ai = game_ai_find(policy->game->rules->id);
    if (ai == NULL) {
        return err_set(err, NULL, NULL,
                       "policy plans: game \"%s\" has no heuristic player whose plans could be tried",
                       policy->game->rules->id);
    }
    if (ai->plans_defaults != NULL) {
        ai->plans_defaults(policy->game, &params);
    }
    if (!plans_params_read(&params, options, err)) {
        return false;
    }
    Planner *planner = calloc(1, sizeof *planner);
    if (planner == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!plans_setting_open(&planner->setting, ai, &params, policy, err) ||
        !load_knowledge(planner, policy, options, err)) {
        release_planner(planner);
        return false;
    }
    policy->data = planner;
    policy->threads = (unsigned)params.threads;
    return true;
}

static bool repeatable(const Policy *policy)
{
    return ((const Planner *)policy->data)->setting.params.time <= 0.0;
}

static void *session_new(const Policy *policy, Seat seat)
{
    (void)seat;
    return plans_search_new(&((const Planner *)policy->data)->setting);
}

static void session_free(const Policy *policy, void *session)
{
    (void)policy;
    plans_search_free(session);
}

/* Without memory for a search any legal move has to do. */
static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    assert(query->legal->count > 0);
    return session != NULL ? plans_search_choose(session, query) : policy_draw(query);
}

const PolicyKind POLICY_PLANS = {
    .name = "plans",
    .usage = "plans:sims=N|time=SECONDS[,...]",
    .help = "tries whole plans of the heuristic player against each other",
    .keys = PLANS_PARAM_KEYS,
    .needs_view = true,
    .searches = true,
    .init = init,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .repeatable = repeatable,
    .choose = choose,
};
