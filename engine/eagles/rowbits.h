/* rowbits.h: which rows are of some allegiance and carry flags, as bits, many of them looked at in a few
 * steps: whoever goes through all rows of a position most often looks for few of them. */
#ifndef MARSHAL_ENGINE_EAGLES_ROWBITS_H
#define MARSHAL_ENGINE_EAGLES_ROWBITS_H

#include <assert.h>
#include <stdint.h>

#include "engine/eagles/state.h"

#if defined(__AVX512VBMI__)
#include <immintrin.h>
#endif

enum { EAGLES_ROW_WORD = 64, EAGLES_ROW_WORDS = (EAGLES_ROWS_MAX + EAGLES_ROW_WORD - 1) / EAGLES_ROW_WORD };

/* Rows whose unit's allegiance (enum eagles_allegiance) and whose flags are these, as far as the masks go. */
typedef struct EaglesRowLike {
    uint8_t of, allegiance;
    uint8_t with, flags;
} EaglesRowLike;

/* Those of a side; EAGLES_NEUTRAL: of either of the two that fight. */
static inline EaglesRowLike eagles_like_side(unsigned side)
{
    _Static_assert(EAGLES_FRANCE == 0 && EAGLES_COALITION == 1 && EAGLES_NEUTRAL == 2,
                   "the second bit tells");
    return side == EAGLES_NEUTRAL
               ? (EaglesRowLike){.of = EAGLES_NEUTRAL}
               : (EaglesRowLike){.of = EAGLES_ALLEGIANCE_SIDE, .allegiance = (uint8_t)side};
}

/* The same of a side and a colour. */
static inline EaglesRowLike eagles_like_colour(unsigned side, unsigned colour)
{
    const unsigned allegiance = side | colour << (unsigned)EAGLES_ALLEGIANCE_COLOUR_SHIFT;
    return (EaglesRowLike){.of = 0xFF & ~EAGLES_ALLEGIANCE_PARTISAN, .allegiance = (uint8_t)allegiance};
}

#if defined(__AVX512VBMI__)
/* Flags of 32 rows in the lower half, units in the upper; behind the rows in use there are none: where a
 * state ends nothing is read. */
static inline __m512i eagles_row_bytes(const EaglesState *s, unsigned first)
{
    const __m512i low = first < s->rows ? _mm512_loadu_si512(&s->row_key[first]) : _mm512_setzero_si512();
    const __m512i high = first + EAGLES_ROW_BLOCK < s->rows
                             ? _mm512_loadu_si512(&s->row_key[first + EAGLES_ROW_BLOCK])
                             : _mm512_setzero_si512();
    const __m512i flags = _mm512_set_epi8(125, 121, 117, 113, 109, 105, 101, 97, 93, 89, 85, 81, 77, 73, 69,
                                          65, 61, 57, 53, 49, 45, 41, 37, 33, 29, 25, 21, 17, 13, 9, 5, 1,
                                          124, 120, 116, 112, 108, 104, 100, 96, 92, 88, 84, 80, 76, 72, 68,
                                          64, 60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0);
    return _mm512_permutex2var_epi8(low, flags, high);
}

static inline uint64_t eagles_row_word(const EaglesState *s, unsigned word, EaglesRowLike like)
{
    const unsigned first = word * EAGLES_ROW_WORD;
    const __m512i low = eagles_row_bytes(s, first);
    const __m512i high = eagles_row_bytes(s, first + EAGLES_ROW_WORD / 2);
    const __m512i flags = _mm512_shuffle_i64x2(low, high, 0x44);
    const __m512i units = _mm512_shuffle_i64x2(low, high, 0xEE);
    const __m512i allegiance = _mm512_permutex2var_epi8(
        _mm512_loadu_si512(&s->allegiance[0]), units,
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)&s->allegiance[64])));
    const __mmask64 his =
        _mm512_cmpeq_epi8_mask(_mm512_and_si512(allegiance, _mm512_set1_epi8((char)like.of)),
                               _mm512_set1_epi8((char)like.allegiance));
    return _mm512_mask_cmpeq_epi8_mask(his, _mm512_and_si512(flags, _mm512_set1_epi8((char)like.with)),
                                       _mm512_set1_epi8((char)like.flags));
}

/* Rows whose unit is of a kind: not 0 in a table by unit. Those behind the rows in use may be among them. */
static inline uint64_t eagles_row_kind(const EaglesState *s, unsigned word, const uint8_t *kinds)
{
    const unsigned first = word * EAGLES_ROW_WORD;
    const __m512i low = eagles_row_bytes(s, first);
    const __m512i high = eagles_row_bytes(s, first + EAGLES_ROW_WORD / 2);
    const __m512i units = _mm512_shuffle_i64x2(low, high, 0xEE);
    const __m512i kind = _mm512_permutex2var_epi8(
        _mm512_loadu_si512(&kinds[0]), units,
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)&kinds[64])));
    return _mm512_test_epi8_mask(kind, kind);
}
_Static_assert(EAGLES_UNITS_MAX == 96, "tables by unit fill a vector and a half");
#else
static inline uint64_t eagles_row_word(const EaglesState *s, unsigned word, EaglesRowLike like)
{
    const unsigned first = word * EAGLES_ROW_WORD;
    const unsigned end = first + EAGLES_ROW_WORD < s->rows ? first + EAGLES_ROW_WORD : s->rows;
    uint64_t bits = 0;
    for (unsigned i = end; i-- > first;) {
        const uint32_t key = s->row_key[i];
        const bool is = ((s->allegiance[eagles_key_unit(key)] & like.of) == like.allegiance) &
                        ((key & like.with) == like.flags);
        bits = bits << 1U | is;
    }
    return bits;
}

static inline uint64_t eagles_row_kind(const EaglesState *s, unsigned word, const uint8_t *kinds)
{
    const unsigned first = word * EAGLES_ROW_WORD;
    const unsigned end = first + EAGLES_ROW_WORD < s->rows ? first + EAGLES_ROW_WORD : s->rows;
    uint64_t bits = 0;
    for (unsigned i = end; i-- > first;) {
        bits = bits << 1U | (kinds[eagles_key_unit(s->row_key[i])] != 0);
    }
    return bits;
}
#endif

/* The bits of a word that stand for rows from `first` to before `end`. */
static inline uint64_t eagles_row_range(unsigned word, unsigned first, unsigned end)
{
    const unsigned base = word * EAGLES_ROW_WORD;
    const uint64_t from = first > base ? ~0ULL << (first - base) : ~0ULL;
    const uint64_t before = end < base + EAGLES_ROW_WORD ? (1ULL << (end - base)) - 1U : ~0ULL;
    assert(first < base + EAGLES_ROW_WORD && end >= base);
    return from & before;
}

/* Words that hold the bits of so many rows. */
static inline unsigned eagles_row_words(unsigned rows)
{
    return (rows + EAGLES_ROW_WORD - 1) / EAGLES_ROW_WORD;
}

#endif
