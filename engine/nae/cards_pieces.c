/* cards_pieces.c: events that put pieces on the map or take them (map 21 deploy, place_steps, minor_steps,
 * take_corps, lose_step). */
#include <assert.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* ------------------------------------------------------------------ a piece to a zone */

/* a: card, b: piece, c: bits it gets, d: zone prescribed. */
void nae_card_place_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->b == NAE_NONE || p->s->place[frame->b] == NAE_OUT || nae_on_map(p->s, frame->b)) {
        return;
    }
    NAE_EACH_ZONE(zone, nae_card_places(p, frame->a, frame->b))
    {
        if (frame->d == NAE_NONE || frame->d == zone) {
            nae_option(list, nae_move1(NAE_M_PLACE, zone));
        }
    }
}

/* A special unit joins the army that its card names; of two together that may take it, the first. */
static void place_special(NaePlay *p, unsigned card, unsigned special, unsigned zone)
{
    const NaePieces armies = nae_pieces_and(nae_armies_for_special(p, card, special), nae_all_at(p->s, zone));
    const NaePieces first = nae_army_part(p->s, armies, 0);
    nae_join_piece(p, special, nae_pieces_first(nae_pieces_empty(first) ? armies : first));
}

/* A unit comes with its steps: which of two armies has room for it hangs on them. */
static void place_with(NaePlay *p, unsigned piece, unsigned zone, unsigned bits)
{
    if (nae_is_unit(piece)) {
        p->s->bits[piece] = (uint8_t)(bits & NAE_REDUCED);
    }
    nae_place_piece(p, piece, zone);
    nae_set_bit(p->s, piece, bits);
}

void nae_card_place_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    const unsigned piece = frame->b;
    const unsigned bits = frame->c;
    const unsigned zone = nae_move_a(move);
    nae_pop(p);
    if (card == NAE_C(38)) {
        nae_join_piece(p, piece, nae_swedish_corps(p->d));
    } else if (nae_is_special(piece)) {
        place_special(p, card, piece, zone);
    } else {
        place_with(p, piece, zone, bits);
    }
    NAE_NOTE(p->dice, PLACED, (Seat)nae_card_side(card), (int)piece, (int)zone);
    if (card == NAE_C(38)) {
        nae_bernadotte_leaves(p);
    }
}

/* Without a place a piece that the event has freed waits in the reserve. */
void nae_card_place_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned piece = frame->b;
    const unsigned card = frame->a;
    nae_pop(p);
    if (piece != NAE_NONE && p->s->place[piece] == NAE_LATER) {
        nae_put(p->s, piece, NAE_RESERVE, false);
    }
    if (card == NAE_C(38)) {
        nae_bernadotte_leaves(p);
    }
}

/* ------------------------------------------------------------------ corps of the reserve: 27F, 39F, 3C */

static NaePieces corps_to_place(const NaePlay *p, unsigned card)
{
    if (card != NAE_C(3)) {
        return nae_levy(p->d, p->s);
    }
    NaePieces out = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[NAE_AUSTRIA].pieces, p->d->units))
    {
        if (p->s->place[unit] == NAE_RESERVE) {
            nae_pieces_add(&out, unit);
        }
    }
    return out;
}

/* a: card, b: corps left, c: zone prescribed. */
void nae_place_unit_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->b == 0) {
        return;
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, corps_to_place(p, frame->a)))
    {
        const NaeZones zones = nae_card_places(p, frame->a, unit);
        if (frame->c == NAE_NONE ? !nae_zones_empty(zones) : nae_zones_in(zones, frame->c)) {
            nae_option(list, nae_move1(NAE_M_PLACE_UNIT, unit));
        }
    }
}

