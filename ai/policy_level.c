/* policy_level.c: opponents for people: a policy of another kind, with the effort that was found to suit the
 * game (ai/effort.h). */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ai/effort.h"
#include "ai/mcts/params.h"
#include "ai/plans/params.h"
#include "ai/policy.h"

_Static_assert((int)PLANS_THREADS_MAX == (int)MCTS_THREADS_MAX, "either kind takes as many threads");

static const Policy *inner_of(const Policy *policy) { return policy->data; }

static void release(Policy *policy)
{
    policy_release(policy->data);
    free(policy->data);
}

/* What the game says of a level, as the text of a policy. */
static void write_spec(char spec[POLICY_SPEC_BYTES], const Effort *effort, uint64_t level, uint64_t threads)
{
    const EffortLevel *how = &effort->levels[level - 1];
    const char *usual = effort->kind != NULL ? effort->kind : "mcts";
    const char *kind = how->kind != NULL ? how->kind : usual;
    (void)snprintf(spec, POLICY_SPEC_BYTES, "%s:sims=%" PRIu64 ",noise=%.17g,threads=%" PRIu64, kind,
                   how->sims, how->noise, threads);
}

static bool init(Policy *policy, const PolicyOptions *options, Err *err)
{
    const Effort *effort = effort_of(policy->game->rules->id);
    uint64_t level = effort->usual_level;
    uint64_t threads = 1;
    char spec[POLICY_SPEC_BYTES];
    if (!policy_option_count(options, "n", 1, effort->level_count, &level, err) ||
        !policy_option_count(options, "threads", 1, MCTS_THREADS_MAX, &threads, err)) {
        return false;
    }
    if (options->count == 0) { /* so that everybody is told who it is */
        (void)snprintf(policy->spec, sizeof policy->spec, "level:%" PRIu64, level);
    }
    assert(level >= 1 && level <= effort->level_count);
    write_spec(spec, effort, level, threads);
    Policy *inner = malloc(sizeof *inner);
    if (inner == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!policy_init(inner, policy->game, spec, err)) {
        free(inner);
        return false;
    }
    policy->data = inner;
    policy->threads = inner->threads;
    (void)snprintf(policy->sources, sizeof policy->sources, "%s", inner->sources);
    return true;
}

static void *session_new(const Policy *policy, Seat seat)
{
    return policy_session_new(inner_of(policy), seat);
}

static void session_free(const Policy *policy, void *session)
{
    policy_session_free(inner_of(policy), session);
}

static bool repeatable(const Policy *policy) { return policy_is_repeatable(inner_of(policy)); }

static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    assert(query->legal->count > 0);
    return policy_choose(inner_of(policy), session, query);
}

static const char *const KEYS[] = {"n", "threads", NULL};

const PolicyKind POLICY_LEVEL = {
    .name = "level",
    .usage = "level:N",
    .help = "an opponent for people, from 1 (beginner) upwards; without N the usual one",
    .keys = KEYS,
    .needs_view = true,
    .searches = true,
    .init = init,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .repeatable = repeatable,
    .choose = choose,
};
