/* fuzz_json.c: any bytes as a JSON document: parsed or refused with a place, and written again as text. */
#include <stddef.h>
#include <stdint.h>

#include "engine/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    if (json_parse(&doc, (const char *)data, size, "fuzz.json", &err)) {
        const JsonNode root = json_root(&doc);
        size_t count = 0;
        (void)json_is_object(&root, &err);
        (void)json_array(&root, 1000, &count, &err);
        json_release(&doc);
    }
    return 0;
}
