/* tilsit.c: the treaty of Tilsit and the Polish question (map 13.8). */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { NO_POLAND, GRAND_DUCHY, KINGDOM, OPTIONS };

Seat eagles_treaty_options(const Play *p, MoveList *list)
{
    (void)p;
    for (unsigned option = 0; option < OPTIONS; option++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TILSIT, option));
    }
    return SEAT_FRENCH;
}

void eagles_treaty_choose(Play *p, Move move)
{
    eagles_pop(p);
    eagles_make_treaty(p, eagles_move_argument(move));
}

/* Its counters come into the pool: as many as the option says. */
static void fill_polish_pool(Play *p, unsigned option)
{
    const unsigned poland = p->d->campaign.poland;
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        const unsigned unit = p->d->nation[poland].unit[type];
        if (unit != EAGLES_NONE) {
            p->s->pool[unit] = p->d->campaign.polish_pool[option][type];
        }
    }
}

/* A conquered Poland is unformed again (rulebook, Conquest effects for a minor nation), but her SP keep their
 * side, and with them the nation. */
bool eagles_is_state(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesNation *n = &p->s->nation[nation];
    return n->side != EAGLES_UNFORMED && !(nation == p->d->campaign.poland && n->conquered > 0);
}

void eagles_cede_galicia(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesState *s = p->s;
    const unsigned treaty = s->campaign.tilsit; /* option + 1 */
    const bool stands = s->nation[c->poland].side == EAGLES_FRANCE && eagles_is_state(p, c->poland);
    if (treaty <= NO_POLAND + 1U || !stands || s->nation[c->austria].conquered < 2) {
        return;
    }
    eagles_cede_region(p, c->western_galicia, c->poland);
    if (treaty == KINGDOM + 1U) {
        eagles_cede_region(p, c->eastern_galicia, c->poland);
    }
}

/* Units are ships as well: of the enemy's none stays in a port of the new state (rulebook, Poland; 13.8). */
static void clear_ports(Play *p)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned at = p->s->ship_at[i];
        if (at < EAGLES_OFF_MAP && eagles_owner(p, at) == p->d->campaign.poland &&
            eagles_ship_side(p, i) != EAGLES_FRANCE) {
            eagles_send_ship_home(p, i);
        }
    }
}

/* The duchy is South Prussia with Dantzig and Cracow, the kingdom Eastern Poland too. Enemies in it go home.
 */
static void form_poland(Play *p, unsigned option)
{
    const EaglesCampaignData *c = &p->d->campaign;
    EaglesState *s = p->s;
    eagles_cede_region(p, c->south_prussia, c->poland);
    eagles_cede_city(p, c->dantzig, c->poland);
    eagles_cede_city(p, c->cracow, c->poland);
    if (option == KINGDOM) {
        eagles_cede_region(p, c->eastern_poland, c->poland);
    }
    fill_polish_pool(p, option);
    eagles_take_side(p, c->poland, EAGLES_FRANCE);
    eagles_cede_galicia(p); /* Austria may have fallen twice before the treaty */
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) != c->poland) {
            continue;
        }
        eagles_open_gates(p, hex, EAGLES_COALITION);
        eagles_send_home(p, hex, eagles_is_of_side, EAGLES_COALITION);
        eagles_send_home(p, hex, eagles_is_of_side, EAGLES_NEUTRAL);
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned at = s->leader_at[l];
        if (at < EAGLES_OFF_MAP && eagles_owner(p, at) == c->poland &&
            eagles_leader_side(p, l) != EAGLES_FRANCE) {
            eagles_send_leader_home(p, l);
        }
    }
    clear_ports(p);
    eagles_settle_all(p);
    eagles_settle_owner(p, c->poland);
}

/* Russia is neutral for so many months, whatever her status was. */
static void make_peace(Play *p, unsigned months)
{
    const unsigned russia = p->d->campaign.russia;
    if (p->s->nation[russia].side <= EAGLES_COALITION) {
        eagles_turn_neutral(p, russia);
    }
    p->s->campaign.peace_months = (uint8_t)months;
}

void eagles_make_treaty(Play *p, unsigned option)
{
    const EaglesCampaignData *c = &p->d->campaign;
    EaglesState *s = p->s;
    assert(option < OPTIONS);
    s->campaign.tilsit = (uint8_t)(option + 1U);
    EAGLES_NOTE(p, EAGLES_EVENT_TREATY, EAGLES_FRANCE, (int)option);
    if (option != NO_POLAND) {
        form_poland(p, option);
    }
    if (option != KINGDOM && s->nation[c->westphalia].side == EAGLES_FRANCE) {
        const EaglesOwners before = eagles_owners(p);
        eagles_cede_region(p, c->magdeburg, c->westphalia);
        eagles_clear_neutrals(p, c->westphalia);
        eagles_reclaim(p, &before);
    }
    if (option == KINGDOM) {
        s->campaign.entry_flags |= EAGLES_PRUSSIA_LANDWEHR;
    }
    make_peace(p, c->peace_months[option]);
    eagles_settle_all(p);
}

void eagles_peace_month(Play *p)
{
    if (p->s->campaign.peace_months > 0) {
        p->s->campaign.peace_months--;
    }
}
