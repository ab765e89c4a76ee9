/* test_balance.c: knobs, the posterior of a response curve, the search for the target, comparisons, and the
 * command. The search is tried on simulated responses, where the truth is known, and on the toy game. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/balance/balance.h"
#include "eval/balance/balance_plot.h"
#include "eval/balance/compare.h"
#include "eval/balance/knob.h"
#include "eval/balance/response.h"
#include "eval/report/plot.h"
#include "eval/run/match.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

/* ---- knobs ---- */

static bool open_toy_knob(Knob *knob, const char *text, Err *err)
{
    err_clear(err);
    return knob_open(knob, text, "toy/plain", NULL, 0, err);
}

static void expect_override(const Knob *knob, uint32_t term, double value, const char *expected)
{
    char text[KNOB_OVERRIDE_BYTES];
    knob_override(knob, term, value, text);
    cr_expect_str_eq(text, expected);
}

Test(knob, ranges, .init = support_use_test_scenarios)
{
    Knob knob;
    Err err;
    cr_assert(open_toy_knob(&knob, "setup.start.french=0..6", &err), "%s", err.message);
    cr_expect(knob.count == 7 && knob.whole && knob.step == 1.0 && knob.term_count == 1);
    cr_expect_eq(knob_value(&knob, 3), 3.0);
    expect_override(&knob, 0, 3, "setup.start.french=3");
    cr_assert(open_toy_knob(&knob, "tables.hand_weight=0..8/2", &err), "%s", err.message);
    cr_expect(knob.count == 5 && knob.whole && knob.step == 2.0, "a number of the board");
    cr_assert(open_toy_knob(&knob, "cards[2]=0.5..1.5", &err), "%s", err.message);
    cr_expect(knob.count == 21 && !knob.whole && fabs(knob.step - 0.05) < 1e-12);
    expect_override(&knob, 0, knob_value(&knob, 7), "cards[2]=0.85");
    cr_assert(open_toy_knob(&knob, "setup.start.french=-1e1..10/5", &err), "%s", err.message);
    cr_expect(knob.count == 5 && knob.low == -10.0);
}

Test(knob, several_terms_and_bids, .init = support_use_test_scenarios)
{
    Knob knob;
    Err err;
    cr_assert(open_toy_knob(&knob, "cards[0],cards[7]=1..3", &err), "%s", err.message);
    expect_override(&knob, 0, 2, "cards[0]=2");
    expect_override(&knob, 1, 2, "cards[7]=2");
    cr_assert(open_toy_knob(&knob, "+setup.start.french,-setup.start.coalition=-1..1", &err), "%s",
              err.message);
    cr_expect(knob.count == 3 && knob.whole);
    expect_override(&knob, 0, -1, "setup.start.french=-1"); /* 0 - 1: the loader will refuse it */
    expect_override(&knob, 1, -1, "setup.start.coalition=2");
    expect_override(&knob, 1, 1, "setup.start.coalition=0");
    cr_assert(open_toy_knob(&knob, "+setup.start.coalition=0..1/0.5", &err), "%s", err.message);
    cr_expect(knob.count == 3 && !knob.whole);
}

/* The toy's scenario with something in it that is true or false, beside its board. */
static void make_flagged(char path[300])
{
    char folder[256];
    char board[300];
    StrBuf text;
    StrBuf fresh;
    strbuf_init(&text);
    strbuf_init(&fresh);
    support_folder("knob-flags", folder);
    (void)snprintf(path, 300, "%s/flagged.json", folder);
    (void)snprintf(board, sizeof board, "%s/board.json", folder);
    cr_assert(support_read("tests/scenarios/toy/plain.json", &text));
    support_replace(text.text, "\"both_lose\": 0", "\"both_lose\": 0, \"windy\": true", &fresh);
    cr_assert(support_write(path, fresh.text, fresh.length));
    strbuf_clear(&text);
    cr_assert(support_read("tests/scenarios/toy/board.json", &text));
    cr_assert(support_write(board, text.text, text.length));
    strbuf_release(&text);
    strbuf_release(&fresh);
}

Test(knob, flags, .init = support_use_test_scenarios)
{
    Knob knob;
    Err err;
    char path[300];
    err_clear(&err);
    make_flagged(path);
    cr_assert(knob_open(&knob, "options.windy=0..1", path, NULL, 0, &err), "%s", err.message);
    expect_override(&knob, 0, 0, "options.windy=false");
    expect_override(&knob, 0, 1, "options.windy=true");
    cr_expect_not(knob_open(&knob, "options.windy=0..2", path, NULL, 0, &err));
    err_clear(&err);
    cr_expect_not(knob_open(&knob, "+options.windy=0..1", path, NULL, 0, &err));
}

