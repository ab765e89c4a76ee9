/* withdrawal.c: the other seat draws back before a moving army (12.5). */
#include "engine/aon/rules.h"

static Seat withdrawing_seat(const AonState *s) { return seat_other(aon_mover(s)); }

static CorpsSet defenders(const AonData *d, const AonState *s)
{
    return aon_army(d, s, s->move.area, withdrawing_seat(s));
}

static bool needs_forced_march(const AonData *d, const AonState *s)
{
    return aon_army_mr(d, s, defenders(d, s)) < aon_mover_mr(d, s);
}

/* 12.5.2: the leader's rating, one better with a Forced March in hand. */
static bool fast_enough(const AonData *d, const AonState *s)
{
    const unsigned bonus = aon_holds_card(s, withdrawing_seat(s), d->forced_march);
    return aon_army_mr(d, s, defenders(d, s)) + bonus >= aon_mover_mr(d, s);
}

/* Corps that have withdrawn fewer than limit times in this enemy move (12.5.6); counts stop at three, and
 * nobody can be followed more than four times. */
static CorpsSet with_steps_below(const AonState *s, CorpsSet set, unsigned limit)
{
    const CorpsSet low = aon_set(s, AON_SET_STEPS_0);
    const CorpsSet high = aon_set(s, AON_SET_STEPS_1);
    if (limit == 0) {
        return corps_none();
    }
    if (limit == 1) {
        return corps_minus(set, corps_or(low, high));
    }
    if (limit == 2) {
        return corps_minus(set, high);
    }
    return limit == 3 ? corps_minus(set, corps_and(low, high)) : set;
}

static CorpsSet eligible(const AonData *d, const AonState *s)
{
    const CorpsSet army = defenders(d, s);
    const unsigned mr = aon_army_mr(d, s, army);
    const unsigned winter = aon_winter(d, s) ? 1U : 0U;
    return with_steps_below(s, corps_minus(army, aon_set(s, AON_SET_FOUGHT)), mr > winter ? mr - winter : 0);
}

/* 12.5.1: adjacent, enemy-free, not where the enemy came from (A109 for one who came by sea). */
static AreaSet refuges(const AonData *d, const AonState *s)
{
    const Seat seat = withdrawing_seat(s);
    return aon_neighbours(d, s, s->move.area, seat) & aon_enemy_free(d, s, seat) &
           ~area_bit(s->move.previous);
}

/* Whether taking none or some of rest can make group a legal set of withdrawers: led by one of them, with an
 * area open to all of its insurgents. The group is legal as it stands if it is empty and a corps has left by
 * sea. */
static bool can_complete(const AonData *d, const AonState *s, CorpsSet group, CorpsSet rest)
{
    const AreaSet areas = refuges(d, s) & aon_group_range(d, s, group);
    const unsigned count = corps_count(group);
    if (areas != 0 && count > 0 && aon_top_sr(d, group) >= count) {
        return true;
    }
    if (count == 0 && s->reaction.count > 0) {
        return true;
    }
    while (!corps_empty(rest)) { /* one more corps that can lead them all is enough */
        const unsigned corps = corps_take_first(&rest);
        if (d->sr[corps] >= count + 1U && (areas & aon_corps_range(d, s, corps)) != 0) {
            return true;
        }
    }
    return false;
}

static bool land_possible(const AonData *d, const AonState *s)
{
    const CorpsSet candidates = eligible(d, s);
    for (CorpsSet rest = candidates; !corps_empty(rest);) {
        if ((refuges(d, s) & aon_corps_range(d, s, corps_take_first(&rest))) != 0) {
            return true;
        }
    }
    return false;
}

