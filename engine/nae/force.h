/* force.h: what the files of forces and movement share. */
#ifndef MARSHAL_ENGINE_NAE_FORCE_H
#define MARSHAL_ENGINE_NAE_FORCE_H

#include "engine/nae/rules.h"

/* What is wrong with a set taken as one force under a commander [7.1-7.4]. */
enum nae_fault {
    NAE_FAULT_NONE,
    NAE_FAULT_NO_GENERAL,   /* more than one corps, a marker or a special unit without a general */
    NAE_FAULT_EMPTY,        /* a general without a unit */
    NAE_FAULT_RANK,         /* a higher rank serves, or somebody serves without an army */
    NAE_FAULT_SUBORDINATES, /* more than three */
    NAE_FAULT_CAVALRY,      /* reserve cavalry outside an army, or more than 2 steps of it */
    NAE_FAULT_CAPACITY,
    NAE_FAULT_ALLIES /* steps of allied majors [7.3] */
};
enum nae_fault nae_force_fault(const NaeData *d, const NaeState *s, NaePieces set, unsigned commander);
/* Whether a unit with so many steps could be added to a set under its commander. */
bool nae_unit_fits(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit, unsigned steps);
/* Whether a reduced unit of a set could regain its second step there [7.2, 7.3]. */
bool nae_unit_can_grow(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit);
/* Notes for the journal that a unit gains a step in a zone; under fog of war nobody is told. */
void nae_note_step_gained(const NaePlay *p, unsigned unit, unsigned zone);
/* Units that live in armies only. */
NaePieces nae_army_only(const NaeData *d);
/* The part of a force of two armies with that number (0 or NAE_SECOND_ARMY). */
NaePieces nae_army_part(const NaeState *s, NaePieces set, unsigned army);
/* The army of a force under generals that a unit fits into, of two the first; NAE_NONE if none [12.2.1]. */
unsigned nae_army_with_room(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit);
/* Gives all pieces of a set that army number (0 or NAE_SECOND_ARMY). */
void nae_number_army(NaeState *s, NaePieces set, unsigned army);
/* What the force of mover and stander would hold: generals that cannot serve left out; its commander. */
NaePieces nae_joint_force(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander,
                          unsigned *commander);
/* Makes mover part of the force or army stander, in its army; generals who cannot serve go to the reserve. */
void nae_absorb(NaePlay *p, NaePieces mover, NaePieces stander);
/* Who comes together with demoralised units is demoralised too; two armies are no one force [14.9.3]. */
void nae_spread_demoralisation(NaePlay *p, NaePieces set);
/* nae_absorb for what an army gathers or takes up on its way: a general for whom three subordinates leave no
 * place goes to the reserve [6.5, 8.3]. */
void nae_take_up(NaePlay *p, NaePieces guest, NaePieces army);
/* The army of a force of two that another force joins: one that it fits into, of its own nation if it can,
 * the first on the board of several [9.2]; which of them comes matters [12.2.2]. */
unsigned nae_army_to_join(const NaePlay *p, NaePieces pair, NaePieces other, bool pair_moves);
/* Sends subordinates without an army, and generals of other majors without steps of theirs, to the reserve.
 */
void nae_send_subordinates(NaePlay *p, NaePieces set, unsigned commander);
/* Makes two sets in one zone one standing force; nae_can_combine holds, else nae_tidy_zone asks for the
 * excess. */
void nae_join(NaePlay *p, NaePieces mover, NaePieces stander);

#endif
