/* prior_model.c: running, reading and writing learned priors. */
#include "ai/prior_model.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/lanes.h"
#include "engine/rng.h"

#define PRIORS_SCHEMA "marshal/priors/1"
enum { WEIGHT_MAX = 1000, SLOTS_LEAST = 64, SLOTS_MOST = 2 * PRIOR_MOVES_MAX };

/* ------------------------------------------------------------------ tables */

bool prior_model_init(PriorModel *model, Err *err)
{
    memset(model, 0, sizeof *model);
    model->rows = 1;
    model->slots = SLOTS_LEAST;
    model->weight = calloc(PRIOR_KINDS_MAX, sizeof *model->weight);
    model->slot = calloc(SLOTS_MOST, sizeof *model->slot);
    model->key = calloc(PRIOR_MOVES_MAX, sizeof *model->key);
    model->bonus = calloc(PRIOR_MOVES_MAX, sizeof *model->bonus);
    if (model->weight == NULL || model->slot == NULL || model->key == NULL || model->bonus == NULL) {
        prior_model_release(model);
        return err_set(err, NULL, NULL, "out of memory");
    }
    return true;
}

void prior_model_release(PriorModel *model)
{
    free(model->weight);
    free(model->slot);
    free(model->key);
    free(model->bonus);
    memset(model, 0, sizeof *model);
}

uint32_t prior_model_row(PriorModel *model, unsigned kind)
{
    assert(kind < PRIOR_KINDS_MAX && model->rows >= 1);
    if (model->row_of[kind] == 0 && model->rows < PRIOR_KINDS_MAX) {
        model->kind_of[model->rows] = (uint16_t)kind;
        model->row_of[kind] = (uint16_t)model->rows++;
    }
    return model->row_of[kind];
}

/* Where a move stands in the table, or belongs. */
static uint32_t *slot_of(const PriorModel *model, PriorKey key)
{
    /* half of the slots are free, so the walk comes to its end */
    assert((model->slots & (model->slots - 1)) == 0 && 2 * model->moves <= model->slots);
    uint32_t at = (uint32_t)rng_mix(key) & (model->slots - 1);
    while (model->slot[at] != 0 && model->key[model->slot[at] - 1] != key) {
        at = (at + 1) & (model->slots - 1);
    }
    return &model->slot[at];
}

/* A table no larger than its moves need stays in the processor's nearest memory. */
static void spread_slots(PriorModel *model)
{
    assert(2 * model->slots <= SLOTS_MOST);
    model->slots *= 2;
    memset(model->slot, 0, model->slots * sizeof *model->slot);
    for (uint32_t i = 0; i < model->moves; i++) {
        *slot_of(model, model->key[i]) = i + 1;
    }
}

uint32_t prior_model_move(PriorModel *model, PriorKey key)
{
    const uint32_t known = *slot_of(model, key);
    if (known != 0) {
        return known - 1;
    }
    if (model->moves == PRIOR_MOVES_MAX) {
        return PRIOR_MOVES_MAX;
    }
    if (2 * (model->moves + 1) > model->slots) {
        spread_slots(model);
    }
    model->key[model->moves] = key;
    *slot_of(model, key) = ++model->moves;
    return model->moves - 1;
}

/* ------------------------------------------------------------------ priors */

_Static_assert(PRIOR_INPUTS_MAX == 48 && 16 % LANES == 0, "three runs of sixteen make a row");

/* Sum of products. Its order is fixed, whatever the width of lanes: sixteen sums of every sixteenth product,
 * then halves. */
static float dot(const float *weight, const float *value)
{
    enum { WIDTH = 16 };
    float sum[WIDTH];
    for (size_t at = 0; at < WIDTH; at += LANES) {
        const size_t second = at + WIDTH;
        const size_t third = second + WIDTH;
        const Lanes lanes = lanes_load(weight + at) * lanes_load(value + at) +
                            lanes_load(weight + second) * lanes_load(value + second) +
                            lanes_load(weight + third) * lanes_load(value + third);
        memcpy(sum + at, &lanes, sizeof lanes);
    }
    for (unsigned half = WIDTH / 2; half > 0; half /= 2) {
        for (unsigned i = 0; i < half; i++) {
            sum[i] += sum[i + half];
        }
    }
    return sum[0];
}

