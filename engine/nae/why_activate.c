/* why_activate.c: why a force is not activated, split off or gathered [9, 11; map 6]. */
#include "engine/nae/march.h"
#include "engine/nae/why.h"

/* ---- one force [6.2, 6.3] ---- */

static NaePieces stack_at(const NaeWhy *w, unsigned zone, bool inside)
{
    return inside ? nae_garrison(w->p.d, w->p.s, zone, w->top->seat)
                  : nae_standing(w->p.d, w->p.s, zone, w->top->seat);
}

static bool austrians_only(const NaeWhy *w, NaePieces set)
{
    return w->top->seat == NAE_COALITION && (w->p.s->flags & NAE_AUSTRIA_ONLY) != 0 &&
           nae_force_nation(w->p.d, w->p.s, set) != NAE_AUSTRIA &&
           nae_because(w, "20",
                       "In 1805 only Austrians act until Mantua and Ulm are besieged or taken, or the "
                       "French enter Austria");
}

/* A force that has been activated, commander or, army apart, any of its corps. */
static bool used_up(const NaeWhy *w, NaePieces set)
{
    const unsigned commander = nae_commander(w->p.d, w->p.s, set);
    const unsigned unit =
        nae_pieces_first(nae_with(w->p.s, nae_pieces_and(set, w->p.d->units), NAE_ACTIVATED));
    if (commander != NAE_NONE && nae_bit(w->p.s, commander, NAE_ACTIVATED)) {
        return nae_because(w, "9.1", "%s has been activated in this round already",
                           nae_why_piece(w, commander));
    }
    return unit != NAE_NONE && (commander == NAE_NONE || !nae_has_army(w->p.d, set)) &&
           nae_because(w, "9.1", "%s has been activated in this round already", nae_why_piece(w, unit));
}

static bool too_dear(const NaeWhy *w, unsigned cost)
{
    const unsigned left = w->p.s->action.ap;
    return w->top->c == 0 && cost > left &&
           nae_because(w, "9.1", "That takes %u action point%s, and %u %s left", cost, cost == 1 ? "" : "s",
                       left, left == 1 ? "is" : "are");
}

static unsigned price(const NaeWhy *w, NaePieces set, bool both)
{
    const unsigned general =
        both ? nae_senior(w->p.d, w->p.s,
                          nae_with(w->p.s, nae_pieces_and(set, w->p.d->generals), NAE_COMMANDS))
             : nae_commander(w->p.d, w->p.s, set);
    const unsigned cost =
        (general == NAE_NONE ? 1U : nae_general(w->p.d, general)->initiative) + (both ? 1U : 0U);
    return cost > 3 ? 3U : cost;
}

static bool by_event(const NaeWhy *w)
{
    return w->top->c != 0 && nae_because(w, "6.5", "The event that is played activates other forces");
}

static bool why_army(const NaeWhy *w, NaePieces set, bool both)
{
    return used_up(w, set) || austrians_only(w, set) || too_dear(w, price(w, set, both)) || by_event(w);
}

static bool why_whole(const NaeWhy *w)
{
    const unsigned word = w->a;
    const unsigned zone = w->top->b;
    const bool inside =
        word == NAE_W_IN_WHOLE || word == NAE_W_IN_BOTH || word == NAE_W_IN_ARMY0 || word == NAE_W_IN_ARMY1;
    const bool whole = word == NAE_W_WHOLE || word == NAE_W_IN_WHOLE;
    const bool both = word == NAE_W_BOTH || word == NAE_W_IN_BOTH;
    const bool second = word == NAE_W_ARMY1 || word == NAE_W_IN_ARMY1;
    const NaePieces set = stack_at(w, zone, inside);
    const NaePieces part[2] = {nae_army_part(w->p.s, set, 0), nae_army_part(w->p.s, set, NAE_SECOND_ARMY)};
    const bool pair = nae_has_units(w->p.d, part[0]) && nae_has_units(w->p.d, part[1]);
    if (!nae_has_units(w->p.d, set)) {
        return nae_because(w, "9.1",
                           inside ? "No corps of yours is in the fortress of %s"
                                  : "No corps of yours stands in the field of %s",
                           nae_why_zone(w, zone));
    }
    if (whole == pair) {
        return nae_because(w, "9.1",
                           pair ? "Two armies stand in %s: name one or both"
                                : "No two armies stand in %s: name the whole force",
                           nae_why_zone(w, zone));
    }
    if (both) {
        return used_up(w, part[0]) || used_up(w, part[1]) ||
               (austrians_only(w, part[0]) && austrians_only(w, part[1])) ||
               too_dear(w, price(w, set, true)) || by_event(w);
    }
    return why_army(w, whole ? set : part[second ? 1 : 0], false);
}