/* The corps of 27F go to one zone all; French levies come on their reduced side. */
void nae_place_unit_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    frame->b--;
    if (frame->a == NAE_F(27) && frame->c != NAE_NONE) {
        place_with(p, nae_move_a(move), frame->c, NAE_REDUCED);
        return;
    }
    const unsigned card = frame->a;
    NaeFrame *place = nae_push(p, card == NAE_F(27) ? NAE_STEP_LEVY_PLACE : NAE_STEP_CARD_PLACE, frame->seat);
    place->a = (uint8_t)card;
    place->b = (uint8_t)nae_move_a(move);
    place->c = card == NAE_C(3) ? 0 : NAE_REDUCED;
    place->d = NAE_NONE;
}

/* The first corps of 27F: its zone is that of the second. */
void nae_levy_place_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    nae_card_place_options(p, frame, list);
}

void nae_levy_place_none(NaePlay *p, NaeFrame *frame) { nae_card_place_none(p, frame); }

void nae_levy_place_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    nae_card_place_choose(p, frame, move);
    NaeFrame *below = &p->s->frame[p->s->frames - 1];
    assert(below->step == NAE_STEP_PLACE_UNIT);
    below->c = (uint8_t)nae_move_a(move);
}

/* ------------------------------------------------------------------ free steps: 38F, 26C */

/* a: card, b: steps left, c: nation. */
void nae_card_step_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->b == 0) {
        return;
    }
    NAE_EACH_PIECE(unit, nae_minor_step_units(p, frame->c))
    {
        nae_option(list, nae_move1(NAE_M_MINOR_STEP, unit));
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_MINOR_STEP, NAE_NONE));
    }
}

void nae_card_step_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    if (unit == NAE_NONE) {
        nae_pop(p);
        return;
    }
    frame->b--;
    if (nae_on_map(p->s, unit)) {
        nae_note_step_gained(p, unit, p->s->place[unit]);
        nae_clear_bit(p->s, unit, NAE_REDUCED);
        return;
    }
    const unsigned card = frame->a;
    NaeFrame *place = nae_push(p, NAE_STEP_CARD_PLACE, frame->seat);
    place->a = (uint8_t)card;
    place->b = (uint8_t)unit;
    place->c = p->d->unit[unit].steps == 2 ? NAE_REDUCED : 0;
    place->d = NAE_NONE;
}

/* ------------------------------------------------------------------ the Spanish people: 22C, 34C */

/* 22C: fortresses, then cities, that the Empire does not hold, where the unit fits and no other of the event
 * stands. */
static bool takes_riser(const NaePlay *p, unsigned unit, unsigned zone, bool fortresses)
{
    const bool fortress = p->d->zone[zone].fortress > 0 && nae_fort_state(p->s, zone) != NAE_FORT_DESTROYED;
    const bool friends = nae_has_units(p->d, nae_standing(p->d, p->s, zone, NAE_COALITION));
    const NaeGrounds place = {friends ? nae_zones_none() : nae_zones_one(zone),
                              friends ? nae_zones_one(zone) : nae_zones_none(),
                              nae_standers(p->d, p->s, p->d->nation_of[unit])};
    NaePieces risen = p->s->handled;
    for (unsigned other; (other = nae_pieces_take(&risen)) != NAE_NONE;) {
        if (p->s->place[other] == zone) {
            return false;
        }
    }
    return (fortresses ? fortress : nae_zone_is(p->d, zone, NAE_ZONE_CITY)) && !nae_besieged(p->s, zone) &&
           nae_holder(p->s, zone) != NAE_EMPIRE &&
           !nae_has_units(p->d, nae_land(p->d, p->s, zone, NAE_EMPIRE)) &&
           nae_unit_has_place(p, unit, 1, &place);
}

