/* terms.c: the terms of a peace (18.2.2; map 17.4, 17.5): forced peace or alliance, points, the victor's
 * bonus, provinces. */
#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

enum { BONUS_RESOURCES = 4, PROVINCES = 3, PROVINCES_AFTER_27C = 4, LOST_PROVINCE = -4 };

static unsigned side_of_victor(unsigned victor) { return victor == NAE_FRANCE ? NAE_EMPIRE : NAE_COALITION; }

/* ------------------------------------------------------------------ forced peace (8.1.3) */

/* Britain's peace binds every minor of the Coalition without another patron (map 17.4). */
static void bind_minors(NaePlay *p, unsigned power, unsigned lost_side)
{
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        NaeMinor *m = &p->s->minor[minor - NAE_MAJORS];
        const bool of_britain =
            power == NAE_BRITAIN && m->patron == NAE_NONE && p->d->nation[minor].capitals > 0;
        if (nae_side_of(p->s, minor) == lost_side && m->status != NAE_PART_OF_NAPLES &&
            m->status < NAE_FORCED_PEACE && (m->patron == power || of_britain)) {
            m->patron = (uint8_t)power;
            nae_set_status(p, minor, NAE_FORCED_PEACE);
        }
    }
}

static void score_conquest(NaePlay *p, unsigned power, unsigned victor, bool tilsit)
{
    static const enum nae_score scores[NAE_MAJORS] = {
        [NAE_BRITAIN] = NAE_SCORE_BRITAIN, [NAE_AUSTRIA] = NAE_SCORE_AUSTRIA,
        [NAE_RUSSIA] = NAE_SCORE_RUSSIA,   [NAE_PRUSSIA] = NAE_SCORE_PRUSSIA,
        [NAE_SPAIN] = NAE_SCORE_SPAIN,     [NAE_TURKEY] = NAE_SCORE_TURKEY};
    if (side_of_victor(victor) == NAE_COALITION) {
        nae_score(p, NAE_SCORE_ALLY_CONQUERED);
    } else {
        nae_score(p, tilsit ? NAE_SCORE_TILSIT : scores[power]);
    }
}

/* The land of a power, and that of the minors that share its peace. */
static bool is_under_peace(const NaeState *s, unsigned land, unsigned power)
{
    const unsigned owner = nae_whole_of(s, land);
    return owner == power || (!nae_is_major(owner) && s->minor[owner - NAE_MAJORS].patron == power &&
                              nae_status(s, owner) == NAE_FORCED_PEACE);
}

/* Markers of both sides on the land under a peace go (17.6). */
static void clear_markers(NaePlay *p, unsigned power)
{
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        if (is_under_peace(p->s, p->s->owner[zone], power)) {
            nae_set_marker(p->s, zone, NAE_NOBODY);
            nae_set_siege(p->s, zone, false, 0);
            nae_set_fort_state(p->s, zone, NAE_FORT_OWNER);
        }
    }
}

/* A marker of the Coalition was not the beaten power's if others of it stand there or trace to it. */
static bool is_held_by_others(const NaePlay *p, unsigned zone)
{
    return nae_has_units(p->d, nae_land(p->d, p->s, zone, NAE_COALITION)) ||
           nae_controls_now(p, zone, NAE_COALITION);
}

/* The markers that a beaten power of the Coalition has outside its land go, too (5.3, 4), and fortresses
 * there serve it no more, those that it holds without a marker likewise: both are a side's, so what
 * nobody holds who fights on was its own. Those of the Empire are France's. */
static void clear_markers_abroad(NaePlay *p)
{
    NaeZones gone = nae_zones_none();
    for (unsigned zone = 0; zone < p->d->zones; zone++) {
        const bool held =
            nae_marker(p->s, zone) == NAE_COALITION || nae_fort_state(p->s, zone) == NAE_FORT_COALITION;
        if (held && nae_side_of_zone(p->s, zone) == NAE_EMPIRE && !is_held_by_others(p, zone)) {
            nae_zones_add(&gone, zone); /* all are looked at before any goes: they are links of each other */
        }
    }
    NAE_EACH_ZONE(zone, gone)
    {
        nae_set_marker(p->s, zone, NAE_NOBODY);
        nae_set_siege(p->s, zone, false, 0);
        if (nae_fort_state(p->s, zone) == NAE_FORT_COALITION) {
            nae_set_fort_state(p->s, zone, NAE_FORT_OWNER);
        }
    }
}

void nae_make_neutral(NaePlay *p, unsigned power)
{
    clear_markers(p, power);
    nae_set_status(p, power, NAE_NEUTRAL);
    NaeFrame *relocation = nae_push(p, NAE_STEP_RELOCATION, SEAT_NONE);
    relocation->a = (uint8_t)power;
    relocation->b = (uint8_t)nae_other(nae_manager(p->d, p->s, power));
    relocation->e = 1;
}

