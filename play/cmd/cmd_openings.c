/* cmd_openings.c: `marshal openings`: what is played in the first turn, and what it is worth. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/replay.h"
#include "engine/version.h"
#include "engine/words.h"
#include "eval/openings/openings.h"
#include "eval/openings/openings_source.h"
#include "eval/store/store.h"
#include "eval/store/store_export.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

typedef struct OpeningsCommand {
    const Options *options;
    Game game;
    Openings *openings;
    OpeningsSource source;
    const char *kind; /* of the source: "store", "records", "position" */
    const char *name; /* its file or folder */
    Policy judge;
    bool has_judge;
    uint32_t positions; /* judged of each group */
    /* of a position: */
    uint64_t plies;
    Policy *policies; /* policy_count of them, then the one that plays on */
    size_t policy_count, policies_made;
    Progress progress;
} OpeningsCommand;

static void show_games(void *context, uint64_t done)
{
    OpeningsCommand *command = context;
    if (progress_due(&command->progress)) {
        command->progress.total = done > command->progress.total ? done : command->progress.total;
        progress_show(&command->progress, done, "first turns");
    }
}

static void show_judged(void *context, uint64_t done, uint64_t total)
{
    OpeningsCommand *command = context;
    command->progress.total = total;
    command->progress.unit = "groups";
    if (progress_due(&command->progress)) {
        progress_show(&command->progress, done, "judged by a search");
    }
}

/* ------------------------------------------------------------------ where from */

static bool from_store(OpeningsCommand *command, Err *err)
{
    command->kind = "store";
    command->name = options_text(command->options, "db");
    Store *store = store_open(command->name, STORE_READ, err);
    if (store == NULL) {
        return false;
    }
    const bool good =
        store_view_begin(store, err) && openings_add_store(command->openings, store, &command->source, err);
    store_view_end(store);
    return store_close(store, err) && good;
}

static bool from_records(OpeningsCommand *command, Err *err)
{
    command->kind = "records";
    command->name = options_text(command->options, "records");
    return openings_add_records(command->openings, command->name, &command->source, err);
}

/* The policies that play the turn, and the one that plays on. */
static bool make_policies(OpeningsCommand *command, Err *err)
{
    static const char *const usual[] = {"heuristic"};
    const char *const *specs = options_list(command->options, "policy", &command->policy_count);
    if (command->policy_count == 0) {
        specs = usual;
        command->policy_count = 1;
    }
    command->policies = calloc(command->policy_count + 1, sizeof *command->policies);
    if (command->policies == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (size_t i = 0; i <= command->policy_count; i++) {
        const char *spec = i < command->policy_count ? specs[i] : options_text(command->options, "then");
        if (!policy_init(&command->policies[i], &command->game, spec, err)) {
            return false;
        }
        command->policies_made++;
    }
    return true;
}

/* "FILE:PLY": the last colon counts. */
static bool read_place(const char *text, char file[ERR_FILE_BYTES], uint64_t *plies, Err *err)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    errno = 0;
    const unsigned long long number = colon != NULL ? strtoull(colon + 1, &end, 10) : 0;
    if (colon == NULL || colon[1] < '0' || colon[1] > '9' || *end != '\0' || errno != 0 ||
        (size_t)(colon - text) >= ERR_FILE_BYTES) {
        return err_set(err, NULL, NULL,
                       "--from: found \"%.64s\", expected RECORD:PLY, how many decisions were made before",
                       text);
    }
    (void)snprintf(file, ERR_FILE_BYTES, "%.*s", (int)(colon - text), text);
    *plies = number;
    return true;
}

static bool play_from(OpeningsCommand *command, const Replay *replay, const char *file, Err *err)
{
    if (strcmp(replay->game.sha256, command->game.sha256) != 0) {
        return err_set(
            err, file, NULL, "found a record of %s (SHA-256 %.12s...), expected one of %s (%.12s...)",
            replay->game.scenario, replay->game.sha256, command->game.scenario, command->game.sha256);
    }
    if (command->source.games == UINT64_MAX) {
        command->source.games = 200;
    }
    const OpeningsFrom from = {.state = &replay->state.header,
                               .plies = replay->plies,
                               .policies = command->policies,
                               .count = command->policy_count,
                               .then = &command->policies[command->policy_count],
                               .seed = options_number(command->options, "seed")};
    progress_init(&command->progress, command->source.games * command->policy_count);
    command->source.threads =
        command_games_at_once(command->options, command->policies, command->policy_count + 1);
    return openings_add_from(command->openings, &from, &command->source, err);
}

static bool from_position(OpeningsCommand *command, Err *err)
{
    char file[ERR_FILE_BYTES];
    Replay *replay = malloc(sizeof *replay);
    command->kind = "position";
    command->name = options_text(command->options, "from");
    bool good = replay != NULL || err_set(err, NULL, NULL, "out of memory");
    good = good && read_place(command->name, file, &command->plies, err) && make_policies(command, err);
    if (good && replay_open(replay, file, NULL, false, err)) {
        good = replay_advance(replay, command->plies, err) && play_from(command, replay, file, err);
        replay_release(replay);
    }
    free(replay);
    return good && !err->set;
}

