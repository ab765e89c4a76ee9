/* search.h: plan search of one seat in one game: whole plans for the rest of a stretch of play (a turn of a
 * player, a round) are tried against each other in the same worlds.
 *
 * A tree over the dozens of small decisions that make up one turn of a wargame sees a fraction of that turn.
 * The heuristic player sees no consequences at all, but what he does hangs together. So the candidates here
 * are players (plan.h): the plan at hand, the styles of the shipped strategies, each legal move followed by
 * the plan at hand, and plans that differ from it in a decision or two later on. Which moves and which
 * differences, where there are more than playouts for them, goes by the game's belief (GameAi.priors). Each
 * is played out to the end of the stretch in worlds dealt anew (GameRules.determinize) with dice of their
 * own, after which the heuristic player goes on for both sides to the end of the game, or for some stretches
 * to an evaluation. This is one step of policy improvement by playouts (G. Tesauro, G. Galperin, "On-line
 * Policy Improvement using Monte-Carlo Search", 1996) over a portfolio (D. Churchill, M. Buro, "Portfolio
 * Greedy Search and Simulation for Large-Scale Combat in StarCraft", 2013).
 *
 * Playouts are shared out by sequential halving (Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration
 * in Multi-Armed Bandits", 2013): every plan is tried in the same worlds, and after each of log2(plans)
 * rounds the better half goes on; the plan at hand always does. It is replaced only by one that is better by
 * params.caution standard errors of the difference between the two in the same worlds. What is left of the
 * plan chosen is the plan at hand of the next decision of the same stretch.
 *
 * Honesty: the search is given a view and nothing else.
 *
 * Reproducibility: worlds are members of a family made from the query's stream, so the same queries in a row
 * give the same answers with any number of threads; a time limit depends on the machine.
 *
 * Ownership: a PlansSearch belongs to one session: plans_search_new ... plans_search_free.
 */
#ifndef MARSHAL_AI_PLANS_SEARCH_H
#define MARSHAL_AI_PLANS_SEARCH_H

#include "ai/game_ai.h"
#include "ai/plans/params.h"
#include "ai/plans/plan.h"
#include "ai/policy.h"
#include "engine/game.h"

/* What stays the same over a game. All borrowed. */
typedef struct PlansSetting {
    const Game *game;
    const GameAi *ai;      /* with a heuristic player */
    const void *knowledge; /* for ai: its beliefs, and its evaluation; NULL without */
    bool evaluates;        /* knowledge holds an evaluation, and playouts have a horizon */
    /* strategies of each seat: the usual one, then the shipped ones that are about that seat */
    void *style[SEAT_COUNT][PLAN_STYLES_MAX];
    uint32_t style_count[SEAT_COUNT]; /* at least 1 */
    PlansParams params;
} PlansSetting;

typedef struct PlansSearch PlansSearch;

/* NULL if memory runs out. */
PlansSearch *plans_search_new(const PlansSetting *setting);
void plans_search_free(PlansSearch *search);

/* What limits the playouts of a decision. */
typedef struct PlansLimit {
    uint64_t sims;  /* 0: no limit */
    double seconds; /* 0: no limit */
} PlansLimit;

/* What playouts said of a legal move: of the plan followed, if it begins with that move, else of the plan
 * that begins with it and was tried most. */
typedef struct PlansVerdict {
    uint32_t worlds; /* in which that plan was tried; 0: none was */
    double mean;     /* of its values for the seat that decides, 0 to 1 */
} PlansVerdict;

typedef struct PlansTrial {
    uint32_t place; /* of the move that the plan to be followed begins with */
    uint64_t playouts;
    PlansVerdict verdicts[MOVE_LIST_MAX]; /* of each legal move */
} PlansTrial;

/* The two halves of plans_search_choose, for a caller who decides by more than plans: tries plans within the
 * limit (params.sims and params.time do not count) and fills trial; then the caller says which move is
 * played, or that the decision was none of the search's. */
void plans_search_try(PlansSearch *search, PolicyQuery *query, const PlansLimit *limit, PlansTrial *trial);
void plans_search_follow(PlansSearch *search, uint32_t place);
void plans_search_forget(PlansSearch *search);

/* By how much the chances of all moves are put right before they are told, where so many playouts of the move
 * chosen came to that mean for the seat that decides: an evaluation of the position itself counts for
 * params.ground playouts more. 0 for a setting that does not evaluate. */
double plans_search_correction(PlansSearch *search, const PolicyQuery *query, double playouts, double mean);

/* Answers a query; fills query->report if there is one: visits of a move are the playouts of plans that begin
 * with it, its chance is that of the plan followed, or else of the one that was tried most. Never fails: with
 * no time at all the usual strategy decides. */
Move plans_search_choose(PlansSearch *search, PolicyQuery *query);

#endif
