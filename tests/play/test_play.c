/* test_play.c: the game in the terminal, through the program: whole games by script, every command, going
 * back, saving, typed dice, hostile input, and a real terminal with its line editor. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/clock.h"
#include "engine/hash.h"
#include "engine/registry.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "play/terminal/terminal.h"
#include "tests/support/playing.h"
#include "tests/support/support.h"

/* Numbers as somebody would type them who chooses blindly. */
static void add_numbers(StrBuf *text, unsigned count, unsigned state)
{
    for (unsigned i = 0; i < count; i++) {
        state = state * 1103515245U + 12345U;
        strbuf_addf(text, "%u\n", (state >> 16U) % 9U + 1U);
    }
}

/* ------------------------------------------------------------------ whole games */

/* The text between two marks, behind the first. */
static void between(const char *text, const char *before, const char *after, char *out, size_t size)
{
    const char *start = strstr(text, before);
    cr_assert_not_null(start, "%s", before);
    start += strlen(before);
    const char *end = strstr(start, after);
    cr_assert_not_null(end, "%s", after);
    (void)snprintf(out, size, "%.*s", (int)(end - start), start);
}

Test(play, a_whole_game_against_level_1, .init = playing_new_folder)
{
    StrBuf input;
    Run run;
    char promised[128];
    char seed[64];
    char hash[HASH_SHA256_HEX_BYTES];
    strbuf_init(&input);
    add_numbers(&input, support_short() ? 4000 : 12000, 7);
    playing_run(&run, "toy/plain --side coalition --opponent level:1 --file @game.jsonl", input.text);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    playing_expect_in(&run, "Smiths: level:1. Bakers: human.");
    playing_expect_in(&run, "The game is over. ");
    between(run.out.text, "SHA-256 of this game's seed is ", ";", promised, sizeof promised);
    between(run.out.text, "The seed was ", ";", seed, sizeof seed);
    hash_sha256(seed, strlen(seed), hash);
    cr_expect_str_eq(promised, hash);
    const char *promise = strstr(run.out.text, promised);
    cr_expect(promise < strstr(run.out.text, "swap your number, or pass. [2]"),
              "the promise comes before the first question");
    playing_expect_valid("game.jsonl");
    support_run_release(&run);
    strbuf_release(&input);
}

Test(play, two_policies_play_to_the_end, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --side none --opponent heuristic --seed 5 --file @game.jsonl", "",
                   "Smiths: heuristic. Bakers: heuristic.", "The Bakers throw:", "The game is over. The ",
                   "The seed was 5;", "is kept in");
    playing_expect_valid("game.jsonl");
}

Test(play, a_game_without_words, .init = playing_new_folder)
{
    StrBuf input;
    Run run;
    strbuf_init(&input);
    strbuf_add(&input, "?\nhelp\nmap\nlog\nhint\n");
    add_numbers(&input, 3000, 3);
    playing_run(&run, "bare/plain --opponent random --seed 2 --file @game.jsonl", input.text);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    playing_expect_in(&run, "\"map\" is no command and no choice here");
    playing_expect_in(&run, "french: french to decide\nround 1\nfrench 0 points, hand ");
    playing_expect_not_in(&run, "Pages");
    playing_expect_in(&run, "The game is over. The ");
    support_run_release(&run);
    strbuf_release(&input);
}

/* Commands win over pages: one with the name of a command could never be seen. */
Test(play, no_page_has_the_name_of_a_command)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < registry_count(); i++) {
        const GameRules *rules = registry_at(i);
        const WordsPage *pages = rules->words != NULL ? rules->words->pages : NULL;
        for (size_t k = 0; pages != NULL && pages[k].name != NULL; k++) {
            cr_expect(!terminal_is_command(pages[k].name), "%s: page \"%s\"", rules->id, pages[k].name);
            for (size_t j = 0; j < k; j++) {
                cr_expect_str_neq(pages[j].name, pages[k].name, "%s: two pages \"%s\"", rules->id,
                                  pages[k].name);
            }
            seen++;
        }
    }
    cr_expect_geq(seen, 2, "the toy has pages");
    cr_expect(terminal_is_command("dice") && terminal_is_command("?") && !terminal_is_command("coins"));
}

/* ------------------------------------------------------------------ commands */

