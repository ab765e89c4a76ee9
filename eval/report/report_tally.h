/* report_tally.h: what a report counts of the games between two policies, and of several such tallies
 * together.
 *
 * Counts are integers, so that neither order nor grouping matters. Plain data but for the list of lengths,
 * which is owned: start from all zero bytes, end with report_tally_release.
 */
#ifndef MARSHAL_EVAL_REPORT_REPORT_TALLY_H
#define MARSHAL_EVAL_REPORT_REPORT_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/statistics/stats.h"
#include "eval/store/store.h"

enum {
    REPORT_RESULTS = SEAT_COUNT + 1, /* won by the seat french, by the other, by nobody (SEAT_NONE) */
    REPORT_TURNS_MAX = 512,          /* different turns in which games end */
    REPORT_PLIES_MAX = 1 << 20,      /* longer games count as this long */
    REPORT_PLACES_MAX = 1024
};

/* Games that ended in one turn, by result and grade. */
typedef struct ReportTurn {
    int turn;
    uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT];
} ReportTurn;

typedef struct ReportCard {
    uint64_t played; /* games in which that seat played it */
    uint64_t won;    /* of these, by that seat */
} ReportCard;

typedef struct ReportPlace {
    uint64_t games; /* in which there was a battle */
    uint64_t fights;
    uint64_t french; /* of these games, won by the seat french */
} ReportPlace;

/* Sums over games of a number x. */
typedef struct ReportSum {
    uint64_t games, sum, squares;
} ReportSum;

typedef struct ReportTally {
    uint64_t games;
    uint64_t wins[REPORT_RESULTS]; /* the last: won by nobody */
    uint64_t grades[REPORT_RESULTS][OUTCOME_GRADE_COUNT];
    uint32_t turn_count;
    ReportTurn turns[REPORT_TURNS_MAX]; /* ascending */
    uint32_t plies_room;
    uint64_t *plies; /* owned: games of so many decisions */
    uint64_t plies_sum;

    uint64_t summaries; /* games whose summary (engine/summary.h) was kept; what follows is of them */
    uint64_t summary_wins[REPORT_RESULTS];
    ReportCard cards[SEAT_COUNT][SUMMARY_CARDS_MAX];
    ReportSum lost[SEAT_COUNT][2]; /* losses in games which that seat did not win, and won */
    uint64_t battles;
    uint64_t dropped; /* cards, losses and battles that had no room: not counted in what is here */
    ReportPlace places[REPORT_PLACES_MAX];
} ReportTally;

void report_tally_release(ReportTally *tally);

/* Counts a game. False if it cannot be: memory ran out, or there are more different turns than
 * REPORT_TURNS_MAX. */
bool report_tally_add(ReportTally *tally, const StoreGame *game);

/* Counts all of another tally's games. False as above. */
bool report_tally_merge(ReportTally *tally, const ReportTally *other);

/* Lengths of games. */
typedef struct ReportLengths {
    uint32_t least, low, median, high, most; /* low, high: 5% of games are shorter, longer */
    double mean;
} ReportLengths;

/* All 0 without games. */
ReportLengths report_tally_lengths(const ReportTally *tally);

/* Mean of a number with its 95% interval: t distribution, so for a mean of few games it supposes that they
 * are spread like a normal distribution. Infinite ends below two games. */
typedef struct ReportMean {
    double mean;
    Interval interval;
} ReportMean;

ReportMean report_mean(const ReportSum *sum);

/* Losses of a seat, in all games. */
ReportSum report_tally_lost(const ReportTally *tally, Seat seat);

#endif
