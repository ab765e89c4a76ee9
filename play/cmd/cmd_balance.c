/* cmd_balance.c: `marshal balance`: the value of a knob at which a seat wins a wanted share of games;
 * whether a change of a scenario moved its balance. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "eval/balance/balance_plot.h"
#include "eval/report/plot.h"
#include "play/cmd/balance.h"
#include "play/cmd/command.h"
#include "play/cmd/contest.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/shared_games.h"

enum { OVERRIDES_MAX = OPTION_LIST_MAX + BALANCE_HELD_MAX };

/* A game and its policies for each value of a knob. */
typedef struct Field {
    Game games[RESPONSE_VALUES_MAX];
    Policy policies[RESPONSE_VALUES_MAX][SEAT_COUNT];
    Ledger ledgers[RESPONSE_VALUES_MAX]; /* without a store: of nothing */
    uint32_t count;
} Field;

/* ---- the values of a knob ---- */

static void close_field(Field *field)
{
    for (uint32_t i = 0; i < field->count; i++) {
        ledger_release(&field->ledgers[i]);
        policy_release(&field->policies[i][SEAT_FRENCH]);
        policy_release(&field->policies[i][SEAT_COALITION]);
        game_release(&field->games[i]);
    }
    free(field);
}

/* What the store calls the games of a value: those of `match --set` with the value, so that each finds the
 * other's. */
static bool open_ledger(Field *field, const BalanceCommand *command, const char *const *overrides,
                        size_t count, Err *err)
{
    const StoreExperiment experiment = {
        .game = &field->games[field->count],
        .policies = {&field->policies[field->count][SEAT_FRENCH],
                     &field->policies[field->count][SEAT_COALITION]},
        .overrides = overrides,
        .override_count = count,
        .seed = options_number(command->options, "seed"),
    };
    return ledger_open(&field->ledgers[field->count], command->keeping.store, &experiment,
                       options_number(command->options, "games"), err);
}

/* Adds a game with these overrides. */
static bool add_game(Field *field, const BalanceCommand *command, const char *const *overrides, size_t count,
                     Err *err)
{
    Game *game = &field->games[field->count];
    Policy *policies = field->policies[field->count];
    if (!game_load(game, command->options->operands[0], overrides, count, err)) {
        return false;
    }
    if (!policy_init(&policies[SEAT_FRENCH], game, command->policy, err)) {
        game_release(game);
        return false;
    }
    if (!policy_init(&policies[SEAT_COALITION], game, command->policy, err)) {
        policy_release(&policies[SEAT_FRENCH]);
        game_release(game);
        return false;
    }
    const bool opened = open_ledger(field, command, overrides, count, err);
    field->count++;
    return opened;
}

/* --set and what earlier knobs were set to. */
static size_t list_overrides(const BalanceCommand *command, const char *overrides[OVERRIDES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < command->options->list_count; i++) {
        overrides[count++] = command->options->list[i];
    }
    for (size_t i = 0; i < command->held_count; i++) {
        overrides[count++] = command->held[i];
    }
    return count;
}

/* Loads the scenario at every value, so that a value it refuses is told before anything is played. NULL and
 * err if one is. */
static Field *open_field(const BalanceCommand *command, const Knob *knob, Err *err)
{
    Field *field = calloc(1, sizeof *field);
    if (field == NULL) {
        (void)err_set(err, NULL, NULL, "not enough memory");
        return NULL;
    }
    for (uint32_t i = 0; i < knob->count; i++) {
        const char *overrides[OVERRIDES_MAX + KNOB_TERMS_MAX];
        char own[KNOB_TERMS_MAX][KNOB_OVERRIDE_BYTES];
        size_t count = list_overrides(command, overrides);
        for (uint32_t term = 0; term < knob->term_count; term++) {
            knob_override(knob, term, knob_value(knob, i), own[term]);
            overrides[count++] = own[term];
        }
        if (!add_game(field, command, overrides, count, err)) {
            close_field(field);
            return NULL;
        }
    }
    return field;
}

