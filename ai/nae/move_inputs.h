/* move_inputs.h: what learned priors (ai/prior_model.h) are told about the moves of a decision of Napoleon
 * against Europe.
 *
 * The belief comes from the heuristic player's points; the inputs are those points again in several scales,
 * the situation (time, cards, the force on the march), and the zone, the piece or the card that a move names;
 * where it names no zone, that of the force on the march. A kind of decision is a kind of move together with
 * the word it says, "move(stop)".
 */
#ifndef MARSHAL_AI_NAE_MOVE_INPUTS_H
#define MARSHAL_AI_NAE_MOVE_INPUTS_H

#include "ai/move_points.h"
#include "ai/nae/sense.h"
#include "ai/prior_model.h"

/* Inputs by name. Steps of units in tens, points of the heuristic player (sense.h) in five hundreds; a flag
 * is 0 or 1. */
#define NAE_MOVE_INPUTS(X)                                                                                   \
    MOVE_POINTS_INPUTS(X)                                                                                    \
    X(round)      /* of the year, in sixths */                                                               \
    X(years_left) /* in eighths */                                                                           \
    X(level)      /* victory level, from the side's point of view, in tens */                                \
    X(own_hand)   /* cards, in eighths */                                                                    \
    X(foe_hand)                                                                                              \
    X(action_points)  /* left of the action, in fifths ... */                                                \
    X(saved_points)   /* ... and in reserve */                                                               \
    X(resources)      /* left in this budget, in tens */                                                     \
    X(march_steps)    /* of the force on the march: steps ... */                                             \
    X(march_points)   /* ... movement points left, in fours ... */                                           \
    X(march_napoleon) /* ... flag: Napoleon is with it ... */                                                \
    X(march_moved)    /* ... flag: it has left the zone where it began */                                    \
    X(own_steps)      /* in the zone: steps in the field ... */                                              \
    X(foe_steps)                                                                                             \
    X(neighbour_own) /* ... the most next to it ... */                                                       \
    X(neighbour_foe)                                                                                         \
    X(odds)       /* own strength there or on the march by both sides' */                                    \
    X(exposed)    /* flag: a neighbouring enemy is stronger */                                               \
    X(field)      /* worth of all aims, faded by distance */                                                 \
    X(prize)      /* worth of the zone itself */                                                             \
    X(own_held)   /* flag: held by the side ... */                                                           \
    X(foe_held)   /* ... by the enemy */                                                                     \
    X(fortress)   /* level, in halves: an own one; an enemy one below 0 */                                   \
    X(besieged)   /* flag */                                                                                 \
    X(capital)    /* flag */                                                                                 \
    X(key)        /* flag */                                                                                 \
    X(port)       /* flag */                                                                                 \
    X(poor)       /* flag */                                                                                 \
    X(unit)       /* of the piece: steps of a unit, in fours ... */                                          \
    X(general)    /* ... initiative and command of a general, in eighths ... */                              \
    X(napoleon)   /* ... flag ... */                                                                         \
    X(worth)      /* ... what it is worth */                                                                 \
    X(reduced)    /* ... flag */                                                                             \
    X(card)       /* action points of the card, in fifths ... */                                             \
    X(card_kept)  /* ... what it is worth in hand ... */                                                     \
    X(card_event) /* ... and as an event */

enum nae_move_input {
#define NAE_MOVE_INPUT_INDEX(name) NAE_MOVE_INPUT_##name,
    NAE_MOVE_INPUTS(NAE_MOVE_INPUT_INDEX)
#undef NAE_MOVE_INPUT_INDEX
        NAE_MOVE_INPUT_COUNT
};

extern const char *const NAE_MOVE_INPUT_NAMES[NAE_MOVE_INPUT_COUNT];

/* Fills inputs for all legal moves of the decision that se stands before; points: the heuristic player's, by
 * move. */
void nae_move_inputs(NaeSense *se, const MoveList *legal, const int *points, PriorInputs *inputs);

/* See PriorNames.kind and kind_of_move. */
void nae_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES]);
uint32_t nae_prior_kind_of_move(Move move);

#endif
