/* plan.h: what one activation can bring a force: every end of its march within reach, with the battle, the
 * siege or the marker there, weighed against what its side wants beyond. Internal to ai/nae. */
#ifndef MARSHAL_AI_NAE_PLAN_H
#define MARSHAL_AI_NAE_PLAN_H

#include "ai/nae/sense.h"

enum { NAE_IMPOSSIBLE = -1000000, NAE_ALWAYS = 1000000 };

/* What a plan needs to know of a force. */
typedef struct NaeParty {
    NaePieces pieces;
    unsigned nation; /* whose supply it has */
    int steps;
    int strength;    /* attacking */
    int attack;      /* tactical value of its commander, 0 without one */
    unsigned speed;  /* of its slowest unit, weather counted */
    unsigned depots; /* mobile ones that it may leave as links */
    bool led;
    bool army;
    bool demoralised;
    bool kept_out; /* of the peninsula (map 8.8) */
} NaeParty;

NaeParty nae_plan_party(const NaeSense *se, unsigned zone, NaePieces force);
/* Ends of a march of mp movement points from a zone. */
NaeTrip nae_plan_trip(NaeSense *se, const NaeParty *party, unsigned from, unsigned mp);
/* Whether a force that goes from a zone over one of its edges has its line of supply there: who attacks has
 * it by the way that he comes (10.6). */
bool nae_plan_traces(NaeSense *se, const NaeParty *party, unsigned from, unsigned edge);

typedef struct NaeWay {
    NaePieces force;
    unsigned word; /* of the move "spend_force" */
    int price;     /* action points */
} NaeWay;

/* The ways of the side in a zone; returns how many. */
unsigned nae_plan_ways(const NaeSense *se, unsigned zone, NaeWay ways[NAE_PLAN_WAYS]);
/* What the force of one of these ways, by its number, may gain by being activated; 0: nothing. */
int nae_plan_gain(NaeSense *se, unsigned zone, const NaeWay ways[NAE_PLAN_WAYS], unsigned number);

#endif
