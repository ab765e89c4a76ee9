/* test_report.c: the numbers of a report against an independent count, its page as a browser would take it
 * apart. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ai/policy.h"
#include "engine/rng.h"
#include "engine/summary.h"
#include "eval/report/report.h"
#include "eval/report/report_html.h"
#include "eval/report/report_plot.h"
#include "eval/report/report_stats.h"
#include "eval/run/runner.h"
#include "eval/statistics/elo.h"
#include "eval/store/store.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

/* ------------------------------------------------------------------ a store made up by the test */

enum { CARDS = 8, PLACES = 6, /* of the toy */ EXPERIMENTS_MAX = 16 };

/* What the test remembers of an experiment, counted as games are made. */
typedef struct Made {
    int64_t id;
    uint64_t games;
    uint64_t wins[3];
    uint64_t played[SEAT_COUNT][CARDS], won[SEAT_COUNT][CARDS];
    uint64_t lost[SEAT_COUNT];
    uint64_t fights[PLACES];
} Made;

typedef struct Maker {
    char file[300];
    Store *store;
    Game game;
    Policy policies[SEAT_COUNT]; /* real ones; their texts are replaced */
    Rng rng;
    Made made[EXPERIMENTS_MAX];
    size_t count;
} Maker;

static void must(bool good, const Err *err) { cr_assert(good, "%s: %s", err->file, err->message); }

static void maker_open(Maker *maker, const char *name, const char *scenario)
{
    Err err;
    char folder[256];
    err_clear(&err);
    memset(maker, 0, sizeof *maker);
    support_folder(name, folder);
    (void)snprintf(maker->file, sizeof maker->file, "%s/games.db", folder);
    support_load(&maker->game, scenario, NULL);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        must(policy_init(&maker->policies[seat], &maker->game, "random", &err), &err);
    }
    maker->rng = rng_derive(20, RNG_PURPOSE_FUZZ, 0);
    maker->store = store_open(maker->file, STORE_WRITE, &err);
    must(maker->store != NULL, &err);
}

/* Writes what is waiting; the games are on disk then. */
static void maker_close(Maker *maker)
{
    Err err;
    err_clear(&err);
    must(store_close(maker->store, &err), &err);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        policy_release(&maker->policies[seat]);
    }
    game_release(&maker->game);
}

static Made *begin_experiment(Maker *maker, const char *french, const char *coalition, uint64_t seed)
{
    Err err;
    err_clear(&err);
    (void)snprintf(maker->policies[0].spec, sizeof maker->policies[0].spec, "%s", french);
    (void)snprintf(maker->policies[1].spec, sizeof maker->policies[1].spec, "%s", coalition);
    const StoreExperiment experiment = {.game = &maker->game,
                                        .policies = {&maker->policies[0], &maker->policies[1]},
                                        .overrides = NULL,
                                        .seed = seed};
    Made *made = &maker->made[maker->count++];
    must(store_experiment(maker->store, &experiment, &made->id, &err), &err);
    return made;
}

/* A game with a result of some kind, cards that its French winners like, and battles in a few places. */
static void add_game(Maker *maker, Made *made, uint64_t number, unsigned french_of_ten)
{
    static const enum outcome_grade grades[] = {OUTCOME_DECISIVE, OUTCOME_MARGINAL, OUTCOME_TIE_BREAK};
    Rng *rng = &maker->rng;
    GameSummary summary;
    StoreGame game;
    memset(&game, 0, sizeof game);
    memset(&summary, 0, sizeof summary);
    const bool draw = rng_bounded(rng, 20) == 0;
    game.number = number;
    game.outcome.winner = draw                                   ? SEAT_NONE
                          : rng_bounded(rng, 10) < french_of_ten ? SEAT_FRENCH
                                                                 : SEAT_COALITION;
    game.outcome.grade = draw ? OUTCOME_DRAW : grades[rng_bounded(rng, 3)];
    game.outcome.turn = 1805 + (int)rng_bounded(rng, 11);
    game.plies = 50 + rng_bounded(rng, 900);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (unsigned card = 0; card < CARDS; card++) {
            if (rng_bounded(rng, CARDS) < (game.outcome.winner == SEAT_FRENCH ? card + 2 : card / 2)) {
                summary_card(&summary, (Seat)seat, card);
                made->played[seat][card]++;
                made->won[seat][card] += game.outcome.winner == (Seat)seat;
            }
        }
        for (uint32_t lost = rng_bounded(rng, 9); lost > 0; lost--) {
            summary_loss(&summary, (Seat)seat, 1);
            made->lost[seat]++;
        }
    }
    for (uint32_t fights = rng_bounded(rng, 12); fights > 0; fights--) {
        const uint32_t place = rng_bounded(rng, 3) + rng_bounded(rng, 4);
        summary_fight(&summary, place);
        made->fights[place]++;
    }
    game.summary_bytes = (uint16_t)summary_pack(&summary, game.summary);
    made->games++;
    made->wins[game.outcome.winner]++;
    cr_assert(store_put(maker->store, made->id, &game, NULL, 0));
}

static void add_games(Maker *maker, Made *made, uint64_t from, uint64_t to, unsigned french_of_ten)
{
    for (uint64_t number = from; number < to; number++) {
        add_game(maker, made, number, french_of_ten);
    }
}

/* A match, a duel of 150 pairs of which 20 games have no partner, and one with a second seed. */
static void make_usual(Maker *maker, const char *name)
{
    maker_open(maker, name, "toy/wide");
    add_games(maker, begin_experiment(maker, "heuristic", "heuristic", 1), 0, 300, 4);
    add_games(maker, begin_experiment(maker, "heuristic", "random", 7), 0, 150, 9);
    add_games(maker, begin_experiment(maker, "random", "heuristic", 7), 20, 170, 2);
    add_games(maker, begin_experiment(maker, "heuristic", "random", 8), 0, 40, 9);
    maker_close(maker);
}

static void read_report(const char *file, Report *report)
{
    Err err;
    err_clear(&err);
    Store *store = store_open(file, STORE_READ, &err);
    must(store != NULL, &err);
    must(report_read(store, report, &err), &err);
    must(store_close(store, &err), &err);
}

static bool has_gnuplot(void) { return report_plots_ready("x", NULL); }

static void make_page(const Report *report, const char *title, StrBuf *page)
{
    Err err;
    err_clear(&err);
    const ReportPlan plan = {title, "folder/games.db", NULL, 0, {{0.5, 0.5}}};
    strbuf_init(page);
    must(report_html(report, &plan, page, &err), &err);
}

