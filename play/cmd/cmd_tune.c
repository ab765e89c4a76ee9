/* cmd_tune.c: `marshal tune`: fits the evaluation to positions of finished games, and says how good it is. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/version.h"
#include "eval/tune/tune.h"
#include "eval/tune/tune_calibrate.h"
#include "eval/tune/tune_plot.h"
#include "eval/tune/tune_report.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

enum { PATIENCE = 20 };

typedef struct TuneCommand {
    const Options *options;
    double lambda, trust, rate, l2, holdout;
    TuneSample sample;
    Model model;
    TuneResult result;
    TuneReport report;
    TuneFileReport *files;
    StrBuf weights; /* with --calibrate: where the model says that its weights come from, JSON */
    Progress progress;
    double read_seconds;
    double fit_seconds;
} TuneCommand;

/* ---- options ---- */

static bool read_options(TuneCommand *tune, Err *err)
{
    const Options *options = tune->options;
    if ((options_text(options, "out") == NULL) == (options_text(options, "evaluate") == NULL)) {
        return err_set(err, NULL, NULL,
                       "expected either --out FILE, to fit a model, or --evaluate FILE, to judge one");
    }
    if (options_flag(options, "near") && options_text(options, "from") == NULL) {
        return err_set(err, NULL, NULL, "--near: expected --from FILE, the model to stay near to");
    }
    if (options_flag(options, "calibrate") &&
        (options_text(options, "from") == NULL || options_text(options, "out") == NULL)) {
        return err_set(err, NULL, NULL,
                       "--calibrate: expected --from FILE, the model to put right, and --out FILE, where it "
                       "goes");
    }
    if (options_given(options, "epochs") && options_given(options, "iterations")) {
        return err_set(err, NULL, NULL,
                       "expected either --epochs N, for Adam, or --iterations N, for L-BFGS");
    }
    if (options_given(options, "rate") && !options_given(options, "epochs")) {
        return err_set(err, NULL, NULL, "--rate: expected --epochs N, the passes that it is for");
    }
    if (options_given(options, "trust") && !options_given(options, "rounds")) {
        return err_set(err, NULL, NULL, "--trust: expected --rounds N, the fits that it is for");
    }
    return command_share(options, "lambda", 1.0, &tune->lambda, err) &&
           command_share(options, "trust", 1.0, &tune->trust, err) &&
           command_share(options, "rate", 1.0, &tune->rate, err) &&
           command_share(options, "l2", 1.0, &tune->l2, err) &&
           command_share(options, "holdout", 0.9, &tune->holdout, err);
}

/* ---- the work ---- */

/* What a model's file says of its weights, whether or not it was calibrated since. */
static void note_weights(const JsonNode *root, StrBuf *weights)
{
    JsonNode fitted;
    JsonNode before;
    if (json_find(root, "fitted", &fitted)) {
        json_write(json_find(&fitted, "weights", &before) ? &before : &fitted, weights);
    }
}

