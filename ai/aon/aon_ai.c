/* aon_ai.c: the heuristic player of Age of Napoleon: every legal move is scored by the scorer of its
 * decision, and the best is chosen; equals are left to chance. */
#include "ai/aon/aon_ai.h"

#include <stdlib.h>
#include <string.h>

#include "ai/aon/effort.h"
#include "ai/aon/endings.h"
#include "ai/aon/inputs.h"
#include "ai/aon/knowledge.h"
#include "ai/aon/scores.h"
#include "ai/aon/terms.h"

static int score_first(Sense *se, Move move);

static int score_any(Sense *se, Move move);

static const AonScore SCORES[AON_STEP_COUNT] = {
    [AON_STEP_DIPLOMACY_FIRST] = score_first,
    [AON_STEP_DIPLOMACY_TURN] = score_diplomacy_turn,
    [AON_STEP_DIPLOMACY_CONVERSION] = score_diplomacy_conversion,
    [AON_STEP_DIPLOMACY_TARGET] = score_diplomacy_target,
    [AON_STEP_DIPLOMACY_COUNTER] = score_diplomacy_counter,
    [AON_STEP_DETACH_PARENT] = score_detach,
    [AON_STEP_DETACH_AREA] = score_detach,
    [AON_STEP_CARD_PICK_UP] = score_pick_up,
    [AON_STEP_CARD_RECOVER] = score_recover,
    [AON_STEP_INSURRECTION_CARDS] = score_insurrection_cards,
    [AON_STEP_INSURRECTION_TARGET] = score_insurrection_target,
    [AON_STEP_STRATEGY_CARDS] = score_strategy_cards,
    [AON_STEP_STRATEGY_DRAWN_CARDS] = score_strategy_cards,
    [AON_STEP_STRATEGY_RETURN_CORPS] = score_return_corps,
    [AON_STEP_REINFORCEMENT_FIRST] = score_first,
    [AON_STEP_REINFORCEMENT_CARDS] = score_reinforcement_cards,
    [AON_STEP_VETERANS_LOST] = score_best_corps,
    [AON_STEP_VETERANS_REPLACED] = score_veterans_replaced,
    [AON_STEP_ROYALISTS_MAP] = score_worst_corps,
    [AON_STEP_ROYALISTS_RESERVE] = score_best_corps,
    [AON_STEP_OUT_OF_FAVOR] = score_out_of_favor,
    [AON_STEP_SUBSIDIES] = score_subsidies,
    [AON_STEP_REINFORCEMENT_RALLY] = score_rally,
    [AON_STEP_REINFORCEMENT_RALLY_PAY] = score_payment,
    [AON_STEP_DEPLOY_CORPS] = score_deploy_corps,
    [AON_STEP_DEPLOY_AREA] = score_deploy_area,
    [AON_STEP_CAMPAIGN_FIRST] = score_first,
    [AON_STEP_ROUND_WINDOW] = score_round_window,
    [AON_STEP_PART_CHOICE] = score_part_choice,
    [AON_STEP_FORM_LEADER] = score_form_leader,
    [AON_STEP_FORM_MEMBER] = score_form_member,
    [AON_STEP_MOVE_LAND_SEA] = score_land_sea,
    [AON_STEP_MOVE_PAY] = score_move_pay,
    [AON_STEP_MOVE_DECLARED] = score_move_declared,
    [AON_STEP_MOVE_STEP] = score_move_step,
    [AON_STEP_MOVE_SEA] = score_move_sea,
    [AON_STEP_ENTER_COSSACKS] = score_cossacks,
    [AON_STEP_WITHDRAW_OFFER] = score_withdraw_offer,
    [AON_STEP_WITHDRAW_SEA] = score_withdraw_sea,
    [AON_STEP_WITHDRAW_MEMBER] = score_withdraw_member,
    [AON_STEP_WITHDRAW_AREA] = score_withdraw_area,
    [AON_STEP_WITHDRAW_COSSACKS] = score_cossacks,
    [AON_STEP_INTERCEPT_OFFER] = score_intercept_offer,
    [AON_STEP_INTERCEPT_LEADER] = score_intercept_leader,
    [AON_STEP_INTERCEPT_MEMBER] = score_intercept_member,
    [AON_STEP_INTERCEPT_PAY] = score_intercept_pay,
    [AON_STEP_INTERCEPT_DECLARED] = score_intercept_declared,
    [AON_STEP_INTERCEPT_COSSACKS] = score_cossacks,
    [AON_STEP_INTERCEPT_ROLE] = score_intercept_role,
    [AON_STEP_MARCH_LOSS] = score_march_loss,
    [AON_STEP_RELEASE_INVASION] = score_best_corps,
    [AON_STEP_BATTLE_ORDER] = score_any,
    [AON_STEP_BATTLE_ROLE] = score_battle_role,
    [AON_STEP_BATTLE_INTERIOR] = score_battle_interior,
    [AON_STEP_BATTLE_ARMY] = score_battle_army,
    [AON_STEP_BATTLE_ENGAGE_ATTACKER] = score_engage,
    [AON_STEP_BATTLE_ENGAGE_DEFENDER] = score_engage,
    [AON_STEP_BATTLE_CARDS_ATTACKER] = score_battle_cards,
    [AON_STEP_BATTLE_CARDS_DEFENDER] = score_battle_cards,
    [AON_STEP_BATTLE_HERO_ATTACKER] = score_hero_card,
    [AON_STEP_BATTLE_HERO_DEFENDER] = score_hero_card,
    [AON_STEP_BATTLE_HERO_VICTIM] = score_hero_victim,
    [AON_STEP_BATTLE_LOSS_ATTACKER] = score_battle_loss,
    [AON_STEP_BATTLE_LOSS_DEFENDER] = score_battle_loss,
    [AON_STEP_BATTLE_PURSUIT] = score_pursuit,
    [AON_STEP_BATTLE_PURSUIT_LOSS] = score_pursuit_loss,
    [AON_STEP_BATTLE_RALLY] = score_battle_rally,
    [AON_STEP_BATTLE_RALLY_PAY] = score_payment,
    [AON_STEP_RETREAT_SEA] = score_retreat_sea,
    [AON_STEP_RETREAT_AREA] = score_retreat_area,
    [AON_STEP_SURRENDER_CHECK] = score_surrender_check,
    [AON_STEP_SURRENDER_RETURNS] = score_any,
    [AON_STEP_SURRENDER_WINDOW] = score_surrender_window,
    [AON_STEP_SURRENDER_DISPLACE_SEA] = score_displace,
    [AON_STEP_SURRENDER_DISPLACE] = score_displace,
    [AON_STEP_WINTER_SEVERE] = score_winter_severe,
    [AON_STEP_WINTER_DEPOT] = score_winter_area,
    [AON_STEP_WINTER_SCORCHED] = score_winter_area,
    [AON_STEP_WINTER_LOSS] = score_winter_loss,
    [AON_STEP_VICTORY_FRENCH] = score_victory,
    [AON_STEP_VICTORY_COALITION] = score_victory,
};

