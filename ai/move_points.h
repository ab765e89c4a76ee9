/* move_points.h: what learned priors (ai/prior_model.h) are told of the points that a heuristic player gives
 * the moves of a decision: the inputs that every game has. A game's list of inputs begins with these, in
 * their order.
 */
#ifndef MARSHAL_AI_MOVE_POINTS_H
#define MARSHAL_AI_MOVE_POINTS_H

#include "ai/points.h"

/* Inputs by name; a flag is 0 or 1. */
#define MOVE_POINTS_INPUTS(X)                                                                                \
    X(always)    /* 1 */                                                                                     \
    X(belief)    /* by the points alone, from 1 down; see points_belief */                                   \
    X(nearness)  /* to the best move's points, in units of how far the others lie behind on average */       \
    X(points_3)  /* the same in units of 3 points ... */                                                     \
    X(points_20) /* ... 20 ... */                                                                            \
    X(points_100)                                                                                            \
    X(points_500)                                                                                            \
    X(best)    /* flag: has the most points */                                                               \
    X(lead_10) /* of the best: how little it is ahead of the second, in units of 10 points ... */            \
    X(lead_80)                                                                                               \
    X(lead_400)                                                                                              \
    X(moves) /* legal ones, in sixteens */

enum move_points_input {
#define MOVE_POINTS_INDEX(name) MOVE_POINTS_##name,
    MOVE_POINTS_INPUTS(MOVE_POINTS_INDEX)
#undef MOVE_POINTS_INDEX
        MOVE_POINTS_COUNT
};

/* Falls from 1 to 0 as a number of points grows beyond a unit. */
static inline float move_points_fading(float points, float unit) { return unit / (unit + points); }

/* Fills these inputs of one move out of a list of moves; returns its belief. */
static inline float move_points_fill(const PointsSpread *spread, int points, uint32_t moves, float *value)
{
    const float behind = (float)(spread->best - points);
    const float distance = points_distance(spread, points);
    const float lead = (float)(spread->best - spread->second);
    value[MOVE_POINTS_always] = 1.0F;
    value[MOVE_POINTS_belief] = points_belief(distance);
    value[MOVE_POINTS_nearness] = 1.0F / (1.0F + distance);
    value[MOVE_POINTS_points_3] = move_points_fading(behind, 3.0F);
    value[MOVE_POINTS_points_20] = move_points_fading(behind, 20.0F);
    value[MOVE_POINTS_points_100] = move_points_fading(behind, 100.0F);
    value[MOVE_POINTS_points_500] = move_points_fading(behind, 500.0F);
    if (points == spread->best) {
        value[MOVE_POINTS_best] = 1.0F;
        value[MOVE_POINTS_lead_10] = move_points_fading(lead, 10.0F);
        value[MOVE_POINTS_lead_80] = move_points_fading(lead, 80.0F);
        value[MOVE_POINTS_lead_400] = move_points_fading(lead, 400.0F);
    }
    value[MOVE_POINTS_moves] = (float)moves / 16.0F;
    return POINTS_FLOOR + value[MOVE_POINTS_belief];
}

#endif
