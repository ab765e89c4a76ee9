/* linear.h: linear programs, solved by COIN-OR CLP (J. Forrest, R. Lougee-Heimer, "CBC User Guide", INFORMS
 * Tutorials in Operations Research, 2005), the one place that knows it (Debian coinor-libclp-dev, EPL).
 *
 *     maximize   sum_j objective[j] x[j]
 *     where      low[i] <= sum_j matrix[i * columns + j] x[j] <= high[i],  x[j] >= 0, or free where free[j]
 *
 * The simplex method in doubles, on one thread, from a fresh start each time: the same program gives the same
 * bytes. Matrices are dense: what is solved here is small and full.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_LINEAR_H
#define MARSHAL_EVAL_EQUILIBRIUM_LINEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"

typedef struct LinearProgram {
    uint32_t rows, columns;   /* each at least 1 */
    const double *matrix;     /* rows * columns, finite */
    const double *low, *high; /* of rows; -INFINITY, INFINITY: no bound */
    const double *objective;  /* of columns */
    const bool *free;         /* columns that may be negative; NULL: none */
} LinearProgram;

/* Solves. x has room for columns; prices, which may be NULL, for rows: by how much the objective grows for
 * each unit that a row's bounds are raised. False and err if there is no optimum (no x fulfils all rows, or
 * the objective has no limit), or without memory. */
bool linear_maximize(const LinearProgram *program, double *x, double *prices, Err *err);

#endif