static void impose(NaePlay *p, unsigned power, unsigned victor, bool tilsit)
{
    assert(power < NAE_MAJORS);
    NaeMajor *m = &p->s->major[power];
    const unsigned side = side_of_victor(victor);
    nae_set_status(p, power, NAE_FORCED_PEACE);
    m->victor = (uint8_t)victor;
    m->defeats[side]++; /* a second defeat binds for good: no die [8.1.3] */
    m->years = p->d->option.peace_length_r1 && m->defeats[side] < 2 ? (uint8_t)((nae_d6(p) + 1) / 2) : 0;
    p->s->event.beaten = (uint8_t)(p->s->event.beaten | 1U << power);
    bind_minors(p, power, nae_other(side));
    clear_markers(p, power);
    if (side == NAE_EMPIRE) {
        clear_markers_abroad(p);
    }
    if (nae_defeats(m) >= 2) {
        nae_reform(p, power);
    }
    score_conquest(p, power, victor, tilsit);
}

/* Military reform of Austria or Prussia: the coded corps enter the reserve (7.3.8; map 18). */
void nae_reform(NaePlay *p, unsigned nation)
{
    assert(nation < NAE_MAJORS);
    NaeMajor *m = &p->s->major[nation];
    if (!p->d->nation[nation].reform || (m->flags & NAE_REFORMED) != 0) {
        return;
    }
    m->flags |= NAE_REFORMED;
    NAE_NOTE(p->dice, REFORM, SEAT_NONE, (int)nation);
    NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[nation].pieces, p->d->units))
    {
        if (p->s->place[unit] == NAE_LATER && p->d->unit[unit].code == NAE_CODE_E) {
            nae_put(p->s, unit, NAE_RESERVE, false);
        }
    }
}

/* ------------------------------------------------------------------ forced alliance (8.1.4) */

/* After a second defeat, whoever dealt the first, or a first one after 27C; never on Britain, which cannot be
 * France's ally. */
static bool may_be_allied(const NaePlay *p, unsigned power, unsigned victor)
{
    assert(power < NAE_MAJORS);
    const NaeMajor *m = &p->s->major[power];
    return victor == NAE_FRANCE && power != NAE_BRITAIN &&
           (nae_defeats(m) >= 2 || (m->flags & NAE_REFUSED) != 0);
}

/* a: power. Any card of the Empire that may be given up. */
void nae_forced_alliance_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    for (unsigned card = 0; card < NAE_DECK; card++) {
        if (nae_in_hand(p->s, card) && (p->d->card[card].flags & NAE_NOT_DISCARDABLE) == 0) {
            nae_option(list, nae_move1(NAE_M_FORCED_ALLIANCE, card));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_FORCED_ALLIANCE, NAE_NONE));
    }
}

void nae_forced_alliance_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned power = frame->a;
    const unsigned card = nae_move_a(move);
    nae_pop(p);
    if (card == NAE_NONE) {
        return;
    }
    NAE_NOTE(p->dice, CARD_PLAYED, SEAT_FRENCH, (int)card, NAE_TOLD_FOR_ALLIANCE);
    nae_card_used(p, card, false);
    nae_set_status(p, power, NAE_FORCED_ALLIANCE);
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (p->s->minor[minor - NAE_MAJORS].patron == power && nae_status(p->s, minor) == NAE_FORCED_PEACE) {
            nae_set_status(p, minor, NAE_FORCED_ALLIANCE);
        }
    }
}

/* ------------------------------------------------------------------ bonus (18.2.2) */

void nae_victor_bonus_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_VICTOR_BONUS, NAE_W_CARD));
    nae_option(list, nae_move1(NAE_M_VICTOR_BONUS, NAE_W_RESOURCES));
}

void nae_victor_bonus_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_CARD) {
        p->s->side[side].conquest_cards++;
    } else if (side == NAE_EMPIRE) {
        nae_add_resources(p, NAE_FRANCE, BONUS_RESOURCES);
    } else {
        nae_push(p, NAE_STEP_BONUS_POWER, side);
    }
}

/* The power of the Coalition at war that gets the resources (map 17.4). */
void nae_bonus_power_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (nae_side_of(p->s, power) == frame->seat) {
            nae_option(list, nae_move1(NAE_M_TARGET, power));
        }
    }
}

void nae_bonus_power_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_add_resources(p, nae_move_a(move), BONUS_RESOURCES);
}

/* ------------------------------------------------------------------ provinces (18.2.2; map 17.5) */

