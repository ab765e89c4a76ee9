/* hands.c: piles, hands, hand sizes and the hand phase [5.1.2, 6.3, 7.2, map 4.2, 5]. */
#include "engine/nae/events.h"
#include "engine/nae/rules.h"

#include <assert.h>

/* ---- where cards are ---- */

void nae_put_card(NaeState *s, unsigned card, enum nae_card_place place)
{
    assert(card < NAE_CARDS);
    const unsigned keep = place == NAE_CARD_HAND ? NAE_EVENT_PLAYED | NAE_KNOWN : NAE_EVENT_PLAYED;
    s->card[card] = (uint8_t)((s->card[card] & keep) | (unsigned)place);
}

unsigned nae_hand_count(const NaeState *s, unsigned side)
{
    /* Cards in hand and pile less those in the pile: a view, where hidden cards all look like the pile's,
     * gives the same. */
    const uint64_t cards = nae_cards_in_hand(s, side) | nae_cards_at(s, side, NAE_CARD_PILE);
    return (unsigned)__builtin_popcountll(cards) - s->side[side].pile;
}

bool nae_grand_coalition(const NaeData *d, const NaeState *s)
{
    (void)d;
    unsigned at_war = 0;
    for (unsigned n = NAE_BRITAIN; n < NAE_MAJORS; n++) {
        at_war += nae_status(s, n) == NAE_COALITION_ALLY ? 1U : 0U;
    }
    return (s->flags & NAE_PUNISHMENTS) != 0 && at_war >= 5;
}

unsigned nae_card_value(const NaeData *d, const NaeState *s, unsigned card)
{
    assert(card < NAE_CARDS);
    const NaeCard *c = &d->card[card];
    const bool more =
        c->side == NAE_COALITION && (c->flags & NAE_COMBAT_CARD) == 0 && nae_grand_coalition(d, s);
    return c->value + (more ? 1U : 0U);
}

void nae_card_used(NaePlay *p, unsigned card, bool as_event)
{
    assert(card < NAE_CARDS);
    const NaeCard *c = &p->d->card[card];
    const bool gone = (c->flags & NAE_GOLD_STAR) != 0 && as_event;
    if (as_event) {
        p->s->card[card] |= NAE_EVENT_PLAYED;
    }
    if (c->permanent != NAE_NONE) {
        nae_put_card(p->s, card, NAE_CARD_ASIDE); /* until the next I2 [5.3] */
    } else if (as_event && (c->flags & NAE_FOREIGN_WAR_CARD) != 0) {
        nae_put_card(p->s, card, NAE_CARD_BOX);
    } else {
        nae_put_card(p->s, card, gone ? NAE_CARD_REMOVED : NAE_CARD_DISCARD);
    }
}

/* ---- piles ---- */

/* The first card of the shuffled list is the top one, which the array keeps last. */
void nae_shuffle(NaePlay *p, unsigned side)
{
    assert(side < SEAT_COUNT);
    uint8_t *pile = p->s->pile[side];
    const unsigned count = p->s->side[side].pile;
    if (count < 2) {
        return;
    }
    dice_shuffle(p->dice, pile, count);
    NAE_NOTE(p->dice, DECK_SHUFFLED, (Seat)side, (int)count);
    for (unsigned i = 0; i < count / 2; i++) {
        const uint8_t card = pile[i];
        pile[i] = pile[count - 1 - i];
        pile[count - 1 - i] = card;
    }
}

/* All cards of a side in a place become part of its pile, in order of numbers. */
static void into_pile(NaeState *s, unsigned side, enum nae_card_place from)
{
    uint64_t cards = nae_cards_at(s, side, from);
    for (unsigned card; (card = nae_take_card(&cards, side)) != NAE_NONE;) {
        nae_put_card(s, card, NAE_CARD_PILE);
        s->pile[side][s->side[side].pile++] = (uint8_t)card;
    }
}

