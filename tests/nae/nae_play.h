/* nae_play.h: positions of Napoleon against Europe for tests: a scenario, pieces put by hand, moves as text,
 * dice in order. One position at a time, in this process. */
#ifndef MARSHAL_TESTS_NAE_PLAY_H
#define MARSHAL_TESTS_NAE_PLAY_H

#include "engine/nae/rules.h"

/* Loads "nae/<name>" and sets it up; option NULL or one override "options.x=true". */
void nae_open(const char *name, const char *option);
const NaeData *nae_d(void);
NaeState *nae_s(void);
/* Numbers of ids; the test fails for an unknown one. */
unsigned nae_zone(const char *id);
unsigned nae_piece(const char *id);
unsigned nae_nation(const char *id);
/* Puts a card into the hand of its side. */
void nae_give(const char *card);
/* Puts a card that was dealt to a hand on its pile, so that no question about it is asked. */
void nae_lay_aside(const char *card);
/* Puts a piece standing into a zone with those bits (NAE_REDUCED, NAE_COMMANDS, ...). */
void nae_stand(const char *piece, const char *zone, unsigned bits);
/* Takes a piece to the reserve. */
void nae_take_off(const char *piece);
/* The dice that fall next, as digits: "53". nae_dice_left: how many have not fallen. */
void nae_fall(const char *dice);
unsigned nae_dice_left(void);
/* Makes a move given as text; the test fails if it is not legal. */
void nae_make(const char *move);
bool nae_may(const char *move);
/* Name of the step that asks. */
const char *nae_asks(void);

#endif
