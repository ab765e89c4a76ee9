/* cmd_tournament.c: `marshal tournament`: policies against policies on scenarios, overnight. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/jsonout.h"
#include "eval/run/tournament.h"
#include "eval/statistics/stats.h"
#include "play/cmd/command.h"
#include "play/cmd/equilibrium_view.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"

/* Everything one run of the command holds. */
typedef struct TournamentCommand {
    const Options *options;
    TournamentConfig config;
    Tournament tournament;
    RatingResult ratings;
    Keeping keeping;
    Progress progress;
    double elapsed;
    Table tables[TOURNAMENT_SCENARIOS_MAX];
    Equilibrium equilibria[TOURNAMENT_SCENARIOS_MAX]; /* payoffs NULL: none */
} TournamentCommand;

/* Tables drawn for the intervals of equilibria; fewer where each takes long. */
enum { EQUILIBRIUM_DRAWS = 500, EQUILIBRIUM_DRAWS_LARGE = 100, LARGE = 16 };

/* All cells of a policy together, as it sees them. */
typedef struct Standing {
    uint64_t games, wins, draws, both_lost, losses;
    uint64_t seat_games[SEAT_COUNT], seat_wins[SEAT_COUNT];
    uint64_t forfeits;
} Standing;

static uint64_t count_games(const DuelCount *count)
{
    return count->wins + count->draws + count->both_lost + count->losses;
}

static void add_tally(Standing *standing, const DuelTally *tally)
{
    const DuelCount total = duel_total(tally);
    standing->games += count_games(&total);
    standing->wins += total.wins;
    standing->draws += total.draws;
    standing->both_lost += total.both_lost;
    standing->losses += total.losses;
    standing->forfeits += tally->forfeits[DUEL_A];
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        standing->seat_games[seat] += count_games(&tally->seats[seat]);
        standing->seat_wins[seat] += tally->seats[seat].wins;
    }
}

static Standing standing_of(const Tournament *tournament, uint32_t policy)
{
    Standing standing;
    memset(&standing, 0, sizeof standing);
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        const TournamentCell *cell = &tournament->cells[i];
        const DuelTally mirror = duel_mirror(&cell->tally);
        if (cell->a == policy || cell->b == policy) {
            add_tally(&standing, cell->a == policy ? &cell->tally : &mirror);
        }
    }
    return standing;
}

/* Policies by falling rating; those without games last. */
static void rank(const TournamentCommand *command, uint32_t order[TOURNAMENT_POLICIES_MAX])
{
    const RatingEstimate *ratings = command->ratings.policies;
    for (uint32_t i = 0; i < command->config.policy_count; i++) {
        uint32_t at = i;
        for (; at > 0 && ratings[order[at - 1]].elo < ratings[i].elo; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

/* Mean worth of its games to a policy that holds so much of one that both lose. */
static double worth_of(const Standing *standing, double both_lose)
{
    const WorthCounts counts = {standing->wins, standing->draws, standing->both_lost, standing->losses};
    return worth_mean(&counts, both_lose).mean;
}

static double score_of(const Standing *standing) { return worth_of(standing, WORTH_SHARED); }

static SeriesQuarantine quarantine_of(const Tournament *tournament)
{
    SeriesQuarantine all = {0, 0, 0, 0};
    for (uint32_t i = 0; i < tournament->cell_count; i++) {
        const SeriesQuarantine *cell = &tournament->cells[i].tally.quarantine;
        if (all.games == 0) {
            all = *cell;
        } else {
            all.games += cell->games;
            all.rounds += cell->rounds;
        }
    }
    return all;
}

/* ------------------------------------------------------------------ JSON */

static void add_rate(JsonOut *out, const char *key, const Standing *standing, Seat seat)
{
    if (standing->seat_games[seat] == 0) {
        jsonout_key_null(out, key);
    } else {
        jsonout_key_double(out, key, stats_rate(standing->seat_wins[seat], standing->seat_games[seat]));
    }
}

static void add_standing(JsonOut *out, const TournamentCommand *command, uint32_t policy)
{
    const Standing standing = standing_of(&command->tournament, policy);
    const RatingEstimate *rating = &command->ratings.policies[policy];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "name", command->config.policies[policy].name);
    jsonout_key_text(out, "policy", command->config.policies[policy].spec);
    jsonout_key_double(out, "elo", rating->elo);
    stats_key_interval(out, "elo_ci95", rating->interval);
    jsonout_key_u64(out, "games", standing.games);
    jsonout_key_double(out, "score", score_of(&standing));
    jsonout_key_u64(out, "wins", standing.wins);
    jsonout_key_u64(out, "draws", standing.draws);
    jsonout_key_u64(out, "both_lose", standing.both_lost);
    jsonout_key_double(out, "both_lose_worth", command->config.policies[policy].both_lose);
    jsonout_key_double(out, "worth", worth_of(&standing, command->config.policies[policy].both_lose));
    jsonout_key_u64(out, "losses", standing.losses);
    jsonout_key_u64(out, "forfeits", standing.forfeits);
    add_rate(out, "win_rate_as_french", &standing, SEAT_FRENCH);
    add_rate(out, "win_rate_as_coalition", &standing, SEAT_COALITION);
    jsonout_end(out, '}');
}

static void add_scenario(JsonOut *out, const TournamentCommand *command, uint32_t scenario)
{
    const RatingEstimate *advantage = &command->ratings.scenarios[scenario];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "scenario", command->config.scenarios[scenario].name);
    jsonout_key_text(out, "scenario_sha256", command->tournament.games[scenario].sha256);
    jsonout_key_double(out, "french_advantage_elo", advantage->elo);
    stats_key_interval(out, "french_advantage_ci95", advantage->interval);
    jsonout_end(out, '}');
}

static void add_sprt(JsonOut *out, const TournamentCommand *command, const TournamentCell *cell)
{
    if (!command->config.testing || cell->one_seat) {
        jsonout_key_null(out, "sprt");
        return;
    }
    jsonout_key(out, "sprt");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "llr", cell->sprt.llr);
    jsonout_key_text(out, "state", elo_sprt_state_name(cell->sprt.state));
    jsonout_end(out, '}');
}

