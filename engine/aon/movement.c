/* movement.c: forming and paying an army, its allowance and its steps (12.1-12.2, 12.4). What happens on
 * entering an area is in entry.c. */
#include "engine/aon/rules.h"

/* ------------------------------------------------------------------ who may move */

bool aon_free_left(const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    return !aon_flag(s, seat == SEAT_COALITION ? AON_FLAG_FREE_USED_COALITION : AON_FLAG_FREE_USED_FRENCH);
}

void aon_use_free(AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    aon_flag_set(s, seat == SEAT_COALITION ? AON_FLAG_FREE_USED_COALITION : AON_FLAG_FREE_USED_FRENCH);
}

bool aon_can_pay(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    (void)d;
    return aon_free_left(s, seat) || s->hand_count[seat] > 0; /* 12.1.7 */
}

/* Corps of the mover that have neither moved nor fought. */
static CorpsSet unmoved(const AonState *s)
{
    return corps_minus(aon_corps_at_least(s->from, AON_FROM_DEPLOYED), aon_set(s, AON_SET_FOUGHT));
}

CorpsSet aon_movable_corps(const AonData *d, const AonState *s, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const Seat seat = aon_mover(s);
    if (area_in(s->occupied[seat_other(seat)], area)) {
        return corps_none(); /* corps facing a battle stay */
    }
    return corps_and(aon_army(d, s, area, seat), unmoved(s));
}

/* ------------------------------------------------------------------ allowance and steps (12.2) */

static unsigned allowance_of(const AonData *d, const AonState *s, unsigned mr, unsigned forced, unsigned mud)
{
    int allowance = (int)mr;
    if (forced != 0) {
        allowance += d->card[d->forced_march].movement_modifier;
    }
    if (aon_winter(d, s)) {
        allowance += d->move_winter;
    }
    allowance += (int)mud * d->mud_modifier;
    return allowance < 0 ? 0 : (unsigned)allowance;
}

unsigned aon_allowance(const AonData *d, const AonState *s)
{
    const AonMove *move = &s->move;
    const int allowance =
        (int)allowance_of(d, s, aon_mr(d, s, move->leader), move->flags & AON_MOVE_FORCED_MARCH, move->mud) +
        ((move->flags & AON_MOVE_ATTACKED) != 0 ? d->move_attack : 0);
    return allowance < 0 ? 0 : (unsigned)allowance;
}

/* What a land step depends on. */
typedef struct Reach {
    Seat seat;
    int left;       /* allowance less areas entered */
    int left_spent; /* the same if the leader turns spent: nobody is stranded on the ice (A62) */
    int attack;     /* penalty still to come on entering an enemy-occupied area, not above 0 */
    CorpsSet group;
} Reach;

/* Areas the group's insurgents may enter, enemies there or not (10.3.1). */
static AreaSet insurgent_areas(const AonData *d, const AonState *s, const Reach *reach)
{
    AreaSet areas = d->all_areas;
    for (CorpsSet rest = reach->group; !corps_empty(rest);) {
        const unsigned country = aon_nation(d, s, corps_take_first(&rest));
        if (aon_alignment(s, country) == AON_IC) {
            areas &= d->insurgent_range[country] &
                     (d->country_areas[country] | ~s->occupied[seat_other(reach->seat)]);
        }
    }
    return areas;
}

static AreaSet steps_from(const AonData *d, const AonState *s, unsigned area, const Reach *reach)
{
    assert(area < AON_AREAS_MAX);
    const AreaSet enemies = s->occupied[seat_other(reach->seat)];
    AreaSet areas = 0;
    if (reach->left >= 1) {
        areas = aon_neighbours(d, s, area, reach->seat);
        if (reach->left + reach->attack < 1) {
            areas &= ~enemies; /* 13.1.1 */
        }
    }
    if (aon_winter(d, s) && (area == d->ice_a || area == d->ice_b)) { /* 12.2.5 */
        const unsigned far = area == d->ice_a ? d->ice_b : d->ice_a;
        if (reach->left_spent + (area_in(enemies, far) ? reach->attack : 0) >= d->ice_cost) {
            areas |= area_bit(far);
        }
    }
    if (areas != 0 && reach->seat == SEAT_COALITION) {
        areas &= insurgent_areas(d, s, reach);
    }
    return areas;
}

