/* knowledge.c: priors, playouts and evaluation of Age of Napoleon, from the heuristic player's sense, the
 * learned priors and the fitted network. */
#include "ai/aon/knowledge.h"

#include <stdlib.h>
#include <string.h>

#include "ai/aon/inputs.h"
#include "ai/aon/move_inputs.h"
#include "ai/aon/scores.h"
#include "engine/aon/moves.h"

typedef struct Knowledge {
    AonStrategy strategy;
    PriorModel priors;
    Model model;
    bool has_model;
} Knowledge;

static bool load_model(Knowledge *k, const Game *game, const JsonNode *evaluation, Err *err)
{
    k->has_model = evaluation != NULL;
    return evaluation == NULL || model_load(&k->model, evaluation, "aon", game->scenario, AON_INPUT_COUNT,
                                            aon_input_name, game->data, err);
}

void *aon_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err)
{
    Knowledge *knowledge = malloc(sizeof *knowledge);
    if (knowledge == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    aon_strategy_init(&knowledge->strategy, game->data);
    const PriorNames names = aon_prior_names(game);
    if (!prior_model_load(&knowledge->priors, priors, &names, err)) {
        free(knowledge);
        return NULL;
    }
    if (!load_model(knowledge, game, evaluation, err)) {
        prior_model_release(&knowledge->priors);
        free(knowledge);
        return NULL;
    }
    return knowledge;
}

void aon_knowledge_release(void *knowledge)
{
    Knowledge *k = knowledge;
    prior_model_release(&k->priors);
    if (k->has_model) {
        model_release(&k->model);
    }
    free(k);
}

/* ------------------------------------------------------------------ priors */

PriorNames aon_prior_names(const Game *game)
{
    return (PriorNames){game, AON_MOVE_INPUT_COUNT, AON_MOVE_INPUT_NAMES, aon_prior_kind_name, NULL};
}

/* Points of every legal move; returns the index of the best. */
static uint32_t score_all(Sense *se, const Game *game, const Knowledge *k, const AonState *s,
                          const MoveList *legal, int *points)
{
    uint32_t best = 0;
    const AonScore score = aon_score_of_step(s->header.step);
    sense_init(se, game->data, s, &k->strategy, (Seat)s->header.seat);
    se->legal = legal;
    for (uint32_t i = 0; i < legal->count; i++) {
        points[i] = score(se, legal->moves[i]);
        best = points[i] > points[best] ? i : best;
    }
    return best;
}

void aon_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                      PriorInputs *inputs)
{
    Sense se;
    int points[MOVE_LIST_MAX];
    (void)score_all(&se, game, knowledge, aon_state_const(state), legal, points);
    aon_move_inputs(&se, legal, points, inputs);
}

/* The heuristic player's belief, put right by what searches made of such moves. Without learned priors it is
 * left as it is. */
void aon_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                void *memory, float *priors)
{
    const Knowledge *k = knowledge;
    PriorInputs inputs;
    (void)memory;
    aon_prior_inputs(game, knowledge, state, legal, &inputs);
    prior_model_priors(&k->priors, (Seat)state->seat, legal, &inputs, priors);
}

/* ------------------------------------------------------------------ playouts */

