/* why.h: what moves change, in words: which terms of the evaluation make one move better than another.
 *
 * The expected position after a move: the searcher's view is filled with a random world, the move and then
 * the expected line are played while they are legal, and what priors like best from there on, until the
 * position is quiet and the next part of the sequence of play has begun (evaluation_settle). This is done in
 * a number of worlds, the same ones with the same dice for every move, so that moves differ by what they do
 * and not by their luck.
 *
 * The evaluation sees a position as named inputs, in groups (terms) that mean something to players: control
 * of countries, strength near capitals, hands, time (GameAi.term_names). In each world the difference of two
 * positions in win probability is shared out over the terms by their Shapley values (shapley.h): the
 * evaluation is asked about every mixture of the two positions in which some terms are as in the one and the
 * others as in the other. So the shares of a world add up to its difference, and their averages over worlds
 * to the average difference. Where the game ends in a world before the position is judged, the whole
 * difference goes to one more term, "the game's end".
 *
 * Two differences are shared out for each move: between now and the expected position (change), and between
 * the expected position of another move and this one's (versus): the second best move for the best, the best
 * one for all others. The reasons in words are the two or three largest shares of the latter, if they are
 * beyond the noise (two standard errors over worlds) and at least WHY_LEAST; where one subject within a term
 * (a country, a place, a card) makes most of its share, they name it.
 *
 * Honesty: starts from a view. Deterministic: the same plan gives the same reasons. One thread; allocates,
 * and frees all but what the caller owns.
 */
#ifndef MARSHAL_EVAL_REVIEW_WHY_H
#define MARSHAL_EVAL_REVIEW_WHY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/err.h"

enum {
    WHY_TERMS = GAME_AI_TERMS_MAX + 1, /* the terms of the game, then the game's end */
    WHY_SENTENCES = 3,
    WHY_SENTENCE_BYTES = 320,
    WHY_WORLDS = 64, /* a good number of worlds */
};

/* The least share worth a sentence, in win probability. */
#define WHY_LEAST 0.004

/* An average over worlds with its standard error. */
typedef struct WhyShare {
    double mean;
    double error;
} WhyShare;

/* All probabilities are those of the seat that decides. */
typedef struct Why {
    uint32_t other;             /* which of the moves it is compared with; itself if there is no other */
    uint32_t worlds;            /* averaged over; 0: no reasons could be given */
    double ended;               /* part of the worlds in which the game was over at the expected position */
    double before, after;       /* average evaluation now, and of the expected position */
    WhyShare change[WHY_TERMS]; /* adds up to after - before */
    WhyShare versus[WHY_TERMS]; /* adds up to after - that of the other move */
    uint32_t sentences;
    char sentence[WHY_SENTENCES][WHY_SENTENCE_BYTES];
} Why;

typedef struct WhyPlan {
    const Evaluation *evaluation; /* one that explains (evaluation_explains) */
    const State *view;            /* of the seat that decides */
    Seat seat;
    const PolicyMove *const *moves; /* best first; their lines are followed */
    uint32_t count;
    uint32_t worlds; /* at least 2 */
    uint64_t seed;
    const atomic_bool *stop; /* fewer worlds once it becomes true; NULL: never */
} WhyPlan;

/* Fills one Why for each move. False and err only if memory runs out. */
bool why_explain(const WhyPlan *plan, Why *why, Err *err);

/* What the evaluation makes of the whole difference to the other move: the sum of `versus`. */
double why_difference(const Why *why);

/* Terms that there are (those of the game and the game's end), and their names. */
uint32_t why_term_count(const Evaluation *evaluation);
const char *why_term_name(const Evaluation *evaluation, uint32_t term);

#endif
