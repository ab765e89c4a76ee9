/* move_inputs.h: what learned priors (ai/prior_model.h) are told about the moves of a decision of Age of
 * Napoleon.
 *
 * The belief comes from the heuristic player's points; the inputs are those points again in several scales,
 * the situation (time, cards, the army concerned), and the corps or the area that a move names. A kind of
 * decision is a step of the sequence of play together with a kind of move. All is reckoned as the seat that
 * decides sees it (sense.h): nothing depends on how a random world arranges what is hidden from it.
 */
#ifndef MARSHAL_AI_AON_MOVE_INPUTS_H
#define MARSHAL_AI_AON_MOVE_INPUTS_H

#include "ai/aon/sense.h"
#include "ai/move_points.h"
#include "ai/prior_model.h"

/* Inputs by name. Strengths in hundreds of points (sense.h), corps in fours; a flag is 0 or 1. */
#define AON_MOVE_INPUTS(X)                                                                                   \
    MOVE_POINTS_INPUTS(X)                                                                                    \
    X(round)      /* campaign round, in sixths */                                                            \
    X(years_left) /* in eighths */                                                                           \
    X(own_hand)   /* cards, in eighths */                                                                    \
    X(foe_hand)                                                                                              \
    X(free_march)      /* flag: still to be had (12.1.7) */                                                  \
    X(more_armies)     /* flag: others may move in this part after this one (12.1.2) */                      \
    X(army_corps)      /* of the army on the march: corps ... */                                             \
    X(army_power)      /* ... strength ... */                                                                \
    X(army_entered)    /* ... areas entered, in thirds ... */                                                \
    X(army_spent)      /* ... known spent corps ... */                                                       \
    X(army_napoleon)   /* ... flag: Napoléon is known to be in it */                                        \
    X(winter)          /* flag: a winter round (11.1.2) */                                                   \
    X(corps_power)     /* of the corps that the move names: strength, in thirties of points ... */           \
    X(corps_seniority) /* ... in fifths ... */                                                               \
    X(corps_movement)  /* ... in fourths ... */                                                              \
    X(corps_spent)     /* ... flag ... */                                                                    \
    X(corps_napoleon)  /* ... flag */                                                                        \
    X(own_power) /* in the area the move names, or where its corps stands, or else where all this happens:   \
                    ... */                                                                                   \
    X(foe_power)                                                                                             \
    X(own_corps)                                                                                             \
    X(foe_corps)                                                                                             \
    X(no_own)        /* flag */                                                                              \
    X(no_foe)        /* flag */                                                                              \
    X(odds)          /* chance of the army on the march, or of who stands there, against the foe there */    \
    X(stronger)      /* flag: the army on the march is stronger than the foe there */                        \
    X(neighbour_foe) /* the strongest next to it */                                                          \
    X(neighbour_own)                                                                                         \
    X(exposed)     /* flag: a neighbouring foe is stronger than all who would stand there */                 \
    X(own_country) /* flag */                                                                                \
    X(foe_country) /* flag */                                                                                \
    X(capital)     /* 1: an own one, -1: another */                                                          \
    X(barren)      /* flag (2.1.3) */

enum aon_move_input {
#define AON_MOVE_INPUT_INDEX(name) AON_MOVE_INPUT_##name,
    AON_MOVE_INPUTS(AON_MOVE_INPUT_INDEX)
#undef AON_MOVE_INPUT_INDEX
        AON_MOVE_INPUT_COUNT
};

extern const char *const AON_MOVE_INPUT_NAMES[AON_MOVE_INPUT_COUNT];

/* Fills inputs for all legal moves of the decision that se stands before; points: the heuristic player's, by
 * move. */
void aon_move_inputs(Sense *se, const MoveList *legal, const int *points, PriorInputs *inputs);

/* "move_step.area"; see PriorNames.kind. */
void aon_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES]);

#endif
