/* why_march.c: why a force may not go, stop, mark, besiege, rally, drop or take [12, 13, 15; map 8]. */
#include "engine/nae/march.h"
#include "engine/nae/why.h"

/* ---- land that is closed [12.1, 12.2, 8.8] ---- */

static const char *status_words(const NaeWhy *w, unsigned nation)
{
    const unsigned status = nae_status(w->p.s, nation);
    return status == NAE_FORCED_PEACE      ? "is under a forced peace that your side did not impose"
           : status == NAE_FORCED_ALLIANCE ? "is bound to the enemy by a forced alliance"
                                           : "is neutral: war is declared at the beginning of a year only";
}

static bool foreign_soil(const NaeWhy *w, NaePieces set, unsigned to)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(set, w->p.d->units))
    {
        if (w->p.d->unit[unit].home_only && !nae_is_home(w->p.s, to, w->p.d->nation_of[unit])) {
            return nae_because(w, "9.1", "%s serves in the land of %s only, and %s lies outside it",
                               nae_why_piece(w, unit), nae_why_nation(w, w->p.d->nation_of[unit]),
                               nae_why_zone(w, to));
        }
    }
    return false;
}

static bool peninsula(const NaeWhy *w, NaePieces set, unsigned side, unsigned from, unsigned to)
{
    const NaeState *s = w->p.s;
    const unsigned load = nae_iberia_load(w->p.d, s, set, side);
    if (!nae_zones_in(w->p.d->iberia, to) || nae_zones_in(w->p.d->iberia, from) || load == 0 ||
        (s->flags & (NAE_LIBERATION | NAE_PUNISHMENTS)) != 0) {
        return false;
    }
    if ((s->flags & (NAE_BLOCKADE | NAE_IBERIA_OPEN)) == 0) {
        return nae_because(w, "8.2.1",
                           "The peninsula is closed to foreign troops until an event opens it "
                           "(24F, 25F, 22C) or the Punishments begin");
    }
    const unsigned limit = (s->flags & NAE_IBERIA_OPEN) != 0 ? 8U : 4U;
    return side == NAE_EMPIRE && s->iberia_steps + load > limit &&
           nae_because(w, "8.2.1",
                       "%u steps may enter the peninsula this year, %u have, and the force has %u more",
                       limit, s->iberia_steps, load);
}

bool nae_why_closed(const NaeWhy *w, NaePieces set, unsigned side, unsigned from, unsigned to)
{
    const NaeData *d = w->p.d;
    const NaeEdge *edge = nae_edge(d, from, to);
    if (edge == NULL) {
        return nae_because(w, "12.1", "%s does not touch %s", nae_why_zone(w, to), nae_why_zone(w, from));
    }
    if (!nae_open_land(w->p.s, w->p.s->owner[to], side)) {
        const unsigned owner = w->p.s->owner[to];
        return nae_because(w, "12.1", "%s belongs to %s, which %s", nae_why_zone(w, to),
                           nae_why_nation(w, owner), status_words(w, owner));
    }
    if (edge->terrain == NAE_EDGE_STRAIT && edge->open == 0 &&
        nae_fleets_at(w->p.s, d, nae_other(side), NAE_AT_SEA, edge->sea) != 0) {
        return nae_because(w, "12.2", "An enemy squadron in %s closes the strait between %s and %s",
                           d->sea_name[edge->sea], nae_why_zone(w, from), nae_why_zone(w, to));
    }
    return peninsula(w, set, side, from, to) || foreign_soil(w, set, to);
}

/* ---- going on ---- */

static bool too_far(const NaeWhy *w, unsigned from, unsigned to, bool walk)
{
    static const char *const TERRAIN[NAE_EDGE_COUNT] = {"",
                                                        ", a bridge included",
                                                        ", the river included",
                                                        ", the pass included",
                                                        ", the mountains included",
                                                        ", the strait included",
                                                        ""};
    const NaeMarch *m = &w->p.s->march;
    const NaeEdge *edge = nae_edge(w->p.d, from, to);
    if (edge->terrain == NAE_EDGE_FULL) {
        const bool sole = (m->flags & NAE_MARCH_MOVED) == 0 && m->mp == m->allowance && m->mp > 0 &&
                          m->forced == 0 && m->mp >= m->speed;
        return (walk || !sole) &&
               nae_because(w, "12.2", "The way to %s takes a whole allowance, unforced and as the only move",
                           nae_why_zone(w, to));
    }
    const unsigned cost = nae_step_cost(w->p.d, from, to, !walk && w->p.s->action.rivers != 0);
    return cost > m->mp &&
           nae_because(w, "12.1", "%s costs %u movement point%s%s, and %u %s left", nae_why_zone(w, to), cost,
                       cost == 1 ? "" : "s", TERRAIN[edge->terrain], m->mp, m->mp == 1 ? "is" : "are");
}

