/* adaptive.h: which games to play so that the value of a table is known within an interval as narrow as
 * asked, with few games: every cell gets some first, then cells that are uncertain and matter get more
 * (equilibrium_allocate), in batches, until the value's 95% interval is narrow enough or games run out.
 *
 * What comes next follows from the games so far and from nothing else: a run that is killed and begun again
 * asks for the same games, and whatever a store holds of them need not be played again.
 *
 * An interval at which the playing stops because it is narrow has stopped at a moment that flatters it a
 * little; tests/eval/test_equilibrium.c counts how often it holds the truth all the same.
 */
#ifndef MARSHAL_EVAL_EQUILIBRIUM_ADAPTIVE_H
#define MARSHAL_EVAL_EQUILIBRIUM_ADAPTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "eval/equilibrium/equilibrium.h"
#include "eval/equilibrium/table.h"

enum { ADAPTIVE_FIRST = 32 }; /* games of a cell before any is preferred, unless something else is said */

typedef struct AdaptivePlan {
    uint64_t first;   /* games that every cell gets, at least 1 */
    double width;     /* of the value's interval, in scores; 0: only the first games are played */
    uint64_t games;   /* of all cells together, at most; 0: no limit */
    uint32_t samples; /* of equilibrium_find */
    uint64_t seed;    /* of equilibrium_find */
} AdaptivePlan;

enum adaptive_state {
    ADAPTIVE_PLAYING, /* more are asked for */
    ADAPTIVE_NARROW,  /* the interval is as narrow as asked, or no width was asked for */
    ADAPTIVE_SPENT,   /* the limit of games is reached before that */
};

/* Looks at the table. asked: games that each cell was given so far (those that a store has quarantined are
 * not in the table). Fills more, the games that each cell gets next (none unless playing), and state; and
 * *found, which the caller releases, with what equilibrium_find says, unless first games are still to be
 * played: found->payoffs is NULL then. False and err as equilibrium_find. */
bool adaptive_next(const AdaptivePlan *plan, const Table *table, const uint64_t *asked, uint64_t *more,
                   enum adaptive_state *state, Equilibrium *found, Err *err);

#endif
