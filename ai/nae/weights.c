/* weights.c: reading strategy files. */
#include "ai/nae/weights.h"

#include <stddef.h>
#include <string.h>

/* A weight as a row: where it lies in NaeWeights and what it may be. */
typedef struct Row {
    const char *name;
    size_t offset;
    int value[SEAT_COUNT];
    int least, most;
} Row;

static const Row ROWS[] = {
#define NAE_WEIGHT_ROW(name, french, coalition, least, most, meaning)                                        \
    {#name, offsetof(NaeWeights, name), {french, coalition}, least, most},
    NAE_WEIGHTS(NAE_WEIGHT_ROW)
#undef NAE_WEIGHT_ROW
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static void put(NaeWeights *weights, const Row *row, int value)
{
    memcpy((char *)weights + row->offset, &value, sizeof value);
}

NaeWeights nae_weights_default(Seat seat, bool hundred_days)
{
    NaeWeights weights;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        put(&weights, &ROWS[i], ROWS[i].value[seat]);
    }
    if (hundred_days && seat == SEAT_COALITION) {
#define NAE_WEIGHT_OF_1815(name, value) weights.name = (value);
        NAE_HUNDRED_DAYS(NAE_WEIGHT_OF_1815)
#undef NAE_WEIGHT_OF_1815
    }
    return weights;
}

static const Row *find_row(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(ROWS[i].name, name) == 0) {
            return &ROWS[i];
        }
    }
    return NULL;
}

static bool read_weights(const JsonNode *object, NaeWeights *weights, Err *err)
{
    size_t count = 0;
    if (!json_object(object, ROW_COUNT, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(object, i);
        const Row *row = find_row(member.key);
        long value = 0;
        if (row == NULL) {
            return json_error(&member, err,
                              "there is no such weight; scenarios/nae/strategy.schema.json lists them");
        }
        if (!json_int(&member, row->least, row->most, &value, err)) {
            return false;
        }
        put(weights, row, (int)value);
    }
    return true;
}

/* Seats a file is for, as bits. */
static bool read_seats(const JsonNode *file, unsigned *seats, Err *err)
{
    JsonNode seat;
    const char *name = "";
    if (!json_get(file, "seat", &seat, err) || !json_string(&seat, &name, err)) {
        return false;
    }
    *seats = strcmp(name, "french") == 0      ? 1U << SEAT_FRENCH
             : strcmp(name, "coalition") == 0 ? 1U << SEAT_COALITION
             : strcmp(name, "both") == 0      ? 1U << SEAT_FRENCH | 1U << SEAT_COALITION
                                              : 0;
    return *seats != 0 ||
           json_error(&seat, err, "found \"%.64s\", expected \"french\", \"coalition\" or \"both\"", name);
}

/* The member key must be the string expected. */
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

bool nae_weights_load(NaeWeights weights[SEAT_COUNT], const JsonNode *file, bool hundred_days, Err *err)
{
    static const char *const keys[] = {"$schema",     "schema", "game",    "title",
                                       "description", "seat",   "weights", NULL};
    const char *title = "";
    unsigned seats = 0;
    JsonNode object;
    if (!json_is_object(file, err) || !json_only_keys(file, keys, err) ||
        !has_text(file, "schema", "marshal/strategy/1", err) || !has_text(file, "game", "nae", err) ||
        !json_get_string(file, "title", &title, err) || !read_seats(file, &seats, err) ||
        !json_get(file, "weights", &object, err)) {
        return false;
    }
    JsonNode description;
    if (json_find(file, "description", &description) && !json_string(&description, &title, err)) {
        return false;
    }
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        weights[seat] = nae_weights_default(seat, hundred_days);
        if (((seats >> seat) & 1U) != 0 && !read_weights(&object, &weights[seat], err)) {
            return false;
        }
    }
    return true;
}
