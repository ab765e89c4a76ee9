/* sea_battle.c: interception, running a blockade, naval battles and what beaten fleets do (map 12). */
#include <assert.h>

#include "engine/eagles/naval.h"

static bool party(const Play *p, unsigned side)
{
    return eagles_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) > 0;
}

/* A battle is being fought: squadrons are hit first. Attrition hits all alike. */
static bool in_battle(const Play *p) { return (p->s->campaign.fight.flags & EAGLES_FIGHT_ON) != 0; }

void eagles_sea_battle(Play *p, unsigned mover, unsigned place, unsigned flags)
{
    EaglesState *s = p->s;
    if (eagles_squadrons(p, EAGLES_FRANCE, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) +
            eagles_squadrons(p, EAGLES_COALITION, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) ==
        0) {
        eagles_flag_ships(p, EAGLES_FRANCE, EAGLES_ANYWHERE, 0, EAGLES_SHIP_BATTLE, 0);
        eagles_flag_ships(p, EAGLES_COALITION, EAGLES_ANYWHERE, 0, EAGLES_SHIP_BATTLE, 0);
        return; /* transports do not fight each other */
    }
    s->campaign.fight = (EaglesFight){.place = (uint16_t)place,
                                      .port = EAGLES_NO_HEX,
                                      .mover = (uint8_t)mover,
                                      .flags = (uint8_t)(flags | EAGLES_FIGHT_ON),
                                      .winner = EAGLES_NEUTRAL};
    s->campaign.fleet.flags |= EAGLES_FLEET_RESET;
    for (unsigned side = 0; side < 2; side++) {
        eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE, 0, EAGLES_SHIP_FOUGHT);
        if (p->d->nelson != EAGLES_NONE && eagles_has_nelson(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE)) {
            s->leader_flag[p->d->nelson] |= EAGLES_LEADER_FOUGHT;
        }
    }
    eagles_push(p, EAGLES_STEP_SEA_ROUND);
}

/* ------------------------------------------------------------------ one round */

/* Units sunk and damaged by a cell, in a fleet of so many squadrons. */
static void read_cell(const EaglesTables *t, unsigned cell, unsigned squadrons, uint8_t *sunk,
                      uint8_t *damaged)
{
    static const uint8_t SUNK[] = {
        [EAGLES_NAVAL_K] = 1, [EAGLES_NAVAL_2K] = 2, [EAGLES_NAVAL_C] = 1, [EAGLES_NAVAL_2C] = 2};
    static const uint8_t ROW[] = {[EAGLES_NAVAL_2C] = 1, [EAGLES_NAVAL_K] = 2, [EAGLES_NAVAL_2K] = 3};
    if (cell == EAGLES_NAVAL_0 || squadrons == 0) {
        return;
    }
    *sunk = SUNK[cell];
    *damaged = t->naval_damage[ROW[cell]][squadrons > 6 ? 5U : squadrons - 1];
}

static void roll(Play *p)
{
    EaglesFight *f = &p->s->campaign.fight;
    unsigned squadrons[2];
    int strength[2]; /* morale and Nelson */
    for (unsigned side = 0; side < 2; side++) {
        squadrons[side] = eagles_squadrons(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE);
        strength[side] = (int)eagles_fleet_morale(p, side, EAGLES_SHIP_BATTLE) +
                         (eagles_has_nelson(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) ? 1 : 0);
        f->sunk[side] = 0;
        f->damaged[side] = 0;
    }
    if (squadrons[0] == 0 || squadrons[1] == 0) { /* transports alone lose one and flee */
        const unsigned loser = squadrons[0] == 0 ? EAGLES_FRANCE : EAGLES_COALITION;
        f->winner = (uint8_t)eagles_other(loser);
        f->sunk[loser] = 1;
        f->flags |= EAGLES_FIGHT_LAST;
        return;
    }
    const unsigned larger = squadrons[0] == squadrons[1]  ? f->mover
                            : squadrons[0] > squadrons[1] ? (unsigned)EAGLES_FRANCE
                                                          : (unsigned)EAGLES_COALITION;
    const unsigned smaller = eagles_other(larger);
    const unsigned row = squadrons[larger] >= 2 * squadrons[smaller]       ? 2U
                         : 2 * squadrons[larger] >= 3 * squadrons[smaller] ? 1U
                                                                           : 0U;
    const int modifier = strength[larger] - strength[smaller];
    const int die = (int)eagles_die(p, EAGLES_DIE_SEA_BATTLE, f->mover, eagles_sea_hex(p, f->place));
    const int sum = die + modifier < -1 ? -1 : die + modifier > 8 ? 8 : die + modifier;
    const uint8_t *cells = p->d->tables.naval[row][sum + 1];
    read_cell(&p->d->tables, cells[0], squadrons[larger], &f->sunk[larger], &f->damaged[larger]);
    read_cell(&p->d->tables, cells[1], squadrons[smaller], &f->sunk[smaller], &f->damaged[smaller]);
    f->winner = (uint8_t)(cells[0] <= EAGLES_NAVAL_D ? larger : smaller);
    EAGLES_NOTE(p, EAGLES_EVENT_SEA_ROLL, f->mover, f->place, (int)squadrons[larger], (int)squadrons[smaller],
                (int)row, die, modifier, (int)larger, cells[0], cells[1]);
}

