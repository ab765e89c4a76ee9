/* duel.h: two policies against each other on one scenario, in pairs of games with seats swapped.
 *
 * Both games of pair i have the seed runner_game_seed(seed, i), so the same dice and decks as far as the same
 * decisions are made; in game 2i policy a is French, in game 2i + 1 policy b is. What a scenario or its luck
 * gives to one seat both policies get once, and cancels within the pair: fewer games settle the same question
 * than games with seats drawn at random. How surely, elo.h works out from the counts of pairs.
 *
 * Results are the same for every number of threads; with a sequential test the duel ends after the first
 * pair, in order of pairs, at which the test is decided. Only counts are kept.
 */
#ifndef MARSHAL_EVAL_RUN_DUEL_H
#define MARSHAL_EVAL_RUN_DUEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "eval/run/series.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/worth.h"

enum { DUEL_A, DUEL_B, DUEL_SIDES };

typedef struct DuelCount {
    uint64_t wins;
    uint64_t draws;
    uint64_t both_lost; /* games that both lost: half a point each, as a draw (worth.h) */
    uint64_t losses;
} DuelCount;

/* Counts over finished pairs, as policy a sees them. Where the seats are not swapped (series.h) a game counts
 * as a pair that ended twice alike, but once among seats, decisions and forfeits. */
typedef struct DuelTally {
    uint64_t pairs;                   /* or single games */
    DuelCount seats[SEAT_COUNT];      /* games in which a had this seat */
    uint64_t pentanomial[ELO_VALUES]; /* pairs in which a scored 0, 0.5, 1, 1.5, 2 */
    /* Pairs by the number of games that both lost (0 to 2), and half points of a in the others. */
    uint64_t both_lost[3][ELO_VALUES];
    uint64_t forfeits[DUEL_SIDES];                  /* games given up by a and by b; they count as lost */
    char forfeit[DUEL_SIDES][POLICY_FORFEIT_BYTES]; /* why, for the first of them */
    uint64_t decisions;                             /* of both seats */
    SeriesQuarantine quarantine;                    /* their pairs are not among pairs */
} DuelTally;

/* Counts a round of a series. */
void duel_count_round(DuelTally *tally, const SeriesRound *round);

/* The same pairs as policy b sees them: forfeits[DUEL_A] is then b's own. */
DuelTally duel_mirror(const DuelTally *tally);

/* Both seats together. */
DuelCount duel_total(const DuelTally *tally);

/* Mean worth of a game to policy a, which holds so much of one that both lose, with an interval that treats
 * pairs as independent. */
WorthMean duel_worth(const DuelTally *tally, double both_lose);

/* Told after every pair, in order, from one thread at a time; false stops the duel. */
typedef bool (*DuelListener)(void *context, const DuelTally *tally);

typedef struct DuelPlan {
    const Game *game;
    const Policy *policies[DUEL_SIDES];
    uint64_t pairs; /* at most */
    uint64_t seed;
    int threads;
    const EloSprt *sprt;     /* ends the duel when decided; NULL: all pairs are played */
    const atomic_bool *stop; /* NULL: never */
    const char *records;     /* folder for a record of each game, NNNNNNNN.jsonl from 1; NULL: none */
    const RecordInfo *info;  /* header of records, policies a and b in this order; NULL without records */
    SeriesKeep keep;         /* where games are kept, if anywhere */
    DuelListener listener;   /* NULL: none */
    void *context;           /* for the listener */
} DuelPlan;

/* Plays the duel. The tally covers the first tally->pairs pairs: all of them unless the test was decided or
 * the duel stopped. Records of pairs that were played ahead and are not in the tally are removed. False and
 * err if a policy or the rules misbehaved or a record could not be written; the tally then covers the pairs
 * before that. */
bool duel_run(const DuelPlan *plan, DuelTally *tally, Err *err);

#endif
