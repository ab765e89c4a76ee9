/* linear.c: see linear.h. */
#include "eval/equilibrium/linear.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <coin/Clp_C_Interface.h>

/* CLP's matrix: column after column, with the rows of its entries; zeros are left out. Its count of entries
 * is CoinBigIndex, which is int. */
typedef struct Sparse {
    CoinBigIndex *starts; /* columns + 1 */
    int *rows;
    double *values;
    double *low, *high; /* of columns */
} Sparse;

static void release(Sparse *sparse)
{
    free(sparse->starts);
    free(sparse->rows);
    free(sparse->values);
    free(sparse->low);
    free(sparse->high);
}

static bool allocate(Sparse *sparse, const LinearProgram *program)
{
    const size_t entries = (size_t)program->rows * program->columns;
    assert(entries > 0 && entries < INT_MAX);
    *sparse = (Sparse){
        .starts = calloc((size_t)program->columns + 1, sizeof *sparse->starts),
        .rows = calloc(entries, sizeof *sparse->rows),
        .values = calloc(entries, sizeof *sparse->values),
        .low = calloc(program->columns, sizeof *sparse->low),
        .high = calloc(program->columns, sizeof *sparse->high),
    };
    return sparse->starts != NULL && sparse->rows != NULL && sparse->values != NULL && sparse->low != NULL &&
           sparse->high != NULL;
}

static void fill(Sparse *sparse, const LinearProgram *program)
{
    CoinBigIndex count = 0;
    for (uint32_t j = 0; j < program->columns; j++) {
        sparse->starts[j] = count;
        sparse->low[j] = program->free != NULL && program->free[j] ? -(double)INFINITY : 0.0;
        sparse->high[j] = (double)INFINITY;
        for (uint32_t i = 0; i < program->rows; i++) {
            const double value = program->matrix[(size_t)i * program->columns + j];
            assert(isfinite(value));
            if (value < 0.0 || value > 0.0) {
                sparse->rows[count] = (int)i;
                sparse->values[count++] = value;
            }
        }
    }
    sparse->starts[program->columns] = count;
}

static bool solve(const LinearProgram *program, const Sparse *sparse, double *x, double *prices, Err *err)
{
    Clp_Simplex *model = Clp_newModel();
    if (model == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    Clp_setLogLevel(model, 0);
    Clp_setPrimalTolerance(model, 1e-9);
    Clp_setDualTolerance(model, 1e-9);
    Clp_loadProblem(model, (int)program->columns, (int)program->rows, sparse->starts, sparse->rows,
                    sparse->values, sparse->low, sparse->high, program->objective, program->low,
                    program->high);
    Clp_setOptimizationDirection(model, -1.0); /* maximize */
    (void)Clp_primal(model, 0);
    const int status = Clp_status(model);
    if (status == 0) {
        memcpy(x, Clp_primalColumnSolution(model), program->columns * sizeof *x);
        if (prices != NULL) {
            memcpy(prices, Clp_dualRowSolution(model), program->rows * sizeof *prices);
        }
    }
    Clp_deleteModel(model);
    return status == 0 || err_set(err, NULL, NULL, "a linear program has no solution: %s",
                                  status == 1   ? "its conditions contradict each other"
                                  : status == 2 ? "it has no limit"
                                                : "the solver gave up");
}

bool linear_maximize(const LinearProgram *program, double *x, double *prices, Err *err)
{
    Sparse sparse;
    bool good = allocate(&sparse, program) || err_set(err, NULL, NULL, "out of memory");
    if (good) {
        fill(&sparse, program);
        good = solve(program, &sparse, x, prices, err);
    }
    release(&sparse);
    return good;
}
