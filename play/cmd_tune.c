/* cmd_tune.c: `marshal tune`: fits the evaluation to positions of finished games, and says how good it is. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/version.h"
#include "eval/tune.h"
#include "eval/tune_report.h"
#include "play/command.h"
#include "play/interrupt.h"
#include "play/progress.h"

enum { PATIENCE = 12 };

typedef struct TuneCommand {
    const Options *options;
    double blend, l2, holdout;
    TuneSample sample;
    Model model;
    TuneResult result;
    TuneReport report;
    TuneYardstick *yardsticks;
    Progress progress;
    double read_seconds;
    double fit_seconds;
} TuneCommand;

/* ---- options ---- */

static bool read_share(const Options *options, const char *name, double most, double *out, Err *err)
{
    const char *text = options_text(options, name);
    char *end = NULL;
    errno = 0;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(value >= 0.0 && value <= most)) {
        return err_set(err, NULL, NULL, "--%s: found \"%.32s\", expected a number from 0 to %g", name, text, most);
    }
    *out = value;
    return true;
}

static bool read_options(TuneCommand *tune, Err *err)
{
    const Options *options = tune->options;
    if ((options_text(options, "out") == NULL) == (options_text(options, "evaluate") == NULL)) {
        return err_set(err, NULL, NULL, "expected either --out FILE, to fit a model, or --evaluate FILE, to judge one");
    }
    return read_share(options, "blend", 1.0, &tune->blend, err) && read_share(options, "l2", 1.0, &tune->l2, err) &&
           read_share(options, "holdout", 0.9, &tune->holdout, err);
}

/* ---- the work ---- */

static bool load_model(TuneCommand *tune, const char *name, Model *model, Err *err)
{
    const TuneSample *sample = &tune->sample;
    JsonDoc doc;
    if (!json_load(&doc, name, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = model_load(model, &root, sample->game.rules->id, sample->inputs, sample->ai->input_name,
                                 sample->game.data, err);
    json_release(&doc);
    return good;
}

static void show_progress(void *context, uint32_t iteration, double fitted, double held)
{
    TuneCommand *tune = context;
    if (progress_due(&tune->progress)) {
        char text[96];
        (void)snprintf(text, sizeof text, "loss %.5f, on the hold-out %.5f", fitted, held);
        progress_show(&tune->progress, iteration, text);
    }
}

static bool fit(TuneCommand *tune, Err *err)
{
    const Options *options = tune->options;
    const char *from = options_text(options, "from");
    Model start;
    if (!model_init(&tune->model, tune->sample.inputs, err) || (from != NULL && !load_model(tune, from, &start, err))) {
        return false;
    }
    const TunePlan plan = {
        .sample = &tune->sample,
        .l2 = tune->l2,
        .iterations = (uint32_t)options_number(options, "iterations"),
        .patience = PATIENCE,
        .seed = options_number(options, "seed"),
        .threads = command_jobs(options),
        .from = from != NULL ? &start : NULL,
        .stop = interrupt_watch(),
        .listener = show_progress,
        .context = tune,
    };
    progress_init(&tune->progress, plan.iterations);
    const bool good = tune_fit(&plan, &tune->model, &tune->result, err);
    tune->fit_seconds = progress_end(&tune->progress);
    if (from != NULL) {
        model_release(&start);
    }
    return good;
}

/* ---- the file ---- */

static void add_score(JsonOut *out, const TuneReport *report, enum tune_judge judge)
{
    jsonout_begin(out, '{');
    jsonout_key_double(out, "loss", report->score[judge][TUNE_ALL].loss);
    for (unsigned span = 0; span < TUNE_SPANS; span++) {
        char key[32];
        (void)snprintf(key, sizeof key, span == TUNE_ALL ? "brier" : "brier_%s", tune_span_name(span));
        jsonout_key_double(out, key, report->score[judge][span].brier);
    }
    jsonout_key_double(out, "brier_error", report->score[judge][TUNE_ALL].error);
    jsonout_end(out, '}');
}

static void add_judged(JsonOut *out, const TuneReport *report)
{
    static const char *const keys[TUNE_JUDGE_COUNT] = {"model", "base_rate", "material"};
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "positions", report->positions);
    jsonout_key_u64(out, "games", report->games);
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        jsonout_key(out, keys[judge]);
        add_score(out, report, (enum tune_judge)judge);
    }
    jsonout_end(out, '}');
}

