/* cards_enemy.c: 12F, by which the Empire leads a force of the enemy for one march (map 21 move_enemy_force):
 * at its own speed in the weather of the day, through zones where it stays supplied and that hold no opposing
 * force. */
#include <assert.h>

#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

static unsigned speed_of(const NaePlay *p, NaePieces force)
{
    unsigned speed = NAE_NONE;
    NAE_EACH_PIECE(unit, nae_pieces_and(force, p->d->units))
    {
        const unsigned own = nae_unit_speed(p->d, p->s, unit);
        speed = own < speed ? own : speed;
    }
    const unsigned slower = nae_bad_weather(p->s) ? (unsigned)-p->d->table.bad_weather : 0U;
    return speed == NAE_NONE || speed < slower ? 0 : speed - slower;
}

/* Home-only units would die abroad and are left alone. */
static bool stays_whole(const NaePlay *p, NaePieces force, unsigned to)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(force, p->d->units))
    {
        if (p->d->unit[unit].home_only && p->s->owner[to] != p->d->nation_of[unit]) {
            return false;
        }
    }
    return true;
}

/* A fortress of the Empire may be covered by enough steps (siege 0). */
static bool may_cover(const NaePlay *p, NaePieces force, unsigned to)
{
    return nae_force_info(p->d, p->s, force).load >= 2 * nae_fortress_level(p->d, p->s, to);
}

static bool may_lead(const NaePlay *p, NaePieces force, unsigned from, unsigned to, unsigned points)
{
    const unsigned cost = nae_step_cost(p->d, from, to, false);
    const NaePieces there = nae_standing(p->d, p->s, to, NAE_COALITION);
    return cost != NAE_NONE && cost <= points && nae_may_enter(p->d, p->s, force, NAE_COALITION, from, to) &&
           nae_pieces_empty(nae_land(p->d, p->s, to, NAE_EMPIRE)) &&
           (!nae_enemy_fortress(p->d, p->s, to, NAE_COALITION) || may_cover(p, force, to)) &&
           stays_whole(p, force, to) &&
           (nae_pieces_empty(there) || nae_can_combine(p->d, p->s, force, there)) &&
           nae_supplied(p, force, to, NAE_NONE);
}

/* The force under way: passing through friends is free [7.1]. */
static NaePieces led(const NaePlay *p, unsigned zone)
{
    return nae_in_slot(p->s, nae_field(p->d, p->s, zone, NAE_COALITION), NAE_MOVING);
}

static bool can_go(const NaePlay *p, unsigned zone, unsigned points)
{
    const NaePieces force = nae_standing(p->d, p->s, zone, NAE_COALITION);
    for (unsigned i = 0; i < p->d->zone[zone].neighbors; i++) {
        if (may_lead(p, force, zone, p->d->zone[zone].edge[i].zone, points)) {
            return true;
        }
    }
    return false;
}

void nae_move_enemy_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    NAE_EACH_ZONE(zone, nae_led_forces(p->d, p->s))
    {
        const NaePieces force = nae_standing(p->d, p->s, zone, NAE_COALITION);
        /* Under fog of war any: what can make no step is found out, and has been the pick [9.2]. */
        if (p->d->option.fog_of_war || can_go(p, zone, speed_of(p, force))) {
            nae_option(list, nae_move1(NAE_M_MOVE_ENEMY, zone));
        }
    }
    nae_option(list, nae_move1(NAE_M_MOVE_ENEMY_WORD, NAE_W_NONE));
}

void nae_move_enemy_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    if (nae_move_kind(move) == NAE_M_MOVE_ENEMY_WORD) {
        return;
    }
    const unsigned zone = nae_move_a(move);
    NaeFrame *step = nae_push(p, NAE_STEP_MOVE_ENEMY_STEP, NAE_EMPIRE);
    const NaePieces force = nae_standing(p->d, p->s, zone, NAE_COALITION);
    step->a = (uint8_t)zone;
    step->b = (uint8_t)speed_of(p, force);
    nae_set_slot(p->s, nae_movable(p->d, p->s, force), NAE_MOVING);
}

/* a: zone, b: movement points left. */
void nae_move_enemy_step_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces force = led(p, frame->a);
    for (unsigned i = 0; i < p->d->zone[frame->a].neighbors; i++) {
        const unsigned to = p->d->zone[frame->a].edge[i].zone;
        if (may_lead(p, force, frame->a, to, frame->b)) {
            nae_option(list, nae_move1(NAE_M_MOVE_ENEMY, to));
        }
    }
    nae_option(list, nae_move1(NAE_M_MOVE_ENEMY_WORD, NAE_W_STOP));
}

/* It stands, one force with those it has met. */
static void stop(NaePlay *p, unsigned zone)
{
    const NaePieces there = nae_standing(p->d, p->s, zone, NAE_COALITION);
    nae_pop(p);
    nae_join(p, led(p, zone), there);
    nae_tidy_zone(p, zone);
}

void nae_move_enemy_step_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned from = frame->a;
    if (nae_move_kind(move) == NAE_M_MOVE_ENEMY_WORD) {
        stop(p, from);
        return;
    }
    const unsigned to = nae_move_a(move);
    frame->b = (uint8_t)(frame->b - nae_step_cost(p->d, from, to, false));
    frame->a = (uint8_t)to;
    nae_move_pieces(p, led(p, from), to, NAE_MOVING);
    nae_tidy_zone(p, from); /* mobile depots that are alone in enemy land now are lost [8.7] */
    if (nae_enemy_fortress(p->d, p->s, to, NAE_COALITION)) { /* covered: the march ends */
        nae_lay_siege(p, to);
        stop(p, to);
    }
    nae_check_siege(p, from);
}
