/* scores.h: one scorer for each decision of the sequence of play, by file. Internal to ai/aon. */
#ifndef MARSHAL_AI_AON_SCORES_H
#define MARSHAL_AI_AON_SCORES_H

#include "ai/aon/plan.h"
#include "ai/aon/sense.h"

/* march.c: the Campaign Phase (11, 12) */
int score_round_window(Sense *se, Move move);
int score_part_choice(Sense *se, Move move);
int score_form_leader(Sense *se, Move move);
int score_form_member(Sense *se, Move move);
int score_land_sea(Sense *se, Move move);
int score_move_pay(Sense *se, Move move);
int score_move_declared(Sense *se, Move move);
int score_move_step(Sense *se, Move move);
int score_move_sea(Sense *se, Move move);
int score_cossacks(Sense *se, Move move);

/* react.c: withdrawal, interception, retreat (12.5, 12.6, 13.4.2) */
int score_withdraw_offer(Sense *se, Move move);
int score_withdraw_sea(Sense *se, Move move);
int score_withdraw_member(Sense *se, Move move);
int score_withdraw_area(Sense *se, Move move);
int score_intercept_offer(Sense *se, Move move);
int score_intercept_leader(Sense *se, Move move);
int score_intercept_member(Sense *se, Move move);
int score_intercept_pay(Sense *se, Move move);
int score_intercept_declared(Sense *se, Move move);
int score_intercept_role(Sense *se, Move move);
int score_retreat_sea(Sense *se, Move move);
int score_retreat_area(Sense *se, Move move);
int score_displace(Sense *se, Move move);

/* fight.c: battles and losses (13, 12.3, 15) */
int score_battle_role(Sense *se, Move move);
int score_battle_interior(Sense *se, Move move);
int score_battle_army(Sense *se, Move move);
int score_engage(Sense *se, Move move);
int score_battle_cards(Sense *se, Move move);
int score_hero_card(Sense *se, Move move);
int score_hero_victim(Sense *se, Move move);
int score_battle_loss(Sense *se, Move move);
int score_pursuit(Sense *se, Move move);
int score_pursuit_loss(Sense *se, Move move);
int score_battle_rally(Sense *se, Move move);
int score_march_loss(Sense *se, Move move);
int score_winter_loss(Sense *se, Move move);

/* cards.c: worth of cards, payments, diplomacy, insurrection, strategy, surrender, winter (7-9, 14, 15) */
int score_payment(Sense *se, Move move);
int score_pick_up(Sense *se, Move move);
int score_recover(Sense *se, Move move);
int score_diplomacy_turn(Sense *se, Move move);
int score_diplomacy_conversion(Sense *se, Move move);
int score_diplomacy_target(Sense *se, Move move);
int score_diplomacy_counter(Sense *se, Move move);
int score_detach(Sense *se, Move move);
int score_insurrection_cards(Sense *se, Move move);
int score_insurrection_target(Sense *se, Move move);
int score_strategy_cards(Sense *se, Move move);
int score_surrender_check(Sense *se, Move move);
int score_surrender_window(Sense *se, Move move);
int score_winter_severe(Sense *se, Move move);
int score_winter_area(Sense *se, Move move);
int score_victory(Sense *se, Move move);

/* raise.c: reinforcement (10) */
int score_return_corps(Sense *se, Move move);
int score_reinforcement_cards(Sense *se, Move move);
int score_best_corps(Sense *se, Move move);
int score_worst_corps(Sense *se, Move move);
int score_veterans_replaced(Sense *se, Move move);
int score_out_of_favor(Sense *se, Move move);
int score_subsidies(Sense *se, Move move);
int score_rally(Sense *se, Move move);
int score_deploy_corps(Sense *se, Move move);
int score_deploy_area(Sense *se, Move move);

#endif
