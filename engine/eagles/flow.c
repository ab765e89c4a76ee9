/* flow.c: the stack of frames, the machine that runs it, and the set-up of a scenario. */
#include "engine/eagles/campaign.h"

typedef struct Step {
    void (*run)(Play *p);
    Seat (*options)(const Play *p, MoveList *list);
    void (*choose)(Play *p, Move move);
} Step;

#define EAGLES_TABLE_AUTO(NAME, name) {eagles_##name##_run, NULL, NULL},
#define EAGLES_TABLE_ASK(NAME, name)  {NULL, eagles_##name##_options, eagles_##name##_choose},
static const Step STEPS[EAGLES_STEP_COUNT] = {EAGLES_STEPS(EAGLES_TABLE_AUTO, EAGLES_TABLE_ASK)};
#undef EAGLES_TABLE_AUTO
#undef EAGLES_TABLE_ASK

EaglesFrame *eagles_push(Play *p, enum eagles_step step)
{
    assert(p->s->depth < EAGLES_STACK_MAX);
    EaglesFrame *frame = &p->s->stack[p->s->depth++];
    *frame = (EaglesFrame){.step = (uint8_t)step};
    return frame;
}

void eagles_pop(Play *p)
{
    assert(p->s->depth > 0);
    p->s->stack[--p->s->depth] = (EaglesFrame){0};
}

void eagles_insert(MoveList *list, Move move)
{
    assert(list->count < MOVE_LIST_MAX);
    uint32_t at = list->count++;
    for (; at > 0 && list->moves[at - 1] > move; at--) {
        list->moves[at] = list->moves[at - 1];
    }
    list->moves[at] = move;
}

static Seat list_options(const Play *p, MoveList *list)
{
    list->count = 0;
    const Step *step = &STEPS[eagles_top(p)->step];
    assert(step->options != NULL);
    const Seat seat = step->options(p, list);
    return p->s->campaign.guest > 0 ? SEAT_COALITION : seat; /* he moves SP of the other side (13.5) */
}

Seat eagles_options(const EaglesData *d, const EaglesState *s, MoveList *list)
{
    /* Options only ask; they share helpers with functions that change the state, hence the pointer without
     * const. */
    const Play p = {d, (EaglesState *)(uintptr_t)s, NULL, 0, NULL};
    return list_options(&p, list);
}

/* Runs until a decision with two or more options is open, which list holds then as far as p->enough asks, or
 * the game is over, where it is empty. */
static void advance(Play *p, MoveList *list)
{
    EaglesState *s = p->s;
    while (s->header.over == 0) {
        const Step *step = &STEPS[eagles_top(p)->step];
        if (step->run != NULL) {
            step->run(p);
            continue;
        }
        const Seat seat = list_options(p, list);
        if (list->count > 1) {
            s->header.seat = (uint8_t)seat;
            s->header.step = eagles_top(p)->step;
            return;
        }
        step->choose(p, list->count == 1 ? list->moves[0] : EAGLES_NO_MOVE);
    }
    list->count = 0;
    s->header.seat = SEAT_NONE;
    s->header.step = EAGLES_STEP_COUNT;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
}

enum { A_CHOICE = 2 }; /* so many options tell that there is one */

void eagles_run(const EaglesData *d, EaglesState *s, Dice *dice)
{
    Play p = {d, s, dice, A_CHOICE, NULL};
    MoveList list;
    advance(&p, &list);
}

static void apply(Play *p, Move move, MoveList *list)
{
    if ((p->s->options & EAGLES_OPEN_INFORMATION) == 0) { /* patrols see other hexes after every move */
        journal_reveal(p->dice->journal, SEAT_FRENCH);
        journal_reveal(p->dice->journal, SEAT_COALITION);
    }
    STEPS[eagles_top(p)->step].choose(p, move);
    advance(p, list);
}

void eagles_apply(const EaglesData *d, EaglesState *s, Move move, Dice *dice)
{
    Play p = {d, s, dice, A_CHOICE, NULL};
    MoveList list;
    apply(&p, move, &list);
}

void eagles_apply_and_list(const EaglesData *d, EaglesState *s, Move move, Dice *dice, EaglesScratch *scratch,
                           MoveList *list)
{
    Play p = {d, s, dice, 0, scratch};
    apply(&p, move, list);
}

/* ------------------------------------------------------------------ set-up */

static void set_up_nations(Play *p)
{
    const EaglesData *d = p->d;
    EaglesState *s = p->s;
    memset(s->colour_side, EAGLES_NEUTRAL, sizeof s->colour_side);
    for (unsigned i = 0; i < d->nations; i++) {
        s->nation[i].side = d->start_side[i];
        s->nation[i].colour = d->start_colour[i];
        s->nation[i].flags = d->start_closed[i] ? EAGLES_NATION_CLOSED : 0;
    }
    for (unsigned i = 0; i < d->setups + d->arrivals; i++) {
        const EaglesStackData *stack = i < d->setups ? &d->setup[i] : &d->arrival[i - d->setups];
        if (stack->side <= EAGLES_COALITION) {
            s->colour_side[stack->colour] = stack->side;
        }
    }
    eagles_take_stock(d, s);
    memcpy(s->owner, d->start_owner, sizeof s->owner);
    for (unsigned i = d->provinces; i < EAGLES_PROVINCES_MAX; i++) {
        s->owner[i] = 0;
    }
    eagles_open_land(p);
    for (unsigned unit = 0; unit < d->units; unit++) {
        s->pool[unit] = d->unit[unit].mix;
    }
}

