/* balance_report.c: what `marshal balance` found, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/jsonout.h"
#include "engine/words.h"
#include "play/cmd/balance.h"
#include "play/cmd/command.h"

static Interval in_units(const Knob *knob, Interval steps)
{
    return (Interval){knob_value(knob, steps.low), knob_value(knob, steps.high)};
}

/* ---- as JSON ---- */

static void add_curve(JsonOut *out, const KnobSearch *search)
{
    jsonout_key(out, "curve");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < search->knob.count; i++) {
        const uint64_t games = balance_games(search->balance, i);
        const double wins = balance_wins(search->balance, i);
        jsonout_begin(out, '{');
        jsonout_key_double(out, "value", knob_value(&search->knob, i));
        jsonout_key_u64(out, "games", games);
        jsonout_key_double(out, "wins", wins);
        if (games > 0) {
            jsonout_key_double(out, "win_rate", wins / (double)games);
        } else {
            jsonout_key_null(out, "win_rate");
        }
        stats_key_interval(out, "ci95", stats_wilson_score(wins, games, STATS_Z95));
        jsonout_key_double(out, "posterior", balance_rate(search->balance, i));
        stats_key_interval(out, "posterior_ci95", balance_rate_interval(search->balance, i));
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

/* The contract's keys (knob, value, ci95, games, win_rate, curve) and what else is known of a search. */
static void add_search(JsonOut *out, const BalanceCommand *command, const KnobSearch *search, uint64_t games)
{
    const BalanceResult *result = &search->result;
    const Knob *knob = &search->knob;
    jsonout_key_text(out, "knob", knob->terms_text);
    jsonout_key_double(out, "value", knob_value(knob, result->value));
    stats_key_interval(out, "ci95", in_units(knob, result->interval));
    jsonout_key_u64(out, "games", games);
    jsonout_key_double(out, "win_rate", result->rate);
    stats_key_interval(out, "win_rate_ci95", result->rate_interval);
    jsonout_key_text(out, "verdict", balance_verdict_name(result->verdict));
    jsonout_key_bool(out, "established", result->verdict == BALANCE_FOUND);
    jsonout_key_bool(out, "precise", result->precise);
    jsonout_key_bool(out, "meets_target", balance_meets_target(command, search));
    stats_key_interval(out, "crossing_ci95", in_units(knob, result->crossing));
    jsonout_key_double(out, "beyond_low", result->beyond_low);
    jsonout_key_double(out, "beyond_high", result->beyond_high);
    jsonout_key_double(out, "rises", result->rises);
    jsonout_key(out, "reversal");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "from", knob_value(knob, result->reversal_from));
    jsonout_key_double(out, "to", knob_value(knob, result->reversal_to));
    jsonout_key_double(out, "probability", result->reversal);
    jsonout_end(out, '}');
    jsonout_key_double(out, "design_effect", result->effect);
    jsonout_key_double(out, "low", knob->low);
    jsonout_key_double(out, "high", knob_value(knob, knob->count - 1));
    jsonout_key_double(out, "step", knob->step);
    add_curve(out, search);
}

void balance_print_json(const BalanceCommand *command)
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "scenario", command->game.scenario);
    jsonout_key_text(&out, "scenario_sha256", command->game.sha256);
    jsonout_key_text(&out, "policy", command->policy);
    jsonout_key_double(&out, "target", command->target);
    jsonout_key_u64(&out, "seed", options_number(command->options, "seed"));
    add_search(&out, command, balance_answer(command), command->games);
    jsonout_key(&out, "set");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i < command->held_count; i++) {
        jsonout_text(&out, command->held[i]);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "earlier");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i + 1 < command->searched; i++) {
        jsonout_begin(&out, '{');
        add_search(&out, command, &command->searches[i], command->searches[i].result.games);
        jsonout_end(&out, '}');
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "shared");
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "draws", command->shared.draws);
    jsonout_key_u64(&out, "both_lose", command->shared.both_lost);
    jsonout_key_double(&out, "draw_counts", WORTH_SHARED);
    jsonout_key_double(&out, "both_lose_counts", worth_balance(&command->worth));
    jsonout_end(&out, '}');
    jsonout_key_bool(&out, "finished", command->finished);
    jsonout_key_double(&out, "elapsed_s", command->elapsed);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

/* ---- as text ---- */

static void print_curve(const KnobSearch *search)
{
    printf("  %10s  %5s  %5s  %6s  %-14s  %s\n", "value", "games", "won", "rate", "95%", "posterior, 95%");
    for (uint32_t i = 0; i < search->knob.count; i++) {
        const uint64_t games = balance_games(search->balance, i);
        const double wins = balance_wins(search->balance, i);
        const Interval band = balance_rate_interval(search->balance, i);
        char seen[64] = "     -  -";
        if (games > 0) {
            const Interval wilson = stats_wilson_score(wins, games, STATS_Z95);
            (void)snprintf(seen, sizeof seen, "%5.1f%%  [%.1f, %.1f]", 100.0 * wins / (double)games,
                           100.0 * wilson.low, 100.0 * wilson.high);
        }
        printf("  %10.6g  %5" PRIu64 "  %5.6g  %-22s  %5.1f%% [%.1f, %.1f]\n", knob_value(&search->knob, i),
               games, wins, seen, 100.0 * balance_rate(search->balance, i), 100.0 * band.low,
               100.0 * band.high);
    }
}

