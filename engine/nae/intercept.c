/* intercept.c: interception of a force that enters a zone, and units that come with a general [12.4,
 * map 9.1, 9.2]. */
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

/* ---- who may try ---- */

/* The highest value among the cards of a hand; 0 without cards. */
static unsigned best_card(const NaePlay *p, unsigned side)
{
    unsigned best = 0;
    uint64_t hand = nae_cards_in_hand(p->s, side);
    for (unsigned card; (card = nae_take_card(&hand, side)) != NAE_NONE;) {
        const unsigned value = nae_card_value(p->d, p->s, card);
        best = value > best ? value : best;
    }
    return best;
}

/* The part of a stack that a commander leads. */
static NaePieces led_by(const NaePlay *p, unsigned zone, unsigned side, unsigned general)
{
    assert(general < NAE_PIECES);
    return nae_army_part(p->s, nae_standing(p->d, p->s, zone, side), p->s->bits[general] & NAE_SECOND_ARMY);
}

static bool undemoralised(const NaePlay *p, NaePieces set)
{
    const unsigned first = nae_pieces_first(nae_pieces_and(set, p->d->units));
    return first != NAE_NONE && !nae_bit(p->s, first, NAE_DEMORALISED);
}

/* Some of his units must be able to come with him, the rest staying legal [9.2]. */
static bool may_try(const NaePlay *p, unsigned zone, unsigned side, unsigned general, unsigned value)
{
    const NaePieces set = led_by(p, zone, side, general);
    return nae_general(p->d, general)->initiative <= value && undemoralised(p, set) &&
           nae_can_come(p, zone, general, p->s->march.zone);
}

/* Commanders of the side's forces that stand in the field next to a zone. */
static NaePieces leaders_around(const NaePlay *p, unsigned zone, unsigned side)
{
    assert(zone < NAE_ZONES && side < SEAT_COUNT);
    const NaePieces leaders = nae_marked(p->s, nae_pieces_and(p->s->owned[side], p->d->generals),
                                         NAE_COMMANDS | NAE_INSIDE | NAE_GROUP, NAE_COMMANDS | NAE_STANDING);
    NaePieces near = nae_pieces_none();
    NAE_EACH_PIECE(general, leaders)
    {
        if (nae_on_map(p->s, general) && nae_zones_in(p->d->adjacent[zone], p->s->place[general])) {
            nae_pieces_add(&near, general);
        }
    }
    return near;
}

void nae_intercept_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces leaders = leaders_around(p, p->s->march.zone, frame->seat);
    const unsigned value = nae_pieces_empty(leaders) ? 0 : best_card(p, frame->seat);
    NAE_EACH_PIECE(general, leaders)
    {
        const unsigned near = p->s->place[general];
        if (value > 0 && may_try(p, near, frame->seat, general, value)) {
            nae_option(list, nae_move2(NAE_M_INTERCEPT, near, general));
        }
    }
    nae_option(list, nae_move0(NAE_M_INTERCEPT_NONE));
}

bool nae_interceptors_near(const NaePlay *p, unsigned side)
{
    return !nae_pieces_empty(leaders_around(p, p->s->march.zone, side));
}

void nae_push_interception(NaePlay *p) { nae_push(p, NAE_STEP_INTERCEPT, nae_foe(p->s)); }

void nae_intercept_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_INTERCEPT_NONE) {
        return;
    }
    p->s->reaction.zone = (uint8_t)nae_move_a(move);
    p->s->reaction.general = (uint8_t)nae_move_b(move);
    nae_push(p, NAE_STEP_INTERCEPT_ROLL, SEAT_NONE);
    nae_push(p, NAE_STEP_INTERCEPT_CARD, seat);
}

void nae_intercept_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint64_t hand = nae_cards_in_hand(p->s, frame->seat);
    for (unsigned card; (card = nae_take_card(&hand, frame->seat)) != NAE_NONE;) {
        if (nae_card_value(p->d, p->s, card) >= nae_general(p->d, p->s->reaction.general)->initiative) {
            nae_option(list, nae_move1(NAE_M_INTERCEPT_CARD, card));
        }
    }
}

