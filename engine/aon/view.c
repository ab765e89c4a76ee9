/* view.c: what a seat may know, and random worlds that fit it (4.1.2, 2.3.11).
 *
 * Hidden from a seat: the other hand but for cards it has seen, the order of the deck, and which corps lie
 * below the top of enemy stacks, unless located. Heights are open, and so is which corps are on the map at
 * all: only who is where, and on which side, is hidden. So each hidden corps fills a slot: a place with all
 * that was seen of it (area, where its army came from, side if known, what it did). A view hands out the
 * slots in sorted order to the hidden corps in index order: an arrangement that depends on nothing but what
 * the seat has seen. Determinization deals the slots anew.
 */
#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

CorpsSet aon_hidden_from(const AonData *d, const AonState *s, Seat seat)
{
    if (!d->options.hidden_stacks || seat > SEAT_COALITION) {
        return corps_none();
    }
    const CorpsSet enemies = corps_and(aon_on_map(s), aon_side(d, s, seat_other(seat)));
    return corps_minus(enemies, aon_set(s, AON_SET_LOCATED));
}

/* Marks that belong to a slot. */
static const uint8_t SLOT_MARKS[] = {AON_SET_SPENT,   AON_SET_FOUGHT, AON_SET_SIDE_KNOWN, AON_SET_STEPS_0,
                                     AON_SET_STEPS_1, AON_SET_ARMY,   AON_SET_GROUP};
enum { SLOT_MARK_COUNT = sizeof SLOT_MARKS, SLOT_AREA_SHIFT = 16, SLOT_FROM_SHIFT = 8 };
/* The bits of these marks in a slot. */
enum { SLOT_SPENT = 1, SLOT_SIDE_KNOWN = 4, SLOT_IN_ARMY = 32, SLOT_IN_GROUP = 64 };

/* A slot as a number: area, from, marks; a side that was not seen counts as fresh. */
static uint32_t slot_of(const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    uint32_t marks = 0;
    for (unsigned i = 0; i < SLOT_MARK_COUNT; i++) {
        marks |= (uint32_t)aon_set_has(s, (enum aon_set)SLOT_MARKS[i], corps) << i;
    }
    if (!aon_set_has(s, AON_SET_SIDE_KNOWN, corps)) {
        marks &= ~(uint32_t)SLOT_SPENT;
    }
    return (uint32_t)s->place[corps] << SLOT_AREA_SHIFT | (uint32_t)s->from[corps] << SLOT_FROM_SHIFT | marks;
}

static void fill_slot(AonState *s, unsigned corps, uint32_t slot)
{
    assert(corps < AON_CORPS_MAX);
    s->place[corps] = (uint8_t)(slot >> SLOT_AREA_SHIFT);
    s->from[corps] = (uint8_t)(slot >> SLOT_FROM_SHIFT);
    for (unsigned i = 0; i < SLOT_MARK_COUNT; i++) {
        if (((slot >> i) & 1U) != 0) {
            aon_set_add(s, (enum aon_set)SLOT_MARKS[i], corps_one(corps));
        } else {
            aon_set_remove(s, (enum aon_set)SLOT_MARKS[i], corps_one(corps));
        }
    }
}

static unsigned collect_slots(const AonState *s, CorpsSet hidden, uint32_t slots[AON_CORPS_MAX])
{
    unsigned count = 0;
    while (!corps_empty(hidden)) {
        slots[count++] = slot_of(s, corps_take_first(&hidden));
    }
    return count;
}

static void sort(uint32_t *items, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const uint32_t item = items[i];
        unsigned j = i;
        for (; j > 0 && items[j - 1] > item; j--) {
            items[j] = items[j - 1];
        }
        items[j] = item;
    }
}

