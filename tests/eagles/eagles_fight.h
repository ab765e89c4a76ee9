/* eagles_fight.h: battles worked by hand: the field they are fought on, and what their throws came to. */
#ifndef MARSHAL_TESTS_EAGLES_FIGHT_H
#define MARSHAL_TESTS_EAGLES_FIGHT_H

#include "engine/journal.h"
#include "tests/eagles/eagles_position.h"

enum { DASH, ONE, L, D1, D2, D3 }; /* cells, as enum eagles_cell */
enum { ROW_1_1, ROW_3_2, ROW_2_1, ROW_4_1 };
enum { SUMMER = 1 };

/* The grand campaign in summer, the map empty, all ships sunk, a side to act; these dice, ended by 0, fall.
 * override: of the scenario, NULL for none. Everything is noted in the journal. */
void fight_open(Board *b, Journal *journal, unsigned side, const char *override, const int *dice);
/* The Combat Phase of the side to act, with these moves, ended by NULL. */
void fight_begin(Board *b, const char *const *moves);
/* The nth throw of a battle, from 0; the test fails where it did not fall. */
const JournalEntry *fight_throw(const Journal *journal, unsigned n);
/* Its larger side, row, modifier and the cells of both. */
void fight_expect_throw(const Journal *journal, unsigned n, unsigned larger, unsigned row, int modifier,
                        unsigned larger_cell, unsigned smaller_cell);
/* SP of both sides in a hex. */
void fight_expect_sp(const Board *b, const char *hex, unsigned french, unsigned allied);

#endif
