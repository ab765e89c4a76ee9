/* test_improve.c: improving strategies (eval/improve/): the optimiser where the answer is known, weights as
 * points, shares of opponents, pairs of games, and that a run goes on where it was stopped. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/improve/improve.h"
#include "eval/improve/spsa.h"
#include "tests/support/support.h"

/* ------------------------------------------------------------------ the optimiser */

enum { DIMENSIONS = 12 };

/* A hill whose top is known, seen through noise: its height at a point, not more than 1. */
static double height(const double *point, const double *top)
{
    double sum = 0.0;
    for (int i = 0; i < DIMENSIONS; i++) {
        sum += (0.5 + 0.1 * i) * (point[i] - top[i]) * (point[i] - top[i]);
    }
    return 1.0 - 0.1 * sum;
}

/* Noise of mean 0 and standard deviation `size`, about normal. */
static double noise(Rng *rng, double size)
{
    double sum = 0.0;
    for (int i = 0; i < 12; i++) {
        sum += rng_next(rng) / 4294967296.0;
    }
    return size * (sum - 6.0);
}

static const double LOW[DIMENSIONS] = {-2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2};
static const double HIGH[DIMENSIONS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};

static SpsaPlan hill_plan(uint64_t seed)
{
    return (SpsaPlan){.dimensions = DIMENSIONS,
                      .iterations = 2000,
                      .directions = 4,
                      .c = 0.15,
                      .wander = 0.2,
                      .noise = 0.2,
                      .seed = seed,
                      .low = LOW,
                      .high = HIGH};
}

/* Climbs through so large a share of the noise that is guessed; top NULL: there is no hill, only noise. */
static void climb(const SpsaPlan *plan, const double *top, double share, double *found, double *last)
{
    static const double start[DIMENSIONS];
    Spsa spsa;
    Rng rng = rng_derive(plan->seed, RNG_PURPOSE_FUZZ, 0);
    cr_assert(spsa_init(&spsa, plan, start, NULL));
    for (uint32_t k = 0; k < plan->iterations; k++) {
        double differences[4];
        for (uint32_t d = 0; d < plan->directions; d++) {
            double plus[DIMENSIONS];
            double minus[DIMENSIONS];
            spsa_probe(&spsa, d, plus, minus);
            for (int i = 0; i < DIMENSIONS; i++) {
                cr_assert(plus[i] >= LOW[i] && plus[i] <= HIGH[i] && minus[i] >= LOW[i] &&
                          minus[i] <= HIGH[i]);
            }
            differences[d] = noise(&rng, share * plan->noise) +
                             (top != NULL ? height(plus, top) - height(minus, top) : 0.0);
        }
        spsa_step(&spsa, differences);
    }
    spsa_found(&spsa, found);
    memcpy(last, spsa.at, DIMENSIONS * sizeof *last);
    spsa_release(&spsa);
}

Test(spsa, finds_the_top_of_a_hill_through_noise)
{
    double top[DIMENSIONS];
    double last[DIMENSIONS];
    static const double start[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
        top[i] = i % 3 == 0 ? 0.8 : i % 3 == 1 ? -0.6 : 0.3;
    }
    const double before = 1.0 - height(start, top);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double found[DIMENSIONS];
        const SpsaPlan plan = hill_plan(seed);
        climb(&plan, top, 1.0, found, last);
        const double after = 1.0 - height(found, top);
        cr_expect(after < 0.1 * before, "seed %d: %g of %g is left", (int)seed, after, before);
    }
}

/* A top outside of the bounds: the nearest point of the edge is found. */
Test(spsa, stays_within_its_bounds)
{
    double top[DIMENSIONS] = {4.0};
    double found[DIMENSIONS];
    double last[DIMENSIONS];
    const SpsaPlan plan = hill_plan(7);
    climb(&plan, top, 1.0, found, last);
    cr_expect(found[0] > 1.8 && found[0] <= 2.0, "%g", found[0]);
    for (int i = 1; i < DIMENSIONS; i++) {
        cr_expect(fabs(found[i]) < 0.4, "%d: %g", i, found[i]);
    }
}

Test(spsa, noise_alone_carries_it_as_far_as_was_said)
{
    double squares = 0.0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        double found[DIMENSIONS];
        double last[DIMENSIONS];
        const SpsaPlan plan = hill_plan(seed);
        climb(&plan, NULL, seed % 2 == 0 ? 1.0 : 0.3, found, last); /* what was guessed, or less */
        for (int i = 0; i < DIMENSIONS; i++) {
            squares += last[i] * last[i];
        }
    }
    const double wander = sqrt(squares / (20.0 * DIMENSIONS));
    cr_expect(wander > 0.17 && wander < 0.23, "%g", wander); /* 240 coordinates: +- 5% */
}

