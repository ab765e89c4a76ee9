/* test_journal.c: the journal, its entries told by the replay of a record, and the counts of a game that the
 * runner takes from it. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/journal.h"
#include "engine/summary.h"
#include "eval/run/runner.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

/* ---- the journal itself ---- */

Test(journal, entries_arguments_and_overflow)
{
    static Journal journal;
    journal_open(&journal, ((JournalKinds){{1ULL << 3, 1ULL << 63}}));
    cr_expect(!journal_wants(NULL, 3));
    cr_expect(journal_wants(&journal, 3) && journal_wants(&journal, 127) && !journal_wants(&journal, 63) &&
              !journal_wants(&journal, 67));
    for (unsigned i = 0; i < JOURNAL_ENTRIES_MAX; i++) {
        journal_arg(journal_add(&journal, 3, SEAT_FRENCH), (int)i, false);
    }
    cr_expect(!journal.overflow);
    cr_expect_eq(journal.entries[JOURNAL_ENTRIES_MAX - 1].args[0], JOURNAL_ENTRIES_MAX - 1);
    journal_arg(journal_add(&journal, 127, SEAT_COALITION), INT32_MAX, false);
    cr_expect(journal.overflow);
    cr_expect_eq(journal.count, JOURNAL_ENTRIES_MAX);
    cr_expect_eq(journal.entries[JOURNAL_ENTRIES_MAX - 1].args[0], INT32_MAX);
    journal_clear(&journal);
    cr_expect(journal.count == 0 && !journal.overflow);
    cr_expect(journal_wants(&journal, 127), "what is wanted stays");
}

Test(journal, dice_say_whose_they_are_and_what_for)
{
    static Journal journal;
    const uint8_t faces[] = {4, 1, 6};
    journal_dice(NULL, SEAT_FRENCH, 0, -1, 6, faces, 3);
    journal_open(&journal, (JournalKinds){{~0ULL, ~0ULL >> 1}});
    journal_dice(&journal, SEAT_FRENCH, 0, -1, 6, faces, 3);
    cr_expect_eq(journal.count, 0, "not wanted");
    journal_open(&journal, JOURNAL_ALL);
    journal_dice(&journal, SEAT_COALITION, 70000, 511, 6, faces, 3);
    cr_assert_eq(journal.count, 1);
    const JournalEntry *entry = &journal.entries[0];
    cr_expect(entry->kind == JOURNAL_DICE && entry->seat == SEAT_COALITION && entry->secret == 0);
    cr_expect(entry->args[JOURNAL_DICE_PURPOSE] == 70000 && entry->args[JOURNAL_DICE_PLACE] == 511 &&
              entry->args[JOURNAL_DICE_SIDES] == 6);
    cr_assert_eq(journal_dice_count(entry), 3);
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_eq(journal_dice_face(entry, i), faces[i]);
    }
}

Test(journal, what_came_to_light_is_known_until_it_is_cleared)
{
    static Journal journal;
    journal_reveal(NULL, SEAT_FRENCH);
    journal_open(&journal, JOURNAL_ALL);
    cr_expect(!journal_reveals(&journal, SEAT_FRENCH) && !journal_reveals(&journal, SEAT_COALITION));
    journal_reveal(&journal, SEAT_COALITION);
    cr_expect(!journal_reveals(&journal, SEAT_FRENCH) && journal_reveals(&journal, SEAT_COALITION));
    journal_reveal(&journal, SEAT_FRENCH);
    cr_expect(journal_reveals(&journal, SEAT_FRENCH) && journal.count == 0, "no entry is made of it");
    journal_clear(&journal);
    cr_expect(!journal_reveals(&journal, SEAT_FRENCH) && !journal_reveals(&journal, SEAT_COALITION));
}

Test(journal, secret_arguments)
{
    static Journal journal;
    journal_open(&journal, JOURNAL_ALL);
    JournalEntry *entry = journal_add(&journal, 0, SEAT_FRENCH);
    journal_arg(entry, 1, false);
    journal_arg(entry, 2, true);
    journal_arg(entry, 3, false);
    journal_arg(entry, 4, true);
    journal_arg(entry, 5, true);
    const JournalEntry own = journal_seen_by(entry, SEAT_FRENCH);
    const JournalEntry all = journal_seen_by(entry, SEAT_BOTH);
    cr_expect(memcmp(&own, entry, sizeof own) == 0 && memcmp(&all, entry, sizeof all) == 0);
    const JournalEntry seen = journal_seen_by(entry, SEAT_COALITION);
    cr_expect_eq(seen.count, 3, "secret arguments at the end are not even counted");
    cr_expect(seen.args[0] == 1 && seen.args[1] == JOURNAL_UNSEEN && seen.args[2] == 3 && seen.args[3] == 0 &&
              seen.args[4] == 0);
    const JournalEntry nobodys = journal_seen_by(entry, SEAT_NONE);
    cr_expect_eq(memcmp(&nobodys, &seen, sizeof seen), 0);
}

