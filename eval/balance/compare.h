/* compare.h: did a change of a scenario move its balance? Two scenarios, the same policies, common random
 * numbers.
 *
 * Game k of both has the seed of game k of a match, so the same luck as far as the same things happen; what
 * luck does to both cancels in the difference. The pairs are one observation each: stats.h has the interval
 * of the paired difference and McNemar's test. The number of games is fixed beforehand, so that both hold
 * what they promise. Results are the same for every number of threads.
 */
#ifndef MARSHAL_EVAL_BALANCE_COMPARE_H
#define MARSHAL_EVAL_BALANCE_COMPARE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "eval/balance/balance.h"
#include "eval/run/ledger.h"
#include "eval/run/series.h"
#include "eval/statistics/stats.h"

enum { COMPARE_A, COMPARE_B, COMPARE_COUNT };

/* Told after every pair, in order, from one thread at a time. */
typedef void (*CompareListener)(void *context, const PairedCounts *counts);

typedef struct ComparePlan {
    const Game *games[COMPARE_COUNT];
    const Policy *policies[COMPARE_COUNT][SEAT_COUNT]; /* made for their game */
    uint64_t pairs;
    uint64_t seed;
    int threads;
    const atomic_bool *stop; /* NULL: never */
    const Ledger *ledgers;   /* COMPARE_COUNT of them, as in balance.h; NULL: games are kept nowhere */
    bool keeps_moves;
    SeriesQuarantine *quarantine; /* as in balance.h */
    BalanceShared *shared;        /* COMPARE_COUNT of them, counted for each scenario; NULL: nobody asks */
    CompareListener listener;     /* NULL: none */
    void *context;
} ComparePlan;

/* Plays the pairs; counts are of games won by the French seat, first is scenario A; a game that nobody won is
 * none of them. They cover the first pairs,
 * all of them unless it was stopped. False and err if a policy or the rules misbehaved. */
bool compare_run(const ComparePlan *plan, PairedCounts *counts, Err *err);

/* What the pairs say: difference of the win rates of the French seat, B less A. */
typedef struct CompareResult {
    uint64_t pairs;
    double rate[COMPARE_COUNT];
    Interval rate_interval[COMPARE_COUNT]; /* Wilson */
    double difference;
    Interval interval; /* Newcombe, 95% */
    double p_value;    /* McNemar */
    bool established;  /* the interval leaves 0 out */
} CompareResult;

CompareResult compare_result(const PairedCounts *counts);

#endif
