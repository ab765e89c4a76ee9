/* why_buy.c: why something is not bought, placed, given or taken off the map [7.3; map 4.3]. */
#include <assert.h>

#include "engine/nae/budget.h"
#include "engine/nae/why.h"

/* ---- money: half points ---- */

static const char *halves(int points) { return points % 2 != 0 ? ".5" : ""; }

static bool too_dear(const NaeWhy *w, unsigned cost)
{
    const int left = w->p.s->major[w->p.s->budget.power].resources;
    return (int)cost > left &&
           nae_because(w, "7.3.2", "That costs %u%s, and %s has %d%s left", cost / 2, halves((int)cost),
                       nae_why_nation(w, w->p.s->budget.power), left / 2, halves(left));
}

/* Off the map, but not to be had now. */
static const char *whereabouts(const NaeWhy *w, unsigned piece)
{
    switch (w->p.s->place[piece]) {
    case NAE_LATER:
        return "waits for its year or its event";
    case NAE_OUT:
        return "is out of the game";
    case NAE_NEXT_BUDGET:
    case NAE_REINFORCEMENT:
        return "comes back in the next budget";
    case NAE_YEAR_AFTER:
        return "comes back in the budget after the next";
    case NAE_FOREIGN_WAR:
        return "fights in a foreign war";
    case NAE_CORSAIRS:
        return "hunts the Corsairs";
    default:
        return "is on the map already";
    }
}

static bool not_in_reserve(const NaeWhy *w, unsigned piece)
{
    const unsigned power = w->p.s->budget.power;
    if (w->p.d->nation_of[piece] != power) {
        return nae_because(w, "7.3.2", "%s belongs to %s, and %s spends now", nae_why_piece(w, piece),
                           nae_why_nation(w, w->p.d->nation_of[piece]), nae_why_nation(w, power));
    }
    return w->p.s->place[piece] != NAE_RESERVE &&
           nae_because(w, "7.3.2", "%s %s", nae_why_piece(w, piece), whereabouts(w, piece));
}

/* ---- places ---- */

static bool no_ground(const NaeWhy *w, unsigned nation)
{
    return nae_zones_empty(nae_reinforcement_zones(&w->p, nation)) &&
           nae_because(
               w, "7.3.4",
               "%s has no zone for it: a capital or a fortress of its land that is joined to a capital "
               "by its land, not besieged, and free of the enemy",
               nae_why_nation(w, nation));
}

static bool no_place(const NaeWhy *w, unsigned piece)
{
    assert(piece < NAE_PIECES);
    const unsigned nation = w->p.d->nation_of[piece];
    if (nae_is_unit(piece)) {
        if (w->p.d->unit[piece].army_only) {
            return nae_because(w, "9.4",
                               "Reserve cavalry is raised only where an army of its side in a "
                               "reinforcement zone has room for it (two steps at most)");
        }
        if (w->p.d->unit[piece].home != NAE_NONE) {
            return nae_because(w, "7.3.4", "%s is raised in %s only, and cannot be now",
                               nae_why_piece(w, piece), nae_why_zone(w, w->p.d->unit[piece].home));
        }
        return no_ground(w, nation) ||
               nae_because(w, "7.3.4",
                           "In every zone where it could be raised a force stands that has no room "
                           "for it (9.2, 9.3)");
    }
    if (nae_is_army(piece)) {
        return nae_because(w, "7.3.4", "No general of %s commands two steps in supply without a marker",
                           nae_why_nation(w, nation));
    }
    if (nae_is_special(piece)) {
        return nae_because(w, "7.3.4", "No army of %s in supply has room for it", nae_why_nation(w, nation));
    }
    if (nae_is_fleet(piece)) {
        return nae_because(w, "7.3.4", "No port of the land of %s is free of the enemy and has room",
                           nae_why_nation(w, nation));
    }
    return no_ground(w, nation);
}

/* ---- purchases ---- */

