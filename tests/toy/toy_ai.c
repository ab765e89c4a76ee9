/* toy_ai.c: how to play the toy game: strategies, what a search is told, and what was found to suit it. */
#include "tests/toy/toy_ai.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/weights.h"
#include "tests/toy/toy_game.h"

/* ---- a strategy: how many dice to roll, and when to push ---- */

/* X(name, default of the Smiths, of the Bakers, least, most, meaning); the struct and the reader of files are
 * made of it, and tests/scenarios/toy/strategy.schema.json tells the same to people. */
#define TOY_WEIGHTS(X)                                                                                       \
    X(dice, 2, 2, 1, 3, "dice that are thrown")                                                              \
    X(push, 4, 4, 2, 100, "of so many throws with a one, one is pushed")

typedef struct ToyWeights {
#define TOY_WEIGHT_FIELD(name, french, coalition, least, most, meaning) int name;
    TOY_WEIGHTS(TOY_WEIGHT_FIELD)
#undef TOY_WEIGHT_FIELD
} ToyWeights;

static const WeightRow ROWS[] = {
#define TOY_WEIGHT_ROW(name, french, coalition, least, most, meaning)                                        \
    {#name, offsetof(ToyWeights, name), {french, coalition}, least, most, meaning},
    TOY_WEIGHTS(TOY_WEIGHT_ROW)
#undef TOY_WEIGHT_ROW
};

static const WeightTable WEIGHTS = {"toy", ROWS, sizeof ROWS / sizeof ROWS[0], sizeof(ToyWeights), true};

typedef struct ToyStrategy {
    ToyWeights weights[SEAT_COUNT];
} ToyStrategy;

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    (void)game;
    ToyStrategy *strategy = malloc(sizeof *strategy);
    if (strategy == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    weights_default(&WEIGHTS, SEAT_FRENCH, &strategy->weights[SEAT_FRENCH]);
    weights_default(&WEIGHTS, SEAT_COALITION, &strategy->weights[SEAT_COALITION]);
    if (file != NULL && !weights_load(&WEIGHTS, strategy->weights, file, err)) {
        free(strategy);
        return NULL;
    }
    return strategy;
}

static const void *strategy_weights(const void *strategy, Seat seat)
{
    return &((const ToyStrategy *)strategy)->weights[seat];
}

/* Throws as many dice as it likes; pushes by lot. */
static Move strategy_choose(const Game *game, const void *opaque, PolicyQuery *query)
{
    const ToyWeights *weights = &((const ToyStrategy *)opaque)->weights[query->seat];
    (void)game;
    assert(toy_const(query->view)->hand[query->seat] != 0);
    assert(toy_const(query->view)->hand[seat_other(query->seat)] == 0);
    if (query->view->step == TOY_STEP_THROW) {
        return rng_bounded(&query->rng, (uint32_t)weights->push) == 0 ? TOY_MOVE_PUSH : TOY_MOVE_KEEP;
    }
    return (Move)weights->dice;
}

/* ---- inputs of the evaluation ---- */

enum toy_input {
    INPUT_LEAD,       /* coins ahead, in tens */
    INPUT_LATE_LEAD,  /* the same times the part of the game that is over */
    INPUT_AT_STAKE,   /* of the throw to keep or push, in tens */
    INPUT_TO_ACT,     /* 1: the seat french acts, -1: the other */
    INPUT_HAND,       /* number held, times its weight, in tens: french ... */
    INPUT_OTHER_HAND, /* ... coalition */
    INPUT_COUNT
};

static const char *const INPUT_NAMES[INPUT_COUNT] = {"lead.now",    "lead.late",   "throw.stake",
                                                     "time.to_act", "hand.french", "hand.coalition"};

static void input_name(const void *context, uint32_t input, char name[MODEL_NAME_BYTES])
{
    (void)context;
    (void)snprintf(name, MODEL_NAME_BYTES, "%s", INPUT_NAMES[input]);
}

static void inputs_of(const Game *game, const State *state, ModelInputs *inputs)
{
    const ToyData *data = game->data;
    const ToyState *s = toy_const(state);
    const float sign = state->seat == SEAT_COALITION ? -1.0F : 1.0F;
    const float lead = ((float)s->points[0] - (float)s->points[1]) / 10.0F;
    inputs->count = 0;
    model_add(inputs, INPUT_LEAD, lead);
    model_add(inputs, INPUT_LATE_LEAD, lead * (float)state->turn / (float)data->rounds);
    model_add(inputs, INPUT_AT_STAKE, sign * (float)s->throw_points / 10.0F);
    model_add(inputs, INPUT_TO_ACT, sign);
    model_add(inputs, INPUT_HAND, (float)(data->hand_weight * s->hand[SEAT_FRENCH]) / 10.0F);
    model_add(inputs, INPUT_OTHER_HAND, (float)(data->hand_weight * s->hand[SEAT_COALITION]) / 10.0F);
}

static float material(const Game *game, const State *state)
{
    (void)game;
    return (float)toy_const(state)->points[0] - (float)toy_const(state)->points[1];
}

/* ---- knowledge ---- */

typedef struct Knowledge {
    PriorModel priors;
    Model model;
    bool has_model;
} Knowledge;

enum { PRIOR_ALWAYS, PRIOR_SIDES, PRIOR_LEAD, PRIOR_INPUT_COUNT };
static const char *const PRIOR_NAMES[PRIOR_INPUT_COUNT] = {"always", "dice", "lead"};

/* Kinds of decisions: by what the text of a move begins with. */
enum toy_kind { KIND_ROLL, KIND_SWAP, KIND_PASS, KIND_KEEP, KIND_PUSH, KIND_COUNT };

static void prior_kind(uint32_t kind, char name[PRIOR_NAME_BYTES])
{
    static const char *const names[KIND_COUNT] = {"act.roll", "act.swap", "act.pass", "throw.keep",
                                                  "throw.push"};
    (void)snprintf(name, PRIOR_NAME_BYTES, "%s", kind < KIND_COUNT ? names[kind] : "");
}

static PriorNames prior_names(const Game *game)
{
    return (PriorNames){game, PRIOR_INPUT_COUNT, PRIOR_NAMES, prior_kind, NULL};
}

static enum toy_kind kind_of(Move move)
{
    return move == TOY_MOVE_SWAP   ? KIND_SWAP
           : move == TOY_MOVE_PASS ? KIND_PASS
           : move == TOY_MOVE_KEEP ? KIND_KEEP
           : move == TOY_MOVE_PUSH ? KIND_PUSH
                                   : KIND_ROLL;
}

static bool load_models(Knowledge *k, const Game *game, const JsonNode *evaluation, const JsonNode *priors,
                        Err *err)
{
    const PriorNames names = prior_names(game);
    if (priors == NULL ? !prior_model_init(&k->priors, err)
                       : !prior_model_load(&k->priors, priors, &names, err)) {
        return false;
    }
    k->has_model = evaluation != NULL;
    if (k->has_model &&
        !model_load(&k->model, evaluation, "toy", game->scenario, INPUT_COUNT, input_name, game->data, err)) {
        prior_model_release(&k->priors);
        return false;
    }
    return true;
}

static void *knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err)
{
    Knowledge *k = malloc(sizeof *k);
    if (k == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    if (!load_models(k, game, evaluation, priors, err)) {
        free(k);
        return NULL;
    }
    return k;
}

static void knowledge_release(void *knowledge)
{
    Knowledge *k = knowledge;
    prior_model_release(&k->priors);
    if (k->has_model) {
        model_release(&k->model);
    }
    free(k);
}

/* Throwing is better than passing, whatever else is known. */
static void prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                         PriorInputs *inputs)
{
    static const float belief[KIND_COUNT] = {1.0F, 0.2F, 0.05F, 0.7F, 0.3F};
    const float sign = state->seat == SEAT_COALITION ? -1.0F : 1.0F;
    (void)knowledge;
    for (uint32_t i = 0; i < legal->count; i++) {
        const Move move = legal->moves[i];
        memset(inputs->value[i], 0, sizeof inputs->value[i]);
        inputs->kind[i] = (uint16_t)kind_of(move);
        inputs->belief[i] = belief[kind_of(move)];
        inputs->value[i][PRIOR_ALWAYS] = 1.0F;
        inputs->value[i][PRIOR_SIDES] = kind_of(move) == KIND_ROLL ? (float)move / 3.0F : 0.0F;
        inputs->value[i][PRIOR_LEAD] = sign * material(game, state) / 20.0F;
    }
}

