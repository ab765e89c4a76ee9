/* history.h: the decisions of one game, and the way back to any position of it.
 *
 * A game may have 200,000 decisions and states of 8 KiB, so positions are not kept: a History keeps each
 * decision with the numbers drawn in it (some 40 bytes), and a whole position now and then (a mark). Any
 * other position, and what the rules noted on the way to it, is played again from the mark before it, with
 * the numbers drawn then. Marks stand at every interval-th decision; the interval is 1 as long as there are
 * at most HISTORY_MARKS_MAX of them, and doubles (every other mark goes) whenever there would be more: 8 MiB
 * of states of 8 KiB at most, and at 200,000 decisions no way longer than 255 decisions.
 *
 *     HistoryWalk walk;                                  (about 80 KiB: not on a small stack)
 *     history_walk(&walk, &history, ply);                stands after so many decisions
 *     while (history_next(&walk)) { walk.state, walk.ply, walk.journal: what the last decision brought about
 * }
 *
 * Sessions keep the game in play so, reviews the game they judge. Who wants one position after another of
 * those that lie ahead uses history_seek, which does not begin anew for each.
 *
 * Ownership: a History owns its memory; history_copy makes one that is independent of the first, so that
 * another thread may read it while the game goes on. The Game is borrowed. Reading is safe from several
 * threads; changing is for one.
 */
#ifndef MARSHAL_ENGINE_HISTORY_H
#define MARSHAL_ENGINE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/dice.h"
#include "engine/game.h"
#include "engine/journal.h"
#include "engine/rng.h"

enum {
    HISTORY_MARKS_MAX = 1024,
    HISTORY_SIDES_MAX = 20, /* of dice that are counted by faces */
};

/* How often each face fell for each side of the table, of the dice the rules noted (JOURNAL_DICE):
 * faces[seat][sides - 1][face - 1] would be large and mostly empty, so only dice of `sides` are counted by
 * faces, the first kind that fell; all others add to `others`. */
typedef struct HistoryDice {
    uint8_t sides; /* 0: none has fallen yet */
    uint32_t faces[SEAT_COUNT][HISTORY_SIDES_MAX];
    uint32_t others; /* of other sides, or nobody's */
} HistoryDice;

/* One decision made. */
typedef struct HistoryStep {
    Rng rng; /* the stream of dice before it; all zero where nobody goes back to it */
    Move move;
    uint32_t draws; /* where the numbers drawn in it begin in History.draws */
    uint16_t draw_count;
    uint8_t seat; /* enum Seat: who decided */
    bool by_human;
} HistoryStep;

typedef struct History {
    const Game *game; /* borrowed */
    uint32_t count;   /* decisions */
    uint32_t step_room;
    HistoryStep *steps;
    uint32_t setup_draws; /* numbers drawn by the set-up: the first of draws */
    uint32_t draw_count, draw_room;
    uint8_t *draws;
    uint32_t interval; /* decisions from mark to mark, a power of two */
    uint32_t mark_count, mark_room;
    uint8_t *mark_states;   /* mark i: the position after i * interval decisions, state_bytes each */
    HistoryDice *mark_dice; /* and the dice fallen until then */
} History;

/* Begins with the position after the set-up, the numbers it drew, and its journal (for the dice; NULL: none
 * are counted). */
void history_open(History *history, const Game *game, const State *state, const uint8_t *draws,
                  uint32_t draw_count, const Journal *journal);
void history_release(History *history);
/* An independent copy; from borrows the same Game. Without the marks it can be written, but not walked. */
void history_copy(History *copy, const History *from, bool marks);

/* Adds a decision: step with everything but draws and draw_count, which are given apart (at most
 * DICE_LOG_MAX); after: the position it led to; dice: all that have fallen until then. */
void history_add(History *history, const HistoryStep *step, const uint8_t *draws, uint32_t draw_count,
                 const State *after, const HistoryDice *dice);
/* Forgets all decisions after the first count, which must be at most history->count. */
void history_cut(History *history, uint32_t count);

/* Adds the dice that a journal tells of. */
void history_count_dice(HistoryDice *dice, const Journal *journal);

/* The position at a mark below mark_count: after mark * interval decisions. */
void history_mark(const History *history, uint32_t mark, StateBuffer *state);

/* The number of bytes of memory it holds. */
size_t history_bytes(const History *history);

/* A reader that goes along; not to be used after the history has changed. */
typedef struct HistoryWalk {
    const History *history;
    uint32_t ply; /* decisions made before state */
    StateBuffer state;
    HistoryDice dice; /* fallen until then */
    Journal journal; /* what the decision before brought about; empty where the walk began, unless that is the
                        set-up */
} HistoryWalk;

/* Stands after ply decisions, at most history->count. */
void history_walk(HistoryWalk *walk, const History *history, uint32_t ply);
/* Goes on over one decision; false at the end. */
bool history_next(HistoryWalk *walk);
/* Stands after ply decisions: goes on from where it is, unless the way from a mark is shorter. A walk that
 * has not begun says so by a history of NULL: begin it with history_walk. */
void history_seek(HistoryWalk *walk, uint32_t ply);

#endif
