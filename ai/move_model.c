/* move_model.c: rows of weights by move, and the softmax over a list. */
#include "ai/move_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

/* ------------------------------------------------------------------ rows */

bool move_model_init(MoveModel *model, uint32_t rows, Err *err)
{
    memset(model, 0, sizeof *model);
    model->slots = 64;
    while (model->slots < 2 * rows) {
        model->slots *= 2;
    }
    model->key = calloc(model->slots, sizeof *model->key);
    model->row = calloc(model->slots, sizeof *model->row);
    model->row_key = calloc(rows > 0 ? rows : 1, sizeof *model->row_key);
    model->weight = calloc(rows > 0 ? rows : 1, sizeof *model->weight);
    if (model->key == NULL || model->row == NULL || model->row_key == NULL || model->weight == NULL) {
        move_model_release(model);
        return err_set(err, NULL, NULL, "out of memory");
    }
    return true;
}

void move_model_release(MoveModel *model)
{
    free(model->key);
    free(model->row);
    free(model->row_key);
    free(model->weight);
    memset(model, 0, sizeof *model);
}

static uint32_t slot_of(const MoveModel *model, uint64_t key)
{
    uint32_t slot = (uint32_t)rng_mix(key) & (model->slots - 1);
    while (model->key[slot] != 0 && model->key[slot] != key) {
        slot = (slot + 1) & (model->slots - 1);
    }
    return slot;
}

uint32_t move_model_find(const MoveModel *model, uint64_t key)
{
    const uint32_t slot = slot_of(model, key);
    return model->key[slot] == key ? model->row[slot] : MOVE_MODEL_ROWS_MAX;
}

uint32_t move_model_add(MoveModel *model, uint64_t key)
{
    const uint32_t slot = slot_of(model, key);
    model->key[slot] = key;
    model->row[slot] = model->count;
    model->row_key[model->count] = key;
    return model->count++;
}

/* ------------------------------------------------------------------ priors */

/* exp(x) for x <= 0 as (1 + x / 1024)^1024, good to a thousandth where it matters. */
static float exp_of(float x)
{
    float y = x < -16.0F ? 0.0F : 1.0F + x / 1024.0F;
    for (int i = 0; i < 10; i++) {
        y *= y;
    }
    return y;
}

static float dot(const float a[MODEL_WIDTH], const float b[MODEL_WIDTH])
{
    float term[MODEL_WIDTH];
    for (unsigned u = 0; u < MODEL_WIDTH; u++) {
        term[u] = a[u] * b[u];
    }
    for (unsigned half = MODEL_WIDTH / 2; half > 0; half /= 2) {
        for (unsigned u = 0; u < half; u++) {
            term[u] += term[u + half];
        }
    }
    return term[0];
}

void move_model_priors(const MoveModel *model, const float units[MODEL_WIDTH], const State *state, const MoveList *legal,
                       float *priors)
{
    static const float floor = 0.003F; /* no move is ruled out */
    const float *step = model->step[state->seat & 1U][state->step];
    float base = 0.0F;
    float most = -1e30F;
    float sum = 0.0F;
    for (uint32_t i = 0; i < legal->count; i++) {
        base = priors[i] > base ? priors[i] : base;
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        const uint32_t row = move_model_find(model, move_model_key(state, legal->moves[i]));
        float score = step[0] * priors[i] / base + (priors[i] >= base ? step[1] : 0.0F);
        score += row != MOVE_MODEL_ROWS_MAX ? dot(model->weight[row], units) : 0.0F;
        priors[i] = score;
        most = score > most ? score : most;
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] = floor + exp_of(priors[i] - most);
        sum += priors[i];
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] /= sum;
    }
}

/* ------------------------------------------------------------------ files */

/* Splits "french.move_step.rest" and looks the first two up; NULL if they are not known. */
static const char *parse_point(const char *name, StepName step_name, State *state)
{
    const char *dot_at = strchr(name, '.');
    state->seat = strncmp(name, "french.", 7) == 0 ? SEAT_FRENCH : SEAT_COALITION;
    if (dot_at == NULL || (state->seat == SEAT_COALITION && strncmp(name, "coalition.", 10) != 0)) {
        return NULL;
    }
    const char *step = dot_at + 1;
    const size_t length = strcspn(step, ".");
    for (unsigned i = 0; i < MOVE_MODEL_STEPS; i++) {
        const char *known = step_name(i);
        if (strlen(known) == length && memcmp(known, step, length) == 0) {
            state->step = (uint8_t)i;
            return step + length + (step[length] == '.' ? 1 : 0);
        }
    }
    return NULL;
}

