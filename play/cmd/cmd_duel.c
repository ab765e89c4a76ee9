/* cmd_duel.c: `marshal duel`: two policies against each other in pairs of games with seats swapped. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "eval/run/duel.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/stats.h"
#include "play/cmd/command.h"
#include "play/cmd/contest.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/keeping.h"
#include "play/cmd/progress.h"
#include "play/cmd/shared_games.h"

/* Everything one run of the command holds. */
typedef struct DuelCommand {
    const Options *options;
    Contest contest; /* policies a and b */
    Keeping keeping;
    bool testing; /* sprt is there */
    EloSprt sprt;
    Progress progress;
    DuelTally tally;
    Worth worth; /* by policy */
    double elapsed;
} DuelCommand;

static const char *side_name(int side) { return side == DUEL_A ? "a" : "b"; }

/* What a side saw. */
static DuelTally tally_of(const DuelCommand *duel, int side)
{
    return side == DUEL_A ? duel->tally : duel_mirror(&duel->tally);
}

static double per_game(const DuelCommand *duel)
{
    return stats_rate(duel->tally.decisions, 2 * duel->tally.pairs);
}

static SharedGames shared_of(const DuelCommand *duel)
{
    const DuelCount total = duel_total(&duel->tally);
    SharedGames games = {.draws = total.draws, .both_lost = total.both_lost, .worth = duel->worth};
    for (int side = 0; side < DUEL_SIDES; side++) {
        const DuelTally tally = tally_of(duel, side);
        games.names[side] = side_name(side);
        games.own[side] = duel_worth(&tally, duel->worth.both_lose[side]);
    }
    return games;
}

/* ---- results as JSON ---- */

static void add_seat(JsonOut *out, const DuelTally *tally, Seat seat)
{
    char key[32];
    (void)snprintf(key, sizeof key, "as_%s", seat_name(seat));
    jsonout_key(out, key);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "wins", tally->seats[seat].wins);
    jsonout_key_u64(out, "draws", tally->seats[seat].draws);
    jsonout_key_u64(out, "both_lose", tally->seats[seat].both_lost);
    jsonout_key_u64(out, "losses", tally->seats[seat].losses);
    jsonout_key_u64(out, "games", tally->pairs);
    jsonout_end(out, '}');
}

static void add_side(JsonOut *out, const DuelCommand *duel, int side)
{
    const DuelTally tally = tally_of(duel, side);
    const DuelCount total = duel_total(&tally);
    const EloScore score = elo_score(tally.pentanomial);
    const Interval elo = elo_interval(&score);
    jsonout_key(out, side_name(side));
    jsonout_begin(out, '{');
    jsonout_key_text(out, "policy", duel->contest.policies[side].spec);
    jsonout_key_double(out, "score", score.score);
    jsonout_key_double(out, "score_se", score.error);
    stats_key_interval(out, "score_ci95", score.interval);
    jsonout_key_u64(out, "wins", total.wins);
    jsonout_key_u64(out, "draws", total.draws);
    jsonout_key_u64(out, "both_lose", total.both_lost);
    jsonout_key_u64(out, "losses", total.losses);
    jsonout_key_u64(out, "forfeits", tally.forfeits[DUEL_A]);
    if (tally.forfeits[DUEL_A] > 0) {
        jsonout_key_text(out, "first_forfeit", tally.forfeit[DUEL_A]);
    }
    add_seat(out, &tally, SEAT_FRENCH);
    add_seat(out, &tally, SEAT_COALITION);
    jsonout_key_double(out, "elo", elo_from_score(score.score));
    stats_key_interval(out, "elo_ci95", elo);
    jsonout_key_double(out, "normalized_elo", elo_normalized(&score));
    jsonout_key_double(out, "los", elo_los(tally.pentanomial));
    jsonout_end(out, '}');
}

static void add_sprt(JsonOut *out, const DuelCommand *duel)
{
    if (!duel->testing) {
        jsonout_key_null(out, "sprt");
        return;
    }
    const EloSprtResult result = elo_sprt(&duel->sprt, duel->tally.pentanomial);
    jsonout_key(out, "sprt");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "elo0", duel->sprt.elo0);
    jsonout_key_double(out, "elo1", duel->sprt.elo1);
    jsonout_key_double(out, "llr", result.llr);
    jsonout_key_double(out, "lower", result.lower);
    jsonout_key_double(out, "upper", result.upper);
    jsonout_key_text(out, "state", elo_sprt_state_name(result.state));
    jsonout_end(out, '}');
}

