/* naval.h: what the chapters of the naval rules share (map 12): fleets, their strength, battles.
 *
 * A fleet is all naval units of one side in one place: a port (its hex), EAGLES_COAST + hex (outside that
 * port or off a bare coast) or EAGLES_SEA + area. Functions take the flags that all its ships have to carry,
 * so that they speak of a part of it as well.
 */
#ifndef MARSHAL_ENGINE_EAGLES_NAVAL_H
#define MARSHAL_ENGINE_EAGLES_NAVAL_H

#include "engine/eagles/rules.h"

enum {
    EAGLES_ANYWHERE = 0xFFFF, /* as a place: ships afloat, wherever they are */
    EAGLES_NO_FLEET = 0xFFFF, /* as a rank of a place */
};

/* ------------------------------------------------------------------ fleets.c */

static inline unsigned eagles_ship_side(const Play *p, unsigned ship)
{
    return eagles_unit_side(p, p->d->ship_unit[ship]);
}
static inline bool eagles_is_squadron(const Play *p, unsigned ship)
{
    return p->d->unit[p->d->ship_unit[ship]].type == EAGLES_S;
}
/* Whether a ship is one of the side's at a place and carries all the flags. */
static inline bool eagles_ship_is(const Play *p, unsigned ship, unsigned side, unsigned place, unsigned flags)
{
    assert(ship < EAGLES_SHIPS_MAX);
    const unsigned at = p->s->ship_at[ship];
    const bool afloat = at < EAGLES_OFF_MAP || (at >= EAGLES_COAST && at < EAGLES_SUNK);
    return (place == EAGLES_ANYWHERE ? afloat : at == place) && (p->s->ship_flag[ship] & flags) == flags &&
           eagles_ship_side(p, ship) == side;
}
/* The ships of any side at a place that carry all the flags, ascending. */
typedef struct EaglesShips {
    unsigned count;
    uint8_t ship[EAGLES_SHIPS_MAX];
} EaglesShips;
void eagles_list_ships(const Play *p, unsigned place, unsigned flags, EaglesShips *ships);
/* Ships of such a fleet, and its squadrons. */
unsigned eagles_ships(const Play *p, unsigned side, unsigned place, unsigned flags);
unsigned eagles_squadrons(const Play *p, unsigned side, unsigned place, unsigned flags);
/* Rank of the first place, from a rank on, with a ship of the side that has none of the flags. */
unsigned eagles_next_fleet(const Play *p, unsigned side, unsigned rank, unsigned without);
/* Ranks of all such places, ascending. */
typedef struct EaglesFleets {
    unsigned count;
    uint16_t rank[EAGLES_SHIPS_MAX];
} EaglesFleets;
void eagles_list_fleets(const Play *p, unsigned side, unsigned rank, unsigned without, EaglesFleets *fleets);
/* Morale shared by most of the squadrons, the lower on a tie; damage counts one (12). 0 without squadrons. */
unsigned eagles_fleet_morale(const Play *p, unsigned side, unsigned flags);
/* Sets and clears flags of all ships of such a fleet. */
void eagles_flag_ships(Play *p, unsigned side, unsigned place, unsigned flags, unsigned clear, unsigned set);
/* The order of the fleet that lies in a place; a new one's where none does. */
unsigned eagles_order_there(const Play *p, unsigned side, unsigned place);
/* A ship of a unit comes from the pool to a place, with the order of the fleet that lies there, or of a new
 * one; false: none is left. */
bool eagles_launch(Play *p, unsigned unit, unsigned place);
/* The ship goes to a place (EAGLES_SUNK: to the pool, with its cargo). */
void eagles_move_ship(Play *p, unsigned ship, unsigned place);

/* Whether a hex is a port that ships of a side may use. */
bool eagles_is_haven(const Play *p, unsigned hex, unsigned side);
/* Whether enemy squadrons lie outside the port of the hex. */
bool eagles_is_blockaded(const Play *p, unsigned hex, unsigned side);
/* Sea areas (bits) that border a place, or the area itself. */
unsigned eagles_seas_of(const Play *p, unsigned place);
/* Whether Nelson is aboard a ship of the side at a place with these flags. */
bool eagles_has_nelson(const Play *p, unsigned side, unsigned place, unsigned flags);
/* A place as journal argument and PLACE of moves. */
static inline unsigned eagles_sea_hex(const Play *p, unsigned place)
{
    return place < EAGLES_OFF_MAP                                        ? place
           : place >= EAGLES_COAST && place < EAGLES_COAST + p->d->hexes ? place - EAGLES_COAST
                                                                         : EAGLES_NO_HEX;
}

