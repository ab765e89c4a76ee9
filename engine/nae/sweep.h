/* sweep.h: 64 bytes at a time against a value, as bits: how sets are read out of the arrays of the state.
 * Internal to engine/nae. */
#ifndef MARSHAL_ENGINE_NAE_SWEEP_H
#define MARSHAL_ENGINE_NAE_SWEEP_H

#include <stdint.h>

#if defined __AVX2__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

/* Bit i: bytes[i], masked, equals value; 64 bytes are read. */
static inline uint64_t nae_sweep(const uint8_t *bytes, unsigned mask, unsigned value)
{
#if defined __AVX512BW__
    const __m512i all = _mm512_loadu_si512(bytes);
    const __m512i kept = _mm512_and_si512(all, _mm512_set1_epi8((char)mask));
    return (uint64_t)_mm512_cmpeq_epi8_mask(kept, _mm512_set1_epi8((char)value));
#elif defined __AVX2__
    const __m256i wanted = _mm256_set1_epi8((char)value);
    const __m256i filter = _mm256_set1_epi8((char)mask);
    const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    const __m256i first = _mm256_cmpeq_epi8(_mm256_and_si256(low, filter), wanted);
    const __m256i second = _mm256_cmpeq_epi8(_mm256_and_si256(high, filter), wanted);
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(second) << 32U |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(first);
#elif defined __SSE2__
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += 16) {
        const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        const __m128i kept = _mm_and_si128(some, _mm_set1_epi8((char)mask));
        const __m128i same = _mm_cmpeq_epi8(kept, _mm_set1_epi8((char)value));
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(same) << i;
    }
    return bits;
#else
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i++) {
        bits |= (uint64_t)((bytes[i] & mask) == value) << i;
    }
    return bits;
#endif
}

/* Bit i: bytes[i] is not others[i]; 64 bytes of each are read. */
static inline uint64_t nae_sweep_unlike(const uint8_t *bytes, const uint8_t *others)
{
#if defined __AVX512BW__
    return (uint64_t)_mm512_cmpneq_epi8_mask(_mm512_loadu_si512(bytes), _mm512_loadu_si512(others));
#elif defined __SSE2__
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += 16) {
        const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        const __m128i same =
            _mm_cmpeq_epi8(some, _mm_loadu_si128((const __m128i *)(const void *)(others + i)));
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(same) << i;
    }
    return ~bits;
#else
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i++) {
        bits |= (uint64_t)(bytes[i] != others[i]) << i;
    }
    return bits;
#endif
}

/* Bit i: bytes[i] is below limit, which is not 0; 64 bytes are read. */
static inline uint64_t nae_sweep_below(const uint8_t *bytes, unsigned limit)
{
#if defined __AVX512BW__
    return (uint64_t)_mm512_cmplt_epu8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8((char)limit));
#elif defined __AVX2__
    const __m256i most = _mm256_set1_epi8((char)(limit - 1U));
    const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    const __m256i first = _mm256_cmpeq_epi8(_mm256_max_epu8(low, most), most);
    const __m256i second = _mm256_cmpeq_epi8(_mm256_max_epu8(high, most), most);
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(second) << 32U |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(first);
#elif defined __SSE2__
    const __m128i most = _mm_set1_epi8((char)(limit - 1U));
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += 16) {
        const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        const __m128i below = _mm_cmpeq_epi8(_mm_max_epu8(some, most), most);
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(below) << i;
    }
    return bits;
#else
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i++) {
        bits |= (uint64_t)(bytes[i] < limit) << i;
    }
    return bits;
#endif
}

#endif
