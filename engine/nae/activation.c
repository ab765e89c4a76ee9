/* activation.c: the action of a round, action points, and which force acts [9, map 6]. */
#include <string.h>

#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

/* ---- the action [6.1] ---- */

bool nae_blockade_due(const NaePlay *p, unsigned phase)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    if (!nae_in_hand(s, NAE_F(25)) || !nae_event_playable(p, NAE_F(25), phase)) {
        return false;
    }
    NAE_EACH_PIECE(fleet, nae_of_nation(d, d->fleets, NAE_FRANCE))
    {
        const unsigned at = s->bits[fleet] & NAE_AT;
        if (at != NAE_AT_SPECIAL &&
            !(at == NAE_AT_PORT && nae_port_blockaded(d, s, s->place[fleet], NAE_EMPIRE))) {
            return false;
        }
    }
    return true;
}

/* 1805: until Mantua and Ulm are besieged or taken, or a Frenchman enters Austria, only Austrians act [20].
 */
static bool austrians_only(const NaePlay *p, unsigned side)
{
    return side == NAE_COALITION && (p->s->flags & NAE_AUSTRIA_ONLY) != 0;
}

static bool use_possible(const NaePlay *p, unsigned card, unsigned use)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned side = nae_card_side(card);
    const bool bound = austrians_only(p, side);
    switch (use) {
    case NAE_W_AP:
        return nae_card_value(d, s, card) > 0;
    case NAE_W_EVENT:
        return !bound && nae_event_playable(p, card, NAE_IN_ACTIVATION);
    case NAE_W_DIPLOMACY:
        return !bound && s->side[side].diplomacy_rounds < 2 && nae_can_negotiate(d, s, card, true);
    case NAE_W_PROTECTORATE:
        return side == NAE_EMPIRE && nae_can_protect(d, s, card);
    case NAE_W_END_WAR:
        return !bound && side == NAE_COALITION && nae_winter(s) && nae_can_end_war(d, s, card);
    default:
        return false;
    }
}

static const uint8_t USES[] = {NAE_W_AP, NAE_W_EVENT, NAE_W_DIPLOMACY, NAE_W_PROTECTORATE, NAE_W_END_WAR};

void nae_action_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->seat == NAE_EMPIRE && nae_blockade_due(p, NAE_IN_ACTIVATION)) {
        nae_option(list, nae_move1(NAE_M_ACTION_CARD, NAE_F(25)));
        return;
    }
    nae_option(list, nae_move1(NAE_M_ACTION, NAE_W_PASS));
    nae_option(list, nae_move1(NAE_M_ACTION, NAE_W_ONE_AP));
    uint64_t hand = nae_cards_in_hand(p->s, frame->seat);
    for (unsigned card; (card = nae_take_card(&hand, frame->seat)) != NAE_NONE;) {
        bool usable = false;
        for (unsigned use = 0; use < sizeof USES && !usable; use++) {
            usable = use_possible(p, card, USES[use]);
        }
        if (usable) {
            nae_option(list, nae_move1(NAE_M_ACTION_CARD, card));
        }
    }
}

void nae_grant_points(NaePlay *p, unsigned side, unsigned n, bool with_reserve)
{
    NaeState *s = p->s;
    s->action.side = (uint8_t)side;
    s->action.ap = (uint8_t)(n + (with_reserve ? s->side[side].reserve_ap : 0U));
    s->action.may_save = with_reserve ? 1 : 0;
    if (with_reserve) {
        s->side[side].reserve_ap = 0;
    }
    nae_push(p, NAE_STEP_SPEND, side);
}

void nae_action_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_ACTION_CARD) {
        nae_push(p, NAE_STEP_USE, side)->a = (uint8_t)nae_move_a(move);
    } else if (nae_move_a(move) == NAE_W_ONE_AP) {
        NAE_NOTE(p->dice, ACTION, (Seat)side, NAE_TOLD_ONE_AP);
        nae_grant_points(p, side, 1, true);
    } else {
        NAE_NOTE(p->dice, ACTION, (Seat)side, NAE_TOLD_PASS);
    }
}

void nae_use_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const bool due = frame->a == NAE_F(25) && nae_blockade_due(p, NAE_IN_ACTIVATION);
    for (unsigned use = 0; use < sizeof USES; use++) {
        if ((!due || USES[use] == NAE_W_EVENT) && use_possible(p, frame->a, USES[use])) {
            nae_option(list, nae_move1(NAE_M_USE, USES[use]));
        }
    }
}

void nae_use_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = frame->a;
    const unsigned side = frame->seat;
    nae_pop(p);
    switch (nae_move_a(move)) {
    case NAE_W_AP: {
        const unsigned value = nae_card_value(p->d, p->s, card);
        NAE_NOTE(p->dice, CARD_PLAYED, (Seat)side, (int)card, NAE_TOLD_FOR_POINTS);
        nae_card_used(p, card, false);
        nae_grant_points(p, side, value, true);
        break;
    }
    case NAE_W_EVENT:
        nae_play_event(p, card, NAE_IN_ACTIVATION);
        break;
    case NAE_W_DIPLOMACY:
        p->s->side[side].diplomacy_rounds++;
        nae_push_negotiation(p, card, true);
        break;
    case NAE_W_PROTECTORATE:
        nae_push_protectorate(p, card);
        break;
    default:
        nae_push_end_war(p, card);
        break;
    }
}

/* ---- which forces may act [6.2-6.4] ---- */

enum { COMMANDED = 0, WHOLE, BOTH, ARMY0, ARMY1, WAYS };

/* One stack of a side in a zone, in the field or inside the fortress. */
typedef struct Stack {
    NaePieces set, army[2];
    bool inside;
    bool pair; /* two armies */
} Stack;

static Stack stack_of(const NaeData *d, const NaeState *s, unsigned zone, unsigned side, bool inside)
{
    Stack k = {.inside = inside};
    k.set = inside ? nae_garrison(d, s, zone, side) : nae_standing(d, s, zone, side);
    k.army[1] = nae_army_part(s, k.set, NAE_SECOND_ARMY);
    k.army[0] = nae_pieces_minus(k.set, k.army[1]);
    k.pair = nae_has_units(d, k.army[0]) && nae_has_units(d, k.army[1]);
    return k;
}