static void finish(Play *p)
{
    EaglesState *s = p->s;
    const EaglesFight fight = s->campaign.fight;
    const unsigned winner = fight.winner;
    const unsigned loser = eagles_other(winner);
    const bool broken = eagles_squadrons(p, winner, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) > 0 &&
                        eagles_fleet_morale(p, winner, EAGLES_SHIP_BATTLE) == 0;
    eagles_pop(p);
    if (broken) {
        eagles_retreat_ships(p, winner, fight.place);
    } else {
        eagles_flag_ships(p, winner, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE, EAGLES_SHIP_BATTLE, 0);
    }
    if (party(p, loser)) {
        eagles_retreat_ships(p, loser, fight.place);
    }
}

enum round_phase { ROLL, LOST, PURSUED };

void eagles_sea_round_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFight *f = &s->campaign.fight;
    EaglesFrame *frame = eagles_top(p);
    if (frame->phase == ROLL) {
        frame->phase = LOST;
        roll(p);
        const unsigned first = eagles_other(f->mover); /* asked last */
        eagles_lose_ships(p, first, f->sunk[first], f->damaged[first]);
        eagles_lose_ships(p, f->mover, f->sunk[f->mover], f->damaged[f->mover]);
        return;
    }
    const bool again = frame->phase == LOST && (f->flags & EAGLES_FIGHT_PURSUIT) != 0 &&
                       (f->flags & EAGLES_FIGHT_LAST) == 0 && party(p, eagles_other(f->winner)) &&
                       eagles_fleet_morale(p, f->winner, EAGLES_SHIP_BATTLE) > 0;
    frame->phase = PURSUED;
    if (again) {
        eagles_push(p, EAGLES_STEP_PURSUE);
    } else {
        finish(p);
    }
}

Seat eagles_pursue_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_PURSUE, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_PURSUE, 1));
    return eagles_seat(p->s->campaign.fight.winner);
}

void eagles_pursue_choose(Play *p, Move move)
{
    EaglesFight *f = &p->s->campaign.fight;
    eagles_pop(p);
    if (eagles_move_argument(move) == 0) {
        return;
    }
    const int die = (int)eagles_die(p, EAGLES_DIE_PURSUIT, f->winner, eagles_sea_hex(p, f->place));
    const bool caught =
        die + (eagles_has_nelson(p, f->winner, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) ? 1 : 0) >= 5;
    EAGLES_NOTE(p, EAGLES_EVENT_PURSUIT, f->winner, die, caught);
    if (caught) {
        f->flags |= EAGLES_FIGHT_LAST;
        eagles_top(p)->phase = ROLL;
    }
}

/* ------------------------------------------------------------------ ships lost and damaged */

/* Frame: a side, b to sink, phase to damage. Squadrons are hit first, transports where there are none left:
 * in a battle they do not fight; attrition (no winner, no fight) hits both alike. */
void eagles_lose_ships(Play *p, unsigned side, unsigned sunk, unsigned damaged)
{
    if (sunk + damaged > 0) {
        EaglesFrame *frame = eagles_push(p, EAGLES_STEP_NAVAL_LOSS);
        frame->a = (uint8_t)side;
        frame->b = (uint8_t)sunk;
        frame->phase = (uint8_t)damaged;
    }
}

/* Whether a ship can be hit now: one that this result has not hit yet. */
static bool is_target(const Play *p, const EaglesFrame *frame, unsigned ship, bool squadrons_only)
{
    return eagles_ship_is(p, ship, frame->a, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) &&
           (p->s->ship_flag[ship] & EAGLES_SHIP_HIT) == 0 && (!squadrons_only || eagles_is_squadron(p, ship));
}

