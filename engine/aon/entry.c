/* entry.c: an army enters an area: march attrition, neutrality at a capital, withdrawal, interception, battle
 * or going on, in this order (12.1.5, 12.3-12.7). */
#include "engine/aon/rules.h"

unsigned aon_mover_mr(const AonData *d, const AonState *s)
{
    const AonMove *move = &s->move;
    if ((move->flags & AON_MOVE_LEADER_LOST) != 0) {
        return aon_army_mr(d, s, aon_set(s, AON_SET_ARMY)); /* A118 */
    }
    return aon_mr(d, s, move->leader) + ((move->flags & AON_MOVE_FORCED_MARCH) != 0 ? 1U : 0U); /* A41 */
}

/* One more area for each corps of the army; counts stop at three. */
static void count_step(AonState *s)
{
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    const CorpsSet low = corps_and(army, aon_set(s, AON_SET_STEPS_0));
    const CorpsSet full = corps_and(low, aon_set(s, AON_SET_STEPS_1));
    aon_set_remove(s, AON_SET_STEPS_0, corps_minus(low, full));
    aon_set_add(s, AON_SET_STEPS_1, low);
    aon_set_add(s, AON_SET_STEPS_0, corps_minus(army, low));
}

/* `from` of the moving army: the area left, and its number among the armies of the part. */
static uint8_t army_from(const AonData *d, const AonState *s, unsigned area)
{
    const unsigned full = aon_flag(s, AON_FLAG_MAJOR_CAMPAIGN) ? d->campaign_armies : 1U;
    const unsigned number = (full - s->armies_left) & 3U;
    return (uint8_t)(area | number << AON_FROM_ARMY_SHIFT);
}

AON_COLD static void note_entry(const Play *p)
{
    const AonMove *move = &p->s->move;
    AON_NOTE_ARMY(p, ARMY_ENTERS, aon_mover(p->s), aon_set(p->s, AON_SET_ARMY), move->leader, move->previous,
                  move->area, (move->flags & AON_MOVE_SEA) != 0, (move->flags & AON_MOVE_ICE) != 0);
}

void aon_enter(Play *p, unsigned area, unsigned cost)
{
    assert(area < AON_AREAS_MAX);
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    const uint8_t from = army_from(p->d, s, s->move.area);
    aon_split(p, aon_army(p->d, s, s->move.area, seat), army, corps_one(s->move.leader));
    for (CorpsSet rest = army; !corps_empty(rest);) {
        s->from[corps_take_first(&rest)] = from;
    }
    aon_put(p, army, area);
    s->move.previous = s->move.area;
    s->move.area = (uint8_t)area;
    s->move.used = (uint8_t)(s->move.used + cost);
    s->move.last = 0;
    if (area_in(s->occupied[seat_other(seat)], area)) {
        s->move.flags |= AON_MOVE_ATTACKED; /* A21 */
    }
    if (cost > 1) {
        s->move.flags |= AON_MOVE_ICE;
    }
    if (AON_NOTES(p, ARMY_ENTERS)) {
        note_entry(p);
    }
    aon_check_invasion(p);
    AON_THEN(p, ENTER_COSSACKS, enter_cossacks);
}

/* Causes of the area the army is in; on the ice of the Baltic Sea those of no particular area (A62). */
static void suffer(Play *p, unsigned more)
{
    AonState *s = p->s;
    const bool ice = (s->move.flags & AON_MOVE_ICE) != 0;
    unsigned causes = ice ? AON_CAUSE_WINTER : aon_area_causes(p->d, s, s->move.area);
    if ((s->move.flags & AON_MOVE_SEA) == 0) { /* A117 */
        count_step(s);
        const CorpsSet far = corps_and(aon_set(s, AON_SET_STEPS_0), aon_set(s, AON_SET_STEPS_1));
        causes |= corps_meet(far, aon_set(s, AON_SET_ARMY)) ? AON_CAUSE_DISTANCE : 0U;
    }
    if ((s->move.flags & AON_MOVE_FORCED_MARCH) != 0) {
        causes |= AON_CAUSE_FORCED_MARCH;
    }
    aon_march(p, causes | more, AON_STEP_ENTER_ATTRITED);
}