Test(knob, refuses, .init = support_use_test_scenarios)
{
    static const struct {
        const char *text;
        const char *message;
    } rows[] = {
        {"", "expected PATH=LOW..HIGH"},
        {"setup.start.french", "expected PATH=LOW..HIGH"},
        {"setup.start.french=", "expected PATH=LOW..HIGH"},
        {"setup.start.french=3", "expected PATH=LOW..HIGH"},
        {"setup.start.french=1..", "expected PATH=LOW..HIGH"},
        {"setup.start.french=..3", "expected PATH=LOW..HIGH"},
        {"setup.start.french=a..b", "expected PATH=LOW..HIGH"},
        {"setup.start.french=nan..inf", "expected PATH=LOW..HIGH"},
        {"setup.start.french=1..3/", "expected PATH=LOW..HIGH"},
        {"setup.start.french=1/1..3", "expected PATH=LOW..HIGH"},
        {"=1..3", "expected PATH=LOW..HIGH"},
        {"+=1..3", "expected PATH=LOW..HIGH"},
        {"setup.start.french,,cards[1]=1..3", "expected PATH=LOW..HIGH"},
        {"a,b,c,d,e,f,g,h,i=1..3", "more than 8 paths"},
        {"setup.start.french=3..1", "a lower number before a higher one"},
        {"setup.start.french=1..1", "a lower number before a higher one"},
        {"setup.start.french=1..3/0", "a step above 0"},
        {"setup.start.french=1..3/-1", "a step above 0"},
        {"setup.start.french=1..3/5", "found 1 values, expected 2 to 101"},
        {"setup.start.french=0..1000", "found 1001 values, expected 2 to 101"},
        {"setup.start.british=0..3", "there is no key"},
        {"setup.start=0..3", "expected a number"},
        {"title=0..3", "expected a number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Knob knob;
        Err err;
        cr_expect_not(open_toy_knob(&knob, rows[i].text, &err), "%s", rows[i].text);
        cr_expect(strstr(err.message, rows[i].message) != NULL, "%s: %s", rows[i].text, err.message);
    }
    char text[2 * KNOB_TEXT_BYTES];
    memset(text, 'a', sizeof text);
    memcpy(text + sizeof text - 6, "=1..3", 6);
    Knob knob;
    Err err;
    cr_expect_not(open_toy_knob(&knob, text, &err));
    cr_expect(strstr(err.message, "too long") != NULL, "%s", err.message);
}

/* ---- the posterior ---- */

/* Counts of many games: the posterior must say what the counts say. */
static ResponseData data_of(const double *rates, uint32_t count, uint32_t games)
{
    ResponseData data = {.count = count, .target = 0.5, .effect = 1.0, .seed = 1};
    for (uint32_t i = 0; i < count; i++) {
        data.games[i] = games;
        data.wins[i] = floor(rates[i] * games + 0.5);
    }
    return data;
}

Test(response, follows_many_games)
{
    static const double rates[] = {0.1, 0.15, 0.42, 0.55, 0.57, 0.9};
    Response *response = response_new();
    const ResponseData data = data_of(rates, 6, 20000);
    response_fit(response, &data);
    for (uint32_t i = 0; i < 6; i++) {
        const Interval found = response_rate_interval(response, i);
        const Interval wilson = stats_wilson_score(data.wins[i], data.games[i], STATS_Z95);
        cr_expect_float_eq(response_rate(response, i), rates[i], 0.004, "%u", i);
        cr_expect_float_eq(found.low, wilson.low, 0.003, "%u: as Wilson's", i);
        cr_expect_float_eq(found.high, wilson.high, 0.003, "%u", i);
    }
    /* between log odds -0.3228 and 0.2007: 0.6166 of the way */
    const ResponseCrossing crossing = response_crossing(response);
    cr_expect_float_eq(crossing.middle, 2.6166, 0.02);
    cr_expect_lt(crossing.interval.low, crossing.middle);
    cr_expect_gt(crossing.interval.high, crossing.middle);
    cr_expect_eq(crossing.inside, 1.0);
    cr_expect_eq(response_nearest(response), 3);
    cr_expect_eq(response_rises(response), 1.0);
    cr_expect_not(response_is_bent(response));
    response_free(response);
}

Test(response, few_games_know_little)
{
    Response *response = response_new();
    const ResponseData data = {
        .count = 9, .games = {2, 0, 0, 0, 1}, .wins = {1, 0, 0, 0, 1}, .target = 0.5, .effect = 1.0};
    response_fit(response, &data);
    const Interval seen = response_rate_interval(response, 0);
    const Interval unseen = response_rate_interval(response, 8);
    cr_expect(seen.high - seen.low > 0.5 && unseen.high - unseen.low > 0.8);
    const ResponseCrossing crossing = response_crossing(response);
    cr_expect(crossing.interval.low < 1.0 && crossing.interval.high > 7.0);
    response_free(response);
}

Test(response, out_of_reach_and_bent)
{
    static const double high[] = {0.7, 0.75, 0.8};
    static const double low[] = {0.4, 0.3, 0.2};
    static const double hump[] = {0.2, 0.6, 0.75, 0.6, 0.3};
    Response *response = response_new();
    ResponseData data = data_of(high, 3, 400);
    response_fit(response, &data);
    ResponseCrossing crossing = response_crossing(response);
    cr_expect(crossing.above > 0.99 && crossing.below == 0.0 && response_nearest(response) == 0);
    data = data_of(low, 3, 400);
    response_fit(response, &data);
    crossing = response_crossing(response);
    cr_expect(crossing.below > 0.99 && response_nearest(response) == 0 && response_rises(response) == 0.0);
    data = data_of(hump, 5, 400);
    response_fit(response, &data);
    uint32_t from = 0;
    uint32_t to = 0;
    cr_expect_gt(response_reversal(response, &from, &to), 0.999);
    cr_expect(from == 2 && to == 4, "%u %u", from, to);
    cr_expect(response_is_bent(response));
    crossing = response_crossing(response);
    cr_expect(crossing.interval.low > 0.3 && crossing.interval.low < 1.0 && crossing.interval.high > 3.0,
              "both crossings: %g %g", crossing.interval.low, crossing.interval.high);
    response_free(response);
}

Test(response, games_count_less_when_luck_is_shared)
{
    static const double rates[] = {0.3, 0.4, 0.5, 0.6};
    Response *response = response_new();
    ResponseData data = data_of(rates, 4, 1000);
    response_fit(response, &data);
    const ResponseCrossing once = response_crossing(response);
    data.effect = 4.0;
    response_fit(response, &data);
    const ResponseCrossing shared = response_crossing(response);
    const double ratio =
        (shared.interval.high - shared.interval.low) / (once.interval.high - once.interval.low);
    cr_expect(ratio > 1.6 && ratio < 2.4, "a quarter of the games, twice the width: %g", ratio);
    response_free(response);
}

/* ---- the search on simulated responses ---- */

enum shape { SHAPE_LOGISTIC, SHAPE_BENDS, SHAPE_STEP, SHAPE_LEVELS_OFF, SHAPE_HIGH, SHAPE_FLAT, SHAPE_HUMP };

/* A response to be found out: chance of a win at value i of `count`. */
typedef struct Truth {
    enum shape shape;
    uint32_t count;
    double crossing; /* where it is meant to cross one half */
    double slope;    /* of the log odds, by step */
    double shared;   /* share of games decided by luck that all values share */
} Truth;

static double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }
static double log_odds(double p) { return log(p / (1.0 - p)); }

