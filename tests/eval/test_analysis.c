/* test_analysis.c: shares add up, reasons come from what a seat may know alone, and `marshal analyze` says it
 * all. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/dice.h"
#include "engine/jsonout.h"
#include "eval/report/shapley.h"
#include "eval/review/analysis.h"
#include "eval/review/why.h"
#include "tests/eval/analysis_bench.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

static const char *const SCENARIOS[] = {"toy/plain", "toy/short", "toy/wide"};
enum { SCENARIO_COUNT = sizeof SCENARIOS / sizeof SCENARIOS[0] };

/* ------------------------------------------------------------------ shares */

static double random_unit(Rng *rng) { return (double)rng_next(rng) / 4294967296.0; }

Test(shapley, glove_game_and_sums)
{
    /* one left glove, two right ones: a pair is worth 1; shares 2/3, 1/6, 1/6 */
    double value[8];
    double share[SHAPLEY_MAX];
    for (unsigned set = 0; set < 8; set++) {
        value[set] = (set & 1U) != 0 && (set & 6U) != 0 ? 1.0 : 0.0;
    }
    shapley_shares(3, value, share);
    cr_expect_float_eq(share[0], 2.0 / 3.0, 1e-12);
    cr_expect_float_eq(share[1], 1.0 / 6.0, 1e-12);
    cr_expect_float_eq(share[2], 1.0 / 6.0, 1e-12);
    for (unsigned set = 0; set < 8; set++) { /* a sum of single worths: everybody gets his own */
        value[set] = 5.0 + ((set & 1U) != 0 ? 3.0 : 0.0) + ((set & 2U) != 0 ? -7.0 : 0.0);
    }
    shapley_shares(3, value, share);
    cr_expect_float_eq(share[0], 3.0, 1e-12);
    cr_expect_float_eq(share[1], -7.0, 1e-12);
    cr_expect_float_eq(share[2], 0.0, 1e-12);
}

/* The definition: averages over all orders, by brute force. */
Test(shapley, equals_the_average_over_all_orders)
{
    static const unsigned orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Rng rng;
    rng_init(&rng, 5, 1);
    for (int round = 0; round < 50; round++) {
        double value[8];
        double expected[3] = {0};
        double share[SHAPLEY_MAX];
        for (unsigned set = 0; set < 8; set++) {
            value[set] = random_unit(&rng);
        }
        for (int order = 0; order < 6; order++) {
            unsigned set = 0;
            for (int i = 0; i < 3; i++) {
                const unsigned next = set | 1U << orders[order][i];
                expected[orders[order][i]] += (value[next] - value[set]) / 6.0;
                set = next;
            }
        }
        shapley_shares(3, value, share);
        for (int i = 0; i < 3; i++) {
            cr_expect_float_eq(share[i], expected[i], 1e-12);
        }
    }
}

Test(shapley, shares_of_many_add_up)
{
    static double value[1U << SHAPLEY_MAX];
    Rng rng;
    rng_init(&rng, 6, 1);
    for (unsigned count = 0; count <= SHAPLEY_MAX; count++) {
        double share[SHAPLEY_MAX] = {0};
        double sum = 0.0;
        for (unsigned set = 0; set < 1U << count; set++) {
            value[set] = random_unit(&rng);
        }
        shapley_shares(count, value, share);
        for (unsigned i = 0; i < count; i++) {
            sum += share[i];
        }
        cr_expect_float_eq(sum, value[(1U << count) - 1U] - value[0], 1e-12);
    }
}

/* ------------------------------------------------------------------ positions of real games */

/* The analysis as JSON, without the time it took. */
static char *analysis_text(const AnalysisPlan *plan)
{
    Analysis analysis;
    Err err;
    err_clear(&err);
    StrBuf text;
    strbuf_init(&text);
    cr_assert(analysis_run(plan, &analysis, &err), "%s", err.message);
    analysis.seconds = 0.0;
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    analysis_write_json(&analysis, &out);
    jsonout_end(&out, '}');
    analysis_release(&analysis);
    return text.text;
}

