/* test_engine.c: `marshal engine` through pipes: a conversation, thinking that blocks nothing, and lines
 * meant to harm. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ai/clock.h"
#include "ai/lines.h"
#include "ai/process.h"
#include "ai/protocol.h"
#include "engine/dice.h"
#include "engine/replay.h"
#include "engine/rng.h"
#include "tests/support/support.h"

static const double PATIENCE =
    120.0; /* seconds; never waited for when all is well: only what hangs takes so long */

/* A running engine and what it has said. */
typedef struct Engine {
    Process process;
    Lines lines;
} Engine;

static void engine_start(Engine *engine, const char *arguments)
{
    const char *folder = getenv("MARSHAL_TEST_BUILD");
    char command[512];
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    (void)snprintf(command, sizeof command, "exec %s/marshal-toy engine %s",
                   folder != NULL ? folder : "build/debug", arguments);
    cr_assert(process_start(&engine->process, command, &err), "%s", err.message);
    lines_init(&engine->lines, engine->process.out, 16U * 1024U * 1024U);
}

static void send_bytes(const Engine *engine, const char *text, size_t length)
{
    size_t done = 0;
    while (done < length) {
        struct pollfd fd = {engine->process.in, POLLOUT, 0};
        cr_assert_gt(poll(&fd, 1, (int)PATIENCE * 1000), 0, "the engine does not read");
        const ssize_t count = process_write(&engine->process, text + done, length - done);
        cr_assert_geq(count, 0, "the engine is gone");
        done += (size_t)count;
    }
}

static void tell(const Engine *engine, const char *line)
{
    send_bytes(engine, line, strlen(line));
    send_bytes(engine, "\n", 1);
}

/* The next line it says; NULL at its end. */
static const char *hear(Engine *engine)
{
    const double end = clock_seconds() + PATIENCE;
    char *line = NULL;
    for (;;) {
        if (lines_next(&engine->lines, &line) == LINE_GOOD) {
            return line;
        }
        struct pollfd fd = {engine->process.out, POLLIN, 0};
        cr_assert_gt(poll(&fd, 1, (int)PATIENCE * 1000), 0, "the engine says nothing");
        cr_assert_lt(clock_seconds(), end);
        if (lines_fill(&engine->lines) == LINES_END) {
            return lines_next(&engine->lines, &line) == LINE_GOOD ? line : NULL;
        }
    }
}

/* The next line but for info. */
static const char *hear_answer(Engine *engine)
{
    const char *line = hear(engine);
    while (line != NULL && strncmp(line, "info ", 5) == 0) {
        line = hear(engine);
    }
    return line;
}

static void expect_start(const char *line, const char *start, const char *asked)
{
    cr_expect(line != NULL && strncmp(line, start, strlen(start)) == 0,
              "%.100s: expected \"%s\", found \"%.200s\"", asked, start, line != NULL ? line : "(the end)");
}

/* Says a line and expects an answer that begins with a text. */
static const char *expect(Engine *engine, const char *line, const char *start)
{
    tell(engine, line);
    const char *answer = hear_answer(engine);
    expect_start(answer, start, line);
    return answer;
}

/* Says a line that is not answered, and makes sure of it. */
static void expect_silence(Engine *engine, const char *line)
{
    tell(engine, line);
    (void)expect(engine, "isready", "readyok");
}

