/* aon_files.c: see aon_files.h. */
#include "tests/aon/aon_files.h"

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

const char *const aon_files_scenarios[AON_FILES_SCENARIOS] = {
    "scenarios/aon/1805.json", "scenarios/aon/1809.json", "scenarios/aon/1813.json"};

Pair pair_open(const char *scenario)
{
    Pair pair;
    Err err;
    err_clear(&err);
    cr_assert(json_load(&pair.board, AON_FILES_BOARD, &err), "%s", err.message);
    cr_assert(json_load(&pair.scenario, scenario, &err), "%s", err.message);
    return pair;
}

void pair_close(Pair *pair)
{
    json_release(&pair->board);
    json_release(&pair->scenario);
}

AonData *pair_load(const Pair *pair, Err *err)
{
    const JsonNode board = json_root(&pair->board);
    const JsonNode scenario = json_root(&pair->scenario);
    err_clear(err);
    return aon_data_load(&scenario, &board, err);
}

AonData *pair_load_file(const char *scenario)
{
    Pair pair = pair_open(scenario);
    Err err;
    AonData *data = pair_load(&pair, &err);
    cr_assert_not_null(data, "%s: %s: %s", err.file, err.path, err.message);
    cr_assert_not(err.set);
    pair_close(&pair);
    return data;
}

cJSON *pair_item(const JsonDoc *doc, const char *path)
{
    cJSON *item = doc->root;
    char word[64];
    while (item != NULL && *path != '\0') {
        const size_t size = strcspn(path, ".[]");
        memcpy(word, path, size);
        word[size] = '\0';
        path += size;
        if (size > 0 && cJSON_IsObject(item)) {
            item = cJSON_GetObjectItemCaseSensitive(item, word);
        } else if (size > 0 && word[0] >= '0' && word[0] <= '9' && strlen(word) < 3) {
            item = cJSON_GetArrayItem(item, atoi(word));
        } else if (size > 0) {
            cJSON *child = item->child;
            while (child != NULL &&
                   strcmp(cJSON_GetObjectItemCaseSensitive(child, "id")->valuestring, word) != 0) {
                child = child->next;
            }
            item = child;
        }
        path += *path != '\0' ? 1 : 0;
    }
    return item;
}

void pair_set(const JsonDoc *doc, const char *path, const char *json)
{
    cJSON *item = pair_item(doc, path);
    cJSON *fresh = cJSON_Parse(json);
    cr_assert_not_null(item, "%s", path);
    cr_assert_not_null(fresh, "%s", json);
    cJSON_Delete(item->child);
    cJSON_free(item->valuestring);
    item->child = fresh->child;
    item->valuestring = fresh->valuestring;
    item->valuedouble = fresh->valuedouble;
    item->valueint = fresh->valueint;
    item->type = fresh->type;
    fresh->child = NULL;
    fresh->valuestring = NULL;
    cJSON_Delete(fresh);
}

void pair_remove(const JsonDoc *doc, const char *path, const char *key)
{
    cJSON *item = pair_item(doc, path);
    cr_assert_not_null(item, "%s", path);
    cr_assert(cJSON_HasObjectItem(item, key), "%s.%s", path, key);
    cJSON_DeleteItemFromObjectCaseSensitive(item, key);
}

void pair_add(const JsonDoc *doc, const char *path, const char *key, const char *json)
{
    cJSON *item = pair_item(doc, path);
    cr_assert_not_null(item, "%s", path);
    cJSON_AddItemToObject(item, key, cJSON_Parse(json));
}
