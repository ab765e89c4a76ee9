/* weights.h: what a strategy of the heuristic player of Napoleon's Eagles is made of, and its files.
 *
 * A file (scenarios/eagles/strategy.schema.json) names the weights that differ from the defaults, and the
 * seat they are for; the other seat plays by the defaults.
 */
#ifndef MARSHAL_AI_EAGLES_WEIGHTS_H
#define MARSHAL_AI_EAGLES_WEIGHTS_H

#include <stdbool.h>

#include "ai/weights.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

/* name, default of the French and of the Coalition, least, most, meaning */
#define EAGLES_WEIGHTS(ROW)                                                                                  \
    ROW(attack_ratio, 1.4, 1.4, 0, 10, "least gains to costs, in SP, at which an attack is declared")        \
    ROW(continue_ratio, 1.1, 1.1, 0, 10, "least gains to costs at which it goes on")                         \
    ROW(field, 2.5, 2.5, 0, 20, "SP that a hex the enemy is driven from is worth")                           \
    ROW(prize, 4.0, 4.0, 0, 50, "SP that a city that decides is worth beyond that")                          \
    ROW(stand_ratio, 0.7, 0.7, 0, 10, "gains to costs of standing below which a force withdraws")            \
    ROW(join_ratio, 0.5, 0.5, 0, 10, "gains to costs with them at which others join")                        \
    ROW(shelter, 0.9, 0.9, 0, 10, "gains to costs of standing below which a city is entered")                \
    ROW(assault_ratio, 1.9, 3.0, 0, 20, "SP to a garrison's SP at which a city is stormed")                  \
    ROW(joiners, 0.5, 0.5, 0, 1, "share of the stacks beside an attack that is counted on to join it")       \
    ROW(caution, 0.0, 0.0, 0, 20, "MP of way that a much stronger enemy next to a place is worth")           \
    ROW(strike, 1.0, 1.0, 0, 20, "MP of way that an enemy who can be beaten next to a place is worth")       \
    ROW(mass, 0.0, 0.0, 0, 2, "MP of way that each SP already in a place is worth, ten at most")             \
    ROW(wear, 1.0, 1.0, 0, 20, "MP of way that an SP lost by attrition is worth")                            \
    ROW(road, 0.0, 0.0, 0, 2, "MP of way that each MP of supply left in a place is worth")                   \
    ROW(supply, 6.0, 6.0, 0, 50, "MP of way that a place in supply is worth")                                \
    ROW(depot_way, 2.0, 3.0, 0, 3, "MP of supply left in a hex below which an SP stays there as depot")      \
    ROW(escort, 4.0, 2.0, 0, 50, "SP of a stack that can spare one")                                         \
    ROW(hold, 1.0, 1.0, 0, 1, "above 0: an SP stays in a city while the aim or the enemy is near")           \
    ROW(garrison, 0.5, 0.5, 0, 5, "SP left in a city that decides for each of the enemy's SP near it")       \
    ROW(home, 0.0, 0.0, 0, 20,                                                                               \
        "SP kept in a city by whose loss alone a state falls: Paris; 0: as in others")                       \
    ROW(split, 0, 0, 0, 20, "SP above which a stack far from the enemy marches divided; 0: never")           \
    ROW(guard, 0.0, 0.0, 0, 10, "danger to garrison at which a city that is held calls for help; 0: never")  \
    ROW(march, 1.0, 1.0, 0, 3, "MP of forced march that are risked")                                         \
    ROW(muster, 0.0, 0.0, 0, 1, "above 0: a leader of one or two SP leaves them to fetch many more")         \
    ROW(patience, 1.0, 0.0, 0, 1, "above 0: who finds every way forward barred stays and attacks")           \
    ROW(horse, 0.2, 0.2, 0, 1, "campaign: share of cavalry below which it is built first")                   \
    ROW(peace, 0.5, 0.5, 0, 5, "campaign: Polish SP that a month of Russia's peace is worth")                \
    ROW(fleet, 1.0, 1.5, 0, 5, "campaign: squadrons wanted for each of the enemy's")                         \
    ROW(blockade, 1.3, 1.3, 0, 10, "campaign: squadrons to the enemy's at which a fleet seeks him")

typedef struct EaglesWeights {
#define EAGLES_WEIGHT_FIELD(name, french, coalition, least, most, meaning) double name;
    EAGLES_WEIGHTS(EAGLES_WEIGHT_FIELD)
#undef EAGLES_WEIGHT_FIELD
} EaglesWeights;

/* The same as rows, for ai/weights.h. */
extern const WeightTable EAGLES_WEIGHT_TABLE;

/* The defaults of a seat. */
EaglesWeights eagles_weights_default(Seat seat);
/* Reads a strategy file for both seats. False and err, with the place named, on a bad one. */
bool eagles_weights_load(EaglesWeights weights[SEAT_COUNT], const JsonNode *file, Err *err);

#endif
