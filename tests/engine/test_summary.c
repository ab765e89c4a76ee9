/* test_summary.c: the counts of a game: counting, packing, and bytes that were never packed. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/rng.h"
#include "engine/summary.h"

/* ---- counting ---- */

Test(summary, counting)
{
    GameSummary summary;
    memset(&summary, 0, sizeof summary);
    summary_card(&summary, SEAT_COALITION, SUMMARY_CARDS_MAX - 1);
    summary_card(&summary, SEAT_FRENCH, 64);
    cr_expect_eq(summary.dropped, 0);
    summary_card(&summary, SEAT_FRENCH, SUMMARY_CARDS_MAX); /* too far */
    cr_expect_eq(summary.dropped, 1);
    cr_expect(summary_has_card(&summary, SEAT_COALITION, SUMMARY_CARDS_MAX - 1));
    cr_expect(summary_has_card(&summary, SEAT_FRENCH, 64));
    cr_expect(!summary_has_card(&summary, SEAT_FRENCH, SUMMARY_CARDS_MAX - 1));
    cr_expect(!summary_has_card(&summary, SEAT_FRENCH, SUMMARY_CARDS_MAX));
    static const unsigned places[] = {9, 3, 65535, 3, 0, 9, 3};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        summary_fight(&summary, places[i]);
    }
    cr_expect_eq(summary.place_count, 4);
    static const SummaryPlace sorted[] = {{0, 1}, {3, 3}, {9, 2}, {65535, 1}};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect(summary.places[i].place == sorted[i].place && summary.places[i].fights == sorted[i].fights);
    }
}

Test(summary, what_has_no_room_is_counted)
{
    GameSummary summary;
    memset(&summary, 0, sizeof summary);
    for (unsigned i = 0; i < 70000; i++) {
        summary_loss(&summary, SEAT_FRENCH, 1);
        summary_fight(&summary, 3);
    }
    cr_expect_eq(summary.lost[SEAT_FRENCH], UINT16_MAX);
    cr_expect_eq(summary.places[0].fights, UINT16_MAX);
    cr_expect_eq(summary.dropped, 2 * (70000 - UINT16_MAX));
    summary_loss(&summary, SEAT_COALITION, UINT16_MAX + 5U);
    cr_expect_eq(summary.lost[SEAT_COALITION], UINT16_MAX);
    cr_expect_eq(summary.dropped, 2 * (70000 - UINT16_MAX) + 5);
    for (unsigned i = 0; i < SUMMARY_PLACES_MAX + 10; i++) {
        summary_fight(&summary, 100 + i);
    }
    summary_fight(&summary, 65536);
    cr_expect_eq(summary.place_count, SUMMARY_PLACES_MAX);
    cr_expect_eq(summary.dropped, 2 * (70000 - UINT16_MAX) + 5 + 11 + 1);
    summary_loss(&summary, SEAT_FRENCH, UINT32_MAX);
    cr_expect_eq(summary.dropped, UINT32_MAX, "stops there");
}

/* ---- packed ---- */

static bool same(const GameSummary *a, const GameSummary *b)
{
    bool equal = memcmp(a->cards, b->cards, sizeof a->cards) == 0 &&
                 memcmp(a->lost, b->lost, sizeof a->lost) == 0 && a->place_count == b->place_count &&
                 a->dropped == b->dropped;
    for (unsigned i = 0; equal && i < a->place_count; i++) {
        equal = a->places[i].place == b->places[i].place && a->places[i].fights == b->places[i].fights;
    }
    return equal;
}

/* Packs, unpacks and compares; every shorter text is refused, and so is a longer one. Returns the length. */
static size_t expect_round_trip(const GameSummary *summary)
{
    uint8_t bytes[SUMMARY_PACKED_MAX + 1];
    GameSummary back;
    const size_t length = summary_pack(summary, bytes);
    cr_assert_leq(length, SUMMARY_PACKED_MAX);
    cr_assert(summary_unpack(&back, bytes, length));
    cr_assert(same(summary, &back));
    for (size_t cut = 0; cut < length; cut++) {
        cr_assert(!summary_unpack(&back, bytes, cut), "%zu of %zu bytes", cut, length);
    }
    bytes[length] = 0;
    cr_assert(!summary_unpack(&back, bytes, length + 1));
    cr_assert(back.place_count == 0 && back.lost[0] == 0 && back.cards[0][0] == 0);
    return length;
}

