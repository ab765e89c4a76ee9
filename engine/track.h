/* track.h: a game as it was played, kept small: its moves, what the dice showed, and a position now and then.
 *
 * Any position is had by playing on from the last one kept before it, at most TRACK_EVERY decisions. So a
 * game of 200,000 decisions of 8 KiB takes some 30 MB instead of 1.6 GB, and a step back costs less than a
 * millisecond. For whoever shows a game or looks through it: sessions, reviews.
 *
 *     Track track;
 *     track_init(&track, &game);
 *     for each decision: track_add(&track, &before, move, dice, dice_count);      before the move is applied
 *     track_position(&track, 1234, &state);                                       before decision 1234, from
 * 0 track_release(&track);
 *
 * Who goes through a game forwards uses a TrackCursor, which does not begin anew for each position.
 *
 * Ownership: a Track owns its lists and borrows the game. It may be read by many threads at a time as long as
 * nobody changes it; each has a cursor of its own.
 */
#ifndef MARSHAL_ENGINE_TRACK_H
#define MARSHAL_ENGINE_TRACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/journal.h"

enum { TRACK_EVERY = 64 }; /* decisions from one kept position to the next */

/* One decision. */
typedef struct TrackStep {
    Move move;
    uint32_t dice_end; /* draws of the game up to and with this decision */
} TrackStep;

typedef struct Track {
    const Game *game;
    uint32_t plies; /* decisions */
    uint32_t step_room, position_room;
    size_t dice_room;
    TrackStep *steps;         /* plies of them */
    uint8_t *dice;            /* every draw, in order */
    unsigned char *positions; /* position k of state_bytes: before decision k x TRACK_EVERY */
} Track;

/* Empty. */
void track_init(Track *track, const Game *game);
void track_release(Track *track);

/* Appends a decision: the position before it (everything known), the move, and what its dice showed. False if
 * memory runs out, or after GAME_PLIES_MAX decisions; then nothing is changed. */
bool track_add(Track *track, const State *before, Move move, const uint8_t *dice, size_t count);

/* Forgets all decisions from number plies (from 0) on. */
void track_cut(Track *track, uint32_t plies);

/* Decision number ply, from 0: its move and its draws, *count of them. */
Move track_move(const Track *track, uint32_t ply);
const uint8_t *track_dice(const Track *track, uint32_t ply, size_t *count);

/* Applies decision number ply to the position before it. journal: what happens is noted there; NULL: nowhere.
 */
void track_apply(const Track *track, uint32_t ply, State *state, Journal *journal);

/* The position before decision number ply; ply may be anything below plies. */
void track_position(const Track *track, uint32_t ply, StateBuffer *state);

/* The same for readers that mostly go forwards. state holds the position before decision ply. */
typedef struct TrackCursor {
    const Track *track;
    bool placed;
    uint32_t ply;
    StateBuffer state;
} TrackCursor;

/* Not yet anywhere. */
void track_cursor_init(TrackCursor *cursor, const Track *track);

/* Moves to before decision number ply, at most track->plies: one behind the last decision is the position
 * that the game has come to. Returns it; it is the cursor's. */
const State *track_seek(TrackCursor *cursor, uint32_t ply);

#endif
