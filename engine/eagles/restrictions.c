/* restrictions.c: where SP of the grand campaign may not go, and whom their player may not move (map 13.5).
 */
#include "engine/eagles/campaign.h"

enum { EXPEDITION_REACH = 7 };

/* In a pro-French Spain that was never conquered blue SP stay north of Madrid's row, but for the hexes next
 * to Gibraltar. */
static bool is_too_far_south(const Play *p, unsigned unit, unsigned hex)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesNation *spain = &p->s->nation[c->spain];
    return eagles_unit_colour(p, unit) == EAGLES_BLUE && spain->side == EAGLES_FRANCE &&
           spain->conquered == 0 && eagles_owner(p, hex) == c->spain && p->d->hex[hex].row >= c->madrid_row &&
           eagles_distance(p->d, hex, p->d->city[c->gibraltar].hex) > 1;
}

bool eagles_is_half_hearted(const Play *p, unsigned nation)
{
    const EaglesCampaignData *c = &p->d->campaign;
    return (nation == c->austria || nation == c->prussia) && p->s->nation[nation].side == EAGLES_FRANCE;
}

/* Neutral SP shut a hex, and the capital of a conquered state; a city without other strangers can be
 * occupied. */
static bool is_shut_to(const Play *p, unsigned unit, unsigned hex)
{
    return eagles_is_shut(p, hex) && !eagles_may_occupy(p, hex, eagles_unit_side(p, unit));
}

bool eagles_campaign_bars(const Play *p, unsigned unit, unsigned hex)
{
    const unsigned nation = p->d->unit[unit].nation;
    const bool exiled = nation == p->d->france && p->s->nation[nation].side == EAGLES_NEUTRAL;
    return exiled || is_shut_to(p, unit, hex) || is_too_far_south(p, unit, hex);
}

bool eagles_expedition_bars(const Play *p, unsigned unit, unsigned hex)
{
    const unsigned nation = p->d->unit[unit].nation;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned at = p->d->city[city].hex;
        if (eagles_owner(p, at) == nation && eagles_distance(p->d, at, hex) <= EXPEDITION_REACH) {
            return false;
        }
    }
    return true;
}

/* The country has SP of the Coalition in it. */
static bool is_invaded(const Play *p, unsigned nation)
{
    return eagles_sp_inside(p, nation, EAGLES_COALITION, false) > 0;
}

bool eagles_leaves_home_barred(const Play *p, unsigned unit, bool expedition, unsigned hex)
{
    const unsigned nation = p->d->unit[unit].nation;
    if (!eagles_is_half_hearted(p, nation)) {
        return false;
    }
    return expedition ? eagles_expedition_bars(p, unit, hex) : eagles_owner(p, hex) != nation;
}

bool eagles_is_held(const Play *p, uint32_t key)
{
    const unsigned nation = p->d->unit[eagles_key_unit(key)].nation;
    const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
    if (p->s->campaign.guest > 0) {
        return nation + 1U != p->s->campaign.guest || expedition ||
               eagles_owner(p, eagles_key_place(key)) != nation;
    }
    return eagles_is_half_hearted(p, nation) && !expedition && !is_invaded(p, nation);
}

/* Leaders of such a state go where its SP may: with the expeditionary force or inside the country. */
bool eagles_is_leader_held(const Play *p, unsigned leader)
{
    const unsigned nation = p->d->leader[leader].nation;
    return p->s->campaign.guest > 0 && nation + 1U != p->s->campaign.guest;
}
