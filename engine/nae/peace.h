/* peace.h: what the chapters of statuses, diplomacy, cards and conquests offer each other beyond rules.h: who
 * joins whom, states, peace. Internal to engine/nae. d and s are read only where they are const; every
 * function that takes a NaePlay may push frames. */
#ifndef MARSHAL_ENGINE_NAE_PEACE_H
#define MARSHAL_ENGINE_NAE_PEACE_H

#include "engine/nae/rules.h"

/* ---- status.c ---- */

/* How a nation comes to a side: by diplomacy or an event (cards are drawn for its slots), attacked, or
 * conquered. */
enum nae_joining { NAE_JOIN_WON, NAE_JOIN_ATTACKED, NAE_JOIN_CONQUERED };
/* A nation becomes an ally of a side with the minors that follow it; corps deploy, zones shared with the old
 * side are settled [8.2.3, map 16.2-16.4]. */
void nae_join_side(NaePlay *p, unsigned nation, unsigned side, enum nae_joining how);
/* Pushes the settlement of what stands together after a nation changed sides; keep: who stands alone keeps
 * his zone [8.2.3]. */
void nae_push_sharing(NaePlay *p, unsigned nation, bool keep);
/* Whether a piece off the map, or coming from elsewhere, may stand in the field of a zone: no enemy, a legal
 * force. */
bool nae_can_stand(const NaeData *d, const NaeState *s, unsigned piece, unsigned zone, unsigned side);
/* Protectorates [8.1.5]. */
bool nae_may_be_protectorate(const NaeData *d, const NaeState *s, unsigned minor);
void nae_make_protectorate(NaePlay *p, unsigned minor);
void nae_lose_protectorate(NaePlay *p, unsigned minor);
/* States of 8.3: founding (points are the caller's), ending, their parts and members, their pieces. */
void nae_create_state(NaePlay *p, unsigned state);
void nae_check_states(NaePlay *p);
unsigned nae_westphalian_parts(const NaeData *d, const NaeState *s);
bool nae_is_member(const NaeData *d, const NaeState *s, unsigned minor);
void nae_free_pieces(NaePlay *p, unsigned nation, bool third_province);

/* ---- cards_play.c ---- */

/* The cards of 46C and 47C, when the power that fights again has settled what it shared with the Empire:
 * those drawn, and 3C if Vienna is not the Empire's. */
void nae_rejoined(NaePlay *p, unsigned power, unsigned cards);

/* ---- diplomacy.c ---- */

/* Value of a card that needs no minimum. */
enum { NAE_NO_MINIMUM = 9 };
/* Which nations a diplomatic event may aim at (map 21, diplomacy). */
enum nae_targets {
    NAE_TARGET_MINORS, /* 8.2.2: in a round */
    NAE_TARGET_ANY,    /* majors too */
    NAE_TARGET_14F,
    NAE_TARGET_17C,
    NAE_TARGET_20C,
    NAE_TARGET_42F,
    NAE_TARGET_49C
};
/* Whether a side may aim a diplomatic action with a card of a value at a nation; value 9: no minimum. */
bool nae_is_target(const NaeData *d, const NaeState *s, unsigned side, unsigned nation,
                   enum nae_targets targets, unsigned value);
bool nae_has_target(const NaeData *d, const NaeState *s, unsigned side, enum nae_targets targets,
                    unsigned value);
/* Pushes the choice of the target and the die of an action by a card. */
/* The least die with which the diplomatic action that is asked for, of a card or free, wins a nation over; 7
 * and more: none does. */
int nae_diplomacy_needs(const NaePlay *p, const NaeFrame *asked, unsigned nation);
void nae_push_diplomacy(NaePlay *p, unsigned side, enum nae_targets targets, unsigned value, int bonus);
/* Cards to draw for the slots a nation brings to a side (it is already there). */
unsigned nae_slots_gained(const NaeData *d, const NaeState *s, unsigned side, unsigned nation);

/* ---- foreign_war.c ---- */

/* Whether the foreign war of a card may break out, and pushing it [6.4, map 5.6]. */
bool nae_can_start_war(const NaeData *d, const NaeState *s, unsigned card);
void nae_push_foreign_war(NaePlay *p, unsigned card);
/* The power that a foreign war binds: Russia or Britain; war: index of NaeState.war. */
unsigned nae_foreign_war_power(unsigned war);

/* ---- conquest.c, peace.c ---- */

/* Whether a power meets the conditions of 18.2.1 for its enemy. */
bool nae_is_beaten(const NaeData *d, const NaeState *s, unsigned power, unsigned conqueror);
/* Pushes all that follows the conquest of a power [18.2.2, 18.2.3]; tilsit: by 26F. */
void nae_push_conquest(NaePlay *p, unsigned power, unsigned victor_side, bool tilsit);
/* Pushes the way home of those of a side who stand in a zone that is annexed from a beaten power, their
 * friend (relocation.c). */
void nae_send_friends_off(NaePlay *p, unsigned zone, unsigned power, unsigned side);
/* A power at war leaves it: neutral, its land cleared of the forces of both sides as by 18.2.3. */
void nae_make_neutral(NaePlay *p, unsigned power);
/* Poland after Mazovia or another province with a P has been given to it (map 16.8). */
void nae_extend_poland(NaePlay *p);
/* What a scenario's Poland has already counted for: its second and its third province [8.3.5]. */
void nae_note_poland(const NaeData *d, NaeState *s);

/* A corps of a conquered minor leaves a foreign war: the power at war owes its steps (foreign_war.c). */
void nae_owe_for(NaePlay *p, unsigned piece);

#endif
