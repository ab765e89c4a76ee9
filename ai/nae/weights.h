/* weights.h: the numbers of a strategy for Napoleon against Europe: what a player wants, dares and fears.
 *
 * One table, NAE_WEIGHTS, names every weight with its default, range and meaning; it feeds the struct, the
 * reader of strategy files and the schema's documentation. Units: points. A step of infantry in the field is
 * worth about ten points; percentages say so.
 *
 * A strategy file holds the weights for one seat, or for both; a seat it is not meant for plays by the
 * defaults. */
#ifndef MARSHAL_AI_NAE_WEIGHTS_H
#define MARSHAL_AI_NAE_WEIGHTS_H

#include "ai/weights.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

/* X(name, default of the French, of the Coalition, least, most, meaning) */
#define NAE_WEIGHTS(X)                                                                                       \
    X(austria, 5000, 719, 0, 5000, "a key zone of Austria, to take or to hold (18.2)")                       \
    X(prussia, 2500, 1440, 0, 5000, "a key zone of Prussia, to take or to hold (18.2)")                      \
    X(russia, 300, 780, 0, 5000, "a key zone of Russia, to take or to hold (18.2)")                          \
    X(spain, 100, 300, 0, 5000, "a key zone of Spain, and its ports in the War of Liberation")               \
    X(turkey, 57, 362, 0, 5000, "a key zone of Turkey, to take or to hold (18.2)")                           \
    X(britain, 1190, 350, 0, 5000, "London")                                                                 \
    X(paris, 1062, 1800, 0, 5000, "Paris (19)")                                                              \
    X(france, 450, 1300, 0, 5000, "another key zone of France, or Mantua (19)")                              \
    X(minor, 48, 920, 0, 5000, "the capital of a minor (18.1)")                                              \
    X(protectorate, 282, 120, 0, 5000, "more for a minor that is or may become a protectorate (8.1.5)")      \
    X(ports, 199, 30, 0, 5000, "more for a minor with ports of the Continental Blockade (18.2.3)")           \
    X(capital, 100, 123, 100, 500, "percent of a key zone's worth for the capital of its power")             \
    X(finish, 50, 30, 0, 500, "percent more for a key zone for each other one of its power that is held")    \
    X(fortress, 24, 4, 0, 1000, "any other fortress or city of the enemy")                                   \
    X(decay, 88, 92, 10, 99, "percent of an aim's worth that is left a movement point away")                 \
    X(hunt, 28, 8, 0, 500, "a step of an enemy force that can be beaten")                                    \
    X(armies, 0, 0, 0, 5000, "an army of the enemy in good order, beside its steps (17.3)")                  \
    X(attack, 55, 64, 0, 100, "least chance of winning, in a hundred, for a battle that is sought")          \
    X(blood, 32, 64, 0, 500, "a step of an own force that may be lost in battle")                            \
    X(evade, 354, 42, 0, 400,                                                                                \
      "strength, in percent of the enemy's, below which a force evades or retreats into a fort")             \
    X(intercept, 400, 21, 0, 400, "least strength, in percent of the enemy's, for an interception")          \
    X(guard, 180, 61, 0, 500, "percent of a key zone's worth for standing between it and the enemy")         \
    X(taken, 0, 0, 0, 100, "percent of that for a key zone of the enemy that is held")                       \
    X(garrison, 9, 0, 0, 100,                                                                                \
      "steps from which a force on its way leaves a corps in a key zone that is held; 0: never")             \
    X(supply, 33, 30, 0, 100, "percent of a zone's worth that is left without supply")                       \
    X(forced, 42, 14, 0, 500, "a step's risk in a point of forced march (13.6)")                             \
    X(link, 10, 77, 0, 100, "percent of what lies beyond it, for a fortress that makes a link of supply")    \
    X(east, 82, 200, 0, 500, "percent: aims east of the Oder and the Theiss")                                \
    X(peninsula, 500, 150, 0, 500, "percent: aims in Spain and Portugal")                                    \
    X(action, 100, 160, 0, 1000, "an action point of a card")                                                \
    X(event, 100, 100, 0, 500, "percent: worth of events")                                                   \
    X(diplomacy, 6, 74, 0, 1000, "a minor won by diplomacy")                                                 \
    X(majors, 189, 335, 0, 2000, "a neutral power won by diplomacy")                                         \
    X(war, 67, 35, -2000, 2000, "what a war must bring at least, in points of its key zones by distance")    \
    X(patience, 33, 0, 0, 1000, "how far the other powers must be beaten before the next war is declared")   \
    X(keep, 94, 100, 0, 500, "percent: worth of cards kept in hand")                                         \
    X(army, 9, 100, 0, 500, "percent: corps and markers against other purchases")                            \
    X(depots, 63, 175, 0, 1000, "a depot for an army that has none")                                         \
    X(fleets, 6, 15, 0, 1000, "a fleet")                                                                     \
    X(landing, 60, 0, 0, 100,                                                                                \
      "percent of what lies beyond the sea, where a squadron can land troops (17.2)")                        \
    X(card, 24, 204, 0, 1000, "a further card for Britain (7.3.2)")

typedef struct NaeWeights {
#define NAE_WEIGHT_FIELD(name, french, coalition, least, most, meaning) int name;
    NAE_WEIGHTS(NAE_WEIGHT_FIELD)
#undef NAE_WEIGHT_FIELD
} NaeWeights;

/* The same as rows, for ai/weights.h. */
extern const WeightTable NAE_WEIGHT_TABLE;

/* X(name, default): where the Coalition's defaults differ in the Hundred Days, which are over in five rounds:
 * the armies of France count, and its own steps do not. */
#define NAE_HUNDRED_DAYS(X)                                                                                  \
    X(austria, 700)                                                                                          \
    X(prussia, 720)                                                                                          \
    X(paris, 535)                                                                                            \
    X(france, 450)                                                                                           \
    X(decay, 88)                                                                                             \
    X(hunt, 7)                                                                                               \
    X(blood, 10)                                                                                             \
    X(link, 10)                                                                                              \
    X(attack, 40)                                                                                            \
    X(guard, 84)                                                                                             \
    X(supply, 60)                                                                                            \
    X(action, 80)                                                                                            \
    X(depots, 147)

/* The built-in weights of a seat, in the Hundred Days or in a campaign; the shipped strategy "balanced" plays
 * by them. */
NaeWeights nae_weights_default(Seat seat, bool hundred_days);

/* Reads a strategy file into the weights of the two seats: the seats it is for start from the defaults and
 * take what the file says, others keep the defaults. False and err (file and path) on unknown keys, wrong
 * types and ranges. */
bool nae_weights_load(NaeWeights weights[SEAT_COUNT], const JsonNode *file, bool hundred_days, Err *err);

#endif
