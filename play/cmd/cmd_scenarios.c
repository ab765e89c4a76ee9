/* cmd_scenarios.c: `marshal scenarios`: what there is to play. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/dice.h"
#include "engine/game.h"
#include "engine/jsonout.h"
#include "engine/rng.h"
#include "engine/scenario.h"
#include "play/cmd/command.h"

/* What the list says of one scenario. */
typedef struct Line {
    bool good;
    Err err; /* if not good */
    char game[32];
    char title[128];
    long turns; /* 0: not said */
} Line;

/* Game turns from the first to the last there can be; 0: the game does not say. */
static long count_turns(const Game *game)
{
    if (game->rules->turn_count == NULL) {
        return 0;
    }
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state.header, &dice);
    return (long)game->rules->turn_count(game->data) - (long)state.header.turn;
}

static Line read_line(const ScenarioEntry *entry)
{
    Line line = {.good = false, .turns = 0};
    Game game;
    err_clear(&line.err);
    line.good = game_load(&game, entry->path, NULL, 0, &line.err);
    if (line.good) {
        (void)snprintf(line.game, sizeof line.game, "%s", game.rules->id);
        (void)snprintf(line.title, sizeof line.title, "%s", game.title);
        line.turns = count_turns(&game);
        game_release(&game);
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
            printf("%-16s %s", entries[i].id, line.title);
            if (line.turns > 0) {
                printf(" (%ld turns)", line.turns);
            }
            printf("\n");
        } else {
            printf("%-16s cannot be read: %s\n", entries[i].id, line.err.message);
        }
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
    return command_has_scenarios() ? EXIT_GOOD : EXIT_FAILED;
}

static const OptionSpec OPTIONS[] = {OPTION_ROW_JSON, OPTION_ROW_HELP, OPTION_ROW_END};

const Command COMMAND_SCENARIOS = {
    .name = "scenarios",
    .operands = "",
    .summary = "lists what there is to play",
    .details = "Scenarios are looked up in $MARSHAL_SCENARIOS, ./scenarios, and ../scenarios and "
               "../share/marshal/scenarios\n"
               "seen from the program's folder; marshal --version tells where that is.",
    .options = OPTIONS,
    .run = run,
};
