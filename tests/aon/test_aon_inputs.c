/* test_aon_inputs.c: what the evaluation of Age of Napoleon is told about countries that may change hands
 * (ai/aon/stakes.h), against the Surrender Phase of the rules. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ai/aon/inputs.h"
#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* The value of an input of the position by its name; 0 if it is not there. */
static double input(const char *wanted)
{
    ModelInputs inputs;
    double sum = 0.0;
    aon_inputs(aon_d(), aon_s(), &inputs);
    for (uint32_t i = 0; i < inputs.count; i++) {
        char name[MODEL_NAME_BYTES];
        aon_input_name(aon_d(), inputs.index[i], name);
        sum += strcmp(name, wanted) == 0 ? (double)inputs.value[i] : 0.0;
    }
    return sum;
}

/* A number that is counted in steps, name.0, name.1 ... */
static int counted(const char *name)
{
    int count = 0;
    while (input(aon_text("%s.%d", name, count)) > 0.0) {
        count++;
    }
    return count;
}

static void davout_in_vienna(const char *austrians)
{
    start("1805");
    align("russia=NC");
    corps("niederoesterreich", "davout");
    corps("boehmen", austrians);
}

Test(aon_inputs, a_major_that_would_surrender_14_2_1)
{
    davout_in_vienna("");
    at_part(SEAT_FRENCH, 3);
    cr_expect_float_eq(input("falls.austria"), 1.0, 1e-6);
    cr_expect_float_eq(input("falls_late.austria"), 0.5, 1e-6);
    cr_expect_float_eq(input("entered.austria"), 1.0, 1e-6);
    cr_expect_float_eq(input("outnumbered.austria"), 0.25, 1e-6);
    davout_in_vienna("karl");
    at_part(SEAT_FRENCH, 3);
    cr_expect_float_eq(input("falls.austria"), 0.0, 1e-6);
    cr_expect_float_eq(input("entered.austria"), 1.0, 1e-6);
    cr_expect_float_eq(input("outnumbered.austria"), 0.0, 1e-6);
}

Test(aon_inputs, no_surrender_in_hand_14_0)
{
    davout_in_vienna("");
    hand(SEAT_FRENCH, "no_surrender"); /* not Austria's controller */
    at_part(SEAT_FRENCH, 3);
    cr_expect_float_eq(input("shielded.1"), 0.0, 1e-6);
    davout_in_vienna("");
    hand(SEAT_COALITION, "no_surrender");
    at_part(SEAT_FRENCH, 3);
    cr_expect_float_eq(input("shielded.1"), 1.0, 1e-6);
    cr_expect_float_eq(input("shielded.0"), 0.0, 1e-6);
    davout_in_vienna("");
    hand(SEAT_COALITION, "no_surrender");
    year(1815);
    at_part(SEAT_FRENCH, 3);
    cr_expect_float_eq(input("falls.austria"), 1.0, 1e-6);
    cr_expect_float_eq(input("shielded.1"), 0.0, 1e-6);
}

Test(aon_inputs, minors_left_by_the_surrenders_due_14_1)
{
    start("1805");
    corps("boehmen", "karl"); /* whoever can do nothing is not asked */
    at_part(SEAT_COALITION, 2);
    const int minors = counted("minors");
    cr_expect_eq(counted("left"), minors);
    start("1805");
    corps("bayern", "karl");
    align("bayern=FA");
    at_part(SEAT_COALITION, 2);
    cr_expect_float_eq(input("falls.bayern"), 1.0, 1e-6);
    cr_expect_eq(counted("left"), counted("minors") - 1);
}

/* The French hold no country but Spain's areas; whether Spain, formerly insurgent, falls to them depends on
 * the fourth. */
static void spain_overrun_but_for(const char *fourth)
{
    start("1809");
    align("spain=CM! prussia=NC pommern=NC bayern=NC hannover=NC holland=NC italia=NC napoli=NC schweiz=NC "
          "westfalen=NC wuerttemberg=NC "
          "danmark=NC polen=- sachsen=- dalmatien=- chiesa=NC portugal=NC");
    corps("castilla", "davout");
    corps("navarra", "ney");
    corps("valencia", "soult");
    corps("galicia", fourth);
    at_part(SEAT_FRENCH, 3);
}

Test(aon_inputs, a_formerly_insurgent_major_falls_to_be_a_dominion_14_2_2)
{
    spain_overrun_but_for("");
    cr_expect_float_eq(input("falls.spain"), 0.0, 1e-6);
    cr_expect_float_eq(input("outlook.3"), 1.0, 1e-6); /* France alone */
    spain_overrun_but_for("lannes");
    cr_expect_float_eq(input("falls.spain"), 1.0, 1e-6);
    cr_expect_float_eq(input("outlook.3"), 0.0, 1e-6); /* France and Spain */
}

