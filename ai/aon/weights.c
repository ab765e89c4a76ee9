/* weights.c: the table of the weights, for ai/weights.h. */
#include "ai/aon/weights.h"

#include <stddef.h>

static const WeightRow ROWS[] = {
#define AON_WEIGHT_ROW(name, value, least, most, meaning)                                                    \
    {#name, offsetof(AonWeights, name), {value, value}, least, most, meaning},
    AON_WEIGHTS(AON_WEIGHT_ROW)
#undef AON_WEIGHT_ROW
};

const WeightTable AON_WEIGHT_TABLE = {"aon", ROWS, sizeof ROWS / sizeof ROWS[0], sizeof(AonWeights), true};

/* Both seats have the same defaults. */
AonWeights aon_weights_default(void)
{
    AonWeights weights;
    weights_default(&AON_WEIGHT_TABLE, SEAT_FRENCH, &weights);
    return weights;
}

bool aon_weights_load(AonWeights weights[SEAT_COUNT], const JsonNode *file, Err *err)
{
    weights[SEAT_FRENCH] = aon_weights_default();
    weights[SEAT_COALITION] = aon_weights_default();
    return weights_load(&AON_WEIGHT_TABLE, weights, file, err);
}