void nae_draw(NaePlay *p, unsigned side, unsigned n)
{
    NaeState *s = p->s;
    if (n > 0) {
        journal_reveal(p->dice->journal, side);
    }
    for (; n > 0; n--) {
        if (s->side[side].pile == 0) {
            into_pile(s, side, NAE_CARD_DISCARD);
            nae_shuffle(p, side);
        }
        if (s->side[side].pile == 0) {
            return;
        }
        const unsigned card = s->pile[side][--s->side[side].pile];
        s->pile[side][s->side[side].pile] = 0;
        nae_put_card(s, card, NAE_CARD_HAND);
        NAE_NOTE(p->dice, CARD_DRAWN, (Seat)side, (int)card);
    }
}

void nae_open_punishments(NaePlay *p)
{
    NaeState *s = p->s;
    if ((s->flags & NAE_PUNISHMENTS) != 0) {
        return;
    }
    s->flags |= NAE_PUNISHMENTS;
    NAE_NOTE_BARE(p->dice, PUNISHMENTS, SEAT_NONE);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < NAE_DECK; i++) {
            const unsigned card = side * NAE_DECK + i;
            if (nae_card_place(s, card) == NAE_CARD_ABSENT &&
                (p->d->card[card].flags & NAE_PUNISHMENTS_CARD) != 0) {
                nae_put_card(s, card, NAE_CARD_DISCARD);
            }
        }
        into_pile(s, side, NAE_CARD_DISCARD);
        /* The pile is made afresh in order of numbers, so that the shuffle does not depend on what it was. */
        unsigned count = 0;
        for (unsigned i = 0; i < NAE_DECK; i++) {
            if (nae_card_place(s, side * NAE_DECK + i) == NAE_CARD_PILE) {
                s->pile[side][count++] = (uint8_t)(side * NAE_DECK + i);
            }
        }
        assert(count == s->side[side].pile);
        nae_shuffle(p, side);
    }
}

/* ---- hand sizes [4.2.2] ---- */

/* A zone of a slot is its side's: owned by its alliance, and not held by a supplied enemy, who may besiege
 * its fortress [17.1]. */
static bool zone_serves(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_side_of_zone(s, zone) == side && !nae_controls(d, s, zone, nae_other(side));
}

static bool slot_open(const NaeData *d, const NaeState *s, unsigned slot, unsigned side)
{
    const NaeHandSlot *h = &d->slot[slot];
    bool all = h->zones > 0;
    bool captured = h->zones > 0;
    for (unsigned i = 0; i < h->zones; i++) {
        all = all && zone_serves(d, s, h->zone[i], side);
        captured = captured && nae_side_of_zone(s, h->zone[i]) == nae_other(side) &&
                   nae_controls(d, s, h->zone[i], side);
    }
    if (slot == NAE_SLOT_BAVARIA) {
        const unsigned munich = d->nation[NAE_BAVARIA].capital[0];
        const unsigned innsbruck = d->place.innsbruck;
        return side == NAE_EMPIRE && (s->flags & NAE_BAVARIAN_KINGDOM) != 0 &&
               nae_side_of(s, NAE_BAVARIA) == NAE_EMPIRE && !nae_controls(d, s, munich, NAE_COALITION) &&
               !nae_controls(d, s, innsbruck, NAE_COALITION);
    }
    if (slot == NAE_SLOT_CONFEDERATION) {
        return side == NAE_EMPIRE && nae_status(s, NAE_CONFEDERATION) == NAE_PROTECTORATE;
    }
    return ((h->benefit == 2 || h->benefit == side) && all) || (h->captor == side && captured);
}

unsigned nae_open_slots(const NaeData *d, const NaeState *s, unsigned side)
{
    unsigned cards = 0;
    for (unsigned slot = 0; slot < NAE_SLOT_BONUS; slot++) {
        cards += slot_open(d, s, slot, side) ? d->slot[slot].cards : 0U;
    }
    return cards;
}

