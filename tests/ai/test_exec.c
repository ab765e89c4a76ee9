/* test_exec.c: other programs as policies: that they play, and that whatever they do costs them their game,
 * no more. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/clock.h"
#include "ai/lines.h"
#include "ai/policy.h"
#include "ai/protocol.h"
#include "eval/run/match.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

static const char *program(void)
{
    const char *folder = getenv("MARSHAL_TEST_BUILD");
    return folder != NULL ? folder : "build/debug";
}

/* ---- what must not be left behind ---- */

static unsigned open_files(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    cr_assert_not_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    (void)closedir(folder);
    return count;
}

/* A number of seconds that only processes started by this test sleep for. */
static void own_sleep(char text[32]) { (void)snprintf(text, 32, "1000.%ld", (long)getpid()); }

/* Processes whose command line holds the number. */
static unsigned sleepers(void)
{
    char number[32];
    unsigned count = 0;
    own_sleep(number);
    DIR *folder = opendir("/proc");
    cr_assert_not_null(folder);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[300];
        char line[400] = "";
        (void)snprintf(path, sizeof path, "/proc/%.200s/cmdline", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "rb") : NULL;
        if (file != NULL) {
            const size_t size = fread(line, 1, sizeof line - 1, file);
            (void)fclose(file);
            for (size_t i = 0; i + 1 < size; i++) {
                line[i] = line[i] == '\0' ? ' ' : line[i];
            }
            count += strstr(line, number) != NULL;
        }
    }
    (void)closedir(folder);
    return count;
}

static void expect_nothing_left(const char *what)
{
    for (int i = 0; i < 3000 && sleepers() > 0; i++) { /* killed processes go when the system has time */
        const struct timespec nap = {0, 10000000};
        (void)nanosleep(&nap, NULL);
    }
    cr_expect_eq(sleepers(), 0, "%s leaves processes behind", what);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "%s leaves a child or a zombie behind", what);
    cr_expect_eq(errno, ECHILD);
}

/* ---- playing ---- */

typedef struct Table {
    Game game;
    Policy bot;
    Policy random;
} Table;

static void table_init(Table *table, const char *spec)
{
    Err err;
    err_clear(&err);
    support_load(&table->game, "toy/plain", NULL);
    cr_assert(policy_init(&table->random, &table->game, "random", &err), "%s", err.message);
    cr_assert(policy_init(&table->bot, &table->game, spec, &err), "%s", err.message);
}

static void table_release(Table *table)
{
    policy_release(&table->bot);
    policy_release(&table->random);
    game_release(&table->game);
}

static GameResult play(const Table *table, Seat seat)
{
    GamePlan plan = {.game = &table->game, .policies = {&table->random, &table->random}, .seed = 11};
    plan.policies[seat] = &table->bot;
    return runner_play(&plan);
}

/* A bot that goes wrong in this way loses its games, with such a reason, and leaves nothing behind. */
static void expect_forfeit(const char *how, const char *reason)
{
    char spec[256];
    char number[32];
    Table table;
    own_sleep(number);
    /* short only for those that never answer (any reason will do: likewise): no machine may be too slow for
     * the others */
    const bool answers = reason[0] != '\0' && strstr(reason, "no bestmove within") == NULL;
    const char *timeout = answers ? "60" : "1";
    (void)snprintf(spec, sizeof spec, "exec:timeout=%s,start=300;exec sh tests/bots/bad.sh %s %s", timeout,
                   how, number);
    table_init(&table, spec);
    const unsigned before = open_files();
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const GameResult result = play(&table, (Seat)seat);
        cr_expect_eq(result.status, RUNNER_FORFEIT, "%s: status %d", how, (int)result.status);
        cr_expect_eq((int)result.offender, seat, "%s", how);
        cr_expect_eq(result.outcome.winner, seat_other((Seat)seat), "%s", how);
        cr_expect_not_null(strstr(result.forfeit, reason), "%s: expected \"%s\", found \"%s\"", how, reason,
                           result.forfeit);
    }
    cr_expect_eq(open_files(), before, "%s: descriptors leak", how);
    expect_nothing_left(how);
    table_release(&table);
}