/* Ends it; its exit code, or 128 + signal. */
static int engine_end(Engine *engine)
{
    int status = 0;
    process_close_input(&engine->process);
    while (hear(engine) != NULL) {
    }
    (void)close(engine->process.out);
    cr_assert_eq(waitpid(engine->process.pid, &status, 0), engine->process.pid);
    lines_release(&engine->lines);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- a conversation ---- */

Test(engine, introduces_itself)
{
    Engine engine;
    engine_start(&engine, "--policy random");
    (void)expect(&engine, "marshal 1", "id name Marshal ");
    expect_start(hear(&engine), "option policy type policy default random", "marshal 1");
    const char *line = hear(&engine);
    while (strncmp(line, "option ", 7) == 0) {
        line = hear(&engine);
    }
    cr_expect_str_eq(line, "marshalok 1");
    tell(&engine, "quit");
    cr_expect_eq(engine_end(&engine), 0);
}

/* Why a move is not among those of "legal": the toy's own reasons, and what can be said of any game. */
Test(engine, tells_why_not)
{
    Engine engine;
    engine_start(&engine, "");
    (void)expect(&engine, "why-not pass", "error why-not: no position is set");
    expect_silence(&engine, "scenario toy/plain");
    expect_silence(&engine, "position start seed 5");
    (void)expect(&engine, "why-not keep", "why-not No throw with a one waits to be kept or pushed [3].");
    (void)expect(&engine, "why-not pass", "why-not It is legal now.");
    (void)expect(&engine, "why-not dance", "why-not Found \"dance\", expected a move of ");
    (void)expect(&engine, "why-not ", "why-not Found \"\", expected a move of ");
    expect_silence(&engine, "scenario bare/plain");
    expect_silence(&engine, "position start seed 5");
    cr_expect_eq(engine_end(&engine), 0);
}

/* A whole game, driven from outside: this test draws no dice and knows no rules. */
Test(engine, a_whole_game)
{
    Engine engine;
    StrBuf position;
    StrBuf line;
    unsigned plies = 0;
    engine_start(&engine, "toy/plain --policy heuristic");
    strbuf_init(&position);
    strbuf_init(&line);
    strbuf_add(&position, "position start seed 5 moves");
    for (;;) {
        expect_silence(&engine, position.text);
        strbuf_clear(&line);
        tell(&engine, "legal");
        strbuf_add(&line, hear_answer(&engine));
        expect_start(line.text, "legal ", "legal");
        strbuf_add_char(&line, ' ');
        if (strcmp(line.text, "legal 0 ") == 0) {
            break;
        }
        const char *answer = expect(&engine, plies % 2 == 0 ? "go" : "go sims 40", "bestmove ");
        const char *move = answer + strlen("bestmove ");
        char word[MOVE_TEXT_BYTES + 2];
        (void)snprintf(word, sizeof word, " %s ", move);
        cr_assert_not_null(strstr(line.text, word), "%s is not in \"%s\"", move, line.text);
        strbuf_add_char(&position, ' ');
        strbuf_add(&position, move);
        plies++;
        cr_assert_lt(plies, 1000);
    }
    cr_expect_gt(plies, 8);
    (void)expect(&engine, "go", "error go: the game is over");
    cr_expect_str_eq(hear_answer(&engine), "bestmove none");
    const char *board = expect(&engine, "board", "board {\"scenario\":\"toy/plain\"");
    cr_expect_not_null(strstr(board, "\"over\":true"));
    strbuf_release(&position);
    strbuf_release(&line);
    cr_expect_eq(engine_end(&engine), 0);
}

/* The same position by seed, by dice and from a record. */
Test(engine, three_ways_to_a_position)
{
    char folder[256];
    char path[300];
    char command[400];
    Run run;
    Replay replay;
    StrBuf by_dice;
    StrBuf by_seed;
    StrBuf boards[3];
    Err err;
    err_clear(&err);
    support_folder("engine", folder);
    (void)snprintf(command, sizeof command, "match toy/plain --games 1 --records %s", folder);
    support_run(&run, command);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    support_run_release(&run);
    (void)snprintf(path, sizeof path, "%s/00000001.jsonl", folder);
    cr_assert(replay_open(&replay, path, NULL, true, &err), "%s", err.message);
    strbuf_init(&by_dice);
    strbuf_init(&by_seed);
    strbuf_add(&by_dice, "position dice ");
    for (size_t i = 0; i < replay.record.header.dice_count; i++) {
        strbuf_addf(&by_dice, "%s%u", i > 0 ? "," : "", replay.record.header.dice[i]);
    }
    strbuf_add(&by_dice, " moves");
    strbuf_addf(&by_seed, "position start seed %llu moves", (unsigned long long)replay.record.header.seed);
    while (replay_next(&replay, &err) == REPLAY_DECISION && replay.plies < 9) {
        strbuf_addf(&by_seed, " %s", replay.step.move);
        strbuf_addf(&by_dice, " %s", replay.step.move);
        for (size_t i = 0; i < replay.step.dice_count; i++) {
            strbuf_addf(&by_dice, "%s%u", i > 0 ? "," : "/", replay.step.dice[i]);
        }
        cr_assert(replay_apply(&replay, &err), "%s", err.message);
    }
    Engine engine;
    engine_start(&engine, "");
    (void)snprintf(command, sizeof command, "position record %s ply 9", path);
    const char *lines[3] = {command, by_seed.text, by_dice.text}; /* the first brings the scenario along */
    for (int i = 0; i < 3; i++) {
        expect_silence(&engine, lines[i]);
        strbuf_init(&boards[i]);
        strbuf_add(&boards[i], expect(&engine, "board both", "board {"));
    }
    cr_expect_str_eq(boards[0].text, boards[1].text);
    cr_expect_str_eq(boards[0].text, boards[2].text);
    (void)snprintf(command, sizeof command, "position record %s ply 9999", path);
    (void)expect(&engine, command, "error ");
    (void)expect(&engine, "board both", "board {\"scenario\":\"toy/plain\""); /* nothing was changed */
    for (int i = 0; i < 3; i++) {
        strbuf_release(&boards[i]);
    }
    cr_expect_eq(engine_end(&engine), 0);
    strbuf_release(&by_dice);
    strbuf_release(&by_seed);
    replay_release(&replay);
}

Test(engine, shows_a_seat_no_more_than_it_may_know)
{
    Engine engine;
    Run run;
    engine_start(&engine, "toy/plain");
    expect_silence(&engine, "position start seed 3");
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        char line[64];
        (void)snprintf(line, sizeof line, "show toy/plain --json --seed 3 --seat %s", seat_name((Seat)seat));
        support_run(&run, line);
        run.out.text[strcspn(run.out.text, "\n")] = '\0';
        (void)snprintf(line, sizeof line, "board %s", seat_name((Seat)seat));
        const char *board = expect(&engine, line, "board {");
        cr_expect_str_eq(board + strlen("board "), run.out.text);
        support_run_release(&run);
    }
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, overrides_change_the_game)
{
    Engine engine;
    StrBuf plain;
    strbuf_init(&plain);
    engine_start(&engine, "");
    (void)expect(&engine, "override setup.last_year=1802", "error no scenario");
    expect_silence(&engine, "scenario toy/plain");
    expect_silence(&engine, "position start");
    strbuf_add(&plain, expect(&engine, "board", "board {"));
    expect_silence(&engine, "override setup.last_year=1802");
    (void)expect(&engine, "board", "error board: no position"); /* it was one of another game */
    expect_silence(&engine, "override setup.start.french=5");
    expect_silence(&engine, "position start");
    const char *board = expect(&engine, "board", "board {");
    cr_expect_str_neq(board, plain.text);
    cr_expect_not_null(strstr(board, "\"points\":[5,1]"), "%s", board);
    (void)expect(&engine, "override setup.nothing=1", "error ");
    (void)expect(&engine, "board", "board {"); /* the game is the one before */
    expect_silence(&engine, "scenario toy/plain");
    expect_silence(&engine, "position start");
    cr_expect_str_eq(expect(&engine, "board", "board {"), plain.text, "a scenario begins without overrides");
    strbuf_release(&plain);
    cr_expect_eq(engine_end(&engine), 0);
}

