/* evade.c: a force that is attacked stands, evades, or goes into its fortress [12.5, map 9.5]. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

static NaePieces defenders(const NaePlay *p)
{
    return nae_standing(p->d, p->s, p->s->march.zone, nae_foe(p->s));
}

static bool may_evade_to(const NaePlay *p, NaePieces set, unsigned to)
{
    const NaeData *d = p->d;
    const NaeMarch *m = &p->s->march;
    const unsigned side = nae_foe(p->s);
    return to != m->from && nae_may_enter(d, p->s, set, side, m->zone, to) &&
           nae_pieces_empty(nae_in_the_way(d, p->s, to, side)) && !nae_enemy_fortress(d, p->s, to, side) &&
           nae_can_combine(d, p->s, set, nae_standing(d, p->s, to, side));
}

static bool can_evade(const NaePlay *p, NaePieces set)
{
    const NaeZone *zone = &p->d->zone[p->s->march.zone];
    for (unsigned i = 0; i < zone->neighbors; i++) {
        if (may_evade_to(p, set, zone->edge[i].zone)) {
            return true;
        }
    }
    return false;
}

/* The fortress of the zone takes what makes one legal force with those inside [13.6]; none under siege. */
static bool fort_open(const NaePlay *p, NaePieces set)
{
    const unsigned zone = p->s->march.zone;
    const unsigned side = nae_foe(p->s);
    const NaePieces inside = nae_garrison(p->d, p->s, zone, side);
    return nae_fortress_side(p->d, p->s, zone) == side && !nae_besieged(p->s, zone) &&
           (nae_has_units(p->d, inside) ? nae_can_combine(p->d, p->s, set, inside)
                                        : nae_force_legal(p->d, p->s, set));
}

/* In a major campaign evasion that was declined or has failed in a zone is not tried again there before its
 * battle [12.6]. */
static bool declined_here(const NaePlay *p)
{
    for (unsigned i = 0; p->s->campaign.on != 0 && i < sizeof p->s->campaign.declined; i++) {
        if (p->s->campaign.declined[i] == p->s->march.zone + 1) {
            return true;
        }
    }
    return false;
}

void nae_evasion_again(NaeState *s, unsigned zone)
{
    for (unsigned i = 0; i < sizeof s->campaign.declined; i++) {
        if (s->campaign.declined[i] == zone + 1) {
            s->campaign.declined[i] = 0;
        }
    }
}

/* Units that may go inside while the rest evades with a general: the part inside a legal force, so the rest.
 */
static bool may_go_inside(const NaePlay *p, NaePieces set, NaePieces inside)
{
    const NaePieces rest = nae_pieces_minus(set, inside);
    const unsigned general = nae_commander(p->d, p->s, rest);
    return nae_has_units(p->d, inside) && nae_pieces_count(nae_pieces_and(inside, p->d->units)) == 1 &&
           !nae_pieces_meet(inside, nae_army_only(p->d)) && nae_has_units(p->d, rest) &&
           general != NAE_NONE && nae_force_legal(p->d, p->s, rest) && fort_open(p, inside) &&
           can_evade(p, rest);
}

static bool can_split(const NaePlay *p, NaePieces set)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        if (may_go_inside(p, set, nae_pieces_one(unit))) {
            return true;
        }
    }
    return false;
}

void nae_push_evasion(NaePlay *p)
{
    if (!declined_here(p)) {
        p->s->reaction.modifier = 0;
        nae_push(p, NAE_STEP_EVADE, nae_foe(p->s));
    }
}

void nae_evade_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = defenders(p);
    const bool shaken = nae_mostly_demoralised(p->d, p->s, set); /* of two armies the greater [14.9.3] */
    const bool led = nae_commander(p->d, p->s, set) != NAE_NONE;
    const bool evades = (led || shaken) && can_evade(p, set);
    (void)frame;
    nae_option(list, nae_move1(NAE_M_EVADE, NAE_W_STAND)); /* a demoralised force may, too [14.9] */
    if (evades) {
        nae_option(list, nae_move1(NAE_M_EVADE, NAE_W_EVADE));
    }
    if (fort_open(p, set)) {
        nae_option(list, nae_move1(NAE_M_EVADE, NAE_W_FORT));
    }
    if (led && can_split(p, set)) { /* a lone corps cannot, and more have a general */
        nae_option(list, nae_move1(NAE_M_EVADE, NAE_W_SPLIT));
    }
}

/* What of the defenders can go: fixed depots stay where they are [8.7]. */
static NaePieces mobile(const NaePlay *p)
{
    const NaePieces set = defenders(p);
    return nae_pieces_minus(set, nae_with(p->s, nae_pieces_and(set, p->d->depots), NAE_FIXED));
}

static void go_inside(NaePlay *p, NaePieces set)
{
    const NaePieces inside = nae_garrison(p->d, p->s, p->s->march.zone, nae_foe(p->s));
    nae_remark(p->s, set, 0, NAE_INSIDE);
    if (nae_has_units(p->d, inside)) {
        nae_join(p, set, inside);
    }
    nae_tidy_zone(p, p->s->march.zone);
}

