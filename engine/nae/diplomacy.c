/* diplomacy.c: the diplomatic phase (7.4, map 4.4), diplomatic actions (8.2, map 16.1, 16.2) and
 * protectorates (8.1.5). */
#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"
#include "engine/nae/zonemap.h"

enum {
    CARDS_A_PHASE = 2,
    MAJOR_VALUE = 3,
    UNITS_VALUE = 2,
    FREE_BONUS = 2 /* of the free actions of 8.1.3 */
};

/* ------------------------------------------------------------------ targets */

static bool has_port(const NaeData *d, const NaeState *s, unsigned nation)
{
    NAE_EACH_ZONE(zone, d->ports)
    {
        if (s->owner[zone] == nation) {
            return true;
        }
    }
    return false;
}

/* Combat steps of the Empire or its allies stand in the land of a minor, its own corps included (16.1). */
static bool is_guarded(const NaeData *d, const NaeState *s, unsigned minor)
{
    const NaePieces units = nae_pieces_and(s->owned[NAE_EMPIRE], d->units);
    NaeZones land = nae_land_of(s, minor);
    if (nae_whole_of(s, NAE_SICILY) == minor) {
        land = nae_zones_or(land, nae_land_of(s, NAE_SICILY));
    }
    return !nae_pieces_empty(nae_pieces_within(s, units, land));
}

/* Option spain_exposed [R1 8.2.1]: once beaten in a battle, Spain may be talked out of the Empire's alliance,
 * in the rounds too, until 24F. */
static bool is_exposed(const NaeState *s, unsigned side, unsigned nation)
{
    return nation == NAE_SPAIN && side == NAE_COALITION && (s->flags & NAE_SPAIN_BEATEN) != 0 &&
           s->major[NAE_SPAIN].status == NAE_EMPIRE_ALLY && !nae_event_played(s, NAE_F(24));
}

static bool is_named(const NaeState *s, unsigned nation, enum nae_targets targets)
{
    switch (targets) {
    case NAE_TARGET_14F:
        return nation == NAE_TURKEY || nation == NAE_EGYPT;
    case NAE_TARGET_20C: /* who has left Prussia is no minor ally of it any more */
        return nation == NAE_PRUSSIA ||
               (!nae_is_major(nation) && s->minor[nation - NAE_MAJORS].patron == NAE_PRUSSIA);
    case NAE_TARGET_42F:
        return nation == NAE_DENMARK || nation == NAE_SWEDEN || nation == NAE_HANSA ||
               nation == NAE_MECKLENBURG;
    case NAE_TARGET_MINORS:
        return !nae_is_major(nation);
    case NAE_TARGET_ANY:
    case NAE_TARGET_17C:
    case NAE_TARGET_49C:
        break;
    }
    return true;
}

static bool is_major_target(const NaeData *d, const NaeState *s, unsigned side, unsigned nation,
                            unsigned value)
{
    assert(nation < NAE_MAJORS);
    (void)d;
    const bool forbidden =
        side == NAE_COALITION && ((nation == NAE_PRUSSIA && nae_modifier_runs(s, NAE_F(17))) ||
                                  (nation == NAE_AUSTRIA && nae_modifier_runs(s, NAE_F(34))));
    return (s->major[nation].status == NAE_NEUTRAL || is_exposed(s, side, nation)) &&
           s->side[side].majors_targeted == 0 && value >= MAJOR_VALUE && !forbidden;
}

/* 49C reaches members of the Confederation, and three protectorates by name. */
static bool is_metternich_target(const NaeData *d, const NaeState *s, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    const unsigned status = nae_status(s, nation);
    const bool may_be_protectorate =
        nation == NAE_SAXONY || nation == NAE_DENMARK || nation == NAE_SWITZERLAND;
    return (d->nation[nation].confederate || may_be_protectorate) &&
           (status == NAE_NEUTRAL || status == NAE_EMPIRE_ALLY ||
            (status == NAE_PROTECTORATE && may_be_protectorate));
}

static bool is_minor_target(const NaeData *d, const NaeState *s, unsigned side, unsigned nation,
                            unsigned value)
{
    const unsigned status = nae_status(s, nation);
    if (d->nation[nation].capitals == 0 || value < (d->nation[nation].has_units ? UNITS_VALUE : 1U)) {
        return false;
    }
    if (status == NAE_NEUTRAL) {
        return true;
    }
    return side == NAE_COALITION && status == NAE_EMPIRE_ALLY && !nae_is_member(d, s, nation) &&
           ((s->flags & NAE_PUNISHMENTS) != 0 || !is_guarded(d, s, nation));
}

