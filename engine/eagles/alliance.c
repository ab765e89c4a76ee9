/* alliance.c: step 2 of the scenarios (map 4): points, the roll, and what success brings. The grand campaign
 * has its own. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { CAP = 4, RISING_SP = 3 };

/* ------------------------------------------------------------------ points */

/* Coalition points less French points: cities, victory points, the scenario's modifiers, lasting effects. */
static int modifier(const Play *p)
{
    const EaglesData *d = p->d;
    const EaglesState *s = p->s;
    int points[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < d->points_city_count[side]; i++) {
            points[side] += eagles_control(s, d->points_city[side][i]) == side ? 1 : 0;
        }
        points[side] += d->alliance_victory_points ? s->victory_points[side] : 0;
    }
    int sum = points[EAGLES_COALITION] - points[EAGLES_FRANCE] + s->alliance_modifier;
    for (unsigned i = 0; i < d->alliance_modifiers; i++) {
        const bool now =
            s->header.turn >= d->alliance_modifier[i].from && s->header.turn <= d->alliance_modifier[i].to;
        sum += now ? d->alliance_modifier[i].value : 0;
    }
    return sum < -CAP ? -CAP : sum > CAP ? CAP : sum;
}

/* Passes over entries that can have no effect because the nation is barred; the next one, NULL at the end. */
static const EaglesEffect *next_effect(Play *p, unsigned side)
{
    EaglesState *s = p->s;
    while (s->effects_used[side] < p->d->effects[side]) {
        const EaglesEffect *effect = &p->d->effect[side][s->effects_used[side]];
        const bool barred = effect->kind == EAGLES_NATION_JOINS &&
                            (s->nation[effect->nation].flags & EAGLES_NATION_BARRED) != 0;
        if (!barred) {
            return effect;
        }
        s->effects_used[side]++;
    }
    return NULL;
}

/* ------------------------------------------------------------------ nations */

/* The nation fights for a side from now on; its cities are that side's, except where the other stands or a
 * siege runs. */
void eagles_align(Play *p, unsigned nation, unsigned side, unsigned colour)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    eagles_set_nation(p, nation, side, colour);
    s->nation[nation].flags = (uint8_t)(s->nation[nation].flags & ~EAGLES_NATION_CLOSED);
    s->colour_side[colour] = (uint8_t)side;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (eagles_owner(p, hex) == nation && eagles_siege_value(s, city) == 0 &&
            !eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            eagles_set_control(p, city, side);
        }
    }
}

/* Nearest city of a nation without enemy SP; EAGLES_NO_HEX if there is none. */
static unsigned nearest_city_of(const Play *p, unsigned from, unsigned nation, unsigned side)
{
    unsigned best = EAGLES_NO_HEX;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (eagles_owner(p, hex) != nation || !eagles_enterable(p, hex, side) ||
            eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            continue;
        }
        const unsigned distance = eagles_distance(p->d, from, hex);
        const unsigned record = best == EAGLES_NO_HEX ? UINT32_MAX : eagles_distance(p->d, from, best);
        if (distance < record || (distance == record && hex < best)) {
            best = hex;
        }
    }
    return best;
}

static void place_stack(Play *p, const EaglesStackData *stack, unsigned hex)
{
    EaglesState *s = p->s;
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        if (stack->count[type] > 0) {
            const unsigned unit = p->d->nation[stack->nation].unit[type];
            const unsigned came = eagles_bring(p, hex, unit, stack->count[type], 0, true);
            EAGLES_NOTE(p, EAGLES_EVENT_ARRIVED, stack->side, (int)hex, (int)unit, 255, (int)came);
        }
    }
    for (unsigned k = 0; k < stack->leader_count; k++) {
        const unsigned leader = stack->leaders[k];
        if (s->leader_at[leader] == EAGLES_UNUSED || s->leader_at[leader] == EAGLES_WITHDRAWN) {
            s->leader_at[leader] = (uint16_t)hex;
            s->leader_flag[leader] = 0;
        }
    }
    eagles_settle(p, hex);
}

