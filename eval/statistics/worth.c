/* worth.c: what games without a winner are worth. */
#include "eval/statistics/worth.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number from 0 to 1 at text; *end is what follows it. */
static bool parse_share(const char *text, double *share, char **end)
{
    if (strspn(text, ".,0123456789") != strlen(text)) { /* strtod also knows inf, nan, hexadecimal, blanks */
        return false;
    }
    *share = strtod(text, end);
    return *end != text && *share >= 0.0 && *share <= 1.0;
}

bool worth_parse(const char *text, Worth *worth)
{
    char *end = NULL;
    *worth = (Worth){{WORTH_SHARED, WORTH_SHARED}};
    if (text == NULL) {
        return true;
    }
    if (!parse_share(text, &worth->both_lose[0], &end)) {
        return false;
    }
    worth->both_lose[1] = worth->both_lose[0];
    return *end == '\0' || (*end == ',' && parse_share(end + 1, &worth->both_lose[1], &end) && *end == '\0');
}

WorthMean worth_of_sums(double sum, double squares, uint64_t count)
{
    if (count == 0) {
        return (WorthMean){0.5, {0.0, 1.0}};
    }
    const double n = (double)count;
    const double mean = sum / n;
    const double variance = fmax(0.0, squares / n - mean * mean);
    const double half = STATS_Z95 * sqrt(variance / n);
    return (WorthMean){mean, {fmax(0.0, mean - half), fmin(1.0, mean + half)}};
}

WorthMean worth_mean(const WorthCounts *counts, double both_lose)
{
    assert(both_lose >= 0.0 && both_lose <= 1.0);
    const double sum =
        (double)counts->wins + 0.5 * (double)counts->draws + both_lose * (double)counts->both_lost;
    const double squares = (double)counts->wins + 0.25 * (double)counts->draws +
                           both_lose * both_lose * (double)counts->both_lost;
    return worth_of_sums(sum, squares, counts->wins + counts->draws + counts->both_lost + counts->losses);
}
