/* naval_move.c: a squadron under way [17.2]: its steps, interceptions and evasions, blockade boxes, the end
 * of the voyage (map 14.1 to 14.4, 14.12). */
#include "engine/nae/events.h"
#include "engine/nae/naval.h"

/* ---- small questions ---- */

static unsigned foe_side(const NaeState *s) { return nae_other(s->voyage.side); }

/* A foreign general whose last step has gone aboard, and who has not, leaves the army that stays [9.4]. */
static void settle_shore(NaePlay *p)
{
    const NaeVoyage *v = &p->s->voyage;
    if ((v->flags & NAE_VOYAGE_LOADED) != 0 && v->at == NAE_AT_PORT) {
        nae_tidy_zone(p, v->place);
    }
}

static void move_squadron(NaePlay *p, enum nae_at at, unsigned place)
{
    NaeVoyage *v = &p->s->voyage;
    settle_shore(p);
    v->from_at = v->at;
    v->from_place = v->place;
    v->at = (uint8_t)at;
    v->place = (uint8_t)place;
    v->flags = (uint8_t)((v->flags | NAE_VOYAGE_MOVED) & ~(unsigned)NAE_VOYAGE_LOADED);
    nae_anchor(p->s, nae_sailing(p->s), at, place);
    if (p->d->option.fog_of_war && NAE_NOTES_WANTED(p->dice, SAILED_COVERED)) {
        uint32_t fleets = nae_sailing(p->s);
        NAE_NOTE(p->dice, SAILED_COVERED, (Seat)v->side, (int)nae_mask_take(&fleets),
                 (int)(nae_place_kind(at) << 8U | place));
    } else if (NAE_NOTES_WANTED(p->dice, SAILED)) {
        uint32_t fleets = nae_sailing(p->s);
        NAE_NOTE(p->dice, SAILED, (Seat)v->side, (int)nae_mask_take(&fleets),
                 (int)(nae_place_kind(at) << 8U | place));
    }
}

static void pay(NaePlay *p, unsigned points)
{
    assert(p->s->voyage.mp >= points);
    p->s->voyage.mp = (uint8_t)(p->s->voyage.mp - points);
}

/* ---- options ---- */

/* A sea zone that is entered must be one where it may stay, or be left again [17.2.2]. */
static bool may_enter_sea(const NaePlay *p, unsigned to, unsigned left)
{
    const NaeVoyage *v = &p->s->voyage;
    const uint32_t fleets = nae_sailing(p->s);
    const unsigned from = v->at == NAE_AT_SEA ? v->place : (unsigned)NAE_NONE;
    return nae_sea_open(p->d, p->s, fleets, from, to) &&
           (left > 0 || nae_room(p->s, p->d, v->side, NAE_AT_SEA, to, fleets));
}

static void offer_seas_of_port(const NaePlay *p, unsigned cost, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    for (unsigned i = 0; i < 2 && v->mp >= cost; i++) {
        const unsigned sea = p->d->zone[v->place].seas[i];
        if (sea != NAE_NONE && may_enter_sea(p, sea, v->mp - cost)) {
            nae_option(list, nae_move1(NAE_M_SAIL_SEA, sea));
        }
    }
}

static void offer_in_port(const NaePlay *p, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    nae_load_options(p, list);
    if (nae_cargo_waits(p)) {
        return;
    }
    offer_seas_of_port(p, 1, list);
    if ((v->flags & NAE_VOYAGE_LOADED) == 0 && nae_can_unload(p, v->place)) {
        nae_option(list, nae_move1(NAE_M_SAIL_UNLOAD, v->place));
    }
}

bool nae_frozen_in(const NaePlay *p, enum nae_at at, unsigned place)
{
    if (at == NAE_AT_SEA) {
        return nae_winter(p->s) && p->d->sea[place].ice != 0;
    }
    bool open = !nae_winter(p->s) || at == NAE_AT_SPECIAL;
    for (unsigned i = 0; i < 2 && !open; i++) {
        const unsigned sea = p->d->zone[place].seas[i];
        open = sea != NAE_NONE && p->d->sea[sea].ice == 0;
    }
    return !open;
}

