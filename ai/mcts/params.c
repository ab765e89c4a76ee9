/* params.c: reading the knobs of the search from a policy's options. */
#include "ai/mcts/params.h"

#include <string.h>

MctsParams mcts_params_default(void)
{
    MctsParams params = {
#define MCTS_PARAM_DEFAULT(name, type, initial, least, most, help) .name = (initial),
        MCTS_PARAMS(MCTS_PARAM_DEFAULT)
#undef MCTS_PARAM_DEFAULT
    };
    params.playout = MCTS_PLAYOUT_PRIORS;
    params.parallel = MCTS_PARALLEL_ROOT;
    return params;
}

const char *const MCTS_PARAM_KEYS[] = {
#define MCTS_PARAM_KEY(name, type, initial, least, most, help) #name,
    MCTS_PARAMS(MCTS_PARAM_KEY)
#undef MCTS_PARAM_KEY
        "playout",
    "parallel",
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

/* One of a list of words; *index is left alone if the key was not given. */
static bool read_word(const PolicyOptions *options, const char *key, const char *const *words,
                      unsigned *index, Err *err)
{
    const char *text = policy_option(options, key);
    if (text == NULL) {
        return true;
    }
    char known[128] = "";
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return true;
        }
        (void)strncat(known, i > 0 ? ", " : "", sizeof known - strlen(known) - 1);
        (void)strncat(known, words[i], sizeof known - strlen(known) - 1);
    }
    return err_set(err, NULL, NULL, "policy option %s: found \"%.64s\", expected one of %s", key, text,
                   known);
}

static bool read_words(MctsParams *params, const PolicyOptions *options, Err *err)
{
    static const char *const playouts[] = {"random", "light", "heavy", "priors", NULL};
    static const char *const parallels[] = {"shared", "root", NULL};
    unsigned playout = params->playout;
    unsigned parallel = params->parallel;
    if (!read_word(options, "playout", playouts, &playout, err) ||
        !read_word(options, "parallel", parallels, &parallel, err)) {
        return false;
    }
    params->playout = (enum mcts_playout)playout;
    params->parallel = (enum mcts_parallel)parallel;
    return true;
}

bool mcts_params_read(MctsParams *params, const PolicyOptions *options, Err *err)
{
#define MCTS_PARAM_READ(name, type, initial, least, most, help)                                              \
    if (!read_##type(options, #name, least, most, &params->name, err)) {                                     \
        return false;                                                                                        \
    }
    MCTS_PARAMS(MCTS_PARAM_READ)
#undef MCTS_PARAM_READ
    return read_words(params, options, err);
}
