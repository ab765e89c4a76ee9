/* steps.h: the sequence of play as a list of steps.
 *
 * The rules run as a machine: AonState.header.step names the step in progress, AonState.stack the steps to
 * return to. A step's run function either opens a decision (moves.h) or does something automatic and names
 * the next step; its choose function carries out the move that was chosen. flow.c runs steps until a decision
 * with two or more choices is open. Procedures that are used from several places (deployment, march
 * attrition, battle, pick-up of red cards) are called with aon_call, which remembers the step to come back
 * to.
 *
 * AON_STEPS lists each step once: name, file it lives in (by prefix), whether it decides. Files: diplomacy.c
 * (DIPLOMACY_), cards.c (CARD_), insurrection.c, strategy.c, reinforcement.c, deployment.c (DEPLOY_),
 * campaign.c (CAMPAIGN_, ROUND_, PART_), movement.c (FORM_, MOVE_), entry.c (ENTER_), withdrawal.c,
 * interception.c (INTERCEPT_), neutrality.c (VIOLATION_), march_attrition.c (MARCH_), battle.c, losses.c
 * (LOSS_), retreat.c, surrender.c, winter_attrition.c (WINTER_), victory.c.
 */
#ifndef MARSHAL_ENGINE_AON_STEPS_H
#define MARSHAL_ENGINE_AON_STEPS_H

