/* balance.c: the search of balance.h. */
#include "eval/balance/balance.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/strbuf.h"

enum {
    FIRST_GAMES = 8,  /* at each of the first three values */
    BATCH_PARTS = 8,  /* a batch is planned in so many steps */
    PART_LEAST = 4,   /* games of a part, at least ... */
    PART_SHARE = 64,  /* ... and so small a share of all games so far */
    ENOUGH_GAMES = 80 /* before these the search does not end */
};

/* Chances from which on a verdict counts as established. */
static const double OUT_OF_REACH = 0.95;     /* to say so in the end */
static const double OUT_OF_REACH_END = 0.99; /* to end the search */
static const double DIRECTION =
    0.99; /* games that go where they narrow the crossing are not shared out evenly: be strict */
static const double INSIDE = 0.975; /* the crossing lies within the range */

/* A design effect so close to the last one makes no difference. */
static const double EFFECT_TOLERANCE = 0.02;

struct Balance {
    BalancePlan plan;
    StrBuf wins[RESPONSE_VALUES_MAX]; /* a float a game at each value: score of the French seat */
    uint64_t games;
    bool fresh; /* result says all that is known */
    BalanceResult result;
    Response *response;
};

const char *balance_verdict_name(enum balance_verdict verdict)
{
    static const char *const names[BALANCE_VERDICT_COUNT] = {"found", "above", "below", "flat",
                                                             "not_monotone"};
    return names[verdict];
}

Balance *balance_new(const BalancePlan *plan)
{
    assert(plan->count >= 2 && plan->count <= RESPONSE_VALUES_MAX && plan->games <= BALANCE_GAMES_MAX);
    Balance *balance = calloc(1, sizeof *balance);
    Response *response = response_new();
    if (balance == NULL || response == NULL) {
        free(balance);
        response_free(response);
        return NULL;
    }
    balance->plan = *plan;
    balance->response = response;
    for (uint32_t i = 0; i < plan->count; i++) {
        strbuf_init(&balance->wins[i]);
    }
    return balance;
}

void balance_free(Balance *balance)
{
    if (balance != NULL) {
        for (uint32_t i = 0; i < balance->plan.count; i++) {
            strbuf_release(&balance->wins[i]);
        }
        response_free(balance->response);
        free(balance);
    }
}

uint64_t balance_games(const Balance *balance, uint32_t value)
{
    return balance->wins[value].length / sizeof(float);
}

/* Score of game k at a value. */
static double score_at(const Balance *balance, uint32_t value, size_t k)
{
    float score = 0.0F;
    assert(k < balance_games(balance, value));
    memcpy(&score, balance->wins[value].text + k * sizeof score, sizeof score);
    return (double)score;
}

double balance_wins(const Balance *balance, uint32_t value)
{
    double wins = 0.0;
    for (size_t k = 0; k < balance_games(balance, value); k++) {
        wins += score_at(balance, value, k);
    }
    return wins;
}

double balance_rate(const Balance *balance, uint32_t value)
{
    return response_rate(balance->response, value);
}

Interval balance_rate_interval(const Balance *balance, uint32_t value)
{
    return response_rate_interval(balance->response, value);
}

void balance_add(Balance *balance, BalanceGame game, double score)
{
    const float kept = (float)score;
    assert(game.index == balance_games(balance, game.value));
    assert(score >= 0.0 && score <= 1.0);
    strbuf_add_bytes(&balance->wins[game.value], &kept, sizeof kept);
    balance->games++;
    balance->fresh = false;
}

/* ---- what is known ---- */

/* The design effect, with residuals from the posterior's win rates; at least 1. */
static double design_effect(const Balance *balance)
{
    const uint32_t count = balance->plan.count;
    double rate[RESPONSE_VALUES_MAX];
    size_t most = 0;
    double alone = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const size_t games = balance_games(balance, i);
        rate[i] = response_rate(balance->response, i);
        alone += (double)games * rate[i] * (1.0 - rate[i]);
        most = games > most ? games : most;
    }
    double together = 0.0;
    for (size_t k = 0; k < most; k++) {
        double sum = 0.0;
        for (uint32_t i = 0; i < count; i++) {
            sum += k < balance_games(balance, i) ? score_at(balance, i, k) - rate[i] : 0.0;
        }
        together += sum * sum;
    }
    return alone > 0.0 ? fmax(1.0, together / alone) : 1.0;
}