/* A set that has not been activated this round, or an army whose commander has not [6.3, 7.7]. */
static bool fresh(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned commander = nae_commander(d, s, set);
    const NaePieces units = nae_pieces_and(set, d->units);
    if (nae_pieces_empty(units) || (commander != NAE_NONE && nae_bit(s, commander, NAE_ACTIVATED))) {
        return false;
    }
    return (commander != NAE_NONE && nae_has_army(d, set)) ||
           nae_pieces_empty(nae_with(s, units, NAE_ACTIVATED));
}

static unsigned cost_of(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned commander = nae_commander(d, s, set);
    return commander == NAE_NONE ? 1U : nae_general(d, commander)->initiative;
}

/* Two armies together: the initiative of their commander and 1, at most 3. */
static unsigned cost_of_pair(const NaeData *d, unsigned chief)
{
    const unsigned cost = nae_general(d, chief)->initiative + 1U;
    return cost > 3 ? 3U : cost;
}

/* Whether one unit may leave a stack as a force of its own [6.2]: not the last under a general. */
static bool may_split(const NaeData *d, const NaeState *s, NaePieces army, unsigned unit)
{
    const NaePieces units = nae_pieces_and(army, d->units);
    if (nae_pieces_count(units) < 2 || nae_bit(s, unit, NAE_ACTIVATED) || d->unit[unit].army_only) {
        return false;
    }
    return nae_force_legal(d, s, nae_pieces_minus(army, nae_pieces_one(unit)));
}

/* Whether a subordinate may leave his army with at least one unit [6.4]. */
static bool may_lead(const NaeData *d, const NaeState *s, NaePieces army, unsigned general, unsigned unit)
{
    const NaePieces force = nae_pieces_or(nae_pieces_one(general), nae_pieces_one(unit));
    if (nae_bit(s, unit, NAE_ACTIVATED) || d->unit[unit].army_only ||
        nae_unit_steps(d, s, unit) > nae_general(d, general)->command ||
        nae_force_fault(d, s, force, general) != NAE_FAULT_NONE) {
        return false;
    }
    const NaePieces rest = nae_pieces_minus(army, force);
    return nae_has_units(d, rest) && nae_force_legal(d, s, rest);
}

static bool can_lead(const NaeData *d, const NaeState *s, NaePieces army, unsigned general)
{
    if (nae_bit(s, general, NAE_COMMANDS) || nae_bit(s, general, NAE_ACTIVATED)) {
        return false;
    }
    NAE_EACH_PIECE(unit, nae_pieces_and(army, d->units))
    {
        if (may_lead(d, s, army, general, unit)) {
            return true;
        }
    }
    return false;
}

/* ---- choosing: a: nation, b: zone, c to f of events ---- */

/* Whether a force of a nation under a commander is what an event or the special rule of 1805 asks for. */
static bool wanted(const NaePlay *p, const NaeFrame *f, unsigned commander, unsigned nation, unsigned zone)
{
    switch (f->c == 0 ? NAE_PICK_ANY : (enum nae_pick)(f->c - 1)) {
    case NAE_PICK_GENERAL:
        return commander == f->d;
    case NAE_PICK_NATION:
        return nation == f->d;
    case NAE_PICK_IBERIA:
        return nae_zones_in(p->d->iberia, zone);
    case NAE_PICK_ANY:
        break;
    }
    return f->c != 0 || !austrians_only(p, f->seat) || nation == NAE_AUSTRIA;
}

static bool set_wanted(const NaePlay *p, const NaeFrame *f, NaePieces set, unsigned zone)
{
    return wanted(p, f, nae_chief(p->d, p->s, set), nae_force_nation(p->d, p->s, set), zone);
}

static void add_way(MoveList *list, unsigned way, bool inside)
{
    static const uint8_t words[2][WAYS] = {
        {0, NAE_W_WHOLE, NAE_W_BOTH, NAE_W_ARMY0, NAE_W_ARMY1},
        {0, NAE_W_IN_WHOLE, NAE_W_IN_BOTH, NAE_W_IN_ARMY0, NAE_W_IN_ARMY1}};
    nae_option(list, nae_move1(NAE_M_SPEND_FORCE, words[inside ? 1 : 0][way]));
}

/* The same of a subordinate or a corps that leaves its stack. */
static bool part_wanted(const NaePlay *p, const NaeFrame *f, unsigned piece, unsigned zone)
{
    return wanted(p, f, piece, p->d->nation_of[piece], zone);
}

/* Generals and corps that may go by themselves, each a force of its own [6.2, 6.4]; any: one will do. */
static void add_parts(const NaePlay *p, const NaeFrame *f, const Stack *k, unsigned zone, unsigned points,
                      bool any, MoveList *list)
{
    for (unsigned i = 0; i < 2 && !(any && list->count > 0); i++) {
        NaePieces single = nae_pieces_none();
        if (nae_pieces_count(nae_pieces_and(k->army[i], p->d->units)) < 2) {
            continue; /* the last stays */
        }
        NAE_EACH_PIECE(general, nae_pieces_and(k->army[i], p->d->generals))
        {
            if (nae_general(p->d, general)->initiative <= points && part_wanted(p, f, general, zone) &&
                can_lead(p->d, p->s, k->army[i], general)) {
                nae_option(list, nae_move1(NAE_M_SPEND_PIECE, general));
            }
        }
        NAE_EACH_PIECE(unit, nae_pieces_and(k->army[i], p->d->units))
        {
            if (part_wanted(p, f, unit, zone) && may_split(p->d, p->s, k->army[i], unit)) {
                nae_pieces_add(&single, unit);
                if (any) {
                    break;
                }
            }
        }
        NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, single))
        {
            nae_option(list, nae_move1(NAE_M_SPEND_PIECE, unit));
        }
    }
}

/* The stack as a whole, or its armies. */
static void add_armies(const NaePlay *p, const NaeFrame *f, const Stack *k, unsigned zone, unsigned points,
                       MoveList *list)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    if (!k->pair) {
        if (fresh(d, s, k->set) && cost_of(d, s, k->set) <= points && set_wanted(p, f, k->set, zone)) {
            add_way(list, WHOLE, k->inside);
        }
        return;
    }
    const unsigned chief = nae_chief(d, s, k->set);
    const bool both =
        fresh(d, s, k->army[0]) && fresh(d, s, k->army[1]); /* an army moves once a round [9.2] */
    for (unsigned i = 0; i < 2; i++) {
        if (fresh(d, s, k->army[i]) && cost_of(d, s, k->army[i]) <= points &&
            set_wanted(p, f, k->army[i], zone)) {
            add_way(list, ARMY0 + i, k->inside);
        }
    }
    if (chief != NAE_NONE && both && cost_of_pair(d, chief) <= points &&
        wanted(p, f, chief, d->nation_of[chief], zone)) {
        add_way(list, BOTH, k->inside);
    }
}

