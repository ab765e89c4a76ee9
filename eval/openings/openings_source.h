/* openings_source.h: where the games of an openings table come from: a store, a folder of records, or games
 * played on from a position.
 *
 * Of a stored game only its first decisions are wanted, up to the end of both plans: they are taken from the
 * moves where the store kept them, else both players are asked again, as far as they answer the same again
 * (Policy.repeatable) and are made of the same files by the same version. The first such game of an
 * experiment is played to its end: it must end as the store says, or the experiment is refused.
 */
#ifndef MARSHAL_EVAL_OPENINGS_OPENINGS_SOURCE_H
#define MARSHAL_EVAL_OPENINGS_OPENINGS_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "eval/openings/openings.h"
#include "eval/store/store.h"

typedef struct OpeningsFilter {
    /* Only games of these players by seat; count 0: of all. */
    const char *const *names[SEAT_COUNT];
    size_t counts[SEAT_COUNT];
} OpeningsFilter;

typedef struct OpeningsSource {
    OpeningsFilter filter;
    uint64_t games;  /* at most so many of each experiment, or records in all; UINT64_MAX: all */
    bool only_moves; /* nobody is asked again who would have to search: too slow for who asks */
    int threads;
    const atomic_bool *stop; /* NULL: never */
    void (*listener)(void *context, uint64_t done);
    void *context;
    /* filled: */
    uint32_t cells;      /* pairs of players */
    uint64_t impossible; /* games that cannot be played again, or unfinished records */
    uint64_t others;     /* experiments or records of other scenarios, or of players not asked for */
} OpeningsSource;

/* Adds the games of a store that were played on the scenario of openings. False and err on a damaged store,
 * or an experiment that does not repeat itself. */
bool openings_add_store(Openings *openings, Store *store, OpeningsSource *source, Err *err);

/* Adds the finished records (*.jsonl) of a folder, by name, that were played on this scenario. */
bool openings_add_records(Openings *openings, const char *folder, OpeningsSource *source, Err *err);

/* Games played on from a position, as the seat to move sees it: each begins in a random world that fits its
 * view. A policy plays the turn for both sides, up to the end of the plan, and `then` what follows. */
typedef struct OpeningsFrom {
    const State *state;     /* full position, or a view of the seat to move */
    uint32_t plies;         /* decisions made before */
    const Policy *policies; /* count of them: each plays `games` games */
    size_t count;
    const Policy *then;
    uint64_t seed;
} OpeningsFrom;
bool openings_add_from(Openings *openings, const OpeningsFrom *from, OpeningsSource *source, Err *err);

#endif