static void nation_joins(Play *p, const EaglesEffect *effect)
{
    const unsigned side = effect->side;
    eagles_align(p, effect->nation, side,
                 effect->stack_count > 0 ? effect->stack[0].colour : p->s->nation[effect->nation].colour);
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        if ((effect->with >> nation & 1U) != 0) {
            eagles_align(p, nation, side, p->d->nation[nation].colour[side]);
        }
    }
    eagles_open_land(p);
    for (unsigned i = 0; i < effect->stack_count; i++) {
        unsigned hex = effect->stack[i].hex;
        if (eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            hex = nearest_city_of(p, hex, effect->nearest_in, side);
        }
        if (hex != EAGLES_NO_HEX) {
            place_stack(p, &effect->stack[i], hex);
        }
    }
}

/* Takes all SP of a nation out of a hex; how many of each type. */
static void remove_nation_from(Play *p, unsigned hex, unsigned nation, uint8_t removed[EAGLES_TYPES])
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const unsigned unit = eagles_row_unit(s, i);
        if (p->d->unit[unit].nation == nation) {
            removed[p->d->unit[unit].type] = (uint8_t)(removed[p->d->unit[unit].type] + s->row_count[i]);
            eagles_eliminate(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
}

/* First hex at or behind `from` with land SP of a nation; EAGLES_NO_HEX. */
static unsigned next_hex_of(const Play *p, unsigned nation, unsigned from)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_first_row(s, from); i < s->rows; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex >= EAGLES_OFF_MAP) {
            break;
        }
        if (p->d->unit[eagles_row_unit(s, i)].nation == nation) {
            return hex;
        }
    }
    return EAGLES_NO_HEX;
}

/* The nearest city outside a country that closes which a side controls and may enter, without enemy SP and
 * not besieged; EAGLES_NO_HEX if there is none. */
static unsigned nearest_refuge(const Play *p, unsigned from, unsigned nation, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned best = EAGLES_NO_HEX;
    unsigned record = UINT32_MAX;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city_hex[city];
        if (eagles_control(s, city) != side || eagles_siege_value(s, city) > 0 ||
            !eagles_enterable(p, hex, side) || eagles_owner(p, hex) == nation ||
            eagles_has(p, hex, eagles_other(side), EAGLES_ANY)) {
            continue;
        }
        const unsigned distance = eagles_distance(p->d, from, hex);
        if (distance < record || (distance == record && hex < best)) {
            best = hex;
            record = distance;
        }
    }
    return best;
}

static bool is_anybody_in(const EaglesState *s, unsigned hex)
{
    EaglesLeaders leaders;
    eagles_leaders_in(s, hex, &leaders);
    return eagles_presence(s, hex) != EAGLES_PRESENT_NOBODY || leaders.count > 0;
}

/* Everybody in a country that closes goes to the nearest city outside it that his side controls. */
static void evict(Play *p, unsigned nation)
{
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) != nation || !is_anybody_in(p->s, hex)) {
            continue;
        }
        for (unsigned side = 0; side < 2; side++) {
            const unsigned refuge = nearest_refuge(p, hex, nation, side);
            if (refuge != EAGLES_NO_HEX) {
                eagles_transfer(p, hex, refuge, side);
                eagles_settle(p, refuge); /* a leader of the others may have stood there alone */
            }
        }
        eagles_settle(p, hex);
    }
}

