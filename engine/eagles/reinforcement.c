/* reinforcement.c: step 3 (map 5): evacuation, withdrawals, the injured, arrivals, replacements. */
#include "engine/eagles/chosen.h"
#include "engine/eagles/rules.h"

enum { EVACUATE, WITHDRAW, RECOVER, PRODUCE, RETURN, ARRIVE, REPLACE, BUILD, DONE };

/* Land types in the order of rows (0). */
static const uint8_t ROW_ORDER[] = {EAGLES_C, EAGLES_GC, EAGLES_CC, EAGLES_I, EAGLES_GI,
                                    EAGLES_L, EAGLES_M,  EAGLES_P,  EAGLES_K, EAGLES_CT};

/* ------------------------------------------------------------------ where SP may come */

/* A hex for arrivals: enterable, no enemy SP, no own partisan, and a city there neither besieged nor the
 * enemy's (unless the entry lands from the sea). */
static bool may_arrive(const Play *p, unsigned hex, unsigned side, bool landing)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned city = p->d->hex[hex].city;
    if (!eagles_enterable(p, hex, side) || eagles_has(p, hex, eagles_other(side), EAGLES_ANY) ||
        eagles_has_partisan(p, hex, side) || eagles_hex_siege(p, hex) > 0) {
        return false;
    }
    return city == EAGLES_NONE || landing || eagles_control(p->s, city) != eagles_other(side);
}

/* A city for replacements: own controlled and not besieged. */
static bool may_replace(const Play *p, unsigned city, unsigned side)
{
    assert(city < EAGLES_CITIES_MAX);
    const unsigned hex = p->d->city[city].hex;
    return eagles_control(p->s, city) == side && eagles_siege_value(p->s, city) == 0 &&
           eagles_enterable(p, hex, side) && !eagles_has(p, hex, eagles_other(side), EAGLES_ANY) &&
           !eagles_has_partisan(p, hex, side);
}

static void bring_sp(Play *p, unsigned hex, unsigned unit, unsigned count)
{
    const unsigned came = eagles_bring(p, hex, unit, count, 0, true);
    if (came > 0) {
        const unsigned side = eagles_unit_side(p, unit);
        EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, side, (int)hex, (int)unit, 255, (int)came);
    }
}

static void bring_leader(Play *p, unsigned hex, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    p->s->leader_at[leader] = (uint16_t)hex;
    p->s->leader_flag[leader] = 0;
    EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, eagles_leader_side(p, leader), (int)hex, 255, (int)leader, 0);
}

/* ------------------------------------------------------------------ evacuation (1809) */

/* Frame: x least hex. Red SP in a port or coastal hex may leave for good. */
Seat eagles_evacuate_options(const Play *p, MoveList *list)
{
    const EaglesState *s = p->s;
    unsigned last = EAGLES_NO_HEX;
    for (unsigned i = eagles_first_row(s, eagles_top(p)->x); i < s->rows; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex >= EAGLES_OFF_MAP) {
            break;
        }
        const unsigned unit = eagles_row_unit(s, i);
        const bool red =
            eagles_unit_colour(p, unit) == EAGLES_RED && eagles_unit_side(p, unit) == EAGLES_COALITION;
        const bool outside = (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) == 0;
        if (red && outside && p->d->hex[hex].coastal && hex != last) {
            last = hex;
            eagles_add(list, eagles_move(EAGLES_MOVE_EVACUATE, hex));
        }
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_END, 0));
    return SEAT_COALITION;
}

void eagles_evacuate_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    if (eagles_move_kind(move) == EAGLES_MOVE_END) {
        eagles_pop(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const unsigned flags = eagles_row_flags(s, i);
        if (eagles_unit_colour(p, eagles_row_unit(s, i)) == EAGLES_RED && (flags & EAGLES_FLAG_INSIDE) == 0) {
            eagles_rows_remove(s, s->row_key[i], s->row_count[i]); /* they do not return */
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_colour(p, l) == EAGLES_RED && (s->leader_flag[l] & EAGLES_FLAG_INSIDE) == 0) {
            s->leader_at[l] = EAGLES_WITHDRAWN;
            s->leader_flag[l] = 0;
        }
    }
    eagles_top(p)->x = (uint16_t)(hex + 1);
    eagles_settle(p, hex);
}