static bool squadrons_fight(const Play *p, unsigned side)
{
    return in_battle(p) && eagles_squadrons(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE) > 0;
}

Seat eagles_naval_loss_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const bool squadrons = squadrons_fight(p, frame->a);
    bool seen[EAGLES_UNITS_MAX][2] = {{false}};
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (is_target(p, frame, i, squadrons)) {
            const unsigned unit = p->d->ship_unit[i];
            const unsigned damaged = (p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0 ? 1U : 0U;
            if (!seen[unit][damaged]) {
                seen[unit][damaged] = true;
                eagles_add(list, eagles_move(EAGLES_MOVE_NAVAL_LOSS,
                                             (frame->b > 0 ? 0U : 1U) << 8U | unit << 1U | damaged));
            }
        }
    }
    return eagles_seat(frame->a);
}

static void hit(Play *p, unsigned ship, bool sink)
{
    assert(ship < EAGLES_SHIPS_MAX);
    EaglesState *s = p->s;
    const bool sinks = sink || (s->ship_flag[ship] & EAGLES_SHIP_DAMAGED) != 0;
    EAGLES_NOTE(p, EAGLES_EVENT_SHIP, eagles_ship_side(p, ship), p->d->ship_unit[ship],
                sinks ? EAGLES_SHIP_SUNK : EAGLES_SHIP_HURT, s->ship_at[ship]);
    if (sinks) {
        eagles_move_ship(p, ship, EAGLES_SUNK);
    } else {
        s->ship_flag[ship] |= EAGLES_SHIP_DAMAGED | EAGLES_SHIP_HIT;
    }
}

void eagles_naval_loss_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned side = frame->a;
    const bool squadrons = squadrons_fight(p, side);
    const unsigned unit = eagles_move_argument(move) >> 1U & 127U;
    const bool damaged = (eagles_move_argument(move) & 1U) != 0;
    bool done = true; /* nobody left who can be hit */
    for (unsigned i = 0; i < p->d->ships && move != EAGLES_NO_MOVE; i++) {
        if (is_target(p, frame, i, squadrons) && p->d->ship_unit[i] == unit &&
            ((p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0) == damaged) {
            hit(p, i, frame->b > 0);
            done = false;
            break;
        }
    }
    if (frame->b > 0) {
        frame->b--;
    } else if (frame->phase > 0) {
        frame->phase--;
    }
    if (done || (frame->b == 0 && frame->phase == 0)) {
        eagles_pop(p);
        eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_HIT, EAGLES_SHIP_HIT, 0);
    }
}

/* ------------------------------------------------------------------ retreat */

void eagles_retreat_ships(Play *p, unsigned side, unsigned place)
{
    EaglesState *s = p->s;
    const bool back =
        s->campaign.fight.port != EAGLES_NO_HEX && side == s->campaign.fight.mover && in_battle(p);
    eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE, EAGLES_SHIP_GROUP,
                      EAGLES_SHIP_MOVED | EAGLES_SHIP_FOUGHT);
    if (back) { /* a run that failed: they never left */
        eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE, EAGLES_SHIP_BATTLE, 0);
        return;
    }
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_RETREAT_PORT);
    frame->a = (uint8_t)side;
    frame->x = (uint16_t)place;
}

/* Nearest ports in naval points: a layer of sea areas after the other. */
Seat eagles_retreat_port_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned reached = eagles_seas_of(p, frame->x);
    for (unsigned layer = 0; layer < EAGLES_SEAS_MAX && list->count == 0; layer++) {
        for (unsigned city = 0; city < p->d->cities; city++) {
            const unsigned hex = p->d->city[city].hex;
            if (eagles_is_haven(p, hex, frame->a) && (p->d->hex[hex].seas & reached) != 0 &&
                !eagles_is_blockaded(p, hex, frame->a)) {
                eagles_add(list, eagles_move(EAGLES_MOVE_RETREAT_PORT, hex));
            }
        }
        unsigned next = reached;
        for (unsigned sea = 0; sea < p->d->seas; sea++) {
            next |= (reached >> sea & 1U) != 0 ? p->d->sea[sea].adjacent : 0U;
        }
        reached = next;
    }
    return eagles_seat(frame->a);
}

