/* cmd_equilibrium.c: `marshal equilibrium`: strategies of both seats as a matrix game. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "eval/equilibrium/equilibrium.h"
#include "eval/equilibrium/table_play.h"
#include "eval/equilibrium/table_store.h"
#include "eval/run/tournament.h"
#include "play/cmd/command.h"
#include "play/cmd/equilibrium_view.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"

/* Everything one run of the command holds. */
typedef struct EquilibriumCommand {
    const Options *options;
    TableFilter filter;
    uint32_t samples;
    uint64_t seed; /* of the samples */
    StrBuf json;   /* with --json: what will be printed */
    JsonOut out;
    uint32_t shown; /* scenarios */
    /* of a configuration */
    TournamentConfig config;
    Tournament tournament;
    AdaptivePlan plan;
    Keeping keeping;
    Progress progress;
    uint64_t games_before; /* of scenarios that are done */
    bool stopped;
    SeriesQuarantine quarantine;
} EquilibriumCommand;

static bool asks_for_json(const EquilibriumCommand *command)
{
    return options_flag(command->options, "json");
}

/* ------------------------------------------------------------------ showing a table */

/* Answers of each seat to a mixture that the other seat can play; an error if neither can. */
static bool find_answers(const EquilibriumCommand *command, const Table *table, const char *text,
                         ViewAnswers *list, uint32_t *count, Err *err)
{
    Err errs[SEAT_COUNT];
    bool any = false;
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        double mixture[MATRIX_STRATEGIES_MAX];
        const Seat other = seat_other(seat);
        err_clear(&errs[other]);
        if (!equilibrium_read_mixture(table, other, text, mixture, &errs[other])) {
            continue;
        }
        ViewAnswers *answers = &list[(*count)++];
        answers->mixture = text;
        answers->seat = seat;
        any = true;
        if (!equilibrium_answers(table, seat, mixture, command->samples, command->seed, &answers->answers,
                                 err)) {
            return false;
        }
    }
    return any || err_set(err, NULL, NULL, "--against %.64s: as french: %s; as coalition: %s", text,
                          errs[SEAT_FRENCH].message, errs[SEAT_COALITION].message);
}

static void show_view(EquilibriumCommand *command, const EquilibriumView *view, const char *state)
{
    if (asks_for_json(command)) {
        jsonout_begin(&command->out, '{');
        equilibrium_view_json(view, &command->out);
        jsonout_key_text(&command->out, "state", state);
        jsonout_end(&command->out, '}');
    } else {
        printf("%s", command->shown > 0 ? "\n" : "");
        equilibrium_view_print(view);
    }
    command->shown++;
}

/* state: "complete", "narrow", "spent" or "stopped". */
static bool show(EquilibriumCommand *command, EquilibriumView *view, const char *state, Err *err)
{
    size_t count = 0;
    const char *const *against = options_list(command->options, "against", &count);
    ViewAnswers *answers = calloc(2 * count + 1, sizeof *answers);
    if (answers == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        good = find_answers(command, view->table, against[i], answers, &view->answer_count, err);
    }
    view->answers = answers;
    if (good) {
        show_view(command, view, state);
    }
    free(answers);
    return good;
}

/* ------------------------------------------------------------------ a store */

static bool show_stored(EquilibriumCommand *command, const StoredTable *stored, Err *err)
{
    Equilibrium found;
    if (!equilibrium_find(&stored->table, command->samples, command->seed, &found, err)) {
        return false;
    }
    EquilibriumView view = {.scenario = stored->scenario,
                            .title = stored->title,
                            .sha256 = stored->scenario_sha256,
                            .table = &stored->table,
                            .found = &found};
    const bool good = show(command, &view, "complete", err);
    equilibrium_release(&found);
    return good;
}