/* Spanish zones for a unit; 34C: those without any unit. */
static NaeZones rising_zones(const NaePlay *p, unsigned card, unsigned unit, bool fortresses)
{
    NaeZones zones = nae_zones_none();
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (p->s->owner[zone] == NAE_SPAIN &&
            (card == NAE_C(34) ? !nae_has_units(p->d, nae_at(p->d, p->s, zone))
                               : takes_riser(p, unit, zone, fortresses))) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

/* a: card, b: unit. */
void nae_card_deploy_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (nae_on_map(p->s, frame->b) || p->s->place[frame->b] == NAE_OUT) {
        return;
    }
    NaeZones zones = rising_zones(p, frame->a, frame->b, true);
    if (nae_zones_empty(zones)) {
        zones = rising_zones(p, frame->a, frame->b, false);
    }
    NAE_EACH_ZONE(zone, zones) { nae_option(list, nae_move2(NAE_M_DEPLOY, frame->b, zone)); }
}

void nae_card_deploy_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    if (frame->a == NAE_C(22)) {
        nae_pieces_add(&p->s->handled, unit);
    }
    nae_pop(p);
    place_with(p, unit, nae_move_b(move), p->d->unit[unit].steps == 2 ? NAE_REDUCED : 0U);
    NAE_NOTE(p->dice, PLACED, SEAT_COALITION, (int)unit, (int)nae_move_b(move));
}

void nae_card_deploy_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned unit = frame->b;
    nae_pop(p);
    if (p->s->place[unit] == NAE_LATER) {
        nae_put(p->s, unit, NAE_RESERVE, false);
    }
}

/* ------------------------------------------------------------------ the expeditionary corps: 40F */

static NaeFrame *below(NaePlay *p, enum nae_step step)
{
    NaeFrame *frame = &p->s->frame[p->s->frames - 1];
    assert(frame->step == step);
    (void)step;
    return frame;
}

/* b: corps left, c: power. */
void nae_take_corps_zone_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->b == 0) {
        return;
    }
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_expeditionary_corps(p->d, p->s, frame->c))
    {
        nae_zones_add(&zones, p->s->place[unit]);
    }
    NAE_EACH_ZONE(zone, zones) { nae_option(list, nae_move1(NAE_M_TAKE_CORPS_ZONE, zone)); }
    const unsigned most = (unsigned)p->d->card[NAE_F(40)].op[0].value;
    if (frame->b < most && list->count > 0) {
        nae_option(list, nae_move1(NAE_M_TAKE_CORPS, NAE_NONE));
    }
}

void nae_take_corps_zone_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_kind(move) == NAE_M_TAKE_CORPS) {
        frame->b = 0;
        return;
    }
    const unsigned power = frame->c;
    NaeFrame *unit = nae_push(p, NAE_STEP_TAKE_CORPS, NAE_EMPIRE);
    unit->a = (uint8_t)nae_move_a(move);
    unit->c = (uint8_t)power;
}

/* All corps are named: a general goes with them. */
void nae_take_corps_zone_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = frame->c;
    nae_become(p, NAE_STEP_TAKE_GENERAL, NAE_EMPIRE)->c = (uint8_t)power;
}

/* a: zone, c: power. */
void nae_take_corps_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces corps =
        nae_pieces_and(nae_expeditionary_corps(p->d, p->s, frame->c), nae_at(p->d, p->s, frame->a));
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, corps))
    {
        nae_option(list, nae_move1(NAE_M_TAKE_CORPS, unit));
    }
}

static void take(NaePlay *p, unsigned piece)
{
    assert(piece < NAE_PIECES);
    nae_pieces_add(&p->s->expeditionary, piece);
    nae_pieces_add(&p->s->handled, piece); /* taken by this event: settle_expedition */
    p->s->bits[piece] = (uint8_t)(p->s->bits[piece] & (NAE_REDUCED | NAE_DEMORALISED | NAE_UNSUPPLIED));
    nae_recompute_owned(p->d, p->s);
}

void nae_take_corps_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    (void)frame;
    nae_pop(p);
    NaeFrame *zone = below(p, NAE_STEP_TAKE_CORPS_ZONE);
    zone->b--;
    take(p, unit);
}

