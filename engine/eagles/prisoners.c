/* prisoners.c: SP that surrendered, and their exchange every January (map 13.10). They stand in rows at
 * EAGLES_PRISONER; which side holds them follows from the side of their nation. */
#include "engine/eagles/campaign.h"

void eagles_capture_sp(Play *p, uint32_t key, unsigned count)
{
    if (eagles_in_campaign(p)) {
        eagles_rows_change(p->s, key, eagles_key(EAGLES_PRISONER, eagles_key_unit(key), 0), count);
    } else {
        eagles_eliminate(p, key, count);
    }
}

void eagles_free_prisoners(Play *p, unsigned nation)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_first_row(s, EAGLES_PRISONER); eagles_row_at(s, i, EAGLES_PRISONER);) {
        if (eagles_is_of_nation(p, s->row_key[i], nation)) {
            eagles_eliminate(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
}

void eagles_free_leaders(Play *p, unsigned nation)
{
    EaglesState *s = p->s;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == EAGLES_CAPTURED && p->d->leader[l].nation == nation) {
            eagles_send_leader_home(p, l);
            s->leader_months[l] = 0;
        }
    }
}

/* SP of a side's nations that the other holds. */
static unsigned held(const Play *p, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, EAGLES_PRISONER); eagles_row_at(s, i, EAGLES_PRISONER); i++) {
        sp += eagles_unit_side(p, eagles_row_unit(s, i)) == side ? s->row_count[i] : 0U;
    }
    return sp;
}

/* One SP of a side at random goes free. */
static void free_one(Play *p, unsigned side)
{
    EaglesState *s = p->s;
    unsigned pick = eagles_draw(p, EAGLES_DIE_PRISONER, side, held(p, side));
    for (unsigned i = eagles_first_row(s, EAGLES_PRISONER); eagles_row_at(s, i, EAGLES_PRISONER); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) != side) {
            continue;
        }
        if (pick <= s->row_count[i]) {
            eagles_eliminate(p, s->row_key[i], 1);
            return;
        }
        pick -= s->row_count[i];
    }
    assert(false);
}

void eagles_exchange_prisoners(Play *p)
{
    const unsigned french = held(p, EAGLES_FRANCE);
    const unsigned allied = held(p, EAGLES_COALITION);
    const unsigned count = french < allied ? french : allied;
    for (unsigned i = 0; i < count; i++) {
        free_one(p, EAGLES_FRANCE);
        free_one(p, EAGLES_COALITION);
    }
    if (count > 0) {
        EAGLES_NOTE(p, EAGLES_EVENT_EXCHANGE, EAGLES_NEUTRAL, (int)count);
    }
}

/* Leaders taken come back after their twelve months. */
void eagles_release_leaders(Play *p)
{
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned nation = p->d->leader[l].nation;
        const bool neutral = nation != EAGLES_NONE && p->s->nation[nation].side == EAGLES_NEUTRAL;
        if (p->s->leader_at[l] == EAGLES_CAPTURED && (p->s->leader_months[l] == 0 || neutral)) {
            eagles_send_leader_home(p, l);
            p->s->leader_months[l] = 0;
        }
    }
}