/* ---- thinking ---- */

Test(engine, thinks_without_blocking)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    expect_silence(&engine, "position start seed 2");
    expect_silence(&engine, "setoption every 0.05");
    expect_silence(&engine, "setoption lines 2");
    tell(&engine, "go infinite");
    unsigned infos = 0;
    while (infos < 6) { /* it tells of itself while it thinks */
        const char *line = hear(&engine);
        expect_start(line, "info iterations ", "go infinite");
        cr_expect_not_null(strstr(line, " win "));
        cr_expect_not_null(strstr(line, infos % 2 == 0 ? " rank 1 move " : " rank 2 move "));
        cr_expect_not_null(strstr(line, " line "));
        infos++;
    }
    for (int i = 0; i < 20; i++) { /* in between: the search's answer would come first, had it ended */
        (void)expect(&engine, "isready", "readyok");
    }
    (void)expect(&engine, "stop", "bestmove ");
    expect_silence(&engine, "stop");                  /* with nothing to stop */
    (void)expect(&engine, "go sims 50", "bestmove "); /* that stop was not for this one */
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, deadline_and_time)
{
    Engine engine;
    /* by itself it would think for far longer than PATIENCE */
    engine_start(&engine, "toy/plain --policy mcts:time=1000,early=0");
    expect_silence(&engine, "position start seed 2");
    const double asked = clock_seconds();
    (void)expect(&engine, "go deadline 0.5", "bestmove ");
    cr_expect_gt(clock_seconds() - asked, 0.3, "the time is used");
    (void)expect(&engine, "go time 0.2", "bestmove ");
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, several_go_at_once_are_all_answered)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    tell(&engine, "position start seed 2");
    for (int i = 0; i < 5; i++) {
        tell(&engine, "go infinite");
    }
    tell(&engine, "stop");
    for (int i = 0; i < 5; i++) {
        expect_start(hear_answer(&engine), "bestmove ", "go infinite");
    }
    for (int i = 0; i < 200; i++) { /* more than there may be */
        tell(&engine, "go infinite");
    }
    tell(&engine, "stop");
    unsigned moves = 0;
    while (moves < 200) {
        const char *line = hear_answer(&engine);
        cr_assert_not_null(line);
        moves += strncmp(line, "bestmove ", 9) == 0;
    }
    (void)expect(&engine, "isready", "readyok");
    cr_expect_eq(engine_end(&engine), 0);
}

