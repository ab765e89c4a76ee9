/* test_tune_priors.c: fitting learned priors to the visits of searches: what was planted is found, files and
 * command. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "eval/tune/tune_priors.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

/* ---- files with planted visits ---- */

/* Weights by which the planted visits are shared out: the Smiths like to swap, the Bakers to pass; who is
 * ahead throws fewer dice, and pushes. */
static const char PLANTED[] =
    "{\"schema\":\"marshal/priors/1\",\"game\":\"toy\",\"inputs\":[\"always\",\"dice\",\"lead\"],"
    "\"decisions\":{\"act.roll\":[0,-2,0],\"act.pass\":[0.7,0,1],\"throw.push\":[0,0,2]},"
    "\"moves\":{\"french.act.swap\":1.5,\"coalition.act.pass\":1}}";

static void plant(PriorModel *model, const Game *game, const GameAi *ai)
{
    const PriorNames names = ai->prior_names(game);
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_assert(json_parse(&doc, PLANTED, strlen(PLANTED), "planted.json", &err), "%s", err.message);
    const JsonNode root = json_root(&doc);
    cr_assert(prior_model_load(model, &root, &names, &err), "%s: %s", err.path, err.message);
    json_release(&doc);
}

typedef struct Field {
    Game game;
    const GameAi *ai;
    void *knowledge;
    PriorModel planted;
} Field;

static void field_init(Field *field)
{
    Err err;
    err_clear(&err);
    support_load(&field->game, "toy/plain", NULL);
    field->ai = game_ai_find("toy");
    field->knowledge = field->ai->knowledge_load(&field->game, NULL, NULL, &err);
    cr_assert_not_null(field->knowledge, "%s", err.message);
    plant(&field->planted, &field->game, field->ai);
}

static void field_release(Field *field)
{
    prior_model_release(&field->planted);
    field->ai->knowledge_release(field->knowledge);
    game_release(&field->game);
}

/* Visits as the planted priors would have them. */
static void planted_visits(const Field *field, const State *state, const MoveList *legal, uint32_t *visits)
{
    PriorInputs inputs;
    float priors[MOVE_LIST_MAX];
    field->ai->prior_inputs(&field->game, field->knowledge, state, legal, &inputs);
    prior_model_priors(&field->planted, (Seat)state->seat, legal, &inputs, priors);
    for (uint32_t i = 0; i < legal->count; i++) {
        visits[i] = (uint32_t)(priors[i] * 1e6F);
    }
}

static void add_game(const Field *field, uint32_t number, StrBuf *out)
{
    const Game *game = &field->game;
    Dice dice = dice_from_stream(rng_derive(17, RNG_PURPOSE_DICE, number));
    Rng rng = rng_derive(17, RNG_PURPOSE_FUZZ, number);
    StateBuffer state;
    MoveList legal;
    uint32_t visits[MOVE_LIST_MAX];
    uint16_t ply = 0;
    game_setup(game, &state.header, &dice);
    while (!state.header.over) {
        const uint32_t count = game_legal(game, &state.header, &legal);
        ply++;
        if (count > 1) {
            const SearchEntry entry = {.game = number, .ply = ply, .seat = state.header.seat, .count = count};
            planted_visits(field, &state.header, &legal, visits);
            searches_add(out, game, &state.header, &entry, visits);
        }
        game_apply(game, &state.header, legal.moves[rng_bounded(&rng, count)], &dice);
    }
}

static void write_planted(const char *path, uint32_t games)
{
    Field field;
    StrBuf out;
    field_init(&field);
    strbuf_init(&out);
    const RecordInfo info = {.game = &field.game, .policies = {"random", "random"}, .seed = 17};
    searches_write_header(&out, &info);
    for (uint32_t i = 0; i < games; i++) {
        add_game(&field, i, &out);
    }
    cr_assert(support_write(path, out.text, out.length));
    strbuf_release(&out);
    field_release(&field);
}

/* ---- the fit ---- */