/* ------------------------------------------------------------------ withdrawals and the injured */

static bool waits(const Play *p, const EaglesStackData *w)
{
    return w->waits_city != EAGLES_NONE && p->s->header.turn < w->waits_until &&
           eagles_control(p->s, w->waits_city) == w->side;
}

static void withdraw_leaders(Play *p, const EaglesStackData *w)
{
    EaglesState *s = p->s;
    for (unsigned k = 0; k < w->leader_count; k++) {
        const unsigned leader = w->leaders[k];
        const unsigned hex = s->leader_at[leader];
        const bool besieged = hex < EAGLES_OFF_MAP && eagles_is_besieged(p, hex, w->side);
        const bool away = hex == EAGLES_INJURED || hex == EAGLES_WAITING;
        if (away || (hex < EAGLES_OFF_MAP && !besieged)) {
            s->leader_at[leader] = EAGLES_WITHDRAWN;
            s->leader_flag[leader] = 0;
            s->leader_months[leader] = 0;
            EAGLES_NOTE(p, EAGLES_EVENT_WITHDRAWN, w->side, (int)leader);
        }
    }
}

/* One withdrawal: leaders, then a loss for each type in the order of rows, cavalry first (0, 15.3; frame.a
 * counts types); false when all of it is done. */
static bool withdraw_on(Play *p, EaglesFrame *frame)
{
    const EaglesStackData *w = &p->d->withdrawal[frame->x];
    if (frame->a == 0) {
        withdraw_leaders(p, w);
    }
    while (frame->a < sizeof ROW_ORDER) {
        const unsigned type = ROW_ORDER[frame->a++];
        if (w->count[type] > 0) {
            const unsigned depth = p->s->depth;
            eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_UNIT,
                                        .side = w->side,
                                        .unit = p->d->nation[w->nation].unit[type],
                                        .left = w->count[type],
                                        .gone = 1,
                                        .cause = EAGLES_BY_RULE});
            if (p->s->depth > depth) {
                return true;
            }
        }
    }
    p->s->withdrawal[frame->x] = EAGLES_PLACED;
    frame->a = 0;
    return false;
}

static bool withdrawals(Play *p, EaglesFrame *frame)
{
    for (; frame->x < p->d->withdrawals; frame->x++) {
        const EaglesStackData *w = &p->d->withdrawal[frame->x];
        const bool due = p->s->withdrawal[frame->x] == EAGLES_DUE && w->side == p->s->active &&
                         w->month <= p->s->header.turn && !waits(p, w);
        if ((due || frame->a > 0) && withdraw_on(p, frame)) {
            return true;
        }
    }
    return false;
}

/* The capital, or else the own city nearest to it (5). */
static unsigned home_of(const Play *p, unsigned leader, unsigned side)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const unsigned nation = p->d->leader[leader].nation;
    if (nation == EAGLES_NONE || p->d->nation[nation].capital_count == 0) {
        return EAGLES_NO_HEX;
    }
    const unsigned capital = p->d->city[p->d->nation[nation].capitals[0]].hex;
    unsigned best = EAGLES_NO_HEX;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (!may_replace(p, city, side)) {
            continue;
        }
        const unsigned distance = eagles_distance(p->d, capital, hex);
        const unsigned record = best == EAGLES_NO_HEX ? UINT32_MAX : eagles_distance(p->d, capital, best);
        best = distance < record || (distance == record && hex < best) ? hex : best;
    }
    return best;
}

