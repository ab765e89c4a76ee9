/* review_play.h: what a review has to find in any game: the mistakes of somebody who plays by lot. */
#ifndef MARSHAL_TESTS_REVIEW_PLAY_H
#define MARSHAL_TESTS_REVIEW_PLAY_H

#include <stdint.h>

/* Plays a game of the scenario by lot, reviews its first decisions with so many iterations, and fails the
 * test if no decision is called a mistake or one is known no better than any number between 0 and 1. */
void expect_mistakes_of_lot(const char *scenario, int decisions, uint64_t sims);

#endif
