/* tune_report.h: how well a model tells the chance of winning, beside two yardsticks that any evaluation must
 * beat: the base rate (the mean outcome of a file) and counting material (a logistic regression on
 * GameAi.material a file).
 *
 * Figures are of the games held out; the yardsticks are fitted on the others, the model was too. Without a
 * hold-out all positions count as held out, and the yardsticks are fitted on what they are judged by, in
 * their favour.
 *
 * Brier score: mean of (chance - outcome)^2, so 0.25 for always saying one half, 0 for prophecy. Loss:
 * cross-entropy in nats, 0.693 for always saying one half. Errors are standard errors with games as the
 * independent units: the positions of one game share an outcome, and count as one draw rather than many.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_REPORT_H
#define MARSHAL_EVAL_TUNE_TUNE_REPORT_H

#include <stdint.h>

#include "ai/model.h"
#include "eval/tune/tune_regression.h"
#include "eval/tune/tune_sample.h"

enum { TUNE_BINS = 10, TUNE_ALL = TUNE_STAGE_COUNT, TUNE_SPANS = TUNE_STAGE_COUNT + 1 };

enum tune_judge { TUNE_MODEL, TUNE_BASE, TUNE_MATERIAL, TUNE_JUDGE_COUNT };

typedef struct TuneScore {
    double loss;
    double brier;
    double error; /* standard error of brier */
} TuneScore;

/* Positions whose predicted chance lies in a tenth of [0, 1]. */
typedef struct TuneBin {
    uint64_t positions;
    uint64_t games;
    double prediction; /* means */
    double outcome;
    double error; /* standard error of outcome */
} TuneBin;

typedef struct TuneReport {
    uint64_t positions; /* judged */
    uint64_t games;
    uint64_t span_positions[TUNE_SPANS];
    TuneScore score[TUNE_JUDGE_COUNT][TUNE_SPANS]; /* by stage of the game, and TUNE_ALL */
    TuneBin bin[TUNE_BINS];
} TuneReport;

/* One file: its yardsticks, and scores on its positions. */
typedef struct TuneFileReport {
    double base;             /* mean outcome */
    TuneRegression material; /* chance = logistic(offset + slope * material) */
    uint64_t positions;      /* judged */
    uint64_t games;
    TuneScore score[TUNE_JUDGE_COUNT];
} TuneFileReport;

/* The model is judged by the chances it tells in the scenario that a file is of (model_tells_of).
 * Fills the report, and files[0 .. sample->file_count - 1]. */
void tune_report(const TuneSample *sample, const Model *model, TuneReport *report, TuneFileReport *files);

/* "model", "base rate" or "material". */
const char *tune_judge_name(enum tune_judge judge);

#endif
