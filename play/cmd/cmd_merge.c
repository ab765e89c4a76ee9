/* cmd_merge.c: `marshal merge`: joins stores of results. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/jsonout.h"
#include "eval/store/store_merge.h"
#include "play/cmd/command.h"

static void add_source(JsonOut *out, const char *file, const StoreMerge *merge)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "file", file);
    jsonout_key_u64(out, "experiments", merge->experiments);
    jsonout_key_u64(out, "games", merge->games);
    jsonout_key_u64(out, "added", merge->added);
    jsonout_key_u64(out, "same", merge->same);
    jsonout_key_u64(out, "different", merge->different);
    jsonout_end(out, '}');
}

static void tell(const char *file, const StoreMerge *merge)
{
    printf("%s: %" PRIu64 " games of %" PRIu64 " experiments: %" PRIu64 " added, %" PRIu64
           " were there already",
           file, merge->games, merge->experiments, merge->added, merge->same);
    if (merge->different > 0) {
        printf(", %" PRIu64 " were there with ANOTHER RESULT, which stays", merge->different);
    }
    printf("\n");
}

static bool merge_all(Store *store, const Options *options, JsonOut *out, Err *err)
{
    bool good = true;
    for (size_t i = 1; good && i < options->operand_count; i++) {
        StoreMerge merge;
        good = store_merge(store, options->operands[i], &merge, err);
        if (good && out != NULL) {
            add_source(out, options->operands[i], &merge);
        } else if (good) {
            tell(options->operands[i], &merge);
        }
    }
    return good;
}

static int run(const Options *options)
{
    Err err;
    StrBuf text;
    err_clear(&err);
    Store *store = store_open(options->operands[0], STORE_WRITE, &err);
    if (store == NULL) {
        return command_fail(&err, EXIT_FAILED);
    }
    const bool json = options_flag(options, "json");
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "file", options->operands[0]);
    jsonout_key(&out, "sources");
    jsonout_begin(&out, '[');
    bool good = merge_all(store, options, json ? &out : NULL, &err);
    good = store_close(store, &err) && good;
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    if (good && json) {
        command_print(&text);
    }
    strbuf_release(&text);
    return good ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static const OptionSpec OPTIONS[] = {
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_MERGE = {
    .name = "merge",
    .operands = "OUT.db IN.db...",
    .least = 2,
    .most = OPERANDS_MAX,
    .summary = "joins stores of results, such as those of shards",
    .details =
        "OUT.db is made if there is none. Games that are there already stay as they are, so merging twice\n"
        "changes nothing. Each source is merged as a whole or not at all, and is only read.",
    .options = OPTIONS,
    .run = run,
};
