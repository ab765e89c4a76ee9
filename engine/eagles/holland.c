/* holland.c: the annexation of Holland, and what becomes of her when she is lost (map 13.8). */
#include "engine/eagles/campaign.h"

enum { FREE, ANNEXED, LOST };

static bool holds_the_three(const Play *p, unsigned side)
{
    const EaglesCampaignData *c = &p->d->campaign;
    return eagles_control(p->s, c->amsterdam) == side && eagles_control(p->s, c->antwerp) == side &&
           eagles_control(p->s, c->brussels) == side;
}

Seat eagles_annex_options(const Play *p, MoveList *list)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (p->s->campaign.annexed != ANNEXED && p->s->header.turn > c->annex_after &&
        holds_the_three(p, EAGLES_FRANCE) && p->s->nation[c->holland].side == EAGLES_FRANCE &&
        p->s->nation[p->d->france].side == EAGLES_FRANCE) {
        eagles_add(list, eagles_move(EAGLES_MOVE_ANNEX, 0));
        eagles_add(list, eagles_move(EAGLES_MOVE_ANNEX, 1));
    }
    return SEAT_FRENCH;
}

void eagles_annex_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE && eagles_move_argument(move) == 1) {
        eagles_annex_holland(p);
    }
}

/* Dutch counters leave the game: from the map, the seas and the pool. */
static void remove_the_dutch(Play *p)
{
    const unsigned holland = p->d->campaign.holland;
    EaglesState *s = p->s;
    for (unsigned i = 0; i < s->rows;) {
        if (eagles_is_of_nation(p, s->row_key[i], holland)) {
            eagles_rows_remove(s, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
    for (unsigned unit = 0; unit < p->d->land_units; unit++) {
        if (p->d->unit[unit].nation == holland) {
            s->pool[unit] = 0;
        }
    }
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (p->d->unit[p->d->ship_unit[i]].nation == holland) {
            if (s->ship_at[i] < EAGLES_SUNK) {
                eagles_move_ship(p, i, EAGLES_SUNK); /* French troops aboard go ashore first */
            }
            s->ship_at[i] = EAGLES_UNUSED;
        }
    }
}

/* French counters that come with Holland, the first time. */
static void add_the_new(Play *p)
{
    EaglesState *s = p->s;
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        const unsigned unit = p->d->nation[p->d->france].unit[type];
        if (unit != EAGLES_NONE) {
            s->pool[unit] = (uint8_t)(s->pool[unit] + p->d->campaign.annexed_pool[type]);
        }
    }
    for (unsigned i = p->d->campaign.annexed_ship; i < p->d->ships; i++) {
        s->ship_at[i] = EAGLES_SUNK;
    }
}

void eagles_annex_holland(Play *p)
{
    const unsigned holland = p->d->campaign.holland;
    EaglesState *s = p->s;
    EAGLES_NOTE(p, EAGLES_EVENT_HOLLAND, EAGLES_FRANCE, ANNEXED);
    for (unsigned i = 0; i < p->d->ships; i++) { /* nobody else's troops go down with the Dutch ships */
        if (p->d->unit[p->d->ship_unit[i]].nation == holland && s->ship_at[i] < EAGLES_SUNK &&
            eagles_ship_laden(p, i)) {
            eagles_send_ship_home(p, i);
        }
    }
    remove_the_dutch(p);
    if (s->campaign.annexed == FREE) {
        add_the_new(p);
    }
    s->campaign.annexed = ANNEXED;
    const EaglesOwners before = eagles_owners(p);
    eagles_cede_country(p, holland, p->d->france);
    eagles_set_nation(p, holland, EAGLES_UNFORMED, s->nation[holland].colour);
    eagles_recolour(p);
    eagles_settle_all(p);
    eagles_reclaim(p, &before);
}

/* The old country is given its land back, with Belgium while it is in the Coalition. */
static void restore_holland(Play *p, bool conquered)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesOwners before = eagles_owners(p);
    for (unsigned i = 0; i < p->d->provinces; i++) {
        if (p->d->start_owner[i] == c->holland) {
            p->s->owner[i] = c->holland;
        }
    }
    eagles_cede_region(p, c->belgium, c->holland);
    if (conquered) {
        eagles_fall_to(p, c->holland, EAGLES_COALITION);
    } else {
        eagles_take_side(p, c->holland, EAGLES_COALITION);
    }
    eagles_settle_owner(p, c->holland);
    eagles_reclaim(p, &before);
}

void eagles_join_holland_to_coalition(Play *p, bool conquered)
{
    if (p->s->campaign.annexed == ANNEXED) {
        p->s->campaign.annexed = LOST;
        EAGLES_NOTE(p, EAGLES_EVENT_HOLLAND, EAGLES_COALITION, LOST);
    }
    restore_holland(p, conquered);
}

/* The three cities in Allied hands: the annexed Holland is lost. */
void eagles_check_holland(Play *p)
{
    if (p->s->campaign.annexed == ANNEXED && holds_the_three(p, EAGLES_COALITION)) {
        eagles_join_holland_to_coalition(p, false); /* she was formed into France, and has no ships */
    }
}
