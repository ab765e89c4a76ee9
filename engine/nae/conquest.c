/* conquest.c: the phase of conquests and surrenders (18, map 17): control, minors, majors, Tilsit, the length
 * of peace, rallies. The terms of a peace are in terms.c, what becomes of the forces in relocation.c. */
#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"
#include "engine/nae/scratch.h"
#include "engine/nae/zonemap.h"

/* Majors are tested in this order (map 17.3). */
static const uint8_t ORDER[] = {NAE_BRITAIN, NAE_RUSSIA, NAE_PRUSSIA, NAE_AUSTRIA, NAE_SPAIN, NAE_TURKEY};
enum { ORDER_COUNT = sizeof ORDER };

/* ------------------------------------------------------------------ control (map 17.1) */

/* An enemy zone without fortress, enemy unit, fixed depot and marker in which a supplied force stands. */
static bool may_be_marked(const NaePlay *p, unsigned zone, unsigned side)
{
    return nae_zone_is(p->d, zone, NAE_ZONE_CONTROLLABLE) &&
           nae_side_of_zone(p->s, zone) == nae_other(side) && nae_marker(p->s, zone) != side &&
           nae_fortress_side(p->d, p->s, zone) != nae_other(side) &&
           nae_field_units(p->d, p->s, zone, side) && !nae_defends(p->d, p->s, zone, nae_other(side)) &&
           nae_field_supplied(p, zone, side);
}

/* Zones where a side has units in the field. */
static NaeZones zones_in_field(const NaePlay *p, unsigned side)
{
    assert(side < SEAT_COUNT);
    return nae_zones_of(p->s, nae_without(p->s, nae_pieces_and(p->s->owned[side], p->d->units), NAE_INSIDE));
}

/* Of what was pushed the first comes first: fleets flee in the order of their ports [17.2.1]. */
static void in_order(NaeState *s, unsigned first)
{
    for (unsigned last = s->frames; first + 1 < last; first++) {
        const NaeFrame frame = s->frame[--last];
        s->frame[last] = s->frame[first];
        s->frame[first] = frame;
    }
}

static void settle_control(NaePlay *p)
{
    const unsigned frames = p->s->frames;
    const NaeZones stood = nae_zones_or(zones_in_field(p, 0), zones_in_field(p, 1));
    NAE_EACH_ZONE(zone, stood)
    {
        const unsigned own = nae_side_of_zone(p->s, zone);
        if (own < 2 && nae_marker(p->s, zone) == nae_other(own) && nae_field_units(p->d, p->s, zone, own)) {
            nae_mark_control(p, zone, own);
        }
    }
    NAE_EACH_ZONE(zone, nae_zones_and(stood, p->d->controllable))
    {
        for (unsigned side = 0; side < 2; side++) {
            if (may_be_marked(p, zone, side)) {
                nae_mark_control(p, zone, side);
            }
        }
    }
    in_order(p->s, frames);
}

/* ------------------------------------------------------------------ minors (18.1; map 17.2) */

static bool is_conquered_minor(const NaePlay *p, unsigned minor, unsigned side)
{
    assert(minor < NAE_NATIONS);
    const NaeNation *nation = &p->d->nation[minor];
    if (nation->capitals == 0 || minor == NAE_POLAND || nae_status(p->s, minor) == NAE_PART_OF_NAPLES ||
        nae_status(p->s, minor) >= NAE_ANNEXED_EMPIRE || nae_side_of(p->s, minor) != nae_other(side) ||
        p->s->owner[nation->capital[0]] != minor || !nae_controls_now(p, nation->capital[0], side)) {
        return false;
    }
    if (minor == NAE_NAPLES) {
        return true;
    }
    NAE_EACH_ZONE(zone, nae_zones_and(nae_land_of(p->s, minor), p->d->forts))
    {
        if (!nae_controls_now(p, zone, side)) {
            return false;
        }
    }
    return true;
}