static AreaSet aon_legal_steps(const AonData *d, const AonState *s)
{
    const AonMove *move = &s->move;
    const unsigned forced = move->flags & AON_MOVE_FORCED_MARCH;
    const int penalty = (move->flags & AON_MOVE_ATTACKED) != 0 ? d->move_attack : 0;
    const int spent = (int)allowance_of(d, s, d->mr[1][move->leader], forced, move->mud) + penalty;
    const Reach reach = {aon_mover(s), (int)aon_allowance(d, s) - move->used, spent - move->used,
                         penalty != 0 ? 0 : d->move_attack, aon_set(s, AON_SET_ARMY)};
    return steps_from(d, s, move->area, &reach);
}

/* Land steps a corps could lead to, a Forced March in hand counted (forming an army). */
static bool can_lead_by_land(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const Seat seat = aon_mover(s);
    if (s->armies_left == 0) {
        return false; /* only the sea move of A13 is left */
    }
    const unsigned forced = aon_holds_card(s, seat, d->forced_march);
    const unsigned area = s->place[corps];
    const Reach reach = {seat, (int)allowance_of(d, s, aon_mr(d, s, corps), forced, 0),
                         (int)allowance_of(d, s, d->mr[1][corps], forced, 0), d->move_attack,
                         corps_one(corps)};
    return steps_from(d, s, area, &reach) != 0;
}

/* Areas a single corps may reach by sea (12.4); insurgents only their own country's (A17). */
static AreaSet sea_targets(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    if (aon_mover(s) != SEAT_COALITION || (s->events & AON_EVENT_BRITANNIA) == 0 ||
        aon_flag(s, AON_FLAG_SEA_MOVED)) {
        return 0;
    }
    const AreaSet areas = aon_sea_targets(d, s, s->place[corps]);
    return aon_is_insurgent(d, s, corps) ? areas & aon_home_areas(d, s, corps) : areas;
}

static bool can_lead(const AonData *d, const AonState *s, unsigned corps)
{
    return can_lead_by_land(d, s, corps) || sea_targets(d, s, corps) != 0;
}

/* What decides at a glance, for most corps, that they can lead an army: worked out once for many. */
typedef struct Glance {
    AreaSet enemies;
    unsigned least; /* movement rating needed for an allowance of one area */
} Glance;

static Glance take_glance(const AonData *d, const AonState *s)
{
    const Seat seat = aon_mover(s);
    const unsigned forced = aon_holds_card(s, seat, d->forced_march);
    Glance glance = {s->occupied[seat_other(seat)], s->armies_left > 0 ? 0 : AON_NONE};
    while (glance.least < 9 && allowance_of(d, s, glance.least, forced, 0) == 0) {
        glance.least++;
    }
    return glance;
}

/* Mostly there is a free neighbour, and nothing else to look at. */
static bool leads(const AonData *d, const AonState *s, unsigned corps, const Glance *glance)
{
    const bool plain = (d->adjacent[s->place[corps]] & ~glance->enemies) != 0 &&
                       aon_mr(d, s, corps) >= glance->least && !aon_is_insurgent(d, s, corps);
    return plain || can_lead(d, s, corps);
}

AreaSet aon_movable_areas(const AonData *d, const AonState *s)
{
    const Seat seat = aon_mover(s);
    if ((s->armies_left == 0 && !d->options.sea_move_is_extra) || !aon_can_pay(d, s, seat)) {
        return 0;
    }
    const Glance glance = take_glance(d, s);
    AreaSet areas = 0;
    AreaSet closed = glance.enemies;
    CorpsSet corps = corps_and(corps_and(aon_on_map(s), aon_side(d, s, seat)), unmoved(s));
    while (!corps_empty(corps)) {
        const unsigned candidate = corps_take_first(&corps);
        const unsigned area = s->place[candidate];
        if (!area_in(closed, area) && leads(d, s, candidate, &glance)) {
            areas |= area_bit(area);
            closed |= area_bit(area);
        }
    }
    return areas;
}

/* ------------------------------------------------------------------ forming (12.1.3, 12.1.4) */

void aon_start_army(Play *p, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    memset(&p->s->move, 0, sizeof p->s->move);
    p->s->move.area = (uint8_t)area;
    p->s->move.previous = (uint8_t)area;
    p->s->move.violated = AON_NONE;
    AON_THEN(p, FORM_LEADER, form_leader);
}

