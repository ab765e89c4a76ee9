/* test_game_ai.c: what must hold of the knowledge of every game (ai/game_ai.h), on positions of random play:
 * beliefs are shares, values are chances, an evaluation is the judgement of its inputs, playouts choose legal
 * moves, groups and subjects exist. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/effort.h"
#include "ai/game_ai.h"
#include "ai/knowledge_files.h"
#include "bench/measure_search.h"
#include "engine/dice.h"
#include "engine/scenario.h"
#include "tests/support/support.h"

enum { POSITIONS_MAX = 600 };

/* A game with its knowledge, evaluation and learned priors as shipped. */
typedef struct Bench {
    Game game;
    const GameAi *ai;
    void *knowledge;
    void *memory;                /* kept from position to position */
    bool seen[MODEL_INPUTS_MAX]; /* inputs that some position had */
} Bench;

static void bench_open(Bench *bench, const char *scenario)
{
    Err err;
    err_clear(&err);
    support_load(&bench->game, scenario, NULL);
    bench->ai = game_ai_find(bench->game.rules->id);
    bench->knowledge = NULL;
    bench->memory = calloc(1, bench->ai != NULL && bench->ai->memory_bytes > 0 ? bench->ai->memory_bytes : 1);
    cr_assert_not_null(bench->memory);
    memset(bench->seen, 0, sizeof bench->seen);
    if (bench->ai != NULL && bench->ai->knowledge_load != NULL) {
        const KnowledgeFiles files = {
            .evaluates = bench->ai->evaluate != NULL, .learned = true, .evaluation = NULL, .priors = NULL};
        bench->knowledge = knowledge_files_load(bench->ai, &bench->game, &files, NULL, &err);
        cr_assert_not_null(bench->knowledge, "%s: %s", scenario, err.message);
    }
}

static void bench_close(Bench *bench)
{
    if (bench->knowledge != NULL) {
        bench->ai->knowledge_release(bench->knowledge);
    }
    free(bench->memory);
    game_release(&bench->game);
}

static void expect_priors(const Bench *bench, const State *state, const MoveList *legal)
{
    float priors[MOVE_LIST_MAX];
    float kept[MOVE_LIST_MAX];
    double sum = 0.0;
    bench->ai->priors(&bench->game, bench->knowledge, state, legal, NULL, priors);
    bench->ai->priors(&bench->game, bench->knowledge, state, legal, bench->memory, kept);
    cr_assert_arr_eq(priors, kept, legal->count * sizeof kept[0], "%s", bench->game.scenario);
    for (uint32_t i = 0; i < legal->count; i++) {
        cr_assert(isfinite(priors[i]) && priors[i] > 0.0F, "%s: prior %g, expected more than 0",
                  bench->game.scenario, (double)priors[i]);
        sum += (double)priors[i];
    }
    cr_assert_float_eq(sum, 1.0, 1e-3, "%s: priors add up to %g", bench->game.scenario, sum);
}

static void expect_value(Bench *bench, const State *state)
{
    const float value = bench->ai->evaluate(&bench->game, bench->knowledge, state);
    ModelInputs inputs;
    bench->ai->inputs(&bench->game, state, &inputs);
    cr_assert(value >= 0.0F && value <= 1.0F, "%s: value %g, expected a chance", bench->game.scenario,
              (double)value);
    cr_assert_leq(inputs.count, MODEL_ACTIVE_MAX);
    for (uint32_t i = 0; i < inputs.count; i++) {
        cr_assert_lt(inputs.index[i], bench->ai->input_count);
        cr_assert(isfinite(inputs.value[i]));
        bench->seen[inputs.index[i]] = true;
    }
    if (bench->ai->judge != NULL) {
        cr_assert_eq(bench->ai->judge(bench->knowledge, &inputs), value,
                     "%s: evaluate is not judge of inputs", bench->game.scenario);
    }
}

static void expect_playouts(const Bench *bench, const State *state, const MoveList *legal, Rng *rng)
{
    if (bench->ai->playout_light != NULL) {
        cr_assert_lt(bench->ai->playout_light(&bench->game, bench->knowledge, state, legal, rng),
                     legal->count);
    }
    if (bench->ai->playout_heavy != NULL) {
        cr_assert_lt(bench->ai->playout_heavy(&bench->game, bench->knowledge, state, legal, NULL, rng),
                     legal->count);
    }
    if (bench->ai->outcome_key != NULL) {
        cr_assert_leq(bench->ai->outcome_key(&bench->game, state), 255);
    }
}

