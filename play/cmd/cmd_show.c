/* cmd_show.c: `marshal show`: a position, at the start of a scenario or somewhere in a record. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ai/protocol.h"
#include "engine/dice.h"
#include "engine/record.h"
#include "engine/replay.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "play/cmd/command.h"

/* A position to show. */
typedef struct Shown {
    const Game *game;
    const State *state;
    uint32_t plies; /* decisions made so far */
    Seat viewer;    /* SEAT_BOTH: everything is shown */
} Shown;

static bool parse_viewer(const char *text, Seat *viewer)
{
    return seat_parse(text, viewer) && *viewer != SEAT_NONE;
}

static void print_json(const Shown *shown)
{
    const ProtocolBoard board = {shown->game, shown->state, shown->plies, shown->viewer, NULL, false};
    StrBuf text;
    strbuf_init(&text);
    protocol_write_board(&text, &board);
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const Shown *shown)
{
    const Game *game = shown->game;
    StrBuf text;
    strbuf_init(&text);
    game->rules->position_text(game->data, shown->state, shown->viewer, &text);
    printf("%s (%s), after %" PRIu32 " decisions\n%s", game->scenario, game->title, shown->plies, text.text);
    if (text.length > 0 && text.text[text.length - 1] != '\n') {
        printf("\n");
    }
    strbuf_release(&text);
    if (shown->state->over) {
        const Outcome outcome = game_outcome(game, shown->state);
        StrBuf end;
        strbuf_init(&end);
        words_outcome(game, &outcome, &end);
        printf("over: %s\n", end.text);
        strbuf_release(&end);
    }
}

static void print(const Shown *shown, const Options *options)
{
    if (options_flag(options, "json")) {
        print_json(shown);
    } else {
        print_text(shown);
    }
}

static int show_start(const Options *options, Seat viewer)
{
    Game game;
    StateBuffer state;
    if (options_given(options, "ply")) {
        (void)fprintf(stderr, "marshal: --ply is for records; a scenario shows its start\n");
        return EXIT_USAGE;
    }
    if (!command_load(&game, options->operands[0], options)) {
        return EXIT_FAILED;
    }
    Dice dice = dice_from_stream(rng_derive(options_number(options, "seed"), RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &dice);
    print(&(Shown){&game, &state.header, 0, viewer}, options);
    game_release(&game);
    return EXIT_GOOD;
}

static int show_record(const Options *options, Seat viewer)
{
    Replay replay;
    Err err;
    err_clear(&err);
    if (!replay_open(&replay, options->operands[0], NULL, false, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    const uint64_t wanted = options_given(options, "ply") ? options_number(options, "ply") : UINT64_MAX;
    const bool found = replay_advance(&replay, wanted, &err);
    if (found) {
        print(&(Shown){&replay.game, &replay.state.header, replay.plies, viewer}, options);
    }
    replay_release(&replay);
    return found ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static int run(const Options *options)
{
    Seat viewer = SEAT_BOTH;
    const char *seat = options_text(options, "seat");
    if (!parse_viewer(seat, &viewer)) {
        (void)fprintf(stderr, "marshal: --seat: found \"%.64s\", expected french, coalition or both\n", seat);
        return EXIT_USAGE;
    }
    return record_looks_like_one(options->operands[0]) ? show_record(options, viewer)
                                                       : show_start(options, viewer);
}

static const OptionSpec OPTIONS[] = {
    {"seat", OPTION_TEXT, "SEAT", "both", false, "whose knowledge to show: french, coalition or both"},
    {"ply", OPTION_INDEX, "N", NULL, false, "of a record: after so many decisions (default: all of them)"},
    OPTION_ROW_SEED("of a scenario: seed of the game's dice and deal"),
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_SHOW = {
    .name = "show",
    .operands = "SCENARIO-or-RECORD",
    .least = 1,
    .most = 1,
    .summary = "prints a position",
    .details = "With --seat french or coalition, what that seat may not know is left out.",
    .options = OPTIONS,
    .run = run,
};