static double true_rate(const Truth *truth, uint32_t i)
{
    const double x = i - truth->crossing;
    const double from_middle = 2.0 * i / (truth->count - 1.0) - 1.0;
    switch (truth->shape) {
    case SHAPE_LOGISTIC:
        return logistic(truth->slope * x);
    case SHAPE_BENDS:
        return logistic(truth->slope * (x + 0.5 * sin(1.1 * i)));
    case SHAPE_STEP:
        return x < 0 ? 0.25 : 0.75;
    case SHAPE_LEVELS_OFF:
        return 0.1 + 0.8 * logistic(3.0 * truth->slope * x);
    case SHAPE_HIGH:
        return 0.65 + 0.2 * i / truth->count;
    case SHAPE_FLAT:
        return 0.5;
    case SHAPE_HUMP:
        return 0.75 - 0.5 * from_middle * from_middle;
    }
    return 0.5;
}

/* Where it does cross, log odds being straight between values. */
static double true_crossing(const Truth *truth)
{
    for (uint32_t i = 0; i + 1 < truth->count; i++) {
        const double a = log_odds(true_rate(truth, i));
        const double b = log_odds(true_rate(truth, i + 1));
        if ((a <= 0.0) != (b <= 0.0)) {
            return i + a / (a - b);
        }
    }
    return -1.0;
}