void form_leader_run(Play *p)
{
    AonState *s = p->s;
    const Glance glance = take_glance(p->d, s);
    CorpsSet leaders = corps_none();
    for (CorpsSet rest = aon_movable_corps(p->d, s, s->move.area); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (leads(p->d, s, corps, &glance)) {
            leaders = corps_with(leaders, corps);
        }
    }
    if (corps_empty(leaders)) { /* only where determinize dealt the hand or the corps of a view otherwise */
        aon_go(p, AON_STEP_MOVE_OVER);
        return;
    }
    aon_ask(s, aon_mover(s));
    aon_ask_corps(s, AON_CORPS_TAKE, leaders);
}

void form_leader_choose(Play *p, Move move)
{
    AonState *s = p->s;
    s->move.leader = (uint8_t)aon_move_object(move);
    s->cursor = 0;
    aon_set_put(s, AON_SET_ARMY, corps_one(s->move.leader));
    aon_locate(p, corps_one(s->move.leader)); /* the enemy is told who leads */
    aon_go(p, can_lead_by_land(p->d, s, s->move.leader) ? AON_STEP_FORM_MEMBER : AON_STEP_MOVE_LAND_SEA);
}

void form_member_run(Play *p)
{
    AonState *s = p->s;
    const unsigned sr = p->d->sr[s->move.leader];
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    CorpsSet others = corps_and(aon_movable_corps(p->d, s, s->move.area), p->d->up_to_sr[sr]);
    others = corps_from(corps_without(others, s->move.leader), s->cursor);
    if (corps_empty(others) || corps_count(army) >= sr) {
        s->cursor = 0;
        AON_THEN(p, MOVE_LAND_SEA, move_land_sea);
        return;
    }
    aon_ask(s, aon_mover(s));
    aon_ask_take(s, corps_first(others), true, true);
}

void form_member_choose(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    if (aon_move_kind(move) == AON_CORPS_TAKE) {
        aon_set_add(p->s, AON_SET_ARMY, corps_one(corps));
    }
    p->s->cursor = (uint8_t)(corps + 1U);
}

/* ------------------------------------------------------------------ paying (12.1.7) */

void move_land_sea_run(Play *p)
{
    AonState *s = p->s;
    const unsigned leader = s->move.leader;
    const bool alone = corps_count(aon_set(s, AON_SET_ARMY)) == 1;
    const bool sea = alone && sea_targets(p->d, s, leader) != 0;
    aon_ask(s, aon_mover(s));
    if (!sea || can_lead_by_land(p->d, s, leader)) {
        aon_ask_word(s, AON_WORD_LAND);
    }
    if (sea) {
        aon_ask_word(s, AON_WORD_SEA);
    }
}

void move_land_sea_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_SEA) {
        p->s->move.flags |= AON_MOVE_SEA;
    }
    AON_THEN(p, MOVE_PAY, move_pay);
}

void move_pay_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    aon_ask(s, seat);
    if ((s->move.flags & AON_MOVE_SEA) == 0 && aon_holds_card(s, seat, p->d->forced_march)) {
        aon_ask_play(s, 1ULL << p->d->forced_march);
    }
    if (aon_free_left(s, seat)) {
        aon_ask_word(s, AON_WORD_FREE);
    } else {
        aon_ask_objects(s, AON_PAY, aon_hand_titles(p->d, s, seat));
    }
}

/* The move is declared: it counts as one of the part, whatever becomes of it (A106). */
static void declare(Play *p)
{
    AonState *s = p->s;
    if ((s->move.flags & AON_MOVE_SEA) != 0) {
        aon_flag_set(s, AON_FLAG_SEA_MOVED);
        s->sea_corps = s->move.leader;
    }
    if ((s->move.flags & AON_MOVE_SEA) == 0 || !p->d->options.sea_move_is_extra) {
        s->armies_left--;
    }
    aon_go(p, AON_STEP_MOVE_DECLARED);
}

AON_COLD static void note_declared(const Play *p, unsigned kind)
{
    const AonState *s = p->s;
    const int payment = kind == AON_PAY         ? AON_PAYMENT_CARD
                        : kind == AON_PLAY_CARD ? AON_PAYMENT_FORCED_MARCH
                                                : AON_PAYMENT_FREE;
    AON_NOTE(p, ARMY_DECLARED, aon_mover(s), s->move.leader, s->move.area,
             (s->move.flags & AON_MOVE_SEA) != 0, payment, (int)corps_count(aon_set(s, AON_SET_ARMY)));
}

