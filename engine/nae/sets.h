/* sets.h: sets of pieces and of zones, four words each. All are values; loops take the lowest element first.
 */
#ifndef MARSHAL_ENGINE_NAE_SETS_H
#define MARSHAL_ENGINE_NAE_SETS_H

#include "engine/nae/state.h"
#include "engine/nae/sweep.h"

/* Whether two quads have a bit in common. */
static inline bool nae_quads_meet(const NaeQuad *a, const NaeQuad *b)
{
#ifdef __AVX2__
    return _mm256_testz_si256((__m256i)*a, (__m256i)*b) == 0;
#else
    const NaeQuad both = *a & *b;
    return (both[0] | both[1] | both[2] | both[3]) != 0;
#endif
}

/* Bits of the words that are not 0. */
static inline unsigned nae_quad_words(const NaeQuad *a)
{
#ifdef __AVX2__
    const __m256i empty = _mm256_cmpeq_epi64((__m256i)*a, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(empty)) ^ 15U;
#else
    const NaeQuad w = *a;
    return (unsigned)(w[0] != 0) | (unsigned)(w[1] != 0) << 1U | (unsigned)(w[2] != 0) << 2U |
           (unsigned)(w[3] != 0) << 3U;
#endif
}

/* A loop over the elements of a set, which it goes through from word to word: where it is. */
typedef struct NaeLoop {
    NaeQuad w;
    uint64_t left;  /* of the word at hand */
    unsigned words; /* bits of those to come */
    unsigned word;
} NaeLoop;

/* The next element, NAE_NONE after the last. */
static inline unsigned nae_loop_next(NaeLoop *loop)
{
    if (loop->left == 0) {
        if (loop->words == 0) {
            return NAE_NONE;
        }
        loop->word = (unsigned)__builtin_ctz(loop->words);
        loop->words &= loop->words - 1;
        loop->left = loop->w[loop->word];
    }
    const unsigned bit = (unsigned)__builtin_ctzll(loop->left);
    loop->left &= loop->left - 1;
    return 64 * loop->word + bit;
}

/* Bit i, which is below 256. A word written into a set that is read as a whole right after would make the
 * machine wait, so all words are made at once: shifts by 64 and more give 0. */
#ifdef __AVX2__
#define nae_quad_bit(i)                                                                                      \
    ((NaeQuad)_mm256_sllv_epi64(                                                                             \
        _mm256_set1_epi64x(1),                                                                               \
        _mm256_sub_epi64(_mm256_set1_epi64x((long long)(i)), _mm256_setr_epi64x(0, 64, 128, 192))))
#else
#define nae_quad_bit(i)                                                                                      \
    ((NaeQuad){nae_word_bit(i, 0), nae_word_bit(i, 1), nae_word_bit(i, 2), nae_word_bit(i, 3)})
static inline uint64_t nae_word_bit(unsigned i, unsigned word)
{
    return i >> 6U == word ? 1ULL << (i & 63U) : 0;
}
#endif

#define NAE_SET_FUNCTIONS(Set, name)                                                                         \
    static inline Set name##_none(void) { return (Set){{0, 0, 0, 0}}; }                                      \
    static inline bool name##_in(Set set, unsigned i)                                                        \
    {                                                                                                        \
        return (set.w[i >> 6U & 3U] >> (i & 63U) & 1U) != 0;                                                 \
    }                                                                                                        \
    static inline Set name##_one(unsigned i) { return (Set){nae_quad_bit(i)}; }                              \
    static inline void name##_add(Set *set, unsigned i) { set->w |= nae_quad_bit(i); }                       \
    static inline void name##_drop(Set *set, unsigned i) { set->w &= ~nae_quad_bit(i); }                     \
    static inline Set name##_and(Set a, Set b) { return (Set){a.w & b.w}; }                                  \
    static inline Set name##_or(Set a, Set b) { return (Set){a.w | b.w}; }                                   \
    static inline Set name##_minus(Set a, Set b) { return (Set){a.w & ~b.w}; }                               \
    static inline bool name##_empty(Set a) { return !nae_quads_meet(&a.w, &a.w); }                           \
    static inline bool name##_meet(Set a, Set b) { return nae_quads_meet(&a.w, &b.w); }                      \
    static inline bool name##_equal(Set a, Set b)                                                            \
    {                                                                                                        \
        a.w ^= b.w;                                                                                          \
        return !nae_quads_meet(&a.w, &a.w);                                                                  \
    }                                                                                                        \
    static inline unsigned name##_count(Set a)                                                               \
    {                                                                                                        \
        return (unsigned)(__builtin_popcountll(a.w[0]) + __builtin_popcountll(a.w[1]) +                      \
                          __builtin_popcountll(a.w[2]) + __builtin_popcountll(a.w[3]));                      \
    }                                                                                                        \
    static inline NaeLoop name##_loop(Set a) { return (NaeLoop){a.w, 0, nae_quad_words(&a.w), 0}; }          \
    /* Lowest element, NAE_NONE if there is none. */                                                         \
    static inline unsigned name##_first(Set a)                                                               \
    {                                                                                                        \
        const unsigned words = nae_quad_words(&a.w);                                                         \
        if (words == 0) {                                                                                    \
            return NAE_NONE;                                                                                 \
        }                                                                                                    \
        const unsigned word = (unsigned)__builtin_ctz(words);                                                \
        return 64 * word + (unsigned)__builtin_ctzll(a.w[word]);                                             \
    }                                                                                                        \
    /* Lowest element that is not below i, NAE_NONE if there is none. */                                     \
    static inline unsigned name##_from(Set a, unsigned i)                                                    \
    {                                                                                                        \
        for (unsigned word = i >> 6U; word < 4; word++) {                                                    \
            const uint64_t left = word == i >> 6U ? a.w[word] & ~0ULL << (i & 63U) : a.w[word];              \
            if (left != 0) {                                                                                 \
                return 64 * word + (unsigned)__builtin_ctzll(left);                                          \
            }                                                                                                \
        }                                                                                                    \
        return NAE_NONE;                                                                                     \
    }                                                                                                        \
    /* Removes and returns the lowest element, NAE_NONE if there is none: for loops. */                      \
    static inline unsigned name##_take(Set *a)                                                               \
    {                                                                                                        \
        for (unsigned i = 0; i < 4; i++) {                                                                   \
            if (a->w[i] != 0) {                                                                              \
                const unsigned bit = (unsigned)__builtin_ctzll(a->w[i]);                                     \
                a->w[i] &= a->w[i] - 1;                                                                      \
                return 64 * i + bit;                                                                         \
            }                                                                                                \
        }                                                                                                    \
        return NAE_NONE;                                                                                     \
    }

NAE_SET_FUNCTIONS(NaePieces, nae_pieces)
NAE_SET_FUNCTIONS(NaeZones, nae_zones)

/* for each element e (unsigned) of a set; the set is evaluated once. */
#define NAE_EACH_PIECE(e, set) NAE_EACH(e, nae_pieces_loop(set))
#define NAE_EACH_ZONE(e, set)  NAE_EACH(e, nae_zones_loop(set))
#define NAE_EACH(e, loop)                                                                                    \
    for (NaeLoop e##_left = (loop), *e##_p = &e##_left; e##_p != NULL; e##_p = NULL)                         \
        for (unsigned e; (e = nae_loop_next(e##_p)) != NAE_NONE;)

#endif
