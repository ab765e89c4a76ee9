/* test_laws.c: every game keeps the laws of engine/game.h on random play, and a game that breaks one is found
 * out. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/fuzz.h"
#include "eval/laws.h"
#include "tests/support.h"
#include "tests/toy_game.h"

/* Plays games with the laws checked until so many decisions are made; all laws on every decision if thorough.
 */
static void expect_lawful(const char *name, uint64_t decisions, bool thorough)
{
    Game game;
    uint64_t played = 0;
    support_load(&game, name, NULL);
    for (uint64_t seed = 0; played < decisions; seed++) {
        LawsReport report;
        laws_play(&game, seed, thorough, NULL, &report);
        cr_assert_not(report.broken, "%s, seed %llu, ply %u: law %s: %s", name, (unsigned long long)seed,
                      report.breach.ply, law_name(report.breach.law), report.breach.message);
        played += report.plies > 0 ? report.plies : 1;
    }
    game_release(&game);
}

/* All scenarios there are, except those of games whose id is skipped. */
static void for_all_scenarios(uint64_t decisions, bool thorough)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    cr_assert_geq(count, 2);
    for (size_t i = 0; i < count; i++) {
        expect_lawful(entries[i].id, decisions, thorough);
    }
}

Test(laws, hold_with_all_invariants_after_every_decision)
{
    for_all_scenarios(support_short() ? 10000 : 110000, false);
}

Test(laws, hold_all_of_them_on_every_decision) { for_all_scenarios(support_short() ? 1500 : 8000, true); }

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
        laws_play(&game, 1, true, NULL, &report);
        cr_expect(report.broken, "%s", override);
        cr_expect_eq(report.breach.law, law_of(fault), "%s broke law %s: %s", override,
                     law_name(report.breach.law), report.breach.message);
        cr_expect_neq(report.breach.message[0], '\0');
        game_release(&game);
    }
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
