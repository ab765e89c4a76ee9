/* test_nae_knowledge.c: what the search is told about Napoleon against Europe: inputs of the evaluation,
 * beliefs in moves. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/nae/inputs.h"
#include "tests/nae/nae_position.h"
#include "tests/support/support.h"

/* The value of an input of the position by its name; 0 if it is not there. */
static double input(const char *wanted)
{
    ModelInputs inputs;
    double sum = 0.0;
    nae_inputs(nd(), ns(), &inputs);
    for (uint32_t i = 0; i < inputs.count; i++) {
        char name[MODEL_NAME_BYTES];
        nae_input_name(nd(), inputs.index[i], name);
        sum += strcmp(name, wanted) == 0 ? (double)inputs.value[i] : 0.0;
    }
    return sum;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

Test(nae_knowledge, every_input_has_a_name_of_its_own)
{
    static char names[NAE_INPUT_COUNT][MODEL_NAME_BYTES];
    nae_start("1805", "");
    for (uint32_t i = 0; i < NAE_INPUT_COUNT; i++) {
        nae_input_name(nd(), i, names[i]);
    }
    qsort(names, NAE_INPUT_COUNT, sizeof names[0], by_text);
    for (uint32_t i = 1; i < NAE_INPUT_COUNT; i++) {
        cr_expect(strcmp(names[i], names[i - 1]) != 0, "%s", names[i]);
    }
}

Test(nae_knowledge, pieces_marks_and_tracks_are_seen)
{
    nae_start("1805", "");
    at("ulm", "davout fr_1 fr_2-");
    marker("munich", NAE_EMPIRE);
    ns()->level = 3;
    cr_expect_gt(input("strength.french.ulm"), 0.5);
    cr_expect_float_eq(input("strength.coalition.ulm"), 0.0, 1e-6);
    cr_expect_float_eq(input("strength.french.ulm"), 4.0 * input("total.french.0"), 1e-5);
    cr_expect_gt(input("generals.french.0"), 0.0);
    cr_expect_float_eq(input("marker.french.munich"), 1.0, 1e-6);
    cr_expect_float_eq(input("level.2"), 1.0, 1e-6);
    cr_expect_float_eq(input("level.3"), 0.0, 1e-6);
    cr_expect_float_eq(input("napoleon.ulm"), 0.0, 1e-6);
    at("ulm", "napoleon");
    cr_expect_float_eq(input("napoleon.ulm"), 1.0, 1e-6);
}

Test(nae_knowledge, lost_key_zones_are_counted)
{
    nae_start("1805", "");
    const NaeNation *austria = &nd()->nation[NAE_AUSTRIA];
    cr_expect_float_eq(input("capital.autriche"), 0.0, 1e-6);
    for (unsigned i = 0; i < austria->conquest_keys; i++) {
        nae_set_marker(ns(), austria->conquest_key[i], NAE_EMPIRE);
    }
    for (unsigned i = 0; i < austria->capitals; i++) {
        nae_set_marker(ns(), austria->capital[i], NAE_EMPIRE);
    }
    char name[MODEL_NAME_BYTES];
    nae_input_name(nd(), NAE_INPUT_CAPITAL + NAE_AUSTRIA, name);
    cr_expect_float_eq(input(name), 1.0, 1e-6);
    nae_input_name(nd(), NAE_INPUT_KEYS + NAE_AUSTRIA * NAE_KEY_STEPS + austria->conquest_keys - 1U, name);
    cr_expect_float_eq(input(name), 1.0, 1e-6, "%s", name);
}

/* Beliefs on the way through a random game: positive, one in all, the most for the heuristic player's choice;
 * inputs fit, and evaluation with the shipped file is a chance. */
static void expect_sound(const Game *game, const GameAi *ai, const void *knowledge, const State *state,
                         const MoveList *legal)
{
    float priors[MOVE_LIST_MAX];
    ModelInputs inputs;
    Rng rng = rng_derive(1, 1, 1);
    float sum = 0.0F;
    float most = 0.0F;
    ai->priors(game, knowledge, state, legal, NULL, priors);
    for (uint32_t i = 0; i < legal->count; i++) {
        cr_assert(priors[i] > 0.0F);
        sum += priors[i];
        most = priors[i] > most ? priors[i] : most;
    }
    cr_expect(fabsf(sum - 1.0F) < 1e-4F);
    cr_expect(priors[ai->playout_heavy(game, knowledge, state, legal, NULL, &rng)] > most - 1e-6F);
    ai->inputs(game, state, &inputs);
    cr_assert(inputs.count > 0 && inputs.count < MODEL_ACTIVE_MAX);
    for (uint32_t i = 0; i < inputs.count; i++) {
        cr_assert(inputs.index[i] < NAE_INPUT_COUNT && isfinite(inputs.value[i]) &&
                  fabsf(inputs.value[i]) < 40.0F);
    }
    const float chance = ai->evaluate(game, knowledge, state);
    cr_expect(chance >= 0.0F && chance <= 1.0F);
}

static void play_with(const char *scenario)
{
    Game game;
    StateBuffer buffer;
    Rng rng = rng_derive(7, 7, 7);
    Dice dice = dice_from_stream(rng_derive(8, 8, 8));
    const GameAi *ai = game_ai_find("nae");
    Err err;
    err_clear(&err);
    support_load(&game, scenario, NULL);
    void *knowledge = ai->knowledge_load(&game, NULL, NULL, &err);
    cr_assert(knowledge != NULL, "%s", err.message);
    game_setup(&game, &buffer.header, &dice);
    for (unsigned ply = 0; ply < 1500 && buffer.header.over == 0; ply++) {
        MoveList legal;
        game_legal(&game, &buffer.header, &legal);
        if (ply % 7 == 0) {
            expect_sound(&game, ai, knowledge, &buffer.header, &legal);
        }
        game_apply(&game, &buffer.header, legal.moves[rng_bounded(&rng, legal.count)], &dice);
    }
    ai->knowledge_release(knowledge);
    game_release(&game);
}

Test(nae_knowledge, is_sound_all_through_a_game)
{
    play_with("nae/1815");
    play_with("nae/1805");
}