void nae_intercept_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    p->s->reaction.card = (uint8_t)nae_move_a(move);
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)nae_card_side(nae_move_a(move)), (int)nae_move_a(move),
             NAE_TOLD_TO_INTERCEPT);
    nae_card_used(p, nae_move_a(move), false);
}

/* ---- the roll; a: stage ---- */

/* Initiative of the mover's general, 0 without one: then nobody's is lower. */
static unsigned mover_initiative(const NaePlay *p)
{
    const unsigned commander = nae_chief(p->d, p->s, nae_marchers(p->s));
    return commander == NAE_NONE ? 0U : nae_general(p->d, commander)->initiative;
}

static unsigned entry_cost(const NaePlay *p, unsigned from)
{
    const unsigned cost = nae_step_cost(p->d, from, p->s->march.zone, false);
    return cost == NAE_NONE ? 3U : cost;
}

/* What is added to the die of a general who comes from a zone, cards against him apart. */
static int modifier(const NaePlay *p, unsigned from, unsigned general)
{
    const NaePieces set = led_by(p, from, nae_foe(p->s), general);
    return (int)nae_cavalry_superior(p->d, p->s, set, nae_marchers(p->s)) +
           (nae_general(p->d, general)->initiative < mover_initiative(p) ? 1 : 0) -
           (entry_cost(p, from) >= 2 ? 1 : 0);
}

int nae_interception_needs(const NaePlay *p, unsigned from, unsigned general)
{
    return p->d->table.intercept - modifier(p, from, general);
}

static void roll(NaePlay *p, NaeFrame *frame)
{
    NaeReaction *r = &p->s->reaction;
    const unsigned side = nae_foe(p->s);
    r->entry_cost = (uint8_t)entry_cost(p, r->zone);
    const int die = (int)nae_d6(p);
    const int total = die + modifier(p, r->zone, r->general) - r->modifier;
    const bool success = total >= p->d->table.intercept;
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, INTERCEPTION, (Seat)side, p->s->march.zone, r->general, die, total - die,
                 success ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    }
    if (!success) {
        nae_pop(p);
        return;
    }
    frame->a = 2;
    nae_push_come(p, r->zone, r->general, p->s->march.zone, NAE_INTERCEPTING);
}

/* Those who came: the test of their march, then they are there [9.2]. */
static void arrived(NaePlay *p)
{
    NaeReaction *r = &p->s->reaction;
    const unsigned side = nae_foe(p->s);
    const unsigned zone = p->s->march.zone;
    const NaePieces set = nae_in_slot(p->s, nae_field(p->d, p->s, zone, side), NAE_INTERCEPTING);
    if (!nae_has_units(p->d, set)) {
        return;
    }
    r->entry = r->zone;
    if (nae_has_army(p->d, set) && nae_has_army(p->d, nae_standing(p->d, p->s, zone, side))) {
        nae_number_army(p->s, set, NAE_SECOND_ARMY); /* beside the army that stands there */
    }
    const unsigned nation = nae_force_nation(p->d, p->s, set);
    const unsigned flags = (nae_zone_is(p->d, zone, NAE_ZONE_POOR) ? NAE_TEST_POOR : 0U) |
                           (nae_is_home(p->s, zone, nation) ? NAE_TEST_NATIONAL : 0U) |
                           (nae_winter(p->s) ? NAE_TEST_WINTER : 0U);
    nae_push_attrition(p, side, zone, NAE_INTERCEPTING, flags, r->entry_cost);
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = r->zone; /* first, the siege that they leave [9.4] */
}

void nae_intercept_roll_run(NaePlay *p, NaeFrame *frame)
{
    switch (frame->a) {
    case 0:
        frame->a = 1;
        nae_push_reaction(p, nae_other(nae_foe(p->s)), NAE_AT_ANNOUNCED_REACTION);
        break;
    case 1:
        roll(p, frame);
        break;
    case 2:
        frame->a = 3;
        arrived(p);
        break;
    default: {
        /* If the test left nobody, nobody has intercepted. */
        const NaePieces set =
            nae_in_slot(p->s, nae_field(p->d, p->s, p->s->march.zone, nae_foe(p->s)), NAE_INTERCEPTING);
        if (!nae_has_units(p->d, set)) {
            p->s->reaction.entry = NAE_NONE;
        }
        nae_pop(p);
        break;
    }
    }
}

