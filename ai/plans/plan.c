/* plan.c: plans made, changed and used up. */
#include "ai/plans/plan.h"

#include <assert.h>
#include <stddef.h>

Plan plan_of_style(uint8_t style)
{
    assert(style < PLAN_STYLES_MAX);
    Plan plan = {0};
    plan.style = style;
    return plan;
}

const PlanChange *plan_change_at(const Plan *plan, uint32_t at)
{
    assert(plan->count <= PLAN_CHANGES_MAX);
    for (uint32_t i = 0; i < plan->count && plan->change[i].at <= at; i++) {
        if (plan->change[i].at == at) {
            return &plan->change[i];
        }
    }
    return NULL;
}

uint32_t plan_place_of_change(const PlanChange *change, const float *belief, uint32_t count)
{
    assert(count > 0);
    if (change->by_place != 0 || belief == NULL || count < 2) {
        return change->draw % count;
    }
    uint32_t favourite = 0;
    float sum = belief[0];
    for (uint32_t i = 1; i < count; i++) {
        favourite = belief[i] > belief[favourite] ? i : favourite;
        sum += belief[i];
    }
    float left = (sum - belief[favourite]) * ((float)change->draw + 0.5F) / 65536.0F;
    uint32_t place = favourite;
    for (uint32_t i = 0; i < count && (place == favourite || left > 0.0F); i++) {
        if (i != favourite) {
            place = i;
            left -= belief[i];
        }
    }
    return place;
}

/* Puts a change in its place; one at the same decision gives way, else the last where there is no room. */
static void put(Plan *plan, PlanChange change)
{
    uint32_t i = 0;
    while (i < plan->count && plan->change[i].at < change.at) {
        i++;
    }
    if (i < plan->count && plan->change[i].at == change.at) {
        plan->change[i] = change;
        return;
    }
    if (i == PLAN_CHANGES_MAX) {
        i--;
    }
    const uint32_t last = plan->count < PLAN_CHANGES_MAX ? plan->count++ : PLAN_CHANGES_MAX - 1U;
    for (uint32_t k = last; k > i; k--) {
        plan->change[k] = plan->change[k - 1];
    }
    plan->change[i] = change;
}

Plan plan_with_first(const Plan *plan, uint32_t place)
{
    assert(place <= UINT16_MAX);
    Plan changed = *plan;
    put(&changed, (PlanChange){0, (uint16_t)place, 1});
    return changed;
}

Plan plan_mutated(const Plan *plan, uint32_t span, Rng *rng)
{
    assert(span >= 2);
    Plan changed = *plan;
    const uint32_t at = 1 + rng_bounded(rng, span - 1 < UINT16_MAX ? span - 1 : UINT16_MAX);
    put(&changed, (PlanChange){(uint16_t)at, (uint16_t)rng_bounded(rng, UINT16_MAX), 0});
    return changed;
}

Plan plan_rest(const Plan *plan)
{
    Plan rest = plan_of_style(plan->style);
    for (uint32_t i = 0; i < plan->count; i++) {
        if (plan->change[i].at > 0) {
            rest.change[rest.count] = plan->change[i];
            rest.change[rest.count++].at--;
        }
    }
    return rest;
}
