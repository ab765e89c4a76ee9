/* withdrawal.c: steps h and i of a round, and every retreat (map 8.8). */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/select.h"

enum { ENEMY_HEXES_MAX = 3 };

bool eagles_pays_for_cavalry(Play *p, unsigned battle, unsigned side, unsigned cavalry)
{
    EaglesBattle *b = &p->s->battle[battle];
    const unsigned paid = (unsigned)EAGLES_ROUND_PAID << side;
    if ((b->round & paid) != 0 || cavalry >= eagles_battle_count(p, battle, eagles_other(side), true)) {
        return false;
    }
    b->round = (uint8_t)(b->round | paid);
    return true;
}

void eagles_mark_flight(Play *p, unsigned hex, unsigned side, bool all)
{
    EaglesState *s = p->s;
    const unsigned stay = EAGLES_FLAG_INSIDE | (all ? 0U : (unsigned)EAGLES_FLAG_OUT);
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        const unsigned flags = eagles_key_flags(key);
        const bool goes =
            eagles_unit_side(p, eagles_key_unit(key)) == side && (flags & (stay | EAGLES_FLAG_FLIGHT)) == 0;
        if (goes) {
            eagles_rows_change(s, key, key | EAGLES_FLAG_FLIGHT, s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & stay) == 0 && eagles_leader_side(p, l) == side && !p->d->leader[l].naval) {
            s->leader_flag[l] |= EAGLES_FLAG_FLIGHT;
        }
    }
}

/* ------------------------------------------------------------------ h: compulsory withdrawal */

/* The next force of a side in a battle with SP that fight, at or behind a hex; EAGLES_NO_HEX. */
static unsigned next_force(const Play *p, unsigned battle, unsigned side, unsigned from)
{
    const EaglesState *s = p->s;
    for (unsigned i = 0; i < s->forces; i++) {
        const EaglesForce *force = &s->force[i];
        if (force->battle == battle && force->side == side && force->hex >= from &&
            eagles_force_count(p, force, false) > 0) {
            return force->hex;
        }
    }
    return EAGLES_NO_HEX;
}

/* A sortie goes back inside, anybody else retreats and the enemy may follow. A garrison stays committed: the
 * battle goes on with it as the defender (9.1). */
static void leave(Play *p, unsigned battle, unsigned hex, unsigned side)
{
    if (eagles_is_besieged(p, hex, side)) {
        eagles_end_sortie(p, hex, side);
        return;
    }
    const int force = eagles_find_force(p, hex, side);
    assert(force >= 0);
    eagles_mark_flight(p, hex, side, false);
    if (!eagles_has(p, hex, side, EAGLES_INSIDE)) {
        eagles_uncommit(p, (unsigned)force);
    }
    eagles_vacate(p, hex, side, battle);
    eagles_retreat(p, hex, side);
}

/* Frame: a battle, phase which side (the active one first), b whether the cavalry loss was looked at, x least
 * hex. */
void eagles_compulsory_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned battle = frame->a;
    while (frame->phase < 2) {
        const unsigned side = frame->phase == 0 ? s->active : eagles_other(s->active);
        const bool must = (s->battle[battle].broken >> side & 1U) != 0;
        const unsigned hex = must ? next_force(p, battle, side, frame->x) : EAGLES_NO_HEX;
        if (hex == EAGLES_NO_HEX) {
            frame->phase++;
            frame->x = 0;
            frame->b = 0;
            continue;
        }
        const bool sortie = eagles_is_besieged(p, hex, side);
        if (frame->b == 0 && !sortie) {
            frame->b = 1;
            if (eagles_pays_for_cavalry(p, battle, side, eagles_battle_count(p, battle, side, true))) {
                eagles_push(p, EAGLES_STEP_AFTER_LOSSES)->a = (uint8_t)battle; /* it may be the last SP */
                eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_BATTLE,
                                            .side = (uint8_t)side,
                                            .battle = (uint8_t)battle,
                                            .left = 1,
                                            .cause = EAGLES_BY_RETREAT});
                return;
            }
        }
        frame->x = (uint16_t)(hex + 1);
        leave(p, battle, hex, side);
        return;
    }
    eagles_pop(p);
}

/* ------------------------------------------------------------------ i: voluntary withdrawal */