void move_pay_choose(Play *p, Move move)
{
    const Seat seat = aon_mover(p->s);
    if (AON_NOTES(p, ARMY_DECLARED)) {
        note_declared(p, aon_move_kind(move));
    }
    declare(p);
    if (aon_move_kind(move) == AON_PAY) {
        aon_discard(p, seat, aon_move_object(move));
        return;
    }
    aon_use_free(p->s, seat); /* A72: used by the first move, whichever way it is paid */
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        p->s->move.flags |= AON_MOVE_FORCED_MARCH;
        aon_play_card(p, seat, p->d->forced_march);
    }
}

/* ------------------------------------------------------------------ Indecision and Mud */

static void mark_from(AonState *s, CorpsSet set, uint8_t from)
{
    while (!corps_empty(set)) {
        s->from[corps_take_first(&set)] = from;
    }
}

/* What the other seat's corps did in an earlier move of the part is forgotten, except where a battle waits
 * (A88). */
static void forget_reactions(Play *p)
{
    AonState *s = p->s;
    CorpsSet others = corps_and(aon_on_map(s), aon_side(p->d, s, seat_other(aon_mover(s))));
    others = corps_minus(others, aon_corps_equal(s->from, AON_FROM_RESIDENT));
    while (!corps_empty(others)) {
        const unsigned corps = corps_take_first(&others);
        if (!area_in(s->occupied[aon_mover(s)], s->place[corps])) {
            s->from[corps] = AON_FROM_RESIDENT;
        }
    }
    aon_set_put(s, AON_SET_STEPS_0, corps_none());
    aon_set_put(s, AON_SET_STEPS_1, corps_none());
}

static void depart(Play *p)
{
    forget_reactions(p);
    if ((p->s->move.flags & AON_MOVE_SEA) != 0) {
        AON_THEN(p, MOVE_SEA, move_sea);
    } else {
        AON_THEN(p, MOVE_STEP, move_step);
    }
}

void move_declared_run(Play *p)
{
    const Seat seat = seat_other(aon_mover(p->s));
    const CardSet cards = aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_ENEMY_MOVE_DECLARED);
    if (cards == 0) {
        aon_spares(p, seat);
        depart(p);
        return;
    }
    aon_ask(p->s, seat);
    aon_ask_play(p->s, cards);
    aon_ask_word(p->s, AON_WORD_PASS);
}

void move_declared_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_kind(move) == AON_PASS) {
        depart(p);
        return;
    }
    const Seat seat = (Seat)s->header.seat;
    const unsigned title = aon_move_object(move);
    aon_play_card(p, seat, title);
    if (p->d->card[title].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else if (p->d->card[title].op == AON_OP_MUD) {
        s->move.mud++;
    } else { /* Indecision: the army stays and has moved */
        AON_NOTE(p, HALTED, aon_mover(s), s->move.leader, s->move.area);
        mark_from(s, aon_set(s, AON_SET_ARMY), AON_FROM_HALTED);
        aon_go(p, AON_STEP_MOVE_OVER);
    }
}

/* ------------------------------------------------------------------ stepping (12.1.5) */

enum { PICKED = 128 }; /* in move.last: a corps was picked up here, nothing can be dropped any more */

/* Members that may still be dropped and corps that may be picked up, in index order, drops first. */
static CorpsSet droppable_and_pickable(const AonData *d, const AonState *s)
{
    const AonMove *move = &s->move;
    const unsigned sr = d->sr[move->leader];
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    const unsigned next = move->last & 127U;
    const bool picked = (move->last & PICKED) != 0;
    CorpsSet set = corps_none();
    if (!picked) {
        set = corps_from(corps_without(army, move->leader), next);
    }
    if (corps_count(army) < sr) {
        const CorpsSet others = corps_and(aon_movable_corps(d, s, move->area), d->up_to_sr[sr]);
        set = corps_or(set, corps_from(corps_minus(others, army), picked ? next : 0));
    }
    return set;
}

void move_step_run(Play *p)
{
    AonState *s = p->s;
    aon_ask(s, aon_mover(s));
    aon_ask_objects(s, AON_AREA, aon_legal_steps(p->d, s));
    aon_ask_word(s, AON_WORD_STOP);
    if (s->move.used > 0) {
        aon_ask_corps(s, AON_DROP, droppable_and_pickable(p->d, s));
    }
}