/* Corps leave the map and wait for the next budget, fleets are lost, also those in foreign war boxes (18.1).
 */
static void remove_forces(NaePlay *p, unsigned minor)
{
    assert(minor < NAE_NATIONS);
    NAE_EACH_PIECE(piece, p->d->nation[minor].pieces)
    {
        const unsigned zone = p->s->place[piece];
        if (nae_is_fleet(piece)) {
            nae_put(p->s, piece, NAE_OUT, false);
        } else if (zone < p->d->zones || zone == NAE_FOREIGN_WAR || zone == NAE_REINFORCEMENT) {
            nae_owe_for(p, piece);
            nae_destroy(p, piece); /* no budget comes before the next */
            NAE_NOTE(p->dice, TAKEN_OFF, SEAT_NONE, (int)piece, NAE_TOLD_BY_CONQUEST);
            if (zone < p->d->zones) {
                nae_tidy_zone(p, zone);
            }
        }
    }
}

/* Fortresses work for the new owner, garrisons of the old one leave (17.2). */
static void hand_over_land(NaePlay *p, unsigned nation, unsigned side)
{
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (p->s->owner[zone] != nation) {
            continue;
        }
        if (p->d->zone[zone].fortress > 0 &&
            !nae_pieces_empty(nae_garrison(p->d, p->s, zone, nae_other(side)))) {
            nae_fortress_to(p, zone, side);
        }
        nae_set_siege(p->s, zone, false, 0);
        nae_set_marker(p->s, zone, NAE_NOBODY);
        nae_set_fort_state(p->s, zone, NAE_FORT_OWNER);
        p->s->zone_bits[zone] = (uint8_t)(p->s->zone_bits[zone] & ~(unsigned)NAE_NO_REBUILD);
    }
}

static void become_ally(NaePlay *p, unsigned minor, unsigned side)
{
    NaeMinor *m = &p->s->minor[minor - NAE_MAJORS];
    const bool was_protectorate = m->status == NAE_PROTECTORATE && side == NAE_COALITION;
    m->flags |= NAE_DEPLOYED;
    hand_over_land(p, minor, side);
    nae_join_side(p, minor, side, NAE_JOIN_CONQUERED);
    if (was_protectorate) {
        nae_lose_protectorate(p, minor);
    }
}

/* Sicily conquered by the Empire goes to Naples, or is an ally if Naples is not the Empire's: no choice
 * [18.1]. */
static void sicily_to_naples(NaePlay *p)
{
    if (nae_side_of(p->s, NAE_NAPLES) != NAE_EMPIRE) {
        become_ally(p, NAE_SICILY, NAE_EMPIRE);
        return;
    }
    p->s->minor[NAE_SICILY - NAE_MAJORS].flags |= NAE_DEPLOYED;
    hand_over_land(p, NAE_SICILY, NAE_EMPIRE);
    nae_set_status(p, NAE_SICILY, NAE_PART_OF_NAPLES);
    nae_push_sharing(p, NAE_SICILY, false);
}

/* Without Naples Sicily fights on with the Coalition (18.1); it has not been conquered, so what the Empire
 * stands in there alone it keeps [8.2.3]. */
static void part_sicily(NaePlay *p, unsigned conqueror)
{
    if (nae_status(p->s, NAE_SICILY) == NAE_PART_OF_NAPLES) {
        nae_set_status(p, NAE_SICILY, NAE_COALITION_ALLY);
        if (conqueror == NAE_COALITION) {
            nae_push_sharing(p, NAE_SICILY, true);
        }
    }
}

