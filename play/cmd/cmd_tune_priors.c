/* cmd_tune_priors.c: `marshal tune-priors`: fits learned priors to the visits of searches, and says how good
 * they are. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/version.h"
#include "eval/tune/tune_priors.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

typedef struct TunePriorsCommand {
    const Options *options;
    double l2, holdout;
    PriorSample sample;
    TunePriorsResult result;
    Progress progress;
} TunePriorsCommand;

/* ---- the report ---- */

static void add_loss(JsonOut *out, const char *key, uint64_t decisions, const PriorLoss *loss)
{
    jsonout_key(out, key);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "decisions", decisions);
    jsonout_key_double(out, "belief", loss->belief);
    jsonout_key_double(out, "priors", loss->priors);
    jsonout_key_double(out, "least", loss->least);
    jsonout_end(out, '}');
}

static void add_file(JsonOut *out, const PriorFile *file)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "file", file->header.name);
    jsonout_key_text(out, "scenario", file->header.scenario);
    jsonout_key_text(out, "french", file->header.policies[SEAT_FRENCH]);
    jsonout_key_text(out, "coalition", file->header.policies[SEAT_COALITION]);
    jsonout_key_u64(out, "decisions", file->decisions);
    jsonout_end(out, '}');
}

/* No times: the same fit writes the same file. */
static void add_report(JsonOut *out, const TunePriorsCommand *tune)
{
    const PriorSample *sample = &tune->sample;
    const TunePriorsResult *result = &tune->result;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "version", MARSHAL_VERSION);
    jsonout_key_text(out, "optimiser", "L-BFGS (libLBFGS)");
    jsonout_key_u64(out, "iterations", result->iterations);
    jsonout_key_text(out, "ended", result->ended);
    jsonout_key_double(out, "l2", tune->l2);
    jsonout_key_double(out, "holdout", tune->holdout);
    jsonout_key_u64(out, "kinds", sample->model.rows - 1U);
    jsonout_key_u64(out, "moves", sample->model.moves);
    jsonout_key(out, "files");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < sample->file_count; i++) {
        add_file(out, &sample->file[i]);
    }
    jsonout_end(out, ']');
    add_loss(out, "fitted", result->decisions, &result->fitted);
    add_loss(out, "held_out", result->held, &result->judged);
    jsonout_end(out, '}');
}

static void print_json(const TunePriorsCommand *tune)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "out", options_text(tune->options, "out"));
    jsonout_key(&out, "report");
    add_report(&out, tune);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_loss(const char *name, uint64_t decisions, const PriorLoss *loss)
{
    printf("%-9s %9" PRIu64 " %8.4f %8.4f %8.4f\n", name, decisions, loss->belief, loss->priors, loss->least);
}

static void print_text(const TunePriorsCommand *tune)
{
    const PriorSample *sample = &tune->sample;
    const TunePriorsResult *result = &tune->result;
    for (size_t i = 0; i < sample->file_count; i++) {
        const PriorFile *file = &sample->file[i];
        printf("%s: %s, %" PRIu64 " decisions\n", file->header.name, file->header.scenario, file->decisions);
    }
    printf("%" PRIu32 " kinds of decisions, %" PRIu32 " moves; %" PRIu32
           " iterations (%s); written to %s\n\n",
           sample->model.rows - 1U, sample->model.moves, result->iterations, result->ended,
           options_text(tune->options, "out"));
    printf("cross-entropy with the visits, a decision\n%-9s %9s %8s %8s %8s\n", "", "decisions", "belief",
           "priors", "least");
    print_loss("fitted", result->decisions, &result->fitted);
    if (result->held > 0) {
        print_loss("held out", result->held, &result->judged);
    }
}

/* ---- the run ---- */

static bool save(const TunePriorsCommand *tune, Err *err)
{
    const PriorSample *sample = &tune->sample;
    const PriorNames names = sample->ai->prior_names(&sample->game);
    StrBuf fitted;
    StrBuf text;
    strbuf_init(&fitted);
    strbuf_init(&text);
    JsonOut out = jsonout_on(&fitted);
    add_report(&out, tune);
    prior_model_write(&sample->model, &names, fitted.text, &text);
    const bool good = record_save(&text, options_text(tune->options, "out"), err);
    strbuf_release(&fitted);
    strbuf_release(&text);
    return good;
}

static void show_progress(void *context, uint32_t iteration, double value)
{
    TunePriorsCommand *tune = context;
    if (progress_due(&tune->progress)) {
        char text[64];
        (void)snprintf(text, sizeof text, "loss %.5f", value);
        progress_show(&tune->progress, iteration, text);
    }
}

static bool work(TunePriorsCommand *tune, Err *err)
{
    const Options *options = tune->options;
    if (!prior_sample_read(&tune->sample, options->operands, options->operand_count, tune->holdout,
                           interrupt_watch(), err)) {
        return false;
    }
    const TunePriorsPlan plan = {
        .sample = &tune->sample,
        .l2 = tune->l2,
        .iterations = (uint32_t)options_number(options, "iterations"),
        .stop = interrupt_watch(),
        .listener = show_progress,
        .context = tune,
    };
    progress_init(&tune->progress, plan.iterations);
    tune->progress.unit = "iterations";
    const bool good = tune_priors_fit(&plan, &tune->result, err);
    (void)progress_end(&tune->progress);
    return good && save(tune, err);
}

static int run(const Options *options)
{
    Err err;
    TunePriorsCommand tune;
    err_clear(&err);
    memset(&tune, 0, sizeof tune);
    tune.options = options;
    if (!command_share(options, "l2", 1e6, &tune.l2, &err) ||
        !command_share(options, "holdout", 0.9, &tune.holdout, &err)) {
        return command_fail(&err, EXIT_USAGE);
    }
    const bool good = work(&tune, &err);
    if (good && options_flag(options, "json")) {
        print_json(&tune);
    } else if (good) {
        print_text(&tune);
    }
    prior_sample_release(&tune.sample); /* empty if reading failed */
    const int code = good ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
    return interrupt_seen() ? EXIT_INTERRUPTED : code;
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, true, "writes the priors into this file"},
    {"l2", OPTION_TEXT, "X", "1", false, "penalty on the squares of weights, in decisions"},
    {"iterations", OPTION_COUNT, "N", "1000", false, "at most"},
    {"holdout", OPTION_TEXT, "X", "0.1", false, "share of games that are not fitted but judged by"},
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TUNE_PRIORS = {
    .name = "tune-priors",
    .operands = "SEARCHES...",
    .least = 1,
    .most = OPERANDS_MAX,
    .summary = "fits the priors of moves to what searches made of them",
    .details = "SEARCHES are files made by marshal match --searches, of one game. Whole games are held out "
               "to judge by. "
               "Ctrl-C ends a\nfit early and keeps what it has come to.",
    .options = OPTIONS,
    .run = run,
};
