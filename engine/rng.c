/* rng.c: numbered streams. The generator itself is inline in rng.h. */
#include "engine/rng.h"

/* SplitMix64's finaliser: a bijection of 64-bit words in which every input bit flips about half of the output
 * bits. Constants: D. Stafford's "Mix13", as used by Java's SplittableRandom (Steele, Lea, Flood, OOPSLA
 * 2014). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

Rng rng_derive(uint64_t seed, uint64_t purpose, uint64_t number)
{
    const uint64_t golden = 0x9E3779B97F4A7C15ULL; /* 2^64 / golden ratio: odd, bits evenly spread */
    const uint64_t base = mix(mix(seed + golden) + purpose * golden);
    const uint64_t place = mix(base + number * golden);
    const uint64_t stream = mix(~base + number * golden);
    Rng rng;
    rng_init(&rng, place, stream);
    return rng;
}
