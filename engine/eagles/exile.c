/* exile.c: France conquered, Napoleon's exile and return, the recognition of his second reign (map 13.10). */
#include "engine/eagles/campaign.h"

enum { FIRST_ROLL = 3, LAST_MONTH = 12, QUARTER = 3, YEAR = 12, YEAR_1814 = 14 * 12, YEAR_1815 = 15 * 12 };
enum { YEAR_1816 = 16 * 12 };

/* ------------------------------------------------------------------ the exile */

/* Foreign SP and leaders in France go home; what is inside its cities and besieged is free. */
static void clear_france(Play *p)
{
    const unsigned france = p->d->france;
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) != france) {
            continue;
        }
        eagles_send_home(p, hex, eagles_is_of_side, EAGLES_COALITION);
        eagles_open_gates(p, hex, EAGLES_FRANCE);
        eagles_open_gates(p, hex, EAGLES_NEUTRAL);
        eagles_send_home(p, hex, eagles_is_foreign, france); /* and the satellites' */
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned at = p->s->leader_at[l];
        const bool french = p->d->leader[l].nation == france;
        const bool inside = at < EAGLES_OFF_MAP && eagles_owner(p, at) == france;
        if ((at < EAGLES_OFF_MAP && french != inside) ||
            (french && at >= EAGLES_ABOARD && at < EAGLES_COAST)) {
            eagles_send_leader_home(p, l);
        }
    }
}

/* French ships leave the map, those in France too, and come back next turn; nobody else's stay in France. */
static void send_french_ships_home(Play *p)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned at = p->s->ship_at[i];
        const bool french = p->d->unit[p->d->ship_unit[i]].nation == p->d->france;
        const bool in_france = at < EAGLES_OFF_MAP && eagles_owner(p, at) == p->d->france;
        const bool afloat = at < EAGLES_OFF_MAP || (at >= EAGLES_COAST && at < EAGLES_SUNK);
        if (afloat && (french || in_france)) {
            eagles_send_ship_home(p, i);
        }
    }
}

/* Spanish SP are sent to fight in the colonies, but for one infantry SP in each Spanish city its side holds.
 */
static void send_spaniards_to_the_colonies(Play *p)
{
    const unsigned spain = p->d->campaign.spain;
    EaglesState *s = p->s;
    const unsigned side = s->nation[spain].side;
    const unsigned infantry = p->d->nation[spain].unit[EAGLES_I];
    eagles_disband(p, spain, false);
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        const bool stranger = side <= EAGLES_COALITION && eagles_has(p, hex, eagles_other(side), EAGLES_ANY);
        if (eagles_owner(p, hex) == spain && eagles_control(s, city) == side && !stranger &&
            eagles_siege_value(s, city) == 0 && s->pool[infantry] > 0) {
            eagles_bring(p, hex, infantry, 1, 0, true);
        }
    }
}

void eagles_exile(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    EaglesState *s = p->s;
    EaglesNation *france = &s->nation[p->d->france];
    const EaglesOwners before = eagles_owners(p);
    s->campaign.exile_flags |= EAGLES_EXILED;
    s->campaign.exile_months = 0;
    EAGLES_NOTE_BARE(p, EAGLES_EVENT_EXILE, EAGLES_COALITION);
    if (s->campaign.annexed == 1 || s->nation[c->holland].side != EAGLES_COALITION) {
        eagles_join_holland_to_coalition(p, false);
    } else {
        eagles_cede_region(p, c->belgium, c->holland);
    }
    eagles_cede_region(p, c->piedmont_region, c->piedmont);
    eagles_cede_city(p, c->genoa, c->piedmont);
    eagles_take_side(p, c->piedmont, EAGLES_COALITION);
    eagles_cede_region(p, c->rhineland, c->prussia);
    eagles_set_nation(p, p->d->france, EAGLES_NEUTRAL, france->colour);
    france->flags |= EAGLES_NATION_NOW;
    s->leader_at[p->d->napoleon] = EAGLES_INJURED;
    s->leader_flag[p->d->napoleon] = 0;
    s->leader_months[p->d->napoleon] = LAST_MONTH + 1;
    eagles_disband(p, p->d->france, true);
    eagles_give_up_ireland(p);
    send_french_ships_home(p);
    clear_france(p);
    if (s->nation[c->sweden].side == EAGLES_COALITION) {
        eagles_turn_neutral(p, c->sweden);
    }
    send_spaniards_to_the_colonies(p);
    eagles_recolour(p);
    eagles_open_land(p);
    eagles_settle_all(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_city_owner(p, city) == p->d->france) {
            eagles_set_control(p, city, EAGLES_NEUTRAL);
        }
    }
    eagles_reclaim(p, &before);
    /* and cities of those who left French hands where the French are gone now */
    eagles_align(p, c->holland, EAGLES_COALITION, s->nation[c->holland].colour);
    eagles_align(p, c->piedmont, EAGLES_COALITION, s->nation[c->piedmont].colour);
}

