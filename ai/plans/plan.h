/* plan.h: what a player means to do in one stretch of play (a turn of his, a round), as a rule and a few
 * exceptions.
 *
 * A turn of a wargame is dozens of small decisions with dice in between, so a list of moves would be out of
 * date after the first battle. A Plan is a player instead: it follows a style (one of the game's strategies),
 * but for a few decisions, told by their number, in which it takes another move, drawn by lot among the
 * legal ones. The same plan makes the same choices wherever the same positions come up, so it can be tried in
 * many worlds and then be played.
 *
 * Sources: portfolio search over scripts (D. Churchill, M. Buro 2013), plans improved by change and selection
 * (N. Justesen, T. Mahlmann, S. Risi, J. Togelius, "Playing Multi-Action Adversarial Games: Online
 * Evolutionary Planning versus Tree Search", 2017).
 *
 * Plans are values: copied freely, no pointers.
 */
#ifndef MARSHAL_AI_PLANS_PLAN_H
#define MARSHAL_AI_PLANS_PLAN_H

#include <stdint.h>

#include "engine/rng.h"

enum { PLAN_CHANGES_MAX = 6, PLAN_STYLES_MAX = 12 };

/* The decision numbered at (from 0, those of the planner with two moves or more) takes another move than the
 * style's: the legal move in place draw % count, or the one that lot number draw falls on when the game's
 * belief in the moves is shared out over 0 to 65,535, the favourite left out. */
typedef struct PlanChange {
    uint16_t at;
    uint16_t draw;
    uint16_t by_place; /* 1: draw is a place; 0: a lot */
} PlanChange;

typedef struct Plan {
    uint8_t style;                       /* index of the strategy followed */
    uint8_t count;                       /* of changes */
    PlanChange change[PLAN_CHANGES_MAX]; /* at ascends strictly */
} Plan;

/* The plan that follows a style without exception. */
Plan plan_of_style(uint8_t style);

/* The change of a plan at its decision number at; NULL if it follows its style there. */
const PlanChange *plan_change_at(const Plan *plan, uint32_t at);

/* Place of the move that a change stands for among count legal ones. belief: in each of them, any numbers
 * above 0; NULL: all alike. */
uint32_t plan_place_of_change(const PlanChange *change, const float *belief, uint32_t count);

/* The plan with the move in this place as its next one; a plan that has no room for it drops its last
 * change. */
Plan plan_with_first(const Plan *plan, uint32_t place);

/* The plan with one change more, or one changed, somewhere among its decisions 1 to span - 1; span is at
 * least 2. */
Plan plan_mutated(const Plan *plan, uint32_t span, Rng *rng);

/* What is left of a plan after its first decision. */
Plan plan_rest(const Plan *plan);

#endif