/* Fits the curve; again if the design effect that the fit shows is not the one it was made with. */
static double fit(Balance *balance)
{
    ResponseData data = {.count = balance->plan.count,
                         .target = balance->plan.target,
                         .effect = balance->result.effect >= 1.0 ? balance->result.effect : 1.0,
                         .seed = balance->plan.seed};
    for (uint32_t i = 0; i < data.count; i++) {
        data.games[i] = (uint32_t)balance_games(balance, i);
        data.wins[i] = balance_wins(balance, i);
    }
    response_fit(balance->response, &data);
    const double effect = design_effect(balance);
    if (fabs(effect - data.effect) > EFFECT_TOLERANCE * data.effect) {
        data.effect = effect;
        response_fit(balance->response, &data);
    }
    return data.effect;
}

static enum balance_verdict judge(const Balance *balance, const ResponseCrossing *crossing, double rises)
{
    if (crossing->above >= OUT_OF_REACH) {
        return BALANCE_ABOVE;
    }
    if (crossing->below >= OUT_OF_REACH) {
        return BALANCE_BELOW;
    }
    if (response_is_bent(balance->response)) {
        return BALANCE_BENT;
    }
    return fmax(rises, 1.0 - rises) < DIRECTION ? BALANCE_FLAT : BALANCE_FOUND;
}

BalanceResult balance_result(Balance *balance)
{
    assert(balance->games > 0);
    if (balance->fresh) {
        return balance->result;
    }
    const Response *response = balance->response;
    BalanceResult *result = &balance->result;
    result->effect = fit(balance);
    const ResponseCrossing crossing = response_crossing(response);
    result->games = balance->games;
    result->rises = response_rises(response);
    result->verdict = judge(balance, &crossing, result->rises);
    result->reversal = response_reversal(response, &result->reversal_from, &result->reversal_to);
    result->value = balance->plan.whole ? response_nearest(response) : crossing.middle;
    result->crossing = crossing.interval;
    result->interval =
        (Interval){fmin(crossing.interval.low, result->value), fmax(crossing.interval.high, result->value)};
    result->precise = result->verdict == BALANCE_FOUND && crossing.inside >= INSIDE &&
                      result->interval.high - result->interval.low <= balance->plan.precision;
    result->rate = response_rate_at(response, result->value);
    result->rate_interval = response_rate_interval_at(response, result->value);
    /* a curve that rises and lies above the target crosses it below the range */
    const bool rising = result->rises >= 0.5;
    result->beyond_low = rising ? crossing.above : crossing.below;
    result->beyond_high = rising ? crossing.below : crossing.above;
    balance->fresh = true;
    return *result;
}

/* ---- what to play ---- */

static bool is_over(Balance *balance)
{
    if (balance->games >= balance->plan.games) {
        return true;
    }
    if (balance->games < ENOUGH_GAMES) {
        return false;
    }
    const BalanceResult result = balance_result(balance);
    return result.precise || result.beyond_low >= OUT_OF_REACH_END || result.beyond_high >= OUT_OF_REACH_END;
}

/* The first batch: ends and middle. */
static void plan_first(const Balance *balance, uint64_t left, uint32_t counts[RESPONSE_VALUES_MAX])
{
    const uint32_t last = balance->plan.count - 1;
    const uint32_t values[3] = {0, last, last / 2};
    memset(counts, 0, RESPONSE_VALUES_MAX * sizeof counts[0]);
    for (uint32_t k = 0; k < 3U * FIRST_GAMES && k < left; k++) {
        counts[values[k % 3U]]++;
    }
}

static void plan_next(Balance *balance, uint64_t left, uint32_t counts[RESPONSE_VALUES_MAX])
{
    uint64_t size = balance->games / PART_SHARE;
    size = size < PART_LEAST ? PART_LEAST : size;
    size = size > BALANCE_BATCH_MAX / BATCH_PARTS ? BALANCE_BATCH_MAX / BATCH_PARTS : size;
    if (left < size * BATCH_PARTS) {
        size = left < BATCH_PARTS ? 1 : left / BATCH_PARTS;
    }
    const uint64_t parts = left / size < BATCH_PARTS ? left / size : BATCH_PARTS;
    (void)balance_result(balance);
    response_plan(balance->response, (uint32_t)parts, (uint32_t)size, counts);
}

uint32_t balance_next(Balance *balance, BalanceGame games[BALANCE_BATCH_MAX])
{
    if (is_over(balance)) {
        return 0;
    }
    uint32_t counts[RESPONSE_VALUES_MAX];
    const uint64_t left = balance->plan.games - balance->games;
    if (balance->games == 0) {
        plan_first(balance, left, counts);
    } else {
        plan_next(balance, left, counts);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < balance->plan.count; i++) {
        for (uint32_t k = 0; k < counts[i]; k++) {
            games[count++] = (BalanceGame){i, (uint32_t)balance_games(balance, i) + k};
        }
    }
    return count;
}