/* ------------------------------------------------------------------ terms */

Test(terms, every_input_belongs_somewhere)
{
    Game game;
    support_load(&game, "toy/plain", NULL);
    const GameAi *ai = game_ai_find("toy");
    bool used[GAME_AI_TERMS_MAX] = {false};
    for (uint32_t i = 0; i < ai->input_count; i++) {
        const uint32_t term = ai->input_term(&game, i);
        const uint32_t subject = ai->input_subject(&game, i);
        cr_assert_lt(term, ai->term_count);
        used[term] = true;
        cr_assert_lt(subject, ai->input_count);
        cr_expect_eq(ai->input_term(&game, subject), term, "input %u", i);
        cr_expect_eq(ai->input_subject(&game, subject), subject, "input %u", i);
    }
    for (uint32_t term = 0; term < ai->term_count; term++) {
        cr_expect(used[term], "%s", ai->term_names[term]);
    }
    game_release(&game);
}

Test(terms, judging_inputs_is_evaluating_and_moments_go_forward)
{
    for (size_t i = 0; i < SCENARIO_COUNT; i++) {
        AnalysisBench bench;
        StateBuffer state;
        ModelInputs inputs;
        uint32_t last = 0;
        analysis_bench_open(&bench, SCENARIOS[i], "mcts:sims=10");
        const GameAi *ai = bench.evaluation.ai;
        for (uint32_t plies = 0; plies < 200; plies += 7) {
            if (!analysis_bench_advance(&bench.game, 9, plies, &state)) {
                break;
            }
            ai->inputs(&bench.game, &state.header, &inputs);
            cr_expect_float_eq(ai->judge(bench.evaluation.knowledge, &inputs),
                               ai->evaluate(&bench.game, bench.evaluation.knowledge, &state.header), 1e-9);
            const uint32_t moment = ai->moment(&bench.game, &state.header);
            cr_expect_geq(moment, last);
            last = moment;
            Rng rng = rng_derive(1, RNG_PURPOSE_FUZZ, plies);
            Dice dice = dice_from_stream(rng_derive(2, RNG_PURPOSE_FUZZ, plies));
            evaluation_settle(&bench.evaluation, &state.header, (int64_t)moment, 2000, &rng, &dice);
            cr_expect(state.header.over || (ai->is_quiet(&bench.game, &state.header) &&
                                            ai->moment(&bench.game, &state.header) > moment));
            const double chance = evaluation_of(&bench.evaluation, &state.header);
            cr_expect(chance >= 0.0 && chance <= 1.0);
        }
        analysis_bench_close(&bench);
    }
}

Test(terms, evaluation_named_in_a_policy)
{
    char file[POLICY_SPEC_BYTES];
    cr_expect_str_eq(evaluation_named("mcts:sims=3,evaluation=a b.json,c=1", file), "a b.json");
    cr_expect_str_eq(evaluation_named("mcts:evaluation=x", file), "x");
    cr_expect_null(evaluation_named("mcts:sims=3", file));
    cr_expect_null(evaluation_named("mcts:myevaluation=x", file));
}

/* ------------------------------------------------------------------ reasons */

static void expect_sum(const WhyShare *shares, uint32_t terms, double whole)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < terms; t++) {
        cr_expect(shares[t].error >= 0.0);
        sum += shares[t].mean;
    }
    cr_expect_float_eq(sum, whole, 1e-6, "%.9f, %.9f", sum, whole);
}

