/* playout.h: one plan tried in one world. Internal to ai/plans. */
#ifndef MARSHAL_AI_PLANS_PLAYOUT_H
#define MARSHAL_AI_PLANS_PLAYOUT_H

#include "ai/cache_line.h"
#include "ai/plans/plan.h"
#include "ai/plans/search.h"
#include "engine/dice.h"

/* What one thread needs; nothing allocates after it was made. */
typedef struct PlansWorker {
    _Alignas(CACHE_LINE_BYTES) StateBuffer state; /* the world of this playout */
    StateBuffer view;                             /* what the seat that decides sees of it */
    _Alignas(CACHE_LINE_BYTES) GameScratch scratch;
    void *memory; /* owned: of strategies (GameAi.memory_bytes); NULL: none */
    Dice dice;
    DiceOccasions occasions;
    Rng rng; /* ties of players that follow no plan */
    MoveList legal;
    uint32_t span; /* decisions of the planner in the stretch of the last playout */
} PlansWorker;

/* What all playouts of one decision have in common. */
typedef struct PlansRoot {
    const PlansSetting *setting;
    const State *view;
    Seat seat;
    uint32_t at;      /* decisions of the stretch that are behind the planner: names the lots of his ties */
    RngFamily luck;   /* ties of the planner, the same in all worlds: member by number of the decision */
    RngFamily worlds; /* hidden things and dice: member by number of the world */
} PlansRoot;

/* Where in the sequence of play a position is (GameAi.stretch). */
uint32_t plans_stretch(const PlansSetting *setting, const State *state);

/* Move of a style for a seat, from its view. Any of legal, which has two moves or more. memory: of the worker
 * whose thread asks. */
Move plans_move_of_style(const PlansSetting *setting, uint32_t style, const State *view,
                         const MoveList *legal, Seat seat, Rng rng, void *memory);

/* The game's belief in each of some moves of the planner, seen by his view (GameAi.priors). False, and belief
 * is left alone, if it has none. memory: of the worker whose thread asks. */
bool plans_believe(const PlansSetting *setting, const State *view, const MoveList *legal, void *memory,
                   float belief[MOVE_LIST_MAX]);

/* Place of the move that a change stands for among those of a decision of the planner, seen by his view. */
uint32_t plans_place_of_change(const PlansSetting *setting, const PlanChange *change, const State *view,
                               const MoveList *legal, void *memory);

/* Chance that the French seat wins, 0 to 1, after a plan was followed to the end of the stretch in world
 * number world, and both sides went on by their usual styles: to the end of the game, or to the horizon and
 * an evaluation. */
double plans_playout(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint64_t world);

/* The same, but an evaluation is asked as soon as it may be: mostly for the position as it is. Only for a
 * setting that evaluates. */
double plans_ground(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint64_t world);

/* What a plan is likely to do next: the planner's decisions in world 0, the first one included, until the
 * other seat decides, the stretch ends, or there is no more room. Returns how many. */
uint32_t plans_line(PlansWorker *worker, const PlansRoot *root, const Plan *plan, Move line[POLICY_LINE_MAX]);

#endif