/* Frame: a battle, phase which side, x least hex. Garrisons under assault stay. */
void eagles_voluntary_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned battle = frame->a;
    eagles_refresh_battles(p);
    const EaglesBattle *b = &s->battle[battle];
    const bool fought = (b->round & EAGLES_ROUND_FOUGHT) != 0; /* else there is nothing to withdraw from */
    while (frame->phase < 2 && fought && eagles_battle_on(s, battle)) {
        const unsigned side = frame->phase == 0 ? s->active : eagles_other(s->active);
        const bool held = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && side != b->attacker;
        const unsigned hex = held ? EAGLES_NO_HEX : next_force(p, battle, side, frame->x);
        if (hex == EAGLES_NO_HEX) {
            frame->phase++;
            frame->x = 0;
            continue;
        }
        frame->x = (uint16_t)(hex + 1);
        EaglesFrame *decision = eagles_push(p, EAGLES_STEP_WITHDRAW);
        decision->a = (uint8_t)battle;
        decision->b = (uint8_t)side;
        decision->x = (uint16_t)hex;
        return;
    }
    eagles_pop(p);
}

/* Frame: a battle, b side, x the force's hex. */
Seat eagles_withdraw_options(const Play *p, MoveList *list)
{
    const EaglesState *s = p->s;
    const EaglesFrame *frame = eagles_top(p);
    const int force = eagles_find_force(p, frame->x, frame->b);
    assert(force >= 0);
    eagles_add(list, eagles_move_battle(EAGLES_MOVE_WITHDRAW, frame->x, 0));
    eagles_add(list, eagles_move_battle(EAGLES_MOVE_WITHDRAW, frame->x, 1));
    const bool shaken = s->battle[frame->a].lost[frame->b] > 0; /* use 1 needs no morale lost (8.9) */
    const bool tried = (s->force[force].flags & EAGLES_FORCE_TRIED) != 0;
    for (unsigned other = 0; !shaken && !tried && other < s->battles; other++) {
        if (other != frame->a && !eagles_is_besieged(p, frame->x, frame->b) &&
            eagles_can_join(p, frame->x, frame->b, other)) {
            eagles_add(list, eagles_move_battle(EAGLES_MOVE_WITHDRAW, frame->x, 2 + other));
        }
    }
    return eagles_seat(frame->b);
}

void eagles_withdraw_choose(Play *p, Move move)
{
    const EaglesFrame frame = *eagles_top(p);
    const unsigned choice = eagles_move_argument(move) & 63U;
    eagles_pop(p);
    if (choice == 0) {
        return;
    }
    if (choice >= 2) {
        eagles_try_join(p, frame.x, frame.b, choice - 2, true);
        return;
    }
    const int force = eagles_find_force(p, frame.x, frame.b);
    const unsigned cavalry = eagles_force_count(p, &p->s->force[force], true);
    const bool sortie = eagles_is_besieged(p, frame.x, frame.b);
    const bool pays = !sortie && eagles_pays_for_cavalry(p, frame.a, frame.b, cavalry);
    leave(p, frame.a, frame.x, frame.b);
    if (pays) {
        eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_FLIGHT,
                                    .side = frame.b,
                                    .hex = frame.x,
                                    .unit = EAGLES_NONE,
                                    .left = 1,
                                    .cause = EAGLES_BY_RETREAT});
    }
}

/* ------------------------------------------------------------------ retreat */

void eagles_retreat(Play *p, unsigned hex, unsigned side)
{
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_RETREAT);
    frame->a = (uint8_t)side;
    frame->x = (uint16_t)hex;
}

/* By land, and nobody's but friends there; a garrison that the side itself besieges does not count. */
static bool may_retreat_to(const Play *p, unsigned from, unsigned direction, unsigned side)
{
    const unsigned to = p->d->hex[from].neighbour[direction];
    if (eagles_cost(p, from, direction, side) == EAGLES_IMPASSABLE || !eagles_enterable(p, to, side) ||
        eagles_has_partisan(p, to, side)) {
        return false;
    }
    const unsigned enemy = eagles_other(side);
    if (eagles_has(p, to, enemy, EAGLES_OUTSIDE) || (eagles_in_campaign(p) && eagles_is_shut(p, to))) {
        return false;
    }
    return !eagles_has(p, to, enemy, EAGLES_INSIDE) || eagles_is_besieged(p, to, enemy);
}

/* Those of some directions (bits) that lead no farther from a source of the colour: looked for around the
 * hex, or on the whole map where no source is near. */
