/* foreign_war.c: wars outside the map (6.4; map 5.6): the Coalition names the units that leave, what is
 * missing is owed, and any card may end the war. */
#include <assert.h>

#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* The power that each foreign war binds, in the order of NaeWar. */
static const uint8_t POWER[NAE_WARS] = {NAE_RUSSIA, NAE_RUSSIA, NAE_BRITAIN, NAE_BRITAIN, NAE_RUSSIA};
static const uint8_t CARD[NAE_WARS] = {NAE_F(9), NAE_F(16), NAE_F(23), NAE_F(37), NAE_F(53)};

unsigned nae_foreign_war_power(unsigned war)
{
    assert(war < NAE_WARS);
    return POWER[war];
}

enum want { WANT_STEPS, WANT_GENERALS, WANT_FLEETS };

/* What a card takes of a kind: the operation's first number is steps, its second generals of Russia, fleets
 * of Britain. */
static unsigned wanted(const NaeData *d, unsigned war, enum want want)
{
    const NaeOp *op = &d->card[CARD[war]].op[0];
    assert(op->op == NAE_OP_FOREIGN_WAR);
    if (want == WANT_STEPS) {
        return (unsigned)op->value;
    }
    return (POWER[war] == NAE_RUSSIA) == (want == WANT_GENERALS) ? (unsigned)op->second : 0;
}

bool nae_can_start_war(const NaeData *d, const NaeState *s, unsigned card)
{
    assert(card < NAE_CARDS);
    const bool turks_with_coalition = nae_side_of(s, NAE_TURKEY) == NAE_COALITION;
    return d->card[card].war != NAE_NONE && (s->side[NAE_EMPIRE].flags & NAE_FOREIGN_WAR_STARTED) == 0 &&
           !(card == NAE_F(53) && turks_with_coalition);
}

/* ------------------------------------------------------------------ who goes */

static bool may_go(const NaePlay *p, unsigned unit, unsigned steps_left)
{
    return nae_on_map(p->s, unit) && !p->d->unit[unit].home_only &&
           nae_unit_steps(p->d, p->s, unit) <= steps_left && !nae_pieces_in(p->s->expeditionary, unit);
}

static NaePieces units_that_may_go(const NaePlay *p, unsigned war, unsigned steps_left)
{
    NaePieces set = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[POWER[war]].pieces, p->d->units))
    {
        if (may_go(p, unit, steps_left)) {
            nae_pieces_add(&set, unit);
        }
    }
    return set;
}

static NaePieces force_of(const NaePlay *p, unsigned piece)
{
    assert(piece < NAE_PIECES);
    const unsigned zone = p->s->place[piece];
    const unsigned side = nae_side_of_piece(p->s, piece);
    const NaePieces force = side < 2 ? nae_land(p->d, p->s, zone, side)
                                     : nae_peace_stack(p->d, p->s, zone, p->d->nation_of[piece]);
    return nae_bit(p->s, piece, NAE_INSIDE) ? nae_with(p->s, force, NAE_INSIDE)
                                            : nae_without(p->s, force, NAE_INSIDE);
}

/* From the reserve, or from a force that stays legal without him. */
static bool general_may_go(const NaePlay *p, unsigned general)
{
    if (p->s->place[general] == NAE_RESERVE) {
        return true;
    }
    if (!nae_on_map(p->s, general)) {
        return false;
    }
    const NaePieces rest =
        nae_army_part(p->s, nae_pieces_minus(force_of(p, general), nae_pieces_one(general)),
                      p->s->bits[general] & NAE_SECOND_ARMY);
    const NaePieces army = nae_pieces_and(rest, p->d->armies);
    const unsigned heir =
        nae_bit(p->s, general, NAE_COMMANDS) && !nae_pieces_empty(army)
            ? nae_senior(p->d, p->s, nae_of_nation(p->d, rest, p->d->nation_of[nae_pieces_first(army)]))
            : nae_commander(p->d, p->s, rest);
    return nae_force_fault(p->d, p->s, rest, heir) == NAE_FAULT_NONE;
}

