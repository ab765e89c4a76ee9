/* weights.c: see weights.h. */
#include "ai/weights.h"

#include <assert.h>
#include <string.h>

/* Writes a number where the row says, in the kind of number that the table is made of. */
static void put(const WeightTable *table, const WeightRow *row, void *weights, double value)
{
    const int whole = (int)value;
    const void *from = table->whole ? (const void *)&whole : (const void *)&value;
    const size_t bytes = table->whole ? sizeof whole : sizeof value;
    assert(row->offset + bytes <= table->bytes);
    assert(value >= row->least && value <= row->most);
    memcpy((char *)weights + row->offset, from, bytes);
}

void weights_default(const WeightTable *table, Seat seat, void *weights)
{
    assert(seat_plays(seat) && table->count > 0);
    for (size_t i = 0; i < table->count; i++) {
        put(table, &table->rows[i], weights, table->rows[i].value[seat]);
    }
}

double weights_get(const WeightTable *table, size_t row, const void *weights)
{
    assert(row < table->count);
    const char *from = (const char *)weights + table->rows[row].offset;
    if (table->whole) {
        int whole = 0;
        memcpy(&whole, from, sizeof whole);
        return whole;
    }
    double value = 0.0;
    memcpy(&value, from, sizeof value);
    return value;
}

static const WeightRow *find_row(const WeightTable *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].name, name) == 0) {
            return &table->rows[i];
        }
    }
    return NULL;
}

static bool read_number(const WeightTable *table, const WeightRow *row, const JsonNode *member, double *value,
                        Err *err)
{
    long whole = 0;
    if (!table->whole) {
        return json_double(member, row->least, row->most, value, err);
    }
    if (!json_int(member, (long)row->least, (long)row->most, &whole, err)) {
        return false;
    }
    *value = (double)whole;
    return true;
}

/* The object "weights" of a file, into the struct of one seat. */
static bool read_weights(const WeightTable *table, const JsonNode *object, void *weights, Err *err)
{
    size_t count = 0;
    if (!json_object(object, table->count, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(object, i);
        const WeightRow *row = find_row(table, member.key);
        double value = 0.0;
        if (row == NULL) {
            return json_error(&member, err,
                              "there is no such weight; scenarios/%.32s/strategy.schema.json lists them",
                              table->game);
        }
        if (!read_number(table, row, &member, &value, err)) {
            return false;
        }
        put(table, row, weights, value);
    }
    return true;
}

/* Seats a file is for, as bits. */
static bool read_seats(const JsonNode *file, unsigned *seats, Err *err)
{
    JsonNode seat;
    const char *name = "";
    Seat named = SEAT_NONE;
    if (!json_get(file, "seat", &seat, err) || !json_string(&seat, &name, err)) {
        return false;
    }
    const bool known = seat_parse(name, &named) && named != SEAT_NONE;
    *seats = named == SEAT_BOTH ? 1U << SEAT_FRENCH | 1U << SEAT_COALITION : 1U << named;
    return known ||
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

/* What a file says besides its weights: for whom it is. */
static bool read_head(const WeightTable *table, const JsonNode *file, unsigned *seats, Err *err)
{
    static const char *const keys[] = {"$schema",  "schema", "game",    "title", "description",
                                       "pedigree", "seat",   "weights", NULL};
    const char *text = "";
    JsonNode description;
    JsonNode pedigree;
    return json_is_object(file, err) && json_only_keys(file, keys, err) &&
           has_text(file, "schema", "marshal/strategy/1", err) && has_text(file, "game", table->game, err) &&
           json_get_string(file, "title", &text, err) &&
           (!json_find(file, "description", &description) || json_string(&description, &text, err)) &&
           (!json_find(file, "pedigree", &pedigree) || json_is_object(&pedigree, err)) &&
           read_seats(file, seats, err);
}

bool weights_load(const WeightTable *table, void *weights, const JsonNode *file, Err *err)
{
    unsigned seats = 0;
    JsonNode object;
    if (!read_head(table, file, &seats, err) || !json_get(file, "weights", &object, err)) {
        return false;
    }
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        if (((seats >> seat) & 1U) != 0 &&
            !read_weights(table, &object, (char *)weights + seat * table->bytes, err)) {
            return false;
        }
    }
    return true;
}
