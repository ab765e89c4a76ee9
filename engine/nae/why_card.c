/* why_card.c: why war is not declared, a card not played, a nation no target [6, 7.1, 8.2]. */
#include "engine/nae/peace.h"
#include "engine/nae/why.h"

/* ---- declarations [7.1] ---- */

static bool why_declare(const NaeWhy *w)
{
    const NaeState *s = w->p.s;
    const unsigned nation = w->a;
    const unsigned status = nae_status(s, nation);
    const char *name = nae_why_nation(w, nation);
    if (nation == NAE_AUSTRIA && nae_modifier_runs(s, NAE_F(34))) {
        return nae_because(w, "6.5", "34F protects Austria this year");
    }
    if (nae_side_of(s, nation) == w->top->seat) {
        return nae_because(w, "7.1", "%s is on your side", name);
    }
    if (nae_side_of(s, nation) < 2) {
        return nae_because(w, "7.1", "You are at war with %s already", name);
    }
    if (status == NAE_FORCED_PEACE || status == NAE_FORCED_ALLIANCE) {
        return nae_is_major(nation)
                   ? nae_because(w, "7.1", "Your side imposed the peace on %s and has to keep it", name)
                   : nae_because(w, "7.1", "%s shares the peace of its patron", name);
    }
    if (!nae_is_major(nation) && status == NAE_NEUTRAL) {
        return nae_because(w, "7.1", "%s follows %s: war is declared on its patron", name,
                           nae_why_nation(w, s->minor[nation - NAE_MAJORS].patron));
    }
    return nae_because(w, "7.1", "%s is no nation that war could be declared on", name);
}

/* ---- cards ---- */

static bool not_held(const NaeWhy *w, unsigned card)
{
    if (card < NAE_CARDS && nae_card_side(card) == w->top->seat && nae_in_hand(w->p.s, card)) {
        return false;
    }
    return nae_because(w, "6.1", "%s is not in your hand", nae_why_card(w, card));
}

/* Names the phase of a card whose event is for another. */
static bool other_phase(const NaeWhy *w, unsigned card, unsigned phase)
{
    const unsigned phases = w->p.d->card[card].phases;
    return (phases & phase) == 0 &&
           nae_because(w, "6.5", "The event of %s is for%s%s%s%s%s", nae_why_card(w, card),
                       (phases & NAE_IN_BUDGET) != 0 ? " the budget" : "",
                       (phases & NAE_IN_DIPLOMACY) != 0 ? " the diplomatic phase" : "",
                       (phases & NAE_IN_ACTIVATION) != 0 ? " the rounds" : "",
                       (phases & NAE_IN_COMBAT) != 0 ? " battles" : "",
                       (phases & NAE_IN_CONQUESTS) != 0 ? " the conquests" : "");
}

static bool no_event(const NaeWhy *w, unsigned card, unsigned phase)
{
    const NaeCard *c = &w->p.d->card[card];
    if (other_phase(w, card, phase)) {
        return true;
    }
    if ((c->flags & (NAE_SILVER_STAR | NAE_GOLD_STAR)) != 0 && nae_event_played(w->p.s, card)) {
        return nae_because(w, "6.5", "The event of %s has happened: it comes once", nae_why_card(w, card));
    }
    return nae_because(w, "6.5",
                       "The event of %s is not open now: its text names its moment and what it needs, "
                       "and an event that would change nothing is not played",
                       nae_why_card(w, card));
}

static bool bound_to_austria(const NaeWhy *w)
{
    return w->top->seat == NAE_COALITION && (w->p.s->flags & NAE_AUSTRIA_ONLY) != 0 &&
           nae_because(w, "20",
                       "In 1805 the Coalition has only Austrian activations until Mantua and Ulm are "
                       "besieged or taken, or the French enter Austria");
}

static bool no_negotiation(const NaeWhy *w, unsigned card, bool round)
{
    if (round && w->p.s->side[w->top->seat].diplomacy_rounds >= 2) {
        return nae_because(w, "8.2", "Two rounds of this year have gone to diplomacy, and that is the limit");
    }
    return nae_because(w, "8.2",
                       "No nation is open to a card of value %u: minors with corps take 2, majors 3 "
                       "(in the diplomatic phase only)",
                       nae_card_value(w->p.d, w->p.s, card));
}

static bool no_protectorate(const NaeWhy *w, unsigned card)
{
    if (w->top->seat != NAE_EMPIRE) {
        return nae_because(w, "8.1.5", "Only the Empire has protectorates");
    }
    return nae_card_value(w->p.d, w->p.s, card) < 2
               ? nae_because(w, "8.1.5", "A protectorate takes a card of value 2 or more")
               : nae_because(w, "8.1.5", "No ally of the Empire may become a protectorate now");
}

static bool no_end_of_war(const NaeWhy *w)
{
    if (w->top->seat != NAE_COALITION) {
        return nae_because(w, "6.4", "The Coalition ends foreign wars");
    }
    return w->p.s->phase == NAE_PHASE_ROUNDS && !nae_winter(w->p.s)
               ? nae_because(w, "6.4", "In the rounds a foreign war is ended in winter only")
               : nae_because(w, "6.4", "No foreign war can be ended with this card now");
}