static cJSON *make_json(const Report *report)
{
    StrBuf text;
    strbuf_init(&text);
    report_json(report, "games.db", NULL, &text);
    cJSON *json = cJSON_ParseWithOpts(text.text, NULL, true);
    cr_assert_not_null(json, "%s", text.text);
    strbuf_release(&text);
    return json;
}

/* The first row of a query, a number. */
static int64_t ask(const char *file, const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *select = NULL;
    cr_assert_eq(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(database, sql, -1, &select, NULL), SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(database));
    const int step = sqlite3_step(select);
    cr_assert(step == SQLITE_ROW || step == SQLITE_DONE, "%s: %s", sql, sqlite3_errmsg(database));
    const int64_t result = step == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    (void)sqlite3_finalize(select);
    (void)sqlite3_close(database);
    return result;
}

/* ------------------------------------------------------------------ statistics */

Test(report_stats, t_distribution)
{
    /* printed tables of the 97.5% point */
    static const double table[][2] = {{1, 12.706}, {2, 4.303},   {5, 2.571},      {10, 2.228},
                                      {11, 2.201}, {15, 2.131},  {20, 2.086},     {30, 2.042},
                                      {60, 2.000}, {120, 1.980}, {1000000, 1.960}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_expect_float_eq(report_t95((uint64_t)table[i][0]), table[i][1], 0.0012, "%g: %g", table[i][0],
                           report_t95((uint64_t)table[i][0]));
    }
    cr_expect(isinf(report_t95(0)));
}

Test(report_stats, difference_of_shares)
{
    /* R. G. Newcombe (1998), table II, method 10: 56 of 70 against 48 of 80, and 9 of 10 against 3 of 10 */
    const ReportContrast first = {70, 56, 80, 48};
    const ReportDifference a = report_difference(&first, 1);
    cr_expect_float_eq(a.difference, 0.2, 1e-12);
    cr_expect_float_eq(a.interval.low, 0.0524, 5e-5);
    cr_expect_float_eq(a.interval.high, 0.3339, 5e-5);
    const ReportContrast second = {10, 9, 10, 3};
    const ReportDifference b = report_difference(&second, 1);
    cr_expect_float_eq(b.interval.low, 0.1705, 5e-5);
    cr_expect_float_eq(b.interval.high, 0.8090, 5e-5);
}

Test(report_stats, difference_is_taken_within_groups)
{
    /* a strong player has the card often, a weak one seldom; the card itself does nothing */
    const ReportContrast groups[] = {
        {800, 720, 200, 180}, {100, 10, 900, 90}, {0, 0, 500, 250}, {70, 70, 0, 0}};
    const ReportDifference difference = report_difference(groups, 4);
    cr_expect_float_eq(difference.difference, 0.0, 1e-12);
    cr_expect(difference.interval.low < 0.0 && difference.interval.high > 0.0);
    cr_expect(difference.interval.high - difference.interval.low < 0.12);
    const ReportDifference nothing = report_difference(groups + 2, 2);
    cr_expect_eq(nothing.interval.low, -1.0);
    cr_expect_eq(nothing.interval.high, 1.0);
    cr_expect_eq(report_difference(NULL, 0).interval.high, 1.0);
}

Test(report_stats, interval_of_a_difference_holds_the_truth)
{
    Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, 0);
    const uint32_t rates[3][2] = {{300, 200}, {600, 500}, {950, 850}}; /* of 1000: 0.1 apart in each group */
    int held = 0;
    enum { TRIALS = 1000 };
    for (int trial = 0; trial < TRIALS; trial++) {
        ReportContrast groups[3];
        for (int g = 0; g < 3; g++) {
            groups[g] = (ReportContrast){20U + 30U * (unsigned)g, 0, 80, 0};
            for (uint64_t i = 0; i < groups[g].with; i++) {
                groups[g].with_won += rng_bounded(&rng, 1000) < rates[g][0];
            }
            for (uint64_t i = 0; i < groups[g].without; i++) {
                groups[g].without_won += rng_bounded(&rng, 1000) < rates[g][1];
            }
        }
        const ReportDifference difference = report_difference(groups, 3);
        held += difference.interval.low <= 0.1 && difference.interval.high >= 0.1;
    }
    cr_expect(held >= 0.93 * TRIALS && held <= 0.98 * TRIALS, "%d of %d", held, TRIALS);
}

Test(report_tally, lengths_and_means)
{
    ReportTally tally;
    ReportTally half;
    memset(&tally, 0, sizeof tally);
    memset(&half, 0, sizeof half);
    StoreGame game = {.outcome = {SEAT_FRENCH, OUTCOME_MARGINAL, 1807}};
    for (uint32_t i = 0; i < 200; i++) { /* 1000, 1010, ... in some order */
        game.plies = 1000 + 10 * (i * 77 % 200);
        game.outcome.turn = 1805 + (int)(i % 5);
        cr_assert(report_tally_add(i % 2 == 0 ? &tally : &half, &game));
    }
    cr_assert(report_tally_merge(&tally, &half));
    const ReportLengths lengths = report_tally_lengths(&tally);
    cr_expect_eq(lengths.least, 1000);
    cr_expect_eq(lengths.low, 1090);
    cr_expect_eq(lengths.median, 1990);
    cr_expect_eq(lengths.high, 2890);
    cr_expect_eq(lengths.most, 2990);
    cr_expect_float_eq(lengths.mean, 1995.0, 1e-9);
    cr_expect_eq(tally.turn_count, 5);
    cr_expect_eq(tally.turns[4].turn, 1809);
    cr_expect_eq(tally.turns[4].games[SEAT_FRENCH][OUTCOME_MARGINAL], 40);
    cr_expect_eq(tally.summaries, 0, "games without a summary were counted as games without cards");
    report_tally_release(&tally);
    report_tally_release(&half);
    const ReportSum sum = {4, 2 + 4 + 4 + 6, 4 + 16 + 16 + 36}; /* deviation 1.633, t 3.1824 */
    const ReportMean mean = report_mean(&sum);
    cr_expect_float_eq(mean.mean, 4.0, 1e-12);
    cr_expect_float_eq(mean.interval.high, 4.0 + 3.1824 * sqrt(8.0 / 3.0 / 4.0), 1e-4);
    const ReportSum one = {1, 7, 49};
    cr_expect(isinf(report_mean(&one).interval.low));
}

/* ------------------------------------------------------------------ numbers */