static void conquer_minor(NaePlay *p, unsigned minor, unsigned side)
{
    NAE_NOTE(p->dice, CONQUERED, (Seat)side, (int)minor);
    remove_forces(p, minor);
    if (minor == NAE_NAPLES && side == NAE_EMPIRE) {
        part_sicily(p, side);
    }
    if (minor == NAE_SICILY && side == NAE_EMPIRE) {
        sicily_to_naples(p);
    } else if (p->d->nation[minor].has_units) {
        become_ally(p, minor, side);
    } else {
        NaeFrame *frame = nae_push(p, NAE_STEP_MINOR_FATE, side);
        frame->a = (uint8_t)minor;
        frame->b = NAE_NONE;
    }
    if (minor == NAE_NAPLES && side == NAE_COALITION) { /* to it with Naples, and then parted */
        part_sicily(p, side);
    }
}

/* a: minor, b: the power that annexes it, NAE_NONE: to be found. */
void nae_minor_fate_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move2(NAE_M_MINOR_FATE, frame->a, NAE_W_ALLY));
    nae_option(list, nae_move2(NAE_M_MINOR_FATE, frame->a, NAE_W_TERRITORY));
}

static void annex_minor(NaePlay *p, unsigned minor, unsigned power, unsigned side)
{
    hand_over_land(p, minor, side);
    for (unsigned zone = p->d->zones; zone-- > 0;) {
        if (p->s->owner[zone] == minor) {
            p->s->owner[zone] = (uint8_t)power;
            nae_push_flee(p, zone, nae_other(side)); /* from its ports, the lowest first [17.2.1] */
        }
    }
    p->s->minor[minor - NAE_MAJORS].patron = (uint8_t)power;
    nae_set_status(p, minor, side == NAE_EMPIRE ? NAE_ANNEXED_EMPIRE : NAE_ANNEXED_COALITION);
    nae_check_states(p);
}

void nae_minor_fate_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned minor = frame->a;
    const unsigned side = frame->seat;
    const unsigned power = frame->b;
    nae_pop(p);
    if (nae_move_b(move) == NAE_W_ALLY) {
        become_ally(p, minor, side);
    } else if (power != NAE_NONE) {
        annex_minor(p, minor, power, side);
    } else if (side == NAE_EMPIRE) {
        annex_minor(p, minor, NAE_FRANCE, side);
    } else {
        NaeFrame *annexer = nae_push(p, NAE_STEP_ANNEXER, side);
        annexer->a = (uint8_t)minor;
    }
}

/* A unit of the power stands in a zone or next to it. */
static bool is_near(const NaePlay *p, unsigned power, unsigned zone)
{
    assert(power < NAE_NATIONS);
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[power].pieces, p->d->units))
    {
        const unsigned at = p->s->place[unit];
        if (at < p->d->zones && (at == zone || nae_zones_in(p->d->adjacent[zone], at))) {
            return true;
        }
    }
    return false;
}

/* a: minor to be annexed by a power of the Coalition. */
void nae_annexer_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (nae_side_of(p->s, power) == NAE_COALITION &&
            is_near(p, power, p->d->nation[frame->a].capital[0])) {
            nae_option(list, nae_move1(NAE_M_ANNEXER, power));
        }
    }
    if (list->count == 0) {
        nae_option(list, nae_move1(NAE_M_ANNEXER, NAE_BRITAIN));
    }
}

void nae_annexer_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned nation = frame->a;
    const unsigned side = frame->seat;
    nae_pop(p);
    annex_minor(p, nation, nae_move_a(move), side);
}

/* ------------------------------------------------------------------ majors (18.2.1; map 17.3) */

/* Every port of Spain and Portugal but Gibraltar, and Madrid (18.2.1 after 22C); the Coalition's way, too, to
 * a Spain on which it has declared war in its peace [8.1.3]. */
static bool is_beaten_spain(const NaePlay *p, unsigned conqueror)
{
    const NaeData *d = p->d;
    if (!nae_controls_now(p, d->nation[NAE_SPAIN].capital[0], conqueror)) {
        return false;
    }
    NAE_EACH_ZONE(zone, nae_zones_and(d->ports, d->iberia))
    {
        const bool own =
            nae_side_of_zone(p->s, zone) == conqueror && !nae_controls_now(p, zone, nae_other(conqueror));
        if (!own && !nae_controls_now(p, zone, conqueror)) {
            return false;
        }
    }
    return true;
}

