/* adaptive.c: see adaptive.h. */
#include "eval/equilibrium/adaptive.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static uint64_t sum_of(const uint64_t *numbers, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += numbers[i];
    }
    return sum;
}

/* Games that cells lack of their first ones, in order of cells as far as the limit goes; how many. */
static uint64_t ask_first(const AdaptivePlan *plan, uint32_t cells, const uint64_t *asked, uint64_t *more)
{
    const uint64_t done = sum_of(asked, cells);
    uint64_t left = plan->games == 0 ? UINT64_MAX : plan->games > done ? plan->games - done : 0;
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < cells; i++) {
        const uint64_t lacking = asked[i] < plan->first ? plan->first - asked[i] : 0;
        more[i] = lacking < left ? lacking : left;
        left -= more[i];
        wanted += more[i];
    }
    return wanted;
}

/* Games of the next batch: as many as the width asks for if errors fall with the root of the games, but half
 * of those so far at most, since what matters may change, and a twentieth at least. */
static uint64_t batch(const AdaptivePlan *plan, const Equilibrium *found, uint64_t done)
{
    const double excess = (found->value.high - found->value.low) / plan->width;
    const double wanted = (double)done * (excess * excess - 1.0);
    const double games = fmin((double)done / 2.0, fmax((double)done / 20.0, wanted));
    const uint64_t whole = games < 16.0 ? 16 : (uint64_t)games;
    return plan->games > 0 && plan->games - done < whole ? plan->games - done : whole;
}

bool adaptive_next(const AdaptivePlan *plan, const Table *table, const uint64_t *asked, uint64_t *more,
                   enum adaptive_state *state, Equilibrium *found, Err *err)
{
    const uint32_t cells = table_cell_count(table);
    const uint64_t done = sum_of(asked, cells);
    assert(plan->first >= 1 && plan->width >= 0.0);
    memset(found, 0, sizeof *found);
    *state = ADAPTIVE_PLAYING;
    if (ask_first(plan, cells, asked, more) > 0) {
        return true;
    }
    if (!equilibrium_find(table, plan->samples, plan->seed, found, err)) {
        return false;
    }
    const bool first_only = plan->width <= 0.0;
    const bool narrow = first_only || found->value.high - found->value.low <= plan->width;
    *state = narrow                                   ? ADAPTIVE_NARROW
             : plan->games > 0 && done >= plan->games ? ADAPTIVE_SPENT
                                                      : ADAPTIVE_PLAYING;
    if (*state == ADAPTIVE_PLAYING) {
        equilibrium_allocate(table, found, batch(plan, found, done), more);
    }
    return true;
}
