/* rng.h: PCG32 random streams.
 *
 * Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
 * Random Number Generation" (2014): 64-bit linear congruential state, output permutation XSH-RR. Same outputs
 * as pcg32 of the author's C++ library for the same seed and stream (tests/engine/test_rng.c,
 * tests/engine/pcg_reference.cpp).
 *
 * Every game, decision and iteration has a stream of its own, numbered from one master seed (rng_derive), so
 * that results do not depend on thread count or order. An Rng is a value: 16 bytes, copied freely, owned by
 * its user. No globals.
 */
#ifndef MARSHAL_ENGINE_RNG_H
#define MARSHAL_ENGINE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state;     /* position in the stream */
    uint64_t increment; /* odd; names the stream */
} Rng;

/* Starts a stream: seed chooses the place, stream which of the 2^63 sequences (its top bit is ignored). */
static inline uint32_t rng_next(Rng *rng);
static inline void rng_init(Rng *rng, uint64_t seed, uint64_t stream)
{
    rng->state = 0;
    rng->increment = (stream << 1U) | 1U;
    (void)rng_next(rng);
    rng->state += seed;
    (void)rng_next(rng);
}

/* Next 32 random bits. */
static inline uint32_t rng_next(Rng *rng)
{
    const uint64_t old = rng->state;
    rng->state = old * 6364136223846793005ULL + rng->increment;
    const uint32_t shifted = (uint32_t)(((old >> 18U) ^ old) >> 27U);
    const uint32_t rotation = (uint32_t)(old >> 59U);
    return (shifted >> rotation) | (shifted << ((32U - rotation) & 31U));
}

/* Next 64 random bits, the higher half first. */
static inline uint64_t rng_next64(Rng *rng)
{
    const uint64_t high = rng_next(rng);
    return high << 32U | rng_next(rng);
}

/* Unbiased draw in [0, bound), bound >= 1. D. Lemire, "Fast Random Integer Generation in an Interval" (2019):
 * one multiplication; the rare biased low products are drawn again. */
static inline uint32_t rng_bounded(Rng *rng, uint32_t bound)
{
    uint64_t product = (uint64_t)rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t threshold = (0U - bound) % bound;
        while ((uint32_t)product < threshold) {
            product = (uint64_t)rng_next(rng) * bound;
        }
    }
    return (uint32_t)(product >> 32U);
}

/* SplitMix64's finaliser: a bijection of 64-bit words in which every input bit flips about half of the output
 * bits. Constants: D. Stafford's "Mix13", as in Java's SplittableRandom (Steele, Lea, Flood, OOPSLA 2014). */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/* All streams of one seed and purpose. Making a member is one mixing step, cheap enough for every decision of
 * a random game: members share a PCG sequence (named by the family) and start at unrelated places of its
 * 2^64. */
typedef struct RngFamily {
    uint64_t base;
    uint64_t increment; /* odd */
} RngFamily;

RngFamily rng_family(uint64_t seed, uint64_t purpose);

static inline Rng rng_member(const RngFamily *family, uint64_t number)
{
    return (Rng){rng_mix(family->base + number * 0x9E3779B97F4A7C15ULL), family->increment};
}

/* A stream for a numbered purpose: the same (seed, purpose, number) always gives the same stream, different
 * ones unrelated streams. The same as rng_member of the family. */
Rng rng_derive(uint64_t seed, uint64_t purpose, uint64_t number);

/* The purposes of rng_derive, so that no two uses share a stream. */
enum rng_purpose {
    RNG_PURPOSE_GAME = 1,       /* seed of one game of a match: number = game index */
    RNG_PURPOSE_DICE = 2,       /* dice and cards of a game */
    RNG_PURPOSE_FRENCH = 3,     /* thinking of the French seat: number = ply */
    RNG_PURPOSE_COALITION = 4,  /* thinking of the Coalition seat: number = ply */
    RNG_PURPOSE_FUZZ = 5,       /* random choices of fuzz, bench and tests */
    RNG_PURPOSE_SAMPLE = 6,     /* what of a game is kept: number = 0 for positions, 1 for searches */
    RNG_PURPOSE_SEARCH = 7,     /* iterations of a search: number = iteration */
    RNG_PURPOSE_OPENING = 9,    /* how many decisions of a game go by lot */
    RNG_PURPOSE_ANALYSIS = 8,   /* analysis and review of a game: number = ply, and what for */
    RNG_PURPOSE_POSTERIOR = 20, /* curves drawn from a posterior: number = draw */
    RNG_PURPOSE_BOOTSTRAP = 21, /* resampling: number = sample */
    RNG_PURPOSE_SPSA = 22,      /* directions tried: number = iteration and direction */
    RNG_PURPOSE_IMPROVE = 23,   /* master seeds of the games of an improvement: number = what for */
};

#endif