#define AON_STEPS(AUTO, ASK)                                                                                 \
    AUTO(TURN_NEXT, turn_next)                                                                               \
    ASK(DIPLOMACY_FIRST, diplomacy_first)                                                                    \
    ASK(DIPLOMACY_TURN, diplomacy_turn)                                                                      \
    ASK(DIPLOMACY_CONVERSION, diplomacy_conversion)                                                          \
    ASK(DIPLOMACY_TARGET, diplomacy_target)                                                                  \
    ASK(DIPLOMACY_COUNTER, diplomacy_counter)                                                                \
    AUTO(DIPLOMACY_CHANGE, diplomacy_change)                                                                 \
    AUTO(DIPLOMACY_NEXT, diplomacy_next)                                                                     \
    ASK(DETACH_PARENT, detach_parent)                                                                        \
    ASK(DETACH_AREA, detach_area)                                                                            \
    ASK(DETACH_REFUGE, detach_refuge)                                                                        \
    ASK(CARD_PICK_UP, card_pick_up)                                                                          \
    ASK(CARD_RECOVER, card_recover)                                                                          \
    AUTO(INSURRECTION_OUTCOMES, insurrection_outcomes)                                                       \
    ASK(INSURRECTION_CARDS, insurrection_cards)                                                              \
    ASK(INSURRECTION_TARGET, insurrection_target)                                                            \
    ASK(STRATEGY_CARDS, strategy_cards)                                                                      \
    AUTO(STRATEGY_DISCARD, strategy_discard)                                                                 \
    AUTO(STRATEGY_DRAW, strategy_draw)                                                                       \
    ASK(STRATEGY_DRAWN_CARDS, strategy_drawn_cards)                                                          \
    ASK(STRATEGY_RETURN_CORPS, strategy_return_corps)                                                        \
    ASK(REINFORCEMENT_FIRST, reinforcement_first)                                                            \
    ASK(REINFORCEMENT_CARDS, reinforcement_cards)                                                            \
    ASK(VETERANS_LOST, veterans_lost)                                                                        \
    ASK(VETERANS_REPLACED, veterans_replaced)                                                                \
    ASK(ROYALISTS_MAP, royalists_map)                                                                        \
    ASK(ROYALISTS_RESERVE, royalists_reserve)                                                                \
    ASK(OUT_OF_FAVOR, out_of_favor)                                                                          \
    ASK(SUBSIDIES, subsidies)                                                                                \
    ASK(REINFORCEMENT_RALLY, reinforcement_rally)                                                            \
    ASK(REINFORCEMENT_RALLY_PAY, reinforcement_rally_pay)                                                    \
    AUTO(REINFORCEMENT_RALLIED, reinforcement_rallied)                                                       \
    ASK(DEPLOY_CORPS, deploy_corps)                                                                          \
    ASK(DEPLOY_AREA, deploy_area)                                                                            \
    ASK(CAMPAIGN_FIRST, campaign_first)                                                                      \
    AUTO(ROUND_START, round_start)                                                                           \
    ASK(ROUND_WINDOW, round_window)                                                                          \
    AUTO(ROUND_AFTER_TALKS, round_after_talks)                                                               \
    AUTO(PART_START, part_start)                                                                             \
    ASK(PART_CHOICE, part_choice)                                                                            \
    AUTO(PART_OVER, part_over)                                                                               \
    AUTO(PART_END, part_end)                                                                                 \
    ASK(FORM_LEADER, form_leader)                                                                            \
    ASK(FORM_MEMBER, form_member)                                                                            \
    ASK(MOVE_LAND_SEA, move_land_sea)                                                                        \
    ASK(MOVE_PAY, move_pay)                                                                                  \
    ASK(MOVE_DECLARED, move_declared)                                                                        \
    ASK(MOVE_STEP, move_step)                                                                                \
    ASK(MOVE_SEA, move_sea)                                                                                  \
    AUTO(MOVE_END, move_end)                                                                                 \
    AUTO(MOVE_OVER, move_over)                                                                               \
    ASK(ENTER_COSSACKS, enter_cossacks)                                                                      \
    AUTO(ENTER_ATTRITED, enter_attrited)                                                                     \
    AUTO(ENTER_CAPITAL, enter_capital)                                                                       \
    AUTO(ENTER_MEETING, enter_meeting)                                                                       \
    AUTO(ENTER_DONE, enter_done)                                                                             \
    ASK(WITHDRAW_OFFER, withdraw_offer)                                                                      \
    ASK(WITHDRAW_SEA, withdraw_sea)                                                                          \
    AUTO(WITHDRAW_SEA_ARRIVED, withdraw_sea_arrived)                                                         \
    AUTO(WITHDRAW_LAND, withdraw_land)                                                                       \
    ASK(WITHDRAW_MEMBER, withdraw_member)                                                                    \
    ASK(WITHDRAW_AREA, withdraw_area)                                                                        \
    ASK(WITHDRAW_COSSACKS, withdraw_cossacks)                                                                \
    AUTO(WITHDRAW_ARRIVED, withdraw_arrived)                                                                 \
    AUTO(WITHDRAW_DONE, withdraw_done)                                                                       \
    AUTO(INTERCEPT_START, intercept_start)                                                                   \
    ASK(INTERCEPT_OFFER, intercept_offer)                                                                    \
    AUTO(INTERCEPT_COUNTER, intercept_counter)                                                               \
    ASK(INTERCEPT_LEADER, intercept_leader)                                                                  \
    ASK(INTERCEPT_MEMBER, intercept_member)                                                                  \
    ASK(INTERCEPT_PAY, intercept_pay)                                                                        \
    ASK(INTERCEPT_DECLARED, intercept_declared)                                                              \
    ASK(INTERCEPT_COSSACKS, intercept_cossacks)                                                              \
    AUTO(INTERCEPT_ARRIVED, intercept_arrived)                                                               \
    ASK(INTERCEPT_ROLE, intercept_role)                                                                      \
    AUTO(INTERCEPT_NEUTRALITY, intercept_neutrality)                                                         \
    AUTO(VIOLATION_DEPLOY, violation_deploy)                                                                 \
    ASK(VIOLATION_ROLE, violation_role)                                                                      \
    AUTO(MARCH_CAUSE, march_cause)                                                                           \
    ASK(MARCH_LOSS, march_loss)                                                                              \
    ASK(RELEASE_INVASION, release_invasion)                                                                  \
    ASK(BATTLE_ORDER, battle_order)                                                                          \
    ASK(BATTLE_ROLE, battle_role)                                                                            \
    ASK(BATTLE_INTERIOR, battle_interior)                                                                    \
    ASK(BATTLE_ARMY, battle_army)                                                                            \
    ASK(BATTLE_ENGAGE_ATTACKER, battle_engage_attacker)                                                      \
    ASK(BATTLE_ENGAGE_DEFENDER, battle_engage_defender)                                                      \
    ASK(BATTLE_CARDS_ATTACKER, battle_cards_attacker)                                                        \
    ASK(BATTLE_CARDS_DEFENDER, battle_cards_defender)                                                        \
    AUTO(BATTLE_ROLL, battle_roll)                                                                           \
    ASK(BATTLE_HERO_ATTACKER, battle_hero_attacker)                                                          \
    ASK(BATTLE_HERO_DEFENDER, battle_hero_defender)                                                          \
    ASK(BATTLE_HERO_VICTIM, battle_hero_victim)                                                              \
    ASK(BATTLE_LOSS_ATTACKER, battle_loss_attacker)                                                          \
    ASK(BATTLE_LOSS_DEFENDER, battle_loss_defender)                                                          \
    AUTO(BATTLE_SPENT, battle_spent)                                                                         \
    ASK(BATTLE_PURSUIT, battle_pursuit)                                                                      \
    ASK(BATTLE_PURSUIT_LOSS, battle_pursuit_loss)                                                            \
    ASK(BATTLE_RALLY, battle_rally)                                                                          \
    ASK(BATTLE_RALLY_PAY, battle_rally_pay)                                                                  \
    AUTO(BATTLE_RALLIED, battle_rallied)                                                                     \
    ASK(RETREAT_SEA, retreat_sea)                                                                            \
    AUTO(RETREAT_SEA_ARRIVED, retreat_sea_arrived)                                                           \
    ASK(RETREAT_AREA, retreat_area)                                                                          \
    AUTO(RETREAT_ARRIVED, retreat_arrived)                                                                   \
    AUTO(BATTLE_NEXT_ARMY, battle_next_army)                                                                 \
    AUTO(BATTLE_END, battle_end)                                                                             \
    ASK(SURRENDER_CHECK, surrender_check)                                                                    \
    ASK(SURRENDER_RETURNS, surrender_returns)                                                                \
    AUTO(SURRENDER_RESULT, surrender_result)                                                                 \
    ASK(SURRENDER_WINDOW, surrender_window)                                                                  \
    ASK(SURRENDER_DISPLACE_SEA, surrender_displace_sea)                                                      \
    ASK(SURRENDER_DISPLACE, surrender_displace)                                                              \
    ASK(WINTER_SEVERE, winter_severe)                                                                        \
    AUTO(WINTER_NEXT_AREA, winter_next_area)                                                                 \
    ASK(WINTER_DEPOT, winter_depot)                                                                          \
    ASK(WINTER_SCORCHED, winter_scorched)                                                                    \
    AUTO(WINTER_ROLL, winter_roll)                                                                           \
    ASK(WINTER_LOSS, winter_loss)                                                                            \
    ASK(VICTORY_FRENCH, victory_french)                                                                      \
    ASK(VICTORY_COALITION, victory_coalition)                                                                \
    AUTO(VICTORY_TIE_BREAK, victory_tie_break)

#define AON_STEP_NAME_AUTO(NAME, name) AON_STEP_##NAME,
#define AON_STEP_NAME_ASK(NAME, name)  AON_STEP_##NAME,
enum aon_step { AON_STEPS(AON_STEP_NAME_AUTO, AON_STEP_NAME_ASK) AON_STEP_COUNT };
#undef AON_STEP_NAME_AUTO
#undef AON_STEP_NAME_ASK

#endif