/* ---- who comes with a general; a: zone, b: general, c: zone they go to, d: slot, e: next unit ---- */

/* The stack the general belongs to, those who have come already apart: they are in s->handled. */
static NaePieces stack(const NaePlay *p, const NaeFrame *f)
{
    return nae_pieces_minus(led_by(p, f->a, nae_side_of_piece(p->s, f->b), f->b), p->s->handled);
}

/* Pieces of a set that are not units and go with an army commander. */
static NaePieces baggage(const NaePlay *p, NaePieces set)
{
    const NaePieces depots = nae_without(p->s, nae_pieces_and(set, p->d->depots), NAE_FIXED);
    return nae_pieces_or(
        nae_pieces_or(nae_pieces_and(set, p->d->armies), nae_pieces_and(set, p->d->specials)), depots);
}

/* The subordinate who stays to lead what an army commander leaves behind; NAE_NONE if none could. */
static unsigned left_behind(const NaePlay *p, NaePieces set, unsigned general, NaePieces units)
{
    NAE_EACH_PIECE(other, nae_pieces_and(set, p->d->generals))
    {
        if (other != general && nae_force_fault(p->d, p->s, nae_pieces_or(units, nae_pieces_one(other)),
                                                other) == NAE_FAULT_NONE) {
            return other;
        }
    }
    return NAE_NONE;
}

/* Whether units may stay behind without the general. */
static bool may_stay(const NaePlay *p, const NaeFrame *f, NaePieces set, NaePieces units)
{
    const unsigned count = nae_pieces_count(units);
    if (!nae_bit(p->s, f->b, NAE_COMMANDS)) { /* a subordinate goes: his commander stays with at least one */
        const NaePieces rest =
            nae_pieces_or(nae_pieces_minus(nae_pieces_minus(set, p->d->units), nae_pieces_one(f->b)), units);
        return count > 0 && nae_force_legal(p->d, p->s, rest);
    }
    if (count <= 1) {
        return count == 0 || !p->d->unit[nae_pieces_first(units)].army_only;
    }
    return nae_has_army(p->d, set) && left_behind(p, set, f->b, units) != NAE_NONE;
}

/* Whether units may come with the general. */
static bool may_come(const NaePlay *p, const NaeFrame *f, NaePieces set, NaePieces units)
{
    const bool commands = nae_bit(p->s, f->b, NAE_COMMANDS);
    NaePieces force = nae_pieces_or(units, nae_pieces_one(f->b));
    if (commands) {
        force = nae_pieces_or(force, baggage(p, set));
    }
    return nae_has_units(p->d, units) && nae_force_fault(p->d, p->s, force, f->b) == NAE_FAULT_NONE &&
           nae_may_enter(p->d, p->s, units, nae_side_of_piece(p->s, f->b), f->a, f->c);
}

/* Whether the units from index next on can be dealt out so that both parts are legal. */
static bool can_deal(const NaePlay *p, const NaeFrame *f, NaePieces set, NaePieces come, NaePieces stay,
                     unsigned next)
{
    NaePieces left = nae_pieces_and(set, p->d->units);
    for (unsigned i = 0; i < next; i++) {
        nae_pieces_drop(&left, i);
    }
    left = nae_pieces_minus(left, nae_pieces_or(come, stay));
    const unsigned unit = nae_pieces_first(left);
    if (unit == NAE_NONE) {
        return may_come(p, f, set, come) && may_stay(p, f, set, stay);
    }
    return can_deal(p, f, set, nae_pieces_or(come, nae_pieces_one(unit)), stay, unit + 1) ||
           can_deal(p, f, set, come, nae_pieces_or(stay, nae_pieces_one(unit)), unit + 1);
}

bool nae_can_come(const NaePlay *p, unsigned zone, unsigned general, unsigned to)
{
    const NaeFrame f = {.a = (uint8_t)zone, .b = (uint8_t)general, .c = (uint8_t)to};
    const NaePieces set = led_by(p, zone, nae_side_of_piece(p->s, general), general);
    return can_deal(p, &f, set, nae_pieces_none(), nae_pieces_none(), 0);
}

static NaePieces stayers(const NaePlay *p, const NaeFrame *f)
{
    NaePieces stay = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(stack(p, f), p->d->units))
    {
        if (unit < f->e) {
            nae_pieces_add(&stay, unit);
        }
    }
    return stay;
}

