/* budget.c: the budget phase [7.3, map 4.3]. */
#include <assert.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/scratch.h"

enum {
    BUDGET_START,
    BUDGET_LEAVE,
    BUDGET_REINFORCE,
    BUDGET_EVENTS_K,
    BUDGET_EVENTS_E,
    BUDGET_BLOCKADE,
    BUDGET_TRANSFER_K,
    BUDGET_TRANSFER_E,
    BUDGET_POWERS
};

/* ---- resources [4.3.3, 4.3.4] ---- */

unsigned nae_manager(const NaeData *d, const NaeState *s, unsigned nation)
{
    const unsigned side = nae_side_of(s, nation);
    if (side != NAE_NOBODY || nation >= NAE_MAJORS) {
        return side;
    }
    if (s->major[nation].status == NAE_NEUTRAL || s->major[nation].victor >= NAE_NATIONS) {
        return d->nation[nation].manager[0];
    }
    /* The side that did not defeat it: manager[1] of those beaten by the Empire, manager[2] by the Coalition.
     */
    return d->nation[nation].manager[nae_victor_side(s, nation) == NAE_EMPIRE ? 1 : 2];
}

void nae_add_resources(NaePlay *p, unsigned nation, int whole)
{
    assert(nation < NAE_MAJORS);
    NaeMajor *major = &p->s->major[nation];
    major->correction =
        (int8_t)(major->correction + whole); /* counted by the next income, that after the events */
}

/* A key zone that no longer feeds its owner: Madrid in the War of Liberation, Warsaw once Poland stands. */
static bool exempt(const NaePlay *p, unsigned nation, unsigned zone)
{
    return (nation == NAE_SPAIN && (p->s->flags & NAE_LIBERATION) != 0) ||
           (nation == NAE_PRUSSIA && zone == p->d->nation[NAE_POLAND].capital[0] &&
            p->s->owner[zone] != NAE_PRUSSIA);
}

static void income(NaePlay *p, unsigned n)
{
    const NaeNation *nation = &p->d->nation[n];
    NaeMajor *major = &p->s->major[n];
    /* What 3C gave in this phase comes with the next budget. */
    const int later = nae_modifier_value(p->s, NAE_C(3), n);
    int total = nation->resources + 2 * (major->correction - later);
    const unsigned side = nae_side_of(p->s, n);
    for (unsigned i = 0; i < nation->keys && side != NAE_NOBODY; i++) {
        if (!exempt(p, n, nation->key[i]) && nae_controls_now(p, nation->key[i], nae_other(side))) {
            total -= nation->loss_per_key;
        }
    }
    total = total < 0 ? 0 : total;
    major->resources = (int16_t)((major->flags & NAE_DOUBLED) != 0 ? 2 * total : total);
    major->correction = (int8_t)later;
    major->received = 0;
    NAE_NOTE(p->dice, INCOME, (Seat)side, (int)n, major->resources);
}

/* ---- 4.3.9b: who comes and goes with the year ---- */

/* The year in which a general leaves has come. */
static bool is_to_leave(const NaePlay *p, unsigned general)
{
    const NaeGeneral *g = nae_general(p->d, general);
    return g->removal != 0 && g->removal <= nae_year(p->s) && p->s->place[general] != NAE_OUT;
}

/* Generals whose year has come, and those who enter when another leaves. */
static void generals_enter(NaePlay *p)
{
    NAE_EACH_PIECE(piece, nae_pieces_and(nae_all_at(p->s, NAE_LATER), p->d->generals))
    {
        const NaeGeneral *g = nae_general(p->d, piece);
        const bool due = g->enters_with != NAE_NONE ? is_to_leave(p, g->enters_with)
                                                    : g->year != 0 && g->year <= nae_year(p->s) &&
                                                          (g->removal == 0 || g->removal > nae_year(p->s));
        if (due) {
            nae_put(p->s, piece, NAE_RESERVE, false);
        }
    }
}

/* The next general who leaves, from frame->b on; who takes his force over is settled before another goes
 * [7.8]. False when there is none. */
static bool leave_next(NaePlay *p, NaeFrame *frame)
{
    for (; frame->b < NAE_GENERALS; frame->b++) {
        const unsigned general = NAE_FIRST_GENERAL + frame->b;
        if (!is_to_leave(p, general)) {
            continue;
        }
        const unsigned zone = p->s->place[general];
        nae_put(p->s, general, NAE_OUT, false);
        if (zone < NAE_ZONES) {
            nae_tidy_zone(p, zone);
            nae_tidy_neutral(p, zone);
        }
        return true;
    }
    frame->b = 0;
    return false;
}

static void come_back(NaePlay *p)
{
    const NaePieces generals = nae_pieces_minus(p->d->generals, p->d->nation[NAE_POLAND].pieces);
    const NaePieces reinforcements = nae_pieces_and(nae_all_at(p->s, NAE_REINFORCEMENT), generals);
    NAE_EACH_PIECE(piece, nae_pieces_or(nae_all_at(p->s, NAE_NEXT_BUDGET), reinforcements))
    {
        nae_put(p->s, piece, NAE_RESERVE, false);
    }
    nae_place_all(p->s, nae_all_at(p->s, NAE_YEAR_AFTER), NAE_NEXT_BUDGET);
}

/* Whether a general may command a force without army in place of who does; armies take him as a subordinate.
 */
static bool may_lead(const NaePlay *p, unsigned general, NaePieces force)
{
    const NaePieces led = nae_pieces_or(nae_pieces_minus(force, p->d->generals), nae_pieces_one(general));
    return nae_has_army(p->d, force) || nae_force_fault(p->d, p->s, led, general) == NAE_FAULT_NONE;
}

/* 22F: the Polish general comes free to Warsaw, if the Empire holds it and a force there takes him. */
static void send_poniatowski(NaePlay *p)
{
    const unsigned warsaw = p->d->nation[NAE_POLAND].capital[0];
    NAE_EACH_PIECE(general, nae_of_nation(p->d, nae_all_at(p->s, NAE_REINFORCEMENT), NAE_POLAND))
    {
        const NaePieces there = nae_standing(p->d, p->s, warsaw, NAE_EMPIRE);
        nae_put(p->s, general, NAE_RESERVE, false);
        if (nae_holder(p->s, warsaw) == NAE_EMPIRE && nae_has_units(p->d, there) &&
            nae_can_stand(p->d, p->s, general, warsaw, NAE_EMPIRE) && may_lead(p, general, there)) {
            nae_place_piece(p, general, warsaw);
        }
    }
}