static bool add_games(OpeningsCommand *command, Err *err)
{
    const Options *options = command->options;
    if (options_given(options, "db")) {
        return from_store(command, err);
    }
    return options_given(options, "records") ? from_records(command, err) : from_position(command, err);
}

/* ------------------------------------------------------------------ output */

static void json_names(JsonOut *out, const OpeningsCommand *command)
{
    jsonout_key(out, "policies");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < command->policy_count; i++) {
        jsonout_text(out, command->policies[i].spec);
    }
    jsonout_end(out, ']');
    jsonout_key_text(out, "then", command->policies[command->policy_count].spec);
    jsonout_key_u64(out, "plies", command->plies);
}

static void print_json(const OpeningsCommand *command)
{
    const Game *game = &command->game;
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "schema", "marshal/openings/1");
    jsonout_key_text(&out, "version", MARSHAL_VERSION);
    jsonout_key_text(&out, "game", game->rules->id);
    jsonout_key_text(&out, "scenario", game->scenario);
    jsonout_key_text(&out, "title", game->title);
    jsonout_key_text(&out, "scenario_sha256", game->sha256);
    jsonout_key(&out, "overrides");
    jsonout_texts(&out, (const char *const *)game->overrides, game->override_count);
    jsonout_key(&out, "source");
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "kind", command->kind);
    const char *slash = strrchr(command->name, '/');
    jsonout_key_text(&out, "name", slash != NULL ? slash + 1 : command->name); /* not where it lay */
    if (command->policies != NULL) {
        json_names(&out, command);
    }
    jsonout_key_u64(&out, "pairs", command->source.cells);
    jsonout_key_u64(&out, "impossible", command->source.impossible);
    jsonout_end(&out, '}');
    jsonout_key_u64(&out, "turns", command->openings->wish.turns);
    jsonout_key_u64(&out, "games", command->openings->games);
    jsonout_key(&out, "judge");
    if (command->has_judge) {
        jsonout_text(&out, command->judge.spec);
    } else {
        jsonout_null(&out);
    }
    openings_write_json(command->openings, &out);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const OpeningsCommand *command)
{
    StrBuf text;
    strbuf_init(&text);
    printf("%s (%s), %s of %" PRIu64 " games of %" PRIu32 " %s\n", command->game.scenario,
           command->game.title,
           command->policies != NULL || command->openings->wish.turns > 0 ? "plans" : "first turn",
           command->openings->games, command->source.cells,
           command->policies != NULL    ? command->source.cells == 1 ? "player" : "players"
           : command->source.cells == 1 ? "pair of players"
                                        : "pairs of players");
    if (command->source.impossible > 0) {
        printf("  %" PRIu64
               " more games cannot be looked at: unfinished, or no moves were kept and their players "
               "cannot be asked again\n",
               command->source.impossible);
    }
    openings_write_text(command->openings, &text);
    printf("%s", text.text != NULL ? text.text : "");
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ the command */

static bool judge(OpeningsCommand *command, Err *err)
{
    if (!command->has_judge) {
        return true;
    }
    const OpeningsJudge wish = {.policy = &command->judge,
                                .positions = command->positions,
                                .seed = options_number(command->options, "seed"),
                                .stop = interrupt_watch(),
                                .listener = show_judged,
                                .context = command};
    return openings_judge(command->openings, &wish, err);
}

static bool tell_nothing(const OpeningsCommand *command, Err *err)
{
    return err_set(err, command->name, NULL,
                   "found no game to look at, expected some of %s (SHA-256 %.12s...); %" PRIu64
                   " of other scenarios or players, %" PRIu64 " that cannot be played again",
                   command->game.scenario, command->game.sha256, command->source.others,
                   command->source.impossible);
}

static bool work(OpeningsCommand *command, Err *err)
{
    progress_init(&command->progress, 0);
    if (!add_games(command, err)) {
        return false;
    }
    if (command->openings->games == 0 && !interrupt_seen()) {
        return tell_nothing(command, err);
    }
    const bool good = openings_group(command->openings) || err_set(err, NULL, NULL, "out of memory");
    const bool judged = good && judge(command, err);
    (void)progress_end(&command->progress);
    if (judged && options_flag(command->options, "json")) {
        print_json(command);
    } else if (judged) {
        print_text(command);
    }
    return judged;
}

static bool make_judge(OpeningsCommand *command, Err *err)
{
    const char *spec = options_text(command->options, "judge");
    if (spec == NULL) {
        return true;
    }
    command->has_judge = policy_init(&command->judge, &command->game, spec, err);
    return command->has_judge && (command->judge.kind->searches ||
                                  err_set(err, NULL, NULL,
                                          "--judge: found %.64s, expected a policy that searches, such as "
                                          "mcts:sims=1000 or plans:sims=1000",
                                          spec));
}

static bool read_options(OpeningsCommand *command, Err *err)
{
    const Options *options = command->options;
    const uint64_t top = options_number(options, "top");
    const uint64_t positions = options_number(options, "positions");
    const int given =
        options_given(options, "db") + options_given(options, "records") + options_given(options, "from");
    if (given != 1) {
        return err_set(err, NULL, NULL, "expected one of --db STORE, --records DIR, --from RECORD:PLY");
    }
    if (!options_given(options, "from") &&
        (options_given(options, "policy") || options_given(options, "then"))) {
        return err_set(err, NULL, NULL, "--policy and --then go with --from: other games are played already");
    }
    if (options_given(options, "positions") && !options_given(options, "judge")) {
        return err_set(err, NULL, NULL, "--positions goes with --judge");
    }
    if (top > 1000 || options_number(options, "turns") > 250 || positions > OPENINGS_POSITIONS_MAX) {
        return err_set(err, NULL, NULL, "expected --top 1000, --turns 250 and --positions %d at most",
                       OPENINGS_POSITIONS_MAX);
    }
    command->positions = (uint32_t)positions;
    command->source = (OpeningsSource){
        .games = options_given(options, "games") ? options_number(options, "games") : UINT64_MAX,
        .threads = command_jobs(options),
        .stop = interrupt_watch(),
        .listener = show_games,
        .context = command,
    };
    command->source.filter.names[SEAT_FRENCH] =
        options_list(options, "french", &command->source.filter.counts[SEAT_FRENCH]);
    command->source.filter.names[SEAT_COALITION] =
        options_list(options, "coalition", &command->source.filter.counts[SEAT_COALITION]);
    return true;
}

static void release(OpeningsCommand *command)
{
    openings_release(command->openings);
    for (size_t i = 0; i < command->policies_made; i++) {
        policy_release(&command->policies[i]);
    }
    free(command->policies);
    if (command->has_judge) {
        policy_release(&command->judge);
    }
    game_release(&command->game);
}

static int run_on_game(OpeningsCommand *command)
{
    Err err;
    err_clear(&err);
    bool good = make_judge(command, &err);
    if (good) {
        const OpeningsWish wish = {.least = options_number(command->options, "least"),
                                   .top = (uint32_t)options_number(command->options, "top"),
                                   .turns = (uint32_t)options_number(command->options, "turns"),
                                   .positions = command->has_judge ? command->positions : 0};
        command->openings = openings_new(&command->game, &wish);
        good = command->openings != NULL ? work(command, &err) : err_set(&err, NULL, NULL, "out of memory");
    }
    release(command);
    return !good ? command_fail(&err, EXIT_FAILED) : interrupt_seen() ? EXIT_INTERRUPTED : EXIT_GOOD;
}

static int run(const Options *options)
{
    Err err;
    err_clear(&err);
    OpeningsCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)err_set(&err, NULL, NULL, "out of memory");
        return command_fail(&err, EXIT_FAILED);
    }
    command->options = options;
    int code = EXIT_FAILED;
    if (!read_options(command, &err)) {
        code = command_fail(&err, EXIT_USAGE);
    } else if (command_load(&command->game, options->operands[0], options)) {
        code = run_on_game(command);
    }
    free(command);
    return code;
}