static bool load_model(TuneCommand *tune, const char *name, Model *model, Err *err)
{
    const TuneSample *sample = &tune->sample;
    JsonDoc doc;
    if (!json_load(&doc, name, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    note_weights(&root, &tune->weights);
    const bool good = model_load(model, &root, sample->game.rules->id, NULL, sample->inputs,
                                 sample->ai->input_name, sample->game.data, err);
    json_release(&doc);
    return good;
}

static void show_progress(void *context, uint32_t iteration, double fitted, double held)
{
    TuneCommand *tune = context;
    Progress *progress = &tune->progress;
    if (progress_due(progress)) {
        (void)fprintf(stderr,
                      "%siteration %" PRIu32 " of at most %" PRIu64 ": loss %.5f, on the hold-out %.5f%s",
                      progress->terminal ? "\r\033[K" : "", iteration, progress->total, fitted, held,
                      progress->terminal ? "" : "\n");
        (void)fflush(stderr);
        progress->shown = clock_seconds();
        progress->visible = progress->terminal;
    }
}

/* From the model of --from, or at random. */
static bool fit_from(TuneCommand *tune, const Model *from, Err *err)
{
    const Options *options = tune->options;
    const TunePlan plan = {
        .sample = &tune->sample,
        .l2 = tune->l2,
        .iterations = (uint32_t)options_number(options, "iterations"),
        .patience = PATIENCE,
        .epochs = (uint32_t)options_number(options, "epochs"),
        .rate = tune->rate,
        .seed = options_number(options, "seed"),
        .threads = command_jobs(options),
        .from = from,
        .near = options_flag(options, "near") ? from : NULL,
        .stop = interrupt_watch(),
        .listener = show_progress,
        .context = tune,
    };
    const TuneRounds rounds = {&tune->sample, (uint32_t)options_number(options, "rounds"), tune->trust};
    progress_init(&tune->progress, plan.epochs > 0 ? plan.epochs : plan.iterations);
    const bool good = tune_fit_rounds(&plan, &rounds, &tune->model, &tune->result, err);
    tune->fit_seconds = progress_end(&tune->progress);
    return good;
}

static bool fit(TuneCommand *tune, Err *err)
{
    const char *name = options_text(tune->options, "from");
    Model from;
    memset(&from, 0, sizeof from);
    const bool good = model_init(&tune->model, tune->sample.inputs, err) &&
                      (name == NULL || load_model(tune, name, &from, err)) &&
                      fit_from(tune, name != NULL ? &from : NULL, err);
    model_release(&from);
    return good;
}

static bool calibrate(TuneCommand *tune, Err *err)
{
    return load_model(tune, options_text(tune->options, "from"), &tune->model, err) &&
           tune_calibrate(&tune->sample, &tune->model, err);
}

/* ---- the report as JSON, for --json and for the model's file ---- */

static const char *const JUDGE_KEYS[TUNE_JUDGE_COUNT] = {"model", "base_rate", "material"};

static void add_score(JsonOut *out, const TuneReport *report, enum tune_judge judge)
{
    const TuneScore *score = report->score[judge];
    jsonout_begin(out, '{');
    jsonout_key_double(out, "loss", score[TUNE_ALL].loss);
    jsonout_key_double(out, "brier", score[TUNE_ALL].brier);
    jsonout_key_double(out, "brier_se", score[TUNE_ALL].error);
    jsonout_key_double(out, "brier_early", score[TUNE_EARLY].brier);
    jsonout_key_double(out, "brier_mid_game", score[TUNE_MIDDLE].brier);
    jsonout_key_double(out, "brier_late", score[TUNE_LATE].brier);
    jsonout_end(out, '}');
}

static void add_reliability(JsonOut *out, const TuneReport *report)
{
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const TuneBin *bin = &report->bin[i];
        jsonout_begin(out, '{');
        jsonout_key_double(out, "from", (double)i / TUNE_BINS);
        jsonout_key_double(out, "to", (double)(i + 1) / TUNE_BINS);
        jsonout_key_u64(out, "positions", bin->positions);
        jsonout_key_u64(out, "games", bin->games);
        jsonout_key_double(out, "prediction", bin->prediction);
        jsonout_key_double(out, "outcome", bin->outcome);
        jsonout_key_double(out, "outcome_se", bin->error);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void add_judged(JsonOut *out, const TuneReport *report)
{
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "positions", report->positions);
    jsonout_key_u64(out, "games", report->games);
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        jsonout_key(out, JUDGE_KEYS[judge]);
        add_score(out, report, (enum tune_judge)judge);
    }
    jsonout_key(out, "reliability");
    add_reliability(out, report);
    jsonout_end(out, '}');
}

static void add_file(JsonOut *out, const TuneFile *file, const TuneFileReport *report)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "file", file->header.name);
    jsonout_key_text(out, "scenario", file->header.scenario);
    jsonout_key(out, "overrides");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < file->header.override_count; i++) {
        jsonout_text(out, file->header.overrides[i]);
    }
    jsonout_end(out, ']');
    jsonout_key_text(out, "french", file->header.policies[SEAT_FRENCH]);
    jsonout_key_text(out, "coalition", file->header.policies[SEAT_COALITION]);
    jsonout_key_u64(out, "positions", file->positions);
    jsonout_key_u64(out, "games", file->games);
    jsonout_key_u64(out, "held_out_games", file->held_games);
    jsonout_key_double(out, "mean_outcome", report->base);
    jsonout_key_double(out, "material_offset", report->material.offset);
    jsonout_key_double(out, "material_slope", report->material.slope);
    jsonout_key_u64(out, "judged_positions", report->positions);
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        jsonout_key(out, JUDGE_KEYS[judge]);
        jsonout_begin(out, '{');
        jsonout_key_double(out, "loss", report->score[judge].loss);
        jsonout_key_double(out, "brier", report->score[judge].brier);
        jsonout_key_double(out, "brier_se", report->score[judge].error);
        jsonout_end(out, '}');
    }
    jsonout_end(out, '}');
}

