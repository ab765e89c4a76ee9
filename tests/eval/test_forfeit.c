/* test_forfeit.c: games that a policy gives up: who wins, what is counted, and what their records say. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/record.h"
#include "engine/replay.h"
#include "eval/run/duel.h"
#include "eval/run/match.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

/* Plays the first move until the ply in policy->data comes, then gives up. */
static Move quit_at_ply(const Policy *policy, void *session, PolicyQuery *query)
{
    const uint32_t *last = policy->data;
    (void)session;
    return query->ply < *last ? query->legal->moves[0]
                              : policy_give_up(query, "tired\x1b of ply %u", query->ply);
}

static const PolicyKind QUITTER = {.name = "quitter", .choose = quit_at_ply};

/* A policy that gives up from this ply on against one that plays at random. */
typedef struct Table {
    Game game;
    Policy quitter;
    Policy random;
    uint32_t last;
} Table;

static void table_init(Table *table, uint32_t last)
{
    support_load(&table->game, "toy/plain", NULL);
    cr_assert(policy_init(&table->random, &table->game, "random", NULL));
    table->last = last;
    table->quitter = (Policy){
        .kind = &QUITTER, .game = &table->game, .data = &table->last, .spec = "quitter", .threads = 1};
}

static void table_release(Table *table)
{
    policy_release(&table->random);
    game_release(&table->game);
}

Test(forfeit, the_other_seat_wins)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        Table table;
        table_init(&table, 3);
        GamePlan plan = {.game = &table.game, .policies = {&table.random, &table.random}, .seed = 5};
        plan.policies[seat] = &table.quitter;
        const GameResult result = runner_play(&plan);
        cr_expect_eq(result.status, RUNNER_FORFEIT);
        cr_expect(runner_has_outcome(&result));
        cr_expect_eq((int)result.offender, seat);
        cr_expect_eq(result.outcome.winner, seat_other((Seat)seat));
        cr_expect_eq(result.outcome.grade, OUTCOME_FORFEIT);
        char reason[POLICY_FORFEIT_BYTES];
        (void)snprintf(reason, sizeof reason, "tired? of ply %u", result.plies + 1);
        cr_expect_str_eq(result.forfeit, reason, "%s", result.forfeit);
        table_release(&table);
    }
}

Test(forfeit, a_stopped_game_is_nobodys_fault)
{
    Table table;
    atomic_bool stop = true;
    table_init(&table, 0);
    const GamePlan plan = {
        .game = &table.game, .policies = {&table.quitter, &table.quitter}, .seed = 5, .stop = &stop};
    const GameResult result = runner_play(&plan);
    cr_expect_eq(result.status, RUNNER_STOPPED);
    cr_expect_not(runner_has_outcome(&result));
    table_release(&table);
}

Test(forfeit, match_counts_them_on_any_number_of_threads)
{
    Table table;
    MatchTally tally;
    MatchTally single;
    table_init(&table, 4);
    for (int threads = 1; threads <= 2; threads++) {
        const MatchPlan plan = {.game = &table.game,
                                .policies = {&table.random, &table.quitter},
                                .games = 40,
                                .seed = 1,
                                .threads = threads};
        cr_assert(match_run(&plan, &tally, NULL));
        if (threads == 1) {
            single = tally;
        }
    }
    cr_expect_eq(memcmp(&single, &tally, sizeof tally), 0);
    cr_expect_eq(tally.games, 40);
    cr_expect_eq(tally.wins[SEAT_FRENCH], 40);
    cr_expect_eq(tally.forfeits[SEAT_COALITION], 40);
    cr_expect_eq(tally.forfeits[SEAT_FRENCH], 0);
    cr_expect_eq(tally.grades[SEAT_FRENCH][OUTCOME_FORFEIT], 40);
    cr_expect(strncmp(tally.forfeit[SEAT_COALITION], "tired? of ply ", 14) == 0);
    table_release(&table);
}

Test(forfeit, duel_counts_them_for_the_policy_not_the_seat)
{
    Table table;
    DuelTally tally;
    table_init(&table, 4);
    const DuelPlan plan = {.game = &table.game,
                           .policies = {&table.random, &table.quitter},
                           .pairs = 10,
                           .seed = 1,
                           .threads = 2};
    cr_assert(duel_run(&plan, &tally, NULL));
    cr_expect_eq(tally.pairs, 10);
    cr_expect_eq(tally.pentanomial[ELO_VALUES - 1], 10, "a won every pair");
    cr_expect_eq(tally.forfeits[DUEL_A], 0);
    cr_expect_eq(tally.forfeits[DUEL_B], 20);
    const DuelTally mirror = duel_mirror(&tally);
    cr_expect_eq(mirror.forfeits[DUEL_A], 20);
    cr_expect(strncmp(mirror.forfeit[DUEL_A], "tired", 5) == 0);
    table_release(&table);
}

