/* outlook.c: whether what a scratch remembers of the map still holds (scratch.h). */
#include <assert.h>

#include "engine/nae/scratch.h"

enum { PLACE = 0, MARKS = offsetof(NaeState, bits) - offsetof(NaeState, place) };
enum {
    OWNER = offsetof(NaeState, owner) - offsetof(NaeState, place),
    ZONE_BITS = offsetof(NaeState, zone_bits) - offsetof(NaeState, place),
    OWNED = offsetof(NaeState, owned) - offsetof(NaeState, place)
};

static const uint8_t *pieces_of(const NaeState *s) { return (const uint8_t *)s + offsetof(NaeState, place); }
static const uint8_t *nations_of(const NaeState *s) { return (const uint8_t *)s + offsetof(NaeState, major); }

static inline bool same(const uint8_t *now, const uint8_t *then, const uint8_t *mask, size_t bytes)
{
    uint8_t different = 0;
    for (size_t i = 0; i < bytes; i++) {
        different |= (uint8_t)((now[i] ^ then[i]) & mask[i]);
    }
    return different == 0;
}

/* The same of whole lines of 64 bytes, a line at a time: this is asked before every decision. */
static inline bool same_lines(const uint8_t *now, const uint8_t *then, const uint8_t *mask, size_t bytes)
{
    typedef uint64_t Line __attribute__((vector_size(64), may_alias, aligned(1)));
    const Line *a = (const Line *)(const void *)now;
    const Line *b = (const Line *)(const void *)then;
    const Line *kept = (const Line *)(const void *)mask;
    Line different = {0};
#pragma GCC unroll 32
    for (size_t i = 0; i < bytes / sizeof(Line); i++) {
        different |= (a[i] ^ b[i]) & kept[i];
    }
    const NaeQuad both = __builtin_shufflevector(different, different, 0, 1, 2, 3) |
                         __builtin_shufflevector(different, different, 4, 5, 6, 7);
    return !nae_quads_meet(&both, &both);
}

static void watch_pieces(uint8_t *mask, NaePieces set, unsigned marks)
{
    NAE_EACH_PIECE(piece, set)
    {
        mask[PLACE + piece] = 255;
        mask[MARKS + piece] = (uint8_t)marks;
    }
}

/* Of the side's depots, only those that are fixed count where they are. */
static void watch_depots(const NaeData *d, const NaeState *s, unsigned side, NaeOutlook *o)
{
    assert(side < SEAT_COUNT);
    const NaePieces depots = nae_pieces_and(s->owned[side], d->depots);
    NAE_EACH_PIECE(depot, depots)
    {
        const bool fixed = nae_bit(s, depot, NAE_FIXED);
        o->pieces_mask[PLACE + depot] = fixed ? 255 : 0;
        o->pieces_mask[MARKS + depot] = fixed ? NAE_INSIDE | NAE_FIXED : NAE_FIXED;
    }
}

/* What the answers for a side depend on; of the state, only who owns the pieces. */
static void watch(const NaeData *d, const NaeState *s, unsigned side, NaeOutlook *o)
{
    const NaePieces fleets = nae_pieces_and(nae_pieces_or(s->owned[0], s->owned[1]), d->fleets);
    memset(o->pieces_mask, 0, sizeof o->pieces_mask);
    memset(o->pieces_mask + OWNER, 255, sizeof s->owner);
    memset(o->pieces_mask + ZONE_BITS, 255 & ~NAE_NO_REBUILD, sizeof s->zone_bits);
    memset(o->pieces_mask + OWNED, 255, sizeof s->owned);
    watch_pieces(o->pieces_mask, nae_pieces_and(s->owned[nae_other(side)], d->land), NAE_INSIDE);
    watch_pieces(o->pieces_mask, fleets, NAE_AT);
    memset(o->nations_mask, 0, sizeof o->nations_mask);
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        o->nations_mask[n * sizeof(NaeMajor) + offsetof(NaeMajor, status)] = 255;
        o->nations_mask[n * sizeof(NaeMajor) + offsetof(NaeMajor, victor)] = 255;
    }
    for (unsigned n = 0; n < NAE_MINORS; n++) {
        const size_t minor = offsetof(NaeState, minor) - offsetof(NaeState, major) + n * sizeof(NaeMinor);
        o->nations_mask[minor + offsetof(NaeMinor, status)] = 255;
        o->nations_mask[minor + offsetof(NaeMinor, patron)] = 255;
    }
}

/* Owners and marks of zones and statuses: all that the map in sets depends on. */
static bool same_map(const NaeState *s, const NaeOutlook *o)
{
    return same(pieces_of(s) + OWNER, o->pieces + OWNER, o->pieces_mask + OWNER, OWNED - OWNER) &&
           same(nations_of(s), o->nations, o->nations_mask, NAE_KEY_NATIONS);
}

/* The answers are those of another state: forgets what may not hold now. */
static __attribute__((noinline)) void fill(const NaeData *d, const NaeState *s, unsigned side, NaeOutlook *o)
{
    const bool same_owners = o->filled != 0 && same(pieces_of(s) + OWNED, o->pieces + OWNED,
                                                    o->pieces_mask + OWNED, sizeof s->owned);
    const bool mapped = o->filled != 0 && same_map(s, o);
    const NaeZoneMap map = mapped ? o->sight.map : nae_zone_map(d, s, side);
    const NaeSight sight = nae_sight_on(d, s, side, &map);
    if (!same_owners) {
        watch(d, s, side, o);
    }
    watch_depots(d, s, side, o);
    if (o->filled == 0) {
        o->searched = 0;
    }
    o->supplies = 0;
    memcpy(o->pieces, pieces_of(s), NAE_KEY_PIECES);
    memcpy(o->nations, nations_of(s), NAE_KEY_NATIONS);
    o->filled = 1;
    o->fill++;
    o->sight = sight;
    if (!mapped) {
        o->grounds = 0;
        o->lent = 0;
    }
}

NaeOutlook *nae_outlook_compared(const NaePlay *p, unsigned side)
{
    const NaeState *s = p->s;
    NaeOutlook *o = &p->scratch->side[side];
    if ((p->scratch->still & NAE_STILL) != 0) {
        p->scratch->still = (uint8_t)(p->scratch->still | NAE_STILL_TRUE << side);
    }
    if (o->filled == 0 || !same_lines(pieces_of(s), o->pieces, o->pieces_mask, NAE_KEY_PIECES) ||
        !same_lines(nations_of(s), o->nations, o->nations_mask, NAE_KEY_NATIONS)) {
        fill(p->d, s, side, o);
    }
    return o;
}