/* Corsairs: a Coalition fleet activated alone goes to its box, or comes from it, instead of sailing;
 * blockaders and ice keep it in [17.2.10, 16]. */
static void offer_corsairs(const NaePlay *p, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const bool fresh = (v->flags & NAE_VOYAGE_MOVED) == 0 && nae_pieces_empty(nae_cargo(p->s, p->d));
    const bool shut = (v->at == NAE_AT_PORT && nae_port_blockaded(p->d, p->s, v->place, v->side)) ||
                      nae_frozen_in(p, (enum nae_at)v->at, v->place);
    uint32_t fleets = nae_sailing(p->s);
    const unsigned fleet = nae_mask_take(&fleets);
    const bool single = fleet != NAE_NONE && fleets == 0 && nae_may_hunt(p->d, p->s, fleet);
    if (v->side == NAE_COALITION && (p->s->flags & NAE_CORSAIRS_RUN) != 0 && fresh && single && !shut) {
        nae_option(list, nae_move1(NAE_M_SAIL, NAE_W_CORSAIRS));
    }
}

static void offer_home(const NaePlay *p, MoveList *list)
{
    const uint32_t fleets = nae_sailing(p->s);
    NAE_EACH_ZONE(port, p->d->ports)
    {
        bool national =
            nae_friendly_port(p->d, p->s, port, NAE_COALITION) && !nae_frozen_in(p, NAE_AT_PORT, port);
        uint32_t left = fleets;
        for (unsigned fleet; (fleet = nae_mask_take(&left)) != NAE_NONE;) {
            national &= p->s->owner[port] == p->d->nation_of[fleet];
        }
        if (national && nae_room(p->s, p->d, NAE_COALITION, NAE_AT_PORT, port, fleets)) {
            nae_option(list, nae_move1(NAE_M_SAIL_HOME, port));
        }
    }
}

static bool attackable_port(const NaePlay *p, unsigned port)
{
    uint32_t enemies = nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_PORT, port);
    const unsigned fleet = nae_mask_take(&enemies);
    return fleet != NAE_NONE && !nae_bit(p->s, fleet, NAE_ATTACKED);
}

/* A port of its side, whose box holds no enemies, friends of yesterday included [17.2.7], with room. */
static bool may_enter_port(const NaePlay *p, unsigned port)
{
    const NaeVoyage *v = &p->s->voyage;
    return v->mp >= 1 && nae_friendly_port(p->d, p->s, port, v->side) &&
           !nae_port_blockaded(p->d, p->s, port, v->side) &&
           nae_room(p->s, p->d, v->side, NAE_AT_PORT, port, nae_sailing(p->s));
}

static void offer_in_box(const NaePlay *p, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    if (nae_frozen_in(p, NAE_AT_BOX, v->place)) {
        return;
    }
    offer_seas_of_port(p, 0, list);
    if (v->mp >= 1 && nae_hostile_port(p->d, p->s, v->place, v->side) && attackable_port(p, v->place)) {
        nae_option(list, nae_move1(NAE_M_SAIL_PORT_ATTACK, v->place));
    }
    if (may_enter_port(p, v->place)) {
        nae_option(list, nae_move1(NAE_M_SAIL_PORT, v->place));
    }
    if (v->mp >= 2 && nae_can_assault(p, v->place)) {
        nae_option(list, nae_move1(NAE_M_SAIL_ASSAULT, v->place));
    }
}

/* The box of an enemy port for a point; that of an own port for nothing, to land against enemies who stand
 * there [17.2.1, 17.2.9]. */
