/* select.c: a part of a force, row by row (ROWS) and then leader by leader (WITH) (map 15.3).
 *
 * Frame: a purpose, b next row argument or leader, phase side, x hex, y least | most << 8 SP in all, z and w
 * as the purpose wants. What is chosen carries EAGLES_FLAG_GROUP when the purpose's function is called.
 */
#include "engine/eagles/select.h"

#include <assert.h>

#include "engine/eagles/battle.h"

typedef struct Purpose {
    bool (*row)(const Play *p, const EaglesFrame *frame, uint32_t key);
    bool (*leader)(const Play *p, const EaglesFrame *frame, unsigned leader);
    void (*done)(Play *p, EaglesFrame frame);
} Purpose;

static const Purpose PURPOSES[EAGLES_PURPOSES] = {
    [EAGLES_FOR_SORTIE] = {eagles_sortie_row, eagles_sortie_leader, eagles_sortie_done},
    [EAGLES_FOR_SHELTER] = {eagles_shelter_row, eagles_shelter_leader, eagles_shelter_done},
    [EAGLES_FOR_BESIEGE] = {eagles_besiege_row, eagles_besiege_leader, eagles_besiege_done},
    [EAGLES_FOR_RETREAT] = {eagles_retreat_row, eagles_retreat_leader, eagles_retreat_done},
    [EAGLES_FOR_ADVANCE] = {eagles_advance_row, eagles_advance_leader, eagles_advance_done},
    [EAGLES_FOR_SEA] = {eagles_sea_row, eagles_sea_leader, eagles_sea_done},
    [EAGLES_FOR_CROSSING] = {eagles_crossing_row, eagles_crossing_leader, eagles_crossing_done},
};

EaglesFrame *eagles_select(Play *p, enum eagles_purpose purpose, unsigned hex, unsigned side, unsigned least,
                           unsigned most)
{
    const bool ask_rows = most > 0;
    EaglesFrame *frame = eagles_push(p, ask_rows ? EAGLES_STEP_SELECT_ROWS : EAGLES_STEP_SELECT_LEADERS);
    assert(least <= most && most < 256);
    frame->a = (uint8_t)purpose;
    frame->phase = (uint8_t)side;
    frame->x = (uint16_t)hex;
    frame->y = (uint16_t)(least | most << 8U);
    return frame;
}

static bool is_candidate(const Play *p, const EaglesFrame *frame, unsigned i)
{
    const uint32_t key = p->s->row_key[i];
    return eagles_unit_side(p, eagles_key_unit(key)) == frame->phase &&
           (eagles_key_flags(key) & EAGLES_FLAG_GROUP) == 0 && PURPOSES[frame->a].row(p, frame, key);
}

static unsigned row_of(uint32_t key)
{
    return eagles_row_argument(eagles_key_unit(key), (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0);
}

/* The row to ask about next, how many SP it has and how many lie behind it; false when all rows were asked.
 */
static bool next_row(const Play *p, const EaglesFrame *frame, unsigned *row, unsigned *count,
                     unsigned *behind)
{
    const EaglesState *s = p->s;
    *row = EAGLES_NONE;
    *count = *behind = 0;
    for (unsigned i = eagles_rows_in(s, frame->x); eagles_row_at(s, i, frame->x); i++) {
        const unsigned argument = row_of(s->row_key[i]);
        if (argument < frame->b || !is_candidate(p, frame, i)) {
            continue;
        }
        if (*row == EAGLES_NONE) {
            *row = argument;
        }
        *(argument == *row ? count : behind) += s->row_count[i];
    }
    return *row != EAGLES_NONE;
}

static unsigned chosen_sp(const Play *p, const EaglesFrame *frame)
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    for (unsigned i = eagles_rows_in(s, frame->x); eagles_row_at(s, i, frame->x); i++) {
        const bool own = eagles_unit_side(p, eagles_row_unit(s, i)) == frame->phase;
        count += own && (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0U;
    }
    return count;
}

Seat eagles_select_rows_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned row = 0;
    unsigned count = 0;
    unsigned behind = 0;
    if (!next_row(p, frame, &row, &count, &behind)) {
        return eagles_seat(frame->phase);
    }
    const unsigned chosen = chosen_sp(p, frame);
    const unsigned least = frame->y & 0xFFU;
    const unsigned most = frame->y >> 8U;
    for (unsigned n = 0; n <= count; n++) {
        if (chosen + n + behind >= least && chosen + n <= most) {
            eagles_add(list, eagles_move_row(EAGLES_MOVE_ROWS, row, n));
        }
    }
    assert(list->count > 0);
    return eagles_seat(frame->phase);
}

void eagles_select_rows_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    if (move == EAGLES_NO_MOVE) {
        frame->step = EAGLES_STEP_SELECT_LEADERS;
        frame->b = 0;
        return;
    }
    const unsigned row = eagles_move_argument(move) >> 8U;
    unsigned n = eagles_move_argument(move) & 0xFFU;
    for (unsigned i = eagles_rows_in(s, frame->x); n > 0 && eagles_row_at(s, i, frame->x);) {
        const uint32_t key = s->row_key[i];
        if (row_of(key) != row || !is_candidate(p, frame, i)) {
            i++;
            continue;
        }
        const unsigned taken = n < s->row_count[i] ? n : s->row_count[i];
        eagles_rows_change(s, key, key | EAGLES_FLAG_GROUP, taken);
        n -= taken;
        i = eagles_rows_in(s, frame->x);
    }
    assert(n == 0);
    frame->b = (uint8_t)(row + 1);
}

/* The next leader to be asked for; not Nelson, who goes nowhere by land (rulebook: Nelson). */
static unsigned next_leader(const Play *p, const EaglesFrame *frame)
{
    for (unsigned l = frame->b; l < p->d->leaders; l++) {
        if (p->s->leader_at[l] == frame->x && !p->d->leader[l].naval &&
            eagles_leader_side(p, l) == frame->phase && PURPOSES[frame->a].leader(p, frame, l)) {
            return l;
        }
    }
    return EAGLES_NONE;
}

Seat eagles_select_leaders_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const unsigned leader = next_leader(p, frame);
    if (leader != EAGLES_NONE) {
        eagles_add(list, eagles_move_with(leader, false));
        eagles_add(list, eagles_move_with(leader, true));
    }
    return eagles_seat(frame->phase);
}

void eagles_select_leaders_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (move == EAGLES_NO_MOVE) {
        const EaglesFrame copy = *frame;
        eagles_pop(p);
        PURPOSES[copy.a].done(p, copy);
        return;
    }
    const unsigned leader = eagles_move_argument(move) >> 1U;
    if ((move & 1U) != 0) {
        p->s->leader_flag[leader] |= EAGLES_FLAG_GROUP;
    }
    frame->b = (uint8_t)(leader + 1);
}

/* ------------------------------------------------------------------ sortie (9.6) */

bool eagles_sortie_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    (void)p;
    (void)frame;
    return (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) != 0;
}

bool eagles_sortie_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    (void)frame;
    return (p->s->leader_flag[leader] & EAGLES_FLAG_INSIDE) != 0;
}

void eagles_sortie_done(Play *p, EaglesFrame frame) { eagles_come_out(p, frame.x, frame.phase, false); }
