/* zonemap.c: bytes of all zones turned into sets, 32 zones at a time where the machine can. */
#include "engine/nae/zonemap.h"

#include "engine/nae/rules.h"

enum { TABLE = 48 }; /* nations, rounded up to three lookups of 16 */

/* All bytes of an array of the state, 256 from offset on: those behind it are the state's own, and their bits
 * are cut off. */
#ifdef __AVX2__

typedef struct Vectors {
    __m256i v[8];
} Vectors;

static Vectors load(const NaeState *s, size_t offset)
{
    const uint8_t *bytes = (const uint8_t *)s + offset;
    Vectors out;
    for (unsigned i = 0; i < 8; i++) {
        out.v[i] = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32 * i));
    }
    return out;
}

/* Zones whose byte, masked, equals value. */
static NaeZones equal(const Vectors *bytes, unsigned mask, unsigned value)
{
    NaeZones set = nae_zones_none();
    const __m256i m = _mm256_set1_epi8((char)mask);
    const __m256i wanted = _mm256_set1_epi8((char)value);
    for (unsigned i = 0; i < 8; i++) {
        const __m256i same = _mm256_cmpeq_epi8(_mm256_and_si256(bytes->v[i], m), wanted);
        set.w[i / 2] |= (uint64_t)(uint32_t)_mm256_movemask_epi8(same) << 32U * (i % 2);
    }
    return set;
}

/* Each byte replaced by its entry of a table of TABLE bytes. */
static Vectors look_up(const Vectors *bytes, const uint8_t table[TABLE])
{
    Vectors out;
    __m256i part[3];
    for (unsigned k = 0; k < 3; k++) {
        part[k] =
            _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(table + 16 * k)));
    }
    for (unsigned i = 0; i < 8; i++) {
        const __m256i b = bytes->v[i];
        __m256i all = _mm256_setzero_si256();
        for (unsigned k = 0; k < 3; k++) {
            const __m256i high = _mm256_srli_epi16(_mm256_and_si256(b, _mm256_set1_epi8((char)0xF0)), 4);
            const __m256i hit = _mm256_cmpeq_epi8(high, _mm256_set1_epi8((char)k));
            const __m256i value = _mm256_shuffle_epi8(part[k], _mm256_and_si256(b, _mm256_set1_epi8(15)));
            all = _mm256_or_si256(all, _mm256_and_si256(hit, value));
        }
        out.v[i] = all;
    }
    return out;
}

#else

typedef struct Vectors {
    uint8_t v[256];
} Vectors;

static Vectors load(const NaeState *s, size_t offset)
{
    Vectors out;
    memcpy(out.v, (const uint8_t *)s + offset, sizeof out.v);
    return out;
}

static NaeZones equal(const Vectors *bytes, unsigned mask, unsigned value)
{
    return (NaeZones){{nae_sweep(bytes->v, mask, value), nae_sweep(bytes->v + 64, mask, value),
                       nae_sweep(bytes->v + 128, mask, value), nae_sweep(bytes->v + 192, mask, value)}};
}

static Vectors look_up(const Vectors *bytes, const uint8_t table[TABLE])
{
    Vectors out;
    for (unsigned z = 0; z < 256; z++) {
        out.v[z] = bytes->v[z] < TABLE ? table[bytes->v[z]] : 0;
    }
    return out;
}

#endif

#if defined __AVX512VBMI2__ && defined __AVX512BW__

/* The bits of some zones, eight lanes for each word of a set. */
typedef struct Spread {
    __m512i w[4];
} Spread;

/* Adds the zones in the lowest eight bytes; shifts by 64 and more give 0. */
static inline void add_eight(Spread *spread, __m512i bytes)
{
    const __m512i zone = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(bytes));
    for (unsigned word = 0; word < 4; word++) {
        const __m512i by = _mm512_sub_epi64(zone, _mm512_set1_epi64(64LL * word));
        spread->w[word] = _mm512_or_si512(spread->w[word], _mm512_sllv_epi64(_mm512_set1_epi64(1), by));
    }
}

/* All lanes of each word in one. */
static inline NaeZones gathered(const Spread *spread)
{
    const __m512i *w = spread->w;
    const __m512i low = _mm512_or_si512(_mm512_unpacklo_epi64(w[0], w[1]), _mm512_unpackhi_epi64(w[0], w[1]));
    const __m512i high =
        _mm512_or_si512(_mm512_unpacklo_epi64(w[2], w[3]), _mm512_unpackhi_epi64(w[2], w[3]));
    const __m256i first = _mm256_or_si256(_mm512_castsi512_si256(low), _mm512_extracti64x4_epi64(low, 1));
    const __m256i last = _mm256_or_si256(_mm512_castsi512_si256(high), _mm512_extracti64x4_epi64(high, 1));
    return (NaeZones){(NaeQuad)_mm256_or_si256(_mm256_permute2x128_si256(first, last, 0x20),
                                               _mm256_permute2x128_si256(first, last, 0x31))};
}

/* Adds so many zones, the first bytes of a line; the others are no zones. */
static inline void add_line(Spread *spread, __m512i bytes, int count)
{
    for (; count > 0; count -= 8) {
        add_eight(spread, bytes);
        bytes = _mm512_alignr_epi64(_mm512_set1_epi8((char)NAE_NONE), bytes, 1);
    }
}

/* The places of the pieces are packed into a line, which has room for those of all but the largest sets, and
 * eight at a time become bits: how often a loop over pieces goes round no machine foresees. */
