/* cmd_analyze.c: `marshal analyze`: the best decisions of a position, and why. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ai/effort.h"
#include "ai/evaluation.h"
#include "engine/dice.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/replay.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "eval/review/analysis.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"

/* The policy that --policy, --sims or --time ask for. False and err if more than one does. */
static bool policy_spec(const Options *options, char spec[POLICY_SPEC_BYTES], Err *err)
{
    const char *policy = options_text(options, "policy");
    const char *time = options_text(options, "time");
    const int given = (policy != NULL) + (time != NULL) + options_given(options, "sims");
    int length = 0;
    if (given > 1) {
        return err_set(err, NULL, NULL, "--policy, --sims and --time exclude each other");
    }
    if (policy != NULL) {
        length = snprintf(spec, POLICY_SPEC_BYTES, "%s", policy);
    } else if (time != NULL) {
        length = snprintf(spec, POLICY_SPEC_BYTES, "mcts:time=%s,threads=%d", time, command_jobs(options));
    } else if (options_given(options, "sims")) {
        length = snprintf(spec, POLICY_SPEC_BYTES, "mcts:sims=%" PRIu64, options_number(options, "sims"));
    } else {
        spec[0] = '\0'; /* that of the game */
    }
    return length < POLICY_SPEC_BYTES ||
           err_set(err, NULL, NULL, "a policy's text has at most %d bytes", POLICY_SPEC_BYTES - 1);
}

/* ------------------------------------------------------------------ output */

static void print_json(const Analysis *analysis, const char *spec)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "scenario", analysis->game->scenario);
    jsonout_key_text(&out, "scenario_sha256", analysis->game->sha256);
    jsonout_key_u64(&out, "plies", analysis->ply - 1U);
    jsonout_key_text(&out, "policy", spec);
    analysis_write_json(analysis, &out);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_tree(const Analysis *analysis)
{
    const AnalysisTree *tree = &analysis->tree;
    if (tree->nodes > 0) {
        printf("%.0f iterations a second; %" PRIu64
               " nodes in %.1f MB%s, %.1f decisions deep, at most %" PRIu32 "\n",
               analysis->seconds > 0 ? (double)analysis->iterations / analysis->seconds : 0.0, tree->nodes,
               (double)tree->bytes / (1024.0 * 1024.0), tree->full ? " (memory is full)" : "",
               tree->depth_mean, tree->depth_max);
    }
}

