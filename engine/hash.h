/* hash.h: SHA-256 for what people compare (scenario and seed fingerprints), FNV-1a for what tests compare.
 *
 * SHA-256 comes from libmd. FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) is not cryptographic: it only has to
 * change when behaviour changes. Both depend on the bytes alone; no state, safe from any thread.
 */
#ifndef MARSHAL_ENGINE_HASH_H
#define MARSHAL_ENGINE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_SHA256_HEX_BYTES = 65 }; /* 64 hex digits and the NUL */

/* SHA-256 of size bytes as lower-case hex text. */
void hash_sha256(const void *data, size_t size, char hex[HASH_SHA256_HEX_BYTES]);

#define HASH_FNV1A_START 0xCBF29CE484222325ULL

/* Adds size bytes to a running 64-bit FNV-1a hash, which begins as HASH_FNV1A_START. */
uint64_t hash_fnv1a(uint64_t hash, const void *data, size_t size);

#endif
