/* cmd_report.c: `marshal report`: a page about everything in a results store. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/record.h"
#include "eval/report/report.h"
#include "eval/report/report_html.h"
#include "eval/report/report_plot.h"
#include "eval/store/store.h"
#include "play/cmd/command.h"
#include "play/cmd/shared_games.h"
#include "play/server/web_files.h"

static bool read_store(const char *file, Report *report, Err *err)
{
    Store *store = store_open(file, STORE_READ, err);
    if (store == NULL) {
        return false;
    }
    const bool good = report_read(store, report, err);
    return store_close(store, err) && good;
}

/* Outlines of places of the games that have a map on the web page: they are built in. Without one maps are
 * made of circles. */
typedef struct Outlines {
    uint32_t count;
    ReportShapes of_game[REPORT_SHAPE_GAMES];
} Outlines;

static void release_outlines(Outlines *outlines)
{
    for (uint32_t i = 0; i < outlines->count; i++) {
        report_shapes_release(&outlines->of_game[i]);
    }
}

static bool read_outlines(Outlines *outlines, Err *err)
{
    size_t count = 0;
    const WebFile *files = web_files(&count);
    outlines->count = 0;
    for (size_t i = 0; i < count && outlines->count < REPORT_SHAPE_GAMES; i++) {
        static const char tail[] = "/map/map.json";
        const size_t length = strlen(files[i].path);
        if (length <= sizeof tail || strcmp(files[i].path + length - (sizeof tail - 1), tail) != 0) {
            continue;
        }
        ReportShapes *shapes = &outlines->of_game[outlines->count];
        if (!report_shapes_read(shapes, (const char *)files[i].bytes, files[i].size, files[i].path, err)) {
            release_outlines(outlines);
            return false;
        }
        (void)snprintf(shapes->game, sizeof shapes->game, "%.*s", (int)(length - sizeof tail),
                       files[i].path + 1);
        outlines->count++;
    }
    return true;
}

static bool write_page(const Options *options, const Report *report, const Worth *worth, size_t *bytes,
                       Err *err)
{
    StrBuf page;
    Outlines outlines;
    if (!read_outlines(&outlines, err)) {
        return false;
    }
    const ReportPlan plan = {options_text(options, "title"), options->operands[0], outlines.of_game,
                             outlines.count, *worth};
    strbuf_init(&page);
    const bool good =
        report_html(report, &plan, &page, err) && record_save(&page, options_text(options, "out"), err);
    *bytes = page.length;
    strbuf_release(&page);
    release_outlines(&outlines);
    return good;
}

static void tell(const Options *options, const Report *report, size_t bytes)
{
    if (options_flag(options, "json")) {
        StrBuf text;
        strbuf_init(&text);
        report_json(report, options->operands[0], options_text(options, "out"), &text);
        command_print(&text);
        strbuf_release(&text);
        return;
    }
    printf("%s: %" PRIu64 " games of %" PRIu32 " experiments on %" PRIu32 " scenarios, %" PRIu64
           " forfeited, %" PRIu64 " quarantined; %zu kB written to %s\n",
           options->operands[0], report->games, report->experiment_count, report->scenario_count,
           report->forfeited, report->quarantined, (bytes + 999) / 1000, options_text(options, "out"));
}

static int run(const Options *options)
{
    Err err;
    Report report;
    Worth worth;
    size_t bytes = 0;
    const char *out = options_text(options, "out");
    err_clear(&err);
    if (out == NULL && !options_flag(options, "json")) {
        (void)err_set(&err, NULL, NULL, "expected --out FILE, for the page, or --json, or both");
        return command_fail(&err, EXIT_USAGE);
    }
    if (!shared_games_option(options, &worth)) {
        return EXIT_USAGE;
    }
    if ((out != NULL && (!command_can_write(out, &err) || !report_plots_ready(out, &err))) ||
        !read_store(options->operands[0], &report, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    const bool good = out == NULL || write_page(options, &report, &worth, &bytes, &err);
    if (good) {
        tell(options, &report, bytes);
    }
    report_release(&report);
    return good ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, false, "the page: one HTML file that needs nothing else"},
    {"title", OPTION_TEXT, "TITLE", "Results of Marshal", false, "its title"},
    OPTION_ROW_BOTH_LOSE("the seat french", "coalition"),
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_REPORT = {
    .name = "report",
    .operands = "DB",
    .least = 1,
    .most = 1,
    .summary = "makes a page of tables and charts from a results store",
    .details =
        "DB is what match, duel and tournament keep their games in (--db). The page has win rates, ratings, "
        "duels, how and when\n"
        "games end, cards, losses, a map of battles, and the commands that play everything again. Charts "
        "need "
        "gnuplot. The store\n"
        "may be in use: the page shows it as it was when reading began.",
    .options = OPTIONS,
    .run = run,
};
