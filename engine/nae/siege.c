/* siege.c: sieges laid, attacked and raised; fortresses taken, destroyed and made active again [15], map 13.
 */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/rules.h"

enum { LANDED = 1 }; /* NaeSiegeContext.flags: a landing force attacks: too few are not driven off */

/* ---- laying siege [15.2] ---- */

static bool enemy_fortress(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_fortress_side(d, s, zone) == nae_other(side);
}

/* Loss steps, those of special units included, at least double the fortress [15.2]. */
static bool enough(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces set = nae_field(d, s, zone, side);
    return nae_steps(d, s, set) + nae_pieces_count(nae_pieces_and(set, d->specials)) >=
           2 * nae_fortress_level(d, s, zone);
}

/* Who attacks: the force that acts there, else all besiegers. */
static NaePieces attackers(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return s->march.side == side && s->march.zone == zone ? nae_marchers(s) : nae_field(d, s, zone, side);
}

bool nae_can_besiege(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return enemy_fortress(d, s, zone, side) && !nae_besieged(s, zone) &&
           !nae_field_units(d, s, zone, nae_other(side)) && enough(d, s, zone, side);
}

/* Besiegers trace from where they came when the siege begins with their march, else as they stand [13.2]. */
static bool besiegers_supplied(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces set = attackers(d, s, zone, side);
    const NaeMarch *m = &s->march;
    const bool marching = m->side == side && m->zone == zone;
    if (!nae_has_units(d, set)) {
        return false;
    }
    if (marching && (m->flags & NAE_MARCH_SUPPLIED) != 0) {
        return true;
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        if (nae_is_cut(s, unit)) {
            return false; /* 48C */
        }
    }
    return nae_is_supplied(d, s, set, zone, marching && m->from < NAE_ZONES ? m->from : NAE_NONE);
}

bool nae_can_attack_siege(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_besieged(s, zone) && enemy_fortress(d, s, zone, side) && enough(d, s, zone, side) &&
           !nae_field_units(d, s, zone, nae_other(side)) && besiegers_supplied(d, s, zone, side);
}

bool nae_may_attack_free(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_can_attack_siege(d, s, zone, side) ||
           (nae_can_besiege(d, s, zone, side) && besiegers_supplied(d, s, zone, side));
}

static void note_siege(NaePlay *p, unsigned zone, unsigned side)
{
    NAE_NOTE(p->dice, SIEGE, (Seat)side, (int)zone, (int)nae_siege_marker(p->s, zone));
}

/* 1805: with Mantua and Ulm besieged by Austrians, or taken, the other forces of the Coalition are free,
 * however long the sieges last [20.1]. */
static void free_coalition(NaePlay *p)
{
    const unsigned fortresses[2] = {p->d->place.mantoue, p->d->place.ulm};
    bool done = (p->s->flags & NAE_AUSTRIA_ONLY) != 0;
    for (unsigned i = 0; i < 2 && done; i++) {
        const unsigned zone = fortresses[i];
        const NaePieces units = nae_pieces_and(nae_field(p->d, p->s, zone, NAE_COALITION), p->d->units);
        const bool austrian = !nae_pieces_empty(nae_of_nation(p->d, units, NAE_AUSTRIA));
        done = (nae_besieged(p->s, zone) && austrian) || nae_marker(p->s, zone) == NAE_COALITION;
    }
    if (done) {
        p->s->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    }
}

void nae_lay_siege(NaePlay *p, unsigned zone)
{
    const unsigned defender = nae_fortress_side(p->d, p->s, zone);
    assert(defender < 2 && !nae_besieged(p->s, zone));
    nae_set_siege(p->s, zone, true, 0);
    note_siege(p, zone, nae_other(defender));
    free_coalition(p);
}

/* ---- an attack [15.4] ---- */

void nae_push_siege_attack(NaePlay *p, unsigned zone, unsigned side, int bonus)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_SIEGE_ATTACK, SEAT_NONE);
    frame->a = (uint8_t)zone;
    frame->b = (uint8_t)side;
    frame->c = (uint8_t)(int8_t)bonus;
}

