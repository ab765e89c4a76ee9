/* table_play.h: plays the games of a table: each French strategy against each Coalition strategy of a
 * tournament's configuration, itself included if it plays both seats, as adaptive.h asks for them.
 *
 * Game number n of a cell is game n of a match or tournament with the same policies, scenario and seed, so
 * that they share a store: what a tournament has played need not be played again. Games are asked for by what
 * those before them said and by nothing else, whatever the store holds beyond them, so the result is the same
 * for every number of threads, and after any number of kills.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_TABLE_PLAY_H
#define MARSHAL_EVAL_EQUILIBRIUM_TABLE_PLAY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/equilibrium/adaptive.h"
#include "eval/equilibrium/table.h"
#include "eval/equilibrium/table_store.h"
#include "eval/run/series.h"
#include "eval/run/tournament.h"

typedef struct TablePlay {
    const Tournament *tournament; /* open; its cells are not looked at */
    uint32_t scenario;
    TableFilter filter; /* of the policies, by name */
    AdaptivePlan plan;
    int threads;
    const atomic_bool *stop;
    SeriesKeep keep; /* without shards */
    /* Told after each game, in order; found: the last analysis, its payoffs NULL before the first. */
    void (*listener)(void *context, const Table *table, const Equilibrium *found);
    void *context;
} TablePlay;

typedef struct TablePlayed {
    Table table;
    Equilibrium found;
    enum adaptive_state state; /* ADAPTIVE_PLAYING: it was stopped */
    SeriesQuarantine quarantine;
} TablePlayed;

/* Plays. False and err as series_run and equilibrium_find, or if the filter leaves a seat without strategies;
 * table_played_release in any case. */
bool table_play(const TablePlay *play, TablePlayed *played, Err *err);
void table_played_release(TablePlayed *played);

#endif
