/* load_size.c: how many rows of SP a game of the scenario can come to, and so how much of an EaglesState it
 * uses.
 *
 * A row holds at least one SP, so there are never more rows than SP outside the pool. In the short scenarios
 * these come in by set-up, arrivals, alliance effects and replacements alone, which can be counted. Where SP
 * are produced, there may be as many rows as land counters, and that is what EAGLES_ROWS_MAX has room for.
 */
#include "engine/eagles/load.h"

enum { RISING_SP_MAX = 16, TWO_FOR_ONE = 2 /* Landwehr */ };

static unsigned stack_sp(const EaglesStackData *stack)
{
    unsigned sp = 0;
    for (unsigned type = 0; type < EAGLES_S; type++) {
        sp += stack->count[type];
    }
    return sp;
}

static unsigned stacks_sp(const EaglesStackData *stack, unsigned count)
{
    unsigned sp = 0;
    for (unsigned i = 0; i < count; i++) {
        sp += stack_sp(&stack[i]);
    }
    return sp;
}

/* Every month that they can come in, everywhere. */
static unsigned replacements_sp(const EaglesData *d, const EaglesReplacement *r)
{
    const unsigned times = r->first < d->months ? (d->months - r->first + r->every - 1U) / r->every : 0;
    const unsigned most = r->rule == EAGLES_EACH_CITY ? r->at_count : r->per_turn;
    return times * most * (r->landwehr == EAGLES_NONE ? 1U : (unsigned)TWO_FOR_ONE);
}

static unsigned count_sp(const EaglesData *d)
{
    unsigned sp =
        stacks_sp(d->setup, d->setups) + stacks_sp(d->arrival, d->arrivals) + stack_sp(&d->saxon_corps);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < d->effects[side]; i++) {
            const EaglesEffect *effect = &d->effect[side][i];
            sp += stacks_sp(effect->stack, effect->stack_count) +
                  (effect->kind == EAGLES_GERMAN_RISING ? (unsigned)RISING_SP_MAX : 0U);
        }
    }
    for (unsigned i = 0; i < d->replacements; i++) {
        sp += replacements_sp(d, &d->replacement[i]);
    }
    return sp;
}

/* A view under closed information has a row of each unit that is hidden besides those of hidden stacks. */
void eagles_size_state(EaglesData *d)
{
    const bool produced = (d->special & (EAGLES_CAMPAIGN | EAGLES_IBERIAN)) != 0;
    const unsigned hidden = (d->options & EAGLES_OPEN_INFORMATION) != 0 ? 0 : d->land_units;
    const unsigned rows = produced ? (unsigned)EAGLES_ROWS_MAX : count_sp(d) + hidden;
    const unsigned blocks = (rows + EAGLES_ROW_BLOCK - 1U) / EAGLES_ROW_BLOCK;
    d->rows_max = rows < EAGLES_ROWS_MAX ? blocks * EAGLES_ROW_BLOCK : EAGLES_ROWS_MAX;
    d->state_bytes = (unsigned)sizeof(EaglesState);
    if (!produced) { /* nor are there naval rules */
        d->ships = 0;
        d->state_bytes = (unsigned)(offsetof(EaglesState, row_key) + d->rows_max * sizeof(uint32_t));
    }
}