static bool run_store(EquilibriumCommand *command, const char *file, Err *err)
{
    StoredTables tables;
    Store *store = store_open(file, STORE_READ, err);
    if (store == NULL) {
        return false;
    }
    bool good = tables_read(store, &command->filter, &tables, err);
    if (good) {
        for (uint32_t i = 0; good && i < tables.count; i++) {
            good = show_stored(command, &tables.tables[i], err);
        }
        tables_release(&tables);
    }
    return store_close(store, err) && good;
}

/* ------------------------------------------------------------------ a configuration */

static void show_progress(void *context, const Table *table, const Equilibrium *found)
{
    EquilibriumCommand *command = context;
    if (progress_due(&command->progress)) {
        char text[100] = "first games of all cells";
        if (found->payoffs != NULL) {
            (void)snprintf(text, sizeof text, "value %.1f%% [%.1f, %.1f]", 100.0 * found->solution.value,
                           100.0 * found->value.low, 100.0 * found->value.high);
        }
        const uint64_t done = command->games_before + table->games;
        command->progress.total = done > command->progress.total ? done : command->progress.total;
        progress_show(&command->progress, keeping_done(&command->keeping, done), text);
    }
}

static const char *state_name(const EquilibriumCommand *command, enum adaptive_state state)
{
    return state == ADAPTIVE_PLAYING ? "stopped"
           : state == ADAPTIVE_SPENT ? "spent"
           : command->plan.width > 0 ? "narrow"
                                     : "complete";
}

static void tell_state(const EquilibriumCommand *command, enum adaptive_state state, const Equilibrium *found)
{
    if (!asks_for_json(command) && state == ADAPTIVE_SPENT) {
        printf("  the interval is %.2f points wide, wider than asked: more --games narrow it\n",
               100.0 * (found->value.high - found->value.low));
    }
}

static void add_quarantine(SeriesQuarantine *all, const SeriesQuarantine *one)
{
    if (all->games == 0) {
        *all = *one;
    } else {
        all->games += one->games;
        all->rounds += one->rounds;
    }
}

static bool play_scenario(EquilibriumCommand *command, uint32_t scenario, Err *err)
{
    const Tournament *tournament = &command->tournament;
    const Game *game = &tournament->games[scenario];
    TablePlay play = {
        .tournament = tournament,
        .scenario = scenario,
        .filter = command->filter,
        .plan = command->plan,
        .threads =
            command_games_at_once(command->options, tournament->policies[0], command->config.policy_count),
        .stop = interrupt_watch(),
        .keep = command->keeping.keep,
        .listener = show_progress,
        .context = command,
    };
    play.keep.moves = play.keep.moves || command->config.moves || !tournament_is_repeatable(tournament);
    TablePlayed played;
    bool good = table_play(&play, &played, err);
    if (good) {
        (void)progress_end(&command->progress);
        EquilibriumView view = {.scenario = game->scenario,
                                .title = game->title,
                                .sha256 = game->sha256,
                                .table = &played.table,
                                .found = &played.found};
        good = show(command, &view, state_name(command, played.state), err);
        tell_state(command, played.state, &played.found);
        command->stopped = played.state == ADAPTIVE_PLAYING;
        command->games_before += played.table.games;
        add_quarantine(&command->quarantine, &played.quarantine);
    }
    table_played_release(&played);
    return good;
}

static bool play_all(EquilibriumCommand *command, Err *err)
{
    const TournamentConfig *config = &command->config;
    const uint64_t cells = (uint64_t)tournament_place(config, SEAT_FRENCH, config->policy_count) *
                           tournament_place(config, SEAT_COALITION, config->policy_count);
    progress_init(&command->progress, command->plan.first * cells * config->scenario_count);
    bool good = true;
    for (uint32_t s = 0; good && !command->stopped && s < config->scenario_count; s++) {
        good = play_scenario(command, s, err);
    }
    (void)progress_end(&command->progress);
    return good;
}