/* Zone of the first corps taken of a power; NAE_NONE. */
static unsigned zone_of_expedition(const NaePlay *p, unsigned power)
{
    assert(power < NAE_NATIONS);
    const unsigned unit = nae_pieces_first(
        nae_pieces_and(nae_pieces_and(p->s->expeditionary, p->d->units), p->d->nation[power].pieces));
    return unit == NAE_NONE ? (unsigned)NAE_NONE : p->s->place[unit];
}

/* c: power. A general of its reserve, or one who stands with the corps taken and leaves no force without a
 * general. */
void nae_take_general_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->c == NAE_NONE) {
        return;
    }
    const unsigned zone = zone_of_expedition(p, frame->c);
    NAE_EACH_PIECE(general, nae_pieces_and(p->d->nation[frame->c].pieces, p->d->generals))
    {
        NaePieces force =
            nae_pieces_and(nae_pieces_and(p->s->expeditionary, nae_at(p->d, p->s, zone)), p->d->land);
        nae_pieces_add(&force, general);
        const bool here = p->s->place[general] == zone && !nae_bit(p->s, general, NAE_COMMANDS);
        if (!nae_pieces_in(p->s->expeditionary, general) && (p->s->place[general] == NAE_RESERVE || here) &&
            nae_force_fault(p->d, p->s, force, general) == NAE_FAULT_NONE) { /* under him */
            nae_option(list, nae_move1(NAE_M_TAKE_GENERAL, general));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_TAKE_GENERAL, NAE_NONE));
    }
}

/* Who is taken makes one force with the Empire's that stands there, as units do that join a side
 * [7.2, 14.9.3]; the lowest zone is asked about first. */
static void settle_expedition(NaePlay *p)
{
    const NaePieces taken = p->s->handled;
    p->s->handled = nae_pieces_none();
    for (unsigned zone = p->d->zones; zone-- > 0;) {
        const NaePieces own = nae_pieces_and(taken, nae_at(p->d, p->s, zone));
        const NaePieces others = nae_pieces_minus(nae_standing(p->d, p->s, zone, NAE_EMPIRE), own);
        if (nae_pieces_empty(own)) {
            continue;
        }
        nae_settle_command(p, own);
        nae_join(p, own, others);
        nae_tidy_zone(p, zone);
        nae_tidy_neutral(p, zone); /* what they left behind */
    }
}

void nae_take_general_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned power = frame->c;
    const unsigned general = nae_move_a(move);
    nae_pop(p);
    if (general != NAE_NONE) {
        p->s->place[general] = (uint8_t)zone_of_expedition(p, power);
        take(p, general);
    }
    settle_expedition(p);
}

void nae_take_general_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = frame->c;
    nae_pop(p);
    if (power != NAE_NONE) {
        settle_expedition(p);
    }
}

/* ------------------------------------------------------------------ a step lost in Italy: 51C */

void nae_lose_step_zone_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (nae_zones_in(p->d->italian, zone) &&
            nae_has_units(p->d, nae_land(p->d, p->s, zone, NAE_EMPIRE))) {
            nae_option(list, nae_move1(NAE_M_LOSE_STEP_ZONE, zone));
        }
    }
}

void nae_lose_step_zone_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_become(p, NAE_STEP_CARD_LOSS, NAE_EMPIRE)->a = (uint8_t)nae_move_a(move);
}

/* a: zone. */
void nae_card_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces units = nae_pieces_and(nae_land(p->d, p->s, frame->a, NAE_EMPIRE), p->d->units);
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, units))
    {
        nae_option(list, nae_move1(NAE_M_LOSE_STEP, unit));
    }
}

void nae_card_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    nae_pop(p);
    nae_lose_step(p, nae_move_a(move));
    nae_note_loss(p, nae_move_a(move), zone, NAE_TOLD_BY_CARD);
    nae_tidy_zone(p, zone);
    nae_check_siege(p, zone);
}
