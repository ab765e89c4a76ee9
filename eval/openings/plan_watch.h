/* plan_watch.h: follows a game decision by decision and notes what each seat's first plan does.
 *
 *     plan_watch_begin(&watch, &game, state, plies, seats, 0);       state: after so many decisions
 *     while (plan_watch_move(&watch, before, move, after)) { ... }   false: all plans have come to their end
 *     plan_watch_end(&watch);                                     where nothing follows: the game is given up
 *
 * What a decision adds to a plan, and when a plan is over, says the game (words.h: deed, plan_over). Plans
 * are what was decided, not what came of it. A PlanWatch is plain bytes but for the Game it borrows, about 55
 * KiB; not for several threads.
 */
#ifndef MARSHAL_EVAL_OPENINGS_PLAN_WATCH_H
#define MARSHAL_EVAL_OPENINGS_PLAN_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/words.h"

enum { PLAN_DEEDS_MAX = 64 };

/* A deed, and how often. */
typedef struct PlanDeed {
    WordsDeed deed;
    uint32_t times;
} PlanDeed;

typedef struct SeatPlan {
    bool wanted; /* false: nobody asks for the plan of this seat */
    bool over;   /* it has come to its end */
    uint32_t count;
    uint32_t left_out; /* deeds that had no room */
    PlanDeed deeds[PLAN_DEEDS_MAX];
    uint32_t plies;  /* decisions of the game until its end */
    StateBuffer end; /* the position then */
} SeatPlan;

typedef struct PlanWatch {
    const Game *game;
    uint32_t turns;
    StateBuffer start, now;
    uint32_t plies; /* decisions of the game so far: until now */
    SeatPlan seats[SEAT_COUNT];
} PlanWatch;

/* Begins in a full position after so many decisions. seat: whose plan is asked for, SEAT_BOTH: both.
 * turns: so many turns (State.turn) make a plan; 0: it ends where the game says. */
void plan_watch_begin(PlanWatch *watch, const Game *game, const State *state, uint32_t plies, Seat seat,
                      uint32_t turns);

/* A decision, with the full positions before and after it. False once nothing is left to note. */
bool plan_watch_move(PlanWatch *watch, const State *before, Move move, const State *after);

/* No decision follows: plans that are still open end here. */
void plan_watch_end(PlanWatch *watch);

/* Whether all plans asked for have come to their end. */
bool plan_watch_done(const PlanWatch *watch);

#endif