static void print_text(const Analysis *analysis, const State *state, const char *spec)
{
    const Game *game = analysis->game;
    StrBuf text;
    strbuf_init(&text);
    words_stand(game, state, &text);
    printf("%s (%s), after %" PRIu32 " decisions\n%s\n", game->scenario, game->title, analysis->ply - 1U,
           text.text);
    printf("%s: %" PRIu64 " iterations in %.2f s; %s wins %.1f %%\n", spec, analysis->iterations,
           analysis->seconds, seat_name(analysis->seat), 100.0 * analysis->win_probability);
    print_tree(analysis);
    printf("\n");
    strbuf_clear(&text);
    analysis_write_text(analysis, &text);
    printf("%s", text.text);
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ work */

/* asked: the policy that thinks; "": that of the game. */
static bool analyze(const Options *options, const Game *game, const State *state, uint32_t plies,
                    const char *asked, Err *err)
{
    const char *spec = asked[0] != '\0' ? asked : effort_of(game->rules->id)->analysis;
    Policy policy;
    Evaluation evaluation;
    Analysis analysis;
    char file[POLICY_SPEC_BYTES];
    if (!policy_init(&policy, game, spec, err)) {
        return false;
    }
    if (!evaluation_open(&evaluation, game, evaluation_named(spec, file), err)) {
        policy_release(&policy);
        return false;
    }
    const AnalysisPlan plan = {
        .game = game,
        .state = state,
        .policy = &policy,
        .ply = plies + 1,
        .seed = options_number(options, "seed"),
        .top = options_number(options, "top") < MOVE_LIST_MAX ? (uint32_t)options_number(options, "top")
                                                              : MOVE_LIST_MAX,
        .worlds =
            options_number(options, "worlds") < 100000 ? (uint32_t)options_number(options, "worlds") : 100000,
        .evaluation = &evaluation,
        .stop = interrupt_watch(),
    };
    const bool good = analysis_run(&plan, &analysis, err);
    if (good && options_flag(options, "json")) {
        print_json(&analysis, spec);
    } else if (good) {
        print_text(&analysis, state, spec);
    }
    if (good) {
        analysis_release(&analysis);
    }
    evaluation_release(&evaluation);
    policy_release(&policy);
    return good;
}

static int done(bool good, const Err *err)
{
    if (!good) {
        return command_fail(err, EXIT_FAILED);
    }
    return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_GOOD;
}

static int analyze_start(const Options *options, const char *spec)
{
    Game game;
    StateBuffer state;
    Err err;
    err_clear(&err);
    if (options_given(options, "ply")) {
        (void)fprintf(stderr, "marshal: --ply is for records; a scenario is analysed at its start\n");
        return EXIT_USAGE;
    }
    if (!command_load(&game, options->operands[0], options)) {
        return EXIT_FAILED;
    }
    Dice dice = dice_from_stream(rng_derive(options_number(options, "seed"), RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &dice);
    const bool good = analyze(options, &game, &state.header, 0, spec, &err);
    game_release(&game);
    return done(good, &err);
}

static int analyze_record(const Options *options, const char *spec)
{
    Replay replay;
    Err err;
    err_clear(&err);
    if (options->list_count > 0) {
        (void)fprintf(stderr,
                      "marshal: --set is for scenarios; a record has the overrides it was played with\n");
        return EXIT_USAGE;
    }
    if (!replay_open(&replay, options->operands[0], NULL, false, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    const bool all = !options_given(options, "ply");
    const bool good = replay_advance(&replay, all ? UINT64_MAX : options_number(options, "ply"), &err) &&
                      analyze(options, &replay.game, &replay.state.header, replay.plies, spec, &err);
    replay_release(&replay);
    return done(good, &err);
}

static int run(const Options *options)
{
    char spec[POLICY_SPEC_BYTES];
    Err err;
    err_clear(&err);
    if (!policy_spec(options, spec, &err)) {
        return command_fail(&err, EXIT_USAGE);
    }
    return record_looks_like_one(options->operands[0]) ? analyze_record(options, spec)
                                                       : analyze_start(options, spec);
}

static const OptionSpec OPTIONS[] = {
    {"ply", OPTION_INDEX, "N", NULL, false, "of a record: after so many decisions (default: all of them)"},
    {"sims", OPTION_COUNT, "N", NULL, false, "iterations of the search (default: what suits the game)"},
    {"time", OPTION_TEXT, "S", NULL, false,
     "seconds for the search, on --jobs threads, instead of iterations"},
    {"policy", OPTION_TEXT, "POLICY", NULL, false, "a policy that searches, instead of --sims or --time"},
    {"top", OPTION_COUNT, "K", "5", false, "lists so many moves"},
    {"worlds", OPTION_INDEX, "N", "64", false, "worlds in which the reasons are looked for; 0: no reasons"},
    {"jobs", OPTION_COUNT, "J", NULL, false, "threads, with --time (default: one a processor)"},
    OPTION_ROW_SEED("seed of the search, and of a scenario's dice and deal"),
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_ANALYZE = {
    .name = "analyze",
    .operands = "SCENARIO-or-RECORD",
    .least = 1,
    .most = 1,
    .summary = "the best decisions of a position, with win probabilities and reasons",
    .details = "For the seat that decides, from what it may know alone. Probabilities have one standard "
               "error beside\n"
               "them. Reasons tell which terms of the evaluation make a move better or worse than the best "
               "one (the\n"
               "best: than the second), in points of a hundred of the chance to win.",
    .options = OPTIONS,
    .run = run,
};