/* ---- one search ---- */

static void show_progress(void *context, uint64_t games, const BalanceResult *result)
{
    BalanceCommand *command = context;
    if (!progress_due(&command->progress)) {
        return;
    }
    char text[256];
    const Knob *knob = &balance_answer(command)->knob;
    if (result == NULL) {
        (void)snprintf(text, sizeof text, "%.80s: a first look", knob->terms_text);
    } else {
        (void)snprintf(text, sizeof text, "%.80s %.4g [%.4g, %.4g]  french %.1f%%", knob->terms_text,
                       knob_value(knob, result->value), knob_value(knob, result->interval.low),
                       knob_value(knob, result->interval.high), 100.0 * result->rate);
    }
    progress_show(&command->progress, keeping_done(&command->keeping, command->games + games), text);
}

/* As narrow as the user wants it, in steps. */
static double precision_in_steps(const BalanceCommand *command, const Knob *knob)
{
    if (command->precision > 0.0) {
        return command->precision / knob->step;
    }
    return knob->whole ? 1.0 : 2.0;
}

static bool play_search(BalanceCommand *command, KnobSearch *search, Err *err)
{
    Field *field = open_field(command, &search->knob, err);
    if (field == NULL) {
        return false;
    }
    const BalanceRun run = {
        .games = field->games,
        .policies = (const Policy(*)[SEAT_COUNT])field->policies,
        .threads = command_games_at_once(command->options, field->policies[0], SEAT_COUNT),
        .seed = options_number(command->options, "seed"),
        .stop = interrupt_watch(),
        .ledgers = command->keeping.store != NULL ? field->ledgers : NULL,
        .keeps_moves = !policy_is_repeatable(&field->policies[0][SEAT_FRENCH]),
        .worth = command->worth,
        .shared = &command->shared,
        .quarantine = &command->quarantine,
        .listener = show_progress,
        .context = command,
    };
    const bool played = balance_run(search->balance, &run, &command->finished, err);
    close_field(field);
    return played;
}

/* Searches one knob with the games that are left. */
static bool search_knob(BalanceCommand *command, KnobSearch *search, Err *err)
{
    const BalancePlan plan = {
        .count = search->knob.count,
        .whole = search->knob.whole,
        .target = command->target,
        .precision = precision_in_steps(command, &search->knob),
        .games = options_number(command->options, "games") - command->games,
        .seed = options_number(command->options, "seed"),
    };
    search->balance = balance_new(&plan);
    if (search->balance == NULL) {
        return err_set(err, NULL, NULL, "not enough memory");
    }
    command->searched++;
    const bool played = play_search(command, search, err);
    uint64_t games = 0;
    for (uint32_t i = 0; i < plan.count; i++) {
        games += balance_games(search->balance, i);
    }
    command->games += games;
    search->known = played && games > 0;
    if (search->known) {
        search->result = balance_result(search->balance);
    }
    return played;
}

/* ---- all knobs ---- */

bool balance_meets_target(const BalanceCommand *command, const KnobSearch *search)
{
    const BalanceResult *result = &search->result;
    const bool reached = result->verdict != BALANCE_ABOVE && result->verdict != BALANCE_BELOW;
    return reached && result->rate_interval.low <= command->target &&
           command->target <= result->rate_interval.high;
}

static void hold(BalanceCommand *command, const KnobSearch *search)
{
    for (uint32_t term = 0; term < search->knob.term_count; term++) {
        knob_override(&search->knob, term, knob_value(&search->knob, search->result.value),
                      command->held[command->held_count++]);
    }
}

/* Searches knobs in order until one meets the target, the games are used up, or Ctrl-C. */
static bool search_all(BalanceCommand *command, Err *err)
{
    command->finished = true;
    progress_init(&command->progress, options_number(command->options, "games"));
    bool met = false;
    bool good = true;
    for (size_t i = 0; i < command->knob_count && good && !met && command->finished; i++) {
        if (command->games >= options_number(command->options, "games")) {
            break;
        }
        KnobSearch *search = &command->searches[i];
        good = search_knob(command, search, err);
        if (search->known) {
            hold(command, search);
            met = balance_meets_target(command, search);
        }
    }
    if (command->searched > 1 && !balance_answer(command)->known) {
        balance_free(command->searches[--command->searched].balance); /* broken off before its first game */
    }
    command->elapsed = progress_end(&command->progress);
    return good;
}

