/* spain.c: the level that brings a pro-French Spain into the war against France, and what the French may do
 * there before (map 13.5, 13.6). */
#include "engine/eagles/campaign.h"

enum { START = 12, TEN = 10, AUGUST_1807 = 7 * 12 + 7 };

static bool is_french(const Play *p) { return p->s->nation[p->d->campaign.spain].side == EAGLES_FRANCE; }

void eagles_change_spanish_level(Play *p, int by)
{
    EaglesCampaign *c = &p->s->campaign;
    if ((c->spanish_flags & (EAGLES_SPAIN_COUNTS | EAGLES_SPAIN_ROSE)) != EAGLES_SPAIN_COUNTS ||
        !is_french(p) || by == 0) {
        return;
    }
    const int level = c->spanish_level + by;
    c->spanish_level = level < 0 ? 0 : level > 200 ? 200 : (uint8_t)level;
    EAGLES_NOTE(p, EAGLES_EVENT_SPANISH_LEVEL, EAGLES_COALITION, c->spanish_level, by);
}

/* SP counted in tens; a remainder is rounded up by a die of ten at or below it. */
static int tens(const Play *p, unsigned sp)
{
    const unsigned rest = sp % TEN;
    const bool up = rest > 0 && eagles_draw(p, EAGLES_DIE_TENS, EAGLES_COALITION, TEN) <= rest;
    return (int)(sp / TEN + (up ? 1U : 0U));
}

/* Foreign SP of the French side in Spain. */
static unsigned foreign_sp(const Play *p)
{
    return eagles_sp_inside(p, p->d->campaign.spain, EAGLES_FRANCE, true);
}

/* Austria and Prussia both conquered once by France, or after July 1807: from then on the level counts. */
static void start_counting(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    const EaglesCampaignData *d = &p->d->campaign;
    const bool beaten = p->s->nation[d->austria].by_france > 0 && p->s->nation[d->prussia].by_france > 0;
    unsigned pool = 0;
    if ((c->spanish_flags & ~(unsigned)EAGLES_SPAIN_MOVED) != 0 || !is_french(p) ||
        !(beaten || eagles_calendar(p) >= AUGUST_1807)) {
        return;
    }
    for (unsigned i = 0; i < p->d->ships; i++) {
        const EaglesUnit *u = &p->d->unit[p->d->ship_unit[i]];
        pool += u->nation == d->spain && u->type == EAGLES_S && p->s->ship_at[i] == EAGLES_SUNK ? 1U : 0U;
    }
    c->spanish_flags |= EAGLES_SPAIN_COUNTS;
    c->spanish_level = START;
    eagles_change_spanish_level(p, -(int)pool - tens(p, foreign_sp(p)));
}

void eagles_note_attack_on_spaniards(Play *p, unsigned hex)
{
    const unsigned spain = p->d->campaign.spain;
    const unsigned all = eagles_count(p, hex, EAGLES_FRANCE, EAGLES_ANY);
    unsigned spaniards = 0;
    for (unsigned i = eagles_first_row(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        spaniards += p->d->unit[eagles_row_unit(p->s, i)].nation == spain ? p->s->row_count[i] : 0U;
    }
    if (p->s->active == EAGLES_COALITION && spaniards > 0 && 2 * spaniards >= all) {
        eagles_change_spanish_level(p, 2);
    }
}

void eagles_spanish_turn_begins(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    c->spanish_flags = (uint8_t)(c->spanish_flags & ~(unsigned)EAGLES_SPAIN_MOVED);
    c->spanish_sp = is_french(p) ? (uint16_t)foreign_sp(p) : 0;
}

/* The change of foreign SP counts when the player-turn is over; at 0 Spain declares war on France. */
void eagles_spanish_turn_ends(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    if ((c->spanish_flags & (EAGLES_SPAIN_COUNTS | EAGLES_SPAIN_ROSE)) == EAGLES_SPAIN_COUNTS &&
        is_french(p)) {
        const unsigned now = foreign_sp(p);
        const unsigned before = c->spanish_sp;
        if (now > before) {
            eagles_change_spanish_level(p, -tens(p, now - before));
        } else if (now < before) {
            eagles_change_spanish_level(p, tens(p, before - now));
        }
        if ((c->spanish_flags & EAGLES_SPAIN_MOVED) != 0) {
            eagles_change_spanish_level(p, -2);
        }
        if (c->spanish_level == 0) {
            c->spanish_flags |= EAGLES_SPAIN_ROSE;
            eagles_enter_war(p, p->d->campaign.spain, EAGLES_COALITION);
        }
    }
    start_counting(p);
    c->spanish_sp = 0;
    c->spanish_flags = (uint8_t)(c->spanish_flags & ~(unsigned)EAGLES_SPAIN_MOVED);
}

unsigned eagles_spanish_room(const Play *p, unsigned side)
{
    const EaglesCampaignData *d = &p->d->campaign;
    const EaglesState *s = p->s;
    unsigned sp = 0;
    if (side != EAGLES_FRANCE || !is_french(p) || s->nation[d->spain].conquered > 0) {
        return 255;
    }
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned unit = eagles_row_unit(s, i);
        sp += eagles_unit_side(p, unit) == side && eagles_unit_colour(p, unit) == EAGLES_BLUE &&
                      eagles_owner(p, eagles_key_place(s->row_key[i])) == d->spain
                  ? s->row_count[i]
                  : 0U;
    }
    return sp < d->spanish_limit ? d->spanish_limit - sp : 0;
}
