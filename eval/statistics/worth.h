/* worth.h: games that nobody wins, and what they are worth.
 *
 * A game ends with a winner, with a draw, or so that both have lost (enum outcome_grade). Scores that compare
 * two players (win rates of a seat, Elo, ratings) give one half to each for a game without a winner: it says
 * nothing for either of them. What such a game is worth to a player by himself is his own affair: a draw 1/2,
 * a game that both lose whatever he says, by default 1/2 too. Own worth is told beside the scores and never
 * enters them.
 */
#ifndef MARSHAL_EVAL_STATISTICS_WORTH_H
#define MARSHAL_EVAL_STATISTICS_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/statistics/stats.h"

#define WORTH_SHARED 0.5 /* of a game without a winner, where nothing else is said */

/* What each of two players, seats or policies a and b, holds of a game that both lose: 0 (as bad as losing
 * alone) to 1 (as good as winning). */
typedef struct Worth {
    double both_lose[2];
} Worth;

/* Finished games of one player. */
typedef struct WorthCounts {
    uint64_t wins, draws, both_lost, losses;
} WorthCounts;

/* Reads "0.25" (the same for both) or "0.25,0"; false if it is neither, or not within 0 to 1. NULL gives
 * WORTH_SHARED. */
bool worth_parse(const char *text, Worth *worth);

/* Mean worth of these games to the player, with its 95% interval by the normal distribution, cut at 0 and 1.
 * Games count as independent. [0, 1] around 1/2 without games. */
typedef struct WorthMean {
    double mean;
    Interval interval;
} WorthMean;
WorthMean worth_mean(const WorthCounts *counts, double both_lose);

/* The same from the sum and the sum of squares of count independent values within 0 to 1. */
WorthMean worth_of_sums(double sum, double squares, uint64_t count);

/* Score of the first seat or policy when it and the other hold so much of a game that both lose: 1/2 where
 * they agree, more where the first holds more of it. */
static inline double worth_balance(const Worth *worth)
{
    return 0.5 * (1.0 + worth->both_lose[0] - worth->both_lose[1]);
}

#endif
