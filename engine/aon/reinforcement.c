/* reinforcement.c: the Reinforcement Phase (10): order, cards, rallying, prisoners. Deployment is in
 * deployment.c. */
#include "engine/aon/rules.h"

void aon_start_reinforcement(Play *p)
{
    p->s->phase = AON_PHASE_REINFORCEMENT;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_REINFORCEMENT);
    memset(p->s->bonus, 0, sizeof p->s->bonus);
    aon_flag_clear(p->s, AON_FLAG_SECOND | AON_FLAG_SEA_DEPLOYED);
    aon_go(p, AON_STEP_REINFORCEMENT_FIRST);
}

static Seat seat_on_turn(const AonState *s) { return aon_in_order(s, aon_first_seat(s)); }

void reinforcement_first_run(Play *p)
{
    aon_ask(p->s, aon_initiative(p->d, p->s)); /* 10.1 */
    aon_ask_word(p->s, AON_WORD_FIRST_SELF | AON_WORD_FIRST_OTHER);
}

void reinforcement_first_choose(Play *p, Move move)
{
    aon_set_first(p->s, move);
    AON_NOTE(p, FIRST, aon_first_seat(p->s), AON_PHASE_REINFORCEMENT);
    aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
}

/* ------------------------------------------------------------------ cards */

/* What Veterans may bring back: corps lost for good (12.3.4). */
static CorpsSet lost_corps(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    CorpsSet mine = corps_none();
    for (CorpsSet rest = aon_corps_at(s, AON_PLACE_LOST); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (aon_corps_seat(d, s, corps) == seat) {
            mine = corps_with(mine, corps);
        }
    }
    return mine;
}

/* Republicans & Royalists exchanges a home corps of France; Napoleon himself stays where he is. */
static CorpsSet french_on_map(const AonData *d, const AonState *s)
{
    return corps_without(corps_and(aon_on_map(s), d->of_group[AON_GROUP_FRANCE_HOME]), d->napoleon);
}

static CorpsSet french_in_reserve(const AonData *d, const AonState *s)
{
    return corps_and(aon_available(d, s, SEAT_FRENCH), d->of_group[AON_GROUP_FRANCE_HOME]);
}

/* Home corps of the other seat, French ones excepted, whose country has another one waiting. */
static CorpsSet out_of_favor_targets(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    const CorpsSet waiting = aon_available(d, s, seat_other(seat));
    const CorpsSet enemies = corps_and(aon_on_map(s), aon_side(d, s, seat_other(seat)));
    CorpsSet targets = corps_none();
    for (unsigned major = AON_BRITAIN; major < AON_MAJORS; major++) {
        if (corps_meet(waiting, d->of_country[major])) {
            targets = corps_or(targets, corps_and(enemies, d->of_country[major]));
        }
    }
    return targets;
}

/* Whether a card of this window would find anything to do: one that could change nothing is not offered. */
bool aon_reinforcement_playable(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    const unsigned op = d->card[title].op;
    if (op == AON_OP_RESTORE_LOST_CORPS) {
        return !corps_empty(lost_corps(d, s, seat));
    }
    if (op == AON_OP_SWAP_FRENCH) {
        return !corps_empty(french_on_map(d, s)) && !corps_empty(french_in_reserve(d, s));
    }
    return !corps_empty(out_of_favor_targets(d, s, seat));
}

/* Each seat does its cards, deployment and rallies before the other begins (10.1), so this is come to twice;
 * the window stays open until it is stopped, since any number of cards fits (2.3.5). */
void reinforcement_cards_run(Play *p)
{
    const Seat seat = seat_on_turn(p->s);
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_REINFORCEMENT_CARDS));
    aon_ask_word(p->s, AON_WORD_STOP);
}

/* A bonus belongs to a row of the Reinforcement Chart and begins anew with each phase. That of the French can
 * only be for their own row; the Coalition names a country first. */