/* The same question is answered the same way, and as a session of this program would. */
Test(engine, thinking_can_be_repeated)
{
    char first[200] = "";
    for (int i = 0; i < 3; i++) {
        Engine engine;
        engine_start(&engine, i < 2 ? "toy/plain --seed 9" : "toy/plain");
        expect_silence(&engine, "position start seed 2");
        if (i == 2) {
            expect_silence(&engine, "setoption seed 9");
        }
        expect_silence(&engine, "setoption every 3600");
        tell(&engine, "go policy mcts:sims=300,early=0");
        const char *info = hear(&engine);
        expect_start(info, "info iterations 300 ", "go policy");
        const char *told = strstr(info, " rank 1 ");
        cr_assert_not_null(told);
        if (i == 0) {
            (void)snprintf(first, sizeof first, "%s", told);
        }
        cr_expect(strncmp(told, first, sizeof first - 1) == 0, "%s", told);
        expect_start(hear(&engine), "bestmove ", "go policy");
        cr_expect_eq(engine_end(&engine), 0);
    }
}

/* ---- the end ---- */

Test(engine, ends_with_its_input)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    tell(&engine, "position start");
    tell(&engine, "go sims 20");
    process_close_input(&engine.process);
    expect_start(hear_answer(&engine), "bestmove ", "what was asked before the end is answered");
    cr_expect_eq(engine_end(&engine), 0);
    engine_start(&engine, "toy/plain");
    tell(&engine, "position start");
    send_bytes(&engine, "go infinite", strlen("go infinite")); /* without a line feed */
    process_close_input(&engine.process);
    expect_start(hear_answer(&engine), "bestmove ", "what would never end is stopped");
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, quits_while_thinking)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    tell(&engine, "position start");
    tell(&engine, "go infinite");
    tell(&engine, "quit");
    expect_start(hear_answer(&engine), "bestmove ", "a search that is running gives its move");
    cr_expect_eq(engine_end(&engine), 0);
}

/* A script may write all that it asks at once, quit included: all of it is answered, in order, and what comes
 * after quit is not. */
Test(engine, answers_what_was_asked_before_quit)
{
    static const char all[] = "marshal 1\nisready\nscenario toy/plain\nposition start\ngo sims 50\nbla\n"
                              "go infinite\nquit\nisready\n";
    static const char *const answers[] = {"id name Marshal ", "option ", "marshalok", "readyok",
                                          "bestmove ",        "error ",  "bestmove ", NULL};
    Engine engine;
    engine_start(&engine, "");
    send_bytes(&engine, all, sizeof all - 1);
    const char *line = hear_answer(&engine);
    for (unsigned i = 0; answers[i] != NULL; i++) {
        expect_start(line, answers[i], "quit sent ahead");
        do {
            line = hear_answer(&engine);
        } while (line != NULL && i == 1 && strncmp(line, "option ", 7) == 0);
    }
    cr_expect_null(line, "%s", line != NULL ? line : "");
    cr_expect_eq(engine_end(&engine), 0);
}

/* ---- hostile lines ---- */