bool nae_is_target(const NaeData *d, const NaeState *s, unsigned side, unsigned nation,
                   enum nae_targets targets, unsigned value)
{
    if (!is_named(s, nation, targets) && !(targets == NAE_TARGET_MINORS && is_exposed(s, side, nation))) {
        return false;
    }
    if (targets == NAE_TARGET_49C) {
        return !nae_is_major(nation) && is_metternich_target(d, s, nation);
    }
    if (targets == NAE_TARGET_17C) {
        return !nae_is_major(nation) && d->nation[nation].capitals > 0 &&
               nae_status(s, nation) == NAE_NEUTRAL && has_port(d, s, nation);
    }
    return nae_is_major(nation) ? is_major_target(d, s, side, nation, value)
                                : is_minor_target(d, s, side, nation, value);
}

bool nae_has_target(const NaeData *d, const NaeState *s, unsigned side, enum nae_targets targets,
                    unsigned value)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nae_is_target(d, s, side, nation, targets, value)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ the action (8.2.3) */

unsigned nae_slots_gained(const NaeData *d, const NaeState *s, unsigned side, unsigned nation)
{
    unsigned cards = 0;
    for (unsigned i = 0; i < NAE_SLOT_BAVARIA; i++) {
        const NaeHandSlot *slot = &d->slot[i];
        bool brings = false;
        bool open = slot->benefit == side || slot->benefit == 2;
        for (unsigned z = 0; z < slot->zones; z++) {
            brings = brings || s->owner[slot->zone[z]] == nation;
            open = open && nae_side_of_zone(s, slot->zone[z]) == side;
        }
        for (unsigned z = 0; z < slot->zones && brings && open; z++) { /* as in the phase of hands [7.2] */
            open = !nae_controls(d, s, slot->zone[z], nae_other(side));
        }
        cards += brings && open ? slot->cards : 0U;
    }
    return cards;
}

static int modifier_of(const NaePlay *p, unsigned side, unsigned nation, int bonus)
{
    assert(nation < NAE_NATIONS);
    const NaeTables *t = &p->d->table;
    int modifier = bonus + p->d->nation[nation].influence[side];
    if (nae_is_major(nation)) {
        const NaeMajor *m = &p->s->major[nation];
        modifier += m->defeats[nae_other(side)] > 0 ? t->beaten_by_enemy : 0;
        modifier += m->defeats[side] > 0 ? t->beaten_by_friend : 0;
        modifier += side == NAE_COALITION && nae_modifier_runs(p->s, NAE_F(52))
                        ? nae_modifier_value(p->s, NAE_F(52), NAE_NONE)
                        : 0;
    }
    return modifier;
}

/* Die of a diplomatic action; success brings the nation over. */
static void negotiate(NaePlay *p, unsigned side, unsigned nation, int bonus)
{
    const int modifier = modifier_of(p, side, nation, bonus);
    const int die = (int)nae_d6(p);
    const bool success = die + modifier >= p->d->table.diplomacy;
    const bool protectorate = nae_status(p->s, nation) == NAE_PROTECTORATE;
    NAE_NOTE(p->dice, DIPLOMACY, (Seat)side, (int)nation, die, modifier,
             success ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    if (!success) {
        return;
    }
    if (is_exposed(p->s, side, nation)) {
        nae_make_neutral(p, nation);
        return;
    }
    if (protectorate && side == NAE_COALITION) {
        nae_lose_protectorate(p, nation);
    }
    nae_join_side(p, nation, side, NAE_JOIN_WON);
}

void nae_push_diplomacy(NaePlay *p, unsigned side, enum nae_targets targets, unsigned value, int bonus)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_DIPLOMACY_TARGET, side);
    frame->a = (uint8_t)targets;
    frame->b = (uint8_t)value;
    frame->c = (uint8_t)bonus;
}

/* a: enum nae_targets, b: value of the card, c: bonus. */
void nae_diplomacy_target_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nae_is_target(p->d, p->s, frame->seat, nation, (enum nae_targets)frame->a, frame->b)) {
            nae_option(list, nae_move1(NAE_M_TARGET, nation));
        }
    }
}

void nae_diplomacy_target_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    const unsigned nation = nae_move_a(move);
    const int bonus = frame->c;
    nae_pop(p);
    if (nae_is_major(nation)) {
        p->s->side[side].majors_targeted++;
        p->s->major[nation].flags |= NAE_DIPLOMACY_TRIED;
    }
    negotiate(p, side, nation, bonus);
}