/* exp(x) for x <= 0 as (1 + x / 1024)^1024, good to a percent for priors that matter. */
static float exp_of(float x)
{
    assert(x <= 0.0F); /* no number at all fails, too */
    float y = x < -16.0F ? 0.0F : 1.0F + x / 1024.0F;
    for (int i = 0; i < 10; i++) {
        y *= y;
    }
    return y;
}

static float score_of(const PriorModel *model, Seat seat, Move move, unsigned kind, const float *value)
{
    assert(value != NULL && seat_plays(seat));
    const uint32_t found = *slot_of(model, prior_key(seat, kind, move));
    return dot(model->weight[model->row_of[kind]], value) + (found > 0 ? model->bonus[found - 1] : 0.0F);
}

void prior_model_priors(const PriorModel *model, Seat seat, const MoveList *legal, const PriorInputs *inputs,
                        float *priors)
{
    static const float floor = 0.003F; /* of the best move's */
    float most = -1e30F;
    float best = 0.0F;
    float sum = 0.0F;
    assert(legal->count <= MOVE_LIST_MAX);
    for (uint32_t i = 0; i < legal->count; i++) {
        assert(inputs->kind[i] < PRIOR_KINDS_MAX && inputs->belief[i] >= 0.0F);
        priors[i] = score_of(model, seat, legal->moves[i], inputs->kind[i], inputs->value[i]);
        most = priors[i] > most ? priors[i] : most;
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] = inputs->belief[i] * exp_of(priors[i] - most);
        best = priors[i] > best ? priors[i] : best;
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] += floor * best;
        sum += priors[i];
    }
    assert(legal->count == 0 || sum > 0.0F);
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] /= sum;
    }
}

/* ------------------------------------------------------------------ reading */

/* The kinds that have names, sorted by them. */
typedef struct KindName {
    char text[PRIOR_NAME_BYTES];
    uint16_t kind;
} KindName;

typedef struct Reader {
    const PriorNames *names;
    KindName *kinds; /* owned */
    size_t count;
} Reader;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const KindName *)a)->text, ((const KindName *)b)->text);
}

static bool reader_init(Reader *reader, const PriorNames *names, Err *err)
{
    *reader = (Reader){names, calloc(PRIOR_KINDS_MAX, sizeof *reader->kinds), 0};
    if (reader->kinds == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t kind = 0; kind < PRIOR_KINDS_MAX; kind++) {
        KindName *name = &reader->kinds[reader->count];
        names->kind(kind, name->text);
        name->kind = (uint16_t)kind;
        reader->count += name->text[0] != '\0' ? 1U : 0U;
    }
    qsort(reader->kinds, reader->count, sizeof *reader->kinds, by_text);
    return true;
}

/* The kind of a name that ends before the first of these characters; false if there is none. */
static bool find_kind(const Reader *reader, const char *text, const char *ends, unsigned *kind)
{
    KindName key = {"", 0};
    const size_t length = strcspn(text, ends);
    if (length >= sizeof key.text) {
        return false;
    }
    memcpy(key.text, text, length);
    const KindName *found = bsearch(&key, reader->kinds, reader->count, sizeof *reader->kinds, by_text);
    *kind = found != NULL ? found->kind : 0;
    return found != NULL;
}

static bool read_number(const JsonNode *node, float *value, Err *err)
{
    double number = 0;
    if (!json_double(node, -WEIGHT_MAX, WEIGHT_MAX, &number, err)) {
        return false;
    }
    *value = (float)number;
    return true;
}

static bool read_row(const JsonNode *node, uint32_t wanted, float *row, Err *err)
{
    size_t count = 0;
    if (!json_array(node, PRIOR_INPUTS_MAX, &count, err)) {
        return false;
    }
    if (count != wanted) {
        return json_error(node, err, "found %zu numbers, expected %u, one for each input", count, wanted);
    }
    size_t i = 0;
    for (JsonNode item = json_first(node); !json_is_end(&item); item = json_next(&item)) {
        assert(i < wanted && wanted <= PRIOR_INPUTS_MAX);
        if (!read_number(&item, &row[i++], err)) {
            return false;
        }
    }
    return true;
}