/* ------------------------------------------------------------------ the return */

static unsigned friendly_minors(const Play *p)
{
    unsigned count = 0;
    for (unsigned n = 0; n < p->d->nations; n++) {
        count += !p->d->nation[n].major && p->s->nation[n].side == EAGLES_FRANCE && eagles_is_state(p, n)
                     ? 1U
                     : 0U;
    }
    return count;
}

/* Napoleon takes Paris back, and France is at war. */
static void come_back(Play *p)
{
    EaglesState *s = p->s;
    s->campaign.exile_flags =
        (uint8_t)((s->campaign.exile_flags & ~(unsigned)EAGLES_EXILED) | EAGLES_RETURNED);
    s->campaign.return_month = s->header.turn;
    s->campaign.recognition = 0;
    eagles_take_side(p, p->d->france, EAGLES_FRANCE);
    s->leader_at[p->d->napoleon] = p->d->city[p->d->campaign.paris].hex;
    s->leader_months[p->d->napoleon] = 0;
    EAGLES_NOTE_BARE(p, EAGLES_EVENT_RETURN, EAGLES_FRANCE);
}

static void roll_for_return(Play *p)
{
    const EaglesCampaign *c = &p->s->campaign;
    if (c->exile_months < FIRST_ROLL) {
        return;
    }
    const int die = (int)eagles_die(p, EAGLES_DIE_RETURN, EAGLES_FRANCE, EAGLES_NO_HEX);
    if (die - c->exile_months / QUARTER - (int)friendly_minors(p) <= 0) {
        come_back(p);
    }
}

static unsigned recognition_cities(const Play *p)
{
    unsigned count = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        count +=
            eagles_city_in(&p->d->campaign.recognition, city) && eagles_control(p->s, city) == EAGLES_FRANCE;
    }
    return count;
}

/* Two dice, by the year, the advances since the return and the cities France holds; at 0 or less peace is
 * made.
 */
static void roll_for_recognition(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    const unsigned month = eagles_calendar(p);
    const int year = month >= YEAR_1816 ? -2 : month >= YEAR_1815 ? 0 : month >= YEAR_1814 ? 1 : 0;
    uint8_t faces[2];
    eagles_two_dice(p, EAGLES_DIE_RETURN, EAGLES_FRANCE, EAGLES_NO_HEX, faces);
    const int sum = faces[0] + faces[1] + year + c->recognition - (int)recognition_cities(p);
    EAGLES_NOTE(p, EAGLES_EVENT_RECOGNITION, EAGLES_FRANCE, faces[0] + faces[1], sum, sum <= 0);
    if (sum <= 0) {
        c->exile_flags |= EAGLES_RECOGNIZED;
        eagles_end_at_once(p, EAGLES_AFTER_RETURN);
    }
}

void eagles_exile_step(Play *p)
{
    const EaglesCampaign *c = &p->s->campaign;
    if ((c->exile_flags & EAGLES_EXILED) != 0) {
        roll_for_return(p);
    } else if ((c->exile_flags & EAGLES_RETURNED) != 0 && p->s->header.turn > c->return_month) {
        roll_for_recognition(p);
    }
}
