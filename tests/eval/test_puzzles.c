/* test_puzzles.c: puzzles: what is found and kept, the file format, what no longer fits. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/puzzles/puzzle.h"
#include "eval/puzzles/puzzle_find.h"
#include "tests/support/support.h"

static const char SHIPPED[] = "tests/scenarios/toy/puzzles/plain.json";

__attribute__((format(printf, 3, 4))) static int run(char **out, bool error, const char *format, ...)
{
    char arguments[1200];
    Run program;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(arguments, sizeof arguments, format, values);
    va_end(values);
    support_use_test_scenarios();
    support_run(&program, arguments);
    *out = strdup(error ? program.err.text : program.out.text);
    const int code = program.code;
    support_run_release(&program);
    return code;
}

static char *file_text(const char *path)
{
    StrBuf text;
    strbuf_init(&text);
    cr_assert(support_read(path, &text), "%s", path);
    return text.text;
}

/* ------------------------------------------------------------------ finding */

static void expect_puzzle(const PuzzleSet *set, uint32_t index, double margin)
{
    const Puzzle *puzzle = &set->puzzles[index];
    Replay *replay = malloc(sizeof *replay);
    Err err;
    err_clear(&err);
    cr_assert(puzzle_open(set, index, replay, &err), "%s: %s", err.path, err.message);
    cr_expect_eq(replay->state.header.seat, puzzle->seat);
    cr_expect_str_eq(puzzle->moves[0].move, puzzle->solution);
    cr_expect_geq(puzzle->margin, margin);
    cr_expect_gt(puzzle->margin, PUZZLE_ERRORS * puzzle->margin_error);
    for (uint32_t i = 1; i < puzzle->move_count; i++) {
        cr_expect_lt(puzzle->moves[i].win, puzzle->moves[0].win, "%s is not worse than the solution",
                     puzzle->moves[i].move);
    }
    cr_expect(strstr(puzzle->record.text, "\"seed\":") == NULL, "what falls later is not told");
    replay_release(replay);
    free(replay);
}

Test(puzzles, are_found_the_same_for_any_number_of_jobs)
{
    char folder[256];
    char path[300];
    char *out = NULL;
    PuzzleSet set;
    Err err;
    err_clear(&err);
    support_folder("puzzles", folder);
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        cr_assert_eq(run(&out, true,
                         "puzzles toy/plain --out %s/%d.json --policy random --games 6 --sims 200 --margin 5 "
                         "--count 3 "
                         "--jobs %d",
                         folder, jobs, jobs),
                     0, "%s", out);
        free(out);
    }
    (void)snprintf(path, sizeof path, "%s/1.json", folder);
    char *one = file_text(path);
    cr_assert(puzzle_set_read(&set, path, &err), "%s: %s", err.path, err.message);
    (void)snprintf(path, sizeof path, "%s/3.json", folder);
    char *other = file_text(path);
    cr_expect_str_eq(one, other);
    cr_assert_gt(set.count, 0U);
    cr_expect_leq(set.count, 3U);
    for (uint32_t i = 0; i < set.count; i++) {
        expect_puzzle(&set, i, 0.05);
    }
    StrBuf again;
    strbuf_init(&again);
    puzzle_set_write(&set, &again);
    cr_expect_str_eq(again.text, one, "read and written it is the same");
    strbuf_release(&again);
    puzzle_set_release(&set);
    free(one);
    free(other);
}

Test(puzzles, show_what_the_seat_knows_and_no_more)
{
    PuzzleSet set;
    Err err;
    char *out = NULL;
    StrBuf own;
    StrBuf all;
    err_clear(&err);
    support_use_test_scenarios();
    cr_assert(puzzle_set_read(&set, SHIPPED, &err), "%s", err.message);
    Replay *replay = malloc(sizeof *replay);
    cr_assert(puzzle_open(&set, 0, replay, &err), "%s", err.message);
    const Game *game = &replay->game;
    strbuf_init(&own);
    strbuf_init(&all);
    game->rules->position_text(game->data, &replay->state.header, set.puzzles[0].seat, &own);
    game->rules->position_text(game->data, &replay->state.header, SEAT_BOTH, &all);
    cr_assert_str_neq(own.text, all.text, "there is something hidden in this position");
    cr_assert_eq(run(&out, false, "puzzles %s --number 1", SHIPPED), 0);
    cr_expect(strstr(out, own.text) != NULL, "%s\nexpected:\n%s", out, own.text);
    free(out);
    strbuf_release(&own);
    strbuf_release(&all);
    replay_release(replay);
    free(replay);
    puzzle_set_release(&set);
}

