/* view.c: what a seat may know, and random worlds that fit it (map 24.3). */
#include "engine/nae/view.h"

#include <stdio.h>

#include "engine/nae/fog.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

/* ---- the view ---- */

/* Marks the cards of a side that the agenda speaks of openly though they may still be in the hand: announced
 * for use. */
static void mark_announced(const NaeState *s, unsigned side, uint8_t open[NAE_DECK])
{
    static const uint8_t of_card[NAE_STEP_COUNT] = {
        [NAE_STEP_USE] = 1,         [NAE_STEP_DIP_USE] = 1,    [NAE_STEP_CHOICE] = 1,
        [NAE_STEP_CARD_TARGET] = 1, [NAE_STEP_CARD_PLACE] = 1, [NAE_STEP_PLACE_UNIT] = 1,
        [NAE_STEP_LEVY_PLACE] = 1,  [NAE_STEP_CARD_STEP] = 1,  [NAE_STEP_CARD_DEPLOY] = 1,
    };
    for (unsigned i = 0; i < s->frames; i++) {
        const unsigned card = s->frame[i].a - side * NAE_DECK;
        if (of_card[s->frame[i].step] != 0 && card < NAE_DECK) {
            open[card] = 1;
        }
    }
}

/* Hides the cards of the other side whose place seat does not know: in hand unseen, in the pile, or discarded
 * face down. Without branches, since every view of a search comes by. */
static void hide_cards(const NaeData *d, NaeState *s, unsigned other)
{
    uint8_t open[NAE_DECK] = {0};
    uint8_t *cards = s->card + other * NAE_DECK;
    const uint8_t *permanent = d->is_permanent + other * NAE_DECK;
    mark_announced(s, other, open);
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned place = cards[i] & NAE_CARD_PLACE;
        const bool hand = (cards[i] & (NAE_CARD_PLACE | NAE_KNOWN)) == NAE_CARD_HAND;
        const bool aside = (place == NAE_CARD_ASIDE) & (permanent[i] == 0);
        const bool unseen = (place == NAE_CARD_PILE) | hand | aside;
        const unsigned hidden = (cards[i] & (unsigned)NAE_EVENT_PLAYED) | NAE_CARD_PILE;
        cards[i] = (uint8_t)((unseen & (open[i] == 0)) ? hidden : cards[i]);
    }
}

/* The other seat sorts its hand: how far it has come is its own affair. */
static void hide_progress(NaeState *s, unsigned other)
{
    if (s->frames < 2 || s->frame[s->frames - 1].step != NAE_STEP_KEEP || s->header.seat != other) {
        return;
    }
    s->frame[s->frames - 1].a = (uint8_t)(other * NAE_DECK);
    s->frame[s->frames - 2].b = 0;
}

void nae_view(const NaeData *d, NaeState *s, Seat seat)
{
    assert(seat <= SEAT_COALITION);
    const unsigned other = nae_other(seat);
    hide_cards(d, s, other);
    memset(s->pile, 0, sizeof s->pile);
    hide_progress(s, other);
    nae_cover(d, s, seat);
}

/* ---- random worlds ---- */

static void swap(uint8_t *a, uint8_t *b)
{
    const uint8_t swapped = *a;
    *a = *b;
    *b = swapped;
}

static void shuffle(uint8_t *cards, unsigned count, Rng *rng)
{
    for (unsigned i = count; i > 1; i--) {
        swap(&cards[i - 1], &cards[rng_bounded(rng, i)]);
    }
}

/* The cards of a side that stand in its pile, in the view. */
static unsigned pile_cards(const NaeState *s, unsigned side, uint8_t cards[NAE_DECK])
{
    unsigned count = 0;
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_card_place(s, side * NAE_DECK + i) == NAE_CARD_PILE) {
            cards[count++] = (uint8_t)(side * NAE_DECK + i);
        }
    }
    return count;
}