static bool may_enter_box(const NaePlay *p, unsigned port)
{
    const NaeVoyage *v = &p->s->voyage;
    if (nae_hostile_port(p->d, p->s, port, v->side)) {
        return v->mp >= 1;
    }
    return nae_invaded_port(p->d, p->s, port, v->side) && !nae_port_blockaded(p->d, p->s, port, v->side);
}

/* Ports of the sea zone: own ones to enter, boxes of the enemy's, blockaders to attack. */
static void offer_port_from_sea(const NaePlay *p, unsigned port, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const uint32_t fleets = nae_sailing(p->s);
    if (may_enter_port(p, port)) {
        nae_option(list, nae_move1(NAE_M_SAIL_PORT, port));
    }
    if (nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_BOX, port) != 0) {
        nae_option(list, nae_move2(NAE_M_SAIL_ATTACK, NAE_P_BOX, port));
    }
    if (may_enter_box(p, port) && nae_box_takes(p->d, p->s, v->side, port, v->place) &&
        nae_room(p->s, p->d, v->side, NAE_AT_BOX, port, fleets)) {
        nae_option(list, nae_move1(NAE_M_SAIL_BOX, port));
    }
}

static void offer_at_sea(const NaePlay *p, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    if (nae_frozen_in(p, NAE_AT_SEA, v->place)) {
        return;
    }
    for (unsigned sea = 0; sea < NAE_SEAS && v->mp >= 1; sea++) {
        if ((p->d->sea[v->place].adjacent >> sea & 1U) != 0 && may_enter_sea(p, sea, v->mp - 1U)) {
            nae_option(list, nae_move1(NAE_M_SAIL_SEA, sea));
        }
    }
    NAE_EACH_ZONE(port, p->d->ports_on[v->place]) { offer_port_from_sea(p, port, list); }
    if (nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_SEA, v->place) != 0) {
        nae_option(list, nae_move2(NAE_M_SAIL_ATTACK, NAE_P_SEA, v->place));
    }
}

static void offer_leaving_behind(const NaePlay *p, MoveList *list)
{
    uint32_t fleets = nae_sailing(p->s);
    const NaeVoyage *v = &p->s->voyage;
    if (nae_mask_count(fleets) < 2 || v->at == NAE_AT_SPECIAL) {
        return;
    }
    const uint32_t others = nae_fleets_at(p->s, p->d, v->side, (enum nae_at)v->at, v->place) & ~fleets;
    if (nae_mask_count(others) + 1 > NAE_SQUADRON_MAX) {
        return; /* room for the one that stays */
    }
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_option(list, nae_move1(NAE_M_SAIL_LEAVE, fleet));
    }
}

void nae_sail_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const uint32_t fleets = nae_sailing(p->s);
    (void)frame;
    if ((v->flags & NAE_VOYAGE_DEFEATED) != 0 || fleets == 0) {
        return;
    }
    if (v->at == NAE_AT_SPECIAL) {
        offer_home(p, list);
    } else if (v->at == NAE_AT_PORT) {
        offer_in_port(p, list);
    } else if (v->at == NAE_AT_BOX) {
        offer_in_box(p, list);
    } else {
        offer_at_sea(p, list);
    }
    if (list->count > 0 && v->at == NAE_AT_PORT && nae_cargo_waits(p)) {
        return;
    }
    if (v->at != NAE_AT_SPECIAL) {
        offer_corsairs(p, list);
    }
    offer_leaving_behind(p, list);
    if (list->count == 0 || v->at == NAE_AT_SPECIAL ||
        nae_room(p->s, p->d, v->side, (enum nae_at)v->at, v->place, fleets)) {
        nae_option(list, nae_move1(NAE_M_SAIL, NAE_W_STOP));
    }
}

/* ---- steps ---- */

void nae_enter_sea(NaePlay *p, unsigned sea)
{
    move_squadron(p, NAE_AT_SEA, sea);
    nae_push(p, NAE_STEP_SEA_ENTER, SEAT_NONE);
}

