/* march.c: the moving seat's part: which army, under whom, with whom, at what price, where to
 * (11, 12.1-12.4). */
#include "ai/aon/scores.h"

#include <assert.h>

/* ------------------------------------------------------------------ round and part */

/* Points of what both seats would gain if the year ended now: goals held, own capitals lost. */
static int balance_of_goals(Sense *se)
{
    sense_goals(se);
    int points = 0;
    for (unsigned i = 0; i < se->goal_count; i++) {
        const Goal *goal = &se->goals[i];
        const bool held = area_in(se->s->occupied[se->seat], goal->area);
        const bool lost = goal->guard && area_in(se->s->occupied[se->enemy], goal->area);
        const bool falls = held && goal->have > goal->need && !goal->guard;
        points += falls ? goal->value : lost ? -goal->value : 0;
    }
    return points;
}

/* Peace Talks and Winter Quarters keep what one holds (11.3, 11.4). */
int score_round_window(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const unsigned op = se->d->card[aon_move_object(move)].op;
    if (op == AON_OP_RECOVER_CARD) {
        return -1;
    }
    const bool ends = se->s->round >= se->d->winter_from;
    return ends ? balance_of_goals(se) - se->w->minor * 2 : balance_of_goals(se) / 4 - se->w->minor * 2;
}

/* Price of one more march: nothing for the free one (12.1.7), more where cards get short for the rounds to
 * come. */
static int price(const Sense *se)
{
    if (aon_free_left(se->s, se->seat)) {
        return 0;
    }
    const int rounds = (int)se->d->rounds - se->s->round + 1;
    const int missing = rounds - se->s->hand_count[se->seat];
    return sense_cheapest_card(se) + (missing > 0 ? missing * se->w->thrift : 0);
}

/* Gain of the best departure from an area, reckoned once a decision. */
static int gain_from(Sense *se, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    if (!area_in(se->gains_known, area)) {
        se->gains_known |= area_bit(area);
        se->gain[area] = plan_departure(se, area).plan.gain;
    }
    return se->gain[area];
}

/* Worth of moving three armies instead of one: the second and third best departures. */
static int worth_of_campaign(Sense *se)
{
    int best[3] = {0, 0, 0};
    for (unsigned i = 0; i < se->legal->count; i++) {
        const Move move = se->legal->moves[i];
        if (aon_move_kind(move) != AON_AREA) {
            continue;
        }
        const int gain = gain_from(se, aon_move_object(move));
        for (unsigned k = 0, carry = (unsigned)(gain > 0 ? gain : 0); k < 3; k++) {
            if ((int)carry > best[k]) {
                const unsigned old = (unsigned)best[k];
                best[k] = (int)carry;
                carry = old;
            }
        }
    }
    const int cards = se->s->hand_count[se->seat];
    const int more = cards > 2 ? best[1] + best[2] : cards > 1 ? best[1] : 0;
    return more > 3 * se->w->effort + 40 ? best[0] + more / 2 + 1000 : -1;
}

int score_part_choice(Sense *se, Move move)
{
    switch (aon_move_kind(move)) {
    case AON_AREA:
        return gain_from(se, aon_move_object(move)) - price(se);
    case AON_PLAY_CARD:
        return se->d->card[aon_move_object(move)].op == AON_OP_MAJOR_CAMPAIGN ? worth_of_campaign(se) : -1000;
    default:
        return se->w->effort;
    }
}

int score_form_leader(Sense *se, Move move)
{
    const unsigned area = se->s->move.area;
    const CorpsSet movable = aon_movable_corps(se->d, se->s, area);
    const unsigned leader = aon_move_object(move);
    const int gain = plan_with_leader(se, area, leader).plan.gain * 4;
    return gain + (leader == plan_main_leader(se, movable) ? 1 : 0);
}

int score_form_member(Sense *se, Move move)
{
    const unsigned area = se->s->move.area;
    const CorpsSet movable = aon_movable_corps(se->d, se->s, area);
    const CorpsSet members = plan_members(se, movable, se->s->move.leader, area);
    const bool wanted = corps_in(members, aon_move_object(move));
    return wanted == (aon_move_kind(move) == AON_CORPS_TAKE) ? 1 : 0;
}

int score_land_sea(Sense *se, Move move)
{
    const bool sea = plan_with_leader(se, se->s->move.area, se->s->move.leader).sea;
    return sea == (aon_move_kind(move) == AON_SEA) ? 1 : 0;
}

/* ------------------------------------------------------------------ payment */

static int gain_of_march(Sense *se, bool forced)
{
    const March march = plan_march(se, se->s->move.leader, forced);
    return army_best_march(se, army_on_march(se), &march, AON_NONE).gain;
}

