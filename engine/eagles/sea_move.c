/* sea_move.c: red SP go by sea from port to port, once a Coalition turn (special rules of 1814 and of the
 * Spanish scenarios). Frame: x the port they leave, y the port they go to. */
#include <assert.h>

#include "engine/eagles/select.h"

/* Red SP in a port that may embark: outside, not partisans or in training, allowed where they go (if that is
 * known). */
static bool embarks(const Play *p, uint32_t key, unsigned to)
{
    const unsigned unit = eagles_key_unit(key);
    const unsigned type = p->d->unit[unit].type;
    return (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) == 0 && type != EAGLES_P && type != EAGLES_CT &&
           eagles_unit_side(p, unit) == EAGLES_COALITION && eagles_unit_colour(p, unit) == EAGLES_RED &&
           (to == EAGLES_NO_HEX || !eagles_barred(p, unit, to));
}

static unsigned embarking(const Play *p, unsigned hex, unsigned to)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        sp += embarks(p, s->row_key[i], to) ? s->row_count[i] : 0U;
    }
    return sp;
}

/* A port of the countries named, in play. */
static bool is_port(const Play *p, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned city = p->d->hex[hex].city;
    const unsigned owner = eagles_owner(p, hex);
    return city != EAGLES_NONE && p->d->city[city].port && eagles_enterable(p, hex, EAGLES_COALITION) &&
           (p->d->sea_move_nations == 0 ||
            (owner != EAGLES_NONE && (p->d->sea_move_nations >> owner & 1U) != 0));
}

/* Where the rule names the countries, troops leave from ports of their side alone. */
static bool can_leave(const Play *p, unsigned hex)
{
    return is_port(p, hex) &&
           (p->d->sea_move_nations == 0 || eagles_control(p->s, p->d->hex[hex].city) == EAGLES_COALITION);
}

/* Ports that may be sailed to: without enemy SP, and not among own partisans. */
static bool can_land(const Play *p, unsigned hex)
{
    return is_port(p, hex) && !eagles_has(p, hex, EAGLES_FRANCE, EAGLES_ANY) &&
           !eagles_has_partisan(p, hex, EAGLES_COALITION);
}

/* Whether anybody may go from one port to another. */
static bool is_joined(const Play *p, unsigned from, unsigned to)
{
    return to != from && can_land(p, to) && embarking(p, from, to) > 0;
}

static bool can_go_anywhere(const Play *p, unsigned from)
{
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (is_joined(p, from, p->d->city_hex[city])) {
            return true;
        }
    }
    return false;
}

Seat eagles_sea_from_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_SEA_FROM, 0));
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city_hex[city];
        if (can_leave(p, hex) && embarking(p, hex, EAGLES_NO_HEX) > 0 && can_go_anywhere(p, hex)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_SEA_FROM, hex + 1));
        }
    }
    return SEAT_COALITION;
}

void eagles_sea_from_choose(Play *p, Move move)
{
    const unsigned hex = eagles_move_argument(move);
    if (hex == 0) {
        eagles_pop(p);
        return;
    }
    *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_SEA_TO, .x = (uint16_t)(hex - 1)};
}

/* Frame: a the country chosen + 1, where more than 48 ports are open: this map has no need of it. */
Seat eagles_sea_to_options(const Play *p, MoveList *list)
{
    enum { PAGE = 48 };
    const EaglesFrame *frame = eagles_top(p);
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (is_joined(p, frame->x, p->d->city_hex[city])) {
            eagles_add(list, eagles_move(EAGLES_MOVE_SEA_TO, p->d->city_hex[city]));
        }
    }
    if (list->count <= PAGE) {
        return SEAT_COALITION;
    }
    uint32_t owners = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const unsigned owner = eagles_owner(p, eagles_move_argument(list->moves[i]));
        owners |= 1U << owner;
        if (frame->a == owner + 1U) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (unsigned nation = 0; frame->a == 0 && nation < p->d->nations; nation++) {
        if ((owners >> nation & 1U) != 0) {
            eagles_add(list, eagles_move(EAGLES_MOVE_SEA_COUNTRY, nation));
        }
    }
    return SEAT_COALITION;
}

void eagles_sea_to_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (eagles_move_kind(move) == EAGLES_MOVE_SEA_COUNTRY) {
        frame->a = (uint8_t)(eagles_move_argument(move) + 1);
        return;
    }
    const unsigned from = frame->x;
    const unsigned to = eagles_move_argument(move);
    const unsigned sp = embarking(p, from, to);
    eagles_pop(p);
    EaglesFrame *choice = eagles_select(p, EAGLES_FOR_SEA, from, EAGLES_COALITION, 1,
                                        sp < p->d->sea_move_sp ? sp : p->d->sea_move_sp);
    choice->z = (uint16_t)to;
}

/* Selection: z the port they go to. */
bool eagles_sea_row(const Play *p, const EaglesFrame *frame, uint32_t key)
{
    return embarks(p, key, frame->z);
}

bool eagles_sea_leader(const Play *p, const EaglesFrame *frame, unsigned leader)
{
    (void)frame;
    return eagles_leader_colour(p, leader) == EAGLES_RED && !p->d->leader[leader].naval &&
           (p->s->leader_flag[leader] & EAGLES_FLAG_INSIDE) == 0;
}

void eagles_sea_done(Play *p, EaglesFrame frame)
{
    eagles_move_flagged(p, frame.x, frame.z, EAGLES_FLAG_GROUP, EAGLES_FLAG_GROUP, EAGLES_FLAG_FINISHED);
    eagles_settle(p, frame.x);
    eagles_settle(p, frame.z);
}
