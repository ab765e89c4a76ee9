/* sail.h: landings: which own squadrons can carry troops to a port of the enemy that nobody defends, at what
 * risk, and what lies beyond it [17.2]. Internal to ai/nae. */
#ifndef MARSHAL_AI_NAE_SAIL_H
#define MARSHAL_AI_NAE_SAIL_H

#include "ai/nae/plan.h"

/* A landing that the side may begin now. */
typedef struct NaeLanding {
    unsigned port; /* where squadron and troops lie; NAE_NONE: there is none */
    int gain;      /* points, as of a march (plan.h) */
    int price;     /* action points: the fleets */
} NaeLanding;

/* The best landing that so many action points can pay. */
NaeLanding nae_sail_best(NaeSense *se, int points);

/* Worth of a choice of the squadron under way that carries troops, or may load them, towards the best landing
 * in reach; 0: the choice does not lead to one. */
int nae_sail_worth(NaeSense *se, Move move);

/* Whether a force beyond the sea holds a port that a depot of its own would bring into supply [10.4], and
 * what that is worth: points as of a march; 0: no. */
int nae_sail_link(NaeSense *se, const NaeParty *party, unsigned zone);

#endif
