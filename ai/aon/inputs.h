/* inputs.h: what the evaluation network (ai/model.h) sees of a position of Age of Napoleon.
 *
 * A position is described by who is where with what strength, who controls what, what each side still has,
 * the cards, the time, and what may soon change hands; see AON_INPUT_FAMILIES for the families, and
 * aon_input_name for the name of each input. The description is of a full position (a determinized world),
 * both hands included. Strengths come in battle rating points divided by AON_STRENGTH_UNIT, so that all
 * inputs are of the order of one.
 */
#ifndef MARSHAL_AI_AON_INPUTS_H
#define MARSHAL_AI_AON_INPUTS_H

#include "ai/model.h"
#include "engine/aon/aon.h"
#include "engine/aon/steps.h"

/* Numbers that are counted in steps (model_add_steps): inputs in a run; those on the second line have one for
 * each seat. */
enum {
    AON_MINORS_STEPS = 24,
    AON_LEFT_STEPS = 24,
    AON_AFTER_MOVES_STEPS = 24,
    AON_MISSING_STEPS = 8,
    AON_OPPOSED_STEPS = 12,
    AON_TAKEN_STEPS = 8,
    AON_DISTANT_STEPS = 8,
    AON_STORMED_STEPS = 6,
    AON_RESCUED_STEPS = 6,
    AON_MOVES_STEPS = 7
};

/* Families of inputs, each a run of consecutive indices: X(name, count). */
#define AON_INPUT_FAMILIES(X)                                                                                \
    X(STRENGTH, 2 * AON_AREAS_MAX)      /* battle rating of a seat's corps in an area */                     \
    X(PRESENT, 2 * AON_AREAS_MAX)       /* the seat has corps there */                                       \
    X(ALIGNMENT, 8 * AON_COUNTRIES_MAX) /* a country has this alignment */                                   \
    X(AVAILABLE, 2)                     /* battle rating of corps that a seat may deploy */                  \
    X(RESERVE, AON_GROUPS_MAX)          /* battle rating of a group in the reserve ... */                    \
    X(PRISONERS, AON_GROUPS_MAX)        /* ... in the Prisoners Box ... */                                   \
    X(LOST, AON_GROUPS_MAX)             /* ... lost for good */                                              \
    X(SPENT, 2)                         /* spent corps of a seat on the map */                               \
    X(TOTAL, 2)                         /* battle rating of all corps of a seat on the map */                \
    X(NAPOLEON, AON_AREAS_MAX + 3)      /* where he is: an area, the reserve, the Prisoners Box, lost */     \
    X(NAPOLEON_ALONE, 4)                /* corps with him: none, one, two, three */                          \
    X(CARD, 2 * AON_CARDS_MAX)          /* a title in a seat's hand */                                       \
    X(HAND, 2)                          /* cards in a seat's hand */                                         \
    X(DECK, 1)                          /* cards in the deck */                                              \
    X(YEARS_LEFT, 16)                   /* years after this one */                                           \
    X(PHASE, AON_PHASE_COUNT)                                                                                \
    X(ROUND, 2 * 8)                   /* campaign round, by who is on the move */                            \
    X(FIRST, 1)                       /* the Coalition moves first this year */                              \
    X(INITIATIVE, 1)                  /* the Coalition has the initiative (from 1811) */                     \
    X(FREE_MOVE, 2)                   /* a seat still has its free move */                                   \
    X(EVENT, 8)                       /* an event is in effect */                                            \
    X(SURRENDERED, 1)                 /* a major country surrendered last year: the deck is reshuffled */    \
    X(INVADED, 2)                     /* Russia was invaded; by the French before this year */               \
    X(MINORS, AON_MINORS_STEPS)       /* minor countries under French control, as steps: more than n */      \
    X(OUTNUMBERED, AON_MAJORS)        /* enemy corps less own ones in a major's areas, if there are any */   \
    X(ENTERED, AON_MAJORS)            /* an enemy stands in a major's capital */                             \
    X(FALLS, AON_COUNTRIES_MAX)       /* a country would surrender if the year ended now ... */              \
    X(FALLS_LATE, AON_COUNTRIES_MAX)  /* ... by the share of rounds begun */                                 \
    X(SHIELDED, 2)                    /* France, another major: would, but for No Surrender in hand */       \
    X(OUTLOOK, 4)                     /* victories as things stand: see stakes.c */                          \
    X(MISSING, AON_MISSING_STEPS)     /* countries at France's border not held, as steps */                  \
    X(OPPOSED, AON_OPPOSED_STEPS)     /* countries against a decisive French victory, as steps */            \
    X(LEFT, AON_LEFT_STEPS)           /* French minors after the surrenders due, as steps */                 \
    X(TAKEN, 2 * AON_TAKEN_STEPS)     /* enemy countries by reach: empty capital one area away, */           \
    X(DISTANT, 2 * AON_DISTANT_STEPS) /* ... two areas away, */                                              \
    X(STORMED, 2 * AON_STORMED_STEPS) /* ... held by less than who stands one area away */                   \
    X(RESCUED, 2 * AON_RESCUED_STEPS) /* surrenders due that a seat's army nearby could prevent */           \
    X(AFTER_MOVES, AON_AFTER_MOVES_STEPS) /* French minors if all of these came about: see stakes.c */       \
    X(MOVES, 2 * AON_MOVES_STEPS)         /* army moves a seat may have left this year */                    \
    X(DECIDES, 2)                         /* the seat that decides */

enum aon_input {
#define AON_INPUT_RANGE(name, count) AON_INPUT_##name, AON_INPUT_##name##_LAST = AON_INPUT_##name + (count)-1,
    AON_INPUT_FAMILIES(AON_INPUT_RANGE)
#undef AON_INPUT_RANGE
        AON_INPUT_COUNT
};

#define AON_STRENGTH_UNIT 8.0F

/* Fills the inputs of a full position. */
void aon_inputs(const AonData *d, const AonState *s, ModelInputs *inputs);

/* Name of an input with the board's ids: "strength.french.paris". data is an AonData. */
void aon_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES]);

#endif
