/* improve_oracle.c: see improve_oracle.h. */
#include "play/cmd/improve_oracle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/jsonout.h"
#include "eval/improve/double_oracle.h"
#include "play/cmd/command.h"
#include "play/cmd/equilibrium_view.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"

typedef struct OracleCommand {
    const Options *options;
    Keeping keeping;
    OraclePlan plan;
    OracleResult result;
    Progress progress;
} OracleCommand;

/* ------------------------------------------------------------------ what is asked for */

/* Options of a single improvement, which make no sense here. */
static bool check_options(const Options *options, Err *err)
{
    static const char *const names[] = {"seat", "strategy", "against", "mixture", "sprt", "title"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (options_given(options, names[i])) {
            return err_set(err, NULL, NULL, "--%s: found --double-oracle, which needs no such option",
                           names[i]);
        }
    }
    return options_given(options, "db") ||
           err_set(err, NULL, NULL, "--double-oracle: found no --db, expected one: the table is kept in it");
}

/* The strategies of a seat to begin with: the defaults, if nothing is said. */
static void read_strategies(OracleCommand *command, Seat seat)
{
    static const char *const initial[] = {"heuristic"};
    OraclePlan *plan = &command->plan;
    plan->strategies[seat] = options_list(command->options, seat_name(seat), &plan->counts[seat]);
    if (plan->counts[seat] == 0) {
        plan->strategies[seat] = initial;
        plan->counts[seat] = 1;
    }
}

static bool read_margin(OracleCommand *command, Err *err)
{
    double points = 0.0;
    if (!command_share(command->options, "margin", 100.0, &points, err)) {
        return false;
    }
    command->plan.margin = points / 100.0;
    return true;
}

static bool read_step(const Options *options, const char *name, double *step, Err *err)
{
    return command_share(options, name, 1.0, step, err) &&
           (*step >= 0.01 ||
            err_set(err, NULL, NULL, "--%s: found %g, expected a number from 0.01 to 1", name, *step));
}

bool improve_read_steps(const Options *options, double *perturbation, double *wander, Err *err)
{
    return read_step(options, "perturbation", perturbation, err) && read_step(options, "wander", wander, err);
}

/* The folder, new or as it is there, if files can be made in it. */
static bool make_folder(const char *folder, Err *err)
{
    struct stat there;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return err_set(err, folder, NULL, "cannot make the folder: %s", strerror(errno));
    }
    if (stat(folder, &there) == 0 && !S_ISDIR(there.st_mode)) {
        return err_set(err, folder, NULL, "found a file, expected --out to name a folder");
    }
    return access(folder, W_OK | X_OK) == 0 ||
           err_set(err, folder, NULL, "cannot write into the folder: %s", strerror(errno));
}

static bool prepare(OracleCommand *command, Err *err)
{
    const Options *options = command->options;
    OraclePlan *plan = &command->plan;
    const uint64_t rounds = options_number(options, "rounds");
    plan->scenario = options->operands[0];
    plan->overrides = options->list;
    plan->override_count = options->list_count;
    read_strategies(command, SEAT_FRENCH);
    read_strategies(command, SEAT_COALITION);
    plan->folder = options_text(options, "out");
    plan->rounds = (uint32_t)rounds;
    plan->table = options_number(options, "table");
    plan->games = options_number(options, "games");
    plan->verify = options_number(options, "verify");
    plan->samples = EQUILIBRIUM_SAMPLES;
    plan->seed = options_number(options, "seed");
    plan->threads = command_jobs(options);
    return check_options(options, err) && read_margin(command, err) &&
           improve_read_steps(options, &plan->perturbation, &plan->wander, err) &&
           (rounds <= DOUBLE_ORACLE_ROUNDS_MAX ||
            err_set(err, NULL, NULL, "--rounds: found %" PRIu64 ", expected at most %d", rounds,
                    DOUBLE_ORACLE_ROUNDS_MAX)) &&
           make_folder(plan->folder, err);
}

/* ------------------------------------------------------------------ telling */

static bool asks_for_json(const OracleCommand *command) { return options_flag(command->options, "json"); }

static void show_progress(void *context, const char *doing, uint64_t games, uint64_t total)
{
    OracleCommand *command = context;
    if (progress_due(&command->progress)) {
        command->progress.total = total > games ? total : games;
        progress_show(&command->progress, games, doing);
    }
}

