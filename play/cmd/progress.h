/* progress.h: the progress line of long work, on standard error.
 *
 * On a terminal one line that is rewritten five times a second; otherwise a line a minute, so that logs stay
 * short. 1250/10000 games  3120.4/s  french 47.3% [44.5, 50.1]  2.8 s left
 */
#ifndef MARSHAL_PLAY_CMD_PROGRESS_H
#define MARSHAL_PLAY_CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    uint64_t total;
    const char *unit; /* what is counted: "games" unless set to something else after progress_init */
    double started;   /* clock_seconds */
    double shown;     /* when the line was written last */
    bool terminal;
    bool visible; /* a line stands on the terminal and must be wiped */
} Progress;

/* Starts the clock. */
void progress_init(Progress *progress, uint64_t total);

/* True when it is time to write the line again; costs a look at the clock. */
bool progress_due(const Progress *progress);

/* Writes the line: how many of total are done, and the current result in words. */
void progress_show(Progress *progress, uint64_t done, const char *result);

/* Wipes the line, if there is one. Returns seconds since the start. */
double progress_end(Progress *progress);

#endif