/* Places the next piece that returns as a reinforcement; false when there is none. */
static bool reinforce_next(NaePlay *p)
{
    NaePieces back = nae_pieces_minus(nae_all_at(p->s, NAE_REINFORCEMENT), p->d->generals);
    const unsigned piece = nae_pieces_first(back);
    if (piece == NAE_NONE) {
        send_poniatowski(p);
        return false;
    }
    const unsigned manager = nae_manager(p->d, p->s, p->d->nation_of[piece]);
    nae_push(p, NAE_STEP_REINFORCE, manager == NAE_NOBODY ? NAE_COALITION : manager)->a = (uint8_t)piece;
    return true;
}

void nae_reinforce_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned nation = p->d->nation_of[frame->a];
    const bool to_warsaw =
        nation == NAE_POLAND &&
        nae_pieces_meet(nae_all_at(p->s, NAE_REINFORCEMENT), nae_of_nation(p->d, p->d->generals, nation));
    NAE_EACH_ZONE(zone, nae_places_for(p, frame->a))
    {
        if (!to_warsaw || zone == p->d->nation[NAE_POLAND].capital[0]) {
            nae_option(list, nae_move2(NAE_M_PLACE_PIECE, frame->a, zone));
        }
    }
}

void nae_reinforce_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, PLACED, (Seat)frame->seat, (int)nae_move_a(move), (int)nae_move_b(move));
    }
    nae_pop(p);
    nae_place_piece(p, nae_move_a(move), nae_move_b(move));
}

void nae_reinforce_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned piece = frame->a;
    nae_pop(p);
    nae_put(p->s, piece, NAE_RESERVE, false);
}

/* ---- the phase; a: stage, b: minors done ---- */

static void start_power(NaePlay *p, unsigned nation)
{
    memset(&p->s->budget, 0, sizeof p->s->budget);
    p->s->budget.power = (uint8_t)nation;
    p->s->budget.manager = (uint8_t)nae_manager(p->d, p->s, nation);
    p->s->handled = nae_pieces_none();
    nae_push(p, NAE_STEP_POWER_BUDGET, SEAT_NONE)->b = (uint8_t)nation;
}

bool nae_revolt_goes_on(const NaePlay *p, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    const NaePieces corps = nae_pieces_and(p->d->nation[nation].pieces, p->d->units);
    NAE_EACH_ZONE(zone, p->d->revolt[nation - NAE_CHOUANS])
    {
        if ((nae_zone_is(p->d, zone, NAE_ZONE_CONTROLLABLE) && nae_holds(p->d, p->s, zone, NAE_COALITION)) ||
            nae_pieces_meet(nae_at(p->d, p->s, zone), corps)) {
            return true;
        }
    }
    return false;
}

/* 4.3.11: half the minors with units. */
unsigned nae_free_steps(const NaePlay *p, unsigned side)
{
    unsigned minors = 0;
    assert(side < 2);
    for (unsigned n = NAE_MAJORS; n < NAE_NATIONS; n++) {
        minors += nae_side_of(p->s, n) == side && p->d->nation[n].has_units != 0 && n < NAE_CHOUANS ? 1U : 0U;
    }
    for (unsigned n = NAE_CHOUANS; n < NAE_NATIONS && side == NAE_COALITION; n++) {
        minors += nae_status(p->s, n) == NAE_COALITION_ALLY && nae_revolt_goes_on(p, n) ? 1U : 0U;
    }
    return minors / 2;
}

static void start_minors(NaePlay *p, unsigned side)
{
    p->s->side[side].minor_steps = (uint8_t)nae_free_steps(p, side);
    nae_push(p, NAE_STEP_MINOR_STEP, side);
}

static void next_power(NaePlay *p, NaeFrame *frame)
{
    const unsigned index = frame->a - BUDGET_POWERS;
    if (index > 0 && frame->b == 0) {
        const unsigned before = p->d->budget_order[index - 1];
        frame->b = 1;
        if (before == NAE_BRITAIN || before == NAE_FRANCE) {
            start_minors(p, before == NAE_BRITAIN ? NAE_COALITION : NAE_EMPIRE);
            return;
        }
    }
    if (index == NAE_MAJORS) {
        memset(&p->s->budget, 0, sizeof p->s->budget);
        p->s->handled = nae_pieces_none();
        nae_pop(p);
        return;
    }
    frame->a++;
    frame->b = 0;
    start_power(p, p->d->budget_order[index]);
}

void nae_budget_run(NaePlay *p, NaeFrame *frame)
{
    switch (frame->a) {
    case BUDGET_START:
        frame->a = BUDGET_LEAVE;
        come_back(p);
        generals_enter(p);
        break;
    case BUDGET_LEAVE:
        frame->a = leave_next(p, frame) ? BUDGET_LEAVE : BUDGET_REINFORCE;
        break;
    case BUDGET_REINFORCE:
        frame->a = reinforce_next(p) ? BUDGET_REINFORCE : BUDGET_EVENTS_K;
        break;
    case BUDGET_EVENTS_K:
    case BUDGET_EVENTS_E:
        nae_push(p, NAE_STEP_BUDGET_EVENT, frame->a == BUDGET_EVENTS_K ? NAE_COALITION : NAE_EMPIRE);
        frame->a++;
        break;
    case BUDGET_BLOCKADE:
        frame->a = BUDGET_TRANSFER_K;
        if (nae_blockade_complete(p->d, p->s)) {
            nae_score(p, NAE_SCORE_BLOCKADE_COMPLETE);
        }
        nae_hold_still(p); /* no line of supply hangs on resources */
        for (unsigned n = 0; n < NAE_MAJORS; n++) {
            income(p, n);
        }
        nae_move_on(p);
        break;
    case BUDGET_TRANSFER_K:
    case BUDGET_TRANSFER_E:
        nae_push(p, NAE_STEP_TRANSFER, frame->a == BUDGET_TRANSFER_K ? NAE_COALITION : NAE_EMPIRE);
        frame->a++;
        break;
    default:
        next_power(p, frame);
        break;
    }
}

/* ---- events and transfers ---- */

