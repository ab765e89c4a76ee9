/* fuzz_summary.c: any bytes as a packed summary of a game from a store: what unpacks packs to the same bytes.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static GameSummary summary;
    uint8_t bytes[SUMMARY_PACKED_MAX];
    if (summary_unpack(&summary, data, size) &&
        (summary_pack(&summary, bytes) != size || memcmp(bytes, data, size) != 0)) {
        abort();
    }
    return 0;
}
