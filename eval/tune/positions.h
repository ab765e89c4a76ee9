/* positions.h: positions of finished games with what became of them: what `marshal match --positions` writes
 * and `marshal tune` learns from.
 *
 * A positions file (sample_file.h, schema "marshal/positions/2") holds entries of fixed size: a PositionEntry
 * followed by the bytes of the state. Only full positions at a decision are kept, never those of a game that
 * did not end.
 */
#ifndef MARSHAL_EVAL_TUNE_POSITIONS_H
#define MARSHAL_EVAL_TUNE_POSITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "eval/tune/sample_file.h"

typedef struct PositionEntry {
    uint32_t
        game; /* number in its match, from 0: positions of one game must not be on both sides of a split */
    uint32_t ply;    /* number of the decision in its game, from 1 */
    uint8_t winner;  /* enum Seat: SEAT_FRENCH, SEAT_COALITION, or SEAT_NONE for a draw */
    uint8_t seat;    /* who decided */
    uint16_t unused; /* 0 */
    float value;     /* chance of the French seat as the deciding policy's search told it, or -1: no search */
} PositionEntry;

/* Appends an entry with an open winner; positions_finish fills in the winner of all entries of a buffer. */
void positions_add(StrBuf *out, const Game *game, const State *state, const PositionEntry *entry);
void positions_finish(StrBuf *entries, const Game *game, uint32_t number, Seat winner);

/* Appends the header line. */
void positions_write_header(StrBuf *out, const RecordInfo *info);

/* With its count of entries. */
typedef SampleFile PositionsFile;

/* Opens a file and reads its header. False and err if it is none, or of another layout. */
bool positions_open(PositionsFile *file, const char *name, Err *err);
void positions_close(PositionsFile *file);
/* Reads the next entry; state must have room for STATE_BYTES_MAX. False at the end, or with err set on a
 * broken file. */
bool positions_next(PositionsFile *file, PositionEntry *entry, StateBuffer *state, Err *err);

#endif
