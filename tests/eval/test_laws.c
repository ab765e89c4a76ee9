/* test_laws.c: every game keeps the laws of engine/game.h on random play, and a game that breaks one is found
 * out. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/run/fuzz.h"
#include "eval/run/laws.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"
#include "tests/toy/toy_game.h"

/* Plays games with the laws checked until so many decisions are made; all laws on every decision if thorough.
 */
static void expect_lawful(const char *name, uint64_t decisions, bool thorough)
{
    Game game;
    uint64_t played = 0;
    support_load(&game, name, NULL);
    for (uint64_t seed = 0; played < decisions; seed++) {
        LawsReport report;
        laws_play(&game, &(LawsPlan){.seed = seed, .thorough = thorough}, &report);
        cr_assert_not(report.broken, "%s, seed %llu, ply %u: law %s: %s", name, (unsigned long long)seed,
                      report.breach.ply, law_name(report.breach.law), report.breach.message);
        played += report.plies > 0 ? report.plies : 1;
    }
    game_release(&game);
}

/* Whether one game of it is so long that every law on every decision would take minutes, or in the short
 * tests seconds. */
static bool is_long(const char *name)
{
    const uint32_t longest = support_short() ? 800 : 2000;
    Game game;
    LawsReport report;
    support_load(&game, name, NULL);
    laws_play(&game, &(LawsPlan){.seed = 0}, &report);
    game_release(&game);
    return report.plies > longest;
}

/* All scenarios there are. */
static void for_all_scenarios(uint64_t decisions, bool thorough)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    cr_assert_geq(count, 2);
    for (size_t i = 0; i < count; i++) {
        if (!thorough || !is_long(entries[i].id)) {
            expect_lawful(entries[i].id, decisions, thorough);
        }
    }
}

Test(laws, hold_with_all_invariants_after_every_decision)
{
    for_all_scenarios(support_short() ? 3000 : 6000, false);
}

Test(laws, hold_all_of_them_on_every_decision) { for_all_scenarios(support_short() ? 400 : 800, true); }

/* The heuristic player of each game knows what to answer in each of its scenarios, and in a world as each
 * seat sees it. */
Test(laws, heuristic_players_end_every_scenario)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (support_short() && is_long(entries[i].id)) {
            continue; /* campaigns are played with assertions alone: sanitizers would take minutes */
        }
        Game game;
        Policy policy;
        Err err;
        err_clear(&err);
        support_load(&game, entries[i].id, NULL);
        if (policy_init(&policy, &game, "heuristic",
                        &err)) { /* games without a player of their own refuse it */
            const GamePlan plan = {.game = &game, .policies = {&policy, &policy}, .seed = 1};
            const GameResult result = runner_play(&plan);
            cr_expect_eq(result.status, RUNNER_DONE, "%s", entries[i].id);
            policy_release(&policy);
        } else {
            cr_expect(strstr(err.message, "heuristic") != NULL, "%s: %s", entries[i].id, err.message);
        }
        game_release(&game);
    }
}

