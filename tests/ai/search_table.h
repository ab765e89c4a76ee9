/* search_table.h: a policy asked about positions, as a match would ask it, for suites of policies that
 * search.
 *
 * A table holds one policy with a session for each seat. It belongs to one thread; nothing in it is asked for
 * more than the view of the seat to act.
 */
#ifndef MARSHAL_TESTS_AI_SEARCH_TABLE_H
#define MARSHAL_TESTS_AI_SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"

typedef struct SearchTable {
    Policy policy;
    void *sessions[SEAT_COUNT];
    const atomic_bool *stop;  /* handed on with every question; NULL: never */
    const PolicyWatch *watch; /* likewise; NULL: nobody watches */
} SearchTable;

/* Ends the process if the specification is wrong. */
void search_table_open(SearchTable *table, const Game *game, const char *spec);
void search_table_close(SearchTable *table);

/* The move of the seat to act; seed and ply name the random stream. report may be NULL; what nobody fills in
 * it is 0, and so are its seconds, so that reports can be compared as bytes. */
Move search_table_ask(SearchTable *table, const State *state, uint64_t seed, uint32_t ply,
                      PolicyReport *report);

/* The answer of a policy that has not been asked anything before. */
Move search_table_ask_once(const Game *game, const char *spec, const State *state, uint64_t seed,
                           PolicyReport *report);

/* Sum of visits over the moves. */
uint64_t search_table_visits(const PolicyReport *report);

/* A position with a decision, after at most so many random ones. */
void search_table_random_position(const Game *game, uint64_t seed, uint32_t plies, StateBuffer *state);

#endif
