/* response.h: the curve of win rates over the values of a knob, as far as games played at some of them tell
 * it, and where it crosses a target.
 *
 * A knob has values 0 .. count - 1, evenly spaced; at value i so many games were played and the French won so
 * many. The log odds of winning are a Gaussian process over the values: a constant, a slope and a rough part
 * (Matern, smoothness 3/2) of which neither size nor reach are known, so that six settings of these are
 * fitted and weighed by how well they foretell the games. Posterior by Laplace's method: C. E. Rasmussen, C.
 * K. I. Williams, "Gaussian Processes for Machine Learning" (2006), algorithms 3.1 and 3.2. So neighbours
 * inform each other, yet a curve with a step or a bend is followed where the games show one.
 *
 * What is wanted is read off RESPONSE_DRAWS curves drawn from that posterior. To find where the curve crosses
 * the target each draw is first projected on the monotone curves, rising or falling as its ends do (L. Lin,
 * D. B. Dunson, "Bayesian monotone regression using Gaussian process projection", Biometrika 101, 2014);
 * unless the games establish that the curve is not monotone, when all crossings count.
 *
 * All numbers follow from the counts and a seed. Positions on the knob are in steps: 2.5 lies halfway between
 * values 2 and 3, and the log odds are taken as straight in between.
 */
#ifndef MARSHAL_EVAL_BALANCE_RESPONSE_H
#define MARSHAL_EVAL_BALANCE_RESPONSE_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/statistics/stats.h"

enum { RESPONSE_VALUES_MAX = 101, RESPONSE_DRAWS = 1024 };

typedef struct ResponseData {
    uint32_t count; /* values, 2 .. RESPONSE_VALUES_MAX */
    uint32_t games[RESPONSE_VALUES_MAX];
    double wins[RESPONSE_VALUES_MAX]; /* a game without a winner counts as a part of one */
    double target;                    /* win rate looked for, inside (0, 1) */
    double effect; /* design effect, at least 1: so many games tell as much as one independent game */
    uint64_t seed; /* of the draws */
} ResponseData;

/* Where the curves drawn cross the target. */
typedef struct ResponseCrossing {
    Interval
        interval;  /* 95% of crossings, in steps; draws that do not cross count as at the end they point to */
    double middle; /* their median */
    double inside; /* share of draws that cross within the range */
    double above, below; /* shares in which all values are above the target, or below */
} ResponseCrossing;

typedef struct Response Response;

/* Room for one posterior; NULL if memory ran out. */
Response *response_new(void);
void response_free(Response *response);

/* Fits the posterior; replaces the one before. */
void response_fit(Response *response, const ResponseData *data);

/* Win rate at a value: posterior mean, and the middle 95%. */
double response_rate(const Response *response, uint32_t value);
Interval response_rate_interval(const Response *response, uint32_t value);
/* The same between values. */
double response_rate_at(const Response *response, double position);
Interval response_rate_interval_at(const Response *response, double position);

ResponseCrossing response_crossing(const Response *response);

/* The value whose win rate is nearest to the target: least expected distance. */
uint32_t response_nearest(const Response *response);

/* Chance that the win rate rises from the first value to the last. */
double response_rises(const Response *response);

/* The two values, the first below the second, between which the curve most surely goes against its direction
 * from end to end, and the chance that it does. */
double response_reversal(const Response *response, uint32_t *from, uint32_t *to);

/* True if that is established: 99.5%. */
bool response_is_bent(const Response *response);

/* Shares out games over the values where they will narrow the crossing most: each of `parts` parts of `size`
 * games goes where it lowers the expected variance of the crossing most, as if those before had been played
 * (stepwise uncertainty reduction: J. Bect, D. Ginsbourger, L. Li, V. Picheny, E. Vazquez, Statistics and
 * Computing 22, 2012). games[i] is how many value i gets. */
void response_plan(const Response *response, uint32_t parts, uint32_t size,
                   uint32_t games[RESPONSE_VALUES_MAX]);

#endif
