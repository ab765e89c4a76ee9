/* march.c: forced march (map 7.5): a path declared hex by hex, one die, classes that may part on the way. */
#include <assert.h>

#include "engine/eagles/groups.h"

enum { MARCH_MP = 3, MARCH_HEXES = 3, CLASSES = 3 };

/* MP not yet spent when the march begins. */
static unsigned unspent(const Play *p, const Body *body)
{
    const unsigned all = eagles_body_allowance(p, body);
    return all > p->s->group.spent ? all - p->s->group.spent : 0;
}

static unsigned path_cost(const EaglesGroup *group)
{
    unsigned cost = 0;
    for (unsigned i = 1; i < group->path_count; i++) {
        cost += group->cost[i];
    }
    return cost;
}

static void add_to_path(Play *p, unsigned direction)
{
    EaglesGroup *group = &p->s->group;
    const unsigned from = group->path[group->path_count - 1];
    assert(group->path_count <= MARCH_HEXES);
    group->cost[group->path_count] = (uint8_t)eagles_cost(p, from, direction, p->s->active);
    group->path[group->path_count++] = p->d->hex[from].neighbour[direction];
}

void eagles_march_begin(Play *p, unsigned direction)
{
    EaglesGroup *group = &p->s->group;
    group->path[0] = group->hex;
    group->path_count = 1;
    add_to_path(p, direction);
    *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_MARCH_PATH};
}

static bool in_path(const EaglesGroup *group, unsigned hex)
{
    for (unsigned i = 0; i < group->path_count; i++) {
        if (group->path[i] == hex) {
            return true;
        }
    }
    return false;
}

Seat eagles_march_path_options(const Play *p, MoveList *list)
{
    const EaglesGroup *group = &p->s->group;
    Body body;
    eagles_body_sp_of_group(p, &body);
    const unsigned most = unspent(p, &body) + MARCH_MP;
    const unsigned spent = path_cost(group);
    const unsigned from = group->path[group->path_count - 1];
    if (group->path_count <= MARCH_HEXES && spent < most) {
        unsigned ways = eagles_body_march(p, &body, from, most - spent);
        for (; ways != 0; ways &= ways - 1) {
            const unsigned direction = (unsigned)__builtin_ctz(ways);
            if (!in_path(group, p->d->hex[from].neighbour[direction])) {
                eagles_add(list, eagles_move(EAGLES_MOVE_FM_STEP, direction));
            }
        }
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_FM_GO, 0));
    return eagles_seat(p->s->active);
}

static bool has_french(const Play *p)
{
    Body body;
    eagles_body_sp_of_group(p, &body);
    for (unsigned i = 0; i < body.rows; i++) {
        if (p->d->unit[body.row[i].unit].nation == p->d->france) {
            return true;
        }
    }
    return false;
}

void eagles_march_path_choose(Play *p, Move move)
{
    if (eagles_move_kind(move) == EAGLES_MOVE_FM_STEP) {
        add_to_path(p, eagles_move_argument(move));
        return;
    }
    const bool french = has_french(p);
    *eagles_top(p) = (EaglesFrame){.step = french ? EAGLES_STEP_MARCH_FRENCH : EAGLES_STEP_MARCH_ROLL};
}

/* The French modifiers are a choice: with them classes are read apart and may part (7.5). */
Seat eagles_march_french_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_FM_FRENCH, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_FM_FRENCH, 1));
    return eagles_seat(p->s->active);
}

void eagles_march_french_choose(Play *p, Move move)
{
    *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_MARCH_ROLL, .b = (uint8_t)eagles_move_argument(move)};
}

/* ------------------------------------------------------------------ the roll */

static unsigned class_of(const Play *p, unsigned unit, bool classes)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesUnit *u = &p->d->unit[unit];
    if (!classes) {
        return EAGLES_CLASS_ALL;
    }
    if (u->nation != p->d->france) {
        return EAGLES_CLASS_REST;
    }
    return u->type == EAGLES_GI || u->type == EAGLES_GC ? EAGLES_CLASS_GUARD : EAGLES_CLASS_FRENCH;
}

