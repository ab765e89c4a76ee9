/* view.c: what a seat knows. Orders to fleets are hidden; under closed information so is what enemy stacks
 * are made of (map 14). */
#include "engine/eagles/hidden.h"

void eagles_view(const EaglesData *d, EaglesState *s, Seat seat)
{
    assert((unsigned)seat < (unsigned)SEAT_COUNT);
    const unsigned side = seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
    for (unsigned i = 0; i < d->ships; i++) {
        if (s->nation[d->unit[d->ship_unit[i]].nation].side != side) {
            s->ship_order[i] = 0;
        }
    }
    s->campaign.attempts[eagles_other(side)] = 0;
    eagles_hide_stacks(d, s, side);
}

/* Enemy fleets get orders at random, one for all ships of a place. */
void eagles_determinize(const EaglesData *d, EaglesState *s, Seat seat, Rng *rng)
{
    const unsigned enemy = seat == SEAT_FRENCH ? EAGLES_COALITION : EAGLES_FRANCE;
    bool any = false;
    for (unsigned i = 0; i < d->ships; i++) {
        if (s->nation[d->unit[d->ship_unit[i]].nation].side != enemy || s->ship_at[i] == EAGLES_SUNK) {
            continue;
        }
        unsigned first = 0;
        while (first < i && (s->ship_at[first] != s->ship_at[i] ||
                             s->nation[d->unit[d->ship_unit[first]].nation].side != enemy)) {
            first++;
        }
        s->ship_order[i] = first < i ? s->ship_order[first] : (uint8_t)rng_bounded(rng, EAGLES_ORDERS);
        any = true;
    }
    if (any) {
        s->campaign.attempts[enemy] = (uint8_t)rng_bounded(rng, 4);
    }
    eagles_deal_stacks(d, s, eagles_other(enemy), rng);
}