void nae_come_options(const NaePlay *p, const NaeFrame *f, MoveList *list)
{
    const NaePieces all = nae_pieces_or(stack(p, f), p->s->handled);
    NaePieces left = nae_pieces_and(stack(p, f), p->d->units);
    for (unsigned i = 0; i < f->e; i++) {
        nae_pieces_drop(&left, i);
    }
    const unsigned unit = nae_pieces_first(left);
    if (unit == NAE_NONE) {
        return;
    }
    if (can_deal(p, f, all, nae_pieces_or(p->s->handled, nae_pieces_one(unit)), stayers(p, f), unit + 1)) {
        nae_option(list, nae_move2(NAE_M_COME, unit, NAE_W_COME));
    }
    if (can_deal(p, f, all, p->s->handled, nae_pieces_or(stayers(p, f), nae_pieces_one(unit)), unit + 1)) {
        nae_option(list, nae_move2(NAE_M_COME, unit, NAE_W_STAY));
    }
}

void nae_come_choose(NaePlay *p, NaeFrame *f, Move move)
{
    const unsigned unit = nae_move_a(move);
    if (nae_move_b(move) == NAE_W_COME) {
        nae_pieces_add(&p->s->handled, unit);
    }
    f->e = (uint8_t)(unit + 1);
}

/* Units of a stack go with the general to a zone, and stand there in a slot. */
static void go_with(NaePlay *p, const NaeFrame *f, NaePieces set, NaePieces units)
{
    NaePieces go = nae_pieces_or(units, nae_pieces_one(f->b));
    const NaePieces rest = nae_pieces_minus(nae_pieces_and(set, p->d->units), units);
    if (nae_bit(p->s, f->b, NAE_COMMANDS)) {
        go = nae_pieces_or(go, baggage(p, set));
        go = nae_pieces_or(go, nae_pieces_and(set, p->d->generals));
        const unsigned stays = nae_pieces_count(rest) > 1 ? left_behind(p, set, f->b, rest) : NAE_NONE;
        if (stays != NAE_NONE) {
            nae_pieces_drop(&go, stays);
            nae_set_bit(p->s, stays, NAE_COMMANDS);
        }
    }
    nae_remark(p->s, go, NAE_SECOND_ARMY, 0);
    nae_set_bit(p->s, f->b, NAE_COMMANDS);
    nae_note_crossing(p, go, nae_side_of_piece(p->s, f->b), f->a, f->c);
    nae_move_pieces(p, go, f->c, f->d);
    nae_send_subordinates(p, go, f->b); /* whose steps have stayed behind goes at once [9.4] */
}

/* All have been asked (or nobody can come): they go. */
void nae_come_none(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    const NaePieces set = nae_pieces_or(stack(p, &f), p->s->handled);
    const NaePieces units = p->s->handled;
    p->s->handled = nae_pieces_none();
    nae_pop(p);
    if (!nae_has_units(p->d, units)) {
        return;
    }
    go_with(p, &f, set, units);
    nae_tidy_zone(p, f.a);
}

/* Looks through the ways to deal out the units that are left; best: who come in the one with most steps of
 * those seen so far. */
static void deal_best(const NaePlay *p, const NaeFrame *f, NaePieces come, NaePieces stay, NaePieces left,
                      NaePieces *best)
{
    const NaePieces set = led_by(p, f->a, nae_side_of_piece(p->s, f->b), f->b);
    const unsigned most = nae_steps(p->d, p->s, nae_pieces_or(come, left));
    const unsigned unit = nae_pieces_take(&left);
    if (most <= nae_steps(p->d, p->s, *best)) {
        return;
    }
    if (unit != NAE_NONE) {
        deal_best(p, f, nae_pieces_or(come, nae_pieces_one(unit)), stay, left, best);
        deal_best(p, f, come, nae_pieces_or(stay, nae_pieces_one(unit)), left, best);
    } else if (may_come(p, f, set, come) && may_stay(p, f, set, stay)) {
        *best = come;
    }
}