static bool fleet_may_go(const NaePlay *p, unsigned fleet)
{
    const unsigned at = p->s->bits[fleet] & NAE_AT;
    return at != NAE_AT_SPECIAL || p->s->place[fleet] == NAE_CORSAIRS;
}

/* Which box a piece is in: the slot of land pieces; fleets, whose low bits say where they are, are British
 * alone, and the second of the two British wars has a bit of its own. */
static uint8_t box_bits(unsigned piece, unsigned war)
{
    return nae_is_fleet(piece) ? (CARD[war] == NAE_F(37) ? NAE_INSIDE : 0) : (uint8_t)war;
}

static bool in_box(const NaeState *s, unsigned piece, unsigned war)
{
    assert(piece < NAE_PIECES);
    const unsigned mask = nae_is_fleet(piece) ? (unsigned)NAE_INSIDE : (unsigned)NAE_SLOT;
    return s->place[piece] == NAE_FOREIGN_WAR && (s->bits[piece] & mask) == box_bits(piece, war) &&
           (!nae_is_fleet(piece) || POWER[war] == NAE_BRITAIN);
}

static void send(NaePlay *p, unsigned piece, unsigned war)
{
    assert(piece < NAE_PIECES);
    const unsigned zone = p->s->place[piece];
    const bool was_on_map = nae_on_map(p->s, piece) && !nae_is_fleet(piece);
    nae_put(p->s, piece, NAE_FOREIGN_WAR, true);
    p->s->bits[piece] = (uint8_t)(p->s->bits[piece] | box_bits(piece, war));
    NAE_NOTE(p->dice, TAKEN_OFF, SEAT_COALITION, (int)piece, NAE_TOLD_TO_BOX);
    if (was_on_map) {
        nae_tidy_zone(p, zone);
        nae_tidy_neutral(p, zone);
    }
}

/* Besiegers whom the war has made too few withdraw when all have gone to it [13.5], the lowest zone first. */
static void raise_sieges(NaePlay *p)
{
    for (unsigned zone = p->d->zones; zone-- > 0;) {
        if (nae_besieged(p->s, zone)) {
            nae_check_siege(p, zone);
        }
    }
}

/* ------------------------------------------------------------------ the outbreak */

/* Sweden's corps leaves with the Russians in the war of Finland (16F). */
static void send_swedes(NaePlay *p, unsigned war)
{
    if (CARD[war] != NAE_F(16) || nae_side_of(p->s, NAE_SWEDEN) != NAE_COALITION) {
        return;
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[NAE_SWEDEN].pieces, p->d->units))
    {
        if (nae_on_map(p->s, unit)) {
            send(p, unit, war);
        }
    }
}

void nae_push_foreign_war(NaePlay *p, unsigned card)
{
    assert(card < NAE_CARDS);
    const unsigned war = p->d->card[card].war;
    assert(war < NAE_WARS && CARD[war] == card);
    p->s->side[NAE_EMPIRE].flags |= NAE_FOREIGN_WAR_STARTED;
    NAE_NOTE(p->dice, FOREIGN_WAR, SEAT_FRENCH, (int)card);
    for (unsigned i = 0; i < 3; i++) { /* steps first: pushed last */
        static const enum want order[3] = {WANT_FLEETS, WANT_GENERALS, WANT_STEPS};
        NaeFrame *frame =
            nae_push(p, i == 2 ? NAE_STEP_FOREIGN_WAR_ZONE : NAE_STEP_FOREIGN_WAR_PIECE, NAE_COALITION);
        frame->a = (uint8_t)war;
        frame->b = (uint8_t)wanted(p->d, war, order[i]);
        frame->c = (uint8_t)order[i];
        frame->d = NAE_NONE;
    }
}

/* a: war, b: steps still wanted. Where the next corps comes from. */
void nae_foreign_war_zone_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->b == 0) {
        return;
    }
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(unit, units_that_may_go(p, frame->a, frame->b))
    {
        nae_zones_add(&zones, p->s->place[unit]);
    }
    NAE_EACH_ZONE(zone, zones) { nae_option(list, nae_move1(NAE_M_FOREIGN_WAR_ZONE, zone)); }
}