Test(engine, wrong_lines_are_told_and_change_nothing)
{
    static const struct {
        const char *line;
        const char *answer;
    } wrong[] = {
        {"bla", "error unknown command \"bla\""},
        {" go", "error unknown command"},
        {"goo", "error unknown command"},
        {"\x1b[31mred", "error unknown command \"?[31mred\""},
        {"scenario", "error "},
        {"scenario no/where", "error "},
        {"scenario ../../../../etc/passwd", "error "},
        {"override", "error "},
        {"override x", "error "},
        {"setoption", "error setoption"},
        {"setoption colour red", "error option \"colour\""},
        {"setoption threads", "error option threads"},
        {"setoption threads 0", "error option threads"},
        {"setoption threads 1e99", "error option threads"},
        {"setoption every nan", "error option every"},
        {"position", "error position"},
        {"position sideways", "error position"},
        {"position start seed", "error seed"},
        {"position start seed x", "error seed"},
        {"position start seed 1x", "error seed"},
        {"position start seed 18446744073709551616", "error seed"},
        {"position start sed 1", "error found \"sed\""},
        {"position start moves nonsense", "error move 1, \"nonsense\", is not legal"},
        {"position start moves roll(1) roll(1) roll(1) x", "error move"},
        {"position dice", "error decision 0"},
        {"position dice 1,2,x", "error dice"},
        {"position dice 0", "error dice"},
        {"position dice 99999", "error dice"},
        {"position dice -1", "error dice"},
        {"position record", "error "},
        {"position record /dev/null", "error "},
        {"position record . ply 3", "error "},
        {"position record x ply -3", "error ply"},
        {"position view", "error "},
        {"position view {", "error "},
        {"position view []", "error "},
        {"position view {\"bytes\":\"00\"}", "error "},
        {"board sideways", "error board"},
        {"newgames", "error unknown"},
    };
    Engine engine;
    StrBuf before;
    engine_start(&engine, "toy/plain");
    expect_silence(&engine, "position start seed 4");
    strbuf_init(&before);
    strbuf_add(&before, expect(&engine, "board", "board {"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)expect(&engine, wrong[i].line, wrong[i].answer);
        cr_expect_str_eq(expect(&engine, "board", "board {"), before.text, "after %s", wrong[i].line);
    }
    strbuf_release(&before);
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, every_wrong_go_is_answered_with_a_bestmove)
{
    static const char *const wrong[] = {
        "go sims",        "go sims x",           "go sims -4",     "go sims 0",      "go time 0",
        "go time inf",    "go deadline",         "go faster",      "go policy",      "go policy bla",
        "go policy mcts", "go policy exec:true", "go policy exec", "go sims 5 time", "go policy mcts:sims=x"};
    Engine engine;
    engine_start(&engine, "");
    (void)expect(&engine, "go", "error go: no position is set");
    cr_expect_str_eq(hear_answer(&engine), "bestmove none");
    expect_silence(&engine, "scenario toy/plain");
    expect_silence(&engine, "position start");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)expect(&engine, wrong[i], "error ");
        cr_expect_str_eq(hear_answer(&engine), "bestmove none", "%s", wrong[i]);
    }
    expect_silence(&engine, "setoption policy random");
    (void)expect(&engine, "setoption policy exec:touch build/never", "error an engine starts no programs");
    (void)expect(&engine, "setoption policy", "error policy \"\"");
    (void)expect(&engine, "setoption policy lvel:3", "error policy \"lvel:3\"");
    cr_expect_str_neq(expect(&engine, "go", "bestmove "), "bestmove none", "the option is what it was");
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, lines_of_any_length_and_bytes)
{
    Engine engine;
    StrBuf text;
    engine_start(&engine, "toy/plain");
    strbuf_init(&text);
    for (int i = 0; i < PROTOCOL_LINE_MAX / 8; i++) {
        strbuf_add(&text, "12345678");
    }
    strbuf_add(&text, "9\nisready\n");
    send_bytes(&engine, text.text, text.length);
    expect_start(hear(&engine), "error a line has more than ", "a long line");
    expect_start(hear(&engine), "readyok", "what follows it");
    static const char nul[] = "go\0sims\nisready\n";
    send_bytes(&engine, nul, sizeof nul - 1);
    expect_start(hear(&engine), "error a line holds a NUL byte", "a NUL byte");
    expect_start(hear(&engine), "readyok", "what follows it");
    strbuf_clear(&text);
    strbuf_add(&text, "position start moves");
    for (int i = 0; i < 200000; i++) {
        strbuf_add(&text, " x");
    }
    (void)expect(&engine, text.text, "error move 1");
    Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, 0);
    strbuf_clear(&text);
    for (int i = 0; i < 100000; i++) {
        strbuf_add_char(&text, (char)rng_bounded(&rng, 256));
    }
    strbuf_add(&text, "\nposition start\ngo sims 10\n");
    send_bytes(&engine, text.text, text.length);
    const char *line = hear(&engine);
    while (line != NULL && strncmp(line, "bestmove ", 9) != 0) {
        expect_start(line, strncmp(line, "info", 4) == 0 ? "info " : "error ", "noise");
        line = hear(&engine);
    }
    cr_expect_not_null(line);
    strbuf_release(&text);
    cr_expect_eq(engine_end(&engine), 0);
}