static bool fleet_hunts_corsairs(const NaeData *d, const NaeState *s)
{
    NAE_EACH_PIECE(fleet, nae_pieces_and(s->owned[NAE_COALITION], d->fleets))
    {
        if (s->place[fleet] == NAE_CORSAIRS && (s->bits[fleet] & NAE_AT) == NAE_AT_SPECIAL) {
            return true;
        }
    }
    return false;
}

unsigned nae_hand_size(const NaeData *d, const NaeState *s, unsigned side)
{
    assert(side < SEAT_COUNT);
    int size = (int)nae_open_slots(d, s, side) + s->side[side].conquest_cards + s->side[side].hand_modifier;
    if (side == NAE_COALITION && (s->flags & NAE_CORSAIRS_RUN) != 0 && !fleet_hunts_corsairs(d, s)) {
        size--;
    }
    const int ceiling = s->side[side].hand_ceiling;
    size = size > ceiling ? ceiling : size;
    return size < d->table.hand_min ? d->table.hand_min : (unsigned)size;
}

bool nae_permanent_due(const NaeData *d, const NaeState *s, unsigned card)
{
    assert(card < NAE_CARDS);
    const unsigned nation = d->card[card].permanent;
    if (nation == NAE_NONE) {
        return false;
    }
    const unsigned capital = d->nation[nation].capital[0]; /* Russia: Moscow, the first */
    const unsigned side = nae_card_side(card);
    return nae_side_of(s, nation) == side && !nae_holds(d, s, capital, nae_other(side));
}

/* ---- I2; a: stage, b: next card asked, c: size ---- */

enum { KEEP_COALITION, KEEP_EMPIRE, FIT_COALITION, FIT_EMPIRE, PERMANENTS, DRAW };

static bool asked(const NaePlay *p, unsigned card)
{
    return nae_in_hand(p->s, card) && p->d->card[card].permanent == NAE_NONE &&
           (p->d->card[card].flags & NAE_NOT_DISCARDABLE) == 0;
}

/* Permanent cards that will be in the hand of a side. */
static unsigned permanents_due(const NaePlay *p, unsigned side)
{
    unsigned due = 0;
    uint64_t cards = nae_cards_in_hand(p->s, side) | nae_cards_at(p->s, side, NAE_CARD_ASIDE);
    for (unsigned card; (card = nae_take_card(&cards, side)) != NAE_NONE;) {
        due += nae_permanent_due(p->d, p->s, card) ? 1U : 0U;
    }
    return due;
}

static unsigned plain_cards(const NaePlay *p, unsigned side)
{
    unsigned cards = 0;
    uint64_t hand = nae_cards_in_hand(p->s, side);
    for (unsigned card; (card = nae_take_card(&hand, side)) != NAE_NONE;) {
        cards += p->d->card[card].permanent == NAE_NONE ? 1U : 0U;
    }
    return cards;
}

/* The next card of a side from frame->b on is asked about; false when all have been. */
static bool ask_next(NaePlay *p, NaeFrame *frame, unsigned side)
{
    for (; frame->b < NAE_DECK; frame->b++) {
        const unsigned card = side * NAE_DECK + frame->b;
        if (asked(p, card)) {
            frame->b++;
            nae_push(p, NAE_STEP_KEEP, side)->a = (uint8_t)card;
            return true;
        }
    }
    frame->b = 0;
    return false;
}

static bool over_size(NaePlay *p, unsigned side, unsigned size)
{
    if (plain_cards(p, side) + permanents_due(p, side) <= size) {
        return false;
    }
    nae_push(p, NAE_STEP_DISCARD, side);
    return true;
}

/* Cards put off lie aside, face down, until both sides have chosen (24.3). */
static void reveal_discards(NaePlay *p)
{
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        if (p->d->card[card].permanent == NAE_NONE && nae_card_place(p->s, card) == NAE_CARD_ASIDE) {
            nae_put_card(p->s, card, NAE_CARD_DISCARD);
        }
    }
}

