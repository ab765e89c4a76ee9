/* track.c: moves and dice of a game, with a position kept now and then. */
#include "engine/track.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/dice.h"

void track_init(Track *track, const Game *game) { *track = (Track){.game = game}; }

void track_release(Track *track)
{
    free(track->steps);
    free(track->dice);
    free(track->positions);
    memset(track, 0, sizeof *track);
}

static size_t dice_before(const Track *track, uint32_t ply)
{
    return ply > 0 ? track->steps[ply - 1].dice_end : 0;
}

/* Room for `wanted` things of `bytes` each in a list that has room for `room`; the new room, or 0. */
static size_t room_for(void **list, size_t room, size_t wanted, size_t bytes)
{
    if (wanted <= room) {
        return room;
    }
    const size_t more = wanted + wanted / 2 + TRACK_EVERY;
    void *grown = realloc(*list, more * bytes);
    if (grown == NULL) {
        return 0;
    }
    *list = grown;
    return more;
}

static bool make_room(Track *track, size_t dice)
{
    void *steps = track->steps;
    void *positions = track->positions;
    void *draws = track->dice;
    const size_t kept = track->plies / TRACK_EVERY + 1U;
    const size_t step_room = room_for(&steps, track->step_room, (size_t)track->plies + 1U, sizeof(TrackStep));
    const size_t position_room =
        room_for(&positions, track->position_room, kept, track->game->rules->state_bytes);
    const size_t dice_room = room_for(&draws, track->dice_room, dice + 1U, 1);
    track->steps = steps;
    track->positions = positions;
    track->dice = draws;
    track->step_room = step_room > 0 ? (uint32_t)step_room : track->step_room;
    track->position_room = position_room > 0 ? (uint32_t)position_room : track->position_room;
    track->dice_room = dice_room > 0 ? dice_room : track->dice_room;
    return step_room > 0 && position_room > 0 && dice_room > 0;
}

static unsigned char *kept_position(const Track *track, uint32_t ply)
{
    assert(track != NULL);
    return track->positions + (size_t)(ply / TRACK_EVERY) * track->game->rules->state_bytes;
}

bool track_add(Track *track, const State *before, Move move, const uint8_t *dice, size_t count)
{
    const size_t start = dice_before(track, track->plies);
    assert(before->over == 0);
    if (track->plies >= GAME_PLIES_MAX || start + count > UINT32_MAX || !make_room(track, start + count)) {
        return false;
    }
    if (track->plies % TRACK_EVERY == 0) {
        memcpy(kept_position(track, track->plies), before, track->game->rules->state_bytes);
    }
    if (count > 0) {
        memcpy(track->dice + start, dice, count);
    }
    track->steps[track->plies++] = (TrackStep){move, (uint32_t)(start + count)};
    return true;
}

void track_cut(Track *track, uint32_t plies)
{
    assert(plies <= track->plies);
    track->plies = plies;
}

Move track_move(const Track *track, uint32_t ply)
{
    assert(ply < track->plies);
    return track->steps[ply].move;
}

const uint8_t *track_dice(const Track *track, uint32_t ply, size_t *count)
{
    assert(ply < track->plies);
    const size_t start = dice_before(track, ply);
    *count = track->steps[ply].dice_end - start;
    return track->dice + start;
}

void track_apply(const Track *track, uint32_t ply, State *state, Journal *journal)
{
    size_t count = 0;
    const uint8_t *shown = track_dice(track, ply, &count);
    Dice dice = dice_from_script(shown, count);
    dice.journal = journal;
    game_apply(track->game, state, track_move(track, ply), &dice);
    assert(!dice.failed && dice.script_used == count); /* the same position, the same rules */
}

void track_position(const Track *track, uint32_t ply, StateBuffer *state)
{
    assert(ply < track->plies);
    memcpy(state->bytes, kept_position(track, ply), track->game->rules->state_bytes);
    for (uint32_t i = ply - ply % TRACK_EVERY; i < ply; i++) {
        track_apply(track, i, &state->header, NULL);
    }
}

void track_cursor_init(TrackCursor *cursor, const Track *track)
{
    cursor->track = track;
    cursor->placed = false;
    cursor->ply = 0;
}

const State *track_seek(TrackCursor *cursor, uint32_t ply)
{
    const Track *track = cursor->track;
    assert(ply <= track->plies && track->plies > 0);
    if (!cursor->placed || ply < cursor->ply || ply - cursor->ply > ply % TRACK_EVERY) {
        const uint32_t known = ply < track->plies ? ply : track->plies - 1U;
        track_position(track, known, &cursor->state);
        cursor->ply = known;
        cursor->placed = true;
    }
    for (; cursor->ply < ply; cursor->ply++) {
        track_apply(track, cursor->ply, &cursor->state.header, NULL);
    }
    return &cursor->state.header;
}
