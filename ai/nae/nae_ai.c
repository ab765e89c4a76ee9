/* nae_ai.c: the heuristic player of Napoleon against Europe: every legal move is scored by the scorer of its
 * kind, and the best is chosen; equals are left to chance. */
#include "ai/nae/nae_ai.h"
#include "ai/nae/effort.h"

#include <stdlib.h>
#include <string.h>

#include "ai/nae/inputs.h"
#include "ai/nae/knowledge.h"
#include "ai/nae/memory.h"
#include "ai/nae/scores.h"
#include "ai/nae/terms.h"

typedef int (*Score)(NaeSense *se, Move move);

/* A range of kinds of moves, in the order of enum nae_kind, and who scores them. */
typedef struct Range {
    enum nae_kind first, last;
    Score score;
} Range;

static const Range RANGES[] = {
    {NAE_M_DECLARE, NAE_M_DECLARE, nae_score_war},
    {NAE_M_DEPLOY, NAE_M_DEPLOY, nae_score_choice},
    {NAE_M_KEEP, NAE_M_BUDGET_EVENT, nae_score_card_kept},
    {NAE_M_TRANSFER, NAE_M_PURCHASE, nae_score_purchase},
    {NAE_M_PLACE, NAE_M_PLACE_PIECE, nae_score_place},
    {NAE_M_RESERVE_GENERAL, NAE_M_RESERVE_GENERAL, nae_score_general},
    {NAE_M_MINOR_STEP, NAE_M_MINOR_STEP, nae_score_purchase},
    {NAE_M_REPLACE, NAE_M_REPLACE, nae_score_general},
    {NAE_M_FREE_DIPLOMACY, NAE_M_DIP_CARD, nae_score_diplomacy},
    {NAE_M_USE, NAE_M_USE, nae_score_use},
    {NAE_M_TARGET, NAE_M_TARGET, nae_score_diplomacy},
    {NAE_M_TARGET_ZONE, NAE_M_CHOICE, nae_score_choice},
    {NAE_M_NEUTRAL_FLEET, NAE_M_WALK_STOP, nae_score_walk},
    {NAE_M_ACTION, NAE_M_ACTION_CARD, nae_score_action},
    {NAE_M_SPEND, NAE_M_SPEND_PIECE, nae_score_spend},
    {NAE_M_SWAP, NAE_M_GATHER_UNIT, nae_score_gather},
    {NAE_M_FORCED_MARCH, NAE_M_FORCED_MARCH, nae_score_forced_march},
    {NAE_M_GO, NAE_M_MOVE_CARD, nae_score_move},
    {NAE_M_DROP_WITH, NAE_M_DROP_WITH, nae_score_loss},
    {NAE_M_FORTRESS, NAE_M_COVER_GENERAL, nae_score_fortress},
    {NAE_M_INTERCEPT, NAE_M_COME, nae_score_intercept},
    {NAE_M_REACTION, NAE_M_EVADE_TO, nae_score_evade},
    {NAE_M_CAMPAIGN, NAE_M_STAY, nae_score_campaign},
    {NAE_M_COUNTER_MARCH, NAE_M_COUNTER_MARCH_NO, nae_score_counter_march},
    {NAE_M_EXCESS, NAE_M_EXCESS, nae_score_loss},
    {NAE_M_MORALE, NAE_M_COMBAT_CARD, nae_score_battle},
    {NAE_M_BATTLE_LOSS, NAE_M_LOSE_STEP, nae_score_loss},
    {NAE_M_RETREAT, NAE_M_RETREAT, nae_score_retreat},
    {NAE_M_FREE_SIEGE, NAE_M_WHICH_DEPOT, nae_score_siege},
    {NAE_M_SQUADRON_AT, NAE_M_ASSAULT, nae_score_sea},
    {NAE_M_FOREIGN_WAR_ZONE, NAE_M_LOSE_STEP_ZONE, nae_score_choice},
    {NAE_M_DEFECTION_TO, NAE_M_REPLACEMENT, nae_score_terms},
};