void nae_budget_event_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (frame->seat == NAE_EMPIRE && nae_blockade_due(p, NAE_IN_BUDGET)) {
        nae_option(list, nae_move1(NAE_M_BUDGET_EVENT, NAE_F(25)));
        return;
    }
    uint64_t hand = nae_cards_in_hand(p->s, frame->seat);
    for (unsigned card; (card = nae_take_card(&hand, frame->seat)) != NAE_NONE;) {
        if (nae_event_playable(p, card, NAE_IN_BUDGET)) {
            nae_option(list, nae_move1(NAE_M_BUDGET_EVENT, card));
        }
    }
    nae_option(list, nae_move1(NAE_M_BUDGET_EVENT, NAE_NONE));
}

void nae_budget_event_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    nae_play_event(p, nae_move_a(move), NAE_IN_BUDGET);
}

/* A Spain that is the Empire's ally sends to nobody before 24F and 25F [8.1.2], but by 7F to France. */
static bool may_give(const NaePlay *p, unsigned giver, unsigned receiver)
{
    if (giver != NAE_SPAIN || nae_side_of(p->s, NAE_SPAIN) != NAE_EMPIRE) {
        return true;
    }
    return (receiver == NAE_FRANCE && nae_modifier_runs(p->s, NAE_F(7))) ||
           (nae_event_played(p->s, NAE_F(24)) && nae_event_played(p->s, NAE_F(25)));
}

/* 6C raises the limit of the Coalition's receivers for a turn. */
static unsigned transfer_limit(const NaePlay *p, unsigned receiver)
{
    const unsigned limit = p->d->nation[receiver].max_transfer / 2U;
    const bool coalition = nae_side_of(p->s, receiver) == NAE_COALITION;
    const int raised = coalition ? nae_modifier_value(p->s, NAE_C(6), NAE_NONE) : 0;
    return raised > (int)limit ? (unsigned)raised : limit;
}

void nae_transfer_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned ally = frame->seat == NAE_EMPIRE ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY;
    unsigned takers = 0; /* bit: a major */
    for (unsigned to = 0; to < NAE_MAJORS; to++) {
        const NaeMajor *major = &p->s->major[to];
        takers |= major->status == ally && major->received < transfer_limit(p, to) ? 1U << to : 0U;
    }
    for (unsigned giver = 0; giver < NAE_MAJORS; giver++) {
        if (p->s->major[giver].status != ally || p->s->major[giver].resources < 2) {
            continue;
        }
        for (unsigned left = takers & ~(1U << giver); left != 0; left &= left - 1U) {
            const unsigned to = (unsigned)__builtin_ctz(left);
            if (may_give(p, giver, to)) {
                nae_option(list, nae_move2(NAE_M_TRANSFER, giver, to));
            }
        }
    }
    nae_option(list, nae_move0(NAE_M_TRANSFER_DONE));
}

void nae_transfer_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_kind(move) == NAE_M_TRANSFER_DONE) {
        nae_pop(p);
        return;
    }
    NaeMajor *to = &p->s->major[nae_move_b(move)];
    NAE_NOTE(p->dice, TRANSFER, (Seat)frame->seat, (int)nae_move_a(move), (int)nae_move_b(move));
    p->s->major[nae_move_a(move)].resources = (int16_t)(p->s->major[nae_move_a(move)].resources - 2);
    to->resources = (int16_t)(to->resources + 2);
    to->received++;
}

/* ---- one power; a: stage, b: power, c: generals that had come when purchases last began again ---- */

static bool can_buy(const NaePlay *p, const NaeFrame *frame)
{
    MoveList list;
    list.count = 0;
    nae_purchase_options(p, frame, &list);
    return list.count > 1; /* more than to be done */
}

/* The rulebook sets no order between purchases and generals: whoever has just come makes room for more corps
 * [9.1] or may found an army [7.3.4]. Each general comes once, so this ends. */
static bool buys_again(const NaePlay *p, const NaeFrame *frame)
{
    return nae_pieces_count(p->s->handled) > frame->c && can_buy(p, frame);
}

void nae_power_budget_run(NaePlay *p, NaeFrame *frame)
{
    enum { PURCHASES = 2 };
    static const uint8_t steps[] = {NAE_STEP_REMOVAL, NAE_STEP_PURCHASE, NAE_STEP_RESERVE_GENERAL};
    const unsigned stage = frame->a++;
    if (stage == 0) {
        nae_pay_foreign_wars(p, frame->b);
    } else if (stage <= sizeof steps) {
        if (frame->c == 0) {
            p->s->handled = nae_pieces_none();
        }
        nae_push(p, (enum nae_step)steps[stage - 1], p->s->budget.manager);
    } else if (buys_again(p, frame)) {
        frame->a = PURCHASES;
        frame->c = (uint8_t)nae_pieces_count(p->s->handled);
    } else {
        p->s->major[frame->b].resources = 0; /* unspent points vanish [4.3.6] */
        nae_pop(p);
    }
}

/* ---- removal [4.3.10] ---- */

static enum nae_place_kind place_kind(const NaeState *s, unsigned fleet)
{
    switch (s->bits[fleet] & NAE_AT) {
    case NAE_AT_PORT:
        return NAE_P_PORT;
    case NAE_AT_BOX:
        return NAE_P_BOX;
    case NAE_AT_SEA:
        return NAE_P_SEA;
    default:
        return NAE_P_CORSAIRS;
    }
}

static bool removable_fleet(const NaeState *s, unsigned fleet)
{
    return (s->bits[fleet] & NAE_AT) != NAE_AT_SPECIAL || s->place[fleet] == NAE_CORSAIRS;
}

/* Who shares the command that a unit stands under, depots apart. */
static NaePieces led_with(const NaePlay *p, unsigned unit)
{
    enum { COMMAND = NAE_INSIDE | NAE_SLOT };
    assert(unit < NAE_PIECES);
    const unsigned zone = p->s->place[unit];
    const unsigned side = nae_side_of_piece(p->s, unit);
    const NaePieces land = side < 2 ? nae_land(p->d, p->s, zone, side)
                                    : nae_peace_stack(p->d, p->s, zone, p->d->nation_of[unit]);
    return nae_marked(p->s, nae_pieces_minus(land, p->d->depots), COMMAND,
                      p->s->bits[unit] & (unsigned)COMMAND);
}

/* The last unit of a general: nobody leaves him alone on purpose [10.2]. */
static bool would_leave_general(const NaePlay *p, unsigned piece)
{
    if (!nae_is_unit(piece)) {
        return false;
    }
    const NaePieces force = led_with(p, piece);
    return nae_pieces_meet(force, p->d->generals) &&
           nae_pieces_count(nae_pieces_and(force, p->d->units)) == 1;
}