/* ------------------------------------------------------------------ choosing */

static void add(PuzzleSet *set, uint32_t level, bool heuristic, double margin, const char *source)
{
    Puzzle puzzle = {.level = level, .heuristic = heuristic, .margin = margin, .plies = set->count};
    strbuf_init(&puzzle.record);
    (void)snprintf(puzzle.source, sizeof puzzle.source, "%s", source);
    cr_assert(puzzle_set_add(set, &puzzle));
}

Test(puzzles, are_chosen_of_all_difficulties)
{
    PuzzleSet set = {0};
    add(&set, 1, true, 0.9, "a"); /* everybody finds it: only where there is nothing better */
    add(&set, 1, false, 0.2, "b");
    add(&set, 1, false, 0.5, "c");
    add(&set, 3, false, 0.1, "d");
    add(&set, 3, true, 0.4, "d"); /* the better one of one game */
    add(&set, 4, false, 0.1, "e");
    puzzle_set_choose(&set, 4, 1);
    cr_assert_eq(set.count, 4U);
    static const double margins[] = {0.5, 0.2, 0.4, 0.1};
    static const uint32_t levels[] = {1, 1, 3, 4};
    for (uint32_t i = 0; i < 4; i++) {
        cr_expect_eq(set.puzzles[i].level, levels[i], "%u", i);
        cr_expect_float_eq(set.puzzles[i].margin, margins[i], 1e-12, "%u", i);
    }
    puzzle_set_release(&set);
}

/* ------------------------------------------------------------------ files */

Test(puzzles, shipped_ones_fit_the_rules_and_can_be_solved)
{
    char *out = NULL;
    PuzzleSet set;
    Err err;
    err_clear(&err);
    cr_assert_eq(run(&out, false, "puzzles %s", SHIPPED), 0);
    cr_expect(strstr(out, "all fit the rules") != NULL, "%s", out);
    cr_assert(puzzle_set_read(&set, SHIPPED, &err), "%s", err.message);
    for (uint32_t i = 0; i < set.count; i++) {
        char solution[MOVE_TEXT_BYTES + 16];
        (void)snprintf(solution, sizeof solution, "  %s ", set.puzzles[i].solution);
        cr_expect(strstr(out, solution) == NULL, "the list does not tell solutions");
    }
    free(out);
    cr_assert_eq(run(&out, false, "puzzles %s --number 1", SHIPPED), 0);
    for (uint32_t i = 0; i < set.puzzles[0].move_count; i++) {
        cr_expect(strstr(out, set.puzzles[0].moves[i].move) != NULL, "%s is offered",
                  set.puzzles[0].moves[i].move);
    }
    cr_expect(strstr(out, "find the move") != NULL, "%s", out);
    free(out);
    cr_assert_eq(run(&out, false, "puzzles %s --number 1 --try %s", SHIPPED, set.puzzles[0].solution), 0);
    cr_expect_eq(strncmp(out, "Right: ", 7), 0, "%s", out);
    free(out);
    const uint32_t last = set.puzzles[0].move_count - 1U;
    cr_assert_eq(run(&out, false, "puzzles %s --number 1 --try %s", SHIPPED, set.puzzles[0].moves[last].move),
                 0);
    cr_expect_eq(strncmp(out, "Wrong: ", 7), 0, "%s", out);
    cr_expect(strstr(out, set.puzzles[0].solution) != NULL, "%s", out);
    free(out);
    puzzle_set_release(&set);
}

