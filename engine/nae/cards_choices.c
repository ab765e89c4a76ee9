/* cards_choices.c: events that offer ways or name a nation, zone or piece (map 21, 28 choice and target). */
#include <assert.h>

#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* ------------------------------------------------------------------ ways: 7F, 3C, 13C */

enum { HOLY_EMPIRE_CORPS = 3, HOLY_EMPIRE_RESOURCES = 6, GODOY = 4, CITY = 6, CITY_WITH_CARD = 3 };

static bool austrian_corps_wait(const NaePlay *p)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[NAE_AUSTRIA].pieces, p->d->units))
    {
        if (p->s->place[unit] == NAE_RESERVE && !nae_zones_empty(nae_card_places(p, NAE_C(3), unit))) {
            return true;
        }
    }
    return false;
}

/* 3C(a) asks for a war of Austria with Turkey. */
static bool austria_fights_turkey(const NaeState *s)
{
    const unsigned austria = nae_side_of(s, NAE_AUSTRIA);
    return austria < 2 && nae_side_of(s, NAE_TURKEY) == nae_other(austria);
}

/* a: card. */
void nae_choice_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    switch (frame->a) {
    case NAE_F(7):
        nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_TRANSFER));
        nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_RESOURCES));
        break;
    case NAE_C(3):
        if (austria_fights_turkey(p->s) && austrian_corps_wait(p)) {
            nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_DEPLOY));
        }
        if (nae_may_reform(p->d, p->s, NAE_AUSTRIA, true) || nae_may_reform(p->d, p->s, NAE_PRUSSIA, true)) {
            nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_REFORM));
        }
        nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_RESOURCES));
        break;
    default:
        assert(frame->a == NAE_C(13));
        nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_RESOURCES_6));
        nae_option(list, nae_move1(NAE_M_CHOICE, NAE_W_RESOURCES_3_AND_CARD));
        break;
    }
}

/* Option grenadiers_on_3c: the grenadiers appear at once in a reinforcement zone (7.3.8). */
static void call_grenadiers(NaePlay *p)
{
    const unsigned corps = nae_named_piece(p->d, "au_grenadiers");
    if (p->d->option.grenadiers_on_3c &&
        (p->s->place[corps] == NAE_LATER || p->s->place[corps] == NAE_RESERVE)) {
        NaeFrame *frame = nae_push(p, NAE_STEP_CARD_PLACE, NAE_COALITION);
        frame->a = NAE_C(3);
        frame->b = (uint8_t)corps;
        frame->d = NAE_NONE;
    }
}

static void holy_empire(NaePlay *p, unsigned word)
{
    if (word == NAE_W_DEPLOY) {
        NaeFrame *frame = nae_push(p, NAE_STEP_PLACE_UNIT, NAE_COALITION);
        frame->a = NAE_C(3);
        frame->b = HOLY_EMPIRE_CORPS;
        frame->c = NAE_NONE;
    } else if (word == NAE_W_REFORM) {
        for (unsigned power = 0; power < NAE_MAJORS; power++) {
            if (nae_may_reform(p->d, p->s, power, true)) {
                nae_reform(p, power);
            }
        }
    } else { /* always the next budget: if played in one, its income passes them over */
        nae_add_resources(p, NAE_AUSTRIA, HOLY_EMPIRE_RESOURCES);
        if (p->s->phase == NAE_PHASE_BUDGET) {
            nae_add_modifier(p, NAE_C(3), NAE_AUSTRIA, HOLY_EMPIRE_RESOURCES, 1);
        }
    }
    call_grenadiers(p);
}

void nae_choice_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    const unsigned word = nae_move_a(move);
    nae_pop(p);
    if (card == NAE_C(3)) {
        holy_empire(p, word);
    } else if (card == NAE_F(7)) {
        if (word == NAE_W_TRANSFER) {
            nae_add_modifier(p, card, NAE_NONE, GODOY, 1);
        } else {
            nae_add_resources(p, NAE_SPAIN, GODOY);
        }
    } else if (word == NAE_W_RESOURCES_6) {
        nae_add_resources(p, NAE_BRITAIN, CITY);
    } else {
        nae_add_resources(p, NAE_BRITAIN, CITY_WITH_CARD);
        nae_draw(p, NAE_COALITION, 1);
    }
}

/* ------------------------------------------------------------------ names: 7C, 45C, 50C, 40F, 46F, 48C, 54C
 */

static bool is_named(const NaePlay *p, unsigned card, unsigned nation)
{
    switch (card) {
    case NAE_C(7):
        return nae_is_major(nation) && nae_side_of(p->s, nation) == NAE_COALITION;
    case NAE_C(45):
        return nae_is_major(nation) && nae_may_reform(p->d, p->s, nation, false);
    case NAE_F(40):
        return nae_is_major(nation) && !nae_pieces_empty(nae_expeditionary_corps(p->d, p->s, nation));
    default:
        return (nation == NAE_BAVARIA || nation == NAE_WURTTEMBERG) &&
               nae_status(p->s, nation) == NAE_EMPIRE_ALLY;
    }
}