static double uniform(Rng *rng) { return (rng_next(rng) + 0.5) / 4294967296.0; }

/* Plays game `index` at a value: like real ones, games of the same index share some of their luck. */
static bool simulate(const Truth *truth, uint64_t seed, BalanceGame game)
{
    Rng common = rng_derive(seed, 1, game.index);
    Rng own = rng_derive(seed, 2 + (uint64_t)game.value, game.index);
    const double shared = uniform(&common);
    const double mine = uniform(&own);
    return (uniform(&own) < truth->shared ? shared : mine) < true_rate(truth, game.value);
}

static BalanceResult search(const Truth *truth, const BalancePlan *plan)
{
    BalanceGame games[BALANCE_BATCH_MAX];
    Balance *balance = balance_new(plan);
    cr_assert_not_null(balance);
    uint32_t count = 0;
    while ((count = balance_next(balance, games)) > 0) {
        for (uint32_t k = 0; k < count; k++) {
            balance_add(balance, games[k], simulate(truth, plan->seed, games[k]));
        }
    }
    const BalanceResult result = balance_result(balance);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        sum += balance_games(balance, i);
    }
    cr_expect_eq(sum, result.games);
    cr_expect_leq(result.games, plan->games);
    balance_free(balance);
    return result;
}

/* What many searches with crossings anywhere in the range say. */
typedef struct Sum {
    int runs;
    int held;    /* the interval holds the true crossing */
    int found;   /* verdict */
    int precise; /* as narrow as was wanted */
    double games;
} Sum;

static Sum search_often(Truth truth, BalancePlan plan, int runs)
{
    Sum sum = {.runs = runs};
    for (int run = 0; run < runs; run++) {
        Rng rng = rng_derive(77, RNG_PURPOSE_FUZZ, (uint64_t)run);
        truth.crossing = 1.0 + (truth.count - 3.0) * uniform(&rng);
        plan.seed = (uint64_t)run;
        const BalanceResult result = search(&truth, &plan);
        const double crossing = true_crossing(&truth);
        sum.held += result.interval.low <= crossing && crossing <= result.interval.high;
        sum.found += result.verdict == BALANCE_FOUND;
        sum.precise += result.precise;
        sum.games += (double)result.games / runs;
    }
    return sum;
}

/* Fewer under sanitizers. */
static int runs_of(int runs) { return support_short() ? runs / 10 : runs; }

static void expect_honest(const char *what, Sum sum)
{
    /* at least 19 of 20, less what chance allows: three standard deviations */
    const double least = 0.95 * sum.runs - 3.0 * sqrt(0.95 * 0.05 * sum.runs);
    cr_expect(sum.held >= least, "%s: %d of %d intervals hold the truth", what, sum.held, sum.runs);
    cr_expect(sum.found >= 0.95 * sum.runs, "%s: found in %d of %d", what, sum.found, sum.runs);
}

Test(search, intervals_are_honest)
{
    const BalancePlan plan = {.count = 9, .target = 0.5, .precision = 1.5, .games = 1500};
    const BalancePlan fine = {.count = 21, .target = 0.5, .precision = 3.0, .games = 1500};
    BalancePlan whole = {.count = 5, .whole = true, .target = 0.5, .precision = 1.0, .games = 800};
    const Sum logistics = search_often((Truth){SHAPE_LOGISTIC, 9, 0, 0.3, 0}, plan, runs_of(200));
    expect_honest("logistic", logistics);
    cr_expect(logistics.precise >= 0.9 * logistics.runs && logistics.games < 800, "%d precise, %g games",
              logistics.precise, logistics.games);
    expect_honest("bends", search_often((Truth){SHAPE_BENDS, 9, 0, 0.5, 0}, plan, runs_of(150)));
    expect_honest("step", search_often((Truth){SHAPE_STEP, 9, 0, 0, 0}, plan, runs_of(100)));
    expect_honest("levels off", search_often((Truth){SHAPE_LEVELS_OFF, 21, 0, 0.2, 0}, fine, runs_of(100)));
    expect_honest("whole steps", search_often((Truth){SHAPE_LOGISTIC, 5, 0, 0.5, 0}, whole, runs_of(150)));
}