/* ------------------------------------------------------------------ sea_battle.c */

/* Opens a battle between the ships with EAGLES_SHIP_BATTLE of both sides. */
void eagles_sea_battle(Play *p, unsigned mover, unsigned place, unsigned flags);
/* Asks the owner for so many units sunk and damaged among his ships with EAGLES_SHIP_BATTLE. */
void eagles_lose_ships(Play *p, unsigned side, unsigned sunk, unsigned damaged);
/* Sends the ships of a side with EAGLES_SHIP_BATTLE to the nearest port (12). */
void eagles_retreat_ships(Play *p, unsigned side, unsigned place);

/* What is added to the die of the moving fleet that runs the blockade of a port, and what it must come to. */
int eagles_blockade_modifier(const Play *p, unsigned hex);
enum { EAGLES_RUN_THROUGH = 6 };
/* The moving fleet runs the blockade of a port, out of it or into it: the die, and the battle if it fails. */
void eagles_run_blockade(Play *p, unsigned hex, bool into);

/* ------------------------------------------------------------------ fleet_move.c */

/* Whether a step is a decision about the fleet under way: what it is made of, takes aboard,
 * where it goes (12). */
bool eagles_moves_fleet(unsigned step);

/* The moving fleet comes to a place, for so many points; in a port or on a coast it may load. */
void eagles_arrive(Play *p, unsigned place, unsigned cost);

/* ------------------------------------------------------------------ transport.c */

/* Whether a ship has SP, a land leader or supply points aboard; or anything, English points too; whether any
 * ship of the moving fleet has. */
bool eagles_ship_carries(const Play *p, unsigned ship);
bool eagles_ship_laden(const Play *p, unsigned ship);
bool eagles_fleet_laden(const Play *p);
/* Whether the moving fleet could take somebody aboard in a hex. */
bool eagles_can_load(const Play *p, unsigned hex);
/* Whether SP of a side may go ashore in a hex. */
bool eagles_can_land(const Play *p, unsigned hex, unsigned side);
/* Whether English points may be put ashore in a hex: on the coast of an ally or at home, among partisans too.
 */
bool eagles_can_land_points(const Play *p, unsigned hex);
/* End of step 4: what the ships of the active side carry goes ashore where it can. */
void eagles_unload(Play *p);

/* Cargo points aboard a ship, supply points included; room of a transport. */
unsigned eagles_cargo(const Play *p, unsigned ship);
/* The order in which ships are stowed: undamaged ones by number at the places below EaglesData.ships, damaged
 * ones at those from there on (map 12). Whether the ship at such a place, its number modulo ships, is in the
 * state that the place is for. */
static inline bool eagles_is_stowed_at(const Play *p, unsigned place)
{
    const bool damaged = (p->s->ship_flag[place % p->d->ships] & EAGLES_SHIP_DAMAGED) != 0;
    return damaged == (place >= p->d->ships);
}
enum { EAGLES_CARGO = 10 };

/* ------------------------------------------------------------------ overseas.c: supply points */

/* Whether a ship of the moving fleet can take supply points aboard where it lies. */
bool eagles_can_load_supply(const Play *p);
/* The points of a ship go ashore; they supply SP of its colour until the player-turn ends. */
void eagles_land_supply(Play *p, unsigned ship, unsigned hex);
/* Clears EAGLES_FLAG_UNSUPPLIED of as many SP of a side (EAGLES_NEUTRAL: both) as the points ashore supply.
 */
void eagles_supply_overseas(Play *p, unsigned side);

/* ------------------------------------------------------------------ fleet_orders.c */

/* Whether the orders of a fleet let it intercept so many squadrons. */
bool eagles_order_allows(const Play *p, unsigned side, unsigned place, unsigned squadrons);
/* How many attempts to intercept one fleet of the enemy a side makes in the whole of its move. */
unsigned eagles_attempts_at_most(const Play *p, unsigned side);
/* Ships that came to a place (those with the flag) take the orders of those that lay there; where nobody did,
 * they keep the order of their first ship: orders persist (map 12). */
void eagles_take_orders(Play *p, unsigned side, unsigned place, unsigned came);

#endif
