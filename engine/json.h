/* json.h: reading JSON with errors that name the file and the path inside it. The only place that knows
 * cJSON.
 *
 * A JsonDoc owns a parsed file. A JsonNode is a cheap value that points at one item of it and remembers the
 * way there (its parent node must outlive it: nodes live on the caller's stack, parents in outer scopes), so
 * that an error can say "board.json: places[12].adjacent[3]: found ...". Keys are
 * case-sensitive. Nesting deeper than 64, files over 8 MiB, NUL bytes, duplicate keys and text after the
 * value are refused. All readers return false and fill err on a wrong type or range. Strings are borrowed
 * from the doc.
 */
#ifndef MARSHAL_ENGINE_JSON_H
#define MARSHAL_ENGINE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/err.h"
#include "engine/strbuf.h"

struct cJSON;

typedef struct JsonDoc {
    struct cJSON *root;
    char file[ERR_FILE_BYTES];
} JsonDoc;

typedef struct JsonNode {
    const struct cJSON *item;
    const struct JsonNode *parent; /* NULL at the root */
    const char *key;               /* key in the parent object, or NULL */
    int index;                     /* index in the parent array, or -1 */
    const char *file;
} JsonNode;

/* Reads a file. On failure nothing needs releasing. */
bool json_load(JsonDoc *doc, const char *file, Err *err);
/* Parses text; file is the name used in messages. */
bool json_parse(JsonDoc *doc, const char *text, size_t length, const char *file, Err *err);
void json_release(JsonDoc *doc);
JsonNode json_root(const JsonDoc *doc);

/* Canonical text: keys in file order, no spaces. Used for hashing and embedding. */
void json_write(const JsonNode *node, StrBuf *out);

/* Sets a number, string or boolean at path ("a.b[2].c", "[id]" picks the array element whose "id" is that):
 * the path must exist and hold a value of the same kind. value is JSON text, or a bare word taken as a
 * string. */
bool json_override(JsonDoc *doc, const char *path, const char *value, Err *err);
/* The value at a path as a number: false and true count as 0 and 1, and *is_flag tells which it was. False
 * and err if there is no such place, or something else stands there. */
bool json_path_number(const JsonDoc *doc, const char *path, double *value, bool *is_flag, Err *err);
/* True if the first key of path exists in the document's root object. */
bool json_has_root_key(const JsonDoc *doc, const char *path);

/* Members of an object. json_get fails if the key is missing; json_find returns false without an error. */
bool json_get(const JsonNode *object, const char *key, JsonNode *out, Err *err);
bool json_find(const JsonNode *object, const char *key, JsonNode *out);
/* Fails if the object has a key that is not in the NULL-terminated list: catches typos. */
bool json_only_keys(const JsonNode *object, const char *const *keys, Err *err);

bool json_is_object(const JsonNode *node, Err *err);
/* Number of elements of an array; fails if node is none or it has more than max. */
bool json_array(const JsonNode *node, size_t max, size_t *count, Err *err);
JsonNode json_at(const JsonNode *array, size_t index);
/* Members of an object in file order, for objects used as maps: index from 0; the node's key is set. */
bool json_object(const JsonNode *node, size_t max, size_t *count, Err *err);
JsonNode json_member(const JsonNode *object, size_t index);
/* The first entry of an array or object, and the one after another: for long ones, since json_at and
 * json_member count from the first each time. After the last, and in an empty one, json_is_end. */
JsonNode json_first(const JsonNode *parent);
JsonNode json_next(const JsonNode *entry);
static inline bool json_is_end(const JsonNode *entry) { return entry->item == NULL; }

bool json_int(const JsonNode *node, long min, long max, long *out, Err *err);
bool json_double(const JsonNode *node, double min, double max, double *out, Err *err);
bool json_bool(const JsonNode *node, bool *out, Err *err);
bool json_string(const JsonNode *node, const char **out, Err *err);
bool json_is_null(const JsonNode *node);

/* The same for a member in one call. */
bool json_get_int(const JsonNode *object, const char *key, long min, long max, long *out, Err *err);
bool json_get_bool(const JsonNode *object, const char *key, bool *out, Err *err);
bool json_get_string(const JsonNode *object, const char *key, const char **out, Err *err);

/* Fills err with the node's file and path; returns false. */
bool json_error(const JsonNode *node, Err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