Test(search, intervals_are_honest_with_shared_luck)
{
    const BalancePlan plan = {.count = 9, .target = 0.5, .precision = 1.5, .games = 1200};
    const Sum some = search_often((Truth){SHAPE_LOGISTIC, 9, 0, 0.4, 0.4}, plan, runs_of(150));
    const Sum all = search_often((Truth){SHAPE_LOGISTIC, 9, 0, 0.4, 1.0}, plan, runs_of(150));
    const Sum none = search_often((Truth){SHAPE_LOGISTIC, 9, 0, 0.4, 0.0}, plan, runs_of(150));
    expect_honest("some luck shared", some);
    expect_honest("all luck shared", all);
    cr_expect(none.games < all.games, "shared luck takes more games: %g, %g", none.games, all.games);
}

Test(search, other_targets)
{
    /* the crossing of 30% lies at -0.8473 / slope from that of one half */
    const Truth truth = {SHAPE_LOGISTIC, 11, 7.0, -0.4, 0.2};
    int held = 0;
    const int runs = runs_of(100);
    for (int run = 0; run < runs; run++) {
        const BalancePlan plan = {
            .count = 11, .target = 0.3, .precision = 1.5, .games = 1000, .seed = (uint64_t)run};
        const BalanceResult result = search(&truth, &plan);
        const double crossing = 7.0 + 0.8472978603872037 / 0.4;
        held += result.interval.low <= crossing && crossing <= result.interval.high;
        cr_expect_lt(result.rises, 0.025, "the curve falls");
    }
    cr_expect(held >= 0.95 * runs - 3.0 * sqrt(0.05 * 0.95 * runs), "%d of %d", held, runs);
}

Test(search, says_what_is_not_established)
{
    int above = 0;
    int flat = 0;
    int bent = 0;
    double games = 0;
    const int runs = 40; /* fewer would say too little */
    for (int run = 0; run < runs; run++) {
        const BalancePlan plan = {
            .count = 9, .whole = true, .target = 0.5, .precision = 1.0, .games = 1000, .seed = (uint64_t)run};
        BalancePlan all = plan;
        all.precision = 1e-6;
        const BalanceResult high = search(&(Truth){SHAPE_HIGH, 9, 0, 0, 0.1}, &plan);
        const BalanceResult level = search(&(Truth){SHAPE_FLAT, 9, 0, 0, 0.1}, &plan);
        const BalanceResult hump = search(&(Truth){SHAPE_HUMP, 9, 0, 0, 0.1}, &all);
        above += high.verdict == BALANCE_ABOVE && high.value <= 1.0;
        games += (double)high.games / runs;
        flat += level.verdict == BALANCE_FLAT && !level.precise;
        bent += hump.verdict == BALANCE_BENT && hump.reversal > 0.99;
    }
    cr_expect(above >= 0.9 * runs, "out of reach: %d of %d", above, runs);
    cr_expect(games < 600, "and seen soon: %g games", games);
    cr_expect(flat >= 0.8 * runs, "no effect: %d of %d", flat, runs);
    cr_expect(bent >= 0.8 * runs, "two crossings: %d of %d", bent, runs);
}

Test(search, any_number_of_games)
{
    const Truth truth = {SHAPE_LOGISTIC, 2, 0.5, 2.0, 0};
    for (uint64_t games = 1; games < 140; games += 7) {
        const BalancePlan plan = {.count = 2, .target = 0.5, .precision = 1e-6, .games = games, .seed = 3};
        const BalanceResult result = search(&truth, &plan);
        cr_expect_eq(result.games, games, "all are used");
        cr_expect(result.interval.low >= 0.0 && result.interval.high <= 1.0);
        cr_expect(result.interval.low <= result.value && result.value <= result.interval.high);
    }
    const BalancePlan large = {
        .count = RESPONSE_VALUES_MAX, .target = 0.5, .precision = 8.0, .games = 400, .seed = 3};
    const Truth fine = {SHAPE_LOGISTIC, RESPONSE_VALUES_MAX, 40.0, 0.1, 0};
    const BalanceResult result = search(&fine, &large);
    cr_expect(fabs(result.value - 40.0) < 10.0, "%g", result.value);
}

/* ---- on games ---- */

enum { TOY_VALUES = 9 };

