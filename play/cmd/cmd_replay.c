/* cmd_replay.c: `marshal replay`: plays a record again, and shows every position on the way, or tells what
 * happened, if asked. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/replay.h"
#include "engine/words.h"
#include "play/cmd/command.h"

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

/* ---- what happened ---- */

/* What is shown of a record on the way, besides the verdict at its end. */
typedef struct Showing {
    bool positions;
    bool json;        /* events go into list, else they are printed as text */
    Seat viewer;      /* whose knowledge the events are told with */
    Journal *journal; /* for events; NULL: not wanted */
    StrBuf line;      /* scratch */
    StrBuf list;      /* JSON items of the member "events", one a decision */
} Showing;

static void begin_showing(Showing *showing, const Options *options, Seat viewer, Journal *journal)
{
    showing->positions = options_flag(options, "positions");
    showing->json = options_flag(options, "json");
    showing->viewer = viewer;
    showing->journal = options_flag(options, "events") ? journal : NULL;
    strbuf_init(&showing->line);
    strbuf_init(&showing->list);
    journal_open(journal, JOURNAL_ALL);
}

static void end_showing(Showing *showing)
{
    strbuf_release(&showing->line);
    strbuf_release(&showing->list);
}

/* A seat is told its own decisions only: of the other's, what follows from them in the open. */
static const char *move_shown(const Replay *replay, const Showing *showing)
{
    return showing->viewer == SEAT_BOTH || showing->viewer == replay->step.seat ? replay->step.move : NULL;
}

/* One decision with all that followed from it. */
static void print_events(const Replay *replay, Showing *showing)
{
    const GameRules *rules = replay->game.rules;
    const char *move = move_shown(replay, showing);
    printf("%" PRIu32 ". %s%s%s\n", replay->plies, seat_name(replay->step.seat), move != NULL ? ": " : "",
           move != NULL ? move : "");
    for (uint32_t i = 0; i < showing->journal->count; i++) {
        strbuf_clear(&showing->line);
        rules->event_text(replay->game.data, &showing->journal->entries[i], showing->viewer, &showing->line);
        if (showing->line.length > 0) { /* else another entry tells it */
            printf("    %s\n", showing->line.text);
        }
    }
    if (showing->journal->overflow) {
        printf("    (more happened than there is room for)\n");
    }
}

/* The same as {"ply","seat","move","overflow","events":[...]}. */
static void add_events(const Replay *replay, Showing *showing)
{
    const GameRules *rules = replay->game.rules;
    JsonOut out = jsonout_on(&showing->list);
    out.comma = showing->list.length > 0;
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "ply", replay->plies);
    jsonout_key_text(&out, "seat", seat_name(replay->step.seat));
    jsonout_key_text(&out, "move", move_shown(replay, showing));
    jsonout_key_bool(&out, "overflow", showing->journal->overflow);
    jsonout_key(&out, "events");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < showing->journal->count; i++) {
        strbuf_clear(&showing->line);
        rules->event_json(replay->game.data, &showing->journal->entries[i], showing->viewer, &showing->line);
        jsonout_raw(&out, showing->line.text);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
}

/* ---- the replay ---- */

/* Plays the decision read last and shows it. */
static bool play_step(Replay *replay, Showing *showing, Err *err)
{
    if (showing->positions) {
        print_position(replay, replay->step.move, &showing->line);
    }
    if (!replay_apply(replay, err)) {
        return false;
    }
    if (showing->journal != NULL && showing->json) {
        add_events(replay, showing);
    } else if (showing->journal != NULL) {
        print_events(replay, showing);
    }
    return true;
}

static bool play_through(Replay *replay, Showing *showing, Err *err)
{
    enum replay_status status = REPLAY_DECISION;
    replay->journal = showing->journal;
    while ((status = replay_next(replay, err)) == REPLAY_DECISION) {
        if (!play_step(replay, showing, err)) {
            status = REPLAY_ERROR;
            break;
        }
    }
    if (showing->positions && status == REPLAY_END) {
        print_position(replay, NULL, &showing->line);
    }
    return status == REPLAY_END;
}

static bool is_forfeit(const Replay *replay)
{
    return replay->complete && replay->outcome.grade == OUTCOME_FORFEIT;
}

static bool is_finished(const Replay *replay) { return replay->state.header.over != 0 || is_forfeit(replay); }

static Outcome outcome_of(const Replay *replay)
{
    return is_forfeit(replay) ? replay->outcome : game_outcome(&replay->game, &replay->state.header);
}

static void add_outcome(JsonOut *out, const Replay *replay)
{
    if (!is_finished(replay)) {
        jsonout_key_null(out, "outcome");
        return;
    }
    const Outcome outcome = outcome_of(replay);
    jsonout_key(out, "outcome");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "winner", seat_name(outcome.winner));
    jsonout_key_text(out, "grade", outcome_grade_name(outcome.grade));
    jsonout_key_i64(out, "turn", outcome.turn);
    if (is_forfeit(replay)) {
        jsonout_key_text(out, "forfeit", replay->record.forfeit);
    }
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

