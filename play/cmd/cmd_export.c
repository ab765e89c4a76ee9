/* cmd_export.c: `marshal export`: what a store holds, for other programs. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/jsonout.h"
#include "eval/store/store_export.h"
#include "play/cmd/command.h"

static bool export_table(Store *store, const Options *options, uint64_t *games, Err *err)
{
    const char *name = options_text(options, "out");
    FILE *out = name != NULL ? fopen(name, "wb") : stdout;
    if (out == NULL) {
        return err_set(err, name, NULL, "cannot write: %s", strerror(errno));
    }
    const enum store_format format = options_flag(options, "jsonl") ? STORE_JSON_LINES : STORE_CSV;
    const bool good = store_export(store, format, out, games, err);
    const bool closed = name == NULL || fclose(out) == 0;
    return good && (closed || err_set(err, name, NULL, "cannot write: %s", strerror(errno)));
}

static bool export_records(Store *store, const Options *options, StoreRecords *records, Err *err)
{
    const char *folder = options_text(options, "records");
    *records = (StoreRecords){
        .folder = folder,
        .experiment = (int64_t)options_number(options, "experiment"),
        .one = options_given(options, "number"),
        .number = options_number(options, "number"),
    };
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return err_set(err, folder, NULL, "cannot make the folder: %s", strerror(errno));
    }
    return store_export_records(store, records, err);
}

static void tell_records(const StoreRecords *records)
{
    (void)fprintf(stderr, "marshal: %" PRIu64 " records written to %s, each as the store says",
                  records->written, records->folder);
    if (records->impossible > 0) {
        (void)fprintf(stderr,
                      "; %" PRIu64 " games cannot be played again (no moves were kept, and their policies do "
                      "not repeat themselves, or have other files now)",
                      records->impossible);
    }
    (void)fprintf(stderr, "\n");
}

static int run(const Options *options)
{
    Err err;
    err_clear(&err);
    const bool wants_records = options_given(options, "records");
    if (wants_records + options_flag(options, "csv") + options_flag(options, "jsonl") != 1) {
        (void)err_set(&err, NULL, NULL, "expected one of --csv, --jsonl, --records DIR");
        return command_fail(&err, EXIT_USAGE);
    }
    Store *store = store_open(options->operands[0], STORE_READ, &err);
    if (store == NULL) {
        return command_fail(&err, EXIT_FAILED);
    }
    uint64_t games = 0;
    StoreRecords records;
    const bool good = wants_records ? export_records(store, options, &records, &err)
                                    : export_table(store, options, &games, &err);
    (void)store_close(store, NULL);
    if (!good) {
        return command_fail(&err, EXIT_FAILED);
    }
    if (wants_records) {
        tell_records(&records);
    }
    return EXIT_GOOD;
}

static const OptionSpec OPTIONS[] = {
    {"csv", OPTION_FLAG, NULL, NULL, false, "a line a game, with a header"},
    {"jsonl", OPTION_FLAG, NULL, NULL, false,
     "JSON Lines: an object a game, with cards played and places fought over"},
    {"out", OPTION_TEXT, "FILE", NULL, false, "writes there instead of to standard output"},
    {"records", OPTION_TEXT, "DIR", NULL, false,
     "plays games again, checks that they end as the store says, and writes a record of each"},
    {"experiment", OPTION_COUNT, "ID", NULL, false,
     "with --records: only this experiment (first column of --csv)"},
    {"number", OPTION_INDEX, "N", NULL, false, "with --records: only this game"},
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_EXPORT = {
    .name = "export",
    .operands = "DB",
    .least = 1,
    .most = 1,
    .summary = "writes the games of a store as CSV, JSON Lines or records",
    .details = NULL,
    .options = OPTIONS,
    .run = run,
};