/* What pairs tell of two policies, apart from their seats. */
static void add_strength(JsonOut *out, const DuelTally *tally, const EloScore *score)
{
    jsonout_key_double(out, "elo", elo_from_score(score->score));
    stats_key_interval(out, "elo_ci95", elo_interval(score));
    jsonout_key_double(out, "los", elo_los(tally->pentanomial));
    jsonout_key(out, "pentanomial");
    jsonout_begin(out, '[');
    for (int i = 0; i < ELO_VALUES; i++) {
        jsonout_u64(out, tally->pentanomial[i]);
    }
    jsonout_end(out, ']');
}

static void add_cell(JsonOut *out, const TournamentCommand *command, const TournamentCell *cell)
{
    const TournamentConfig *config = &command->config;
    const EloScore score = elo_score(cell->tally.pentanomial);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "scenario", config->scenarios[cell->scenario].name);
    jsonout_key_text(out, "a", config->policies[cell->a].name);
    jsonout_key_text(out, "b", config->policies[cell->b].name);
    jsonout_key_bool(out, "one_seat", cell->one_seat);
    jsonout_key_u64(out, cell->one_seat ? "games" : "pairs", cell->tally.pairs);
    jsonout_key_double(out, "score", score.score);
    stats_key_interval(out, "score_ci95", score.interval);
    if (!cell->one_seat) {
        add_strength(out, &cell->tally, &score);
    }
    jsonout_key_u64(out, "quarantined", cell->tally.quarantine.games);
    add_sprt(out, command, cell);
    jsonout_end(out, '}');
}

static EquilibriumView view_of(const TournamentCommand *command, uint32_t scenario)
{
    const Game *game = &command->tournament.games[scenario];
    return (EquilibriumView){.scenario = game->scenario,
                             .title = game->title,
                             .sha256 = game->sha256,
                             .table = &command->tables[scenario],
                             .found = &command->equilibria[scenario]};
}

static void add_equilibrium(JsonOut *out, const TournamentCommand *command, uint32_t scenario)
{
    const EquilibriumView view = view_of(command, scenario);
    if (view.found->payoffs == NULL) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    equilibrium_view_json(&view, out);
    jsonout_end(out, '}');
}

static void print_json(const TournamentCommand *command)
{
    const TournamentConfig *config = &command->config;
    uint32_t order[TOURNAMENT_POLICIES_MAX];
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    rank(command, order);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "seed", config->seed);
    jsonout_key_u64(&out, "pairs", config->pairs);
    jsonout_key_bool(&out, "complete", tournament_is_complete(&command->tournament));
    jsonout_key_bool(&out, "connected", command->ratings.connected);
    jsonout_key(&out, "standings");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < config->policy_count; i++) {
        add_standing(&out, command, order[i]);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "scenarios");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < config->scenario_count; i++) {
        add_scenario(&out, command, i);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "cells");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < command->tournament.cell_count; i++) {
        add_cell(&out, command, &command->tournament.cells[i]);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "equilibria");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < config->scenario_count; i++) {
        add_equilibrium(&out, command, i);
    }
    jsonout_end(&out, ']');
    jsonout_key_double(&out, "elapsed_s", command->elapsed);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ text */

