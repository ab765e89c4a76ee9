/* outlook.h: what the web page asks of a position beyond the pieces: where choices point, who owns the land,
 * where supply comes, how far the group in hand can go (outlook.c). No rule asks for it. */
#ifndef MARSHAL_ENGINE_EAGLES_OUTLOOK_H
#define MARSHAL_ENGINE_EAGLES_OUTLOOK_H

#include "engine/eagles/rules.h"
#include "engine/jsonout.h"

/* Adds the keys step, targets (if seat is to act), group (if one is in hand), owners, supply and forces to
 * the open object of a position as seat may see it: p is its view.
 *   targets  {move: place}   land hex CCRR or id of a sea area, of every legal move that points somewhere
 *   group    {hex, colour, sp, spent, allowance, leaders, reach: [{hex, mp, from, overrun}]}
 *   owners   a letter for each land hex in ascending order of id: A the first nation, B the second, ...; '.'
 *   shut     the same length: '#' where nobody may go in this scenario, 'f' or 'c' where only that side may
 *   supply   {colour: the same length: '.' no supply, 0 to 3 movement points left there}, by colour in play
 *   forces   [{hex, side, movement, reach: [hex]}] of the stacks of the seat that acts, if it is about to
 * move */
void eagles_outlook_json(const Play *p, Seat seat, JsonOut *out);

/* How far the group in hand, or one SP of a stack under a leader of its own, can go this turn. */
typedef struct EaglesReach {
    unsigned count;
    struct {
        uint16_t hex, from; /* from: the hex before on a cheapest way */
        uint8_t mp;         /* spent to get there */
        bool overrun;       /* enemies would be overrun there: nothing behind is looked at */
    } at[EAGLES_ROWS_MAX];
} EaglesReach;
struct Body;
void eagles_reach_of(const Play *p, const struct Body *body, EaglesReach *reach);

#endif
