/* interrupt.c: the program's only mutable global, because a signal handler can reach nothing else. */
#include "play/interrupt.h"

#include <signal.h>
#include <string.h>

static atomic_bool seen; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */

static void note_signal(int number)
{
    (void)number;
    atomic_store_explicit(&seen, true, memory_order_relaxed);
}

const atomic_bool *interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    action.sa_flags = (int)SA_RESETHAND;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    return &seen;
}

bool interrupt_seen(void) { return atomic_load_explicit(&seen, memory_order_relaxed); }