/* An army marker of the nation with a general and a step on its land, not demoralised. */
static bool has_army_at_home(const NaeData *d, const NaeState *s, unsigned power)
{
    assert(power < NAE_NATIONS);
    NAE_EACH_PIECE(army, nae_pieces_and(d->nation[power].pieces, d->armies))
    {
        if (nae_on_map(s, army) && s->owner[s->place[army]] == power && !nae_bit(s, army, NAE_DEMORALISED)) {
            return true;
        }
    }
    return false;
}

static bool is_beaten(const NaePlay *p, unsigned power, unsigned conqueror)
{
    assert(power < NAE_NATIONS);
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const NaeNation *nation = &d->nation[power];
    unsigned keys = 0;
    unsigned lost = 0;
    bool capital = true;
    if (power == NAE_SPAIN && (s->flags & NAE_LIBERATION) != 0) {
        return is_beaten_spain(p, conqueror);
    }
    for (unsigned i = 0; i < nation->conquest_keys; i++) {
        if (s->owner[nation->conquest_key[i]] == power) {
            keys++;
            lost += nae_controls_now(p, nation->conquest_key[i], conqueror);
        }
    }
    for (unsigned i = 0; i < nation->capitals; i++) { /* lost is enough, in supply or not */
        capital = capital && nae_holds(d, s, nation->capital[i], conqueror);
    }
    /* a single key zone is the capital: that is held in supply or not at all */
    return keys > 0 &&
           (lost == keys || (keys > 1 && lost + 1 == keys && capital && !has_army_at_home(d, s, power)));
}

bool nae_is_beaten(const NaeData *d, const NaeState *s, unsigned power, unsigned conqueror)
{
    const NaePlay play = nae_reader(d, s);
    return is_beaten(&play, power, conqueror);
}

void nae_push_conquest(NaePlay *p, unsigned power, unsigned victor_side, bool tilsit)
{
    NAE_NOTE(p->dice, CONQUERED, (Seat)victor_side, (int)power);
    NaeFrame *terms = nae_push(p, NAE_STEP_TERMS, SEAT_NONE);
    terms->a = (uint8_t)power;
    terms->b = victor_side == NAE_EMPIRE ? NAE_FRANCE : NAE_BRITAIN;
    terms->e = tilsit;
}

/* A beaten power of the Coalition other than Britain may be kept in the war by 27C. */
static void conquer_major(NaePlay *p, unsigned power, unsigned side)
{
    if (side == NAE_EMPIRE && power != NAE_BRITAIN && nae_in_hand(p->s, NAE_C(27))) {
        NaeFrame *card = nae_push(p, NAE_STEP_CONQUEST_CARD, NAE_COALITION);
        card->a = NAE_C(27);
        card->b = (uint8_t)power;
    } else {
        nae_push_conquest(p, power, side, false);
    }
}

/* a: card asked for, 27C or 22F; b: the power that 27C keeps in the war. */
void nae_conquest_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    /* 27C is in hand, but for worlds that the other seat imagines: these are dealt until it is */
    if (frame->a == NAE_C(27) ? nae_in_hand(p->s, frame->a)
                              : nae_event_playable(p, frame->a, NAE_IN_CONQUESTS)) {
        nae_option(list, nae_move1(NAE_M_CONQUEST_CARD, frame->a));
        nae_option(list, nae_move1(NAE_M_CONQUEST_CARD, NAE_NONE));
    }
}

void nae_conquest_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    const unsigned power = frame->b;
    const bool played = nae_move_a(move) != NAE_NONE;
    nae_pop(p);
    if (card != NAE_C(27)) {
        if (played) {
            nae_play_event(p, card, NAE_IN_CONQUESTS);
        }
    } else if (played) {
        p->s->major[power].flags |= NAE_REFUSED;
        nae_play_event(p, card, NAE_IN_CONQUESTS);
    } else {
        nae_push_conquest(p, power, NAE_EMPIRE, false);
    }
}

