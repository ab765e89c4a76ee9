/* test_nae_memory.c: what the heuristic player of Napoleon against Europe keeps between decisions changes
 * nothing: every move of whole games gets the points that it gets without a memory, also when one memory
 * serves several games by turns, as in a search. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "ai/nae/memory.h"
#include "ai/nae/scores.h"
#include "ai/points.h"
#include "engine/game.h"
#include "tests/support/support.h"

enum {
    TABLES = 2,
    NOISE = 20, /* of a hundred decisions that are left to chance */
    PLAYOUTS = 6,
    DEPTH = 40,
    APART = 25 /* decisions between two positions that are searched */
};

typedef struct Table {
    StateBuffer state;
    Dice dice;
} Table;

static void points_of(NaeSense *se, const MoveList *legal, int *points)
{
    se->legal = legal;
    for (uint32_t i = 0; i < legal->count; i++) {
        points[i] = nae_points(se, legal->moves[i]);
    }
}

/* The next decision of a table, by the points of the memory; they are compared with those found afresh. */
static bool play_on(const Game *game, const NaeStrategy *strategy, NaeMemory *memory, Table *table, Rng *rng)
{
    State *state = &table->state.header;
    MoveList legal;
    StateBuffer view;
    NaeSense fresh;
    int kept[MOVE_LIST_MAX];
    int found[MOVE_LIST_MAX];
    char text[MOVE_TEXT_BYTES];
    if (state->over) {
        return false;
    }
    (void)game_legal(game, state, &legal);
    game->rules->view(game->data, state, (Seat)state->seat, &view.header);
    const NaeState *s = nae_state_const(&view.header);
    points_of(nae_memory_sense(memory, game->data, s, strategy, state->seat), &legal, kept);
    nae_sense_init(&fresh, game->data, s, strategy, state->seat);
    points_of(&fresh, &legal, found);
    for (uint32_t i = 0; i < legal.count; i++) {
        game->rules->move_text(game->data, legal.moves[i], text);
        cr_assert_eq(kept[i], found[i], "turn %u round %u: %s has %d points by the memory, %d without",
                     state->turn, s->round, text, kept[i], found[i]);
    }
    const bool noise = rng_bounded(rng, 100) < NOISE;
    const uint32_t place = noise ? rng_bounded(rng, legal.count) : points_best(kept, legal.count, rng);
    game->rules->apply(game->data, state, legal.moves[place], &table->dice);
    return true;
}

static void compare(const char *scenario, uint64_t games, uint32_t plies)
{
    Game game;
    Table table[TABLES];
    NaeStrategy *strategy = malloc(sizeof *strategy);
    NaeMemory *memory = calloc(1, sizeof *memory);
    Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, 0);
    support_load(&game, scenario, NULL);
    nae_strategy_init(strategy, game.data);
    for (uint64_t i = 0; i < games; i++) {
        for (unsigned t = 0; t < TABLES; t++) {
            table[t].dice = dice_from_stream(rng_derive(31, RNG_PURPOSE_DICE, i * TABLES + t));
            game_setup(&game, &table[t].state.header, &table[t].dice);
        }
        for (uint32_t ply = 0; ply < plies; ply++) { /* some decisions here, some there */
            Table *at = &table[ply / 8 % TABLES];
            if (!play_on(&game, strategy, memory, at, &rng)) {
                break;
            }
        }
    }
    game_release(&game);
    free(memory);
    free(strategy);
}

/* As a search does: again and again from one position, which brings the same wars back. */
static void compare_playouts(const char *scenario, uint32_t plies)
{
    Game game;
    Table table;
    NaeStrategy *strategy = malloc(sizeof *strategy);
    NaeMemory *memory = calloc(1, sizeof *memory);
    Rng rng = rng_derive(8, RNG_PURPOSE_FUZZ, 0);
    support_load(&game, scenario, NULL);
    nae_strategy_init(strategy, game.data);
    table.dice = dice_from_stream(rng_derive(32, RNG_PURPOSE_DICE, 0));
    game_setup(&game, &table.state.header, &table.dice);
    for (uint32_t ply = 0; ply < plies && play_on(&game, strategy, memory, &table, &rng); ply++) {
        for (uint64_t i = 0; ply % APART == 0 && i < PLAYOUTS; i++) {
            Table playout = table;
            playout.dice = dice_from_stream(rng_derive(33, RNG_PURPOSE_DICE, ply * PLAYOUTS + i));
            uint32_t depth = 0;
            while (depth < DEPTH && play_on(&game, strategy, memory, &playout, &rng)) {
                depth++;
            }
        }
    }
    game_release(&game);
    free(memory);
    free(strategy);
}

Test(nae_memory, changes_nothing_in_1815) { compare("nae/1815", support_short() ? 6 : 60, 1000); }
Test(nae_memory, changes_nothing_in_1805_year) { compare("nae/1805-year", support_short() ? 4 : 30, 1000); }
Test(nae_memory, changes_nothing_in_1809_year) { compare("nae/1809-year", support_short() ? 4 : 30, 1000); }
Test(nae_memory, changes_nothing_in_the_campaigns)
{
    compare("nae/1805", 1, support_short() ? 4000 : 40000);
    compare("nae/1809", 1, support_short() ? 2000 : 40000);
}
Test(nae_memory, changes_nothing_in_playouts)
{
    compare_playouts("nae/1805-year", 1000);
    compare_playouts("nae/1809-year", 1000);
    compare_playouts("nae/1805", support_short() ? 600 : 40000);
}