/* 12.5.3: corps that could go home by sea. */
static CorpsSet sea_candidates(const AonData *d, const AonState *s)
{
    CorpsSet open = corps_none();
    if (withdrawing_seat(s) != SEAT_COALITION || (s->events & AON_EVENT_BRITANNIA) == 0 ||
        aon_flag(s, AON_FLAG_SEA_WITHDREW)) {
        return open;
    }
    for (CorpsSet rest = eligible(d, s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (aon_sea_home_targets(d, s, corps) != 0) {
            open = corps_with(open, corps);
        }
    }
    return open;
}

void withdraw_offer_run(Play *p)
{
    AonState *s = p->s;
    aon_ask(s, withdrawing_seat(s));
    aon_ask_word(s, AON_WORD_WITHDRAW_NO);
    if (fast_enough(p->d, s) && (land_possible(p->d, s) || !corps_empty(sea_candidates(p->d, s)))) {
        aon_ask_word(s, AON_WORD_WITHDRAW_YES);
    }
}

/* The two ratings compared (12.5.2). Of equals in seniority the best rating counts: where some of them are
 * hidden it is the owner's secret. */
AON_COLD static void note_withdrawal_tried(const Play *p)
{
    const AonState *s = p->s;
    const CorpsSet army = defenders(p->d, s);
    const int values[] = {s->move.area, needs_forced_march(p->d, s), aon_note_mover_mr(p)};
    journal_arg(aon_note(p->dice->journal, AON_NOTE_WITHDRAWAL_TRIED, withdrawing_seat(s), values, 3),
                (int)aon_army_mr(p->d, s, army), aon_is_secret(p, army, AON_SET_LOCATED));
}

void withdraw_offer_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_object(move) == 0) {
        AON_NOTE(p, STANDS, withdrawing_seat(s), s->move.area);
        aon_go(p, AON_STEP_WITHDRAW_DONE);
        return;
    }
    memset(&s->reaction, 0, sizeof s->reaction);
    if (AON_NOTES(p, WITHDRAWAL_TRIED)) {
        note_withdrawal_tried(p);
    }
    /* without the card only where determinize dealt a leaderless mover's corps otherwise */
    if (needs_forced_march(p->d, s) && aon_holds_card(s, withdrawing_seat(s), p->d->forced_march)) {
        aon_play_card(p, withdrawing_seat(s), p->d->forced_march);
        s->reaction.forced = 1;
    }
    aon_go(p, AON_STEP_WITHDRAW_SEA);
}

void withdraw_sea_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet open = sea_candidates(p->d, s);
    if (corps_empty(open)) {
        aon_go(p, AON_STEP_WITHDRAW_LAND);
        return;
    }
    aon_ask(s, withdrawing_seat(s));
    aon_ask_corps(s, AON_SEA_RETREAT, open);
    if (land_possible(p->d, s)) {
        aon_ask_word(s, AON_WORD_SEA_NO);
    }
}

/* Marks a withdrawal of the group: one more for each, and where it left. */
static void count_withdrawal(AonState *s, CorpsSet group)
{
    const CorpsSet low = corps_and(group, aon_set(s, AON_SET_STEPS_0));
    const CorpsSet full = corps_and(low, aon_set(s, AON_SET_STEPS_1));
    aon_set_remove(s, AON_SET_STEPS_0, corps_minus(low, full));
    aon_set_add(s, AON_SET_STEPS_1, low);
    aon_set_add(s, AON_SET_STEPS_0, corps_minus(group, low));
    while (!corps_empty(group)) {
        s->from[corps_take_first(&group)] = (uint8_t)(s->move.area | AON_FROM_WITHDREW);
    }
}

static void leave_for(Play *p, CorpsSet group, unsigned area, bool by_sea)
{
    assert(area < AON_AREAS_MAX);
    AonState *s = p->s;
    aon_split(p, defenders(p->d, s), group, corps_none());
    count_withdrawal(s, group);
    aon_put(p, group, area);
    AON_NOTE_ARMY(p, WITHDRAWAL, withdrawing_seat(s), group, s->move.area, (int)area, by_sea);
    aon_set_put(s, AON_SET_GROUP, group);
    s->reaction.area = (uint8_t)area;
    aon_check_invasion(p);
}

/* 12.5.7 and, unless switched off, winter and Forced March too (A16). */
static unsigned causes(const AonData *d, const AonState *s)
{
    unsigned set = aon_area_causes(d, s, s->reaction.area) | AON_CAUSE_GROUP;
    if (s->reaction.forced) {
        set |= AON_CAUSE_FORCED_MARCH;
    }
    return d->options.reaction_attrition_everywhere ? set : set & (AON_CAUSE_TERRAIN | AON_CAUSE_GROUP);
}

