/* ledger.h: one experiment of a store while it is being played: which games are there, and where new ones go.
 *
 * A ledger without a store (store = NULL) knows nothing and keeps nothing, so that callers need no second
 * way. Known games are read once when it is opened: 12 bytes each, up to the last one.
 */
#ifndef MARSHAL_EVAL_RUN_LEDGER_H
#define MARSHAL_EVAL_RUN_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/run/game_job.h"
#include "eval/store/store.h"

/* What is known of a game. */
typedef struct LedgerEntry {
    uint32_t plies;
    int16_t turn;
    uint8_t status; /* enum ledger_status */
    uint8_t winner, grade;
} LedgerEntry;

enum ledger_status { LEDGER_MISSING, LEDGER_KNOWN, LEDGER_QUARANTINED };

typedef struct Ledger {
    Store *store; /* borrowed; NULL: none */
    int64_t experiment;
    uint64_t seed;        /* master seed */
    uint64_t games;       /* entries: games from here on are missing */
    LedgerEntry *entries; /* owned */
    uint64_t known, quarantined;
    char reason[SEAT_COUNT][POLICY_FORFEIT_BYTES]; /* of the first known game that this seat gave up */
} Ledger;

/* Opens the experiment for games 0 .. games - 1. False and err on a database error or without memory. */
bool ledger_open(Ledger *ledger, Store *store, const StoreExperiment *experiment, uint64_t games, Err *err);
void ledger_release(Ledger *ledger);

/* If the game is known, or quarantined, fills job and returns true. */
bool ledger_known(const Ledger *ledger, uint64_t number, GameJob *job);

/* Keeps a game that was played. False if the store has failed. */
bool ledger_put(const Ledger *ledger, uint64_t number, const GameJob *job);

/* What a thread plays now, for the crash that may come. */
void ledger_flying(const Ledger *ledger, int thread, uint64_t number);
void ledger_landed(const Ledger *ledger, int thread);

#endif