static void priors_of(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                      void *memory, float *priors)
{
    const Knowledge *k = knowledge;
    (void)memory;
    PriorInputs inputs;
    prior_inputs(game, knowledge, state, legal, &inputs);
    prior_model_priors(&k->priors, (Seat)state->seat, legal, &inputs, priors);
}

static double told(const void *knowledge, double chance)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_told(&k->model, chance) : chance;
}

static float judge(const void *knowledge, const ModelInputs *inputs)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_probability(model_logit(&k->model, inputs)) : 0.5F;
}

static float evaluate(const Game *game, const void *knowledge, const State *state)
{
    ModelInputs inputs;
    inputs_of(game, state, &inputs);
    return judge(knowledge, &inputs);
}

static uint32_t playout_light(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, Rng *rng)
{
    (void)game;
    (void)knowledge;
    (void)state;
    return rng_bounded(rng, legal->count);
}

/* Two dice if there are; keeps. */
static uint32_t playout_heavy(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, void *memory, Rng *rng)
{
    (void)memory;
    (void)game;
    (void)knowledge;
    (void)rng;
    return state->step == TOY_STEP_THROW || legal->moves[1] != 2 ? 0 : 1;
}

static bool is_quiet(const Game *game, const State *state)
{
    (void)game;
    return state->step == TOY_STEP_ACT;
}

