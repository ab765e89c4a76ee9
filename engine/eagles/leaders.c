/* leaders.c: whose a leader is, where he goes when his troops are gone (map 0, 7.4). */
#include "engine/eagles/rules.h"

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CAPTIVITY = 12 }; /* months in the grand campaign (9.7) */

unsigned eagles_leader_colour(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesLeader *l = &p->d->leader[leader];
    return l->nation == EAGLES_NONE ? l->colour : p->s->nation[l->nation].colour;
}

unsigned eagles_leader_side(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesLeader *l = &p->d->leader[leader];
    return l->nation == EAGLES_NONE ? p->s->colour_side[l->colour] : p->s->nation[l->nation].side;
}

/* Leaders as bits, all of them looked at in a few steps: this is asked more often than anything else. */
enum { WORD = 64, WORDS = (EAGLES_LEADERS_MAX + WORD - 1) / WORD };
typedef struct LeaderBits {
    uint64_t word[WORDS];
} LeaderBits;
_Static_assert(EAGLES_LEADERS_MAX == 96 + 8, "blocks of leaders end where they do");

/* bits_within: those in any of so many places from the first on, one or more.
 * bits_flagged: those who carry any of some flags. */
#if defined(__AVX512BW__) && defined(__AVX512VL__)
static inline LeaderBits bits_within(const EaglesState *s, uint16_t first, uint16_t places)
{
    const __m512i from = _mm512_set1_epi16((short)first);
    const __m512i span = _mm512_set1_epi16((short)places);
    uint64_t mask[3];
    for (unsigned i = 0; i < 3; i++) {
        const __m512i offset = _mm512_sub_epi16(_mm512_loadu_si512(&s->leader_at[32 * i]), from);
        mask[i] = _mm512_cmplt_epu16_mask(offset, span);
    }
    const __m128i eight = _mm_loadu_si128((const __m128i *)(const void *)&s->leader_at[96]);
    const __m128i offset = _mm_sub_epi16(eight, _mm512_castsi512_si128(from));
    const uint64_t last = _mm_cmplt_epu16_mask(offset, _mm512_castsi512_si128(span));
    return (LeaderBits){{mask[0] | mask[1] << 32U, mask[2] | last << 32U}};
}

static inline LeaderBits bits_flagged(const EaglesState *s, uint8_t flags)
{
    const __m512i wanted = _mm512_set1_epi8((char)flags);
    const __m256i middle = _mm256_loadu_si256((const __m256i *)(const void *)&s->leader_flag[64]);
    const __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)&s->leader_flag[96]);
    const uint64_t first = _mm512_test_epi8_mask(_mm512_loadu_si512(s->leader_flag), wanted);
    const uint64_t next = _mm256_test_epi8_mask(middle, _mm512_castsi512_si256(wanted));
    const uint64_t last = _mm_test_epi8_mask(eight, _mm512_castsi512_si128(wanted));
    return (LeaderBits){{first, next | last << 32U}};
}
#elif defined(__SSE2__)
static inline __m128i load_sixteen(const void *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

/* All ones for each of eight leaders who is in one of the places. */
static inline __m128i eight_within(const uint16_t at[8], __m128i first, __m128i most)
{
    const __m128i offset = _mm_sub_epi16(load_sixteen(at), first);
    return _mm_cmpeq_epi16(_mm_subs_epu16(offset, most), _mm_setzero_si128());
}

static inline LeaderBits bits_within(const EaglesState *s, uint16_t first, uint16_t places)
{
    const __m128i from = _mm_set1_epi16((short)first);
    const __m128i most = _mm_set1_epi16((short)(places - 1));
    LeaderBits bits = {{0}};
    for (unsigned l = 0; l < 96; l += 16) {
        const __m128i both = _mm_packs_epi16(eight_within(&s->leader_at[l], from, most),
                                             eight_within(&s->leader_at[l + 8], from, most));
        bits.word[l / WORD] |= (uint64_t)(unsigned)_mm_movemask_epi8(both) << l % WORD;
    }
    const __m128i last = _mm_packs_epi16(eight_within(&s->leader_at[96], from, most), _mm_setzero_si128());
    bits.word[1] |= (uint64_t)(unsigned)_mm_movemask_epi8(last) << 32U;
    return bits;
}

/* The bits of sixteen bytes that have none of some bits. */
static inline unsigned sixteen_without(__m128i bytes, __m128i wanted)
{
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(bytes, wanted), _mm_setzero_si128()));
}

