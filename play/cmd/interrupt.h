/* interrupt.h: Ctrl-C (SIGINT), SIGTERM and the end of the time as a flag that long work looks at; and what
 * is noted when the program crashes.
 *
 * The first signal sets the flag; work stops cleanly and reports what is done. The handler then resets
 * itself, so that a second signal ends the process at once.
 */
#ifndef MARSHAL_PLAY_CMD_INTERRUPT_H
#define MARSHAL_PLAY_CMD_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "eval/store/store.h"

/* Installs the handlers and returns the flag. */
const atomic_bool *interrupt_watch(void);

/* True once a signal has come. */
bool interrupt_seen(void);

/* Sets the flag after so many seconds, whatever the clock on the wall does meanwhile. */
void interrupt_after(double seconds);

/* True if it was that which set the flag. */
bool interrupt_by_clock(void);

/* From now on a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) notes in the store which game the thread was
 * playing, says so, and then ends the program as ever. Overflow of the stack is one too, where jobs.h runs
 * the thread. Signals that other processes send do not count. NULL: no longer. */
void interrupt_watch_crashes(Store *store);

#endif