/* Leaving a blockaded port means fighting the blockaders first [17.2.7]. */
static void leave_port(NaePlay *p, unsigned sea)
{
    NaeVoyage *v = &p->s->voyage;
    const uint32_t blockaders = nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_BOX, v->place);
    pay(p, 1);
    if (blockaders == 0 || (v->flags & NAE_VOYAGE_THROUGH) != 0) {
        nae_enter_sea(p, sea);
        return;
    }
    v->ours = nae_sailing(p->s);
    v->foe = blockaders;
    v->onward = (uint8_t)(sea + 1);
    nae_begin_sea_battle(p, NAE_SEA_SORTIE, sea, v->place, false);
}

/* A squadron in the port may fight for its box, unless blockaders are only relieved. */
static void enter_box(NaePlay *p, unsigned port)
{
    NaeVoyage *v = &p->s->voyage;
    const bool relief = nae_fleets_at(p->s, p->d, v->side, NAE_AT_BOX, port) != 0;
    pay(p, nae_hostile_port(p->d, p->s, port, p->s->voyage.side) ? 1U : 0U);
    move_squadron(p, NAE_AT_BOX, port);
    if (!relief && nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_PORT, port) != 0) {
        NaeFrame *frame = nae_push(p, NAE_STEP_BOX_FIGHT, foe_side(p->s));
        frame->a = (uint8_t)port;
    }
}

/* The sea zone that the squadron came from, or the first of the port. */
static unsigned sea_before(const NaePlay *p, unsigned port)
{
    const NaeVoyage *v = &p->s->voyage;
    return v->from_at == NAE_AT_SEA && nae_port_of(p->d, port, v->from_place) ? v->from_place
                                                                              : p->d->zone[port].seas[0];
}

static void attack_port(NaePlay *p, unsigned port)
{
    NaeVoyage *v = &p->s->voyage;
    pay(p, 1);
    v->ours = nae_sailing(p->s);
    v->foe = nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_PORT, port);
    uint32_t fleets = v->foe;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_set_bit(p->s, fleet, NAE_ATTACKED);
    }
    nae_begin_sea_battle(p, NAE_SEA_IN_PORT, sea_before(p, port), port, false);
}

/* A squadron at sea evades only if there is a place for it, a port of the zone or a zone next to it [17.2.6].
 */
static bool may_evade(const NaePlay *p)
{
    const NaeFrame away = {.step = NAE_STEP_SEA_RETREAT, .seat = (uint8_t)foe_side(p->s), .a = 1, .b = 1};
    MoveList list = {0};
    nae_sea_retreat_options(p, &away, &list);
    return list.count > 0;
}

static void attack_squadron(NaePlay *p, unsigned kind, unsigned place)
{
    NaeVoyage *v = &p->s->voyage;
    v->ours = nae_sailing(p->s);
    if (kind == NAE_P_BOX) {
        v->foe = nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_BOX, place);
        nae_begin_sea_battle(p, NAE_SEA_OPEN, v->place, place, false);
        return;
    }
    v->foe = nae_fleets_at(p->s, p->d, foe_side(p->s), NAE_AT_SEA, place);
    v->enemy_place = (uint8_t)place;
    if (may_evade(p)) {
        nae_push(p, NAE_STEP_SEA_ATTACK, foe_side(p->s))->a = (uint8_t)place;
    } else {
        nae_begin_sea_battle(p, NAE_SEA_OPEN, place, NAE_NONE, false);
    }
}

/* The cargo of a fleet left behind stays with the rest of the squadron's only if it is in others; it is left
 * too. */
static void leave_behind(NaePlay *p, unsigned fleet)
{
    NaeVoyage *v = &p->s->voyage;
    nae_clear_bit(p->s, fleet, NAE_SAILING);
    for (unsigned i = 0; i < NAE_SQUADRON_MAX; i++) {
        if (v->carrier[i] == fleet) {
            NAE_EACH_PIECE(piece, nae_cargo(p->s, p->d))
            {
                if ((p->s->bits[piece] & 3U) == i) {
                    nae_destroy(p, piece); /* nobody lands it any more [17.2.8] */
                }
            }
            v->carrier[i] = NAE_NONE;
        }
    }
}