/* The notation that game.h describes. */
Test(laws, notation)
{
    static const char *const good[] = {
        "pass", "roll(2)", "a1_b", "sea_retreat(ney,wien)", "go(N-12.5:a/b+c)", "STEP(NE)"};
    static const char *const bad[] = {
        "",        "Pa-s",  "1st",    "_a",   "pass ",    "roll()", "roll(2", "roll2)",      "a(,b)", "a(b,)",
        "a(b)(c)", "a(b) ", "a(b c)", "a(?)", "a(\"b\")", "a(b,?)", "a\nb",   "a(\xC3\xA9)", "a((b))"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cr_expect(game_is_notation(good[i], false) && game_is_notation(good[i], true), "%s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_not(game_is_notation(bad[i], false), "%s", bad[i]);
    }
    cr_expect(game_is_notation("a(?)", true) && game_is_notation("a(b,?)", true));
    cr_expect_not(game_is_notation("a(b?)", true) || game_is_notation("a(?"
                                                                      "?)",
                                                                      true));
    char longest[MOVE_TEXT_BYTES + 1];
    memset(longest, 'a', MOVE_TEXT_BYTES);
    longest[MOVE_TEXT_BYTES] = '\0';
    cr_expect_not(game_is_notation(longest, false), "no room for its end");
    longest[MOVE_TEXT_BYTES - 1] = '\0';
    cr_expect(game_is_notation(longest, false));
    cr_expect(game_is_argument("n7") && !game_is_argument("") && !game_is_argument("a b"));
}

/* The law that a fault of the toy game breaks first when all are checked on every decision. A lost card is
 * found one move before it happens: in a world made for a seat, which is played one move further. */
static enum law law_of(enum toy_fault fault)
{
    static const enum law laws[TOY_FAULT_LAWS] = {
        [TOY_FAULT_UNSORTED] = LAW_LIST,
        [TOY_FAULT_DEAD_END] = LAW_LIST,
        [TOY_FAULT_ENDLESS] = LAW_ENDS,
        [TOY_FAULT_LEAKY_VIEW] = LAW_VIEW,
        [TOY_FAULT_VIEW_MOVES] = LAW_VIEW_LEGAL,
        [TOY_FAULT_BAD_WORLD] = LAW_DETERMINIZE,
        [TOY_FAULT_NOTATION] = LAW_NOTATION,
        [TOY_FAULT_IMPURE] = LAW_REPEATABLE,
        [TOY_FAULT_PEEKING] = LAW_JSON,
        [TOY_FAULT_BAD_JSON] = LAW_JSON,
        [TOY_FAULT_LOST_CARD] = LAW_DETERMINIZE,
        [TOY_FAULT_SETUP] = LAW_SETUP,
        [TOY_FAULT_SEAT] = LAW_SEAT,
        [TOY_FAULT_OUTCOME] = LAW_ENDS,
        [TOY_FAULT_CHECK] = LAW_CHECK,
        [TOY_FAULT_SPACES] = LAW_GRAMMAR,
        [TOY_FAULT_SCRIPT] = LAW_SCRIPT,
        [TOY_FAULT_TURN_BACK] = LAW_TURN,
        [TOY_FAULT_TWINS] = LAW_NAMES,
        [TOY_FAULT_MUTE] = LAW_WORDS,
        [TOY_FAULT_TELLTALE] = LAW_WORDS,
        [TOY_FAULT_NOISY] = LAW_EVENTS,
        [TOY_FAULT_GOSSIP] = LAW_EVENTS,
        [TOY_FAULT_GHOST] = LAW_SUMMARY,
        [TOY_FAULT_DARK] = LAW_LIGHT,
        [TOY_FAULT_STALE] = LAW_ADVANCE,
        [TOY_FAULT_LONELY] = LAW_LIST,
    };
    return laws[fault];
}

Test(laws, every_fault_is_found)
{
    for (int i = TOY_FAULT_NONE + 1; i < TOY_FAULT_LAWS; i++) {
        const enum toy_fault fault = (enum toy_fault)i;
        char override[64];
        Game game;
        LawsReport report;
        (void)snprintf(override, sizeof override, "options.fault=%s", toy_fault_name(fault));
        support_load(&game, "toy/plain", override);
        /* an endless game goes on to max_plies, and only ends there whatever else is looked at */
        laws_play(&game, &(LawsPlan){.seed = 1, .thorough = fault != TOY_FAULT_ENDLESS}, &report);
        cr_expect(report.broken, "%s", override);
        cr_expect_eq(report.breach.law, law_of(fault), "%s broke law %s: %s", override,
                     law_name(report.breach.law), report.breach.message);
        cr_expect_neq(report.breach.message[0], '\0');
        game_release(&game);
    }
}

/* Each law has a fault that it finds. */
Test(laws, none_is_without_a_fault)
{
    bool found[LAW_COUNT] = {false};
    for (int i = TOY_FAULT_NONE + 1; i < TOY_FAULT_LAWS; i++) {
        found[law_of((enum toy_fault)i)] = true;
    }
    for (int i = 0; i < LAW_COUNT; i++) {
        cr_expect(found[i], "law %s", law_name((enum law)i));
    }
}

/* The toy at its longest: 200,000 decisions and more, with states of 8 KiB that are full to the end. */
Test(laws, hold_in_a_game_of_200000_decisions)
{
    Game game;
    LawsReport report;
    const char *const longer[] = {"setup.last_year=1949", "setup.actions=405"};
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(game_load(&game, "toy/long", longer, 2, &err), "%s", err.message);
    cr_assert_eq(game.rules->state_bytes, STATE_BYTES_MAX);
    laws_play(&game, &(LawsPlan){.seed = 1}, &report);
    cr_expect_not(report.broken, "ply %u: %s: %s", report.breach.ply, law_name(report.breach.law),
                  report.breach.message);
    cr_expect_gt(report.plies, 200000);
    game_release(&game);
}

Test(laws, sampling_finds_faults_too)
{
    Game game;
    FuzzTally tally;
    support_load(&game, "toy/plain", "options.fault=notation");
    const FuzzPlan plan = {.game = &game, .games = 10000, .seed = 1, .threads = 2};
    cr_assert(fuzz_run(&plan, &tally, NULL));
    cr_expect_eq(tally.breaches, FUZZ_BREACHES_MAX, "stops after so many");
    cr_expect_lt(tally.games, 10000);
    for (uint32_t i = 1; i < tally.breaches; i++) {
        cr_expect_gt(tally.breach[i].game, tally.breach[i - 1].game);
    }
    game_release(&game);
}

Test(laws, fuzz_is_the_same_on_any_number_of_threads)
{
    Game game;
    FuzzTally one;
    FuzzTally two;
    support_load(&game, "toy/plain", NULL);
    FuzzPlan plan = {.game = &game, .games = 500, .seed = 4, .threads = 1};
    cr_assert(fuzz_run(&plan, &one, NULL));
    plan.threads = 3;
    cr_assert(fuzz_run(&plan, &two, NULL));
    cr_expect_eq(memcmp(&one, &two, sizeof one), 0);
    cr_expect_eq(one.breaches, 0);
    cr_expect_eq(one.games, 500);
    game_release(&game);
}

Test(laws, the_rest_of_a_run_is_the_run_continued)
{
    Game game;
    FuzzTally whole;
    FuzzTally parts[2];
    support_load(&game, "toy/plain", NULL);
    FuzzPlan plan = {.game = &game, .games = 100, .seed = 4, .threads = 2};
    cr_assert(fuzz_run(&plan, &whole, NULL));
    plan.games = 60;
    cr_assert(fuzz_run(&plan, &parts[0], NULL));
    plan.first = 60;
    plan.games = 40;
    cr_assert(fuzz_run(&plan, &parts[1], NULL));
    cr_expect_eq(whole.decisions, parts[0].decisions + parts[1].decisions);
    game_release(&game);
}
