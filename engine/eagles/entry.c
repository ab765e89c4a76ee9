/* entry.c: nations enter the war (map 13.2, 13.6): Austria's revenge, Prussia's and Austria's rolls, the
 * invasion of Russia and the Liberation. */
#include "engine/eagles/campaign.h"

enum {
    ENTRY = 12,
    MAY_1806 = 6 * 12 + 4,
    YEAR_1810 = 10 * 12,
    WAIT = 3,
    INVADERS = 25,
    LIBERATED_CITIES = 4
};

void eagles_enter_war(Play *p, unsigned nation, unsigned side)
{
    const EaglesCampaignData *c = &p->d->campaign;
    eagles_take_side(p, nation, side);
    if ((c->prussian_bloc >> nation & 1U) == 0) {
        return;
    }
    p->s->campaign.entry_flags |= EAGLES_PRUSSIA_ENTERED;
    for (unsigned n = 0; n < p->d->nations; n++) {
        if ((c->prussian_bloc >> n & 1U) != 0 && p->s->nation[n].side == EAGLES_NEUTRAL &&
            (p->s->nation[n].flags & EAGLES_NATION_NOW) == 0) {
            eagles_take_side(p, n, side);
        }
    }
}

static bool rolls_entry(Play *p, unsigned nation, unsigned turns)
{
    uint8_t faces[2];
    eagles_two_dice(p, EAGLES_DIE_ENTRY, EAGLES_COALITION, EAGLES_NO_HEX, faces);
    const unsigned sum = (unsigned)faces[0] + faces[1] + turns;
    EAGLES_NOTE(p, EAGLES_EVENT_ENTRY, EAGLES_COALITION, (int)nation, faces[0] + faces[1], (int)turns,
                sum >= ENTRY);
    return sum >= ENTRY;
}

/* Conquered once and its ranks filled again, Austria declares war. */
static void austrian_revenge(Play *p)
{
    const unsigned austria = p->d->campaign.austria;
    const EaglesNation *n = &p->s->nation[austria];
    if (n->side == EAGLES_NEUTRAL && n->conquered == 1 && eagles_unraised_sp(p, austria) == 0) {
        eagles_enter_war(p, austria, EAGLES_COALITION);
    }
}

/* From the third turn after Austria's first conquest, or from May 1806 (whichever comes first). */
static void prussian_entry(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    const unsigned prussia = p->d->campaign.prussia;
    const EaglesNation *n = &p->s->nation[prussia];
    const bool late = eagles_calendar(p) >= MAY_1806;
    const bool beaten = c->prussia_wait > 0 && p->s->header.turn + 1U >= c->prussia_wait + (unsigned)WAIT;
    if (n->side != EAGLES_NEUTRAL || n->conquered > 0 || (c->entry_flags & EAGLES_PRUSSIA_ENTERED) != 0 ||
        !(late || beaten)) {
        return;
    }
    const unsigned turns = c->prussia_turns;
    c->prussia_turns = (uint8_t)(turns < ENTRY ? turns + 1U : turns);
    if (rolls_entry(p, prussia, turns)) {
        eagles_enter_war(p, prussia, EAGLES_COALITION);
    }
}

/* After Prussia's rising in the Liberation: one more for each turn since. */
static void austrian_entry(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    const unsigned austria = p->d->campaign.austria;
    if ((c->entry_flags & EAGLES_PRUSSIA_ROSE) == 0 || (c->entry_flags & EAGLES_AUSTRIA_ROSE) != 0 ||
        p->s->nation[austria].side == EAGLES_COALITION) {
        return;
    }
    if (rolls_entry(p, austria, p->s->header.turn + 1U - c->prussia_rose)) {
        c->entry_flags |= EAGLES_AUSTRIA_ROSE;
        eagles_enter_war(p, austria, EAGLES_COALITION);
    }
}

void eagles_national_entry(Play *p, unsigned side)
{
    if (side == EAGLES_COALITION) {
        austrian_revenge(p);
        prussian_entry(p);
        austrian_entry(p);
    }
}

/* ------------------------------------------------------------------ Russia invaded, and rid of it */

static bool french_hold_a_major_city(const Play *p, unsigned nation)
{
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (p->d->city[city].level != EAGLES_MINOR && eagles_control(p->s, city) == EAGLES_FRANCE &&
            eagles_city_owner(p, city) == nation) {
            return true;
        }
    }
    return false;
}

void eagles_look_for_invasion(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    const unsigned russia = p->d->campaign.russia;
    if ((c->entry_flags & EAGLES_RUSSIA_INVADED) == 0 && p->s->nation[russia].side == EAGLES_COALITION &&
        (eagles_sp_inside(p, russia, EAGLES_FRANCE, false) >= INVADERS ||
         (eagles_calendar(p) < YEAR_1810 && french_hold_a_major_city(p, russia)))) {
        c->entry_flags |= EAGLES_RUSSIA_INVADED;
        EAGLES_NOTE(p, EAGLES_EVENT_INVADED, EAGLES_FRANCE, (int)russia);
    }
}

static void liberate(Play *p)
{
    const EaglesCampaignData *d = &p->d->campaign;
    const unsigned friends[] = {d->austria, d->prussia};
    p->s->campaign.entry_flags |= EAGLES_LIBERATION;
    EAGLES_NOTE_BARE(p, EAGLES_EVENT_LIBERATION, EAGLES_COALITION);
    for (unsigned i = 0; i < 2; i++) {
        if (p->s->nation[friends[i]].side == EAGLES_FRANCE) {
            eagles_turn_neutral(p, friends[i]);
        }
    }
    eagles_open_land(p);
}

/* Four cities of the old Prussia in Allied hands bring a neutral Prussia in. */
static void look_for_rising(Play *p)
{
    const EaglesState *s = p->s;
    const unsigned prussia = p->d->campaign.prussia;
    unsigned held = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        held += eagles_city_in(&p->d->campaign.prussian_cities, city) &&
                        eagles_control(s, city) == EAGLES_COALITION
                    ? 1U
                    : 0U;
    }
    if (s->nation[prussia].side == EAGLES_NEUTRAL && held >= LIBERATED_CITIES) {
        p->s->campaign.entry_flags |= EAGLES_PRUSSIA_ROSE;
        p->s->campaign.prussia_rose = (uint8_t)(s->header.turn + 1U);
        eagles_enter_war(p, prussia, EAGLES_COALITION);
    }
}

void eagles_check_liberation(Play *p)
{
    const EaglesCampaign *c = &p->s->campaign;
    const unsigned russia = p->d->campaign.russia;
    eagles_look_for_invasion(p);
    if ((c->entry_flags & (EAGLES_RUSSIA_INVADED | EAGLES_LIBERATION)) == EAGLES_RUSSIA_INVADED &&
        eagles_sp_inside(p, russia, EAGLES_FRANCE, false) == 0) {
        liberate(p); /* at once, if control of a city without a man left in Russia was the invasion */
    }
    if ((c->entry_flags & (EAGLES_LIBERATION | EAGLES_PRUSSIA_ROSE)) == EAGLES_LIBERATION) {
        look_for_rising(p);
    }
}