static bool read_decisions(PriorModel *model, const JsonNode *object, const Reader *reader, Err *err)
{
    size_t count = 0;
    if (!json_object(object, PRIOR_KINDS_MAX - 1, &count, err)) {
        return false;
    }
    for (JsonNode member = json_first(object); !json_is_end(&member); member = json_next(&member)) {
        float row[PRIOR_INPUTS_MAX] = {0};
        unsigned kind = 0;
        if (!read_row(&member, reader->names->input_count, row, err)) {
            return false;
        }
        if (find_kind(reader, member.key, "", &kind)) {
            memcpy(model->weight[prior_model_row(model, kind)], row, sizeof row);
        }
    }
    return true;
}

/* What follows the seat in the name of a move, "step.march(mill)" or "march(mill)": its kind and where its
 * own text begins; NULL if no kind of that name is known. */
static const char *parse_kind(const Reader *reader, const char *text, unsigned *kind)
{
    const char *move_text = strchr(text, '.');
    if (reader->names->kind_of_move != NULL) {
        return text;
    }
    return move_text != NULL && find_kind(reader, text, "(", kind) ? move_text + 1 : NULL;
}

/* Splits the name of a move; false if nothing of that name is known. */
static bool parse_move(const Reader *reader, const char *text, PriorKey *key)
{
    const Game *game = reader->names->game;
    const size_t length = strcspn(text, ".");
    unsigned kind = 0;
    Move move = 0;
    const char *move_text = text[length] == '.' ? parse_kind(reader, text + length + 1, &kind) : NULL;
    if (move_text == NULL || !game->rules->move_parse(game->data, move_text, &move)) {
        return false;
    }
    if (reader->names->kind_of_move != NULL) {
        kind = reader->names->kind_of_move(move);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const char *name = seat_name((Seat)seat);
        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            *key = prior_key((Seat)seat, kind, move);
            return true;
        }
    }
    return false;
}

static bool read_moves(PriorModel *model, const JsonNode *object, const Reader *reader, Err *err)
{
    size_t count = 0;
    if (!json_object(object, PRIOR_MOVES_MAX, &count, err)) {
        return false;
    }
    for (JsonNode member = json_first(object); !json_is_end(&member); member = json_next(&member)) {
        PriorKey key = 0;
        float bonus = 0.0F;
        if (!read_number(&member, &bonus, err)) {
            return false;
        }
        if (parse_move(reader, member.key, &key)) {
            const uint32_t move = prior_model_move(model, key);
            assert(move < PRIOR_MOVES_MAX); /* the file has no more than that */
            model->bonus[move] = bonus;
        }
    }
    return true;
}

static bool has_text(const JsonNode *node, const char *expected, Err *err)
{
    const char *text = "";
    return json_string(node, &text, err) &&
           (strcmp(text, expected) == 0 ||
            json_error(node, err, "found \"%.64s\", expected \"%s\"", text, expected));
}

static bool member_has_text(const JsonNode *file, const char *key, const char *expected, Err *err)
{
    JsonNode node;
    return json_get(file, key, &node, err) && has_text(&node, expected, err);
}

/* Weights stand in the order of inputs: another order, or other inputs, would be another model. */
static bool has_inputs(const JsonNode *file, const PriorNames *names, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(file, "inputs", &list, err) || !json_array(&list, PRIOR_INPUTS_MAX, &count, err)) {
        return false;
    }
    if (count != names->input_count) {
        return json_error(&list, err, "found %zu inputs, expected %u", count, names->input_count);
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        if (!has_text(&item, names->input[i], err)) {
            return false;
        }
    }
    return true;
}

static bool read_file(PriorModel *model, const JsonNode *file, const Reader *reader, Err *err)
{
    static const char *const keys[] = {"$schema", "schema",    "game",  "title", "fitted",
                                       "inputs",  "decisions", "moves", NULL};
    const PriorNames *names = reader->names;
    JsonNode decisions;
    JsonNode moves;
    return json_is_object(file, err) && json_only_keys(file, keys, err) &&
           member_has_text(file, "schema", PRIORS_SCHEMA, err) &&
           member_has_text(file, "game", names->game->rules->id, err) && has_inputs(file, names, err) &&
           json_get(file, "decisions", &decisions, err) && read_decisions(model, &decisions, reader, err) &&
           json_get(file, "moves", &moves, err) && read_moves(model, &moves, reader, err);
}