/* All ways to act with a stack; any: one will do. */
static void add_stack(const NaePlay *p, const NaeFrame *f, unsigned zone, bool inside, bool any,
                      MoveList *list)
{
    const Stack k = stack_of(p->d, p->s, zone, f->seat, inside);
    const unsigned points = f->c != 0 ? 99U : p->s->action.ap;
    if (!nae_has_units(p->d, k.set) || (f->c != 0 && !nae_campaign_starts(p, zone))) {
        return;
    }
    add_armies(p, f, &k, zone, points, list);
    if (points > 0 && !(any && list->count > 0)) {
        add_parts(p, f, &k, zone, points, any, list);
    }
}

/* Whose the stack in the field of a zone is, or its garrison: the nation of its commander; the stack's pieces
 * may then act (6.3). */
static unsigned stack_nation(const NaePlay *p, unsigned side, unsigned zone, bool inside)
{
    return nae_force_nation(
        p->d, p->s, inside ? nae_garrison(p->d, p->s, zone, side) : nae_standing(p->d, p->s, zone, side));
}

/* All ways to act with what a side has in a zone, of the nation that is asked for; any: one will do. */
static void add_zone(const NaePlay *p, const NaeFrame *f, unsigned zone, bool any, MoveList *list)
{
    const unsigned stacks = p->d->zone[zone].fortress > 0 ? 2 : 1;
    for (unsigned inside = 0; inside < stacks && !(any && list->count > 0); inside++) {
        if (f->a == NAE_NONE || stack_nation(p, f->seat, zone, inside != 0) == f->a) {
            add_stack(p, f, zone, inside != 0, any, list);
        }
    }
}

/* Zones with a unit or a general of a side that has not been activated this round, lone corps apart: without
 * one no stack can act. */
static NaeZones army_zones(const NaeData *d, const NaeState *s, unsigned side, NaePieces lone)
{
    assert(side < SEAT_COUNT);
    const NaePieces ours = nae_pieces_and(s->owned[side], nae_pieces_or(d->units, d->generals));
    return nae_zones_of(s, nae_without(s, nae_pieces_minus(ours, lone), NAE_ACTIVATED));
}

static bool zone_has_way(const NaePlay *p, const NaeFrame *f, unsigned zone)
{
    MoveList list;
    list.count = 0;
    add_zone(p, f, zone, true, &list);
    return list.count > 0;
}

/* Asked by assertions only. */
__attribute__((unused)) static bool all_have_ways(const NaePlay *p, const NaeFrame *f, NaePieces lone)
{
    bool all = true;
    NaeFrame any = *f; /* of whatever nation */
    any.a = NAE_NONE;
    NAE_EACH_PIECE(unit, lone)
    {
        all = all && zone_has_way(p, &any, p->s->place[unit]) &&
              stack_nation(p, f->seat, p->s->place[unit], false) == p->d->nation_of[unit];
    }
    return all;
}

/* Corps that stand in the field without a general, a comrade or an army, not activated: each may act by
 * itself for a point, whoever is asked for. It is the plain case of zone_has_way, for all zones at once. */
static NaePieces lone_corps(const NaePlay *p, const NaeFrame *f)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    if (f->c != 0 || p->s->action.ap == 0 || austrians_only(p, f->seat)) {
        return nae_pieces_none();
    }
    const NaePieces corps = nae_pieces_and(nae_pieces_and(s->owned[f->seat], d->units), nae_pieces_on_map(s));
    const NaePieces alone = nae_marked(s, corps, NAE_ACTIVATED | NAE_INSIDE | NAE_GROUP, NAE_STANDING);
    const NaePieces led = nae_pieces_and(s->owned[f->seat], nae_pieces_or(d->generals, d->armies));
    const NaeZones shared = nae_zones_or(nae_zones_of(s, led), nae_zones_shared(s, corps));
    const NaePieces lone = nae_pieces_minus(alone, nae_pieces_within(s, alone, shared));
    assert(all_have_ways(p, f, lone));
    return lone;
}

static bool can_spend_on_land(const NaePlay *p, unsigned side)
{
    const NaeFrame any = {.seat = (uint8_t)side, .a = NAE_NONE};
    if (!nae_pieces_empty(lone_corps(p, &any))) {
        return true;
    }
    NAE_EACH_ZONE(zone, army_zones(p->d, p->s, side, nae_pieces_none()))
    {
        if (zone_has_way(p, &any, zone)) {
            return true;
        }
    }
    return false;
}

void nae_spend_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    nae_option(list, nae_move1(NAE_M_SPEND, NAE_W_STOP));
    if (p->s->action.ap > 0 && can_spend_on_land(p, frame->seat)) {
        nae_option(list, nae_move1(NAE_M_SPEND, NAE_W_LAND));
    }
    if (!austrians_only(p, frame->seat) && nae_can_sail(p->d, p->s, frame->seat, p->s->action.ap)) {
        nae_option(list, nae_move1(NAE_M_SPEND, NAE_W_NAVAL));
    }
}

void nae_spend_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    if (nae_move_a(move) == NAE_W_LAND) {
        nae_push(p, NAE_STEP_SPEND_POWER, side);
    } else if (nae_move_a(move) == NAE_W_NAVAL) {
        nae_push(p, NAE_STEP_GARRISONS, SEAT_NONE); /* after the voyage */
        nae_push_sailing(p, side);
    } else {
        NAE_NOTE(p->dice, ACTION, (Seat)side,
                 p->s->action.ap > 0 && p->s->action.may_save != 0 ? NAE_TOLD_STOP_SAVING : NAE_TOLD_STOP);
        if (p->s->action.may_save != 0) {
            p->s->side[side].reserve_ap = p->s->action.ap; /* what is left is saved [6.1] */
        }
        p->s->action.ap = 0;
        nae_pop(p);
    }
}

void nae_spend_power_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    uint64_t seen = 0;
    NaeFrame any = *frame; /* what an event allows, of any nation */
    any.a = NAE_NONE;
    const NaePieces lone = lone_corps(p, &any);
    NAE_EACH_PIECE(unit, lone) { seen |= 1ULL << p->d->nation_of[unit]; }
    NAE_EACH_ZONE(zone, army_zones(p->d, p->s, frame->seat, lone))
    {
        for (unsigned inside = 0; inside < 2; inside++) {
            const unsigned nation = stack_nation(p, frame->seat, zone, inside != 0);
            any.a = (uint8_t)nation;
            if (nation != NAE_NONE && (seen >> nation & 1U) == 0 && zone_has_way(p, &any, zone)) {
                seen |= 1ULL << nation;
            }
        }
    }
    for (; seen != 0; seen &= seen - 1U) {
        nae_option(list, nae_move1(NAE_M_SPEND_POWER, (unsigned)__builtin_ctzll(seen)));
    }
}

