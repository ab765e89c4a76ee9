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

#include "engine/hash.h"
#include "engine/utf8.h"
#include "tests/support/support.h"

enum { ARGUMENTS_MAX = 40, ANSWER_MS = 60000 };

static char folder[256]; /* of this test */

static void new_folder(void) { support_folder("play", folder); }

static void program_path(char path[256])
{
    const char *build = getenv("MARSHAL_TEST_BUILD");
    (void)snprintf(path, 256, "%s/marshal-toy", build != NULL ? build : "build/debug");
}

/* "play" and the words of arguments; @ at the beginning of one stands for the folder of the test. */
static void split(const char *arguments, char words[ARGUMENTS_MAX][300], char *argv[ARGUMENTS_MAX])
{
    int count = 0;
    program_path(words[count]);
    argv[count] = words[count];
    count++;
    (void)snprintf(words[count], 300, "play");
    argv[count] = words[count];
    count++;
    while (*arguments != '\0' && count + 1 < ARGUMENTS_MAX) {
        const size_t length = strcspn(arguments, " ");
        const bool here = arguments[0] == '@';
        (void)snprintf(words[count], 300, "%s%s%.*s", here ? folder : "", here ? "/" : "",
                       (int)length - (here ? 1 : 0), arguments + (here ? 1 : 0));
        argv[count] = words[count];
        count++;
        arguments += length + (arguments[length] == ' ' ? 1 : 0);
    }
    argv[count] = NULL;
}

static void here(const char *name, char path[300]) { (void)snprintf(path, 300, "%s/%s", folder, name); }

/* Runs marshal play with input from a file. */
static void play_bytes(Run *run, const char *arguments, const char *input, size_t length)
{
    char words[ARGUMENTS_MAX][300];
    char *argv[ARGUMENTS_MAX];
    char in[300];
    char out[300];
    char err[300];
    split(arguments, words, argv);
    here("in", in);
    here("out", out);
    here("err", err);
    cr_assert(support_write(in, input, length));
    support_use_test_scenarios();
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (freopen(in, "rb", stdin) == NULL || freopen(out, "wb", stdout) == NULL ||
            freopen(err, "wb", stderr) == NULL) {
            _exit(126);
        }
        (void)execv(argv[0], argv);
        _exit(127);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    strbuf_init(&run->out);
    strbuf_init(&run->err);
    (void)support_read(out, &run->out);
    (void)support_read(err, &run->err);
}

static void play(Run *run, const char *arguments, const char *input)
{
    play_bytes(run, arguments, input, strlen(input));
}

static void expect_in(const Run *run, const char *text)
{
    cr_expect(strstr(run->out.text, text) != NULL, "expected \"%s\" in:\n%s\n%s", text, run->out.text,
              run->err.text);
}

static void expect_not_in(const Run *run, const char *text)
{
    cr_expect(strstr(run->out.text, text) == NULL, "did not expect \"%s\" in:\n%s", text, run->out.text);
}

/* Plays and expects an exit code and some texts, up to a NULL. */
static void expect_play(const char *arguments, const char *input, int code, const char *const *texts)
{
    Run run;
    play(&run, arguments, input);
    cr_expect_eq(run.code, code, "play %s: exit code %d\n%s", arguments, run.code, run.err.text);
    for (; *texts != NULL; texts++) {
        expect_in(&run, *texts);
    }
    support_run_release(&run);
}
#define EXPECT_PLAY(arguments, input, ...)                                                                   \
    expect_play(arguments, input, 0, (const char *const[]){__VA_ARGS__, NULL})

/* Expects that the program refuses with a message. */
static void expect_refusal(const char *arguments, int code, const char *message)
{
    Run run;
    play(&run, arguments, "");
    cr_expect_eq(run.code, code, "play %s: exit code %d\n%s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "play %s: expected \"%s\" in \"%s\"", arguments, message,
              run.err.text);
    support_run_release(&run);
}

static void read_file(const char *name, StrBuf *text)
{
    char path[300];
    here(name, path);
    strbuf_init(text);
    cr_assert(support_read(path, text), "%s", path);
}

static void expect_valid(const char *name)
{
    char arguments[400];
    Run run;
    (void)snprintf(arguments, sizeof arguments, "replay %s/%s --check", folder, name);
    support_run(&run, arguments);
    cr_expect_eq(run.code, 0, "%s: %s", name, run.err.text);
    support_run_release(&run);
}

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

