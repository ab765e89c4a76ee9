/* json.c: JSON documents over cJSON. Text is scanned strictly first (json_scan.h); then the tree is built by
 * the library and walked once, without recursion, for what a scan cannot see: duplicate keys and numbers out
 * of range. */
#include "engine/json.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json_scan.h"

enum { JSON_FILE_BYTES_MAX = 8 * 1024 * 1024, JSON_VALUE_TEXT_BYTES = 72 };

/* ---- errors ---- */

/* Appends one step of a path: ".key", "key" at the start, or "[3]". */
static size_t add_step(char *path, size_t size, size_t used, const JsonNode *node)
{
    int added = 0;
    if (node->key != NULL) {
        added = snprintf(path + used, size - used, "%s%s", used > 0 ? "." : "", node->key);
    } else if (node->index >= 0) {
        added = snprintf(path + used, size - used, "[%d]", node->index);
    }
    used += added > 0 ? (size_t)added : 0;
    return used < size ? used : size - 1;
}

/* Writes the way from the root to node; a path too long for the buffer is cut. */
static void path_of(const JsonNode *node, char *path, size_t size)
{
    const JsonNode *way[JSON_DEPTH_MAX + 2];
    size_t steps = 0;
    for (; node != NULL && steps < sizeof way / sizeof way[0]; node = node->parent) {
        way[steps++] = node;
    }
    path[0] = '\0';
    size_t used = 0;
    while (steps > 0) {
        used = add_step(path, size, used, way[--steps]);
    }
}