/* What the power that spends may take off the map, fleets apart. */
static NaePieces removable(const NaePlay *p)
{
    const NaePieces land = nae_of_nation(p->d, p->d->land, p->s->budget.power);
    NaePieces out = nae_pieces_and(nae_pieces_minus(land, p->s->expeditionary), nae_pieces_on_map(p->s));
    NAE_EACH_PIECE(piece, out)
    {
        if (would_leave_general(p, piece)) {
            nae_pieces_drop(&out, piece);
        }
    }
    return out;
}

void nae_removal_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    NAE_EACH_ZONE(zone, nae_zones_of(p->s, removable(p)))
    {
        nae_option(list, nae_move1(NAE_M_REMOVAL, zone));
    }
    nae_option(list, nae_move1(NAE_M_REMOVAL, NAE_NONE));
    NAE_EACH_PIECE(fleet, nae_of_nation(p->d, p->d->fleets, p->s->budget.power))
    {
        if (removable_fleet(p->s, fleet)) {
            const enum nae_place_kind kind = place_kind(p->s, fleet);
            nae_option(list,
                       nae_move2(NAE_M_REMOVAL_PLACE, kind, kind == NAE_P_CORSAIRS ? 0 : p->s->place[fleet]));
        }
    }
}

void nae_removal_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    if (nae_move_kind(move) == NAE_M_REMOVAL && nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    NaeFrame *next = nae_push(p, NAE_STEP_REMOVAL_PIECE, seat);
    next->a = (uint8_t)nae_move_a(move);
    if (nae_move_kind(move) == NAE_M_REMOVAL_PLACE) {
        next->b = (uint8_t)(1 + nae_move_a(move));
        next->a = (uint8_t)nae_move_b(move);
    }
}

/* How an army lost its commander, where it matters who may follow him (see below). */
enum { TAKEN_BY_EVENT = 1, DISMISSED = 2 };

static NaePieces bereaved(const NaePlay *p, const NaeFrame *f);

/* The highest in rank of an army's nation who are left in it; NAE_NONE: nobody. */
static unsigned heir_of(const NaePlay *p, const NaeFrame *f)
{
    const NaePieces generals = nae_pieces_and(bereaved(p, f), p->d->generals);
    return nae_senior(p->d, p->s, nae_of_nation(p->d, generals, p->d->nation_of[f->d]));
}

/* Generals of the reserve of an army's nation, one of whom may come when it has lost its commander [10.2]. */
static NaePieces reserve_of(const NaePlay *p, const NaeFrame *f)
{
    return nae_of_nation(p->d, nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->generals),
                         p->d->nation_of[f->d]);
}

/* 10.2: a general of the reserve may come into the zone of an army whose commander was dismissed; the highest
 * there then commands it. Who comes is asked for. False: nobody can, the highest there follows. */
static bool asks_successor(NaePlay *p, unsigned general, unsigned zone, unsigned bits)
{
    const unsigned nation = p->d->nation_of[general];
    const unsigned kept = bits & (NAE_SLOT | NAE_INSIDE);
    NaeFrame frame = {
        .a = (uint8_t)zone, .b = (uint8_t)kept, .c = (uint8_t)nation, .d = NAE_NONE, .e = DISMISSED};
    NAE_EACH_PIECE(army, nae_of_nation(p->d, nae_pieces_and(nae_at(p->d, p->s, zone), p->d->armies), nation))
    {
        frame.d = (p->s->bits[army] & (NAE_SLOT | NAE_INSIDE)) == kept ? (uint8_t)army : frame.d;
    }
    if (frame.d == NAE_NONE || heir_of(p, &frame) == NAE_NONE || nae_pieces_empty(reserve_of(p, &frame))) {
        return false;
    }
    NaeFrame *asked = nae_push(p, NAE_STEP_REPLACE, p->s->budget.manager);
    asked->a = frame.a;
    asked->b = frame.b;
    asked->c = frame.c;
    asked->d = frame.d;
    asked->e = frame.e;
    return true;
}

void nae_removal_piece_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned power = p->s->budget.power;
    if (frame->b != 0) {
        NAE_EACH_PIECE(fleet, nae_of_nation(p->d, p->d->fleets, power))
        {
            if (removable_fleet(p->s, fleet) && place_kind(p->s, fleet) == frame->b - 1U &&
                (frame->b - 1U == NAE_P_CORSAIRS || p->s->place[fleet] == frame->a)) {
                nae_option(list, nae_move1(NAE_M_REMOVAL_PIECE, fleet));
            }
        }
        return;
    }
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, nae_pieces_and(removable(p), nae_all_at(p->s, frame->a))))
    {
        nae_option(list, nae_move1(NAE_M_REMOVAL_PIECE, piece));
    }
}

void nae_removal_piece_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned piece = nae_move_a(move);
    const unsigned zone = frame->b == 0 ? frame->a : NAE_NONE;
    const unsigned bits = p->s->bits[piece];
    const bool for_good = nae_is_fleet(piece) && !nae_fleet(p->d, piece)->rebuildable;
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, TAKEN_OFF, (Seat)frame->seat, (int)piece,
                 for_good ? NAE_TOLD_OUT_OF_GAME : NAE_TOLD_TO_RETURN);
    }
    nae_pop(p);
    nae_put(p->s, piece, for_good ? NAE_OUT : NAE_NEXT_BUDGET, false);
    if (zone != NAE_NONE && nae_is_general(piece) && (bits & NAE_COMMANDS) != 0 &&
        asks_successor(p, piece, zone, bits)) {
        return;
    }
    if (zone != NAE_NONE) {
        nae_tidy_zone(p, zone);
        nae_tidy_neutral(p, zone);
        nae_check_siege(p, zone);
    }
}

/* ---- purchases [4.3.6] ---- */

/* With Warsaw lost no Polish corps is raised anew [18.1]. */
static bool can_rebuild(const NaePlay *p, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const unsigned warsaw = p->d->nation[NAE_POLAND].capital[0];
    return p->d->nation_of[unit] != NAE_POLAND || nae_marker(p->s, warsaw) != NAE_COALITION;
}

/* A purchase with a word for each piece of a set. */
static void add_each(MoveList *list, enum nae_kind kind, enum nae_word word, NaePieces set)
{
    NAE_EACH_PIECE(piece, set) { nae_option(list, nae_move2(kind, word, piece)); }
}

