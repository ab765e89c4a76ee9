/* why_sail.c: why a squadron may not sail, blockade, land, load or stop [17; map 14]. */
#include "engine/nae/naval.h"
#include "engine/nae/why.h"

/* ---- which fleets ---- */

static bool why_squadron(const NaeWhy *w)
{
    const unsigned fleet = w->a;
    if (w->kind == NAE_M_SQUADRON_AT) {
        return nae_because(w, "17.1", "No fleet of yours lies there that has not sailed this round%s",
                           w->top->b != NAE_NONE ? " and that the event activates" : "");
    }
    if (!nae_is_fleet(fleet) || !nae_pieces_in(w->p.s->owned[w->top->seat], fleet)) {
        return nae_because(w, "17.1", "%s is no fleet of yours", nae_why_piece(w, fleet));
    }
    if (nae_bit(w->p.s, fleet, NAE_ACTIVATED)) {
        return nae_because(w, "17.1", "%s has sailed this round", nae_why_piece(w, fleet));
    }
    return nae_because(w, "17.1",
                       "Fleets of one place are asked about in turn, three at most, each for an action "
                       "point; the first of a squadron cannot stay if it is the last");
}

/* ---- the sea ---- */

static bool no_points(const NaeWhy *w, unsigned cost)
{
    const unsigned left = w->p.s->voyage.mp;
    return left < cost && nae_because(w, "17.2", "That takes %u movement point%s, and %u %s left", cost,
                                      cost == 1 ? "" : "s", left, left == 1 ? "is" : "are");
}

static bool no_room(const NaeWhy *w, enum nae_at at, unsigned place)
{
    return !nae_room(w->p.s, w->p.d, w->p.s->voyage.side, at, place, nae_sailing(w->p.s)) &&
           nae_because(w, "17.1",
                       "There is no room for the squadron: three fleets of a side lie in one place");
}

static bool waits_for_cargo(const NaeWhy *w)
{
    return w->p.s->voyage.at == NAE_AT_PORT && nae_cargo_waits(&w->p) &&
           nae_because(w, "17.2.8", "A general or marker is aboard without a corps: load one first");
}

static bool is_next(const NaeWhy *w, unsigned sea)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (v->at == NAE_AT_SEA) {
        return (w->p.d->sea[v->place].adjacent >> sea & 1U) != 0;
    }
    return v->at != NAE_AT_SPECIAL && nae_port_of(w->p.d, v->place, sea);
}

static bool may_not_sail(const NaeWhy *w, unsigned sea)
{
    uint32_t fleets = nae_sailing(w->p.s);
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        if ((nae_fleet(w->p.d, fleet)->seas >> sea & 1U) == 0) {
            return nae_because(w, "17.2.4", "%s may not enter %s", nae_why_piece(w, fleet),
                               w->p.d->sea_name[sea]);
        }
    }
    const unsigned from = w->p.s->voyage.at == NAE_AT_SEA ? w->p.s->voyage.place : (unsigned)NAE_NONE;
    if (nae_winter(w->p.s) &&
        (w->p.d->sea[sea].ice != 0 || (from < NAE_SEAS && w->p.d->sea[from].ice != 0))) {
        return nae_because(w, "16", "Ice closes the sea in winter");
    }
    return !nae_sea_open(w->p.d, w->p.s, nae_sailing(w->p.s), from, sea) &&
           nae_because(w, "17.2.3",
                       "The passage to %s is closed to the squadron (the Bosphorus, the Sound, or too "
                       "many Russians outside their waters)",
                       w->p.d->sea_name[sea]);
}

static bool why_sea(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    const unsigned cost = v->at == NAE_AT_BOX ? 0U : 1U;
    if (waits_for_cargo(w)) {
        return true;
    }
    if (!is_next(w, w->a)) {
        return nae_because(w, "17.2", "%s is not next to where the squadron is", w->p.d->sea_name[w->a]);
    }
    return no_points(w, cost) || may_not_sail(w, w->a) || no_room(w, NAE_AT_SEA, w->a);
}

