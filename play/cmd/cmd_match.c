/* cmd_match.c: `marshal match`: two policies, fixed sides, many games. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/jsonout.h"
#include "engine/words.h"
#include "eval/run/match.h"
#include "eval/statistics/stats.h"
#include "eval/tune/positions.h"
#include "eval/tune/searches.h"
#include "play/cmd/command.h"
#include "play/cmd/contest.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"
#include "play/cmd/shared_games.h"

/* Everything one run of the command holds. */
typedef struct MatchCommand {
    const Options *options;
    Contest contest; /* policies by seat */
    Keeping keeping;
    Progress progress;
    MatchTally tally;
    Worth worth;     /* by seat */
    FILE *positions; /* NULL: none */
    FILE *searches;  /* likewise */
    double elapsed;
} MatchCommand;

/* ---- results ---- */

/* Mean score of a seat, games without a winner as one half. */
static WorthMean score_of(const MatchTally *tally, Seat seat, double both_lose)
{
    const WorthCounts counts = {tally->wins[seat], tally->draws, tally->both_lost,
                                tally->wins[seat_other(seat)]};
    return worth_mean(&counts, both_lose);
}

static void add_side(JsonOut *out, const MatchCommand *match, Seat seat)
{
    const MatchTally *tally = &match->tally;
    const Interval interval = stats_wilson(tally->wins[seat], tally->games, STATS_Z95);
    jsonout_key(out, seat_name(seat));
    jsonout_begin(out, '{');
    jsonout_key_text(out, "policy", match->contest.policies[seat].spec);
    jsonout_key_u64(out, "wins", tally->wins[seat]);
    jsonout_key_double(out, "win_rate", stats_rate(tally->wins[seat], tally->games));
    stats_key_interval(out, "ci95", interval);
    jsonout_key_double(out, "score", score_of(tally, seat, WORTH_SHARED).mean);
    jsonout_key_u64(out, "forfeits", tally->forfeits[seat]);
    if (tally->forfeits[seat] > 0) {
        jsonout_key_text(out, "first_forfeit", tally->forfeit[seat]);
    }
    jsonout_end(out, '}');
}

static SharedGames shared_of(const MatchCommand *match)
{
    SharedGames games = {
        .draws = match->tally.draws, .both_lost = match->tally.both_lost, .worth = match->worth};
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        games.names[seat] = words_seat(match->contest.game.rules, (Seat)seat);
        games.own[seat] = score_of(&match->tally, (Seat)seat, match->worth.both_lose[seat]);
    }
    return games;
}

static void add_outcomes(JsonOut *out, const MatchTally *tally)
{
    static const enum outcome_grade grades[] = {OUTCOME_DECISIVE, OUTCOME_MARGINAL, OUTCOME_TIE_BREAK,
                                                OUTCOME_FORFEIT};
    jsonout_key(out, "outcomes");
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (size_t i = 0; i < sizeof grades / sizeof grades[0]; i++) {
            char key[64];
            (void)snprintf(key, sizeof key, "%s_%s", seat_name((Seat)seat), outcome_grade_name(grades[i]));
            jsonout_key_u64(out, key, tally->grades[seat][grades[i]]);
        }
    }
    jsonout_key_u64(out, "draw", tally->draws);
    jsonout_key_u64(out, "both_lose", tally->both_lost);
    jsonout_end(out, '}');
}

static void print_json(const MatchCommand *match)
{
    const MatchTally *tally = &match->tally;
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "scenario", match->contest.game.scenario);
    jsonout_key_text(&out, "scenario_sha256", match->contest.game.sha256);
    jsonout_key_u64(&out, "seed", options_number(match->options, "seed"));
    jsonout_key_u64(&out, "games", options_number(match->options, "games"));
    jsonout_key_u64(&out, "completed", tally->games);
    add_side(&out, match, SEAT_FRENCH);
    add_side(&out, match, SEAT_COALITION);
    add_outcomes(&out, tally);
    const SharedGames shared = shared_of(match);
    shared_games_json(&out, &shared);
    jsonout_key_u64(&out, "quarantined", tally->quarantine.games);
    jsonout_key_double(&out, "decisions_per_game", stats_rate(tally->decisions, tally->games));
    jsonout_key_double(&out, "elapsed_s", match->elapsed);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_side(const MatchCommand *match, Seat seat)
{
    const MatchTally *tally = &match->tally;
    const Interval interval = stats_wilson(tally->wins[seat], tally->games, STATS_Z95);
    const uint64_t *grades = tally->grades[seat];
    printf("  %-10s %-24s %5.1f%% of games won, 95%% interval [%.1f, %.1f]; %" PRIu64 " decisive, %" PRIu64
           " marginal, %" PRIu64 " by tie-break\n",
           seat_name(seat), match->contest.policies[seat].spec,
           100.0 * stats_rate(tally->wins[seat], tally->games), 100.0 * interval.low, 100.0 * interval.high,
           grades[OUTCOME_DECISIVE], grades[OUTCOME_MARGINAL], grades[OUTCOME_TIE_BREAK]);
    if (tally->forfeits[seat] > 0) {
        printf("  %-10s gave up %" PRIu64 " games, first because: %s\n", "", tally->forfeits[seat],
               tally->forfeit[seat]);
    }
}

