/* ledger.h: the books of the grand campaign for the web page: states, production, orders of fleets
 * (ledger.c). No rule asks for it. */
#ifndef MARSHAL_ENGINE_EAGLES_LEDGER_H
#define MARSHAL_ENGINE_EAGLES_LEDGER_H

#include "engine/eagles/campaign.h"
#include "engine/jsonout.h"

/* Adds the key ledger to the open object of a position of the campaign as seat may see it (p is its view):
 *   production_cities {side: red and Landwehr cities it controls}, as the victory conditions count them
 *   conqueror         {nation: side} of those that are neutral by conquest
 *   states            {nation: {stored, modifier, dice, made: {red, landwehr, naval}}}: production points
 * kept; Coalition less French points for an alliance, of neutral ones; what the state adds to the die of its
 * side; its cities that produce points            {red, landwehr, naval, legion} still to spend by the state
 * that is building fleets            [{place, orders, attempts}] of the seat's own fleets: what they
 * intercept, and how many attempts all of a side make against one fleet at most */
void eagles_ledger_json(const Play *p, Seat seat, JsonOut *out);

#endif