static void contingent_leaves(Play *p, const EaglesEffect *effect)
{
    EaglesState *s = p->s;
    uint8_t removed[EAGLES_TYPES] = {0};
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (p->d->leader[l].nation == effect->nation && s->leader_at[l] < EAGLES_CAPTURED) {
            s->leader_at[l] = EAGLES_WITHDRAWN;
            s->leader_flag[l] = 0;
            s->leader_months[l] = 0;
        }
    }
    for (unsigned hex = next_hex_of(p, effect->nation, 0); hex != EAGLES_NO_HEX;
         hex = next_hex_of(p, effect->nation, hex + 1)) {
        remove_nation_from(p, hex, effect->nation, removed);
        eagles_settle(p, hex);
    }
    eagles_set_nation(p, effect->nation, EAGLES_NEUTRAL, s->nation[effect->nation].colour);
    s->nation[effect->nation].flags |= EAGLES_NATION_GONE;
    if (effect->closes) {
        s->nation[effect->nation].flags |= EAGLES_NATION_CLOSED;
    }
    eagles_open_land(p);
    if (effect->closes) {
        evict(p, effect->nation);
        for (unsigned city = 0; city < p->d->cities; city++) {
            if (eagles_city_owner(p, city) == effect->nation) {
                if (eagles_siege_value(s, city) > 0) {
                    eagles_set_siege(p, city, EAGLES_FRANCE, 0);
                }
                eagles_set_control(p, city, EAGLES_NEUTRAL);
            }
        }
    }
}

/* SP that stand alone go over where they are; those among old friends or besieged appear in one of the places
 * named. */
static void nation_changes_side(Play *p, const EaglesEffect *effect)
{
    EaglesState *s = p->s;
    const unsigned nation = effect->nation;
    const unsigned old = s->nation[nation].side;
    const unsigned side = eagles_other(old);
    uint8_t removed[EAGLES_TYPES] = {0};
    eagles_set_nation(p, nation, side, s->nation[nation].colour);
    for (unsigned hex = next_hex_of(p, nation, 0); hex != EAGLES_NO_HEX;
         hex = next_hex_of(p, nation, hex + 1)) {
        const bool shut_in = eagles_hex_siege(p, hex) > 0 && eagles_besieger(s, p->d->hex[hex].city) == side;
        if (shut_in || eagles_has(p, hex, old, EAGLES_ANY)) {
            remove_nation_from(p, hex, nation, removed);
        }
    }
    eagles_align(p, nation, side, p->d->nation[nation].colour[side]);
    eagles_open_land(p);
    eagles_settle_all(p);
    for (unsigned i = 0; i < effect->place_count; i++) {
        const unsigned hex = p->d->city[effect->places[i]].hex;
        if (eagles_has(p, hex, old, EAGLES_ANY) || eagles_siege_value(s, effect->places[i]) > 0) {
            continue;
        }
        for (unsigned type = 0; type <= EAGLES_CT; type++) {
            if (removed[type] > 0) {
                eagles_bring(p, hex, p->d->nation[nation].unit[type], removed[type], 0, true);
            }
        }
        eagles_settle(p, hex);
        break;
    }
}

/* ------------------------------------------------------------------ the other effects */

/* SP of a nation that go: first from arrivals still to come, in the order of the list and of types. */
static void remove_sp(Play *p, const EaglesEffect *effect)
{
    EaglesState *s = p->s;
    unsigned left = effect->amount;
    for (unsigned i = 0; i < p->d->arrivals; i++) {
        const EaglesStackData *arrival = &p->d->arrival[i];
        unsigned sum = 0;
        for (unsigned type = 0; type <= EAGLES_CT; type++) {
            sum += arrival->count[type];
        }
        if (s->arrival[i] == EAGLES_DUE && arrival->nation == effect->nation && left > 0) {
            const unsigned there = sum - s->arrival_less[i];
            const unsigned cut = there < left ? there : left;
            s->arrival_less[i] = (uint8_t)(s->arrival_less[i] + cut);
            left -= cut;
        }
    }
    eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_NATION,
                                .side = s->nation[effect->nation].side,
                                .unit = effect->nation,
                                .left = (uint8_t)left,
                                .cause = EAGLES_BY_RULE});
}

