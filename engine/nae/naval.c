/* naval.c: where fleets are and may go, and the activation of squadrons by points and by events [17.1, 17.2].
 */
#include "engine/nae/naval.h"

#include "engine/nae/events.h"

/* ---- places ---- */

/* All fleets lie in one word of a set of pieces, which begins with this piece. */
enum { FLEET_BASE = NAE_FIRST_FLEET / 64 * 64 };
_Static_assert((NAE_PIECES - 1) / 64 == FLEET_BASE / 64, "one word");

/* Bits of that word as those of fleets. */
static uint32_t fleets_of(uint64_t word)
{
    return (uint32_t)(word >> (NAE_FIRST_FLEET - FLEET_BASE)) & ((1U << NAE_FLEETS) - 1U);
}

/* The marks from there on; the sweep runs on into the array behind them. */
static const uint8_t *marks_of(const NaeState *s)
{
    return (const uint8_t *)s + offsetof(NaeState, bits) + FLEET_BASE;
}

uint32_t nae_sailing(const NaeState *s)
{
    return fleets_of(nae_sweep(marks_of(s), NAE_SAILING, NAE_SAILING));
}

uint32_t nae_fleets_at(const NaeState *s, const NaeData *d, unsigned side, enum nae_at at, unsigned place)
{
    (void)d;
    return fleets_of(nae_sweep(s->place + FLEET_BASE, 255, place) & nae_sweep(marks_of(s), NAE_AT, at) &
                     s->owned[side].w[FLEET_BASE / 64]);
}

bool nae_port_blockaded(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_zone_is(d, zone, NAE_ZONE_PORT) && nae_fleets_at(s, d, nae_other(side), NAE_AT_BOX, zone) != 0;
}

/* In a blockade box fleets lie on the side of the Bosphorus that they have come from. */
static unsigned side_of_bosphorus(const NaeState *s, unsigned fleet, enum nae_at at)
{
    if (at != NAE_AT_BOX || (s->bits[fleet] & NAE_AT) != NAE_AT_SEA) {
        return at == NAE_AT_BOX ? s->bits[fleet] & NAE_FROM_BLACK_SEA : 0;
    }
    return s->place[fleet] == NAE_BLACK_SEA ? NAE_FROM_BLACK_SEA : 0;
}

void nae_anchor(NaeState *s, uint32_t fleets, enum nae_at at, unsigned place)
{
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        const unsigned side = side_of_bosphorus(s, fleet, at);
        s->place[fleet] = (uint8_t)place;
        s->bits[fleet] = (uint8_t)((s->bits[fleet] & ~(unsigned)(NAE_AT | NAE_FROM_BLACK_SEA)) | at | side);
    }
}

/* Whose a port is: a fortress keeps it for whom it serves, also where his marker has fallen [17.1, 18.1]. */
static bool port_is_of(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const unsigned serves = nae_fortress_side(d, s, zone);
    return nae_zone_is(d, zone, NAE_ZONE_PORT) && (serves < 2 ? serves : nae_holder(s, zone)) == side;
}

bool nae_friendly_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return port_is_of(d, s, zone, side);
}

bool nae_hostile_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return port_is_of(d, s, zone, nae_other(side));
}

bool nae_invaded_port(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_friendly_port(d, s, zone, side) && !nae_besieged(s, zone) &&
           nae_field_units(d, s, zone, nae_other(side));
}

bool nae_room(const NaeState *s, const NaeData *d, unsigned side, enum nae_at at, unsigned place,
              uint32_t fleets)
{
    return nae_mask_count(nae_fleets_at(s, d, side, at, place) | fleets) <= NAE_SQUADRON_MAX;
}

bool nae_port_of(const NaeData *d, unsigned zone, unsigned sea)
{
    return nae_zone_is(d, zone, NAE_ZONE_PORT) &&
           (d->zone[zone].seas[0] == sea || d->zone[zone].seas[1] == sea);
}

unsigned nae_place_kind(unsigned at)
{
    return at == NAE_AT_SEA    ? NAE_P_SEA
           : at == NAE_AT_PORT ? NAE_P_PORT
           : at == NAE_AT_BOX  ? NAE_P_BOX
                               : NAE_P_CORSAIRS;
}

/* ---- fleets ---- */

unsigned nae_fleet_speed(const NaeData *d, uint32_t fleets)
{
    unsigned speed = 255;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        speed = nae_fleet(d, fleet)->movement < speed ? nae_fleet(d, fleet)->movement : speed;
    }
    return speed;
}

