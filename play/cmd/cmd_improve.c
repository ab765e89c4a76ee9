/* cmd_improve.c: `marshal improve`: better weights for a strategy. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/scenario.h"
#include "eval/improve/improve.h"
#include "play/cmd/command.h"
#include "play/cmd/improve_oracle.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"

enum { WORDS_MAX = 10 }; /* weights that are told of */

/* Everything one run of the command holds. */
typedef struct ImproveCommand {
    const Options *options;
    Game game;
    Keeping keeping;
    Seat seat;
    Policy start;
    bool has_start;
    Policy opponents[FIELD_MAX];
    uint32_t opponent_count;
    Field field;
    WeightSpace space;
    ImprovePlan plan;
    ImproveResult result;
    Progress progress;
} ImproveCommand;

/* ------------------------------------------------------------------ what is asked for */

/* The seat that a strategy file is for; "both" and none say nothing. */
static bool seat_of_file(const ImproveCommand *command, const char *strategy, Seat *seat, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    JsonDoc doc;
    const char *name = "";
    if (!scenario_find_strategy(command->game.rules->id, strategy, path, err) ||
        !json_load(&doc, path, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = json_get_string(&root, "seat", &name, err);
    *seat = SEAT_NONE;
    if (good) {
        (void)seat_parse(name, seat);
    }
    json_release(&doc);
    return good;
}

static bool read_seat(ImproveCommand *command, Err *err)
{
    const char *seat = options_text(command->options, "seat");
    const char *strategy = options_text(command->options, "strategy");
    Seat of_file = SEAT_NONE;
    if (strategy != NULL && !seat_of_file(command, strategy, &of_file, err)) {
        return false;
    }
    command->seat = seat == NULL ? of_file : SEAT_NONE;
    if (seat != NULL) {
        (void)seat_parse(seat, &command->seat);
    }
    if (seat_plays(of_file) && seat_plays(command->seat) && of_file != command->seat) {
        return err_set(err, NULL, NULL, "--strategy %.64s: found a strategy of %s, expected one of %s",
                       strategy, seat_name(of_file), seat_name(command->seat));
    }
    return seat_plays(command->seat) ||
           err_set(err, NULL, NULL,
                   "--seat: found \"%.32s\", expected %s or %s, whose strategy is to be improved",
                   seat != NULL ? seat : "", seat_name(SEAT_FRENCH), seat_name(SEAT_COALITION));
}

static bool make_start(ImproveCommand *command, Err *err)
{
    char spec[POLICY_SPEC_BYTES];
    const char *strategy = options_text(command->options, "strategy");
    const int length = snprintf(spec, sizeof spec, "heuristic%s%s", strategy != NULL ? ":strategy=" : "",
                                strategy != NULL ? strategy : "");
    if (length < 0 || (size_t)length >= sizeof spec) {
        return err_set(err, NULL, NULL, "--strategy: the name is too long");
    }
    command->has_start = policy_init(&command->start, &command->game, spec, err);
    return command->has_start;
}

static bool add_opponent(ImproveCommand *command, const char *spec, double share, Err *err)
{
    Policy *policy = &command->opponents[command->opponent_count];
    if (!field_add(&command->field, policy, share, err) || !policy_init(policy, &command->game, spec, err)) {
        return false;
    }
    command->opponent_count++;
    return policy_is_repeatable(policy) ||
           err_set(err, NULL, NULL,
                   "found opponent \"%.128s\", expected one that plays the same each time it is asked", spec);
}

/* The strategies of the other seat, with their shares, in one table of `marshal equilibrium --json`. */
static bool add_mixture(ImproveCommand *command, const JsonNode *table, Err *err)
{
    JsonNode strategies;
    size_t count = 0;
    if (!json_get(table, seat_name(seat_other(command->seat)), &strategies, err) ||
        !json_array(&strategies, FIELD_MAX * 2, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode strategy = json_at(&strategies, i);
        JsonNode share;
        double value = 0.0;
        const char *spec = "";
        if (!json_get_string(&strategy, "strategy", &spec, err) ||
            !json_get(&strategy, "share", &share, err) || !json_double(&share, 0.0, 1.0, &value, err) ||
            (value > 0.0 && !add_opponent(command, spec, value, err))) {
            return false;
        }
    }
    return command->field.count > 0 || json_error(&strategies, err, "found no shares, expected some");
}

/* The table of this scenario. */
static bool find_mixture(ImproveCommand *command, const JsonNode *root, Err *err)
{
    JsonNode tables;
    size_t count = 0;
    if (!json_get(root, "tables", &tables, err) || !json_array(&tables, 10000, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode table = json_at(&tables, i);
        const char *scenario = "";
        if (!json_get_string(&table, "scenario", &scenario, err)) {
            return false;
        }
        if (strcmp(scenario, command->game.scenario) == 0) {
            return add_mixture(command, &table, err);
        }
    }
    return json_error(&tables, err, "found no table of %.64s, expected one", command->game.scenario);
}

static bool read_mixture(ImproveCommand *command, const char *file, Err *err)
{
    JsonDoc doc;
    if (!json_load(&doc, file, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = json_is_object(&root, err) && find_mixture(command, &root, err);
    json_release(&doc);
    return good;
}

static bool make_field(ImproveCommand *command, Err *err)
{
    size_t count = 0;
    const char *const *against = options_list(command->options, "against", &count);
    const char *mixture = options_text(command->options, "mixture");
    if (mixture != NULL && !read_mixture(command, mixture, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        double share = 1.0;
        const char *spec = NULL;
        if (!field_read_share(against[i], &share, &spec, err) || !add_opponent(command, spec, share, err)) {
            return false;
        }
    }
    if (command->field.count == 0 && !add_opponent(command, "heuristic", 1.0, err)) {
        return false;
    }
    field_close(&command->field);
    return true;
}

static bool read_test(ImproveCommand *command, Err *err)
{
    const char *text = options_text(command->options, "sprt");
    command->plan.testing = text != NULL;
    return text == NULL || command_read_sprt(text, &command->plan.sprt) ||
           err_set(err, NULL, NULL,
                   "--sprt: found \"%.64s\", expected two numbers from %g to %g, the lower first, as in 0,20",
                   text, -ELO_SPRT_MOST, ELO_SPRT_MOST);
}

static bool prepare(ImproveCommand *command, Err *err)
{
    return command_can_create(options_text(command->options, "out"), err) && read_test(command, err) &&
           improve_read_steps(command->options, &command->plan.perturbation, &command->plan.wander, err) &&
           read_seat(command, err) && make_start(command, err) &&
           weight_space_init(&command->space, &command->start, command->seat, err) &&
           make_field(command, err);
}

static void release(ImproveCommand *command)
{
    for (uint32_t i = 0; i < command->opponent_count; i++) {
        policy_release(&command->opponents[i]);
    }
    if (command->has_start) {
        policy_release(&command->start);
    }
}

/* ------------------------------------------------------------------ telling */

static void show_progress(void *context, const char *doing, uint64_t games, uint64_t total)
{
    ImproveCommand *command = context;
    if (progress_due(&command->progress)) {
        command->progress.total = total > games ? total : games;
        progress_show(&command->progress, games, doing);
    }
}

static void print_text(const ImproveCommand *command)
{
    const ImproveResult *result = &command->result;
    const ContrastScore *score = &result->score;
    StrBuf words;
    strbuf_init(&words);
    printf("%s (%s), seat %s: %s after %" PRIu64 " games of tuning (%" PRIu32 " of %" PRIu32 " iterations)\n",
           command->game.scenario, command->game.title, seat_name(command->seat),
           improve_end_name(result->end), result->games, result->iterations, result->planned);
    if (result->duel_pairs > 0) {
        printf("  last duel: %" PRIu64 " pairs, LLR %.2f in [%.2f, %.2f], %s\n", result->duel_pairs,
               result->sprt.llr, result->sprt.lower, result->sprt.upper,
               elo_sprt_state_name(result->sprt.state));
    }
    printf("  verified on %" PRIu64
           " games each with seeds of their own: %.1f%% [%.1f, %.1f] instead of %.1f%% "
           "[%.1f, %.1f]\n",
           score->pairs, 100.0 * score->scores[0], 100.0 * score->intervals[0].low,
           100.0 * score->intervals[0].high, 100.0 * score->scores[1], 100.0 * score->intervals[1].low,
           100.0 * score->intervals[1].high);
    printf("  gain %+.1f points [%+.1f, %+.1f], Elo %+.0f [%+.0f, %+.0f] against the field\n",
           100.0 * score->gain, 100.0 * score->gain_interval.low, 100.0 * score->gain_interval.high,
           score->elo, score->elo_interval.low, score->elo_interval.high);
    weight_space_tell(&command->space, result->weights, WORDS_MAX, &words);
    printf("  moved most:\n%s", words.text);
    strbuf_release(&words);
}

static void print_json(const ImproveCommand *command, bool written)
{
    StrBuf pedigree;
    StrBuf text;
    strbuf_init(&pedigree);
    strbuf_init(&text);
    improve_pedigree(&command->plan, &command->result, &pedigree);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "out", written ? options_text(command->options, "out") : NULL);
    jsonout_key(&out, "weights");
    jsonout_begin(&out, '{');
    for (uint32_t i = 0; i < command->space.count; i++) {
        jsonout_key_double(&out, command->space.table->rows[i].name, command->result.weights[i]);
    }
    jsonout_end(&out, '}');
    jsonout_key_raw(&out, "pedigree", pedigree.text);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
    strbuf_release(&pedigree);
}

static bool save(const ImproveCommand *command, Err *err)
{
    char title[160];
    StrBuf text;
    const char *asked = options_text(command->options, "title");
    (void)snprintf(title, sizeof title, "Improved in %.100s", command->game.title);
    strbuf_init(&text);
    improve_strategy(&command->plan, &command->result, asked != NULL ? asked : title, &text);
    const bool good = improve_save(&text, options_text(command->options, "out"), false, err);
    strbuf_release(&text);
    return good;
}

/* ------------------------------------------------------------------ the run */

static bool play(ImproveCommand *command, Err *err)
{
    const Options *options = command->options;
    ImprovePlan *plan = &command->plan;
    plan->space = &command->space;
    plan->start = &command->start;
    plan->field = &command->field;
    plan->overrides = options->list;
    plan->override_count = options->list_count;
    plan->games = options_number(options, "games");
    plan->verify = options_number(options, "verify");
    plan->duel = options_number(options, "duel");
    plan->seed = options_number(options, "seed");
    plan->threads = command_games_at_once(options, command->opponents, command->opponent_count);
    plan->stop = interrupt_watch();
    plan->time_is_up = interrupt_by_clock;
    plan->store = command->keeping.store;
    plan->listener = show_progress;
    plan->context = command;
    progress_init(&command->progress, plan->games + 2 * plan->verify);
    const bool good = improve_run(plan, &command->result, err);
    (void)progress_end(&command->progress);
    return good;
}

static int stopped(const ImproveCommand *command)
{
    (void)fprintf(stderr, "marshal: interrupted after %" PRIu64 " games of tuning; the same command %s\n",
                  command->result.games,
                  command->keeping.store != NULL ? "goes on from there"
                                                 : "plays them again, for there is no store");
    return EXIT_INTERRUPTED;
}

/* Without a gain that is sure there is no strategy worth a file. */
static int finish(const ImproveCommand *command)
{
    Err err;
    err_clear(&err);
    const bool better = command->result.moved && command->result.score.gain_interval.low > 0.0;
    if (better && !save(command, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    if (options_flag(command->options, "json")) {
        print_json(command, better);
    } else {
        print_text(command);
        if (better) {
            printf("  written to %s\n", options_text(command->options, "out"));
        } else {
            printf("  no file is written: the gain is not sure\n");
        }
    }
    return EXIT_GOOD;
}

static int run_loaded(ImproveCommand *command)
{
    Err err;
    err_clear(&err);
    if (!prepare(command, &err)) {
        return command_fail(&err, EXIT_USAGE);
    }
    if (!keeping_open(&command->keeping, command->options, NULL, NULL, &err)) {
        return command_fail(&err, command->keeping.failure);
    }
    const bool played = play(command, &err);
    if (played && command->result.end == IMPROVE_STOPPED) {
        const int code = stopped(command);
        return keeping_close(&command->keeping, &err) ? code : command_fail(&err, EXIT_FAILED);
    }
    return keeping_close(&command->keeping, &err) && played ? finish(command)
                                                            : command_fail(&err, EXIT_FAILED);
}

/* Options of the double oracle. */
static bool check_options(const Options *options, Err *err)
{
    static const char *const names[] = {"french", "coalition", "table", "rounds", "margin"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (options_given(options, names[i])) {
            return err_set(err, NULL, NULL, "--%s goes with --double-oracle", names[i]);
        }
    }
    return true;
}

static int run_one(const Options *options)
{
    Err err;
    err_clear(&err);
    ImproveCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)err_set(&err, NULL, NULL, "out of memory");
        return command_fail(&err, EXIT_FAILED);
    }
    command->options = options;
    if (!check_options(options, &err)) {
        free(command);
        return command_fail(&err, EXIT_USAGE);
    }
    int code = EXIT_FAILED;
    if (command_load(&command->game, options->operands[0], options)) {
        code = run_loaded(command);
        release(command);
        game_release(&command->game);
    }
    free(command);
    return code;
}

static int run(const Options *options)
{
    return options_flag(options, "double-oracle") ? improve_oracle(options) : run_one(options);
}

static const OptionSpec OPTIONS[] = {
    {"seat", OPTION_TEXT, "SEAT", NULL, false,
     "french or coalition: whose play is improved (default: whose the strategy is)"},
    {"strategy", OPTION_TEXT, "FILE", NULL, false,
     "what it starts from: a file or the name of a shipped strategy (default: balanced)"},
    {"against", OPTION_LIST, "POLICY", NULL, false,
     "an opponent, or SHARE*POLICY; may be given again (default: heuristic)"},
    {"mixture", OPTION_TEXT, "FILE", NULL, false,
     "opponents with the other seat's shares in what marshal equilibrium --json printed"},
    {"out", OPTION_TEXT, "FILE", NULL, true, "writes the strategy into this new file, if its gain is sure"},
    {"title", OPTION_TEXT, "TEXT", NULL, false, "title of the strategy"},
    {"games", OPTION_COUNT, "N", "60000", false, "games of tuning"},
    {"perturbation", OPTION_TEXT, "C", "0.15", false,
     "how far weights are moved to compare, in shares of their size"},
    {"wander", OPTION_TEXT, "W", "0.2", false,
     "how far luck alone would move a weight in the whole run, likewise"},
    {"verify", OPTION_COUNT, "N", "4000", false,
     "games of each, the found and the start, that nothing is tuned on"},
    {"sprt", OPTION_TEXT, "E0,E1", NULL, false,
     "ends tuning when a duel against the start is decided for E1 Elo above it, not E0"},
    {"duel", OPTION_COUNT, "N", "2000", false, "with --sprt: pairs of a duel at most"},
    {"double-oracle", OPTION_FLAG, NULL, NULL, false,
     "improves both seats against each other's mixture until nothing gains more than --margin; --out is a "
     "folder"},
    {"french", OPTION_LIST, "POLICY", NULL, false,
     "with --double-oracle: a strategy to begin with; may be given again (default: heuristic)"},
    {"coalition", OPTION_LIST, "POLICY", NULL, false, "the same for the other seat"},
    {"margin", OPTION_TEXT, "POINTS", "2", false,
     "with --double-oracle: least gain, in percent points, of an answer"},
    {"table", OPTION_COUNT, "N", "400", false, "with --double-oracle: games of each pair of strategies"},
    {"rounds", OPTION_COUNT, "N", "5", false, "with --double-oracle: rounds at most"},
    OPTION_ROW_SEED("of perturbations and games"),
    OPTION_ROW_JOBS,
    {"db", OPTION_TEXT, "FILE", NULL, false, "keeps batches of games in this store, and plays none twice"},
    {"until", OPTION_TEXT, "TIME", NULL, false,
     "ends tuning at a time of day (07:00) or after a while (90s, 30m, 8h)"},
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_IMPROVE = {
    .name = "improve",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "finds weights of a strategy that score more against a field of opponents",
    .details = "Weights are moved by SPSA: each batch plays pairs of perturbed strategies against the same "
               "opponents with "
               "the same luck.\n"
               "What was found is then compared with the start on games of its own; with a gain whose 95% "
               "interval lies "
               "above 0 it is written,\n"
               "with its pedigree, as a file that heuristic:strategy=FILE plays by.\n"
               "With --double-oracle the table of strategies is solved as by marshal equilibrium, both seats "
               "answer the other's "
               "mixture, answers\n"
               "that gain are written and added, and so on.\n"
               "Results are the same for every number of jobs, and after a kill with --db.",
    .options = OPTIONS,
    .run = run,
};