void nae_spend_power_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame old = *frame;
    NaeFrame *next = nae_become(p, NAE_STEP_SPEND_ZONE, old.seat);
    next->a = (uint8_t)nae_move_a(move);
    next->c = old.c;
    next->d = old.d;
    next->e = old.e;
    next->f = old.f;
}

void nae_spend_zone_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces lone = lone_corps(p, frame);
    NAE_EACH_PIECE(unit, frame->a == NAE_NONE ? lone : nae_of_nation(p->d, lone, frame->a))
    {
        nae_option(list, nae_move1(NAE_M_SPEND_ZONE, p->s->place[unit]));
    }
    NAE_EACH_ZONE(zone, army_zones(p->d, p->s, frame->seat, lone))
    {
        if (zone_has_way(p, frame, zone)) {
            nae_option(list, nae_move1(NAE_M_SPEND_ZONE, zone));
        }
    }
}

void nae_spend_zone_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame old = *frame;
    NaeFrame *next = nae_become(p, NAE_STEP_SPEND_FORCE, old.seat);
    next->a = old.a;
    next->b = (uint8_t)nae_move_a(move);
    next->c = old.c;
    next->d = old.d;
    next->e = old.e;
    next->f = old.f;
}

void nae_spend_force_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    add_zone(p, frame, frame->b, false, list);
}

/* Option single_corps_surcharge: a corps that acts by itself for a point may have to pay another. */
static void note_surcharge(NaePlay *p)
{
    if (p->d->option.single_corps_surcharge && nae_commander(p->d, p->s, nae_marchers(p->s)) == NAE_NONE) {
        p->s->march.surcharge = 1;
    }
}

/* What an event gives to the march that it starts, 0 without one. */
static unsigned event_flags(const NaeFrame *f)
{
    return f->c == 0 ? 0U : NAE_MARCH_EVENT | (unsigned)f->e << 7U;
}

static bool is_inside(unsigned word)
{
    return word == NAE_W_IN_WHOLE || word == NAE_W_IN_BOTH || word == NAE_W_IN_ARMY0 ||
           word == NAE_W_IN_ARMY1;
}

unsigned nae_activation_cost(const NaePlay *p, unsigned side, unsigned zone, Move move)
{
    const unsigned word = nae_move_a(move);
    if (nae_move_kind(move) == NAE_M_SPEND_PIECE) {
        return nae_is_general(word) ? nae_general(p->d, word)->initiative : 1U;
    }
    const Stack k = stack_of(p->d, p->s, zone, side, is_inside(word));
    if (word == NAE_W_BOTH || word == NAE_W_IN_BOTH) {
        return cost_of_pair(p->d, nae_chief(p->d, p->s, k.set));
    }
    const bool first = word == NAE_W_ARMY0 || word == NAE_W_IN_ARMY0;
    const bool second = word == NAE_W_ARMY1 || word == NAE_W_IN_ARMY1;
    return cost_of(p->d, p->s, first ? k.army[0] : second ? k.army[1] : k.set);
}

unsigned nae_stack_cost(const NaePlay *p, unsigned side, unsigned zone)
{
    const bool pair = stack_of(p->d, p->s, zone, side, false).pair;
    return nae_activation_cost(p, side, zone, nae_move1(NAE_M_SPEND_FORCE, pair ? NAE_W_BOTH : NAE_W_WHOLE));
}

/* A general or a corps leaves its stack as a force of its own. */
static void start_part(NaePlay *p, const NaeFrame *f, unsigned piece)
{
    const uint8_t army = p->s->bits[piece] & NAE_SECOND_ARMY;
    nae_start_march(p, nae_pieces_one(piece), f->b, f->seat, event_flags(f), f->c == 0 ? NAE_NONE : f->f);
    if (nae_is_general(piece)) {
        nae_set_bit(p->s, piece, NAE_COMMANDS);
        NaeFrame *split = nae_push(p, NAE_STEP_SPLIT, f->seat);
        split->a = nae_general(p->d, piece)->command;
        split->b = army;
    } else if (f->c == 0) {
        note_surcharge(p);
    }
}

void nae_spend_force_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame f = *frame;
    const unsigned word = nae_move_a(move);
    nae_pop(p);
    if (f.c == 0) {
        p->s->action.ap = (uint8_t)(p->s->action.ap - nae_activation_cost(p, f.seat, f.b, move));
    }
    if (nae_move_kind(move) == NAE_M_SPEND_PIECE) {
        start_part(p, &f, word);
        return;
    }
    const Stack k = stack_of(p->d, p->s, f.b, f.seat, is_inside(word));
    const bool first = word == NAE_W_ARMY0 || word == NAE_W_IN_ARMY0;
    const bool second = word == NAE_W_ARMY1 || word == NAE_W_IN_ARMY1;
    const bool both = word == NAE_W_BOTH || word == NAE_W_IN_BOTH;
    const NaePieces set = nae_movable(p->d, p->s, first ? k.army[0] : second ? k.army[1] : k.set);
    nae_start_march(p, set, f.b, f.seat, event_flags(&f), f.c == 0 ? NAE_NONE : f.f);
    if (f.c == 0) {
        note_surcharge(p);
    }
    if (both) {
        nae_push(p, NAE_STEP_SWAP, f.seat);
    }
}

/* ---- events that activate [21] ---- */

static NaeFrame event_frame(unsigned side, enum nae_pick pick, unsigned arg, unsigned flags, unsigned forced)
{
    /* Flags of an event: NAE_MARCH_FREE_FORCED and NAE_MARCH_SUPPLIED, bits 7 and 8 of a march. */
    return (NaeFrame){.seat = (uint8_t)side,
                      .a = NAE_NONE,
                      .c = (uint8_t)(pick + 1U),
                      .d = (uint8_t)arg,
                      .e = (uint8_t)(flags >> 7U & 3U),
                      .f = (uint8_t)forced};
}