static void apply_effect(Play *p, const EaglesEffect *effect)
{
    EaglesState *s = p->s;
    EAGLES_NOTE(p, EAGLES_EVENT_EFFECT, s->active, effect->kind, effect->nation);
    switch ((enum eagles_effect_kind)effect->kind) {
    case EAGLES_NATION_JOINS:
        nation_joins(p, effect);
        break;
    case EAGLES_BAR_ALLIANCE:
        s->nation[effect->nation].flags |= EAGLES_NATION_BARRED;
        break;
    case EAGLES_REMOVE_SP:
        remove_sp(p, effect);
        break;
    case EAGLES_STOP_REPLACEMENTS:
        s->nation[effect->nation].flags |= EAGLES_NATION_NO_REPLACEMENTS;
        break;
    case EAGLES_GERMAN_RISING:
        eagles_push(p, EAGLES_STEP_RISING)->a = RISING_SP;
        break;
    case EAGLES_CONTINGENT_LEAVES:
        contingent_leaves(p, effect);
        break;
    case EAGLES_CANCEL_REINFORCEMENT:
        if (s->arrival[effect->arrival] == EAGLES_DUE) {
            s->arrival[effect->arrival] = EAGLES_CANCELLED;
        }
        break;
    case EAGLES_CHANGES_SIDE:
        nation_changes_side(p, effect);
        break;
    case EAGLES_ALLIANCE_MODIFIER:
        s->alliance_modifier = (int8_t)(s->alliance_modifier + effect->modifier);
        break;
    }
}

void eagles_alliance_run(Play *p)
{
    EaglesState *s = p->s;
    const unsigned side = s->active;
    eagles_pop(p);
    if (eagles_in_campaign(p)) {
        eagles_push(p, EAGLES_STEP_DIPLOMACY);
        return;
    }
    if (!p->d->alliance_active) {
        return;
    }
    const EaglesEffect *effect = next_effect(p, side);
    if (effect == NULL) {
        return;
    }
    const int m = modifier(p);
    if (side == EAGLES_FRANCE ? m > -1 : m < 1) {
        return;
    }
    const int die = (int)eagles_die(p, EAGLES_DIE_ALLIANCE, side, EAGLES_NO_HEX);
    const bool success = side == EAGLES_FRANCE ? die + m <= 0 : die + m >= 7;
    EAGLES_NOTE(p, EAGLES_EVENT_ALLIANCE, side, die, m, success);
    if (success) {
        s->effects_used[side]++;
        apply_effect(p, effect);
    }
}

/* ------------------------------------------------------------------ the German rising (1809) */

static unsigned rising_unit(const Play *p)
{
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        const unsigned unit = p->d->nation[nation].unit[EAGLES_P];
        if (p->s->nation[nation].colour == EAGLES_WHITE && p->s->nation[nation].side == EAGLES_COALITION &&
            unit != EAGLES_NONE) {
            return unit;
        }
    }
    return EAGLES_NONE;
}

/* Frame: a SP still to come, x least hex. A hex is offered if enough hexes follow for the rest. */
Seat eagles_rising_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const unsigned unit = rising_unit(p);
    const unsigned westphalia = eagles_find_nation(p->d, "westphalia");
    if (unit == EAGLES_NONE || p->s->pool[unit] == 0) {
        return SEAT_COALITION;
    }
    for (unsigned hex = frame->x; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) == westphalia && eagles_enterable(p, hex, EAGLES_COALITION) &&
            eagles_is_empty(p, hex, EAGLES_COALITION) && list->count < 50) {
            eagles_add(list, eagles_move(EAGLES_MOVE_PLACE, hex));
        }
    }
    const unsigned need = frame->a < p->s->pool[unit] ? frame->a : p->s->pool[unit];
    if (need > 1 && list->count > 1) {
        list->count = list->count >= need ? list->count - (need - 1) : 1;
    }
    return SEAT_COALITION;
}

void eagles_rising_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    eagles_bring(p, hex, rising_unit(p), 1, 0, true);
    eagles_settle(p, hex);
    frame->x = (uint16_t)(hex + 1);
    if (--frame->a == 0) {
        eagles_pop(p);
    }
}
