/* balance.h: finds the value of a knob at which the French seat wins a wanted share of games, with few games.
 *
 * A search in batches. After each batch response.h says what is known about the curve of win rates over the
 * values 0 .. count - 1, and where the games of the next batch narrow down the crossing with the target most.
 * The first batch looks at both ends and the middle. The search ends when the interval of the answer is as
 * narrow as wanted, when the target is out of reach in the whole range, or when the games are used up.
 *
 * Game k at any value has the seed of game k of a match with that value: common random numbers, so that every
 * point of the curve can be played again by `marshal match`. Games at several values that share their luck
 * tell less about the level of the curve than as many independent ones. By how much is measured: the design
 * effect is the variance of the sums of residuals by seed over what it were if all games were independent (L.
 * Kish, "Survey Sampling", 1965; the sandwich of K.-Y. Liang, S. L. Zeger, Biometrika 73, 1986), and counts
 * are divided by it.
 *
 * What is played next depends on results of whole batches only: all is the same for every number of threads.
 * A search that stops where its interval happens to be narrow would lean towards narrow ones by chance; that
 * the intervals hold what they promise is tested by simulation (tests/eval/test_balance.c).
 */
#ifndef MARSHAL_EVAL_BALANCE_BALANCE_H
#define MARSHAL_EVAL_BALANCE_BALANCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "eval/balance/response.h"
#include "eval/run/ledger.h"
#include "eval/run/series.h"
#include "eval/statistics/worth.h"

/* Most games in a batch; fewer while few are known. */
enum { BALANCE_BATCH_MAX = 1024, BALANCE_GAMES_MAX = 1000000 };

typedef struct BalancePlan {
    uint32_t count;   /* values, 2 .. RESPONSE_VALUES_MAX */
    bool whole;       /* only the values themselves can be set, nothing between */
    double target;    /* score of the French seat a game, inside (0, 1) */
    double precision; /* the search may end when the answer's interval is this many steps wide */
    uint64_t games;   /* at most, up to BALANCE_GAMES_MAX */
    uint64_t seed;
} BalancePlan;

enum balance_verdict {
    BALANCE_FOUND, /* the curve crosses the target within the range */
    BALANCE_ABOVE, /* the French seat scores more than the target at all values */
    BALANCE_BELOW, /* or less */
    BALANCE_FLAT,  /* the games do not show that the knob moves the win rate */
    BALANCE_BENT,  /* established: the curve is not monotone, the target may be met more than once */
    BALANCE_VERDICT_COUNT
};

/* "found", "above", "below", "flat", "not_monotone" */
const char *balance_verdict_name(enum balance_verdict verdict);

/* What is known. Positions are in steps from value 0. */
typedef struct BalanceResult {
    enum balance_verdict verdict;
    bool precise;           /* the interval is as narrow as was wanted */
    double value;           /* the answer: a whole number of steps if plan.whole */
    Interval interval;      /* 95%, holds the crossing and the answer */
    Interval crossing;      /* 95% of the crossing alone */
    double rate;            /* score of the French seat at the answer */
    Interval rate_interval; /* 95% */
    double beyond_low;      /* chance that the crossing lies below the range, or above it */
    double beyond_high;
    double rises;    /* chance that the win rate rises with the knob from end to end */
    double reversal; /* the surest stretch against that direction: chance, and its values */
    uint32_t reversal_from;
    uint32_t reversal_to;
    double effect; /* design effect */
    uint64_t games;
} BalanceResult;

/* One game to play: number `index` (from 0) at a value. */
typedef struct BalanceGame {
    uint32_t value;
    uint32_t index;
} BalanceGame;

typedef struct Balance Balance;

/* A search; NULL if memory ran out. */
Balance *balance_new(const BalancePlan *plan);
void balance_free(Balance *balance);

/* The next batch; returns the number of games in it, 0 when the search is over. All of them are to be added
 * before asking again, unless the search is broken off. */
uint32_t balance_next(Balance *balance, BalanceGame games[BALANCE_BATCH_MAX]);

/* Adds a game of the batch; games of a value in order of index. */
/* score: 1 if the French seat won, 0 if it lost, what a game without a winner counts (worth.h). */
void balance_add(Balance *balance, BalanceGame game, double score);

/* What is known now; needs at least one game. */
BalanceResult balance_result(Balance *balance);

/* Games so far at a value, and the sum of their scores: wins, and parts of games without a winner. */
uint64_t balance_games(const Balance *balance, uint32_t value);
double balance_wins(const Balance *balance, uint32_t value);
/* Posterior win rate at a value, as of the last balance_result. */
double balance_rate(const Balance *balance, uint32_t value);
Interval balance_rate_interval(const Balance *balance, uint32_t value);

/* ---- on games ---- */

/* Games without a winner. */
typedef struct BalanceShared {
    uint64_t draws, both_lost;
} BalanceShared;

/* Told after every game, in order, from one thread at a time; result is as of the last whole batch, NULL in
 * the first. */
typedef void (*BalanceListener)(void *context, uint64_t games, const BalanceResult *result);

typedef struct BalanceRun {
    const Game *games;                    /* plan.count of them, one for each value */
    const Policy (*policies)[SEAT_COUNT]; /* for each game */
    int threads;
    uint64_t seed;         /* of games, as in match.h */
    Worth worth;           /* by seat: decides what a game that both lose counts; draws count one half */
    BalanceShared *shared; /* counts games without a winner; NULL: nobody asks */
    const Ledger *ledgers; /* for each game: where its games are kept, and known ones found; NULL: nowhere */
    bool keeps_moves;      /* of games, in the ledgers */
    SeriesQuarantine *quarantine; /* counts known games that are left out, as lost by the French seat; NULL
                                     without ledgers */
    const atomic_bool *stop;      /* NULL: never */
    BalanceListener listener;     /* NULL: none */
    void *context;
} BalanceRun;

/* Plays the whole search; *finished is false if it was stopped. False and err if a policy or the rules
 * misbehaved. */
bool balance_run(Balance *balance, const BalanceRun *run, bool *finished, Err *err);

#endif