static void check_cards(const cJSON *list, const Maker *maker, Seat seat)
{
    uint64_t played[CARDS] = {0};
    uint64_t won[CARDS] = {0};
    unsigned expected = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        for (size_t i = 0; i < maker->count; i++) {
            played[card] += maker->made[i].played[seat][card];
            won[card] += maker->made[i].won[seat][card];
        }
        expected += played[card] > 0;
    }
    cr_assert_eq((unsigned)cJSON_GetArraySize(list), expected);
    unsigned next = 0;
    for (unsigned card = 0; card < CARDS; card++) { /* listed in order of the cards */
        if (played[card] > 0) {
            const cJSON *item = cJSON_GetArrayItem(list, (int)next++);
            cr_expect_eq((uint64_t)answer_number(item, "played"), played[card], "card %u", card);
            cr_expect_eq((uint64_t)answer_number(item, "won"), won[card], "card %u", card);
        }
    }
}

Test(report, counts_what_was_played)
{
    Maker maker;
    Report report;
    char sql[512];
    make_usual(&maker, "report-counts");
    read_report(maker.file, &report);
    cJSON *json = make_json(&report);
    const cJSON *scenario = cJSON_GetArrayItem(answer_key(json, "scenarios"), 0);
    cr_expect_eq((int)answer_number(json, "games"), 640);
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "scenarios")), 1);
    cr_expect_eq((int64_t)answer_number(scenario, "games"), ask(maker.file, "SELECT count(*) FROM game"));
    cr_expect_eq((int64_t)answer_number(scenario, "french_wins"),
                 ask(maker.file, "SELECT count(*) FROM game WHERE winner = 0"));
    cr_expect_eq((int64_t)answer_number(scenario, "draws"),
                 ask(maker.file, "SELECT count(*) FROM game WHERE winner = 2"));
    cr_expect_eq((int64_t)answer_number(answer_key(scenario, "outcomes"), "coalition_marginal"),
                 ask(maker.file, "SELECT count(*) FROM game WHERE winner = 1 AND grade = 2"));
    const cJSON *turn = NULL;
    cr_expect_eq(cJSON_GetArraySize(answer_key(scenario, "turns")),
                 ask(maker.file, "SELECT count(DISTINCT turn) FROM game"));
    cJSON_ArrayForEach(turn, answer_key(scenario, "turns"))
    {
        (void)snprintf(sql, sizeof sql,
                       "SELECT count(*) FROM game WHERE turn = %d AND winner = 0 AND grade = 1",
                       (int)answer_number(turn, "turn"));
        cr_expect_eq((int64_t)answer_number(answer_key(turn, "outcomes"), "french_decisive"),
                     ask(maker.file, sql));
    }
    cr_expect_eq((int64_t)answer_number(answer_key(scenario, "decisions"), "median"),
                 ask(maker.file, "SELECT plies FROM game ORDER BY plies LIMIT 1 OFFSET 319"));
    cr_expect_eq((int64_t)answer_number(answer_key(scenario, "decisions"), "most"),
                 ask(maker.file, "SELECT max(plies) FROM game"));
    check_cards(answer_key(answer_key(scenario, "cards"), "french"), &maker, SEAT_FRENCH);
    check_cards(answer_key(answer_key(scenario, "cards"), "coalition"), &maker, SEAT_COALITION);
    uint64_t lost = 0;
    uint64_t fights = 0;
    for (size_t i = 0; i < maker.count; i++) {
        lost += maker.made[i].lost[SEAT_COALITION];
        fights += maker.made[i].fights[4];
    }
    cr_expect_float_eq(answer_number(answer_key(answer_key(scenario, "losses"), "coalition"), "mean"),
                       (double)lost / 640.0, 1e-12);
    const cJSON *place = NULL;
    cJSON_ArrayForEach(place, answer_key(scenario, "places"))
    {
        if (strcmp(answer_key(place, "place")->valuestring, report.scenarios[0].board.sites[4].name) == 0) {
            cr_expect_eq((uint64_t)answer_number(place, "battles"), fights);
            fights = 0;
        }
    }
    cr_expect_eq(fights, 0, "place 4 is missing");
    cJSON_Delete(json);
    report_release(&report);
}

Test(report, cells_pool_seeds)
{
    Maker maker;
    Report report;
    make_usual(&maker, "report-cells");
    read_report(maker.file, &report);
    cJSON *json = make_json(&report);
    const cJSON *cells = answer_key(cJSON_GetArrayItem(answer_key(json, "scenarios"), 0), "cells");
    cr_assert_eq(cJSON_GetArraySize(cells), 3);
    const cJSON *cell = cJSON_GetArrayItem(cells, 1);
    cr_expect_str_eq(answer_key(cell, "french")->valuestring, "heuristic");
    cr_expect_str_eq(answer_key(cell, "coalition")->valuestring, "random");
    cr_expect_eq((uint64_t)answer_number(cell, "games"), 190);
    const uint64_t wins = maker.made[1].wins[0] + maker.made[3].wins[0];
    cr_expect_eq((uint64_t)answer_number(cell, "french_wins"), wins);
    const Interval interval = stats_wilson(wins, 190, STATS_Z95);
    cr_expect_float_eq(cJSON_GetArrayItem(answer_key(cell, "french_ci95"), 0)->valuedouble, interval.low,
                       1e-12);
    cJSON_Delete(json);
    report_release(&report);
}

/* Pairs of a duel, counted by SQL from both experiments. */
Test(report, duels_are_recognised)
{
    static const char count[] = "SELECT count(*) FROM game AS x JOIN game AS y USING (number) WHERE "
                                "x.experiment = 2 AND y.experiment = 3"
                                " AND (CASE x.winner WHEN 0 THEN 2 WHEN 2 THEN 1 ELSE 0 END)"
                                " + (CASE y.winner WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE 0 END) = %d";
    Maker maker;
    Report report;
    uint64_t pairs[ELO_VALUES];
    uint64_t all = 0;
    make_usual(&maker, "report-duels");
    read_report(maker.file, &report);
    cJSON *json = make_json(&report);
    cr_assert_eq(cJSON_GetArraySize(answer_key(json, "duels")), 1);
    const cJSON *duel = cJSON_GetArrayItem(answer_key(json, "duels"), 0);
    for (int i = 0; i < ELO_VALUES; i++) {
        char sql[512];
        (void)snprintf(sql, sizeof sql, count, i);
        pairs[i] = (uint64_t)ask(maker.file, sql);
        all += pairs[i];
        cr_expect_eq((uint64_t)cJSON_GetArrayItem(answer_key(duel, "pentanomial"), i)->valuedouble, pairs[i],
                     "%d", i);
    }
    cr_expect_eq(all, 130, "150 games each way, 20 without a partner on either side");
    cr_expect_eq((int)answer_number(duel, "pairs"), 130);
    const EloScore score = elo_score(pairs);
    cr_expect_str_eq(answer_key(duel, "a")->valuestring, "heuristic");
    cr_expect_float_eq(answer_number(duel, "elo"), elo_from_score(score.score), 1e-9);
    /* every game is in a pair or single, once */
    uint64_t games = 0;
    for (uint32_t m = 0; m < report.meeting_count; m++) {
        for (int x = 0; x < 3; x++) {
            games += report.meetings[m].single[0][x] + report.meetings[m].single[1][x];
            for (int y = 0; y < 3; y++) {
                games += 2 * report.meetings[m].pairs[x][y];
            }
        }
    }
    cr_expect_eq(games, report.games);
    cr_expect(report.has_ratings);
    cr_expect(report.ratings.policies[0].elo > report.ratings.policies[1].interval.high,
              "heuristic won nearly all");
    cJSON_Delete(json);
    report_release(&report);
}

