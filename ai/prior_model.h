/* prior_model.h: learned priors: how a search is likely to share out its visits over the moves of a position,
 * before it has begun.
 *
 * A game describes each legal move by a belief of its own (what its heuristic player thinks), a few inputs
 * (GameAi.prior_inputs) and the kind of decision it belongs to, a number below PRIOR_KINDS_MAX. A move's
 * score is linear, score = sum over inputs i of weight[kind][i] * input[i] + bonus[seat, kind, move] and the
 * priors of a list are, but for a floor that rules no move out, belief * exp(score) / (sum of the same over
 * all moves): a model without weights leaves the beliefs as they are. Weights are fitted to the visits of
 * searches by `marshal tune-priors` and can be read by people: a file (schema "marshal/priors/1") has a row
 * of weights for a kind of decision, "step.stop", and a number for a move,
 * "french.step.march(mill)"; where the move alone tells the kind, "french.march(mill)". Kinds and moves that
 * the board does not have are passed over. Predicting a search's choice to guide the next is the idea of T.
 * Anthony, Z. Tian, D. Barber, "Thinking Fast and Slow with Deep Learning and Tree Search", 2017.
 *
 * All arithmetic is exactly rounded and in a fixed order, exp included: the same priors on every machine. A
 * PriorModel is immutable after loading and shared by threads; prior_model_priors allocates nothing.
 */
#ifndef MARSHAL_AI_PRIOR_MODEL_H
#define MARSHAL_AI_PRIOR_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"
#include "engine/strbuf.h"

enum { PRIOR_INPUTS_MAX = 48, PRIOR_KINDS_MAX = 16384, PRIOR_MOVES_MAX = 32768, PRIOR_NAME_BYTES = 96 };

/* What a game says about the legal moves of one position, in the order of their list. */
typedef struct PriorInputs {
    uint16_t kind[MOVE_LIST_MAX];                 /* of decision, below PRIOR_KINDS_MAX */
    float belief[MOVE_LIST_MAX];                  /* above 0, in any unit */
    float value[MOVE_LIST_MAX][PRIOR_INPUTS_MAX]; /* of the order of one; zero beyond the game's inputs */
} PriorInputs;

/* Names of a game's inputs, and of its kinds of decisions, all of them different; "" for a number that is no
 * kind. Either a move alone tells the kind, or kinds are called like "step.march", where "march" is what the
 * text of such a move begins with. */
typedef struct PriorNames {
    const Game *game;
    uint32_t input_count; /* at most PRIOR_INPUTS_MAX */
    const char *const *input;
    void (*kind)(uint32_t kind, char name[PRIOR_NAME_BYTES]);
    uint32_t (*kind_of_move)(Move move); /* NULL: the move alone does not tell */
} PriorNames;

/* A move that a seat may make in decisions of a kind. */
typedef uint64_t PriorKey;
static inline PriorKey prior_key(Seat seat, unsigned kind, Move move)
{
    return 1ULL << 63U | (uint64_t)(seat == SEAT_COALITION) << 48U | (uint64_t)kind << 32U | move;
}

typedef struct PriorModel {
    uint32_t rows; /* of weights; the first is of zeros and stands for all kinds without one */
    uint16_t row_of[PRIOR_KINDS_MAX];  /* by kind */
    uint16_t kind_of[PRIOR_KINDS_MAX]; /* by row */
    float (*weight)[PRIOR_INPUTS_MAX]; /* by row, PRIOR_KINDS_MAX of them; owned */
    uint32_t moves;                    /* that have a bonus */
    uint32_t slots; /* in use for the table of moves: a power of two, at least twice the moves */
    uint32_t *slot; /* number of a move plus 1, 0: none; owned */
    PriorKey *key;  /* by move; owned */
    float *bonus;   /* by move; owned */
} PriorModel;

/* A model without weights. False and err if memory runs out. */
bool prior_model_init(PriorModel *model, Err *err);
void prior_model_release(PriorModel *model);

/* The row of a kind, made if there is none. */
uint32_t prior_model_row(PriorModel *model, unsigned kind);
/* The number of a move, made with a bonus of 0 if there is none; PRIOR_MOVES_MAX if there is no room. */
uint32_t prior_model_move(PriorModel *model, PriorKey key);

/* Shares out belief over the moves: priors[i] > 0, adding up to about 1. */
void prior_model_priors(const PriorModel *model, Seat seat, const MoveList *legal, const PriorInputs *inputs,
                        float *priors);

/* Reads a model from a parsed file, whose "game" must be the id of names->game and whose inputs must be those
 * named; NULL: a model without weights. False and err (file, path, expectation) on a bad file; then nothing
 * needs releasing. */
bool prior_model_load(PriorModel *model, const JsonNode *file, const PriorNames *names, Err *err);

/* Appends the model as a JSON object; fitted is a JSON object that tells where the weights come from, or
 * NULL. */
void prior_model_write(const PriorModel *model, const PriorNames *names, const char *fitted, StrBuf *out);

#endif
