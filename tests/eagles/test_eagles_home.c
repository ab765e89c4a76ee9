/* test_eagles_home.c: the heuristic player keeps SP in Paris, with which alone France falls
 * (map 13.7, 13.10), if its weights say so. */
#include <criterion/criterion.h>

#include "ai/eagles/sense.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1 };

static Board b;
static SenseMemory memory;
static const int NO_DICE[] = {0};

static void open_empty(void)
{
    board_open_campaign(&b, SEPTEMBER_1805, NO_DICE);
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        board_state(&b)->leader_at[l] = EAGLES_DEAD;
    }
}

/* The move of a player who keeps so many SP at home. */
static Move choice(double home)
{
    EaglesWeights weights[SEAT_COUNT] = {eagles_weights_default(SEAT_FRENCH),
                                         eagles_weights_default(SEAT_COALITION)};
    MoveList legal;
    Rng rng = rng_derive(1, RNG_PURPOSE_FRENCH, 0);
    weights[SEAT_FRENCH].home = home;
    game_legal(&b.game, &b.buffer.header, &legal);
    eagles_sense_clear(&memory);
    return eagles_player_choose(board_data(&b), weights, board_state(&b), &legal, &rng, &memory);
}

/* Plays a French step to its end: what board_begin put below it is not begun. */
static void play_out(double home)
{
    const EaglesState *s = board_state(&b);
    while (s->active == EAGLES_FRANCE && s->depth > 1) {
        game_apply(&b.game, &b.buffer.header, choice(home), &b.dice);
    }
}

/* SP of seven in Paris that are left when Davout has marched, Austrians at Ulm. */
static unsigned left_behind(double home)
{
    open_empty();
    board_put(&b, "1924", "france", "I", 7);
    board_lead(&b, "1924", "davout");
    board_put(&b, "2726", "austria", "I", 2);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    play_out(home);
    const unsigned left = board_sp(&b, "1924", EAGLES_FRANCE);
    board_close(&b);
    return left;
}

Test(eagles_home, who_marches_leaves_a_garrison)
{
    cr_expect_eq(left_behind(0), 1, "as in every city that decides");
    cr_expect_eq(left_behind(2), 2);
    cr_expect_eq(left_behind(4), 4);
}

/* Where French foot that is built goes while the war is on the Danube. */
static unsigned built_in_paris(double home, unsigned garrison)
{
    static const int die[] = {6, 0};
    open_empty();
    if (garrison > 0) {
        board_put(&b, "1924", "france", "I", garrison);
    }
    board_put(&b, "2526", "france", "I", 5);
    board_put(&b, "2726", "austria", "I", 2);
    board_dice(&b, die);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_FRANCE);
    play_out(home);
    const unsigned sp = board_sp(&b, "1924", EAGLES_FRANCE);
    board_close(&b);
    return sp - garrison;
}

Test(eagles_home, an_empty_capital_is_manned_first)
{
    cr_expect_eq(built_in_paris(0, 0), 0);
    cr_expect_gt(built_in_paris(2, 0), 0);
    cr_expect_eq(built_in_paris(2, 3), 0, "it is manned already");
}

/* SP in Paris after those there have driven off an enemy beside it. */
static unsigned stay_after_victory(double home)
{
    static const int dice[] = {6, 6, 1, 1, 1, 1, 0};
    open_empty();
    board_put(&b, "1924", "france", "I", 9);
    board_put(&b, "1925", "austria", "I", 1);
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    play_out(home);
    cr_assert_eq(board_sp(&b, "1925", EAGLES_COALITION), 0);
    const unsigned left = board_sp(&b, "1924", EAGLES_FRANCE);
    board_close(&b);
    return left;
}

Test(eagles_home, nobody_advances_out_of_it)
{
    cr_expect_eq(stay_after_victory(0), 1);
    cr_expect_geq(stay_after_victory(2), 8);
}