static void add_units(const NaePlay *p, int points, NaePieces reserve, MoveList *list)
{
    const NaeData *d = p->d;
    const NaePieces units = nae_pieces_and(reserve, d->units);
    NaePieces full = nae_pieces_none();
    NaePieces reduced = nae_pieces_none();
    if (nae_pieces_empty(units)) {
        return;
    }
    const NaeGrounds grounds = nae_grounds(p, p->s->budget.power);
    NAE_EACH_PIECE(unit, nae_classes(d, p->s, units))
    {
        const NaeUnit *u = &d->unit[unit];
        if (u->cost * u->steps <= points && nae_unit_has_place(p, unit, u->steps, &grounds)) {
            nae_pieces_add(&full, unit);
        }
        if (u->steps == 2 && u->cost <= points && nae_unit_has_place(p, unit, 1, &grounds)) {
            nae_pieces_add(&reduced, unit);
        }
    }
    add_each(list, NAE_M_PURCHASE_UNIT, NAE_W_FULL, full);
    add_each(list, NAE_M_PURCHASE_UNIT, NAE_W_REDUCED, reduced);
}

/* Adds a reduced unit that may be restored so to those of its class that were found, if it is the lowest. */
static void add_flip(const NaePlay *p, unsigned unit, bool in_army, NaePieces *kinds, NaePieces *units)
{
    const unsigned kind = p->d->unit[unit].kind;
    if (!nae_pieces_in(*kinds, kind) && nae_may_flip(p, p->s->budget.power, unit, in_army)) {
        nae_pieces_add(kinds, kind);
        nae_pieces_add(units, unit);
    }
}

/* Reduced units on the map: of any nation in the power's armies, of its own in reinforcement zones. */
static void add_flips(const NaePlay *p, int points, MoveList *list)
{
    const NaeData *d = p->d;
    const unsigned power = p->s->budget.power;
    NaePieces kinds[2] = {nae_pieces_none(), nae_pieces_none()};
    NaePieces units[2] = {nae_pieces_none(), nae_pieces_none()};
    const NaeZones armies = nae_zones_of_few(p->s, nae_of_nation(d, d->armies, power));
    const NaePieces own = nae_of_nation(d, d->units, power);
    const NaePieces reduced = nae_reduced_in_field(p);
    NAE_EACH_PIECE(unit, nae_zones_empty(armies) ? nae_pieces_and(reduced, own) : reduced)
    {
        if (d->unit[unit].cost > points) {
            continue;
        }
        if (nae_zones_in(armies, p->s->place[unit]) &&
            nae_side_of_piece(p->s, unit) == nae_side_of(p->s, power)) {
            add_flip(p, unit, true, &kinds[0], &units[0]);
        }
        if (nae_pieces_in(own, unit)) {
            add_flip(p, unit, false, &kinds[1], &units[1]);
        }
    }
    add_each(list, NAE_M_PURCHASE_UNIT, NAE_W_FLIP_ARMY, units[0]);
    add_each(list, NAE_M_PURCHASE_UNIT, NAE_W_FLIP_ZONE, units[1]);
}

static void add_markers(const NaePlay *p, int points, NaePieces reserve, MoveList *list)
{
    const NaeData *d = p->d;
    const NaePieces markers = nae_pieces_and(reserve, d->armies);
    const unsigned marker = nae_pieces_first(markers); /* all of a nation have the same places */
    if (marker != NAE_NONE && d->table.marker_cost <= points && !nae_zones_empty(nae_places_for(p, marker))) {
        NAE_EACH_PIECE(army, markers) { nae_option(list, nae_move1(NAE_M_PURCHASE_MARKER, army)); }
    }
    NAE_EACH_PIECE(special, nae_pieces_and(reserve, d->specials))
    {
        if (d->table.special_cost <= points && !nae_zones_empty(nae_places_for(p, special))) {
            nae_option(list, nae_move1(NAE_M_PURCHASE_SPECIAL, special));
        }
    }
}

/* Britain has a fleet or a card of each budget free. */
static bool has_free_left(const NaePlay *p)
{
    return p->s->budget.power == NAE_BRITAIN && (p->s->side[NAE_COALITION].flags & NAE_FREE_CARD_TAKEN) == 0;
}

static void add_fleets(const NaePlay *p, int points, NaePieces reserve, MoveList *list)
{
    const NaeData *d = p->d;
    const unsigned power = p->s->budget.power;
    const bool built = power != NAE_BRITAIN && (p->s->major[power].flags & NAE_FLEET_BUILT) != 0;
    const bool bought = !built && d->table.fleet_cost <= points;
    const NaePieces fleets =
        nae_marked_within(p->s, nae_pieces_and(reserve, d->fleets), 3, 3, NAE_AT, NAE_AT_SPECIAL);
    const unsigned any = nae_pieces_first(fleets); /* all of a nation have the same ports */
    if ((!bought && !has_free_left(p)) || any == NAE_NONE || nae_zones_empty(nae_places_for(p, any))) {
        return;
    }
    if (bought) {
        add_each(list, NAE_M_PURCHASE_FLEET, NAE_W_FLEET, fleets);
    }
    if (has_free_left(p)) {
        add_each(list, NAE_M_PURCHASE_FLEET, NAE_W_FREE_FLEET, fleets);
    }
}

static void add_depots_and_cards(const NaePlay *p, int points, NaePieces reserve, MoveList *list)
{
    const NaeTables *table = &p->d->table;
    const unsigned power = p->s->budget.power;
    const unsigned depot = nae_pieces_first(nae_pieces_and(reserve, p->d->depots));
    if (points > 0 && depot != NAE_NONE && table->depot_cost <= points &&
        (!nae_zones_empty(nae_reinforcement_zones(p, power)) || !nae_zones_empty(nae_places_for(p, depot)))) {
        nae_option(list, nae_move1(NAE_M_PURCHASE, NAE_W_DEPOT));
    }
    if (power == NAE_BRITAIN && table->british_card_cost <= points &&
        (p->s->side[NAE_COALITION].flags & NAE_CARD_BOUGHT) == 0) {
        nae_option(list, nae_move1(NAE_M_PURCHASE, NAE_W_CARD));
    }
    if (has_free_left(p)) {
        nae_option(list, nae_move1(NAE_M_PURCHASE, NAE_W_FREE_CARD));
    }
}

