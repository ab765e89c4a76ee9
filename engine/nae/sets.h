/* sets.h: sets of pieces and of zones, four words each. All are values; loops take the lowest element first.
 */
#ifndef MARSHAL_ENGINE_NAE_SETS_H
#define MARSHAL_ENGINE_NAE_SETS_H

#include "engine/nae/state.h"

#define NAE_SET_FUNCTIONS(Set, name)                                                                         \
    static inline Set name##_none(void) { return (Set){{0, 0, 0, 0}}; }                                      \
    static inline bool name##_in(Set set, unsigned i)                                                        \
    {                                                                                                        \
        return (set.w[i >> 6U & 3U] >> (i & 63U) & 1U) != 0;                                                 \
    }                                                                                                        \
    static inline void name##_add(Set *set, unsigned i) { set->w[i >> 6U & 3U] |= 1ULL << (i & 63U); }       \
    static inline void name##_drop(Set *set, unsigned i) { set->w[i >> 6U & 3U] &= ~(1ULL << (i & 63U)); }   \
    static inline Set name##_one(unsigned i)                                                                 \
    {                                                                                                        \
        Set set = {{0, 0, 0, 0}};                                                                            \
        name##_add(&set, i);                                                                                 \
        return set;                                                                                          \
    }                                                                                                        \
    static inline Set name##_and(Set a, Set b)                                                               \
    {                                                                                                        \
        return (Set){{a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2], a.w[3] & b.w[3]}};                  \
    }                                                                                                        \
    static inline Set name##_or(Set a, Set b)                                                                \
    {                                                                                                        \
        return (Set){{a.w[0] | b.w[0], a.w[1] | b.w[1], a.w[2] | b.w[2], a.w[3] | b.w[3]}};                  \
    }                                                                                                        \
    static inline Set name##_minus(Set a, Set b)                                                             \
    {                                                                                                        \
        return (Set){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2], a.w[3] & ~b.w[3]}};              \
    }                                                                                                        \
    static inline bool name##_empty(Set a) { return (a.w[0] | a.w[1] | a.w[2] | a.w[3]) == 0; }              \
    static inline bool name##_meet(Set a, Set b) { return !name##_empty(name##_and(a, b)); }                 \
    static inline bool name##_equal(Set a, Set b)                                                            \
    {                                                                                                        \
        return ((a.w[0] ^ b.w[0]) | (a.w[1] ^ b.w[1]) | (a.w[2] ^ b.w[2]) | (a.w[3] ^ b.w[3])) == 0;         \
    }                                                                                                        \
    static inline unsigned name##_count(Set a)                                                               \
    {                                                                                                        \
        return (unsigned)(__builtin_popcountll(a.w[0]) + __builtin_popcountll(a.w[1]) +                      \
                          __builtin_popcountll(a.w[2]) + __builtin_popcountll(a.w[3]));                      \
    }                                                                                                        \
    /* Lowest element, NAE_NONE if there is none. */                                                         \
    static inline unsigned name##_first(Set a)                                                               \
    {                                                                                                        \
        for (unsigned i = 0; i < 4; i++) {                                                                   \
            if (a.w[i] != 0) {                                                                               \
                return 64 * i + (unsigned)__builtin_ctzll(a.w[i]);                                           \
            }                                                                                                \
        }                                                                                                    \
        return NAE_NONE;                                                                                     \
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
#define NAE_EACH_PIECE(e, set)                                                                               \
    for (NaePieces e##_left = (set), *e##_p = &e##_left; e##_p != NULL; e##_p = NULL)                        \
        for (unsigned e; (e = nae_pieces_take(e##_p)) != NAE_NONE;)
#define NAE_EACH_ZONE(e, set)                                                                                \
    for (NaeZones e##_left = (set), *e##_p = &e##_left; e##_p != NULL; e##_p = NULL)                         \
        for (unsigned e; (e = nae_zones_take(e##_p)) != NAE_NONE;)

#endif