/* What holds for tournaments and makes no sense here. */
static bool check_config(const TournamentConfig *config, Err *err)
{
    if (config->testing) {
        return err_set(
            err, config->doc.file, "sprt",
            "found a test, expected none: cells that end when they look good have scores that lean");
    }
    return !config->only_first || err_set(err, config->doc.file, "pairing",
                                          "found \"first\", expected \"all\": the table needs all cells");
}

/* Names that were asked for and that the configuration does not have. */
static bool check_filter(const EquilibriumCommand *command, Err *err)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (size_t i = 0; i < command->filter.counts[seat]; i++) {
            bool known = false;
            for (uint32_t p = 0; p < command->config.policy_count; p++) {
                const TournamentPolicy *policy = &command->config.policies[p];
                known = known ||
                        (!policy->barred[seat] && strcmp(policy->name, command->filter.names[seat][i]) == 0);
            }
            if (!known) {
                return err_set(err, command->config.doc.file, "policies",
                               "found none with the name \"%.64s\" for the seat %s, which was asked for",
                               command->filter.names[seat][i], seat_name((Seat)seat));
            }
        }
    }
    return true;
}

static bool make_plan(EquilibriumCommand *command, Err *err)
{
    const Options *options = command->options;
    double points = 0.0;
    if (options_given(options, "until-width") &&
        (!command_share(options, "until-width", 100.0, &points, err) ||
         (points < 0.01 &&
          !err_set(err, NULL, NULL, "--until-width: found %g, expected 0.01 at least", points)))) {
        return false;
    }
    if (options_given(options, "first") && points <= 0.0) {
        return err_set(err, NULL, NULL,
                       "--first goes with --until-width; without it cells get \"pairs\" games");
    }
    command->plan = (AdaptivePlan){
        .first = points > 0.0 ? options_number(options, "first") : command->config.pairs,
        .width = points / 100.0,
        .games = options_given(options, "games") ? options_number(options, "games") : command->config.games,
        .samples = command->samples,
        .seed = command->seed,
    };
    return true;
}

static int finish(EquilibriumCommand *command)
{
    keeping_tell_quarantine(&command->quarantine);
    if (!command->stopped) {
        return EXIT_GOOD;
    }
    const bool time_is_up = command->keeping.timed && interrupt_by_clock();
    (void)fprintf(stderr, "marshal: %s after %" PRIu64 " games; the same command %s\n",
                  time_is_up ? "time is up" : "interrupted", command->games_before,
                  command->keeping.keep.store != NULL ? "goes on from there"
                                                      : "plays them again, for there is no store");
    return time_is_up ? EXIT_GOOD : EXIT_INTERRUPTED;
}

static bool run_config(EquilibriumCommand *command, Err *err, enum exit_code *code)
{
    if (!check_config(&command->config, err) || !check_filter(command, err) || !make_plan(command, err) ||
        !tournament_open(&command->tournament, &command->config, err)) {
        return false;
    }
    if (!keeping_open(&command->keeping, command->options, command->config.db, command->config.until, err)) {
        *code = command->keeping.failure;
        return false;
    }
    const bool played = play_all(command, err);
    return keeping_close(&command->keeping, err) && played;
}

/* ------------------------------------------------------------------ the command */

/* Options that say what to play need something that can be played. */
static bool check_store_options(const Options *options, const char *file, Err *err)
{
    static const char *const names[] = {"until-width", "first", "games", "db", "until", "moves", "jobs"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (options_given(options, names[i])) {
            return err_set(err, file, NULL,
                           "found a store, expected a tournament's configuration for --%s: a store is only "
                           "read",
                           names[i]);
        }
    }
    return true;
}