unsigned nae_fleet_initiative(const NaeData *d, uint32_t fleets)
{
    unsigned best = 0;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        best = nae_fleet(d, fleet)->initiative > best ? nae_fleet(d, fleet)->initiative : best;
    }
    return best;
}

bool nae_sea_reaction(NaePlay *p, unsigned side, uint32_t fleets, enum nae_at at, unsigned place,
                      unsigned need)
{
    const unsigned modifier = nae_fleet_initiative(p->d, fleets);
    const unsigned die = nae_d6(p);
    const bool success = die + modifier >= need;
    NAE_NOTE(p->dice, SEA_REACTION, (Seat)side, (int)(nae_place_kind(at) << 8U | place), (int)die,
             (int)modifier, success ? NAE_TOLD_SUCCESS : NAE_TOLD_FAILURE);
    return success;
}

/* ---- waters [17.2.3, 17.2.4, 16] ---- */

bool nae_passage_open(const NaeData *d, const NaeState *s, unsigned side, unsigned from, unsigned to)
{
    const bool bosphorus =
        (from == NAE_AEGEAN && to == NAE_BLACK_SEA) || (from == NAE_BLACK_SEA && to == NAE_AEGEAN);
    return !bosphorus || nae_side_of(s, NAE_TURKEY) == NAE_NOBODY ||
           (side != NAE_NOBODY && nae_holder(s, d->nation[NAE_TURKEY].capital[0]) == side);
}

bool nae_box_open(const NaeData *d, const NaeState *s, uint32_t fleets, unsigned to)
{
    const uint32_t both = 1U << NAE_AEGEAN | 1U << NAE_BLACK_SEA;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        const bool black = (s->bits[fleet] & NAE_FROM_BLACK_SEA) != 0;
        if ((s->bits[fleet] & NAE_AT) == NAE_AT_BOX && (d->waters[s->place[fleet]] & both) == both &&
            black != (to == NAE_BLACK_SEA) &&
            !nae_passage_open(d, s, nae_side_of_piece(s, fleet), NAE_AEGEAN, NAE_BLACK_SEA)) {
            return false;
        }
    }
    return true;
}

bool nae_box_takes(const NaeData *d, const NaeState *s, unsigned side, unsigned port, unsigned from)
{
    return nae_box_open(d, s, nae_fleets_at(s, d, side, NAE_AT_BOX, port), from);
}

static bool beyond(const NaeData *d, const NaeState *s, unsigned fleet)
{
    const unsigned at = s->bits[fleet] & NAE_AT;
    const unsigned place = s->place[fleet];
    if (at == NAE_AT_SPECIAL) {
        return place == NAE_CORSAIRS; /* their box lies in none of its waters */
    }
    if (at == NAE_AT_SEA) {
        return (d->russian_seas >> place & 1U) == 0;
    }
    return (at == NAE_AT_PORT || at == NAE_AT_BOX) && (d->russian_seas & d->waters[place]) == 0;
}

/* One Russian fleet at most leaves its waters. */
static bool russians_may_leave(const NaeData *d, const NaeState *s, uint32_t fleets)
{
    const uint32_t russian = nae_mask(nae_pieces_and(d->nation[NAE_RUSSIA].pieces, d->fleets));
    unsigned outside = nae_mask_count(fleets & russian);
    uint32_t others = outside > 0 ? russian & ~fleets : 0;
    for (unsigned fleet; (fleet = nae_mask_take(&others)) != NAE_NONE;) {
        outside += beyond(d, s, fleet) ? 1U : 0U;
    }
    return outside <= d->russian_outside;
}

bool nae_may_hunt(const NaeData *d, const NaeState *s, unsigned fleet)
{
    const uint32_t all = (1U << NAE_SEAS) - 1U;
    return nae_fleet(d, fleet)->seas == all && russians_may_leave(d, s, nae_fleet_bit(fleet));
}

bool nae_sea_open(const NaeData *d, const NaeState *s, uint32_t fleets, unsigned from, unsigned to)
{
    const uint32_t all = fleets;
    unsigned side = NAE_NOBODY;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        side = nae_side_of_piece(s, fleet);
        if ((nae_fleet(d, fleet)->seas >> to & 1U) == 0) {
            return false;
        }
    }
    if (nae_winter(s) && (d->sea[to].ice != 0 || (from < NAE_SEAS && d->sea[from].ice != 0))) {
        return false;
    }
    return nae_passage_open(d, s, side, from, to) && nae_box_open(d, s, all, to) &&
           ((d->russian_seas >> to & 1U) != 0 || russians_may_leave(d, s, all));
}

