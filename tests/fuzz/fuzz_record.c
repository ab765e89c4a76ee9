/* fuzz_record.c: any bytes as a record: replayed as far as it holds, or refused with its line. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Replay replay;
    Err err;
    err_clear(&err);
    if (replay_open_text(&replay, "fuzz.jsonl", (const char *)data, size, true, &err)) {
        (void)replay_advance(&replay, UINT64_MAX, &err);
        replay_release(&replay);
    }
    return 0;
}
