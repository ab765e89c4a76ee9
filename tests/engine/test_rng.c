/* test_rng.c: PCG32 against its author's library, unbiased draws, derived streams. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "engine/rng.h"

enum { OUTPUTS = 200 };

void pcg_reference_outputs(uint64_t seed, uint64_t stream, uint32_t *outputs, uint32_t count);

static void compare_with_reference(uint64_t seed, uint64_t stream)
{
    uint32_t expected[OUTPUTS];
    Rng rng;
    pcg_reference_outputs(seed, stream, expected, OUTPUTS);
    rng_init(&rng, seed, stream);
    for (int i = 0; i < OUTPUTS; i++) {
        const uint32_t found = rng_next(&rng);
        cr_assert_eq(found, expected[i], "seed %llu, stream %llu, output %d", (unsigned long long)seed,
                     (unsigned long long)stream, i);
    }
}

Test(rng, published_outputs)
{
    /* pcg32-demo of the C library, seed 42, stream 54 */
    static const uint32_t expected[] = {0xA15C02B7, 0x7B47F409, 0xBA1D3330,
                                        0x83D2F293, 0xBFA4784B, 0xCBED606E};
    Rng rng;
    rng_init(&rng, 42, 54);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_expect_eq(rng_next(&rng), expected[i]);
    }
}

Test(rng, same_as_reference_library)
{
    static const uint64_t edges[] = {
        0, 1, 2, 0x7FFFFFFF, UINT32_MAX, 1ULL << 62U, INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        for (size_t j = 0; j < sizeof edges / sizeof edges[0]; j++) {
            compare_with_reference(edges[i], edges[j] & INT64_MAX);
        }
    }
    Rng chooser;
    rng_init(&chooser, 1, 1);
    for (int i = 0; i < 2000; i++) {
        const uint64_t seed = (uint64_t)rng_next(&chooser) << 32U | rng_next(&chooser);
        const uint64_t stream = ((uint64_t)rng_next(&chooser) << 32U | rng_next(&chooser)) & INT64_MAX;
        compare_with_reference(seed, stream);
    }
}

Test(rng, bounded_stays_inside_and_reaches_everything)
{
    Rng rng;
    rng_init(&rng, 3, 4);
    for (uint32_t bound = 1; bound <= 60; bound++) {
        uint64_t seen = 0;
        for (int i = 0; i < 4000; i++) {
            const uint32_t value = rng_bounded(&rng, bound);
            cr_assert_lt(value, bound);
            seen |= 1ULL << value;
        }
        cr_expect_eq(seen, (1ULL << bound) - 1, "bound %u", bound);
    }
}

Test(rng, bounded_is_even)
{
    /* chi-square over 6 faces, 5 degrees of freedom: 20.5 is exceeded once in a thousand seeds, and the seed
     * is fixed */
    enum { DRAWS = 600000 };
    double chi_square = 0;
    unsigned counts[6] = {0};
    Rng rng;
    rng_init(&rng, 11, 12);
    for (int i = 0; i < DRAWS; i++) {
        counts[rng_bounded(&rng, 6)]++;
    }
    for (int face = 0; face < 6; face++) {
        const double off = counts[face] - DRAWS / 6.0;
        chi_square += off * off / (DRAWS / 6.0);
    }
    cr_expect_lt(chi_square, 20.5);
}

Test(rng, bounded_of_a_huge_bound_draws_again)
{
    /* with a bound of 3 * 2^30 a quarter of the draws is biased and must be redrawn; without that, low
     * numbers come up in pairs: the third of the range below 2^30 would get half of the draws */
    unsigned low = 0;
    Rng rng;
    rng_init(&rng, 5, 6);
    for (int i = 0; i < 30000; i++) {
        low += rng_bounded(&rng, 3U << 30U) < 1U << 30U;
    }
    cr_expect(low > 9600 && low < 10400, "%u of 30000", low);
}

Test(rng, derived_streams_repeat_and_differ)
{
    enum { STREAMS = 512 };
    static uint64_t first[STREAMS];
    int count = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        for (uint64_t purpose = 1; purpose <= 4; purpose++) {
            for (uint64_t number = 0; number < 16; number++) {
                Rng rng = rng_derive(seed, purpose, number);
                const Rng again = rng_derive(seed, purpose, number);
                cr_assert_eq(rng.state, again.state);
                cr_assert_eq(rng.increment, again.increment);
                first[count++] = rng_next64(&rng);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            cr_assert_neq(first[i], first[j], "streams %d and %d begin alike", i, j);
        }
    }
}

Test(rng, derived_streams_are_fixed_for_ever)
{
    /* records would not verify any more if this changed */
    Rng rng = rng_derive(1, RNG_PURPOSE_DICE, 0);
    const uint32_t dice = rng_next(&rng);
    rng = rng_derive(1, RNG_PURPOSE_GAME, 7);
    const uint32_t game = rng_next(&rng);
    cr_expect_eq(dice, 0x1eeba8a9U, "%#x", dice);
    cr_expect_eq(game, 0x563f389eU, "%#x", game);
}