/* The toy scenario with the seat french starting with 0, 1, ... points, random play. */
typedef struct ToyField {
    Game games[TOY_VALUES];
    Policy policies[TOY_VALUES][SEAT_COUNT];
} ToyField;

static void open_toys(ToyField *field)
{
    Err err;
    err_clear(&err);
    for (int i = 0; i < TOY_VALUES; i++) {
        char override[64];
        (void)snprintf(override, sizeof override, "setup.start.french=%d", i);
        support_load(&field->games[i], "toy/plain", override);
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            cr_assert(policy_init(&field->policies[i][seat], &field->games[i], "random", &err), "%s",
                      err.message);
        }
    }
}

static void close_toys(ToyField *field)
{
    for (int i = 0; i < TOY_VALUES; i++) {
        policy_release(&field->policies[i][SEAT_FRENCH]);
        policy_release(&field->policies[i][SEAT_COALITION]);
        game_release(&field->games[i]);
    }
}

static MatchTally toy_match(ToyField *field, int value, uint64_t games, uint64_t seed)
{
    Err err;
    err_clear(&err);
    MatchTally tally;
    const MatchPlan plan = {
        .game = &field->games[value],
        .policies = {&field->policies[value][SEAT_FRENCH], &field->policies[value][SEAT_COALITION]},
        .games = games,
        .seed = seed,
        .threads = 1};
    cr_assert(match_run(&plan, &tally, &err), "%s", err.message);
    return tally;
}

/* What a search counts these games as for the seat french: those that nobody won as half. */
static double score_of(const MatchTally *tally)
{
    return (double)tally->wins[SEAT_FRENCH] + 0.5 * (double)(tally->draws + tally->both_lost);
}

static Balance *search_toys(ToyField *field, const BalancePlan *plan, int threads)
{
    Err err;
    err_clear(&err);
    bool finished = false;
    Balance *balance = balance_new(plan);
    const BalanceRun run = {.games = field->games,
                            .policies = (const Policy(*)[SEAT_COUNT])field->policies,
                            .threads = threads,
                            .seed = plan->seed};
    cr_assert(balance_run(balance, &run, &finished, &err), "%s", err.message);
    cr_expect(finished);
    return balance;
}

Test(games, a_planted_imbalance_is_found, .init = support_use_test_scenarios)
{
    /* the win rate at 5 points, from many games with other seeds, is the target: the answer is 5 */
    ToyField field;
    open_toys(&field);
    const uint64_t many = support_short() ? 4000 : 20000;
    const MatchTally long_match = toy_match(&field, 5, many, 424242);
    const double target = score_of(&long_match) / (double)many;
    const int runs = support_short() ? 8 : 40;
    int held = 0;
    int near = 0;
    for (int run = 0; run < runs; run++) {
        const BalancePlan plan = {.count = TOY_VALUES,
                                  .whole = true,
                                  .target = target,
                                  .precision = 1.5,
                                  .games = 3000,
                                  .seed = 1000 + (uint64_t)run};
        Balance *balance = search_toys(&field, &plan, 2);
        const BalanceResult result = balance_result(balance);
        held += result.interval.low <= 5.0 && 5.0 <= result.interval.high;
        near += fabs(result.value - 5.0) <= 1.0;
        balance_free(balance);
    }
    cr_expect(held >= 0.9 * runs, "in %d of %d intervals", held, runs);
    cr_expect(near >= 0.8 * runs, "within one of it in %d of %d", near, runs);
    close_toys(&field);
}

Test(games, points_of_the_curve_are_matches, .init = support_use_test_scenarios)
{
    ToyField field;
    open_toys(&field);
    const BalancePlan plan = {
        .count = TOY_VALUES, .whole = true, .target = 0.5, .precision = 0.5, .games = 500, .seed = 9};
    Balance *one = search_toys(&field, &plan, 1);
    Balance *three = search_toys(&field, &plan, 3);
    for (uint32_t i = 0; i < TOY_VALUES; i++) {
        const uint64_t games = balance_games(one, i);
        cr_expect_eq(games, balance_games(three, i), "the same for every number of threads");
        cr_expect_eq(balance_wins(one, i), balance_wins(three, i));
        if (games > 0) {
            const MatchTally match = toy_match(&field, (int)i, games, 9);
            cr_expect_eq(balance_wins(one, i), score_of(&match));
        }
    }
    balance_free(one);
    balance_free(three);
    close_toys(&field);
}