static bool read_numbers(const JsonNode *node, float *values, size_t wanted, Err *err)
{
    size_t count = 0;
    if (!json_array(node, wanted, &count, err)) {
        return false;
    }
    if (count != wanted) {
        return json_error(node, err, "found %zu numbers, expected %zu", count, wanted);
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(node, i);
        double number = 0;
        if (!json_double(&item, -1000, 1000, &number, err)) {
            return false;
        }
        values[i] = (float)number;
    }
    return true;
}

static bool read_moves(MoveModel *model, const JsonNode *object, size_t count, const Game *game, StepName step_name, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(object, i);
        float values[MODEL_WIDTH];
        State point = {0};
        Move move = 0;
        const char *text = parse_point(member.key, step_name, &point);
        if (!read_numbers(&member, values, MODEL_WIDTH, err)) {
            return false;
        }
        if (text == NULL || !game->rules->move_parse(game->data, text, &move)) {
            continue;
        }
        const uint64_t key = move_model_key(&point, move);
        if (move_model_find(model, key) != MOVE_MODEL_ROWS_MAX) {
            return json_error(&member, err, "this move is named twice");
        }
        memcpy(model->weight[move_model_add(model, key)], values, sizeof values);
    }
    return true;
}

static bool read_steps(MoveModel *model, const JsonNode *object, size_t count, StepName step_name, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(object, i);
        float values[2];
        State point = {0};
        if (!read_numbers(&member, values, 2, err)) {
            return false;
        }
        if (parse_point(member.key, step_name, &point) != NULL) {
            memcpy(model->step[point.seat][point.step], values, sizeof values);
        }
    }
    return true;
}

bool move_model_load(MoveModel *model, const JsonNode *file, const Game *game, StepName step_name, Err *err)
{
    JsonNode moves;
    JsonNode steps;
    size_t count = 0;
    size_t step_count = 0;
    memset(model, 0, sizeof *model);
    if (!json_find(file, "moves", &moves)) {
        return true;
    }
    if (!json_object(&moves, MOVE_MODEL_ROWS_MAX - 1, &count, err) || !json_get(file, "steps", &steps, err) ||
        !json_object(&steps, SEAT_COUNT * MOVE_MODEL_STEPS, &step_count, err) || !move_model_init(model, (uint32_t)count, err)) {
        return false;
    }
    if (!read_moves(model, &moves, count, game, step_name, err) || !read_steps(model, &steps, step_count, step_name, err)) {
        move_model_release(model);
        return false;
    }
    return true;
}

/* Two decimals will do for a prior. */
static void add_numbers(StrBuf *out, const float *values, unsigned count)
{
    strbuf_addf(out, "[");
    for (unsigned i = 0; i < count; i++) {
        const int hundredths = (int)(values[i] * 100.0F + (values[i] < 0.0F ? -0.5F : 0.5F));
        strbuf_addf(out, "%s%s%d", i > 0 ? "," : "", hundredths < 0 ? "-" : "", abs(hundredths) / 100);
        if (hundredths % 100 != 0) {
            strbuf_addf(out, hundredths % 10 == 0 ? ".%d" : ".%02d", abs(hundredths) % 100 / (hundredths % 10 == 0 ? 10 : 1));
        }
    }
    strbuf_addf(out, "]");
}

void move_model_write(const MoveModel *model, const Game *game, StepName step_name, StrBuf *out)
{
    bool first = true;
    strbuf_addf(out, ",\n\"steps\": {\n");
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (unsigned step = 0; step < MOVE_MODEL_STEPS; step++) {
            const float *values = model->step[seat][step];
            if (values[0] * values[0] + values[1] * values[1] > 1e-6F) {
                strbuf_addf(out, "%s\"%s.%s\": ", first ? "" : ",\n", seat_name((Seat)seat), step_name(step));
                add_numbers(out, values, 2);
                first = false;
            }
        }
    }
    strbuf_addf(out, "\n},\n\"moves\": {\n");
    for (uint32_t i = 0; i < model->count; i++) {
        char text[MOVE_TEXT_BYTES];
        const uint64_t key = model->row_key[i];
        game->rules->move_text(game->data, (Move)key, text);
        strbuf_addf(out, "%s\"%s.%s.%s\": ", i > 0 ? ",\n" : "", seat_name((Seat)(key >> 40U & 1U)),
                    step_name((unsigned)(key >> 32U) & 255U), text);
        add_numbers(out, model->weight[i], MODEL_WIDTH);
    }
    strbuf_addf(out, "\n}");
}
