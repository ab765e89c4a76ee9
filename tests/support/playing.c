/* playing.c: marshal play run by a script, and in a terminal of its own. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "tests/support/playing.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ai/clock.h"

enum { ARGUMENTS_MAX = 40, ANSWER_MS = 60000 };

char playing_folder[256];

void playing_new_folder(void) { support_folder("play", playing_folder); }

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
        const bool playing_path = arguments[0] == '@';
        (void)snprintf(words[count], 300, "%s%s%.*s", playing_path ? playing_folder : "",
                       playing_path ? "/" : "", (int)length - (playing_path ? 1 : 0),
                       arguments + (playing_path ? 1 : 0));
        argv[count] = words[count];
        count++;
        arguments += length + (arguments[length] == ' ' ? 1 : 0);
    }
    argv[count] = NULL;
}

void playing_path(const char *name, char path[300])
{
    (void)snprintf(path, 300, "%s/%s", playing_folder, name);
}

/* Runs marshal play with input from a file. */
void playing_run_bytes(Run *run, const char *arguments, const char *input, size_t length)
{
    char words[ARGUMENTS_MAX][300];
    char *argv[ARGUMENTS_MAX];
    char in[300];
    char out[300];
    char err[300];
    split(arguments, words, argv);
    playing_path("in", in);
    playing_path("out", out);
    playing_path("err", err);
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

void playing_run(Run *run, const char *arguments, const char *input)
{
    playing_run_bytes(run, arguments, input, strlen(input));
}

void playing_expect_in(const Run *run, const char *text)
{
    cr_expect(strstr(run->out.text, text) != NULL, "expected \"%s\" in:\n%s\n%s", text, run->out.text,
              run->err.text);
}

void playing_expect_not_in(const Run *run, const char *text)
{
    cr_expect(strstr(run->out.text, text) == NULL, "did not expect \"%s\" in:\n%s", text, run->out.text);
}

/* Plays and expects an exit code and some texts, up to a NULL. */
void playing_expect(const char *arguments, const char *input, int code, const char *const *texts)
{
    Run run;
    playing_run(&run, arguments, input);
    cr_expect_eq(run.code, code, "play %s: exit code %d\n%s", arguments, run.code, run.err.text);
    for (; *texts != NULL; texts++) {
        playing_expect_in(&run, *texts);
    }
    support_run_release(&run);
}
/* Expects that the program refuses with a message. */
void playing_expect_refusal(const char *arguments, int code, const char *message)
{
    Run run;
    playing_run(&run, arguments, "");
    cr_expect_eq(run.code, code, "play %s: exit code %d\n%s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "play %s: expected \"%s\" in \"%s\"", arguments, message,
              run.err.text);
    support_run_release(&run);
}

void playing_read(const char *name, StrBuf *text)
{
    char path[300];
    playing_path(name, path);
    strbuf_init(text);
    cr_assert(support_read(path, text), "%s", path);
}

void playing_expect_valid(const char *name)
{
    char arguments[400];
    Run run;
    (void)snprintf(arguments, sizeof arguments, "replay %s/%s --check", playing_folder, name);
    support_run(&run, arguments);
    cr_expect_eq(run.code, 0, "%s: %s", name, run.err.text);
    support_run_release(&run);
}

/* ------------------------------------------------------------------ a terminal */

void playing_open(PlayingScreen *screen, const char *arguments)
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

/* Reads until a text has come that was not waited for before. */
void playing_wait_for(PlayingScreen *screen, const char *text)
{
    const double begun = clock_seconds();
    struct pollfd ready = {screen->master, POLLIN, 0};
    char chunk[4096];
    const char *found = NULL;
    while ((found = strstr(screen->text.text + screen->seen, text)) == NULL &&
           clock_seconds() - begun < ANSWER_MS / 1000.0) {
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

void playing_type(const PlayingScreen *screen, const char *keys)
{
    cr_assert_eq(write(screen->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Ends the input and waits for the game's last words. A Ctrl-D that comes between the prompt and the line
 * editor's taking the keyboard is a character without a meaning, so an empty line is made and ended again, as
 * a person would. */
void playing_end_input(PlayingScreen *screen)
{
    static const char *const LAST_WORDS = "goes on with it.";
    struct pollfd ready = {screen->master, POLLIN, 0};
    for (int second = 0;
         second < ANSWER_MS / 1000 && strstr(screen->text.text + screen->seen, LAST_WORDS) == NULL;
         second++) {
        playing_type(screen, "\x15\x04");
        const double begun = clock_seconds();
        while (clock_seconds() - begun < 1.0 &&
               strstr(screen->text.text + screen->seen, LAST_WORDS) == NULL) {
            char chunk[4096];
            const ssize_t count = poll(&ready, 1, 100) > 0 ? read(screen->master, chunk, sizeof chunk) : 0;
            if (count < 0) {
                break; /* the program has ended */
            }
            strbuf_add_bytes(&screen->text, chunk, (size_t)count);
        }
    }
    playing_wait_for(screen, LAST_WORDS);
}

void playing_close(PlayingScreen *screen, int code)
{
    int status = 0;
    (void)waitpid(screen->child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == code, "status %d", status);
    (void)close(screen->master);
    strbuf_release(&screen->text);
}
