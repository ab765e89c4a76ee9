/* rng.c: numbered streams. The generator itself is inline in rng.h. */
#include "engine/rng.h"

RngFamily rng_family(uint64_t seed, uint64_t purpose)
{
    const uint64_t golden = 0x9E3779B97F4A7C15ULL; /* 2^64 / golden ratio: odd, bits evenly spread */
    const uint64_t base = rng_mix(rng_mix(seed + golden) + purpose * golden);
    return (RngFamily){base, rng_mix(~base) | 1U};
}

Rng rng_derive(uint64_t seed, uint64_t purpose, uint64_t number)
{
    const RngFamily family = rng_family(seed, purpose);
    return rng_member(&family, number);
}
