/* evaluation.h: the evaluation of a game's positions by itself, outside a search: for analysis, review and
 * reports.
 *
 * An Evaluation is immutable once open and shared by threads; it borrows its Game and owns what is known
 * about it.
 */
#ifndef MARSHAL_AI_EVALUATION_H
#define MARSHAL_AI_EVALUATION_H

#include <stdbool.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/rng.h"

typedef struct Evaluation {
    const Game *game;
    const GameAi *ai; /* NULL: nobody has taught the program to judge this game's positions */
    void *knowledge;  /* for ai */
} Evaluation;

/* Opens the evaluation of a game: from the file named, or the shipped one with NULL; with the shipped
 * priors. A game without an evaluation is no error: ai is NULL then. False and err on a missing or bad file;
 * then nothing needs releasing. */
bool evaluation_open(Evaluation *evaluation, const Game *game, const char *file, Err *err);
void evaluation_release(Evaluation *evaluation);

/* The file that a policy's text names with "evaluation=", copied into file; NULL if it names none. */
const char *evaluation_named(const char *spec, char file[POLICY_SPEC_BYTES]);

/* Whether positions can be judged, and whether it can be told why. */
static inline bool evaluation_judges(const Evaluation *evaluation) { return evaluation->ai != NULL; }
static inline bool evaluation_explains(const Evaluation *evaluation)
{
    return evaluation->ai != NULL && evaluation->ai->term_count > 0;
}

/* Worth of a game's result for the French seat: 1, 0.5 (a draw, or both have lost) or 0. */
double evaluation_of_outcome(const Outcome *outcome);

/* Chance that the French seat wins from a full position: its result if the game is over, else the evaluation.
 */
double evaluation_of(const Evaluation *evaluation, const State *state);
/* The same, as people are told it (GameAi.told): beside chances that searches tell. */
double evaluation_told(const Evaluation *evaluation, const State *state);

/* Plays a move that a search expected in a full position, its line. Searches leave minor decisions out of
 * their lines (GameAi.is_minor): those that come before the move are taken as the shipped priors say. False,
 * with the game played on to where that was seen, if the move is not legal there. rng is for games without
 * priors. */
bool evaluation_follow(const Evaluation *evaluation, State *state, Move move, Rng *rng, Dice *dice);

/* Plays a full position on by the moves that the shipped priors like best until it is quiet and later in the
 * sequence of play than `moment` (0 and up; games that do not tell the moment: quiet is enough), or the game
 * is over, or most decisions were made. */
void evaluation_settle(const Evaluation *evaluation, State *state, int64_t moment, uint32_t most, Rng *rng,
                       Dice *dice);

#endif
