/* interception.c: interception and counter-interception of a moving army (12.6). */
#include "engine/aon/rules.h"

static bool countering(const AonState *s) { return (s->move.flags & AON_MOVE_COUNTERING) != 0; }
static Seat acting_seat(const AonState *s) { return countering(s) ? aon_mover(s) : seat_other(aon_mover(s)); }

/* The rating to be matched: the mover's, or the best of the groups that have come in (12.6.2, 12.6.6). */
static unsigned rating_to_match(const AonData *d, const AonState *s)
{
    return countering(s) ? s->reaction.best_mr : aon_mover_mr(d, s);
}

/* Corps of an adjacent army that may come: not one that fought, was stopped by Indecision in this army move,
 * has just withdrawn from the interception area (A88), would leave its insurgent range, or, countering, has
 * moved (A75). */
static CorpsSet eligible(const AonData *d, const AonState *s, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    CorpsSet open = corps_minus(aon_army(d, s, area, acting_seat(s)), aon_set(s, AON_SET_FOUGHT));
    if (countering(s)) {
        open = corps_and(open, aon_corps_at_least(s->from, AON_FROM_DEPLOYED));
    } else {
        open = corps_minus(open, aon_corps_equal(s->from, AON_FROM_HALTED));
        open = corps_minus(open, aon_corps_equal(s->from, (uint8_t)(s->move.area | AON_FROM_WITHDREW)));
    }
    if (acting_seat(s) == SEAT_COALITION) {
        for (CorpsSet rest = open; !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            if (!area_in(aon_corps_range(d, s, corps), s->move.area)) {
                open = corps_without(open, corps);
            }
        }
    }
    return open;
}

static bool needs_forced_march(const AonData *d, const AonState *s, unsigned area)
{
    return aon_army_mr(d, s, aon_army(d, s, area, acting_seat(s))) < rating_to_match(d, s);
}

/* Areas from which the acting seat may send an army. */
static AreaSet sources(const AonData *d, const AonState *s)
{
    const Seat seat = acting_seat(s);
    if (!aon_can_pay(d, s, seat)) {
        return 0; /* 12.6.3 */
    }
    const unsigned bonus = aon_holds_card(s, seat, d->forced_march);
    const unsigned rating = rating_to_match(d, s);
    AreaSet open = 0;
    AreaSet rest = aon_neighbours(d, s, s->move.area, seat) & s->occupied[seat] & aon_enemy_free(d, s, seat);
    while (rest != 0) {
        const unsigned area = bits_take(&rest);
        if (aon_army_mr(d, s, aon_army(d, s, area, seat)) + bonus >= rating &&
            !corps_empty(eligible(d, s, area))) {
            open |= area_bit(area);
        }
    }
    return open;
}

/* Corps of the other seat that have come into the area by interception. */
static CorpsSet interceptors(const AonData *d, const AonState *s)
{
    const Seat seat = seat_other(aon_mover(s));
    if (!area_in(s->occupied[seat], s->move.area)) {
        return corps_none();
    }
    return corps_minus(aon_army(d, s, s->move.area, seat), aon_corps_at_least(s->from, AON_FROM_WITHDREW));
}

void intercept_start_run(Play *p)
{
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    p->s->move.flags &= (uint8_t)~AON_MOVE_COUNTERING;
    AON_THEN(p, INTERCEPT_OFFER, intercept_offer);
}

/* The acting seat sends no (further) army: on to counter-interception, the roles, or the mover's next step.
 */
static void send_no_army(Play *p)
{
    AonState *s = p->s;
    if (corps_empty(interceptors(p->d, s))) {
        AON_THEN(p, ENTER_DONE, enter_done);
    } else if (countering(s)) {
        aon_go(p, AON_STEP_INTERCEPT_ROLE);
    } else { /* 12.6.6 */
        s->move.flags |= AON_MOVE_COUNTERING | AON_MOVE_INTERCEPTED;
        aon_go(p, AON_STEP_INTERCEPT_COUNTER);
    }
}

void intercept_offer_run(Play *p)
{
    AonState *s = p->s;
    const AreaSet areas = sources(p->d, s);
    if (areas == 0) {
        aon_spares(p, acting_seat(s));
        send_no_army(p);
        return;
    }
    aon_ask(s, acting_seat(s));
    aon_ask_objects(s, AON_INTERCEPT, areas);
    aon_ask_word(s, AON_WORD_NO);
}

/* The mover's turn to send armies: the same offer. */
void intercept_counter_run(Play *p) { aon_go(p, AON_STEP_INTERCEPT_OFFER); }

void intercept_offer_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (!aon_move_is_no(move)) {
        s->reaction.area = (uint8_t)aon_move_object(move);
        s->reaction.forced = 0;
        aon_go(p, AON_STEP_INTERCEPT_LEADER);
    } else {
        send_no_army(p);
    }
}

