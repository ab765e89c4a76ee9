/* scratch.h: what the rules remember of the map from one question to the next. Internal to engine/nae.
 *
 * Supply and reinforcements ask the same of the whole map many times in a row, and little of it changes from
 * one decision to the next. An outlook holds the answers for one side, and beside them the bytes of the state
 * that they were worked out from. CONTRACT: whoever asks goes through nae_outlook, which compares those bytes
 * with the state at hand and, if one of them differs, forgets all answers that this may touch; so nothing
 * needs to be told that the state has changed, and a scratch may be carried from any state of a Game to any
 * other. The supply of a nation is worked out anew then only if what a search goes by has changed where that
 * search came (supply.c: finds_the_same). An answer may depend on nothing but owner, zone_bits without
 * NAE_NO_REBUILD, owned; place and NAE_INSIDE of the enemy's land pieces; NAE_FIXED of the side's depots, and
 * place and NAE_INSIDE of the fixed ones; place and NAE_AT of the fleets of both sides; status and victor of
 * majors; status and patron of minors. Who makes one depend on more adds that to the key in outlook.c. Builds
 * with assertions work each answer out afresh and compare; law `advance` of the fuzzer does so from outside.
 */
#ifndef MARSHAL_ENGINE_NAE_SCRATCH_H
#define MARSHAL_ENGINE_NAE_SCRATCH_H

#include <stddef.h>
#include <string.h>

#include "engine/nae/rules.h"
#include "engine/nae/zonemap.h"

/* What supply needs to know of the map, whoever asks on a side. */
typedef struct NaeSight {
    NaeZoneMap map;
    NaeZones foes;       /* the enemy has land pieces in the field */
    NaeZones enemies;    /* or anywhere in the zone */
    NaeZones closed;     /* no path may enter, for other reasons */
    NaeZones fortresses; /* carry the chain on [10.2, 10.8] */
    NaeZones blockaded;  /* ports with an enemy squadron in their box */
    uint32_t shut;       /* sea zones only the enemy holds */
} NaeSight;

/* What a nation of the side draws its supply from and through. */
typedef struct NaeSupply {
    /* Where a force without an enemy in its zone is in supply: a line leads from there to one of the seats.
     */
    NaeZones near;
    NaeZones seats; /* sources, and links that lead to one */
} NaeSupply;

/* What a search for supply goes by. */
typedef struct NaeLines {
    NaeZones blocked; /* zones no path may enter */
    NaeZones links;   /* active fortresses and depots that carry the chain on */
    NaeZones sources;
    NaeZones ports; /* ends of sea hops */
    uint32_t shut;  /* NaeSight.shut */
} NaeLines;

/* In whole lines of 64 bytes, since they are compared a line at a time; what lies behind is masked. */
enum {
    NAE_KEY_PIECES = (offsetof(NaeState, expeditionary) - offsetof(NaeState, place) + 63) / 64 * 64,
    NAE_KEY_NATIONS = (offsetof(NaeState, side) - offsetof(NaeState, major) + 63) / 64 * 64
};

_Static_assert(offsetof(NaeState, major) + NAE_KEY_NATIONS <= sizeof(NaeState), "the state reaches so far");

/* In place of a minor: what all minors of a side have in common. */
enum { NAE_ANY_MINOR = NAE_NATIONS };

