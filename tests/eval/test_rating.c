/* test_rating.c: ratings against published estimates, and intervals against known truth. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/rating.h"

static const double ELO_PER_LOGIT = 173.71779276130073;

/* Games of the American League's eastern division in 1987, home team against visitor, won and lost (A.
 * Agresti, Categorical Data Analysis, 2002, table 10.10). */
enum { TEAMS = 7, BALTIMORE = 6 };
static const int BASEBALL[TEAMS][TEAMS][2] = {
    {{0, 0}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}}, /* Milwaukee */
    {{3, 3}, {0, 0}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}}, /* Detroit */
    {{2, 5}, {4, 3}, {0, 0}, {2, 4}, {4, 3}, {4, 2}, {6, 0}}, /* Toronto */
    {{3, 3}, {5, 1}, {2, 5}, {0, 0}, {4, 3}, {4, 2}, {6, 1}}, /* New York */
    {{5, 1}, {2, 5}, {3, 3}, {4, 2}, {0, 0}, {5, 2}, {6, 0}}, /* Boston */
    {{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {0, 0}, {2, 4}}, /* Cleveland */
    {{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {0, 0}}, /* Baltimore */
};

Test(rating, agrees_with_the_published_estimates_of_a_known_season)
{
    /* Bradley-Terry with a home advantage, Baltimore 0 (H. Turner, D. Firth, Journal of Statistical Software
     * 48, 2012) */
    static const double published[TEAMS] = {1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0};
    RatingCell cells[TEAMS * TEAMS];
    RatingResult result;
    size_t count = 0;
    for (uint32_t a = 0; a < TEAMS; a++) {
        for (uint32_t b = a + 1; b < TEAMS; b++) {
            RatingCell cell = {.a = a, .b = b};
            cell.single[0][RATING_WON] = (uint64_t)BASEBALL[a][b][0];
            cell.single[0][RATING_LOST] = (uint64_t)BASEBALL[a][b][1];
            cell.single[1][RATING_WON] = (uint64_t)BASEBALL[b][a][0];
            cell.single[1][RATING_LOST] = (uint64_t)BASEBALL[b][a][1];
            cells[count++] = cell;
        }
    }
    cr_assert(rating_fit(cells, count, TEAMS, 1, &result, NULL));
    for (int team = 0; team < TEAMS; team++) {
        const double above = (result.policies[team].elo - result.policies[BALTIMORE].elo) / ELO_PER_LOGIT;
        cr_assert_float_eq(above, published[team], 0.015, "team %d: %f", team,
                           above); /* the prior pulls a little */
    }
    cr_assert_float_eq(result.scenarios[0].elo / ELO_PER_LOGIT, 0.3023, 0.003);
    cr_assert_float_eq(result.scenarios[0].error / ELO_PER_LOGIT, 0.1309, 0.03);
    cr_assert(result.connected);
}

Test(rating, of_two_policies_is_the_elo_of_their_score)
{
    RatingCell cell = {.a = 0, .b = 1};
    RatingResult result;
    cell.pairs[RATING_WON][RATING_WON] = 300; /* both seats won by the French: one each */
    cell.pairs[RATING_WON][RATING_LOST] = 400;
    cell.pairs[RATING_LOST][RATING_WON] = 100;
    cell.pairs[RATING_LOST][RATING_LOST] = 300;
    cr_assert(rating_fit(&cell, 1, 2, 1, &result, NULL));
    const uint64_t pairs[ELO_VALUES] = {100, 0, 600, 0, 400};
    const EloScore score = elo_score(pairs);
    const Interval interval = elo_interval(&score);
    cr_assert_float_eq(result.policies[0].elo - result.policies[1].elo, elo_from_score(score.score), 0.5);
    cr_assert_float_eq(2.0 * (result.policies[0].interval.high - result.policies[0].interval.low),
                       interval.high - interval.low, 1.5);
    cr_assert_float_eq(result.scenarios[0].elo, 0.0, 0.5);
}

Test(rating, is_finite_for_those_who_won_all_and_says_how_little_is_known)
{
    RatingCell cell = {.a = 0, .b = 1};
    RatingResult result;
    cell.pairs[RATING_WON][RATING_LOST] = 20;
    cr_assert(rating_fit(&cell, 1, 3, 2, &result, NULL));
    cr_assert(result.policies[0].elo > 200.0 && isfinite(result.policies[0].elo));
    cr_assert(result.policies[0].error > 100.0, "%f", result.policies[0].error);
    cr_assert(isinf(result.policies[2].error)); /* has not played */
    cr_assert(isinf(result.scenarios[1].error));
}

Test(rating, tells_groups_that_never_met)
{
    RatingCell cells[2] = {{.a = 0, .b = 1}, {.a = 2, .b = 3}};
    RatingResult result;
    cells[0].single[0][RATING_WON] = cells[0].single[1][RATING_WON] = 5;
    cells[1].single[0][RATING_WON] = cells[1].single[1][RATING_LOST] = 5;
    cr_assert(rating_fit(cells, 2, 4, 1, &result, NULL));
    cr_assert_not(result.connected);
    cells[1].a = 1;
    cr_assert(rating_fit(cells, 2, 4, 1, &result, NULL));
    cr_assert(result.connected);
}

/* ---- coverage ---- */

enum { PLAYERS = 4, SCENARIOS = 2, PAIRS = 60, TRIALS = 400 };
static const double STRENGTH[PLAYERS] = {-150.0, -20.0, 50.0, 120.0};
static const double ADVANTAGE[SCENARIOS] = {-120.0, 60.0};

static double uniform(Rng *rng) { return ((double)rng_next(rng) + 0.5) / 4294967296.0; }

/* Result of the French seat; luck (shared by a pair) in [0, 1) is used in half of the games, so that pairs
 * correlate. */
static int game(double elo, double luck, Rng *rng)
{
    const double draw = uniform(rng) < 0.5 ? luck : uniform(rng);
    return draw < elo_to_score(elo) ? RATING_WON : RATING_LOST;
}

static void simulate(Rng *rng, RatingCell *cells)
{
    size_t count = 0;
    for (uint32_t s = 0; s < SCENARIOS; s++) {
        for (uint32_t a = 0; a < PLAYERS; a++) {
            for (uint32_t b = a + 1; b < PLAYERS; b++) {
                RatingCell cell = {.a = a, .b = b, .scenario = s};
                for (int i = 0; i < PAIRS; i++) {
                    const double luck = uniform(rng);
                    const int first = game(STRENGTH[a] - STRENGTH[b] + ADVANTAGE[s], luck, rng);
                    const int second = game(STRENGTH[b] - STRENGTH[a] + ADVANTAGE[s], luck, rng);
                    cell.pairs[first][second]++;
                }
                cells[count++] = cell;
            }
        }
    }
}

Test(rating, intervals_hold_the_truth_in_about_95_of_100_tournaments)
{
    enum { CELLS = SCENARIOS * PLAYERS * (PLAYERS - 1) / 2 };
    RatingCell cells[CELLS];
    int held = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, trial);
        RatingResult result;
        simulate(&rng, cells);
        cr_assert(rating_fit(cells, CELLS, PLAYERS, SCENARIOS, &result, NULL));
        for (int i = 0; i < PLAYERS; i++) { /* the strengths above have the mean 0 */
            held += result.policies[i].interval.low <= STRENGTH[i] &&
                    STRENGTH[i] <= result.policies[i].interval.high;
        }
        for (int s = 0; s < SCENARIOS; s++) {
            held += result.scenarios[s].interval.low <= ADVANTAGE[s] &&
                    ADVANTAGE[s] <= result.scenarios[s].interval.high;
        }
    }
    const double coverage = (double)held / (TRIALS * (PLAYERS + SCENARIOS));
    cr_assert(coverage > 0.93 && coverage < 0.97, "%f", coverage);
}
