/* naval_flee.c: fleets that leave a port taken by the enemy [17.2.1], map 14.10. */
#include "engine/nae/events.h"
#include "engine/nae/naval.h"

enum { FAR = 255 };

void nae_push_flee(NaePlay *p, unsigned zone, unsigned side)
{
    if (nae_fleets_at(p->s, p->d, side, NAE_AT_PORT, zone) == 0) {
        return;
    }
    NaeFrame *frame = nae_push(p, NAE_STEP_FLEE_START, SEAT_NONE);
    frame->a = (uint8_t)zone;
    frame->b = (uint8_t)side;
}

/* Sea zones by their distance from those given: 0 for them, FAR if out of reach. */
static void sea_distances(const NaePlay *p, uint32_t fleets, uint32_t start, uint8_t distance[NAE_SEAS])
{
    memset(distance, FAR, NAE_SEAS);
    for (unsigned i = 0; i < NAE_SEAS; i++) {
        distance[i] = (start >> i & 1U) != 0 ? 0 : FAR;
    }
    for (unsigned round = 0; round < NAE_SEAS; round++) {
        for (unsigned from = 0; from < NAE_SEAS; from++) {
            for (unsigned to = 0; to < NAE_SEAS && distance[from] == round; to++) {
                if ((p->d->sea[from].adjacent >> to & 1U) != 0 && distance[to] == FAR &&
                    nae_sea_open(p->d, p->s, fleets, from, to)) {
                    distance[to] = (uint8_t)(round + 1);
                }
            }
        }
    }
}

static uint32_t seas_of(const NaeData *d, unsigned port)
{
    uint32_t seas = 0;
    for (unsigned i = 0; i < 2; i++) {
        seas |= d->zone[port].seas[i] != NAE_NONE ? 1U << d->zone[port].seas[i] : 0U;
    }
    return seas;
}

static uint32_t open_seas(const NaePlay *p, uint32_t fleets, unsigned port)
{
    uint32_t seas = 0;
    for (unsigned i = 0; i < NAE_SEAS; i++) {
        const bool open =
            (seas_of(p->d, port) >> i & 1U) != 0 && nae_sea_open(p->d, p->s, fleets, NAE_NONE, i);
        seas |= (uint32_t)open << i;
    }
    return seas;
}

/* Movement points to a port: out, the sea zones, in. */
static unsigned port_distance(const NaePlay *p, const uint8_t distance[NAE_SEAS], unsigned port)
{
    unsigned best = FAR;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned sea = p->d->zone[port].seas[i];
        if (sea != NAE_NONE && distance[sea] != FAR) {
            best = distance[sea] + 2U < best ? distance[sea] + 2U : best;
        }
    }
    return best;
}

void nae_flee_start_run(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    const uint32_t fleets = nae_fleets_at(p->s, p->d, f.b, NAE_AT_PORT, f.a);
    if (fleets == 0) {
        nae_pop(p);
        return;
    }
    NaeFrame *next = nae_become(p, NAE_STEP_FLEE, f.b);
    next->a = f.a;
    next->b = f.b;
    uint32_t left = fleets;
    for (unsigned fleet; (fleet = nae_mask_take(&left)) != NAE_NONE;) {
        nae_set_bit(p->s, fleet, NAE_SAILING);
    }
}

/* The nearest own ports within the slowest movement, with room for all. */
void nae_flee_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const uint32_t fleets = nae_sailing(p->s);
    const unsigned speed = fleets == 0 ? 0 : nae_fleet_speed(p->d, fleets);
    uint8_t distance[NAE_SEAS];
    unsigned best = FAR;
    sea_distances(p, fleets, open_seas(p, fleets, frame->a), distance);
    NAE_EACH_ZONE(port, p->d->ports)
    {
        const unsigned far = port_distance(p, distance, port);
        if (port == frame->a || far > speed || far > best || !nae_friendly_port(p->d, p->s, port, frame->b) ||
            !nae_room(p->s, p->d, frame->b, NAE_AT_PORT, port, fleets)) {
            continue;
        }
        if (far < best) {
            list->count = 0;
            best = far;
        }
        nae_option(list, nae_move1(NAE_M_FLEE, port));
    }
}

