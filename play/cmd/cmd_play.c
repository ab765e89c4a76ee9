/* cmd_play.c: `marshal play`: a game in the terminal. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/record.h"
#include "play/cmd/command.h"
#include "play/session/session.h"
#include "play/terminal/terminal.h"

static const char USUAL_OPPONENT[] = "level"; /* the usual one of the game */

/* Who sits where, from --side and --opponent; NULL: not said. */
static bool read_seats(const Options *options, bool scenario, const char *seats[SEAT_COUNT], Err *err)
{
    const char *side = options_text(options, "side");
    const char *opponent = options_text(options, "opponent");
    seats[SEAT_FRENCH] = NULL;
    seats[SEAT_COALITION] = NULL;
    if (side == NULL && opponent == NULL && !scenario) {
        return true;
    }
    Seat seat = SEAT_NONE;
    side = side != NULL ? side : "french";
    opponent = opponent != NULL ? opponent : USUAL_OPPONENT;
    if (strcmp(side, "none") == 0) {
        seats[SEAT_FRENCH] = opponent;
        seats[SEAT_COALITION] = opponent;
    } else if (strcmp(side, "both") == 0) {
        seats[SEAT_FRENCH] = SESSION_HUMAN;
        seats[SEAT_COALITION] = SESSION_HUMAN;
    } else if (seat_parse(side, &seat) && seat_plays(seat)) {
        seats[seat] = SESSION_HUMAN;
        seats[seat_other(seat)] = opponent;
    } else {
        return err_set(err, NULL, NULL, "--side: found \"%s\", expected french, coalition, both or none",
                       side);
    }
    return true;
}

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

/* A name of our own that no file has yet: game-name-1.jsonl. */
static bool find_file(const Session *session, char path[SCENARIO_PATH_BYTES], Err *err)
{
    enum { TRIES = 9999 };
    char name[64];
    const char *last = strrchr(session->game.scenario, '/');
    (void)snprintf(name, sizeof name, "%.*s",
                   (int)strcspn(last != NULL ? last + 1 : session->game.scenario, "."),
                   last != NULL ? last + 1 : session->game.scenario);
    for (int i = 1; i <= TRIES; i++) {
        (void)snprintf(path, SCENARIO_PATH_BYTES, "%s-%s-%d.jsonl", session->game.rules->id, name, i);
        if (!exists(path)) {
            return true;
        }
    }
    return err_set(err, NULL, NULL, "there are too many saved games here; name a file with --file");
}

/* *code: whether the scenario is at fault or the command line. */
static Session *open_scenario(const Options *options, enum exit_code *code, Err *err)
{
    const char *seats[SEAT_COUNT];
    Game game;
    *code = EXIT_USAGE;
    if (!read_seats(options, true, seats, err)) {
        return NULL;
    }
    if (!game_load(&game, options->operands[0], options->list, options->list_count, err)) {
        *code = EXIT_FAILED;
        return NULL;
    }
    game_release(&game);
    const SessionSetup setup = {
        .scenario = options->operands[0],
        .overrides = options->list,
        .override_count = options->list_count,
        .seats = {seats[SEAT_FRENCH], seats[SEAT_COALITION]},
        .has_seed = options_given(options, "seed"),
        .seed = options_number(options, "seed"),
    };
    return session_open(&setup, err);
}

static int play_scenario(const Options *options)
{
    char path[SCENARIO_PATH_BYTES];
    Err err;
    err_clear(&err);
    const char *file = options_text(options, "file");
    if (file != NULL && exists(file)) {
        (void)err_set(&err, file, NULL,
                      "is there already; marshal play %s goes on with it, or name another --file", file);
        return command_fail(&err, EXIT_FAILED);
    }
    enum exit_code code = EXIT_GOOD;
    Session *session = open_scenario(options, &code, &err);
    if (session == NULL) {
        return command_fail(&err, code);
    }
    (void)snprintf(path, sizeof path, "%s", file != NULL ? file : "");
    if (file == NULL && !find_file(session, path, &err)) {
        session_close(session);
        return command_fail(&err, EXIT_FAILED);
    }
    return terminal_run(session, path, true, options_given(options, "dice"));
}

/* A record that no human has played in is somebody's result: the game that goes on from it is kept elsewhere.
 */
static int play_record(const Options *options)
{
    const char *seats[SEAT_COUNT];
    char path[SCENARIO_PATH_BYTES];
    Err err;
    err_clear(&err);
    if (options->list_count > 0 || options_given(options, "seed")) {
        (void)err_set(&err, NULL, NULL,
                      "--set and --seed are for scenarios; a saved game has those it was begun with");
        return command_fail(&err, EXIT_USAGE);
    }
    if (!read_seats(options, false, seats, &err)) {
        return command_fail(&err, EXIT_USAGE);
    }
    Session *session = session_load(options->operands[0], NULL, &err);
    const bool ours = session != NULL && (session->human[SEAT_FRENCH] || session->human[SEAT_COALITION]);
    for (int seat = 0; seat < SEAT_COUNT && session != NULL; seat++) {
        if (seats[seat] != NULL && !session_set_seat(session, (Seat)seat, seats[seat], &err)) {
            session_close(session);
            session = NULL;
        }
    }
    if (session == NULL) {
        return command_fail(&err, EXIT_FAILED);
    }
    const char *file = options_text(options, "file");
    const char *kept = file != NULL ? file : ours ? options->operands[0] : "";
    (void)snprintf(path, sizeof path, "%s", kept);
    if (file != NULL && strcmp(file, options->operands[0]) != 0 && exists(file)) {
        (void)err_set(&err, file, NULL, "is there already");
    } else if (kept[0] == '\0') {
        (void)find_file(session, path, &err);
    }
    if (err.set) {
        session_close(session);
        return command_fail(&err, EXIT_FAILED);
    }
    return terminal_run(session, path, strcmp(path, options->operands[0]) != 0,
                        options_given(options, "dice"));
}

static int run(const Options *options)
{
    const char *dice = options_text(options, "dice");
    Err err;
    err_clear(&err);
    if (dice != NULL && strcmp(dice, "typed") != 0) {
        (void)err_set(&err, NULL, NULL, "--dice: found \"%s\", expected typed", dice);
        return command_fail(&err, EXIT_USAGE);
    }
    return record_looks_like_one(options->operands[0]) ? play_record(options) : play_scenario(options);
}

static const OptionSpec OPTIONS[] = {
    {"side", OPTION_TEXT, "SIDE", NULL, false,
     "yours: french, coalition, both (two people), none (you watch); french if not said"},
    {"opponent", OPTION_TEXT, "POLICY", NULL, false,
     "who plays the other side: level:1 and up, another policy, or human; the usual level if not said"},
    {"dice", OPTION_TEXT, "typed", NULL, false, "dice fall on your table and are typed in"},
    {"file", OPTION_TEXT, "SAVE", NULL, false, "where the game is kept (default: a new file here)"},
    {"seed", OPTION_INDEX, "K", NULL, false,
     "seed of the dice and the deal (default: one that nobody knows)"},
    OPTION_ROW_SET,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_PLAY = {
    .name = "play",
    .operands = "SCENARIO-or-SAVE",
    .least = 1,
    .most = 1,
    .summary = "a game in the terminal, against a policy or another person",
    .details =
        "Type help when it has begun. The game is kept in a record all the time: quit, or close the window, "
        "and go on\n"
        "with marshal play SAVE. Works with input from a pipe or file as well, one command or choice a line.",
    .options = OPTIONS,
    .run = run,
};
