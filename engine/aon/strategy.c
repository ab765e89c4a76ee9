/* strategy.c: the Strategy Phase (9): cards before and after drawing, discarding, reshuffle, drawing. */
#include "engine/aon/rules.h"

void aon_start_strategy(Play *p)
{
    p->s->phase = AON_PHASE_STRATEGY;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_STRATEGY);
    memset(&p->s->scope, 0, sizeof p->s->scope);
    aon_flag_clear(p->s, AON_FLAG_SECOND);
    aon_go(p, AON_STEP_STRATEGY_CARDS);
}

static Seat seat_on_turn(const Play *p) { return aon_in_order(p->s, aon_initiative(p->d, p->s)); }

static void ask_cards(Play *p)
{
    const Seat seat = seat_on_turn(p);
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_STRATEGY_STEP));
    aon_ask_word(p->s, AON_WORD_STOP);
}

static void play(Play *p, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    AonState *s = p->s;
    const AonCard *card = &p->d->card[title];
    const Seat seat = (Seat)s->header.seat;
    aon_play_card(p, seat, title);
    if (card->op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else if (card->op == AON_OP_SET_EVENT) {
        s->events |= card->event;
    } else { /* Russo-Ottoman War, American War */
        aon_flag_set(s, card->country == AON_RUSSIA ? AON_FLAG_RUSSIA_BARRED : AON_FLAG_BRITAIN_BARRED);
        s->scope.country = card->country;
        s->scope.index = card->returns;
        s->cursor = 0;
        aon_call(p, AON_STEP_STRATEGY_RETURN_CORPS, (enum aon_step)s->header.step);
    }
}

void strategy_cards_run(Play *p) { ask_cards(p); }

void strategy_cards_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        play(p, aon_move_object(move));
        return;
    }
    p->s->scope.turn = p->s->header.seat;
    aon_flag_set(p->s, AON_FLAG_DISCARDING);
    aon_go(p, AON_STEP_STRATEGY_DISCARD);
}

/* 9.1: one card after the other in index order, red titles on offer to the other seat (2.3.12). */
void strategy_discard_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->scope.turn;
    const CardSet titles = aon_hand_titles(p->d, s, seat);
    if (titles != 0) {
        aon_discard(p, seat, bits_first(titles));
        return;
    }
    aon_flag_clear(s, AON_FLAG_DISCARDING);
    if (aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_clear(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_STRATEGY_DRAW);
    } else {
        aon_flag_set(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_STRATEGY_CARDS);
    }
}

/* 9.2, A71: deck from the bottom, then the discards from the oldest on, shuffled together. */
static void reshuffle(Play *p)
{
    AonState *s = p->s;
    uint8_t deck[AON_COPIES_MAX];
    const unsigned discards = aon_discard_count(p->d, s);
    unsigned count = s->deck_count;
    memcpy(deck, s->pile, count);
    for (unsigned i = 0; i < discards; i++) {
        deck[count++] = s->pile[AON_COPIES_MAX - 1U - i];
    }
    dice_shuffle(p->dice, deck, count);
    memset(s->pile, 0, sizeof s->pile);
    memcpy(s->pile, deck, count);
    s->deck_count = (uint8_t)count;
    AON_NOTE(p, DECK_SHUFFLED, SEAT_NONE, (int)count, true);
}

void strategy_draw_run(Play *p)
{
    AonState *s = p->s;
    if (aon_flag(s, AON_FLAG_MAJOR_SURRENDERED)) {
        aon_flag_clear(s, AON_FLAG_MAJOR_SURRENDERED);
        reshuffle(p);
    }
    Seat seat = aon_initiative(p->d, s);
    for (unsigned i = 0; i < SEAT_COUNT; i++, seat = seat_other(seat)) { /* 9.3 */
        for (unsigned n = aon_hand_size(p->d, s, seat); n > 0; n--) {
            aon_draw(p, seat);
        }
    }
    aon_go(p, AON_STEP_STRATEGY_DRAWN_CARDS);
}

void strategy_drawn_cards_run(Play *p) { ask_cards(p); } /* 9.5 */

void strategy_drawn_cards_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        play(p, aon_move_object(move));
    } else if (!aon_flag(p->s, AON_FLAG_SECOND)) {
        aon_flag_set(p->s, AON_FLAG_SECOND);
    } else {
        aon_flag_clear(p->s, AON_FLAG_SECOND);
        aon_start_reinforcement(p);
    }
}

/* The Coalition names the corps that go to the reserve, as many as the card says or as there are. */
void strategy_return_corps_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet here = corps_and(aon_on_map(s), p->d->of_country[s->scope.country]);
    const unsigned left = corps_count(corps_from(here, s->cursor));
    const unsigned need = s->scope.index < left ? s->scope.index : left;
    if (need == 0) {
        s->cursor = 0;
        s->scope.index = 0;
        s->scope.country = 0;
        aon_return(p);
        return;
    }
    aon_ask(s, SEAT_COALITION);
    aon_ask_corps(s, AON_CORPS_TAKE, aon_ordered(here, s->cursor, need));
}

void strategy_return_corps_choose(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    aon_take_off(p, corps_one(corps), AON_PLACE_RESERVE, AON_FATE_CARD);
    p->s->scope.index--;
    p->s->cursor = (uint8_t)(corps + 1U);
}
