/* progress.c: see progress.h. */
#include "play/cmd/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "ai/clock.h"

static const double SECONDS_ON_TERMINAL = 0.2;
static const double SECONDS_IN_LOG = 60.0;

void progress_init(Progress *progress, uint64_t total)
{
    const double now = clock_seconds();
    *progress = (Progress){total, "games", now, now, isatty(STDERR_FILENO) != 0, false};
    if (progress->terminal) {
        progress->shown -= SECONDS_ON_TERMINAL; /* the first result shows at once */
    }
}

bool progress_due(const Progress *progress)
{
    return clock_seconds() - progress->shown >= (progress->terminal ? SECONDS_ON_TERMINAL : SECONDS_IN_LOG);
}

/* A length of time for people: "9.5 s", "3 min 20 s", "2 h 05 min". */
static void format_time(double seconds, char *text, size_t size)
{
    const unsigned long whole = seconds > 0 ? (unsigned long)(seconds + 0.5) : 0;
    if (whole < 60) {
        (void)snprintf(text, size, "%.1f s", seconds);
    } else if (whole < 3600) {
        (void)snprintf(text, size, "%lu min %02lu s", whole / 60, whole % 60);
    } else {
        (void)snprintf(text, size, "%lu h %02lu min", whole / 3600, whole % 3600 / 60);
    }
}

void progress_show(Progress *progress, uint64_t done, const char *result)
{
    const double now = clock_seconds();
    const double elapsed = now - progress->started;
    const double rate = elapsed > 0 ? (double)done / elapsed : 0;
    char left[32] = "?";
    if (rate > 0) {
        format_time((double)(progress->total - done) / rate, left, sizeof left);
    }
    (void)fprintf(stderr, "%s%" PRIu64 "/%" PRIu64 " %s  %.1f/s  %s  %s left%s",
                  progress->terminal ? "\r\033[K" : "", done, progress->total, progress->unit, rate, result,
                  left, progress->terminal ? "" : "\n");
    (void)fflush(stderr);
    progress->shown = now;
    progress->visible = progress->terminal;
}

double progress_end(Progress *progress)
{
    if (progress->visible) {
        (void)fprintf(stderr, "\r\033[K");
        (void)fflush(stderr);
        progress->visible = false;
    }
    return clock_seconds() - progress->started;
}