/* ---- which squadron [17.1] ----
 * SQUADRON_AT: a side, b card or NAE_NONE, c assaults left. */

/* Events that activate fleets: the nations they serve, one squadron or all. */
static bool serves(const NaeData *d, const NaeState *s, unsigned card, unsigned fleet)
{
    const unsigned nation = d->nation_of[fleet];
    const unsigned at = s->bits[fleet] & NAE_AT;
    switch (card) {
    case NAE_C(1):
        return nation == NAE_BRITAIN ||
               (nation >= NAE_MAJORS && (s->minor[nation - NAE_MAJORS].patron == NAE_NONE ||
                                         s->minor[nation - NAE_MAJORS].patron == NAE_BRITAIN));
    case NAE_F(4):
        return (nation == NAE_FRANCE || nation == NAE_SPAIN || nation == NAE_HOLLAND) &&
               !(at == NAE_AT_PORT && nae_port_blockaded(d, s, s->place[fleet], NAE_EMPIRE));
    case NAE_F(15):
        return nation == NAE_FRANCE && at == NAE_AT_PORT;
    case NAE_C(9):
    case NAE_C(24):
        return nation == NAE_BRITAIN && at != NAE_AT_SPECIAL;
    default:
        return card == NAE_NONE;
    }
}

static bool many_squadrons(unsigned card) { return card == NAE_C(1) || card == NAE_F(4); }

/* A fleet that lies somewhere at the orders of a side and has not sailed this round. */
static bool eligible(const NaeData *d, const NaeState *s, unsigned side, unsigned card, unsigned fleet)
{
    const bool lies = (s->bits[fleet] & NAE_AT) != NAE_AT_SPECIAL || s->place[fleet] == NAE_CORSAIRS;
    return lies && nae_pieces_in(s->owned[side], fleet) && !nae_bit(s, fleet, NAE_ACTIVATED) &&
           serves(d, s, card, fleet);
}

static uint32_t eligible_fleets(const NaeData *d, const NaeState *s, unsigned side, unsigned card)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < NAE_FLEETS; i++) {
        mask |= (uint32_t)eligible(d, s, side, card, NAE_FIRST_FLEET + i) << i;
    }
    return mask;
}

bool nae_can_sail(const NaeData *d, const NaeState *s, unsigned side, unsigned points)
{
    return points > 0 && eligible_fleets(d, s, side, NAE_NONE) != 0;
}

bool nae_event_sailing_possible(const NaeData *d, const NaeState *s, unsigned side, unsigned card)
{
    return eligible_fleets(d, s, side, card) != 0;
}

static void push_squadron_at(NaePlay *p, unsigned side, unsigned card)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_SQUADRON_AT, side);
    frame->a = (uint8_t)side;
    frame->b = (uint8_t)card;
    frame->c = 1;
}

void nae_push_sailing(NaePlay *p, unsigned side) { push_squadron_at(p, side, NAE_NONE); }
void nae_push_event_sailing(NaePlay *p, unsigned side, unsigned card) { push_squadron_at(p, side, card); }

static Move place_move(enum nae_kind kind, unsigned at, unsigned place)
{
    return nae_move2(kind, nae_place_kind(at), at == NAE_AT_SPECIAL ? 0 : place);
}

void nae_squadron_at_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint32_t fleets = eligible_fleets(p->d, p->s, frame->a, frame->b);
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        const Move move = place_move(NAE_M_SQUADRON_AT, p->s->bits[fleet] & NAE_AT, p->s->place[fleet]);
        bool known = false;
        for (unsigned i = 0; i < list->count; i++) {
            known |= list->moves[i] == move;
        }
        if (!known) {
            nae_option(list, move);
        }
    }
    if (list->count > 0 && many_squadrons(frame->b)) {
        nae_option(list, nae_move0(NAE_M_SQUADRON_AT_DONE));
    }
}

static unsigned at_of_kind(unsigned kind)
{
    return kind == NAE_P_SEA    ? NAE_AT_SEA
           : kind == NAE_P_PORT ? NAE_AT_PORT
           : kind == NAE_P_BOX  ? NAE_AT_BOX
                                : NAE_AT_SPECIAL;
}

void nae_squadron_at_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame f = *frame;
    if (nae_move_kind(move) == NAE_M_SQUADRON_AT_DONE) {
        nae_pop(p);
        return;
    }
    const unsigned at = at_of_kind(nae_move_a(move));
    if (many_squadrons(f.b)) {
        nae_push(p, NAE_STEP_GARRISONS, SEAT_NONE); /* after each voyage, as after one for points */
    }
    NaeFrame *next =
        many_squadrons(f.b) ? nae_push(p, NAE_STEP_SQUADRON, f.a) : nae_become(p, NAE_STEP_SQUADRON, f.a);
    next->a = f.a;
    next->b = f.b;
    next->c = (uint8_t)at;
    next->d = (uint8_t)(at == NAE_AT_SPECIAL ? NAE_CORSAIRS : nae_move_b(move));
    next->e = NAE_FIRST_FLEET;
}