Test(play, a_whole_game_against_level_1, .init = new_folder)
{
    StrBuf input;
    Run run;
    char promised[128];
    char seed[64];
    char hash[HASH_SHA256_HEX_BYTES];
    strbuf_init(&input);
    add_numbers(&input, support_short() ? 4000 : 12000, 7);
    play(&run, "aon/1809 --side coalition --opponent level:1 --file @game.jsonl", input.text);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    expect_in(&run, "French: level:1. Coalition: human.");
    expect_in(&run, "The game is over. The ");
    between(run.out.text, "SHA-256 of this game's seed is ", ";", promised, sizeof promised);
    between(run.out.text, "The seed was ", ";", seed, sizeof seed);
    hash_sha256(seed, strlen(seed), hash);
    cr_expect_str_eq(promised, hash);
    const char *promise = strstr(run.out.text, promised);
    cr_expect(promise < strstr(run.out.text, "[11.2.1]"), "the promise comes before the first question");
    expect_valid("game.jsonl");
    support_run_release(&run);
    strbuf_release(&input);
}

Test(play, two_policies_play_to_the_end, .init = new_folder)
{
    EXPECT_PLAY("aon/1813 --side none --opponent heuristic --seed 5 --file @game.jsonl", "",
                "French: heuristic. Coalition: heuristic.", "Battle dice in", "The game is over. The ",
                "The seed was 5;", "is kept in");
    expect_valid("game.jsonl");
}

Test(play, a_game_without_words, .init = new_folder)
{
    StrBuf input;
    Run run;
    strbuf_init(&input);
    strbuf_add(&input, "?\nhelp\nmap\nlog\nhint\n");
    add_numbers(&input, 3000, 3);
    play(&run, "toy/plain --opponent random --seed 2 --file @game.jsonl", input.text);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    expect_in(&run, "\"map\" is no command and no choice here");
    expect_in(&run, "The game is over. The ");
    support_run_release(&run);
    strbuf_release(&input);
}

/* ------------------------------------------------------------------ commands */

Test(play, every_command_once, .init = new_folder)
{
    EXPECT_PLAY(
        "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl",
        "?\n? opponent\nhelp\nmap\nmap bayern\narmies\nhand\ncard "
        "pursuit\ncard\ndiscards\ntracks\nreserve\nrules\nrules battle\n"
        "rules cheese\nlog\ninfo\nhint\nwhy\nwhy 2\nwhy-not pass\nwhy-not\nwhy-not x y\n1\nlog all\nlevel "
        "2\nopponent "
        "heuristic\ncurtain\ncurtain off\ndice\nnext\n"
        "undo\nback\ntake back\ntake\nreview\nsave\nswap\nresign\nresign yes\nreview 1\nquit\n",
        "  2  The opponent goes first", "choices, ?", "Ferdinand", "borders on: Sachsen", "Kutuzov (4/3/6)",
        "French hand, 8 cards", "The loser, who must have a surviving corps", "Cards: Napol",
        "Deck: 37 cards", "Initiative: French", "French reserve (24)", "Campaign Phase (11, 12)",
        "Battles (13)", "There is no \"cheese\" here.", "Nothing has happened yet.",
        "That is none of the choices there are now; what is asked is: ", "Found \"x y\", expected a move of ",
        "SHA-256 of the seed: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce",
        "iterations from what you know", "rather than", "The French go first in the Campaign Phase [11.2.1].",
        "The opponent is level:2 now.", "The opponent is heuristic now.",
        "expected curtain on or curtain off", "The curtain is off.", "expected dice typed",
        "No policy is to move.", "cannot be undone: the opponent has decided since", "decisions taken back.",
        "expected take back", "A game is reviewed when it is over", "Saved in",
        "The sides have changed hands. French: heuristic. Coalition: human.",
        "resign yes gives the game up for the Coalition side.",
        "The French side has won: the other side resigned in 1805.", "The seed was 3;");
}

