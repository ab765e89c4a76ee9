/* interrupt.h: Ctrl-C (SIGINT) and SIGTERM as a flag that long work looks at.
 *
 * The first signal sets the flag; work stops cleanly and reports what is done. The handler then resets
 * itself, so that a second signal ends the process at once.
 */
#ifndef MARSHAL_PLAY_INTERRUPT_H
#define MARSHAL_PLAY_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Installs the handlers and returns the flag. */
const atomic_bool *interrupt_watch(void);

/* True once a signal has come. */
bool interrupt_seen(void);

#endif