typedef struct NaeOutlook {
    uint8_t pieces[NAE_KEY_PIECES], pieces_mask[NAE_KEY_PIECES];
    uint8_t nations[NAE_KEY_NATIONS], nations_mask[NAE_KEY_NATIONS];
    uint8_t filled; /* 0: nothing is known */
    NaeSight sight;
    uint64_t supplies;                 /* bits of the nations in supply */
    uint64_t grounds;                  /* bits of the nations in ground */
    NaeSupply supply[NAE_NATIONS + 1]; /* the last: NAE_ANY_MINOR */
    uint32_t searched;                 /* bits of the lines that are filled */
    NaeLines lines[NAE_MAJORS + 1];    /* by which the supply of majors and of NAE_ANY_MINOR was found */
    NaeZones through[NAE_MAJORS + 1];  /* where it goes on from one step to the next on its way to a seat */
    uint64_t lent;                     /* bit: ground_of_minors is filled */
    NaeZones ground_of_minors;         /* of all minors of the side that have units */
    NaeZones ground[NAE_NATIONS]; /* reinforcement zones [4.3.7], enemies and 51C apart; powers at peace: in
                                     the Empire's */
    uint64_t fill;                /* which filling this is: as long as it stays, so does all of the above */
    uint8_t padding[8];
} NaeOutlook;

_Static_assert(sizeof(NaeOutlook) % 64 == 0, "the keys of both sides begin with a line where a scratch does");

/* NaeScratch.still. */
enum {
    NAE_STILL = 1,      /* the state does not change until this is taken back: nae_hold_still */
    NAE_STILL_TRUE = 2, /* << side: the outlook of the side has been compared since */
};

/* From where a power's forces may walk (walk.c), and what that was worked out from: zones in which no piece
 * of those who walk has changed since are not asked again. */
typedef struct NaeWalkZones {
    uint8_t place[NAE_PIECE_BYTES], bits[NAE_PIECE_BYTES];
    NaePieces party, handled, expeditionary;
    uint64_t fill; /* NaeOutlook.fill of the side, 0 at peace */
    NaeZones zones;
    uint8_t power; /* + 1; 0: nothing is known */
    uint8_t side;
} NaeWalkZones;

typedef struct NaeScratch {
    NaeOutlook side[2];
    uint8_t still;
    /* The zone that took a general of the nation in when last one did; any other does no harm. */
    uint8_t host[NAE_NATIONS];
    NaeWalkZones walk;
} NaeScratch;

_Static_assert(sizeof(NaeScratch) <= SCRATCH_BYTES_MAX, "fits what callers hold");

/* A scratch that knows nothing, without touching all of it. */
static inline void nae_scratch_clear(NaeScratch *scratch)
{
    scratch->still = 0;
    scratch->side[0].filled = 0;
    scratch->side[1].filled = 0;
    scratch->side[0].fill = 0;
    scratch->side[1].fill = 0;
    memset(scratch->host, NAE_NONE, sizeof scratch->host);
    scratch->walk.power = 0;
}

/* From here to nae_move_on nothing of the state changes that an outlook depends on, so that comparing once is
 * enough. */
static inline void nae_hold_still(const NaePlay *p)
{
    if (p->scratch != NULL) {
        p->scratch->still = NAE_STILL;
    }
}
static inline void nae_move_on(const NaePlay *p)
{
    if (p->scratch != NULL) {
        p->scratch->still = 0;
    }
}

/* The outlook of a side on the state at hand, its answers those of this very state; NULL without a scratch.
 */
static inline NaeOutlook *nae_outlook(const NaePlay *p, unsigned side);
/* The same, compared with the state at hand. */
NaeOutlook *nae_outlook_compared(const NaePlay *p, unsigned side);
static inline NaeOutlook *nae_outlook(const NaePlay *p, unsigned side)
{
    NaeScratch *scratch = p->scratch;
    assert(side < 2);
    return scratch == NULL                                  ? NULL
           : (scratch->still & NAE_STILL_TRUE << side) != 0 ? &scratch->side[side]
                                                            : nae_outlook_compared(p, side);
}

/* The map as a side sees it, worked out (supply.c). */
NaeSight nae_sight(const NaeData *d, const NaeState *s, unsigned side);
/* The same, where owners, marks of zones and statuses, and so the map in sets, are known already. */
NaeSight nae_sight_on(const NaeData *d, const NaeState *s, unsigned side, const NaeZoneMap *map);

#endif