bool nae_can_negotiate(const NaeData *d, const NaeState *s, unsigned card, bool minors_only)
{
    return nae_has_target(d, s, nae_card_side(card), minors_only ? NAE_TARGET_MINORS : NAE_TARGET_ANY,
                          nae_card_value(d, s, card));
}

int nae_diplomacy_needs(const NaePlay *p, const NaeFrame *asked, unsigned nation)
{
    const int bonus = asked->step == NAE_STEP_FREE_DIPLOMACY ? FREE_BONUS : asked->c;
    return p->d->table.diplomacy - modifier_of(p, asked->seat, nation, bonus);
}

void nae_push_negotiation(NaePlay *p, unsigned card, bool minors_only)
{
    const unsigned side = nae_card_side(card);
    const unsigned value = nae_card_value(p->d, p->s, card);
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)side, (int)card, NAE_TOLD_FOR_DIPLOMACY);
    nae_card_used(p, card, false);
    nae_push_diplomacy(p, side, minors_only ? NAE_TARGET_MINORS : NAE_TARGET_ANY, value, 0);
}

/* ------------------------------------------------------------------ protectorates (8.1.5; map 16.5) */

enum { PROTECTORATE_VALUE = 2 };

/* The card is discarded, as for a forced alliance: one that may not be discarded makes none. */
bool nae_can_protect(const NaeData *d, const NaeState *s, unsigned card)
{
    if (nae_card_side(card) != NAE_EMPIRE || nae_card_value(d, s, card) < PROTECTORATE_VALUE ||
        (d->card[card].flags & NAE_NOT_DISCARDABLE) != 0) {
        return false;
    }
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (nae_may_be_protectorate(d, s, minor)) {
            return true;
        }
    }
    return false;
}

void nae_push_protectorate(NaePlay *p, unsigned card)
{
    NAE_NOTE(p->dice, CARD_PLAYED, SEAT_FRENCH, (int)card, NAE_TOLD_FOR_PROTECTORATE);
    nae_card_used(p, card, false);
    nae_push(p, NAE_STEP_PROTECTORATE_TARGET, NAE_EMPIRE);
}

void nae_protectorate_target_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (nae_may_be_protectorate(p->d, p->s, minor)) {
            nae_option(list, nae_move1(NAE_M_TARGET, minor));
        }
    }
}

void nae_protectorate_target_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_make_protectorate(p, nae_move_a(move));
}

/* ------------------------------------------------------------------ the phase (7.4; map 4.4) */

enum stage { FREE_COALITION, FREE_EMPIRE, START_CARDS, COALITION_CARDS, EMPIRE_CARDS, PHASE_DONE };

/* a: stage. Free actions first, then the Empire's cards of the start, then two cards a side. */
void nae_diplomacy_phase_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    const unsigned stage = frame->a++;
    switch ((enum stage)stage) {
    case FREE_COALITION:
    case FREE_EMPIRE:
        nae_push(p, NAE_STEP_FREE_DIPLOMACY, stage == FREE_COALITION ? NAE_COALITION : NAE_EMPIRE);
        break;
    case START_CARDS:
        nae_push(p, NAE_STEP_START_CARD, NAE_EMPIRE);
        break;
    case COALITION_CARDS:
        nae_push(p, NAE_STEP_DIP_CARD, NAE_COALITION);
        break;
    case EMPIRE_CARDS:
        nae_push(p, NAE_STEP_DIP_CARD, NAE_EMPIRE);
        break;
    case PHASE_DONE:
        s->side[0].free_actions = 0;
        s->side[1].free_actions = 0;
        nae_pop(p);
        break;
    }
}

/* Neutral powers and minors, and those in forced peace or alliance (8.1.3). */
static bool is_free_target(const NaePlay *p, unsigned side, unsigned nation)
{
    const unsigned status = nae_status(p->s, nation);
    const bool forbidden = side == NAE_COALITION
                               ? nation == NAE_AUSTRIA && nae_modifier_runs(p->s, NAE_F(34))
                               : nation == NAE_BRITAIN; /* France and Britain are never allies [8.1.2] */
    return !forbidden && (nae_is_major(nation) || p->d->nation[nation].capitals > 0) &&
           (status == NAE_NEUTRAL || status == NAE_FORCED_PEACE || status == NAE_FORCED_ALLIANCE);
}