static void fit(const char *path, double l2, double holdout, PriorSample *sample, TunePriorsResult *result)
{
    Err err;
    err_clear(&err);
    cr_assert(prior_sample_read(sample, &path, 1, holdout, NULL, &err), "%s: %s", err.file, err.message);
    const TunePriorsPlan plan = {.sample = sample, .l2 = l2, .iterations = 300};
    cr_assert(tune_priors_fit(&plan, result, &err), "%s", err.message);
}

Test(tune_priors, planted_priors_are_found)
{
    const double held_out = 0.3;
    char folder[256];
    char path[300];
    PriorSample sample;
    TunePriorsResult result;
    support_folder("tune-priors", folder);
    (void)snprintf(path, sizeof path, "%s/planted.sea", folder);
    write_planted(path, support_short() ? 60 : 200);
    fit(path, 0.01, held_out, &sample, &result);
    cr_expect_gt(result.held, 0);
    cr_expect_gt(result.fitted.belief - result.fitted.least, 0.01, "the beliefs are not the planted priors");
    cr_expect_lt(result.fitted.priors - result.fitted.least,
                 0.1 * (result.fitted.belief - result.fitted.least), "%g of %g",
                 result.fitted.priors - result.fitted.least, result.fitted.belief - result.fitted.least);
    cr_expect_lt(result.judged.priors - result.judged.least,
                 0.3 * (result.judged.belief - result.judged.least), "%g of %g",
                 result.judged.priors - result.judged.least, result.judged.belief - result.judged.least);
    prior_sample_release(&sample);

    TunePriorsResult held_back;
    fit(path, 1e6, held_out, &sample,
        &held_back); /* a penalty beyond all measure leaves the beliefs as they are */
    cr_expect_eq(held_back.held, result.held, "the same games are held out");
    cr_expect_lt(fabs(held_back.fitted.priors - held_back.fitted.belief), 0.01);
    prior_sample_release(&sample);
}

/* What a file says of itself is what the model in it does: the loss by its own priors is that of the fit. */
Test(tune_priors, the_loss_is_that_of_the_priors_as_they_are_played)
{
    char folder[256];
    char path[300];
    PriorSample sample;
    TunePriorsResult result;
    SearchesFile file;
    SearchEntry entry;
    StateBuffer state;
    uint32_t visits[MOVE_LIST_MAX];
    Field field;
    Err err;
    double loss = 0.0;
    uint64_t decisions = 0;
    err_clear(&err);
    support_folder("tune-priors-loss", folder);
    (void)snprintf(path, sizeof path, "%s/planted.sea", folder);
    write_planted(path, 20);
    fit(path, 1, 0, &sample, &result);
    field_init(&field);
    cr_assert(searches_open(&file, path, &err), "%s", err.message);
    while (searches_next(&file, &entry, &state, visits, &err)) {
        MoveList legal;
        PriorInputs inputs;
        float priors[MOVE_LIST_MAX];
        double total = 0.0;
        (void)game_legal(&field.game, &state.header, &legal);
        field.ai->prior_inputs(&field.game, field.knowledge, &state.header, &legal, &inputs);
        prior_model_priors(&sample.model, (Seat)state.header.seat, &legal, &inputs, priors);
        for (uint32_t i = 0; i < legal.count; i++) {
            total += (double)visits[i];
        }
        for (uint32_t i = 0; i < legal.count; i++) {
            loss -= (double)visits[i] / total * log((double)priors[i]);
        }
        decisions++;
    }
    cr_expect_not(err.set, "%s", err.message);
    cr_expect_eq(decisions, result.decisions);
    cr_expect_lt(fabs(loss / (double)decisions - result.fitted.priors), 0.01, "%g, fitted %g",
                 loss / (double)decisions, result.fitted.priors);
    searches_close(&file);
    field_release(&field);
    prior_sample_release(&sample);
}