Test(play, choices_by_number_words_and_notation, .init = new_folder)
{
    EXPECT_PLAY("aon/1805 --seed 3 --side both --file @game.jsonl",
                "choose_first(self)\nPLAY no card\nflandres\nnapoleon\n1*\nplay no card\nile de "
                "france\nleave\nbrune\nq\n",
                "1. French: We go first", "2. Coalition: Play no card",
                "3. French: Move an army from Flandres", "4. French: Napol", "7. French: Murat comes along",
                "9. French: March to \xC3\x8Ele-de-France", "10. French: Pick up Brune",
                "More than one choice fits \"leave\":", "Leave Soult behind");
}

Test(play, several_in_a_line_stop_when_something_happens, .init = new_folder)
{
    EXPECT_PLAY("aon/1805 --seed 3 --side both --file @game.jsonl",
                "1; 2; 3\npass; flandres\nflandres; nonsense; napoleon\nq\n",
                "Something has happened in between: \" 2; 3\" was not carried out.",
                "\"nonsense\" is no command", "Who leads the army from Flandres?");
    EXPECT_PLAY("aon/1805 --seed 3 --opponent level:1 --set setup.hand.coalition=1 --file @second.jsonl",
                "1; flandres; napoleon; 1*; q\n", "The French go first");
}

/* ------------------------------------------------------------------ going back */

Test(play, undo_takes_back_what_told_nothing, .init = new_folder)
{
    Run run;
    play(&run, "aon/1805 --seed 3 --side both --file @game.jsonl",
         "undo\n1\npass\nundo\nflandres\nnapoleon\nundo\nundo\nflandres\nundo\nq\n");
    cr_expect_eq(run.code, 0);
    expect_in(&run, "cannot be undone: nothing has been decided yet");
    expect_in(&run, "cannot be undone: that was the other side's decision");
    expect_in(&run, "1 decision taken back.");
    StrBuf record;
    read_file("game.jsonl", &record);
    cr_expect(strstr(record.text, "\"ply\":2") != NULL);
    cr_expect(strstr(record.text, "\"ply\":3") == NULL, "%s", record.text);
    strbuf_release(&record);
    support_run_release(&run);
}

Test(play, take_back_goes_over_the_machines_moves, .init = new_folder)
{
    EXPECT_PLAY("aon/1805 --seed 3 --opponent level:1 --file @game.jsonl", "1\nundo\nback\ntracks\n2\nq\n",
                "cannot be undone: the opponent has decided since", "2 decisions taken back.");
    StrBuf record;
    read_file("game.jsonl", &record);
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
    (void)snprintf(arguments, sizeof arguments, "replay %s/%s --positions", folder, name);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    char *text = strdup(run.out.text);
    support_run_release(&run);
    return text;
}

Test(play, a_game_in_pieces_is_the_same_game, .init = new_folder)
{
    StrBuf whole;
    strbuf_init(&whole);
    Run run;
    add_numbers(&whole, 300, 5);
    play(&run, "aon/1805 --seed 9 --opponent level:1 --file @whole.jsonl", whole.text);
    cr_expect_eq(run.code, 0);
    support_run_release(&run);
    const char *first_end = whole.text + 2 * 100; /* lines of two bytes */
    play_bytes(&run, "aon/1805 --seed 9 --opponent level:1 --file @part.jsonl", whole.text, 200);
    expect_in(&run, "marshal play ");
    support_run_release(&run);
    play(&run, "@part.jsonl", first_end);
    expect_in(&run, "decisions have been made");
    expect_in(&run, "French: human. Coalition: level:1.");
    support_run_release(&run);
    char *a = positions_of("whole.jsonl");
    char *b = positions_of("part.jsonl");
    cr_expect_str_eq(a, b);
    free(a);
    free(b);
    strbuf_release(&whole);
}

Test(play, save_and_load_within_a_game, .init = new_folder)
{
    char input[2400];
    (void)snprintf(input, sizeof input,
                   "1\nsave %s/a.jsonl\nsave %s/a.jsonl over\nend your\nsave %s/b.jsonl\nload "
                   "%s/a.jsonl\nlog all\nload %s/none\n"
                   "save %s/b.jsonl\nsave /proc/nowhere/x\nq\n",
                   folder, folder, folder, folder, folder, folder);
    EXPECT_PLAY("aon/1805 --seed 3 --opponent level:1 --file @game.jsonl", input,
                "a.jsonl; from now on the game is kept there.", "b.jsonl; from now on", "after 2 decisions",
                "cannot open", "b.jsonl is there already; save", "/proc/nowhere/x: cannot write");
    expect_valid("a.jsonl");
    expect_valid("b.jsonl");
}