/* The first cards of a shuffled list are the pile, the others the hand. */
static void deal(NaeState *s, unsigned side, const uint8_t *cards, unsigned count)
{
    assert(side < SEAT_COUNT);
    const unsigned pile = s->side[side].pile;
    memset(s->pile[side], 0, sizeof s->pile[side]);
    for (unsigned i = 0; i < count; i++) {
        const unsigned keep = s->card[cards[i]] & (NAE_EVENT_PLAYED | NAE_KNOWN);
        s->card[cards[i]] = (uint8_t)(keep | (i < pile ? NAE_CARD_PILE : NAE_CARD_HAND));
        if (i < pile) {
            s->pile[side][i] = cards[i];
        }
    }
}

/* The other seat has its hand before it again: the first card it may part with is asked about. */
static void reopen(const NaeData *d, NaeState *s, unsigned other)
{
    if (s->frames < 2 || s->frame[s->frames - 1].step != NAE_STEP_KEEP || s->header.seat != other) {
        return;
    }
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = other * NAE_DECK + i;
        if (nae_in_hand(s, card) && d->card[card].permanent == NAE_NONE &&
            (d->card[card].flags & NAE_NOT_DISCARDABLE) == 0) {
            s->frame[s->frames - 1].a = (uint8_t)card;
            s->frame[s->frames - 2].b = (uint8_t)(i + 1);
            return;
        }
    }
}

static uint32_t choices_in(const NaeData *d, NaeState *s)
{
    const NaePlay play = {d, s, NULL, NULL};
    MoveList list;
    list.count = 0;
    return nae_list(&play, &list);
}

/* The open decision of the other seat is one: two choices or more. */
static bool decision_stands(const NaeData *d, NaeState *s) { return choices_in(d, s) >= 2; }

/* Whether what the other seat is asked may hang on what is dealt: its hand, under fog of war its stacks. */
static bool depends_on_deal(const NaeData *d, const NaeState *s)
{
    return d->option.fog_of_war || nae_tells_of_hands(s->frame[s->frames - 1].step);
}

/* Under fog of war: deals the stacks of the other seat until what it decides is a decision, or at least can
 * be done; its hand is dealt. */
static void find_stacks(const NaeData *d, NaeState *s, Seat seat, Rng *rng)
{
    enum { DEALS = 200 };
    NaeState usable = *s;
    bool found = choices_in(d, s) > 0;
    for (unsigned i = 0; i < DEALS; i++) {
        nae_uncover(d, s, seat, rng);
        const uint32_t count = choices_in(d, s);
        if (count >= 2) {
            return;
        }
        if (count == 1 && !found) {
            usable = *s;
            found = true;
        }
    }
    *s = usable;
}

/* Exchanges hand and pile cards one by one, as long as that gives more choices, until the decision stands:
 * for cards that few hands hold. */
static void mend(const NaeData *d, NaeState *s, unsigned other, uint8_t *cards, unsigned count)
{
    const unsigned pile = s->side[other].pile;
    uint32_t most = choices_in(d, s);
    for (unsigned hand = pile; hand < count; hand++) {
        for (unsigned i = 0; i < pile && most < 2; i++) {
            swap(&cards[i], &cards[hand]);
            deal(s, other, cards, count);
            reopen(d, s, other);
            const uint32_t choices = choices_in(d, s);
            if (choices > most) {
                most = choices;
            } else {
                swap(&cards[i], &cards[hand]);
            }
        }
    }
    deal(s, other, cards, count);
    reopen(d, s, other);
}

void nae_determinize(const NaeData *d, NaeState *view, Seat seat, Rng *rng)
{
    enum { TRIES = 8 };
    uint8_t cards[NAE_DECK];
    if (seat > SEAT_COALITION) {
        return;
    }
    const unsigned own = pile_cards(view, seat, cards);
    shuffle(cards, own, rng);
    memcpy(view->pile[seat], cards, own);
    const unsigned other = nae_other(seat);
    const unsigned count = pile_cards(view, other, cards);
    const bool decides = view->header.seat == other && view->header.over == 0 && depends_on_deal(d, view);
    for (unsigned attempt = 0; attempt < TRIES; attempt++) {
        nae_uncover(d, view, seat, rng);
        shuffle(cards, count, rng);
        deal(view, other, cards, count);
        reopen(d, view, other);
        if (!decides || decision_stands(d, view)) {
            assert(decides || view->header.seat != other || view->header.over != 0 ||
                   decision_stands(d, view));
            return;
        }
    }
    mend(d, view, other, cards, count);
    if (d->option.fog_of_war && !decision_stands(d, view)) {
        find_stacks(d, view, seat, rng);
    }
}

