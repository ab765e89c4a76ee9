/* phrases.h: choices as phrases for people, and where they point on the map (phrases.c). */
#ifndef MARSHAL_ENGINE_EAGLES_PHRASES_H
#define MARSHAL_ENGINE_EAGLES_PHRASES_H

#include "engine/eagles/rules.h"
#include "engine/strbuf.h"

/* A hex as people find it: its city, "north-east of Ulm", or the number of the hex and a city near it. */
void eagles_tell_spot(const EaglesData *d, StrBuf *out, unsigned hex);
/* The same without telling hexes apart that lie beside one city: "Ulm", "near Ulm". */
void eagles_tell_near(const EaglesData *d, StrBuf *out, unsigned hex);
/* SP by kind: "3 French infantry". */
void eagles_tell_sp(const EaglesData *d, StrBuf *out, unsigned unit, unsigned count);

/* The place on the map a legal move points at, in the position it is offered: a land hex, or EAGLES_SEA + sea
 * area; EAGLES_NO_HEX if it points nowhere. */
unsigned eagles_move_spot(const Play *p, Move move);
/* A legal move as a phrase. */
void eagles_move_phrase(const Play *p, Move move, StrBuf *out);

#endif
