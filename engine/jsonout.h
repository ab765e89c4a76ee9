/* jsonout.h: writing JSON text into a StrBuf without minding commas.
 *
 * A JsonOut remembers only whether the next item needs a comma before it, so it is a value without ownership;
 * the StrBuf belongs to the caller. Calls nest as the text does. The output has no spaces or line feeds, so
 * that one object is one line of a JSON Lines file.
 *     JsonOut out = jsonout_on(&buf);
 *     jsonout_begin(&out, '{');
 *     jsonout_key(&out, "games"); jsonout_u64(&out, 3);
 *     jsonout_end(&out, '}');
 */
#ifndef MARSHAL_ENGINE_JSONOUT_H
#define MARSHAL_ENGINE_JSONOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/strbuf.h"

typedef struct JsonOut {
    StrBuf *buf; /* borrowed */
    bool comma;  /* a value stands before the next one at this level */
} JsonOut;

/* A writer that appends to buf. */
JsonOut jsonout_on(StrBuf *buf);

/* Opens '{' or '[', closes '}' or ']'. */
void jsonout_begin(JsonOut *out, char bracket);
void jsonout_end(JsonOut *out, char bracket);

/* Key of the next member of an object. */
void jsonout_key(JsonOut *out, const char *key);

/* One value. Doubles are written so that they read back the same (%.17g at most); NaN and infinities, which
 * JSON does not have, become null, and so does a NULL text. */
void jsonout_text(JsonOut *out, const char *text);
void jsonout_u64(JsonOut *out, uint64_t value);
void jsonout_i64(JsonOut *out, int64_t value);
void jsonout_double(JsonOut *out, double value);
void jsonout_bool(JsonOut *out, bool value);
void jsonout_null(JsonOut *out);
/* JSON text made elsewhere, taken over as it is. */
void jsonout_raw(JsonOut *out, const char *json);

/* A key with its value. */
void jsonout_key_text(JsonOut *out, const char *key, const char *text);
void jsonout_key_u64(JsonOut *out, const char *key, uint64_t value);
void jsonout_key_i64(JsonOut *out, const char *key, int64_t value);
void jsonout_key_double(JsonOut *out, const char *key, double value);
void jsonout_key_bool(JsonOut *out, const char *key, bool value);
void jsonout_key_null(JsonOut *out, const char *key);
void jsonout_key_raw(JsonOut *out, const char *key, const char *json);

/* An array of texts, such as overrides. */
void jsonout_texts(JsonOut *out, const char *const *texts, size_t count);

/* An array of small numbers, such as dice. */
void jsonout_bytes(JsonOut *out, const uint8_t *values, size_t count);

#endif
