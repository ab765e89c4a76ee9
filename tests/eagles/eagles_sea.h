/* eagles_sea.h: positions at sea for tests, put together by hand, and what the journal tells of voyages. */
#ifndef MARSHAL_TESTS_EAGLES_SEA_H
#define MARSHAL_TESTS_EAGLES_SEA_H

#include "engine/eagles/naval.h"
#include "tests/eagles/eagles_position.h"

/* The grand campaign in a month from August 1805 on (0), the map empty, all ships sunk. */
void sea_open(Board *b, unsigned month);
/* A place as moves write it: "1123", "coast:1123", "sea:north_sea". */
unsigned sea_place(const Board *b, const char *text);
/* Ships of a nation, so many of them damaged. Squadrons: the English have morale 2, French and Russians 1. */
void sea_launch(Board *b, const char *place, const char *nation, unsigned type, unsigned count,
                unsigned damaged);
/* Ships of a side at a place, and those of them that are damaged. */
unsigned sea_ships(const Board *b, const char *place, unsigned side);
unsigned sea_damaged(const Board *b, const char *place, unsigned side);
/* The order (enum eagles_order) of the ships of a side at a place. */
void sea_order(Board *b, const char *place, unsigned side, unsigned band);
/* Nelson boards the last ship of the Coalition at a place. */
void sea_nelson(Board *b, const char *place);

/* Begins a step with these dice, everything noted in a journal, and plays moves. */
void sea_begin(Board *b, Journal *journal, enum eagles_step step, unsigned side, const int *dice,
               const char *const *moves);
/* Plays the last option as long as the decision is one of a step. */
void sea_play_last_while(Board *b, enum eagles_step step);
/* How often something was noted, the first such note (the test fails without one), and ships with a fate. */
unsigned sea_noted(const Journal *journal, unsigned kind);
const JournalEntry *sea_entry(const Journal *journal, unsigned kind);
unsigned sea_fates(const Journal *journal, int fate);

#endif
