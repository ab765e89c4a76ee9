/* losses.c: which SP are lost, one at a time (map 15.3).
 *
 * Rows are offered in ascending order and never again once passed, so that each set of losses arises once. A
 * duty (Guard or charging cavalry first; one cavalry) narrows the first pick. A row is offered only if the
 * rest can still be met behind it.
 */
#include <assert.h>

#include "engine/eagles/battle.h"

/* Order of rows in a loss: unit, expedition, hex. */
static unsigned order_of(uint32_t key)
{
    const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
    return eagles_row_argument(eagles_key_unit(key), expedition) << 11U | eagles_key_place(key);
}

static bool is_class(const Play *p, unsigned unit, unsigned class)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesUnit *u = &p->d->unit[unit];
    const bool french = u->nation == p->d->france;
    const bool guard = french && (u->type == EAGLES_GI || u->type == EAGLES_GC);
    switch ((enum eagles_class) class) {
    case EAGLES_CLASS_GUARD:
        return guard;
    case EAGLES_CLASS_FRENCH:
        return french && !guard;
    case EAGLES_CLASS_REST:
        return !french;
    case EAGLES_CLASS_ALL:
        return true;
    }
    return false;
}

/* Expeditionary forces at home are exempt from attrition (3). */
static bool is_exempt(const Play *p, uint32_t key)
{
    return (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0 &&
           eagles_owner(p, eagles_key_place(key)) == p->d->unit[eagles_key_unit(key)].nation;
}

static bool in_scope(const Play *p, const EaglesLoss *loss, unsigned i)
{
    const uint32_t key = p->s->row_key[i];
    const unsigned unit = eagles_key_unit(key);
    const unsigned hex = eagles_key_place(key);
    if (eagles_unit_side(p, unit) != loss->side) {
        return false;
    }
    switch ((enum eagles_loss_scope)loss->scope) {
    case EAGLES_LOSS_HEX:
        return hex == loss->hex && !is_exempt(p, key);
    case EAGLES_LOSS_BATTLE:
        return eagles_committed(p, loss->battle, loss->side, i);
    case EAGLES_LOSS_GROUP:
        return hex == loss->hex && (eagles_key_flags(key) & EAGLES_FLAG_GROUP) != 0 &&
               is_class(p, unit, loss->unit);
    case EAGLES_LOSS_FLIGHT:
        return hex == loss->hex && (eagles_key_flags(key) & EAGLES_FLAG_FLIGHT) != 0 &&
               (loss->unit == EAGLES_NONE || eagles_unit_colour(p, unit) == loss->unit);
    case EAGLES_LOSS_UNIT:
        return unit == loss->unit && !eagles_is_besieged(p, hex, loss->side);
    case EAGLES_LOSS_NATION:
        return p->d->unit[unit].nation == loss->unit;
    }
    return false;
}

/* Whether a row meets the duty that is open. */
static bool meets_guard(const Play *p, const EaglesLoss *loss, unsigned unit)
{
    assert(unit < EAGLES_UNITS_MAX);
    const unsigned type = p->d->unit[unit].type;
    return loss->guard == 1 ? type == EAGLES_GI || type == EAGLES_GC : p->d->unit[unit].cavalry;
}

typedef struct LossRow {
    uint32_t key; /* of the rows it stands for the one that loses an SP first */
    unsigned order, count;
} LossRow;

/* A row joins the list in order; rows that differ in flags alone are one, of which unsupplied SP go first. */
static void list_row(const Play *p, unsigned i, LossRow rows[EAGLES_ROWS_MAX], unsigned *count)
{
    const EaglesState *s = p->s;
    const unsigned order = order_of(s->row_key[i]);
    unsigned at = *count;
    while (at > 0 && rows[at - 1].order > order) {
        at--;
    }
    if (at > 0 && rows[at - 1].order == order) {
        rows[at - 1].count += s->row_count[i];
        if ((eagles_key_flags(rows[at - 1].key) & EAGLES_FLAG_UNSUPPLIED) == 0 &&
            (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) != 0) {
            rows[at - 1].key = s->row_key[i];
        }
        return;
    }
    for (unsigned k = *count; k > at; k--) { /* seldom: most come in order */
        rows[k] = rows[k - 1];
    }
    rows[at] = (LossRow){s->row_key[i], order, s->row_count[i]};
    (*count)++;
}

/* SP committed to a battle stand where its forces do. */
static unsigned list_battle(const Play *p, const EaglesLoss *loss, LossRow rows[EAGLES_ROWS_MAX])
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    for (unsigned f = 0; f < s->forces; f++) {
        const EaglesForce *force = &s->force[f];
        if (force->battle != loss->battle || force->side != loss->side) {
            continue;
        }
        for (unsigned i = eagles_rows_in(s, force->hex); eagles_row_at(s, i, force->hex); i++) {
            if (eagles_row_fights(p, force, i)) {
                list_row(p, i, rows, &count);
            }
        }
    }
    return count;
}