/* Words of the protocol in any order and number. */
Test(engine, random_lines_of_real_words)
{
    static const char *const words[] = {
        "go",      "sims",  "5",         "time",  "0.01", "position", "start",    "seed",
        "7",       "moves", "roll",      "pass",  "view", "{}",       "dice",     "1,2,3",
        "legal",   "board", "french",    "both",  "stop", "newgame",  "scenario", "toy/plain",
        "marshal", "1",     "setoption", "lines", "3",    "moves",    "isready",  "override"};
    enum { WORDS = sizeof words / sizeof words[0] };
    Engine engine;
    Rng rng = rng_derive(6, RNG_PURPOSE_FUZZ, 0);
    engine_start(&engine, "toy/plain");
    for (int i = 0; i < 400; i++) {
        char line[200] = "";
        size_t length = 0;
        for (uint32_t left = 1 + rng_bounded(&rng, 5); left > 0; left--) {
            length += (size_t)snprintf(line + length, sizeof line - length, "%s%s", length > 0 ? " " : "",
                                       words[rng_bounded(&rng, WORDS)]);
        }
        tell(&engine, line);
    }
    tell(&engine, "scenario toy/short");
    tell(&engine, "position start");
    tell(&engine, "board");
    const char *line = hear(&engine);
    while (line != NULL && strstr(line, "toy/short") == NULL) {
        cr_expect(strncmp(line, "error the worker", 16) != 0, "%s", line);
        line = hear(&engine);
    }
    cr_expect_not_null(line);
    cr_expect_eq(engine_end(&engine), 0);
}

/* ---- views ---- */

/* A position of a random game, as its seat to act sees it, as the line a client sends; plies >= 1 decisions
 * in. */
static void write_view(const Game *game, StrBuf *line, StateBuffer *view, unsigned plies, uint64_t seed)
{
    StateBuffer state;
    MoveList legal;
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 1);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state.header, &dice);
    for (unsigned i = 0; i < plies && state.header.over == 0; i++) {
        StateBuffer next = state;
        const uint32_t count = game_legal(game, &state.header, &legal);
        game_apply(game, &next.header, legal.moves[rng_bounded(&rng, count)], &dice);
        if (next.header.over != 0) {
            break;
        }
        state = next;
    }
    const Seat seat = (Seat)state.header.seat;
    memset(view, 0, sizeof *view);
    game->rules->view(game->data, &state.header, seat, &view->header);
    const ProtocolBoard board = {game, &view->header, plies, seat, NULL, true};
    strbuf_clear(line);
    strbuf_add(line, "position view ");
    protocol_write_board(line, &board);
}

static void check_views(const char *scenario, unsigned views)
{
    Game game;
    Engine engine;
    StateBuffer view;
    StrBuf line;
    Err err;
    char command[64];
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(game_load(&game, scenario, NULL, 0, &err), "%s", err.message);
    engine_start(&engine, scenario);
    strbuf_init(&line);
    for (unsigned i = 0; i < views; i++) {
        write_view(&game, &line, &view, 1 + 7 * i, i);
        expect_silence(&engine, line.text);
        (void)expect(&engine, "go sims 20", "bestmove ");
        const Seat seat = (Seat)view.header.seat;
        (void)snprintf(command, sizeof command, "board %s", seat_name(seat_other(seat)));
        (void)expect(&engine, command, "error board");
        (void)snprintf(command, sizeof command, "board %s", seat_name(seat));
        (void)expect(&engine, command, "board {");
    }
    strbuf_release(&line);
    game_release(&game);
    cr_expect_eq(engine_end(&engine), 0);
}

Test(engine, thinks_from_views)
{
    check_views("toy/plain", 8);
    check_views("toy/wide", support_short() ? 10 : 60);
}