/* ---- ports ---- */

static bool out_of_reach(const NaeWhy *w, unsigned port)
{
    const NaeVoyage *v = &w->p.s->voyage;
    const bool near =
        v->at == NAE_AT_SEA ? nae_port_of(w->p.d, port, v->place) : v->at == NAE_AT_BOX && v->place == port;
    if (!nae_zone_is(w->p.d, port, NAE_ZONE_PORT)) {
        return nae_because(w, "17", "%s has no port", nae_why_zone(w, port));
    }
    return waits_for_cargo(w) ||
           (!near && nae_because(w, "17.2", "The squadron is not before %s: it must be in its sea zone first",
                                 nae_why_zone(w, port)));
}

static bool why_port(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (out_of_reach(w, w->a)) {
        return true;
    }
    if (!nae_friendly_port(w->p.d, w->p.s, w->a, v->side)) {
        return nae_because(w, "17.2", "The port of %s is not open to your fleets", nae_why_zone(w, w->a));
    }
    if (v->at == NAE_AT_SEA && nae_port_blockaded(w->p.d, w->p.s, w->a, v->side)) {
        return nae_because(w, "17.2.7", "%s is blockaded: attack the blockaders first",
                           nae_why_zone(w, w->a));
    }
    return no_points(w, 1) || no_room(w, NAE_AT_PORT, w->a);
}

static bool why_box(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (out_of_reach(w, w->a)) {
        return true;
    }
    if (v->at == NAE_AT_BOX) {
        return nae_because(w, "17.2.7", "The squadron blockades %s already", nae_why_zone(w, w->a));
    }
    if (!nae_hostile_port(w->p.d, w->p.s, w->a, v->side)) {
        return nae_because(w, "17.2.7", "The port of %s is not the enemy's", nae_why_zone(w, w->a));
    }
    if (!nae_box_takes(w->p.d, w->p.s, v->side, w->a, v->place)) {
        return nae_because(w, "17.2.3", "The squadron before %s lies on the other side of the Bosphorus",
                           nae_why_zone(w, w->a));
    }
    return no_room(w, NAE_AT_BOX, w->a) || no_points(w, 1);
}

static bool why_port_attack(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    uint32_t enemies = nae_fleets_at(w->p.s, w->p.d, nae_other(v->side), NAE_AT_PORT, w->a);
    const unsigned fleet = nae_mask_take(&enemies);
    if (v->at != NAE_AT_BOX || v->place != w->a) {
        return nae_because(w, "17.3.3", "A port is attacked from its blockade box");
    }
    if (fleet == NAE_NONE || !nae_hostile_port(w->p.d, w->p.s, w->a, v->side)) {
        return nae_because(w, "17.3.3", "No enemy fleet lies in the port of %s", nae_why_zone(w, w->a));
    }
    return nae_bit(w->p.s, fleet, NAE_ATTACKED)
               ? nae_because(w, "17.3.3", "The port has been attacked this round")
               : no_points(w, 1);
}

static bool why_assault(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (v->at != NAE_AT_BOX || v->place != w->a) {
        return nae_because(w, "17.2.9", "Troops land from the blockade box of the port: sail(box,%s) first",
                           w->p.d->zone_id[w->a]);
    }
    if (no_points(w, 2)) {
        return true;
    }
    if (nae_winter(w->p.s)) {
        return nae_because(w, "16", "Nobody lands in winter");
    }
    if (nae_pieces_empty(nae_pieces_and(nae_cargo(w->p.s, w->p.d), w->p.d->units))) {
        return nae_because(w, "17.2.9", "No corps is aboard");
    }
    return v->assaults == 0 ? nae_because(w, "17.2.9", "A squadron lands once in an activation")
                            : nae_because(w, "17.2.9",
                                          "A landing needs an enemy port with no enemy fleets in it, "
                                          "in land that the corps may enter");
}

/* ---- the rest ---- */

