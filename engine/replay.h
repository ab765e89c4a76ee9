/* replay.h: plays a recorded game again, decision by decision, and says where it is not what it claims to be.
 *
 * Always checked, whatever the record says: its scenario loads and has the SHA-256 written down; plies count
 * up; the seat is the one to act; the move is legal; the dice written down are exactly those the rules ask
 * for, each a face of its die; the outcome is the game's. With `check` and a seed in the record, the dice are
 * drawn again from the seed and must be the ones written down, and a game that is over must have its outcome
 * line. A record may stop early: an unfinished game is valid, `complete` then stays false. A game given up
 * is valid too and complete, though its position is not over: its outcome has the grade OUTCOME_FORFEIT.
 *
 *     Replay replay;
 *     if (!replay_open(&replay, file, NULL, true, &err)) { ... }
 *     while ((status = replay_next(&replay, &err)) == REPLAY_DECISION) {
 *         look at replay.state.header, replay.move            (the position before the move)
 *         if (!replay_apply(&replay, &err)) { ... }
 *     }
 *     replay_release(&replay);
 *
 * A Replay is about 50 KiB plus the file's text, belongs to one thread and must not be copied.
 */
#ifndef MARSHAL_ENGINE_REPLAY_H
#define MARSHAL_ENGINE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/dice.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"

typedef struct Replay {
    Record record;
    Game game;
    StateBuffer state; /* the position now, everything known */
    RecordStep step;   /* the decision read last */
    Move move;         /* the same as a move; legal in state until applied */
    uint32_t plies;    /* decisions applied */
    bool complete;     /* the outcome line was read and is right */
    bool check;
    Dice stream;      /* dice from the seed, when check and there is one */
    Journal *journal; /* borrowed: emptied and filled by replay_apply (journal.h); NULL after replay_open:
                         nothing noted */
    Outcome outcome;  /* of the outcome line, when complete */
} Replay;

enum replay_status { REPLAY_DECISION, REPLAY_END, REPLAY_ERROR };

/* Opens a record, loads its game and sets it up. scenario, if not NULL, is loaded instead of the one named in
 * the header (say, where the file has moved); its fingerprint must still fit. On failure nothing needs
 * releasing. */
bool replay_open(Replay *replay, const char *file, const char *scenario, bool check, Err *err);
/* The same for lines in memory; name stands for the file in messages. */
bool replay_open_text(Replay *replay, const char *name, const char *text, size_t length, bool check,
                      Err *err);
void replay_release(Replay *replay);

/* Reads the next decision into step and move and checks that it may be played; the position stays. */
enum replay_status replay_next(Replay *replay, Err *err);

/* Applies the decision read last. */
bool replay_apply(Replay *replay, Err *err);

/* Plays on until so many decisions were made, from the start of the game; UINT64_MAX: to the record's end.
 * False and err on a fault, or if the record has fewer. */
bool replay_advance(Replay *replay, uint64_t plies, Err *err);

#endif