/* The rows of a loss in order. */
static unsigned list_rows(const Play *p, const EaglesLoss *loss, LossRow rows[EAGLES_ROWS_MAX])
{
    const EaglesState *s = p->s;
    const bool one_hex = loss->scope <= EAGLES_LOSS_FLIGHT;
    unsigned count = 0;
    if (loss->scope == EAGLES_LOSS_BATTLE) {
        return list_battle(p, loss, rows);
    }
    for (unsigned i = one_hex ? eagles_rows_in(s, loss->hex) : 0; i < s->rows; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex >= EAGLES_OFF_MAP || (one_hex && hex != loss->hex)) {
            break;
        }
        if (in_scope(p, loss, i)) {
            list_row(p, i, rows, &count);
        }
    }
    return count;
}

void eagles_lose(Play *p, EaglesLoss loss)
{
    LossRow rows[EAGLES_ROWS_MAX];
    const unsigned count = list_rows(p, &loss, rows);
    unsigned total = 0;
    bool cavalry = false;
    bool guard = false;
    for (unsigned i = 0; i < count; i++) {
        const unsigned unit = eagles_key_unit(rows[i].key);
        total += rows[i].count;
        cavalry = cavalry || p->d->unit[unit].cavalry;
        guard = guard || (loss.guard != 0 && meets_guard(p, &loss, unit));
    }
    loss.left = (uint8_t)(loss.left < total ? loss.left : total);
    loss.cavalry = loss.cavalry != 0 && cavalry;
    loss.guard = guard ? loss.guard : 0;
    loss.last = 0;
    if (loss.left > 0) {
        p->s->loss = loss;
        eagles_push(p, EAGLES_STEP_LOSS);
    }
}

Seat eagles_loss_options(const Play *p, MoveList *list)
{
    const EaglesLoss *loss = &p->s->loss;
    LossRow rows[EAGLES_ROWS_MAX];
    const unsigned count = list_rows(p, loss, rows);
    unsigned behind = 0;
    for (unsigned i = count; i-- > 0;) {
        const unsigned unit = eagles_key_unit(rows[i].key);
        behind += rows[i].count;
        const bool free_start = loss->guard != 0; /* what follows the Guard duty is a sequence of its own */
        if (!free_start && (rows[i].order < loss->last || behind < loss->left)) {
            continue;
        }
        const bool duty =
            loss->guard != 0 ? meets_guard(p, loss, unit) : loss->cavalry == 0 || p->d->unit[unit].cavalry;
        if (duty) {
            eagles_add(list, eagles_move(EAGLES_MOVE_LOSS, rows[i].order));
        }
    }
    assert(list->count > 0);
    return eagles_seat(loss->side);
}

static void note_loss(const Play *p, const EaglesLoss *loss, unsigned hex, unsigned unit)
{
    EAGLES_NOTE(p, EAGLES_EVENT_LOST, loss->side, (int)hex, (int)unit, 1, loss->cause);
}

/* Besiegers who assault lose SP in the hex of the city: should it be the last there, the siege is not lifted
 * before the garrison has lost its own (8.6, 9.5). */
static bool is_assaulting_here(const Play *p, const EaglesLoss *loss, unsigned hex)
{
    const EaglesBattle *b = &p->s->battle[loss->battle];
    return (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && b->attacker == loss->side && b->defend == hex;
}

void eagles_loss_choose(Play *p, Move move)
{
    EaglesLoss *loss = &p->s->loss;
    LossRow rows[EAGLES_ROWS_MAX];
    const unsigned count = list_rows(p, loss, rows);
    const unsigned order = eagles_move_argument(move);
    unsigned i = 0;
    while (i < count && rows[i].order != order) {
        i++;
    }
    assert(i < count);
    const unsigned unit = eagles_key_unit(rows[i].key);
    const unsigned hex = eagles_key_place(rows[i].key);
    const unsigned scope = loss->scope;
    const unsigned side = loss->side;
    if (loss->gone >= EAGLES_GONE_TO_WAR) {
        const unsigned war = loss->gone - (unsigned)EAGLES_GONE_TO_WAR;
        EAGLES_NOTE(p, EAGLES_EVENT_TO_WAR, loss->side, (int)hex, (int)unit, (int)war);
        eagles_rows_change(p->s, rows[i].key, eagles_key(EAGLES_WAR + war, unit, 0), 1);
    } else if (loss->gone != 0) {
        note_loss(p, loss, hex, unit);
        eagles_rows_remove(p->s, rows[i].key, 1);
    } else {
        note_loss(p, loss, hex, unit);
        eagles_eliminate(p, rows[i].key, 1);
    }
    const bool held = scope == EAGLES_LOSS_BATTLE && is_assaulting_here(p, loss, hex);
    const bool first_of_two = loss->guard != 0;
    loss->guard = 0;
    loss->cavalry = loss->cavalry != 0 && !p->d->unit[unit].cavalry;
    loss->last = first_of_two ? 0 : order;
    const bool settle = loss->scope == EAGLES_LOSS_HEX || loss->scope > EAGLES_LOSS_FLIGHT;
    if (--loss->left == 0) {
        *loss = (EaglesLoss){0};
        eagles_pop(p);
    }
    /* Whoever lost his last SP in a battle opens the hex at once, before the other side chooses what it
     * loses; leaders whose last SP outside a city died go in to those inside (map 0). */
    const bool emptied = scope == EAGLES_LOSS_BATTLE && !eagles_has(p, hex, side, EAGLES_OUTSIDE);
    if (emptied) {
        eagles_flee(p, hex, side);
    }
    if (settle || (emptied && !held)) {
        eagles_settle(p, hex);
    }
}