static void print_text(const MatchCommand *match)
{
    const MatchTally *tally = &match->tally;
    printf("%s (%s), %" PRIu64 " games, seed %" PRIu64 "\n", match->contest.game.scenario,
           match->contest.game.title, tally->games, options_number(match->options, "seed"));
    print_side(match, SEAT_FRENCH);
    print_side(match, SEAT_COALITION);
    const SharedGames shared = shared_of(match);
    shared_games_print(&shared);
    printf("  %" PRIu64 " drawn; %.1f decisions a game; %.2f s, %.0f games/s\n", tally->draws,
           stats_rate(tally->decisions, tally->games), match->elapsed,
           match->elapsed > 0 ? (double)tally->games / match->elapsed : 0.0);
}

/* ---- the run ---- */

static bool show_progress(void *context, const MatchTally *tally, const GameResult *result)
{
    (void)result;
    MatchCommand *match = context;
    const uint64_t done = keeping_done(&match->keeping, tally->games);
    if (done > 0 && progress_due(&match->progress)) {
        const Interval interval = stats_wilson(tally->wins[SEAT_FRENCH], tally->games, STATS_Z95);
        char text[96];
        (void)snprintf(text, sizeof text, "french %.1f%% [%.1f, %.1f]",
                       100.0 * stats_rate(tally->wins[SEAT_FRENCH], tally->games), 100.0 * interval.low,
                       100.0 * interval.high);
        progress_show(&match->progress, done, text);
    }
    return true;
}

/* The file of an earlier run, which may have taken all night to fill, is not begun anew; devices and empty
 * files have nothing to lose. */