bool prior_model_load(PriorModel *model, const JsonNode *file, const PriorNames *names, Err *err)
{
    Reader reader;
    assert(names->input_count <= PRIOR_INPUTS_MAX);
    if (file == NULL) {
        return prior_model_init(model, err);
    }
    if (!reader_init(&reader, names, err)) {
        return false;
    }
    bool good = prior_model_init(model, err);
    if (good && !read_file(model, file, &reader, err)) {
        prior_model_release(model);
        good = false;
    }
    free(reader.kinds);
    return good;
}

/* ------------------------------------------------------------------ writing */

/* Three decimals will do for a prior. */
static void add_number(StrBuf *out, float value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.3f", (double)value);
    size_t length = strlen(text);
    while (text[length - 1] == '0') {
        text[--length] = '\0';
    }
    if (text[length - 1] == '.') {
        text[--length] = '\0';
    }
    strbuf_addf(out, "%s", strcmp(text, "-0") == 0 ? "0" : text);
}

static void write_inputs(const PriorNames *names, StrBuf *out)
{
    strbuf_addf(out, "\"inputs\": [");
    for (uint32_t i = 0; i < names->input_count; i++) {
        strbuf_addf(out, "%s\"%s\"", i > 0 ? ", " : "", names->input[i]);
    }
    strbuf_addf(out, "],\n");
}

static void write_decisions(const PriorModel *model, const PriorNames *names, StrBuf *out)
{
    strbuf_addf(out, "\"decisions\": {\n");
    for (uint32_t row = 1; row < model->rows; row++) {
        char name[PRIOR_NAME_BYTES];
        names->kind(model->kind_of[row], name);
        strbuf_addf(out, "%s\"%s\": [", row > 1 ? ",\n" : "", name);
        for (uint32_t i = 0; i < names->input_count; i++) {
            strbuf_addf(out, "%s", i > 0 ? "," : "");
            add_number(out, model->weight[row][i]);
        }
        strbuf_addf(out, "]");
    }
    strbuf_addf(out, "\n},\n");
}

static void write_moves(const PriorModel *model, const PriorNames *names, StrBuf *out)
{
    bool first = true;
    strbuf_addf(out, "\"moves\": {\n");
    for (uint32_t i = 0; i < model->moves; i++) {
        if (model->bonus[i] < 0.0005F && model->bonus[i] > -0.0005F) {
            continue;
        }
        char kind[PRIOR_NAME_BYTES] = "";
        char move[MOVE_TEXT_BYTES];
        const PriorKey key = model->key[i];
        if (names->kind_of_move == NULL) {
            names->kind((uint32_t)(key >> 32U) & (PRIOR_KINDS_MAX - 1), kind);
            kind[strcspn(kind, ".") + 1] = '\0'; /* the move's text begins with the rest */
        }
        names->game->rules->move_text(names->game->data, (Move)key, move);
        strbuf_addf(out, "%s\"%s.%s%s\": ", first ? "" : ",\n", seat_name((Seat)(key >> 48U & 1U)), kind,
                    move);
        add_number(out, model->bonus[i]);
        first = false;
    }
    strbuf_addf(out, "\n}\n");
}

void prior_model_write(const PriorModel *model, const PriorNames *names, const char *fitted, StrBuf *out)
{
    assert(names->input_count <= PRIOR_INPUTS_MAX && model->rows >= 1);
    strbuf_addf(out, "{\n\"schema\": \"%s\",\n\"game\": \"%s\",\n", PRIORS_SCHEMA, names->game->rules->id);
    if (fitted != NULL) {
        strbuf_addf(out, "\"fitted\": %s,\n", fitted);
    }
    write_inputs(names, out);
    write_decisions(model, names, out);
    write_moves(model, names, out);
    strbuf_addf(out, "}\n");
}