static void expect_reasons(const Analysis *analysis)
{
    const uint32_t terms = why_term_count(analysis->evaluation);
    for (uint32_t i = 0; i < analysis->count; i++) {
        const Why *why = &analysis->moves[i].why;
        cr_expect_eq(why->worlds, 12);
        cr_expect(why->before >= 0.0 && why->before <= 1.0 && why->after >= 0.0 && why->after <= 1.0);
        cr_expect_eq(why->other, i > 0 ? 0 : analysis->count > 1 ? 1 : 0);
        expect_sum(why->change, terms, why->after - why->before);
        expect_sum(why->versus, terms, why->after - analysis->moves[why->other].why.after);
        cr_expect_leq(why->sentences, WHY_SENTENCES);
        cr_expect(why->sentences == 0 || strstr(why->sentence[0], " points: ") != NULL);
    }
    if (analysis->count > 1) { /* the best against the second is the second against the best, turned round */
        for (uint32_t t = 0; t < terms; t++) {
            cr_expect_float_eq(analysis->moves[0].why.versus[t].mean, -analysis->moves[1].why.versus[t].mean,
                               1e-6);
        }
    }
}

static void expect_moves(const Analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->count; i++) {
        const PolicyMove *move = &analysis->moves[i].policy;
        cr_expect(move->win_probability >= 0.0 && move->win_probability <= 1.0 &&
                  move->standard_error >= 0.0);
        cr_expect(i < 2 || move->visits <= analysis->moves[i - 1].policy.visits);
        cr_expect(analysis->moves[i].words[0] != '\0');
        cr_expect(move->line_count == 0 || move->line[0] == move->move);
    }
}

Test(analysis, shares_add_up_in_every_scenario)
{
    for (size_t i = 0; i < SCENARIO_COUNT; i++) {
        AnalysisBench bench;
        StateBuffer state;
        analysis_bench_open(&bench, SCENARIOS[i], "mcts:sims=150");
        for (uint32_t plies = 0; plies <= 120; plies += 24) {
            if (!analysis_bench_advance(&bench.game, 4, plies, &state)) {
                break;
            }
            Analysis analysis;
            Err err;
            err_clear(&err);
            const AnalysisPlan plan = analysis_bench_plan(&bench, &state.header, 12);
            cr_assert(analysis_run(&plan, &analysis, &err), "%s", err.message);
            cr_expect_eq(analysis.seat, (Seat)state.header.seat);
            cr_expect(analysis.count >= 1 && analysis.count <= 4 && analysis.count <= analysis.legal);
            cr_expect_eq(analysis.win_probability, analysis.moves[0].policy.win_probability);
            expect_moves(&analysis);
            expect_reasons(&analysis);
            analysis_release(&analysis);
        }
        analysis_bench_close(&bench);
    }
}

/* Whatever the other seat holds, wherever its hidden corps stand: the same analysis to the last letter. */
Test(analysis, hidden_information_changes_nothing)
{
    int different = 0;
    AnalysisBench bench;
    StateBuffer state;
    analysis_bench_open(&bench, "toy/wide", "mcts:sims=100");
    for (uint32_t plies = 5; plies <= 65; plies += 20) {
        StateBuffer other;
        Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, plies);
        const size_t bytes = bench.game.rules->state_bytes;
        cr_assert(analysis_bench_advance(&bench.game, 4, plies, &state));
        bench.game.rules->view(bench.game.data, &state.header, (Seat)state.header.seat, &other.header);
        bench.game.rules->determinize(bench.game.data, &other.header, (Seat)state.header.seat, &rng);
        different += memcmp(state.bytes, other.bytes, bytes) != 0;
        const AnalysisPlan real = analysis_bench_plan(&bench, &state.header, 8);
        const AnalysisPlan guess = analysis_bench_plan(&bench, &other.header, 8);
        char *a = analysis_text(&real);
        char *b = analysis_text(&guess);
        cr_expect_str_eq(a, b);
        free(a);
        free(b);
    }
    cr_expect_gt(different, 0, "some positions hide something");
    analysis_bench_close(&bench);
}