static bool why_use(const NaeWhy *w)
{
    const unsigned card = w->top->a;
    const bool round = w->top->step == NAE_STEP_USE;
    if (card == NAE_F(25) && w->a != NAE_W_EVENT && round &&
        nae_event_playable(&w->p, card, NAE_IN_ACTIVATION)) {
        return nae_because(w, "6.5", "25F has no other use than its event");
    }
    switch (w->a) {
    case NAE_W_AP:
        return round ? nae_because(w, "6.1", "%s has no value in action points", nae_why_card(w, card))
                     : nae_because(w, "7.4", "Cards give action points in the rounds only");
    case NAE_W_EVENT:
        return bound_to_austria(w) || no_event(w, card, round ? NAE_IN_ACTIVATION : NAE_IN_DIPLOMACY);
    case NAE_W_DIPLOMACY:
        return bound_to_austria(w) || no_negotiation(w, card, round);
    case NAE_W_PROTECTORATE:
        return no_protectorate(w, card);
    case NAE_W_END_WAR:
        return bound_to_austria(w) || no_end_of_war(w);
    default:
        return nae_because(w, "6.1",
                           "A card serves for points, its event, diplomacy, a protectorate, or the end "
                           "of a foreign war");
    }
}

static bool why_action(const NaeWhy *w)
{
    if (w->kind == NAE_M_ACTION) {
        return w->a == NAE_W_PASS || w->a == NAE_W_ONE_AP
                   ? nae_because(w, "6.5", "Every French fleet is lost or shut in: 25F must be played")
                   : nae_because(w, "9.1", "An action is a card, one_ap or pass");
    }
    if (not_held(w, w->a)) {
        return true;
    }
    return nae_event_playable(&w->p, NAE_F(25), NAE_IN_ACTIVATION) && w->top->seat == NAE_EMPIRE
               ? nae_because(w, "6.5", "Every French fleet is lost or shut in: 25F must be played")
               : nae_because(w, "6.1",
                             "%s has no use in this round: no action points, and neither its event nor "
                             "anything else is open",
                             nae_why_card(w, w->a));
}

static bool why_keep(const NaeWhy *w)
{
    if (w->kind == NAE_M_KEEP && w->a != w->top->a) {
        return nae_because(w, "7.2", "Cards are asked about one by one: now it is %s",
                           nae_why_card(w, w->top->a));
    }
    if (w->kind == NAE_M_KEEP) {
        return nae_because(w, "7.2", "A card is kept or discarded");
    }
    return not_held(w, w->a) ||
           nae_because(w, "7.2", "%s is a card that may not be discarded", nae_why_card(w, w->a));
}

static bool why_phase_card(const NaeWhy *w)
{
    if (not_held(w, w->a)) {
        return true;
    }
    if (w->kind == NAE_M_BUDGET_EVENT) {
        return no_event(w, w->a, NAE_IN_BUDGET);
    }
    if (w->kind == NAE_M_START_CARD) {
        return nae_because(w, "7.4", "%s does not open the diplomatic phase", nae_why_card(w, w->a));
    }
    return nae_because(w, "7.4",
                       "%s has no use in the diplomatic phase: no event, no nation open to its value, "
                       "nothing else",
                       nae_why_card(w, w->a));
}

/* ---- targets [8.2] ---- */

static bool why_major(const NaeWhy *w)
{
    const NaeState *s = w->p.s;
    if (s->major[w->a].status != NAE_NEUTRAL) {
        return nae_because(w, "8.2", "%s is not neutral", nae_why_nation(w, w->a));
    }
    if (w->top->a == NAE_TARGET_MINORS) {
        return nae_because(w, "8.2", "Majors are won over in the diplomatic phase, not in the rounds");
    }
    if (s->side[w->top->seat].majors_targeted != 0) {
        return nae_because(w, "8.2", "A side turns to one major a year");
    }
    return w->top->b < 3 ? nae_because(w, "8.2", "A major takes a card of value 3 or more")
                         : nae_because(w, "6.5", "A card keeps %s out of your reach this year",
                                       nae_why_nation(w, w->a));
}

static bool why_minor(const NaeWhy *w)
{
    const NaeState *s = w->p.s;
    const unsigned status = nae_status(s, w->a);
    const char *name = nae_why_nation(w, w->a);
    if (w->top->step == NAE_STEP_PROTECTORATE_TARGET) {
        return nae_because(w, "8.1.5", "%s is no ally of the Empire that may become a protectorate", name);
    }
    if (nae_side_of(s, w->a) == w->top->seat) {
        return nae_because(w, "8.2", "%s is on your side", name);
    }
    if (nae_side_of(s, w->a) == NAE_COALITION) {
        return nae_because(w, "8.2", "Allies of the Coalition are never targets");
    }
    if (w->p.d->nation[w->a].has_units && w->top->b < 2 && status == NAE_NEUTRAL) {
        return nae_because(w, "8.2", "A minor with corps takes a card of value 2 or more");
    }
    if (status == NAE_PROTECTORATE || nae_is_member(w->p.d, s, w->a)) {
        return nae_because(w, "8.2", "%s is a protectorate or a member of one", name);
    }
    return status == NAE_EMPIRE_ALLY
               ? nae_because(w, "8.2",
                             "Combat steps of the Empire or its allies stand in %s: until the "
                             "Punishments that keeps it",
                             name)
               : nae_because(w, "8.2", "%s is not open to diplomacy, or not by this card", name);
}

bool nae_why_card_use(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_DECLARE:
        return why_declare(w);
    case NAE_M_KEEP:
    case NAE_M_DISCARD:
        return why_keep(w);
    case NAE_M_ACTION:
    case NAE_M_ACTION_CARD:
        return why_action(w);
    case NAE_M_USE:
        return why_use(w);
    case NAE_M_TARGET:
        return w->a >= NAE_NATIONS  ? nae_because(w, "8.2", "A nation must be named")
               : nae_is_major(w->a) ? why_major(w)
                                    : why_minor(w);
    default:
        return why_phase_card(w);
    }
}