/* 26F: a power at war with France, beaten by Napoleon this year or with a capital in the Empire's hands; the
 * card asks for control alone, not for a line as 22F does: it is no conquest [18.2.1]. */
static bool may_be_tilsit(const NaePlay *p, unsigned power)
{
    assert(power < NAE_NATIONS);
    const NaeNation *nation = &p->d->nation[power];
    bool capital = false;
    for (unsigned i = 0; i < nation->capitals; i++) {
        capital = capital || nae_holds(p->d, p->s, nation->capital[i], NAE_EMPIRE);
    }
    return power != NAE_BRITAIN && power != NAE_FRANCE && nae_status(p->s, power) == NAE_COALITION_ALLY &&
           (capital || (p->s->major[power].flags & NAE_BEATEN_BY_NAPOLEON) != 0);
}

void nae_tilsit_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    if (!nae_in_hand(p->s, NAE_F(26)) || nae_event_played(p->s, NAE_F(26))) {
        return;
    }
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (may_be_tilsit(p, power)) {
            nae_option(list, nae_move1(NAE_M_TILSIT, power));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_TILSIT, NAE_NONE));
    }
}

void nae_tilsit_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    if (nae_move_a(move) != NAE_NONE) {
        nae_play_event(p, NAE_F(26), NAE_IN_CONQUESTS);
        nae_push_conquest(p, nae_move_a(move), NAE_EMPIRE, true);
    }
}

/* ------------------------------------------------------------------ the length of peace (18.2.3; map 17.8)
 */

/* Whoever of a side is still there when a peace ends is lost (17.7). */
static void expel(NaePlay *p, unsigned power, unsigned side)
{
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        const unsigned owner = nae_whole_of(p->s, p->s->owner[zone]);
        const bool follows = !nae_is_major(owner) && p->s->minor[owner - NAE_MAJORS].patron == power &&
                             p->s->minor[owner - NAE_MAJORS].status == NAE_FORCED_PEACE;
        if (owner == power || follows) {
            nae_destroy_all(p, nae_land(p->d, p->s, zone, side));
        }
    }
}

static void end_peace(NaePlay *p, unsigned power)
{
    assert(power < NAE_MAJORS);
    const unsigned victor = nae_victor_side(p->s, power) == NAE_COALITION ? NAE_COALITION : NAE_EMPIRE;
    expel(p, power, victor);
    if (power == NAE_BRITAIN) {
        nae_join_side(p, power, NAE_COALITION, NAE_JOIN_ATTACKED);
        return;
    }
    expel(p, power, nae_other(victor)); /* who came as the victor's friend and has changed sides since */
    nae_set_status(p, power, NAE_NEUTRAL);
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        const NaeMinor *m = &p->s->minor[minor - NAE_MAJORS];
        if (m->patron == power && m->status == NAE_FORCED_PEACE) {
            nae_set_status(p, minor, NAE_NEUTRAL);
        }
    }
}

/* Whether a peace runs out now: a die each year, or the years fixed at its conclusion (option), never after a
 * second defeat. */