/* ---- which fleets of the place; chosen ones are marked NAE_SAILING ---- */

/* The fleets still to be asked about. */
static uint32_t still_open(const NaePlay *p, const NaeFrame *f)
{
    const bool paid = f->b != NAE_NONE || p->s->action.ap > 0;
    if (f->f >= NAE_SQUADRON_MAX || !paid) {
        return 0;
    }
    const uint32_t there = nae_fleets_at(p->s, p->d, f->a, (enum nae_at)f->c, f->d);
    const uint32_t asked = (1U << (f->e - NAE_FIRST_FLEET)) - 1U;
    return there & eligible_fleets(p->d, p->s, f->a, f->b) & ~asked;
}

void nae_squadron_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint32_t open = still_open(p, frame);
    const unsigned fleet = nae_mask_take(&open);
    if (fleet == NAE_NONE) {
        return;
    }
    nae_option(list, nae_move2(NAE_M_SQUADRON, fleet, NAE_W_GO));
    if (frame->f > 0 || open != 0) {
        nae_option(list, nae_move2(NAE_M_SQUADRON, fleet, NAE_W_STAY));
    }
}

void nae_squadron_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned fleet = nae_move_a(move);
    frame->e = (uint8_t)(fleet + 1);
    if (nae_move_b(move) == NAE_W_GO) {
        frame->f++;
        nae_set_bit(p->s, fleet, NAE_SAILING);
        if (frame->b == NAE_NONE) {
            assert(p->s->action.ap > 0);
            p->s->action.ap--;
        }
    }
}

/* All are asked: they sail. Squadrons of one event share its assault. */
void nae_squadron_none(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    nae_pop(p);
    const NaeFrame *below = p->s->frames > 0 ? &p->s->frame[p->s->frames - 1] : NULL;
    const bool shared = many_squadrons(f.b) && below != NULL && below->step == NAE_STEP_SQUADRON_AT;
    nae_start_voyage(p, f.a, f.b, nae_sailing(p->s), shared ? below->c : 1U);
}

/* What a card changes of transport and landings (map 21, activate_fleets). */
static void set_terms(NaeVoyage *v, unsigned card)
{
    enum { PLAIN_STEPS = 2, PLAIN_MODIFIER = -3, PLAIN_TRANSPORT = 255 };
    v->land_steps = card == NAE_F(4) ? 4 : card == NAE_C(9) ? 6 : PLAIN_STEPS;
    v->land_modifier = (int8_t)(card == NAE_C(9) || card == NAE_C(24) ? 0 : PLAIN_MODIFIER);
    v->transport = card == NAE_C(9) ? 6 : PLAIN_TRANSPORT;
    v->flags = (uint8_t)(card == NAE_F(15) ? NAE_VOYAGE_THROUGH : card == NAE_C(24) ? NAE_VOYAGE_NAPLES : 0);
}

void nae_start_voyage(NaePlay *p, unsigned side, unsigned card, uint32_t fleets, unsigned assaults)
{
    NaeVoyage *v = &p->s->voyage;
    const uint32_t all = fleets;
    const unsigned first = nae_mask_take(&fleets);
    assert(first != NAE_NONE && !nae_under_way(p->s));
    memset(v, 0, sizeof *v);
    v->side = (uint8_t)side;
    v->at = v->from_at = (uint8_t)(p->s->bits[first] & NAE_AT);
    v->place = v->from_place = p->s->place[first];
    v->mp = (uint8_t)nae_fleet_speed(p->d, all);
    v->card[0] = v->card[1] = NAE_NONE;
    v->carrier[0] = v->carrier[1] = v->carrier[2] = NAE_NONE;
    set_terms(v, card);
    v->assaults = (uint8_t)assaults;
    v->home_box = v->at == NAE_AT_BOX ? (uint8_t)(v->place + 1) : 0;
    fleets = all;
    for (unsigned i = 0, fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE; i++) {
        assert(i < NAE_SQUADRON_MAX);
        v->carrier[i] = (uint8_t)fleet;
        nae_set_bit(p->s, fleet, NAE_ACTIVATED | NAE_SAILING);
    }
    nae_push(p, NAE_STEP_SAIL, side);
}