/* Friends stand there, they do not fit together, and nothing is left to go on with (7.11). */
static bool crowded(const NaeWhy *w, NaePieces set, unsigned to)
{
    const NaePieces there = nae_pieces_minus(nae_standing(w->p.d, w->p.s, to, w->p.s->march.side), set);
    const enum nae_fault fault = nae_why_apart(w, set, there);
    return fault != NAE_FAULT_NONE &&
           nae_because(w, "9.2",
                       "Friends stand in %s, one force a zone is the rule, and together %s; too few "
                       "movement points are left to pass on",
                       nae_why_zone(w, to), nae_why_fault(fault));
}

static bool besieged_inside(const NaeWhy *w, NaePieces set)
{
    const NaeMarch *m = &w->p.s->march;
    const unsigned first = nae_pieces_first(set);
    return first != NAE_NONE && nae_bit(w->p.s, first, NAE_INSIDE) && nae_besieged(w->p.s, m->zone) &&
           nae_field_units(w->p.d, w->p.s, m->zone, nae_other(m->side)) &&
           nae_because(w, "15.6",
                       "The force is besieged in %s: its way out leads through the besiegers, "
                       "move(go,%s)",
                       nae_why_zone(w, m->zone), w->p.d->zone_id[m->zone]);
}

static bool why_go(const NaeWhy *w)
{
    const NaeMarch *m = &w->p.s->march;
    const NaePieces set = nae_marchers(w->p.s);
    const unsigned to = w->a;
    if ((m->flags & NAE_MARCH_ENDED) != 0) {
        return nae_because(w, "12.1",
                           "The march is over: the force has stopped at a fortress, fought without "
                           "winning, or may not leave the zone again in this activation");
    }
    if (to != m->zone && besieged_inside(w, set)) {
        return true;
    }
    if (to == m->zone) {
        return nae_can_pay_corps(&w->p, to)
                   ? nae_because(w, "12.1", "The force stands in %s already", nae_why_zone(w, to))
                   : nae_because(w, "9.1", "A corps by itself needs another action point to fight");
    }
    if (nae_edge(w->p.d, m->zone, to) == NULL) {
        return nae_why_closed(w, set, m->side, m->zone, to);
    }
    if (nae_why_closed(w, set, m->side, m->zone, to) || too_far(w, m->zone, to, false)) {
        return true;
    }
    if (!nae_campaign_allows(&w->p, to)) {
        return nae_because(w, "12.6", "The card lets no further force of this campaign leave its own land");
    }
    if (!nae_can_pay_corps(&w->p, to)) {
        return nae_because(w, "9.1",
                           "A corps by itself needs another action point to enter land that its "
                           "side does not control, or to fight");
    }
    return crowded(w, set, to);
}

/* ---- the other uses of movement points ---- */

static bool marked(const NaeWhy *w, unsigned bit)
{
    const unsigned first = nae_pieces_first(nae_pieces_and(nae_marchers(w->p.s), w->p.d->units));
    return first != NAE_NONE && nae_bit(w->p.s, first, bit);
}

static bool unsupplied(const NaeWhy *w, const char *what)
{
    return marked(w, NAE_UNSUPPLIED) &&
           nae_because(w, "13.5", "The force is out of supply, and so it may not %s", what);
}

static bool too_dear(const NaeWhy *w, unsigned cost, const char *clause)
{
    const unsigned left = w->p.s->march.mp;
    return left < cost && nae_because(w, clause, "That costs %u movement point%s, and %u %s left", cost,
                                      cost == 1 ? "" : "s", left, left == 1 ? "is" : "are");
}

static bool enemies_in_field(const NaeWhy *w, const char *clause)
{
    const NaeMarch *m = &w->p.s->march;
    return nae_field_units(w->p.d, w->p.s, m->zone, nae_other(m->side)) &&
           nae_because(w, clause, "Enemy units stand in the field of %s", nae_why_zone(w, m->zone));
}