/* Nations of a side whose land touches a province. */
static uint64_t neighbours(const NaePlay *p, unsigned province, unsigned side)
{
    const NaeProvince *land = &p->d->province[province];
    uint64_t nations = 0;
    for (unsigned i = 0; i < land->zones; i++) {
        NAE_EACH_ZONE(next, p->d->adjacent[land->zone[i]])
        {
            if (nae_side_of_zone(p->s, next) == side) {
                nations |= 1ULL << p->s->owner[next];
            }
        }
    }
    return nations;
}

static bool belongs(const NaePlay *p, unsigned province, unsigned power)
{
    const NaeProvince *land = &p->d->province[province];
    for (unsigned i = 0; i < land->zones; i++) {
        if (p->s->owner[land->zone[i]] != power) {
            return false;
        }
    }
    return land->zones > 0;
}

/* Mazovie, though it has a key zone, may be taken by the Empire alone, for Poland, which is founded wherever
 * it lies: the exception of 18.2.2. */
static bool is_mazovie(const NaePlay *p, unsigned province)
{
    return p->d->zone[p->d->nation[NAE_POLAND].capital[0]].province == province;
}

static bool may_be_annexed(const NaePlay *p, unsigned province, unsigned power, unsigned side)
{
    return p->d->province[province].annexable && belongs(p, province, power) &&
           (is_mazovie(p, province) ? side == NAE_EMPIRE : neighbours(p, province, side) != 0);
}

/* A minor that fell with its patron and is not conquered. */
static bool may_be_taken(const NaePlay *p, unsigned minor, unsigned power)
{
    const unsigned status = nae_status(p->s, minor);
    return p->s->minor[minor - NAE_MAJORS].patron == power &&
           (status == NAE_FORCED_PEACE || status == NAE_FORCED_ALLIANCE);
}

static bool has_province(const NaePlay *p, unsigned power, unsigned side)
{
    for (unsigned province = 0; province < p->d->provinces; province++) {
        if (may_be_annexed(p, province, power, side)) {
            return true;
        }
    }
    return false;
}

/* a: power, b: victor. One pick. */
void nae_annex_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned province = 0; province < p->d->provinces; province++) {
        if (may_be_annexed(p, province, frame->a, frame->seat)) {
            nae_option(list, nae_move1(NAE_M_ANNEX_PROVINCE, province));
        }
    }
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (may_be_taken(p, minor, frame->a)) {
            nae_option(list, nae_move1(NAE_M_ANNEX_MINOR, minor));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move0(NAE_M_ANNEX_NONE));
    }
}

/* A slot that no province can fill costs the beaten power of its next resources. */
void nae_annex_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = frame->a;
    nae_pop(p);
    nae_add_resources(p, power, LOST_PROVINCE);
}

void nae_annex_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned power = frame->a;
    const unsigned victor = frame->b;
    const unsigned side = frame->seat;
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_ANNEX_PROVINCE) {
        nae_push(p, NAE_STEP_BENEFICIARY, side)->a = (uint8_t)nae_move_a(move);
    } else if (nae_move_kind(move) == NAE_M_ANNEX_MINOR) {
        const unsigned minor = nae_move_a(move);
        if (p->d->nation[minor].has_units) {
            nae_join_side(p, minor, side, NAE_JOIN_CONQUERED);
        } else {
            NaeFrame *fate = nae_push(p, NAE_STEP_MINOR_FATE, side);
            fate->a = (uint8_t)minor;
            fate->b = side == NAE_EMPIRE ? (uint8_t)victor : (uint8_t)NAE_NONE;
        }
    } else if (!has_province(p, power, side)) {
        nae_add_resources(p, power, LOST_PROVINCE);
    }
}

/* a: province. France or a friend next to it; Mazovie makes Poland. */
void nae_beneficiary_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const uint64_t nations = neighbours(p, frame->a, frame->seat);
    if (is_mazovie(p, frame->a)) {
        nae_option(list, nae_move1(NAE_M_BENEFICIARY, NAE_POLAND));
        return;
    }
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if ((nation == NAE_FRANCE && frame->seat == NAE_EMPIRE) || (nations >> nation & 1U) != 0) {
            nae_option(list, nae_move1(NAE_M_BENEFICIARY, nation));
        }
    }
}

static unsigned polish_provinces(const NaeData *d, const NaeState *s)
{
    unsigned provinces = 0;
    const NaePlay reader = nae_reader(d, s);
    for (unsigned province = 0; province < d->provinces; province++) {
        provinces +=
            (d->province[province].symbols & NAE_SYMBOL_P) != 0 && belongs(&reader, province, NAE_POLAND);
    }
    return provinces;
}

void nae_note_poland(const NaeData *d, NaeState *s)
{
    const unsigned provinces = polish_provinces(d, s);
    s->flags |=
        (uint16_t)((provinces >= 2 ? NAE_POLAND_SECOND : 0U) | (provinces >= 3 ? NAE_POLAND_THIRD : 0U));
}

