/* evasion.c: Cossacks and partisans slip away before the dice (map 8.7). */
#include <assert.h>

#include "engine/eagles/battle.h"

static bool is_clear(const Play *p, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned terrain = p->d->hex[hex].terrain;
    const bool frozen =
        eagles_winter(p->d, p->s->header.turn) && (terrain == EAGLES_SWAMP || terrain == EAGLES_LAKE);
    return terrain == EAGLES_CLEAR || frozen;
}

/* Whether SP of a row may leave the battle by its kind. */
static bool may_evade(const Play *p, const EaglesFrame *frame, unsigned row)
{
    const EaglesState *s = p->s;
    const EaglesBattle *b = &s->battle[frame->a];
    const unsigned side = frame->b;
    const unsigned type = p->d->unit[eagles_row_unit(s, row)].type;
    if ((type != EAGLES_CC && type != EAGLES_P) || (b->flags & EAGLES_BATTLE_ASSAULT) != 0 ||
        !eagles_committed(p, frame->a, side, row)) {
        return false;
    }
    const unsigned enemy_cavalry = eagles_battle_count(p, frame->a, eagles_other(side), true);
    if (type == EAGLES_P) {
        return side != b->attacker && (!is_clear(p, eagles_key_place(s->row_key[row])) || enemy_cavalry == 0);
    }
    const bool sortie = (b->flags & EAGLES_BATTLE_SORTIE) != 0 && side == b->attacker;
    return !sortie && enemy_cavalry <= eagles_battle_count(p, frame->a, side, true);
}

/* Neighbours a row may go to, by number: as in a retreat, with the distance condition and no way around it.
 */
static unsigned ways(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    const unsigned hex = eagles_key_place(key);
    const unsigned unit = eagles_key_unit(key);
    uint16_t hexes[EAGLES_RETREAT_MAX];
    const unsigned count = eagles_retreat_hexes(p, hex, frame->b, eagles_unit_colour(p, unit), true, hexes);
    unsigned bits = 0;
    for (unsigned i = 0; i < count; i++) {
        const bool partisan = p->d->unit[unit].type == EAGLES_P;
        if (!partisan || (eagles_is_empty(p, hexes[i], frame->b) && eagles_is_home(p, unit, hexes[i]))) {
            bits |= 1U << eagles_neighbour_rank(p->d, hex, hexes[i]);
        }
    }
    return bits;
}

static unsigned argument_of(uint32_t key)
{
    return eagles_row_argument(eagles_key_unit(key), (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0);
}

/* The next row in a hex to be asked; s->rows: none. */
static unsigned next_row_in(const Play *p, const EaglesFrame *frame, unsigned hex, unsigned *open)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if ((hex == frame->x && argument_of(s->row_key[i]) < frame->y) || !may_evade(p, frame, i)) {
            continue;
        }
        *open = ways(p, frame, s->row_key[i]);
        if (*open != 0) {
            return i;
        }
    }
    return s->rows;
}

/* The next row to be asked, by hex and row, as forces are in order; s->rows at the end. Frame: a battle, b
 * side, x hex, y least row there. */
static unsigned next_row(const Play *p, const EaglesFrame *frame, unsigned *open)
{
    const EaglesState *s = p->s;
    for (unsigned f = 0; f < s->forces; f++) {
        const EaglesForce *force = &s->force[f];
        if (force->battle == frame->a && force->side == frame->b && force->hex >= frame->x) {
            const unsigned row = next_row_in(p, frame, force->hex, open);
            if (row < s->rows) {
                return row;
            }
        }
    }
    return s->rows;
}

Seat eagles_evade_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned open = 0;
    const unsigned i = next_row(p, frame, &open);
    if (i < p->s->rows) {
        const uint32_t key = p->s->row_key[i];
        const unsigned hex = eagles_key_place(key);
        eagles_add(list, eagles_move_evade(hex, argument_of(key), 0));
        for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
            if ((open >> way & 1U) != 0) {
                eagles_add(list, eagles_move_evade(hex, argument_of(key), way + 1));
            }
        }
    }
    return eagles_seat(frame->b);
}

void eagles_evade_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const unsigned battle = frame->a;
    const unsigned side = frame->b;
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move) >> 11U;
    const unsigned row = eagles_move_argument(move) >> 3U & 0xFFU;
    const unsigned way = eagles_move_argument(move) & 7U;
    frame->x = (uint16_t)hex;
    frame->y = (uint16_t)(row + 1);
    if (way == 0) {
        return;
    }
    const unsigned to = eagles_ranked_neighbour(p->d, hex, way - 1);
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (argument_of(key) == row && eagles_committed(p, battle, side, i)) {
            const unsigned flags = eagles_key_flags(key) | EAGLES_FLAG_OUT;
            sp += s->row_count[i];
            eagles_rows_change(s, key, eagles_key(to, eagles_key_unit(key), flags), s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_RETREAT, side, (int)hex, (int)to, (int)sp);
    if (!eagles_has(p, hex, side, EAGLES_ANY)) {
        eagles_flee(p, hex, side);
        eagles_uncommit(p, (unsigned)eagles_find_force(p, hex, side));
        eagles_vacate(p, hex, side, battle);
    }
    eagles_settle(p, hex);
    eagles_settle(p, to);
}
