/* policy_random.c: any legal move, all equally likely. Needs no view: the list of moves is all it looks at.
 */
#include "ai/policy.h"

static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    query->place = rng_bounded(&query->rng, query->legal->count);
    return query->legal->moves[query->place];
}

static const char *const KEYS[] = {NULL};

const PolicyKind POLICY_RANDOM = {
    .name = "random",
    .usage = "random",
    .help = "any legal move, all equally likely",
    .keys = KEYS,
    .choose = choose,
};
