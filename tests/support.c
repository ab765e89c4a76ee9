/* support.c: see support.h. */
#include "tests/support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    char chunk[4096 + 1];
    size_t count = 0;
    FILE *file = fopen(path, "rb");
    strbuf_clear(text);
    if (file == NULL) {
        return false;
    }
    while ((count = fread(chunk, 1, sizeof chunk - 1, file)) > 0) {
        chunk[count] = '\0';
        strbuf_add(text, chunk);
    }
    (void)fclose(file);
    return true;
}

bool support_write(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

/* In the child: output into files, then the program. Never returns. */
static void become_program(char *const *argv, const char *out, const char *err)
{
    if (freopen(out, "wb", stdout) == NULL || freopen(err, "wb", stderr) == NULL) {
        _exit(126);
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

/* milliseconds < 0: no interrupt. */
static void run_program(Run *run, const char *arguments, long milliseconds)
{
    char program[256];
    char out[300];
    char err[300];
    char words[1024];
    char *argv[64] = {program};
    (void)snprintf(program, sizeof program, "%s/marshal-toy", build_folder());
    (void)snprintf(out, sizeof out, "%s/run-%ld.out", build_folder(), (long)getpid());
    (void)snprintf(err, sizeof err, "%s/run-%ld.err", build_folder(), (long)getpid());
    (void)snprintf(words, sizeof words, "%s", arguments);
    split(words, argv, sizeof argv / sizeof argv[0]);
    support_use_test_scenarios();
    const pid_t child = fork();
    if (child == 0) {
        become_program(argv, out, err);
    }
    if (milliseconds >= 0) {
        const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
        (void)nanosleep(&pause, NULL);
        (void)kill(child, SIGINT);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    strbuf_init(&run->out);
    strbuf_init(&run->err);
    (void)support_read(out, &run->out);
    (void)support_read(err, &run->err);
    (void)remove(out);
    (void)remove(err);
}

void support_run(Run *run, const char *arguments) { run_program(run, arguments, -1); }

void support_run_interrupted(Run *run, const char *arguments, long milliseconds)
{
    run_program(run, arguments, milliseconds);
}

void support_run_release(Run *run)
{
    strbuf_release(&run->out);
    strbuf_release(&run->err);
}