/* What the die does to one class: SP in it, hexes of the path it makes, SP it loses. */
typedef struct ClassMarch {
    unsigned sp, unsupplied, hexes, lost;
} ClassMarch;

/* The row of the table, from 0, that a die means for a class. */
static unsigned table_row(const Play *p, unsigned die, unsigned class, const ClassMarch *march)
{
    const EaglesHex *start = &p->d->hex[p->s->group.path[0]];
    int value = (int)die;
    value -= class == EAGLES_CLASS_GUARD ? 2 : class == EAGLES_CLASS_FRENCH ? 1 : 0;
    value += 2 * march->unsupplied >= march->sp ? 1 : 0;
    value += eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    value += start->area == 1 || start->area == 4 ? 1 : 0;
    return (unsigned)(value < 1 ? 1 : value > 6 ? 6 : value) - 1U;
}

static void go_as_far(const Play *p, unsigned die, unsigned class, unsigned left, ClassMarch *march)
{
    const EaglesGroup *group = &p->s->group;
    const unsigned row = table_row(p, die, class, march);
    const unsigned column = path_cost(group) - left;
    assert(column >= 1 && column <= MARCH_MP);
    unsigned mp = left + p->d->tables.march_extra[row][column - 1];
    march->hexes = 0;
    for (unsigned i = 1; i < group->path_count && mp >= group->cost[i]; i++) {
        mp -= group->cost[i];
        march->hexes = i;
    }
    march->lost = p->d->tables.march_loss[row][column - 1];
}

static void read_die(const Play *p, unsigned die, unsigned class, unsigned left, ClassMarch *march)
{
    const EaglesGroup *group = &p->s->group;
    const unsigned column = path_cost(group) - left;
    go_as_far(p, die, class, left, march);
    EAGLES_NOTE(p, EAGLES_EVENT_MARCH, p->s->active, group->path[0], (int)column, (int)die,
                p->d->tables.march_extra[table_row(p, die, class, march)][column - 1], (int)march->lost);
}

/* SP of the group by class; SP of one type may differ in supply (12). */
static void count_classes(const Play *p, bool classes, ClassMarch march[EAGLES_CLASS_ALL + 1])
{
    const EaglesState *s = p->s;
    const unsigned from = s->group.path[0];
    for (unsigned i = eagles_rows_in(s, from); eagles_row_at(s, i, from); i++) {
        const unsigned flags = eagles_row_flags(s, i);
        const unsigned class = class_of(p, eagles_row_unit(s, i), classes);
        const unsigned sp = (flags & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0U;
        march[class].sp += sp;
        march[class].unsupplied += (flags & EAGLES_FLAG_UNSUPPLIED) != 0 ? sp : 0U;
    }
}

EaglesMarchOdds eagles_march_odds(const Play *p, bool french)
{
    const EaglesGroup *group = &p->s->group;
    EaglesMarchOdds odds = {0, 0};
    ClassMarch march[EAGLES_CLASS_ALL + 1] = {{0, 0, 0, 0}};
    Body body;
    eagles_body_sp_of_group(p, &body);
    const unsigned left = unspent(p, &body);
    count_classes(p, french && has_french(p), march);
    for (unsigned die = 1; die <= 6 && path_cost(group) > left; die++) {
        bool all = true;
        bool lost = false;
        for (unsigned class = 0; class <= EAGLES_CLASS_ALL; class ++) {
            if (march[class].sp > 0) {
                go_as_far(p, die, class, left, &march[class]);
                all = all && march[class].hexes + 1U == group->path_count;
                lost = lost || march[class].lost > 0;
            }
        }
        odds.arrive += all ? 1U : 0U;
        odds.lose += lost ? 1U : 0U;
    }
    return odds;
}

/* SP of a class go as far as the class came; leaders with the class that has most SP (on a tie the farther
 * one). */
static void move_class(Play *p, unsigned class, bool classes, unsigned to)
{
    EaglesState *s = p->s;
    const unsigned from = s->group.path[0];
    for (unsigned i = eagles_rows_in(s, from); to != from && eagles_row_at(s, i, from);) {
        const uint32_t key = s->row_key[i];
        const bool his = (eagles_key_flags(key) & EAGLES_FLAG_GROUP) != 0 &&
                         class_of(p, eagles_key_unit(key), classes) == class;
        if (his) {
            eagles_rows_change(s, key, eagles_key(to, eagles_key_unit(key), eagles_key_flags(key)),
                               s->row_count[i]);
            i = eagles_rows_in(s, from);
        } else {
            i++;
        }
    }
}

static void move_leaders(Play *p, unsigned to)
{
    EaglesState *s = p->s;
    EaglesLeaders here;
    eagles_leaders_in(s, s->group.path[0], &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0) {
            s->leader_at[l] = (uint16_t)to;
        }
    }
}