AonScore aon_score_of_step(unsigned step)
{
    return step < AON_STEP_COUNT && SCORES[step] != NULL ? SCORES[step] : score_any;
}

/* For steps where nothing needs thinking: the first kind of choice wins, ties go to the dice. */
static int score_any(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_GO_ON ? 1 : 0;
}

/* Moving second means answering; but who is first strikes first in the year. */
static int score_first(Sense *se, Move move)
{
    const bool self = aon_move_object(move) == 0;
    return self == (se->s->header.step == AON_STEP_CAMPAIGN_FIRST) ? 1 : 0;
}

/* ------------------------------------------------------------------ the player */

static Move choose(const Game *game, const void *strategy, PolicyQuery *query)
{
    Sense se;
    const AonState *view = aon_state_const(query->view);
    const AonScore score = aon_score_of_step(view->header.step);
    sense_init(&se, game->data, view, strategy, query->seat);
    se.legal = query->legal;
    Move best = query->legal->moves[0];
    int most = score(&se, best);
    uint32_t equals = 1;
    for (uint32_t i = 1; i < query->legal->count; i++) {
        const int points = score(&se, query->legal->moves[i]);
        if (points > most) {
            most = points;
            best = query->legal->moves[i];
            equals = 1;
        } else if (points == most && rng_bounded(&query->rng, ++equals) == 0) {
            best = query->legal->moves[i];
        }
    }
    return best;
}