static inline LeaderBits bits_flagged(const EaglesState *s, uint8_t flags)
{
    const __m128i wanted = _mm_set1_epi8((char)flags);
    LeaderBits bits = {{0}};
    for (unsigned l = 0; l < 96; l += 16) {
        const uint64_t without = sixteen_without(load_sixteen(&s->leader_flag[l]), wanted);
        bits.word[l / WORD] |= (without ^ 0xFFFFU) << l % WORD;
    }
    const __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)&s->leader_flag[96]);
    bits.word[1] |= (uint64_t)(sixteen_without(eight, wanted) ^ 0xFFFFU) << 32U;
    return bits;
}
#else
static inline LeaderBits bits_within(const EaglesState *s, uint16_t first, uint16_t places)
{
    LeaderBits bits = {{0}};
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        bits.word[l / WORD] |= (uint64_t)((uint16_t)(s->leader_at[l] - first) < places) << l % WORD;
    }
    return bits;
}

static inline LeaderBits bits_flagged(const EaglesState *s, uint8_t flags)
{
    LeaderBits bits = {{0}};
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        bits.word[l / WORD] |= (uint64_t)((s->leader_flag[l] & flags) != 0) << l % WORD;
    }
    return bits;
}
#endif

static void list_bits(const LeaderBits *bits, EaglesLeaders *leaders)
{
    leaders->count = 0;
    for (unsigned word = 0; word < WORDS; word++) {
        for (uint64_t left = bits->word[word]; left != 0; left &= left - 1) {
            leaders->leader[leaders->count++] = (uint8_t)(word * WORD + (unsigned)__builtin_ctzll(left));
        }
    }
}

void eagles_leaders_in(const EaglesState *s, unsigned place, EaglesLeaders *leaders)
{
    const LeaderBits bits = bits_within(s, (uint16_t)place, 1);
    list_bits(&bits, leaders);
}

void eagles_leaders_flagged(const EaglesState *s, unsigned place, unsigned flag, EaglesLeaders *leaders)
{
    assert(flag <= UINT8_MAX);
    LeaderBits bits = bits_within(s, (uint16_t)place, 1);
    const LeaderBits flagged = bits_flagged(s, (uint8_t)flag);
    for (unsigned word = 0; word < WORDS; word++) {
        bits.word[word] &= flagged.word[word];
    }
    list_bits(&bits, leaders);
}

void eagles_leaders_without(const EaglesState *s, unsigned from, unsigned flags, EaglesLeaders *leaders)
{
    assert(from < EAGLES_OFF_MAP && flags <= UINT8_MAX);
    LeaderBits bits = bits_within(s, (uint16_t)from, (uint16_t)(EAGLES_OFF_MAP - from));
    const LeaderBits flagged = bits_flagged(s, (uint8_t)flags);
    for (unsigned word = 0; word < WORDS; word++) {
        bits.word[word] &= ~flagged.word[word];
    }
    list_bits(&bits, leaders);
}

/* Nearest hex with an SP of the colour and side and no partisan; inside tells whether they are all in a city.
 */
static unsigned nearest_troops(const Play *p, unsigned from, unsigned side, unsigned colour, bool *inside)
{
    const EaglesState *s = p->s;
    unsigned best = EAGLES_NO_HEX;
    unsigned best_distance = UINT32_MAX;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned unit = eagles_row_unit(s, i);
        const bool own = eagles_unit_side(p, unit) == side && eagles_unit_colour(p, unit) == colour;
        if (!own || p->d->unit[unit].type == EAGLES_P || hex == from) {
            continue;
        }
        const unsigned distance = eagles_distance(p->d, from, hex);
        const bool here = (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) != 0;
        if (hex == best) {
            *inside = *inside && here;
        } else if (distance < best_distance) {
            best = hex;
            best_distance = distance;
            *inside = here;
        }
    }
    return best;
}

