/* loans.c: English production points carried over sea to an ally (map 13.3). */
#include "engine/eagles/campaign.h"

enum { STORE_MAX = 5 };

/* Points that a transport of the moving fleet can take aboard in London, out of the English store. */
static unsigned room(const Play *p, unsigned ship)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesState *s = p->s;
    const unsigned london = p->d->city[c->london].hex;
    if (s->campaign.fleet.at != london || p->d->unit[p->d->ship_unit[ship]].nation != c->england ||
        eagles_is_squadron(p, ship) || !eagles_ship_is(p, ship, s->active, london, EAGLES_SHIP_GROUP)) {
        return 0;
    }
    const unsigned free = EAGLES_CARGO - eagles_cargo(p, ship);
    return free < s->nation[c->england].stored ? free : s->nation[c->england].stored;
}

bool eagles_can_load_points(const Play *p)
{
    for (unsigned i = 0; eagles_in_campaign(p) && i < p->d->ships; i++) {
        if (room(p, i) > 0) {
            return true;
        }
    }
    return false;
}

/* Frame: x the first place in the order of stowing still to be asked for. */
static unsigned next_place(const Play *p)
{
    unsigned i = eagles_top(p)->x;
    while (i < 2U * p->d->ships && (!eagles_is_stowed_at(p, i) || room(p, i % p->d->ships) == 0)) {
        i++;
    }
    return i;
}

Seat eagles_load_points_options(const Play *p, MoveList *list)
{
    const unsigned place = eagles_in_campaign(p) ? next_place(p) : 2U * p->d->ships;
    for (unsigned n = 0; place < 2U * p->d->ships && n <= room(p, place % p->d->ships); n++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_LOAD_POINTS, n));
    }
    return eagles_seat(p->s->active);
}

void eagles_load_points_choose(Play *p, Move move)
{
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned place = next_place(p);
    const unsigned ship = place % p->d->ships;
    const unsigned points = eagles_move_argument(move) & 255U;
    EaglesNation *england = &p->s->nation[p->d->campaign.england];
    england->stored = (uint8_t)(england->stored - points);
    p->s->ship_points[ship] = (uint8_t)(p->s->ship_points[ship] + points);
    eagles_top(p)->x = (uint16_t)(place + 1U);
}

/* Points an ally may still be sent this turn: one for each of its red cities that makes one; none for Russia
 * while the treaty forbids it. */
static unsigned wanted(const Play *p, unsigned nation)
{
    const EaglesCampaignData *d = &p->d->campaign;
    const EaglesCampaign *c = &p->s->campaign;
    uint8_t cities[12];
    unsigned most = 0;
    const bool forbidden =
        nation == d->russia && c->tilsit > 0 && p->s->header.turn < d->no_points[c->tilsit - 1];
    if (nation == d->england || p->s->nation[nation].side != EAGLES_COALITION || forbidden) {
        return 0;
    }
    const unsigned count = eagles_production_cities(p, nation, EAGLES_KIND_RED, cities);
    for (unsigned i = 0; i < count; i++) {
        most += eagles_produces(p, nation, cities[i]) ? 1U : 0U;
    }
    return most > c->points_sent[nation] ? most - c->points_sent[nation] : 0U;
}

void eagles_land_points(Play *p, unsigned ship, unsigned hex)
{
    EaglesCampaign *c = &p->s->campaign;
    const unsigned owner = eagles_owner(p, hex);
    uint8_t *aboard = &p->s->ship_points[ship];
    if (*aboard == 0 || owner == EAGLES_NONE) {
        return;
    }
    if (owner == p->d->campaign.england) { /* back into the store */
        uint8_t *stored = &p->s->nation[owner].stored;
        const unsigned fits = STORE_MAX - (*stored < STORE_MAX ? *stored : (unsigned)STORE_MAX);
        const unsigned back = *aboard < fits ? *aboard : fits;
        *stored = (uint8_t)(*stored + back);
        *aboard = (uint8_t)(*aboard - back);
        return;
    }
    const unsigned most = wanted(p, owner);
    const unsigned points = *aboard < most ? *aboard : most;
    if (points > 0) {
        c->points_sent[owner] = (uint8_t)(c->points_sent[owner] + points);
        *aboard = (uint8_t)(*aboard - points);
        EAGLES_NOTE(p, EAGLES_EVENT_LENT, EAGLES_COALITION, (int)owner, (int)points);
    }
}
