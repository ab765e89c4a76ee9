/* model.c: reading, writing and running the evaluation network. */
#include "ai/model.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/lanes.h"
#include "engine/jsonout.h"

#define MODEL_SCHEMA "marshal/evaluation/2"
enum { LINEAR = MODEL_WIDTH - 1, WEIGHT_MAX = 1000 };

_Static_assert(MODEL_WIDTH % LANES == 0 && MODEL_SECOND % LANES == 0, "runs of lanes make a row");

bool model_init(Model *model, uint32_t inputs, Err *err)
{
    assert(inputs <= MODEL_INPUTS_MAX);
    memset(model, 0, sizeof *model);
    model->output[LINEAR] = 1.0F;
    model->inputs = inputs;
    model_tells_of(model, NULL);
    model->weight = calloc(inputs > 0 ? inputs : 1, sizeof *model->weight);
    if (model->weight == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return false;
    }
    return true;
}

void model_release(Model *model)
{
    free(model->weight);
    model->weight = NULL;
}

void model_tells_of(Model *model, const char *scenario)
{
    char name[SCENARIO_NAME_BYTES] = "";
    model->told_offset = 0.0F;
    model->told_slope = 1.0F;
    if (scenario != NULL) {
        scenario_bare_name(scenario, name);
    }
    for (uint32_t i = 0; i < model->calibration_count; i++) {
        if (strcmp(model->calibration[i].scenario, name) == 0) {
            model->told_offset = model->calibration[i].offset;
            model->told_slope = model->calibration[i].slope;
        }
    }
}

double model_told(const Model *model, double chance)
{
    const bool as_it_is = model->told_offset == 0.0F && model->told_slope == 1.0F;
    if (as_it_is || !(chance > 0.0 && chance < 1.0)) {
        return chance;
    }
    const double logit = log(chance / (1.0 - chance));
    return 1.0 / (1.0 + exp(-((double)model->told_offset + (double)model->told_slope * logit)));
}

/* ------------------------------------------------------------------ running */

/* Weighted sums of the inputs, the units of the hidden layer before they are bent. */
static void sum_units(const Model *model, const ModelInputs *inputs, float unit[MODEL_WIDTH])
{
    assert(inputs->count <= MODEL_ACTIVE_MAX);
    Lanes sum[MODEL_WIDTH / LANES];
    memcpy(sum, model->bias, sizeof sum);
    for (uint32_t i = 0; i < inputs->count; i++) {
        assert(inputs->index[i] < model->inputs);
        const float *row = model->weight[inputs->index[i]];
        for (unsigned run = 0; run < MODEL_WIDTH / LANES; run++) {
            sum[run] += inputs->value[i] * lanes_load(row + (size_t)LANES * run);
        }
    }
    memcpy(unit, sum, sizeof sum);
}

static float bent(float unit) { return unit / (1.0F + (unit < 0.0F ? -unit : unit)); }

/* The sum of `count` terms, a power of two, halved again and again: a fixed order that vectors can keep. */
static float sum_terms(float *term, unsigned count)
{
    assert(count > 0 && (count & (count - 1U)) == 0);
    for (unsigned half = count / 2; half > 0; half /= 2) {
        for (unsigned u = 0; u < half; u++) {
            term[u] += term[u + half];
        }
    }
    return term[0];
}

/* What the second layer adds to the logit, given the first one's units, bent. */
static float second_layer(const Model *model, const float first[MODEL_WIDTH])
{
    Lanes sum[MODEL_SECOND / LANES];
    memcpy(sum, model->second_bias, sizeof sum);
    for (unsigned u = 0; u < LINEAR; u++) {
        for (unsigned run = 0; run < MODEL_SECOND / LANES; run++) {
            sum[run] += first[u] * lanes_load(model->second[u] + (size_t)LANES * run);
        }
    }
    float term[MODEL_SECOND];
    memcpy(term, sum, sizeof term);
    for (unsigned v = 0; v < MODEL_SECOND; v++) {
        term[v] = model->second_output[v] * bent(term[v]);
    }
    return sum_terms(term, MODEL_SECOND);
}

float model_logit(const Model *model, const ModelInputs *inputs)
{
    assert(model->weight != NULL);
    float unit[MODEL_WIDTH];
    float first[MODEL_WIDTH];
    float term[MODEL_WIDTH];
    sum_units(model, inputs, unit);
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        first[u] = bent(unit[u]);
        term[u] = model->output[u] * first[u];
    }
    term[LINEAR] = unit[LINEAR];
    const float direct = sum_terms(term, MODEL_WIDTH);
    return model->output_bias + direct + second_layer(model, first);
}

/* tanh(x) as a quotient of polynomials (the continued fraction of Lambert cut after x^7), |x| <= 4. */
static float tanh_of(float x)
{
    const float s = x * x;
    const float above = x * (135135.0F + s * (17325.0F + s * (378.0F + s)));
    const float below = 135135.0F + s * (62370.0F + s * (3150.0F + 28.0F * s));
    const float value = above / below;
    return value > 1.0F ? 1.0F : value < -1.0F ? -1.0F : value;
}