bool nae_event_activation_possible(const NaeData *d, const NaeState *s, unsigned side, enum nae_pick pick,
                                   unsigned arg)
{
    const NaePlay view = nae_reader(d, s);
    const NaeFrame frame = event_frame(side, pick, arg, 0, NAE_NONE);
    NAE_EACH_ZONE(zone, army_zones(d, s, side, nae_pieces_none()))
    {
        if (zone_has_way(&view, &frame, zone)) {
            return true;
        }
    }
    return false;
}

void nae_push_event_activation(NaePlay *p, unsigned side, enum nae_pick pick, unsigned arg, unsigned flags,
                               unsigned forced)
{
    const NaeFrame frame = event_frame(side, pick, arg, flags, forced);
    NaeFrame *next = nae_push(p, NAE_STEP_SPEND_POWER, side);
    next->a = frame.a;
    next->c = frame.c;
    next->d = frame.d;
    next->e = frame.e;
    next->f = frame.f;
}

/* ---- two armies swap units before they move [6.2] ---- */

static bool may_swap(const NaePlay *p, NaePieces set, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const unsigned army = p->s->bits[unit] & NAE_SECOND_ARMY;
    const NaePieces one = nae_pieces_one(unit);
    const NaePieces own = nae_pieces_minus(nae_army_part(p->s, set, army), one);
    const NaePieces other = nae_pieces_or(nae_army_part(p->s, set, army ^ NAE_SECOND_ARMY), one);
    return nae_has_units(p->d, own) &&
           nae_force_fault(p->d, p->s, own, nae_commander(p->d, p->s, own)) == NAE_FAULT_NONE &&
           nae_force_fault(p->d, p->s, other, nae_commander(p->d, p->s, other)) == NAE_FAULT_NONE;
}

void nae_swap_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_marchers(p->s);
    const NaePieces left = nae_pieces_minus(nae_pieces_and(set, p->d->units), p->s->march.touched);
    (void)frame;
    for (unsigned army = 0; army < 2; army++) {
        NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, nae_army_part(p->s, left, army)))
        {
            if (may_swap(p, set, unit)) {
                nae_option(list, nae_move1(NAE_M_SWAP, unit));
            }
        }
    }
    nae_option(list, nae_move1(NAE_M_SWAP, NAE_NONE));
}

void nae_swap_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    (void)frame;
    if (unit == NAE_NONE) {
        p->s->march.touched = nae_pieces_none();
        nae_pop(p);
        return;
    }
    p->s->bits[unit] ^= NAE_SECOND_ARMY;
    nae_pieces_add(&p->s->march.touched, unit);
    nae_tidy_zone(p, p->s->march.zone); /* a foreign general without steps of his nation goes [9.4] */
}

/* ---- a subordinate takes units of his army along [6.4]; a: command left, b: NAE_SECOND_ARMY or 0 ---- */

static bool may_take_along(const NaePlay *p, const NaeFrame *frame, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const NaeData *d = p->d;
    const NaePieces force = nae_pieces_or(nae_marchers(p->s), nae_pieces_one(unit));
    const NaePieces stack = nae_bit(p->s, unit, NAE_INSIDE)
                                ? nae_garrison(d, p->s, p->s->march.zone, frame->seat)
                                : nae_standing(d, p->s, p->s->march.zone, frame->seat);
    const NaePieces rest = nae_pieces_minus(nae_army_part(p->s, stack, frame->b), nae_pieces_one(unit));
    return (p->s->bits[unit] & NAE_SECOND_ARMY) == frame->b && nae_unit_steps(d, p->s, unit) <= frame->a &&
           !nae_bit(p->s, unit, NAE_ACTIVATED) && !d->unit[unit].army_only && nae_has_units(d, rest) &&
           nae_force_legal(d, p->s, rest) &&
           nae_force_fault(d, p->s, force, nae_commander(d, p->s, force)) == NAE_FAULT_NONE;
}

void nae_split_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NaePieces able = nae_pieces_none();
    const NaePieces land =
        nae_pieces_minus(nae_land(p->d, p->s, p->s->march.zone, frame->seat), nae_marchers(p->s));
    NAE_EACH_PIECE(unit, nae_pieces_and(land, p->d->units))
    {
        if (may_take_along(p, frame, unit)) {
            nae_pieces_add(&able, unit);
        }
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, able)) { nae_option(list, nae_move1(NAE_M_SPLIT, unit)); }
    if (nae_has_units(p->d, nae_marchers(p->s))) {
        nae_option(list, nae_move1(NAE_M_SPLIT, NAE_NONE));
    }
}

/* A garrison that acts comes out, if there are neither besiegers nor others whom it would have to attack: one
 * that they have left in the midst of a campaign [13.5b]. */
static void come_out(NaePlay *p, NaePieces set, unsigned zone, unsigned side)
{
    if (!nae_field_units(p->d, p->s, zone, nae_other(side))) {
        nae_remark(p->s, set, NAE_INSIDE, 0);
    }
}

void nae_split_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    if (unit == NAE_NONE) {
        nae_pop(p);
        return;
    }
    frame->a = (uint8_t)(frame->a - nae_unit_steps(p->d, p->s, unit));
    nae_clear_bit(p->s, unit, NAE_SLOT);
    nae_set_slot(p->s, nae_pieces_one(unit), NAE_MOVING);
    come_out(p, nae_pieces_one(unit), p->s->march.zone, frame->seat);
}

/* ---- the march of a force; a: stage, b: forced points, c: neighbour, d: gathered, e: who gathers ---- */

unsigned nae_speed(const NaeData *d, const NaeState *s, NaePieces set)
{
    unsigned speed = 9;
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        const unsigned own = nae_unit_speed(d, s, unit);
        speed = own < speed ? own : speed;
    }
    return speed == 9 ? 0 : speed;
}

NaePieces nae_marchers(const NaeState *s)
{
    static const NaePieces land = {{~0ULL, ~0ULL, ~0ULL, (1ULL << NAE_FIRST_FLEET % 64) - 1U}};
    if (s->march.zone >= NAE_ZONES || s->march.side > 1) {
        return nae_pieces_none();
    }
    const NaePieces there = nae_pieces_and(nae_all_at(s, s->march.zone), s->owned[s->march.side]);
    return nae_in_slot(s, nae_pieces_and(there, land), NAE_MOVING);
}

void nae_clear_march(NaeState *s)
{
    memset(&s->march, 0, sizeof s->march);
    s->march.side = SEAT_NONE;
}

