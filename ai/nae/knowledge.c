/* knowledge.c: priors, playouts and evaluation of Napoleon against Europe, from the heuristic player's
 * points, the learned priors and the fitted network. */
#include "ai/nae/knowledge.h"

#include <stdlib.h>

#include "ai/nae/inputs.h"
#include "ai/nae/memory.h"
#include "ai/nae/move_inputs.h"
#include "ai/nae/scores.h"
#include "ai/points.h"

typedef struct Knowledge {
    NaeStrategy strategy;
    PriorModel priors;
    Model model;
    bool has_model;
} Knowledge;

static bool load_model(Knowledge *k, const Game *game, const JsonNode *evaluation, Err *err)
{
    k->has_model = evaluation != NULL;
    return evaluation == NULL || model_load(&k->model, evaluation, "nae", game->scenario, NAE_INPUT_COUNT,
                                            nae_input_name, game->data, err);
}

void *nae_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err)
{
    Knowledge *k = malloc(sizeof *k);
    if (k == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    nae_strategy_init(&k->strategy, game->data);
    const PriorNames names = nae_prior_names(game);
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

void nae_knowledge_release(void *knowledge)
{
    Knowledge *k = knowledge;
    prior_model_release(&k->priors);
    if (k->has_model) {
        model_release(&k->model);
    }
    free(k);
}

void nae_knowledge_play_by(void *knowledge, Seat seat, const void *strategy)
{
    Knowledge *k = knowledge;
    k->strategy.weights[seat] = ((const NaeStrategy *)strategy)->weights[seat];
    nae_strategy_fade(&k->strategy);
}

/* ------------------------------------------------------------------ priors and playouts */

static void score_all(NaeSense *se, const MoveList *legal, int *points)
{
    se->legal = legal;
    for (uint32_t i = 0; i < legal->count; i++) {
        points[i] = nae_points(se, legal->moves[i]);
    }
}

/* What there is to be seen of a position, without a memory of the caller's in own. */
static NaeSense *sense_of(NaeSense *own, void *memory, const Game *game, const Knowledge *k,
                          const State *state)
{
    if (memory != NULL) {
        return nae_memory_sense(memory, game->data, nae_state_const(state), &k->strategy, state->seat);
    }
    nae_sense_init(own, game->data, nae_state_const(state), &k->strategy, state->seat);
    return own;
}

PriorNames nae_prior_names(const Game *game)
{
    return (PriorNames){game, NAE_MOVE_INPUT_COUNT, NAE_MOVE_INPUT_NAMES, nae_prior_kind_name,
                        nae_prior_kind_of_move};
}

void nae_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                      PriorInputs *inputs)
{
    NaeSense se;
    int points[MOVE_LIST_MAX];
    nae_sense_init(&se, game->data, nae_state_const(state), &((const Knowledge *)knowledge)->strategy,
                   state->seat);
    score_all(&se, legal, points);
    nae_move_inputs(&se, legal, points, inputs);
}

/* The heuristic player's belief, put right by what searches made of such moves. Without learned priors it is
 * left as it is. */
void nae_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                void *memory, float *priors)
{
    const Knowledge *k = knowledge;
    NaeSense own;
    int points[MOVE_LIST_MAX];
    NaeSense *se = sense_of(&own, memory, game, k, state);
    score_all(se, legal, points);
    if (k->priors.rows == 1) {
        points_share_belief(points, legal->count, priors);
        return;
    }
    PriorInputs inputs;
    nae_move_inputs(se, legal, points, &inputs);
    prior_model_priors(&k->priors, (Seat)state->seat, legal, &inputs, priors);
}

uint32_t nae_playout_heavy(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           void *memory, Rng *rng)
{
    NaeSense own;
    int points[MOVE_LIST_MAX];
    score_all(sense_of(&own, memory, game, knowledge, state), legal, points);
    return points_best(points, legal->count, rng);
}

uint32_t nae_playout_light(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           Rng *rng)
{
    (void)game;
    (void)knowledge;
    (void)state;
    return rng_bounded(rng, legal->count);
}