static bool why_mark(const NaeWhy *w)
{
    const NaeData *d = w->p.d;
    const NaeState *s = w->p.s;
    const NaeMarch *m = &s->march;
    if (!nae_zone_is(d, m->zone, NAE_ZONE_CONTROLLABLE)) {
        return nae_because(w, "12.8", "%s has neither city, fortress nor port: it is never controlled",
                           nae_why_zone(w, m->zone));
    }
    if (nae_holder(s, m->zone) != nae_other(m->side)) {
        return nae_because(w, "12.8", "The enemy does not control %s", nae_why_zone(w, m->zone));
    }
    if (nae_fortress_side(d, s, m->zone) == nae_other(m->side)) {
        return nae_because(w, "12.8", "The fortress of %s holds out for the enemy", nae_why_zone(w, m->zone));
    }
    return enemies_in_field(w, "12.8") || unsupplied(w, "place a control marker") ||
           too_dear(w, d->table.mark_cost, "12.8");
}

static bool too_few(const NaeWhy *w)
{
    const NaeMarch *m = &w->p.s->march;
    const unsigned steps = nae_steps(w->p.d, w->p.s, nae_field(w->p.d, w->p.s, m->zone, m->side));
    const unsigned level = nae_fortress_level(w->p.d, w->p.s, m->zone);
    return steps < 2 * level &&
           nae_because(w, "15.1", "A fortress of level %u takes %u steps to besiege, and %u are there", level,
                       2 * level, steps);
}

static bool no_fortress(const NaeWhy *w)
{
    const NaeMarch *m = &w->p.s->march;
    return nae_fortress_side(w->p.d, w->p.s, m->zone) != nae_other(m->side) &&
           nae_because(w, "15.1", "No fortress of %s holds out for the enemy", nae_why_zone(w, m->zone));
}

static bool why_lay(const NaeWhy *w)
{
    return no_fortress(w) ||
           (nae_besieged(w->p.s, w->p.s->march.zone) &&
            nae_because(w, "15.1", "%s is besieged already", nae_why_zone(w, w->p.s->march.zone))) ||
           enemies_in_field(w, "15.1") || too_few(w);
}

static bool why_attack(const NaeWhy *w)
{
    const NaeMarch *m = &w->p.s->march;
    if (no_fortress(w)) {
        return true;
    }
    if (!nae_besieged(w->p.s, m->zone)) {
        return nae_because(w, "15.2", "%s must be under siege first: move(lay)", nae_why_zone(w, m->zone));
    }
    return too_dear(w, w->p.d->table.siege_cost, "15.2") || too_few(w) || enemies_in_field(w, "15.2") ||
           unsupplied(w, "attack the fortress") ||
           nae_because(w, "13.5", "The besiegers find no way of supply to %s, and so they may not attack",
                       nae_why_zone(w, m->zone));
}

static bool why_rally(const NaeWhy *w)
{
    return (!marked(w, NAE_DEMORALISED) && nae_because(w, "14.9.3", "The force is not demoralised")) ||
           unsupplied(w, "rally") || too_dear(w, w->p.d->table.rally_cost, "14.9.3");
}

static bool why_stop(const NaeWhy *w)
{
    const NaeMarch *m = &w->p.s->march;
    const NaePieces set = nae_marchers(w->p.s);
    const NaePieces there = nae_pieces_minus(nae_standing(w->p.d, w->p.s, m->zone, m->side), set);
    return nae_because(w, "9.2", "Friends stand in %s, one force a zone is the rule, and together %s: go on",
                       nae_why_zone(w, m->zone), nae_why_fault(nae_why_apart(w, set, there)));
}

static bool why_deed(const NaeWhy *w)
{
    if (w->a != NAE_W_STOP && besieged_inside(w, nae_marchers(w->p.s))) {
        return true;
    }
    switch (w->a) {
    case NAE_W_MARK:
        return why_mark(w);
    case NAE_W_LAY:
        return why_lay(w);
    case NAE_W_SIEGE:
        return why_attack(w);
    case NAE_W_RALLY:
        return why_rally(w);
    case NAE_W_STOP:
        return why_stop(w);
    default:
        return nae_because(w, "12.1", "A march knows mark, lay, siege, rally and stop");
    }
}

/* ---- leaving behind and taking along [12.1, 7.5, 8.3] ---- */

static NaePieces standers(const NaeWhy *w)
{
    return nae_standing(w->p.d, w->p.s, w->p.s->march.zone, w->p.s->march.side);
}