Test(forfeit, their_positions_are_not_kept)
{
    Table table;
    MatchTally tally;
    table_init(&table, 6);
    FILE *positions = tmpfile();
    cr_assert_not_null(positions);
    const MatchPlan plan = {.game = &table.game,
                            .policies = {&table.random, &table.quitter},
                            .games = 10,
                            .seed = 1,
                            .threads = 1,
                            .positions = positions,
                            .positions_every = 1};
    cr_assert(match_run(&plan, &tally, NULL));
    cr_expect_eq(tally.forfeits[SEAT_COALITION], 10);
    cr_expect_eq(ftell(positions), 0L);
    (void)fclose(positions);
    table_release(&table);
}

/* ---- records ---- */

/* Plays a game given up and writes its record; returns the record's text, which the caller releases. */
static StrBuf record_of(Table *table, const char *path)
{
    StrBuf text;
    strbuf_init(&text);
    const RecordInfo info = {.game = &table->game, .policies = {"random", "quitter"}};
    const GamePlan plan = {.game = &table->game,
                           .policies = {&table->random, &table->quitter},
                           .seed = 9,
                           .record = &text,
                           .info = &info};
    cr_assert_eq(runner_play(&plan).status, RUNNER_FORFEIT);
    cr_assert(record_save(&text, path, NULL));
    return text;
}

/* Replays a file with its dice checked; the error's text or "". */
static void replay(const char *path, Replay *replay, char text[ERR_MESSAGE_BYTES])
{
    Err err;
    err_clear(&err);
    text[0] = '\0';
    cr_assert(replay_open(replay, path, NULL, true, &err), "%s", err.message);
    while (replay_next(replay, &err) == REPLAY_DECISION && replay_apply(replay, &err)) {
    }
    memcpy(text, err.message, sizeof err.message);
}

Test(forfeit, record_is_valid_and_tells_why)
{
    Table table;
    Replay again;
    char folder[256];
    char path[300];
    char text[ERR_MESSAGE_BYTES];
    table_init(&table, 5);
    support_folder("forfeit", folder);
    (void)snprintf(path, sizeof path, "%s/game.jsonl", folder);
    StrBuf record = record_of(&table, path);
    replay(path, &again, text);
    cr_expect_str_eq(text, "");
    cr_expect(again.complete);
    cr_expect_eq(again.state.header.over, 0);
    cr_expect_eq(again.outcome.grade, OUTCOME_FORFEIT);
    cr_expect_eq(again.outcome.winner, SEAT_FRENCH);
    cr_expect(strncmp(again.record.forfeit, "tired? of ply ", 14) == 0);
    replay_release(&again);
    Run run;
    char command[400];
    (void)snprintf(command, sizeof command, "replay %s --check", path);
    support_run(&run, command);
    cr_expect_eq(run.code, 0);
    cr_expect_not_null(strstr(run.out.text, "outcome: french, forfeit, "), "%s", run.out.text);
    cr_expect_not_null(strstr(run.out.text, "(tired? of ply "), "%s", run.out.text);
    support_run_release(&run);
    strbuf_release(&record);
    table_release(&table);
}

/* Replaces the record's outcome line and expects an error that holds this text. */
static void expect_refused(const char *path, const StrBuf *record, const char *outcome, const char *message)
{
    Replay again;
    char text[ERR_MESSAGE_BYTES];
    StrBuf changed;
    strbuf_init(&changed);
    const char *last = strstr(record->text, "{\"outcome\"");
    cr_assert_not_null(last);
    strbuf_add_bytes(&changed, record->text, (size_t)(last - record->text));
    strbuf_add(&changed, outcome);
    cr_assert(support_write(path, changed.text, changed.length));
    replay(path, &again, text);
    cr_expect_not_null(strstr(text, message), "%s: found \"%s\"", outcome, text);
    replay_release(&again);
    strbuf_release(&changed);
}

Test(forfeit, damaged_records_are_refused)
{
    Table table;
    char folder[256];
    char path[300];
    table_init(&table, 5);
    support_folder("forfeit-damaged", folder);
    (void)snprintf(path, sizeof path, "%s/game.jsonl", folder);
    StrBuf record = record_of(&table, path);
    expect_refused(path, &record, "{\"outcome\":{\"winner\":\"french\",\"grade\":\"forfeit\",\"year\":1}}",
                   "expected the reason");
    expect_refused(
        path, &record,
        "{\"outcome\":{\"winner\":\"french\",\"grade\":\"decisive\",\"year\":1,\"forfeit\":\"x\"}}",
        "nothing with any other");
    expect_refused(path, &record,
                   "{\"outcome\":{\"winner\":\"none\",\"grade\":\"forfeit\",\"year\":1,\"forfeit\":\"x\"}}",
                   "did not forfeit");
    expect_refused(
        path, &record,
        "{\"outcome\":{\"winner\":\"french\",\"grade\":\"forfeit\",\"year\":-7,\"forfeit\":\"x\"}}",
        "given up in");
    strbuf_release(&record);
    table_release(&table);
}