uint32_t aon_playout_heavy(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           void *memory, Rng *rng)
{
    (void)memory;
    Sense se;
    int points[MOVE_LIST_MAX];
    uint32_t best = score_all(&se, game, knowledge, aon_state_const(state), legal, points);
    uint32_t equals = 1;
    for (uint32_t i = best + 1; i < legal->count; i++) {
        if (points[i] == points[best] && rng_bounded(rng, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

uint32_t aon_playout_light(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           Rng *rng)
{
    (void)game;
    (void)knowledge;
    (void)state;
    return rng_bounded(rng, legal->count);
}

/* ------------------------------------------------------------------ evaluation */

void aon_inputs_of(const Game *game, const State *state, ModelInputs *inputs)
{
    aon_inputs(game->data, aon_state_const(state), inputs);
}

float aon_judge(const void *knowledge, const ModelInputs *inputs)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_probability(model_logit(&k->model, inputs)) : 0.5F;
}

double aon_told(const void *knowledge, double chance)
{
    const Knowledge *k = knowledge;
    return k->has_model ? model_told(&k->model, chance) : chance;
}

float aon_evaluate(const Game *game, const void *knowledge, const State *state)
{
    ModelInputs inputs;
    aon_inputs(game->data, aon_state_const(state), &inputs);
    return aon_judge(knowledge, &inputs);
}

float aon_material(const Game *game, const State *state)
{
    const AonData *d = game->data;
    const AonState *s = aon_state_const(state);
    int sum = 0;
    for (CorpsSet rest = aon_on_map(s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        sum += aon_side_of(d, s, corps) == SEAT_FRENCH ? (int)aon_br(d, s, corps) : -(int)aon_br(d, s, corps);
    }
    return (float)sum;
}

/* The beginnings of phases, rounds and parts: there all positions can be compared, whatever led to them. */
bool aon_is_quiet(const Game *game, const State *state)
{
    (void)game;
    const AonState *s = aon_state_const(state);
    switch (state->step) {
    case AON_STEP_DIPLOMACY_FIRST:
    case AON_STEP_DIPLOMACY_TURN:
    case AON_STEP_INSURRECTION_CARDS:
    case AON_STEP_STRATEGY_CARDS:
    case AON_STEP_REINFORCEMENT_FIRST:
    case AON_STEP_CAMPAIGN_FIRST:
    case AON_STEP_ROUND_WINDOW:
    case AON_STEP_SURRENDER_CHECK:
    case AON_STEP_WINTER_SEVERE:
        return true;
    case AON_STEP_PART_CHOICE: /* no army of this part has moved yet */
        return s->armies_left == 1 && !aon_flag(s, AON_FLAG_MAJOR_CAMPAIGN);
    default:
        return false;
    }
}

bool aon_is_minor(const Game *game, const State *state)
{
    (void)game;
    switch (state->step) {
    /* who comes along */
    case AON_STEP_FORM_MEMBER:
    case AON_STEP_INTERCEPT_MEMBER:
    case AON_STEP_WITHDRAW_MEMBER:
    /* who is lost, saved, brought back or set aside */
    case AON_STEP_WINTER_LOSS:
    case AON_STEP_WINTER_DEPOT:
    case AON_STEP_WINTER_SCORCHED:
    case AON_STEP_MARCH_LOSS:
    case AON_STEP_BATTLE_LOSS_ATTACKER:
    case AON_STEP_BATTLE_LOSS_DEFENDER:
    case AON_STEP_BATTLE_PURSUIT:
    case AON_STEP_BATTLE_PURSUIT_LOSS:
    case AON_STEP_BATTLE_RALLY:
    case AON_STEP_BATTLE_RALLY_PAY:
    case AON_STEP_BATTLE_HERO_VICTIM:
    case AON_STEP_SURRENDER_RETURNS:
    case AON_STEP_STRATEGY_RETURN_CORPS:
    case AON_STEP_VETERANS_LOST:
    case AON_STEP_VETERANS_REPLACED:
    case AON_STEP_ROYALISTS_MAP:
    case AON_STEP_ROYALISTS_RESERVE:
    case AON_STEP_OUT_OF_FAVOR:
    case AON_STEP_REINFORCEMENT_RALLY:
    case AON_STEP_REINFORCEMENT_RALLY_PAY:
    case AON_STEP_RELEASE_INVASION:
    /* where to, for those who have to go */
    case AON_STEP_RETREAT_SEA:
    case AON_STEP_RETREAT_AREA:
    case AON_STEP_DETACH_PARENT:
    case AON_STEP_DETACH_AREA:
    case AON_STEP_DETACH_REFUGE:
    case AON_STEP_SURRENDER_DISPLACE_SEA:
    case AON_STEP_SURRENDER_DISPLACE:
    /* cards in passing, and who counts as what in a battle */
    case AON_STEP_CARD_PICK_UP:
    case AON_STEP_CARD_RECOVER:
    case AON_STEP_ENTER_COSSACKS:
    case AON_STEP_WITHDRAW_COSSACKS:
    case AON_STEP_INTERCEPT_COSSACKS:
    case AON_STEP_BATTLE_ROLE:
    case AON_STEP_BATTLE_ORDER:
    case AON_STEP_BATTLE_INTERIOR:
    case AON_STEP_BATTLE_ARMY:
    case AON_STEP_INTERCEPT_ROLE:
    case AON_STEP_VIOLATION_ROLE:
        return true;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ outcomes */

/* After a battle what matters is who is left standing where: which seats have corps in the area, and how many
 * were lost. */
uint32_t aon_outcome_key(const Game *game, const State *state)
{
    (void)game;
    const AonState *s = aon_state_const(state);
    const unsigned area = s->header.step >= AON_STEP_BATTLE_ROLE && s->header.step <= AON_STEP_BATTLE_END
                              ? s->battle.area
                              : s->move.area;
    if (s->phase != AON_PHASE_CAMPAIGN || area >= AON_AREAS_MAX) {
        return 0;
    }
    const unsigned french = area_in(s->occupied[SEAT_FRENCH], area) ? 1U : 0U;
    const unsigned coalition = area_in(s->occupied[SEAT_COALITION], area) ? 2U : 0U;
    return french | coalition | (s->battle.flags & AON_BATTLE_COALITION_WON ? 4U : 0U);
}