/* Throws the die and moves all classes; frame.x, y, z keep what the classes lose: end of the path and SP. */
static void roll(Play *p, EaglesFrame *frame)
{
    EaglesState *s = p->s;
    EaglesGroup *group = &s->group;
    ClassMarch march[EAGLES_CLASS_ALL + 1] = {{0, 0, 0, 0}};
    const bool classes = frame->b != 0;
    Body body;
    eagles_body_sp_of_group(p, &body);
    const unsigned left = unspent(p, &body);
    count_classes(p, classes, march);
    const unsigned die = eagles_die(p, EAGLES_DIE_MARCH, s->active, s->group.path[0]);
    unsigned lead = 0;
    uint16_t *const losses[EAGLES_CLASS_ALL + 1] = {&frame->x, &frame->y, &frame->z, &frame->w};
    for (unsigned class = 0; class <= EAGLES_CLASS_ALL; class ++) {
        if (march[class].sp == 0) {
            continue;
        }
        read_die(p, die, class, left, &march[class]);
        const bool larger = march[class].sp > march[lead].sp ||
                            (march[class].sp == march[lead].sp && march[class].hexes > march[lead].hexes);
        lead = larger ? class : lead;
        *losses[class] = (uint16_t)(march[class].hexes << 8U | march[class].lost);
    }
    for (unsigned class = 0; class <= EAGLES_CLASS_ALL; class ++) {
        if (march[class].sp > 0) {
            const unsigned end = group->path[march[class].hexes];
            eagles_note_way(p, group->left_count > 0 ? group->left[0] : group->path[0], end, march[class].sp,
                            class == lead);
            move_class(p, class, classes, end);
        }
    }
    move_leaders(p, group->path[march[lead].hexes]);
    group->flags |= EAGLES_GROUP_MOVED | EAGLES_GROUP_RESET;
    for (unsigned i = 0; i < group->path_count; i++) {
        eagles_settle(p, group->path[i]);
    }
}

void eagles_march_roll_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    if (frame->phase == 0) {
        roll(p, frame);
        frame->phase = 1;
    }
    const uint16_t losses[EAGLES_CLASS_ALL + 1] = {frame->x, frame->y, frame->z, frame->w};
    const bool lost_any = ((frame->x | frame->y | frame->z | frame->w) & 0xFFU) != 0;
    while (frame->phase <= EAGLES_CLASS_ALL + 1) {
        const unsigned class = frame->phase++ - 1U;
        const unsigned lost = losses[class] & 0xFFU;
        if (lost > 0) {
            eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_GROUP,
                                        .side = p->s->active,
                                        .hex = p->s->group.path[losses[class] >> 8U],
                                        .unit = (uint8_t) class,
                                        .left = (uint8_t)lost,
                                        .cause = EAGLES_BY_MARCH});
            return;
        }
    }
    for (unsigned i = 0; lost_any && i < p->s->group.path_count; i++) { /* else all is settled already */
        eagles_settle(p, p->s->group.path[i]);
    }
    frame->step = EAGLES_STEP_GROUP_END;
}
