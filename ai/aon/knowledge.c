/* knowledge.c: priors, playouts and evaluation of Age of Napoleon, from the heuristic player's sense and the fitted
 * network. */
#include "ai/aon/knowledge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/aon/inputs.h"
#include "ai/aon/scores.h"
#include "engine/aon/moves.h"

typedef struct Knowledge {
    AonStrategy strategy;
    Model model;
    bool has_model;
} Knowledge;

void *aon_knowledge_load(const Game *game, const JsonNode *evaluation, Err *err)
{
    Knowledge *knowledge = malloc(sizeof *knowledge);
    if (knowledge == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    aon_strategy_init(&knowledge->strategy, game->data);
    knowledge->has_model = evaluation != NULL;
    if (evaluation != NULL &&
        !model_load(&knowledge->model, evaluation, "aon", AON_INPUT_COUNT, aon_input_name, game->data, err)) {
        free(knowledge);
        return NULL;
    }
    return knowledge;
}

void aon_knowledge_release(void *knowledge)
{
    Knowledge *k = knowledge;
    if (k->has_model) {
        model_release(&k->model);
    }
    free(k);
}

/* ------------------------------------------------------------------ priors */

/* Points of every legal move; returns the index of the best. */
static uint32_t score_all(const Game *game, const Knowledge *k, const AonState *s, const MoveList *legal, int *points)
{
    Sense se;
    uint32_t best = 0;
    const AonScore score = aon_score_of_step(s->header.step);
    sense_init(&se, game->data, s, &k->strategy, (Seat)s->header.seat);
    se.legal = legal;
    for (uint32_t i = 0; i < legal->count; i++) {
        points[i] = score(&se, legal->moves[i]);
        best = points[i] > points[best] ? i : best;
    }
    return best;
}

/* Where searches think otherwise than the points do: found by comparing the priors with the visits of 10,000 searches of
 * 2,400 iterations each (1805 and 1809). Flat: the points say little, so square roots are taken of the priors. */
static int flatness(unsigned step)
{
    switch (step) {
    case AON_STEP_INTERCEPT_OFFER:
    case AON_STEP_REINFORCEMENT_RALLY:
    case AON_STEP_REINFORCEMENT_CARDS:
        return 2;
    case AON_STEP_ROUND_WINDOW:
    case AON_STEP_CAMPAIGN_FIRST:
    case AON_STEP_BATTLE_CARDS_ATTACKER:
        return 1;
    default:
        return 0;
    }
}

/* How many times as likely a kind of move is as its points say: standing still, keeping cards and leaving corps behind are
 * underrated, paying with cards is overrated. */
static float correction(unsigned step, enum aon_move_kind kind)
{
    static const struct {
        uint8_t step;
        uint8_t kind;
        float factor;
    } rows[] = {
        {AON_STEP_PART_CHOICE, AON_STOP, 2.9F},
        {AON_STEP_PART_CHOICE, AON_PLAY_CARD, 0.6F},
        {AON_STEP_MOVE_PAY, AON_FREE, 2.0F},
        {AON_STEP_MOVE_PAY, AON_PLAY_CARD, 0.7F},
        {AON_STEP_MOVE_STEP, AON_DROP, 3.2F},
        {AON_STEP_MOVE_STEP, AON_STOP, 0.8F},
        {AON_STEP_MOVE_STEP, AON_PICK, 1.25F},
        {AON_STEP_ROUND_WINDOW, AON_PASS, 1.7F},
        {AON_STEP_REINFORCEMENT_CARDS, AON_STOP, 2.4F},
        {AON_STEP_BATTLE_CARDS_ATTACKER, AON_PASS, 2.8F},
        {AON_STEP_BATTLE_CARDS_DEFENDER, AON_PASS, 3.5F},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].step == step && rows[i].kind == kind) {
            return rows[i].factor;
        }
    }
    return 1.0F;
}

/* Belief by points alone, not normalised. Points have another unit in every decision, so belief falls with how far a move
 * lies behind the best, measured by how far the others lie behind it on average. */
static void believe_points(const MoveList *legal, const int *points, uint32_t best, float *priors)
{
    static const float steepness = 1.2F;
    static const float floor = 0.02F;
    float behind = 0.0F;
    for (uint32_t i = 0; i < legal->count; i++) {
        behind += (float)(points[best] - points[i]);
    }
    behind /= (float)(legal->count > 1 ? legal->count - 1U : 1U);
    for (uint32_t i = 0; i < legal->count; i++) {
        const float distance = behind > 0.0F ? (float)(points[best] - points[i]) / behind : 0.0F;
        const float base = 1.0F + steepness * distance;
        priors[i] = floor + 1.0F / (base * base);
    }
}

void aon_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal, float *priors)
{
    int points[MOVE_LIST_MAX];
    const unsigned step = state->step;
    const uint32_t best = score_all(game, knowledge, aon_state_const(state), legal, points);
    float sum = 0.0F;
    believe_points(legal, points, best, priors);
    for (uint32_t i = 0; i < legal->count; i++) {
        for (int roots = flatness(step); roots > 0; roots--) {
            priors[i] = sqrtf(priors[i]);
        }
        priors[i] *= correction(step, aon_move_kind(legal->moves[i]));
        sum += priors[i];
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        priors[i] /= sum;
    }
}

/* ------------------------------------------------------------------ playouts */

uint32_t aon_playout_heavy(const Game *game, const void *knowledge, const State *state, const MoveList *legal, Rng *rng)
{
    int points[MOVE_LIST_MAX];
    uint32_t best = score_all(game, knowledge, aon_state_const(state), legal, points);
    uint32_t equals = 1;
    for (uint32_t i = best + 1; i < legal->count; i++) {
        if (points[i] == points[best] && rng_bounded(rng, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

uint32_t aon_playout_light(const Game *game, const void *knowledge, const State *state, const MoveList *legal, Rng *rng)
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

/* ------------------------------------------------------------------ outcomes */

/* After a battle what matters is who is left standing where: which seats have corps in the area, and how many were
 * lost. */
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