static void add_options(JsonOut *out, const TuneCommand *tune)
{
    const Options *options = tune->options;
    jsonout_begin(out, '{');
    jsonout_key_double(out, "lambda", tune->lambda);
    jsonout_key_u64(out, "rounds", options_number(options, "rounds"));
    jsonout_key_double(out, "trust", tune->trust);
    jsonout_key_double(out, "l2", tune->l2);
    jsonout_key_double(out, "holdout", tune->holdout);
    if (options_given(options, "epochs")) {
        jsonout_key_u64(out, "epochs", options_number(options, "epochs"));
        jsonout_key_double(out, "rate", tune->rate);
    } else {
        jsonout_key_u64(out, "iterations", options_number(options, "iterations"));
    }
    jsonout_key_u64(out, "limit", options_number(options, "limit"));
    jsonout_key_u64(out, "seed", options_number(options, "seed"));
    jsonout_key_text(out, "from", options_text(options, "from"));
    jsonout_key_bool(out, "near", options_flag(options, "near"));
    jsonout_end(out, '}');
}

static void add_fit(JsonOut *out, const TuneCommand *tune)
{
    jsonout_key_text(out, "optimiser", options_given(tune->options, "epochs") ? "Adam" : "L-BFGS (libLBFGS)");
    jsonout_key_u64(out, "iterations", tune->result.iterations);
    jsonout_key_u64(out, "best_iteration", tune->result.best);
    jsonout_key_u64(out, "evaluations", tune->result.evaluations);
    jsonout_key_text(out, "ended", tune->result.ended);
    jsonout_key_double(out, "loss_fitted", tune->result.fitted);
    jsonout_key(out, "options");
    add_options(out, tune);
}

/* No times: the same fit writes the same file. */
static void add_report(JsonOut *out, const TuneCommand *tune)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "version", MARSHAL_VERSION);
    if (tune->result.ended != NULL) {
        add_fit(out, tune);
    }
    if (options_flag(tune->options, "calibrate")) {
        jsonout_key_text(out, "calibrated", options_text(tune->options, "from"));
        jsonout_key_double(out, "holdout_share", tune->holdout);
        jsonout_key_raw(out, "weights", tune->weights.length > 0 ? tune->weights.text : "null");
    }
    jsonout_key_u64(out, "positions", tune->sample.count);
    jsonout_key_u64(out, "games", tune->sample.games);
    jsonout_key(out, "files");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < tune->sample.file_count; i++) {
        add_file(out, &tune->sample.file[i], &tune->files[i]);
    }
    jsonout_end(out, ']');
    jsonout_key(out, options_text(tune->options, "evaluate") == NULL ? "holdout" : "judged");
    add_judged(out, &tune->report);
    jsonout_end(out, '}');
}

static void print_json(const TuneCommand *tune)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "out", options_text(tune->options, "out"));
    jsonout_key_text(&out, "evaluated", options_text(tune->options, "evaluate"));
    jsonout_key_text(&out, "plot", options_text(tune->options, "plot"));
    jsonout_key_double(&out, "seconds_reading", tune->read_seconds);
    jsonout_key_double(&out, "seconds_fitting", tune->fit_seconds);
    jsonout_key(&out, "report");
    add_report(&out, tune);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

/* ---- the files ---- */

static void write_model(const TuneCommand *tune, StrBuf *text)
{
    const TuneSample *sample = &tune->sample;
    StrBuf fitted;
    strbuf_init(&fitted);
    JsonOut out = jsonout_on(&fitted);
    add_report(&out, tune);
    model_write(&tune->model, sample->game.rules->id, sample->ai->input_name, sample->game.data, fitted.text,
                text);
    strbuf_release(&fitted);
}

static bool save_model(const TuneCommand *tune, Err *err)
{
    StrBuf text;
    strbuf_init(&text);
    write_model(tune, &text);
    const bool good = record_save(&text, options_text(tune->options, "out"), err);
    strbuf_release(&text);
    return good;
}

static bool draw_plot(const TuneCommand *tune, Err *err)
{
    const char *plot = options_text(tune->options, "plot");
    const char *judged = options_text(tune->options, "evaluate");
    return plot == NULL ||
           tune_plot(&tune->report, judged != NULL ? judged : options_text(tune->options, "out"), plot, err);
}

/* ---- the report as text ---- */

static void print_sample(const TuneCommand *tune)
{
    const TuneSample *sample = &tune->sample;
    printf("%" PRIu64 " positions of %" PRIu32 " games, %.1f inputs each, read in %.1f s\n", sample->count,
           sample->games, sample->count > 0 ? (double)sample->input_count / (double)sample->count : 0.0,
           tune->read_seconds);
    for (size_t i = 0; i < sample->file_count; i++) {
        const TuneFile *file = &sample->file[i];
        printf("  %s: %s, %" PRIu64 " positions, %" PRIu32 " games (%" PRIu32 " held out), base rate %.3f\n",
               file->header.name, file->header.scenario, file->positions, file->games, file->held_games,
               tune->files[i].base);
    }
}

