/* sitting.h: a game in play by random moves, for suites of sessions; and what holds for the undo of every
 * game. A failed expectation fails the test. */
#ifndef MARSHAL_TESTS_SUPPORT_SITTING_H
#define MARSHAL_TESTS_SUPPORT_SITTING_H

#include "engine/rng.h"
#include "play/session/session.h"

/* A session of a scenario between two seats' players. */
Session *sitting_open(const char *scenario, const char *french, const char *coalition, uint64_t seed);
/* Plays a random legal move of whoever decides. */
void sitting_play_random(Session *session, Rng *rng);
void sitting_play_to_the_end(Session *session, uint64_t seed);

/* Expects that every question of a game by chance, and every choice, is told in words with a clause, not in
 * notation. */
void sitting_expect_words(const char *scenario, uint64_t seed);

/* What became of the decisions of a game that drew no numbers. */
typedef struct SittingUndo {
    uint32_t undone;  /* can be undone */
    uint32_t careful; /* are refused, though nothing in the sampled worlds differs */
} SittingUndo;

/* The journal says what came to light; sampled worlds are the judge of it: expects that whatever can be
 * undone told the mover nothing in any of them, in a game by chance; adds to counts. */
void sitting_expect_undo_tells_nothing(const char *scenario, uint64_t seed, SittingUndo *counts);

/* Expects that no decision can be undone after which a number in the position's JSON (the size of a deck) is
 * another one, in a game by chance, and that there are such decisions. */
void sitting_expect_draws_stay(const char *scenario, uint64_t seed, const char *key);

#endif
