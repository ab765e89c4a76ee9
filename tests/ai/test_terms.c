/* test_terms.c: the inputs of the evaluations as players speak of them: groups, subjects, words. (Age of
 * Napoleon has a suite of its own.) */
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

/* Each input belongs to a group and to a subject of that group which is its own; every group has inputs; of
 * every subject there is something to say, but for the groups that are about the time. */
static void expect_order(const char *scenario)
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

Test(terms, every_input_belongs_somewhere)
{
    static const char *const scenarios[] = {"nae/1815", "nae/1805", "eagles/1805", "eagles/1815",
                                            "eagles/1805-15"};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        expect_order(scenarios[i]);
    }
}

/* What is said when an input is this much in some positions and that much in others. */
typedef struct Saying {
    const char *input;
    double here, there;
    const char *term, *words;
} Saying;

static void expect_words(const char *scenario, const Saying *sayings, size_t count)
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

Test(terms, words_of_napoleon_against_europe_name_what_they_are_about)
{
    static const Saying sayings[] = {
        {"strength.french.paris", 1.5, 0.5, "where the armies stand",
         "French steps' worth in Paris 9.0 instead of 3.0"},
        {"marker.coalition.paris", 0.8, 0.1, "zones and fortresses held",
         "Paris held by the Coalition in 80 % of cases instead of 10 %"},
        {"status.prusse.3", 1.0, 0.0, "nations and their sides", "Prusse under a forced peace"},
        {"card.1C", 0.0, 1.0, "cards and action points",
         "Admiralty in the Coalition's hand in 0 % of cases instead of 100 %"},
        {"saved.french.0", 1.0, 0.0, "cards and action points",
         "French action points in reserve 2.0 instead of 0.0"},
        {"level.3", 1.0, 0.0, "victory level and escalade", "victory level 1.0 instead of 0.0"},
        {"napoleon.vienne", 0.0, 1.0, "Napoléon", "Napoléon off the map"},
    };
    expect_words("nae/1805", sayings, sizeof sayings / sizeof sayings[0]);
}

Test(terms, words_of_napoleons_eagles_name_what_they_are_about)
{
    static const Saying sayings[] = {
        {"1805.near5.coalition.0", 0.5, 1.2, "strength near cities that decide",
         "Coalition SP by morale within 5 hexes of Vienna 5.0 instead of 12.0"},
        {"1805.control.french.0", 1.0, 0.0, "cities that decide", "Vienna French"},
        {"1805.siege.any.0", 0.6, 0.1, "cities that decide",
         "Vienna besieged in 60 % of cases instead of 10 %"},
        {"1805.strength.french", 10.0, 9.0, "size of the armies",
         "French SP by morale on the map 100.0 instead of 90.0"},
        {"campaign.nation_side.coalition.1", 0.0, 1.0, "states and their sides", "England on neither side"},
    };
    expect_words("eagles/1805", sayings, sizeof sayings / sizeof sayings[0]);
}
