/* formation.c: minor states that are formed in play, and what becomes of them when they fall
 * (map 13.2, 13.7).
 */
#include <assert.h>

#include "engine/eagles/campaign.h"

static bool is_held_by(const Play *p, unsigned city, unsigned side)
{
    return eagles_control(p->s, city) == side;
}

/* A state is no more: its SP go to the pool, those on their way home and prisoners too. */
static void dissolve(Play *p, unsigned nation)
{
    const EaglesState *s = p->s;
    eagles_disband(p, nation, false);
    eagles_free_prisoners(p, nation);
    eagles_free_leaders(p, nation);
    for (unsigned i = eagles_first_row(s, EAGLES_ARRIVING); eagles_row_at(s, i, EAGLES_ARRIVING);) {
        if (eagles_is_of_nation(p, s->row_key[i], nation)) {
            eagles_eliminate(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
    eagles_set_nation(p, nation, EAGLES_UNFORMED, s->nation[nation].colour);
}

/* It goes up in a new one, whose its land is. */
static void absorb(Play *p, unsigned nation, unsigned into)
{
    dissolve(p, nation);
    eagles_cede_country(p, nation, into);
}

static void form(Play *p, unsigned nation, unsigned side)
{
    eagles_take_side(p, nation, side);
    eagles_clear_neutrals(p, nation);
    eagles_settle_owner(p, nation);
    eagles_settle_all(p);
}

static void form_rhine_confederation(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesState *s = p->s;
    const bool beaten = s->nation[c->austria].conquered + s->nation[c->prussia].conquered > 0;
    if (s->nation[c->rhine_confederation].side == EAGLES_UNFORMED && beaten &&
        is_held_by(p, c->frankfurt, EAGLES_FRANCE)) {
        absorb(p, c->baden, c->rhine_confederation);
        absorb(p, c->holy_roman_empire, c->rhine_confederation);
        form(p, c->rhine_confederation, EAGLES_FRANCE);
    }
}

static void form_westphalia(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (p->s->nation[c->westphalia].side == EAGLES_UNFORMED &&
        is_held_by(p, c->brunswick_city, EAGLES_FRANCE) && is_held_by(p, c->cassel, EAGLES_FRANCE)) {
        absorb(p, c->hesse, c->westphalia);
        absorb(p, c->brunswick, c->westphalia);
        if (p->s->campaign.tilsit == 1 || p->s->campaign.tilsit == 2) {
            eagles_cede_region(p, c->magdeburg, c->westphalia);
        }
        form(p, c->westphalia, EAGLES_FRANCE);
    }
}

void eagles_form_minors(Play *p, unsigned side)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (side == EAGLES_FRANCE) {
        form_rhine_confederation(p);
        form_westphalia(p);
    } else if (p->s->nation[c->hanover].side == EAGLES_UNFORMED &&
               is_held_by(p, c->hanover_city, EAGLES_COALITION)) {
        form(p, c->hanover, EAGLES_COALITION);
    }
}

/* Land that a nation was given goes back to whom it belonged at the start. */
void eagles_undo_cessions(Play *p, unsigned nation)
{
    for (unsigned i = 0; i < p->d->provinces; i++) {
        if (p->s->owner[i] == nation && p->d->start_owner[i] != nation) {
            p->s->owner[i] = p->d->start_owner[i];
        }
    }
}

/* States that a fallen one was made from stand again, for its conqueror. */
static void restore(Play *p, unsigned nation, unsigned conqueror)
{
    eagles_take_side(p, nation, conqueror);
    eagles_settle_owner(p, nation);
}

void eagles_revert_minor(Play *p, unsigned nation, unsigned conqueror)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesOwners before = eagles_owners(p);
    dissolve(p, nation);
    eagles_recolour(p);
    EAGLES_NOTE(p, EAGLES_EVENT_STATUS, conqueror, (int)nation, EAGLES_UNFORMED);
    eagles_undo_cessions(p, nation);
    eagles_open_land(p);
    eagles_settle_all(p);
    if (nation == c->rhine_confederation) {
        restore(p, c->baden, conqueror);
        restore(p, c->holy_roman_empire, conqueror);
    } else if (nation == c->westphalia) {
        restore(p, c->hesse, conqueror);
        restore(p, c->brunswick, conqueror);
    }
    eagles_reclaim(p, &before);
}