static void print_answer(const OracleAnswer *answer, Seat seat)
{
    const ContrastScore *score = &answer->result.score;
    printf("  %s, from %s: %+.1f points [%+.1f, %+.1f] against the other side's mixture; %s%s\n",
           seat_name(seat), answer->start, 100.0 * score->gain, 100.0 * score->gain_interval.low,
           100.0 * score->gain_interval.high, answer->added ? "added as " : "not added",
           answer->added ? answer->file : "");
    if (answer->added) {
        printf("%s", answer->words.text);
    }
}

static void show_round(void *context, uint32_t number, const OracleRound *round)
{
    OracleCommand *command = context;
    (void)progress_end(&command->progress);
    if (asks_for_json(command)) {
        return;
    }
    printf("round %u: %u strategies against %u, french scores %.1f%%, 95%% interval [%.1f, %.1f]\n",
           number + 1, round->strategies[SEAT_FRENCH], round->strategies[SEAT_COALITION],
           100.0 * round->value, 100.0 * round->interval.low, 100.0 * round->interval.high);
    print_answer(&round->answers[SEAT_FRENCH], SEAT_FRENCH);
    print_answer(&round->answers[SEAT_COALITION], SEAT_COALITION);
    (void)fflush(stdout);
}

static EquilibriumView view_of(const OracleCommand *command)
{
    const OracleResult *result = &command->result;
    const Game *game = &result->tournament.games[0];
    return (EquilibriumView){.scenario = game->scenario,
                             .title = game->title,
                             .sha256 = game->sha256,
                             .table = &result->table.table,
                             .found = &result->table.found};
}

static void print_json(const OracleCommand *command)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    const EquilibriumView view = view_of(command);
    jsonout_begin(&out, '{');
    double_oracle_json(&command->result, &out);
    jsonout_key(&out, "tables"); /* as marshal equilibrium has them */
    jsonout_begin(&out, '[');
    jsonout_begin(&out, '{');
    equilibrium_view_json(&view, &out);
    jsonout_end(&out, '}');
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static int finish(const OracleCommand *command)
{
    const OracleResult *result = &command->result;
    if (result->end == ORACLE_STOPPED) {
        (void)fprintf(stderr, "marshal: %s in round %" PRIu32 "; the same command goes on from there\n",
                      interrupt_by_clock() ? "time is up" : "interrupted",
                      result->count > 0 ? result->count : 1);
        return interrupt_by_clock() ? EXIT_GOOD : EXIT_INTERRUPTED;
    }
    if (asks_for_json(command)) {
        print_json(command);
        return EXIT_GOOD;
    }
    const EquilibriumView view = view_of(command);
    printf("%s\n\n", result->end == ORACLE_CLOSED ? "no answer gains more than the margin"
                                                  : "the rounds asked for are played");
    equilibrium_view_print(&view);
    return EXIT_GOOD;
}

/* ------------------------------------------------------------------ the run */

static int play(OracleCommand *command)
{
    Err err;
    err_clear(&err);
    OraclePlan *plan = &command->plan;
    if (!keeping_open(&command->keeping, command->options, NULL, NULL, &err)) {
        return command_fail(&err, command->keeping.failure);
    }
    plan->store = command->keeping.store;
    plan->stop = interrupt_watch();
    plan->listener = show_progress;
    plan->round = show_round;
    plan->context = command;
    progress_init(&command->progress, plan->games);
    const bool played = double_oracle_run(plan, &command->result, &err);
    (void)progress_end(&command->progress);
    const bool kept = keeping_close(&command->keeping, &err);
    return played && kept ? finish(command) : command_fail(&err, EXIT_FAILED);
}

int improve_oracle(const Options *options)
{
    Err err;
    err_clear(&err);
    OracleCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)err_set(&err, NULL, NULL, "out of memory");
        return command_fail(&err, EXIT_FAILED);
    }
    command->options = options;
    int code = EXIT_USAGE;
    if (prepare(command, &err)) {
        code = play(command);
        double_oracle_release(&command->result);
    } else {
        code = command_fail(&err, EXIT_USAGE);
    }
    free(command);
    return code;
}