void nae_sail_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned a = nae_move_a(move);
    const unsigned b = nae_move_b(move);
    (void)frame;
    switch ((unsigned)nae_move_kind(move)) {
    case NAE_M_SAIL_SEA:
        if (p->s->voyage.at == NAE_AT_PORT) {
            leave_port(p, a);
        } else {
            pay(p, p->s->voyage.at == NAE_AT_SEA ? 1U : 0U);
            nae_enter_sea(p, a);
        }
        break;
    case NAE_M_SAIL_BOX:
        enter_box(p, a);
        break;
    case NAE_M_SAIL_PORT:
        pay(p, 1);
        move_squadron(p, NAE_AT_PORT, a);
        break;
    case NAE_M_SAIL_PORT_ATTACK:
        attack_port(p, a);
        break;
    case NAE_M_SAIL_ASSAULT:
        pay(p, 2);
        nae_begin_landing(p, a);
        break;
    case NAE_M_SAIL_ATTACK:
        attack_squadron(p, a, b);
        break;
    case NAE_M_SAIL_LOAD:
        nae_load(p, a);
        break;
    case NAE_M_SAIL_UNLOAD:
        nae_unload(p, a);
        break;
    case NAE_M_SAIL_LEAVE:
        leave_behind(p, a);
        break;
    case NAE_M_SAIL_HOME:
        move_squadron(p, NAE_AT_PORT, a);
        p->s->voyage.flags |= NAE_VOYAGE_DEFEATED; /* that is its activation */
        break;
    default:
        if (a == NAE_W_CORSAIRS) {
            move_squadron(p, NAE_AT_SPECIAL, NAE_CORSAIRS);
        }
        p->s->voyage.flags |= NAE_VOYAGE_DEFEATED;
        break;
    }
}

/* Nothing more to choose: the voyage is over. */
void nae_sail_none(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_become(p, NAE_STEP_VOYAGE_END, SEAT_NONE);
}

/* ---- interceptions [17.2.5] ----
 * SEA_ENTER: a stage, b 1 if evaders have entered a zone and the voyage's side intercepts. */

static unsigned interceptor_side(const NaeState *s, unsigned evaders)
{
    return evaders != 0 ? s->voyage.side : foe_side(s);
}
static unsigned entered_sea(const NaeState *s, unsigned evaders)
{
    return evaders != 0 ? s->voyage.enemy_place : s->voyage.place;
}
static uint32_t *interceptors(NaeState *s, unsigned evaders)
{
    return evaders != 0 ? &s->voyage.ours : &s->voyage.foe;
}

static uint32_t squadron_at_sea(const NaePlay *p, unsigned evaders)
{
    return nae_fleets_at(p->s, p->d, interceptor_side(p->s, evaders), NAE_AT_SEA, entered_sea(p->s, evaders));
}

static void sea_battle_after_entry(NaePlay *p, unsigned evaders)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned sea = entered_sea(p->s, evaders);
    nae_anchor(p->s, *interceptors(p->s, evaders), NAE_AT_SEA, sea);
    if (evaders == 0) {
        v->ours = nae_sailing(p->s);
    }
    nae_pop(p);
    nae_begin_sea_battle(p, NAE_SEA_OPEN, sea, NAE_NONE, evaders != 0);
}