/* Karl stands in Tirol; Bayern, next to it, is French. */
static void karl_beside_bayern(const char *garrison)
{
    start("1805");
    align("bayern=FA");
    corps("tirol", "karl");
    corps("bayern", garrison);
    hand(SEAT_COALITION, "pitt stein mud");
    at_part(SEAT_COALITION, 4);
}

Test(aon_inputs, what_an_army_could_take_storm_or_rescue)
{
    karl_beside_bayern("");
    const int taken = counted("taken.coalition");
    cr_expect_gt(taken, 0);
    cr_expect_eq(counted("stormed.coalition"), 0);
    const unsigned karl = aon_br(aon_d(), aon_s(), corps_id("karl"));

    karl_beside_bayern("brune*");
    cr_expect_lt(aon_br(aon_d(), aon_s(), corps_id("brune")), karl);
    cr_expect_eq(counted("taken.coalition"), taken - 1);
    cr_expect_eq(counted("stormed.coalition"), 1);

    karl_beside_bayern("napoleon davout");
    cr_expect_eq(counted("taken.coalition"), taken - 1);
    cr_expect_eq(counted("stormed.coalition"), 0);

    start("1805");
    align("bayern=FA");
    corps("bayern", "mack*");
    corps("wuerttemberg", "napoleon");
    at_part(SEAT_FRENCH, 4);
    cr_expect_eq(counted("rescued.french"), 1);
    cr_expect_eq(counted("rescued.coalition"), 0);
}

Test(aon_inputs, moves_left_cost_cards_but_for_the_free_one_12_1_7)
{
    karl_beside_bayern("");
    cr_expect_eq(counted("moves.coalition"),
                 3); /* rounds 4 to 6; three cards and the free move would do for four */
    cr_expect_eq(counted("moves.french"), 1);
    start("1805");
    free_move_used(SEAT_COALITION);
    corps("boehmen", "karl");
    hand(SEAT_COALITION, "pitt");
    at_part(SEAT_COALITION, 2);
    cr_expect_eq(counted("moves.coalition"), 1);
}

/* The first country that the inputs say would surrender, in the order of the phase; AON_NONE without one. */
static unsigned first_to_fall(void)
{
    for (unsigned i = 0; i < aon_d()->surrender_count; i++) {
        const unsigned country = aon_d()->surrender_order[i];
        if (input(aon_text("falls.%s", aon_d()->country_id[country])) > 0.0) {
            return country;
        }
    }
    return AON_NONE;
}

/* Ends the year on a copy of the position, up to the first decision, and compares. */
static bool check_surrender(uint64_t seed)
{
    AonState after = *aon_s();
    Dice falling = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 1));
    Play play = aon_with_dice(aon_d(), &after, &falling);
    const unsigned country = first_to_fall();
    aon_start_surrender(&play);
    aon_run(&play);
    if (country == AON_NONE) {
        for (unsigned i = 0; i < aon_d()->countries; i++) {
            cr_expect_eq(aon_alignment(&after, i), aon_alignment(aon_s(), i), "%s", aon_d()->country_id[i]);
        }
        return false;
    }
    const bool asked = after.header.step == AON_STEP_SURRENDER_CHECK &&
                       after.scope.index < aon_d()->surrender_count &&
                       aon_d()->surrender_order[after.scope.index] == country;
    cr_expect(asked || after.header.over || aon_alignment(&after, country) != aon_alignment(aon_s(), country),
              "%s", aon_d()->country_id[country]);
    return true;
}

Test(aon_inputs, falls_is_what_the_surrender_phase_does)
{
    unsigned falls = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        aon_load(seed % 3 == 0 ? "1805" : seed % 3 == 1 ? "1809" : "1813", "");
        Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
        Dice falling = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
        for (unsigned ply = 0; ply < 300 && !aon_s()->header.over; ply++) {
            MoveList legal;
            (void)game_legal(aon_game(), &aon_s()->header, &legal);
            if (ply % 5 == 0 && aon_s()->phase == AON_PHASE_CAMPAIGN &&
                aon_s()->header.step == AON_STEP_PART_CHOICE) {
                falls += check_surrender(seed) ? 1U : 0U;
            }
            game_apply(aon_game(), &aon_s()->header, legal.moves[rng_bounded(&rng, legal.count)], &falling);
        }
    }
    cr_expect_gt(falls, 30, "%u", falls);
}