static unsigned on_map_reduced(const NaeWhy *w, unsigned unit)
{
    NAE_EACH_PIECE(other, w->p.d->units)
    {
        if (w->p.d->unit[other].kind == w->p.d->unit[unit].kind && nae_on_map(w->p.s, other) &&
            nae_bit(w->p.s, other, NAE_REDUCED)) {
            return other;
        }
    }
    return NAE_NONE;
}

static bool why_flip(const NaeWhy *w)
{
    const unsigned unit = w->b;
    const unsigned power = w->p.s->budget.power;
    const unsigned nation = w->p.d->nation_of[unit];
    const bool army = w->a == NAE_W_FLIP_ARMY;
    if (on_map_reduced(w, unit) == NAE_NONE) {
        return nae_because(w, "7.3.2", "No corps of that kind stands on the map with its reduced side");
    }
    if (army ? nae_side_of(w->p.s, nation) != nae_side_of(w->p.s, power) : nation != power) {
        return nae_because(w, "7.3.2", "%s belongs to %s, and %s spends now", nae_why_piece(w, unit),
                           nae_why_nation(w, nation), nae_why_nation(w, power));
    }
    if (nae_may_not_recover(&w->p, unit)) {
        return nae_because(w, "8.3", "The enemy holds all fortresses of Poland: its corps get no steps");
    }
    if (too_dear(w, w->p.d->unit[unit].cost)) {
        return true;
    }
    return army ? nae_because(w, "7.3.2",
                              "It stands in no army of %s that is in supply, has room for the step, and has "
                              "strengthened fewer than two corps in this budget",
                              nae_why_nation(w, power))
                : nae_because(w, "7.3.2",
                              "Outside an army a corps is strengthened in a reinforcement zone only, "
                              "and where its force has room for the step");
}

static bool why_unit(const NaeWhy *w)
{
    const unsigned unit = w->b;
    const bool full = w->a == NAE_W_FULL;
    if (!nae_is_unit(unit) || (!full && w->a != NAE_W_REDUCED)) {
        return nae_is_unit(unit) && (w->a == NAE_W_FLIP_ARMY || w->a == NAE_W_FLIP_ZONE)
                   ? why_flip(w)
                   : nae_because(w, "7.3.2", "Corps are bought full or reduced, or strengthened");
    }
    if (not_in_reserve(w, unit)) {
        return true;
    }
    if (!full && w->p.d->unit[unit].steps < 2) {
        return nae_because(w, "7.3.2", "%s has one step only: it is bought full", nae_why_piece(w, unit));
    }
    const unsigned steps = full ? w->p.d->unit[unit].steps : 1U;
    return too_dear(w, w->p.d->unit[unit].cost * steps) || no_place(w, unit);
}

static bool why_fleet(const NaeWhy *w)
{
    const unsigned power = w->p.s->budget.power;
    if (!nae_is_fleet(w->b)) {
        return nae_because(w, "7.3.2", "%s is no fleet", nae_why_piece(w, w->b));
    }
    if (not_in_reserve(w, w->b)) {
        return true;
    }
    if (w->a == NAE_W_FREE_FLEET) {
        return power != NAE_BRITAIN || (w->p.s->side[NAE_COALITION].flags & NAE_FREE_CARD_TAKEN) != 0
                   ? nae_because(w, "7.3.6", "Britain alone has a free fleet or a free card, once a budget")
                   : no_place(w, w->b);
    }
    if (power != NAE_BRITAIN && (w->p.s->major[power].flags & NAE_FLEET_BUILT) != 0) {
        return nae_because(w, "7.3.6", "%s has built its fleet of this year", nae_why_nation(w, power));
    }
    return too_dear(w, w->p.d->table.fleet_cost) || no_place(w, w->b);
}

static bool why_piece(const NaeWhy *w, unsigned cost)
{
    return not_in_reserve(w, w->a) || too_dear(w, cost) || no_place(w, w->a);
}

static bool why_depot(const NaeWhy *w)
{
    const unsigned power = w->p.s->budget.power;
    const NaePieces reserve = nae_of_nation(w->p.d, nae_all_at(w->p.s, NAE_RESERVE), power);
    const unsigned depot = nae_pieces_first(nae_pieces_and(reserve, w->p.d->depots));
    if (depot == NAE_NONE) {
        return nae_because(w, "7.3.2", "No depot of %s is left in the reserve", nae_why_nation(w, power));
    }
    return too_dear(w, w->p.d->table.depot_cost) || no_place(w, depot);
}