void nae_sea_enter_run(NaePlay *p, NaeFrame *frame)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned evaders = frame->b;
    switch (frame->a++) {
    case 0:
        *interceptors(p->s, evaders) = 0;
        v->tried = 0;
        v->joined = 0;
        if (squadron_at_sea(p, evaders) != 0) {
            NaeFrame *ask = nae_push(p, NAE_STEP_SEA_INTERCEPT, interceptor_side(p->s, evaders));
            ask->a = NAE_P_SEA;
            ask->b = (uint8_t)entered_sea(p->s, evaders);
            ask->c = (uint8_t)evaders;
        }
        break;
    case 1:
        nae_push(p, NAE_STEP_SEA_ORDER, interceptor_side(p->s, evaders))->a = (uint8_t)evaders;
        break;
    default:
        if (v->joined != 0) {
            sea_battle_after_entry(p, evaders);
        } else {
            nae_pop(p);
        }
        break;
    }
}

void nae_sea_intercept_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move3(NAE_M_SEA_INTERCEPT_AT, frame->a, frame->b, NAE_W_YES));
    nae_option(list, nae_move3(NAE_M_SEA_INTERCEPT_AT, frame->a, frame->b, NAE_W_NO));
}

/* As soon as one succeeds the squadron at sea takes part, whether or not it succeeded itself. */
static void intercepted(NaePlay *p, unsigned evaders, uint32_t fleets)
{
    *interceptors(p->s, evaders) |= fleets | squadron_at_sea(p, evaders);
    p->s->voyage.joined = 1;
}

void nae_sea_intercept_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame f = *frame;
    nae_pop(p);
    if (nae_move_c(move) != NAE_W_YES) {
        return;
    }
    const uint32_t fleets = squadron_at_sea(p, f.c);
    if (nae_sea_reaction(p, interceptor_side(p->s, f.c), fleets, NAE_AT_SEA, f.b,
                         p->d->table.naval_intercept)) {
        intercepted(p, f.c, fleets);
    }
}

/* Blockading squadrons that have not tried and fit into a squadron of three. */
void nae_sea_order_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned evaders = frame->a;
    const unsigned side = interceptor_side(p->s, evaders);
    const uint32_t in =
        *(evaders != 0 ? &p->s->voyage.ours : &p->s->voyage.foe) | squadron_at_sea(p, evaders);
    const NaePieces blockaders =
        nae_marked(p->s, nae_pieces_and(p->s->owned[side], p->d->fleets), NAE_AT, NAE_AT_BOX);
    NAE_EACH_ZONE(port, nae_zones_of(p->s, blockaders))
    {
        const uint32_t fleets = nae_fleets_at(p->s, p->d, side, NAE_AT_BOX, port) & ~nae_sailing(p->s);
        if (fleets != 0 && (fleets & (p->s->voyage.tried | in)) == 0 &&
            nae_port_of(p->d, port, entered_sea(p->s, evaders)) &&
            nae_box_open(p->d, p->s, fleets, entered_sea(p->s, evaders)) &&
            nae_mask_count(in | fleets) <= NAE_SQUADRON_MAX) {
            nae_option(list, nae_move2(NAE_M_SEA_ORDER, NAE_P_BOX, port));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move0(NAE_M_SEA_ORDER_NONE));
    }
}

void nae_sea_order_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned evaders = frame->a;
    const unsigned side = interceptor_side(p->s, evaders);
    if (nae_move_kind(move) == NAE_M_SEA_ORDER_NONE) {
        nae_pop(p);
        return;
    }
    const unsigned port = nae_move_b(move);
    const uint32_t fleets = nae_fleets_at(p->s, p->d, side, NAE_AT_BOX, port) & ~nae_sailing(p->s);
    p->s->voyage.tried |= fleets;
    if (nae_sea_reaction(p, side, fleets, NAE_AT_BOX, port, p->d->table.naval_intercept)) {
        intercepted(p, evaders, fleets);
    }
}

/* ---- evasion of a squadron at sea that is attacked [17.2.6]; a: sea zone ---- */

void nae_sea_attack_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_SEA_EVADE, NAE_W_STAND));
    nae_option(list, nae_move1(NAE_M_SEA_EVADE, NAE_W_EVADE));
}