static bool no_exchange(const NaeWhy *w, NaePieces set)
{
    return besieged_inside(w, set) ||
           (nae_commander(w->p.d, w->p.s, set) == NAE_NONE &&
            nae_because(w, "12.1", "A corps without a general neither leaves nor takes anything"));
}

static bool handled(const NaeWhy *w, unsigned piece)
{
    return nae_pieces_in(w->p.s->march.touched, piece) &&
           nae_because(w, "12.1", "%s has been left or taken in this activation already",
                       nae_why_piece(w, piece));
}

static bool why_drop_unit(const NaeWhy *w, NaePieces set)
{
    const NaeData *d = w->p.d;
    const NaePieces one = nae_pieces_one(w->a);
    const NaePieces rest =
        nae_pieces_minus(nae_army_part(w->p.s, set, w->p.s->bits[w->a] & NAE_SECOND_ARMY), one);
    const NaePieces there = standers(w);
    if (!nae_has_units(d, rest)) {
        return nae_because(w, "10.3", "%s is the last corps of its general", nae_why_piece(w, w->a));
    }
    const enum nae_fault fault = nae_force_fault(d, w->p.s, rest, nae_commander(d, w->p.s, rest));
    if (fault != NAE_FAULT_NONE) {
        return nae_because(w, "9.3", "Without %s the rest is no legal force: %s", nae_why_piece(w, w->a),
                           nae_why_fault(fault));
    }
    if (!nae_has_units(d, there)) {
        return d->unit[w->a].army_only &&
               nae_because(w, "9.4", "Reserve cavalry serves in armies only: %s cannot stay alone",
                           nae_why_piece(w, w->a));
    }
    return nae_because(w, "9.2", "%s cannot join the force that stands in %s: %s", nae_why_piece(w, w->a),
                       nae_why_zone(w, w->p.s->march.zone),
                       nae_why_fault(nae_commander(d, w->p.s, there) == NAE_NONE
                                         ? NAE_FAULT_NO_GENERAL
                                         : nae_why_apart(w, one, there)));
}

static bool why_drop(const NaeWhy *w)
{
    const NaePieces set = nae_marchers(w->p.s);
    if (no_exchange(w, set)) {
        return true;
    }
    if (!nae_pieces_in(set, w->a)) {
        return nae_because(w, "12.1", "%s is not with the force that marches", nae_why_piece(w, w->a));
    }
    if (handled(w, w->a)) {
        return true;
    }
    if (nae_is_unit(w->a)) {
        return why_drop_unit(w, set);
    }
    if (!nae_is_general(w->a)) {
        return nae_because(w, "12.1",
                           "Corps, generals and mobile depots are left behind, markers and special "
                           "units are not");
    }
    return nae_bit(w->p.s, w->a, NAE_COMMANDS)
               ? nae_because(w, "10.3", "%s commands the force: he is not left behind",
                             nae_why_piece(w, w->a))
               : nae_because(w, "10.1",
                             "No corps can stay with %s so that his part, the rest, and whoever stands there "
                             "are legal forces that have him",
                             nae_why_piece(w, w->a));
}

static bool why_take_unit(const NaeWhy *w, NaePieces set, NaePieces there)
{
    const NaeData *d = w->p.d;
    const NaeState *s = w->p.s;
    const NaePieces one = nae_pieces_one(w->a);
    const NaePieces rest = nae_pieces_minus(nae_army_part(s, there, s->bits[w->a] & NAE_SECOND_ARMY), one);
    const NaePieces army = nae_army_part(s, set, 0);
    if (nae_has_army(d, there) && !nae_has_army(d, set)) {
        return nae_because(w, "11.1", "An army keeps its corps from a force without an army marker");
    }
    if (nae_bit(s, w->a, NAE_ACTIVATED)) {
        return nae_because(w, "9.1", "%s has been activated in this round already", nae_why_piece(w, w->a));
    }
    if (handled(w, w->a)) {
        return true;
    }
    const enum nae_fault left = nae_force_fault(d, s, rest, nae_commander(d, s, rest));
    if (nae_has_units(d, rest) ? left != NAE_FAULT_NONE : nae_has_army(d, rest)) {
        return nae_because(w, "9.3", "What %s leaves in %s would be no legal force: %s",
                           nae_why_piece(w, w->a), nae_why_zone(w, s->march.zone), nae_why_fault(left));
    }
    const enum nae_fault fault = nae_force_fault(d, s, nae_pieces_or(army, one), nae_commander(d, s, army));
    return fault != NAE_FAULT_NONE
               ? nae_because(w, "9.3", "With %s the marching force would be none: %s", nae_why_piece(w, w->a),
                             nae_why_fault(fault))
               : nae_because(w, "10.1",
                             "The general who stands in %s is not outranked by the one who marches",
                             nae_why_zone(w, s->march.zone));
}

