/* tune_moves.h: fits learned priors (ai/move_model.h) to what searches prefer.
 *
 * Each position of a sample is searched (mcts with so many iterations, as the seat that decides sees it); the shares of
 * visits are the target of the softmax over its moves. Minimised is the mean cross-entropy between them plus
 *     l2 / 2 * (sum of squares of all weights),
 * a convex function, by L-BFGS (tune.h). A tenth of the games is held out and only judged by. Results are the same for
 * any number of threads.
 */
#ifndef MARSHAL_EVAL_TUNE_MOVES_H
#define MARSHAL_EVAL_TUNE_MOVES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/move_model.h"
#include "engine/err.h"
#include "engine/game.h"

typedef struct TuneMovesPlan {
    const char *const *names; /* of positions files of one game and board */
    size_t count;
    const char *evaluation;   /* file with the network whose units the priors go by */
    uint64_t sims;            /* iterations a position */
    uint64_t limit;           /* positions at most, evenly from all files; 0: all */
    uint32_t least;           /* a move has a row if it was met so often */
    uint32_t iterations;      /* of the optimiser, at most */
    double l2;
    int threads;
    const atomic_bool *stop;
    void (*listener)(void *context, uint64_t done, uint64_t total, const char *what); /* or NULL */
    void *context;
} TuneMovesPlan;

typedef struct TuneMovesResult {
    uint64_t positions, held;
    uint32_t rows;
    uint32_t iterations;
    double base;   /* mean cross-entropy of the game's own priors on the hold-out */
    double fitted; /* of the learned priors, on the positions fitted ... */
    double judged; /* ... and on the hold-out */
    double target; /* entropy of the targets on the hold-out: the least there is */
} TuneMovesResult;

/* Fills model (not initialised). game is that of the first file, loaded by the caller and used for names. */
bool tune_moves_fit(const TuneMovesPlan *plan, MoveModel *model, TuneMovesResult *result, Err *err);

#endif
