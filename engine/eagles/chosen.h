/* chosen.h: which of many leaders or ships are in a place or carry flags, as bits, all of them looked at in a
 * few steps: this is asked more often than anything else. */
#ifndef MARSHAL_ENGINE_EAGLES_CHOSEN_H
#define MARSHAL_ENGINE_EAGLES_CHOSEN_H

#include <assert.h>
#include <stdint.h>

#if defined(__AVX512BW__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    EAGLES_CHOSEN_MAX = 128,
    EAGLES_CHOSEN_WORD = 64,
    EAGLES_CHOSEN_WORDS = EAGLES_CHOSEN_MAX / EAGLES_CHOSEN_WORD
};
typedef struct EaglesChosen {
    uint64_t word[EAGLES_CHOSEN_WORDS];
} EaglesChosen;

/* `of`, how many there are, is a multiple of eight everywhere here, and known to the compiler.
 * eagles_choose_within: those in any of so many places from the first on, one or more.
 * eagles_choose_at: those in one place.
 * eagles_choose_flagged: those whose flags, as far as the mask goes, are these. */
#if defined(__AVX512BW__)
static inline EaglesChosen eagles_choose_within(const uint16_t *at, unsigned of, uint16_t first,
                                                uint16_t places)
{
    enum { BLOCK = 32 };
    const __m512i from = _mm512_set1_epi16((short)first);
    const __m512i span = _mm512_set1_epi16((short)places);
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += BLOCK) {
        const __mmask32 there = of - i >= BLOCK ? ~0U : (1U << (of - i)) - 1U;
        const __m512i offset = _mm512_sub_epi16(_mm512_maskz_loadu_epi16(there, &at[i]), from);
        const uint64_t bits = _mm512_mask_cmplt_epu16_mask(there, offset, span);
        chosen.word[i / EAGLES_CHOSEN_WORD] |= bits << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_flagged(const uint8_t *flags, unsigned of, uint8_t mask,
                                                 uint8_t value)
{
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += EAGLES_CHOSEN_WORD) {
        const __mmask64 there = of - i >= EAGLES_CHOSEN_WORD ? ~0ULL : (1ULL << (of - i)) - 1U;
        const __m512i kept =
            _mm512_and_si512(_mm512_maskz_loadu_epi8(there, &flags[i]), _mm512_set1_epi8((char)mask));
        chosen.word[i / EAGLES_CHOSEN_WORD] =
            _mm512_mask_cmpeq_epi8_mask(there, kept, _mm512_set1_epi8((char)value));
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_at(const uint16_t *at, unsigned of, uint16_t place)
{
    enum { BLOCK = 32 };
    const __m512i here = _mm512_set1_epi16((short)place);
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += BLOCK) {
        const __mmask32 there = of - i >= BLOCK ? ~0U : (1U << (of - i)) - 1U;
        const uint64_t bits =
            _mm512_mask_cmpeq_epi16_mask(there, _mm512_maskz_loadu_epi16(there, &at[i]), here);
        chosen.word[i / EAGLES_CHOSEN_WORD] |= bits << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}
#elif defined(__SSE2__)
/* The bits of eight, by the lowest of two bytes of each that are all ones or zero. */
static inline uint64_t eagles_bits_of_eight(__m128i whether)
{
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(whether, _mm_setzero_si128()));
}

static inline EaglesChosen eagles_choose_within(const uint16_t *at, unsigned of, uint16_t first,
                                                uint16_t places)
{
    enum { BLOCK = 8 };
    const __m128i from = _mm_set1_epi16((short)first);
    const __m128i most = _mm_set1_epi16((short)(places - 1));
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += BLOCK) {
        const __m128i offset = _mm_sub_epi16(_mm_loadu_si128((const __m128i *)(const void *)&at[i]), from);
        const __m128i whether = _mm_cmpeq_epi16(_mm_subs_epu16(offset, most), _mm_setzero_si128());
        chosen.word[i / EAGLES_CHOSEN_WORD] |= eagles_bits_of_eight(whether) << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_flagged(const uint8_t *flags, unsigned of, uint8_t mask,
                                                 uint8_t value)
{
    enum { BLOCK = 8 };
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += BLOCK) {
        const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)&flags[i]);
        const __m128i kept = _mm_and_si128(bytes, _mm_set1_epi8((char)mask));
        const __m128i whether = _mm_cmpeq_epi8(kept, _mm_set1_epi8((char)value));
        const uint64_t bits = (unsigned)_mm_movemask_epi8(whether) & 0xFFU;
        chosen.word[i / EAGLES_CHOSEN_WORD] |= bits << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_at(const uint16_t *at, unsigned of, uint16_t place)
{
    enum { BLOCK = 8 };
    const __m128i here = _mm_set1_epi16((short)place);
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i += BLOCK) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)&at[i]);
        chosen.word[i / EAGLES_CHOSEN_WORD] |= eagles_bits_of_eight(_mm_cmpeq_epi16(block, here))
                                               << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}
#else
static inline EaglesChosen eagles_choose_within(const uint16_t *at, unsigned of, uint16_t first,
                                                uint16_t places)
{
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i++) {
        const uint64_t whether = (uint16_t)(at[i] - first) < places;
        chosen.word[i / EAGLES_CHOSEN_WORD] |= whether << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_flagged(const uint8_t *flags, unsigned of, uint8_t mask,
                                                 uint8_t value)
{
    EaglesChosen chosen = {{0}};
    for (unsigned i = 0; i < of; i++) {
        const uint64_t whether = (flags[i] & mask) == value;
        chosen.word[i / EAGLES_CHOSEN_WORD] |= whether << i % EAGLES_CHOSEN_WORD;
    }
    return chosen;
}

static inline EaglesChosen eagles_choose_at(const uint16_t *at, unsigned of, uint16_t place)
{
    return eagles_choose_within(at, of, place, 1);
}
#endif

/* The first so many. */
static inline EaglesChosen eagles_chosen_first(unsigned count)
{
    assert(count < EAGLES_CHOSEN_MAX);
    const uint64_t part = (1ULL << count % EAGLES_CHOSEN_WORD) - 1U;
    return count < EAGLES_CHOSEN_WORD ? (EaglesChosen){{part, 0}} : (EaglesChosen){{~0ULL, part}};
}

/* Those of both. */
static inline EaglesChosen eagles_chosen_both(EaglesChosen a, EaglesChosen b)
{
    return (EaglesChosen){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

/* Those of either. */
static inline EaglesChosen eagles_chosen_either(EaglesChosen a, EaglesChosen b)
{
    return (EaglesChosen){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

/* Those of one and not of the other. */
static inline EaglesChosen eagles_chosen_except(EaglesChosen a, EaglesChosen b)
{
    return (EaglesChosen){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Lists them, ascending; list has room for all. How many. */
static inline unsigned eagles_list_chosen(EaglesChosen chosen, uint8_t *list)
{
    unsigned count = 0;
    for (unsigned word = 0; word < EAGLES_CHOSEN_WORDS; word++) {
        for (uint64_t left = chosen.word[word]; left != 0; left &= left - 1) {
            list[count++] = (uint8_t)(word * EAGLES_CHOSEN_WORD + (unsigned)__builtin_ctzll(left));
        }
    }
    return count;
}

#endif
