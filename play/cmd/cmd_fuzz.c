/* cmd_fuzz.c: `marshal fuzz`: random games with every law of the rules checked. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"
#include "eval/run/fuzz.h"
#include "eval/statistics/stats.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

typedef struct FuzzCommand {
    const Options *options;
    Game game;
    Policy policy;
    bool has_policy;
    Progress progress;
    FuzzTally tally;
    double elapsed;
} FuzzCommand;

static double games_per_s(const FuzzCommand *fuzz)
{
    return fuzz->elapsed > 0 ? (double)fuzz->tally.games / fuzz->elapsed : 0.0;
}

static void add_breach(JsonOut *out, const FuzzBreach *entry)
{
    char seed[24]; /* as text: JSON readers lose the last digits of 64-bit numbers */
    (void)snprintf(seed, sizeof seed, "%" PRIu64, entry->seed);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "game", entry->game);
    jsonout_key_text(out, "seed", seed);
    jsonout_key_u64(out, "ply", entry->breach.ply);
    jsonout_key_text(out, "law", law_name(entry->breach.law));
    jsonout_key_text(out, "message", entry->breach.message);
    jsonout_end(out, '}');
}

static void print_json(const FuzzCommand *fuzz)
{
    const FuzzTally *tally = &fuzz->tally;
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "scenario", fuzz->game.scenario);
    jsonout_key_u64(&out, "seed", options_number(fuzz->options, "seed"));
    jsonout_key_u64(&out, "games", tally->games);
    jsonout_key_u64(&out, "decisions", tally->decisions);
    jsonout_key_u64(&out, "violations", tally->breaches);
    jsonout_key_u64(&out, "thorough_decisions", tally->thorough);
    jsonout_key_double(&out, "branching_mean", stats_rate(tally->moves, tally->decisions));
    jsonout_key_u64(&out, "branching_max", tally->most_moves);
    jsonout_key_u64(&out, "longest_game", tally->longest);
    jsonout_key_double(&out, "games_per_s", games_per_s(fuzz));
    jsonout_key_double(&out, "elapsed_s", fuzz->elapsed);
    jsonout_key(&out, "found");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < tally->breaches; i++) {
        add_breach(&out, &tally->breach[i]);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const FuzzCommand *fuzz)
{
    const FuzzTally *tally = &fuzz->tally;
    for (uint32_t i = 0; i < tally->breaches; i++) {
        const FuzzBreach *entry = &tally->breach[i];
        printf("%s: game %" PRIu64 " (seed %" PRIu64 ") after ply %" PRIu32 ": law %s: %s\n",
               fuzz->game.scenario, entry->game, entry->seed, entry->breach.ply, law_name(entry->breach.law),
               entry->breach.message);
        printf("  to see it again: the same command with --first %" PRIu64 " --games 1\n", entry->game - 1);
    }
    printf("%s: %" PRIu64 " games, %" PRIu64 " decisions (%" PRIu64 " of them under every law), %" PRIu32
           " violations, %.0f games/s\n",
           fuzz->game.scenario, tally->games, tally->decisions, tally->thorough, tally->breaches,
           games_per_s(fuzz));
}

static bool show_progress(void *context, const FuzzTally *tally)
{
    FuzzCommand *fuzz = context;
    if (progress_due(&fuzz->progress)) {
        char text[64];
        (void)snprintf(text, sizeof text, "%" PRIu32 " violations", tally->breaches);
        const bool by_decisions = options_given(fuzz->options, "decisions");
        progress_show(&fuzz->progress, by_decisions ? tally->decisions : tally->games, text);
    }
    return true;
}

/* With a number of decisions there is no limit to games but one that was asked for. */
static uint64_t games_asked(const Options *options)
{
    const bool by_decisions = options_given(options, "decisions") && !options_given(options, "games");
    return by_decisions ? UINT64_MAX / 2 : options_number(options, "games");
}

