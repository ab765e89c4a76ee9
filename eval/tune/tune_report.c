/* tune_report.c: scores of a model and its yardsticks on the games held out. */
#include "eval/tune/tune_report.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

const char *tune_judge_name(enum tune_judge judge)
{
    static const char *const names[TUNE_JUDGE_COUNT] = {"model", "base rate", "material"};
    return names[judge];
}

/* ------------------------------------------------------------------ yardsticks */

/* True if a position serves to fit the yardsticks of a file. */
static bool serves(const TuneSample *sample, const TunePosition *position, size_t file)
{
    const TuneFile *f = &sample->file[file];
    return position->file == file && (!position->held || f->held == f->positions);
}

static double base_rate(const TuneSample *sample, size_t file)
{
    double sum = 0.0;
    uint64_t count = 0;
    for (uint64_t i = 0; i < sample->count; i++) {
        if (serves(sample, &sample->position[i], file)) {
            sum += (double)sample->position[i].outcome;
            count++;
        }
    }
    return count > 0 ? sum / (double)count : 0.5;
}

typedef struct FileOfSample {
    const TuneSample *sample;
    size_t file;
} FileOfSample;

static bool material_at(const void *context, uint64_t i, TuneRegressionPoint *point)
{
    const FileOfSample *of = context;
    const TunePosition *position = &of->sample->position[i];
    *point = (TuneRegressionPoint){(double)position->material, (double)position->outcome, 1.0};
    return serves(of->sample, position, of->file);
}

/* ------------------------------------------------------------------ sums */

/* Sums over the positions of one game, and over games; for means with games as units. */
typedef struct Cluster {
    uint64_t count; /* positions */
    double sum;
    uint64_t games;
    double square;       /* sum over games of (sum of the game)^2 */
    double product;      /* ... of sum * count of the game */
    double counts;       /* ... of count^2 */
    uint64_t game_count; /* the current game */
    double game_sum;
} Cluster;

static void cluster_add(Cluster *cluster, double value)
{
    cluster->game_count++;
    cluster->game_sum += value;
}

static void cluster_end_game(Cluster *cluster)
{
    if (cluster->game_count > 0) {
        const double n = (double)cluster->game_count;
        cluster->count += cluster->game_count;
        cluster->sum += cluster->game_sum;
        cluster->games++;
        cluster->square += cluster->game_sum * cluster->game_sum;
        cluster->product += cluster->game_sum * n;
        cluster->counts += n * n;
        cluster->game_count = 0;
        cluster->game_sum = 0.0;
    }
}

static double cluster_mean(const Cluster *cluster)
{
    return cluster->count > 0 ? cluster->sum / (double)cluster->count : 0.0;
}

/* Standard error of a ratio of sums over independent games (W. G. Cochran, Sampling Techniques, chapter 6).
 */
static double cluster_error(const Cluster *cluster)
{
    if (cluster->games < 2) {
        return 0.0;
    }
    const double m = cluster_mean(cluster);
    const double games = (double)cluster->games;
    const double squares = cluster->square - 2.0 * m * cluster->product + m * m * cluster->counts;
    return sqrt(fmax(squares, 0.0) * games / (games - 1.0)) / (double)cluster->count;
}

/* The file being gone through is one more span. */
enum { SPAN_FILE = TUNE_SPANS, SPANS };

typedef struct Sums {
    Cluster brier[TUNE_JUDGE_COUNT][SPANS];
    double loss[TUNE_JUDGE_COUNT][SPANS];
    Cluster bin[TUNE_BINS];
    double prediction[TUNE_BINS];
} Sums;

static void end_game(Sums *sums)
{
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        for (unsigned span = 0; span < SPANS; span++) {
            cluster_end_game(&sums->brier[judge][span]);
        }
    }
    for (unsigned bin = 0; bin < TUNE_BINS; bin++) {
        cluster_end_game(&sums->bin[bin]);
    }
}