static void recover(Play *p)
{
    EaglesState *s = p->s;
    uint8_t list[EAGLES_CHOSEN_MAX];
    const unsigned count =
        eagles_list_chosen(eagles_choose_at(s->leader_at, EAGLES_LEADERS_MAX, EAGLES_INJURED), list);
    for (unsigned i = 0; i < count; i++) {
        const unsigned l = list[i];
        if (s->leader_months[l] == 0 && eagles_leader_side(p, l) == s->active) {
            const unsigned hex = home_of(p, l, s->active);
            if (hex != EAGLES_NO_HEX) {
                s->leader_at[l] = (uint16_t)hex;
                s->leader_flag[l] = 0;
                EAGLES_NOTE(p, EAGLES_EVENT_LEADER, s->active, (int)l, (int)hex);
            }
        }
    }
}

/* ------------------------------------------------------------------ arrivals */

/* SP of a type that an arrival still brings, after what was cut from it in the order of types (4). */
static unsigned arriving(const Play *p, unsigned index, unsigned type)
{
    const EaglesStackData *a = &p->d->arrival[index];
    unsigned cut = p->s->arrival_less[index];
    for (unsigned before = 0; before < type; before++) {
        cut -= cut < a->count[before] ? cut : a->count[before];
    }
    return a->count[type] - (cut < a->count[type] ? cut : a->count[type]);
}

/* Leaders of the entry who are not yet in play or were withdrawn, and displaced ones of the nation (5). */
static void bring_leaders(Play *p, const EaglesStackData *a, unsigned hex)
{
    EaglesState *s = p->s;
    for (unsigned k = 0; k < a->leader_count; k++) {
        if (s->leader_at[a->leaders[k]] == EAGLES_UNUSED || s->leader_at[a->leaders[k]] == EAGLES_WITHDRAWN) {
            bring_leader(p, hex, a->leaders[k]);
        }
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const EaglesLeader *leader = &p->d->leader[l];
        const bool own =
            leader->nation == EAGLES_NONE ? leader->colour == a->colour : leader->nation == a->nation;
        if (s->leader_at[l] == EAGLES_WAITING && own && eagles_leader_side(p, l) == a->side) {
            bring_leader(p, hex, l);
        }
    }
}

static void arrive(Play *p, unsigned index, unsigned hex)
{
    const EaglesStackData *a = &p->d->arrival[index];
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        const unsigned count = arriving(p, index, type);
        if (count > 0) {
            bring_sp(p, hex, p->d->nation[a->nation].unit[type], count);
        }
    }
    bring_leaders(p, a, hex);
    p->s->arrival[index] = EAGLES_PLACED;
    eagles_settle(p, hex);
}

/* Frame: x the arrival. */
Seat eagles_place_options(const Play *p, MoveList *list)
{
    const EaglesStackData *a = &p->d->arrival[eagles_top(p)->x];
    for (unsigned i = 0; i < a->at_count; i++) {
        if (may_arrive(p, a->at[i], a->side, a->landing)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, a->at[i]));
        }
    }
    return eagles_seat(a->side);
}

void eagles_place_choose(Play *p, Move move)
{
    const unsigned index = eagles_top(p)->x;
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE) {
        arrive(p, index, eagles_move_argument(move));
    } /* else the entry waits a month */
}

/* The type of the next SP of an entry of which `placed` have come; EAGLES_TYPES when there is none left. */
static unsigned next_type(const Play *p, unsigned index, unsigned placed)
{
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        const unsigned count = arriving(p, index, type);
        if (placed < count) {
            return type;
        }
        placed -= count;
    }
    return EAGLES_TYPES;
}

/* SP of an entry that are still to come when `placed` have come, as far as there are counters (5). */
static unsigned still_to_come(const Play *p, unsigned index, unsigned placed)
{
    const EaglesNationData *nation = &p->d->nation[p->d->arrival[index].nation];
    unsigned left = 0;
    while (next_type(p, index, placed + left) != EAGLES_TYPES) {
        left++;
    }
    const unsigned type = next_type(p, index, placed);
    const unsigned unit = type == EAGLES_TYPES ? EAGLES_NONE : nation->unit[type];
    const unsigned pool = unit == EAGLES_NONE ? 0 : p->s->pool[unit];
    return left < pool ? left : pool;
}

