/* series.h: many games at once: cells of policies on a scenario, each played in rounds, with a store or
 * without. What match, duel, tournament and balance are made of.
 *
 * A round of a cell is one game, policy a as the French, or a pair of games with the same seed and the seats
 * swapped; in a plan of pairs, cells of one seat have the first game of each pair only. Rounds are played
 * across all cells: round 0 of each, round 1 of each ..., so that a run that is cut short has something to
 * say about all of them. Game `round` of a cell has the seed runner_game_seed(cell seed, round). With a store
 * (ledger.h) games that are there are not played again, and each new one is kept as soon as it has ended.
 *
 * Rounds are handed over in order, one at a time, so that totals do not depend on the number of threads; a
 * cell whose verdict is SERIES_CELL_DONE gets no further rounds.
 */
#ifndef MARSHAL_EVAL_RUN_SERIES_H
#define MARSHAL_EVAL_RUN_SERIES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "eval/run/game_job.h"
#include "eval/run/ledger.h"
#include "eval/store/store.h"

enum { SERIES_GAMES_MAX = 2 }; /* of a round */

typedef struct SeriesCell {
    const Game *game;
    const Policy *policies[2];    /* a, b */
    const char *const *overrides; /* of the game, for the store */
    size_t override_count;
    uint64_t seed;
    bool in_order; /* only rounds that are handed over are kept: for cells that may end early */
    bool one_seat; /* its rounds are single games, whatever the plan's are */
    uint64_t from; /* number of its first round */
    uint64_t most; /* rounds at most; 0: as many as the plan's */
    /* --- the series' own --- */
    Ledger ledgers[SERIES_GAMES_MAX];
    atomic_bool done;
    GameJob *first;  /* game 0 of the round at hand */
    uint64_t rounds; /* one more than the number of the last one handed over */
} SeriesCell;

/* One round that is complete. */
typedef struct SeriesRound {
    uint32_t cell;
    uint64_t number;
    const GameJob *games[SERIES_GAMES_MAX]; /* the second one NULL without pairs */
    const StrBuf *positions;                /* sampled from game 0, or NULL */
    const StrBuf *searches;                 /* likewise */
} SeriesRound;

enum series_verdict { SERIES_GO_ON, SERIES_CELL_DONE, SERIES_STOP };

/* Which rounds this process plays: those with number % of == index. */
typedef struct SeriesShard {
    uint64_t index;
    uint64_t of; /* 0 or 1: all */
} SeriesShard;

/* Where a match or duel keeps its games; all zero: nowhere. */
typedef struct SeriesKeep {
    Store *store;                 /* NULL: nothing is kept */
    const char *const *overrides; /* of the scenario */
    size_t override_count;
    bool moves; /* moves too */
    SeriesShard shard;
} SeriesKeep;

/* Games that a store has quarantined: they took the process down twice. */
typedef struct SeriesQuarantine {
    uint64_t games, rounds; /* rounds with such games */
    uint64_t first_number, first_seed;
} SeriesQuarantine;

/* Counts the quarantined games of a round; true if there are any, and the round does not count. */
bool series_count_quarantine(SeriesQuarantine *quarantine, const SeriesRound *round);

typedef struct SeriesPlan {
    SeriesCell *cells;
    uint32_t cell_count;
    uint64_t rounds; /* of each cell that does not say otherwise, and of all at most */
    bool pairs;
    SeriesShard shard;
    int threads;
    const atomic_bool *stop;
    Store *store;             /* NULL: nothing is kept */
    bool keeps_moves;         /* in the store */
    const char *records;      /* folder for records, NULL: none; one cell only */
    const RecordInfo *info;   /* header of records: policies a and b in this order */
    uint32_t positions_every; /* 0: no positions */
    bool positions_of_turns;  /* runner.h */
    uint32_t searches_every;  /* 0: no searches */
    uint32_t opening;         /* decisions of a game explored at most (runner.h); 0 with a store */
    /* Takes a round; the games of one with a quarantined game say so in their state. */
    enum series_verdict (*take)(void *context, const SeriesRound *round);
    void *context;
} SeriesPlan;

/* Plays. False and err if a policy or the rules misbehaved, or something could not be written. In a store
 * everything that take has seen is on disk when this returns true. */
bool series_run(const SeriesPlan *plan, Err *err);

/* How many of `rounds` are the shard's. */
uint64_t series_share(const SeriesShard *shard, uint64_t rounds);

#endif
