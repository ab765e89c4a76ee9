/* test_dice.c: the four makers of dice. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/dice.h"

Test(dice, stream_draws_what_the_generator_draws)
{
    Rng rng = rng_derive(9, RNG_PURPOSE_DICE, 0);
    Dice dice = dice_from_stream(rng);
    for (int i = 0; i < 1000; i++) {
        const uint32_t expected = rng_bounded(&rng, 6) + 1;
        cr_assert_eq(dice_d6(&dice), expected);
    }
    cr_expect_not(dice.failed);
}

Test(dice, a_log_changes_nothing_but_keeps_all)
{
    uint8_t log[100];
    Dice plain = dice_from_stream(rng_derive(9, RNG_PURPOSE_DICE, 1));
    Dice recorded = plain;
    dice_record(&recorded, log, sizeof log);
    for (uint32_t i = 0; i < sizeof log; i++) {
        const uint32_t value = dice_draw(&plain, 2 + i);
        cr_assert_eq(dice_draw(&recorded, 2 + i), value);
        cr_assert_eq(log[i], value);
        cr_assert_eq(recorded.log_count, i + 1);
    }
    cr_expect_not(recorded.failed);
    (void)dice_d6(&recorded);
    cr_expect(recorded.failed, "a full log is not passed over in silence");
    cr_expect_eq(recorded.log_count, sizeof log);
}

Test(dice, luck_that_hangs_on_its_occasion)
{
    enum { PLACES = 100, THROWS = 3 };
    const RngFamily family = rng_family(9, RNG_PURPOSE_SEARCH);
    uint32_t faces[PLACES][THROWS];
    unsigned alike = 0;
    DiceOccasions occasions;
    Dice dice = dice_from_stream(rng_member(&family, 0));
    dice_by_occasion(&dice, &occasions, &family);
    for (uint32_t i = 0; i < PLACES * THROWS; i++) {
        dice_occasion(&dice, 1000 + i % PLACES);
        faces[i % PLACES][i / PLACES] = dice_draw(&dice, 200);
    }
    dice_by_occasion(&dice, &occasions, &family); /* the same luck in another order */
    for (uint32_t place = PLACES; place-- > 0;) {
        for (uint32_t throw = 0; throw < THROWS; throw ++) {
            dice_occasion(&dice, 1000 + place);
            cr_expect_eq(dice_draw(&dice, 200), faces[place][throw], "occasion %u, time %u", place, throw);
        }
        alike += faces[place][0] == faces[place][1];
    }
    cr_expect_leq(alike, 5, "another throw each time: %u of 100 alike where half a one is expected", alike);
    for (uint32_t i = 0; i < 3 * DICE_OCCASIONS_MAX; i++) { /* more than there are places for */
        dice_occasion(&dice, i);
        cr_expect_leq(dice_d6(&dice), 6);
    }
    Dice plain = dice_from_stream(rng_member(&family, 0));
    Dice named = plain;
    dice_occasion(&named, 17);
    cr_expect_eq(dice_draw(&named, 200), dice_draw(&plain, 200), "dice that were not asked to do not care");
}

Test(dice, script_falls_in_order)
{
    static const uint8_t script[] = {6, 1, 255};
    Dice dice = dice_from_script(script, sizeof script);
    cr_expect_eq(dice_d6(&dice), 6);
    cr_expect_eq(dice_d6(&dice), 1);
    cr_expect_eq(dice_draw(&dice, 255), 255);
    cr_expect_eq(dice.script_used, 3);
    cr_expect_not(dice.failed);
}

Test(dice, script_that_runs_out_says_so)
{
    static const uint8_t script[] = {3};
    Dice dice = dice_from_script(script, sizeof script);
    (void)dice_d6(&dice);
    cr_expect_not(dice.failed);
    const uint32_t stand_in = dice_d6(&dice);
    cr_expect(dice.failed);
    cr_expect(stand_in >= 1 && stand_in <= 6);
}

/* The rules throw again after a tie: dice that failed must not tie for ever. */
Test(dice, dice_that_failed_are_not_always_alike)
{
    Dice script = dice_from_script(NULL, 0);
    Dice enumeration;
    unsigned ties[2] = {0};
    enum { THROWS = 1000 };
    dice_enumerate_first(&enumeration);
    for (unsigned i = 0; i < DICE_ENUMERATE_MAX; i++) {
        (void)dice_d6(&enumeration);
    }
    for (unsigned i = 0; i < THROWS; i++) {
        ties[0] += dice_d6(&script) == dice_d6(&script) ? 1U : 0U;
        ties[1] += dice_d6(&enumeration) == dice_d6(&enumeration) ? 1U : 0U;
    }
    cr_expect(ties[0] > THROWS / 10 && ties[0] < THROWS / 4, "%u", ties[0]);
    cr_expect(ties[1] > THROWS / 10 && ties[1] < THROWS / 4, "%u", ties[1]);
}