/* Steps in which the cursor tells how far the other seat has come in building a hidden set. */
static bool cursor_is_secret(unsigned step)
{
    return step == AON_STEP_FORM_MEMBER || step == AON_STEP_INTERCEPT_MEMBER ||
           step == AON_STEP_WITHDRAW_MEMBER || step == AON_STEP_BATTLE_ENGAGE_ATTACKER ||
           step == AON_STEP_BATTLE_ENGAGE_DEFENDER;
}

void aon_view(const AonData *d, AonState *s, Seat seat)
{
    const Seat other = seat_other(seat);
    const CorpsSet hidden = aon_hidden_from(d, s, seat);
    if (!corps_empty(hidden)) {
        uint32_t slots[AON_CORPS_MAX];
        const unsigned count = collect_slots(s, hidden, slots);
        CorpsSet rest = hidden;
        sort(slots, count);
        for (unsigned i = 0; i < count; i++) {
            fill_slot(s, corps_take_first(&rest), slots[i]);
        }
    }
    s->hand[other] = s->known[other];
    memset(s->pile, 0, s->deck_count);
    if (s->header.seat != seat) {
        aon_clear_choices(s);
        if (cursor_is_secret(s->header.step)) {
            s->cursor = 0;
        }
    }
}

/* ------------------------------------------------------------------ random worlds */

/* The cards nobody has shown: all but seat's hand, what it knows of the other, the discards and those set
 * aside. */
static CardSet unseen_cards(const AonData *d, const AonState *s, Seat seat)
{
    CardSet seen = s->hand[seat];
    const unsigned discards = aon_discard_count(d, s);
    for (unsigned i = 0; i < discards; i++) {
        seen = aon_with_copy(d, seen, s->pile[AON_COPIES_MAX - 1U - i]);
    }
    for (CardSet known = s->known[seat_other(seat)]; known != 0;) {
        seen = aon_with_copy(d, seen, d->extra_of[bits_take(&known)]);
    }
    if ((s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0 && d->set_aside_count > 0) {
        for (unsigned title = 0; title < d->cards; title++) {
            for (unsigned copy = 0; copy < d->setup.set_aside[title]; copy++) {
                seen = aon_with_copy(d, seen, title);
            }
        }
    }
    return d->all_copies & ~seen;
}

/* Deals the unseen cards to the other hand and the deck. */
static void deal_cards(const AonData *d, AonState *s, Seat seat, Rng *rng)
{
    const Seat other = seat_other(seat);
    uint8_t cards[AON_COPIES_MAX] = {0};
    unsigned count = 0;
    for (CardSet rest = unseen_cards(d, s, seat); rest != 0;) {
        cards[count++] = d->extra_of[bits_take(&rest)];
    }
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = rng_bounded(rng, i);
        const uint8_t swapped = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = swapped;
    }
    memcpy(s->pile, cards, s->deck_count);
    for (unsigned i = s->deck_count; i < count; i++) {
        s->hand[other] = aon_with_copy(d, s->hand[other], cards[i]);
    }
}

static bool forms_interception(unsigned step)
{
    return step >= AON_STEP_INTERCEPT_LEADER && step <= AON_STEP_INTERCEPT_DECLARED;
}

/* The group is that of an interception declared but not carried out; a pick-up may have come between. */
static bool interception_open(const AonState *s)
{
    bool open = forms_interception(s->header.step);
    for (unsigned i = 0; i < s->depth; i++) {
        open = open || forms_interception(s->stack[i]);
    }
    return open;
}

/* A deal under way: hidden corps by rank, the senior first, and the slots; corps i gets slot i. */
typedef struct Deal {
    const AonData *d;
    const AonState *s;
    unsigned count;
    uint8_t corps[AON_CORPS_MAX];
    uint32_t slots[AON_CORPS_MAX];
    uint8_t leader_rank[AON_AREAS_MAX]; /* rank of the top corps in each area */
    bool intercepting;                  /* slots in the group are about to intercept */
} Deal;

/* Highest seniority a slot can hold: that of the leader the army or group it belongs to was declared with
 * (12.1.4). */