bool json_error(const JsonNode *node, Err *err, const char *format, ...)
{
    char path[ERR_PATH_BYTES];
    char message[ERR_MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    path_of(node, path, sizeof path);
    (void)err_set(err, node->file, path, "%s", message);
    return false;
}

/* What stands at a node, for messages. */
static const char *describe(const cJSON *item, char text[JSON_VALUE_TEXT_BYTES])
{
    if (cJSON_IsNumber(item)) {
        (void)snprintf(text, JSON_VALUE_TEXT_BYTES, "%.15g", item->valuedouble);
    } else if (cJSON_IsString(item)) {
        (void)snprintf(text, JSON_VALUE_TEXT_BYTES, "\"%.48s%s\"", item->valuestring,
                       strlen(item->valuestring) > 48 ? "..." : "");
    } else {
        (void)snprintf(text, JSON_VALUE_TEXT_BYTES, "%s",
                       cJSON_IsArray(item)    ? "an array"
                       : cJSON_IsObject(item) ? "an object"
                       : cJSON_IsTrue(item)   ? "true"
                       : cJSON_IsFalse(item)  ? "false"
                                              : "null");
    }
    return text;
}

static bool wrong(const JsonNode *node, const char *expected, Err *err)
{
    char text[JSON_VALUE_TEXT_BYTES];
    (void)json_error(node, err, "found %s, expected %s", describe(node->item, text), expected);
    return false;
}

/* ---- checks of a whole tree ---- */

static int compare_keys(const void *a, const void *b)
{
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

static bool key_twice(const JsonNode *object, const char *key, Err *err)
{
    return json_error(object, err, "found the key \"%s\" twice in one object", key);
}

/* Sorting keeps a hostile object with a million keys cheap. */
static bool check_many_keys(const JsonNode *object, size_t count, Err *err)
{
    const char **keys = calloc(count, sizeof *keys);
    if (keys == NULL) {
        return json_error(object, err, "not enough memory for an object of %zu members", count);
    }
    size_t filled = 0;
    for (const cJSON *child = object->item->child; child != NULL; child = child->next) {
        keys[filled++] = child->string;
    }
    qsort(keys, filled, sizeof *keys, compare_keys);
    bool unique = true;
    for (size_t i = 1; unique && i < filled; i++) {
        if (strcmp(keys[i - 1], keys[i]) == 0) {
            unique = key_twice(object, keys[i], err);
        }
    }
    free(keys);
    return unique;
}

static bool check_unique_keys(const JsonNode *object, Err *err)
{
    enum { FEW = 12 };
    const size_t count = (size_t)cJSON_GetArraySize(object->item);
    if (count > FEW) {
        return check_many_keys(object, count, err);
    }
    for (const cJSON *child = object->item->child; child != NULL; child = child->next) {
        for (const cJSON *other = object->item->child; other != child; other = other->next) {
            if (other->string[0] == child->string[0] && strcmp(other->string, child->string) == 0) {
                return key_twice(object, child->string, err);
            }
        }
    }
    return true;
}

static bool check_item(const JsonNode *node, Err *err)
{
    if (cJSON_IsNumber(node->item) && !isfinite(node->item->valuedouble)) {
        return json_error(node, err, "found a number too large to be stored");
    }
    return !cJSON_IsObject(node->item) || check_unique_keys(node, err);
}

/* The node of the sibling after node, within the same parent. */
static JsonNode next_sibling(const JsonNode *node)
{
    return (JsonNode){node->item->next, node->parent, node->item->next->string,
                      node->index >= 0 ? node->index + 1 : -1, node->file};
}

static JsonNode first_child(const JsonNode *node)
{
    const cJSON *child = node->item->child;
    return (JsonNode){child, node, child->string, child->string != NULL ? -1 : 0, node->file};
}

/* Visits every item in file order; the way down is kept in an array, deepest last. */
static bool check_tree(const JsonDoc *doc, Err *err)
{
    JsonNode way[JSON_DEPTH_MAX + 1];
    size_t depth = 0;
    way[0] = json_root(doc);
    for (;;) {
        if (!check_item(&way[depth], err)) {
            return false;
        }
        if (way[depth].item->child != NULL) {
            assert(depth < JSON_DEPTH_MAX);
            way[depth + 1] = first_child(&way[depth]);
            depth++;
            continue;
        }
        while (depth > 0 && way[depth].item->next == NULL) {
            depth--;
        }
        if (depth == 0) {
            return true;
        }
        way[depth] = next_sibling(&way[depth]);
    }
}

/* ---- documents ---- */

bool json_parse(JsonDoc *doc, const char *text, size_t length, const char *file, Err *err)
{
    doc->root = NULL;
    (void)snprintf(doc->file, sizeof doc->file, "%s", file);
    if (length > JSON_FILE_BYTES_MAX) {
        return err_set(err, file, NULL, "found more than %d bytes, the most that is read",
                       JSON_FILE_BYTES_MAX);
    }
    if (!json_scan(text, length, file, err)) {
        return false;
    }
    doc->root = cJSON_ParseWithLength(text, length);
    if (doc->root == NULL) {
        return err_set(err, file, NULL, "cannot be read as JSON (out of memory?)");
    }
    if (!check_tree(doc, err)) {
        json_release(doc);
        return false;
    }
    return true;
}

/* Reads at most JSON_FILE_BYTES_MAX + 1 bytes, so that the caller sees that a file is too long. */
static bool read_stream(FILE *stream, const char *file, char **text, size_t *length, Err *err)
{
    size_t size = 1U << 16;
    *length = 0;
    *text = malloc(size);
    while (*text != NULL) {
        *length += fread(*text + *length, 1, size - *length, stream);
        if (*length < size || size > JSON_FILE_BYTES_MAX) {
            break;
        }
        size *= 2;
        char *larger = realloc(*text, size);
        if (larger == NULL) {
            free(*text);
            *text = NULL;
            break;
        }
        *text = larger;
    }
    if (*text == NULL) {
        return err_set(err, file, NULL, "not enough memory to read the file");
    }
    if (ferror(stream)) {
        free(*text);
        (void)err_set(err, file, NULL, "cannot be read: %s", strerror(errno));
        return false;
    }
    return true;
}

bool json_load(JsonDoc *doc, const char *file, Err *err)
{
    doc->root = NULL;
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        return err_set(err, file, NULL, "cannot be opened: %s", strerror(errno));
    }
    char *text = NULL;
    size_t length = 0;
    const bool read = read_stream(stream, file, &text, &length, err);
    (void)fclose(stream);
    if (!read) {
        return false;
    }
    const bool parsed = json_parse(doc, text, length, file, err);
    free(text);
    return parsed;
}

void json_release(JsonDoc *doc)
{
    cJSON_Delete(doc->root);
    doc->root = NULL;
}

JsonNode json_root(const JsonDoc *doc) { return (JsonNode){doc->root, NULL, NULL, -1, doc->file}; }

/* ---- writing: the library's text, but its printf and malloc are left out where a few bytes will do, since
 * the fingerprint of a large board is what loading takes most time for ---- */

/* As the library writes it. */
static void write_by_library(const cJSON *item, StrBuf *out)
{
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    if (text == NULL) {
        fputs("marshal: out of memory\n", stderr); /* as strbuf.h does: there is no sensible way on */
        exit(EXIT_FAILURE);
    }
    strbuf_add(out, text);
    cJSON_free(text);
}

/* Length of a text without anything that has to be escaped; SIZE_MAX if there is something. */
static size_t plain_length(const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0'; length++) {
        if ((unsigned char)text[length] < 0x20U || text[length] == '"' || text[length] == '\\') {
            return SIZE_MAX;
        }
    }
    return length;
}