void nae_purchase_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const int points = p->s->major[p->s->budget.power].resources;
    const NaePieces reserve = nae_of_nation(p->d, nae_all_at(p->s, NAE_RESERVE), p->s->budget.power);
    (void)frame;
    if (points > 0) {
        add_units(p, points, reserve, list);
        add_flips(p, points, list);
        add_markers(p, points, reserve, list);
    }
    add_fleets(p, points, reserve, list);
    nae_option(list, nae_move1(NAE_M_PURCHASE, NAE_W_DONE));
    add_depots_and_cards(p, points, reserve, list);
}

unsigned nae_price(const NaeData *d, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT: {
        const NaeUnit *u = nae_unit(d, nae_move_b(move));
        return a == NAE_W_FULL ? (unsigned)u->cost * u->steps : u->cost;
    }
    case NAE_M_PURCHASE_MARKER:
        return d->table.marker_cost;
    case NAE_M_PURCHASE_SPECIAL:
        return d->table.special_cost;
    case NAE_M_PURCHASE_FLEET:
        return a == NAE_W_FLEET ? d->table.fleet_cost : 0;
    default:
        return a == NAE_W_DEPOT ? d->table.depot_cost : a == NAE_W_CARD ? d->table.british_card_cost : 0;
    }
}

static void pay(NaePlay *p, unsigned half_points)
{
    NaeMajor *major = &p->s->major[p->s->budget.power];
    assert(major->resources >= (int)half_points);
    major->resources = (int16_t)(major->resources - (int)half_points);
}

static void ask_place(NaePlay *p, unsigned seat, unsigned piece, unsigned how)
{
    NaeFrame *next = nae_push(p, NAE_STEP_PLACE, seat);
    next->a = (uint8_t)piece;
    next->b = (uint8_t)how;
}

static void buy_unit(NaePlay *p, unsigned seat, unsigned word, unsigned unit)
{
    const unsigned how = word == NAE_W_FULL        ? NAE_PLACE_FULL
                         : word == NAE_W_REDUCED   ? NAE_PLACE_REDUCED
                         : word == NAE_W_FLIP_ARMY ? NAE_PLACE_FLIP_ARMY
                                                   : NAE_PLACE_FLIP_ZONE;
    ask_place(p, seat, unit, how);
}

static unsigned next_depot(const NaePlay *p)
{
    const NaePieces depots = nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->depots);
    return nae_pieces_first(nae_of_nation(p->d, depots, p->s->budget.power));
}

static void buy_plain(NaePlay *p, unsigned seat, unsigned word)
{
    NaeState *s = p->s;
    switch (word) {
    case NAE_W_DEPOT:
        ask_place(p, seat, next_depot(p), 0);
        break;
    case NAE_W_CARD:
        s->side[NAE_COALITION].flags |= NAE_CARD_BOUGHT;
        nae_draw(p, NAE_COALITION, 1);
        break;
    case NAE_W_FREE_CARD:
        s->side[NAE_COALITION].flags |= NAE_FREE_CARD_TAKEN;
        nae_draw(p, NAE_COALITION, 1);
        break;
    default:
        nae_pop(p);
        break;
    }
}

static enum nae_told purchase_told(Move move)
{
    switch (nae_move_kind(move) == NAE_M_PURCHASE_UNIT ? nae_move_a(move) : (unsigned)NAE_NONE) {
    case NAE_W_FULL:
        return NAE_TOLD_RAISES;
    case NAE_W_REDUCED:
        return NAE_TOLD_RAISES_REDUCED;
    case NAE_W_FLIP_ARMY:
    case NAE_W_FLIP_ZONE:
        return NAE_TOLD_STRENGTHENS;
    default:
        return NAE_TOLD_BUILDS;
    }
}

/* A card that is bought is told by being drawn; under fog of war nobody is told what was built. */
static void note_purchase(const NaePlay *p, unsigned seat, Move move)
{
    const unsigned kind = nae_move_kind(move);
    const bool named = kind == NAE_M_PURCHASE_UNIT || kind == NAE_M_PURCHASE_FLEET;
    if ((kind != NAE_M_PURCHASE || nae_move_a(move) == NAE_W_DEPOT) && !p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, PURCHASE, (Seat)seat, p->s->budget.power, (int)purchase_told(move),
                 (int)(kind == NAE_M_PURCHASE ? next_depot(p)
                       : named                ? nae_move_b(move)
                                              : nae_move_a(move)),
                 (int)nae_price(p->d, move));
    }
}

void nae_purchase_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    const unsigned a = nae_move_a(move);
    const unsigned b = nae_move_b(move);
    if (NAE_NOTES_WANTED(p->dice, PURCHASE)) {
        note_purchase(p, seat, move);
    }
    pay(p, nae_price(p->d, move));
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT:
        buy_unit(p, seat, a, b);
        break;
    case NAE_M_PURCHASE_MARKER:
    case NAE_M_PURCHASE_SPECIAL:
        ask_place(p, seat, a, 0);
        break;
    case NAE_M_PURCHASE_FLEET:
        if (a == NAE_W_FREE_FLEET) {
            p->s->side[NAE_COALITION].flags |= NAE_FREE_CARD_TAKEN;
        } else {
            p->s->major[p->s->budget.power].flags |= NAE_FLEET_BUILT;
        }
        ask_place(p, seat, b, 0);
        break;
    default:
        buy_plain(p, seat, a);
        break;
    }
}

/* ---- placing; a: piece, b: enum nae_placing ---- */

static NaeZones places(const NaePlay *p, const NaeFrame *frame)
{
    if (!nae_is_unit(frame->a)) {
        return nae_places_for(p, frame->a);
    }
    if (frame->b >= NAE_PLACE_FLIP_ARMY) {
        return nae_flip_zones(p, p->s->budget.power, frame->a, frame->b == NAE_PLACE_FLIP_ARMY);
    }
    return nae_places_for_unit(p, frame->a, frame->b == NAE_PLACE_REDUCED ? 1U : p->d->unit[frame->a].steps);
}

void nae_place_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NAE_EACH_ZONE(zone, places(p, frame)) { nae_option(list, nae_move1(NAE_M_PLACE, zone)); }
}

void nae_place_none(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p);
}