Test(play, saves_are_named_and_never_overwritten, .init = new_folder)
{
    EXPECT_PLAY("aon/1805 --opponent level:1 --file @game.jsonl", "1\nq\n", "is kept in");
    expect_refusal("aon/1805 --opponent level:1 --file @game.jsonl", 1, "is there already; marshal play");
    char path[300];
    Run run;
    here("nothing.jsonl", path);
    play(&run, "aon/1805 --file @nothing.jsonl", "?\nq\n");
    cr_expect_neq(access(path, F_OK), 0, "a game without a decision leaves no file");
    expect_not_in(&run, "is kept in");
    support_run_release(&run);
    expect_play("aon/1805 --opponent level:1 --file /proc/nowhere/x", "1\nq\n", 1,
                (const char *const[]){"The game could not be saved", NULL});
}

Test(play, a_record_of_policies_is_not_written_over, .init = new_folder)
{
    char arguments[400];
    char was_there[300];
    Run run;
    StrBuf before;
    StrBuf after;
    (void)snprintf(arguments, sizeof arguments,
                   "match aon/1813 --french heuristic --coalition heuristic --games 1 --records %s", folder);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    support_run_release(&run);
    read_file("00000001.jsonl", &before);
    here("own.jsonl", was_there);
    play(&run, "@00000001.jsonl --side french --file @own.jsonl", "back\nlog\nq\n");
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    expect_in(&run, "The game is over. The ");
    support_run_release(&run);
    read_file("00000001.jsonl", &after);
    cr_expect_str_eq(before.text, after.text);
    strbuf_release(&before);
    strbuf_release(&after);
}

static void damage(const char *from, const char *to, const char *old, const char *new)
{
    char path[300];
    StrBuf text;
    StrBuf changed;
    read_file(from, &text);
    strbuf_init(&changed);
    const char *at = strstr(text.text, old);
    cr_assert_not_null(at, "%s", old);
    strbuf_add_bytes(&changed, text.text, (size_t)(at - text.text));
    strbuf_add(&changed, new);
    strbuf_add(&changed, at + strlen(old));
    here(to, path);
    cr_assert(support_write(path, changed.text, changed.length));
    strbuf_release(&text);
    strbuf_release(&changed);
}

Test(play, damaged_and_foreign_saves_are_refused, .init = new_folder)
{
    EXPECT_PLAY("aon/1805 --seed 3 --opponent level:1 --file @good.jsonl", "1\nend your\nq\n", "is kept in");
    damage("good.jsonl", "move.jsonl", "choose_first(self)", "choose_first(cheese)");
    expect_refusal("@move.jsonl", 1, "move.jsonl:2");
    damage("good.jsonl", "seat.jsonl", "{\"ply\":1,\"seat\":\"french\"", "{\"ply\":1,\"seat\":\"coalition\"");
    expect_refusal("@seat.jsonl", 1, "seat.jsonl:2");
    damage("good.jsonl", "json.jsonl", "{\"ply\":2,", "{\"ply\":2");
    expect_refusal("@json.jsonl", 1, "json.jsonl:3");
    damage("good.jsonl", "game.jsonl", "\"game\":\"aon\"", "\"game\":\"chess\"");
    expect_refusal("@game.jsonl", 1, "game.jsonl");
    damage("good.jsonl", "dice.jsonl", "\"seed\":\"3\"", "\"seed\":\"4\"");
    expect_refusal("@dice.jsonl", 1, "dice.jsonl");
    EXPECT_PLAY("@good.jsonl", "load tests/scenarios/toy/plain.json\nq\n", "plain.json");
}

Test(play, a_save_cannot_make_us_run_programs, .init = new_folder)
{
    char path[300];
    char command[400];
    char ran[300];
    here("ran", ran);
    here("good.jsonl", path);
    EXPECT_PLAY("aon/1805 --seed 3 --opponent level:1 --file @good.jsonl", "1\nq\n", "is kept in");
    (void)snprintf(command, sizeof command, "\"coalition\":\"exec:touch %s\"", ran);
    damage("good.jsonl", "evil.jsonl", "\"coalition\":\"level:1\"", command);
    EXPECT_PLAY("@evil.jsonl", "end your\n1\nq\n", "French: human. Coalition: human.");
    cr_expect_neq(access(ran, F_OK), 0);
}