Test(dice, script_with_a_number_off_the_die_says_so)
{
    static const uint8_t bad[] = {7, 0};
    for (int i = 0; i < 2; i++) {
        Dice dice = dice_from_script(&bad[i], 1);
        const uint32_t stand_in = dice_d6(&dice);
        cr_expect(dice.failed, "%u", bad[i]);
        cr_expect(stand_in >= 1 && stand_in <= 6);
    }
}

Test(dice, shuffle_is_fisher_yates_from_the_last_card)
{
    static const uint8_t script[] = {1, 3, 2}; /* swap 4th with 1st, 3rd with 3rd, 2nd with 2nd */
    uint8_t cards[] = {10, 20, 30, 40};
    static const uint8_t expected[] = {40, 20, 30, 10};
    Dice dice = dice_from_script(script, sizeof script);
    dice_shuffle(&dice, cards, 4);
    cr_expect_arr_eq(cards, expected, 4);
    cr_expect_eq(dice.script_used, 3);
    cr_expect_not(dice.failed);
    dice_shuffle(&dice, cards, 1); /* nothing to draw */
    dice_shuffle(&dice, cards, 0);
    cr_expect_not(dice.failed);
}

Test(dice, enumeration_of_two_dice_gives_exact_odds)
{
    double odds[13] = {0};
    double total = 0;
    int outcomes = 0;
    Dice dice;
    dice_enumerate_first(&dice);
    do {
        const uint32_t sum = dice_d6(&dice) + dice_d6(&dice);
        odds[sum] += dice_enumerate_weight(&dice);
        total += dice_enumerate_weight(&dice);
        outcomes++;
    } while (dice_enumerate_next(&dice));
    cr_expect_eq(outcomes, 36);
    cr_expect(fabs(total - 1.0) < 1e-12);
    for (int sum = 2; sum <= 12; sum++) {
        cr_expect(fabs(odds[sum] - (6 - abs(sum - 7)) / 36.0) < 1e-12, "sum %d: %g", sum, odds[sum]);
    }
}

/* A throw whose number of dice depends on what falls: a 6 is thrown again, twice at most. */
static uint32_t exploding(Dice *dice)
{
    uint32_t sum = 0;
    for (int i = 0; i < 3; i++) {
        const uint32_t die = dice_d6(dice);
        sum += die;
        if (die != 6) {
            break;
        }
    }
    return sum;
}

Test(dice, enumeration_follows_draws_that_depend_on_draws)
{
    double total = 0;
    double mean = 0;
    int outcomes = 0;
    Dice dice;
    dice_enumerate_first(&dice);
    do {
        const uint32_t sum = exploding(&dice); /* the weight is known only after the draws */
        total += dice_enumerate_weight(&dice);
        mean += dice_enumerate_weight(&dice) * sum;
        outcomes++;
    } while (dice_enumerate_next(&dice));
    cr_expect_eq(outcomes, 5 + 5 + 6);
    cr_expect(fabs(total - 1.0) < 1e-12);
    cr_expect(fabs(mean - 3.5 * (1.0 + 1.0 / 6.0 + 1.0 / 36.0)) < 1e-12, "%g", mean);
}

Test(dice, enumeration_without_draws_has_one_outcome)
{
    Dice dice;
    dice_enumerate_first(&dice);
    cr_expect(fabs(dice_enumerate_weight(&dice) - 1.0) < 1e-12);
    cr_expect_not(dice_enumerate_next(&dice));
}

Test(dice, enumeration_records_its_path)
{
    uint8_t log[8];
    Dice dice;
    dice_enumerate_first(&dice);
    dice_record(&dice, log, sizeof log);
    int outcomes = 0;
    do {
        const uint32_t first = dice_draw(&dice, 2);
        const uint32_t second = dice_draw(&dice, 3);
        cr_assert_eq(dice.log_count, 2);
        cr_assert_eq(log[0], first);
        cr_assert_eq(log[1], second);
        cr_assert_eq((int)((first - 1) * 3 + second - 1), outcomes, "outcomes come in order");
        outcomes++;
    } while (dice_enumerate_next(&dice));
    cr_expect_eq(outcomes, 6);
}

Test(dice, enumeration_that_is_too_long_says_so)
{
    Dice dice;
    dice_enumerate_first(&dice);
    for (int i = 0; i < DICE_ENUMERATE_MAX; i++) {
        (void)dice_d6(&dice);
    }
    cr_expect_not(dice.failed);
    (void)dice_d6(&dice);
    cr_expect(dice.failed);
}