static bool peace_ends(NaePlay *p, unsigned power)
{
    assert(power < NAE_MAJORS);
    NaeMajor *m = &p->s->major[power];
    const NaeTables *t = &p->d->table;
    const unsigned side = m->victor < NAE_NATIONS ? nae_victor_side(p->s, power) : NAE_EMPIRE;
    if (side < 2 && m->defeats[side] >= 2) {
        return false;
    }
    if (p->d->option.peace_length_r1) {
        m->years = (uint8_t)(m->years > 0 ? m->years - 1 : 0);
        return m->years == 0;
    }
    m->years++;
    const int modifier = m->years >= 2 ? t->peace_later : 0;
    const int die = (int)nae_d6(p);
    const bool ends = die + modifier >= t->peace_end;
    NAE_NOTE(p->dice, PEACE_ROLL, SEAT_NONE, (int)power, die, modifier,
             ends ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    return ends;
}

/* In the order in which powers are conquered. */
static void roll_for_peace(NaePlay *p)
{
    for (unsigned i = 0; i < ORDER_COUNT; i++) {
        const unsigned power = ORDER[i];
        NaeMajor *m = &p->s->major[power];
        /* who has fought again since (46C, 47C) lies in another peace than the scenario's */
        const unsigned until =
            (m->flags & NAE_ALLIANCE_DENIED) != 0 ? (unsigned)NAE_NONE : p->d->setup.peace_until[power];
        const bool fresh = (p->s->event.beaten >> power & 1U) != 0;
        if (m->status != NAE_FORCED_PEACE || fresh) {
            continue;
        }
        if (until != NAE_NONE && p->s->header.turn <= until) {
            if (p->s->header.turn == until) {
                nae_set_status(p, power, NAE_FORCED_ALLIANCE);
            }
        } else if (peace_ends(p, power)) {
            end_peace(p, power);
        }
    }
    p->s->event.beaten = 0;
}

/* ------------------------------------------------------------------ rallies (14.9.4; map 17.9) */

/* One army, or one force without, of a stack: by the marks of the check at the end of the rounds [10.7, 8.6].
 */
static void rally(NaePlay *p, NaePieces part)
{
    const NaePieces units = nae_pieces_and(part, p->d->units);
    const unsigned bare = nae_steps(p->d, p->s, nae_with(p->s, units, NAE_UNSUPPLIED));
    if (2 * bare < nae_steps(p->d, p->s, units)) {
        nae_remark(p->s, part, NAE_DEMORALISED, 0);
    }
}

static void rally_stack(NaePlay *p, NaePieces stack)
{
    const NaePieces inside = nae_with(p->s, stack, NAE_INSIDE);
    const NaePieces field = nae_pieces_minus(stack, inside);
    rally(p, inside);
    rally(p, nae_army_part(p->s, field, 0));
    rally(p, nae_army_part(p->s, field, NAE_SECOND_ARMY));
}

/* Powers that have just been beaten, and others at peace, rally too. */
static void rally_all(NaePlay *p)
{
    NAE_EACH_ZONE(zone, nae_zones_of(p->s, nae_with(p->s, p->d->land, NAE_DEMORALISED)))
    {
        for (unsigned side = 0; side < 2; side++) {
            rally_stack(p, nae_land(p->d, p->s, zone, side));
        }
        for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
            if (nae_side_of(p->s, nation) == NAE_NOBODY && nae_peace_head(p->s, nation) == nation) {
                rally_stack(p, nae_peace_stack(p->d, p->s, zone, nation));
            }
        }
    }
}

/* ------------------------------------------------------------------ the phase */

enum stage { CONTROL, WALEWSKA, POLAND, MINORS_K, MINORS_E, MAJORS_K, MAJORS_E, TILSIT, PEACE, RALLY };

