/* analysis.h: the best decisions of a position for the seat to act, with win probabilities, expected lines,
 * and why.
 *
 *     AnalysisPlan plan = {.game = &game, .state = state, .policy = &policy, .ply = plies + 1, .top = 3};
 *     Analysis analysis;
 *     if (analysis_run(&plan, &analysis, &err)) {
 *         look at analysis.moves[0].policy.win_probability
 *         analysis_release(&analysis);
 *     }
 *
 * The policy must be one that reports what it thought (mcts, flat, level); win probabilities and standard
 * errors are its own (ai/policy.h), reasons come from why.h. Honesty: of the state only the view of the seat
 * to act is looked at, so an analysis never depends on what is hidden from that seat; a view will do as well.
 * The same plan gives the same analysis as far as the policy is reproducible (a limit of iterations, one
 * thread or parallel=root).
 *
 * Ownership: an Analysis owns its moves and borrows game and evaluation. One thread, unless the policy uses
 * more.
 */
#ifndef MARSHAL_EVAL_REVIEW_ANALYSIS_H
#define MARSHAL_EVAL_REVIEW_ANALYSIS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/jsonout.h"
#include "engine/strbuf.h"
#include "eval/review/why.h"

typedef struct AnalysisPlan {
    const Game *game;
    const State *state;   /* a decision: the full position, or its view by the seat to act */
    const Policy *policy; /* for this game */
    void *session;        /* of the policy and the seat to act; NULL: one is made for this analysis */
    uint32_t ply;         /* number of the decision, from 1: names the random stream */
    uint64_t seed;
    uint32_t top;                 /* at most so many moves, at least 1 */
    uint32_t worlds;              /* for the reasons, see why.h; below 2: no reasons */
    const Evaluation *evaluation; /* for the reasons; NULL, or one that explains nothing: no reasons */
    const atomic_bool *stop;      /* answers with what is known once it becomes true; NULL: never */
} AnalysisPlan;

enum { ANALYSIS_WORDS_BYTES = 200, ANALYSIS_ASKED_BYTES = 400 };

typedef struct AnalysisMove {
    PolicyMove policy; /* the move, its visits, win probability, standard error, prior, expected line */
    char words[ANALYSIS_WORDS_BYTES]; /* as a choice of the position (words.h) */
    Why why;                          /* filled if the analysis is explained */
} AnalysisMove;

/* What the search has grown. */
typedef struct AnalysisTree {
    uint64_t nodes; /* 0: the policy has no tree to tell of */
    uint64_t bytes;
    double depth_mean; /* decisions from the one analysed to the end of an iteration's way down */
    uint32_t depth_max;
    bool full; /* memory ran out, the search went on without growing the tree */
} AnalysisTree;

typedef struct Analysis {
    const Game *game;
    const Evaluation *evaluation;     /* NULL: no reasons */
    Seat seat;                        /* who decides; all probabilities are this seat's */
    char asked[ANALYSIS_ASKED_BYTES]; /* what the seat is asked, in words */
    uint32_t ply;
    double win_probability; /* of the best move */
    double standard_error;
    uint64_t iterations;
    double seconds;
    AnalysisTree tree;
    uint32_t legal;      /* moves there are */
    uint32_t count;      /* moves listed, best first (policy_best) */
    AnalysisMove *moves; /* count of them; owned */
} Analysis;

/* Analyses a position. False and err if the game is over, the policy keeps no statistics, or memory runs out;
 * then nothing needs releasing. */
bool analysis_run(const AnalysisPlan *plan, Analysis *analysis, Err *err);
void analysis_release(Analysis *analysis);

/* Adds these members to an object that is open: seat, asked, win_probability, standard_error, iterations,
 * seconds, tree{nodes, bytes, depth_mean, depth_max, full} if there is one, legal (how many moves there are),
 * and moves, an array of objects with text, words, visits, win_probability, standard_error, prior, line[]
 * (texts), why[] (sentences), and, if reasons were looked for, compared_with (text of the other move),
 * expected{before, after, ended, worlds}, terms[].{term, change, change_error, versus, versus_error}   as in
 * why.h */
void analysis_write_json(const Analysis *analysis, JsonOut *out);

/* Appends a table of the moves and the reasons, for people. */
void analysis_write_text(const Analysis *analysis, StrBuf *out);

#endif