static void decline(NaePlay *p)
{
    NaeCampaign *c = &p->s->campaign;
    for (unsigned i = 0; c->on != 0 && i < sizeof c->declined; i++) {
        if (c->declined[i] == 0) {
            c->declined[i] = (uint8_t)(p->s->march.zone + 1);
            return;
        }
    }
}

void nae_evade_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    const unsigned word = nae_move_a(move);
    nae_pop(p);
    if (word == NAE_W_STAND) {
        decline(p);
    } else if (word == NAE_W_FORT) {
        go_inside(p, mobile(p));
    } else {
        nae_push(p, NAE_STEP_EVADE_ROLL, SEAT_NONE);
        if (word == NAE_W_SPLIT) {
            nae_push(p, NAE_STEP_EVADE_SPLIT, seat);
        }
    }
}

/* a: 1 when somebody has gone in: more do beside a garrison with a general who may have them. */
void nae_evade_split_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = defenders(p);
    NaePieces able = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        if (may_go_inside(p, set, nae_pieces_one(unit))) {
            nae_pieces_add(&able, unit);
        }
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, able)) { nae_option(list, nae_move1(NAE_M_SPLIT, unit)); }
    if (frame->a != 0) {
        nae_option(list, nae_move1(NAE_M_SPLIT, NAE_NONE));
    }
}

void nae_evade_split_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    frame->a = 1;
    go_inside(p, nae_pieces_one(nae_move_a(move))); /* at once: taking refuge needs no die [12.5] */
}

/* ---- the roll; a: stage ---- */

/* A demoralised force always does [12.5]; 43C: its forces evade Napoleon until the next Coalition action. No
 * die, and no card against it. */
static bool evades_at_once(const NaePlay *p, NaePieces set)
{
    if (nae_mostly_demoralised(p->d, p->s, set)) {
        return true;
    }
    const unsigned attacker = nae_chief(p->d, p->s, nae_marchers(p->s));
    const unsigned general = nae_chief(p->d, p->s, set);
    return attacker == NAE_FIRST_GENERAL && general != NAE_NONE && nae_is_nimble(p->s, general);
}

/* What is added to the die of those who evade, cards against them apart. */
static int modifier(const NaePlay *p, NaePieces set)
{
    const NaeMarch *m = &p->s->march;
    const unsigned attacker = nae_chief(p->d, p->s, nae_marchers(p->s));
    const unsigned general = nae_chief(p->d, p->s, set);
    const unsigned cost =
        m->from == NAE_NONE ? 0U : nae_step_cost(p->d, m->from, m->zone, p->s->action.rivers != 0);
    const bool quicker = general != NAE_NONE && attacker != NAE_NONE &&
                         nae_general(p->d, general)->initiative < nae_general(p->d, attacker)->initiative;
    return (int)nae_cavalry_superior(p->d, p->s, set, nae_marchers(p->s)) + (cost >= 2 ? 1 : 0) +
           (quicker ? 1 : 0);
}

int nae_evasion_needs(const NaePlay *p)
{
    const NaePieces set = defenders(p);
    return evades_at_once(p, set) ? 0 : p->d->table.evade - modifier(p, set);
}

static bool evasion_succeeds(NaePlay *p, NaePieces set)
{
    const NaeMarch *m = &p->s->march;
    const unsigned general = nae_chief(p->d, p->s, set);
    const int die = (int)nae_d6(p);
    const int total = die + modifier(p, set) - p->s->reaction.modifier;
    const bool success = total >= p->d->table.evade;
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, EVASION, (Seat)nae_foe(p->s), m->zone,
                 (int)(general != NAE_NONE ? general : nae_pieces_first(set)), die, total - die,
                 success ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    }
    return success;
}

void nae_evade_roll_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned seat = nae_foe(p->s);
    const NaePieces set = defenders(p);
    const bool sure = evades_at_once(p, set);
    if (frame->a == 0 && !sure) {
        frame->a = 1;
        nae_push_reaction(p, nae_other(seat), NAE_AT_EVASION);
        return;
    }
    const bool success = sure || evasion_succeeds(p, set);
    nae_pop(p);
    if (!success) {
        decline(p);
        return;
    }
    nae_push(p, NAE_STEP_EVADE_TO, seat);
}

void nae_evade_to_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeZone *zone = &p->d->zone[p->s->march.zone];
    const NaePieces set = defenders(p);
    (void)frame;
    for (unsigned i = 0; i < zone->neighbors; i++) {
        if (may_evade_to(p, set, zone->edge[i].zone)) {
            nae_option(list, nae_move1(NAE_M_EVADE_TO, zone->edge[i].zone));
        }
    }
}

void nae_evade_to_none(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p); /* nowhere to go: the force stands */
}

void nae_evade_to_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned to = nae_move_a(move);
    const unsigned side = frame->seat;
    const unsigned from = p->s->march.zone;
    const NaePieces set = nae_movable(p->d, p->s, defenders(p));
    const NaePieces friends = nae_standing(p->d, p->s, to, side);
    nae_pop(p);
    nae_note_crossing(p, set, side, from, to);
    nae_move_pieces(p, set, to, NAE_STANDING);
    nae_join(p, set, friends);
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = (uint8_t)to;
    nae_tidy_zone(p, to);
    nae_check_siege(p, from);
}
