/* plan.h: where an army should go: one target function for all decisions of a march, so that the choice of
 * army, its leader, its members, its payment and each of its steps serve the same plan although nothing is
 * remembered between them. Internal to ai/aon. */
#ifndef MARSHAL_AI_AON_PLAN_H
#define MARSHAL_AI_AON_PLAN_H

#include "ai/aon/sense.h"

/* What a march may cost and how far it may go. */
typedef struct March {
    int left;   /* areas it may still enter */
    int used;   /* areas entered */
    int attack; /* allowance lost on entering an area with enemies, not above 0 */
} March;

/* The best found: an area and what being there is worth beyond staying. */
typedef struct Plan {
    unsigned area;
    int gain;
} Plan;

/* An army of these corps, all in area; fills the pulls. */
void army_init(Sense *se, Army *army, CorpsSet corps, unsigned area);
/* The army whose march is open (12.1), reckoned when first asked for. */
Army *army_on_march(Sense *se);
/* Gives the army the full pull of every goal. */
void army_take_all_pulls(const Sense *se, Army *army);
/* What the goals in the area where the army stands are worth to it. */
int army_pull_here(const Army *army);
/* Worth of the army ending its march in an area after so many steps; in its own area, of staying. */
int army_worth_at(Sense *se, Army *army, unsigned area, int steps);
/* Best area within reach by land, the one it stands in included with gain 0. first: only by way of this
 * neighbour, or AON_NONE. */
Plan army_best_march(Sense *se, Army *army, const March *march, unsigned first);

/* The main army of an area: who leads it, and who comes along. */
unsigned plan_main_leader(const Sense *se, CorpsSet movable);
CorpsSet plan_members(Sense *se, CorpsSet movable, unsigned leader, unsigned area);
/* Allowance an army led by a corps would have. */
March plan_march(const Sense *se, unsigned leader, bool forced);
/* Best of all marches from an area: leader, target, by sea or not. */
typedef struct Departure {
    Plan plan;
    unsigned leader; /* AON_NONE: nobody can go */
    bool sea;
} Departure;
Departure plan_departure(Sense *se, unsigned area);
/* The same with the leader given. */
Departure plan_with_leader(Sense *se, unsigned area, unsigned leader);

#endif