static bool overwrites_nothing(const MatchCommand *match, const char *option, Err *err)
{
    const char *name = options_text(match->options, option);
    struct stat file;
    return name == NULL || stat(name, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size == 0 ||
           err_set(err, name, NULL,
                   "found a file with something in it, expected a new name: --%s overwrites nothing", option);
}

/* Begins the file that this option names, if it was given. */
static bool open_samples(const MatchCommand *match, const char *option,
                         void (*write_header)(StrBuf *out, const RecordInfo *info), FILE **file, Err *err)
{
    const Options *options = match->options;
    const char *name = options_text(options, option);
    StrBuf header;
    if (name == NULL) {
        return true;
    }
    *file = fopen(name, "wb");
    if (*file == NULL) {
        return err_set(err, name, NULL, "cannot write: %s", strerror(errno));
    }
    const RecordInfo info = {
        .game = &match->contest.game,
        .overrides = options->list,
        .override_count = options->list_count,
        .seed = options_number(options, "seed"),
        .policies = {match->contest.policies[SEAT_FRENCH].spec, match->contest.policies[SEAT_COALITION].spec},
    };
    strbuf_init(&header);
    write_header(&header, &info);
    const bool good = fwrite(header.text, 1, header.length, *file) == header.length;
    strbuf_release(&header);
    return good || err_set(err, name, NULL, "cannot write: %s", strerror(errno));
}

/* Ends it; false and err if not all of it could be written. */
static bool close_samples(const MatchCommand *match, const char *option, FILE **file, Err *err)
{
    const bool closed = *file == NULL || fclose(*file) == 0;
    *file = NULL;
    return closed ||
           err_set(err, options_text(match->options, option), NULL, "cannot write: %s", strerror(errno));
}

static bool open_files(MatchCommand *match, Err *err)
{
    return overwrites_nothing(match, "positions", err) && overwrites_nothing(match, "searches", err) &&
           open_samples(match, "positions", positions_write_header, &match->positions, err) &&
           open_samples(match, "searches", searches_write_header, &match->searches, err);
}

static bool close_files(MatchCommand *match, Err *err)
{
    const bool positions = close_samples(match, "positions", &match->positions, err);
    return close_samples(match, "searches", &match->searches, err) && positions;
}

/* Searches can be kept only of a policy that makes some. */
static bool check_searches(const void *context, Err *err)
{
    const MatchCommand *match = context;
    const Policy *policies = match->contest.policies;
    const char *searches = options_text(match->options, "searches");
    const char *positions = options_text(match->options, "positions");
    if (searches != NULL && positions != NULL && strcmp(searches, positions) == 0) {
        return err_set(err, searches, NULL,
                       "found as the file of --positions and of --searches, expected two files");
    }
    if (searches == NULL || policies[SEAT_FRENCH].kind->searches || policies[SEAT_COALITION].kind->searches) {
        return true;
    }
    return err_set(err, NULL, NULL,
                   "--searches keeps what searches thought, and neither %.100s nor %.100s searches",
                   policies[SEAT_FRENCH].spec, policies[SEAT_COALITION].spec);
}

/* A number for which the plan has 32 bits; no game is so long that more would make a difference. */
static uint32_t short_number(const Options *options, const char *name)
{
    const uint64_t number = options_number(options, name);
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX - 1U;
}

static bool play(void *context, Err *err)
{
    MatchCommand *match = context;
    const Options *options = match->options;
    const char *records = NULL;
    if (!contest_prepare_records(&match->contest, &records, err)) {
        return false;
    }
    if (!open_files(match, err)) {
        (void)close_files(match, err);
        return false;
    }
    const MatchPlan plan = {
        .game = &match->contest.game,
        .policies = {&match->contest.policies[SEAT_FRENCH], &match->contest.policies[SEAT_COALITION]},
        .games = options_number(options, "games"),
        .seed = options_number(options, "seed"),
        .threads = command_games_at_once(options, match->contest.policies, SEAT_COUNT),
        .stop = interrupt_watch(),
        .records = records,
        .info = &match->contest.info,
        .positions = match->positions,
        .positions_every = short_number(options, "every"),
        .positions_of_turns = options_flag(options, "turns"),
        .searches = match->searches,
        .searches_every = short_number(options, "every"),
        .opening = short_number(options, "opening"),
        .keep = contest_keep(&match->contest, &match->keeping),
        .listener = show_progress,
        .context = match,
    };
    progress_init(&match->progress, series_share(&plan.keep.shard, plan.games));
    const bool played = match_run(&plan, &match->tally, err);
    match->elapsed = progress_end(&match->progress);
    return close_files(match, err) && played;
}

static int report(const void *context)
{
    const MatchCommand *match = context;
    if (options_flag(match->options, "json")) {
        print_json(match);
    } else {
        print_text(match);
    }
    const uint64_t done = match->tally.games + match->tally.quarantine.games;
    const uint64_t asked = series_share(&match->keeping.keep.shard, options_number(match->options, "games"));
    keeping_tell_quarantine(&match->tally.quarantine);
    return done < asked ? keeping_cut_short(&match->keeping, done, asked, "games") : EXIT_GOOD;
}

static int run(const Options *options)
{
    MatchCommand match;
    memset(&match, 0, sizeof match);
    match.options = options;
    if (!shared_games_option(options, &match.worth)) {
        return EXIT_USAGE;
    }
    const ContestSteps steps = {"french", "coalition", check_searches, play, report, &match};
    return contest_run(&match.contest, &match.keeping, options, &steps);
}

static const OptionSpec OPTIONS[] = {
    {"french", OPTION_TEXT, "POLICY", "random", false, "who plays the seat french"},
    {"coalition", OPTION_TEXT, "POLICY", "random", false, "who plays the seat coalition"},
    {"games", OPTION_COUNT, "N", "100", false, "how many games"},
    OPTION_ROW_SEED("master seed: game i has a seed derived from it and i"),
    OPTION_ROW_JOBS,
    {"records", OPTION_TEXT, "DIR", NULL, false, "writes a record of each game into this folder"},
    {"positions", OPTION_TEXT, "FILE", NULL, false,
     "writes a sample of positions into this new file, for marshal tune"},
    {"searches", OPTION_TEXT, "FILE", NULL, false,
     "writes a sample of searched decisions, with their visits, into this new file, for marshal tune-priors"},
    {"every", OPTION_COUNT, "N", "4", false,
     "of --positions, --searches: one quiet position, one search in N is kept"},
    {"turns", OPTION_FLAG, NULL, NULL, false,
     "of --positions: only the first quiet position of each turn, action or round, where searches judge"},
    {"opening", OPTION_INDEX, "N", "0", false,
     "with these: up to N first decisions go by lot, and are not kept"},
    OPTION_ROW_BOTH_LOSE("the seat french", "coalition"),
    OPTION_ROW_DB,
    OPTION_ROW_MOVES,
    OPTION_ROW_SHARD,
    OPTION_ROW_UNTIL,
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_MATCH = {
    .name = "match",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "plays games between two policies with fixed sides",
    .details =
        "POLICY is one of those that marshal --help lists. Results are the same for every number of jobs.\n"
        "Win rates come with Wilson's 95% interval; in scores a draw and a game that both lose count one "
        "half to "
        "each.\n"
        "Ctrl-C stops and reports the games done so far; with "
        "--db the\n"
        "same command goes on from there.",
    .options = OPTIONS,
    .run = run,
    .spreads = true,
};