/* Forced March where the area more is worth the card and the fatigue (12.2.2, 12.3.1). */
int score_move_pay(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return score_payment(se, move);
    }
    const int count = (int)corps_count(aon_set(se->s, AON_SET_ARMY));
    const int spent =
        (int)corps_count(corps_and(aon_set(se->s, AON_SET_ARMY), aon_set(se->s, AON_SET_SPENT)));
    const int fatigue = (count + 2 * spent) * se->w->attrition;
    const int more = gain_of_march(se, true) - gain_of_march(se, false) - fatigue;
    return more - sense_card_worth(se, aon_move_object(move));
}

/* ------------------------------------------------------------------ stopping an enemy */

/* Danger of an enemy army on the march: the nearer it stands to what matters, the more. */
static int menace(Sense *se, CorpsSet army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    sense_forces(se);
    const int power = sense_set_power(se, army, AON_NONE, corps_count(army));
    int worst = 0;
    for (unsigned country = 0; country < AON_MAJORS; country++) {
        const unsigned capital = se->d->capital[country];
        const unsigned away = se->d->distance[area][capital];
        if (aon_country_seat(se->s, country) == se->seat && away < 5) {
            const int worth =
                sense_country_worth(se, country) * sense_win(se, power, sense_own(se, capital)->power + 10);
            worst = worth / (300 + 100 * (int)away) > worst ? worth / (300 + 100 * (int)away) : worst;
        }
    }
    return worst + power / 6;
}

int score_move_declared(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const unsigned title = aon_move_object(move);
    const unsigned op = se->d->card[title].op;
    const int danger = menace(se, aon_set(se->s, AON_SET_ARMY), se->s->move.area);
    if (op == AON_OP_INDECISION) {
        return danger - 2 * sense_card_worth(se, title);
    }
    return op == AON_OP_MUD ? danger / 2 - 2 * sense_card_worth(se, title) : -1;
}

int score_cossacks(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD || se->d->card[aon_move_object(move)].op != AON_OP_COSSACKS) {
        return aon_move_kind(move) == AON_PLAY_CARD ? -1 : 0;
    }
    return (int)corps_count(aon_marching(se->s)) * 8 - sense_card_worth(se, aon_move_object(move));
}

/* ------------------------------------------------------------------ steps */

static March march_of_move(const Sense *se)
{
    const AonState *s = se->s;
    return (March){(int)aon_allowance(se->d, s) - s->move.used, s->move.used,
                   (s->move.flags & AON_MOVE_ATTACKED) != 0 ? 0 : se->d->move_attack};
}

/* A corps left on the way holds what the army passes: a goal that nobody else of the seat stands on. */
static int score_drop(Sense *se, const Army *army, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned area = army->area;
    const unsigned others = sense_own(se, area)->count - army->count;
    if (others > 0 || army->count < 2 || corps == se->d->napoleon || (army->napoleon && army->count < 5)) {
        return -1;
    }
    Army alone;
    army_init(se, &alone, corps_one(corps), area);
    const int held = army_pull_here(&alone);
    const int cost = sense_corps_power(se, corps) + sense_corps_worth(se, corps) / 4;
    return held - cost - sense_threat(se, area) / 10;
}

/* Companions are welcome where nothing has to be held. */
static int score_pick(Sense *se, unsigned corps)
{
    const unsigned area = se->s->move.area;
    const bool needed = area_in(se->goal_areas, area) || area == se->d->capital[AON_FRANCE];
    return needed ? -1 : sense_corps_power(se, corps) / 2;
}

int score_move_step(Sense *se, Move move)
{
    const AonState *s = se->s;
    const March march = march_of_move(se);
    Army *army = army_on_march(se);
    const unsigned kind = aon_move_kind(move);
    if (kind == AON_AREA && s->move.used > 0 && aon_move_object(move) == s->move.previous) {
        return 0; /* an army that changes its mind stops */
    }
    if (kind == AON_AREA) {
        return army_best_march(se, army, &march, aon_move_object(move)).gain * 4;
    }
    if (kind == AON_STOP) {
        return s->move.used > 0 ? 1 : -4;
    }
    const int leaving = army_best_march(se, army, &march, AON_NONE).gain;
    const int points = kind == AON_DROP ? score_drop(se, army, aon_move_object(move))
                                        : score_pick(se, aon_move_object(move));
    return leaving > 0 && points > 0 ? points + leaving * 4 : -1000000;
}

int score_move_sea(Sense *se, Move move)
{
    return army_worth_at(se, army_on_march(se), aon_move_object(move), 1);
}