static void add_score(Sums *sums, unsigned judge, const TunePosition *position, double chance)
{
    const double outcome = (double)position->outcome;
    const double sure = fmin(fmax(chance, 1e-9), 1.0 - 1e-9);
    const double loss = -outcome * log(sure) - (1.0 - outcome) * log(1.0 - sure);
    const double miss = (chance - outcome) * (chance - outcome);
    const unsigned spans[] = {position->stage, TUNE_ALL, SPAN_FILE};
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        cluster_add(&sums->brier[judge][spans[i]], miss);
        sums->loss[judge][spans[i]] += loss;
    }
}

static void add_position(Sums *sums, const TuneSample *sample, const Model *model, const TuneFileReport *file,
                         const TunePosition *position)
{
    ModelInputs inputs;
    tune_sample_inputs(sample, position, &inputs);
    const double chance = model_told(model, (double)model_probability(model_logit(model, &inputs)));
    add_score(sums, TUNE_MODEL, position, chance);
    add_score(sums, TUNE_BASE, position, file->base);
    add_score(sums, TUNE_MATERIAL, position,
              tune_logistic(file->material.offset + file->material.slope * (double)position->material));
    const unsigned tenth = (unsigned)(chance * TUNE_BINS);
    const unsigned bin = tenth < TUNE_BINS ? tenth : TUNE_BINS - 1;
    cluster_add(&sums->bin[bin], (double)position->outcome);
    sums->prediction[bin] += chance;
}

/* ------------------------------------------------------------------ the report */

static TuneScore score_of(const Sums *sums, unsigned judge, unsigned span)
{
    const Cluster *brier = &sums->brier[judge][span];
    const double count = brier->count > 0 ? (double)brier->count : 1.0;
    return (TuneScore){sums->loss[judge][span] / count, cluster_mean(brier), cluster_error(brier)};
}

/* Takes over the sums of a file and begins those of the next. */
static void end_file(Sums *sums, TuneFileReport *file)
{
    file->positions = sums->brier[TUNE_MODEL][SPAN_FILE].count;
    file->games = sums->brier[TUNE_MODEL][SPAN_FILE].games;
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        file->score[judge] = score_of(sums, judge, SPAN_FILE);
        memset(&sums->brier[judge][SPAN_FILE], 0, sizeof(Cluster));
        sums->loss[judge][SPAN_FILE] = 0.0;
    }
}

static void fill(TuneReport *report, const Sums *sums)
{
    memset(report, 0, sizeof *report);
    report->games = sums->brier[TUNE_MODEL][TUNE_ALL].games;
    report->positions = sums->brier[TUNE_MODEL][TUNE_ALL].count;
    for (unsigned span = 0; span < TUNE_SPANS; span++) {
        report->span_positions[span] = sums->brier[TUNE_MODEL][span].count;
        for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
            report->score[judge][span] = score_of(sums, judge, span);
        }
    }
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const Cluster *bin = &sums->bin[i];
        const double count = bin->count > 0 ? (double)bin->count : 1.0;
        report->bin[i] = (TuneBin){bin->count, bin->games, sums->prediction[i] / count, cluster_mean(bin),
                                   cluster_error(bin)};
    }
}

void tune_report(const TuneSample *sample, const Model *model, TuneReport *report, TuneFileReport *files)
{
    Sums sums;
    memset(&sums, 0, sizeof sums);
    bool any_held = false;
    uint64_t at = 0;
    for (size_t file = 0; file < sample->file_count; file++) {
        files[file].base = base_rate(sample, file);
        const FileOfSample of = {sample, file};
        files[file].material = tune_regression_fit(sample->count, material_at, &of, &TUNE_REGRESSION_FLAT);
        any_held = any_held || sample->file[file].held > 0;
    }
    for (size_t file = 0; file < sample->file_count; file++) {
        Model judged = *model;
        model_tells_of(&judged, sample->file[file].header.scenario);
        for (; at < sample->count && sample->position[at].file == file; at++) {
            const TunePosition *position = &sample->position[at];
            if (at > 0 && position->game != position[-1].game) {
                end_game(&sums);
            }
            if (position->held || !any_held) {
                add_position(&sums, sample, &judged, &files[file], position);
            }
        }
        end_game(&sums);
        end_file(&sums, &files[file]);
    }
    fill(report, &sums);
}