Test(play, every_command_once, .init = playing_new_folder)
{
    PLAYING_EXPECT(
        "toy/plain --seed 3 --opponent level:1 --file @game.jsonl",
        "?\n? three\nhelp\ncoins\nstalls\nstalls mill\nstalls cheese\nrules\nrules throws\nrules 3.1\n"
        "rules cheese\nlog\nposition\ninfo\nhint\nwhy\nwhy 2\nwhy-not keep\nwhy-not\nwhy-not x y\n1\nlog "
        "all\n"
        "level 2\nopponent heuristic\ncurtain\ncurtain off\ndice\nnext\n"
        "undo\nback\ntake back\ntake\nreview\nsave\nswap\nresign\nresign yes\nreview 1\nquit\n",
        "  4  Show your number 6 and draw another", "  3  Throw three dice  (a one falls in 42 %)",
        "choices, ?", "  Throw one           a choice by its words",
        "  roll(1)             or in the notation", "Smiths: 0 coins, number 6, which counts 12",
        "Gate: the fair is here", "There is no \"cheese\" here.", "Fairs (1, 2)\n", "Throws (3)\n",
        "3.1: Half of a throw with a one", "Parts: fairs throws numbers end; or the number of a clause: 1",
        "Nothing has happened yet.", "french 0 points, hand 6\ncoalition 1 points, hand 0\n",
        "No throw with a one waits", "Say which: why-not MOVE", "Found \"x y\", expected a move of Toy",
        "SHA-256 of the seed: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce",
        "iterations from what you know", "rather than", "The Smiths throw: 4. [3]",
        "The opponent is level:2 now.", "The opponent is heuristic now.",
        "expected curtain on or curtain off", "The curtain is off.", "expected dice typed",
        "No policy is to move.", "cannot be undone: the opponent has decided since",
        "2 decisions taken back.", "this side has decided nothing yet", "expected take back",
        "A game is reviewed when it is over", "Saved in",
        "The sides have changed hands. Smiths: heuristic. Bakers: human.",
        "resign yes gives the game up for the Bakers side.",
        "The Smiths side has won: the other side resigned in fair of 1801.", "The seed was 3;",
        "judged by searches of 1 iterations");
}

Test(play, why_not_takes_a_listed_choice, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --file @game.jsonl", "why-not 1\nquit\n", "It is legal now.");
    PLAYING_EXPECT("toy/plain --seed 3 --file @other.jsonl", "why-not show your number\nquit\n",
                   "It is legal now.");
    PLAYING_EXPECT("toy/plain --seed 3 --file @third.jsonl", "why-not 99\nquit\n",
                   "Found \"99\", expected a move of", "in the notation, such as ");
}

Test(play, choices_by_number_words_and_notation, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --side both --file @game.jsonl",
                   "roll(2)\nPASS\nthrow one\n1*\nthrow\nthr three\npass\nq\n", "1. Smiths: Throw two dice",
                   "2. Bakers: Pass", "3. Smiths: Throw one die",
                   "More than one choice fits \"throw\":", "5. Smiths: Throw three dice");
}

/* Where the other side is asked next, and where it is not. */
Test(play, several_in_a_line_stop_when_something_happens, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --side both --file @game.jsonl", "1; 2; 3\nq\n",
                   "Something has happened in between: \" 2; 3\" was not carried out.");
    PLAYING_EXPECT("toy/wide --seed 3 --side both --file @second.jsonl", "1; pass; nonsense; 2\nq\n",
                   "2. Smiths: Pass", "\"nonsense\" is no command");
}

/* ------------------------------------------------------------------ going back */

Test(play, undo_takes_back_what_told_nothing, .init = playing_new_folder)
{
    Run run;
    playing_run(&run, "toy/wide --seed 3 --side both --file @game.jsonl",
                "undo\npass\npass\nundo\npass; pass; pass; pass; pass; pass; pass; pass; pass\nundo\nq\n");
    cr_expect_eq(run.code, 0);
    playing_expect_in(&run, "cannot be undone: nothing has been decided yet");
    playing_expect_in(&run, "cannot be undone: that was the other side's decision");
    playing_expect_in(&run, "1 decision taken back.");
    StrBuf record;
    playing_read("game.jsonl", &record);
    cr_expect(strstr(record.text, "\"ply\":10") != NULL);
    cr_expect(strstr(record.text, "\"ply\":11") == NULL, "%s", record.text);
    strbuf_release(&record);
    support_run_release(&run);
}