static bool why_attack(const NaeWhy *w)
{
    return w->p.s->voyage.at != NAE_AT_SEA
               ? nae_because(w, "17.2.6", "The squadron is not at sea")
               : nae_because(w, "17.2.6", "No enemy squadron is there, in the sea zone of yours");
}

static bool why_cargo(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (v->at != NAE_AT_PORT) {
        return nae_because(w, "17.2.8", "Troops go aboard and ashore in ports");
    }
    if (w->kind == NAE_M_SAIL_UNLOAD) {
        return nae_because(w, "17.2.8",
                           "There is nothing to put ashore at %s, it was loaded here, or it could not "
                           "be one force with what stands there",
                           nae_why_zone(w, w->a));
    }
    if (w->p.s->place[w->a] != v->place || !nae_pieces_in(w->p.s->owned[v->side], w->a)) {
        return nae_because(w, "17.2.8", "%s is not in the port of %s", nae_why_piece(w, w->a),
                           nae_why_zone(w, v->place));
    }
    if (nae_bit(w->p.s, w->a, NAE_ACTIVATED)) {
        return nae_because(w, "17.2.8", "%s has been activated in this round already",
                           nae_why_piece(w, w->a));
    }
    return nae_because(w, "17.2.8",
                       "No room: each fleet carries two steps, a depot, a general and a marker; and "
                       "what stays ashore must be a legal force");
}

static bool why_home(const NaeWhy *w)
{
    return w->p.s->voyage.at != NAE_AT_SPECIAL
               ? nae_because(w, "17.2.10", "Only a fleet that hunts the Corsairs is called home")
           : nae_frozen_in(&w->p, NAE_AT_PORT, w->a)
               ? nae_because(w, "16", "Ice closes the port in winter")
               : nae_because(w, "17.2.10", "%s is no port of the fleet's own nation with room for it",
                             nae_why_zone(w, w->a));
}

static bool why_word(const NaeWhy *w)
{
    const NaeVoyage *v = &w->p.s->voyage;
    if (waits_for_cargo(w)) {
        return true;
    }
    if (w->a == NAE_W_STOP) {
        return nae_because(w, "17.1",
                           "The squadron cannot stay here: other fleets of yours lie in the place");
    }
    if ((w->p.s->flags & NAE_CORSAIRS_RUN) == 0 || v->side != NAE_COALITION) {
        return nae_because(w, "17.2.10", "No Corsairs are about that your fleets could hunt");
    }
    uint32_t fleets = nae_sailing(w->p.s);
    const unsigned fleet = nae_mask_take(&fleets);
    if (nae_frozen_in(&w->p, (enum nae_at)v->at, v->place)) {
        return nae_because(w, "16", "Ice closes the sea in winter");
    }
    if (fleet != NAE_NONE && fleets == 0 && !nae_may_hunt(w->p.d, w->p.s, fleet)) {
        return nae_because(w, "17.2.4", "%s may not leave its waters for the Corsairs",
                           nae_why_piece(w, fleet));
    }
    return (v->flags & NAE_VOYAGE_MOVED) != 0 || !nae_pieces_empty(nae_cargo(w->p.s, w->p.d))
               ? nae_because(w, "17.2.10", "Fleets hunt the Corsairs instead of sailing, and without troops")
               : nae_because(w, "17.2.7", "The squadron is shut in");
}

bool nae_why_sail(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_SQUADRON_AT:
    case NAE_M_SQUADRON:
        return why_squadron(w);
    case NAE_M_SAIL_SEA:
        return why_sea(w);
    case NAE_M_SAIL_BOX:
        return why_box(w);
    case NAE_M_SAIL_PORT:
        return why_port(w);
    case NAE_M_SAIL_PORT_ATTACK:
        return why_port_attack(w);
    case NAE_M_SAIL_ASSAULT:
        return why_assault(w);
    case NAE_M_SAIL_ATTACK:
        return why_attack(w);
    case NAE_M_SAIL_LOAD:
    case NAE_M_SAIL_UNLOAD:
        return why_cargo(w);
    case NAE_M_SAIL_HOME:
        return why_home(w);
    default:
        return why_word(w);
    }
}
