/* test_prior_model.c: learned priors: what they make of beliefs, their files, and what they are told about
 * moves. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/prior_model.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "tests/support/support.h"

/* ---- a model by hand ---- */

static const char *const INPUT_NAMES[] = {"one", "two"};

static void kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES])
{
    static const char *const names[] = {"step.roll", "step.stay"};
    (void)snprintf(name, PRIOR_NAME_BYTES, "%s", kind < 2 ? names[kind] : "");
}

/* Three moves: two rolls and a stay. */
static void three_moves(MoveList *legal, PriorInputs *inputs)
{
    memset(inputs, 0, sizeof *inputs);
    legal->count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        legal->moves[i] = 10 + i;
        inputs->kind[i] = i == 2 ? 1 : 0;
        inputs->belief[i] = i == 0 ? 2.0F : 1.0F;
        inputs->value[i][0] = 1.0F;
        inputs->value[i][1] = (float)i;
    }
}

static void expect_priors(const PriorModel *model, Seat seat, double a, double b, double c)
{
    MoveList legal;
    PriorInputs inputs;
    float priors[MOVE_LIST_MAX];
    const double sum = a + b + c;
    three_moves(&legal, &inputs);
    prior_model_priors(model, seat, &legal, &inputs, priors);
    cr_expect_lt(fabs((double)priors[0] - a / sum), 0.01, "%g", (double)priors[0]);
    cr_expect_lt(fabs((double)priors[1] - b / sum), 0.01, "%g", (double)priors[1]);
    cr_expect_lt(fabs((double)priors[2] - c / sum), 0.01, "%g", (double)priors[2]);
    cr_expect_lt(fabs((double)(priors[0] + priors[1] + priors[2]) - 1.0), 1e-5);
}

Test(prior_model, scores_are_linear_and_only_for_whom_they_are_meant)
{
    PriorModel model;
    Err err;
    err_clear(&err);
    cr_assert(prior_model_init(&model, &err), "%s", err.message);
    expect_priors(&model, SEAT_FRENCH, 2, 1, 1); /* no weights: the beliefs */
    float *row = model.weight[prior_model_row(&model, 0)];
    row[0] = 0.5F;
    row[1] = 1.0F;
    expect_priors(&model, SEAT_FRENCH, 2 * exp(0.5), exp(1.5), 1); /* the stay is of another kind */
    model.bonus[prior_model_move(&model, prior_key(SEAT_FRENCH, 1, 12))] = 2.0F;
    expect_priors(&model, SEAT_FRENCH, 2 * exp(0.5), exp(1.5), exp(2.0));
    expect_priors(&model, SEAT_COALITION, 2 * exp(0.5), exp(1.5), 1);
    model.bonus[prior_model_move(&model, prior_key(SEAT_FRENCH, 1, 12))] = -1000.0F;
    MoveList legal;
    PriorInputs inputs;
    float priors[MOVE_LIST_MAX];
    three_moves(&legal, &inputs);
    prior_model_priors(&model, SEAT_FRENCH, &legal, &inputs, priors);
    cr_expect_gt(priors[2], 0.0005F, "no move is ruled out: %g", (double)priors[2]);
    prior_model_release(&model);
}

Test(prior_model, has_room_for_so_many_moves_and_says_when_it_is_full)
{
    PriorModel model;
    Err err;
    err_clear(&err);
    cr_assert(prior_model_init(&model, &err), "%s", err.message);
    for (uint32_t i = 0; i < PRIOR_MOVES_MAX; i++) {
        cr_assert_eq(prior_model_move(&model, prior_key(SEAT_FRENCH, i % 7, i)), i);
    }
    cr_expect_eq(prior_model_move(&model, prior_key(SEAT_COALITION, 0, 0)), PRIOR_MOVES_MAX);
    cr_expect_eq(prior_model_move(&model, prior_key(SEAT_FRENCH, 5, 5)), 5, "those it has it finds");
    prior_model_release(&model);
}