Test(play, take_back_goes_over_the_machines_moves, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --opponent level:1 --file @game.jsonl", "1\nundo\nback\ncoins\n2\nq\n",
                   "cannot be undone: the opponent has decided since", "2 decisions taken back.");
    StrBuf record;
    playing_read("game.jsonl", &record);
    cr_expect(strstr(record.text, "{\"note\":\"take_back\",\"seat\":\"french\",\"ply\":0,\"count\":2}") !=
                  NULL,
              "%s", record.text);
    strbuf_release(&record);
}

/* ------------------------------------------------------------------ saving */

static char *positions_of(const char *name)
{
    char arguments[400];
    Run run;
    (void)snprintf(arguments, sizeof arguments, "replay %s/%s --positions", playing_folder, name);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    char *text = strdup(run.out.text);
    support_run_release(&run);
    return text;
}

Test(play, a_game_in_pieces_is_the_same_game, .init = playing_new_folder)
{
    StrBuf whole;
    strbuf_init(&whole);
    Run run;
    add_numbers(&whole, 300, 5);
    playing_run(&run, "toy/plain --seed 9 --opponent level:1 --file @whole.jsonl", whole.text);
    cr_expect_eq(run.code, 0);
    support_run_release(&run);
    const char *first_end = whole.text + 2 * 100; /* lines of two bytes */
    playing_run_bytes(&run, "toy/plain --seed 9 --opponent level:1 --file @part.jsonl", whole.text, 200);
    playing_expect_in(&run, "marshal play ");
    support_run_release(&run);
    playing_run(&run, "@part.jsonl", first_end);
    playing_expect_in(&run, "decisions have been made");
    playing_expect_in(&run, "Smiths: human. Bakers: level:1.");
    support_run_release(&run);
    char *a = positions_of("whole.jsonl");
    char *b = positions_of("part.jsonl");
    cr_expect_str_eq(a, b);
    free(a);
    free(b);
    strbuf_release(&whole);
}

Test(play, save_and_load_within_a_game, .init = playing_new_folder)
{
    char input[2400];
    (void)snprintf(input, sizeof input,
                   "1\nsave %s/a.jsonl\nsave %s/a.jsonl over\npass\nsave %s/b.jsonl\nload "
                   "%s/a.jsonl\nlog all\nload %s/none\n"
                   "save %s/b.jsonl\nsave /proc/nowhere/x\nq\n",
                   playing_folder, playing_folder, playing_folder, playing_folder, playing_folder,
                   playing_folder);
    PLAYING_EXPECT("toy/plain --seed 3 --opponent level:1 --file @game.jsonl", input,
                   "a.jsonl; from now on the game is kept there.", "b.jsonl; from now on",
                   "after 2 decisions", "cannot open", "b.jsonl is there already; save",
                   "/proc/nowhere/x: cannot write");
    playing_expect_valid("a.jsonl");
    playing_expect_valid("b.jsonl");
}

Test(play, saves_are_named_and_never_overwritten, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --opponent level:1 --file @game.jsonl", "1\nq\n", "is kept in");
    playing_expect_refusal("toy/plain --opponent level:1 --file @game.jsonl", 1,
                           "is there already; marshal play");
    char path[300];
    Run run;
    playing_path("nothing.jsonl", path);
    playing_run(&run, "toy/plain --file @nothing.jsonl", "?\nq\n");
    cr_expect_neq(access(path, F_OK), 0, "a game without a decision leaves no file");
    playing_expect_not_in(&run, "is kept in");
    support_run_release(&run);
    playing_expect("toy/plain --opponent level:1 --file /proc/nowhere/x", "1\nq\n", 1,
                   (const char *const[]){"The game could not be saved", NULL});
}

Test(play, a_record_of_policies_is_not_written_over, .init = playing_new_folder)
{
    char arguments[400];
    char was_there[300];
    Run run;
    StrBuf before;
    StrBuf after;
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/plain --french heuristic --coalition heuristic --games 1 --records %s",
                   playing_folder);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    support_run_release(&run);
    playing_read("00000001.jsonl", &before);
    playing_path("own.jsonl", was_there);
    playing_run(&run, "@00000001.jsonl --side french --file @own.jsonl", "back\nlog\nq\n");
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    playing_expect_in(&run, "The game is over. The ");
    support_run_release(&run);
    playing_read("00000001.jsonl", &after);
    cr_expect_str_eq(before.text, after.text);
    strbuf_release(&before);
    strbuf_release(&after);
}