static unsigned slot_sr(const Deal *deal, uint32_t slot)
{
    const AonState *s = deal->s;
    if (s->phase != AON_PHASE_CAMPAIGN || s->battle.flags != 0) {
        return AON_SR_MAX; /* no army is on the move */
    }
    if ((slot & SLOT_IN_ARMY) != 0 && (s->move.flags & AON_MOVE_LEADER_LOST) == 0) {
        return deal->d->sr[s->move.leader];
    }
    return (slot & SLOT_IN_GROUP) != 0 && deal->intercepting ? deal->d->sr[s->reaction.leader] : AON_SR_MAX;
}

/* Whether a corps may lie in a slot: below the leader of its area (4.2.3, A112), insurgents near home
 * (10.3.1). */
static bool fits(const Deal *deal, unsigned corps, uint32_t slot)
{
    assert(corps < AON_CORPS_MAX);
    const AonData *d = deal->d;
    const unsigned area = slot >> SLOT_AREA_SHIFT;
    const AreaSet range = aon_corps_range(d, deal->s, corps);
    return d->rank[corps] > deal->leader_rank[area] && d->sr[corps] <= slot_sr(deal, slot) &&
           area_in(range, area) &&
           (!deal->intercepting || (slot & SLOT_IN_GROUP) == 0 || area_in(range, deal->s->move.area));
}

/* Deals the senior corps first: whoever fits below a leader leaves room for all his juniors, so picking
 * evenly among the slots open to each gives every arrangement the same chance. False where insurgents' limits
 * led into a dead end. */
static bool deal_evenly(Deal *deal, Rng *rng)
{
    for (unsigned done = 0; done < deal->count; done++) {
        uint8_t open[AON_CORPS_MAX];
        unsigned choices = 0;
        for (unsigned i = done; i < deal->count; i++) {
            if (fits(deal, deal->corps[done], deal->slots[i])) {
                open[choices++] = (uint8_t)i;
            }
        }
        if (choices == 0) {
            return false;
        }
        const unsigned picked = open[choices > 1 ? rng_bounded(rng, choices) : 0];
        const uint32_t slot = deal->slots[picked];
        deal->slots[picked] = deal->slots[done];
        deal->slots[done] = slot;
    }
    return true;
}

/* Gives one more corps a slot by the shortest chain of exchanges (augmenting path, breadth first); taker[i]
 * is the corps that holds slot i. */
static bool add_by_exchange(const Deal *deal, unsigned newcomer, uint8_t taker[AON_CORPS_MAX])
{
    uint8_t queue[AON_CORPS_MAX + 1];
    uint8_t came_from[AON_CORPS_MAX]; /* slot -> slot whose holder would move to it, or AON_NONE for the
                                         newcomer */
    bool seen[AON_CORPS_MAX] = {false};
    unsigned head = 0;
    unsigned tail = 0;
    queue[tail++] = AON_NONE;
    while (head < tail) {
        const unsigned slot = queue[head++];
        const unsigned corps = slot == AON_NONE ? newcomer : taker[slot];
        for (unsigned i = 0; i < deal->count; i++) {
            if (seen[i] || !fits(deal, deal->corps[corps], deal->slots[i])) {
                continue;
            }
            seen[i] = true;
            came_from[i] = (uint8_t)slot;
            if (taker[i] != AON_NONE) {
                queue[tail++] = (uint8_t)i;
                continue;
            }
            unsigned free = i;
            while (came_from[free] != AON_NONE) {
                taker[free] = taker[came_from[free]];
                free = came_from[free];
            }
            taker[free] = (uint8_t)newcomer;
            return true;
        }
    }
    return false;
}

