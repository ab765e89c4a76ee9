/* tune_sample.h: positions of finished games, described by the inputs of the evaluation and held in memory:
 * what tune.h fits a model to and tune_report.h judges it by.
 *
 * Inputs are computed once and kept sparse, 6 bytes each (about 700 bytes a position with a hundred of them).
 * Positions of one game stand together, in the order of the file. Whole games are held out: a game is never
 * partly fitted, since its positions share one outcome. Which ones depends on scenario and game number alone,
 * so that it does not change when files are renamed, added or read in another order, and a fit that starts
 * from an earlier model does not meet games it was once fitted to in its hold-out.
 *
 * A sample is filled by one thread and then only read, by any number.
 */
#ifndef MARSHAL_EVAL_TUNE_TUNE_SAMPLE_H
#define MARSHAL_EVAL_TUNE_TUNE_SAMPLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/game_ai.h"
#include "ai/model.h"
#include "engine/err.h"
#include "engine/game.h"
#include "eval/tune/positions.h"

/* Thirds of a game by ply, relative to its last position in the file. */
enum tune_stage { TUNE_EARLY, TUNE_MIDDLE, TUNE_LATE, TUNE_STAGE_COUNT };

typedef struct TunePosition {
    uint64_t first; /* of its inputs in index and value */
    float outcome;  /* 1: the French seat won, 0: lost, 0.5: a draw */
    float searched; /* the outcome, or nearer to what searches from here on thought (TuneRead.lambda) */
    float target;   /* what is fitted: as searched, until tune_sample_retarget */
    float material; /* GameAi.material */
    uint32_t game;  /* number in the sample, from 0, ascending */
    uint16_t count; /* of inputs */
    uint16_t file;
    uint16_t wait; /* decisions until the next of the game's positions here, or its end */
    uint8_t stage; /* enum tune_stage */
    bool held;     /* in the hold-out */
} TunePosition;

/* A file that positions came from. */
typedef struct TuneFile {
    PositionsFile header; /* closed */
    uint64_t positions;   /* in the sample, of them in the hold-out: */
    uint64_t held;
    uint32_t games;
    uint32_t held_games;
} TuneFile;

typedef struct TuneSample {
    Game game;        /* of the first file, for names; owned */
    const GameAi *ai; /* NULL before the first file */
    uint32_t inputs;  /* of a model for it */
    uint32_t games;
    bool heeds_searches; /* TuneRead.lambda was below 1 */
    uint64_t count, room;
    TunePosition *position; /* owned, like the arrays below */
    uint64_t input_count, input_room;
    uint16_t *index;
    float *value;
    size_t file_count;
    TuneFile *file;
} TuneSample;

typedef struct TuneRead {
    const char *const *names; /* of positions files */
    size_t count;
    double
        lambda; /* 1: outcomes are fitted; less: a position's target is what searches there and later thought,
                 * each decision later counting lambda times as much as the one before, the outcome last */
    double holdout;          /* share of games held out, 0 to 1 */
    uint64_t limit;          /* positions taken at most, evenly from all files; 0: all */
    const atomic_bool *stop; /* gives up when set; may be NULL */
} TuneRead;

/* An empty sample of positions with this many inputs, for sample_add. */
void tune_sample_init(TuneSample *sample, uint32_t inputs);
void tune_sample_release(TuneSample *sample);

/* Appends a position; first and count are filled in, zeros are left out. False and err if memory runs out. */
bool tune_sample_add(TuneSample *sample, const TunePosition *position, const ModelInputs *inputs, Err *err);

/* Reads files of one game and board into an empty sample. False and err on a bad file, on files that do not
 * go together, or if nothing is left to fit or (with a hold-out) to judge by; the sample needs no releasing
 * then. */
bool tune_sample_read(TuneSample *sample, const TuneRead *plan, Err *err);

/* Learning from what the model itself thinks of the positions that followed (temporal differences): the
 * target of a position to fit becomes the mean of these opinions, each decision later counting `trust` times
 * as much as the one before, the outcome last; if searches were heeded (TuneRead.lambda below 1), half of it
 * and half of what they say. Positions held out keep their targets, so that losses on them can be compared.
 */
void tune_sample_retarget(TuneSample *sample, const Model *model, double trust);

/* The inputs of a position. */
static inline void tune_sample_inputs(const TuneSample *sample, const TunePosition *position,
                                      ModelInputs *inputs)
{
    inputs->count = position->count;
    for (uint32_t i = 0; i < position->count; i++) {
        inputs->index[i] = sample->index[position->first + i];
        inputs->value[i] = sample->value[position->first + i];
    }
}

#endif