static void set_up_stack(Play *p, const EaglesStackData *stack)
{
    EaglesState *s = p->s;
    const unsigned inside = stack->besieged ? EAGLES_FLAG_INSIDE : 0;
    for (unsigned type = 0; type < EAGLES_CT + 1; type++) {
        if (stack->count[type] > 0) {
            eagles_bring(p, stack->hex, p->d->nation[stack->nation].unit[type], stack->count[type], inside,
                         true);
        }
    }
    for (unsigned type = EAGLES_S; type <= EAGLES_T; type++) {
        for (unsigned n = stack->count[type]; n > 0; n--) {
            eagles_launch(p, p->d->nation[stack->nation].unit[type],
                          stack->blockading ? EAGLES_COAST + stack->hex : stack->hex);
        }
    }
    for (unsigned k = 0; k < stack->leader_count; k++) {
        s->leader_at[stack->leaders[k]] = stack->hex;
        s->leader_flag[stack->leaders[k]] = (uint8_t)inside;
    }
}

/* A city belongs to the side its owner is aligned with; control_at_start overrides; a stack in an enemy city
 * that does not besiege it controls it (map 0). */
static void set_up_cities(Play *p)
{
    const EaglesData *d = p->d;
    EaglesState *s = p->s;
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned owner = eagles_city_owner(p, city);
        unsigned side = owner == EAGLES_NONE ? EAGLES_NEUTRAL : s->nation[owner].side;
        side = side > EAGLES_COALITION ? (unsigned)EAGLES_NEUTRAL : side;
        const bool spanish = owner != EAGLES_NONE && (d->sources[EAGLES_YELLOW].countries >> owner & 1U) != 0;
        if ((d->special & EAGLES_SPANISH_CONTROL) != 0 && spanish) {
            side = EAGLES_COALITION;
        }
        s->city[city] = (uint8_t)(d->start_control[city] == EAGLES_NONE ? side : d->start_control[city]);
    }
    for (unsigned i = 0; i < d->setups; i++) {
        const EaglesStackData *stack = &d->setup[i];
        const unsigned city = d->hex[stack->hex].city;
        if (city == EAGLES_NONE || stack->side > EAGLES_COALITION) {
            continue;
        }
        bool troops = false;
        for (unsigned type = 0; type <= EAGLES_CT; type++) {
            troops = troops || stack->count[type] > 0;
        }
        if (stack->besieging) {
            s->city[city] = (uint8_t)(s->city[city] & EAGLES_CITY_CONTROL);
            s->city[city] |= (uint8_t)((stack->side == EAGLES_COALITION ? EAGLES_CITY_BESIEGER : 0) |
                                       2 << EAGLES_CITY_VALUE_SHIFT);
        } else if (troops) {
            s->city[city] = (uint8_t)((s->city[city] & ~EAGLES_CITY_CONTROL) | stack->side);
        }
    }
}

/* What can be built at the start is the pool of the scenario (17): of the ships that are nowhere, so many of
 * each kind; the others take no part, and no more do those that an annexed Holland would bring. */
static void limit_ships(Play *p)
{
    const EaglesData *d = p->d;
    EaglesState *s = p->s;
    uint8_t left[EAGLES_UNITS_MAX];
    memcpy(left, d->campaign.pool, sizeof left);
    for (unsigned i = 0; i < d->ships; i++) {
        const unsigned unit = d->ship_unit[i];
        if (s->ship_at[i] != EAGLES_SUNK) {
            continue;
        }
        if (i < d->campaign.annexed_ship && left[unit] > 0) {
            left[unit]--;
        } else {
            s->ship_at[i] = EAGLES_UNUSED;
        }
    }
}

/* The grand campaign: pools of the scenario, who is whose at the start, satellite leaders of neutral minors
 * off the map. */
static void set_up_campaign(Play *p)
{
    const EaglesData *d = p->d;
    EaglesState *s = p->s;
    memcpy(s->pool, d->campaign.pool, sizeof s->pool);
    for (unsigned n = 0; n < d->nations; n++) {
        s->campaign.home_side[n] =
            s->nation[n].side <= EAGLES_COALITION ? (uint8_t)(s->nation[n].side + 1) : 0;
    }
    eagles_recolour(p);
    for (unsigned i = 0; i < d->setups; i++) {
        const EaglesStackData *stack = &d->setup[i];
        for (unsigned k = 0; k < stack->leader_count && stack->side > EAGLES_COALITION; k++) {
            if (d->leader[stack->leaders[k]].nation == EAGLES_NONE) {
                eagles_send_leader_home(p, stack->leaders[k]);
            }
        }
    }
    limit_ships(p);
}

void eagles_lay_out(const EaglesData *d, EaglesState *s, Dice *dice)
{
    Play p = {d, s, dice, 0, NULL};
    memset(s, 0, d->state_bytes);
    s->options = d->options;
    s->group.hex = EAGLES_NO_HEX;
    s->napoleon_hex = EAGLES_NO_HEX;
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        s->leader_at[l] = EAGLES_UNUSED;
    }
    for (unsigned i = 0; d->ships > 0 && i < EAGLES_SHIPS_MAX; i++) {
        s->ship_at[i] = EAGLES_SUNK;
    }
    set_up_nations(&p);
    for (unsigned i = 0; i < d->setups; i++) {
        set_up_stack(&p, &d->setup[i]);
    }
    set_up_cities(&p);
    if ((d->special & EAGLES_CAMPAIGN) != 0) {
        set_up_campaign(&p);
    }
    eagles_push(&p, EAGLES_STEP_PLAYER_TURN);
}

void eagles_setup(const EaglesData *d, EaglesState *s, Dice *dice)
{
    if (d->laid_out && dice->journal == NULL) {
        eagles_copy(d, s, &d->start);
    } else {
        eagles_lay_out(d, s, dice);
    }
    eagles_run(d, s, dice);
}
