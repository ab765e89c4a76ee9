/* lanes.h: runs of numbers added and multiplied at once. Internal to ai and to the fit of its models.
 *
 * Compilers do not reorder sums of floats, and keep vectors wider than the machine's in memory, moving them
 * to and fro at each step; so a run is just as wide as a register. Its width changes no result: each lane is
 * a sum of its own.
 */
#ifndef MARSHAL_AI_LANES_H
#define MARSHAL_AI_LANES_H

#include <stdint.h>
#include <string.h>

#ifdef __AVX__
enum { LANES_BYTES = 32 };
#else
enum { LANES_BYTES = 16 };
#endif
typedef float Lanes __attribute__((vector_size(LANES_BYTES)));
typedef int32_t WholeLanes __attribute__((vector_size(LANES_BYTES)));
enum { LANES = LANES_BYTES / sizeof(float) };

static inline Lanes lanes_load(const float *from)
{
    Lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline WholeLanes lanes_load_whole(const int32_t *from)
{
    WholeLanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline WholeLanes lanes_larger(WholeLanes a, WholeLanes b)
{
    const WholeLanes more = a > b;
    return (a & more) | (b & ~more);
}

#endif