/* ---- bytes from outside ---- */

static bool complain(char message[GAME_CHECK_BYTES], const char *what, unsigned found)
{
    (void)snprintf(message, GAME_CHECK_BYTES, "%s: %u", what, found);
    return false;
}

static bool pieces_in_range(const NaeData *d, const NaeState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        const bool sea = nae_is_fleet(piece) && (s->bits[piece] & NAE_AT) == NAE_AT_SEA;
        if (s->place[piece] > NAE_CORSAIRS || (s->place[piece] >= d->zones && s->place[piece] < NAE_ZONES) ||
            (sea && s->place[piece] >= NAE_SEAS)) {
            return complain(message, "a piece is at no place", s->place[piece]);
        }
    }
    return true;
}

static bool zones_in_range(const NaeData *d, const NaeState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned zone = 0; zone < d->zones; zone++) {
        if (s->owner[zone] >= NAE_NATIONS) {
            return complain(message, "a zone belongs to no nation", s->owner[zone]);
        }
        if ((s->zone_bits[zone] & NAE_CONTROL) > 2 || ((s->zone_bits[zone] & NAE_SIEGE) >> 4U) > 4) {
            return complain(message, "a zone carries unknown markers", s->zone_bits[zone]);
        }
    }
    return true;
}

static bool nations_in_range(const NaeState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nae_status(s, nation) >= NAE_STATUS_COUNT) {
            return complain(message, "a nation has an unknown status", nae_status(s, nation));
        }
    }
    return true;
}

static bool cards_in_range(const NaeState *s, Seat seat, char message[GAME_CHECK_BYTES])
{
    unsigned pile[2] = {0, 0};
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        if ((s->card[card] & NAE_CARD_PLACE) > NAE_CARD_REMOVED) {
            return complain(message, "a card is at no place", s->card[card]);
        }
        pile[nae_card_side(card)] += nae_card_place(s, card) == NAE_CARD_PILE ? 1U : 0U;
    }
    if (seat <= SEAT_COALITION &&
        (pile[seat] != s->side[seat].pile || pile[nae_other(seat)] < s->side[nae_other(seat)].pile)) {
        return complain(message, "the number of cards in a pile is wrong", s->side[nae_other(seat)].pile);
    }
    return true;
}

static bool frames_in_range(const NaeState *s, char message[GAME_CHECK_BYTES])
{
    if (s->frames > NAE_FRAMES || (s->frames == 0 && s->header.over == 0)) {
        return complain(message, "the agenda has a wrong number of entries", s->frames);
    }
    for (unsigned i = 0; i < s->frames; i++) {
        if (s->frame[i].step == NAE_STEP_NOTHING || s->frame[i].step >= NAE_STEP_COUNT) {
            return complain(message, "the agenda names an unknown step", s->frame[i].step);
        }
    }
    const NaeFrame *top = &s->frame[s->frames > 0 ? s->frames - 1 : 0];
    if (s->header.over == 0 && (NAE_STEPS[top->step].options == NULL || s->header.seat > SEAT_COALITION)) {
        return complain(message, "nobody has anything to decide", top->step);
    }
    return true;
}

bool nae_check_view(const NaeData *d, const NaeState *view, Seat seat, char message[GAME_CHECK_BYTES])
{
    return pieces_in_range(d, view, message) && zones_in_range(d, view, message) &&
           nations_in_range(view, message) && cards_in_range(view, seat, message) &&
           frames_in_range(view, message);
}
