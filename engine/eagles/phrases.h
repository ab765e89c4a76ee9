/* phrases.h: choices as phrases for people, and where they point on the map (phrases.c). */
#ifndef MARSHAL_ENGINE_EAGLES_PHRASES_H
#define MARSHAL_ENGINE_EAGLES_PHRASES_H

#include "engine/eagles/rules.h"
#include "engine/strbuf.h"

/* "France", "the Coalition", else "nobody". */
const char *eagles_side_words(unsigned side);
/* A hex as people find it: its city, "north-east of Ulm (2725)", "near Ulm (2724)" for what lies a little
 * farther, or its number alone. Every text of the game calls it so, and the page does. */
void eagles_tell_spot(const EaglesData *d, StrBuf *out, unsigned hex);
/* The same behind a verb: " at Ulm", " north-east of Ulm (2725)", " in hex 0101". */
void eagles_tell_at(const EaglesData *d, StrBuf *out, unsigned hex);
/* A land hex, a sea area or a coast (state.h): "the port of Brest", "the North Sea", "the waters off
 * Brest". */
void eagles_tell_place(const EaglesData *d, StrBuf *out, unsigned place);
/* The same without telling hexes apart that lie beside one city: "Ulm", "near Ulm". */
void eagles_tell_near(const EaglesData *d, StrBuf *out, unsigned hex);
/* What a counter is: "French cavalry", "English squadrons"; an unknown one "SP". */
void eagles_tell_unit(const EaglesData *d, StrBuf *out, unsigned unit, bool many);
/* Leaders and SP of a side in a hex: "Davout and 9 SP"; "0 SP" where nobody stands. */
void eagles_tell_stack(const Play *p, StrBuf *out, unsigned hex, unsigned side);
/* Ships of a side at a place with these flags: "4 squadrons, 1 transport" (setting.c). */
void eagles_tell_fleet(const Play *p, StrBuf *out, unsigned side, unsigned place, unsigned flags);
/* Whom an order (enum eagles_order) lets a fleet intercept: "a fleet no larger than itself". */
const char *eagles_order_words(unsigned order);
/* SP by kind: "3 French infantry". */
void eagles_tell_sp(const EaglesData *d, StrBuf *out, unsigned unit, unsigned count);

/* The place on the map a legal move points at, in the position it is offered: a land hex, or EAGLES_SEA + sea
 * area; EAGLES_NO_HEX if it points nowhere. */
unsigned eagles_move_spot(const Play *p, Move move);
/* A legal move as a phrase. */
void eagles_move_phrase(const Play *p, Move move, StrBuf *out);
/* The same in short, as one of a row, without the position: "Strasbourg", "north-east", "attack Ulm"; what is
 * nothing without it in the notation of records. */
void eagles_move_brief(const EaglesData *d, Move move, StrBuf *out);

#endif