static void random_summary(GameSummary *summary, Rng *rng)
{
    memset(summary, 0, sizeof *summary);
    const bool large = rng_bounded(rng, 8) == 0; /* most are of version 1 */
    const uint32_t places = rng_bounded(rng, large ? SUMMARY_PLACES_MAX + 10U : 64U);
    const uint32_t spread = 1U << (4U + rng_bounded(rng, 13));
    for (uint32_t i = 0; i < places * 3; i++) {
        summary_fight(summary, rng_bounded(rng, spread));
    }
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        summary->lost[seat] = (uint16_t)rng_bounded(rng, 1U << (1U + rng_bounded(rng, 16)));
        for (uint32_t i = rng_bounded(rng, 40); i > 0; i--) {
            summary_card(summary, (Seat)seat, rng_bounded(rng, large ? SUMMARY_CARDS_MAX + 2U : 128U));
        }
    }
    if (summary->place_count > 0) {
        summary->places[summary->place_count - 1].fights =
            (uint16_t)(1U + rng_bounded(rng, large ? 65535U : 255U));
    }
}

Test(summary, packs_and_unpacks)
{
    Rng rng = rng_derive(7, RNG_PURPOSE_SAMPLE, 0);
    GameSummary summary;
    memset(&summary, 0, sizeof summary);
    cr_expect_eq(expect_round_trip(&summary), 6, "an empty one");
    for (unsigned i = 0; i < 1000; i++) {
        random_summary(&summary, &rng);
        (void)expect_round_trip(&summary);
    }
    memset(&summary, 0xFF, sizeof summary); /* the largest there is */
    summary.place_count = SUMMARY_PLACES_MAX;
    for (unsigned i = 0; i < SUMMARY_PLACES_MAX; i++) {
        summary.places[i] = (SummaryPlace){(uint16_t)(127 * i), UINT16_MAX};
    }
    (void)expect_round_trip(&summary);
}

/* Bytes of version 1 as programs of before wrote them: they stay what they are. */
Test(summary, old_bytes_are_read_and_written_again)
{
    static const uint8_t old[] = {1, 2, 5, 128, 3, 0, 130, 1, 2, 3 << 3 | 1, 7 << 3 | 7, 247, 1};
    uint8_t again[SUMMARY_PACKED_MAX];
    GameSummary summary;
    cr_assert(summary_unpack(&summary, old, sizeof old));
    cr_expect(summary_has_card(&summary, SEAT_FRENCH, 0) && summary_has_card(&summary, SEAT_FRENCH, 15));
    cr_expect(summary.lost[SEAT_FRENCH] == 3 && summary.lost[SEAT_COALITION] == 130);
    cr_expect(summary.places[0].place == 3 && summary.places[0].fights == 2);
    cr_expect(summary.places[1].place == 11 && summary.places[1].fights == 255);
    cr_expect_eq(summary_pack(&summary, again), sizeof old);
}

/* Whatever the bytes are: either they are refused, or they are exactly what packing gives. */
static void expect_canonical(const uint8_t *bytes, size_t length)
{
    GameSummary summary;
    uint8_t again[SUMMARY_PACKED_MAX];
    if (summary_unpack(&summary, bytes, length)) {
        cr_assert_eq(summary_pack(&summary, again), length);
        cr_assert_eq(memcmp(again, bytes, length), 0);
    }
}

Test(summary, hostile_bytes)
{
    Rng rng = rng_derive(8, RNG_PURPOSE_SAMPLE, 0);
    GameSummary summary;
    for (unsigned i = 0; i < 40000; i++) {
        uint8_t bytes[SUMMARY_PACKED_MAX];
        size_t length = 0;
        if (i % 2 == 0) {
            random_summary(&summary, &rng);
            length = summary_pack(&summary, bytes);
            bytes[rng_bounded(&rng, (uint32_t)length)] = (uint8_t)rng_bounded(&rng, 256);
        } else {
            length = rng_bounded(&rng, 24);
            for (size_t k = 0; k < length; k++) {
                bytes[k] = (uint8_t)(rng_bounded(&rng, 2) ? rng_bounded(&rng, 4) : rng_bounded(&rng, 256));
            }
            bytes[0] = (uint8_t)(1U + rng_bounded(&rng, 2));
        }
        expect_canonical(bytes, length);
    }
    cr_expect(!summary_unpack(&summary, NULL, 0));
    static const uint8_t other_version[] = {3, 0, 0, 0, 0, 0};
    static const uint8_t fits_version_1[] = {2, 0, 0, 0, 0, 0, 0};
    static const uint8_t long_number[] = {1, 0, 0x80, 0, 0, 0, 0};
    static const uint8_t trailing_card_byte[] = {1, 1, 0, 0, 0, 0, 0};
    cr_expect(!summary_unpack(&summary, other_version, sizeof other_version));
    cr_expect(!summary_unpack(&summary, fits_version_1, sizeof fits_version_1));
    cr_expect(!summary_unpack(&summary, long_number, sizeof long_number));
    cr_expect(!summary_unpack(&summary, trailing_card_byte, sizeof trailing_card_byte));
}
