/* cmd_replay.c: `marshal replay`: plays a record again, and shows every position on the way if asked. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/replay.h"
#include "play/command.h"

/* ---- positions, one JSON object a line ---- */

static void add_legal(JsonOut *out, const Replay *replay)
{
    const Game *game = &replay->game;
    MoveList list;
    (void)game_legal(game, &replay->state.header, &list);
    jsonout_key(out, "legal");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, list.moves[i], text);
        jsonout_text(out, text);
    }
    jsonout_end(out, ']');
}

/* Prints the position now; move is the one about to be played, NULL after the last one. */
static void print_position(const Replay *replay, const char *move, StrBuf *line)
{
    const Game *game = &replay->game;
    const State *state = &replay->state.header;
    strbuf_clear(line);
    JsonOut out = jsonout_on(line);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "ply", replay->plies + 1);
    jsonout_key_text(&out, "seat", seat_name((Seat)state->seat));
    add_legal(&out, replay);
    jsonout_key_text(&out, "move", move);
    jsonout_key(&out, "position");
    game->rules->position_json(game->data, state, SEAT_BOTH, line);
    jsonout_end(&out, '}');
    strbuf_add_char(line, '\n');
    (void)fwrite(line->text, 1, line->length, stdout);
}

/* ---- the replay ---- */

static bool play_through(Replay *replay, bool positions, Err *err)
{
    enum replay_status status = REPLAY_DECISION;
    StrBuf line;
    strbuf_init(&line);
    while ((status = replay_next(replay, err)) == REPLAY_DECISION) {
        if (positions) {
            print_position(replay, replay->step.move, &line);
        }
        if (!replay_apply(replay, err)) {
            status = REPLAY_ERROR;
            break;
        }
    }
    if (positions && status == REPLAY_END) {
        print_position(replay, NULL, &line);
    }
    strbuf_release(&line);
    return status == REPLAY_END;
}

static void add_outcome(JsonOut *out, const Replay *replay)
{
    if (!replay->state.header.over) {
        jsonout_key_null(out, "outcome");
        return;
    }
    const Outcome outcome = game_outcome(&replay->game, &replay->state.header);
    jsonout_key(out, "outcome");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "winner", seat_name(outcome.winner));
    jsonout_key_text(out, "grade", outcome_grade_name(outcome.grade));
    jsonout_key_i64(out, "year", outcome.turn);
    jsonout_end(out, '}');
}

static void add_error(JsonOut *out, const Err *err)
{
    jsonout_key(out, "error");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "file", err->file);
    jsonout_key_text(out, "path", err->path);
    jsonout_key_text(out, "message", err->message);
    jsonout_end(out, '}');
}

/* replay is NULL if the record could not even be opened. */
static void print_json(const Replay *replay, bool valid, bool checked, const Err *err)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_bool(&out, "valid", valid);
    jsonout_key_u64(&out, "plies", replay != NULL ? replay->plies : 0);
    if (replay != NULL) {
        add_outcome(&out, replay);
        jsonout_key_bool(&out, "finished", replay->state.header.over != 0);
        jsonout_key_text(&out, "scenario", replay->game.scenario);
    } else {
        jsonout_key_null(&out, "outcome");
    }
    jsonout_key_bool(&out, "dice_checked", checked);
    if (!valid) {
        add_error(&out, err);
    }
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const Replay *replay, bool checked)
{
    const RecordHeader *header = &replay->record.header;
    printf("%s: valid, %" PRIu32 " plies of %s; %s\n", replay->record.file, replay->plies,
           replay->game.scenario,
           checked            ? "dice are those of the seed"
           : header->has_seed ? "dice not checked against the seed (--check does)"
                              : "no seed to check dice against");
    if (replay->state.header.over) {
        const Outcome outcome = game_outcome(&replay->game, &replay->state.header);
        printf("outcome: %s, %s, %d\n", seat_name(outcome.winner), outcome_grade_name(outcome.grade),
               outcome.turn);
    } else {
        printf("unfinished: %s to decide\n", seat_name((Seat)replay->state.header.seat));
    }
}

static int run_open(Replay *replay, const Options *options)
{
    Err err;
    err_clear(&err);
    const bool positions = options_flag(options, "positions");
    const bool valid = play_through(replay, positions, &err);
    const bool checked = valid && replay->check && replay->record.header.has_seed;
    if (!positions && options_flag(options, "json")) {
        print_json(replay, valid, checked, &err);
    } else if (!positions && valid) {
        print_text(replay, checked);
    }
    return valid ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static int run(const Options *options)
{
    Replay replay;
    Err err;
    err_clear(&err);
    if (!replay_open(&replay, options->operands[0], options_text(options, "scenario"),
                     options_flag(options, "check"), &err)) {
        if (options_flag(options, "json") && !options_flag(options, "positions")) {
            print_json(NULL, false, false, &err);
        }
        return command_fail(&err, EXIT_FAILED);
    }
    const int code = run_open(&replay, options);
    replay_release(&replay);
    return code;
}

static const OptionSpec OPTIONS[] = {
    {"check", OPTION_FLAG, NULL, NULL, false,
     "draws the dice again from the seed and compares; wants an outcome line"},
    {"positions", OPTION_FLAG, NULL, NULL, false,
     "prints each position, with everything hidden, as JSON Lines"},
    {"scenario", OPTION_TEXT, "S", NULL, false, "loads this scenario instead of the one the record names"},
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_REPLAY = {
    .name = "replay",
    .operands = "RECORD",
    .least = 1,
    .most = 1,
    .summary = "plays a recorded game again and verifies it",
    .details = "Scenario, seats, moves, dice and outcome are always checked against the rules; the first "
               "fault is told\n"
               "with its line. --positions prints {\"ply\",\"seat\",\"legal\",\"move\",\"position\"} before "
               "each move, and the\n"
               "last position with \"move\":null.",
    .options = OPTIONS,
    .run = run,
};