static void write_string(const char *text, StrBuf *out)
{
    const size_t length = plain_length(text);
    if (length == SIZE_MAX) {
        cJSON *item = cJSON_CreateStringReference(text);
        write_by_library(item, out);
        cJSON_Delete(item);
        return;
    }
    strbuf_add_char(out, '"');
    strbuf_add_bytes(out, text, length);
    strbuf_add_char(out, '"');
}

/* Numbers of at most nine digits, three of them behind the point: the nearest number to such a decimal is
 * written as that decimal by every version of the library. */
static void write_number(const cJSON *item, StrBuf *out)
{
    enum { THOUSAND = 1000, DECIMALS = 3, TEXT_BYTES = 12 };
    static const double MOST_DIGITS = 999999999.0;
    const double value = item->valuedouble;
    const double thousandths = round(fabs(value) * THOUSAND);
    if (!(thousandths <= MOST_DIGITS) || thousandths / THOUSAND != fabs(value) ||
        (value == 0.0 && signbit(value))) {
        write_by_library(item, out);
        return;
    }
    char text[TEXT_BYTES];
    unsigned at = TEXT_BYTES;
    unsigned long rest = (unsigned long)thousandths;
    for (unsigned place = 0; place < DECIMALS; place++, rest /= 10) {
        if (at < TEXT_BYTES || rest % 10 != 0) { /* no zeros at the end */
            text[--at] = (char)('0' + rest % 10);
        }
    }
    if (at < TEXT_BYTES) {
        text[--at] = '.';
    }
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0.0) {
        text[--at] = '-';
    }
    strbuf_add_bytes(out, text + at, TEXT_BYTES - at);
}

/* An item with its key, if it has one; of an array or object only the beginning. */
static void write_item(const cJSON *item, bool keyed, StrBuf *out)
{
    if (keyed) {
        write_string(item->string, out);
        strbuf_add_char(out, ':');
    }
    if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
        strbuf_add_char(out, cJSON_IsArray(item) ? '[' : '{');
    } else if (cJSON_IsString(item)) {
        write_string(item->valuestring, out);
    } else if (cJSON_IsNumber(item)) {
        write_number(item, out);
    } else {
        strbuf_add(out, cJSON_IsTrue(item) ? "true" : cJSON_IsFalse(item) ? "false" : "null");
    }
}

void json_write(const JsonNode *node, StrBuf *out)
{
    const cJSON *way[JSON_DEPTH_MAX + 1]; /* arrays and objects that are open */
    size_t depth = 0;
    const cJSON *item = node->item;
    write_item(item, false, out);
    for (;;) {
        if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
            assert(depth <= JSON_DEPTH_MAX);
            way[depth++] = item;
            item = item->child;
        } else {
            item = depth > 0 ? item->next : NULL; /* the siblings of the node itself are not asked for */
            if (item != NULL) {
                strbuf_add_char(out, ',');
            }
        }
        while (item == NULL && depth > 0) {
            const cJSON *whole = way[--depth];
            strbuf_add_char(out, cJSON_IsArray(whole) ? ']' : '}');
            item = depth > 0 ? whole->next : NULL;
            if (item != NULL) {
                strbuf_add_char(out, ',');
            }
        }
        if (item == NULL) {
            return;
        }
        write_item(item, cJSON_IsObject(way[depth - 1]), out);
    }
}