void nae_foreign_war_zone_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeFrame *piece = nae_push(p, NAE_STEP_FOREIGN_WAR_PIECE, NAE_COALITION);
    piece->a = frame->a;
    piece->b = frame->b;
    piece->c = WANT_STEPS;
    piece->d = (uint8_t)nae_move_a(move);
}

/* Nobody is left to send: the rest is owed (5.6). */
void nae_foreign_war_zone_none(NaePlay *p, NaeFrame *frame)
{
    p->s->war[frame->a].owed_steps = frame->b;
    nae_pop(p);
}

/* a: war, b: still wanted, c: what, d: zone of the corps. */
void nae_foreign_war_piece_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NaePieces set = nae_pieces_none();
    if (frame->b == 0) {
        return;
    }
    if (frame->c == WANT_STEPS) {
        set = nae_pieces_and(units_that_may_go(p, frame->a, frame->b), nae_at(p->d, p->s, frame->d));
        set = nae_classes(p->d, p->s, set);
    } else {
        const NaePieces kind = frame->c == WANT_GENERALS ? p->d->generals : p->d->fleets;
        NAE_EACH_PIECE(piece, nae_pieces_and(p->d->nation[POWER[frame->a]].pieces, kind))
        {
            if (frame->c == WANT_GENERALS ? general_may_go(p, piece) : fleet_may_go(p, piece)) {
                nae_pieces_add(&set, piece);
            }
        }
    }
    NAE_EACH_PIECE(piece, set) { nae_option(list, nae_move1(NAE_M_FOREIGN_WAR, piece)); }
}

void nae_foreign_war_piece_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned piece = nae_move_a(move);
    const unsigned war = frame->a;
    if (frame->c == WANT_STEPS) {
        nae_pop(p);
        NaeFrame *below = &p->s->frame[p->s->frames - 1];
        assert(below->step == NAE_STEP_FOREIGN_WAR_ZONE);
        below->b = (uint8_t)(below->b - nae_unit_steps(p->d, p->s, piece));
    } else {
        frame->b--;
    }
    send(p, piece, war);
}

void nae_foreign_war_piece_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned war = frame->a;
    const bool last = frame->c == WANT_FLEETS;
    if (last) {
        p->s->war[war].owed_fleets = frame->b;
    }
    nae_pop(p);
    if (last) {
        send_swedes(p, war);
        raise_sieges(p);
    }
}

void nae_owe_for(NaePlay *p, unsigned piece)
{
    for (unsigned war = 0; war < NAE_WARS && nae_is_unit(piece); war++) {
        if (in_box(p->s, piece, war)) {
            p->s->war[war].owed_steps =
                (uint8_t)(p->s->war[war].owed_steps + nae_unit_steps(p->d, p->s, piece));
        }
    }
}

/* ------------------------------------------------------------------ debts (7.3; map 5.6) */

/* Cheapest infantry of the power's reserve, the lowest of equals; NAE_NONE. */
static unsigned cheapest(const NaePlay *p, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    unsigned best = NAE_NONE;
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[nation].pieces, p->d->units))
    {
        const NaeUnit *u = &p->d->unit[unit];
        if (p->s->place[unit] == NAE_RESERVE && !u->home_only && u->type == NAE_INFANTRY && u->rebuildable &&
            (best == NAE_NONE || u->cost < p->d->unit[best].cost)) {
            best = unit;
        }
    }
    return best;
}