/* Poland: founded with Mazovie, a point and its first corps with a second province, the second corps with a
 * third (map 16.8). */
void nae_extend_poland(NaePlay *p)
{
    NaeState *s = p->s;
    const unsigned provinces = polish_provinces(p->d, s);
    if (provinces >= 1 && nae_status(s, NAE_POLAND) == NAE_NOT_CREATED) {
        nae_create_state(p, NAE_POLAND);
        nae_change_escalade(p, p->d->table.score[NAE_SCORE_POLAND].escalade);
    }
    if (provinces >= 2 && (s->flags & NAE_POLAND_SECOND) == 0) {
        s->flags |= NAE_POLAND_SECOND;
        nae_free_pieces(p, NAE_POLAND, false);
        nae_change_level(p, p->d->table.score[NAE_SCORE_POLAND].level);
    }
    if (provinces >= 3 && (s->flags & NAE_POLAND_THIRD) == 0) {
        s->flags |= NAE_POLAND_THIRD;
        nae_free_pieces(p, NAE_POLAND, true);
    }
}

/* What a province does for the states of 8.3: Tyrol makes the Kingdom of Bavaria, Venetia a corps of Italy.
 */
static void enlarge(NaePlay *p, unsigned province, unsigned nation)
{
    const unsigned zone = p->d->province[province].zone[0];
    const bool empires = nae_side_of(p->s, nation) == NAE_EMPIRE; /* the Coalition founds nothing */
    if (empires && nation == NAE_BAVARIA && zone == p->d->place.innsbruck) {
        p->s->flags |= NAE_BAVARIAN_KINGDOM;
    }
    if (empires && nation == NAE_ITALY && zone == p->d->place.venise) {
        NAE_EACH_PIECE(unit, nae_pieces_and(p->d->nation[NAE_ITALY].pieces, p->d->units))
        {
            if (p->s->place[unit] == NAE_LATER && p->d->unit[unit].code == NAE_CODE_V) {
                nae_put(p->s, unit, NAE_RESERVE, false);
            }
        }
    }
    if (nation == NAE_POLAND) {
        nae_extend_poland(p);
    }
}

void nae_beneficiary_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned province = frame->a;
    const unsigned nation = nae_move_a(move);
    const unsigned side = frame->seat;
    nae_pop(p);
    for (unsigned i = p->d->province[province].zones; i-- > 0;) { /* the lowest zone is asked about first */
        const unsigned zone = p->d->province[province].zone[i];
        const unsigned power = p->s->owner[zone];
        p->s->owner[zone] = (uint8_t)nation;
        nae_set_marker(p->s, zone, NAE_NOBODY);
        nae_set_siege(p->s, zone, false, 0);
        nae_set_fort_state(p->s, zone, NAE_FORT_OWNER);
        nae_send_friends_off(p, zone, power, nae_other(side)); /* it was its land when it fell [18.2.3] */
    }
    NAE_NOTE(p->dice, PROVINCE, (Seat)side, (int)province, (int)nation);
    enlarge(p, province, nation);
}

/* ------------------------------------------------------------------ in order (map 17.4 to 17.6) */

enum stage { IMPOSE, ALLIANCE, BONUS, PICKS, RELOCATE, DONE };

/* a: beaten power, b: victor, c: stage, d: picks left, e: by 26F. */
void nae_terms_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned power = frame->a;
    const unsigned victor = frame->b;
    const unsigned side = side_of_victor(victor);
    switch ((enum stage)frame->c) {
    case IMPOSE:
        frame->c = ALLIANCE;
        frame->d = (p->s->major[power].flags & NAE_REFUSED) != 0 ? PROVINCES_AFTER_27C : PROVINCES;
        impose(p, power, victor, frame->e != 0);
        break;
    case ALLIANCE:
        frame->c = BONUS;
        if (may_be_allied(p, power, victor)) {
            nae_push(p, NAE_STEP_FORCED_ALLIANCE, side)->a = (uint8_t)power;
        }
        break;
    case BONUS:
        frame->c = PICKS;
        nae_push(p, NAE_STEP_VICTOR_BONUS, side);
        break;
    case PICKS:
        if (frame->d == 0) {
            frame->c = RELOCATE;
        } else {
            frame->d--;
            NaeFrame *pick = nae_push(p, NAE_STEP_ANNEX, side);
            pick->a = (uint8_t)power;
            pick->b = (uint8_t)victor;
        }
        break;
    case RELOCATE:
        frame->c = DONE;
        NaeFrame *relocation = nae_push(p, NAE_STEP_RELOCATION, SEAT_NONE);
        relocation->a = (uint8_t)power;
        relocation->b = (uint8_t)side;
        break;
    case DONE:
        nae_pop(p);
        break;
    }
}