bool json_has_root_key(const JsonDoc *doc, const char *path)
{
    const size_t size = strcspn(path, ".[");
    for (const cJSON *child = doc->root->child; child != NULL; child = child->next) {
        if (child->string != NULL && strlen(child->string) == size &&
            strncmp(child->string, path, size) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- members ---- */

bool json_is_object(const JsonNode *node, Err *err)
{
    return cJSON_IsObject(node->item) || wrong(node, "an object", err);
}

bool json_find(const JsonNode *object, const char *key, JsonNode *out)
{
    assert(object->item != NULL && key != NULL);
    const cJSON *item =
        cJSON_IsObject(object->item) ? cJSON_GetObjectItemCaseSensitive(object->item, key) : NULL;
    if (item == NULL) {
        return false;
    }
    *out = (JsonNode){item, object, item->string, -1, object->file};
    return true;
}

bool json_get(const JsonNode *object, const char *key, JsonNode *out, Err *err)
{
    if (!json_is_object(object, err)) {
        return false;
    }
    if (!json_find(object, key, out)) {
        (void)json_error(object, err, "the key \"%s\" is missing", key);
        return false;
    }
    return true;
}

/* Appends "a, b, c" to a message as far as it fits. */
static void list_keys(const char *const *keys, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; keys[i] != NULL && used < size; i++) {
        const int added = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", keys[i]);
        used += added > 0 ? (size_t)added : 0;
    }
}

static bool key_known(const char *key, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        if (strcmp(key, *keys) == 0) {
            return true;
        }
    }
    return false;
}

bool json_only_keys(const JsonNode *object, const char *const *keys, Err *err)
{
    assert(keys != NULL);
    if (!json_is_object(object, err)) {
        return false;
    }
    for (const cJSON *child = object->item->child; child != NULL; child = child->next) {
        if (!key_known(child->string, keys)) {
            const JsonNode node = {child, object, child->string, -1, object->file};
            char list[ERR_MESSAGE_BYTES - 100];
            list_keys(keys, list, sizeof list);
            return json_error(&node, err, "unknown key, expected one of %s", list);
        }
    }
    return true;
}

static bool count_children(const JsonNode *node, size_t max, size_t *count, Err *err)
{
    *count = (size_t)cJSON_GetArraySize(node->item);
    return *count <= max || json_error(node, err, "found %zu entries, expected at most %zu", *count, max);
}

bool json_array(const JsonNode *node, size_t max, size_t *count, Err *err)
{
    *count = 0;
    return (cJSON_IsArray(node->item) || wrong(node, "an array", err)) &&
           count_children(node, max, count, err);
}

static JsonNode entry_of(const JsonNode *parent, const cJSON *item, size_t index)
{
    const bool is_array = cJSON_IsArray(parent->item);
    return (JsonNode){item, parent, item != NULL && !is_array ? item->string : NULL,
                      is_array ? (int)index : -1, parent->file};
}

JsonNode json_at(const JsonNode *array, size_t index)
{
    const cJSON *item = cJSON_GetArrayItem(array->item, (int)index);
    assert(item != NULL);
    return entry_of(array, item, index);
}

bool json_object(const JsonNode *node, size_t max, size_t *count, Err *err)
{
    *count = 0;
    return json_is_object(node, err) && count_children(node, max, count, err);
}

JsonNode json_member(const JsonNode *object, size_t index) { return json_at(object, index); }

JsonNode json_first(const JsonNode *parent) { return entry_of(parent, parent->item->child, 0); }

JsonNode json_next(const JsonNode *entry)
{
    return entry_of(entry->parent, entry->item->next, (size_t)entry->index + 1U);
}

/* ---- values ---- */

bool json_int(const JsonNode *node, long min, long max, long *out, Err *err)
{
    assert(min <= max);
    const double value = cJSON_IsNumber(node->item) ? node->item->valuedouble : 0.5;
    if (value < (double)min || value > (double)max || floor(value) < value) {
        char expected[80];
        (void)snprintf(expected, sizeof expected, "a whole number from %ld to %ld", min, max);
        return wrong(node, expected, err);
    }
    *out = (long)value;
    return true;
}

bool json_double(const JsonNode *node, double min, double max, double *out, Err *err)
{
    assert(min <= max);
    if (!cJSON_IsNumber(node->item) || node->item->valuedouble < min || node->item->valuedouble > max) {
        char expected[80];
        (void)snprintf(expected, sizeof expected, "a number from %g to %g", min, max);
        return wrong(node, expected, err);
    }
    *out = node->item->valuedouble;
    return true;
}

bool json_bool(const JsonNode *node, bool *out, Err *err)
{
    if (!cJSON_IsBool(node->item)) {
        return wrong(node, "true or false", err);
    }
    *out = cJSON_IsTrue(node->item);
    return true;
}

bool json_string(const JsonNode *node, const char **out, Err *err)
{
    if (!cJSON_IsString(node->item)) {
        return wrong(node, "a string", err);
    }
    *out = node->item->valuestring;
    return true;
}

bool json_is_null(const JsonNode *node) { return cJSON_IsNull(node->item); }

bool json_get_int(const JsonNode *object, const char *key, long min, long max, long *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && json_int(&node, min, max, out, err);
}

bool json_get_bool(const JsonNode *object, const char *key, bool *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && json_bool(&node, out, err);
}

bool json_get_string(const JsonNode *object, const char *key, const char **out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && json_string(&node, out, err);
}