/* ------------------------------------------------------------------ dice */

/* Napoléon attacks Mack in Bayern: strength 21 against 3. By the table 4 inflicts two losses, 2 none. */
static const char BATTLE[] =
    "1\npass\narea(flandres)\nnapol\n1*\npass\nwestf\nbayern\nintercept(no)\n1*\n1*\n";

Test(play, typed_dice_decide_a_battle, .init = new_folder)
{
    char input[400];
    (void)snprintf(input, sizeof input, "%s7\nsix\n0\n\n4\n2\nlog\nq\n", BATTLE);
    EXPECT_PLAY(
        "aon/1805 --seed 3 --side both --dice typed --file @game.jsonl", input,
        "Dice are typed in as they fall",
        "Roll a die, 1 to 6: battle in Bayern: the die of France, which attacks with strength 21",
        "Found \"7\", expected the number", "Found \"six\", expected", "Found \"0\", expected",
        "Roll a die, 1 to 6: battle in Bayern: the die of the Coalition, which defends with strength 3",
        "Battle dice in Bayern: the French at strength 21, die 4: 2 losses, the Coalition at strength 3, die "
        "2: 0 losses; the French win; "
        "losses: the Coalition 1 permanent and 1 temporary",
        "Losses in Bayern: which corps (1 for good)?");
    StrBuf record;
    read_file("game.jsonl", &record);
    cr_expect(strstr(record.text, "\"move\":\"corps_take(mack)\",\"dice\":[4,2]}") != NULL, "%s",
              record.text);
    cr_expect(strstr(record.text, "\"seed\"") == NULL, "typed dice have no seed");
    strbuf_release(&record);
    expect_valid("game.jsonl");
    EXPECT_PLAY("@game.jsonl --dice typed", "1\nq\n", "is permanently lost");
}

Test(play, typed_dice_ahead_tied_and_given_up, .init = new_folder)
{
    char input[400];
    (void)snprintf(input, sizeof input, "%scancel\n?\n1\n1 6, 3\n5\nq\n", BATTLE);
    EXPECT_PLAY("aon/1805 --seed 3 --side both --dice typed --file @game.jsonl", input,
                "no dice were typed, so the move was not made", "Does Mack fight?",
                "Battle dice in Bayern: the French at strength 21, die 1");
    (void)snprintf(input, sizeof input, "%squit\n", BATTLE);
    EXPECT_PLAY("aon/1805 --seed 3 --side both --dice typed --file @second.jsonl", input, "is kept in");
    expect_valid("second.jsonl");
    EXPECT_PLAY("aon/1805 --seed 3 --side both --dice typed --file @third.jsonl", BATTLE,
                "is kept in"); /* input ends at the dice */
    expect_valid("third.jsonl");
}

/* ------------------------------------------------------------------ what may not be seen */

Test(play, the_machines_hand_is_never_shown, .init = new_folder)
{
    static const char *const hidden[] = {"Mud",
                                         "Forced March"}; /* of the Coalition's first hand with this seed */
    Run run;
    support_run(&run, "show aon/1805 --seed 3 --seat coalition");
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        cr_assert(strstr(run.out.text, hidden[i]) != NULL, "%s", run.out.text);
    }
    support_run_release(&run);
    play(&run, "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl",
         "map\narmies\nhand\ndiscards\ntracks\nreserve\nlog\ninfo\nhint\nwhy\nreview\n?\nq\n");
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        expect_not_in(&run, hidden[i]);
    }
    expect_in(&run, "The Coalition side holds 8 cards");
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

Test(play, garbage_never_ends_it, .init = new_folder)
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
    play_bytes(&run, "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl", input.text, input.length);
    cr_expect_eq(run.code, 0, "%s", run.err.text);
    expect_in(&run, "That line was longer than 1024 bytes; it was passed over.");
    expect_in(&run, "SHA-256 of the seed: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce");
    expect_clean(run.out.text, run.out.length);
    support_run_release(&run);
    strbuf_release(&input);
}