NaeZones nae_zones_of(const NaeState *s, NaePieces set)
{
    const uint8_t *places = (const uint8_t *)s + offsetof(NaeState, place);
    const __m512i nowhere = _mm512_set1_epi8((char)NAE_NONE);
    const __m512i none = _mm512_setzero_si512();
    Spread spread = {{none, none, none, none}};
    __m512i line = nowhere;
    unsigned count = 0;
    for (unsigned words = nae_quad_words(&set.w); words != 0; words &= words - 1U) {
        const unsigned word = (unsigned)__builtin_ctz(words);
        const __m512i bytes = _mm512_loadu_si512(places + 64 * word);
        const uint64_t here = set.w[word] & _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8((char)NAE_ZONES));
        const unsigned more = (unsigned)__builtin_popcountll(here);
        if (count + more > 64) {
            add_line(&spread, line, (int)count);
            line = nowhere;
            count = 0;
        }
        const __m512i packed = _mm512_mask_compress_epi8(nowhere, here, bytes);
        line = _mm512_mask_expand_epi8(line, ~_bzhi_u64(~0ULL, count), packed);
        count += more;
    }
    add_line(&spread, line, (int)count);
    NaeZones zones = gathered(&spread);
    zones.w[3] &= NAE_LAST_ZONES;
    return zones;
}

#else

/* Most pieces of most sets are off the map. */
NaeZones nae_zones_of(const NaeState *s, NaePieces set)
{
    NaeZones zones = nae_zones_none();
    const NaePieces here = nae_pieces_and(set, nae_pieces_on_map(s));
    for (unsigned word = 0; word < 4; word++) {
        for (uint64_t left = here.w[word]; left != 0; left &= left - 1) {
            nae_zones_add(&zones, s->place[64 * word + (unsigned)__builtin_ctzll(left)]);
        }
    }
    return zones;
}

#endif

static NaeZones known(NaeZones set)
{
    set.w[3] &= NAE_LAST_ZONES;
    return set;
}

NaeZones nae_land_of(const NaeState *s, unsigned nation)
{
    const Vectors owners = load(s, offsetof(NaeState, owner));
    return known(equal(&owners, 255, nation));
}

NaeZones nae_lands_where(const NaeState *s, const uint8_t table[NAE_NATIONS])
{
    uint8_t padded[TABLE] = {0};
    const Vectors owners = load(s, offsetof(NaeState, owner));
    memcpy(padded, table, NAE_NATIONS);
    const Vectors found = look_up(&owners, padded);
    const NaeZones without = equal(&found, 255, 0);
    return known((NaeZones){{~without.w[0], ~without.w[1], ~without.w[2], ~without.w[3]}});
}

static NaeZones seats_of_minors(const NaeData *d, const NaeState *s, unsigned side)
{
    NaeZones seats = nae_zones_none();
    for (unsigned n = NAE_MAJORS; n < NAE_NATIONS; n++) {
        const NaeNation *nation = &d->nation[n];
        if (nation->capitals > 0 && nae_side_of(s, n) == side && nae_is_home(s, nation->capital[0], n)) {
            nae_zones_add(&seats, nation->capital[0]);
        }
    }
    return seats;
}

NaeZoneMap nae_zone_map(const NaeData *d, const NaeState *s, unsigned side)
{
    enum { OURS = 1, THEIRS = 2, OPEN = 4, OUR_MAJOR = 8 };
    NaeZoneMap map;
    uint8_t table[TABLE] = {0};
    for (unsigned n = 0; n < NAE_NATIONS; n++) {
        const unsigned of = nae_side_of(s, n);
        table[n] = (uint8_t)((of == side              ? OURS
                              : of == nae_other(side) ? THEIRS
                                                      : 0) |
                             (of == side && nae_is_major(n) ? OUR_MAJOR : 0) |
                             (of != NAE_NOBODY || nae_open_land(s, n, side) ? OPEN : 0));
    }
    const Vectors owners = load(s, offsetof(NaeState, owner));
    const Vectors bits = load(s, offsetof(NaeState, zone_bits));
    const Vectors kinds = look_up(&owners, table);
    const NaeZones all = d->all_zones;
    map.open = nae_zones_and(all, equal(&kinds, OPEN, OPEN));
    map.ours = nae_zones_and(all, equal(&kinds, OURS, OURS));
    map.our_majors = nae_zones_and(all, equal(&kinds, OUR_MAJOR, OUR_MAJOR));
    map.theirs = nae_zones_and(all, equal(&kinds, THEIRS, THEIRS));
    map.our_seats = seats_of_minors(d, s, side);
    map.our_marker = nae_zones_and(all, equal(&bits, NAE_CONTROL, side + 1U));
    map.their_marker = nae_zones_and(all, equal(&bits, NAE_CONTROL, nae_other(side) + 1U));
    map.besieged = nae_zones_minus(all, equal(&bits, NAE_SIEGE, 0));
    map.owner_fortress = nae_zones_and(d->forts, equal(&bits, NAE_FORTRESS, NAE_FORT_OWNER << 2U));
    const NaeZones held = nae_zones_and(d->forts, equal(&bits, NAE_FORTRESS, (NAE_FORT_EMPIRE + side) << 2U));
    const NaeZones lost =
        nae_zones_and(d->forts, equal(&bits, NAE_FORTRESS, (NAE_FORT_EMPIRE + nae_other(side)) << 2U));
    map.our_fortress = nae_zones_or(held, nae_zones_and(map.owner_fortress, map.ours));
    map.their_fortress = nae_zones_or(lost, nae_zones_and(map.owner_fortress, map.theirs));
    return map;
}
