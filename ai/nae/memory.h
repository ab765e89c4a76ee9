/* memory.h: what the heuristic player keeps from one decision to the next (GameAi.memory_bytes). Internal to
 * ai/nae.
 *
 * Half of all decisions come one after the other on the same board, and in a march only the marching force
 * changes place; what the war looks like is worked out anew only when something changes that it depends on.
 * CONTRACT: a memory makes play faster and changes nothing else. Every answer that a sense keeps must depend
 * on nothing but what memory.c compares, and on no question asked before it; suite nae_memory plays whole
 * games with a memory and without. */
#ifndef MARSHAL_AI_NAE_MEMORY_H
#define MARSHAL_AI_NAE_MEMORY_H

#include "ai/nae/sense.h"

/* Bytes of the state from place up to owned. */
enum { NAE_MEMORY_PIECES = offsetof(NaeState, expeditionary) - offsetof(NaeState, place) };

/* Of ports, what the war depends on beside the bytes of the state. */
typedef struct NaeMemoryPorts {
    NaeZones open;       /* those that the blockade is to close */
    NaeZones crowded;    /* with more troops than their ships carry (waters.h) */
    NaeZones garrisoned; /* of the enemy, where own units are */
} NaeMemoryPorts;

/* Wars that a side keeps: playouts from one position come again and again to the same few. More are found
 * again among sixteen, but no time is won by it, and plain games, which come to every war once, lose some. */
enum { NAE_MEMORY_WARS = 8 };

/* What a side knows of one war, and of which state. */
typedef struct NaeMemoryWar {
    uint32_t used;                      /* NaeMemorySide.clock of its last use, 0: nothing is known */
    NaeState state;                     /* at the last decision in it */
    uint8_t watched[NAE_MEMORY_PIECES]; /* bits of those bytes that the war depends on */
    NaeMemoryPorts ports;
    NaeSense sense;
} NaeMemoryWar;

typedef struct NaeMemorySide {
    uint32_t clock;  /* decisions so far, 0: nothing is known */
    unsigned latest; /* place of the war last used */
    NaeWeights weights;
    NaeMemoryWar war[NAE_MEMORY_WARS];
} NaeMemorySide;

/* All zero bytes: nothing is known. For one Game and one thread. */
typedef struct NaeMemory {
    NaeScratch scratch;
    NaeMemorySide side[SEAT_COUNT];
} NaeMemory;

/* The sense of a side for a state, with all that is still known. It is the memory's, and holds until the next
 * call; s and strategy must outlive that. */
NaeSense *nae_memory_sense(NaeMemory *memory, const NaeData *d, const NaeState *s,
                           const NaeStrategy *strategy, unsigned side);

#endif
