/* react.c: answers to an enemy army: drawing back, intercepting, and where to go when beaten
 * (12.5, 12.6, 13.4.2). */
#include "ai/aon/scores.h"

#include <assert.h>

/* The army on the move as its enemy sees it. */
static int mover_power(const Sense *se, unsigned area)
{
    const CorpsSet army = aon_set(se->s, AON_SET_ARMY);
    return sense_set_power(se, army, area, corps_count(army));
}

static bool mover_has_napoleon(const Sense *se)
{
    return corps_in(aon_set(se->s, AON_SET_ARMY), se->d->napoleon);
}

/* ------------------------------------------------------------------ withdrawal (12.5) */

static bool matters(Sense *se, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    for (unsigned country = 0; country < AON_MAJORS; country++) {
        if (se->d->capital[country] == area && aon_country_seat(se->s, country) == se->seat) {
            return true;
        }
    }
    return false;
}

int score_withdraw_offer(Sense *se, Move move)
{
    if (aon_move_object(move) == 0) {
        return 0;
    }
    const unsigned area = se->s->move.area;
    sense_forces(se);
    const Force *own = sense_own(se, area);
    const Clash clash = {.own = own->power,
                         .own_count = own->count,
                         .own_napoleon = se->seat == SEAT_FRENCH && se->s->place[se->d->napoleon] == area,
                         .foe = mover_power(se, area),
                         .foe_count = corps_count(aon_set(se->s, AON_SET_ARMY)),
                         .foe_napoleon = mover_has_napoleon(se),
                         .attacking = false};
    const int win = sense_clash_win(se, &clash);
    if (clash.own_napoleon && own->count < 4 && win < 90) {
        return 1000;
    }
    return matters(se, area) ? win - 10 < 0 ? 1 : -1 : se->w->withdraw - win;
}

/* How good an area is to fall back to. */
static int refuge(Sense *se, CorpsSet corps, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    sense_forces(se);
    const int support = sense_own(se, area)->power;
    const int violation = aon_violates(se->d, se->s, se->seat, area, corps) ? se->w->violation : 0;
    const int terrain = area_in(se->d->terrain, area) ? se->w->attrition * (int)corps_count(corps) : 0;
    const unsigned top = aon_leader(se->d, corps);
    const unsigned patron = top != AON_NONE ? se->d->patron[top] : AON_FRANCE;
    const unsigned home = se->d->distance[area][se->d->capital[patron]];
    return support / 2 - sense_threat(se, area) / 3 - violation - terrain -
           (home != AON_NONE ? 6 * (int)home : 0);
}

int score_withdraw_sea(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    sense_forces(se);
    const unsigned count = sense_own(se, se->s->move.area)->count;
    return count == 1 ? 1 : sense_corps_power(se, aon_move_object(move)) > 50 ? 1 : -1;
}

int score_withdraw_member(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_CORPS_TAKE ? 1 : 0;
}

int score_withdraw_area(Sense *se, Move move)
{
    return refuge(se, aon_set(se->s, AON_SET_GROUP), aon_move_object(move));
}

/* ------------------------------------------------------------------ interception (12.6) */

/* The corps that would come from an area: all of the best leader's army. */
static CorpsSet interceptors_from(const Sense *se, unsigned area)
{
    CorpsSet open = corps_minus(aon_army(se->d, se->s, area, se->seat), aon_set(se->s, AON_SET_FOUGHT));
    const unsigned leader = plan_main_leader(se, open);
    return leader == AON_NONE ? open : corps_and(open, se->d->up_to_sr[se->d->sr[leader]]);
}

/* What the mover could do where he is: a capital of ours, or a lonely corps. */
static int stake(Sense *se, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    int points = matters(se, area) ? 200 : 0;
    const unsigned owner = aon_owner(se->d, se->s, area);
    if (points == 0 && aon_country_seat(se->s, owner) == se->seat) {
        points = se->d->capital[owner] == area ? sense_country_worth(se, owner) / 3 : 20;
    }
    return points;
}

