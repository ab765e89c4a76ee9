/* hash.c: the only place that knows libmd. */
#include "engine/hash.h"

/* sha2.h uses the BSD fixed-width names of <sys/types.h> */
#include <assert.h>
#include <sys/types.h>

#include <sha2.h>

void hash_sha256(const void *data, size_t size, char hex[HASH_SHA256_HEX_BYTES])
{
    assert(data != NULL || size == 0);
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, data, size);
    SHA256Final(digest, &context);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = digits[digest[i] >> 4U];
        hex[2 * i + 1] = digits[digest[i] & 15U];
    }
    hex[2 * sizeof digest] = '\0';
}

uint64_t hash_fnv1a(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001B3ULL;
    }
    return hash;
}