static void deployment_bonus(Play *p, const AonCard *card, Seat seat)
{
    assert(seat_plays(seat));
    if (seat == SEAT_COALITION) {
        p->s->reaction.count = card->bonus & 127U;
        aon_go(p, AON_STEP_SUBSIDIES);
    } else { /* Levée en Masse */
        p->s->bonus[AON_GROUP_FRANCE_HOME] = (uint8_t)(p->s->bonus[AON_GROUP_FRANCE_HOME] + card->bonus);
    }
}

void reinforcement_cards_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    if (aon_move_kind(move) == AON_STOP) {
        aon_deploy(p, AON_NONE, false, AON_STEP_REINFORCEMENT_RALLY);
        return;
    }
    const AonCard *card = &p->d->card[aon_move_object(move)];
    aon_play_card(p, seat, aon_move_object(move));
    if (card->op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else if (card->op == AON_OP_RESTORE_LOST_CORPS) {
        aon_go(p, AON_STEP_VETERANS_LOST);
    } else if (card->op == AON_OP_SWAP_FRENCH) {
        aon_go(p, AON_STEP_ROYALISTS_MAP);
    } else if (card->op == AON_OP_SWAP_ENEMY) {
        aon_go(p, AON_STEP_OUT_OF_FAVOR);
    } else {
        deployment_bonus(p, card, seat);
    }
}

/* Veterans asks twice: for the corps that returns, which the reaction's leader remembers meanwhile, then for
 * the one that it replaces where that stands, or for the reserve. */
void veterans_lost_run(Play *p)
{
    const Seat seat = seat_on_turn(p->s);
    aon_ask(p->s, seat);
    aon_ask_corps(p->s, AON_CORPS_TAKE, lost_corps(p->d, p->s, seat));
}

void veterans_lost_choose(Play *p, Move move)
{
    p->s->reaction.leader = (uint8_t)aon_move_object(move);
    aon_go(p, AON_STEP_VETERANS_REPLACED);
}

/* Only a corps of the same country makes room for it; the reserve is always open. */
void veterans_replaced_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = seat_on_turn(s);
    const CorpsSet mine = corps_and(aon_on_map(s), aon_side(p->d, s, seat));
    aon_ask(s, seat);
    aon_ask_corps(s, AON_CORPS_TAKE, corps_and(mine, p->d->of_country[p->d->country[s->reaction.leader]]));
    aon_ask_word(s, AON_WORD_STOP);
}

void veterans_replaced_choose(Play *p, Move move)
{
    const unsigned veteran = p->s->reaction.leader;
    if (aon_move_kind(move) == AON_STOP) {
        p->s->place[veteran] = AON_PLACE_RESERVE;
        AON_NOTE(p, CORPS_RESTORED, seat_on_turn(p->s), (int)veteran);
    } else {
        aon_swap(p, veteran, aon_move_object(move));
    }
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
}

void royalists_map_run(Play *p)
{
    aon_ask(p->s, seat_on_turn(p->s));
    aon_ask_corps(p->s, AON_CORPS_TAKE, french_on_map(p->d, p->s));
}

void royalists_map_choose(Play *p, Move move)
{
    p->s->reaction.leader = (uint8_t)aon_move_object(move);
    aon_go(p, AON_STEP_ROYALISTS_RESERVE);
}

void royalists_reserve_run(Play *p)
{
    aon_ask(p->s, seat_on_turn(p->s));
    aon_ask_corps(p->s, AON_CORPS_TAKE, french_in_reserve(p->d, p->s));
}

void royalists_reserve_choose(Play *p, Move move)
{
    aon_swap(p, aon_move_object(move), p->s->reaction.leader);
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
}

/* Out of Favor: whoever plays it picks the enemy corps, and chance which of those that wait takes its place.
 */
void out_of_favor_run(Play *p)
{
    const Seat seat = seat_on_turn(p->s);
    aon_ask(p->s, seat);
    aon_ask_corps(p->s, AON_CORPS_TAKE, out_of_favor_targets(p->d, p->s, seat));
}