static bool why_take(const NaeWhy *w)
{
    const NaePieces set = nae_marchers(w->p.s);
    const NaePieces there = standers(w);
    if (no_exchange(w, set)) {
        return true;
    }
    if (!nae_pieces_in(there, w->a)) {
        return nae_because(w, "12.1", "%s does not stand in %s beside the force that marches",
                           nae_why_piece(w, w->a), nae_why_zone(w, w->p.s->march.zone));
    }
    if (nae_is_unit(w->a)) {
        return why_take_unit(w, set, there);
    }
    if (nae_is_depot(w->a)) {
        return nae_bit(w->p.s, w->a, NAE_FIXED)
                   ? nae_because(w, "13.4", "A fixed depot is made mobile before it is taken along")
                   : handled(w, w->a);
    }
    return nae_because(w, "12.1",
                       "Corps and mobile depots are taken along; generals come with their last corps");
}

static bool why_turn(const NaeWhy *w)
{
    const NaePieces set = nae_marchers(w->p.s);
    if (no_exchange(w, set)) {
        return true;
    }
    if (!nae_is_depot(w->a) || !nae_pieces_in(nae_pieces_or(set, standers(w)), w->a)) {
        return nae_because(w, "13.4", "%s is no depot in %s", nae_why_piece(w, w->a),
                           nae_why_zone(w, w->p.s->march.zone));
    }
    return nae_because(w, "13.4", "The depot has been turned once in this zone already");
}

static bool why_dismiss(const NaeWhy *w)
{
    const NaePieces set = nae_marchers(w->p.s);
    if (no_exchange(w, set)) {
        return true;
    }
    if (!nae_is_general(w->a) || !nae_pieces_in(set, w->a)) {
        return nae_because(w, "10.3", "%s is no general of the marching force", nae_why_piece(w, w->a));
    }
    return (nae_bit(w->p.s, w->a, NAE_COMMANDS) &&
            nae_because(w, "10.3", "%s commands the force: commanders are replaced in a budget or by events",
                        nae_why_piece(w, w->a))) ||
           handled(w, w->a);
}

static bool why_free_card(const NaeWhy *w)
{
    if (besieged_inside(w, nae_marchers(w->p.s))) {
        return true;
    }
    if (w->a != NAE_F(33) && w->a != NAE_F(36)) {
        return nae_because(w, "6.5", "Only 33F and 36F are added to an activation under way");
    }
    if (!nae_in_hand(w->p.s, w->a) || w->p.s->march.side != NAE_EMPIRE) {
        return nae_because(w, "6.1", "%s is not in the hand of the side that marches", nae_why_card(w, w->a));
    }
    return w->a == NAE_F(33) && w->p.s->action.free_siege == 0
               ? nae_because(w, "6.5",
                             "33F is for attacks on a fortress of the Coalition where the force stands")
               : nae_because(w, "6.5", "The card helps this activation already");
}

/* ---- fortresses and forced marches ---- */

static bool why_fortress(const NaeWhy *w)
{
    if (w->a == NAE_W_SIEGE) {
        return why_lay(w);
    }
    if (nae_has_units(w->p.d, standers(w))) {
        return nae_because(w, "15.1", "Friends stand in %s already", nae_why_zone(w, w->p.s->march.zone));
    }
    return nae_because(w, "15.1",
                       "A covering part needs %u steps as a legal force of its own (one corps, or more under "
                       "a subordinate), and the rest must be one too",
                       2 * nae_fortress_level(w->p.d, w->p.s, w->p.s->march.zone));
}

static bool why_forced(const NaeWhy *w)
{
    return w->a > w->p.d->table.forced_max
               ? nae_because(w, "12.3", "A forced march adds %u movement points at most",
                             w->p.d->table.forced_max)
               : nae_because(w, "9.1", "A corps by itself needs another action point for a forced march");
}

/* ---- redeployment and neutral powers [7.5, 7.6] ---- */