/* Games without a winner: how they were counted, and what they were worth to each policy by itself. */
static void print_shared(const TournamentCommand *command)
{
    const TournamentConfig *config = &command->config;
    uint64_t draws = 0;
    uint64_t both_lost = 0;
    for (uint32_t i = 0; i < command->tournament.cell_count; i++) {
        const DuelCount total = duel_total(&command->tournament.cells[i].tally);
        draws += total.draws;
        both_lost += total.both_lost;
    }
    if (draws + both_lost > 0) {
        printf("%" PRIu64 " games drawn and %" PRIu64
               " lost by both count one half to each in scores and Elo\n",
               draws, both_lost);
    }
    for (uint32_t i = 0; i < config->policy_count && both_lost > 0; i++) {
        const Standing standing = standing_of(&command->tournament, i);
        printf("      %-32s lost %" PRIu64 " together with the other, worth %g each to it: %.1f%% in all\n",
               config->policies[i].name, standing.both_lost, config->policies[i].both_lose,
               100.0 * worth_of(&standing, config->policies[i].both_lose));
    }
}

/* A column of the standings; a dash in a seat that is not played. */
static void print_rate(const Standing *standing, Seat seat)
{
    if (standing->seat_games[seat] == 0) {
        printf("  %9s", "-");
    } else {
        printf("  %8.1f%%", 100.0 * stats_rate(standing->seat_wins[seat], standing->seat_games[seat]));
    }
}

static void print_standings(const TournamentCommand *command)
{
    const TournamentConfig *config = &command->config;
    uint32_t order[TOURNAMENT_POLICIES_MAX] = {0};
    rank(command, order);
    printf("%4s  %-32s %7s  %-18s %7s  %6s  %9s  %9s\n", "", "policy", "Elo", "95% interval", "games",
           "score", "french", "coalition");
    for (uint32_t i = 0; i < config->policy_count; i++) {
        const Standing standing = standing_of(&command->tournament, order[i]);
        const RatingEstimate *rating = &command->ratings.policies[order[i]];
        char interval[40];
        (void)snprintf(interval, sizeof interval, "[%+.0f, %+.0f]", rating->interval.low,
                       rating->interval.high);
        printf("%3" PRIu32 ".  %-32s %+7.1f  %-18s %7" PRIu64 "  %5.1f%%", i + 1,
               config->policies[order[i]].name, rating->elo, interval, standing.games,
               100.0 * score_of(&standing));
        print_rate(&standing, SEAT_FRENCH);
        print_rate(&standing, SEAT_COALITION);
        printf("\n");
    }
    print_shared(command);
    if (!command->ratings.connected) {
        printf("some groups of policies never met: their ratings cannot be compared\n");
    }
}

static void print_scenarios(const TournamentCommand *command)
{
    printf("\nadvantage of the seat french between equals\n");
    for (uint32_t i = 0; i < command->config.scenario_count; i++) {
        const RatingEstimate *advantage = &command->ratings.scenarios[i];
        printf("      %-32s %+7.1f  [%+.0f, %+.0f]%s\n", command->config.scenarios[i].name, advantage->elo,
               advantage->interval.low, advantage->interval.high,
               advantage->interval.low <= 0.0 && advantage->interval.high >= 0.0 ? "  not established" : "");
    }
}

/* Fixed seats: a score, which says nothing of the policies without their seats. */
static void print_one_seat(const TournamentConfig *config, const TournamentCell *cell, const EloScore *score)
{
    printf("%s: %s (%s) against %s (%s), %" PRIu64 " games: %.1f%% [%.1f, %.1f]\n",
           config->scenarios[cell->scenario].name, config->policies[cell->a].name, seat_name(SEAT_FRENCH),
           config->policies[cell->b].name, seat_name(SEAT_COALITION), cell->tally.pairs, 100.0 * score->score,
           100.0 * score->interval.low, 100.0 * score->interval.high);
}

