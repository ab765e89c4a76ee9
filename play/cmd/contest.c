/* contest.c: see contest.h. */
#include "play/cmd/contest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/json.h"
#include "engine/scenario.h"
#include "play/cmd/command.h"

static bool make_policies(Contest *contest, const char *first, const char *second, Err *err)
{
    const Options *options = contest->options;
    if (!policy_init(&contest->policies[0], &contest->game, options_text(options, first), err)) {
        return false;
    }
    if (!policy_init(&contest->policies[1], &contest->game, options_text(options, second), err)) {
        policy_release(&contest->policies[0]);
        return false;
    }
    return true;
}

int contest_open(Contest *contest, const Options *options, const char *first, const char *second)
{
    Err err;
    err_clear(&err);
    memset(contest, 0, sizeof *contest);
    contest->options = options;
    if (!command_load(&contest->game, options->operands[0], options)) {
        return EXIT_FAILED;
    }
    if (!make_policies(contest, first, second, &err)) {
        game_release(&contest->game);
        return command_fail(&err, EXIT_USAGE);
    }
    strbuf_init(&contest->switches);
    return EXIT_GOOD;
}

void contest_release(Contest *contest)
{
    strbuf_release(&contest->switches);
    policy_release(&contest->policies[0]);
    policy_release(&contest->policies[1]);
    game_release(&contest->game);
}

/* Reads the switches in effect and fills the header of records. */
static bool fill_info(Contest *contest, Err *err)
{
    const Options *options = contest->options;
    Scenario scenario;
    JsonNode switches;
    if (!scenario_open(&scenario, contest->game.scenario, options->list, options->list_count, err)) {
        return false;
    }
    const JsonNode root = json_root(&scenario.scenario);
    const bool found = json_find(&root, "options", &switches);
    if (found) {
        json_write(&switches, &contest->switches);
    }
    scenario_release(&scenario);
    contest->info = (RecordInfo){
        .game = &contest->game,
        .overrides = options->list,
        .override_count = options->list_count,
        .options = found ? contest->switches.text : NULL,
        .policies = {contest->policies[0].spec, contest->policies[1].spec},
    };
    return true;
}

bool contest_prepare_records(Contest *contest, const char **records, Err *err)
{
    *records = options_text(contest->options, "records");
    if (*records == NULL) {
        return true;
    }
    if (mkdir(*records, 0777) != 0 && errno != EEXIST) {
        return err_set(err, *records, NULL, "cannot make the folder: %s", strerror(errno));
    }
    return fill_info(contest, err);
}

/* Whether the table has this option and it was given. */
static bool is_given(const Options *options, const char *name)
{
    return options_known(options, name) && options_given(options, name);
}

/* Options that exclude each other: --records, --positions or --searches with --db, --sprt with --shard. False
 * and err. */
static bool contest_check_options(const Options *options, Err *err)
{
    static const char *const pairs[][2] = {
        {"db", "records"}, {"db", "positions"}, {"db", "searches"}, {"shard", "sprt"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (is_given(options, pairs[i][0]) && is_given(options, pairs[i][1])) {
            return err_set(err, NULL, NULL, "--%s and --%s exclude each other%s", pairs[i][0], pairs[i][1],
                           i == 0   ? ": games of a store are not played again (marshal export --records "
                                      "writes records of them)"
                           : i == 3 ? ": a test needs all pairs in their order"
                                    : "");
        }
    }
    const bool explores = is_given(options, "opening") && options_number(options, "opening") > 0;
    if (explores && !is_given(options, "positions") && !is_given(options, "searches")) {
        return err_set(err, NULL, NULL,
                       "--opening is for --positions and --searches, and neither is asked for");
    }
    return explores && is_given(options, "records") ? err_set(err, NULL, NULL,
                                                              "--opening and --records exclude each other: a "
                                                              "record could not say whose moves it tells")
                                                    : true;
}

SeriesKeep contest_keep(const Contest *contest, const Keeping *keeping)
{
    SeriesKeep keep = keeping->keep;
    keep.moves = keep.moves || !policy_is_repeatable(&contest->policies[0]) ||
                 !policy_is_repeatable(&contest->policies[1]);
    return keep;
}

int contest_run(Contest *contest, Keeping *keeping, const Options *options, const ContestSteps *steps)
{
    Err err;
    err_clear(&err);
    const int opened = contest_open(contest, options, steps->first, steps->second);
    if (opened != EXIT_GOOD) {
        return opened;
    }
    const bool checked =
        contest_check_options(options, &err) && (steps->check == NULL || steps->check(steps->context, &err));
    if (!checked || !keeping_open(keeping, options, NULL, NULL, &err)) {
        contest_release(contest);
        return command_fail(&err, checked ? keeping->failure : EXIT_USAGE);
    }
    const bool played = steps->play(steps->context, &err);
    const bool kept = keeping_close(keeping, &err);
    const int code = played && kept ? steps->report(steps->context) : command_fail(&err, EXIT_FAILED);
    contest_release(contest);
    return code;
}
