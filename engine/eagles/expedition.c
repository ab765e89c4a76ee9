/* expedition.c: the expeditionary force that Austria and Prussia send to France (map 13.2). Its SP carry
 * EAGLES_FLAG_EXPEDITION and are a row of their own. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { KINGDOM = 3, ROWS = 8 };

static bool is_capital(const Play *p, unsigned nation, unsigned city)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesNationData *n = &p->d->nation[nation];
    for (unsigned i = 0; i < n->capital_count; i++) {
        if (n->capitals[i] == city) {
            return true;
        }
    }
    return false;
}

/* The city where the force gathers: the capital, or else a production city of the nation in French hands. A
 * city that produces for another state (Warsaw), or not yet (Landwehr), is none. */
static unsigned gathering_city(const Play *p, unsigned nation)
{
    uint8_t cities[EAGLES_LIST_MAX];
    const unsigned count = eagles_home_cities(p, nation, cities); /* capitals, then production cities */
    const bool any =
        count > 0 && (is_capital(p, nation, cities[0]) || eagles_is_production_city(p, nation, cities[0]));
    return any ? cities[0] : (unsigned)EAGLES_NONE;
}

static bool can_request(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesNation *n = &p->s->nation[nation];
    return n->side == EAGLES_FRANCE && (n->flags & EAGLES_NATION_EXPEDITION) == 0 &&
           p->s->campaign.tilsit != KINGDOM && gathering_city(p, nation) != EAGLES_NONE;
}

Seat eagles_request_options(const Play *p, MoveList *list)
{
    const unsigned nations[] = {p->d->campaign.austria, p->d->campaign.prussia};
    eagles_add(list, eagles_move(EAGLES_MOVE_REQUEST_EXP, 0));
    for (unsigned i = 0; i < 2; i++) {
        if (can_request(p, nations[i])) {
            eagles_add(list, eagles_move(EAGLES_MOVE_REQUEST_EXP, nations[i] + 1));
        }
    }
    return SEAT_FRENCH;
}

/* SP that may be drawn: on the map, not besieged, able to leave home; in the pool once none is left there. */
static bool is_drawn_from(const Play *p, unsigned nation, unsigned row, bool cavalry_too)
{
    const uint32_t key = p->s->row_key[row];
    const unsigned hex = eagles_key_place(key);
    const EaglesUnit *u = &p->d->unit[eagles_key_unit(key)];
    const unsigned never = EAGLES_FLAG_EXPEDITION | EAGLES_FLAG_INSIDE;
    return hex < EAGLES_OFF_MAP && u->nation == nation && (eagles_key_flags(key) & never) == 0 &&
           !u->home_only && u->type != EAGLES_CT && (cavalry_too || !u->cavalry);
}

/* One SP at random from the map to a hex; false when there is none. */
static bool draw_from_map(Play *p, unsigned nation, unsigned hex, bool cavalry_too, bool *cavalry)
{
    EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        sp += is_drawn_from(p, nation, i, cavalry_too) ? s->row_count[i] : 0U;
    }
    if (sp == 0) {
        return false;
    }
    unsigned pick = eagles_draw(p, EAGLES_DIE_EXPEDITION, EAGLES_FRANCE, sp);
    unsigned row = 0;
    while (!is_drawn_from(p, nation, row, cavalry_too) || pick > s->row_count[row]) {
        pick -= is_drawn_from(p, nation, row, cavalry_too) ? s->row_count[row] : 0U;
        row++;
    }
    const uint32_t key = s->row_key[row];
    const unsigned unit = eagles_key_unit(key);
    *cavalry = p->d->unit[unit].cavalry;
    eagles_rows_change(s, key, eagles_key(hex, unit, EAGLES_FLAG_EXPEDITION), 1);
    eagles_settle(p, eagles_key_place(key));
    return true;
}

/* Types that may be drawn from the pool: able to leave home; Landwehr lies in no pool before its cities are
 * active (13.3, 13.7). */
static bool is_in_ranks(const Play *p, const EaglesUnit *u, unsigned nation)
{
    return u->nation == nation && !u->home_only && u->type != EAGLES_CT &&
           (u->type != EAGLES_L || eagles_landwehr_active(p, nation));
}

static bool draw_from_pool(Play *p, unsigned nation, unsigned hex, bool cavalry_too, bool *cavalry)
{
    const EaglesState *s = p->s;
    uint8_t unit[ROWS];
    unsigned rows = 0;
    unsigned sp = 0;
    for (unsigned u = 0; u < p->d->land_units && rows < ROWS; u++) {
        const EaglesUnit *data = &p->d->unit[u];
        if (is_in_ranks(p, data, nation) && s->pool[u] > 0 && (cavalry_too || !data->cavalry)) {
            unit[rows++] = (uint8_t)u;
            sp += s->pool[u];
        }
    }
    if (sp == 0) {
        return false;
    }
    unsigned pick = eagles_draw(p, EAGLES_DIE_EXPEDITION, EAGLES_FRANCE, sp);
    unsigned row = 0;
    while (pick > s->pool[unit[row]]) {
        pick -= s->pool[unit[row++]];
    }
    *cavalry = p->d->unit[unit[row]].cavalry;
    eagles_bring(p, hex, unit[row], 1, EAGLES_FLAG_EXPEDITION, true);
    return true;
}

void eagles_request_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE || eagles_move_argument(move) == 0) {
        return;
    }
    const unsigned nation = eagles_move_argument(move) - 1;
    const unsigned city = gathering_city(p, nation);
    const unsigned hex = p->d->city[city].hex;
    const int sum = (int)eagles_die(p, EAGLES_DIE_EXPEDITION, EAGLES_FRANCE, hex) +
                    eagles_alliance_modifier(p, nation, EAGLES_FRANCE);
    const unsigned wanted = p->d->tables.expedition[sum < 0 ? 0 : sum > 7 ? 7 : sum];
    unsigned horse = (wanted + 3) / 4; /* at most a quarter, rounded up */
    unsigned came = 0;
    bool cavalry = false;
    p->s->nation[nation].flags |= EAGLES_NATION_EXPEDITION;
    while (came < wanted && (draw_from_map(p, nation, hex, horse > 0, &cavalry) ||
                             draw_from_pool(p, nation, hex, horse > 0, &cavalry))) {
        came++;
        horse -= cavalry ? 1U : 0U;
    }
    EAGLES_NOTE(p, EAGLES_EVENT_EXPEDITION, EAGLES_FRANCE, (int)nation, (int)hex, (int)came);
    eagles_settle(p, hex);
}
