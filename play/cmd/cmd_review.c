/* cmd_review.c: `marshal review`: a recorded game judged decision by decision. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/strbuf.h"
#include "eval/report/plot.h"
#include "eval/review/review.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

/* Begins with the first decision judged: only then is known how many there are. */
typedef struct Watch {
    Progress progress;
    bool begun;
} Watch;

static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    Watch *watch = context;
    if (!watch->begun) {
        progress_init(&watch->progress, total);
        watch->progress.unit = "decisions";
        watch->begun = true;
    }
    if (progress_due(&watch->progress)) {
        progress_show(&watch->progress, done, "judged");
    }
    return true;
}

static void print(const Review *review, bool json)
{
    StrBuf text;
    strbuf_init(&text);
    if (json) {
        review_write_json(review, &text);
        command_print(&text);
    } else {
        review_write_text(review, &text);
        printf("%s", text.text);
    }
    strbuf_release(&text);
}

static int run(const Options *options)
{
    Review review;
    Watch watch = {.begun = false};
    Err err;
    err_clear(&err);
    const char *svg = options_text(options, "svg");
    if (svg != NULL && !plot_ready(svg, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    const ReviewPlan plan = {
        .file = options->operands[0],
        .scenario = options_text(options, "scenario"),
        .sims = options_number(options, "sims"),
        .seed = options_number(options, "seed"),
        .most = (uint32_t)options_number(options, "most"),
        .threads = command_jobs(options),
        .stop = interrupt_watch(),
        .listener = show_progress,
        .context = &watch,
    };
    const bool good = review_run(&plan, &review, &err);
    if (watch.begun) {
        (void)progress_end(&watch.progress);
    }
    if (!good) {
        return command_fail(&err, EXIT_FAILED);
    }
    print(&review, options_flag(options, "json"));
    const bool plotted = svg == NULL || review_plot(&review, svg, &err);
    const bool stopped = review.stopped;
    if (stopped) {
        (void)fprintf(stderr, "marshal: interrupted: the first %" PRIu32 " decisions are judged\n",
                      review.plies);
    }
    review_release(&review);
    return !plotted ? command_fail(&err, EXIT_FAILED) : stopped ? EXIT_INTERRUPTED : EXIT_GOOD;
}

static const OptionSpec OPTIONS[] = {
    {"sims", OPTION_COUNT, "N", NULL, false,
     "iterations a decision is searched with (default: what suits the game); its moves then alone with "
     "twice as many"},
    {"most", OPTION_COUNT, "N", NULL, false,
     "of a longer record, judges about N decisions (default 4000): those around which the chances moved "
     "most"},
    {"svg", OPTION_TEXT, "FILE", NULL, false,
     "draws the chance of the seat french to win over the game (needs gnuplot)"},
    {"scenario", OPTION_TEXT, "SCENARIO", NULL, false,
     "loads this scenario instead of the one the record names"},
    {"jobs", OPTION_COUNT, "J", NULL, false, "decisions judged at a time (default: one a processor)"},
    OPTION_ROW_SEED("seed of the searches"),
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_REVIEW = {
    .name = "review",
    .operands = "RECORD",
    .least = 1,
    .most = 1,
    .summary = "judges every decision of a recorded game; skill and luck, and where it turned",
    .details = "A decision is judged by what its seat could know. A mistake is a loss in win probability "
               "that is larger\n"
               "than 2.5 standard errors and than half a point; \"lost in all\" adds up all differences, "
               "noise and all.\n"
               "An unfinished record is reviewed as far as it goes.",
    .options = OPTIONS,
    .run = run,
};
