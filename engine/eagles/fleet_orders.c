/* fleet_orders.c: when fleets intercept in the other side's turn (map 12). Orders are hidden (view.c). */
#include "engine/eagles/naval.h"

/* The order of a fleet is that of its first ship; they all have the same. */
static unsigned order_of(const Play *p, unsigned side, unsigned place)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, side, place, 0)) {
            return p->s->ship_order[i];
        }
    }
    return EAGLES_ORDER_NEVER;
}

bool eagles_order_allows(const Play *p, unsigned side, unsigned place, unsigned squadrons)
{
    const unsigned own = eagles_squadrons(p, side, place, 0);
    switch ((enum eagles_order)order_of(p, side, place)) {
    case EAGLES_ORDER_ALWAYS:
        return true;
    case EAGLES_ORDER_R1:
        return own >= squadrons;
    case EAGLES_ORDER_R32:
        return 2 * own >= 3 * squadrons;
    case EAGLES_ORDER_R2:
        return own >= 2 * squadrons;
    case EAGLES_ORDER_NEVER:
    case EAGLES_ORDERS:
        break;
    }
    return false;
}

static void give(Play *p, unsigned side, unsigned place, unsigned order)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, side, place, 0)) {
            p->s->ship_order[i] = (uint8_t)order;
        }
    }
}

void eagles_take_orders(Play *p, unsigned side, unsigned place, unsigned came)
{
    unsigned order = order_of(p, side, place);
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, side, place, 0) && (p->s->ship_flag[i] & came) == 0) {
            order = p->s->ship_order[i];
            break;
        }
    }
    give(p, side, place, order);
}

Seat eagles_orders_options(const Play *p, MoveList *list)
{
    if (eagles_squadrons(p, p->s->active, EAGLES_ANYWHERE, 0) > 0) {
        eagles_add(list, eagles_move(EAGLES_MOVE_ORDERS, 0));
        eagles_add(list, eagles_move(EAGLES_MOVE_ORDERS, 1));
    }
    return eagles_seat(p->s->active);
}

void eagles_orders_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE && eagles_move_argument(move) == 1) {
        eagles_push(p, EAGLES_STEP_ATTEMPTS);
        eagles_push(p, EAGLES_STEP_ORDER);
    }
}

/* Frame: x the rank of the first place still to be asked for. Fleets of transports need no order. */
static unsigned next_fleet(const Play *p)
{
    const unsigned side = p->s->active;
    unsigned rank = eagles_next_fleet(p, side, eagles_top(p)->x, 0);
    while (rank != EAGLES_NO_FLEET && eagles_squadrons(p, side, eagles_place_of_rank(rank), 0) == 0) {
        rank = eagles_next_fleet(p, side, rank + 1, 0);
    }
    return rank;
}

Seat eagles_order_options(const Play *p, MoveList *list)
{
    const unsigned rank = next_fleet(p);
    for (unsigned band = 0; rank != EAGLES_NO_FLEET && band < EAGLES_ORDERS; band++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_ORDER, rank << 3U | band));
    }
    return eagles_seat(p->s->active);
}

void eagles_order_choose(Play *p, Move move)
{
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned rank = eagles_move_argument(move) >> 3U;
    give(p, p->s->active, eagles_place_of_rank(rank), eagles_move_argument(move) & 7U);
    eagles_top(p)->x = (uint16_t)(rank + 1);
}

Seat eagles_attempts_options(const Play *p, MoveList *list)
{
    for (unsigned number = 1; number <= 4; number++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_ATTEMPTS, number));
    }
    return eagles_seat(p->s->active);
}

unsigned eagles_attempts_at_most(const Play *p, unsigned side) { return 4U - p->s->campaign.attempts[side]; }

/* Kept as what is missing to four, so that nothing said means four. */
void eagles_attempts_choose(Play *p, Move move)
{
    eagles_pop(p);
    p->s->campaign.attempts[p->s->active] = (uint8_t)(4U - eagles_move_argument(move));
}