static void print_json(const DuelCommand *duel)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "scenario", duel->contest.game.scenario);
    jsonout_key_text(&out, "scenario_sha256", duel->contest.game.sha256);
    jsonout_key_u64(&out, "seed", options_number(duel->options, "seed"));
    jsonout_key_u64(&out, "pairs", options_number(duel->options, "pairs"));
    jsonout_key_u64(&out, "completed", duel->tally.pairs);
    add_side(&out, duel, DUEL_A);
    add_side(&out, duel, DUEL_B);
    jsonout_key(&out, "pentanomial");
    jsonout_begin(&out, '[');
    for (int i = 0; i < ELO_VALUES; i++) {
        jsonout_u64(&out, duel->tally.pentanomial[i]);
    }
    jsonout_end(&out, ']');
    const SharedGames shared = shared_of(duel);
    shared_games_json(&out, &shared);
    jsonout_key_u64(&out, "quarantined", duel->tally.quarantine.games);
    add_sprt(&out, duel);
    jsonout_key_double(&out, "decisions_per_game", per_game(duel));
    jsonout_key_double(&out, "elapsed_s", duel->elapsed);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

/* ---- results as text ---- */

static void print_side(const DuelCommand *duel, int side)
{
    const DuelTally tally = tally_of(duel, side);
    const DuelCount total = duel_total(&tally);
    const EloScore score = elo_score(tally.pentanomial);
    printf("  %s %-24s scored %5.1f%%, 95%% interval [%.1f, %.1f]; %" PRIu64 " won, %" PRIu64
           " drawn, %" PRIu64 " lost; won %.1f%% as french, %.1f%% as coalition\n",
           side_name(side), duel->contest.policies[side].spec, 100.0 * score.score,
           100.0 * score.interval.low, 100.0 * score.interval.high, total.wins, total.draws, total.losses,
           100.0 * stats_rate(tally.seats[SEAT_FRENCH].wins, tally.pairs),
           100.0 * stats_rate(tally.seats[SEAT_COALITION].wins, tally.pairs));
    if (tally.forfeits[DUEL_A] > 0) {
        printf("    gave up %" PRIu64 " games, first because: %s\n", tally.forfeits[DUEL_A],
               tally.forfeit[DUEL_A]);
    }
}

static void print_text(const DuelCommand *duel)
{
    const DuelTally *tally = &duel->tally;
    const EloScore score = elo_score(tally->pentanomial);
    const Interval elo = elo_interval(&score);
    const uint64_t *pairs = tally->pentanomial;
    printf("%s (%s), %" PRIu64 " pairs of games, seed %" PRIu64 "\n", duel->contest.game.scenario,
           duel->contest.game.title, tally->pairs, options_number(duel->options, "seed"));
    print_side(duel, DUEL_A);
    print_side(duel, DUEL_B);
    const SharedGames shared = shared_of(duel);
    shared_games_print(&shared);
    printf("  Elo of a over b %+.1f, 95%% interval [%+.1f, %+.1f]; likelihood of superiority %.1f%%\n",
           elo_from_score(score.score), elo.low, elo.high, 100.0 * elo_los(tally->pentanomial));
    if (duel->testing) {
        const EloSprtResult result = elo_sprt(&duel->sprt, tally->pentanomial);
        printf("  SPRT of Elo %g against %g: LLR %.2f in [%.2f, %.2f], %s\n", duel->sprt.elo0,
               duel->sprt.elo1, result.llr, result.lower, result.upper, elo_sprt_state_name(result.state));
    }
    printf("  pairs in which a scored 0, 0.5, 1, 1.5, 2: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           " %" PRIu64 "; %.1f decisions a game; %.2f s, %.0f games/s\n",
           pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], per_game(duel), duel->elapsed,
           duel->elapsed > 0 ? 2.0 * (double)tally->pairs / duel->elapsed : 0.0);
}

/* ---- the run ---- */

static bool show_progress(void *context, const DuelTally *tally)
{
    DuelCommand *duel = context;
    if (progress_due(&duel->progress)) {
        const EloScore score = elo_score(tally->pentanomial);
        char text[128];
        const int used = snprintf(text, sizeof text, "a %.1f%% [%.1f, %.1f]", 100.0 * score.score,
                                  100.0 * score.interval.low, 100.0 * score.interval.high);
        if (duel->testing && used > 0) {
            const EloSprtResult result = elo_sprt(&duel->sprt, tally->pentanomial);
            (void)snprintf(text + used, sizeof text - (size_t)used, "  LLR %.2f [%.2f, %.2f]", result.llr,
                           result.lower, result.upper);
        }
        progress_show(&duel->progress, keeping_done(&duel->keeping, 2 * tally->pairs), text);
    }
    return true;
}

