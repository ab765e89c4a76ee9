/* json_override.c: reading or setting one value of a document by its path, as `--set` and balancing do. */
#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/json_scan.h"

/* A walk along a path: the item reached and what it hangs on. */
typedef struct Walk {
    cJSON *parent;
    cJSON *item;
    const char *path; /* whole path, for messages */
    size_t at;        /* next character to read */
    const char *file;
} Walk;

/* Fails with the part of the path that was read so far. */
static bool fail(const Walk *walk, Err *err, const char *message, const char *found)
{
    char way[ERR_PATH_BYTES];
    (void)snprintf(way, sizeof way, "%.*s", (int)(walk->at < sizeof way ? walk->at : sizeof way - 1),
                   walk->path);
    (void)err_set(err, walk->file, way, "override \"%s\": %s%s", walk->path, message, found);
    return false;
}

static bool enter(Walk *walk, cJSON *child)
{
    assert(walk->item != NULL); /* whoever did not find a child has failed */
    walk->parent = walk->item;
    walk->item = child;
    return child != NULL;
}

static bool enter_member(Walk *walk, const char *key, Err *err)
{
    cJSON *child = cJSON_IsObject(walk->item) ? cJSON_GetObjectItemCaseSensitive(walk->item, key) : NULL;
    return enter(walk, child) || fail(walk, err, "there is no key ", key);
}

/* The array element whose "id" is the given text. */
static cJSON *element_by_id(const cJSON *array, const char *id)
{
    for (cJSON *child = array->child; child != NULL; child = child->next) {
        const cJSON *own = cJSON_IsObject(child) ? cJSON_GetObjectItemCaseSensitive(child, "id") : NULL;
        if (own != NULL && cJSON_IsString(own) && strcmp(own->valuestring, id) == 0) {
            return child;
        }
    }
    return NULL;
}

static bool enter_element(Walk *walk, const char *word, Err *err)
{
    if (!cJSON_IsArray(walk->item)) {
        return fail(walk, err, "there is no array for [", word);
    }
    cJSON *child = NULL;
    if (word[0] != '\0' && strlen(word) <= 7 && strspn(word, "0123456789") == strlen(word)) {
        child = cJSON_GetArrayItem(walk->item, (int)strtol(word, NULL, 10));
    }
    if (child == NULL) {
        child = element_by_id(walk->item, word);
    }
    return enter(walk, child) || fail(walk, err, "there is no element with the index or id ", word);
}

/* Reads the characters up to one of stops into word; fails if there are none or too many. */
static bool take_word(Walk *walk, const char *stops, char *word, size_t size, Err *err)
{
    const size_t length = strcspn(walk->path + walk->at, stops);
    if (length == 0 || length >= size) {
        return fail(walk, err, "expected a path such as a.b[2].c or a[id].b", "");
    }
    memcpy(word, walk->path + walk->at, length);
    word[length] = '\0';
    walk->at += length;
    return true;
}

/* One step: "[word]", ".key", or "key" at the start. */
static bool step(Walk *walk, Err *err)
{
    char word[128];
    if (walk->path[walk->at] == '[') {
        walk->at++;
        if (!take_word(walk, "]", word, sizeof word, err)) {
            return false;
        }
        if (walk->path[walk->at] != ']') {
            return fail(walk, err, "expected ']'", "");
        }
        walk->at++;
        return enter_element(walk, word, err);
    }
    if (walk->at > 0) {
        if (walk->path[walk->at] != '.') {
            return fail(walk, err, "expected '.' or '[' or the end", "");
        }
        walk->at++;
    }
    return take_word(walk, ".[", word, sizeof word, err) && enter_member(walk, word, err);
}

static bool is_scalar(const cJSON *item) { return !cJSON_IsArray(item) && !cJSON_IsObject(item); }

/* null stands for "not given" and may be replaced by any scalar. */
static bool same_kind(const cJSON *old, const cJSON *new_item)
{
    return is_scalar(new_item) && (cJSON_IsNull(old) || (cJSON_IsBool(old) && cJSON_IsBool(new_item)) ||
                                   (old->type & 0xFF) == (new_item->type & 0xFF));
}

static const char *kind_name(const cJSON *item)
{
    return cJSON_IsNumber(item)   ? "a number"
           : cJSON_IsString(item) ? "a string"
           : cJSON_IsBool(item)   ? "true or false"
                                  : "a number, a string, true or false";
}

/* The new item, or NULL. Text that is no JSON, or stands where a string stood, is a bare word. */
static cJSON *read_value(const Walk *walk, const char *value, Err *err)
{
    JsonDoc doc;
    Err ignored;
    assert(is_scalar(walk->item));
    err_clear(&ignored);
    const bool parsed = json_parse(&doc, value, strlen(value), walk->file, &ignored);
    if (parsed && same_kind(walk->item, doc.root)) {
        return doc.root;
    }
    if (parsed) {
        json_release(&doc);
    }
    /* A bare word must still be a text that json_scan would let through between quotes. */
    StrBuf quoted;
    strbuf_init(&quoted);
    strbuf_add_json(&quoted, value);
    cJSON *word = NULL;
    if (cJSON_IsString(walk->item) && json_scan(quoted.text, quoted.length, walk->file, &ignored)) {
        word = cJSON_CreateString(value);
    }
    strbuf_release(&quoted);
    if (word == NULL) {
        char text[160];
        (void)snprintf(text, sizeof text, "found %.100s, expected %s", value, kind_name(walk->item));
        (void)fail(walk, err, text, "");
    }
    return word;
}

/* Goes all the way along a path. */
static bool go(Walk *walk, Err *err)
{
    do {
        if (!step(walk, err)) {
            return false;
        }
    } while (walk->path[walk->at] != '\0');
    return true;
}

bool json_path_number(const JsonDoc *doc, const char *path, double *value, bool *is_flag, Err *err)
{
    Walk walk = {NULL, doc->root, path, 0, doc->file};
    if (!go(&walk, err)) {
        return false;
    }
    *is_flag = cJSON_IsBool(walk.item) != 0;
    if (!*is_flag && !cJSON_IsNumber(walk.item)) {
        return fail(&walk, err, "expected a number, true or false there", "");
    }
    *value = *is_flag ? (cJSON_IsTrue(walk.item) ? 1.0 : 0.0) : walk.item->valuedouble;
    return true;
}

bool json_override(JsonDoc *doc, const char *path, const char *value, Err *err)
{
    Walk walk = {NULL, doc->root, path, 0, doc->file};
    if (!go(&walk, err)) {
        return false;
    }
    if (!is_scalar(walk.item)) {
        return fail(&walk, err, "this is an array or object, only single values can be set", "");
    }
    cJSON *item = read_value(&walk, value, err);
    if (item == NULL) {
        return false;
    }
    /* Members keep their key: only the call by key copies it to the new item. */
    const bool done = cJSON_IsObject(walk.parent)
                          ? cJSON_ReplaceItemInObjectCaseSensitive(walk.parent, walk.item->string, item) != 0
                          : cJSON_ReplaceItemViaPointer(walk.parent, walk.item, item) != 0;
    if (!done) {
        cJSON_Delete(item);
        return err_set(err, doc->file, path, "not enough memory");
    }
    return true;
}
