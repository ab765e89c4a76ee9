/* battle.h: what the chapters of combat share beyond rules.h (map 8, 9). Internal to them. */
#ifndef MARSHAL_ENGINE_EAGLES_BATTLE_H
#define MARSHAL_ENGINE_EAGLES_BATTLE_H

#include "engine/eagles/rules.h"

/* Commits the SP of a side in a hex to a battle (or moves the force to another battle) with flags of
 * enum eagles_force_flag. */
EaglesForce *eagles_commit(Play *p, unsigned hex, unsigned side, unsigned battle, unsigned flags);
void eagles_uncommit(Play *p, unsigned index);
/* SP of a force that fight in its battle in this round. */
unsigned eagles_force_count(const Play *p, const EaglesForce *force, bool cavalry);
/* Whether a row of a force's hex is of those SP. */
bool eagles_row_fights(const Play *p, const EaglesForce *force, unsigned row);
/* Morale of a side before any is lost, and now (8.4), from the SP that fight there, by their morale. */
enum { EAGLES_MORALES = 4 };
int eagles_base_morale_of(const Play *p, unsigned battle, unsigned side, const unsigned sp[EAGLES_MORALES]);
int eagles_morale_of(const Play *p, unsigned battle, unsigned side, const unsigned sp[EAGLES_MORALES]);
/* Whether a leader is with the committed SP of a side. */
bool eagles_leader_committed(const Play *p, unsigned battle, unsigned side, unsigned leader);
/* SP and leaders of a sortie go back inside (if the siege goes on). */
void eagles_end_sortie(Play *p, unsigned hex, unsigned side);
void eagles_end_battle(Play *p, unsigned battle);
/* Whether a battle is on, and both its attack and its defend hex are held by those who fight it (8.2). */
bool eagles_battle_holds(const Play *p, unsigned battle);
/* Ends the battles in whose attack or defend hex nobody is left to fight (8.2); whether there were any. */
bool eagles_refresh_battles(Play *p);
static inline bool eagles_battle_on(const EaglesState *s, unsigned battle)
{
    return (s->battle[battle].flags & EAGLES_BATTLE_OVER) == 0;
}

/* A counter-attack: attacker and defender, and their hexes, swap. */
static inline void eagles_swap_roles(EaglesBattle *b)
{
    const uint16_t hex = b->attack;
    b->attack = b->defend;
    b->defend = hex;
    b->attacker = (uint8_t)eagles_other(b->attacker);
}

/* large.c: hexes that had 5 SP or more of a side when combat began, for whose capture there is a victory
 * point (4). A hex is marked once; where there is no room for more, which only a guess of hidden stacks could
 * come to, it is left out. */
bool eagles_is_large(const EaglesState *s, unsigned side, unsigned hex);
void eagles_mark_large(EaglesState *s, unsigned side, unsigned hex);
void eagles_unmark_large(EaglesState *s, unsigned side, unsigned hex);
void eagles_unmark_all_large(EaglesState *s);

/* siege.c: Gibraltar, as long as SP and a squadron of its side are in it (9.8). */
bool eagles_is_unassailable(const Play *p, unsigned hex, unsigned garrison);

/* declaration.c: neighbours without strait or ferry between them. */
bool eagles_attack_adjacent(const Play *p, unsigned from, unsigned to);

/* declaration.c: hexes from which the active side can attack a hex now, itself last (an assault, a sortie).
 */
unsigned eagles_attack_hexes(const Play *p, unsigned hex, uint16_t from[EAGLES_DIRECTIONS + 1]);

/* Retreat (8.8). */
enum { EAGLES_RETREAT_MAX = EAGLES_DIRECTIONS };
/* Hexes around `hex` that SP of a colour may retreat to: by land, enemies, partisans, distance to a source
 * (if asked). */
unsigned eagles_retreat_hexes(const Play *p, unsigned hex, unsigned side, unsigned colour, bool near_only,
                              uint16_t out[EAGLES_RETREAT_MAX]);
/* Marks SP and leaders of a side in a hex for flight: those outside that are not out of combat (all: those
 * too). */
void eagles_mark_flight(Play *p, unsigned hex, unsigned side, bool all);

/* combat.c: what decides the next round of a battle (8.3 to 8.5), by side. */
typedef struct EaglesOdds {
    unsigned quarters[2]; /* strength in quarters of an SP */
    unsigned sp[2];
    int morale[2], leader[2];
    int bonus[2]; /* charge, rear manoeuvre */
    int terrain;  /* of the defender */
} EaglesOdds;
void eagles_odds(const Play *p, unsigned battle, EaglesOdds *odds);
/* SP that the larger and the smaller side lose by the cells of the table (8.6), at most all they have. */
void eagles_round_losses(const EaglesTables *t, const uint8_t cell[2], unsigned larger_sp,
                         unsigned smaller_sp, unsigned lost[2]);

/* combat.c: leaders of a side in a hex without SP of it are displaced (8.6). */
void eagles_flee(Play *p, unsigned hex, unsigned side);
/* Whether a side must lose 1 SP for fewer cavalry before a withdrawal, once a battle and round (8.8); marks
 * it as paid. */
bool eagles_pays_for_cavalry(Play *p, unsigned battle, unsigned side, unsigned cavalry);

/* Joins (8.9). */
/* Whether the force in hex could join the battle for side, where it stands or after a shift. */
bool eagles_can_join(const Play *p, unsigned hex, unsigned side, unsigned battle);
/* The least die that brings the force in hex to a battle; less for its leader. */
unsigned eagles_join_needs(const Play *p, unsigned hex, unsigned side);
/* Asks for the hex (if it must shift) and throws the die. use1: the force leaves a battle of its own. */
void eagles_try_join(Play *p, unsigned hex, unsigned side, unsigned battle, bool use1);

#endif
