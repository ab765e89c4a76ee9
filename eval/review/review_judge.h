/* review_judge.h: one decision of a recorded game judged. Internal to review.c; review.h says what is done
 * and why.
 *
 * A ReviewJudge is immutable once open and shared by threads; each thread has a ReviewBench of its own.
 */
#ifndef MARSHAL_EVAL_REVIEW_REVIEW_JUDGE_H
#define MARSHAL_EVAL_REVIEW_REVIEW_JUDGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"

enum { REVIEW_SCOUT, REVIEW_GLANCE, REVIEW_ALONE, REVIEW_SEARCHES };

/* Searches of one move alone, each with streams of its own; a move that needs no comparison gets fewer. */
enum { REVIEW_BATCHES = 4, REVIEW_BATCHES_BEST = 2 };

typedef struct ReviewJudge {
    const Game *game;
    Policy policies[REVIEW_SEARCHES]; /* the search of all moves, which may stop early, the short and the long
                                      one of one move alone */
    Evaluation evaluation;
    uint64_t seed;
    const atomic_bool *stop;
} ReviewJudge;

/* What one thread needs. */
typedef struct ReviewBench {
    void *sessions[REVIEW_SEARCHES][SEAT_COUNT];
    PolicyReport report;
} ReviewBench;

/* One position of the record; state is everything known. */
typedef struct ReviewCase {
    uint32_t ply; /* of the decision, from 1 */
    const State *state;
    bool decided; /* false: the record ends here, unfinished; only the value is asked for */
    Move played;
    bool dice;          /* the decision drew dice */
    const State *after; /* the position after it */
} ReviewCase;

/* An estimate with its standard error. */
typedef struct ReviewValue {
    double mean;
    double error;
} ReviewValue;

typedef struct ReviewJudgement {
    uint32_t legal;
    bool judged; /* there was a choice */
    Move best;
    ReviewValue best_value,
        played_value; /* win probabilities of the seat that decides; without `decided` the best's */
    /* best - played, if they are not the same move; its variance by the batches, and as if iterations were
     * independent */
    double difference, batch_variance, plain_variance;
    ReviewValue dice; /* of the seat that decides */
} ReviewJudgement;

bool review_judge_open(ReviewJudge *judge, const Game *game, uint64_t sims, uint64_t seed,
                       const atomic_bool *stop, Err *err);
void review_judge_close(ReviewJudge *judge);

void review_bench_open(ReviewBench *bench, const ReviewJudge *judge);
void review_bench_close(ReviewBench *bench, const ReviewJudge *judge);

/* Judges a case. False if it was told to stop: the judgement is then worth nothing. */
bool review_judge(const ReviewJudge *judge, ReviewBench *bench, const ReviewCase *one,
                  ReviewJudgement *judgement);

/* Roughly what a position is worth for the French, by a few playouts from all that is known: it tells where
 * to look, not who erred. */
double review_survey(const ReviewJudge *judge, const State *state, uint32_t ply);

/* Searches one move alone and copies what is thought of it; for the reasons, which want the expected line.
 * view is that of the seat that decides. */
void review_judge_move(const ReviewJudge *judge, ReviewBench *bench, const State *view, uint32_t ply,
                       Move move, PolicyMove *thought);

#endif