void out_of_favor_choose(Play *p, Move move)
{
    const unsigned old = aon_move_object(move);
    const Seat owner = seat_other((Seat)p->s->header.seat);
    CorpsSet waiting = corps_and(aon_available(p->d, p->s, owner), p->d->of_country[p->d->country[old]]);
    const unsigned count = corps_count(waiting); /* one is no draw: a die with one side is never thrown */
    unsigned skip = count > 1 ? dice_draw(p->dice, count) - 1U : 0;
    while (skip-- > 0) {
        (void)corps_take_first(&waiting);
    }
    aon_swap(p, corps_first(waiting), old);
    aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
}

void subsidies_run(Play *p)
{
    CountrySet countries = 0;
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        if (aon_country_seat(p->s, major) == SEAT_COALITION) { /* a member or insurgent; A104: Britain too */
            countries |= 1U << major;
        }
    }
    aon_ask(p->s, SEAT_COALITION);
    aon_ask_objects(p->s, AON_COUNTRY, countries);
}

/* Limits are kept by row of the Reinforcement Chart (10.2.2), so the country is turned into its row. */
void subsidies_choose(Play *p, Move move)
{
    static const uint8_t group_of[AON_MAJORS] = {AON_GROUP_FRANCE_HOME, AON_GROUP_BRITAIN_HOME,
                                                 AON_GROUP_AUSTRIA,     AON_GROUP_PRUSSIA,
                                                 AON_GROUP_RUSSIA,      AON_GROUP_SPAIN};
    uint8_t *bonus = &p->s->bonus[group_of[aon_move_object(move)]];
    AON_NOTE(p, CARD_TARGET, SEAT_COALITION, -1, (int)aon_move_object(move), -1);
    *bonus = (uint8_t)(*bonus + p->s->reaction.count);
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
}

/* ------------------------------------------------------------------ rallying (10.5) */

/* A rally is paid for an army and not for a corps (10.5): areas are what is chosen from. */
static AreaSet areas_with_spent(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    AreaSet areas = 0;
    for (CorpsSet rest = corps_and(aon_set(s, AON_SET_SPENT), aon_side(d, s, seat)); !corps_empty(rest);) {
        areas |= area_bit(s->place[corps_take_first(&rest)]);
    }
    return areas;
}

void reinforcement_rally_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = seat_on_turn(s);
    aon_ask(s, seat);
    aon_ask_objects(s, AON_RALLY, s->hand_count[seat] > 0 ? areas_with_spent(p->d, s, seat) : 0);
    aon_ask_word(s, AON_WORD_NO);
}

/* 10.6: both seats done, all prisoners go home. */
static void repatriate(Play *p)
{
    aon_take_off(p, aon_corps_at(p->s, AON_PLACE_PRISONERS), AON_PLACE_RESERVE, AON_FATE_REPATRIATED);
    aon_start_campaign(p);
}

void reinforcement_rally_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (!aon_move_is_no(move)) {
        s->reaction.area = (uint8_t)aon_move_object(move);
        aon_go(p, AON_STEP_REINFORCEMENT_RALLY_PAY);
    } else if (!aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_set(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_REINFORCEMENT_CARDS);
    } else {
        repatriate(p);
    }
}

/* The card follows the army, since a rally without one to pay with was never offered. */
void reinforcement_rally_pay_run(Play *p)
{
    const Seat seat = seat_on_turn(p->s);
    aon_ask(p->s, seat);
    aon_ask_objects(p->s, AON_DISCARD, aon_hand_titles(p->d, p->s, seat));
}

void reinforcement_rally_pay_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    /* the step first: a red title discarded may be picked up by the other seat (2.3.12), which comes in
     * between */
    aon_go(p, AON_STEP_REINFORCEMENT_RALLIED);
    aon_discard(p, seat, aon_move_object(move));
}

void reinforcement_rallied_run(Play *p)
{
    if (AON_NOTES(p, RALLIED)) {
        aon_note_rally(p, seat_on_turn(p->s), p->s->reaction.area, false);
    }
    aon_make_fresh(p, aon_army(p->d, p->s, p->s->reaction.area, seat_on_turn(p->s)));
    memset(&p->s->reaction, 0, sizeof p->s->reaction);
    aon_go(p, AON_STEP_REINFORCEMENT_RALLY);
}