static int siege_modifier(const NaeData *d, const NaeState *s, unsigned zone, unsigned side, int bonus)
{
    const NaePieces set = attackers(d, s, zone, side);
    const NaePieces leaders = nae_with(s, nae_pieces_and(set, d->generals), NAE_COMMANDS);
    const NaePieces units = nae_pieces_and(set, d->units);
    const unsigned general = nae_pieces_count(leaders) < 2 ? nae_pieces_first(leaders)
                                                           : nae_senior(d, s, nae_pieces_or(leaders, units));
    int modifier =
        (nae_besieged(s, zone) ? (int)nae_siege_marker(s, zone) : 0) + bonus; /* one being laid: 0 */
    modifier += general == NAE_NONE ? 0 : nae_general(d, general)->attack;
    modifier += nae_has_army(d, set) ? d->table.siege_army : 0;
    return nae_fortress_level(d, s, zone) >= 2 ? modifier + d->table.siege_citadel : modifier;
}

enum result { REPULSED, STABLE, HONOURS, BREACH };

static enum result result_of(const NaeData *d, int net)
{
    return net <= d->table.siege_row[0]   ? REPULSED
           : net <= d->table.siege_row[1] ? STABLE
           : net <= d->table.siege_row[2] ? HONOURS
                                          : BREACH;
}

void nae_siege_dice(const NaeData *d, const NaeState *s, unsigned zone, unsigned side, int bonus, int *takes,
                    int *repulsed)
{
    const int modifier = siege_modifier(d, s, zone, side, bonus);
    *takes = d->table.siege_row[1] + 1 - modifier;
    *repulsed = d->table.siege_row[0] - modifier;
}

/* The garrison: with honours it comes back in the next budget; a breach is its end [15.4]. */
static void garrison_falls(NaePlay *p, unsigned zone, unsigned side, bool honours)
{
    NAE_EACH_PIECE(piece, nae_garrison(p->d, p->s, zone, side))
    {
        const bool returns = honours && !nae_is_army(piece);
        NAE_NOTE(p->dice, TAKEN_OFF, (Seat)side, (int)piece,
                 returns ? NAE_TOLD_TO_RETURN : NAE_TOLD_TO_RESERVE);
        if (returns) {
            nae_put(p->s, piece, NAE_REINFORCEMENT, nae_is_unit(piece));
        } else {
            nae_destroy(p, piece);
        }
    }
}

/* Takes the fortress: destroyed, marked, its port left by the enemy; the conqueror may make it active [15.5].
 */
static void capture(NaePlay *p, unsigned zone, unsigned side, bool honours)
{
    garrison_falls(p, zone, nae_other(side), honours);
    if (p->s->march.side == side && p->s->march.zone == zone) {
        p->s->march.flags &= (uint16_t)~NAE_MARCH_ENDED; /* nothing stops the force here any more [8.4] */
    }
    nae_set_siege(p->s, zone, false, 0);
    nae_set_fort_state(p->s, zone, NAE_FORT_DESTROYED);
    NAE_NOTE(p->dice, FORTRESS, (Seat)side, (int)zone, NAE_TOLD_DESTROYED);
    NaeFrame *frame = nae_push(p, NAE_STEP_REACTIVATE, side);
    frame->a = (uint8_t)zone;
    frame->b = (uint8_t)side;
    nae_mark_control(p, zone, side);
}

static void not_taken(NaePlay *p, unsigned zone, unsigned side, bool repulsed)
{
    enum { HIGHEST = 3 };
    const unsigned marker = nae_siege_marker(p->s, zone);
    nae_set_siege(p->s, zone, true, marker < HIGHEST ? marker + 1 : HIGHEST);
    note_siege(p, zone, side);
    if (repulsed) {
        NaeFrame *frame = nae_push(p, NAE_STEP_SIEGE_LOSS, side);
        frame->a = (uint8_t)zone;
        frame->b = (uint8_t)side;
    }
}

void nae_siege_attack_run(NaePlay *p, NaeFrame *frame)
{
    static const int TOLD[] = {NAE_TOLD_REPULSED, NAE_TOLD_STABLE, NAE_TOLD_HONOURS, NAE_TOLD_BREACH};
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    const int bonus = (int8_t)frame->c;
    nae_pop(p);
    if (!nae_besieged(p->s, zone) || !enemy_fortress(p->d, p->s, zone, side) ||
        !nae_field_units(p->d, p->s, zone, side)) {
        return; /* raised before its turn came: landings announce two attempts */
    }
    if ((p->s->siege.flags & LANDED) ==
        0) { /* the attack is a check of supply [13.1]: it is made in supply only */
        NAE_EACH_PIECE(piece, attackers(p->d, p->s, zone, side))
        {
            nae_clear_bit(p->s, piece, NAE_UNSUPPLIED);
        }
    }
    const int modifier = siege_modifier(p->d, p->s, zone, side, bonus);
    const int die = (int)nae_d6(p);
    const enum result result = result_of(p->d, die + modifier);
    NAE_NOTE(p->dice, SIEGE_ROLL, (Seat)side, (int)zone, die, modifier, TOLD[result]);
    if (result >= HONOURS) {
        capture(p, zone, side, result == HONOURS);
    } else {
        not_taken(p, zone, side, result == REPULSED);
    }
}