Test(exec, crashes) { expect_forfeit("crash", "the program was killed by signal 11"); }
Test(exec, exits) { expect_forfeit("exit", "the program ended with exit code 3"); }
Test(exec, hangs) { expect_forfeit("hang", "no bestmove within"); }
Test(exec, works_for_ever) { expect_forfeit("busy", "no bestmove within"); }
Test(exec, illegal_move) { expect_forfeit("illegal", "illegal move \"fly(moon)\""); }
Test(exec, no_such_number) { expect_forfeit("number", "illegal move \"#9999\""); }
Test(exec, no_move_at_all) { expect_forfeit("empty", "illegal move \"\""); }
Test(exec, two_answers)
{
    expect_forfeit("twice", "before it was asked the program printed \"bestmove #1\"");
}
Test(exec, garbage) { expect_forfeit("garbage", "expected bestmove, the program printed \"bla ?[31m bla\""); }
Test(exec, error_line) { expect_forfeit("error", "printed \"error I do not like this\""); }
Test(exec, megabytes_without_a_line_feed) { expect_forfeit("megabytes", "a line of more than 65536 bytes"); }
Test(exec, chatter_without_end) { expect_forfeit("chatter", "the program printed more than"); }
Test(exec, nul_byte) { expect_forfeit("nul", "a NUL byte"); }
Test(exec, closes_its_output) { expect_forfeit("close_output", "closed its standard output"); }
Test(exec, closes_its_input) { expect_forfeit("close_input", "closed its standard input"); }
Test(exec, leaves_children) { expect_forfeit("children", ""); }
Test(exec, ends_at_once) { expect_forfeit("start_exit", "the program ended with exit code 0"); }
Test(exec, closes_at_once) { expect_forfeit("start_close", "closed its standard output"); }
Test(exec, no_greeting)
{
    expect_forfeit("start_garbage", "expected marshalok, the program printed \"hello");
}

Test(exec, never_ready)
{
    char spec[256];
    char number[32];
    Table table;
    own_sleep(number);
    (void)snprintf(spec, sizeof spec, "exec:timeout=100,start=0.3;sh tests/bots/bad.sh start_hang %s",
                   number);
    table_init(&table, spec);
    const GameResult result = play(&table, SEAT_COALITION);
    cr_expect_eq(result.status, RUNNER_FORFEIT);
    cr_expect_str_eq(result.forfeit, "no marshalok within 0.3 s");
    table_release(&table);
    expect_nothing_left("start_hang");
}

Test(exec, no_such_command)
{
    Table table;
    table_init(&table, "exec:no-such-program-anywhere 2>/dev/null");
    const GameResult result = play(&table, SEAT_FRENCH);
    cr_expect_eq(result.status, RUNNER_FORFEIT);
    cr_expect_str_eq(result.forfeit, "the program ended with exit code 127 (command not found)");
    table_release(&table);
}

Test(exec, one_bad_game_does_not_end_the_match)
{
    /* wrong in every second game: a file says which */
    char folder[256];
    char spec[700];
    Table table;
    MatchTally tally;
    support_folder("exec-every-second", folder);
    (void)snprintf(
        spec, sizeof spec,
        "exec:if rmdir %s/odd 2>/dev/null; then exec sh tests/bots/bad.sh crash; else mkdir %s/odd; "
        "exec sh tests/bots/bad.sh good; fi",
        folder, folder);
    table_init(&table, spec);
    const MatchPlan plan = {
        .game = &table.game, .policies = {&table.random, &table.bot}, .games = 10, .seed = 1, .threads = 1};
    cr_assert(match_run(&plan, &tally, NULL));
    cr_expect_eq(tally.games, 10);
    cr_expect_eq(tally.forfeits[SEAT_COALITION], 5);
    cr_expect_eq(tally.forfeits[SEAT_FRENCH], 0);
    table_release(&table);
    expect_nothing_left("a match");
}

/* ---- good programs ---- */

static Move first_move(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    return query->legal->moves[0];
}