/* ------------------------------------------------------------------ evaluation */

void nae_inputs_of(const Game *game, const State *state, ModelInputs *inputs)
{
    nae_inputs(game->data, nae_state_const(state), inputs);
}

float nae_judge(const void *knowledge, const ModelInputs *inputs)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_probability(model_logit(&k->model, inputs)) : 0.5F;
}

double nae_told(const void *knowledge, double chance)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_told(&k->model, chance) : chance;
}

float nae_evaluate(const Game *game, const void *knowledge, const State *state)
{
    ModelInputs inputs;
    nae_inputs(game->data, nae_state_const(state), &inputs);
    return nae_judge(knowledge, &inputs);
}

float nae_material_of(const Game *game, const State *state)
{
    return nae_material(game->data, nae_state_const(state));
}

/* Where nothing is half done: beginnings of phases and of actions, and whatever is bought one by one. */
bool nae_is_quiet(const Game *game, const State *state)
{
    (void)game;
    switch (state->step) {
    case NAE_STEP_DECLARE:
    case NAE_STEP_KEEP:
    case NAE_STEP_BUDGET_EVENT:
    case NAE_STEP_TRANSFER:
    case NAE_STEP_PURCHASE:
    case NAE_STEP_RESERVE_GENERAL:
    case NAE_STEP_FREE_DIPLOMACY:
    case NAE_STEP_DIP_CARD:
    case NAE_STEP_WALK_FORCE:
    case NAE_STEP_ACTION:
    case NAE_STEP_CONQUEST_CARD:
        return true;
    default:
        return false;
    }
}

bool nae_is_minor(const Game *game, const State *state)
{
    (void)game;
    switch (state->step) {
    /* who is lost, sent away or left behind */
    case NAE_STEP_EXCESS:
    case NAE_STEP_DROP_WITH:
    case NAE_STEP_ATTRITION_LOSS:
    case NAE_STEP_ATTRITION_DEPOT:
    case NAE_STEP_BATTLE_LOSS:
    case NAE_STEP_PURSUIT_LOSS:
    case NAE_STEP_RETREAT_LOSS:
    case NAE_STEP_WITHDRAW_LOSS:
    case NAE_STEP_SIEGE_LOSS:
    case NAE_STEP_DEFECTION_LOSS:
    case NAE_STEP_CARD_LOSS:
    case NAE_STEP_FLEET_LOSS:
    case NAE_STEP_FLEET_EXCESS:
    case NAE_STEP_REMOVAL:
    case NAE_STEP_REMOVAL_PIECE:
    case NAE_STEP_TEST_DEPOT:
    case NAE_STEP_WHICH_DEPOT:
    case NAE_STEP_CARD_DEPOT:
    /* who comes along, where to */
    case NAE_STEP_COME:
    case NAE_STEP_SWAP:
    case NAE_STEP_SPLIT:
    case NAE_STEP_GATHER:
    case NAE_STEP_COVER_UNIT:
    case NAE_STEP_COVER_GENERAL:
    case NAE_STEP_RETREAT:
    case NAE_STEP_WITHDRAW:
    case NAE_STEP_SEA_RETREAT:
    case NAE_STEP_FLEE:
    case NAE_STEP_DEPLOY:
    case NAE_STEP_PLACE:
    case NAE_STEP_REPLACE:
    case NAE_STEP_REPLACEMENT:
    case NAE_STEP_RELOCATE_GUEST:
    case NAE_STEP_RELOCATE_FORCE:
    case NAE_STEP_RELOCATE_FLEET:
    case NAE_STEP_DEPOT_MOBILE:
    case NAE_STEP_NEUTRAL_FLEET:
    case NAE_STEP_MINOR_STEP:
    case NAE_STEP_WALK_WHAT:
    case NAE_STEP_WALK:
    /* who does what in a battle */
    case NAE_STEP_SPEARHEAD:
    case NAE_STEP_SPECIAL:
    case NAE_STEP_SUBORDINATE:
    case NAE_STEP_MORALE:
        return true;
    default:
        return false;
    }
}