static unsigned ways_home(const Play *p, unsigned hex, unsigned colour, unsigned open)
{
    assert(hex < EAGLES_HEXES_MAX);
    const EaglesHex *h = &p->d->hex[hex];
    uint8_t distance[EAGLES_HEXES_MAX];
    unsigned ways = 0;
    if (open == 0) {
        return 0;
    }
    const unsigned here = eagles_source_near(p, colour, hex, EAGLES_NEAR_MAX);
    if (here == EAGLES_FAR) {
        eagles_source_distance(p, colour, distance);
    }
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = h->neighbour[direction];
        const bool home = (open >> direction & 1U) != 0 &&
                          (here == EAGLES_FAR ? distance[to] <= distance[hex]
                                              : eagles_source_near(p, colour, to, here) != EAGLES_FAR);
        ways |= home ? 1U << direction : 0U;
    }
    return ways;
}

static bool is_among(const uint16_t *hexes, unsigned count, unsigned hex)
{
    for (unsigned i = 0; i < count; i++) {
        if (hexes[i] == hex) {
            return true;
        }
    }
    return false;
}

/* On a way through enemies a besieged garrison counts as one (8.8). */
static bool is_free_way(const Play *p, unsigned from, unsigned direction, unsigned side)
{
    const unsigned to = p->d->hex[from].neighbour[direction];
    return to != EAGLES_NO_HEX && may_retreat_to(p, from, direction, side) &&
           !eagles_has(p, to, eagles_other(side), EAGLES_ANY);
}

unsigned eagles_retreat_hexes(const Play *p, unsigned hex, unsigned side, unsigned colour, bool near_only,
                              uint16_t out[EAGLES_RETREAT_MAX])
{
    unsigned count = 0;
    unsigned ways = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const bool open =
            p->d->hex[hex].neighbour[direction] != EAGLES_NO_HEX && may_retreat_to(p, hex, direction, side);
        ways |= open ? 1U << direction : 0U;
    }
    ways = near_only ? ways_home(p, hex, colour, ways) : ways;
    for (; ways != 0; ways &= ways - 1) {
        out[count++] = p->d->hex[hex].neighbour[__builtin_ctz(ways)];
    }
    for (unsigned i = 1; i < count; i++) { /* ascending */
        for (unsigned k = i; k > 0 && out[k - 1] > out[k]; k--) {
            const uint16_t swap = out[k];
            out[k] = out[k - 1];
            out[k - 1] = swap;
        }
    }
    return count;
}

/* SP in flight from a hex, of one colour or of all. */
static unsigned fleeing(const Play *p, unsigned hex, unsigned side, unsigned colour)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_FLIGHT) != 0 && eagles_unit_side(p, unit) == side &&
            (colour == EAGLES_NONE || eagles_unit_colour(p, unit) == colour)) {
            sp += s->row_count[i];
        }
    }
    return sp;
}

static void eliminate_fleeing(Play *p, unsigned hex, unsigned side, unsigned colour, bool immobile_only)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        const unsigned unit = eagles_key_unit(key);
        const bool his = (eagles_key_flags(key) & EAGLES_FLAG_FLIGHT) != 0 &&
                         eagles_unit_side(p, unit) == side &&
                         (colour == EAGLES_NONE || eagles_unit_colour(p, unit) == colour);
        if (his && (!immobile_only || p->d->unit[unit].type == EAGLES_CT)) {
            EAGLES_NOTE(p, EAGLES_EVENT_LOST, side, (int)hex, (int)unit, s->row_count[i], EAGLES_BY_RETREAT);
            if (immobile_only) {
                eagles_eliminate(p, key, s->row_count[i]);
            } else {
                eagles_capture_sp(p, key, s->row_count[i]); /* they surrender (8.8) */
            }
        } else {
            i++;
        }
    }
}

/* Leaders go with their colour, those without troops in flight with the first (8.8). */
static bool goes_with(const Play *p, unsigned leader, unsigned hex, unsigned side, unsigned colour)
{
    const EaglesState *s = p->s;
    if (s->leader_at[leader] != hex || (s->leader_flag[leader] & EAGLES_FLAG_FLIGHT) == 0 ||
        eagles_leader_side(p, leader) != side) {
        return false;
    }
    const unsigned his = eagles_leader_colour(p, leader);
    return his == colour || fleeing(p, hex, side, his) == 0;
}