Test(analysis, what_cannot_be_analysed_is_refused)
{
    AnalysisBench bench;
    StateBuffer state;
    Analysis analysis;
    Err err;
    err_clear(&err);
    analysis_bench_open(&bench, "toy/plain", "heuristic");
    cr_assert(analysis_bench_advance(&bench.game, 1, 0, &state));
    AnalysisPlan plan = analysis_bench_plan(&bench, &state.header, 4);
    cr_expect_not(analysis_run(&plan, &analysis, &err));
    cr_expect(strstr(err.message, "keeps no statistics") != NULL, "%s", err.message);
    err_clear(&err);
    cr_expect_not(analysis_bench_advance(&bench.game, 1, 20000, &state), "played to the end");
    cr_expect_not(analysis_run(&plan, &analysis, &err));
    cr_expect(strstr(err.message, "over") != NULL, "%s", err.message);
    analysis_bench_close(&bench);
}

/* A search asked about some moves spends everything on them. */
Test(analysis, search_of_some_moves_alone)
{
    AnalysisBench bench;
    StateBuffer state;
    StateBuffer view;
    MoveList legal;
    static PolicyReport report;
    analysis_bench_open(&bench, "toy/plain", "mcts:sims=200,early=0");
    legal.count = 0;
    for (uint32_t ply = 4; legal.count < 3; ply++) { /* the first decision with some choice */
        cr_assert(analysis_bench_advance(&bench.game, 3, ply, &state));
        (void)game_legal(&bench.game, &state.header, &legal);
    }
    const Seat seat = (Seat)state.header.seat;
    bench.game.rules->view(bench.game.data, &state.header, seat, &view.header);
    for (uint32_t first = 0; first + 1 < legal.count; first++) {
        MoveList some = {2, {legal.moves[first], legal.moves[legal.count - 1]}};
        void *session = policy_session_new(&bench.policy, seat);
        PolicyQuery query = {.view = &view.header,
                             .legal = &some,
                             .seat = seat,
                             .ply = 4,
                             .rng = rng_derive(1, RNG_PURPOSE_FUZZ, first),
                             .report = &report};
        const Move chosen = policy_choose(&bench.policy, session, &query);
        cr_expect(chosen == some.moves[0] || chosen == some.moves[1]);
        cr_expect_eq(report.count, 2);
        cr_expect_eq(report.moves[0].visits + report.moves[1].visits, 200);
        policy_session_free(&bench.policy, session);
    }
    analysis_bench_close(&bench);
}

/* ------------------------------------------------------------------ the command */

static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: %d: %s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: %s", arguments, run.err.text);
    support_run_release(&run);
}

Test(analyze, json_of_a_scenario)
{
    cJSON *json = answer_run("analyze toy/plain --sims 400 --top 2 --seed 3 --json", 0);
    cr_expect_str_eq(answer_key(json, "seat")->valuestring, "french");
    const double best = answer_key(json, "win_probability")->valuedouble;
    cr_expect(best > 0.0 && best < 1.0);
    const cJSON *move = NULL;
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "moves")), 2);
    cJSON_ArrayForEach(move, answer_key(json, "moves"))
    {
        cr_expect(answer_key(move, "visits")->valuedouble > 0 && answer_key(move, "prior")->valuedouble > 0);
        cr_expect(answer_key(move, "win_probability")->valuedouble <= 1.0 &&
                  answer_key(move, "standard_error")->valuedouble >= 0.0);
        cr_expect_str_eq(cJSON_GetArrayItem(answer_key(move, "line"), 0)->valuestring,
                         answer_key(move, "text")->valuestring);
        cr_expect(cJSON_IsArray(answer_key(move, "why")) &&
                  cJSON_GetArraySize(answer_key(move, "terms")) == 4);
    }
    const cJSON *tree = answer_key(json, "tree");
    const double nodes = answer_number(tree, "nodes");
    cr_expect(nodes > 100 && nodes <= answer_number(json, "iterations") + 1, "%g nodes", nodes);
    cr_expect_geq(answer_number(tree, "bytes"), 32 * nodes);
    cr_expect(answer_number(tree, "depth_mean") >= 1 &&
              answer_number(tree, "depth_mean") <= answer_number(tree, "depth_max"));
    cr_expect(cJSON_IsFalse(answer_key(tree, "full")));
    cr_expect_eq(answer_key(cJSON_GetArrayItem(answer_key(json, "moves"), 0), "win_probability")->valuedouble,
                 best);
    cJSON_Delete(json);
}