static bool read_options(EquilibriumCommand *command, Err *err)
{
    const Options *options = command->options;
    const uint64_t samples = options_number(options, "samples");
    command->filter.names[SEAT_FRENCH] =
        options_list(options, "french", &command->filter.counts[SEAT_FRENCH]);
    command->filter.names[SEAT_COALITION] =
        options_list(options, "coalition", &command->filter.counts[SEAT_COALITION]);
    command->seed = options_number(options, "seed");
    command->samples = (uint32_t)samples;
    return (samples >= 20 && samples <= EQUILIBRIUM_SAMPLES_MAX) ||
           err_set(err, NULL, NULL, "--samples: found %" PRIu64 ", expected 20 to %d", samples,
                   EQUILIBRIUM_SAMPLES_MAX);
}

static int run_command(EquilibriumCommand *command)
{
    const char *file = command->options->operands[0];
    Err err;
    err_clear(&err);
    enum exit_code code = EXIT_FAILED;
    bool good = false;
    command->out = jsonout_on(&command->json);
    jsonout_begin(&command->out, '{');
    jsonout_key(&command->out, "tables");
    jsonout_begin(&command->out, '[');
    if (store_looks_like_one(file)) {
        code = check_store_options(command->options, file, &err) ? EXIT_FAILED : EXIT_USAGE;
        good = !err.set && run_store(command, file, &err);
    } else if (tournament_read(&command->config, file, &err)) {
        good = run_config(command, &err, &code);
        tournament_release(&command->tournament);
        tournament_config_release(&command->config);
    }
    jsonout_end(&command->out, ']');
    jsonout_key_u64(&command->out, "samples", command->samples);
    jsonout_key_u64(&command->out, "seed", command->seed);
    jsonout_end(&command->out, '}');
    if (good && asks_for_json(command)) {
        command_print(&command->json);
    }
    return good ? finish(command) : command_fail(&err, code);
}

static int run(const Options *options)
{
    Err err;
    err_clear(&err);
    EquilibriumCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)err_set(&err, NULL, NULL, "out of memory");
        return command_fail(&err, EXIT_FAILED);
    }
    command->options = options;
    strbuf_init(&command->json);
    const int code = read_options(command, &err) ? run_command(command) : command_fail(&err, EXIT_USAGE);
    strbuf_release(&command->json);
    free(command);
    return code;
}

static const OptionSpec OPTIONS[] = {
    {"against", OPTION_LIST, "MIXTURE", NULL, false,
     "answers to \"NAME=SHARE,NAME=SHARE\", or to NAME alone; may be given again"},
    {"french", OPTION_LIST, "NAME", NULL, false, "only this strategy of the seat french; may be given again"},
    {"coalition", OPTION_LIST, "NAME", NULL, false,
     "only this strategy of the seat coalition; may be given again"},
    {"until-width", OPTION_TEXT, "POINTS", NULL, false,
     "plays what matters until the value's 95% interval is so many percent points wide"},
    {"first", OPTION_COUNT, "N", "32", false, "with --until-width: games that every cell gets first"},
    {"games", OPTION_COUNT, "N", NULL, false, "ends each scenario after so many games"},
    OPTION_ROW_JOBS,
    OPTION_ROW_DB,
    OPTION_ROW_MOVES,
    OPTION_ROW_UNTIL,
    {"samples", OPTION_COUNT, "N", "1000", false, "tables drawn for the intervals, 20 to 100000"},
    OPTION_ROW_SEED("of these draws"),
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_EQUILIBRIUM = {
    .name = "equilibrium",
    .operands = "DB|CONFIG",
    .least = 1,
    .most = 1,
    .summary = "the mixtures of strategies that nobody can exploit, the value, best answers",
    .details =
        "Each scenario is a table: strategies of the seat french against those of the coalition, with the "
        "share of points that\n"
        "french scores in a cell; a draw and a game that both lose count one half to each. DB, a store, is "
        "read as it is. For\n"
        "CONFIG, a tournament's configuration, every policy plays every policy, itself too: \"pairs\" games "
        "with fixed seats in each\n"
        "cell, or with --until-width where they matter most. Games in its store (\"db\", --db) are not "
        "played again.",
    .options = OPTIONS,
    .run = run,
};
