/* sets.h: small bit sets of areas, countries, cards and corps.
 *
 * Areas (at most 62) and cards (at most 64 copies) fit one 64-bit word, countries 32 bits, corps two words.
 * All are values; loops take the lowest element first, which is index order, the order of every list in this
 * game.
 */
#ifndef MARSHAL_ENGINE_AON_SETS_H
#define MARSHAL_ENGINE_AON_SETS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t AreaSet;
typedef uint64_t CardSet;
typedef uint32_t CountrySet;
typedef struct CorpsSet {
    uint64_t lo, hi;
} CorpsSet; /* corps 0-63, 64-127 */

static inline AreaSet area_bit(unsigned area) { return 1ULL << area; }
static inline bool area_in(AreaSet set, unsigned area) { return ((set >> area) & 1U) != 0; }
static inline unsigned bits_first(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline unsigned bits_count(uint64_t set) { return (unsigned)__builtin_popcountll(set); }

/* Removes and returns the lowest element; set must not be empty. */
static inline unsigned bits_take(uint64_t *set)
{
    const unsigned first = bits_first(*set);
    *set &= *set - 1;
    return first;
}
static inline unsigned bits_take32(uint32_t *set)
{
    const unsigned first = (unsigned)__builtin_ctz(*set);
    *set &= *set - 1;
    return first;
}

static inline CorpsSet corps_none(void) { return (CorpsSet){0, 0}; }
static inline CorpsSet corps_one(unsigned corps)
{
    return corps < 64 ? (CorpsSet){1ULL << corps, 0} : (CorpsSet){0, 1ULL << (corps & 63U)};
}
static inline bool corps_in(CorpsSet set, unsigned corps)
{
    return (((corps < 64 ? set.lo : set.hi) >> (corps & 63U)) & 1U) != 0;
}
static inline CorpsSet corps_and(CorpsSet a, CorpsSet b) { return (CorpsSet){a.lo & b.lo, a.hi & b.hi}; }
static inline CorpsSet corps_or(CorpsSet a, CorpsSet b) { return (CorpsSet){a.lo | b.lo, a.hi | b.hi}; }
static inline CorpsSet corps_minus(CorpsSet a, CorpsSet b) { return (CorpsSet){a.lo & ~b.lo, a.hi & ~b.hi}; }
static inline CorpsSet corps_with(CorpsSet a, unsigned corps) { return corps_or(a, corps_one(corps)); }
static inline CorpsSet corps_without(CorpsSet a, unsigned corps) { return corps_minus(a, corps_one(corps)); }
static inline bool corps_empty(CorpsSet a) { return (a.lo | a.hi) == 0; }
static inline bool corps_equal(CorpsSet a, CorpsSet b) { return a.lo == b.lo && a.hi == b.hi; }
static inline bool corps_meet(CorpsSet a, CorpsSet b) { return ((a.lo & b.lo) | (a.hi & b.hi)) != 0; }
static inline bool corps_within(CorpsSet a, CorpsSet b) { return ((a.lo & ~b.lo) | (a.hi & ~b.hi)) == 0; }
static inline unsigned corps_count(CorpsSet a) { return bits_count(a.lo) + bits_count(a.hi); }
/* Lowest corps of a set that is not empty. */
static inline unsigned corps_first(CorpsSet a)
{
    return a.lo != 0 ? bits_first(a.lo) : 64U + bits_first(a.hi);
}
static inline unsigned corps_take_first(CorpsSet *a)
{
    const unsigned first = corps_first(*a);
    if (a->lo != 0) {
        a->lo &= a->lo - 1;
    } else {
        a->hi &= a->hi - 1;
    }
    return first;
}
/* Those with an index of at least from (0 to 127). */
static inline CorpsSet corps_from(CorpsSet a, unsigned from)
{
    return from < 64 ? (CorpsSet){a.lo & (~0ULL << from), a.hi}
                     : (CorpsSet){0, from < 128 ? a.hi & (~0ULL << (from - 64)) : 0};
}

#endif
