/* test_track.c: any position of a long game from its moves, its dice and a few positions (engine/track.h). */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/record.h"
#include "engine/track.h"
#include "tests/support/support.h"

/* Every position of a random game, to compare with. */
typedef struct Played {
    Game game;
    Track track;
    unsigned char *states; /* plies + 1 of them */
} Played;

static void play_out(Played *played, const char *scenario, uint64_t seed)
{
    static uint8_t log[DICE_LOG_MAX];
    Err err;
    err_clear(&err);
    const char *const longer[] = {"setup.actions=25", "setup.book_bytes=8136"};
    support_use_test_scenarios();
    cr_assert(game_load(&played->game, scenario, longer, 2, &err), "%s", err.message);
    track_init(&played->track, &played->game);
    const size_t bytes = played->game.rules->state_bytes;
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    Rng rng = rng_derive(seed, RNG_PURPOSE_FRENCH, 0);
    game_setup(&played->game, &state.header, &dice);
    for (uint32_t ply = 0;; ply++) {
        played->states = realloc(played->states, (ply + 1U) * bytes);
        cr_assert_not_null(played->states);
        memcpy(played->states + ply * bytes, state.bytes, bytes);
        if (state.header.over != 0) {
            return;
        }
        MoveList list;
        (void)game_legal(&played->game, &state.header, &list);
        const Move move = list.moves[rng_bounded(&rng, list.count)];
        dice_record(&dice, log, sizeof log);
        game_apply(&played->game, &state.header, move, &dice);
        const State *before = (const State *)(const void *)(played->states + ply * bytes);
        cr_assert(track_add(&played->track, before, move, log, dice.log_count));
    }
}

static void drop(Played *played)
{
    track_release(&played->track);
    game_release(&played->game);
    free(played->states);
}

static void expect_position(const Played *played, const State *found, uint32_t ply)
{
    const size_t bytes = played->game.rules->state_bytes;
    cr_expect_arr_eq(found, played->states + ply * bytes, bytes, "position %u", ply);
}

Test(track, any_position)
{
    Played played = {0};
    play_out(&played, "toy/plain", 4);
    cr_assert_gt(played.track.plies, 2 * TRACK_EVERY);
    Rng rng = rng_derive(9, RNG_PURPOSE_FRENCH, 0);
    for (int i = 0; i < 200; i++) {
        const uint32_t ply = rng_bounded(&rng, played.track.plies);
        StateBuffer state;
        track_position(&played.track, ply, &state);
        expect_position(&played, &state.header, ply);
    }
    drop(&played);
}

Test(track, a_cursor_goes_both_ways)
{
    Played played = {0};
    play_out(&played, "toy/plain", 5);
    TrackCursor cursor;
    track_cursor_init(&cursor, &played.track);
    for (uint32_t ply = 0; ply <= played.track.plies; ply += 3) {
        expect_position(&played, track_seek(&cursor, ply), ply);
    }
    static const uint32_t jumps[] = {200, 10, 10, 11, 75, 64, 63, 0, 128};
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        const uint32_t ply = jumps[i] % played.track.plies;
        expect_position(&played, track_seek(&cursor, ply), ply);
    }
    expect_position(&played, track_seek(&cursor, played.track.plies), played.track.plies);
    drop(&played);
}

/* Taking back and playing on otherwise leaves nothing of what was before. */
Test(track, cut_and_go_on)
{
    Played played = {0};
    play_out(&played, "toy/plain", 6);
    Track *track = &played.track;
    const size_t bytes = played.game.rules->state_bytes;
    const uint32_t all = track->plies;
    const uint32_t cut = TRACK_EVERY + 7;
    Track other;
    track_init(&other, &played.game);
    for (uint32_t ply = 0; ply < all; ply++) {
        size_t count = 0;
        const uint8_t *dice = track_dice(track, ply, &count);
        const State *before = (const State *)(const void *)(played.states + ply * bytes);
        cr_assert(track_add(&other, before, track_move(track, ply), dice, count));
    }
    track_cut(track, cut);
    cr_expect_eq(track->plies, cut);
    for (uint32_t ply = cut; ply < all; ply++) {
        size_t count = 0;
        const uint8_t *dice = track_dice(&other, ply, &count);
        const State *before = (const State *)(const void *)(played.states + ply * bytes);
        cr_assert(track_add(track, before, track_move(&other, ply), dice, count));
    }
    TrackCursor cursor;
    track_cursor_init(&cursor, track);
    for (uint32_t ply = 0; ply <= all; ply++) {
        expect_position(&played, track_seek(&cursor, ply), ply);
    }
    track_release(&other);
    drop(&played);
}

/* What happened can be told again: the journal of a decision replayed is that of the decision. */
Test(track, the_journal_again)
{
    Played played = {0};
    play_out(&played, "toy/plain", 7);
    static Journal journal;
    journal_open(&journal, JOURNAL_ALL);
    uint32_t told = 0;
    for (uint32_t ply = 0; ply < played.track.plies; ply++) {
        StateBuffer state;
        track_position(&played.track, ply, &state);
        journal_clear(&journal);
        track_apply(&played.track, ply, &state.header, &journal);
        told += journal.count;
    }
    cr_expect_gt(told, played.track.plies / 2);
    drop(&played);
}