static bool is_minor(const Game *game, const State *state)
{
    (void)game;
    return state->step == TOY_STEP_THROW;
}

/* Whether a one fell, and about how much the throw brought. */
static uint32_t outcome_key(const Game *game, const State *state)
{
    (void)game;
    const ToyState *s = toy_const(state);
    return state->step == TOY_STEP_THROW ? 128U + s->throw_points : (s->points[0] + s->points[1]) / 4U % 128U;
}

/* ---- telling why ---- */

enum toy_term { TERM_COINS, TERM_NUMBERS, TERM_TIME, TERM_COUNT };
static const char *const TERM_NAMES[TERM_COUNT] = {"coins", "hidden numbers", "whose turn it is"};

static uint32_t input_term(const Game *game, uint32_t input)
{
    static const uint32_t terms[INPUT_COUNT] = {TERM_COINS, TERM_COINS,   TERM_COINS,
                                                TERM_TIME,  TERM_NUMBERS, TERM_NUMBERS};
    (void)game;
    assert(input < INPUT_COUNT);
    return terms[input];
}

/* The late lead is the lead once more. */
static uint32_t input_subject(const Game *game, uint32_t input)
{
    (void)game;
    return input == INPUT_LATE_LEAD ? INPUT_LEAD : input;
}

static void subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                          char words[GAME_AI_WORDS_BYTES])
{
    (void)game;
    words[0] = '\0';
    if (subject == INPUT_LEAD) {
        (void)snprintf(words, GAME_AI_WORDS_BYTES, "%+.1f coins ahead instead of %+.1f",
                       10.0 * these[subject], 10.0 * those[subject]);
    }
}

static uint32_t moment(const Game *game, const State *state)
{
    const ToyData *data = game->data;
    const ToyState *s = toy_const(state);
    return (uint32_t)(state->turn * SEAT_COUNT + (state->seat == SEAT_COALITION)) * (data->actions + 1U) +
           s->decisions;
}

/* ---- what suits it ---- */

static void search_defaults(const Game *game, MctsParams *params)
{
    (void)game;
    params->c = 0.5;
    params->horizon = 16; /* decisions: two fairs and more, after which coins decide */
}

static const EffortLevel LEVELS[] = {{16, 6.0, NULL}, {32, 1.5, NULL}, {64, 0.5, "plans"}, {200, 0.0, NULL}};

static const Effort EFFORT = {
    .levels = LEVELS,
    .level_count = sizeof LEVELS / sizeof LEVELS[0],
    .usual_level = 2,
    .glance = "mcts:sims=100,memory=4",
    .advice = "mcts:sims=1000,time=1,memory=16",
    .analysis = "mcts:sims=2000",
    .review_sims = 200,
    .quick_sims = 50,
};

const GameAi TOY_AI = {
    .game_id = "toy",
    .strategy_load = strategy_load,
    .strategy_release = free,
    .weights = &WEIGHTS,
    .strategy_weights = strategy_weights,
    .strategy_choose = strategy_choose,
    .knowledge_load = knowledge_load,
    .knowledge_release = knowledge_release,
    .priors = priors_of,
    .prior_inputs = prior_inputs,
    .prior_names = prior_names,
    .evaluate = evaluate,
    .playout_light = playout_light,
    .playout_heavy = playout_heavy,
    .is_quiet = is_quiet,
    .is_minor = is_minor,
    .outcome_key = outcome_key,
    .input_count = INPUT_COUNT,
    .input_name = input_name,
    .inputs = inputs_of,
    .material = material,
    .term_names = TERM_NAMES,
    .term_count = TERM_COUNT,
    .input_term = input_term,
    .input_subject = input_subject,
    .subject_words = subject_words,
    .told = told,
    .judge = judge,
    .moment = moment,
    .search_defaults = search_defaults,
    .effort = &EFFORT,
};