static int report(const FuzzCommand *fuzz)
{
    if (options_flag(fuzz->options, "json")) {
        print_json(fuzz);
    } else {
        print_text(fuzz);
    }
    if (fuzz->tally.breaches > 0) {
        return EXIT_FAILED;
    }
    const uint64_t decisions = options_number(fuzz->options, "decisions");
    const bool enough = decisions > 0 && fuzz->tally.decisions >= decisions;
    if (interrupt_seen() && !enough && fuzz->tally.games < games_asked(fuzz->options)) {
        (void)fprintf(
            stderr, "marshal: interrupted after %" PRIu64 " games; --first %" PRIu64 " goes on from there\n",
            fuzz->tally.games, options_number(fuzz->options, "first") + fuzz->tally.games);
        return EXIT_INTERRUPTED;
    }
    return EXIT_GOOD;
}

static bool open_policy(FuzzCommand *fuzz, Err *err)
{
    fuzz->has_policy = options_given(fuzz->options, "policy");
    return !fuzz->has_policy ||
           policy_init(&fuzz->policy, &fuzz->game, options_text(fuzz->options, "policy"), err);
}

static int run(const Options *options)
{
    FuzzCommand fuzz;
    Err err;
    err_clear(&err);
    memset(&fuzz, 0, sizeof fuzz);
    fuzz.options = options;
    if (!command_load(&fuzz.game, options->operands[0], options)) {
        return EXIT_FAILED;
    }
    if (!open_policy(&fuzz, &err)) {
        game_release(&fuzz.game);
        return command_fail(&err, EXIT_FAILED);
    }
    const FuzzPlan plan = {
        .game = &fuzz.game,
        .policy = fuzz.has_policy ? &fuzz.policy : NULL,
        .games = games_asked(options),
        .decisions = options_number(options, "decisions"),
        .seed = options_number(options, "seed"),
        .first = options_number(options, "first"),
        .threads = command_jobs(options),
        .thorough = options_flag(options, "thorough"),
        .stop = interrupt_watch(),
        .listener = show_progress,
        .context = &fuzz,
    };
    progress_init(&fuzz.progress, plan.decisions > 0 ? plan.decisions : plan.games);
    fuzz.progress.unit = plan.decisions > 0 ? "decisions" : "games";
    const bool ran = fuzz_run(&plan, &fuzz.tally, &err);
    fuzz.elapsed = progress_end(&fuzz.progress);
    const int code = ran ? report(&fuzz) : command_fail(&err, EXIT_FAILED);
    if (fuzz.has_policy) {
        policy_release(&fuzz.policy);
    }
    game_release(&fuzz.game);
    return code;
}

static const OptionSpec OPTIONS[] = {
    {"games", OPTION_COUNT, "N", "1000", false, "how many games"},
    {"decisions", OPTION_COUNT, "N", NULL, false,
     "ends with the game that reaches so many decisions, however many games that takes"},
    OPTION_ROW_SEED("master seed: game i has a seed derived from it and i"),
    {"first", OPTION_INDEX, "I", "0", false,
     "games to leave out at the start, to go on or to look at one again"},
    {"policy", OPTION_TEXT, "POLICY", NULL, false,
     "moves of both seats by a policy, to reach what play at random does not (heuristic:noise=0.2)"},
    {"thorough", OPTION_FLAG, NULL, NULL, false, "checks every law on every decision, not on a sample"},
    OPTION_ROW_JOBS,
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_FUZZ = {
    .name = "fuzz",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "plays games at random or by a policy and checks the laws every game must keep",
    .details = "Lists of moves and all invariants are checked on every decision; views, worlds, notation, "
               "repeatability\n"
               "and JSON on one decision in 64, or on all with --thorough. Stops after ten violations; each "
               "is printed\n"
               "with its game, seed, ply and law.",
    .options = OPTIONS,
    .run = run,
};
