/* cards.c: hands, deck and discard pile; which cards may be played when; red titles; Napoleonica (2.3, 9.1).
 */
#include "engine/aon/rules.h"

unsigned aon_discard_count(const AonData *d, const AonState *s)
{
    unsigned elsewhere = (unsigned)s->deck_count + s->hand_count[0] + s->hand_count[1];
    if ((s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0) {
        elsewhere += d->set_aside_count;
    }
    return d->copies - elsewhere;
}

CardSet aon_discard_titles(const AonData *d, const AonState *s)
{
    CardSet titles = 0;
    const unsigned count = aon_discard_count(d, s);
    for (unsigned i = 0; i < count; i++) {
        titles |= 1ULL << s->pile[AON_COPIES_MAX - 1U - i];
    }
    return titles;
}

/* Bits of the further copies of a title in a hand. */
static CardSet extra_bits(const AonData *d, unsigned title)
{
    return ((1ULL << (d->card[title].copies - 1U)) - 1U) << d->card[title].first_extra;
}

CardSet aon_with_copy(const AonData *d, CardSet hand, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    if (((hand >> title) & 1U) == 0) {
        return hand | 1ULL << title;
    }
    const CardSet free = extra_bits(d, title) & ~hand;
    return hand | (free & (0U - free));
}

static CardSet without_copy(const AonData *d, CardSet hand, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    const CardSet extra = extra_bits(d, title) & hand;
    if (extra != 0) {
        return hand & ~(1ULL << (63 - __builtin_clzll(extra)));
    }
    return hand & ~(1ULL << title);
}

void aon_hand_add(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    p->s->hand[seat] = aon_with_copy(p->d, p->s->hand[seat], title);
    p->s->hand_count[seat]++;
}

static void aon_hand_remove(Play *p, Seat seat, unsigned title)
{
    p->s->hand[seat] = without_copy(p->d, p->s->hand[seat], title);
    p->s->known[seat] =
        without_copy(p->d, p->s->known[seat], title); /* the copy seen may be the one that went */
    p->s->hand_count[seat]--;
}

static void aon_discard_push(AonState *s, const AonData *d, unsigned title)
{
    s->pile[AON_COPIES_MAX - 1U - aon_discard_count(d, s)] = (uint8_t)title;
}

/* Moves a card from a hand to the pile; pushed before the count of the hand drops, which is what the pile's
 * count is derived from. */
static void hand_to_pile(Play *p, Seat seat, unsigned title)
{
    aon_spares(p, seat); /* everybody sees what he held */
    aon_discard_push(p->s, p->d, title);
    aon_hand_remove(p, seat, title);
}

/* Takes the oldest copy of a title from the pile into a hand, in sight of the other seat. */
static void pile_to_hand(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    AonState *s = p->s;
    const unsigned count = aon_discard_count(p->d, s);
    unsigned position = 0;
    while (s->pile[AON_COPIES_MAX - 1U - position] != title) {
        position++;
        assert(position < count);
    }
    for (unsigned i = position; i + 1 < count; i++) {
        s->pile[AON_COPIES_MAX - 1U - i] = s->pile[AON_COPIES_MAX - 2U - i];
    }
    s->pile[AON_COPIES_MAX - count] = 0;
    aon_hand_add(p, seat, title);
    s->known[seat] = aon_with_copy(p->d, s->known[seat], title);
}

/* Whether the event of a card has an object now; the window itself is the caller's to open. */
static bool playable(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    const AonCard *card = &d->card[title];
    if (card->once_only && (s->events & card->event) != 0) {
        return false; /* 2.3.10, A57 */
    }
    switch ((enum aon_op)card->op) {
    case AON_OP_CONVERT:
    case AON_OP_DETACH:
    case AON_OP_INSURRECTION:
        return aon_diplomacy_playable(d, s, seat, title);
    case AON_OP_RETURN_CORPS:
        return aon_alignment(s, card->country) == AON_CM;
    case AON_OP_RESTORE_LOST_CORPS:
    case AON_OP_SWAP_FRENCH:
    case AON_OP_SWAP_ENEMY:
        return aon_reinforcement_playable(d, s, seat, title);
    case AON_OP_WINTER_QUARTERS:
        return s->round >= d->winter_from; /* A52 */
    case AON_OP_MUD:
        return s->header.step == AON_STEP_MOVE_DECLARED && (s->move.flags & AON_MOVE_SEA) == 0;
    case AON_OP_INDECISION:
        return (s->header.step == AON_STEP_MOVE_DECLARED ? s->move.leader : s->reaction.leader) !=
               d->napoleon;
    case AON_OP_BATTLE_MODIFIER:
    case AON_OP_FOG_OF_WAR:
    case AON_OP_HEROS_DEATH:
    case AON_OP_PURSUIT:
        return aon_battle_card_playable(d, s, seat, title);
    case AON_OP_WINTER_MODIFIER:
        return aon_winter_card_playable(d, s, title);
    case AON_OP_RECOVER_CARD:
        return (aon_discard_titles(d, s) & ~(1ULL << title)) != 0;
    case AON_OP_SET_EVENT:
    case AON_OP_CONTINENTAL_SYSTEM:
    case AON_OP_PREVENT_SURRENDER:
    case AON_OP_PEACE_TALKS:
    case AON_OP_DEPLOYMENT_BONUS:
    case AON_OP_MAJOR_CAMPAIGN:
    case AON_OP_FORCED_MARCH:
    case AON_OP_COSSACKS:
    case AON_OP_INTERIOR_LINES:
    case AON_OP_COUNT:
        break;
    }
    return true;
}

static CardSet playable_of(const AonData *d, const AonState *s, Seat seat, CardSet candidates)
{
    assert(seat_plays(seat));
    CardSet titles = 0;
    while (candidates != 0) {
        const unsigned title = bits_take(&candidates);
        if (playable(d, s, seat, title)) {
            titles |= 1ULL << title;
        }
    }
    return titles;
}

CardSet aon_playable_anytime(const AonData *d, const AonState *s, Seat seat, enum aon_window window)
{
    assert(seat_plays(seat));
    /* most hands hold nothing for most windows, and a loop over an empty set costs nothing */
    return playable_of(d, s, seat,
                       s->hand[seat] & (d->window[seat][window] | d->window[seat][AON_WINDOW_ANYTIME]));
}

void aon_play_card(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    AON_NOTE(p, CARD_PLAYED, seat, (int)title,
             p->s->header.step == AON_STEP_DIPLOMACY_COUNTER ? AON_USE_COUNTER : AON_USE_EVENT);
    hand_to_pile(p, seat, title);
}

void aon_offer(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    p->s->pick_title = (uint8_t)title;
    p->s->pick_chain = seat == SEAT_COALITION ? 128 : 0;
    aon_call(p, AON_STEP_CARD_PICK_UP, (enum aon_step)p->s->header.step);
}

/* What a card is discarded for: told by the step already set. */
static int price_of(unsigned step)
{
    switch (step) {
    case AON_STEP_MOVE_DECLARED:
        return AON_PRICE_MOVE;
    case AON_STEP_INTERCEPT_DECLARED:
        return AON_PRICE_INTERCEPTION;
    case AON_STEP_REINFORCEMENT_RALLIED:
        return AON_PRICE_RALLY;
    case AON_STEP_BATTLE_RALLIED:
        return AON_PRICE_WINNERS_RALLY;
    default:
        return AON_PRICE_HAND_EMPTIED;
    }
}

void aon_discard(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    AON_NOTE(p, CARD_DISCARDED, seat, (int)title, price_of(p->s->header.step));
    hand_to_pile(p, seat, title);
    if (((p->d->red >> title) & 1U) != 0) {
        aon_offer(p, seat_other(seat), title);
    }
}

void aon_draw(Play *p, Seat seat)
{
    assert(seat_plays(seat));
    AonState *s = p->s;
    if (s->deck_count == 0) { /* 9.4: oldest discard first, then shuffled */
        uint8_t deck[AON_COPIES_MAX];
        const unsigned count = aon_discard_count(p->d, s);
        for (unsigned i = 0; i < count; i++) {
            deck[i] = s->pile[AON_COPIES_MAX - 1U - i];
        }
        dice_shuffle(p->dice, deck, count);
        memset(s->pile, 0, sizeof s->pile);
        memcpy(s->pile, deck, count);
        s->deck_count = (uint8_t)count;
        AON_NOTE(p, DECK_SHUFFLED, SEAT_NONE, (int)count, false);
        if (count == 0) {
            return; /* all cards are in hands or set aside: nothing to draw */
        }
    }
    s->deck_count--;
    const unsigned title = s->pile[s->deck_count];
    s->pile[s->deck_count] = 0;
    if (AON_NOTES(p, CARDS_DRAWN)) {
        aon_note_drawn(p, seat, title);
    }
    aon_hand_add(p, seat, title);
}

unsigned aon_hand_size(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    unsigned cards = aon_minors_controlled(s, d, seat) / d->minors_per_card; /* A49 */
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        if (aon_country_seat(s, major) == seat) {
            const bool reformed = (major == AON_AUSTRIA && (s->events & AON_EVENT_RADETZKY) != 0) ||
                                  (major == AON_PRUSSIA && (s->events & AON_EVENT_STEIN) != 0);
            cards += d->hand_cards[major][seat][reformed];
        }
    }
    return cards < d->hand_min ? d->hand_min : cards > d->hand_max ? d->hand_max : cards;
}