static void damage(const char *from, const char *to, const char *old, const char *new)
{
    char path[300];
    StrBuf text;
    StrBuf changed;
    playing_read(from, &text);
    strbuf_init(&changed);
    const char *at = strstr(text.text, old);
    cr_assert_not_null(at, "%s", old);
    strbuf_add_bytes(&changed, text.text, (size_t)(at - text.text));
    strbuf_add(&changed, new);
    strbuf_add(&changed, at + strlen(old));
    playing_path(to, path);
    cr_assert(support_write(path, changed.text, changed.length));
    strbuf_release(&text);
    strbuf_release(&changed);
}

Test(play, damaged_and_foreign_saves_are_refused, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --opponent level:1 --file @good.jsonl", "1\npass\nq\n", "is kept in");
    damage("good.jsonl", "move.jsonl", "roll(1)", "roll(cheese)");
    playing_expect_refusal("@move.jsonl", 1, "move.jsonl:2");
    damage("good.jsonl", "seat.jsonl", "{\"ply\":1,\"seat\":\"french\"", "{\"ply\":1,\"seat\":\"coalition\"");
    playing_expect_refusal("@seat.jsonl", 1, "seat.jsonl:2");
    damage("good.jsonl", "json.jsonl", "{\"ply\":2,", "{\"ply\":2");
    playing_expect_refusal("@json.jsonl", 1, "json.jsonl:3");
    damage("good.jsonl", "game.jsonl", "\"game\":\"toy\"", "\"game\":\"chess\"");
    playing_expect_refusal("@game.jsonl", 1, "game.jsonl");
    damage("good.jsonl", "dice.jsonl", "\"seed\":\"3\"", "\"seed\":\"4\"");
    playing_expect_refusal("@dice.jsonl", 1, "dice.jsonl");
    PLAYING_EXPECT("@good.jsonl", "load tests/scenarios/toy/plain.json\nq\n", "plain.json");
}

Test(play, a_save_cannot_make_us_run_programs, .init = playing_new_folder)
{
    char path[300];
    char command[400];
    char ran[300];
    playing_path("ran", ran);
    playing_path("good.jsonl", path);
    PLAYING_EXPECT("toy/plain --seed 3 --opponent level:1 --file @good.jsonl", "1\nq\n", "is kept in");
    (void)snprintf(command, sizeof command, "\"coalition\":\"exec:touch %s\"", ran);
    damage("good.jsonl", "evil.jsonl", "\"coalition\":\"level:1\"", command);
    PLAYING_EXPECT("@evil.jsonl", "pass\n1\nq\n", "Smiths: human. Bakers: human.");
    cr_expect_neq(access(ran, F_OK), 0);
}

/* ------------------------------------------------------------------ dice */

Test(play, typed_dice_decide_a_throw, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --side both --dice typed --file @game.jsonl",
                   "2\n7\nsix\n0\n\n4\n2\nlog\nq\n", "Dice are typed in as they fall",
                   "Roll a die, 1 to 6: die 1 of the Smiths", "Found \"7\", expected the number",
                   "Found \"six\", expected", "Found \"0\", expected",
                   "Roll a die, 1 to 6: die 2 of the Smiths", "The Smiths throw: 4 2. [3]",
                   "The Smiths take 6 coins. [3]");
    StrBuf record;
    playing_read("game.jsonl", &record);
    cr_expect(strstr(record.text, "\"move\":\"roll(2)\",\"dice\":[4,2]}") != NULL, "%s", record.text);
    cr_expect(strstr(record.text, "\"seed\"") == NULL, "typed dice have no seed");
    strbuf_release(&record);
    playing_expect_valid("game.jsonl");
    PLAYING_EXPECT("@game.jsonl --dice typed", "1\n5\nq\n", "The Bakers throw: 5. [3]");
}

Test(play, typed_dice_ahead_and_given_up, .init = playing_new_folder)
{
    PLAYING_EXPECT("toy/plain --seed 3 --side both --dice typed --file @game.jsonl",
                   "3\ncancel\n?\n3\n2 6, 3\nq\n", "no dice were typed, so the move was not made",
                   "  5  Pass", "The Smiths throw: 2 6 3. [3]");
    PLAYING_EXPECT("toy/plain --seed 3 --side both --dice typed --file @second.jsonl", "pass\n3\nquit\n",
                   "is kept in");
    playing_expect_valid("second.jsonl");
    PLAYING_EXPECT("toy/plain --seed 3 --side both --dice typed --file @third.jsonl", "pass\n3\n",
                   "is kept in"); /* input ends at the dice */
    playing_expect_valid("third.jsonl");
}

