/* test_aon_priors.c: the shipped learned priors of Age of Napoleon: sound and honest in random games. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/prior_model.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "tests/support/support.h"

typedef struct Table {
    Game game;
    const GameAi *ai;
    void *knowledge; /* with the shipped priors */
} Table;

static void table_init(Table *table, const char *scenario)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    support_load(&table->game, scenario, NULL);
    table->ai = game_ai_find("aon");
    cr_assert(json_load(&doc, "scenarios/aon/priors.json", &err), "%s", err.message);
    const JsonNode root = json_root(&doc);
    table->knowledge = table->ai->knowledge_load(&table->game, NULL, &root, &err);
    cr_assert_not_null(table->knowledge, "%s: %s", err.path, err.message);
    json_release(&doc);
}

static void table_release(Table *table)
{
    table->ai->knowledge_release(table->knowledge);
    game_release(&table->game);
}

/* Every number in range, priors shared out in full. */
static void expect_sound(const Table *table, const State *state, const MoveList *legal)
{
    PriorInputs inputs;
    float priors[MOVE_LIST_MAX];
    double sum = 0.0;
    table->ai->prior_inputs(&table->game, table->knowledge, state, legal, &inputs);
    table->ai->priors(&table->game, table->knowledge, state, legal, NULL, priors);
    for (uint32_t i = 0; i < legal->count; i++) {
        char name[PRIOR_NAME_BYTES];
        cr_assert_lt(inputs.kind[i], PRIOR_KINDS_MAX);
        table->ai->prior_names(&table->game).kind(inputs.kind[i], name);
        cr_expect_neq(name[0], '\0');
        cr_expect(inputs.belief[i] > 0.0F && inputs.belief[i] < 2.0F, "%g", (double)inputs.belief[i]);
        for (unsigned k = 0; k < PRIOR_INPUTS_MAX; k++) {
            cr_expect(inputs.value[i][k] >= -20.0F && inputs.value[i][k] <= 20.0F, "step %u, input %u: %g",
                      state->step, k, (double)inputs.value[i][k]);
        }
        cr_expect_gt(priors[i], 0.0F);
        sum += (double)priors[i];
    }
    cr_expect_lt(fabs(sum - 1.0), 1e-4, "%g", sum);
}

/* What is hidden from the seat that decides must not show in its priors: two worlds made of its view give the
 * same. */
static void expect_honest(const Table *table, const State *state, const MoveList *legal, Rng *rng)
{
    const Game *game = &table->game;
    const Seat seat = (Seat)state->seat;
    StateBuffer world;
    float first[MOVE_LIST_MAX];
    float second[MOVE_LIST_MAX];
    for (int i = 0; i < 2; i++) {
        game->rules->view(game->data, state, seat, &world.header);
        game->rules->determinize(game->data, &world.header, seat, rng);
        table->ai->priors(game, table->knowledge, &world.header, legal, NULL, i == 0 ? first : second);
    }
    cr_expect_arr_eq(first, second, legal->count * sizeof first[0], "step %u", state->step);
}

static void play_and_look(const Table *table, uint64_t seed)
{
    const Game *game = &table->game;
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    StateBuffer state;
    MoveList legal;
    game_setup(game, &state.header, &dice);
    while (!state.header.over) {
        const uint32_t count = game_legal(game, &state.header, &legal);
        expect_sound(table, &state.header, &legal);
        expect_honest(table, &state.header, &legal, &rng);
        game_apply(game, &state.header, legal.moves[rng_bounded(&rng, count)], &dice);
    }
}

Test(aon_priors, priors_of_random_games_are_sound_and_honest)
{
    static const char *const scenarios[] = {"aon/1805", "aon/1809", "aon/1813"};
    const uint64_t games = support_short() ? 1 : 20;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        Table table;
        table_init(&table, scenarios[i]);
        for (uint64_t seed = 0; seed < games; seed++) {
            play_and_look(&table, seed);
        }
        table_release(&table);
    }
}
