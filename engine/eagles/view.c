/* view.c: what a seat knows. With open information everything on the map is public; only orders to fleets are
 * not, and they belong to the grand campaign. Closed information is refused by the loader. */
#include "engine/eagles/rules.h"

void eagles_view(const EaglesData *d, EaglesState *s, Seat seat)
{
    assert((unsigned)seat < (unsigned)SEAT_COUNT);
    for (unsigned i = 0; i < d->ships; i++) {
        const unsigned side = s->nation[d->unit[d->ship_unit[i]].nation].side;
        if (side != (unsigned)seat) {
            s->ship_order[i] = 0;
        }
    }
}

void eagles_determinize(const EaglesData *d, EaglesState *s, Seat seat, Rng *rng)
{
    (void)d;
    (void)s;
    (void)seat;
    (void)rng;
}