/* 22F played this year holds if the Empire still has Warsaw in supply (8.3.5). */
static void found_poland(NaePlay *p)
{
    const unsigned warsaw = p->d->nation[NAE_POLAND].capital[0];
    const unsigned owner = p->s->owner[warsaw];
    if (!nae_modifier_runs(p->s, NAE_F(22)) || nae_status(p->s, NAE_POLAND) != NAE_NOT_CREATED ||
        nae_side_of(p->s, owner) != NAE_COALITION || !nae_controls_now(p, warsaw, NAE_EMPIRE)) {
        return;
    }
    for (unsigned i = 0; i < p->d->province[p->d->zone[warsaw].province].zones; i++) {
        const unsigned zone = p->d->province[p->d->zone[warsaw].province].zone[i];
        p->s->owner[zone] = NAE_POLAND;
        if (!nae_pieces_empty(nae_garrison(p->d, p->s, zone, NAE_COALITION))) { /* under siege: it leaves */
            nae_fortress_to(p, zone, NAE_EMPIRE);
        }
        nae_set_marker(p->s, zone, NAE_NOBODY);
        nae_set_siege(p->s, zone, false, 0);
        nae_set_fort_state(p->s, zone, NAE_FORT_OWNER);
    }
    nae_create_state(p, NAE_POLAND);
    p->s->flags |= NAE_POLAND_SECOND;
    nae_change_escalade(p, p->d->card[NAE_F(22)].escalade);
    nae_change_level(p, p->d->card[NAE_F(22)].level);
    NAE_EACH_PIECE(piece, nae_pieces_and(p->d->nation[NAE_POLAND].pieces, p->d->land))
    {
        if (!nae_is_unit(piece) || p->d->unit[piece].code != NAE_CODE_2P) {
            nae_put(p->s, piece,
                    nae_is_unit(piece) || nae_is_general(piece) ? NAE_REINFORCEMENT : NAE_RESERVE, false);
        }
    }
}

/* The next minor of the list that is conquered; false when the list is done. */
static bool next_minor(NaePlay *p, NaeFrame *frame, unsigned side)
{
    nae_hold_still(p);
    while (frame->b < NAE_MINORS && !is_conquered_minor(p, NAE_MAJORS + frame->b, side)) {
        frame->b++;
    }
    nae_move_on(p);
    if (frame->b == NAE_MINORS) {
        return false;
    }
    conquer_minor(p, NAE_MAJORS + frame->b++, side);
    return true;
}

static bool is_conquered_major(const NaePlay *p, unsigned power, unsigned side)
{
    return nae_side_of(p->s, power) == nae_other(side) && is_beaten(p, power, side);
}

static bool next_major(NaePlay *p, NaeFrame *frame, unsigned side)
{
    nae_hold_still(p);
    while (frame->b < ORDER_COUNT && !is_conquered_major(p, ORDER[frame->b], side)) {
        frame->b++;
    }
    nae_move_on(p);
    if (frame->b == ORDER_COUNT) {
        return false;
    }
    conquer_major(p, ORDER[frame->b++], side);
    return true;
}

/* One stage of the phase; true if it is done and the next one may begin. */
static bool run_stage(NaePlay *p, NaeFrame *frame)
{
    switch ((enum stage)frame->a) {
    case CONTROL:
        settle_control(p);
        return true;
    case WALEWSKA:
        if (nae_in_hand(p->s, NAE_F(22))) {
            nae_push(p, NAE_STEP_CONQUEST_CARD, NAE_EMPIRE)->a = NAE_F(22);
        }
        return true;
    case POLAND:
        found_poland(p);
        return true;
    case MINORS_K:
        return !next_minor(p, frame, NAE_COALITION);
    case MINORS_E:
        return !next_minor(p, frame, NAE_EMPIRE);
    case MAJORS_K:
        return !next_major(p, frame, NAE_COALITION);
    case MAJORS_E:
        return !next_major(p, frame, NAE_EMPIRE);
    case TILSIT:
        nae_push(p, NAE_STEP_TILSIT, NAE_EMPIRE);
        return true;
    case PEACE:
        roll_for_peace(p);
        return true;
    case RALLY:
        rally_all(p);
        return true;
    }
    return true;
}

/* a: stage, b: place in the list of the stage. Scenarios without interphase settle control alone. */
void nae_conquest_phase_run(NaePlay *p, NaeFrame *frame)
{
    if (frame->a > RALLY || (frame->a > CONTROL && p->d->setup.no_interphase)) {
        nae_pop(p);
        return;
    }
    if (run_stage(p, frame)) {
        frame->a++;
        frame->b = 0;
    }
}