static unsigned hexes_behind(const uint16_t *hexes, unsigned count, unsigned hex)
{
    unsigned behind = 0;
    for (unsigned i = 0; i < count; i++) {
        behind += hexes[i] > hex ? 1U : 0U;
    }
    return behind;
}

/* Frame: x the arrival, y least hex, a SP placed. One SP a hex: the hex named or those next to it in its
 * region that hold no SP, ascending, whoever controls a city there (5); a hex is offered if enough are left
 * behind it for the rest, as far as there are so many. */
Seat eagles_place_one_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const EaglesStackData *a = &p->d->arrival[frame->x];
    const EaglesHex *home = &p->d->hex[a->at[0]];
    uint16_t hexes[EAGLES_DIRECTIONS + 1];
    unsigned count = 0;
    for (unsigned i = 0; i <= EAGLES_DIRECTIONS; i++) {
        const unsigned hex = i == EAGLES_DIRECTIONS ? a->at[0] : home->neighbour[i];
        if (hex == EAGLES_NO_HEX || hex < frame->y || !eagles_enterable(p, hex, a->side) ||
            !eagles_is_empty(p, hex, a->side)) {
            continue;
        }
        if (p->d->province[p->d->hex[hex].province].region == p->d->province[home->province].region) {
            hexes[count++] = (uint16_t)hex;
        }
    }
    const unsigned need = still_to_come(p, frame->x, frame->a);
    const unsigned rest = need < count ? need : count;
    for (unsigned i = 0; i < count; i++) {
        if (hexes_behind(hexes, count, hexes[i]) + 1 >= rest) {
            eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, hexes[i]));
        }
    }
    return eagles_seat(a->side);
}

void eagles_place_one_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const EaglesStackData *a = &p->d->arrival[frame->x];
    const unsigned type = next_type(p, frame->x, frame->a);
    const unsigned unit = type == EAGLES_TYPES ? EAGLES_NONE : p->d->nation[a->nation].unit[type];
    if (move == EAGLES_NO_MOVE || unit == EAGLES_NONE || p->s->pool[unit] == 0) {
        p->s->arrival[frame->x] = frame->a > 0 || unit == EAGLES_NONE ? EAGLES_PLACED : EAGLES_DUE;
        eagles_pop(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    bring_sp(p, hex, unit, 1);
    eagles_settle(p, hex);
    frame->y = (uint16_t)(hex + 1);
    frame->a++;
    if (next_type(p, frame->x, frame->a) == EAGLES_TYPES) {
        p->s->arrival[frame->x] = EAGLES_PLACED;
        eagles_pop(p);
    }
}

/* 1806: the Saxon corps of a Saxony that went over, once Dresden can take it. */
static void saxon_corps(Play *p)
{
    EaglesState *s = p->s;
    const EaglesStackData *corps = &p->d->saxon_corps;
    const bool fallen = (s->special & EAGLES_SAXONY_FALLS) != 0 && (s->special & EAGLES_SAXONS_CAME) == 0;
    if (!fallen || s->active != corps->side || !may_arrive(p, corps->hex, corps->side, false)) {
        return;
    }
    s->special = (uint8_t)(s->special | EAGLES_SAXONS_CAME);
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        if (corps->count[type] > 0) {
            bring_sp(p, corps->hex, p->d->nation[corps->nation].unit[type], corps->count[type]);
        }
    }
    eagles_settle(p, corps->hex);
}

