/* table_store.h: the tables that a results store holds, one a scenario.
 *
 * Strategies are told apart as reports do (report.h): by text, files and version of the program. Games of
 * several master seeds are pooled. Quarantined games are left out.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_TABLE_STORE_H
#define MARSHAL_EVAL_EQUILIBRIUM_TABLE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/equilibrium/table.h"
#include "eval/store/store.h"

/* Which strategies are wanted, by name, of each seat. */
typedef struct TableFilter {
    const char *const *names[SEAT_COUNT];
    size_t counts[SEAT_COUNT]; /* 0: all */
} TableFilter;

bool table_wants(const TableFilter *filter, Seat seat, const char *name);

/* A table and the scenario that it is about. */
typedef struct StoredTable {
    char game[32];
    char scenario[128], title[128], scenario_sha256[65];
    char *overrides; /* owned: JSON list */
    Table table;
} StoredTable;

typedef struct StoredTables {
    uint32_t count;
    StoredTable *tables; /* owned; in the order in which the store came to know the scenarios */
} StoredTables;

/* Reads them, as the store is at one moment. Scenarios for which the filter leaves a seat without strategies
 * are left out. False and err on a database error, if there is no table at all, or too many strategies;
 * nothing needs releasing then. */
bool tables_read(Store *store, const TableFilter *filter, StoredTables *tables, Err *err);
void tables_release(StoredTables *tables);

#endif