void intercept_leader_run(Play *p)
{
    const CorpsSet leaders = eligible(p->d, p->s, p->s->reaction.area);
    if (corps_empty(leaders)) { /* only where determinize dealt the corps of a view otherwise */
        aon_go(p, AON_STEP_INTERCEPT_OFFER);
        return;
    }
    aon_ask(p->s, acting_seat(p->s));
    aon_ask_corps(p->s, AON_CORPS_TAKE, leaders);
}

void intercept_leader_choose(Play *p, Move move)
{
    AonState *s = p->s;
    s->reaction.leader = (uint8_t)aon_move_object(move);
    s->cursor = 0;
    aon_set_put(s, AON_SET_GROUP, corps_one(s->reaction.leader));
    aon_locate(p, corps_one(s->reaction.leader)); /* the enemy is told who leads */
    aon_go(p, AON_STEP_INTERCEPT_MEMBER);
}

void intercept_member_run(Play *p)
{
    AonState *s = p->s;
    const unsigned sr = p->d->sr[s->reaction.leader];
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    const CorpsSet others = corps_and(eligible(p->d, s, s->reaction.area), p->d->up_to_sr[sr]);
    const CorpsSet rest = corps_from(corps_without(others, s->reaction.leader), s->cursor);
    if (corps_empty(rest) || corps_count(group) >= sr) {
        s->cursor = 0;
        aon_go(p, AON_STEP_INTERCEPT_PAY);
        return;
    }
    aon_ask(s, acting_seat(s));
    aon_ask_take(s, corps_first(rest), true, true);
}

void intercept_member_choose(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    if (aon_move_kind(move) == AON_CORPS_TAKE) {
        aon_set_add(p->s, AON_SET_GROUP, corps_one(corps));
    }
    p->s->cursor = (uint8_t)(corps + 1U);
}

void intercept_pay_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = acting_seat(s);
    const bool forced = needs_forced_march(p->d, s, s->reaction.area);
    if (forced &&
        !aon_holds_card(s, seat,
                        p->d->forced_march)) { /* only where determinize dealt the hand of a view otherwise */
        aon_set_put(s, AON_SET_GROUP, corps_none());
        aon_go(p, AON_STEP_INTERCEPT_OFFER);
        return;
    }
    aon_ask(s, seat);
    if (aon_holds_card(s, seat, p->d->forced_march)) {
        aon_ask_play(s, 1ULL << p->d->forced_march);
    }
    if (forced) {
        return;
    }
    if (aon_free_left(s, seat)) {
        aon_ask_word(s, AON_WORD_FREE);
    } else {
        aon_ask_objects(s, AON_PAY, aon_hand_titles(p->d, s, seat));
    }
}

/* The two ratings compared (12.6.2, 12.6.6); that of an army with hidden corps, of which one may count among
 * equals in seniority, is its owner's secret, the one to be matched is then told to nobody. */
AON_COLD static void note_interception_tried(const Play *p, bool forced)
{
    const AonState *s = p->s;
    const CorpsSet army = aon_army(p->d, s, s->reaction.area, acting_seat(s));
    const int best = aon_is_secret(p, interceptors(p->d, s), AON_SET_LOCATED) ? -1 : s->reaction.best_mr;
    const int values[] = {s->reaction.leader,
                          s->reaction.area,
                          s->move.area,
                          countering(s),
                          forced,
                          (int)corps_count(aon_set(s, AON_SET_GROUP)),
                          countering(s) ? best : aon_note_mover_mr(p)};
    journal_arg(aon_note(p->dice->journal, AON_NOTE_INTERCEPTION_TRIED, acting_seat(s), values, 7),
                (int)aon_army_mr(p->d, s, army), aon_is_secret(p, army, AON_SET_LOCATED));
}

void intercept_pay_choose(Play *p, Move move)
{
    const Seat seat = acting_seat(p->s);
    if (AON_NOTES(p, INTERCEPTION_TRIED)) {
        note_interception_tried(p, aon_move_kind(move) == AON_PLAY_CARD);
    }
    aon_go(p, AON_STEP_INTERCEPT_DECLARED);
    if (aon_move_kind(move) == AON_PAY) {
        aon_discard(p, seat, aon_move_object(move));
        return;
    }
    aon_use_free(p->s, seat);
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        p->s->reaction.forced = 1;
        aon_play_card(p, seat, p->d->forced_march);
    }
}

void intercept_declared_run(Play *p)
{
    const Seat seat = seat_other(acting_seat(p->s));
    aon_ask(p->s, seat);
    if (p->s->reaction.leader != p->d->napoleon) { /* nothing stops Napoléon (card Indecision): no window */
        aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_ENEMY_INTERCEPTION_DECLARED));
    }
    aon_ask_word(p->s, AON_WORD_PASS);
}

/* `from` of a group: its area, and a number not yet used by an army that came from there. */
static uint8_t group_from(const AonState *s, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    unsigned number = 0;
    const CorpsSet here = aon_corps_at(s, s->move.area);
    while (number < 2 &&
           corps_meet(here, aon_corps_equal(s->from, (uint8_t)(area | number << AON_FROM_ARMY_SHIFT)))) {
        number++;
    }
    return (uint8_t)(area | number << AON_FROM_ARMY_SHIFT);
}

