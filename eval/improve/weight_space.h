/* weight_space.h: the weights of a strategy as a point that an optimiser can move: all coordinates of about
 * the same importance, 0 where it starts.
 *
 *     weight = start + scale * sinh(coordinate)
 *
 * Small steps of a coordinate are steps in shares of the weight's own size (scale: the greater of start and
 * default), large ones grow with the distance, so that what must become many times as large gets there too.
 * Weights are rounded to what files hold: whole numbers, or a ten-thousandth of the range.
 */
#ifndef MARSHAL_EVAL_IMPROVE_WEIGHT_SPACE_H
#define MARSHAL_EVAL_IMPROVE_WEIGHT_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "ai/weights.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/strbuf.h"

enum { WEIGHT_SPACE_MAX = 256 };

typedef struct WeightSpace {
    const Game *game; /* borrowed */
    const GameAi *ai;
    const WeightTable *table;
    Seat seat;
    uint32_t count;
    double initial[WEIGHT_SPACE_MAX]; /* the defaults of the seat in this game */
    double start[WEIGHT_SPACE_MAX];
    double scale[WEIGHT_SPACE_MAX];
    double low[WEIGHT_SPACE_MAX], high[WEIGHT_SPACE_MAX]; /* bounds of coordinates */
} WeightSpace;

/* The space around what a seat plays by under a policy, which must be a strategy's (policy_strategy). False
 * and err otherwise, or if the game knows nothing of weights. */
bool weight_space_init(WeightSpace *space, const Policy *start, Seat seat, Err *err);

/* Weights at a point; they may be outside of no range. */
void weight_space_weights(const WeightSpace *space, const double *point, double *weights);

/* What a strategy file says before its weights. */
typedef struct StrategyHead {
    const char *title, *description; /* description NULL: none */
    const char *pedigree;            /* JSON text of an object; NULL: none */
} StrategyHead;

/* A strategy file of the seat with these weights, all of them, so that it stays what it is when defaults
 * change. */
void weight_space_write(const WeightSpace *space, const double *weights, const StrategyHead *head,
                        StrBuf *text);

/* The heuristic policy with these weights, called spec. False and err as policy_init. */
bool weight_space_policy(const WeightSpace *space, const double *weights, const char *spec, Policy *policy,
                         Err *err);

/* Tells which weights were moved most, in the order of how far (at most `most`), a line each: by how much,
 * and what the weight means. Nothing if none was. */
void weight_space_tell(const WeightSpace *space, const double *weights, uint32_t most, StrBuf *text);

/* The weights that were moved, in that order; returns how many. */
uint32_t weight_space_moved(const WeightSpace *space, const double *weights,
                            uint32_t order[WEIGHT_SPACE_MAX]);

#endif
