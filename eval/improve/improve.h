/* improve.h: finds weights of a strategy that score more for its seat against a field than those it starts
 * with.
 *
 * Tuning: SPSA (spsa.h) on the weights (weight_space.h). A batch is one iteration: for each direction the two
 * perturbed players play the same games (contrast.h), and batches are kept in the store (checkpoint.h). With
 * a test, the candidate now and then plays a sequential duel against the start (elo.h; both have the seat,
 * the field the other one), and tuning ends when that is decided for the candidate. Verifying: the candidate
 * and the start play games with seeds of their own, which nothing was tuned on or stopped by; their result is
 * what is told.
 *
 * The same plan gives the same result for every number of threads and after any number of kills.
 */
#ifndef MARSHAL_EVAL_IMPROVE_IMPROVE_H
#define MARSHAL_EVAL_IMPROVE_IMPROVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/strbuf.h"
#include "eval/improve/contrast.h"
#include "eval/improve/field.h"
#include "eval/improve/weight_space.h"
#include "eval/statistics/elo.h"
#include "eval/store/store.h"

enum {
    IMPROVE_DIRECTIONS = 4,
    IMPROVE_PAIRS = 8,  /* of games, for each direction of a batch */
    IMPROVE_LOOKS = 10, /* duels while tuning, with a test */
    IMPROVE_CHUNK = 256 /* pairs between two looks at a test, and of a batch of the verification */
};
#define IMPROVE_PERTURBATION 0.15
#define IMPROVE_WANDER       0.2

typedef struct ImprovePlan {
    const WeightSpace *space;
    const Policy *start; /* what the space starts from */
    const Field *field;
    const char *const *overrides; /* of the scenario, for the pedigree */
    size_t override_count;
    uint64_t games;              /* of tuning; duels and the verification come on top */
    double perturbation, wander; /* of SpsaPlan; above 0 */
    uint64_t verify;             /* pairs of games of the verification */
    bool testing;
    EloSprt sprt;
    uint64_t duel; /* pairs of a duel at most */
    uint64_t seed;
    int threads;
    const atomic_bool *stop; /* NULL: never */
    /* Whether it was a clock that set stop: then what was found so far is verified and kept all the same.
     * NULL: there is no clock. */
    bool (*time_is_up)(void);
    Store *store; /* NULL: nothing is kept */
    /* Told after each batch: what is going on, games so far; NULL: nobody. */
    void (*listener)(void *context, const char *doing, uint64_t games, uint64_t total);
    void *context;
} ImprovePlan;

enum improve_end {
    IMPROVE_SPENT,   /* the games of tuning are played */
    IMPROVE_DECIDED, /* the duel is decided for the candidate */
    IMPROVE_TIME,    /* time was up before that */
    IMPROVE_STOPPED, /* stopped: nothing is verified */
};
/* "spent", "decided", "time", "stopped" */
const char *improve_end_name(enum improve_end end);

typedef struct ImproveResult {
    enum improve_end end;
    char run[HASH_SHA256_HEX_BYTES]; /* key of the checkpoints */
    uint32_t iterations, planned;    /* done, and of all games */
    uint64_t games;                  /* of tuning and duels */
    double weights[WEIGHT_SPACE_MAX];
    bool moved;             /* some weight is not what it was */
    EloSprtResult sprt;     /* with a test: of the last duel */
    uint64_t duel_pairs;    /* of the last duel */
    ContrastTally verified; /* the candidate first, then the start */
    ContrastScore score;
} ImproveResult;

/* Improves. False and err as series_run. */
bool improve_run(const ImprovePlan *plan, ImproveResult *result, Err *err);

/* Everything of the result worth keeping, as JSON text of an object: what it was made of, and what it is
 * worth. The same for the same plan. */
void improve_pedigree(const ImprovePlan *plan, const ImproveResult *result, StrBuf *text);

/* The strategy as a file (weight_space.h) with title, description in words, and pedigree. */
void improve_strategy(const ImprovePlan *plan, const ImproveResult *result, const char *title, StrBuf *text);

/* Writes text into a new file. False and err if it cannot be written, or if there is a file already, which is
 * left alone; unless same_will_do and it holds that text. */
bool improve_save(const StrBuf *text, const char *path, bool same_will_do, Err *err);

#endif