static void print_cells(const TournamentCommand *command)
{
    const TournamentConfig *config = &command->config;
    printf("\n");
    for (uint32_t i = 0; i < command->tournament.cell_count; i++) {
        const TournamentCell *cell = &command->tournament.cells[i];
        const EloScore score = elo_score(cell->tally.pentanomial);
        const Interval elo = elo_interval(&score);
        if (cell->one_seat) {
            print_one_seat(config, cell, &score);
            continue;
        }
        const bool open = elo.low <= 0.0 && elo.high >= 0.0;
        printf("%s: %s against %s, %" PRIu64 " pairs: %.1f%%, Elo %+.1f [%+.1f, %+.1f]%s%s\n",
               config->scenarios[cell->scenario].name, config->policies[cell->a].name,
               config->policies[cell->b].name, cell->tally.pairs, 100.0 * score.score,
               elo_from_score(score.score), elo.low, elo.high,
               open ? ", a difference is not established" : "",
               !config->testing                         ? ""
               : cell->sprt.state == ELO_SPRT_ACCEPT_H0 ? ", SPRT accepts H0"
               : cell->sprt.state == ELO_SPRT_ACCEPT_H1 ? ", SPRT accepts H1"
                                                        : ", SPRT undecided");
    }
}

/* The strategies as a matrix game (marshal equilibrium tells more, and plays the cells that a tournament
 * leaves out: each policy against itself). */
static void print_equilibria(const TournamentCommand *command)
{
    for (uint32_t i = 0; i < command->config.scenario_count; i++) {
        const EquilibriumView view = view_of(command, i);
        if (view.found->payoffs != NULL) {
            printf("\nequilibrium of ");
            equilibrium_view_print(&view);
        }
    }
    printf("%.2f s\n", command->elapsed);
}

/* ------------------------------------------------------------------ the run */

static bool show_progress(void *context, const Tournament *tournament, uint32_t cell)
{
    TournamentCommand *command = context;
    if (progress_due(&command->progress)) {
        const TournamentCell *at = &tournament->cells[cell];
        const EloScore score = elo_score(at->tally.pentanomial);
        char text[200];
        (void)snprintf(text, sizeof text, "%.40s - %.40s %.1f%% [%.1f, %.1f]",
                       command->config.policies[at->a].name, command->config.policies[at->b].name,
                       100.0 * score.score, 100.0 * score.interval.low, 100.0 * score.interval.high);
        progress_show(&command->progress, keeping_done(&command->keeping, tournament->games_done), text);
    }
    return true;
}

static bool find_equilibria(TournamentCommand *command, Err *err)
{
    const uint32_t draws = command->config.policy_count > LARGE ? EQUILIBRIUM_DRAWS_LARGE : EQUILIBRIUM_DRAWS;
    bool good = true;
    for (uint32_t i = 0; good && i < command->config.scenario_count; i++) {
        good = command->tables[i].games == 0 ||
               equilibrium_find(&command->tables[i], draws, 1, &command->equilibria[i], err);
    }
    return good;
}

static bool play(TournamentCommand *command, Err *err)
{
    Tournament *tournament = &command->tournament;
    TournamentPlan plan = {
        .threads =
            command_games_at_once(command->options, tournament->policies[0], command->config.policy_count),
        .stop = interrupt_watch(),
        .keep = command->keeping.keep,
        .listener = show_progress,
        .context = command,
    };
    plan.keep.moves = plan.keep.moves || command->config.moves || !tournament_is_repeatable(tournament);
    if (!command->config.only_first) {
        if (!tournament_tables(&command->config, command->tables, err)) {
            return false;
        }
        plan.tables = command->tables;
    }
    const uint64_t share = tournament_games(tournament, &plan.keep.shard);
    progress_init(&command->progress,
                  command->config.games > 0 && command->config.games < share ? command->config.games : share);
    const bool played = tournament_run(tournament, &plan, err);
    command->elapsed = progress_end(&command->progress);
    return played && tournament_rate(tournament, &command->ratings, err) && find_equilibria(command, err);
}

static int report(const TournamentCommand *command)
{
    const Tournament *tournament = &command->tournament;
    if (options_flag(command->options, "json")) {
        print_json(command);
    } else {
        print_standings(command);
        print_scenarios(command);
        print_cells(command);
        print_equilibria(command);
    }
    const SeriesQuarantine quarantine = quarantine_of(tournament);
    keeping_tell_quarantine(&quarantine);
    const bool cut = !tournament_is_complete(tournament) && tournament->games_done < tournament->games_share;
    return cut ? keeping_cut_short(&command->keeping, tournament->games_done, tournament->games_share,
                                   "games")
               : EXIT_GOOD;
}