/* target(ZONE). Some zones have the id of a nation, and a text stands for one move: for that of the nation.
 */
static Move target_zone(const NaeData *d, unsigned zone)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (d->namesake[nation] == zone) {
            return nae_move1(NAE_M_TARGET, nation);
        }
    }
    return nae_move1(NAE_M_TARGET_ZONE, zone);
}

unsigned nae_targeted_zone(const NaeData *d, Move move)
{
    const unsigned a = nae_move_a(move);
    return nae_move_kind(move) == NAE_M_TARGET ? d->namesake[a] : a;
}

bool nae_aims_at_zones(unsigned card) { return card == NAE_C(48) || card == NAE_C(54); }

/* a: card. */
void nae_card_target_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned card = frame->a;
    if (card == NAE_F(46)) {
        NaePieces left = nae_irregulars(p->d, p->s);
        while (!nae_pieces_empty(left)) { /* one of a class in each zone (P2) */
            const NaePieces here =
                nae_pieces_and(left, nae_at(p->d, p->s, p->s->place[nae_pieces_first(left)]));
            left = nae_pieces_minus(left, here);
            NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, here))
            {
                nae_option(list, nae_move1(NAE_M_TARGET_PIECE, unit));
            }
        }
    } else if (nae_aims_at_zones(card)) {
        const NaeZones zones =
            card == NAE_C(48) ? nae_cossack_targets(p->d, p->s) : nae_royalist_zones(p->d, p->s);
        NAE_EACH_ZONE(zone, zones) { nae_option(list, target_zone(p->d, zone)); }
    } else {
        for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
            if (is_named(p, card, nation)) {
                nae_option(list, nae_move1(NAE_M_TARGET, nation));
            }
        }
    }
}

/* 48C: the force is out of supply until it is activated itself, and loses a mobile depot. */
static void raid(NaePlay *p, unsigned zone)
{
    const NaePieces force = nae_land(p->d, p->s, zone, NAE_EMPIRE);
    nae_remark(p->s, force, 0, NAE_UNSUPPLIED);
    NAE_EACH_PIECE(unit, nae_pieces_and(force, p->d->units)) { nae_set_cut(p->s, unit, true); }
    NAE_NOTE(p->dice, UNSUPPLIED, SEAT_FRENCH, (int)zone);
    nae_push(p, NAE_STEP_CARD_DEPOT, NAE_EMPIRE)->a = (uint8_t)zone;
}

/* 50C: without a die after a major battle lost this year. */
static void treaty_of_ried(NaePlay *p, unsigned minor)
{
    const int need = p->d->card[NAE_C(50)].op[0].value;
    const bool sure = (p->s->side[NAE_EMPIRE].flags & NAE_ARMY_LOST) != 0;
    const int die = sure ? 6 : (int)nae_d6(p);
    NAE_NOTE(p->dice, DIPLOMACY, SEAT_COALITION, (int)minor, sure ? 0 : die, 0,
             die >= need ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    if (die >= need) {
        nae_join_side(p, minor, NAE_COALITION, NAE_JOIN_WON);
    }
}

/* 40F: the power first, then its corps, then a general. */
static void expedition(NaePlay *p, unsigned power)
{
    p->s->handled = nae_pieces_none();
    NaeFrame *frame = nae_push(p, NAE_STEP_TAKE_CORPS_ZONE, NAE_EMPIRE);
    frame->b = (uint8_t)p->d->card[NAE_F(40)].op[0].value;
    frame->c = (uint8_t)power;
}

void nae_card_target_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    const unsigned target = nae_move_a(move);
    nae_pop(p);
    switch (card) {
    case NAE_C(7):
        nae_add_resources(p, target, p->d->card[card].op[0].value);
        break;
    case NAE_C(45):
        nae_reform(p, target);
        break;
    case NAE_C(50):
        treaty_of_ried(p, target);
        break;
    case NAE_F(40):
        expedition(p, target);
        break;
    case NAE_C(48):
        raid(p, nae_targeted_zone(p->d, move));
        break;
    case NAE_C(54):
        nae_mark_control(p, nae_targeted_zone(p->d, move), NAE_COALITION);
        break;
    default: {
        assert(card == NAE_F(46));
        const unsigned zone = p->s->place[target];
        nae_put(p->s, target, NAE_RESERVE, false);
        nae_tidy_zone(p, zone);
        nae_check_siege(p, zone);
        break;
    }
    }
}

/* a: zone. Which mobile depot the raided force loses. */
void nae_card_depot_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces depots = nae_pieces_and(nae_land(p->d, p->s, frame->a, NAE_EMPIRE), p->d->depots);
    NAE_EACH_PIECE(depot, nae_classes(p->d, p->s, nae_without(p->s, depots, NAE_FIXED)))
    {
        nae_option(list, nae_move1(NAE_M_WHICH_DEPOT, depot));
    }
}

void nae_card_depot_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_destroy(p, nae_move_a(move));
}
