/* positions.h: positions of finished games with what became of them: what `marshal match --positions` writes and
 * `marshal tune` learns from.
 *
 * A positions file holds one JSON line (schema "marshal/positions/1": game, scenario, its SHA-256, overrides, seed,
 * policies, version, bytes of a state, bytes of an entry) and then entries of fixed size: a PositionEntry followed by
 * the bytes of the state. Numbers are little-endian as in memory. Only full positions at a decision are kept, never
 * those of a game that did not end. A file is for the program version and board it was made with.
 */
#ifndef MARSHAL_EVAL_POSITIONS_H
#define MARSHAL_EVAL_POSITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"

typedef struct PositionEntry {
    uint32_t game;    /* number in its match, from 0: positions of one game must not be on both sides of a split */
    uint16_t ply;
    uint8_t winner;   /* enum Seat: SEAT_FRENCH, SEAT_COALITION, or SEAT_NONE for a draw */
    uint8_t seat;     /* who decided */
    float value;      /* chance of the French seat as the deciding policy's search saw it, or -1: no search */
} PositionEntry;

enum { POSITIONS_HEADER_BYTES = 8192 };

/* Appends an entry with an open winner; positions_finish fills in the winner of all entries of a buffer. */
void positions_add(StrBuf *out, const Game *game, const State *state, const PositionEntry *entry);
void positions_finish(StrBuf *entries, const Game *game, uint32_t number, Seat winner);

/* Appends the header line. */
void positions_write_header(StrBuf *out, const RecordInfo *info);

typedef struct PositionsFile {
    FILE *file; /* owned */
    char name[ERR_FILE_BYTES];
    char scenario[RECORD_TEXT_BYTES];
    char sha256[HASH_SHA256_HEX_BYTES];
    char policies[SEAT_COUNT][RECORD_TEXT_BYTES];
    size_t override_count;
    char overrides[SCENARIO_OVERRIDES_MAX][RECORD_TEXT_BYTES];
    uint64_t count; /* entries */
    size_t state_bytes;
} PositionsFile;

/* Opens a file and reads its header. False and err if it is none, or of another layout. */
bool positions_open(PositionsFile *file, const char *name, Err *err);
void positions_close(PositionsFile *file);
/* Reads the next entry; state must have room for STATE_BYTES_MAX. False at the end, or with err set on a broken file. */
bool positions_next(PositionsFile *file, PositionEntry *entry, StateBuffer *state, Err *err);

#endif
