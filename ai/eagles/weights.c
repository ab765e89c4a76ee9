/* weights.c: the table of the weights, for ai/weights.h. */
#include "ai/eagles/weights.h"

#include <stddef.h>

static const WeightRow ROWS[] = {
#define EAGLES_WEIGHT_ROW(name, french, coalition, least, most, meaning)                                     \
    {#name, offsetof(EaglesWeights, name), {french, coalition}, least, most, meaning},
    EAGLES_WEIGHTS(EAGLES_WEIGHT_ROW)
#undef EAGLES_WEIGHT_ROW
};

const WeightTable EAGLES_WEIGHT_TABLE = {"eagles", ROWS, sizeof ROWS / sizeof ROWS[0], sizeof(EaglesWeights),
                                         false};

EaglesWeights eagles_weights_default(Seat seat)
{
    EaglesWeights weights;
    weights_default(&EAGLES_WEIGHT_TABLE, seat, &weights);
    return weights;
}

bool eagles_weights_load(EaglesWeights weights[SEAT_COUNT], const JsonNode *file, Err *err)
{
    weights[SEAT_FRENCH] = eagles_weights_default(SEAT_FRENCH);
    weights[SEAT_COALITION] = eagles_weights_default(SEAT_COALITION);
    return weights_load(&EAGLES_WEIGHT_TABLE, weights, file, err);
}