/* Reads knobs and checks that there are policies of this name: all that can be wrong before games are played.
 */
static bool open_knobs(BalanceCommand *command, Err *err)
{
    const Options *options = command->options;
    size_t count = 0;
    const char *const *texts = options_list(options, "knob", &count);
    if (count == 0 || count > BALANCE_KNOBS_MAX) {
        return err_set(err, NULL, NULL,
                       "found %zu knobs, expected 1 to %d (--knob PATH=LOW..HIGH), or --compare", count,
                       BALANCE_KNOBS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        if (!knob_open(&command->searches[i].knob, texts[i], options->operands[0], options->list,
                       options->list_count, err)) {
            return false;
        }
        command->knob_count++;
    }
    Policy policy;
    if (!policy_init(&policy, &command->game, command->policy, err)) {
        return false;
    }
    policy_release(&policy);
    return true;
}

static bool plot(const BalanceCommand *command, Err *err)
{
    const char *file = options_text(command->options, "svg");
    const KnobSearch *search = balance_answer(command);
    if (file == NULL || !search->known) {
        return true;
    }
    char title[512];
    (void)snprintf(title, sizeof title, "%.128s (%.128s), %.128s, %" PRIu64 " games", command->game.scenario,
                   command->game.title, command->policy, search->result.games);
    const BalancePlot picture = {search->balance, &search->result, &search->knob, command->target, title};
    return balance_plot(&picture, file, err);
}

static int report(const BalanceCommand *command)
{
    Err err;
    err_clear(&err);
    if (!balance_answer(command)->known) {
        return keeping_cut_short(&command->keeping, 0, options_number(command->options, "games"), "games");
    }
    if (options_flag(command->options, "json")) {
        balance_print_json(command);
    } else {
        balance_print_text(command);
    }
    if (!plot(command, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    keeping_tell_quarantine(&command->quarantine);
    return command->finished ? EXIT_GOOD
                             : keeping_cut_short(&command->keeping, command->games,
                                                 options_number(command->options, "games"), "games");
}

static int search(BalanceCommand *command)
{
    Err err;
    err_clear(&err);
    const char *file = options_text(command->options, "svg");
    if (!command_load(&command->game, command->options->operands[0], command->options)) {
        return EXIT_FAILED;
    }
    int code = EXIT_FAILED;
    if (!open_knobs(command, &err)) {
        code = command_fail(&err, EXIT_USAGE);
    } else if (file != NULL && !plot_ready(file, &err)) {
        code = command_fail(&err, EXIT_FAILED);
    } else if (!keeping_open(&command->keeping, command->options, NULL, NULL, &err)) {
        code = command_fail(&err, command->keeping.failure);
    } else {
        const bool good = search_all(command, &err);
        const bool kept = keeping_close(&command->keeping, &err);
        code = good && kept ? report(command) : command_fail(&err, EXIT_FAILED);
    }
    for (size_t i = 0; i < command->searched; i++) {
        balance_free(command->searches[i].balance);
    }
    game_release(&command->game);
    return code;
}

/* Reads a share such as "0.5" or "50%". */
static bool parse_number(const char *text, double *value)
{
    char *end = NULL;
    if (strspn(text, ".0123456789%") != strlen(text)) { /* strtod also knows inf, nan, hexadecimal, blanks */
        return false;
    }
    *value = strtod(text, &end);
    if (end != text && *end == '%') {
        *value /= 100.0;
        end++;
    }
    return end != text && *end == '\0';
}

static int bad_option(const char *name, const char *text, const char *expected)
{
    (void)fprintf(stderr, "marshal: --%s: found \"%.64s\", expected %s\n", name, text, expected);
    return EXIT_USAGE;
}

static int run_search(const Options *options)
{
    const char *target = options_text(options, "target");
    const char *precision = options_text(options, "precision");
    size_t changes = 0;
    (void)options_list(options, "change", &changes);
    if (changes > 0 || options->operand_count != 1) {
        (void)fprintf(stderr, "marshal: a second scenario and --change are for --compare\n");
        return EXIT_USAGE;
    }
    BalanceCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)fprintf(stderr, "marshal: not enough memory\n");
        return EXIT_FAILED;
    }
    command->options = options;
    command->policy = options_text(options, "policy");
    int code = EXIT_GOOD;
    if (!shared_games_option(options, &command->worth)) {
        code = EXIT_USAGE;
    } else if (!parse_number(target, &command->target) || command->target < 0.01 || command->target > 0.99) {
        code = bad_option("target", target, "a score from 0.01 to 0.99");
    } else if (precision != NULL &&
               (!parse_number(precision, &command->precision) || command->precision <= 0.0)) {
        code = bad_option("precision", precision, "a width above 0");
    } else if (options_number(options, "games") > BALANCE_GAMES_MAX) {
        code = bad_option("games", options_text(options, "games"), "at most 1000000");
    } else {
        code = search(command);
    }
    free(command);
    return code;
}

static int run(const Options *options)
{
    return options_flag(options, "compare") ? balance_compare(options, options_text(options, "policy"))
                                            : run_search(options);
}

static const OptionSpec OPTIONS[] = {
    {"knob", OPTION_LIST, "KNOB=LOW..HIGH", NULL, false,
     "what to turn; given again: one after the other, until the target is met"},
    {"target", OPTION_TEXT, "R", "0.5", false, "wanted score of the seat french, from 0 to 1"},
    {"policy", OPTION_TEXT, "POLICY", "mcts:sims=100", false, "who plays both seats"},
    {"games", OPTION_COUNT, "N", "1000", false, "how many games at most; with --compare, how many"},
    {"precision", OPTION_TEXT, "W", NULL, false,
     "ends when the 95% interval is this wide (default: one whole step, or a tenth of the range)"},
    OPTION_ROW_BOTH_LOSE("the seat french", "coalition"),
    OPTION_ROW_SEED("master seed: game k at any value has a seed derived from it and k"),
    OPTION_ROW_JOBS,
    OPTION_ROW_DB,
    OPTION_ROW_UNTIL,
    {"svg", OPTION_TEXT, "FILE", NULL, false, "draws the curve of win rates (needs gnuplot)"},
    {"compare", OPTION_FLAG, NULL, NULL, false, "compares two scenarios, or one with itself after --change"},
    {"change", OPTION_LIST, "PATH=VALUE", NULL, false,
     "with --compare: overrides of the second scenario alone"},
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_BALANCE = {
    .name = "balance",
    .operands = "SCENARIO --knob KNOB=LOW..HIGH | --compare SCENARIO [SCENARIO]",
    .least = 1,
    .most = 2,
    .summary = "finds the value of a number at which the seat french wins a wanted share",
    .details =
        "KNOB is a path as for --set; several with commas between are set to the same value. With a sign "
        "before\n"
        "a path the value is added to what stands there, or taken from it: a bid, for example\n"
        "    --knob +setup.hand.french,-setup.hand.coalition=-3..3\n"
        "LOW..HIGH/STEP sets the step. Games go where they narrow the answer down; the search ends when its "
        "95%\n"
        "interval is narrow, when the target is out of reach, or after --games.\n"
        "--compare plays the same luck in two scenarios and tells whether the win rate of the seat french "
        "differs.\n"
        "A draw counts one half; a game that both lose one half too, or (1 + U - V) / 2 with --both-lose.\n"
        "Results are the same for every number of jobs. Ctrl-C stops and reports what is known; with --db "
        "the same\n"
        "command goes on from there.",
    .options = OPTIONS,
    .run = run,
};