Test(analyze, says_how_large_the_tree_is_and_when_it_is_full)
{
    Run run;
    support_run(&run, "analyze toy/plain --sims 300 --worlds 0");
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect(strstr(run.out.text, " iterations a second; ") != NULL &&
                  strstr(run.out.text, " decisions deep, at most ") != NULL,
              "%s", run.out.text);
    cr_expect(strstr(run.out.text, "memory is full") == NULL);
    support_run_release(&run);
    support_run(&run, "analyze toy/wide --policy mcts:sims=12000,memory=1,early=0 --worlds 0");
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect(strstr(run.out.text, "MB (memory is full), ") != NULL, "%s", run.out.text);
    support_run_release(&run);
}

Test(analyze, a_position_of_a_record)
{
    char folder[256];
    char arguments[700];
    Run run;
    support_folder("analyze", folder);
    (void)snprintf(arguments, sizeof arguments, "match toy/wide --games 1 --seed 2 --records %s/r", folder);
    expect_run(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "analyze %s/r/00000001.jsonl --ply 30 --sims 300", folder);
    support_run(&run, arguments);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect(strstr(run.out.text, "after 30 decisions") != NULL, "%s", run.out.text);
    cr_expect(strstr(run.out.text, "expected to follow") != NULL && strstr(run.out.text, "+-") != NULL, "%s",
              run.out.text);
    support_run_release(&run);
    (void)snprintf(arguments, sizeof arguments, "analyze %s/r/00000001.jsonl --sims 300", folder);
    expect_run(arguments, 1, "the game is over");
    (void)snprintf(arguments, sizeof arguments, "analyze %s/r/00000001.jsonl --ply 30000", folder);
    expect_run(arguments, 1, "--ply asks for 30000");
    (void)snprintf(arguments, sizeof arguments, "analyze %s/r/00000001.jsonl --set a=1", folder);
    expect_run(arguments, 2, "--set is for scenarios");
}

Test(analyze, the_same_seed_gives_the_same_and_limits_exclude_each_other)
{
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        cJSON *json = answer_run("analyze toy/wide --sims 300 --seed 5 --worlds 8 --json", 0);
        cJSON_DeleteItemFromObjectCaseSensitive(json, "seconds");
        texts[i] = cJSON_PrintUnformatted(json);
        cJSON_Delete(json);
    }
    cr_expect_str_eq(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
    cJSON *json = answer_run("analyze toy/wide --time 0.05 --worlds 0 --json", 0);
    cr_expect_eq(cJSON_GetArraySize(answer_key(cJSON_GetArrayItem(answer_key(json, "moves"), 0), "why")), 0);
    cJSON_Delete(json);
    json = answer_run("analyze toy/plain --policy flat:sims=50 --json",
                      0); /* a game without an evaluation: no reasons */
    cr_expect_eq(cJSON_GetArraySize(answer_key(json, "moves")), 5);
    cJSON_Delete(json);
    expect_run("analyze toy/wide --sims 3 --time 1", 2, "exclude each other");
    expect_run("analyze toy/wide --sims 0", 2, "--sims");
    expect_run("analyze toy/wide --time soon", 1, "expected a number");
    expect_run("analyze toy/wide --policy random", 1, "keeps no statistics");
    expect_run("analyze toy/wide --policy wizard", 1, "expected one of");
    expect_run("analyze toy/wide --ply 3", 2, "--ply is for records");
    expect_run("analyze toy/nowhere", 1, "nowhere");
    expect_run("analyze", 2, "SCENARIO-or-RECORD");
}