Test(games, comparison_counts_pairs, .init = support_use_test_scenarios)
{
    ToyField field;
    open_toys(&field);
    Err err;
    err_clear(&err);
    PairedCounts counts[2];
    for (int i = 0; i < 2; i++) {
        const ComparePlan plan = {.games = {&field.games[0], &field.games[6]},
                                  .policies = {{&field.policies[0][0], &field.policies[0][1]},
                                               {&field.policies[6][0], &field.policies[6][1]}},
                                  .pairs = 400,
                                  .seed = 4,
                                  .threads = 1 + i};
        cr_assert(compare_run(&plan, &counts[i], &err), "%s", err.message);
    }
    cr_expect_arr_eq(&counts[0], &counts[1], sizeof counts[0]);
    const CompareResult result = compare_result(&counts[0]);
    cr_expect_eq(result.pairs, 400);
    cr_expect_eq(counts[0].both + counts[0].first, toy_match(&field, 0, 400, 4).wins[SEAT_FRENCH]);
    cr_expect_eq(counts[0].both + counts[0].second, toy_match(&field, 6, 400, 4).wins[SEAT_FRENCH]);
    cr_expect(result.established && result.difference > 0.0 && result.p_value < 0.05, "six points help");
    cr_expect_leq(result.interval.low, result.difference);
    cr_expect_geq(result.interval.high, result.difference);
    close_toys(&field);
}

/* ---- the command ---- */

static void expect_output(const char *arguments, int code, const char *out, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "%s: exit code %d, %s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.out.text, out) != NULL, "%s: expected \"%s\" in \"%s\"", arguments, out,
              run.out.text);
    cr_expect(strstr(run.err.text, message) != NULL, "%s: expected \"%s\" in \"%s\"", arguments, message,
              run.err.text);
    support_run_release(&run);
}

Test(balance_command, json)
{
    cJSON *json = answer_run(
        "balance toy/plain --knob setup.start.french=0..8 --policy random --games 800 --seed 5 --json", 0);
    cr_expect_str_eq(answer_key(json, "knob")->valuestring, "setup.start.french");
    cr_expect_str_eq(answer_key(json, "policy")->valuestring, "random");
    cr_expect_eq(answer_number(json, "target"), 0.5);
    cr_expect_leq(answer_element(json, "ci95", 0), answer_number(json, "value"));
    cr_expect_geq(answer_element(json, "ci95", 1), answer_number(json, "value"));
    cr_expect(answer_number(json, "win_rate") > 0.3 && answer_number(json, "win_rate") < 0.7);
    double games = 0;
    const cJSON *point = NULL;
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "curve")), 9);
    cJSON_ArrayForEach(point, answer_key(json, "curve"))
    {
        games += answer_number(point, "games");
        cr_expect_leq(answer_number(point, "wins"), answer_number(point, "games"));
        cr_expect_leq(answer_element(point, "posterior_ci95", 0), answer_number(point, "posterior"));
        cr_expect_geq(answer_element(point, "posterior_ci95", 1), answer_number(point, "posterior"));
    }
    cr_expect_eq(games, answer_number(json, "games"));
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "set")), 1);
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "earlier")), 0);
    cJSON_Delete(json);
}

Test(balance_command, same_for_every_number_of_jobs)
{
    char *first = NULL;
    for (int jobs = 1; jobs <= 3; jobs++) {
        char arguments[200];
        (void)snprintf(
            arguments, sizeof arguments,
            "balance toy/plain --knob setup.start.french=0..8 --policy random --games 600 --json --jobs %d",
            jobs);
        cJSON *json = answer_run(arguments, 0);
        cJSON_DeleteItemFromObjectCaseSensitive(json, "elapsed_s");
        char *printed = cJSON_PrintUnformatted(json);
        if (first == NULL) {
            first = printed;
        } else {
            cr_expect_str_eq(printed, first);
            free(printed);
        }
        cJSON_Delete(json);
    }
    free(first);
}

Test(balance_command, knobs_in_order)
{
    /* the first cannot do it alone; it stays where it comes nearest, and the second does the rest */
    cJSON *json = answer_run(
        "balance toy/plain --target 70% --knob setup.start.french=0..2 --knob setup.start.french=0..20/2 "
        "--policy random --games 4000 --json",
        0);
    const cJSON *earlier = answer_key(json, "earlier");
    cr_assert_eq(cJSON_GetArraySize(earlier), 1);
    cr_expect_str_eq(answer_key(cJSON_GetArrayItem(earlier, 0), "verdict")->valuestring, "below");
    cr_expect(answer_number(cJSON_GetArrayItem(earlier, 0), "value") <= 2);
    cr_expect(cJSON_IsFalse(answer_key(cJSON_GetArrayItem(earlier, 0), "meets_target")));
    cr_expect_gt(answer_number(json, "value"), 2);
    cr_expect(cJSON_IsTrue(answer_key(json, "meets_target")));
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "set")), 2);
    cJSON_Delete(json);
}

