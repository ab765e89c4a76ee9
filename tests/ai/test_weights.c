/* test_weights.c: strategy files read by a table of weights (ai/weights.h), of whole numbers and of others.
 */
#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

#include "ai/weights.h"
#include "tests/support/support.h"

typedef struct Whole {
    int dare, fear;
} Whole;

typedef struct Real {
    double pace, rest;
} Real;

static const WeightRow WHOLE_ROWS[] = {
    {"dare", offsetof(Whole, dare), {10, 20}, -5, 100, "dares"},
    {"fear", offsetof(Whole, fear), {3, 4}, 0, 9, "fears"},
};
static const WeightRow REAL_ROWS[] = {
    {"pace", offsetof(Real, pace), {0.5, 0.25}, 0.0, 1.0, "marches"},
    {"rest", offsetof(Real, rest), {2.0, 8.0}, 1.0, 10.0, "rests"},
};
static const WeightTable WHOLE = {"game", WHOLE_ROWS, 2, sizeof(Whole), true};
static const WeightTable REAL = {"game", REAL_ROWS, 2, sizeof(Real), false};

#define HEAD "{\"schema\":\"marshal/strategy/1\",\"game\":\"game\",\"title\":\"t\","

static bool load(const WeightTable *table, const char *text, void *weights, Err *err)
{
    JsonDoc doc;
    err_clear(err);
    cr_assert(json_parse(&doc, text, strlen(text), "strategy.json", err), "%s", err->message);
    const JsonNode root = json_root(&doc);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        weights_default(table, (Seat)seat, (char *)weights + (size_t)seat * table->bytes);
    }
    const bool loaded = weights_load(table, weights, &root, err);
    json_release(&doc);
    return loaded;
}

static void expect_whole(const Whole *found, int dare, int fear)
{
    cr_expect_eq(found->dare, dare);
    cr_expect_eq(found->fear, fear);
}

Test(weights, each_seat_has_its_defaults)
{
    Whole whole;
    Real real;
    weights_default(&WHOLE, SEAT_FRENCH, &whole);
    expect_whole(&whole, 10, 3);
    weights_default(&WHOLE, SEAT_COALITION, &whole);
    expect_whole(&whole, 20, 4);
    weights_default(&REAL, SEAT_COALITION, &real);
    cr_expect(real.pace >= 0.25 && real.pace <= 0.25 && real.rest >= 8.0 && real.rest <= 8.0);
}

Test(weights, a_file_is_for_its_seat_and_names_what_differs)
{
    Whole whole[SEAT_COUNT];
    Real real[SEAT_COUNT];
    Err err;
    cr_assert(load(&WHOLE, HEAD "\"seat\":\"coalition\",\"weights\":{\"dare\":-5}}", whole, &err));
    expect_whole(&whole[SEAT_FRENCH], 10, 3);
    expect_whole(&whole[SEAT_COALITION], -5, 4);
    cr_assert(
        load(&WHOLE, HEAD "\"description\":\"d\",\"seat\":\"both\",\"weights\":{\"fear\":9}}", whole, &err));
    expect_whole(&whole[SEAT_FRENCH], 10, 9);
    expect_whole(&whole[SEAT_COALITION], 20, 9);
    cr_assert(load(&REAL, HEAD "\"seat\":\"french\",\"weights\":{\"pace\":0.75}}", real, &err));
    cr_expect(real[SEAT_FRENCH].pace >= 0.75 && real[SEAT_FRENCH].pace <= 0.75);
    cr_expect(real[SEAT_COALITION].pace >= 0.25 && real[SEAT_COALITION].pace <= 0.25);
}

static void expect_refused(const WeightTable *table, const char *text, const char *path, const char *message)
{
    Real room[SEAT_COUNT]; /* for either kind */
    Err err;
    cr_expect_not(load(table, text, room, &err), "%s", text);
    support_expect_error(&err, path, message);
    cr_expect_str_eq(err.file, "strategy.json");
}

Test(weights, what_is_wrong_is_named)
{
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\",\"weights\":{\"dare\":101}}", "weights.dare",
                   "found 101, expected a whole number from -5 to 100");
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\",\"weights\":{\"dare\":1.5}}", "weights.dare",
                   "whole number");
    expect_refused(&REAL, HEAD "\"seat\":\"both\",\"weights\":{\"pace\":1.5}}", "weights.pace",
                   "expected a number from 0 to 1");
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\",\"weights\":{\"pace\":1}}", "weights.pace",
                   "there is no such weight; scenarios/game/strategy.schema.json lists them");
    expect_refused(&WHOLE, HEAD "\"seat\":\"north\",\"weights\":{}}", "seat",
                   "found \"north\", expected \"french\"");
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\"}", "", "weights");
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\",\"weights\":{},\"weight\":{}}", "weight", "");
    expect_refused(&WHOLE, HEAD "\"seat\":\"both\",\"weights\":{},\"description\":1}", "description", "");
    expect_refused(&WHOLE,
                   "{\"schema\":\"marshal/strategy/1\",\"game\":\"other\",\"title\":\"t\",\"seat\":\"both\","
                   "\"weights\":{}}",
                   "game", "found \"other\", expected \"game\"");
    expect_refused(&WHOLE,
                   "{\"schema\":\"marshal/strategy/9\",\"game\":\"game\",\"title\":\"t\",\"seat\":\"both\","
                   "\"weights\":{}}",
                   "schema", "expected \"marshal/strategy/1\"");
    expect_refused(&WHOLE, "[]", "", "");
}