Test(report, forfeits_and_quarantine)
{
    Maker maker;
    Report report;
    maker_open(&maker, "report-faults", "toy/plain");
    Made *made = begin_experiment(&maker, "random", "heuristic", 11);
    add_games(&maker, made, 0, 10, 5);
    for (uint64_t i = 10; i < 15; i++) {
        StoreGame game = {.number = i, .outcome = {SEAT_FRENCH, OUTCOME_FORFEIT, 1813}, .plies = 3};
        (void)snprintf(game.reason, sizeof game.reason, i < 13 ? "no answer within 5 s" : "illegal <move>");
        cr_assert(store_put(maker.store, made->id, &game, NULL, 0));
    }
    maker_close(&maker);
    (void)ask(maker.file, "INSERT INTO crash VALUES (1, 20, 2)");
    (void)ask(maker.file, "INSERT INTO crash VALUES (1, 21, 1)");
    read_report(maker.file, &report);
    cr_expect_eq(report.forfeited, 5);
    cr_assert_eq(report.forfeit_count, 2);
    cr_expect_str_eq(report.forfeits[0].reason, "no answer within 5 s");
    cr_expect_eq(report.forfeits[0].games, 3);
    cr_expect_eq(report.forfeits[0].seat, SEAT_COALITION);
    cr_assert_eq(report.quarantine_count, 1, "one crash alone is no quarantine");
    cr_expect_eq(report.quarantine[0].number, 20);
    cr_expect_eq(report.quarantine[0].seed, runner_game_seed(11, 20));
    if (has_gnuplot()) {
        StrBuf page;
        char seed[32];
        make_page(&report, "Faults", &page);
        (void)snprintf(seed, sizeof seed, ">%" PRIu64, runner_game_seed(11, 20));
        cr_expect(strstr(page.text, "illegal &lt;move&gt;") != NULL && strstr(page.text, seed) != NULL);
        strbuf_release(&page);
    }
    report_release(&report);
}

/* ------------------------------------------------------------------ the page */

/* Takes a page apart; every complaint is a failure. Enough of HTML for pages that keep to the rules. */
typedef struct Parser {
    const char *at;
    char open[64][16]; /* elements */
    size_t depth;
    char ids[512][24];
    size_t id_count;
    char links[512][24];
    size_t link_count;
} Parser;

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(word, *list) == 0) {
            return true;
        }
    }
    return false;
}

static void take_attribute(Parser *parser, const char *element)
{
    static const char *const allowed[] = {"lang",
                                          "charset",
                                          "name",
                                          "content",
                                          "http-equiv",
                                          "id",
                                          "class",
                                          "href",
                                          "scope",
                                          "role",
                                          "tabindex",
                                          "aria-label",
                                          "aria-hidden",
                                          "viewBox",
                                          "open",
                                          "width",
                                          "height",
                                          "fill",
                                          "stroke",
                                          "stroke-width",
                                          "stroke-linejoin",
                                          "stroke-dasharray",
                                          "d",
                                          "x",
                                          "y",
                                          "cx",
                                          "cy",
                                          "r",
                                          "rx",
                                          "transform",
                                          "text-anchor",
                                          "font-size",
                                          "font-weight",
                                          "paint-order",
                                          "color",
                                          "points",
                                          "filterUnits",
                                          "flood-color",
                                          "flood-opacity",
                                          "result",
                                          "in",
                                          "in2",
                                          "operator",
                                          "font-family",
                                          "fill-opacity",
                                          "shape-rendering",
                                          "xml:space",
                                          NULL};
    char name[32];
    char value[8192];
    const size_t length = strcspn(parser->at, " =>\n/");
    cr_assert(length > 0 && length < sizeof name, "in <%s>: %.60s", element, parser->at);
    memcpy(name, parser->at, length);
    name[length] = '\0';
    parser->at += length;
    cr_expect(is_one_of(name, allowed), "<%s> has the attribute %s", element, name);
    parser->at += strspn(parser->at, " "); /* gnuplot puts blanks around some = */
    if (*parser->at != '=') {
        return;
    }
    while (parser->at[1] == ' ') {
        parser->at++;
    }
    const char quote = parser->at[1];
    cr_assert(quote == '"' || quote == '\'', "<%s %s> has no quotes", element, name);
    const size_t size = strcspn(parser->at + 2, quote == '"' ? "\"<" : "'<");
    cr_assert(parser->at[2 + size] == quote, "<%s %s> does not end: %.80s", element, name, parser->at);
    (void)snprintf(value, sizeof value, "%.*s", (int)(size < sizeof value ? size : sizeof value - 1),
                   parser->at + 2);
    parser->at += size + 3;
    if (strcmp(name, "href") == 0) {
        cr_expect_eq(value[0], '#', "a link leads outside: %s", value);
        (void)snprintf(parser->links[parser->link_count++ % 512], 24, "%.23s", value + 1);
    }
    if (strcmp(name, "id") == 0) {
        for (size_t i = 0; i < parser->id_count; i++) {
            cr_expect_str_neq(parser->ids[i], value, "twice the same id");
        }
        (void)snprintf(parser->ids[parser->id_count++ % 512], 24, "%.23s", value);
    }
}

