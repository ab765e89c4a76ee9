/* tune_priors.h: fits learned priors (ai/prior_model.h) to the visits of searches (searches.h).
 *
 * Minimised is, over the decisions not held out,
 *     sum of the cross-entropies between visits, as shares, and priors + l2 / 2 * (sum of squares)
 * where squares are of weights times the spread of their input, and twice those of the bonuses of moves: so
 * l2 says how many decisions it takes to outweigh the game's own belief. The function is convex; L-BFGS as in
 * tune.h finds its minimum. Whole games are held out, the same ones for every set of files. One thread does
 * it all: a fit takes seconds.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_PRIORS_H
#define MARSHAL_EVAL_TUNE_TUNE_PRIORS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/game_ai.h"
#include "ai/prior_model.h"
#include "engine/err.h"
#include "engine/game.h"
#include "eval/tune/searches.h"

/* A legal move of a decision. */
typedef struct PriorChoice {
    float value[PRIOR_INPUTS_MAX];
    float belief; /* the game's own, logarithm */
    float share;  /* of the visits */
    uint32_t row; /* of the model */
    uint32_t move;
} PriorChoice;

typedef struct PriorDecision {
    uint64_t first; /* of its choices */
    uint32_t count;
    bool held; /* in the hold-out */
} PriorDecision;

/* A file that decisions came from. */
typedef struct PriorFile {
    SearchesFile header; /* closed */
    uint64_t decisions;
} PriorFile;

typedef struct PriorSample {
    Game game;        /* of the first file, for names; owned */
    const GameAi *ai; /* NULL before the first file */
    PriorModel model; /* rows and moves found, weights of zero; owned */
    uint64_t count, room;
    PriorDecision *decision; /* owned, like the arrays below */
    uint64_t choices, choice_room;
    PriorChoice *choice;
    size_t file_count;
    PriorFile *file;
} PriorSample;

/* Reads files of one game, whatever their scenarios. False and err on a bad file, or if nothing is left to
 * fit; then the sample is empty. holdout: share of games, 0 to 1; stop may be NULL. */
bool prior_sample_read(PriorSample *sample, const char *const *names, size_t count, double holdout,
                       const atomic_bool *stop, Err *err);
void prior_sample_release(PriorSample *sample);

/* Mean cross-entropies with the visits. */
typedef struct PriorLoss {
    double belief; /* of the game's own belief */
    double priors; /* of the model */
    double least;  /* of the visits themselves: no priors can do better */
} PriorLoss;

typedef struct TunePriorsPlan {
    PriorSample *sample; /* its model is filled */
    double l2;
    uint32_t iterations;     /* at most */
    const atomic_bool *stop; /* ends early with the best so far; may be NULL */
    void (*listener)(void *context, uint32_t iteration,
                     double value); /* or NULL; value: mean of what is minimised */
    void *context;
} TunePriorsPlan;

typedef struct TunePriorsResult {
    uint64_t decisions, held; /* fitted, held out */
    uint32_t iterations;
    const char *ended; /* why it stopped */
    PriorLoss fitted;
    PriorLoss judged; /* on the hold-out; zeros without one */
} TunePriorsResult;

/* Fits plan->sample->model. False and err if memory runs out. */
bool tune_priors_fit(const TunePriorsPlan *plan, TunePriorsResult *result, Err *err);

#endif