/* ---- files ---- */

static bool load(PriorModel *model, const char *text, size_t length, const PriorNames *names, Err *err)
{
    JsonDoc doc;
    err_clear(err);
    if (!json_parse(&doc, text, length, "priors.json", err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = prior_model_load(model, &root, names, err);
    json_release(&doc);
    return good;
}

static PriorNames toy_names(const Game *game) { return (PriorNames){game, 2, INPUT_NAMES, kind_name, NULL}; }

/* A toy model's file: moves of the toy game are numbers of what is added. */
static void small_file(const Game *game, StrBuf *text)
{
    const PriorNames names = toy_names(game);
    PriorModel model;
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    StateBuffer state;
    MoveList legal;
    Err err;
    err_clear(&err);
    cr_assert(prior_model_init(&model, &err));
    game_setup(game, &state.header, &dice);
    cr_assert_gt(game_legal(game, &state.header, &legal), 1);
    model.weight[prior_model_row(&model, 1)][1] = -0.5F;
    model.weight[prior_model_row(&model, 0)][0] = 1.25F;
    model.bonus[prior_model_move(&model, prior_key(SEAT_COALITION, 0, legal.moves[1]))] = 0.125F;
    strbuf_init(text);
    prior_model_write(&model, &names, "{\"by\":\"hand\"}", text);
    prior_model_release(&model);
}

static void expect_bad(const Game *game, const char *old, const char *fresh, const char *path,
                       const char *message)
{
    const PriorNames names = toy_names(game);
    StrBuf good;
    StrBuf bad;
    PriorModel model;
    Err err;
    small_file(game, &good);
    support_replace(good.text, old, fresh, &bad);
    cr_expect_not(load(&model, bad.text, bad.length, &names, &err), "%s", fresh);
    support_expect_error(&err, path, message);
    strbuf_release(&good);
    strbuf_release(&bad);
}

Test(prior_model, files_are_read_as_they_were_written)
{
    Game game;
    StrBuf text;
    StrBuf again;
    PriorModel model;
    Err err;
    support_use_test_scenarios();
    support_load(&game, "toy/plain", NULL);
    const PriorNames names = toy_names(&game);
    small_file(&game, &text);
    cr_assert(load(&model, text.text, text.length, &names, &err), "%s: %s", err.path, err.message);
    cr_expect_eq(model.rows, 3);
    cr_expect_eq(model.moves, 1);
    strbuf_init(&again);
    prior_model_write(&model, &names, "{\"by\":\"hand\"}", &again);
    cr_expect_str_eq(again.text, text.text);
    prior_model_release(&model);
    strbuf_release(&text);
    strbuf_release(&again);
    game_release(&game);
}

/* Two kinds, which the toy's moves tell by being even or odd. */
static uint32_t kind_by_parity(Move move) { return move & 1U; }

static PriorNames parity_names(const Game *game)
{
    return (PriorNames){game, 2, INPUT_NAMES, kind_name, kind_by_parity};
}

Test(prior_model, a_move_may_tell_its_kind)
{
    static const char text[] =
        "{\"schema\":\"marshal/priors/1\",\"game\":\"toy\",\"inputs\":[\"one\",\"two\"],"
        "\"decisions\":{\"step.stay\":[1,2]},\"moves\":{\"french.roll(2)\":0.5,\"coalition.roll(1)\":-0.5,"
        "\"french.step.roll(1)\":1}}";
    Game game;
    PriorModel model;
    StrBuf again;
    Move one = 0;
    Err err;
    support_use_test_scenarios();
    support_load(&game, "toy/plain", NULL);
    const PriorNames names = parity_names(&game);
    cr_assert(game.rules->move_parse(game.data, "roll(1)", &one));
    cr_assert(load(&model, text, strlen(text), &names, &err), "%s: %s", err.path, err.message);
    cr_expect_eq(model.moves, 2, "the name with a step is none here");
    cr_expect_eq(model.key[1], prior_key(SEAT_COALITION, kind_by_parity(one), one));
    strbuf_init(&again);
    prior_model_write(&model, &names, NULL, &again);
    cr_expect_not_null(strstr(again.text, "\"coalition.roll(1)\": -0.5"), "%s", again.text);
    prior_model_release(&model);
    strbuf_release(&again);
    game_release(&game);
}

Test(prior_model, wrong_files_are_refused)
{
    Game game;
    support_use_test_scenarios();
    support_load(&game, "toy/plain", NULL);
    expect_bad(&game, "priors/1", "priors/2", "schema", "expected \"marshal/priors/1\"");
    expect_bad(&game, "\"toy\"", "\"chess\"", "game", "found \"chess\", expected \"toy\"");
    expect_bad(&game, "\"moves\"", "\"movs\"", "movs", "unknown key");
    expect_bad(&game, "\"one\", ", "", "inputs", "found 1 inputs, expected 2");
    expect_bad(&game, "\"one\"", "\"three\"", "inputs[0]", "found \"three\", expected \"one\"");
    expect_bad(&game, "[0,-0.5]", "[0]", "decisions.step.stay", "found 1 numbers, expected 2");
    expect_bad(&game, "[0,-0.5]", "[0,\"x\"]", "decisions.step.stay[1]", "expected a number");
    expect_bad(&game, "-0.5", "-1001", "decisions.step.stay[1]", "from -1000 to 1000");
    expect_bad(&game, "0.125", "[]", "moves.coalition.step.roll(2)", "expected a number");
    game_release(&game);
}

Test(prior_model, what_a_board_does_not_have_is_passed_over)
{
    static const char text[] =
        "{\"schema\":\"marshal/priors/1\",\"game\":\"toy\",\"inputs\":[\"one\",\"two\"],"
        "\"decisions\":{\"other.jump\":[1,2]},\"moves\":{\"french.step.nonsense(7)\":1,"
        "\"french\":1,\"french.\":1,\"french.step\":1,\"nobody.step.roll\":1,\"\":1}}";
    Game game;
    PriorModel model;
    Err err;
    support_use_test_scenarios();
    support_load(&game, "toy/plain", NULL);
    const PriorNames names = toy_names(&game);
    cr_assert(load(&model, text, strlen(text), &names, &err), "%s", err.message);
    cr_expect_eq(model.rows, 1);
    cr_expect_eq(model.moves, 0);
    prior_model_release(&model);
    game_release(&game);
}

/* Any byte may be another: then a file is taken or refused with a message, no more. */
Test(prior_model, random_changes_do_no_harm)
{
    static const char bytes[] = "{}[],:\"\\0123456789-.eE \n()_abc\x01\x7f\x80\xff";
    Game game;
    StrBuf text;
    PriorModel model;
    Err err;
    Rng rng;
    unsigned taken = 0;
    const unsigned rounds = 2000;
    support_use_test_scenarios();
    support_load(&game, "toy/plain", NULL);
    const PriorNames names = toy_names(&game);
    small_file(&game, &text);
    rng_init(&rng, 1809, 7);
    for (unsigned i = 0; i < rounds; i++) {
        const size_t at = rng_bounded(&rng, (uint32_t)text.length);
        const char old = text.text[at];
        text.text[at] = bytes[rng_bounded(&rng, sizeof bytes - 1)];
        if (load(&model, text.text, text.length, &names, &err)) {
            taken++;
            prior_model_release(&model);
        } else {
            cr_expect(err.set && err.message[0] != '\0');
        }
        text.text[at] = old;
    }
    cr_expect(taken > 0 && taken < rounds, "%u", taken);
    for (size_t cut = 0; cut + 2 < text.length; cut++) {
        cr_expect_not(load(&model, text.text, cut, &names, &err), "cut at %zu", cut);
    }
    strbuf_release(&text);
    game_release(&game);
}
