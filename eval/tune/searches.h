/* searches.h: decisions of finished games with the visits that a search gave to each legal move: what
 * `marshal match --searches` writes and priors are fitted to.
 *
 * A searches file (sample_file.h, schema "marshal/searches/2") holds entries of varying size: a SearchEntry,
 * the bytes of the state in which was decided, and a uint32_t of visits for each legal move of that state, in
 * the order of game_legal. Only full positions at a decision among two or more moves are kept, never those of
 * a game that did not end; unlike those of positions.h they need not be quiet.
 */
#ifndef MARSHAL_EVAL_TUNE_SEARCHES_H
#define MARSHAL_EVAL_TUNE_SEARCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "eval/tune/sample_file.h"

typedef struct SearchEntry {
    uint32_t
        game; /* number in its match, from 0: decisions of one game must not be on both sides of a split */
    uint32_t ply;      /* number of the decision in its game, from 1, as PositionEntry.ply */
    uint8_t seat;      /* who decided: SEAT_FRENCH or SEAT_COALITION */
    uint8_t unused[3]; /* 0 */
    uint32_t count;    /* legal moves, at least 2, at most MOVE_LIST_MAX */
} SearchEntry;

/* Appends an entry with entry->count visits, not all of them 0; searches_finish fills in the number of the
 * game in all entries of a buffer. */
void searches_add(StrBuf *out, const Game *game, const State *state, const SearchEntry *entry,
                  const uint32_t *visits);
void searches_finish(StrBuf *entries, const Game *game, uint32_t number);

/* Appends the header line. */
void searches_write_header(StrBuf *out, const RecordInfo *info);

/* Its count stays 0: only reading all entries tells how many there are. */
typedef SampleFile SearchesFile;

/* Opens a file and reads its header. False and err if it is none, or of another layout. */
bool searches_open(SearchesFile *file, const char *name, Err *err);
void searches_close(SearchesFile *file);
/* Reads the next entry; visits beyond entry->count are left as they are. False at the end, or with err set on
 * a broken file. Whether the state is one of the game, with so many legal moves, is for the caller to see. */
bool searches_next(SearchesFile *file, SearchEntry *entry, StateBuffer *state, uint32_t visits[MOVE_LIST_MAX],
                   Err *err);

#endif