void nae_start_march(NaePlay *p, NaePieces set, unsigned zone, unsigned side, unsigned flags, unsigned forced)
{
    NaeMarch *m = &p->s->march;
    nae_clear_march(p->s);
    m->side = (uint8_t)side;
    m->zone = (uint8_t)zone;
    m->start = (uint8_t)zone;
    m->from = NAE_NONE;
    m->drop_general = NAE_NONE;
    m->flags = (uint16_t)flags;
    p->s->siege.later = 0;       /* a force that died in its test leaves no question to the next [11.1] */
    p->s->action.free_siege = 0; /* 33F, 36F and the replacements of 1815 are for one activation */
    p->s->action.rivers = 0;
    p->s->action.replaced = 0;
    /* A single army, corps or general that leaves a pair of armies moves as the first army of its force. */
    const NaePieces second = nae_army_part(p->s, set, NAE_SECOND_ARMY);
    if (nae_pieces_empty(nae_pieces_and(nae_army_part(p->s, set, 0), p->d->units)) &&
        !nae_pieces_empty(second)) {
        nae_remark(p->s, set, NAE_SECOND_ARMY, 0);
    }
    nae_set_slot(p->s, set, NAE_MOVING);
    come_out(p, set, zone, side);
    nae_campaign_note(p, zone);
    NaeFrame *march = nae_push(p, NAE_STEP_MARCH, SEAT_NONE);
    march->b = (uint8_t)forced;
}

/* Who gathers: he who stood above the other of two armies that act together when they were activated, whoever
 * has joined since. */
static unsigned gatherer(const NaeState *s)
{
    unsigned top = s->frames;
    while (top > 0 && s->frame[top - 1].step != NAE_STEP_MARCH) {
        top--;
    }
    return top > 0 ? s->frame[top - 1].e : NAE_NONE;
}

/* A force next to an army that is activated and may join it free [6.5]. */
static bool may_gather(const NaePlay *p, unsigned zone, NaePieces *set)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned commander = gatherer(s);
    *set = nae_standing(d, s, zone, s->march.side);
    if (!nae_has_units(d, *set) || nae_has_army(d, *set) ||
        nae_step_cost(d, zone, s->march.zone, false) > 1 ||
        !nae_may_enter(d, s, *set, s->march.side, zone, s->march.zone) || nae_besieged(s, zone)) {
        return false;
    }
    const unsigned other = nae_commander(d, s, *set);
    const unsigned first = nae_pieces_first(nae_pieces_and(*set, d->units));
    const bool outranks = other != NAE_NONE && d->nation_of[other] == d->nation_of[commander] &&
                          nae_general(d, other)->rank < nae_general(d, commander)->rank;
    /* depots are no force: one that a force left there in this round bars nobody */
    return !outranks && !nae_bit(s, first, NAE_DEMORALISED) &&
           nae_pieces_empty(nae_with(s, nae_pieces_minus(*set, d->depots), NAE_ACTIVATED));
}

static NaePieces gathering_army(const NaePlay *p)
{
    const unsigned chief = gatherer(p->s);
    return nae_army_part(p->s, nae_marchers(p->s),
                         chief == NAE_NONE ? 0U : (unsigned)p->s->bits[chief] & NAE_SECOND_ARMY);
}

/* Units of a neighbour that fit singly, the rest staying legal. */
static NaePieces gather_units(const NaePlay *p, NaePieces set)
{
    const NaeData *d = p->d;
    const NaePieces army = gathering_army(p);
    NaePieces able = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        const NaePieces one = nae_pieces_one(unit);
        const NaePieces rest = nae_pieces_minus(set, one);
        const bool rest_legal = nae_pieces_empty(nae_pieces_and(rest, d->units))
                                    ? nae_commander(d, p->s, rest) == NAE_NONE
                                    : nae_force_legal(d, p->s, rest);
        if (rest_legal && nae_force_fault(d, p->s, nae_pieces_or(army, one), nae_commander(d, p->s, army)) ==
                              NAE_FAULT_NONE) {
            nae_pieces_add(&able, unit);
        }
    }
    return able;
}

static bool fits_whole(const NaePlay *p, NaePieces set)
{
    return nae_can_combine(p->d, p->s, set, gathering_army(p));
}

void nae_gather_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NaePieces set;
    const bool may = may_gather(p, frame->a, &set);
    if (may && frame->b == 0 && fits_whole(p, set)) {
        nae_option(list, nae_move2(NAE_M_GATHER, frame->a, NAE_W_JOIN));
    } else if (may) {
        NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, gather_units(p, set)))
        {
            nae_option(list, nae_move2(NAE_M_GATHER_UNIT, frame->a, unit));
        }
    }
    nae_option(list, nae_move2(NAE_M_GATHER, frame->a, NAE_W_STAY));
}

static void gather(NaePlay *p, NaePieces set, unsigned from)
{
    const NaePieces army = gathering_army(p);
    nae_owe_test(p, set);
    nae_note_crossing(p, set, p->s->march.side, from, p->s->march.zone);
    nae_move_pieces(p, set, p->s->march.zone, NAE_MOVING);
    nae_take_up(p, set, army);
    p->s->frame[p->s->frames - 2].d = 1; /* of nae_march below */
}

void nae_gather_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_kind(move) == NAE_M_GATHER_UNIT) {
        frame->b = 1;
        gather(p, nae_pieces_one(nae_move_b(move)), frame->a);
        nae_tidy_zone(p, frame->a);
        return;
    }
    if (nae_move_b(move) == NAE_W_JOIN) {
        const unsigned zone = frame->a;
        gather(p, nae_movable(p->d, p->s, nae_standing(p->d, p->s, zone, p->s->march.side)), zone);
        nae_tidy_zone(p, zone); /* mobile depots that a lone corps has left in enemy land are lost [8.7] */
    }
    nae_pop(p);
}

/* Asks the next neighbour of an army that may gather; false when all have been. */
static bool gather_next(NaePlay *p, NaeFrame *frame)
{
    const NaeMarch *m = &p->s->march;
    const NaePieces army = nae_marchers(p->s);
    const NaeZone *zone = &p->d->zone[m->zone];
    NaePieces set;
    if (!nae_has_army(p->d, army) || nae_bit(p->s, nae_pieces_first(army), NAE_INSIDE)) {
        return false;
    }
    while (frame->c < zone->neighbors) {
        const unsigned near = zone->edge[frame->c++].zone;
        if (may_gather(p, near, &set) && (fits_whole(p, set) || !nae_pieces_empty(gather_units(p, set)))) {
            nae_push(p, NAE_STEP_GATHER, m->side)->a = (uint8_t)near;
            return true;
        }
    }
    return false;
}

