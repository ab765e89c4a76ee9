/* clock.c: the monotonic clock. */
#include "ai/clock.h"

#include <time.h>

double clock_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