static void add_files(JsonOut *out, const TuneCommand *tune)
{
    jsonout_begin(out, '[');
    for (size_t i = 0; i < tune->sample.file_count; i++) {
        const TuneFile *file = &tune->sample.file[i];
        jsonout_begin(out, '{');
        jsonout_key_text(out, "file", file->header.name);
        jsonout_key_text(out, "scenario", file->header.scenario);
        jsonout_key(out, "overrides");
        jsonout_begin(out, '[');
        for (size_t k = 0; k < file->header.override_count; k++) {
            jsonout_text(out, file->header.overrides[k]);
        }
        jsonout_end(out, ']');
        jsonout_key_text(out, "french", file->header.policies[SEAT_FRENCH]);
        jsonout_key_text(out, "coalition", file->header.policies[SEAT_COALITION]);
        jsonout_key_u64(out, "positions", file->positions);
        jsonout_key_u64(out, "games", file->games);
        jsonout_key_u64(out, "held_out_games", file->held_games);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void add_options(JsonOut *out, const TuneCommand *tune)
{
    const char *from = options_text(tune->options, "from");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "blend", tune->blend);
    jsonout_key_double(out, "l2", tune->l2);
    jsonout_key_double(out, "holdout", tune->holdout);
    jsonout_key_u64(out, "iterations", options_number(tune->options, "iterations"));
    jsonout_key_u64(out, "limit", options_number(tune->options, "limit"));
    jsonout_key_u64(out, "seed", options_number(tune->options, "seed"));
    jsonout_key_text(out, "from", from);
    jsonout_end(out, '}');
}

static void add_fitted(JsonOut *out, const TuneCommand *tune)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "version", MARSHAL_VERSION);
    jsonout_key_text(out, "optimiser", "L-BFGS (libLBFGS)");
    jsonout_key_u64(out, "iterations", tune->result.iterations);
    jsonout_key_u64(out, "best_iteration", tune->result.best);
    jsonout_key_text(out, "ended", tune->result.ended);
    jsonout_key(out, "options");
    add_options(out, tune);
    jsonout_key(out, "files");
    add_files(out, tune);
    jsonout_key(out, "holdout");
    add_judged(out, &tune->report);
    jsonout_end(out, '}');
}

static void write_model(const TuneCommand *tune, StrBuf *text)
{
    const TuneSample *sample = &tune->sample;
    StrBuf fitted;
    strbuf_init(&fitted);
    JsonOut out = jsonout_on(&fitted);
    add_fitted(&out, tune);
    model_write(&tune->model, sample->game.rules->id, sample->ai->input_name, sample->game.data, fitted.text, text);
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

/* ---- output ---- */

static void print_text(const TuneCommand *tune)
{
    const TuneReport *report = &tune->report;
    printf("%" PRIu64 " positions of %" PRIu32 " games, %.1f inputs each, read in %.1f s\n", tune->sample.count,
           tune->sample.games, (double)tune->sample.input_count / (double)tune->sample.count, tune->read_seconds);
    for (size_t i = 0; i < tune->sample.file_count; i++) {
        const TuneFile *file = &tune->sample.file[i];
        printf("  %s: %s, %" PRIu64 " positions, %" PRIu32 " games (%" PRIu32 " held out), base rate %.3f\n", file->header.name,
               file->header.scenario, file->positions, file->games, file->held_games, tune->yardsticks[i].base);
    }
    if (tune->result.ended != NULL) {
        printf("fitted in %.1f s, %" PRIu32 " iterations, %" PRIu32 " evaluations (%s); best: iteration %" PRIu32
               ", loss %.5f, on the hold-out %.5f\n",
               tune->fit_seconds, tune->result.iterations, tune->result.evaluations, tune->result.ended, tune->result.best,
               tune->result.fitted, tune->result.held);
    }
    printf("\njudged on %" PRIu64 " positions of %" PRIu64 " games\n", report->positions, report->games);
    printf("%-10s %8s %17s %8s %8s %8s\n", "", "loss", "Brier", "early", "mid-game", "late");
    for (unsigned judge = 0; judge < TUNE_JUDGE_COUNT; judge++) {
        const TuneScore *score = report->score[judge];
        printf("%-10s %8.5f %8.5f +-%.5f %8.5f %8.5f %8.5f\n", tune_judge_name((enum tune_judge)judge), score[TUNE_ALL].loss,
               score[TUNE_ALL].brier, score[TUNE_ALL].error, score[TUNE_EARLY].brier, score[TUNE_MIDDLE].brier,
               score[TUNE_LATE].brier);
    }
    printf("\npredicted   positions    games   mean   won by the French\n");
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const TuneBin *bin = &report->bin[i];
        printf("%.1f - %.1f  %10" PRIu64 " %8" PRIu64 "  %.3f  %.3f +-%.3f\n", (double)i / TUNE_BINS, (double)(i + 1) / TUNE_BINS,
               bin->positions, bin->games, bin->prediction, bin->outcome, bin->error);
    }
}