/* Frame: a side, x hex, phase 1 once begun. Colour by colour; then leaders without troops flee. */
void eagles_retreat_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned hex = frame->x;
    const unsigned side = frame->a;
    if (frame->phase == 0) {
        frame->phase = 1;
        eliminate_fleeing(p, hex, side, EAGLES_NONE, true);
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        if (fleeing(p, hex, side, colour) > 0) {
            EaglesFrame *to = eagles_push(p, EAGLES_STEP_RETREAT_TO);
            to->a = (uint8_t)side;
            to->b = (uint8_t)colour;
            to->x = (uint16_t)hex;
            return;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & EAGLES_FLAG_FLIGHT) != 0 && eagles_leader_side(p, l) == side) {
            s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~(unsigned)EAGLES_FLAG_FLIGHT);
        }
    }
    eagles_pop(p);
    eagles_flee(p, hex, side);
    eagles_settle(p, hex);
}

/* Whether a hex without enemies lies behind `from` on a way through at most `left` more hexes with enemies.
 * visited: hexes already passed. */
static bool leads_out(const Play *p, unsigned from, unsigned side, unsigned left, const uint16_t *visited,
                      unsigned count)
{
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (is_free_way(p, from, direction, side) &&
            !is_among(visited, count, p->d->hex[from].neighbour[direction])) {
            return true;
        }
    }
    for (unsigned direction = 0; left > 0 && direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = p->d->hex[from].neighbour[direction];
        bool passed = eagles_cost(p, from, direction, side) == EAGLES_IMPASSABLE ||
                      !eagles_enterable(p, to, side) || eagles_has_partisan(p, to, side) ||
                      (eagles_in_campaign(p) && eagles_is_shut(p, to)) || is_among(visited, count, to);
        if (!passed) {
            uint16_t more[ENEMY_HEXES_MAX + 2];
            memcpy(more, visited, count * sizeof more[0]);
            more[count] = (uint16_t)to;
            if (leads_out(p, to, side, left - 1, more, count + 1)) {
                return true;
            }
        }
    }
    return false;
}

/* Hexes passed on a way through enemies, the start included; how many. Frame: phase enemy hexes entered, y z
 * w them. */
static unsigned passed_hexes(const EaglesFrame *frame, uint16_t out[ENEMY_HEXES_MAX + 1])
{
    const uint16_t entered[ENEMY_HEXES_MAX] = {frame->y, frame->z, frame->w};
    out[0] = frame->x;
    for (unsigned i = 0; i < frame->phase; i++) {
        out[i + 1] = entered[i];
    }
    return frame->phase + 1U;
}

/* The way through: a free hex next to it must be taken, else a hex with enemies behind which one can be
 * reached. */
static void add_ways_through(const Play *p, const EaglesFrame *frame, MoveList *list)
{
    uint16_t visited[ENEMY_HEXES_MAX + 1];
    const unsigned count = passed_hexes(frame, visited);
    const unsigned from = visited[count - 1];
    const unsigned side = frame->a;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = p->d->hex[from].neighbour[direction];
        if (is_free_way(p, from, direction, side) && !is_among(visited, count, to)) {
            eagles_add(list, eagles_move_part(EAGLES_MOVE_RETREAT, to, EAGLES_PART_ALL));
        }
    }
    if (list->count > 0 || frame->phase >= ENEMY_HEXES_MAX) {
        return;
    }
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = p->d->hex[from].neighbour[direction];
        bool closed = eagles_cost(p, from, direction, side) == EAGLES_IMPASSABLE ||
                      !eagles_enterable(p, to, side) || eagles_has_partisan(p, to, side) ||
                      (eagles_in_campaign(p) && eagles_is_shut(p, to)) || is_among(visited, count, to);
        if (!closed) {
            uint16_t more[ENEMY_HEXES_MAX + 2];
            memcpy(more, visited, count * sizeof more[0]);
            more[count] = (uint16_t)to;
            if (leads_out(p, to, side, ENEMY_HEXES_MAX - 1U - frame->phase, more, count + 1)) {
                eagles_add(list, eagles_move_part(EAGLES_MOVE_RETREAT, to, EAGLES_PART_ALL));
            }
        }
    }
}

