/* test_history.c: any position of a long game from its decisions, its dice and a few positions
 * (engine/history.h). */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/history.h"
#include "engine/record.h"
#include "tests/support/support.h"

/* Every position of a random game, to compare with. */
typedef struct Played {
    Game game;
    History history;
    unsigned char *states; /* count + 1 of them */
    HistoryDice *dice;     /* fallen until each */
} Played;

static void keep_position(Played *played, const StateBuffer *state, const HistoryDice *dice)
{
    const size_t bytes = played->game.rules->state_bytes;
    const uint32_t ply = played->history.count;
    if ((ply & (ply + 1U)) == 0) { /* full, or the first one: sanitizers copy all of it each time */
        played->states = realloc(played->states, (2U * ply + 1U) * bytes);
        played->dice = realloc(played->dice, (2U * ply + 1U) * sizeof *dice);
    }
    cr_assert(played->states != NULL && played->dice != NULL);
    memcpy(played->states + ply * bytes, state->bytes, bytes);
    played->dice[ply] = *dice;
}

/* actions: decisions of a seat at each of eight fairs, as an override. */
static void play_out(Played *played, const char *actions, uint64_t seed)
{
    static uint8_t log[DICE_LOG_MAX];
    static Journal journal;
    const char *const longer[] = {actions, "setup.book_bytes=8136"};
    HistoryDice fallen = {0};
    StateBuffer state;
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(game_load(&played->game, "toy/plain", longer, 2, &err), "%s", err.message);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    Rng rng = rng_derive(seed, RNG_PURPOSE_FRENCH, 0);
    journal_open(&journal, JOURNAL_ALL);
    dice.journal = &journal;
    dice_record(&dice, log, sizeof log);
    game_setup(&played->game, &state.header, &dice);
    history_open(&played->history, &played->game, &state.header, log, (uint32_t)dice.log_count, &journal);
    history_count_dice(&fallen, &journal);
    keep_position(played, &state, &fallen);
    while (!state.header.over) {
        MoveList list;
        (void)game_legal(&played->game, &state.header, &list);
        const HistoryStep step = {
            .move = list.moves[rng_bounded(&rng, list.count)], .seat = state.header.seat, .rng = dice.rng};
        dice_record(&dice, log, sizeof log);
        journal_clear(&journal);
        game_apply(&played->game, &state.header, step.move, &dice);
        history_count_dice(&fallen, &journal);
        history_add(&played->history, &step, log, (uint32_t)dice.log_count, &state.header, &fallen);
        keep_position(played, &state, &fallen);
    }
}

static void drop(Played *played)
{
    history_release(&played->history);
    game_release(&played->game);
    free(played->states);
    free(played->dice);
}

static void expect_place(const Played *played, const HistoryWalk *walk, uint32_t ply)
{
    const size_t bytes = played->game.rules->state_bytes;
    cr_expect_eq(walk->ply, ply);
    cr_expect_eq(memcmp(&walk->state, played->states + ply * bytes, bytes), 0, "position %u", ply);
    cr_expect_eq(memcmp(&walk->dice, &played->dice[ply], sizeof walk->dice), 0, "dice until %u", ply);
}

/* Some 4,000 decisions: more than there may be marks, so that the interval has doubled twice. */
Test(history, any_position)
{
    Played played = {0};
    HistoryWalk *walk = malloc(sizeof *walk);
    play_out(&played, "setup.actions=250", 4);
    cr_assert_gt(played.history.count, 2 * HISTORY_MARKS_MAX);
    cr_expect_eq(played.history.interval, 4);
    cr_expect_leq(played.history.mark_count, HISTORY_MARKS_MAX);
    Rng rng = rng_derive(9, RNG_PURPOSE_FRENCH, 0);
    for (int i = 0; i < 200; i++) {
        const uint32_t ply = rng_bounded(&rng, played.history.count + 1);
        history_walk(walk, &played.history, ply);
        expect_place(&played, walk, ply);
    }
    free(walk);
    drop(&played);
}

Test(history, a_walk_goes_both_ways)
{
    Played played = {0};
    HistoryWalk *walk = malloc(sizeof *walk);
    play_out(&played, "setup.actions=250", 5);
    history_walk(walk, &played.history, 0);
    for (uint32_t ply = 0; ply <= played.history.count; ply += 3) {
        history_seek(walk, ply);
        expect_place(&played, walk, ply);
    }
    static const uint32_t jumps[] = {200, 10, 10, 11, 75, 64, 63, 0, 128, 2000, 1999, 2003};
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        history_seek(walk, jumps[i]);
        expect_place(&played, walk, jumps[i]);
    }
    history_seek(walk, played.history.count);
    expect_place(&played, walk, played.history.count);
    cr_expect_not(history_next(walk));
    free(walk);
    drop(&played);
}

/* Taking back and playing on leaves nothing of what was before, wherever the cut is. */
Test(history, cut_and_go_on)
{
    static const uint32_t cuts[] = {1027, 1024, 71, 1, 0};
    Played played = {0};
    HistoryWalk *walk = malloc(sizeof *walk);
    play_out(&played, "setup.actions=100", 6);
    History *history = &played.history;
    History whole;
    history_copy(&whole, history, true);
    const size_t bytes = played.game.rules->state_bytes;
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        history_cut(history, cuts[i]);
        cr_expect_eq(history->count, cuts[i]);
        for (uint32_t ply = cuts[i]; ply < whole.count; ply++) {
            const HistoryStep *step = &whole.steps[ply];
            const State *after = (const State *)(const void *)(played.states + (ply + 1U) * bytes);
            history_add(history, step, whole.draws + step->draws, step->draw_count, after,
                        &played.dice[ply + 1U]);
        }
        history_walk(walk, history, 0);
        for (uint32_t ply = 0; ply <= whole.count; ply++) {
            history_seek(walk, ply);
            expect_place(&played, walk, ply);
        }
    }
    history_release(&whole);
    free(walk);
    drop(&played);
}

/* What happened can be told again: the set-up, and every decision that says something. */
Test(history, the_journal_again)
{
    Played played = {0};
    HistoryWalk *walk = malloc(sizeof *walk);
    play_out(&played, "setup.actions=25", 7);
    history_walk(walk, &played.history, 0);
    cr_expect_geq(walk->journal.count, 2, "two numbers are dealt");
    uint32_t told = 0;
    while (history_next(walk)) {
        told += walk->journal.count;
    }
    cr_expect_gt(told, played.history.count / 2);
    free(walk);
    drop(&played);
}
