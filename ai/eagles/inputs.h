/* inputs.h: what the evaluation network (ai/model.h) sees of a position of Napoleon's Eagles: for each city
 * that decides the scenario who holds it and how much of either side is how near, the armies as a whole, and
 * the time. In the grand campaign also the nations: whose they are, how often they were conquered, their
 * armies on the map and in the pool, and the production cities. A full position (a determinized world) is
 * described.
 *
 * What a city is worth depends on the scenario, so every shipped scenario has a block of inputs of its own;
 * one that is not shipped has none, and its positions all look alike. Strength is SP by morale, in the unit
 * EAGLES_STRENGTH_UNIT, so that all inputs are of the order of one. */
#ifndef MARSHAL_AI_EAGLES_INPUTS_H
#define MARSHAL_AI_EAGLES_INPUTS_H

#include "ai/model.h"
#include "engine/eagles/rules.h"

enum {
    EAGLES_INPUT_SCENARIOS = 10,
    EAGLES_INPUT_CITIES = 24, /* that decide, in the order of the victory conditions */
    EAGLES_INPUT_BANDS = 5,   /* distances from a city: in it, to 2, 5, 10, 20 hexes */
    EAGLES_INPUT_MARCHES = 6, /* to it by land, whoever stands in the way: to 2, 3, 4, 6, 8, 12 MP */
    EAGLES_INPUT_CLOSE = 3,   /* the same for what tells of the next battles: to 2, 4, 8 MP */
    EAGLES_INPUT_MONTHS = 12
};

/* Families of the inputs of one scenario, each a run of consecutive indices: X(name, count). Of those for
 * each side (2 *), the French come first. */
#define EAGLES_INPUT_FAMILIES(X)                                                                             \
    X(CONTROL, 2 * EAGLES_INPUT_CITIES)                      /* a side controls the city ... */              \
    X(CONTROL_LATE, 2 * EAGLES_INPUT_CITIES)                 /* ... by the share of months played */         \
    X(SIEGE, EAGLES_INPUT_CITIES)                            /* the city is besieged */                      \
    X(NEAR, 2 * EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES)    /* strength of a side within each band */       \
    X(MARCH, 2 * EAGLES_INPUT_MARCHES * EAGLES_INPUT_CITIES) /* the same by MP */                            \
    X(MASS, 2 * EAGLES_INPUT_CLOSE * EAGLES_INPUT_CITIES)    /* the strongest stack of a side as close */    \
    X(FED, 2 * EAGLES_INPUT_CLOSE * EAGLES_INPUT_CITIES)     /* strength in supply as close */               \
    X(COMMAND, 2 * EAGLES_INPUT_CITIES)                      /* leadership within 4 MP */                    \
    X(NAPOLEON, EAGLES_INPUT_CLOSE *EAGLES_INPUT_CITIES)     /* he is as close */                            \
    X(STRENGTH, 2)                                           /* on the map */                                \
    X(UNFED, 2)                                              /* of that, out of supply */                    \
    X(MOVED, 2)                                              /* share of that which is done moving */        \
    X(MONTHS_LEFT, EAGLES_INPUT_MONTHS)                      /* months after this one, as steps */           \
    X(ACTIVE, 2)                                             /* whose player-turn it is */                   \
    X(GOALS, 2)                                              /* cities that decide in the hands of a side */ \
    X(POINTS, 2)                                             /* alliance points of the game */               \
    X(ALLIANCE, 1)                                           /* lasting modifier */                          \
    X(ALWAYS, 1)                                             /* of every position of the scenario */

enum eagles_input {
#define EAGLES_INPUT_RANGE(name, count)                                                                      \
    EAGLES_INPUT_##name, EAGLES_INPUT_##name##_LAST = EAGLES_INPUT_##name + (count)-1,
    EAGLES_INPUT_FAMILIES(EAGLES_INPUT_RANGE)
#undef EAGLES_INPUT_RANGE
        EAGLES_INPUT_BLOCK
};

/* The same for inputs of the grand campaign, which follow the blocks of the scenarios. */
#define EAGLES_CAMPAIGN_FAMILIES(X)                                                                          \
    X(NATION_SIDE, 2 * EAGLES_NATIONS_MAX) /* the nation is on a side */                                     \
    X(CONQUERED, EAGLES_NATIONS_MAX)       /* times */                                                       \
    X(FALLEN, EAGLES_NATIONS_MAX)          /* neutral by conquest now */                                     \
    X(NATION_STRENGTH, EAGLES_NATIONS_MAX) /* on the map */                                                  \
    X(NATION_POOL, EAGLES_NATIONS_MAX)     /* SP lost that can be built again */                             \
    X(PRODUCTION, 2)                       /* cities of a side that count for victory */                     \
    X(PRODUCTION_LATE, 2)                  /* ... by the share of months played */                           \
    X(EXILE, 1)                            /* months of Napoleon */                                          \
    X(TIME, 1)                             /* share of months played */

enum eagles_campaign_input {
    EAGLES_CAMPAIGN_INPUTS = EAGLES_INPUT_SCENARIOS * EAGLES_INPUT_BLOCK - 1, /* the next is the first */
#define EAGLES_INPUT_RANGE(name, count)                                                                      \
    EAGLES_CAMPAIGN_INPUT_##name,                                                                            \
        EAGLES_CAMPAIGN_INPUT_##name##_LAST = EAGLES_CAMPAIGN_INPUT_##name + (count)-1,
    EAGLES_CAMPAIGN_FAMILIES(EAGLES_INPUT_RANGE)
#undef EAGLES_INPUT_RANGE
        EAGLES_INPUT_COUNT
};
_Static_assert((int)EAGLES_INPUT_COUNT <= (int)MODEL_INPUTS_MAX, "inputs fit the model");

#define EAGLES_STRENGTH_UNIT 10.0F

/* Cities by which the scenario is decided, in the order of their numbers in the inputs; returns how many. */
unsigned eagles_input_cities(const EaglesData *d, uint8_t cities[EAGLES_INPUT_CITIES]);

/* Distances of the bands of a family of cities, known by its first index: *count of them; hexes for NEAR, MP
 * for the others. */
const unsigned *eagles_input_bands(uint32_t family, unsigned *count);

/* Fills the inputs of a full position. */
void eagles_inputs(const EaglesData *d, const EaglesState *s, ModelInputs *inputs);
/* Name of an input, the same whatever scenario is at hand: "1805.control.french.0", the city by its number.
 * data is not looked at. */
void eagles_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES]);

#endif
