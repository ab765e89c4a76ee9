/* interrupt.c: the program's only mutable globals, because a signal handler can reach nothing else. */
#define _XOPEN_SOURCE 700 /* SA_ONSTACK */
#include "play/cmd/interrupt.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_bool seen;         /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static atomic_bool by_clock;     /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static _Atomic(Store *) crashed; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */

static void note_signal(int number)
{
    if (number == SIGALRM) {
        atomic_store_explicit(&by_clock, true, memory_order_relaxed);
    }
    atomic_store_explicit(&seen, true, memory_order_relaxed);
}

static void install(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(number, &action, NULL);
}

const atomic_bool *interrupt_watch(void)
{
    install(SIGINT, note_signal, (int)SA_RESETHAND);
    install(SIGTERM, note_signal, (int)SA_RESETHAND);
    return &seen;
}

bool interrupt_seen(void) { return atomic_load_explicit(&seen, memory_order_relaxed); }

void interrupt_after(double seconds)
{
    timer_t timer;
    struct itimerspec when;
    memset(&when, 0, sizeof when);
    when.it_value.tv_sec = (time_t)seconds;
    when.it_value.tv_nsec = (long)((seconds - (double)when.it_value.tv_sec) * 1e9);
    if (when.it_value.tv_sec == 0 && when.it_value.tv_nsec == 0) {
        when.it_value.tv_nsec = 1; /* zero would mean never */
    }
    install(SIGALRM, note_signal, 0);
    if (timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0) {
        (void)timer_settime(timer, 0, &when, NULL);
    }
}

bool interrupt_by_clock(void) { return atomic_load_explicit(&by_clock, memory_order_relaxed); }

/* Tells people what has become of the game; only write is allowed here. */
static void tell_crash(bool noted)
{
    static const char known[] =
        "marshal: the program crashed in a game, which the store has noted: the same command goes on,"
        " and leaves the game out if it does that again\n";
    static const char unknown[] =
        "marshal: the program crashed; the games that were reported as done are kept\n";
    const ssize_t written = noted ? write(STDERR_FILENO, known, sizeof known - 1)
                                  : write(STDERR_FILENO, unknown, sizeof unknown - 1);
    (void)written;
}

/* A signal that another process sent says nothing against the game. */
static bool is_own_fault(const siginfo_t *info) { return info->si_code > 0 || info->si_pid == getpid(); }

/* Runs on the thread's other stack if it has one (jobs.h). The signal that it raises waits until it has
 * returned, and then ends the program. */
static void note_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    Store *store = atomic_load(&crashed);
    if (store != NULL && is_own_fault(info)) {
        tell_crash(store_note_crash(store));
    }
    install(number, SIG_DFL, 0);
    (void)raise(number);
}

void interrupt_watch_crashes(Store *store)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = note_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigemptyset(&action.sa_mask);
    atomic_store(&crashed, store);
    for (size_t i = 0; store != NULL && i < sizeof signals / sizeof signals[0]; i++) {
        (void)sigaction(signals[i], &action, NULL);
    }
}