static bool work(TuneCommand *tune, Err *err)
{
    const Options *options = tune->options;
    const char *evaluate = options_text(options, "evaluate");
    const double began = clock_seconds();
    const TuneRead read = {
        .names = options->operands,
        .count = options->operand_count,
        .blend = tune->blend,
        .holdout = evaluate != NULL ? 0.0 : tune->holdout,
        .limit = options_number(options, "limit"),
        .stop = interrupt_watch(),
    };
    if (!tune_sample_read(&tune->sample, &read, err)) {
        return false;
    }
    tune->read_seconds = clock_seconds() - began;
    tune->yardsticks = calloc(tune->sample.file_count, sizeof *tune->yardsticks);
    if (tune->yardsticks == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!(evaluate != NULL ? load_model(tune, evaluate, &tune->model, err) : fit(tune, err))) {
        return false;
    }
    return tune_report(&tune->sample, &tune->model, &tune->report, tune->yardsticks, err) &&
           (evaluate != NULL || save_model(tune, err));
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
    const bool good = work(&tune, &err);
    if (good) {
        print_text(&tune);
    }
    free(tune.yardsticks);
    model_release(&tune.model);
    tune_sample_release(&tune.sample);
    return good ? interrupt_seen() ? EXIT_INTERRUPTED : EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, false, "fits a model and writes it into this file"},
    {"evaluate", OPTION_TEXT, "FILE", NULL, false, "fits nothing: judges the model in this file on all positions"},
    {"from", OPTION_TEXT, "FILE", NULL, false, "starts from the model in this file"},
    {"blend", OPTION_TEXT, "X", "0", false, "share of the search's value in what is fitted; the rest is the outcome"},
    {"l2", OPTION_TEXT, "X", "1e-5", false, "penalty on the squares of weights"},
    {"iterations", OPTION_COUNT, "N", "150", false, "at most; fewer if the hold-out says so"},
    {"holdout", OPTION_TEXT, "X", "0.1", false, "share of games that are not fitted but judged by"},
    {"limit", OPTION_COUNT, "N", NULL, false, "takes at most N positions, evenly from all files"},
    OPTION_ROW_SEED("of the weights at the start"),
    OPTION_ROW_JOBS,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TUNE = {
    .name = "tune",
    .operands = "POSITIONS...",
    .least = 1,
    .most = OPERANDS_MAX,
    .summary = "fits the evaluation of positions to finished games",
    .details = "POSITIONS are files made by marshal match --positions, of one game and board. Whole games are held out, and the\n"
               "model that is best on them is kept. The result is the same for every number of jobs.",
    .options = OPTIONS,
    .run = run,
};