Test(spsa, the_same_differences_lead_to_the_same_point)
{
    double top[DIMENSIONS] = {1.0, -1.0};
    double found[3][DIMENSIONS];
    double last[DIMENSIONS];
    const SpsaPlan plans[3] = {hill_plan(3), hill_plan(3), hill_plan(4)};
    for (int i = 0; i < 3; i++) {
        climb(&plans[i], top, 1.0, found[i], last);
    }
    cr_expect_eq(memcmp(found[0], found[1], sizeof found[0]), 0);
    cr_expect_neq(memcmp(found[0], found[2], sizeof found[0]), 0);
}

/* ------------------------------------------------------------------ weights as points */

Test(weight_space, goes_from_weights_to_a_file_and_back)
{
    Game game;
    Policy start;
    Policy made;
    WeightSpace space;
    WeightSpace again;
    double point[WEIGHT_SPACE_MAX] = {0.0};
    double weights[WEIGHT_SPACE_MAX];
    support_load(&game, "toy/plain", NULL);
    cr_assert(policy_init(&start, &game, "heuristic:strategy=bold", NULL));
    cr_assert(weight_space_init(&space, &start, SEAT_COALITION, NULL));
    cr_assert_eq(space.count, 2);
    weight_space_weights(&space, point, weights);
    cr_expect_eq(memcmp(weights, space.start, 2 * sizeof *weights), 0, "0 is where it starts");
    point[0] = space.high[0];
    point[1] = 0.7;
    weight_space_weights(&space, point, weights);
    cr_expect_float_eq(weights[0], 3.0, 1e-9, "the edge of the range");
    cr_expect_float_eq(weights[1], round(weights[1]), 1e-9, "whole as the table is");
    cr_expect(weights[1] > space.start[1]);
    cr_assert(weight_space_policy(&space, weights, "made", &made, NULL));
    cr_assert(weight_space_init(&again, &made, SEAT_COALITION, NULL));
    cr_expect_eq(memcmp(weights, again.start, 2 * sizeof *weights), 0);
    policy_release(&made);
    policy_release(&start);
    game_release(&game);
}

Test(weight_space, tells_what_moved_and_what_it_means)
{
    Game game;
    Policy start;
    WeightSpace space;
    StrBuf text;
    uint32_t order[WEIGHT_SPACE_MAX];
    support_load(&game, "toy/plain", NULL);
    cr_assert(policy_init(&start, &game, "heuristic", NULL));
    cr_assert(weight_space_init(&space, &start, SEAT_FRENCH, NULL));
    double weights[2] = {space.start[0], space.start[1]};
    strbuf_init(&text);
    cr_expect_eq(weight_space_moved(&space, weights, order), 0);
    weight_space_tell(&space, weights, 5, &text);
    cr_expect_str_eq(text.text, "");
    weights[0] += 1.0;
    weights[1] += 40.0;
    cr_expect_eq(weight_space_moved(&space, weights, order), 2);
    cr_expect(order[0] == 1 && order[1] == 0);
    weight_space_tell(&space, weights, 1, &text);
    cr_expect(strstr(text.text, "push") != NULL && strstr(text.text, "more: of so many throws") != NULL &&
                  strstr(text.text, "dice that") == NULL,
              "%s", text.text);
    strbuf_release(&text);
    policy_release(&start);
    game_release(&game);
}

Test(weight_space, is_made_of_strategies_only)
{
    static const char *const specs[] = {"random", "heuristic:noise=0.1"};
    Game game;
    support_load(&game, "toy/plain", NULL);
    for (int i = 0; i < 2; i++) {
        Policy start;
        WeightSpace space;
        Err err;
        err_clear(&err);
        cr_assert(policy_init(&start, &game, specs[i], NULL));
        cr_expect(!weight_space_init(&space, &start, SEAT_FRENCH, &err));
        support_expect_error(&err, "", "expected heuristic");
        policy_release(&start);
    }
    game_release(&game);
}

/* ------------------------------------------------------------------ the field */