void nae_flee_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const NaeFrame f = *frame;
    const uint32_t fleets = nae_sailing(p->s);
    assert(!nae_under_way(p->s));
    memset(v, 0, sizeof *v);
    v->side = f.b;
    v->at = v->from_at = NAE_AT_PORT;
    v->place = v->from_place = f.a;
    v->flags = NAE_VOYAGE_FLEEING;
    v->card[0] = v->card[1] = NAE_NONE;
    v->carrier[0] = v->carrier[1] = v->carrier[2] = NAE_NONE;
    NaeFrame *route = nae_become(p, NAE_STEP_FLEE_ROUTE, SEAT_NONE);
    route->b = (uint8_t)nae_move_a(move);
    const uint32_t blockaders = nae_fleets_at(p->s, p->d, nae_other(f.b), NAE_AT_BOX, f.a);
    if (blockaders != 0) {
        v->ours = fleets;
        v->foe = blockaders;
        nae_begin_sea_battle(p, NAE_SEA_SORTIE, p->d->zone[f.a].seas[0], f.a, false);
    }
}

/* No port in reach: lost [17.2.1]. */
void nae_flee_none(NaePlay *p, NaeFrame *frame)
{
    uint32_t fleets = nae_sailing(p->s);
    (void)frame;
    nae_pop(p);
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_destroy(p, fleet);
        NAE_NOTE(p->dice, FLEET_SUNK, (Seat)nae_side_of_piece(p->s, fleet), (int)fleet);
    }
}

/* The next sea zone on a shortest way to the port, the lowest of equals. */
static unsigned next_sea(const NaePlay *p, unsigned port)
{
    const NaeVoyage *v = &p->s->voyage;
    const uint32_t fleets = nae_sailing(p->s);
    const uint32_t near = v->at == NAE_AT_SEA ? p->d->sea[v->place].adjacent : open_seas(p, fleets, v->place);
    uint8_t distance[NAE_SEAS];
    unsigned best = NAE_NONE;
    sea_distances(p, fleets, seas_of(p->d, port), distance);
    for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
        if ((near >> sea & 1U) != 0 && distance[sea] != FAR &&
            (best == NAE_NONE || distance[sea] < distance[best])) {
            best = sea;
        }
    }
    return best;
}

/* a: 1 once the blockaders of the port made for have been asked; b: that port. Survivors always enter. */
void nae_flee_route_run(NaePlay *p, NaeFrame *frame)
{
    const NaeVoyage *v = &p->s->voyage;
    const unsigned port = frame->b;
    const uint32_t fleets = nae_sailing(p->s);
    const bool there = v->at == NAE_AT_SEA && nae_port_of(p->d, port, v->place);
    if (v->at == NAE_AT_BOX) { /* it has beaten its pursuers and followed them: it lies before their port */
        nae_pop(p);
        nae_end_voyage(p);
        return;
    }
    if (fleets == 0 || (there && frame->a != 0)) {
        nae_pop(p);
        nae_anchor(p->s, fleets, NAE_AT_PORT, port);
        p->s->voyage.at = NAE_AT_PORT;
        p->s->voyage.place = (uint8_t)port;
        nae_end_voyage(p);
        return;
    }
    if (there) {
        frame->a = 1;
        if (nae_port_blockaded(p->d, p->s, port, v->side)) {
            NaeFrame *ask = nae_push(p, NAE_STEP_BOX_FIGHT, nae_other(v->side));
            ask->a = (uint8_t)port;
            ask->b = 1;
        }
        return;
    }
    const unsigned sea = next_sea(p, port);
    assert(sea != NAE_NONE);
    nae_enter_sea(p, sea);
}