/* ------------------------------------------------------------------ red titles (2.3.12) */

static unsigned red_bit(const AonData *d, unsigned title)
{
    return 1U << bits_count(d->red & ((1ULL << title) - 1U));
}

static Seat offered_seat(const AonState *s)
{
    return (s->pick_chain & 128U) != 0 ? SEAT_COALITION : SEAT_FRENCH;
}

static void end_offer(Play *p)
{
    p->s->pick_title = 0;
    p->s->pick_chain = 0;
    aon_return(p);
}

void card_pick_up_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = offered_seat(s);
    const bool emptying = aon_flag(s, AON_FLAG_DISCARDING) && s->scope.turn == seat; /* A47 */
    if (emptying || s->hand_count[seat] == 0 || (s->pick_chain & red_bit(p->d, s->pick_title)) != 0) {
        end_offer(p);
        return;
    }
    aon_ask(s, seat);
    aon_ask_objects(s, AON_PICK_UP, aon_hand_titles(p->d, s, seat));
    aon_ask_word(s, AON_WORD_NO);
}

void card_pick_up_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_is_no(move)) {
        end_offer(p);
        return;
    }
    const Seat seat = offered_seat(s);
    const unsigned price = aon_move_object(move);
    AON_NOTE(p, CARD_PICKED_UP, seat, s->pick_title, (int)price);
    pile_to_hand(p, seat, s->pick_title);
    hand_to_pile(p, seat, price);
    s->pick_chain = (uint8_t)(s->pick_chain | red_bit(p->d, s->pick_title));
    if (((p->d->red >> price) & 1U) == 0) {
        end_offer(p);
        return;
    }
    s->pick_title = (uint8_t)price; /* a red price is offered in turn */
    s->pick_chain ^= 128U;
}

/* ------------------------------------------------------------------ Napoleonica */

void aon_recover(Play *p, Seat seat)
{
    assert(seat_plays(seat));
    p->s->header.seat = (uint8_t)seat;
    aon_call(p, AON_STEP_CARD_RECOVER, (enum aon_step)p->s->header.step);
}

void card_recover_run(Play *p)
{
    const Seat seat = (Seat)p->s->header.seat;
    const CardSet titles = aon_discard_titles(p->d, p->s) & ~p->d->op_cards[AON_OP_RECOVER_CARD];
    aon_ask(p->s, seat);
    aon_ask_objects(p->s, AON_PICK_UP, titles);
}

void card_recover_choose(Play *p, Move move)
{
    AON_NOTE(p, CARD_RECOVERED, (Seat)p->s->header.seat, (int)aon_move_object(move));
    pile_to_hand(p, (Seat)p->s->header.seat, aon_move_object(move));
    aon_return(p);
}
