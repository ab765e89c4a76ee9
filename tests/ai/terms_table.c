/* terms_table.c: see terms_table.h. */
#include "tests/ai/terms_table.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "tests/support/support.h"

typedef struct Terms {
    Game game;
    const GameAi *ai;
    double *these, *those;
} Terms;

static Terms open_terms(const char *scenario)
{
    Terms t;
    support_load(&t.game, scenario, NULL);
    t.ai = game_ai_find(t.game.rules->id);
    cr_assert_gt(t.ai->term_count, 0);
    t.these = calloc(t.ai->input_count, sizeof *t.these);
    t.those = calloc(t.ai->input_count, sizeof *t.those);
    return t;
}

static void close_terms(Terms *t)
{
    free(t->these);
    free(t->those);
    game_release(&t->game);
}

void terms_table_expect_order(const char *scenario)
{
    Terms t = open_terms(scenario);
    bool used[GAME_AI_TERMS_MAX] = {false};
    for (uint32_t i = 0; i < t.ai->input_count; i++) {
        char words[GAME_AI_WORDS_BYTES] = "";
        const uint32_t term = t.ai->input_term(&t.game, i);
        const uint32_t subject = t.ai->input_subject(&t.game, i);
        cr_assert_lt(term, t.ai->term_count);
        used[term] = true;
        cr_assert_lt(subject, t.ai->input_count);
        cr_expect_eq(t.ai->input_term(&t.game, subject), term, "input %u", i);
        cr_expect_eq(t.ai->input_subject(&t.game, subject), subject, "input %u", i);
        t.these[i] = 1.0;
        t.ai->subject_words(&t.game, subject, t.these, t.those, words);
        t.these[i] = 0.0;
        cr_expect(strlen(words) > 5 || strcmp(t.ai->term_names[term], "time and initiative") == 0,
                  "input %u: \"%s\"", i, words);
    }
    for (uint32_t term = 0; term < t.ai->term_count; term++) {
        cr_expect(used[term], "%s", t.ai->term_names[term]);
    }
    close_terms(&t);
}

void terms_table_expect_words(const char *scenario, const Saying *sayings, size_t count)
{
    Terms t = open_terms(scenario);
    size_t found = 0;
    for (uint32_t i = 0; i < t.ai->input_count; i++) {
        char name[MODEL_NAME_BYTES];
        char words[GAME_AI_WORDS_BYTES];
        t.ai->input_name(t.game.data, i, name);
        for (size_t k = 0; k < count; k++) {
            if (strcmp(name, sayings[k].input) == 0) {
                found++;
                t.these[i] = sayings[k].here;
                t.those[i] = sayings[k].there;
                t.ai->subject_words(&t.game, t.ai->input_subject(&t.game, i), t.these, t.those, words);
                cr_expect_str_eq(words, sayings[k].words, "%s: \"%s\"", name, words);
                cr_expect_str_eq(t.ai->term_names[t.ai->input_term(&t.game, i)], sayings[k].term);
                t.these[i] = 0.0;
                t.those[i] = 0.0;
            }
        }
    }
    cr_expect_eq(found, count, "%zu of %zu inputs found", found, count);
    close_terms(&t);
}