void nae_siege_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces steps =
        nae_pieces_and(attackers(p->d, p->s, frame->a, frame->b), nae_pieces_or(p->d->units, p->d->specials));
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, steps))
    {
        nae_option(list, nae_move1(NAE_M_SIEGE_LOSS, piece));
    }
}

void nae_siege_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned unit = nae_move_a(move);
    nae_pop(p);
    nae_lose_step(p, unit);
    nae_note_loss(p, unit, zone, NAE_TOLD_BY_SIEGE);
    nae_check_siege(p, zone);
    nae_tidy_zone(p, zone);
}

/* ---- raising a siege [15.3] ---- */

void nae_check_siege(NaePlay *p, unsigned zone)
{
    NaeState *s = p->s;
    if (!nae_besieged(s, zone) || (nae_in_battle(s) && s->battle.zone == zone)) {
        return; /* in a battle before the fortress the siege waits for its end: the beaten retreat as such */
    }
    const unsigned defender = nae_fortress_side(p->d, s, zone);
    const unsigned side = defender < 2 ? nae_other(defender) : NAE_NOBODY;
    const bool landing = (s->siege.flags & LANDED) != 0 && s->siege.zone == zone;
    if (side < 2 && (landing ? nae_field_units(p->d, s, zone, side) : enough(p->d, s, zone, side))) {
        return;
    }
    nae_set_siege(s, zone, false, 0);
    nae_walk_supply_anew(p); /* a fortress that is free bars lines again (10.3) */
    NAE_NOTE(p->dice, SIEGE_LIFTED, SEAT_NONE, (int)zone);
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = (uint8_t)zone; /* the garrison comes out [13.5b] */
    if (side < 2 && nae_field_units(p->d, s, zone, side) && !landing) {
        nae_push_retreat(p, zone, side, false);
    }
}

/* ---- fortresses in use again [15.5] ---- */

void nae_reactivate(NaePlay *p, unsigned zone, unsigned side)
{
    const unsigned state =
        nae_side_of_zone(p->s, zone) == side ? (unsigned)NAE_FORT_OWNER : NAE_FORT_EMPIRE + side;
    assert(side < 2 && p->d->zone[zone].fortress > 0);
    nae_set_fort_state(p->s, zone, state);
    NAE_NOTE(p->dice, FORTRESS, (Seat)side, (int)zone,
             side == NAE_EMPIRE ? NAE_TOLD_ACTIVE_EMPIRE : NAE_TOLD_ACTIVE_COALITION);
}

/* Who may give a step or a depot for a fortress: the conqueror's field force there. */
static NaePieces givers(const NaePlay *p, const NaeFrame *frame)
{
    return nae_field(p->d, p->s, frame->a, frame->b);
}

/* A test of attrition that the march still owes comes before any step is detached [13.6.1], map 11.1. */
static bool test_pending(const NaeState *s, unsigned zone, unsigned side)
{
    const NaeMarch *m = &s->march;
    const bool forced = m->forced > 0 && (m->flags & NAE_MARCH_FREE_FORCED) == 0;
    return m->side == side && m->zone == zone && (m->flags & NAE_MARCH_ATTRITION_DONE) == 0 &&
           (forced || (m->flags & NAE_MARCH_UNSUPPLIED) != 0);
}

void nae_reactivate_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = givers(p, frame);
    const bool pending = frame->c == 0 && test_pending(p->s, frame->a, frame->b);
    const bool barred = frame->b == NAE_EMPIRE && (p->s->zone_bits[frame->a] & NAE_NO_REBUILD) != 0;
    if (nae_fort_state(p->s, frame->a) != NAE_FORT_DESTROYED || barred || !nae_has_units(p->d, set)) {
        return;
    }
    nae_option(list, nae_move1(NAE_M_REACTIVATE, NAE_W_NO));
    if (frame->c == 0 && nae_pieces_meet(set, p->d->depots)) {
        nae_option(list, nae_move1(NAE_M_REACTIVATE, NAE_W_DEPOT));
    }
    if (pending) {
        nae_option(list, nae_move1(NAE_M_REACTIVATE, NAE_W_LATER));
        return;
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, nae_pieces_and(set, p->d->units)))
    {
        nae_option(list, nae_move1(NAE_M_REACTIVATE_UNIT, unit));
    }
}