static bool why_plain(const NaeWhy *w)
{
    const unsigned flags = w->p.s->side[NAE_COALITION].flags;
    const bool british = w->p.s->budget.power == NAE_BRITAIN;
    if (w->a == NAE_W_DEPOT) {
        return why_depot(w);
    }
    if (w->a == NAE_W_FREE_CARD) {
        return nae_because(w, "7.3.6", "Britain alone has a free fleet or a free card, once a budget");
    }
    if (w->a == NAE_W_CARD) {
        return !british || (flags & NAE_CARD_BOUGHT) != 0
                   ? nae_because(w, "7.3.6", "Britain alone buys a card, one a budget")
                   : too_dear(w, w->p.d->table.british_card_cost);
    }
    return nae_because(w, "7.3.2", "There is no such purchase");
}

/* ---- where it goes ---- */

static bool has_room(const NaeWhy *w, unsigned unit, unsigned zone)
{
    assert(unit < NAE_PIECES);
    const NaePieces stack = nae_stack(w->p.d, w->p.s, zone, w->p.d->nation_of[unit]);
    return !nae_has_units(w->p.d, stack);
}

static bool why_place(const NaeWhy *w)
{
    const unsigned piece = w->top->a;
    const unsigned zone = w->a;
    const unsigned nation = w->p.d->nation_of[piece];
    const NaeZones ground = nae_reinforcement_zones(&w->p, nation);
    if (nae_is_unit(piece) && w->top->b >= NAE_PLACE_FLIP_ARMY) {
        return nae_because(w, "7.3.2", "No corps of that kind can be strengthened in %s",
                           nae_why_zone(w, zone));
    }
    if (nae_is_unit(piece) && w->p.d->unit[piece].home != NAE_NONE && zone != w->p.d->unit[piece].home) {
        return nae_because(w, "7.3.4", "%s is raised in %s only", nae_why_piece(w, piece),
                           nae_why_zone(w, w->p.d->unit[piece].home));
    }
    if (nae_is_unit(piece) && nae_zones_in(ground, zone)) {
        return has_room(w, piece, zone)
                   ? nae_because(w, "9.4", "Reserve cavalry needs an army there")
                   : nae_because(w, "9.2", "The force that stands in %s has no room for it",
                                 nae_why_zone(w, zone));
    }
    if (nae_is_unit(piece) || (nae_is_depot(piece) && !nae_zones_in(ground, zone))) {
        return nae_because(
            w, "7.3.4",
            "%s is no place for it: a capital or fortress of %s, joined to a capital by its own "
            "land, not besieged, free of the enemy%s",
            nae_why_zone(w, zone), nae_why_nation(w, nation),
            nae_is_depot(piece) ? ", or an army in supply that got fewer than two" : "");
    }
    if (nae_is_general(piece)) {
        return nae_because(
            w, "7.3.5",
            "A general goes to a corps without a better general in a reinforcement zone, or into "
            "an army in supply that may have him");
    }
    return no_place(w, piece);
}

/* ---- the rest ---- */

static bool why_general(const NaeWhy *w)
{
    if (!nae_is_general(w->a)) {
        return nae_because(w, "7.3.5", "%s is no general", nae_why_piece(w, w->a));
    }
    if (not_in_reserve(w, w->a)) {
        return true;
    }
    return nae_pieces_in(w->p.s->handled, w->a)
               ? nae_because(w, "7.3.5", "%s has been sent out in this budget", nae_why_piece(w, w->a))
               : nae_because(w, "7.3.5",
                             "Nowhere a corps in a reinforcement zone or an army in supply can have "
                             "%s under the rules of command",
                             nae_why_piece(w, w->a));
}

