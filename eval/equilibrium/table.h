/* table.h: the games of one scenario as a table of strategies, seat french against seat coalition.
 *
 * A game gives the seat french a score: 1 won, 1/2 drawn or lost by both, 0 lost, as in a match (worth.h):
 * what one seat gets the other lacks, so that the table is a matrix game. A cell's payoff is the mean score
 * of its games; one half, and worth nothing, where there are none.
 *
 * Games with the same master seed and number share their luck, in whichever cell they were played, so numbers
 * and not games are independent. Results are therefore kept one by one: a byte a game.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_TABLE_H
#define MARSHAL_EVAL_EQUILIBRIUM_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "eval/equilibrium/matrix_game.h"

enum { TABLE_NO_GAME = 0xFF, TABLE_HALVES_MAX = 2 }; /* half points of a game */
#define TABLE_NUMBER_MAX UINT32_MAX                  /* of a game */

/* The games of one cell under one master seed. */
typedef struct TableRun {
    uint32_t cell;
    uint64_t seed;
    uint64_t numbers; /* one more than the highest number of a game */
    uint64_t room;
    uint8_t *halves; /* owned; by number: half points of the seat french, or TABLE_NO_GAME */
} TableRun;

typedef struct TableCell {
    uint64_t games;
    uint64_t halves;           /* half points of the seat french in all of them */
    uint64_t draws, both_lost; /* counted one half point each */
} TableCell;

typedef struct Table {
    uint32_t strategies[SEAT_COUNT]; /* 1 to MATRIX_STRATEGIES_MAX */
    char **names[SEAT_COUNT];        /* owned, and each owned */
    TableCell *cells;                /* owned; [french * strategies[SEAT_COALITION] + coalition] */
    uint32_t run_count;
    TableRun *runs; /* owned; in the order of table_run */
    uint64_t games;
} Table;

/* An empty table without strategies. Release in any case. */
void table_init(Table *table);
void table_release(Table *table);

/* Adds a strategy to a seat: before any run. False and err if there are too many, or without memory. */
bool table_add_strategy(Table *table, Seat seat, const char *name, Err *err);
/* Strategies are complete: makes the cells. Each seat has one at least. */
bool table_make_cells(Table *table, Err *err);

static inline uint32_t table_cell_count(const Table *table)
{
    return table->strategies[SEAT_FRENCH] * table->strategies[SEAT_COALITION];
}

/* The run of a cell with this seed, made if it is new. False and err without memory. */
bool table_run(Table *table, uint32_t cell, uint64_t seed, uint32_t *run, Err *err);
/* Adds a game; one that is there already stays as it is. False and err if its number is above
 * TABLE_NUMBER_MAX - 1, or without memory. */
bool table_add_game(Table *table, uint32_t run, uint64_t number, const Outcome *outcome, Err *err);

/* Takes a strategy out, with its games; those behind it move up by one. Its seat has another one. */
void table_drop_strategy(Table *table, Seat seat, uint32_t strategy);

/* Mean score of a cell's games; 1/2 without any. */
double table_payoff(const TableCell *cell);
/* All of them, as a matrix game that borrows payoffs (table_cell_count of them). */
MatrixGame table_game(const Table *table, double *payoffs);

/* Cells without games. */
uint32_t table_missing(const Table *table);

/* ------------------------------------------------------------------ resampling */

/* Draws of the whole table as it might have been: B. Efron's bootstrap over game numbers, with Poisson
 * weights (J. A. Hanley, B. MacGibbon, "Creating Non-parametric Bootstrap Samples Using Poisson Frequencies",
 * Computer Methods and Programs in Biomedicine 83, 2006): each number counts 0, 1, 2 ... times, on average
 * once, and the same number of times in every cell, so that shared luck stays shared. A cell whose games all
 * ended alike tells nothing about its spread in this way; its score is drawn from what Bayes' rule says of it
 * with all scores equally likely before (any score at all where there are no games). Sample number s is the
 * same whenever it is drawn. */
typedef struct Resampler {
    const Table *table; /* borrowed; it may not change */
    uint64_t seed;
    uint32_t *order;  /* owned: runs by seed */
    uint8_t *weights; /* owned: by number, of the seed at hand */
    uint64_t *sums;   /* owned: of each cell, weights and weighted half points */
} Resampler;

bool resampler_init(Resampler *resampler, const Table *table, uint64_t seed, Err *err);
void resampler_release(Resampler *resampler);
/* Fills payoffs (table_cell_count of them) with sample number s. */
void resampler_draw(Resampler *resampler, uint32_t sample, double *payoffs);

#endif
