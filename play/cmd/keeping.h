/* keeping.h: what commands share that play many games: a store for them, shards, an end to the time.
 *
 * Options: --db FILE, --until TIME, and for commands that have them --moves, --shard K/N. keeping_open ...
 * keeping_close.
 */
#ifndef MARSHAL_PLAY_CMD_KEEPING_H
#define MARSHAL_PLAY_CMD_KEEPING_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/run/series.h"
#include "eval/store/store.h"
#include "play/cmd/command.h"
#include "play/cmd/options.h"

#define OPTION_ROW_DB                                                                                        \
    {                                                                                                        \
        "db", OPTION_TEXT, "FILE", NULL, false,                                                              \
            "keeps every game in this store, and plays only those that it does not hold yet"                 \
    }
#define OPTION_ROW_MOVES                                                                                     \
    {                                                                                                        \
        "moves", OPTION_FLAG, NULL, NULL, false,                                                             \
            "with --db: keeps the moves too (always done where a game could not be played again)"            \
    }
#define OPTION_ROW_SHARD                                                                                     \
    {                                                                                                        \
        "shard", OPTION_TEXT, "K/N", NULL, false,                                                            \
            "with --db: plays only part K of N; marshal merge joins the stores"                              \
    }
#define OPTION_ROW_UNTIL                                                                                     \
    {                                                                                                        \
        "until", OPTION_TEXT, "TIME", NULL, false,                                                           \
            "stops at a time of day (07:00) or after a while (90s, 30m, 8h)"                                 \
    }

typedef struct Keeping {
    Store *store; /* NULL: none */
    SeriesKeep keep;
    bool timed;             /* --until was given */
    enum exit_code failure; /* where keeping_open failed: the exit code for that */
} Keeping;

/* Reads the options; opens the store, watches for crashes, starts the clock. db and until, which may be NULL
 * or "", hold where an option is not given. False, err and failure: nothing needs closing. */
bool keeping_open(Keeping *keeping, const Options *options, const char *db, const char *until, Err *err);

/* Closes the store. False and err if games could not be written; true without a store. */
bool keeping_close(Keeping *keeping, Err *err);

/* Of `games` that were handed over, those that may be shown as done: on disk, if there is a store. */
uint64_t keeping_done(const Keeping *keeping, uint64_t games);

/* Tells of quarantined games on standard error, if there are any. */
void keeping_tell_quarantine(const SeriesQuarantine *quarantine);

/* Tells that only some of the games (pairs: things) were done, why, and how to go on; returns the exit code.
 */
int keeping_cut_short(const Keeping *keeping, uint64_t done, uint64_t asked, const char *things);

#endif