/* SP of a row that may go to a hex; the rest is eliminated (8.8). */
static bool can_go(const Play *p, unsigned unit, unsigned to, unsigned side)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesUnit *u = &p->d->unit[unit];
    return (!u->home_only || eagles_is_home(p, unit, to)) &&
           (u->type != EAGLES_P || eagles_is_empty(p, to, side));
}

static unsigned able_sp(const Play *p, const EaglesFrame *frame, unsigned to)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, frame->x); eagles_row_at(s, i, frame->x); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_FLIGHT) != 0 && eagles_unit_side(p, unit) == frame->a &&
            eagles_unit_colour(p, unit) == frame->b && can_go(p, unit, to, frame->a)) {
            sp += s->row_count[i];
        }
    }
    return sp;
}

/* Near hexes, or all that are open if none is near (8.8). Once a part has gone they are settled: bit i of
 * frame.z is the i-th direction, frame.w 1. */
static unsigned open_hexes(const Play *p, const EaglesFrame *frame, uint16_t hexes[EAGLES_RETREAT_MAX])
{
    if (frame->w == 1) {
        uint16_t all[EAGLES_RETREAT_MAX];
        unsigned count = 0;
        const unsigned open = eagles_retreat_hexes(p, frame->x, frame->a, frame->b, false, all);
        for (unsigned i = 0; i < open; i++) {
            if ((frame->z >> eagles_direction(p->d, frame->x, all[i]) & 1U) != 0) {
                hexes[count++] = all[i];
            }
        }
        return count;
    }
    const unsigned near = eagles_retreat_hexes(p, frame->x, frame->a, frame->b, true, hexes);
    return near > 0 ? near : eagles_retreat_hexes(p, frame->x, frame->a, frame->b, false, hexes);
}

/* Frame: a side, b colour, x hex, y least hex for the rest (phase 0: no way through enemies has begun). */
Seat eagles_retreat_to_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    uint16_t hexes[EAGLES_RETREAT_MAX];
    if (fleeing(p, frame->x, frame->a, frame->b) == 0) {
        return eagles_seat(frame->a);
    }
    const unsigned count = frame->phase > 0 ? 0 : open_hexes(p, frame, hexes);
    if (count == 0) {
        add_ways_through(p, frame, list);
        return eagles_seat(frame->a);
    }
    const unsigned sp = fleeing(p, frame->x, frame->a, frame->b);
    for (unsigned i = 0; i < count; i++) {
        if (hexes[i] < frame->y) {
            continue;
        }
        eagles_add(list, eagles_move_part(EAGLES_MOVE_RETREAT, hexes[i], EAGLES_PART_ALL));
        if (i + 1 < count && sp > 1 && able_sp(p, frame, hexes[i]) > 0) {
            eagles_add(list, eagles_move_part(EAGLES_MOVE_RETREAT, hexes[i], EAGLES_PART_ROWS));
        }
    }
    return eagles_seat(frame->a);
}

/* Sends what carries a flag (FLIGHT of the colour, or GROUP) to a hex. */
static void arrive(Play *p, const EaglesFrame *frame, unsigned to, unsigned flag)
{
    EaglesState *s = p->s;
    const uint32_t old = EAGLES_FLAG_FLIGHT | EAGLES_FLAG_GROUP;
    const uint32_t set = s->round > 0 ? EAGLES_FLAG_OUT : 0; /* out of combat, if this is combat (8.1) */
    unsigned sp = 0;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (goes_with(p, l, frame->x, frame->a, frame->b) && (s->leader_flag[l] & flag) != 0) {
            s->leader_at[l] = (uint16_t)to;
            s->leader_flag[l] = (uint8_t)((s->leader_flag[l] & ~old) | set);
        }
    }
    for (unsigned i = eagles_rows_in(s, frame->x); eagles_row_at(s, i, frame->x);) {
        const uint32_t key = s->row_key[i];
        const unsigned unit = eagles_key_unit(key);
        if ((eagles_key_flags(key) & flag) == 0 || eagles_unit_side(p, unit) != frame->a ||
            eagles_unit_colour(p, unit) != frame->b) {
            i++;
            continue;
        }
        if (can_go(p, unit, to, frame->a)) {
            const unsigned flags = (eagles_key_flags(key) & ~old) | set;
            sp += s->row_count[i];
            eagles_rows_change(s, key, eagles_key(to, unit, flags), s->row_count[i]);
        } else {
            EAGLES_NOTE(p, EAGLES_EVENT_LOST, frame->a, frame->x, (int)unit, s->row_count[i],
                        EAGLES_BY_RETREAT);
            eagles_eliminate(p, key, s->row_count[i]);
        }
        i = eagles_rows_in(s, frame->x);
    }
    EAGLES_NOTE(p, EAGLES_EVENT_RETREAT, frame->a, frame->x, (int)to, (int)sp);
    eagles_settle(p, to);
}