static void mark_activated(NaePlay *p) { nae_remark(p->s, nae_marchers(p->s), 0, NAE_ACTIVATED); }

/* Who acts, and where: a choice of one is never asked for. */
static void note_activated(const NaePlay *p)
{
    const unsigned general = nae_commander(p->d, p->s, nae_marchers(p->s));
    if (general != NAE_NONE || !p->d->option.fog_of_war) { /* a corps may leave a covered stack */
        NAE_NOTE(p->dice, ACTIVATED, (Seat)p->s->march.side, p->s->march.zone,
                 (int)(general != NAE_NONE ? general : nae_pieces_first(nae_marchers(p->s))));
    }
}

/* Of two armies that act together one is enough: they march as one [14.9.3]. */
static bool demoralised(const NaePlay *p)
{
    return !nae_pieces_empty(
        nae_with(p->s, nae_pieces_and(nae_marchers(p->s), p->d->units), NAE_DEMORALISED));
}

static void march_supply(NaePlay *p)
{
    NaeMarch *m = &p->s->march;
    NAE_EACH_PIECE(unit, nae_pieces_and(nae_marchers(p->s), nae_cut_units(p->s)))
    {
        nae_set_cut(p->s, unit, false);
    }
    if ((m->flags & NAE_MARCH_SUPPLIED) != 0) {
        nae_remark(p->s, nae_marchers(p->s), NAE_UNSUPPLIED, 0);
    } else if (!nae_check_supply(p, nae_marchers(p->s), nae_marchers(p->s), m->zone, NAE_NONE,
                                 nae_zones_none())) {
        m->flags |= NAE_MARCH_UNSUPPLIED;
    }
}

/* 1815: an army that acts may get 2 steps before or after its march, once a round, never in winter. */
static bool replacements_due(const NaePlay *p)
{
    const NaePieces army = nae_marchers(p->s);
    return p->d->setup.victory == NAE_VICTORY_1815 && p->s->action.replaced == 0 && !nae_winter(p->s) &&
           nae_has_army(p->d, army) && p->s->march.side == NAE_EMPIRE &&
           nae_force_nation(p->d, p->s, army) == NAE_FRANCE;
}

static unsigned points_of(const NaePlay *p, unsigned speed, unsigned forced, bool gathered)
{
    const int points = (int)(speed + forced) + (nae_bad_weather(p->s) ? p->d->table.bad_weather : 0) -
                       (gathered ? p->d->table.gather_cost : 0);
    return points < 0 ? 0U : (unsigned)points;
}

unsigned nae_allowance(const NaePlay *p, NaePieces more, unsigned forced)
{
    bool gathered = !nae_pieces_empty(more);
    for (unsigned i = 0; i < p->s->frames; i++) {
        gathered = gathered || (p->s->frame[i].step == NAE_STEP_MARCH && p->s->frame[i].d != 0);
    }
    return points_of(p, nae_speed(p->d, p->s, nae_pieces_or(nae_marchers(p->s), more)), forced, gathered);
}

void nae_march_run(NaePlay *p, NaeFrame *frame)
{
    NaeMarch *m = &p->s->march;
    switch (frame->a) {
    case 0:
        march_supply(p);
        frame->a = 1;
        if (replacements_due(p)) {
            nae_push(p, NAE_STEP_REPLACEMENTS, m->side)->a = 1;
        }
        /* a foreign general whose last step has left the army goes at once [9.4] */
        nae_tidy_zone(p, m->zone);
        break;
    case 1:
        if (frame->c == 0) {
            frame->e = (uint8_t)nae_chief(p->d, p->s, nae_marchers(p->s));
        }
        if (!gather_next(p, frame)) {
            frame->a = 2;
            if (frame->b == NAE_NONE && !demoralised(p)) {
                nae_push(p, NAE_STEP_FORCED_MARCH, m->side);
            } else {
                m->forced = frame->b == NAE_NONE || demoralised(p) ? 0 : frame->b;
            }
        }
        break;
    case 2: {
        m->speed = (uint8_t)nae_speed(p->d, p->s, nae_marchers(p->s));
        m->mp = (uint8_t)points_of(p, m->speed, m->forced, frame->d != 0);
        m->allowance = m->mp;
        mark_activated(p);
        note_activated(p);
        if (m->forced > 0) {
            NAE_NOTE(p->dice, FORCED_MARCH, (Seat)m->side, m->forced);
        }
        frame->a = 3;
        nae_push(p, NAE_STEP_MOVE, m->side);
        break;
    }
    case 3:
        frame->a = 4;
        if (!nae_march_gone(p)) {
            nae_push_march_attrition(p);
        }
        break;
    case 4:
        frame->a = 5;
        if ((m->stage & NAE_STAGE_RUSSIA) != 0 && m->side == NAE_EMPIRE && !nae_march_gone(p) &&
            nae_is_home(p->s, m->zone, NAE_RUSSIA)) {
            nae_push_reaction(p, NAE_COALITION, NAE_AT_ENTRY_RUSSIA); /* 40C, after any other test */
        }
        if (p->s->siege.later == m->zone + 1U && !nae_march_gone(p)) {
            nae_push_later_reactivation(p);
        }
        break;
    default:
        nae_finish_march(p, frame);
        break;
    }
}

void nae_forced_march_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    const NaeMarch *m = &p->s->march;
    const unsigned most = m->surcharge > p->s->action.ap ? 0U : p->d->table.forced_max;
    for (unsigned points = 0; points <= most; points++) {
        nae_option(list, nae_move1(NAE_M_FORCED_MARCH, points));
    }
}

void nae_forced_march_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    p->s->march.forced = (uint8_t)nae_move_a(move);
    if (p->s->march.forced > 0 && p->s->march.surcharge > 0) {
        nae_pay_corps(p);
    }
    nae_pop(p);
}

/* Two steps for each army of the force, the first army's first; armies: bits of enum nae_replaced; a: steps
 * left, b: bit of the army. */
static void push_replacements(NaePlay *p, unsigned side, unsigned armies)
{
    for (unsigned army = 2; army-- > 0;) {
        if ((armies & (army == 0 ? NAE_FIRST_REPLACED_LATER : NAE_SECOND_REPLACED_LATER)) == 0) {
            continue;
        }
        NaeFrame *frame = nae_push(p, NAE_STEP_REPLACEMENT, side);
        frame->a = 2;
        frame->b = army == 0 ? 0 : NAE_SECOND_ARMY;
    }
}