static void fill_decay(AonStrategy *strategy, const AonData *d)
{
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        int32_t by_distance[AON_DISTANCES];
        int left = 1024;
        for (unsigned away = 0; away < AON_DISTANCES; away++) {
            by_distance[away] = away != AON_NONE ? left : 0;
            left = left * strategy->weights[seat].decay / 100;
        }
        memset(strategy->decay[seat], 0, sizeof strategy->decay[seat]);
        for (unsigned aim = 0; aim < AON_AREAS_MAX; aim++) {
            for (unsigned from = 0; from < AON_AREAS_MAX; from++) {
                strategy->decay[seat][aim][from] = by_distance[d->distance[from][aim]];
            }
        }
    }
}

static void fill_reach(AonStrategy *strategy, const AonData *d)
{
    static const uint8_t percent[] = {100, 100, 95, 80, 40, 20}; /* by distance */
    memset(strategy->reach, 0, sizeof strategy->reach);
    for (unsigned from = 0; from < AON_AREAS_MAX; from++) {
        for (unsigned area = 0; area < AON_AREAS_MAX; area++) {
            const unsigned away = d->distance[area][from];
            strategy->reach[from][area] = away < sizeof percent ? percent[away] : 0;
        }
    }
}

void aon_strategy_init(AonStrategy *strategy, const AonData *d)
{
    strategy->weights[SEAT_FRENCH] = aon_weights_default();
    strategy->weights[SEAT_COALITION] = aon_weights_default();
    fill_decay(strategy, d);
    fill_reach(strategy, d);
    aon_odds_init(&strategy->odds, d);
}

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    AonStrategy *strategy = malloc(sizeof *strategy);
    if (strategy == NULL) {
        (void)err_set(err, NULL, NULL, "out of memory");
        return NULL;
    }
    aon_strategy_init(strategy, game->data);
    if (file != NULL && !aon_weights_load(strategy->weights, file, err)) {
        free(strategy);
        return NULL;
    }
    fill_decay(strategy, game->data);
    return strategy;
}

static void strategy_release(void *strategy) { free(strategy); }

static const void *strategy_weights(const void *strategy, Seat seat)
{
    return &((const AonStrategy *)strategy)->weights[seat];
}

const GameAi AON_AI = {
    .game_id = "aon",
    .strategy_load = strategy_load,
    .strategy_release = strategy_release,
    .weights = &AON_WEIGHT_TABLE,
    .strategy_weights = strategy_weights,
    .strategy_choose = choose,
    .knowledge_load = aon_knowledge_load,
    .knowledge_release = aon_knowledge_release,
    .priors = aon_priors,
    .prior_inputs = aon_prior_inputs,
    .prior_names = aon_prior_names,
    .evaluate = aon_evaluate,
    .playout_light = aon_playout_light,
    .playout_heavy = aon_playout_heavy,
    .is_quiet = aon_is_quiet,
    .is_minor = aon_is_minor,
    .is_ending = aon_is_ending,
    .settled = aon_settled,
    .outcome_key = aon_outcome_key,
    .input_count = AON_INPUT_COUNT,
    .input_name = aon_input_name,
    .inputs = aon_inputs_of,
    .material = aon_material,
    .term_names = AON_TERM_NAMES,
    .term_count = AON_TERM_COUNT,
    .input_term = aon_input_term,
    .input_subject = aon_input_subject,
    .subject_words = aon_subject_words,
    .told = aon_told,
    .judge = aon_judge,
    .moment = aon_moment,
    .search_defaults = aon_search_defaults,
    .effort = &AON_EFFORT,
};
