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

/* Orders dealt so far, by place of the ships. */
typedef struct Dealt {
    unsigned count;
    uint16_t place[EAGLES_SHIPS_MAX];
    uint8_t order[EAGLES_SHIPS_MAX];
} Dealt;

static uint8_t deal_order(Dealt *dealt, unsigned place, Rng *rng)
{
    unsigned i = 0;
    while (i < dealt->count && dealt->place[i] != place) {
        i++;
    }
    if (i == dealt->count) {
        dealt->place[i] = (uint16_t)place;
        dealt->order[i] = (uint8_t)rng_bounded(rng, EAGLES_ORDERS);
        dealt->count++;
    }
    return dealt->order[i];
}

/* Enemy fleets get orders at random, one for all ships of a place. */
void eagles_determinize(const EaglesData *d, EaglesState *s, Seat seat, Rng *rng)
{
    const unsigned enemy = seat == SEAT_FRENCH ? EAGLES_COALITION : EAGLES_FRANCE;
    Dealt dealt;
    dealt.count = 0;
    for (unsigned i = 0; i < d->ships; i++) {
        const unsigned side = s->allegiance[d->ship_unit[i]] & (unsigned)EAGLES_ALLEGIANCE_SIDE;
        assert(side == s->nation[d->unit[d->ship_unit[i]].nation].side);
        if (side == enemy && s->ship_at[i] != EAGLES_SUNK) {
            s->ship_order[i] = deal_order(&dealt, s->ship_at[i], rng);
        }
    }
    if (dealt.count > 0) {
        s->campaign.attempts[enemy] = (uint8_t)rng_bounded(rng, 4);
    }
    eagles_deal_stacks(d, s, eagles_other(enemy), rng);
}
