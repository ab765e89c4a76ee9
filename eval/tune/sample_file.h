/* sample_file.h: what the files have in common that keep samples of a match's games: positions.h, searches.h.
 *
 * Such a file holds one JSON line (schema, game, scenario, its SHA-256, overrides, seed, policies, version,
 * bytes of a state, bytes of an entry) and then entries, each beginning with a struct of entry_bytes and the
 * bytes of a state. Numbers are little-endian as in memory. A file is for the program version and board it
 * was made with.
 */
#ifndef MARSHAL_EVAL_TUNE_SAMPLE_FILE_H
#define MARSHAL_EVAL_TUNE_SAMPLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/hash.h"
#include "engine/record.h"
#include "engine/scenario.h"
#include "engine/strbuf.h"

enum { SAMPLE_FILE_HEADER_BYTES = 8192 };

/* What tells one kind of file from another. */
typedef struct SampleKind {
    const char *schema;
    const char *noun;   /* what its entries are called, in the plural */
    size_t entry_bytes; /* of the struct that an entry begins with */
} SampleKind;

typedef struct SampleFile {
    FILE *file; /* owned */
    char name[ERR_FILE_BYTES];
    char scenario[RECORD_TEXT_BYTES];
    char sha256[HASH_SHA256_HEX_BYTES];
    char policies[SEAT_COUNT][RECORD_TEXT_BYTES];
    size_t override_count;
    char overrides[SCENARIO_OVERRIDES_MAX][RECORD_TEXT_BYTES];
    uint64_t count; /* entries, where all have one size; else 0 */
    size_t state_bytes;
} SampleFile;

/* Appends the header line. */
void sample_file_write_header(StrBuf *out, const SampleKind *kind, const RecordInfo *info);

/* Opens a file and reads its header; the first entry comes next. False and err if it is none of this kind, or
 * of another layout. */
bool sample_file_open(SampleFile *file, const SampleKind *kind, const char *name, Err *err);
void sample_file_close(SampleFile *file);

/* Loads the game that the entries are of. False and err if there is none, or it is not what it was when they
 * were kept. */
bool sample_file_load_game(const SampleFile *file, Game *game, Err *err);

/* Whether a game is held out from fitting, when that is to happen to a share (0 to 1) of the games. The
 * answer depends on the scenario and the game's number alone, whatever the file is called and comes with. */
bool sample_file_holds_out(const SampleFile *file, uint32_t game, double share);

#endif