void nae_sea_attack_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned sea = frame->a;
    nae_pop(p);
    v->enemy_at = NAE_SEA_OPEN;
    v->enemy_place = (uint8_t)sea;
    v->port = NAE_NONE;
    if (nae_move_a(move) == NAE_W_EVADE &&
        nae_sea_reaction(p, foe_side(p->s), v->foe, NAE_AT_SEA, sea, p->d->table.naval_evade)) {
        NaeFrame *away = nae_push(p, NAE_STEP_SEA_RETREAT, foe_side(p->s));
        away->a = 1;
        away->b = 1;
        return;
    }
    nae_begin_sea_battle(p, NAE_SEA_OPEN, sea, NAE_NONE, false);
}

/* ---- a box is entered; a: port, b: 1 blockaders of a port that fleeing fleets make for ---- */

void nae_box_fight_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned at = frame->b != 0 ? NAE_P_BOX : NAE_P_PORT;
    (void)p;
    nae_option(list, nae_move3(NAE_M_SEA_INTERCEPT_AT, at, frame->a, NAE_W_YES));
    nae_option(list, nae_move3(NAE_M_SEA_INTERCEPT_AT, at, frame->a, NAE_W_NO));
}

void nae_box_fight_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned port = frame->a;
    const bool flight = frame->b != 0;
    nae_pop(p);
    if (nae_move_c(move) != NAE_W_YES) {
        return;
    }
    v->ours = nae_sailing(p->s);
    v->foe = nae_fleets_at(p->s, p->d, foe_side(p->s), flight ? NAE_AT_BOX : NAE_AT_PORT, port);
    const unsigned sea = flight ? p->d->zone[port].seas[0] : sea_before(p, port);
    if (flight &&
        !nae_sea_reaction(p, foe_side(p->s), v->foe, NAE_AT_BOX, port, p->d->table.naval_intercept)) {
        return; /* who makes for a blockaded port may be intercepted, as elsewhere by a die [17.2.1, 17.2.5]
                 */
    }
    nae_begin_sea_battle(p, flight ? NAE_SEA_SORTIE : NAE_SEA_FOR_BOX, sea, port, false);
}

/* ---- the end ---- */

void nae_end_voyage(NaePlay *p)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned side = v->side;
    const unsigned at = v->at;
    const unsigned place = v->place;
    settle_shore(p);
    nae_destroy_all(p, nae_cargo(p->s, p->d)); /* still aboard at the end of the activation [17.2.8] */
    uint32_t fleets = nae_sailing(p->s);
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_clear_bit(p->s, fleet, NAE_SAILING);
    }
    NaeFrame *below = p->s->frames > 0 ? &p->s->frame[p->s->frames - 1] : NULL;
    if (below != NULL && below->step == NAE_STEP_SQUADRON_AT) {
        below->c = v->assaults;
    }
    memset(v, 0, sizeof *v);
    v->side = SEAT_NONE;
    if (at != NAE_AT_SPECIAL && !nae_room(p->s, p->d, side, (enum nae_at)at, place, 0)) {
        NaeFrame *frame = nae_push(p, NAE_STEP_FLEET_EXCESS, side);
        frame->a = (uint8_t)side;
        frame->b = (uint8_t)at;
        frame->c = (uint8_t)place;
    }
}

void nae_voyage_end_run(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p);
    nae_end_voyage(p);
}

/* Four fleets where three may lie: one goes [17.2.2]. */
void nae_fleet_excess_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint32_t fleets = nae_fleets_at(p->s, p->d, frame->a, (enum nae_at)frame->b, frame->c);
    if (nae_mask_count(fleets) <= NAE_SQUADRON_MAX) {
        return;
    }
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_option(list, nae_move1(NAE_M_FLEET_EXCESS, fleet));
    }
}

void nae_fleet_excess_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_sink(p, nae_move_a(move));
}