Test(exec, plays_as_the_same_player_in_this_program_would)
{
    static const PolicyKind first = {.name = "first", .choose = first_move};
    Table table;
    MatchTally tallies[2];
    table_init(&table, "exec:sh tests/bots/bad.sh good");
    const Policy own = {.kind = &first, .game = &table.game, .spec = "first"};
    const Policy *players[2] = {&table.bot, &own};
    const unsigned before = open_files();
    for (int i = 0; i < 2; i++) {
        const MatchPlan plan = {.game = &table.game,
                                .policies = {players[i], &table.random},
                                .games = 30,
                                .seed = 1,
                                .threads = 2};
        cr_assert(match_run(&plan, &tallies[i], NULL));
    }
    cr_expect_eq(tallies[0].games, 30);
    cr_expect_eq(memcmp(&tallies[0], &tallies[1], sizeof tallies[0]), 0);
    cr_expect_eq(tallies[0].forfeits[SEAT_FRENCH], 0, "%s", tallies[0].forfeit[SEAT_FRENCH]);
    cr_expect_eq(open_files(), before);
    table_release(&table);
    expect_nothing_left("good play");
}

Test(exec, the_engine_is_an_opponent)
{
    char spec[256];
    Table table;
    MatchTally tally;
    (void)snprintf(spec, sizeof spec, "exec:%s/marshal-toy engine --policy mcts:sims=60", program());
    table_init(&table, spec);
    const MatchPlan plan = {
        .game = &table.game, .policies = {&table.bot, &table.random}, .games = 8, .seed = 1, .threads = 2};
    cr_assert(match_run(&plan, &tally, NULL));
    cr_expect_eq(tally.forfeits[SEAT_FRENCH], 0, "%s", tally.forfeit[SEAT_FRENCH]);
    cr_expect_gt(tally.wins[SEAT_FRENCH], 5, "the search beats random play");
    table_release(&table);
    expect_nothing_left("the engine");
}

/* What a program is told, as it arrives. */
Test(exec, is_told_the_game_and_its_view)
{
    char folder[256];
    char path[300];
    char spec[512];
    Table table;
    StrBuf told;
    Err err;
    err_clear(&err);
    support_folder("exec-told", folder);
    (void)snprintf(path, sizeof path, "%s/told", folder);
    (void)snprintf(spec, sizeof spec, "exec:timeout=7.5;tee %s | sh tests/bots/bad.sh good", path);
    support_load(&table.game, "toy/plain", "setup.last_year=1803");
    cr_assert(policy_init(&table.random, &table.game, "random", &err));
    cr_assert(policy_init(&table.bot, &table.game, spec, &err));
    cr_expect_eq(play(&table, SEAT_COALITION).status, RUNNER_DONE);
    strbuf_init(&told);
    cr_assert(support_read(path, &told));
    const char *start = "marshal 1\nscenario toy/plain\noverride setup.last_year=1803\nnewgame "
                        "coalition\nisready\nposition view {";
    cr_expect(strncmp(told.text, start, strlen(start)) == 0, "%.300s", told.text);
    cr_expect_not_null(strstr(told.text, "\ngo deadline 7.5\n"));
    cr_expect_not_null(strstr(told.text, "\nquit\n"));
    cr_expect_null(strstr(told.text, "seed"), "the dice follow from the seed");
    const char *view = strstr(told.text, "{\"scenario\"");
    cr_assert_not_null(view);
    cJSON *json = cJSON_ParseWithOpts(view, &view, false);
    cr_assert_not_null(json);
    cr_expect_str_eq(cJSON_GetObjectItem(json, "viewer")->valuestring, "coalition");
    cr_expect_str_eq(cJSON_GetObjectItem(json, "seat")->valuestring, "coalition");
    const cJSON *legal = cJSON_GetObjectItem(json, "legal");
    char moves[64];
    (void)snprintf(moves, sizeof moves, "\nmoves %d %.30s ", cJSON_GetArraySize(legal),
                   cJSON_GetArrayItem(legal, 0)->valuestring);
    cr_expect(strncmp(view, moves, strlen(moves)) == 0, "expected \"%s\" in \"%.60s\"", moves, view);
    cr_expect_eq(strlen(cJSON_GetObjectItem(json, "bytes")->valuestring), 2 * table.game.rules->state_bytes);
    cJSON_Delete(json);
    strbuf_release(&told);
    table_release(&table);
}

/* ---- the specification ---- */

static void expect_spec(const Game *game, const char *spec, const char *message)
{
    Policy policy;
    Err err;
    err_clear(&err);
    const bool made = policy_init(&policy, game, spec, &err);
    cr_expect_eq(made, message == NULL, "%s: %s", spec, err.message);
    if (made) {
        policy_release(&policy);
    } else if (message != NULL) {
        cr_expect_not_null(strstr(err.message, message), "%s: expected \"%s\", found \"%s\"", spec, message,
                           err.message);
    }
}