static bool enemy_there(const NaeWhy *w, unsigned to)
{
    const NaeData *d = w->p.d;
    const NaeState *s = w->p.s;
    const unsigned side = s->march.side;
    if (!nae_pieces_empty(nae_field(d, s, to, nae_other(side)))) {
        return nae_because(w, "7.6", "Enemy pieces stand in %s", nae_why_zone(w, to));
    }
    if (nae_enemy_fortress(d, s, to, side)) {
        return nae_because(w, "7.6", "The fortress of %s is the enemy's", nae_why_zone(w, to));
    }
    return nae_enemy_controls(d, s, to, side) &&
           nae_because(w, "7.6", "The enemy controls %s", nae_why_zone(w, to));
}

static bool why_walk(const NaeWhy *w)
{
    const NaeState *s = w->p.s;
    const unsigned to = w->a;
    const bool neutral = s->phase == NAE_PHASE_NEUTRALS;
    const NaePieces set = nae_in_slot(s, nae_at(w->p.d, s, s->march.zone), NAE_MOVING);
    if (nae_edge(w->p.d, s->march.zone, to) == NULL) {
        return nae_because(w, nae_walk_clause(w->p.s), "%s does not touch %s", nae_why_zone(w, to),
                           nae_why_zone(w, s->march.zone));
    }
    if (neutral && !nae_is_home(s, to, s->budget.power)) {
        return nae_because(w, "7.5", "A power at peace moves inside its own land, and %s is not",
                           nae_why_zone(w, to));
    }
    if (!neutral && (nae_why_closed(w, set, s->march.side, s->march.zone, to) || enemy_there(w, to))) {
        return true;
    }
    if (too_far(w, s->march.zone, to, true)) {
        return true;
    }
    if (!neutral && !nae_zones_in(s->walk.zones, to)) {
        return nae_because(w, "7.6", "The force would be out of supply in %s", nae_why_zone(w, to));
    }
    return nae_because(w, "9.2",
                       "Others stand in %s, what walks cannot be one force with them, and too few movement "
                       "points are left to pass on",
                       nae_why_zone(w, to));
}

static bool why_walk_force(const NaeWhy *w)
{
    const NaeState *s = w->p.s;
    const unsigned power = s->budget.power;
    const unsigned side = nae_side_of(s, power);
    const NaePieces there = nae_at(w->p.d, s, w->a);
    const NaePieces ours =
        nae_pieces_and(there, side == NAE_NOBODY ? nae_peace_party(w->p.d, s, power) : s->owned[side]);
    if (!nae_has_units(w->p.d, ours)) {
        return nae_because(w, nae_walk_clause(w->p.s), "No corps of yours stands in %s",
                           nae_why_zone(w, w->a));
    }
    if (nae_pieces_empty(nae_pieces_minus(nae_pieces_and(ours, w->p.d->units), s->handled))) {
        return nae_because(w, nae_walk_clause(w->p.s), "The force in %s has been moved",
                           nae_why_zone(w, w->a));
    }
    return nae_because(w, nae_walk_clause(w->p.s),
                       "In %s nothing moves for %s now: a power moves the forces it commands, in supply, "
                       "not shut in, to where they may rest",
                       nae_why_zone(w, w->a), nae_why_nation(w, power));
}

bool nae_why_march(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_GO:
        return why_go(w);
    case NAE_M_MOVE:
        return why_deed(w);
    case NAE_M_DROP:
        return why_drop(w);
    case NAE_M_TAKE:
        return why_take(w);
    case NAE_M_TURN_DEPOT:
        return why_turn(w);
    case NAE_M_DISMISS:
        return why_dismiss(w);
    case NAE_M_MOVE_CARD:
        return why_free_card(w);
    case NAE_M_FORTRESS:
        return why_fortress(w);
    case NAE_M_FORCED_MARCH:
        return why_forced(w);
    case NAE_M_WALK_GO:
        return why_walk(w);
    case NAE_M_WALK_FORCE:
        return why_walk_force(w);
    case NAE_M_WALK_TAKE:
        return nae_because(w, nae_walk_clause(w->p.s),
                           "%s does not stand there, has been moved, or cannot serve the general who "
                           "walks",
                           nae_why_piece(w, w->a));
    default:
        return nae_because(w, nae_walk_clause(w->p.s),
                           "The force cannot rest where it is: friends stand there that it cannot "
                           "join");
    }
}
