/* inputs.h: what the evaluation network (ai/model.h) sees of a position of Napoleon against Europe: who is
 * where with what strength, who holds what, the statuses of nations, what each side still has, the cards, the
 * tracks and the time. A full position (a determinized world) is described, both hands included. Strength is
 * steps by morale and stars, in the unit NAE_STRENGTH_UNIT, so that all inputs are of the order of one. */
#ifndef MARSHAL_AI_NAE_INPUTS_H
#define MARSHAL_AI_NAE_INPUTS_H

#include "ai/model.h"
#include "engine/nae/rules.h"

/* Numbers that are counted in steps (model_add_steps): inputs in a run. */
enum { NAE_LEVEL_STEPS = 48, NAE_ESCALADE_STEPS = 8, NAE_KEY_STEPS = 8 };

/* Families of inputs, each a run of consecutive indices: X(name, count). Of those for each seat (2 *), the
 * French come first. */
#define NAE_INPUT_FAMILIES(X)                                                                                \
    X(STRENGTH, 2 * NAE_ZONES)               /* of a seat's units in a zone */                               \
    X(MARKER, 2 * NAE_ZONES)                 /* control marker of a seat on a zone */                        \
    X(SIEGE, NAE_ZONES)                      /* the fortress is besieged */                                  \
    X(DESTROYED, NAE_ZONES)                  /* the fortress is destroyed */                                 \
    X(NAPOLEON, NAE_ZONES)                   /* where he is; none: off the map */                            \
    X(STATUS, NAE_NATIONS *NAE_STATUS_COUNT) /* a nation has this status */                                  \
    X(BEATEN, NAE_MAJORS)                    /* how often a power has been conquered by its enemy */         \
    X(POWER, NAE_NATIONS)                    /* strength of a nation's units on the map ... */               \
    X(RESERVE, NAE_NATIONS)                  /* ... and in its reserve, at full strength */                  \
    X(RESOURCES, NAE_MAJORS)                 /* left in this budget */                                       \
    X(TOTAL, 2)                              /* strength on the map */                                       \
    X(DEMORALISED, 2)                        /* of that, demoralised ... */                                  \
    X(UNSUPPLIED, 2)                         /* ... and without supply at the last check */                  \
    X(GENERALS, 2)                           /* attack and defence of generals who command on the map */     \
    X(ARMY, NAE_ARMIES)                      /* army marker on the map, in order ... */                      \
    X(ARMY_SHAKEN, NAE_ARMIES)               /* ... or demoralised */                                        \
    X(DEPOTS, 2)                             /* on the map */                                                \
    X(FLEETS, 2)                             /* afloat ... */                                                \
    X(BOXES, 2)                              /* ... and in blockade boxes */                                 \
    X(CARD, NAE_CARDS)                       /* in the hand of its side */                                   \
    X(HAND, 2)                               /* cards */                                                     \
    X(SAVED, 2)                              /* action points in reserve */                                  \
    X(LEVEL, NAE_LEVEL_STEPS)                /* victory level, as steps ... */                               \
    X(LEVEL_LINE, 1)                         /* ... and as a number */                                       \
    X(LEVEL_LATE, 1)                         /* the same by the share of years played */                     \
    X(ESCALADE, NAE_ESCALADE_STEPS)                                                                          \
    X(FLAG, 16)                        /* enum nae_flag, by bit */                                           \
    X(YEARS_LEFT, 12)                  /* years after this one */                                            \
    X(PHASE, NAE_PHASE_COUNT)          /* of the year */                                                     \
    X(ROUND, 2 * 8)                    /* of activations, by who acts */                                     \
    X(POINTS, 2)                       /* action points left of the action of a seat */                      \
    X(KEYS, NAE_MAJORS *NAE_KEY_STEPS) /* key zones of a power that its enemy holds, as steps */             \
    X(CAPITAL, NAE_MAJORS)             /* its capitals are all held by the enemy */                          \
    X(DECIDES, 2)                      /* the seat that decides */

enum nae_input {
#define NAE_INPUT_RANGE(name, count) NAE_INPUT_##name, NAE_INPUT_##name##_LAST = NAE_INPUT_##name + (count)-1,
    NAE_INPUT_FAMILIES(NAE_INPUT_RANGE)
#undef NAE_INPUT_RANGE
        NAE_INPUT_COUNT
};
_Static_assert((int)NAE_INPUT_COUNT <= (int)MODEL_INPUTS_MAX, "inputs fit the model");

#define NAE_STRENGTH_UNIT 600.0F

/* Fills the inputs of a full position. */
void nae_inputs(const NaeData *d, const NaeState *s, ModelInputs *inputs);
/* Name of an input with the board's ids: "strength.french.paris". data is a NaeData. */
void nae_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES]);
/* Strength on the map, the French less the Coalition's: a yardstick for evaluations. */
float nae_material(const NaeData *d, const NaeState *s);

#endif