static void give_step(NaePlay *p, unsigned zone, unsigned side, unsigned unit)
{
    nae_reactivate(p, zone, side);
    nae_lose_step(p, unit);
    nae_note_loss(p, unit, zone, NAE_TOLD_BY_GARRISON);
    nae_tidy_zone(p, zone);
}

void nae_reactivate_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_REACTIVATE_UNIT) {
        give_step(p, zone, side, nae_move_a(move));
    } else if (nae_move_a(move) == NAE_W_DEPOT) {
        NaeFrame *which = nae_push(p, NAE_STEP_WHICH_DEPOT, side);
        which->a = (uint8_t)zone;
        which->b = (uint8_t)side;
    } else if (nae_move_a(move) == NAE_W_LATER) {
        p->s->siege.later = (uint8_t)(zone + 1);
    }
}

void nae_which_depot_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces depots = nae_pieces_and(givers(p, frame), p->d->depots);
    NAE_EACH_PIECE(depot, nae_classes(p->d, p->s, depots))
    {
        nae_option(list, nae_move1(NAE_M_WHICH_DEPOT, depot));
    }
}

void nae_which_depot_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    nae_pop(p);
    nae_destroy(p, nae_move_a(move));
    nae_reactivate(p, zone, side);
}

void nae_push_later_reactivation(NaePlay *p)
{
    const unsigned later = p->s->siege.later;
    const unsigned side = p->s->march.side;
    p->s->siege.later = 0;
    if (later == 0 || side > 1) {
        return;
    }
    NaeFrame *frame = nae_push(p, NAE_STEP_REACTIVATE, side);
    frame->a = (uint8_t)(later - 1);
    frame->b = (uint8_t)side;
    frame->c = 1;
}

/* ---- control [4, 8.6] ---- */

/* Mobile depots alone in a zone that the enemy controls are lost [8.7]. */
static void lose_lone_depots(NaePlay *p, unsigned zone, unsigned side)
{
    const NaePieces field = nae_field(p->d, p->s, zone, side);
    if (!nae_has_units(p->d, field)) {
        NAE_EACH_PIECE(depot, nae_without(p->s, nae_pieces_and(field, p->d->depots), NAE_FIXED))
        {
            nae_destroy(p, depot);
        }
    }
}

void nae_mark_control(NaePlay *p, unsigned zone, unsigned side)
{
    const bool own = nae_side_of_zone(p->s, zone) == side;
    const unsigned before = nae_holder(p->s, zone);
    assert(side < 2);
    nae_set_marker(p->s, zone, own ? NAE_NOBODY : side);
    NAE_NOTE(p->dice, CONTROL, (Seat)side, (int)zone,
             own                  ? NAE_TOLD_CONTROL_NONE
             : side == NAE_EMPIRE ? NAE_TOLD_CONTROL_EMPIRE
                                  : NAE_TOLD_CONTROL_COALITION);
    free_coalition(p);
    lose_lone_depots(p, zone, nae_other(side));
    const bool served = nae_fortress_side(p->d, p->s, zone) == nae_other(side); /* still theirs [17.2.1] */
    if (before != side && nae_zone_is(p->d, zone, NAE_ZONE_PORT) && !served) {
        nae_push_flee(p, zone, nae_other(side));
    }
}

/* Changes hands without a siege won: the beaten garrison goes with honours before enemies, else stands in the
 * field [17.2 of the map]. */
void nae_fortress_to(NaePlay *p, unsigned zone, unsigned side)
{
    const unsigned enemy = nae_other(side);
    assert(side < 2);
    nae_set_siege(p->s, zone, false, 0);
    if (nae_field_units(p->d, p->s, zone, side)) {
        garrison_falls(p, zone, enemy, true);
    } else {
        const NaePieces inside = nae_garrison(p->d, p->s, zone, enemy);
        const NaePieces there = nae_standing(p->d, p->s, zone, enemy);
        nae_remark(p->s, inside, NAE_INSIDE, 0);
        if (!nae_pieces_empty(inside)) {
            nae_join(p, inside, there);
            nae_tidy_zone(p, zone);
        }
    }
    if (p->d->zone[zone].fortress > 0) {
        nae_reactivate(p, zone, side);
    }
}