static void set_from(AonState *s, CorpsSet set, uint8_t from)
{
    while (!corps_empty(set)) {
        s->from[corps_take_first(&set)] = from;
    }
}

static void come_in(Play *p)
{
    AonState *s = p->s;
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    set_from(s, group, group_from(s, s->reaction.area));
    aon_split(p, aon_army(p->d, s, s->reaction.area, acting_seat(s)), group, corps_one(s->reaction.leader));
    aon_put(p, group, s->move.area);
    AON_NOTE_ARMY(p, INTERCEPTION, acting_seat(s), group, s->reaction.area, s->move.area, countering(s));
    aon_check_invasion(p);
    aon_go(p, AON_STEP_INTERCEPT_COSSACKS);
}

void intercept_declared_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->header.seat;
    if (aon_move_kind(move) == AON_PASS) {
        come_in(p);
        return;
    }
    aon_play_card(p, seat, aon_move_object(move));
    if (p->d->card[aon_move_object(move)].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
        return;
    }
    AON_NOTE(p, HALTED, acting_seat(s), s->reaction.leader, s->reaction.area);
    set_from(s, aon_set(s, AON_SET_GROUP), AON_FROM_HALTED); /* Indecision */
    aon_set_put(s, AON_SET_GROUP, corps_none());
    aon_go(p, AON_STEP_INTERCEPT_OFFER);
}

/* 12.6.8 and, unless switched off, winter and Forced March too (A16). */
static void suffer(Play *p, unsigned more)
{
    const AonState *s = p->s;
    unsigned causes = aon_area_causes(p->d, s, s->move.area);
    if (s->reaction.forced) {
        causes |= AON_CAUSE_FORCED_MARCH;
    }
    if (!p->d->options.reaction_attrition_everywhere) {
        causes &= AON_CAUSE_TERRAIN;
    }
    aon_march(p, causes | more | AON_CAUSE_GROUP, AON_STEP_INTERCEPT_ARRIVED);
}

void intercept_cossacks_run(Play *p)
{
    if (!aon_ask_cossacks(p, acting_seat(p->s), p->s->move.area)) {
        suffer(p, 0);
    }
}

void intercept_cossacks_choose(Play *p, Move move)
{
    unsigned cause = 0;
    if (aon_answer_cossacks(p, move, &cause)) {
        suffer(p, cause);
    }
}

void intercept_arrived_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    if (!countering(s) && !corps_empty(group)) {
        const bool led = corps_in(group, s->reaction.leader);
        const unsigned mr =
            led ? aon_mr(p->d, s, s->reaction.leader) + s->reaction.forced : aon_army_mr(p->d, s, group);
        s->reaction.best_mr = (uint8_t)(mr > s->reaction.best_mr ? mr : s->reaction.best_mr);
    }
    aon_set_put(s, AON_SET_GROUP, corps_none());
    aon_go(p, AON_STEP_INTERCEPT_OFFER); /* 12.6.5 */
}

/* ------------------------------------------------------------------ roles and neutrality */

/* He who has an army in the area already defends (12.6.4); so do insurgents outside their country (10.3.1).
 */
static bool must_defend(const AonData *d, const AonState *s)
{
    const CorpsSet came = interceptors(d, s);
    if (!corps_equal(came, aon_army(d, s, s->move.area, seat_other(aon_mover(s))))) {
        return true;
    }
    for (CorpsSet rest = corps_and(came, aon_insurgents(d, s)); !corps_empty(rest);) {
        if (!area_in(d->country_areas[aon_nation(d, s, corps_take_first(&rest))], s->move.area)) {
            return true;
        }
    }
    return false;
}

void intercept_role_run(Play *p)
{
    aon_ask(p->s, seat_other(aon_mover(p->s)));
    aon_ask_word(p->s, must_defend(p->d, p->s) ? AON_WORD_DEFEND : AON_WORD_ATTACK | AON_WORD_DEFEND);
}

void intercept_role_choose(Play *p, Move move)
{
    AON_NOTE(p, ROLE, seat_other(aon_mover(p->s)), p->s->move.area, aon_move_kind(move) == AON_ATTACK,
             AON_ROLE_INTERCEPTORS);
    if (aon_move_kind(move) == AON_ATTACK) {
        p->s->mover_defends |= area_bit(p->s->move.area);
    }
    aon_go(p, AON_STEP_INTERCEPT_NEUTRALITY);
}

/* 12.6.9, A61, A101: the interceptors violate unless they attack a mover in the capital area of a major. */
void intercept_neutrality_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = seat_other(aon_mover(s));
    const unsigned area = s->move.area;
    const bool excepted = area_in(p->d->capitals, area) && area_in(s->mover_defends, area);
    s->move.flags &= (uint8_t)~AON_MOVE_COUNTERING;
    aon_go(p, AON_STEP_ENTER_DONE);
    if (!excepted && aon_violates(p->d, s, seat, area, interceptors(p->d, s))) {
        aon_violate_and_deploy(p, seat, aon_owner(p->d, s, area), AON_STEP_ENTER_DONE);
    }
}