static bool arrivals(Play *p, EaglesFrame *frame)
{
    while (frame->x < p->d->arrivals) {
        const unsigned index = frame->x++;
        const EaglesStackData *a = &p->d->arrival[index];
        if (p->s->arrival[index] != EAGLES_DUE || a->side != p->s->active || a->month > p->s->header.turn) {
            continue;
        }
        if (p->s->nation[a->nation].side != a->side) {
            p->s->arrival[index] = EAGLES_CANCELLED; /* the nation changed sides or left the war */
            continue;
        }
        eagles_push(p, a->one_per_hex ? EAGLES_STEP_PLACE_ONE : EAGLES_STEP_PLACE)->x = (uint16_t)index;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------ replacements */

/* Frame of the decisions: x the replacement, a SP still to come. */
static const EaglesReplacement *replacement_of(const Play *p) { return &p->d->replacement[eagles_top(p)->x]; }

static void replace(Play *p, unsigned city, unsigned unit, unsigned count)
{
    assert(city < EAGLES_CITIES_MAX);
    bring_sp(p, p->d->city[city].hex, unit, count);
    eagles_settle(p, p->d->city[city].hex);
}

Seat eagles_replace_at_options(const Play *p, MoveList *list)
{
    const EaglesReplacement *r = replacement_of(p);
    const unsigned side = p->s->nation[r->nation].side;
    for (unsigned i = 0; i < r->at_count; i++) {
        if (may_replace(p, r->at[i], side)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_REPLACE_AT, r->at[i]));
        }
    }
    return eagles_seat(side);
}

void eagles_replace_at_choose(Play *p, Move move)
{
    const EaglesReplacement *r = replacement_of(p);
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE) {
        replace(p, eagles_move_argument(move), r->unit, r->per_turn);
    }
}

/* One SP at a time, cities by ascending hex: frame.y is the least hex. */
Seat eagles_split_options(const Play *p, MoveList *list)
{
    const EaglesReplacement *r = replacement_of(p);
    const unsigned side = p->s->nation[r->nation].side;
    for (unsigned i = 0; i < r->at_count; i++) {
        if (may_replace(p, r->at[i], side) && p->d->city[r->at[i]].hex >= eagles_top(p)->y) {
            eagles_add(list, eagles_move(EAGLES_MOVE_SPLIT, r->at[i]));
        }
    }
    return eagles_seat(side);
}

void eagles_split_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const EaglesReplacement *r = replacement_of(p);
    const unsigned city = eagles_move_argument(move);
    frame->y = p->d->city[city].hex;
    frame->a--;
    if (frame->a == 0 || p->s->pool[r->unit] <= 1) {
        eagles_pop(p);
    }
    replace(p, city, r->unit, 1);
}

/* A city of the list takes its SP, or two L while fewer than half of the cities (rounded up) have done so.
 * Frame: y the city's place in the list, a cities that may still take L. */
Seat eagles_replace_as_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const EaglesReplacement *r = replacement_of(p);
    const unsigned city = r->at[frame->y];
    if (p->s->pool[r->unit] > 0) {
        eagles_add(list, eagles_move(EAGLES_MOVE_REPLACE_AS, city << 4U | p->d->unit[r->unit].type));
    }
    if (r->landwehr != EAGLES_NONE && frame->a > 0 && p->s->pool[r->landwehr] > 0) {
        eagles_add(list, eagles_move(EAGLES_MOVE_REPLACE_AS, city << 4U | EAGLES_L));
    }
    return eagles_seat(p->s->nation[r->nation].side);
}

void eagles_replace_as_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const EaglesReplacement *r = replacement_of(p);
    const unsigned side = p->s->nation[r->nation].side;
    const unsigned city = r->at[frame->y];
    const bool landwehr = move != EAGLES_NO_MOVE && r->landwehr != EAGLES_NONE &&
                          (eagles_move_argument(move) & 15U) == EAGLES_L &&
                          p->d->unit[r->unit].type != EAGLES_L;
    do {
        frame->y++;
    } while (frame->y < r->at_count && !may_replace(p, r->at[frame->y], side));
    if (landwehr) {
        frame->a--;
    }
    if (frame->y >= r->at_count) {
        eagles_pop(p);
    }
    if (move != EAGLES_NO_MOVE) {
        replace(p, city, landwehr ? r->landwehr : r->unit, landwehr ? 2 : 1);
    }
}

