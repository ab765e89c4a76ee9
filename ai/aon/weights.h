/* weights.h: the numbers of a strategy for Age of Napoleon: what a player wants, dares and fears.
 *
 * One table, AON_WEIGHTS, names every weight with its default, range and meaning; it feeds the struct, the
 * reader of strategy files and the schema's documentation. Units: points. A corps is worth ten points for
 * each point of its battle rating, so a fresh marshal counts 30 to 50; percentages say so.
 *
 * A strategy file holds the weights for one seat, or for both; a seat it is not meant for plays by the
 * defaults.
 */
#ifndef MARSHAL_AI_AON_WEIGHTS_H
#define MARSHAL_AI_AON_WEIGHTS_H

#include "ai/weights.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

/* X(name, default, least, most, meaning) */
#define AON_WEIGHTS(X)                                                                                       \
    X(paris, 900, 0, 5000, "taking, or keeping, Paris (6.2.2)")                                              \
    X(austria, 420, 0, 5000, "making Österreich surrender, or saving it (14.2)")                             \
    X(prussia, 320, 0, 5000, "making Preußen surrender, or saving it (14.2)")                                \
    X(russia, 300, 0, 5000, "making Russia surrender, or saving it (14.2)")                                  \
    X(spain, 240, 0, 5000, "making Spain surrender, or saving it (14.2)")                                    \
    X(minor, 90, 0, 5000, "a minor country")                                                                 \
    X(border, 40, 0, 5000, "more for a country that borders on France (6.1.1)")                              \
    X(scarcity, 150, 0, 1000,                                                                                \
      "percent more for minor countries when the French have but three left (6.2.1)")                        \
    X(insurgents, 45, 0, 5000, "an area of an insurgent country, for the French (8.1)")                      \
    X(held_neutral, 35, 0, 100, "percent of a country's worth for staying in its neutral capital (14.2.4)")  \
    X(napoleon, 800, 0, 5000, "Napoléon's life (6.2.2)")                                                     \
    X(hunt, 100, 0, 1000, "percent: losses inflicted in battle")                                             \
    X(caution, 80, 0, 1000, "percent: losses suffered in battle")                                            \
    X(guard_paris, 100, 0, 1000, "percent: threats to Paris, whose fall ends the game")                      \
    X(guard, 40, 0, 1000, "percent: threats to other capitals of one's own")                                 \
    X(exposure, 25, 0, 1000, "percent: danger of being attacked where a march ends")                         \
    X(decay, 80, 1, 100, "percent of an aim's worth that is left one area away")                             \
    X(peninsula, 100, 0, 1000, "percent: marches of British and Spanish colours")                            \
    X(east, 100, 0, 1000, "percent: marches of all other colours")                                           \
    X(attrition, 6, 0, 1000, "a corps turned spent on the march (12.3)")                                     \
    X(winter, 15, 0, 1000, "a corps marching in winter (12.3)")                                              \
    X(quarters, 25, 0, 1000, "a corps likely to be lost in winter quarters (15)")                            \
    X(violation, 220, 0, 5000, "violating a neutral country (12.7)")                                         \
    X(effort, 8, 0, 1000, "least gain worth a march")                                                        \
    X(attack, 45, 0, 100, "least chance of victory, in percent, at which an attack is not punished")         \
    X(withdraw, 30, 0, 100, "chance of victory below which an army draws back (12.5)")                       \
    X(intercept, 60, 0, 100, "least chance of victory for an interception (12.6)")                           \
    X(thrift, 8, 0, 1000, "a card short of one for every round to come")                                     \
    X(card, 100, 0, 1000, "percent: worth of cards kept in hand")                                            \
    X(rally, 5, 0, 1000, "a point of battle rating regained by rallying (10.5)")                             \
    X(diplomacy, 25, 0, 5000, "least swing worth a diplomacy card (7)")                                      \
    X(counter, 60, 0, 5000, "least swing worth a counter (7.2.4)")

typedef struct AonWeights {
#define AON_WEIGHT_FIELD(name, value, least, most, meaning) int name;
    AON_WEIGHTS(AON_WEIGHT_FIELD)
#undef AON_WEIGHT_FIELD
} AonWeights;

/* The same as rows, for ai/weights.h. */
extern const WeightTable AON_WEIGHT_TABLE;

/* The built-in weights; the shipped strategy "balanced" says the same. */
AonWeights aon_weights_default(void);

/* Reads a strategy file into the weights of the two seats: the seats it is for start from the defaults and
 * take what the file says, others keep the defaults. False and err (file and path) on unknown keys, wrong
 * types and ranges. */
bool aon_weights_load(AonWeights weights[SEAT_COUNT], const JsonNode *file, Err *err);

#endif