Test(play, input_may_end_anywhere, .init = new_folder)
{
    static const char script[] = "1\nflandres\nnapol\n1*\nile\nundo\nlorr\n?\nwuert\n";
    const size_t step = support_short() ? 17 : 5;
    for (size_t length = 0; length < sizeof script; length += step) {
        char file[64];
        char arguments[160];
        Run run;
        (void)snprintf(file, sizeof file, "cut%zu.jsonl", length);
        (void)snprintf(arguments, sizeof arguments, "aon/1805 --seed 3 --opponent level:1 --file @%s", file);
        play_bytes(&run, arguments, script, length);
        cr_expect_eq(run.code, 0, "after %zu bytes: %d\n%s", length, run.code, run.err.text);
        if (strstr(run.out.text, "is kept in") != NULL) {
            expect_valid(file);
        }
        support_run_release(&run);
    }
}

Test(play, wrong_command_lines, .init = new_folder)
{
    expect_refusal("", 2, "SCENARIO-or-SAVE");
    expect_refusal("aon/1805 --side british", 2, "expected french, coalition, both or none");
    expect_refusal("aon/1805 --dice loaded", 2, "expected typed");
    expect_refusal("aon/1805 --opponent napoleon", 2, "policy \"napoleon\"");
    expect_refusal("aon/1899", 1, "no scenario");
    expect_refusal("aon/1805 --set setup.hand.french=cheese", 1, "setup.hand.french");
}

/* ------------------------------------------------------------------ a terminal */

typedef struct Screen {
    int master;
    pid_t child;
    StrBuf text; /* all that was written */
    size_t seen; /* up to here it has been waited for */
} Screen;

