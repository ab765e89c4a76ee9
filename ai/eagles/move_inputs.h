/* move_inputs.h: what learned priors (ai/prior_model.h) are told about the moves of a decision of Napoleon's
 * Eagles.
 *
 * The belief comes from the heuristic player's points; the inputs are those points again in several scales,
 * the situation (time, the group in hand), and the hex, the row or the leader that a move names; a step is
 * about the hex it leads to, what names no hex about that of the group in hand. A kind of decision is a kind
 * of move together with the choice among a few that it makes, "CONTINUE(no)".
 */
#ifndef MARSHAL_AI_EAGLES_MOVE_INPUTS_H
#define MARSHAL_AI_EAGLES_MOVE_INPUTS_H

#include "ai/eagles/sense.h"
#include "ai/move_points.h"
#include "ai/prior_model.h"
#include "engine/eagles/moves.h"

/* Inputs by name. Strength is SP by morale and leader (sense.h), in tens; a flag is 0 or 1. */
#define EAGLES_MOVE_INPUTS(X)                                                                                \
    MOVE_POINTS_INPUTS(X)                                                                                    \
    X(months_left) /* after this one, in twelves */                                                          \
    X(content)     /* flag: all cities that decide are reached */                                            \
    X(group_sp)    /* of the group in hand: SP, in tens ... */                                               \
    X(group_spent) /* ... MP spent, in sixths ... */                                                         \
    X(group_moved) /* ... flag */                                                                            \
    X(own_sp)      /* in the hex: strength outside its city ... */                                           \
    X(foe_sp)                                                                                                \
    X(own_inside) /* ... and inside, SP in fives */                                                          \
    X(foe_inside)                                                                                            \
    X(own_leader) /* leadership of the best leader there, in threes */                                       \
    X(foe_leader)                                                                                            \
    X(neighbour_own) /* the strongest next to it */                                                          \
    X(neighbour_foe)                                                                                         \
    X(danger)    /* enemy SP within three hexes, in thirties */                                              \
    X(odds)      /* strength of the group or of who is there by both sides' */                               \
    X(exposed)   /* flag: the strongest enemy next to it is stronger */                                      \
    X(ground)    /* terrain's help for a defender */                                                         \
    X(near)      /* 1 at an aim, fading with the MP to it in tens ... */                                     \
    X(near_3)    /* ... and in threes */                                                                     \
    X(nearer)    /* flag: nearer than the group in hand */                                                   \
    X(farther)   /* flag */                                                                                  \
    X(step_cost) /* MP of the step, in threes */                                                             \
    X(goal)      /* flag: its city decides ... */                                                            \
    X(aim)       /* ... and is still wanted */                                                               \
    X(city)      /* level of its city, in threes */                                                          \
    X(own_held)  /* flag: the city is held by the side ... */                                                \
    X(foe_held)  /* ... by the enemy */                                                                      \
    X(besieged)  /* flag */                                                                                  \
    X(own_land)  /* flag: owned by a state of the side ... */                                                \
    X(foe_land)  /* ... of the enemy */                                                                      \
    X(infantry)  /* of the row that the move names: flag ... */                                              \
    X(cavalry)   /* ... flag ... */                                                                          \
    X(morale)    /* ... in threes */                                                                         \
    X(leader)    /* leadership of the leader that the move names, in threes ... */                           \
    X(capacity)  /* ... SP he leads, in twenties */                                                          \
    X(number)    /* that the move names, in fives */

enum eagles_move_input {
#define EAGLES_MOVE_INPUT_INDEX(name) EAGLES_MOVE_INPUT_##name,
    EAGLES_MOVE_INPUTS(EAGLES_MOVE_INPUT_INDEX)
#undef EAGLES_MOVE_INPUT_INDEX
        EAGLES_MOVE_INPUT_COUNT
};

extern const char *const EAGLES_MOVE_INPUT_NAMES[EAGLES_MOVE_INPUT_COUNT];

/* Fills inputs for all legal moves of the decision that sense was made for; points: the heuristic player's,
 * by move. */
void eagles_move_inputs(const Sense *sense, const MoveList *legal, const int *points, PriorInputs *inputs);

/* The same from a position (weights: of both seats; memory as for eagles_player_choose). */
void eagles_player_inputs(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, SenseMemory *memory, PriorInputs *inputs);

/* See PriorNames.kind and kind_of_move. */
void eagles_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES]);
uint32_t eagles_prior_kind_of_move(Move move);

#endif
