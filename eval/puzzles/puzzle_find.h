/* puzzle_find.h: looks for puzzles in a recorded game: decisions of which one move is clearly best.
 *
 * Everything is judged from the view of the seat that decides. A search of all moves (`sims` iterations)
 * names a move; then it and the others are searched alone, as in reviews (eval/review/review.h), so that a
 * move of low prior gets its chance: all others briefly, the best of them at full length, in PUZZLE_BATCHES
 * batches with the same worlds and dice as the first. The margin is the smallest difference, its standard
 * error comes from the spread of the batches. The decision is a puzzle if
 *
 *     the margin is at least `margin` and more than PUZZLE_ERRORS standard errors;
 *     every search of all moves names the same move: `seeds` of them with `sims` and with four times as many
 *     iterations each, other random streams every time.
 *
 * Difficulty: of a ladder of iterations (8, 32, 128, ...) below `sims` the first rung at which four of five
 * searches name the solution; beyond the ladder: `sims`. And whether the heuristic player chooses it.
 *
 * Reproducible: each decision has streams of its own from seed and ply, so the number of threads changes
 * nothing.
 */
#ifndef MARSHAL_EVAL_PUZZLES_PUZZLE_FIND_H
#define MARSHAL_EVAL_PUZZLES_PUZZLE_FIND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/err.h"
#include "engine/strbuf.h"
#include "eval/puzzles/puzzle.h"

enum {
    PUZZLE_BATCHES = 4,
    PUZZLE_RUNGS_MAX = 10,
    PUZZLE_TRIES = 5,  /* searches of each rung ... */
    PUZZLE_ENOUGH = 4, /* ... of which so many must find the solution */
    PUZZLE_RIVALS = 4, /* other moves that are searched at full length */
    PUZZLE_GLANCE = 8, /* a brief search has one in so many iterations */
};
#define PUZZLE_ERRORS 3.0

typedef struct PuzzlePlan {
    const Game *game;
    uint64_t sims;
    double margin;
    uint32_t seeds;     /* searches with other streams that must agree, at least 1 */
    uint32_t decisions; /* of a game that are looked at, drawn by lot; at least 1 */
    uint64_t seed;
    int threads;
    const atomic_bool *stop; /* NULL: never */
} PuzzlePlan;

/* What looking needs, made once for a scenario. */
typedef struct PuzzleFinder {
    PuzzlePlan plan;
    Evaluation evaluation; /* for the reasons */
    Policy scouts[2];      /* sims, and four times as many */
    Policy alone, glance;
    uint32_t rung_count;
    uint64_t rung_sims[PUZZLE_RUNGS_MAX];
    Policy rungs[PUZZLE_RUNGS_MAX];
    Policy heuristic;
} PuzzleFinder;

bool puzzle_finder_open(PuzzleFinder *finder, const PuzzlePlan *plan, Err *err);
void puzzle_finder_close(PuzzleFinder *finder);

/* Looks through the record of a game; puzzles are added to found, in the order of the game. name stands for
 * the record in messages, source tells in the puzzle where it is from. *looked: decisions judged. False and
 * err on a broken record, or one of another scenario. */
bool puzzle_find(const PuzzleFinder *finder, const StrBuf *record, const char *name, const char *source,
                 PuzzleSet *found, uint64_t *looked, Err *err);

/* Keeps count puzzles of a set at most, of each difficulty as many as of the others where there are enough,
 * those with the largest margins; at most per_source of one source. Easy ones come first then. */
void puzzle_set_choose(PuzzleSet *set, uint32_t count, uint32_t per_source);

#endif
