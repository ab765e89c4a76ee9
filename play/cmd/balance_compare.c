/* balance_compare.c: `marshal balance --compare`: whether a change moved the balance of a scenario. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/words.h"
#include "eval/balance/compare.h"
#include "play/cmd/balance.h"
#include "play/cmd/command.h"
#include "play/cmd/contest.h"
#include "play/cmd/interrupt.h"

/* Everything one comparison holds. */
typedef struct CompareCommand {
    const Options *options;
    Game games[COMPARE_COUNT];
    Policy policies[COMPARE_COUNT][SEAT_COUNT];
    int opened; /* scenarios with their policies */
    Keeping keeping;
    Ledger ledgers[COMPARE_COUNT];
    SeriesQuarantine quarantine;
    BalanceShared shared[COMPARE_COUNT]; /* games without a winner */
    PairedCounts counts;
    Progress progress;
    double elapsed;
} CompareCommand;

static const char *side_name(int side) { return side == COMPARE_A ? "a" : "b"; }

/* ---- loading ---- */

/* The overrides of a side; returns how many. */
static size_t list_overrides(const Options *options, int side, const char *overrides[2 * OPTION_LIST_MAX])
{
    size_t count = 0;
    size_t changes = 0;
    const char *const *change = options_list(options, "change", &changes);
    for (size_t i = 0; i < options->list_count; i++) {
        overrides[count++] = options->list[i];
    }
    for (size_t i = 0; i < changes && side == COMPARE_B; i++) {
        overrides[count++] = change[i];
    }
    return count;
}

static bool open_side(CompareCommand *compare, int side, const char *policy, Err *err)
{
    const Options *options = compare->options;
    const char *overrides[2 * OPTION_LIST_MAX];
    const size_t count = list_overrides(options, side, overrides);
    Game *game = &compare->games[side];
    Policy *policies = compare->policies[side];
    if (!game_load(game, options->operands[options->operand_count > 1 ? side : 0], overrides, count, err)) {
        return false;
    }
    if (!policy_init(&policies[SEAT_FRENCH], game, policy, err)) {
        game_release(game);
        return false;
    }
    if (!policy_init(&policies[SEAT_COALITION], game, policy, err)) {
        policy_release(&policies[SEAT_FRENCH]);
        game_release(game);
        return false;
    }
    compare->opened++;
    return true;
}

static void close_sides(CompareCommand *compare)
{
    for (int side = 0; side < compare->opened; side++) {
        ledger_release(&compare->ledgers[side]);
        policy_release(&compare->policies[side][SEAT_FRENCH]);
        policy_release(&compare->policies[side][SEAT_COALITION]);
        game_release(&compare->games[side]);
    }
}

static bool open_sides(CompareCommand *compare, const char *policy, Err *err)
{
    if (!open_side(compare, COMPARE_A, policy, err) || !open_side(compare, COMPARE_B, policy, err)) {
        return false;
    }
    return strcmp(compare->games[COMPARE_A].sha256, compare->games[COMPARE_B].sha256) != 0 ||
           err_set(
               err, NULL, NULL,
               "both scenarios are the same game, number for number: there is nothing to compare (a second "
               "scenario, or --change PATH=VALUE)");
}

/* ---- results ---- */

static void add_side(JsonOut *out, const CompareCommand *compare, const CompareResult *result, int side)
{
    jsonout_key(out, side_name(side));
    jsonout_begin(out, '{');
    jsonout_key_text(out, "scenario", compare->games[side].scenario);
    jsonout_key_text(out, "scenario_sha256", compare->games[side].sha256);
    jsonout_key_double(out, "win_rate", result->rate[side]);
    stats_key_interval(out, "ci95", result->rate_interval[side]);
    jsonout_key_u64(out, "draws", compare->shared[side].draws);
    jsonout_key_u64(out, "both_lose", compare->shared[side].both_lost);
    jsonout_end(out, '}');
}

static void print_json(const CompareCommand *compare, const CompareResult *result)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    add_side(&out, compare, result, COMPARE_A);
    add_side(&out, compare, result, COMPARE_B);
    jsonout_key_text(&out, "policy", compare->policies[0][0].spec);
    jsonout_key_u64(&out, "seed", options_number(compare->options, "seed"));
    jsonout_key_u64(&out, "pairs", result->pairs);
    jsonout_key_u64(&out, "games", 2 * result->pairs);
    jsonout_key(&out, "counts");
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "both", compare->counts.both);
    jsonout_key_u64(&out, "only_a", compare->counts.first);
    jsonout_key_u64(&out, "only_b", compare->counts.second);
    jsonout_key_u64(&out, "neither", compare->counts.neither);
    jsonout_end(&out, '}');
    jsonout_key_double(&out, "difference", result->difference);
    stats_key_interval(&out, "difference_ci95", result->interval);
    jsonout_key_double(&out, "p_value", result->p_value);
    jsonout_key_bool(&out, "established", result->established);
    jsonout_key_double(&out, "elapsed_s", compare->elapsed);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_text(const CompareCommand *compare, const CompareResult *result)
{
    printf("%s against itself, %" PRIu64 " pairs of games with the same luck, seed %" PRIu64 "\n",
           compare->policies[0][0].spec, result->pairs, options_number(compare->options, "seed"));
    for (int side = 0; side < COMPARE_COUNT; side++) {
        printf("  %s %-32s french %5.1f%% of games won, 95%% interval [%.1f, %.1f]\n", side_name(side),
               compare->games[side].scenario, 100.0 * result->rate[side],
               100.0 * result->rate_interval[side].low, 100.0 * result->rate_interval[side].high);
        if (compare->shared[side].draws + compare->shared[side].both_lost > 0) {
            printf("    %" PRIu64 " drawn and %" PRIu64 " lost by both count as not won\n",
                   compare->shared[side].draws, compare->shared[side].both_lost);
        }
    }
    printf("  won in both %" PRIu64 ", only in a %" PRIu64 ", only in b %" PRIu64 ", in neither %" PRIu64
           "; %.2f s\n",
           compare->counts.both, compare->counts.first, compare->counts.second, compare->counts.neither,
           compare->elapsed);
    printf("  difference, b less a: %+.1f points, 95%% interval [%+.1f, %+.1f]; McNemar's test p = %.3g\n",
           100.0 * result->difference, 100.0 * result->interval.low, 100.0 * result->interval.high,
           result->p_value);
    if (result->established) {
        printf("  The change moved the balance: the share of games won by %s is %s in b.\n",
               words_seat(compare->games[COMPARE_B].rules, SEAT_FRENCH),
               result->difference > 0.0 ? "higher" : "lower");
    } else {
        printf("  Not established: these games do not show that the change moved the balance.\n");
    }
}