static bool is_due(const Play *p, const EaglesReplacement *r)
{
    const EaglesState *s = p->s;
    const unsigned calendar = (p->d->first_month + s->header.turn) % 12 + 1;
    const EaglesNation *n = &s->nation[r->nation];
    return n->side == s->active && (n->flags & EAGLES_NATION_NO_REPLACEMENTS) == 0 &&
           s->header.turn >= r->first && calendar % r->every == 0 &&
           (s->pool[r->unit] > 0 || r->landwehr != EAGLES_NONE) &&
           !(r->if_at_war && n->side > EAGLES_COALITION);
}

/* One listed city each: asked only where Landwehr is a choice. */
static bool replace_each(Play *p, const EaglesReplacement *r, unsigned index)
{
    unsigned first = EAGLES_NONE;
    unsigned cities = 0;
    for (unsigned i = 0; i < r->at_count; i++) {
        if (may_replace(p, r->at[i], p->s->active)) {
            first = first == EAGLES_NONE ? i : first;
            cities++;
        }
    }
    if (cities == 0) {
        return false;
    }
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_REPLACE_AS);
    frame->x = (uint16_t)index;
    frame->y = (uint16_t)first;
    frame->a = r->landwehr == EAGLES_NONE ? 0 : (uint8_t)((cities + 1) / 2);
    return true;
}

static bool replacements(Play *p, EaglesFrame *frame)
{
    while (frame->x < p->d->replacements) {
        const unsigned index = frame->x++;
        const EaglesReplacement *r = &p->d->replacement[index];
        if (!is_due(p, r)) {
            continue;
        }
        if (r->rule == EAGLES_FIXED) {
            if (may_replace(p, r->at[0], p->s->active)) {
                replace(p, r->at[0], r->unit, r->per_turn);
            }
            continue;
        }
        if (r->rule == EAGLES_EACH_CITY) {
            if (replace_each(p, r, index)) {
                return true;
            }
            continue;
        }
        const bool split = r->rule == EAGLES_ANY_SPLIT;
        EaglesFrame *decision = eagles_push(p, split ? EAGLES_STEP_SPLIT : EAGLES_STEP_REPLACE_AT);
        decision->x = (uint16_t)index;
        decision->a = r->per_turn;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------ the step */

static void reinforce_part(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    const bool coalition = p->s->active == EAGLES_COALITION;
    const unsigned phase = frame->phase;
    bool covered = false;
    if (phase == EVACUATE && (p->d->special & EAGLES_WALCHEREN) != 0 && coalition) {
        frame->phase = WITHDRAW;
        eagles_push(p, EAGLES_STEP_EVACUATE);
        return;
    }
    if (phase == WITHDRAW) {
        covered = withdrawals(p, frame);
    } else if (phase == RECOVER) {
        recover(p);
    } else if (phase == PRODUCE || phase == RETURN) {
        frame->phase++;
        if ((p->d->special & EAGLES_CAMPAIGN) != 0) {
            eagles_push(p, phase == PRODUCE ? EAGLES_STEP_PRODUCTION : EAGLES_STEP_HOMECOMING);
        }
        return;
    } else if (phase == ARRIVE) {
        saxon_corps(p);
        covered = arrivals(p, frame);
    } else if (phase == REPLACE) {
        covered = replacements(p, frame);
    } else if (phase == BUILD && (p->d->special & EAGLES_IBERIAN) != 0 && coalition) {
        frame->phase = DONE;
        eagles_push(p, EAGLES_STEP_IBERIA);
        return;
    } else if (phase == DONE) {
        eagles_pop(p);
        return;
    }
    if (!covered) {
        frame->x = 0;
        frame->phase++;
    }
}

void eagles_reinforce_run(Play *p)
{
    const unsigned depth = p->s->depth;
    do {
        reinforce_part(p);
    } while (eagles_goes_on(p, depth, EAGLES_STEP_REINFORCE));
}
