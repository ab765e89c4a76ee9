/* knowledge.c: the learned priors and the fitted evaluation of Napoleon's Eagles, and what kinds of decisions
 * there are. */
#include "ai/eagles/knowledge.h"

#include <stdlib.h>

#include "ai/eagles/inputs.h"
#include "ai/eagles/move_inputs.h"
#include "ai/eagles/sense.h"
#include "ai/points.h"

typedef struct Knowledge {
    EaglesWeights weights[SEAT_COUNT];
    PriorModel priors;
    Model model;
    bool has_model;
} Knowledge;

static bool load_model(Knowledge *k, const Game *game, const JsonNode *evaluation, Err *err)
{
    k->has_model = evaluation != NULL;
    return evaluation == NULL || model_load(&k->model, evaluation, "eagles", game->scenario,
                                            EAGLES_INPUT_COUNT, eagles_input_name, game->data, err);
}

void *eagles_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err)
{
    Knowledge *k = malloc(sizeof *k);
    if (k == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    k->weights[SEAT_FRENCH] = eagles_weights_default(SEAT_FRENCH);
    k->weights[SEAT_COALITION] = eagles_weights_default(SEAT_COALITION);
    const PriorNames names = eagles_prior_names(game);
    if (!prior_model_load(&k->priors, priors, &names, err)) {
        free(k);
        return NULL;
    }
    if (!load_model(k, game, evaluation, err)) {
        prior_model_release(&k->priors);
        free(k);
        return NULL;
    }
    return k;
}

void eagles_knowledge_release(void *knowledge)
{
    Knowledge *k = knowledge;
    prior_model_release(&k->priors);
    if (k->has_model) {
        model_release(&k->model);
    }
    free(k);
}

void eagles_knowledge_play_by(void *knowledge, Seat seat, const void *strategy)
{
    Knowledge *k = knowledge;
    k->weights[seat] = ((const EaglesWeights *)strategy)[seat];
}

/* ------------------------------------------------------------------ priors and playouts */

PriorNames eagles_prior_names(const Game *game)
{
    return (PriorNames){game, EAGLES_MOVE_INPUT_COUNT, EAGLES_MOVE_INPUT_NAMES, eagles_prior_kind_name,
                        eagles_prior_kind_of_move};
}

void eagles_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                         PriorInputs *inputs)
{
    const Knowledge *k = knowledge;
    eagles_player_inputs(game->data, k->weights, eagles_state_const(state), legal, NULL, inputs);
}

/* The heuristic player's belief, put right by what searches made of such moves. Without learned priors it is
 * left as it is. */
void eagles_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                   void *memory, float *priors)
{
    const Knowledge *k = knowledge;
    if (k->priors.rows == 1) {
        int points[MOVE_LIST_MAX];
        eagles_player_points(game->data, k->weights, eagles_state_const(state), legal, memory, points);
        points_share_belief(points, legal->count, priors);
        return;
    }
    PriorInputs inputs;
    eagles_player_inputs(game->data, k->weights, eagles_state_const(state), legal, memory, &inputs);
    prior_model_priors(&k->priors, (Seat)state->seat, legal, &inputs, priors);
}

uint32_t eagles_playout_heavy(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, void *memory, Rng *rng)
{
    const Knowledge *k = knowledge;
    const Move move =
        eagles_player_choose(game->data, k->weights, eagles_state_const(state), legal, rng, memory);
    uint32_t place = 0;
    while (place + 1 < legal->count && legal->moves[place] != move) {
        place++;
    }
    return place;
}

uint32_t eagles_playout_light(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, Rng *rng)
{
    (void)game;
    (void)knowledge;
    (void)state;
    return rng_bounded(rng, legal->count);
}

/* ------------------------------------------------------------------ evaluation */

void eagles_inputs_of(const Game *game, const State *state, ModelInputs *inputs)
{
    eagles_inputs(game->data, eagles_state_const(state), inputs);
}

float eagles_judge(const void *knowledge, const ModelInputs *inputs)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_probability(model_logit(&k->model, inputs)) : 0.5F;
}

double eagles_told(const void *knowledge, double chance)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_told(&k->model, chance) : chance;
}

float eagles_evaluate(const Game *game, const void *knowledge, const State *state)
{
    ModelInputs inputs;
    eagles_inputs(game->data, eagles_state_const(state), &inputs);
    return eagles_judge(knowledge, &inputs);
}

/* Where groups are picked, nothing is half done. */
bool eagles_is_quiet(const Game *game, const State *state)
{
    (void)game;
    return state->step == EAGLES_STEP_PICK;
}

/* Who is lost, left behind or comes along, and what the rules ask only for the sake of order. */
bool eagles_is_minor(const Game *game, const State *state)
{
    (void)game;
    switch (state->step) {
    case EAGLES_STEP_COLOUR:
    case EAGLES_STEP_LEADER:
    case EAGLES_STEP_TAKE_ROWS:
    case EAGLES_STEP_DROP_ROWS:
    case EAGLES_STEP_DROP_LEADERS:
    case EAGLES_STEP_LEADER_TO:
    case EAGLES_STEP_MARCH_FRENCH:
    case EAGLES_STEP_SELECT_ROWS:
    case EAGLES_STEP_SELECT_LEADERS:
    case EAGLES_STEP_NAVAL_LOSS:
    case EAGLES_STEP_LOAD_ROWS:
    case EAGLES_STEP_LOAD_LEADERS:
    case EAGLES_STEP_RETREAT_TO:
        return true;
    default:
        return false;
    }
}