/* ---- the run ---- */

static bool open_ledgers(CompareCommand *compare, Err *err)
{
    bool good = true;
    for (int side = 0; good && side < COMPARE_COUNT; side++) {
        const char *overrides[2 * OPTION_LIST_MAX];
        const StoreExperiment experiment = {
            .game = &compare->games[side],
            .policies = {&compare->policies[side][SEAT_FRENCH], &compare->policies[side][SEAT_COALITION]},
            .override_count = list_overrides(compare->options, side, overrides),
            .overrides = overrides,
            .seed = options_number(compare->options, "seed"),
        };
        good = ledger_open(&compare->ledgers[side], compare->keeping.store, &experiment,
                           options_number(compare->options, "games"), err);
    }
    return good;
}

static void show_progress(void *context, const PairedCounts *counts)
{
    CompareCommand *compare = context;
    if (progress_due(&compare->progress)) {
        const CompareResult result = compare_result(counts);
        char text[128];
        (void)snprintf(text, sizeof text, "b less a %+.1f [%+.1f, %+.1f] points", 100.0 * result.difference,
                       100.0 * result.interval.low, 100.0 * result.interval.high);
        progress_show(&compare->progress, keeping_done(&compare->keeping, 2 * result.pairs), text);
    }
}

static bool play(CompareCommand *compare, Err *err)
{
    const Policy(*policies)[SEAT_COUNT] = (const Policy(*)[SEAT_COUNT])compare->policies;
    const ComparePlan plan = {
        .games = {&compare->games[COMPARE_A], &compare->games[COMPARE_B]},
        .policies = {{&policies[COMPARE_A][SEAT_FRENCH], &policies[COMPARE_A][SEAT_COALITION]},
                     {&policies[COMPARE_B][SEAT_FRENCH], &policies[COMPARE_B][SEAT_COALITION]}},
        .pairs = (options_number(compare->options, "games") + 1) / 2,
        .seed = options_number(compare->options, "seed"),
        .threads = command_games_at_once(compare->options, compare->policies[COMPARE_A], SEAT_COUNT),
        .stop = interrupt_watch(),
        .ledgers = compare->keeping.store != NULL ? compare->ledgers : NULL,
        .keeps_moves = !policy_is_repeatable(&compare->policies[COMPARE_A][SEAT_FRENCH]),
        .quarantine = &compare->quarantine,
        .shared = compare->shared,
        .listener = show_progress,
        .context = compare,
    };
    progress_init(&compare->progress, 2 * plan.pairs);
    const bool played = compare_run(&plan, &compare->counts, err);
    compare->elapsed = progress_end(&compare->progress);
    return played;
}

static int report(const CompareCommand *compare)
{
    const CompareResult result = compare_result(&compare->counts);
    if (options_flag(compare->options, "json")) {
        print_json(compare, &result);
    } else {
        print_text(compare, &result);
    }
    const uint64_t asked = (options_number(compare->options, "games") + 1) / 2;
    keeping_tell_quarantine(&compare->quarantine);
    return result.pairs < asked ? keeping_cut_short(&compare->keeping, result.pairs, asked, "pairs")
                                : EXIT_GOOD;
}

int balance_compare(const Options *options, const char *policy)
{
    Err err;
    err_clear(&err);
    size_t knobs = 0;
    (void)options_list(options, "knob", &knobs);
    if (knobs > 0 || options_given(options, "target") || options_given(options, "precision") ||
        options_given(options, "svg") || options_given(options, "both-lose")) {
        (void)fprintf(
            stderr,
            "marshal: --knob, --target, --precision, --svg and --both-lose do not go with --compare\n");
        return EXIT_USAGE;
    }
    CompareCommand *compare = calloc(1, sizeof *compare);
    if (compare == NULL) {
        (void)fprintf(stderr, "marshal: not enough memory\n");
        return EXIT_FAILED;
    }
    compare->options = options;
    int code = EXIT_FAILED;
    if (!open_sides(compare, policy, &err)) {
        code = command_fail(&err, EXIT_FAILED);
    } else if (!keeping_open(&compare->keeping, options, NULL, NULL, &err)) {
        code = command_fail(&err, compare->keeping.failure);
    } else {
        const bool played = open_ledgers(compare, &err) && play(compare, &err);
        const bool kept = keeping_close(&compare->keeping, &err);
        code = played && kept ? report(compare) : command_fail(&err, EXIT_FAILED);
    }
    close_sides(compare);
    free(compare);
    return code;
}