/* ---- a general or a corps by itself [6.2, 6.4] ---- */

static bool why_corps(const NaeWhy *w, NaePieces army)
{
    const NaeData *d = w->p.d;
    const NaePieces rest = nae_pieces_minus(army, nae_pieces_one(w->a));
    if (nae_pieces_count(nae_pieces_and(army, d->units)) < 2) {
        return nae_because(w, "9.1", "%s is the only corps of its force: activate the whole",
                           nae_why_piece(w, w->a));
    }
    if (d->unit[w->a].army_only) {
        return nae_because(w, "9.4", "Reserve cavalry serves in armies only: %s does not go alone",
                           nae_why_piece(w, w->a));
    }
    return nae_because(w, "9.3", "Without %s the rest is no legal force: %s", nae_why_piece(w, w->a),
                       nae_why_fault(nae_force_fault(d, w->p.s, rest, nae_commander(d, w->p.s, rest))));
}

static bool why_general(const NaeWhy *w)
{
    const NaeGeneral *g = nae_general(w->p.d, w->a);
    if (nae_bit(w->p.s, w->a, NAE_COMMANDS)) {
        return nae_because(w, "9.1", "%s commands the force: activate the whole", nae_why_piece(w, w->a));
    }
    return too_dear(w, g->initiative) ||
           nae_because(w, "9.1",
                       "No corps can leave with %s, whose command is %u, so that both parts are legal forces",
                       nae_why_piece(w, w->a), g->command);
}

static bool why_part(const NaeWhy *w)
{
    const unsigned zone = w->top->b;
    const unsigned piece = w->a;
    const NaePieces field = stack_at(w, zone, false);
    const NaePieces inside = stack_at(w, zone, true);
    const NaePieces all = nae_pieces_or(field, inside);
    if (!nae_pieces_in(all, piece) || !(nae_is_unit(piece) || nae_is_general(piece))) {
        return nae_because(w, "9.1", "%s is no corps and no general of yours in %s", nae_why_piece(w, piece),
                           nae_why_zone(w, zone));
    }
    if (nae_bit(w->p.s, piece, NAE_ACTIVATED)) {
        return nae_because(w, "9.1", "%s has been activated in this round already", nae_why_piece(w, piece));
    }
    if (w->top->c != 0) {
        return nae_because(w, "6.5", "An event activates whole forces");
    }
    const NaePieces set = nae_pieces_in(field, piece) ? field : inside;
    const NaePieces army = nae_army_part(w->p.s, set, w->p.s->bits[piece] & NAE_SECOND_ARMY);
    return austrians_only(w, army) || too_dear(w, 1) ||
           (nae_is_general(piece) ? why_general(w) : why_corps(w, army));
}

/* ---- zones and powers ---- */

static bool why_zone(const NaeWhy *w)
{
    const NaePieces field = stack_at(w, w->a, false);
    const NaePieces set = nae_has_units(w->p.d, field) ? field : stack_at(w, w->a, true);
    if (!nae_has_units(w->p.d, set)) {
        return nae_because(w, "9.1", "No corps of yours stands in %s", nae_why_zone(w, w->a));
    }
    const unsigned nation = nae_force_nation(w->p.d, w->p.s, set);
    if (w->top->a != NAE_NONE && nation != w->top->a) {
        return nae_because(w, "9.1", "The force in %s obeys %s, and a force of %s is activated",
                           nae_why_zone(w, w->a), nae_why_nation(w, nation), nae_why_nation(w, w->top->a));
    }
    return why_army(w, set, false) ||
           nae_because(w, "9.1", "What is left in %s cannot be activated now", nae_why_zone(w, w->a));
}