static void open_element(Parser *parser, const char *name)
{
    static const char *const allowed[] = {
        "html",    "head",    "meta",       "title",   "style",       "body",    "header", "h1",
        "h2",      "h3",      "p",          "nav",     "ul",          "li",      "a",      "main",
        "section", "div",     "table",      "caption", "thead",       "tbody",   "tr",     "th",
        "td",      "figure",  "figcaption", "svg",     "g",           "path",    "rect",   "circle",
        "use",     "text",    "defs",       "code",    "pre",         "span",    "strong", "br",
        "details", "summary", "filter",     "feFlood", "feComposite", "polygon", NULL};
    static const char *const empty[] = {"meta", "br", NULL};
    static const char *const unclosed[] = {"tr", "th", "td", "thead", "tbody", NULL};
    cr_expect(is_one_of(name, allowed), "<%s>", name);
    bool closed = is_one_of(name, empty) || is_one_of(name, unclosed);
    while (*parser->at != '>') {
        parser->at += strspn(parser->at, " \n");
        if (*parser->at == '/') {
            closed = true;
            parser->at++;
        } else if (*parser->at != '>') {
            take_attribute(parser, name);
        }
    }
    if (!closed) {
        cr_assert(parser->depth < 64);
        (void)snprintf(parser->open[parser->depth++], 16, "%s", name);
    }
}

static void take_tag(Parser *parser)
{
    char name[16];
    const bool end = parser->at[1] == '/';
    parser->at += end ? 2 : 1;
    const size_t length = strcspn(parser->at, " >/\n");
    cr_assert(length > 0 && length < sizeof name, "%.40s", parser->at);
    memcpy(name, parser->at, length);
    name[length] = '\0';
    parser->at += length;
    if (!end) {
        open_element(parser, name);
    } else {
        cr_assert(parser->depth > 0, "</%s> without a beginning", name);
        cr_expect_str_eq(parser->open[--parser->depth], name, "elements overlap");
    }
    cr_assert_eq(*parser->at, '>');
    parser->at++;
}

static void check_page(const char *page)
{
    static Parser parser;
    memset(&parser, 0, sizeof parser);
    cr_assert_eq(strncmp(page, "<!DOCTYPE html>\n", 16), 0);
    parser.at = page + 16;
    while (*parser.at != '\0') {
        const unsigned char c = (unsigned char)*parser.at;
        cr_expect(c >= ' ' || c == '\n' || c == '\t', "control character %u near %.40s", c, parser.at);
        if (c == '<') {
            take_tag(&parser);
        } else if (c == '&') {
            const size_t length = strcspn(parser.at, ";");
            cr_expect(length < 8, "a bare & in %.20s", parser.at);
            parser.at += length;
        } else {
            cr_expect(c != '>' || (parser.depth > 0 && strcmp(parser.open[parser.depth - 1], "style") == 0),
                      "a bare > in %.20s", parser.at);
            parser.at++;
        }
    }
    cr_expect_eq(parser.depth, 0, "<%s> is not closed",
                 parser.depth > 0 ? parser.open[parser.depth - 1] : "");
    cr_assert(parser.id_count <= 512 && parser.link_count <= 5000);
    for (size_t i = 0; i < parser.link_count && i < 512; i++) {
        bool found = false;
        for (size_t k = 0; k < parser.id_count; k++) {
            found = found || strcmp(parser.ids[k], parser.links[i]) == 0;
        }
        cr_expect(found, "no element has the id %s", parser.links[i]);
    }
}

static size_t count(const char *page, const char *text)
{
    size_t found = 0;
    for (const char *at_text = strstr(page, text); at_text != NULL; at_text = strstr(at_text + 1, text)) {
        found++;
    }
    return found;
}

/* Games that the printed commands of a kind play: the numbers behind an option, added up. */
static uint64_t commanded(const char *page, const char *command, const char *option)
{
    uint64_t games = 0;
    for (const char *at = strstr(page, command); at != NULL; at = strstr(at + 1, command)) {
        const char *number = strstr(at, option);
        cr_assert_not_null(number);
        games += strtoull(number + strlen(option), NULL, 10);
    }
    return games;
}

/* The commands that repeat everything, not those in front that go on from there, play each experiment from
 * its first game to its last, and nothing else. */
static void expect_commands(const Report *report, const char *whole)
{
    const char *page = strstr(whole, "<section id=\"repeat\">");
    uint64_t games = 0;
    cr_assert_not_null(page);
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        games += report->experiments[i].numbers;
    }
    cr_expect_eq(commanded(page, "marshal match ", " --games ") +
                     2 * commanded(page, "marshal duel ", " --pairs "),
                 games);
}

Test(report_page, commands_play_as_many_games_as_there_were)
{
    Maker maker;
    Report report;
    StrBuf page;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    maker_open(&maker, "report-commands", "toy/wide");
    add_games(&maker, begin_experiment(&maker, "heuristic", "random", 7), 0, 90, 9);
    add_games(&maker, begin_experiment(&maker, "random", "heuristic", 7), 0, 32, 2);
    add_games(&maker, begin_experiment(&maker, "heuristic", "random", 8), 0, 40, 9);
    add_games(&maker, begin_experiment(&maker, "random", "heuristic", 8), 0, 40, 2);
    maker_close(&maker);
    read_report(maker.file, &report);
    make_page(&report, "Night", &page);
    expect_commands(&report, page.text);
    cr_expect_eq(count(page.text, "marshal duel "), 1);
    cr_expect(strstr(page.text,
                     "marshal duel toy/wide --a heuristic --b random --pairs 40 --seed 8 --db again.db\n") !=
              NULL);
    cr_expect(strstr(page.text, "marshal match toy/wide --french random --coalition heuristic --games 32 "
                                "--seed 7 --db again.db\n") != NULL);
    strbuf_release(&page);
    report_release(&report);
}

/* The map shows all places that it names, and no name lies on another. */
static void expect_map(const char *page)
{
    double left = 0.0;
    double top = 0.0;
    double width = 0.0;
    double height = 0.0;
    double x[32];
    double y[32];
    unsigned names = 0;
    const char *map = strstr(page, "<svg class=\"board\"");
    cr_assert_not_null(map);
    const char *end = strstr(map, "</svg>");
    cr_assert_eq(sscanf(strstr(map, "viewBox"), "viewBox=\"%lf %lf %lf %lf\"", &left, &top, &width, &height),
                 4);
    for (const char *at = strstr(map, "<text "); at != NULL && at < end && names < 32;
         at = strstr(at + 1, "<text ")) {
        const char *weight = strstr(at, "font-weight");
        if (weight == NULL || weight > strchr(at, '>')) { /* a name, not its number */
            cr_assert_eq(sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &x[names], &y[names]), 2);
            names++;
        }
    }
    cr_expect_gt(names, 1);
    for (unsigned i = 0; i < names; i++) {
        cr_expect(x[i] >= left && x[i] <= left + width && y[i] >= top && y[i] <= top + height, "name %u", i);
        for (unsigned j = 0; j < i; j++) {
            cr_expect(fabs(x[i] - x[j]) > width / 900.0 * 9.0 || fabs(y[i] - y[j]) > width / 900.0 * 27.9,
                      "%u, %u", i, j);
        }
    }
}