static void arrive(NaePlay *p, unsigned side)
{
    uint64_t cards = nae_cards_in_hand(p->s, side) | nae_cards_at(p->s, side, NAE_CARD_ASIDE);
    for (unsigned card; (card = nae_take_card(&cards, side)) != NAE_NONE;) {
        if (p->d->card[card].permanent == NAE_NONE) {
            continue;
        }
        const bool due = nae_permanent_due(p->d, p->s, card);
        nae_put_card(p->s, card, due ? NAE_CARD_HAND : NAE_CARD_ASIDE);
        p->s->card[card] |= due ? NAE_KNOWN : 0;
    }
}

static void fill_hand(NaePlay *p, unsigned side, unsigned size)
{
    const unsigned held = nae_hand_count(p->s, side);
    if (held < size) {
        nae_draw(p, side, size - held);
    }
    p->s->side[side].conquest_cards = 0;
    p->s->side[side].hand_modifier = 0;
}

void nae_hands_run(NaePlay *p, NaeFrame *frame)
{
    if (frame->c == 0) { /* sizes are counted before anything changes [4.2.0] */
        frame->c = (uint8_t)nae_hand_size(p->d, p->s, NAE_EMPIRE);
        frame->d = (uint8_t)nae_hand_size(p->d, p->s, NAE_COALITION);
    }
    switch (frame->a) {
    case KEEP_COALITION:
    case KEEP_EMPIRE: {
        const unsigned side = frame->a == KEEP_COALITION ? NAE_COALITION : NAE_EMPIRE;
        if (!ask_next(p, frame, side)) {
            frame->a = side == NAE_COALITION ? FIT_COALITION : FIT_EMPIRE;
        }
        break;
    }
    case FIT_COALITION:
        frame->a = over_size(p, NAE_COALITION, frame->d) ? FIT_COALITION : KEEP_EMPIRE;
        break;
    case FIT_EMPIRE:
        frame->a = over_size(p, NAE_EMPIRE, frame->c) ? FIT_EMPIRE : PERMANENTS;
        break;
    case PERMANENTS:
        reveal_discards(p);
        arrive(p, NAE_EMPIRE);
        arrive(p, NAE_COALITION);
        frame->a = DRAW;
        break;
    default: {
        const unsigned sizes[2] = {frame->c, frame->d};
        nae_pop(p);
        fill_hand(p, NAE_COALITION, sizes[NAE_COALITION]); /* in the order of the discards [4.2.0] */
        fill_hand(p, NAE_EMPIRE, sizes[NAE_EMPIRE]);
        break;
    }
    }
}

void nae_keep_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move2(NAE_M_KEEP, frame->a, NAE_W_KEEP));
    nae_option(list, nae_move2(NAE_M_KEEP, frame->a, NAE_W_DISCARD));
}

void nae_keep_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    nae_pop(p);
    if (nae_move_b(move) == NAE_W_DISCARD) {
        nae_put_card(p->s, card, NAE_CARD_ASIDE);
    }
}

/* 4.2.1: single cards until the hand fits; those that may not be discarded only if nothing else is left. */
void nae_discard_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = frame->seat * NAE_DECK + i;
        if (asked(p, card)) {
            nae_option(list, nae_move1(NAE_M_DISCARD, card));
        }
    }
    for (unsigned i = 0; i < NAE_DECK && list->count == 0; i++) {
        const unsigned card = frame->seat * NAE_DECK + i;
        if (nae_in_hand(p->s, card) && p->d->card[card].permanent == NAE_NONE) {
            nae_option(list, nae_move1(NAE_M_DISCARD, card));
        }
    }
}

void nae_discard_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_put_card(p->s, nae_move_a(move), NAE_CARD_ASIDE);
}
