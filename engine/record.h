/* record.h: game records on disk: what was decided, by whom, and what every die showed.
 *
 * Format (JSON Lines, schema "marshal/record/2"), one JSON object a line:
 *     header     {"schema":"marshal/record/1","game":"GAME","scenario":"GAME/NAME","scenario_sha256":"...",
 *                 "overrides":["path=value"],"options":{...},"seed":"123","seed_sha256":"...",
 *                 "policies":{"french":"random","coalition":"heuristic"},"version":"0.1.0","dice":[3,1]}
 *     decisions  {"ply":1,"seat":"french","move":"march(mill)","dice":[4,6]}       plies count from 1
 *     notes      {"note":"take_back","seat":"french","ply":12,"count":3}              anywhere; no part of
 * the play outcome    {"outcome":{"winner":"french","grade":"decisive","turn":1807}}       last; absent in an
 *                unfinished game. A game that was given up before its end has the grade "forfeit", its winner
 * is the other seat, and a member "forfeit" of the outcome says why: "no answer within 5 s" Header: only
 * schema, game, scenario and dice must be there. "options" are the scenario's switches after overrides, for
 * readers; overrides are what is loaded. The seed is a decimal string, since JSON numbers lose 64-bit values;
 * its SHA-256 is that of the same text. "dice" hold every number drawn by the set-up or by that decision, in
 * order.
 *
 * This file writes and parses lines; whether they make a legal game is for replay.h. Records are hostile
 * input: a file has at most RECORD_FILE_BYTES_MAX bytes, every string and list a bound, and each error names
 * its line.
 *
 * Ownership: a Record owns the file's text; header and steps are copies. Not to be shared by threads.
 */
#ifndef MARSHAL_ENGINE_RECORD_H
#define MARSHAL_ENGINE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/dice.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/hash.h"
#include "engine/scenario.h"
#include "engine/strbuf.h"

enum {
    RECORD_FILE_BYTES_MAX = 64 * 1024 * 1024,
    RECORD_TEXT_BYTES = 256,
    RECORD_POLICY_BYTES = 512, /* a policy may be a command line */
    RECORD_NOTES_MAX = 4096,
    RECORD_LINE_NAME_BYTES = ERR_FILE_BYTES
};

#define RECORD_SCHEMA "marshal/record/2"
/* Records of before are read as well: their outcome has "year" in place of "turn". */
#define RECORD_SCHEMA_1 "marshal/record/1"

/* ---- writing ---- */

/* What a header says; all pointers are borrowed. */
typedef struct RecordInfo {
    const Game *game;
    const char *const *overrides;
    size_t override_count;
    const char *options;              /* JSON object of the switches in effect, or NULL */
    bool has_seed;                    /* false: dice were typed or scripted */
    uint64_t seed;                    /* of this game; its dice are rng_derive(seed, RNG_PURPOSE_DICE, 0) */
    const char *policies[SEAT_COUNT]; /* NULL: not said */
} RecordInfo;

/* What a note says happened beside the play: `count` decisions were taken back, to after decision `ply`; a
 * seat resigned; the sides were swapped; a seat had the plans of its opponent, a program, shown from here on.
 */
enum record_note_kind {
    RECORD_NOTE_TAKE_BACK,
    RECORD_NOTE_RESIGN,
    RECORD_NOTE_SWAP,
    RECORD_NOTE_PLANS,
    RECORD_NOTE_KIND_COUNT
};

typedef struct RecordNote {
    enum record_note_kind kind;
    Seat seat;      /* who asked for it */
    uint32_t ply;   /* decisions made when it was written */
    uint32_t count; /* decisions taken back, else 0 */
} RecordNote;

/* Append one line each. The dice's log must hold what the set-up or the decision drew. */
void record_write_header(StrBuf *out, const RecordInfo *info, const Dice *dice);
void record_write_decision(StrBuf *out, const Game *game, uint32_t ply, Seat seat, Move move,
                           const Dice *dice);
void record_write_note(StrBuf *out, const RecordNote *note);
void record_write_outcome(StrBuf *out, const Outcome *outcome);
/* The outcome of a game given up (OUTCOME_FORFEIT), with the reason in words. */
void record_write_forfeit(StrBuf *out, const Outcome *outcome, const char *reason);

/* Writes the lines to a file, by a temporary file beside it that is renamed: a reader never sees half a
 * record. */
bool record_save(const StrBuf *lines, const char *path, Err *err);

/* The same, and on disk when it returns: for a game that somebody plays. The records of a match need not wait
 * for the disk game by game: they can be played again. */
bool record_keep(const StrBuf *lines, const char *path, Err *err);

/* ---- reading ---- */

typedef struct RecordHeader {
    char game[RECORD_TEXT_BYTES];
    char scenario[RECORD_TEXT_BYTES];
    char scenario_sha256[HASH_SHA256_HEX_BYTES]; /* "" if not said */
    size_t override_count;
    char overrides[SCENARIO_OVERRIDES_MAX][RECORD_TEXT_BYTES];
    bool has_seed;
    uint64_t seed;
    char policies[SEAT_COUNT][RECORD_POLICY_BYTES]; /* "" if not said */
    char version[RECORD_TEXT_BYTES];                /* "" if not said */
    size_t dice_count;
    uint8_t dice[DICE_LOG_MAX];
} RecordHeader;

/* One decision line. */
typedef struct RecordStep {
    uint32_t ply;
    Seat seat;
    char move[MOVE_TEXT_BYTES];
    size_t dice_count;
    uint8_t dice[DICE_LOG_MAX];
} RecordStep;

typedef struct Record {
    char file[RECORD_LINE_NAME_BYTES]; /* as given */
    StrBuf text;                       /* the whole file */
    size_t next;                       /* offset of the line after the current one */
    uint32_t line;                     /* number of the current line, from 1 */
    RecordHeader header;
    char forfeit[RECORD_TEXT_BYTES]; /* of the outcome line: why the game was given up, "" if it was not */
    size_t note_count;               /* notes read so far */
    RecordNote notes[RECORD_NOTES_MAX];
} Record;

enum record_line { RECORD_DECISION, RECORD_OUTCOME, RECORD_END, RECORD_ERROR };

/* Reads a file and its header line. On failure nothing needs releasing. */
bool record_open(Record *record, const char *file, Err *err);
/* The same for lines in memory; name stands for the file in messages. */
bool record_open_text(Record *record, const char *name, const char *text, size_t length, Err *err);
void record_release(Record *record);

/* Reads the next line: a decision into step, the outcome into outcome, or the end of the file; notes on the
 * way are kept in the record. A line after the outcome is an error. RECORD_ERROR fills err. */
enum record_line record_next(Record *record, RecordStep *step, Outcome *outcome, Err *err);

/* Fills err with file and line of the current line and path within it; returns false. */
bool record_error(const Record *record, const char *path, Err *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Calls take for every record (*.jsonl) of a folder, by name, with its path and its name alone. False and err
 * if the folder cannot be read, a path is too long, or take fails, which ends it. */
bool record_each(const char *folder,
                 bool (*take)(void *context, const char *path, const char *name, Err *err), void *context,
                 Err *err);

/* True if the file begins like a record (its first line names a record schema), for telling files apart. */
bool record_looks_like_one(const char *file);

#endif
