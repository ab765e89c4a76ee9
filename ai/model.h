/* model.h: the evaluation of positions: a small network that turns a position's features into the chance that
 * the French seat wins.
 *
 * A game describes a position by a sparse list of named inputs (GameAi.inputs), most of them zero. A model
 * holds MODEL_WIDTH weights an input, their columns being the units of a first hidden layer; unit u is h[u] =
 * bias[u] + sum over inputs of value * weight[input][u],   bent: s[u] = h[u] / (1 + |h[u]|) a second layer of
 * MODEL_SECOND units sees how those go together, k[v] = second_bias[v] + sum over u < MODEL_WIDTH - 1 of s[u]
 * * second[u][v] and the answer is logit = output_bias + h[MODEL_WIDTH - 1] + sum over u < MODEL_WIDTH - 1 of
 * output[u] * s[u]
 *                         + sum over v of second_output[v] * k[v] / (1 + |k[v]|)
 * so the last unit of the first layer is a plain linear evaluation, whose weights can be read by people, and
 * the others correct it where inputs act together. The chance of winning is the logistic function of the
 * logit. The softsign x / (1 + |x|) is bounded, smooth, and made of exactly rounded operations: sums run in a
 * fixed order and without fused multiplication, so that the result is the same on every machine.
 *
 * Several scenarios may share a model that is right for all together and leans to one side in one of them;
 * what is put right there when chances are told (`marshal tune --calibrate`) is kept beside the weights, for
 * each scenario by name: the logit told is offset + slope * the logit of the chance found. Searches go by
 * what the network says: what becomes of a game between players who search moves all its chances to one side,
 * and which of two positions is the better stays.
 *
 * Weights come from `marshal tune` as JSON (schema "marshal/evaluation/2"), with inputs by name: those that a
 * board does not have are passed over, those that the file does not have weigh nothing.
 *
 * A Model is immutable after loading and shared by threads; model_logit allocates nothing.
 */
#ifndef MARSHAL_AI_MODEL_H
#define MARSHAL_AI_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/json.h"
#include "engine/scenario.h"
#include "engine/strbuf.h"

enum {
    MODEL_WIDTH = 64,
    MODEL_SECOND = 16,
    MODEL_INPUTS_MAX = 16384,
    MODEL_ACTIVE_MAX = 1024,
    MODEL_SCENARIOS_MAX = 32,
    MODEL_NAME_BYTES = 80
};

/* The inputs of one position that are not zero; an index may stand in it more than once, its values add up.
 */
typedef struct ModelInputs {
    uint32_t count;
    uint16_t index[MODEL_ACTIVE_MAX];
    float value[MODEL_ACTIVE_MAX];
} ModelInputs;

static inline void model_add(ModelInputs *inputs, unsigned index, float value)
{
    if (inputs->count < MODEL_ACTIVE_MAX) {
        inputs->index[inputs->count] = (uint16_t)index;
        inputs->value[inputs->count] = value;
        inputs->count++;
    }
}

/* A number as steps: the first `number` of `count` inputs from index on are 1, so that each step has a weight
 * of its own. */
static inline void model_add_steps(ModelInputs *inputs, unsigned index, unsigned count, int number)
{
    for (unsigned step = 0; step < count && number > 0; step++, number--) {
        model_add(inputs, index + step, 1.0F);
    }
}

#define MODEL_SLOPE_MIN 0.01 /* of a calibration: chances stay in their order */

/* What puts chances right in one scenario before they are told. */
typedef struct ModelCalibration {
    char scenario[SCENARIO_NAME_BYTES]; /* without game and ending */
    float offset;
    float slope; /* at least MODEL_SLOPE_MIN */
} ModelCalibration;

typedef struct Model {
    uint32_t inputs;
    uint32_t calibration_count;
    ModelCalibration calibration[MODEL_SCENARIOS_MAX];
    float told_offset, told_slope; /* of the scenario that it tells of: model_tells_of */
    float output_bias;
    float bias[MODEL_WIDTH];
    float output[MODEL_WIDTH];               /* of the last unit: 1 */
    float second[MODEL_WIDTH][MODEL_SECOND]; /* of the last unit: 0 */
    float second_bias[MODEL_SECOND];
    float second_output[MODEL_SECOND];
    float (*weight)[MODEL_WIDTH]; /* inputs rows; owned */
} Model;

/* A model of zeros, for tune to fill. False and err if memory runs out. */
bool model_init(Model *model, uint32_t inputs, Err *err);
void model_release(Model *model);

/* Writes the name of an input, "power.french.mill", into name. */
typedef void (*ModelName)(const void *context, uint32_t input, char name[MODEL_NAME_BYTES]);

/* Reads a model for `inputs` inputs with these names from a parsed file; game is the id the file must be for.
 * It tells of the scenario (model_tells_of), which may be NULL.
 * False and err (file, path, expectation) on a bad file; then nothing needs releasing. */
bool model_load(Model *model, const JsonNode *file, const char *game, const char *scenario, uint32_t inputs,
                ModelName name, const void *context, Err *err);

/* Appends the model as a JSON object; fitted is a JSON object that tells where the weights come from, or
 * NULL. Rows of zeros are left out. */
void model_write(const Model *model, const char *game, ModelName name, const void *context,
                 const char *fitted, StrBuf *out);

/* From here on model_told is for this scenario, as asked for ("game/name" or a path): by its calibration if
 * the model has one, else, and with NULL, chances are told as they are, as after model_init. */
void model_tells_of(Model *model, const char *scenario);

/* The chance, 0 to 1, that people are told where an evaluation or a search by it found this one. Rises with
 * it; 0 and 1 stay. Not made of exactly rounded operations: for telling alone. */
double model_told(const Model *model, double chance);

/* Logit of the chance that the French seat wins. */
float model_logit(const Model *model, const ModelInputs *inputs);

/* The logistic function, good to 1e-6 for |logit| < 8 and clamped to 1 / (1 + exp(-8)) beyond; made of
 * exactly rounded operations. */
float model_probability(float logit);

#endif
