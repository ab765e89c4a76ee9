/* shared_games.c: games that nobody wins, in options and results. */
#include "play/cmd/shared_games.h"

#include <inttypes.h>
#include <stdio.h>

bool shared_games_option(const Options *options, Worth *worth)
{
    const char *text = options_text(options, "both-lose");
    if (worth_parse(text, worth)) {
        return true;
    }
    (void)fprintf(
        stderr,
        "marshal: --both-lose: found \"%.64s\", expected one number from 0 to 1, or two with a comma "
        "between\n",
        text);
    return false;
}

void shared_games_print(const SharedGames *games)
{
    if (games->draws + games->both_lost == 0) {
        return;
    }
    printf("  %" PRIu64 " drawn and %" PRIu64 " lost by both count one half to each in scores\n",
           games->draws, games->both_lost);
    if (games->both_lost > 0) {
        printf(
            "  own worth of a game that both lose %g to %s, %g to %s; of all games %.1f%% [%.1f, %.1f] and "
            "%.1f%% [%.1f, %.1f]\n",
            games->worth.both_lose[0], games->names[0], games->worth.both_lose[1], games->names[1],
            100.0 * games->own[0].mean, 100.0 * games->own[0].interval.low,
            100.0 * games->own[0].interval.high, 100.0 * games->own[1].mean,
            100.0 * games->own[1].interval.low, 100.0 * games->own[1].interval.high);
    }
}

static void add_pair(JsonOut *out, const char *key, double first, double second)
{
    jsonout_key(out, key);
    jsonout_begin(out, '[');
    jsonout_double(out, first);
    jsonout_double(out, second);
    jsonout_end(out, ']');
}

void shared_games_json(JsonOut *out, const SharedGames *games)
{
    jsonout_key(out, "shared");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "draws", games->draws);
    jsonout_key_u64(out, "both_lose", games->both_lost);
    jsonout_key_double(out, "counts_each", WORTH_SHARED);
    add_pair(out, "both_lose_worth", games->worth.both_lose[0], games->worth.both_lose[1]);
    add_pair(out, "worth", games->own[0].mean, games->own[1].mean);
    add_pair(out, "first_worth_ci95", games->own[0].interval.low, games->own[0].interval.high);
    add_pair(out, "second_worth_ci95", games->own[1].interval.low, games->own[1].interval.high);
    jsonout_end(out, '}');
}