Test(balance_command, text)
{
    expect_output("balance toy/plain --knob setup.start.french=0..8 --policy random --games 900", 0,
                  "to apply: --set setup.start.french=", "");
    expect_output(
        "balance toy/plain --knob setup.start.french=0..8 --policy random --games 900 --target 0.95", 0,
        "Out of reach: from 0 to 8 the score of Smiths is less than 95%; 8 comes nearest", "");
    expect_output("balance toy/plain --knob tables.most_dice=2..3 --policy random --games 200 --target 0.45",
                  0, "ot established", "");
    expect_output("balance toy/plain --compare --change setup.start.french=6 --policy random --games 1000", 0,
                  "The change moved the balance: the share of games won by Smiths is higher in b", "");
    expect_output("balance toy/plain --compare --change setup.start.french=1 --policy random --games 40", 0,
                  "Not established", "");
    expect_output("balance toy/plain toy/short --compare --policy random --games 40 --json", 0,
                  "\"difference_ci95\":[", "");
}

Test(balance_command, refuses)
{
    expect_output("balance toy/plain", 2, "", "found 0 knobs, expected 1 to 8");
    expect_output("balance toy/plain --knob setup.start.french=3", 2, "", "expected PATH=LOW..HIGH");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --target 2", 2, "",
                  "--target: found \"2\"");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --target half", 2, "",
                  "--target: found \"half\"");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --target 0", 2, "", "from 0.01 to 0.99");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --precision 0", 2, "",
                  "--precision: found \"0\"");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --games 2000000", 2, "",
                  "--games: found");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --policy wizard", 2, "", "wizard");
    expect_output("balance toy/plain --knob setup.start.french=-3..2 --policy random", 1, "", "start.french");
    expect_output("balance toy/none --knob setup.start.french=1..2", 1, "", "no scenario");
    expect_output("balance toy/plain toy/short --knob setup.start.french=1..2", 2, "", "are for --compare");
    expect_output("balance toy/plain --knob setup.start.french=1..2 --change a=1", 2, "",
                  "are for --compare");
    expect_output("balance toy/plain --compare --policy random", 1, "", "nothing to compare");
    expect_output("balance toy/plain toy/short --compare --knob setup.start.french=1..2", 2, "",
                  "do not go with");
    expect_output("balance toy/plain --compare --change setup.frogs=1", 1, "", "frogs");
}

Test(balance_command, interrupt_reports_what_is_known)
{
    Run run;
    support_run_interrupted(&run,
                            "balance toy/plain --knob setup.start.french=0..8 --policy random --games "
                            "1000000 --precision 0.0001 --json",
                            400);
    cr_expect_eq(run.code, 130, "exit code %d, %s", run.code, run.err.text);
    cr_expect(strstr(run.err.text, "interrupted") != NULL, "%s", run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json, "%s", run.out.text);
    cr_expect(cJSON_IsFalse(answer_key(json, "finished")));
    cr_expect_gt(answer_number(json, "games"), 0);
    cJSON_Delete(json);
    support_run_release(&run);
}

Test(balance_command, plot)
{
    char folder[256];
    char arguments[512];
    char file[300];
    if (!plot_ready("a.svg", NULL)) {
        cr_skip_test("gnuplot is not installed");
    }
    support_folder("balance", folder);
    (void)snprintf(file, sizeof file, "%s/it's.svg", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "balance toy/plain --knob setup.start.french=0..8 --policy random --games 200 --svg %s",
                   file);
    expect_output(arguments, 0, "knob setup.start.french=0..8", "");
    StrBuf text;
    strbuf_init(&text);
    cr_assert(support_read(file, &text));
    cr_expect(strstr(text.text, "<svg") != NULL && strstr(text.text, "setup.start.french") != NULL);
    strbuf_release(&text);
    expect_output(
        "balance toy/plain --knob setup.start.french=0..8 --policy random --games 50 --svg /proc/none/a.svg",
        1, "", "cannot plot");
}
