/* elo.h: what pairs of games say about the strength of one policy against another.
 *
 * Everything here is a pure function of the pentanomial counts of a duel: pairs[i] is in how many pairs
 * policy a scored i half points, i = 0 .. 4. The two games of a pair share their dice, so they depend on each
 * other; pairs do not. A pair is therefore one observation, with the value i / 4: its mean score a game.
 *
 * Likelihood. The counts are multinomial. The largest likelihood among all distributions on {0, 1/4, 1/2,
 * 3/4, 1} with mean s is reached by p_i = f_i / (1 + theta (i/4 - s)), where f_i is the share of pairs seen
 * with i half points and theta makes the mean s (M. Van den Bergh,
 * cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1; the same thing as A. B. Owen's empirical
 * likelihood, Biometrika 75, 1988). A value that was never seen may get probability too, if otherwise the
 * mean could not be s; so nothing has to be added to zero counts, as other programs do. See elo_loss.
 *
 * Elo is logistic: a difference of e means the score 1 / (1 + 10^(-e / 400)), draws counted as half.
 */
#ifndef MARSHAL_EVAL_STATISTICS_ELO_H
#define MARSHAL_EVAL_STATISTICS_ELO_H

#include <stdint.h>

#include "eval/statistics/stats.h"

enum { ELO_VALUES = 5 };

/* Elo difference at which a policy scores this much; -INFINITY at 0, INFINITY at 1. */
double elo_from_score(double score);
double elo_to_score(double elo);

/* By how much the best log likelihood under a mean of `mean`, in (0, 1), falls short of the best without that
 * condition; 0 exactly where mean is the score seen, infinite nowhere. */
double elo_loss(const uint64_t pairs[ELO_VALUES], double mean);

typedef struct EloScore {
    double score;    /* mean score a game, in [0, 1]; 0.5 without pairs */
    double variance; /* of a pair's value: sum of f_i (i/4 - score)^2 */
    double error;    /* standard error of score: sqrt(variance / pairs); 0 without pairs */
    /* 95%: all means with 2 * elo_loss <= 1.96^2 (S. S. Wilks, Annals of Mathematical Statistics 9, 1938).
     * The same as score +- 1.96 error when there are many pairs; but it stays inside [0, 1], and has a width
     * also when all pairs ended alike: then error is 0 and knows nothing. If a wins 97% of pairs and draws
     * level in the rest, this holds the truth in 97 of 100 duels of 10 pairs, score +- 1.96 error in 26
     * (tests/eval/test_elo.c). [0, 1] without pairs. */
    Interval interval;
} EloScore;

EloScore elo_score(const uint64_t pairs[ELO_VALUES]);

/* The score's interval in Elo: an end is infinite where the score's is 0 or 1. */
Interval elo_interval(const EloScore *score);

/* Normalized Elo, (score - 1/2) / sqrt(2 variance) * 800 / ln 10: what is worth the same number of games is
 * worth the same, whatever the share of draws (M. Van den Bergh, "Comments on normalized Elo",
 * cantate.be/Fishtest/normalized_elo_practical.pdf). NAN when the variance is 0. */
double elo_normalized(const EloScore *score);

/* Likelihood of superiority: the chance that the true score is above one half, if before the duel all scores
 * were thought equally likely: Phi((score - 1/2) / error). When error is 0, all pairs having ended alike, the
 * signed root of the likelihood ratio takes the place of the quotient, as they agree in the limit:
 * Phi(+-sqrt(2 elo_loss(1/2))). 0.5 without pairs. */
double elo_los(const uint64_t pairs[ELO_VALUES]);

/* ---- sequential test ----
 *
 * H0: the difference is elo0; H1: it is elo1. Wald's sequential probability ratio test with the
 * generalized likelihood ratio (X. Li, J. Liu, Z. Ying, Sequential Analysis 33, 2014; fishtest and fastchess
 * use it in the same way) looks after every pair at LLR = elo_loss(score of elo0) - elo_loss(score of elo1),
 * and ends when it leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha)). With alpha = beta = 0.05,
 * either answer is wrong in one of twenty duels at most, about.
 */
#define ELO_SPRT_ALPHA 0.05
#define ELO_SPRT_BETA  0.05
#define ELO_SPRT_MOST  1000.0 /* hypotheses lie within +- this, so that scores stay apart from 0 and 1 */

typedef struct EloSprt {
    double elo0;
    double elo1; /* above elo0; both within +-ELO_SPRT_MOST */
} EloSprt;

enum elo_sprt_state {
    ELO_SPRT_RUNNING,
    ELO_SPRT_ACCEPT_H0,
    ELO_SPRT_ACCEPT_H1,
};

/* "running", "accept_h0", "accept_h1" */
const char *elo_sprt_state_name(enum elo_sprt_state state);

typedef struct EloSprtResult {
    double llr;
    double lower; /* bounds */
    double upper;
    enum elo_sprt_state state;
} EloSprtResult;

EloSprtResult elo_sprt(const EloSprt *test, const uint64_t pairs[ELO_VALUES]);

#endif
