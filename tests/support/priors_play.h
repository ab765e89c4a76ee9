/* priors_play.h: random games in which the shipped learned priors of a game are looked at. */
#ifndef MARSHAL_TESTS_PRIORS_PLAY_H
#define MARSHAL_TESTS_PRIORS_PLAY_H

#include <stdint.h>

/* Plays games of a scenario at random with the priors of a file (NULL: without) and fails where the inputs of
 * a decision are out of range, a kind has no name, priors do not add up, or what is hidden from the seat that
 * decides shows in them: two worlds made of its view give the same. */
void priors_play(const char *scenario, const char *file, uint64_t games);
/* Fails if two kinds of decisions of a scenario's game have the same name. */
void priors_have_names(const char *scenario);

#endif