void nae_free_diplomacy_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (p->s->side[frame->seat].free_actions == 0) {
        return;
    }
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (is_free_target(p, frame->seat, nation)) {
            nae_option(list, nae_move1(NAE_M_FREE_DIPLOMACY, nation));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_FREE_DIPLOMACY, NAE_NONE));
    }
}

void nae_free_diplomacy_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    p->s->side[side].free_actions--;
    if (nae_move_a(move) != NAE_NONE) {
        negotiate(p, side, nae_move_a(move), FREE_BONUS);
    }
}

void nae_start_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    if (p->s->side[NAE_EMPIRE].diplomacy_cards >= CARDS_A_PHASE) {
        return;
    }
    for (unsigned card = 0; card < NAE_DECK; card++) {
        if (p->d->card[card].timing == NAE_START_OF_DIPLOMACY &&
            nae_event_playable(p, card, NAE_IN_DIPLOMACY)) {
            nae_option(list, nae_move1(NAE_M_START_CARD, card));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_START_CARD, NAE_NONE));
    }
}

void nae_start_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    p->s->side[NAE_EMPIRE].diplomacy_cards++;
    p->s->side[NAE_EMPIRE].flags |= NAE_START_CARD_PLAYED;
    nae_play_event(p, nae_move_a(move), NAE_IN_DIPLOMACY);
}

static bool event_now(const NaePlay *p, unsigned card)
{
    assert(card < NAE_CARDS);
    return p->d->card[card].timing != NAE_START_OF_DIPLOMACY && nae_event_playable(p, card, NAE_IN_DIPLOMACY);
}

/* The lowest value of a card with which a side finds somebody to negotiate with, NAE_NONE if there is nobody;
 * a higher one finds him too. */
static unsigned value_needed(const NaePlay *p, unsigned side)
{
    unsigned value = 1;
    while (value <= MAJOR_VALUE && !nae_has_target(p->d, p->s, side, NAE_TARGET_ANY, value)) {
        value++;
    }
    return value <= MAJOR_VALUE ? value : (unsigned)NAE_NONE;
}

/* What events ask for is looked at last: it takes longest. needed: value_needed of the card's side. */
static bool has_use(const NaePlay *p, unsigned card, unsigned needed)
{
    const bool negotiates = nae_card_value(p->d, p->s, card) >= needed;
    assert(negotiates == nae_can_negotiate(p->d, p->s, card, false));
    return negotiates || nae_can_protect(p->d, p->s, card) || nae_can_end_war(p->d, p->s, card) ||
           event_now(p, card);
}

void nae_dip_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned side = frame->seat;
    if (p->s->side[side].diplomacy_cards >= CARDS_A_PHASE) {
        return;
    }
    const unsigned needed = value_needed(p, side);
    uint64_t hand = nae_cards_in_hand(p->s, side);
    for (unsigned card; (card = nae_take_card(&hand, side)) != NAE_NONE;) {
        if (has_use(p, card, needed)) {
            nae_option(list, nae_move1(NAE_M_DIP_CARD, card));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_DIP_CARD, NAE_NONE));
    }
}

void nae_dip_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    p->s->side[side].diplomacy_cards++;
    nae_push(p, NAE_STEP_DIP_USE, side)->a = (uint8_t)nae_move_a(move);
}

/* a: card. */
void nae_dip_use_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned card = frame->a;
    if (event_now(p, card)) {
        nae_option(list, nae_move1(NAE_M_USE, NAE_W_EVENT));
    }
    if (nae_can_negotiate(p->d, p->s, card, false)) {
        nae_option(list, nae_move1(NAE_M_USE, NAE_W_DIPLOMACY));
    }
    if (nae_can_protect(p->d, p->s, card)) {
        nae_option(list, nae_move1(NAE_M_USE, NAE_W_PROTECTORATE));
    }
    if (nae_can_end_war(p->d, p->s, card)) {
        nae_option(list, nae_move1(NAE_M_USE, NAE_W_END_WAR));
    }
}

void nae_dip_use_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    nae_pop(p);
    switch (nae_move_a(move)) {
    case NAE_W_EVENT:
        nae_play_event(p, card, NAE_IN_DIPLOMACY);
        break;
    case NAE_W_DIPLOMACY:
        nae_push_negotiation(p, card, false);
        break;
    case NAE_W_PROTECTORATE:
        nae_push_protectorate(p, card);
        break;
    default:
        assert(nae_move_a(move) == NAE_W_END_WAR);
        nae_push_end_war(p, card);
        break;
    }
}