/* Nowhere to go: SP and leaders are taken (8.8). */
static void give_up(Play *p, const EaglesFrame *frame)
{
    unsigned taken = 0;
    uint8_t leaders[EAGLES_LEADERS_MAX];
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (goes_with(p, l, frame->x, frame->a, frame->b)) {
            leaders[taken++] = (uint8_t)l;
        }
    }
    const unsigned sp = fleeing(p, frame->x, frame->a, frame->b);
    EAGLES_NOTE(p, EAGLES_EVENT_SURRENDER, frame->a, frame->x, (int)sp);
    eliminate_fleeing(p, frame->x, frame->a, frame->b, false);
    for (unsigned i = 0; sp > 0 && i < taken; i++) {
        eagles_capture_leader(p, leaders[i]);
    }
}

static bool has_enemy(const Play *p, unsigned hex, unsigned side)
{
    return eagles_has(p, hex, eagles_other(side), EAGLES_ANY);
}

/* Into a hex with enemies: one SP is the price, then on from there. */
static void pass_through(Play *p, EaglesFrame *frame, unsigned hex)
{
    uint16_t *const entered[ENEMY_HEXES_MAX] = {&frame->y, &frame->z, &frame->w};
    assert(frame->phase < ENEMY_HEXES_MAX);
    *entered[frame->phase++] = (uint16_t)hex;
    eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_FLIGHT,
                                .side = frame->a,
                                .hex = frame->x,
                                .unit = frame->b,
                                .left = 1,
                                .cause = EAGLES_BY_RETREAT});
}

void eagles_retreat_to_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    uint16_t hexes[EAGLES_RETREAT_MAX];
    if (move == EAGLES_NO_MOVE) {
        const EaglesFrame copy = *frame;
        eagles_pop(p);
        if (fleeing(p, copy.x, copy.a, copy.b) > 0) {
            give_up(p, &copy);
        }
        return;
    }
    const unsigned hex = eagles_move_argument(move) >> 3U;
    const unsigned part = eagles_move_argument(move) & 7U;
    if (has_enemy(p, hex, frame->a) && (frame->phase > 0 || open_hexes(p, frame, hexes) == 0)) {
        pass_through(p, frame, hex);
        return;
    }
    if (part == EAGLES_PART_ALL) {
        const EaglesFrame copy = *frame;
        eagles_pop(p);
        arrive(p, &copy, hex, EAGLES_FLAG_FLIGHT);
        return;
    }
    const unsigned sp = fleeing(p, frame->x, frame->a, frame->b);
    const unsigned able = able_sp(p, frame, hex);
    const unsigned open = open_hexes(p, frame, hexes);
    frame->z = 0;
    for (unsigned i = 0; i < open; i++) {
        frame->z = (uint16_t)(frame->z | 1U << eagles_direction(p->d, frame->x, hexes[i]));
    }
    frame->w = 1;
    frame->y = (uint16_t)(hex + 1);
    EaglesFrame *choice =
        eagles_select(p, EAGLES_FOR_RETREAT, frame->x, frame->a, 1, able < sp - 1 ? able : sp - 1);
    choice->z = (uint16_t)hex;
    choice->w = eagles_top(p)[-1].b;
}

/* Selection: z the hex they go to, w the colour. */
bool eagles_retreat_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    const unsigned unit = eagles_key_unit(key);
    return (eagles_key_flags(key) & EAGLES_FLAG_FLIGHT) != 0 && eagles_unit_colour(p, unit) == frame->w &&
           can_go(p, unit, frame->z, frame->phase);
}

bool eagles_retreat_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    return goes_with(p, leader, frame->x, frame->phase, frame->w);
}

void eagles_retreat_done(Play *p, EaglesFrame frame)
{
    const EaglesFrame part = {.a = frame.phase, .b = (uint8_t)frame.w, .x = frame.x};
    arrive(p, &part, frame.z, EAGLES_FLAG_GROUP);
}
