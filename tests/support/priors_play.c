/* priors_play.c: see priors_play.h. */
#include "tests/support/priors_play.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/prior_model.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "tests/support/support.h"

typedef struct Table {
    Game game;
    const GameAi *ai;
    void *knowledge; /* with the priors of the file */
} Table;

static void table_init(Table *table, const char *scenario, const char *file)
{
    JsonDoc doc;
    JsonNode root;
    Err err;
    err_clear(&err);
    support_load(&table->game, scenario, NULL);
    table->ai = game_ai_find(table->game.rules->id);
    if (file != NULL) {
        cr_assert(json_load(&doc, file, &err), "%s", err.message);
        root = json_root(&doc);
    }
    table->knowledge = table->ai->knowledge_load(&table->game, NULL, file != NULL ? &root : NULL, &err);
    cr_assert_not_null(table->knowledge, "%s: %s", err.path, err.message);
    if (file != NULL) {
        json_release(&doc);
    }
}

static void table_release(Table *table)
{
    table->ai->knowledge_release(table->knowledge);
    game_release(&table->game);
}

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
        cr_expect_neq(name[0], '\0', "step %u, kind %u", state->step, inputs.kind[i]);
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

void priors_play(const char *scenario, const char *file, uint64_t games)
{
    Table table;
    table_init(&table, scenario, file);
    for (uint64_t seed = 0; seed < games; seed++) {
        play_and_look(&table, seed);
    }
    table_release(&table);
}

typedef char Name[PRIOR_NAME_BYTES];

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

void priors_have_names(const char *scenario)
{
    Table table;
    size_t count = 0;
    table_init(&table, scenario, NULL);
    const PriorNames names = table.ai->prior_names(&table.game);
    Name *name = calloc(PRIOR_KINDS_MAX, sizeof *name);
    cr_assert_not_null(name);
    for (uint32_t kind = 0; kind < PRIOR_KINDS_MAX; kind++) {
        names.kind(kind, name[count]);
        count += name[count][0] != '\0' ? 1U : 0U;
    }
    cr_expect_gt(count, 2);
    qsort(name, count, sizeof *name, by_text);
    for (size_t i = 0; i + 1 < count; i++) {
        cr_expect_str_neq(name[i], name[i + 1]);
    }
    free(name);
    table_release(&table);
}