/* --resume says that there is something to resume. */
static bool check_resume(const TournamentCommand *command, Err *err)
{
    const char *db = options_text(command->options, "db");
    const char *file = db != NULL ? db : command->config.db;
    struct stat status;
    if (!options_flag(command->options, "resume")) {
        return true;
    }
    if (file[0] == '\0') {
        return err_set(err, NULL, NULL,
                       "--resume: there is no store, expected \"db\" in the configuration or --db FILE");
    }
    return stat(file, &status) == 0 || err_set(err, file, NULL, "--resume: there is no such store");
}

static bool open_keeping(TournamentCommand *command, Err *err)
{
    if (command->config.testing && options_given(command->options, "shard")) {
        return err_set(err, command->config.doc.file, "sprt",
                       "a test needs all pairs in their order: it excludes --shard");
    }
    if (command->config.games > 0 && options_given(command->options, "shard")) {
        return err_set(err, command->config.doc.file, "games",
                       "a limit is for the run as a whole: it excludes --shard");
    }
    return check_resume(command, err) &&
           keeping_open(&command->keeping, command->options, command->config.db, command->config.until, err);
}

static int run_opened(TournamentCommand *command)
{
    Err err;
    err_clear(&err);
    if (!tournament_open(&command->tournament, &command->config, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    command->keeping.failure = EXIT_USAGE; /* of what is checked before the store */
    if (!open_keeping(command, &err)) {
        return command_fail(&err, command->keeping.failure);
    }
    const bool played = play(command, &err);
    const bool kept = keeping_close(&command->keeping, &err);
    return played && kept ? report(command) : command_fail(&err, EXIT_FAILED);
}

static int run(const Options *options)
{
    Err err;
    err_clear(&err);
    TournamentCommand *command = calloc(1, sizeof *command);
    if (command == NULL) {
        (void)err_set(&err, NULL, NULL, "out of memory");
        return command_fail(&err, EXIT_FAILED);
    }
    command->options = options;
    int code = EXIT_FAILED;
    if (tournament_read(&command->config, options->operands[0], &err)) {
        if (options_given(options, "games")) {
            command->config.games = options_number(options, "games");
        }
        code = run_opened(command);
        for (uint32_t i = 0; i < command->config.scenario_count; i++) {
            table_release(&command->tables[i]);
            equilibrium_release(&command->equilibria[i]);
        }
        tournament_release(&command->tournament);
        tournament_config_release(&command->config);
    } else {
        code = command_fail(&err, EXIT_FAILED);
    }
    free(command);
    return code;
}

static const OptionSpec OPTIONS[] = {
    OPTION_ROW_JOBS,
    OPTION_ROW_DB,
    {"resume", OPTION_FLAG, NULL, NULL, false,
     "goes on with a store, which must be there (without it a store that is there is used too)"},
    OPTION_ROW_MOVES,
    {"games", OPTION_COUNT, "N", NULL, false,
     "ends after so many games in all; a store counts what it holds of them"},
    OPTION_ROW_SHARD,
    OPTION_ROW_UNTIL,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TOURNAMENT = {
    .name = "tournament",
    .operands = "CONFIG",
    .least = 1,
    .most = 1,
    .summary = "policies against policies on scenarios, with ratings over all games",
    .details = "CONFIG is a JSON file:\n"
               "  {\"schema\": \"marshal/tournament/1\", \"scenarios\": [\"GAME/NAME\", {\"scenario\": "
               "\"GAME/OTHER\", \"set\": [\"PATH=VALUE\"]}],\n"
               "   \"policies\": [\"heuristic\", {\"name\": \"search\", \"policy\": \"mcts:sims=100\"}], "
               "\"pairs\": 100, \"seed\": 1,\n"
               "   \"pairing\": \"all\" or \"first\", \"sprt\": [0, 20], \"games\": 1000, \"db\": \"FILE\", "
               "\"until\": \"07:00\", \"moves\": false}\n"
               "The last seven may be left out. A policy's \"both_lose\" (0 to 1, else 0.5) is what a game "
               "that both "
               "lose is worth to\n"
               "it; in scores and Elo such a game and a draw count one half to each. One with a \"seat\" "
               "(\"french\" or "
               "\"coalition\")\n"
               "is played in that seat only, against those that may play the other. Pairs of games have "
               "the same seed and the seats swapped. "
               "Tables are the same\n"
               "for every number of jobs. After Ctrl-C or a crash the same command goes on from what the "
               "store holds.",
    .options = OPTIONS,
    .run = run,
    .spreads = true,
};