void eagles_displace(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    assert(eagles_leader_on_map(s, leader));
    bool inside = false;
    const unsigned side = eagles_leader_side(p, leader);
    const unsigned hex =
        nearest_troops(p, s->leader_at[leader], side, eagles_leader_colour(p, leader), &inside);
    const unsigned kept =
        s->leader_flag[leader] & ~(unsigned)(EAGLES_FLAG_INSIDE | EAGLES_FLAG_GROUP | EAGLES_FLAG_SORTIE);
    if (hex == EAGLES_NO_HEX) {
        s->leader_at[leader] = EAGLES_WAITING;
        s->leader_flag[leader] =
            (uint8_t)(kept & EAGLES_LEADER_FOUGHT); /* he rolls for wounds all the same */
    } else {
        s->leader_at[leader] = (uint16_t)hex;
        s->leader_flag[leader] =
            (uint8_t)(kept | EAGLES_LEADER_LATE | (inside ? (unsigned)EAGLES_FLAG_INSIDE : 0U));
    }
    eagles_note(p, EAGLES_EVENT_DISPLACED, side, (const int[]){(int)leader, (int)hex}, 2);
}

/* Where SP of each side are in a hex, as bits. */
enum { STAND_OUTSIDE = 1, STAND_INSIDE = 2 };
static void look_who_stands(const Play *p, unsigned hex, unsigned stand[2])
{
    const EaglesState *s = p->s;
    stand[0] = stand[1] = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned side = eagles_unit_side(p, eagles_row_unit(s, i));
        const bool inside = (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) != 0;
        if (side <= EAGLES_COALITION) {
            stand[side] |= inside ? STAND_INSIDE : STAND_OUTSIDE;
        }
    }
}

void eagles_leaders_alone(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    EaglesLeaders here;
    unsigned stand[2];
    if (p->d->hex[hex].city == EAGLES_NONE && eagles_presence(s, hex) == EAGLES_PRESENT_NOBODY) {
        return; /* most often so where somebody has left: nothing to shelter in, nobody to flee from */
    }
    eagles_leaders_in(s, hex, &here);
    if (here.count > 0) {
        look_who_stands(p, hex, stand);
    }
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        const unsigned side = eagles_leader_side(p, l);
        if (side > EAGLES_COALITION) {
            continue;
        }
        const unsigned own = stand[side];
        if (own == STAND_INSIDE) {
            s->leader_flag[l] |= EAGLES_FLAG_INSIDE;
        } else if ((own & STAND_INSIDE) == 0) {
            s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~EAGLES_FLAG_INSIDE);
        }
        if ((stand[eagles_other(side)] != 0 && own == 0) || eagles_has_partisan(p, hex, side)) {
            eagles_displace(p, l);
        }
    }
}

int eagles_best_leader(const Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value)
{
    const EaglesState *s = p->s;
    EaglesLeaders here;
    int best = -1;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & mask) == value && eagles_leader_side(p, l) == side &&
            (int)p->d->leader[l].leadership > best) {
            best = p->d->leader[l].leadership;
        }
    }
    return best;
}

void eagles_capture_leader(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    const unsigned side = eagles_leader_side(p, leader);
    s->leader_at[leader] = EAGLES_CAPTURED;
    s->leader_flag[leader] = 0;
    s->leader_months[leader] = (p->d->special & EAGLES_CAMPAIGN) != 0 ? CAPTIVITY : 0;
    eagles_note(p, EAGLES_EVENT_CASUALTY, side, (const int[]){(int)leader, 255}, 2);
}

void eagles_capture_leaders(Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value)
{
    const EaglesState *s = p->s;
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & mask) == value && eagles_leader_side(p, l) == side) {
            eagles_capture_leader(p, l);
        }
    }
}