void withdraw_sea_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_is_no(move)) {
        aon_go(p, AON_STEP_WITHDRAW_LAND);
        return;
    }
    aon_flag_set(s, AON_FLAG_SEA_WITHDREW);
    leave_for(p, corps_one(aon_move_object(move)), aon_move_second(move), true);
    aon_march(p, causes(p->d, s), AON_STEP_WITHDRAW_SEA_ARRIVED); /* A108 */
}

void withdraw_sea_arrived_run(Play *p)
{
    p->s->reaction.count = 1; /* the land group may now be empty */
    aon_go(p, AON_STEP_WITHDRAW_LAND);
}

void withdraw_land_run(Play *p)
{
    aon_set_put(p->s, AON_SET_GROUP, corps_none());
    p->s->cursor = 0;
    aon_go(p, land_possible(p->d, p->s) ? AON_STEP_WITHDRAW_MEMBER : AON_STEP_WITHDRAW_DONE);
}

void withdraw_member_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    const CorpsSet rest = corps_from(corps_minus(eligible(p->d, s), group), s->cursor);
    if (corps_empty(rest)) {
        s->cursor = 0;
        aon_go(p, corps_empty(group) ? AON_STEP_WITHDRAW_DONE : AON_STEP_WITHDRAW_AREA);
        return;
    }
    const unsigned corps = corps_first(rest);
    const CorpsSet after = corps_without(rest, corps);
    aon_ask(s, withdrawing_seat(s));
    aon_ask_take(s, corps, can_complete(p->d, s, corps_with(group, corps), after),
                 can_complete(p->d, s, group, after));
}

void withdraw_member_choose(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    if (aon_move_kind(move) == AON_CORPS_TAKE) {
        aon_set_add(p->s, AON_SET_GROUP, corps_one(corps));
    }
    p->s->cursor = (uint8_t)(corps + 1U);
}

void withdraw_area_run(Play *p)
{
    AonState *s = p->s;
    const AreaSet areas = refuges(p->d, s) & aon_group_range(p->d, s, aon_set(s, AON_SET_GROUP));
    if (areas == 0) { /* only where determinize dealt the corps of a view otherwise */
        aon_go(p, AON_STEP_WITHDRAW_DONE);
        return;
    }
    aon_ask(s, withdrawing_seat(s));
    aon_ask_objects(s, AON_AREA, areas);
}

void withdraw_area_choose(Play *p, Move move)
{
    leave_for(p, aon_set(p->s, AON_SET_GROUP), aon_move_object(move), false);
    aon_go(p, AON_STEP_WITHDRAW_COSSACKS);
}

static void suffer(Play *p, unsigned more)
{
    aon_march(p, causes(p->d, p->s) | more, AON_STEP_WITHDRAW_ARRIVED);
}

void withdraw_cossacks_run(Play *p)
{
    if (!aon_ask_cossacks(p, withdrawing_seat(p->s), p->s->reaction.area)) {
        suffer(p, 0);
    }
}

void withdraw_cossacks_choose(Play *p, Move move)
{
    unsigned cause = 0;
    if (aon_answer_cossacks(p, move, &cause)) {
        suffer(p, cause);
    }
}

/* Ending in a neutral country is a violation like any other (12.7.1). */
void withdraw_arrived_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    aon_go(p, AON_STEP_WITHDRAW_DONE);
    if (!corps_empty(group) && aon_violates(p->d, s, withdrawing_seat(s), s->reaction.area, group)) {
        aon_violate_and_deploy(p, withdrawing_seat(s), aon_owner(p->d, s, s->reaction.area),
                               AON_STEP_WITHDRAW_DONE);
    }
}

void withdraw_done_run(Play *p)
{
    aon_set_put(p->s, AON_SET_GROUP, corps_none());
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    aon_go(p, AON_STEP_INTERCEPT_START); /* 12.5.5, 12.6.4 exception, A37 */
}
