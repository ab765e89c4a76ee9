/* weights.h: reading the numbers of a strategy, "weights", for the heuristic player of any game.
 *
 * A strategy file (schema "marshal/strategy/1") names a game, the seat it is for or "both", and the weights
 * that differ from the defaults; how it was found ("pedigree", any object) is for people. A game keeps its
 * weights in a struct of its own, all of them ints or all doubles, and describes that by a constant table of
 * rows, made from one list of names:
 *
 *     #define GAME_WEIGHTS(X) X(caution, 80, 60, 0, 1000, "percent: losses suffered") ...
 *     typedef struct GameWeights { int caution; ... } GameWeights;
 *     static const WeightRow ROWS[] = {
 *         {"caution", offsetof(GameWeights, caution), {80, 60}, 0, 1000, "percent: losses suffered"}, ...
 *     };
 *     const WeightTable GAME_WEIGHT_TABLE = {
 *         "game", ROWS, sizeof ROWS / sizeof ROWS[0], sizeof(GameWeights), true};
 *
 * Nothing here allocates or keeps anything; scenarios/<game>/strategy.schema.json lists the weights for
 * people.
 */
#ifndef MARSHAL_AI_WEIGHTS_H
#define MARSHAL_AI_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

/* One weight: its name in files, where it lies in the game's struct, what each seat plays by if nothing is
 * said, and the range that files may give. */
typedef struct WeightRow {
    const char *name;
    size_t offset;
    double value[SEAT_COUNT]; /* by seat; within the range, and whole in a table of whole numbers */
    double least, most;
    const char *meaning; /* in a few words, beginning with a small letter: schemas say the same */
} WeightRow;

typedef struct WeightTable {
    const char *game; /* id: what the file's "game" must be */
    const WeightRow *rows;
    size_t count; /* of rows, at least 1 */
    size_t bytes; /* of the struct that holds the weights of one seat */
    bool whole;   /* the struct is made of ints, and files give whole numbers; else of doubles */
} WeightTable;

/* Fills the struct of one seat (table->bytes of it) with that seat's defaults. */
void weights_default(const WeightTable *table, Seat seat, void *weights);

/* Reads a strategy file. weights is an array of SEAT_COUNT structs that hold the defaults already: those of
 * the seats that the file is for take what it says, the others stay. False and err (file and path) on unknown
 * keys and weights, wrong types and ranges; weights then hold anything. */
bool weights_load(const WeightTable *table, void *weights, const JsonNode *file, Err *err);

/* The value of a row (its place in the table) in the struct of a seat. */
double weights_get(const WeightTable *table, size_t row, const void *weights);

#endif