static void print_fit(const TuneCommand *tune)
{
    const TuneResult *result = &tune->result;
    if (options_given(tune->options, "epochs")) {
        printf("%" PRIu32 " epochs in %.1f s (%s)\n", result->iterations, tune->fit_seconds, result->ended);
    } else {
        printf("%" PRIu32 " iterations, %" PRIu32 " evaluations in %.1f s (%s)\n", result->iterations,
               result->evaluations, tune->fit_seconds, result->ended);
    }
    printf("kept: %s %" PRIu32 ", loss %.5f, on the hold-out %.5f; written to %s\n",
           options_given(tune->options, "epochs") ? "epoch" : "iteration", result->best, result->fitted,
           result->held, options_text(tune->options, "out"));
}

static void print_calibrations(const TuneCommand *tune)
{
    for (uint32_t i = 0; i < tune->model.calibration_count; i++) {
        const ModelCalibration *calibration = &tune->model.calibration[i];
        printf("%s: logit told %+.4f %+.4f times that found\n", calibration->scenario,
               (double)calibration->offset, (double)calibration->slope);
    }
    printf("written to %s\n", options_text(tune->options, "out"));
}

static void print_scores(const TuneReport *report)
{
    printf("%-10s %8s %18s %9s %9s %9s\n", "", "loss", "Brier", "early", "mid-game", "late");
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        const TuneScore *score = report->score[judge];
        printf("%-10s %8.5f %8.5f +- %.5f %9.5f %9.5f %9.5f\n", tune_judge_name((enum tune_judge)judge),
               score[TUNE_ALL].loss, score[TUNE_ALL].brier, score[TUNE_ALL].error, score[TUNE_EARLY].brier,
               score[TUNE_MIDDLE].brier, score[TUNE_LATE].brier);
    }
}

