/* policy_random.c: any legal move, all equally likely: policy_draw, which needs no call. Needs no view: the
 * list of moves is all it looks at.
 */
#include "ai/policy.h"

static const char *const KEYS[] = {NULL};

const PolicyKind POLICY_RANDOM = {
    .name = "random",
    .usage = "random",
    .help = "any legal move, all equally likely",
    .keys = KEYS,
};
