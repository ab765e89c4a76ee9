/* points.h: from the points that a heuristic player gives the moves of one decision to how much belief each
 * deserves. Points have another unit in every decision, so what counts is how far a move lies behind the
 * best, measured by how far the others lie behind it on average. */
#ifndef MARSHAL_AI_POINTS_H
#define MARSHAL_AI_POINTS_H

#include <assert.h>
#include <stdint.h>

#include "engine/rng.h"

/* How the points of a list are spread. */
typedef struct PointsSpread {
    int best;
    int second;   /* as good as the best, if two are */
    float behind; /* points that all but one lie behind the best, on average */
} PointsSpread;

/* count: at least one move. */
static inline PointsSpread points_spread(const int *points, uint32_t count)
{
    assert(count > 0);
    PointsSpread spread = {points[0], INT32_MIN, 0.0F};
    float sum = 0.0F;
    for (uint32_t i = 1; i < count; i++) {
        const int better = points[i] > spread.best;
        const int less = better ? spread.best : points[i];
        spread.best = better ? points[i] : spread.best;
        spread.second = less > spread.second ? less : spread.second;
    }
    for (uint32_t i = 0; i < count; i++) {
        sum += (float)(spread.best - points[i]);
    }
    spread.behind = count > 1 ? sum / (float)(count - 1U) : 0.0F;
    spread.second = count > 1 ? spread.second : spread.best;
    return spread;
}

/* How far points lie behind the best: 0 for the best, 1 for one as bad as the others are on average. */
static inline float points_distance(const PointsSpread *spread, int points)
{
    return spread->behind > 0.0F ? (float)(spread->best - points) / spread->behind : 0.0F;
}

/* Belief by that distance, from 1 down. */
static inline float points_belief(float distance)
{
    static const float steepness = 1.2F;
    const float base = 1.0F + steepness * distance;
    return 1.0F / (base * base);
}

/* What is added to a belief so that no move is ruled out. */
#define POINTS_FLOOR 0.02F

/* Shares out belief over the moves of a list by their points: priors add up to 1. */
static inline void points_share_belief(const int *points, uint32_t count, float *priors)
{
    const PointsSpread spread = points_spread(points, count);
    float sum = 0.0F;
    for (uint32_t i = 0; i < count; i++) {
        priors[i] = POINTS_FLOOR + points_belief(points_distance(&spread, points[i]));
        sum += priors[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        priors[i] /= sum;
    }
}

/* The move with the most points, one of equals by lot. */
static inline uint32_t points_best(const int *points, uint32_t count, Rng *rng)
{
    uint32_t best = 0;
    uint32_t equals = 1;
    assert(count > 0);
    for (uint32_t i = 1; i < count; i++) {
        equals = points[i] > points[best] ? 1 : equals + (points[i] == points[best] ? 1U : 0U);
        if (points[i] > points[best] || (points[i] == points[best] && rng_bounded(rng, equals) == 0)) {
            best = i;
        }
    }
    return best;
}

#endif