/* Who is left behind or joins in on the way: the enemy sees only that one more or one fewer goes on. */
AON_COLD static void note_exchange(const Play *p, enum aon_note kind, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    if (((p->wanted >> kind) & 1U) != 0) {
        const int area = p->s->move.area;
        journal_arg(aon_note(p->dice->journal, kind, aon_mover(p->s), &area, 1), (int)corps,
                    p->d->options.hidden_stacks);
    }
}

static void drop(Play *p, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    const CorpsSet acting = aon_set(s, AON_SET_ARMY);
    note_exchange(p, AON_NOTE_CORPS_DROPPED, corps);
    aon_set_remove(s, AON_SET_ARMY, corps_one(corps));
    s->move.last = (uint8_t)(corps + 1U);
    if (aon_violates(p->d, s, seat, s->move.area,
                     acting)) { /* 12.7.1; its corps deploy after the next step (12.7.2 note) */
        s->move.violated = (uint8_t)aon_owner(p->d, s, s->move.area);
        aon_violate(p, seat, s->move.violated);
    }
}

void move_step_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const unsigned object = aon_move_object(move);
    const unsigned kind = aon_move_kind(move);
    if (kind == AON_STOP) {
        aon_go(p, AON_STEP_MOVE_END);
    } else if (kind == AON_AREA) {
        const bool ice = !area_in(aon_neighbours(p->d, s, s->move.area, aon_mover(s)), object);
        aon_enter(p, object, ice ? p->d->ice_cost : 1U);
    } else if (kind == AON_DROP) {
        drop(p, object);
    } else {
        note_exchange(p, AON_NOTE_CORPS_PICKED, object);
        aon_set_add(s, AON_SET_ARMY, corps_one(object));
        s->from[object] = AON_FROM_HALTED; /* it has moved, but came from nowhere yet */
        s->move.last = (uint8_t)((object + 1U) | PICKED);
    }
}

void move_sea_run(Play *p)
{
    AonState *s = p->s;
    aon_flag_clear(s, AON_FLAG_SEA_MOVED); /* asked for the move under way */
    const AreaSet areas = sea_targets(p->d, s, s->move.leader);
    aon_flag_set(s, AON_FLAG_SEA_MOVED);
    aon_ask(s, aon_mover(s));
    aon_ask_objects(s, AON_AREA, areas);
}

void move_sea_choose(Play *p, Move move) { aon_enter(p, aon_move_object(move), 0); }

/* ------------------------------------------------------------------ the end of a move */

/* The army that completes its move, and corps that came in to help it: where the mover was intercepted nobody
 * else of his stands (12.6.1). */
static CorpsSet completing(const Play *p)
{
    const AonState *s = p->s;
    if ((s->move.flags & AON_MOVE_INTERCEPTED) != 0) {
        return aon_army(p->d, s, s->move.area, aon_mover(s));
    }
    return aon_set(s, AON_SET_ARMY);
}

/* An army that stops where it began has completed a move there all the same (12.7.1, A119); but it occupied
 * the country all the while, if it did before (B1). */
void move_end_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    const bool stayed = s->move.used == 0 && (s->move.flags & AON_MOVE_SEA) == 0;
    const CorpsSet acting = completing(p);
    if (stayed) {
        mark_from(s, aon_set(s, AON_SET_ARMY), AON_FROM_HALTED);
    }
    if (!corps_empty(acting) && aon_violates(p->d, s, seat, s->move.area, stayed ? corps_none() : acting)) {
        s->move.violated = (uint8_t)aon_owner(p->d, s, s->move.area);
        aon_violate(p, seat, s->move.violated);
    }
    if (s->move.violated != AON_NONE) {
        aon_call(p, AON_STEP_VIOLATION_DEPLOY, AON_STEP_MOVE_OVER);
    } else {
        AON_THEN(p, MOVE_OVER, move_over);
    }
}

void move_over_run(Play *p)
{
    AonState *s = p->s;
    aon_set_put(s, AON_SET_ARMY, corps_none());
    aon_set_put(s, AON_SET_GROUP, corps_none());
    memset(&s->move, 0, sizeof s->move);
    memset(&s->reaction, 0, sizeof s->reaction);
    AON_THEN(p, PART_CHOICE, part_choice);
}
