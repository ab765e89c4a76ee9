/* process.c: posix_spawn, because the program may have threads, and everything around it that keeps a run
 * safe from its children. */
#define _GNU_SOURCE /* pipe2: no moment in which another thread's child could inherit the pipe */
#include "ai/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/clock.h"

enum { LEAST_FD = 3 };
/* Exit codes of a shell: a command that is not there; one that a signal killed, its number added. */
enum { SHELL_NOT_FOUND = 127, SHELL_SIGNALLED = 128 };
static const double LOOK_SECONDS = 0.002; /* between two looks whether a child has ended */

/* ---- starting ---- */

/* Moves a descriptor above those of standard input and output, so that giving the child its ends cannot
 * overwrite one. */
static bool lift(int *fd)
{
    assert(*fd >= 0);
    if (*fd >= LEAST_FD) {
        return true;
    }
    const int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, LEAST_FD);
    if (lifted < 0) {
        return false;
    }
    (void)close(*fd);
    *fd = lifted;
    return true;
}

static void close_all(const int fds[4])
{
    for (int i = 0; i < 4; i++) {
        if (fds[i] >= 0) {
            (void)close(fds[i]);
        }
    }
}

/* fds: child's input to read, ours to write it; child's output for us to read, and to write it. */
static bool open_pipes(int fds[4])
{
    for (int i = 0; i < 4; i++) {
        fds[i] = -1;
    }
    bool good = pipe2(fds, O_CLOEXEC) == 0 && pipe2(fds + 2, O_CLOEXEC) == 0;
    for (int i = 0; i < 4 && good; i++) {
        good = lift(&fds[i]);
    }
    good = good && fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0 && fcntl(fds[2], F_SETFL, O_NONBLOCK) == 0;
    if (!good) {
        const int cause = errno;
        close_all(fds);
        errno = cause;
    }
    return good;
}

/* The child has default signals, none blocked, and a group of its own. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none;
    sigset_t defaults;
    (void)sigemptyset(&none);
    (void)sigemptyset(&defaults);
    (void)sigaddset(&defaults, SIGPIPE);
    (void)sigaddset(&defaults, SIGINT);
    (void)sigaddset(&defaults, SIGTERM);
    int failed = posix_spawnattr_setpgroup(attributes, 0);
    failed = failed != 0 ? failed : posix_spawnattr_setsigmask(attributes, &none);
    failed = failed != 0 ? failed : posix_spawnattr_setsigdefault(attributes, &defaults);
    return failed != 0 ? failed
                       : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                                  POSIX_SPAWN_SETSIGDEF);
}

/* Returns 0 or an error number. */
static int spawn(pid_t *pid, const char *command, int input, int output)
{
    char shell[] = "/bin/sh";
    char option[] = "-c";
    char text[1024];
    char *argv[] = {shell, option, text, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    assert(strlen(command) < sizeof text); /* half a command must never be run */
    (void)snprintf(text, sizeof text, "%s", command);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed != 0) {
        return failed;
    }
    failed = posix_spawnattr_init(&attributes);
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        failed = failed != 0 ? failed : posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        failed = failed != 0 ? failed : set_attributes(&attributes);
        failed = failed != 0 ? failed : posix_spawn(pid, shell, &actions, &attributes, argv, environ);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool process_start(Process *process, const char *command, Err *err)
{
    int fds[4];
    if (!open_pipes(fds)) {
        return err_set(err, NULL, NULL, "cannot open a pipe: %s", strerror(errno));
    }
    const int failed = spawn(&process->pid, command, fds[0], fds[3]);
    if (failed != 0) {
        close_all(fds);
        return err_set(err, NULL, NULL, "cannot start a process: %s", strerror(failed));
    }
    (void)close(fds[0]);
    (void)close(fds[3]);
    process->in = fds[1];
    process->out = fds[2];
    return true;
}

/* ---- writing ---- */

ssize_t process_write(const Process *process, const char *text, size_t length)
{
    assert(text != NULL);
    static const struct timespec at_once = {0, 0};
    sigset_t pipe_signal;
    sigset_t before;
    sigset_t pending;
    if (process->in < 0) {
        return -1;
    }
    /* SIGPIPE goes to the thread that writes: it is held back, and taken away if it came from here */
    (void)sigemptyset(&pipe_signal);
    (void)sigaddset(&pipe_signal, SIGPIPE);
    (void)sigpending(&pending);
    (void)pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t count = write(process->in, text, length);
    const int cause = errno;
    if (count < 0 && cause == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
        (void)sigtimedwait(&pipe_signal, NULL, &at_once);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (count < 0 && (cause == EAGAIN || cause == EINTR)) {
        return 0;
    }
    return count;
}

void process_close_input(Process *process)
{
    if (process->in >= 0) {
        (void)close(process->in);
        process->in = -1;
    }
}

/* ---- the end ---- */

static void describe(const siginfo_t *info, char *how, size_t size)
{
    if (info->si_code == CLD_EXITED) {
        const int code = info->si_status;
        if (code > SHELL_SIGNALLED) {
            (void)snprintf(how, size, "ended with exit code %d (signal %d)", code, code - SHELL_SIGNALLED);
        } else {
            (void)snprintf(how, size, "ended with exit code %d%s", code,
                           code == SHELL_NOT_FOUND ? " (command not found)" : "");
        }
    } else {
        (void)snprintf(how, size, "was killed by signal %d", info->si_status);
    }
}

bool process_has_ended(const Process *process, double seconds, char *how, size_t size)
{
    static const struct timespec nap = {0, 2000000};
    const double end = clock_seconds() + seconds;
    assert(process->pid > 0 && seconds >= 0.0 && size > 0);
    for (;;) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        /* WNOWAIT: until it is collected its number, and that of its group, cannot be given to another
         * process */
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == process->pid) {
            describe(&info, how, size);
            return true;
        }
        if (clock_seconds() + LOOK_SECONDS > end) {
            return false;
        }
        (void)nanosleep(&nap, NULL);
    }
}

void process_end(Process *process, double seconds)
{
    char how[64];
    process_close_input(process);
    (void)close(process->out);
    (void)process_has_ended(process, seconds, how, sizeof how);
    (void)kill(-process->pid, SIGKILL); /* what it started must go, even if it has ended itself */
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
    }
}