/* The end of a march: it stands, joins its friends, besieges on or stops doing so; a: stage from 5 on. */
void nae_finish_march(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = p->s->march.zone;
    const unsigned side = p->s->march.side;
    if (frame->a == 5) {
        frame->a = 6;
        mark_activated(p);
        const NaePieces stander = nae_standing(p->d, p->s, zone, side);
        const NaePieces mover = nae_marchers(p->s);
        if (!nae_pieces_empty(mover)) {
            if (nae_bit(p->s, nae_pieces_first(mover), NAE_INSIDE)) {
                nae_set_slot(p->s, mover, NAE_STANDING);
            } else {
                nae_join(p, mover, stander);
            }
        }
        const unsigned start = p->s->march.start;
        NaeFrame *rest = nae_push(p, NAE_STEP_REST, SEAT_NONE);
        rest->a = (uint8_t)start;
        if (zone != start) {
            nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = (uint8_t)zone;
        }
        nae_tidy_zone(p, zone);
        if (p->d->setup.victory == NAE_VICTORY_1815) {
            push_replacements(p, side, p->s->action.replaced);
        }
        return;
    }
    nae_clear_march(p->s);
    nae_pop(p);
    if (p->s->campaign.on == 0) { /* the forces of a campaign act together */
        nae_garrisons_out(p);
    }
}

/* ---- replacements of 1815 ---- */

void nae_replacements_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_REPLACEMENTS, NAE_W_BEFORE));
    nae_option(list, nae_move1(NAE_M_REPLACEMENTS, NAE_W_AFTER));
    nae_option(list, nae_move1(NAE_M_REPLACEMENTS, NAE_W_NONE));
}

void nae_replacements_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned side = frame->seat;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_BEFORE) {
        p->s->action.replaced = NAE_REPLACEMENTS_ASKED;
        push_replacements(p, side, NAE_FIRST_REPLACED_LATER | NAE_SECOND_REPLACED_LATER);
    } else if (nae_move_a(move) == NAE_W_AFTER) {
        p->s->action.replaced = NAE_FIRST_REPLACED_LATER | NAE_SECOND_REPLACED_LATER;
    }
}

/* The French army of that number that marches or has just marched in. */
static NaePieces replaced_army(const NaePlay *p, unsigned army)
{
    const NaePieces land = nae_land(p->d, p->s, p->s->march.zone, NAE_EMPIRE);
    for (unsigned slot = NAE_STANDING; slot <= NAE_MOVING; slot += 2) {
        const NaePieces part = nae_army_part(p->s, nae_in_slot(p->s, land, slot), army);
        if (nae_has_army(p->d, part) && nae_force_nation(p->d, p->s, part) == NAE_FRANCE &&
            (slot == NAE_MOVING || nae_bit(p->s, nae_commander(p->d, p->s, part), NAE_ACTIVATED))) {
            return part;
        }
    }
    return nae_pieces_none();
}

/* Whether one step of a unit of the reserve fits into an army of its own nation. */
static bool room_for_one(const NaePlay *p, NaePieces army, unsigned unit)
{
    const NaeForceInfo info = nae_force_info(p->d, p->s, army);
    const bool home = !p->d->unit[unit].home_only || nae_is_home(p->s, p->s->march.zone, NAE_FRANCE);
    const bool horse =
        !p->d->unit[unit].army_only || nae_steps(p->d, p->s, nae_pieces_and(army, nae_army_only(p->d))) < 2;
    return home && horse && info.load < nae_capacity(p->d, nae_commander(p->d, p->s, army), true);
}

void nae_replacement_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces army = replaced_army(p, frame->b);
    const NaePieces reduced = nae_with(p->s, nae_pieces_and(army, p->d->units), NAE_REDUCED);
    NaePieces able = nae_pieces_none();
    if (frame->a > 0 && !nae_pieces_empty(army)) {
        const NaePieces reserve = nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->units);
        NAE_EACH_PIECE(unit, nae_pieces_or(reduced, nae_of_nation(p->d, reserve, NAE_FRANCE)))
        {
            if (room_for_one(p, army, unit)) {
                nae_pieces_add(&able, unit);
            }
        }
        NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, able))
        {
            nae_option(list, nae_move1(NAE_M_REPLACEMENT, unit));
        }
    }
    nae_option(list, nae_move1(NAE_M_REPLACEMENT, NAE_NONE));
}

void nae_replacement_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned unit = nae_move_a(move);
    if (unit == NAE_NONE || frame->a == 0) {
        nae_pop(p);
        return;
    }
    frame->a--;
    nae_note_step_gained(p, unit, p->s->march.zone);
    if (nae_on_map(p->s, unit)) {
        nae_clear_bit(p->s, unit, NAE_REDUCED);
        return;
    }
    const NaePieces army = replaced_army(p, frame->b);
    const unsigned commander = nae_commander(p->d, p->s, army);
    p->s->place[unit] = p->s->march.zone;
    p->s->bits[unit] = (uint8_t)((p->s->bits[commander] & ~(unsigned)NAE_COMMANDS) |
                                 (p->d->unit[unit].steps == 2 ? NAE_REDUCED : 0U));
}

/* ---- what is left behind: a: zone ---- */

void nae_rest_run(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->a;
    nae_pop(p);
    nae_check_siege(p, zone);
}

/* ---- garrisons without a siege stand in the field again at the end of the action [13.5b] ---- */

static void garrison_out(NaePlay *p, unsigned zone)
{
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces inside = nae_garrison(p->d, p->s, zone, side);
        if (nae_pieces_empty(inside) || nae_field_units(p->d, p->s, zone, nae_other(side))) {
            continue;
        }
        nae_remark(p->s, inside, NAE_INSIDE, 0);
        nae_join(p, inside, nae_pieces_minus(nae_standing(p->d, p->s, zone, side), inside));
        nae_tidy_zone(p, zone);
    }
    const NaePieces neutral = nae_pieces_minus(
        nae_at(p->d, p->s, zone), nae_pieces_or(p->s->owned[NAE_EMPIRE], p->s->owned[NAE_COALITION]));
    nae_remark(p->s, neutral, NAE_INSIDE, 0);
    nae_tidy_neutral(p, zone);
}

void nae_garrisons_out(NaePlay *p)
{
    const NaePieces here = nae_with(p->s, p->d->land, NAE_INSIDE);
    NAE_EACH_ZONE(zone, nae_zones_of(p->s, here))
    {
        if (!nae_besieged(p->s, zone)) {
            garrison_out(p, zone);
        }
    }
}

void nae_garrisons_run(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p);
    nae_garrisons_out(p);
}