int score_intercept_offer(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    const unsigned area = se->s->move.area;
    const unsigned from = aon_move_object(move);
    sense_forces(se);
    const CorpsSet coming = interceptors_from(se, from);
    const unsigned leader = aon_leader(se->d, coming);
    const bool moving =
        se->seat == aon_mover(se->s); /* counter-interception: their interceptors are the enemy */
    const Force *own = sense_own(se, area);
    const Force *foe = sense_foe(se, area);
    const Clash clash = {
        .own = sense_set_power(se, coming, area, leader != AON_NONE ? se->d->sr[leader] : 0) + own->power,
        .own_count = corps_count(coming) + own->count,
        .own_napoleon = corps_in(coming, se->d->napoleon),
        .foe = moving ? foe->power : mover_power(se, area),
        .foe_count = moving ? foe->count : corps_count(aon_set(se->s, AON_SET_ARMY)),
        .foe_napoleon = se->seat == SEAT_COALITION && mover_has_napoleon(se),
        .attacking = moving};
    const int win = sense_clash_win(se, &clash);
    const int price = aon_free_left(se->s, se->seat) ? 5 : sense_cheapest_card(se);
    const bool leaves_paris = from == se->d->capital[AON_FRANCE] && se->seat == SEAT_FRENCH;
    const bool violates = aon_violates(se->d, se->s, se->seat, area, corps_none());
    if (win < se->w->intercept || leaves_paris || violates) {
        return -1;
    }
    const int winter = aon_winter(se->d, se->s) ? (int)corps_count(coming) * se->w->winter : 0;
    return sense_clash(se, &clash) + stake(se, area) / 2 - price - winter - 10;
}

int score_intercept_leader(Sense *se, Move move)
{
    const CorpsSet open = interceptors_from(se, se->s->reaction.area);
    return aon_move_object(move) == plan_main_leader(se, open) ? 1000 : se->d->sr[aon_move_object(move)];
}

int score_intercept_member(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_CORPS_TAKE ? 1 : 0;
}

int score_intercept_pay(Sense *se, Move move)
{
    return aon_move_kind(move) == AON_PLAY_CARD ? -1000 : score_payment(se, move);
}

int score_intercept_declared(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD || se->d->card[aon_move_object(move)].op != AON_OP_INDECISION) {
        return aon_move_kind(move) == AON_PLAY_CARD ? -1 : 0;
    }
    const CorpsSet group = aon_set(se->s, AON_SET_GROUP);
    const int power = sense_set_power(se, group, se->s->move.area, corps_count(group));
    const CorpsSet army = aon_set(se->s, AON_SET_ARMY);
    const int own = sense_set_power(se, army, se->s->move.area, corps_count(army));
    return sense_win(se, power, own) - 40;
}

/* The defender wins ties and keeps his choice of retreats (13.3.6, 13.4.2). */
int score_intercept_role(Sense *se, Move move)
{
    const bool neutral = aon_country_seat(se->s, aon_owner(se->d, se->s, se->s->move.area)) == SEAT_NONE;
    return (aon_move_kind(move) == AON_DEFEND) != neutral ? 1 : 0;
}

/* ------------------------------------------------------------------ retreat (13.4.2) */

int score_retreat_sea(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    const unsigned away = se->d->distance[se->s->battle.area][aon_move_second(move)];
    return away == AON_NONE ? sense_corps_power(se, aon_move_object(move)) - 25 : 5;
}

int score_retreat_area(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return -150;
    }
    return refuge(se, aon_fighters(se->d, se->s, se->seat), aon_move_object(move));
}

int score_displace(Sense *se, Move move)
{
    if (aon_move_kind(move) == AON_SEA_RETREAT) {
        return aon_move_is_no(move) ? 0 : 1;
    }
    return refuge(se, aon_set(se->s, AON_SET_GROUP), aon_move_object(move));
}