Test(tune_priors, stops_when_told)
{
    char folder[256];
    char path[300];
    PriorSample sample;
    TunePriorsResult result;
    atomic_bool stop = true;
    Err err;
    err_clear(&err);
    support_folder("tune-priors-stop", folder);
    (void)snprintf(path, sizeof path, "%s/planted.sea", folder);
    write_planted(path, 2);
    const char *const names[] = {path};
    cr_expect_not(prior_sample_read(&sample, names, 1, 0, &stop, &err));
    cr_expect_str_eq(err.message, "interrupted");
    err_clear(&err);
    cr_assert(prior_sample_read(&sample, names, 1, 0, NULL, &err), "%s", err.message);
    const TunePriorsPlan plan = {.sample = &sample, .l2 = 1, .iterations = 300, .stop = &stop};
    cr_assert(tune_priors_fit(&plan, &result, &err), "%s", err.message);
    cr_expect_eq(result.iterations, 1);
    cr_expect_str_eq(result.ended, "interrupted");
    prior_sample_release(&sample);
}

/* ---- the command ---- */

static void run_and_expect(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "%s: %d, %s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "found \"%s\", expected \"%s\"", run.err.text, message);
    support_run_release(&run);
}

Test(tune_priors, the_command_fits_what_a_match_has_kept)
{
    char folder[256];
    char arguments[1200];
    support_folder("tune-priors-command", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --french mcts:sims=20,priors=1 --coalition mcts:sims=20,priors=1 --games "
                   "12 --every 2 --searches %s/a.sea",
                   folder);
    run_and_expect(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "tune-priors %s/a.sea --holdout 0 --out %s/p.json --json",
                   folder, folder);
    cJSON *json = answer_run(arguments, 0);
    const cJSON *fitted = answer_key(answer_key(json, "report"), "fitted");
    cr_expect_gt(answer_number(fitted, "decisions"), 50);
    cr_expect_lt(answer_number(fitted, "priors"), answer_number(fitted, "belief"));
    cr_expect_leq(answer_number(fitted, "least"), answer_number(fitted, "priors"));
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments, "validate %s/p.json --json", folder);
    json = answer_run(arguments, 0);
    cr_expect_str_eq(answer_text(cJSON_GetArrayItem(answer_key(json, "files"), 0), "kind"), "learned priors");
    cJSON_Delete(json);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --french mcts:sims=20,priors_file=%s/p.json --coalition random --games 1",
                   folder);
    run_and_expect(arguments, 0, "");
}

Test(tune_priors, the_command_says_what_is_wrong)
{
    char folder[256];
    char path[300];
    char arguments[700];
    support_folder("tune-priors-wrong", folder);
    (void)snprintf(path, sizeof path, "%s/planted.sea", folder);
    write_planted(path, 1);
    run_and_expect("tune-priors nothing.sea", 2, "--out");
    (void)snprintf(arguments, sizeof arguments, "tune-priors %s/none.sea --out %s/p.json", folder, folder);
    run_and_expect(arguments, 1, "cannot open");
    (void)snprintf(arguments, sizeof arguments, "tune-priors %s --out %s/p.json --holdout 2", path, folder);
    run_and_expect(arguments, 2, "--holdout: found \"2\", expected a number from 0 to 0.9");
    (void)snprintf(arguments, sizeof arguments, "tune-priors %s --out %s/no/folder/p.json", path, folder);
    run_and_expect(arguments, 1, "no/folder");
    run_and_expect(
        "match toy/plain --french mcts:sims=20,priors_file=nothing.json --coalition random --games 1", 2,
        "no such file");
    run_and_expect("match toy/plain --french mcts:sims=20,priors_file=tests/scenarios/toy/evaluation.json "
                   "--coalition random --games 1",
                   2, "expected");
    run_and_expect("match toy/plain --french mcts:sims=20,priors=3 --coalition random --games 1", 2,
                   "priors");

    /* a state that is no decision of the game */
    StrBuf text;
    strbuf_init(&text);
    cr_assert(support_read(path, &text));
    char *line = memchr(text.text, '\n', text.length);
    cr_assert_not_null(line);
    line[1 + sizeof(SearchEntry) + offsetof(State, step)] = (char)255;
    cr_assert(support_write(path, text.text, text.length));
    strbuf_release(&text);
    (void)snprintf(arguments, sizeof arguments, "tune-priors %s --out %s/p.json", path, folder);
    run_and_expect(arguments, 1, "entry 0 holds no decision");
}
