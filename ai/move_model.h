/* move_model.h: learned priors: which moves a search is likely to prefer, before searching.
 *
 * A move is scored by
 *     score = step[0] * base / best base + step[1] * (base is the best) + sum over u of weight[move][u] * unit[u]
 * where base is the belief of the game's own knowledge (GameAi.priors), step a pair of weights for each decision point
 * and seat, unit the bent hidden units of the evaluation network (ai/model.h) for the position, the last one being 1,
 * and weight a row of MODEL_WIDTH numbers for each move a seat may make at a decision point. Priors are the softmax of
 * the scores. Moves without a row score by their base alone. All arithmetic is exactly rounded, exp included.
 *
 * Rows come from `marshal tune --moves`, which fits them to the visits of searches: objects "moves" and "steps" of an
 * evaluation file, by name: "french.move_step.area(bayern)".
 *
 * Immutable after loading, shared by threads; move_model_priors allocates nothing.
 */
#ifndef MARSHAL_AI_MOVE_MODEL_H
#define MARSHAL_AI_MOVE_MODEL_H

#include "ai/model.h"
#include "engine/game.h"

enum { MOVE_MODEL_ROWS_MAX = 65536, MOVE_MODEL_STEPS = 256, MOVE_MODEL_NAME_BYTES = 160 };

/* Name of a decision point of a game. */
typedef const char *(*StepName)(unsigned step);

typedef struct MoveModel {
    uint32_t count; /* rows; 0: no learned priors */
    uint32_t slots; /* of the index, a power of two */
    uint64_t *key;  /* by slot: 0 empty, else move_model_key; owned */
    uint32_t *row;  /* by slot; owned */
    uint64_t *row_key; /* by row; owned */
    float (*weight)[MODEL_WIDTH]; /* by row; owned */
    float step[SEAT_COUNT][MOVE_MODEL_STEPS][2];
} MoveModel;

static inline uint64_t move_model_key(const State *state, Move move)
{
    return 1ULL << 63U | (uint64_t)state->seat << 40U | (uint64_t)state->step << 32U | move;
}

/* An empty model with room for rows; False and err if memory runs out. */
bool move_model_init(MoveModel *model, uint32_t rows, Err *err);
void move_model_release(MoveModel *model);

/* The row of a move, MOVE_MODEL_ROWS_MAX if there is none. */
uint32_t move_model_find(const MoveModel *model, uint64_t key);
/* Adds a row of zeros for a key that has none; returns its number. There must be room. */
uint32_t move_model_add(MoveModel *model, uint64_t key);

/* Reads "moves" and "steps" of an evaluation file; a file without them gives a model without rows. Moves and decision
 * points that the game does not know are passed over. */
bool move_model_load(MoveModel *model, const JsonNode *file, const Game *game, StepName step_name, Err *err);
/* Appends the two members, each preceded by a comma. */
void move_model_write(const MoveModel *model, const Game *game, StepName step_name, StrBuf *out);

/* Turns base priors into learned ones, in place. units are those of the position (model_units). */
void move_model_priors(const MoveModel *model, const float units[MODEL_WIDTH], const State *state, const MoveList *legal,
                       float *priors);

#endif