/* Flips the first unit of the class in the zone. */
static void flip(NaePlay *p, unsigned unit, unsigned zone, bool in_army)
{
    NAE_EACH_PIECE(other, nae_pieces_and(nae_at(p->d, p->s, zone), nae_reduced_in_field(p)))
    {
        if (p->d->unit[other].kind == p->d->unit[unit].kind &&
            nae_may_flip(p, p->s->budget.power, other, in_army)) {
            const NaePieces part = nae_mates(p->d, p->s, other);
            nae_note_step_gained(p, other, zone);
            nae_clear_bit(p->s, other, NAE_REDUCED);
            if (in_army) {
                const unsigned army = nae_pieces_first(nae_pieces_and(part, p->d->armies));
                p->s->budget.army_flips[army - NAE_FIRST_ARMY]++;
            }
            return;
        }
    }
}

/* A depot placed in a zone of armies is one of the two of the first that may still have one [7.3.2]. */
static void count_army_depot(NaePlay *p, unsigned depot, unsigned zone)
{
    const unsigned army =
        nae_pieces_first(nae_pieces_and(nae_at(p->d, p->s, zone), nae_armies_for_depot(p, depot)));
    if (army != NAE_NONE) {
        p->s->budget.army_depots[army - NAE_FIRST_ARMY]++;
    }
}

void nae_place_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned piece = frame->a;
    const unsigned how = frame->b;
    const unsigned seat = frame->seat;
    const unsigned zone = nae_move_a(move);
    nae_pop(p);
    if (nae_is_unit(piece) && how >= NAE_PLACE_FLIP_ARMY) {
        flip(p, piece, zone, how == NAE_PLACE_FLIP_ARMY);
        return;
    }
    p->s->bits[piece] =
        nae_is_unit(piece) && how == NAE_PLACE_REDUCED && p->d->unit[piece].steps == 2 ? NAE_REDUCED : 0;
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, PLACED, (Seat)seat, (int)piece, (int)zone);
    }
    nae_place_piece(p, piece, zone);
    if (nae_is_depot(piece)) {
        count_army_depot(p, piece, zone);
    }
}

/* ---- generals of the reserve [4.3.9] ---- */

/* Its own; France and Britain also those of the minors of their side. */
static unsigned side_of_patron(unsigned power)
{
    return power == NAE_FRANCE    ? (unsigned)NAE_EMPIRE
           : power == NAE_BRITAIN ? (unsigned)NAE_COALITION
                                  : (unsigned)NAE_NOBODY;
}

static bool places_generals_of(const NaePlay *p, unsigned nation)
{
    const unsigned power = p->s->budget.power;
    const unsigned side = side_of_patron(power);
    return nation == power ||
           (side != NAE_NOBODY && !nae_is_major(nation) && nae_side_of(p->s, nation) == side);
}

/* Pieces of those nations, and perhaps some of others. */
static NaePieces pieces_of_placed(const NaePlay *p)
{
    const unsigned power = p->s->budget.power;
    const unsigned side = side_of_patron(power);
    const NaePieces own = p->d->nation[power].pieces;
    if (side == NAE_NOBODY) {
        return own;
    }
    const NaePieces allied = nae_pieces_or(p->s->owned[side], p->s->expeditionary);
    return nae_pieces_or(own, nae_pieces_minus(allied, p->d->of_majors));
}

void nae_reserve_general_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces placed = nae_pieces_and(p->d->generals, pieces_of_placed(p));
    const NaePieces reserve = nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), placed);
    (void)frame;
    for (NaePieces left = nae_pieces_minus(reserve, p->s->handled); !nae_pieces_empty(left);) {
        const unsigned nation = p->d->nation_of[nae_pieces_first(left)];
        const NaePieces generals = nae_of_nation(p->d, left, nation);
        left = nae_pieces_minus(left, generals);
        if (places_generals_of(p, nation)) {
            NAE_EACH_PIECE(general, nae_generals_with_place(p, generals, nation))
            {
                nae_option(list, nae_move1(NAE_M_RESERVE_GENERAL, general));
            }
        }
    }
    nae_option(list, nae_move1(NAE_M_RESERVE_GENERAL, NAE_NONE));
}

void nae_reserve_general_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    const unsigned general = nae_move_a(move);
    if (general == NAE_NONE) {
        nae_pop(p);
        return;
    }
    nae_pieces_add(&p->s->handled, general);
    ask_place(p, seat, general, 0);
}

/* ---- steps of minors [4.3.11] ---- */

/* Whether a reduced unit stands in supply, in no besieged fortress, with room for a step. */
static bool minor_flips(const NaePlay *p, unsigned unit)
{
    const unsigned side = nae_side_of_piece(p->s, unit);
    if (side == NAE_NOBODY || !nae_on_map(p->s, unit) || !nae_bit(p->s, unit, NAE_REDUCED) ||
        (nae_bit(p->s, unit, NAE_INSIDE) && nae_besieged(p->s, p->s->place[unit])) ||
        nae_shut_out(p, unit, p->s->place[unit])) {
        return false;
    }
    const NaePieces part = nae_mates(p->d, p->s, unit);
    return nae_unit_can_grow(p->d, p->s, part, unit) && nae_supplied(p, part, p->s->place[unit], NAE_NONE);
}

/* The lowest of its class at its place (P2). */
static bool first_of_place(const NaePlay *p, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const NaePieces there = nae_pieces_and(nae_all_at(p->s, p->s->place[unit]), p->d->units);
    return nae_class_first(p->d, p->s, there, unit);
}

NaePieces nae_minor_step_units(const NaePlay *p, unsigned minor)
{
    const NaePieces units = nae_of_nation(p->d, p->d->units, minor);
    const NaePieces reserve = nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), units);
    const NaePieces reduced = nae_pieces_and(nae_with(p->s, nae_pieces_minus(units, reserve), NAE_REDUCED),
                                             nae_pieces_on_map(p->s));
    NaePieces able = nae_pieces_none();
    if (!nae_pieces_empty(reserve)) {
        const NaeGrounds grounds = nae_grounds(p, minor);
        NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, reserve))
        {
            if (can_rebuild(p, unit) && nae_unit_has_place(p, unit, 1, &grounds)) {
                nae_pieces_add(&able, unit);
            }
        }
    }
    NAE_EACH_PIECE(unit, reduced)
    {
        if (!nae_may_not_recover(p, unit) && first_of_place(p, unit) && minor_flips(p, unit)) {
            nae_pieces_add(&able, unit);
        }
    }
    return able;
}

