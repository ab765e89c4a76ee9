/* test_aon_terms.c: why one choice is better than another, in Age of Napoleon's own terms. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "eval/review/analysis.h"
#include "tests/eval/analysis_bench.h"
#include "tests/support/support.h"

/* ---- terms ---- */

Test(aon_terms, every_input_belongs_somewhere)
{
    Game game;
    support_load(&game, "aon/1805", NULL);
    const GameAi *ai = game_ai_find("aon");
    bool used[GAME_AI_TERMS_MAX] = {false};
    double *these = calloc(ai->input_count, sizeof *these);
    double *those = calloc(ai->input_count, sizeof *those);
    for (uint32_t i = 0; i < ai->input_count; i++) {
        char words[GAME_AI_WORDS_BYTES] = "";
        const uint32_t term = ai->input_term(&game, i);
        const uint32_t subject = ai->input_subject(&game, i);
        cr_assert_lt(term, ai->term_count);
        used[term] = true;
        cr_assert_lt(subject, ai->input_count);
        cr_expect_eq(ai->input_term(&game, subject), term, "input %u", i);
        cr_expect_eq(ai->input_subject(&game, subject), subject, "input %u", i);
        these[i] = 1.0;
        ai->subject_words(&game, subject, these, those, words);
        these[i] = 0.0;
        cr_expect(strlen(words) > 5 || strcmp(ai->term_names[term], "time and initiative") == 0, "input %u",
                  i);
    }
    for (uint32_t term = 0; term < ai->term_count; term++) {
        cr_expect(used[term], "%s", ai->term_names[term]);
    }
    free(these);
    free(those);
    game_release(&game);
}

Test(aon_terms, words_name_what_they_are_about)
{
    Game game;
    char words[GAME_AI_WORDS_BYTES];
    char name[MODEL_NAME_BYTES];
    support_load(&game, "aon/1805", NULL);
    const GameAi *ai = game_ai_find("aon");
    double *these = calloc(ai->input_count, sizeof *these);
    double *those = calloc(ai->input_count, sizeof *those);
    for (uint32_t i = 0; i < ai->input_count; i++) {
        ai->input_name(game.data, i, name);
        if (strcmp(name, "alignment.bayern.CM") == 0) {
            those[i] = 1.0;
        } else if (strcmp(name, "alignment.bayern.FA") == 0) {
            these[i] = 1.0;
            ai->subject_words(&game, ai->input_subject(&game, i), these, those, words);
            cr_expect_str_eq(words, "Bayern a French ally");
            cr_expect_str_eq(ai->term_names[ai->input_term(&game, i)], "control of countries");
        } else if (strcmp(name, "strength.coalition.ile_de_france") == 0) {
            these[i] = 1.0;
            those[i] = 0.25;
            ai->subject_words(&game, ai->input_subject(&game, i), these, those, words);
            cr_expect_str_eq(words, "Coalition battle rating in Île-de-France 8.0 instead of 2.0");
            cr_expect_str_eq(ai->term_names[ai->input_term(&game, i)], "strength near capitals");
        }
    }
    free(these);
    free(those);
    game_release(&game);
}

/* ---- reasons ---- */

/* The reasons that weigh most come first, whichever way they point; one of them at least is in favour. */
static bool speaks_for(const Why *why)
{
    bool found = false;
    for (size_t i = 0; i < (size_t)why->sentences; i++) {
        found = found || why->sentence[i][0] == '+';
    }
    return found;
}

/* Who moves first matters in some deals of cards: there the better choice looks better afterwards, too, on
 * the whole (a search looks further than reasons do), and the reasons say so. */
Test(aon_terms, choosing_who_moves_first_is_explained)
{
    AnalysisBench bench;
    Err err;
    unsigned clear = 0;
    double gain = 0.0;
    err_clear(&err);
    analysis_bench_open(&bench, "aon/1805", "mcts:sims=3000,early=0");
    for (uint64_t seed = 0; seed < 200 && clear < 3; seed++) {
        StateBuffer state;
        Analysis analysis;
        cr_assert(analysis_bench_advance(&bench.game, seed, 0, &state));
        const AnalysisPlan plan = analysis_bench_plan(&bench, &state.header, 64);
        cr_assert(analysis_run(&plan, &analysis, &err), "%s", err.message);
        cr_assert_eq(analysis.count, 2);
        const Why *best = &analysis.moves[0].why;
        if (analysis.moves[0].policy.win_probability > analysis.moves[1].policy.win_probability + 0.02) {
            gain += best->after - analysis.moves[1].why.after;
            cr_expect(speaks_for(best), "seed %u", (unsigned)seed);
            clear++;
        }
        analysis_release(&analysis);
    }
    cr_expect_eq(clear, 3, "it matters who moves first in %u deals of 200", clear);
    cr_expect_gt(gain, 0.0, "the better choice looks worse afterwards by %f in %u deals", -gain, clear);
    analysis_bench_close(&bench);
}
