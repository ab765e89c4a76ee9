/* policy_random.c: any legal move, all equally likely. Needs no view: the list of moves is all it looks at.
 */
#include "ai/policy.h"

static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    return query->legal->moves[rng_bounded(&query->rng, query->legal->count)];
}

static const char *const KEYS[] = {NULL};

const PolicyKind POLICY_RANDOM = {
    .name = "random",
    .usage = "random",
    .help = "any legal move, all equally likely",
    .keys = KEYS,
    .choose = choose,
};
