/* params.c: reading the knobs of plan search from a policy's options. */
#include "ai/plans/params.h"

#include <stddef.h>

PlansParams plans_params_default(void)
{
    return (PlansParams){
#define PLANS_PARAM_DEFAULT(name, type, initial, least, most, help) .name = (initial),
        PLANS_PARAMS(PLANS_PARAM_DEFAULT)
#undef PLANS_PARAM_DEFAULT
    };
}

const char *const PLANS_PARAM_KEYS[] = {
#define PLANS_PARAM_KEY(name, type, initial, least, most, help) #name,
    PLANS_PARAMS(PLANS_PARAM_KEY)
#undef PLANS_PARAM_KEY
        "evaluation",
    "priors_file",
    NULL,
};

static bool read_uint64_t(const PolicyOptions *options, const char *key, double least, double most,
                          uint64_t *value, Err *err)
{
    return policy_option_count(options, key, (uint64_t)least, (uint64_t)most, value, err);
}

static bool read_double(const PolicyOptions *options, const char *key, double least, double most,
                        double *value, Err *err)
{
    return policy_option_double(options, key, least, most, value, err);
}

bool plans_params_read(PlansParams *params, const PolicyOptions *options, Err *err)
{
#define PLANS_PARAM_READ(name, type, initial, least, most, help)                                             \
    if (!read_##type(options, #name, least, most, &params->name, err)) {                                     \
        return false;                                                                                        \
    }
    PLANS_PARAMS(PLANS_PARAM_READ)
#undef PLANS_PARAM_READ
    if (params->sims == 0 && params->time <= 0.0) {
        return err_set(err, NULL, NULL, "policy plans: expected a limit: sims=N or time=SECONDS");
    }
    return true;
}