/* Letters of the longest name among the scenarios, at least 10. */
static int widest_scenario(const TuneCommand *tune)
{
    size_t widest = 10;
    for (size_t i = 0; i < tune->sample.file_count; i++) {
        const size_t length = strlen(tune->sample.file[i].header.scenario);
        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

static void print_files(const TuneCommand *tune)
{
    const int width = widest_scenario(tune);
    printf("%-*s %8s %18s %10s %10s   Brier by file\n", width, "", "loss", "model", "base rate", "material");
    for (size_t i = 0; i < tune->sample.file_count; i++) {
        const TuneScore *score = tune->files[i].score;
        printf("%-*s %8.5f %8.5f +- %.5f %10.5f %10.5f   %s\n", width, tune->sample.file[i].header.scenario,
               score[TUNE_MODEL].loss, score[TUNE_MODEL].brier, score[TUNE_MODEL].error,
               score[TUNE_BASE].brier, score[TUNE_MATERIAL].brier, tune->sample.file[i].header.name);
    }
}

static void print_reliability(const TuneReport *report)
{
    printf("predicted    positions    games    mean    won by french\n");
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const TuneBin *bin = &report->bin[i];
        if (bin->positions > 0) {
            printf("%.1f to %.1f  %10" PRIu64 " %8" PRIu64 "   %.3f   %.3f +- %.3f\n", (double)i / TUNE_BINS,
                   (double)(i + 1) / TUNE_BINS, bin->positions, bin->games, bin->prediction, bin->outcome,
                   bin->error);
        }
    }
}

static void print_text(const TuneCommand *tune)
{
    const TuneReport *report = &tune->report;
    print_sample(tune);
    if (tune->result.ended != NULL) {
        print_fit(tune);
    }
    if (options_flag(tune->options, "calibrate")) {
        print_calibrations(tune);
    }
    printf("\njudged on %" PRIu64 " positions of %" PRIu64
           " games%s (+- one standard error, games as units)\n",
           report->positions, report->games, report->positions < tune->sample.count ? " held out" : "");
    print_scores(report);
    printf("\n");
    print_files(tune);
    printf("\n");
    print_reliability(report);
}

/* ---- the run ---- */

static bool read_sample(TuneCommand *tune, Err *err)
{
    const Options *options = tune->options;
    const double began = clock_seconds();
    const TuneRead read = {
        .names = options->operands,
        .count = options->operand_count,
        .lambda = tune->lambda,
        .holdout = options_given(options, "evaluate") ? 0.0 : tune->holdout,
        .limit = options_number(options, "limit"),
        .stop = interrupt_watch(),
    };
    if (!tune_sample_read(&tune->sample, &read, err)) {
        return false;
    }
    tune->read_seconds = clock_seconds() - began;
    tune->files = calloc(tune->sample.file_count, sizeof *tune->files);
    return tune->files != NULL || err_set(err, NULL, NULL, "out of memory");
}

/* The model that is asked for. */
static bool make_model(TuneCommand *tune, Err *err)
{
    const char *evaluate = options_text(tune->options, "evaluate");
    return evaluate != NULL                           ? load_model(tune, evaluate, &tune->model, err)
           : options_flag(tune->options, "calibrate") ? calibrate(tune, err)
                                                      : fit(tune, err);
}

/* What can be known to fail is tried before the long work. */
static bool work(TuneCommand *tune, Err *err)
{
    const char *evaluate = options_text(tune->options, "evaluate");
    const char *plot = options_text(tune->options, "plot");
    if ((plot != NULL && !tune_plot_ready(plot, err)) || !read_sample(tune, err) || !make_model(tune, err)) {
        return false;
    }
    tune_report(&tune->sample, &tune->model, &tune->report, tune->files);
    return (evaluate != NULL || save_model(tune, err)) && draw_plot(tune, err);
}

static int run(const Options *options)
{
    Err err;
    TuneCommand tune;
    err_clear(&err);
    memset(&tune, 0, sizeof tune);
    tune.options = options;
    if (!read_options(&tune, &err)) {
        return command_fail(&err, EXIT_USAGE);
    }
    strbuf_init(&tune.weights);
    const bool good = work(&tune, &err);
    if (good && options_flag(options, "json")) {
        print_json(&tune);
    } else if (good) {
        print_text(&tune);
    }
    free(tune.files);
    strbuf_release(&tune.weights);
    model_release(&tune.model);
    tune_sample_release(&tune.sample);
    const int failed = good ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
    return interrupt_seen() ? EXIT_INTERRUPTED : failed;
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, false, "fits a model and writes it into this file"},
    {"evaluate", OPTION_TEXT, "FILE", NULL, false,
     "fits nothing: judges the model in this file on all positions"},
    {"from", OPTION_TEXT, "FILE", NULL, false, "starts from the model in this file"},
    {"near", OPTION_FLAG, NULL, NULL, false, "with --from: --l2 weighs the distance from that model"},
    {"calibrate", OPTION_FLAG, NULL, NULL, false,
     "with --from: keeps the weights, and puts chances right in each scenario by an offset and a slope"},
    {"lambda", OPTION_TEXT, "X", "1", false,
     "below 1: fits what searches thought later on, each decision later counting X times as much (1: the "
     "outcome)"},
    {"rounds", OPTION_COUNT, "N", NULL, false,
     "fits N times more (with --from: N times), to what the model before thinks of the positions that "
     "followed"},
    {"trust", OPTION_TEXT, "X", "0.9", false,
     "with --rounds: each decision later counts X times as much as the one before, the outcome last"},
    {"l2", OPTION_TEXT, "X", "5e-4", false, "penalty on the squares of weights"},
    {"iterations", OPTION_COUNT, "N", "200", false, "at most; fewer if the hold-out says so"},
    {"epochs", OPTION_COUNT, "N", NULL, false,
     "fits by N passes of Adam over small batches instead of by L-BFGS; --l2 is then its decay (0.03 to 1)"},
    {"rate", OPTION_TEXT, "X", "0.002", false, "with --epochs: how fast it learns at first"},
    {"holdout", OPTION_TEXT, "X", "0.1", false, "share of games that are not fitted but judged by"},
    {"limit", OPTION_COUNT, "N", NULL, false, "takes at most N positions, evenly from all files"},
    OPTION_ROW_SEED("of the weights at the start"),
    {"plot", OPTION_TEXT, "FILE.svg", NULL, false, "draws predicted against actual chances, by gnuplot"},
    {"jobs", OPTION_COUNT, "J", NULL, false, "threads (default: one a processor)"},
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TUNE = {
    .name = "tune",
    .operands = "POSITIONS...",
    .least = 1,
    .most = OPERANDS_MAX,
    .summary = "fits the evaluation of positions to finished games",
    .details = "POSITIONS are files made by marshal match --positions, of one game and board. Whole games "
               "are held out, and the\n"
               "model that is best on them is kept. The result is the same for every number of jobs. Ctrl-C "
               "ends a fit early\n"
               "and keeps the best model so far.",
    .options = OPTIONS,
    .run = run,
};