static Score score_of_kind(enum nae_kind kind)
{
    for (size_t i = 0; i < sizeof RANGES / sizeof RANGES[0]; i++) {
        if (kind >= RANGES[i].first && kind <= RANGES[i].last) {
            return RANGES[i].score;
        }
    }
    return nae_score_choice;
}

int nae_points(NaeSense *se, Move move) { return score_of_kind(nae_move_kind(move))(se, move); }

/* Place in legal of the best move; equals by lot. */
static uint32_t best_of(NaeSense *se, const MoveList *legal, Rng *rng)
{
    uint32_t best = 0;
    uint32_t equals = 0;
    int most = 0;
    for (uint32_t i = 0; i < legal->count; i++) {
        const int points = nae_points(se, legal->moves[i]);
        if (equals == 0 || points > most) {
            most = points;
            best = i;
            equals = 1;
        } else if (points == most && rng_bounded(rng, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

static Move choose(const Game *game, const void *strategy, PolicyQuery *query)
{
    NaeSense own;
    NaeSense *se = &own;
    const NaeState *s = nae_state_const(query->view);
    if (query->memory != NULL) {
        se = nae_memory_sense(query->memory, game->data, s, strategy, query->seat);
    } else {
        nae_sense_init(se, game->data, s, strategy, query->seat);
    }
    se->legal = query->legal;
    query->place = best_of(se, query->legal, &query->rng);
    return query->legal->moves[query->place];
}

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    NaeStrategy *strategy = malloc(sizeof *strategy);
    if (strategy == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    nae_strategy_init(strategy, game->data);
    if (file != NULL && !nae_weights_load(strategy->weights, file, nae_is_hundred_days(game->data), err)) {
        free(strategy);
        return NULL;
    }
    nae_strategy_fade(strategy);
    return strategy;
}

static void strategy_release(void *strategy) { free(strategy); }

static const void *strategy_weights(const void *strategy, Seat seat)
{
    return &((const NaeStrategy *)strategy)->weights[seat];
}

static const char *const FRENCH_STYLES[] = {"french-blockade", "french-hold", "french-moscow",
                                            "french-vienna", NULL};
static const char *const COALITION_STYLES[] = {"coalition-paris", "coalition-patience", "coalition-peninsula",
                                               NULL};

/* Phases of a year; of its rounds the action of each side. */
static uint32_t stretch(const Game *game, const State *state)
{
    (void)game;
    const NaeState *s = nae_state_const(state);
    const uint32_t action = s->phase == NAE_PHASE_ROUNDS ? s->round * 2U + (s->actor & 1U) : 0U;
    return ((uint32_t)state->turn * NAE_PHASE_COUNT + s->phase) * 32U + action;
}

const GameAi NAE_AI = {
    .game_id = "nae",
    .strategy_load = strategy_load,
    .strategy_release = strategy_release,
    .weights = &NAE_WEIGHT_TABLE,
    .strategy_weights = strategy_weights,
    .strategy_choose = choose,
    .memory_bytes = sizeof(NaeMemory),
    .styles = {FRENCH_STYLES, COALITION_STYLES},
    .stretch = stretch,
    .plans_defaults = nae_plans_defaults,
    .search_defaults = nae_search_defaults,
    .effort = &NAE_EFFORT,
    .knowledge_load = nae_knowledge_load,
    .knowledge_release = nae_knowledge_release,
    .knowledge_play_by = nae_knowledge_play_by,
    .priors = nae_priors,
    .prior_inputs = nae_prior_inputs,
    .prior_names = nae_prior_names,
    .evaluate = nae_evaluate,
    .playout_light = nae_playout_light,
    .playout_heavy = nae_playout_heavy,
    .is_quiet = nae_is_quiet,
    .is_minor = nae_is_minor,
    .input_count = NAE_INPUT_COUNT,
    .input_name = nae_input_name,
    .inputs = nae_inputs_of,
    .material = nae_material_of,
    .term_names = NAE_TERM_NAMES,
    .term_count = NAE_TERM_COUNT,
    .input_term = nae_input_term,
    .input_subject = nae_input_subject,
    .subject_words = nae_subject_words,
    .told = nae_told,
    .judge = nae_judge,
    .moment = stretch,
};