/* replay is NULL if the record could not even be opened, showing too. */
static void print_json(const Replay *replay, const Showing *showing, bool valid, bool checked, const Err *err)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_bool(&out, "valid", valid);
    jsonout_key_u64(&out, "plies", replay != NULL ? replay->plies : 0);
    if (replay != NULL) {
        add_outcome(&out, replay);
        jsonout_key_bool(&out, "finished", is_finished(replay));
        jsonout_key_text(&out, "scenario", replay->game.scenario);
    } else {
        jsonout_key_null(&out, "outcome");
    }
    jsonout_key_bool(&out, "dice_checked", checked);
    if (showing != NULL && showing->journal != NULL) {
        jsonout_key(&out, "events");
        jsonout_begin(&out, '[');
        jsonout_raw(&out, showing->list.text);
        jsonout_end(&out, ']');
    }
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
    if (is_finished(replay)) {
        const Outcome outcome = outcome_of(replay);
        StrBuf turn;
        strbuf_init(&turn);
        words_turn(&replay->game, outcome.turn, &turn);
        printf("outcome: %s, %s, %s%s%s%s\n", seat_name(outcome.winner), outcome_grade_name(outcome.grade),
               turn.text, is_forfeit(replay) ? " (" : "", replay->record.forfeit,
               is_forfeit(replay) ? ")" : "");
        strbuf_release(&turn);
    } else {
        printf("unfinished: %s to decide\n", seat_name((Seat)replay->state.header.seat));
    }
}

static bool tells_events(const GameRules *rules)
{
    return rules->event_text != NULL && rules->event_json != NULL;
}

static int run_open(Replay *replay, const Options *options, Seat viewer)
{
    Err err;
    err_clear(&err);
    Journal journal;
    Showing showing;
    if (options_flag(options, "events") && !tells_events(replay->game.rules)) {
        (void)err_set(&err, replay->record.file, NULL, "game \"%s\" does not tell events",
                      replay->game.rules->id);
        return command_fail(&err, EXIT_FAILED);
    }
    begin_showing(&showing, options, viewer, &journal);
    const bool valid = play_through(replay, &showing, &err);
    const bool checked = valid && replay->check && replay->record.header.has_seed;
    if (!showing.positions && showing.json) {
        print_json(replay, &showing, valid, checked, &err);
    } else if (!showing.positions && valid) {
        print_text(replay, checked);
    }
    end_showing(&showing);
    return valid ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

static bool parse_viewer(const char *text, Seat *viewer)
{
    return seat_parse(text, viewer) && *viewer != SEAT_NONE;
}

/* Checks what the table of options cannot, after telling what is wrong. */
static bool usage_is_right(const Options *options, Seat *viewer)
{
    const char *seat = options_text(options, "seat");
    if (!parse_viewer(seat, viewer)) {
        (void)fprintf(stderr, "marshal: --seat: found \"%.64s\", expected french, coalition or both\n", seat);
        return false;
    }
    if (options_flag(options, "events") && options_flag(options, "positions")) {
        (void)fprintf(
            stderr, "marshal: --events and --positions both print a line a decision; ask for one of them\n");
        return false;
    }
    return true;
}

static int run(const Options *options)
{
    Replay replay;
    Err err;
    Seat viewer = SEAT_BOTH;
    err_clear(&err);
    if (!usage_is_right(options, &viewer)) {
        return EXIT_USAGE;
    }
    if (!replay_open(&replay, options->operands[0], options_text(options, "scenario"),
                     options_flag(options, "check"), &err)) {
        if (options_flag(options, "json") && !options_flag(options, "positions")) {
            print_json(NULL, NULL, false, false, &err);
        }
        return command_fail(&err, EXIT_FAILED);
    }
    const int code = run_open(&replay, options, viewer);
    replay_release(&replay);
    return code;
}

static const OptionSpec OPTIONS[] = {
    {"check", OPTION_FLAG, NULL, NULL, false,
     "draws the dice again from the seed and compares; wants an outcome line"},
    {"positions", OPTION_FLAG, NULL, NULL, false,
     "prints each position, with everything hidden, as JSON Lines"},
    {"events", OPTION_FLAG, NULL, NULL, false,
     "tells in words what happened in each decision; with --json as data"},
    {"seat", OPTION_TEXT, "SEAT", "both", false,
     "whose knowledge --events shows: french, coalition or both; the other seat's decisions are left out"},
    {"scenario", OPTION_TEXT, "SCENARIO", NULL, false,
     "loads this scenario instead of the one the record names"},
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
               "last position with \"move\":null. --events prints each decision and below it, a sentence "
               "each, what\n"
               "the rules did by themselves: dice, losses, phases. With --json it becomes a member "
               "\"events\", a list\n"
               "of {\"ply\",\"seat\",\"move\",\"overflow\",\"events\":[{\"kind\",\"seat\",\"clause\",...}]}.",
    .options = OPTIONS,
    .run = run,
};