/* What is established and what is not, in words. */
static void print_verdict(const BalanceCommand *command, const KnobSearch *search)
{
    const BalanceResult *result = &search->result;
    const Knob *knob = &search->knob;
    const double target = 100.0 * command->target;
    const double value = knob_value(knob, result->value);
    const char *seat = words_seat(command->game.rules, SEAT_FRENCH);
    switch (result->verdict) {
    case BALANCE_FOUND:
        printf("  %s: score of %g%% at %.6g, 95%% interval [%.4g, %.4g].\n", seat, target, value,
               knob_value(knob, result->interval.low), knob_value(knob, result->interval.high));
        break;
    case BALANCE_ABOVE:
    case BALANCE_BELOW:
        printf("  Out of reach: from %.6g to %.6g the score of %s is %s than %g%%; %.6g comes nearest.\n",
               knob->low, knob_value(knob, knob->count - 1), seat,
               result->verdict == BALANCE_ABOVE ? "more" : "less", target, value);
        break;
    case BALANCE_FLAT:
        printf("  Not established: these games do not show that the knob moves the win rate (it rises with a "
               "chance of "
               "%.0f%%); %.6g comes nearest to %g%%.\n",
               100.0 * result->rises, value, target);
        break;
    case BALANCE_BENT:
        printf("  Not monotone: from %.6g to %.6g the win rate goes against its direction from end to end "
               "(%.1f%% sure), so "
               "that %g%% may be met more than once, within [%.4g, %.4g]; %.6g comes nearest.\n",
               knob_value(knob, result->reversal_from), knob_value(knob, result->reversal_to),
               100.0 * result->reversal, target, knob_value(knob, result->interval.low),
               knob_value(knob, result->interval.high), value);
        break;
    case BALANCE_VERDICT_COUNT:
        break;
    }
}

static void print_doubts(const KnobSearch *search)
{
    const BalanceResult *result = &search->result;
    const Knob *knob = &search->knob;
    if (result->verdict == BALANCE_FOUND || result->verdict == BALANCE_FLAT) {
        if (result->beyond_low > 0.025) {
            printf("  The value may lie below %.6g (chance %.0f%%).\n", knob->low,
                   100.0 * result->beyond_low);
        }
        if (result->beyond_high > 0.025) {
            printf("  The value may lie above %.6g (chance %.0f%%).\n", knob_value(knob, knob->count - 1),
                   100.0 * result->beyond_high);
        }
    }
    if (result->verdict == BALANCE_FOUND && !result->precise) {
        printf("  The interval is wider than wanted: more --games narrow it.\n");
    }
    if (result->effect > 1.2) {
        printf("  Values share the luck of their games: %" PRIu64
               " games tell as much as %.0f independent ones.\n",
               result->games, (double)result->games / result->effect);
    }
}

static void print_search(const BalanceCommand *command, const KnobSearch *search)
{
    const BalanceResult *result = &search->result;
    printf("  knob %s\n", search->knob.text);
    print_curve(search);
    print_verdict(command, search);
    print_doubts(search);
    printf("  At %.6g the score of %s is %.1f%%, 95%% interval [%.1f, %.1f]; %" PRIu64 " games\n",
           knob_value(&search->knob, result->value), words_seat(command->game.rules, SEAT_FRENCH),
           100.0 * result->rate, 100.0 * result->rate_interval.low, 100.0 * result->rate_interval.high,
           result->games);
}

void balance_print_text(const BalanceCommand *command)
{
    printf("%s (%s), %s against itself, target %g%% for %s, seed %" PRIu64 "\n", command->game.scenario,
           command->game.title, command->policy, 100.0 * command->target,
           words_seat(command->game.rules, SEAT_FRENCH), options_number(command->options, "seed"));
    for (size_t i = 0; i < command->searched; i++) {
        print_search(command, &command->searches[i]);
    }
    if (command->searched < command->knob_count && !balance_meets_target(command, balance_answer(command))) {
        printf("  No games were left for the %zu knobs after that.\n",
               command->knob_count - command->searched);
    }
    if (command->shared.draws + command->shared.both_lost > 0) {
        printf("  %" PRIu64 " drawn count one half, %" PRIu64 " lost by both %g to %s in scores\n",
               command->shared.draws, command->shared.both_lost, worth_balance(&command->worth),
               words_seat(command->game.rules, SEAT_FRENCH));
    }
    printf("  to apply:");
    for (size_t i = 0; i < command->held_count; i++) {
        printf(" --set %s", command->held[i]);
    }
    printf("\n  %" PRIu64 " games, %.2f s, %.0f games/s\n", command->games, command->elapsed,
           command->elapsed > 0 ? (double)command->games / command->elapsed : 0.0);
}