float model_probability(float logit)
{
    const float x = logit > 8.0F ? 8.0F : logit < -8.0F ? -8.0F : logit;
    return 0.5F + 0.5F * tanh_of(0.5F * x);
}

/* ------------------------------------------------------------------ reading */

static bool read_number(const JsonNode *node, float *value, Err *err)
{
    double number = 0;
    if (!json_double(node, -WEIGHT_MAX, WEIGHT_MAX, &number, err)) {
        return false;
    }
    *value = (float)number;
    return true;
}

static bool read_row(const JsonNode *node, float *row, size_t width, Err *err)
{
    size_t count = 0;
    assert(width <= MODEL_WIDTH); /* longer ones are refused as too long before they are counted */
    if (!json_array(node, MODEL_WIDTH, &count, err)) {
        return false;
    }
    if (count != width) {
        return json_error(node, err, "found %zu numbers, expected %zu", count, width);
    }
    size_t u = 0;
    for (JsonNode item = json_first(node); !json_is_end(&item); item = json_next(&item)) {
        assert(u < width);
        if (!read_number(&item, &row[u++], err)) {
            return false;
        }
    }
    return true;
}

static bool get_row(const JsonNode *file, const char *key, float *row, size_t width, Err *err)
{
    JsonNode node;
    return json_get(file, key, &node, err) && read_row(&node, row, width, err);
}

static bool read_second(Model *model, const JsonNode *file, Err *err)
{
    static const char *const keys[] = {"bias", "output", "weights", NULL};
    JsonNode second;
    JsonNode weights;
    size_t count = 0;
    if (!json_get(file, "second", &second, err) || !json_is_object(&second, err) ||
        !json_only_keys(&second, keys, err) ||
        !get_row(&second, "bias", model->second_bias, MODEL_SECOND, err) ||
        !get_row(&second, "output", model->second_output, MODEL_SECOND, err) ||
        !json_get(&second, "weights", &weights, err) || !json_array(&weights, MODEL_WIDTH, &count, err)) {
        return false;
    }
    if (count != LINEAR) {
        return json_error(&weights, err, "found %zu rows, expected %d", count, LINEAR);
    }
    size_t u = 0;
    for (JsonNode row = json_first(&weights); !json_is_end(&row); row = json_next(&row)) {
        assert(u < LINEAR);
        if (!read_row(&row, model->second[u++], MODEL_SECOND, err)) {
            return false;
        }
    }
    return true;
}

/* Names sorted, to find the input of a member quickly. */
typedef struct Name {
    char text[MODEL_NAME_BYTES];
    uint32_t input;
} Name;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Name *)a)->text, ((const Name *)b)->text);
}