Test(report_page, shows_the_numbers_and_needs_nothing_else)
{
    Maker maker;
    Report report;
    StrBuf page;
    char row[512];
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    make_usual(&maker, "report-page");
    read_report(maker.file, &report);
    make_page(&report, "A night's work", &page);
    check_page(page.text);
    cr_expect(strstr(page.text, "://") == NULL, "an address of elsewhere");
    cr_expect(strstr(page.text, "url(") == NULL && strstr(page.text, "@import") == NULL);
    cr_expect(strstr(page.text, "<script") == NULL && strstr(page.text, " src=") == NULL &&
              strstr(page.text, "javascript:") == NULL);
    cr_expect(strstr(page.text, "<title>A night&#39;s work</title>") != NULL);
    cr_expect(strstr(page.text, "default-src 'none'") != NULL);
    const int64_t wins = ask(maker.file, "SELECT count(*) FROM game WHERE experiment = 1 AND winner = 0");
    const Interval interval = stats_wilson((uint64_t)wins, 300, STATS_Z95);
    (void)snprintf(
        row, sizeof row,
        "<td><code>heuristic</code><td><code>heuristic</code><td class=\"n\">300<td class=\"n\">%.1f%%<td "
        "class=\"n\">%.1f to %.1f%%",
        100.0 * (double)wins / 300.0, 100.0 * interval.low, 100.0 * interval.high);
    cr_expect(strstr(page.text, row) != NULL, "not there: %s", row);
    cr_expect(strstr(page.text, "marshal match toy/wide --french heuristic --coalition heuristic --games 300 "
                                "--seed 1 --db again.db\n") != NULL);
    expect_commands(&report, page.text);
    cr_expect_eq(count(page.text, "marshal duel "), 0, "150 games and 170 are no duel");
    cr_expect_eq(count(page.text, "<svg class=\"plot\""), 8,
                 "ratings, wins, grades, turns, lengths, cards twice, losses");
    cr_expect_eq(count(page.text, "<svg class=\"board\""), 1);
    expect_map(page.text);
    cr_expect(strstr(page.text, "<th scope=\"col\"") != NULL && strstr(page.text, "<caption>") != NULL);
    strbuf_release(&page);
    report_release(&report);
}

/* What a page says of a scenario whose fourth pair of policies has so many games. french_of_ten: of the
 * three that met; the strategies b are the best of both sides if they win. */
static void make_square(const char *name, unsigned worst, uint64_t fourth, StrBuf *page)
{
    static const char a[] = "heuristic:strategy=a";
    static const char b[] = "heuristic:strategy=b";
    Maker maker;
    Report report;
    maker_open(&maker, name, "toy/plain");
    add_games(&maker, begin_experiment(&maker, a, a, 1), 0, 200, 5);
    add_games(&maker, begin_experiment(&maker, a, b, 1), 0, 200, worst);
    add_games(&maker, begin_experiment(&maker, b, a, 1), 0, 200, 10 - worst);
    add_games(&maker, begin_experiment(&maker, b, b, 1), 0, fourth, 5);
    maker_close(&maker);
    read_report(maker.file, &report);
    make_page(&report, "Square", page);
    check_page(page->text);
    report_release(&report);
}

Test(report_page, says_what_to_play)
{
    StrBuf page;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    make_square("report-square", 1, 200, &page);
    cr_expect(strstr(page.text, " plays <code>b</code> (100%); ") != NULL);
    cr_expect(strstr(page.text, " with <code>a</code> (") != NULL, "a is to be avoided");
    cr_expect(strstr(page.text, "marshal improve toy/plain --seat ") != NULL);
    cr_expect(strstr(page.text, "<strong>Not determined.</strong>") == NULL);
    strbuf_release(&page);
}

/* b against b would decide: no value, no mixture, but the command that plays it. */
Test(report_page, recommends_nothing_that_rests_on_games_not_played)
{
    StrBuf page;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    make_square("report-hanging", 1, 0, &page);
    cr_expect(strstr(page.text, "<strong>Not determined.</strong>") != NULL);
    cr_expect(strstr(page.text, " should mix") == NULL &&
              strstr(page.text, "play their best mixture") == NULL);
    cr_expect(strstr(page.text, "marshal match toy/plain --french heuristic:strategy=b --coalition "
                                "heuristic:strategy=b --games 200 --db games.db\n") != NULL);
    strbuf_release(&page);
    make_square("report-standing", 9, 0, &page);
    cr_expect(strstr(page.text, " plays <code>a</code> (100%); ") != NULL,
              "b is worse, whatever it did against b");
    cr_expect(strstr(page.text, "<strong>Not determined.</strong>") == NULL);
    strbuf_release(&page);
}

Test(report_page, depends_on_the_store_alone)
{
    Maker maker;
    Report report;
    StrBuf pages[2];
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    make_usual(&maker, "report-same");
    for (int i = 0; i < 2; i++) {
        read_report(maker.file, &report);
        make_page(&report, "Same", &pages[i]);
        report_release(&report);
    }
    cr_expect_str_eq(pages[0].text, pages[1].text);
    strbuf_release(&pages[0]);
    strbuf_release(&pages[1]);
}

/* Texts of the store that would like to be something else: markup, quotes, scripts of gnuplot, control
 * characters. */
static const char *const HOSTILE[] = {
    "<script>alert(1)</script>",     "\" onload=\"x",
    "'; system('touch HOSTILE') #",  "`touch HOSTILE`",
    "&lt;&amp;</code></table>",      "EOD\nset output 'HOSTILE'\n",
    "\x01\x02\xff\xc0\x80 \xe2\x82", "--><!-- ]]> {/Symbol} @sub \\n $s0",
};
enum { HOSTILES = sizeof HOSTILE / sizeof HOSTILE[0] };