void enter_cossacks_run(Play *p)
{
    const AonState *s = p->s;
    const bool on_ice = (s->move.flags & AON_MOVE_ICE) != 0; /* asked on the far shore */
    if (on_ice || !aon_ask_cossacks(p, aon_mover(s), s->move.area)) {
        suffer(p, 0);
    }
}

void enter_cossacks_choose(Play *p, Move move)
{
    unsigned cause = 0;
    if (aon_answer_cossacks(p, move, &cause)) {
        suffer(p, cause);
    }
}

void enter_attrited_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    if (!corps_empty(army) &&
        (s->move.flags & AON_MOVE_ICE) != 0) { /* the Baltic Sea is behind, now the far shore */
        s->move.flags &= (uint8_t)~AON_MOVE_ICE;
        aon_go(p, AON_STEP_ENTER_COSSACKS);
        return;
    }
    if (!corps_empty(army) && !corps_in(army, s->move.leader)) { /* A20 */
        s->move.flags |= AON_MOVE_LEADER_LOST;
        s->move.leader = (uint8_t)aon_leader(p->d, army);
    }
    if (s->move.violated != AON_NONE) { /* 12.7.2 note */
        aon_call(p, AON_STEP_VIOLATION_DEPLOY, AON_STEP_ENTER_CAPITAL);
    } else {
        AON_THEN(p, ENTER_CAPITAL, enter_capital);
    }
}

/* The army stands in the capital area of a neutral major it does not occupy (12.7.1). */
static bool violates_capital(const AonData *d, const AonState *s)
{
    return area_in(d->capitals, s->move.area) &&
           aon_violates(d, s, aon_mover(s), s->move.area, aon_set(s, AON_SET_ARMY));
}

void enter_capital_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    if (corps_empty(aon_set(s, AON_SET_ARMY))) {
        aon_go(p, AON_STEP_MOVE_END);
        return;
    }
    if (violates_capital(p->d, s) && area_in(s->occupied[seat_other(seat)], s->move.area)) {
        aon_violate_and_deploy(p, seat, aon_owner(p->d, s, s->move.area), AON_STEP_ENTER_MEETING);
        return;
    }
    AON_THEN(p, ENTER_MEETING, enter_meeting);
}

void enter_meeting_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    const CorpsSet friends = corps_minus(aon_army(p->d, s, s->move.area, seat), aon_set(s, AON_SET_ARMY));
    const CorpsSet enemies = aon_army(p->d, s, s->move.area, seat_other(seat));
    if (!corps_empty(friends)) {
        aon_go(p, AON_STEP_ENTER_DONE); /* 12.5.4, 12.6.1a */
    } else if (corps_empty(enemies) || corps_meet(enemies, aon_corps_equal(s->from, AON_FROM_DEPLOYED))) {
        AON_THEN(p, INTERCEPT_START, intercept_start);
    } else {
        aon_go(p, AON_STEP_WITHDRAW_OFFER);
    }
}

void enter_done_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    memset(&s->reaction, 0, sizeof s->reaction);
    if ((s->move.flags & AON_MOVE_INTERCEPTED) == 0 && violates_capital(p->d, s)) {
        aon_violate_and_deploy(p, seat, aon_owner(p->d, s, s->move.area), AON_STEP_ENTER_DONE);
        return;
    }
    const bool battle = area_in(s->occupied[seat_other(seat)], s->move.area);
    const bool halted = (s->move.flags & (AON_MOVE_INTERCEPTED | AON_MOVE_LEADER_LOST | AON_MOVE_SEA)) != 0;
    if (battle || halted || s->move.used >= aon_allowance(p->d, s)) { /* 12.1.8 */
        AON_THEN(p, MOVE_END, move_end);
    } else {
        AON_THEN(p, MOVE_STEP, move_step);
    }
}
