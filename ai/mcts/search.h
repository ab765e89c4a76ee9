/* search.h: information-set Monte Carlo tree search of one seat in one game.
 *
 * Sources: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree
 * for the searcher, a new determinization in each iteration, availability of moves; C. Rosin, "Multi-armed
 * bandits with episode context" (2011) for priors in the selection (PUCT, as in AlphaZero); M. Enzenberger,
 * M. Mueller, "A lock-free multithreaded Monte-Carlo tree search algorithm" (2009) and R. Segal (2010) for
 * the shared tree and virtual loss; G. Chaslot et al. (2008) for merging trees at the root.
 *
 * One iteration: fill the searcher's view with a random world (GameRules.determinize); descend by the moves
 * that promise most, dice drawn anew; at a node met for the first time stop, play on for params.horizon
 * decisions, and evaluate (or take the game's result); add the value to every edge passed. A node gets its
 * edges at its second visit, so that most leaves cost one unit of memory. In nodes of the opponent moves are
 * chosen for him, as he would see that world.
 *
 * With params.plans the first part of a decision's iterations, or of its time, is playouts of whole plans
 * (ai/plans/search.h): each move that a plan begins with enters the root with as many visits as that plan was
 * tried, and with its value (prior knowledge as visits: S. Gelly, D. Silver, "Combining online and offline
 * knowledge in UCT", 2007). A tree sees a few decisions of a turn that has dozens; plans see all of it, but
 * no answer.
 *
 * Honesty: the search is given a view and nothing else.
 *
 * Reproducibility: iterations draw from streams of their own, members of a family made from the query's
 * stream: the n-th try of each of the root's moves from the n-th, so that moves are compared in the same
 * worlds with the same dice. With one thread, or a tree each (parallel=root, which is the default: nothing is
 * shared, so nobody waits either), the same query gives the same answer; a shared tree with several threads
 * does not, since threads meet in it in ever new order. A time limit depends on the machine.
 *
 * Ownership: a MctsSearch belongs to one session; it owns its trees. mcts_search_new ... mcts_search_free.
 */
#ifndef MARSHAL_AI_MCTS_SEARCH_H
#define MARSHAL_AI_MCTS_SEARCH_H

#include "ai/game_ai.h"
#include "ai/mcts/params.h"
#include "ai/plans/search.h"
#include "ai/policy.h"
#include "engine/game.h"

/* What stays the same over a game. All borrowed. */
typedef struct MctsSetting {
    const Game *game;
    const GameAi *ai;      /* NULL: the search knows nothing about the game */
    const void *knowledge; /* for ai; NULL without */
    bool evaluates;        /* knowledge holds an evaluation; otherwise leaves count by playing to the end */
    const PlansSetting
        *plans; /* whose plans are tried first; NULL: none are, and params.plans counts nothing */
    MctsParams params;
} MctsSetting;

typedef struct MctsSearch MctsSearch;

/* NULL if memory runs out. */
MctsSearch *mcts_search_new(const MctsSetting *setting);
void mcts_search_free(MctsSearch *search);

/* Answers a query; fills query->report if there is one. Never fails: with no time at all, or no memory, the
 * move of highest prior is played. */
Move mcts_search_choose(MctsSearch *search, PolicyQuery *query);

#endif