static void open_screen(Screen *screen, const char *arguments)
{
    char words[ARGUMENTS_MAX][300];
    char *argv[ARGUMENTS_MAX];
    split(arguments, words, argv);
    support_use_test_scenarios();
    screen->master = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(screen->master >= 0 && grantpt(screen->master) == 0 && unlockpt(screen->master) == 0);
    const char *name = ptsname(screen->master);
    (void)fflush(NULL);
    screen->child = fork();
    if (screen->child == 0) {
        (void)setsid();
        const int slave = open(name, O_RDWR); /* becomes the controlling terminal */
        (void)setenv("TERM", "xterm", 1);
        (void)setenv("LC_ALL", "C.UTF-8", 1);
        if (slave < 0 || dup2(slave, 0) < 0 || dup2(slave, 1) < 0 || dup2(slave, 2) < 0) {
            _exit(126);
        }
        (void)close(screen->master);
        (void)execv(argv[0], argv);
        _exit(127);
    }
    strbuf_init(&screen->text);
    screen->seen = 0;
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Reads until a text has come that was not waited for before. */
static void wait_for(Screen *screen, const char *text)
{
    const double begun = now();
    struct pollfd ready = {screen->master, POLLIN, 0};
    char chunk[4096];
    const char *found = NULL;
    while ((found = strstr(screen->text.text + screen->seen, text)) == NULL &&
           now() - begun < ANSWER_MS / 1000.0) {
        if (poll(&ready, 1, 100) > 0) {
            const ssize_t count = read(screen->master, chunk, sizeof chunk);
            if (count <= 0) {
                break;
            }
            strbuf_add_bytes(&screen->text, chunk, (size_t)count);
        }
    }
    cr_assert(found != NULL, "waited for \"%s\" in:\n%s", text, screen->text.text + screen->seen);
    screen->seen = (size_t)(found - screen->text.text) + strlen(text);
}

static void type(const Screen *screen, const char *keys)
{
    cr_assert_eq(write(screen->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Ends the input and waits for the game's last words. A Ctrl-D that comes between the prompt and the line
 * editor's taking the keyboard is a character without a meaning, so an empty line is made and ended again, as
 * a person would. */
static void end_input(Screen *screen)
{
    static const char *const LAST_WORDS = "goes on with it.";
    struct pollfd ready = {screen->master, POLLIN, 0};
    for (int second = 0;
         second < ANSWER_MS / 1000 && strstr(screen->text.text + screen->seen, LAST_WORDS) == NULL;
         second++) {
        type(screen, "\x15\x04");
        const double begun = now();
        while (now() - begun < 1.0 && strstr(screen->text.text + screen->seen, LAST_WORDS) == NULL) {
            char chunk[4096];
            const ssize_t count = poll(&ready, 1, 100) > 0 ? read(screen->master, chunk, sizeof chunk) : 0;
            if (count < 0) {
                break; /* the program has ended */
            }
            strbuf_add_bytes(&screen->text, chunk, (size_t)count);
        }
    }
    wait_for(screen, LAST_WORDS);
}

static void close_screen(Screen *screen, int code)
{
    int status = 0;
    (void)waitpid(screen->child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == code, "status %d", status);
    (void)close(screen->master);
    strbuf_release(&screen->text);
}

Test(play, the_line_editor, .init = new_folder)
{
    Screen screen;
    open_screen(&screen, "aon/1805 --seed 3 --side both --file @game.jsonl");
    wait_for(&screen, "The opponent goes first");
    wait_for(&screen, "1805 French> ");
    type(&screen, "reser\t\r"); /* completed to reserve */
    wait_for(&screen, "Prisoners Box (0):");
    wait_for(&screen, "1805 French> ");
    type(&screen, "\x1b[A\r"); /* once more, from the history */
    wait_for(&screen, "Prisoners Box (0):");
    wait_for(&screen, "1805 French> ");   /* before that Ctrl-C would not meet a line */
    type(&screen, "map Österreichx\b\r"); /* a letter of two bytes, and one taken back */
    wait_for(&screen, "Coalition 1: Kutuzov");
    wait_for(&screen, "1805 French> ");
    type(&screen, "half a line\x03"); /* Ctrl-C gives it up */
    wait_for(&screen, "(quit ends the game and keeps it)");
    wait_for(&screen, "1805 French> ");
    type(&screen, "choose_first(s\t\r");
    wait_for(&screen, "The screen is for the Coalition side now.");
    wait_for(&screen, "Enter when only you are looking> ");
    type(&screen, "\r");
    wait_for(&screen, "1805 Coalition> ");
    type(&screen, "pass\r");
    wait_for(&screen, "Enter when only you are looking> ");
    type(&screen, "\r");
    wait_for(&screen, "1805 French> ");
    type(&screen, "flan\t\r"); /* a word of a choice */
    wait_for(&screen, "Who leads the army from Flandres?");
    wait_for(&screen, "French> ");
    end_input(&screen);
    close_screen(&screen, 0);
    expect_valid("game.jsonl");
}

Test(play, ctrl_c_makes_the_machine_move_at_once, .init = new_folder)
{
    Screen screen;
    open_screen(&screen, "aon/1805 --seed 3 --opponent mcts:time=300,early=0 --file @game.jsonl");
    wait_for(&screen, "1805 French> ");
    type(&screen, "1\r");
    wait_for(&screen, "the Coalition side thinks:");
    const double begun = now();
    type(&screen, "\x03");
    wait_for(&screen, "1805 French> ");
    cr_expect_lt(now() - begun, 60.0, "far less than the machine has");
    type(&screen, "quit\r");
    wait_for(&screen, "goes on with it.");
    close_screen(&screen, 0);
    expect_valid("game.jsonl");
}

Test(play, watching_and_taking_over, .init = new_folder)
{
    Screen screen;
    open_screen(&screen, "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl");
    wait_for(&screen, "1805 French> ");
    type(&screen, "watch heuristic\r");
    wait_for(&screen, "heuristic plays for you; Ctrl-C takes over again.");
    wait_for(&screen, "The French go first");
    type(&screen, "\x03");
    wait_for(&screen, "Stopped. It is yours again.");
    wait_for(&screen, "> ");
    type(&screen, "quit\r");
    wait_for(&screen, "goes on with it.");
    close_screen(&screen, 0);
    expect_valid("game.jsonl");
}

Test(play, a_closed_window_loses_nothing, .init = new_folder)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        char arguments[160];
        char file[32];
        Screen screen;
        (void)snprintf(file, sizeof file, "game%zu.jsonl", i);
        (void)snprintf(arguments, sizeof arguments, "aon/1805 --seed 3 --side both --file @%s", file);
        open_screen(&screen, arguments);
        wait_for(&screen, "1805 French> ");
        type(&screen, "1\r");
        wait_for(&screen, "Enter when only");
        cr_assert_eq(kill(screen.child, signals[i]), 0);
        wait_for(&screen, "goes on with it.");
        close_screen(&screen, 130);
        expect_valid(file);
    }
}