static bool pay_steps(NaePlay *p, unsigned nation, unsigned war)
{
    assert(nation < NAE_MAJORS);
    NaeWar *debt = &p->s->war[war];
    NaeMajor *m = &p->s->major[nation];
    const unsigned unit = debt->owed_steps > 0 ? cheapest(p, nation) : NAE_NONE;
    if (unit == NAE_NONE || m->resources < p->d->unit[unit].cost) {
        return false;
    }
    const NaeUnit *u = &p->d->unit[unit];
    const bool whole = u->steps == 1 || (debt->owed_steps >= 2 && m->resources >= 2 * u->cost);
    const unsigned steps = u->steps == 2 && whole ? 2 : 1;
    nae_put(p->s, unit, NAE_FOREIGN_WAR, false);
    p->s->bits[unit] = (uint8_t)(war | (whole ? 0U : (unsigned)NAE_REDUCED));
    m->resources = (int16_t)(m->resources - (int)(steps * u->cost));
    debt->owed_steps = (uint8_t)(debt->owed_steps - steps);
    return true;
}

static bool pay_fleet(NaePlay *p, unsigned nation, unsigned war)
{
    assert(nation < NAE_MAJORS);
    NaeMajor *m = &p->s->major[nation];
    if (p->s->war[war].owed_fleets == 0 || m->resources < p->d->table.fleet_cost) {
        return false;
    }
    NAE_EACH_PIECE(fleet, nae_pieces_and(p->d->nation[nation].pieces, p->d->fleets))
    {
        if (p->s->place[fleet] == NAE_RESERVE) {
            nae_put(p->s, fleet, NAE_FOREIGN_WAR, false);
            p->s->bits[fleet] = box_bits(fleet, war);
            m->resources = (int16_t)(m->resources - p->d->table.fleet_cost);
            p->s->war[war].owed_fleets--;
            return true;
        }
    }
    return false;
}

void nae_pay_foreign_wars(NaePlay *p, unsigned nation)
{
    for (unsigned war = 0; war < NAE_WARS; war++) {
        if (POWER[war] != nation || nae_card_place(p->s, CARD[war]) != NAE_CARD_BOX) {
            continue;
        }
        while (pay_steps(p, nation, war)) {
        }
        while (pay_fleet(p, nation, war)) {
        }
    }
}

/* ------------------------------------------------------------------ the end (6.4) */

static bool goes_on(const NaeState *s, unsigned war) { return nae_card_place(s, CARD[war]) == NAE_CARD_BOX; }

bool nae_can_end_war(const NaeData *d, const NaeState *s, unsigned card)
{
    (void)d;
    if (nae_card_side(card) != NAE_COALITION) {
        return false;
    }
    for (unsigned war = 0; war < NAE_WARS; war++) {
        if (goes_on(s, war)) {
            return true;
        }
    }
    return false;
}

void nae_push_end_war(NaePlay *p, unsigned card)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_END_WAR, NAE_COALITION);
    frame->a = (uint8_t)nae_card_value(p->d, p->s, card);
    NAE_NOTE(p->dice, CARD_PLAYED, SEAT_COALITION, (int)card, NAE_TOLD_TO_END_WAR);
    nae_card_used(p, card, false);
}

/* a: value of the card played. Which war. */
void nae_end_war_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    for (unsigned war = 0; war < NAE_WARS; war++) {
        if (goes_on(p->s, war)) {
            nae_option(list, nae_move1(NAE_M_TARGET_CARD, CARD[war]));
        }
    }
}

/* What was in the box returns in the next budget, generals to the reserve then. */
static void end_war(NaePlay *p, unsigned war)
{
    nae_put_card(p->s, CARD[war], NAE_CARD_REMOVED);
    p->s->war[war] = (NaeWar){0, 0};
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        if (in_box(p->s, piece, war)) {
            nae_put(p->s, piece, NAE_REINFORCEMENT, nae_is_unit(piece));
        }
    }
}

void nae_end_war_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = nae_move_a(move);
    const unsigned value = frame->a;
    const unsigned die = nae_d6(p);
    const bool ends = die + value >= p->d->table.war_end;
    nae_pop(p);
    NAE_NOTE(p->dice, FOREIGN_WAR_ROLL, SEAT_COALITION, (int)card, (int)die, (int)value,
             ends ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    if (ends) {
        end_war(p, p->d->card[card].war);
    }
}
