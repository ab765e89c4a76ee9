/* jsonout.c: JSON text, one value at a time. */
#include "engine/jsonout.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

JsonOut jsonout_on(StrBuf *buf) { return (JsonOut){buf, false}; }

/* A comma, if a value stands before; from here on one does. */
static void separate(JsonOut *out)
{
    if (out->comma) {
        strbuf_add_char(out->buf, ',');
    }
    out->comma = true;
}

void jsonout_begin(JsonOut *out, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    separate(out);
    strbuf_add_char(out->buf, bracket);
    out->comma = false;
}

void jsonout_end(JsonOut *out, char bracket)
{
    assert((bracket == '}' || bracket == ']') && out->buf->length > 0);
    strbuf_add_char(out->buf, bracket);
    out->comma = true;
}

void jsonout_key(JsonOut *out, const char *key)
{
    assert(key != NULL);
    separate(out);
    strbuf_add_json(out->buf, key);
    strbuf_add_char(out->buf, ':');
    out->comma = false;
}

void jsonout_text(JsonOut *out, const char *text)
{
    if (text == NULL) {
        jsonout_null(out);
        return;
    }
    separate(out);
    strbuf_add_json(out->buf, text);
}

/* Decimal digits by hand: records and positions hold many numbers, and printf is slow. */
void jsonout_u64(JsonOut *out, uint64_t value)
{
    char digits[24];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    separate(out);
    strbuf_add(out->buf, at);
}

void jsonout_i64(JsonOut *out, int64_t value)
{
    separate(out);
    strbuf_addf(out->buf, "%" PRId64, value);
}

/* The shortest of three precisions that reads back as the same double. */
void jsonout_double(JsonOut *out, double value)
{
    if (!isfinite(value)) {
        jsonout_null(out);
        return;
    }
    char text[32];
    for (int precision = 15; precision <= 17; precision++) {
        (void)snprintf(text, sizeof text, "%.*g", precision, value);
        const double again = strtod(text, NULL);
        if (!(again < value) && !(again > value)) {
            break;
        }
    }
    separate(out);
    strbuf_add(out->buf, text);
}

void jsonout_bool(JsonOut *out, bool value) { jsonout_raw(out, value ? "true" : "false"); }

void jsonout_null(JsonOut *out) { jsonout_raw(out, "null"); }

void jsonout_raw(JsonOut *out, const char *json)
{
    assert(json != NULL && json[0] != '\0');
    separate(out);
    strbuf_add(out->buf, json);
}

void jsonout_key_text(JsonOut *out, const char *key, const char *text)
{
    jsonout_key(out, key);
    jsonout_text(out, text);
}

void jsonout_key_u64(JsonOut *out, const char *key, uint64_t value)
{
    jsonout_key(out, key);
    jsonout_u64(out, value);
}

void jsonout_key_i64(JsonOut *out, const char *key, int64_t value)
{
    jsonout_key(out, key);
    jsonout_i64(out, value);
}

void jsonout_key_double(JsonOut *out, const char *key, double value)
{
    jsonout_key(out, key);
    jsonout_double(out, value);
}

void jsonout_key_bool(JsonOut *out, const char *key, bool value)
{
    jsonout_key(out, key);
    jsonout_bool(out, value);
}

void jsonout_key_null(JsonOut *out, const char *key)
{
    jsonout_key(out, key);
    jsonout_null(out);
}

void jsonout_key_raw(JsonOut *out, const char *key, const char *json)
{
    jsonout_key(out, key);
    jsonout_raw(out, json);
}

void jsonout_texts(JsonOut *out, const char *const *texts, size_t count)
{
    jsonout_begin(out, '[');
    for (size_t i = 0; i < count; i++) {
        jsonout_text(out, texts[i]);
    }
    jsonout_end(out, ']');
}

void jsonout_bytes(JsonOut *out, const uint8_t *values, size_t count)
{
    jsonout_begin(out, '[');
    for (size_t i = 0; i < count; i++) {
        jsonout_u64(out, values[i]);
    }
    jsonout_end(out, ']');
}