static bool read_weights(Model *model, const JsonNode *object, const Name *names, Err *err)
{
    size_t count = 0;
    if (!json_object(object, MODEL_INPUTS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode member = json_first(object); !json_is_end(&member); member = json_next(&member)) {
        Name key = {"", 0};
        (void)snprintf(key.text, sizeof key.text, "%s", member.key);
        const Name *found = bsearch(&key, names, model->inputs, sizeof *names, by_text);
        float unused[MODEL_WIDTH] = {0};
        if (!read_row(&member, found != NULL ? model->weight[found->input] : unused, MODEL_WIDTH, err)) {
            return false;
        }
    }
    return true;
}

static bool read_calibration(Model *model, const JsonNode *member, Err *err)
{
    static const char *const keys[] = {"offset", "slope", NULL};
    ModelCalibration *calibration = &model->calibration[model->calibration_count];
    JsonNode offset;
    JsonNode slope;
    double steepness = 0.0;
    if (strlen(member->key) >= sizeof calibration->scenario) {
        return json_error(member, err, "found a name of %zu bytes, expected at most %zu", strlen(member->key),
                          sizeof calibration->scenario - 1);
    }
    if (!json_is_object(member, err) || !json_only_keys(member, keys, err) ||
        !json_get(member, "offset", &offset, err) || !read_number(&offset, &calibration->offset, err) ||
        !json_get(member, "slope", &slope, err) ||
        !json_double(&slope, MODEL_SLOPE_MIN, WEIGHT_MAX, &steepness, err)) {
        return false;
    }
    calibration->slope = (float)steepness;
    (void)snprintf(calibration->scenario, sizeof calibration->scenario, "%s", member->key);
    model->calibration_count++;
    return true;
}

/* "scenarios", which need not be there. */
static bool read_calibrations(Model *model, const JsonNode *file, Err *err)
{
    JsonNode object;
    size_t count = 0;
    if (!json_find(file, "scenarios", &object)) {
        return true;
    }
    if (!json_object(&object, MODEL_SCENARIOS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode member = json_first(&object); !json_is_end(&member); member = json_next(&member)) {
        if (!read_calibration(model, &member, err)) {
            return false;
        }
    }
    return true;
}

static bool has_text(const JsonNode *file, const char *key, const char *expected, Err *err)
{
    JsonNode node;
    const char *text = "";
    if (!json_get(file, key, &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    return strcmp(text, expected) == 0 ||
           json_error(&node, err, "found \"%.64s\", expected \"%s\"", text, expected);
}

static bool read_file(Model *model, const JsonNode *file, const char *game, const Name *names, Err *err)
{
    static const char *const keys[] = {"$schema", "schema", "game",   "title",  "fitted",    "bias",
                                       "output",  "second", "inputs", "offset", "scenarios", NULL};
    JsonNode offset;
    JsonNode inputs;
    return json_is_object(file, err) && json_only_keys(file, keys, err) &&
           has_text(file, "schema", MODEL_SCHEMA, err) && has_text(file, "game", game, err) &&
           json_get(file, "offset", &offset, err) && read_number(&offset, &model->output_bias, err) &&
           read_calibrations(model, file, err) && get_row(file, "bias", model->bias, MODEL_WIDTH, err) &&
           get_row(file, "output", model->output, MODEL_WIDTH, err) && read_second(model, file, err) &&
           json_get(file, "inputs", &inputs, err) && read_weights(model, &inputs, names, err);
}

bool model_load(Model *model, const JsonNode *file, const char *game, const char *scenario, uint32_t inputs,
                ModelName name, const void *context, Err *err)
{
    Name *names = malloc((inputs > 0 ? inputs : 1) * sizeof *names);
    if (names == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < inputs; i++) {
        name(context, i, names[i].text);
        assert(memchr(names[i].text, '\0', MODEL_NAME_BYTES) != NULL);
        names[i].input = i;
    }
    qsort(names, inputs, sizeof *names, by_text);
    bool good = model_init(model, inputs, err);
    if (good && !read_file(model, file, game, names, err)) {
        model_release(model);
        good = false;
    }
    if (good) {
        model_tells_of(model, scenario);
    }
    free(names);
    return good;
}

/* ------------------------------------------------------------------ writing */

/* Four decimals are plenty, and what is written is what a reader gets. */
static void add_row(StrBuf *out, const float *row, size_t width)
{
    strbuf_addf(out, "[");
    for (size_t u = 0; u < width; u++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%.4f", (double)row[u]);
        char *end = text + strlen(text);
        while (end[-1] == '0') {
            *--end = '\0';
        }
        if (end[-1] == '.') {
            *--end = '\0';
        }
        strbuf_addf(out, "%s%s", u > 0 ? "," : "", strcmp(text, "-0") == 0 ? "0" : text);
    }
    strbuf_addf(out, "]");
}

static void add_second(StrBuf *out, const Model *model)
{
    strbuf_addf(out, ",\n\"second\": {\n\"bias\": ");
    add_row(out, model->second_bias, MODEL_SECOND);
    strbuf_addf(out, ",\n\"output\": ");
    add_row(out, model->second_output, MODEL_SECOND);
    strbuf_addf(out, ",\n\"weights\": [");
    for (unsigned u = 0; u < LINEAR; u++) {
        strbuf_addf(out, "%s\n", u > 0 ? "," : "");
        add_row(out, model->second[u], MODEL_SECOND);
    }
    strbuf_addf(out, "\n]\n}");
}

static void add_calibrations(StrBuf *out, const Model *model)
{
    if (model->calibration_count == 0) {
        return;
    }
    strbuf_add(out, "\"scenarios\": {");
    for (uint32_t i = 0; i < model->calibration_count; i++) {
        const ModelCalibration *calibration = &model->calibration[i];
        strbuf_add(out, i > 0 ? ",\n" : "\n");
        strbuf_add_json(out, calibration->scenario);
        strbuf_addf(out, ": {\"offset\": %.4f, \"slope\": %.4f}", (double)calibration->offset,
                    (double)calibration->slope);
    }
    strbuf_add(out, "\n},\n");
}

static bool is_zero(const float row[MODEL_WIDTH])
{
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        if (row[u] > 0.00005F || row[u] < -0.00005F) {
            return false;
        }
    }
    return true;
}

void model_write(const Model *model, const char *game, ModelName name, const void *context,
                 const char *fitted, StrBuf *out)
{
    bool first = true;
    assert(model->weight != NULL && game != NULL);
    strbuf_addf(out, "{\n\"schema\": \"%s\",\n\"game\": \"%s\",\n", MODEL_SCHEMA, game);
    if (fitted != NULL) {
        strbuf_addf(out, "\"fitted\": %s,\n", fitted);
    }
    add_calibrations(out, model);
    strbuf_addf(out, "\"offset\": %.5f,\n\"bias\": ", (double)model->output_bias);
    add_row(out, model->bias, MODEL_WIDTH);
    strbuf_addf(out, ",\n\"output\": ");
    add_row(out, model->output, MODEL_WIDTH);
    add_second(out, model);
    strbuf_addf(out, ",\n\"inputs\": {\n");
    for (uint32_t i = 0; i < model->inputs; i++) {
        char text[MODEL_NAME_BYTES];
        if (is_zero(model->weight[i])) {
            continue;
        }
        name(context, i, text);
        strbuf_addf(out, "%s\"%s\": ", first ? "" : ",\n", text);
        add_row(out, model->weight[i], MODEL_WIDTH);
        first = false;
    }
    strbuf_addf(out, "\n}\n}\n");
}
