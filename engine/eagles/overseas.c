/* overseas.c: supply points carried over sea, and what they do ashore (map 6, 12). */
#include <assert.h>

#include "engine/eagles/naval.h"

enum { REACH = 3, LANDINGS = 8 }; /* MP from the coast; hexes with points in one player-turn */

/* ------------------------------------------------------------------ aboard */

/* Points that a ship of the moving fleet can take where it lies: at a source of its colour that is a port of
 * its side and not besieged. */
static unsigned room(const Play *p, unsigned ship)
{
    const EaglesState *s = p->s;
    const unsigned hex = s->campaign.fleet.at;
    if (hex >= p->d->hexes || eagles_is_squadron(p, ship) ||
        !eagles_ship_is(p, ship, s->active, hex, EAGLES_SHIP_GROUP) || !eagles_is_haven(p, hex, s->active) ||
        eagles_hex_siege(p, hex) > 0 ||
        !eagles_is_source(p, eagles_unit_colour(p, p->d->ship_unit[ship]), hex)) {
        return 0;
    }
    return EAGLES_CARGO - eagles_cargo(p, ship);
}

bool eagles_can_load_supply(const Play *p)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
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

Seat eagles_load_supply_options(const Play *p, MoveList *list)
{
    const unsigned place = next_place(p);
    for (unsigned n = 0; place < 2U * p->d->ships && n <= room(p, place % p->d->ships); n++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_LOAD_SUPPLY, n));
    }
    return eagles_seat(p->s->active);
}

void eagles_load_supply_choose(Play *p, Move move)
{
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned place = next_place(p);
    const unsigned ship = place % p->d->ships;
    uint8_t *points = &p->s->ship_supply[ship];
    *points = (uint8_t)(*points + (eagles_move_argument(move) & 255U));
    eagles_top(p)->x = (uint16_t)(place + 1U);
}

/* ------------------------------------------------------------------ ashore */

/* Points that find no place on the list of landings are lost. */
void eagles_land_supply(Play *p, unsigned ship, unsigned hex)
{
    assert(ship < EAGLES_SHIPS_MAX);
    EaglesCampaign *c = &p->s->campaign;
    const unsigned colour = eagles_unit_colour(p, p->d->ship_unit[ship]);
    const unsigned points = p->s->ship_supply[ship];
    p->s->ship_supply[ship] = 0;
    for (unsigned i = 0; i < LANDINGS && points > 0; i++) {
        const bool free = c->overseas_points[i] == 0;
        if (free || (c->overseas_hex[i] == hex && c->overseas_colour[i] == colour)) {
            c->overseas_hex[i] = (uint16_t)hex;
            c->overseas_colour[i] = (uint8_t)colour;
            c->overseas_points[i] = (uint8_t)(c->overseas_points[i] + points);
            return;
        }
    }
}

/* MP from a hex to all within reach of supply; EAGLES_IMPASSABLE elsewhere. Enemies who are not besieged
 * block, in the hex where the points lie too (6). */
static void flood(const Play *p, unsigned from, unsigned side, uint8_t cost[EAGLES_HEXES_MAX])
{
    uint16_t queue[REACH + 1][EAGLES_DIRECTIONS * EAGLES_DIRECTIONS * EAGLES_DIRECTIONS + 1];
    unsigned count[REACH + 1] = {0};
    const unsigned season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    memset(cost, EAGLES_IMPASSABLE, EAGLES_HEXES_MAX);
    if (eagles_is_line_cut(p, from, side)) {
        return;
    }
    cost[from] = 0;
    queue[0][count[0]++] = (uint16_t)from;
    for (unsigned mp = 0; mp <= REACH; mp++) {
        for (unsigned i = 0; i < count[mp]; i++) {
            const unsigned hex = queue[mp][i];
            for (unsigned way = 0; way < EAGLES_DIRECTIONS && cost[hex] == mp; way++) {
                const unsigned to = p->d->hex[hex].neighbour[way];
                const unsigned sum =
                    to == EAGLES_NO_HEX ? EAGLES_IMPASSABLE : mp + p->d->hex[hex].cost[season][way];
                if (sum <= REACH && sum < cost[to] && eagles_enterable(p, to, side) &&
                    !eagles_is_line_cut(p, to, side)) {
                    cost[to] = (uint8_t)sum;
                    queue[sum][count[sum]++] = (uint16_t)to;
                }
            }
        }
    }
}

/* The unsupplied SP of a colour nearest to a landing: by MP, then hex, then row; EAGLES_ROWS_MAX: none. */
static unsigned nearest(const Play *p, unsigned colour, unsigned side, const uint8_t cost[EAGLES_HEXES_MAX])
{
    const EaglesState *s = p->s;
    unsigned best = EAGLES_ROWS_MAX;
    unsigned best_cost = REACH + 1;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned flags = eagles_row_flags(s, i);
        const unsigned unit = eagles_row_unit(s, i);
        const bool shut =
            (flags & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_SORTIE)) != 0 && eagles_is_besieged(p, hex, side);
        if ((flags & EAGLES_FLAG_UNSUPPLIED) != 0 && cost[hex] < best_cost && !shut &&
            eagles_unit_side(p, unit) == side && eagles_unit_colour(p, unit) == colour) {
            best = i;
            best_cost = cost[hex];
        }
    }
    return best;
}

void eagles_supply_overseas(Play *p, unsigned side)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < LANDINGS && s->campaign.overseas_points[i] > 0; i++) {
        const unsigned colour = s->campaign.overseas_colour[i];
        if (side != EAGLES_NEUTRAL && side != s->active) {
            continue; /* points are the active side's */
        }
        uint8_t cost[EAGLES_HEXES_MAX];
        flood(p, s->campaign.overseas_hex[i], s->active, cost);
        for (unsigned left = s->campaign.overseas_points[i]; left > 0;) {
            const unsigned row = nearest(p, colour, s->active, cost);
            if (row == EAGLES_ROWS_MAX) {
                break;
            }
            const unsigned count = s->row_count[row] < left ? s->row_count[row] : left;
            const uint32_t key = s->row_key[row];
            eagles_rows_change(s, key, key & ~(uint32_t)EAGLES_FLAG_UNSUPPLIED, count);
            left -= count;
        }
    }
}