NaePieces nae_most_who_come(const NaePlay *p, unsigned zone, unsigned general, unsigned to)
{
    const NaeFrame f = {.a = (uint8_t)zone, .b = (uint8_t)general, .c = (uint8_t)to};
    const NaePieces set = led_by(p, zone, nae_side_of_piece(p->s, general), general);
    NaePieces best = nae_pieces_none();
    deal_best(p, &f, nae_pieces_none(), nae_pieces_none(), nae_pieces_and(set, p->d->units), &best);
    return best;
}

void nae_bring(NaePlay *p, unsigned zone, unsigned general, unsigned to, unsigned slot, NaePieces units)
{
    const NaeFrame f = {.a = (uint8_t)zone, .b = (uint8_t)general, .c = (uint8_t)to, .d = (uint8_t)slot};
    go_with(p, &f, led_by(p, zone, nae_side_of_piece(p->s, general), general), units);
}

void nae_push_come(NaePlay *p, unsigned zone, unsigned general, unsigned to, unsigned slot)
{
    NaeFrame *f = nae_push(p, NAE_STEP_COME, nae_side_of_piece(p->s, general));
    f->a = (uint8_t)zone;
    f->b = (uint8_t)general;
    f->c = (uint8_t)to;
    f->d = (uint8_t)slot;
    p->s->handled = nae_pieces_none();
}

/* ---- reaction cards [21]; a: enum nae_moment ---- */

void nae_push_reaction(NaePlay *p, unsigned side, enum nae_moment moment)
{
    nae_push(p, NAE_STEP_REACTION, side)->a = (uint8_t)moment;
}

void nae_reaction_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint64_t hand = nae_cards_in_hand(p->s, frame->seat);
    for (unsigned card; (card = nae_take_card(&hand, frame->seat)) != NAE_NONE;) {
        if (nae_reaction_playable(p->d, p->s, card, (enum nae_moment)frame->a)) {
            nae_option(list, nae_move1(NAE_M_REACTION, card));
        }
    }
    nae_option(list, nae_move1(NAE_M_REACTION, NAE_NONE));
}

static unsigned size_of(const NaePlay *p, unsigned card)
{
    assert(card < NAE_CARDS);
    const int value = p->d->card[card].op[0].value;
    return (unsigned)(value < 0 ? -value : value);
}

int nae_reaction_needs(const NaePlay *p, unsigned card)
{
    const NaeState *s = p->s;
    const NaeFrame *waits = &s->frame[s->frames > 1 ? s->frames - 2 : 0];
    int needs = 0;
    switch ((unsigned)waits->step) {
    case NAE_STEP_INTERCEPT_ROLL:
        needs = nae_interception_needs(p, s->reaction.zone, s->reaction.general);
        break;
    case NAE_STEP_COUNTER_ROLL:
        needs = nae_counter_march_needs(p, waits->a, waits->c, waits->b);
        break;
    case NAE_STEP_EVADE_ROLL:
        needs = nae_evasion_needs(p);
        break;
    default:
        return 0;
    }
    needs += (int)s->reaction.modifier + (card < NAE_CARDS ? (int)size_of(p, card) : 0);
    return needs < 1 ? 1 : needs;
}

void nae_reaction_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = nae_move_a(move);
    const unsigned moment = frame->a;
    if (card == NAE_NONE) {
        nae_pop(p);
        return;
    }
    if (moment != NAE_AT_EVASION && moment != NAE_AT_ANNOUNCED_REACTION) {
        nae_pop(p);
    }
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)nae_card_side(card), (int)card, NAE_TOLD_AS_REACTION);
    switch (moment) {
    case NAE_AT_EVASION:
    case NAE_AT_ANNOUNCED_REACTION:
        p->s->reaction.modifier = (uint8_t)(p->s->reaction.modifier + size_of(p, card));
        nae_card_used(p, card, true);
        break;
    case NAE_AT_ATTRITION:
        p->s->reaction.tried = 1; /* the test is waived: read by attrition.c */
        nae_card_used(p, card, true);
        break;
    case NAE_AT_FIRST_BATTLE:
        p->s->campaign.lines = (uint8_t)(p->s->march.zone + 1);
        p->s->campaign.asked = NAE_LINES_CLOSED;
        nae_card_used(p, card, true);
        break;
    default:
        nae_scorched_earth(p, card);
        break;
    }
}