void nae_minor_step_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned n = NAE_MAJORS; n < NAE_NATIONS && p->s->side[frame->seat].minor_steps > 0; n++) {
        if (nae_side_of(p->s, n) == frame->seat && (n < NAE_CHOUANS || nae_revolt_goes_on(p, n))) {
            NAE_EACH_PIECE(unit, nae_minor_step_units(p, n))
            {
                nae_option(list, nae_move1(NAE_M_MINOR_STEP, unit));
            }
        }
    }
    nae_option(list, nae_move1(NAE_M_MINOR_STEP, NAE_NONE));
}

void nae_minor_step_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    const unsigned unit = nae_move_a(move);
    if (unit == NAE_NONE) {
        p->s->side[seat].minor_steps = 0;
        nae_pop(p);
        return;
    }
    p->s->side[seat].minor_steps--;
    if (nae_on_map(p->s, unit)) {
        nae_note_step_gained(p, unit, p->s->place[unit]);
        nae_clear_bit(p->s, unit, NAE_REDUCED);
    } else {
        ask_place(p, seat, unit, NAE_PLACE_REDUCED);
    }
}

/* ---- a commander who left is replaced [7.8]; a: zone, b: bits he had, c: his nation, d: the marker of his
 * army or NAE_NONE, e: TAKEN_BY_EVENT: subordinates may follow him, and a force without army gets a
 * general too; DISMISSED in a budget: one of the reserve comes, or nobody (his army's highest is named), and
 * the highest there commands ---- */

void nae_push_replacement(NaePlay *p, unsigned general, unsigned zone, unsigned side, unsigned bits)
{
    assert(general < NAE_PIECES);
    const unsigned kept = bits & (NAE_SLOT | NAE_INSIDE);
    NaeFrame *frame = nae_push(p, NAE_STEP_REPLACE, side);
    frame->a = (uint8_t)zone;
    frame->b = (uint8_t)kept;
    frame->c = p->d->nation_of[general];
    frame->d = NAE_NONE;
    frame->e = TAKEN_BY_EVENT;
    NAE_EACH_PIECE(army, nae_pieces_and(nae_land(p->d, p->s, zone, side), p->d->armies))
    {
        if ((p->s->bits[army] & (NAE_SLOT | NAE_INSIDE)) == kept) {
            frame->d = (uint8_t)army;
        }
    }
}

/* What he commanded: the pieces of his slot. */
static NaePieces bereaved(const NaePlay *p, const NaeFrame *f)
{
    const unsigned bits = f->d == NAE_NONE ? f->b : p->s->bits[f->d] & (NAE_SLOT | NAE_INSIDE);
    const unsigned nation = f->d == NAE_NONE ? f->c : p->d->nation_of[f->d];
    const unsigned side = nae_side_of(p->s, nation);
    const NaePieces land =
        side < 2 ? nae_land(p->d, p->s, f->a, side) : nae_peace_stack(p->d, p->s, f->a, nation);
    NaePieces set = nae_pieces_none();
    NAE_EACH_PIECE(piece, nae_pieces_minus(land, p->d->depots))
    {
        if ((p->s->bits[piece] & (NAE_SLOT | NAE_INSIDE)) == bits) {
            nae_pieces_add(&set, piece);
        }
    }
    return set;
}

/* What would be wrong under a general: with an army as it is, or a force whose other generals have gone. */
static enum nae_fault fault_under(const NaePlay *p, const NaeFrame *f, NaePieces set, unsigned general)
{
    const NaePieces one = nae_pieces_one(general);
    const NaePieces with = f->d != NAE_NONE ? set : nae_pieces_minus(set, p->d->generals);
    return nae_force_fault(p->d, p->s, nae_pieces_or(with, one), general);
}

void nae_replace_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = bereaved(p, frame);
    const unsigned nation = frame->d != NAE_NONE ? p->d->nation_of[frame->d] : frame->c;
    NaePieces able = nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->generals);
    if (!nae_has_units(p->d, set)) {
        return;
    }
    if (frame->e == DISMISSED) {
        NAE_EACH_PIECE(general, reserve_of(p, frame)) { nae_option(list, nae_move1(NAE_M_REPLACE, general)); }
        nae_option(list, nae_move1(NAE_M_REPLACE, heir_of(p, frame)));
        return;
    }
    if (frame->e != 0 && frame->d != NAE_NONE) {
        able = nae_pieces_or(able, nae_pieces_and(set, p->d->generals));
    }
    /* Those who can command all that is left; if there is nobody, those for whom it is too much [9.2]. */
    for (unsigned surplus = 0; surplus < 2 && list->count == 0; surplus++) {
        NAE_EACH_PIECE(general, nae_of_nation(p->d, able, nation))
        {
            const enum nae_fault fault = fault_under(p, frame, set, general);
            if (surplus != 0 ? fault == NAE_FAULT_CAPACITY || fault == NAE_FAULT_ALLIES
                             : fault == NAE_FAULT_NONE) {
                nae_option(list, nae_move1(NAE_M_REPLACE, general));
            }
        }
    }
}

/* In the battle of an interception stacking waits for its end [12.4]. */
static void tidy_after(NaePlay *p, unsigned zone)
{
    const NaeBattle *b = &p->s->battle;
    if (!nae_in_battle(p->s) || b->zone != zone || (b->flags & NAE_BATTLE_INTERCEPTION) == 0) {
        nae_tidy_zone(p, zone);
        nae_tidy_neutral(p, zone);
    }
}

/* Nobody who could command it: the marker goes, and what has no commander is too much [7.8]. */
void nae_replace_none(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    nae_pop(p);
    if (f.d != NAE_NONE && p->s->place[f.d] == f.a &&
        nae_commander(p->d, p->s, bereaved(p, &f)) == NAE_NONE) {
        nae_destroy(p, f.d);
    }
    tidy_after(p, f.a);
}

void nae_replace_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const NaeFrame f = *frame;
    const unsigned general = nae_move_a(move);
    const unsigned unit = nae_pieces_first(nae_pieces_and(bereaved(p, &f), p->d->units));
    const unsigned heir = f.e == DISMISSED ? heir_of(p, &f) : (unsigned)NAE_NONE;
    const bool leads = heir == NAE_NONE || general == heir ||
                       nae_general(p->d, general)->rank < nae_general(p->d, heir)->rank;
    nae_pop(p);
    p->s->place[general] = f.a;
    p->s->bits[general] =
        (uint8_t)((p->s->bits[unit] & ~(unsigned)NAE_REDUCED) | (leads ? (unsigned)NAE_COMMANDS : 0U));
    tidy_after(p, f.a);
}