void eagles_retreat_port_choose(Play *p, Move move)
{
    const unsigned side = eagles_top(p)->a;
    const unsigned place = move == EAGLES_NO_MOVE ? (unsigned)EAGLES_SUNK : eagles_move_argument(move);
    eagles_pop(p);
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE)) {
            const int fate = place == EAGLES_SUNK ? EAGLES_SHIP_SUNK : EAGLES_SHIP_RETREATED;
            EAGLES_NOTE(p, EAGLES_EVENT_SHIP, side, p->d->ship_unit[i], fate, (int)place);
            eagles_move_ship(p, i, place);
        }
    }
    if (place != EAGLES_SUNK) {
        eagles_take_orders(p, side, place, EAGLES_SHIP_BATTLE);
    }
    eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_BATTLE, EAGLES_SHIP_BATTLE, 0);
}

/* ------------------------------------------------------------------ interception */

/* Squadrons of a fleet that may try to intercept in a sea area; 0 if it may not. */
static unsigned interceptors(const Play *p, unsigned side, unsigned place, unsigned area, unsigned against)
{
    const unsigned hex = eagles_sea_hex(p, place);
    const bool port = place < EAGLES_OFF_MAP;
    if ((eagles_seas_of(p, place) >> area & 1U) == 0 ||
        eagles_ships(p, side, place, EAGLES_SHIP_INTERCEPTED) > 0 ||
        !eagles_order_allows(p, side, place, against) || (port && eagles_is_blockaded(p, hex, side))) {
        return 0;
    }
    if (place >= EAGLES_COAST && place < EAGLES_SEA && eagles_ships(p, eagles_other(side), hex, 0) > 0) {
        return 0; /* it blockades them */
    }
    return eagles_squadrons(p, side, place, 0);
}

/* Whether fleets of a side try or not tells of their orders, as soon as any of them could. */
static void reveal_orders(const Play *p, unsigned side, unsigned area)
{
    EaglesFleets fleets;
    eagles_list_fleets(p, side, 0, 0, &fleets);
    for (unsigned k = 0; k < fleets.count; k++) {
        const unsigned place = eagles_place_of_rank(fleets.rank[k]);
        if ((eagles_seas_of(p, place) >> area & 1U) != 0 && eagles_squadrons(p, side, place, 0) > 0) {
            journal_reveal(p->dice->journal, eagles_seat(p->s->active));
            return;
        }
    }
}

/* Frame: x the sea area entered. Attempts are counted over the whole move of the fleet (rulebook,
 * Interception Settings). */
void eagles_enter_sea_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFleet *fleet = &s->campaign.fleet;
    EaglesFrame *frame = eagles_top(p);
    const unsigned side = eagles_other(s->active);
    const unsigned area = frame->x - EAGLES_SEA;
    const unsigned against = eagles_squadrons(p, s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP);
    unsigned best = 0;
    unsigned from = 0;
    reveal_orders(p, side, area);
    EaglesFleets fleets;
    eagles_list_fleets(p, side, 0, 0, &fleets);
    for (unsigned k = 0; k < fleets.count; k++) {
        const unsigned place = eagles_place_of_rank(fleets.rank[k]);
        const unsigned squadrons = interceptors(p, side, place, area, against);
        if (squadrons > best) {
            best = squadrons;
            from = place;
        }
    }
    if (best == 0 || fleet->flags / EAGLES_FLEET_TRY >= eagles_attempts_at_most(p, side)) {
        eagles_pop(p);
        return;
    }
    fleet->flags = (uint8_t)((fleet->flags + EAGLES_FLEET_TRY) | EAGLES_FLEET_RESET);
    eagles_flag_ships(p, side, from, 0, 0, EAGLES_SHIP_INTERCEPTED);
    const int die = (int)eagles_die(p, EAGLES_DIE_INTERCEPTION, side, eagles_sea_hex(p, from));
    const bool met = die + (eagles_has_nelson(p, side, from, 0) ? 1 : 0) >= 5;
    EAGLES_NOTE(p, EAGLES_EVENT_INTERCEPTION, side, (int)from, frame->x, die, met);
    if (met) {
        const unsigned place = frame->x;
        eagles_pop(p);
        eagles_flag_ships(p, side, from, 0, 0, EAGLES_SHIP_BATTLE);
        eagles_flag_ships(p, s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, 0, EAGLES_SHIP_BATTLE);
        eagles_sea_battle(p, s->active, place, EAGLES_FIGHT_PURSUIT);
    }
}

