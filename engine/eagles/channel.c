/* channel.c: the French army crosses the Channel (map 13.9). Frame of CROSSING: x the hex landed in, phase
 * dice thrown. */
#include <assert.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/select.h"

static unsigned boulogne(const Play *p) { return p->d->city[p->d->campaign.boulogne].hex; }

/* English squadrons at sea in the North Sea, or in a hex on it and not blockaded there. */
static bool is_guarded(const Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned at = p->s->ship_at[i];
        const bool english = p->d->unit[p->d->ship_unit[i]].nation == c->england && eagles_is_squadron(p, i);
        if (english && eagles_ship_is(p, i, EAGLES_COALITION, EAGLES_ANYWHERE, 0) &&
            (eagles_seas_of(p, at) >> c->north_sea & 1U) != 0 &&
            !(at < EAGLES_OFF_MAP && eagles_is_blockaded(p, at, EAGLES_COALITION))) {
            return true;
        }
    }
    return false;
}

/* A French transport in the North Sea or at Boulogne; one that is blockaded in that port is ignored like any
 * naval force blockaded in one. */
static bool has_transport(const Play *p)
{
    const bool shut_in = eagles_is_blockaded(p, boulogne(p), EAGLES_FRANCE);
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned at = p->s->ship_at[i];
        const bool there = (at == boulogne(p) && !shut_in) || at == EAGLES_COAST + boulogne(p) ||
                           at == EAGLES_SEA + (unsigned)p->d->campaign.north_sea;
        if (there && p->d->unit[p->d->ship_unit[i]].nation == p->d->france && !eagles_is_squadron(p, i)) {
            return true;
        }
    }
    return false;
}

/* French SP at Boulogne that could cross: outside the city, not bound to home. */
static bool crosses(const Play *p, uint32_t key)
{
    const EaglesUnit *u = &p->d->unit[eagles_key_unit(key)];
    const unsigned never = EAGLES_FLAG_INSIDE | EAGLES_FLAG_LANDED | EAGLES_FLAG_FINISHED;
    return u->nation == p->d->france && !u->home_only && u->type != EAGLES_CT &&
           (eagles_key_flags(key) & never) == 0;
}

static unsigned crossing_sp(const Play *p)
{
    unsigned sp = 0;
    const unsigned hex = boulogne(p);
    for (unsigned i = eagles_rows_in(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        sp += crosses(p, p->s->row_key[i]) ? p->s->row_count[i] : 0U;
    }
    return sp;
}

/* They cross to a hex without enemy SP (13.9); a leader alone there flees like from anybody who comes by land
 * (7.2). */
static bool can_cross_to(const Play *p, unsigned hex)
{
    return eagles_enterable(p, hex, EAGLES_FRANCE) && !eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY) &&
           !eagles_has(p, hex, EAGLES_NEUTRAL, EAGLES_ANY) && !eagles_has_partisan(p, hex, EAGLES_FRANCE);
}

Seat eagles_cross_options(const Play *p, MoveList *list)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const bool war =
        p->s->nation[c->england].side == EAGLES_COALITION && p->s->nation[p->d->france].side == EAGLES_FRANCE;
    if (!war || crossing_sp(p) == 0 || !has_transport(p) || is_guarded(p)) {
        return SEAT_FRENCH;
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_CROSS, 0));
    for (unsigned i = 0; i < c->landings; i++) {
        if (can_cross_to(p, c->landing[i])) {
            eagles_add(list, eagles_move(EAGLES_MOVE_CROSS, c->landing[i] + 1U));
        }
    }
    return SEAT_FRENCH;
}

void eagles_cross_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE || eagles_move_argument(move) == 0) {
        return;
    }
    const unsigned sp = crossing_sp(p);
    const unsigned most = p->d->campaign.crossing_sp;
    EaglesFrame *choice =
        eagles_select(p, EAGLES_FOR_CROSSING, boulogne(p), EAGLES_FRANCE, 1, sp < most ? sp : most);
    choice->z = (uint16_t)(eagles_move_argument(move) - 1U);
}

/* Selection: z the hex they land in. */
bool eagles_crossing_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    (void)frame;
    return crosses(p, key);
}

bool eagles_crossing_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    (void)frame;
    return p->d->leader[leader].nation == p->d->france && !p->d->leader[leader].naval &&
           (p->s->leader_flag[leader] & (EAGLES_FLAG_INSIDE | EAGLES_FLAG_FINISHED)) == 0;
}

/* SP that have crossed, and whether they are supplied where they stand. */
static unsigned landed_sp(const Play *p, unsigned hex)
{
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        sp += (eagles_row_flags(p->s, i) & EAGLES_FLAG_GROUP) != 0 ? p->s->row_count[i] : 0U;
    }
    return sp;
}

static void note_supply(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    EaglesSupply supply;
    eagles_supply(p, EAGLES_BLUE, &supply);
    const bool fed = supply.left[hex] != EAGLES_IMPASSABLE;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0) {
            const uint32_t bare = s->row_key[i] & ~(uint32_t)EAGLES_FLAG_UNSUPPLIED;
            s->row_key[i] = bare | (fed ? 0U : (uint32_t)EAGLES_FLAG_UNSUPPLIED);
        }
    }
    eagles_rows_clear_flags(s, 0);
}

void eagles_crossing_done(Play *p, EaglesFrame frame)
{
    eagles_move_flagged(p, frame.x, frame.z, EAGLES_FLAG_GROUP, 0, EAGLES_FLAG_FINISHED);
    eagles_settle(p, frame.x);
    eagles_settle(p, frame.z);
    note_supply(p, frame.z);
    p->s->campaign.crossed = (uint8_t)landed_sp(p, frame.z);
    EAGLES_NOTE(p, EAGLES_EVENT_LANDED, EAGLES_FRANCE, frame.z, p->s->campaign.crossed);
    eagles_push(p, EAGLES_STEP_CROSSING)->x = frame.z;
}

/* Two dice on the attrition table, each with the SP left; then nobody of them goes farther. */
void eagles_crossing_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned hex = frame->x;
    if (frame->phase < 2) {
        frame->phase++;
        const unsigned die = eagles_die(p, EAGLES_DIE_ATTRITION, EAGLES_FRANCE, hex);
        eagles_lose(p, eagles_attrition_of(p, hex, die, landed_sp(p, hex), EAGLES_FLAG_GROUP));
        return;
    }
    eagles_rows_clear_flags(p->s, EAGLES_FLAG_GROUP);
    for (unsigned l = 0; l < p->d->leaders; l++) {
        p->s->leader_flag[l] = (uint8_t)(p->s->leader_flag[l] & ~(unsigned)EAGLES_FLAG_GROUP);
    }
    p->s->campaign.crossed = 0;
    eagles_pop(p);
    eagles_settle(p, hex);
}