static bool why_power(const NaeWhy *w)
{
    const NaeData *d = w->p.d;
    bool any = false;
    bool fresh = false;
    NAE_EACH_PIECE(unit, nae_pieces_and(w->p.s->owned[w->top->seat], d->units))
    {
        if (nae_on_map(w->p.s, unit) && d->nation_of[unit] == w->a) {
            any = true;
            fresh = fresh || !nae_bit(w->p.s, unit, NAE_ACTIVATED);
        }
    }
    if (!any) {
        return nae_because(w, "9.1", "No corps of %s is on the map under your orders",
                           nae_why_nation(w, w->a));
    }
    if (!fresh) {
        return nae_because(w, "9.1", "Every corps of %s has been activated in this round",
                           nae_why_nation(w, w->a));
    }
    return (w->a != NAE_AUSTRIA && austrians_only(w, nae_pieces_none())) || by_event(w) ||
           nae_because(w, "9.1",
                       "No force that obeys %s can be activated: it has acted, or costs more than the %u "
                       "action points left",
                       nae_why_nation(w, w->a), w->p.s->action.ap);
}

static bool why_spend(const NaeWhy *w)
{
    if (w->p.s->action.ap == 0) {
        return nae_because(w, "9.1", "No action points are left");
    }
    if (w->a == NAE_W_LAND) {
        return nae_because(
            w, "9.1",
            "No force can be activated: all have acted, or cost more than the %u action points "
            "left",
            w->p.s->action.ap);
    }
    return austrians_only(w, nae_pieces_none()) ||
           nae_because(w, "17.1", "No fleet is left to sail: each sails once a round");
}

/* ---- splitting and gathering ---- */

static bool why_split(const NaeWhy *w)
{
    const NaeData *d = w->p.d;
    if (w->a == NAE_NONE) {
        return nae_because(w, "9.1", "A general needs a corps to leave with");
    }
    if (!nae_is_unit(w->a) || w->p.s->place[w->a] != w->p.s->march.zone ||
        nae_pieces_in(nae_marchers(w->p.s), w->a)) {
        return nae_because(w, "9.1", "%s is no corps of the army that the general leaves",
                           nae_why_piece(w, w->a));
    }
    if (nae_unit_steps(d, w->p.s, w->a) > w->top->a) {
        return nae_because(w, "9.3", "%s has %u steps, and the general can command %u more",
                           nae_why_piece(w, w->a), nae_unit_steps(d, w->p.s, w->a), w->top->a);
    }
    if (nae_bit(w->p.s, w->a, NAE_ACTIVATED)) {
        return nae_because(w, "9.1", "%s has been activated in this round already", nae_why_piece(w, w->a));
    }
    return nae_because(w, "9.3", "With %s gone, the army or the part that leaves it would be no legal force",
                       nae_why_piece(w, w->a));
}

static bool why_gather(const NaeWhy *w)
{
    const NaeData *d = w->p.d;
    const NaeState *s = w->p.s;
    const unsigned zone = w->a;
    const NaePieces set = nae_standing(d, s, zone, s->march.side);
    if (zone != w->top->a) {
        return nae_because(w, "11.1", "The force in %s is asked about now", nae_why_zone(w, w->top->a));
    }
    if (w->kind == NAE_M_GATHER_UNIT && !nae_pieces_in(set, w->b)) {
        return nae_because(w, "11.1", "%s is not in %s", nae_why_piece(w, w->b), nae_why_zone(w, zone));
    }
    const enum nae_fault fault = nae_why_apart(w, set, nae_army_part(s, nae_marchers(s), 0));
    if (w->kind == NAE_M_GATHER && fault != NAE_FAULT_NONE) {
        return nae_because(w, "11.1", "Not all of it fits into the army: %s", nae_why_fault(fault));
    }
    return w->kind == NAE_M_GATHER
               ? nae_because(w, "11.1", "Corps of that force have joined: the rest joins corps by corps")
               : nae_because(
                     w, "11.1",
                     "The force joins whole if it can; else a corps joins if the army has room for it "
                     "and what stays is a legal force");
}

bool nae_why_activate(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_SPEND:
        return why_spend(w);
    case NAE_M_SPEND_POWER:
        return why_power(w);
    case NAE_M_SPEND_ZONE:
        return why_zone(w);
    case NAE_M_SPEND_FORCE:
        return why_whole(w);
    case NAE_M_SPEND_PIECE:
        return why_part(w);
    case NAE_M_SPLIT:
        return why_split(w);
    default:
        return why_gather(w);
    }
}