/* ------------------------------------------------------------------ what may not be seen */

Test(play, the_machines_hand_is_never_shown, .init = playing_new_folder)
{
    static const char commands[] = "coins\nstalls\nlog\ninfo\nhint\nwhy\nreview\n?\nq\n";
    static const char hidden[] = "The Bakers are dealt the number 1.";
    Run run;
    playing_run(&run, "toy/plain --seed 3 --side coalition --opponent level:1 --file @own.jsonl", commands);
    playing_expect_in(&run, hidden);
    playing_expect_in(&run, "Bakers: 1 coins, number 1,");
    support_run_release(&run);
    playing_run(&run, "toy/plain --seed 3 --opponent level:1 --file @game.jsonl", commands);
    playing_expect_not_in(&run, hidden);
    playing_expect_not_in(&run, "Bakers: 1 coins, number");
    playing_expect_in(&run, "The Bakers are dealt a number.");
    support_run_release(&run);
}

/* ------------------------------------------------------------------ hostile input */

/* No control characters but line feeds, and well-formed UTF-8. */
static void expect_clean(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)text + i;
        const size_t size = utf8_sequence(at, length - i);
        cr_assert(size > 0 && (size > 1 || *at >= 0x20U || *at == '\n'), "byte %02x at %zu", *at, i);
        i += size;
    }
}

Test(play, garbage_never_ends_it, .init = playing_new_folder)
{
    enum { LONG = 1 << 20, NOISE = 20000 };
    StrBuf input;
    Run run;
    strbuf_init(&input);
    strbuf_add(
        &input,
        "\x1b[2J\x1b]0;title\x07\n%s%n%s%n\n;;;;;\n*\n1**\n9999999999999999999999\n-1\n\xff\xfe\xc3\n\xc2\x9b"
        "31m\n? \x1b[31m\n");
    strbuf_add(&input, "map ../../etc/passwd\nload /etc/passwd\nload .\nsave .\nlevel 99\nlevel\nopponent "
                       "exec:\nlog -5\nwhy 0\nreview x\ncard %n\n");
    strbuf_add_bytes(&input, "a\0b\0\0\n", 6);
    for (int i = 0; i < LONG; i++) {
        strbuf_add_char(&input, 'x');
    }
    strbuf_add(&input, "\n");
    unsigned state = 5;
    for (int i = 0; i < NOISE; i++) {
        state = state * 1103515245U + 12345U;
        strbuf_add_char(&input, (char)(state >> 16U));
    }
    strbuf_add(&input, "\ninfo\nq\n");
    playing_run_bytes(&run, "toy/plain --seed 3 --opponent level:1 --file @game.jsonl", input.text,
                      input.length);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    playing_expect_in(&run, "That line was longer than 1024 bytes; it was passed over.");
    playing_expect_in(
        &run, "SHA-256 of the seed: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce");
    expect_clean(run.out.text, run.out.length);
    support_run_release(&run);
    strbuf_release(&input);
}

Test(play, input_may_end_anywhere, .init = playing_new_folder)
{
    static const char script[] = "1\nthrow two\npass\nundo\n?\n3\n2*\nback\n5\n";
    const size_t step = support_short() ? 17 : 5;
    for (size_t length = 0; length < sizeof script; length += step) {
        char file[64];
        char arguments[160];
        Run run;
        (void)snprintf(file, sizeof file, "cut%zu.jsonl", length);
        (void)snprintf(arguments, sizeof arguments, "toy/plain --seed 3 --opponent level:1 --file @%s", file);
        playing_run_bytes(&run, arguments, script, length);
        cr_expect_eq(run.code, 0, "after %zu bytes: %d\n%s", length, run.code, run.err.text);
        if (strstr(run.out.text, "is kept in") != NULL) {
            playing_expect_valid(file);
        }
        support_run_release(&run);
    }
}

Test(play, wrong_command_lines, .init = playing_new_folder)
{
    playing_expect_refusal("", 2, "SCENARIO-or-SAVE");
    playing_expect_refusal("toy/plain --side british", 2, "expected french, coalition, both or none");
    playing_expect_refusal("toy/plain --dice loaded", 2, "expected typed");
    playing_expect_refusal("toy/plain --opponent wizard", 2, "policy \"wizard\"");
    playing_expect_refusal("toy/1899", 1, "no scenario");
    playing_expect_refusal("toy/plain --set setup.start.french=cheese", 1, "setup.start.french");
}

