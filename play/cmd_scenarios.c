/* cmd_scenarios.c: `marshal scenarios`: what there is to play. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/scenario.h"
#include "play/command.h"

/* What the list says of one scenario. */
typedef struct Line {
    bool good;
    Err err; /* if not good */
    char game[32];
    char title[128];
    long turns; /* 0: not said */
} Line;

/* Game turns of a scenario: its calendar in the set-up, where it has one. */
static long count_turns(const JsonNode *root)
{
    JsonNode setup;
    long first = 0;
    long last = 0;
    const bool known = json_find(root, "setup", &setup) &&
                       json_get_int(&setup, "first_year", 0, 9999, &first, NULL) &&
                       json_get_int(&setup, "last_year", first, 9999, &last, NULL);
    return known ? last - first + 1 : 0;
}

static bool describe(const Scenario *scenario, Line *line)
{
    const JsonNode root = json_root(&scenario->scenario);
    const char *game = "";
    const char *title = "";
    if (!json_get_string(&root, "game", &game, &line->err) ||
        !json_get_string(&root, "title", &title, &line->err)) {
        return false;
    }
    (void)snprintf(line->game, sizeof line->game, "%s", game);
    (void)snprintf(line->title, sizeof line->title, "%s", title);
    line->turns = count_turns(&root);
    return true;
}

static Line read_line(const ScenarioEntry *entry)
{
    Line line = {.good = false, .turns = 0};
    Scenario scenario;
    err_clear(&line.err);
    if (scenario_open(&scenario, entry->path, NULL, 0, &line.err)) {
        line.good = describe(&scenario, &line);
        scenario_release(&scenario);
    }
    return line;
}

static void add_json(JsonOut *out, const ScenarioEntry *entry, const Line *line)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", entry->id);
    jsonout_key_text(out, "game", line->good ? line->game : NULL);
    jsonout_key_text(out, "title", line->good ? line->title : NULL);
    if (line->turns > 0) {
        jsonout_key_i64(out, "turns", line->turns);
    } else {
        jsonout_key_null(out, "turns");
    }
    if (!line->good) {
        jsonout_key_text(out, "error", line->err.message);
    }
    jsonout_end(out, '}');
}

static void print_json(const ScenarioEntry *entries, size_t count)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key(&out, "scenarios");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i < count; i++) {
        const Line line = read_line(&entries[i]);
        add_json(&out, &entries[i], &line);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const ScenarioEntry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Line line = read_line(&entries[i]);
        if (line.good) {
            printf("%-16s %s (%ld turns)\n", entries[i].id, line.title, line.turns);
        } else {
            printf("%-16s cannot be read: %s\n", entries[i].id, line.err.message);
        }
    }
    if (count == 0) {
        (void)fprintf(stderr,
                      "marshal: no scenarios found; set MARSHAL_SCENARIOS to the folder that holds them\n");
    }
}

static int run(const Options *options)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    if (entries == NULL) {
        (void)fprintf(stderr, "marshal: out of memory\n");
        return EXIT_FAILED;
    }
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    if (options_flag(options, "json")) {
        print_json(entries, count);
    } else {
        print_text(entries, count);
    }
    free(entries);
    return count > 0 ? EXIT_GOOD : EXIT_FAILED;
}

static const OptionSpec OPTIONS[] = {OPTION_ROW_JSON, OPTION_ROW_HELP, OPTION_ROW_END};

const Command COMMAND_SCENARIOS = {
    .name = "scenarios",
    .operands = "",
    .summary = "lists what there is to play",
    .details = "Scenarios are looked up in $MARSHAL_SCENARIOS, ./scenarios, and ../scenarios beside the "
               "program's folder.",
    .options = OPTIONS,
    .run = run,
};
