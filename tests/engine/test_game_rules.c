/* test_game_rules.c: a game that leaves out a slot of GameRules is told which (engine/game.h). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/game.h"
#include "tests/toy/toy_game.h"

static void expect_missing(const GameRules *rules, const char *slot)
{
    Err err;
    char text[64];
    err_clear(&err);
    cr_expect_not(game_rules_whole(rules, &err), "%s is not missed", slot);
    (void)snprintf(text, sizeof text, "leaves out %s ", slot);
    cr_expect_not_null(strstr(err.message, text), "expected \"%s\" in \"%s\"", text, err.message);
    cr_expect_not_null(strstr(err.message, "game toy:"), "%s", err.message);
}

/* The rules of the toy without one of their slots. */
#define EXPECT_NEEDED(slot, nothing)                                                                         \
    do {                                                                                                     \
        GameRules rules = TOY_RULES;                                                                         \
        rules.slot = nothing;                                                                                \
        expect_missing(&rules, #slot);                                                                       \
    } while (0)

Test(game_rules, the_toy_is_whole)
{
    Err err;
    err_clear(&err);
    cr_expect(game_rules_whole(&TOY_RULES, &err), "%s", err.message);
    cr_expect_not(err.set);
}

Test(game_rules, a_missing_slot_is_named)
{
    EXPECT_NEEDED(title, NULL);
    EXPECT_NEEDED(max_moves, 0);
    EXPECT_NEEDED(max_plies, 0);
    EXPECT_NEEDED(load, NULL);
    EXPECT_NEEDED(release, NULL);
    EXPECT_NEEDED(setup, NULL);
    EXPECT_NEEDED(legal, NULL);
    EXPECT_NEEDED(apply, NULL);
    EXPECT_NEEDED(outcome, NULL);
    EXPECT_NEEDED(view, NULL);
    EXPECT_NEEDED(determinize, NULL);
    EXPECT_NEEDED(move_text, NULL);
    EXPECT_NEEDED(move_parse, NULL);
    EXPECT_NEEDED(position_text, NULL);
    EXPECT_NEEDED(position_json, NULL);
    EXPECT_NEEDED(check, NULL);
}

/* A header alone is the least that a state can be. */
Test(game_rules, a_state_holds_its_header)
{
    GameRules rules = TOY_RULES;
    rules.state_bytes = sizeof(State) - 1;
    expect_missing(&rules, "state_bytes");
}

/* Half a group is worse than none: whoever asks for one slot of it relies on the others. */
Test(game_rules, half_a_group_is_named)
{
    GameRules rules = TOY_RULES;
    cr_assert_not_null(rules.event_text);
    rules.event_json = NULL;
    expect_missing(&rules, "event_json");
    rules = TOY_RULES;
    rules.card_name = NULL;
    expect_missing(&rules, "card_name, or card_count");
    rules = TOY_RULES;
    rules.place_name = NULL;
    expect_missing(&rules, "place_name, or place_count");
}

Test(game_rules, words_are_whole_or_absent)
{
    Err err;
    err_clear(&err);
    GameRules rules = TOY_RULES;
    GameWords words = *rules.words;
    rules.words = &words;
    words.question = NULL;
    expect_missing(&rules, "words.question");
    words = *TOY_RULES.words;
    words.stand_text = NULL;
    expect_missing(&rules, "words.stand_text");
    words = *TOY_RULES.words;
    words.help_now = NULL;
    expect_missing(&rules, "words.help_now");
    rules.words = NULL;
    cr_expect(game_rules_whole(&rules, &err), "%s", err.message);
}
