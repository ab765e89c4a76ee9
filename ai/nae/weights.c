/* weights.c: the table of the weights, for ai/weights.h. */
#include "ai/nae/weights.h"

#include <stddef.h>

static const WeightRow ROWS[] = {
#define NAE_WEIGHT_ROW(name, french, coalition, least, most, meaning)                                        \
    {#name, offsetof(NaeWeights, name), {french, coalition}, least, most, meaning},
    NAE_WEIGHTS(NAE_WEIGHT_ROW)
#undef NAE_WEIGHT_ROW
};

const WeightTable NAE_WEIGHT_TABLE = {"nae", ROWS, sizeof ROWS / sizeof ROWS[0], sizeof(NaeWeights), true};

NaeWeights nae_weights_default(Seat seat, bool hundred_days)
{
    NaeWeights weights;
    weights_default(&NAE_WEIGHT_TABLE, seat, &weights);
    if (hundred_days && seat == SEAT_COALITION) {
#define NAE_WEIGHT_OF_1815(name, value) weights.name = (value);
        NAE_HUNDRED_DAYS(NAE_WEIGHT_OF_1815)
#undef NAE_WEIGHT_OF_1815
    }
    return weights;
}

bool nae_weights_load(NaeWeights weights[SEAT_COUNT], const JsonNode *file, bool hundred_days, Err *err)
{
    weights[SEAT_FRENCH] = nae_weights_default(SEAT_FRENCH, hundred_days);
    weights[SEAT_COALITION] = nae_weights_default(SEAT_COALITION, hundred_days);
    return weights_load(&NAE_WEIGHT_TABLE, weights, file, err);
}