Test(field, deals_each_opponent_its_share_at_any_time)
{
    static const Policy policies[3];
    Field field = {.count = 0};
    FieldDeal deal;
    memset(&deal, 0, sizeof deal);
    cr_assert(field_add(&field, &policies[0], 6.0, NULL) && field_add(&field, &policies[1], 3.0, NULL) &&
              field_add(&field, &policies[2], 1.0, NULL));
    field_close(&field);
    for (int games = 1; games <= 1000; games++) {
        cr_assert_lt(field_deal(&field, &deal), 3);
        for (int i = 0; i < 3; i++) {
            cr_assert(fabs((double)deal.games[i] - field.shares[i] * games) < 1.5, "%d of %d", i, games);
        }
    }
    cr_expect(deal.games[0] == 600 && deal.games[1] == 300 && deal.games[2] == 100);
}

Test(field, reads_shares)
{
    static const struct {
        const char *text;
        double share;
        const char *policy; /* NULL: refused */
    } rows[] = {
        {"heuristic", 1.0, "heuristic"}, {"0.25*flat:sims=8", 0.25, "flat:sims=8"},
        {"3*random", 3.0, "random"},     {"0*random", 0.0, NULL},
        {"-1*random", 0.0, NULL},        {"0.5", 0.0, NULL},
        {"0.5 random", 0.0, NULL},       {".*random", 0.0, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double share = 0.0;
        const char *policy = "";
        Err err;
        err_clear(&err);
        const bool good = field_read_share(rows[i].text, &share, &policy, &err);
        cr_assert_eq(good, rows[i].policy != NULL, "%s", rows[i].text);
        if (good) {
            cr_expect_float_eq(share, rows[i].share, 1e-12);
            cr_expect_str_eq(policy, rows[i].policy);
        } else {
            support_expect_error(&err, "", "expected POLICY or SHARE*POLICY");
        }
    }
}

/* ------------------------------------------------------------------ pairs of games */

Test(contrast, scores_two_players_with_the_same_luck)
{
    ContrastTally tally;
    memset(&tally, 0, sizeof tally);
    tally.pairs[2][2] = 40; /* both won */
    tally.pairs[2][0] = 30; /* the first only */
    tally.pairs[0][2] = 10;
    tally.pairs[0][0] = 20;
    const ContrastScore score = contrast_score(&tally);
    cr_expect_eq(score.pairs, 100);
    cr_expect_float_eq(score.scores[0], 0.7, 1e-12);
    cr_expect_float_eq(score.scores[1], 0.5, 1e-12);
    cr_expect_float_eq(score.gain, 0.2, 1e-12);
    /* variance of a difference: 0.4 - 0.04; 1.96 * sqrt(0.36 / 100) = 0.1176 */
    cr_expect_float_eq(score.gain_interval.low, 0.2 - 0.1176, 0.01);
    cr_expect_float_eq(score.gain_interval.high, 0.2 + 0.1176, 0.01);
    cr_expect_float_eq(score.elo, 400.0 * log10(0.7 / 0.3), 1e-9);
    /* slopes 173.7 / 0.21 = 827.2 and 694.9, variances 0.21 and 0.25, covariance 0.05:
     * sqrt((827.2^2 * 0.21 + 694.9^2 * 0.25 - 2 * 827.2 * 694.9 * 0.05) / 100) = 45.6 */
    cr_expect_float_eq(score.elo_interval.high - score.elo, 1.96 * 45.6, 0.5);
    cr_expect(score.pentanomial[0] == 10 && score.pentanomial[2] == 60 && score.pentanomial[4] == 30);
}

/* Two that are the same player play the same games. */
Test(contrast, the_same_player_twice_gains_nothing)
{
    Game game;
    Policy player;
    Policy random;
    Checkpoint checkpoint;
    Field field = {.count = 0};
    FieldDeal deal;
    uint8_t halves[2 * 50];
    ContrastTally tally;
    bool played = false;
    memset(&deal, 0, sizeof deal);
    memset(&tally, 0, sizeof tally);
    support_load(&game, "toy/plain", NULL);
    cr_assert(policy_init(&player, &game, "heuristic", NULL) && policy_init(&random, &game, "random", NULL));
    cr_assert(field_add(&field, &player, 1.0, NULL) && field_add(&field, &random, 1.0, NULL));
    field_close(&field);
    cr_assert(checkpoint_open(&checkpoint, NULL, "", NULL));
    const ContrastPlan plan = {.game = &game,
                               .seat = SEAT_COALITION,
                               .players = {&player, &player},
                               .player_count = 2,
                               .field = &field,
                               .seed = 4,
                               .games = 50,
                               .threads = 2,
                               .checkpoint = &checkpoint,
                               .part = "same"};
    cr_assert(contrast_play(&plan, &deal, halves, &played, NULL) && played);
    cr_expect_eq(deal.total, 50);
    cr_expect_eq(memcmp(halves, halves + 50, 50), 0);
    contrast_count(&tally, halves, 50);
    const ContrastScore score = contrast_score(&tally);
    cr_expect(score.scores[0] > 0.0 && score.scores[0] < 1.0);
    cr_expect_float_eq(score.gain, 0.0, 1e-12);
    policy_release(&player);
    policy_release(&random);
    game_release(&game);
}

/* ------------------------------------------------------------------ a whole run */

/* A strategy of the toy that throws one die, which is too few, and what is to become of it. */
typedef struct Bench {
    char folder[256], file[300];
    Game game;
    Policy start, opponent;
    Field field;
    WeightSpace space;
    ImprovePlan plan;
    atomic_bool stop;
    uint64_t stop_at; /* games; 0: never */
} Bench;

static const char TIMID[] = "{\"schema\":\"marshal/strategy/1\",\"game\":\"toy\",\"title\":\"Timid\","
                            "\"seat\":\"both\",\"weights\":{\"dice\":1,\"push\":2}}";

static void stop_then(void *context, const char *doing, uint64_t games, uint64_t total)
{
    Bench *bench = context;
    (void)doing;
    (void)total;
    if (bench->stop_at > 0 && games >= bench->stop_at) {
        atomic_store(&bench->stop, true);
    }
}

static void bench_init(Bench *bench, const char *name)
{
    char spec[400];
    memset(bench, 0, sizeof *bench);
    support_folder(name, bench->folder);
    (void)snprintf(bench->file, sizeof bench->file, "%s/timid.json", bench->folder);
    cr_assert(support_write(bench->file, TIMID, strlen(TIMID)));
    (void)snprintf(spec, sizeof spec, "heuristic:strategy=%s", bench->file);
    support_load(&bench->game, "toy/plain", NULL);
    cr_assert(policy_init(&bench->start, &bench->game, spec, NULL));
    cr_assert(policy_init(&bench->opponent, &bench->game, "heuristic", NULL));
    cr_assert(field_add(&bench->field, &bench->opponent, 1.0, NULL));
    field_close(&bench->field);
    cr_assert(weight_space_init(&bench->space, &bench->start, SEAT_FRENCH, NULL));
    bench->plan = (ImprovePlan){.space = &bench->space,
                                .start = &bench->start,
                                .field = &bench->field,
                                .games = 4000,
                                .perturbation = IMPROVE_PERTURBATION,
                                .wander = IMPROVE_WANDER,
                                .verify = 600,
                                .seed = 11,
                                .threads = 1,
                                .stop = &bench->stop,
                                .listener = stop_then,
                                .context = bench};
}

static void bench_release(Bench *bench)
{
    policy_release(&bench->start);
    policy_release(&bench->opponent);
    game_release(&bench->game);
}

/* The pedigree, which the caller frees. */
static char *improve(const Bench *bench, ImproveResult *result)
{
    StrBuf text;
    cr_assert(improve_run(&bench->plan, result, NULL));
    strbuf_init(&text);
    improve_pedigree(&bench->plan, result, &text);
    char *copy = strdup(text.text);
    strbuf_release(&text);
    return copy;
}

Test(improve, finds_a_better_strategy_and_says_how_much_better)
{
    Bench bench;
    ImproveResult result;
    bench_init(&bench, "improve-better");
    free(improve(&bench, &result));
    cr_expect_eq(result.end, IMPROVE_SPENT);
    cr_expect(result.moved && result.weights[0] > 1.0, "dice %g", result.weights[0]);
    cr_expect_eq(result.score.pairs, 600);
    cr_expect(result.score.gain_interval.low > 0.0 && result.score.elo_interval.low > 0.0, "gain %g",
              result.score.gain);
    bench_release(&bench);
}

Test(improve, ends_when_the_duel_against_the_start_is_decided)
{
    Bench bench;
    ImproveResult result;
    bench_init(&bench, "improve-duel");
    bench.plan.games = 40000;
    bench.plan.testing = true;
    bench.plan.sprt = (EloSprt){0.0, 20.0};
    bench.plan.duel = 2000;
    free(improve(&bench, &result));
    cr_expect_eq(result.end, IMPROVE_DECIDED);
    cr_expect_eq(result.sprt.state, ELO_SPRT_ACCEPT_H1);
    cr_expect_lt(result.iterations, result.planned);
    cr_expect(result.score.gain > 0.0);
    bench_release(&bench);
}

Test(improve, is_the_same_for_any_number_of_threads_and_after_stops)
{
    Bench bench;
    ImproveResult result;
    char name[320];
    bench_init(&bench, "improve-same");
    bench.plan.testing = true;
    bench.plan.sprt = (EloSprt){600.0, 900.0}; /* not to be decided for it */
    bench.plan.duel = 300;
    char *whole = improve(&bench, &result);
    cr_expect_eq(result.end, IMPROVE_SPENT);
    bench.plan.threads = 3;
    char *threads = improve(&bench, &result);
    cr_expect_str_eq(whole, threads);
    (void)snprintf(name, sizeof name, "%s/games.db", bench.folder);
    int stops = 0;
    char *again = NULL;
    for (uint64_t at = 700;; at += 1900) {
        bench.plan.store = store_open(name, STORE_WRITE, NULL);
        cr_assert_not_null(bench.plan.store);
        atomic_store(&bench.stop, false);
        bench.stop_at = at;
        again = improve(&bench, &result);
        cr_assert(store_close(bench.plan.store, NULL));
        if (result.end != IMPROVE_STOPPED) {
            break;
        }
        free(again);
        stops++;
    }
    cr_expect_geq(stops, 2);
    cr_expect_str_eq(whole, again);
    /* once more: from the store alone */
    bench.plan.store = store_open(name, STORE_WRITE, NULL);
    cr_assert_not_null(bench.plan.store);
    atomic_store(&bench.stop, true);
    bench.stop_at = 0;
    char *known = improve(&bench, &result);
    cr_expect_str_eq(whole, known);
    cr_assert(store_close(bench.plan.store, NULL));
    free(whole);
    free(threads);
    free(again);
    free(known);
    bench_release(&bench);
}

static bool always(void) { return true; }

Test(improve, verifies_what_it_has_when_time_is_up)
{
    Bench bench;
    ImproveResult result;
    bench_init(&bench, "improve-time");
    bench.stop_at = 2000;
    bench.plan.time_is_up = always;
    free(improve(&bench, &result));
    cr_expect_eq(result.end, IMPROVE_TIME);
    cr_expect(result.iterations > 0 && result.iterations < result.planned);
    cr_expect_eq(result.score.pairs, 600);
    bench_release(&bench);
}

/* The clock strikes while the verification is played: it is played to its end. */
Test(improve, verifies_to_the_end_whatever_the_time)
{
    Bench bench;
    ImproveResult result;
    bench_init(&bench, "improve-late");
    bench.stop_at = 4100;
    bench.plan.time_is_up = always;
    free(improve(&bench, &result));
    cr_expect_eq(result.end, IMPROVE_SPENT);
    cr_expect_eq(result.score.pairs, 600);
    bench_release(&bench);
}

Test(improve, writes_a_strategy_that_is_read_again_and_overwrites_none)
{
    Bench bench;
    ImproveResult result;
    char path[320];
    char spec[400];
    StrBuf text;
    StrBuf found;
    Policy policy;
    WeightSpace again;
    Err err;
    bench_init(&bench, "improve-file");
    free(improve(&bench, &result));
    (void)snprintf(path, sizeof path, "%s/better.json", bench.folder);
    (void)snprintf(spec, sizeof spec, "heuristic:strategy=%s", path);
    strbuf_init(&text);
    strbuf_init(&found);
    improve_strategy(&bench.plan, &result, "Better \"toy\"", &text);
    cr_assert(improve_save(&text, path, false, NULL));
    cr_assert(policy_init(&policy, &bench.game, spec, NULL));
    cr_assert(weight_space_init(&again, &policy, SEAT_FRENCH, NULL));
    cr_expect_eq(memcmp(again.start, result.weights, again.count * sizeof *again.start), 0);
    cr_expect(strstr(text.text, "\"scenario\":\"toy/plain\"") != NULL &&
              strstr(text.text, "\"gain_ci95\":[") != NULL && strstr(text.text, "more dice") != NULL);
    err_clear(&err);
    cr_expect(!improve_save(&text, path, false, &err));
    support_expect_error(&err, "", "found a file, which is left alone");
    cr_assert(support_read(path, &found));
    cr_expect_str_eq(found.text, text.text);
    err_clear(&err);
    (void)snprintf(path, sizeof path, "%s/none/better.json", bench.folder);
    cr_expect(!improve_save(&text, path, false, &err));
    support_expect_error(&err, "", "cannot write the strategy");
    strbuf_release(&text);
    strbuf_release(&found);
    policy_release(&policy);
    bench_release(&bench);
}