/* Expects the file with one text put in place of another to be refused. */
static void expect_refused(const char *old, const char *fresh, const char *message)
{
    char folder[256];
    char path[300];
    char *out = NULL;
    StrBuf changed;
    char *text = file_text(SHIPPED);
    support_folder("puzzles-bad", folder);
    (void)snprintf(path, sizeof path, "%s/bad.json", folder);
    strbuf_init(&changed);
    support_replace(text, old, fresh, &changed);
    cr_assert(support_write(path, changed.text, changed.length));
    cr_expect_eq(run(&out, true, "puzzles %s", path), 1, "%s", out);
    cr_expect(strstr(out, message) != NULL, "%s: expected \"%s\" in: %s", fresh, message, out);
    free(out);
    free(text);
    strbuf_release(&changed);
}

Test(puzzles, that_do_not_fit_or_are_broken_are_refused)
{
    PuzzleSet set;
    Err err;
    char old[200];
    err_clear(&err);
    cr_assert(puzzle_set_read(&set, SHIPPED, &err), "%s", err.message);
    (void)snprintf(old, sizeof old, "\"scenario_sha256\":\"%s\",\"made_by\"", set.sha256);
    expect_refused(old, "\"scenario_sha256\":\"00\",\"made_by\"", "the puzzle no longer fits the rules");
    expect_refused("\"ply\":1,\"seat\":\"french\",\"move\":\"",
                   "\"ply\":1,\"seat\":\"french\",\"move\":\"never_",
                   "puzzles[0]: the puzzle no longer fits the rules: ");
    expect_refused("\"moves\":[{\"move\":\"", "\"moves\":[{\"move\":\"x", "expected one of \"moves\"");
    expect_refused("\"plies\":", "\"plies\":1", "lines, expected");
    expect_refused("\"margin\":", "\"margim\":", "margim");
    expect_refused("\"seat\":\"", "\"seat\":\"x", "expected \"french\" or \"coalition\"");
    puzzle_set_release(&set);
}

Test(puzzles, say_what_is_wrong_with_the_command)
{
    static const struct {
        int code;
        const char *arguments, *message;
    } cases[] = {
        {2, "puzzles toy/plain", "found no file of puzzles"},
        {2, "puzzles tests/scenarios/toy/puzzles/plain.json --out x.json", "expected a scenario for --out"},
        {2, "puzzles toy/plain --out README.md", "README.md: found a file, which is left alone"},
        {2, "puzzles toy/plain --out nowhere/x.json", "nowhere/x.json: cannot write: No such file"},
        {2, "puzzles toy/plain --out x.json --number 1", "expected a file of puzzles for --number"},
        {2, "puzzles toy/plain --out x.json --records tests --policy random", "found both"},
        {1, "puzzles toy/plain --out x.json --records tests", "tests: found no record"},
        {2, "puzzles tests/scenarios/toy/puzzles/plain.json --set a=1", "expected a scenario for --set"},
        {2, "puzzles tests/scenarios/toy/puzzles/plain.json --policy random", "a scenario for --policy"},
        {1, "puzzles tests/scenarios/toy/plain.json", "plain.json: "},
        {1, "puzzles README.md", "README.md: line 1, column 1: found"},
        {2, "puzzles tests/scenarios/toy/puzzles/plain.json --try pass", "--try goes with --number"},
        {1, "puzzles tests/scenarios/toy/puzzles/plain.json --number 99", "expected 1 to"},
        {1, "puzzles tests/scenarios/toy/puzzles/plain.json --number 1 --try never",
         "expected one of the moves"},
        {1, "puzzles toy/plain --out x.json --games 1 --margin 99 --sims 20", "found no puzzle in"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *out = NULL;
        cr_expect_eq(run(&out, true, "%s", cases[i].arguments), cases[i].code, "%s: %s", cases[i].arguments,
                     out);
        cr_expect(strstr(out, cases[i].message) != NULL, "%s: expected \"%s\" in: %s", cases[i].arguments,
                  cases[i].message, out);
        free(out);
    }
}
