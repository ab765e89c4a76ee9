/* lanes.h: runs of floats added and multiplied at once. Internal to ai.
 *
 * Compilers do not reorder sums of floats, and keep vectors wider than the machine's in memory, moving them to and fro at
 * each step; so a run is just as wide as a register. Its width changes no result: each lane is a sum of its own.
 */
#ifndef MARSHAL_AI_LANES_H
#define MARSHAL_AI_LANES_H

#include <string.h>

#ifdef __AVX__
typedef float Lanes __attribute__((vector_size(32)));
#else
typedef float Lanes __attribute__((vector_size(16)));
#endif
enum { LANES = sizeof(Lanes) / sizeof(float) };

static inline Lanes lanes_load(const float *from)
{
    Lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

#endif