Test(exec, specification)
{
    Game game;
    support_load(&game, "toy/plain", NULL);
    expect_spec(&game, "exec", "expected a command");
    expect_spec(&game, "exec:", "expected a command");
    expect_spec(&game, "exec:  ", "expected a command");
    expect_spec(&game, "exec:timeout=5", "expected a command");
    expect_spec(&game, "exec:timeout=5;", "expected a command");
    expect_spec(&game, "exec:timeout=0;x", "expected a number from 0.01 to 86400");
    expect_spec(&game, "exec:timeout=nan;x", "expected a number");
    expect_spec(&game, "exec:timeout=5,stop=1;x", "expected timeout=SECONDS or start=SECONDS");
    expect_spec(&game, "exec:timeout=5,start=1,start=2;x", "expected timeout=SECONDS");
    expect_spec(&game, "exec:timeout=5,start=1;a:b,c=d;e", NULL);
    expect_spec(&game, "exec:;timeout=5 is the program's name", NULL);
    expect_spec(&game, "exec:a=b,c;d", NULL);
    game_release(&game);
}

Test(exec, commands_with_commas_and_colons)
{
    Table table;
    table_init(&table,
               "exec:timeout=9;A='a:b,c;d'; test \"$A\" = 'a:b,c;d' && exec sh tests/bots/bad.sh good");
    const GameResult result = play(&table, SEAT_FRENCH);
    cr_expect_eq(result.status, RUNNER_DONE, "%s", result.forfeit);
    table_release(&table);
}

/* ---- the program ---- */

/* support_run splits its arguments at spaces; a bot without any is a file. FILE.runs is there once it runs.
 */
static void write_bot(const char *folder, const char *how, char path[300])
{
    char text[500];
    char command[400];
    (void)snprintf(path, 300, "%s/%s.sh", folder, how);
    (void)snprintf(text, sizeof text, "#!/bin/sh\n: > %s.runs\nexec sh tests/bots/bad.sh %s\n", path, how);
    cr_assert(support_write(path, text, strlen(text)));
    (void)snprintf(command, sizeof command, "chmod +x %s", path);
    cr_assert_eq(system(command), 0);
}

Test(exec_command, match_and_duel_tell_of_forfeits)
{
    char folder[256];
    char bot[300];
    char line[900];
    Run run;
    support_folder("exec-command", folder);
    write_bot(folder, "illegal", bot);
    (void)snprintf(line, sizeof line,
                   "match toy/plain --french exec:%s --games 4 --json --records %s/records", bot, folder);
    support_run(&run, line);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json);
    const cJSON *french = cJSON_GetObjectItem(json, "french");
    cr_expect_eq(cJSON_GetObjectItem(french, "forfeits")->valueint, 4);
    cr_expect_str_eq(cJSON_GetObjectItem(french, "first_forfeit")->valuestring, "illegal move \"fly(moon)\"");
    cr_expect_eq(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "coalition"), "forfeits")->valueint, 0);
    cr_expect_eq(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "coalition"), "wins")->valueint, 4);
    cr_expect_eq(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "outcomes"), "coalition_forfeit")->valueint,
                 4);
    cJSON_Delete(json);
    support_run_release(&run);
    (void)snprintf(line, sizeof line, "replay %s/records/00000004.jsonl --check --json", folder);
    support_run(&run, line);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect_not_null(strstr(run.out.text, "\"grade\":\"forfeit\""), "%s", run.out.text);
    support_run_release(&run);
    (void)snprintf(line, sizeof line, "duel toy/plain --a random --b exec:%s --pairs 2", bot);
    support_run(&run, line);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    cr_expect_not_null(strstr(run.out.text, "gave up 4 games, first because: illegal move"), "%s",
                       run.out.text);
    support_run_release(&run);
}

