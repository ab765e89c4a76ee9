/* victory.c: the checks of a scenario at the end of a month (map 2, 17), and conquest (map 13.7). */
#include <assert.h>

#include "engine/eagles/campaign.h"

/* An SP of the side in the city's hex that is supplied, no siege running. */
static bool is_supplied_there(const Play *p, unsigned city, unsigned side)
{
    assert(city < EAGLES_CITIES_MAX);
    const EaglesState *s = p->s;
    const unsigned hex = p->d->city[city].hex;
    if (eagles_siege_value(s, city) > 0) {
        return false;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(p, unit) != side) {
            continue;
        }
        EaglesFed fed;
        eagles_feed(p, eagles_unit_colour(p, unit), &fed);
        if (eagles_bit(fed.depot, hex)) {
            return true;
        }
    }
    return false;
}

static bool controls(const Play *p, const EaglesClause *clause)
{
    for (unsigned i = 0; i < clause->city_count; i++) {
        const unsigned city = clause->cities[i];
        if (eagles_control(p->s, city) != clause->side ||
            (clause->unbesieged && eagles_siege_value(p->s, city) > 0) ||
            (clause->supplied && !is_supplied_there(p, city, clause->side))) {
            return false;
        }
    }
    return true;
}

static unsigned cities_held(const Play *p, const EaglesClause *clause)
{
    unsigned count = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned owner = eagles_city_owner(p, city);
        count += owner != EAGLES_NONE && (clause->nations >> owner & 1U) != 0 &&
                 eagles_control(p->s, city) == clause->side;
    }
    return count;
}

/* 13.7 for states that fall with all their cities: each controlled by the enemy, not besieged, and with an SP
 * of his. */
bool eagles_is_conquered(const Play *p, unsigned nation, unsigned by)
{
    bool any = false;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (!p->d->hex[hex].playable || eagles_owner(p, hex) != nation) {
            continue;
        }
        any = true;
        if (eagles_control(p->s, city) != by || eagles_siege_value(p->s, city) > 0 ||
            !eagles_has(p, hex, by, EAGLES_ANY)) {
            return false;
        }
    }
    return any;
}

static bool all_conquered(const Play *p, const EaglesClause *clause)
{
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        if ((clause->nations >> nation & 1U) != 0 && !eagles_is_conquered(p, nation, clause->side)) {
            return false;
        }
    }
    return true;
}

/* One of the nations is neutral by conquest of the side (13.7, map 17). */
static bool any_conquered(const Play *p, const EaglesClause *clause)
{
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        if ((clause->nations >> nation & 1U) != 0 && (p->s->nation[nation].flags & EAGLES_NATION_NOW) != 0 &&
            p->s->campaign.conqueror[nation] == clause->side + 1U) {
            return true;
        }
    }
    return false;
}

/* Place of a city in the list of those that may make points for France; red_count: it is none of them. */
static unsigned french_place(const EaglesNationData *france, unsigned city)
{
    unsigned i = 0;
    while (i < france->red_count && france->red[i] != city) {
        i++;
    }
    return i;
}

/* Red and Landwehr production cities a side controls. France has Paris and any three major cities, those that
 * make no points anywhere else (Antwerp, Genoa) too: three majors at most, whoever holds them (map 17). */
unsigned eagles_held_production_cities(const Play *p, unsigned side)
{
    unsigned count = 0;
    unsigned majors = 0;
    const EaglesNationData *france = &p->d->nation[p->d->france];
    for (unsigned city = 0; city < p->d->cities; city++) {
        const EaglesCity *c = &p->d->city[city];
        if (eagles_control(p->s, city) != side) {
            continue;
        }
        if (eagles_owner(p, c->hex) == p->d->france) {
            const unsigned place = french_place(france, city);
            count += place < france->red_always;
            majors += place >= france->red_always && place < france->red_count;
        } else {
            count += c->production == EAGLES_MAKES_ALL || c->production == EAGLES_MAKES_LANDWEHR;
        }
    }
    return count + (majors < france->red_choice ? majors : france->red_choice);
}

static bool holds(const Play *p, const EaglesClause *clause)
{
    switch ((enum eagles_predicate)clause->predicate) {
    case EAGLES_CONTROL:
        return controls(p, clause);
    case EAGLES_MAX_CITIES:
        return cities_held(p, clause) <= clause->number;
    case EAGLES_CONQUERED:
        return all_conquered(p, clause);
    case EAGLES_NEVER_CONQUERED:
        return (p->s->nation[p->d->france].conquered == 0) == clause->wanted;
    case EAGLES_FRANCE_NEUTRAL:
        return (p->s->nation[p->d->france].side == EAGLES_NEUTRAL) == clause->wanted;
    case EAGLES_CONQUERED_TIMES:
        return p->s->nation[clause->nation].conquered >= clause->number;
    case EAGLES_EXILE_MONTHS:
        return (p->s->campaign.exile_flags & EAGLES_EXILED) != 0 &&
               p->s->campaign.exile_months >= clause->number;
    case EAGLES_CONQUERED_ANY:
        return any_conquered(p, clause);
    case EAGLES_PRODUCTION_CITIES:
        return eagles_held_production_cities(p, clause->side) >= clause->number;
    case EAGLES_AFTER_RETURN:
        return (p->s->campaign.exile_flags & EAGLES_RECOGNIZED) != 0;
    }
    return false;
}

static bool applies(const Play *p, const EaglesCheck *check)
{
    for (unsigned i = 0; i < check->all_count; i++) {
        if (!holds(p, &check->all[i])) {
            return false;
        }
    }
    bool any = check->any_count == 0;
    for (unsigned i = 0; i < check->any_count; i++) {
        any = any || holds(p, &check->any[i]);
    }
    return any;
}

/* The side with more production cities wins, a tie is a draw. */
static unsigned most_cities(const Play *p)
{
    const unsigned french = eagles_held_production_cities(p, EAGLES_FRANCE);
    const unsigned allied = eagles_held_production_cities(p, EAGLES_COALITION);
    return french > allied ? EAGLES_WON_FRANCE : allied > french ? EAGLES_WON_COALITION : EAGLES_DRAWN;
}

static void end_game(Play *p, const EaglesCheck *check)
{
    const unsigned winner = check->winner == EAGLES_MOST_CITIES ? most_cities(p) : check->winner;
    p->s->header.over = (uint8_t)(1 + winner);
    EAGLES_NOTE(p, EAGLES_EVENT_RESULT, SEAT_NONE, (int)winner);
}

void eagles_check_victory(Play *p, bool last)
{
    for (unsigned i = 0; i < p->d->checks; i++) {
        const EaglesCheck *check = &p->d->check[i];
        if ((check->every_turn || last) && applies(p, check)) {
            end_game(p, check);
            return;
        }
    }
}

static bool asks_for(const EaglesCheck *check, enum eagles_predicate predicate)
{
    for (unsigned i = 0; i < check->all_count; i++) {
        if (check->all[i].predicate == predicate) {
            return true;
        }
    }
    return false;
}

void eagles_end_at_once(Play *p, enum eagles_predicate predicate)
{
    for (unsigned i = 0; i < p->d->checks; i++) {
        const EaglesCheck *check = &p->d->check[i];
        if (check->every_turn && asks_for(check, predicate) && applies(p, check)) {
            end_game(p, check);
            return;
        }
    }
}