/* A deal that keeps all limits where even dealing met dead ends; the slots are in random order already. */
static bool deal_by_matching(Deal *deal)
{
    uint8_t taker[AON_CORPS_MAX];
    uint32_t dealt[AON_CORPS_MAX];
    memset(taker, AON_NONE, sizeof taker);
    for (unsigned corps = 0; corps < deal->count; corps++) {
        if (!add_by_exchange(deal, corps, taker)) {
            return false;
        }
    }
    for (unsigned slot = 0; slot < deal->count; slot++) {
        dealt[taker[slot]] = deal->slots[slot];
    }
    memcpy(deal->slots, dealt, deal->count * sizeof dealt[0]);
    return true;
}

/* Hidden corps by rank, the senior first. */
static void by_rank(const AonData *d, CorpsSet hidden, uint8_t corps[AON_CORPS_MAX])
{
    unsigned count = 0;
    while (!corps_empty(hidden)) {
        const uint8_t next = (uint8_t)corps_take_first(&hidden);
        unsigned j = count++;
        for (; j > 0 && d->rank[corps[j - 1]] > d->rank[next]; j--) {
            corps[j] = corps[j - 1];
        }
        corps[j] = next;
    }
}

static void find_leaders(const AonData *d, const AonState *s, Seat owner, CorpsSet hidden,
                         uint8_t leader_rank[AON_AREAS_MAX])
{
    assert(seat_plays(owner));
    memset(leader_rank, AON_NONE, AON_AREAS_MAX);
    CorpsSet known = corps_minus(corps_and(aon_on_map(s), aon_side(d, s, owner)), hidden);
    while (!corps_empty(known)) {
        const unsigned corps = corps_take_first(&known);
        uint8_t *rank = &leader_rank[s->place[corps]];
        *rank = d->rank[corps] < *rank ? d->rank[corps] : *rank;
    }
}

static void deal_corps(const AonData *d, AonState *s, Seat seat, CorpsSet hidden, Rng *rng)
{
    Deal deal;
    deal.d = d;
    deal.s = s;
    deal.intercepting = interception_open(s);
    deal.count = collect_slots(s, hidden, deal.slots);
    by_rank(d, hidden, deal.corps);
    find_leaders(d, s, seat_other(seat), hidden, deal.leader_rank);
    bool dealt = false;
    for (unsigned attempt = 0; attempt < 4 && !dealt; attempt++) {
        dealt = deal_evenly(&deal, rng);
    }
    if (!dealt && !deal_by_matching(&deal)) {
        return; /* cannot be in a view of a real position: the arrangement of the view is kept */
    }
    for (unsigned i = 0; i < deal.count; i++) {
        const bool side_known = (deal.slots[i] & SLOT_SIDE_KNOWN) != 0;
        fill_slot(s, deal.corps[i],
                  side_known ? deal.slots[i] : deal.slots[i] | (rng_next(rng) & SLOT_SPENT));
    }
}

/* Opens the decision of the other seat in the world just dealt. */
static void reopen(const AonData *d, AonState *s)
{
    AonState copy = *s;
    Play play = {d, &copy, NULL, 0};
    if (copy.depth == 0) { /* bytes from outside may stand at a step that returns without a place to go */
        copy.stack[copy.depth++] = copy.header.step == 0 ? 1 : 0;
    }
    aon_open_decision(&play);
    if (copy.header.step == s->header.step && copy.header.seat == s->header.seat) {
        s->choice_play = copy.choice_play;
        s->choice_objects = copy.choice_objects;
        s->choice_corps_lo = copy.choice_corps_lo;
        s->choice_corps_hi = copy.choice_corps_hi;
        s->choice_words = copy.choice_words;
        s->choice_kind = copy.choice_kind;
        s->choice_corps_kind = copy.choice_corps_kind;
    }
}

void aon_determinize(const AonData *d, AonState *view, Seat seat, Rng *rng)
{
    if (seat > SEAT_COALITION) {
        return;
    }
    deal_cards(d, view, seat, rng);
    const CorpsSet hidden = aon_hidden_from(d, view, seat);
    if (!corps_empty(hidden)) {
        deal_corps(d, view, seat, hidden, rng);
    }
    if (view->header.seat == seat_other(seat)) {
        reopen(d, view);
    }
}