static const OptionSpec OPTIONS[] = {
    {"db", OPTION_TEXT, "STORE", NULL, false, "first turns of the games in a store"},
    {"records", OPTION_TEXT, "DIR", NULL, false, "first turns of the finished records in a folder"},
    {"from", OPTION_TEXT, "RECORD:PLY", NULL, false,
     "plans from that position of a record to the end of the turn, found by playing on"},
    {"games", OPTION_COUNT, "N", NULL, false,
     "at most N games of each experiment, N records, or with --from N games of each policy (200)"},
    {"french", OPTION_LIST, "POLICY", NULL, false,
     "only games with this player of the seat french; may be given again"},
    {"coalition", OPTION_LIST, "POLICY", NULL, false,
     "only games with this player of the seat coalition; may be given again"},
    {"policy", OPTION_LIST, "POLICY", NULL, false,
     "with --from: who plays the turn (heuristic); may be given again"},
    {"then", OPTION_TEXT, "POLICY", "heuristic", false,
     "with --from: who plays on for both sides afterwards"},
    {"turns", OPTION_COUNT, "N", NULL, false,
     "a plan covers N whole turns (default: what the game takes for a first turn)"},
    {"judge", OPTION_TEXT, "POLICY", NULL, false,
     "asks a search about positions at the end of each plan: mcts:sims=N, plans:sims=N"},
    {"positions", OPTION_COUNT, "N", "8", false, "with --judge: positions of each group that are searched"},
    {"least", OPTION_COUNT, "N", NULL, false,
     "games that a group has at least (default: one in forty, and three)"},
    {"top", OPTION_COUNT, "N", "20", false, "groups and deeds listed for a side, at most"},
    OPTION_ROW_JOBS,
    OPTION_ROW_SEED("of games played on, and of the judge"),
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_OPENINGS = {
    .name = "openings",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "what is played in the first turn, and what it is worth",
    .details = "Plans of the first turn of each side are grouped by what they do, as the game tells it; "
               "plans that few\n"
               "games had are put together by what matters most in them, the rarest are the rest. The score "
               "of a plan\n"
               "says who plays it, too; the difference of a deed compares games of the same two players.",
    .options = OPTIONS,
    .run = run,
};