static bool play(void *context, Err *err)
{
    DuelCommand *duel = context;
    const Options *options = duel->options;
    const char *records = NULL;
    if (!contest_prepare_records(&duel->contest, &records, err)) {
        return false;
    }
    const DuelPlan plan = {
        .game = &duel->contest.game,
        .policies = {&duel->contest.policies[DUEL_A], &duel->contest.policies[DUEL_B]},
        .pairs = options_number(options, "pairs"),
        .seed = options_number(options, "seed"),
        .threads = command_games_at_once(options, duel->contest.policies, 2),
        .sprt = duel->testing ? &duel->sprt : NULL,
        .stop = interrupt_watch(),
        .records = records,
        .info = records != NULL ? &duel->contest.info : NULL,
        .keep = contest_keep(&duel->contest, &duel->keeping),
        .listener = show_progress,
        .context = duel,
    };
    progress_init(&duel->progress, 2 * series_share(&plan.keep.shard, plan.pairs));
    const bool played = duel_run(&plan, &duel->tally, err);
    duel->elapsed = progress_end(&duel->progress);
    return played;
}

static int report(const void *context)
{
    const DuelCommand *duel = context;
    if (options_flag(duel->options, "json")) {
        print_json(duel);
    } else {
        print_text(duel);
    }
    const uint64_t done = duel->tally.pairs + duel->tally.quarantine.rounds;
    const uint64_t asked = series_share(&duel->keeping.keep.shard, options_number(duel->options, "pairs"));
    keeping_tell_quarantine(&duel->tally.quarantine);
    const bool decided =
        duel->testing && elo_sprt(&duel->sprt, duel->tally.pentanomial).state != ELO_SPRT_RUNNING;
    return done < asked && !decided ? keeping_cut_short(&duel->keeping, done, asked, "pairs") : EXIT_GOOD;
}

static int run(const Options *options)
{
    DuelCommand duel;
    memset(&duel, 0, sizeof duel);
    duel.options = options;
    const char *sprt = options_text(options, "sprt");
    duel.testing = sprt != NULL;
    if (!shared_games_option(options, &duel.worth)) {
        return EXIT_USAGE;
    }
    if (sprt != NULL && !command_read_sprt(sprt, &duel.sprt)) {
        (void)fprintf(
            stderr,
            "marshal: --sprt: found \"%.64s\", expected two numbers from %g to %g, the lower first, as "
            "in 0,5\n",
            sprt, -ELO_SPRT_MOST, ELO_SPRT_MOST);
        return EXIT_USAGE;
    }
    const ContestSteps steps = {"a", "b", NULL, play, report, &duel};
    return contest_run(&duel.contest, &duel.keeping, options, &steps);
}

static const OptionSpec OPTIONS[] = {
    {"a", OPTION_TEXT, "POLICY", NULL, true, "one policy"},
    {"b", OPTION_TEXT, "POLICY", NULL, true, "the other; results are told from the view of a"},
    {"pairs", OPTION_COUNT, "N", "100", false, "how many pairs of games; with --sprt, how many at most"},
    OPTION_ROW_SEED("master seed: both games of pair i have a seed derived from it and i"),
    {"jobs", OPTION_COUNT, "J", NULL, false,
     "pairs at a time (default: one a processor, fewer where searches have threads)"},
    {"sprt", OPTION_TEXT, "E0,E1", NULL, false,
     "stops when it is decided whether a is E0 (H0) or E1 (H1) Elo above b"},
    {"records", OPTION_TEXT, "DIR", NULL, false,
     "writes a record of each game into this folder; a has the seat french in the odd ones"},
    OPTION_ROW_BOTH_LOSE("a", "b"),
    OPTION_ROW_DB,
    OPTION_ROW_MOVES,
    OPTION_ROW_SHARD,
    OPTION_ROW_UNTIL,
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_DUEL = {
    .name = "duel",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "plays pairs of games between two policies, seats swapped, same luck",
    .details =
        "In the first game of a pair a has the seat french, in the second b has; both have the same seed. "
        "Scores "
        "count\n"
        "draws and games that both lose as half; their 95% intervals treat pairs as independent, not games. "
        "--sprt tests with error rates "
        "of 5%.\n"
        "Results are the same for every number of jobs. Ctrl-C stops and reports the pairs done so far.",
    .options = OPTIONS,
    .run = run,
    .spreads = true,
};
