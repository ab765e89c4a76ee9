/* analysis_bench.h: a scenario, a searching policy and an evaluation, for suites of analyses. */
#ifndef MARSHAL_TESTS_EVAL_ANALYSIS_BENCH_H
#define MARSHAL_TESTS_EVAL_ANALYSIS_BENCH_H

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "eval/review/analysis.h"

typedef struct AnalysisBench {
    Game game;
    Policy policy;
    Evaluation evaluation;
} AnalysisBench;

void analysis_bench_open(AnalysisBench *bench, const char *scenario, const char *spec);
void analysis_bench_close(AnalysisBench *bench);

/* Plays so many decisions of the heuristic player; false if the game is over then. */
bool analysis_bench_advance(const Game *game, uint64_t seed, uint32_t plies, StateBuffer *state);
/* The four best moves of a position, with reasons from so many worlds. */
AnalysisPlan analysis_bench_plan(const AnalysisBench *bench, const State *state, uint32_t worlds);

#endif