Test(report_page, escapes_hostile_texts)
{
    Maker maker;
    Report report;
    StrBuf page;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    maker_open(&maker, "report-hostile", "toy/plain");
    (void)snprintf(maker.game.title, sizeof maker.game.title, "<img src=x onerror=alert(1)> & 'title'");
    for (unsigned i = 0; i < HOSTILES; i++) {
        (void)snprintf(maker.policies[0].sources, sizeof maker.policies[0].sources, "<img src=x>%u", i);
        Made *made = begin_experiment(&maker, HOSTILE[i], HOSTILE[(i + 1) % HOSTILES], 1 + i);
        add_games(&maker, made, 0, 30, 5);
        StoreGame game = {.number = 30, .outcome = {SEAT_FRENCH, OUTCOME_FORFEIT, 1813}, .plies = 3};
        (void)snprintf(game.reason, sizeof game.reason, "%s", HOSTILE[i]);
        cr_assert(store_put(maker.store, made->id, &game, NULL, 0));
    }
    maker_close(&maker);
    read_report(maker.file, &report);
    make_page(&report, HOSTILE[0], &page);
    check_page(page.text);
    cr_expect(strstr(page.text, "<script") == NULL && strstr(page.text, "<img") == NULL);
    cr_expect(strstr(page.text, "&lt;script&gt;alert(1)&lt;/script&gt;") != NULL);
    cr_expect(strstr(page.text,
                     "marshal match toy/plain --french &#39;&lt;script&gt;alert(1)&lt;/script&gt;&#39;") !=
              NULL);
    cr_expect(access("HOSTILE", F_OK) != 0, "gnuplot or a shell obeyed");
    cJSON *json = make_json(&report);
    cJSON_Delete(json);
    strbuf_release(&page);
    report_release(&report);
}

/* A strategy was rewritten between two runs, with the same seed and with another one: three players. */
Test(report, a_policy_of_other_files_is_another_policy)
{
    Maker maker;
    Report report;
    maker_open(&maker, "report-twins", "toy/plain");
    add_games(&maker, begin_experiment(&maker, "heuristic:strategy=a", "random", 3), 0, 50, 9);
    (void)snprintf(maker.policies[0].sources, sizeof maker.policies[0].sources, "0123456789abcdef");
    add_games(&maker, begin_experiment(&maker, "heuristic:strategy=a", "random", 3), 0, 60, 1);
    add_games(&maker, begin_experiment(&maker, "heuristic:strategy=a", "random", 4), 0, 70, 1);
    maker_close(&maker);
    read_report(maker.file, &report);
    cr_assert_eq(report.policy_count, 3);
    cr_expect_str_eq(report.policies[0].files, "");
    cr_expect_str_eq(report.policies[2].files, "0123456789abcdef");
    cr_assert_eq(report.cell_count, 2);
    cr_expect_eq(report.cells[0].tally.games, 50);
    cr_expect_eq(report.cells[1].tally.games, 130, "other luck, but the same players");
    cr_expect_eq(report.meeting_count, 2, "and no meeting of the two holds games of both");
    if (has_gnuplot()) {
        StrBuf page;
        make_page(&report, "Other files", &page);
        check_page(page.text);
        cr_expect(strstr(page.text, "<code>a</code> (SHA-256 <code>01234567</code>)") != NULL);
        cr_expect(strstr(page.text, "<td><code>0123456789abcdef</code>") != NULL);
        strbuf_release(&page);
    }
    report_release(&report);
}

Test(report_page, files_that_are_gone)
{
    Maker maker;
    Report report;
    StrBuf page;
    maker_open(&maker, "report-gone", "toy/plain");
    (void)snprintf(maker.game.scenario, sizeof maker.game.scenario, "tests/gone.json");
    add_games(&maker, begin_experiment(&maker, "random", "random", 1), 0, 40, 5);
    (void)snprintf(maker.game.scenario, sizeof maker.game.scenario, "toy/plain");
    maker.game.sha256[0] = maker.game.sha256[0] == '0' ? '1' : '0';
    add_games(&maker, begin_experiment(&maker, "random", "random", 2), 0, 40, 5);
    maker_close(&maker);
    read_report(maker.file, &report);
    cr_assert_eq(report.scenario_count, 2);
    cr_expect(!report.scenarios[0].board.found);
    cr_expect(report.scenarios[1].board.found && report.scenarios[1].board.changed);
    if (has_gnuplot()) {
        make_page(&report, "Gone", &page);
        check_page(page.text);
        cr_expect(strstr(page.text, "card 7") != NULL && strstr(page.text, "stall 0") != NULL);
        cr_expect(strstr(page.text, "the scenario&#39;s files cannot be read here") != NULL ||
                  strstr(page.text, "files cannot be read here") != NULL);
        cr_expect(strstr(page.text, "have changed since these games were played") != NULL);
        strbuf_release(&page);
    }
    report_release(&report);
}

Test(report_page, outlines)
{
    static const char good[] = "{\"width\":100,\"height\":50,\"places\":[{\"id\":\"x\",\"x\":3,\"y\":4,"
                               "\"path\":\"M1.2,2L3,4.6L3.1,4.7L-2,0ZM5,5L6,6Z\"}],"
                               "\"seas\":[{\"id\":\"s\",\"x\":7,\"y\":8,\"path\":\"M-1,-1L2,2Z\"}]}";
    static const char *const bad[] = {
        "[]",
        "{\"width\":100,\"height\":50,\"places\":[{\"id\":\"x\",\"x\":3,\"y\":4}]}",
        "{\"width\":100,\"places\":[{\"id\":\"x\",\"x\":3,\"y\":4,\"path\":\"M1,2\\\" onload=\\\"x\"}]}",
        "{\"width\":100,\"height\":50,\"places\":[{\"id\":\"x\",\"x\":3,\"y\":4,\"path\":\"M1,1e999\"}]}",
        "{\"width\":-1,\"height\":50,\"places\":[]}",
        "{\"width\":100,\"height\":50,\"places\":[],\"seas\":[{\"id\":\"s\"}]}",
    };
    ReportShapes shapes;
    Err err;
    err_clear(&err);
    must(report_shapes_read(&shapes, good, strlen(good), "map", &err), &err);
    cr_expect_str_eq(report_shape(&shapes, "x")->path.text, "M1 2l2 3l-5 -5zM5 5l1 1z");
    cr_expect(!report_shape(&shapes, "x")->sea && report_shape(&shapes, "s")->sea);
    cr_expect_null(report_shape(&shapes, "y"));
    report_shapes_release(&shapes);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err_clear(&err);
        cr_expect(!report_shapes_read(&shapes, bad[i], strlen(bad[i]), "map", &err) && err.set, "%s", bad[i]);
    }
}

/* ------------------------------------------------------------------ the command */

static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: expected \"%s\" in \"%s\"", arguments,
              message, run.err.text);
    support_run_release(&run);
}