/* Before the moves: the active side against fleets in the same area. Frame: x the area. */
Seat eagles_stationary_options(const Play *p, MoveList *list)
{
    const unsigned side = p->s->active;
    const unsigned area = eagles_top(p)->x;
    if (area < p->d->seas && eagles_squadrons(p, side, EAGLES_SEA + area, 0) > 0 &&
        eagles_ships(p, eagles_other(side), EAGLES_SEA + area, 0) > 0) {
        const unsigned rank = eagles_place_rank(EAGLES_SEA + area);
        eagles_add(list, eagles_move(EAGLES_MOVE_INTERCEPT, rank << 1U));
        eagles_add(list, eagles_move(EAGLES_MOVE_INTERCEPT, rank << 1U | 1U));
    }
    return eagles_seat(side);
}

void eagles_stationary_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned place = EAGLES_SEA + frame->x;
    if (frame->x >= p->d->seas) {
        eagles_pop(p);
        return;
    }
    frame->x++;
    if (move == EAGLES_NO_MOVE || (eagles_move_argument(move) & 1U) == 0) {
        return;
    }
    const int die = (int)eagles_die(p, EAGLES_DIE_INTERCEPTION, s->active, EAGLES_NO_HEX);
    const bool met = die + 1 + (eagles_has_nelson(p, s->active, place, 0) ? 1 : 0) >= 5;
    EAGLES_NOTE(p, EAGLES_EVENT_INTERCEPTION, s->active, (int)place, (int)place, die, met);
    if (met) {
        for (unsigned side = 0; side < 2; side++) {
            eagles_flag_ships(p, side, place, 0, 0, EAGLES_SHIP_BATTLE);
        }
        eagles_sea_battle(p, s->active, place, EAGLES_FIGHT_PURSUIT);
    }
}

/* ------------------------------------------------------------------ blockade */

int eagles_blockade_modifier(const Play *p, unsigned hex)
{
    const unsigned side = p->s->active;
    const unsigned own = eagles_squadrons(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP);
    const unsigned watch = eagles_squadrons(p, eagles_other(side), EAGLES_COAST + hex, 0);
    return (eagles_winter(p->d, p->s->header.turn) ? 1 : 0) + (own >= 2 * watch ? 1 : 0) -
           (watch >= 2 * own ? 1 : 0);
}

void eagles_run_blockade(Play *p, unsigned hex, bool into)
{
    EaglesState *s = p->s;
    const unsigned enemy = eagles_other(s->active);
    const int modifier = eagles_blockade_modifier(p, hex);
    const int die = (int)eagles_die(p, EAGLES_DIE_BLOCKADE, s->active, hex);
    const bool through = die + modifier >= EAGLES_RUN_THROUGH;
    s->campaign.fleet.flags |= EAGLES_FLEET_RAN | EAGLES_FLEET_RESET;
    EAGLES_NOTE(p, EAGLES_EVENT_BLOCKADE_RUN, s->active, (int)hex, die, modifier, through);
    EaglesFrame *after = eagles_push(p, EAGLES_STEP_AFTER_RUN);
    after->x = (uint16_t)hex;
    after->a = into ? 1 : 0;
    if (!through) {
        eagles_flag_ships(p, enemy, EAGLES_COAST + hex, 0, 0, EAGLES_SHIP_BATTLE);
        eagles_flag_ships(p, s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, 0, EAGLES_SHIP_BATTLE);
        eagles_sea_battle(p, s->active, EAGLES_COAST + hex, EAGLES_FIGHT_LAST);
        s->campaign.fight.port = (uint16_t)(into ? (unsigned)EAGLES_NO_HEX : hex);
    }
}

/* Who is still under way after the run is through: the beaten are out of the moving fleet. */
void eagles_after_run_run(Play *p)
{
    const EaglesFrame frame = *eagles_top(p);
    eagles_pop(p);
    if (eagles_ships(p, p->s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) == 0) {
        return;
    }
    if (frame.a == 0) {
        p->s->campaign.fleet.flags |= EAGLES_FLEET_PASSAGE;
    } else {
        eagles_arrive(p, frame.x, 0);
    }
}

Seat eagles_run_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_RUN, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_RUN, 1));
    return eagles_seat(p->s->active);
}

/* A fleet that does not run is finished where it lies. */
void eagles_run_choose(Play *p, Move move)
{
    const unsigned hex = p->s->campaign.fleet.at;
    eagles_pop(p);
    if (eagles_move_argument(move) == 0) {
        eagles_flag_ships(p, p->s->active, hex, EAGLES_SHIP_GROUP, EAGLES_SHIP_GROUP, EAGLES_SHIP_MOVED);
    } else {
        eagles_run_blockade(p, hex, false);
    }
}
