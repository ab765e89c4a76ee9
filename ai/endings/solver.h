/* solver.h: exact values of positions with little left to play: expectimax on full positions, every outcome
 * of the dice counted by its weight.
 *
 * The French seat maximises its chance to win, the Coalition minimises it. Nothing is sampled, and nothing
 * left out but what cannot change a value: chances lie between 0 and 1, so a move whose outcomes so far bound
 * it out of the window is given up (Star1; B. Ballard, "The *-minimax search procedure for trees containing
 * chance nodes", 1983), and positions met again are looked up by the hash of their bytes. A position whose
 * result is settled already (GameAi.settled) is not played on. A solver is for one thread, and holds what it
 * has found until ending_solver_clear: chances are those of positions, whatever decision they were needed
 * for.
 */
#ifndef MARSHAL_AI_ENDINGS_SOLVER_H
#define MARSHAL_AI_ENDINGS_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/game_ai.h"
#include "engine/game.h"
#include "engine/rng.h"

typedef struct EndingSolver EndingSolver;

/* A solver for a game. ai may have no `settled`; its priors, if it has any, order the moves, for which it
 * wants knowledge. All are borrowed. NULL if memory runs out. */
EndingSolver *ending_solver_new(const Game *game, const GameAi *ai, const void *knowledge);
void ending_solver_free(EndingSolver *solver);

/* Forgets all chances found. */
void ending_solver_clear(EndingSolver *solver);

/* How much may be spent: moves that may still be tried (each outcome of the dice counts); the moment
 * (ai/clock.h) at which to stop, 0: none; and a flag that somebody else sets to stop it, NULL: none. */
typedef struct EndingLimit {
    uint64_t applies;
    double until;
    const atomic_bool *stop;
} EndingLimit;

/* The French seat's chance to win after each legal move of a full position that is not over, chance[i] of
 * legal->moves[i]. False if the limit does not suffice, or a single move has more dice than can be counted;
 * what was found on the way is kept for the next call. Takes from limit->applies what it used. */
bool ending_solve(EndingSolver *solver, const State *state, const MoveList *legal, EndingLimit *limit,
                  double chance[MOVE_LIST_MAX]);

/* The same for a seat that decides on its view: the average over worlds filled in by determinize, two if they
 * come to the same (nothing hidden matters), else ENDING_WORLDS. In each of them both seats know everything
 * from the next decision on. False if one of them is not solved. */
enum { ENDING_WORLDS = 8 };
bool ending_solve_view(EndingSolver *solver, const State *view, Seat seat, const MoveList *legal, Rng *rng,
                       EndingLimit *limit, double chance[MOVE_LIST_MAX]);

#endif
