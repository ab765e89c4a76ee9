/* support.c: see support.h. */
#define _XOPEN_SOURCE 700 /* waitid */
#include "tests/support/support.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *build_folder(void)
{
    const char *folder = getenv("MARSHAL_TEST_BUILD");
    return folder != NULL ? folder : "build/debug";
}

void support_use_test_scenarios(void) { (void)setenv("MARSHAL_SCENARIOS", "tests/scenarios", 1); }

void support_load(Game *game, const char *scenario, const char *override)
{
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    if (!game_load(game, scenario, &override, override != NULL ? 1 : 0, &err)) {
        char text[1024];
        err_text(&err, text, sizeof text);
        (void)fprintf(stderr, "support_load: %s\n", text);
        abort();
    }
}

bool support_short(void) { return getenv("MARSHAL_TEST_SHORT") != NULL; }

void support_folder(const char *name, char path[256])
{
    char command[640];
    (void)snprintf(path, 256, "%s/tmp-%s-%ld", build_folder(), name, (long)getpid());
    (void)snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) != 0 || mkdir(path, 0777) != 0) {
        perror(path);
        abort();
    }
}

bool support_read(const char *path, StrBuf *text)
{
    char chunk[4096];
    size_t count = 0;
    FILE *file = fopen(path, "rb");
    strbuf_clear(text);
    if (file == NULL) {
        return false;
    }
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) {
        strbuf_add_bytes(text, chunk, count);
    }
    (void)fclose(file);
    return true;
}

bool support_write(const char *path, const char *text, size_t length)
{
    (void)remove(path); /* some file systems wait for the disk when a file that was emptied is closed */
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

void support_replace(const char *text, const char *old, const char *fresh, StrBuf *out)
{
    const char *at = strstr(text, old);
    cr_assert_not_null(at, "%s in %s", old, text);
    strbuf_init(out);
    strbuf_add_bytes(out, text, (size_t)(at - text));
    strbuf_addf(out, "%s%s", fresh, at + strlen(old));
}

void support_expect_error(const Err *err, const char *path, const char *message)
{
    cr_expect_str_eq(err->path, path, "found %s: %s, expected %s: %s", err->path, err->message, path,
                     message);
    cr_expect(strstr(err->message, message) != NULL, "found \"%s\", expected \"%s\"", err->message, message);
}

/* In the child: output into files, then the program. Never returns. */
static void become_program(char *const *argv, const Child *child, long file_bytes)
{
    if (freopen(child->out, "wb", stdout) == NULL || freopen(child->err, "wb", stderr) == NULL) {
        _exit(126);
    }
    const struct rlimit limit = {(rlim_t)file_bytes, (rlim_t)file_bytes};
    const struct rlimit no_core = {0, 0};
    if ((file_bytes > 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0) || setrlimit(RLIMIT_CORE, &no_core) != 0) {
        _exit(125);
    }
    (void)execv(argv[0], argv);
    _exit(127);
}

/* Splits words at single spaces, in place. */
static void split(char *text, char **argv, size_t max)
{
    size_t count = 1;
    while (text != NULL && *text != '\0' && count + 1 < max) {
        argv[count++] = text;
        text = strchr(text, ' ');
        if (text != NULL) {
            *text++ = '\0';
        }
    }
    argv[count] = NULL;
}

Child support_start(const char *arguments, long file_bytes)
{
    static int started = 0;
    char program[256];
    char words[1024];
    char *argv[64] = {program};
    Child child;
    (void)snprintf(program, sizeof program, "%s/marshal-toy", build_folder());
    (void)snprintf(child.out, sizeof child.out, "%s/run-%ld-%d.out", build_folder(), (long)getpid(), started);
    (void)snprintf(child.err, sizeof child.err, "%s/run-%ld-%d.err", build_folder(), (long)getpid(),
                   started++);
    (void)snprintf(words, sizeof words, "%s", arguments);
    split(words, argv, sizeof argv / sizeof argv[0]);
    support_use_test_scenarios();
    child.pid = fork();
    if (child.pid == 0) {
        become_program(argv, &child, file_bytes);
    }
    return child;
}

static bool is_there(const Child *child)
{
    siginfo_t info;
    info.si_pid = 0;
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

static double milliseconds_of(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Until a clock shows so many milliseconds more, or the time is up, or the program has ended. */
static bool wait_by(const Child *child, clockid_t clock, long milliseconds, long most)
{
    const struct timespec pause = {0, 1000000L};
    const double begun = milliseconds_of(clock);
    const double start = milliseconds_of(CLOCK_MONOTONIC);
    do {
        if (!is_there(child)) {
            return false;
        }
        (void)nanosleep(&pause, NULL);
    } while (milliseconds_of(clock) - begun < (double)milliseconds &&
             milliseconds_of(CLOCK_MONOTONIC) - start < (double)most);
    return true;
}

bool support_wait(const Child *child, long milliseconds)
{
    return wait_by(child, CLOCK_MONOTONIC, milliseconds, milliseconds);
}

bool support_let_work(const Child *child, long milliseconds)
{
    enum { MINUTE = 60000 };
    clockid_t clock;
    if (clock_getcpuclockid((pid_t)child->pid, &clock) != 0) {
        return is_there(child);
    }
    return wait_by(child, clock, milliseconds, MINUTE);
}

void support_finish(const Child *child, Run *run)
{
    int status = 0;
    (void)waitpid((pid_t)child->pid, &status, 0);
    run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    strbuf_init(&run->out);
    strbuf_init(&run->err);
    (void)support_read(child->out, &run->out);
    (void)support_read(child->err, &run->err);
    (void)remove(child->out);
    (void)remove(child->err);
}

void support_run(Run *run, const char *arguments)
{
    const Child child = support_start(arguments, 0);
    support_finish(&child, run);
}

void support_run_interrupted(Run *run, const char *arguments, long milliseconds)
{
    const Child child = support_start(arguments, 0);
    (void)support_let_work(&child, milliseconds);
    (void)kill((pid_t)child.pid, SIGINT);
    support_finish(&child, run);
}

void support_run_release(Run *run)
{
    strbuf_release(&run->out);
    strbuf_release(&run->err);
}