Test(report_command, from_games_to_page)
{
    char folder[256];
    char arguments[1024];
    char file[300];
    StrBuf page;
    Run run;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    support_folder("report-command", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "duel toy/plain --a heuristic --b random --pairs 20 --db %s/g.db", folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "match toy/short --french random --games 1 --db %s/g.db",
                   folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "report %s/g.db --out %s/g.html --title Night --json", folder,
                   folder);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    cJSON *json = cJSON_ParseWithOpts(run.out.text, NULL, false);
    cr_assert_not_null(json);
    cr_expect_eq((int)answer_number(json, "games"), 41);
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "scenarios")), 2);
    cJSON_Delete(json);
    support_run_release(&run);
    strbuf_init(&page);
    (void)snprintf(file, sizeof file, "%s/g.html", folder);
    cr_assert(support_read(file, &page));
    check_page(page.text);
    cr_expect(strstr(page.text, "<h1>Night</h1>") != NULL);
    cr_expect(strstr(page.text, "<path id=\"") != NULL, "the map has no outlines");
    strbuf_release(&page);
}

Test(report_command, one_game)
{
    char folder[256];
    char arguments[1024];
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    support_folder("report-one", folder);
    (void)snprintf(arguments, sizeof arguments, "match toy/plain --games 1 --db %s/g.db", folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "report %s/g.db --out %s/g.html", folder, folder);
    expect_run(arguments, 0, "");
}

/* A game without cards, losses and places has nothing to say of them. */
Test(report_command, a_game_that_counts_nothing)
{
    char folder[256];
    char arguments[1024];
    char file[300];
    StrBuf page;
    if (!has_gnuplot()) {
        cr_skip_test("gnuplot is not installed");
    }
    support_folder("report-bare", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match bare/plain --french random --coalition random --games 3 --db %s/g.db", folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "report %s/g.db --out %s/g.html", folder, folder);
    expect_run(arguments, 0, "");
    strbuf_init(&page);
    (void)snprintf(file, sizeof file, "%s/g.html", folder);
    cr_assert(support_read(file, &page));
    check_page(page.text);
    cr_expect(strstr(page.text, "<h3>When games end</h3>") != NULL);
    cr_expect(strstr(page.text, "<h3>Cards</h3>") == NULL);
    cr_expect(strstr(page.text, "<h3>Where battles were fought</h3>") == NULL);
    cr_expect(strstr(page.text, "None were noted") == NULL);
    strbuf_release(&page);
}

Test(report_command, refuses_with_a_reason)
{
    char folder[256];
    char arguments[1024];
    char file[300];
    StrBuf text;
    Err err;
    err_clear(&err);
    support_folder("report-refuses", folder);
    (void)snprintf(file, sizeof file, "%s/empty.db", folder);
    Store *store = store_open(file, STORE_WRITE, &err);
    must(store != NULL && store_close(store, &err), &err);
    (void)snprintf(arguments, sizeof arguments, "report %s --json", file);
    expect_run(arguments, 1, "holds no games yet");
    (void)snprintf(file, sizeof file, "%s/page.html", folder);
    cr_assert(support_write(file, "as before", 9));
    (void)snprintf(arguments, sizeof arguments, "report %s/empty.db --out %s", folder, file);
    expect_run(arguments, 1, "");
    strbuf_init(&text);
    cr_assert(support_read(file, &text));
    cr_expect_str_eq(text.text, "as before", "a page was lost for nothing");
    strbuf_release(&text);
    expect_run("report tests/none.db --json", 1, "none.db: cannot open");
    expect_run("report tests/scenarios/toy/plain.json --json", 1, "no store of results");
    (void)snprintf(arguments, sizeof arguments, "report %s/empty.db", folder);
    expect_run(arguments, 2, "expected --out FILE");
    (void)snprintf(arguments, sizeof arguments, "report %s/empty.db --out /proc/nowhere/page.html", folder);
    expect_run(arguments, 1, "/proc/nowhere/page.html: cannot write");
}

/* A page of the database that holds nothing but zeros is told, and nothing is written. */
Test(report_command, damaged_store)
{
    Maker maker;
    char arguments[1024];
    char file[320];
    StrBuf whole;
    make_usual(&maker, "report-damaged");
    (void)ask(maker.file, "PRAGMA wal_checkpoint(TRUNCATE)");
    strbuf_init(&whole);
    FILE *stream = fopen(maker.file, "r+b");
    cr_assert_not_null(stream);
    static const char zeros[4096];
    cr_assert_eq(fseek(stream, 0, SEEK_END), 0);
    const long size = ftell(stream);
    for (long from = 7 * 4096L; from + 4096 <= size; from += 4096) {
        cr_assert_eq(fseek(stream, from, SEEK_SET), 0);
        cr_assert_eq(fwrite(zeros, 1, sizeof zeros, stream), sizeof zeros);
    }
    (void)fclose(stream);
    (void)snprintf(file, sizeof file, "%s.html", maker.file);
    (void)snprintf(arguments, sizeof arguments, "report %s --out %s", maker.file, file);
    expect_run(arguments, 1,
               has_gnuplot() ? "it is damaged and was left as it is" : "gnuplot is not installed");
    cr_expect(access(file, F_OK) != 0);
    (void)snprintf(arguments, sizeof arguments, "report %s --json", maker.file);
    expect_run(arguments, 1, "it is damaged and was left as it is");
    strbuf_release(&whole);
}

Test(report_command, without_gnuplot)
{
    Maker maker;
    char arguments[1024];
    make_usual(&maker, "report-nognuplot");
    const char *before = getenv("PATH");
    char *path = before != NULL ? strdup(before) : NULL;
    cr_assert_eq(setenv("PATH", "/nowhere", 1), 0);
    (void)snprintf(arguments, sizeof arguments, "report %s --out %s.html", maker.file, maker.file);
    expect_run(arguments, 1, "gnuplot is not installed");
    (void)snprintf(arguments, sizeof arguments, "report %s --json", maker.file);
    expect_run(arguments, 0, "");
    if (path != NULL) {
        cr_assert_eq(setenv("PATH", path, 1), 0);
        free(path);
    }
}

/* ------------------------------------------------------------------ speed */

/* 30 s for a million games, of which this plays a part; far from it, so that a busy machine does not matter.
 */
Test(report_speed, many_games)
{
    Maker maker;
    Report report;
    const uint64_t games = support_short() ? 20000 : 100000;
    maker_open(&maker, "report-speed", "toy/plain");
    add_games(&maker, begin_experiment(&maker, "heuristic", "random", 1), 0, games, 6);
    add_games(&maker, begin_experiment(&maker, "random", "heuristic", 1), 0, games, 4);
    maker_close(&maker);
    const clock_t start = clock();
    read_report(maker.file, &report);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    cr_expect_eq(report.games, 2 * games);
    cr_expect(support_short() || seconds < 30.0 * 2.0 * (double)games / 1e6, "%.2f s of processor time",
              seconds);
    report_release(&report);
}