Test(exec_command, ctrl_c_while_a_bot_thinks)
{
    char folder[256];
    char bot[300];
    char line[600];
    char runs[320];
    Run run;
    support_folder("exec-interrupt", folder);
    write_bot(folder, "hang", bot);
    (void)snprintf(runs, sizeof runs, "%s.runs", bot);
    (void)snprintf(line, sizeof line,
                   "match toy/plain --french exec:timeout=500;%s --games 4 --jobs 1 --json", bot);
    const Child child = support_start(line, 0);
    while (access(runs, F_OK) != 0 && support_wait(&child, 20)) {
    }
    const double start = clock_seconds();
    (void)kill((pid_t)child.pid, SIGINT);
    support_finish(&child, &run);
    cr_expect_lt(clock_seconds() - start, 60.0, "far less than the bot has");
    cr_expect_eq(run.code, 130, "%s", run.err.text);
    cr_expect_not_null(strstr(run.out.text, "\"completed\":0"), "%s", run.out.text);
    support_run_release(&run);
}

/* ---- lines and hexadecimal digits ---- */

Test(protocol, lines)
{
    int pipe_ends[2];
    Lines lines;
    char *line = NULL;
    cr_assert_eq(pipe(pipe_ends), 0);
    lines_init(&lines, pipe_ends[0], 10);
    static const char text[] =
        "one\ntwo\r\n\n0123456789\n0123456789a\nNUL\0\n01234567890123456789012345\nlast";
    cr_assert_eq(write(pipe_ends[1], text, sizeof text - 1), (ssize_t)sizeof text - 1);
    (void)close(pipe_ends[1]);
    while (lines_fill(&lines) != LINES_END) {
    }
    static const struct {
        enum line_status status;
        const char *line;
    } expected[] = {{LINE_GOOD, "one"},        {LINE_GOOD, "two"},    {LINE_GOOD, ""},
                    {LINE_GOOD, "0123456789"}, {LINE_TOO_LONG, NULL}, {LINE_BAD, NULL},
                    {LINE_TOO_LONG, NULL},     {LINE_GOOD, "last"},   {LINE_NONE, NULL}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_expect_eq(lines_next(&lines, &line), expected[i].status, "line %zu", i);
        if (expected[i].line != NULL) {
            cr_expect_str_eq(line, expected[i].line);
        }
    }
    lines_release(&lines);
    (void)close(pipe_ends[0]);
}

Test(protocol, a_line_that_comes_in_pieces)
{
    int pipe_ends[2];
    Lines lines;
    char *line = NULL;
    cr_assert_eq(pipe(pipe_ends), 0);
    lines_init(&lines, pipe_ends[0], 5);
    static const struct {
        const char *piece;
        enum line_status status;
        const char *line;
    } steps[] = {{"ab", LINE_NONE, NULL},         {"c\nd", LINE_GOOD, "abc"}, {"e\n", LINE_GOOD, "de"},
                 {"123456", LINE_TOO_LONG, NULL}, {"789", LINE_NONE, NULL},   {"\nok\n", LINE_GOOD, "ok"}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        cr_assert_gt(write(pipe_ends[1], steps[i].piece, strlen(steps[i].piece)), 0);
        cr_assert_eq(lines_fill(&lines), LINES_MORE);
        cr_expect_eq(lines_next(&lines, &line), steps[i].status, "step %zu", i);
        if (steps[i].line != NULL) {
            cr_expect_str_eq(line, steps[i].line);
        }
    }
    lines_release(&lines);
    (void)close(pipe_ends[0]);
    (void)close(pipe_ends[1]);
}

Test(protocol, hexadecimal_digits)
{
    uint8_t bytes[3] = {0};
    cr_expect(protocol_read_hex("00fFa9", bytes, 3));
    cr_expect(bytes[0] == 0 && bytes[1] == 255 && bytes[2] == 0xA9);
    cr_expect_not(protocol_read_hex("00fFa", bytes, 3));
    cr_expect_not(protocol_read_hex("00fFa900", bytes, 3));
    cr_expect_not(protocol_read_hex("00fFag", bytes, 3));
    cr_expect_not(protocol_read_hex("-1fFa9", bytes, 3));
    cr_expect_not(protocol_read_hex("", bytes, 3));
}

Test(protocol, words)
{
    char text[] = "go  sims 5 ";
    char *rest = protocol_after(text, "go");
    cr_assert_not_null(rest);
    cr_expect_null(protocol_after(text, "g"));
    cr_expect_str_eq(protocol_word(&rest), "sims");
    cr_expect_str_eq(protocol_word(&rest), "5");
    cr_expect_null(protocol_word(&rest));
    cr_expect_null(protocol_word(&rest));
}