/* ---- a terminal ---- */

Test(play, the_line_editor, .init = playing_new_folder)
{
    PlayingScreen screen;
    playing_open(&screen, "toy/plain --seed 3 --side both --file @game.jsonl");
    playing_wait_for(&screen, "  5  Pass");
    playing_wait_for(&screen, "fair of 1801 Smiths> ");
    playing_type(&screen, "stal\t\r"); /* completed to stalls */
    playing_wait_for(&screen, "Gate: the fair is here");
    playing_wait_for(&screen, "fair of 1801 Smiths> ");
    playing_type(&screen, "\x1b[A\r"); /* once more, from the history */
    playing_wait_for(&screen, "Gate: the fair is here");
    playing_wait_for(&screen, "fair of 1801 Smiths> "); /* before that Ctrl-C would not meet a line */
    playing_type(&screen, "stalls M\xC3\xBChlex\b\r");  /* a letter of two bytes, and one taken back */
    playing_wait_for(&screen, "There is no \"M\xC3\xBChle\" here.");
    playing_wait_for(&screen, "fair of 1801 Smiths> ");
    playing_type(&screen, "half a line\x03"); /* Ctrl-C gives it up */
    playing_wait_for(&screen, "(quit ends the game and keeps it)");
    playing_wait_for(&screen, "fair of 1801 Smiths> ");
    playing_type(&screen, "roll(2\t\r");
    playing_wait_for(&screen, "The screen is for the Bakers side now.");
    playing_wait_for(&screen, "Enter when only you are looking> ");
    playing_type(&screen, "\r");
    playing_wait_for(&screen, "fair of 1801 Bakers> ");
    playing_type(&screen, "pass\r");
    playing_wait_for(&screen, "Enter when only you are looking> ");
    playing_type(&screen, "\r");
    playing_wait_for(&screen, "fair of 1802 Smiths> ");
    playing_end_input(&screen);
    playing_close(&screen, 0);
    playing_expect_valid("game.jsonl");
}

Test(play, ctrl_c_makes_the_machine_move_at_once, .init = playing_new_folder)
{
    PlayingScreen screen;
    playing_open(&screen, "toy/plain --seed 3 --opponent mcts:time=300,early=0 --file @game.jsonl");
    playing_wait_for(&screen, "fair of 1801 Smiths> ");
    playing_type(&screen, "1\r");
    playing_wait_for(&screen, "the Bakers side thinks:");
    const double begun = clock_seconds();
    playing_type(&screen, "\x03");
    playing_wait_for(&screen, "fair of 1802 Smiths> ");
    cr_expect_lt(clock_seconds() - begun, 60.0, "far less than the machine has");
    playing_type(&screen, "quit\r");
    playing_wait_for(&screen, "goes on with it.");
    playing_close(&screen, 0);
    playing_expect_valid("game.jsonl");
}

Test(play, watching_and_taking_over, .init = playing_new_folder)
{
    PlayingScreen screen;
    playing_open(&screen, "toy/long --seed 3 --opponent random --file @game.jsonl");
    playing_wait_for(&screen, "fair of 1701 Smiths> ");
    playing_type(&screen, "watch heuristic\r");
    playing_wait_for(&screen, "heuristic plays for you; Ctrl-C takes over again.");
    playing_wait_for(&screen, "The Smiths throw:");
    playing_type(&screen, "\x03");
    playing_wait_for(&screen, "Stopped. It is yours again.");
    playing_wait_for(&screen, "> ");
    playing_type(&screen, "quit\r");
    playing_wait_for(&screen, "goes on with it.");
    playing_close(&screen, 0);
    playing_expect_valid("game.jsonl");
}

Test(play, a_closed_window_loses_nothing, .init = playing_new_folder)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        char arguments[160];
        char file[32];
        PlayingScreen screen;
        (void)snprintf(file, sizeof file, "game%zu.jsonl", i);
        (void)snprintf(arguments, sizeof arguments, "toy/plain --seed 3 --side both --file @%s", file);
        playing_open(&screen, arguments);
        playing_wait_for(&screen, "fair of 1801 Smiths> ");
        playing_type(&screen, "1\r");
        playing_wait_for(&screen, "Enter when only");
        cr_assert_eq(kill(screen.child, signals[i]), 0);
        playing_wait_for(&screen, "goes on with it.");
        playing_close(&screen, 130);
        playing_expect_valid(file);
    }
}