/* ---- counts of a game ---- */

/* Plays a game between random players with a summary or without. */
static void play_summed(const Game *game, uint64_t seed, GameSummary *summary, StrBuf *record)
{
    Policy random;
    Err err;
    err_clear(&err);
    cr_assert(policy_init(&random, game, "random", &err), "%s", err.message);
    const RecordInfo info = {.game = game};
    const GamePlan plan = {.game = game,
                           .policies = {&random, &random},
                           .seed = seed,
                           .record = record,
                           .info = &info,
                           .summary = summary};
    cr_expect_eq(runner_play(&plan).status, RUNNER_DONE);
    policy_release(&random);
}

static uint32_t count_of(const char *text, const char *part)
{
    uint32_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* Shown numbers are the toy's cards: as many as were swapped, while each is in the game once. */
Test(summary, the_runner_fills_it_and_plays_the_same_game)
{
    Game game;
    StrBuf with;
    StrBuf without;
    uint32_t fights = 0;
    uint32_t lost = 0;
    strbuf_init(&with);
    strbuf_init(&without);
    support_load(&game, "toy/plain", NULL);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        GameSummary summary;
        uint32_t cards = 0;
        memset(&summary, 0, sizeof summary);
        strbuf_clear(&with);
        strbuf_clear(&without);
        play_summed(&game, seed, &summary, &with);
        play_summed(&game, seed, NULL, &without);
        cr_expect_str_eq(with.text, without.text);
        for (unsigned card = 0; card < game.rules->card_count(game.data); card++) {
            cards += summary_has_card(&summary, SEAT_FRENCH, card);
            cards += summary_has_card(&summary, SEAT_COALITION, card);
        }
        cr_expect_eq(cards, count_of(with.text, "\"move\":\"swap\""), "seed %u", (unsigned)seed);
        for (unsigned i = 0; i < summary.place_count; i++) {
            cr_expect(i == 0 || summary.places[i - 1].place < summary.places[i].place);
            cr_expect_lt(summary.places[i].place, game.rules->place_count(game.data));
            fights += summary.places[i].fights;
        }
        lost += summary.lost[0] + summary.lost[1];
    }
    cr_expect(fights > 0 && lost > 0);
    game_release(&game);
    strbuf_release(&with);
    strbuf_release(&without);
}

/* ---- the command line ---- */

static void expect_failure(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "%s: exit code %d", arguments, run.code);
    cr_expect(strstr(run.err.text, message) != NULL, "%s: %s", arguments, run.err.text);
    support_run_release(&run);
}

Test(journal, replay_tells_events)
{
    char folder[256];
    char arguments[700];
    support_folder("journal", folder);
    (void)snprintf(arguments, sizeof arguments, "match toy/plain --games 1 --seed 4 --records %s", folder);
    expect_failure(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events --json --check", folder);
    cJSON *json = answer_run(arguments, 0);
    const cJSON *decisions = answer_key(json, "events");
    const int plies = (int)answer_number(json, "plies");
    cr_assert_eq(cJSON_GetArraySize(decisions), plies);
    const cJSON *last = answer_key(cJSON_GetArrayItem(decisions, plies - 1), "events");
    const cJSON *end = cJSON_GetArrayItem(last, cJSON_GetArraySize(last) - 1);
    cr_expect_str_eq(answer_text(end, "kind"), "over");
    cJSON_Delete(json);

    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events --json --seat french",
                   folder);
    json = answer_run(arguments, 0);
    const cJSON *decision = NULL;
    cJSON_ArrayForEach(decision, answer_key(json, "events"))
    {
        const bool own = strcmp(answer_text(decision, "seat"), "french") == 0;
        cr_assert_eq(cJSON_IsNull(answer_key(decision, "move")), !own);
    }
    cJSON_Delete(json);

    Run run;
    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events", folder);
    support_run(&run, arguments);
    cr_expect_eq(run.code, 0);
    cr_expect(strncmp(run.out.text, "1. ", 3) == 0);
    cr_expect(strstr(run.out.text, "\n    The fair of 1802 begins") != NULL, "%s", run.out.text);
    support_run_release(&run);

    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events --positions", folder);
    expect_failure(arguments, 2, "ask for one");
    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events --seat spanish", folder);
    expect_failure(arguments, 2, "spanish");
}

Test(journal, a_game_without_events_says_so)
{
    char folder[256];
    char arguments[700];
    support_use_test_scenarios();
    support_folder("quiet", folder);
    (void)snprintf(arguments, sizeof arguments, "match bare/plain --games 1 --records %s", folder);
    expect_failure(arguments, 0, "");
    (void)snprintf(arguments, sizeof arguments, "replay %s/00000001.jsonl --events", folder);
    expect_failure(arguments, 1, "does not tell events");
}