static bool why_minor(const NaeWhy *w)
{
    const unsigned unit = w->a;
    const unsigned nation = w->p.d->nation_of[unit];
    const unsigned warsaw = w->p.d->nation[NAE_POLAND].capital[0];
    if (!nae_is_unit(unit) || nae_is_major(nation) || nae_side_of(w->p.s, nation) != w->top->seat) {
        return nae_because(w, "7.3.3", "Free steps are for corps of minor nations on your side");
    }
    if (nae_may_not_recover(&w->p, unit)) {
        return nae_because(w, "8.3", "The enemy holds all fortresses of Poland: its corps get no steps");
    }
    if (nation == NAE_POLAND && !nae_on_map(w->p.s, unit) && nae_marker(w->p.s, warsaw) == NAE_COALITION) {
        return nae_because(w, "8.3", "While the enemy controls Warsaw, no Polish corps is raised anew");
    }
    if (nation >= NAE_CHOUANS && nae_on_map(w->p.s, unit) && nae_bit(w->p.s, unit, NAE_REDUCED) &&
        !nae_revolt_goes_on(&w->p, nation)) {
        return nae_because(w, "3", "Where the revolt of %s broke out the enemy is master again",
                           nae_why_nation(w, nation));
    }
    if (w->p.s->side[w->top->seat].minor_steps == 0) {
        return nae_because(w, "7.3.3", "No free steps are left");
    }
    return nae_on_map(w->p.s, unit)
               ? nae_because(w, "7.3.3", "%s is at full strength, without supply, or its force has no room",
                             nae_why_piece(w, unit))
           : w->p.s->place[unit] == NAE_RESERVE
               ? no_place(w, unit)
               : nae_because(w, "7.3.3", "%s %s", nae_why_piece(w, unit), whereabouts(w, unit));
}

static bool why_transfer(const NaeWhy *w)
{
    const unsigned ally = w->top->seat == NAE_EMPIRE ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY;
    const NaeMajor *giver = w->a < NAE_MAJORS ? &w->p.s->major[w->a] : NULL;
    const NaeMajor *receiver = w->b < NAE_MAJORS ? &w->p.s->major[w->b] : NULL;
    if (giver == NULL || receiver == NULL || w->a == w->b || giver->status != ally ||
        receiver->status != ally) {
        return nae_because(w, "7.3.1", "Resources go from one major power at war on your side to another");
    }
    if (w->a == NAE_SPAIN && w->b == NAE_FRANCE &&
        !(nae_event_played(w->p.s, NAE_F(24)) && nae_event_played(w->p.s, NAE_F(25)))) {
        return nae_because(w, "7.3.1", "Spain gives to France only after 24F and 25F");
    }
    return giver->resources < 2
               ? nae_because(w, "7.3.1", "%s has no whole point left", nae_why_nation(w, w->a))
               : nae_because(w, "7.3.1", "%s has received %u already, the most in a budget",
                             nae_why_nation(w, w->b), receiver->received);
}

static bool why_removal(const NaeWhy *w)
{
    return nae_because(w, "7.3.7", "Nothing of %s that could be taken off the map is there",
                       nae_why_nation(w, w->p.s->budget.power));
}

bool nae_why_buy(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_PURCHASE_UNIT:
        return why_unit(w);
    case NAE_M_PURCHASE_MARKER:
        return nae_is_army(w->a) ? why_piece(w, w->p.d->table.marker_cost)
                                 : nae_because(w, "7.3.2", "%s is no army marker", nae_why_piece(w, w->a));
    case NAE_M_PURCHASE_SPECIAL:
        return nae_is_special(w->a)
                   ? why_piece(w, w->p.d->table.special_cost)
                   : nae_because(w, "7.3.2", "%s is no special unit", nae_why_piece(w, w->a));
    case NAE_M_PURCHASE_FLEET:
        return why_fleet(w);
    case NAE_M_PURCHASE:
        return why_plain(w);
    case NAE_M_PLACE:
        return why_place(w);
    case NAE_M_RESERVE_GENERAL:
        return why_general(w);
    case NAE_M_MINOR_STEP:
        return why_minor(w);
    case NAE_M_TRANSFER:
        return why_transfer(w);
    default:
        return why_removal(w);
    }
}