/* Puts other bytes into a view's line. */
static void spoil(StrBuf *line, size_t bytes, Rng *rng)
{
    static const char digits[] = "0123456789abcdef";
    char *hex = strstr(line->text, "\"bytes\":\"");
    cr_assert_not_null(hex);
    hex += strlen("\"bytes\":\"");
    const uint32_t kind = rng_bounded(rng, 4);
    const uint32_t changes = kind == 0 ? (uint32_t)bytes : 1 + rng_bounded(rng, kind == 1 ? 2 : 12);
    for (uint32_t i = 0; i < changes; i++) {
        hex[rng_bounded(rng, (uint32_t)(2 * bytes))] = digits[rng_bounded(rng, 16)];
    }
}

/* Views with any bytes: refused, or taken for what they are; whatever they do to the worker, the engine goes
 * on. */
Test(engine, survives_views_of_any_bytes, .timeout = 120)
{
    Game game;
    Engine engine;
    StateBuffer view;
    StrBuf line;
    Err err;
    unsigned refused = 0;
    unsigned taken = 0;
    unsigned lost = 0;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(game_load(&game, "toy/wide", NULL, 0, &err), "%s", err.message);
    engine_start(&engine, "toy/wide 2>/dev/null"); /* sanitizers have much to say of a worker that fails */
    strbuf_init(&line);
    Rng rng = rng_derive(8, RNG_PURPOSE_FUZZ, 2);
    const unsigned rounds = support_short() ? 50 : 300;
    for (unsigned i = 0; i < rounds; i++) {
        write_view(&game, &line, &view, rng_bounded(&rng, 300), i);
        spoil(&line, game.rules->state_bytes, &rng);
        tell(&engine, "scenario toy/wide"); /* a worker that was lost has forgotten it */
        tell(&engine, "position start");
        tell(&engine, line.text);
        tell(&engine, "go sims 20");
        bool bad = false;
        const char *answer = hear_answer(&engine);
        while (answer != NULL && strncmp(answer, "bestmove ", 9) != 0) {
            bad = true;
            lost += strncmp(answer, "error the worker", 16) == 0;
            answer = hear_answer(&engine);
        }
        cr_assert_not_null(answer);
        refused += bad;
        taken += !bad;
    }
    (void)expect(&engine, "isready", "readyok");
    cr_expect_gt(refused, rounds / 4);
    cr_expect_gt(taken, 0, "some changes make no difference");
    /* whatever such bytes do to a worker, they are refused before it comes to harm nearly always */
    cr_expect_leq(lost, rounds / 10, "%u of %u lost their worker", lost, rounds);
    strbuf_release(&line);
    game_release(&game);
    cr_expect_eq(engine_end(&engine), 0);
}

/* The process that thinks. */
static pid_t worker_of(const Engine *engine)
{
    char path[128];
    long worker = 0;
    (void)snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)engine->process.pid,
                   (long)engine->process.pid);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "%ld", &worker), 1);
    (void)fclose(file);
    cr_assert_gt(worker, 1);
    return (pid_t)worker;
}

/* A worker that dies is replaced, and what it owed is answered. */
Test(engine, survives_the_loss_of_its_worker)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    expect_silence(&engine, "position start");
    tell(&engine, "go infinite");
    tell(&engine, "go infinite");
    (void)expect(&engine, "isready", "readyok");
    cr_assert_eq(kill(worker_of(&engine), SIGKILL), 0);
    expect_start(hear_answer(&engine), "error the worker failed (signal 9)", "a lost worker");
    cr_expect_str_eq(hear_answer(&engine), "bestmove none");
    cr_expect_str_eq(hear_answer(&engine), "bestmove none");
    (void)expect(&engine, "legal", "error legal: no position is set");
    expect_silence(&engine, "position start");
    (void)expect(&engine, "go sims 10", "bestmove ");
    cr_expect_eq(engine_end(&engine), 0);
}

/* So is one that hangs, a while after it was told to stop. */
Test(engine, survives_a_worker_that_does_not_stop)
{
    Engine engine;
    engine_start(&engine, "toy/plain");
    expect_silence(&engine, "position start");
    tell(&engine, "go infinite");
    (void)expect(&engine, "isready", "readyok");
    cr_assert_eq(kill(worker_of(&engine), SIGSTOP), 0);
    (void)expect(&engine, "isready", "readyok");
    tell(&engine, "stop");
    (void)expect(&engine, "isready", "readyok");
    expect_start(hear_answer(&engine), "error the worker did not stop", "a worker that hangs");
    cr_expect_str_eq(hear_answer(&engine), "bestmove none");
    expect_silence(&engine, "position start");
    (void)expect(&engine, "go sims 10", "bestmove ");
    cr_expect_eq(engine_end(&engine), 0);
}