/* One random game, as far as POSITIONS_MAX. */
static void expect_knowledge(Bench *bench, uint64_t seed)
{
    StateBuffer state;
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    uint32_t moment = 0;
    memset(&state, 0, sizeof state);
    game_setup(&bench->game, &state.header, &dice);
    for (int i = 0; i < POSITIONS_MAX && !state.header.over; i++) {
        MoveList legal;
        (void)game_legal(&bench->game, &state.header, &legal);
        if (bench->ai->priors != NULL) {
            expect_priors(bench, &state.header, &legal);
        }
        if (bench->ai->evaluate != NULL) {
            expect_value(bench, &state.header);
        }
        expect_playouts(bench, &state.header, &legal, &rng);
        if (bench->ai->moment != NULL) {
            const uint32_t now = bench->ai->moment(&bench->game, &state.header);
            cr_assert_geq(now, moment, "%s: moments go back", bench->game.scenario);
            moment = now;
        }
        game_apply(&bench->game, &state.header, legal.moves[rng_bounded(&rng, legal.count)], &dice);
    }
}

/* Names of inputs that occur differ; all have a group and a subject of that group. */
static void expect_names(const Bench *bench)
{
    const GameAi *ai = bench->ai;
    static char names[MODEL_INPUTS_MAX][MODEL_NAME_BYTES];
    cr_assert_leq(ai->input_count, MODEL_INPUTS_MAX);
    cr_assert_leq(ai->term_count, GAME_AI_TERMS_MAX);
    for (uint32_t i = 0; i < ai->input_count; i++) {
        ai->input_name(bench->game.data, i, names[i]);
        if (ai->term_count > 0) {
            const uint32_t subject = ai->input_subject(&bench->game, i);
            cr_assert_lt(ai->input_term(&bench->game, i), ai->term_count);
            cr_assert_lt(subject, ai->input_count);
            cr_assert_eq(ai->input_term(&bench->game, subject), ai->input_term(&bench->game, i), "%s",
                         names[i]);
        }
        for (uint32_t j = 0; j < i && bench->seen[i]; j++) {
            cr_assert(!bench->seen[j] || strcmp(names[i], names[j]) != 0, "%s is the name of two inputs",
                      names[i]);
        }
    }
}

Test(game_ai, knowledge_of_every_game)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    uint32_t tried = 0;
    for (size_t i = 0; i < count; i++) {
        static Bench bench;
        bench_open(&bench, entries[i].id);
        if (bench.knowledge != NULL) {
            for (uint64_t seed = 1; seed <= (support_short() ? 1 : 4); seed++) {
                expect_knowledge(&bench, seed);
            }
            expect_names(&bench);
            tried++;
        }
        bench_close(&bench);
    }
    cr_expect_geq(tried, 4);
}

/* Whether entry i is of the game of the entry before it. */
static bool same_game(const ScenarioEntry *entries, size_t i)
{
    const size_t length = strcspn(entries[i].id, "/");
    return i > 0 && strncmp(entries[i].id, entries[i - 1].id, length + 1) == 0;
}

/* All that is offered to people can be had; the short tests look at one scenario of each game. */
Test(game_ai, effort_of_every_game)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (support_short() && same_game(entries, i)) {
            continue;
        }
        Game game;
        Policy policy;
        Err err;
        err_clear(&err);
        support_load(&game, entries[i].id, NULL);
        const Effort *effort = effort_of(game.rules->id);
        const char *const specs[] = {effort->glance, effort->advice, effort->analysis, "level", "level:1"};
        for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
            cr_assert(policy_init(&policy, &game, specs[k], &err), "%s: %s: %s", entries[i].id, specs[k],
                      err.message);
            cr_expect(policy.kind->searches);
            policy_release(&policy);
        }
        cr_expect_gt(effort->review_sims, 0);
        cr_expect_gt(effort->quick_sims, 0);
        game_release(&game);
    }
}

/* The search of every game can be measured, whatever its knowledge lacks. */
Test(game_ai, speed_of_every_game)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (same_game(entries, i)) {
            continue;
        }
        Game game;
        Err err;
        err_clear(&err);
        support_load(&game, entries[i].id, NULL);
        const MeasurePlan plan = {.repetitions = 1, .seconds = 0.01, .threads = 1};
        SearchMeasures measures;
        cr_expect(measure_search(&game, &plan, &measures, &err), "%s: %s", entries[i].id, err.message);
        cr_expect_gt(measures.standard.iterations_per_s, 0.0, "%s", entries[i].id);
        game_release(&game);
    }
}
